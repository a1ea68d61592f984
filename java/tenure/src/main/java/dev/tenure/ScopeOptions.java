package dev.tenure;

import dev.tenure.internal.Text;
import java.util.Objects;
/**
 * The options of a new scope: its name, its limit and more. {@link Scope#options()} makes one.
 *
 * <pre>{@code
 * try (Scope epoch = Scope.open(Scope.options().name("epoch").limit(1L << 30))) { ... }
 * }</pre>
 */
public final class ScopeOptions {
    private String name;
    private long limit;
    private boolean measured;
    private boolean inheritable;
    private Device device;
    boolean reclaimEarly;

    ScopeOptions() {}

    /**
     * Sets the name, for errors, dumps and leak reports.
     *
     * @param name any text
     * @return this
     * @throws InvalidArgumentException if the text has a lone surrogate
     */
    public ScopeOptions name(String name) {
        this.name = Text.checked(name, "name");
        return this;
    }

    /**
     * Limits the bytes that the scope may hold, as {@link Scope#limit(long)} does.
     *
     * @param bytes the limit; 0 for no limit
     * @return this
     * @throws InvalidArgumentException if the number is negative
     */
    public ScopeOptions limit(long bytes) {
        if (bytes < 0) {
            throw new InvalidArgumentException("a limit of " + bytes + " bytes is negative");
        }
        this.limit = bytes;
        return this;
    }

    /**
     * Sets the device on which makers make what the scope, or a scope below it, will own, unless
     * they name one. See {@link Scope#setDefaultDevice(Device)}.
     *
     * @param device the device
     * @return this
     */
    public ScopeOptions device(Device device) {
        this.device = Objects.requireNonNull(device, "device");
        return this;
    }

    /**
     * Records peaks, as {@link Scope#measure()} does.
     *
     * @return this
     */
    public ScopeOptions measured() {
        this.measured = true;
        return this;
    }

    /**
     * Makes the scope current on threads that are made while it is current, as
     * {@link Scope#inheritable()} does.
     *
     * @return this
     */
    public ScopeOptions inheritable() {
        this.inheritable = true;
        return this;
    }

    /**
     * Lets the garbage collector free an unreachable member before the scope closes, as in DJL.
     * Each member then costs as much as an unowned resource.
     *
     * @return this
     */
    public ScopeOptions reclaimEarly() {
        this.reclaimEarly = true;
        return this;
    }

    void apply(Scope scope) {
        scope.inheritable = inheritable;
        if (name != null) {
            scope.name(name);
        }
        if (limit != 0) {
            scope.limit(limit);
        }
        if (device != null) {
            scope.setDefaultDevice(device);
        }
        if (measured) {
            scope.measure();
        }
    }
}
