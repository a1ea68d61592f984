//! Recurrent layers on a CUDA device, with gradients. Their steps have the processor's arithmetic,
//! and the products between them add in another order. So results are within a bound, and where no
//! sum has two terms they have the processor's bits.

use super::bits::numbers;
use super::*;
use tenure::autograd::nn::{RecurrentSettings, recurrent, recurrent_cell};
use tenure::autograd::{self, Tape};
use tenure::error::{Result, Status};
use tenure::memory;
use tenure::ops::nn::{Cell, Layer, recur, recur_grad};
use tenure::ops::*;

const CELLS: [Cell; 4] = [Cell::Lstm, Cell::Gru, Cell::Tanh, Cell::Relu];

/// Steps, samples, features of an input and of a state.
type Sizes = [i64; 4];

const SIZES: Sizes = [3, 2, 4, 3];

fn plain(cell: Cell) -> RecurrentSettings {
    RecurrentSettings { cell, has_biases: true, layers: 1, bidirectional: false, batch_first: false, dropout: 0.0 }
}

/// Numbers from -1 to 1.
fn small(seed: u64, dtype: DType, dims: &[i64]) -> Tensor {
    let wide = binary_scalar(BinaryOp::Div, &numbers(seed, DType::F64, dims), 9.0).expect("a quotient");
    cast(&wide, dtype).expect("a float")
}

/// The sequence, the states and the weights of a network, whose states may be projected.
fn network(how: RecurrentSettings, dtype: DType, sizes: Sizes, projected: Option<i64>) -> Vec<Tensor> {
    let [steps, samples, input, hidden] = sizes;
    let (directions, gates) = (if how.bidirectional { 2 } else { 1 }, how.cell.gates() as i64);
    let width = projected.unwrap_or(hidden);
    let mut dims = vec![if how.batch_first { vec![samples, steps, input] } else { vec![steps, samples, input] }];
    dims.push(vec![how.layers * directions, samples, width]);
    if how.cell == Cell::Lstm {
        dims.push(vec![how.layers * directions, samples, hidden]);
    }
    for at in 0..how.layers * directions {
        let input = if at < directions { input } else { width * directions };
        dims.extend([vec![gates * hidden, input], vec![gates * hidden, width]]);
        if how.has_biases {
            dims.extend([vec![gates * hidden], vec![gates * hidden]]);
        }
        dims.extend(projected.map(|width| vec![width, hidden]));
    }
    dims.iter().enumerate().map(|(i, dims)| small(200 + i as u64, dtype, dims)).collect()
}

fn run(t: &[Tensor], how: RecurrentSettings) -> Result<Vec<Tensor>> {
    let states = if how.cell == Cell::Lstm { 3 } else { 2 };
    let weights: Vec<&Tensor> = t[states..].iter().collect();
    let (out, h, c) = recurrent(&t[0], &t[1], t[1..states].get(1), &weights, how)?;
    Ok([Some(out), Some(h), c].into_iter().flatten().collect())
}

/// The results, and the gradients of a weighted sum of them by each operand.
fn evaluated(operands: &[Tensor], f: &dyn Fn(&[Tensor]) -> Result<Vec<Tensor>>) -> Result<Vec<Tensor>> {
    let tape = Tape::new();
    let watched = operands.iter().map(|t| tape.watch(t)).collect::<Result<Vec<Tensor>>>()?;
    let results = f(&watched)?;
    let flat = autograd::concat_flat(&results.iter().collect::<Vec<_>>())?;
    let weights = to_device(&small(199, flat.dtype(), flat.shape()), flat.device())?;
    let loss = autograd::reduce(ReduceOp::Sum, &autograd::binary(BinaryOp::Mul, &flat, &weights)?, &[], false)?;
    let gradients = tape.backward(&loss, &watched.iter().collect::<Vec<_>>())?;
    Ok(results.iter().map(Tensor::untracked).chain(gradients).collect())
}

/// What results of about 1 may differ by: a few units in the last place, of halves one.
fn bound(dtype: DType) -> f64 {
    match dtype {
        DType::F64 => 2e-14,
        DType::F32 => 1e-5,
        DType::F16 => 1e-3,
        _ => 8e-3,
    }
}

