//! Kinds of modules beside PyTorch's answers (torch_modules.rs): initial values, modes, no samples,
//! copies, summaries, graphs, and what is refused.

use tenure::api::{module, scope, tape, tensor};
use tenure::error::{Result, Status};
use tenure::tensor::DType;

const F32: i32 = DType::F32 as i32;
const I64: i32 = DType::I64 as i32;

/// A scope; what it owns goes with it.
struct Root(u64);

impl Root {
    fn new() -> Root {
        Root(scope::push(0).expect("a scope"))
    }

    fn zeros(&self, shape: &[i64]) -> u64 {
        self.full(shape, 0.0)
    }

    fn full(&self, shape: &[i64], value: f32) -> u64 {
        let count: i64 = shape.iter().product();
        let bytes: Vec<u8> = (0..count).flat_map(|_| value.to_ne_bytes()).collect();
        tensor::from_data(self.0, 0, F32, &bytes[..], shape).expect("there is room")
    }

    fn ints(&self, shape: &[i64], values: &[i64]) -> u64 {
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_ne_bytes()).collect();
        tensor::from_data(self.0, 0, I64, &bytes[..], shape).expect("there is room")
    }

    fn call(&self, m: u64, inputs: &[u64]) -> Result<Vec<u64>> {
        module::forward_all(self.0, m, inputs)
    }
}

impl Drop for Root {
    fn drop(&mut self) {
        scope::close(self.0).expect("open");
    }
}

fn values(t: u64) -> Vec<f32> {
    let mut bytes = vec![0; tensor::size(t).expect("open") as usize * 4];
    tensor::copy_to(t, &mut bytes[..]).expect("there is room");
    bytes.chunks(4).map(|value| f32::from_ne_bytes(value.try_into().expect("four bytes"))).collect()
}

fn shapes(all: &[u64]) -> Vec<Vec<i64>> {
    all.iter().map(|&t| tensor::shape(t).expect("open").to_vec()).collect()
}

fn refused<T: std::fmt::Debug>(result: Result<T>, status: Status, part: &str) {
    let error = result.expect_err("it is refused");
    assert_eq!(error.status(), status, "{}", error.message());
    assert!(error.message().contains(part), "{part:?} is not in {:?}", error.message());
}

/// All kinds of recurrent networks and their cells.
fn recurrent(s: u64) -> Vec<u64> {
    let all = [
        module::rnn(s, 3, 4, 1, false, true, false, 0.0, false),
        module::lstm(s, 3, 4, 1, true, false, 0.0, false, 0),
        module::gru(s, 3, 4, 1, true, false, 0.0, false),
        module::rnn_cell(s, 3, 4, true, true),
        module::lstm_cell(s, 3, 4, true),
        module::gru_cell(s, 3, 4, true),
    ];
    all.into_iter().map(|made| made.expect("it is right")).collect()
}

#[test]
fn recurrent_weights_are_uniform_within_the_root_of_the_hidden_size() {
    let root = Root::new();
    for m in recurrent(root.0) {
        let parameters = module::parameters(root.0, m, false).expect("open");
        assert_eq!(parameters.len(), 4);
        let all: Vec<f32> = parameters.into_iter().flat_map(values).collect();
        assert!(all.iter().all(|x| x.abs() <= 0.5), "1 / sqrt(4) is 0.5: {all:?}");
        assert!(all.iter().any(|x| x.abs() > 0.25) && all.iter().any(|x| *x < 0.0), "{all:?}");
    }
}

