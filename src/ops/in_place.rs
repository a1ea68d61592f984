//! Operations that write to an existing tensor.
//!
//! Invariant: nothing is written unless everything will be: every check and allocation comes first,
//! then the version of the storage is incremented (so that a tape notices), then the elements are
//! written. An operand that shares memory with the receiver is read as it was before.

use super::binary::{self, BinaryOp, of_constant, refuse_negative_powers, rule};
use super::cast::{as_dtype, cast};
use super::copy::{self, check_length, overlaps};
use super::cpu::binary::{Call, Function, apply};
use super::cpu::cast::NonZero;
use super::cpu::copy::elements;
use super::cpu::float::Number32;
use super::cpu::map;
use super::cuda::{self, Beside};
use super::device::same_device;
use super::scalar::{self, OneElement};
use super::strided::{self, Plan};
use super::target::{self, Target, casts_back, overlaps_elsewhere};
use crate::error::{Error, Result};
use crate::tensor::{DType, MAX_RANK, RawBytes, Scalar, Tensor, shape};
use std::borrow::Cow;

/// `t = t op other`, with `other` broadcast to the shape of `t`, in the dtype of `t`.
///
/// Errors: `INVALID_ARGUMENT` if elements of `t` overlap (it was expanded) or a tape records it;
/// `SHAPE_MISMATCH`; `DEVICE_MISMATCH`; `DTYPE_MISMATCH` if the result is a float and `t` is not;
/// those of [`binary::binary`].
pub fn binary_in_place(op: BinaryOp, t: &Tensor, other: &Tensor) -> Result<()> {
    writable(t)?;
    same_device(t, other)?;
    let (dtype, function) = rule(op, t.dtype().promote(other.dtype())?)?;
    casts_back(t, dtype)?;
    refuse_larger(t, other)?;
    if dtype != t.dtype() {
        return assign(t, &cast(&binary::binary(op, t, other)?, t.dtype())?);
    }
    let mut other = as_dtype(other, dtype)?;
    refuse_negative_powers(function, &other)?;
    if overlaps_elsewhere(t, &other) {
        other = Cow::Owned(copy::copy(&other)?);
    }
    let plan = if t.shape() == other.shape() && t.is_contiguous() && other.is_contiguous() {
        Plan::flat(t.size(), [1, 1])
    } else {
        Plan::new(t.shape(), [t.strides(), &other.broadcast_strides(t.shape())[..t.rank()]])
    };
    if cuda::on(t).is_some() {
        t.storage().bump_version();
        let plan = strided::onto_both(&t.to_shape(), t, t, &other);
        // SAFETY: the plan was made from these tensors, of one dtype; t's elements are distinct,
        // and other is the same elements or does not overlap them.
        return unsafe { binary::on_cuda(function, &plan, t, [t, &other], Beside::Nothing) };
    }
    let (target, b) = (t.host()?.as_ptr(), other.host()?.as_ptr());
    t.storage().bump_version();
    let call = Call::Update { plan: &plan, target, b, number: Number32::None };
    // SAFETY: the plan was made from these tensors; t's elements are distinct, and other is the
    // same elements or does not overlap them.
    unsafe { apply(function, dtype, call) }
}

/// `t = t op value`. Errors as for [`binary_in_place`] and [`binary::binary_scalar`].
pub fn binary_scalar_in_place(op: BinaryOp, t: &Tensor, value: impl Into<Scalar>) -> Result<()> {
    writable(t)?;
    ScalarStep::checked(op, t, value.into())?.apply(t)
}

/// A checked `t op value` in place.
pub(super) struct ScalarStep {
    function: Function,
    value: OneElement,
}

impl ScalarStep {
    /// Checks the operation. Errors as for [`binary_scalar_in_place`].
    pub fn checked(op: BinaryOp, t: &Tensor, value: Scalar) -> Result<ScalarStep> {
        let (dtype, function) = rule(op, scalar::promoted(t.dtype(), value))?;
        casts_back(t, dtype)?;
        // From here on the dtype is t's: a number never widens a float, and any other result was
        // refused above.
        let function = of_constant(function, dtype, value)?;
        Ok(ScalarStep { function, value: OneElement::new(dtype.computed_in(), value)? })
    }

    /// Writes `t`, which is writable.
    pub fn apply(&self, t: &Tensor) -> Result<()> {
        if cuda::on(t).is_some() {
            t.storage().bump_version();
            let (plan, beside) = (strided::repeated_onto(t, t, false), Beside::Second(self.value.as_ptr()));
            // SAFETY: the plan was made from t's layout, and the number is of the dtype that t is
            // computed in.
            return unsafe { binary::on_cuda(self.function, &plan, t, [t, t], beside) };
        }
        let (plan, target) = (with_repeated(t), t.host()?.as_ptr());
        t.storage().bump_version();
        let number = if t.dtype().is_half() { Number32::Second } else { Number32::None };
        let call = Call::Update { plan: &plan, target, b: self.value.as_ptr(), number };
        // SAFETY: the plan was made from t's layout and a stride of 0 for the one element of the
        // scalar.
        unsafe { apply(self.function, t.dtype(), call) }
    }
}

