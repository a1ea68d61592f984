package dev.tenure.internal;

import java.util.Objects;

/**
 * Checks text before it reaches the core. The core checks text that is passed by itself. This class
 * checks text that is kept in Java first, or passed as a part of another text, so that the error
 * comes from the call that received the text and has the right index.
 */
public final class Text {
    private Text() {}

    /** Returns {@code text} if it is not null and has no lone surrogate. */
    public static String checked(String text, String name) {
        Objects.requireNonNull(text, name);
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                NativeLoader.require();
                Native.checkText(text);
                return text;
            }
        }
        return text;
    }
}
