package dev.tenure;

/** Element types that do not fit each other or the operation. */
public final class DTypeMismatchException extends InvalidArgumentException {
    private static final long serialVersionUID = 1L;

    /** Called by the library. */
    DTypeMismatchException(int status, String message) {
        super(status, message);
    }
}