#[test]
fn no_samples_give_no_results() {
    let root = Root::new();
    for (m, axes) in recurrent(root.0).into_iter().zip([3, 3, 3, 2, 2, 2]) {
        let (shape, want): (&[i64], Vec<i64>) =
            if axes == 3 { (&[5, 0, 3], vec![5, 0, 4]) } else { (&[0, 3], vec![0, 4]) };
        let out = root.call(m, &[root.zeros(shape)]).expect("no samples");
        assert_eq!(shapes(&out)[0], want);
    }
    for mode in 0..3 {
        let bag = module::embedding_bag(root.0, 3, 2, mode, false, Some(1), None, 2.0, false).expect("it is right");
        assert_eq!(shapes(&root.call(bag, &[root.ints(&[0, 3], &[])]).expect("no bags")), [[0, 2]]);
        let none = root.call(bag, &[root.ints(&[2, 0], &[])]).expect("no indices");
        assert_eq!(values(none[0]), [0.0; 4], "mode {mode}");
        let starts = root.ints(&[2], &[0, 0]);
        let none = root.call(bag, &[root.ints(&[0], &[]), starts]).expect("no indices");
        assert_eq!(values(none[0]), [0.0; 4], "mode {mode}");
        let padding = root.call(bag, &[root.ints(&[1, 2], &[1, 1])]).expect("only padding");
        assert_eq!(values(padding[0]), [0.0; 2], "mode {mode}");
    }
    let decoder = module::transformer_decoder(root.0, 4, 2, 1, 4, 0.0, false, 1e-5, true, false, true).expect("right");
    let out = root.call(decoder, &[root.zeros(&[0, 3, 4]), root.zeros(&[0, 2, 4])]).expect("no samples");
    assert_eq!(shapes(&out), [[0, 3, 4]]);
    let pool = module::global_max_pool2d(root.0).expect("made");
    assert_eq!(shapes(&root.call(pool, &[root.zeros(&[0, 2, 3, 3])]).expect("no samples")), [[0, 2]]);
    let norm = module::local_response_norm(root.0, 2, 1.0, 1.0, 1.0).expect("right");
    assert_eq!(shapes(&root.call(norm, &[root.zeros(&[0, 2, 3])]).expect("no samples")), [[0, 2, 3]]);
    let logs = root.zeros(&[4, 0, 3]);
    let (labels, none) = (root.ints(&[0, 2], &[]), root.ints(&[0], &[]));
    assert_eq!(shapes(&[tensor::ctc_loss(root.0, logs, labels, none, none, 0, 0, false).expect("no samples")]), [[0]]);
    let sum = tensor::ctc_loss(root.0, logs, labels, none, none, 0, 2, false).expect("no samples");
    assert_eq!(values(sum), [0.0]);
}

#[test]
fn modes_decide_about_dropout() {
    let root = Root::new();
    let (x, memory) = (root.full(&[2, 5, 4], 1.0), root.full(&[2, 3, 4], 0.5));
    let rnn = module::rnn(root.0, 4, 4, 2, false, true, true, 1.0, false).expect("right");
    let position = module::positional_encoding(root.0, 4, 1.0, 9, true).expect("right");
    let decoder = module::transformer_decoder(root.0, 4, 2, 1, 4, 0.9, false, 1e-5, true, false, false).expect("right");
    let attention = module::multihead_attention(root.0, 4, 2, 0.9, true, true, true, true, None, None, false, false)
        .expect("right");
    for (m, inputs) in [(rnn, vec![x]), (position, vec![x]), (decoder, vec![x, memory]), (attention, vec![x])] {
        let once = values(root.call(m, &inputs).expect("it fits")[0]);
        module::set_training(m, false).expect("open");
        let twice = values(root.call(m, &inputs).expect("it fits")[0]);
        assert_ne!(once, twice, "{}", module::kind(m).expect("open"));
        assert_eq!(twice, values(root.call(m, &inputs).expect("it fits")[0]), "nothing is random in evaluation");
    }
    module::set_training(position, true).expect("open");
    assert_eq!(values(root.call(position, &[x]).expect("it fits")[0]), [0.0; 40], "all is dropped");
}

#[test]
fn positions_are_those_of_the_paper() {
    let root = Root::new();
    let m = module::positional_encoding(root.0, 5, 0.0, 3, false).expect("right");
    assert_eq!(module::state_names(m).expect("open"), "pe\n");
    assert_eq!(module::parameter_count(m, false).expect("open"), 0, "a buffer is not trained");
    let table = values(module::get(root.0, m, "pe").expect("there"));
    for (i, found) in table.iter().enumerate() {
        let (position, feature) = ((i / 5) as f64, i % 5);
        let angle = position / 10_000f64.powf((feature / 2 * 2) as f64 / 5.0);
        let wanted = if feature.is_multiple_of(2) { angle.sin() } else { angle.cos() };
        assert!((f64::from(*found) - wanted).abs() < 1e-7, "{i}: {found} is not {wanted}");
    }
    refused(module::forward(root.0, m, root.zeros(&[4, 1, 5])), Status::ShapeMismatch, "at most 3 steps");
    refused(module::forward(root.0, m, root.zeros(&[2, 1, 4])), Status::ShapeMismatch, "[2,1,4]");
}

