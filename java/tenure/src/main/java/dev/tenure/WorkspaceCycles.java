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
 * How a workspace is entered and left, and by that current on threads, without what users see of that: {@link Workspace} says it.
 *
 * <p>Each entry is a frame on the stack of its thread and on the workspace's own list. It is left once, by whoever is
 * the first to
 * say so, on whatever thread; and the scopes below a cycle hear by their generation that it has ended. The core counts the
 * same entries: it is asked first, and what it refuses has changed nothing here.
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

    // Whose it is, if nobody else may enter it: then only that thread changes what follows, and it takes no lock.
    private final Thread thread;
    private final Object lock = new Object();
    private volatile Entry entries; // the newest first; those that were left go when one comes by
    private volatile WorkspaceConfig config; // read when it is asked for
    private WorkspacePart[] parts = {}; // of a ring, that were entered so far

    /** Takes over what the core has made. */
    WorkspaceCycles(long handle) {
        super(0, null);
        made(handle);
        Owners.enter(this);
        Thread current = Thread.currentThread();
        boolean mine = known().workspaceMode() == WorkspaceMode.ENABLED && !WorkspaceRegistry.isVirtual(current);
        this.thread = mine ? current : null;
    }

    /** An entry that was not left: a frame of its thread. */
    static final class Entry extends Current.Frame {
        final Workspace workspace;
        final Scope from; // was current, null for none
        private Entry before; // any thread may look, and sees this or an older one

        Entry(Scope scope, Object outer, Workspace workspace, Scope from) {
            super(scope, outer);
            this.workspace = workspace;
            this.from = from;
        }

        /** Null when it was entered from nowhere, or from what is closed by now. */
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
        Owners.enter(from); // what leaves this may go there
        long above = Current.handle(from);
        long openAt = owner == null ? Endings.NONE : Endings.now(); // what nobody owns ends with nothing else
        Scope reused;
        if (thread == Thread.currentThread()) {
            reused = push(from, above, openAt);
        } else {
            synchronized (lock) {
                reused = push(from, above, openAt);
            }
        }
        if (reused != null) { // what the user gave it closes without the lock
            emptied(reused);
        }
        Reference.reachabilityFence(from);
    }

    /** Returns the part of a ring that a new cycle has got, if any. */
    private Scope push(Scope from, long above, long openAt) {
        long number = Native.workspaceEnter(handle(), above);
        Entry entry = null;
        try {
            Scope scope = partOf(number);
            foundOpen(openAt); // this, not its part: that may have been closed by closeAllBut
            Entry before = unlinked();
            Object[] cell = Current.cell();
            entry = new Entry(scope, cell[0], self(), from);
            entry.before = before;
            ENTRIES.setRelease(this, entry);
            cell[0] = entry;
            return before == null && scope != this ? scope : null;
        } catch (VirtualMachineError e) { // no memory or stack for it: it is as if it had not been entered
            if (entry != null) {
                entry.left(true);
            }
            Native.workspaceLeave(handle());
            throw e;
        }
    }

    /** The newest entry that was not left. */
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

    /** The newest entry, when those that were left are off the list. */
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

    /** The ring has come round: the core has released what this part of it owned. */
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

    /** The scope of the cycle: this, or a part of a ring. */
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

    /** Whether leaving this entry, or for null the newest, ends a cycle and closes what that owns. */
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

    /** What owns what is made in it now: the cycle's scope, between cycles this itself. */
    final Scope inside() {
        Entry newest = newest();
        return newest == null ? this : newest.scope;
    }

    /**
     * The scope that the newest entry was made from, null when that is closed; between cycles its parent.
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
