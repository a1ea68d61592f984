package dev.tenure.reports;

import dev.tenure.DType;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * A resource that is alive and was not closed, or that the garbage collector had to free; or an
 * exported buffer.
 *
 * @param kind {@code tensor}, {@code scope}, {@code tape}, {@code optimizer} or {@code counter};
 *     {@code buffer} in {@link dev.tenure.Tenure#exportedBuffers()}
 * @param id the number that {@link dev.tenure.NativeResource#id()} of the resource returns
 * @param name the name of the resource; empty if it has none
 * @param dtype the element type; empty if the resource is not a tensor
 * @param shape the dimensions; an empty array for a scalar, and if the resource is not a tensor
 * @param bytes the bytes of its storage; for a scope that the garbage collector freed, the bytes of
 *     all its contents; 0 for other resources that are not tensors
 * @param age the time since it was made; empty if that was not recorded, see {@link LeakLevel}
 * @param path the scopes that own it, the outermost first, such as {@code 'model' > 'epoch'}; empty
 *     if it is unowned
 * @param site the line that made it, such as {@code com.acme.Model.forward(Model.java:31)}; empty
 *     if that was not recorded, see {@link LeakLevel}
 * @param collected whether the garbage collector has freed it; false if it is still alive
 * @param contents the contents of a scope that the garbage collector freed, including scopes below
 *     it, in groups of equal entries, the largest first, such as
 *     {@code 12 x float32 [64,10] at com.acme.Train.step(Train.java:31); 1 x tape; and 3 more};
 *     empty for anything else
 * @param line all of this as one line of a report, the same in every language:
 *     {@code float32 [2,3] 'weight', 24 B in 'model', alive for 0.5 s, made at
 *     com.acme.Model.forward(Model.java:31)}
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
     * Makes a leak. Unknown values are empty, not null.
     *
     * @param kind the kind of resource
     * @param id the number of the resource
     * @param name the name
     * @param dtype the element type
     * @param shape the dimensions
     * @param bytes the bytes of its storage
     * @param age the time since it was made
     * @param path the scopes that own it
     * @param site the line that made it
     * @param collected whether the garbage collector has freed it
     * @param contents the contents of a collected scope
     * @param line all of this as one line
     */
    public Leak {
        Objects.requireNonNull(shape, "shape");
        Objects.requireNonNull(line, "line");
    }

    /**
     * Returns the dimensions.
     *
     * @return a new array; empty for a scalar, and if the resource is not a tensor
     */
    public long[] shape() {
        return shape.clone();
    }

    /** Returns {@link #line()}. */
    @Override
    public String toString() {
        return line;
    }
}
