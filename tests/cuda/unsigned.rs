//! uint16, uint32 and uint64 on a device, at the ends of their range: the processor's bits, and its
//! errors. Ordinary and random elements are tested with those of every other dtype.

use super::bits::same;
use super::place::both;
use super::*;
use tenure::error::Result;
use tenure::ops::*;

const UNSIGNED: [DType; 3] = [DType::U16, DType::U32, DType::U64];

/// 0, and the numbers around each power of two that the dtype holds, as rows of four.
fn edges(dtype: DType) -> Tensor {
    let bits = 8 * dtype.size() as u32;
    let mut all: Vec<u64> = vec![0, 0];
    for power in (1..bits).filter(|power| power % 8 >= 5 || power % 8 < 2 || (50..56).contains(power)) {
        all.extend([(1 << power) - 1, 1 << power, (1 << power) + 1]);
    }
    let most = u64::MAX >> (64 - bits);
    all.extend([most - 1024, most - 1, most]);
    while !all.len().is_multiple_of(4) {
        all.push(most - all.len() as u64);
    }
    of(dtype, &all)
}

/// Rows of four elements.
fn of(dtype: DType, all: &[u64]) -> Tensor {
    let bytes: Vec<u8> = all.iter().flat_map(|x| x.to_le_bytes()[..dtype.size()].to_vec()).collect();
    let rows = all.len() as i64 / 4;
    Tensor::from_bytes(Device::Cpu, dtype, &bytes[..], &shape(&[rows, 4])).expect("as many bytes as elements")
}

/// The same elements in another order.
fn turned(t: &Tensor) -> Tensor {
    flip(t, &[0, 1]).expect("axes")
}

#[test]
fn casts_of_large_numbers() {
    for from in UNSIGNED {
        for to in DTYPES {
            both(&format!("{from} to {to}"), &[&edges(from)], &|t| cast(t[0], to));
        }
    }
    let mut reals = vec![0.5, -0.5, -1.0, 65504.0, 65519.9, f64::NAN, f64::INFINITY, -f64::INFINITY];
    for power in [15, 16, 31, 32, 53, 62, 63, 64] {
        let x = f64::from(power).exp2();
        reals.extend([x.next_down(), x, x.next_up(), -x]);
    }
    let reals = Tensor::from_slice(&reals, &shape(&[reals.len() as i64 / 4, 4])).expect("as many");
    for from in [DType::F32, DType::F64, DType::F16, DType::BF16] {
        let reals = cast(&reals, from).expect("a float");
        for to in UNSIGNED {
            both(&format!("{from} to {to}"), &[&reals], &|t| cast(t[0], to));
        }
    }
}

#[test]
fn arithmetic_that_wraps_and_order() {
    use BinaryOp::*;
    for dtype in UNSIGNED {
        let (a, b) = (edges(dtype), turned(&edges(dtype)));
        for op in [Add, Sub, Mul, Div, Pow, Maximum, Minimum] {
            both(&format!("{op:?} of {dtype}"), &[&a, &b], &|t| binary(op, t[0], t[1]));
        }
        for exponent in [0i64, 1, 2, 3, 5, 64] {
            let what = format!("{dtype} to the power of {exponent}");
            both(&what, &[&a], &|t| binary_scalar(Pow, t[0], exponent));
        }
        both("the greater of a number", &[&a], &|t| binary_scalar(Maximum, t[0], 40_000i64));
        both("a negative number", &[&a], &|t| binary_scalar(Add, t[0], -1i64));
        for op in [BitOp::And, BitOp::Or, BitOp::Xor] {
            both(&format!("{op:?} of {dtype}"), &[&a, &b], &|t| bits(op, t[0], t[1]));
        }
        for op in [BitOp::LeftShift, BitOp::RightShift] {
            for places in [0, 1, 7, 15, 16, 31, 32, 63, 64, 65_535] {
                let what = format!("{op:?} of {dtype} by {places}");
                both(&what, &[&a, &of(dtype, &[places; 4])], &|t| bits(op, t[0], t[1]));
            }
            both(&format!("{op:?} of {dtype} by itself"), &[&a, &b], &|t| bits(op, t[0], t[1]));
        }
    }
}

