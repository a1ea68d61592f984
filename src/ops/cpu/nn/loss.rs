//! The kernels of losses: of pairs of elements, and of classes.
//!
//! Invariant: sums are made of partial sums over parts of a fixed size, so the number of threads
//! does not change the bits.
//!
//! Tensors are contiguous and of one float dtype.

use super::shared::{Compute, In, Out, total};
use crate::error::Result;
use crate::ops::cpu::vecmath;
use crate::ops::parallel;
use crate::ops::settings::Pointwise;
use crate::tensor::{Host, SharedCell, Tensor};

impl Pointwise {
    #[inline(always)]
    fn value<T: Compute>(self, x: T, t: T, factor: T) -> T {
        let (d, half) = ((x - t).abs(), T::cast_from(0.5));
        match self {
            Pointwise::Mse => d * d,
            Pointwise::L1 => d,
            Pointwise::SmoothL1(beta) => {
                let beta = T::cast_from(beta);
                if d < beta { half * d * d / beta } else { d - half * beta }
            }
            Pointwise::Huber(delta) => {
                let delta = T::cast_from(delta);
                if d > delta { delta * (d - half * delta) } else { half * d * d }
            }
            Pointwise::Bce => -(t * limited_log(x) + (T::ONE - t) * limited_log(T::ONE - x)),
            Pointwise::BceWithLogits => {
                let below = if x < T::ZERO { -x } else { T::ZERO };
                (T::ONE - t) * x + (T::ONE + (factor - T::ONE) * t) * (vecmath::log1p(vecmath::exp(-x.abs())) + below)
            }
            Pointwise::KlDiv if t == T::ZERO => T::ZERO,
            Pointwise::KlDiv => t * (vecmath::log(t) - x),
            Pointwise::KlDivOfLogs => vecmath::exp(t) * (t - x),
        }
    }

    /// The derivatives by the element and by the target.
    #[inline(always)]
    fn slopes<T: Compute>(self, x: T, t: T, factor: T) -> (T, T) {
        let d = x - t;
        let sign = if d == T::ZERO { d } else { T::ONE.copy_sign(d) };
        let opposite = |slope: T| (slope, -slope);
        match self {
            Pointwise::Mse => opposite(d + d),
            Pointwise::L1 => opposite(sign),
            Pointwise::SmoothL1(beta) => {
                let beta = T::cast_from(beta);
                opposite(if d.abs() < beta { d / beta } else { sign })
            }
            Pointwise::Huber(delta) => {
                let delta = T::cast_from(delta);
                opposite(if d.abs() > delta { delta * sign } else { d })
            }
            Pointwise::Bce => {
                let (spread, least) = (x * (T::ONE - x), T::cast_from(1e-12));
                let divisor = if spread > least { spread } else { least };
                (d / divisor, limited_log(T::ONE - x) - limited_log(x))
            }
            Pointwise::BceWithLogits => {
                let s = vecmath::sigmoid(x);
                let log_s = (if x < T::ZERO { x } else { T::ZERO }) - vecmath::log1p(vecmath::exp(-x.abs()));
                ((T::ONE - t) * s - factor * t * (T::ONE - s), log_s - x - factor * log_s)
            }
            Pointwise::KlDiv => (-t, if t == T::ZERO { T::ZERO } else { vecmath::log(t) + T::ONE - x }),
            Pointwise::KlDivOfLogs => (-vecmath::exp(t), vecmath::exp(t) * (t - x + T::ONE)),
        }
    }
}

#[inline(always)]
fn limited_log<T: Compute>(x: T) -> T {
    let (log, least) = (vecmath::log(x), T::cast_from(-100.0));
    if log < least { least } else { log }
}

/// The number of elements of a partial sum.
pub(in crate::ops) const PART: usize = 4096;

