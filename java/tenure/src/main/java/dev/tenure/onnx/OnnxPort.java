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
 *     variable and equal to others of that name in the same run, or {@code ?}. Empty for a tensor
 *     without dimensions, for one of any rank, and for what is not a tensor
 * @param isAnyRank whether it is a tensor of which the model leaves the number of dimensions open
 */
public record OnnxPort(String name, String type, @Nullable DType dtype, List<String> shape, boolean isAnyRank) {
    private static final String ANY_RANK = "..."; // for the sizes, in the core's report

    /**
     * Makes a description.
     *
     * @param name the name in the model
     * @param type what it is
     * @param dtype the element type of a tensor of numbers; null for anything else
     * @param shape the sizes
     * @param isAnyRank whether the number of dimensions is open
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
     * Returns name, type and shape: {@code x: float32 [N, 3]}, {@code y: float32 [...]} for any rank,
     * {@code prob: sequence of map of int64 to float32}.
     */
    @Override
    public String toString() {
        boolean hasShape = dtype != null || !shape.isEmpty();
        return name + ": " + type + (isAnyRank ? " [...]" : hasShape ? " " + shape : "");
    }

    /** Converts a row of the core's report. */
    static OnnxPort of(String[] row) {
        int code = Integer.parseInt(row[1]);
        DType dtype = code == 0 ? null : Nouns.get().dtype(code);
        String type = dtype == null ? row[2] : dtype.toString();
        List<String> sizes = List.of(row).subList(dtype == null ? 3 : 2, row.length);
        boolean isAnyRank = sizes.equals(List.of(ANY_RANK));
        return new OnnxPort(row[0], type, dtype, isAnyRank ? List.of() : sizes, isAnyRank);
    }
}
