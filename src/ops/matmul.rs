//! `matmul`: the matrix product, by PyTorch's rules for every rank.
//!
//! Two vectors give their inner product. A vector on the left counts as a row and one on the right
//! as a column, and that dimension is removed from the result. Further dimensions are batches,
//! which broadcast. Floats go to `gemm`, which takes any strides, so transposed operands are not
//! copied; small products go to `small`, if the machine supports it.

use super::cast::{as_dtype, cast, rounded};
use super::cpu::dispatch::{self, Kernel};
#[cfg(target_arch = "x86_64")]
use super::cpu::small;
use super::cpu::walk::Base;
use super::cuda;
use super::device::same_device;
use super::in_place::{assign, fill, refuse_other, writable};
use super::loops::Loops;
use super::number::Number;
use super::parallel;
use crate::device::cuda::Gpu;
use crate::error::{Error, Result};
use crate::tensor::{DType, Host, MAX_RANK, Shape, Tensor, cells, shape};
use std::ops::Range;

/// The matrix product of `a` and `b`. Borrows both, returns new.
///
/// Different dtypes promote; integers wrap; halves are multiplied and summed in float32. With an
/// inner size of 0 all results are 0.
///
/// Errors: inner sizes that differ and batches that do not broadcast are `SHAPE_MISMATCH`, an
/// operand of rank 0 is `INVALID_ARGUMENT`, two booleans are `DTYPE_MISMATCH`.
pub fn matmul(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    let dtype = a.dtype().promote(b.dtype())?;
    if dtype == DType::Bool {
        return Err(Error::dtype("matmul of bool with bool: cast one to the dtype of the result"));
    }
    same_device(a, b)?;
    if dtype.is_half() {
        if let Some(product) = half_there(a, b, dtype)? {
            return Ok(product);
        }
        return rounded(matmul(&*as_dtype(a, DType::F32)?, &*as_dtype(b, DType::F32)?)?, dtype);
    }
    let (a, b) = (as_dtype(a, dtype)?, as_dtype(b, dtype)?);
    let plan = Plan::new(&a, &b)?;
    if plan.k == 0 {
        return Tensor::zeroed(a.device(), dtype, &plan.shape);
    }
    if let Some(gpu) = cuda::on(&a) {
        return plan.on_cuda(gpu, &a, &b, dtype);
    }
    let (a, b) = (a.host()?, b.host()?);
    let out = match dtype.float() {
        Some(_) => Tensor::uninit(a.device(), dtype, &plan.shape)?,
        None => Tensor::zeroed(a.device(), dtype, &plan.shape)?,
    };
    if out.size() > 0 {
        plan.run(dtype, a, b, out.host()?);
    }
    Ok(out)
}

/// The product of halves by cuBLAS, which sums in float32 and rounds once; `None` where that is not
/// there, or does not take these layouts.
fn half_there(a: &Tensor, b: &Tensor, dtype: DType) -> Result<Option<Tensor>> {
    let Some(gpu) = cuda::on(a) else { return Ok(None) };
    if !gpu.has_blas()? {
        return Ok(None);
    }
    let (a, b) = (as_dtype(a, dtype)?, as_dtype(b, dtype)?);
    let plan = Plan::new(&a, &b)?;
    let out = Tensor::uninit(a.device(), dtype, &plan.shape)?;
    if plan.k == 0 || out.size() == 0 {
        return Ok(None);
    }
    let sizes = [plan.m, plan.n, plan.k];
    // SAFETY: the sizes, layouts and batches are those of these tensors, which are of one dtype;
    // out is new and contiguous.
    let done = unsafe { cuda::by_blas(gpu, [&out, &a, &b], sizes, plan.layouts(), &plan.batch)? };
    Ok(done.then_some(out))
}

/// [`matmul`], written into `output`: directly on the processor if `output` is contiguous, has a
/// float dtype that is not half, and shares no memory with an operand; otherwise by a copy.
///
/// Errors: those of [`matmul`]; `DTYPE_MISMATCH` and `SHAPE_MISMATCH` for a result that is not of
/// the dtype and the shape of `output`; `INVALID_ARGUMENT` if that is not writable.
pub fn matmul_into(a: &Tensor, b: &Tensor, output: &Tensor) -> Result<()> {
    writable(output)?;
    let dtype = a.dtype().promote(b.dtype())?;
    let shares = |t: &Tensor| t.storage().may_share(output.storage());
    let is_direct = output.is_contiguous() && dtype.is_float() && !dtype.is_half() && !shares(a) && !shares(b);
    if !is_direct || dtype != output.dtype() || cuda::on(output).is_some() {
        let product = matmul(a, b)?;
        refuse_other(output, product.dtype(), product.shape())?;
        return assign(output, &product);
    }
    same_device(a, b)?;
    same_device(a, output)?;
    let (a, b) = (as_dtype(a, dtype)?, as_dtype(b, dtype)?);
    let plan = Plan::new(&a, &b)?;
    refuse_other(output, dtype, &plan.shape)?;
    if plan.k == 0 {
        return fill(output, 0.0);
    }
    let (a, b, to) = (a.host()?, b.host()?, output.host()?);
    output.storage().bump_version();
    if output.size() > 0 {
        plan.run(dtype, a, b, to);
    }
    Ok(())
}

