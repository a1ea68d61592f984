//! Each kind of module against PyTorch's answers (tests/torch/modules.py): the names and shapes of
//! its state, its results, every gradient, and its buffers afterwards.

use serde_json::Value;
use tenure::api::{module, scope, tape, tensor};
use tenure::error::Result;
use tenure::tensor::DType;

const F64: i32 = DType::F64 as i32;

/// The settings of a case, by their place.
struct Args<'a>(&'a Value);

impl Args<'_> {
    fn int(&self, i: usize) -> i64 {
        self.0[i].as_i64().unwrap_or_else(|| panic!("setting {i} of {} is not an integer", self.0))
    }

    fn real(&self, i: usize) -> f64 {
        self.0[i].as_f64().unwrap_or_else(|| panic!("setting {i} of {} is not a number", self.0))
    }

    fn flag(&self, i: usize) -> bool {
        self.0[i].as_bool().unwrap_or_else(|| panic!("setting {i} of {} is not a truth value", self.0))
    }

    fn int_or(&self, i: usize, default: i64) -> i64 {
        if self.0.get(i).is_some() { self.int(i) } else { default }
    }

    fn real_or(&self, i: usize, default: f64) -> f64 {
        if self.0.get(i).is_some() { self.real(i) } else { default }
    }

    /// A setting at the end that older cases do not have.
    fn flag_or(&self, i: usize, default: bool) -> bool {
        if self.0.get(i).is_some() { self.flag(i) } else { default }
    }

    fn list(&self, i: usize) -> Vec<i64> {
        let list = self.0[i].as_array().unwrap_or_else(|| panic!("setting {i} of {} is not a list", self.0));
        list.iter().map(|value| value.as_i64().expect("an integer")).collect()
    }
}

