//! Every kernel on large tensors: several blocks, odd sizes, and elements that are not adjacent.
//! The results have the processor's bits, or are within the bound of a product.
//!
//! With `TENURE_TEST_GPU` a tensor has more than 2^20 elements. The fake driver takes the
//! instructions one by one, so on it, and where the variable is `short`, a tensor has as many as
//! make several blocks.
//!
//! Invariant: a kernel that nothing here launches fails the test, by its name, and so does one of
//! [`UNUSED`] that is launched.

use super::bits::{BINARY, REDUCE, UNARY, floats, numbers, reals};
use super::grads::same_gradients;
use super::wide::{FUNCTIONS, PAIRS};
use super::{alignments, bags, losses, norms, optimizers, recurrent, resizes, *};
use std::panic::catch_unwind;
use tenure::autograd::{self, nn};
use tenure::device::cuda as kernels;
use tenure::error::Result;
use tenure::ops::nn::Reduction;
use tenure::ops::*;

/// What is compared, in the order in which it runs; `ci/gpu` reports each by its name.
const PARTS: [(&str, fn()); 22] = [
    ("elements", functions_of_one_element),
    ("casts", casts),
    ("arithmetic", arithmetic),
    ("functions", functions_in_float64),
    ("logic", comparisons_and_logic),
    ("copies", copies),
    ("makers", makers),
    ("reductions", reductions),
    ("rows", rows),
    ("order", order),
    ("positions", positions),
    ("scatters", scatters),
    ("products", products),
    ("windows", windows),
    ("resizes", sizes_of_images),
    ("norms", normalisation),
    ("recurrent", cells),
    ("gradients", gradients),
    ("losses", pairs),
    ("alignments", paths),
    ("optimizers", steps),
    ("averages", averages),
];

/// Kernels that no operation launches: halves are added and multiplied in float32, and an average
/// of halves has no masters.
const UNUSED: [&str; 10] = [
    "average_bfloat16_float32",
    "average_float16_float32",
    "runs_prod_bfloat16",
    "runs_prod_float16",
    "runs_sum_bfloat16",
    "runs_sum_float16",
    "scatter_prod_bfloat16",
    "scatter_prod_float16",
    "scatter_sum_bfloat16",
    "scatter_sum_float16",
];

#[test]
fn every_kernel_has_the_processors_bits_on_large_tensors() {
    // SAFETY: no other thread of this program reads the environment.
    unsafe { std::env::set_var("TENURE_CUBLAS", "off") };
    cuda().require().expect("a device");
    let mut differ = Vec::new();
    for (name, part) in PARTS {
        let is_same = catch_unwind(part).is_ok();
        println!("bits {name} {}", if is_same { "same" } else { "differ" });
        if !is_same {
            differ.push(name);
        }
    }
    let launched = kernels::device(0).expect("a device").compiled();
    let mut never = kernels::names();
    let all = never.len();
    never.retain(|name| !launched.contains(name));
    println!("bits kernels {} of {all}", all - never.len());
    assert!(differ.is_empty() && never == UNUSED, "what differs: {differ:?}; never launched: {never:?}");
}

fn is_large() -> bool {
    std::env::var_os("TENURE_TEST_GPU").is_some_and(|mode| mode != "short")
}

fn sized(large: i64, short: i64) -> i64 {
    if is_large() { large } else { short }
}

/// Rows and columns of a tensor of more than 2^20 elements.
fn matrix() -> [i64; 2] {
    [sized(1031, 37), sized(1021, 31)]
}

/// The same with pieces of more than 4,096 elements, which are joined, in the short form too.
fn pieces() -> [i64; 2] {
    [sized(1031, 67), sized(1021, 71)]
}

fn line() -> i64 {
    sized((1 << 20) + 77, 3001)
}

/// An operation on both devices; an error is the same too.
fn same(what: &str, operands: &[Tensor], f: &dyn Fn(&[Tensor]) -> Result<Tensor>) {
    let device: Vec<Tensor> = operands.iter().map(there).collect();
    match (f(operands), f(&device)) {
        (Ok(wanted), Ok(got)) => equal(what, &wanted, &got),
        (Err(wanted), Err(got)) => assert_eq!(wanted.status(), got.status(), "{what}: {wanted} {got}"),
        (wanted, got) => panic!("{what}: {wanted:?} on the processor, {got:?} on the device"),
    }
}