/// `[m,k]` times `[k,n]`, once for each pass of `batch`, whose offsets are those of the operands;
/// results are adjacent in row-major order. Strides are (row, column).
struct Plan {
    m: usize,
    n: usize,
    k: usize,
    left: (isize, isize),
    right: (isize, isize),
    batch: Loops,
    shape: Shape,
}

impl Plan {
    #[inline(always)] // returned with an error it would be copied twice, 20 ns of a small product
    fn new(a: &Tensor, b: &Tensor) -> Result<Plan> {
        let mut plan =
            Plan { m: 1, n: 1, k: 1, left: (0, 0), right: (0, 0), batch: Loops::new(), shape: Shape::scalar() };
        plan.set(a, b)?;
        Ok(plan)
    }

    fn set(&mut self, a: &Tensor, b: &Tensor) -> Result<()> {
        let (a_dims, b_dims) = (a.shape(), b.shape());
        if a_dims.is_empty() || b_dims.is_empty() {
            return Err(Error::argument(format!(
                "matmul of shapes {} and {} needs a dimension in each",
                shape::display(a_dims),
                shape::display(b_dims)
            )));
        }
        let (a_steps, b_steps) = (a.strides(), b.strides());
        let (a_last, b_last) = (a_dims.len() - 1, b_dims.len() - 1);
        // (rows, row stride) of the left operand, (columns, column stride) of the right one; a
        // vector has one.
        let (m, row) = if a_last == 0 { (1, 0) } else { (a_dims[a_last - 1], a_steps[a_last - 1]) };
        let (n, column) = if b_last == 0 { (1, 0) } else { (b_dims[b_last], b_steps[b_last]) };
        let inner = b_last.saturating_sub(1);
        let k = a_dims[a_last];
        if k != b_dims[inner] {
            return Err(Error::shape(format!(
                "matmul of shapes {} and {}: inner sizes {k} and {} differ",
                shape::display(a_dims),
                shape::display(b_dims),
                b_dims[inner]
            )));
        }
        let (a_batch, b_batch) = (&a_dims[..a_last.saturating_sub(1)], &b_dims[..inner]);
        let batch = shape::broadcast(a_batch, b_batch)?;
        let mut dims = [0i64; MAX_RANK];
        let mut rank = batch.len();
        dims[..rank].copy_from_slice(&batch);
        for (size, there) in [(m, a_last > 0), (n, b_last > 0)] {
            if there {
                dims[rank] = size;
                rank += 1;
            }
        }
        (self.m, self.n, self.k) = (m as usize, n as usize, k as usize);
        self.left = (row as isize, a_steps[a_last] as isize);
        self.right = (b_steps[inner] as isize, column as isize);
        batches(&mut self.batch, &batch, (a_batch, a_steps), (b_batch, b_steps));
        self.shape = Shape::new(&dims[..rank])?;
        self.absorb_batch();
        Ok(())
    }

    /// The distances between rows and between columns of both operands.
    fn layouts(&self) -> [[i64; 2]; 2] {
        [self.left, self.right].map(|(row, column)| [row as i64, column as i64])
    }

    /// The product on a CUDA device: of floats in the order of the inner size, so not with the bits of
    /// the processor.
    fn on_cuda(&self, gpu: &Gpu, a: &Tensor, b: &Tensor, dtype: DType) -> Result<Tensor> {
        if dtype.float().is_none() && dtype != DType::I64 {
            // Sums and products wrap, so the low bits are those of the wide ones.
            let [a, b] = [cast(a, DType::I64)?, cast(b, DType::I64)?];
            return cast(&Plan::new(&a, &b)?.on_cuda(gpu, &a, &b, DType::I64)?, dtype);
        }
        let out = Tensor::uninit(a.device(), dtype, &self.shape)?;
        if out.size() > 0 {
            // SAFETY: the sizes, layouts and batches are those of these tensors, which are of one
            // dtype that has a kernel; out is new and contiguous.
            unsafe { cuda::product(gpu, [&out, a, b], [self.m, self.n, self.k], self.layouts(), &self.batch)? };
        }
        Ok(out)
    }

