//! Recurrent cells over a whole sequence: `lstm`, `gru` and Elman's, one layer in one direction.
//!
//! Invariant: the product of all inputs with the weights is computed at once. The gates stay where
//! they were computed, for the gradient.
//!
//! A CUDA device takes all samples together, with a product and a kernel for each step. The kernels
//! have the processor's arithmetic; the products have the device's order of sums.

use super::shared::{beside, expect_shape, operand};
use crate::device::cuda::Gpu;
use crate::error::{Error, Result};
use crate::ops::cpu::nn::recurrent::{self as kernels, Plan};
use crate::ops::cuda;
use crate::ops::loops::Loops;
use crate::ops::settings::Cell;
use crate::ops::{self, BinaryOp, ReduceOp};
use crate::tensor::{Shape, Tensor};

/// The operands of one layer in one direction.
#[derive(Clone, Copy)]
pub struct Layer<'a> {
    /// The cell.
    pub cell: Cell,
    /// `[T, N, I]`.
    pub x: &'a Tensor,
    /// `[N, H]`.
    pub h: &'a Tensor,
    /// `[N, H]`, for an LSTM.
    pub c: Option<&'a Tensor>,
    /// `[G H, I]` and `[G H, H]`.
    pub weights: [&'a Tensor; 2],
    /// `[G H]` each.
    pub biases: Option<[&'a Tensor; 2]>,
    /// Whether the steps run from the last to the first.
    pub reverse: bool,
}

/// What a forward pass keeps for its gradient.
pub struct Trace {
    /// The gates, `[T, N, G H]`.
    gates: Tensor,
    /// For an LSTM the cell states after each step, for a GRU the hidden part of its new gate:
    /// `[T, N, H]`. No elements for the others.
    inner: Tensor,
}

impl Plan {
    /// The name of a kernel of a CUDA device.
    fn kernel(&self, which: &str, like: &Tensor) -> String {
        let cell = match self.cell {
            Cell::Lstm => "lstm",
            Cell::Gru => "gru",
            Cell::Tanh | Cell::Relu => "rnn",
        };
        format!("{cell}_{which}_{}", like.dtype())
    }

    /// The last argument of these kernels.
    fn number(&self) -> i64 {
        match self.cell {
            Cell::Lstm | Cell::Gru => self.hidden as i64,
            Cell::Tanh => 0,
            Cell::Relu => 1,
        }
    }

    /// The states before the `k`-th step that runs, of those after each step.
    fn before(&self, k: usize, first: &Tensor, states: &Tensor) -> Result<Tensor> {
        if k == 0 { Ok(first.clone()) } else { states.select_view(0, self.step(k - 1) as i64) }
    }
}

impl Layer<'_> {
    fn plan(&self) -> Result<Plan> {
        let (op, [steps, samples, input]) = (self.cell.name(), [0, 1, 2].map(|i| self.x.shape()[i]));
        let hidden = self.weights[1].shape().last().copied().unwrap_or(0);
        if hidden == 0 {
            return Err(Error::argument(format!("{op}: a hidden size of 0")));
        }
        let gates = self.cell.gates() as i64 * hidden;
        expect_shape(op, "the input weight", self.weights[0], &[gates, input])?;
        expect_shape(op, "the hidden weight", self.weights[1], &[gates, hidden])?;
        self.biases.iter().flatten().try_for_each(|b| expect_shape(op, "a bias", b, &[gates]))?;
        expect_shape(op, "the hidden state", self.h, &[samples, hidden])?;
        self.c.iter().try_for_each(|c| expect_shape(op, "the cell state", c, &[samples, hidden]))?;
        let [steps, samples, hidden] = [steps, samples, hidden].map(|n| n as usize);
        Ok(Plan { cell: self.cell, steps, samples, hidden, reverse: self.reverse })
    }

    fn shape(&self, plan: &Plan, width: usize, extra: usize) -> Result<Shape> {
        Shape::new(&[(plan.steps + extra) as i64, plan.samples as i64, width as i64])
    }
}

