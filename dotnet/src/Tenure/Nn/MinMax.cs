// Scaling by what was measured of data. The core measures and scales.

using Tenure.Interop;

namespace Tenure.Nn;

/// <summary>Scales each column so that its smallest value is 0 and its greatest is 1, as scikit-learn's
/// <c>MinMaxScaler</c>.</summary>
/// <remarks>What was measured is in the buffers <c>minimum</c> and <c>range</c>, which are saved with the model.</remarks>
/// <example><code>
/// var minMax = new MinMax(8);
/// minMax.Fit(rows);
/// var net = new Sequential(minMax, new Linear(8, 1)); // saved with what was measured
/// </code></example>
public sealed unsafe class MinMax : Module
{
    /// <summary>Makes one that changes nothing until <see cref="Fit"/>. The current scope owns it; without one it is the
    /// caller's.</summary>
    /// <param name="numFeatures">The number of columns.</param>
    /// <exception cref="InvalidArgumentException">It is not above 0.</exception>
    /// <exception cref="NativeMemoryException">There is not enough memory.</exception>
    public MinMax(long numFeatures)
        : base((owner, made) => Native.tenure_module_min_max(owner, numFeatures, made))
    {
    }

    /// <summary>Measures the columns of rows. Missing values, which are NaN, are left out. A column of equal values is
    /// divided by 1.</summary>
    /// <param name="rows">The rows, <c>[N, F]</c>.</param>
    /// <exception cref="InvalidArgumentException">A column has no values, or an infinite one.</exception>
    /// <exception cref="ShapeMismatchException">The rows have another number of columns.</exception>
    /// <exception cref="NativeMemoryException">There is not enough memory.</exception>
    public void Fit(Tensor rows)
    {
        ArgumentNullException.ThrowIfNull(rows);
        int status, attempt = 0;
        do
        {
            status = Native.tenure_module_fit_columns(Handle, rows.Handle);
        }
        while (Pressure.Retry(status, ref attempt));
        GC.KeepAlive(this);
        GC.KeepAlive(rows);
        Errors.Check(status);
    }

    /// <summary>Returns scaled values as they were before.</summary>
    /// <param name="x">Scaled values, <c>[..., F]</c>.</param>
    /// <returns>A new tensor.</returns>
    /// <exception cref="ShapeMismatchException"><paramref name="x"/> has another number of columns.</exception>
    /// <exception cref="DTypeMismatchException"><paramref name="x"/> has integers.</exception>
    /// <exception cref="NativeMemoryException">There is not enough memory.</exception>
    public Tensor Inverse(Tensor x)
    {
        ArgumentNullException.ThrowIfNull(x);
        Scope? owner = CurrentScope.OwnerFor(x);
        ulong made;
        int status, attempt = 0;
        do
        {
            status = Native.tenure_module_inverse_columns(Interop.Call.OwnerNumber(owner), Handle, x.Handle, &made);
        }
        while (Pressure.Retry(status, ref attempt));
        return Interop.Call.Adopt(status, made, owner, this, x);
    }
}
