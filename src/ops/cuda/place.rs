//! Elements at the positions of an index, and the positions of true values.
//!
//! Invariant: a kernel reads a position once, checks it and uses that value, because later work may
//! write the index. A position out of range raises a flag in the device's memory, which is read
//! back: so these operations wait for the device.

use super::fold::Nested;
use super::launch::{elements, grid, place, pointer};
use super::sort::network;
use super::walk::by_offsets;
use crate::device::Device;
use crate::device::cuda::Gpu;
use crate::error::{Error, Result};
use crate::ops::loops::Loops;
use crate::ops::strided::Plan;
use crate::tensor::{DType, MAX_RANK, Shape, Tensor};

/// Values of a block of the kernels that look for true ones.
const BLOCK: usize = 4096;

/// An index, and what its positions mean.
#[derive(Clone, Copy)]
pub(in crate::ops) struct Positions<'a> {
    /// int64.
    pub index: &'a Tensor,
    /// Positions are below it.
    pub size: i64,
    /// Elements between adjacent positions.
    pub step: i64,
    /// Whether negative ones count from the end.
    pub from_end: bool,
}

/// How the elements go on that one thread combines; `Line` of `place.cu` is the same.
#[repr(C)]
pub(in crate::ops) struct Line {
    /// How many there are.
    pub n: i64,
    /// The step in the receiver, apart from what positions say.
    pub to: i64,
    /// The step in the source.
    pub from: i64,
    /// The step in the index.
    pub index: i64,
}

/// A word of a device, which a kernel raises.
struct Flag(Tensor);

impl Flag {
    fn new(device: Device) -> Result<Flag> {
        Tensor::zeroed(device, DType::I32, &Shape::scalar()).map(Flag)
    }

    fn address(&self) -> u64 {
        self.0.addr() as u64
    }

    /// Whether a position was out of range. Waits for the device.
    fn is_raised(&self) -> Result<bool> {
        first(&self.0).map(|raised| raised as i32 != 0)
    }
}

/// `out = from[position]`. Returns whether all positions were in range; the others are skipped.
///
/// # Safety
/// The plan walks `out`, `from` apart from the positions, and the index; `out` is new.
pub(in crate::ops) unsafe fn take(gpu: &Gpu, plan: &Plan<3>, [out, from]: [&Tensor; 2], at: Positions) -> Result<bool> {
    let flag = Flag::new(out.device())?;
    let (address, back) = (flag.address(), if at.from_end { at.size } else { 0 });
    let after = [pointer(&at.size), pointer(&at.step), pointer(&back), pointer(&address)];
    let kernel = format!("take_{}", out.dtype().size());
    // SAFETY: the caller's promise; the arguments are those of the kernel.
    unsafe { by_offsets(gpu, &kernel, plan, [out, from, at.index].map(place), &[], &after)? };
    flag.is_raised().map(|raised| !raised)
}

/// Whether all positions of an index are in range; if `from_end`, negative ones count from the end.
/// Waits for the device.
pub(in crate::ops) fn check(gpu: &Gpu, index: &Tensor, size: i64, from_end: bool) -> Result<bool> {
    let flag = Flag::new(index.device())?;
    let (address, plan) = (flag.address(), Plan::new(index.shape(), [index.strides()]));
    let back = if from_end { size } else { 0 };
    let after = [pointer(&size), pointer(&back), pointer(&address)];
    // SAFETY: the plan is that of the index; the arguments are those of the kernel.
    unsafe { by_offsets(gpu, "place_check", &plan, [place(index)], &[], &after)? };
    flag.is_raised().map(|raised| !raised)
}

