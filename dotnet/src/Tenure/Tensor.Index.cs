// Brackets: windows by ranges and numbers, elements by masks and lists of indices, and writing into them.

using System.Runtime.CompilerServices;

namespace Tenure;

public partial class Tensor
{
    /// <summary>The window that an index names, on the same memory: <c>t[1..^1, .., 0]</c>; or what is written into it, broadcast
    /// and cast.</summary>
    /// <param name="index">A part for each axis from the first on; the others stay whole.</param>
    /// <returns>A new tensor, which the current scope owns.</returns>
    /// <exception cref="InvalidArgumentException">It names too many axes, or an index that is not there.</exception>
    /// <exception cref="ShapeMismatchException">What is written does not broadcast to the window.</exception>
    /// <exception cref="DTypeMismatchException">What is written is of floats and this is not.</exception>
    [IndexerName("Window")]
    [OverloadResolutionPriority(1)] // a number is an index, not a tensor of one
    public Tensor this[params ReadOnlySpan<TensorIndex> index]
    {
        get => Get(Joined(index));
        set
        {
            if (value is NumberTensor number)
            {
                Set(Joined(index), number.Value);
            }
            else
            {
                Set(Joined(index), value);
            }
        }
    }

    /// <summary>The elements that a mask names, one after another, or these indices of the first axis: a copy; or what is written
    /// in their place.</summary>
    /// <param name="index">Truth values of this shape, or integers.</param>
    /// <returns>A new tensor, which the current scope owns.</returns>
    /// <exception cref="ShapeMismatchException">A mask has another shape, or what is written does not broadcast.</exception>
    /// <exception cref="InvalidArgumentException">An index is not there.</exception>
    [IndexerName("Window")]
    public Tensor this[Tensor index]
    {
        get => Index([Given(index)]);
        set
        {
            if (Given(value) is NumberTensor number)
            {
                // Of this element type, as a number always is among tensors.
                using Tensor one = Full(DType, Device, number.Value).DetachFromScope();
                IndexPutInPlace([Given(index)], one);
            }
            else
            {
                IndexPutInPlace([Given(index)], value);
            }
        }
    }

    /// <summary>A number where a tensor is expected: <c>t[0] = 5</c> writes it into the window, and it takes the element type of
    /// the tensor. Anywhere else it is a tensor of float32 without axes, which the current scope owns.</summary>
    public static implicit operator Tensor(double value) => NumberTensor.Of(value);

    /// <summary>An integer where a tensor is expected: <c>t[0] = 5</c> writes it into the window, and it takes the element type
    /// of the tensor. Anywhere else it is a tensor of int64 without axes, which the current scope owns.</summary>
    public static implicit operator Tensor(long value) => NumberTensor.Of(value);

    /// <summary>A truth value where a tensor is expected: <c>t[0] = true</c> writes it into the window, and it takes the element
    /// type of the tensor. Anywhere else it is a tensor of bool without axes, which the current scope owns.</summary>
    public static implicit operator Tensor(bool value) => NumberTensor.Of(value);

    private static string Joined(ReadOnlySpan<TensorIndex> index)
    {
        string[] parts = new string[index.Length];
        for (int i = 0; i < parts.Length; i++)
        {
            parts[i] = index[i].ToString();
        }
        return string.Join(", ", parts);
    }
}
