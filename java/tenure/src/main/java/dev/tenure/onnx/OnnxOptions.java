package dev.tenure.onnx;

import dev.tenure.access.OtherFiles;
import dev.tenure.internal.Text;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * How an {@link OnnxModel} is run. Each method returns options with one thing changed: {@code
 * OnnxOptions.defaults().threads(1)}.
 */
public final class OnnxOptions {
    private static final OnnxOptions DEFAULTS = new OnnxOptions(Map.of());

    /** Fields of the core's options as JSON. */
    private final Map<String, String> fields;

    private OnnxOptions(Map<String, String> fields) {
        this.fields = fields;
    }

    /**
     * Options of which nothing was changed.
     *
     * @return the threads of the process, all optimizations, the processor
     */
    public static OnnxOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Names the library of ONNX Runtime, instead of having it looked for.
     *
     * @param path the file, such as {@code libonnxruntime.so}
     * @return changed options
     */
    public OnnxOptions library(Path path) {
        return with("library", text(OtherFiles.text(path)));
    }

    /**
     * How many threads compute one run, the caller's among them.
     *
     * @param threads 0, the default, shares the threads of the process among all models; 1 is the caller's alone
     * @return changed options
     */
    public OnnxOptions threads(int threads) {
        return with("threads", Integer.toString(threads));
    }

    /**
     * How far the graph is rewritten when the model is loaded.
     *
     * @param level the default is {@link OnnxOptimization#ALL}
     * @return changed options
     */
    public OnnxOptions optimization(OnnxOptimization level) {
        return with("optimization", text(Objects.requireNonNull(level, "level").name()));
    }

    /**
     * Names execution providers, the best first. That of the processor takes what they leave.
     *
     * @param names as ONNX Runtime calls them, such as {@code CoreMLExecutionProvider}
     * @return changed options
     */
    public OnnxOptions providers(String... names) {
        return with("providers", texts("names", names));
    }

    /**
     * Whether only kernels are used whose results are the same each time.
     *
     * @param deterministic the default is false
     * @return changed options
     */
    public OnnxOptions deterministic(boolean deterministic) {
        return with("deterministic", Boolean.toString(deterministic));
    }

    /**
     * Whether the memory of a run is planned by what earlier runs with the same shapes took.
     *
     * @param memoryPattern the default is true
     * @return changed options
     */
    public OnnxOptions memoryPattern(boolean memoryPattern) {
        return with("memoryPattern", Boolean.toString(memoryPattern));
    }

    /**
     * Names the outputs to compute, and their order.
     *
     * @param names none for all
     * @return changed options
     */
    public OnnxOptions outputs(String... names) {
        return with("outputs", texts("names", names));
    }

    /**
     * Writes the times of all operations to a file, until {@link OnnxModel#endProfiling()}.
     *
     * @param path its path, to which ONNX Runtime adds the date
     * @return changed options
     */
    public OnnxOptions profile(Path path) {
        return with("profile", text(OtherFiles.text(path)));
    }

    /**
     * Below what level nothing is logged of the model and of its runs. ONNX Runtime's log goes to the {@link System.Logger}
     * named {@code dev.tenure.onnx}.
     *
     * @param level the default is {@link OnnxLogLevel#FATAL}: what fails is an exception
     * @return changed options
     */
    public OnnxOptions logLevel(OnnxLogLevel level) {
        return with("logSeverity", text(Objects.requireNonNull(level, "level").name()));
    }

    /**
     * Whether models of the same file, or of the same bytes, with the same options hold their weights once. All of them say
     * so, and only {@link #outputs} may differ.
     *
     * @param sharedWeights the default is false
     * @return changed options
     */
    public OnnxOptions sharedWeights(boolean sharedWeights) {
        return with("sharedWeights", Boolean.toString(sharedWeights));
    }

    /** Whether the library is named. */
    boolean hasLibrary() {
        return fields.containsKey("library");
    }

    /** As the core reads it. */
    String json() {
        return fields.entrySet().stream()
                .map(field -> text(field.getKey()) + ":" + field.getValue())
                .collect(Collectors.joining(",", "{", "}"));
    }

    /** The same with this library; empty for none. */
    String json(String library) {
        return library.isEmpty() ? json() : with("library", text(library)).json();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof OnnxOptions options && fields.equals(options.fields);
    }

    @Override
    public int hashCode() {
        return fields.hashCode();
    }

    @Override
    public String toString() {
        return json();
    }

    private OnnxOptions with(String name, String json) {
        Map<String, String> changed = new TreeMap<>(fields);
        changed.put(name, json);
        return new OnnxOptions(changed);
    }

    private static String texts(String parameter, String[] texts) {
        Objects.requireNonNull(texts, parameter);
        StringBuilder json = new StringBuilder("[");
        for (int i = 0; i < texts.length; i++) {
            String element = parameter + "[" + i + "]";
            json.append(i == 0 ? "" : ",").append(text(Objects.requireNonNull(texts[i], element)));
        }
        return json.append(']').toString();
    }

    /** A text as JSON writes it. */
    static String text(String text) {
        Text.checked(text, "text");
        StringBuilder json = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < ' ') {
                json.append(String.format("\\u%04x", (int) c));
            } else {
                json.append(c);
            }
        }
        return json.append('"').toString();
    }
}
