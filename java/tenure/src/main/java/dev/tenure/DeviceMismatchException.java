package dev.tenure;

/** Operands on different devices. */
public final class DeviceMismatchException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    /** Which status of the library this is. */
    private final Status status;

    /** Called by the library. */
    DeviceMismatchException(int status, String message) {
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
