package dev.tenure;

import java.util.List;

/** What a workspace says of itself; {@link Workspace} inherits it. */
abstract sealed class WorkspaceReports extends Scope permits WorkspaceCycles {
    private volatile WorkspaceConfig config; // read when it is asked for

    /** Takes over what the core has made. */
    WorkspaceReports(long handle) {
        super(0, null);
        made(handle);
    }

    /**
     * The current cycle, or the last one.
     *
     * @return its number, from 1; 0 if it was never entered
     * @throws ClosedException if it was destroyed
     */
    public long cycle() {
        return Use.value(Native.workspaceCycle(handle()), this);
    }

    /**
     * What it was told to do.
     *
     * @return every parameter, also those that have their default
     * @throws ClosedException if it was destroyed before this was ever asked
     */
    public WorkspaceConfig config() {
        WorkspaceConfig known = config;
        if (known == null) {
            known = Use.value(WorkspaceConfig.read(Native.workspaceConfig(handle())), this);
            config = known;
        }
        return known;
    }

    /**
     * What it counts; {@link #stats()} is what it owns, as of any scope.
     *
     * @return a picture of this moment
     * @throws ClosedException if it was destroyed
     */
    public WorkspaceStats workspaceStats() {
        return Use.value(WorkspaceStats.of(handle()), this);
    }

    /**
     * The last cycles that were left, 32 at most.
     *
     * @return the oldest first
     * @throws ClosedException if it was destroyed
     */
    public List<WorkspaceCycle> history() {
        return Use.value(WorkspaceCycle.of(Native.workspaceHistory(handle())), this);
    }

    /**
     * What it counts and a table of its last cycles, for people.
     *
     * @return lines of text
     * @throws ClosedException if it was destroyed
     */
    public String report() {
        return Use.value(Native.workspaceReport(handle(), false), this);
    }

    /**
     * What {@link #report()} says, as JSON.
     *
     * @return an object
     * @throws ClosedException if it was destroyed
     */
    public String reportJson() {
        return Use.value(Native.workspaceReport(handle(), true), this);
    }

    /**
     * The sum over all workspaces of the process.
     *
     * @return a picture of this moment
     */
    public static WorkspaceStats total() {
        return WorkspaceStats.of(0);
    }

    /**
     * The reports of all workspaces of the process, one after another, for people.
     *
     * @return lines of text, none if there is no workspace
     */
    public static String totalReport() {
        return Native.workspaceReport(0, false);
    }

    /**
     * What {@link #totalReport()} says, as JSON.
     *
     * @return an array, with an object for each
     */
    public static String totalReportJson() {
        return Native.workspaceReport(0, true);
    }

    /**
     * What is being done wrong with workspaces: entered and not closed; used for very long without a reset;
     * references held past their cycle; committed but idle; a configuration that does not fit.
     *
     * @return a picture of this moment, empty if all is well
     */
    public static List<WorkspaceMisuse> misuses() {
        return FlatJson.list(Native.workspaceMisuses()).stream().map(WorkspaceMisuse::of).toList();
    }
}