#[test]
fn copies_compute_the_same_and_are_apart() {
    let root = Root::new();
    let x = root.full(&[2, 3], 0.3);
    for m in recurrent(root.0) {
        let copy = module::copy(root.0, m).expect("there is room");
        let out = |m| values(root.call(m, &[x]).expect("it fits")[0]);
        assert_eq!(out(m), out(copy));
        tensor::fill(module::parameters(root.0, copy, false).expect("open")[0], 1.0f64.into()).expect("writable");
        assert_ne!(out(m), out(copy), "{}", module::describe(m).expect("open"));
    }
}

#[test]
fn summaries_name_the_parts_of_a_graph() {
    let root = Root::new();
    let graph = module::graph(root.0, "x\n").expect("right");
    let cell = module::rnn(root.0, 3, 4, 1, false, true, false, 0.0, false).expect("right");
    module::graph_add(graph, "rnn", cell, "x\n").expect("no cycle");
    module::graph_add(graph, "head", module::linear(root.0, 4, 2, true).expect("right"), "rnn.1\n").expect("no cycle");
    module::graph_outputs(graph, "head\nrnn\n").expect("both are there");
    let out = root.call(graph, &[root.zeros(&[5, 1, 3])]).expect("it fits");
    assert_eq!(shapes(&out), [vec![1, 1, 2], vec![5, 1, 4]]);
    let table = module::summary(graph, &[5, 1, 3], F32).expect("it fits");
    let rows: Vec<Vec<&str>> = table.lines().map(|row| row.split_whitespace().collect()).collect();
    assert_eq!(rows[1][..3], ["Graph", "[1,1,2]", "[5,1,4]"]);
    assert_eq!(rows[2][..4], ["rnn", "RNN", "[5,1,4]", "[1,1,4]"]);
    assert_eq!(rows[3], ["head", "Linear", "[1,1,2]", "10", "40"]);
    assert!(
        module::describe(graph).expect("open").starts_with("Graph(inputs=[x], outputs=[head, rnn]\n  (rnn): RNN(3, 4)")
    );
    module::graph_outputs(graph, "rnn.2\n").expect("the number of results is known when it is called");
    refused(root.call(graph, &[root.zeros(&[5, 1, 3])]), Status::InvalidArgument, "'rnn.2': 'rnn' has 2 results");
}

#[test]
fn graphs_refuse_what_cannot_be_computed() {
    let root = Root::new();
    let make = |text: &str| module::graph(root.0, text);
    refused(make(""), Status::InvalidArgument, "at least one input");
    refused(make("a\na\n"), Status::InvalidArgument, "two inputs 'a'");
    refused(make("a.b\n"), Status::InvalidArgument, "cannot be a name");
    let graph = make("a\n").expect("right");
    let node = || module::identity(root.0).expect("made");
    for (name, next) in [("one", "two"), ("two", "three"), ("four", "a")] {
        module::graph_add(graph, name, node(), next).expect("no cycle yet");
    }
    let last = node();
    let closing = module::graph_add(graph, "three", last, "four\none\n");
    refused(closing, Status::InvalidArgument, "node 'three' would close a cycle: three <- one <- two <- three");
    refused(module::graph_add(graph, "five", last, ""), Status::InvalidArgument, "node 'five' reads nothing");
    refused(module::graph_add(graph, "five", last, "a.x"), Status::InvalidArgument, "'a.x' is not the name of a node");
    refused(module::graph_add(graph, "five", graph, "a"), Status::InvalidArgument, "its own subtree");
    refused(module::graph_outputs(graph, "one"), Status::InvalidArgument, "'three', which node 'two' reads");
    refused(module::graph_outputs(graph, ""), Status::InvalidArgument, "at least one output");
    refused(module::graph_add(node(), "five", last, "a"), Status::InvalidArgument, "a Identity is not a Graph");
    module::graph_add(graph, "five", last, "a").expect("what was refused left nothing");
    module::graph_outputs(graph, "five").expect("it needs nothing else");
    let x = root.full(&[1], 7.0);
    assert_eq!(values(module::forward(root.0, graph, x).expect("computed")), [7.0]);
    let small = scope::push(root.0).expect("a scope");
    let limited = module::graph(small, "a").expect("right");
    let large = module::linear(root.0, 10, 10, true).expect("right");
    scope::set_limit(small, 100).expect("open");
    refused(module::graph_add(limited, "large", large, "a"), Status::LimitExceeded, "limit is 100");
    scope::set_limit(small, 0).expect("open");
    module::graph_add(limited, "large", large, "a").expect("what was refused left nothing");
}

