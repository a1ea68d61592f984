//! `Pause`: waiting for another call to end, with nothing locked and nothing pinned.

use std::time::Duration;

/// Waits for another call to end, a little longer each time, because calls take from nanoseconds to
/// seconds. The end of a call wakes no thread, because that would slow down every call.
#[derive(Default)]
pub(super) struct Pause {
    rounds: u32,
}

impl Pause {
    const YIELDS: u32 = 16;
    const LONGEST: Duration = Duration::from_millis(1);

    /// Waits once more.
    pub(super) fn wait(&mut self) {
        self.rounds = self.rounds.saturating_add(1);
        match self.rounds.checked_sub(Pause::YIELDS) {
            None => std::thread::yield_now(),
            Some(more) => std::thread::sleep(Duration::from_micros(1 << more.min(10)).min(Pause::LONGEST)),
        }
    }
}
