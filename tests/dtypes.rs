//! Promotion of every pair of dtypes, casts between every pair, and integers of every width.

mod common;

use common::numpy;
use tenure::device::Device;
use tenure::error::{Result, Status};
use tenure::ops::{self, BinaryOp, BitOp, CompareOp, PairOp, ReduceOp, ScanOp, UnaryOp};
use tenure::tensor::{BF16, DType, Element, F16, Scalar, Shape, Tensor};

fn tensor<T: Element>(values: &[T]) -> Tensor {
    Tensor::from_slice(values, &Shape::new(&[values.len() as i64]).expect("small")).expect("small")
}

/// The table of the Python array API standard 2024.12, with PyTorch's rule for pairs without an
/// entry (a float and another kind, and bfloat16), and none for uint64 and a signed integer. Rows
/// and columns are in the order of `NAMES`.
const NAMES: [&str; 13] = ["bool", "u1", "u2", "u4", "u8", "i1", "i2", "i4", "i8", "f2", "bf", "f4", "f8"];
const TABLE: [&str; 13] = [
    "bool u1 u2 u4 u8 i1 i2 i4 i8 f2 bf f4 f8",
    "u1 u1 u2 u4 u8 i2 i2 i4 i8 f2 bf f4 f8",
    "u2 u2 u2 u4 u8 i4 i4 i4 i8 f2 bf f4 f8",
    "u4 u4 u4 u4 u8 i8 i8 i8 i8 f2 bf f4 f8",
    "u8 u8 u8 u8 u8 -- -- -- -- f2 bf f4 f8",
    "i1 i2 i4 i8 -- i1 i2 i4 i8 f2 bf f4 f8",
    "i2 i2 i4 i8 -- i2 i2 i4 i8 f2 bf f4 f8",
    "i4 i4 i4 i8 -- i4 i4 i4 i8 f2 bf f4 f8",
    "i8 i8 i8 i8 -- i8 i8 i8 i8 f2 bf f4 f8",
    "f2 f2 f2 f2 f2 f2 f2 f2 f2 f2 f4 f4 f8",
    "bf bf bf bf bf bf bf bf bf f4 bf f4 f8",
    "f4 f4 f4 f4 f4 f4 f4 f4 f4 f4 f4 f4 f8",
    "f8 f8 f8 f8 f8 f8 f8 f8 f8 f8 f8 f8 f8",
];
const DTYPES: [DType; 13] = [
    DType::Bool,
    DType::U8,
    DType::U16,
    DType::U32,
    DType::U64,
    DType::I8,
    DType::I16,
    DType::I32,
    DType::I64,
    DType::F16,
    DType::BF16,
    DType::F32,
    DType::F64,
];

fn named(name: &str) -> DType {
    DTYPES[NAMES.iter().position(|known| *known == name).expect("a name of the table")]
}

#[test]
fn every_pair_promotes_as_the_table_says() {
    let one = |dtype| ops::ones(Device::Cpu, dtype, &Shape::new(&[1]).expect("small")).expect("small");
    for (row, &a) in TABLE.iter().zip(&DTYPES) {
        for (name, &b) in row.split_whitespace().zip(&DTYPES) {
            let (x, y) = (one(a), one(b));
            if name == "--" {
                no_dtype_holds_both(&x, &y);
                continue;
            }
            let wanted = named(name);
            assert_eq!(a.promote(b).ok(), Some(wanted), "{a} and {b}");
            assert_eq!(a.can_cast(b), wanted == b, "{a} to {b}");
            assert_eq!(ops::binary(BinaryOp::Maximum, &x, &y).expect("one shape").dtype(), wanted);
            assert_eq!(ops::concat(&[&x, &y], 0).expect("one shape").dtype(), wanted);
            let condition = one(DType::Bool);
            assert_eq!(ops::where_(&condition, &x, &y).expect("one shape").dtype(), wanted);
            let quotient = ops::binary(BinaryOp::Div, &x, &y).expect("one shape").dtype();
            assert_eq!(quotient, if wanted.is_float() { wanted } else { DType::F32 }, "{a} / {b}");
            assert!(ops::equal(&x, &y).expect("one device"), "1 of {a} and of {b}");
        }
    }
}

