package snippets;

import dev.tenure.LeakCheck;
import dev.tenure.Tenure;
import dev.tenure.reports.Leak;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Runs the snippets of the pages, each on a thread of its own, and writes what each has printed and what is wrong with
 * it. Nothing that a snippet has made may be alive when it has ended, unless its line of the list says so.
 */
public final class Run {
    private static final long SECONDS = 60;
    private static String place;
    private static String type;
    private static String part;

    /** A statement that was to throw has not, or something else. */
    public static final class Wrong extends Error {
        Wrong(String message, Throwable cause) {
            super(message, cause, false, false);
        }
    }

    /** Before a statement that is to throw. */
    public static void expect(String at, String name, String message) {
        place = at;
        type = name;
        part = message;
    }

    /** Behind it, where nothing was thrown. */
    public static void missed() {
        throw new Wrong(place + ": nothing was thrown; expected " + type, null);
    }

    /** What was thrown. */
    public static void thrown(Throwable found) {
        if (found instanceof Wrong wrong) {
            throw wrong;
        }
        boolean named = false;
        for (Class<?> one = found.getClass(); one != null; one = one.getSuperclass()) {
            named |= one.getSimpleName().equals(type);
        }
        if (!named || !String.valueOf(found.getMessage()).contains(part)) {
            throw new Wrong(place + ": expected " + type + ": " + part + "; thrown was " + found, found);
        }
    }

    public static void main(String[] arguments) throws Exception {
        PrintStream out = System.out;
        PrintStream err = System.err;
        for (String row : Files.readAllLines(Path.of(arguments[0]))) {
            String[] cells = row.split("\t", -1);
            ByteArrayOutputStream printed = new ByteArrayOutputStream();
            PrintStream both = new PrintStream(printed, true, StandardCharsets.UTF_8);
            System.setOut(both);
            System.setErr(both);
            List<String> wrong = new ArrayList<>();
            try {
                guarded(cells[1], !cells[2].isEmpty(), wrong);
            } finally {
                System.setOut(out);
                System.setErr(err);
            }
            Files.write(Path.of(arguments[1], cells[0] + ".out"), printed.toByteArray());
            Files.writeString(Path.of(arguments[1], cells[0] + ".json"), json(wrong));
        }
        System.exit(0);
    }

    private static void guarded(String name, boolean leaves, List<String> wrong) throws Exception {
        buffersFreed();
        LeakCheck check = LeakCheck.begin();
        Thread thread = new Thread(() -> {
            try {
                start(Class.forName(name));
            } catch (Throwable thrown) {
                wrong.add(told(thrown));
            }
        }, "snippet");
        thread.setDaemon(true);
        thread.start();
        thread.join(SECONDS * 1000);
        if (thread.isAlive()) {
            wrong.add("still runs after " + SECONDS + " s");
        }
        if (wrong.isEmpty() && !leaves) {
            List<Leak> left = check.leaks();
            if (!left.isEmpty()) {
                wrong.add("alive after the snippet, or left to the collector:\n    "
                        + left.stream().map(Leak::toString).collect(Collectors.joining("\n    ")));
            }
        }
        check.cancel();
    }

    /**
     * Waits for the collector to find the buffers of the snippet before, whose memory the totals of the next one would
     * count. A check for leaks does not see them.
     */
    private static void buffersFreed() throws InterruptedException {
        for (int i = 0; i < 200 && !Tenure.exportedBuffers().isEmpty(); i++) {
            System.gc();
            Thread.sleep(10);
        }
    }

    /** The program, or the method of the snippet and the tests of the classes beside it. */
    private static void start(Class<?> found) throws Throwable {
        try {
            if (!found.getSimpleName().equals("Snippet")) {
                Method main = found.getDeclaredMethod("main", String[].class);
                main.setAccessible(true);
                main.invoke(null, (Object) new String[0]);
                return;
            }
            Object snippet = found.getConstructor().newInstance();
            found.getMethod("run").invoke(snippet);
            for (Class<?> one : found.getSuperclass().getDeclaredClasses()) {
                tests(one, snippet);
            }
        } catch (InvocationTargetException wrapped) {
            throw wrapped.getCause();
        }
    }

    private static void tests(Class<?> found, Object outer) throws Exception {
        for (Method method : found.getDeclaredMethods()) {
            if (Arrays.stream(method.getAnnotations()).anyMatch(a -> a.annotationType().getSimpleName().equals("Test"))) {
                Constructor<?> make = found.getDeclaredConstructors()[0];
                make.setAccessible(true);
                method.setAccessible(true);
                boolean inner = !Modifier.isStatic(found.getModifiers());
                method.invoke(inner ? make.newInstance(outer) : make.newInstance());
            }
        }
    }

    private static String told(Throwable thrown) {
        if (thrown instanceof Wrong) {
            return thrown.getMessage();
        }
        String line = Arrays.stream(thrown.getStackTrace())
                .filter(frame -> frame.getClassName().startsWith("snippets.") && !frame.getClassName().startsWith("snippets.Run"))
                .map(frame -> " in line " + frame.getLineNumber())
                .findFirst()
                .orElse("");
        return "threw" + line + ": " + thrown;
    }

    private static String json(List<String> texts) {
        return texts.stream()
                .map(text -> text.chars().mapToObj(c -> String.format("\\u%04x", c)).collect(Collectors.joining("", "\"", "\"")))
                .collect(Collectors.joining(",", "[", "]"));
    }
}
