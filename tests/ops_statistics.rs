//! Reductions, scans and medians against PyTorch's answers (tests/torch).

mod common;

use common::numpy::{Case, check};
use tenure::autograd::{self, QuantileInterpolation, Tape};
use tenure::error::{Result, Status};
use tenure::ops::{self, ReduceOp, ScanOp};
use tenure::tensor::{Shape, Tensor};

#[test]
fn statistics_are_pytorchs() {
    check("../../torch/data/statistics", |case, t| match case.op.as_str() {
        "quantiles" => {
            let interpolation = QuantileInterpolation::from_code(case.int("interpolation") as i32)?;
            autograd::quantiles(&t[0], &t[1], &case.ints("axes"), case.flag("keepdim"), interpolation)
        }
        "median_all" => autograd::median_all(&t[0]),
        _ if case.has("axes") => reduced(case, &t[0]),
        _ => along(case, &t[0]),
    });
}

fn reduced(case: &Case, t: &Tensor) -> Result<Tensor> {
    let (axes, keepdim) = (case.ints("axes"), case.flag("keepdim"));
    match case.op.as_str() {
        "prod" => ops::reduce(ReduceOp::Prod, t, &axes, keepdim),
        "all" => ops::reduce(ReduceOp::All, t, &axes, keepdim),
        "any" => ops::reduce(ReduceOp::Any, t, &axes, keepdim),
        "count_nonzero" => ops::reduce(ReduceOp::CountNonzero, t, &axes, keepdim),
        "logsumexp" => autograd::logsumexp(t, &axes, keepdim),
        "var" => autograd::variance(t, &axes, 1.0, keepdim),
        "std" => autograd::deviation(t, &axes, 1.0, keepdim),
        "var_all" => autograd::variance(t, &axes, 0.0, keepdim),
        "norm" => autograd::norm(t, case.float("p"), &axes, keepdim),
        "argmin" => ops::argmin(t, &axes, keepdim),
        op => panic!("{op} is no reduction"),
    }
}

fn along(case: &Case, t: &Tensor) -> Result<Tensor> {
    let axis = case.int("axis");
    match case.op.as_str() {
        "cumsum" => ops::scan(ScanOp::Sum, t, axis),
        "cumprod" => ops::scan(ScanOp::Prod, t, axis),
        "cummax" => ops::scan(ScanOp::Max, t, axis),
        "cummin" => ops::scan(ScanOp::Min, t, axis),
        "diff" => autograd::diff(t, case.int("n"), axis),
        "median" => {
            let keepdim = case.flag("keepdim");
            let (values, indices) = autograd::median(t, axis, keepdim)?;
            let places = if keepdim { indices } else { indices.unsqueeze(axis)? };
            let there = ops::gather(t, axis, &places)?;
            let there = if keepdim { there } else { there.squeeze(axis)? };
            assert!(ops::all_close(&values, &there, 0.0, 0.0, true)?, "the indices are those of the values");
            Ok(values)
        }
        "quantile" => autograd::quantile(t, case.float("q"), &[axis], case.flag("keepdim")),
        op => panic!("{op} goes along no axis"),
    }
}

#[test]
fn norms_and_deviations_have_no_slope_at_zero() {
    let zeros = Tensor::from_slice(&[0.0f64; 3], &Shape::new(&[3]).expect("small")).expect("three");
    for f in [|t: &Tensor| autograd::norm(t, 2.0, &[], false), |t: &Tensor| autograd::deviation(t, &[], 1.0, false)] {
        let tape = Tape::new();
        let x = tape.watch(&zeros).expect("float64");
        let grad = tape.backward(&f(&x).expect("a number"), &[&x]).expect("recorded").remove(0);
        assert_eq!(grad.to_vec::<f64>().expect("float64"), [0.0; 3]);
    }
}

#[test]
fn running_extrema_have_the_gradient_of_the_element_that_was_largest() {
    let tape = Tape::new();
    let three = Tensor::from_slice(&[1.0f64, 3.0, 2.0], &Shape::new(&[3]).expect("small")).expect("three");
    let x = tape.watch(&three).expect("float64");
    let largest = autograd::scan(ScanOp::Max, &x, 0).expect("room");
    let loss = autograd::reduce(ReduceOp::Sum, &largest, &[], false).expect("room");
    let [gradient] = &tape.backward(&loss, &[&x]).expect("recorded")[..] else { panic!("one gradient") };
    assert_eq!(gradient.to_vec::<f64>().expect("float64"), [1.0, 2.0, 0.0]);
}

#[test]
fn an_interpolation_has_one_of_five_codes() {
    for code in 0..5 {
        assert_eq!(QuantileInterpolation::from_code(code).expect("one of them") as i32, code);
    }
    for code in [-1, 5] {
        assert_eq!(QuantileInterpolation::from_code(code).expect_err("none").status(), Status::InvalidArgument);
    }
}