fn no_dtype_holds_both(x: &Tensor, y: &Tensor) {
    assert!(!x.dtype().can_cast(y.dtype()));
    let calls = [
        ops::binary(BinaryOp::Add, x, y),
        ops::compare(CompareOp::Lt, x, y),
        ops::concat(&[x, y], 0),
        ops::where_(&ops::cast(x, DType::Bool).expect("small"), x, y),
        ops::searchsorted(x, y, false),
        ops::pair(ops::PairOp::Remainder, x, y),
    ];
    for call in calls {
        let error = call.expect_err("neither holds the other");
        assert_eq!(error.status(), Status::DtypeMismatch);
        assert!(error.message().contains(&format!("no integer dtype holds both {} and {}", x.dtype(), y.dtype())));
    }
}

#[test]
fn a_number_keeps_the_dtype_unless_it_is_a_fraction_and_the_tensor_is_not() {
    for dtype in DTYPES {
        let t = ops::ones(Device::Cpu, dtype, &Shape::new(&[2]).expect("small")).expect("small");
        let whole = ops::binary_scalar(BinaryOp::Add, &t, 2.0).expect("it fits");
        assert_eq!(whole.dtype(), if dtype == DType::Bool { DType::I64 } else { dtype });
        let part = ops::binary_scalar(BinaryOp::Mul, &t, 0.5).expect("a number");
        assert_eq!(part.dtype(), if dtype.is_float() { dtype } else { DType::F32 });
        assert_eq!(ops::item(&part.select(0, 1).expect("in range")).expect("one"), 0.5);
    }
}

/// The result of casting a number, as the float64 value of the element: the rules of `ops::cast`,
/// spelled out.
fn reference(x: f64, dtype: DType) -> f64 {
    let integer = |low: f64, high: f64| if x.is_nan() { 0.0 } else { x.trunc().clamp(low, high) };
    match dtype {
        DType::F64 => x,
        DType::F32 => f64::from(x as f32),
        DType::F16 => F16::from_f64(x).to_f32().into(),
        DType::BF16 => BF16::from_f64(x).to_f32().into(),
        DType::I8 => integer(-128.0, 127.0),
        DType::I16 => integer(-32768.0, 32767.0),
        DType::I32 => integer(-2147483648.0, 2147483647.0),
        DType::I64 => (x as i64) as f64,
        DType::U8 => integer(0.0, 255.0),
        DType::U16 => integer(0.0, 65535.0),
        DType::U32 => integer(0.0, 4294967295.0),
        DType::U64 => (x as u64) as f64,
        DType::Bool => f64::from(u8::from(x != 0.0)),
    }
}

fn doubles(t: &Tensor) -> Vec<f64> {
    ops::cast(t, DType::F64).expect("small").to_vec().expect("float64")
}

fn same(got: &[f64], wanted: impl Iterator<Item = f64>, what: &str) {
    for (i, (got, wanted)) in got.iter().zip(wanted).enumerate() {
        let equal = got.to_bits() == wanted.to_bits() || got.is_nan() && wanted.is_nan();
        assert!(equal || *got == 0.0 && wanted == 0.0, "{what}, element {i}: {got} instead of {wanted}");
    }
}

