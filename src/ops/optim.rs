//! A step of an optimizer: one pass over a parameter, its gradient and the optimizer's state.
//!
//! The arithmetic for one element belongs to the rule ([`Update`]).
//!
//! Invariant: a step allocates nothing and cannot fail once it runs, so that an optimizer steps all
//! its parameters or none.
//!
//! A half may have a master: the same number in float32, which the step changes, and which the half
//! is rounded from. If the half is not what its master rounds to, the program has written it since,
//! and the master begins anew from it.

use super::cpu::float::Float;
use super::cpu::optim::step;
use super::cuda;
use super::grad::elements::{not_floating, values, values_mut};
use crate::error::Result;
use crate::ops;
use crate::tensor::{BF16, DType, F16, Tensor};

pub(crate) use super::cpu::optim::{NUMBERS, Update};
pub(crate) use super::cpu::vecmath::Real;

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
    // SAFETY: the master and the state have as many elements as the parameter, `first_of` looked, and
    // only the optimizer refers to them.
    unsafe { step::<N, T, S, U>(p, g, (master, first), by) };
    Ok(())
}

/// The first of the elements of a state, of which there are as many as of the parameter.
fn first_of<S: Float>(state: &mut Tensor, size: usize) -> Result<*mut S> {
    let state = values_mut::<S>(state)?;
    assert!(state.len() >= size, "the state has the shape of its parameter");
    Ok(state.as_mut_ptr())
}
