//! Powers, angles, logarithms, remainders and their like: the functions that the processor computes
//! by the crate `libm` or in float64 have the same bits on the device, and so have their gradients.

use super::bits::{each, floats, numbers, same, same_in_place};
use super::grads::same_gradients;
use super::*;
use tenure::autograd;
use tenure::ops::*;

pub(crate) const FUNCTIONS: [RealOp; 15] = [
    RealOp::Log2,
    RealOp::Log10,
    RealOp::Sin,
    RealOp::Cos,
    RealOp::Tan,
    RealOp::Asin,
    RealOp::Acos,
    RealOp::Atan,
    RealOp::Sinh,
    RealOp::Cosh,
    RealOp::Asinh,
    RealOp::Acosh,
    RealOp::Atanh,
    RealOp::Lgamma,
    RealOp::Digamma,
];

pub(crate) const PAIRS: [PairOp; 8] = [
    PairOp::FloorDivide,
    PairOp::Remainder,
    PairOp::Fmod,
    PairOp::Atan2,
    PairOp::Hypot,
    PairOp::CopySign,
    PairOp::LogAddExp,
    PairOp::Xlogy,
];

const INTEGERS: [DType; 8] =
    [DType::I8, DType::I16, DType::I32, DType::I64, DType::U8, DType::U16, DType::U32, DType::U64];

/// Numbers where an algorithm changes, near poles and zeros, and at the ends of the range; angles
/// that need more digits of pi than a float64 has.
fn hard() -> Vec<f64> {
    use std::f64::consts::PI;
    let mut all = vec![0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 7.0, 7.5, 8.0, 25.0, f64::INFINITY, f64::NAN, 5e-324, 2.3e-308];
    all.extend([1e-200, 1e-20, 1e-8, 1e-3, 0.1, 0.4, 0.7, 0.9999, 1.0001, 1.9, 21.0, 88.7, 300.5, 709.5, 710.5, 1e5]);
    all.extend([
        2f64.powi(20),
        2f64.powi(53),
        1e15,
        1e22,
        1e35,
        1e200,
        1e300,
        f64::MAX,
        6.381956970095103e15 * 2f64.powi(797),
    ]);
    all.extend((1..=9).map(|quarters| f64::from(quarters) * PI / 4.0));
    all.extend([3.0f64, 20.0, 1e6].map(|turns| (turns * PI * 2.0).next_up()));
    let negative: Vec<f64> = all.iter().map(|x| -x).collect();
    all.extend(negative);
    all
}

/// [`hard`] numbers, and any bits.
fn hardest(seed: u64, dtype: DType) -> Tensor {
    let mut random = Random(seed);
    let mut values = hard();
    values.resize_with(120, || f64::from_bits(random.next() ^ random.next() << 32));
    cast(&Tensor::from_slice(&values, &shape(&[8, 15])).expect("120"), dtype).expect("a cast")
}

/// Every pair of some hard numbers.
fn pairs(dtype: DType) -> [Tensor; 2] {
    let some: Vec<f64> = hard().into_iter().step_by(6).chain([0.0, -0.0, 1.0, -1.0, -2.0, f64::NAN, 2.0]).collect();
    let n = some.len();
    let all = |f: &dyn Fn(usize) -> f64| {
        let values: Vec<f64> = (0..n * n).map(f).collect();
        let t = Tensor::from_slice(&values, &shape(&[n as i64, n as i64])).expect("as many");
        cast(&t, dtype).expect("a cast")
    };
    [all(&|i| some[i / n]), all(&|i| some[i % n])]
}

#[test]
fn functions_of_the_c_library() {
    for op in FUNCTIONS {
        for dtype in floats() {
            let t = hardest(201, dtype);
            same(&format!("{op:?} of {dtype}"), std::slice::from_ref(&t), &|t| real(op, &t[0]));
            same_in_place(&format!("{op:?} in place of {dtype}"), &t, &|t| {
                computed_in_place(t, &|target| real_to(op, t, target))
            });
        }
        let integers = Random(202).tensor(DType::I16, &[3, 5]);
        same(&format!("{op:?} of int16"), std::slice::from_ref(&integers), &|t| real(op, &t[0]));
    }
}

#[test]
fn functions_of_nothing_and_of_one_element() {
    for dims in [&[0, 3][..], &[1, 1], &[]] {
        let t = there(&numbers(203, DType::F32, dims));
        for op in FUNCTIONS {
            assert_eq!(
                raw(&here(&real(op, &t).expect("floats"))),
                raw(&real(op, &here(&t)).expect("floats")),
                "{op:?}"
            );
        }
        for op in PAIRS {
            let f = |t: &Tensor| pair(op, t, t).expect("floats");
            assert_eq!(raw(&here(&f(&t))), raw(&f(&here(&t))), "{op:?} of {dims:?}");
        }
        let f = |t: &Tensor| binary(BinaryOp::Pow, t, t).expect("floats");
        assert_eq!(raw(&here(&f(&t))), raw(&f(&here(&t))), "a power of {dims:?}");
    }
}

