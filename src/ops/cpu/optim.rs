//! The pass of an optimizer over a parameter, its gradient and the optimizer's state.
//!
//! Invariant: an element depends on no other, so neither threads nor layout change a bit. A number
//! of the state that is below the normal range becomes 0, because the momentum of a weight whose
//! gradients are 0 decays to a subnormal number that rounding keeps from becoming 0, and a
//! processor takes ten times as long for those.

use super::dispatch::{self, Kernel};
use super::float::Float;
use super::vecmath::Real;
use crate::ops::number::Number;
use crate::ops::parallel;
use crate::tensor::{Host, MAX_RANK, SharedCell, shape};
use std::ops::Range;

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

/// The first elements of a master, if there is one, and of a state.
pub(in crate::ops) type Own<S, const N: usize> = (Option<*mut S>, [*mut S; N]);

/// Changes a parameter, its master and its state by the rule. `g` has as many elements as the
/// parameter, in row-major order.
///
/// # Safety
/// The master and the state have as many elements as the parameter, in row-major order, and nothing
/// else refers to them.
pub(in crate::ops) unsafe fn step<const N: usize, T: Float, S: Float<Real = T::Real>, U: Update<N>>(
    p: Host,
    g: &[SharedCell<S>],
    own: Own<S, N>,
    by: U,
) {
    // SAFETY: the caller's promise.
    unsafe {
        match p.cells() {
            Some(p) => divided::<N, T, S, U>(p, g, own, by),
            None => strided::<N, T, S, U>(p, g, own, by),
        }
    }
}

/// Ranges of a contiguous parameter at the same time.
///
/// # Safety
/// The conditions of [`step`].
unsafe fn divided<const N: usize, T: Float, S: Float<Real = T::Real>, U: Update<N>>(
    p: &[SharedCell<T>],
    g: &[SharedCell<S>],
    (master, state): Own<S, N>,
    by: U,
) {
    let n = p.len().min(g.len());
    let part = |range: Range<usize>| {
        // SAFETY: there are as many, as the caller promises, and other ranges have other elements.
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
    let zero = <T::Real as Number>::ZERO;
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
///
/// # Safety
/// The conditions of [`step`].
unsafe fn strided<const N: usize, T: Float, S: Float<Real = T::Real>, U: Update<N>>(
    p: Host,
    g: &[SharedCell<S>],
    (master, state): Own<S, N>,
    by: U,
) {
    let (dims, strides) = (p.shape(), p.strides());
    let mut index = [0i64; MAX_RANK];
    for (i, g) in g.iter().map(SharedCell::get).enumerate().take(shape::elements(dims)) {
        // SAFETY: the state has as many elements as the parameter, as the caller promises.
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