fn make(s: u64, maker: &str, a: &Args) -> Result<u64> {
    use module::*;
    let (l, code) = (|i| a.list(i), |i| a.int(i) as i32);
    match maker {
        "linear" => linear(s, a.int(0), a.int(1), a.flag(2)),
        "bilinear" => bilinear(s, a.int(0), a.int(1), a.int(2), a.flag(3)),
        "relu" => relu(s),
        "sigmoid" => sigmoid(s),
        "tanh" => tanh(s),
        "gelu" => gelu(s, a.flag(0)),
        "silu" => silu(s),
        "mish" => mish(s),
        "selu" => selu(s),
        "softsign" => softsign(s),
        "hardsigmoid" => hardsigmoid(s),
        "hardswish" => hardswish(s),
        "log_sigmoid" => log_sigmoid(s),
        "relu6" => relu6(s),
        "leaky_relu" => leaky_relu(s, a.real(0)),
        "elu" => elu(s, a.real(0)),
        "celu" => celu(s, a.real(0)),
        "hardtanh" => hardtanh(s, a.real(0), a.real(1)),
        "softplus" => softplus(s, a.real(0), a.real(1)),
        "tanhshrink" => tanhshrink(s),
        "hardshrink" => hardshrink(s, a.real(0)),
        "softshrink" => softshrink(s, a.real(0)),
        "threshold" => threshold(s, a.real(0), a.real(1)),
        "glu" => glu(s, a.int(0)),
        "softmax" => softmax(s, a.int(0)),
        "log_softmax" => log_softmax(s, a.int(0)),
        "softmin" => softmin(s, a.int(0)),
        "prelu" => prelu(s, a.int(0), a.real(1)),
        "rrelu" => rrelu(s, a.real(0), a.real(1)),
        "flatten" => flatten(s, a.int(0), a.int(1)),
        "unflatten" => unflatten(s, a.int(0), &l(1)),
        "identity" => identity(s),
        "dropout" => dropout(s, a.real(0)),
        "embedding" => {
            let (padding, most, p) = (a.0[2].as_i64(), a.0[3].as_f64(), a.real_or(4, 2.0));
            embedding(s, a.int(0), a.int(1), padding, most, p, a.flag_or(5, false))
        }
        "embedding_bag" => {
            let (padding, most, p) = (a.0[4].as_i64(), a.0[5].as_f64(), a.real_or(6, 2.0));
            embedding_bag(s, a.int(0), a.int(1), code(2), a.flag(3), padding, most, p, a.flag_or(7, false))
        }
        "positional_encoding" => positional_encoding(s, a.int(0), a.real(1), a.int(2), a.flag(3)),
        "local_response_norm" => local_response_norm(s, a.int(0), a.real(1), a.real(2), a.real(3)),
        "join_add" => join_add(s),
        "join_multiply" => join_multiply(s),
        "join_concat" => join_concat(s, a.int(0)),
        "layer_norm" => layer_norm(s, &l(0), a.real(1), a.flag(2), a.flag(3)),
        "rms_norm" => rms_norm(s, &l(0), a.0[1].as_f64(), a.flag(2)),
        "group_norm" => group_norm(s, a.int(0), a.int(1), a.real(2), a.flag(3)),
        "multihead_attention" => {
            let (dropout, weights, average) = (a.real(2), a.flag_or(5, false), a.flag_or(6, true));
            let (keys, values, added, zeros) =
                (a.0[7].as_i64(), a.0[8].as_i64(), a.flag_or(9, false), a.flag_or(10, false));
            let (width, heads, bias, first) = (a.int(0), a.int(1), a.flag(3), a.flag(4));
            multihead_attention(s, width, heads, dropout, bias, first, weights, average, keys, values, added, zeros)
        }
        "upsample" => upsample(s, &l(0), a.0[1].as_f64(), code(2), a.flag(3)),
        "pixel_shuffle" => pixel_shuffle(s, a.int(0)),
        "pixel_unshuffle" => pixel_unshuffle(s, a.int(0)),
        "lstm" => {
            let projected = a.int_or(7, 0);
            lstm(s, a.int(0), a.int(1), a.int(2), a.flag(3), a.flag(4), a.real(5), a.flag(6), projected)
        }
        "gru" => gru(s, a.int(0), a.int(1), a.int(2), a.flag(3), a.flag(4), a.real(5), a.flag(6)),
        "rnn" => {
            let (layers, dropout) = (a.int(2), a.real(6));
            rnn(s, a.int(0), a.int(1), layers, a.flag(3), a.flag(4), a.flag(5), dropout, a.flag(7))
        }
        "rnn_cell" => rnn_cell(s, a.int(0), a.int(1), a.flag(2), a.flag(3)),
        "lstm_cell" => lstm_cell(s, a.int(0), a.int(1), a.flag(2)),
        "gru_cell" => gru_cell(s, a.int(0), a.int(1), a.flag(2)),
        "transformer_encoder_layer" | "transformer_decoder_layer" => {
            let of = if maker == "transformer_encoder_layer" {
                transformer_encoder_layer
            } else {
                transformer_decoder_layer
            };
            let (dropout, eps) = (a.real(3), a.real(5));
            of(s, a.int(0), a.int(1), a.int(2), dropout, a.flag(4), eps, a.flag(6), a.flag(7))
        }
        "transformer_encoder" | "transformer_decoder" => {
            let of = if maker == "transformer_encoder" { transformer_encoder } else { transformer_decoder };
            let (width, heads, layers, inner) = (a.int(0), a.int(1), a.int(2), a.int(3));
            let (dropout, eps) = (a.real(4), a.real(6));
            let norm = a.flag_or(9, false);
            of(s, width, heads, layers, inner, dropout, a.flag(5), eps, a.flag(7), a.flag(8), norm)
        }
        _ => windows(s, maker, a),
    }
}

