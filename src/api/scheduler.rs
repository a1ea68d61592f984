//! Schedulers: they set the learning rates of an optimizer, by PyTorch's schedules.

use super::optimizer::{Optimizer, OptimizerRef};
use super::types::{CyclicModeCode, Disposed, Owner, TensorRef};
use crate::device::Device;
use crate::error::{Error, Result, Status};
use crate::nn::schedule::{
    self, Constant, CosineAnnealing, Cyclic, CyclicMode, Exponential, Linear, MultiStep, OneCycle, Plateau, Polynomial,
    Schedule, Sequence, Step, SwaLr, Table, WarmRestarts,
};
use crate::ops;
use crate::ownership::{Handle, Kind};
use crate::session::own::own;
use crate::session::resource::{Object, Resource, TABLE, object, tensor};
use crate::tensor::{DType, shape};
use std::sync::{Arc, Weak};

/// A scheduler's handle, borrowed.
pub type SchedulerRef = u64;

/// The handle of a new scheduler.
pub type NewScheduler = u64;

/// A scheduler, and the optimizer that it does not keep alive.
pub(super) struct Scheduler {
    pub(super) inner: schedule::Scheduler,
    optimizer: Weak<Optimizer>,
}

impl Object for Scheduler {
    const KIND: Kind = Kind::Scheduler;
}

/// Makes a scheduler that multiplies the rates by `gamma` after each `step_size` steps. *Returns
/// new.*
///
///
/// - `step_lr()`
/// - `optimizer`: the optimizer whose rates it sets
/// - `step_size`: steps between two changes
/// - `gamma` = 0.1: the factor
/// - `INVALID_ARGUMENT`: `step_size` is not above 0, or `gamma` is negative or not finite
pub fn step_lr(scope: Owner, optimizer: OptimizerRef, step_size: i64, gamma: f64) -> Result<NewScheduler> {
    timed(scope, optimizer, Step { step_size: steps(step_size)?, gamma })
}

/// Makes a scheduler that multiplies the rates by `gamma` at each milestone. *Returns new.*
///
///
/// - `multi_step_lr()`
/// - `optimizer`: the optimizer whose rates it sets
/// - `milestones`: numbers of steps in ascending order, integers `[N]`
/// - `gamma` = 0.1: the factor
/// - `INVALID_ARGUMENT`: there are no milestones, they are not in order, or `gamma` is negative or
///   not finite
/// - `DTYPE_MISMATCH`: the milestones are not integers
/// - `SHAPE_MISMATCH`: the milestones do not have one axis
pub fn multi_step_lr(scope: Owner, optimizer: OptimizerRef, milestones: TensorRef, gamma: f64) -> Result<NewScheduler> {
    let milestones = tensor(milestones)?;
    if milestones.dtype().is_float() || milestones.dtype() == DType::Bool {
        return Err(Error::dtype(format!("milestones are integers, not {}", milestones.dtype())));
    }
    let milestones = numbers("milestones", &milestones)?;
    if let Some(wrong) = milestones.iter().find(|at| **at < 0.0) {
        return Err(Error::argument(format!("milestone {wrong} is negative")));
    }
    timed(scope, optimizer, MultiStep { milestones: milestones.into_iter().map(|at| at as u64).collect(), gamma })
}

/// Makes a scheduler that multiplies the rates by `factor` for the first `total_iters` steps.
/// *Returns new.*
///
///
/// - `constant_lr()`
/// - `optimizer`: the optimizer whose rates it sets
/// - `factor` = 0.3333333333333333: the factor
/// - `total_iters` = 5: steps until the rates are what they began with
/// - `INVALID_ARGUMENT`: `total_iters` is not above 0, or `factor` is negative or not finite
pub fn constant_lr(scope: Owner, optimizer: OptimizerRef, factor: f64, total_iters: i64) -> Result<NewScheduler> {
    timed(scope, optimizer, Constant { factor, total_iters: steps(total_iters)? })
}

