//! float16 and bfloat16 in every family of operations: an operation computes in float32 and rounds
//! its result once, so it gives the bits of the same operation in float32, rounded.

use tenure::autograd::nn::{self, ClassLoss, ConvSettings, PoolSettings, RecurrentSettings, pointwise_loss};
use tenure::autograd::{self, Tape};
use tenure::error::{Result, Status};
use tenure::nn::optim;
use tenure::ops::nn::{Cell, InterpolateMode, Pointwise, Reduction};
use tenure::ops::{self, BinaryOp, PairOp, RealOp, ReduceOp, ScanOp, ScatterReduce, Source, UnaryOp};
use tenure::tensor::{BF16, DType, F16, Shape, Tensor};

const HALVES: [DType; 2] = [DType::F16, DType::BF16];

fn shape(dims: &[i64]) -> Shape {
    Shape::new(dims).expect("small")
}

fn integers(values: &[i64], dims: &[i64]) -> Tensor {
    Tensor::from_slice(values, &shape(dims)).expect("as many")
}

/// Unordered numbers of a dtype from -2 to 2, and the same numbers as float32.
fn numbers(dtype: DType, dims: &[i64], salt: u32) -> (Tensor, Tensor) {
    let n = dims.iter().product::<i64>() as u32;
    let value = |i: u32| ((i + salt).wrapping_mul(2_654_435_761) >> 8) as f32 / (1 << 22) as f32 - 2.0;
    let wide = Tensor::from_slice(&(0..n).map(value).collect::<Vec<f32>>(), &shape(dims)).expect("as many");
    let half = ops::cast(&wide, dtype).expect("small");
    let wide = ops::cast(&half, DType::F32).expect("small");
    (half, wide)
}

fn bits(t: &Tensor) -> Vec<u64> {
    let t = ops::contiguous(t).expect("small");
    match t.dtype() {
        DType::F16 => t.to_vec::<F16>().expect("f16").iter().map(|x| key(x.to_f32(), x.to_bits())).collect(),
        DType::BF16 => t.to_vec::<BF16>().expect("bf16").iter().map(|x| key(x.to_f32(), x.to_bits())).collect(),
        _ => {
            let wide = ops::cast(&t, DType::F64).expect("small");
            wide.to_vec::<f64>().expect("f64").iter().map(|x| x.to_bits()).collect()
        }
    }
}

fn key(x: f32, bits: u16) -> u64 {
    if x.is_nan() { u64::MAX } else { bits.into() }
}

/// The result for halves is that for float32, rounded; results of any other dtype are equal.
fn check(name: &str, dims: &[&[i64]], run: impl Fn(&[&Tensor]) -> Result<Vec<Tensor>>) {
    for dtype in HALVES {
        let operands: Vec<(Tensor, Tensor)> = dims.iter().zip(1..).map(|(d, i)| numbers(dtype, d, 1000 * i)).collect();
        let halves: Vec<&Tensor> = operands.iter().map(|(half, _)| half).collect();
        let wides: Vec<&Tensor> = operands.iter().map(|(_, wide)| wide).collect();
        let got = run(&halves).unwrap_or_else(|e| panic!("{name} of {dtype}: {e}"));
        let wanted = run(&wides).unwrap_or_else(|e| panic!("{name} of float32: {e}"));
        assert_eq!(got.len(), wanted.len());
        for (got, wanted) in got.iter().zip(&wanted) {
            let is_float = wanted.dtype() == DType::F32;
            let wanted = if is_float { ops::cast(wanted, dtype).expect("small") } else { wanted.clone() };
            assert_eq!((got.dtype(), got.shape()), (wanted.dtype(), wanted.shape()), "{name}");
            assert_eq!(bits(got), bits(&wanted), "{name} of {dtype}: {got}\n{wanted}");
        }
        // The same operands with another memory order.
        let turned: Vec<Tensor> = halves.iter().map(|t| strided(t)).collect();
        let again = run(&turned.iter().collect::<Vec<_>>()).unwrap_or_else(|e| panic!("{name}, strided: {e}"));
        for (got, again) in got.iter().zip(&again) {
            assert_eq!(bits(got), bits(again), "{name} of {dtype}, strided");
        }
    }
}