fn equal(what: &str, wanted: &Tensor, got: &Tensor) {
    assert_eq!((got.device(), got.dtype(), got.shape()), (cuda(), wanted.dtype(), wanted.shape()), "{what}");
    let (wanted_bits, got_bits) = (raw(wanted), raw(&here(got)));
    let at = wanted_bits.iter().zip(&got_bits).position(|(a, b)| a != b);
    assert_eq!(at.map(|at| at / wanted.dtype().size()), None, "{what}: the first element that differs");
}

/// Of matrices: as they are, and with columns for rows and the first one left out.
fn in_both_layouts(what: &str, operands: &[Tensor], f: &dyn Fn(&[Tensor]) -> Result<Tensor>) {
    same(what, operands, f);
    let turned = |t: &Tensor| t.transpose(0, 1)?.slice(0, 1, t.shape()[1], 1);
    same(&format!("{what}, a view"), operands, &|t| f(&t.iter().map(turned).collect::<Result<Vec<_>>>()?));
}

fn special(seed: u64, dtype: DType) -> Tensor {
    Random(seed).tensor(dtype, &matrix())
}

/// Positions from 0 to below a size.
fn index(seed: u64, dims: &[i64], below: i64) -> Tensor {
    let mut random = Random(seed);
    let values: Vec<i64> = (0..dims.iter().product()).map(|_: i64| (random.next() >> 33) as i64 % below).collect();
    Tensor::from_slice(&values, &shape(dims)).expect("as many")
}

fn functions_of_one_element() {
    for dtype in DTYPES {
        let t = [special(1, dtype)];
        for op in UNARY {
            in_both_layouts(&format!("{op:?} of {dtype}"), &t, &|t| unary(op, &t[0]));
        }
        if dtype.is_float() {
            for op in reals().into_iter().chain([RealOp::Frac, RealOp::Sign]) {
                in_both_layouts(&format!("{op:?} of {dtype}"), &t, &|t| real(op, &t[0]));
            }
        }
    }
}

fn casts() {
    for from in DTYPES {
        let t = [special(2, from)];
        for to in DTYPES {
            in_both_layouts(&format!("{from} to {to}"), &t, &|t| cast(&t[0], to));
        }
    }
}

fn arithmetic() {
    for dtype in DTYPES {
        let pair = [special(3, dtype), special(4, dtype)];
        for op in BINARY {
            in_both_layouts(&format!("{op:?} of {dtype}"), &pair, &|t| binary(op, &t[0], &t[1]));
            in_both_layouts(&format!("{op:?} of {dtype} and a number"), &pair[..1], &|t| {
                binary_scalar(op, &t[0], 3i64)
            });
        }
        let exponents: &[f64] = match dtype {
            DType::Bool => &[],
            _ if dtype.is_float() => &[0.5, -1.0, 3.0],
            _ => &[2.0, 3.0, 5.0],
        };
        for &exponent in exponents {
            let what = format!("{dtype} to the power of {exponent}");
            in_both_layouts(&what, &pair[..1], &|t| match dtype.is_float() {
                true => binary_scalar(BinaryOp::Pow, &t[0], exponent),
                false => binary_scalar(BinaryOp::Pow, &t[0], exponent as i64),
            });
        }
    }
    // More elements than offsets of 31 bits reach.
    let side = sized(32_771, 31);
    let (row, column) = (index(5, &[side], 251), index(6, &[side, 1], 251));
    let bytes = [row, column].map(|t| cast(&t, DType::U8).expect("small numbers"));
    same("maximum of a row and a column", &bytes, &|t| binary(BinaryOp::Maximum, &t[0], &t[1]));
}

