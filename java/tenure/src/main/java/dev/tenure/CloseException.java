package dev.tenure;

/**
 * Something that a scope was given to close, by {@link Scope#own}, failed with a checked exception: its cause. All
 * others were closed all the same, and what else failed is suppressed here.
 */
public final class CloseException extends RuntimeException implements TenureException {
    private static final long serialVersionUID = 1L;

    CloseException(Throwable cause) {
        super("a resource that the scope owned could not be closed: " + cause, cause);
    }

    /** {@link Status#OK}: all that is native was closed. */
    @Override
    public Status status() {
        return Status.OK;
    }
}
