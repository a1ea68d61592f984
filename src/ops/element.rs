//! Single elements: read and written by their indices, without a tensor for each.
//!
//! Invariant: an index is checked against its axis before its stride is used, so an offset is that
//! of an element. What [`item`] reads is the first and only element.

use super::copy::here;
use super::cpu::types::{ForInteger, ForNumber, by_integer, by_number};
use super::cuda;
use super::in_place::writable;
use super::number::{Integer, Number};
use super::scalar::OneElement;
use crate::device::Device;
use crate::error::{Error, Result};
use crate::tensor::{DType, Element, Layout, Scalar, Shape, Tensor, Width, shape};

/// The value of the only element as a double. Any other number of elements is `INVALID_ARGUMENT`.
///
/// A double holds every int64 up to 2^53; [`item_i64`] reads those above without loss.
#[inline]
pub fn item(t: &Tensor) -> Result<f64> {
    match scalar::<f32>(t) {
        Some(value) => Ok(f64::from(value)), // such as a loss
        None => item_of_any(t),
    }
}

#[inline(never)]
fn item_of_any(t: &Tensor) -> Result<f64> {
    require_one_element(t)?;
    let t = here(t)?;
    read(&t, 0)
}

/// The values of tensors of one element each; those of a CUDA device come in one copy. Errors: those
/// of [`item`].
pub(crate) fn items(all: &[Tensor]) -> Result<Vec<f64>> {
    let Some(first) = all.first().filter(|t| cuda::on(t).is_some()) else { return all.iter().map(item).collect() };
    let row = Tensor::uninit(first.device(), DType::F64, &Shape::new(&[all.len() as i64])?)?;
    for (i, t) in all.iter().enumerate() {
        require_one_element(t)?;
        super::copy_into(
            &row.select_view(0, i as i64)?,
            &super::reshape(&super::cast(t, DType::F64)?, &Shape::of(&[]))?,
        )?;
    }
    let row = here(&row)?;
    (0..all.len()).map(|i| read(&row, i as isize)).collect()
}

/// The element of a scalar of this type in the processor's memory; `None` for any other tensor. Such
/// a scalar needs no look at its size and at the other dtypes.
#[inline(always)]
fn scalar<T: Element>(t: &Tensor) -> Option<T> {
    if t.rank() != 0 || t.dtype() != T::DTYPE {
        return None;
    }
    // SAFETY: a scalar has one element, of this dtype, inside the storage that the tensor holds.
    t.host().ok().map(|host| unsafe { host.as_ptr().cast::<T>().read() })
}

/// The value of the only element of an integer or boolean tensor, exactly; true is 1.
///
/// Errors: `INVALID_ARGUMENT` for any other number of elements; `DTYPE_MISMATCH` for a float, which
/// need not be integral.
#[inline]
pub fn item_i64(t: &Tensor) -> Result<i64> {
    match scalar::<i64>(t) {
        Some(value) => Ok(value), // such as a count
        None => item_i64_of_any(t),
    }
}

#[inline(never)]
fn item_i64_of_any(t: &Tensor) -> Result<i64> {
    require_one_element(t)?;
    let t = here(t)?;
    read_i64(&t, 0)
}

/// The element at one index of each axis as a double; a negative index counts from the end.
///
/// Errors: `INVALID_ARGUMENT` unless there is one index in range for each axis.
#[inline]
pub fn element(t: &Tensor, indices: &[i64]) -> Result<f64> {
    let at = offset(t, indices)?;
    // A call takes as long as all the rest: the two usual types of one number without one.
    let value = match t.dtype() {
        DType::F32 => here_at::<f32>(t, at).map(f64::from),
        DType::F64 => here_at::<f64>(t, at),
        _ => None,
    };
    value.map_or_else(|| element_of_any(t, at), Ok)
}

#[inline(never)]
fn element_of_any(t: &Tensor, at: isize) -> Result<f64> {
    if cuda::on(t).is_some() { item(&alone(t, at)) } else { read(t, at) }
}

/// The element at an offset that [`offset`] has computed, of a tensor of this type in the
/// processor's memory; `None` on another device.
#[inline(always)]
fn here_at<T: Element>(t: &Tensor, at: isize) -> Option<T> {
    debug_assert_eq!(t.dtype(), T::DTYPE);
    if t.device() != Device::Cpu {
        return None; // without the error of `host`, which would be made for nothing
    }
    // SAFETY: the offset is that of an element, of this type, inside the storage that the tensor
    // holds.
    t.host().ok().map(|host| unsafe { host.as_ptr().cast::<T>().offset(at).read() })
}

/// The element of an integer or boolean tensor at one index of each axis, exactly; true is 1.
///
/// Errors: those of [`element`]; `DTYPE_MISMATCH` for a float.
#[inline]
pub fn element_i64(t: &Tensor, indices: &[i64]) -> Result<i64> {
    let at = offset(t, indices)?;
    let value = match t.dtype() {
        DType::I64 => here_at::<i64>(t, at),
        DType::I32 => here_at::<i32>(t, at).map(i64::from),
        _ => None,
    };
    value.map_or_else(|| element_i64_of_any(t, at), Ok)
}

#[inline(never)]
fn element_i64_of_any(t: &Tensor, at: isize) -> Result<i64> {
    if cuda::on(t).is_some() { item_i64(&alone(t, at)) } else { read_i64(t, at) }
}

/// The element at this offset as a tensor without axes, so that a device transfers no other.
#[cold]
fn alone(t: &Tensor, at: isize) -> Tensor {
    t.with_layout(Layout::contiguous(&Shape::of(&[])), t.offset().wrapping_add_signed(at))
}