/// Returns the hidden states of all steps, `[T, N, H]`. For an LSTM, one more row of samples holds
/// the last cell state. Returns new.
pub fn recur(layer: &Layer) -> Result<(Tensor, Trace)> {
    let (plan, op) = (layer.plan()?, layer.cell.name());
    let x = operand(op, layer.x)?;
    let h = beside(op, "the hidden state", layer.h, &x)?;
    let c = layer.c.map(|c| beside(op, "the cell state", c, &x)).transpose()?;
    let [w, u] =
        [beside(op, "the input weight", layer.weights[0], &x)?, beside(op, "the hidden weight", layer.weights[1], &x)?];
    let gates = ops::matmul(&x, &w.transpose_view(0, 1)?)?;
    let biases =
        layer.biases.map(|[a, b]| Ok([beside(op, "a bias", a, &x)?, beside(op, "a bias", b, &x)?])).transpose()?;
    if let Some([input, hidden]) = &biases {
        ops::binary_in_place(BinaryOp::Add, &gates, input)?;
        if plan.cell != Cell::Gru {
            ops::binary_in_place(BinaryOp::Add, &gates, hidden)?;
        }
    }
    let hidden_bias = biases.as_ref().filter(|_| plan.cell == Cell::Gru).map(|[_, b]| b);
    let make = |shape: Shape| Tensor::uninit(x.device(), x.dtype(), &shape);
    let out = make(layer.shape(&plan, plan.hidden, usize::from(plan.cell == Cell::Lstm))?)?;
    let inner = make(layer.shape(&plan, plan.inner(), 0)?)?;
    let scratch = make(Shape::new(&[plan.samples as i64, plan.gates() as i64])?)?;
    if let Some(gpu) = cuda::on(&x) {
        forward_there(gpu, &plan, (&h, c.as_ref(), &u, hidden_bias), [&gates, &inner, &out, &scratch])?;
        return Ok((out, Trace { gates, inner }));
    }
    let turned = ops::copy(&u.transpose_view(0, 1)?)?;
    kernels::recur(&plan, (&h, c.as_ref(), &turned, hidden_bias), [&gates, &inner, &out, &scratch])?;
    Ok((out, Trace { gates, inner }))
}

/// Runs the steps on a CUDA device. All tensors are contiguous and of one dtype, and those of the
/// array are new, except for the gates, which have the sums of the inputs.
fn forward_there(
    gpu: &Gpu,
    plan: &Plan,
    (h, c, u, bias): (&Tensor, Option<&Tensor>, &Tensor, Option<&Tensor>),
    [gates, inner, out, products]: [&Tensor; 4],
) -> Result<()> {
    if plan.samples == 0 {
        return Ok(());
    }
    let (hidden, no_batches) = (plan.hidden as i64, Loops::new());
    let kernel = plan.kernel("step", h);
    for k in 0..plan.steps {
        let at = |t: &Tensor| t.select_view(0, plan.step(k) as i64);
        let (before, gates, out) = (plan.before(k, h, out)?, at(gates)?, at(out)?);
        let sizes = [plan.samples, plan.gates(), plan.hidden];
        // SAFETY: the states are contiguous and the weights are read by columns; none is empty.
        unsafe { cuda::product(gpu, [products, &before, u], sizes, [[hidden, 1], [1, hidden]], &no_batches)? };
        let (inner_now, cells) = (at(inner)?, plan.before(k, c.unwrap_or(h), inner)?);
        let tensors = match plan.cell {
            Cell::Lstm => &[Some(&gates), Some(products), Some(&cells), Some(&inner_now), Some(&out)][..],
            Cell::Gru => &[Some(&gates), Some(products), bias, Some(&before), Some(&inner_now), Some(&out)],
            Cell::Tanh | Cell::Relu => &[Some(&gates), Some(products), Some(&out)],
        };
        // SAFETY: these are the tensors of the kernel, each of one step.
        unsafe { cuda::cell(gpu, &kernel, tensors, before.size(), plan.number())? };
    }
    match c {
        Some(c) => ops::copy_into(&out.select_view(0, plan.steps as i64)?, &plan.before(plan.steps, c, inner)?),
        None => Ok(()),
    }
}

/// The gradients of a layer.
pub struct Grads {
    /// With respect to `x`, `h` and `c`.
    pub states: [Option<Tensor>; 3],
    /// With respect to both weights.
    pub weights: [Tensor; 2],
    /// With respect to both biases.
    pub biases: [Tensor; 2],
}