#[test]
fn every_half_becomes_what_its_number_becomes() {
    let halves = tensor(&(0..=u16::MAX).map(F16::from_bits).collect::<Vec<_>>());
    let brains = tensor(&(0..=u16::MAX).map(BF16::from_bits).collect::<Vec<_>>());
    let numbers: [(Tensor, Vec<f64>); 2] = [
        (halves, (0..=u16::MAX).map(|bits| F16::from_bits(bits).to_f32().into()).collect()),
        (brains, (0..=u16::MAX).map(|bits| BF16::from_bits(bits).to_f32().into()).collect()),
    ];
    for (t, numbers) in &numbers {
        // Steps other than 1 use another loop.
        let backwards = ops::flip(t, &[0]).expect("an axis").slice(0, 0, i64::MAX, 3).expect("in range");
        for dtype in DTYPES {
            let what = format!("{} to {dtype}", t.dtype());
            same(&doubles(&ops::cast(t, dtype).expect("small")), numbers.iter().map(|&x| reference(x, dtype)), &what);
            let third = numbers.iter().rev().step_by(3);
            same(&doubles(&ops::cast(&backwards, dtype).expect("small")), third.map(|&x| reference(x, dtype)), &what);
        }
    }
}

#[test]
fn every_number_is_rounded_once() {
    // Ends of ranges, midpoints between two halves, and values that only a float64 distinguishes
    // from those.
    let mut numbers = vec![f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.0, -0.0, f64::MAX, 5e-324, 1e-40, 65520.0];
    for x in
        [1.0f64, 255.0, 256.0, 127.5, 128.0, 32767.5, 32768.0, 65504.0, 65519.99, 2049.0, 257.0, 3.4e38, 6e-8, 3e-8]
    {
        for nudge in [0.0, 1e-15, -1e-15, 4e-4, 2e-3, -2e-3, 4e-3] {
            numbers.extend([x * (1.0 + nudge), -x * (1.0 + nudge)]);
        }
    }
    let (wide, narrow) = (tensor(&numbers), tensor(&numbers.iter().map(|&x| x as f32).collect::<Vec<_>>()));
    for dtype in DTYPES {
        let what = format!("to {dtype}");
        same(&doubles(&ops::cast(&wide, dtype).expect("small")), numbers.iter().map(|&x| reference(x, dtype)), &what);
        let narrow_numbers = numbers.iter().map(|&x| f64::from(x as f32));
        same(&doubles(&ops::cast(&narrow, dtype).expect("small")), narrow_numbers.map(|x| reference(x, dtype)), &what);
    }
}

#[test]
fn integers_become_the_nearest_halves_and_keep_their_low_bits() {
    // Around 2^55 + 2^47, the midpoint between two bfloat16s, a float64 cannot represent the
    // neighbours.
    let middle = (1i64 << 55) + (1 << 47);
    let numbers =
        [0, 1, -1, 127, 128, 255, 256, -129, 32768, 65519, 65520, i64::MAX, i64::MIN, middle, middle + 1, middle - 1];
    let t = tensor(&numbers);
    let nearest = |x: i64| {
        // The two nearest bfloat16s, from the upper bits.
        let size = x.unsigned_abs();
        if size == 0 {
            return 0.0;
        }
        let shift = (64 - size.leading_zeros()).saturating_sub(8);
        let (low, rest, half) =
            (size >> shift, size & ((1u64 << shift) - 1), if shift == 0 { 1 } else { 1 << (shift - 1) });
        let up = rest > half || (rest == half && shift > 0 && low % 2 == 1);
        (low + u64::from(up)) as f64 * 2f64.powi(shift as i32) * x.signum() as f64
    };
    same(&doubles(&ops::cast(&t, DType::BF16).expect("small")), numbers.iter().map(|&x| nearest(x)), "i64 to bf16");
    let halves = numbers.iter().map(|&x| F16::from_f64(x as f64).to_f32().into());
    same(&doubles(&ops::cast(&t, DType::F16).expect("small")), halves, "i64 to f16");
    let cast = |dtype| doubles(&ops::cast(&t, dtype).expect("small"));
    same(&cast(DType::I8), numbers.iter().map(|&x| f64::from(x as i8)), "i64 to i8");
    same(&cast(DType::I16), numbers.iter().map(|&x| f64::from(x as i16)), "i64 to i16");
    let bytes = tensor(&(-128..=127).map(|x| x as i8).collect::<Vec<_>>());
    for dtype in DTYPES {
        let wanted = (-128..=127i64).map(|x| match dtype {
            DType::U8 => f64::from(x as u8),
            DType::U16 => f64::from(x as u16),
            DType::U32 => f64::from(x as u32),
            DType::U64 => x as u64 as f64,
            _ => reference(x as f64, dtype),
        });
        same(&doubles(&ops::cast(&bytes, dtype).expect("small")), wanted, &format!("i8 to {dtype}"));
    }
}

