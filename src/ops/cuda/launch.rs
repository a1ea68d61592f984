//! What every launch of a kernel needs: the device of a tensor, addresses, arguments and blocks.

use crate::device::Device;
use crate::device::cuda::{self, Gpu, THREADS};
use crate::error::{Error, Result, Status};
use crate::tensor::Tensor;
use std::ffi::c_void;

/// The device of a tensor, if that is a CUDA device.
#[inline]
pub(in crate::ops) fn on(t: &Tensor) -> Option<&'static Gpu> {
    match t.device() {
        Device::Cuda(index) => opened(index),
        _ => None,
    }
}

#[cold]
fn opened(index: u16) -> Option<&'static Gpu> {
    cuda::device(index).ok()
}

/// Refuses a tensor that neither the processor nor a kernel can read.
///
/// Errors: those of `Tensor::host`.
pub(in crate::ops) fn reachable(t: &Tensor) -> Result<()> {
    if on(t).is_some() { Ok(()) } else { t.host().map(drop) }
}

/// The error of an operation without a kernel.
#[cold]
pub(in crate::ops) fn unsupported(what: &str, t: &Tensor) -> Error {
    let text = format!("{what} of {} is not available on {}: copy the tensor with to(cpu)", t.dtype(), t.device());
    Error::new(Status::Unsupported, text)
}

/// Numbers by their index into a new contiguous tensor: the kernel takes these arguments after the
/// tensor and its size.
///
/// # Safety
/// The arguments are those of the kernel, each of 8 bytes, and the elements those of its type.
pub(in crate::ops) unsafe fn series(gpu: &Gpu, kernel: &str, out: &Tensor, numbers: &[u64]) -> Result<()> {
    if out.size() == 0 {
        return Ok(());
    }
    let (to, elements) = (place(out).address as u64, out.size() as i64);
    let mut args = vec![pointer(&to), pointer(&elements)];
    args.extend(numbers.iter().map(pointer));
    // SAFETY: the caller's promise.
    unsafe { gpu.launch(kernel, blocks_of(out.size().div_ceil(THREADS as usize))?, &mut args) }
}

/// The first element of a tensor, and the bytes of one.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub address: usize,
    pub size: usize,
}

pub(super) fn place(t: &Tensor) -> Place {
    Place { address: t.addr(), size: t.dtype().size() }
}

pub(super) fn pointer<T>(value: &T) -> *mut c_void {
    std::ptr::from_ref(value).cast_mut().cast()
}

/// As many blocks as a launch may have.
pub(super) fn blocks_of(blocks: usize) -> Result<u32> {
    i32::try_from(blocks)
        .map(|blocks| blocks as u32)
        .map_err(|_| Error::argument("a tensor of more than 2^40 elements"))
}

/// Launches a kernel with a thread for each of `n` elements.
///
/// # Safety
/// The arguments are those of the kernel: addresses, numbers, and the rest.
pub(super) unsafe fn elements(
    gpu: &Gpu,
    kernel: &str,
    n: usize,
    addresses: &[u64],
    numbers: &[i64],
    rest: &[*mut c_void],
) -> Result<()> {
    // SAFETY: the caller's promise.
    unsafe { grid(gpu, kernel, n.div_ceil(THREADS as usize), addresses, numbers, rest) }
}

/// Launches a kernel with so many blocks, if there are any.
///
/// # Safety
/// The conditions of [`elements`].
pub(super) unsafe fn grid(
    gpu: &Gpu,
    kernel: &str,
    blocks: usize,
    addresses: &[u64],
    numbers: &[i64],
    rest: &[*mut c_void],
) -> Result<()> {
    if blocks == 0 {
        return Ok(());
    }
    let blocks = blocks_of(blocks)?;
    let args = addresses.iter().map(pointer).chain(numbers.iter().map(pointer)).chain(rest.iter().copied());
    let mut args: Vec<*mut c_void> = args.collect();
    // SAFETY: the caller's promise.
    unsafe { gpu.launch(kernel, blocks, &mut args) }
}
