//! Each rule alone.

use super::finite::{check, positive, read, shape, signed, tensor};
use tenure::autograd::{self, QuantileInterpolation, Tape};
use tenure::device::Device;
use tenure::internals::TensorInternals;
use tenure::ops::{self, BinaryOp, CompareOp, PairOp, RealOp, ReduceOp, ScanOp, UnaryOp};
use tenure::tensor::{CopyMode, DType, Tensor};

/// Shapes of two operands: equal, broadcast on either side, of different ranks, and a scalar.
const PAIRS: [(&[i64], &[i64]); 6] =
    [(&[2, 3], &[2, 3]), (&[2, 3], &[3]), (&[1, 3], &[2, 1]), (&[3], &[2, 1, 3]), (&[2, 2], &[]), (&[], &[])];

#[test]
fn binary_operations_sum_gradients_back_over_what_they_stretched() {
    for op in [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div, BinaryOp::Maximum, BinaryOp::Minimum] {
        for (a, b) in PAIRS {
            check(&[signed(a, 1), signed(b, 4)], |x| autograd::binary(op, &x[0], &x[1]));
        }
    }
    for (a, b) in PAIRS {
        check(&[positive(a, 1), signed(b, 4)], |x| autograd::binary(BinaryOp::Pow, &x[0], &x[1]));
    }
}

#[test]
fn an_operand_used_twice_gets_both_gradients() {
    check(&[signed(&[2, 3], 1)], |x| autograd::binary(BinaryOp::Mul, &x[0], &x[0]));
    check(&[signed(&[3, 3], 1)], |x| {
        let turned = autograd::transpose(&x[0], 0, 1)?;
        let sum = autograd::binary(BinaryOp::Add, &x[0], &turned)?;
        autograd::binary(BinaryOp::Mul, &sum, &x[0])
    });
}

#[test]
fn numbers_as_operands() {
    let all = [
        BinaryOp::Add,
        BinaryOp::Sub,
        BinaryOp::Mul,
        BinaryOp::Div,
        BinaryOp::Pow,
        BinaryOp::Maximum,
        BinaryOp::Minimum,
    ];
    for op in all {
        for value in [2.0, 0.75] {
            check(&[positive(&[2, 3], 2)], |x| autograd::binary_scalar(op, &x[0], value));
            check(&[positive(&[2, 3], 2)], |x| autograd::scalar_binary(op, value, &x[0]));
        }
    }
    // A negative base has integral powers only.
    for value in [0.0, 1.0, 2.0, 3.0, -1.0] {
        check(&[signed(&[4], 2)], |x| autograd::binary_scalar(BinaryOp::Pow, &x[0], value));
    }
}

#[test]
fn unary_operations() {
    for op in [UnaryOp::Neg, UnaryOp::Exp, UnaryOp::Abs, UnaryOp::Relu, UnaryOp::Sigmoid, UnaryOp::Tanh] {
        check(&[signed(&[2, 3, 2], 3)], |x| autograd::unary(op, &x[0]));
    }
    for op in [UnaryOp::Softplus, UnaryOp::Erf, UnaryOp::Erfc, UnaryOp::Gelu, UnaryOp::GeluTanh] {
        check(&[signed(&[2, 3, 2], 3)], |x| autograd::unary(op, &x[0]));
    }
    for op in [UnaryOp::Log, UnaryOp::Sqrt] {
        check(&[positive(&[2, 3, 2], 3)], |x| autograd::unary(op, &x[0]));
    }
}

