//! Training on a device: by a trainer, by a tape and by leaves; the losses of the processor within
//! the bound of products.

use super::*;
use tenure::api::{module, optimizer, random, scope, tape, tensor, trainer};

const CPU: i32 = 0;
const CUDA: i32 = 1 << 16;
const F32: i32 = DType::F32 as i32;
const I64: i32 = DType::I64 as i32;
const CROSS_ENTROPY: i32 = 0;
const MSE: i32 = 1;

/// A scope on a device, with a batch of 12 features and 4 targets, drawn from one stream.
fn begun(device: i32) -> (u64, u64, u64) {
    cuda();
    let root = scope::push(0).expect("a scope");
    scope::set_default_device(root, device).expect("it is there");
    random::seed(11).expect("a seed");
    let x = tensor::randn(root, -1, F32, &[8, 12]).expect("small");
    let y = tensor::rand(root, -1, F32, &[8, 4]).expect("small");
    (root, x, y)
}

fn net(root: u64) -> u64 {
    let net = module::sequential(root).expect("small");
    let parts = [
        module::linear(root, 12, 16, true),
        module::relu(root),
        module::dropout(root, 0.25),
        module::linear(root, 16, 4, true),
    ];
    for part in parts {
        module::append(net, part.expect("small")).expect("a part");
    }
    net
}

fn adam(root: u64, net: u64) -> u64 {
    let parameters = module::parameters(root, net, true).expect("open");
    optimizer::adam(root, &parameters, 0.01, 0.9, 0.999, 1e-8, 0.0, false, false).expect("floats")
}

/// Losses that differ by no more than what the products of this size may.
fn same(on_cpu: &[f64], on_device: &[f64]) {
    assert!(on_cpu.last() < on_cpu.first(), "it learns: {on_cpu:?}");
    for (a, b) in on_cpu.iter().zip(on_device) {
        assert!((a - b).abs() <= 1e-5 * a.abs().max(1.0), "{on_cpu:?}\n{on_device:?}");
    }
}

#[test]
fn a_trainer_steps_on_the_device() {
    let losses = |device: i32, loss: i32| -> Vec<f64> {
        let (root, x, y) = begun(device);
        let y = if loss == MSE { y } else { tensor::randint(root, -1, I64, 0, 4, &[8]).expect("small") };
        let net = net(root);
        let trainer = trainer::new(root, net, adam(root, net), loss).expect("its parameters");
        trainer::clip_grad_norm(trainer, 1.0, 2.0).expect("a norm");
        let losses = (0..12).map(|step| {
            trainer::step(trainer, x, y).unwrap_or_else(|error| panic!("step {step} of loss {loss}: {error}"))
        });
        let losses = losses.collect();
        assert!(trainer::grad_norm(trainer).expect("it was clipped") > 0.0);
        scope::close(root).expect("open");
        losses
    };
    for loss in [MSE, CROSS_ENTROPY] {
        same(&losses(CPU, loss), &losses(CUDA, loss));
    }
}

#[test]
fn a_trainer_takes_the_settings_of_a_loss_of_classes() {
    let losses = |device: i32| -> Vec<f64> {
        let (root, x, _) = begun(device);
        let y = tensor::randint(root, -1, I64, 0, 4, &[8]).expect("small");
        let net = net(root);
        let trainer = trainer::new(root, net, adam(root, net), CROSS_ENTROPY).expect("its parameters");
        trainer::set_loss_setting(trainer, "label_smoothing", 0.1).expect("a setting");
        trainer::set_loss_setting(trainer, "ignore_index", 3.0).expect("a setting");
        trainer::set_loss_weight(trainer, tensor::linspace(root, -1, F32, 0.5, 2.0, 4).expect("small"))
            .expect("it has a weight");
        let losses = (0..12).map(|_| trainer::step(trainer, x, y).expect("on the device"));
        let losses = losses.collect();
        scope::close(root).expect("open");
        losses
    };
    same(&losses(CPU), &losses(CUDA));
}

