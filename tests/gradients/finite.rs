//! The model of a gradient: how the loss changes if one element changes a little.

use tenure::autograd::{self, Tape};
use tenure::error::Result;
use tenure::internals::TensorInternals;
use tenure::ops::{self, BinaryOp, ReduceOp};
use tenure::tensor::{Shape, Tensor};

pub fn shape(dims: &[i64]) -> Shape {
    Shape::new(dims).expect("a small shape")
}

/// A contiguous float64 tensor of these values.
pub fn tensor(values: &[f64], dims: &[i64]) -> Tensor {
    Tensor::from_slice(values, &shape(dims)).expect("values fit the shape")
}

/// Distinct values from -2 to 2, away from 0 and from each other, so that none is at a kink or a
/// tie.
pub fn signed(dims: &[i64], seed: usize) -> Tensor {
    let n = shape(dims).elements();
    let value = |i: usize| {
        // 7919 is prime and so coprime with every n here, so each step occurs once.
        let step = (i * 7919 + seed * 31) % n.max(1);
        let x = 0.2 + 1.8 * (step as f64 + 0.5) / n as f64;
        if (i + seed).is_multiple_of(2) { x } else { -x }
    };
    tensor(&(0..n).map(value).collect::<Vec<f64>>(), dims)
}

/// Like [`signed`], all positive.
pub fn positive(dims: &[i64], seed: usize) -> Tensor {
    let values: Vec<f64> = read(&signed(dims, seed)).iter().map(|x| x.abs()).collect();
    tensor(&values, dims)
}

/// The elements in row-major order, whatever the layout.
pub fn read(t: &Tensor) -> Vec<f64> {
    let t = ops::copy(t).expect("a small copy");
    t.to_vec::<f64>().expect("float64")
}

/// Layouts with the same elements: in order, with the dimensions stored in reverse, and with gaps.
pub fn layouts(t: &Tensor) -> [Tensor; 3] {
    let reversed: Vec<i64> = (0..t.rank() as i64).rev().collect();
    let turned = ops::copy(&t.permute(&reversed).expect("all axes")).expect("small");
    let flat = ops::reshape(t, &[t.size() as i64]).expect("contiguous");
    let gaps = ops::stack(&[&flat, &flat], 1).expect("pairs").select(1, 1).expect("the second copy");
    let gaps = ops::reshape(&gaps, t.shape()).expect("a view");
    [ops::copy(t).expect("small"), turned.permute(&reversed).expect("all axes"), gaps]
}

/// A sum of all elements of `y`, each with a different weight, so that errors cannot cancel.
pub fn loss(y: &Tensor) -> Result<Tensor> {
    let weights: Vec<f64> = (0..y.size()).map(|i| 0.3 + (i * 37 % 11) as f64 / 7.0).collect();
    let weighted = autograd::binary(BinaryOp::Mul, y, &tensor(&weights, y.shape()))?;
    autograd::reduce(ReduceOp::Sum, &weighted, &[], false)
}

/// Compares the gradient of every input of `f` with finite differences, in every layout, watched
/// together and alone.
pub fn check(inputs: &[Tensor], f: impl Fn(&[Tensor]) -> Result<Tensor>) {
    let expected: Vec<Vec<f64>> = (0..inputs.len()).map(|i| differences(inputs, i, &f)).collect();
    for layout in 0..3 {
        let xs: Vec<Tensor> = inputs.iter().map(|t| layouts(t)[layout].clone()).collect();
        let together = gradients(&xs, &|_| true, &f);
        for (i, x) in xs.iter().enumerate() {
            let grad = &together[i];
            assert_eq!((grad.shape(), grad.dtype()), (x.shape(), x.dtype()), "input {i}");
            assert!(grad.is_contiguous() && grad.track().is_none() && grad.storage().ref_count() == 1, "input {i}");
            for (at, (got, want)) in read(grad).into_iter().zip(&expected[i]).enumerate() {
                let error = (got - want).abs() / (1.0 + want.abs());
                assert!(error < 1e-6, "layout {layout}, input {i}, element {at}: {got}, by differences {want}");
            }
            let alone = gradients(&xs, &|k| k == i, &f);
            assert_eq!(read(&alone[0]), read(grad), "layout {layout}: input {i} watched alone");
        }
    }
    check_twice(inputs, &f);
}

/// The operations whose gradients are kernels, which have no gradients.
const ONCE: [&str; 10] =
    ["an indexed operation", "ctc_loss", "cummax", "cummin", "cumprod", "digamma", "gru", "gru_cell", "lstm", "prod"];

