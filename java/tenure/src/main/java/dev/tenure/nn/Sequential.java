package dev.tenure.nn;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.tenure.Tensor;
import dev.tenure.access.Nouns;
import dev.tenure.internal.Arguments;
import dev.tenure.internal.Native;
import java.util.Map;
import java.util.Objects;

/**
 * A sequence of modules: each reads the output of the one before it.
 *
 * <pre>{@code
 * Sequential net = new Sequential(new Linear(784, 128), new ReLU(), new Linear(128, 10));
 * Tensor logits = net.call(pixels);
 * }</pre>
 *
 * <p>A call is one call of the native library, unless a module in it is written in Java.
 */
public final class Sequential extends Module {
    /**
     * Makes a sequence of modules, which are named {@code 0}, {@code 1} and so on. The current scope
     * owns it; without one it is the caller's.
     *
     * @param modules the modules, which become parts of the sequence
     * @throws dev.tenure.InvalidArgumentException if a module is a part of another one already
     */
    public Sequential(Module... modules) {
        super(Native::moduleSequential);
        building(() -> {
            for (Module module : Arguments.notNull("modules", modules)) {
                append(module);
            }
        });
    }

    /**
     * Makes a sequence of modules with names. The current scope owns it; without one it is the
     * caller's.
     *
     * @param modules the modules by name, in order, which become parts of the sequence
     * @throws dev.tenure.InvalidArgumentException if a module is a part of another one already, or a
     *     name is not possible, see {@link Module#add}
     */
    public Sequential(Map<String, ? extends Module> modules) {
        super(Native::moduleSequential);
        building(() -> Objects.requireNonNull(modules, "modules").forEach(this::add));
    }

    /**
     * Adds a module at the end, under the next number.
     *
     * @param <M> its class
     * @param module the module, which becomes a part of the sequence
     * @return {@code module}
     * @throws dev.tenure.InvalidArgumentException if it is a part of another module already, or a part
     *     was added under that number as a name
     */
    @CanIgnoreReturnValue
    public <M extends Module> M append(M module) {
        Objects.requireNonNull(module, "module");
        join(module, () -> Long.toString(Native.moduleAppend(handle(), Nouns.get().handle(module))));
        return module;
    }

    @Override
    protected Tensor forward(Tensor x) {
        if (!isPartlyJava()) {
            return super.forward(x);
        }
        Tensor at = x;
        for (Module child : children().values()) {
            Tensor next = child.call(at);
            if (at != x) {
                at.close(); // a result in between would otherwise live to the end of the call
            }
            at = next;
        }
        return at;
    }
}
