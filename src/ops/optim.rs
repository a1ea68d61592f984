//! A step of an optimizer: one pass over a parameter, its gradient and the optimizer's state.
//!
//! The arithmetic for one element belongs to the rule ([`Update`]); the walk is here. It allocates
//! nothing and cannot fail once it runs, so that an optimizer steps all its parameters or none.
//!
//! Invariant: an element depends on no other, so neither threads nor layout change a bit. A number
//! of the state that is below the normal range becomes 0, because the momentum of a weight whose
//! gradients are 0 decays to a subnormal number that rounding keeps from becoming 0, and a
//! processor takes ten times as long for those.
//!
//! A half may have a master: the same number in float32, which the step changes, and which the half
//! is rounded from. If the half is not what its master rounds to, the program has written it since,
//! and the master begins anew from it.

use super::cpu::dispatch::{self, Kernel};
use super::cpu::float::Float;
use super::cuda;
use super::grad::elements::{not_floating, values, values_mut};
use super::parallel;
use crate::error::Result;
use crate::ops;
use crate::tensor::{BF16, DType, F16, Host, MAX_RANK, SharedCell, Tensor, shape};
use std::ops::Range;

pub(crate) use super::cpu::vecmath::Real;

/// Elements of a pass that are in registers or the first cache at a time.
const BLOCK: usize = 32;

/// Numbers that a kernel of a CUDA device takes of a rule.
pub(crate) const NUMBERS: usize = 9;

/// The arithmetic of a rule with `N` numbers of state for each element. `one` must be
/// `#[inline(always)]`.
pub(crate) trait Update<const N: usize>: Copy + Sync {
    /// The next parameter and state.
    fn one<R: Real>(self, parameter: R, gradient: R, state: [R; N]) -> (R, [R; N]);

    /// The name of the same arithmetic in `optimizer.cu`, and its numbers there.
    fn kernel(self) -> (&'static str, [f64; NUMBERS]);
}

/// What a step changes.
pub struct Weights<'a> {
    /// The parameter.
    pub values: &'a Tensor,
    /// Of a half: the same in float32, contiguous, which only the optimizer refers to.
    pub master: Option<&'a mut Tensor>,
}

/// `grad` as [`update`] reads it: contiguous, of the dtype of the state, and not in the memory of
/// the parameter, where it would change under the pass.
pub(crate) fn gradient_of(param: &Tensor, grad: &Tensor, dtype: DType) -> Result<Tensor> {
    if grad.dtype() != dtype {
        return ops::cast(grad, dtype).and_then(|grad| ops::contiguous(&grad));
    }
    if grad.storage().may_share(param.storage()) { ops::copy(grad) } else { ops::contiguous(grad) }
}

/// `UNSUPPORTED` for a tensor whose device no step is made on.
pub(crate) fn check_device(t: &Tensor) -> Result<()> {
    cuda::reachable(t)
}

/// The numbers of a kernel: those given, then zeros.
pub(crate) fn numbers<const N: usize>(given: [f64; N]) -> [f64; NUMBERS] {
    let mut all = [0.0; NUMBERS];
    all[..N].copy_from_slice(&given);
    all
}

/// Changes the weights and `state` in place. All have one shape. `grad`, which comes from
/// [`gradient_of`], and `state`, `N` contiguous tensors that only the optimizer refers to, have the
/// dtype of the master if there is one, and else of the parameter. The version of the parameter's
/// storage goes up.
pub(crate) fn update<const N: usize, U: Update<N>>(
    weights: Weights,
    grad: &Tensor,
    state: &mut [Tensor],
    by: U,
) -> Result<()> {
    if let Some(gpu) = cuda::on(weights.values) {
        assert!(state.len() == N, "a rule has as many tensors of state as it says");
        weights.values.storage().bump_version();
        let master = weights.master.map(|master| &*master);
        // SAFETY: the caller's promise; `kernel` belongs to a rule with `N` tensors of state.
        return unsafe { cuda::step(gpu, by.kernel(), weights.values, grad, master, state) };
    }
    match (weights.values.dtype(), weights.master.is_some()) {
        (DType::F32, _) => update_of::<N, f32, f32, U>(weights, grad, state, by),
        (DType::F64, _) => update_of::<N, f64, f64, U>(weights, grad, state, by),
        (DType::F16, false) => update_of::<N, F16, F16, U>(weights, grad, state, by),
        (DType::F16, true) => update_of::<N, F16, f32, U>(weights, grad, state, by),
        (DType::BF16, false) => update_of::<N, BF16, BF16, U>(weights, grad, state, by),
        (DType::BF16, true) => update_of::<N, BF16, f32, U>(weights, grad, state, by),
        (other, _) => Err(not_floating(other)),
    }
}

fn update_of<const N: usize, T: Float, S: Float<Real = T::Real>, U: Update<N>>(
    weights: Weights,
    g: &Tensor,
    state: &mut [Tensor],
    by: U,
) -> Result<()> {
    let (p, g) = (weights.values.host()?, values::<S>(g)?);
    assert!(state.len() == N, "a rule has as many tensors of state as it says");
    let mut first: [*mut S; N] = [std::ptr::null_mut(); N];
    for (at, state) in first.iter_mut().zip(state) {
        *at = first_of(state, p.size())?;
    }
    let master = weights.master.map(|master| first_of::<S>(master, p.size())).transpose()?;
    p.storage().bump_version();
    match p.cells() {
        Some(p) => divided::<N, T, S, U>(p, g, (master, first), by),
        None => strided::<N, T, S, U>(p, g, (master, first), by),
    }
    Ok(())
}

