//! Every operation with a kernel gives the processor's bits, whatever the dtype and the layout.

use super::*;
use tenure::error::Result;
use tenure::ops::*;

/// Layouts of one tensor, made of it on either device.
fn layouts(t: &Tensor) -> Vec<Tensor> {
    let view = |made: Result<Tensor>| made.expect("a view");
    vec![
        t.clone(),
        view(t.transpose(0, 1)),
        view(t.slice(1, 1, 100, 1)),
        view(t.slice(0, 0, 100, 2)),
        view(view(t.slice(0, 1, 2, 1)).expand(&[3, t.shape()[1]])),
    ]
}

/// The operation on both devices, for every layout of the operands.
pub(crate) fn same(what: &str, operands: &[Tensor], f: &dyn Fn(&[Tensor]) -> Result<Tensor>) {
    let device: Vec<Tensor> = operands.iter().map(there).collect();
    let both = |operands: &[Tensor]| -> Vec<Vec<Tensor>> { operands.iter().map(layouts).collect() };
    let (on_cpu, on_device) = (both(operands), both(&device));
    for layout in 0..on_cpu[0].len() {
        let pick = |all: &[Vec<Tensor>]| -> Vec<Tensor> { all.iter().map(|layouts| layouts[layout].clone()).collect() };
        let (a, b) = (pick(&on_cpu), pick(&on_device));
        match (f(&a), f(&b)) {
            (Ok(wanted), Ok(got)) => {
                assert_eq!(got.device(), cuda(), "{what}");
                assert_eq!((wanted.dtype(), wanted.shape()), (got.dtype(), got.shape()), "{what}, layout {layout}");
                let (wanted, got) = (raw(&wanted), raw(&here(&got)));
                let at = wanted.iter().zip(&got).position(|(a, b)| a != b);
                assert_eq!(at, None, "{what}, layout {layout}: {:?} of {a:?}", at.map(|at| at / wanted.len().max(1)));
            }
            (Err(wanted), Err(got)) => assert_eq!(wanted.status(), got.status(), "{what}: {wanted} {got}"),
            (wanted, got) => panic!("{what}, layout {layout}: {wanted:?} on the processor, {got:?} on the device"),
        }
    }
}

/// An operand of every dtype, and shapes that leave a rest.
pub(crate) fn each(seed: u64, dtypes: &[DType], f: &dyn Fn(&Tensor)) {
    let mut random = Random(seed);
    for &dtype in dtypes {
        f(&random.tensor(dtype, &[7, 37]));
    }
}

pub(crate) fn floats() -> Vec<DType> {
    DTYPES.into_iter().filter(|dtype| dtype.is_float()).collect()
}

pub(crate) const UNARY: [UnaryOp; 13] = [
    UnaryOp::Neg,
    UnaryOp::Abs,
    UnaryOp::Relu,
    UnaryOp::Exp,
    UnaryOp::Log,
    UnaryOp::Sqrt,
    UnaryOp::Sigmoid,
    UnaryOp::Tanh,
    UnaryOp::Softplus,
    UnaryOp::Erf,
    UnaryOp::Erfc,
    UnaryOp::Gelu,
    UnaryOp::GeluTanh,
];

#[test]
fn functions_of_one_element() {
    for op in UNARY {
        each(1, &DTYPES, &|t| {
            same(&format!("{op:?} of {}", t.dtype()), std::slice::from_ref(t), &|t| unary(op, &t[0]))
        });
    }
}

pub(crate) fn reals() -> Vec<RealOp> {
    use RealOp::*;
    let (one, three) = (1.0.into(), 3.0.into());
    vec![
        Exp2,
        Expm1,
        Log1p,
        Rsqrt,
        Reciprocal,
        Logit { eps: f64::NAN },
        Logit { eps: 0.25 },
        Floor,
        Ceil,
        Round,
        RealOp::round_to(2),
        RealOp::round_to(-1),
        Trunc,
        NanToNum { nan: 1.5, above: f64::INFINITY, below: -2.0 },
        Clamp { min: one, max: three },
        Hardtanh { min: -1.5, max: 2.5 },
        LeakyRelu { slope: 0.1 },
        Elu { alpha: 1.3 },
        Selu,
        Celu { alpha: 0.7 },
        Silu,
        Mish,
        Softsign,
        Hardsigmoid,
        Hardswish,
        LogSigmoid,
    ]
}

