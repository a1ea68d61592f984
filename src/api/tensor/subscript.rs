//! Windows by an index as Python writes it, and writing into them.

use super::map;
use crate::api::resource::tensor;
use crate::api::types::{NewTensor, Owner, ScalarValue, TensorRef};
use crate::autograd;
use crate::error::Result;

/// The window that an index names, on the same memory: `"1:-1, ..., 0"`. A number is one index of an axis, which goes away;
/// `1:5:2` are the indices from 1 to before 5, each 2 apart; `...` stands for the axes between, `None` for a new one of size 1.
///
/// - `index`: parts with commas between them; axes that none names stay whole
/// - `INVALID_ARGUMENT`: it is no index, names too many axes, or an index that is not there
pub fn get(scope: Owner, t: TensorRef, index: &str) -> Result<NewTensor> {
    map(scope, t, |t| autograd::subscript(t, index))
}

/// Writes a tensor, broadcast and cast, into the window that an index names.
///
/// - `index`: as `get` has it; empty for the whole tensor
/// - `value`: what to write
/// - `INVALID_ARGUMENT`: it is no index, names too many axes, or an index that is not there
/// - `SHAPE_MISMATCH`: the tensor does not broadcast to the window
/// - `DTYPE_MISMATCH`: it is of floats and this is not
pub fn set(t: TensorRef, index: &str, value: TensorRef) -> Result<()> {
    let (t, value) = (tensor(t)?, tensor(value)?);
    autograd::check_in_place(&t)?;
    autograd::copy_into(&autograd::subscript(&t, index)?, &value)
}

/// Writes a number into all of the window that an index names.
///
/// - `index`: as `get` has it; empty for the whole tensor
/// - `value`: the number
/// - `INVALID_ARGUMENT`: it is no index, names too many axes, or an index that is not there
pub fn set_scalar(t: TensorRef, index: &str, value: ScalarValue) -> Result<()> {
    let t = tensor(t)?;
    autograd::check_in_place(&t)?;
    autograd::fill(&autograd::subscript(&t, index)?, value)
}
