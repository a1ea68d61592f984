package dev.tenure;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a report says of one handle: as a member of its scope, or as what may be a leak. */
public abstract sealed class Described permits Member, Leak {
    private final String[] row;

    /** Of kind, handle, name, dtype, shape, bytes, age, path, site, state, contents. */
    Described(String[] row) {
        this.row = row;
    }

    /**
     * What it is.
     *
     * @return {@code tensor}, {@code scope}, {@code tape}, {@code optimizer} or {@code counter};
     *     {@code buffer} of
     *     {@link Tenure#exportedBuffers()}
     */
    public String kind() {
        return row[0];
    }

    /** As it is said of another kind. */
    final String[] row(String kind) {
        String[] other = row.clone();
        other[0] = kind;
        return other;
    }

    /**
     * The number that {@link NativeResource#id()} gives: what tells which resource this is about.
     *
     * @return the same as its {@code id()}
     */
    public long id() {
        return handle();
    }

    final long handle() {
        return Long.parseLong(row[1]);
    }

    /**
     * The name that it was given.
     *
     * @return empty if it has none
     */
    public Optional<String> name() {
        return text(2);
    }

    /**
     * The element type.
     *
     * @return empty if this is no tensor
     */
    public Optional<DType> dtype() {
        return text(3).flatMap(name -> Arrays.stream(DType.values())
                .filter(dtype -> dtype.toString().equals(name))
                .findFirst());
    }

    /**
     * The dimensions.
     *
     * @return a new array; of no dimension for a scalar, and for what is no tensor
     */
    public long[] shape() {
        String list = row[4].replaceAll("[\\[\\] ]", "");
        return list.isEmpty() ? new long[0] : Arrays.stream(list.split(",")).mapToLong(Long::parseLong).toArray();
    }

    /**
     * The bytes of its storage.
     *
     * @return 0 for what is no tensor; of a scope that the garbage collector freed, the bytes of all that lay in it
     */
    public long bytes() {
        return Long.parseLong(row[5]);
    }

    /**
     * How long ago it was made.
     *
     * @return empty if that was not recorded, see {@link LeakLevel}
     */
    public Optional<Duration> age() {
        return text(6).map(Long::parseLong).map(Duration::ofMillis);
    }

    /**
     * The line that made it.
     *
     * @return such as {@code com.acme.Model.forward(Model.java:31)}; empty if that was not recorded, see
     *     {@link LeakLevel}
     */
    public Optional<String> site() {
        return text(8);
    }

    final Optional<String> text(int field) {
        return row[field].isEmpty() ? Optional.empty() : Optional.of(row[field]);
    }

    /** Such as {@code tensor 'weight' float32 [2, 3], 24 bytes, made at com.acme.Model.forward(Model.java:31)}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(kind());
        name().ifPresent(name -> text.append(" '").append(name).append('\''));
        if (!row[3].isEmpty()) {
            text.append(' ').append(row[3]).append(' ');
            text.append(Arrays.stream(shape()).mapToObj(Long::toString).collect(Collectors.joining(", ", "[", "]")));
        }
        if (!row[3].isEmpty() || bytes() > 0) {
            text.append(", ").append(bytes()).append(" bytes");
        }
        site().ifPresent(site -> text.append(", made at ").append(site));
        return text.toString();
    }
}