#[test]
fn functions_of_a_real_number() {
    for op in reals() {
        each(2, &DTYPES, &|t| same(&format!("{op:?} of {}", t.dtype()), std::slice::from_ref(t), &|t| real(op, &t[0])));
    }
    for op in [RealOp::Frac, RealOp::Sign] {
        each(3, &floats(), &|t| {
            same(&format!("{op:?} of {}", t.dtype()), std::slice::from_ref(t), &|t| real(op, &t[0]))
        });
    }
}

#[test]
fn casts_of_every_dtype_to_every_other() {
    for to in DTYPES {
        each(4, &DTYPES, &|t| same(&format!("{} to {to}", t.dtype()), std::slice::from_ref(t), &|t| cast(&t[0], to)));
    }
}

pub(crate) const BINARY: [BinaryOp; 6] =
    [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div, BinaryOp::Maximum, BinaryOp::Minimum];

#[test]
fn arithmetic_of_two_tensors() {
    let mut random = Random(5);
    for op in BINARY {
        for dtype in DTYPES {
            let (a, b) = (random.tensor(dtype, &[7, 37]), random.tensor(dtype, &[7, 37]));
            same(&format!("{op:?} of {dtype}"), &[a, b], &|t| binary(op, &t[0], &t[1]));
        }
    }
    let (a, b) = (random.tensor(DType::I16, &[7, 37]), random.tensor(DType::F32, &[7, 37]));
    same("int16 + float32", &[a, b], &|t| binary(BinaryOp::Add, &t[0], &t[1]));
}

#[test]
fn arithmetic_that_broadcasts() {
    let mut random = Random(6);
    for (a, b) in [([5, 1, 9], [1, 6, 1]), ([4, 3, 8], [1, 1, 8]), ([1, 1, 1], [2, 3, 4]), ([3, 0, 2], [1, 1, 2])] {
        let (a, b) = (random.tensor(DType::F32, &a), random.tensor(DType::F32, &b));
        let wanted = binary(BinaryOp::Sub, &a, &b).expect("they broadcast");
        let got = binary(BinaryOp::Sub, &there(&a), &there(&b)).expect("they broadcast");
        assert_eq!((raw(&here(&got)), got.shape()), (raw(&wanted), wanted.shape()));
    }
}

#[test]
fn arithmetic_with_a_number_on_either_side() {
    for op in [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div, BinaryOp::Maximum, BinaryOp::Minimum] {
        each(7, &DTYPES, &|t| {
            let what = format!("{op:?} of {} and a number", t.dtype());
            same(&what, std::slice::from_ref(t), &|t| binary_scalar(op, &t[0], 3i64));
            same(&what, std::slice::from_ref(t), &|t| scalar_binary(op, 2.5, &t[0]));
        });
    }
}

#[test]
fn constant_powers_and_powers_of_integers() {
    for exponent in [1.0, 2.0, 3.0, 0.5, -1.0] {
        each(8, &floats(), &|t| {
            let what = format!("{} to the power of {exponent}", t.dtype());
            same(&what, std::slice::from_ref(t), &|t| binary_scalar(BinaryOp::Pow, &t[0], exponent));
        });
    }
    for exponent in [1i64, 2, 3, 5] {
        let integers: Vec<DType> = DTYPES.into_iter().filter(|dtype| dtype.is_integer()).collect();
        each(9, &integers, &|t| {
            let what = format!("{} to the power of {exponent}", t.dtype());
            same(&what, std::slice::from_ref(t), &|t| binary_scalar(BinaryOp::Pow, &t[0], exponent));
        });
    }
    let exponents = Tensor::from_slice(&[0i32, 1, 2, 3, 4, 5], &shape(&[2, 3])).expect("six");
    same("int32 to integers", &[exponents], &|t| binary(BinaryOp::Pow, &t[0], &t[0]));
}

