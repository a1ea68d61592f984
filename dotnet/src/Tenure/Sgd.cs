// Stochastic gradient descent with momentum.

using System.Runtime.CompilerServices;
using Tenure.Interop;

namespace Tenure;

/// <summary>Changes parameters along their gradients: v = momentum * v + g, then p -= learningRate * v (as PyTorch).</summary>
/// <remarks>It holds references of its own to the parameters' storage.</remarks>
public sealed unsafe partial class Sgd : NativeResource
{
    /// <summary>An optimizer of <paramref name="parameters"/>. The current scope owns it, else that of the first parameter.</summary>
    /// <exception cref="InvalidArgumentException">A rate that is negative or not finite, or no parameters.</exception>
    [OverloadResolutionPriority(1)]
    public static Sgd Create(ReadOnlySpan<Tensor> parameters, double learningRate, double momentum = 0)
    {
        ulong[] handles = Call.Handles(parameters);
        Scope? owner = Call.OwnerFor(parameters);
        ulong handle;
        int status, attempt = 0;
        fixed (ulong* list = handles)
        {
            do
            {
                status = Native.tenure_sgd_create(Call.Number(owner), list, (nuint)handles.Length, learningRate, momentum, &handle);
            }
            while (Pressure.Retry(status, ref attempt));
        }
        Call.KeepAlive(parameters);
        GC.KeepAlive(owner);
        Errors.Check(status);
        Leaks.Made(handle);
        return new Sgd(handle, Call.HolderOf(owner, handle));
    }

    /// <inheritdoc cref="Create(ReadOnlySpan{Tensor}, double, double)"/>
    public static Sgd Create(IEnumerable<Tensor> parameters, double learningRate, double momentum = 0) =>
        Create(Call.Listed(parameters), learningRate, momentum);

    /// <summary>One step along <paramref name="gradients"/>, one for each parameter in the same order.</summary>
    /// <exception cref="ShapeMismatchException">A gradient has another shape than its parameter.</exception>
    [OverloadResolutionPriority(1)]
    public void Step(params ReadOnlySpan<Tensor> gradients)
    {
        ulong[] handles = Call.Handles(gradients);
        int status, attempt = 0;
        fixed (ulong* list = handles)
        {
            do
            {
                status = Native.tenure_sgd_step(Handle, list, (nuint)handles.Length);
            }
            while (Pressure.Retry(status, ref attempt));
        }
        Call.KeepAlive(gradients);
        GC.KeepAlive(this);
        Errors.Check(status);
    }

    /// <inheritdoc cref="Step(ReadOnlySpan{Tensor})"/>
    public void Step(IEnumerable<Tensor> gradients) => Step(Call.Listed(gradients));
}
