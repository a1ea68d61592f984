package dev.tenure;

import org.jspecify.annotations.Nullable;

/**
 * Finds the native resources in a type of a third party, for {@link Scope#using}: a tuple, a
 * collection or a data class of another language or library. A user's own types implement
 * {@link Escapable} instead.
 *
 * <p>A rule is a service: its public class with a constructor without arguments is named in
 * {@code META-INF/services/dev.tenure.EscapeRule}, or provided by its module. It is called for each
 * object in a result whose type Tenure does not recognize, so it should also be fast for types that
 * it does not recognize itself.
 */
@FunctionalInterface
public interface EscapeRule {
    /**
     * Returns the objects that {@code value} holds.
     *
     * @param value an object in a result; not a JDK collection, a record or a native resource
     * @return the objects that must live as long as the value: tensors, other native resources, and
     *     objects that hold some; nulls in it are skipped. Null if the rule does not recognize the
     *     type
     * @throws InvalidArgumentException if the value would produce its elements after they are
     *     closed; the message should name the class and say what to return instead
     */
    @Nullable Iterable<?> parts(Object value);
}
