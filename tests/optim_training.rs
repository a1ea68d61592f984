//! L-BFGS, averages of weights, master weights and loss scaling: PyTorch's answers (tests/torch), and
//! what they leave when they fail.

mod common;

use common::numpy;
use tenure::error::{Result, Status};
use tenure::internals::TensorInternals;
use tenure::nn::modules::{self, NormOptions};
use tenure::nn::optim::{Adam, Lbfgs, Optimizer, Sgd};
use tenure::nn::trainer::{Averaging, LossKind, LossScale, Trainer};
use tenure::ops;
use tenure::tensor::{DType, Shape, Tensor};

fn vector(values: &[f64]) -> Tensor {
    Tensor::from_slice(values, &Shape::new(&[values.len() as i64]).expect("small")).expect("small")
}

fn values(t: &Tensor) -> Vec<f64> {
    ops::cast(t, DType::F64).expect("a float").to_vec::<f64>().expect("float64")
}

/// `sum((s x - 1)^2) + 0.1 sum((x[1:] - x[:-1]^2)^2)` and its gradient.
fn loss(x: &[f64], s: &[f64]) -> (f64, Vec<f64>) {
    let (mut loss, mut gradient) = (0.0, vec![0.0; x.len()]);
    for i in 0..x.len() {
        let off = s[i] * x[i] - 1.0;
        loss += off * off;
        gradient[i] += 2.0 * s[i] * off;
        if i > 0 {
            let off = x[i] - x[i - 1] * x[i - 1];
            loss += 0.1 * off * off;
            gradient[i] += 0.2 * off;
            gradient[i - 1] -= 0.4 * off * x[i - 1];
        }
    }
    (loss, gradient)
}

/// One step of L-BFGS; returns its first loss.
fn step(by: &Optimizer, x: &Tensor, s: &[f64]) -> Result<f64> {
    let mut first = None;
    loop {
        let (value, gradient) = loss(&values(x), s);
        first = first.or(Some(value));
        let gradient = ops::cast(&vector(&gradient), x.dtype())?;
        if !by.step_loss(value, &[&gradient])? {
            return Ok(first.expect("one evaluation at least"));
        }
    }
}

const WHOLE: [&str; 7] =
    ["lr", "max_iter", "max_eval", "tolerance_grad", "tolerance_change", "history_size", "line_search_fn"];

#[test]
fn ten_steps_of_lbfgs_are_pytorchs() {
    numpy::check("../../torch/data/lbfgs", |case, inputs| {
        let x = ops::copy(&inputs[0])?;
        let by = Optimizer::new(vec![x.clone()], Lbfgs::default())?;
        for name in WHOLE {
            by.set(0, name, case.float(name))?;
        }
        let (mut kept, mut losses) = (Vec::new(), Vec::new());
        for i in 0..10 {
            losses.push(step(&by, &x, &values(&inputs[1]))?);
            if [0, 1, 9].contains(&i) {
                kept.extend(values(&x));
            }
        }
        kept.extend(losses);
        for name in ["func_evals", "n_iter"] {
            kept.extend(values(&by.state_tensor(&format!("state.0.{name}"))?));
        }
        ops::cast(&vector(&kept), x.dtype())
    });
    let by = Optimizer::new(vec![vector(&[1.0])], Lbfgs::default()).expect("a parameter");
    let first = numpy::load("../../torch/data/lbfgs");
    let first = first.first().expect("there is one");
    for name in WHOLE {
        assert_eq!(by.get(0, name).expect("a setting"), first.float(name), "{name}");
    }
}

/// Two parameters are one vector, and each way gives the same bits as one parameter of both.
#[test]
fn parameters_of_lbfgs_are_one_vector() {
    let s = [1.0, 2.0, 0.5];
    for strong_wolfe in [false, true] {
        let how = Lbfgs { max_iter: 4.0, max_eval: 9.0, strong_wolfe, ..Lbfgs::default() };
        let (whole, a, b) = (vector(&[0.3, -0.2, 0.9]), vector(&[0.3]), vector(&[-0.2, 0.9]));
        let one = Optimizer::new(vec![whole.clone()], how.clone()).expect("a parameter");
        let two = Optimizer::new(vec![a.clone(), b.clone()], how).expect("two");
        for _ in 0..3 {
            step(&one, &whole, &s).expect("it fits");
            loop {
                let (value, gradient) = loss(&[values(&a), values(&b)].concat(), &s);
                if !two.step_loss(value, &[&vector(&gradient[..1]), &vector(&gradient[1..])]).expect("they fit") {
                    break;
                }
            }
        }
        assert_eq!([values(&a), values(&b)].concat(), values(&whole));
    }
}

