//! `+`, `-`, `*` and `/` of tensors and numbers, and `-` before a tensor.
//!
//! Tensor operations can fail, which the traits of `std::ops` cannot express, so the output of each
//! is a [`Result`](crate::error::Result). The right operand may be one too, which saves a `?`
//! within a term.
//!
//! ```
//! use tenure::tensor::{Shape, Tensor};
//!
//! # fn main() -> tenure::error::Result<()> {
//! let a = Tensor::from_slice(&[1.0f32, 2.0], &Shape::new(&[2])?)?;
//! let b = (&a + 2.0 * &a)?;
//! assert_eq!((-(b - 1.0)?)?.to_vec::<f32>().expect("float32"), vec![-2.0, -5.0]);
//! # Ok(())
//! # }
//! ```
//!
//! Each operator calls the function of this module that computes it, and is recorded like it.

use super::{binary, binary_scalar, scalar_binary, unary};
use crate::error::Result;
use crate::ops::{BinaryOp, UnaryOp};
use crate::tensor::{Scalar, Tensor};
use std::borrow::Borrow;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// The operators with a tensor on the left, borrowed or by value.
macro_rules! of_tensor {
    ($operator:ident, $name:ident, $left:ty) => {
        impl<B: Borrow<Tensor>> $operator<B> for $left {
            type Output = Result<Tensor>;

            fn $name(self, right: B) -> Result<Tensor> {
                binary(BinaryOp::$operator, self.borrow(), right.borrow())
            }
        }

        impl<B: Borrow<Tensor>> $operator<Result<B>> for $left {
            type Output = Result<Tensor>;

            fn $name(self, right: Result<B>) -> Result<Tensor> {
                binary(BinaryOp::$operator, self.borrow(), right?.borrow())
            }
        }

        of_number!($operator, $name, $left, f64);
        of_number!($operator, $name, $left, i64);
        of_number!($operator, $name, $left, Scalar);
    };
}

/// The operators of such a tensor and a number.
macro_rules! of_number {
    ($operator:ident, $name:ident, $left:ty, $number:ty) => {
        impl $operator<$number> for $left {
            type Output = Result<Tensor>;

            fn $name(self, right: $number) -> Result<Tensor> {
                binary_scalar(BinaryOp::$operator, self.borrow(), right)
            }
        }

        impl $operator<$left> for $number {
            type Output = Result<Tensor>;

            fn $name(self, right: $left) -> Result<Tensor> {
                scalar_binary(BinaryOp::$operator, self, right.borrow())
            }
        }
    };
}

macro_rules! operators {
    ($($operator:ident::$name:ident),+) => {$(
        of_tensor!($operator, $name, Tensor);
        of_tensor!($operator, $name, &Tensor);
    )+};
}

operators!(Add::add, Sub::sub, Mul::mul, Div::div);

impl Neg for &Tensor {
    type Output = Result<Tensor>;

    fn neg(self) -> Result<Tensor> {
        unary(UnaryOp::Neg, self)
    }
}

impl Neg for Tensor {
    type Output = Result<Tensor>;

    fn neg(self) -> Result<Tensor> {
        -&self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::autograd::Tape;
    use crate::error::Status;
    use crate::tensor::Shape;

    fn pair(values: [f32; 2]) -> Tensor {
        Tensor::from_slice(&values, &Shape::new(&[2]).expect("small")).expect("small")
    }

    fn values(result: Result<Tensor>) -> Vec<f32> {
        result.expect("the shapes fit").to_vec().expect("it holds f32")
    }

    #[test]
    fn each_computes_what_its_function_does_whichever_way_operands_are_passed() {
        let (a, b) = (pair([6.0, 8.0]), pair([2.0, 4.0]));
        assert_eq!(values(&a + &b), [8.0, 12.0]);
        assert_eq!(values(&a - b.clone()), [4.0, 4.0]);
        assert_eq!(values(a.clone() * &b), [12.0, 32.0]);
        assert_eq!(values(a.clone() / b.clone()), [3.0, 2.0]);
        assert_eq!(values(&a - 1.0), [5.0, 7.0]);
        assert_eq!(values(a.clone() / 2.0), [3.0, 4.0]);
        assert_eq!(values(1.0 - &a), [-5.0, -7.0]);
        assert_eq!(values(24.0 / a.clone()), [4.0, 3.0]);
        assert_eq!(values(&a + 10.0 * &b), [26.0, 48.0]);
        assert_eq!(values(2 * &a), [12.0, 16.0]);
        assert_eq!(values(a.clone() - 1), [5.0, 7.0]);
        assert_eq!(values(-&a), [-6.0, -8.0]);
        assert_eq!(values(-a), [-6.0, -8.0]);
    }

    #[test]
    fn a_failure_of_either_side_is_the_result() {
        let a = pair([1.0, 2.0]);
        let three = Tensor::from_slice(&[1i64; 3], &Shape::new(&[3]).expect("small")).expect("small");
        assert_eq!((&a * &three).unwrap_err().status(), Status::ShapeMismatch);
        assert_eq!((&a + (&a / &three)).unwrap_err().status(), Status::ShapeMismatch);
    }

    #[test]
    fn they_record_for_a_tape() {
        let tape = Tape::new();
        let a = tape.watch(&pair([3.0, 5.0])).expect("it holds f32");
        let loss = (2.0 * (&a * &a).expect("the shapes fit")).expect("a number");
        let loss = crate::autograd::reduce(crate::ops::ReduceOp::Sum, &loss, &[], false).expect("it has elements");
        let gradients = tape.backward(&loss, &[&a]).expect("it was recorded");
        assert_eq!(gradients[0].to_vec::<f32>().expect("float32"), vec![12.0, 20.0]);
    }
}