#[test]
fn comparisons() {
    use CompareOp::*;
    let mut random = Random(10);
    for op in [Eq, Ne, Lt, Le, Gt, Ge] {
        for dtype in DTYPES {
            let (a, b) = (random.tensor(dtype, &[7, 37]), random.tensor(dtype, &[7, 37]));
            let what = format!("{op:?} of {dtype}");
            same(&what, &[a.clone(), b], &|t| compare(op, &t[0], &t[1]));
            same(&what, std::slice::from_ref(&a), &|t| compare_scalar(op, &t[0], 2.5));
            same(&what, &[a], &|t| compare_scalar(op, &t[0], 1i64));
        }
    }
}

#[test]
fn logic_and_bits() {
    let mut random = Random(11);
    for dtype in DTYPES {
        let (a, b) = (random.tensor(dtype, &[7, 37]), random.tensor(dtype, &[7, 37]));
        for op in [LogicOp::And, LogicOp::Or, LogicOp::Xor] {
            same(&format!("{op:?} of {dtype}"), &[a.clone(), b.clone()], &|t| logic(op, &t[0], &t[1]));
        }
        for op in [BitOp::And, BitOp::Or, BitOp::Xor, BitOp::LeftShift, BitOp::RightShift] {
            same(&format!("{op:?} of {dtype}"), &[a.clone(), b.clone()], &|t| bits(op, &t[0], &t[1]));
        }
        same(&format!("not of {dtype}"), std::slice::from_ref(&a), &|t| logical_not(&t[0]));
        same(&format!("invert of {dtype}"), std::slice::from_ref(&a), &|t| invert(&t[0]));
        for op in [TestOp::Nan, TestOp::Inf, TestOp::Finite] {
            same(&format!("{op:?} of {dtype}"), std::slice::from_ref(&a), &|t| test(op, &t[0]));
        }
    }
    // The sign of a NaN is not part of the promise.
    let numbers = Tensor::from_slice(&[0.0f32, -0.0, 1.0, -1.0, f32::NEG_INFINITY, 7.0], &shape(&[2, 3])).expect("six");
    same("sign bits", &[numbers], &|t| test(TestOp::SignBit, &t[0]));
}

#[test]
fn a_choice_by_a_condition() {
    let mut random = Random(12);
    for dtype in DTYPES {
        let (a, b) = (random.tensor(dtype, &[7, 37]), random.tensor(dtype, &[7, 37]));
        let condition = random.tensor(DType::Bool, &[7, 37]);
        same(&format!("where of {dtype}"), &[condition, a, b], &|t| where_(&t[0], &t[1], &t[2]));
    }
}

#[test]
fn copies_of_any_layout() {
    each(13, &DTYPES, &|t| {
        same(&format!("copy of {}", t.dtype()), std::slice::from_ref(t), &|t| copy(&t[0]));
        same(&format!("reshape of {}", t.dtype()), std::slice::from_ref(t), &|t| reshape(&t[0], &[-1]));
    });
    for dims in [[2, 33, 65], [1, 32, 64], [3, 100, 2], [5, 1, 7]] {
        let t = Random(14).tensor(DType::F32, &dims);
        for (a, b) in [(1, 2), (0, 2), (0, 1)] {
            let turned = |t: &Tensor| copy(&t.transpose(a, b).expect("a view")).expect("a copy");
            assert_eq!(raw(&here(&turned(&there(&t)))), raw(&turned(&t)), "{dims:?}");
        }
    }
}