/// The same elements with gaps between them.
fn strided(t: &Tensor) -> Tensor {
    if t.rank() == 0 {
        return t.clone();
    }
    let both = ops::stack(&[t, t], -1).expect("one shape");
    both.select(-1, 0).expect("in range")
}

fn one(result: Result<Tensor>) -> Result<Vec<Tensor>> {
    result.map(|t| vec![t])
}

fn two(result: Result<(Tensor, Tensor)>) -> Result<Vec<Tensor>> {
    result.map(|(a, b)| vec![a, b])
}

#[test]
fn functions_of_one_number() {
    let unary = [
        UnaryOp::Neg,
        UnaryOp::Exp,
        UnaryOp::Log,
        UnaryOp::Sqrt,
        UnaryOp::Abs,
        UnaryOp::Relu,
        UnaryOp::Sigmoid,
        UnaryOp::Tanh,
        UnaryOp::Softplus,
        UnaryOp::Erf,
        UnaryOp::Erfc,
        UnaryOp::Gelu,
        UnaryOp::GeluTanh,
    ];
    for op in unary {
        // More than a tile, and rows of another length.
        check(op.name(), &[&[1500]], |t| one(autograd::unary(op, t[0])));
        check(op.name(), &[&[3, 5]], |t| one(autograd::unary(op, &t[0].transpose(0, 1)?)));
    }
    let real = [
        RealOp::Exp2,
        RealOp::Expm1,
        RealOp::Log2,
        RealOp::Log1p,
        RealOp::Rsqrt,
        RealOp::Reciprocal,
        RealOp::Sin,
        RealOp::Tan,
        RealOp::Asin,
        RealOp::Sinh,
        RealOp::Atanh,
        RealOp::Lgamma,
        RealOp::Digamma,
        RealOp::Frac,
        RealOp::Floor,
        RealOp::Round,
        RealOp::Sign,
        RealOp::Clamp { min: (-0.3).into(), max: 0.7.into() },
        RealOp::LeakyRelu { slope: 0.1 },
        RealOp::Selu,
        RealOp::Silu,
        RealOp::Mish,
        RealOp::Hardswish,
        RealOp::LogSigmoid,
    ];
    for op in real {
        check(op.name(), &[&[1030]], |t| one(autograd::real(op, t[0])));
        check(op.name(), &[&[3, 5]], |t| one(autograd::real(op, &t[0].transpose(0, 1)?)));
    }
}

#[test]
fn functions_of_two_numbers_and_of_a_tensor_and_a_number() {
    use BinaryOp::*;
    for op in [Add, Sub, Mul, Div, Pow, Maximum, Minimum] {
        let name = format!("{op:?}");
        check(&name, &[&[1100], &[1100]], |t| one(autograd::binary(op, t[0], t[1])));
        check(&name, &[&[7, 5], &[5]], |t| one(autograd::binary(op, t[0], t[1])));
        check(&name, &[&[7, 5], &[7, 1]], |t| one(autograd::binary(op, t[0], t[1])));
        check(&name, &[&[], &[4, 3]], |t| one(autograd::binary(op, t[0], t[1])));
        check(&name, &[&[0, 3], &[3]], |t| one(autograd::binary(op, t[0], t[1])));
        // The number is not a half: 1e5 is above the largest float16, and 0.1 is not representable.
        for value in [0.1, 3.0, -1.0, 1e5] {
            check(&name, &[&[600]], |t| one(autograd::binary_scalar(op, t[0], value)));
            check(&name, &[&[3, 5]], |t| one(autograd::scalar_binary(op, value, t[0])));
        }
    }
    for op in
        [PairOp::FloorDivide, PairOp::Remainder, PairOp::Atan2, PairOp::Hypot, PairOp::CopySign, PairOp::LogAddExp]
    {
        check(op.name(), &[&[40, 3], &[3]], |t| one(autograd::pair(op, t[0], t[1])));
    }
    check("lerp", &[&[30], &[30], &[30]], |t| one(autograd::lerp(t[0], t[1], t[2])));
    check("addcmul", &[&[30], &[30], &[30]], |t| one(autograd::addcmul(t[0], t[1], t[2], 0.3.into())));
    check("addcdiv", &[&[30], &[30], &[30]], |t| one(autograd::addcdiv(t[0], t[1], t[2], 0.3.into())));
    check("compare", &[&[900], &[900]], |t| one(ops::compare(ops::CompareOp::Lt, t[0], t[1])));
    check("isnan", &[&[40]], |t| one(ops::test(ops::TestOp::Nan, &autograd::unary(UnaryOp::Sqrt, t[0])?)));
    check("where", &[&[40], &[40]], |t| {
        one(autograd::where_(&ops::compare(ops::CompareOp::Lt, t[0], t[1])?, t[0], t[1]))
    });
}

