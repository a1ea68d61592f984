//! A step of an optimizer: one pass over a parameter, its gradient and the optimizer's state.
//!
//! The arithmetic for one element belongs to the rule ([`Update`]); the walk is here. It allocates
//! nothing and cannot fail once it runs, so that an optimizer steps all its parameters or none.
//!
//! Invariant: an element depends on no other, so neither threads nor layout change a bit. A number
//! of the state that is below the normal range becomes 0, because the momentum of a weight whose
//! gradients are 0 decays to a subnormal number that rounding keeps from becoming 0, and a
//! processor takes ten times as long for those.

use super::dispatch::{self, Kernel};
use super::float::Float;
use super::grad::elements::{not_floating, values, values_mut};
use super::parallel;
use crate::error::Result;
use crate::ops;
use crate::tensor::{BF16, DType, F16, Host, MAX_RANK, SharedCell, Tensor, shape};
use std::ops::Range;

pub(crate) use super::vecmath::Real;

/// Elements of a pass that are in registers or the first cache at a time.
const BLOCK: usize = 32;

/// The arithmetic of a rule with `N` numbers of state for each element. `one` must be
/// `#[inline(always)]`.
pub(crate) trait Update<const N: usize>: Copy + Sync {
    /// The next parameter and state.
    fn one<R: Real>(self, parameter: R, gradient: R, state: [R; N]) -> (R, [R; N]);
}

/// `grad` as [`update`] reads it: contiguous, and not in the memory of the parameter, where it
/// would change under the pass.
pub(crate) fn gradient_of(param: &Tensor, grad: &Tensor) -> Result<Tensor> {
    if grad.storage().may_share(param.storage()) { ops::copy(grad) } else { ops::contiguous(grad) }
}

/// Changes `param` and `state` in place. All have the shape and dtype of `param`; `state` has `N`
/// contiguous tensors that only the optimizer refers to, `grad` comes from [`gradient_of`]. The
/// version of the parameter's storage goes up.
pub(crate) fn update<const N: usize, U: Update<N>>(
    param: &Tensor,
    grad: &Tensor,
    state: &mut [Tensor],
    by: U,
) -> Result<()> {
    match param.dtype() {
        DType::F32 => update_of::<N, f32, U>(param, grad, state, by),
        DType::F64 => update_of::<N, f64, U>(param, grad, state, by),
        DType::F16 => update_of::<N, F16, U>(param, grad, state, by),
        DType::BF16 => update_of::<N, BF16, U>(param, grad, state, by),
        other => Err(not_floating(other)),
    }
}

fn update_of<const N: usize, T: Float, U: Update<N>>(
    p: &Tensor,
    g: &Tensor,
    state: &mut [Tensor],
    by: U,
) -> Result<()> {
    let (p, g) = (p.host()?, values::<T>(g)?);
    assert!(state.len() == N, "a rule has as many tensors of state as it says");
    let mut first: [*mut T; N] = [std::ptr::null_mut(); N];
    for (at, state) in first.iter_mut().zip(state) {
        let state = values_mut::<T>(state)?;
        assert!(state.len() >= p.size(), "the state has the shape of its parameter");
        *at = state.as_mut_ptr();
    }
    p.storage().bump_version();
    match p.cells() {
        Some(p) => divided(p, g, first, by),
        None => strided(p, g, first, by),
    }
    Ok(())
}

/// Ranges of a contiguous parameter at the same time.
fn divided<const N: usize, T: Float, U: Update<N>>(
    p: &[SharedCell<T>],
    g: &[SharedCell<T>],
    state: [*mut T; N],
    by: U,
) {
    let n = p.len().min(g.len());
    let part = |range: Range<usize>| {
        // SAFETY: there are as many, `update_of` looked, and other ranges have other elements.
        let state = state.map(|s| unsafe { std::slice::from_raw_parts_mut(s.add(range.start), range.len()) });
        dispatch::run(Pass { p: &p[range.clone()], g: &g[range], state, by });
    };
    // SAFETY: ranges are different elements of the parameter and of its state.
    unsafe { parallel::ranges_apart(n, 2 * N + 3, part) };
}

