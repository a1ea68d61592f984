//! Softmax and losses against NumPy's answers.

mod common;

use common::numpy;
use tenure::ops;
use tenure::tensor::{Shape, Tensor};

#[test]
fn classifiers_are_numpys() {
    numpy::check("classifiers", |case, t| match case.op.as_str() {
        "softmax" => ops::softmax(&t[0], case.int("axis")),
        "log_softmax" => ops::log_softmax(&t[0], case.int("axis")),
        "cross_entropy" => ops::cross_entropy(&t[0], &t[1]),
        "nll_loss" => ops::nll_loss(&t[0], &t[1]),
        other => panic!("no operation {other}"),
    });
}

/// Every argument that the exponential of a float32 softmax can have, against the exponential in
/// float64.
#[test]
fn exponentials_are_right_to_two_units_in_the_last_place() {
    for step in 0..=8_800 {
        let x = -(step as f32) / 100.0;
        let t = Tensor::from_slice(&[0.0, x], &Shape::new(&[2]).expect("small")).expect("memory");
        let got = f64::from(ops::softmax(&t, 0).expect("softmax").to_vec::<f32>().expect("f32")[1]);
        let exp = f64::from(x).exp();
        let exact = exp / (1.0 + exp);
        // One unit each for the exponential, the sum and the quotient; half of the smallest
        // subnormal number below those.
        let allowed = (exact * 1.5 * f64::from(f32::EPSILON)).max(f64::from(f32::from_bits(1)));
        assert!((got - exact).abs() <= allowed, "exp({x}): {got:e} instead of {exact:e}");
    }
}

#[test]
fn a_target_out_of_range_is_named() {
    let logits = Tensor::from_slice(&[0f32; 20], &Shape::new(&[2, 10]).expect("small")).expect("memory");
    let targets = Tensor::from_slice(&[3i64, 12], &Shape::new(&[2]).expect("small")).expect("memory");
    for loss in [ops::cross_entropy, ops::nll_loss] {
        let error = loss(&logits, &targets).expect_err("there is no class 12");
        assert_eq!(error.message(), "target 12 is out of range for 10 classes");
    }
}
