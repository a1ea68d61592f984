package dev.tenure;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Things of which any one is asked for, by any thread. */
final class Pool<T> {
    private final List<T> items = new ArrayList<>();

    synchronized T add(T item) {
        items.add(item);
        return item;
    }

    /** Any of them, or null. */
    synchronized T any(Random random) {
        return items.isEmpty() ? null : items.get(random.nextInt(items.size()));
    }

    /** Any of them, which is out of it then, or null. */
    synchronized T take(Random random) {
        return items.isEmpty() ? null : items.remove(random.nextInt(items.size()));
    }

    synchronized List<T> all() {
        return List.copyOf(items);
    }

    synchronized void clear() {
        items.clear();
    }
}