/// What is computed in float64 for every dtype, and quotients of integers; with the gradients.
fn functions_in_float64() {
    for dtype in DTYPES.into_iter().filter(|&dtype| dtype != DType::Bool) {
        let (a, b) = (numbers(47, dtype, &matrix()), numbers(48, dtype, &matrix()));
        let divisor = binary_scalar(BinaryOp::Maximum, &b, 1i64).expect("numbers");
        let is_float = dtype.is_float();
        for op in if is_float { &PAIRS[..] } else { &PAIRS[..3] } {
            let what = format!("{op:?} of {dtype}");
            in_both_layouts(&what, &[a.clone(), divisor.clone()], &|t| pair(*op, &t[0], &t[1]));
        }
        if !is_float {
            in_both_layouts(&format!("the sign of {dtype}"), &[a], &|t| real(RealOp::Sign, &t[0]));
            continue;
        }
        for op in FUNCTIONS {
            in_both_layouts(&format!("{op:?} of {dtype}"), std::slice::from_ref(&a), &|t| real(op, &t[0]));
        }
        let both = [a, b];
        in_both_layouts(&format!("powers of {dtype}"), &both, &|t| binary(BinaryOp::Pow, &t[0], &t[1]));
        in_both_layouts(&format!("nextafter of {dtype}"), &both, &|t| next_after(&t[0], &t[1]));
        in_both_layouts(&format!("isclose of {dtype}"), &both, &|t| is_close(&t[0], &t[1], 0.25, 1.0, true));
        for op in FUNCTIONS {
            same_gradients(&format!("{op:?} of {dtype}"), &both[..1], &|t| autograd::real(op, &t[0]));
        }
        for op in &PAIRS[1..] {
            same_gradients(&format!("{op:?} of {dtype}"), &both, &|t| autograd::pair(*op, &t[0], &t[1]));
        }
        same_gradients("powers", &both, &|t| autograd::binary(BinaryOp::Pow, &t[0], &t[1]));
        for op in [ScanOp::Prod, ScanOp::Max, ScanOp::Min] {
            same_gradients(&format!("{op:?} of {dtype}"), &both[..1], &|t| autograd::scan(op, &t[0], 1));
        }
    }
}

fn comparisons_and_logic() {
    use CompareOp::*;
    for dtype in DTYPES {
        let pair = [special(7, dtype), special(8, dtype)];
        for op in [Eq, Ne, Lt, Le, Gt, Ge] {
            in_both_layouts(&format!("{op:?} of {dtype}"), &pair, &|t| compare(op, &t[0], &t[1]));
        }
        for op in [LogicOp::And, LogicOp::Or, LogicOp::Xor] {
            in_both_layouts(&format!("{op:?} of {dtype}"), &pair, &|t| logic(op, &t[0], &t[1]));
        }
        for op in [BitOp::And, BitOp::Or, BitOp::Xor, BitOp::LeftShift, BitOp::RightShift] {
            in_both_layouts(&format!("{op:?} of {dtype}"), &pair, &|t| bits(op, &t[0], &t[1]));
        }
        let one = &pair[..1];
        in_both_layouts(&format!("not of {dtype}"), one, &|t| logical_not(&t[0]));
        in_both_layouts(&format!("invert of {dtype}"), one, &|t| invert(&t[0]));
        for op in [TestOp::Nan, TestOp::Inf, TestOp::Finite] {
            in_both_layouts(&format!("{op:?} of {dtype}"), one, &|t| test(op, &t[0]));
        }
        // Of a NaN the sign is not part of the promise.
        in_both_layouts(&format!("signs of {dtype}"), &[numbers(9, dtype, &matrix())], &|t| {
            test(TestOp::SignBit, &t[0])
        });
        let choice = [special(10, DType::Bool), pair[0].clone(), pair[1].clone()];
        in_both_layouts(&format!("where of {dtype}"), &choice, &|t| where_(&t[0], &t[1], &t[2]));
    }
}

fn copies() {
    for dtype in [DType::U8, DType::BF16, DType::F32, DType::F64] {
        let t = [special(11, dtype)];
        in_both_layouts(&format!("copy of {dtype}"), &t, &|t| copy(&t[0]));
        same(&format!("transposed copy of {dtype}"), &t, &|t| copy(&t[0].transpose(0, 1)?));
        same(&format!("fill of {dtype}"), &t, &|t| {
            let filled = copy(&t[0])?;
            fill(&filled.slice(1, 1, filled.shape()[1], 2)?, 7i64)?;
            Ok(filled)
        });
        same(&format!("concat of {dtype}"), &t, &|t| concat(&[&t[0], &flip(&t[0], &[0, 1])?], 1));
        same(&format!("pad of {dtype}"), &t, &|t| pad_constant(&t[0], &[1, 2, 3, 0], 1i64));
        for side in [Triangle::Lower, Triangle::Upper] {
            same(&format!("triangle of {dtype}"), &t, &|t| triangle(&t[0], side, -3));
        }
    }
}

