//! Tensors of evenly spaced numbers: `linspace` and `logspace`.
//!
//! Invariant: each element is computed from its index in float64, with plain arithmetic and `libm`,
//! and then cast, so it is the same on every machine. The first element is `start`, and the last is
//! `end` if it is included.

use super::cpu::types::{ForNumber, by_number};
use super::cuda;
use super::device::made_here;
use super::number::Number;
use super::scalar::OneElement;
use crate::device::Device;
use crate::error::{Error, Result};
use crate::tensor::{DType, Host, Shape, Tensor};

/// `steps` numbers from `start` to `end`. If `included`, `end` is the last of them, otherwise the
/// one that would follow. Returns new.
///
/// Errors: `INVALID_ARGUMENT` for negative `steps`, for numbers that are not finite, and for
/// numbers that are out of range for the integer dtype; `DTYPE_MISMATCH` for bool.
pub fn linspace(device: Device, dtype: DType, (start, end): (f64, f64), steps: i64, included: bool) -> Result<Tensor> {
    series("linspace", device, dtype, (start, end, steps, included), |x| x)
}

/// `base` to the powers of [`linspace`]. Errors as for [`linspace`].
pub fn logspace(device: Device, dtype: DType, start: f64, end: f64, steps: i64, base: f64) -> Result<Tensor> {
    made_here(device, |device| series("logspace", device, dtype, (start, end, steps, true), |x| libm::pow(base, x)))
}

fn series(
    what: &str,
    device: Device,
    dtype: DType,
    (start, end, steps, included): (f64, f64, i64, bool),
    f: impl Fn(f64) -> f64,
) -> Result<Tensor> {
    if dtype == DType::Bool {
        return Err(Error::dtype(format!("{what} of bool is not defined")));
    }
    if !(start.is_finite() && end.is_finite()) {
        return Err(Error::argument(format!("{what} from {start} to {end} is not finite")));
    }
    let shape = Shape::new(&[steps])?;
    // Each half is computed from its own end, so that both ends are exact. The difference of the
    // ends may overflow.
    let gaps = if included { steps - 1 } else { steps };
    let step = if gaps > 0 { end / gaps as f64 - start / gaps as f64 } else { 0.0 };
    let at = |i: i64| if i == 0 || i < gaps / 2 { start + i as f64 * step } else { end - (gaps - i) as f64 * step };
    if !dtype.is_float() && steps > 0 {
        for value in [at(0), at(steps - 1)] {
            OneElement::new(dtype, f(value).trunc().into())?;
        }
    }
    let out = Tensor::uninit(device, dtype, &shape)?;
    if let Some(gpu) = cuda::on(&out) {
        let numbers = [start.to_bits(), end.to_bits(), step.to_bits(), gaps as u64];
        // SAFETY: out is new and contiguous, and the kernel takes three float64 and an int64.
        unsafe { cuda::series(gpu, &format!("linspace_{dtype}"), &out, &numbers)? };
        return Ok(out);
    }
    by_number(dtype, Written { out: out.host()?, at: |i| f(at(i as i64)) });
    Ok(out)
}

/// Numbers computed from their index, cast to the dtype of a new contiguous tensor.
pub(super) struct Written<'a, F> {
    pub out: Host<'a>,
    pub at: F,
}

impl<N: Number, F: FnMut(usize) -> N> ForNumber for Written<'_, F> {
    type Output = ();

    fn of<T: Number>(mut self) {
        let to = self.out.as_ptr().cast::<T>();
        for i in 0..self.out.size() {
            // SAFETY: the tensor is new, contiguous and has elements of this type.
            unsafe { to.add(i).write(T::cast_from((self.at)(i))) };
        }
    }
}
