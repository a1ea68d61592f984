//! Elementwise kernels: how operands of any layout are walked together.
//!
//! Invariant: a kernel walks exactly the plan that the processor would. Where all is contiguous and
//! aligned a thread takes four adjacent elements; otherwise offsets are computed from an index of
//! 31 bits, in as many launches as that needs.

use super::launch::{Place, blocks_of, place, pointer, unsupported};
use crate::device::cuda::{Gpu, THREADS};
use crate::error::Result;
use crate::ops::strided::Plan;
use crate::tensor::{DType, MAX_RANK, Tensor};
use std::ffi::c_void;

/// Adjacent elements that a thread takes where all is contiguous.
const EACH: usize = 4;
/// Elements that a thread takes otherwise.
const SPREAD: usize = 2;
/// Elements of a walk by offsets, which are computed in 31 bits.
const MOST: usize = 1 << 30;

/// A number in the place of one of two operands.
#[derive(Clone, Copy)]
pub(in crate::ops) enum Beside {
    /// Both are tensors.
    Nothing,
    /// The first is the number at this address, in the dtype that the elements are computed in.
    First(*const u8),
    /// The second is.
    Second(*const u8),
}

/// `out = f(a)`, where the kernel may take three numbers.
///
/// # Safety
/// The plan walks `out` and `a`, whose elements are of the kernel's types; `out` is new or `a`
/// itself.
pub(in crate::ops) unsafe fn map1(
    gpu: &Gpu,
    kernel: &str,
    plan: &Plan<2>,
    [out, a]: [&Tensor; 2],
    numbers: Option<[f64; 3]>,
) -> Result<()> {
    let numbers = numbers.map(|numbers| numbers.map(f64::to_bits));
    let after: Vec<*mut c_void> = numbers.iter().flatten().map(pointer).collect();
    // SAFETY: the caller's promise; the numbers are float64 parameters.
    unsafe { walked(gpu, kernel, plan, [out, a].map(place), &[], &after) }
}

/// `out = f(a, b)`.
///
/// # Safety
/// The plan walks `out`, `a` and `b`, whose elements are of the kernel's types; `out` is new, or an
/// operand that has its layout.
pub(in crate::ops) unsafe fn map2(
    gpu: &Gpu,
    kernel: &str,
    plan: &Plan<3>,
    out: &Tensor,
    [a, b]: [&Tensor; 2],
    beside: Beside,
) -> Result<()> {
    // SAFETY: the caller's promise.
    unsafe { map2_with(gpu, kernel, plan, [out, a, b], beside, &[]) }
}

/// [`map2`] with a kernel that takes `after` as its last arguments.
///
/// # Safety
/// The conditions of [`map2`]; `after` are arguments of the kernel.
unsafe fn map2_with(
    gpu: &Gpu,
    kernel: &str,
    plan: &Plan<3>,
    tensors: [&Tensor; 3],
    beside: Beside,
    after: &[*mut c_void],
) -> Result<()> {
    let zero = 0u64;
    let (number, which) = match beside {
        Beside::Nothing => (pointer(&zero), 0i32),
        Beside::First(number) => (number.cast_mut().cast(), 1),
        Beside::Second(number) => (number.cast_mut().cast(), 2),
    };
    // A kernel reads both operands and then takes the number instead of one, so both are walked as
    // the tensor.
    let mut plan = *plan;
    match beside {
        Beside::Nothing => {}
        Beside::First(_) => plan.repeat_operand(2, 1),
        Beside::Second(_) => plan.repeat_operand(1, 2),
    }
    // SAFETY: the caller's promise; a number is at least as long as the parameter.
    unsafe { walked(gpu, kernel, &plan, tensors.map(place), &[number, pointer(&which)], after) }
}