fn makers() {
    let n = line();
    for dtype in DTYPES.into_iter().filter(|&dtype| dtype != DType::Bool) {
        // Numbers that every dtype has.
        let most = n.min(100) as f64;
        for (what, f) in [
            ("full", &|device| full(device, dtype, 3i64, &shape(&[n])) as Result<Tensor>),
            ("integers", &|device| {
                arange(device, dtype, 0i64, if dtype.size() == 1 { 100 } else { n.min(30_000) }, 1i64)
            }),
            ("reals", &|device| arange(device, dtype, 0.0, most, most / n as f64)),
            ("linspace", &|device| linspace(device, dtype, (0.0, most), n, true)),
        ] as [(&str, &dyn Fn(Device) -> Result<Tensor>); 4]
        {
            let (wanted, got) = (f(Device::Cpu).expect("it fits"), f(cuda()).expect("it fits"));
            equal(&format!("{what} of {dtype}"), &wanted, &got);
        }
    }
}

fn reductions() {
    for dtype in DTYPES {
        let t = [numbers(12, dtype, &pieces())];
        for axes in [&[][..], &[0], &[1]] {
            for op in REDUCE {
                same(&format!("{op:?} of {dtype} over {axes:?}"), &t, &|t| reduce(op, &t[0], axes, false));
            }
            same(&format!("argmax of {dtype} over {axes:?}"), &t, &|t| argmax(&t[0], axes, false));
        }
    }
    // More pieces than one block joins.
    let long = [numbers(13, DType::F32, &[sized(1024 * 4096 + 4097, 9001)])];
    same("a sum of many pieces", &long, &|t| reduce(ReduceOp::Sum, &t[0], &[], false));
}

fn rows() {
    for dtype in [DType::F32, DType::F64] {
        let t = [numbers(14, dtype, &matrix())];
        for axis in [0, 1] {
            same(&format!("softmax of {dtype} along {axis}"), &t, &|t| softmax(&t[0], axis));
            same(&format!("log_softmax of {dtype} along {axis}"), &t, &|t| log_softmax(&t[0], axis));
        }
        // Rows that a block keeps in its shared memory.
        let kept = [numbers(15, dtype, &[sized(257, 2), 4096])];
        same(&format!("softmax of {dtype} along 4,096"), &kept, &|t| softmax(&t[0], 1));
    }
    for dtype in DTYPES {
        let t = [numbers(16, dtype, &matrix())];
        for op in [ScanOp::Sum, ScanOp::Prod, ScanOp::Max, ScanOp::Min] {
            for axis in [0, 1] {
                same(&format!("{op:?} of {dtype} along {axis}"), &t, &|t| scan(op, &t[0], axis));
            }
        }
    }
}

fn order() {
    for dtype in DTYPES {
        let t = [special(17, dtype)];
        for axis in [0, 1] {
            same(&format!("argsort of {dtype} along {axis}"), &t, &|t| argsort(&t[0], axis, axis == 0));
        }
        same(&format!("topk of {dtype}"), &t, &|t| Ok(topk(&t[0], 17, 1, true)?.0));
        same(&format!("nonzero of {dtype}"), &t, &|t| nonzero(&t[0]));
        same(&format!("searchsorted of {dtype}"), &t, &|t| searchsorted(&sort(&t[0], 1, false)?.0, &t[0], true));
    }
    let long = [numbers(18, DType::F32, &[line()])];
    same("a sort of one line", &long, &|t| Ok(sort(&t[0], 0, false)?.0));
    same("nonzero of one line", &long, &|t| nonzero(&compare_scalar(CompareOp::Gt, &t[0], 0.0)?));
}

