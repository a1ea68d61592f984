package dev.tenure;

/**
 * Implemented by a user's type that holds native resources, so that {@link Scope#using} can find
 * and keep them.
 *
 * <pre>{@code
 * final class Detection implements Escapable {
 *     private final Tensor boxes;
 *     private final Tensor scores;
 *     ...
 *     public Iterable<?> escaping() {
 *         return List.of(boxes, scores);
 *     }
 * }
 * }</pre>
 */
@FunctionalInterface
public interface Escapable {
    /**
     * Returns the objects that must live as long as this one.
     *
     * @return tensors, other native resources, and objects that hold some; nulls are skipped
     */
    Iterable<?> escaping();
}
