package dev.tenure;

/** Native memory was refused, by the system or by a limit. Nothing was changed by the call. */
public final class NativeMemoryException extends RuntimeException implements TenureException {
    private static final long serialVersionUID = 1L;

    /** Which status of the library this is. */
    private final Status status;

    /** Called by the library. */
    NativeMemoryException(int status, String message) {
        super(message);
        this.status = Status.of(status);
    }

    @Override
    public Status status() {
        return status;
    }
}