fn positions() {
    let [rows, columns] = matrix();
    let every = index(19, &[rows, columns], rows);
    let (some, others) = (index(20, &[rows], rows), index(21, &[rows], columns));
    let flat = index(22, &[rows, columns], rows * columns);
    let mask = special(23, DType::Bool);
    for dtype in [DType::U8, DType::BF16, DType::F32, DType::F64] {
        let t = special(24, dtype);
        let with =
            |others: &[&Tensor]| -> Vec<Tensor> { [&t].into_iter().chain(others.iter().copied()).cloned().collect() };
        same(&format!("rows of {dtype}"), &with(&[&some]), &|t| index_select(&t[0], 0, &t[1]));
        same(&format!("gather of {dtype}"), &with(&[&every]), &|t| gather(&t[0], 0, &t[1]));
        same(&format!("take of {dtype}"), &with(&[&flat]), &|t| take(&t[0], &t[1]));
        same(&format!("index of {dtype}"), &with(&[&some, &others]), &|t| tenure::ops::index(&t[0], &[&t[1], &t[2]]));
        same(&format!("masked_select of {dtype}"), &with(&[&mask]), &|t| masked_select(&t[0], &t[1]));
        same(&format!("masked_fill of {dtype}"), &with(&[&mask]), &|t| masked_fill(&t[0], &t[1], 1i64));
        same(&format!("masked_scatter of {dtype}"), &with(&[&mask]), &|t| masked_scatter(&t[0], &t[1], &t[0]));
    }
    same("one_hot", &[others], &|t| one_hot(&t[0], columns));
    bags::largest(rows, columns);
}

fn scatters() {
    use ScatterReduce::*;
    let [rows, columns] = matrix();
    let (every, some) = (index(25, &[rows, columns], rows), index(26, &[rows], rows));
    for dtype in DTYPES {
        let all = [numbers(27, dtype, &matrix()), numbers(28, dtype, &matrix()), every.clone(), some.clone()];
        for reduce in [None, Some(Sum), Some(Prod), Some(Amax), Some(Amin)] {
            same(&format!("scatter of {dtype}, {reduce:?}"), &all, &|t| {
                scatter(&t[0], 0, &t[2], Source::Tensor(&t[1]), reduce)
            });
            same(&format!("rows into {dtype}, {reduce:?}"), &all, &|t| {
                index_scatter(&t[0], 0, &t[3], Source::Tensor(&t[1]), reduce)
            });
        }
        for accumulate in [false, true] {
            same(&format!("index_put of {dtype}, {accumulate}"), &all, &|t| {
                index_put(&t[0], &[&t[3]], &t[1], accumulate)
            });
        }
    }
}

/// Sums of `k` products within the bound of any order: `exact` is in float64, and so are the sums
/// of the absolute values.
fn within(what: &str, got: &Tensor, [exact, sizes]: [Tensor; 2], k: i64) {
    assert_eq!((got.device(), got.shape()), (cuda(), exact.shape()), "{what}");
    let (unit, list) =
        (if got.dtype() == DType::F64 { f64::EPSILON } else { f64::from(f32::EPSILON) }, wide(&here(got)));
    let values = |t: &Tensor| t.to_vec::<f64>().expect("float64");
    for (i, ((got, exact), size)) in values(&list).iter().zip(values(&exact)).zip(values(&sizes)).enumerate() {
        // The exact sum is rounded too.
        let bound = (k + 2) as f64 * (unit + f64::EPSILON) * size;
        assert!((got - exact).abs() <= bound, "{what}: element {i} is {got}, not {exact}, bound {bound}");
    }
}

fn wide(t: &Tensor) -> Tensor {
    cast(t, DType::F64).expect("a cast")
}

fn sizes(t: &Tensor) -> Tensor {
    unary(UnaryOp::Abs, &wide(t)).expect("floats")
}

fn products() {
    // Enough squares for the kernel of large ones, and for the other one.
    let cases = [
        (DType::F32, [sized(1031, 1030), sized(129, 3), sized(1021, 1025)]),
        (DType::F32, [sized(701, 70), sized(1021, 19), sized(703, 67)]),
        (DType::F64, [sized(1031, 70), sized(129, 19), sized(1021, 67)]),
    ];
    for (dtype, [m, k, n]) in cases {
        let (a, b) = (numbers(29, dtype, &[m, k]), numbers(30, dtype, &[k, n]));
        let product = |a: &Tensor, b: &Tensor| matmul(a, b).expect("they fit");
        let got = product(&there(&a), &there(&b));
        let what = format!("{dtype} [{m}, {k}] times [{k}, {n}]");
        within(&what, &got, [product(&wide(&a), &wide(&b)), product(&sizes(&a), &sizes(&b))], k);
    }
    let dims = [sized(701, 50), sized(129, 19), sized(703, 33)];
    for dtype in [DType::I64, DType::I16] {
        let operands = [special(49, dtype), special(50, dtype)];
        let part =
            |t: &Tensor, rows, columns| reshape(t, &[-1])?.slice(0, 0, rows * columns, 1)?.reshape(&[rows, columns]);
        same(&format!("a product of {dtype}"), &operands, &|t| {
            matmul(&part(&t[0], dims[0], dims[1])?, &part(&t[1], dims[1], dims[2])?)
        });
    }
}