/// The gradients of [`recur`] from the gradient of its result. Returns new.
pub fn recur_grad(layer: &Layer, trace: &Trace, out: &Tensor, grad: &Tensor) -> Result<Grads> {
    let plan = layer.plan()?;
    let like = |t: &Tensor| Tensor::uninit(t.device(), t.dtype(), &t.to_shape());
    let [x, h, grad] = [operand("recur", layer.x)?, operand("recur", layer.h)?, operand("recur", grad)?];
    let c = layer.c.map(|c| operand("recur", c)).transpose()?;
    let u = operand("recur", layer.weights[1])?;
    let slopes = like(&trace.gates)?;
    // The hidden products of a GRU have separate gradients, because its reset gate is in between.
    let hidden_slopes = if plan.cell == Cell::Gru { like(&slopes)? } else { slopes.untracked() };
    let (dh, dc) = (Tensor::zeroed(h.device(), h.dtype(), &h.to_shape())?, like(&h)?);
    let scratch = like(&h)?;
    let (given, starts) = ([&grad, &trace.gates, &trace.inner, out, &u], (&h, c.as_ref()));
    let memory = [&slopes, &hidden_slopes, &dh, &dc, &scratch];
    match cuda::on(&x) {
        Some(gpu) => backward_there(gpu, &plan, given, starts, memory)?,
        None => kernels::recur_grad(&plan, given, starts, memory)?,
    }
    let flat = |t: &Tensor| {
        ops::reshape(t, &[(plan.steps * plan.samples) as i64, *t.shape().last().expect("three dimensions")])
    };
    let (all, hidden) = (flat(&slopes)?, flat(&hidden_slopes)?);
    let dx = ops::matmul(&slopes, layer.weights[0])?;
    let dw = ops::matmul(&all.transpose_view(0, 1)?, &flat(&x)?)?;
    let du = ops::matmul(&hidden.transpose_view(0, 1)?, &flat(&befores(&plan, out, &h)?)?)?;
    let sum = |t: &Tensor| ops::reduce(ReduceOp::Sum, t, &[0], false);
    let biases = [sum(&all)?, sum(&hidden)?];
    let dc = (plan.cell == Cell::Lstm).then_some(dc);
    Ok(Grads { states: [Some(dx), Some(dh), dc], weights: [dw, du], biases })
}

/// Runs the steps in reverse on a CUDA device. All tensors are contiguous and of one dtype, and
/// `dh` is zeros.
///
/// The kernel of a step adds what the step after it has passed on, so `dh` holds the product alone
/// until the end, and a GRU's scratch memory what goes past its gates.
fn backward_there(
    gpu: &Gpu,
    plan: &Plan,
    [grad, gates, inner, out, weights]: [&Tensor; 5],
    (h, c): (&Tensor, Option<&Tensor>),
    [slopes, hidden_slopes, dh, dc, passed]: [&Tensor; 5],
) -> Result<()> {
    if plan.samples == 0 {
        return Ok(());
    }
    match plan.cell {
        Cell::Lstm => ops::copy_into(dc, &grad.select_view(0, plan.steps as i64)?)?,
        Cell::Gru => ops::fill(passed, 0.0)?,
        Cell::Tanh | Cell::Relu => {}
    }
    let (hidden, width, no_batches) = (plan.hidden as i64, plan.gates() as i64, Loops::new());
    let kernel = plan.kernel("back", h);
    for k in (0..plan.steps).rev() {
        let at = |t: &Tensor| t.select_view(0, plan.step(k) as i64);
        let (grad, gates, inner_now, slopes, own) =
            (at(grad)?, at(gates)?, at(inner)?, at(slopes)?, at(hidden_slopes)?);
        let (before, cells, out) = (plan.before(k, h, out)?, plan.before(k, c.unwrap_or(h), inner)?, at(out)?);
        let tensors = match plan.cell {
            Cell::Lstm => &[&slopes, dc, dh, &grad, &gates, &inner_now, &cells].map(Some)[..],
            Cell::Gru => &[&slopes, &own, passed, dh, &grad, &gates, &inner_now, &before].map(Some),
            Cell::Tanh | Cell::Relu => &[&slopes, dh, &grad, &out].map(Some),
        };
        let sizes = [plan.samples, plan.hidden, plan.gates()];
        // SAFETY: these are the tensors of the kernel, each of one step. The slopes of the hidden
        // products and the weights are contiguous, and not empty.
        unsafe {
            cuda::cell(gpu, &kernel, tensors, dh.size(), plan.number())?;
            cuda::product(gpu, [dh, &own, weights], sizes, [[width, 1], [hidden, 1]], &no_batches)?;
        }
    }
    if plan.cell == Cell::Gru { ops::binary_in_place(BinaryOp::Add, dh, passed) } else { Ok(()) }
}

/// The hidden state before each step.
fn befores(plan: &Plan, out: &Tensor, h: &Tensor) -> Result<Tensor> {
    let (h, steps) = (h.unsqueeze_view(0)?, plan.steps as i64);
    if steps == 0 {
        return out.slice_view(0, 0, 0, 1);
    }
    match plan.reverse {
        false => ops::concat(&[&h, &out.slice_view(0, 0, steps - 1, 1)?], 0),
        true => ops::concat(&[&out.slice_view(0, 1, steps, 1)?, &h], 0),
    }
}