#[test]
fn in_place() {
    for op in [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div, BinaryOp::Maximum] {
        check("in place", &[&[700], &[700]], |t| {
            let target = ops::copy(t[0])?;
            ops::binary_in_place(op, &target, t[1])?;
            Ok(vec![target])
        });
        check("a column in place", &[&[6, 4], &[6]], |t| {
            let target = ops::copy(t[0])?;
            ops::binary_in_place(op, &target.select(1, 2)?, t[1])?;
            Ok(vec![target])
        });
        check("a number in place", &[&[700]], |t| {
            let target = ops::copy(t[0])?;
            ops::binary_scalar_in_place(op, &target, 1.7)?;
            Ok(vec![target])
        });
        check("itself in place", &[&[20]], |t| {
            let target = ops::copy(t[0])?;
            ops::binary_in_place(op, &target, &target)?;
            Ok(vec![target])
        });
    }
    // From float32 into a half: the sum is rounded once.
    let (half, wide) = numbers(DType::F16, &[50], 3);
    let (_, other) = numbers(DType::F32, &[50], 9);
    ops::binary_in_place(BinaryOp::Add, &half, &other).expect("floats");
    let wanted = ops::cast(&ops::binary(BinaryOp::Add, &wide, &other).expect("one shape"), DType::F16).expect("small");
    assert_eq!(bits(&half), bits(&wanted));
}

#[test]
fn reductions_and_scans() {
    for op in [ReduceOp::Sum, ReduceOp::Mean, ReduceOp::Prod, ReduceOp::Max, ReduceOp::Min, ReduceOp::Any] {
        for axes in [&[][..], &[0], &[1], &[0, 2]] {
            check(op.name(), &[&[5, 70, 3]], |t| one(autograd::reduce(op, t[0], axes, false)));
        }
        check(op.name(), &[&[9000]], |t| one(autograd::reduce(op, t[0], &[0], true)));
    }
    check("argmax", &[&[40, 300]], |t| Ok(vec![ops::argmax(t[0], &[0], false)?, ops::argmin(t[0], &[1], true)?]));
    check("var", &[&[50, 4]], |t| one(autograd::variance(t[0], &[0], 1.0, false)));
    check("std", &[&[50, 4]], |t| one(autograd::deviation(t[0], &[0], 1.0, false)));
    for p in [0.0, 1.0, 2.0, 3.0, f64::INFINITY] {
        check("norm", &[&[50, 4]], |t| one(autograd::norm(t[0], p, &[0], false)));
    }
    check("logsumexp", &[&[50, 4]], |t| one(autograd::logsumexp(t[0], &[1], false)));
    check("quantile", &[&[51, 2]], |t| one(autograd::quantile(t[0], 0.37, &[0], false)));
    check("median", &[&[51, 2]], |t| two(autograd::median(t[0], 0, false)));
    for (op, axis) in [(ScanOp::Max, 0), (ScanOp::Min, 1)] {
        check(op.name(), &[&[20, 9]], |t| one(autograd::scan(op, t[0], axis)));
    }
    // Sums of halves are kept in float32, sums of float32 in float64, so the tolerance allows one
    // more rounding.
    for dtype in HALVES {
        let (half, wide) = numbers(dtype, &[300], 5);
        for op in [ScanOp::Sum, ScanOp::Prod] {
            let got = ops::cast(&ops::scan(op, &half, 0).expect("an axis"), DType::F32).expect("small");
            let wanted = ops::scan(op, &wide, 0).expect("an axis");
            let unit = if dtype == DType::F16 { 1.0 / 1024.0 } else { 1.0 / 128.0 };
            assert!(ops::all_close(&got, &wanted, unit, 1e-4, false).expect("one shape"), "{op:?} of {dtype}");
        }
    }
}

