//! `matmul`: the matrix product, by PyTorch's rules for every rank.
//!
//! Two vectors give their inner product. A vector on the left counts as a row and one on the right
//! as a column, and that dimension is removed from the result. Further dimensions are batches,
//! which broadcast. The kernels take any strides, so transposed operands are not copied.

use super::cast::{as_dtype, cast, rounded};
use super::cpu::matmul::Plan;
use super::cuda;
use super::device::same_device;
use super::in_place::{assign, fill, refuse_other, writable};
use super::loops::Loops;
use crate::device::cuda::Gpu;
use crate::error::{Error, Result};
use crate::tensor::{DType, MAX_RANK, Shape, Tensor, shape};

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
        // SAFETY: the plan was made from these operands, and out is new and of its shape.
        unsafe { plan.run(dtype, a, b, out.host()?) };
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
        // SAFETY: the plan was made from these operands, and the output is contiguous and of its shape.
        unsafe { plan.run(dtype, a, b, to) };
    }
    Ok(())
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
}

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
