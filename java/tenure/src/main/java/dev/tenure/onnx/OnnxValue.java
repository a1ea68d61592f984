package dev.tenure.onnx;

import dev.tenure.DType;
import dev.tenure.access.Nouns;
import dev.tenure.internal.Arguments;
import java.util.List;
import java.util.Objects;

/**
 * An input or output of an {@link OnnxModel}.
 *
 * @param name its name in the model
 * @param dtype the element type
 * @param shape the sizes, outermost first: a number; or a name, of sizes that are the same in each run; or {@code ?}. A
 *     model that leaves the number of dimensions open has none here
 */
public record OnnxValue(String name, DType dtype, List<String> shape) {
    /**
     * A description.
     *
     * @param name its name in the model
     * @param dtype the element type
     * @param shape the sizes
     */
    public OnnxValue {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(dtype, "dtype");
        Arguments.notNull("shape", Objects.requireNonNull(shape, "shape").toArray());
        shape = List.copyOf(shape);
    }

    /** Of a row of the core. */
    static OnnxValue of(String[] row) {
        return new OnnxValue(row[0], Nouns.get().dtype(Integer.parseInt(row[1])), List.of(row).subList(2, row.length));
    }
}
