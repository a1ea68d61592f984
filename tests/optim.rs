//! Optimizers against PyTorch's answers (tests/torch), their groups, their state, and what they
//! refuse.

mod common;

use common::numpy::{self, Case};
use tenure::error::{Result, Status};
use tenure::internals::TensorInternals;
use tenure::nn::optim::{
    Adadelta, Adagrad, Adam, AdamW, Adamax, NAdam, Optimizer, RAdam, RmsProp, Sgd, clip_grad_norm, clip_grad_value,
};
use tenure::ops;
use tenure::tensor::{DType, Shape, Tensor};

/// Every rule by its name in PyTorch.
const RULES: [&str; 9] = ["SGD", "Adam", "AdamW", "NAdam", "RAdam", "RMSprop", "Adagrad", "Adadelta", "Adamax"];

fn made(name: &str, params: Vec<Tensor>) -> Result<Optimizer> {
    match name {
        "SGD" => Optimizer::new(params, Sgd::default()),
        "Adam" => Optimizer::new(params, Adam::default()),
        "AdamW" => Optimizer::new(params, AdamW::default()),
        "NAdam" => Optimizer::new(params, NAdam::default()),
        "RAdam" => Optimizer::new(params, RAdam::default()),
        "RMSprop" => Optimizer::new(params, RmsProp::default()),
        "Adagrad" => Optimizer::new(params, Adagrad::default()),
        "Adadelta" => Optimizer::new(params, Adadelta::default()),
        "Adamax" => Optimizer::new(params, Adamax::default()),
        other => panic!("{other} is not a rule"),
    }
}

fn tensor(values: &[f64]) -> Tensor {
    Tensor::from_slice(values, &Shape::new(&[values.len() as i64]).expect("small")).expect("small")
}

fn values(t: &Tensor) -> Vec<f64> {
    ops::cast(t, DType::F64).expect("a float").to_vec::<f64>().expect("float64")
}

/// Gradients that differ from step to step.
fn gradient(step: usize, n: usize) -> Tensor {
    tensor(&(0..n).map(|i| ((step * 7 + i * 3) % 11) as f64 / 5.0 - 1.0).collect::<Vec<f64>>())
}

/// The settings that PyTorch has by default are the defaults here, and all that differ are set by
/// name. The parameter is an own copy in the layout of the input, so steps do not add up.
#[test]
fn ten_steps_are_pytorchs() {
    numpy::check("../../torch/data/optimizers", |case, inputs| {
        let p = in_the_layout_of(&inputs[0])?;
        let by = made(&case.op, vec![p.clone()])?;
        for (name, value) in settings(case) {
            by.set(0, &name, value)?;
        }
        let mut kept = Vec::new();
        for step in 0..10 {
            by.step(&[&inputs[1].select(0, step)?])?;
            if [0, 1, 9].contains(&step) {
                kept.push(ops::copy(&p)?);
            }
        }
        ops::stack(&kept.iter().collect::<Vec<_>>(), 0)
    });
}

/// A strided tensor stays one.
fn in_the_layout_of(t: &Tensor) -> Result<Tensor> {
    if t.is_contiguous() || t.overlaps_itself() {
        return ops::copy(t);
    }
    let wide = Tensor::zeroed(t.device(), t.dtype(), &Shape::new(&[t.shape()[0], 2])?)?;
    let column = wide.select(1, 1)?;
    ops::copy_into(&column, t)?;
    Ok(column)
}

fn settings(case: &Case) -> Vec<(String, f64)> {
    let names = [
        "lr",
        "momentum",
        "dampening",
        "weight_decay",
        "nesterov",
        "maximize",
        "beta1",
        "beta2",
        "eps",
        "amsgrad",
        "momentum_decay",
        "decoupled_weight_decay",
        "alpha",
        "centered",
        "lr_decay",
        "initial_accumulator_value",
        "rho",
    ];
    // A switch that needs another setting comes after it.
    let mut all: Vec<(String, f64)> =
        names.into_iter().filter(|name| case.has(name)).map(|name| (name.to_owned(), case.float(name))).collect();
    all.sort_by_key(|(name, _)| name == "nesterov");
    all
}

