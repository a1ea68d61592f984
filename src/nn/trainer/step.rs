//! `Trainer` and `Step`: one batch, from the forward pass to the updated parameters.
//!
//! Invariant: a step that fails changes nothing. Statistics that a forward pass writes are copied
//! before it and put back; the sums of gradients are new tensors until the update was made; and the
//! optimizer changes all parameters or none. The random stream is set back by the caller, around
//! the whole step. A flag, not the lock, keeps other steps off: a step allocates, and may have to
//! wait for the collector, so the lock is held for a moment only.

use super::average::Averaging;
use super::blame;
use super::course::{Course, Stopping};
use super::loss::{Loss, LossKind};
use super::scale::LossScale;
use crate::autograd::{self, Tape, copy_into, recording};
use crate::device::Device;
use crate::error::{Error, Result, Status};
use crate::nn::module::{Cell, Module, Role, Slot, Watched};
use crate::nn::modules::check_average;
use crate::nn::not_negative;
use crate::nn::optim::{Optimizer, clip_grad_norm, clip_grad_value};
use crate::nn::schedule::Scheduler;
use crate::ops::{self, BinaryOp, ReduceOp, TestOp};
use crate::tensor::{DType, Tensor};
use parking_lot::Mutex;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Buffers that a forward pass in training writes.
const RUNNING: [&str; 3] = ["running_mean", "running_var", "num_batches_tracked"];

/// How gradients are limited before an update.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Clip {
    /// Their norm together: the greatest one, and its type.
    Norm(f64, f64),
    /// Each element.
    Value(f64),
}

/// Trains a module: it knows the loss, and counts steps and epochs. The optimizer and the scheduler
/// are passed to each step.
pub struct Trainer {
    module: Arc<Module>,
    /// The parameters of the optimizer, in its order, with their paths.
    parameters: Vec<(String, Arc<Cell>)>,
    running: Vec<Arc<Slot>>,
    inner: Mutex<Inner>,
    stops: AtomicBool,
    /// Whether a step is being made.
    is_busy: AtomicBool,
}

/// What the lock guards.
pub(super) struct Inner {
    loss: Loss,
    clip: Option<Clip>,
    /// Batches of an update.
    batches: u64,
    pub(super) stopping: Stopping,
    steps: u64,
    updates: u64,
    /// The norm of all gradients before the last update that was clipped by it.
    norm: Option<f64>,
    /// The sum of the gradients since the last update, and of how many batches it is.
    pending: Vec<Tensor>,
    held: u64,
    course: Course,
    scale: Option<LossScale>,
    averaging: Option<Averaging>,
}

impl Trainer {
    /// A trainer of the parameters that `optimizer` has. Errors: `INVALID_ARGUMENT` if one of them
    /// is not a parameter of `module`.
    pub fn new(module: Arc<Module>, optimizer: &Optimizer, loss: LossKind) -> Result<Trainer> {
        let all = module.all_slots();
        let mut parameters = Vec::new();
        for (i, tensor) in optimizer.tensors().iter().enumerate() {
            let found = all.iter().find(|(_, slot)| slot.role() == Role::Parameter && is_same(&slot.value(), tensor));
            let Some((path, slot)) = found else {
                let kind = module.kind();
                return Err(Error::argument(format!(
                    "parameter {i} of the optimizer is not a parameter of the {kind}"
                )));
            };
            parameters.push((path.clone(), slot.cell()));
        }
        let running = all.into_iter().map(|(_, slot)| slot);
        let running = running.filter(|slot| slot.role() != Role::Parameter && RUNNING.contains(&slot.name()));
        let inner = Inner {
            loss: Loss::new(loss),
            clip: None,
            batches: 1,
            stopping: Stopping::default(),
            steps: 0,
            updates: 0,
            norm: None,
            pending: Vec::new(),
            held: 0,
            course: Course::default(),
            scale: None,
            averaging: None,
        };
        let running = running.collect();
        Ok(Trainer {
            module,
            parameters,
            running,
            inner: Mutex::new(inner),
            stops: AtomicBool::default(),
            is_busy: AtomicBool::default(),
        })
    }