/// `to[position] = f(to[position], from)` for each element of the lines, by the kernel of this
/// name. Returns whether all positions were in range; the others are skipped.
///
/// # Safety
/// The plan walks the lines in `to` apart from the positions, in `from` and in the index; elements
/// of two lines have no position in common.
pub(in crate::ops) unsafe fn scatter(
    gpu: &Gpu,
    kernel: &str,
    plan: &Plan<3>,
    [to, from]: [&Tensor; 2],
    at: Positions,
    line: &Line,
) -> Result<bool> {
    let flag = Flag::new(to.device())?;
    let address = flag.address();
    let after = [pointer(line), pointer(&at.size), pointer(&at.step), pointer(&address)];
    // SAFETY: the caller's promise; the arguments are those of the kernel.
    unsafe { by_offsets(gpu, kernel, plan, [to, from, at.index].map(place), &[], &after)? };
    flag.is_raised().map(|raised| !raised)
}

/// Like [`scatter`], for lines whose positions are those of one line of the index: they are sorted, so
/// that one thread takes each of the runs of equal ones, in order. `slice` has the steps from line
/// to line in `from` and in `to`.
///
/// # Safety
/// The steps are those of both tensors; elements of two lines have no position in common.
pub(in crate::ops) unsafe fn scatter_sorted(
    gpu: &Gpu,
    kernel: &str,
    slice: &Loops,
    [to, from]: [&Tensor; 2],
    at: Positions,
    line: &Line,
) -> Result<bool> {
    let n = line.n as usize;
    let padded = n.checked_next_power_of_two().ok_or_else(|| Error::argument("a scatter of too many elements"))?;
    let make = || Tensor::uninit(to.device(), DType::I64, &Shape::new(&[padded as i64])?);
    let (keys, order, flag) = (make()?, make()?, Flag::new(to.device())?);
    let [keys_at, order_at, flag_at] = [keys.addr() as u64, order.addr() as u64, flag.address()];
    let inner = slice.passes();
    // SAFETY: the caller's promise; the arguments are those of the kernels, and the pairs have room
    // for all positions.
    unsafe {
        let numbers = [padded as i64, line.n, line.index, at.size];
        let addresses = [keys_at, order_at, at.index.addr() as u64];
        elements(gpu, "place_keys", padded, &addresses, &numbers, &[pointer(&flag_at)])?;
        network(gpu, [&keys, &order], padded)?;
        let addresses = [to.addr() as u64, from.addr() as u64, keys_at, order_at];
        let (numbers, slice) = ([line.n, inner as i64, at.step, line.from], Nested::new(slice));
        elements(gpu, kernel, n * inner, &addresses, &numbers, &[pointer(&slice)])?;
    }
    flag.is_raised().map(|raised| !raised)
}

/// Adds `stride` times each position to the offsets. Returns whether all were in range.
///
/// # Safety
/// Both are contiguous int64 tensors of one size.
pub(in crate::ops) unsafe fn add_offsets(
    gpu: &Gpu,
    [offsets, index]: [&Tensor; 2],
    size: i64,
    stride: i64,
) -> Result<bool> {
    let flag = Flag::new(offsets.device())?;
    let numbers = [offsets.size() as i64, size, stride];
    let (to, from, address) = (offsets.addr() as u64, index.addr() as u64, flag.address());
    // SAFETY: the caller's promise; the arguments are those of the kernel.
    unsafe { elements(gpu, "place_offsets", offsets.size(), &[to, from], &numbers, &[pointer(&address)])? };
    flag.is_raised().map(|raised| !raised)
}

/// Zeros the elements outside of a triangle.
///
/// # Safety
/// `out` is contiguous, and its last two sizes are these.
pub(in crate::ops) unsafe fn triangle(
    gpu: &Gpu,
    out: &Tensor,
    [height, width]: [i64; 2],
    offset: i64,
    is_upper: bool,
) -> Result<()> {
    let kernel = format!("triangle_{}", out.dtype().size());
    let numbers = [out.size() as i64, height, width, offset, i64::from(is_upper)];
    // SAFETY: the caller's promise; the arguments are those of the kernel.
    unsafe { elements(gpu, &kernel, out.size(), &[out.addr() as u64], &numbers, &[]) }
}

