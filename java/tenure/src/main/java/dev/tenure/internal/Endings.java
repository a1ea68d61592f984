package dev.tenure.internal;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The core's count of scopes that ended with another: those that were closed together with a scope
 * above them, or when that scope was emptied. A scope that was found open stays open until the
 * count changes, unless it was closed itself. So the core need not be asked at each operation.
 */
public final class Endings {
    /** Before every ending. */
    public static final long NONE = 0;

    /** The largest count, as the core reads it without a sign: no ending is later. */
    public static final long ANY = -1;

    private static final ByteBuffer WORD = Native.endings().order(ByteOrder.nativeOrder());

    private Endings() {}

    /**
     * Returns the count. Read it before checking a scope, so that the next check notices an ending
     * meanwhile.
     */
    public static long now() {
        return WORD.getLong(0);
    }
}
