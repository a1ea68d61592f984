//! What the Python array API has beside the other files, against NumPy's answers (tests/numpy/standard.py), and its gradients.

mod common;

use common::numpy::{Case, check};
use tenure::autograd::{self, Tape};
use tenure::device::Device;
use tenure::error::{Error, Result, Status};
use tenure::ops::{self, BitOp, ReduceOp, ScanOp, TestOp};
use tenure::tensor::{DType, Shape, Tensor};

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
        op => ops::bits(bit_op(op), &t[0], &ops::integer_beside(&t[0], case.int("value"))?),
    }
}

fn between(case: &Case, t: &Tensor, before: Option<&Tensor>, behind: Option<&Tensor>) -> Result<Tensor> {
    autograd::diff_between(t, case.int("n"), case.int("axis"), before, behind)
}

#[test]
fn answers_are_numpys() {
    check("standard", call);
}

/// The gradient of the sum of squares, which is twice the values where every element is taken once.
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
        let column = Tensor::zeros(Device::Cpu, DType::F64, &Shape::new(&[4, 1])?)?;
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
