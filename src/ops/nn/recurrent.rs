//! Recurrent cells over a whole sequence: `lstm`, `gru` and Elman's, one layer in one direction.
//!
//! Invariant: samples go through the sequence in blocks of a fixed size, independent of each other,
//! so the number of threads does not change the bits. The product of all inputs with the weights is
//! computed at once. Each step adds the product of the hidden state and applies the cell in one
//! pass. The gates stay where they were computed, for the gradient.
//!
//! A CUDA device takes all samples together, with a product and a kernel for each step. The kernels
//! have this arithmetic; the products have the device's order of sums.

use super::shared::{Compute, In, Out, beside, expect_shape, operand};
use crate::device::cuda::Gpu;
use crate::error::{Error, Result};
use crate::ops::cpu::nn::product::{Matrix, product_of_rows};
use crate::ops::cpu::vecmath;
use crate::ops::cuda;
use crate::ops::loops::Loops;
use crate::ops::{self, BinaryOp, ReduceOp, parallel};
use crate::tensor::{Shape, SharedCell, Tensor};

/// The number of samples that go through the sequence together.
const BLOCK: usize = 32;

/// The kind of cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Long short-term memory: gates input, forget, cell, output.
    Lstm,
    /// Gated recurrent unit: gates reset, update, new.
    Gru,
    /// Elman's cell: the hyperbolic tangent of the sum of both products.
    Tanh,
    /// Elman's cell with a rectified linear unit.
    Relu,
}

impl Cell {
    /// The number of gates.
    pub fn gates(self) -> usize {
        match self {
            Cell::Lstm => 4,
            Cell::Gru => 3,
            Cell::Tanh | Cell::Relu => 1,
        }
    }

    /// The name in PyTorch.
    pub fn name(self) -> &'static str {
        match self {
            Cell::Lstm => "lstm",
            Cell::Gru => "gru",
            Cell::Tanh => "rnn_tanh",
            Cell::Relu => "rnn_relu",
        }
    }
}

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

#[derive(Clone, Copy)]
struct Plan {
    cell: Cell,
    steps: usize,
    samples: usize,
    hidden: usize,
    reverse: bool,
}

impl Plan {
    /// The index of the `k`-th step that runs.
    fn step(&self, k: usize) -> usize {
        if self.reverse { self.steps - 1 - k } else { k }
    }

    fn gates(&self) -> usize {
        self.cell.gates() * self.hidden
    }

    /// The width of what is kept inside of the cell.
    fn inner(&self) -> usize {
        if matches!(self.cell, Cell::Lstm | Cell::Gru) { self.hidden } else { 0 }
    }

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
    let blocks = plan.samples.div_ceil(BLOCK);
    with_float!(x.dtype(), T, {
        let (h, c, turned) = (In::<T>::of(&h)?, c.as_ref().map(In::<T>::of).transpose()?, In::<T>::of(&turned)?);
        let bias = hidden_bias.map(In::<T>::of).transpose()?;
        let memory = [Out::<T>::of(&gates)?, Out::<T>::of(&inner)?, Out::<T>::of(&out)?, Out::<T>::of(&scratch)?];
        parallel::ranges(blocks, parallel::products(BLOCK * plan.steps * plan.hidden * plan.gates()), |range| {
            for block in range {
                let rows = block * BLOCK..((block + 1) * BLOCK).min(plan.samples);
                forward::<T>(&plan, (h, c, turned, bias), memory, rows);
            }
        });
    });
    Ok((out, Trace { gates, inner }))
}

