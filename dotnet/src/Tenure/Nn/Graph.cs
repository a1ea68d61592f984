// A graph of named nodes.
// Invariant: the core has the wiring and computes all of it; this passes names, a line for each.

using Tenure.Interop;

namespace Tenure.Nn;

/// <summary>A graph of named nodes with several inputs and outputs.</summary>
/// <remarks>A node is a module that reads inputs of the graph and results of other nodes, in the order
/// of its own inputs. <see cref="Nn.Add"/>, <see cref="Multiply"/> and <see cref="Concat"/> join several
/// results. A call computes only the nodes that the outputs need, and is one call of the native
/// library, so all nodes must be of its kinds.</remarks>
/// <example><code>
/// var net = new Graph("image", "size");
/// net.AddNode("features", new Linear(64, 16), "image");
/// net.AddNode("both", new Concat(), "features", "size");
/// net.AddNode("score", new Linear(17, 1), "both");
/// net.SetOutputs("score", "features");
/// Tensor[] results = net.CallAll(image, size);
/// </code></example>
public sealed unsafe class Graph : Module
{
    /// <summary>Makes a graph without nodes. The current scope owns it; without one it is the
    /// caller's.</summary>
    /// <param name="inputs">The names of the inputs, in the order in which a call has them.</param>
    /// <exception cref="InvalidArgumentException">There is no input, or a name is given twice, empty or
    /// has a dot or a line break in it.</exception>
    public Graph(params string[] inputs) : base(MakerOf(Lines(inputs, nameof(inputs))))
    {
    }

    private static Maker MakerOf(string inputs) => (owner, made) => Native.tenure_module_graph(owner, inputs, made);

    /// <summary>Makes a module a node, which this graph owns from then on, and returns it.</summary>
    /// <param name="name">Its name, without dots.</param>
    /// <param name="module">A module that is not a part of another one.</param>
    /// <param name="inputs">What it reads: inputs of the graph and main results of nodes by their names,
    /// and other results by their numbers, such as <c>lstm.1</c>; a node may be named before it is
    /// added.</param>
    /// <exception cref="InvalidArgumentException">The node would close a cycle, whose path the message
    /// has; it reads nothing; the name is taken, empty or has a dot in it; or the module is a part of a
    /// module already, or contains this one.</exception>
    /// <exception cref="NativeMemoryException">Its parameters exceed a limit of the scopes above.</exception>
    public T AddNode<T>(string name, T module, params string[] inputs) where T : Module
    {
        NativeText.Check(name, nameof(name));
        ArgumentNullException.ThrowIfNull(module);
        string sources = Lines(inputs, nameof(inputs));
        return Added(name, module, () => Native.tenure_module_graph_add(Handle, name, module.Handle, sources));
    }

    /// <summary>Sets what this graph returns, and returns this.</summary>
    /// <param name="outputs">Inputs and results as in <see cref="AddNode"/>, the main one first.</param>
    /// <exception cref="InvalidArgumentException">There is no output, or a node is named that there is
    /// not.</exception>
    public Graph SetOutputs(params string[] outputs)
    {
        Errors.Check(Native.tenure_module_graph_outputs(Handle, Lines(outputs, nameof(outputs))));
        GC.KeepAlive(this);
        return this;
    }

    /// <summary>Names as the core takes them: a line for each.</summary>
    private static string Lines(string[] names, string parameter)
    {
        ArgumentNullException.ThrowIfNull(names, parameter);
        foreach (string name in names)
        {
            NativeText.Check(name, parameter);
            if (name.AsSpan().IndexOfAny('\n', '\r') >= 0)
            {
                throw new InvalidArgumentException($"{parameter}: a name has a line break in it");
            }
        }
        return string.Concat(names.Select(name => name + "\n"));
    }
}
