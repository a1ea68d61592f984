//! The CTC loss on a CUDA device: the processor's bits and errors, with gradients.

use super::bits::numbers;
use super::norms::both;
use super::*;
use tenure::autograd;
use tenure::autograd::nn::{CtcSettings, ctc_loss};
use tenure::error::{Result, Status};
use tenure::ops::nn::Reduction;
use tenure::ops::*;

const REDUCTIONS: [Reduction; 3] = [Reduction::None, Reduction::Mean, Reduction::Sum];

fn ints(dims: &[i64], values: &[i64]) -> Tensor {
    Tensor::from_slice(values, &shape(dims)).expect("as many")
}

fn how(blank: i64, reduction: Reduction, zero_infinity: bool) -> CtcSettings {
    CtcSettings { blank, reduction, zero_infinity }
}

fn loss(t: &[Tensor], how: CtcSettings) -> Result<Tensor> {
    ctc_loss(&t[0], &t[1], [&t[2], &t[3]], how)
}

/// Log-probabilities `[steps, samples, classes]`.
fn logs(seed: u64, dtype: DType, dims: &[i64]) -> Tensor {
    cast(&log_softmax(&numbers(seed, DType::F64, dims), -1).expect("a float"), dtype).expect("a cast")
}

/// Labels of up to `most` for each sample, which are not `blank` and of which some repeat, in rows.
fn labels(seed: u64, samples: i64, most: i64, classes: i64, blank: i64) -> Tensor {
    let mut random = Random(seed);
    let mut last = 0;
    let mut label = || {
        let drawn = random.next() >> 40;
        if !drawn.is_multiple_of(4) || last == blank {
            last = (blank + 1 + (drawn >> 2) as i64 % (classes - 1)) % classes;
        }
        last
    };
    let list: Vec<i64> = (0..samples * most).map(|_| label()).collect();
    ints(&[samples, most], &list)
}

/// The labels of all samples one after another.
fn joined(labels: &Tensor, counts: &[i64]) -> Tensor {
    let (all, most) = (labels.to_vec::<i64>().expect("int64"), labels.shape()[1] as usize);
    let list: Vec<i64> =
        counts.iter().enumerate().flat_map(|(i, &count)| all[i * most..][..count as usize].to_vec()).collect();
    ints(&[list.len() as i64], &list)
}

#[test]
fn losses_and_gradients() {
    // Samples that fit, with no label, with no step, with neither, and whose labels are too many.
    let (steps, counts) = ([7, 6, 4, 0, 0, 2], [3, 0, 2, 1, 0, 3]);
    let (inputs, targets) = (ints(&[6], &steps), ints(&[6], &counts));
    for dtype in [DType::F32, DType::F64, DType::F16, DType::BF16] {
        for blank in [0, 2, 4] {
            let padded = labels(250, 6, 4, 5, blank);
            let flat = joined(&padded, &counts);
            for labels in [&padded, &flat] {
                let all = [logs(251, dtype, &[7, 6, 5]), labels.clone(), inputs.clone(), targets.clone()];
                for (reduction, zero) in REDUCTIONS.into_iter().flat_map(|r| [(r, false), (r, true)]) {
                    let what = format!("{dtype}, blank {blank}, rank {}, {reduction:?}, {zero}", labels.rank());
                    both(&what, &all, &|t| loss(t, how(blank, reduction, zero)));
                }
            }
        }
    }
}

#[test]
fn one_sample_views_and_integers_of_any_size() {
    for reduction in REDUCTIONS {
        let one = [logs(252, DType::F32, &[6, 4]), ints(&[3], &[1, 1, 3]), ints(&[1], &[6]), ints(&[1], &[3])];
        both("one sample", &one, &|t| loss(t, how(0, reduction, false)));
        let batch_first = logs(253, DType::F64, &[3, 6, 4]);
        let small = |t: &Tensor| cast(t, DType::U8).expect("small numbers");
        // A column for each sample, which is turned.
        let padded = small(&copy(&labels(254, 3, 3, 4, 0).transpose(0, 1).expect("a view")).expect("nine"));
        let rest = [small(&ints(&[3], &[6, 6, 5])), small(&ints(&[3], &[2, 1, 3]))];
        let all = [batch_first, padded, rest[0].clone(), rest[1].clone()];
        both("views", &all, &|t| {
            let logs = autograd::transpose(&t[0], 0, 1)?;
            ctc_loss(&logs, &t[1].transpose(0, 1)?, [&t[2], &t[3]], how(0, reduction, false))
        });
    }
}