#[test]
fn sums_do_not_stop_where_halves_do() {
    let shape = shape(&[70_000]);
    for (dtype, wanted) in [(DType::F16, f32::INFINITY), (DType::BF16, 70_144.0)] {
        let ones = ops::ones(tenure::device::Device::Cpu, dtype, &shape).expect("small");
        let sum = ops::reduce(ReduceOp::Sum, &ones, &[], false).expect("it has elements");
        assert_eq!(ops::item(&sum).expect("one"), f64::from(wanted), "{dtype}");
        let mean = ops::reduce(ReduceOp::Mean, &ones, &[], false).expect("it has elements");
        assert_eq!(ops::item(&mean).expect("one"), 1.0, "{dtype}");
    }
}

#[test]
fn order_and_search() {
    check("sort", &[&[2000]], |t| two(autograd::sort(t[0], 0, true)));
    check("sort of columns", &[&[60, 3]], |t| two(autograd::sort(t[0], 0, false)));
    check("topk", &[&[100]], |t| two(autograd::topk(t[0], 7, 0, true)));
    check("unique", &[&[50]], |t| Ok(vec![ops::unique(&autograd::real(RealOp::Round, t[0])?)?.values]));
    check("searchsorted", &[&[50], &[30]], |t| one(ops::searchsorted(&ops::sort(t[0], 0, false)?.0, t[1], false)));
    check("histc", &[&[50]], |t| one(ops::histc(t[0], 4, -2.0, 2.0)));
    let nan = Tensor::from_slice(&[F16::from_f32(f32::NAN), F16::from_f32(-0.0), F16::from_f32(0.0)], &shape(&[3]));
    let (sorted, places) = ops::sort(&nan.expect("three"), 0, false).expect("an axis");
    assert_eq!(places.to_vec::<i64>().expect("int64"), vec![1, 2, 0]);
    let sorted: Vec<u16> = sorted.to_vec::<F16>().expect("f16").iter().map(|x| x.to_bits()).collect();
    assert_eq!(sorted[..2], [0x8000, 0]);
}

#[test]
fn indices() {
    let rows = integers(&[2, 0, 2, 1], &[4]);
    let places = integers(&[0, 1, 1, 0, 2, 2], &[3, 2]);
    check("index_select", &[&[3, 5]], |t| one(autograd::index_select(t[0], 0, &rows)));
    check("gather", &[&[3, 2]], |t| one(autograd::gather(t[0], 0, &places)));
    check("take", &[&[3, 5]], |t| one(autograd::take(t[0], &rows)));
    check("scatter", &[&[3, 2], &[3, 2]], |t| one(autograd::scatter(t[0], 0, &places, Source::Tensor(t[1]))));
    use ScatterReduce::*;
    for reduce in [Sum, Prod, Mean, Amax, Amin] {
        for own in [true, false] {
            check("scatter_reduce", &[&[3, 2], &[3, 2]], |t| {
                one(autograd::scatter_reduce(t[0], 0, &places, t[1], reduce, own))
            });
        }
        check("scatter in place", &[&[3, 2], &[3, 2]], |t| {
            let target = ops::copy(t[0])?;
            ops::scatter_in_place(&target, 0, &places, Source::Tensor(t[1]), Some(reduce).filter(|r| *r != Mean))?;
            Ok(vec![target])
        });
    }
    check("index_add", &[&[3, 2], &[4, 2]], |t| one(autograd::index_add(t[0], 0, &rows, t[1], 1.0.into())));
    check("index_put", &[&[3, 2], &[4, 2]], |t| one(autograd::index_put(t[0], &[&rows], t[1], true)));
    check("masked_select", &[&[40]], |t| {
        one(autograd::masked_select(t[0], &ops::compare_scalar(ops::CompareOp::Gt, t[0], 0.0)?))
    });
    check("flip", &[&[4, 5]], |t| one(autograd::flip(t[0], &[1])));
    check("pad", &[&[4, 5]], |t| one(autograd::pad(t[0], &[1, 2], ops::PadMode::Constant, 0.1.into())));
    check("concat", &[&[4, 5], &[2, 5]], |t| one(autograd::concat(&[t[0], t[1]], 0)));
    check("tril", &[&[4, 5]], |t| one(autograd::triangle(t[0], ops::Triangle::Lower, 1)));
}

