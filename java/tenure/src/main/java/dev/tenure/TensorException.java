package dev.tenure;

/**
 * An operation that does not exist, a device or file that cannot be used, or a defect of the library.
 *
 * <p>Of a file (status {@link Status#IO}) its cause is the {@link java.io.IOException} that {@code java.nio} would throw: a
 * {@link java.nio.file.NoSuchFileException}, an {@link java.nio.file.AccessDeniedException}, another {@link
 * java.nio.file.FileSystemException} with what the system said, or a plain one when the file was read and not
 * understood. It is not checked, since most callers cannot go on; who can, looks at {@link #getCause()}.
 */
public final class TensorException extends RuntimeException implements TenureException {
    private static final long serialVersionUID = 1L;

    /** Which status of the library this is. */
    private final Status status;

    /** Called by the library. */
    TensorException(int status, String message) {
        super(message);
        this.status = Status.of(status);
    }

    @Override
    public Status status() {
        return status;
    }
}