#[test]
fn at_ties_and_kinks_the_gradient_is_pytorchs() {
    let grad = |values: &[f64], f: &dyn Fn(&Tensor) -> Tensor| {
        let tape = Tape::new();
        let x = tape.watch(&tensor(values, &[values.len() as i64])).expect("float64");
        let loss = autograd::reduce(ReduceOp::Sum, &f(&x), &[], false).expect("a sum");
        read(&tape.backward(&loss, &[&x]).expect("recorded")[0])
    };
    let zeros = tensor(&[0.0; 3], &[3]);
    let (values, ok) = ([0.0, 1.0, -1.0], "they fit");
    assert_eq!(grad(&values, &|x| autograd::unary(UnaryOp::Relu, x).expect(ok)), [0.0, 1.0, 0.0]);
    assert_eq!(grad(&values, &|x| autograd::unary(UnaryOp::Abs, x).expect(ok)), [0.0, 1.0, -1.0]);
    let ends = [f64::INFINITY, f64::NEG_INFINITY, 0.0];
    for op in [UnaryOp::Softplus, UnaryOp::Gelu, UnaryOp::GeluTanh] {
        assert_eq!(grad(&ends, &|x| autograd::unary(op, x).expect(ok)), [1.0, 0.0, 0.5], "{op:?}");
    }
    assert_eq!(grad(&values, &|x| autograd::binary(BinaryOp::Maximum, x, &zeros).expect(ok)), [0.5, 1.0, 0.0]);
    assert_eq!(grad(&values, &|x| autograd::binary(BinaryOp::Minimum, &zeros, x).expect(ok)), [0.5, 0.0, 1.0]);
    assert_eq!(grad(&values, &|x| autograd::binary_scalar(BinaryOp::Maximum, x, 0.0).expect(ok)), [0.5, 1.0, 0.0]);
    assert_eq!(grad(&values, &|x| autograd::binary_scalar(BinaryOp::Pow, x, 0.0).expect(ok)), [0.0; 3]);
    assert_eq!(grad(&[2.0, 1.0], &|x| autograd::scalar_binary(BinaryOp::Pow, 0.0, x).expect(ok)), [0.0; 2]);
    let shared = [3.0, 1.0, 3.0, 3.0];
    let max = |x: &Tensor| autograd::reduce(ReduceOp::Max, x, &[], false).expect(ok);
    assert_eq!(grad(&shared, &max), [1.0 / 3.0, 0.0, 1.0 / 3.0, 1.0 / 3.0]);
}

#[test]
fn functions_of_one_number() {
    for op in [
        RealOp::Exp2,
        RealOp::Expm1,
        RealOp::Reciprocal,
        RealOp::Sin,
        RealOp::Cos,
        RealOp::Atan,
        RealOp::Sinh,
        RealOp::Cosh,
        RealOp::Asinh,
        RealOp::Frac,
        RealOp::NanToNum { nan: 0.0, above: 1.0, below: 2.0 },
        RealOp::Clamp { min: (-1.01).into(), max: 0.77.into() },
        RealOp::Hardtanh { min: -1.01, max: 0.77 },
        RealOp::LeakyRelu { slope: 0.2 },
        RealOp::Elu { alpha: 0.7 },
        RealOp::Selu,
        RealOp::Celu { alpha: 0.7 },
        RealOp::Silu,
        RealOp::Mish,
        RealOp::Softsign,
        RealOp::Hardsigmoid,
        RealOp::Hardswish,
        RealOp::LogSigmoid,
    ] {
        check(&[signed(&[2, 3, 2], 3)], |x| autograd::real(op, &x[0]));
    }
    for op in [RealOp::Log2, RealOp::Log10, RealOp::Log1p, RealOp::Rsqrt, RealOp::Lgamma, RealOp::Digamma] {
        check(&[positive(&[2, 3, 2], 3)], |x| autograd::real(op, &x[0]));
    }
    let third = |x: &[Tensor], more: f64| {
        let third = autograd::binary_scalar(BinaryOp::Div, &x[0], 3.0)?;
        autograd::binary_scalar(BinaryOp::Add, &third, more)
    };
    for op in [RealOp::Tan, RealOp::Asin, RealOp::Acos, RealOp::Atanh] {
        check(&[signed(&[2, 3, 2], 3)], |x| autograd::real(op, &third(x, 0.0)?));
    }
    check(&[positive(&[2, 3, 2], 3)], |x| autograd::real(RealOp::Acosh, &third(x, 1.5)?));
    for eps in [f64::NAN, 0.21] {
        check(&[positive(&[2, 3, 2], 3)], |x| autograd::real(RealOp::Logit { eps }, &third(x, 0.1)?));
    }
}