/// `out = a^b` of one float dtype.
///
/// # Safety
/// The conditions of [`map2`].
pub(in crate::ops) unsafe fn power(
    gpu: &Gpu,
    plan: &Plan<3>,
    out: &Tensor,
    [a, b]: [&Tensor; 2],
    beside: Beside,
) -> Result<()> {
    let kernel = if out.dtype() == DType::F64 { "pow_double" } else { "pow_single" };
    let Some(dtype) = code(out.dtype()) else { return Err(unsupported("pow", out)) };
    // SAFETY: the caller's promise; the last argument of both kernels is the dtype.
    unsafe { map2_with(gpu, kernel, plan, [out, a, b], beside, &[pointer(&dtype)]) }
}

/// A function of operands of one dtype, by a kernel that serves every dtype: `NAME_value` and its
/// like.
///
/// # Safety
/// The plan walks all; the first is the output, which is new, or an operand that has its layout.
pub(in crate::ops) unsafe fn wide<const N: usize>(
    gpu: &Gpu,
    kernel: &str,
    plan: &Plan<N>,
    tensors: [&Tensor; N],
) -> Result<()> {
    let Some(dtype) = code(tensors[0].dtype()) else {
        let name = kernel.rsplit_once('_').map_or(kernel, |(name, _)| name);
        return Err(unsupported(name, tensors[0]));
    };
    // SAFETY: the caller's promise.
    unsafe { walked(gpu, kernel, plan, tensors.map(place), &[], &[pointer(&dtype)]) }
}

/// The number of a dtype in `wide.cuh`; `None` for one that it does not have.
fn code(dtype: DType) -> Option<i32> {
    use DType::*;
    let all = [F32, F64, F16, BF16, I8, I16, I32, I64, U8, U16, U32, U64];
    all.iter().position(|&other| other == dtype).map(|at| at as i32)
}

/// `out = 1` where two elements are equal or differ by at most `atol + rtol |b|`, or are both NaN
/// where that counts.
///
/// # Safety
/// The plan walks the booleans of `out`, which is new, and the float64 of both operands.
pub(in crate::ops) unsafe fn is_close(
    gpu: &Gpu,
    plan: &Plan<3>,
    tensors: [&Tensor; 3],
    (rtol, atol, equal_nan): (f64, f64, bool),
) -> Result<()> {
    let counts = i64::from(equal_nan);
    let after = [pointer(&rtol), pointer(&atol), pointer(&counts)];
    // SAFETY: the caller's promise.
    unsafe { walked(gpu, "is_close", plan, tensors.map(place), &[], &after) }
}

/// `out = f(g, x, y)` of one float dtype; a number may take the place of `y`, which is then `x`.
///
/// # Safety
/// The plan walks all four; `out` is new.
pub(in crate::ops) unsafe fn map3(
    gpu: &Gpu,
    kernel: &str,
    plan: &Plan<4>,
    tensors: [&Tensor; 4],
    number: Option<f64>,
) -> Result<()> {
    let (wide, beside) = (number.unwrap_or(0.0), i64::from(number.is_some()));
    let single = wide as f32;
    let number = if tensors[0].dtype() == DType::F64 { pointer(&wide) } else { pointer(&single) };
    // SAFETY: the caller's promise; the number is of the kernel's type.
    unsafe { walked(gpu, kernel, plan, tensors.map(place), &[number, pointer(&beside)], &[]) }
}

/// `out = g f'(x)`, where the kernel takes three numbers.
///
/// # Safety
/// The plan walks all three, of one float dtype; `out` is new.
pub(in crate::ops) unsafe fn slopes(
    gpu: &Gpu,
    kernel: &str,
    plan: &Plan<3>,
    tensors: [&Tensor; 3],
    numbers: [f64; 3],
) -> Result<()> {
    // SAFETY: the caller's promise.
    unsafe { walked(gpu, kernel, plan, tensors.map(place), &[], &numbers.each_ref().map(pointer)) }
}

