//! Trainers with L-BFGS, a scaled loss, averages of weights, and gradient checkpointing: the bits of
//! the calls one by one, or those without.

use std::sync::{Mutex, MutexGuard, PoisonError};
use tenure::api::{memory, module, optimizer, random, scope, tape, tensor, trainer};
use tenure::error::{Result, Status};
use tenure::nn::trainer::LossKind;
use tenure::tensor::DType;

const F32: i32 = DType::F32 as i32;

/// The random stream and the counts of memory are those of the process: one test at a time.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A scope; what it owns goes with it.
struct Root(u64);

impl Root {
    fn new() -> Root {
        Root(scope::push(0).expect("a scope"))
    }
}

impl Drop for Root {
    fn drop(&mut self) {
        scope::close(self.0).expect("open");
    }
}

fn bytes(t: u64) -> Vec<u8> {
    let size = DType::from_code(tensor::dtype(t).expect("open")).expect("a dtype").size();
    let mut bytes = vec![0; tensor::size(t).expect("open") as usize * size];
    tensor::copy_to(t, &mut bytes[..]).expect("there is room");
    bytes
}

fn state(root: u64, net: u64) -> Vec<Vec<u8>> {
    module::state(root, net).expect("open").iter().map(|&t| bytes(t)).collect()
}

fn parameters(root: u64, net: u64) -> Vec<u64> {
    module::parameters(root, net, true).expect("open")
}

fn refused<T: std::fmt::Debug>(result: Result<T>, status: Status, part: &str) {
    let error = result.expect_err("it is refused");
    assert_eq!(error.status(), status, "{}", error.message());
    assert!(error.message().contains(part), "{part:?} is not in {:?}", error.message());
}

fn sequence(root: u64, parts: &[u64]) -> Result<u64> {
    let net = module::sequential(root)?;
    parts.iter().try_for_each(|&part| module::append(net, part).map(drop))?;
    Ok(net)
}

fn mlp(root: u64) -> Result<u64> {
    sequence(root, &[module::linear(root, 6, 9, true)?, module::tanh(root)?, module::linear(root, 9, 4, true)?])
}

/// Two blocks with statistics, random numbers and an input that is read several times.
fn blocks(root: u64) -> Result<u64> {
    let block = |out: i64| {
        let inner = [
            module::linear(root, 8, 16, true)?,
            module::batch_norm1d(root, 16, 1e-5, Some(0.1), true, true)?,
            module::gelu(root, false)?,
            module::dropout(root, 0.3)?,
            module::linear(root, 16, 8, true)?,
        ];
        let residual = module::residual(root)?;
        inner.iter().try_for_each(|&part| module::append(residual, part).map(drop))?;
        sequence(root, &[residual, module::linear(root, 8, out, true)?])
    };
    sequence(root, &[block(8)?, block(8)?, block(4)?])
}

fn batch(root: u64, width: i64) -> Result<(u64, u64)> {
    Ok((tensor::randn(root, 0, F32, &[5, width])?, tensor::randn(root, 0, F32, &[5, 4])?))
}

fn sgd(root: u64, net: u64) -> Result<u64> {
    optimizer::sgd(root, &parameters(root, net), 0.05, 0.9, 0.0, 0.0, false, false)
}

fn trainer_of(root: u64, net: u64, by: u64) -> Result<u64> {
    trainer::new(root, net, by, LossKind::Mse as i32)
}

