// A sequence of modules.
// Invariant: its parts are called one by one only if one of them is written in C#; else the core
// computes it as a whole.

using System.Globalization;
using Tenure.Interop;

namespace Tenure.Nn;

/// <summary>A sequence of modules: each reads the output of the one before it.</summary>
/// <remarks>A call is one call of the native library, unless a module in it is written in C#.</remarks>
/// <example><code>
/// var net = new Sequential(new Linear(784, 128), new ReLU(), new Linear(128, 10));
/// Tensor logits = net.Call(pixels);
/// </code></example>
public sealed unsafe class Sequential : Module
{
    /// <summary>Makes a sequence of modules, which are named <c>0</c>, <c>1</c> and so on. The current
    /// scope owns it; without one it is the caller's.</summary>
    /// <exception cref="InvalidArgumentException">A module is a part of another one already.</exception>
    public Sequential(params ReadOnlySpan<Module> modules)
        : base((owner, made) => Native.tenure_module_sequential(owner, made))
    {
        try
        {
            foreach (Module module in modules)
            {
                Append(module);
            }
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    /// <summary>Makes a sequence of modules with names. The current scope owns it; without one it is
    /// the caller's.</summary>
    /// <exception cref="InvalidArgumentException">A module is a part of another one already, or a name
    /// is not possible, see <see cref="Module.Add{T}(string, T)"/>.</exception>
    public Sequential(IEnumerable<KeyValuePair<string, Module>> modules)
        : base((owner, made) => Native.tenure_module_sequential(owner, made))
    {
        try
        {
            ArgumentNullException.ThrowIfNull(modules);
            foreach ((string name, Module module) in modules)
            {
                Add(name, module);
            }
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    /// <summary>Adds a module at the end, under the next number, and returns it.</summary>
    /// <exception cref="InvalidArgumentException">It is a part of another module already, or a part was
    /// added under that number as a name.</exception>
    public T Append<T>(T module) where T : Module
    {
        ArgumentNullException.ThrowIfNull(module);
        Join(module, () =>
        {
            ulong number;
            Errors.Check(Native.tenure_module_append(Handle, module.Handle, &number));
            return number.ToString(CultureInfo.InvariantCulture);
        });
        return module;
    }

    /// <inheritdoc/>
    protected override Tensor Forward(Tensor x)
    {
        if (!IsPartlyManaged)
        {
            return base.Forward(x);
        }
        Tensor at = x;
        foreach (Module child in Children().Values)
        {
            Tensor next = child.Call(at);
            if (!ReferenceEquals(at, x))
            {
                at.Dispose(); // a result in between would otherwise live to the end of the call
            }
            at = next;
        }
        return at;
    }
}
