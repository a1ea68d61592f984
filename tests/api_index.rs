//! The operations of `api` that scenarios have no command for: with several results, with several
//! lists, in place with indices.
//!
//! It is a single test, because it counts what is alive in the process.

use tenure::api::{memory, scope, tensor};
use tenure::error::Status;
use tenure::ops::PadMode;

const CPU: i32 = 0;
const F32: i32 = 1;
const I64: i32 = 4;

fn floats(owner: u64, values: &[f32]) -> u64 {
    let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_ne_bytes()).collect();
    tensor::from_data(owner, CPU, F32, &bytes, &[values.len() as i64]).expect("memory")
}

fn ints(owner: u64, values: &[i64]) -> u64 {
    let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_ne_bytes()).collect();
    tensor::from_data(owner, CPU, I64, &bytes, &[values.len() as i64]).expect("memory")
}

fn read_floats(t: u64) -> Vec<f32> {
    let mut bytes = vec![0; 4 * tensor::shape(t).expect("alive").elements()];
    tensor::copy_to(t, &mut bytes).expect("alive");
    bytes.chunks(4).map(|b| f32::from_ne_bytes(b.try_into().expect("4 bytes"))).collect()
}

fn read_ints(t: u64) -> Vec<i64> {
    let mut bytes = vec![0; 8 * tensor::shape(t).expect("alive").elements()];
    tensor::copy_to(t, &mut bytes).expect("alive");
    bytes.chunks(8).map(|b| i64::from_ne_bytes(b.try_into().expect("8 bytes"))).collect()
}

#[test]
fn operations_without_a_scenario() {
    let s = scope::push(0).expect("a scope");
    let t = floats(s, &[3.0, 1.0, 2.0, 1.0]);
    let [values, order] = tensor::sort(0, t, -1, true).expect("an axis");
    assert_eq!((read_floats(values), read_ints(order)), (vec![3.0, 2.0, 1.0, 1.0], vec![0, 2, 1, 3]));
    assert_eq!(read_ints(tensor::argsort(0, t, 0, false).expect("an axis")), [1, 3, 2, 0]);
    let [values, order] = tensor::topk(0, t, 2, 0, false).expect("two of four");
    assert_eq!((read_floats(values), read_ints(order)), (vec![1.0, 1.0], vec![1, 3]));
    let [value, at] = tensor::kthvalue(0, t, 3, 0, false).expect("the third");
    assert_eq!((read_floats(value), read_ints(at)), (vec![2.0], vec![2]));
    let [values, first, inverse, counts] = tensor::unique(0, t).expect("any");
    assert_eq!((read_floats(values), read_ints(first)), (vec![1.0, 2.0, 3.0], vec![1, 2, 0]));
    assert_eq!((read_ints(inverse), read_ints(counts)), (vec![2, 0, 1, 0], vec![2, 1, 1]));
    let [_, counts] = tensor::unique_counts(0, t).expect("any");
    let [_, inverse] = tensor::unique_inverse(0, t).expect("any");
    assert_eq!((read_ints(counts), read_ints(inverse)), (vec![2, 1, 1], vec![2, 0, 1, 0]));
    assert_eq!(read_floats(tensor::roll(0, t, &[1], &[]).expect("one shift")), [1.0, 3.0, 1.0, 2.0]);
    let padded = tensor::pad(0, t, &[1, 0], PadMode::Reflect as i32, 0.0.into()).expect("one more");
    assert_eq!(read_floats(padded), [1.0, 3.0, 1.0, 2.0, 1.0]);
    assert_eq!(tensor::pad(0, t, &[1, 0], 9, 0.0.into()).expect_err("no mode").status(), Status::InvalidArgument);
    let numbers = ints(s, &[1, 0, 1, 3]);
    assert_eq!(read_ints(tensor::bincount(0, numbers, 0, 5).expect("numbers")), [1, 2, 0, 1, 0]);
    assert_eq!(read_floats(tensor::bincount(0, numbers, t, 0).expect("weights")), [1.0, 5.0, 0.0, 1.0]);
    assert_eq!(read_floats(tensor::index(0, t, &[numbers]).expect("in range")), [1.0, 3.0, 1.0, 1.0]);
    in_place(s, t);
    all_or_none(s);
    scope::close(s).expect("open");
}

fn in_place(s: u64, t: u64) {
    let two = ints(s, &[0, 3]);
    let source = floats(s, &[10.0, 20.0]);
    tensor::index_add_in_place(t, 0, two, source, 2.0.into()).expect("in range");
    assert_eq!(read_floats(t), [23.0, 1.0, 2.0, 41.0]);
    tensor::index_put_in_place(t, &[two], source, true).expect("in range");
    assert_eq!(read_floats(t), [33.0, 1.0, 2.0, 61.0]);
    tensor::scatter_scalar_in_place(t, 0, two, 5.0.into()).expect("in range");
    tensor::scatter_add_in_place(t, 0, two, source).expect("in range");
    assert_eq!(read_floats(t), [15.0, 1.0, 2.0, 25.0]);
    tensor::index_copy_in_place(t, 0, two, source).expect("in range");
    tensor::index_fill_in_place(t, 0, ints(s, &[1]), 7.0.into()).expect("in range");
    assert_eq!(read_floats(t), [10.0, 7.0, 2.0, 20.0]);
    let mask = tensor::gt_scalar(s, t, 8.0.into()).expect("float32");
    tensor::masked_fill_in_place(t, mask, 0.0.into()).expect("one shape");
    tensor::masked_scatter_in_place(t, mask, source).expect("enough");
    tensor::scatter_in_place(t, 0, ints(s, &[2]), source).expect("in range");
    assert_eq!(read_floats(t), [10.0, 7.0, 10.0, 20.0]);
}

/// If a scope has no room for all results of a call, it gets none of them.
fn all_or_none(s: u64) {
    let t = floats(s, &[1.0, 2.0]);
    scope::set_capped(s, true).expect("open");
    let before = memory::stats(CPU).expect("the processor").live_tensors;
    let error = tensor::unique(0, t).expect_err("it takes no members");
    assert_eq!(error.status(), Status::ScopeCapped);
    assert_eq!(memory::stats(CPU).expect("the processor").live_tensors, before);
    scope::set_capped(s, false).expect("open");
}
