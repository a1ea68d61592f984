using Tenure.Interop;
using Xunit;

namespace Tenure.Tests;

/// <summary>Every status becomes its exception, with the core's words.</summary>
public sealed class StatusTests : Balanced
{
    [Theory]
    [InlineData(Status.Busy, typeof(BusyException), typeof(InvalidOperationException))]
    [InlineData(Status.Cancelled, typeof(CancelledException), typeof(OperationCanceledException))]
    [InlineData(Status.NotFinite, typeof(NotFiniteException), typeof(ArithmeticException))]
    [InlineData(Status.InvalidHandle, typeof(ClosedException), typeof(ObjectDisposedException))]
    [InlineData(Status.InvalidArgument, typeof(InvalidArgumentException), typeof(ArgumentException))]
    [InlineData(Status.ShapeMismatch, typeof(ShapeMismatchException), typeof(ArgumentException))]
    [InlineData(Status.DtypeMismatch, typeof(DTypeMismatchException), typeof(ArgumentException))]
    [InlineData(Status.DeviceMismatch, typeof(DeviceMismatchException), typeof(ArgumentException))]
    [InlineData(Status.OutOfMemory, typeof(NativeMemoryException), typeof(OutOfMemoryException))]
    [InlineData(Status.LimitExceeded, typeof(NativeMemoryException), typeof(OutOfMemoryException))]
    [InlineData(Status.ScopeClosed, typeof(ScopeException), typeof(InvalidOperationException))]
    [InlineData(Status.ScopeCapped, typeof(ScopeException), typeof(InvalidOperationException))]
    [InlineData(Status.Workspace, typeof(ScopeException), typeof(InvalidOperationException))]
    [InlineData(Status.Unsupported, typeof(TensorException), typeof(Exception))]
    [InlineData(Status.DeviceUnavailable, typeof(TensorException), typeof(Exception))]
    [InlineData(Status.DeviceFailed, typeof(TensorException), typeof(Exception))]
    [InlineData(Status.Io, typeof(TensorException), typeof(Exception))]
    [InlineData(Status.Panic, typeof(TensorException), typeof(Exception))]
    [InlineData(Status.Internal, typeof(TensorException), typeof(Exception))]
    public void StatusBecomesItsException(Status status, Type type, Type known)
    {
        Exception? error = Record.Exception(() => Errors.Check(Native.tenure_debug_raise((int)status)));
        Assert.IsType(type, error);
        Assert.IsAssignableFrom(known, error);
        Assert.Equal(status, StatusOf(error));
        Assert.Equal(status, Assert.IsType<ITenureException>(error, exactMatch: false).Status);
        Assert.Contains("raised on demand", error.Message);
    }

    [Fact]
    public void EachExceptionOfTheLibraryHasOneTypeInCommon()
    {
        Type[] exceptions = [.. typeof(Tensor).Assembly.GetExportedTypes().Where(type => type.IsSubclassOf(typeof(Exception)))];
        Assert.All(exceptions, type => Assert.True(typeof(ITenureException).IsAssignableFrom(type), type.Name));
        Assert.Equal(12, exceptions.Length);
    }

    [Fact]
    public void EveryStatusIsListed()
    {
        // 1 to 19, none missing and none behind the last.
        Assert.Equal(Enumerable.Range(0, 20), Enum.GetValues<Status>().Select(status => (int)status));
        Assert.Equal((int)Status.InvalidArgument, Native.tenure_debug_raise(20));
        Assert.Equal(0, Native.tenure_debug_raise(0));
    }

    [Fact]
    public void AMessageLongerThanTheFirstBufferComesWhole()
    {
        string path = "/nowhere/" + new string('x', 3000) + "ü.npy";
        TensorException error = Assert.Throws<TensorException>(() => Tensor.LoadNpy(path));
        Assert.Equal(Status.Io, error.Status);
        Assert.Contains(path, error.Message);
    }

    [Fact]
    public void MessagesNameTheValues()
    {
        using var scope = Scope.Open();
        Tensor six = Tensor.Zeros(2, 3);
        Assert.Contains("[2,3]", Assert.Throws<ShapeMismatchException>(() => six.Reshape(4, 2)).Message);
        Assert.Contains("axis 3", Assert.Throws<InvalidArgumentException>(() => six.Sum(3)).Message);
        Assert.Contains("closed", Assert.Throws<ClosedException>(() => Closed().Size).Message);
        Assert.Equal(Status.DeviceUnavailable, Assert.Throws<TensorException>(() => Tensor.Zeros(DType.F32, Device.Cuda(), 2)).Status);
    }

    [Fact]
    public void NullIsRefusedBeforeAnythingIsCalled()
    {
        using var scope = Scope.Open();
        Tensor one = Tensor.Ones(1);
        Tensor nothing = null!;
        Assert.Throws<ArgumentNullException>(() => one.Add(nothing));
        Assert.Throws<ArgumentNullException>(() => one + nothing);
        Assert.Throws<ArgumentNullException>(() => nothing + one);
        Assert.Throws<ArgumentNullException>(() => nothing + 1);
        Assert.Throws<ArgumentNullException>(() => -nothing);
        Assert.Throws<ArgumentNullException>(() => one.AddInPlace(nothing));
        Assert.Throws<ArgumentNullException>(() => Tensor.Where(one, nothing, one));
        Assert.Throws<ArgumentNullException>(() => Tensor.Concat([one, nothing]));
        Assert.Throws<ArgumentNullException>(() => Tensor.Of<float>(null!));
        Assert.Throws<ArgumentNullException>(() => Tensor.LoadNpy(null!));
        Assert.Throws<ArgumentNullException>(() => scope.Attach<Tensor>(null!));
        Assert.Throws<InvalidArgumentException>(() => Tensor.LoadNpy("a\0b"));
        Assert.Equal(1, Tensors);
    }

    internal static Status StatusOf(Exception? error) => error switch
    {
        ClosedException closed => closed.Status,
        InvalidArgumentException argument => argument.Status,
        NativeMemoryException memory => memory.Status,
        ScopeException scope => scope.Status,
        TensorException tensor => tensor.Status,
        BusyException busy => busy.Status,
        CancelledException cancelled => cancelled.Status,
        NotFiniteException notFinite => notFinite.Status,
        _ => throw new InvalidOperationException($"{error?.GetType().Name ?? "nothing"} carries no status", error),
    };

    private static Tensor Closed()
    {
        Tensor closed = Tensor.Zeros(1);
        closed.Dispose();
        return closed;
    }
}
