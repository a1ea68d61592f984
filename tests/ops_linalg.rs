//! Linear algebra and Fourier transforms against NumPy's answers, and properties that do not depend
//! on signs.

mod common;

use common::numpy::{Case, check};
use tenure::autograd::{fft, linalg};
use tenure::device::Device;
use tenure::error::Result;
use tenure::internals::TensorInternals;
use tenure::ops::fft::FftNorm;
use tenure::ops::{self, BinaryOp};
use tenure::tensor::{DType, Shape, Tensor};

fn which(name: &str) -> linalg::MatrixNormOrder {
    use linalg::MatrixNormOrder::*;
    match name {
        "fro" => Fro,
        "nuc" => Nuc,
        "inf" => Inf,
        "-inf" => NegInf,
        "1" => One,
        "-1" => NegOne,
        "2" => Two,
        "-2" => NegTwo,
        other => panic!("no norm {other}"),
    }
}

/// The product of a decomposition; also checks that the vectors are orthonormal.
fn product(left: &Tensor, values: Option<&Tensor>, right: &Tensor) -> Result<Tensor> {
    orthonormal(left)?;
    let left = match values {
        Some(values) => ops::binary(BinaryOp::Mul, left, &values.unsqueeze(-2)?)?,
        None => left.clone(),
    };
    ops::matmul(&left, right)
}

fn orthonormal(q: &Tensor) -> Result<()> {
    let n = q.shape()[q.rank() - 1];
    let unit = ops::eye(Device::Cpu, q.dtype(), n, n, 0)?;
    let inner = ops::matmul(&q.transpose(-1, -2)?, q)?;
    assert!(ops::all_close(&inner, &unit.expand(inner.shape())?, 1e-5, 1e-5, false)?, "columns are not orthonormal");
    Ok(())
}

/// The first columns, or rows, as many as the last size of `like`.
fn first(t: &Tensor, axis: i64, like: &Tensor) -> Result<Tensor> {
    t.slice(axis, 0, like.shape()[like.rank() - 1], 1)
}

fn decomposed(case: &Case, t: &[Tensor]) -> Result<Tensor> {
    match case.op.as_str() {
        "svd" | "svd_full" => {
            let full = case.op == "svd_full";
            let [u, s, vh] = linalg::svd(&t[0], full)?;
            orthonormal(&vh.transpose(-1, -2)?)?;
            orthonormal(&u)?;
            if full {
                assert_eq!(
                    (u.shape()[u.rank() - 2], vh.shape()[vh.rank() - 2]),
                    (u.shape()[u.rank() - 1], vh.shape()[vh.rank() - 1])
                );
            }
            product(&first(&u, -1, &s)?, Some(&s), &first(&vh, -2, &s)?)
        }
        "qr" | "qr_complete" => {
            let [q, r] = linalg::qr(&t[0], case.op == "qr_complete")?;
            assert!(ops::equal(&r, &ops::triangle(&r, ops::Triangle::Upper, 0)?)?, "R is no triangle");
            product(&q, None, &r)
        }
        "eigh" => {
            let [w, v] = linalg::eigh(&t[0], case.flag("upper"))?;
            product(&v, Some(&w), &v.transpose(-1, -2)?)
        }
        other => panic!("no operation {other}"),
    }
}

#[test]
fn linear_algebra_is_numpys() {
    check("linalg", answer);
}

#[test]
fn linear_algebra_is_numpys_at_the_ends_of_the_range() {
    check("extremes", answer);
}

fn answer(case: &Case, t: &[Tensor]) -> Result<Tensor> {
    match case.op.as_str() {
        "det" => linalg::det(&t[0]),
        "sign" => Ok(linalg::slogdet(&t[0])?.0),
        "logabsdet" => Ok(linalg::slogdet(&t[0])?.1),
        "inv" => linalg::inv(&t[0]),
        "solve" => linalg::solve(&t[0], &t[1]),
        "cholesky" => linalg::cholesky(&t[0], case.flag("upper")),
        "cholesky_solve" => linalg::cholesky_solve(&t[0], &t[1], case.flag("upper")),
        "solve_triangular" => {
            linalg::solve_triangular(&t[0], &t[1], case.flag("upper"), case.flag("left"), case.flag("unit"))
        }
        "svdvals" => linalg::svdvals(&t[0]),
        "pinv" => linalg::pinv(&t[0], -1.0),
        "matrix_rank" => linalg::matrix_rank(&t[0], -1.0),
        "eigvalsh" => linalg::eigvalsh(&t[0], case.flag("upper")),
        "lstsq_solution" => Ok(linalg::lstsq(&t[0], &t[1], -1.0)?.solution),
        "lstsq_residuals" => Ok(linalg::lstsq(&t[0], &t[1], -1.0)?.residuals),
        "lstsq_rank" => Ok(linalg::lstsq(&t[0], &t[1], -1.0)?.rank),
        "matrix_norm" => linalg::matrix_norm(&t[0], which(case.text("ord")), &case.ints("axes"), case.flag("keepdim")),
        "vector_norm" => linalg::vector_norm(&t[0], case.float("ord"), &case.ints("axes"), false),
        _ => decomposed(case, t),
    }
}

