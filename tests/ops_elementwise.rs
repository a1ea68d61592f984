//! Elementwise operations give NumPy's answers for every layout of their operands, and refuse
//! invalid ones.

mod common;

use common::numpy::{Case, check, elements};
use tenure::device::Device;
use tenure::error::{Result, Status};
use tenure::internals::TensorInternals;
use tenure::ops::{self, BinaryOp, CompareOp, RealOp, UnaryOp};
use tenure::tensor::{DType, Shape, Tensor};

fn binary_op(name: &str) -> Option<BinaryOp> {
    Some(match name {
        "add" => BinaryOp::Add,
        "sub" => BinaryOp::Sub,
        "mul" => BinaryOp::Mul,
        "div" => BinaryOp::Div,
        "pow" => BinaryOp::Pow,
        "maximum" => BinaryOp::Maximum,
        "minimum" => BinaryOp::Minimum,
        _ => return None,
    })
}

fn compare_op(name: &str) -> CompareOp {
    match name {
        "eq" => CompareOp::Eq,
        "ne" => CompareOp::Ne,
        "lt" => CompareOp::Lt,
        "le" => CompareOp::Le,
        "gt" => CompareOp::Gt,
        "ge" => CompareOp::Ge,
        _ => panic!("{name} is no comparison"),
    }
}

fn unary_op(name: &str) -> UnaryOp {
    match name {
        "neg" => UnaryOp::Neg,
        "exp" => UnaryOp::Exp,
        "log" => UnaryOp::Log,
        "sqrt" => UnaryOp::Sqrt,
        "abs" => UnaryOp::Abs,
        "relu" => UnaryOp::Relu,
        "sigmoid" => UnaryOp::Sigmoid,
        "tanh" => UnaryOp::Tanh,
        "softplus" => UnaryOp::Softplus,
        "erf" => UnaryOp::Erf,
        "erfc" => UnaryOp::Erfc,
        "gelu" => UnaryOp::Gelu,
        "gelu_tanh" => UnaryOp::GeluTanh,
        _ => panic!("{name} is no function"),
    }
}

fn bytes_of(t: &Tensor) -> Vec<u8> {
    elements(t).concat()
}

fn tensor<T: tenure::tensor::Element>(values: &[T], dims: &[i64]) -> Tensor {
    Tensor::from_slice(values, &Shape::new(dims).expect("small")).expect("as many as the shape has")
}

#[test]
fn arithmetic_is_numpys() {
    check("binary", |case, t| ops::binary(binary_op(&case.op).expect("arithmetic"), &t[0], &t[1]));
}

#[test]
fn a_number_as_operand_is_numpys() {
    check("scalar", |case, t| match binary_op(&case.op) {
        Some(op) if case.has("reversed") => ops::scalar_binary(op, case.float("value"), &t[0]),
        Some(op) => ops::binary_scalar(op, &t[0], case.float("value")),
        None => ops::compare_scalar(compare_op(&case.op), &t[0], case.float("value")),
    });
}

#[test]
fn comparisons_are_numpys() {
    check("compare", |case, t| ops::compare(compare_op(&case.op), &t[0], &t[1]));
}

#[test]
fn functions_are_numpys() {
    check("unary", |case, t| ops::unary(unary_op(&case.op), &t[0]));
    check("activations", |case, t| ops::unary(unary_op(&case.op), &t[0]));
}

#[test]
fn where_is_numpys() {
    check("where", |_, t| ops::where_(&t[0], &t[1], &t[2]));
}

#[test]
fn casts_are_numpys() {
    check("cast", |case, t| ops::cast(&t[0], case.dtype("dtype")));
}

#[test]
fn copies_have_the_elements_of_the_window() {
    check("copy", |case, t| match case.op.as_str() {
        "copy" => {
            let copy = ops::copy(&t[0])?;
            assert!(copy.is_contiguous() && !copy.storage().is_same(t[0].storage()));
            Ok(copy)
        }
        "contiguous" => {
            let result = ops::contiguous(&t[0])?;
            assert!(result.is_contiguous());
            assert_eq!(result.storage().is_same(t[0].storage()), t[0].is_contiguous());
            Ok(result)
        }
        "bytes" => {
            let mut bytes = vec![0; t[0].nbytes()];
            ops::copy_bytes_to(&t[0], &mut bytes)?;
            Tensor::from_bytes(Device::Cpu, t[0].dtype(), &bytes, &t[0].to_shape())
        }
        "reshape" => ops::reshape(&t[0], &case.ints("dims")),
        op => panic!("{op} is no copy"),
    });
}

