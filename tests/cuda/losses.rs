//! Losses and dropout on a device, with their gradients: the bits of the processor's.

use super::*;
use tenure::autograd::{self, nn};
use tenure::ops::nn::{Pointwise, Reduction};

pub(crate) const LOSSES: [Pointwise; 8] = [
    Pointwise::Mse,
    Pointwise::L1,
    Pointwise::SmoothL1(0.7),
    Pointwise::Huber(0.6),
    Pointwise::Bce,
    Pointwise::BceWithLogits,
    Pointwise::KlDiv,
    Pointwise::KlDivOfLogs,
];

/// Numbers from 0 to below 1, of this dtype.
pub(crate) fn shares(seed: u64, dtype: DType, dims: &[i64]) -> Tensor {
    let mut random = Random(seed);
    let numbers: Vec<f64> =
        (0..dims.iter().product()).map(|_: i64| (random.next() >> 40) as f64 / 16_777_216.0).collect();
    let wide = Tensor::from_slice(&numbers, &shape(dims)).expect("as many");
    ops::cast(&wide, dtype).expect("a float")
}

/// The loss and the gradients by both operands.
pub(crate) fn evaluated(loss: Pointwise, operands: &[Tensor], reduction: Reduction) -> Vec<Tensor> {
    let x = autograd::require(&operands[0]).expect("a float");
    let t = autograd::require(&operands[1]).expect("a float");
    let factors = (loss == Pointwise::BceWithLogits).then(|| &operands[2]);
    let out = nn::pointwise_loss("loss", loss, &x, &t, (None, factors), reduction).expect("the operands fit");
    let gradient = ops::full(out.device(), out.dtype(), 1.5, &out.to_shape()).expect("small");
    autograd::backward(&out, Some(&gradient), false).expect("it was recorded");
    let gradient = |t: &Tensor| autograd::gradient(t).expect("a leaf of the loss");
    vec![out.untracked(), gradient(&x), gradient(&t)]
}

#[test]
fn losses_of_pairs_and_their_gradients() {
    for dtype in [DType::F32, DType::F64, DType::F16, DType::BF16] {
        // More than one part, and a rest; and no element at all.
        for dims in [vec![3, 7], vec![2, 4099], vec![0, 3]] {
            let operands = [shares(1, dtype, &dims), shares(2, dtype, &dims), shares(3, dtype, &dims)];
            let device: Vec<Tensor> = operands.iter().map(there).collect();
            for loss in LOSSES {
                for reduction in [Reduction::None, Reduction::Mean, Reduction::Sum] {
                    let (wanted, got) = (evaluated(loss, &operands, reduction), evaluated(loss, &device, reduction));
                    for (i, (a, b)) in wanted.iter().zip(&got).enumerate() {
                        assert_eq!(b.device(), cuda());
                        assert_eq!(raw(a), raw(&here(b)), "{loss:?} of {dtype} {dims:?}, {reduction:?}, result {i}");
                    }
                }
            }
        }
    }
}

#[test]
fn dropout_draws_the_same_elements() {
    for dtype in [DType::F32, DType::F64, DType::BF16] {
        let x = shares(4, dtype, &[9, 31]);
        let dropped = |x: &Tensor| {
            ops::seed(7);
            let x = autograd::require(x).expect("a float");
            let out = nn::dropout(&x, 0.3, true).expect("a probability");
            autograd::backward(&out, Some(&out.untracked()), false).expect("it was recorded");
            [out.untracked(), autograd::gradient(&x).expect("a leaf")]
        };
        for (a, b) in dropped(&x).iter().zip(&dropped(&there(&x))) {
            assert_eq!(raw(a), raw(&here(b)), "{dtype}");
        }
    }
}

#[test]
fn losses_of_classes_pick_the_targets() {
    for dtype in [DType::F32, DType::F64, DType::BF16] {
        let logits = shares(5, dtype, &[300, 13]);
        let classes: Vec<i64> = (0..300).map(|i| i * 7 % 13).collect();
        let targets = Tensor::from_slice(&classes, &shape(&[300])).expect("as many");
        for index in [DType::I64, DType::I32, DType::U8] {
            let targets = ops::cast(&targets, index).expect("small numbers");
            let evaluated = |logits: &Tensor, targets: &Tensor| {
                let plain = [
                    ops::cross_entropy(logits, targets).expect("classes"),
                    ops::nll_loss(logits, targets).expect("classes"),
                ];
                let leaf = autograd::require(logits).expect("a float");
                let loss = autograd::cross_entropy(&leaf, targets).expect("classes");
                autograd::backward(&loss, None, false).expect("it was recorded");
                plain.into_iter().chain([loss.untracked(), autograd::gradient(&leaf).expect("a leaf")])
            };
            let (wanted, got) = (evaluated(&logits, &targets), evaluated(&there(&logits), &there(&targets)));
            for (i, (a, b)) in wanted.zip(got).enumerate() {
                assert_eq!(raw(&a), raw(&here(&b)), "{dtype} by {index}, result {i}");
            }
        }
    }
}

/// A negative target is no position from the end: it is refused before a kernel reads beside a row.
#[test]
fn targets_out_of_range_are_refused() {
    for (classes, targets) in [(4, [0i64, 4, -1]), (4, [0, -1, 2]), (4, [-4, 0, 0]), (200, [0, 1, -100])] {
        let error = |move_to: fn(&Tensor) -> Tensor| {
            let logits = move_to(&shares(6, DType::F32, &[3, classes]));
            let targets = move_to(&Tensor::from_slice(&targets, &shape(&[3])).expect("small"));
            [ops::cross_entropy(&logits, &targets), ops::nll_loss(&logits, &targets)]
                .map(|loss| loss.expect_err("out of range").to_string())
        };
        assert_eq!(error(there), error(Tensor::clone), "{targets:?} of {classes}");
    }
}

#[test]
fn lists_of_classes_are_read_on_the_processor() {
    let logits = shares(7, DType::F32, &[2, 3]);
    let targets = Tensor::from_slice(&[2i64, -1, 0, 0, 1, -1], &shape(&[2, 3])).expect("small");
    let loss = |logits: &Tensor, targets: &Tensor| {
        nn::multilabel_margin_loss(logits, targets, Reduction::Mean).expect("classes")
    };
    assert_eq!(raw(&loss(&logits, &targets)), raw(&here(&loss(&there(&logits), &there(&targets)))));
}
