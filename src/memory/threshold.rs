//! The threshold of unowned bytes: how many may accumulate, beside those in use, before a
//! collection is requested.
//!
//! By default it follows from the kind of collector, the managed heap's maximum and the limit. If a
//! collection examines the whole live heap, the threshold grows when collections take too much of
//! the time, and shrinks again when they take little.
//!
//! Invariant: a value set by the user stays until the user sets another one, and the default never
//! grows to most of what the limit allows.

/// The kind of collector in the wrapper's runtime.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Collector {
    /// No collector has been registered.
    None,
    /// Each collection examines the whole live heap, as in the JVM.
    Whole,
    /// Collections of young generations are cheap and full collections are not, as in .NET.
    Generational,
}

/// The limits of both heaps, in bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    /// The managed heap's maximum.
    pub(super) managed: u64,
    /// The smallest of the devices in use.
    pub(super) limit: u64,
}

const MIB: u64 = 1 << 20;
const LEAST: u64 = 64 * MIB;

/// The duration of a requested collection, including the freeing of its garbage. Times are in
/// nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Took {
    /// When it began.
    pub began: u64,
    /// When it ended.
    pub ended: u64,
    /// The bytes in use on the managed heap after it.
    pub used: u64,
    /// Whether other threads waited for it.
    pub waited: bool,
}

/// Bytes in use on the heap up to which a collection is quick, unless the machine is busy.
const SMALL: u64 = 64 * MIB;
/// In percent of the time.
const TOO_MUCH: u64 = 30;
const LITTLE: u64 = 5;
/// Consecutive collections that each took too much time, and for which other threads waited.
const IN_A_ROW: u32 = 4;

/// The threshold as set, or the default as it has grown.
#[derive(Debug)]
pub(super) struct Threshold {
    collector: Collector,
    /// 0 for the default.
    chosen: u64,
    /// 0 while the default has not grown.
    grown: u64,
    ended: Option<u64>,
    waited: u32,
}

impl Threshold {
    pub(super) const fn new() -> Self {
        Self { collector: Collector::None, chosen: 0, grown: 0, ended: None, waited: 0 }
    }

    /// Sets it; 0 for the default, as it was before it grew.
    pub(super) fn set(&mut self, bytes: u64) {
        self.chosen = bytes;
        self.grown = 0;
    }

    /// Resets the growth of the default, because the room has changed. Returns whether the default
    /// is in use.
    pub(super) fn room_changed(&mut self) -> bool {
        self.grown = 0;
        self.chosen == 0
    }

    pub(super) fn bytes(&self, room: Room) -> u64 {
        if self.chosen == 0 { self.default(room).max(self.grown) } else { self.chosen }
    }

    pub(super) fn set_collector(&mut self, collector: Collector) {
        self.collector = collector;
    }

    /// If a collection examines the whole heap: three eighths of the heap's maximum, similar to the
    /// JDK's limit for direct buffers, but at most a quarter of the limit. With a generational
    /// collector, a larger value would cycle through more memory than the caches hold (measured:
    /// twice the time at 128 MiB), and a smaller one collects more often.
    fn default(&self, room: Room) -> u64 {
        match self.collector {
            Collector::None => (room.limit / 8).clamp(16 * MIB, 128 * MIB),
            Collector::Whole => (room.managed / 8 * 3).max(LEAST).min((room.limit / 4).max(1)),
            Collector::Generational => (room.limit / 8).clamp(MIB, 48 * MIB),
        }
    }