#[test]
fn numpy_gives_the_same() {
    for file in ["narrow", "unsigned"] {
        numpy::check(file, answer);
    }
}

fn answer(case: &numpy::Case, t: &[Tensor]) -> Result<Tensor> {
    let reduce = |op| ops::reduce(op, &t[0], &case.ints("axes"), false);
    let scan = |op| ops::scan(op, &t[0], case.int("axis"));
    match case.op.as_str() {
        "add" => ops::binary(BinaryOp::Add, &t[0], &t[1]),
        "sub" => ops::binary(BinaryOp::Sub, &t[0], &t[1]),
        "mul" => ops::binary(BinaryOp::Mul, &t[0], &t[1]),
        "div" => ops::binary(BinaryOp::Div, &t[0], &t[1]),
        "maximum" => ops::binary(BinaryOp::Maximum, &t[0], &t[1]),
        "minimum" => ops::binary(BinaryOp::Minimum, &t[0], &t[1]),
        "eq" => ops::compare(CompareOp::Eq, &t[0], &t[1]),
        "lt" => ops::compare(CompareOp::Lt, &t[0], &t[1]),
        "ge" => ops::compare(CompareOp::Ge, &t[0], &t[1]),
        "cast" => ops::cast(&t[0], case.dtype("dtype")),
        "sum" => reduce(ReduceOp::Sum),
        "max" => reduce(ReduceOp::Max),
        "min" => reduce(ReduceOp::Min),
        "argmax" => ops::argmax(&t[0], &case.ints("axes"), false),
        "sort" => ops::sort(&t[0], case.int("axis"), false).map(|(values, _)| values),
        "abs" => ops::unary(UnaryOp::Abs, &t[0]),
        "neg" => ops::unary(UnaryOp::Neg, &t[0]),
        "sqrt" => ops::unary(UnaryOp::Sqrt, &t[0]),
        "matmul" => ops::matmul(&t[0], &t[1]),
        "pow" => ops::binary(BinaryOp::Pow, &t[0], &t[1]),
        "floor_divide" => ops::pair(PairOp::FloorDivide, &t[0], &t[1]),
        "remainder" => ops::pair(PairOp::Remainder, &t[0], &t[1]),
        "fmod" => ops::pair(PairOp::Fmod, &t[0], &t[1]),
        "and" => ops::bits(BitOp::And, &t[0], &t[1]),
        "or" => ops::bits(BitOp::Or, &t[0], &t[1]),
        "xor" => ops::bits(BitOp::Xor, &t[0], &t[1]),
        "left_shift" => ops::bits(BitOp::LeftShift, &t[0], &t[1]),
        "right_shift" => ops::bits(BitOp::RightShift, &t[0], &t[1]),
        "invert" => ops::invert(&t[0]),
        "prod" => reduce(ReduceOp::Prod),
        "mean" => reduce(ReduceOp::Mean),
        "cumsum" => scan(ScanOp::Sum),
        "cumprod" => scan(ScanOp::Prod),
        "cummax" => scan(ScanOp::Max),
        "argsort" => ops::sort(&t[0], case.int("axis"), false).map(|(_, places)| places),
        "unique" => ops::unique(&t[0]).map(|found| found.values),
        "searchsorted" => ops::searchsorted(&t[0], &t[1], false),
        other => panic!("no operation is called {other}"),
    }
}

