//! Linear algebra, norms and deviations of numbers that are very large, very small, subnormal or of
//! very different magnitudes.
//!
//! A factor of 2^k does not change the digits of a result that scales with its operand, so such
//! results are compared bit by bit with those without the factor.

use tenure::autograd::linalg::MatrixNormOrder as Norm;
use tenure::autograd::{self, Tape, linalg};
use tenure::device::Device;
use tenure::error::Result;
use tenure::ops::{self, UnaryOp};
use tenure::tensor::{DType, Element, Shape, Tensor};

/// Exponents around those at which squares overflow and underflow, and near the ends of the range.
const POWERS: [i32; 12] = [-1000, -980, -700, -530, -512, -100, 0, 100, 512, 530, 700, 1000];

fn power(k: i32) -> f64 {
    let half = k / 2;
    2f64.powi(half) * 2f64.powi(k - half)
}

/// Nonzero numbers of few digits; the same at each call.
fn values(n: usize, seed: u64) -> Vec<f64> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let next = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let x = ((state >> 40) % 80) as f64 - 40.0;
        if x == 0.0 { 0.375 } else { x / 8.0 }
    };
    std::iter::repeat_with(next).take(n).collect()
}

fn tensor<T: Element>(shape: &[i64], values: &[T]) -> Tensor {
    Tensor::from_slice(values, &Shape::new(shape).expect("small")).expect("memory")
}

fn of(t: &Tensor) -> Vec<f64> {
    ops::cast(t, DType::F64).expect("a copy").to_vec::<f64>().expect("float64")
}

fn times(t: &Tensor, k: i32) -> Tensor {
    let scaled: Vec<f64> = of(t).into_iter().map(|x| x * power(k / 2) * power(k - k / 2)).collect();
    tensor(t.shape(), &scaled)
}

#[track_caller]
fn same(what: &str, k: i32, got: &Tensor, wanted: &Tensor) {
    let (got, wanted) = (of(got), of(wanted));
    let bits = |v: &[f64]| v.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
    assert!(bits(&got) == bits(&wanted), "{what} of a matrix times 2^{k}: {got:?} instead of {wanted:?}");
}

#[track_caller]
fn near(what: &str, got: &Tensor, wanted: &[f64], relative: f64) {
    let got = of(got);
    assert_eq!(got.len(), wanted.len(), "{what}");
    for (a, b) in got.iter().zip(wanted) {
        assert!(a == b || (a - b).abs() <= relative * b.abs(), "{what}: {got:?} instead of {wanted:?}");
    }
}

fn matrix(m: i64, n: i64, seed: u64) -> Tensor {
    tensor(&[m, n], &values((m * n) as usize, seed))
}

fn positive(n: i64, seed: u64) -> Result<Tensor> {
    let a = matrix(n, n, seed);
    let product = ops::matmul(&a, &a.transpose(0, 1)?)?;
    ops::binary(ops::BinaryOp::Add, &product, &ops::eye(Device::Cpu, DType::F64, n, n, 0)?)
}

#[test]
fn a_power_of_two_scales_singular_values_and_norms_by_itself() -> Result<()> {
    for (m, n, seed) in [(1, 1, 1), (3, 3, 2), (4, 3, 3), (2, 5, 4), (20, 17, 5)] {
        let a = matrix(m, n, seed);
        for k in POWERS {
            let b = times(&a, k);
            same("svdvals", k, &linalg::svdvals(&b)?, &times(&linalg::svdvals(&a)?, k));
            let ([u, s, vh], [u1, s1, vh1]) = (linalg::svd(&b, false)?, linalg::svd(&a, false)?);
            same("the left vectors", k, &u, &u1);
            same("svd", k, &s, &times(&s1, k));
            same("the right vectors", k, &vh, &vh1);
            same("pinv", k, &linalg::pinv(&b, -1.0)?, &times(&linalg::pinv(&a, -1.0)?, -k));
            same("matrix_rank", k, &linalg::matrix_rank(&b, -1.0)?, &linalg::matrix_rank(&a, -1.0)?);
            use Norm::*;
            for which in [Fro, Nuc, Inf, NegInf, One, NegOne, Two, NegTwo] {
                let norm = |t: &Tensor| linalg::matrix_norm(t, which, &[], false);
                same(&format!("{which:?}"), k, &norm(&b)?, &times(&norm(&a)?, k));
            }
            for p in [0.0, 1.0, 2.0, f64::INFINITY, f64::NEG_INFINITY] {
                let norm = |t: &Tensor| autograd::norm(t, p, &[1], false);
                same(&format!("the {p}-norm"), k, &norm(&b)?, &if p == 0.0 { norm(&a)? } else { times(&norm(&a)?, k) });
            }
            for p in [3.0, 0.5, -2.0] {
                let norm = |t: &Tensor| autograd::norm(t, p, &[1], false);
                near(&format!("the {p}-norm at 2^{k}"), &norm(&b)?, &of(&times(&norm(&a)?, k)), 1e-12);
            }
        }
    }
    Ok(())
}

