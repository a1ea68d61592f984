package dev.tenure;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Files of named tensors, in the {@code .safetensors} format. */
public final class SafeTensors {
    private SafeTensors() {}

    /**
     * Writes tensors under their names.
     *
     * @param path the file; one that is there is replaced
     * @param tensors by name
     * @throws TensorException if the file cannot be written
     */
    public static void save(Path path, Map<String, Tensor> tensors) {
        String[] names = tensors.keySet().toArray(String[]::new);
        Tensor[] values = new Tensor[names.length];
        for (int i = 0; i < names.length; i++) {
            values[i] = tensors.get(names[i]);
        }
        Native.safetensorsSave(path.toString(), names, Use.handles(values));
        Use.done(values);
    }

    /**
     * The names in a file.
     *
     * @param path the file
     * @return the names of its tensors
     * @throws TensorException if the file cannot be read or is damaged
     */
    public static List<String> names(Path path) {
        return List.of(Native.safetensorsNames(path.toString()));
    }

    /**
     * Reads one tensor.
     *
     * @param path the file
     * @param name which one
     * @return a new tensor
     * @throws TensorException if the file cannot be read or is damaged
     * @throws InvalidArgumentException if it has no tensor of this name
     */
    public static Tensor load(Path path, String name) {
        return Call.made(Current.scope(), scope -> Native.safetensorsLoad(scope, path.toString(), name), null);
    }

    /**
     * Reads all tensors.
     *
     * @param path the file
     * @return new tensors by name
     * @throws TensorException if the file cannot be read or is damaged
     */
    public static Map<String, Tensor> load(Path path) {
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        try {
            for (String name : names(path)) {
                tensors.put(name, load(path, name));
            }
        } catch (RuntimeException e) {
            tensors.values().forEach(Tensor::close);
            throw e;
        }
        return tensors;
    }
}
