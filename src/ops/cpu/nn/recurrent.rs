//! The kernels of recurrent cells: the steps of a layer in one direction, and their gradient.
//!
//! Invariant: samples go through the sequence in blocks of a fixed size, independent of each other,
//! so the number of threads does not change the bits. Each step adds the product of the hidden
//! state and applies the cell in one pass. The gates stay where they were computed, for the
//! gradient.

use super::product::{Matrix, product_of_rows};
use super::shared::{Compute, In, Out};
use crate::error::Result;
use crate::ops::cpu::vecmath;
use crate::ops::parallel;
use crate::ops::settings::Cell;
use crate::tensor::{SharedCell, Tensor};

/// The number of samples that go through the sequence together.
const BLOCK: usize = 32;

/// The sizes of a layer.
#[derive(Clone, Copy)]
pub(in crate::ops) struct Plan {
    pub cell: Cell,
    pub steps: usize,
    pub samples: usize,
    pub hidden: usize,
    pub reverse: bool,
}

impl Plan {
    /// The index of the `k`-th step that runs.
    pub fn step(&self, k: usize) -> usize {
        if self.reverse { self.steps - 1 - k } else { k }
    }

    pub fn gates(&self) -> usize {
        self.cell.gates() * self.hidden
    }

    /// The width of what is kept inside of the cell.
    pub fn inner(&self) -> usize {
        if matches!(self.cell, Cell::Lstm | Cell::Gru) { self.hidden } else { 0 }
    }
}

/// Runs the steps of all samples. All tensors are contiguous and of one dtype: `turned` are the
/// hidden weights, transposed, and `bias` is the hidden one of a GRU. Those of the array are new,
/// except for the gates, which have the sums of the inputs.
pub(in crate::ops) fn recur(
    plan: &Plan,
    (h, c, turned, bias): (&Tensor, Option<&Tensor>, &Tensor, Option<&Tensor>),
    [gates, inner, out, scratch]: [&Tensor; 4],
) -> Result<()> {
    let blocks = plan.samples.div_ceil(BLOCK);
    with_float!(h.dtype(), T, {
        let (h, c, turned) = (In::<T>::of(h)?, c.map(In::<T>::of).transpose()?, In::<T>::of(turned)?);
        let bias = bias.map(In::<T>::of).transpose()?;
        let memory = [Out::<T>::of(gates)?, Out::<T>::of(inner)?, Out::<T>::of(out)?, Out::<T>::of(scratch)?];
        parallel::ranges(blocks, parallel::products(BLOCK * plan.steps * plan.hidden * plan.gates()), |range| {
            for block in range {
                let rows = block * BLOCK..((block + 1) * BLOCK).min(plan.samples);
                forward::<T>(plan, (h, c, turned, bias), memory, rows);
            }
        });
    });
    Ok(())
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

/// Runs the steps of all samples in reverse. All tensors are contiguous and of one dtype; the third
/// of `memory`, the gradient of the hidden state, is zeros, and the others are new.
pub(in crate::ops) fn recur_grad(
    plan: &Plan,
    given: [&Tensor; 5],
    starts: (&Tensor, Option<&Tensor>),
    memory: [&Tensor; 5],
) -> Result<()> {
    with_float!(starts.0.dtype(), T, backward_all::<T>(plan, given, starts, memory))
}

fn backward_all<T: Compute>(
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
