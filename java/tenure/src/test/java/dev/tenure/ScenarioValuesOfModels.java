package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tenure.onnx.OnnxModel;
import dev.tenure.onnx.OnnxValue;
import java.util.List;
import java.util.function.Function;

/** The commands about values of models that are not tensors of numbers. */
final class ScenarioValuesOfModels {
    private final Function<String, NativeResource> names;

    ScenarioValuesOfModels(Function<String, NativeResource> names) {
        this.names = names;
    }

    /** The command's results; null if it is none of these. */
    List<NativeResource> run(String command, List<String> a) {
        ScenarioWords w = new ScenarioWords(names, a);
        return switch (command) {
            case "value_tensor" -> List.of(OnnxValue.of(w.tensor(0)));
            case "value_strings" -> List.of(OnnxValue.of(texts(w, 1), w.integers(0)));
            case "value_sequence" -> List.of(OnnxValue.ofSequence(values(w, 0)));
            case "value_map" -> List.of(OnnxValue.ofMap(value(w, 0), value(w, 1)));
            case "value_absent" -> List.of(OnnxValue.absent());
            case "value_get_tensor" -> List.of(value(w, 0).tensor());
            case "value_get" -> List.of(value(w, 0).get(w.integer(1)));
            case "value_keys" -> List.of(value(w, 0).keys());
            case "value_values" -> List.of(value(w, 0).values());
            case "onnx_run_values" -> List.of(((OnnxModel) names.apply(w.text(0))).runValues(values(w, 1)));
            case "expect_value" -> {
                assertEquals(w.text(1), value(w, 0).type());
                assertEquals(w.integer(2), value(w, 0).size());
                yield List.of();
            }
            case "expect_texts" -> {
                assertArrayEquals(texts(w, 1), value(w, 0).strings());
                yield List.of();
            }
            default -> null;
        };
    }

    private OnnxValue value(ScenarioWords w, int i) {
        return (OnnxValue) names.apply(w.text(i));
    }

    private OnnxValue[] values(ScenarioWords w, int first) {
        return w.after(first).words().stream().map(name -> (OnnxValue) names.apply(name)).toArray(OnnxValue[]::new);
    }

    private static String[] texts(ScenarioWords w, int first) {
        ScenarioWords rest = w.after(first);
        String[] texts = new String[rest.words().size()];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = rest.text(i);
        }
        return texts;
    }
}