/// The first case of each rule has PyTorch's defaults, except for the rate of SGD, which is given.
#[test]
fn defaults_are_pytorchs() {
    let cases = numpy::load("../../torch/data/optimizers");
    for rule in RULES {
        let case = cases.iter().find(|case| case.op == rule).expect("every rule has cases");
        let by = made(rule, vec![tensor(&[1.0])]).expect("defaults");
        let all = settings(case);
        assert!(all.len() >= 5, "{rule} has only {} settings", all.len());
        for (name, wanted) in all.into_iter().filter(|(name, _)| rule != "SGD" || name != "lr") {
            assert_eq!(by.get(0, &name).expect("a setting"), wanted, "{rule} {name}");
        }
    }
}

#[test]
fn groups_have_rates_and_decays_of_their_own() {
    let (a, b) = (tensor(&[1.0, 2.0]), tensor(&[3.0]));
    let by = Optimizer::new(vec![a.clone()], Sgd { lr: 0.5, ..Sgd::default() }).expect("a parameter");
    by.add_group(vec![b.clone()], &[("lr", 0.25), ("weight_decay", 1.0)]).expect("a second one");
    by.step(&[&tensor(&[1.0, 1.0]), &tensor(&[1.0])]).expect("they fit");
    assert_eq!((values(&a), values(&b)), (vec![0.5, 1.5], vec![3.0 - 0.25 * (1.0 + 3.0)]));
    by.set(1, "lr", 0.0).expect("a rate");
    by.step(&[&tensor(&[1.0, 1.0]), &tensor(&[1.0])]).expect("they fit");
    assert_eq!((values(&a), values(&b)), (vec![0.0, 1.0], vec![2.0]));
    assert_eq!((by.groups(), by.parameters()), (2, 2));
}

/// What was saved and loaded goes on with the bits of what never stopped.
#[test]
fn a_state_goes_on_with_the_same_bits() {
    for name in RULES {
        let start = || (tensor(&[0.3, -1.0, 2.0]), tensor(&[5.0]));
        let build = |p: &(Tensor, Tensor)| {
            let by = made(name, vec![p.0.clone()]).expect("defaults");
            by.add_group(vec![p.1.clone()], &[("lr", 0.123_456_789_012_345_67)]).expect("a second group");
            if name == "SGD" {
                by.set(0, "momentum", 0.9).expect("a momentum");
            }
            by
        };
        let step = |by: &Optimizer, i: usize| by.step(&[&gradient(i, 3), &gradient(i + 1, 1)]).expect("they fit");
        let whole = start();
        let never_stopped = build(&whole);
        (0..9).for_each(|i| step(&never_stopped, i));

        let parts = start();
        let first = build(&parts);
        (0..4).for_each(|i| step(&first, i));
        let (named, groups) = first
            .with_state(|named, groups| {
                let copies = named.iter().map(|(name, t)| Ok(((*name).to_owned(), ops::copy(t)?)));
                Ok((copies.collect::<Result<Vec<_>>>()?, groups.to_owned()))
            })
            .expect("a state");
        let second = build(&parts);
        second.set(1, "lr", 9.0).expect("a rate that the state replaces");
        second.load_state(&named, &groups).expect("its own state");
        (4..9).for_each(|i| step(&second, i));
        assert_eq!(values(&parts.0), values(&whole.0), "{name}");
        assert_eq!(values(&parts.1), values(&whole.1), "{name}");
    }
}

/// As PyTorch writes it: `json.dumps(state_dict()["param_groups"])`, and its names of tensors.
#[test]
fn a_state_of_pytorch_is_read() {
    let p = tensor(&[1.0, 2.0]);
    let by = Optimizer::new(vec![p.clone()], Adam::default()).expect("a parameter");
    let groups = r#"[{"lr": 0.1, "betas": [0.8, 0.9], "eps": 1e-08, "weight_decay": 0, "amsgrad": false,
        "maximize": false, "foreach": null, "capturable": false, "differentiable": false, "fused": null,
        "decoupled_weight_decay": false, "initial_lr": 0.1, "params": [0]}]"#;
    let step = Tensor::from_slice(&[3.0f32], &Shape::new(&[]).expect("a scalar")).expect("small");
    let narrow = Tensor::from_slice(&[0.5f32, 0.25], &Shape::new(&[2]).expect("small")).expect("small");
    let state = [
        ("state.0.step".to_owned(), step),
        ("state.0.exp_avg".to_owned(), narrow.clone()),
        ("state.0.exp_avg_sq".to_owned(), narrow),
    ];
    by.load_state(&state, groups).expect("PyTorch's layout");
    assert_eq!((by.get(0, "beta1").expect("there"), by.get(0, "lr").expect("there")), (0.8, 0.1));
    assert_eq!(values(&by.state_tensor("state.0.step").expect("there")), [3.0]);
    by.step(&[&tensor(&[0.0, 0.0])]).expect("it fits");
    let m = 0.5 * 0.8 / (1.0 - 0.8f64.powi(4));
    let v = 0.5 * 0.9 / (1.0 - 0.9f64.powi(4));
    assert!((values(&p)[0] - (1.0 - 0.1 * m / (v.sqrt() + 1e-8))).abs() < 1e-12);
}