    /// The module.
    pub fn module(&self) -> &Arc<Module> {
        &self.module
    }

    /// Changes the loss. Errors: those of `change`; then it stays.
    pub fn change_loss(&self, change: impl FnOnce(&mut Loss) -> Result<()>) -> Result<()> {
        let mut loss = self.inner.lock().loss.clone();
        change(&mut loss)?;
        // Its weight may be memory of another library, whose function is called at the end.
        let old = std::mem::replace(&mut self.inner.lock().loss, loss);
        drop(old);
        Ok(())
    }

    /// Limits gradients from the next update on. Errors: `INVALID_ARGUMENT` for a number out of
    /// range.
    pub fn set_clip(&self, clip: Clip) -> Result<()> {
        match clip {
            Clip::Norm(greatest, of) => {
                not_negative("max norm", greatest)?;
                if of.is_nan() || of <= 0.0 {
                    return Err(Error::argument(format!("a norm of type {of} is not above 0")));
                }
            }
            Clip::Value(value) => not_negative("clip value", value)?,
        }
        self.inner.lock().clip = Some(clip);
        Ok(())
    }

    /// Makes an update of the mean gradient of so many batches. Errors: `INVALID_ARGUMENT` for 0,
    /// and between two batches of one update; `BUSY` during a step.
    pub fn set_accumulation(&self, batches: u64) -> Result<()> {
        let _exclusive = self.exclusive()?;
        let mut inner = self.inner.lock();
        if batches == 0 {
            return Err(Error::argument("0 batches are not enough for an update"));
        }
        if inner.held > 0 {
            let (held, of) = (inner.held, inner.batches);
            return Err(Error::argument(format!("{held} of the {of} batches of an update were made: make the others")));
        }
        inner.batches = batches;
        Ok(())
    }

    /// Scales the loss before the backward pass, and the gradients back. Errors: `BUSY` during a step.
    pub fn set_loss_scale(&self, scale: LossScale) -> Result<()> {
        let _exclusive = self.exclusive()?;
        self.inner.lock().scale = Some(scale);
        Ok(())
    }

    /// The scale of the loss, if it has one.
    pub fn loss_scale(&self) -> Option<LossScale> {
        self.inner.lock().scale
    }

    /// Keeps an average of the weights. Errors: `BUSY` during a step; those of
    /// [`update_average`](crate::nn::modules::update_average); and `INVALID_ARGUMENT` for a parameter
    /// that is not contiguous.
    pub fn set_averaging(&self, averaging: Averaging) -> Result<()> {
        let _exclusive = self.exclusive()?;
        check_average(&averaging.averaged, &self.module)?;
        if let Some((path, _)) = self.module.all_slots().iter().find(|(_, slot)| !slot.value().is_contiguous()) {
            return Err(Error::argument(format!("'{path}' is not contiguous: it cannot be averaged in training")));
        }
        let old = self.inner.lock().averaging.replace(averaging);
        drop(old);
        Ok(())
    }

    /// The average of the weights, if there is one.
    pub fn averaging(&self) -> Option<Averaging> {
        self.inner.lock().averaging.clone()
    }

    /// Lets the average take the weights at the end of an epoch.
    pub fn average_epoch(&self) -> Result<()> {
        let epoch = self.inner.lock().course.epoch();
        self.averaging().map_or(Ok(()), |averaging| averaging.take(&self.module, false, epoch))
    }

    /// The module that evaluation is by: the average, if that was asked for and there is one yet.
    pub fn evaluated(&self) -> Arc<Module> {
        let averaged = self.averaging().filter(Averaging::is_evaluated).map(|averaging| averaging.averaged);
        averaged.unwrap_or_else(|| self.module.clone())
    }

    /// The parameter of the optimizer with this index, if its module is on another device now, or
    /// has another dtype.
    fn moved(&self, i: usize, held: &Tensor) -> Option<Tensor> {
        let now = self.parameters.get(i)?.1.value();
        ((now.device(), now.dtype()) != (held.device(), held.dtype())).then(|| now.untracked())
    }

