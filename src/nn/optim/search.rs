//! `Course`: where L-BFGS is, and what it does with each loss and gradient.
//!
//! ```text
//!   told(loss, gradient) --> direction from the last changes --> parameters along it --> wanted: told again
//!                              ^                                    |
//!                              +---- until an iteration is last ----+--> the step has ended
//! ```
//!
//! PyTorch's `step` calls a closure for each loss. Nothing here calls back: `told` returns the next
//! course, where the parameters go, and whether the step needs the loss and the gradient there.
//!
//! Invariant: `told` changes nothing. What it returns is whole, so a call that runs out of memory can
//! be made again, and a step that was begun can be taken back.

use super::flat::{difference, dot, largest, negated, scaled, stepped, sum_of_sizes};
use super::wolfe::{Answer, Wolfe};
use crate::device::Device;
use crate::error::Result;
use crate::ops::to_device;
use crate::tensor::Tensor;

/// The curvature that is ignored, because rounding could have made it.
const LEAST_CURVATURE: f64 = 1e-10;

/// The settings of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// The factor of a step.
    pub lr: f64,
    /// Iterations of a step.
    pub max_iter: u64,
    /// Evaluations of a step after which no iteration begins.
    pub max_eval: u64,
    /// A step ends when no element of the gradient is larger.
    pub tolerance_grad: f64,
    /// A step ends when neither the loss nor a parameter changes by more.
    pub tolerance_change: f64,
    /// The number of changes that are remembered.
    pub history_size: usize,
    /// Whether each iteration looks for a step that satisfies the strong Wolfe conditions.
    pub strong_wolfe: bool,
}

/// What is remembered between two steps, by PyTorch's names.
#[derive(Clone, Default)]
pub(super) struct Memory {
    pub func_evals: u64,
    pub n_iter: u64,
    /// The last direction, and how far it was gone.
    pub d: Option<Tensor>,
    pub t: f64,
    /// The last changes of the gradient and of the parameters, and 1 over their products.
    pub old_dirs: Vec<Tensor>,
    pub old_stps: Vec<Tensor>,
    pub ro: Vec<f64>,
    pub h_diag: f64,
    pub prev_flat_grad: Option<Tensor>,
    pub prev_loss: f64,
}

/// Where L-BFGS is: what it remembers, and a step that waits for an evaluation.
#[derive(Clone, Default)]
pub(super) struct Course {
    pub memory: Memory,
    step: Option<Step>,
}

#[derive(Clone)]
struct Step {
    /// The parameters and the memory before it.
    before: (Tensor, Memory),
    iterations: u64,
    evaluations: u64,
    loss: f64,
    gradient: Tensor,
    stage: Stage,
}

/// What the evaluation that a step waits for is for.
#[derive(Clone)]
enum Stage {
    /// The next iteration.
    Moved,
    /// The search of this iteration, which began at the parameters `from`.
    Searching { from: Tensor, search: Box<Wolfe> },
}

/// What follows from an evaluation.
pub(super) struct Next {
    pub course: Course,
    /// Where the parameters go; `None` if they stay.
    pub to: Option<Tensor>,
    /// Whether the loss and the gradient there are wanted.
    pub is_wanted: bool,
}

impl Course {
    /// A course between two steps.
    pub fn of(memory: Memory) -> Course {
        Course { memory, step: None }
    }

    /// The same course with its vectors on this device, where the parameters may have moved.
    pub fn on(&self, device: Device) -> Result<Course> {
        let step = self.step.as_ref().map(|step| step.on(device)).transpose()?;
        Ok(Course { memory: self.memory.on(device)?, step })
    }

    /// The parameters and the course before the step that was begun, if one was.
    pub fn begun(&self) -> Option<(Tensor, Course)> {
        let (x, memory) = &self.step.as_ref()?.before;
        Some((x.clone(), Course::of(memory.clone())))
    }

    /// Takes the loss and the gradient at the parameters `x`. Both vectors are on the device of the
    /// course.
    pub fn told(&self, plan: &Plan, x: &Tensor, loss: f64, gradient: Tensor) -> Result<Next> {
        let mut memory = self.memory.clone();
        let Some(mut step) = self.step.clone() else {
            memory.func_evals += 1;
            if largest(&gradient)? <= plan.tolerance_grad {
                return Ok(Next { course: Course::of(memory), to: None, is_wanted: false });
            }
            let before = (x.clone(), self.memory.clone());
            let step = Step { before, iterations: 0, evaluations: 1, loss, gradient, stage: Stage::Moved };
            return step.iterated(plan, memory, x, false);
        };
        let Stage::Searching { from, search } = &mut step.stage else {
            (step.loss, step.gradient) = (loss, gradient);
            return step.evaluated(plan, memory, x, 1, false);
        };
        match search.told(loss, &gradient)? {
            Answer::Evaluate(t) => {
                let d = memory.d.as_ref().expect("a search begins with a direction");
                let to = Some(stepped(from, d, t)?);
                Ok(Next { course: Course { memory, step: Some(step) }, to, is_wanted: true })
            }
            Answer::Chosen { step: t, loss, gradient, evaluations } => {
                let d = memory.d.as_ref().expect("a search begins with a direction");
                let x = stepped(from, d, t)?;
                memory.t = t;
                (step.loss, step.gradient, step.stage) = (loss, gradient, Stage::Moved);
                step.evaluated(plan, memory, &x, evaluations, true)
            }
        }
    }
}

