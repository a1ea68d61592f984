// The C functions of a tensor: making, asking, viewing, computing, changing in place. See Native.cs.

using System.Runtime.InteropServices;

namespace Tenure.Interop;

internal static unsafe partial class Native
{
    [LibraryImport(Library)] internal static partial int tenure_tensor_zeros(ulong scope, int device, int dtype, long* dims, uint rank, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_empty(ulong scope, int device, int dtype, long* dims, uint rank, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_ones(ulong scope, int device, int dtype, long* dims, uint rank, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_rand(ulong scope, int device, int dtype, long* dims, uint rank, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_randn(ulong scope, int device, int dtype, long* dims, uint rank, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_full(ulong scope, int device, int dtype, double value, long* dims, uint rank, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_arange(ulong scope, int device, int dtype, double start, double end, double step, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_from_data(ulong scope, int device, int dtype, void* data, nuint n_bytes, long* dims, uint rank, ulong* result);

    [LibraryImport(Library)] internal static partial int tenure_tensor_alias(ulong scope, ulong t, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_share(ulong t, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_dispose(ulong t);
    [LibraryImport(Library)] internal static partial int tenure_tensor_use_count(ulong t, ulong* count);
    [LibraryImport(Library)] internal static partial int tenure_tensor_dtype(ulong t, int* dtype);
    [LibraryImport(Library)] internal static partial int tenure_tensor_device(ulong t, int* device);
    [LibraryImport(Library)] internal static partial int tenure_tensor_rank(ulong t, uint* rank);
    [LibraryImport(Library)] internal static partial int tenure_tensor_size(ulong t, long* size);
    [LibraryImport(Library)] internal static partial int tenure_tensor_nbytes(ulong t, ulong* n_bytes);
    [LibraryImport(Library)] internal static partial int tenure_tensor_shape(ulong t, long* dims, uint cap, uint* rank);
    [LibraryImport(Library)] internal static partial int tenure_tensor_strides(ulong t, long* strides, uint cap, uint* rank);
    [LibraryImport(Library)] internal static partial int tenure_tensor_is_contiguous(ulong t, byte* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_item(ulong t, double* value);
    [LibraryImport(Library)] internal static partial int tenure_tensor_copy_to(ulong t, void* dst, nuint n_bytes);
    [LibraryImport(Library)] internal static partial int tenure_tensor_copy_from(ulong t, void* src, nuint n_bytes);
    [LibraryImport(Library)] internal static partial int tenure_tensor_data(ulong t, void** data, nuint* n_bytes);
    [LibraryImport(Library)] internal static partial int tenure_tensor_to_string(ulong t, byte* buf, nuint cap, nuint* needed);

    [LibraryImport(Library)] internal static partial int tenure_tensor_reshape(ulong scope, ulong t, long* dims, uint rank, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_expand(ulong scope, ulong t, long* dims, uint rank, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_permute(ulong scope, ulong t, long* axes, uint n_axes, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_transpose(ulong scope, ulong t, long d0, long d1, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_slice(ulong scope, ulong t, long axis, long start, long end, long step, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_select(ulong scope, ulong t, long axis, long index, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_squeeze(ulong scope, ulong t, long axis, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_squeeze_all(ulong scope, ulong t, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_unsqueeze(ulong scope, ulong t, long axis, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_contiguous(ulong scope, ulong t, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_copy(ulong scope, ulong t, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_cast(ulong scope, ulong t, int dtype, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_to_device(ulong scope, ulong t, int device, ulong* result);

    [LibraryImport(Library)] internal static partial int tenure_tensor_add(ulong scope, ulong a, ulong b, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_sub(ulong scope, ulong a, ulong b, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_mul(ulong scope, ulong a, ulong b, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_div(ulong scope, ulong a, ulong b, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_pow(ulong scope, ulong a, ulong b, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_maximum(ulong scope, ulong a, ulong b, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_minimum(ulong scope, ulong a, ulong b, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_eq(ulong scope, ulong a, ulong b, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_ne(ulong scope, ulong a, ulong b, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_lt(ulong scope, ulong a, ulong b, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_le(ulong scope, ulong a, ulong b, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_gt(ulong scope, ulong a, ulong b, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_ge(ulong scope, ulong a, ulong b, ulong* result);

    [LibraryImport(Library)] internal static partial int tenure_tensor_add_scalar(ulong scope, ulong a, double value, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_sub_scalar(ulong scope, ulong a, double value, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_rsub_scalar(ulong scope, ulong a, double value, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_mul_scalar(ulong scope, ulong a, double value, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_div_scalar(ulong scope, ulong a, double value, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_rdiv_scalar(ulong scope, ulong a, double value, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_pow_scalar(ulong scope, ulong a, double value, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_maximum_scalar(ulong scope, ulong a, double value, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_minimum_scalar(ulong scope, ulong a, double value, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_eq_scalar(ulong scope, ulong a, double value, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_ne_scalar(ulong scope, ulong a, double value, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_lt_scalar(ulong scope, ulong a, double value, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_le_scalar(ulong scope, ulong a, double value, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_gt_scalar(ulong scope, ulong a, double value, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_ge_scalar(ulong scope, ulong a, double value, ulong* result);

    [LibraryImport(Library)] internal static partial int tenure_tensor_neg(ulong scope, ulong t, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_exp(ulong scope, ulong t, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_log(ulong scope, ulong t, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_sqrt(ulong scope, ulong t, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_abs(ulong scope, ulong t, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_relu(ulong scope, ulong t, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_sigmoid(ulong scope, ulong t, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_tanh(ulong scope, ulong t, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_where(ulong scope, ulong cond, ulong a, ulong b, ulong* result);

    [LibraryImport(Library)] internal static partial int tenure_tensor_sum(ulong scope, ulong t, long* axes, uint n_axes, byte keepdim, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_mean(ulong scope, ulong t, long* axes, uint n_axes, byte keepdim, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_max(ulong scope, ulong t, long* axes, uint n_axes, byte keepdim, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_min(ulong scope, ulong t, long* axes, uint n_axes, byte keepdim, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_argmax(ulong scope, ulong t, long* axes, uint n_axes, byte keepdim, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_matmul(ulong scope, ulong a, ulong b, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_softmax(ulong scope, ulong t, long axis, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_log_softmax(ulong scope, ulong t, long axis, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_cross_entropy(ulong scope, ulong logits, ulong targets, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_nll_loss(ulong scope, ulong log_probs, ulong targets, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_concat(ulong scope, ulong* ts, nuint n, long axis, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_stack(ulong scope, ulong* ts, nuint n, long axis, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_index_select(ulong scope, ulong t, long axis, ulong index, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_one_hot(ulong scope, ulong t, long classes, ulong* result);

    [LibraryImport(Library)] internal static partial int tenure_tensor_add_in_place(ulong t, ulong other);
    [LibraryImport(Library)] internal static partial int tenure_tensor_sub_in_place(ulong t, ulong other);
    [LibraryImport(Library)] internal static partial int tenure_tensor_mul_in_place(ulong t, ulong other);
    [LibraryImport(Library)] internal static partial int tenure_tensor_div_in_place(ulong t, ulong other);
    [LibraryImport(Library)] internal static partial int tenure_tensor_add_scalar_in_place(ulong t, double value);
    [LibraryImport(Library)] internal static partial int tenure_tensor_sub_scalar_in_place(ulong t, double value);
    [LibraryImport(Library)] internal static partial int tenure_tensor_mul_scalar_in_place(ulong t, double value);
    [LibraryImport(Library)] internal static partial int tenure_tensor_div_scalar_in_place(ulong t, double value);
    [LibraryImport(Library)] internal static partial int tenure_tensor_fill(ulong t, double value);
    [LibraryImport(Library)] internal static partial int tenure_tensor_zero(ulong t);
}