#[test]
fn transforms_are_numpys() {
    check("spectrum", |case, t| {
        let norm = || match case.text("norm") {
            "backward" => FftNorm::Backward,
            "ortho" => FftNorm::Ortho,
            _ => FftNorm::Forward,
        };
        let one =
            |f: fn(&Tensor, i64, i64, FftNorm) -> Result<Tensor>| f(&t[0], case.int("n"), case.int("axis"), norm());
        let many = |f: fn(&Tensor, &[i64], &[i64], FftNorm) -> Result<Tensor>| {
            f(&t[0], &case.ints("sizes"), &case.ints("axes"), norm())
        };
        match case.op.as_str() {
            "fft" => one(fft::fft),
            "ifft" => one(fft::ifft),
            "rfft" => one(fft::rfft),
            "irfft" => one(fft::irfft),
            "hfft" => one(fft::hfft),
            "ihfft" => one(fft::ihfft),
            "fftn" => many(fft::fftn),
            "ifftn" => many(fft::ifftn),
            "rfftn" => many(fft::rfftn),
            "irfftn" => many(fft::irfftn),
            "fftshift" => fft::fftshift(&t[0], &case.ints("axes")),
            "ifftshift" => fft::ifftshift(&t[0], &case.ints("axes")),
            "fftfreq" => ops::fft::fftfreq(Device::Cpu, DType::F64, case.int("n"), case.float("d")),
            "rfftfreq" => ops::fft::rfftfreq(Device::Cpu, DType::F64, case.int("n"), case.float("d")),
            other => panic!("no operation {other}"),
        }
    });
}

fn random(dims: &[i64]) -> Tensor {
    ops::randn(Device::Cpu, DType::F64, &Shape::new(dims).expect("small")).expect("memory")
}

/// Sizes at which the methods work in blocks, recurse, or have a prime number of points.
#[test]
fn larger_matrices_and_rows_are_made_again_of_their_parts() {
    ops::seed(7);
    let near = |a: &Tensor, b: &Tensor| assert!(ops::all_close(a, b, 1e-8, 1e-8, false).expect("one shape"));
    for (m, n) in [(200, 200), (300, 40), (40, 300), (1, 50), (50, 1)] {
        let a = random(&[m, n]);
        let [u, s, vh] = linalg::svd(&a, false).expect("finite");
        near(&product(&u, Some(&s), &vh).expect("they fit"), &a);
        let [q, r] = linalg::qr(&a, true).expect("a matrix");
        near(&product(&q, None, &r).expect("they fit"), &a);
        let p = linalg::pinv(&a, -1.0).expect("finite");
        near(&ops::matmul(&ops::matmul(&a, &p).expect("fit"), &a).expect("fit"), &a);
    }
    let a = random(&[150, 150]);
    let b = random(&[150, 3]);
    near(&ops::matmul(&a, &linalg::solve(&a, &b).expect("regular")).expect("fit"), &b);
    let symmetric = ops::binary(BinaryOp::Add, &a, &a.transpose(0, 1).expect("a matrix")).expect("fit");
    let [w, v] = linalg::eigh(&symmetric, false).expect("finite");
    near(&product(&v, Some(&w), &v.transpose(0, 1).expect("a matrix")).expect("fit"), &symmetric);
    for n in [1, 2, 127, 128, 1009, 4096] {
        let z = random(&[2, n, 2]);
        let there = fft::fft(&z, -1, -1, FftNorm::Backward).expect("complex");
        near(&fft::ifft(&there, -1, -1, FftNorm::Backward).expect("complex"), &z);
        let x = random(&[2, n]);
        let there = fft::rfft(&x, -1, -1, FftNorm::Ortho).expect("real");
        near(&fft::irfft(&there, n, -1, FftNorm::Ortho).expect("complex"), &x);
    }
}

#[test]
fn errors_name_the_matrix_of_the_batch() {
    let t = |values: &[f64], dims: &[i64]| Tensor::from_slice(values, &Shape::new(dims).expect("small")).expect("fits");
    let regular_then_not = t(&[1.0, 0.0, 0.0, 1.0, 1.0, 2.0, 2.0, 4.0], &[2, 2, 2]);
    let error = linalg::inv(&regular_then_not).expect_err("the second is singular");
    assert_eq!(error.message(), "inv: matrix 1 of the batch is singular: pivot 1 is 0");
    let error = linalg::cholesky(&regular_then_not, false).expect_err("the second is only semidefinite");
    assert_eq!(error.message(), "cholesky: matrix 1 of the batch is not positive definite: pivot 1 is not positive");
    let error = linalg::svdvals(&t(&[f64::NAN; 4], &[2, 2])).expect_err("NaN");
    assert_eq!(error.message(), "svdvals: the matrix has elements that are NaN or infinite");
}

/// NaN and infinities are refused or propagate, and never cause a panic or an endless loop.
#[test]
fn what_is_not_finite_is_refused_or_goes_through() {
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for n in [1, 3, 40, 150] {
            for at in [0, (n * n - 1) / 2, n * n - 1] {
                let a = random(&[n, n]);
                // SAFETY: the tensor is not shared.
                unsafe { a.host().expect("on the processor").as_ptr().cast::<f64>().add(at as usize).write(bad) };
                let b = random(&[n, 2]);
                let _ = (linalg::det(&a), linalg::slogdet(&a), linalg::inv(&a), linalg::solve(&a, &b));
                let _ = (linalg::cholesky(&a, false), linalg::qr(&a, true));
                let _ = linalg::solve_triangular(&a, &b, true, true, false);
                for refused in [linalg::svdvals(&a), linalg::pinv(&a, -1.0), linalg::eigvalsh(&a, true)] {
                    refused.expect_err("not finite");
                }
                let x = fft::rfft(&a, -1, -1, FftNorm::Backward).expect("any numbers");
                assert_eq!(x.shape(), [n, n / 2 + 1, 2]);
            }
        }
    }
}
