//! Linear algebra and Fourier transforms.

use super::finite::{check, positive, read, shape, signed, tensor};
use tenure::autograd::linalg::{self, MatrixNormOrder};
use tenure::autograd::{self, Tape, fft};
use tenure::error::{Result, Status};
use tenure::ops::fft::FftNorm;
use tenure::ops::{BinaryOp, UnaryOp};
use tenure::tensor::Tensor;

/// Matrices of full rank, well conditioned, with distinct singular values; the matrices of a batch
/// differ.
fn regular(dims: &[i64]) -> Tensor {
    let (m, n) = (dims[dims.len() - 2] as usize, dims[dims.len() - 1] as usize);
    let mut values = read(&signed(dims, 5));
    for (at, value) in values.iter_mut().enumerate() {
        let (row, column) = (at / n % m, at % n);
        *value = 0.4 * *value + if row == column { 2.0 + column as f64 } else { 0.0 };
    }
    tensor(&values, dims)
}

fn mul(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    autograd::binary(BinaryOp::Mul, a, b)
}

/// Joins both results, so that one loss reads both.
fn joined(parts: &[Tensor]) -> Result<Tensor> {
    let flat: Vec<Tensor> = parts.iter().map(|part| autograd::reshape(part, &[-1])).collect::<Result<_>>()?;
    autograd::concat(&flat.iter().collect::<Vec<_>>(), 0)
}

/// Makes a matrix symmetric, so that a change of one element changes two.
fn symmetric(a: &Tensor) -> Result<Tensor> {
    autograd::binary(BinaryOp::Add, a, &autograd::transpose(a, -1, -2)?)
}

const SQUARES: [&[i64]; 3] = [&[1, 1], &[3, 3], &[2, 3, 3]];

#[test]
fn inverses_and_determinants() {
    for dims in SQUARES {
        check(&[regular(dims)], |x| linalg::inv(&x[0]));
        check(&[regular(dims)], |x| linalg::det(&x[0]));
        check(&[regular(dims)], |x| Ok(linalg::slogdet(&x[0])?.1));
    }
    check(&[regular(&[2, 2])], |x| autograd::matrix_power(&x[0], -2));
    // Of rank 2: all products of singular values without one of them are 0, except one.
    check(&[tensor(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0], &[3, 3])], |x| linalg::det(&x[0]));
}

#[test]
fn equations() {
    for (a, b) in [(&[3i64, 3][..], &[3i64, 2][..]), (&[2, 3, 3], &[3, 1]), (&[3, 3], &[2, 3, 2]), (&[3, 3], &[3])] {
        check(&[regular(a), signed(b, 2)], |x| linalg::solve(&x[0], &x[1]));
    }
    for upper in [false, true] {
        for unit in [false, true] {
            for (left, b) in [(true, &[3i64, 2][..]), (false, &[2, 3]), (true, &[2, 3, 1])] {
                check(&[regular(&[3, 3]), signed(b, 2)], |x| linalg::solve_triangular(&x[0], &x[1], upper, left, unit));
            }
        }
        check(&[signed(&[3, 2], 2), regular(&[3, 3])], |x| linalg::cholesky_solve(&x[0], &x[1], upper));
    }
}

#[test]
fn decompositions() {
    for dims in SQUARES {
        for upper in [false, true] {
            check(&[regular(dims)], |x| linalg::cholesky(&symmetric(&x[0])?, upper));
            check(&[regular(dims)], |x| linalg::eigvalsh(&symmetric(&x[0])?, upper));
            // The sign of a vector is arbitrary; products of two of its elements do not depend on
            // it.
            check(&[regular(dims)], |x| {
                let [w, v] = linalg::eigh(&symmetric(&x[0])?, upper)?;
                joined(&[w, mul(&v, &autograd::roll(&v, &[1], &[-2])?)?])
            });
        }
    }
    for dims in [&[3i64, 3][..], &[2, 4, 2], &[2, 4]] {
        check(&[regular(dims)], |x| linalg::svdvals(&x[0]));
        check(&[regular(dims)], |x| linalg::pinv(&x[0], -1.0));
        check(&[regular(dims)], |x| joined(&linalg::qr(&x[0], false)?));
        check(&[regular(dims)], |x| {
            let [u, s, vh] = linalg::svd(&x[0], false)?;
            let signed_alike = mul(&autograd::select(&u, -2, 0)?, &autograd::select(&vh, -1, 0)?)?;
            let (left, right) = (autograd::roll(&u, &[1], &[-2])?, autograd::roll(&vh, &[1], &[-1])?);
            joined(&[s, signed_alike, mul(&u, &left)?, mul(&vh, &right)?])
        });
    }
    check(&[regular(&[2, 3])], |x| joined(&linalg::qr(&x[0], true)?));
    check(&[regular(&[3, 3])], |x| Ok(linalg::svd(&x[0], true)?[1].clone()));
}

