package dev.tenure;

/**
 * Thrown when closing a resource given to {@link Scope#own} has failed with a checked exception,
 * which is the cause. All other resources were closed, and their failures are suppressed in this
 * exception.
 */
public final class CloseException extends RuntimeException implements TenureException {
    private static final long serialVersionUID = 1L;

    CloseException(Throwable cause) {
        super("a resource that the scope owned could not be closed: " + cause, cause);
    }

    /** Returns {@link Status#OK}, because all native resources were closed. */
    @Override
    public Status status() {
        return Status.OK;
    }
}
