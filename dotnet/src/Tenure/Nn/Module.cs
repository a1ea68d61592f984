// The base class of modules. What follows from a signature of the core is generated (Module.g.cs,
// Kinds.g.cs).
// Invariant: parts are wrapped once. The wrapper of a part keeps that of the whole reachable, and
// that of the whole those of its parts that were added, so that a part that is written in C# lives
// as long as the tree.

using System.Runtime.CompilerServices;
using System.Text;
using Tenure.Interop;

namespace Tenure.Nn;

/// <summary>A layer with parameters, or a tree of them.</summary>
/// <remarks>
/// <para>The kinds of this namespace are computed by the native library. A program writes a module of
/// its own as a subclass, whose constructor registers its parts; <see cref="Call(Tensor)"/> frees
/// everything that its <see cref="Forward(Tensor)"/> makes, except the result.</para>
/// <para>A module is owned like a scope: by the scope that was current when it was made, or by the
/// caller. Disposing it frees its parameters, its buffers and all its parts. They belong to it for
/// good: moving a parameter elsewhere throws an exception with its path, such as
/// <c>encoder.0.weight</c>. The methods that return parameters return new references, which are the
/// caller's.</para>
/// <para>Names, shapes, defaults and initial values are PyTorch's, so that a state of <c>torch.nn</c>
/// loads as it is.</para>
/// </remarks>
/// <example><code>
/// sealed class Net : Module
/// {
///     private readonly Module _fc1, _fc2;
///
///     public Net()
///     {
///         _fc1 = Add("fc1", new Linear(64, 32));
///         _fc2 = Add("fc2", new Linear(32, 10));
///     }
///
///     protected override Tensor Forward(Tensor x) => _fc2.Call(_fc1.Call(x).Relu());
/// }
/// </code></example>
public unsafe partial class Module : NativeResource
{
    /// <summary>The initial size of the buffer for what a load left out, such as a thousand names. A
    /// report that does not fit makes the core load again.</summary>
    private const int ReportRoom = 64 << 10;

    /// <summary>Held while the parents of wrappers change: a part that is written in C# marks every
    /// module above it, also if another thread just adds one of those to a third.</summary>
    private static readonly Lock s_parents = new();

    private readonly Dictionary<string, Module> _wrapped = [];
    private volatile Module? _parent;
    private volatile bool _isPartlyManaged;

    /// <summary>Makes one in a scope: the core's status.</summary>
    internal delegate int Maker(ulong owner, ulong* made);

    /// <summary>For a module whose <see cref="Forward(Tensor)"/> is written in C#. The current scope
    /// owns it; without one it is the caller's.</summary>
    protected Module() : base(0, null)
    {
        _isPartlyManaged = true;
        string kind = GetType().Name;
        Make((owner, made) => Native.tenure_module_custom(owner, kind, made));
    }

    /// <summary>For a kind of the core.</summary>
    private protected Module(Maker maker) : base(0, null) => Make(maker);

    /// <summary>Whether a part of it is computed in C#.</summary>
    internal bool IsPartlyManaged => _isPartlyManaged;

    private void Make(Maker maker)
    {
        Scope? owner = CurrentScope.Get();
        ulong made;
        int status, attempt = 0;
        do
        {
            status = maker(Interop.Call.Number(owner), &made);
        }
        while (Pressure.Retry(status, ref attempt));
        Errors.Check(status);
        Handle = made;
        Holder = Interop.Call.Made(status, made, owner);
    }

    /// <summary>Computes the result of this module. Everything that is made on the way is freed, also if
    /// <see cref="Forward(Tensor)"/> is written in C#. A tape that watches this module or
    /// <paramref name="x"/> records it.</summary>
    /// <returns>A new tensor, also if the module returns its input.</returns>
    /// <exception cref="ClosedException">This module or a part of it is closed.</exception>
    /// <exception cref="InvalidArgumentException">It needs several inputs, see <see cref="CallAll"/>.</exception>
    public Tensor Call(Tensor x)
    {
        ArgumentNullException.ThrowIfNull(x);
        return IsPartlyManaged ? Tenure.Scope.Using(body => Fresh(Forward(x), body)) : Forward(x);
    }