/// All pairs of these numbers as two tensors.
fn pairs(numbers: &[i64], dtype: DType) -> (Tensor, Tensor) {
    let n = numbers.len() as i64;
    let t = ops::cast(&tensor(numbers), dtype).expect("small");
    let left = t.unsqueeze(1).expect("an axis").expand(&[n, n]).expect("a size of 1");
    let right = t.unsqueeze(0).expect("an axis").expand(&[n, n]).expect("a size of 1");
    (ops::copy(&left).expect("small"), ops::copy(&right).expect("small"))
}

#[test]
fn narrow_integers_compute_as_int64_does_and_wrap() {
    for (dtype, numbers) in [
        (DType::I8, vec![-128, -127, -3, -1, 0, 1, 2, 7, 100, 127]),
        (DType::I16, vec![-32768, -300, -1, 0, 1, 2, 5, 181, 32767]),
    ] {
        let (a, b) = pairs(&numbers, dtype);
        let wide = |t: &Tensor| ops::cast(t, DType::I64).expect("small");
        let narrow = |t: Tensor| wide(&ops::cast(&t, dtype).expect("small")).to_vec::<i64>().expect("int64");
        let check = |what: &str, got: Tensor, wanted: Tensor| {
            assert_eq!(got.dtype(), dtype, "{what}");
            assert_eq!(wide(&got).to_vec::<i64>().expect("int64"), narrow(wanted), "{what} of {dtype}");
        };
        for op in [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Maximum, BinaryOp::Minimum] {
            let wanted = ops::binary(op, &wide(&a), &wide(&b)).expect("one shape");
            check(&format!("{op:?}"), ops::binary(op, &a, &b).expect("one shape"), wanted);
        }
        for op in [BitOp::And, BitOp::Or, BitOp::Xor] {
            check(
                &format!("{op:?}"),
                ops::bits(op, &a, &b).expect("integers"),
                ops::bits(op, &wide(&a), &wide(&b)).expect("integers"),
            );
        }
        check("invert", ops::invert(&a).expect("integers"), ops::invert(&wide(&a)).expect("integers"));
        for op in [CompareOp::Lt, CompareOp::Le, CompareOp::Eq] {
            let got = ops::compare(op, &a, &b).expect("one shape");
            assert!(ops::equal(&got, &ops::compare(op, &wide(&a), &wide(&b)).expect("one shape")).expect("one device"));
        }
        for op in [ReduceOp::Sum, ReduceOp::Prod, ReduceOp::Mean, ReduceOp::Max, ReduceOp::Min, ReduceOp::CountNonzero]
        {
            for axes in [&[0][..], &[1], &[]] {
                let got = ops::reduce(op, &a, axes, false).expect("there are elements");
                let wanted = ops::reduce(op, &wide(&a), axes, false).expect("there are elements");
                let keeps = matches!(op, ReduceOp::Max | ReduceOp::Min);
                assert_eq!(got.dtype(), if keeps { dtype } else { wanted.dtype() }, "{op:?}");
                assert!(ops::equal(&got, &wanted).expect("one device"), "{op:?} of {dtype}");
            }
        }
        let sums = ops::scan(ScanOp::Sum, &a, 0).expect("an axis");
        assert!(
            sums.dtype() == DType::I64
                && ops::equal(&sums, &ops::scan(ScanOp::Sum, &wide(&a), 0).expect("an axis")).expect("one device")
        );
        for descending in [false, true] {
            let (got, places) = ops::sort(&a.transpose(0, 1).expect("axes"), 1, descending).expect("an axis");
            let (wanted, wanted_places) =
                ops::sort(&wide(&a).transpose(0, 1).expect("axes"), 1, descending).expect("an axis");
            assert!(got.dtype() == dtype && ops::equal(&got, &wanted).expect("one device"));
            assert!(ops::equal(&places, &wanted_places).expect("one device"));
        }
        check("matmul", ops::matmul(&a, &b).expect("square"), ops::matmul(&wide(&a), &wide(&b)).expect("square"));
        let error = ops::binary(BinaryOp::Pow, &a, &a).expect_err("a negative power");
        assert!(error.message().contains("is negative"), "{error}");
    }
}