#[test]
fn functions_of_two_numbers() {
    for op in PAIRS {
        for dtype in floats() {
            let what = format!("{op:?} of {dtype}");
            same(&what, &pairs(dtype), &|t| pair(op, &t[0], &t[1]));
            let t = hardest(204, dtype);
            same(&what, std::slice::from_ref(&t), &|t| pair_scalar_to(op, &t[0], 2.5.into(), false, Target::New));
            same(&what, std::slice::from_ref(&t), &|t| pair_scalar_to(op, &t[0], 2.5.into(), true, Target::New));
            same_in_place(&what, &t, &|t| {
                computed_in_place(t, &|target| pair_to(op, t, &t.slice(0, 0, 1, 1)?, target))
            });
        }
    }
}

#[test]
fn functions_of_two_numbers_that_broadcast() {
    for (a, b) in [([5, 1, 9], [1, 6, 1]), ([1, 1, 1], [2, 3, 4]), ([3, 0, 2], [1, 1, 2])] {
        let (a, b) = (numbers(205, DType::F32, &a), numbers(206, DType::F32, &b));
        for op in PAIRS {
            let (wanted, got) = (pair(op, &a, &b).expect("they broadcast"), pair(op, &there(&a), &there(&b)));
            let got = got.expect("they broadcast");
            assert_eq!((raw(&here(&got)), got.shape()), (raw(&wanted), wanted.shape()), "{op:?}");
        }
        let f = |a: &Tensor, b: &Tensor| binary(BinaryOp::Pow, a, b).expect("they broadcast");
        assert_eq!(raw(&here(&f(&there(&a), &there(&b)))), raw(&f(&a, &b)));
    }
}

#[test]
fn quotients_and_remainders_of_integers() {
    let mut random = Random(207);
    for op in &PAIRS[..3] {
        for dtype in INTEGERS {
            let a = random.tensor(dtype, &[7, 37]);
            let b = binary_scalar(BinaryOp::Maximum, &random.tensor(dtype, &[7, 37]), 1i64).expect("integers");
            let what = format!("{op:?} of {dtype}");
            same(&what, &[a.clone(), b.clone()], &|t| pair(*op, &t[0], &t[1]));
            if INTEGERS[..4].contains(&dtype) {
                same(&what, &[a.clone(), unary(UnaryOp::Neg, &b).expect("signed")], &|t| pair(*op, &t[0], &t[1]));
            }
            // Its divisors have zeros: both refuse.
            same(&what, &[b, a], &|t| pair(*op, &t[0], &t[1]));
        }
    }
    let a = Tensor::from_slice(&[i64::MIN, 7, -7, 7, -7, i64::MAX], &shape(&[2, 3])).expect("six");
    let b = Tensor::from_slice(&[-1i64, 2, 2, -2, -2, -1], &shape(&[2, 3])).expect("six");
    for op in &PAIRS[..3] {
        let (wanted, got) = (pair(*op, &a, &b).expect("no zero"), pair(*op, &there(&a), &there(&b)));
        assert_eq!(raw(&here(&got.expect("no zero"))), raw(&wanted), "{op:?}");
    }
}

#[test]
fn powers() {
    for dtype in floats() {
        let what = format!("powers of {dtype}");
        same(&what, &pairs(dtype), &|t| binary(BinaryOp::Pow, &t[0], &t[1]));
        let t = hardest(208, dtype);
        for number in [0.0, 0.25, 2.5, -2.0, 4.0, -0.5, 7.0, 1e10, f64::INFINITY, f64::NAN] {
            same(&what, std::slice::from_ref(&t), &|t| binary_scalar(BinaryOp::Pow, &t[0], number));
            same(&what, std::slice::from_ref(&t), &|t| scalar_binary(BinaryOp::Pow, number, &t[0]));
        }
        same_in_place(&what, &t, &|t| binary_scalar_in_place(BinaryOp::Pow, t, 1.5));
        same_in_place(&what, &t, &|t| binary_in_place(BinaryOp::Pow, t, &t.slice(0, 0, 1, 1)?));
        same_in_place(&what, &t, &|t| {
            computed_in_place(t, &|target| scalar_binary_to(BinaryOp::Pow, 3.0.into(), t, target))
        });
        same_in_place(&what, &t, &|t| {
            computed_in_place(t, &|target| binary_to(BinaryOp::Sub, &t.slice(0, 0, 1, 1)?, t, target))
        });
    }
}

