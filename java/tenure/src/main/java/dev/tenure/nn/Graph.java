package dev.tenure.nn;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.tenure.InvalidArgumentException;
import dev.tenure.internal.Arguments;
import dev.tenure.internal.KeepAlive;
import dev.tenure.internal.Native;

/**
 * A graph of named nodes with several inputs and outputs.
 *
 * <pre>{@code
 * Graph net = new Graph("image", "size");
 * net.addNode("features", new Linear(64, 16), "image");
 * net.addNode("both", new Concat(), "features", "size");
 * net.addNode("score", new Linear(17, 1), "both");
 * net.setOutputs("score", "features");
 * Tensor[] results = net.callAll(image, size);
 * }</pre>
 *
 * <p>A node is a module that reads inputs of the graph and results of other nodes, in the order of its
 * own inputs. {@link Add}, {@link Multiply} and {@link Concat} join several results. A call computes
 * only the nodes that the outputs need, and is one call of the native library, so all nodes must be
 * of its kinds.
 */
public final class Graph extends Module {
    /**
     * Makes a graph without nodes. The current scope owns it; without one it is the caller's.
     *
     * @param inputs the names of the inputs, in the order in which a call has them
     * @throws InvalidArgumentException if there is no input, or a name is given twice, empty or has a
     *     dot or a line break in it
     */
    public Graph(String... inputs) {
        this(lines("inputs", inputs));
    }

    private Graph(StringBuilder inputs) {
        super(scope -> Native.moduleGraph(scope, inputs.toString()));
    }

    /**
     * Makes a module a node, which this graph owns from then on.
     *
     * @param <M> its class
     * @param name its name, without dots
     * @param module a module that is not a part of another one
     * @param inputs what it reads: inputs of the graph and main results of nodes by their names, and
     *     other results by their numbers, such as {@code lstm.1}; a node may be named before it is added
     * @return {@code module}
     * @throws InvalidArgumentException if the node would close a cycle, whose path the message has; if
     *     it reads nothing; if the name is taken, empty or has a dot in it; or if the module is a part of
     *     a module already, or contains this one
     * @throws dev.tenure.NativeMemoryException if its parameters exceed a limit of the scopes above
     */
    @CanIgnoreReturnValue
    public <M extends Module> M addNode(String name, M module, String... inputs) {
        String sources = lines("inputs", inputs).toString();
        return added(name, module, part -> Native.moduleGraphAdd(handle(), name, part, sources));
    }

    /**
     * Sets what this graph returns.
     *
     * @param outputs inputs and results as in {@link #addNode}, the main one first
     * @return this
     * @throws InvalidArgumentException if there is no output, or a node is named that there is not
     */
    @CanIgnoreReturnValue
    public Graph setOutputs(String... outputs) {
        Native.moduleGraphOutputs(handle(), lines("outputs", outputs).toString());
        KeepAlive.done(this);
        return this;
    }

    /** Names as the core takes them: a line for each. */
    private static StringBuilder lines(String parameter, String[] names) {
        StringBuilder lines = new StringBuilder();
        for (String name : Arguments.notNull(parameter, names)) {
            if (name.indexOf('\n') >= 0 || name.indexOf('\r') >= 0) {
                throw new InvalidArgumentException(parameter + ": a name has a line break in it");
            }
            lines.append(name).append('\n');
        }
        return lines;
    }
}
