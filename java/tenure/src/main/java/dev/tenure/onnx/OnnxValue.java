package dev.tenure.onnx;

import dev.tenure.DType;
import dev.tenure.access.Nouns;
import dev.tenure.internal.Arguments;
import java.util.List;
import java.util.Objects;

/**
 * An input or output of an {@link OnnxModel}.
 *
 * @param name the name in the model
 * @param dtype the element type
 * @param shape the sizes, outermost first; each is a number, or a name if the size is variable and
 *     equal to others of that name in the same run, or {@code ?}. Empty if the model leaves the
 *     number of dimensions open
 */
public record OnnxValue(String name, DType dtype, List<String> shape) {
    /**
     * Makes a description.
     *
     * @param name the name in the model
     * @param dtype the element type
     * @param shape the sizes
     */
    public OnnxValue {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(dtype, "dtype");
        Arguments.notNull("shape", Objects.requireNonNull(shape, "shape").toArray());
        shape = List.copyOf(shape);
    }

    /** Returns name, element type and shape: {@code x: float32 [N, 3]}. */
    @Override
    public String toString() {
        return name + ": " + dtype + " " + shape;
    }

    /** Converts a row of the core's report. */
    static OnnxValue of(String[] row) {
        return new OnnxValue(row[0], Nouns.get().dtype(Integer.parseInt(row[1])), List.of(row).subList(2, row.length));
    }
}
