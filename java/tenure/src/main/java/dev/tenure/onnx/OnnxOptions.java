package dev.tenure.onnx;

import dev.tenure.access.OtherFiles;
import dev.tenure.internal.Text;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The options of an {@link OnnxModel}. Each method returns a copy with one option changed: {@code
 * OnnxOptions.defaults().threads(1)}.
 */
public final class OnnxOptions {
    private static final OnnxOptions DEFAULTS = new OnnxOptions(Map.of());

    /** The options that were set, as fields of JSON. */
    private final Map<String, String> fields;

    private OnnxOptions(Map<String, String> fields) {
        this.fields = fields;
    }

    /**
     * Returns the default options.
     *
     * @return the threads of the process, all optimizations, the CPU
     */
    public static OnnxOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Sets the library of ONNX Runtime, which is then not searched for.
     *
     * @param path the file, such as {@code libonnxruntime.so}
     * @return changed options
     */
    public OnnxOptions library(Path path) {
        return with("library", text(OtherFiles.text(path)));
    }

    /**
     * Sets how many threads compute one run, including the caller's.
     *
     * @param threads 0, the default, shares the threads of the process among all models; 1 uses
     *     only the caller's thread
     * @return changed options
     */
    public OnnxOptions threads(int threads) {
        return with("threads", Integer.toString(threads));
    }

    /**
     * Sets how far the graph is optimized when the model is loaded.
     *
     * @param level the default is {@link OnnxOptimization#ALL}
     * @return changed options
     */
    public OnnxOptions optimization(OnnxOptimization level) {
        return with("optimization", text(Objects.requireNonNull(level, "level").name()));
    }

    /**
     * Sets the execution providers, in order of preference. The CPU provider runs the operations
     * that they do not support.
     *
     * @param names the names in ONNX Runtime, such as {@code CoreMLExecutionProvider}
     * @return changed options
     */
    public OnnxOptions providers(String... names) {
        return with("providers", texts("names", names));
    }

    /**
     * Sets whether only kernels are used whose results are the same in each run.
     *
     * @param deterministic the default is false
     * @return changed options
     */
    public OnnxOptions deterministic(boolean deterministic) {
        return with("deterministic", Boolean.toString(deterministic));
    }

    /**
     * Sets whether the memory of a run is planned from earlier runs with the same shapes.
     *
     * @param memoryPattern the default is true
     * @return changed options
     */
    public OnnxOptions memoryPattern(boolean memoryPattern) {
        return with("memoryPattern", Boolean.toString(memoryPattern));
    }

    /**
     * Sets the outputs to compute, and their order.
     *
     * @param names the outputs; none means all
     * @return changed options
     */
    public OnnxOptions outputs(String... names) {
        return with("outputs", texts("names", names));
    }

    /**
     * Writes the times of all operations to a file, until {@link OnnxModel#endProfiling()} is
     * called.
     *
     * @param path the path, to which ONNX Runtime appends the date
     * @return changed options
     */
    public OnnxOptions profile(Path path) {
        return with("profile", text(OtherFiles.text(path)));
    }

    /**
     * Sets the lowest level that is logged for the model and its runs. ONNX Runtime's log goes to
     * the {@link System.Logger} named {@code dev.tenure.onnx}.
     *
     * @param level the default is {@link OnnxLogLevel#FATAL}, because a failure throws an exception
     * @return changed options
     */
    public OnnxOptions logLevel(OnnxLogLevel level) {
        return with("logSeverity", text(Objects.requireNonNull(level, "level").name()));
    }

    /**
     * Sets whether models share one copy of their weights. They must have the same file or the same
     * bytes, and the same options except {@link #outputs}; all of them must set this.
     *
     * @param sharedWeights the default is false
     * @return changed options
     */
    public OnnxOptions sharedWeights(boolean sharedWeights) {
        return with("sharedWeights", Boolean.toString(sharedWeights));
    }

    /**
     * Sets the folder of the files that a model of bytes keeps data in. A model of a file finds them
     * beside it.
     *
     * @param folder the folder, on the default file system
     * @return changed options
     */
    public OnnxOptions folder(Path folder) {
        return with("folder", text(OtherFiles.text(Objects.requireNonNull(folder, "folder"))));
    }

    /** Whether the library is set. */
    boolean hasLibrary() {
        return fields.containsKey("library");
    }

    /** The options as JSON, for the core. */
    String json() {
        return fields.entrySet().stream()
                .map(field -> text(field.getKey()) + ":" + field.getValue())
                .collect(Collectors.joining(",", "{", "}"));
    }

    /** The options as JSON, with this library unless it is empty. */
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

    /** A text as a JSON string. */
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
