//! Functions of the Python array API that the other files do not test, against NumPy's answers
//! (tests/numpy/standard.py), and their gradients.

mod common;

use common::numpy::{Case, check};
use tenure::autograd::linalg::MatrixNormOrder;
use tenure::autograd::{self, QuantileInterpolation, Tape};
use tenure::device::Device;
use tenure::error::{Error, Result, Status};
use tenure::internals::TensorInternals;
use tenure::ops::{self, BinaryOp, BitOp, LogicOp, PairOp, ReduceOp, ScanOp, Target, TestOp};
use tenure::tensor::{CopyMode, DType, Scalar, Shape, Tensor};

fn bit_op(name: &str) -> BitOp {
    match name {
        "bitwise_and" => BitOp::And,
        "bitwise_or" => BitOp::Or,
        "bitwise_xor" => BitOp::Xor,
        "bitwise_left_shift" => BitOp::LeftShift,
        "bitwise_right_shift" => BitOp::RightShift,
        _ => panic!("{name} is no operation"),
    }
}

fn call(case: &Case, t: &[Tensor]) -> Result<Tensor> {
    let refs: Vec<&Tensor> = t.iter().collect();
    match case.op.as_str() {
        "signbit" => ops::test(TestOp::SignBit, &t[0]),
        "positive" if t[0].dtype() == DType::Bool => Err(Error::dtype("refused by api, whose scenario has it")),
        "positive" => autograd::copy(&t[0]),
        "nextafter" => ops::next_after(&t[0], &t[1]),
        "cumulative_sum" | "cumulative_prod" => {
            let op = if case.op == "cumulative_sum" { ScanOp::Sum } else { ScanOp::Prod };
            let axis = case.int("axis");
            if case.flag("include_initial") {
                autograd::from_start(op, &ops::scan(op, &t[0], axis)?, axis)
            } else {
                ops::scan(op, &t[0], axis)
            }
        }
        "sum_as" | "prod_as" | "mean_as" => {
            let op = match case.op.as_str() {
                "sum_as" => ReduceOp::Sum,
                "prod_as" => ReduceOp::Prod,
                _ => ReduceOp::Mean,
            };
            autograd::reduce_as(op, &t[0], case.dtype("dtype"), &case.ints("axes"), case.flag("keepdim"))
        }
        "cumulative_sum_as" | "cumulative_prod_as" => {
            let op = if case.op == "cumulative_sum_as" { ScanOp::Sum } else { ScanOp::Prod };
            let scan = autograd::scan_as(op, &t[0], case.dtype("dtype"), case.int("axis"))?;
            if case.flag("include_initial") { autograd::from_start(op, &scan, case.int("axis")) } else { Ok(scan) }
        }
        "trace_as" => autograd::trace_as(&t[0], case.int("offset"), case.dtype("dtype")),
        "diff_both" => between(case, &t[0], Some(&t[1]), Some(&t[2])),
        "diff_prepend" => between(case, &t[0], Some(&t[1]), None),
        "diff_append" => between(case, &t[0], None, Some(&t[1])),
        "linspace_open" => {
            let ends = (case.float("start"), case.float("end"));
            ops::linspace(Device::Cpu, case.dtype("dtype"), ends, case.int("steps"), false)
        }
        "eye" => ops::eye(Device::Cpu, case.dtype("dtype"), case.int("height"), case.int("width"), case.int("offset")),
        "searchsorted" => ops::searchsorted(&ops::gather(&t[0], -1, &t[2])?, &t[1], case.flag("right")),
        "squeeze_axes" => autograd::squeeze_axes(&t[0], &case.ints("axes")),
        "matrix_transpose" => autograd::matrix_transpose(&t[0]),
        "broadcast_tensors" => {
            autograd::broadcast_tensors(&refs).map(|mut all| all.swap_remove(case.int("which") as usize))
        }
        "nanmedian" | "nanmedian_all" | "nanquantile" | "nanquantiles" => among_numbers(case, t),
        "concat_flat" => autograd::concat_flat(&refs),
        "where_number_tensor" => autograd::where_(&t[0], &ops::number_beside(&t[1], case.float("a"))?, &t[1]),
        "where_numbers" => {
            let truth = Tensor::zeroed(Device::Cpu, DType::Bool, &Shape::new(&[])?)?;
            let number = |name| ops::number_beside(&truth, case.float(name));
            autograd::where_(&t[0], &number("a")?, &number("b")?)
        }
        name if name.ends_with("_in_place") => in_place(name, case, t),
        "rfloordiv" => autograd::pair_scalar(PairOp::FloorDivide, &t[0], case.float("value").into(), true),
        "rmod" => autograd::pair_scalar(PairOp::Remainder, &t[0], case.float("value").into(), true),
        "rsub" => autograd::scalar_binary(BinaryOp::Sub, case.float("value"), &t[0]),
        "norm_as" | "matrix_norm_as" | "softmax_as" | "log_softmax_as" => cast_first(case, &t[0]),
        op => ops::bits(bit_op(op), &t[0], &ops::integer_beside(&t[0], case.int("value"))?),
    }
}