fn close(what: &str, wanted: &[Tensor], got: &[Tensor]) {
    assert_eq!(wanted.len(), got.len(), "{what}");
    for (i, (wanted, got)) in wanted.iter().zip(got).enumerate() {
        assert_eq!((got.device(), got.dtype(), got.shape()), (cuda(), wanted.dtype(), wanted.shape()), "{what}, {i}");
        let list = |t: &Tensor| cast(&here(t), DType::F64).expect("a cast").to_vec::<f64>().expect("float64");
        for (got, value) in list(got).iter().zip(list(wanted)) {
            let is_close = (got - value).abs() <= bound(wanted.dtype()) * (1.0 + value.abs());
            assert!(is_close, "{what}, {i}: {got} {value}");
        }
    }
}

/// Results and gradients within the bound of the processor's.
fn compared(what: &str, operands: &[Tensor], f: &dyn Fn(&[Tensor]) -> Result<Vec<Tensor>>) {
    let device: Vec<Tensor> = operands.iter().map(there).collect();
    let wanted = evaluated(operands, f).unwrap_or_else(|error| panic!("{what} on the processor: {error}"));
    let got = evaluated(&device, f).unwrap_or_else(|error| panic!("{what} on the device: {error}"));
    close(what, &wanted, &got);
}

/// Every cell and dtype, in one and both directions, with and without biases, in one and two layers.
fn networks(dtype: DType) {
    for cell in CELLS {
        for mode in 0..8 {
            let (has_biases, bidirectional, layers) = (mode & 1 == 0, mode & 2 != 0, 1 + (mode >> 2));
            let how = RecurrentSettings { has_biases, bidirectional, layers, ..plain(cell) };
            let what = format!("{how:?} of {dtype}");
            compared(&what, &network(how, dtype, SIZES, None), &|t| run(t, how));
        }
    }
}

#[test]
fn networks_of_float32() {
    networks(DType::F32);
}

#[test]
fn networks_of_float64() {
    networks(DType::F64);
}

#[test]
fn networks_of_float16() {
    networks(DType::F16);
}

#[test]
fn networks_of_bfloat16() {
    networks(DType::BF16);
}

#[test]
fn networks_of_other_forms() {
    for cell in CELLS {
        let how = RecurrentSettings { batch_first: true, bidirectional: true, ..plain(cell) };
        for sizes in [[1, 2, 4, 3], [3, 1, 4, 3], [1, 1, 1, 1], [4, 0, 4, 3], [2, 3, 0, 3], [2, 37, 5, 9]] {
            compared(&format!("{cell:?} of {sizes:?}"), &network(how, DType::F32, sizes, None), &|t| run(t, how));
        }
        // A view, whose elements are not adjacent.
        let how = plain(cell);
        compared("a view", &network(how, DType::F32, [5, 2, 4, 3], None), &|t| {
            let every_second = autograd::slice(&t[0], 0, 0, 5, 2)?;
            run(&[&[every_second], &t[1..]].concat(), how)
        });
    }
    for has_biases in [true, false] {
        let how = RecurrentSettings { has_biases, layers: 2, bidirectional: true, ..plain(Cell::Lstm) };
        compared("projected states", &network(how, DType::F32, SIZES, Some(2)), &|t| run(t, how));
    }
}

#[test]
fn dropout_between_layers() {
    for cell in CELLS {
        let how = RecurrentSettings { layers: 3, dropout: 0.4, ..plain(cell) };
        compared(&format!("{cell:?}"), &network(how, DType::F32, SIZES, None), &|t| {
            seed(9);
            run(t, how)
        });
    }
}

#[test]
fn one_step_of_each_cell() {
    for dtype in [DType::F32, DType::F64, DType::F16, DType::BF16] {
        for (cell, has_biases) in CELLS.into_iter().flat_map(|cell| [(cell, true), (cell, false)]) {
            let how = RecurrentSettings { has_biases, ..plain(cell) };
            let mut operands = network(how, dtype, SIZES, None);
            let states = if cell == Cell::Lstm { 3 } else { 2 };
            for t in &mut operands[..states] {
                *t = t.select(0, 0).expect("one step or layer");
            }
            compared(&format!("{cell:?} of {dtype}, biases {has_biases}"), &operands, &|t| {
                let c = t[1..states].get(1);
                let (weights, biases) = t[states..].split_at(2);
                let biases = if has_biases { Some([&biases[0], &biases[1]]) } else { None };
                let (h, c) = recurrent_cell(cell, &t[0], &t[1], c, [&weights[0], &weights[1]], biases)?;
                Ok([Some(h), c].into_iter().flatten().collect())
            });
        }
    }
}

