package dev.tenure.access;

import dev.tenure.ClosedException;
import dev.tenure.collector.Backstop;
import dev.tenure.internal.Daemons;
import dev.tenure.internal.Native;
import dev.tenure.internal.Reports;
import dev.tenure.internal.Row;
import dev.tenure.internal.Rows;
import dev.tenure.reports.Leak;
import dev.tenure.reports.LeakLevel;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Where things were made and closed, for those who look for leaks; {@link dev.tenure.Tenure} is the public side. */
public final class Leaks {
    private static final String PROPERTY = "tenure.leaks";
    private static final String VARIABLE = "TENURE_LEAKS";
    private static final int ALL = LeakLevel.ALL.ordinal();
    private static final int SAMPLED_MASK = 127; // one in 128
    private static final int LISTED = 20; // of the exported buffers at the end
    private static final StackWalker STACK = StackWalker.getInstance();
    private static final AtomicBoolean TELLING = new AtomicBoolean();
    private static final Set<String> OWN = Set.of(
            "dev.tenure",
            "dev.tenure.access",
            "dev.tenure.internal",
            "dev.tenure.collector",
            "dev.tenure.models",
            "dev.tenure.onnx");
    private static final Object HOOK = new long[0]; // the lock for the next
    private static Thread hook; // null unless the level is not OFF
    private static int checks; // that have not ended
    private static LeakLevel beforeChecks = LeakLevel.OFF;

    // Plain: it is read at each creation, and a thread that sees a change a little later is not wrong.
    private static int level;
    private static int sampled;
    private static volatile Consumer<? super Leak> listener;
    private static long told; // of all leaks that were ever found; the thread for reports alone looks at it

    static {
        Backstop.reportTo(Leaks::found);
        start();
    }

    private Leaks() {}

    /** What the process was started with holds unless the library was told another level since: the core knows. */
    private static void start() {
        level = Native.leakSetInitialLevel(asked().ordinal());
        hookFor(level());
    }

    private static LeakLevel asked() {
        String given = System.getProperty(PROPERTY, System.getenv(VARIABLE));
        if (given == null || given.isBlank()) {
            return LeakLevel.OFF;
        }
        try {
            return LeakLevel.valueOf(given.strip().toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "system property " + PROPERTY + " or environment variable " + VARIABLE + " is '" + given
                            + "', not OFF, SAMPLED or ALL",
                    e);
        }
    }

    public static LeakLevel level() {
        return LeakLevel.values()[level];
    }

    public static void level(LeakLevel wanted) {
        Native.leakSetLevel(wanted.ordinal());
        level = wanted.ordinal();
        hookFor(wanted);
    }

    /** Until as many checks have ended as have begun, on whatever threads, the level is ALL. */
    public static void beginCheck() {
        synchronized (HOOK) {
            if (checks++ == 0) {
                beforeChecks = level();
            }
            level(LeakLevel.ALL);
        }
    }

    public static void endCheck() {
        synchronized (HOOK) {
            if (--checks == 0) {
                level(beforeChecks);
            }
        }
    }

    private static void hookFor(LeakLevel wanted) {
        synchronized (HOOK) {
            try {
                hook(wanted != LeakLevel.OFF);
            } catch (IllegalStateException e) {
                return; // the process ends: what was decided before holds
            }
        }
    }

    /** The JVM keeps what it is to run at its end, and with that this class loader: only while it is needed. */
    private static void hook(boolean wanted) {
        if (wanted && hook == null) {
            Thread thread = Daemons.thread("tenure-leaks", Leaks::reportAtExit);
            Runtime.getRuntime().addShutdownHook(thread);
            hook = thread;
        } else if (!wanted && hook != null) {
            Runtime.getRuntime().removeShutdownHook(hook);
            hook = null;
        }
    }

    /** A handle was made just now. */
    public static void made(long handle) {
        if (level != 0 && isChosen()) {
            note(handle);
        }
    }