#[test]
fn a_step_of_lbfgs_has_the_bits_of_the_calls_one_by_one() -> Result<()> {
    let _alone = alone();
    for strong_wolfe in [false, true] {
        let root = Root::new();
        random::seed(7)?;
        let net = mlp(root.0)?;
        let other = module::copy(root.0, net)?;
        let (x, y) = batch(root.0, 6)?;
        let lbfgs = |net| {
            optimizer::lbfgs(root.0, &parameters(root.0, net), 0.5, 4, 0, 1e-7, 1e-9, 10, strong_wolfe).expect("valid")
        };
        let (by, other_by) = (lbfgs(net), lbfgs(other));
        let trainer = trainer_of(root.0, net, by)?;
        if !strong_wolfe {
            trainer::clip_grad_norm(trainer, 0.5, 2.0)?;
        }
        let mut last = f64::INFINITY;
        for step in 0..3 {
            let loss = trainer::step(trainer, x, y)?;
            let mut first = None;
            loop {
                let scope = scope::push(root.0)?;
                let tape = tape::open(scope)?;
                let watched = module::watch(scope, other, tape)?;
                let out = tensor::mse_loss(scope, module::forward(scope, other, x)?, y, 1)?;
                let value = tensor::item(out)?;
                first = first.or(Some(value));
                let gradients = tape::backward(scope, tape, out, &watched)?;
                if !strong_wolfe {
                    optimizer::clip_grad_norm(&gradients, 0.5, 2.0, false)?;
                }
                let is_wanted = optimizer::step_loss(other_by, value, &gradients)?;
                scope::close(scope)?;
                if !is_wanted {
                    break;
                }
            }
            assert_eq!(Some(loss.to_bits()), first.map(f64::to_bits), "step {step}");
            assert_eq!(state(root.0, net), state(root.0, other), "step {step}");
            assert!(loss < last || !strong_wolfe, "{loss} after {last}");
            last = loss;
        }
        assert_eq!((trainer::steps(trainer)?, trainer::updates(trainer)?), (3, 3));
        refused(trainer::accumulate(trainer, 2), Status::InvalidArgument, "LBFGS evaluates the loss of one batch");
        refused(trainer::scale_loss(trainer, 2.0, 2.0, 0.5, 1), Status::InvalidArgument, "LBFGS compares losses");
        let before = state(root.0, net);
        let few = tensor::zeros(root.0, 0, F32, &[5, 3])?;
        refused(trainer::step(trainer, x, few), Status::ShapeMismatch, "");
        assert_eq!(state(root.0, net), before);
    }
    Ok(())
}

/// A scale that is a power of 2 changes no bit of float32, and grows by PyTorch's rules.
#[test]
fn a_scaled_loss_has_the_same_bits_in_float32() -> Result<()> {
    let _alone = alone();
    let root = Root::new();
    random::seed(7)?;
    let net = mlp(root.0)?;
    let other = module::copy(root.0, net)?;
    let (x, y) = batch(root.0, 6)?;
    let (scaled, plain) =
        (trainer_of(root.0, net, sgd(root.0, net)?)?, trainer_of(root.0, other, sgd(root.0, other)?)?);
    assert_eq!(trainer::loss_scale(scaled)?, 1.0);
    trainer::scale_loss(scaled, 1024.0, 2.0, 0.5, 2)?;
    for trainer in [scaled, plain] {
        trainer::clip_grad_norm(trainer, 0.3, 2.0)?;
        trainer::accumulate(trainer, 2)?;
    }
    for step in 0..8 {
        assert_eq!(trainer::step(scaled, x, y)?.to_bits(), trainer::step(plain, x, y)?.to_bits());
        assert_eq!(state(root.0, net), state(root.0, other), "step {step}");
    }
    assert_eq!(trainer::loss_scale(scaled)?, 4096.0, "4 updates, 2 of them an interval");
    for (initial, growth, backoff, interval) in
        [(0.0, 2.0, 0.5, 1), (1e60, 2.0, 0.5, 1), (1.0, 1.0, 0.5, 1), (1.0, 2.0, 1.0, 1), (1.0, 2.0, 0.5, 0)]
    {
        refused(trainer::scale_loss(scaled, initial, growth, backoff, interval), Status::InvalidArgument, "a ");
    }
    Ok(())
}