    /// <summary>Computes all results of this module from all its inputs, as <see cref="Call(Tensor)"/>
    /// does.</summary>
    /// <param name="inputs">The inputs; null for one that is left out, such as a mask.</param>
    /// <returns>New tensors, the main result first.</returns>
    /// <exception cref="ClosedException">This module or a part of it is closed.</exception>
    /// <exception cref="InvalidArgumentException">The number of inputs is wrong, or one is left out that
    /// is needed.</exception>
    public Tensor[] CallAll(params Tensor?[] inputs)
    {
        ArgumentNullException.ThrowIfNull(inputs);
        return IsPartlyManaged
            ? Tenure.Scope.Using(body => ForwardAll(inputs).Select(result => Fresh(result, body)).ToArray())
            : ForwardAll(inputs);
    }

    /// <summary>Computes the result of this module; <see cref="Call(Tensor)"/> calls it. A subclass
    /// overrides it and calls its parts by <see cref="Call(Tensor)"/>.</summary>
    protected virtual Tensor Forward(Tensor x)
    {
        ArgumentNullException.ThrowIfNull(x);
        Scope? owner = CurrentScope.OwnerFor(x);
        ulong made;
        int status, attempt = 0;
        do
        {
            status = Native.tenure_module_forward(Interop.Call.OwnerNumber(owner), Handle, x.Handle, &made);
        }
        while (Pressure.Retry(status, ref attempt));
        return Interop.Call.Adopt(status, made, owner, this, x);
    }

    /// <summary>Computes all results of this module from all its inputs; <see cref="CallAll"/> calls it.
    /// A subclass with several inputs or results overrides it.</summary>
    protected virtual Tensor[] ForwardAll(params Tensor?[] inputs)
    {
        ArgumentNullException.ThrowIfNull(inputs);
        if (IsPartlyManaged && inputs is [var only])
        {
            return [Forward(only ?? throw new ArgumentNullException("inputs[0]"))];
        }
        Tensor[] given = [.. inputs.OfType<Tensor>()];
        ulong[] handles = [.. inputs.Select(input => input?.Handle ?? 0)]; // 0 for one that is left out
        Scope? owner = Interop.Call.OwnerFor(given);
        Tensor[] results = References(owner, (scope, made, room, count) =>
        {
            fixed (ulong* list = handles)
            {
                return Native.tenure_module_forward_all(scope, Handle, list, (ulong)handles.Length, made, room, count);
            }
        });
        Interop.Call.KeepAlive(given);
        return results;
    }

    /// <summary>Returns the result if <paramref name="body"/>, the scope of the call, owns it; else,
    /// such as for an input or a parameter, a new reference to it.</summary>
    private static Tensor Fresh(Tensor? result, Scope body)
    {
        Tensor found = result ?? throw new InvalidOperationException("Forward returned null");
        return ReferenceEquals(found.Scope, body) ? found : found.Alias();
    }

    /// <summary>Makes a module a part of this one, which owns it from then on, and returns it.</summary>
    /// <param name="name">Its name, without dots.</param>
    /// <param name="module">A module that is not a part of another one.</param>
    /// <exception cref="InvalidArgumentException">The name is taken, empty or has a dot in it; the module
    /// is a part of a module already, or contains this one; or this kind has no parts.</exception>
    /// <exception cref="NativeMemoryException">Its parameters exceed a limit of the scopes above.</exception>
    public T Add<T>(string name, T module) where T : Module
    {
        NativeText.Check(name, nameof(name));
        ArgumentNullException.ThrowIfNull(module);
        return Added(name, module, () => Native.tenure_module_add(Handle, name, module.Handle));
    }

