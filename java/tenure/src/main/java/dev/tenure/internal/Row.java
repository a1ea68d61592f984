package dev.tenure.internal;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/**
 * The entry for one handle in a report of the core.
 *
 * @param fields kind, handle, name, dtype, shape, bytes, age, path, site, state, contents, line;
 *     unknown ones are empty
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

    public String line() {
        return fields[11];
    }

    private Optional<String> text(int field) {
        return fields[field].isEmpty() ? Optional.empty() : Optional.of(fields[field]);
    }
}