/// A scan of lines of `n` elements that are `inner` apart, or its gradient, by the kernel of this
/// name and dtype. The first tensor is the result.
///
/// # Safety
/// All are contiguous and of one size, whose elements are those of the kernel; the result is new.
pub(in crate::ops) unsafe fn scan<const N: usize>(
    gpu: &Gpu,
    kernel: &str,
    tensors: [&Tensor; N],
    (n, inner): (usize, usize),
) -> Result<()> {
    let lines = tensors[0].size() / n.max(1);
    let numbers = [lines, n, inner].map(|number| number as i64);
    // SAFETY: the caller's promise; the arguments are those of the kernel.
    unsafe { elements(gpu, kernel, lines, &tensors.map(|t| t.addr() as u64), &numbers, &[]) }
}

/// The gradient of softmax over rows of `n` elements, from its result.
///
/// # Safety
/// All are contiguous, of one float dtype and one size; `out` is new.
pub(in crate::ops) unsafe fn softmax_grad(gpu: &Gpu, tensors: [&Tensor; 3], n: usize, log: bool) -> Result<()> {
    let kernel = format!("softmax_grad_{}", tensors[0].dtype());
    let rows = tensors[0].size() / n.max(1);
    let numbers = [rows as i64, n as i64, i64::from(log)];
    // SAFETY: the caller's promise; the arguments are those of the kernel.
    unsafe { elements(gpu, &kernel, rows, &tensors.map(|t| t.addr() as u64), &numbers, &[]) }
}

/// The only element of an integer tensor, of which there are at most 8 bytes. Waits for the device.
fn first(t: &Tensor) -> Result<i64> {
    let here = t.fetched()?;
    let (host, mut bytes) = (here.host()?, [0; 8]);
    // SAFETY: the element was just copied, and there is room for it.
    unsafe { host.as_ptr().copy_to_nonoverlapping(bytes.as_mut_ptr(), t.nbytes().min(8)) };
    Ok(i64::from_le_bytes(bytes))
}

/// The positions of the true values in row-major order, int64. Waits for the device.
///
/// # Safety
/// The mask is a contiguous tensor of booleans that nothing else holds.
pub(in crate::ops) unsafe fn truths(gpu: &Gpu, mask: &Tensor) -> Result<Tensor> {
    let (n, blocks) = (mask.size(), mask.size().div_ceil(BLOCK));
    let make = |size: usize| Tensor::uninit(mask.device(), DType::I64, &Shape::new(&[size as i64])?);
    if n == 0 {
        return make(0);
    }
    let (counts, starts) = (make(blocks)?, make(blocks + 1)?);
    let address = |t: &Tensor| t.addr() as u64;
    // SAFETY: the caller's promise; there is room for each block, and one element more.
    unsafe {
        grid(gpu, "truths_count", blocks, &[address(&counts), address(mask)], &[n as i64], &[])?;
        grid(gpu, "truths_starts", 1, &[address(&starts), address(&counts)], &[blocks as i64], &[])?;
    }
    let found = first(&starts.slice_view(0, blocks as i64, blocks as i64 + 1, 1)?)?;
    let out = make(found as usize)?;
    let addresses = [&out, mask, &starts].map(address);
    // SAFETY: as above; the result has room for as many as were counted, and nothing writes the
    // mask.
    unsafe { grid(gpu, "truths_places", blocks, &addresses, &[n as i64], &[])? };
    Ok(out)
}

/// Positions in a shape as an index of each axis: `[n]` to `[n, rank]`, in `out`.
///
/// # Safety
/// Both are contiguous int64 tensors of these shapes.
pub(in crate::ops) unsafe fn unravel(gpu: &Gpu, [out, places]: [&Tensor; 2], shape: &[i64]) -> Result<()> {
    let mut sizes = [1i64; MAX_RANK];
    sizes[..shape.len()].copy_from_slice(shape);
    let numbers = [places.size() as i64, shape.len() as i64];
    let addresses = [out.addr() as u64, places.addr() as u64];
    // SAFETY: the caller's promise; the arguments are those of the kernel.
    unsafe { elements(gpu, "truths_unravel", places.size(), &addresses, &numbers, &[pointer(&sizes)]) }
}
