//! The frequencies that belong to the results of a transform.

use crate::device::Device;
use crate::error::{Error, Result};
use crate::ops::{cast, to_device};
use crate::tensor::{DType, Shape, Tensor};

/// The frequency of each of `n` results for samples at distance `d`: `0, 1, ..., -1` divided by
/// `d n`. Returns new.
///
/// Errors: `INVALID_ARGUMENT` for fewer than one point and for a distance of 0; `DTYPE_MISMATCH`
/// for integers.
pub fn fftfreq(device: Device, dtype: DType, n: i64, d: f64) -> Result<Tensor> {
    let middle = (n.max(1) - 1) / 2;
    series("fftfreq", device, dtype, n, d, n, |i| if i <= middle { i } else { i - n })
}

/// The frequencies of the results of a transform of `n` real numbers, none of them negative.
/// Returns new.
///
/// Errors: as for [`fftfreq`].
pub fn rfftfreq(device: Device, dtype: DType, n: i64, d: f64) -> Result<Tensor> {
    series("rfftfreq", device, dtype, n, d, n / 2 + 1, |i| i)
}

fn series(
    op: &str,
    device: Device,
    dtype: DType,
    n: i64,
    d: f64,
    count: i64,
    number: impl Fn(i64) -> i64,
) -> Result<Tensor> {
    if !dtype.is_float() {
        return Err(Error::dtype(format!("{op} of {dtype} is not defined: take float32 or float64")));
    }
    if n < 1 || d == 0.0 || !d.is_finite() {
        return Err(Error::argument(format!(
            "{op} of {n} points at distance {d}: at least one, and a distance, are needed"
        )));
    }
    let out = Tensor::uninit(Device::Cpu, DType::F64, &Shape::new(&[count])?)?;
    let to = out.host()?.as_ptr().cast::<f64>();
    for i in 0..count {
        // SAFETY: `out` is new and has this many elements.
        unsafe { to.add(i as usize).write(number(i) as f64 / (n as f64 * d)) };
    }
    to_device(&cast(&out, dtype)?, device)
}
