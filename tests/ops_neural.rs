//! Neural operations and their gradients against PyTorch's answers (tests/torch).

mod common;

use common::numpy::{self, Case};
use tenure::autograd::nn::{
    self, ClassLoss, ConvSettings, CtcSettings, EmbeddingSettings, PoolSettings, RecurrentSettings,
};
use tenure::autograd::{self, Tape};
use tenure::error::Result;
use tenure::internals::TensorInternals;
use tenure::ops::nn::{Cell, InterpolateMode, Pointwise, Reduction};
use tenure::ops::{self, BinaryOp, ReduceOp};
use tenure::tensor::{DType, Shape, Tensor};

#[test]
fn layers_are_pytorchs() {
    numpy::check("../../torch/data/neural", flat);
}

#[test]
fn convolutions_are_pytorchs() {
    numpy::check("../../torch/data/convolutions", flat);
}

#[test]
fn pools_and_sizes_are_pytorchs() {
    numpy::check("../../torch/data/pools", flat);
}

#[test]
fn sequences_are_pytorchs() {
    numpy::check("../../torch/data/sequences", flat);
}

#[test]
fn options_are_pytorchs() {
    numpy::check("../../torch/data/options", flat);
}

#[test]
fn resizes_are_pytorchs() {
    numpy::check("../../torch/data/resizes", flat);
}

#[test]
fn margins_and_likelihoods_are_pytorchs() {
    numpy::check("../../torch/data/margins", flat);
}

#[test]
fn alignments_are_pytorchs() {
    numpy::check("../../torch/data/ctc", flat);
}

/// The class -100 is ignored, and the mean is over the other rows.
#[test]
fn the_class_that_pytorch_ignores_is_ignored() {
    let logs = Tensor::from_slice(&[-1.0f64, -2.0, -3.0, -4.0], &Shape::new(&[2, 2]).expect("small")).expect("small");
    let targets = |values: &[i64]| Tensor::from_slice(values, &Shape::new(&[2]).expect("small")).expect("small");
    assert_eq!(ops::item(&nn::nll_loss(&logs, &targets(&[1, -100])).expect("one row")).expect("one"), 2.0);
    let one = nn::cross_entropy(&logs, &targets(&[-100, 0])).expect("one row");
    assert!((ops::item(&one).expect("one") - (1.0f64 + (-1.0f64).exp()).ln()).abs() < 1e-12);
    let tape = Tape::new();
    let watched = tape.watch(&logs).expect("a float");
    let loss = nn::cross_entropy(&watched, &targets(&[-100, 0])).expect("one row");
    let grad = tape.backward(&loss, &[&watched]).expect("recorded").remove(0);
    let share = 1.0 / (1.0 + (-1.0f64).exp());
    let found = grad.to_vec::<f64>().expect("float64");
    for (found, wanted) in found.iter().zip([0.0, 0.0, share - 1.0, 1.0 - share]) {
        assert!((found - wanted).abs() < 1e-12, "{found} is not {wanted}");
    }
    nn::cross_entropy(&logs, &targets(&[-1, 0])).expect_err("-1 is not ignored");
}

#[test]
fn losses_are_pytorchs() {
    numpy::check("../../torch/data/losses", flat);
}

/// As in PyTorch, a window of negative infinities has the index of its first element; with NaN it
/// is the first NaN, as in `argmax`. The same holds for windows at the edges, and for those
/// computed together.
#[test]
fn every_window_has_a_place() {
    let width = 40;
    let mut values = vec![f32::NEG_INFINITY; width];
    values[8..10].fill(f32::NAN);
    let x = Tensor::from_slice(&values, &Shape::new(&[1, 1, width as i64]).expect("small")).expect("small");
    let how = PoolSettings { kernel: &[3], stride: &[2], padding: &[1], ..PoolSettings::default() };
    let (greatest, places) = nn::max_pool::<1>(&x, &how).expect("it fits");
    for (i, (value, place)) in
        std::iter::zip(greatest.to_vec::<f32>().expect("float32"), places.to_vec::<i64>().expect("int64")).enumerate()
    {
        let window = (2 * i).saturating_sub(1)..2 * i + 2;
        let nan = window.clone().find(|&at| values[at].is_nan());
        assert_eq!(place, nan.unwrap_or(window.start) as i64, "window {i}");
        assert_eq!(value.is_nan(), nan.is_some(), "window {i}");
    }
}

