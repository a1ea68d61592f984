//! `one_hot`: classes as rows of zeros with a single one.
//!
//! Invariant: a class is read once and checked, and the checked value is the one that is used.

use super::cuda;
use super::index::positions;
use super::place::{Position, checked, index_dtype, is_rare, read_once};
use super::{CompareOp, ReduceOp, arange, cast, compare, contiguous, item_i64, reduce};
use crate::error::{Error, Result};
use crate::tensor::{DType, MAX_RANK, Shape, Tensor};

/// For each class in `t`, an integer tensor, a row of `classes` int64 elements, 1 at the class and
/// 0 elsewhere. The result has the shape of `t` followed by `classes`. -1 means one more than the
/// greatest class in `t`. Borrows `t`, returns new.
///
/// Errors: another dtype is `DTYPE_MISMATCH`; a class that is negative or not below `classes`, -1
/// classes for an empty tensor, and a result of rank above 8 are `INVALID_ARGUMENT`.
pub fn one_hot(t: &Tensor, classes: i64) -> Result<Tensor> {
    match t.dtype() {
        dtype if cuda::on(t).is_some() && !dtype.is_float() && dtype != DType::Bool => hot_there(t, classes),
        DType::I64 => hot::<i64>(t, classes),
        DType::I32 => hot::<i32>(t, classes),
        DType::I16 => hot::<i16>(t, classes),
        DType::I8 => hot::<i8>(t, classes),
        DType::U8 => hot::<u8>(t, classes),
        rare if is_rare(rare) => one_hot(&positions("one_hot", t)?, classes),
        other => Err(index_dtype("one_hot", other)),
    }
}

/// [`one_hot`] on a CUDA device. Waits for it.
fn hot_there(t: &Tensor, classes: i64) -> Result<Tensor> {
    let (n, t) = (t.size(), &positions("one_hot", t)?);
    let extreme = |op| item_i64(&reduce(op, t, &[], false)?);
    let classes = match classes {
        -1 if n == 0 => return Err(Error::argument("one_hot of an empty tensor needs the number of classes")),
        -1 => extreme(ReduceOp::Max)?.saturating_add(1).max(0),
        0.. => classes,
        _ => return Err(Error::argument(format!("one_hot with {classes} classes"))),
    };
    if n > 0 {
        for class in [extreme(ReduceOp::Min)?, extreme(ReduceOp::Max)?] {
            if checked(class, classes).is_none() {
                return Err(Error::argument(format!("class {class} is out of range for {classes} classes")));
            }
        }
    }
    let all = arange(t.device(), DType::I64, 0i64, classes, 1i64)?;
    let is_class = compare(CompareOp::Eq, &t.unsqueeze_view(t.rank() as i64)?, &all)?;
    cast(&is_class, DType::I64)
}

fn hot<I: Position>(t: &Tensor, classes: i64) -> Result<Tensor> {
    let t = contiguous(t)?;
    let (from, n) = (t.host()?.as_ptr().cast::<I>(), t.size());
    // SAFETY: contiguous with `n` elements of this type.
    let class = |i: usize| unsafe { read_once(from.add(i)) };
    let classes = match classes {
        -1 if n == 0 => return Err(Error::argument("one_hot of an empty tensor needs the number of classes")),
        -1 => (0..n).map(class).max().map_or(0, |greatest| greatest.saturating_add(1)).max(0),
        0.. => classes,
        _ => return Err(Error::argument(format!("one_hot with {classes} classes"))),
    };
    let mut dims = [0i64; MAX_RANK + 1];
    dims[..t.rank()].copy_from_slice(t.shape());
    dims[t.rank()] = classes;
    let out = Tensor::zeroed(t.device(), DType::I64, &Shape::new(&dims[..=t.rank()])?)?;
    let to = out.host()?.as_ptr().cast::<i64>();
    for i in 0..n {
        let class = class(i);
        let at = checked(class, classes)
            .ok_or_else(|| Error::argument(format!("class {class} is out of range for {classes} classes")))?;
        // SAFETY: row `i` of `n` has `classes` elements, and `at` is below that.
        unsafe { to.add(i * classes as usize + at).write(1) };
    }
    Ok(out)
}
