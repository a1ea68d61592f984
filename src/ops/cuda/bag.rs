//! The largest rows of bags on a CUDA device.

use super::launch::elements;
use crate::device::cuda::Gpu;
use crate::error::Result;
use crate::tensor::Tensor;

/// `greatest_of_bags`.
///
/// # Safety
/// All are contiguous: `out`, which is new, and `bags`, in order, of int64; `rows` a matrix of float32
/// or float64 with a row for each element of `bags`; and `left_out`, as many booleans.
pub(in crate::ops) unsafe fn greatest_of_bags(
    gpu: &Gpu,
    [out, rows, bags]: [&Tensor; 3],
    left_out: Option<&Tensor>,
) -> Result<()> {
    let at = |t: &Tensor| t.addr() as u64;
    let addresses = [at(out), at(rows), at(bags), left_out.map_or(0, at)];
    let numbers = [out.size() as i64, rows.shape()[0], rows.shape()[1]];
    // SAFETY: the caller's promise; the kernel has a thread for each element of `out`.
    unsafe { elements(gpu, &format!("bag_greatest_{}", rows.dtype()), out.size(), &addresses, &numbers, &[]) }
}
