//! A line search whose step satisfies the strong Wolfe conditions, as PyTorch's `LBFGS` has it.
//!
//! Invariant: it calls nothing. It is given the loss and the gradient at its current step, and
//! answers with the next step to evaluate or with the one that it has chosen. At first each step is
//! longer than the one before it, until two of them bracket a minimum; then the bracket shrinks.

use super::flat::{dot, largest};
use crate::device::Device;
use crate::error::Result;
use crate::ops::to_device;
use crate::tensor::Tensor;

/// By how much of the slope at 0 the loss must decrease.
const DECREASE: f64 = 1e-4;
/// To how much of the slope at 0 the slope must have come down.
const CURVATURE: f64 = 0.9;
/// Evaluations after the first.
const MOST: u64 = 25;

/// A step that was evaluated.
#[derive(Clone)]
struct Point {
    step: f64,
    loss: f64,
    gradient: Tensor,
    slope: f64,
}

impl Point {
    fn on(&self, device: Device) -> Result<Point> {
        Ok(Point { gradient: to_device(&self.gradient, device)?, ..*self })
    }
}

/// A search along a direction.
#[derive(Clone)]
pub(super) struct Wolfe {
    direction: Tensor,
    /// The greatest size of an element of the direction.
    size: f64,
    tolerance: f64,
    start: Point,
    /// The step that is being evaluated.
    step: f64,
    evaluations: u64,
    phase: Phase,
}

#[derive(Clone)]
enum Phase {
    /// The point before the current one.
    Bracketing(Point),
    Shrinking {
        ends: [Point; 2],
        /// Which end has the lower loss.
        low: usize,
        /// Whether the last step was near an end.
        is_slow: bool,
    },
}

/// What a search does next.
pub(super) enum Answer {
    /// It needs the loss and the gradient at this step.
    Evaluate(f64),
    /// It has chosen.
    Chosen {
        /// The step.
        step: f64,
        /// The loss there.
        loss: f64,
        /// The gradient there.
        gradient: Tensor,
        /// How many evaluations it took.
        evaluations: u64,
    },
}

impl Wolfe {
    /// A search that evaluates `step` first. `slope` is that at 0.
    pub fn new(
        direction: &Tensor,
        step: f64,
        (loss, gradient, slope): (f64, &Tensor, f64),
        tolerance: f64,
    ) -> Result<Wolfe> {
        let start = Point { step: 0.0, loss, gradient: gradient.clone(), slope };
        Ok(Wolfe {
            size: largest(direction)?,
            direction: direction.clone(),
            tolerance,
            phase: Phase::Bracketing(start.clone()),
            start,
            step,
            evaluations: 0,
        })
    }

    /// The same search with its vectors on this device.
    pub fn on(&self, device: Device) -> Result<Wolfe> {
        let phase = match &self.phase {
            Phase::Bracketing(before) => Phase::Bracketing(before.on(device)?),
            Phase::Shrinking { ends: [a, b], low, is_slow } => {
                Phase::Shrinking { ends: [a.on(device)?, b.on(device)?], low: *low, is_slow: *is_slow }
            }
        };
        Ok(Wolfe { direction: to_device(&self.direction, device)?, start: self.start.on(device)?, phase, ..*self })
    }

    /// Takes the loss and the gradient at the current step.
    pub fn told(&mut self, loss: f64, gradient: &Tensor) -> Result<Answer> {
        let slope = dot(gradient, &self.direction)?;
        let now = Point { step: self.step, loss, gradient: gradient.clone(), slope };
        self.evaluations += 1;
        let answer = match self.phase.clone() {
            Phase::Bracketing(before) => self.bracket(before, now),
            Phase::Shrinking { ends, low, is_slow } => self.shrink(ends, low, is_slow, now),
        };
        if let Answer::Evaluate(step) = answer {
            self.step = step;
        }
        Ok(answer)
    }

    /// Whether the loss has not decreased enough.
    fn is_high(&self, at: &Point) -> bool {
        at.loss > self.start.loss + DECREASE * at.step * self.start.slope
    }

    fn is_flat(&self, at: &Point) -> bool {
        at.slope.abs() <= -CURVATURE * self.start.slope
    }

