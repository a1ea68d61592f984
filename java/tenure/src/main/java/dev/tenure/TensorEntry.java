package dev.tenure;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a file of several tensors says of one of them, without reading its elements.
 *
 * @param name the name of the tensor
 * @param storedAs the type of the elements as the file names it, such as {@code F8_E4M3}
 * @param dtype the element type of the tensor that is read, or null if no tensor holds these
 *     elements: then reading it needs an element type
 * @param widened the element type that holds the elements exactly, or null if there is none
 * @param shape the size along each axis
 * @param nbytes the bytes of the elements, before they are compressed
 */
public record TensorEntry(
        String name, String storedAs, @Nullable DType dtype, @Nullable DType widened, long[] shape, long nbytes) {
    private static final int FIELDS = 5; // before the sizes

    /**
     * Copies the shape.
     *
     * @param name the name of the tensor
     * @param storedAs the type of the elements as the file names it
     * @param dtype the element type of the tensor that is read, or null
     * @param widened the element type that holds the elements exactly, or null
     * @param shape the size along each axis
     * @param nbytes the bytes of the elements
     */
    public TensorEntry {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(storedAs, "storedAs");
        shape = Objects.requireNonNull(shape, "shape").clone();
    }

    /** {@return a copy of the size along each axis} */
    @Override
    public long[] shape() {
        return shape.clone();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof TensorEntry that
                && name.equals(that.name)
                && storedAs.equals(that.storedAs)
                && dtype == that.dtype
                && widened == that.widened
                && nbytes == that.nbytes
                && Arrays.equals(shape, that.shape);
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, storedAs, dtype, widened, nbytes, Arrays.hashCode(shape));
    }

    @Override
    public String toString() {
        return name + ": " + storedAs + " " + Arrays.toString(shape).replace(" ", "");
    }

    /** Reads a row of the core. */
    static TensorEntry of(String[] row) {
        long[] shape = new long[row.length - FIELDS];
        for (int i = 0; i < shape.length; i++) {
            shape[i] = Long.parseLong(row[FIELDS + i]);
        }
        return new TensorEntry(row[0], row[1], dtype(row[2]), dtype(row[3]), shape, Long.parseLong(row[4]));
    }

    private static @Nullable DType dtype(String code) {
        return code.equals("0") ? null : DType.of(Integer.parseInt(code));
    }
}
