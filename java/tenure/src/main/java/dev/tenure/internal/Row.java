package dev.tenure.internal;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a report of the core says of one handle.
 *
 * @param fields kind, handle, name, dtype, shape, bytes, age, path, site, state, contents; what is not known is empty
 */
public record Row(String[] fields) {
    public String kind() {
        return fields[0];
    }

    public long id() {
        return Long.parseLong(fields[1]);
    }

    public Optional<String> name() {
        return text(2);
    }

    public Optional<String> dtype() {
        return text(3);
    }

    public long[] shape() {
        String list = fields[4].replaceAll("[\\[\\] ]", "");
        return list.isEmpty() ? new long[0] : Arrays.stream(list.split(",")).mapToLong(Long::parseLong).toArray();
    }

    public long bytes() {
        return Long.parseLong(fields[5]);
    }

    public Optional<Duration> age() {
        return text(6).map(Long::parseLong).map(Duration::ofMillis);
    }

    public Optional<String> path() {
        return text(7);
    }

    public Optional<String> site() {
        return text(8);
    }

    public boolean isCollected() {
        return fields[9].equals("collected");
    }

    public Optional<String> contents() {
        return text(10);
    }

    private Optional<String> text(int field) {
        return fields[field].isEmpty() ? Optional.empty() : Optional.of(fields[field]);
    }

    /** Such as {@code tensor 'weight' float32 [2, 3], 24 bytes, made at com.acme.Model.forward(Model.java:31)}. */
    public static String line(
            String kind, Optional<String> name, Optional<String> dtype, long[] shape, long bytes, Optional<String> site) {
        StringBuilder text = new StringBuilder(kind);
        name.ifPresent(given -> text.append(" '").append(given).append('\''));
        dtype.ifPresent(type -> text.append(' ').append(type).append(' ')
                .append(Arrays.stream(shape).mapToObj(Long::toString).collect(Collectors.joining(", ", "[", "]"))));
        if (dtype.isPresent() || bytes > 0) {
            text.append(", ").append(bytes).append(" bytes");
        }
        site.ifPresent(line -> text.append(", made at ").append(line));
        return text.toString();
    }
}