    /// <summary>Makes a module a part of this one by <paramref name="core"/>.</summary>
    private protected T Added<T>(string name, T module, Func<int> core) where T : Module
    {
        Join(module, () =>
        {
            Errors.Check(core());
            return name;
        });
        return module;
    }

    /// <summary>Makes a module a part of this one under the name that <paramref name="core"/>, which
    /// adds it, returns.</summary>
    private protected void Join(Module part, Func<string> core)
    {
        lock (_wrapped) // another thread that finds the new part must get this wrapper
        {
            _wrapped[core()] = part;
        }
        PartOf.Publish(part, this);
        lock (s_parents)
        {
            part._parent = this;
            for (Module? above = this; part._isPartlyManaged && above is not null; above = above._parent)
            {
                above._isPartlyManaged = true;
            }
        }
        GC.KeepAlive(this);
        GC.KeepAlive(part);
    }

    /// <summary>Makes a tensor a parameter of this module, which owns it from then on, and returns it. A
    /// tensor that is a parameter of a module already is tied: both are the same parameter under two
    /// names.</summary>
    /// <param name="name">Its name, without dots.</param>
    /// <param name="value">The initial value.</param>
    /// <exception cref="InvalidArgumentException">The name is taken, empty or has a dot in it.</exception>
    /// <exception cref="NativeMemoryException">It exceeds a limit of the scopes above.</exception>
    protected Tensor Parameter(string name, Tensor value)
    {
        NativeText.Check(name, nameof(name));
        ArgumentNullException.ThrowIfNull(value);
        return Registered(value, () => Native.tenure_module_register_parameter(Handle, name, value.Handle));
    }

    /// <summary>Makes a tensor a buffer of this module, and returns it: it is part of the state, but not
    /// trained.</summary>
    /// <param name="name">Its name, without dots.</param>
    /// <param name="value">The initial value.</param>
    /// <exception cref="InvalidArgumentException">The name is taken, empty or has a dot in it.</exception>
    /// <exception cref="NativeMemoryException">It exceeds a limit of the scopes above.</exception>
    protected Tensor Buffer(string name, Tensor value)
    {
        NativeText.Check(name, nameof(name));
        ArgumentNullException.ThrowIfNull(value);
        return Registered(value, () => Native.tenure_module_register_buffer(Handle, name, value.Handle, 1));
    }

    private Tensor Registered(Tensor value, Func<int> core)
    {
        int status, attempt = 0;
        do
        {
            status = core();
        }
        while (Pressure.Retry(status, ref attempt));
        Errors.Check(status);
        if (value.Holder is not PartOf)
        {
            PartOf.Publish(value, this);
        }
        GC.KeepAlive(this);
        return value;
    }

    /// <summary>Returns the direct parts of this module by name, in order.</summary>
    /// <exception cref="ClosedException">This is closed.</exception>
    public IReadOnlyDictionary<string, Module> Children()
    {
        string[] names = Names(NativeText.Read((buffer, room, needed) => Native.tenure_module_child_names(Handle, buffer, room, needed)));
        ulong[] handles = Interop.Call.Read<ulong>((made, room, count) => Native.tenure_module_children(Handle, made, room, count));
        var children = new Dictionary<string, Module>(names.Length);
        for (int i = 0; i < Math.Min(names.Length, handles.Length); i++)
        {
            children.Add(names[i], Wrapper(names[i], handles[i]));
        }
        GC.KeepAlive(this);
        return children;
    }

    private Module Wrapper(string name, ulong handle)
    {
        lock (_wrapped)
        {
            if (!_wrapped.TryGetValue(name, out Module? child))
            {
                child = new Module(handle, new PartOf(this)) { _parent = this };
                _wrapped.Add(name, child);
            }
            return child;
        }
    }

