//! Gathering, scattering, masks and rearranging against PyTorch's answers, and the effects of
//! invalid indices.

mod common;

use common::numpy::{self, Case};
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use tenure::autograd;
use tenure::device::Device;
use tenure::error::Result;
use tenure::internals::TensorInternals;
use tenure::ops::{self, PadMode, ScatterReduce, Source, Triangle};
use tenure::tensor::{DType, Shape, Tensor};

#[test]
fn gathering_and_scattering_are_pytorchs() {
    numpy::check("../../torch/data/index", |case, t| match case.op.strip_suffix("_in_place") {
        Some(op) => {
            in_place(op, case, t)?;
            Ok(t[0].clone())
        }
        None => placed(case, t),
    });
}

#[test]
fn rearranging_is_pytorchs() {
    numpy::check("../../torch/data/rearrange", |case, t| match case.op.as_str() {
        "flip" => ops::flip(&t[0], &case.ints("axes")),
        "roll" => ops::roll(&t[0], &case.ints("shifts"), &case.ints("axes")),
        "repeat" => ops::repeat(&t[0], &case.ints("repeats")),
        "tile" => ops::tile(&t[0], &case.ints("repeats")),
        "repeat_interleave" => autograd::repeat_interleave(&t[0], case.int("repeats"), axis(case)),
        "repeat_interleave_each" => autograd::repeat_interleave_each(&t[0], &t[1], axis(case)),
        "pad" => autograd::pad(&t[0], &case.ints("pads"), mode(case.text("mode")), case.float("value").into()),
        "tril" => ops::triangle(&t[0], Triangle::Lower, case.int("offset")),
        "triu" => ops::triangle(&t[0], Triangle::Upper, case.int("offset")),
        "tril_indices" | "triu_indices" => {
            let side = if case.op.starts_with("tril") { Triangle::Lower } else { Triangle::Upper };
            ops::triangle_indices(
                (Device::Cpu, DType::I64),
                side,
                case.int("height"),
                case.int("width"),
                case.int("offset"),
            )
        }
        "diag" => ops::diag(&t[0], case.int("offset")),
        "diag_embed" => ops::diag_embed(&t[0], case.int("offset"), case.int("first"), case.int("second")),
        other => panic!("no operation {other}"),
    });
}

fn axis(case: &Case) -> Option<i64> {
    case.has("axis").then(|| case.int("axis"))
}

fn mode(name: &str) -> PadMode {
    match name {
        "constant" => PadMode::Constant,
        "reflect" => PadMode::Reflect,
        "replicate" => PadMode::Replicate,
        "circular" => PadMode::Circular,
        other => panic!("no mode {other}"),
    }
}

fn reduction(name: &str) -> ScatterReduce {
    match name {
        "sum" => ScatterReduce::Sum,
        "prod" => ScatterReduce::Prod,
        "mean" => ScatterReduce::Mean,
        "amax" => ScatterReduce::Amax,
        "amin" => ScatterReduce::Amin,
        other => panic!("no reduction {other}"),
    }
}

fn refs(t: &[Tensor]) -> Vec<&Tensor> {
    t.iter().collect()
}

fn placed(case: &Case, t: &[Tensor]) -> Result<Tensor> {
    let at = || case.int("axis");
    let sum = Some(ScatterReduce::Sum);
    match case.op.as_str() {
        "gather" => ops::gather(&t[0], at(), &t[1]),
        "take_along_dim" => ops::take_along_dim(&t[0], &t[1], axis(case)),
        "take" => ops::take(&t[0], &t[1]),
        "index" => ops::index(&t[0], &refs(&t[1..])),
        "scatter" => ops::scatter(&t[0], at(), &t[1], Source::Tensor(&t[2]), None),
        "scatter_scalar" => ops::scatter(&t[0], at(), &t[1], Source::Value(case.float("value").into()), None),
        "scatter_add" => ops::scatter(&t[0], at(), &t[1], Source::Tensor(&t[2]), sum),
        "scatter_reduce" => {
            let reduce = reduction(case.text("reduce"));
            ops::scatter_reduce(&t[0], at(), &t[1], &t[2], reduce, case.flag("include_self"))
        }
        "index_add" => ops::index_scatter(&t[0], at(), &t[1], Source::Tensor(&t[2]), sum),
        "index_copy" => ops::index_scatter(&t[0], at(), &t[1], Source::Tensor(&t[2]), None),
        "index_fill" => ops::index_scatter(&t[0], at(), &t[1], Source::Value(case.float("value").into()), None),
        "index_put" => ops::index_put(&t[0], &refs(&t[2..]), &t[1], case.flag("accumulate")),
        "masked_select" => ops::masked_select(&t[0], &t[1]),
        "masked_fill" => ops::masked_fill(&t[0], &t[1], case.float("value")),
        "masked_scatter" => ops::masked_scatter(&t[0], &t[1], &t[2]),
        "nonzero" => ops::nonzero(&t[0]),
        other => panic!("no operation {other}"),
    }
}