#[test]
fn functions_of_two_numbers() {
    let shapes = [(&[2, 3][..], &[2, 3][..]), (&[3], &[2, 1]), (&[], &[1, 3])];
    for (a, b) in shapes {
        for op in [PairOp::Remainder, PairOp::Fmod] {
            // These functions jump where one number divides the other.
            let odd = |x: &[Tensor]| autograd::binary_scalar(BinaryOp::Mul, &x[1], 1.0137);
            check(&[signed(a, 1), signed(b, 2)], |x| autograd::pair(op, &x[0], &odd(x)?));
        }
        for op in [PairOp::Atan2, PairOp::Hypot, PairOp::CopySign, PairOp::LogAddExp] {
            check(&[signed(a, 1), signed(b, 2)], |x| autograd::pair(op, &x[0], &x[1]));
        }
        check(&[signed(a, 1), positive(b, 2)], |x| autograd::pair(PairOp::Xlogy, &x[0], &x[1]));
        check(&[signed(a, 1), signed(b, 2)], |x| autograd::lerp_scalar(&x[0], &x[1], 0.3.into()));
        check(&[signed(a, 1), signed(b, 2), signed(&[3], 5)], |x| autograd::lerp(&x[0], &x[1], &x[2]));
        check(&[signed(a, 1), signed(b, 2), signed(&[3], 5)], |x| autograd::addcmul(&x[0], &x[1], &x[2], 0.7.into()));
        check(&[signed(a, 1), signed(b, 2), signed(&[3], 5)], |x| autograd::addcdiv(&x[0], &x[1], &x[2], 1.0.into()));
        // At a tie the gradient jumps.
        let odd = |x: &[Tensor]| autograd::binary_scalar(BinaryOp::Mul, &x[1], 1.0137);
        check(&[signed(a, 1), signed(b, 2)], |x| autograd::clamp_between(&x[0], Some(&odd(x)?), None));
    }
    check(&[signed(&[4], 1)], |x| autograd::pair_scalar(PairOp::Remainder, &x[0], 0.7.into(), false));
    check(&[signed(&[4], 1)], |x| autograd::pair_scalar(PairOp::Xlogy, &x[0], 0.7.into(), false));
}

#[test]
fn where_gives_each_gradient_to_the_side_it_took() {
    let cond = ops::compare_scalar(CompareOp::Gt, &signed(&[2, 3], 0), 0.0).expect("float64");
    for (a, b) in [(&[2, 3][..], &[2, 3][..]), (&[3], &[2, 1]), (&[], &[1, 3])] {
        check(&[signed(a, 1), signed(b, 2)], |x| autograd::where_(&cond, &x[0], &x[1]));
    }
}

#[test]
fn reductions_over_every_choice_of_axes() {
    for op in [ReduceOp::Sum, ReduceOp::Mean, ReduceOp::Max, ReduceOp::Min] {
        for axes in [&[][..], &[0], &[1], &[-1], &[0, 2], &[0, 1, 2]] {
            for keepdim in [false, true] {
                check(&[signed(&[2, 3, 2], 5)], |x| autograd::reduce(op, &x[0], axes, keepdim));
            }
        }
        check(&[signed(&[], 5)], |x| autograd::reduce(op, &x[0], &[], false));
    }
}

#[test]
fn statistics_over_every_choice_of_axes() {
    for axes in [&[][..], &[0], &[-1], &[0, 2]] {
        for keepdim in [false, true] {
            let x = || [signed(&[2, 3, 2], 5)];
            check(&x(), |x| autograd::reduce(ReduceOp::Prod, &x[0], axes, keepdim));
            check(&x(), |x| autograd::logsumexp(&x[0], axes, keepdim));
            check(&x(), |x| autograd::variance(&x[0], axes, 1.0, keepdim));
            check(&x(), |x| autograd::deviation(&x[0], axes, 0.0, keepdim));
            for p in [2.0, 1.0, 3.0, f64::INFINITY, f64::NEG_INFINITY] {
                check(&x(), |x| autograd::norm(&x[0], p, axes, keepdim));
            }
        }
    }
    // A product has a gradient also where factors are 0.
    let zeros = tensor(&[2.0, 0.0, 3.0, 0.0, 0.0, 5.0, 1.5, 2.5, -1.0], &[3, 3]);
    for axes in [&[0][..], &[1], &[]] {
        check(std::slice::from_ref(&zeros), |x| autograd::reduce(ReduceOp::Prod, &x[0], axes, false));
    }
    for axis in [0, 1] {
        check(std::slice::from_ref(&zeros), |x| autograd::scan(ScanOp::Prod, &x[0], axis));
    }
}

#[test]
fn scans_and_orders_along_an_axis() {
    for axis in [0, 1, -1] {
        let x = || [signed(&[3, 4, 2], 5)];
        check(&x(), |x| autograd::scan(ScanOp::Sum, &x[0], axis));
        check(&x(), |x| autograd::scan(ScanOp::Prod, &x[0], axis));
        check(&x(), |x| autograd::scan(ScanOp::Max, &x[0], axis));
        check(&x(), |x| autograd::scan(ScanOp::Min, &x[0], axis));
        check(&x(), |x| autograd::diff(&x[0], 2, axis));
        check(&x(), |x| autograd::median(&x[0], axis, false).map(|(values, _)| values));
        check(&x(), |x| autograd::quantile(&x[0], 0.3, &[axis], true));
        let shares = tensor(&[0.3, 0.0, 0.5], &[3]);
        check(&x(), |x| autograd::quantiles(&x[0], &shares, &[axis], false, QuantileInterpolation::Linear));
    }
}

