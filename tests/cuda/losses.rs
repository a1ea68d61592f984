//! Losses and dropout on a device, with their gradients: the bits of the processor's.

use super::place::both;
use super::*;
use tenure::autograd::{self, nn};
use tenure::error::{Result, Status};
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

/// Negative targets do not count from the end: they are refused before a kernel reads outside a row.
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

/// The loss of a leaf and its gradient, one after the other.
pub(crate) fn with_gradient(logits: &Tensor, loss: &dyn Fn(&Tensor) -> Result<Tensor>) -> Result<Tensor> {
    let leaf = autograd::require(logits)?;
    let out = loss(&leaf)?;
    // Of each row another one, so that the gradients of rows differ.
    let count: Vec<f64> = (0..out.size()).map(|i| 0.5 + i as f64 / 8.0).collect();
    let gradient = ops::reshape(&Tensor::from_slice(&count, &shape(&[count.len() as i64]))?, &out.to_shape())?;
    let gradient = ops::to_device(&ops::cast(&gradient, out.dtype())?, out.device())?;
    autograd::backward(&out, Some(&gradient), false)?;
    let flat = |t: &Tensor| ops::reshape(t, &[-1]);
    ops::concat(&[&flat(&out.untracked())?, &flat(&autograd::gradient(&leaf).expect("a leaf of the loss"))?], 0)
}

/// Classes of the shape of targets of these logits, every fifth of them ignored if `ignored` is
/// given.
pub(crate) fn classes_of(dims: &[i64], ignored: Option<i64>) -> Tensor {
    let (of_targets, classes) = match dims {
        [c] => (vec![], *c),
        [n, c, rest @ ..] => ([&[*n], rest].concat(), *c),
        [] => unreachable!("logits have an axis of classes"),
    };
    let count: i64 = of_targets.iter().product();
    let class = |i: i64| if i % 5 == 1 { ignored.unwrap_or(i * 7 % classes) } else { i * 7 % classes };
    Tensor::from_slice(&(0..count).map(class).collect::<Vec<i64>>(), &shape(&of_targets)).expect("as many")
}

/// Settings of a loss of classes.
pub(crate) fn how(
    weight: Option<&Tensor>,
    ignored: Option<i64>,
    label_smoothing: f64,
    reduction: Reduction,
) -> nn::ClassLoss<'_> {
    nn::ClassLoss { weight, ignore_index: ignored.unwrap_or(-100), label_smoothing, reduction }
}

const REDUCTIONS: [Reduction; 3] = [Reduction::None, Reduction::Mean, Reduction::Sum];

#[test]
fn losses_of_classes_take_all_their_settings() {
    for dtype in [DType::F32, DType::F64, DType::F16, DType::BF16] {
        let shapes = [&[7, 5][..], &[5], &[3, 4, 6], &[2, 3, 1, 4], &[0, 3], &[1, 1]];
        // Halves are cast before and after, whatever the shape.
        for dims in &shapes[..if dtype.size() == 2 { 1 } else { 6 }] {
            let logits = shares(8, dtype, dims);
            let weight = shares(9, dtype, &[*dims.get(1).unwrap_or(&dims[0])]);
            for (ignored, smoothing) in [(None, 0.0), (Some(-100), 0.0), (Some(2), 0.1), (Some(-1), 1.0)] {
                let targets = classes_of(dims, ignored);
                for reduction in REDUCTIONS {
                    for weighted in [false, true] {
                        let what = format!("{dtype} {dims:?}, {ignored:?}, {smoothing}, {reduction:?}, {weighted}");
                        both(&format!("cross entropy of {what}"), &[&logits, &targets, &weight], &|t| {
                            let how = how(weighted.then_some(t[2]), ignored, smoothing, reduction);
                            with_gradient(t[0], &|x| nn::cross_entropy_loss(x, t[1], how))
                        });
                        if smoothing == 0.0 {
                            both(&format!("nll of {what}"), &[&logits, &targets, &weight], &|t| {
                                let how = how(weighted.then_some(t[2]), ignored, smoothing, reduction);
                                with_gradient(t[0], &|x| nn::nll_loss_with(x, t[1], how))
                            });
                        }
                    }
                }
            }
        }
    }
}

