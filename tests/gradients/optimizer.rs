//! The optimizer against its rule, written out.

use super::finite::{layouts, read, shape, signed, tensor};
use tenure::autograd::Tape;
use tenure::error::{Result, Status};
use tenure::internals::TensorInternals;
use tenure::nn::optim::{Optimizer, Sgd};
use tenure::tensor::Tensor;

/// Gradient descent, the simplest rule.
fn descent(params: Vec<Tensor>, lr: f64, momentum: f64) -> Result<Optimizer> {
    Optimizer::new(params, Sgd { lr, momentum, ..Sgd::default() })
}

#[test]
fn steps_follow_the_rule_in_every_layout() {
    for momentum in [0.0, 0.9] {
        for layout in 0..3 {
            let p = layouts(&signed(&[3, 2, 2], 1))[layout].clone();
            let sgd = descent(vec![p.clone()], 0.1, momentum).expect("a float64 parameter");
            let (mut values, mut velocity) = (read(&p), [0.0; 12]);
            for step in 0..3 {
                let g = signed(&[3, 2, 2], step);
                for ((x, v), g) in values.iter_mut().zip(&mut velocity).zip(read(&g)) {
                    *v = momentum * *v + g;
                    *x -= 0.1 * *v;
                }
                let version = p.storage().version();
                sgd.step(&[&layouts(&g)[(layout + step) % 3]]).expect("the gradient fits");
                assert!(p.storage().version() > version, "a tape must notice the write");
                assert_eq!(read(&p), values, "momentum {momentum}, layout {layout}, step {step}");
            }
        }
    }
}

#[test]
fn float32_parameters_and_gradients_that_are_the_parameter() {
    let p = Tensor::from_slice(&[1.0f32, 2.0, 4.0], &shape(&[3])).expect("fits");
    let sgd = descent(vec![p.clone()], 0.5, 0.0).expect("a float32 parameter");
    sgd.step(&[&p]).expect("its own values");
    assert_eq!(p.to_vec::<f32>().expect("float32"), vec![0.5f32, 1.0, 2.0]);
}

#[test]
fn a_step_that_is_refused_changes_nothing() {
    let (a, b) = (signed(&[2], 1), signed(&[3], 2));
    let sgd = descent(vec![a.clone(), b.clone()], 0.1, 0.9).expect("two parameters");
    let (good, long) = (signed(&[2], 3), signed(&[4], 3));
    let narrow = Tensor::from_slice(&[1.0f32; 3], &shape(&[3])).expect("fits");
    for (result, status, text) in [
        (sgd.step(&[&good]), Status::InvalidArgument, "1 gradients for 2 parameters"),
        (sgd.step(&[&good, &long]), Status::ShapeMismatch, "gradient 1 has shape [4], its parameter [3]"),
        (sgd.step(&[&good, &narrow]), Status::DtypeMismatch, "gradient 1 is float32, its parameter float64"),
    ] {
        let error = result.expect_err(text);
        assert_eq!((error.status(), error.message()), (status, text));
    }
    assert_eq!((read(&a), read(&b)), (read(&signed(&[2], 1)), read(&signed(&[3], 2))));
}

#[test]
fn parameters_and_rates_that_make_no_sense_are_refused() {
    let refuse = |params: Vec<Tensor>, lr, momentum| descent(params, lr, momentum).err().expect("refused");
    let p = signed(&[4, 2], 1);
    let integers = Tensor::from_slice(&[1i64], &shape(&[1])).expect("fits");
    assert_eq!(refuse(vec![integers], 0.1, 0.0).status(), Status::DtypeMismatch);
    for (params, lr, momentum) in [
        (vec![p.clone()], f64::NAN, 0.0),
        (vec![p.clone()], 0.1, -0.5),
        (vec![signed(&[1, 2], 1).expand(&[3, 2]).expect("stretched")], 0.1, 0.0),
        (vec![p.clone(), p.slice(0, 1, 2, 1).expect("a row")], 0.1, 0.0),
        (vec![p.transpose(0, 1).expect("turned"), p.transpose(0, 1).expect("turned")], 0.1, 0.0),
    ] {
        assert_eq!(refuse(params, lr, momentum).status(), Status::InvalidArgument);
    }
    let halves = [0, 1].map(|i| p.select(1, i).expect("a column"));
    descent(halves.to_vec(), 0.1, 0.0).expect("columns share no element");
}

#[test]
fn a_step_between_record_and_backward_is_noticed() {
    let p = tensor(&[1.0, 2.0], &[2]);
    let sgd = descent(vec![p.clone()], 0.1, 0.0).expect("a parameter");
    let tape = Tape::new();
    let w = tape.watch(&p).expect("float64");
    let squared = tenure::autograd::binary(tenure::ops::BinaryOp::Mul, &w, &w).expect("they fit");
    let total = tenure::autograd::reduce(tenure::ops::ReduceOp::Sum, &squared, &[], false).expect("a sum");
    sgd.step(&[&signed(&[2], 1)]).expect("the gradient fits");
    assert_eq!(tape.backward(&total, &[&w]).expect_err("changed").status(), Status::InvalidArgument);
}