#[test]
fn products() {
    check("matmul", &[&[33, 70], &[70, 20]], |t| one(autograd::matmul(t[0], t[1])));
    check("matmul of batches", &[&[2, 5, 7], &[7, 3]], |t| one(autograd::matmul(t[0], t[1])));
    check("matmul of nothing", &[&[2, 0], &[0, 3]], |t| one(autograd::matmul(t[0], t[1])));
    check("linear", &[&[6, 7], &[5, 7], &[5]], |t| one(nn::linear(t[0], t[1], Some(t[2]))));
    check("vecdot", &[&[6, 7], &[6, 7]], |t| one(autograd::vecdot(t[0], t[1], 1)));
    check("einsum", &[&[4, 6], &[6, 5], &[5]], |t| one(autograd::einsum("ij,jk,k->i", t)));
    check("cross", &[&[4, 3], &[4, 3]], |t| one(autograd::cross(t[0], t[1], 1)));
    check("matrix_power", &[&[3, 3]], |t| one(autograd::matrix_power(t[0], 5)));
    check("kron", &[&[3, 3], &[2, 2]], |t| one(autograd::kron(t[0], t[1])));
}

#[test]
fn layers_and_losses() {
    let how = ConvSettings { stride: &[2], padding: &[1], dilation: &[], output_padding: &[], groups: 1 };
    check("conv2d", &[&[2, 3, 9, 8], &[4, 3, 3, 3], &[4]], |t| one(nn::conv::<2>(t[0], t[1], Some(t[2]), &how)));
    check("conv_transpose1d", &[&[2, 3, 9], &[3, 4, 3]], |t| one(nn::conv_transpose::<1>(t[0], t[1], None, &how)));
    let pool = PoolSettings { kernel: &[2], ..PoolSettings::default() };
    check("max_pool2d", &[&[2, 3, 8, 8]], |t| two(nn::max_pool::<2>(t[0], &pool)));
    check("avg_pool1d", &[&[2, 3, 8]], |t| one(nn::avg_pool::<1>(t[0], &pool)));
    check("layer_norm", &[&[5, 12], &[12], &[12]], |t| one(nn::layer_norm(t[0], &[12], Some(t[1]), Some(t[2]), 1e-5)));
    check("rms_norm", &[&[5, 12], &[12]], |t| one(nn::rms_norm(t[0], &[12], Some(t[1]), None)));
    check("group_norm", &[&[2, 4, 6]], |t| one(nn::group_norm(t[0], 2, None, None, 1e-5)));
    check("batch_norm", &[&[5, 3, 4], &[3], &[3], &[3]], |t| {
        let (mean, variance) = (ops::copy(t[1])?, ops::unary(UnaryOp::Abs, t[2])?);
        let out = nn::batch_norm(t[0], Some((&mean, &variance)), Some(t[3]), None, true, 0.1, 1e-5)?;
        Ok(vec![out, mean, variance])
    });
    check("softmax", &[&[5, 12]], |t| one(autograd::softmax(t[0], 1)));
    check("log_softmax", &[&[5, 12]], |t| one(autograd::log_softmax(t[0], 0)));
    check("attention", &[&[2, 5, 4], &[2, 6, 4], &[2, 6, 3]], |t| {
        one(nn::scaled_dot_product_attention(t[0], t[1], t[2], None, true, None))
    });
    check("interpolate", &[&[1, 2, 4, 4]], |t| one(nn::interpolate(t[0], &[7], &[], InterpolateMode::Linear, false)));
    check("normalize", &[&[5, 6]], |t| one(nn::normalize(t[0], 2.0, 1, 1e-12)));
    check("cosine_similarity", &[&[5, 6], &[5, 6]], |t| one(nn::cosine_similarity(t[0], t[1], 1, 1e-8)));
    check("embedding", &[&[5, 6]], |t| one(nn::embedding(t[0], &integers(&[4, 0], &[2]), None)));
    check("lstm", &[&[3, 2, 4], &[1, 2, 3], &[1, 2, 3], &[12, 4], &[12, 3]], |t| {
        let how = RecurrentSettings {
            cell: Cell::Lstm,
            has_biases: false,
            layers: 1,
            bidirectional: false,
            batch_first: false,
            dropout: 0.0,
        };
        let (out, h, c) = nn::recurrent(t[0], t[1], Some(t[2]), &[t[3], t[4]], how)?;
        Ok(vec![out, h, c.expect("an lstm")])
    });
    let classes = integers(&[2, 0, 1], &[3]);
    for reduction in [Reduction::None, Reduction::Mean, Reduction::Sum] {
        let how = ClassLoss { weight: None, ignore_index: -100, label_smoothing: 0.1, reduction };
        check("cross_entropy_with", &[&[3, 4]], |t| one(nn::cross_entropy_loss(t[0], &classes, how)));
        check("mse_loss", &[&[30], &[30]], |t| {
            one(pointwise_loss("mse_loss", Pointwise::Mse, t[0], t[1], (None, None), reduction))
        });
    }
    check("cross_entropy", &[&[3, 4]], |t| one(autograd::cross_entropy(t[0], &classes)));
    check("nll_loss", &[&[3, 4]], |t| one(autograd::nll_loss(t[0], &classes)));
}