/// Copies elements to new memory from an address that need not be that of the first element, since
/// strides may be negative.
///
/// # Safety
/// The plan walks `out` and elements of `a` from the one at `offset`.
pub(in crate::ops) unsafe fn copy_from(gpu: &Gpu, plan: &Plan<2>, [out, a]: [&Tensor; 2], offset: i64) -> Result<()> {
    let (to, mut from) = (place(out), place(a));
    from.address = from.address.wrapping_add_signed(offset as isize * from.size as isize);
    // SAFETY: the caller's promise.
    unsafe { walked(gpu, &format!("copy_{}", to.size), plan, [to, from], &[], &[]) }
}

/// `out = condition ? a : b`, of elements of one width.
///
/// # Safety
/// The plan walks all four; `out` is new.
pub(in crate::ops) unsafe fn choose(gpu: &Gpu, plan: &Plan<4>, tensors: [&Tensor; 4]) -> Result<()> {
    let kernel = format!("where_{}", tensors[0].dtype().size());
    // SAFETY: the caller's promise.
    unsafe { by_offsets(gpu, &kernel, plan, tensors.map(place), &[], &[]) }
}

/// `out = a`, of elements of one width.
///
/// # Safety
/// The plan walks both, which do not overlap.
pub(in crate::ops) unsafe fn copy(gpu: &Gpu, plan: &Plan<2>, [out, a]: [&Tensor; 2]) -> Result<()> {
    use crate::device::Stream;
    if plan.elements() == 0 {
        return Ok(());
    }
    let [to, from] = [out, a].map(place);
    if plan.is_flat() && plan.steps == [1, 1] {
        let [to, from] =
            [to, from].map(|place| std::ptr::NonNull::new(std::ptr::without_provenance_mut(place.address)));
        let (to, from) = (to.expect("a tensor has an address"), from.expect("a tensor has an address"));
        // SAFETY: the caller's promise.
        return unsafe { gpu.copy(to, from, plan.len * out.dtype().size()) };
    }
    let width = out.dtype().size();
    if let Some((rows, columns, matrices)) = transposed(plan) {
        // SAFETY: the caller's promise; the layouts are those of the kernel.
        return unsafe { transpose(gpu, width, [to, from], (rows, columns, matrices)) };
    }
    // SAFETY: the caller's promise.
    unsafe { walked(gpu, &format!("copy_{width}"), plan, [to, from], &[], &[]) }
}

/// Rows and columns of `a`, and the number of matrices, if a plan writes contiguous matrices that
/// are transposed.
fn transposed(plan: &Plan<2>) -> Option<(usize, usize, usize)> {
    // Walked in the order of `out`: for each of its rows (a column of `a`) the elements that are
    // `columns` apart in `a`.
    let dims: Vec<(usize, [isize; 2])> = dims(plan).collect();
    let (matrices, columns, rows) = match dims[..] {
        [columns, rows] => (1, columns, rows),
        [matrices, columns, rows] => {
            let size = (columns.0 * rows.0) as isize;
            if matrices.1 != [size, size] {
                return None;
            }
            (matrices.0, columns, rows)
        }
        _ => return None,
    };
    let is_transposed = columns.1 == [rows.0 as isize, 1] && rows.1 == [1, columns.0 as isize];
    (is_transposed && rows.0 > 1 && columns.0 > 1).then_some((rows.0, columns.0, matrices))
}

/// Squares of the kernel that transposes.
const SIDE: usize = 32;

/// # Safety
/// Both have this many contiguous matrices.
unsafe fn transpose(
    gpu: &Gpu,
    width: usize,
    [to, from]: [Place; 2],
    (rows, columns, matrices): (usize, usize, usize),
) -> Result<()> {
    let (across, down) = (columns.div_ceil(SIDE), rows.div_ceil(SIDE));
    let blocks = blocks_of(across * down * matrices)?;
    let (to, from, sizes) = (to.address as u64, from.address as u64, [rows, columns, across].map(|n| n as i64));
    let mut args = [pointer(&to), pointer(&from), pointer(&sizes[0]), pointer(&sizes[1]), pointer(&sizes[2])];
    // SAFETY: the caller's promise; the arguments are those of the kernel.
    unsafe { gpu.launch(&format!("transpose_{width}"), blocks, &mut args) }
}