#[test]
fn a_power_of_two_scales_the_factors_of_matrices_by_itself() -> Result<()> {
    for (m, n, seed) in [(1, 1, 1), (3, 3, 2), (4, 3, 3), (2, 5, 4), (20, 17, 5)] {
        let a = matrix(m, n, seed);
        for k in POWERS {
            let ([q, r], [q1, r1]) = (linalg::qr(&times(&a, k), false)?, linalg::qr(&a, false)?);
            same("Q", k, &q, &q1);
            same("R", k, &r, &times(&r1, k));
        }
    }
    for (n, seed) in [(1, 6), (3, 7), (19, 8)] {
        let a = positive(n, seed)?;
        for k in POWERS {
            let b = times(&a, k);
            same("cholesky", k, &linalg::cholesky(&b, false)?, &times(&linalg::cholesky(&a, false)?, k / 2));
            same("eigvalsh", k, &linalg::eigvalsh(&b, false)?, &times(&linalg::eigvalsh(&a, false)?, k));
            let ([w, v], [w1, v1]) = (linalg::eigh(&b, false)?, linalg::eigh(&a, false)?);
            same("eigh", k, &w, &times(&w1, k));
            same("the vectors of eigh", k, &v, &v1);
        }
    }
    Ok(())
}

#[test]
fn a_power_of_two_scales_the_answers_of_equations_by_itself() -> Result<()> {
    for (n, seed) in [(1, 6), (3, 7), (19, 8)] {
        let (a, b) = (positive(n, seed)?, matrix(n, 3, seed + 1));
        for k in POWERS {
            let (c, d) = (times(&a, k), times(&b, k));
            near(&format!("inv at 2^{k}"), &linalg::inv(&c)?, &of(&times(&linalg::inv(&a)?, -k)), 1e-13);
            near(&format!("solve at 2^{k}"), &linalg::solve(&c, &d)?, &of(&linalg::solve(&a, &b)?), 1e-13);
            let (x, x1) = (linalg::lstsq(&c, &d, -1.0)?, linalg::lstsq(&a, &b, -1.0)?);
            same("lstsq", k, &x.solution, &x1.solution);
            same("the singular values of lstsq", k, &x.singular_values, &times(&x1.singular_values, k));
            same("the rank of lstsq", k, &x.rank, &x1.rank);
            let (lower, lower1) =
                (ops::triangle(&c, ops::Triangle::Lower, 0)?, ops::triangle(&a, ops::Triangle::Lower, 0)?);
            let triangular = |a: &Tensor, b: &Tensor| linalg::solve_triangular(a, b, false, true, false);
            near(
                &format!("solve_triangular at 2^{k}"),
                &triangular(&lower, &d)?,
                &of(&triangular(&lower1, &b)?),
                1e-13,
            );
            let ((sign, log), (sign1, log1)) = (linalg::slogdet(&c)?, linalg::slogdet(&a)?);
            same("the sign", k, &sign, &sign1);
            let wanted = of(&log1)[0] + f64::from(k) * n as f64 * std::f64::consts::LN_2;
            near(&format!("slogdet at 2^{k}"), &log, &[wanted], 1e-12);
        }
    }
    Ok(())
}