#[test]
fn least_squares() {
    for (a, b) in [(&[4i64, 2][..], &[4i64, 3][..]), (&[2, 4], &[2, 1]), (&[4, 2], &[4]), (&[2, 4, 2], &[4, 1])] {
        check(&[regular(a), signed(b, 2)], |x| {
            let found = linalg::lstsq(&x[0], &x[1], -1.0)?;
            joined(&[found.solution, found.residuals])
        });
    }
}

#[test]
fn norms_of_matrices_and_vectors() {
    use MatrixNormOrder::*;
    for which in [Fro, Nuc, Inf, NegInf, One, NegOne, Two, NegTwo] {
        check(&[signed(&[3, 4], 2)], |x| linalg::matrix_norm(&x[0], which, &[], false));
        check(&[signed(&[3, 2, 2], 2)], |x| linalg::matrix_norm(&x[0], which, &[2, 0], true));
    }
    for p in [1.0, 2.0, 3.0, f64::INFINITY] {
        check(&[signed(&[3, 4], 2)], |x| linalg::vector_norm(&x[0], p, &[0], false));
    }
}

#[test]
fn what_has_no_gradient_says_so() {
    let tape = Tape::new();
    let tall = tape.watch(&signed(&[4, 2], 1)).expect("float64");
    for error in [linalg::svd(&tall, true).map(drop), linalg::qr(&tall, true).map(drop)] {
        assert_eq!(error.expect_err("some columns are any").status(), Status::Unsupported);
    }
    let singular = tape.watch(&tensor(&[1.0, 2.0, 2.0, 4.0], &[2, 2])).expect("float64");
    let log = linalg::slogdet(&singular).expect("a square matrix").1;
    let error = tape.backward(&log, &[&singular]).expect_err("no inverse");
    assert_eq!(error.status(), Status::InvalidArgument);
}

/// Singular values without vectors: equal ones are not a pole.
#[test]
fn equal_singular_values_have_gradients_of_their_sum() {
    let tape = Tape::new();
    let unit = tape.watch(&tensor(&[1.0, 0.0, 0.0, 1.0], &[2, 2])).expect("float64");
    let [_, s, _] = linalg::svd(&unit, false).expect("finite");
    let loss = autograd::reduce(tenure::ops::ReduceOp::Sum, &s, &[], false).expect("a sum");
    let grad = &tape.backward(&loss, &[&unit]).expect("recorded")[0];
    assert!(read(grad).iter().zip([1.0, 0.0, 0.0, 1.0]).all(|(got, want)| (got - want).abs() < 1e-12));
    assert_eq!(shape(grad.shape()).elements(), 4);
}

#[test]
fn transforms() {
    for norm in [FftNorm::Backward, FftNorm::Ortho, FftNorm::Forward] {
        for n in [-1, 3, 6] {
            for axis in [-1, 0] {
                check(&[signed(&[2, 4, 2], 1)], |x| fft::fft(&x[0], n, axis, norm));
                check(&[signed(&[2, 4, 2], 1)], |x| fft::ifft(&x[0], n, axis, norm));
                check(&[signed(&[2, 5], 1)], |x| fft::rfft(&x[0], n, axis, norm));
                check(&[signed(&[2, 5], 1)], |x| fft::ihfft(&x[0], n, axis, norm));
                check(&[signed(&[2, 3, 2], 1)], |x| fft::irfft(&x[0], n, axis, norm));
                check(&[signed(&[2, 3, 2], 1)], |x| fft::hfft(&x[0], n, axis, norm));
            }
        }
        check(&[signed(&[2, 3, 2], 1)], |x| fft::fftn(&x[0], &[3, 2], &[0, 1], norm));
        check(&[signed(&[2, 3, 2], 1)], |x| fft::ifftn(&x[0], &[], &[], norm));
        check(&[signed(&[2, 3], 1)], |x| fft::rfftn(&x[0], &[], &[], norm));
        check(&[signed(&[2, 3, 2], 1)], |x| fft::irfftn(&x[0], &[], &[], norm));
    }
    check(&[positive(&[3, 4], 1)], |x| {
        let shifted = fft::fftshift(&x[0], &[1])?;
        fft::ifftshift(&autograd::unary(UnaryOp::Log, &shifted)?, &[])
    });
}
