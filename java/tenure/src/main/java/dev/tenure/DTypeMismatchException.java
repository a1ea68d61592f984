package dev.tenure;

/** Element types that do not fit each other or the operation. */
public final class DTypeMismatchException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    /** Which status of the library this is. */
    private final Status status;

    /** Called by the library. */
    DTypeMismatchException(int status, String message) {
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