struct Pass<'a, const N: usize, T: Float, U> {
    p: &'a [SharedCell<T>],
    g: &'a [SharedCell<T>],
    state: [&'a mut [T]; N],
    by: U,
}

impl<const N: usize, T: Float, U: Update<N>> Kernel for Pass<'_, N, T, U> {
    type Output = ();
    const WIDE: bool = false;

    #[inline(always)]
    fn run(self) {
        let Pass { p, g, mut state, by } = self;
        let whole = p.len() / BLOCK * BLOCK;
        for at in (0..whole).step_by(BLOCK) {
            block(&p[at..at + BLOCK], &g[at..at + BLOCK], &mut state, at, BLOCK, by);
        }
        if whole < p.len() {
            block(&p[whole..], &g[whole..], &mut state, whole, p.len() - whole, by);
        }
    }
}

/// Elements by way of arrays of their own, which no other memory overlaps, so that the arithmetic
/// is vectorised.
#[inline(always)]
fn block<const N: usize, T: Float, U: Update<N>>(
    p: &[SharedCell<T>],
    g: &[SharedCell<T>],
    state: &mut [&mut [T]; N],
    at: usize,
    width: usize,
    by: U,
) {
    let zero = <T::Real as super::number::Number>::ZERO;
    let (mut ps, mut gs, mut states) = ([zero; BLOCK], [zero; BLOCK], [[zero; BLOCK]; N]);
    for i in 0..width {
        ps[i] = p[i].get().load();
        gs[i] = g[i].get().load();
    }
    for (to, from) in states.iter_mut().zip(state.iter()) {
        let from = &from[at..at + width];
        for i in 0..width {
            to[i] = from[i].load();
        }
    }
    for i in 0..BLOCK {
        let mut one = [zero; N];
        for k in 0..N {
            one[k] = states[k][i];
        }
        let (next, one) = by.one(ps[i], gs[i], one);
        ps[i] = next;
        for k in 0..N {
            states[k][i] = normal(one[k]);
        }
    }
    for i in 0..width {
        p[i].set(T::store(ps[i]));
    }
    for (to, from) in state.iter_mut().zip(&states) {
        let to = &mut to[at..at + width];
        for i in 0..width {
            to[i] = T::store(from[i]);
        }
    }
}

/// 0 for a number below the normal range.
#[inline(always)]
fn normal<R: Real>(x: R) -> R {
    // Written so that NaN stays.
    if x.abs() < R::MIN_NORMAL { R::ZERO } else { x }
}

/// The same for a parameter that is a strided window.
fn strided<const N: usize, T: Float, U: Update<N>>(p: Host, g: &[SharedCell<T>], state: [*mut T; N], by: U) {
    let (dims, strides) = (p.shape(), p.strides());
    let mut index = [0i64; MAX_RANK];
    for (i, g) in g.iter().map(SharedCell::get).enumerate().take(shape::elements(dims)) {
        // SAFETY: the state has as many elements as the parameter, `update_of` looked.
        let old = state.map(|s| unsafe { s.add(i).read() }.load());
        let at: i64 = index.iter().zip(strides).map(|(&i, &stride)| i * stride).sum();
        // SAFETY: every index is below its dimension, so the element lies in the tensor's window of
        // its storage.
        let p = unsafe { p.as_ptr().cast::<T>().offset(at as isize) };
        // SAFETY: as above.
        let (next, new) = by.one(unsafe { p.read() }.load(), g.load(), old);
        for (s, new) in state.iter().zip(new) {
            // SAFETY: as above; only the optimizer refers to the state.
            unsafe { s.add(i).write(T::store(normal(new))) };
        }
        // SAFETY: as above.
        unsafe { p.write(T::store(next)) };
        for d in (0..dims.len()).rev() {
            index[d] += 1;
            if index[d] < dims[d] {
                break;
            }
            index[d] = 0;
        }
    }
}