    /// Turns a batch whose right operand is always the same into one product with more rows, if the
    /// rows are evenly spaced.
    fn absorb_batch(&mut self) {
        let [only] = self.batch.as_slice() else { return };
        if self.m == 1 {
            self.left.0 = only.input;
        }
        if only.output == 0 && only.input == self.m as isize * self.left.0 {
            self.m *= only.size;
            self.batch = Loops::new();
        }
    }

    /// Writes the product; of integers it is added to what is there.
    fn run(&self, dtype: DType, a: Host, b: Host, to: Host) {
        match dtype.of_same_bits() {
            DType::F32 => self.float(a, b, to, 0f32, 1f32),
            DType::F64 => self.float(a, b, to, 0f64, 1f64),
            DType::F16 | DType::BF16 => unreachable!("their product is that of float32"),
            DType::I8 => self.integer::<i8>(a, b, to),
            DType::I16 => self.integer::<i16>(a, b, to),
            DType::I32 => self.integer::<i32>(a, b, to),
            DType::I64 => self.integer::<i64>(a, b, to),
            DType::U8 | DType::Bool => self.integer::<u8>(a, b, to),
            DType::U16 | DType::U32 | DType::U64 => unreachable!("their bits are those of the signed ones"),
        }
    }

    fn float<T: Float>(&self, a: Host, b: Host, out: Host, zero: T, one: T) {
        let (lhs, rhs, dst) = (Base::<T>::of(a), Base::<T>::of(b), Base::<T>::of(out));
        let (passes, size) = (self.batch.passes(), self.m * self.n);
        let cost = parallel::products(size * self.k);
        let pass = |pass: usize| {
            let (i, j) = self.batch.at(pass);
            (lhs.at(i), rhs.at(j), dst.at((pass * size) as isize))
        };
        #[cfg(target_arch = "x86_64")]
        if small::suits(self.m, self.n, self.k, self.right.1) && dispatch::has_avx512() {
            let Plan { m, n, k, left, right, .. } = *self;
            return parallel::ranges(passes, cost, |range| {
                for (lhs, rhs, dst) in range.map(pass) {
                    // SAFETY: as below, and the machine supports the instructions.
                    unsafe { small::run(&small::Product { m, n, k, lhs, left, rhs, right, dst }) };
                }
            });
        }
        let product = |(lhs, rhs, dst), rows, columns| {
            // SAFETY: shapes and strides are those of tensors of this element type, and `out` was
            // just created for m * n results per pass; other threads have other rows or columns of
            // it.
            unsafe { self.product((lhs, rhs, dst), rows, columns, (zero, one)) };
        };
        let longer = self.m.max(self.n);
        if passes > 1 || longer < 2 * PIECE {
            let all = |range: Range<usize>| range.for_each(|i| product(pass(i), 0..self.m, 0..self.n));
            return parallel::ranges(passes, cost, all);
        }
        let pieces = longer / PIECE;
        parallel::few_ranges(pieces, cost / pieces, WANTED, |range| {
            let end = if range.end == pieces { longer } else { range.end * PIECE };
            let part = range.start * PIECE..end;
            let (rows, columns) = if self.m >= self.n { (part, 0..self.n) } else { (0..self.m, part) };
            product(pass(0), rows, columns);
        });
    }

    /// Computes some rows and columns of one pass. Each element has the same bits as in the whole
    /// product: `gemm` divides the inner size by that size alone, unless there are at most 64 rows
    /// and columns, or one row, or one column.
    ///
    /// Wide products are computed in strips, so that the uncounted memory into which `gemm` repacks
    /// the right operand is at most [`REPACKED`].
    ///
    /// # Safety
    /// The addresses are those of a pass; no other thread accesses these rows and columns of the
    /// result.
    unsafe fn product<T: Float>(
        &self,
        (lhs, rhs, dst): (*mut T, *mut T, *mut T),
        rows: Range<usize>,
        columns: Range<usize>,
        (zero, one): (T, T),
    ) {
        let most = REPACKED / (self.k.clamp(1, INNER) * size_of::<T>());
        let strips = columns.len().div_ceil(most);
        for strip in 0..strips {
            let at = |strip: usize| columns.start + columns.len() * strip / strips;
            let (start, end) = (at(strip), at(strip + 1));
            let (row, column) = (rows.start as isize, start as isize);
            // SAFETY: the caller's promise.
            unsafe {
                gemm::gemm(
                    rows.len(),
                    end - start,
                    self.k,
                    dst.offset(row * self.n as isize + column),
                    1,
                    self.n as isize,
                    false,
                    lhs.offset(row * self.left.0),
                    self.left.1,
                    self.left.0,
                    rhs.offset(column * self.right.1),
                    self.right.1,
                    self.right.0,
                    zero,
                    one,
                    false,
                    false,
                    false,
                    gemm::Parallelism::None,
                );
            }
        }
    }

