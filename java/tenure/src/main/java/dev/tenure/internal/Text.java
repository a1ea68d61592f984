package dev.tenure.internal;

import java.util.Objects;

/**
 * Text on its way to the core. What crosses by itself is checked there; here is checked what is kept in Java first, or
 * crosses as a part of other text, so that the error is thrown by the call that was given the text and has its index.
 */
public final class Text {
    private Text() {}

    /** The same text, if it is not null and has no lone surrogate. */
    public static String checked(String text, String name) {
        Objects.requireNonNull(text, name);
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                Native.checkText(text);
                return text;
            }
        }
        return text;
    }
}
