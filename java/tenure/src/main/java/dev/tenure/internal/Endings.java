package dev.tenure.internal;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The core's count of how often scopes have ended with another: closed with the one above them, or when that was emptied.
 * A scope that was found open is open until this is another number, unless it was closed itself: so that the core need
 * not be asked at each operation.
 */
public final class Endings {
    /** Before all others. */
    public static final long NONE = 0;

    /** As the core reads a number without a sign: none is too late. */
    public static final long ANY = -1;

    private static final ByteBuffer WORD = Native.endings().order(ByteOrder.nativeOrder());

    private Endings() {}

    /** To be read before one looks: what ends meanwhile is seen by whoever looks next. */
    public static long now() {
        return WORD.getLong(0);
    }
}