/// A float16 module: a step whose gradients overflow is left out and the scale shrinks, until updates are made.
#[test]
fn a_scaled_half_is_trained_by_its_masters() -> Result<()> {
    let _alone = alone();
    for (dtype, initial) in [(DType::F16, 2f64.powi(24)), (DType::BF16, 2f64.powi(8))] {
        let root = Root::new();
        random::seed(7)?;
        let net = mlp(root.0)?;
        module::to_dtype(net, dtype as i32)?;
        let (x, y) = batch(root.0, 6)?;
        let half = |t| tensor::cast(root.0, t, dtype as i32).expect("a float");
        let (x, y) = (half(x), half(y));
        let by = sgd(root.0, net)?;
        optimizer::set_master_weights(by, true)?;
        let trainer = trainer_of(root.0, net, by)?;
        trainer::scale_loss(trainer, initial, 2.0, 0.5, 1000)?;
        let first = trainer::evaluate(trainer, x, y)?;
        let start = state(root.0, net);
        trainer::step(trainer, x, y)?;
        if dtype == DType::F16 {
            assert_eq!((trainer::steps(trainer)?, trainer::updates(trainer)?), (1, 0));
            assert_eq!(trainer::loss_scale(trainer)?, initial / 2.0);
            assert_eq!(state(root.0, net), start, "an update that is left out changes nothing");
        }
        for _ in 0..60 {
            trainer::step(trainer, x, y)?;
        }
        let (steps, updates) = (trainer::steps(trainer)?, trainer::updates(trainer)?);
        assert!(updates > 30, "{updates} updates of {steps} steps");
        let skipped = steps - updates;
        assert_eq!(trainer::loss_scale(trainer)?, initial * 0.5f64.powi(skipped as i32));
        assert!(trainer::evaluate(trainer, x, y)? < first * 0.6);
        let master = optimizer::state_tensor(root.0, by, "state.0.master_param")?;
        assert_eq!(tensor::dtype(master)?, F32);
        assert_eq!(bytes(half(master)), bytes(parameters(root.0, net)[0]));
    }
    Ok(())
}

