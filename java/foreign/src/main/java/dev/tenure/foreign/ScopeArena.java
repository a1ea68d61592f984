package dev.tenure.foreign;

import dev.tenure.DType;
import dev.tenure.Scope;
import dev.tenure.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.WeakHashMap;

/**
 * An arena that ends with a scope. Each allocation is a tensor of that scope, so limits and counts
 * hold for it, and a tensor that wraps a segment keeps the memory when the arena has been closed.
 *
 * <p>Invariant: a segment can be accessed as long as {@code lifetime}, a shared arena of the JDK, is
 * open; its memory is there as long as that, or a tensor on it, is.
 */
final class ScopeArena implements Arena {
    /** The open arenas, by the scopes of their segments. Nothing here keeps an arena reachable. */
    private static final Map<MemorySegment.Scope, WeakReference<ScopeArena>> OPEN = new WeakHashMap<>();

    private static final long ALIGNED = 64; // memory of a tensor is

    private final Scope owner;
    private final Arena lifetime = Arena.ofShared();
    private final NavigableMap<Long, Tensor> blocks = new TreeMap<>(); // by the address of the first byte

    ScopeArena(Scope owner) {
        this.owner = owner;
        synchronized (OPEN) {
            OPEN.put(lifetime.scope(), new WeakReference<>(this));
        }
        boolean isOwned = false;
        try {
            owner.own((AutoCloseable) this::end);
            isOwned = true;
        } finally {
            if (!isOwned) {
                close();
            }
        }
    }

    /** The arena that a segment was allocated in; null if it is none of these, or is closed. */
    static ScopeArena of(MemorySegment segment) {
        synchronized (OPEN) {
            WeakReference<ScopeArena> found = OPEN.get(segment.scope());
            return found == null ? null : found.get();
        }
    }

    @Override
    public MemorySegment allocate(long byteSize, long byteAlignment) {
        if (byteSize < 0 || byteAlignment <= 0 || Long.bitCount(byteAlignment) != 1) {
            throw new IllegalArgumentException("byteSize " + byteSize + ", byteAlignment " + byteAlignment);
        }
        if (byteSize == 0 || !lifetime.scope().isAlive()) {
            return lifetime.allocate(byteSize, byteAlignment); // or its exception
        }
        long spare = Math.max(0, byteAlignment - ALIGNED);
        Tensor block = owner.zeros(DType.U8, Math.addExact(byteSize, spare));
        boolean isMade = false;
        try {
            MemorySegment whole = Segments.of(block, lifetime);
            long gap = -whole.address() & (byteAlignment - 1);
            MemorySegment made = whole.asSlice(gap, byteSize);
            synchronized (blocks) {
                blocks.put(whole.address(), block);
            }
            isMade = true;
            return made;
        } finally {
            if (!isMade) {
                block.close();
            }
        }
    }

    /** The allocation that a segment lies in; null if it is the memory of something else. */
    Tensor block(MemorySegment segment) {
        synchronized (blocks) {
            Map.Entry<Long, Tensor> found = blocks.floorEntry(segment.address());
            if (found == null) {
                return null;
            }
            long end = found.getKey() + found.getValue().nbytes();
            return segment.address() + segment.byteSize() <= end ? found.getValue() : null;
        }
    }

    @Override
    public MemorySegment.Scope scope() {
        return lifetime.scope();
    }

    @Override
    public void close() {
        lifetime.close(); // throws while a native call of the JDK uses a segment: then nothing has changed
        synchronized (OPEN) {
            OPEN.remove(lifetime.scope());
        }
        synchronized (blocks) {
            blocks.values().forEach(Tensor::close);
            blocks.clear();
        }
    }

    /** Called when the scope closes. */
    private void end() {
        if (lifetime.scope().isAlive()) {
            close();
        }
    }
}
