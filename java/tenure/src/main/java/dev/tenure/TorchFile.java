package dev.tenure;

import dev.tenure.access.NamedFiles;
import dev.tenure.access.OtherFiles;
import dev.tenure.internal.Native;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * Reads the tensors of files that PyTorch's {@code torch.save} wrote: {@code .pt}, {@code .pth} and
 * the {@code .ckpt} of Lightning. Nothing in such a file is run.
 *
 * <p>The name of a tensor is the keys and positions that lead to it, joined by dots:
 * {@code fc.weight} in a state dict, {@code state_dict.fc.weight} in a checkpoint. A file that is
 * nothing but a tensor has it under the name {@code tensor}. Tensors that are read together and
 * share memory in PyTorch do so here.
 *
 * <pre>{@code
 * Map<String, Tensor> weights = TorchFile.load(Path.of("model.pth"));
 * SafeTensors.save(Path.of("model.safetensors"), weights);
 * }</pre>
 *
 * <p>Every method throws a {@link TensorException} if the file cannot be read or is damaged; its
 * cause is an {@link java.io.IOException}, or more exactly a
 * {@link java.nio.file.NoSuchFileException} if the file does not exist. It also throws one, which says
 * what to run in Python, for a pickled module, a TorchScript program and the format that PyTorch wrote
 * before version 1.6. A file that is not on the default file system may have at most 2 GiB.
 */
public final class TorchFile {
    private static final NamedFiles.Format FORMAT = new NamedFiles.Format(
            path -> NamedFiles.names(Native.pthEntries(path)),
            (bytes, n, file) -> NamedFiles.names(Native.pthEntriesBytes(bytes, n, file)),
            path -> (scope, names, dtype, handles) -> Native.pthLoadList(scope, path, names, dtype, handles),
            (bytes, n, file) -> (scope, names, dtype, handles) ->
                    Native.pthLoadListBytes(scope, bytes, n, file, names, dtype, handles));

    private TorchFile() {}

    /**
     * Returns the names of the tensors in a file, sorted.
     *
     * @param path the file
     * @return the names
     */
    public static List<String> names(Path path) {
        return entries(path).stream().map(TensorEntry::name).toList();
    }

    /**
     * Returns what a file says of its tensors, sorted by name; no element is read.
     *
     * @param path the file
     * @return an entry for each tensor
     */
    public static List<TensorEntry> entries(Path path) {
        Objects.requireNonNull(path, "path");
        return NamedTensors.entries(
                OtherFiles.read(path, () -> Native.pthEntries(path.toString()), Native::pthEntriesBytes));
    }

    /**
     * Reads one tensor.
     *
     * @param path the file
     * @param name the name of the tensor
     * @return a new tensor
     * @throws InvalidArgumentException if the file has no tensor of this name
     */
    public static Tensor load(Path path, String name) {
        return NamedFiles.one(FORMAT, path, name, null);
    }

    /**
     * Reads one tensor and converts it as {@link Tensor#cast(DType)} does: also elements that no tensor
     * holds, such as those of uint16.
     *
     * @param path the file
     * @param name the name of the tensor
     * @param dtype the element type of the result
     * @return a new tensor
     * @throws InvalidArgumentException if the file has no tensor of this name
     */
    public static Tensor load(Path path, String name, DType dtype) {
        return NamedFiles.one(FORMAT, path, name, Objects.requireNonNull(dtype, "dtype"));
    }

    /**
     * Reads all tensors of a file.
     *
     * @param path the file
     * @return new tensors by name
     */
    public static Map<String, Tensor> load(Path path) {
        return load(path, name -> true);
    }

    /**
     * Reads the tensors of a file whose names are accepted, such as {@code n -> n.startsWith("state_dict.")}.
     *
     * @param path the file
     * @param names which tensors to read
     * @return new tensors by name
     */
    public static Map<String, Tensor> load(Path path, Predicate<? super String> names) {
        return NamedFiles.some(FORMAT, path, names, null);
    }
}
