package dev.tenure;

import dev.tenure.access.Pressure;
import dev.tenure.internal.Endings;
import dev.tenure.internal.KeepAlive;
import dev.tenure.internal.Native;
import dev.tenure.workspaces.WorkspaceConfig;
import dev.tenure.workspaces.WorkspaceMode;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.util.Arrays;

/**
 * The entering and leaving of workspaces, and the current scope that follows from it.
 * {@link Workspace} has the public methods and their docs.
 *
 * <p>Each entry is a frame on the stack of its thread and on the workspace's own list. It is left
 * once, by the first thread that claims it. The scopes below a cycle see by its generation that it
 * has ended. The core counts the same entries: it is called first, and if it refuses, nothing has
 * changed here.
 */
abstract sealed class WorkspaceCycles extends Scope permits Workspace {
    private static final VarHandle ENTRIES;

    static {
        try {
            ENTRIES = MethodHandles.lookup().findVarHandle(WorkspaceCycles.class, "entries", Entry.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    // The only thread that may enter this; null if any may. If set, only this thread changes what
    // follows, without a lock.
    private final Thread thread;
    private final Object lock = new Object();
    private volatile Entry entries; // the newest first; entries that were left are unlinked later
    private volatile WorkspaceConfig config; // read on first use
    private WorkspacePart[] parts = {}; // the parts of a ring that were entered so far

    /** Wraps a workspace that the core has made. */
    WorkspaceCycles(long handle) {
        super(0, null);
        made(handle);
        Owners.enter(this);
        Thread current = Thread.currentThread();
        boolean mine = known().workspaceMode() == WorkspaceMode.ENABLED && !WorkspaceRegistry.isVirtual(current);
        this.thread = mine ? current : null;
    }

    /** An entry that was not left yet: a frame of its thread. */
    static final class Entry extends Current.Frame {
        final Workspace workspace;
        final Scope from; // the scope that was current before, or null
        private Entry before; // other threads may read it, and see this or an older entry

        Entry(Scope scope, Object outer, Workspace workspace, Scope from) {
            super(scope, outer);
            this.workspace = workspace;
            this.from = from;
        }

        /** The scope that it was entered from; null if there was none or it is closed by now. */
        private Scope outerScope() {
            return from == null || from.isClosed() ? null : from;
        }
    }

    final WorkspaceConfig known() {
        WorkspaceConfig known = config;
        if (known == null) {
            known = KeepAlive.value(WorkspaceConfig.fromJson(Native.workspaceConfig(handle())), this);
            config = known;
        }
        return known;
    }

    final void enter(Scope from) {
        Owners.enter(from); // members of this may move there
        long above = Current.handle(from);
        long openAt = owner == null ? Endings.NONE : Endings.now(); // an unowned one never ends with another scope
        Scope reused;
        if (thread == Thread.currentThread()) {
            reused = push(from, above, openAt);
        } else {
            synchronized (lock) {
                reused = push(from, above, openAt);
            }
        }
        if (reused != null) { // closes the user's resources without holding the lock
            emptied(reused);
        }
        Reference.reachabilityFence(from);
    }

    /** Returns the part of a ring that a new cycle reuses, or null. */
    private Scope push(Scope from, long above, long openAt) {
        long number = Native.workspaceEnter(handle(), above);
        Entry entry = null;
        try {
            Scope scope = partOf(number);
            foundOpen(openAt); // for this, not its part, which closeAllBut may have closed
            Entry before = unlinked();
            Object[] cell = Current.cell();
            entry = new Entry(scope, cell[0], self(), from);
            entry.before = before;
            ENTRIES.setRelease(this, entry);
            cell[0] = entry;
            return before == null && scope != this ? scope : null;
        } catch (VirtualMachineError e) { // no memory or stack: undo the entry
            if (entry != null) {
                entry.left(true);
            }
            Native.workspaceLeave(handle());
            throw e;
        }
    }

    /** The newest entry that was not left, or null. */
    final Entry newest() {
        Entry entry = entries;
        while (entry != null && !entry.isOpen()) {
            entry = entry.before;
        }
        return entry;
    }

    /** Whether no other entry is open. */
    private boolean isLast(Entry entry) {
        for (Entry other = entries; other != null; other = other.before) {
            if (other != entry && other.isOpen()) {
                return false;
            }
        }
        return true;
    }

    /** Unlinks the entries that were left, and returns the newest of the others. */
    private Entry unlinked() {
        Entry first = entries;
        while (first != null && first.isLeft()) {
            first = first.before;
        }
        for (Entry at = first; at != null; at = at.before) {
            while (at.before != null && at.before.isLeft()) {
                at.before = at.before.before;
            }
        }
        return first;
    }

    /**
     * The ring has come round, and the core has released the members of this part: closes its other
     * resources.
     */
    private void emptied(Scope part) {
        if (part.hasForeign()) {
            try {
                part.closeForeign(false, below -> false, () -> {});
            } catch (Throwable e) {
                closeUnder(e);
                throw e;
            }
        }
    }

    /** The scope of the cycle: this workspace, or a part of a ring. */
    private Scope partOf(long number) {
        if (number == handle()) {
            return this;
        }
        for (WorkspacePart part : parts) {
            if (part.handle() == number) {
                return part;
            }
        }
        WorkspacePart[] more = Arrays.copyOf(parts, parts.length + 1);
        more[parts.length] = new WorkspacePart(number, self());
        parts = more;
        return more[parts.length - 1];
    }

    final boolean exit(NativeResource[] kept) {
        Entry mine = Current.entry(self());
        boolean done;
        if (hasForeign() && isOutermost(mine)) {
            boolean[] result = new boolean[1];
            closeForeign(false, below -> false, () -> result[0] = pop(mine, kept));
            done = result[0];
        } else {
            done = pop(mine, kept);
        }
        Current.left();
        if (kept != null) {
            Pressure.check();
        }
        return done;
    }

    /**
     * Whether leaving this entry, or the newest if it is null, ends a cycle and closes its members.
     */
    private boolean isOutermost(Entry mine) {
        Entry entry = mine == null ? newest() : mine;
        return entry != null && entry.scope == this && isLast(entry);
    }

    private boolean pop(Entry mine, NativeResource[] kept) {
        if (thread == Thread.currentThread()) {
            boolean done = popNow(mine, kept);
            ENTRIES.setRelease(this, unlinked());
            return done;
        }
        synchronized (lock) {
            boolean done = popNow(mine, kept);
            if (thread == null) {
                entries = unlinked();
            }
            return done;
        }
    }

    private boolean popNow(Entry mine, NativeResource[] kept) {
        Entry entry = mine;
        while (entry == null || !entry.isLeaving()) {
            entry = newest();
            if (entry == null) {
                return false;
            }
        }
        boolean done = false;
        try {
            boolean last = isLast(entry);
            if (kept != null && last) {
                keep(entry, kept);
            } else {
                Native.workspaceLeave(handle());
            }
            done = true;
        } finally {
            entry.left(done);
        }
        return true;
    }

    private void keep(Entry entry, NativeResource[] kept) {
        Scope to = entry.outerScope();
        long[] handles = Call.handles(kept);
        Call.change(() -> Owners.several(kept, to, () -> Native.workspaceLeave(handle(), handles), () -> {}));
        Reference.reachabilityFence(kept);
    }

    /** The owner of new members: the cycle's scope, or this workspace between cycles. */
    final Scope inside() {
        Entry newest = newest();
        return newest == null ? this : newest.scope;
    }

    /**
     * The scope that the newest entry was made from, or null if it is closed; between cycles the
     * parent.
     */
    @Override
    final Scope outer() {
        Entry newest = newest();
        return newest == null ? ownerHint() : newest.outerScope();
    }

    private Workspace self() {
        return (Workspace) this;
    }
}
