//! Neural operations, in every layout and with every operand watched alone. `tests/ops_neural.rs`
//! compares with PyTorch's answers.

use super::finite::{check, positive, read, shape, signed, tensor};
use tenure::autograd::nn::{self, ClassLoss, ConvSettings, PoolSettings, RecurrentSettings};
use tenure::autograd::{self, Tape};
use tenure::error::Status;
use tenure::ops::nn::{Cell, InterpolateMode, Pointwise, Reduction};
use tenure::ops::{self, ReduceOp};
use tenure::tensor::Tensor;

#[test]
fn layers() {
    for dims in [&[3][..], &[2, 3], &[2, 2, 3]] {
        check(&[signed(dims, 1), signed(&[4, 3], 2), signed(&[4], 3)], |x| nn::linear(&x[0], &x[1], Some(&x[2])));
    }
    let index = Tensor::from_slice(&[2i64, 0, 2], &shape(&[3])).expect("fits");
    check(&[signed(&[3, 2], 1)], |x| nn::embedding(&x[0], &index, None));
    for p in [1.0, 2.0, 3.0, f64::INFINITY] {
        check(&[signed(&[3, 4], 1)], |x| nn::normalize(&x[0], p, 1, 1e-12));
    }
    check(&[signed(&[1, 4, 2, 3], 1)], |x| nn::pixel_shuffle(&x[0], 2));
    check(&[signed(&[1, 2, 4, 2], 1)], |x| nn::pixel_unshuffle(&x[0], 2));
}

#[test]
fn normalisations() {
    let operands = |dims: &[i64], n: i64| [signed(dims, 1), signed(&[n], 2), signed(&[n], 3)];
    check(&operands(&[3, 4], 4), |x| nn::layer_norm(&x[0], &[4], Some(&x[1]), Some(&x[2]), 1e-3));
    check(&[signed(&[3, 4], 1)], |x| nn::layer_norm(&x[0], &[3, 4], None, None, 1e-3));
    check(&[signed(&[3, 4], 1), signed(&[4], 2)], |x| nn::rms_norm(&x[0], &[4], Some(&x[1]), Some(1e-3)));
    check(&operands(&[2, 4, 3], 4), |x| nn::group_norm(&x[0], 2, Some(&x[1]), Some(&x[2]), 1e-3));
    check(&operands(&[2, 2, 4], 2), |x| nn::instance_norm(&x[0], None, Some(&x[1]), Some(&x[2]), true, 0.1, 1e-3));
    for dims in [&[3, 2][..], &[2, 2, 3]] {
        check(&operands(dims, 2), |x| nn::batch_norm(&x[0], None, Some(&x[1]), Some(&x[2]), true, 0.1, 1e-3));
        let (mean, variance) = (signed(&[2], 5), positive(&[2], 6));
        check(&operands(dims, 2), |x| {
            nn::batch_norm(&x[0], Some((&mean, &variance)), Some(&x[1]), Some(&x[2]), false, 0.1, 1e-3)
        });
    }
}

#[test]
fn convolutions() {
    let plain = ConvSettings { stride: &[], padding: &[], dilation: &[], output_padding: &[], groups: 1 };
    check(&[signed(&[2, 2, 6], 1), signed(&[3, 2, 3], 2), signed(&[3], 3)], |x| {
        nn::conv::<1>(&x[0], &x[1], Some(&x[2]), &ConvSettings { stride: &[2], padding: &[1], ..plain })
    });
    check(&[signed(&[1, 2, 4, 5], 1), signed(&[2, 1, 3, 2], 2), signed(&[2], 3)], |x| {
        let how = ConvSettings { stride: &[1, 2], padding: &[1], dilation: &[1, 2], groups: 2, ..plain };
        nn::conv::<2>(&x[0], &x[1], Some(&x[2]), &how)
    });
    check(&[signed(&[1, 2, 3, 2], 1), signed(&[2, 3, 3, 2], 2), signed(&[3], 3)], |x| {
        let how = ConvSettings { stride: &[2], padding: &[1, 0], output_padding: &[1], ..plain };
        nn::conv_transpose::<2>(&x[0], &x[1], Some(&x[2]), &how)
    });
    check(&[signed(&[2, 2, 3, 2], 1), signed(&[1, 2, 2, 2, 2], 2)], |x| nn::conv::<3>(&x[0], &x[1], None, &plain));
}