/// Writes a number at one index of each axis.
///
/// Errors: those of [`element`]; `INVALID_ARGUMENT` for a number that an integer dtype does not
/// hold and for a tensor that must not be written.
pub fn set_element(t: &Tensor, indices: &[i64], value: Scalar) -> Result<()> {
    writable(t)?;
    let at = offset(t, indices)?;
    if cuda::on(t).is_some() {
        return super::fill(&alone(t, at), value);
    }
    let value = OneElement::new(t.dtype(), value)?;
    let (to, from) = (t.host()?.as_ptr().wrapping_offset(at * t.dtype().size() as isize), value.as_ptr());
    t.storage().bump_version();
    // SAFETY: the offset is that of an element, and `OneElement` has the bytes of one. Both are
    // aligned for it.
    unsafe {
        match t.dtype().width() {
            Width::One => to.write(from.read()),
            Width::Two => to.cast::<u16>().write(from.cast::<u16>().read()),
            Width::Four => to.cast::<u32>().write(from.cast::<u32>().read()),
            Width::Eight => to.cast::<u64>().write(from.cast::<u64>().read()),
        }
    }
    Ok(())
}

/// The offset of an element from the first one, counted in elements.
#[inline(always)]
fn offset(t: &Tensor, indices: &[i64]) -> Result<isize> {
    t.layout().offset_at(indices).ok_or_else(|| no_element(t, indices))
}

#[cold]
fn no_element(t: &Tensor, indices: &[i64]) -> Error {
    if indices.len() == t.rank() { outside(t, indices) } else { other_count(t, indices) }
}

#[cold]
fn other_count(t: &Tensor, indices: &[i64]) -> Error {
    let (shape, rank) = (shape::display(t.shape()), t.rank());
    Error::argument(format!(
        "{} indices {indices:?} for an element of shape {shape}, which has {rank} axes",
        indices.len()
    ))
}

#[cold]
fn outside(t: &Tensor, indices: &[i64]) -> Error {
    let is_inside = |(&index, &size): (&i64, &i64)| (-size..size).contains(&index);
    let axis = indices.iter().zip(t.shape()).position(|pair| !is_inside(pair)).unwrap_or(0);
    super::place::outside(indices[axis], axis, t.shape())
}

#[inline(always)]
fn read(t: &Tensor, at: isize) -> Result<f64> {
    struct At(*const u8, isize);
    impl ForNumber for At {
        type Output = f64;
        #[inline(always)]
        fn of<T: Number>(self) -> f64 {
            // SAFETY: the caller computed the offset of an element, and the dtype is of this type.
            unsafe { self.0.cast::<T>().offset(self.1).read() }.as_f64()
        }
    }
    let value = by_number(t.dtype(), At(t.host()?.as_ptr(), at));
    Ok(if t.dtype() == DType::Bool { f64::from(u8::from(value != 0.0)) } else { value })
}

#[inline(always)]
fn read_i64(t: &Tensor, at: isize) -> Result<i64> {
    struct At(*const u8, isize);
    impl ForInteger for At {
        type Output = i64;
        #[inline(always)]
        fn of<T: Integer>(self) -> i64 {
            // SAFETY: as in `read`.
            unsafe { self.0.cast::<T>().offset(self.1).read() }.as_i64()
        }
    }
    match by_integer(t.dtype(), At(t.host()?.as_ptr(), at)) {
        Some(value) if t.dtype() == DType::Bool => Ok(i64::from(value != 0)),
        Some(value) => Ok(value),
        None => Err(floating(t.dtype())),
    }
}

#[cold]
fn floating(dtype: DType) -> Error {
    Error::dtype(format!("an integer item needs an integer or bool tensor, not {dtype}: use item, or cast first"))
}

fn require_one_element(t: &Tensor) -> Result<()> {
    if t.size() == 1 {
        return Ok(());
    }
    let (shape, size) = (shape::display(t.shape()), t.size());
    Err(Error::argument(format!("item needs a tensor of one element, shape {shape} has {size}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Status;
    use crate::tensor::{Element, Shape};

    fn one<T: Element>(value: T) -> Tensor {
        Tensor::from_slice(&[value], &Shape::new(&[1, 1]).expect("small")).expect("small")
    }

    #[test]
    fn an_integer_element_is_read_without_loss() {
        for value in [i64::MAX, i64::MIN, (1 << 53) + 1, 0, -1] {
            assert_eq!(item_i64(&one(value)).expect("an integer"), value);
        }
        assert_eq!(item_i64(&one(i32::MIN)).expect("an integer"), i64::from(i32::MIN));
        assert_eq!(item_i64(&one(255u8)).expect("an integer"), 255);
        let truth = Tensor::from_bytes(Device::Cpu, DType::Bool, &[7], &Shape::new(&[]).expect("small")).expect("one");
        assert_eq!(item_i64(&truth).expect("a boolean"), 1);
    }

    #[test]
    fn an_integer_item_of_floats_or_of_several_elements_is_refused() {
        let error = item_i64(&one(2.0f32)).expect_err("a float");
        assert_eq!(error.status(), Status::DtypeMismatch);
        assert_eq!(
            error.message(),
            "an integer item needs an integer or bool tensor, not float32: use item, or cast first"
        );
        let two = Tensor::from_slice(&[1i64, 2], &Shape::new(&[2]).expect("small")).expect("small");
        let error = item_i64(&two).expect_err("two elements");
        assert_eq!(error.status(), Status::InvalidArgument);
        assert_eq!(error.message(), "item needs a tensor of one element, shape [2] has 2");
    }
}
