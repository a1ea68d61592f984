//! Trainers: a step of training in one call, epochs, and checkpoints.

use super::checkpoint;
use super::data_loader::DataLoaderRef;
use super::metric::MetricRef;
use super::optimizer::{Optimizer, OptimizerRef};
use super::scheduler::{Scheduler, SchedulerRef};
use super::training::{Trainer, With};
use super::types::{Disposed, LossKindCode, ModuleRef, NewTensor, Owner, TensorRef};
use crate::data::Loader;
use crate::device::Device;
use crate::error::{Error, Result};
use crate::nn::trainer::{self, Averaging, Clip, LossKind, LossScale, Metric, Stopping};
use crate::ops::drawing;
use crate::ownership::{Handle, Kind};
use crate::session::context::within_limits;
use crate::session::own::{own, own_beside};
use crate::session::resource::{Resource, TABLE, module as module_of, object, tensor};
use crate::tensor::Tensor;
use parking_lot::Mutex;
use std::path::Path;
use std::sync::Arc;

/// A trainer's handle, borrowed.
pub type TrainerRef = u64;

/// The handle of a new trainer.
pub type NewTrainer = u64;

/// Makes a trainer of a module, an optimizer of its parameters, and a loss. It keeps the weights
/// and the optimizer's state alive by itself; a step fails once the module is closed. *Returns new.*
///
///
/// - `of()`
/// - `module`: the module, of which every part is of a kind of this library
/// - `optimizer`: an optimizer of parameters of the module, some or all
/// - `loss`: the loss of a prediction and a target, with PyTorch's settings
/// - `INVALID_HANDLE`: the module or the optimizer is closed
/// - `INVALID_ARGUMENT`: the optimizer has a parameter that is not one of the module
pub fn new(scope: Owner, module: ModuleRef, optimizer: OptimizerRef, loss: LossKindCode) -> Result<NewTrainer> {
    let optimizer = object::<Optimizer>(optimizer)?;
    let inner = trainer::Trainer::new(module_of(module)?, &optimizer.rule, LossKind::from_code(loss)?)?;
    own(scope, Resource::object(Arc::new(Trainer { inner, optimizer, with: Mutex::new(With::default()) })))
}

/// Changes a setting of the loss, by its name in PyTorch: `label_smoothing`, `beta`, `delta`,
/// `margin` and so on.
///
///
/// - `set_loss_setting()`
/// - `name`: the name of the setting
/// - `value`: the number; 1 or 0 for a switch
/// - `INVALID_ARGUMENT`: the loss has no such setting, or the number is NaN
pub fn set_loss_setting(trainer: TrainerRef, name: &str, value: f64) -> Result<()> {
    object::<Trainer>(trainer)?.inner.change_loss(|loss| loss.set(name, value))
}

/// Sets the factor of each class, `[C]`, in a loss of classes, or of each element in one of
/// elements. The trainer keeps it alive by itself.
///
///
/// - `set_loss_weight()`
/// - `weight`: the factors, of the dtype of the prediction
/// - `INVALID_ARGUMENT`: the loss has no weight
pub fn set_loss_weight(trainer: TrainerRef, weight: TensorRef) -> Result<()> {
    let weight = tensor(weight)?.untracked();
    object::<Trainer>(trainer)?.inner.change_loss(|loss| loss.set_weight(weight))
}

/// Sets the scheduler, which then goes on by itself. One that looks at a metric gets the mean loss
/// of each epoch, that of the validation if there is one.
///
///
/// - `set_scheduler()`
/// - `scheduler`: a scheduler of this trainer's optimizer
/// - `each_step` = false: whether it goes on with each update, or else with each epoch
/// - `INVALID_ARGUMENT`: it looks at a metric, and is to go on with each update
pub fn set_scheduler(trainer: TrainerRef, scheduler: SchedulerRef, each_step: bool) -> Result<()> {
    let trainer = object::<Trainer>(trainer)?;
    let scheduler = object::<Scheduler>(scheduler)?;
    if each_step && scheduler.inner.needs_metric() {
        return Err(Error::argument("ReduceLROnPlateau needs the loss of an epoch: let it go on with each epoch"));
    }
    let old = trainer.with.lock().scheduler.replace((scheduler, each_step));
    drop(old);
    Ok(())
}