#[test]
fn quantiles_and_the_median_of_all() {
    let (x, shares) = (|| [signed(&[3, 4, 2], 5)], tensor(&[0.15, 1.0], &[2]));
    for interpolation in [QuantileInterpolation::Midpoint, QuantileInterpolation::Lower, QuantileInterpolation::Nearest]
    {
        check(&x(), |x| autograd::quantiles(&x[0], &shares, &[2, 0], true, interpolation));
        check(&x(), |x| autograd::quantiles(&x[0], &shares, &[], false, interpolation));
    }
    check(&x(), |x| autograd::median_all(&x[0]));
}

#[test]
fn order_among_numbers() {
    let shares = tensor(&[0.15, 1.0, 0.5], &[3]);
    let x = || {
        let values = [0.9, f64::NAN, -0.7, 0.4, 1.3, f64::NAN, 0.2, -1.1, 0.6, 1.7, f64::NAN, -0.3];
        [tensor(&values, &[3, 4])]
    };
    for axis in [0, 1] {
        check(&x(), |x| autograd::nanmedian(&x[0], axis, axis == 0).map(|(values, _)| values));
        check(&x(), |x| autograd::nanquantile(&x[0], 0.3, &[axis], true));
        check(&x(), |x| autograd::nanquantiles(&x[0], &shares, &[axis], false, QuantileInterpolation::Midpoint));
    }
    check(&x(), |x| autograd::nanmedian_all(&x[0]));
}

#[test]
fn numbers_on_the_left_choices_and_copies() {
    let x = || [signed(&[2, 3], 4)];
    check(&x(), |x| autograd::pair_scalar(PairOp::Remainder, &x[0], 3.3.into(), true));
    check(&[signed(&[2, 3], 4), signed(&[3], 2)], |x| autograd::concat_flat(&[&x[0], &x[1], &x[0]]));
    for mode in [CopyMode::IfNeeded, CopyMode::Always] {
        check(&x(), |x| autograd::cast_as(&autograd::reshape_as(&x[0], &[-1], mode)?, DType::F64, mode));
    }
}

#[test]
fn shares_of_quantiles_have_no_gradient() {
    let tape = Tape::new();
    let q = tape.watch(&tensor(&[0.5], &[1])).expect("float64");
    let refused = autograd::quantiles(&signed(&[3], 1), &q, &[], false, QuantileInterpolation::Linear);
    assert_eq!(refused.expect_err("it is on a tape").status(), tenure::error::Status::Unsupported);
}

#[test]
fn reductions_and_scans_in_a_dtype() {
    let x = || [signed(&[2, 3], 5)];
    for op in [ReduceOp::Sum, ReduceOp::Prod, ReduceOp::Mean] {
        check(&x(), |x| autograd::reduce_as(op, &x[0], DType::F64, &[1], true));
    }
    for op in [ScanOp::Sum, ScanOp::Prod] {
        check(&x(), |x| autograd::from_start(op, &autograd::scan_as(op, &x[0], DType::F64, 1)?, 1));
    }
    check(&x(), |x| autograd::trace_as(&x[0], 1, DType::F64));
}

#[test]
fn products_of_vectors_matrices_and_tensors() {
    let (v, m, n) = (|| signed(&[3], 1), || signed(&[2, 3], 2), || signed(&[3, 2], 3));
    check(&[m(), v()], |x| autograd::vecdot(&x[0], &x[1], -1));
    check(&[v(), signed(&[2], 4)], |x| autograd::outer(&x[0], &x[1]));
    check(&[m(), v()], |x| autograd::cross(&x[0], &x[1], -1));
    check(&[m(), n()], |x| autograd::kron(&x[0], &x[1]));
    check(&[m(), n()], |x| autograd::tensordot(&x[0], &x[1], &[0], &[1]));
    check(&[signed(&[3, 3], 4)], |x| autograd::trace(&x[0], 1));
    for power in [1, 3] {
        check(&[signed(&[2, 2], 4)], |x| autograd::matrix_power(&x[0], power));
    }
    for equation in ["ij,jk->ik", "ij,jk->k", "ij,ki->", "ij,ji->ij", "aj,jb", "...j,jk->...k"] {
        check(&[m(), n()], |x| autograd::einsum(equation, &[&x[0], &x[1]]));
    }
    check(&[signed(&[3, 3], 4)], |x| autograd::einsum("ii->i", &[&x[0]]));
    check(&[m(), v(), n()], |x| autograd::einsum("ij,j,jk->ki", &[&x[0], &x[1], &x[2]]));
}

