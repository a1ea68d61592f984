package dev.tenure;

/** Operands on different devices. */
public final class DeviceMismatchException extends InvalidArgumentException {
    private static final long serialVersionUID = 1L;

    /** Called by the library. */
    DeviceMismatchException(int status, String message) {
        super(status, message);
    }
}
