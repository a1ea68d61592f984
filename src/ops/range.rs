//! Norms whose squares or powers would leave the range of their dtype. They are detected by their
//! sums, and computed again from scaled elements.
//!
//! Invariant: factors are powers of two, and 1 if a sum is in range, so a result does not depend on
//! which others are computed with it.

use super::copy::here;
use super::{BinaryOp, ReduceOp, UnaryOp, binary, binary_scalar, reduce, reshape, to_device, unary};
use crate::error::Result;
use crate::tensor::{DType, Host, Tensor};

/// Factors that bring vectors into range, and factors that bring their norms back. Reduced axes
/// have size 1.
pub struct Scales {
    /// Powers of two that the vectors are multiplied by.
    pub down: Tensor,
    /// Their inverses.
    pub up: Tensor,
}

/// The factors for the elements of `t` whose sums of `p`-th powers over `axes` are `sums`. `None`
/// if all sums are in range, or if the dtypes are not both float32 or both float64.
pub fn scales(t: &Tensor, p: f64, axes: &[i64], sums: &Tensor) -> Result<Option<Scales>> {
    if t.size() == 0 {
        return Ok(None);
    }
    let (t, sums) = (t.untracked(), sums.untracked());
    match (t.dtype(), sums.dtype()) {
        (DType::F64, DType::F64) => factors::<f64>(&t, p, axes, here(&sums)?.host()?),
        (DType::F32, DType::F32) => factors::<f32>(&t, p, axes, here(&sums)?.host()?),
        _ => Ok(None), // integers wrap around, and halves are computed in float32
    }
}

/// `sum(|t|^p)^(1/p)` over `axes`, for float32 and float64.
///
/// Errors: those of [`reduce`].
pub fn power_norm(t: &Tensor, p: f64, axes: &[i64], keepdim: bool) -> Result<Tensor> {
    let sum = |t: &Tensor| {
        let powers = if p == 2.0 {
            binary(BinaryOp::Mul, t, t)?
        } else {
            binary_scalar(BinaryOp::Pow, &unary(UnaryOp::Abs, t)?, p)?
        };
        reduce(ReduceOp::Sum, &powers, axes, keepdim)
    };
    let root = |sums: &Tensor| {
        if p == 2.0 { unary(UnaryOp::Sqrt, sums) } else { binary_scalar(BinaryOp::Pow, sums, 1.0 / p) }
    };
    let sums = sum(t)?;
    match scales(t, p, axes, &sums)? {
        None => root(&sums),
        Some(Scales { down, up }) => {
            let norms = root(&sum(&binary(BinaryOp::Mul, t, &down)?)?)?;
            binary(BinaryOp::Mul, &norms, &reshape(&up, norms.shape())?)
        }
    }
}

/// The root of a sum of squares in its dtype, float32 or float64; `None` if the sum is outside of
/// the range in which [`power_norm`] takes it.
pub(crate) fn root_in_range(sum: f64, dtype: DType) -> Option<f64> {
    let least = if dtype == DType::F64 { <f64 as Ranged>::LEAST } else { <f32 as Ranged>::LEAST };
    let root = || if dtype == DType::F64 { sum.sqrt() } else { f64::from((sum as f32).sqrt()) };
    (sum >= least && sum < f64::INFINITY).then(root)
}

/// The limits of a float type that [`factors`] needs.
trait Ranged: crate::tensor::Element + Into<f64> {
    /// The smallest sum of powers that terms lost to underflow could not have changed.
    const LEAST: f64;
    /// The exponents of powers of two whose inverses are in range.
    const EXPONENTS: i32;
    fn power(e: i32) -> Self;
}

impl Ranged for f64 {
    const LEAST: f64 = f64::from_bits((1023 - 900) << 52);
    const EXPONENTS: i32 = 1022;
    fn power(e: i32) -> f64 {
        f64::from_bits(((e + 1023) as u64) << 52)
    }
}

impl Ranged for f32 {
    const LEAST: f64 = f64::from_bits((1023 - 90) << 52);
    const EXPONENTS: i32 = 126;
    fn power(e: i32) -> f32 {
        f32::from_bits(((e + 127) as u32) << 23)
    }
}

fn factors<T: Ranged>(t: &Tensor, p: f64, axes: &[i64], sums: Host) -> Result<Option<Scales>> {
    let element = |t: Host, i: usize| -> f64 {
        // SAFETY: `t` is a new contiguous tensor of this type with at least `i + 1` elements.
        unsafe { t.as_ptr().cast::<T>().add(i).read() }.into()
    };
    let leaves = |sum: f64| sum < T::LEAST || sum == f64::INFINITY;
    let count = sums.size();
    if !(0..count).any(|i| leaves(element(sums, i))) {
        return Ok(None);
    }
    let extreme = if p < 0.0 { ReduceOp::Min } else { ReduceOp::Max };
    let greatest = reduce(extreme, &unary(UnaryOp::Abs, t)?, axes, true)?;
    let greatest = here(&greatest)?;
    let [down, up] = [0, 1].map(|_| Tensor::uninit(greatest.device(), t.dtype(), &greatest.to_shape()));
    let (down, up) = (down?, up?);
    let greatest = greatest.host()?;
    let (to_down, to_up) = (down.host()?.as_ptr().cast::<T>(), up.host()?.as_ptr().cast::<T>());
    let mut any = false;
    for i in 0..count {
        let size = element(greatest, i);
        let scaled = leaves(element(sums, i)) && size != 0.0 && size.is_finite();
        let e = if scaled { libm::ilogb(size).clamp(-T::EXPONENTS, T::EXPONENTS) } else { 0 };
        any |= e != 0;
        // SAFETY: both are new, contiguous, and have an element of this type for each sum.
        unsafe {
            to_down.add(i).write(T::power(-e));
            to_up.add(i).write(T::power(e));
        }
    }
    if !any {
        return Ok(None);
    }
    Ok(Some(Scales { down: to_device(&down, t.device())?, up: to_device(&up, t.device())? }))
}
