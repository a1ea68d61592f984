package dev.tenure;

import org.jspecify.annotations.Nullable;

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

    /**
     * For what is closed with a scope of its own.
     *
     * @param message what is closed
     * @param cause what was thrown instead; null for nothing
     */
    public ClosedException(String message, @Nullable Throwable cause) {
        super(message, cause);
        this.status = Status.INVALID_HANDLE;
    }

    @Override
    public Status status() {
        return status;
    }
}