#[test]
fn pools_and_sizes() {
    let how = PoolSettings {
        kernel: &[3],
        stride: &[2],
        padding: &[1],
        ceil_mode: true,
        count_include_pad: true,
        ..PoolSettings::default()
    };
    check(&[signed(&[1, 2, 4, 5], 1)], |x| nn::max_pool::<2>(&x[0], &how).map(|(values, _)| values));
    check(&[signed(&[1, 2, 4, 5], 1)], |x| nn::avg_pool::<2>(&x[0], &how));
    check(&[signed(&[2, 5], 1)], |x| nn::adaptive_avg_pool::<1>(&x[0], &[3]));
    check(&[signed(&[2, 5], 1)], |x| nn::adaptive_max_pool::<1>(&x[0], &[3]).map(|(values, _)| values));
    for (mode, corners) in
        [(InterpolateMode::Nearest, false), (InterpolateMode::Linear, false), (InterpolateMode::Linear, true)]
    {
        check(&[signed(&[1, 1, 3, 4], 1)], |x| nn::interpolate(&x[0], &[5, 3], &[], mode, corners));
        check(&[signed(&[1, 2, 3], 1)], |x| nn::interpolate(&x[0], &[], &[1.7], mode, corners));
    }
    for corners in [false, true] {
        let cubic = InterpolateMode::Cubic;
        check(&[signed(&[1, 1, 3, 4], 1)], |x| nn::interpolate(&x[0], &[5, 3], &[], cubic, corners));
    }
}

#[test]
fn attention_with_broadcast_operands() {
    let seen = Tensor::from_slice(&[1u8, 0, 1, 1, 1, 0], &shape(&[2, 3])).expect("fits");
    let seen = ops::cast(&seen, tenure::tensor::DType::Bool).expect("bytes");
    for (mask, causal) in [(None, false), (None, true), (Some(&seen), false)] {
        check(&[signed(&[2, 2, 3], 1), signed(&[1, 3, 3], 2), signed(&[3, 2], 3)], |x| {
            nn::scaled_dot_product_attention(&x[0], &x[1], &x[2], mask, causal, None)
        });
    }
}

#[test]
fn attention_over_several_blocks() {
    let operands = [signed(&[70, 2], 1), signed(&[140, 2], 2), signed(&[140, 1], 3)];
    for causal in [false, true] {
        let flash = nn::scaled_dot_product_attention(&operands[0], &operands[1], &operands[2], None, causal, None);
        let scores = ops::matmul(&operands[0], &operands[1].transpose(0, 1).expect("a matrix")).expect("fits");
        let mut scores = read(&ops::binary_scalar(ops::BinaryOp::Div, &scores, 2f64.sqrt()).expect("float64"));
        if causal {
            (0..70).for_each(|i| scores[i * 140 + i + 1..(i + 1) * 140].fill(f64::NEG_INFINITY));
        }
        let shares = ops::softmax(&tensor(&scores, &[70, 140]), 1).expect("float64");
        let wanted = read(&ops::matmul(&shares, &operands[2]).expect("fits"));
        for (got, want) in read(&flash.expect("fits")).iter().zip(&wanted) {
            assert!((got - want).abs() < 1e-12, "{got} instead of {want}");
        }
    }
    check(&[signed(&[66, 1], 1), signed(&[130, 1], 2), signed(&[130, 1], 3)], |x| {
        nn::scaled_dot_product_attention(&x[0], &x[1], &x[2], None, true, None)
    });
}

#[test]
fn recurrent_networks() {
    for cell in [Cell::Lstm, Cell::Gru] {
        let g = cell.gates() as i64 * 2;
        let how = RecurrentSettings {
            cell,
            has_biases: true,
            layers: 1,
            bidirectional: true,
            batch_first: false,
            dropout: 0.0,
        };
        let mut operands = vec![signed(&[2, 2, 3], 1), signed(&[2, 2, 2], 2), signed(&[2, 2, 2], 3)];
        for direction in 0..2 {
            operands.push(signed(&[g, 3], 4 + direction));
            operands.push(signed(&[g, 2], 6 + direction));
            operands.push(signed(&[g], 8 + direction));
            operands.push(signed(&[g], 10 + direction));
        }
        if cell == Cell::Gru {
            operands.remove(2);
        }
        let states = operands.len() - 8;
        check(&operands, |x| {
            let c = (cell == Cell::Lstm).then(|| &x[2]);
            let weights: Vec<&Tensor> = x[states..].iter().collect();
            let (out, h, c) = nn::recurrent(&x[0], &x[1], c, &weights, how)?;
            let flat = |t: &Tensor| autograd::reshape(t, &[-1]);
            let mut all = vec![flat(&out)?, flat(&h)?];
            all.extend(c.map(|c| flat(&c)).transpose()?);
            autograd::concat(&all.iter().collect::<Vec<_>>(), 0)
        });
    }
}

