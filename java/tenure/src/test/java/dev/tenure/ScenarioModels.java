package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tenure.onnx.OnnxModel;
import dev.tenure.onnx.OnnxOptions;
import dev.tenure.onnx.OnnxRunOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The commands about models of ONNX. */
final class ScenarioModels {
    private static final Path FOLDER = Path.of(System.getProperty("tenure.root"), "tests", "onnx", "data");

    private final Function<String, NativeResource> names;
    private final Function<String, Path> paths;

    ScenarioModels(Function<String, NativeResource> names, Function<String, Path> paths) {
        this.names = names;
        this.paths = paths;
    }

    /** Whether a scenario of this name needs a library of ONNX Runtime and there is none. */
    static boolean needsLibrary(String name) {
        String library = System.getenv("TENURE_ONNXRUNTIME");
        return name.startsWith("onnx_") && (library == null || library.isEmpty());
    }

    /** The command's results; null if it is none of these. */
    List<NativeResource> run(String command, List<String> a) throws IOException {
        ScenarioWords w = new ScenarioWords(names, a);
        switch (command) {
            case "onnx_load" -> {
                return List.of(OnnxModel.load(file(w.text(0)), options(w.after(1))));
            }
            case "onnx_load_bytes" -> {
                return List.of(OnnxModel.load(Files.readAllBytes(file(w.text(0))), options(w.after(1))));
            }
            case "onnx_run" -> {
                return List.of(model(w, 0).run(w.tensors(1)));
            }
            case "onnx_run_named" -> {
                return List.copyOf(model(w, 0).run(named(w.after(1))).values());
            }
            case "onnx_run_into" -> {
                Tensor[] given = w.after(2).tensors(0);
                int count = (int) w.integer(1);
                model(w, 0).run(Arrays.copyOf(given, count), Arrays.copyOfRange(given, count, given.length));
            }
            case "onnx_load_parts" -> {
                ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file(w.text(0))));
                ByteBuffer data = ByteBuffer.wrap(Files.readAllBytes(FOLDER.resolve(w.text(2))));
                return List.of(OnnxModel.load(bytes, Map.of(w.text(1), data), options(w.after(3))));
            }
            case "onnx_run_options" -> {
                return List.of(OnnxRunOptions.create());
            }
            case "onnx_run_with" -> {
                return List.of(model(w, 1).run(runOptions(w), w.tensors(2)));
            }
            case "onnx_cancel" -> runOptions(w).cancel();
            case "onnx_warm_up" -> model(w, 0).warmUp();
            case "expect_cancelled" -> assertEquals(w.flag(1), runOptions(w).isCancelled());
            default -> {
                return null;
            }
        }
        return List.of();
    }

    private OnnxModel model(ScenarioWords w, int i) {
        return (OnnxModel) names.apply(w.text(i));
    }

    private OnnxRunOptions runOptions(ScenarioWords w) {
        return (OnnxRunOptions) names.apply(w.text(0));
    }

    private Path file(String word) {
        return word.startsWith("$TMP/") ? paths.apply(word) : FOLDER.resolve(word + ".onnx");
    }

    private static OnnxOptions options(ScenarioWords w) {
        OnnxOptions options = OnnxOptions.defaults().threads(1);
        for (String word : w.words()) {
            String[] option = word.split("=", 2);
            options = switch (option[0]) {
                case "shared_weights" -> options.sharedWeights(Boolean.parseBoolean(option[1]));
                case "outputs" -> options.outputs(option[1].split(","));
                default -> throw new AssertionError(word + " is no option of a model");
            };
        }
        return options;
    }

    private static Map<String, Tensor> named(ScenarioWords w) {
        Map<String, Tensor> inputs = new LinkedHashMap<>();
        for (int i = 0; i < w.words().size(); i += 2) {
            inputs.put(w.text(i), w.tensor(i + 1));
        }
        return inputs;
    }
}
