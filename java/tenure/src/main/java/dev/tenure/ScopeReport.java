package dev.tenure;

import java.util.List;

/** What a scope says of itself; {@link Scope} inherits it. */
abstract sealed class ScopeReport extends ScopeMembers permits ScopeRun {
    ScopeReport(Scope parent, long number, boolean reclaimEarly) {
        super(parent, number, reclaimEarly);
    }

    /**
     * The limit of this scope.
     *
     * @return bytes; 0 if there is none
     * @throws ClosedException if it is closed
     */
    public long limit() {
        return stats().limitBytes();
    }

    /**
     * Keeps peaks of this scope and all below it, from here on.
     *
     * @return this
     * @throws ClosedException if it is closed
     */
    public Scope measure() {
        Native.scopeMeasure(handle());
        Use.done(this);
        return (Scope) this;
    }

    /**
     * What this scope and all below it own.
     *
     * @return a picture of this moment
     * @throws ClosedException if it is closed
     */
    public ScopeStats stats() {
        return Use.value(ScopeStats.of(handle()), this);
    }

    /**
     * What this scope owns itself, the oldest first.
     *
     * @return a picture of this moment
     * @throws ClosedException if it is closed
     */
    public List<Member> members() {
        Scope self = (Scope) this;
        return Rows.of(Native.scopeDump(handle(), Rows.FORMAT)).stream()
                .map(row -> new Member(row, self))
                .toList();
    }

    /**
     * This scope and all below it with what they own, as a tree for people, the largest first.
     *
     * @return lines of text
     * @throws ClosedException if it is closed
     */
    public String debugDump() {
        return Use.value(Native.scopeDump(handle(), 0), this);
    }

    /**
     * What {@link #debugDump()} says, as JSON.
     *
     * @return an object
     * @throws ClosedException if it is closed
     */
    public String debugDumpJson() {
        return Use.value(Native.scopeDump(handle(), 1), this);
    }

    /**
     * The scope that this one is below.
     *
     * @return null if there is none
     */
    public Scope parent() {
        return scope() instanceof WorkspacePart part ? part.workspace : scope();
    }

    /**
     * The outermost scope that this one is below.
     *
     * @return this scope itself if it has no parent
     */
    public Scope root() {
        Scope root = (Scope) this;
        for (Scope above = root.scope(); above != null; above = above.scope()) {
            root = above;
        }
        return root;
    }
}