#[test]
fn settings_and_inputs_that_do_not_fit_are_refused() {
    let root = Root::new();
    let s = root.0;
    refused(module::rnn(s, 0, 4, 1, false, true, false, 0.0, false), Status::InvalidArgument, "input_size is 0");
    refused(module::gru_cell(s, 3, -1, true), Status::InvalidArgument, "hidden_size is -1");
    refused(module::lstm_cell(s, 3, i64::MAX, true), Status::InvalidArgument, "hidden_size is too large");
    refused(
        module::embedding_bag(s, 3, 2, 7, false, None, None, 2.0, false),
        Status::InvalidArgument,
        "7 is not the code",
    );
    refused(
        module::embedding_bag(s, 3, 2, 0, false, Some(3), None, 2.0, false),
        Status::InvalidArgument,
        "padding_idx is 3",
    );
    refused(module::local_response_norm(s, 0, 1.0, 1.0, 1.0), Status::InvalidArgument, "size is 0");
    for most in [0.0, -1.0, f64::NAN] {
        let made = module::embedding(s, 3, 2, None, Some(most), 2.0, false);
        refused(made, Status::InvalidArgument, &format!("max_norm is {most}, it must be greater than 0"));
    }
    refused(module::embedding(s, 3, 2, None, Some(1.0), f64::NAN, false), Status::InvalidArgument, "norm_type is NaN");
    let made = module::embedding_bag(s, 3, 2, 2, false, None, None, 2.0, true);
    refused(made, Status::InvalidArgument, "scale_grad_by_freq is for sums and means, the mode is Max");
    for projected in [-1, 4, i64::MAX] {
        let made = module::lstm(s, 3, 4, 1, true, false, 0.0, false, projected);
        refused(made, Status::InvalidArgument, &format!("proj_size is {projected}, it must be at least 0 and below"));
    }
    let attention = |keys, values| {
        module::multihead_attention(s, 4, 2, 0.0, true, true, false, false, Some(keys), Some(values), true, true)
    };
    refused(attention(0, 3), Status::InvalidArgument, "kdim is 0, it must be at least 1");
    refused(attention(3, -2), Status::InvalidArgument, "vdim is -2, it must be at least 1");
    refused(attention(3, 1 << 53), Status::InvalidArgument, "vdim is 9007199254740992, too large");
    let (other, x) = (attention(3, 5).expect("right"), root.zeros(&[1, 2, 4]));
    refused(root.call(other, &[x]), Status::ShapeMismatch, "a shape of [1,2,4] is not [L,N,3] or [L,3]");
    refused(module::positional_encoding(s, 4, 0.1, 0, false), Status::InvalidArgument, "max_len is 0");
    let decoder = module::transformer_decoder(s, 4, 2, 0, 4, 0.0, false, 1e-5, true, false, false);
    refused(decoder, Status::InvalidArgument, "num_layers is 0");
    let cell = module::lstm_cell(s, 3, 4, true).expect("right");
    let (x, h) = (root.zeros(&[2, 3]), root.zeros(&[2, 4]));
    refused(root.call(cell, &[x, h]), Status::InvalidArgument, "LSTMCell takes 1 or 3 inputs, got 2");
    refused(root.call(cell, &[x, h, x]), Status::ShapeMismatch, "[2,3]");
    refused(root.call(cell, &[root.zeros(&[1, 2, 3])]), Status::ShapeMismatch, "has not 1 or 2 axes");
    refused(root.call(cell, &[0]), Status::InvalidArgument, "at least one input");
    refused(root.call(cell, &[0, h, h]), Status::InvalidArgument, "LSTMCell: input 0 is left out");
    let bag = module::embedding_bag(s, 3, 2, 1, false, None, None, 2.0, false).expect("right");
    let words = root.ints(&[2], &[0, 1]);
    refused(root.call(bag, &[words]), Status::InvalidArgument, "need offsets");
    refused(root.call(bag, &[words, root.ints(&[1], &[1])]), Status::InvalidArgument, "offset 0 is 1, it must be 0");
    refused(root.call(bag, &[words, root.ints(&[0], &[])]), Status::InvalidArgument, "2 indices, and no offset");
    refused(root.call(bag, &[words, root.zeros(&[1])]), Status::DtypeMismatch, "offsets must be integers");
    let starts = root.ints(&[1], &[0]);
    refused(root.call(bag, &[words, starts, root.zeros(&[2])]), Status::InvalidArgument, "the mode is Mean");
    refused(root.call(bag, &[root.ints(&[1, 1], &[3])]), Status::InvalidArgument, "3");
    let sums = module::embedding_bag(s, 3, 2, 0, true, None, None, 2.0, false).expect("right");
    refused(root.call(sums, &[words, starts]), Status::InvalidArgument, "the last offset is 0, not the 2 indices");
    let ended = root.ints(&[2], &[0, 2]);
    refused(root.call(sums, &[words, ended, root.zeros(&[3])]), Status::ShapeMismatch, "factors of shape [3]");
    let decoder = module::transformer_decoder_layer(s, 4, 2, 4, 0.0, false, 1e-5, true, false).expect("right");
    let y = root.zeros(&[1, 2, 4]);
    refused(root.call(decoder, &[y]), Status::InvalidArgument, "takes 2 to 6 inputs, got 1");
    refused(root.call(decoder, &[y, 0]), Status::InvalidArgument, "the memory is left out");
    refused(module::forward(s, decoder, y), Status::InvalidArgument, "takes 2 to 6 inputs, got 1");
    let join = module::join_concat(s, 1).expect("made");
    refused(root.call(join, &[y, 0]), Status::InvalidArgument, "Concat: input 1 is left out");
    let norm = module::local_response_norm(s, 2, 1.0, 1.0, 1.0).expect("right");
    refused(module::forward(s, norm, x), Status::ShapeMismatch, "at least 3 axes");
}

