//! The digits step by hand: the same products, and loops over buffers that are allocated once,
//! without tensors. The difference to the other figures is what the library adds.

use criterion::Criterion;
use gemm::{Parallelism, gemm};
use std::hint::black_box;

pub const BATCH: usize = 32;
pub const INPUTS: usize = 64;
pub const HIDDEN: usize = 64;
pub const CLASSES: usize = 10;
/// No learning: in a million steps on one batch the loss would reach 0, and the products would then
/// multiply subnormal numbers.
pub const LEARNING_RATE: f32 = 0.0;

/// A matrix in the caller's memory: rows, columns, and the two strides.
#[derive(Clone, Copy)]
struct Matrix {
    start: *mut f32,
    rows: usize,
    columns: usize,
    row_stride: isize,
    column_stride: isize,
}

impl Matrix {
    fn of(buffer: &mut [f32], rows: usize, columns: usize) -> Matrix {
        assert_eq!(buffer.len(), rows * columns);
        Matrix { start: buffer.as_mut_ptr(), rows, columns, row_stride: columns as isize, column_stride: 1 }
    }

    fn transposed(self) -> Matrix {
        Matrix {
            rows: self.columns,
            columns: self.rows,
            row_stride: self.column_stride,
            column_stride: self.row_stride,
            ..self
        }
    }
}

fn product(out: Matrix, a: Matrix, b: Matrix) {
    assert_eq!((out.rows, out.columns, a.columns), (a.rows, b.columns, b.rows));
    // SAFETY: the three matrices are in different buffers, whose lengths `Matrix::of` has checked.
    unsafe {
        gemm(
            out.rows,
            out.columns,
            a.columns,
            out.start,
            out.column_stride,
            out.row_stride,
            false,
            a.start,
            a.column_stride,
            a.row_stride,
            b.start,
            b.column_stride,
            b.row_stride,
            0.0f32,
            1.0f32,
            false,
            false,
            false,
            Parallelism::None,
        );
    }
}

/// A parameter, its gradient and its velocity.
struct Parameter {
    value: Vec<f32>,
    grad: Vec<f32>,
    velocity: Vec<f32>,
}

impl Parameter {
    fn new(n: usize, scale: f32) -> Parameter {
        let value = (0..n).map(|i| ((i * 37 % 101) as f32 / 50.0 - 1.0) * scale).collect();
        Parameter { value, grad: vec![0.0; n], velocity: vec![0.0; n] }
    }

    fn step(&mut self) {
        for ((p, g), v) in self.value.iter_mut().zip(&self.grad).zip(&mut self.velocity) {
            *v = 0.9 * *v + g;
            *p -= LEARNING_RATE * *v;
        }
    }
}

pub struct Step {
    x: Vec<f32>,
    targets: Vec<i64>,
    w1: Parameter,
    b1: Parameter,
    w2: Parameter,
    b2: Parameter,
    hidden: Vec<f32>,
    logits: Vec<f32>,
    d_hidden: Vec<f32>,
}

impl Step {
    pub fn new() -> Step {
        Step {
            x: (0..BATCH * INPUTS).map(|i| (i % 17) as f32 / 16.0).collect(),
            targets: (0..BATCH as i64).map(|i| i % CLASSES as i64).collect(),
            w1: Parameter::new(INPUTS * HIDDEN, 0.2),
            b1: Parameter::new(HIDDEN, 0.0),
            w2: Parameter::new(HIDDEN * CLASSES, 0.2),
            b2: Parameter::new(CLASSES, 0.0),
            hidden: vec![0.0; BATCH * HIDDEN],
            logits: vec![0.0; BATCH * CLASSES],
            d_hidden: vec![0.0; BATCH * HIDDEN],
        }
    }

    pub fn run(&mut self) -> f32 {
        let x = Matrix::of(&mut self.x, BATCH, INPUTS);
        let hidden = Matrix::of(&mut self.hidden, BATCH, HIDDEN);
        let w2 = Matrix::of(&mut self.w2.value, HIDDEN, CLASSES);
        product(hidden, x, Matrix::of(&mut self.w1.value, INPUTS, HIDDEN));
        for row in self.hidden.chunks_exact_mut(HIDDEN) {
            row.iter_mut().zip(&self.b1.value).for_each(|(h, b)| *h = (*h + b).max(0.0));
        }
        let logits = Matrix::of(&mut self.logits, BATCH, CLASSES);
        product(logits, hidden, w2);
        let loss = self.loss_and_its_gradient();
        product(Matrix::of(&mut self.w2.grad, HIDDEN, CLASSES), hidden.transposed(), logits);
        sum_rows(&self.logits, &mut self.b2.grad);
        product(Matrix::of(&mut self.d_hidden, BATCH, HIDDEN), logits, w2.transposed());
        for (d, h) in self.d_hidden.iter_mut().zip(&self.hidden) {
            *d = if *h > 0.0 { *d } else { 0.0 };
        }
        let d_hidden = Matrix::of(&mut self.d_hidden, BATCH, HIDDEN);
        product(Matrix::of(&mut self.w1.grad, INPUTS, HIDDEN), x.transposed(), d_hidden);
        sum_rows(&self.d_hidden, &mut self.b1.grad);
        for parameter in [&mut self.w1, &mut self.b1, &mut self.w2, &mut self.b2] {
            parameter.step();
        }
        loss
    }

    /// Computes the cross entropy; replaces the logits by its gradient.
    fn loss_and_its_gradient(&mut self) -> f32 {
        let mut loss = 0.0;
        for (row, &target) in self.logits.chunks_exact_mut(CLASSES).zip(&self.targets) {
            row.iter_mut().zip(&self.b2.value).for_each(|(z, b)| *z += b);
            let max = row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            let shifted = row[target as usize] - max;
            row.iter_mut().for_each(|z| *z = (*z - max).exp());
            let sum: f32 = row.iter().sum();
            loss += sum.ln() - shifted;
            let scale = 1.0 / (sum * BATCH as f32);
            row.iter_mut().for_each(|z| *z *= scale);
            row[target as usize] -= 1.0 / BATCH as f32;
        }
        loss / BATCH as f32
    }
}

fn sum_rows(matrix: &[f32], out: &mut [f32]) {
    out.fill(0.0);
    for row in matrix.chunks_exact(out.len()) {
        out.iter_mut().zip(row).for_each(|(sum, x)| *sum += x);
    }
}

pub fn run(criterion: &mut Criterion) {
    let n = 1024;
    let [mut a, mut b, mut out] = [1.0, 1.0, 0.0].map(|value| vec![value; n * n]);
    let (a, b, out) = (Matrix::of(&mut a, n, n), Matrix::of(&mut b, n, n), Matrix::of(&mut out, n, n));
    criterion.bench_function("floor.matmul_1024", |bench| bench.iter(|| product(out, a, b)));
    let mut step = Step::new();
    criterion.bench_function("floor.digits_step", |b| b.iter(|| black_box(step.run())));
}
