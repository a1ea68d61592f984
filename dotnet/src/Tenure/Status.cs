namespace Tenure;

/// <summary>What the core said of a call. The numbers are those of <c>include/tenure.h</c> and never change.</summary>
public enum Status
{
    /// <summary>The call did what it says.</summary>
    Ok = 0,
    /// <summary>A handle that is stale, foreign, forged or of another kind.</summary>
    InvalidHandle = 1,
    /// <summary>An argument outside what the function accepts.</summary>
    InvalidArgument = 2,
    /// <summary>Shapes that do not fit each other.</summary>
    ShapeMismatch = 3,
    /// <summary>Element types that do not fit each other or the operation.</summary>
    DtypeMismatch = 4,
    /// <summary>Operands on different devices.</summary>
    DeviceMismatch = 5,
    /// <summary>The system refused memory.</summary>
    OutOfMemory = 6,
    /// <summary>A limit that was set refused memory.</summary>
    LimitExceeded = 7,
    /// <summary>The scope that should own the result has been closed.</summary>
    ScopeClosed = 8,
    /// <summary>The scope that should own the result takes no further members.</summary>
    ScopeCapped = 9,
    /// <summary>A workspace refused the call.</summary>
    Workspace = 10,
    /// <summary>The operation does not exist for these operands.</summary>
    Unsupported = 11,
    /// <summary>The device is not there.</summary>
    DeviceUnavailable = 12,
    /// <summary>A file could not be read, written or understood.</summary>
    Io = 13,
    /// <summary>A defect of the library: a panic was caught at the boundary.</summary>
    Panic = 14,
    /// <summary>A defect of the library: an invariant did not hold.</summary>
    Internal = 15,
}
