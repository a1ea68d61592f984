package dev.tenure;

/**
 * A cycle's place in a workspace whose memory is a ring: the scope that owns what is made in that cycle, emptied by the
 * core when the ring has come round. It lives and ends with its workspace, has its name, and cannot be moved.
 */
final class WorkspacePart extends Scope {
    final Workspace workspace;

    WorkspacePart(long number, Workspace workspace) {
        super(number, workspace);
        this.workspace = workspace;
        this.name = workspace.id.isEmpty() ? null : workspace.id; // as the core calls it
    }

    @Override
    Scope outer() {
        return workspace.outer();
    }

    /** Leaves the workspace: who got this asked for the current scope. */
    @Override
    public void close() {
        workspace.close();
    }
}