/// A matrix of `[count n, n]` with at most one element in each row and column, a power of two: a
/// product with it, or with its transpose, has one term, which is exact. Each block of `n` rows has
/// some of them.
fn sparse(dtype: DType, count: usize, n: usize) -> Tensor {
    let mut values = vec![0.0; count * n * n];
    for j in 0..n {
        let row = (j * 7 % count) * n + j;
        values[row * n + (j + 1) % n] = [0.5, -1.0, 2.0, -0.25][j % 4];
    }
    let wide = Tensor::from_slice(&values, &shape(&[(count * n) as i64, n as i64])).expect("as many");
    cast(&wide, dtype).expect("a float")
}

/// The results of a layer whose products are exact, and the gradients that are no sums over samples.
fn exact(device: Device, cell: Cell, dtype: DType, reverse: bool, has_biases: bool, sizes: Sizes) -> Vec<Tensor> {
    let [steps, samples, _, n] = sizes;
    let place = |t: Tensor| to_device(&t, device).expect("room");
    let state = |seed| place(small(seed, dtype, &[samples, n]));
    let x = place(small(221, dtype, &[steps, samples, n]));
    let (h, c) = (state(222), (cell == Cell::Lstm).then(|| state(223)));
    let weights = [0, 1].map(|_| place(sparse(dtype, cell.gates(), n as usize)));
    let biases = [224, 225].map(|seed| place(small(seed, dtype, &[cell.gates() as i64 * n])));
    let layer = Layer {
        cell,
        x: &x,
        h: &h,
        c: c.as_ref(),
        weights: weights.each_ref(),
        biases: has_biases.then_some(biases.each_ref()),
        reverse,
    };
    let (out, trace) = recur(&layer).expect("it fits");
    let grad = place(small(226, dtype, out.shape()));
    let grads = recur_grad(&layer, &trace, &out, &grad).expect("it fits");
    std::iter::once(out).chain(grads.states.into_iter().flatten()).chain(grads.biases).collect()
}

/// The bits of the processor, where no product has a sum.
pub(crate) fn exact_steps(sizes: Sizes) {
    for (cell, dtype) in CELLS.into_iter().flat_map(|cell| [(cell, DType::F32), (cell, DType::F64)]) {
        for (reverse, has_biases) in [(false, true), (true, false)] {
            let [wanted, got] =
                [Device::Cpu, cuda()].map(|device| exact(device, cell, dtype, reverse, has_biases, sizes));
            assert_eq!(wanted.len(), got.len());
            for (i, (wanted, got)) in wanted.iter().zip(&got).enumerate() {
                assert_eq!(got.device(), cuda());
                let differs = raw(wanted) != raw(&here(got));
                assert!(!differs, "{cell:?} of {dtype}, reverse {reverse}, biases {has_biases}: result {i}");
            }
        }
    }
}

#[test]
fn steps_have_the_processors_bits() {
    exact_steps([3, 37, 9, 9]);
}

#[test]
fn a_step_is_two_launches_and_no_memory() {
    // SAFETY: no other thread of this program reads the environment.
    unsafe { std::env::set_var("TENURE_CUBLAS", "off") };
    let used = |cell: Cell, steps: i64| {
        let how = plain(cell);
        let operands: Vec<Tensor> = network(how, DType::F32, [steps, 2, 4, 3], None).iter().map(there).collect();
        let counts = || {
            let launches = tenure::device::cuda::device(0).expect("there").launches();
            (launches, memory::stats(cuda()).expect("there").allocations)
        };
        let before = counts();
        let results = run(&operands, how).expect("it fits");
        let forward = counts();
        drop(results);
        evaluated(&operands, &|t| run(t, how)).expect("it fits");
        let both = counts();
        [forward.0 - before.0, both.0 - forward.0, forward.1 - before.1, both.1 - forward.1]
    };
    for cell in CELLS {
        let ([a, b, c, d], more) = (used(cell, 3), used(cell, 8));
        assert_eq!([a + 5 * 2, b + 5 * 4, c, d], more, "{cell:?}");
    }
}

#[test]
fn what_the_processor_refuses() {
    let how = plain(Cell::Lstm);
    let device: Vec<Tensor> = network(how, DType::F32, [0, 2, 4, 3], None).iter().map(there).collect();
    let error = run(&device, how).expect_err("no steps");
    assert_eq!(error.status(), Status::InvalidArgument);
    assert!(error.message().contains("has no steps"), "{error}");
    let mut mixed: Vec<Tensor> = network(how, DType::F32, SIZES, None).iter().map(there).collect();
    mixed[4] = here(&mixed[4]);
    assert_eq!(run(&mixed, how).expect_err("two devices").status(), Status::DeviceMismatch);
}
