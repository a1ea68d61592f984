package dev.tenure;

/** Shapes that do not fit each other; the message names them. */
public final class ShapeMismatchException extends InvalidArgumentException {
    private static final long serialVersionUID = 1L;

    /** Called by the library. */
    ShapeMismatchException(int status, String message) {
        super(status, message);
    }
}
