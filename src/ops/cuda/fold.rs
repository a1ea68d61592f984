//! Reductions on a CUDA device, in the order of `ops/cpu/fold.rs`.
//!
//! ```text
//!   adjacent elements    pieces of 4,096, and a tree of them       pieces, join
//!   adjacent results     groups of 64 rows, and three levels       groups, totals
//! ```
//!
//! Invariant: the values that pass from one kernel to the next are tensors of their own, so they
//! are counted, and limits hold for them.

use super::launch::{blocks_of, place, pointer};
use crate::device::cuda::{Gpu, Kind, Matrix, THREADS};
use crate::error::Result;
use crate::ops::cpu::fold::{BLOCK, LEVEL, NARROW, Plan};
use crate::ops::loops::{Loop, Loops};
use crate::tensor::{DType, MAX_RANK, Shape, Tensor};
use std::ffi::c_void;

/// Values that one block joins.
const JOINED: usize = 1024;

/// A fold of elements of one dtype to results of another.
#[derive(Clone, Copy)]
pub(in crate::ops) struct Folded {
    /// The kernels, without their step and dtypes.
    pub name: &'static str,
    /// The dtype of the elements.
    pub from: DType,
    /// The dtype of the results.
    pub to: DType,
}

/// Folds `t` into `out`.
///
/// # Safety
/// The plan has elements, and was made from the layouts of `t` and `out`, whose dtypes are those of
/// the fold.
pub(in crate::ops) unsafe fn fold(gpu: &Gpu, fold: Folded, plan: &Plan, [out, t]: [&Tensor; 2]) -> Result<()> {
    let call = Call { gpu, fold, out, t };
    // SAFETY: the caller's promise.
    unsafe { if plan.is_folded() { call.runs(plan) } else { call.columns(plan) } }
}

struct Call<'a> {
    gpu: &'a Gpu,
    fold: Folded,
    out: &'a Tensor,
    t: &'a Tensor,
}

impl Call<'_> {
    /// # Safety
    /// The conditions of [`fold`].
    unsafe fn runs(&self, plan: &Plan) -> Result<()> {
        let (outer, inner, Loop { size: n, input: stride, .. }) = plan.loops();
        let runs = n.div_ceil(BLOCK);
        let (each, results) = (runs * inner.passes(), outer.passes());
        let values = if each == 1 { self.out.untracked() } else { self.values(results * each)? };
        // Threads of a piece, as in the kernel.
        let lanes = if self.fold.to.size() == 8 { 32 } else { 64 };
        let blocks = (results * each).div_ceil(THREADS as usize / lanes);
        let (outer, inner) = (Nested::new(&outer), Nested::new(&inner));
        let numbers = [n as i64, stride as i64, runs as i64, each as i64, (results * each) as i64];
        let kernel = self.kernel("pieces", true);
        // SAFETY: the arguments are those of the kernel, and the pieces cover the plan.
        unsafe { self.launch(&kernel, blocks, &[&values, self.t], &[&outer, &inner], &numbers)? };
        // SAFETY: `each` values were written for each result.
        if each == 1 { Ok(()) } else { unsafe { self.join(values, results, each, &outer) } }
    }

    /// Combines `count` values of each result as a tree of neighbours.
    ///
    /// # Safety
    /// The values are there, and `outer` has the places of the results.
    unsafe fn join(&self, mut values: Tensor, results: usize, mut count: usize, outer: &Nested) -> Result<()> {
        let kernel = self.kernel("join", false);
        let mut before: Option<Tensor> = None;
        loop {
            let last = count <= JOINED;
            let blocks = results * count.div_ceil(JOINED);
            let next = if last { self.out.untracked() } else { self.values(results * (count / JOINED))? };
            let tails = if last || count.is_multiple_of(JOINED) { None } else { Some(self.values(results)?) };
            let address = |t: &Option<Tensor>| t.as_ref().map_or(0, |t| t.addr() as u64);
            let addresses = [next.addr() as u64, address(&tails), values.addr() as u64, address(&before)];
            let numbers = [count as i64, i64::from(last)];
            let args = addresses.iter().map(pointer).chain([pointer(outer)]).chain(numbers.iter().map(pointer));
            let mut args: Vec<*mut c_void> = args.collect();
            // SAFETY: the arguments are those of the kernel; each address is that of a tensor with
            // room for its values.
            unsafe { self.gpu.launch(&kernel, blocks_of(blocks)?, &mut args)? };
            if last {
                return Ok(());
            }
            (values, before, count) = (next, tails.or(before), count / JOINED);
        }
    }

    /// # Safety
    /// The conditions of [`fold`].
    unsafe fn columns(&self, plan: &Plan) -> Result<()> {
        let (outer, mut inner, Loop { size: width, input: stride, output: step }) = plan.loops();
        let rows = inner.pop();
        let narrow = stride == 1 && width < 32 && rows.input == width as isize && rows.size >= 2 * LEVEL;
        let copies = if narrow { NARROW / width } else { 1 };
        // Of each pass the rows that all copies share, and those that are left for the first.
        let (first, second) = (rows.size / copies, rows.size % copies);
        let all_rows = inner.passes() * (first + second);
        let (results, groups) = (outer.passes(), all_rows.div_ceil(LEVEL));
        let values = self.values(results * groups * width * copies)?;
        let (outer, inner) = (Nested::new(&outer), Nested::new(&inner));
        let numbers = [width, stride as usize, rows.input as usize, copies, first, second, groups, values.size()];
        let threads = THREADS as usize;
        // SAFETY: the arguments are those of the kernel, and the groups cover the plan.
        unsafe {
            let kernel = self.kernel("groups", true);
            let numbers = numbers.map(|number| number as i64);
            self.launch(&kernel, values.size().div_ceil(threads), &[&values, self.t], &[&outer, &inner], &numbers)?;
        }
        let numbers = [width, step as usize, copies, groups, all_rows, results * width].map(|number| number as i64);
        // SAFETY: the values of all groups were written.
        unsafe {
            let kernel = self.kernel("totals", false);
            self.launch(&kernel, (results * width).div_ceil(threads), &[self.out, &values], &[&outer], &numbers)
        }
    }

    fn kernel(&self, step: &str, of_elements: bool) -> String {
        let Folded { name, from, to } = self.fold;
        if of_elements { format!("{name}_{step}_{from}_{to}") } else { format!("{name}_{step}_{to}") }
    }

    /// Room for values between two kernels.
    fn values(&self, count: usize) -> Result<Tensor> {
        Tensor::uninit(self.t.device(), self.fold.to, &Shape::new(&[count as i64])?)
    }

    /// Launches a kernel that takes tensors, loops and numbers, in this order.
    ///
    /// # Safety
    /// The arguments are those of the kernel.
    unsafe fn launch(
        &self,
        kernel: &str,
        blocks: usize,
        tensors: &[&Tensor],
        loops: &[&Nested],
        numbers: &[i64],
    ) -> Result<()> {
        let addresses: Vec<u64> = tensors.iter().map(|t| place(t).address as u64).collect();
        let args = addresses.iter().map(pointer).chain(loops.iter().map(|loops| pointer(*loops)));
        let mut args: Vec<*mut c_void> = args.chain(numbers.iter().map(pointer)).collect();
        // SAFETY: the caller's promise.
        unsafe { self.gpu.launch(kernel, blocks_of(blocks)?, &mut args) }
    }
}