#[test]
fn what_is_refused_changes_nothing() {
    let (p, q) = (tensor(&[1.0, 2.0]), tensor(&[3.0]));
    let by = Optimizer::new(vec![p.clone()], Adam::default()).expect("a parameter");
    by.step(&[&tensor(&[1.0, 1.0])]).expect("it fits");
    let before = (values(&p), by.state_dict().expect("a state"));
    let half = Tensor::from_slice(&[1.0f32, 1.0], &Shape::new(&[2]).expect("small")).expect("small");
    let whole = Tensor::from_slice(&[1i64], &Shape::new(&[1]).expect("small")).expect("small");
    let one = |name: &str| vec![(name.to_owned(), tensor(&[1.0, 1.0]))];
    let params = r#"[{"params": [0]}]"#;
    let all = |step: f64, wide: &Tensor| {
        vec![
            ("state.0.step".to_owned(), tensor(&[step])),
            ("state.0.exp_avg".to_owned(), tensor(&[1.0, 1.0])),
            ("state.0.exp_avg_sq".to_owned(), wide.clone()),
        ]
    };
    let refused: Vec<(Result<()>, Status, &str)> = vec![
        (by.step(&[]), Status::InvalidArgument, "0 gradients for 1 parameters"),
        (by.step(&[&q]), Status::ShapeMismatch, "gradient 0 has shape [1], its parameter [2]"),
        (by.step(&[&half]), Status::DtypeMismatch, "gradient 0 is float32, its parameter float64"),
        (by.set(0, "lr", -1.0), Status::InvalidArgument, "lr -1 is not a finite number of at least 0"),
        (by.set(0, "lr", f64::NAN), Status::InvalidArgument, "lr NaN is not"),
        (by.set(0, "beta1", 1.0), Status::InvalidArgument, "beta1 1 is not from 0 to below 1"),
        (by.set(0, "momentum", 1.0), Status::InvalidArgument, "'momentum' is not a setting of Adam"),
        (by.set(1, "lr", 1.0), Status::InvalidArgument, "group 1 is out of range"),
        (by.add_group(vec![], &[]), Status::InvalidArgument, "at least one parameter"),
        (by.add_group(vec![p.clone()], &[]), Status::InvalidArgument, "parameter 1 overlaps parameter 0"),
        (by.add_group(vec![whole], &[]), Status::DtypeMismatch, "parameter 1 is int64"),
        (by.add_group(vec![q.clone()], &[("weight_decay", -0.5)]), Status::InvalidArgument, "weight decay -0.5"),
        (by.load_state(&[], "[1]"), Status::InvalidArgument, "group 0 is not an object"),
        (by.load_state(&[], "[]"), Status::InvalidArgument, "it has 0 groups, the optimizer 1"),
        (by.load_state(&[], "{"), Status::InvalidArgument, "param_groups: "),
        (by.load_state(&[], r#"[{"params": [0, 1]}]"#), Status::InvalidArgument, "group 0 has 2 parameters"),
        (by.load_state(&[], r#"[{"params": [0], "lr": -1}]"#), Status::InvalidArgument, "lr -1 is not"),
        (by.load_state(&[], r#"[{"params": [0], "lr": "1"}]"#), Status::InvalidArgument, "lr is \"1\""),
        (
            by.load_state(&one("state.0.exp_avg"), params),
            Status::InvalidArgument,
            "missing state.0.step, state.0.exp_avg_sq",
        ),
        (by.load_state(&one("state.1.sum"), params), Status::InvalidArgument, "unexpected state.1.sum"),
        (by.load_state(&all(1.0, &q), params), Status::ShapeMismatch, "state.0.exp_avg_sq has shape [1]"),
        (by.load_state(&all(0.5, &p), params), Status::InvalidArgument, "state.0.step is 0.5"),
    ];
    for (result, status, part) in refused {
        let error = result.expect_err(part);
        assert_eq!(error.status(), status, "{error}");
        assert!(error.message().contains(part), "{error} without '{part}'");
    }
    assert_eq!((values(&p), by.state_dict().expect("a state")), before);
    assert_eq!((by.groups(), by.get(0, "lr").expect("there")), (1, 1e-3));
    let nesterov = Sgd { nesterov: true, ..Sgd::default() };
    let error = Optimizer::new(vec![tensor(&[1.0])], nesterov).err().expect("no momentum");
    assert!(error.message().contains("nesterov needs a momentum above 0"), "{error}");
    let by =
        Optimizer::new(vec![tensor(&[1.0])], Sgd { momentum: 0.9, nesterov: true, ..Sgd::default() }).expect("both");
    by.set(0, "momentum", 0.0).expect_err("nesterov needs it");
    assert_eq!(by.get(0, "momentum").expect("there"), 0.9);
}

/// Of a parameter without gradients the means decay to 0 and not to numbers that are slow.
#[test]
fn a_state_below_the_normal_range_is_0() {
    let p = tensor(&[1.0]);
    let by = Optimizer::new(vec![p], Adam { betas: (0.1, 0.1), ..Adam::default() }).expect("a parameter");
    by.step(&[&tensor(&[1e-150])]).expect("it fits");
    for _ in 0..200 {
        by.step(&[&tensor(&[0.0])]).expect("it fits");
    }
    assert_eq!(values(&by.state_tensor("state.0.exp_avg").expect("there")), [0.0]);
    assert_eq!(values(&by.state_tensor("state.0.exp_avg_sq").expect("there")), [0.0]);
}

#[test]
fn a_setting_that_needs_more_state_gets_it() {
    let p = tensor(&[1.0]);
    let by = Optimizer::new(vec![p.clone()], Adam::default()).expect("a parameter");
    by.step(&[&tensor(&[2.0])]).expect("it fits");
    let mean = values(&by.state_tensor("state.0.exp_avg").expect("there"));
    by.set(0, "amsgrad", 1.0).expect("a switch");
    by.step(&[&tensor(&[0.0])]).expect("it fits");
    assert!((values(&by.state_tensor("state.0.exp_avg").expect("there"))[0] - 0.9 * mean[0]).abs() < 1e-15);
    assert!(by.state_dict().expect("a state").contains("max_exp_avg_sq"));
}

/// The totals and the elements that PyTorch computes.
#[test]
fn gradients_are_clipped() {
    let fresh = || (tensor(&[3.0, -4.0]), tensor(&[12.0]));
    let (a, b) = fresh();
    assert_eq!(clip_grad_norm(&[&a, &b], 6.5, 2.0, false).expect("floats"), 13.0);
    let factor = 6.5 / (13.0 + 1e-6);
    assert_eq!((values(&a), values(&b)), (vec![3.0 * factor, -4.0 * factor], vec![12.0 * factor]));
    let (a, b) = fresh();
    assert_eq!(clip_grad_norm(&[&a, &b], 100.0, f64::INFINITY, true).expect("floats"), 12.0);
    assert_eq!(clip_grad_norm(&[&a, &b], 100.0, 1.0, true).expect("floats"), 19.0);
    assert_eq!((values(&a), values(&b)), (vec![3.0, -4.0], vec![12.0]));
    assert_eq!(clip_grad_norm(&[], 1.0, 2.0, true).expect("none"), 0.0);
    clip_grad_value(&[&a, &b], 3.5).expect("floats");
    assert_eq!((values(&a), values(&b)), (vec![3.0, -3.5], vec![3.5]));
    let (a, _) = fresh();
    let whole = Tensor::from_slice(&[9i64], &Shape::new(&[1]).expect("small")).expect("small");
    let infinite = tensor(&[f64::INFINITY]);
    for (result, part) in [
        (clip_grad_norm(&[&a, &whole], 1.0, 2.0, false), "gradient 1 is int64"),
        (clip_grad_norm(&[&a], -1.0, 2.0, false), "max norm -1 is not"),
        (clip_grad_norm(&[&a], 1.0, 0.0, false), "a norm of type 0 is not above 0"),
        (clip_grad_norm(&[&a, &infinite], 1.0, 2.0, true), "the norm of all gradients is inf"),
        (clip_grad_value(&[&a, &whole], 1.0).map(|()| 0.0), "gradient 1 is int64"),
        (clip_grad_value(&[&a], f64::NAN).map(|()| 0.0), "clip value NaN is not"),
    ] {
        let error = result.expect_err(part);
        assert!(error.message().contains(part), "{error} without '{part}'");
    }
    assert_eq!(values(&a), [3.0, -4.0]);
}