    /// Doubles the default when collections of a big heap take too much of the time, or when
    /// threads repeatedly wait for such collections; halves it when they take little.
    pub(super) fn collected(&mut self, took: Took, room: Room) {
        let time = took.ended.saturating_sub(took.began);
        let passed = self.ended.map_or(u64::MAX, |last| took.ended.saturating_sub(last));
        self.ended = Some(took.ended);
        if self.collector != Collector::Whole {
            return;
        }
        let now = self.bytes(room);
        let is_too_much = time > passed / 100 * TOO_MUCH;
        self.waited = if is_too_much && took.waited { self.waited + 1 } else { 0 };
        if is_too_much && (took.used > SMALL || self.waited >= IN_A_ROW) {
            self.waited = 0;
            let most = (room.managed / 8 * 7).min(room.limit / 2).max(self.default(room));
            self.grown = (now * 2).min(most);
        } else if time < passed / 100 * LITTLE {
            self.grown = now / 2;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: u64 = 1_000_000;
    const GIB: u64 = 1 << 30;

    const BIG: Room = Room { managed: 8 * GIB, limit: 64 * GIB };

    fn of(collector: Collector) -> Threshold {
        let mut threshold = Threshold::new();
        threshold.set_collector(collector);
        threshold
    }

    fn default(collector: Collector, managed: u64, limit: u64) -> u64 {
        of(collector).bytes(Room { managed, limit })
    }

    fn took(began: u64, ended: u64, used: u64, waited: bool) -> Took {
        Took { began: began * MS, ended: ended * MS, used: used * MIB, waited }
    }

    #[test]
    fn the_default_follows_the_collector_the_heap_and_the_limit() {
        let whole = |managed, limit| default(Collector::Whole, managed, limit);
        assert_eq!(whole(8 * GIB, 64 * GIB), 3 * GIB);
        assert_eq!(whole(64 * MIB, 64 * GIB), 64 * MIB);
        assert_eq!(whole(8 * GIB, GIB), 256 * MIB);
        assert_eq!(whole(8 * GIB, 1), 1);
        let young = |limit| default(Collector::Generational, 8 * GIB, limit);
        assert_eq!([young(GIB), young(80 * MIB), young(MIB)], [48 * MIB, 10 * MIB, MIB]);
        let none = |limit| default(Collector::None, 8 * GIB, limit);
        assert_eq!([none(64 * GIB), none(256 * MIB), none(MIB)], [128 * MIB, 32 * MIB, 16 * MIB]);
    }

    #[test]
    fn what_is_set_stays() {
        let (room, mut threshold) = (BIG, of(Collector::Whole));
        threshold.set(5 * MIB);
        threshold.collected(took(1000, 2000, 100, true), room);
        assert!(!threshold.room_changed());
        assert_eq!(threshold.bytes(room), 5 * MIB);
        threshold.set(0);
        assert_eq!(threshold.bytes(room), 3 * GIB);
    }

    #[test]
    fn it_grows_when_a_big_heap_takes_too_much_of_the_time_and_shrinks_again() {
        let (room, mut threshold) = (BIG, of(Collector::Whole));
        threshold.collected(took(1000, 1000, 100, false), room);
        threshold.collected(took(1050, 1100, 10, false), room); // half of the time, but the heap is small
        assert_eq!(threshold.bytes(room), 3 * GIB);
        threshold.collected(took(1300, 1500, 100, false), room); // half of the time
        assert_eq!(threshold.bytes(room), 6 * GIB);
        threshold.collected(took(1500, 1900, 100, false), room);
        assert_eq!(threshold.bytes(room), 7 * GIB, "seven eighths of the heap");
        threshold.collected(took(9_000, 9_200, 100, false), room);
        assert_eq!(threshold.bytes(room), 3 * GIB + GIB / 2);
        threshold.collected(took(19_000, 19_200, 100, false), room);
        assert_eq!(threshold.bytes(room), 3 * GIB, "never less than the default");
    }

    #[test]
    fn it_grows_when_threads_wait_for_such_collections_four_times_in_a_row() {
        let (room, mut threshold) = (BIG, of(Collector::Whole));
        threshold.collected(took(0, 100, 10, false), room);
        for i in 1..10 {
            threshold.collected(took(95 + i * 10, 100 + i * 10, 10, i % 4 != 0), room);
            assert_eq!(threshold.bytes(room), 3 * GIB, "not again and again");
        }
        threshold.collected(took(1000, 1000, 10, true), room);
        for i in 1..=4 {
            assert_eq!(threshold.bytes(room), 3 * GIB);
            threshold.collected(took(995 + i * 10, 1000 + i * 10, 10, true), room);
        }
        assert_eq!(threshold.bytes(room), 6 * GIB);
    }

    #[test]
    fn it_never_grows_to_most_of_the_limit() {
        let (room, mut threshold) = (Room { managed: 8 * GIB, limit: 100 * MIB }, of(Collector::Whole));
        assert_eq!(threshold.bytes(room), 25 * MIB);
        for i in 1..=3 {
            threshold.collected(took(i * 400 - 300, i * 400, 100, false), room);
        }
        assert_eq!(threshold.bytes(room), 50 * MIB);
        assert!(threshold.room_changed());
        assert_eq!(threshold.bytes(room), 25 * MIB);
    }

    #[test]
    fn where_the_young_are_collected_it_does_not_grow() {
        let (room, mut threshold) = (BIG, of(Collector::Generational));
        for i in 1..=10 {
            threshold.collected(took(i * 400 - 300, i * 400, 100, true), room);
        }
        assert_eq!(threshold.bytes(room), 48 * MIB);
    }
}
