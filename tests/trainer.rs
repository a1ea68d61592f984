//! Trainers through the API: the bits of the eager way, what a failure leaves, and training that goes
//! on from a checkpoint.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tenure::Tensor;
use tenure::api::{
    data_loader, memory, metric, module, no_grad, optimizer, random, scheduler, scope, tape, tensor, trainer,
};
use tenure::error::{Result, Status};
use tenure::nn::optim::{Optimizer, Sgd};
use tenure::nn::trainer::{Clip, LossKind, Trainer};
use tenure::tensor::DType;

const F32: i32 = DType::F32 as i32;
const I64: i32 = DType::I64 as i32;

/// The random stream and the live counts are those of the process: one test at a time.
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

/// A folder that goes with the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("tenure-trainer-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).expect("it can be created");
        Folder(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("UTF-8").to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// What is trained: a network, a batch for it, and a loss.
#[derive(Clone, Copy, Debug)]
enum Task {
    Mlp,
    Cnn,
    Lstm,
    Transformer,
}

const TASKS: [Task; 4] = [Task::Mlp, Task::Cnn, Task::Lstm, Task::Transformer];

impl Task {
    fn net(self, root: u64) -> Result<u64> {
        let net = module::sequential(root)?;
        let parts = match self {
            Task::Mlp => {
                vec![module::linear(root, 6, 9, true)?, module::relu(root)?, module::linear(root, 9, 4, true)?]
            }
            Task::Cnn => vec![
                module::conv2d(root, 1, 3, &[3], &[1], &[1], &[1], 1, true, 0)?,
                module::batch_norm2d(root, 3, 1e-5, Some(0.1), true, true)?,
                module::relu(root)?,
                module::dropout(root, 0.25)?,
                module::global_max_pool2d(root)?,
                module::linear(root, 3, 4, true)?,
            ],
            Task::Lstm => {
                vec![module::lstm(root, 6, 5, 2, true, true, 0.2, true, 0)?, module::linear(root, 10, 4, true)?]
            }
            Task::Transformer => vec![
                module::linear(root, 6, 8, true)?,
                module::transformer_encoder_layer(root, 8, 2, 16, 0.1, false, 1e-5, true, false)?,
                module::linear(root, 8, 4, true)?,
            ],
        };
        for part in parts {
            module::append(net, part)?;
        }
        Ok(net)
    }

    fn batch(self, root: u64) -> Result<(u64, u64)> {
        let classes = || tensor::from_data(root, 0, I64, &[3i64, 1, 0, 2, 3].map(i64::to_ne_bytes).concat()[..], &[5]);
        match self {
            Task::Mlp => Ok((tensor::randn(root, 0, F32, &[5, 6])?, classes()?)),
            Task::Cnn => Ok((tensor::randn(root, 0, F32, &[5, 1, 6, 6])?, classes()?)),
            Task::Lstm | Task::Transformer => {
                Ok((tensor::randn(root, 0, F32, &[5, 3, 6])?, tensor::randn(root, 0, F32, &[5, 3, 4])?))
            }
        }
    }

    fn loss(self) -> LossKind {
        if matches!(self, Task::Mlp | Task::Cnn) { LossKind::CrossEntropy } else { LossKind::Mse }
    }

    /// The loss by the call of that name.
    fn eager_loss(self, scope: u64, out: u64, y: u64) -> Result<u64> {
        match self.loss() {
            LossKind::CrossEntropy => tensor::cross_entropy(scope, out, y),
            _ => tensor::mse_loss(scope, out, y, 1),
        }
    }
}

fn adam(root: u64, net: u64) -> Result<u64> {
    optimizer::adam(root, &module::parameters(root, net, true)?, 0.05, 0.9, 0.999, 1e-8, 0.01, true, false)
}

/// The gradients of a batch by calls one by one, and the loss.
fn eager(scope: u64, task: Task, net: u64, (x, y): (u64, u64), batches: f64) -> Result<(f64, Vec<u64>)> {
    let tape = tape::open(scope)?;
    let watched = module::watch(scope, net, tape)?;
    let loss = task.eager_loss(scope, module::forward(scope, net, x)?, y)?;
    let value = tensor::item(loss)?;
    let loss = if batches == 1.0 { loss } else { tensor::div_scalar(scope, loss, batches.into())? };
    Ok((value, tape::backward(scope, tape, loss, &watched)?))
}

fn state(root: u64, net: u64) -> Vec<Vec<u8>> {
    let all = module::state(root, net).expect("open");
    all.iter().map(|&t| bytes(t)).collect()
}

fn bytes(t: u64) -> Vec<u8> {
    let size = DType::from_code(tensor::dtype(t).expect("open")).expect("a dtype").size();
    let mut bytes = vec![0; tensor::size(t).expect("open") as usize * size];
    tensor::copy_to(t, &mut bytes[..]).expect("there is room");
    bytes
}

fn refused<T: std::fmt::Debug>(result: Result<T>, status: Status, part: &str) {
    let error = result.expect_err("it is refused");
    assert_eq!(error.status(), status, "{}", error.message());
    assert!(error.message().contains(part), "{part:?} is not in {:?}", error.message());
}

fn live() -> (u64, u64) {
    let stats = memory::stats(0).expect("the processor");
    (stats.live_handles, stats.live_bytes)
}

/// Two networks, a batch, and an optimizer of each.
type Twins = ([u64; 2], (u64, u64), [u64; 2]);

/// Two copies of a network, the batch, and optimizers for both.
fn twins(root: u64, task: Task) -> Result<Twins> {
    random::seed(7)?;
    let net = task.net(root)?;
    let other = module::copy(root, net)?;
    let batch = task.batch(root)?;
    Ok(([net, other], batch, [adam(root, net)?, adam(root, other)?]))
}

#[test]
fn a_step_has_the_bits_of_the_calls_one_by_one() -> Result<()> {
    let _alone = alone();
    for task in TASKS {
        let root = Root::new();
        let ([net, other], batch, [by, other_by]) = twins(root.0, task)?;
        let trainer = trainer::new(root.0, net, by, task.loss() as i32)?;
        for step in 0..4 {
            random::seed(step)?;
            let loss = trainer::step(trainer, batch.0, batch.1)?;
            random::seed(step)?;
            let scope = scope::push(root.0)?;
            let (expected, gradients) = eager(scope, task, other, batch, 1.0)?;
            optimizer::step(other_by, &gradients)?;
            scope::close(scope)?;
            assert_eq!(loss.to_bits(), expected.to_bits(), "{task:?}, step {step}");
            assert_eq!(state(root.0, net), state(root.0, other), "{task:?}, step {step}");
        }
        assert_eq!((trainer::steps(trainer)?, trainer::updates(trainer)?), (4, 4));
    }
    Ok(())
}

/// Clipping, accumulation over batches and a scheduler that goes on with each update.
#[test]
fn an_update_of_several_batches_has_the_bits_of_the_calls_one_by_one() -> Result<()> {
    let _alone = alone();
    for (task, by_norm) in [(Task::Mlp, true), (Task::Cnn, false), (Task::Transformer, true)] {
        let root = Root::new();
        let ([net, other], batch, [by, other_by]) = twins(root.0, task)?;
        let rates = [by, other_by].map(|by| scheduler::step_lr(root.0, by, 1, 0.5).expect("valid"));
        let trainer = trainer::new(root.0, net, by, task.loss() as i32)?;
        trainer::set_scheduler(trainer, rates[0], true)?;
        trainer::accumulate(trainer, 2)?;
        if by_norm {
            trainer::clip_grad_norm(trainer, 0.1, 2.0)?
        } else {
            trainer::clip_grad_value(trainer, 0.01)?
        }
        for update in 0..3 {
            let scope = scope::push(root.0)?;
            let mut sums: Vec<u64> = Vec::new();
            for part in 0..2 {
                random::seed(update * 2 + part)?;
                let loss = trainer::step(trainer, batch.0, batch.1)?;
                random::seed(update * 2 + part)?;
                let (expected, gradients) = eager(scope, task, other, batch, 2.0)?;
                assert_eq!(loss.to_bits(), expected.to_bits(), "{task:?}, update {update}");
                if sums.is_empty() {
                    sums = gradients;
                } else {
                    let add = |(sum, gradient): (&u64, &u64)| tensor::add(scope, *sum, *gradient);
                    sums = sums.iter().zip(&gradients).map(add).collect::<Result<_>>()?;
                }
                refused(trainer::accumulate(trainer, 0), Status::InvalidArgument, "0 batches");
                if part == 0 {
                    refused(trainer::accumulate(trainer, 3), Status::InvalidArgument, "1 of the 2 batches");
                }
            }
            if by_norm {
                let norm = optimizer::clip_grad_norm(&sums, 0.1, 2.0, false)?;
                assert_eq!(trainer::grad_norm(trainer)?.to_bits(), norm.to_bits());
            } else {
                optimizer::clip_grad_value(&sums, 0.01)?;
            }
            optimizer::step(other_by, &sums)?;
            scheduler::step(rates[1])?;
            scope::close(scope)?;
            assert_eq!(state(root.0, net), state(root.0, other), "{task:?}, update {update}");
            assert_eq!(optimizer::setting(by, 0, "lr")?, 0.05 * 0.5f64.powi(update as i32 + 1));
        }
        assert_eq!((trainer::steps(trainer)?, trainer::updates(trainer)?), (6, 3));
    }
    Ok(())
}

#[test]
fn a_step_leaves_nothing_alive() -> Result<()> {
    let _alone = alone();
    let start = live();
    for task in TASKS {
        let root = Root::new();
        let ([net, _], batch, [by, _]) = twins(root.0, task)?;
        let trainer = trainer::new(root.0, net, by, task.loss() as i32)?;
        trainer::step(trainer, batch.0, batch.1)?; // makes the state of the optimizer
        let before = live();
        for _ in 0..3 {
            trainer::step(trainer, batch.0, batch.1)?;
            trainer::evaluate(trainer, batch.0, batch.1)?;
        }
        assert_eq!(live(), before, "{task:?}");
    }
    assert_eq!(live(), start);
    Ok(())
}

#[test]
fn evaluation_leaves_the_mode_and_the_statistics() -> Result<()> {
    let _alone = alone();
    let root = Root::new();
    let ([net, _], (x, y), [by, _]) = twins(root.0, Task::Cnn)?;
    let trainer = trainer::new(root.0, net, by, Task::Cnn.loss() as i32)?;
    trainer::step(trainer, x, y)?;
    let before = state(root.0, net);
    let loss = trainer::evaluate(trainer, x, y)?;
    let predicted = trainer::predict(root.0, trainer, x)?;
    assert!(module::is_training(net)?);
    module::set_training(net, false)?;
    let out = module::forward(root.0, net, x)?;
    assert_eq!(bytes(predicted), bytes(out));
    assert_eq!(loss.to_bits(), tensor::item(tensor::cross_entropy(root.0, out, y)?)?.to_bits());
    assert_eq!(state(root.0, net), before);
    // A module that was set to evaluation as a whole is trained in training all the same.
    trainer::step(trainer, x, y)?;
    assert!(!module::is_training(net)?);
    assert_ne!(state(root.0, net), before);
    Ok(())
}

#[test]
fn a_step_while_a_no_grad_is_open_trains_all_the_same() -> Result<()> {
    let _alone = alone();
    let root = Root::new();
    let ([net, other], (x, y), [by, of_other]) = twins(root.0, Task::Mlp)?;
    let made = |net, by| trainer::new(root.0, net, by, Task::Mlp.loss() as i32);
    trainer::step(made(net, by)?, x, y)?;
    let guard = no_grad::open(root.0)?;
    trainer::step(made(other, of_other)?, x, y)?;
    no_grad::dispose(guard)?;
    assert_eq!(state(root.0, net), state(root.0, other));
    Ok(())
}

#[test]
fn a_loss_that_is_not_finite_names_the_first_module_and_changes_nothing() -> Result<()> {
    let _alone = alone();
    let root = Root::new();
    let ([net, _], (x, y), [by, _]) = twins(root.0, Task::Cnn)?;
    let trainer = trainer::new(root.0, net, by, Task::Cnn.loss() as i32)?;
    trainer::step(trainer, x, y)?;
    let weight = module::get(root.0, net, "5.weight")?;
    tensor::fill(weight, f64::INFINITY.into())?;
    let before = (state(root.0, net), tenure::ops::position(), optimizer::state_dict(by)?);
    let alive = live();
    refused(trainer::step(trainer, x, y), Status::NotFinite, "step 1: the loss is NaN; the first module whose output");
    refused(trainer::step(trainer, x, y), Status::NotFinite, "is '5' (Linear)");
    let nan = tensor::full(root.0, 0, F32, f64::NAN.into(), &[5, 1, 6, 6])?;
    refused(trainer::step(trainer, nan, y), Status::NotFinite, "the input is not finite");
    tensor::dispose(nan)?;
    assert_eq!(live(), alive);
    assert!(before == (state(root.0, net), tenure::ops::position(), optimizer::state_dict(by)?));
    assert_eq!((trainer::steps(trainer)?, trainer::epoch(trainer)?), (1, 0));
    Ok(())
}

#[test]
fn a_refused_step_changes_nothing() -> Result<()> {
    let _alone = alone();
    let root = Root::new();
    let ([net, other], (x, y), [by, other_by]) = twins(root.0, Task::Cnn)?;
    refused(trainer::new(root.0, net, other_by, 0), Status::InvalidArgument, "parameter 0 of the optimizer is not");
    refused(trainer::new(root.0, net, by, 17), Status::InvalidArgument, "17 is not the code of a loss");
    let trainer = trainer::new(root.0, net, by, 0)?;
    let rates = scheduler::one_cycle_lr(root.0, by, 0.1, 3, 0.3, true, true, 0.85, 0.95, 25.0, 1e4, false)?;
    let scheduler_end = 3;
    let before = (state(root.0, net), tenure::ops::position());
    let few = tensor::zeros(root.0, 0, I64, &[4])?;
    refused(trainer::step(trainer, x, few), Status::ShapeMismatch, "");
    let far = tensor::full(root.0, 0, I64, 9.into(), &[5])?;
    refused(trainer::step(trainer, x, far), Status::InvalidArgument, "");
    module::set_frozen(net, true)?;
    refused(trainer::step(trainer, x, y), Status::InvalidArgument, "parameter '0.weight' of the optimizer is frozen");
    module::set_frozen(net, false)?;
    assert!(before == (state(root.0, net), tenure::ops::position()));
    trainer::set_scheduler(trainer, rates, true)?;
    while trainer::updates(trainer)? < scheduler_end {
        trainer::step(trainer, x, y)?;
    }
    let before = (state(root.0, net), tenure::ops::position());
    refused(trainer::step(trainer, x, y), Status::InvalidArgument, "of a schedule of");
    assert!(before == (state(root.0, net), tenure::ops::position()));
    let mse = trainer::new(root.0, other, other_by, LossKind::Mse as i32)?;
    let flat = tensor::zeros(root.0, 0, F32, &[4])?;
    refused(trainer::step(mse, x, flat), Status::ShapeMismatch, "the prediction has shape [5,4], the target [4]");
    refused(trainer::set_loss_setting(mse, "beta", 1.0), Status::InvalidArgument, "'beta' is not a setting of Mse");
    refused(trainer::set_loss_weight(mse, flat), Status::InvalidArgument, "Mse has no weight");
    module::dispose(net)?;
    refused(trainer::step(trainer, x, y), Status::InvalidHandle, "closed");
    Ok(())
}

/// Everything of a training that a checkpoint has to keep.
struct Run {
    root: Root,
    net: u64,
    by: u64,
    loader: u64,
    trainer: u64,
}

/// What a training has: the weights, the rates, steps, updates, the random stream, the progress.
type All = (Vec<Vec<u8>>, String, u64, u64, (u64, u128), String);

impl Run {
    /// A network with dropout and statistics, shuffled batches, a schedule, and updates of two batches.
    fn new(seed: u64) -> Result<Run> {
        let root = Root::new();
        random::seed(1)?;
        let (x, y) = (tensor::randn(root.0, 0, F32, &[30, 6])?, tensor::randn(root.0, 0, F32, &[30, 2])?);
        random::seed(seed)?;
        let net = module::sequential(root.0)?;
        module::append(net, module::linear(root.0, 6, 8, true)?)?;
        module::append(net, module::batch_norm1d(root.0, 8, 1e-5, Some(0.1), true, true)?)?;
        module::append(net, module::dropout(root.0, 0.3)?)?;
        module::append(net, module::linear(root.0, 8, 2, true)?)?;
        let by = adam(root.0, net)?;
        let rates = scheduler::step_lr(root.0, by, 1, 0.7)?;
        let loader = data_loader::new(root.0, &[x, y], 4, true, 11, false)?;
        let trainer = trainer::new(root.0, net, by, LossKind::Mse as i32)?;
        trainer::set_scheduler(trainer, rates, false)?;
        trainer::accumulate(trainer, 2)?;
        trainer::set_loader(trainer, loader)?;
        Ok(Run { root, net, by, loader, trainer })
    }

    /// Trains so many batches, and ends epochs on the way.
    fn go(&self, batches: usize) -> Result<Vec<u64>> {
        let mut losses = Vec::new();
        while losses.len() < batches {
            let scope = scope::push(self.root.0)?;
            match data_loader::next(scope, self.loader)?[..] {
                [x, y] => losses.push(trainer::step(self.trainer, x, y)?.to_bits()),
                _ => drop(trainer::end_epoch(self.trainer)?),
            }
            scope::close(scope)?;
        }
        Ok(losses)
    }

    fn all(&self) -> All {
        let rates = optimizer::state_dict(self.by).expect("open");
        let counts = (trainer::steps(self.trainer).expect("open"), trainer::updates(self.trainer).expect("open"));
        let progress = trainer::progress(self.trainer, 9).expect("open");
        (state(self.root.0, self.net), rates, counts.0, counts.1, tenure::ops::stream(), progress)
    }
}

#[test]
fn training_that_goes_on_from_a_checkpoint_has_the_bits_of_one_that_never_stopped() -> Result<()> {
    let _alone = alone();
    let folder = Folder::new("resume");
    let file = folder.file("a.safetensors");
    // 8 batches an epoch: in the middle of an epoch and of an update, and at the end of an epoch.
    for stop in [13, 16, 5] {
        let whole = Run::new(3)?;
        let first = whole.go(stop)?;
        trainer::save(whole.trainer, &file)?;
        let losses = whole.go(20)?;
        let history = trainer::history(whole.trainer)?;
        let other = Run::new(99)?;
        assert_ne!(other.go(stop)?, first, "the other one starts elsewhere");
        trainer::load(other.trainer, &file)?;
        assert_eq!(other.go(20)?, losses, "stopped after {stop}");
        assert_eq!(other.all(), whole.all(), "stopped after {stop}");
        let without_bytes = |csv: &str| -> Vec<String> {
            csv.lines().map(|line| line.split(',').take(4).collect::<Vec<_>>().join(",")).collect()
        };
        assert_eq!(without_bytes(&trainer::history(other.trainer)?), without_bytes(&history));
    }
    Ok(())
}

#[test]
fn a_checkpoint_of_another_training_is_refused_and_changes_nothing() -> Result<()> {
    let _alone = alone();
    let folder = Folder::new("refused");
    let (file, weights) = (folder.file("a.safetensors"), folder.file("b.safetensors"));
    let run = Run::new(3)?;
    run.go(3)?;
    let root = Root::new();
    let ([net, _], (x, y), [by, _]) = twins(root.0, Task::Mlp)?;
    let other = trainer::new(root.0, net, by, 0)?;
    trainer::step(other, x, y)?;
    trainer::save(other, &file)?;
    module::save(net, &weights)?;
    let before = run.all();
    refused(trainer::load(run.trainer, &file), Status::InvalidArgument, "no scheduler, the trainer has one");
    let rates = scheduler::step_lr(root.0, by, 1, 0.7)?;
    trainer::set_scheduler(other, rates, false)?;
    trainer::save(other, &file)?;
    refused(trainer::load(run.trainer, &file), Status::InvalidArgument, "reading");
    refused(trainer::load(run.trainer, &weights), Status::Io, "'training'");
    refused(trainer::load(run.trainer, &folder.file("none")), Status::Io, "none");
    let text = std::fs::read(&file).expect("it was written");
    std::fs::write(&weights, &text[..text.len() - 1]).expect("there is room");
    refused(trainer::load(run.trainer, &weights), Status::Io, "");
    assert!(run.all() == before);
    // Its optimizer's state and its schedule would fit, but the modules have other names.
    let named = module::sequential(root.0)?;
    module::add(named, "a", module::linear(root.0, 6, 8, true)?)?;
    module::add(named, "b", module::batch_norm1d(root.0, 8, 1e-5, Some(0.1), true, true)?)?;
    module::add(named, "c", module::linear(root.0, 8, 2, true)?)?;
    let by_names = adam(root.0, named)?;
    let alike = trainer::new(root.0, named, by_names, LossKind::Mse as i32)?;
    trainer::set_scheduler(alike, scheduler::step_lr(root.0, by_names, 1, 0.7)?, false)?;
    let (x, y) = (tensor::randn(root.0, 0, F32, &[4, 6])?, tensor::randn(root.0, 0, F32, &[4, 2])?);
    trainer::step(alike, x, y)?;
    trainer::save(alike, &file)?;
    let moment = |by: u64| optimizer::state_tensor(root.0, by, "state.0.exp_avg").map(bytes);
    let kept = (moment(run.by)?, run.all());
    refused(trainer::load(run.trainer, &file), Status::InvalidArgument, "'a.weight'");
    assert!((moment(run.by)?, run.all()) == kept);
    refused(trainer::save(other, &folder.file("no/such")), Status::Io, "");
    #[cfg(target_os = "linux")]
    refused(trainer::save(other, "/dev/full"), Status::Io, "");
    Ok(())
}

#[test]
fn epochs_have_a_history_stop_early_and_write_checkpoints() -> Result<()> {
    let _alone = alone();
    let folder = Folder::new("epochs");
    let root = Root::new();
    let ([net, _], (x, y), [by, _]) = twins(root.0, Task::Mlp)?;
    let trainer = trainer::new(root.0, net, by, 0)?;
    let plateau = scheduler::reduce_lr_on_plateau(root.0, by, false, 0.1, 0, 1e-4, true, 0, 0.0, 1e-8)?;
    refused(trainer::set_scheduler(trainer, plateau, true), Status::InvalidArgument, "each epoch");
    trainer::set_scheduler(trainer, plateau, false)?;
    trainer::add_metric(trainer, metric::accuracy(root.0, 0.5)?)?;
    refused(trainer::add_metric(trainer, metric::accuracy(root.0, 0.0)?), Status::InvalidArgument, "already");
    trainer::checkpoint_to(trainer, folder.0.to_str().expect("UTF-8"), 2)?;
    trainer::stop_early(trainer, 1, 0.0)?;
    let exists = |name: &str| folder.0.join(name).exists();
    trainer::step(trainer, x, y)?;
    let loss = trainer::validate(trainer, x, y)?;
    assert!(trainer::progress(trainer, 5)?.starts_with("epoch 1/5  batch 1  loss "));
    assert!(!trainer::end_epoch(trainer)?);
    assert!(exists("best.safetensors") && !exists("last.safetensors"));
    assert_eq!((trainer::best(trainer)?.to_bits(), trainer::epoch(trainer)?), (loss.to_bits(), 1));
    assert_eq!(optimizer::setting(by, 0, "lr")?, 0.05);
    let best = std::fs::read(folder.0.join("best.safetensors")).expect("it was written");
    // The same loss once more is not better: the rate falls, then training stops.
    for (epoch, stops) in [(2, false), (3, true)] {
        trainer::validate(trainer, x, y)?;
        assert_eq!(trainer::end_epoch(trainer)?, stops, "epoch {epoch}");
    }
    assert!(exists("last.safetensors"));
    assert_eq!(std::fs::read(folder.0.join("best.safetensors")).expect("it is there"), best);
    assert!(optimizer::setting(by, 0, "lr")? < 0.01);
    let history = trainer::history(trainer)?;
    let lines: Vec<&str> = history.lines().collect();
    assert_eq!(lines[0], "epoch,loss,validation_loss,learning_rate,bytes,accuracy");
    assert_eq!(lines.len(), 4);
    assert!(lines[2].starts_with(&format!("2,,{loss},")), "{}", lines[2]);
    let svg = trainer::history_svg(trainer)?;
    assert!(svg.starts_with("<svg ") && svg.contains("validation loss") && svg.ends_with("</svg>\n"));
    trainer::set_stop_requested(trainer, true)?;
    assert!(trainer::is_stop_requested(trainer)?);
    refused(trainer::checkpoint_to(trainer, "x", 0), Status::InvalidArgument, "1 or more epochs");
    let inputs_alone = data_loader::new(root.0, &[x], 2, false, 0, false)?;
    refused(trainer::check_loader(trainer, inputs_alone), Status::InvalidArgument, "not of 1 tensors");
    refused(trainer::set_loader(trainer, inputs_alone), Status::InvalidArgument, "not of 1 tensors");
    refused(trainer::stop_early(trainer, -1, 0.0), Status::InvalidArgument, "-1");
    Ok(())
}

/// A flag keeps other steps off: reading counts or changing a setting meanwhile does not wait, and
/// another step is refused.
#[test]
fn a_step_keeps_others_off_without_a_lock() -> Result<()> {
    let _alone = alone();
    let net = tenure::nn::modules::linear(3, 2, true)?;
    let values = net.parameters(true).iter().map(|(_, slot)| slot.value().untracked()).collect();
    let by = Optimizer::new(values, Sgd { lr: 0.1, ..Sgd::default() })?;
    let trainer = Trainer::new(net, &by, LossKind::Mse)?;
    let (x, y) = (Tensor::ones(&[4, 3])?, Tensor::ones(&[4, 2])?);
    let mut step = trainer.begin()?;
    assert_eq!(trainer.begin().err().map(|error| error.status()), Some(Status::Busy));
    assert_eq!(trainer.set_accumulation(2).err().map(|error| error.status()), Some(Status::Busy));
    assert_eq!(trainer.counts(), (0, 0));
    trainer.set_clip(Clip::Value(0.0))?; // of the next step
    let (loss, gradients) = step.gradients(&x, &y)?;
    step.finish((loss, 4), gradients, &by, None)?;
    assert_eq!(trainer.counts(), (1, 1));
    drop(step);
    trainer.set_accumulation(2)?;
    let mut step = trainer.begin()?;
    let (next, gradients) = step.gradients(&x, &y)?;
    assert!(next < loss, "{next} after {loss}: the first step was not clipped to nothing");
    drop((step, gradients)); // given up
    trainer.begin().map(|_| ())
}

#[test]
fn steps_of_several_threads_are_made_or_refused() -> Result<()> {
    let _alone = alone();
    let root = Root::new();
    let ([net, _], (x, y), [by, _]) = twins(root.0, Task::Mlp)?;
    let trainer = trainer::new(root.0, net, by, Task::Mlp.loss() as i32)?;
    let made = AtomicU64::new(0);
    let refused = AtomicU64::new(0);
    std::thread::scope(|threads| {
        for _ in 0..4 {
            threads.spawn(|| {
                for _ in 0..200 {
                    match trainer::step(trainer, x, y) {
                        Ok(loss) => assert!(loss.is_finite() && made.fetch_add(1, Ordering::Relaxed) < 800),
                        Err(error) => {
                            assert_eq!(error.status(), Status::Busy, "{error}");
                            refused.fetch_add(1, Ordering::Relaxed);
                        }
                    }
                    assert!(trainer::steps(trainer).expect("open") <= 800);
                }
            });
        }
    });
    let made = made.into_inner();
    assert_eq!((trainer::steps(trainer)?, trainer::updates(trainer)?), (made, made));
    assert_eq!(made + refused.into_inner(), 800);
    trainer::step(trainer, x, y).map(|_| ()) // a step is possible again
}
