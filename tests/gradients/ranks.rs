//! Rules of tensors of up to 16 axes, and their gradients: most axes have size 1, because each element
//! is moved alone.

use super::finite::{check, positive, signed};
use tenure::autograd::linalg;
use tenure::autograd::{self, Tape};
use tenure::ops::{BinaryOp, PadMode, ReduceOp, ScanOp, UnaryOp};
use tenure::tensor::Tensor;

const DEEP: [i64; 16] = [1, 2, 1, 1, 2, 1, 1, 1, 3, 1, 1, 1, 1, 1, 2, 1];
const OTHER: [i64; 15] = [1, 1, 2, 1, 1, 1, 1, 3, 1, 2, 1, 1, 1, 1, 1];

#[test]
fn elements_of_sixteen_axes() {
    for op in [BinaryOp::Mul, BinaryOp::Div] {
        check(&[signed(&DEEP, 1), positive(&OTHER, 4)], |x| autograd::binary(op, &x[0], &x[1]));
    }
    check(&[signed(&DEEP, 3)], |x| autograd::unary(UnaryOp::Tanh, &x[0]));
    let order: Vec<i64> = (0..16).map(|d| (d * 5 + 3) % 16).collect();
    check(&[signed(&DEEP, 2)], |x| {
        let turned = autograd::permute(&x[0], &order)?;
        let wide: Vec<i64> = turned.shape().iter().enumerate().map(|(d, &n)| if d == 2 { 2 } else { n }).collect();
        autograd::binary(BinaryOp::Mul, &autograd::expand(&turned, &wide)?, &turned)
    });
}

#[test]
fn parts_and_sums_of_sixteen_axes() {
    let odd: Vec<i64> = (0..16).step_by(2).collect();
    for keepdim in [false, true] {
        check(&[signed(&DEEP, 1)], |x| autograd::reduce(ReduceOp::Sum, &x[0], &odd, keepdim));
        check(&[signed(&DEEP, 1)], |x| autograd::reduce(ReduceOp::Mean, &x[0], &[1, 8, 15], keepdim));
        check(&[signed(&DEEP, 1)], |x| autograd::variance(&x[0], &odd, 0.0, keepdim));
    }
    check(&[signed(&DEEP, 1)], |x| autograd::scan(ScanOp::Sum, &x[0], 8));
    check(&[signed(&DEEP, 1)], |x| autograd::slice(&x[0], 8, 1, 3, 1));
    check(&[signed(&DEEP, 1)], |x| autograd::diagonal(&x[0], 0, 4, 8));
    check(&[signed(&DEEP[1..], 1)], |x| autograd::unfold(&x[0], 7, 2, 1));
    check(&[signed(&DEEP, 1)], |x| autograd::flip(&x[0], &[4, 8, 14]));
    check(&[signed(&DEEP, 1)], |x| autograd::softmax(&x[0], 8));
    check(&[signed(&DEEP, 1)], |x| {
        let pads: Vec<i64> = (0..32).map(|k| i64::from(k % 7 == 0)).collect();
        autograd::pad(&x[0], &pads, PadMode::Constant, 0.5.into())
    });
    check(&[signed(&DEEP, 1), signed(&DEEP, 5)], |x| autograd::concat(&[&x[0], &x[1]], 8));
}

#[test]
fn products_of_sixteen_axes() {
    let batch = [2, 1, 1, 1, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1];
    let (left, right) = ([&batch[..], &[2, 3]].concat(), [&[1, 2], &batch[2..6], &[1], &batch[7..], &[3, 1]].concat());
    check(&[signed(&left, 1), signed(&right, 2)], |x| autograd::matmul(&x[0], &x[1]));
    check(&[signed(&DEEP, 1), signed(&DEEP, 2)], |x| {
        autograd::einsum("abcdefghijklmnop,abcdefghijklmnop->ponm", &[&x[0], &x[1]])
    });
    let square = [&batch[..], &[2, 2]].concat();
    check(&[signed(&square, 3)], |x| linalg::det(&x[0]));
    // Nine axes of two sizes each: more than one pass.
    let (a, b) = ([1, 1, 2, 1, 1, 2, 1, 1, 2], [2, 1, 2, 1, 1, 2, 1, 3, 1]);
    check(&[signed(&a, 1), signed(&b, 2)], |x| autograd::kron(&x[0], &x[1]));
}

/// Too many elements to move each: the gradient of the sum of a product is the other factor.
#[test]
fn a_kronecker_product_in_several_passes() {
    let (a, b) = (signed(&[2; 9], 1), signed(&[2; 9], 2));
    let tape = Tape::new();
    let (x, y) = (tape.watch(&a).expect("float64"), tape.watch(&b).expect("float64"));
    let sum = |t: &Tensor| autograd::reduce(ReduceOp::Sum, t, &[], false).expect("a sum");
    let grads = tape.backward(&sum(&autograd::kron(&x, &y).expect("18 letters")), &[&x, &y]).expect("recorded");
    let total = |t: &Tensor| super::finite::read(t).iter().sum::<f64>();
    for (grad, other) in grads.iter().zip([&b, &a]) {
        assert_eq!(grad.shape(), [2; 9]);
        assert!(super::finite::read(grad).iter().all(|g| (g - total(other)).abs() < 1e-9), "{grad:?}");
    }
}