/// Runs the steps of some samples.
fn forward<T: Compute>(
    plan: &Plan,
    (h, c, turned, bias): (In<T>, Option<In<T>>, In<T>, Option<In<T>>),
    [gates, inner, out, scratch]: [Out<T>; 4],
    rows: std::ops::Range<usize>,
) {
    let (n, width, hidden) = (rows.len(), plan.gates(), plan.hidden);
    let part = |t: &Out<T>, step: usize, width: usize| {
        let first = step * plan.samples;
        // SAFETY: one range has these samples, and parts of one tensor that are used together are
        // only read.
        unsafe { t.part((first + rows.start) * width..(first + rows.end) * width) }
    };
    for k in 0..plan.steps {
        let step = plan.step(k);
        let before = match k {
            0 => h.part(rows.start * hidden..rows.end * hidden),
            _ => SharedCell::of_mut(part(&out, plan.step(k - 1), hidden)),
        };
        let products = part(&scratch, 0, width);
        // SAFETY: the states of these samples, the weights, and memory for their products.
        unsafe {
            let a = Matrix { at: before.as_ptr().cast(), row: hidden as isize, column: 1 };
            let b = Matrix { at: turned.ptr(), row: width as isize, column: 1 };
            product_of_rows((n, width, hidden), products.as_mut_ptr(), a, b);
        }
        let (gates, inner_now, out_now) =
            (part(&gates, step, width), part(&inner, step, plan.inner()), part(&out, step, hidden));
        match plan.cell {
            Cell::Lstm => {
                let cells = match (k, &c) {
                    (0, Some(c)) => c.part(rows.start * hidden..rows.end * hidden),
                    _ => SharedCell::of_mut(part(&inner, plan.step(k.saturating_sub(1)), hidden)),
                };
                lstm_step::<T>(hidden, gates, products, cells, inner_now, out_now);
            }
            Cell::Gru => {
                gru_step::<T>(hidden, (gates, products), bias.as_ref().map(In::all), before, inner_now, out_now)
            }
            Cell::Tanh | Cell::Relu => plain_step::<T>(plan.cell == Cell::Relu, gates, products, out_now),
        }
    }
    if plan.cell == Cell::Lstm {
        let last = part(&out, plan.steps, hidden);
        match (plan.steps, &c) {
            (0, Some(c)) => {
                last.iter_mut().zip(c.part(rows.start * hidden..rows.end * hidden)).for_each(|(to, c)| *to = c.get());
            }
            _ => last.copy_from_slice(part(&inner, plan.step(plan.steps - 1), hidden)),
        }
    }
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

kernel! {
    fn lstm_step(
        hidden: usize,
        gates: &mut [T],
        products: &mut [T],
        before: &[SharedCell<T>],
        cells: &mut [T],
        out: &mut [T],
    ) {
        for (row, gates) in gates.chunks_exact_mut(4 * hidden).enumerate() {
            let products = &products[row * 4 * hidden..(row + 1) * 4 * hidden];
            let range = row * hidden..(row + 1) * hidden;
            let (before, cells, out) = (&before[range.clone()], &mut cells[range.clone()], &mut out[range]);
            for (gate, (values, products)) in gates.chunks_exact_mut(hidden).zip(products.chunks_exact(hidden)).enumerate() {
                if gate == 2 {
                    values.iter_mut().zip(products).for_each(|(x, p)| *x = vecmath::tanh(*x + *p));
                } else {
                    values.iter_mut().zip(products).for_each(|(x, p)| *x = vecmath::sigmoid(*x + *p));
                }
            }
            let (i, rest) = gates.split_at(hidden);
            let (f, rest) = rest.split_at(hidden);
            let (g, o) = rest.split_at(hidden);
            for j in 0..hidden {
                let c = f[j] * before[j].get() + i[j] * g[j];
                cells[j] = c;
                out[j] = o[j] * vecmath::tanh(c);
            }
        }
    }
}

kernel! {
    fn plain_step(is_relu: bool, sums: &[T], products: &[T], out: &mut [T]) {
        let sums = sums.iter().zip(products).map(|(x, p)| *x + *p);
        match is_relu {
            // A NaN stays.
            true => out.iter_mut().zip(sums).for_each(|(to, x)| *to = if x < T::ZERO { T::ZERO } else { x }),
            false => out.iter_mut().zip(sums).for_each(|(to, x)| *to = vecmath::tanh(x)),
        }
    }
}

kernel! {
    fn gru_step(
        hidden: usize,
        memory: (&mut [T], &mut [T]),
        bias: Option<&[SharedCell<T>]>,
        before: &[SharedCell<T>],
        inner: &mut [T],
        out: &mut [T],
    ) {
        let (gates, products) = memory;
        for (row, gates) in gates.chunks_exact_mut(3 * hidden).enumerate() {
            let products = &mut products[row * 3 * hidden..(row + 1) * 3 * hidden];
            if let Some(bias) = bias {
                products.iter_mut().zip(bias).for_each(|(p, b)| *p = *p + b.get());
            }
            let range = row * hidden..(row + 1) * hidden;
            let (before, inner, out) = (&before[range.clone()], &mut inner[range.clone()], &mut out[range]);
            let (rz, new) = gates.split_at_mut(2 * hidden);
            rz.iter_mut().zip(&*products).for_each(|(x, p)| *x = vecmath::sigmoid(*x + *p));
            inner.copy_from_slice(&products[2 * hidden..]);
            for j in 0..hidden {
                new[j] = vecmath::tanh(new[j] + rz[j] * inner[j]);
                out[j] = (T::ONE - rz[hidden + j]) * new[j] + rz[hidden + j] * before[j].get();
            }
        }
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
        None => with_float!(x.dtype(), T, backward_here::<T>(&plan, given, starts, memory)?),
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

/// Runs the steps of all samples in reverse, on the processor.
fn backward_here<T: Compute>(
    plan: &Plan,
    given: [&Tensor; 5],
    (h, c): (&Tensor, Option<&Tensor>),
    memory: [&Tensor; 5],
) -> Result<()> {
    let [grad, gates, inner, out, weights] = given.map(In::<T>::of);
    let given = [grad?, gates?, inner?, out?, weights?];
    let [slopes, hidden_slopes, dh, dc, scratch] = memory.map(Out::<T>::of);
    let memory = [slopes?, hidden_slopes?, dh?, dc?, scratch?];
    let starts = (In::<T>::of(h)?, c.map(In::<T>::of).transpose()?);
    let (blocks, cost) =
        (plan.samples.div_ceil(BLOCK), parallel::products(BLOCK * plan.steps * plan.hidden * plan.gates()));
    parallel::ranges(blocks, cost, |range| {
        for block in range {
            let rows = block * BLOCK..((block + 1) * BLOCK).min(plan.samples);
            backward::<T>(plan, given, starts, memory, rows);
        }
    });
    Ok(())
}

/// Runs the steps in reverse on a CUDA device. All tensors are contiguous and of one dtype, and `dh`
/// is zeros.
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

/// Runs the steps of some samples in reverse.
fn backward<T: Compute>(
    plan: &Plan,
    [grad, gates, inner, out, weights]: [In<T>; 5],
    (h, c): (In<T>, Option<In<T>>),
    [slopes, hidden_slopes, dh, dc, scratch]: [Out<T>; 5],
    rows: std::ops::Range<usize>,
) {
    let (n, width, hidden) = (rows.len(), plan.gates(), plan.hidden);
    let place = |step: usize, width: usize| {
        (step * plan.samples + rows.start) * width..(step * plan.samples + rows.end) * width
    };
    // SAFETY: these samples are in one range.
    let (dh, dc, scratch) =
        unsafe { (dh.part(place(0, hidden)), dc.part(place(0, hidden)), scratch.part(place(0, hidden))) };
    if plan.cell == Cell::Lstm {
        dc.iter_mut().zip(grad.part(place(plan.steps, hidden))).for_each(|(to, g)| *to = g.get());
    }
    for k in (0..plan.steps).rev() {
        let step = plan.step(k);
        for (sum, g) in dh.iter_mut().zip(grad.part(place(step, hidden))) {
            *sum = *sum + g.get();
        }
        // SAFETY: as above.
        let (slopes, own) = unsafe { (slopes.part(place(step, width)), hidden_slopes.part(place(step, width))) };
        let saved = (gates.part(place(step, width)), inner.part(place(step, plan.inner())));
        match plan.cell {
            Cell::Lstm => {
                let before = match (k, &c) {
                    (0, Some(c)) => c.part(place(0, hidden)),
                    _ => inner.part(place(plan.step(k.saturating_sub(1)), hidden)),
                };
                lstm_back::<T>(hidden, saved, before, dh, dc, slopes);
            }
            Cell::Gru => {
                let before = if k == 0 { h.part(place(0, hidden)) } else { out.part(place(plan.step(k - 1), hidden)) };
                gru_back::<T>(hidden, saved, before, dh, slopes, own);
            }
            Cell::Tanh | Cell::Relu => {
                plain_back::<T>(plan.cell == Cell::Relu, out.part(place(step, hidden)), dh, slopes);
            }
        }
        // SAFETY: slopes of these samples, the weights, and memory for their products.
        unsafe {
            let slopes = if plan.cell == Cell::Gru { own.as_ptr() } else { slopes.as_ptr() };
            let a = Matrix { at: slopes, row: width as isize, column: 1 };
            let b = Matrix { at: weights.ptr(), row: hidden as isize, column: 1 };
            product_of_rows((n, hidden, width), scratch.as_mut_ptr(), a, b);
        }
        for (to, from) in dh.iter_mut().zip(&*scratch) {
            // The part that a GRU passes on unchanged is already in `dh`.
            *to = if plan.cell == Cell::Gru { *to + *from } else { *from };
        }
    }
}

kernel! {
    fn lstm_back(
        hidden: usize,
        saved: (&[SharedCell<T>], &[SharedCell<T>]),
        before: &[SharedCell<T>],
        dh: &mut [T],
        dc: &mut [T],
        slopes: &mut [T],
    ) {
        for (row, slopes) in slopes.chunks_exact_mut(4 * hidden).enumerate() {
            let gates = &saved.0[row * 4 * hidden..(row + 1) * 4 * hidden];
            for j in 0..hidden {
                let at = row * hidden + j;
                let [i, f, g, o] = [0, 1, 2, 3].map(|k| gates[k * hidden + j].get());
                let t = vecmath::tanh(saved.1[at].get());
                let d = dc[at] + dh[at] * o * (T::ONE - t * t);
                slopes[j] = d * g * i * (T::ONE - i);
                slopes[hidden + j] = d * before[at].get() * f * (T::ONE - f);
                slopes[2 * hidden + j] = d * i * (T::ONE - g * g);
                slopes[3 * hidden + j] = dh[at] * t * o * (T::ONE - o);
                dc[at] = d * f;
            }
        }
    }
}

kernel! {
    fn plain_back(is_relu: bool, out: &[SharedCell<T>], dh: &[T], slopes: &mut [T]) {
        for (slope, (y, d)) in slopes.iter_mut().zip(out.iter().map(SharedCell::get).zip(dh)) {
            *slope = match is_relu {
                true => if y <= T::ZERO { T::ZERO } else { *d },
                false => *d * (T::ONE - y * y),
            };
        }
    }
}

kernel! {
    fn gru_back(
        hidden: usize,
        saved: (&[SharedCell<T>], &[SharedCell<T>]),
        before: &[SharedCell<T>],
        dh: &mut [T],
        slopes: &mut [T],
        own: &mut [T],
    ) {
        for (row, slopes) in slopes.chunks_exact_mut(3 * hidden).enumerate() {
            let gates = &saved.0[row * 3 * hidden..(row + 1) * 3 * hidden];
            let own = &mut own[row * 3 * hidden..(row + 1) * 3 * hidden];
            for j in 0..hidden {
                let at = row * hidden + j;
                let [r, z, n] = [0, 1, 2].map(|k| gates[k * hidden + j].get());
                let dn = dh[at] * (T::ONE - z) * (T::ONE - n * n);
                let dz = dh[at] * (before[at].get() - n) * z * (T::ONE - z);
                let dr = dn * saved.1[at].get() * r * (T::ONE - r);
                (slopes[j], slopes[hidden + j], slopes[2 * hidden + j]) = (dr, dz, dn);
                (own[j], own[hidden + j], own[2 * hidden + j]) = (dr, dz, dn * r);
                dh[at] = dh[at] * z;
            }
        }
    }
}