/// Makes a scheduler that multiplies the rates by a factor that changes evenly from `start_factor`
/// to `end_factor`. With `then` it is a warm-up before another schedule. *Returns new.*
///
///
/// - `linear_lr()`
/// - `optimizer`: the optimizer whose rates it sets
/// - `start_factor` = 0.3333333333333333: the factor before the first step
/// - `end_factor` = 1: the factor from step `total_iters` on
/// - `total_iters` = 5: steps from one to the other
/// - `INVALID_ARGUMENT`: `total_iters` is not above 0, or a factor is negative or not finite
pub fn linear_lr(
    scope: Owner,
    optimizer: OptimizerRef,
    start_factor: f64,
    end_factor: f64,
    total_iters: i64,
) -> Result<NewScheduler> {
    timed(scope, optimizer, Linear { start_factor, end_factor, total_iters: steps(total_iters)? })
}

/// Makes a scheduler that multiplies the rates by `gamma` at each step. *Returns new.*
///
///
/// - `exponential_lr()`
/// - `optimizer`: the optimizer whose rates it sets
/// - `gamma`: the factor
/// - `INVALID_ARGUMENT`: `gamma` is negative or not finite
pub fn exponential_lr(scope: Owner, optimizer: OptimizerRef, gamma: f64) -> Result<NewScheduler> {
    timed(scope, optimizer, Exponential { gamma })
}

/// Makes a scheduler that multiplies the rates by `(1 - t / total_iters)^power`, where `t` counts
/// the steps; they are 0 from step `total_iters` on. *Returns new.*
///
///
/// - `polynomial_lr()`
/// - `optimizer`: the optimizer whose rates it sets
/// - `total_iters` = 5: steps until the rates are 0
/// - `power` = 1: the power
/// - `INVALID_ARGUMENT`: `total_iters` is not above 0, or `power` is negative or not finite
pub fn polynomial_lr(scope: Owner, optimizer: OptimizerRef, total_iters: i64, power: f64) -> Result<NewScheduler> {
    timed(scope, optimizer, Polynomial { total_iters: steps(total_iters)?, power })
}

/// Makes a scheduler that takes the rates that there are at its first step to `swa_lr`, and leaves
/// them there: that of stochastic weight averaging. *Returns new.*
///
///
/// - `swa_lr()`
/// - `optimizer`: the optimizer whose rates it sets
/// - `learning_rate`: the rate in the end
/// - `anneal_epochs` = 10: steps from one to the other; 0 for the first rate
/// - `cosine` = true: whether they go by half a wave of the cosine, or else evenly
/// - `INVALID_ARGUMENT`: a number is negative or not finite
pub fn swa_lr(
    scope: Owner,
    optimizer: OptimizerRef,
    learning_rate: f64,
    anneal_epochs: i64,
    cosine: bool,
) -> Result<NewScheduler> {
    let refused = |_| Error::argument(format!("{anneal_epochs} is not a number of steps"));
    let anneal_epochs = u64::try_from(anneal_epochs).map_err(refused)?;
    timed(scope, optimizer, SwaLr { swa_lr: learning_rate, anneal_epochs, cosine })
}

/// Makes a scheduler that takes the rates down to `eta_min` in `t_max` steps, and up again, by the
/// cosine. *Returns new.*
///
///
/// - `cosine_annealing_lr()`
/// - `optimizer`: the optimizer whose rates it sets
/// - `t_max`: steps of half a wave
/// - `eta_min` = 0: the least rate
/// - `INVALID_ARGUMENT`: `t_max` is not above 0, or `eta_min` is negative or not finite
pub fn cosine_annealing_lr(scope: Owner, optimizer: OptimizerRef, t_max: i64, eta_min: f64) -> Result<NewScheduler> {
    timed(scope, optimizer, CosineAnnealing { t_max: steps(t_max)?, eta_min })
}