#[test]
fn creation_is_numpys() {
    check("create", |case, _| {
        let dtype = case.dtype("dtype");
        let shape = || Shape::new(&case.ints("shape")).expect("small");
        match case.op.as_str() {
            "zeros" => ops::zeros(Device::Cpu, dtype, &shape()),
            "ones" => ops::ones(Device::Cpu, dtype, &shape()),
            "full" => ops::full(Device::Cpu, dtype, case.float("value"), &shape()),
            "arange" => ops::arange(Device::Cpu, dtype, case.float("start"), case.float("end"), case.float("step")),
            op => panic!("{op} creates nothing"),
        }
    });
}

#[test]
fn in_place_operations_write_numpys_answer_and_nothing_else() {
    check("in_place", |case, t| {
        let untouched = outside(&t[0]);
        let before = (bytes_of(&t[0]), t[0].storage().version());
        let result = in_place(case, t);
        assert_eq!(outside(&t[0]), untouched, "{} wrote outside of its window", case.op);
        match result {
            Ok(()) => {
                assert!(t[0].storage().version() > before.1, "{} did not count the version up", case.op);
                Ok(t[0].clone())
            }
            Err(error) => {
                assert_eq!((bytes_of(&t[0]), t[0].storage().version()), before, "{} failed half-way", case.op);
                Err(error)
            }
        }
    });
}

fn in_place(case: &Case, t: &[Tensor]) -> Result<()> {
    match (case.op.as_str(), binary_op(&case.op)) {
        (_, Some(op)) if t.len() == 2 => ops::binary_in_place(op, &t[0], &t[1]),
        (_, Some(op)) => ops::binary_scalar_in_place(op, &t[0], case.float("value")),
        ("fill", _) => ops::fill(&t[0], case.float("value")),
        ("bytes", _) => ops::copy_bytes_from(&t[0], &bytes_of(&t[1])),
        (op, _) => panic!("{op} is not in place"),
    }
}

/// The bytes of the storage outside of the window. They are found by the offsets of the elements,
/// so this works for every layout.
fn outside(t: &Tensor) -> Vec<u8> {
    let size = t.dtype().size();
    let mut inside = vec![false; t.storage().bytes()];
    let mut offsets = vec![t.offset() as i64];
    for (&dim, &stride) in t.shape().iter().zip(t.strides()) {
        offsets = offsets.iter().flat_map(|o| (0..dim).map(move |i| o + i * stride)).collect();
    }
    for offset in offsets {
        inside[offset as usize * size..][..size].fill(true);
    }
    let base = t.storage().host().expect("on the processor").as_ptr();
    // SAFETY: the storage has this many bytes, all initialised by the test.
    let all = unsafe { std::slice::from_raw_parts(base, t.storage().bytes()) };
    all.iter().zip(inside).filter(|(_, inside)| !inside).map(|(byte, _)| *byte).collect()
}

#[test]
fn an_operand_that_overlaps_the_receiver_is_read_as_it_was() {
    let run = |op: fn(&Tensor) -> Result<()>| {
        let t = tensor(&[1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0], &[3, 3]);
        op(&t).expect("shapes fit");
        t.to_vec::<f32>().expect("float32")
    };
    let doubled = run(|t| ops::binary_in_place(BinaryOp::Add, t, t));
    assert_eq!(doubled, [2.0, 4.0, 6.0, 8.0, 10.0, 12.0, 14.0, 16.0, 18.0]);
    let transposed = run(|t| ops::binary_in_place(BinaryOp::Add, t, &t.transpose(0, 1)?));
    assert_eq!(transposed, [2.0, 6.0, 10.0, 6.0, 10.0, 14.0, 10.0, 14.0, 18.0]);
    let first_row = run(|t| ops::binary_in_place(BinaryOp::Sub, t, &t.select(0, 0)?));
    assert_eq!(first_row, [0.0, 0.0, 0.0, 3.0, 3.0, 3.0, 6.0, 6.0, 6.0]);
    let shifted = run(|t| {
        let flat = ops::reshape(t, &[9])?;
        ops::binary_in_place(BinaryOp::Mul, &flat.slice(0, 1, 9, 1)?, &flat.slice(0, 0, 8, 1)?)
    });
    assert_eq!(shifted, [1.0, 2.0, 6.0, 12.0, 20.0, 30.0, 42.0, 56.0, 72.0]);
    let wider = run(|t| ops::binary_in_place(BinaryOp::Add, t, &ops::cast(&t.transpose(0, 1)?, DType::F64)?));
    assert_eq!(wider, transposed);
}

