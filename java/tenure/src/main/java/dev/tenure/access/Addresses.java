package dev.tenure.access;

import dev.tenure.DType;
import dev.tenure.Tensor;
import dev.tenure.collector.HostMemory;
import dev.tenure.internal.KeepAlive;
import dev.tenure.internal.Native;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Tensors by the address of their memory, for {@code tenure-foreign}, which has segments: the JDK of
 * this module does not know them.
 *
 * <p>Invariant: whoever has an address also has an object that keeps its memory.
 */
public final class Addresses {
    private Addresses() {}

    /**
     * Makes a tensor on memory that {@code owner} keeps: this keeps {@code owner} reachable until no
     * tensor uses the memory any more, and then tells it, if it is {@link HostMemory.Held}.
     */
    public static Tensor wrap(DType dtype, long address, long nbytes, boolean isReadOnly, long[] shape, Object owner) {
        return Nouns.get()
                .made(
                        scope -> Native.wrapAddress(
                                scope, dtype.code(), address, nbytes, isReadOnly, shape, HostMemory.hold(owner)),
                        owner);
    }

    /** The memory of a contiguous tensor, kept until this is closed. */
    public static final class Lent implements AutoCloseable, HostMemory.Held {
        private final AtomicLong handle;
        private final long address;
        private final long nbytes;

        /** With {@code isReadOnly} it must not be written, and does not count as a write. */
        public Lent(Tensor tensor, boolean isReadOnly) {
            handle = new AtomicLong(KeepAlive.value(Native.export(Nouns.get().handle(tensor)), tensor));
            boolean isMade = false;
            try {
                address = Native.address(handle.get(), isReadOnly);
                nbytes = Native.nbytes(handle.get());
                isMade = true;
            } finally {
                if (!isMade) {
                    close();
                }
            }
        }

        public long address() {
            return address;
        }

        public long nbytes() {
            return nbytes;
        }

        @Override
        public void done() {
            close();
        }

        @Override
        public void close() {
            long last = handle.getAndSet(0);
            if (last != 0) {
                Native.tensorDispose(last);
            }
        }
    }

    /** The exception that the core would throw for a number of bytes that does not fit a shape. */
    public static RuntimeException misfit(String message) {
        return Nouns.get().misfit(message);
    }
}
