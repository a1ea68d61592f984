package dev.tenure.onnx;

import dev.tenure.internal.Native;
import dev.tenure.internal.Rows;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Passes ONNX Runtime's log on to the {@link System.Logger} named {@code dev.tenure.onnx}.
 *
 * <p>The core keeps the last records, and changes a word of its memory with each. After a call this looks at the word, and
 * reads what is new. So a logger is called on a thread that has just ended its call, with no lock held, and what it throws is
 * nobody's: the call's result does not depend on it.
 */
final class OnnxLog {
    private static final String NAME = "dev.tenure.onnx";
    private static final ByteBuffer WORD = Native.onnxLogWord().order(ByteOrder.nativeOrder());
    private static final Object LOCK = new long[0];

    private static volatile int seen; // of the word
    private static long last; // the number of the last record that was read

    private OnnxLog() {}

    /** After each call that may have logged something. */
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
            return; // a logger that cannot be had
        }
    }

    private static void pass(System.Logger logger, System.Logger.Level level, String text) {
        try {
            logger.log(level, text);
        } catch (Throwable e) {
            return; // the logger's own affair, errors too: the outputs of the run are there
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
