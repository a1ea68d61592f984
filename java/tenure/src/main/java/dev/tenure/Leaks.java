package dev.tenure;

import dev.tenure.collector.Backstop;
import dev.tenure.internal.Daemons;
import dev.tenure.internal.Native;
import dev.tenure.internal.Reports;
import dev.tenure.internal.Row;
import dev.tenure.internal.Rows;
import dev.tenure.reports.Leak;
import dev.tenure.reports.LeakLevel;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** Where things were made and closed, for those who look for leaks; {@link Tenure} is the public side. */
final class Leaks {
    private static final String PROPERTY = "tenure.leaks";
    private static final String VARIABLE = "TENURE_LEAKS";
    private static final int ALL = LeakLevel.ALL.ordinal();
    private static final int SAMPLED_MASK = 127; // one in 128
    private static final int LISTED = 20; // of the exported buffers at the end
    private static final StackWalker STACK = StackWalker.getInstance();
    private static final AtomicBoolean TELLING = new AtomicBoolean();
    private static final Set<Long> TOLD = new HashSet<>();
    private static final Set<Long> REPORTED = new HashSet<>(); // by a check that failed
    private static final Set<String> OWN = Set.of("dev.tenure", "dev.tenure.internal", "dev.tenure.collector", "dev.tenure.models");
    private static final Object HOOK = new long[0]; // the lock for the next
    private static Thread hook; // null unless the level is not OFF

    // Plain: it is read at each creation, and a thread that sees a change a little later is not wrong.
    private static int level;
    private static int sampled;
    private static volatile Consumer<? super Leak> listener;

    static {
        Backstop.listener = Leaks::found;
        start();
    }

    private Leaks() {}

    private static void start() {
        String given = System.getProperty(PROPERTY, System.getenv(VARIABLE));
        if (given != null && !given.isBlank()) {
            try {
                level(LeakLevel.valueOf(given.strip().toUpperCase(Locale.ROOT)));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        "system property " + PROPERTY + " or environment variable " + VARIABLE + " is '" + given
                                + "', not OFF, SAMPLED or ALL",
                        e);
            }
        }
    }

    static LeakLevel level() {
        return LeakLevel.values()[level];
    }

    static void level(LeakLevel wanted) {
        Native.leakSetLevel(wanted.ordinal());
        level = wanted.ordinal();
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
    static void made(long handle) {
        if (level != 0 && isChosen()) {
            note(handle);
        }
    }

    /** A scope was made just now; if this one is to be noted, the core hears of it at once. */
    static void opened(Scope scope) {
        if (level != 0 && isChosen()) {
            note(scope.handle());
        }
    }

    /** A workspace was made just now: they are few, and whoever looks for misuses needs the line. */
    static void workspace(long handle) {
        note(handle);
    }

    private static boolean isChosen() {
        return level == ALL || (++sampled & SAMPLED_MASK) == 0;
    }

    private static void note(long handle) {
        try {
            Native.handleNote(handle, site());
        } catch (ClosedException e) {
            return; // by another thread, or with its scope, just now
        }
    }

    /** A handle is about to be closed by the user. */
    static void closing(long handle) {
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

    /** What is alive and was freed by the collector, but for what is alive by right. */
    static List<Leak> all() {
        return all(byRight());
    }

    private static List<Leak> all(long... ignoring) {
        Backstop.tend();
        List<Leak> leaks = new ArrayList<>();
        for (String[] row : Rows.of(Native.leakReport(Rows.FORMAT, ignoring))) {
            leaks.add(leak(new Row(row)));
        }
        return leaks;
    }

    private static Leak leak(Row row) {
        return new Leak(
                row.kind(), row.id(), row.name(), row.dtype().flatMap(DType::named), row.shape(), row.bytes(), row.age(),
                row.path(), row.site(), row.isCollected(), row.contents());
    }

    /** A buffer over a tensor's memory: the tensor that holds this for it has no other owner. */
    private static Leak buffer(Leak holder) {
        return new Leak(
                "buffer", holder.id(), holder.name(), holder.dtype(), holder.shape(), holder.bytes(), holder.age(),
                holder.path(), holder.site(), holder.collected(), holder.contents());
    }

    /** Whether it is alive, or was made in the last so many milliseconds, as far as that was recorded. */
    static boolean isSince(Leak leak, long ms) {
        return !leak.collected() || leak.age().filter(age -> age.toMillis() <= ms).isPresent();
    }

    /** The process's workspaces, and what exported buffers hold, which only the collector frees. */
    private static long[] byRight() {
        return LongStream.concat(LongStream.of(WorkspaceRegistry.handles()), LongStream.of(Backstop.buffers()))
                .toArray();
    }

    static List<Leak> exportedBuffers() {
        Set<Long> buffers = boxed(Backstop.buffers());
        return all(WorkspaceRegistry.handles()).stream()
                .filter(leak -> buffers.contains(leak.id()))
                .map(Leaks::buffer)
                .toList();
    }

    /** All handles of which a check that begins now knows that they are not its own: alive, or found before. */
    static Set<Long> before() {
        Set<Long> before = boxed(Native.handleLive());
        all(Native.handleLive()).forEach(leak -> before.add(leak.id())); // afterwards: one may be found meanwhile
        return before;
    }

    private static Set<Long> boxed(long[] handles) {
        Set<Long> set = new HashSet<>();
        for (long handle : handles) {
            set.add(handle);
        }
        return set;
    }

    /** A check fails because of these: no later one is to fail because of the same. */
    static void reported(List<Leak> leaks) {
        synchronized (REPORTED) {
            leaks.forEach(leak -> REPORTED.add(leak.id()));
        }
    }

    /** What no check has reported, as a table for people; empty if there is none. Now it is reported. */
    static String report() {
        long[] ignoring;
        synchronized (REPORTED) {
            ignoring = LongStream.concat(LongStream.of(byRight()), REPORTED.stream().mapToLong(Long::longValue))
                    .toArray();
        }
        String text = Native.leakReport(0, ignoring);
        if (!text.isEmpty()) {
            reported(all(ignoring));
        }
        return text;
    }

    static void forget() {
        Native.leakForget();
        synchronized (TOLD) {
            TOLD.clear();
        }
        synchronized (REPORTED) {
            REPORTED.retainAll(boxed(Native.handleLive()));
        }
    }

    static void listener(Consumer<? super Leak> wanted) {
        listener = wanted;
    }

    /** The backstop has freed so many. */
    static void found(long released) {
        if (released > 0 && level != 0 && listener != null && TELLING.compareAndSet(false, true)) {
            Reports.later(Leaks::tell);
        }
    }

    private static void tell() {
        TELLING.set(false);
        Consumer<? super Leak> told = listener;
        if (told == null) {
            return;
        }
        for (Leak leak : all(Native.handleLive())) {
            boolean fresh;
            synchronized (TOLD) {
                fresh = leak.collected() && TOLD.add(leak.id());
            }
            if (fresh) {
                Reports.later(() -> told.accept(leak)); // each by itself: one that fails hides no other
            }
        }
    }

    private static void reportAtExit() {
        if (level == 0) {
            return;
        }
        String report = Native.leakReport(0, byRight());
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