#[test]
fn a_trainer_steps_recurrent_networks_on_the_device() {
    let losses = |device: i32, kind: usize| -> Vec<f64> {
        let (root, _, _) = begun(device);
        let (x, y) = (tensor::randn(root, -1, F32, &[5, 4, 6]), tensor::rand(root, -1, F32, &[5, 4, 3]));
        let net = module::sequential(root).expect("small");
        let recurrent = match kind {
            0 => module::lstm(root, 6, 5, 2, true, true, 0.25, true, 0),
            1 => module::gru(root, 6, 10, 2, true, true, 0.25, false),
            2 => module::rnn(root, 6, 10, 1, false, true, true, 0.0, false),
            _ => module::rnn(root, 6, 10, 1, true, true, true, 0.0, false),
        };
        for part in [recurrent, module::linear(root, 10, 3, true)] {
            module::append(net, part.expect("small")).expect("a part");
        }
        let trainer = trainer::new(root, net, adam(root, net), MSE).expect("its parameters");
        let (x, y) = (x.expect("small"), y.expect("small"));
        let losses = (0..5).map(|_| trainer::step(trainer, x, y).expect("on the device"));
        let losses = losses.collect();
        scope::close(root).expect("open");
        losses
    };
    for kind in 0..4 {
        same(&losses(CPU, kind), &losses(CUDA, kind));
    }
}

#[test]
fn cells_of_recurrent_networks_compute_on_the_device() {
    let results = |device: i32| -> Vec<f32> {
        let (root, x, _) = begun(device);
        let cells = [
            module::lstm_cell(root, 12, 5, true),
            module::gru_cell(root, 12, 5, true),
            module::rnn_cell(root, 12, 5, true, false),
            module::rnn_cell(root, 12, 5, false, true),
        ];
        let mut results = Vec::new();
        for cell in cells {
            let cell = cell.expect("small");
            let first = module::forward_all(root, cell, &[x]).expect("it fits");
            let next = module::forward_all(root, cell, &[&[x][..], &first].concat()).expect("it fits");
            for t in next {
                let (t, mut bytes) = (tensor::to_device(root, t, CPU).expect("room"), [0; 8 * 5 * 4]);
                tensor::copy_to(t, &mut bytes[..]).expect("there is room");
                let numbers = bytes.chunks_exact(4).map(|b| f32::from_ne_bytes(b.try_into().expect("four")));
                results.extend(numbers);
            }
        }
        scope::close(root).expect("open");
        results
    };
    for (on_cpu, on_device) in results(CPU).iter().zip(results(CUDA)) {
        assert!((on_cpu - on_device).abs() <= 1e-6, "{on_cpu} {on_device}");
    }
}

#[test]
fn a_tape_trains_on_the_device() {
    let losses = |device: i32| -> Vec<f64> {
        let (root, x, y) = begun(device);
        let net = net(root);
        let by = adam(root, net);
        let losses = (0..8).map(|_| {
            let step = scope::push(root).expect("open");
            let tape = tape::open(step).expect("small");
            let parameters = module::watch(step, net, tape).expect("open");
            let loss = tensor::mse_loss(step, module::forward(step, net, x).expect("it fits"), y, 1).expect("it fits");
            let value = tensor::item(loss).expect("one element");
            let gradients = tape::backward(step, tape, loss, &parameters).expect("recorded");
            optimizer::step(by, &gradients).expect("as many");
            scope::close(step).expect("open");
            value
        });
        let losses = losses.collect();
        scope::close(root).expect("open");
        losses
    };
    same(&losses(CPU), &losses(CUDA));
}

#[test]
fn leaves_are_followed_when_their_module_moves() {
    let losses = |moves: bool| -> Vec<f64> {
        let (root, x, y) = begun(CPU);
        let net = net(root);
        module::requires_grad(net, true).expect("open");
        let by = adam(root, net);
        let mut batch = (x, y);
        let losses = (0..8).map(|step| {
            if moves && step == 3 {
                module::to_device(net, CUDA).expect("there");
                let there = |t| tensor::to_device(root, t, CUDA).expect("there");
                batch = (there(x), there(y));
            }
            let inner = scope::push(root).expect("open");
            optimizer::zero_gradients(by).expect("open");
            let out = module::forward(inner, net, batch.0).expect("it fits");
            let loss = tensor::mse_loss(inner, out, batch.1, 1).expect("it fits");
            let value = tensor::item(loss).expect("one element");
            tensor::backward(loss, false).expect("recorded");
            optimizer::step_leaves(by).expect("there are gradients");
            scope::close(inner).expect("open");
            value
        });
        let losses = losses.collect();
        scope::close(root).expect("open");
        losses
    };
    same(&losses(false), &losses(true));
}

