//! Windows by an index as Python writes it, and writing into them.

use super::map;
use crate::api::resource::tensor;
use crate::api::types::{Ints, NewTensor, Owner, ScalarValue, TensorRef};
use crate::autograd;
use crate::error::Result;

/// The window that an index names, on the same memory: `"1:-1, ..., 0"`. A number is one index of an axis, which goes away;
/// `1:5:2` are the indices from 1 to before 5, each 2 apart; `...` stands for the axes between, `None` for a new one of size 1.
/// A negative step goes backwards: `::-1` is an axis in reverse. Then the result is a copy, since strides are not negative.
///
/// - `index`: parts with commas between them; axes that none names stay whole
/// - `INVALID_ARGUMENT`: it cannot be read as an index, names too many axes, or an index that is not there
pub fn get(scope: Owner, t: TensorRef, index: &str) -> Result<NewTensor> {
    map(scope, t, |t| autograd::subscript(t, index))
}

/// Writes a tensor, broadcast and cast, into the window that an index names.
///
/// - `index`: as `get` has it, also with negative steps; empty for the whole tensor
/// - `value`: what to write
/// - `INVALID_ARGUMENT`: it cannot be read as an index, names too many axes, or an index that is not there
/// - `SHAPE_MISMATCH`: the tensor does not broadcast to the window
/// - `DTYPE_MISMATCH`: it is of floats and this is not
pub fn set(t: TensorRef, index: &str, value: TensorRef) -> Result<()> {
    let (t, value) = (tensor(t)?, tensor(value)?);
    autograd::set_subscript(&t, index, &value)
}

/// Writes a number into all of the window that an index names.
///
/// - `index`: as `get` has it, also with negative steps; empty for the whole tensor
/// - `value`: the number
/// - `INVALID_ARGUMENT`: it cannot be read as an index, names too many axes, or an index that is not there
pub fn set_scalar(t: TensorRef, index: &str, value: ScalarValue) -> Result<()> {
    autograd::fill_subscript(&*tensor(t)?, index, value)
}

/// The window at an index of each of the first axes, which go away, on the same memory: as [`get`] of `"1, -2"`, without a
/// text.
///
/// - `indices`: one for each axis, from the first; negative ones count from the last
/// - `INVALID_ARGUMENT`: there are more than axes, or one is not there
pub fn get_at(scope: Owner, t: TensorRef, indices: Ints) -> Result<NewTensor> {
    map(scope, t, |t| autograd::at(t, indices))
}

/// Writes a tensor, broadcast and cast, into the window at an index of each of the first axes.
///
/// - `indices`: one for each axis, from the first; negative ones count from the last; none for the whole tensor
/// - `value`: what to write
/// - `INVALID_ARGUMENT`: there are more than axes, or one is not there
/// - `SHAPE_MISMATCH`: the tensor does not broadcast to the window
/// - `DTYPE_MISMATCH`: it is of floats and this is not
pub fn set_at(t: TensorRef, indices: Ints, value: TensorRef) -> Result<()> {
    let (t, value) = (tensor(t)?, tensor(value)?);
    autograd::check_in_place(&t)?;
    autograd::copy_into(&autograd::at(&t, indices)?, &value)
}

/// Writes a number into all of the window at an index of each of the first axes.
///
/// - `indices`: one for each axis, from the first; negative ones count from the last; none for the whole tensor
/// - `value`: the number
/// - `INVALID_ARGUMENT`: there are more than axes, or one is not there
pub fn set_at_scalar(t: TensorRef, indices: Ints, value: ScalarValue) -> Result<()> {
    let t = tensor(t)?;
    autograd::check_in_place(&t)?;
    autograd::fill(&autograd::at(&t, indices)?, value)
}