/// Elements of weight 0 take no part: infinity times 0 is NaN.
#[test]
fn an_infinite_gradient_of_a_resize_stays_with_its_elements() {
    use InterpolateMode::{Cubic, Linear, Nearest};
    let check = |dims: &[i64], size: &[i64], mode: InterpolateMode, corners: bool, grad: &[f64], wanted: &[f64]| {
        let tape = Tape::new();
        let x = Tensor::zeroed(tenure::device::Device::Cpu, DType::F64, &Shape::new(dims).expect("small"));
        let x = tape.watch(&x.expect("small")).expect("a float");
        let y = nn::interpolate(&x, size, &[], mode, corners).expect("it fits");
        let weights = Tensor::from_slice(grad, &y.to_shape()).expect("as many");
        let product = autograd::binary(BinaryOp::Mul, &y, &weights).expect("one shape");
        let loss = autograd::reduce(ReduceOp::Sum, &product, &[], false).expect("a sum");
        let got = tape.backward(&loss, &[&x]).expect("it was recorded");
        assert_eq!(got[0].to_vec::<f64>().expect("float64"), wanted, "{mode:?}");
    };
    let inf = f64::INFINITY;
    check(&[1, 1, 2], &[4], Nearest, false, &[inf, 1.0, 1.0, 1.0], &[inf, 2.0]);
    check(&[1, 1, 3], &[5], Linear, true, &[1.0, 1.0, inf, 1.0, 1.0], &[1.5, inf, 1.5]);
    check(&[1, 1, 2, 2], &[2, 2], Cubic, false, &[1.0, inf, 1.0, 1.0], &[1.0, inf, 1.0, 1.0]);
}

/// Results and gradients in one vector.
fn flat(case: &Case, inputs: &[Tensor]) -> Result<Tensor> {
    let watched = case.ints("watched");
    let tape = Tape::new();
    let operands: Vec<Tensor> = inputs
        .iter()
        .enumerate()
        .map(|(i, t)| if watched.contains(&(i as i64)) { tape.watch(t).expect("a float") } else { t.clone() })
        .collect();
    let outs = call(case, &operands)?;
    let dtype = if inputs[0].dtype().is_float() { inputs[0].dtype() } else { DType::F64 };
    let mut parts: Vec<Tensor> = Vec::new();
    for out in &outs {
        parts.push(ops::reshape(&ops::cast(&out.untracked(), dtype)?, &[out.size() as i64])?);
    }
    if !watched.is_empty() {
        let mut loss: Option<Tensor> = None;
        for out in outs.iter().filter(|t| t.track().is_some()) {
            let weights: Vec<f64> = (0..out.size()).map(|i| 0.3 + (i * 37 % 11) as f64 / 7.0).collect();
            let weights = ops::cast(&Tensor::from_slice(&weights, &Shape::new(out.shape())?)?, out.dtype())?;
            let sum = autograd::reduce(ReduceOp::Sum, &autograd::binary(BinaryOp::Mul, out, &weights)?, &[], false)?;
            loss = Some(match loss {
                Some(loss) => autograd::binary(BinaryOp::Add, &loss, &sum)?,
                None => sum,
            });
        }
        let wrt: Vec<&Tensor> = watched.iter().map(|&i| &operands[i as usize]).collect();
        for grad in tape.backward(&loss.expect("a tracked result"), &wrt)? {
            parts.push(ops::reshape(&grad, &[grad.size() as i64])?);
        }
    }
    ops::concat(&parts.iter().collect::<Vec<_>>(), 0)
}

