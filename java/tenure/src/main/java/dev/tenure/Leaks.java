package dev.tenure;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Where things were made and closed, for those who look for leaks; {@link Tenure} is the public side. */
final class Leaks {
    private static final String PROPERTY = "tenure.leaks";
    private static final String VARIABLE = "TENURE_LEAKS";
    private static final int ALL = Tenure.Level.ALL.ordinal();
    private static final int SAMPLED_MASK = 127; // one in 128
    private static final StackWalker STACK = StackWalker.getInstance();
    private static final AtomicBoolean HOOKED = new AtomicBoolean();
    private static final AtomicBoolean TELLING = new AtomicBoolean();
    private static final Set<Long> TOLD = new HashSet<>();

    // Plain: it is read at each creation, and a thread that sees a change a little later is not wrong.
    private static int level;
    private static int sampled;
    private static volatile Consumer<? super Leak> listener;

    private Leaks() {}

    /** Called once, when the library has been loaded. */
    static void start() {
        String given = System.getProperty(PROPERTY, System.getenv(VARIABLE));
        if (given != null && !given.isBlank()) {
            try {
                level(Tenure.Level.valueOf(given.strip().toUpperCase(Locale.ROOT)));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        "system property " + PROPERTY + " or environment variable " + VARIABLE + " is '" + given
                                + "', not OFF, SAMPLED or ALL",
                        e);
            }
        }
    }

    static Tenure.Level level() {
        return Tenure.Level.values()[level];
    }

    static void level(Tenure.Level wanted) {
        Native.leakSetLevel(wanted.ordinal());
        level = wanted.ordinal();
        if (level != 0 && HOOKED.compareAndSet(false, true)) {
            Runtime.getRuntime().addShutdownHook(new Thread(Leaks::reportAtExit, "tenure-leaks"));
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
                && !(name.startsWith("dev.tenure.") && name.indexOf('.', "dev.tenure.".length()) < 0);
    }

    static List<Leak> all(long... ignoring) {
        List<Leak> leaks = new ArrayList<>();
        for (String[] row : Rows.of(Native.leakReport(Rows.FORMAT, ignoring))) {
            leaks.add(new Leak(row));
        }
        return leaks;
    }

    /** As a table for people; empty if there is none. */
    static String text() {
        return Native.leakReport(0, WorkspaceRegistry.handles());
    }

    static void forget() {
        Native.leakForget();
        synchronized (TOLD) {
            TOLD.clear();
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
        for (Leak leak : all(Native.liveHandles())) {
            boolean fresh;
            synchronized (TOLD) {
                fresh = leak.collected() && TOLD.add(leak.handle());
            }
            if (fresh) {
                Reports.later(() -> told.accept(leak)); // each by itself: one that fails hides no other
            }
        }
    }

    private static void reportAtExit() {
        if (level != 0) {
            String report = text();
            if (!report.isEmpty()) {
                System.err.print("Tenure: not closed at exit\n" + report);
            }
        }
    }
}