#[test]
fn makers() {
    for dtype in DTYPES.into_iter().filter(|&dtype| dtype != DType::Bool) {
        for f in [
            &|device| full(device, dtype, 3i64, &shape(&[5, 7])) as Result<Tensor>,
            &|device| zeros(device, dtype, &shape(&[1001])),
            &|device| ones(device, dtype, &shape(&[0, 3])),
            &|device| arange(device, dtype, 3i64, 100i64, 2i64),
            &|device| arange(device, dtype, 0.5, 60.25, 0.75),
            &|device| linspace(device, dtype, (1.0, 99.5), 301, true),
        ] as [&dyn Fn(Device) -> Result<Tensor>; 6]
        {
            let (wanted, got) = (f(Device::Cpu).expect("it fits"), f(cuda()).expect("it fits"));
            assert_eq!((raw(&here(&got)), got.shape()), (raw(&wanted), wanted.shape()), "{dtype}");
        }
    }
}

/// Both devices after a change in place of a view, with the whole tensor compared.
pub(crate) fn same_in_place(what: &str, t: &Tensor, f: &dyn Fn(&Tensor) -> Result<()>) {
    for layout in 0..4 {
        let (a, b) = (copy(t).expect("a copy"), there(t));
        f(&layouts(&a)[layout]).unwrap_or_else(|error| panic!("{what}: {error}"));
        f(&layouts(&b)[layout]).unwrap_or_else(|error| panic!("{what}: {error}"));
        assert_eq!(raw(&here(&b)), raw(&a), "{what}, layout {layout}");
    }
}

#[test]
fn changes_in_place() {
    for op in BINARY.into_iter().filter(|&op| op != BinaryOp::Div) {
        let numbers: Vec<DType> = DTYPES.into_iter().filter(|&dtype| dtype != DType::Bool).collect();
        each(15, &numbers, &|t| {
            let what = format!("{op:?} in place of {}", t.dtype());
            same_in_place(&what, t, &|t| binary_in_place(op, t, t));
            same_in_place(&what, t, &|t| binary_scalar_in_place(op, t, 3i64));
            same_in_place(&what, t, &|t| binary_in_place(op, t, &t.slice(0, 0, 1, 1)?));
        });
    }
    each(16, &DTYPES, &|t| same_in_place(&format!("fill of {}", t.dtype()), t, &|t| fill(t, 1i64)));
    each(17, &DTYPES, &|t| {
        same_in_place(&format!("copy into {}", t.dtype()), t, &|t| copy_into(t, &t.slice(0, 0, 1, 1)?))
    });
    each(18, &[DType::F32, DType::F64, DType::BF16], &|t| {
        same_in_place("exp in place", t, &|t| computed_in_place(t, &|target| unary_to(UnaryOp::Exp, t, target)));
        same_in_place("silu in place", t, &|t| computed_in_place(t, &|target| real_to(RealOp::Silu, t, target)));
    });
}

pub(crate) const REDUCE: [ReduceOp; 8] = [
    ReduceOp::Sum,
    ReduceOp::Mean,
    ReduceOp::Max,
    ReduceOp::Min,
    ReduceOp::Prod,
    ReduceOp::All,
    ReduceOp::Any,
    ReduceOp::CountNonzero,
];

#[test]
fn reductions_of_every_dtype_and_layout() {
    for op in REDUCE {
        for axes in [&[][..], &[0], &[1]] {
            each(20, &DTYPES, &|t| {
                let what = format!("{op:?} of {} over {axes:?}", t.dtype());
                same(&what, std::slice::from_ref(t), &|t| reduce(op, &t[0], axes, false));
            });
        }
    }
}

/// Ordinary numbers, whose sums depend on the order.
pub(crate) fn numbers(seed: u64, dtype: DType, dims: &[i64]) -> Tensor {
    let mut random = Random(seed);
    let elements: i64 = dims.iter().product();
    let values: Vec<f64> = (0..elements).map(|_| (random.next() >> 40) as f64 / 1e6 - 8.0).collect();
    cast(&Tensor::from_slice(&values, &shape(dims)).expect("as many"), dtype).expect("a cast")
}