#[test]
fn views_send_gradients_back_the_way_they_came() {
    let x = || [signed(&[2, 3, 4], 1)];
    check(&x(), |x| autograd::reshape(&x[0], &[4, -1]));
    check(&x(), |x| autograd::permute(&x[0], &[2, 0, -2]));
    check(&x(), |x| autograd::transpose(&x[0], 0, -1));
    check(&x(), |x| autograd::slice(&x[0], 1, -2, 3, 1));
    check(&x(), |x| autograd::slice(&x[0], 2, 0, 4, 3));
    check(&x(), |x| autograd::slice(&x[0], 0, 1, 1, 1));
    check(&x(), |x| autograd::select(&x[0], 1, -1));
    check(&x(), |x| autograd::unsqueeze(&x[0], 1));
    check(&x(), |x| autograd::contiguous(&x[0]));
    check(&x(), |x| autograd::copy(&x[0]));
    check(&x(), |x| autograd::to_device(&x[0], Device::Cpu));
    check(&[signed(&[2, 1, 3], 1)], |x| autograd::squeeze(&x[0], 1));
    check(&[signed(&[2, 1, 3], 1)], |x| autograd::squeeze(&x[0], 0));
    check(&[signed(&[1, 2, 1], 1)], |x| autograd::squeeze_all(&x[0]));
    check(&[signed(&[2, 1, 3], 1)], |x| autograd::expand(&x[0], &[2, -1, 4, 3]));
}

#[test]
fn windows_of_one_tensor_add_up() {
    check(&[signed(&[4, 3], 1)], |x| {
        let upper = autograd::slice(&x[0], 0, 0, 3, 1)?;
        let lower = autograd::slice(&x[0], 0, 1, 4, 1)?;
        let both = autograd::binary(BinaryOp::Mul, &upper, &lower)?;
        autograd::binary(BinaryOp::Add, &both, &autograd::select(&x[0], 0, 2)?)
    });
}

#[test]
fn casts_between_floats_keep_gradients_and_others_end_them() {
    let tape = Tape::new();
    let x = tape.watch(&tensor(&[1.5, -2.0], &[2])).expect("float64");
    let narrow = autograd::cast(&x, DType::F32).expect("a cast");
    let scale = Tensor::from_slice(&[3.0f32, 0.5], &shape(&[2])).expect("fits");
    let y = autograd::binary(BinaryOp::Mul, &narrow, &scale).expect("they fit");
    assert!(autograd::cast(&y, DType::I64).expect("a cast").track().is_none());
    let loss = autograd::reduce(ReduceOp::Sum, &y, &[], false).expect("a sum");
    let grads = tape.backward(&loss, &[&x, &narrow]).expect("recorded");
    assert_eq!((grads[0].dtype(), grads[1].dtype()), (DType::F64, DType::F32));
    assert_eq!(read(&grads[0]), [3.0, 0.5]);
}

#[test]
fn operands_of_another_dtype_get_gradients_of_their_own() {
    type Case = fn(&Tensor, &Tensor) -> tenure::error::Result<Tensor>;
    let cases: [Case; 9] = [
        |a, b| autograd::binary(BinaryOp::Add, a, b),
        |a, b| autograd::binary(BinaryOp::Sub, b, a),
        |a, b| autograd::binary(BinaryOp::Mul, a, b),
        |a, b| autograd::binary(BinaryOp::Div, b, a),
        |a, b| autograd::binary(BinaryOp::Pow, a, b),
        |a, b| autograd::where_(&ops::compare(CompareOp::Lt, a, b)?, a, b),
        |a, b| autograd::matmul(a, b),
        |a, b| autograd::concat(&[a, b], 0),
        |a, b| autograd::stack(&[a, b], 0),
    ];
    let integers = Tensor::from_slice(&[1i64, 3, 2, 4], &shape(&[2, 2])).expect("fits");
    let narrow = Tensor::from_slice(&[2.0f32, 0.5, 3.0, 1.5], &shape(&[2, 2])).expect("fits");
    for (i, f) in cases.into_iter().enumerate() {
        for other in [&positive(&[2, 2], 1), &integers] {
            let tape = Tape::new();
            let x = tape.watch(&narrow).expect("float32");
            let y = if other.dtype().is_float() { tape.watch(other).expect("float64") } else { other.clone() };
            let out = f(&x, &y).expect("they fit");
            assert_eq!(out.dtype(), if y.track().is_some() { DType::F64 } else { DType::F32 }, "{i}");
            let loss = autograd::reduce(ReduceOp::Sum, &out, &[], false).expect("a sum");
            let wrt = [&x, &y];
            let wrt = if y.track().is_some() { &wrt[..] } else { &wrt[..1] };
            for (grad, t) in tape.backward(&loss, wrt).expect("recorded").iter().zip(wrt) {
                assert_eq!((grad.dtype(), grad.shape()), (t.dtype(), t.shape()), "{i}");
            }
        }
    }
}