/// Replaces the elements of `t` by the result of `compute`: written directly if `compute` writes to
/// its target, otherwise copied from the tensor that it returns.
///
/// Errors: `INVALID_ARGUMENT` if elements of `t` overlap or a tape records it; `SHAPE_MISMATCH` if
/// the result has another shape; `DTYPE_MISMATCH` if it is a float and `t` is not; those of
/// `compute`.
pub fn computed_in_place(t: &Tensor, compute: &dyn Fn(Target) -> Result<Tensor>) -> Result<()> {
    writable(t)?;
    let result = compute(Target::Over(t))?;
    if is_same(t, &result) {
        return Ok(());
    }
    target::takes(t, result.dtype(), result.shape())?;
    assign(t, &copy::contiguous(&*as_dtype(&result, t.dtype())?)?)
}

/// Writes the result of `compute` into `output`: directly where its operands do not overlap it
/// elsewhere.
///
/// Errors: those of [`computed_in_place`], but `DTYPE_MISMATCH` for a result of any other dtype:
/// nothing is converted.
pub fn computed_into(output: &Tensor, compute: &dyn Fn(Target) -> Result<Tensor>) -> Result<()> {
    writable(output)?;
    let result = compute(Target::Over(output))?;
    if is_same(output, &result) {
        return Ok(());
    }
    refuse_other(output, result.dtype(), result.shape())?;
    assign(output, &copy::contiguous(&result)?)
}

/// `DTYPE_MISMATCH` or `SHAPE_MISMATCH` for a result that is not of the dtype and the shape of
/// `output`.
pub(super) fn refuse_other(output: &Tensor, dtype: DType, shape: &[i64]) -> Result<()> {
    if dtype != output.dtype() {
        let text = format!("a result of {dtype} is not written into a tensor of {}: cast an operand", output.dtype());
        return Err(Error::dtype(text));
    }
    target::takes(output, dtype, shape)
}

/// Whether both are the same elements of the same memory.
fn is_same(t: &Tensor, other: &Tensor) -> bool {
    let is_alike = t.shape() == other.shape() && t.strides() == other.strides() && t.dtype() == other.dtype();
    is_alike && t.addr() == other.addr() && t.storage().may_share(other.storage())
}

/// Copies `value`, broadcast to the shape of `t` and cast to its dtype, into `t`. Leading axes of
/// size 1 that `t` does not have are left out, as in NumPy: `[1, 3]` is written into `[3]`.
///
/// Errors: `INVALID_ARGUMENT` if elements of `t` overlap or a tape records it; `SHAPE_MISMATCH`;
/// `DEVICE_MISMATCH`; `DTYPE_MISMATCH` if `value` is a float tensor and `t` is not.
pub fn copy_into(t: &Tensor, value: &Tensor) -> Result<()> {
    writable(t)?;
    same_device(t, value)?;
    if value.dtype().is_float() {
        casts_back(t, value.dtype())?;
    }
    let value = &*without_leading_ones(value, t.rank())?;
    refuse_larger(t, value)?;
    let mut value = as_dtype(value, t.dtype())?;
    if t.storage().may_share(value.storage()) {
        value = Cow::Owned(copy::copy(&value)?);
    }
    let plan = Plan::new(t.shape(), [t.strides(), &value.broadcast_strides(t.shape())[..t.rank()]]);
    if let Some(gpu) = cuda::on(t) {
        t.storage().bump_version();
        // SAFETY: the plan was made from these two, which have the same dtype and do not share a
        // storage.
        return unsafe { cuda::copy(gpu, &plan, [t, &value]) };
    }
    let (to, from) = (t.host()?.as_ptr(), value.host()?.as_ptr());
    t.storage().bump_version();
    // SAFETY: the plan was made from these two, which have the same dtype and do not share a
    // storage.
    unsafe { elements(&plan, t.dtype().width(), to, from) };
    Ok(())
}

