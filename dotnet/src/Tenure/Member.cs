using Tenure.Interop;

namespace Tenure;

/// <summary>A member of a scope, as it was when <see cref="Scope.Members"/> was called.</summary>
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

    /// <summary>The <see cref="NativeResource.Id"/> of the member.</summary>
    public ulong Id => _handle;

    /// <summary>"tensor", "scope", "tape", "optimizer" or "counter".</summary>
    public string Kind { get; }

    /// <summary>The name of the member; null if it has none.</summary>
    public string? Name { get; }

    /// <summary>The element type of a tensor; null for other kinds.</summary>
    public DType? DType { get; }

    /// <summary>The shape of a tensor; null for other kinds.</summary>
    public IReadOnlyList<long>? Shape { get; }

    /// <summary>The bytes that it keeps alive itself: for a tensor, the size of its
    /// storage.</summary>
    public long Bytes { get; }

    /// <summary>The time since it was created; null if <see cref="Site"/> is unknown.</summary>
    public TimeSpan? Age { get; }

    /// <summary>The line that created it, if <see cref="TenureRuntime.LeakLevel"/> recorded
    /// it.</summary>
    public string? Site { get; }

    /// <summary>Creates a tensor that shares the storage of this member. The current scope owns it;
    /// if no scope is open, the scope of the member does.</summary>
    /// <exception cref="ClosedException">The member, or its scope, is closed.</exception>
    /// <exception cref="InvalidOperationException">The member is not a tensor.</exception>
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

    /// <summary>Returns the line of a report: <c>float32 [2,3] 'weight', 24 B in 'model', alive,
    /// made at Model.cs:31</c>.</summary>
    public override string ToString() => _line;
}
