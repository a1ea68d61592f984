package dev.tenure;

/** A scope that should own something cannot: it is closed, or takes no further members. */
public final class ScopeException extends IllegalStateException implements TenureException {
    private static final long serialVersionUID = 1L;

    /** Which status of the library this is. */
    private final Status status;

    /** Called by the library. */
    ScopeException(int status, String message) {
        super(message);
        this.status = Status.of(status);
    }

    @Override
    public Status status() {
        return status;
    }
}