/// The kinds for one to three axes.
fn windows(s: u64, maker: &str, a: &Args) -> Result<u64> {
    use module::*;
    let l = |i| a.list(i);
    match maker {
        "conv1d" | "conv2d" | "conv3d" => {
            let of = [conv1d, conv2d, conv3d][axes(maker)];
            of(s, a.int(0), a.int(1), &l(2), &l(3), &l(4), &l(5), a.int(6), a.flag(7), a.int(8) as i32)
        }
        "conv_transpose1d" | "conv_transpose2d" | "conv_transpose3d" => {
            let of = [conv_transpose1d, conv_transpose2d, conv_transpose3d][axes(maker)];
            of(s, a.int(0), a.int(1), &l(2), &l(3), &l(4), &l(5), a.int(6), a.flag(7), &l(8))
        }
        "max_pool1d" | "max_pool2d" | "max_pool3d" => {
            [max_pool1d, max_pool2d, max_pool3d][axes(maker)](s, &l(0), &l(1), &l(2), &l(3), a.flag(4))
        }
        "avg_pool1d" | "avg_pool2d" | "avg_pool3d" => {
            [avg_pool1d, avg_pool2d, avg_pool3d][axes(maker)](s, &l(0), &l(1), &l(2), a.flag(3), a.flag(4))
        }
        "adaptive_avg_pool1d" | "adaptive_avg_pool2d" | "adaptive_avg_pool3d" => {
            [adaptive_avg_pool1d, adaptive_avg_pool2d, adaptive_avg_pool3d][axes(maker)](s, &l(0))
        }
        "adaptive_max_pool1d" | "adaptive_max_pool2d" | "adaptive_max_pool3d" => {
            [adaptive_max_pool1d, adaptive_max_pool2d, adaptive_max_pool3d][axes(maker)](s, &l(0))
        }
        "global_max_pool1d" | "global_max_pool2d" | "global_max_pool3d" => {
            [global_max_pool1d, global_max_pool2d, global_max_pool3d][axes(maker)](s)
        }
        "global_avg_pool1d" | "global_avg_pool2d" | "global_avg_pool3d" => {
            [global_avg_pool1d, global_avg_pool2d, global_avg_pool3d][axes(maker)](s)
        }
        "batch_norm1d" | "batch_norm2d" | "batch_norm3d" => {
            let of = [batch_norm1d, batch_norm2d, batch_norm3d][axes(maker)];
            of(s, a.int(0), a.real(1), a.0[2].as_f64(), a.flag(3), a.flag(4))
        }
        "instance_norm1d" | "instance_norm2d" | "instance_norm3d" => {
            let of = [instance_norm1d, instance_norm2d, instance_norm3d][axes(maker)];
            of(s, a.int(0), a.real(1), a.0[2].as_f64(), a.flag(3), a.flag(4))
        }
        "zero_pad1d" | "zero_pad2d" | "zero_pad3d" => [zero_pad1d, zero_pad2d, zero_pad3d][axes(maker)](s, &l(0)),
        "constant_pad1d" | "constant_pad2d" | "constant_pad3d" => {
            [constant_pad1d, constant_pad2d, constant_pad3d][axes(maker)](s, &l(0), a.real(1))
        }
        "reflection_pad1d" | "reflection_pad2d" | "reflection_pad3d" => {
            [reflection_pad1d, reflection_pad2d, reflection_pad3d][axes(maker)](s, &l(0))
        }
        "replication_pad1d" | "replication_pad2d" | "replication_pad3d" => {
            [replication_pad1d, replication_pad2d, replication_pad3d][axes(maker)](s, &l(0))
        }
        "circular_pad1d" | "circular_pad2d" | "circular_pad3d" => {
            [circular_pad1d, circular_pad2d, circular_pad3d][axes(maker)](s, &l(0))
        }
        _ => panic!("no maker {maker}"),
    }
}

/// The place of `conv2d` among those of its family.
fn axes(maker: &str) -> usize {
    maker.chars().find_map(|c| c.to_digit(10)).expect("it ends with a number of axes") as usize - 1
}

fn of(s: u64, shape: &[i64], values: &[f64], dtype: DType) -> u64 {
    let bytes: Vec<u8> = match dtype {
        DType::I64 => values.iter().flat_map(|&value| (value as i64).to_ne_bytes()).collect(),
        DType::Bool => values.iter().map(|&value| u8::from(value != 0.0)).collect(),
        _ => values.iter().flat_map(|value| value.to_ne_bytes()).collect(),
    };
    tensor::from_data(s, 0, dtype as i32, &bytes[..], shape).expect("there is room")
}

