//! Steps of recurrent cells on a CUDA device, in the arithmetic of `ops/cpu/nn/recurrent.rs`.

use super::launch::elements;
use crate::device::cuda::Gpu;
use crate::error::Result;
use crate::tensor::Tensor;

/// Launches a kernel of `recurrent.cu` by its name with the dtype, with a thread for each element of
/// a state. `number` is the hidden size, or of Elman's cell whether it is rectified.
///
/// # Safety
/// The tensors are those of the kernel in its order, contiguous, of its dtype, and of the sizes of
/// one step of `elements_of_state` elements; those that it writes are not used by others.
pub(in crate::ops) unsafe fn cell(
    gpu: &Gpu,
    kernel: &str,
    tensors: &[Option<&Tensor>],
    elements_of_state: usize,
    number: i64,
) -> Result<()> {
    let addresses: Vec<u64> = tensors.iter().map(|t| t.map_or(0, |t| t.addr() as u64)).collect();
    // SAFETY: the caller's promise.
    unsafe { elements(gpu, kernel, elements_of_state, &addresses, &[elements_of_state as i64, number], &[]) }
}
