package dev.tenure;

import dev.tenure.internal.Native;
import dev.tenure.internal.Row;
import java.lang.ref.Reference;
import java.time.Duration;
import java.util.Optional;

/**
 * Something that a scope owns; {@link Scope#members()} lists them. It says what was so then, and owns nothing.
 *
 * <p>Its {@link #id()} is that of the tensor, so that each can be told from the others:
 *
 * <pre>{@code
 * boolean mine = scope.members().stream().anyMatch(member -> member.id() == tensor.id());
 * }</pre>
 */
public final class Member {
    private final Row row;
    private final Scope scope; // so that the collector does not close it while its members are looked at

    Member(String[] fields, Scope scope) {
        this.row = new Row(fields);
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
        Tensor alias = Call.made(current != null ? current : scope, owner -> Native.alias(owner, row.id()), scope);
        Reference.reachabilityFence(this);
        return alias;
    }

    /**
     * What it is.
     *
     * @return {@code tensor}, {@code scope}, {@code tape}, {@code optimizer} or {@code counter}
     */
    public String kind() {
        return row.kind();
    }

    /**
     * The number that {@link NativeResource#id()} gives: what tells which resource this is about.
     *
     * @return the same as its {@code id()}
     */
    public long id() {
        return row.id();
    }

    /**
     * The name that it was given.
     *
     * @return empty if it has none
     */
    public Optional<String> name() {
        return row.name();
    }

    /**
     * The element type.
     *
     * @return empty if this is no tensor
     */
    public Optional<DType> dtype() {
        return row.dtype().flatMap(DType::named);
    }

    /**
     * The dimensions.
     *
     * @return a new array; of no dimension for a scalar, and for what is no tensor
     */
    public long[] shape() {
        return row.shape();
    }

    /**
     * The bytes of its storage.
     *
     * @return 0 for what is no tensor
     */
    public long bytes() {
        return row.bytes();
    }

    /**
     * How long ago it was made.
     *
     * @return empty if that was not recorded, see {@link dev.tenure.reports.LeakLevel}
     */
    public Optional<Duration> age() {
        return row.age();
    }

    /**
     * The line that made it.
     *
     * @return such as {@code com.acme.Model.forward(Model.java:31)}; empty if that was not recorded, see
     *     {@link dev.tenure.reports.LeakLevel}
     */
    public Optional<String> site() {
        return row.site();
    }

    /** Such as {@code float32 [2,3] 'weight', 24 B in 'model', alive, made at com.acme.Model.forward(Model.java:31)}. */
    @Override
    public String toString() {
        return row.line();
    }
}