    /// <summary>Returns the part of this module at a path such as <c>encoder.0</c>.</summary>
    /// <exception cref="InvalidArgumentException">There is none of this path.</exception>
    /// <exception cref="ClosedException">This is closed.</exception>
    public Module Child(string path)
    {
        NativeText.Check(path, nameof(path));
        ulong found;
        Errors.Check(Native.tenure_module_child(Handle, path, &found));
        Module at = this;
        foreach (string name in path.Split('.', StringSplitOptions.RemoveEmptyEntries))
        {
            at = at.Children()[name];
        }
        return at;
    }

    /// <summary>Returns a new reference to the parameter or buffer at a path such as
    /// <c>encoder.0.weight</c>.</summary>
    /// <exception cref="InvalidArgumentException">There is none of this path.</exception>
    /// <exception cref="ClosedException">This is closed.</exception>
    public Tensor Get(string path)
    {
        NativeText.Check(path, nameof(path));
        Scope? owner = CurrentScope.Get();
        ulong made;
        int status = Native.tenure_module_get(Interop.Call.Number(owner), Handle, path, &made);
        return Interop.Call.Adopt(status, made, owner, this);
    }

    /// <summary>Returns new references to the parameters of this module and all its parts, each
    /// once.</summary>
    /// <exception cref="ClosedException">This is closed.</exception>
    public Tensor[] Parameters() => References(
        CurrentScope.Get(), (scope, made, room, count) => Native.tenure_module_parameters(scope, Handle, 0, made, room, count));

    /// <summary>Returns new references to the parameters that are not frozen, in the order of
    /// <see cref="Watch"/>.</summary>
    /// <exception cref="ClosedException">This is closed.</exception>
    public Tensor[] TrainedParameters() => References(
        CurrentScope.Get(), (scope, made, room, count) => Native.tenure_module_parameters(scope, Handle, 1, made, room, count));

    /// <summary>Returns new references to the parameters of this module and all its parts by their
    /// paths, each once.</summary>
    /// <exception cref="ClosedException">This is closed.</exception>
    public IReadOnlyDictionary<string, Tensor> NamedParameters() =>
        Named((buffer, room, needed) => Native.tenure_module_parameter_names(Handle, 0, buffer, room, needed));

    /// <summary>Returns new references to the buffers of this module and all its parts by their
    /// paths.</summary>
    /// <exception cref="ClosedException">This is closed.</exception>
    public IReadOnlyDictionary<string, Tensor> Buffers() =>
        Named((buffer, room, needed) => Native.tenure_module_buffer_names(Handle, buffer, room, needed));

    /// <summary>Returns new references to the state of this module and all its parts: parameters and
    /// buffers by the names that PyTorch's <c>state_dict</c> has.</summary>
    /// <exception cref="ClosedException">This is closed.</exception>
    public IReadOnlyDictionary<string, Tensor> StateDict() =>
        Named((buffer, room, needed) => Native.tenure_module_state_names(Handle, buffer, room, needed));

    /// <summary>Copies values into the parameters and buffers of these names.</summary>
    /// <param name="state">The values by name.</param>
    /// <param name="isStrict">Whether missing and unexpected names are errors.</param>
    /// <param name="stripPrefixes">Whether the prefixes <c>module.</c> and <c>_orig_mod.</c> are removed
    /// from names.</param>
    /// <returns>The names that were not loaded; none if it is strict.</returns>
    /// <exception cref="InvalidArgumentException">Names are missing or unexpected and it is strict: the
    /// message lists all, and nothing has changed.</exception>
    /// <exception cref="ShapeMismatchException">Shapes differ: the message lists all, and nothing has
    /// changed.</exception>
    /// <exception cref="ClosedException">This or a value is closed.</exception>
    public LoadReport LoadStateDict(
        IEnumerable<KeyValuePair<string, Tensor>> state, bool isStrict = true, bool stripPrefixes = false)
    {
        ArgumentNullException.ThrowIfNull(state);
        KeyValuePair<string, Tensor>[] entries = [.. state];
        string names = Rows.Column([.. entries.Select(entry => entry.Key)]);
        Tensor[] values = [.. entries.Select(entry => entry.Value)];
        ulong[] handles = Interop.Call.Handles(values);
        LoadReport report = Report((buffer, room, needed) =>
        {
            fixed (ulong* list = handles)
            {
                return Native.tenure_module_load_state(
                    Handle, names, list, (ulong)handles.Length, Byte(isStrict), Byte(stripPrefixes), buffer, room, needed);
            }
        });
        Interop.Call.KeepAlive(values);
        return report;
    }