impl Step {
    fn on(&self, device: Device) -> Result<Step> {
        let stage = match &self.stage {
            Stage::Moved => Stage::Moved,
            Stage::Searching { from, search } => {
                Stage::Searching { from: to_device(from, device)?, search: Box::new(search.on(device)?) }
            }
        };
        let before = (to_device(&self.before.0, device)?, self.before.1.on(device)?);
        Ok(Step { before, gradient: to_device(&self.gradient, device)?, stage, ..*self })
    }

    /// An iteration has ended at `x`, which differs from the parameters if `moved`.
    fn evaluated(mut self, plan: &Plan, mut memory: Memory, x: &Tensor, evaluations: u64, moved: bool) -> Result<Next> {
        self.evaluations += evaluations;
        memory.func_evals += evaluations;
        let d = memory.d.as_ref().expect("an iteration has a direction");
        let is_last = self.iterations == plan.max_iter
            || self.evaluations >= plan.max_eval
            || largest(&self.gradient)? <= plan.tolerance_grad
            || largest(&scaled(d, memory.t)?)? <= plan.tolerance_change
            || (self.loss - memory.prev_loss).abs() < plan.tolerance_change;
        if is_last {
            let to = moved.then(|| x.clone());
            return Ok(Next { course: Course::of(memory), to, is_wanted: false });
        }
        self.iterated(plan, memory, x, moved)
    }

    /// Begins an iteration at `x`.
    fn iterated(mut self, plan: &Plan, mut memory: Memory, x: &Tensor, moved: bool) -> Result<Next> {
        self.iterations += 1;
        memory.n_iter += 1;
        let d = memory.direction(&self.gradient, plan.history_size)?;
        memory.t = if memory.n_iter == 1 { (1.0 / sum_of_sizes(&self.gradient)?).min(1.0) * plan.lr } else { plan.lr };
        memory.d = Some(d.clone());
        memory.prev_flat_grad = Some(self.gradient.clone());
        memory.prev_loss = self.loss;
        let slope = dot(&self.gradient, &d)?;
        if slope > -plan.tolerance_change {
            let to = moved.then(|| x.clone());
            return Ok(Next { course: Course::of(memory), to, is_wanted: false });
        }
        let to = Some(stepped(x, &d, memory.t)?);
        if plan.strong_wolfe {
            let start = (self.loss, &self.gradient, slope);
            let search = Wolfe::new(&d, memory.t, start, plan.tolerance_change)?;
            self.stage = Stage::Searching { from: x.clone(), search: Box::new(search) };
        } else if self.iterations == plan.max_iter {
            return Ok(Next { course: Course::of(memory), to, is_wanted: false });
        }
        Ok(Next { course: Course { memory, step: Some(self) }, to, is_wanted: true })
    }
}

impl Memory {
    fn on(&self, device: Device) -> Result<Memory> {
        let there = |t: &Tensor| to_device(t, device);
        let all = |vectors: &[Tensor]| vectors.iter().map(there).collect::<Result<Vec<Tensor>>>();
        Ok(Memory {
            d: self.d.as_ref().map(there).transpose()?,
            old_dirs: all(&self.old_dirs)?,
            old_stps: all(&self.old_stps)?,
            ro: self.ro.clone(),
            prev_flat_grad: self.prev_flat_grad.as_ref().map(there).transpose()?,
            ..*self
        })
    }

    /// The direction of the next iteration, from the changes so far and the last one.
    fn direction(&mut self, gradient: &Tensor, history_size: usize) -> Result<Tensor> {
        let (Some(d), Some(previous)) = (&self.d, &self.prev_flat_grad) else {
            (self.old_dirs, self.old_stps, self.ro) = (Vec::new(), Vec::new(), Vec::new());
            self.h_diag = 1.0;
            return negated(gradient);
        };
        let (y, s) = (difference(gradient, previous)?, scaled(d, self.t)?);
        let ys = dot(&y, &s)?;
        if ys > LEAST_CURVATURE {
            let surplus = (self.old_dirs.len() + 1).saturating_sub(history_size).min(self.old_dirs.len());
            self.old_dirs.drain(..surplus);
            self.old_stps.drain(..surplus);
            self.ro.drain(..surplus);
            self.h_diag = ys / dot(&y, &y)?;
            self.old_dirs.push(y);
            self.old_stps.push(s);
            self.ro.push(1.0 / ys);
        }
        let mut q = negated(gradient)?;
        let mut shares = vec![0.0; self.ro.len()];
        for i in (0..self.ro.len()).rev() {
            shares[i] = dot(&self.old_stps[i], &q)? * self.ro[i];
            q = stepped(&q, &self.old_dirs[i], -shares[i])?;
        }
        let mut r = scaled(&q, self.h_diag)?;
        for (i, of_step) in shares.iter().enumerate() {
            let share = dot(&self.old_dirs[i], &r)? * self.ro[i];
            r = stepped(&r, &self.old_stps[i], of_step - share)?;
        }
        Ok(r)
    }
}