/// Sets every element that the plan walks to the one at `value`, of the tensor's width.
///
/// # Safety
/// The plan walks `out`, and the element can be read.
pub(in crate::ops) unsafe fn fill(gpu: &Gpu, plan: &Plan<1>, out: &Tensor, value: *const u8) -> Result<()> {
    let kernel = format!("fill_{}", out.dtype().size());
    // SAFETY: the caller's promise.
    unsafe { walked(gpu, &kernel, plan, [place(out)], &[value.cast_mut().cast()], &[]) }
}

/// How a kernel walks its operands; `Walk` of `common.cuh` is the same.
#[repr(C)]
struct Walk<const N: usize> {
    elements: i64,
    /// 0 if every operand is contiguous.
    rank: i32,
    sizes: [u32; MAX_RANK],
    magic: [u32; MAX_RANK],
    shift: [u32; MAX_RANK],
    strides: [[i64; MAX_RANK]; N],
}

impl<const N: usize> Walk<N> {
    fn flat(elements: usize) -> Walk<N> {
        let none = [0; MAX_RANK];
        Walk { elements: elements as i64, rank: 0, sizes: none, magic: none, shift: none, strides: [[0; MAX_RANK]; N] }
    }

    fn new(dims: &[(usize, [isize; N])]) -> Walk<N> {
        let mut walk = Walk::flat(dims.iter().map(|dim| dim.0).product());
        walk.rank = dims.len() as i32;
        for (axis, &(size, strides)) in dims.iter().enumerate() {
            let (magic, shift) = divisor(size as u32);
            (walk.sizes[axis], walk.magic[axis], walk.shift[axis]) = (size as u32, magic, shift);
            for (of_operand, stride) in walk.strides.iter_mut().zip(strides) {
                of_operand[axis] = stride as i64;
            }
        }
        walk
    }
}

/// The factor and the shift by which a number below 2^31 is divided: `(high half of n * magic) + n,
/// shifted right`. From Granlund and Montgomery, "Division by invariant integers using
/// multiplication", 1994.
fn divisor(size: u32) -> (u32, u32) {
    let shift = u32::BITS - size.saturating_sub(1).leading_zeros();
    let magic = ((1u64 << 32) * ((1u64 << shift) - u64::from(size))) / u64::from(size) + 1;
    (magic as u32, shift)
}

/// The dimensions of a plan, outermost first.
fn dims<const N: usize>(plan: &Plan<N>) -> impl Iterator<Item = (usize, [isize; N])> {
    plan.outer_dims().chain([(plan.len, plan.steps)])
}

/// Runs a kernel that takes the first elements, `before`, the walk and `after`.
///
/// # Safety
/// The plan walks the operands, whose elements have these sizes; the arguments are those of the
/// kernel.
unsafe fn walked<const N: usize>(
    gpu: &Gpu,
    kernel: &str,
    plan: &Plan<N>,
    places: [Place; N],
    before: &[*mut c_void],
    after: &[*mut c_void],
) -> Result<()> {
    let is_flat = plan.is_flat() && plan.steps == [1; N];
    if is_flat && places.iter().all(|place| place.address.is_multiple_of(place.size * EACH)) {
        let walk = Walk::flat(plan.len);
        let blocks = plan.len.div_ceil(EACH * THREADS as usize);
        // SAFETY: the caller's promise.
        return unsafe { launch(gpu, kernel, blocks, places, before, &walk, after) };
    }
    // SAFETY: the caller's promise.
    unsafe { by_offsets(gpu, kernel, plan, places, before, after) }
}