/// More rows than a block brings at once, whose sums depend on the order, and targets of any
/// integer.
#[test]
fn losses_of_many_rows_of_classes() {
    for dtype in [DType::F32, DType::F64] {
        let logits = Random(10).tensor(dtype, &[3, 3, 700]);
        let ordinary = shares(11, dtype, &[3, 3, 700]);
        let (weight, targets) = (shares(12, dtype, &[3]), classes_of(&[3, 3, 700], Some(-100)));
        for smoothing in [0.0, 0.3] {
            for logits in [&logits, &ordinary] {
                both(&format!("rows of {dtype}"), &[logits, &targets, &weight], &|t| {
                    let how = how(Some(t[2]), None, smoothing, Reduction::Mean);
                    with_gradient(t[0], &|x| nn::cross_entropy_loss(x, t[1], how))
                });
            }
        }
    }
    let turned = |t: &Tensor| t.transpose(0, 1).expect("two axes");
    let (logits, weight) = (shares(13, DType::F32, &[6, 40]), shares(14, DType::F32, &[12]));
    for index in DTYPES.into_iter().filter(|dtype| dtype.is_integer()) {
        let targets = ops::cast(&classes_of(&[40, 6], None), index).expect("small numbers");
        both(&format!("targets of {index}"), &[&logits, &targets, &weight], &|t| {
            let weight = t[2].slice(0, 0, 12, 2)?;
            let how = how(Some(&weight), None, 0.0, Reduction::None);
            with_gradient(&turned(t[0]), &|x| nn::cross_entropy_loss(x, t[1], how))
        });
    }
}

#[test]
fn probabilities_are_targets_too() {
    for dtype in [DType::F32, DType::F64, DType::BF16] {
        for dims in [&[7, 5][..], &[5], &[3, 4, 6]] {
            let (logits, targets) = (shares(15, dtype, dims), shares(16, dtype, dims));
            let weight = shares(17, dtype, &[*dims.get(1).unwrap_or(&dims[0])]);
            for label_smoothing in [0.0, 0.2] {
                for reduction in REDUCTIONS {
                    for weighted in [false, true] {
                        let what = format!("{dtype} {dims:?}, {label_smoothing}, {reduction:?}, {weighted}");
                        both(&what, &[&logits, &targets, &weight], &|t| {
                            let how = how(weighted.then_some(t[2]), None, label_smoothing, reduction);
                            with_gradient(t[0], &|x| nn::cross_entropy_loss(x, t[1], how))
                        });
                    }
                }
            }
        }
    }
}

#[test]
fn a_loss_of_classes_has_the_same_errors() {
    let (logits, weight) = (shares(18, DType::F32, &[3, 4]), shares(19, DType::F32, &[4]));
    let plain = nn::ClassLoss::default();
    let weighted = |t: &[&Tensor]| nn::cross_entropy_loss(t[0], t[1], nn::ClassLoss { weight: Some(t[2]), ..plain });
    for targets in [vec![0i64, 4, 9], vec![0, -1, 2], vec![3, -100, i64::MAX], vec![1, 2], vec![-100; 3]] {
        let targets = Tensor::from_slice(&targets, &shape(&[targets.len() as i64])).expect("small");
        both(&format!("targets {targets:?}"), &[&logits, &targets, &weight], &weighted);
        both(&format!("targets {targets:?}"), &[&logits, &targets], &|t| nn::nll_loss_with(t[0], t[1], plain));
    }
    let targets = Tensor::from_slice(&[0i64, 1, 2], &shape(&[3])).expect("small");
    let like_ignored = Tensor::from_slice(&[0u64, 1, 100u64.wrapping_neg()], &shape(&[3])).expect("small");
    both("a large target is not a negative one", &[&logits, &like_ignored, &weight], &weighted);
    both("a weight of another shape", &[&logits, &targets, &weight.slice(0, 0, 3, 1).expect("a view")], &weighted);
    both(
        "a weight of another dtype",
        &[&logits, &targets, &ops::cast(&weight, DType::F64).expect("a cast")],
        &weighted,
    );
    let truths = ops::cast(&targets, DType::Bool).expect("a cast");
    both("truth values as targets", &[&logits, &truths, &weight], &weighted);
    for operands in [[&there(&logits), &targets, &there(&weight)], [&logits, &there(&targets), &weight]] {
        assert_eq!(weighted(&operands).expect_err("two devices").status(), Status::DeviceMismatch);
    }
    let error = weighted(&[&there(&logits), &there(&targets), &weight]).expect_err("two devices");
    assert_eq!(error.status(), Status::DeviceMismatch);
}

/// The gradient of a gradient is the loss of what it was given.
#[test]
fn a_gradient_of_a_loss_of_classes_has_a_gradient() {
    let (logits, given) = (shares(20, DType::F64, &[3, 4, 2]), shares(21, DType::F64, &[3, 4, 2]));
    let (targets, weight) = (classes_of(&[3, 4, 2], Some(-100)), shares(22, DType::F64, &[4]));
    for reduction in REDUCTIONS {
        both(&format!("{reduction:?}"), &[&logits, &given, &targets, &weight], &|t| {
            let how = how(Some(t[3]), None, 0.1, reduction);
            with_gradient(t[0], &|x| {
                let loss = nn::cross_entropy_loss(x, t[2], how)?;
                let loss = autograd::reduce(ops::ReduceOp::Sum, &loss, &[], false)?;
                let first = autograd::gradients(&loss, &[x])?;
                autograd::binary(ops::BinaryOp::Mul, &first[0], t[1])
            })
        });
    }
}