/// An input of a case, and whether it has a gradient; `None` if it is left out.
fn input(s: u64, input: &Value) -> Option<(u64, bool)> {
    if input.is_null() {
        return None;
    }
    let dtype = match (input["integer"] == true, input["mask"] == true) {
        (_, true) => DType::Bool,
        (true, _) => DType::I64,
        _ => DType::F64,
    };
    let x = of(s, &ints(&input["shape"]), &numbers(&input["values"]), dtype);
    Some((x, dtype == DType::F64 && input["constant"] != true))
}

fn values(s: u64, t: u64) -> Vec<f64> {
    let t = tensor::cast(s, t, F64).expect("a number");
    let mut bytes = vec![0; tensor::size(t).expect("open") as usize * 8];
    tensor::copy_to(t, &mut bytes[..]).expect("there is room");
    bytes.chunks(8).map(|value| f64::from_ne_bytes(value.try_into().expect("eight bytes"))).collect()
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().expect("a list").iter().map(|value| value.as_f64().expect("a number")).collect()
}

fn ints(value: &Value) -> Vec<i64> {
    value.as_array().expect("a list").iter().map(|value| value.as_i64().expect("an integer")).collect()
}

fn close(what: &str, got: &[f64], want: &[f64], near: f64) -> std::result::Result<(), String> {
    let differs = |(a, b): (&f64, &f64)| (a - b).abs() > near * b.abs().max(1.0);
    if got.len() != want.len() || got.iter().zip(want).any(differs) {
        return Err(format!("{what}: {got:?}, PyTorch has {want:?}"));
    }
    Ok(())
}

fn check(case: &Value) -> std::result::Result<(), String> {
    let s = scope::push(0).expect("a scope");
    let result = check_in(s, case);
    scope::close(s).expect("open");
    result.map_err(|why| format!("{} {}: {why}", case["maker"], case["args"]))
}

fn check_in(s: u64, case: &Value) -> std::result::Result<(), String> {
    let text = |error: tenure::error::Error| error.message().to_string();
    let near = case["near"].as_f64().expect("a number");
    let m = make(s, case["maker"].as_str().expect("a name"), &Args(&case["args"])).map_err(text)?;
    module::to_dtype(m, F64).map_err(text)?;
    module::set_training(m, case["training"] == true).map_err(text)?;
    let (mut names, mut given) = (String::new(), Vec::new());
    for entry in case["state"].as_array().expect("a list") {
        let name = entry[0].as_str().expect("a name");
        names += &format!("{name}\n");
        let dtype = if name.ends_with("num_batches_tracked") { DType::I64 } else { DType::F64 };
        given.push(of(s, &ints(&entry[1]), &numbers(&entry[2]), dtype));
    }
    let own = module::state_names(m).map_err(text)?;
    if own != names {
        return Err(format!("the state has {own:?}, PyTorch's {names:?}"));
    }
    module::load_state(m, &names, &given, true, false).map_err(text)?;
    let on = tape::open(s).map_err(text)?;
    let mut wrt = module::watch(s, m, on).map_err(text)?;
    let mut inputs = Vec::new();
    for value in case["inputs"].as_array().expect("a list") {
        inputs.push(match input(s, value) {
            None => 0,
            Some((x, false)) => x,
            Some((x, true)) => tape::watch(s, on, x).map_err(text)?,
        });
        wrt.extend(input(s, value).filter(|(_, is_watched)| *is_watched).map(|_| *inputs.last().expect("just added")));
    }
    let outputs = module::forward_all(s, m, &inputs).map_err(text)?;
    let wanted = case["outputs"].as_array().expect("a list");
    if outputs.len() != wanted.len() {
        return Err(format!("{} results, PyTorch has {}", outputs.len(), wanted.len()));
    }
    let mut loss = None;
    for (&out, want) in outputs.iter().zip(wanted) {
        let shape = tensor::shape(out).map_err(text)?.to_vec();
        if shape != ints(&want["shape"]) {
            return Err(format!("a result has shape {shape:?}, PyTorch's {}", want["shape"]));
        }
        close("a result", &values(s, out), &numbers(&want["values"]), near)?;
        let weights: Vec<f64> = (0..shape.iter().product()).map(|i: i64| 0.3 + (i * 37 % 11) as f64 / 7.0).collect();
        let weighted = tensor::mul(s, out, of(s, &shape, &weights, DType::F64)).map_err(text)?;
        let sum = tensor::sum(s, weighted, &[], false).map_err(text)?;
        loss = Some(match loss {
            Some(loss) => tensor::add(s, loss, sum).map_err(text)?,
            None => sum,
        });
    }
    let gradients = match wrt.is_empty() {
        true => Vec::new(),
        false => tape::backward(s, on, loss.expect("there is a result"), &wrt).map_err(text)?,
    };
    let wanted = case["gradients"].as_array().expect("a list");
    if gradients.len() != wanted.len() {
        return Err(format!("{} gradients, PyTorch has {}", gradients.len(), wanted.len()));
    }
    for (i, (&gradient, want)) in gradients.iter().zip(wanted).enumerate() {
        close(&format!("gradient {i}"), &values(s, gradient), &numbers(want), near)?;
    }
    let buffers = module::buffers(s, m).map_err(text)?;
    let names = module::buffer_names(m).map_err(text)?;
    for ((name, &buffer), want) in names.lines().zip(&buffers).zip(case["buffers"].as_array().expect("a list")) {
        if want[0] != name {
            return Err(format!("a buffer '{name}', PyTorch's is {}", want[0]));
        }
        close(name, &values(s, buffer), &numbers(&want[1]), near)?;
    }
    // What a call changes beside its buffers: rows whose norm is bounded.
    let (names, parameters) =
        (module::parameter_names(m, false).map_err(text)?, module::parameters(s, m, false).map_err(text)?);
    for want in case["after"].as_array().into_iter().flatten() {
        let at = names.lines().position(|name| want[0] == name).ok_or_else(|| format!("no {}", want[0]))?;
        close("a parameter afterwards", &values(s, parameters[at]), &numbers(&want[1]), near)?;
    }
    Ok(())
}