#[test]
fn layers_of_a_network_that_drop_everything_between_them() {
    for cell in [Cell::Lstm, Cell::Gru] {
        let how = RecurrentSettings {
            cell,
            has_biases: false,
            layers: 2,
            bidirectional: false,
            batch_first: false,
            dropout: 1.0,
        };
        let g = cell.gates() as i64 * 2;
        let operands = [signed(&[2, 1, 2], 1), signed(&[2, 1, 2], 2), signed(&[g, 2], 3), signed(&[g, 2], 4)];
        check(&operands, |x| {
            let c = (cell == Cell::Lstm).then(|| &x[1]);
            let (out, h, _) = nn::recurrent(&x[0], &x[1], c, &[&x[2], &x[3], &x[3], &x[2]], how)?;
            autograd::concat(&[&out, &h], 0)
        });
    }
}

#[test]
fn losses() {
    let all = [Pointwise::Mse, Pointwise::L1, Pointwise::SmoothL1(0.5), Pointwise::Huber(0.7), Pointwise::KlDivOfLogs];
    for reduction in [Reduction::None, Reduction::Mean, Reduction::Sum] {
        for loss in all {
            for (a, b) in [(&[2, 3][..], &[2, 3][..]), (&[2, 3], &[3])] {
                check(&[signed(a, 1), signed(b, 4)], |x| {
                    nn::pointwise_loss("loss", loss, &x[0], &x[1], (None, None), reduction)
                });
            }
        }
        let shares = ops::binary_scalar(ops::BinaryOp::Div, &positive(&[2, 3], 1), 2.5).expect("float64");
        for loss in [Pointwise::Bce, Pointwise::KlDiv, Pointwise::BceWithLogits] {
            check(&[shares.clone(), positive(&[2, 3], 2)], |x| {
                nn::pointwise_loss("loss", loss, &x[0], &x[1], (None, None), reduction)
            });
        }
        let targets = Tensor::from_slice(&[2i64, 0, 1], &shape(&[3])).expect("fits");
        let weight = positive(&[3], 7);
        let how = ClassLoss { weight: Some(&weight), ignore_index: 0, label_smoothing: 0.1, reduction };
        check(&[signed(&[3, 3], 1)], |x| nn::cross_entropy_loss(&x[0], &targets, how));
        check(&[signed(&[3, 3], 1)], |x| nn::nll_loss_with(&x[0], &targets, how));
        let plain = ClassLoss { weight: None, ..how };
        check(&[signed(&[3, 2], 1), positive(&[3, 2], 2)], |x| nn::cross_entropy_loss(&x[0], &x[1], plain));
    }
    check(&[signed(&[2, 3], 1), signed(&[3], 2)], |x| nn::cosine_similarity(&x[0], &x[1], -1, 1e-8));
}

#[test]
fn what_dropout_keeps_gets_the_gradient() {
    let tape = Tape::new();
    let x = tape.watch(&positive(&[40, 50], 1)).expect("float64");
    let out = nn::dropout(&x, 0.25, true).expect("a share");
    let kept = read(&out).iter().filter(|value| **value != 0.0).count();
    assert!((1350..1650).contains(&kept), "{kept} of 2000 are left");
    let loss = autograd::reduce(ReduceOp::Sum, &out, &[], false).expect("a sum");
    let grad = tape.backward(&loss, &[&x]).expect("recorded").remove(0);
    for (g, y) in read(&grad).into_iter().zip(read(&out)) {
        assert_eq!(g, if y == 0.0 { 0.0 } else { 1.0 / 0.75 });
    }
}

#[test]
fn a_weight_that_was_changed_is_named_and_not_used() {
    let tape = Tape::new();
    let plain = ConvSettings { stride: &[], padding: &[], dilation: &[], output_padding: &[], groups: 1 };
    let (x, weight) = (tape.watch(&signed(&[1, 1, 4], 1)).expect("float64"), signed(&[1, 1, 2], 2));
    let out = nn::conv::<1>(&x, &weight, None, &plain).expect("fits");
    let loss = autograd::reduce(ReduceOp::Sum, &out, &[], false).expect("a sum");
    ops::fill(&weight, 1.0).expect("a number");
    let error = tape.backward(&loss, &[&x]).expect_err("the weight was changed");
    assert_eq!(error.status(), Status::InvalidArgument);
    assert!(error.message().starts_with("conv1d: a saved value of shape [1,1,1,1,2] was changed"), "{error:?}");
}