/// Scales the gradients of each update so that the norm of all their elements together is at most
/// `max_norm`.
///
///
/// - `clip_grad_norm()`
/// - `max_norm`: the largest norm
/// - `norm_type` = 2: the norm; infinity for the largest size of an element
/// - `INVALID_ARGUMENT`: `max_norm` is negative or not finite, or `norm_type` is not above 0
pub fn clip_grad_norm(trainer: TrainerRef, max_norm: f64, norm_type: f64) -> Result<()> {
    object::<Trainer>(trainer)?.inner.set_clip(Clip::Norm(max_norm, norm_type))
}

/// Puts every element of the gradients of each update between `-clip_value` and `clip_value`.
///
///
/// - `clip_grad_value()`
/// - `clip_value`: the largest size of an element
/// - `INVALID_ARGUMENT`: `clip_value` is negative or not finite
pub fn clip_grad_value(trainer: TrainerRef, clip_value: f64) -> Result<()> {
    object::<Trainer>(trainer)?.inner.set_clip(Clip::Value(clip_value))
}

/// Makes an update of the mean gradient of several batches.
///
///
/// - `accumulate()`
/// - `batches`: the number of batches of an update, 1 for a new trainer
/// - `BUSY`: a step is being made
/// - `INVALID_ARGUMENT`: the number is not above 0, some batches of an update were made, or the
///   optimizer is L-BFGS
pub fn accumulate(trainer: TrainerRef, batches: i64) -> Result<()> {
    let batches = u64::try_from(batches).unwrap_or(0);
    let trainer = object::<Trainer>(trainer)?;
    if batches > 1 && trainer.optimizer.rule.searches() {
        return Err(Error::argument("LBFGS evaluates the loss of one batch several times: make an update of 1 batch"));
    }
    trainer.inner.set_accumulation(batches)
}

/// Scales the loss before the backward pass, and the gradients back in float32, before they are
/// clipped, so that small gradients of a float16 module are not 0. A step whose gradients are not all
/// finite, as when the loss is not, makes no update, and the scale shrinks; it grows after many updates
/// in a row. A loss that is not finite is `NOT_FINITE` only when the scale cannot shrink any more. The
/// loss of a half is computed in float32. The rules are those of PyTorch's `GradScaler`; let the
/// optimizer have master weights (`set_master_weights`).
///
///
/// - `scale_loss()`
/// - `initial` = 65536: the first scale
/// - `growth_factor` = 2: by what it is multiplied after `growth_interval` updates in a row
/// - `backoff_factor` = 0.5: by what it is multiplied when a gradient is not finite
/// - `growth_interval` = 2000: the number of updates between two increases
/// - `BUSY`: a step is being made
/// - `INVALID_ARGUMENT`: a number is out of range, or the optimizer is L-BFGS
pub fn scale_loss(
    trainer: TrainerRef,
    initial: f64,
    growth_factor: f64,
    backoff_factor: f64,
    growth_interval: i64,
) -> Result<()> {
    let trainer = object::<Trainer>(trainer)?;
    if trainer.optimizer.rule.searches() {
        return Err(Error::argument("LBFGS compares losses: they cannot be scaled"));
    }
    let interval = u64::try_from(growth_interval).unwrap_or(0);
    trainer.inner.set_loss_scale(LossScale::new(initial, growth_factor, backoff_factor, interval)?)
}

/// The scale of the loss at present, 1 if it is not scaled.
///
///
/// - `loss_scale()`
pub fn loss_scale(trainer: TrainerRef) -> Result<f64> {
    Ok(object::<Trainer>(trainer)?.inner.loss_scale().map_or(1.0, |scale| scale.scale()))
}

/// Keeps an average of the weights up to date: `averaged` takes them after each update, or at the end
/// of each epoch. Checkpoints contain it.
///
///
/// - `average()`
/// - `averaged`: an `AveragedModel` of the module
/// - `each_step` = true: whether it takes the weights after each update, or else at the end of each
///   epoch
/// - `skipped_epochs` = 0: the number of epochs whose weights it does not take
/// - `evaluates` = true: whether `evaluate`, `validate` and `predict` compute with the average as soon
///   as there is one
/// - `BUSY`: a step is being made
/// - `INVALID_HANDLE`: the trainer or the average is closed
/// - `INVALID_ARGUMENT`: `averaged` is not an `AveragedModel`, or that of another module
/// - `SHAPE_MISMATCH`: a parameter has another shape in the average
/// - `DTYPE_MISMATCH`: a parameter has another dtype in the average
pub fn average(
    trainer: TrainerRef,
    averaged: ModuleRef,
    each_step: bool,
    skipped_epochs: i64,
    evaluates: bool,
) -> Result<()> {
    let (trainer, averaged) = (object::<Trainer>(trainer)?, module_of(averaged)?);
    let refused = |_| Error::argument(format!("{skipped_epochs} is not a number of epochs"));
    let skipped_epochs = u64::try_from(skipped_epochs).map_err(refused)?;
    trainer.inner.set_averaging(Averaging { averaged, each_step, skipped_epochs, evaluates })
}

