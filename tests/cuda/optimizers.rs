//! Optimizers and clipping on a device: the bits of the processor's.

use super::*;
use tenure::autograd;
use tenure::error::Result;
use tenure::nn::optim::{
    Adadelta, Adagrad, Adam, AdamW, Adamax, Lbfgs, NAdam, Optimizer, RAdam, RmsProp, Sgd, clip_grad_norm,
    clip_grad_value,
};
use tenure::ops::{BinaryOp, ReduceOp};

/// A rule, and what differs from its defaults.
pub(crate) type Case = (&'static str, &'static [(&'static str, f64)]);

/// Each kernel, and each branch of it.
pub(crate) const CASES: [Case; 21] = [
    ("SGD", &[]),
    ("SGD", &[("weight_decay", 0.1), ("maximize", 1.0)]),
    ("SGD", &[("momentum", 0.9), ("dampening", 0.5)]),
    ("SGD", &[("momentum", 0.9), ("nesterov", 1.0), ("weight_decay", 0.01)]),
    ("Adam", &[]),
    ("Adam", &[("weight_decay", 0.1), ("maximize", 1.0)]),
    ("Adam", &[("amsgrad", 1.0)]),
    ("AdamW", &[]),
    ("AdamW", &[("amsgrad", 1.0)]),
    ("NAdam", &[("weight_decay", 0.1)]),
    ("NAdam", &[("weight_decay", 0.1), ("decoupled_weight_decay", 1.0)]),
    ("RAdam", &[("weight_decay", 0.1)]),
    ("RAdam", &[("weight_decay", 0.1), ("decoupled_weight_decay", 1.0)]),
    ("RMSprop", &[]),
    ("RMSprop", &[("momentum", 0.5)]),
    ("RMSprop", &[("centered", 1.0)]),
    ("RMSprop", &[("momentum", 0.5), ("centered", 1.0), ("weight_decay", 0.1)]),
    ("Adagrad", &[("lr_decay", 0.1)]),
    ("Adadelta", &[("rho", 0.8)]),
    ("Adamax", &[]),
    ("Adamax", &[("weight_decay", 0.1)]),
];

fn made(&(name, settings): &Case, params: Vec<Tensor>) -> Optimizer {
    let made = match name {
        "SGD" => Optimizer::new(params, Sgd::default()),
        "Adam" => Optimizer::new(params, Adam::default()),
        "AdamW" => Optimizer::new(params, AdamW::default()),
        "NAdam" => Optimizer::new(params, NAdam::default()),
        "RAdam" => Optimizer::new(params, RAdam::default()),
        "RMSprop" => Optimizer::new(params, RmsProp::default()),
        "Adagrad" => Optimizer::new(params, Adagrad::default()),
        "Adadelta" => Optimizer::new(params, Adadelta::default()),
        _ => Optimizer::new(params, Adamax::default()),
    }
    .expect("floats");
    for &(name, value) in settings {
        made.set(0, name, value).expect("a setting");
    }
    made
}

const DIMS: [i64; 2] = [7, 19];

/// Steps on both devices, after each of which the parameters have the same bits.
pub(crate) fn same(case: &Case, (dtype, masters): (DType, bool), (dims, transposed): (&[i64], bool), steps: usize) {
    let mut random = Random(case.0.len() as u64);
    let start = random.tensor(dtype, dims);
    let view = |t: Tensor| if transposed { t.transpose(0, 1).expect("two axes") } else { t };
    let on_cpu = view(ops::copy(&start).expect("small"));
    let on_device = view(there(&start));
    let (here_by, there_by) = (made(case, vec![on_cpu.clone()]), made(case, vec![on_device.clone()]));
    for by in [&here_by, &there_by] {
        by.set_master_weights(masters).expect("no rule that searches");
    }
    let what = format!("{case:?} of {dtype}, masters {masters}, transposed {transposed}");
    for step in 0..steps {
        let gradient = view(random.tensor(dtype, dims));
        here_by.step(&[&gradient]).unwrap_or_else(|error| panic!("{what}: {error}"));
        there_by.step(&[&there(&gradient)]).unwrap_or_else(|error| panic!("{what}: {error}"));
        let (wanted, got) = (raw(&on_cpu), raw(&here(&on_device)));
        let at = wanted.iter().zip(&got).position(|(a, b)| a != b);
        assert_eq!(at.map(|at| at / dtype.size()), None, "{what}, step {step}");
    }
}

#[test]
fn every_rule_has_the_bits_of_the_processors() {
    for case in &CASES {
        same(case, (DType::F32, false), (&DIMS, false), 8);
        same(case, (DType::F64, false), (&DIMS, false), 2);
    }
}

#[test]
fn halves_step_by_themselves_and_by_their_masters() {
    for case in &CASES {
        for dtype in [DType::F16, DType::BF16] {
            same(case, (dtype, false), (&DIMS, false), 2);
            same(case, (dtype, true), (&DIMS, false), 2);
        }
    }
}

#[test]
fn a_parameter_may_be_a_window() {
    for case in [&CASES[0], &CASES[4], &CASES[14]] {
        same(case, (DType::F32, false), (&DIMS, true), 3);
        same(case, (DType::BF16, true), (&DIMS, true), 3);
    }
}

#[test]
fn a_step_needs_everything_on_one_device() {
    let start = Random(3).tensor(DType::F32, &[5]);
    let by = made(&CASES[4], vec![there(&start)]);
    let error = by.step(&[&start]).expect_err("two devices");
    assert_eq!(error.status(), tenure::error::Status::DeviceMismatch);
    let text = "gradient 0 is on cpu, its parameter on cuda:0: move the module before the optimizer is made";
    assert_eq!(error.message(), text);
}

fn ordinary(seed: u64, dims: &[i64]) -> Tensor {
    let mut random = Random(seed);
    let numbers: Vec<f32> = (0..dims.iter().product()).map(|_: i64| (random.next() >> 40) as f32 / 1e6 - 8.0).collect();
    Tensor::from_slice(&numbers, &shape(dims)).expect("as many")
}

#[test]
fn clipping_has_the_bits_of_the_processors() {
    let gradients = [ordinary(1, &[40, 130]), ordinary(2, &[9]), ordinary(3, &[1])];
    for (greatest, of) in [(1.0, 2.0), (1e9, 2.0), (0.5, 1.0), (2.0, f64::INFINITY)] {
        let on_cpu: Vec<Tensor> = gradients.iter().map(|t| ops::copy(t).expect("small")).collect();
        let on_device: Vec<Tensor> = gradients.iter().map(there).collect();
        let clip = |all: &[Tensor]| {
            clip_grad_norm(&all.iter().collect::<Vec<_>>(), greatest, of, true).expect("finite gradients")
        };
        assert_eq!(clip(&on_cpu).to_bits(), clip(&on_device).to_bits(), "the {of}-norm");
        for (a, b) in on_cpu.iter().zip(&on_device) {
            assert_eq!(raw(a), raw(&here(b)), "clipped to the {of}-norm {greatest}");
        }
    }
    let (a, b) = (ops::copy(&gradients[0]).expect("small"), there(&gradients[0]));
    clip_grad_value(&[&a], 0.75).expect("finite");
    clip_grad_value(&[&b], 0.75).expect("finite");
    assert_eq!(raw(&a), raw(&here(&b)));
}

#[test]
fn a_norm_out_of_range_is_scaled_on_both() {
    let tiny = Tensor::from_slice(&[1e-30f32, 2e-30, 0.0], &shape(&[3])).expect("small");
    let huge = Tensor::from_slice(&[1e30f32, 2e30, 0.0], &shape(&[3])).expect("small");
    for t in [tiny, huge] {
        let norm = |t: &Tensor| clip_grad_norm(&[t], 1.0, 2.0, true).expect("it is in range");
        let other = there(&t);
        assert_eq!(norm(&t).to_bits(), norm(&other).to_bits());
        assert_eq!(raw(&t), raw(&here(&other)));
    }
}

/// `sum(a (a - 1)^2) + sum((b - a[0])^4)`, and its gradients, by operations that have the same
/// bits.
fn valley(a: &Tensor, b: &Tensor) -> Result<(f64, [Tensor; 2])> {
    use autograd::{binary, binary_scalar};
    let (a, b) = (autograd::require(a)?, autograd::require(b)?);
    let sum = |t: &Tensor| autograd::reduce(ReduceOp::Sum, t, &[], false);
    let off = binary_scalar(BinaryOp::Sub, &a, 1.0)?;
    let weights = ops::linspace(Device::Cpu, DType::F64, (0.1, 3.0), a.shape()[1], true)?;
    let weights = ops::to_device(&ops::cast(&weights, a.dtype())?, a.device())?;
    let near = sum(&binary(BinaryOp::Mul, &binary(BinaryOp::Mul, &off, &off)?, &weights)?)?;
    let apart = binary(BinaryOp::Sub, &b, &autograd::slice(&a, 1, 0, b.shape()[0], 1)?)?;
    let square = binary(BinaryOp::Mul, &apart, &apart)?;
    let loss = binary(BinaryOp::Add, &near, &sum(&binary(BinaryOp::Mul, &square, &square)?)?)?;
    autograd::backward(&loss, None, false)?;
    let gradient = |t: &Tensor| autograd::gradient(t).expect("a leaf of the loss");
    Ok((ops::item(&loss)?, [gradient(&a), gradient(&b)]))
}

/// One step of L-BFGS; returns its losses.
fn searched(by: &Optimizer, [a, b]: [&Tensor; 2]) -> Result<Vec<f64>> {
    let mut losses = Vec::new();
    loop {
        let (loss, [of_a, of_b]) = valley(a, b)?;
        losses.push(loss);
        if !by.step_loss(loss, &[&of_a, &of_b])? {
            return Ok(losses);
        }
    }
}

fn lbfgs(strong_wolfe: bool, params: [&Tensor; 2]) -> Optimizer {
    let how = Lbfgs { lr: 0.4, max_iter: 4.0, history_size: 3.0, strong_wolfe, ..Lbfgs::default() };
    Optimizer::new(params.map(Tensor::clone).to_vec(), how).expect("floats")
}

#[test]
fn a_search_has_the_bits_of_the_processors() {
    for dtype in [DType::F32, DType::F64, DType::BF16] {
        for strong_wolfe in [false, true] {
            let [a, b] = [(4, &[1, 600][..]), (5, &[7])].map(|(seed, dims)| {
                let t = ops::binary_scalar(BinaryOp::Mul, &ordinary(seed, dims), 0.1).expect("small");
                ops::cast(&t, dtype).expect("a float")
            });
            let [on_a, on_b] = [there(&a), there(&b)];
            let (here_by, there_by) = (lbfgs(strong_wolfe, [&a, &b]), lbfgs(strong_wolfe, [&on_a, &on_b]));
            for step in 0..3 {
                let wanted = searched(&here_by, [&a, &b]).expect("on the processor");
                let got = searched(&there_by, [&on_a, &on_b]).expect("on the device");
                let what = format!("{dtype}, strong {strong_wolfe}, step {step}");
                assert_eq!(got, wanted, "losses of {what}");
                assert_eq!(raw(&here(&on_a)), raw(&a), "{what}");
                assert_eq!(raw(&here(&on_b)), raw(&b), "{what}");
            }
            let of = |by: &Optimizer| by.state_tensor("state.0.old_dirs.1").expect("it remembers");
            assert_eq!(of(&there_by).device(), cuda());
            assert_eq!(raw(&here(&of(&there_by))), raw(&of(&here_by)));
        }
    }
}
