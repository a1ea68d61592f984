package dev.tenure;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.google.errorprone.annotations.MustBeClosed;
import dev.tenure.access.Leaks;
import dev.tenure.access.Pressure;
import dev.tenure.access.Records;
import dev.tenure.internal.Arguments;
import dev.tenure.internal.KeepAlive;
import dev.tenure.internal.Native;
import dev.tenure.internal.Rows;
import dev.tenure.workspaces.WorkspaceConfig;
import dev.tenure.workspaces.WorkspaceCycle;
import dev.tenure.workspaces.WorkspaceMisuse;
import dev.tenure.workspaces.WorkspaceStats;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A scope with memory of its own, that a loop learns once and never asks for again.
 *
 * <pre>{@code
 * for (Batch batch : batches) {
 *     try (Workspace ws = Workspace.get("batch").enter()) {
 *         losses.add(model.loss(batch).item());
 *     } // all of it is gone here, and its memory is what the next batch gets
 * }
 * }</pre>
 *
 * <p>It is entered once for each cycle, a batch for instance, and {@link #close()} leaves it; what was made in
 * between then is
 * closed, and its memory is used anew. The first cycle takes its memory from the pool, and from how much that was the
 * workspace learns how large its block has to be; {@link WorkspaceConfig} says all that can be chosen.
 *
 * <p>A tensor of a cycle that has been left is closed: whatever is done with it, or with a view or an alias of it, is a
 * {@link ClosedException} that names the cycle, never the next one's numbers. What must live on is copied out: by
 * {@link Scope#keep}, {@link NativeResource#moveToOuterScope()}, {@link NativeResource#moveTo},
 * {@link NativeResource#detachFromScope()}, {@link Tensor#leverageTo(Scope)}, {@link Tensor#migrate()}, or
 * {@link #leave(NativeResource...)}. What else holds memory of the cycle, a tape or a buffer, keeps it from being
 * used anew; see {@link WorkspaceConfig#strict()}.
 *
 * <p>Under {@link dev.tenure.workspaces.WorkspaceMode#ENABLED} a workspace is for one thread: another may close it, leave it and read what
 * lies in it,
 * but not enter it. Workspaces nest, also in themselves, and may be left in any order: current is always the nearest
 * scope that is open and not left.
 *
 * <p>In a ring ({@link dev.tenure.workspaces.ResetPolicy#ENDOFBUFFER_REACHED}) each cycle has a scope of its own below the workspace, which
 * is current in it and which {@link NativeResource#scope()} names. It has the name of the workspace and cannot be moved;
 * closing it leaves the workspace, and does nothing between cycles.
 *
 * <p>Unlike other scopes it is open again and again: {@link #close()} only leaves it. It ends, and its memory goes, by
 * {@link #destroy()}, with the scope that owns it, when it is forgotten and unreachable, and one that {@link #get}
 * has made with its thread.
 */
public final class Workspace extends WorkspaceCycles {
    /** What it was made with; empty for none. */
    final String id;

    private final boolean registered; // found by its name
    /** Takes over what the core has made. */
    Workspace(long handle, String id, boolean registered) {
        super(handle);
        this.id = id;
        this.registered = registered;
    }

    /**
     * Makes a workspace without a name in which every parameter has its default. It belongs to no scope, as by
     * {@link Scope#create()}, and is not entered.
     *
     * @return a new workspace
     */
    public static Workspace create() {
        return create(WorkspaceConfig.defaults());
    }

    /**
     * Makes a workspace without a name. It belongs to no scope, and is not entered.
     *
     * @param config what it is to do
     * @return a new workspace, to be destroyed, or to be given to a scope
     * @throws InvalidArgumentException if parameters contradict each other; it names them
     * @throws TensorException if this machine cannot do it
     * @throws NativeMemoryException if there is no memory for its initial size
     */
    public static Workspace create(WorkspaceConfig config) {
        return create("", config);
    }

    /**
     * Makes a workspace. It belongs to no scope, and is not entered. {@link #get} does not find it.
     *
     * @param name for errors, reports and dumps
     * @param config what it is to do
     * @return a new workspace, to be destroyed, or to be given to a scope
     * @throws InvalidArgumentException if parameters contradict each other; it names them
     * @throws TensorException if this machine cannot do it
     * @throws NativeMemoryException if there is no memory for its initial size
     */
    public static Workspace create(String name, WorkspaceConfig config) {
        Objects.requireNonNull(config, "config");
        Objects.requireNonNull(name, "name");
        String json = config.toJson();
        long thread = WorkspaceRegistry.number();
        long handle = Call.handle(null, parent -> Native.workspaceCreate(parent, name, thread, json));
        Workspace made;
        try {
            made = new Workspace(handle, name, false);
        } catch (Throwable e) {
            Native.workspaceDestroy(handle); // no memory for the wrapper: nobody else would ever free it
            throw e;
        }
        Leaks.note(handle); // they are few, and who looks for misuses needs the line
        return made;
    }

    /**
     * This thread's workspace of that name; under {@link dev.tenure.workspaces.WorkspaceMode#SINGLE} the process's. The first time it is
     * made, with the default of every parameter. It goes with its thread; that of the process has no thread, and stays until
     * it is destroyed: {@link Tenure#leaks()} lists it while it holds tensors outside of a cycle.
     *
     * @param id its name
     * @return the workspace, the same one each time until it is destroyed
     */
    public static Workspace get(String id) {
        Workspace known = WorkspaceRegistry.known(id);
        return known != null ? known : WorkspaceRegistry.get(Objects.requireNonNull(id, "id"), null);
    }

    /**
     * This thread's workspace of that name; under {@link dev.tenure.workspaces.WorkspaceMode#SINGLE} the process's. The first time it is
     * made. It goes with its thread; that of the process has no thread, and stays until it is destroyed: {@link
     * Tenure#leaks()} lists it while it holds tensors outside of a cycle.
     *
     * @param id its name
     * @param config what it is to do
     * @return the workspace, the same one each time until it is destroyed
     * @throws InvalidArgumentException if parameters contradict each other, or there is one already that does
     *     something else; it names the parameters
     * @throws TensorException if this machine cannot do it
     * @throws NativeMemoryException if there is no memory for its initial size
     */
    public static Workspace get(String id, WorkspaceConfig config) {
        return WorkspaceRegistry.get(Objects.requireNonNull(id, "id"), Objects.requireNonNull(config, "config"));
    }

    /**
     * What {@link #get(String)} would return, unless it would have to make it.
     *
     * @param id its name
     * @return null if there is none
     */
    public static @Nullable Workspace find(String id) {
        return WorkspaceRegistry.find(Objects.requireNonNull(id, "id"));
    }

    /**
     * Begins a cycle and makes this current on this thread. When it is entered already it goes one deeper into the same
     * cycle. In a ring this ends the cycle whose place is taken.
     *
     * @return this, to be closed
     * @throws ScopeException if it is for another thread, or by {@link WorkspaceConfig#useCycleDetector()} if it is
     *     entered; in
     *     a ring under {@link WorkspaceConfig#strict()} if something of the cycle that would end is held still
     * @throws NativeMemoryException if its block should grow and cannot
     * @throws ClosedException if it was destroyed
     */
    @MustBeClosed
    public Workspace enter() {
        Scope from = Current.scope();
        try {
            enter(from);
        } catch (NativeMemoryException refused) {
            Pressure.retry(refused, () -> {
                enter(from);
                return 0;
            });
        }
        return this;
    }

    /**
     * Leaves this: one level up, and from the outermost the cycle ends. What it owns is closed then, and its memory
     * used
     * anew; in a ring when that has come round. It is not destroyed: it may be entered again. When it is not entered
     * nothing happens.
     *
     * <p>It leaves the innermost entry of this thread, or, on a thread that has not entered it, the newest there is.
     *
     * <p>Else it throws only what closing a resource throws that it was given by {@link Scope#own}, when all is closed.
     *
     * @throws ScopeException under {@link WorkspaceConfig#strict()} if something of the cycle is held by a tape, a
     *     buffer or an operation of another thread; it is then still entered
     */
    @Override
    public void close() {
        try {
            exit(null);
        } catch (ClosedException e) {
            Current.left(); // destroyed meanwhile
        }
    }

    /**
     * Leaves this as {@link #close()} does, but for {@code kept}: from the outermost level those of them that this or
     * a scope below it owns are copied out, to the scope that was current when it was entered.
     *
     * @param kept what lives on
     * @throws ScopeException if it is not entered, or cannot be left; nothing has changed then
     * @throws NativeMemoryException if there is no memory to copy it to, or a limit would be passed; nothing has
     *     changed then
     * @throws ClosedException if this or one of {@code kept} is closed; nothing has changed then
     */
    public void leave(NativeResource... kept) {
        Arguments.notNull("kept", kept);
        if (!exit(kept)) {
            Native.workspaceLeave(handle()); // says so
        }
    }

    /**
     * Leaves this as {@link #close()} does, but for {@code kept}: as {@link #leave(NativeResource...)} does.
     *
     * @param kept what lives on
     * @throws ScopeException if it is not entered, or cannot be left; nothing has changed then
     * @throws NativeMemoryException if there is no memory to copy it to, or a limit would be passed; nothing has
     *     changed then
     * @throws ClosedException if this or one of {@code kept} is closed; nothing has changed then
     */
    public void leave(Collection<? extends NativeResource> kept) {
        leave(Arguments.array("kept", kept, NativeResource[]::new));
    }

    /**
     * Ends this now, from any thread, also when it is entered: what it owns is closed, and its memory given back, but
     * what is held still, which goes with that. The second time nothing happens.
     */
    public void destroy() {
        closeForeign(true, below -> false, this::destroyNative);
        if (registered) {
            WorkspaceRegistry.forget(this);
        }
    }

    private void destroyNative() {
        Leaks.closing(handle());
        Native.workspaceDestroy(handle()); // on purpose: the core does not call it not closed
        finish();
    }

    /**
     * {@link #toggleOff()} for a block of code.
     *
     * <pre>{@code
     * try (Workspace.Off off = ws.off()) {
     *     table = Tensor.loadNpy(path);
     * }
     * }</pre>
     *
     * @return what puts it on again when it is closed
     * @throws ScopeException if it is not entered, or for another thread
     * @throws ClosedException if it was destroyed
     */
    @MustBeClosed
    public Off off() {
        return new Off(this);
    }

    /** A workspace that is toggled off until this is closed. */
    public static final class Off implements AutoCloseable {
        private final Workspace workspace;
        private final long cycle;
        private boolean closed;

        private Off(Workspace workspace) {
            workspace.toggleOff();
            this.workspace = workspace;
            this.cycle = workspace.cycle();
        }

        /** Puts it on again, unless the cycle has ended. The second time nothing happens. Never throws. */
        @Override
        public void close() {
            if (closed) {
                return;
            }
            closed = true;
            try {
                if (workspace.isEntered() && workspace.cycle() == cycle) {
                    workspace.toggleOn();
                }
            } catch (ClosedException | ScopeException e) {
                return; // the cycle has ended meanwhile, and with it this
            }
        }
    }

    /** {@code Workspace('batch' entered)}, {@code open} or {@code closed}, with its name if it has one. */
    @Override
    public String toString() {
        String name = givenName() == null ? id : givenName();
        String state = !isOpen() ? "closed)" : isEntered() ? "entered)" : "open)";
        return "Workspace(" + (name.isEmpty() ? "" : "'" + name + "' ") + state;
    }

    /**
     * Whether it is entered, on whatever thread.
     *
     * @return true between {@link #enter()} and the last {@link #close()}
     */
    public boolean isEntered() {
        return newest() != null && isOpen();
    }

    // What it says of itself.

    /**
     * The current cycle, or the last one.
     *
     * @return its number, from 1; 0 if it was never entered
     * @throws ClosedException if it was destroyed
     */
    public long cycle() {
        return KeepAlive.value(Native.workspaceCycle(handle()), this);
    }

    /**
     * What it was told to do.
     *
     * @return every parameter, also those that have their default
     * @throws ClosedException if it was destroyed before this was ever asked
     */
    public WorkspaceConfig config() {
        return known();
    }

    /**
     * What is being done wrong with workspaces: entered and not closed; used for very long without a reset;
     * references held past their cycle; committed but idle; a configuration that does not fit.
     *
     * @return a picture of this moment, empty if all is well
     */
    public static List<WorkspaceMisuse> misuses() {
        return Rows.of(Native.workspaceMisuseRows()).stream().map(Workspace::misuse).toList();
    }

    private static WorkspaceMisuse misuse(String[] row) {
        return new WorkspaceMisuse(
                row[0], row[1], Long.parseLong(row[2]), row[3], row[4], Map.copyOf(Rows.pairs(row, 6)));
    }

    // <generated by ci/generate from src/api; do not edit>
    @Override
    @CanIgnoreReturnValue
    public Workspace name(String name) {
        super.name(name);
        return this;
    }

    /**
     * Sends requests outside the block, as EXTERNAL spills are, until {@link #toggleOn()} has been
     * called the same number of times, or the cycle ends.
     *
     * @throws ScopeException if this workspace is not entered, or belongs to another thread
     * @throws ClosedException if this workspace is closed
     */
    public void toggleOff() {
        Native.workspaceToggle(handle(), false);
        KeepAlive.done(this);
    }

    /**
     * Undoes one {@link #toggleOff()}.
     *
     * @throws ScopeException if this workspace is not entered, or belongs to another thread
     * @throws ClosedException if this workspace is closed
     */
    public void toggleOn() {
        Native.workspaceToggle(handle(), true);
        KeepAlive.done(this);
    }

    /**
     * Sizes the block now, between two cycles, from the requests seen so far, or else from {@code
     * minSize}.
     *
     * @throws ScopeException if this workspace is entered or belongs to another thread, or there is
     *     nothing to size the block from
     * @throws NativeMemoryException if there is not enough memory, or a limit would be exceeded
     * @throws ClosedException if this workspace is closed
     */
    public void initialize() {
        Call.change(() -> Native.workspaceInitialize(handle()));
        KeepAlive.done(this);
    }

    /**
     * {@return what this workspace counts at this moment; {@link Scope#stats()} is what it owns, as
     * for any scope}
     *
     * @throws ClosedException if this workspace is closed
     */
    public WorkspaceStats workspaceStats() {
        return Records.workspaceStats(KeepAlive.value(Native.workspaceStats(handle()), this), 0);
    }

    /** {@return the sum over all workspaces of the process, of all threads} */
    public static WorkspaceStats total() {
        return Records.workspaceStats(Native.workspaceStats(0), 0);
    }

    /**
     * {@return the last cycles that were left, at most 32, the oldest first}
     *
     * @throws ClosedException if this workspace is closed
     */
    public List<WorkspaceCycle> history() {
        return Records.workspaceCycleList(KeepAlive.value(Native.workspaceHistory(handle()), this));
    }

    /**
     * {@return what this workspace counts now and a table of its last cycles, as text}
     *
     * @throws ClosedException if this workspace is closed
     */
    public String report() {
        return KeepAlive.value(Native.workspaceReport(handle(), false), this);
    }

    /**
     * {@return the content of {@link #report()} as JSON}
     *
     * @throws ClosedException if this workspace is closed
     */
    public String reportJson() {
        return KeepAlive.value(Native.workspaceReport(handle(), true), this);
    }

    /**
     * {@return the reports of all workspaces of the process, one after another, as text; empty if
     * there is none}
     */
    public static String totalReport() {
        return Native.workspaceReport(0, false);
    }

    /**
     * {@return the content of {@link #totalReport()} as JSON: an array with an object for each
     * workspace}
     */
    public static String totalReportJson() {
        return Native.workspaceReport(0, true);
    }
    // </generated>
}
