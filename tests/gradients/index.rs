//! Gathering, scattering, rearranging and sorting.

use super::finite::{check, signed};
use tenure::autograd;
use tenure::ops::{self, CompareOp, PadMode, ScatterReduce, Source, Triangle};
use tenure::tensor::{Shape, Tensor};

fn ints(values: &[i64], dims: &[i64]) -> Tensor {
    Tensor::from_slice(values, &Shape::new(dims).expect("small")).expect("memory")
}

/// True at about half of the positions.
fn mask(dims: &[i64]) -> Tensor {
    ops::compare_scalar(CompareOp::Gt, &signed(dims, 0), 0.0).expect("float64")
}

#[test]
fn what_is_taken_sends_its_gradient_back() {
    let x = || [signed(&[3, 4], 1)];
    let index = ints(&[3, 0, 0, 1, 2, 2], &[2, 3]);
    check(&x(), |x| autograd::gather(&x[0], 1, &index));
    check(&[signed(&[2, 3, 2], 1)], |x| autograd::gather(&x[0], 1, &ints(&[1, 0, 2, 2], &[2, 2, 1])));
    check(&x(), |x| autograd::take_along_dim(&x[0], &ints(&[2, 2, 0, 1], &[2, 2]).slice(0, 0, 1, 1)?, Some(1)));
    check(&x(), |x| autograd::take_along_dim(&x[0], &index, None));
    check(&x(), |x| autograd::take(&x[0], &ints(&[-1, 5, 5, 0], &[2, 2])));
    check(&x(), |x| autograd::index(&x[0], &[&ints(&[2, 0, 2], &[3])]));
    check(&x(), |x| autograd::index(&x[0], &[&ints(&[1, 1], &[2, 1]), &ints(&[3, -1, 0], &[3])]));
    check(&x(), |x| autograd::index(&x[0], &[&mask(&[3, 4])]));
    check(&x(), |x| autograd::masked_select(&x[0], &mask(&[3, 4])));
    check(&[signed(&[3, 1], 1)], |x| autograd::masked_select(&x[0], &mask(&[2, 1, 4])));
    check(&x(), |x| autograd::masked_fill(&x[0], &mask(&[4]), 2.0));
}

#[test]
fn what_is_put_has_the_gradient_of_its_place() {
    let both = || [signed(&[3, 4], 1), signed(&[3, 5], 4)];
    // Each position once: for overwritten elements PyTorch's gradient is not 0.
    let index = ints(&[3, 0, 1, 2, 0, 1], &[2, 3]);
    check(&both(), |x| autograd::scatter(&x[0], 1, &index, Source::Tensor(&x[1])));
    check(&both()[..1], |x| autograd::scatter(&x[0], 1, &index, Source::Value(2.0.into())));
    let index = ints(&[3, 0, 3, 2, 0, 0], &[2, 3]);
    for reduce in
        [ScatterReduce::Sum, ScatterReduce::Prod, ScatterReduce::Mean, ScatterReduce::Amax, ScatterReduce::Amin]
    {
        for own in [true, false] {
            check(&both(), |x| autograd::scatter_reduce(&x[0], 1, &index, &x[1], reduce, own));
        }
    }
    let rows = || [signed(&[3, 4], 1), signed(&[3, 2], 4)];
    check(&rows(), |x| autograd::index_add(&x[0], 1, &ints(&[2, 2], &[2]), &x[1], 1.0.into()));
    check(&rows(), |x| autograd::index_add(&x[0], 1, &ints(&[2, 0], &[2]), &x[1], (-0.5).into()));
    check(&rows(), |x| autograd::index_write(&x[0], 1, &ints(&[2, 0], &[2]), Source::Tensor(&x[1])));
    check(&rows()[..1], |x| autograd::index_write(&x[0], 1, &ints(&[2, 0], &[2]), Source::Value(3.0.into())));
    for values in [&[2, 4][..], &[4], &[2, 1], &[]] {
        let both = || [signed(&[3, 4], 1), signed(values, 4)];
        check(&both(), |x| autograd::index_put(&x[0], &[&ints(&[2, 0], &[2])], &x[1], false));
        check(&both(), |x| autograd::index_put(&x[0], &[&ints(&[2, 2], &[2])], &x[1], true));
    }
    check(&[signed(&[3, 4], 1), signed(&[13], 2)], |x| autograd::masked_scatter(&x[0], &mask(&[3, 4]), &x[1]));
    check(&[signed(&[3, 4], 1), signed(&[3, 4], 2)], |x| autograd::masked_scatter(&x[0], &mask(&[4]), &x[1]));
}