#[test]
fn narrow_integers_name_positions() {
    let t = tensor(&[10f32, 20.0, 30.0]);
    for dtype in DTYPES.into_iter().filter(|dtype| dtype.is_integer()) {
        let index = ops::cast(&tensor(&[2i64, 0]), dtype).expect("small");
        assert_eq!(
            ops::index_select(&t, 0, &index).expect("in range").to_vec::<f32>().expect("float32"),
            vec![30.0, 10.0]
        );
        assert_eq!(ops::gather(&t, 0, &index).expect("in range").to_vec::<f32>().expect("float32"), vec![30.0, 10.0]);
        assert_eq!(ops::one_hot(&index, 3).expect("in range").to_vec::<i64>().expect("int64"), vec![0, 0, 1, 1, 0, 0]);
    }
    let error = ops::index_select(&t, 0, &tensor(&[-4i8])).expect_err("before the first");
    assert!(error.message().starts_with("index -4 is out of range"), "{error}");
}

#[test]
fn numbers_that_do_not_fit_are_refused() {
    let shape = Shape::new(&[2]).expect("small");
    for (dtype, low, high) in [
        (DType::I8, -128.0, 127.0),
        (DType::I16, -32768.0, 32767.0),
        (DType::U16, 0.0, 65535.0),
        (DType::U32, 0.0, 4294967295.0),
    ] {
        for value in [low, high] {
            let t = ops::full(Device::Cpu, dtype, value, &shape).expect("it fits");
            assert_eq!(doubles(&t), [value, value]);
        }
        for value in [low - 1.0, high + 1.0, 0.5] {
            let error = ops::full(Device::Cpu, dtype, value, &shape).expect_err("it does not fit");
            assert!(error.message().starts_with(&format!("{value} is ")), "{}", error.message());
        }
    }
    let full = |value: Scalar| ops::full(Device::Cpu, DType::U64, value, &shape);
    let greatest = full(u64::MAX.into()).expect("it fits").to_vec::<u64>().expect("uint64");
    assert_eq!(greatest, [u64::MAX; 2]);
    assert_eq!(full((1u64 << 63).into()).expect("it fits").to_vec::<u64>().expect("uint64"), [1 << 63; 2]);
    assert_eq!(full(9223372036854775808.0.into()).expect("it fits").to_vec::<u64>().expect("uint64"), [1 << 63; 2]);
    for value in [Scalar::from(-1i64), Scalar::from(18446744073709551616.0), Scalar::from(f64::NAN)] {
        assert_eq!(full(value).expect_err("it does not fit").status(), Status::InvalidArgument);
    }
    // Beyond int64 too, a number is compared as it is.
    let t = ops::full(Device::Cpu, DType::U64, u64::MAX - 1, &shape).expect("it fits");
    for (op, value, wanted) in
        [(CompareOp::Lt, u64::MAX, 1u8), (CompareOp::Eq, u64::MAX - 1, 1), (CompareOp::Gt, u64::MAX, 0)]
    {
        assert_eq!(ops::compare_scalar(op, &t, value).expect("a number").to_vec::<u8>().expect("bool"), [wanted; 2]);
    }
    assert_eq!(ops::compare_scalar(CompareOp::Gt, &t, -1i64).expect("a number").to_vec::<u8>().expect("bool"), [1; 2]);
    // A float accepts any number.
    assert_eq!(doubles(&ops::full(Device::Cpu, DType::F16, 1e6, &shape).expect("a float")), [f64::INFINITY; 2]);
    assert_eq!(doubles(&ops::arange(Device::Cpu, DType::BF16, 0.0, 2.0, 1.0).expect("two")), [0.0, 1.0]);
    assert_eq!(doubles(&ops::arange(Device::Cpu, DType::I8, -2.0, 1.0, 1.0).expect("three")), [-2.0, -1.0, 0.0]);
}
