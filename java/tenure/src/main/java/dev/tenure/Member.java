package dev.tenure;

import dev.tenure.internal.Native;
import dev.tenure.internal.Row;
import java.lang.ref.Reference;
import java.time.Duration;
import java.util.Optional;

/**
 * A snapshot of a resource that a scope owns, as {@link Scope#members()} lists them. It does not
 * own the resource.
 *
 * <p>Its {@link #id()} equals the tensor's, so that members can be told apart:
 *
 * <pre>{@code
 * boolean mine = scope.members().stream().anyMatch(member -> member.id() == tensor.id());
 * }</pre>
 */
public final class Member {
    private final Row row;
    private final Scope scope; // keeps the scope reachable, so that it is not collected while its members are inspected

    Member(String[] fields, Scope scope) {
        this.row = new Row(fields);
        this.scope = scope;
    }

    /**
     * Makes another reference to the same elements, owned by the current scope, or else by the
     * member's scope.
     *
     * @return a new tensor on the same memory; for a workspace's tensor it may be a copy, see
     *     {@link Tensor}
     * @throws ClosedException if the member has been closed since, or is not a tensor
     */
    public Tensor alias() {
        Scope current = Current.scope();
        Tensor alias = Call.made(current != null ? current : scope, owner -> Native.alias(owner, row.id()), scope);
        Reference.reachabilityFence(this);
        return alias;
    }

    /**
     * Returns the kind of resource.
     *
     * @return {@code tensor}, {@code scope}, {@code tape}, {@code optimizer} or {@code counter}
     */
    public String kind() {
        return row.kind();
    }

    /**
     * Returns the number that {@link NativeResource#id()} of the resource returns.
     *
     * @return the id
     */
    public long id() {
        return row.id();
    }

    /**
     * Returns the name of the resource.
     *
     * @return empty if it has none
     */
    public Optional<String> name() {
        return row.name();
    }

    /**
     * Returns the element type.
     *
     * @return empty if this is not a tensor
     */
    public Optional<DType> dtype() {
        return row.dtype().flatMap(DType::named);
    }

    /**
     * Returns the dimensions.
     *
     * @return a new array; empty for a scalar, and if this is not a tensor
     */
    public long[] shape() {
        return row.shape();
    }

    /**
     * Returns the bytes of its storage.
     *
     * @return 0 if this is not a tensor
     */
    public long bytes() {
        return row.bytes();
    }

    /**
     * Returns the time since the resource was made.
     *
     * @return empty if it was not recorded, see {@link dev.tenure.reports.LeakLevel}
     */
    public Optional<Duration> age() {
        return row.age();
    }

    /**
     * Returns the line that made the resource.
     *
     * @return a line such as {@code com.acme.Model.forward(Model.java:31)}; empty if it was not
     *     recorded, see {@link dev.tenure.reports.LeakLevel}
     */
    public Optional<String> site() {
        return row.site();
    }

    /**
     * Returns a line like
     * {@code float32 [2,3] 'weight', 24 B in 'model', alive, made at com.acme.Model.forward(...)}.
     */
    @Override
    public String toString() {
        return row.line();
    }
}
