//! Sums, means and maxima of bags of embeddings on a CUDA device: the processor's bits and errors,
//! with gradients.

use super::bits::numbers;
use super::grads::same_gradients;
use super::place::both;
use super::*;
use tenure::autograd::nn::{BagSettings, EmbeddingSettings, embedding_bag};
use tenure::error::{Result, Status};
use tenure::ops::nn::{BagMode, greatest_of_bags};
use tenure::ops::*;

const MODES: [BagMode; 3] = [BagMode::Sum, BagMode::Mean, BagMode::Max];

fn ints(dims: &[i64], values: &[i64]) -> Tensor {
    Tensor::from_slice(values, &shape(dims)).expect("as many")
}

fn how(mode: BagMode, padding: Option<i64>, include_last_offset: bool) -> BagSettings {
    BagSettings { mode, rows: EmbeddingSettings::plain(padding), include_last_offset }
}

/// The values and the gradient of the matrix.
fn bags(what: &str, operands: &[Tensor], f: &dyn Fn(&[Tensor]) -> Result<Tensor>) {
    both(what, &operands.iter().collect::<Vec<_>>(), &|t| f(&t.iter().map(|&t| t.clone()).collect::<Vec<_>>()));
    same_gradients(what, operands, f);
}

#[test]
fn bags_of_each_mode() {
    let indices = ints(&[9], &[4, 0, 2, 2, 1, 5, 0, 3, 2]);
    // Bags of 3, 0, 4, 0 and 2 indices, and none at the end.
    let offsets = [ints(&[5], &[0, 3, 3, 7, 7]), ints(&[6], &[0, 3, 3, 7, 7, 9])];
    let square = reshape(&indices, &[3, 3]).expect("nine");
    for (dtype, mode) in [DType::F32, DType::F64, DType::F16].into_iter().flat_map(|d| MODES.map(|mode| (d, mode))) {
        let weight = numbers(230, dtype, &[6, 5]);
        for padding in [None, Some(2)] {
            let what = format!("{mode:?} of {dtype}, padding {padding:?}");
            for (i, offsets) in offsets.iter().enumerate() {
                bags(&what, &[weight.clone(), indices.clone(), offsets.clone()], &|t| {
                    embedding_bag(&t[0], &t[1], Some(&t[2]), None, how(mode, padding, i == 1))
                });
            }
            bags(&format!("{what}, rows"), &[weight.clone(), square.clone()], &|t| {
                embedding_bag(&t[0], &t[1], None, None, how(mode, padding, false))
            });
        }
    }
    let (weight, factors) = (numbers(231, DType::F32, &[6, 5]), numbers(232, DType::F32, &[9]));
    bags("factors", &[weight, indices, offsets[0].clone(), factors], &|t| {
        embedding_bag(&t[0], &t[1], Some(&t[2]), Some(&t[3]), how(BagMode::Sum, None, false))
    });
}

#[test]
fn what_is_refused() {
    let (weight, indices) = (numbers(233, DType::F32, &[6, 5]), ints(&[4], &[1, 2, 3, 0]));
    for offsets in [&[0, 3, 2][..], &[1], &[0, 5], &[]] {
        let offsets = ints(&[offsets.len() as i64], offsets);
        both("offsets", &[&weight, &indices, &offsets], &|t| {
            embedding_bag(t[0], t[1], Some(t[2]), None, how(BagMode::Max, None, false))
        });
    }
    let offsets = ints(&[1], &[0]);
    let error = embedding_bag(&there(&weight), &there(&indices), Some(&offsets), None, how(BagMode::Max, None, false));
    assert_eq!(error.expect_err("two devices").status(), Status::DeviceMismatch);
}

/// The largest rows of bags of any size, with elements that are equal, and NaN.
pub(crate) fn largest(rows: i64, width: i64) {
    for dtype in [DType::F32, DType::F64] {
        let special = Random(234).tensor(dtype, &[rows, width]);
        let few = real(RealOp::Floor, &numbers(235, dtype, &[rows, width])).expect("small integers");
        let mut random = Random(236);
        let mut bag = 0;
        let list: Vec<i64> = (0..rows)
            .map(|_| {
                bag += [0, 0, 0, 1, 0, 2, 1][(random.next() >> 40) as usize % 7];
                bag
            })
            .collect();
        let bags = ints(&[rows], &list);
        let left_out = compare_scalar(CompareOp::Gt, &numbers(237, DType::F32, &[rows]), 6.0).expect("booleans");
        for t in [special, few] {
            let what = format!("the largest of {dtype} [{rows}, {width}]");
            both(&what, &[&t, &bags], &|t| greatest_of_bags(t[0], t[1], None, bag + 2));
            both(&what, &[&t, &bags, &left_out], &|t| greatest_of_bags(t[0], t[1], Some(t[2]), bag + 2));
        }
    }
}

#[test]
fn the_largest_rows() {
    for (rows, width) in [(1, 1), (7, 3), (200, 5), (64, 40)] {
        largest(rows, width);
    }
}