#[test]
fn overlapping_elements_are_not_written() {
    let expanded = tensor(&[1.0f32, 2.0], &[2, 1]).expand(&[2, 3]).expect("stretches");
    let one = tensor(&[1.0f32], &[]);
    for result in [
        ops::binary_in_place(BinaryOp::Add, &expanded, &one),
        ops::binary_scalar_in_place(BinaryOp::Add, &expanded, 1.0),
        ops::fill(&expanded, 1.0),
        ops::copy_bytes_from(&expanded, &[0; 24]),
    ] {
        assert_eq!(result.expect_err("elements overlap").status(), Status::InvalidArgument);
    }
    assert_eq!(expanded.storage().version(), 0);
}

#[test]
fn bytes_must_be_as_many_as_the_elements_take_and_need_not_be_aligned() {
    let t = tensor(&[0i32; 4], &[2, 2]).transpose(0, 1).expect("two axes");
    let error = ops::copy_bytes_from(&t, &[0; 15]).expect_err("a byte short");
    assert_eq!(error.status(), Status::ShapeMismatch);
    assert_eq!(ops::copy_bytes_to(&t, &mut [0; 17]).expect_err("one too many").status(), Status::ShapeMismatch);
    let numbers: Vec<u8> = [1i32, 2, 3, 4].iter().flat_map(|v| v.to_ne_bytes()).collect();
    let shifted = [&[0u8][..], &numbers].concat();
    ops::copy_bytes_from(&t, &shifted[1..]).expect("16 bytes");
    let mut back = [0u8; 17];
    ops::copy_bytes_to(&t, &mut back[1..]).expect("16 bytes");
    assert_eq!(back[1..], numbers);
}

#[test]
fn bytes_from_outside_become_booleans() {
    let t = tensor(&[0u8; 3], &[3]);
    let t = ops::cast(&t, DType::Bool).expect("memory");
    ops::copy_bytes_from(&t, &[0, 7, 1]).expect("3 bytes");
    assert_eq!(t.to_vec::<u8>().expect("bytes"), vec![0u8, 1, 1]);
}

#[test]
fn item_is_the_only_element() {
    let one = tensor(&[3i64, 7], &[2]).select(0, 1).expect("in range");
    assert_eq!(ops::item(&one).expect("one element"), 7.0);
    assert_eq!(ops::item(&tensor(&[0.5f32], &[1, 1])).expect("one element"), 0.5);
    let error = ops::item(&tensor(&[1u8; 6], &[2, 3])).expect_err("six");
    assert_eq!(error.message(), "item needs a tensor of one element, shape [2,3] has 6");
}

#[test]
fn a_device_that_is_not_there_is_refused() {
    let t = tensor(&[1.0f32], &[1]);
    assert_eq!(ops::to_device(&t, Device::Cuda(0)).expect_err("none").status(), Status::DeviceUnavailable);
    assert!(ops::to_device(&t, Device::Cpu).expect("there").storage().is_same(t.storage()));
    let shape = Shape::new(&[1]).expect("small");
    let error = ops::full(Device::Cuda(0), DType::F32, 1.0, &shape).expect_err("none");
    assert_eq!(error.status(), Status::DeviceUnavailable);
}

/// The largest error in units in the last place, against a reference of twice the precision. If the
/// reference rounds to 0, the smallest positive number is accepted too.
fn worst_error_f32(
    name: &str,
    values: &[f32],
    f: &dyn Fn(&Tensor) -> Result<Tensor>,
    reference: fn(f64) -> f64,
) -> (f64, f32) {
    let got = f(&tensor(values, &[values.len() as i64])).expect("memory");
    let mut worst = (0.0, 0.0);
    for (&x, y) in values.iter().zip(got.to_vec::<f32>().expect("float32")) {
        let wanted = reference(f64::from(x));
        let rounded = wanted as f32;
        if rounded.is_infinite() || rounded.is_nan() || rounded == 0.0 {
            let is_near =
                y == rounded || rounded == 0.0 && y.abs() <= f32::from_bits(1) || rounded.is_nan() && y.is_nan();
            assert!(is_near, "{name}({x:e}) is {y:e} instead of {rounded:e}");
            continue;
        }
        let ulp = f64::from(rounded.abs().next_up()) - f64::from(rounded.abs());
        let error = (f64::from(y) - wanted).abs() / ulp;
        if error > worst.0 {
            worst = (error, x);
        }
    }
    worst
}