    /** Whether what was made just now is to be noted. */
    public static boolean isNextNoted() {
        return level != 0 && isChosen();
    }

    private static boolean isChosen() {
        return level == ALL || (++sampled & SAMPLED_MASK) == 0;
    }

    /** Notes the line that made this. */
    public static void note(long handle) {
        try {
            Native.handleNote(handle, site());
        } catch (ClosedException e) {
            return; // by another thread, or with its scope, just now
        }
    }

    /** A handle is about to be closed by the user. */
    public static void closing(long handle) {
        if (level == ALL) {
            try {
                Native.handleNoteClosed(handle, site());
            } catch (ClosedException e) {
                return; // it was already
            }
        }
    }

    /** The first frame of the caller's own code. */
    private static String site() {
        return STACK.walk(frames -> frames.filter(frame -> isForeign(frame.getClassName()))
                .findFirst()
                .map(frame -> frame.getClassName() + '.' + frame.getMethodName() + '(' + frame.getFileName() + ':'
                        + frame.getLineNumber() + ')')
                .orElse("unknown"));
    }

    private static boolean isForeign(String name) {
        return !name.startsWith("java.")
                && !name.startsWith("jdk.")
                && !OWN.contains(name.substring(0, Math.max(name.lastIndexOf('.'), 0)));
    }

    /** What was made since a moment of the core and is alive, or was freed by the collector; 0 is the beginning. */
    public static List<Leak> since(long moment) {
        Backstop.tend();
        return leaks(Native.leakSince(moment, Rows.FORMAT));
    }

    public static List<Leak> exportedBuffers() {
        Backstop.tend();
        return leaks(Native.leakExported(Rows.FORMAT));
    }

    private static List<Leak> leaks(String rows) {
        return Rows.of(rows).stream().map(Row::new).map(Leaks::leak).toList();
    }

    private static Leak leak(Row row) {
        return new Leak(
                row.kind(), row.id(), row.name(), row.dtype().flatMap(Nouns.get()::dtype), row.shape(), row.bytes(), row.age(),
                row.path(), row.site(), row.isCollected(), row.contents(), row.line());
    }

    /** A check fails because of these: no later one is to fail because of the same. */
    public static void reported(List<Leak> leaks) {
        Native.leakSetReported(leaks.stream().mapToLong(Leak::id).toArray());
    }

    /** What no check has reported, as a table for people; empty if there is none. Now it is reported. */
    public static String report() {
        Backstop.tend();
        List<Leak> leaks = leaks(Native.leakUnreported(Rows.FORMAT)); // first: a later one is named twice, not never
        String text = leaks.isEmpty() ? "" : Native.leakUnreported(0);
        reported(text.isEmpty() ? List.of() : leaks);
        return text;
    }

    public static void listener(Consumer<? super Leak> wanted) {
        listener = wanted;
    }

    /** The backstop has freed so many. */
    private static void found(long released) {
        if (released > 0 && level != 0 && listener != null && TELLING.compareAndSet(false, true)) {
            Reports.later(Leaks::tell);
        }
    }

    private static void tell() {
        TELLING.set(false);
        Consumer<? super Leak> listening = listener;
        if (listening == null) {
            return;
        }
        long found = Native.leakFoundCount();
        for (Leak leak : leaks(Native.leakFound(told, found, Rows.FORMAT))) {
            Reports.later(() -> listening.accept(leak)); // each by itself: one that fails hides no other
        }
        told = found;
    }

    private static void reportAtExit() {
        if (level == 0) {
            return;
        }
        String report = Native.leakSince(0, 0);
        if (!report.isEmpty()) {
            System.err.print("Tenure: not closed at exit\n" + report);
        }
        List<Leak> buffers = exportedBuffers();
        if (!buffers.isEmpty()) {
            String title = "Tenure: " + buffers.size() + " exported buffers at exit\n";
            System.err.print(buffers.stream()
                    .limit(LISTED)
                    .map(Leak::toString)
                    .collect(Collectors.joining("\n", title, "\n")));
        }
    }
}