#[test]
fn numbers_of_very_different_sizes_in_one_matrix() -> Result<()> {
    let graded = |by: &[f64], shape: &[i64]| tensor(shape, by);
    // Rows, then columns, then both of [[2, 1], [1, 3]], times very different powers.
    let (p, q) = (power(990), power(-990));
    for (r, c) in
        [([p, q], [1.0, 1.0]), ([1.0, 1.0], [p, q]), ([p, q], [power(30), power(-30)]), ([q, p], [power(-30), 1.0])]
    {
        let a = graded(&[2.0 * r[0] * c[0], r[0] * c[1], r[1] * c[0], 3.0 * r[1] * c[1]], &[2, 2]);
        let wanted = [0.6 / r[0] / c[0], -0.2 / r[1] / c[0], -0.2 / r[0] / c[1], 0.4 / r[1] / c[1]];
        near("the inverse of a graded matrix", &linalg::inv(&a)?, &wanted, 1e-14);
        near("its determinant", &linalg::det(&a)?, &[5.0 * (r[0] * r[1]) * (c[0] * c[1])], 1e-14);
        let b = graded(&[3.0 * r[0], 4.0 * r[1]], &[2, 1]);
        near("its solution", &linalg::solve(&a, &b)?, &[1.0 / c[0], 1.0 / c[1]], 1e-14);
    }
    let scale = [power(500), 1.0, power(-500)];
    let m = [4.0, 1.0, 1.0, 1.0, 4.0, 1.0, 1.0, 1.0, 4.0];
    let a: Vec<f64> = (0..9).map(|i| m[i] * scale[i / 3] * scale[i % 3]).collect();
    let l = of(&linalg::cholesky(&graded(&m, &[3, 3]), false)?);
    let wanted: Vec<f64> = (0..9).map(|i| l[i] * scale[i / 3]).collect();
    near("the root of a graded matrix", &linalg::cholesky(&graded(&a, &[3, 3]), false)?, &wanted, 0.0);
    let columns: Vec<f64> = (0..9).map(|i| m[i] * scale[i % 3]).collect();
    let [q1, r1] = linalg::qr(&graded(&m, &[3, 3]), false)?;
    let [q, r] = linalg::qr(&graded(&columns, &[3, 3]), false)?;
    same("Q of graded columns", 0, &q, &q1);
    let wanted: Vec<f64> = of(&r1).iter().enumerate().map(|(i, x)| x * scale[i % 3]).collect();
    near("R of graded columns", &r, &wanted, 0.0);
    near(
        "det",
        &linalg::det(&graded(&[1e300, 0.0, 0.0, 0.0, 1e300, 0.0, 0.0, 0.0, 1e-300], &[3, 3]))?,
        &[1e300],
        1e-14,
    );
    near("svdvals", &linalg::svdvals(&graded(&[1e300, 0.0, 0.0, 1e10], &[2, 2]))?, &[1e300, 1e10], 1e-14);
    Ok(())
}

#[test]
fn denormal_numbers_keep_what_they_have() -> Result<()> {
    let tiny = 5e-324f64;
    let a = tensor(&[2, 2], &[3.0 * tiny, 0.0, 0.0, 4.0 * tiny]);
    near("svdvals", &linalg::svdvals(&a)?, &[4.0 * tiny, 3.0 * tiny], 0.0);
    near("eigvalsh", &linalg::eigvalsh(&a, false)?, &[3.0 * tiny, 4.0 * tiny], 0.0);
    near("the norm", &linalg::matrix_norm(&a, Norm::Fro, &[], false)?, &[5.0 * tiny], 0.0);
    near("solve", &linalg::solve(&a, &tensor(&[2, 1], &[6.0 * tiny, 8.0 * tiny]))?, &[2.0, 2.0], 0.0);
    let found = linalg::lstsq(&a, &tensor(&[2, 1], &[6.0 * tiny, 8.0 * tiny]), -1.0)?;
    near("lstsq", &found.solution, &[2.0, 2.0], 1e-14);
    near("matrix_rank", &linalg::matrix_rank(&a, -1.0)?, &[2.0], 0.0);
    near("the logarithm", &linalg::slogdet(&a)?.1, &[12f64.ln() + 2.0 * tiny.ln()], 1e-14);
    let [_, r] = linalg::qr(&a, false)?;
    near("R", &ops::unary(UnaryOp::Abs, &r)?, &of(&a), 0.0);
    near("cholesky", &linalg::cholesky(&a, false)?, &[(3.0 * tiny).sqrt(), 0.0, 0.0, (4.0 * tiny).sqrt()], 1e-15);
    Ok(())
}

