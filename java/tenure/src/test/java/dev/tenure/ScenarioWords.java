package dev.tenure;

import java.util.List;
import java.util.function.Function;

/** The words after a command, each by its place and read as what it is. */
record ScenarioWords(Function<String, NativeResource> names, List<String> words) {
    String text(int i) {
        return words.get(i);
    }

    /** The words from one on. */
    ScenarioWords after(int first) {
        return new ScenarioWords(names, words.subList(first, words.size()));
    }

    Tensor tensor(int i) {
        return (Tensor) names.apply(words.get(i));
    }

    /** The same, null for the word {@code none}. */
    Tensor optionalTensor(int i) {
        return words.get(i).equals("none") ? null : tensor(i);
    }

    boolean flag(int i) {
        return Boolean.parseBoolean(words.get(i));
    }

    /** The last words, from one on. */
    Tensor[] tensors(int first) {
        return words.subList(first, words.size()).stream().map(name -> (Tensor) names.apply(name)).toArray(Tensor[]::new);
    }

    double number(int i) {
        return ScenarioValues.number(words.get(i));
    }

    Double optionalNumber(int i) {
        return words.get(i).equals("none") ? null : Double.valueOf(number(i));
    }

    Long optionalInteger(int i) {
        return words.get(i).equals("none") ? null : Long.valueOf(integer(i));
    }

    long integer(int i) {
        return Long.parseLong(words.get(i));
    }

    /** Whether the word is written as an integer that a {@code long} holds. */
    boolean isInteger(int i) {
        try {
            integer(i);
            return true;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /** Whether the word is a truth value. */
    boolean isTruth(int i) {
        return text(i).equals("true") || text(i).equals("false");
    }

    long[] integers(int i) {
        return ScenarioValues.integers(words.get(i));
    }

    DType dtype(int i) {
        return ScenarioValues.dtype(words.get(i));
    }

    Device device(int i) {
        return ScenarioValues.device(words.get(i));
    }

    /** Of a reduction, which may name none. */
    long[] axes() {
        return words.size() > 1 ? integers(1) : new long[0];
    }

    boolean keepdim() {
        return words.size() > 2 && words.get(2).equals("keepdim");
    }
}
