package dev.tenure.internal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Extracts a library from its jar to a file, because the system loads only files.
 *
 * <p>Invariant: a loaded file has the hash that its package states, and is in a folder that only
 * this user can write. The name of the folder contains version and hash, so releases do not
 * collide. The file is written under another name and renamed, so a second process sees either all
 * of it or nothing. An existing file with another hash is written again.
 *
 * <p>The first folder that works is used: if the system property {@code tenure.cache} or the
 * environment variable {@code TENURE_CACHE} names one, only that; otherwise the user's cache, then
 * the folder for temporary files.
 */
final class Extraction {
    private static final String PROPERTY = "tenure.cache";
    private static final String VARIABLE = "TENURE_CACHE";
    private static final Set<PosixFilePermission> PRIVATE = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> OF_OTHERS =
            EnumSet.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

    private Extraction() {}

    /** Loads the library, or throws an error with the reason for each folder. */
    static void load(PackagedLibrary library) {
        StringBuilder tried = new StringBuilder();
        Throwable first = null;
        for (Path folder : folders()) {
            try {
                Path file = extract(library, folder);
                NativeLoader.load(file, file.getParent());
                return;
            } catch (IOException | UnsatisfiedLinkError e) {
                if (e.getCause() instanceof IllegalCallerException && e instanceof UnsatisfiedLinkError denied) {
                    throw denied; // whatever the folder
                }
                tried.append("\n  ").append(folder).append(": ").append(reason(e, folder));
                if (first == null) {
                    first = e;
                } else {
                    first.addSuppressed(e);
                }
            }
        }
        throw NativeLoader.because("The native library of Tenure in " + library.where()
                + " could not be unpacked and loaded. Tried:" + tried + "\nName a folder that this user may write, on"
                + " a file system that is not mounted noexec, by system property " + PROPERTY
                + " or environment variable " + VARIABLE + "; or name a library by system property " + NativeLoader.PROPERTY + ".", first);
    }

    /** Extracts the library to the first folder that works, and returns its path. */
    static Path unpacked(PackagedLibrary library) throws IOException {
        IOException first = null;
        for (Path folder : folders()) {
            try {
                return extract(library, folder);
            } catch (IOException e) {
                if (first == null) {
                    first = e;
                } else {
                    first.addSuppressed(e);
                }
            }
        }
        throw first == null ? new IOException("no folder is named to unpack to") : first;
    }

    private static String reason(Throwable e, Path folder) {
        String text = e instanceof IOException
                ? e.toString().replaceFirst("^java\\.nio\\.file\\.|^java\\.io\\.", "")
                : String.valueOf(e.getMessage());
        // glibc's messages if a mapping may not be executed.
        boolean noexec = text.contains("failed to map segment") || text.contains("Operation not permitted");
        return noexec ? text + " (is " + store(folder) + " mounted noexec?)" : text;
    }

    private static String store(Path folder) {
        try {
            return Files.getFileStore(folder).toString();
        } catch (IOException e) {
            return folder.toString();
        }
    }

    /** The folders to try, in order of preference. */
    private static List<Path> folders() {
        if (given() != null) {
            return List.of(Path.of(given()).toAbsolutePath());
        }
        List<Path> folders = new ArrayList<>();
        String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String home = System.getProperty("user.home", "");
        if (os.startsWith("windows")) {
            addBelow(folders, System.getenv("LOCALAPPDATA"), "tenure");
        } else if (os.startsWith("mac")) {
            addBelow(folders, home, "Library/Caches/tenure");
        } else {
            addBelow(folders, System.getenv("XDG_CACHE_HOME"), "tenure");
            addBelow(folders, home, ".cache/tenure");
        }
        addBelow(folders, System.getProperty("java.io.tmpdir"), "tenure-" + System.getProperty("user.name"));
        return folders;
    }

    private static String given() {
        return System.getProperty(PROPERTY, System.getenv(VARIABLE));
    }

    /** An unknown home is {@code ""}, {@code "?"} or {@code "/"} for some users of containers. */
    private static void addBelow(List<Path> folders, String parent, String child) {
        if (parent != null && parent.length() > 1 && Path.of(parent).isAbsolute()) {
            folders.add(Path.of(parent, child));
        }
    }

    /** Returns the file with the library in this folder, and writes it first if necessary. */
    private static Path extract(PackagedLibrary library, Path folder) throws IOException {
        Path own = folder.resolve(library.version() + "-" + shortened(library.sha256()));
        Path file = own.resolve(library.file());
        if (given() == null) { // the user is responsible for the permissions of a folder that is given
            secure(folder);
        }
        secure(own);
        if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                && library.sha256().equals(hash(Files.readAllBytes(file)))) {
            return file;
        }
        byte[] bytes;
        try (InputStream stream = library.opener().open()) {
            bytes = stream.readAllBytes();
        }
        if (!library.sha256().equals(hash(bytes))) {
            throw new IOException(library.file() + " in " + library.where() + " is damaged: its hash is " + hash(bytes)
                    + ", not " + library.sha256() + "; fetch the package again");
        }
        Path fresh = Files.createTempFile(own, "new-", ".tmp"); // mode 600
        try {
            Files.write(fresh, bytes);
            replace(fresh, file);
        } finally {
            Files.deleteIfExists(fresh);
        }
        return file;
    }

    /**
     * On Windows a loaded file cannot be replaced. If its hash is right, another process has
     * written it, and it is used.
     */
    private static void replace(Path fresh, Path file) throws IOException {
        try {
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            if (!Files.isRegularFile(file) || !hash(Files.readAllBytes(file)).equals(hash(Files.readAllBytes(fresh)))) {
                throw e;
            }
        }
    }

    /**
     * Makes the folder, with access only for this user. Refuses one that others own or may write.
     */
    private static void secure(Path folder) throws IOException {
        if (!folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createDirectories(folder);
            return;
        }
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(folder.getParent());
            try {
                Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(PRIVATE));
            } catch (FileAlreadyExistsException e) {
                if (!Files.isDirectory(folder)) { // another process may have made it
                    throw e;
                }
            }
        }
        if (Files.getPosixFilePermissions(folder).stream().anyMatch(OF_OTHERS::contains)) {
            throw new IOException(
                    folder + ": others may write it, and what lies there is run; take that right from them");
        }
        int owner = owner(folder);
        if (owner != 0 && owner != self(folder)) {
            throw new IOException(folder + " belongs to " + Files.getOwner(folder) + ", not to this user");
        }
    }

    private static int owner(Path path) throws IOException {
        return (Integer) Files.getAttribute(path, "unix:uid");
    }

    /** The user id of this process. {@code user.name} is not used, because it may differ. */
    private static int self(Path folder) throws IOException {
        Path process = Path.of("/proc/self");
        if (Files.exists(process)) {
            return owner(process);
        }
        Path probe = Files.createTempFile(folder, "new-", ".tmp");
        try {
            return owner(probe);
        } finally {
            Files.delete(probe);
        }
    }

    private static String shortened(String hash) {
        return hash.substring(0, Math.min(16, hash.length()));
    }

    static String hash(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