fn call(case: &Case, t: &[Tensor]) -> Result<Vec<Tensor>> {
    let float = |name: &str, default: f64| if case.has(name) { case.float(name) } else { default };
    let int = |name: &str, default: i64| if case.has(name) { case.int(name) } else { default };
    let flag = |name: &str| case.has(name) && case.flag(name);
    let one = |t: Result<Tensor>| t.map(|t| vec![t]);
    match case.op.as_str() {
        "layer_norm" => one(nn::layer_norm(&t[0], &case.ints("shape"), t.get(1), t.get(2), float("eps", 1e-5))),
        "rms_norm" => {
            let eps = case.has("eps").then(|| case.float("eps"));
            one(nn::rms_norm(&t[0], &case.ints("shape"), t.get(1), eps))
        }
        "group_norm" => one(nn::group_norm(&t[0], case.int("groups"), t.get(1), t.get(2), 1e-5)),
        "instance_norm" => one(nn::instance_norm(&t[0], None, t.get(1), t.get(2), true, 0.1, 1e-5)),
        "batch_norm" => one(nn::batch_norm(&t[0], None, t.get(1), t.get(2), true, 0.1, 1e-5)),
        "batch_norm_running" => {
            let (mean, variance) = (ops::copy(&t[1])?, ops::copy(&t[2])?);
            let (weight, bias, training) = (Some(&t[3]), Some(&t[4]), case.flag("training"));
            let (momentum, eps) = (case.float("momentum"), case.float("eps"));
            let out = nn::batch_norm(&t[0], Some((&mean, &variance)), weight, bias, training, momentum, eps)?;
            Ok(if training { vec![out, mean, variance] } else { vec![out] })
        }
        "linear" => one(nn::linear(&t[0], &t[1], t.get(2))),
        "embedding" => one(nn::embedding(&t[0], &t[1], case.has("padding").then(|| case.int("padding")))),
        "embedding_with" => {
            let weight = ops::copy(&t[0])?; // a copy, because all layouts of the case share the original
            let tracked = t[0].track().is_some();
            let how = EmbeddingSettings {
                padding: case.has("padding").then(|| case.int("padding")),
                max_norm: float("max_norm", f64::INFINITY),
                norm_type: float("norm_type", 2.0),
                scale_grad_by_freq: flag("scale"),
            };
            assert!(!tracked || how.max_norm.is_infinite(), "a bound is tested without gradients");
            if tracked {
                return one(nn::embedding_with(&t[0], &t[1], how));
            }
            Ok(vec![nn::embedding_with(&weight, &t[1], how)?, weight])
        }
        "normalize" => {
            let p = case.text("p").parse().expect("a number");
            one(nn::normalize(&t[0], p, case.int("axis"), 1e-12))
        }
        "pixel_shuffle" => one(nn::pixel_shuffle(&t[0], case.int("factor"))),
        "pixel_unshuffle" => one(nn::pixel_unshuffle(&t[0], case.int("factor"))),
        "interpolate" => {
            let mode = match case.text("mode") {
                "nearest" => InterpolateMode::Nearest,
                "linear" => InterpolateMode::Linear,
                "cubic" => InterpolateMode::Cubic,
                _ => InterpolateMode::NearestExact,
            };
            let size = list(case, "size");
            let factors = if case.has("factor") { vec![case.float("factor")] } else { vec![] };
            one(nn::interpolate(&t[0], &size, &factors, mode, flag("align_corners")))
        }
        "attention" => {
            let scale = case.has("scale").then(|| case.float("scale"));
            one(nn::scaled_dot_product_attention(&t[0], &t[1], &t[2], t.get(3), flag("causal"), scale))
        }
        "lstm" => recurrent(case, Cell::Lstm, t),
        "gru" => recurrent(case, Cell::Gru, t),
        "cosine_similarity" => one(nn::cosine_similarity(&t[0], &t[1], case.int("axis"), 1e-8)),
        "margin_ranking" => one(nn::margin_ranking_loss(&t[0], &t[1], &t[2], case.float("margin"), reduction(case))),
        "hinge" => one(nn::hinge_loss(&t[0], &t[1], case.float("margin"), reduction(case))),
        "hinge_embedding" => one(nn::hinge_embedding_loss(&t[0], &t[1], case.float("margin"), reduction(case))),
        "soft_margin" => one(nn::soft_margin_loss(&t[0], &t[1], reduction(case))),
        "triplet" => {
            let how =
                nn::Triplet { margin: case.float("margin"), p: case.float("p"), eps: 1e-6, swap: case.flag("swap") };
            one(nn::triplet_margin_loss(&t[0], &t[1], &t[2], how, reduction(case)))
        }
        "multi_margin" => {
            let (p, margin) = (case.int("p"), case.float("margin"));
            one(nn::multi_margin_loss(&t[0], &t[1], p, margin, t.get(2), reduction(case)))
        }
        "multilabel_margin" => one(nn::multilabel_margin_loss(&t[0], &t[1], reduction(case))),
        "multilabel_soft_margin" => one(nn::multilabel_soft_margin_loss(&t[0], &t[1], t.get(2), reduction(case))),
        "gaussian_nll" => {
            let how = (case.flag("full"), case.float("eps"));
            one(nn::gaussian_nll_loss(&t[0], &t[1], &t[2], how, reduction(case)))
        }
        "poisson_nll" => {
            let how = (case.flag("log_input"), case.flag("full"), case.float("eps"));
            one(nn::poisson_nll_loss(&t[0], &t[1], how, reduction(case)))
        }
        "quantile" => one(nn::quantile_loss(&t[0], &t[1], case.float("q"), reduction(case))),
        "ctc" => {
            let zero_infinity = case.flag("zero_infinity");
            let how = CtcSettings { blank: case.int("blank"), reduction: reduction(case), zero_infinity };
            one(nn::ctc_loss(&t[0], &t[1], [&t[2], &t[3]], how))
        }
        "masked_cross_entropy" => {
            let how = ClassLoss { reduction: reduction(case), ..ClassLoss::default() };
            one(nn::masked_cross_entropy(&t[0], &t[1], &t[2], how))
        }
        "cosine_embedding" => {
            one(nn::cosine_embedding_loss(&t[0], &t[1], &t[2], case.float("margin"), reduction(case)))
        }
        "cross_entropy" | "nll" => {
            let how = ClassLoss {
                weight: t.get(2),
                ignore_index: int("ignore", -100),
                label_smoothing: float("smoothing", 0.0),
                reduction: reduction(case),
            };
            one(if case.op == "nll" {
                nn::nll_loss_with(&t[0], &t[1], how)
            } else {
                nn::cross_entropy_loss(&t[0], &t[1], how)
            })
        }
        op if op.contains("pool") => pool(case, t),
        op if op.contains("conv") => one(convolution(case, t)),
        _ => one(pointwise(case, t)),
    }
}

