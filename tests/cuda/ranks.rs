//! Up to 16 axes that do not merge: every walk of the kernels has the processor's bits.

use super::bits::numbers;
use super::place::{both, both_in_place};
use super::*;
use tenure::nn::optim::{Adam, Optimizer};
use tenure::ops::*;

const DEEP: [i64; 16] = [2, 1, 2, 2, 1, 2, 2, 2, 1, 2, 2, 2, 1, 2, 2, 2];

/// A view of twelve axes of two, none of which merge.
fn turned(t: &Tensor) -> Tensor {
    let order: Vec<i64> = (0..16).map(|d| (15 - d * 7_i64).rem_euclid(16)).collect();
    t.permute(&order).expect("all axes")
}

fn deep(seed: u64, dtype: DType) -> Tensor {
    numbers(seed, dtype, &DEEP)
}

fn ints(dims: &[i64], value: impl Fn(i64) -> i64) -> Tensor {
    let values: Vec<i64> = (0..dims.iter().product()).map(value).collect();
    Tensor::from_slice(&values, &shape(dims)).expect("as many")
}

#[test]
fn elements_of_sixteen_axes() {
    let (a, b) = (deep(1, DType::F32), deep(2, DType::F32));
    let half: Vec<i64> = DEEP.iter().enumerate().map(|(d, &n)| if d % 2 == 0 { n } else { 1 }).collect();
    let c = numbers(3, DType::F32, &half);
    both("a copy", &[&a], &|t| copy(&turned(t[0])));
    both("a cast", &[&a], &|t| cast(&turned(t[0]), DType::F64));
    both("a function", &[&a], &|t| unary(UnaryOp::Exp, &turned(t[0])));
    both("a sum", &[&a, &b, &c], &|t| binary(BinaryOp::Add, &binary(BinaryOp::Mul, &turned(t[0]), t[1])?, t[2]));
    both("a choice", &[&a, &b, &c], &|t| where_(&compare(CompareOp::Lt, &turned(t[0]), t[1])?, t[2], &turned(t[1])));
    both("flip", &[&a], &|t| flip(&turned(t[0]), &[0, 3, 7, 14]));
    both("concat", &[&a], &|t| concat(&[&turned(t[0]), &turned(t[0])], 7));
    both("pad", &[&a], &|t| pad_constant(&turned(t[0]), &[1, 0, 0, 1, 0, 0, 1, 1], 2.5));
    both_in_place("in place", &a, &[&c], &|t, with| binary_in_place(BinaryOp::Sub, &turned(t), with[0]));
    both_in_place("fill", &a, &[], &|t, _| fill(&turned(t).slice(0, 0, 1, 1)?.slice(9, 1, 2, 1)?, 4.0));
}

#[test]
fn reductions_of_sixteen_axes() {
    for dtype in [DType::F32, DType::I32] {
        let a = deep(4, dtype);
        // The interpreter takes a second for each.
        for axes in [&[0, 2, 5, 7, 10, 13, 15][..], &[1, 3, 4, 6, 8, 9, 11, 12, 14]] {
            for op in [ReduceOp::Sum, ReduceOp::Max] {
                both(&format!("{op:?} of {dtype}"), &[&a], &|t| reduce(op, &turned(t[0]), axes, true));
            }
            both(&format!("argmax of {dtype}"), &[&a], &|t| argmax(&turned(t[0]), axes, false));
        }
        both(&format!("cumsum of {dtype}"), &[&a], &|t| scan(ScanOp::Sum, &turned(t[0]), 5));
        both(&format!("sort of {dtype}"), &[&a], &|t| sort(&turned(t[0]), 5, false).map(|(values, _)| values));
    }
    both("softmax", &[&deep(5, DType::F32)], &|t| softmax(&turned(t[0]), 6));
}

#[test]
fn positions_among_sixteen_axes() {
    let a = deep(6, DType::F32);
    let mask = compare_scalar(CompareOp::Gt, &a, 0.5).expect("a mask");
    both("nonzero", &[&mask], &|t| nonzero(&turned(t[0])));
    both("masked_select", &[&a, &mask], &|t| masked_select(&turned(t[0]), &turned(t[1])));
    let index = ints(&[3], |i| i % 2);
    both("index_select", &[&a, &index], &|t| index_select(&turned(t[0]), 9, t[1]));
    let named = ints(&DEEP, |i| i * 7 % 3 % 2);
    both("gather", &[&a, &named], &|t| gather(&turned(t[0]), 5, &turned(t[1])));
    both("scatter", &[&a, &named], &|t| {
        let source = turned(t[0]);
        scatter(&source, 5, &turned(t[1]), Source::Tensor(&source), Some(ScatterReduce::Sum))
    });
    let dims: Vec<i64> = turned(&a).shape().to_vec();
    let columns: Vec<Tensor> = dims.iter().enumerate().map(|(d, &n)| ints(&[5], |i| (i * 3 + d as i64) % n)).collect();
    let all: Vec<&Tensor> = [&a].into_iter().chain(&columns).collect();
    both("index", &all, &|t| tenure::ops::index(&turned(t[0]), &t[1..]));
    both("index of the first axes", &all[..4], &|t| tenure::ops::index(&turned(t[0]), &t[1..]));
    let values = numbers(7, DType::F32, &[5]);
    let with: Vec<&Tensor> = columns.iter().chain([&values]).collect();
    both_in_place("index_put", &a, &with, &|t, with| index_put_in_place(&turned(t), &with[..16], with[16], true));
}

/// A product of batches of fourteen axes, and steps of optimizers of parameters that are views.
#[test]
fn products_and_steps_of_sixteen_axes() {
    let batch = [2, 1, 2, 1, 1, 2, 1, 2, 1, 1, 2, 1, 2, 1];
    let other = [1, 2, 1, 1, 2, 2, 1, 1, 2, 1, 2, 1, 1, 2];
    // Small integers: the order of the sums does not matter.
    let (a, b) =
        (ints(&[&batch[..], &[2, 3]].concat(), |i| i % 7 - 3), ints(&[&other[..], &[3, 2]].concat(), |i| i % 5 - 2));
    let (a, b) = (cast(&a, DType::F32).expect("a cast"), cast(&b, DType::F32).expect("a cast"));
    both("matmul", &[&a, &b], &|t| matmul(t[0], t[1]));
    let (start, gradient) = (deep(8, DType::F32), deep(9, DType::F32));
    let stepped = |parameter: Tensor, gradient: Tensor| {
        let by = Optimizer::new(vec![turned(&parameter)], Adam::default()).expect("floats");
        by.step(&[&turned(&gradient)]).expect("it fits");
        parameter
    };
    let wanted = stepped(copy(&start).expect("small"), gradient.clone());
    assert_eq!(raw(&here(&stepped(there(&start), there(&gradient)))), raw(&wanted));
}