fn among_numbers(case: &Case, t: &[Tensor]) -> Result<Tensor> {
    match case.op.as_str() {
        "nanmedian" => autograd::nanmedian(&t[0], case.int("axis"), case.flag("keepdim")).map(|(values, _)| values),
        "nanmedian_all" => autograd::nanmedian_all(&t[0]),
        "nanquantile" => autograd::nanquantile(&t[0], case.float("q"), &case.ints("axes"), case.flag("keepdim")),
        _ => {
            let interpolation = QuantileInterpolation::from_code(case.int("interpolation") as i32)?;
            autograd::nanquantiles(&t[0], &t[1], &case.ints("axes"), case.flag("keepdim"), interpolation)
        }
    }
}

fn cast_first(case: &Case, t: &Tensor) -> Result<Tensor> {
    let (name, axes) = (case.op.trim_end_matches("_as"), case.ints("axes"));
    let cast = autograd::cast_to_float(name, t, case.dtype("dtype"))?;
    match name {
        "norm" => autograd::norm(&cast, 2.0, &axes, false),
        "matrix_norm" => autograd::linalg::matrix_norm(&cast, MatrixNormOrder::Fro, &axes, false),
        "softmax" => autograd::softmax(&cast, axes[0]),
        _ => autograd::log_softmax(&cast, axes[0]),
    }
}

/// The functions of the same names in `api`, without handles.
fn in_place(name: &str, case: &Case, t: &[Tensor]) -> Result<Tensor> {
    let (x, name) = (&t[0], name.trim_end_matches("_in_place"));
    let value = || Scalar::F64(case.float("value"));
    let number = || ops::number_beside(x, value());
    let compute = |target: Target| match name {
        "rfloordiv" => ops::pair_scalar_to(PairOp::FloorDivide, x, value(), true, target),
        "rmod" => ops::pair_scalar_to(PairOp::Remainder, x, value(), true, target),
        "rsub" => ops::scalar_binary_to(BinaryOp::Sub, value(), x, target),
        "rpow" => ops::scalar_binary_to(BinaryOp::Pow, value(), x, target),
        "nextafter_number" => ops::next_after_to(x, &number()?, target),
        "logical_and" => ops::logic_to(LogicOp::And, x, &number()?, target),
        "logical_or" => ops::logic_to(LogicOp::Or, x, &number()?, target),
        "logical_xor" => ops::logic_to(LogicOp::Xor, x, &number()?, target),
        op => panic!("{op} is not an operation"),
    };
    match name {
        "maximum" => ops::binary_in_place(BinaryOp::Maximum, x, &t[1])?,
        "minimum" => ops::binary_in_place(BinaryOp::Minimum, x, &t[1])?,
        "maximum_number" => ops::binary_scalar_in_place(BinaryOp::Maximum, x, value())?,
        "minimum_number" => ops::binary_scalar_in_place(BinaryOp::Minimum, x, value())?,
        _ => ops::computed_in_place(x, &compute)?,
    }
    Ok(t[0].clone())
}

fn between(case: &Case, t: &Tensor, before: Option<&Tensor>, behind: Option<&Tensor>) -> Result<Tensor> {
    autograd::diff_between(t, case.int("n"), case.int("axis"), before, behind)
}

#[test]
fn answers_are_numpys() {
    check("standard", call);
}

/// The gradient of the sum of squares, which is twice the values if every element is taken once.
fn gradient(t: &Tensor, f: impl Fn(&Tensor) -> Result<Tensor>) -> Vec<f64> {
    let tape = Tape::new();
    let x = tape.watch(t).expect("float64");
    let loss = autograd::reduce(ReduceOp::Sum, &f(&x).expect("computed"), &[], false).expect("a number");
    tape.backward(&loss, &[&x]).expect("recorded").remove(0).to_vec().expect("float64")
}