    /// <summary>
    /// Reads the state of this module from a file: a <c>.safetensors</c> file, the index of several, or
    /// what <c>torch.save</c> of PyTorch wrote: a state dict, or a checkpoint that has one as
    /// <c>state_dict</c> or <c>model_state_dict</c>. Nothing in a file is run.
    /// </summary>
    /// <param name="path">The file.</param>
    /// <param name="isStrict">Whether missing and unexpected names are errors.</param>
    /// <param name="stripPrefixes">Whether the prefixes <c>module.</c> and <c>_orig_mod.</c> are removed
    /// from names.</param>
    /// <returns>The names that were not loaded; none if it is strict.</returns>
    /// <exception cref="InvalidArgumentException">As for <see cref="LoadStateDict"/>.</exception>
    /// <exception cref="ShapeMismatchException">As for <see cref="LoadStateDict"/>.</exception>
    /// <exception cref="TensorException">The file cannot be read or is not valid.</exception>
    public LoadReport Load(string path, bool isStrict = true, bool stripPrefixes = false)
    {
        NativeText.Check(path, nameof(path));
        try
        {
            return Report((buffer, room, needed) =>
                Native.tenure_module_load(Handle, path, Byte(isStrict), Byte(stripPrefixes), buffer, room, needed));
        }
        catch (TensorException e) when (e.Status == Status.Io)
        {
            throw Errors.OfFile(e, path);
        }
    }

    /// <summary>Writes the state of this module to a <c>.safetensors</c> file, under PyTorch's names. A
    /// tied parameter is written once. If this fails, the old file stays as it was.</summary>
    /// <exception cref="TensorException">The file cannot be written.</exception>
    /// <exception cref="ClosedException">This is closed.</exception>
    public void Save(string path)
    {
        NativeText.Check(path, nameof(path));
        int status = Native.tenure_module_save(Handle, path);
        GC.KeepAlive(this);
        Errors.CheckFile(status, path);
    }

    private LoadReport Report(NativeText.Source core)
    {
        byte[] text = new byte[ReportRoom];
        while (true)
        {
            ulong needed;
            int status, attempt = 0;
            fixed (byte* buffer = text)
            {
                do
                {
                    status = core(buffer, (ulong)text.Length, &needed);
                }
                while (Pressure.Retry(status, ref attempt));
            }
            GC.KeepAlive(this);
            Errors.Check(status);
            if (needed <= (ulong)text.Length)
            {
                return LoadReport.Of(Encoding.UTF8.GetString(text, 0, (int)needed - 1));
            }
            text = new byte[needed];
        }
    }

    /// <summary>Records from the parameters of this module and all its parts, except frozen ones: until
    /// <paramref name="tape"/> is consumed, what is computed with them, on any thread, is recorded on
    /// it.</summary>
    /// <returns>New references to the parameters, to ask for their gradients.</returns>
    /// <exception cref="InvalidArgumentException">Another thread has just consumed the tape.</exception>
    /// <exception cref="ClosedException">This or the tape is closed.</exception>
    public Tensor[] Watch(Tape tape)
    {
        ArgumentNullException.ThrowIfNull(tape);
        Tensor[] watched = References(
            CurrentScope.Get(), (scope, made, room, count) => Native.tenure_module_watch(scope, Handle, tape.Handle, made, room, count));
        GC.KeepAlive(tape);
        return watched;
    }