/// Makes a step: computes the prediction in training, the loss and the gradients, and updates the
/// parameters. The bits are those of the same calls one by one. L-BFGS computes them several times,
/// and the loss is the first one then. Everything that is computed on the way is freed. Returns the mean loss of the batch. If this fails, nothing has changed.
///
///
/// - `step()`
/// - `x`: the inputs of a batch, `[N, ...]`
/// - `y`: the targets
/// - `BUSY`: another step of this trainer is being made
/// - `INVALID_HANDLE`: the trainer, the module or a tensor is closed
/// - `INVALID_ARGUMENT`: a parameter is frozen, the schedule has no further step, or the targets do
///   not fit the loss
/// - `SHAPE_MISMATCH`: the shapes do not fit the module or the loss
/// - `DTYPE_MISMATCH`: the dtypes do not fit the module or the loss
/// - `UNSUPPORTED`: a part of the module is written in the caller's language
/// - `NOT_FINITE`: the loss is NaN or infinite; the message names the first module whose output is
/// - `OUT_OF_MEMORY`: there is not enough memory
/// - `LIMIT_EXCEEDED`: a limit of the scope of `x` refuses the memory
pub fn step(trainer: TrainerRef, x: TensorRef, y: TensorRef) -> Result<f64> {
    let trainer = object::<Trainer>(trainer)?;
    let (x, y) = (tensor(x)?, tensor(y)?);
    let scheduler = trainer.with.lock().scheduler.clone().filter(|(_, each_step)| *each_step);
    let scheduler = scheduler.as_ref().map(|(scheduler, _)| &scheduler.inner);
    let mut step = trainer.inner.begin()?;
    let rule = &trainer.optimizer.rule;
    let made = drawing(|| {
        if rule.searches() {
            return step.search(rows(&x), rule, scheduler, |evaluate| within_limits(0, Some(&x), || evaluate(&x, &y)));
        }
        let (loss, gradients) = within_limits(0, Some(&x), || step.gradients(&x, &y))?;
        step.finish((loss, rows(&x)), gradients, rule, scheduler)
    });
    // What the search for the cause draws is set back too.
    made.or_else(|error| drawing(|| Err(within_limits(0, Some(&x), || Ok(step.explained(&x, error)))?)))
}

/// Computes the mean loss of a batch in evaluation: dropout passes its input on, and normalizations
/// use their running statistics. The mode of the module stays, and nothing is recorded.
///
///
/// - `evaluate()`
/// - `x`: the inputs of a batch, `[N, ...]`
/// - `y`: the targets
/// - `INVALID_HANDLE`: the trainer, the module or a tensor is closed
/// - `SHAPE_MISMATCH`: the shapes do not fit the module or the loss
/// - `UNSUPPORTED`: a part of the module is written in the caller's language
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn evaluate(trainer: TrainerRef, x: TensorRef, y: TensorRef) -> Result<f64> {
    evaluated(object::<Trainer>(trainer)?.as_ref(), x, y, |_, loss, _| Ok(loss))
}

/// Computes the mean loss of a batch like `evaluate`, and takes it and the metrics into the figures
/// of this epoch.
///
///
/// - `validate()`
/// - `x`: the inputs of a batch, `[N, ...]`
/// - `y`: the targets
/// - `INVALID_HANDLE`: the trainer, the module or a tensor is closed
/// - `INVALID_ARGUMENT`: a class is out of range for a metric
/// - `SHAPE_MISMATCH`: the shapes do not fit the module, the loss or a metric
/// - `UNSUPPORTED`: a part of the module is written in the caller's language
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn validate(trainer: TrainerRef, x: TensorRef, y: TensorRef) -> Result<f64> {
    evaluated(object::<Trainer>(trainer)?.as_ref(), x, y, |trainer, loss, (prediction, y, rows)| {
        let metrics = trainer.with.lock().metrics.clone();
        // Those that need memory come first, since such a call is tried again.
        let measured = metrics.iter().map(|metric| metric.measured(prediction, y)).collect::<Result<Vec<_>>>()?;
        metrics.iter().zip(measured).try_for_each(|(metric, batch)| metric.take(batch))?;
        trainer.inner.with_course(|course, _| course.validated(loss, rows));
        Ok(loss)
    })
}