/// Losses of L-BFGS, and the parameters at last, of a module that moves to the device before an
/// evaluation. All of it has the processor's bits, since there is no product.
fn searched(moves: Option<usize>, is_cancelled: bool) -> (Vec<f64>, Vec<Vec<u8>>) {
    let (root, x, _) = begun(CPU);
    let y = tensor::rand(root, -1, F32, &[8, 12]).expect("small");
    let net = module::layer_norm(root, &[12], 1e-5, true, true).expect("small");
    module::requires_grad(net, true).expect("open");
    let parameters = module::parameters(root, net, true).expect("open");
    let by = optimizer::lbfgs(root, &parameters, 0.5, 4, 0, 1e-7, 1e-9, 10, true).expect("floats");
    let (mut batch, mut losses) = ((x, y), Vec::new());
    let mut evaluate = || {
        if moves == Some(losses.len()) {
            module::to_device(net, CUDA).expect("there");
            let there = |t| tensor::to_device(root, t, CUDA).expect("there");
            batch = (there(batch.0), there(batch.1));
        }
        let inner = scope::push(root).expect("open");
        optimizer::zero_gradients(by).expect("open");
        let out = module::forward(inner, net, batch.0).expect("it fits");
        let loss = tensor::mse_loss(inner, out, batch.1, 1).expect("it fits");
        losses.push(tensor::item(loss).expect("one element"));
        tensor::backward(loss, false).expect("recorded");
        let is_wanted = optimizer::step_loss(by, losses[losses.len() - 1], &[]).expect("there are gradients");
        scope::close(inner).expect("open");
        is_wanted
    };
    for _ in 0..3 {
        while evaluate() {}
    }
    if is_cancelled {
        assert!(evaluate(), "a step that waits");
        if moves.is_none() {
            optimizer::cancel_step(by).expect("open");
        } else {
            module::to_device(net, CPU).expect("there");
            optimizer::cancel_step(by).expect("open");
        }
    }
    let parameters = module::parameters(root, net, true).expect("open");
    let bytes = parameters.iter().map(|&t| {
        let t = tensor::to_device(root, t, CPU).expect("there");
        let mut bytes = vec![0; 48];
        tensor::copy_to(t, &mut bytes[..]).expect("there is room");
        bytes
    });
    let bytes = bytes.collect();
    scope::close(root).expect("open");
    (losses, bytes)
}

#[test]
fn a_search_follows_its_module() {
    let wanted = searched(None, false);
    assert!(wanted.0.len() > 6, "{:?}", wanted.0);
    // Before the first evaluation, within a search, and between two steps or in another search.
    for moves in 0..5 {
        assert_eq!(searched(Some(moves), false), wanted, "moved before evaluation {moves}");
    }
    assert_eq!(searched(Some(1), true), searched(None, true), "a step that was taken back");
}

#[test]
fn a_trainer_searches_on_the_device() {
    let losses = |device: i32, strong_wolfe: bool| -> Vec<f64> {
        let (root, x, _) = begun(device);
        let y = tensor::rand(root, -1, F32, &[8, 12]).expect("small");
        let net = module::layer_norm(root, &[12], 1e-5, true, true).expect("small");
        let parameters = module::parameters(root, net, true).expect("open");
        let by = optimizer::lbfgs(root, &parameters, 0.5, 3, 0, 1e-7, 1e-9, 10, strong_wolfe).expect("floats");
        let trainer = trainer::new(root, net, by, MSE).expect("its parameters");
        let losses = (0..4).map(|_| trainer::step(trainer, x, y).expect("it fits")).collect();
        scope::close(root).expect("open");
        losses
    };
    for strong_wolfe in [false, true] {
        assert_eq!(losses(CUDA, strong_wolfe), losses(CPU, strong_wolfe), "strong {strong_wolfe}");
    }
}

#[test]
fn a_trainer_follows_its_module() {
    let (root, x, y) = begun(CPU);
    let net = net(root);
    let trainer = trainer::new(root, net, adam(root, net), MSE).expect("its parameters");
    let first = trainer::step(trainer, x, y).expect("on the processor");
    module::to_device(net, CUDA).expect("there");
    let there = |t| tensor::to_device(root, t, CUDA).expect("there");
    let (x, y) = (there(x), there(y));
    let losses: Vec<f64> = (0..10).map(|_| trainer::step(trainer, x, y).expect("on the device")).collect();
    let last = losses[9];
    assert!(last < first, "{first} {last}");
    scope::close(root).expect("open");
}