#[test]
fn float32_has_no_smaller_range() -> Result<()> {
    for k in [-140, -120, -70, -30, 0, 30, 64, 70, 120] {
        let by = power(k) as f32;
        let a = tensor(&[2, 2], &[3.0 * by, 0.0, 0.0, 4.0 * by]);
        let (of_5, of_34) = ([f64::from(5.0 * by)], [f64::from(4.0 * by), f64::from(3.0 * by)]);
        near("norm", &autograd::norm(&a, 2.0, &[], false)?, &of_5, 1e-6);
        near(
            "3-norm",
            &autograd::norm(&a, 3.0, &[], false)?,
            &[f64::from(91f32.cbrt() * by)],
            if k < -126 { 1e-2 } else { 1e-6 },
        );
        near("svdvals", &linalg::svdvals(&a)?, &of_34, 1e-6);
        near("matrix_norm", &linalg::matrix_norm(&a, Norm::Fro, &[], false)?, &of_5, 1e-6);
        let b = tensor(&[2], &[-by, by]);
        near("std", &autograd::deviation(&b, &[], 0.0, false)?, &[f64::from(by)], 1e-6);
        let b = tensor(&[2], &[3.0 * by, 4.0 * by]);
        let c = tensor(&[2], &[4.0f32, 3.0]);
        near("cosine", &autograd::nn::cosine_similarity(&b, &c, 0, 0.0)?, &[0.96], 1e-6);
    }
    Ok(())
}

#[test]
fn deviations_and_angles_have_the_whole_range() -> Result<()> {
    let (a, b) = (matrix(3, 8, 11), matrix(3, 8, 12));
    for k in POWERS {
        let (c, d) = (times(&a, k), times(&b, -k));
        same(
            "std",
            k,
            &autograd::deviation(&c, &[1], 1.0, false)?,
            &times(&autograd::deviation(&a, &[1], 1.0, false)?, k),
        );
        let cos = |x: &Tensor, y: &Tensor| autograd::nn::cosine_similarity(x, y, 1, 0.0);
        near(&format!("the cosine at 2^{k}"), &cos(&c, &d)?, &of(&cos(&a, &b)?), 1e-14);
        near(&format!("the cosine at 2^{k}"), &cos(&c, &times(&b, k))?, &of(&cos(&a, &b)?), 1e-14);
        near(
            "normalize",
            &autograd::nn::normalize(&c, 2.0, 1, 0.0)?,
            &of(&autograd::nn::normalize(&a, 2.0, 1, 0.0)?),
            1e-14,
        );
    }
    Ok(())
}

#[test]
fn gradients_of_norms_have_the_whole_range() -> Result<()> {
    let a = tensor(&[4], &[3.0, -4.0, 0.0, 12.0]);
    for k in POWERS {
        for (p, wanted) in [
            (2.0, [3.0 / 13.0, -4.0 / 13.0, 0.0, 12.0 / 13.0]),
            (3.0, {
                let n = (27.0f64 + 64.0 + 1728.0).cbrt();
                [9.0 / (n * n), -16.0 / (n * n), 0.0, 144.0 / (n * n)]
            }),
        ] {
            let tape = Tape::new();
            let x = tape.watch(&times(&a, k))?;
            let norm = autograd::norm(&x, p, &[], false)?;
            let [grad] = tape.backward(&norm, &[&x])?.try_into().expect("one gradient");
            near(&format!("the gradient of the {p}-norm at 2^{k}"), &grad, &wanted, 1e-12);
        }
        let tape = Tape::new();
        let x = tape.watch(&times(&tensor(&[2], &[3.0, 5.0]), k))?;
        let std = autograd::deviation(&x, &[], 0.0, false)?;
        let [grad] = tape.backward(&std, &[&x])?.try_into().expect("one gradient");
        near(&format!("the gradient of std at 2^{k}"), &grad, &[-0.5, 0.5], 1e-12);
        let tape = Tape::new();
        let x = tape.watch(&times(&tensor(&[2], &[3.0, 4.0]), k))?;
        let cos = autograd::nn::cosine_similarity(&x, &tensor(&[2], &[4.0, 3.0]), 0, 0.0)?;
        let [grad] = tape.backward(&cos, &[&x])?.try_into().expect("one gradient");
        near(&format!("the gradient of the cosine at 2^{k}"), &times(&grad, k), &[28.0 / 625.0, -21.0 / 625.0], 1e-12);
    }
    Ok(())
}
