package dev.tenure;

/** An operation that does not exist, a device or file that cannot be used, or a defect of the library. */
public final class TensorException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Which status of the library this is. */
    private final Status status;

    /** Called by the library. */
    TensorException(int status, String message) {
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
