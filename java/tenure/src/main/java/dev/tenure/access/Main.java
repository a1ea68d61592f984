package dev.tenure.access;

import dev.tenure.InvalidArgumentException;
import dev.tenure.NativeMemoryException;
import dev.tenure.TensorException;
import dev.tenure.internal.Platform;
import dev.tenure.reports.MemorySnapshot;
import dev.tenure.reports.SnapshotFormat;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The command line of the jar: {@code java -jar tenure.jar memory FILE} makes a page of a saved
 * snapshot. The .NET tool {@code tenure-memory} does the same for the same arguments;
 * {@code tests/memory-command.txt} has the cases of both.
 */
public final class Main {
    private static final String USAGE = """
            usage: memory FILE                   writes FILE.html, the page of a saved memory snapshot
                   memory FILE --html PAGE       the same, to another file
                   memory FILE --csv OUT         its events; also --collapsed, --speedscope, --pytorch, --json
                   memory FILE --since EARLIER   prints what is new and gone since an earlier snapshot
            """;
    private static final int FAILED = 1;
    private static final int MISUSED = 2;

    private Main() {}

    /**
     * Does what the arguments say, and ends the process: 0 if it was done, 1 if a file is refused or
     * the result cannot be printed, 2 for other arguments.
     *
     * @param args the arguments
     */
    public static void main(String[] args) throws IOException, ReflectiveOperationException, URISyntaxException {
        Path jar = Path.of(Main.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        // The class path of `java -jar` is one jar. In a repository that of the library lies beside it.
        Path library = jar.resolveSibling(jar.getFileName().toString().replaceFirst("\\.jar$", "-" + Platform.classifier() + ".jar"));
        boolean isNamed = System.getProperty("tenure.library", System.getenv("TENURE_LIBRARY")) != null;
        if (isNamed || library.equals(jar) || !Files.isRegularFile(library)) {
            System.exit(run(args, System.out, System.err));
        }
        URL[] both = {jar.toUri().toURL(), library.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(both, ClassLoader.getPlatformClassLoader())) {
            Method run = loader.loadClass(Main.class.getName())
                    .getMethod("run", String[].class, PrintStream.class, PrintStream.class);
            System.exit((int) run.invoke(null, args, System.out, System.err));
        }
    }

    /**
     * The same without the end of the process.
     *
     * @param args the arguments
     * @param out what is printed
     * @param err the reason why nothing was done
     * @return the status of the process
     */
    public static int run(String[] args, PrintStream out, PrintStream err) {
        int status = done(args, out, err);
        if (out.checkError()) { // a full disk, for example; a stream for printing keeps it to itself
            err.println("standard output cannot be written");
            return FAILED;
        }
        return status;
    }

    private static int done(String[] args, PrintStream out, PrintStream err) {
        boolean isAsked = args.length == 1 && (args[0].equals("--help") || args[0].equals("help"));
        String option = args.length == 4 ? args[2] : "--html";
        Optional<SnapshotFormat> format = format(option);
        boolean isKnown = format.isPresent() || option.equals("--html") || option.equals("--since");
        if (isAsked || (args.length != 2 && args.length != 4) || !args[0].equals("memory") || !isKnown) {
            (isAsked ? out : err).print(USAGE);
            return isAsked ? 0 : MISUSED;
        }
        try {
            Path other = Path.of(args.length == 2 ? args[1] + ".html" : args[3]);
            MemorySnapshot snapshot = MemorySnapshot.read(Path.of(args[1]));
            if (option.equals("--since")) {
                out.print(snapshot.since(MemorySnapshot.read(other)));
                return 0;
            }
            if (format.isPresent()) {
                snapshot.save(other, format.get());
            } else {
                snapshot.savePage(other);
            }
            out.println(other);
            return 0;
        } catch (InvalidPathException e) {
            err.print(e.getMessage() + "\n" + USAGE);
            return MISUSED;
        } catch (TensorException | NativeMemoryException | InvalidArgumentException | UnsatisfiedLinkError e) {
            err.println(e.getMessage());
            return FAILED;
        }
    }

    /** The format that an option names: {@code --csv} and so on. */
    private static Optional<SnapshotFormat> format(String option) {
        return Arrays.stream(SnapshotFormat.values())
                .filter(format -> option.equals("--" + format.name().toLowerCase(Locale.ROOT)))
                .findFirst();
    }
}