/// Makes a scheduler that takes the rates down to `eta_min` by the cosine, then begins from the top
/// again, each time in `t_mult` times as many steps. *Returns new.*
///
///
/// - `cosine_annealing_warm_restarts()`
/// - `optimizer`: the optimizer whose rates it sets
/// - `t_0`: steps until the first restart
/// - `t_mult` = 1: the factor by which the next part is longer
/// - `eta_min` = 0: the least rate
/// - `INVALID_ARGUMENT`: `t_0` or `t_mult` is not above 0, or `eta_min` is negative or not finite
pub fn cosine_annealing_warm_restarts(
    scope: Owner,
    optimizer: OptimizerRef,
    t_0: i64,
    t_mult: i64,
    eta_min: f64,
) -> Result<NewScheduler> {
    timed(scope, optimizer, WarmRestarts { t_0: steps(t_0)?, t_mult: steps(t_mult)?, eta_min })
}

/// Makes a scheduler of one cycle for a whole training: up to `max_lr`, and then down far below
/// where it began; momentum goes the other way. *Returns new.*
///
///
/// - `one_cycle_lr()`
/// - `optimizer`: the optimizer whose rates it sets
/// - `max_lr`: the highest rate
/// - `total_steps`: the steps of the whole training
/// - `pct_start` = 0.3: the share of the steps that go up
/// - `cosine` = true: whether it goes by the cosine, otherwise evenly
/// - `cycle_momentum` = true: whether it sets the momentum, or `beta1`
/// - `base_momentum` = 0.85: the lowest momentum
/// - `max_momentum` = 0.95: the highest momentum
/// - `div_factor` = 25: `max_lr` divided by the first rate
/// - `final_div_factor` = 10000: the first rate divided by the last one
/// - `three_phase` = false: whether it goes down to the first rate as it came, and only then
///   further
/// - `INVALID_ARGUMENT`: `total_steps` is not above 0, a number is out of range or not finite, or
///   the optimizer has no momentum to set
#[allow(clippy::too_many_arguments)] // PyTorch's settings
pub fn one_cycle_lr(
    scope: Owner,
    optimizer: OptimizerRef,
    max_lr: f64,
    total_steps: i64,
    pct_start: f64,
    cosine: bool,
    cycle_momentum: bool,
    base_momentum: f64,
    max_momentum: f64,
    div_factor: f64,
    final_div_factor: f64,
    three_phase: bool,
) -> Result<NewScheduler> {
    let total_steps = steps(total_steps)?;
    let momentum = cycle_momentum.then_some((base_momentum, max_momentum));
    timed(
        scope,
        optimizer,
        OneCycle { max_lr, total_steps, pct_start, cosine, momentum, div_factor, final_div_factor, three_phase },
    )
}

/// Makes a scheduler that takes the rates evenly up from `base_lr` to `max_lr` and down again, over
/// and over; momentum goes the other way. *Returns new.*
///
///
/// - `cyclic_lr()`
/// - `optimizer`: the optimizer whose rates it sets
/// - `base_lr`: the lowest rate
/// - `max_lr`: the highest rate
/// - `step_size_up` = 2000: steps up
/// - `step_size_down` = 2000: steps down
/// - `mode` = TRIANGULAR: how the amplitude changes
/// - `gamma` = 1: the factor of the amplitude at each step, for `EXP_RANGE`
/// - `cycle_momentum` = true: whether it sets the momentum, or `beta1`
/// - `base_momentum` = 0.8: the lowest momentum
/// - `max_momentum` = 0.9: the highest momentum
/// - `INVALID_ARGUMENT`: a number of steps is not above 0, a number is out of range or not finite,
///   or the optimizer has no momentum to set
#[allow(clippy::too_many_arguments)] // PyTorch's settings
pub fn cyclic_lr(
    scope: Owner,
    optimizer: OptimizerRef,
    base_lr: f64,
    max_lr: f64,
    step_size_up: i64,
    step_size_down: i64,
    mode: CyclicModeCode,
    gamma: f64,
    cycle_momentum: bool,
    base_momentum: f64,
    max_momentum: f64,
) -> Result<NewScheduler> {
    let (mode, step_size_up, step_size_down) =
        (CyclicMode::from_code(mode)?, steps(step_size_up)?, steps(step_size_down)?);
    let momentum = cycle_momentum.then_some((base_momentum, max_momentum));
    timed(scope, optimizer, Cyclic { base_lr, max_lr, step_size_up, step_size_down, mode, gamma, momentum })
}