/// Computes the module's result for an input in evaluation. The mode of the module stays, and
/// nothing is recorded. *Returns new.*
///
///
/// - `predict()`
/// - `x`: the input
/// - `INVALID_HANDLE`: the trainer, the module or the input is closed
/// - `SHAPE_MISMATCH`: the shape does not fit the module
/// - `UNSUPPORTED`: a part of the module is written in the caller's language
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn predict(scope: Owner, trainer: TrainerRef, x: TensorRef) -> Result<NewTensor> {
    let (trainer, x) = (object::<Trainer>(trainer)?, tensor(x)?);
    let result = within_limits(scope, Some(&x), || trainer.inner.evaluated().evaluate(&x))?;
    own_beside(scope, &x, result.untracked())
}

/// Adds a metric that each `validate` updates, and each epoch writes into the history and resets.
///
///
/// - `add_metric()`
/// - `metric`: the metric, which the trainer keeps alive by itself
/// - `INVALID_ARGUMENT`: there is one of this kind already
pub fn add_metric(trainer: TrainerRef, metric: MetricRef) -> Result<()> {
    let (trainer, metric) = (object::<Trainer>(trainer)?, object::<Metric>(metric)?);
    let mut with = trainer.with.lock();
    let name = metric.name();
    if with.metrics.iter().any(|there| there.name() == name) {
        return Err(Error::argument(format!("the trainer has a metric {name} already")));
    }
    with.metrics.push(metric);
    Ok(())
}

/// Sets the loader whose position is part of checkpoints.
///
///
/// - `set_loader()`
/// - `loader`: the loader of the batches that are trained with, an input and a target each
/// - `INVALID_ARGUMENT`: its batches have another number of tensors
pub fn set_loader(trainer: TrainerRef, loader: DataLoaderRef) -> Result<()> {
    check_loader(trainer, loader)?;
    let (trainer, loader) = (object::<Trainer>(trainer)?, object::<Loader>(loader)?);
    let old = trainer.with.lock().loader.replace(loader);
    drop(old);
    Ok(())
}

/// Checks that the batches of a loader are an input and a target each, as training and validation
/// need them.
///
///
/// - `check_loader()`
/// - `loader`: the loader to check
/// - `INVALID_ARGUMENT`: its batches have another number of tensors
pub fn check_loader(trainer: TrainerRef, loader: DataLoaderRef) -> Result<()> {
    let (_, loader) = (object::<Trainer>(trainer)?, object::<Loader>(loader)?);
    match loader.row_width() {
        2 => Ok(()),
        width => {
            Err(Error::argument(format!("a trainer needs batches of an input and a target, not of {width} tensors")))
        }
    }
}

/// Lets `end_epoch` say that training is to stop after more epochs without improvement than
/// `patience`.
///
///
/// - `stop_early()`
/// - `patience`: the number of epochs without improvement that are accepted
/// - `min_delta` = 0: by how much less a loss counts as less
/// - `INVALID_ARGUMENT`: `patience` or `min_delta` is negative
pub fn stop_early(trainer: TrainerRef, patience: i64, min_delta: f64) -> Result<()> {
    let refused = |text: String| Error::argument(text);
    let patience = u64::try_from(patience).map_err(|_| refused(format!("a patience of {patience} is negative")))?;
    if min_delta.is_nan() || min_delta < 0.0 {
        return Err(refused(format!("min_delta {min_delta} is not at least 0")));
    }
    object::<Trainer>(trainer)?.inner.set_stopping(Stopping { patience: Some(patience), min_delta });
    Ok(())
}

/// Lets `end_epoch` write checkpoints into a folder: `last.safetensors` after each `every` epochs,
/// `best.safetensors` after each epoch with a lower loss.
///
///
/// - `checkpoint_to()`
/// - `folder`: the folder, which must be there
/// - `every` = 1: the number of epochs between two of them
/// - `INVALID_ARGUMENT`: `every` is not above 0
pub fn checkpoint_to(trainer: TrainerRef, folder: &str, every: i64) -> Result<()> {
    let every = u64::try_from(every).ok().filter(|&every| every > 0);
    let every = every.ok_or_else(|| Error::argument("checkpoints come after each 1 or more epochs"))?;
    object::<Trainer>(trainer)?.with.lock().checkpoints = Some((folder.into(), every));
    Ok(())
}