    fn integer<T: Number>(&self, a: Host, b: Host, out: Host) {
        let (lhs, rhs, dst) = (Base::<T>::of(a), Base::<T>::of(b), Base::<T>::of(out));
        let m = self.m;
        parallel::ranges(self.batch.passes() * m, self.n * self.k, |mut range| {
            while !range.is_empty() {
                let pass = range.start / m;
                let rows = range.start % m..m.min(range.end - pass * m);
                let (i, j) = self.batch.at(pass);
                range.start += rows.len();
                let dst = dst.at((pass * m * self.n) as isize);
                dispatch::run(Integer { plan: self, lhs: lhs.at(i), rhs: rhs.at(j), dst, rows });
            }
        });
    }
}

/// The most bytes of a right operand that `gemm` may repack at a time, and the most rows of it that
/// `gemm` takes, on most machines. So a strip of a wide product has at least 512 columns.
const REPACKED: usize = 4 << 20;
const INNER: usize = 512;
/// The fewest rows or columns of a product for one thread: more than 64, for the reason given at
/// `product`.
const PIECE: usize = 128;
/// With at least this many pieces, the repacking that all of them share takes little time.
const WANTED: usize = 4;

/// An element type of [`gemm`], and of [`small`] where it exists.
#[cfg(target_arch = "x86_64")]
trait Float: super::cpu::lanes::Lanes<512> {}
#[cfg(target_arch = "x86_64")]
impl<T: super::cpu::lanes::Lanes<512>> Float for T {}
#[cfg(not(target_arch = "x86_64"))]
use crate::tensor::Element as Float;

/// Adds loops over the batch with the offsets of both operands.
fn batches(loops: &mut Loops, batch: &[i64], a: (&[i64], &[i64]), b: (&[i64], &[i64])) {
    let stride = |(dims, strides): (&[i64], &[i64]), i: usize| {
        let new = batch.len() - dims.len();
        if i < new || dims[i - new] == 1 { 0 } else { strides[i - new] }
    };
    for (i, &size) in batch.iter().enumerate() {
        loops.push(size, stride(a, i), stride(b, i));
    }
    loops.merge();
}

/// Rows of the right operand that are reused while they are in the cache.
const BLOCK: usize = 64;

/// Rows of a product of integers: `dst`, which starts as zeros, takes row after row of the right
/// operand.
struct Integer<'a, T> {
    plan: &'a Plan,
    lhs: *const T,
    rhs: *const T,
    dst: *mut T,
    rows: Range<usize>,
}

impl<T: Number> Kernel for Integer<'_, T> {
    type Output = ();
    const WIDE: bool = false;

    #[inline(always)]
    fn run(self) {
        let Plan { n, k, left, right, .. } = *self.plan;
        for start in (0..k).step_by(BLOCK) {
            for row in self.rows.clone() {
                // SAFETY: `dst` has m * n elements for each pass, and no other thread has these
                // rows.
                let sums = unsafe { std::slice::from_raw_parts_mut(self.dst.add(row * n), n) };
                for inner in start..k.min(start + BLOCK) {
                    // SAFETY: the offsets are those of the operands' own strides.
                    let (x, from) = unsafe {
                        let x = *self.lhs.offset(row as isize * left.0 + inner as isize * left.1);
                        (x, self.rhs.offset(inner as isize * right.0))
                    };
                    if right.1 == 1 {
                        // SAFETY: the row's elements are adjacent.
                        let values = unsafe { cells(from, n) };
                        for (sum, y) in sums.iter_mut().zip(values) {
                            *sum = sum.add(x.mul(y.get()));
                        }
                    } else {
                        for (column, sum) in sums.iter_mut().enumerate() {
                            // SAFETY: as above.
                            *sum = sum.add(x.mul(unsafe { *from.offset(column as isize * right.1) }));
                        }
                    }
                }
            }
        }
    }
}
