// Changes in place, seen through every view and alias. They return nothing: the receiver is not the caller's to close again.

using Tenure.Interop;

namespace Tenure;

public unsafe partial class Tensor
{
    /// <summary>Adds <paramref name="other"/>, element by element.</summary>
    /// <exception cref="DTypeMismatchException">The result does not fit this element type.</exception>
    /// <exception cref="ShapeMismatchException">The operand does not broadcast to this shape.</exception>
    public void AddInPlace(Tensor other) => Call.Change(&Native.tenure_tensor_add_in_place, this, other);

    /// <inheritdoc cref="AddInPlace(Tensor)"/>
    public void AddInPlace(double other) => Call.Change(&Native.tenure_tensor_add_scalar_in_place, this, other);

    /// <summary>Subtracts <paramref name="other"/>, element by element.</summary>
    /// <exception cref="DTypeMismatchException">The result does not fit this element type.</exception>
    /// <exception cref="ShapeMismatchException">The operand does not broadcast to this shape.</exception>
    public void SubInPlace(Tensor other) => Call.Change(&Native.tenure_tensor_sub_in_place, this, other);

    /// <inheritdoc cref="SubInPlace(Tensor)"/>
    public void SubInPlace(double other) => Call.Change(&Native.tenure_tensor_sub_scalar_in_place, this, other);

    /// <summary>Multiplies by <paramref name="other"/>, element by element.</summary>
    /// <exception cref="DTypeMismatchException">The result does not fit this element type.</exception>
    /// <exception cref="ShapeMismatchException">The operand does not broadcast to this shape.</exception>
    public void MulInPlace(Tensor other) => Call.Change(&Native.tenure_tensor_mul_in_place, this, other);

    /// <inheritdoc cref="MulInPlace(Tensor)"/>
    public void MulInPlace(double other) => Call.Change(&Native.tenure_tensor_mul_scalar_in_place, this, other);

    /// <summary>Divides by <paramref name="other"/>, element by element.</summary>
    /// <exception cref="DTypeMismatchException">The result does not fit this element type.</exception>
    /// <exception cref="ShapeMismatchException">The operand does not broadcast to this shape.</exception>
    public void DivInPlace(Tensor other) => Call.Change(&Native.tenure_tensor_div_in_place, this, other);

    /// <inheritdoc cref="DivInPlace(Tensor)"/>
    public void DivInPlace(double other) => Call.Change(&Native.tenure_tensor_div_scalar_in_place, this, other);

    /// <summary>Sets every element to <paramref name="value"/>.</summary>
    public void Fill(double value) => Call.Change(&Native.tenure_tensor_fill, this, value);

    /// <summary>Sets every element to 0.</summary>
    public void Zero()
    {
        int status = Native.tenure_tensor_zero(Handle);
        GC.KeepAlive(this);
        Errors.Check(status);
    }
}
