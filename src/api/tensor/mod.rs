//! Tensors: making them, asking about them, views, and every operation.

mod activation;
mod conv;
mod create;
mod dlpack;
mod family;
mod fft;
mod function;
mod in_place;
mod index;
mod info;
mod like;
mod linalg;
mod logic;
mod loss;
mod math;
mod nn;
mod norm;
mod order;
mod pool;
mod products;
mod recurrent;
mod reduce;
mod sort;
mod statistics;
mod subscript;
mod transfer;
mod twins;
mod view;

pub use activation::*;
pub use conv::*;
pub use create::*;
pub use dlpack::*;
pub use fft::*;
pub use function::*;
pub use in_place::*;
pub use index::*;
pub use info::*;
pub use like::*;
pub use linalg::*;
pub use logic::*;
pub use loss::*;
pub use math::*;
pub use nn::*;
pub use norm::*;
pub use order::*;
pub use pool::*;
pub use products::*;
pub use recurrent::*;
pub use reduce::*;
pub use sort::*;
pub use statistics::*;
pub use subscript::*;
pub use transfer::*;
pub use twins::*;
pub use view::*;

use super::own::{own_all_beside, own_beside};
use super::resource::{PinnedTensor, pinned, tensor};
use super::workspace::within_limits;
use crate::error::Result;
use crate::tensor::Tensor;

/// An operand that may be missing.
fn optional(t: u64) -> Result<Option<PinnedTensor>> {
    if t == 0 { Ok(None) } else { tensor(t).map(Some) }
}

/// One operand, one result: pin, compute, own. The function is passed on as a reference, so that
/// what is done around it is compiled once and not for each operation.
#[inline]
fn map(scope: u64, t: u64, mut f: impl FnMut(&Tensor) -> Result<Tensor>) -> Result<u64> {
    map_by(scope, t, &mut f)
}

#[inline(never)]
fn map_by(scope: u64, t: u64, f: &mut dyn FnMut(&Tensor) -> Result<Tensor>) -> Result<u64> {
    let t = pinned(t)?;
    own_beside(scope, &t, within_limits(scope, Some(&t), || f(&t))?)
}

/// Two operands, one result.
#[inline]
fn map2(scope: u64, a: u64, b: u64, mut f: impl FnMut(&Tensor, &Tensor) -> Result<Tensor>) -> Result<u64> {
    map2_by(scope, a, b, &mut f)
}

#[inline(never)]
fn map2_by(scope: u64, a: u64, b: u64, f: &mut dyn FnMut(&Tensor, &Tensor) -> Result<Tensor>) -> Result<u64> {
    let a = pinned(a)?;
    let b = pinned(b)?;
    own_beside(scope, &a, within_limits(scope, Some(&a), || f(&a, &b))?)
}

/// One operand, several results, all of which are owned or none.
fn several<const N: usize>(scope: u64, t: u64, f: impl FnOnce(&Tensor) -> Result<[Tensor; N]>) -> Result<[u64; N]> {
    let t = tensor(t)?;
    let owned = own_all_beside(scope, &t, within_limits(scope, Some(&t), || f(&t))?)?;
    Ok(owned.try_into().expect("as many handles as tensors"))
}

/// One operand, as many results as come out.
fn map_list(scope: u64, t: u64, f: impl FnOnce(&Tensor) -> Result<Vec<Tensor>>) -> Result<Vec<u64>> {
    let t = tensor(t)?;
    own_all_beside(scope, &t, within_limits(scope, Some(&t), || f(&t))?)
}