#[test]
fn comparisons_with_any_number() {
    use CompareOp::*;
    let numbers: [Scalar; 9] = [
        (-1i64).into(),
        65_535i64.into(),
        i64::MAX.into(),
        Scalar::U64(1 << 63),
        Scalar::U64(u64::MAX),
        0.5.into(),
        9_007_199_254_740_993i64.into(),
        18_446_744_073_709_551_616.0.into(),
        f64::NAN.into(),
    ];
    for dtype in UNSIGNED {
        let (a, b) = (edges(dtype), turned(&edges(dtype)));
        for op in [Eq, Ne, Lt, Le, Gt, Ge] {
            both(&format!("{op:?} of {dtype}"), &[&a, &b], &|t| compare(op, t[0], t[1]));
            for number in numbers {
                let what = format!("{op:?} of {dtype} and {number}");
                both(&what, &[&a], &|t| compare_scalar(op, t[0], number));
            }
        }
    }
}

#[test]
fn reductions_scans_and_order() {
    for dtype in UNSIGNED {
        let t = edges(dtype);
        for axes in [&[][..], &[0], &[1]] {
            for op in [ReduceOp::Sum, ReduceOp::Mean, ReduceOp::Max, ReduceOp::Min, ReduceOp::Prod, ReduceOp::Any] {
                both(&format!("{op:?} of {dtype} over {axes:?}"), &[&t], &|t| reduce(op, t[0], axes, false));
            }
            both(&format!("argmax of {dtype}"), &[&t], &|t| argmax(t[0], axes, false));
            both(&format!("argmin of {dtype}"), &[&t], &|t| argmin(t[0], axes, false));
        }
        // More than a run of the fold.
        let many = repeat(&edges(dtype), &[80, 1]).expect("small");
        for op in [ReduceOp::Sum, ReduceOp::Max, ReduceOp::Min] {
            both(&format!("{op:?} of many {dtype}"), &[&many], &|t| reduce(op, &flat(t[0])?, &[], true));
        }
        for op in [ScanOp::Sum, ScanOp::Prod, ScanOp::Max, ScanOp::Min] {
            for axis in 0..2 {
                both(&format!("{op:?} scan of {dtype}"), &[&t], &|t| scan(op, t[0], axis));
            }
        }
        for descending in [false, true] {
            both(&format!("{dtype} in order"), &[&t], &|t| sort(&flat(t[0])?, 0, descending).map(|(values, _)| values));
            both(&format!("{dtype} in order"), &[&t], &|t| argsort(t[0], 0, descending));
        }
        both(&format!("topk of {dtype}"), &[&t], &|t| topk(&flat(t[0])?, 5, 0, true).map(|(values, _)| values));
        both(&format!("kthvalue of {dtype}"), &[&t], &|t| kthvalue(t[0], 2, 0, false).map(|(values, _)| values));
        let empty = zeros(Device::Cpu, dtype, &shape(&[0, 3])).expect("nothing");
        both(&format!("the sum of no {dtype}"), &[&empty], &|t| reduce(ReduceOp::Sum, t[0], &[0], false));
        both(&format!("the greatest of no {dtype}"), &[&empty], &|t| reduce(ReduceOp::Max, t[0], &[], false));
    }
}

fn flat(t: &Tensor) -> Result<Tensor> {
    reshape(t, &[-1])
}