#[test]
fn a_bag_of_the_largest_has_the_gradient_of_the_first_of_equal_rows() {
    let root = Root::new();
    let bag = module::embedding_bag(root.0, 3, 1, 2, false, None, None, 2.0, false).expect("right");
    module::load_state(bag, "weight\n", &[root.full(&[3, 1], 2.0)], true, false).expect("it fits");
    let on = tape::open(root.0).expect("a tape");
    let watched = module::watch(root.0, bag, on).expect("open");
    let out = root.call(bag, &[root.ints(&[1, 3], &[2, 0, 1])]).expect("it fits");
    let loss = tensor::sum(root.0, out[0], &[], false).expect("summed");
    let gradient = tape::backward(root.0, on, loss, &watched).expect("recorded");
    assert_eq!(values(gradient[0]), [0.0, 0.0, 1.0]);
}

/// What is looked up is bounded in the matrix, in evaluation too, and a failed call changes nothing.
#[test]
fn rows_are_bounded_where_they_are_looked_up() {
    let root = Root::new();
    let s = root.0;
    let weight = [3.0f32, 4.0, 6.0, 8.0, 0.3, 0.4];
    let bytes: Vec<u8> = weight.iter().flat_map(|value| value.to_ne_bytes()).collect();
    let weight = tensor::from_data(s, 0, F32, &bytes[..], &[3, 2]).expect("there is room");
    let near = |m: u64, want: [f32; 6]| {
        let own = module::get(s, m, "weight").expect("it has one");
        let got = values(own);
        assert!(got.iter().zip(want).all(|(a, b)| (a - b).abs() < 1e-6), "{got:?}, not {want:?}");
    };
    let plain = module::embedding(s, 3, 2, None, Some(1.0), 2.0, false).expect("right");
    let bag = module::embedding_bag(s, 3, 2, 0, false, None, Some(1.0), 2.0, false).expect("right");
    for m in [plain, bag] {
        module::load_state(m, "weight\n", &[weight], true, false).expect("it fits");
        module::set_training(m, false).expect("open");
        module::requires_grad(m, true).expect("they are leaves");
        refused(root.call(m, &[root.ints(&[1, 2], &[1, 3])]), Status::InvalidArgument, "3");
        near(m, [3.0, 4.0, 6.0, 8.0, 0.3, 0.4]);
        let out = root.call(m, &[root.ints(&[1, 2], &[1, 2])]).expect("in range")[0];
        near(m, [3.0, 4.0, 0.6, 0.8, 0.3, 0.4]);
        let sum = tensor::sum(s, out, &[], false).expect("summed");
        tensor::backward(sum, false).expect("recorded");
        let own = module::get(s, m, "weight").expect("it has one");
        assert_eq!(values(tensor::gradient(s, own).expect("a leaf")), [0.0, 0.0, 1.0, 1.0, 1.0, 1.0]);
    }
}