/// The first of the elements of a state, of which there are as many as of the parameter.
fn first_of<S: Float>(state: &mut Tensor, size: usize) -> Result<*mut S> {
    let state = values_mut::<S>(state)?;
    assert!(state.len() >= size, "the state has the shape of its parameter");
    Ok(state.as_mut_ptr())
}

/// The first elements of a master, if there is one, and of a state.
type Own<S, const N: usize> = (Option<*mut S>, [*mut S; N]);

/// Ranges of a contiguous parameter at the same time.
fn divided<const N: usize, T: Float, S: Float<Real = T::Real>, U: Update<N>>(
    p: &[SharedCell<T>],
    g: &[SharedCell<S>],
    (master, state): Own<S, N>,
    by: U,
) {
    let n = p.len().min(g.len());
    let part = |range: Range<usize>| {
        // SAFETY: there are as many, `first_of` looked, and other ranges have other elements.
        let own = |s: *mut S| unsafe { std::slice::from_raw_parts_mut(s.add(range.start), range.len()) };
        let (master, state) = (master.map(own), state.map(own));
        dispatch::run(Pass { p: &p[range.clone()], g: &g[range], master, state, by });
    };
    // SAFETY: ranges are different elements of the parameter, its master and its state.
    unsafe { parallel::ranges_apart(n, 2 * N + 3, part) };
}

struct Pass<'a, const N: usize, T: Float, S: Float, U> {
    p: &'a [SharedCell<T>],
    g: &'a [SharedCell<S>],
    master: Option<&'a mut [S]>,
    state: [&'a mut [S]; N],
    by: U,
}

impl<const N: usize, T: Float, S: Float<Real = T::Real>, U: Update<N>> Kernel for Pass<'_, N, T, S, U> {
    type Output = ();
    const WIDE: bool = false;

    #[inline(always)]
    fn run(self) {
        let Pass { p, g, mut master, mut state, by } = self;
        let whole = p.len() / BLOCK * BLOCK;
        for at in (0..whole).step_by(BLOCK) {
            let master = master.as_mut().map(|master| &mut master[at..at + BLOCK]);
            block(&p[at..at + BLOCK], &g[at..at + BLOCK], master, &mut state, (at, BLOCK), by);
        }
        if whole < p.len() {
            let master = master.as_mut().map(|master| &mut master[whole..]);
            block(&p[whole..], &g[whole..], master, &mut state, (whole, p.len() - whole), by);
        }
    }
}

/// Elements by way of arrays of their own, which no other memory overlaps, so that the arithmetic
/// is vectorised.
#[inline(always)]
fn block<const N: usize, T: Float, S: Float<Real = T::Real>, U: Update<N>>(
    p: &[SharedCell<T>],
    g: &[SharedCell<S>],
    mut master: Option<&mut [S]>,
    state: &mut [&mut [S]; N],
    (at, width): (usize, usize),
    by: U,
) {
    let zero = <T::Real as super::number::Number>::ZERO;
    let (mut ps, mut gs, mut states) = ([zero; BLOCK], [zero; BLOCK], [[zero; BLOCK]; N]);
    for i in 0..width {
        ps[i] = p[i].get().load();
        gs[i] = g[i].get().load();
    }
    if let Some(master) = &master {
        for i in 0..width {
            ps[i] = unrounded::<T>(master[i].load(), ps[i]);
        }
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
    if let Some(master) = &mut master {
        for i in 0..width {
            master[i] = S::store(ps[i]);
        }
    }
    for (to, from) in state.iter_mut().zip(&states) {
        let to = &mut to[at..at + width];
        for i in 0..width {
            to[i] = S::store(from[i]);
        }
    }
}

/// The master of a parameter that is `p` now: the program may have written the parameter.
#[inline(always)]
fn unrounded<T: Float>(master: T::Real, p: T::Real) -> T::Real {
    if T::store(master).load() == p { master } else { p }
}

/// 0 for a number below the normal range.
#[inline(always)]
fn normal<R: Real>(x: R) -> R {
    // Written so that NaN stays.
    if x.abs() < R::MIN_NORMAL { R::ZERO } else { x }
}

/// The same for a parameter that is a strided window.
fn strided<const N: usize, T: Float, S: Float<Real = T::Real>, U: Update<N>>(
    p: Host,
    g: &[SharedCell<S>],
    (master, state): Own<S, N>,
    by: U,
) {
    let (dims, strides) = (p.shape(), p.strides());
    let mut index = [0i64; MAX_RANK];
    for (i, g) in g.iter().map(SharedCell::get).enumerate().take(shape::elements(dims)) {
        // SAFETY: the state has as many elements as the parameter, `first_of` looked.
        let old = state.map(|s| unsafe { s.add(i).read() }.load());
        // SAFETY: the same holds for the master.
        let master = master.map(|s| unsafe { s.add(i) });
        let at: i64 = index.iter().zip(strides).map(|(&i, &stride)| i * stride).sum();
        // SAFETY: every index is below its dimension, so the element lies in the tensor's window of
        // its storage.
        let p = unsafe { p.as_ptr().cast::<T>().offset(at as isize) };
        // SAFETY: as above.
        let now = unsafe { p.read() }.load();
        // SAFETY: as above.
        let now = master.map_or(now, |master| unrounded::<T>(unsafe { master.read() }.load(), now));
        let (next, new) = by.one(now, g.load(), old);
        for (s, new) in state.iter().zip(new) {
            // SAFETY: as above; only the optimizer refers to the state.
            unsafe { s.add(i).write(S::store(normal(new))) };
        }
        if let Some(master) = master {
            // SAFETY: as above.
            unsafe { master.write(S::store(next)) };
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
