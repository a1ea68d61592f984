package dev.tenure;

/**
 * A type of one's own that {@link Scope#using} looks into: what it names escapes with it.
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
     * What is to live as long as this.
     *
     * @return tensors, other native resources, and anything that holds some; nulls are passed over
     */
    Iterable<?> escaping();
}
