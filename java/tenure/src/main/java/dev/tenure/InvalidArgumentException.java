package dev.tenure;

/** An argument outside what the operation accepts; the message names the values. */
public final class InvalidArgumentException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    /** Which status of the library this is. */
    private final Status status;

    /** Called by the library. */
    InvalidArgumentException(int status, String message) {
        super(message);
        this.status = Status.of(status);
    }

    /**
     * Which status of the library this is.
     *
     * @return the status
     */
    public Status status() {
        return status;
    }
}