fn windows() {
    use nn::{ConvSettings, PoolSettings, avg_pool, conv, max_pool};
    let dims = [sized(4, 2), sized(5, 3), sized(233, 17), sized(239, 13)];
    let how = PoolSettings { kernel: &[3, 2], padding: &[1, 1], stride: &[2, 1], ..PoolSettings::default() };
    let plain = ConvSettings { stride: &[], padding: &[1, 1], dilation: &[], output_padding: &[], groups: 1 };
    for dtype in [DType::F32, DType::F64] {
        let x = [numbers(31, dtype, &dims)];
        norms::both(&format!("max_pool of {dtype}"), &x, &|t| Ok(max_pool::<2>(&t[0], &how)?.0));
        norms::both(&format!("avg_pool of {dtype}"), &x, &|t| avg_pool::<2>(&t[0], &how));
        let w = numbers(32, dtype, &[6, dims[1], 3, 2]);
        let slid = |x: &Tensor, w: &Tensor| conv::<2>(x, w, None, &plain).expect("it fits");
        let got = slid(&there(&x[0]), &there(&w));
        let wanted = [slid(&wide(&x[0]), &wide(&w)), slid(&sizes(&x[0]), &sizes(&w))];
        within(&format!("conv2d of {dtype}"), &got, wanted, dims[1] * 6);
    }
}

fn sizes_of_images() {
    let dims = [sized(4, 2), sized(5, 3), sized(233, 17), sized(239, 13)];
    resizes::special(dims, [sized(301, 23), sized(131, 7)]);
}

fn normalisation() {
    use nn::{batch_norm, group_norm, layer_norm, rms_norm};
    let [rows, n] = matrix();
    let channels = [sized(64, 3), sized(32, 4), sized(23, 9), sized(29, 11)];
    for dtype in [DType::F32, DType::F64] {
        let all = [numbers(33, dtype, &[rows, n]), numbers(34, dtype, &[n]), numbers(35, dtype, &[n])];
        norms::both(&format!("layer_norm of {dtype}"), &all, &|t| {
            layer_norm(&t[0], &[n], Some(&t[1]), Some(&t[2]), 1e-5)
        });
        norms::both(&format!("rms_norm of {dtype}"), &all[..2], &|t| rms_norm(&t[0], &[n], Some(&t[1]), None));
        let weights = |seed| numbers(seed, dtype, &channels[1..2]);
        let all = [numbers(36, dtype, &channels), weights(37), weights(38)];
        norms::both(&format!("group_norm of {dtype}"), &all, &|t| group_norm(&t[0], 2, Some(&t[1]), Some(&t[2]), 1e-5));
        norms::both(&format!("batch_norm of {dtype}"), &all, &|t| {
            batch_norm(&t[0], None, Some(&t[1]), Some(&t[2]), true, 0.1, 1e-5)
        });
    }
}

fn cells() {
    recurrent::exact_steps([2, sized(1031, 37), 1, sized(1021, 31)]);
}

