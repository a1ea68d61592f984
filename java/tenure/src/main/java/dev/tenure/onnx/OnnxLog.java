package dev.tenure.onnx;

import dev.tenure.internal.Native;
import dev.tenure.internal.Rows;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Passes ONNX Runtime's log on to the {@link System.Logger} named {@code dev.tenure.onnx}.
 *
 * <p>The core keeps the most recent records and changes a word in its memory with each record.
 * After a call this class reads the word, and then the new records. So the logger is called on a
 * thread that has just finished its call, without a lock. An exception of the logger is ignored:
 * the result of the call does not depend on it.
 */
final class OnnxLog {
    private static final String NAME = "dev.tenure.onnx";
    private static final ByteBuffer WORD = Native.onnxLogWord().order(ByteOrder.nativeOrder());
    private static final Object LOCK = new long[0];

    private static volatile int seen; // the word when it was last read
    private static long last; // the number of the last record that was read

    private OnnxLog() {}

    /** Called after each call that may have logged something. */
    static void check() {
        int word = WORD.getInt(0);
        if (word != seen) {
            read(word);
        }
    }

    private static void read(int word) {
        try {
            Iterable<String[]> records;
            synchronized (LOCK) {
                records = Rows.of(Native.onnxModelLogRecords(last));
                for (String[] record : records) {
                    last = Long.parseLong(record[0]);
                }
                seen = word;
            }
            System.Logger logger = System.getLogger(NAME);
            for (String[] record : records) {
                pass(logger, level(record[1]), "[" + record[2] + "] " + record[3]);
            }
        } catch (RuntimeException | LinkageError e) {
            return; // the logger is not available
        }
    }

    private static void pass(System.Logger logger, System.Logger.Level level, String text) {
        try {
            logger.log(level, text);
        } catch (Throwable e) {
            return; // errors of the logger are ignored too, because the outputs of the run exist already
        }
    }

    private static System.Logger.Level level(String code) {
        return switch (code) {
            case "0" -> System.Logger.Level.DEBUG;
            case "1" -> System.Logger.Level.INFO;
            case "2" -> System.Logger.Level.WARNING;
            default -> System.Logger.Level.ERROR;
        };
    }
}
