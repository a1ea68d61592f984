package dev.tenure.onnx;

import dev.tenure.DType;
import dev.tenure.access.Nouns;
import dev.tenure.internal.Arguments;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The description of an input or output of an {@link OnnxModel}.
 *
 * @param name the name in the model
 * @param type what it is: an element type such as {@code float32} or {@code string} for a tensor,
 *     or {@code sequence of map of int64 to float32}
 * @param dtype the element type of a tensor of numbers; null for anything else
 * @param shape the sizes of a tensor, outermost first; each is a number, or a name if the size is
 *     variable and equal to others of that name in the same run, or {@code ?}. Empty if the model
 *     leaves the number of dimensions open, and for what is not a tensor
 */
public record OnnxPort(String name, String type, @Nullable DType dtype, List<String> shape) {
    /**
     * Makes a description.
     *
     * @param name the name in the model
     * @param type what it is
     * @param dtype the element type of a tensor of numbers; null for anything else
     * @param shape the sizes
     */
    public OnnxPort {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(type, "type");
        Arguments.notNull("shape", Objects.requireNonNull(shape, "shape").toArray());
        shape = List.copyOf(shape);
    }

    /** {@return whether it is a tensor of numbers, which {@link OnnxModel#run} takes and returns} */
    public boolean isTensor() {
        return dtype != null;
    }

    /**
     * Returns name, type and shape: {@code x: float32 [N, 3]}, {@code prob: sequence of map of int64 to
     * float32}.
     */
    @Override
    public String toString() {
        boolean hasShape = dtype != null || !shape.isEmpty();
        return name + ": " + type + (hasShape ? " " + shape : "");
    }

    /** Converts a row of the core's report. */
    static OnnxPort of(String[] row) {
        int code = Integer.parseInt(row[1]);
        List<String> rest = List.of(row).subList(2, row.length);
        if (code == 0) {
            return new OnnxPort(row[0], row[2], null, rest.subList(1, rest.size()));
        }
        DType dtype = Nouns.get().dtype(code);
        return new OnnxPort(row[0], dtype.toString(), dtype, rest);
    }
}
