package dev.tenure;

import org.jspecify.annotations.Nullable;

/**
 * Tells {@link Scope#using} what a type holds that is neither the JDK's nor one's own: a tuple, a collection or a data class
 * of another language or library. One's own types implement {@link Escapable}.
 *
 * <p>A rule is found as a service: its class, public and with a constructor of no arguments, is named in {@code
 * META-INF/services/dev.tenure.EscapeRule}, or provided by its module. It is asked about each object of a result that
 * Tenure does not know, so it should answer quickly for what it does not know either.
 */
@FunctionalInterface
public interface EscapeRule {
    /**
     * What {@code value} holds.
     *
     * @param value an object that was met in a result; no JDK collection, no record, no native resource
     * @return what is to live as long as the value: tensors, other native resources, and anything that holds some; nulls in it
     *     are passed over. Null if the rule does not know the type
     * @throws InvalidArgumentException if the value makes its elements only later, when they are closed; it should name the
     *     class and say what to return instead
     */
    @Nullable Iterable<?> parts(Object value);
}