/// Writes the loss of each element to `out`, or, if `is_sum`, the sum of each [`PART`].
pub(in crate::ops) fn pointwise(
    loss: Pointwise,
    [x, targets]: [&Tensor; 2],
    factors: Option<&Tensor>,
    out: &Tensor,
    is_sum: bool,
) -> Result<()> {
    let n = x.size();
    with_float!(x.dtype(), T, {
        let (from, at, factors) = (In::<T>::of(x)?, In::<T>::of(targets)?, factors.map(In::<T>::of).transpose()?);
        let to = Out::<T>::of(out)?;
        parallel::ranges(n.div_ceil(PART), 3 * PART, |range| {
            for part in range {
                let elements = part * PART..n.min((part + 1) * PART);
                let factors = factors.as_ref().map(|f| f.part(elements.clone()));
                let (x, t) = (from.part(elements.clone()), at.part(elements.clone()));
                // SAFETY: each part is in one range.
                let out = unsafe { to.part(if is_sum { part..part + 1 } else { elements }) };
                values_of::<T>(loss, x, t, factors, out, is_sum);
            }
        });
    });
    Ok(())
}

kernel! {
    fn values_of(
        loss: Pointwise,
        x: &[SharedCell<T>],
        t: &[SharedCell<T>],
        factors: Option<&[SharedCell<T>]>,
        out: &mut [T],
        is_sum: bool,
    ) {
        let term = |i: usize| loss.value(x[i].get(), t[i].get(), factors.map_or(T::ONE, |f| f[i].get()));
        if is_sum {
            out[0] = total::<T, 16>(x.len(), term);
        } else {
            out.iter_mut().enumerate().for_each(|(i, out)| *out = term(i));
        }
    }
}

/// The sum of all elements.
pub(in crate::ops) fn sum(t: &Tensor) -> Result<f64> {
    with_float!(t.dtype(), T, {
        let cells = In::<T>::of(t)?;
        Ok(total::<f64, 16>(t.size(), |i| f64::from(cells.all()[i].get())))
    })
}

/// Writes the gradients of the elements and of the targets, as far as they are wanted. If
/// `is_each`, the gradient has a number for each element, otherwise one for all.
pub(in crate::ops) fn pointwise_grad(
    loss: Pointwise,
    [grad, x, targets]: [&Tensor; 3],
    factors: Option<&Tensor>,
    (scale, is_each): (f64, bool),
    [dx, dt]: [Option<&Tensor>; 2],
) -> Result<()> {
    with_float!(x.dtype(), T, {
        let (g, from, at) = (In::<T>::of(grad)?, In::<T>::of(x)?, In::<T>::of(targets)?);
        let factors = factors.map(In::<T>::of).transpose()?;
        let [dx, dt] = [dx.map(Out::<T>::of).transpose()?, dt.map(Out::<T>::of).transpose()?];
        parallel::ranges(x.size(), 4, |range| {
            let g = if is_each { g.part(range.clone()) } else { g.all() };
            let factors = factors.as_ref().map(|f| f.part(range.clone()));
            // SAFETY: each element is in one range.
            let part = |out: &Option<Out<T>>| out.as_ref().map(|out| unsafe { out.part(range.clone()) });
            let operands = (from.part(range.clone()), at.part(range.clone()), factors);
            slopes_of::<T>(loss, g, operands, scale as T, part(&dx), part(&dt));
        });
    });
    Ok(())
}

kernel! {
    fn slopes_of(
        loss: Pointwise,
        g: &[SharedCell<T>],
        operands: (&[SharedCell<T>], &[SharedCell<T>], Option<&[SharedCell<T>]>),
        scale: T,
        dx: Option<&mut [T]>,
        dt: Option<&mut [T]>,
    ) {
        let (x, t, factors) = operands;
        let slopes = |i: usize| loss.slopes(x[i].get(), t[i].get(), factors.map_or(T::ONE, |f| f[i].get()));
        // One gradient for all elements, or one for each.
        let given = |i: usize| g[if g.len() == x.len() { i } else { 0 }].get() * scale;
        if let Some(dx) = dx {
            dx.iter_mut().enumerate().for_each(|(i, to)| *to = given(i) * slopes(i).0);
        }
        if let Some(dt) = dt {
            dt.iter_mut().enumerate().for_each(|(i, to)| *to = given(i) * slopes(i).1);
        }
    }
}