#[test]
fn operands_of_a_layer_have_one_dtype() {
    let ((half, _), (_, wide)) = (numbers(DType::F16, &[2, 3], 1), numbers(DType::F16, &[4, 3], 2));
    let error = nn::linear(&half, &wide, None).expect_err("two dtypes");
    assert_eq!(
        (error.status(), error.message()),
        (Status::DtypeMismatch, "linear of float16 with an operand of float32")
    );
}

/// Gradients of halves are those of float32, except for intermediate roundings.
fn gradients(name: &str, dims: &[&[i64]], run: impl Fn(&[&Tensor]) -> Result<Tensor>) {
    for dtype in HALVES {
        let operands: Vec<(Tensor, Tensor)> = dims.iter().zip(1..).map(|(d, i)| numbers(dtype, d, 77 * i)).collect();
        let grads = |operands: Vec<&Tensor>| {
            let tape = Tape::new();
            let watched: Vec<Tensor> = operands.iter().map(|t| tape.watch(t).expect("a float")).collect();
            let watched: Vec<&Tensor> = watched.iter().collect();
            let out = run(&watched).unwrap_or_else(|e| panic!("{name} of {dtype}: {e}"));
            let loss = autograd::reduce(ReduceOp::Mean, &out, &[], false).expect("it has elements");
            tape.backward(&loss, &watched).unwrap_or_else(|e| panic!("{name} of {dtype}: {e}"))
        };
        let got = grads(operands.iter().map(|(half, _)| half).collect());
        let wanted = grads(operands.iter().map(|(_, wide)| wide).collect());
        let unit = if dtype == DType::F16 { 1.0 / 1024.0 } else { 1.0 / 128.0 };
        for ((got, wanted), (half, _)) in got.iter().zip(&wanted).zip(&operands) {
            assert_eq!((got.dtype(), got.shape()), (dtype, half.shape()), "{name}");
            let wide = ops::cast(got, DType::F32).expect("small");
            let scale = ops::reduce(ReduceOp::Max, &ops::unary(UnaryOp::Abs, wanted).expect("small"), &[], false);
            let scale = ops::item(&scale.expect("it has elements")).expect("one");
            let close = ops::all_close(&wide, wanted, 4.0 * unit, 2.0 * unit * scale, false).expect("one shape");
            assert!(close, "{name} of {dtype}: {wide}\n{wanted}");
        }
    }
}

