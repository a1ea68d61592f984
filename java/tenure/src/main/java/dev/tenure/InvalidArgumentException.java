package dev.tenure;

/** An argument outside what the operation accepts; the message names the values. */
public sealed class InvalidArgumentException extends IllegalArgumentException implements TenureException
        permits ShapeMismatchException, DTypeMismatchException, DeviceMismatchException {
    private static final long serialVersionUID = 1L;

    /** Which status of the library this is. */
    private final Status status;

    /** Called by the library. */
    InvalidArgumentException(int status, String message) {
        super(message);
        this.status = Status.of(status);
    }

    @Override
    public final Status status() {
        return status;
    }
}
