package dev.tenure.nn;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.tenure.Tensor;
import dev.tenure.access.Nouns;
import dev.tenure.internal.KeepAlive;
import dev.tenure.internal.Native;
import java.util.Objects;

/**
 * Scales each column so that its smallest value is 0 and its greatest is 1, as scikit-learn's
 * {@code MinMaxScaler}.
 *
 * <pre>{@code
 * MinMax minMax = new MinMax(table.columns().size()).fit(rows);
 * Sequential net = new Sequential(minMax, new Linear(8, 1)); // saved with what was measured
 * }</pre>
 *
 * <p>What was measured is in the buffers {@code minimum} and {@code range}, which are saved with the
 * model.
 */
public final class MinMax extends Module {
    /**
     * Makes one that changes nothing until {@link #fit}. The current scope owns it; without one it is
     * the caller's.
     *
     * @param numFeatures the number of columns
     * @throws dev.tenure.InvalidArgumentException if it is not above 0
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public MinMax(long numFeatures) {
        super(scope -> Native.moduleMinMax(scope, numFeatures));
    }

    /**
     * Measures the columns of rows. Missing values, which are NaN, are left out. A column of equal
     * values is divided by 1.
     *
     * @param rows the rows, {@code [N, F]}
     * @return this
     * @throws dev.tenure.InvalidArgumentException if a column has no values, or an infinite one
     * @throws dev.tenure.ShapeMismatchException if the rows have another number of columns
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    @CanIgnoreReturnValue
    public MinMax fit(Tensor rows) {
        Objects.requireNonNull(rows, "rows");
        Nouns.get().change(() -> Native.moduleFitColumns(handle(), Nouns.get().handle(rows)));
        KeepAlive.done(this, rows);
        return this;
    }

    /**
     * Returns scaled values as they were before.
     *
     * @param x scaled values, {@code [..., F]}
     * @return a new tensor
     * @throws dev.tenure.ShapeMismatchException if {@code x} has another number of columns
     * @throws dev.tenure.DTypeMismatchException if {@code x} has integers
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public Tensor inverse(Tensor x) {
        Objects.requireNonNull(x, "x");
        Tensor result =
                Nouns.get().from(x, scope -> Native.moduleInverseColumns(scope, handle(), Nouns.get().handle(x)));
        KeepAlive.done(this, x);
        return result;
    }
}