#[test]
fn elements_that_meet() {
    use ScatterReduce::*;
    for dtype in UNSIGNED {
        let (t, source) = (edges(dtype), turned(&edges(dtype)));
        let places: Vec<i64> = (0..t.size() as i64).map(|i| i * i % t.shape()[0]).collect();
        let index = Tensor::from_slice(&places, &t.to_shape()).expect("as many");
        // Sorted, since there are many.
        let row = index.slice(1, 0, 1, 1).and_then(|t| flat(&t)).expect("a column");
        for reduce in [Sum, Prod, Amax, Amin] {
            let what = format!("{reduce:?} of {dtype}");
            both(&what, &[&t, &source, &index], &|t| scatter(t[0], 0, t[2], Source::Tensor(t[1]), Some(reduce)));
            both(&what, &[&t, &source, &row], &|t| index_scatter(t[0], 0, t[2], Source::Tensor(t[1]), Some(reduce)));
        }
    }
}

#[test]
fn positions_and_classes() {
    let t = Random(90).tensor(DType::F32, &[5, 3]);
    for dtype in UNSIGNED {
        let most = u64::MAX >> (64 - 8 * dtype.size());
        for values in [[4, 0, 2, 2], [4, 0, 5, 2], [0, most, 1, 1], [1, 1, most / 2 + 1, 1]] {
            let index = flat(&of(dtype, &values)).expect("four");
            let what = format!("positions {values:?} of {dtype}");
            both(&what, &[&t, &index], &|t| index_select(t[0], 0, t[1]));
            both(&what, &[&t, &index], &|t| look_up(t[0], t[1]));
            both(&what, &[&t, &index], &|t| take(t[0], t[1]));
            both(&what, &[&t, &index], &|t| tenure::ops::index(t[0], &t[1..]));
            both(&what, &[&t, &index], &|t| index_scatter(t[0], 0, t[1], Source::Value(2i64.into()), None));
            both(&what, &[&index], &|t| one_hot(t[0], 5));
            both(&what, &[&t.slice(0, 0, 4, 1).expect("rows"), &index], &|t| cross_entropy(t[0], t[1]));
        }
    }
}

#[test]
fn numbers_in_order() {
    for (dtype, low, high) in
        [(DType::U16, 65_000.0, 65_535.0), (DType::U32, 4e9, 4_294_967_295.0), (DType::U64, 1.0, 1.8e19)]
    {
        let makers: [&dyn Fn(Device) -> Result<Tensor>; 4] = [
            &|device| linspace(device, dtype, (low, high), 37, true),
            &|device| arange(device, dtype, low, high, (high - low) / 31.0),
            &|device| arange(device, dtype, 65_000i64, 65_500i64, 7i64),
            &|device| linspace(device, dtype, (high, -1.0), 3, true),
        ];
        for (i, make) in makers.iter().enumerate() {
            both(&format!("maker {i} of {dtype}"), &[&edges(dtype)], &|t| make(t[0].device()));
        }
    }
    let greatest = full(cuda(), DType::U64, Scalar::U64(u64::MAX), &shape(&[1])).expect("it fits");
    assert_eq!(here(&greatest).to_vec::<u64>().expect("uint64"), [u64::MAX]);
    let read =
        |device: Device| -> Result<i64> { item_i64(&full(device, DType::U64, Scalar::U64(u64::MAX), &shape(&[1]))?) };
    assert_eq!(read(cuda()).map_err(|e| e.to_string()), read(Device::Cpu).map_err(|e| e.to_string()));
}

#[test]
fn a_sign_alone_is_not_a_difference_of_bits() {
    for dtype in UNSIGNED {
        let t = edges(dtype);
        for op in [UnaryOp::Neg, UnaryOp::Abs, UnaryOp::Relu, UnaryOp::Sqrt] {
            same(&format!("{op:?} of {dtype}"), std::slice::from_ref(&t), &|t| unary(op, &t[0]));
        }
        same(&format!("not of {dtype}"), std::slice::from_ref(&t), &|t| logical_not(&t[0]));
        same(&format!("invert of {dtype}"), std::slice::from_ref(&t), &|t| invert(&t[0]));
        let mask = compare_scalar(CompareOp::Gt, &t, 300i64).expect("a mask");
        both("masked_fill", &[&t, &mask], &|t| masked_fill(t[0], t[1], Scalar::I64(7)));
        both("masked_select", &[&t, &mask], &|t| masked_select(t[0], t[1]));
    }
}
