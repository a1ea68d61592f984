package dev.tenure;

/** A tensor, scope, tape or optimizer was used after it was closed, or after the scope that owned it was. */
public final class ClosedException extends IllegalStateException implements TenureException {
    private static final long serialVersionUID = 1L;

    /** Which status of the library this is. */
    private final Status status;

    /** Called by the library. */
    ClosedException(int status, String message) {
        super(message);
        this.status = Status.of(status);
    }

    @Override
    public Status status() {
        return status;
    }
}
