package dev.tenure;

import java.lang.ref.Reference;

/** Something that a scope owns; {@link Scope#members()} lists them. It says what was so then, and owns nothing. */
public final class Member extends Described {
    private final Scope scope; // so that the collector does not close it while its members are looked at

    Member(String[] row, Scope scope) {
        super(row);
        this.scope = scope;
    }

    /**
     * Another reference to the same elements, owned where a new tensor would be.
     *
     * @return a new tensor on the same memory
     * @throws ClosedException if it has been closed since, or is no tensor
     */
    public Tensor alias() {
        Tensor alias = Call.made(Current.scope(), owner -> Native.alias(owner, handle()), scope);
        Reference.reachabilityFence(this);
        return alias;
    }
}