fn in_place(op: &str, case: &Case, t: &[Tensor]) -> Result<()> {
    let at = || case.int("axis");
    let sum = Some(ScatterReduce::Sum);
    match op {
        "scatter" => ops::scatter_in_place(&t[0], at(), &t[1], Source::Tensor(&t[2]), None),
        "scatter_scalar" => ops::scatter_in_place(&t[0], at(), &t[1], Source::Value(case.float("value").into()), None),
        "scatter_add" => ops::scatter_in_place(&t[0], at(), &t[1], Source::Tensor(&t[2]), sum),
        "index_add" => ops::index_scatter_in_place(&t[0], at(), &t[1], Source::Tensor(&t[2]), sum),
        "index_copy" => ops::index_scatter_in_place(&t[0], at(), &t[1], Source::Tensor(&t[2]), None),
        "index_fill" => {
            ops::index_scatter_in_place(&t[0], at(), &t[1], Source::Value(case.float("value").into()), None)
        }
        "index_put" => ops::index_put_in_place(&t[0], &refs(&t[2..]), &t[1], case.flag("accumulate")),
        "masked_fill" => ops::masked_fill_in_place(&t[0], &t[1], case.float("value")),
        "masked_scatter" => ops::masked_scatter_in_place(&t[0], &t[1], &t[2]),
        other => panic!("no operation {other} in place"),
    }
}

fn floats(values: &[f32], dims: &[i64]) -> Tensor {
    Tensor::from_slice(values, &Shape::new(dims).expect("small")).expect("memory")
}

fn ints(values: &[i64]) -> Tensor {
    Tensor::from_slice(values, &Shape::new(&[values.len() as i64]).expect("small")).expect("memory")
}

#[test]
fn errors_name_the_values() {
    let t = floats(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], &[2, 3]);
    let index = Tensor::from_slice(&[0i64, 1, 9], &Shape::new(&[1, 3]).expect("small")).expect("memory");
    let message = |result: Result<Tensor>| result.expect_err("refused").message().to_owned();
    assert_eq!(message(ops::gather(&t, 0, &index)), "index 9 is out of range for axis 0 of shape [2,3]");
    let wide = index.expand(&[4, 3]).expect("one row");
    assert_eq!(message(ops::gather(&t, 1, &wide)), "gather: index of shape [4,3] does not fit axis 1 of shape [2,3]");
    assert_eq!(
        message(ops::index(&t, &[&ints(&[0]), &ints(&[-4])])),
        "index -4 is out of range for axis 1 of shape [2,3]"
    );
    assert_eq!(message(ops::topk(&t, 4, 1, true).map(|(v, _)| v)), "topk of 4 along axis 1 of shape [2,3]");
}

#[test]
fn what_is_refused_in_place_changes_nothing() {
    let values = [1.0, 2.0, 3.0, 4.0];
    let t = floats(&values, &[4]);
    // Only the last index is wrong: the elements before it must not be written.
    let index = ints(&[0, 1, 4]);
    let version = t.storage().version();
    let nine = Source::Value(9.0.into());
    assert!(ops::scatter_in_place(&t, 0, &index, nine, None).is_err());
    assert!(ops::index_scatter_in_place(&t, 0, &index, nine, Some(ScatterReduce::Sum)).is_err());
    assert!(ops::index_put_in_place(&t, &[&index], &floats(&[9.0], &[1]), false).is_err());
    let expanded = floats(&[1.0], &[1]).expand(&[4]).expect("one element");
    assert!(ops::scatter_in_place(&expanded, 0, &ints(&[0]), nine, None).is_err());
    assert!(ops::index_put_in_place(&expanded, &[&ints(&[0])], &floats(&[9.0], &[1]), false).is_err());
    assert_eq!(t.to_vec::<f32>().expect("float32"), values.to_vec());
    assert_eq!(t.storage().version(), version);
    ops::scatter_in_place(&t, 0, &ints(&[0]), nine, None).expect("in range");
    assert_ne!(t.storage().version(), version);
}

#[test]
fn an_operand_on_the_receivers_memory_is_read_as_it_was() {
    let t = floats(&[1.0, 2.0, 3.0, 4.0], &[4]);
    let front = t.slice(0, 0, 3, 1).expect("inside");
    ops::index_scatter_in_place(&t, 0, &ints(&[1, 2, 3]), Source::Tensor(&front), None).expect("in range");
    assert_eq!(t.to_vec::<f32>().expect("float32"), vec![1.0, 1.0, 2.0, 3.0]);
    let t = ints(&[3, 2, 1, 0]);
    ops::scatter_in_place(&t, 0, &t, Source::Tensor(&t), None).expect("in range");
    assert_eq!(t.to_vec::<i64>().expect("int64"), vec![0, 1, 2, 3]);
    let t = ints(&[1, 1, 2, 3]);
    ops::index_put_in_place(&t, &[&t], &t, true).expect("in range");
    assert_eq!(t.to_vec::<i64>().expect("int64"), vec![1, 3, 4, 6]);
}