    /// Evaluations after the first.
    fn further(&self) -> u64 {
        self.evaluations - 1
    }

    fn bracket(&mut self, before: Point, now: Point) -> Answer {
        if self.further() == MOST {
            let ends = [self.start.clone(), now];
            return self.chosen(&ends[lower(&ends)]);
        }
        if self.is_high(&now) || (self.further() > 1 && now.loss >= before.loss) {
            return self.begin_to_shrink([before, now]);
        }
        if self.is_flat(&now) {
            return self.chosen(&now);
        }
        if now.slope >= 0.0 {
            return self.begin_to_shrink([before, now]);
        }
        let bounds = (now.step + 0.01 * (now.step - before.step), now.step * 10.0);
        let next = between(&before, &now, bounds);
        self.phase = Phase::Bracketing(now);
        Answer::Evaluate(next)
    }

    fn begin_to_shrink(&mut self, ends: [Point; 2]) -> Answer {
        let low = lower(&ends);
        self.next_in(ends, low, false)
    }

    /// The next step within a bracket, or the lower end of one that is small enough.
    fn next_in(&mut self, ends: [Point; 2], low: usize, mut is_slow: bool) -> Answer {
        let (a, b) = (ends[0].step, ends[1].step);
        if self.further() >= MOST || (b - a).abs() * self.size < self.tolerance {
            return self.chosen(&ends[low]);
        }
        let (least, greatest) = (lesser(a, b), greater(a, b));
        let mut step = between(&ends[0], &ends[1], (least, greatest));
        let margin = 0.1 * (greatest - least);
        if lesser(greatest - step, step - least) < margin {
            if is_slow || step >= greatest || step <= least {
                let is_above = (step - greatest).abs() < (step - least).abs();
                step = if is_above { greatest - margin } else { least + margin };
                is_slow = false;
            } else {
                is_slow = true;
            }
        } else {
            is_slow = false;
        }
        self.phase = Phase::Shrinking { ends, low, is_slow };
        Answer::Evaluate(step)
    }

    fn shrink(&mut self, mut ends: [Point; 2], mut low: usize, is_slow: bool, now: Point) -> Answer {
        let high = 1 - low;
        let mut is_done = false;
        if self.is_high(&now) || now.loss >= ends[low].loss {
            ends[high] = now;
            low = lower(&ends);
        } else {
            if self.is_flat(&now) {
                is_done = true;
            } else if now.slope * (ends[high].step - ends[low].step) >= 0.0 {
                ends[high] = ends[low].clone();
            }
            ends[low] = now;
        }
        if is_done { self.chosen(&ends[low]) } else { self.next_in(ends, low, is_slow) }
    }

    fn chosen(&self, at: &Point) -> Answer {
        Answer::Chosen { step: at.step, loss: at.loss, gradient: at.gradient.clone(), evaluations: self.evaluations }
    }
}

fn lower(ends: &[Point; 2]) -> usize {
    usize::from(ends[0].loss > ends[1].loss || ends[0].loss.is_nan() || ends[1].loss.is_nan())
}

/// The minimum of the cubic function with these losses and slopes, within bounds.
fn between(a: &Point, b: &Point, (least, greatest): (f64, f64)) -> f64 {
    let d1 = a.slope + b.slope - 3.0 * (a.loss - b.loss) / (a.step - b.step);
    let square = d1 * d1 - a.slope * b.slope;
    if square.is_nan() || square < 0.0 {
        return (least + greatest) / 2.0;
    }
    let d2 = square.sqrt();
    let at = if a.step <= b.step {
        b.step - (b.step - a.step) * ((b.slope + d2 - d1) / (b.slope - a.slope + 2.0 * d2))
    } else {
        a.step - (a.step - b.step) * ((a.slope + d2 - d1) / (a.slope - b.slope + 2.0 * d2))
    };
    lesser(greater(at, least), greatest)
}

/// As Python's `min` and `max` are: the first one unless the second is certainly smaller or larger.
fn lesser(a: f64, b: f64) -> f64 {
    if b < a { b } else { a }
}

fn greater(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}