#[test]
fn no_samples_no_steps_and_no_labels() {
    for (steps, samples, most) in [(4, 0, 2), (0, 2, 2), (4, 2, 0), (0, 0, 0)] {
        let x = numbers(255, DType::F32, &[steps, samples, 3]);
        let lengths = |n: i64| ints(&[samples], &vec![n; samples as usize]);
        let all = [x, labels(256, samples, most, 3, 0), lengths(steps), lengths(most)];
        for (reduction, zero) in REDUCTIONS.into_iter().flat_map(|r| [(r, false), (r, true)]) {
            both(&format!("[{steps}, {samples}, {most}]"), &all, &|t| loss(t, how(0, reduction, zero)));
        }
    }
}

#[test]
fn special_values() {
    for dtype in [DType::F32, DType::F64] {
        let x = Random(257).tensor(dtype, &[5, 40, 3]);
        let (inputs, counts) = (ints(&[40], &[5; 40]), ints(&[40], &[2; 40]));
        let all = [x, labels(258, 40, 2, 3, 1), inputs, counts];
        for zero in [false, true] {
            both(&format!("special values of {dtype}"), &all, &|t| loss(t, how(1, Reduction::None, zero)));
        }
    }
}

/// Samples of which the longest has `most` labels, and as few steps as it can.
pub(crate) fn long(samples: i64, classes: i64, most: i64) {
    for dtype in [DType::F32, DType::F64] {
        let padded = labels(259, samples, most, classes, 0);
        let counts: Vec<i64> = (0..samples).map(|i| most - i * most / samples).collect();
        let steps = most + most / 3;
        let all = [
            logs(260, dtype, &[steps, samples, classes]),
            padded,
            ints(&[samples], &vec![steps; samples as usize]),
            ints(&[samples], &counts),
        ];
        both(&format!("{most} labels of {dtype}"), &all, &|t| loss(t, how(0, Reduction::Mean, false)));
    }
}

/// More states than a block has threads: the strips of a sample pass on their edges.
#[test]
fn several_strips_of_states() {
    long(2, 9, 130);
}

#[test]
fn errors_are_the_processors() {
    let (x, padded) = (logs(261, DType::F32, &[3, 2, 4]), ints(&[2, 2], &[1, 2, 3, 1]));
    let two = |a, b| ints(&[2], &[a, b]);
    let cases = [
        (padded.clone(), two(3, 3), two(2, 2), 4),
        (padded.clone(), two(3, 3), two(2, 2), 3),
        (padded.clone(), two(3, 4), two(2, 2), 0),
        (padded.clone(), two(-1, 3), two(2, 2), 0),
        (padded.clone(), two(3, 3), two(2, 3), 0),
        (padded.clone(), two(3, 3), two(-1, 2), 0),
        (padded.clone(), ints(&[3], &[3, 3, 3]), two(2, 2), 0),
        (ints(&[2, 2], &[1, 4, 3, 1]), two(3, 3), two(2, 2), 0),
        (ints(&[3], &[1, 2, 3]), two(3, 3), two(1, 1), 0),
        (ints(&[1, 3], &[1, 2, 3]), two(3, 3), two(1, 1), 0),
        (numbers(262, DType::F32, &[2, 2]), two(3, 3), two(2, 2), 0),
    ];
    for (labels, inputs, counts, blank) in cases {
        place::both("an error", &[&x, &labels, &inputs, &counts], &|t| {
            let made = ctc_loss(t[0], t[1], [t[2], t[3]], how(blank, Reduction::Sum, false));
            assert!(made.is_err(), "{labels:?} {inputs:?} {counts:?} {blank}");
            made
        });
    }
    let all = [x, padded, two(3, 3), two(2, 2)];
    for at in 0..4 {
        let mixed: Vec<Tensor> =
            all.iter().enumerate().map(|(i, t)| if i == at { t.clone() } else { there(t) }).collect();
        let error = loss(&mixed, how(0, Reduction::Sum, false)).expect_err("two devices");
        assert_eq!(error.status(), Status::DeviceMismatch, "operand {at}: {error}");
    }
}