/// [`Loops`] as kernels have them; `Loops` of `fold.cuh` is the same.
#[repr(C)]
pub(super) struct Nested {
    count: i64,
    sizes: [i64; MAX_RANK],
    input: [i64; MAX_RANK],
    output: [i64; MAX_RANK],
}

impl Nested {
    pub(super) fn new(loops: &Loops) -> Nested {
        let mut nested = Nested { count: 0, sizes: [1; MAX_RANK], input: [0; MAX_RANK], output: [0; MAX_RANK] };
        for (axis, l) in loops.as_slice().iter().enumerate() {
            nested.count += 1;
            (nested.sizes[axis], nested.input[axis], nested.output[axis]) =
                (l.size as i64, l.input as i64, l.output as i64);
        }
        nested
    }
}

/// The bytes of a row that a block keeps in shared memory, and the least elements with which that is
/// faster than reading the row again: of 1,024 it took twice the time.
const KEPT: usize = 32_768;
const LONG: usize = 4096;

/// `softmax`, or its logarithm, along `n` elements that are `inner` apart.
///
/// # Safety
/// Both are contiguous, of one float dtype and not empty; `out` is new.
pub(in crate::ops) unsafe fn softmax(
    gpu: &Gpu,
    [out, t]: [&Tensor; 2],
    (n, inner): (usize, usize),
    log: bool,
) -> Result<()> {
    let call = Call { gpu, fold: Folded { name: "softmax", from: t.dtype(), to: t.dtype() }, out, t };
    let lines = t.size() / n;
    let threads = THREADS as usize;
    // SAFETY: the caller's promise; the arguments are those of the kernels, 64 threads for a row,
    // one for a column.
    unsafe {
        if inner == 1 && (LONG..=KEPT / t.dtype().size()).contains(&n) {
            let numbers = [n as i64, i64::from(log)];
            return call.launch(&call.kernel("short", false), lines, &[out, t], &[], &numbers);
        }
        if inner == 1 {
            let numbers = [lines as i64, n as i64, i64::from(log)];
            return call.launch(&call.kernel("rows", false), lines.div_ceil(threads / 64), &[out, t], &[], &numbers);
        }
        let numbers = [lines as i64, n as i64, inner as i64, i64::from(log)];
        call.launch(&call.kernel("columns", false), lines.div_ceil(threads), &[out, t], &[], &numbers)
    }
}

