//! One step of stochastic gradient descent, in one pass over a parameter.
//!
//! A step allocates nothing and cannot fail once it runs, so an optimizer steps all of its
//! parameters or none.

use super::elements::{not_floating, values, values_mut};
use crate::error::Result;
use crate::ops;
use crate::ops::dispatch::{self, Kernel};
use crate::ops::float::Float;
use crate::ops::parallel;
use crate::ops::vecmath::Real;
use crate::tensor::{BF16, DType, F16, Host, MAX_RANK, SharedCell, Tensor, shape};
use std::ops::Range;

/// `grad` in the form that [`sgd`] reads: contiguous, and not in the parameter's memory, where the
/// step would change it while reading.
pub fn sgd_gradient(param: &Tensor, grad: &Tensor) -> Result<Tensor> {
    if grad.storage().may_share(param.storage()) { ops::copy(grad) } else { ops::contiguous(grad) }
}

/// `v = momentum v + g; p -= lr v` in place, or `p -= lr g` without a velocity. A velocity below
/// the normal range becomes 0. All have the shape and dtype of `param`. `velocity` is contiguous
/// and not shared, and `grad` comes from [`sgd_gradient`]. Increments the version of the
/// parameter's storage.
pub fn sgd(param: &Tensor, velocity: Option<&mut Tensor>, grad: &Tensor, lr: f64, momentum: f64) -> Result<()> {
    match param.dtype() {
        DType::F32 => sgd_of::<f32>(param, velocity, grad, lr as f32, momentum as f32),
        DType::F64 => sgd_of::<f64>(param, velocity, grad, lr, momentum),
        DType::F16 => sgd_of::<F16>(param, velocity, grad, lr as f32, momentum as f32),
        DType::BF16 => sgd_of::<BF16>(param, velocity, grad, lr as f32, momentum as f32),
        other => Err(not_floating(other)),
    }
}

fn sgd_of<T: Float>(p: &Tensor, v: Option<&mut Tensor>, g: &Tensor, lr: T::Real, momentum: T::Real) -> Result<()> {
    let (p, v, g) = (p.host()?, v.map(values_mut).transpose()?, values::<T>(g)?);
    p.storage().bump_version();
    match p.cells() {
        Some(p) => divided(p, v, g, lr, momentum),
        None => strided(p, v, g, lr, momentum),
    }
    Ok(())
}

/// Steps ranges of elements in parallel.
fn divided<T: Float>(p: &[SharedCell<T>], v: Option<&mut [T]>, g: &[SharedCell<T>], lr: T::Real, momentum: T::Real) {
    let n = p.len().min(g.len());
    let velocity = v.map(|v| {
        assert!(v.len() >= n, "a velocity has the shape of its parameter");
        v.as_mut_ptr()
    });
    let part = |range: Range<usize>| {
        // SAFETY: the velocity has as many elements, and each range has different ones.
        let v = velocity.map(|v| unsafe { std::slice::from_raw_parts_mut(v.add(range.start), range.len()) });
        dispatch::run(Step { p: &p[range.clone()], v, g: &g[range], lr, momentum });
    };
    // SAFETY: ranges are different elements of the parameter and of its velocity.
    unsafe { parallel::ranges_apart(n, 4, part) };
}

struct Step<'a, T: Float> {
    p: &'a [SharedCell<T>],
    v: Option<&'a mut [T]>,
    g: &'a [SharedCell<T>],
    lr: T::Real,
    momentum: T::Real,
}

impl<T: Float> Kernel for Step<'_, T> {
    type Output = ();
    const WIDE: bool = false;

    #[inline(always)]
    fn run(self) {
        let Step { p, v, g, lr, momentum } = self;
        match v {
            None => {
                for (p, g) in p.iter().zip(g) {
                    p.set(T::store(p.get().load() - lr * g.get().load()));
                }
            }
            Some(v) => {
                for ((p, v), g) in p.iter().zip(v).zip(g) {
                    let next = moved(v.load(), momentum, g.get().load());
                    *v = T::store(next);
                    p.set(T::store(p.get().load() - lr * next));
                }
            }
        }
    }
}

/// The next velocity. The velocity of a weight without gradients decays towards 0 and would stay at
/// a subnormal number that rounding keeps from reaching 0. Processors take ten times as long for
/// subnormal numbers, so from a thousand steps on a network would train at half its speed.
#[inline(always)]
fn moved<T: Real>(v: T, momentum: T, g: T) -> T {
    let next = momentum * v + g;
    // NaN fails the comparison, so it stays.
    if next.abs() < T::MIN_NORMAL { T::ZERO } else { next }
}

/// The step for a parameter that is a strided window.
fn strided<T: Float>(p: Host, mut v: Option<&mut [T]>, g: &[SharedCell<T>], lr: T::Real, momentum: T::Real) {
    let (dims, strides) = (p.shape(), p.strides());
    let mut index = [0i64; MAX_RANK];
    for (i, g) in g.iter().map(SharedCell::get).enumerate().take(shape::elements(dims)) {
        let change = match &mut v {
            None => g.load(),
            Some(v) => {
                let next = moved(v[i].load(), momentum, g.load());
                v[i] = T::store(next);
                next
            }
        };
        let at: i64 = index.iter().zip(strides).map(|(&i, &stride)| i * stride).sum();
        // SAFETY: every index is below its dimension, so the element lies in the tensor's window of
        // its storage.
        unsafe {
            let p = p.as_ptr().cast::<T>().offset(at as isize);
            *p = T::store((*p).load() - lr * change);
        }
        for d in (0..dims.len()).rev() {
            index[d] += 1;
            if index[d] < dims[d] {
                break;
            }
            index[d] = 0;
        }
    }
}