fn gradients() {
    for dtype in [DType::F32, DType::F64] {
        let (a, b) = (numbers(39, dtype, &matrix()), numbers(40, dtype, &matrix()));
        let one = std::slice::from_ref(&a);
        let positive = binary_scalar(BinaryOp::Add, &unary(UnaryOp::Abs, &a).expect("abs"), 0.5).expect("a sum");
        for op in UNARY {
            let t = if matches!(op, UnaryOp::Log | UnaryOp::Sqrt) { &positive } else { &a };
            same_gradients(&format!("{op:?} of {dtype}"), std::slice::from_ref(t), &|t| autograd::unary(op, &t[0]));
        }
        for op in reals().into_iter().chain([RealOp::Frac]) {
            same_gradients(&format!("{op:?} of {dtype}"), one, &|t| autograd::real(op, &t[0]));
        }
        for op in BINARY {
            let what = format!("{op:?} of {dtype}");
            same_gradients(&what, &[a.clone(), b.clone()], &|t| autograd::binary(op, &t[0], &t[1]));
            same_gradients(&what, one, &|t| autograd::scalar_binary(op, 1.5, &t[0]));
        }
        // The tape has a rule without a kernel for it.
        same("the gradient of floor", &[a.clone(), b], &|t| real_gradient(RealOp::Floor, t[0].clone(), &t[1]));
        same_gradients("a square", one, &|t| autograd::binary_scalar(BinaryOp::Pow, &t[0], 2.0));
        same_gradients("softmax", one, &|t| autograd::softmax(&t[0], 1));
        same_gradients("log_softmax", one, &|t| autograd::log_softmax(&t[0], 0));
    }
}

/// The mean of two layers' weights.
fn averages() {
    use tenure::api::{module, random, scope, tensor};
    let [rows, columns] = matrix();
    for dtype in floats() {
        let averaged = |device: i32| {
            let root = scope::push(0).expect("a scope");
            scope::set_default_device(root, device).expect("it is there");
            random::seed(46).expect("a seed");
            let nets = [0, 1].map(|_| {
                let net = module::linear(root, columns, rows, true).expect("room");
                module::to_dtype(net, dtype as i32).expect("a float");
                net
            });
            let average = module::averaged(root, nets[0], None, false).expect("a layer of this library");
            for net in nets {
                module::update_average(average, net).expect("the same shapes");
            }
            let weight = module::parameters(root, average, false).expect("open")[0];
            (root, tensor::to_device(root, weight, 0).expect("room"))
        };
        let [(here, wanted), (there, got)] = [0, 1 << 16].map(averaged);
        assert!(tensor::equal(wanted, got).expect("both are open"), "the mean of {dtype}");
        for root in [here, there] {
            scope::close(root).expect("open");
        }
    }
}

fn pairs() {
    let [rows, columns] = matrix();
    for dtype in [DType::F32, DType::F64] {
        // Several parts of 4,096 elements.
        let operands = [41, 42, 43].map(|seed| losses::shares(seed, dtype, &pieces()));
        let device: Vec<Tensor> = operands.iter().map(there).collect();
        for loss in losses::LOSSES {
            for reduction in [Reduction::None, Reduction::Mean] {
                let evaluated = |operands: &[Tensor]| losses::evaluated(loss, operands, reduction);
                for (wanted, got) in evaluated(&operands).iter().zip(evaluated(&device)) {
                    equal(&format!("{loss:?} of {dtype}, {reduction:?}"), wanted, &got);
                }
            }
        }
        same(&format!("dropout of {dtype}"), &operands[..1], &|t| {
            seed(7);
            nn::dropout(&t[0], 0.3, true)
        });
        let targets = index(44, &[rows], columns);
        same(&format!("nll_loss of {dtype}"), &[numbers(45, dtype, &matrix()), targets], &|t| nll_loss(&t[0], &t[1]));
        let (logits, weight) = (losses::shares(49, dtype, &matrix()), losses::shares(50, dtype, &[columns]));
        let all = [logits, losses::classes_of(&matrix(), Some(2)), weight];
        for reduction in [Reduction::None, Reduction::Mean] {
            same(&format!("cross_entropy of {dtype}, {reduction:?}"), &all, &|t| {
                let how = losses::how(Some(&t[2]), Some(2), 0.1, reduction);
                losses::with_gradient(&t[0], &|x| autograd::nn::cross_entropy_loss(x, &t[1], how))
            });
        }
    }
}

fn paths() {
    alignments::long(sized(33, 3), sized(211, 5), sized(300, 17));
}

fn steps() {
    use DType::*;
    for case in &optimizers::CASES {
        for kind in [(F32, false), (F64, false), (F16, false), (F16, true), (BF16, false), (BF16, true)] {
            optimizers::same(case, kind, (&matrix(), false), 1);
        }
    }
}