/// Ends an epoch: takes its mean losses and the metrics into the history, lets the scheduler go on,
/// and writes the checkpoints that are due. Returns whether training is to stop, because the loss
/// has not improved for too long. If a checkpoint cannot be written, the epoch has ended all the
/// same.
///
///
/// - `end_epoch()`
/// - `INVALID_ARGUMENT`: the schedule has no further step
/// - `BUSY`: a step is being made, and a checkpoint is due
/// - `IO`: a checkpoint cannot be written; the one before stays whole
pub fn end_epoch(trainer: TrainerRef) -> Result<bool> {
    let trainer = object::<Trainer>(trainer)?;
    let with = trainer.with.lock().clone();
    let (optimizer, by_epoch) = (&trainer.optimizer.rule, with.scheduler.filter(|(_, each_step)| !each_step));
    if let Some((scheduler, _)) = &by_epoch {
        scheduler.inner.check_step()?;
    }
    let rate = optimizer.get(0, "lr")?;
    let bytes = crate::memory::stats(Device::Cpu)?.live_bytes;
    let metrics = with.metrics.iter().map(|metric| (metric.name(), metric.value()));
    let metrics = metrics.filter(|(_, value)| !value.is_nan()).collect();
    let (ended, epoch) =
        trainer.inner.with_course(|course, stopping| (course.end(rate, bytes, metrics, stopping), course.epoch()));
    with.metrics.iter().for_each(|metric| metric.reset());
    trainer.inner.average_epoch()?;
    if let Some((scheduler, _)) = &by_epoch {
        match ended.monitored.filter(|_| scheduler.inner.needs_metric()) {
            Some(loss) => scheduler.inner.step_metric(optimizer, loss)?,
            None if scheduler.inner.needs_metric() => {}
            None => scheduler.inner.step(optimizer)?,
        }
    }
    if let Some((folder, every)) = &with.checkpoints {
        if ended.is_best {
            checkpoint::save(&trainer, &folder.join("best.safetensors"))?;
        }
        if epoch.is_multiple_of(*every) {
            checkpoint::save(&trainer, &folder.join("last.safetensors"))?;
        }
    }
    Ok(ended.stops)
}

/// Writes `last.safetensors` into the folder for checkpoints; without one, does nothing. A loop that
/// ends before its time calls it.
///
///
/// - `checkpoint()`
/// - `BUSY`: a step is being made, and a checkpoint is due
/// - `IO`: it cannot be written; the one before stays whole
pub fn checkpoint_now(trainer: TrainerRef) -> Result<()> {
    let trainer = object::<Trainer>(trainer)?;
    let folder = trainer.with.lock().checkpoints.clone();
    folder.map_or(Ok(()), |(folder, _)| checkpoint::save(&trainer, &folder.join("last.safetensors")))
}

/// Asks for an end of the loop after this batch. It never waits, so a handler of a signal may call
/// it.
///
///
/// - `request_stop(is_requested = true)`: asks for an end of the loop after this batch; it never
///   waits, so a handler of a signal may call it
/// - `clear_stop(is_requested = false)`: takes that back
pub fn set_stop_requested(trainer: TrainerRef, is_requested: bool) -> Result<()> {
    object::<Trainer>(trainer)?.inner.request_stop(is_requested);
    Ok(())
}

/// Whether an end of the loop was asked for.
///
///
/// - `is_stop_requested()`
pub fn is_stop_requested(trainer: TrainerRef) -> Result<bool> {
    Ok(object::<Trainer>(trainer)?.inner.is_stop_requested())
}

/// The number of steps that were made.
///
///
/// - `steps()`
pub fn steps(trainer: TrainerRef) -> Result<u64> {
    Ok(object::<Trainer>(trainer)?.inner.counts().0)
}

/// The number of updates of the parameters that were made.
///
///
/// - `updates()`
pub fn updates(trainer: TrainerRef) -> Result<u64> {
    Ok(object::<Trainer>(trainer)?.inner.counts().1)
}

/// The number of epochs that have ended.
///
///
/// - `epoch()`
pub fn epoch(trainer: TrainerRef) -> Result<u64> {
    Ok(object::<Trainer>(trainer)?.inner.with_course(|course, _| course.epoch()))
}