/// Makes a scheduler that multiplies the rates by the factor that a table has for each step, the
/// last one from the end of the table on. *Returns new.*
///
///
/// - `lambda_lr()`
/// - `optimizer`: the optimizer whose rates it sets
/// - `factors`: a factor for each step, `[N]`, of any dtype
/// - `INVALID_ARGUMENT`: there are no factors, or one is negative or not finite
/// - `SHAPE_MISMATCH`: the factors do not have one axis
pub fn lambda_lr(scope: Owner, optimizer: OptimizerRef, factors: TensorRef) -> Result<NewScheduler> {
    let factors = tensor(factors)?;
    let factors = numbers("factors", &factors)?;
    timed(scope, optimizer, Table { factors })
}

/// Makes a scheduler that multiplies the rates by `factor` when a metric has not improved for more
/// than `patience` steps. *Returns new.*
///
///
/// - `reduce_lr_on_plateau()`
/// - `optimizer`: the optimizer whose rates it sets
/// - `maximize` = false: whether a greater metric is better
/// - `factor` = 0.1: the factor
/// - `patience` = 10: steps without improvement that are accepted
/// - `threshold` = 0.0001: how much better counts as better
/// - `relative` = true: whether `threshold` is a share of the best metric, otherwise a difference
/// - `cooldown` = 0: steps after a change in which none is counted
/// - `min_lr` = 0: the least rate
/// - `eps` = 1e-8: a change by less than this is left out
/// - `INVALID_ARGUMENT`: a number is out of range or not finite
#[allow(clippy::too_many_arguments)] // PyTorch's settings
pub fn reduce_lr_on_plateau(
    scope: Owner,
    optimizer: OptimizerRef,
    maximize: bool,
    factor: f64,
    patience: i64,
    threshold: f64,
    relative: bool,
    cooldown: i64,
    min_lr: f64,
    eps: f64,
) -> Result<NewScheduler> {
    let (patience, cooldown) = (steps(patience)?, steps(cooldown)?);
    let plateau = Plateau { maximize, factor, patience, threshold, relative, cooldown, min_lr, eps };
    let optimizer = object::<Optimizer>(optimizer)?;
    let inner = schedule::Scheduler::plateau(plateau, &optimizer.rule)?;
    started(scope, inner, &optimizer)
}

/// Makes a scheduler of two: the schedule of this one until step `milestone`, then that of `next`
/// from its own beginning. It starts at step 0 with the rates that the groups had when this one was
/// made. The two schedulers must not be stepped afterwards. *Returns new.*
///
///
/// - `then()`
/// - `next`: the scheduler that follows, of the same optimizer
/// - `milestone`: the number of steps after which it does
/// - `INVALID_ARGUMENT`: `milestone` is not above 0 or not above that of this sequence, or a
///   scheduler looks at a metric
pub fn then(scope: Owner, scheduler: SchedulerRef, next: SchedulerRef, milestone: i64) -> Result<NewScheduler> {
    let (first, next) = (object::<Scheduler>(scheduler)?, object::<Scheduler>(next)?);
    let optimizer = first.optimizer()?;
    let sequence = Sequence::of(first.inner.schedule()?, steps(milestone)?, next.inner.schedule()?);
    let inner = schedule::Scheduler::unstarted(Arc::new(sequence), &first.inner.base_rates(), &optimizer.rule)?;
    started(scope, inner, &optimizer)
}

