//! The shape of a call: pin the operands, compute within the limits of the owner, own the results.

use crate::error::Result;
use crate::session::context::within_limits;
use crate::session::own::{own_all_beside, own_beside};
use crate::session::resource::{PinnedTensor, pinned, tensor};
use crate::tensor::Tensor;

/// An operand that may be missing.
pub(super) fn optional(t: u64) -> Result<Option<PinnedTensor>> {
    if t == 0 { Ok(None) } else { tensor(t).map(Some) }
}

/// One operand, one result: pin, compute, own. The function is passed on as a reference, so that
/// what is done around it is compiled once and not for each operation.
#[inline]
pub(super) fn map(scope: u64, t: u64, mut f: impl FnMut(&Tensor) -> Result<Tensor>) -> Result<u64> {
    map_by(scope, t, &mut f)
}

#[inline(never)]
fn map_by(scope: u64, t: u64, f: &mut dyn FnMut(&Tensor) -> Result<Tensor>) -> Result<u64> {
    let t = pinned(t)?;
    own_beside(scope, &t, within_limits(scope, Some(&t), || f(&t))?)
}

/// Two operands, one result.
#[inline]
pub(super) fn map2(scope: u64, a: u64, b: u64, mut f: impl FnMut(&Tensor, &Tensor) -> Result<Tensor>) -> Result<u64> {
    map2_by(scope, a, b, &mut f)
}

#[inline(never)]
fn map2_by(scope: u64, a: u64, b: u64, f: &mut dyn FnMut(&Tensor, &Tensor) -> Result<Tensor>) -> Result<u64> {
    let a = pinned(a)?;
    let b = pinned(b)?;
    own_beside(scope, &a, within_limits(scope, Some(&a), || f(&a, &b))?)
}

/// Three operands, one result.
pub(super) fn map3(
    scope: u64,
    a: u64,
    b: u64,
    c: u64,
    f: impl FnOnce(&Tensor, &Tensor, &Tensor) -> Result<Tensor>,
) -> Result<u64> {
    let (a, b, c) = (tensor(a)?, tensor(b)?, tensor(c)?);
    own_beside(scope, &a, within_limits(scope, Some(&a), || f(&a, &b, &c))?)
}

/// One operand, several results, all of which are owned or none.
pub(super) fn several<const N: usize>(
    scope: u64,
    t: u64,
    f: impl FnOnce(&Tensor) -> Result<[Tensor; N]>,
) -> Result<[u64; N]> {
    let t = tensor(t)?;
    let owned = own_all_beside(scope, &t, within_limits(scope, Some(&t), || f(&t))?)?;
    Ok(owned.try_into().expect("as many handles as tensors"))
}

/// One operand, as many results as come out.
pub(super) fn map_list(scope: u64, t: u64, f: impl FnOnce(&Tensor) -> Result<Vec<Tensor>>) -> Result<Vec<u64>> {
    let t = tensor(t)?;
    own_all_beside(scope, &t, within_limits(scope, Some(&t), || f(&t))?)
}
