package dev.tenure;

/**
 * A part of a workspace whose memory is a ring: the scope that owns what is made in one cycle. The
 * core empties it when the ring has come round. It lives and ends with its workspace, has its name,
 * and cannot be moved.
 */
final class WorkspacePart extends Scope {
    final Workspace workspace;

    WorkspacePart(long number, Workspace workspace) {
        super(number, workspace);
        this.workspace = workspace;
        this.name = workspace.id.isEmpty() ? null : workspace.id; // the same name as in the core
    }

    @Override
    Scope outer() {
        return workspace.outer();
    }

    /** Leaves the workspace, since callers get this object as the current scope. */
    @Override
    public void close() {
        workspace.close();
    }
}