#[test]
fn sums_of_any_length_are_taken_in_the_processors_order() {
    let shapes: [(&[i64], &[i64]); 14] = [
        (&[1], &[]),
        (&[7], &[]),
        (&[4095], &[]),
        (&[4097], &[]),
        (&[100_003], &[]),
        (&[3, 5000], &[1]),
        (&[5, 64, 3], &[1]),
        (&[200, 3], &[0]),
        (&[700, 40], &[0]),
        (&[5000, 2], &[0]),
        (&[3, 130, 5, 7], &[1, 3]),
        (&[3, 130, 5, 7], &[0, 2]),
        (&[0, 3], &[0]),
        (&[0, 3], &[1]),
    ];
    for (dims, axes) in shapes {
        for dtype in [DType::F32, DType::F64, DType::BF16, DType::I32] {
            let t = numbers(21, dtype, dims);
            for op in [ReduceOp::Sum, ReduceOp::Mean, ReduceOp::Prod] {
                let f = |t: &Tensor| reduce(op, t, axes, true).expect("a reduction");
                let (wanted, got) = (f(&t), here(&f(&there(&t))));
                assert_eq!(
                    (raw(&got), got.shape()),
                    (raw(&wanted), wanted.shape()),
                    "{op:?} of {dtype} {dims:?} over {axes:?}"
                );
            }
        }
    }
}

#[test]
fn a_tree_of_more_values_than_a_block_joins() {
    let t = numbers(22, DType::F32, &[(1024 * 3 + 5) * 4096 + 77]);
    let f = |t: &Tensor| reduce(ReduceOp::Sum, t, &[], false).expect("a reduction");
    assert_eq!(raw(&here(&f(&there(&t)))), raw(&f(&t)));
}

#[test]
fn softmax_and_its_logarithm() {
    for dims in [&[7, 10][..], &[3, 200], &[2, 2500], &[4, 9, 5], &[1, 1]] {
        for dtype in [DType::F32, DType::F64, DType::F16, DType::I32] {
            let t = numbers(23, dtype, dims);
            for axis in 0..dims.len() as i64 {
                for f in [softmax, log_softmax] {
                    let (wanted, got) = (f(&t, axis).expect("an axis"), f(&there(&t), axis).expect("an axis"));
                    assert_eq!(raw(&here(&got)), raw(&wanted), "{dtype} {dims:?} along {axis}");
                }
            }
        }
    }
    each(24, &floats(), &|t| same("softmax of special values", std::slice::from_ref(t), &|t| softmax(&t[0], 1)));
}

#[test]
fn the_index_of_the_greatest_and_the_least() {
    for axes in [&[][..], &[0], &[1]] {
        each(25, &DTYPES, &|t| {
            let what = format!("argmax of {} over {axes:?}", t.dtype());
            same(&what, std::slice::from_ref(t), &|t| argmax(&t[0], axes, false));
            same(&what, std::slice::from_ref(t), &|t| argmin(&t[0], axes, true));
        });
    }
}

