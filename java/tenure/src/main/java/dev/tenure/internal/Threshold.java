package dev.tenure.internal;

/**
 * How many bytes may gather that nobody owns, beside those in use, before the collector is asked: three eighths of the
 * heap's maximum, as the JDK relates direct buffers to it, and more when asking takes too much of the time, as it does
 * when much is alive on the heap, or when many threads wait for it each time; but never most of what the limit allows.
 */
public final class Threshold {
    private static final long LEAST = 64L << 20;
    private static final long SMALL = 64L << 20; // of what is alive on the heap: a collection is quick, unless the machine is busy
    private static final int TOO_MUCH = 30; // percent of the time
    private static final int LITTLE = 5;
    private static final int IN_A_ROW = 4; // collections that each took too much, and for which other threads waited

    private static final int CPU = 0; // the code of a device
    private static final int LIMIT_BYTES = 7; // of the numbers of `memoryStats`

    private static long normal;
    private static long now;
    private static long ended;
    private static int waited; // in a row

    private Threshold() {}

    /** 0 for the default. What the user sets stays. */
    public static synchronized void set(int device, long bytes) {
        if (device == CPU) {
            long byDefault = bytes == 0 ? byDefault() : 0;
            long wanted = bytes == 0 ? byDefault : bytes;
            Native.memorySetUnownedThreshold(device, wanted); // a negative one it refuses
            normal = byDefault;
            now = wanted;
        } else {
            Native.memorySetUnownedThreshold(device, bytes);
        }
    }

    public static synchronized long current() {
        return now;
    }

    /** The default keeps to a quarter of the limit. */
    public static void limitChanged() {
        if (isDefault()) {
            set(CPU, 0);
        }
    }

    private static synchronized boolean isDefault() {
        return normal != 0;
    }

    private static long byDefault() {
        return Math.min(Math.max(Runtime.getRuntime().maxMemory() / 8 * 3, LEAST), Math.max(limit() / 4, 1));
    }

    private static long limit() {
        return Native.memoryStats(CPU)[LIMIT_BYTES];
    }

    /**
     * An escalation took this time, and so much is used on the heap after it; {@code wait}: other threads wait for
     * that.
     */
    public static synchronized void escalated(long began, long end, long used, boolean wait) {
        long took = end - began;
        long passed = end - ended;
        ended = end;
        if (normal == 0) {
            return;
        }
        long most = Math.max(Math.min(Runtime.getRuntime().maxMemory() / 8 * 7, limit() / 2), normal);
        long wanted = now;
        boolean isTooMuch = took > passed / 100 * TOO_MUCH;
        waited = isTooMuch && wait ? waited + 1 : 0;
        if (isTooMuch && (used > SMALL || waited >= IN_A_ROW)) {
            waited = 0;
            wanted = Math.min(now * 2, most);
        } else if (took < passed / 100 * LITTLE) {
            wanted = Math.max(now / 2, normal);
        }
        if (wanted != now) {
            now = wanted;
            Native.memorySetUnownedThreshold(CPU, now);
        }
    }
}