    /// When [`Trainer::with_course`] says that training is to stop.
    pub fn set_stopping(&self, stopping: Stopping) {
        self.inner.lock().stopping = stopping;
    }

    /// Asks for an end after the batch. It never waits.
    pub fn request_stop(&self, stops: bool) {
        self.stops.store(stops, Ordering::Release);
    }

    /// Whether that was asked for.
    pub fn is_stop_requested(&self) -> bool {
        self.stops.load(Ordering::Acquire)
    }

    /// The numbers of steps and of updates.
    pub fn counts(&self) -> (u64, u64) {
        let inner = self.inner.lock();
        (inner.steps, inner.updates)
    }

    /// The norm of all gradients before the last update, if it was clipped by norm.
    pub fn norm(&self) -> Option<f64> {
        self.inner.lock().norm
    }

    /// Reads or changes the course of epochs.
    pub fn with_course<R>(&self, look: impl FnOnce(&mut Course, &Stopping) -> R) -> R {
        let inner = &mut *self.inner.lock();
        look(&mut inner.course, &inner.stopping)
    }

    /// Begins a step. Errors: `BUSY` until another step is dropped, `INVALID_ARGUMENT` if a parameter
    /// of the optimizer is frozen, and those of copying statistics.
    pub fn begin(&self) -> Result<Step<'_>> {
        if let Some((path, _)) = self.parameters.iter().find(|(_, cell)| !cell.is_trained()) {
            return Err(Error::argument(format!("parameter '{path}' of the optimizer is frozen")));
        }
        let exclusive = self.exclusive()?;
        let copied = |slot: &Arc<Slot>| {
            let value = slot.value().untracked();
            ops::copy(&value).map(|copy| (value, copy))
        };
        let before = self.running.iter().map(copied).collect::<Result<_>>()?;
        let inner = self.inner.lock();
        let (loss, clip, batches, scale) = (inner.loss.clone(), inner.clip, inner.batches, inner.scale);
        let (pending, held) = (inner.pending.clone(), inner.held);
        drop(inner);
        let lost = None;
        Ok(Step { trainer: self, loss, clip, batches, scale, pending, held, before, lost, _exclusive: exclusive })
    }

    /// Keeps steps off until it is dropped. Errors: `BUSY` during a step.
    pub fn exclusive(&self) -> Result<Exclusive<'_>> {
        if self.is_busy.swap(true, Ordering::Acquire) {
            return Err(Error::new(Status::Busy, "another step of this trainer is being made"));
        }
        Ok(Exclusive(&self.is_busy))
    }

    /// The loss of a batch in evaluation, and the prediction. Nothing is recorded. The loss counts
    /// in the mean of the epoch's validation.
    pub fn evaluate(&self, x: &Tensor, y: &Tensor) -> Result<(f64, Tensor)> {
        let loss = self.inner.lock().loss.clone();
        let prediction = self.evaluated().evaluate(x)?.untracked();
        let value = ops::item(&loss.of(&prediction, &y.untracked())?)?;
        Ok((value, prediction))
    }

    /// Passes the gradients that wait for an update, with their number.
    pub fn pending(&self) -> (Vec<Tensor>, u64) {
        let inner = self.inner.lock();
        (inner.pending.clone(), inner.held)
    }

    /// Whether gradients of so many batches may wait for an update. Errors: `INVALID_ARGUMENT`.
    pub fn check_pending(&self, pending: &[Tensor], held: u64) -> Result<()> {
        let fits = |(there, (_, cell)): (&Tensor, &(String, Arc<Cell>))| {
            let value = cell.value();
            // Those that were scaled are float32.
            there.shape() == value.shape() && [value.dtype(), value.dtype().computed_in()].contains(&there.dtype())
        };
        let batches = self.inner.lock().batches;
        let is_right = if held == 0 { pending.is_empty() } else { pending.len() == self.parameters.len() };
        if is_right && held < batches && pending.iter().zip(&self.parameters).all(fits) {
            return Ok(());
        }
        let got = pending.len();
        Err(Error::argument(format!("{got} gradients of {held} batches do not fit an update of {batches} batches")))
    }

    /// Goes to where another trainer of the same module was; the caller has [`Exclusive`]. Errors: those of
    /// [`Trainer::check_pending`]; then nothing has changed.
    pub fn restore(
        &self,
        counts: (u64, u64),
        pending: Vec<Tensor>,
        held: u64,
        course: Course,
        scale: Option<LossScale>,
    ) -> Result<()> {
        self.check_pending(&pending, held)?;
        let mut inner = self.inner.lock();
        (inner.steps, inner.updates) = counts;
        let old = std::mem::replace(&mut inner.pending, pending);
        (inner.held, inner.course, inner.norm, inner.scale) = (held, course, None, scale);
        drop(inner);
        drop(old);
        Ok(())
    }
}