#[test]
fn products_with_zeros_and_ties_have_pytorchs_gradients() {
    let tape = autograd::Tape::new();
    let watch = |values: &[f64]| tape.watch(&super::finite::tensor(values, &[values.len() as i64])).expect("float64");
    let (x, s) = (watch(&[2.0, 0.0, 3.0, 5.0]), watch(&[0.0, 4.0, 0.0, 0.0, 3.0]));
    let index = ints(&[0, 1, 2, 2, 0], &[5]);
    let y = autograd::scatter_reduce(&x, 0, &index, &s, ScatterReduce::Prod, true).expect("in range");
    let loss = autograd::reduce(ops::ReduceOp::Sum, &y, &[], false).expect("a sum");
    let grads = tape.backward(&loss, &[&x, &s]).expect("recorded");
    assert_eq!(super::finite::read(&grads[0]), [0.0, 4.0, 0.0, 1.0]);
    assert_eq!(super::finite::read(&grads[1]), [6.0, 0.0, 0.0, 0.0, 0.0]);
    let tape = autograd::Tape::new();
    let watch = |values: &[f64]| tape.watch(&super::finite::tensor(values, &[values.len() as i64])).expect("float64");
    let (x, s) = (watch(&[2.0, 1.0]), watch(&[2.0, 2.0, 0.0]));
    let y = autograd::scatter_reduce(&x, 0, &ints(&[0, 0, 1], &[3]), &s, ScatterReduce::Amax, true).expect("in range");
    let loss = autograd::reduce(ops::ReduceOp::Sum, &y, &[], false).expect("a sum");
    let grads = tape.backward(&loss, &[&x, &s]).expect("recorded");
    assert_eq!(super::finite::read(&grads[0]), [1.0 / 3.0, 1.0]);
    assert_eq!(super::finite::read(&grads[1]), [1.0 / 3.0, 1.0 / 3.0, 0.0]);
}

#[test]
fn what_is_moved_or_repeated_sends_its_gradient_back() {
    let x = || [signed(&[2, 3, 4], 1)];
    check(&x(), |x| autograd::flip(&x[0], &[0, -1]));
    check(&x(), |x| autograd::roll(&x[0], &[1, -2], &[0, 2]));
    check(&x(), |x| autograd::roll(&x[0], &[5], &[]));
    let m = || [signed(&[2, 3], 1)];
    for repeats in [&[2, 3][..], &[2, 1, 3], &[1, 1], &[3, 1]] {
        check(&m(), |x| autograd::repeat(&x[0], repeats));
    }
    check(&m(), |x| autograd::tile(&x[0], &[2]));
    check(&m(), |x| autograd::repeat_interleave(&x[0], 3, Some(0)));
    check(&m(), |x| autograd::repeat_interleave(&x[0], 2, None));
    check(&m(), |x| autograd::repeat_interleave_each(&x[0], &ints(&[2, 0, 1], &[3]), Some(1)));
    check(&m(), |x| autograd::pad(&x[0], &[1, 2, -1, 1], PadMode::Constant, 3.0.into()));
    for mode in [PadMode::Reflect, PadMode::Replicate, PadMode::Circular] {
        check(&m(), |x| autograd::pad(&x[0], &[2, 1, 1, 0], mode, 0.0.into()));
        check(&m(), |x| autograd::pad(&x[0], &[-1, 1], mode, 0.0.into()));
    }
    for offset in [-1, 0, 1, 9] {
        check(&x(), |x| autograd::triangle(&x[0], Triangle::Lower, offset));
        check(&x(), |x| autograd::triangle(&x[0], Triangle::Upper, offset));
        check(&m(), |x| autograd::diag(&x[0], offset));
        check(&[signed(&[3], 1)], |x| autograd::diag(&x[0], offset));
        check(&m(), |x| autograd::diag_embed(&x[0], offset, 0, 2));
    }
}

#[test]
fn sorted_elements_send_their_gradient_back() {
    for axis in [0, 1, -1] {
        let x = || [signed(&[3, 4], 1)];
        check(&x(), |x| Ok(autograd::sort(&x[0], axis, true)?.0));
        check(&x(), |x| Ok(autograd::topk(&x[0], 2, axis, true)?.0));
        check(&x(), |x| Ok(autograd::kthvalue(&x[0], 2, axis, false)?.0));
        check(&x(), |x| Ok(autograd::kthvalue(&x[0], 2, axis, true)?.0));
    }
}

#[test]
fn views_send_their_gradient_back() {
    let x = || [signed(&[3, 4, 5], 1)];
    check(&x(), |x| autograd::narrow(&x[0], 1, -3, 2));
    check(&x(), |x| autograd::movedim(&x[0], &[0, -1], &[1, 0]));
    check(&x(), |x| autograd::flatten(&x[0], 1, -1));
    check(&x(), |x| autograd::unflatten(&x[0], 1, &[2, -1]));
    for offset in [-1, 0, 2, 9] {
        check(&x(), |x| autograd::diagonal(&x[0], offset, 2, 0));
    }
    // Overlapping windows, with more or fewer windows than indices in each.
    for (size, step) in [(2, 1), (4, 1), (3, 2), (1, 1), (2, 3), (0, 1)] {
        check(&x(), |x| autograd::unfold(&x[0], 2, size, step));
    }
    check(&x(), |x| autograd::unfold(&x[0], -3, 2, 1));
}
