// Operations that look across elements: reductions, products of matrices, losses, joining and picking.

using Tenure.Interop;

namespace Tenure;

public unsafe partial class Tensor
{
    /// <summary>The sum over <paramref name="axes"/>, or over all of them when none is named.</summary>
    /// <exception cref="InvalidArgumentException">An axis is out of range or named twice.</exception>
    public Tensor Sum(params ReadOnlySpan<long> axes) => Call.Reduce(&Native.tenure_tensor_sum, this, axes, false);

    /// <inheritdoc cref="Sum(ReadOnlySpan{long})"/>
    /// <param name="keepDim">Whether a reduced axis stays, with length 1.</param>
    /// <param name="axes">The axes to reduce.</param>
    public Tensor Sum(bool keepDim, params ReadOnlySpan<long> axes) => Call.Reduce(&Native.tenure_tensor_sum, this, axes, keepDim);

    /// <summary>The mean over <paramref name="axes"/>, or over all of them when none is named.</summary>
    /// <exception cref="InvalidArgumentException">An axis is out of range or named twice.</exception>
    public Tensor Mean(params ReadOnlySpan<long> axes) => Call.Reduce(&Native.tenure_tensor_mean, this, axes, false);

    /// <inheritdoc cref="Mean(ReadOnlySpan{long})"/>
    /// <param name="keepDim">Whether a reduced axis stays, with length 1.</param>
    /// <param name="axes">The axes to reduce.</param>
    public Tensor Mean(bool keepDim, params ReadOnlySpan<long> axes) => Call.Reduce(&Native.tenure_tensor_mean, this, axes, keepDim);

    /// <summary>The largest element over <paramref name="axes"/>, or over all of them when none is named.</summary>
    /// <exception cref="InvalidArgumentException">An axis is out of range or named twice.</exception>
    public Tensor Max(params ReadOnlySpan<long> axes) => Call.Reduce(&Native.tenure_tensor_max, this, axes, false);

    /// <inheritdoc cref="Max(ReadOnlySpan{long})"/>
    /// <param name="keepDim">Whether a reduced axis stays, with length 1.</param>
    /// <param name="axes">The axes to reduce.</param>
    public Tensor Max(bool keepDim, params ReadOnlySpan<long> axes) => Call.Reduce(&Native.tenure_tensor_max, this, axes, keepDim);

    /// <summary>The smallest element over <paramref name="axes"/>, or over all of them when none is named.</summary>
    /// <exception cref="InvalidArgumentException">An axis is out of range or named twice.</exception>
    public Tensor Min(params ReadOnlySpan<long> axes) => Call.Reduce(&Native.tenure_tensor_min, this, axes, false);

    /// <inheritdoc cref="Min(ReadOnlySpan{long})"/>
    /// <param name="keepDim">Whether a reduced axis stays, with length 1.</param>
    /// <param name="axes">The axes to reduce.</param>
    public Tensor Min(bool keepDim, params ReadOnlySpan<long> axes) => Call.Reduce(&Native.tenure_tensor_min, this, axes, keepDim);

    /// <summary>The index of the largest element, the first on ties, as int64 over <paramref name="axes"/>, or over all of them when none is named.</summary>
    /// <exception cref="InvalidArgumentException">An axis is out of range or named twice.</exception>
    public Tensor ArgMax(params ReadOnlySpan<long> axes) => Call.Reduce(&Native.tenure_tensor_argmax, this, axes, false);

    /// <inheritdoc cref="ArgMax(ReadOnlySpan{long})"/>
    /// <param name="keepDim">Whether a reduced axis stays, with length 1.</param>
    /// <param name="axes">The axes to reduce.</param>
    public Tensor ArgMax(bool keepDim, params ReadOnlySpan<long> axes) => Call.Reduce(&Native.tenure_tensor_argmax, this, axes, keepDim);

    /// <summary>The matrix product over the last two axes; the others broadcast. With one axis: a vector.</summary>
    /// <exception cref="ShapeMismatchException">The inner dimensions differ.</exception>
    public Tensor MatMul(Tensor other) => Call.Binary(&Native.tenure_tensor_matmul, this, other);

    /// <summary>exp(x) over its sum along <paramref name="axis"/>.</summary>
    public Tensor Softmax(long axis = -1) => Call.With(&Native.tenure_tensor_softmax, this, axis);

    /// <summary>The logarithm of <see cref="Softmax"/>, without its loss of digits.</summary>
    public Tensor LogSoftmax(long axis = -1) => Call.With(&Native.tenure_tensor_log_softmax, this, axis);

    /// <summary>The mean cross-entropy of these logits [N, C] with the class indices <paramref name="targets"/> [N]: a scalar.</summary>
    /// <exception cref="InvalidArgumentException">A target is no class.</exception>
    public Tensor CrossEntropy(Tensor targets) => Call.Binary(&Native.tenure_tensor_cross_entropy, this, targets);

    /// <summary>As <see cref="CrossEntropy"/>, of log-probabilities.</summary>
    public Tensor NllLoss(Tensor targets) => Call.Binary(&Native.tenure_tensor_nll_loss, this, targets);

    /// <summary>The tensors one after the other along an axis they have.</summary>
    /// <exception cref="ShapeMismatchException">They differ along another axis.</exception>
    public static Tensor Concat(ReadOnlySpan<Tensor> tensors, long axis = 0) => Call.Join(&Native.tenure_tensor_concat, tensors, axis);

    /// <summary>The tensors, all of one shape, one after the other along a new axis.</summary>
    /// <exception cref="ShapeMismatchException">Their shapes differ.</exception>
    public static Tensor Stack(ReadOnlySpan<Tensor> tensors, long axis = 0) => Call.Join(&Native.tenure_tensor_stack, tensors, axis);

    /// <summary>The slices of <paramref name="axis"/> that the integers of <paramref name="index"/> name, in their order.</summary>
    /// <exception cref="InvalidArgumentException">An index is out of range.</exception>
    public Tensor IndexSelect(long axis, Tensor index)
    {
        ArgumentNullException.ThrowIfNull(index);
        Scope? owner = CurrentScope.OwnerFor(this);
        ulong result;
        int status, attempt = 0;
        do
        {
            status = Native.tenure_tensor_index_select(Call.OwnerNumber(owner), Handle, axis, index.Handle, &result);
        }
        while (Pressure.Retry(status, ref attempt));
        return Call.Adopt(status, result, owner, this, index);
    }

    /// <summary>For each class index a row, int64, with a 1 at that place and 0 elsewhere; -1: as many classes as needed.</summary>
    public Tensor OneHot(long classes = -1) => Call.With(&Native.tenure_tensor_one_hot, this, classes);
}