/// A list, a number as a list of one, or nothing.
fn list(case: &Case, name: &str) -> Vec<i64> {
    if !case.has(name) { vec![] } else { case.int_or_ints(name) }
}

fn convolution(case: &Case, t: &[Tensor]) -> Result<Tensor> {
    let [stride, padding, dilation, extra] =
        ["stride", "padding", "dilation", "output_padding"].map(|name| list(case, name));
    let groups = if case.has("groups") { case.int("groups") } else { 1 };
    let how = ConvSettings { stride: &stride, padding: &padding, dilation: &dilation, output_padding: &extra, groups };
    match case.op.as_str() {
        "conv1d" => nn::conv::<1>(&t[0], &t[1], t.get(2), &how),
        "conv2d" => nn::conv::<2>(&t[0], &t[1], t.get(2), &how),
        "conv3d" => nn::conv::<3>(&t[0], &t[1], t.get(2), &how),
        "conv_transpose1d" => nn::conv_transpose::<1>(&t[0], &t[1], t.get(2), &how),
        "conv_transpose2d" => nn::conv_transpose::<2>(&t[0], &t[1], t.get(2), &how),
        _ => nn::conv_transpose::<3>(&t[0], &t[1], t.get(2), &how),
    }
}

fn pool(case: &Case, t: &[Tensor]) -> Result<Vec<Tensor>> {
    let [kernel, stride, padding, dilation, size] =
        ["kernel_size", "stride", "padding", "dilation", "size"].map(|name| list(case, name));
    let flag = |name: &str, default: bool| if case.has(name) { case.flag(name) } else { default };
    let how = PoolSettings {
        kernel: &kernel,
        stride: &stride,
        padding: &padding,
        dilation: &dilation,
        ceil_mode: flag("ceil_mode", false),
        count_include_pad: flag("count_include_pad", true),
        divisor_override: case.has("divisor_override").then(|| case.float("divisor_override")),
    };
    let two = |result: Result<(Tensor, Tensor)>| result.map(|(a, b)| vec![a, b]);
    let one = |result: Result<Tensor>| result.map(|a| vec![a]);
    match case.op.as_str() {
        "max_pool1d" => two(nn::max_pool::<1>(&t[0], &how)),
        "max_pool2d" => two(nn::max_pool::<2>(&t[0], &how)),
        "max_pool3d" => two(nn::max_pool::<3>(&t[0], &how)),
        "avg_pool1d" => one(nn::avg_pool::<1>(&t[0], &how)),
        "avg_pool2d" => one(nn::avg_pool::<2>(&t[0], &how)),
        "avg_pool3d" => one(nn::avg_pool::<3>(&t[0], &how)),
        "adaptive_max_pool1d" => two(nn::adaptive_max_pool::<1>(&t[0], &size)),
        "adaptive_max_pool2d" => two(nn::adaptive_max_pool::<2>(&t[0], &size)),
        "adaptive_max_pool3d" => two(nn::adaptive_max_pool::<3>(&t[0], &size)),
        "adaptive_avg_pool1d" => one(nn::adaptive_avg_pool::<1>(&t[0], &size)),
        "adaptive_avg_pool2d" => one(nn::adaptive_avg_pool::<2>(&t[0], &size)),
        "adaptive_avg_pool3d" => one(nn::adaptive_avg_pool::<3>(&t[0], &size)),
        other => panic!("no operation {other}"),
    }
}