/// A step that is being made. Dropped before [`Step::finish`], it puts back what it has changed.
pub struct Step<'a> {
    trainer: &'a Trainer,
    /// The settings at its beginning.
    loss: Loss,
    clip: Option<Clip>,
    batches: u64,
    scale: Option<LossScale>,
    /// What the update has so far; nothing else changes it during the step.
    pending: Vec<Tensor>,
    held: u64,
    /// Statistics, and what they were.
    before: Vec<(Tensor, Tensor)>,
    /// The loss, if it is not finite.
    lost: Option<f64>,
    /// Given back after the statistics were put back: fields are dropped after `drop`.
    _exclusive: Exclusive<'a>,
}

/// While it is there, no step of the trainer begins.
pub struct Exclusive<'a>(&'a AtomicBool);

impl Drop for Exclusive<'_> {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Release);
    }
}

impl Step<'_> {
    /// The loss of a batch and the gradients of the parameters. Activations are freed as the
    /// backward pass comes past them. Errors: those of computing; `NOT_FINITE`, which
    /// [`Step::explained`] completes.
    pub fn gradients(&mut self, x: &Tensor, y: &Tensor) -> Result<(f64, Vec<Tensor>)> {
        self.evaluated(x, y, true)
    }

    /// Like [`Step::gradients`]; a line search may come to a loss that is not finite. A `NoGrad` of
    /// the thread does not count: the tape is the step's own.
    fn evaluated(&mut self, x: &Tensor, y: &Tensor, is_finite: bool) -> Result<(f64, Vec<Tensor>)> {
        recording(|| self.evaluated_by(&Tape::new(), x, y, is_finite))
    }

    fn evaluated_by(&mut self, tape: &Tape, x: &Tensor, y: &Tensor, is_finite: bool) -> Result<(f64, Vec<Tensor>)> {
        let cells: Vec<Arc<Cell>> = self.trainer.parameters.iter().map(|(_, cell)| cell.clone()).collect();
        let (watched, wrt) = Watched::by(tape, &cells)?;
        let loss = {
            let prediction = self.trainer.module.train_with(&x.untracked(), &watched, None)?;
            match self.scale {
                Some(_) => self.loss.of(&widened(&prediction)?, &widened(&y.untracked())?)?,
                None => self.loss.of(&prediction, &y.untracked())?,
            }
        };
        drop(watched);
        let measured = loss.untracked();
        // A device is waited for once: after the backward pass was given to it.
        let waits_late = loss.device() != Device::Cpu;
        let early = if waits_late { 0.0 } else { self.value_of(&measured, is_finite)? };
        let batches = self.batches;
        let loss = if batches == 1 { loss } else { autograd::binary_scalar(BinaryOp::Div, &loss, batches as f64)? };
        let wrt: Vec<&Tensor> = wrt.iter().collect();
        let Some(scale) = self.scale else {
            let gradients = tape.backward(&loss, &wrt)?;
            let value = if waits_late { self.value_of(&measured, is_finite)? } else { early };
            return Ok((value, gradients));
        };
        let loss = autograd::binary_scalar(BinaryOp::Mul, &loss, scale.scale())?;
        let gradients = tape.backward(&loss, &wrt)?.into_iter().map(|gradient| {
            let wide = widened(&gradient)?;
            ops::binary_scalar_in_place(BinaryOp::Mul, &wide, scale.inverse())?;
            Ok(wide)
        });
        let gradients = gradients.collect::<Result<_>>()?;
        let value = if waits_late { self.value_of(&measured, is_finite)? } else { early };
        Ok((value, gradients))
    }

    /// The number that a loss is. Errors: `NOT_FINITE`, unless the scale of the loss can shrink.
    fn value_of(&mut self, loss: &Tensor, is_finite: bool) -> Result<f64> {
        let value = ops::item(loss)?;
        // A scaled loss that is not finite has such gradients: no update is made, and the scale shrinks.
        let is_scaled = self.scale.is_some_and(|scale| scale.can_shrink());
        if is_finite && !is_scaled && !value.is_finite() {
            self.lost = Some(value);
            return Err(Error::new(Status::NotFinite, format!("the loss is {value}")));
        }
        Ok(value)
    }

    /// Makes the step of an optimizer that evaluates the loss several times, by `evaluate`, which calls
    /// [`Step::gradients`]. Errors: those of `evaluate`, of the optimizer, and of the scheduler; the
    /// parameters are then what they were.
    pub fn search(
        &mut self,
        rows: u64,
        optimizer: &Optimizer,
        scheduler: Option<&Scheduler>,
        mut evaluate: impl FnMut(
            &mut dyn FnMut(&Tensor, &Tensor) -> Result<(f64, Vec<Tensor>)>,
        ) -> Result<(f64, Vec<Tensor>)>,
    ) -> Result<f64> {
        if let Some(scheduler) = scheduler {
            scheduler.check_step()?;
        }
        self.check_average()?;
        let (mut first, mut norm) = (None, None);
        let mut iterate = || {
            let is_first = first.is_none();
            let (loss, gradients) = evaluate(&mut |x, y| self.evaluated(x, y, is_first))?;
            first = first.or(Some(loss));
            let borrowed: Vec<&Tensor> = gradients.iter().collect();
            norm = clipped(&borrowed, self.clip)?;
            optimizer.step_loss_of(loss, &borrowed, |i, held| self.trainer.moved(i, held))
        };
        while iterate().inspect_err(|_| _ = optimizer.cancel_step())? {}
        if let Some(scheduler) = scheduler {
            scheduler.step(optimizer)?;
        }
        let loss = first.expect("it was evaluated once at least");
        self.record((loss, rows), Vec::new(), Made::Update(norm))?;
        Ok(loss)
    }

    /// Adds the gradients to those of earlier batches, and updates the parameters if these are all
    /// batches of an update. `rows` is the weight of the loss in the mean of the epoch. `scheduler`
    /// goes on with each update. Errors: those of the optimizer, and of the scheduler.
    pub fn finish(
        &mut self,
        (loss, rows): (f64, u64),
        gradients: Vec<Tensor>,
        optimizer: &Optimizer,
        scheduler: Option<&Scheduler>,
    ) -> Result<f64> {
        let sums = match (self.batches, &self.pending[..]) {
            (1, _) => gradients,
            // They outlive the memory of the batch.
            (_, []) => gradients.iter().map(ops::copy).collect::<Result<_>>()?,
            (_, sums) => {
                let each = sums.iter().zip(&gradients);
                each.map(|(sum, gradient)| ops::binary(BinaryOp::Add, sum, gradient)).collect::<Result<_>>()?
            }
        };
        self.check_average()?;
        let made = if self.held + 1 < self.batches {
            Made::Part
        } else if self.scale.is_some() && !are_finite(&sums)? {
            Made::Skipped
        } else {
            Made::Update(self.updated(&sums, optimizer, scheduler)?)
        };
        self.record((loss, rows), sums, made)?;
        Ok(loss)
    }

    /// Clips, updates, and sets the next rates; returns the norm. What can fail comes first.
    fn updated(
        &self,
        gradients: &[Tensor],
        optimizer: &Optimizer,
        scheduler: Option<&Scheduler>,
    ) -> Result<Option<f64>> {
        if let Some(scheduler) = scheduler {
            scheduler.check_step()?;
        }
        let borrowed: Vec<&Tensor> = gradients.iter().collect();
        let norm = clipped(&borrowed, self.clip)?;
        optimizer.step_of(&borrowed, |i, held| self.trainer.moved(i, held))?;
        if let Some(scheduler) = scheduler {
            scheduler.step(optimizer)?;
        }
        Ok(norm)
    }

    /// Whether the average can take the weights after an update, which is checked before it is made:
    /// taking them needs no memory. Errors: those of [`check_average`].
    fn check_average(&self) -> Result<()> {
        let averaging = self.trainer.averaging();
        averaging.map_or(Ok(()), |averaging| check_average(&averaging.averaged, &self.trainer.module))
    }

    /// Counts what was made. Nothing is put back any more.
    fn record(&mut self, (loss, rows): (f64, u64), sums: Vec<Tensor>, made: Made) -> Result<()> {
        self.before.clear();
        let (pending, held) = if matches!(made, Made::Part) { (sums, self.held + 1) } else { (Vec::new(), 0) };
        let mut inner = self.trainer.inner.lock();
        inner.held = held;
        if let Made::Update(norm) = made {
            inner.norm = norm.or(inner.norm);
            inner.updates += 1;
        }
        if !matches!(made, Made::Part) {
            inner.scale = self.scale.map(|scale| scale.updated(matches!(made, Made::Update(_))));
        }
        inner.steps += 1;
        inner.course.trained(loss, rows);
        let old = std::mem::replace(&mut inner.pending, pending);
        let (averaging, epoch) = (inner.averaging.clone(), inner.course.epoch());
        drop(inner);
        drop(old);
        match averaging.filter(|_| matches!(made, Made::Update(_))) {
            Some(averaging) => averaging.take(&self.trainer.module, true, epoch),
            None => Ok(()),
        }
    }

    /// Puts everything back, and returns what `error` is to the caller.
    pub fn explained(&mut self, x: &Tensor, error: Error) -> Error {
        self.put_back();
        let Some(lost) = self.lost.filter(|_| error.status() == Status::NotFinite) else { return error };
        blame::not_finite(&self.trainer.module, x, self.trainer.counts().0, lost)
    }

    fn put_back(&self) {
        for (to, copy) in &self.before {
            // It was written a moment ago, so it can be written again.
            let _ = copy_into(to, copy);
        }
    }
}