#[test]
fn matrix_products_of_every_rank() {
    let pairs: [(&[i64], &[i64]); 10] = [
        (&[2, 3], &[3, 4]),
        (&[3], &[3]),
        (&[3], &[3, 2]),
        (&[2, 3], &[3]),
        (&[2, 2, 3], &[3, 2]),
        (&[2, 2, 3], &[2, 3, 2]),
        (&[2, 3], &[2, 3, 2]),
        (&[2, 1, 2, 3], &[3, 3, 2]),
        (&[3], &[2, 3, 2]),
        (&[2, 2, 3], &[3]),
    ];
    for (a, b) in pairs {
        check(&[signed(a, 1), signed(b, 2)], |x| autograd::matmul(&x[0], &x[1]));
    }
}

#[test]
fn softmax_over_either_axis() {
    for axis in [0, 1, -1] {
        check(&[signed(&[3, 2, 2], 1)], |x| autograd::softmax(&x[0], axis));
        check(&[signed(&[3, 2, 2], 1)], |x| autograd::log_softmax(&x[0], axis));
    }
}

#[test]
fn losses_over_classes_for_every_dtype_of_targets() {
    let wide = Tensor::from_slice(&[2i64, 0, 2, 1], &shape(&[4])).expect("fits");
    for dtype in [DType::I64, DType::I32, DType::U8] {
        let targets = ops::cast(&wide, dtype).expect("small numbers");
        check(&[signed(&[4, 3], 1)], |x| autograd::cross_entropy(&x[0], &targets));
        check(&[signed(&[4, 3], 1)], |x| autograd::nll_loss(&x[0], &targets));
        check(&[signed(&[4, 3], 1)], |x| autograd::nll_loss(&autograd::log_softmax(&x[0], 1)?, &targets));
    }
}

#[test]
fn a_recorded_loss_has_the_bits_of_the_plain_one() {
    let targets = Tensor::from_slice(&(0..32).map(|i| i % 10).collect::<Vec<i64>>(), &shape(&[32])).expect("fits");
    for dtype in [DType::F32, DType::F64] {
        let logits = ops::cast(&signed(&[32, 10], 1), dtype).expect("a cast");
        let plain = ops::item(&ops::cross_entropy(&logits, &targets).expect("they fit")).expect("one element");
        let tape = Tape::new();
        let watched = tape.watch(&logits).expect("a float");
        let recorded = autograd::cross_entropy(&watched, &targets).expect("they fit");
        assert!(recorded.track().is_some());
        assert_eq!(ops::item(&recorded).expect("one element").to_bits(), plain.to_bits(), "{dtype}");
    }
}

#[test]
fn joined_and_gathered_rows() {
    for axis in [0, -1] {
        let parts = [signed(&[2, 2], 1), signed(&[2, 2], 2), signed(&[2, 2], 3)];
        check(&parts, |x| autograd::stack(&[&x[0], &x[1], &x[2]], axis));
        check(&parts, |x| autograd::concat(&[&x[0], &x[1], &x[0], &x[2]], axis));
    }
    check(&[signed(&[2, 1], 1), signed(&[2, 3], 2)], |x| autograd::concat(&[&x[0], &x[1]], 1));
    let index = Tensor::from_slice(&[2i64, 0, 2], &shape(&[3])).expect("fits");
    for axis in [0, 1, -1] {
        check(&[signed(&[3, 3, 3], 1)], |x| autograd::index_select(&x[0], axis, &index));
    }
}