/// Targets of rows of log-probabilities, `[N, C, S]`.
pub(in crate::ops) struct Classes<'a> {
    /// Contiguous int64, `[N, S]`, not shared: each a class, or `ignored`.
    pub targets: Host<'a>,
    pub ignored: i64,
    /// N, C and S.
    pub sizes: [usize; 3],
    /// The weight of the loss of a target, and that of the loss of each class.
    pub shares: (f64, f64),
    /// A factor for each class.
    pub weight: Option<&'a Tensor>,
}

/// Writes the loss of each row to `out`, which is new, and returns the sum of the weights of the
/// targets if `is_mean`, otherwise 0.
pub(in crate::ops) fn class_loss(of: &Classes, logs: &Tensor, out: &Tensor, is_mean: bool) -> Result<f64> {
    let [n, c, s] = of.sizes;
    let mut divisor = 0.0;
    with_float!(logs.dtype(), T, {
        let (from, to, weight) = (In::<T>::of(logs)?, Out::<T>::of(out)?, of.weight.map(In::<T>::of).transpose()?);
        let factor = |class: usize| weight.as_ref().map_or(1.0, |w| w.all()[class].get());
        let class = |row: usize| class_at(of.targets, row, of.ignored);
        if is_mean {
            divisor = total::<f64, 16>(n * s, |row| class(row).map_or(0.0, |class| f64::from(factor(class))));
        }
        let (share, rest) = of.shares;
        let (share, rest) = (share as T, rest as T);
        parallel::ranges(n * s, if rest == 0.0 { 2 } else { c }, |range| {
            for row in range {
                let at = |class: usize| from.all()[(row / s * c + class) * s + row % s].get();
                let loss = class(row).map_or(0.0, |target| {
                    let smooth = if rest == 0.0 { 0.0 } else { (0..c).fold(0.0, |sum, k| sum + factor(k) * at(k)) };
                    -share * factor(target) * at(target) - rest * smooth
                });
                // SAFETY: each row is in one range.
                unsafe { to.part(row..row + 1)[0] = loss };
            }
        });
    });
    Ok(divisor)
}

/// Writes the gradient of the log-probabilities to `out`, which is zeros. If `is_each`, the
/// gradient has a number for each row, otherwise one for all.
pub(in crate::ops) fn class_loss_grad(
    of: &Classes,
    [grad, out]: [&Tensor; 2],
    divisor: f64,
    is_each: bool,
) -> Result<()> {
    let [n, c, s] = of.sizes;
    with_float!(out.dtype(), T, {
        let (g, to, weight) = (In::<T>::of(grad)?, Out::<T>::of(out)?, of.weight.map(In::<T>::of).transpose()?);
        let factor = |class: usize| weight.as_ref().map_or(1.0, |w| w.all()[class].get());
        let (share, rest) = of.shares;
        let (share, rest) = (share as T, rest as T);
        parallel::ranges(n, c * s, |range| {
            for sample in range {
                // SAFETY: each sample is in one range.
                let to = unsafe { to.part(sample * c * s..(sample + 1) * c * s) };
                for place in 0..s {
                    let row = sample * s + place;
                    let Some(target) = class_at(of.targets, row, of.ignored) else { continue };
                    let given = g.all()[if is_each { row } else { 0 }].get();
                    let given = given / divisor as T;
                    if rest != 0.0 {
                        (0..c).for_each(|class| to[class * s + place] = -given * rest * factor(class));
                    }
                    to[target * s + place] -= given * share * factor(target);
                }
            }
        });
    });
    Ok(())
}

/// The first of these targets that is neither one of `c` classes nor ignored, if there is one. They
/// are contiguous int64 elements, which are not shared.
pub(in crate::ops) fn first_refused(copy: Host, ignored: i64, c: usize) -> Option<i64> {
    let is_refused = |target: &i64| *target != ignored && !(0..c as i64).contains(target);
    (0..copy.size()).map(|row| target_at(copy, row)).find(is_refused)
}

fn target_at(copy: Host, row: usize) -> i64 {
    debug_assert!(row < copy.size());
    // SAFETY: one of the contiguous int64 elements, which are not shared.
    unsafe { copy.as_ptr().cast::<i64>().add(row).read() }
}

fn class_at(copy: Host, row: usize, ignored: i64) -> Option<usize> {
    let target = target_at(copy, row);
    (target != ignored).then_some(target as usize)
}