#[test]
fn functions_are_within_a_few_units_in_the_last_place() {
    // Every 1009th float of either sign, from 0 through the subnormal numbers to infinity.
    let positive: Vec<f32> = (0..0x7f80_0000).step_by(1009).map(f32::from_bits).collect();
    let both: Vec<f32> = positive.iter().flat_map(|x| [*x, -*x]).collect();
    let sigmoid = |x: f64| 1.0 / (1.0 + (-x).exp());
    for (op, values, reference, limit) in [
        (UnaryOp::Exp, &both, f64::exp as fn(f64) -> f64, 1.0),
        (UnaryOp::Log, &positive, f64::ln, 1.0),
        (UnaryOp::Tanh, &both, f64::tanh, 1.5),
        (UnaryOp::Sigmoid, &both, sigmoid, 2.5),
        (UnaryOp::Erf, &both, libm::erf, 3.0),
        (UnaryOp::Erfc, &both, libm::erfc, 6.0),
    ] {
        let (error, at) = worst_error_f32(op.name(), values, &|t| ops::unary(op, t), reference);
        assert!(error <= limit, "{op:?} is off by {error} units at {at:e}");
    }
    for (op, reference, limit) in [
        (RealOp::Exp2, libm::exp2 as fn(f64) -> f64, 1.1),
        (RealOp::Expm1, libm::expm1, 2.0),
        (RealOp::Log1p, libm::log1p, 2.0),
        (RealOp::Sin, libm::sin, 0.51),
        (RealOp::Cos, libm::cos, 0.51),
        (RealOp::Tan, libm::tan, 0.51),
        (RealOp::Asin, libm::asin, 0.51),
        (RealOp::Acos, libm::acos, 0.51),
        (RealOp::Atan, libm::atan, 0.51),
        (RealOp::Sinh, libm::sinh, 0.51),
        (RealOp::Cosh, libm::cosh, 0.51),
        (RealOp::Asinh, libm::asinh, 0.51),
        (RealOp::Acosh, libm::acosh, 0.51),
        (RealOp::Atanh, libm::atanh, 0.51),
        (RealOp::Log2, libm::log2, 0.51),
        (RealOp::Log10, libm::log10, 0.51),
        (RealOp::Lgamma, libm::lgamma, 0.51),
    ] {
        let (error, at) = worst_error_f32(op.name(), &both, &|t| ops::real(op, t), reference);
        assert!(error <= limit, "{op:?} is off by {error} units at {at:e}");
    }
    for (exponent, reference) in [
        (2.5f32, (|x| libm::pow(x, 2.5)) as fn(f64) -> f64),
        (-0.75, |x| libm::pow(x, -0.75)),
        (7.0, |x| libm::pow(x, 7.0)),
        (1e-3, |x| libm::pow(x, f64::from(1e-3f32))),
    ] {
        let power = |t: &Tensor| ops::binary_scalar(BinaryOp::Pow, t, f64::from(exponent));
        let (error, at) = worst_error_f32("pow", &both, &power, reference);
        assert!(error <= 0.51, "the power {exponent} is off by {error} units at {at:e}");
    }
}

/// A power has the special values of C's `pow`, in float32 as in float64, and integers are exact.
#[test]
fn powers_of_special_values() {
    let special = [
        0.0f32,
        -0.0,
        1.0,
        -1.0,
        0.5,
        -0.5,
        2.0,
        -2.0,
        3.0,
        -3.0,
        1e30,
        -1e30,
        f32::INFINITY,
        -f32::INFINITY,
        f32::NAN,
    ];
    for x in special {
        for y in special {
            let both = |dtype| {
                let [a, b] = [x, y].map(|x| ops::cast(&tensor(&[x], &[1]), dtype).expect("a cast"));
                let power = ops::binary(BinaryOp::Pow, &a, &b).expect("floats");
                ops::item(&ops::cast(&power, DType::F32).expect("a cast")).expect("one")
            };
            let (single, double) = (both(DType::F32), both(DType::F64));
            let wanted = f64::from(x.powf(y));
            for got in [single, double] {
                let is_same = got.to_bits() == wanted.to_bits() || got.is_nan() && wanted.is_nan();
                assert!(is_same, "{x:e} to the power of {y:e} is {got:e} instead of {wanted:e}");
            }
        }
    }
    let (base, exponent) =
        (tensor(&[3.0f32, 10.0, 7.0, -5.0, 2.0], &[5]), tensor(&[10.0f32, 9.0, 8.0, 9.0, -149.0], &[5]));
    let powers = ops::binary(BinaryOp::Pow, &base, &exponent).expect("floats").to_vec::<f32>().expect("float32");
    assert_eq!(powers, [59049.0, 1e9, 5_764_801.0, -1_953_125.0, f32::from_bits(1)]);
}