impl Drop for Step<'_> {
    fn drop(&mut self) {
        self.put_back();
    }
}

/// Limits gradients; returns their norm before that.
fn clipped(gradients: &[&Tensor], clip: Option<Clip>) -> Result<Option<f64>> {
    match clip {
        Some(Clip::Norm(greatest, of)) => clip_grad_norm(gradients, greatest, of, false).map(Some),
        Some(Clip::Value(value)) => clip_grad_value(gradients, value).map(|()| None),
        None => Ok(None),
    }
}

/// What a step has made of its batch.
enum Made {
    /// A part of an update.
    Part,
    /// An update, with the norm of its gradients.
    Update(Option<f64>),
    /// No update, because a scaled gradient was not finite.
    Skipped,
}

/// A half as float32, recorded.
fn widened(t: &Tensor) -> Result<Tensor> {
    if t.dtype().is_half() { autograd::cast(t, DType::F32) } else { Ok(t.clone()) }
}

fn are_finite(all: &[Tensor]) -> Result<bool> {
    let finite = |t: &Tensor| ops::reduce(ReduceOp::All, &ops::test(TestOp::Finite, t)?, &[], false);
    let finite = all.iter().map(finite).collect::<Result<Vec<Tensor>>>()?;
    Ok(ops::items(&finite)?.iter().all(|&finite| finite != 0.0))
}

fn is_same(a: &Tensor, b: &Tensor) -> bool {
    a.storage().is_same(b.storage()) && a.addr() == b.addr() && a.shape() == b.shape() && a.strides() == b.strides()
}