/// Sets every element of `t` to `value`.
///
/// Errors: `INVALID_ARGUMENT` for a number that is out of range for an integer dtype, and if `t` is
/// not writable.
pub fn fill(t: &Tensor, value: impl Into<Scalar>) -> Result<()> {
    let value = value.into();
    writable(t)?;
    let value = OneElement::new(t.dtype(), value)?;
    if let Some(gpu) = cuda::on(t) {
        t.storage().bump_version();
        // SAFETY: the plan was made from t's layout, and the element is of its width.
        return unsafe { cuda::fill(gpu, &Plan::new(t.shape(), [t.strides()]), t, value.as_ptr()) };
    }
    let (plan, to) = (with_repeated(t), t.host()?.as_ptr());
    t.storage().bump_version();
    // SAFETY: the plan was made from t's layout and a stride of 0 for the one element of the
    // scalar.
    unsafe { elements(&plan, t.dtype().width(), to, value.as_ptr()) };
    Ok(())
}

/// Sets the elements of `t` to these native-endian ones in row-major order; a nonzero boolean byte
/// counts as true. The bytes may be memory of the storage of `t`: they are then all read before any
/// is written.
///
/// Errors: `SHAPE_MISMATCH` for another length, `INVALID_ARGUMENT` if `t` is not writable.
pub fn copy_bytes_from<'a>(t: &Tensor, bytes: impl Into<RawBytes<'a>>) -> Result<()> {
    let bytes = bytes.into();
    writable(t)?;
    check_length(t, bytes.len())?;
    if overlaps(t, bytes.as_ptr(), bytes.len()) || cuda::on(t).is_some() {
        return assign(t, &Tensor::of_bytes(t.device(), t.dtype(), bytes, &t.to_shape())?);
    }
    let (plan, to) = (from_row_major(t), t.host()?.as_ptr());
    t.storage().bump_version();
    // SAFETY: the plan was made from t's layout, and the bytes hold exactly its elements, which
    // they do not overlap.
    unsafe {
        match t.dtype() {
            DType::Bool => map::map1(&plan, to, bytes.as_ptr(), NonZero),
            dtype => elements(&plan, dtype.width(), to, bytes.as_ptr()),
        }
    }
    Ok(())
}

/// Writes a new contiguous tensor of the same shape and dtype into `t`.
pub(super) fn assign(t: &Tensor, new: &Tensor) -> Result<()> {
    let plan = from_row_major(t);
    if let Some(gpu) = cuda::on(t) {
        same_device(t, new)?;
        t.storage().bump_version();
        // SAFETY: the plan was made from t's layout and that of a contiguous tensor of its shape,
        // which does not overlap it.
        return unsafe { cuda::copy(gpu, &plan, [t, new]) };
    }
    let (to, from) = (t.host()?.as_ptr(), new.host()?.as_ptr());
    t.storage().bump_version();
    // SAFETY: the plan was made from t's layout and that of a contiguous tensor of its shape, which
    // does not overlap it.
    unsafe { elements(&plan, t.dtype().width(), to, from) };
    Ok(())
}

/// `INVALID_ARGUMENT` if `t` must not be written.
pub(super) fn writable(t: &Tensor) -> Result<()> {
    t.storage().require_writable()?;
    if t.track().is_some() {
        return Err(Error::argument(format!("{t:?} is recorded on a tape and cannot be written in place")));
    }
    if t.overlaps_itself() {
        return Err(Error::argument(format!(
            "{t:?} is expanded or unfolded: its elements overlap and cannot be written in place"
        )));
    }
    Ok(())
}

/// `value` without leading axes of size 1, as long as it has more than `rank` axes.
pub(super) fn without_leading_ones(value: &Tensor, rank: usize) -> Result<Cow<'_, Tensor>> {
    let ones = value.shape().iter().take(value.rank().saturating_sub(rank)).take_while(|&&size| size == 1).count();
    if ones == 0 {
        return Ok(Cow::Borrowed(value));
    }
    (0..ones).try_fold(Cow::Borrowed(value), |value, _| value.squeeze_view(0).map(Cow::Owned))
}

/// `SHAPE_MISMATCH` if `other` does not broadcast to the shape of `t`.
fn refuse_larger(t: &Tensor, other: &Tensor) -> Result<()> {
    if &*shape::broadcast(t.shape(), other.shape())? == t.shape() {
        return Ok(());
    }
    Err(Error::shape(format!(
        "shape {} cannot be written in place with an operand of shape {}",
        shape::display(t.shape()),
        shape::display(other.shape())
    )))
}

/// The walk over `t` and one repeated element.
fn with_repeated(t: &Tensor) -> Plan<2> {
    if t.is_contiguous() {
        return Plan::flat(t.size(), [1, 0]);
    }
    Plan::new(t.shape(), [t.strides(), &[0; MAX_RANK][..t.rank()]])
}

/// The walk over `t` and contiguous elements of its shape.
fn from_row_major(t: &Tensor) -> Plan<2> {
    Plan::new(t.shape(), [t.strides(), &strided::row_major(t.shape())[..t.rank()]])
}
