package dev.tenure.internal;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;

/**
 * Buffers as the core takes them: direct, in native byte order, on memory that is there.
 *
 * <p>A buffer's byte order says what its elements of more than one byte are, as it does for the
 * buffer's own methods. The memory of a buffer may be that of a segment: the JDK checks at each
 * access whether its arena is still open, and the core, which has the address, cannot.
 */
public final class ByteOrders {
    private ByteOrders() {}

    public static boolean isNative(ByteBuffer bytes) {
        return bytes.order() == ByteOrder.nativeOrder();
    }

    /**
     * Throws what the JDK throws if the memory of a direct buffer is that of a closed arena, or of
     * another thread's.
     */
    public static void requireAlive(Buffer buffer) {
        if (!buffer.isDirect() || !buffer.hasRemaining()) {
            return;
        }
        int first = buffer.position();
        if (buffer instanceof ByteBuffer bytes) {
            bytes.get(first);
        } else if (buffer instanceof FloatBuffer floats) {
            floats.get(first);
        } else if (buffer instanceof DoubleBuffer doubles) {
            doubles.get(first);
        } else if (buffer instanceof IntBuffer ints) {
            ints.get(first);
        } else if (buffer instanceof LongBuffer longs) {
            longs.get(first);
        } else if (buffer instanceof ShortBuffer shorts) {
            shorts.get(first);
        }
    }

    /**
     * A direct buffer of what {@code bytes} holds from its position to its limit, as elements of
     * {@code unit} bytes in native order: itself, or a copy.
     */
    public static ByteBuffer read(ByteBuffer bytes, int unit) {
        if (bytes.isDirect() && (unit == 1 || isNative(bytes))) {
            requireAlive(bytes);
            return bytes;
        }
        ByteBuffer copy = ByteBuffer.allocateDirect(bytes.remaining()).order(ByteOrder.nativeOrder());
        move(bytes.duplicate().order(bytes.order()), copy, isNative(bytes) ? 1 : unit);
        return copy.clear();
    }

    /** Copies elements of {@code unit} bytes in native order to a buffer, from its position on, in its order. */
    public static void put(ByteBuffer bytes, ByteBuffer elements, int unit) {
        move(elements.duplicate().order(ByteOrder.nativeOrder()), bytes.duplicate().order(bytes.order()), unit);
    }

    /** What is left of no whole element is copied as it is, and the core refuses its length. */
    private static void move(ByteBuffer from, ByteBuffer to, int unit) {
        switch (unit) {
            case Short.BYTES -> to.asShortBuffer().put(from.asShortBuffer());
            case Integer.BYTES -> to.asIntBuffer().put(from.asIntBuffer());
            case Long.BYTES -> to.asLongBuffer().put(from.asLongBuffer());
            default -> to.put(from);
        }
    }
}