/// Goes one step further, usually at the end of an epoch, and sets the rates of all groups. If this
/// fails, nothing has changed.
///
///
/// - `step()`
/// - `INVALID_ARGUMENT`: the schedule needs a metric, or has no further step
/// - `INVALID_HANDLE`: the scheduler or its optimizer is closed
pub fn step(scheduler: SchedulerRef) -> Result<()> {
    let scheduler = object::<Scheduler>(scheduler)?;
    scheduler.inner.step(&scheduler.optimizer()?.rule)
}

/// Goes one step further by a metric, usually the validation loss, and reduces the rates of all
/// groups if it has not improved for more steps than the patience. If this fails, nothing has
/// changed.
///
///
/// - `step()`
/// - `metric`: the measured value; NaN counts as no improvement
/// - `INVALID_ARGUMENT`: the schedule does not look at a metric
/// - `INVALID_HANDLE`: the scheduler or its optimizer is closed
pub fn step_metric(scheduler: SchedulerRef, metric: f64) -> Result<()> {
    let scheduler = object::<Scheduler>(scheduler)?;
    scheduler.inner.step_metric(&scheduler.optimizer()?.rule, metric)
}

/// The number of steps that were taken.
///
///
/// - `last_epoch()`
pub fn last_epoch(scheduler: SchedulerRef) -> Result<u64> {
    Ok(object::<Scheduler>(scheduler)?.inner.last_epoch())
}

/// The state of the scheduler as JSON: `{"base_lrs": [0.1], "last_epoch": 3}`.
///
///
/// - `state_dict()`
pub fn state_dict(scheduler: SchedulerRef) -> Result<String> {
    Ok(object::<Scheduler>(scheduler)?.inner.state_dict())
}

/// Continues from the state of another scheduler of the same kind. The rates themselves are part of
/// the optimizer's state, and stay. If this fails, nothing has changed.
///
///
/// - `load_state_dict()`
/// - `state`: what `state_dict()` of that one returned
/// - `INVALID_ARGUMENT`: the text is not such a state
pub fn load_state_dict(scheduler: SchedulerRef, state: &str) -> Result<()> {
    object::<Scheduler>(scheduler)?.inner.load_state_dict(state)
}

/// *Consumes* the scheduler; its optimizer stays.
pub fn dispose(scheduler: Disposed) -> Result<()> {
    TABLE.dispose(Handle(scheduler), Kind::Scheduler)
}

impl Scheduler {
    fn optimizer(&self) -> Result<Arc<Optimizer>> {
        let closed = || Error::new(Status::InvalidHandle, "the optimizer of this scheduler is closed");
        self.optimizer.upgrade().ok_or_else(closed)
    }
}

fn timed(scope: u64, optimizer: u64, schedule: impl Schedule + 'static) -> Result<u64> {
    let optimizer = object::<Optimizer>(optimizer)?;
    let inner = schedule::Scheduler::unstarted(Arc::new(schedule), &[], &optimizer.rule)?;
    started(scope, inner, &optimizer)
}

/// Makes the handle, which can fail, before the rates of the optimizer change.
fn started(scope: u64, inner: schedule::Scheduler, optimizer: &Arc<Optimizer>) -> Result<u64> {
    let scheduler = Arc::new(Scheduler { inner, optimizer: Arc::downgrade(optimizer) });
    let handle = own(scope, Resource::object(scheduler.clone()))?;
    let started = scheduler.inner.start(&optimizer.rule);
    started.map(|()| handle).inspect_err(|_| _ = TABLE.dispose(Handle(handle), Kind::Scheduler))
}

fn steps(count: i64) -> Result<u64> {
    u64::try_from(count).map_err(|_| Error::argument(format!("{count} is not a number of steps")))
}

/// The elements of a vector.
fn numbers(what: &str, t: &crate::tensor::Tensor) -> Result<Vec<f64>> {
    if t.rank() != 1 {
        return Err(Error::shape(format!("{what} have one axis, not shape {}", shape::display(t.shape()))));
    }
    let wide = ops::contiguous(&ops::cast(&t.untracked(), DType::F64)?)?;
    ops::to_device(&wide, Device::Cpu)?.to_vec::<f64>()
}