/// The index of the greatest of each result's elements.
///
/// # Safety
/// The loops are those of `t` and of `out`, which is of int64, and there are elements.
pub(in crate::ops) unsafe fn argmax(gpu: &Gpu, [out, t]: [&Tensor; 2], [results, elements]: [&Loops; 2]) -> Result<()> {
    let call = Call { gpu, fold: Folded { name: "argmax", from: t.dtype(), to: t.dtype() }, out, t };
    let (outer, inner) = (Nested::new(results), Nested::new(elements));
    let kernel = format!("argmax_{}", t.dtype());
    // SAFETY: the caller's promise; the arguments are those of the kernel, which has a block for
    // each result.
    unsafe { call.launch(&kernel, results.passes(), &[out, t], &[&outer, &inner], &[elements.passes() as i64]) }
}

/// A side of the squares of a product that a block computes.
const TILE: usize = 64;

/// A side of the squares of a large product, and how many of them make one.
const WIDE: usize = 128;
const ENOUGH: usize = 64;

/// `out = a b` by cuBLAS, if it is there, both layouts are of a form that it takes and the batches
/// are evenly spaced. Returns whether it is.
///
/// # Safety
/// The conditions of [`product`]; the dtype may be a half.
pub(in crate::ops) unsafe fn by_blas(
    gpu: &Gpu,
    [out, a, b]: [&Tensor; 3],
    [m, n, k]: [usize; 3],
    layouts: [[i64; 2]; 2],
    batches: &Loops,
) -> Result<bool> {
    let kind = match out.dtype() {
        DType::F32 => Kind::F32,
        DType::F64 => Kind::F64,
        DType::F16 => Kind::F16,
        DType::BF16 => Kind::BF16,
        _ => return Ok(false),
    };
    let (stride_a, stride_b) = match batches.as_slice() {
        [] => (0, 0),
        [only] => (only.input as i64, only.output as i64),
        _ => return Ok(false),
    };
    let [m, n, k] = [m, n, k].map(|size| size as i64);
    let Some(left) = matrix(place(a).address as u64, [m, k], layouts[0], stride_a) else { return Ok(false) };
    let Some(right) = matrix(place(b).address as u64, [k, n], layouts[1], stride_b) else { return Ok(false) };
    let count = batches.passes() as i64;
    // SAFETY: the caller's promise.
    unsafe { gpu.multiply(kind, place(out).address as u64, [left, right], [m, n, k], count) }
}

/// A matrix whose rows or columns are adjacent, as cuBLAS takes it; `None` for another.
fn matrix(address: u64, [rows, columns]: [i64; 2], [row, column]: [i64; 2], stride: i64) -> Option<Matrix> {
    // The step along an axis of size 1 is of no account.
    let pitch = |step: i64, size: i64, length: i64| if size == 1 { length } else { step };
    let by_rows = (column == 1 || columns == 1).then(|| pitch(row, rows, columns));
    let by_columns = (row == 1 || rows == 1).then(|| pitch(column, columns, rows));
    match (by_rows, by_columns) {
        (Some(pitch), _) if pitch >= columns => Some(Matrix { address, pitch, transposed: false, stride }),
        (_, Some(pitch)) if pitch >= rows => Some(Matrix { address, pitch, transposed: true, stride }),
        _ => None,
    }
}

/// `out = a b`, for each of the batches, whose loops have the offsets of `a` and of `b`. Strides
/// are those of rows and of columns.
///
/// # Safety
/// All are of float32, float64 or int64, the layouts are those of the tensors, and `out` is new, contiguous
/// and not empty.
pub(in crate::ops) unsafe fn product(
    gpu: &Gpu,
    [out, a, b]: [&Tensor; 3],
    [m, n, k]: [usize; 3],
    layouts: [[i64; 2]; 2],
    batches: &Loops,
) -> Result<()> {
    // SAFETY: the caller's promise.
    if unsafe { by_blas(gpu, [out, a, b], [m, n, k], layouts, batches)? } {
        return Ok(());
    }
    let wide = out.dtype() == DType::F32 && m.div_ceil(WIDE) * n.div_ceil(WIDE) * batches.passes() >= ENOUGH;
    let (tile, name) = if wide { (WIDE, "product_wide") } else { (TILE, "product") };
    let (across, down) = (n.div_ceil(tile), m.div_ceil(tile));
    let addresses = [out, a, b].map(|t| place(t).address as u64);
    let sizes = [m, n, k, across, down].map(|size| size as i64);
    let nested = Nested::new(batches);
    let args = addresses.iter().map(pointer).chain(sizes[..3].iter().map(pointer)).chain(layouts.iter().map(pointer));
    let mut args: Vec<*mut c_void> = args.chain([pointer(&nested)]).chain(sizes[3..].iter().map(pointer)).collect();
    let kernel = format!("{name}_{}", out.dtype());
    // SAFETY: the caller's promise; the arguments are those of the kernel.
    unsafe { gpu.launch(&kernel, blocks_of(batches.passes() * across * down)?, &mut args) }
}