fn from_start(op: ScanOp, x: &Tensor) -> Result<Tensor> {
    autograd::from_start(op, &autograd::scan(op, x, 0)?, 0)
}

#[test]
fn gradients_go_through_what_was_put_before() {
    let x = Tensor::from_slice(&[2.0f64, 3.0, 5.0], &Shape::new(&[3]).expect("small")).expect("three");
    assert_eq!(gradient(&x, |x| from_start(ScanOp::Sum, x)), [3.0, 2.0, 1.0]);
    // 1 + a + ab + abc
    assert_eq!(gradient(&x, |x| from_start(ScanOp::Prod, x)), [19.0, 12.0, 6.0]);
    assert_eq!(gradient(&x, |x| autograd::diff_between(x, 1, 0, Some(x), None)), [-1.0, 0.0, 1.0]);
    assert_eq!(gradient(&x, autograd::copy), [1.0; 3]);
    let spread = |x: &Tensor| {
        let column = Tensor::zeroed(Device::Cpu, DType::F64, &Shape::new(&[4, 1])?)?;
        Ok(autograd::broadcast_tensors(&[x, &column])?.remove(0))
    };
    assert_eq!(gradient(&x, spread), [4.0; 3]);
    let matrix =
        |x: &Tensor| autograd::matrix_transpose(&autograd::squeeze_axes(&autograd::reshape(x, &[1, 3, 1])?, &[])?);
    assert_eq!(gradient(&x, matrix), [1.0; 3]);
}

#[test]
fn a_neighbour_has_no_gradient() {
    let tape = Tape::new();
    let x = tape.watch(&Tensor::from_slice(&[1.0f64], &Shape::new(&[1]).expect("one")).expect("one")).expect("float64");
    let refused = autograd::next_after(&x, &x).expect_err("it is on a tape");
    assert_eq!(refused.status(), Status::Unsupported);
}

#[test]
fn the_index_of_a_median_among_numbers_is_that_of_its_value() {
    let x = [f64::NAN, 3.0, 1.0, f64::NAN, 2.0, f64::NAN, 9.0, 7.0];
    let x = Tensor::from_slice(&x, &Shape::new(&[2, 4]).expect("small")).expect("eight");
    let (values, indices) = autograd::nanmedian(&x, 1, true).expect("an axis");
    assert_eq!(values.to_vec::<f64>().expect("float64"), [1.0, 7.0]);
    assert_eq!(indices.to_vec::<i64>().expect("int64"), [2, 3]);
    assert!(ops::equal(&ops::gather(&x, 1, &indices).expect("they are there"), &values).expect("compared"));
}

#[test]
fn a_copy_is_made_as_the_caller_wants_it() {
    let x = Tensor::from_slice(&[1.0f64, 2.0, 3.0, 4.0], &Shape::new(&[2, 2]).expect("small")).expect("four");
    let shares = |t: Tensor| t.storage().is_same(x.storage());
    for (mode, is_view) in [(CopyMode::IfNeeded, true), (CopyMode::Always, false), (CopyMode::Never, true)] {
        assert_eq!(shares(autograd::reshape_as(&x, &[4], mode).expect("four")), is_view);
        assert_eq!(shares(autograd::cast_as(&x, DType::F64, mode).expect("float64")), is_view);
    }
    let across = x.transpose(0, 1).expect("two axes");
    for (mode, fails) in [(CopyMode::IfNeeded, false), (CopyMode::Always, false), (CopyMode::Never, true)] {
        let flat = autograd::reshape_as(&across, &[4], mode);
        assert_eq!(flat.as_ref().is_err_and(|e| e.status() == Status::InvalidArgument), fails);
        let cast = autograd::cast_as(&x, DType::I32, mode);
        assert_eq!(cast.is_err_and(|e| e.status() == Status::InvalidArgument), fails);
        assert!(fails || flat.expect("copied").to_vec::<f64>().expect("float64") == vec![1.0, 3.0, 2.0, 4.0]);
    }
    for code in [-1, 3] {
        assert_eq!(CopyMode::from_code(code).expect_err("none").status(), Status::InvalidArgument);
    }
}