/// The least loss of an epoch so far: that of the validation, else that of the training. NaN before
/// the first epoch has ended.
///
///
/// - `best()`
pub fn best(trainer: TrainerRef) -> Result<f64> {
    Ok(object::<Trainer>(trainer)?.inner.with_course(|course, _| course.best()).unwrap_or(f64::NAN))
}

/// The norm of all gradients before the last update, NaN if they were not clipped by norm.
///
///
/// - `grad_norm()`
pub fn grad_norm(trainer: TrainerRef) -> Result<f64> {
    Ok(object::<Trainer>(trainer)?.inner.norm().unwrap_or(f64::NAN))
}

/// A line about where training is: `epoch 2/10  batch 7/45  loss 0.1234`, or, after the end of an
/// epoch, its losses and metrics.
///
///
/// - `progress()`
/// - `epochs` = 0: the number of epochs in all, 0 if it is not known
pub fn progress(trainer: TrainerRef, epochs: i64) -> Result<String> {
    let trainer = object::<Trainer>(trainer)?;
    let batches = trainer.with.lock().loader.as_ref().map_or(0, |loader| loader.batches());
    Ok(trainer.inner.with_course(|course, _| course.line(u64::try_from(epochs).unwrap_or(0), batches)))
}

/// The history as CSV: a line for each epoch with its mean losses, the learning rate, the bytes of
/// native memory in use, and the metrics.
///
///
/// - `history()`
pub fn history(trainer: TrainerRef) -> Result<String> {
    let trainer = object::<Trainer>(trainer)?;
    Ok(trainer.inner.with_course(|course, _| course.csv()))
}

/// The curves of the mean losses by epoch as a picture in SVG.
///
///
/// - `history_svg()`
pub fn history_svg(trainer: TrainerRef) -> Result<String> {
    let trainer = object::<Trainer>(trainer)?;
    Ok(trainer.inner.with_course(|course, _| course.svg()))
}

/// Writes the history: the picture to a path that ends in `.svg`, otherwise the CSV. The file is
/// replaced as a whole. Errors: `IO`.
pub fn save_history(trainer: TrainerRef, path: &str) -> Result<()> {
    let trainer = object::<Trainer>(trainer)?;
    let path = Path::new(path);
    let is_svg = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("svg"));
    let text = trainer.inner.with_course(|course, _| if is_svg { course.svg() } else { course.csv() });
    crate::io::write_whole(path, text.as_bytes())
}

/// Writes a checkpoint as a `.safetensors` file: the weights, the states of the optimizer and the
/// scheduler, the random stream of the process, the position of the loader, and the course of the
/// epochs. The file is replaced as a whole.
///
/// Errors: `BUSY` during a step, `IO` if it cannot be written, for example because the disk is full;
/// the old file stays whole.
pub fn save(trainer: TrainerRef, path: &str) -> Result<()> {
    checkpoint::save(&*object::<Trainer>(trainer)?, Path::new(path))
}

/// Goes on from a checkpoint of a trainer with such a module, optimizer and scheduler: further
/// steps give the bits that they would have given without the interruption. The random stream of
/// the process is set too. If this fails, nothing has changed.
///
/// Errors: `IO` if the file cannot be read or is not a checkpoint; `INVALID_ARGUMENT` and
/// `SHAPE_MISMATCH` if it is that of another module, optimizer or scheduler, or the loader has fewer
/// batches; `BUSY` during a step; `OUT_OF_MEMORY`.
pub fn load(trainer: TrainerRef, path: &str) -> Result<()> {
    checkpoint::load(&*object::<Trainer>(trainer)?, Path::new(path))
}

/// *Consumes* the trainer; the module and the optimizer stay.
pub fn dispose(trainer: Disposed) -> Result<()> {
    TABLE.dispose(Handle(trainer), Kind::Trainer)
}

/// Evaluates a batch, and hands the loss, the prediction, the target and the number of rows on.
fn evaluated(
    trainer: &Trainer,
    x: u64,
    y: u64,
    then: impl FnOnce(&Trainer, f64, (&Tensor, &Tensor, u64)) -> Result<f64>,
) -> Result<f64> {
    let (x, y) = (tensor(x)?, tensor(y)?);
    within_limits(0, Some(&x), || {
        let (loss, prediction) = trainer.inner.evaluate(&x, &y)?;
        then(trainer, loss, (&prediction, &y, rows(&x)))
    })
}

/// The rows of a batch.
fn rows(x: &Tensor) -> u64 {
    x.shape().first().map_or(1, |&rows| rows as u64)
}
