//! Functions of one and of two numbers, and their derivatives, against PyTorch's answers
//! (tests/torch).

mod common;

use common::numpy::{Case, check};
use tenure::autograd::{self, Tape};
use tenure::error::{Result, Status};
use tenure::ops::{self, BinaryOp, PairOp, RealOp, ReduceOp, UnaryOp};
use tenure::tensor::{DType, Shape, Tensor};

fn real_op(case: &Case, name: &str) -> RealOp {
    match name {
        "exp2" => RealOp::Exp2,
        "expm1" => RealOp::Expm1,
        "log2" => RealOp::Log2,
        "log10" => RealOp::Log10,
        "log1p" => RealOp::Log1p,
        "rsqrt" => RealOp::Rsqrt,
        "reciprocal" => RealOp::Reciprocal,
        "sin" => RealOp::Sin,
        "cos" => RealOp::Cos,
        "tan" => RealOp::Tan,
        "asin" => RealOp::Asin,
        "acos" => RealOp::Acos,
        "atan" => RealOp::Atan,
        "sinh" => RealOp::Sinh,
        "cosh" => RealOp::Cosh,
        "asinh" => RealOp::Asinh,
        "acosh" => RealOp::Acosh,
        "atanh" => RealOp::Atanh,
        "lgamma" => RealOp::Lgamma,
        "digamma" => RealOp::Digamma,
        "logit" => RealOp::Logit { eps: f64::NAN },
        "logit_eps" => RealOp::Logit { eps: case.float("eps") },
        "frac" => RealOp::Frac,
        "floor" => RealOp::Floor,
        "ceil" => RealOp::Ceil,
        "round" => RealOp::Round,
        "round_to" => RealOp::RoundTo { scale: 10f64.powi(case.int("decimals") as i32) },
        "trunc" => RealOp::Trunc,
        "sign" => RealOp::Sign,
        "nan_to_num" => {
            RealOp::NanToNum { nan: case.float("nan"), above: case.float("above"), below: case.float("below") }
        }
        "clamp" => RealOp::Clamp { min: case.float("min").into(), max: case.float("max").into() },
        "hardtanh" => RealOp::Hardtanh { min: case.float("min"), max: case.float("max") },
        "relu6" => RealOp::Hardtanh { min: 0.0, max: 6.0 },
        "leaky_relu" => RealOp::LeakyRelu { slope: case.float("slope") },
        "elu" => RealOp::Elu { alpha: case.float("alpha") },
        "selu" => RealOp::Selu,
        "celu" => RealOp::Celu { alpha: case.float("alpha") },
        "silu" => RealOp::Silu,
        "mish" => RealOp::Mish,
        "softsign" => RealOp::Softsign,
        "hardsigmoid" => RealOp::Hardsigmoid,
        "hardswish" => RealOp::Hardswish,
        "log_sigmoid" => RealOp::LogSigmoid,
        _ => panic!("{name} is no function"),
    }
}

fn apply(case: &Case, name: &str, t: &Tensor) -> Result<Tensor> {
    match name {
        "square" => autograd::binary_scalar(BinaryOp::Pow, t, 2.0),
        "erf" => autograd::unary(UnaryOp::Erf, t),
        "erfc" => autograd::unary(UnaryOp::Erfc, t),
        "softplus" => autograd::unary(UnaryOp::Softplus, t),
        _ => autograd::real(real_op(case, name), t),
    }
}

fn pair_op(name: &str) -> PairOp {
    match name {
        "floor_divide" => PairOp::FloorDivide,
        "remainder" => PairOp::Remainder,
        "fmod" => PairOp::Fmod,
        "atan2" => PairOp::Atan2,
        "hypot" => PairOp::Hypot,
        "copysign" => PairOp::CopySign,
        "logaddexp" => PairOp::LogAddExp,
        "xlogy" => PairOp::Xlogy,
        _ => panic!("{name} is no function of two"),
    }
}

fn slopes(outs: &Tensor, tape: &Tape, of: &[&Tensor]) -> Result<Vec<Tensor>> {
    tape.backward(&autograd::reduce(ReduceOp::Sum, outs, &[], false)?, of)
}

/// The values, and also the derivatives where the second operand asks for them; elsewhere PyTorch's
/// formula differs.
#[test]
fn functions_and_their_derivatives_are_pytorchs() {
    check("../../torch/data/functions", |case, t| {
        if let Some(name) = case.op.strip_prefix("of_") {
            return apply(case, name, &t[0]);
        }
        let tape = Tape::new();
        let x = tape.watch(&t[0])?;
        let y = apply(case, &case.op, &x)?;
        let slope = slopes(&y, &tape, &[&x])?.remove(0);
        let seven = ops::number_beside(&t[0], 7.0)?;
        ops::stack(&[&y.untracked(), &ops::where_(&t[1], &slope, &seven)?], 0)
    });
}

#[test]
fn functions_of_two_numbers_are_pytorchs() {
    check("../../torch/data/pairs", |case, t| {
        if let Some(name) = case.op.strip_prefix("grad_") {
            let tape = Tape::new();
            let (a, b) = (tape.watch(&t[0])?, tape.watch(&t[1])?);
            let grads = slopes(&autograd::pair(pair_op(name), &a, &b)?, &tape, &[&a, &b])?;
            let flat = |t: &Tensor| ops::reshape(t, &[-1]);
            return ops::concat(&[&flat(&grads[0])?, &flat(&grads[1])?], 0);
        }
        if let Some(name) = case.op.strip_suffix("_scalar") {
            return autograd::pair_scalar(pair_op(name), &t[0], case.float("value").into(), false);
        }
        match case.op.as_str() {
            "isclose" => ops::is_close(&t[0], &t[1], 1e-5, 1e-8, case.flag("equal_nan")),
            name => ops::pair(pair_op(name), &t[0], &t[1]),
        }
    });
}

#[test]
fn quotients_rounded_down_have_no_gradient() {
    let tape = Tape::new();
    let x = tape
        .watch(&Tensor::from_slice(&[1.0f64, 2.0], &Shape::new(&[2]).expect("small")).expect("two"))
        .expect("float");
    let refused = autograd::pair_scalar(PairOp::FloorDivide, &x, 2.0.into(), false).expect_err("it is on a tape");
    assert_eq!(refused.status(), Status::Unsupported);
}

#[test]
fn equality_looks_at_shapes_and_values() {
    let of =
        |values: &[f64]| Tensor::from_slice(values, &Shape::new(&[values.len() as i64]).expect("small")).expect("fits");
    let (a, b, c) = (of(&[1.0, 2.0]), of(&[1.0, 2.0 + 1e-9]), of(&[1.0, 2.0, 3.0]));
    assert!(ops::equal(&a, &ops::cast(&a, DType::I64).expect("cast")).expect("same device"));
    assert!(!ops::equal(&a, &b).expect("same device") && !ops::equal(&a, &c).expect("same device"));
    assert!(ops::all_close(&a, &b, 1e-5, 1e-8, false).expect("same shape"));
    assert!(!ops::all_close(&a, &of(&[1.0, f64::NAN]), 1e-5, 1e-8, true).expect("same shape"));
    assert!(ops::equal(&of(&[]), &of(&[])).expect("same device"));
    assert_eq!(ops::all_close(&a, &c, 1e-5, 1e-8, false).expect_err("other shape").status(), Status::ShapeMismatch);
}