#[test]
fn a_half_parameter_gets_a_half_gradient() {
    for op in [UnaryOp::Exp, UnaryOp::Tanh, UnaryOp::Gelu, UnaryOp::Relu] {
        gradients(op.name(), &[&[30]], |t| autograd::unary(op, t[0]));
    }
    for op in [RealOp::Sin, RealOp::Silu, RealOp::Expm1] {
        gradients(op.name(), &[&[30]], |t| autograd::real(op, t[0]));
    }
    for op in [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Maximum] {
        gradients("binary", &[&[4, 3], &[3]], |t| autograd::binary(op, t[0], t[1]));
    }
    gradients("div", &[&[8], &[8]], |t| {
        autograd::binary(BinaryOp::Div, t[0], &autograd::binary_scalar(BinaryOp::Add, t[1], 3.0)?)
    });
    gradients("hypot", &[&[8], &[8]], |t| autograd::pair(PairOp::Hypot, t[0], t[1]));
    gradients("prod", &[&[3, 4]], |t| autograd::reduce(ReduceOp::Prod, t[0], &[1], false));
    gradients("max", &[&[3, 4]], |t| autograd::reduce(ReduceOp::Max, t[0], &[1], false));
    gradients("matmul", &[&[3, 4], &[4, 2]], |t| autograd::matmul(t[0], t[1]));
    gradients("linear", &[&[3, 4], &[2, 4], &[2]], |t| nn::linear(t[0], t[1], Some(t[2])));
    gradients("softmax", &[&[3, 4]], |t| autograd::reduce(ReduceOp::Max, &autograd::softmax(t[0], 1)?, &[1], false));
    gradients("layer_norm", &[&[3, 4], &[4]], |t| {
        let out = nn::layer_norm(t[0], &[4], Some(t[1]), None, 1e-5)?;
        autograd::binary(BinaryOp::Mul, &out, &out)
    });
    gradients("conv2d", &[&[1, 2, 5, 5], &[3, 2, 3, 3]], |t| {
        nn::conv::<2>(
            t[0],
            t[1],
            None,
            &ConvSettings { stride: &[], padding: &[], dilation: &[], output_padding: &[], groups: 1 },
        )
    });
    gradients("attention", &[&[3, 4], &[3, 4], &[3, 4]], |t| {
        nn::scaled_dot_product_attention(t[0], t[1], t[2], None, false, None)
    });
    gradients("std", &[&[9]], |t| autograd::deviation(t[0], &[0], 1.0, false));
    gradients("cumprod", &[&[5]], |t| autograd::scan(ScanOp::Prod, t[0], 0));
    gradients("index_select", &[&[3, 2]], |t| autograd::index_select(t[0], 0, &integers(&[2, 0, 2], &[3])));
    gradients("cross_entropy", &[&[3, 4]], |t| autograd::cross_entropy(t[0], &integers(&[2, 0, 1], &[3])));
}

#[test]
fn an_optimizer_steps_halves() {
    for dtype in HALVES {
        let ((p, wide), (g, wide_grad)) = (numbers(dtype, &[40], 1), numbers(dtype, &[40], 2));
        let descent = |p: &Tensor, momentum: f64| {
            let rule = optim::Sgd { lr: 0.1, momentum, ..optim::Sgd::default() };
            optim::Optimizer::new(vec![p.clone()], rule).expect("a float")
        };
        descent(&p, 0.0).step(&[&g]).expect("one dtype");
        descent(&wide, 0.0).step(&[&wide_grad]).expect("one dtype");
        assert_eq!(bits(&p), bits(&ops::cast(&wide, dtype).expect("small")));
        descent(&p, 0.9).step(&[&g]).expect("one dtype");
    }
}

#[test]
fn random_halves_stay_below_one() {
    for dtype in HALVES {
        ops::seed(5);
        let t = ops::rand(tenure::device::Device::Cpu, dtype, &shape(&[5000])).expect("a float");
        let (least, most) = (ops::reduce(ReduceOp::Min, &t, &[], false), ops::reduce(ReduceOp::Max, &t, &[], false));
        let (least, most) =
            (ops::item(&least.expect("some")).expect("one"), ops::item(&most.expect("some")).expect("one"));
        assert!(least >= 0.0 && most < 1.0 && most > 0.98, "{least} {most}");
        let mean = ops::item(&ops::reduce(ReduceOp::Mean, &t, &[], false).expect("some")).expect("one");
        assert!((mean - 0.5).abs() < 0.02, "{mean}");
        ops::seed(6);
        let normal = ops::randn(tenure::device::Device::Cpu, dtype, &shape(&[100])).expect("a float");
        ops::seed(6);
        let wide = ops::randn(tenure::device::Device::Cpu, DType::F32, &shape(&[100])).expect("a float");
        assert_eq!(bits(&normal), bits(&ops::cast(&wide, dtype).expect("small")));
    }
}
