//! Gradients on a CUDA device have the processor's bits, by the same tape.

use super::bits::numbers;
use super::*;
use tenure::autograd::{self, Tape};
use tenure::error::Result;
use tenure::ops::*;

/// The gradients of a sum with different weights, of each operand that is watched.
pub(crate) fn gradients(operands: &[Tensor], f: &dyn Fn(&[Tensor]) -> Result<Tensor>) -> Result<Vec<Tensor>> {
    let tape = Tape::new();
    let watched = operands.iter().map(|t| if t.dtype().is_float() { tape.watch(t) } else { Ok(t.clone()) });
    let watched = watched.collect::<Result<Vec<Tensor>>>()?;
    let out = f(&watched)?;
    let weights = cast(&numbers(71, DType::F32, out.shape()), out.dtype())?;
    let weights = to_device(&weights, out.device())?;
    let loss = autograd::reduce(ReduceOp::Sum, &autograd::binary(BinaryOp::Mul, &out, &weights)?, &[], false)?;
    let wanted: Vec<&Tensor> = watched.iter().filter(|t| t.dtype().is_float()).collect();
    tape.backward(&loss, &wanted)
}

/// Gradients on both devices.
pub(crate) fn same_gradients(what: &str, operands: &[Tensor], f: &dyn Fn(&[Tensor]) -> Result<Tensor>) {
    let device: Vec<Tensor> = operands.iter().map(there).collect();
    let wanted = gradients(operands, f).unwrap_or_else(|error| panic!("{what} on the processor: {error}"));
    let got = gradients(&device, f).unwrap_or_else(|error| panic!("{what} on the device: {error}"));
    for (i, (wanted, got)) in wanted.iter().zip(&got).enumerate() {
        assert_eq!(got.device(), cuda(), "{what}");
        assert_eq!((got.dtype(), got.shape()), (wanted.dtype(), wanted.shape()), "{what}, operand {i}");
        assert_eq!(raw(&here(got)), raw(wanted), "{what}, operand {i}: {wanted:?}");
    }
}

const FLOATS: [DType; 4] = [DType::F32, DType::F64, DType::F16, DType::BF16];

#[test]
fn of_functions_of_one_element() {
    use UnaryOp::*;
    for dtype in FLOATS {
        let t = numbers(72, dtype, &[5, 7]);
        let positive = binary_scalar(BinaryOp::Add, &unary(Abs, &t).expect("abs"), 0.5).expect("add");
        for op in [Neg, Exp, Log, Sqrt, Abs, Relu, Sigmoid, Tanh, Softplus, Erf, Erfc, Gelu, GeluTanh] {
            let t = if matches!(op, Log | Sqrt) { &positive } else { &t };
            same_gradients(&format!("{op:?} of {dtype}"), std::slice::from_ref(t), &|t| autograd::unary(op, &t[0]));
            let turned = |t: &[Tensor]| autograd::unary(op, &autograd::transpose(&t[0], 0, 1)?);
            same_gradients(&format!("{op:?} of a view of {dtype}"), std::slice::from_ref(t), &turned);
        }
        for op in super::bits::reals() {
            same_gradients(&format!("{op:?} of {dtype}"), std::slice::from_ref(&t), &|t| autograd::real(op, &t[0]));
        }
    }
    let special = Random(73).tensor(DType::F32, &[300]);
    for op in [Relu, Gelu, GeluTanh, Sigmoid, Abs] {
        same_gradients("of special values", std::slice::from_ref(&special), &|t| autograd::unary(op, &t[0]));
    }
}