#[test]
fn modules_are_pytorchs() {
    compare("modules", 100);
}

#[test]
fn modules_over_sequences_are_pytorchs() {
    compare("modules_sequences", 30);
}

#[test]
fn options_of_modules_are_pytorchs() {
    compare("modules_options", 40);
}

/// Compares the cases of a file, of which there are so many at least.
fn compare(file: &str, least: usize) {
    let path = format!("{}/tests/torch/data/{file}.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    let cases: Vec<Value> = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{path}: {e}"));
    assert!(cases.len() > least, "{} cases", cases.len());
    let failures: Vec<String> = cases.iter().filter_map(|case| check(case).err()).collect();
    assert!(failures.is_empty(), "{} of {} differ:\n{}", failures.len(), cases.len(), failures.join("\n"));
}

/// A kind that is listed in `docs/modules.md` has an answer, except those that are tested
/// elsewhere.
#[test]
fn every_kind_has_an_answer() {
    let read = |file: &str| std::fs::read_to_string(format!("{}/{file}", env!("CARGO_MANIFEST_DIR"))).expect(file);
    let page = read("docs/modules.md");
    let answers = read("tests/torch/data/modules.json") + &read("tests/torch/data/modules_sequences.json");
    let elsewhere = [
        "sequential",
        "residual",
        "parallel",
        "list",
        "dict",
        "graph",
        "dropout1d",
        "dropout2d",
        "dropout3d",
        "averaged", // of tests/optim_training.rs
    ];
    // Those of tests/transforms.rs.
    let transforms = [
        "to_tensor",
        "normalize",
        "resize",
        "center_crop",
        "random_crop",
        "random_resized_crop",
        "random_horizontal_flip",
        "random_vertical_flip",
        "pad_image",
        "rotate",
        "random_rotation",
        "grayscale",
        "color_jitter",
        "one_hot",
        "standardize",
        "min_max",
    ];
    let missing: Vec<&str> = page
        .lines()
        .filter_map(|line| line.split("`tenure_module_").nth(1)?.split('`').next())
        .filter(|maker| {
            !elsewhere.contains(maker)
                && !transforms.contains(maker)
                && !answers.contains(&format!(r#""maker":"{maker}""#))
        })
        .collect();
    assert!(missing.is_empty(), "no answers for {missing:?}");
}
