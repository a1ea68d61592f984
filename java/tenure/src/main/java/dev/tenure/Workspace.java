package dev.tenure;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.google.errorprone.annotations.MustBeClosed;
import dev.tenure.access.Leaks;
import dev.tenure.access.Pressure;
import dev.tenure.access.Records;
import dev.tenure.internal.Arguments;
import dev.tenure.internal.KeepAlive;
import dev.tenure.internal.Log;
import dev.tenure.internal.Native;
import dev.tenure.internal.NativeLoader;
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
 * A scope whose memory is reserved once and reused in every cycle of a loop.
 *
 * <pre>{@code
 * for (Batch batch : batches) {
 *     try (Workspace ws = Workspace.get("batch").enter()) {
 *         losses.add(model.loss(batch).item());
 *     } // everything made in the block is closed here, and the next batch reuses its memory
 * }
 * }</pre>
 *
 * <p>A program enters it once per cycle, for instance for each batch, and {@link #close()} leaves
 * it. Leaving closes everything that was made in between, and the memory is reused. The first cycle
 * takes its memory from the pool, and the workspace learns from it how large its block has to be;
 * {@link WorkspaceConfig} lists all options.
 *
 * <p>Leaving a cycle closes its tensors: any use of one, or of a view or an alias of it, throws a
 * {@link ClosedException} that names the cycle; it never reads the data of a later cycle. A result
 * that must outlive the cycle is copied out by {@link Scope#keep},
 * {@link NativeResource#moveToOuterScope()}, {@link NativeResource#moveTo},
 * {@link NativeResource#detachFromScope()}, {@link Tensor#leverageTo(Scope)},
 * {@link Tensor#migrate()}, or {@link #leave(NativeResource...)}. A tape or a buffer that still
 * holds memory of the cycle prevents its reuse; see {@link WorkspaceConfig#strict()}.
 *
 * <p>Under {@link dev.tenure.workspaces.WorkspaceMode#ENABLED} a workspace belongs to one thread:
 * other threads may close it, leave it and read its tensors, but not enter it. Workspaces nest,
 * also in themselves, and may be left in any order: the current scope is always the nearest one
 * that is open and not left.
 *
 * <p>In a ring ({@link dev.tenure.workspaces.ResetPolicy#ENDOFBUFFER_REACHED}) each cycle has a
 * scope of its own below the workspace. That scope is current in the cycle, and
 * {@link NativeResource#scope()} returns it. It has the name of the workspace and cannot be moved;
 * closing it leaves the workspace, and has no effect between cycles.
 *
 * <p>Unlike other scopes it can be entered again and again, because {@link #close()} only leaves
 * it. It ends, and its memory is freed, when {@link #destroy()} is called, when the scope that owns
 * it closes, or when the garbage collector finds it unreachable. A workspace that {@link #get} has
 * made also ends with its thread.
 */
public final class Workspace extends WorkspaceCycles {
    /** The name that it was made with; empty if it has none. */
    final String id;

    private final boolean registered; // `get` finds it by its name
    /** Wraps a workspace that the core has made. */
    Workspace(long handle, String id, boolean registered) {
        super(handle);
        this.id = id;
        this.registered = registered;
    }

    /**
     * Makes a workspace without a name, with the default of every parameter. It has no parent
     * scope, like a scope of {@link Scope#create()}, and is not entered.
     *
     * @return a new workspace
     */
    public static Workspace create() {
        return create(WorkspaceConfig.defaults());
    }

    /**
     * Makes a workspace without a name. It has no parent scope, and is not entered.
     *
     * @param config its parameters
     * @return a new workspace; the caller destroys it or moves it to a scope
     * @throws InvalidArgumentException if parameters contradict each other; it names them
     * @throws TensorException if this machine does not support the configuration
     * @throws NativeMemoryException if there is not enough memory for the initial size
     */
    public static Workspace create(WorkspaceConfig config) {
        return create("", config);
    }

    /**
     * Makes a workspace. It has no parent scope, and is not entered. {@link #get} does not find it.
     *
     * @param name for errors, reports and dumps
     * @param config its parameters
     * @return a new workspace; the caller destroys it or moves it to a scope
     * @throws InvalidArgumentException if parameters contradict each other; it names them
     * @throws TensorException if this machine does not support the configuration
     * @throws NativeMemoryException if there is not enough memory for the initial size
     */
    public static Workspace create(String name, WorkspaceConfig config) {
        NativeLoader.require();
        Objects.requireNonNull(config, "config");
        Objects.requireNonNull(name, "name");
        String json = config.toJson();
        long thread = WorkspaceRegistry.number();
        long handle = Call.handle(null, parent -> Native.workspaceCreate(parent, name, thread, json));
        Workspace made;
        try {
            made = new Workspace(handle, name, false);
        } catch (Throwable e) {
            Native.workspaceDestroy(handle); // no memory for the wrapper, so nothing else would free it
            throw e;
        }
        Leaks.note(handle); // at every level: workspaces are few, and a report of misuses needs the line
        return made;
    }

    /**
     * Returns this thread's workspace {@code id}; under
     * {@link dev.tenure.workspaces.WorkspaceMode#SINGLE} the one that all threads share. The first
     * call makes it, with the default of every parameter. It ends with its thread; a shared one
     * stays until it is destroyed, and {@link Tenure#leaks()} lists it while it holds tensors
     * outside of a cycle.
     *
     * @param id the name
     * @return the workspace, the same one each time until it is destroyed
     */
    public static Workspace get(String id) {
        Workspace known = WorkspaceRegistry.known(id);
        return known != null ? known : WorkspaceRegistry.get(Objects.requireNonNull(id, "id"), null);
    }

    /**
     * Returns this thread's workspace {@code id}; under
     * {@link dev.tenure.workspaces.WorkspaceMode#SINGLE} the one that all threads share. The first
     * call makes it. It ends with its thread; a shared one stays until it is destroyed, and
     * {@link Tenure#leaks()} lists it while it holds tensors outside of a cycle.
     *
     * @param id the name
     * @param config its parameters
     * @return the workspace, the same one each time until it is destroyed
     * @throws InvalidArgumentException if parameters contradict each other, or differ from those of
     *     an existing workspace {@code id}; the message names the parameters
     * @throws TensorException if this machine does not support the configuration
     * @throws NativeMemoryException if there is not enough memory for the initial size
     */
    public static Workspace get(String id, WorkspaceConfig config) {
        return WorkspaceRegistry.get(Objects.requireNonNull(id, "id"), Objects.requireNonNull(config, "config"));
    }

    /**
     * Returns the workspace that {@link #get(String)} would return, but does not make one.
     *
     * @param id the name
     * @return null if there is none
     */
    public static @Nullable Workspace find(String id) {
        return WorkspaceRegistry.find(Objects.requireNonNull(id, "id"));
    }

    /**
     * Begins a cycle and makes this workspace current on this thread. If it is entered already, the
     * same cycle goes on, one level deeper. In a ring this ends the cycle whose place the new one
     * takes.
     *
     * @return this, to be closed
     * @throws ScopeException if it belongs to another thread; under
     *     {@link WorkspaceConfig#useCycleDetector()} if it is entered already; in a ring under
     *     {@link WorkspaceConfig#strict()} if something still holds memory of the cycle that would
     *     end
     * @throws NativeMemoryException if its block must grow and cannot
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
     * Leaves this workspace by one level. Leaving the outermost level ends the cycle: its tensors
     * are closed, and their memory is reused; in a ring that happens when the ring comes round. The
     * workspace is not destroyed and may be entered again. If it is not entered, this has no
     * effect.
     *
     * <p>It leaves the innermost entry of this thread or, on a thread that has not entered it, the
     * newest entry of all.
     *
     * <p>Apart from the exception below, it throws only what closing the resources given to
     * {@link Scope#own} throws, after everything is closed.
     *
     * @throws ScopeException under {@link WorkspaceConfig#strict()} if a tape, a buffer or an
     *     operation of another thread holds memory of the cycle; it is then still entered
     */
    @Override
    public void close() {
        try {
            exit(null);
        } catch (ClosedException e) {
            Current.left(); // destroyed concurrently
        }
        Log.check();
    }

    /**
     * Leaves this workspace as {@link #close()} does, but keeps {@code kept}: when the outermost
     * level is left, those of {@code kept} that this workspace or a scope below it owns are copied
     * to the scope that was current when it was entered.
     *
     * @param kept the resources to keep
     * @throws ScopeException if it is not entered, or cannot be left; nothing has changed then
     * @throws NativeMemoryException if there is not enough memory for the copies, or a limit would
     *     be exceeded; nothing has changed then
     * @throws ClosedException if this or one of {@code kept} is closed; nothing has changed then
     */
    public void leave(NativeResource... kept) {
        Arguments.notNull("kept", kept);
        if (!exit(kept)) {
            Native.workspaceLeave(handle()); // throws, because it is not entered
        }
        Log.check();
    }

    /**
     * Leaves this workspace but keeps {@code kept}, as {@link #leave(NativeResource...)} does.
     *
     * @param kept the resources to keep
     * @throws ScopeException if it is not entered, or cannot be left; nothing has changed then
     * @throws NativeMemoryException if there is not enough memory for the copies, or a limit would
     *     be exceeded; nothing has changed then
     * @throws ClosedException if this or one of {@code kept} is closed; nothing has changed then
     */
    public void leave(Collection<? extends NativeResource> kept) {
        leave(Arguments.array("kept", kept, NativeResource[]::new));
    }

    /**
     * Ends this workspace now, on any thread, even if it is entered: its tensors are closed, and
     * its memory is freed. If something still holds memory of it, that memory is freed later. The
     * second call has no effect.
     */
    public void destroy() {
        closeForeign(true, below -> false, this::destroyNative);
        if (registered) {
            WorkspaceRegistry.forget(this);
        }
    }

    private void destroyNative() {
        Leaks.closing(handle());
        Native.workspaceDestroy(handle()); // explicitly destroyed, so that the core does not report it as not closed
        finish();
    }

    /**
     * Toggles this workspace off for a block of code, as {@link #toggleOff()} does.
     *
     * <pre>{@code
     * try (Workspace.Off off = ws.off()) {
     *     table = Tensor.loadNpy(path);
     * }
     * }</pre>
     *
     * @return a guard that toggles the workspace on again when it is closed
     * @throws ScopeException if the workspace is not entered, or belongs to another thread
     * @throws ClosedException if it was destroyed
     */
    @MustBeClosed
    public Off off() {
        return new Off(this);
    }

    /** A guard that keeps a workspace toggled off until it is closed. */
    public static final class Off implements AutoCloseable {
        private final Workspace workspace;
        private final long cycle;
        private boolean closed;

        private Off(Workspace workspace) {
            workspace.toggleOff();
            this.workspace = workspace;
            this.cycle = workspace.cycle();
        }

        /**
         * Toggles the workspace on again, unless the cycle has ended. The second call has no
         * effect. Never throws.
         */
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
                return; // the cycle has ended meanwhile, and toggling with it
            }
        }
    }

    /**
     * Returns {@code Workspace('batch' entered)}, or {@code open} or {@code closed} instead;
     * without a name it omits it.
     */
    @Override
    public String toString() {
        String name = givenName() == null ? id : givenName();
        String state = !isOpen() ? "closed)" : isEntered() ? "entered)" : "open)";
        return "Workspace(" + (name.isEmpty() ? "" : "'" + name + "' ") + state;
    }

    /**
     * Whether any thread has entered it.
     *
     * @return true between {@link #enter()} and the last {@link #close()}
     */
    public boolean isEntered() {
        return newest() != null && isOpen();
    }

    // Inspection.

    /**
     * Returns the number of the current cycle, or of the last one.
     *
     * @return its number, from 1; 0 if it was never entered
     * @throws ClosedException if it was destroyed
     */
    public long cycle() {
        return KeepAlive.value(Native.workspaceCycle(handle()), this);
    }

    /**
     * Returns the parameters of this workspace.
     *
     * @return every parameter, including those at their default
     * @throws ClosedException if the workspace was destroyed before the first call
     */
    public WorkspaceConfig config() {
        return known();
    }

    /**
     * Reports likely mistakes with workspaces: one that is entered and not closed, one that is used
     * for very long without a reset, references held past their cycle, memory that is committed but
     * idle, a configuration that does not fit.
     *
     * @return a snapshot; empty if there are none
     */
    public static List<WorkspaceMisuse> misuses() {
        NativeLoader.require();
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
        NativeLoader.require();
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
        NativeLoader.require();
        return Native.workspaceReport(0, false);
    }

    /**
     * {@return the content of {@link #totalReport()} as JSON: an array with an object for each
     * workspace}
     */
    public static String totalReportJson() {
        NativeLoader.require();
        return Native.workspaceReport(0, true);
    }
    // </generated>
}