#[test]
fn signs_of_integers() {
    each(209, &INTEGERS, &|t| {
        same(&format!("the sign of {}", t.dtype()), std::slice::from_ref(t), &|t| real(RealOp::Sign, &t[0]));
    });
}

#[test]
fn neighbours_and_what_is_close() {
    for dtype in floats() {
        let [a, b] = pairs(dtype);
        same(&format!("nextafter of {dtype}"), &[a.clone(), b.clone()], &|t| next_after(&t[0], &t[1]));
        for (atol, equal_nan) in [(1e-8, false), (1.0, true)] {
            same("is_close", &[a.clone(), b.clone()], &|t| is_close(&t[0], &t[1], 0.25, atol, equal_nan));
        }
    }
    let (a, b) = (numbers(210, DType::F32, &[5, 7]), numbers(211, DType::F32, &[5, 7]));
    for (a, b) in [(&a, &a), (&a, &b)] {
        let (x, y) = (there(a), there(b));
        assert_eq!(all_close(&x, &y, 1e-5, 1e-8, false).expect("they fit"), std::ptr::eq(a, b));
        assert_eq!(equal(&x, &y).expect("on one device"), std::ptr::eq(a, b));
    }
}

#[test]
fn what_is_made_of_other_operations() {
    for dtype in floats() {
        let t: Vec<Tensor> = (0..3).map(|seed| numbers(212 + seed, dtype, &[7, 37])).collect();
        same("lerp", &t, &|t| autograd::lerp(&t[0], &t[1], &t[2]));
        same("lerp by a number", &t, &|t| autograd::lerp_scalar(&t[0], &t[1], 0.3.into()));
        same("addcmul", &t, &|t| autograd::addcmul(&t[0], &t[1], &t[2], 0.3.into()));
        same("addcdiv", &t, &|t| autograd::addcdiv(&t[0], &t[1], &t[2], 0.3.into()));
        same_gradients("lerp", &t, &|t| autograd::lerp(&t[0], &t[1], &t[2]));
        same_gradients("addcdiv", &t, &|t| autograd::addcdiv(&t[0], &t[1], &t[2], 0.3.into()));
    }
}

#[test]
fn gradients_of_functions() {
    for op in FUNCTIONS {
        for dtype in floats() {
            let t = hardest(215, dtype);
            same_gradients(&format!("{op:?} of {dtype}"), std::slice::from_ref(&t), &|t| autograd::real(op, &t[0]));
        }
    }
}

#[test]
fn gradients_of_powers() {
    for dtype in floats() {
        let (a, b) = (numbers(216, dtype, &[4, 6]), numbers(217, dtype, &[6]));
        same_gradients("powers", &[a.clone(), b], &|t| autograd::binary(BinaryOp::Pow, &t[0], &t[1]));
        same_gradients("powers", &pairs(dtype), &|t| autograd::binary(BinaryOp::Pow, &t[0], &t[1]));
        for number in [0.0, 1.0, 2.0, 3.0, 0.5, -1.0, 2.5, -3.0] {
            let one = std::slice::from_ref(&a);
            same_gradients("a power", one, &|t| autograd::binary_scalar(BinaryOp::Pow, &t[0], number));
            same_gradients("a power", one, &|t| autograd::scalar_binary(BinaryOp::Pow, number, &t[0]));
        }
    }
}

#[test]
fn gradients_of_functions_of_two_numbers() {
    for op in &PAIRS[1..] {
        for dtype in floats() {
            let what = format!("{op:?} of {dtype}");
            let (a, b) = (numbers(218, dtype, &[4, 6]), numbers(219, dtype, &[6]));
            same_gradients(&what, &[a, b], &|t| autograd::pair(*op, &t[0], &t[1]));
            same_gradients(&what, &pairs(dtype), &|t| autograd::pair(*op, &t[0], &t[1]));
        }
    }
}

#[test]
fn gradients_of_scans() {
    for dtype in floats() {
        let t = numbers(220, dtype, &[3, 5, 4]);
        let special = Random(221).tensor(dtype, &[3, 5, 4]);
        for op in [ScanOp::Sum, ScanOp::Prod, ScanOp::Max, ScanOp::Min] {
            for axis in 0..3 {
                for t in [&t, &special] {
                    let what = format!("{op:?} of {dtype} along {axis}");
                    same_gradients(&what, std::slice::from_ref(t), &|t| autograd::scan(op, &t[0], axis));
                }
            }
        }
        let none = numbers(222, dtype, &[0, 3]);
        same_gradients("of nothing", &[none], &|t| autograd::scan(ScanOp::Max, &t[0], 1));
    }
}