#[test]
fn of_two_operands_and_of_a_number() {
    use BinaryOp::*;
    for dtype in FLOATS {
        let (a, b) = (numbers(74, dtype, &[4, 6]), numbers(75, dtype, &[6]));
        for op in [Add, Sub, Mul, Div, Maximum, Minimum] {
            let what = format!("{op:?} of {dtype}");
            same_gradients(&what, &[a.clone(), b.clone()], &|t| autograd::binary(op, &t[0], &t[1]));
            same_gradients(&what, &[a.clone(), a.clone()], &|t| autograd::binary(op, &t[0], &t[1]));
            same_gradients(&what, std::slice::from_ref(&a), &|t| autograd::binary_scalar(op, &t[0], 1.5));
            same_gradients(&what, std::slice::from_ref(&a), &|t| autograd::scalar_binary(op, 1.5, &t[0]));
        }
        same_gradients("a square", std::slice::from_ref(&a), &|t| autograd::binary_scalar(Pow, &t[0], 2.0));
        let condition = there(&compare_scalar(CompareOp::Gt, &a, 0.0).expect("bool"));
        same_gradients("a choice", &[a.clone(), b.clone()], &|t| {
            let condition = to_device(&condition, t[0].device())?;
            autograd::where_(&condition, &t[0], &t[1])
        });
    }
}

#[test]
fn of_rows() {
    for dtype in FLOATS {
        let t = numbers(76, dtype, &[3, 5, 4]);
        for axis in 0..3 {
            same_gradients("softmax", std::slice::from_ref(&t), &|t| autograd::softmax(&t[0], axis));
            same_gradients("log_softmax", std::slice::from_ref(&t), &|t| autograd::log_softmax(&t[0], axis));
        }
        for op in [ReduceOp::Sum, ReduceOp::Mean, ReduceOp::Max, ReduceOp::Min] {
            for axes in [&[][..], &[1], &[0, 2]] {
                let what = format!("{op:?} of {dtype} over {axes:?}");
                same_gradients(&what, std::slice::from_ref(&t), &|t| autograd::reduce(op, &t[0], axes, false));
            }
        }
    }
}

#[test]
fn of_elements_by_their_index() {
    let index = Tensor::from_slice(&[2i64, 0, -1, 2], &shape(&[4])).expect("four");
    let square = Tensor::from_slice(&[2i64, 0, 1, 2, 2, 1], &shape(&[3, 2])).expect("six");
    let add = |t: &Tensor, i: &Tensor| to_device(i, t.device());
    for dtype in FLOATS {
        let (t, s) = (numbers(77, dtype, &[3, 3]), numbers(78, dtype, &[4, 3]));
        let one = std::slice::from_ref(&t);
        same_gradients("index_select", one, &|t| autograd::index_select(&t[0], 0, &add(&t[0], &index)?));
        same_gradients("gather", one, &|t| autograd::gather(&t[0], 1, &add(&t[0], &square)?));
        same_gradients("index", one, &|t| autograd::index(&t[0], &[&add(&t[0], &index)?]));
        same_gradients("concat", &[t.clone(), s.clone()], &|t| autograd::concat(&[&t[0], &t[1]], 0));
        same_gradients("stack", &[t.clone(), t.clone()], &|t| autograd::stack(&[&t[0], &t[1]], 1));
        same_gradients("flip", one, &|t| autograd::flip(&t[0], &[1]));
        same_gradients("roll", one, &|t| autograd::roll(&t[0], &[1], &[0]));
        same_gradients("repeat", one, &|t| autograd::repeat(&t[0], &[2, 2]));
        same_gradients("triangle", one, &|t| autograd::triangle(&t[0], Triangle::Lower, 0));
        same_gradients("index_add", &[t.clone(), s.clone()], &|t| {
            autograd::index_add(&t[0], 0, &add(&t[0], &index)?, &t[1], Scalar::F64(1.0))
        });
        let mask = compare_scalar(CompareOp::Gt, &t, 0.0).expect("bool");
        same_gradients("masked_fill", one, &|t| autograd::masked_fill(&t[0], &add(&t[0], &mask)?, 2.0));
        same_gradients("masked_select", one, &|t| autograd::masked_select(&t[0], &add(&t[0], &mask)?));
    }
}