/// What was saved between two steps goes on with the same bits, and is named as PyTorch names it.
#[test]
fn a_state_of_lbfgs_goes_on_with_the_same_bits() {
    let s = [1.0, 2.0, 0.5, 3.0];
    for strong_wolfe in [false, true] {
        let how = Lbfgs { max_iter: 3.0, max_eval: 9.0, history_size: 2.0, strong_wolfe, ..Lbfgs::default() };
        let start = || vector(&[0.3, -0.2, 0.9, 0.1]);
        let (whole, part) = (start(), start());
        let never = Optimizer::new(vec![whole.clone()], how.clone()).expect("a parameter");
        (0..5).for_each(|_| _ = step(&never, &whole, &s).expect("it fits"));
        let first = Optimizer::new(vec![part.clone()], how.clone()).expect("a parameter");
        (0..2).for_each(|_| _ = step(&first, &part, &s).expect("it fits"));
        let (mut named, groups) = first
            .with_state(|named, groups| {
                let copies = named.iter().map(|(name, t)| Ok(((*name).to_owned(), ops::copy(t)?)));
                Ok((copies.collect::<Result<Vec<_>>>()?, groups.to_owned()))
            })
            .expect("a state");
        assert!(groups.contains(r#""max_iter":3"#) && groups.contains(r#""history_size":2"#), "{groups}");
        let text = first.state_dict().expect("a state");
        assert!(text.contains(r#""old_dirs":["state.0.old_dirs.0","state.0.old_dirs.1"]"#), "{text}");
        named.push(("state.0.al.0".into(), vector(&[1.0]))); // work space, as PyTorch saves it
        let second = Optimizer::new(vec![part.clone()], Lbfgs::default()).expect("a parameter");
        second.load_state(&named, &groups).expect("its own state");
        (2..5).for_each(|_| _ = step(&second, &part, &s).expect("it fits"));
        assert_eq!(values(&part), values(&whole));
        let missing: Vec<_> = named.iter().filter(|(name, _)| name != "state.0.H_diag").cloned().collect();
        let error = second.load_state(&missing, &groups).expect_err("a part is missing");
        assert!(error.message().contains("missing state.0.H_diag"), "{error}");
        assert_eq!(values(&part), values(&whole));
    }
}

#[test]
fn a_step_of_lbfgs_can_be_taken_back_and_refuses_what_it_cannot_do() {
    let s = [1.0, 2.0];
    let x = vector(&[0.3, -0.2]);
    let how = Lbfgs { max_iter: 5.0, strong_wolfe: true, ..Lbfgs::default() };
    let by = Optimizer::new(vec![x.clone()], how).expect("a parameter");
    step(&by, &x, &s).expect("it fits");
    let before = (values(&x), by.state_dict().expect("a state"), values(&by.state_tensor("state.0.d").expect("there")));
    let (value, gradient) = loss(&values(&x), &s);
    assert!(by.step_loss(value, &[&vector(&gradient)]).expect("it fits"), "it wants the loss once more");
    assert_ne!(values(&x), before.0);
    by.cancel_step().expect("there is memory");
    let after = (values(&x), by.state_dict().expect("a state"), values(&by.state_tensor("state.0.d").expect("there")));
    assert_eq!(after, before);
    by.cancel_step().expect("nothing waits");
    assert_eq!(values(&x), before.0);
    let half = ops::cast(&vector(&[1.0]), DType::F32).expect("a float");
    let refused: Vec<(Result<()>, Status, &str)> = vec![
        (by.step(&[&vector(&[1.0, 1.0])]), Status::InvalidArgument, "LBFGS needs the loss of each evaluation"),
        (by.add_group(vec![vector(&[1.0])], &[]), Status::InvalidArgument, "LBFGS has one group of parameters"),
        (by.set_master_weights(true), Status::InvalidArgument, "LBFGS has no master weights"),
        (by.step_loss(1.0, &[]).map(drop), Status::InvalidArgument, "0 gradients for 1 parameters"),
        (by.set(0, "max_iter", 0.0), Status::InvalidArgument, "max iter 0 is not a whole number from 1 on"),
        (by.set(0, "history_size", 1.5), Status::InvalidArgument, "history size 1.5 is not a whole number"),
        (by.load_state(&[], r#"[{"params": [0], "line_search_fn": "armijo"}]"#), Status::InvalidArgument, "\"armijo\""),
    ];
    for (result, status, part) in refused {
        let error = result.expect_err(part);
        assert_eq!(error.status(), status, "{error}");
        assert!(error.message().contains(part), "{error} without '{part}'");
    }
    let mixed = Optimizer::new(vec![vector(&[1.0]), half.clone()], Lbfgs::default()).expect("floats");
    let error = mixed.step_loss(1.0, &[&vector(&[1.0]), &half]).expect_err("one vector");
    assert_eq!(error.status(), Status::DtypeMismatch, "{error}");
    // Every other rule needs one evaluation.
    let p = vector(&[1.0]);
    let sgd = Optimizer::new(vec![p.clone()], Sgd { lr: 0.5, ..Sgd::default() }).expect("a parameter");
    assert!(!sgd.step_loss(1.0, &[&vector(&[1.0])]).expect("it fits"));
    assert_eq!(values(&p), [0.5]);
}

/// Steps of halves with masters have the bits of float32 steps of the same gradients, rounded.
#[test]
fn steps_with_masters_are_those_of_float32() {
    let rules: [fn(Vec<Tensor>) -> Result<Optimizer>; 3] = [
        |p| Optimizer::new(p, Sgd { lr: 1e-3, momentum: 0.9, ..Sgd::default() }),
        |p| Optimizer::new(p, Adam { lr: 1e-4, weight_decay: 0.1, ..Adam::default() }),
        |p| Optimizer::new(p, tenure::nn::optim::RmsProp { centered: true, momentum: 0.5, ..Default::default() }),
    ];
    for dtype in [DType::F16, DType::BF16] {
        for rule in rules {
            let start: Vec<f64> = (0..100).map(|i| f64::from(i) / 40.0 - 1.0).collect();
            let half = ops::cast(&vector(&start), dtype).expect("a float");
            // A strided parameter has masters too.
            let wide = Tensor::zeroed(half.device(), dtype, &Shape::new(&[100, 2]).expect("small")).expect("small");
            let column = wide.select(1, 1).expect("there");
            ops::copy_into(&column, &half).expect("it fits");
            let single = ops::cast(&half, DType::F32).expect("a float");
            let by = rule(vec![half.clone(), column.clone()]).expect("floats");
            by.set_master_weights(true).expect("not LBFGS");
            let reference = rule(vec![single.clone()]).expect("a float");
            for step in 0..20 {
                let gradient: Vec<f64> = (0..100).map(|i| f64::from((step * 7 + i * 3) % 11) / 5.0 - 1.0).collect();
                let gradient = ops::cast(&vector(&gradient), dtype).expect("a float");
                let wide = ops::cast(&gradient, DType::F32).expect("a float");
                // A float32 gradient is as good as one of its dtype.
                by.step(&[if step % 2 == 0 { &gradient } else { &wide }, &gradient]).expect("they fit");
                reference.step(&[&wide]).expect("it fits");
                let rounded = values(&ops::cast(&single, dtype).expect("a float"));
                assert_eq!((values(&half), values(&column)), (rounded.clone(), rounded), "{dtype} step {step}");
            }
            let master = by.state_tensor("state.0.master_param").expect("it is a part of the state");
            assert_eq!((master.dtype(), values(&master)), (DType::F32, values(&single)));
        }
    }
}

/// Steps that are too small for a half add up, and a parameter that was written begins anew.
#[test]
fn small_steps_add_up_and_a_written_parameter_begins_anew() {
    let one = |value: f64, dtype| ops::cast(&vector(&[value]), dtype).expect("a float");
    let p = one(1.0, DType::BF16);
    let by = Optimizer::new(vec![p.clone()], Sgd { lr: 1e-3, ..Sgd::default() }).expect("a parameter");
    let gradient = one(1.0, DType::BF16);
    for _ in 0..100 {
        by.step(&[&gradient]).expect("it fits");
    }
    assert_eq!(values(&p), [1.0], "1 - 0.001 is 1 in bfloat16");
    by.set_master_weights(true).expect("not LBFGS");
    for _ in 0..100 {
        by.step(&[&gradient]).expect("it fits");
    }
    assert_eq!(values(&p), values(&one(0.9, DType::BF16)));
    let (named, groups) = by
        .with_state(|named, groups| {
            let copies = named.iter().map(|(name, t)| Ok(((*name).to_owned(), ops::copy(t)?)));
            Ok((copies.collect::<Result<Vec<_>>>()?, groups.to_owned()))
        })
        .expect("a state");
    ops::fill(&p, 3.0).expect("a float");
    by.step(&[&gradient]).expect("it fits");
    let master = values(&by.state_tensor("state.0.master_param").expect("there"));
    assert!((master[0] - 2.999).abs() < 1e-6, "{master:?}");
    // What was saved goes on where it was, the number between two bfloat16 too.
    ops::copy_into(&p, &one(0.9, DType::BF16)).expect("it fits");
    by.load_state(&named, &groups).expect("its own state");
    by.step(&[&gradient]).expect("it fits");
    let master = values(&by.state_tensor("state.0.master_param").expect("there"));
    assert!((master[0] - 0.899).abs() < 1e-5, "{master:?}");
    // Without masters again, the state is that of the half.
    by.set_master_weights(false).expect("not LBFGS");
    by.step(&[&gradient]).expect("it fits");
    assert!(!by.state_dict().expect("a state").contains("master_param"));
}

#[test]
fn averages_are_pytorchs() {
    numpy::check("../../torch/data/averages", |case, inputs| {
        let net = modules::batch_norm::<1>(NormOptions {
            features: 4,
            eps: 1e-5,
            momentum: Some(0.1),
            affine: true,
            track_running_stats: true,
        })?;
        net.to_dtype(DType::F64)?;
        let decay = case.float("decay");
        let average = modules::averaged(&net, (decay >= 0.0).then_some(decay), case.flag("use_buffers"))?;
        let mut rows = Vec::new();
        for i in 0..inputs[0].shape()[0] {
            for (name, values) in [("weight", &inputs[0]), ("running_mean", &inputs[1])] {
                ops::copy_into(&net.slot(name)?.value(), &values.select(0, i)?)?;
            }
            modules::update_average(&average, &net)?;
            for name in ["module.weight", "module.running_mean"] {
                rows.push(ops::copy(&average.slot(name)?.value())?);
            }
        }
        assert_eq!(modules::averaged_updates(&average)?, 5);
        ops::stack(&rows.iter().collect::<Vec<_>>(), 0)
    });
}

#[test]
fn statistics_of_batches_are_pytorchs() {
    numpy::check("../../torch/data/update_bn", |_, inputs| {
        let how = NormOptions { features: 3, eps: 1e-5, momentum: Some(0.1), affine: true, track_running_stats: true };
        let net = modules::sequential();
        net.add("0", &modules::linear(2, 3, true)?)?;
        net.add("1", &modules::batch_norm::<1>(how)?)?;
        net.to_dtype(DType::F64)?;
        ops::copy_into(&net.slot("0.weight")?.value(), &inputs[0])?;
        ops::copy_into(&net.slot("0.bias")?.value(), &inputs[1])?;
        net.set_training(false);
        net.run(&inputs[2].select(0, 0)?)?; // in evaluation it leaves the statistics
        net.update_statistics(&inputs[2].select(0, 1)?)?;
        net.reset_statistics()?;
        for i in 0..3 {
            net.update_statistics(&inputs[2].select(0, i)?)?;
        }
        assert!(!net.is_training());
        let [mean, variance] = ["1.running_mean", "1.running_var"].map(|name| net.slot(name).map(|slot| slot.value()));
        ops::stack(&[&mean?, &variance?], 0)
    });
}

#[test]
fn scales_are_pytorchs() {
    numpy::check("../../torch/data/scales", |case, inputs| {
        let [init, growth, backoff] = ["init", "growth", "backoff"].map(|name| case.float(name));
        let mut scale = LossScale::new(init, growth, backoff, case.int("interval") as u64)?;
        let mut scales = Vec::new();
        for is_bad in values(&inputs[0]) {
            scale = scale.updated(is_bad == 0.0);
            scales.push(scale.scale());
            // What is saved goes on.
            scale = LossScale::new(1.0, growth, backoff, case.int("interval") as u64)?.at_json(&scale.to_json())?;
        }
        Ok(vector(&scales))
    });
}

/// A loss that is not finite makes no update and shrinks the scale, as in `GradScaler`.
#[test]
fn steps_with_scaled_losses_are_pytorchs() {
    numpy::check("../../torch/data/scaled_losses", |case, inputs| {
        let course: Vec<i64> = ops::cast(&inputs[0], DType::I64)?.to_vec()?;
        let net = modules::linear(3, 1, true)?;
        let [weight, bias] = [net.slot("weight")?.value(), net.slot("bias")?.value()];
        ops::copy_into(&weight, &inputs[1])?;
        ops::copy_into(&bias, &inputs[2])?;
        let by = Optimizer::new(vec![weight.clone(), bias.clone()], Sgd { lr: 0.1, momentum: 0.5, ..Sgd::default() })?;
        let trainer = Trainer::new(net, &by, LossKind::Mse)?;
        let [init, growth, backoff] = ["init", "growth", "backoff"].map(|name| case.float(name));
        trainer.set_loss_scale(LossScale::new(init, growth, backoff, case.int("interval") as u64)?)?;
        let mut rows = Vec::new();
        for (i, mark) in course.iter().enumerate() {
            let x = ops::copy(&inputs[3].select(0, i as i64)?)?;
            if *mark > 0 {
                let bad = if *mark == 1 { f64::INFINITY } else { f64::NAN };
                ops::fill(&x.select(0, 1)?.select(0, 2)?, bad)?;
            }
            let y = ops::copy(&inputs[4].select(0, i as i64)?)?;
            let mut step = trainer.begin()?;
            let (loss, gradients) = step.gradients(&x, &y)?;
            assert_eq!(loss.is_finite(), *mark == 0);
            step.finish((loss, 4), gradients, &by, None)?;
            drop(step);
            let scale = trainer.loss_scale().expect("it was set").scale();
            let all = [vec![scale], values(&weight), values(&bias)].concat();
            rows.push(ops::cast(&vector(&all), DType::F32)?);
        }
        let marked = course.iter().filter(|mark| **mark > 0).count() as u64;
        assert_eq!(trainer.counts(), (course.len() as u64, course.len() as u64 - marked));
        ops::stack(&rows.iter().collect::<Vec<_>>(), 0)
    });
}

/// When the scale cannot shrink any more, it is not the scale's fault.
#[test]
fn losses_that_are_never_finite_are_an_error() {
    let net = modules::linear(3, 1, true).expect("small");
    let parameters = ["weight", "bias"].map(|name| net.slot(name).expect("it has one").value());
    let by = Optimizer::new(parameters.to_vec(), Sgd::default()).expect("they are floats");
    let trainer = Trainer::new(net, &by, LossKind::Mse).expect("they are its parameters");
    trainer.set_loss_scale(LossScale::new(1.0, 2.0, 0.5, 10).expect("valid")).expect("no step is made");
    let x =
        ops::full(parameters[0].device(), DType::F32, f64::NAN, &Shape::new(&[2, 3]).expect("small")).expect("small");
    let y = ops::full(x.device(), DType::F32, 1.0, &Shape::new(&[2, 1]).expect("small")).expect("small");
    let before = values(&parameters[0]);
    let mut steps = 0;
    let error = loop {
        let mut step = trainer.begin().expect("no other step is made");
        match step.gradients(&x, &y) {
            Ok((loss, gradients)) => step.finish((loss, 2), gradients, &by, None).map(|_| steps += 1).expect("skipped"),
            Err(error) => break step.explained(&x, error),
        }
    };
    assert_eq!(error.status(), Status::NotFinite, "{error}");
    assert!((100..150).contains(&steps), "{steps} steps");
    assert_eq!((values(&parameters[0]), trainer.counts().1), (before, 0));
}

/// An average takes no memory for an update, and one that no longer fits is noticed before the update.
#[test]
fn an_update_is_made_only_if_it_can_be_averaged() {
    let net = modules::linear(3, 1, true).expect("small");
    let average = modules::averaged(&net, Some(0.5), true).expect("small");
    let parameters = ["weight", "bias"].map(|name| net.slot(name).expect("it has one").value());
    let by = Optimizer::new(parameters.to_vec(), Sgd { lr: 0.1, ..Sgd::default() }).expect("they are floats");
    let trainer = Trainer::new(net.clone(), &by, LossKind::Mse).expect("they are its parameters");
    let averaging = Averaging { averaged: average.clone(), each_step: true, skipped_epochs: 0, evaluates: false };
    trainer.set_averaging(averaging).expect("it is of this module");
    let x = ops::full(parameters[0].device(), DType::F32, 1.0, &Shape::new(&[2, 3]).expect("small")).expect("small");
    let y = ops::full(x.device(), DType::F32, 5.0, &Shape::new(&[2, 1]).expect("small")).expect("small");
    let made = || {
        let mut step = trainer.begin()?;
        let (loss, gradients) = step.gradients(&x, &y)?;
        step.finish((loss, 2), gradients, &by, None)
    };
    made().expect("it fits");
    assert_eq!(modules::averaged_updates(&average).expect("an average"), 1);
    let before = (values(&parameters[0]), trainer.counts());
    average.to_dtype(DType::F64).expect("small");
    let error = made().expect_err("the average has another dtype");
    assert_eq!(error.status(), Status::DtypeMismatch, "{error}");
    assert_eq!((values(&parameters[0]), trainer.counts()), before, "nothing has changed");
}
