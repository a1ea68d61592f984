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
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Records where resources are made and closed, for leak reports. {@link dev.tenure.Tenure} has the
 * public methods.
 */
public final class Leaks {
    private static final String PROPERTY = "tenure.leaks";
    private static final String VARIABLE = "TENURE_LEAKS";
    private static final int ALL = LeakLevel.ALL.ordinal();
    private static final int SAMPLED_MASK = 127; // one in 128
    private static final int LISTED = 20; // exported buffers in the report at exit
    private static final StackWalker STACK = StackWalker.getInstance();
    private static final AtomicBoolean TELLING = new AtomicBoolean();
    private static final Set<String> OWN = Set.of(
            "dev.tenure",
            "dev.tenure.access",
            "dev.tenure.internal",
            "dev.tenure.collector",
            "dev.tenure.models",
            "dev.tenure.onnx");
    private static final Object HOOK = new long[0]; // the lock for the next three
    private static Thread hook; // null if the level is OFF
    private static int checks; // checks that have not ended
    private static LeakLevel beforeChecks = LeakLevel.OFF;

    // Not volatile: they are read at each creation, and a thread may see a change a little later.
    private static int watch; // what there is to do for a new handle: 0, or a sum of the next three
    private static final int LEVEL = 1;
    private static final int SAMPLES = 2;
    private static final int SITES = 4;
    private static final ByteBuffer WAITING = Native.recordWaiting().order(ByteOrder.nativeOrder());
    private static int level;
    private static int sampled;
    private static volatile Consumer<? super Leak> listener;
    private static long told; // the number of leaks that were passed on; only the thread for reports uses it

    static {
        Backstop.reportTo(Leaks::found);
        start();
    }

    private Leaks() {}

    /**
     * Sets the level of the process's settings, unless another one has been set in the core since.
     */
    private static void start() {
        setLevel(Native.leakSetInitialLevel(asked().ordinal()));
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
        setLevel(wanted.ordinal());
        hookFor(wanted);
    }

    private static synchronized void setLevel(int wanted) {
        level = wanted;
        watch = wanted == 0 ? watch & ~LEVEL : watch | LEVEL;
    }

    /** Passes each new tensor to {@link Flight#allocated} from now on, or no longer. */
    static synchronized void sampleAllocations(boolean wanted) {
        watch = wanted ? watch | SAMPLES : watch & ~SAMPLES;
    }

    /** Gives the core the lines of the tensors that it samples from now on, or no longer. */
    public static synchronized void sampleSites(boolean wanted) {
        watch = wanted ? watch | SITES : watch & ~SITES;
    }

    /** Sets the level to ALL until as many checks have ended as have begun, on any threads. */
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
                return; // the process is exiting: the hook stays as it is
            }
        }
    }

    /**
     * Installs or removes the shutdown hook. It keeps this class loader reachable, so it exists
     * only while needed.
     */
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

    /** Called when a handle was made that is not a tensor's. */
    public static void made(long handle) {
        made(handle, false);
    }

    /** Called when a handle was made. {@code isStray}: it is an unowned tensor's. */
    public static void made(long handle, boolean isStray) {
        if (watch != 0) {
            watched(handle, isStray);
        }
    }

    private static void watched(long handle, boolean isStray) {
        if (level != 0 && isChosen()) {
            String line = site();
            note(handle, line);
            if (isStray) {
                Strays.made(line);
            }
        }
        if ((watch & SITES) != 0 && level != ALL && WAITING.getInt(0) != 0) {
            sited(handle);
        }
        if ((watch & SAMPLES) != 0) {
            Flight.allocated(handle);
        }
    }

    /** Some handle waits for its line: perhaps this one. At level ALL each has its line already. */
    private static void sited(long handle) {
        try {
            if (Native.recordIsSampled(handle)) {
                Native.recordSite(handle, site());
            }
        } catch (ClosedException e) {
            return; // closed concurrently, by another thread or with its scope
        }
    }

    /** Whether the level is not OFF. */
    public static boolean isOn() {
        return level != 0;
    }

    /** Whether the creation of the newest resource is to be recorded. */
    public static boolean isNextNoted() {
        return level != 0 && isChosen();
    }

    private static boolean isChosen() {
        return level == ALL || (++sampled & SAMPLED_MASK) == 0;
    }

    /** Records the line that made a resource. */
    public static void note(long handle) {
        note(handle, site());
    }

    private static void note(long handle, String line) {
        try {
            Native.handleNote(handle, line);
        } catch (ClosedException e) {
            return; // closed concurrently, by another thread or with its scope
        }
    }

    /** Called before the user closes a handle. */
    public static void closing(long handle) {
        if (level == ALL) {
            try {
                Native.handleNoteClosed(handle, site());
            } catch (ClosedException e) {
                return; // it was closed already
            }
        }
    }

    /** The innermost stack frame outside of this library. */
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

    /**
     * The resources made since a moment of the core that are alive or were freed by the collector;
     * 0 is the beginning.
     */
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

    /** Marks leaks that have failed a check, so that they fail no later one. */
    public static void reported(List<Leak> leaks) {
        Native.leakSetReported(leaks.stream().mapToLong(Leak::id).toArray());
    }

    /**
     * A report of the leaks that no check has reported, as a table; empty if there are none. Marks
     * them as reported.
     */
    public static String report() {
        Backstop.tend();
        List<Leak> leaks = leaks(Native.leakUnreported(Rows.FORMAT)); // first: a new leak is reported twice, not never
        String text = leaks.isEmpty() ? "" : Native.leakUnreported(0);
        reported(text.isEmpty() ? List.of() : leaks);
        return text;
    }

    public static void listener(Consumer<? super Leak> wanted) {
        listener = wanted;
    }

    /** Called when the backstop has released {@code released} handles. */
    private static void found(long released) {
        if (released > 0) {
            Flight.collected(released);
        }
        if (released > 0 && level != 0 && (listener != null || Flight.wantsLeaks()) && TELLING.compareAndSet(false, true)) {
            Reports.later(Leaks::tell);
        }
    }

    private static void tell() {
        TELLING.set(false);
        Consumer<? super Leak> listening = listener;
        boolean isRecorded = Flight.wantsLeaks();
        if (listening == null && !isRecorded) {
            return;
        }
        long found = Native.leakFoundCount();
        for (Leak leak : leaks(Native.leakFound(told, found, Rows.FORMAT))) {
            if (isRecorded) {
                Flight.leaked(leak);
            }
            if (listening != null) {
                Reports.later(() -> listening.accept(leak)); // separately, so that a failure does not hide others
            }
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