fn recurrent(case: &Case, cell: Cell, t: &[Tensor]) -> Result<Vec<Tensor>> {
    let states = if cell == Cell::Lstm { 2 } else { 1 };
    let how = RecurrentSettings {
        cell,
        has_biases: case.flag("bias"),
        layers: case.int("layers"),
        bidirectional: case.flag("both"),
        batch_first: case.flag("batch_first"),
        dropout: if case.has("dropout") { case.float("dropout") } else { 0.0 },
    };
    let weights: Vec<&Tensor> = t[1 + states..].iter().collect();
    let c = (cell == Cell::Lstm).then(|| &t[2]);
    let (out, h, c) = nn::recurrent(&t[0], &t[1], c, &weights, how)?;
    Ok([Some(out), Some(h), c].into_iter().flatten().collect())
}

fn reduction(case: &Case) -> Reduction {
    match case.text("reduction") {
        "none" => Reduction::None,
        "mean" => Reduction::Mean,
        _ => Reduction::Sum,
    }
}

fn pointwise(case: &Case, t: &[Tensor]) -> Result<Tensor> {
    let third = t.get(2);
    let (name, loss) = match case.op.as_str() {
        "mse" => ("mse_loss", Pointwise::Mse),
        "l1" => ("l1_loss", Pointwise::L1),
        "smooth_l1" => ("smooth_l1_loss", Pointwise::SmoothL1(case.float("beta"))),
        "huber" => ("huber_loss", Pointwise::Huber(case.float("delta"))),
        "bce" => ("binary_cross_entropy", Pointwise::Bce),
        "bce_with_logits" => ("binary_cross_entropy_with_logits", Pointwise::BceWithLogits),
        "kl_div" if case.flag("log_target") => ("kl_div", Pointwise::KlDivOfLogs),
        "kl_div" => ("kl_div", Pointwise::KlDiv),
        other => panic!("no operation {other}"),
    };
    let extra = if case.has("pos_weight") { (None, third) } else { (third, None) };
    nn::pointwise_loss(name, loss, &t[0], &t[1], extra, reduction(case))
}
