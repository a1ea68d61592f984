package dev.tenure.reports;

import dev.tenure.DType;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * Something that is alive and that nobody closed, or that the garbage collector had to free; or an exported buffer.
 *
 * @param kind {@code tensor}, {@code scope}, {@code tape}, {@code optimizer} or {@code counter}; {@code buffer} of
 *     {@link dev.tenure.Tenure#exportedBuffers()}
 * @param id the number that {@link dev.tenure.NativeResource#id()} gives: what tells which resource this is about
 * @param name the name that it was given; empty if it has none
 * @param dtype the element type; empty if this is no tensor
 * @param shape the dimensions; none for a scalar, and for what is no tensor
 * @param bytes the bytes of its storage; of a scope that the garbage collector freed, those of all that lay in it; 0 for
 *     anything else that is no tensor
 * @param age how long ago it was made; empty if that was not recorded, see {@link LeakLevel}
 * @param path the scopes that own it, the outermost first, such as {@code 'model' > 'epoch'}; empty if no scope owns it
 * @param site the line that made it, such as {@code com.acme.Model.forward(Model.java:31)}; empty if that was not recorded, see
 *     {@link LeakLevel}
 * @param collected whether the garbage collector has freed it; false if it is still alive
 * @param contents what lay in a scope that the garbage collector freed, and in the scopes below it: groups of equals, the
 *     largest first, such as {@code 12 x float32 [64,10] at com.acme.Train.step(Train.java:31); 1 x tape; and 3 more};
 *     empty for anything else
 * @param line all of this as a report of the library has it, in every language: {@code float32 [2,3] 'weight', 24 B in
 *     'model', alive for 0.5 s, made at com.acme.Model.forward(Model.java:31)}
 */
public record Leak(
        String kind,
        long id,
        Optional<String> name,
        Optional<DType> dtype,
        long[] shape,
        long bytes,
        Optional<Duration> age,
        Optional<String> path,
        Optional<String> site,
        boolean collected,
        Optional<String> contents,
        String line) {

    /**
     * Nothing is null: what is not known is empty.
     *
     * @param kind see above
     * @param id see above
     * @param name see above
     * @param dtype see above
     * @param shape see above
     * @param bytes see above
     * @param age see above
     * @param path see above
     * @param site see above
     * @param collected see above
     * @param contents see above
     * @param line see above
     */
    public Leak {
        Objects.requireNonNull(shape, "shape");
        Objects.requireNonNull(line, "line");
    }

    /**
     * The dimensions.
     *
     * @return a new array; of no dimension for a scalar, and for what is no tensor
     */
    public long[] shape() {
        return shape.clone();
    }

    /** {@link #line()}. */
    @Override
    public String toString() {
        return line;
    }
}