#[test]
fn averages_are_kept_evaluated_and_saved() -> Result<()> {
    let _alone = alone();
    let folder = std::env::temp_dir().join(format!("tenure-average-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("it can be created");
    let file = folder.join("a.safetensors").to_str().expect("UTF-8").to_owned();
    let root = Root::new();
    random::seed(7)?;
    let (x, y) = batch(root.0, 8)?;
    let make = || -> Result<(u64, u64, u64)> {
        random::seed(8)?;
        let net = blocks(root.0)?;
        let average = module::averaged(root.0, net, Some(0.75), false)?;
        let trainer = trainer_of(root.0, net, sgd(root.0, net)?)?;
        trainer::average(trainer, average, true, 0, true)?;
        trainer::scale_loss(trainer, 64.0, 2.0, 0.5, 3)?;
        Ok((net, average, trainer))
    };
    let (net, average, trainer) = make()?;
    let by_hand = module::averaged(root.0, net, Some(0.75), false)?;
    let plain = trainer::evaluate(trainer, x, y)?;
    module::set_training(average, false)?;
    for step in 0..3 {
        trainer::step(trainer, x, y)?;
        module::update_average(by_hand, net)?;
        assert_eq!(state(root.0, average), state(root.0, by_hand), "step {step}");
    }
    assert_eq!(module::averaged_updates(average)?, 3);
    assert!(module::state_names(average)?.starts_with("n_averaged\nmodule.0.0.0.weight\n"));
    assert_ne!(state(root.0, module::child(average, "module")?), state(root.0, net));
    let evaluated = trainer::evaluate(trainer, x, y)?;
    assert_ne!(evaluated, plain);
    let out = module::forward(root.0, average, x)?;
    assert_eq!(bytes(trainer::predict(root.0, trainer, x)?), bytes(out));
    trainer::save(trainer, &file)?;
    let (other_net, other_average, other) = make()?;
    trainer::load(other, &file)?;
    assert_eq!(state(root.0, other_average), state(root.0, average));
    for (trainer, seed) in [(trainer, 9), (other, 9)] {
        random::seed(seed)?;
        (0..3).try_for_each(|_| trainer::step(trainer, x, y).map(drop))?;
    }
    assert_eq!(state(root.0, other_net), state(root.0, net));
    assert_eq!(state(root.0, other_average), state(root.0, average));
    assert_eq!((trainer::loss_scale(trainer)?, trainer::loss_scale(other)?), (256.0, 256.0));
    // Another mean, at the end of each epoch but the first.
    let (net, mean) = (net, module::averaged(root.0, net, None, true)?);
    trainer::average(trainer, mean, false, 1, false)?;
    refused(trainer::load(trainer, &folder.join("none").to_string_lossy()), Status::Io, "");
    for updates in [0, 1, 2] {
        trainer::step(trainer, x, y)?;
        trainer::end_epoch(trainer)?;
        assert_eq!(module::averaged_updates(mean)?, updates);
    }
    let bare = trainer_of(root.0, net, sgd(root.0, net)?)?;
    let before = state(root.0, net);
    refused(trainer::load(bare, &file), Status::InvalidArgument, "an average of the weights, the trainer has none");
    refused(
        trainer::average(bare, net, true, 0, true),
        Status::InvalidArgument,
        "a Sequential is not an AveragedModel",
    );
    let small = mlp(root.0)?;
    let of_another = module::averaged(root.0, small, None, false)?;
    refused(trainer::average(bare, of_another, true, 0, true), Status::InvalidArgument, "the average has 4 parameters");
    refused(module::averaged(root.0, net, Some(1.5), false), Status::InvalidArgument, "a decay of 1.5 is not");
    refused(trainer::average(bare, mean, true, -1, true), Status::InvalidArgument, "-1 is not a number of epochs");
    module::to_dtype(small, DType::F64 as i32)?;
    refused(module::update_average(of_another, small), Status::DtypeMismatch, "'0.weight' is float64 in the module");
    assert_eq!(state(root.0, net), before);
    std::fs::remove_dir_all(&folder).expect("it is there");
    Ok(())
}

/// The same steps, statistics and random numbers, with less memory at the same time.
#[test]
fn checkpointed_steps_have_the_same_bits_and_take_less_memory() -> Result<()> {
    let _alone = alone();
    for whole in [false, true] {
        let root = Root::new();
        random::seed(7)?;
        let net = blocks(root.0)?;
        let other = module::copy(root.0, net)?;
        let parts = if whole { vec![net] } else { module::children(net)? };
        parts.iter().try_for_each(|&part| module::set_checkpointed(part, true))?;
        let (checkpointed, plain) =
            (trainer_of(root.0, net, sgd(root.0, net)?)?, trainer_of(root.0, other, sgd(root.0, other)?)?);
        let (x, y) = (tensor::randn(root.0, 0, F32, &[4096, 8])?, tensor::randn(root.0, 0, F32, &[4096, 4])?);
        for step in 0..3 {
            let mut peaks = Vec::new();
            let mut losses = Vec::new();
            let mut streams = Vec::new();
            for trainer in [checkpointed, plain] {
                random::seed(step)?;
                memory::reset_peak(0)?;
                let before = memory::stats(0)?.live_bytes;
                losses.push(trainer::step(trainer, x, y)?.to_bits());
                peaks.push(memory::stats(0)?.peak_bytes - before);
                streams.push(tenure::ops::stream());
            }
            assert_eq!((losses[0], streams[0]), (losses[1], streams[1]), "step {step}");
            assert_eq!(state(root.0, net), state(root.0, other), "step {step}");
            // A whole that is computed again has everything again; its parts one after another have not.
            let most = if whole { 1.1 } else { 0.7 };
            assert!((peaks[0] as f64) < peaks[1] as f64 * most, "{} bytes, else {}", peaks[0], peaks[1]);
        }
    }
    Ok(())
}

/// By a tape and by leaves, twice by a record that is retained, and of an input that has a gradient too.
#[test]
fn checkpointed_gradients_have_the_same_bits() -> Result<()> {
    let _alone = alone();
    let root = Root::new();
    random::seed(7)?;
    let net = sequence(
        root.0,
        &[
            module::transformer_encoder_layer(root.0, 8, 2, 16, 0.1, false, 1e-5, true, false)?,
            module::linear(root.0, 8, 4, true)?,
        ],
    )?;
    let other = module::copy(root.0, net)?;
    module::children(net)?.iter().try_for_each(|&part| module::set_checkpointed(part, true))?;
    let x = tensor::randn(root.0, 0, F32, &[3, 5, 8])?;
    let gradients = |net: u64| -> Result<Vec<Vec<u8>>> {
        random::seed(3)?;
        let tape = tape::open(root.0)?;
        let mut watched = module::watch(root.0, net, tape)?;
        let input = tape::watch(root.0, tape, x)?;
        let out = module::forward(root.0, net, input)?;
        let outside = tensor::sum(root.0, tensor::sin(root.0, input)?, &[], false)?;
        let inside = tensor::sum(root.0, tensor::mul(root.0, out, out)?, &[], false)?;
        let loss = tensor::add(root.0, inside, outside)?;
        watched.push(input);
        Ok(tape::backward(root.0, tape, loss, &watched)?.iter().map(|&t| bytes(t)).collect())
    };
    assert_eq!(gradients(net)?, gradients(other)?);
    for net in [net, other] {
        module::requires_grad(net, true)?;
    }
    tensor::requires_grad(x, true)?;
    let accumulated = |net: u64| -> Result<Vec<Vec<u8>>> {
        random::seed(3)?;
        tensor::zero_gradients(x)?;
        let out = module::forward(root.0, net, x)?;
        let loss = tensor::sum(root.0, tensor::mul(root.0, out, out)?, &[], false)?;
        tensor::backward(loss, true)?;
        random::seed(99)?; // the second walk draws what the forward pass drew, not what comes now
        tensor::backward(loss, false)?;
        assert_eq!(tenure::ops::stream(), (99, 0), "the backward pass leaves the stream");
        let mut all = parameters(root.0, net);
        all.push(x);
        all.iter().map(|&t| Ok(bytes(tensor::gradient(root.0, t)?))).collect()
    };
    assert_eq!(accumulated(net)?, accumulated(other)?);
    // A parameter that is changed before the backward pass is an error, not a wrong gradient.
    let out = module::forward(root.0, net, x)?;
    let loss = tensor::sum(root.0, out, &[], false)?;
    let guard = tenure::api::no_grad::open(root.0)?;
    tensor::fill(parameters(root.0, net)[0], 0.0.into())?;
    tenure::api::no_grad::dispose(guard)?;
    refused(tensor::backward(loss, false), Status::InvalidArgument, "checkpoint: a saved value");
    Ok(())
}

/// What `update_bn` does: statistics of several batches, which are left alone if a batch is refused.
#[test]
fn statistics_are_begun_anew_and_updated_all_or_none() -> Result<()> {
    let _alone = alone();
    let root = Root::new();
    random::seed(7)?;
    let net = blocks(root.0)?;
    let (x, _) = batch(root.0, 8)?;
    module::reset_statistics(net)?;
    let start = state(root.0, net);
    module::set_training(net, false)?;
    module::update_statistics(net, x)?;
    assert!(!module::is_training(net)?);
    let once = state(root.0, net);
    assert_ne!(once, start);
    // The second block refuses a batch that the first one has taken into its statistics.
    let mixed = sequence(
        root.0,
        &[
            module::batch_norm1d(root.0, 8, 1e-5, Some(0.1), true, true)?,
            module::linear(root.0, 8, 8, true)?,
            module::batch_norm1d(root.0, 7, 1e-5, Some(0.1), true, true)?,
        ],
    )?;
    let (before, stream) = (state(root.0, mixed), tenure::ops::stream());
    refused(module::update_statistics(mixed, x), Status::ShapeMismatch, "module '2'");
    assert_eq!((state(root.0, mixed), tenure::ops::stream()), (before, stream));
    module::reset_statistics(net)?;
    assert_eq!(state(root.0, net), start);
    Ok(())
}