/// Compares the gradients of the gradients of `f` with finite differences of the gradients, unless an
/// operation of [`ONCE`] refuses.
fn check_twice(inputs: &[Tensor], f: &dyn Fn(&[Tensor]) -> Result<Tensor>) {
    let tape = Tape::new();
    let operands: Vec<Tensor> = inputs.iter().map(|x| tape.watch(x).expect("float64")).collect();
    let wrt: Vec<&Tensor> = operands.iter().collect();
    let of_f = loss(&f(&operands).expect("the operands fit")).expect("a sum");
    let grads = match autograd::gradients(&of_f, &wrt) {
        Ok(grads) => grads,
        Err(refused) => {
            let text = refused.to_string();
            let op = text.split(": its gradient has no gradient").next().expect("a first part");
            let op = op.rsplit(": ").next().expect("a last part");
            return assert!(ONCE.contains(&op), "{text}");
        }
    };
    let once = gradients(inputs, &|_| true, f);
    for (i, (recorded, plain)) in grads.iter().zip(&once).enumerate() {
        assert_eq!((recorded.shape(), recorded.dtype()), (plain.shape(), plain.dtype()), "input {i}");
        for (at, (got, want)) in read(recorded).into_iter().zip(read(plain)).enumerate() {
            let error = (got - want).abs() / (1.0 + want.abs());
            assert!(error < 1e-9, "recorded gradient of input {i}, element {at}: {got}, by kernels {want}");
        }
    }
    let expected: Vec<Vec<f64>> = (0..inputs.len()).map(|i| differences(inputs, i, &|xs| bend(xs, f))).collect();
    let total = loss(&total(&grads).expect("sums")).expect("a number");
    let second = match total.track() {
        Some(_) => tape.backward(&total, &wrt).expect("nothing was changed"),
        None => inputs.iter().map(|x| Tensor::zeroed(x.device(), x.dtype(), &x.to_shape()).expect("small")).collect(),
    };
    for (i, (grad, expected)) in second.iter().zip(&expected).enumerate() {
        for (at, (got, want)) in read(grad).into_iter().zip(expected).enumerate() {
            let error = (got - want).abs() / (1.0 + want.abs());
            assert!(error < 2e-5, "second gradient of input {i}, element {at}: {got}, by differences {want}");
        }
    }
}

/// The sum of all elements of the gradients, each with its weight, as a tensor of one element.
fn bend(xs: &[Tensor], f: &dyn Fn(&[Tensor]) -> Result<Tensor>) -> Result<Tensor> {
    total(&gradients(xs, &|_| true, f))
}

/// The sum of the [`loss`] of each.
pub fn total(grads: &[Tensor]) -> Result<Tensor> {
    let sums = grads.iter().map(loss).collect::<Result<Vec<Tensor>>>()?;
    let stacked = autograd::stack(&sums.iter().collect::<Vec<_>>(), 0)?;
    autograd::reduce(ReduceOp::Sum, &stacked, &[], false)
}

/// The gradients of the watched inputs.
fn gradients(xs: &[Tensor], watched: &dyn Fn(usize) -> bool, f: &dyn Fn(&[Tensor]) -> Result<Tensor>) -> Vec<Tensor> {
    let tape = Tape::new();
    let watch = |(i, x): (usize, &Tensor)| if watched(i) { tape.watch(x).expect("float64") } else { x.clone() };
    let operands: Vec<Tensor> = xs.iter().enumerate().map(watch).collect();
    let loss = loss(&f(&operands).expect("the operands fit")).expect("a sum");
    let wrt: Vec<&Tensor> = operands.iter().filter(|t| t.track().is_some()).collect();
    tape.backward(&loss, &wrt).expect("nothing was changed")
}

/// The central difference of the loss for every element of input `i`.
pub fn differences(inputs: &[Tensor], i: usize, f: &dyn Fn(&[Tensor]) -> Result<Tensor>) -> Vec<f64> {
    let step = 1e-5;
    let at = |values: &[f64]| {
        let mut moved = inputs.to_vec();
        moved[i] = tensor(values, inputs[i].shape());
        ops::item(&loss(&f(&moved).expect("the operands fit")).expect("a sum")).expect("one element")
    };
    let mut values = read(&inputs[i]);
    (0..values.len())
        .map(|k| {
            let x = values[k];
            values[k] = x + step;
            let above = at(&values);
            values[k] = x - step;
            let below = at(&values);
            values[k] = x;
            (above - below) / (2.0 * step)
        })
        .collect()
}