#[test]
fn several_to_one_place_come_in_the_order_of_the_index() {
    // In another order the sum of these floats would differ.
    let index = ints(&[0; 6]);
    let source = floats(&[1e8, 1.0, -1e8, 3.0, 1e8, -1e8], &[6]);
    let wanted = [1e8f32, 1.0, -1e8, 3.0, 1e8, -1e8].iter().fold(0.5f32, |sum, x| sum + x);
    let t = floats(&[0.5], &[1]);
    let sum = ops::scatter(&t, 0, &index, Source::Tensor(&source), Some(ScatterReduce::Sum)).expect("in range");
    assert_eq!(sum.to_vec::<f32>().expect("float32"), vec![wanted]);
    let sum = ops::index_put(&t, &[&index], &source, true).expect("in range");
    assert_eq!(sum.to_vec::<f32>().expect("float32"), vec![wanted]);
    let last = ops::scatter(&t, 0, &index, Source::Tensor(&source), None).expect("in range");
    assert_eq!(last.to_vec::<f32>().expect("float32"), vec![-1e8]);
}

/// Like `what_was_checked_is_what_is_used` of `ops_join`: an index that flips between in range and
/// far outside.
#[test]
fn indices_are_read_once() {
    const FAR: i64 = 1 << 40;
    const N: i64 = 200;
    let index = ints(&[1; N as usize]);
    let t = floats(&[10.0, 11.0], &[2]);
    // SAFETY: the storage outlives the threads, is aligned, and starts with an i64.
    let shared = unsafe { &*index.host().expect("on the processor").as_ptr().cast::<AtomicI64>() };
    let done = AtomicBool::new(false);
    let mut refused = 0;
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                for value in [FAR, 1] {
                    shared.store(value, Ordering::Relaxed);
                    (0..100).for_each(|_| std::hint::spin_loop());
                }
            }
        });
        let mut calls = 0;
        while calls < 5_000 || refused < 500 {
            match ops::gather(&t, 0, &index) {
                Ok(row) => assert_eq!(row.to_vec::<f32>().expect("float32"), vec![11.0; N as usize]),
                Err(_) => refused += 1,
            }
            refused += usize::from(ops::scatter_in_place(&t, 0, &index, Source::Value(11.0.into()), None).is_err());
            refused += usize::from(ops::index(&t, &[&index]).is_err());
            refused += usize::from(ops::index_put_in_place(&t, &[&index], &floats(&[11.0], &[]), false).is_err());
            calls += 1;
        }
        done.store(true, Ordering::Relaxed);
    });
}

fn tensor<T: tenure::tensor::Element>(values: &[T], dims: &[i64]) -> Tensor {
    Tensor::from_slice(values, &Shape::new(dims).expect("small")).expect("as many as the shape has")
}

#[test]
fn a_mask_in_the_memory_of_what_it_fills_is_read_as_it_was() {
    let bools = ops::cast(&tensor(&[0u8, 1, 1, 1, 0, 0, 0, 0, 1], &[3, 3]), DType::Bool).expect("memory");
    let mask = bools.transpose(0, 1).expect("two axes");
    ops::masked_fill_in_place(&bools, &mask, 0.0).expect("one shape");
    assert_eq!(bools.to_vec::<u8>().expect("bytes"), vec![0, 0, 1, 0, 0, 0, 0, 0, 0]);
}

#[test]
fn long_masks_fill_and_choose_what_a_plain_loop_does() {
    let n = 1000i64;
    let mask: Vec<u8> = (0..2 * n).map(|i| u8::from(i * i % 7 < 3)).collect();
    let numbers: Vec<i64> = (0..3 * n).map(|i| i % 50).collect();
    let every = |t: &Tensor, step: i64| t.slice(0, 0, step * n, step).expect("inside");
    for dtype in [DType::U8, DType::I16, DType::F32, DType::I64] {
        for step in [1, 3] {
            let t = ops::cast(&tensor(&numbers, &[3 * n]), dtype).expect("memory");
            let truths = ops::cast(&tensor(&mask, &[2 * n]), DType::Bool).expect("memory");
            let (part, truths) = (every(&t, step), every(&truths, if step == 1 { 1 } else { 2 }));
            let is_true = |i: usize| mask[if step == 1 { i } else { 2 * i }] != 0;
            let before: Vec<i64> = (0..n).map(|i| numbers[(i * step) as usize]).collect();
            let chosen: Vec<i64> = (0..n as usize).filter(|&i| is_true(i)).map(|i| before[i]).collect();
            let as_i64 = |t: &Tensor| ops::cast(t, DType::I64).expect("memory").to_vec::<i64>().expect("int64");
            assert_eq!(as_i64(&ops::index(&part, &[&truths]).expect("one shape")), chosen, "{dtype}");
            let places: Vec<i64> = (0..n).filter(|&i| is_true(i as usize)).collect();
            assert_eq!(as_i64(&ops::nonzero(&truths).expect("memory")), places);
            ops::masked_fill_in_place(&part, &truths, 77).expect("one shape");
            let wanted = |i: usize| {
                let at = i / step as usize;
                if i.is_multiple_of(step as usize) && at < n as usize && is_true(at) { 77 } else { numbers[i] }
            };
            assert_eq!(as_i64(&t), (0..3 * n as usize).map(wanted).collect::<Vec<_>>(), "{dtype} by {step}");
        }
    }
}