/// Activations round several times. Far below 0, where they are nearly 0, the error of an argument
/// of `exp` counts too.
#[test]
fn activations_are_within_a_few_units_in_the_last_place() {
    let positive: Vec<f32> = (0..4f32.to_bits()).step_by(1009).map(f32::from_bits).collect();
    let both: Vec<f32> = positive.iter().flat_map(|x| [*x, -*x]).collect();
    let softplus = |x: f64| x.max(0.0) + libm::log1p(libm::exp(-x.abs()));
    let log_sigmoid = |x: f64| x.min(0.0) - libm::log1p(libm::exp(-x.abs()));
    let mish = |x: f64| x * libm::tanh(x.max(0.0) + libm::log1p(libm::exp(-x.abs())));
    let gelu = |x: f64| 0.5 * x * libm::erfc(-x * std::f64::consts::FRAC_1_SQRT_2);
    let gelu_tanh = |x: f64| {
        let exponent = 1.595_769_121_605_730_7 * (x + 0.044_715 * x * x * x);
        x / (1.0 + libm::exp(-exponent))
    };
    type One<'a> = (&'a str, &'a dyn Fn(&Tensor) -> Result<Tensor>, fn(f64) -> f64, f64);
    let all: [One; 6] = [
        ("softplus", &|t| ops::unary(UnaryOp::Softplus, t), softplus, 2.0),
        ("log_sigmoid", &|t| ops::real(RealOp::LogSigmoid, t), log_sigmoid, 2.0),
        ("silu", &|t| ops::real(RealOp::Silu, t), |x| x / (1.0 + libm::exp(-x)), 3.0),
        ("mish", &|t| ops::real(RealOp::Mish, t), mish, 4.0),
        ("gelu", &|t| ops::unary(UnaryOp::Gelu, t), gelu, 6.0),
        ("gelu_tanh", &|t| ops::unary(UnaryOp::GeluTanh, t), gelu_tanh, 25.0),
    ];
    let mut over = Vec::new();
    for (name, f, reference, limit) in all {
        let (error, at) = worst_error_f32(name, &both, f, reference);
        if error > limit {
            over.push(format!("{name} is off by {error} units at {at:e}"));
        }
    }
    assert!(over.is_empty(), "{over:?}");
}

#[test]
fn float64_functions_are_within_a_few_units_of_libm() {
    // From 1e-300 to 700, of either sign.
    let steps = (0..20_000).map(|i| 10f64.powf(f64::from(i) / 66.0 - 300.0));
    let values: Vec<f64> = steps.chain((1..28_000).map(|i| f64::from(i) / 1000.0)).flat_map(|x| [x, -x]).collect();
    type One<'a> = (&'a str, &'a dyn Fn(&Tensor) -> Result<Tensor>, fn(f64) -> f64, f64);
    let all: [One; 5] = [
        ("erf", &|t| ops::unary(UnaryOp::Erf, t), libm::erf, 3.0),
        ("erfc", &|t| ops::unary(UnaryOp::Erfc, t), libm::erfc, 6.0),
        ("exp2", &|t| ops::real(RealOp::Exp2, t), libm::exp2, 2.0),
        ("expm1", &|t| ops::real(RealOp::Expm1, t), libm::expm1, 3.0),
        ("log1p", &|t| ops::real(RealOp::Log1p, t), libm::log1p, 3.0),
    ];
    for (name, f, reference, limit) in all {
        let got = f(&tensor(&values, &[values.len() as i64])).expect("memory").to_vec::<f64>().expect("float64");
        let worst = values.iter().zip(got).filter(|(x, _)| !reference(**x).is_nan()).map(|(&x, y)| {
            let wanted = reference(x);
            let error = (y - wanted).abs() / (wanted.abs().next_up() - wanted.abs());
            (if y == wanted { 0.0 } else { error }, x)
        });
        let (error, at) = worst.max_by(|a, b| a.0.total_cmp(&b.0)).expect("some");
        assert!(error <= limit, "{name} is off by {error} units at {at:e}");
    }
}
