using Tenure.Interop;

namespace Tenure;

/// <summary>A member of a scope, as it was when <see cref="Scope.Members"/> was asked.</summary>
public sealed unsafe class Member
{
    private readonly ulong _handle;
    private readonly Scope _scope;
    private readonly string _line;

    internal Member(string[] row, Scope scope)
    {
        _scope = scope;
        Kind = row[0];
        _handle = Rows.Handle(row[1]);
        Name = Rows.Text(row[2]);
        DType = DTypes.Named(row[3]);
        Shape = Rows.Shape(row[4]);
        Bytes = Rows.Number(row[5]);
        Age = Rows.Age(row[6]);
        Site = Rows.Text(row[8]);
        _line = row[11];
    }

    /// <summary>The <see cref="NativeResource.Id"/> of what it is.</summary>
    public ulong Id => _handle;

    /// <summary>"tensor", "scope", "tape", "optimizer" or "counter".</summary>
    public string Kind { get; }

    /// <summary>What it was named, if it was.</summary>
    public string? Name { get; }

    /// <summary>The element type, of a tensor.</summary>
    public DType? DType { get; }

    /// <summary>The number of elements along each axis, of a tensor.</summary>
    public IReadOnlyList<long>? Shape { get; }

    /// <summary>The bytes that it keeps alive itself: those of a tensor's storage.</summary>
    public long Bytes { get; }

    /// <summary>How long it has been there, where <see cref="Site"/> is known.</summary>
    public TimeSpan? Age { get; }

    /// <summary>The line that made it, if <see cref="TenureRuntime.LeakLevel"/> had it recorded.</summary>
    public string? Site { get; }

    /// <summary>A new tensor on the storage of this one, which the current scope owns, else the scope of the member.</summary>
    /// <exception cref="ClosedException">The member, or its scope, is closed.</exception>
    /// <exception cref="InvalidOperationException">The member is no tensor.</exception>
    public Tensor Alias()
    {
        if (Kind != "tensor")
        {
            throw new InvalidOperationException($"the member is a {Kind}, no tensor");
        }
        Scope? current = CurrentScope.Get();
        ulong alias;
        int status = Native.tenure_tensor_alias(Call.Number(current ?? _scope), _handle, &alias);
        return Call.Adopt(status, alias, current ?? _scope);
    }

    /// <summary>As a report names it: <c>float32 [2,3] 'weight', 24 B in 'model', alive, made at Model.cs:31</c>.</summary>
    public override string ToString() => _line;
}
