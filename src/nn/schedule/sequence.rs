//! `SequentialLR`: one schedule after another, each from its own beginning.

use super::rate::Schedule;
use crate::error::{Error, Result};
use std::sync::Arc;

/// Schedules, the first from step 0 on and each other one from its milestone on.
#[derive(Clone)]
pub struct Sequence {
    /// Each with the step that it begins at, in ascending order; the first begins at 0.
    pub parts: Vec<(u64, Arc<dyn Schedule>)>,
}

impl Sequence {
    /// `first` until step `milestone`, then `next`. A sequence as `first` becomes longer.
    pub fn of(first: Arc<dyn Schedule>, milestone: u64, next: Arc<dyn Schedule>) -> Sequence {
        Sequence { parts: vec![(0, first), (milestone, next)] }
    }

    fn at(&self, t: u64) -> (u64, &dyn Schedule) {
        let reached = self.parts.partition_point(|(begin, _)| *begin <= t);
        let (begin, schedule) = &self.parts[reached.max(1) - 1];
        (t - begin, &**schedule)
    }
}

impl Schedule for Sequence {
    fn rate(&self, t: u64, base: f64) -> f64 {
        let (t, schedule) = self.at(t);
        schedule.rate(t, base)
    }

    fn momentum(&self, t: u64) -> Option<f64> {
        let (t, schedule) = self.at(t);
        schedule.momentum(t)
    }

    fn end(&self) -> Option<u64> {
        let (begin, last) = self.parts.last()?;
        last.end().map(|end| begin.saturating_add(end))
    }

    fn check(&self) -> Result<()> {
        for pair in self.parts.windows(2) {
            let (begin, next) = (pair[0].0, pair[1].0);
            if next <= begin {
                return Err(Error::argument(format!("SequentialLR: milestone {next} does not come after {begin}")));
            }
            if let Some(end) = pair[0].1.end()
                && next - begin > end
            {
                return Err(Error::argument(format!(
                    "SequentialLR: a schedule of {end} steps does not last {} steps",
                    next - begin
                )));
            }
        }
        self.parts.iter().try_for_each(|(_, part)| part.check())
    }
}
