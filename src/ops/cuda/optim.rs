//! Steps of optimizers on a CUDA device: one kernel for each rule, over a parameter, its gradient
//! and its state.

use super::launch::{blocks_of, place, pointer};
use crate::device::cuda::{Gpu, THREADS};
use crate::error::Result;
use crate::tensor::{MAX_RANK, Tensor};
use std::ffi::c_void;

/// Tensors of state that a kernel takes, used or not.
const STATES: usize = 3;

/// Where the elements of a parameter are; `Window` of `optimizer.cu` is the same.
#[repr(C)]
struct Window {
    /// 0 for a contiguous one.
    rank: i64,
    sizes: [i64; MAX_RANK],
    strides: [i64; MAX_RANK],
}

/// Changes a parameter, its master and its state by the kernel of a rule.
///
/// # Safety
/// `gradient`, `master` and `state` are contiguous, of the shape of the parameter and of one dtype,
/// the rule has a kernel of this name for as many tensors of state, at most three, and the numbers
/// are those of `Numbers` there.
pub(in crate::ops) unsafe fn step<const N: usize>(
    gpu: &Gpu,
    (kernel, numbers): (&str, [f64; N]),
    parameter: &Tensor,
    gradient: &Tensor,
    master: Option<&Tensor>,
    state: &[Tensor],
) -> Result<()> {
    let elements = parameter.size();
    if elements == 0 {
        return Ok(());
    }
    let mut window = Window { rank: 0, sizes: [1; MAX_RANK], strides: [0; MAX_RANK] };
    if !parameter.is_contiguous() {
        window.rank = parameter.rank() as i64;
        window.sizes[..parameter.rank()].copy_from_slice(parameter.shape());
        window.strides[..parameter.rank()].copy_from_slice(parameter.strides());
    }
    let address = |t: &Tensor| place(t).address as u64;
    let states: [u64; STATES] = std::array::from_fn(|k| state.get(k).map_or(0, address));
    let addresses = [address(parameter), address(gradient), master.map_or(0, address)];
    let count = elements as i64;
    let args = addresses.iter().chain(&states).map(pointer);
    let mut args: Vec<*mut c_void> = args.chain([pointer(&count), pointer(&window), pointer(&numbers)]).collect();
    let name = format!("{kernel}_{}_{}", parameter.dtype(), gradient.dtype());
    // SAFETY: the caller's promise; the arguments are those of the kernel, which has a thread for
    // each element.
    unsafe { gpu.launch(&name, blocks_of(elements.div_ceil(THREADS as usize))?, &mut args) }
}