/// Like [`walked`], in as many launches as offsets of 31 bits need.
///
/// # Safety
/// The conditions of [`walked`].
pub(super) unsafe fn by_offsets<const N: usize>(
    gpu: &Gpu,
    kernel: &str,
    plan: &Plan<N>,
    places: [Place; N],
    before: &[*mut c_void],
    after: &[*mut c_void],
) -> Result<()> {
    if plan.elements() == 0 {
        return Ok(()); // a size of 0 has no divisor
    }
    let mut parts = vec![(dims(plan).collect::<Vec<_>>(), places)];
    while let Some((dims, places)) = parts.pop() {
        let elements: usize = dims.iter().map(|dim| dim.0).product();
        if elements <= MOST {
            let blocks = elements.div_ceil(SPREAD * THREADS as usize);
            // SAFETY: the caller's promise, for a part of the walk.
            unsafe { launch(gpu, kernel, blocks, places, before, &Walk::new(&dims), after)? };
            continue;
        }
        let largest = (0..dims.len()).max_by_key(|&axis| dims[axis].0).expect("there is a dimension");
        let (mut first, mut second) = (dims.clone(), dims);
        let half = first[largest].0 / 2;
        first[largest].0 = half;
        second[largest].0 -= half;
        let mut moved = places;
        for (k, place) in moved.iter_mut().enumerate() {
            let offset = second[largest].1[k] * half as isize * place.size as isize;
            place.address = place.address.wrapping_add_signed(offset);
        }
        parts.extend([(first, places), (second, moved)]);
    }
    Ok(())
}

/// # Safety
/// The conditions of [`walked`].
unsafe fn launch<const N: usize>(
    gpu: &Gpu,
    kernel: &str,
    blocks: usize,
    places: [Place; N],
    before: &[*mut c_void],
    walk: &Walk<N>,
    after: &[*mut c_void],
) -> Result<()> {
    if blocks == 0 {
        return Ok(());
    }
    let addresses = places.map(|place| place.address as u64);
    let mut args = [std::ptr::null_mut(); 16];
    let all = addresses.iter().map(pointer).chain(before.iter().copied()).chain([pointer(walk)]);
    let mut count = 0;
    for (place, arg) in args.iter_mut().zip(all.chain(after.iter().copied())) {
        *place = arg;
        count += 1;
    }
    // SAFETY: the caller's promise; the arguments live until the launch has read them.
    unsafe { gpu.launch(kernel, blocks_of(blocks)?, &mut args[..count]) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_factor_and_a_shift_divide() {
        let sizes = (1..200).chain([255, 256, 257, 1000, 4095, 65_535, 65_536, 65_537, 1 << 30, (1 << 31) - 1]);
        for size in sizes {
            let (magic, shift) = divisor(size);
            let numbers = [0, 1, size - 1, size, size + 1, 12_345_678, (1 << 31) - 1, (1 << 31) - 2].into_iter();
            for n in numbers.chain((0..500).map(|i: u32| i.wrapping_mul(4_297_531) >> 1)).filter(|&n| n < 1 << 31) {
                let high = ((u64::from(n) * u64::from(magic)) >> 32) as u32;
                assert_eq!((high + n) >> shift, n / size, "{n} / {size}");
            }
        }
    }

    #[test]
    fn a_transposed_plan_is_seen() {
        let plan = |shape: &[i64], out: &[i64], a: &[i64]| transposed(&Plan::new(shape, [out, a]));
        assert_eq!(plan(&[3, 5], &[5, 1], &[1, 3]), Some((5, 3, 1)));
        assert_eq!(plan(&[2, 3, 5], &[15, 5, 1], &[15, 1, 3]), Some((5, 3, 2)));
        assert_eq!(plan(&[3, 5], &[5, 1], &[1, 4]), None);
        assert_eq!(plan(&[3, 5], &[5, 1], &[10, 2]), None);
    }
}
