package dev.tenure.access;

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
import java.util.Locale;

/**
 * The command line of the jar: {@code java -jar tenure.jar memory FILE} makes a page of a saved
 * snapshot.
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
     * Does what the arguments say, and ends the process: 0 if it was done, 1 if a file is refused, 2
     * for other arguments.
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
        boolean isAsked = args.length == 1 && (args[0].equals("--help") || args[0].equals("help"));
        if (isAsked || (args.length != 2 && args.length != 4) || !args[0].equals("memory")) {
            (isAsked ? out : err).print(USAGE);
            return isAsked ? 0 : MISUSED;
        }
        String option = args.length == 2 ? "--html" : args[2];
        try {
            Path other = Path.of(args.length == 2 ? args[1] + ".html" : args[3]);
            MemorySnapshot snapshot = MemorySnapshot.read(Path.of(args[1]));
            if (option.equals("--html")) {
                snapshot.savePage(other);
            } else if (option.equals("--since")) {
                out.print(snapshot.since(MemorySnapshot.read(other)));
                return 0;
            } else {
                snapshot.save(other, SnapshotFormat.valueOf(option.replaceFirst("^--", "").toUpperCase(Locale.ROOT)));
            }
            out.println(other);
            return 0;
        } catch (IllegalArgumentException e) {
            err.print((e instanceof InvalidPathException ? e.getMessage() + "\n" : "") + USAGE);
            return MISUSED;
        } catch (TensorException e) {
            err.println(e.getMessage());
            return FAILED;
        }
    }
}
