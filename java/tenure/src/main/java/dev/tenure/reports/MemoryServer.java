package dev.tenure.reports;

import dev.tenure.internal.Native;
import dev.tenure.internal.NativeLoader;
import java.net.URI;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Serves the page of the native memory to browsers on this machine.
 * {@link dev.tenure.Tenure#serveMemoryPage(int)} starts it, and {@link #close()} ends it.
 */
public final class MemoryServer implements AutoCloseable {
    private final long number;
    private final URI address;
    private final AtomicBoolean isOver = new AtomicBoolean();

    private MemoryServer(long number) {
        this.number = number;
        address = URI.create(Native.recordAddress(number));
    }

    /**
     * Starts one; {@link dev.tenure.Tenure#serveMemoryPage(int)} says how.
     *
     * @param port the port, 0 for any free one
     * @return what serves the page
     */
    public static MemoryServer start(int port) {
        NativeLoader.require();
        return new MemoryServer(Native.recordServe(port, MemorySnapshot.template()));
    }

    /**
     * Returns the address of the page, such as {@code http://127.0.0.1:8123/5f0e.../}. Its token is
     * all that protects the page from other users of the machine.
     *
     * @return the address
     */
    public URI address() {
        return address;
    }

    /** Ends it and waits for its threads, however slow a browser is. The second call has no effect. */
    @Override
    public void close() {
        if (!isOver.getAndSet(true)) {
            Native.recordStopServing(number);
        }
    }
}
