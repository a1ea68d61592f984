//! Calls of `faer`.
//!
//! Invariant: after `faer` returns, no other code runs before the instruction that clears the upper
//! halves of the vector registers. `faer` leaves them in use, and SSE2 code is many times slower
//! until they are cleared.

use crate::device::Device;
use crate::error::Result;
use crate::ops::own::Own;
use crate::tensor::{DType, Shape, Tensor};
use faer::dyn_stack::{MemStack, StackReq};
use std::mem::MaybeUninit;

/// Runs work of `faer`, and then clears the upper halves of the registers.
pub(in crate::ops) fn call<R>(work: impl FnOnce() -> R) -> R {
    let result = work();
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx") {
        // SAFETY: the machine was just found to have the instruction.
        unsafe { empty_upper_halves() };
    }
    result
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx")]
fn empty_upper_halves() {
    std::arch::x86_64::_mm256_zeroupper();
}

/// Scratch memory of a call of `faer`: a tensor, so it is counted.
pub(super) struct Scratch(Own<MaybeUninit<u8>>);

impl Scratch {
    /// Allocates as much as is required. Errors: those of [`Tensor::uninit`].
    pub fn new(device: Device, required: StackReq) -> Result<Scratch> {
        let bytes = i64::try_from(required.unaligned_bytes_required()).unwrap_or(i64::MAX);
        Own::of(Tensor::uninit(device, DType::U8, &Shape::new(&[bytes])?)?).map(Scratch)
    }

    pub fn stack(&mut self) -> &mut MemStack {
        MemStack::new(self.0.slice_mut())
    }
}
