package dev.tenure.internal;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Locale;

/**
 * Passes the core's records on to the {@link System.Logger} {@code dev.tenure.} and their category.
 *
 * <p>The core keeps the most recent records and changes a word in its memory with each record. A
 * thread reads the word after a call of its own, and then the new records. So a logger is called on
 * a thread that has just finished its call, without a lock; the threads of the library leave it to
 * {@link Reports}. What a logger throws is ignored: the result of the call does not depend on it.
 */
public final class Log {
    private static final String NAME = "dev.tenure.";
    private static final ByteBuffer WORD = Native.logWord().order(ByteOrder.nativeOrder());
    private static final Object LOCK = new long[0];
    private static final ThreadLocal<Boolean> PASSING = new ThreadLocal<>(); // a logger may call this library

    private static volatile int seen; // the word when it was last read
    private static long last; // the number of the last record that was read

    private Log() {}

    /** Called after a call that may have logged something. Costs two loads if nothing is new. */
    public static void check() {
        int word = WORD.getInt(0);
        if (word != seen && PASSING.get() == null) {
            read(word);
        }
    }

    /** The same for the threads of the library, on which no logger may run. */
    public static void checkLater() {
        if (WORD.getInt(0) != seen) {
            Reports.later(Log::check);
        }
    }

    /**
     * Passes on a record of this library's Java code, if the core's level is WARNING or lower. Called
     * where no lock is held.
     */
    public static void warning(String category, String text) {
        if (Native.logLevel() < Setting.WARNING || PASSING.get() != null) {
            return;
        }
        PASSING.set(true);
        try {
            pass(new String[] {"", String.valueOf(Setting.WARNING), category, "", text});
        } finally {
            PASSING.remove();
        }
    }

    private static void read(int word) {
        PASSING.set(true);
        try {
            Iterable<String[]> records;
            synchronized (LOCK) {
                records = Rows.of(Native.logRecords(last));
                for (String[] record : records) {
                    last = Long.parseLong(record[0]);
                }
                seen = word;
            }
            for (String[] record : records) {
                pass(record);
            }
        } catch (RuntimeException | LinkageError e) {
            return; // no memory for the records: the next call reads them
        } finally {
            PASSING.remove();
        }
    }

    private static void pass(String[] record) {
        try {
            String text = record[3].isEmpty() ? record[4] : "[" + record[3] + "] " + record[4];
            System.getLogger(NAME + record[2]).log(level(record[1]), text);
        } catch (Throwable e) {
            return; // errors of the logger are ignored too, because the call has its result already
        }
    }

    private static System.Logger.Level level(String code) {
        return switch (code) {
            case "0", "1" -> System.Logger.Level.ERROR; // 0 is fatal
            case "2" -> System.Logger.Level.WARNING;
            case "3" -> System.Logger.Level.INFO;
            case "4" -> System.Logger.Level.DEBUG;
            default -> System.Logger.Level.TRACE;
        };
    }

    /**
     * The level that the process is started with. A class of its own, because it is read while the
     * library is loaded, which the class around it needs.
     */
    static final class Setting {
        private static final List<String> LEVELS = List.of("OFF", "ERROR", "WARNING", "INFO", "DEBUG", "TRACE");
        private static final String PROPERTY = "tenure.log";
        private static final String VARIABLE = "TENURE_LOG";
        private static final int WARNING = 2;

        private Setting() {}

        static int level() {
            return level(System.getProperty(PROPERTY, System.getenv(VARIABLE)));
        }

        /** The code of a level; WARNING if the setting is absent. */
        static int level(String given) {
            if (given == null || given.isBlank()) {
                return WARNING;
            }
            int level = LEVELS.indexOf(given.strip().toUpperCase(Locale.ROOT));
            if (level >= 0) {
                return level;
            }
            throw new IllegalArgumentException("system property " + PROPERTY + " or environment variable " + VARIABLE
                    + " is '" + given + "', not OFF, ERROR, WARNING, INFO, DEBUG or TRACE");
        }
    }
}