#[test]
fn products_are_within_their_bound() {
    let shapes: [(&[i64], &[i64]); 7] = [
        (&[5, 7], &[7, 3]),
        (&[65, 33], &[33, 70]),
        (&[130, 17], &[17, 64]),
        (&[4, 9, 20], &[4, 20, 6]),
        (&[3, 9, 20], &[20, 6]),
        (&[20], &[20]),
        (&[2, 0], &[0, 3]),
    ];
    for (of_a, of_b) in shapes {
        for dtype in [DType::F32, DType::F64, DType::F16, DType::BF16] {
            let (a, b) = (numbers(26, dtype, of_a), numbers(27, dtype, of_b));
            let wide = |t: &Tensor| cast(t, DType::F64).expect("a cast");
            let exact = matmul(&wide(&a), &wide(&b)).expect("they fit");
            let sizes = |t: &Tensor| unary(UnaryOp::Abs, &wide(t)).expect("floats");
            let terms = matmul(&sizes(&a), &sizes(&b)).expect("they fit").to_vec::<f64>().expect("float64");
            let got = wide(&here(&matmul(&there(&a), &there(&b)).expect("they fit")));
            assert_eq!(got.shape(), exact.shape());
            let k = of_a[of_a.len() - 1] as f64;
            let unit = if dtype == DType::F64 { f64::EPSILON } else { f64::from(f32::EPSILON) };
            let rounding = match dtype {
                DType::F16 => 1.0 / 2048.0,
                DType::BF16 => 1.0 / 256.0,
                _ => 0.0,
            };
            let (got, exact) = (got.to_vec::<f64>().expect("float64"), exact.to_vec::<f64>().expect("float64"));
            for ((got, exact), terms) in got.iter().zip(exact).zip(terms) {
                let bound =
                    (k + 2.0) * unit * terms + rounding * exact.abs() + 1e-7 * f64::from(u8::from(rounding > 0.0));
                assert!((got - exact).abs() <= bound, "{dtype} {of_a:?}: {got} for {exact}, bound {bound}");
            }
        }
    }
    let a = numbers(28, DType::F32, &[30, 40]);
    let turned = |t: &Tensor| matmul(&t.transpose(0, 1).expect("a view"), t).expect("they fit");
    let (wanted, got) =
        (turned(&a).to_vec::<f32>().expect("float32"), here(&turned(&there(&a))).to_vec::<f32>().expect("float32"));
    assert!(wanted.iter().zip(got).all(|(a, b)| (a - b).abs() < 1e-2), "a transposed operand");
    let (device, output) = (there(&a), zeros(cuda(), DType::F32, &shape(&[40, 40])).expect("small"));
    matmul_into(&device.transpose(0, 1).expect("a view"), &device, &output).expect("they fit");
    assert_eq!(raw(&here(&output)), raw(&here(&turned(&device))), "into a tensor");
}

/// A view without elements may begin anywhere in its storage, so it may be unaligned.
#[test]
fn views_without_elements_are_no_work() {
    let mut random = Random(40);
    let none = |t: &Tensor| there(t).slice(1, 3, 3, 1).expect("a view");
    let a = none(&random.tensor(DType::F32, &[7, 37]));
    let condition = none(&random.tensor(DType::Bool, &[7, 37]));
    for result in [binary(BinaryOp::Add, &a, &a), unary(UnaryOp::Exp, &a), copy(&a), where_(&condition, &a, &a)] {
        assert_eq!(result.expect("nothing to compute").shape(), [7, 0]);
    }
    binary_in_place(BinaryOp::Add, &a, &a).expect("nothing to compute");
}

#[test]
fn random_numbers_are_those_of_the_same_stream() {
    for dtype in floats() {
        for f in [rand, randn] {
            seed(7);
            let wanted = f(Device::Cpu, dtype, &shape(&[301])).expect("a float");
            seed(7);
            assert_eq!(raw(&here(&f(cuda(), dtype, &shape(&[301])).expect("a float"))), raw(&wanted), "{dtype}");
        }
    }
}

#[test]
fn one_element_is_read() {
    for (value, dtype) in [(2.5, DType::F32), (-7.0, DType::I64), (1.0, DType::Bool), (0.5, DType::BF16)] {
        let t = full(cuda(), dtype, value, &shape(&[1, 1])).expect("it fits");
        assert_eq!(item(&t).expect("one"), value);
    }
    assert_eq!(item_i64(&full(cuda(), DType::I64, i64::MAX, &shape(&[])).expect("it fits")).expect("one"), i64::MAX);
}

#[test]
fn every_kernel_is_compiled_by_the_driver() {
    let Device::Cuda(index) = cuda() else { unreachable!("it is") };
    let gpu = tenure::device::cuda::device(index).expect("the device is there");
    for name in tenure::device::cuda::names() {
        gpu.prepare(&name).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}
