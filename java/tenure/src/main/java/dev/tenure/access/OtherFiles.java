package dev.tenure.access;

import dev.tenure.InvalidArgumentException;
import dev.tenure.Status;
import dev.tenure.TensorException;
import dev.tenure.internal.NativeLoader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.ReadOnlyFileSystemException;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Handles files that the core cannot open, because their file system is Java's own (a zip file, one
 * in memory) or their name is not text. The core then gets their bytes instead of their path. For
 * files of every kind it gives failures an {@link IOException} as their cause.
 *
 * <p>Invariant: as in the core, a file is either replaced completely or not changed.
 */
public final class OtherFiles {
    private static final int LINKS = 40; // Linux follows at most as many symbolic links

    /** Whether file names are Unicode; on Windows they always are. */
    private static final boolean IS_UNICODE = FileSystems.getDefault().getSeparator().equals("\\")
            || System.getProperty("sun.jnu.encoding", "UTF-8").equalsIgnoreCase("UTF-8");

    private OtherFiles() {}

    /** Reads the bytes of a file that the core cannot open. */
    public interface Reader<T> {
        T read(ByteBuffer bytes, long n, String file);
    }

    /** Reads {@code path}: with {@code direct} if the core can open it, else with {@code bytes}. */
    public static <T> T read(Path path, Supplier<T> direct, Reader<T> bytes) {
        NativeLoader.require();
        if (!isCores(path)) {
            ByteBuffer content = content(path);
            return withCause(path, () -> bytes.read(content, content.limit(), path.toUri().toString()));
        }
        return withCause(path, direct);
    }

    /**
     * Writes {@code path}: with {@code direct} if the core can open it, else the result of
     * {@code bytes}; {@code elements} returns a lower bound for its size.
     */
    public static void write(Path path, Runnable direct, LongSupplier elements, Supplier<byte[]> bytes) {
        NativeLoader.require();
        if (isCores(path)) {
            withCause(path, () -> {
                direct.run();
                return null;
            });
            return;
        }
        long n = elements.getAsLong();
        if (n > Integer.MAX_VALUE) {
            throw failed("writing", path, n + " bytes of elements are too many for a file system other than the default",
                    new FileSystemException(path.toString(), null, "more than 2 GiB"));
        }
        byte[] content = bytes.get();
        try {
            replace(path, content);
        } catch (IOException e) {
            throw failed("writing", path, e.toString(), e);
        } catch (ReadOnlyFileSystemException e) {
            FileSystemException cause = new FileSystemException(path.toString(), null, "the file system is read-only");
            cause.initCause(e);
            throw failed("writing", path, "the file system is read-only", cause);
        }
    }

    /** Runs {@code core} with the path as text, for files that only the core can open. */
    public static <T> T direct(Path path, Function<String, T> core) {
        NativeLoader.require();
        String file = text(path);
        return withCause(path, () -> core.apply(file));
    }

    /** The path as text, for files that only the core can open. */
    public static String text(Path path) {
        Objects.requireNonNull(path, "path");
        if (!isCores(path)) {
            boolean isOther = path.getFileSystem() != FileSystems.getDefault();
            throw new InvalidArgumentException("path '" + path + "' "
                    + (isOther ? "is of a file system other than the default" : "cannot be expressed as text"));
        }
        return path.toString();
    }

    /**
     * Whether the core, which gets a path as text, opens the same file. On Linux a file name
     * consists of bytes: some names are not text in the locale, and Java shows them with U+FFFD;
     * and if the locale is not UTF-8, the core encodes the text to other bytes.
     */
    private static boolean isCores(Path path) {
        if (path.getFileSystem() != FileSystems.getDefault()) {
            return false;
        }
        String text = path.toString();
        if (IS_UNICODE) {
            return text.indexOf('\ufffd') < 0 || path.equals(path.getFileSystem().getPath(text));
        }
        return text.chars().allMatch(c -> c < 0x80);
    }

    private static ByteBuffer content(Path path) {
        try (SeekableByteChannel channel = Files.newByteChannel(path)) {
            long size = channel.size();
            if (size > Integer.MAX_VALUE) {
                throw new FileSystemException(path.toString(), null, size + " bytes are more than the 2 GiB that can be read "
                        + "from a file system other than the default");
            }
            ByteBuffer content = ByteBuffer.allocateDirect((int) size);
            while (content.hasRemaining() && channel.read(content) >= 0) {}
            return content.flip();
        } catch (IOException e) {
            throw failed("reading", path, e.toString(), e);
        }
    }

    /**
     * Writes a new file beside the target and renames it when it is complete. If the target is a
     * symbolic link, the file that it names is replaced.
     */
    private static void replace(Path path, byte[] content) throws IOException {
        Path target = path.toAbsolutePath();
        for (int i = 0; i < LINKS && Files.isSymbolicLink(target); i++) {
            target = target.resolveSibling(Files.readSymbolicLink(target));
        }
        boolean there = Files.exists(target);
        if (there && !Files.isRegularFile(target)) {
            throw new FileSystemException(path.toString(), null, "it is not a regular file");
        }
        Path whole = target.resolveSibling(".tenure-" + UUID.randomUUID() + ".tmp");
        try {
            Files.write(whole, content, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            if (there) {
                keepPermissions(target, whole);
            }
            move(whole, target);
        } finally {
            Files.deleteIfExists(whole);
        }
    }

    private static void keepPermissions(Path from, Path to) throws IOException {
        try {
            Files.setPosixFilePermissions(to, Files.getPosixFilePermissions(from));
        } catch (UnsupportedOperationException e) {
            return; // this file system has no permissions
        }
    }

    private static void move(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException | UnsupportedOperationException e) {
            Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static TensorException failed(String doing, Path path, String why, IOException cause) {
        TensorException failure = Nouns.get().failure(Status.IO, doing + " '" + path.toUri() + "': " + why);
        failure.initCause(cause);
        return failure;
    }

    /**
     * Runs a file operation of the core. An error of status IO gets the exception that
     * {@code java.nio} would throw.
     */
    private static <T> T withCause(Path path, Supplier<T> core) {
        try {
            return core.get();
        } catch (TensorException e) {
            if (e.status() == Status.IO && e.getCause() == null) {
                e.initCause(cause(path, e.getMessage()));
            }
            throw e;
        }
    }

    /**
     * The core's message ends with the system's error:
     * {@code No such file or directory (os error 2)}.
     */
    public static IOException cause(Path path, String message) {
        int at = message.lastIndexOf("(os error ");
        if (at < 0) {
            return new IOException(message); // the file can be read, but its content is invalid
        }
        return switch (message.substring(at)) {
            case "(os error 2)" -> new NoSuchFileException(path.toString());
            case "(os error 1)", "(os error 13)" -> new AccessDeniedException(path.toString());
            default -> new FileSystemException(path.toString(), null, message);
        };
    }
}
