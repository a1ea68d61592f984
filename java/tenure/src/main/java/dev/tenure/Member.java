package dev.tenure;

import java.lang.ref.Reference;

/**
 * Something that a scope owns; {@link Scope#members()} lists them. It says what was so then, and owns nothing.
 *
 * <p>Its {@link #id()} is that of the tensor, so that each can be told from the others:
 *
 * <pre>{@code
 * boolean mine = scope.members().stream().anyMatch(member -> member.id() == tensor.id());
 * }</pre>
 */
public final class Member extends Described {
    private final Scope scope; // so that the collector does not close it while its members are looked at

    Member(String[] row, Scope scope) {
        super(row);
        this.scope = scope;
    }

    /**
     * Another reference to the same elements, which the current scope owns, else the scope of the member.
     *
     * @return a new tensor on the same memory; of a workspace's tensor it may be a copy, see {@link Tensor}
     * @throws ClosedException if it has been closed since, or is no tensor
     */
    public Tensor alias() {
        Scope current = Current.scope();
        Tensor alias = Call.made(current != null ? current : scope, owner -> Native.alias(owner, handle()), scope);
        Reference.reachabilityFence(this);
        return alias;
    }
}