    /// <summary>Returns a table of this module and its parts for an input of float32 zeros: name, kind,
    /// shape of the output, number of parameters, bytes.</summary>
    /// <exception cref="ShapeMismatchException">This module does not take such an input.</exception>
    /// <exception cref="TensorException">A part of it is written in C#.</exception>
    [OverloadResolutionPriority(1)] // a literal 0 is a size, not a dtype
    public string Summary(params ReadOnlySpan<long> shape) => Summary(DType.F32, shape);

    /// <summary>As <see cref="Summary(ReadOnlySpan{long})"/>, for an input of this dtype.</summary>
    /// <inheritdoc cref="Summary(ReadOnlySpan{long})"/>
    public string Summary(DType dtype, params ReadOnlySpan<long> shape)
    {
        long[] sizes = shape.ToArray();
        string table = NativeText.Read((buffer, room, needed) =>
        {
            fixed (long* list = sizes)
            {
                return Native.tenure_module_summary(Handle, list, (ulong)sizes.Length, (int)dtype, buffer, room, needed);
            }
        });
        GC.KeepAlive(this);
        return table;
    }

    /// <summary>Copies this module with all its parts, whose kinds must be of the core.</summary>
    /// <returns>A new module with parameters of its own, which the current scope owns.</returns>
    /// <exception cref="InvalidArgumentException">A part of it is written in C#.</exception>
    /// <exception cref="ClosedException">This is closed.</exception>
    /// <exception cref="NativeMemoryException">There is not enough memory.</exception>
    public Module Copy()
    {
        if (IsPartlyManaged)
        {
            throw new InvalidArgumentException(
                "a module that is written in C# cannot be copied: make another one and load the state of this one");
        }
        var copy = new Module((owner, made) => Native.tenure_module_copy(owner, Handle, made));
        GC.KeepAlive(this);
        return copy;
    }

    /// <summary>Returns the tree of this module as PyTorch prints it.</summary>
    public override string ToString() => IsClosed ? $"{GetType().Name}(closed)" : Describe();

    private delegate int Several(ulong scope, ulong* made, ulong room, ulong* count);

    private Tensor[] References(Scope? owner, Several core, int size = 16)
    {
        ulong[] made = new ulong[size];
        ulong count = 0;
        while (true)
        {
            int status, attempt = 0;
            fixed (ulong* results = made)
            {
                do
                {
                    status = core(Interop.Call.Number(owner), results, (ulong)made.Length, &count);
                }
                while (Pressure.Retry(status, ref attempt));
            }
            GC.KeepAlive(owner);
            GC.KeepAlive(this);
            Errors.Check(status);
            if (count <= (ulong)made.Length)
            {
                return Interop.Call.AdoptAll(made[..(int)count], owner);
            }
            made = new ulong[count];
        }
    }

    /// <summary>The tensors at these paths, by path: so each has its own name, also if another thread
    /// adds modules meanwhile.</summary>
    private Dictionary<string, Tensor> Named(NativeText.Source names)
    {
        string paths = NativeText.Read(names);
        string[] all = Names(paths);
        if (all.Length == 0)
        {
            return [];
        }
        Tensor[] tensors = References(
            CurrentScope.Get(), (scope, made, room, count) => Native.tenure_module_get_all(scope, Handle, paths, made, room, count), all.Length);
        var named = new Dictionary<string, Tensor>(all.Length);
        for (int i = 0; i < all.Length; i++)
        {
            named.Add(all[i], tensors[i]);
        }
        return named;
    }

    private static string[] Names(string rows) => [.. Rows.Of(rows).Select(row => row[0])];

    private static byte Byte(bool value) => value ? (byte)1 : (byte)0;
}
