//! A snapshot: what is alive, with its owners, and the events that led to it.
//!
//! Invariant: every number is small and local to the snapshot. A handle is the index of its row,
//! or, if it is not alive any more, a number above all rows; a storage has a number of its own,
//! even if another one had its address before; a text is an index into `strings`, whose first is
//! empty. So a file has no address, and a reader in JavaScript loses no digit.
//!
//! Events are resolved from the last one back, because the live rows say what was in a slot or at
//! an address at the end, and each event says what it has changed.

use super::event::{Event, EventKind};
use super::recorder::{NO_TEXT, Recorded};
use super::sample;
use std::collections::HashMap;

/// The version of the file format. A reader refuses any other.
pub const VERSION: u64 = 1;
/// No scope, storage or handle.
pub const NONE: i64 = -1;
/// The scope of a handle that was released because its scope was closing.
pub const CLOSING: i64 = -2;

/// The memory of a device.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeviceRow {
    /// Its name, as `cpu`.
    pub device: String,
    /// Live bytes, as in the statistics.
    pub live_bytes: u64,
    /// The peak of live bytes.
    pub peak_bytes: u64,
    /// Bytes taken from the system.
    pub reserved_bytes: u64,
    /// The limit.
    pub limit_bytes: u64,
    /// Bytes that unowned handles keep alive.
    pub unowned_bytes: u64,
}

/// A live handle, as the caller describes it.
#[derive(Clone, Debug, Default)]
pub struct LiveHandle {
    /// The handle.
    pub handle: u64,
    /// The scope that owns it; 0 for none.
    pub owner: u64,
    /// Its kind, as `tensor`.
    pub kind: String,
    /// The element type of a tensor.
    pub dtype: String,
    /// The shape of a tensor.
    pub shape: String,
    /// The storage that it keeps alive; 0 for none.
    pub storage: u64,
    /// The bytes of that storage that count as live.
    pub bytes: u64,
    /// Its name.
    pub name: String,
    /// The line that made it.
    pub site: String,
    /// Its age in milliseconds, if it is known.
    pub age_ms: Option<u64>,
    /// Whether its line is a sample by bytes.
    pub sampled: bool,
    /// The device of its storage, as in the tag of an allocation.
    pub device: u8,
}

/// A live handle. Texts are indices into the strings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LiveRow {
    /// The handle's number in the process.
    pub handle: u64,
    /// The row of the scope that owns it, or [`NONE`].
    pub owner: i64,
    /// See [`LiveHandle`].
    pub kind: u64,
    /// See [`LiveHandle`].
    pub dtype: u64,
    /// See [`LiveHandle`].
    pub shape: u64,
    /// The number of its storage, or [`NONE`].
    pub storage: i64,
    /// See [`LiveHandle`].
    pub bytes: u64,
    /// See [`LiveHandle`].
    pub name: u64,
    /// See [`LiveHandle`].
    pub site: u64,
    /// In milliseconds; -1 if it is not known.
    pub age_ms: i64,
    /// See [`LiveHandle`].
    pub sampled: bool,
    /// See [`LiveHandle`].
    pub device: u8,
}

/// An event whose numbers are those of the snapshot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventRow {
    /// Nanoseconds since the recording was started.
    pub time: u64,
    /// What has happened.
    pub kind: EventKind,
    /// The number of a storage or handle, or of a workspace; see [`EventKind`].
    pub id: i64,
    /// Bytes, a count, a storage, a scope or a text; see [`EventKind`].
    pub amount: i64,
    /// The number of the scope's handle, [`NONE`] or [`CLOSING`].
    pub scope: i64,
    /// See [`Event`].
    pub thread: u16,
    /// See [`Event`].
    pub tag: u8,
}

/// The live handles of one moment, and the events of the recording in progress.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Snapshot {
    /// The version of the library that made it.
    pub library: String,
    /// When it was taken, in milliseconds since 1970.
    pub taken_ms: u64,
    /// How long the recording had been going on, in nanoseconds; 0 without a recording.
    pub recorded_ns: u64,
    /// The events are complete from this time on.
    pub complete_from_ns: u64,
    /// Events that were dropped.
    pub dropped: u64,
    /// The mean of the bytes between two sampled lines; 0 if lines are not sampled.
    pub site_bytes: u64,
    /// The devices.
    pub devices: Vec<DeviceRow>,
    /// Texts; the first is empty.
    pub strings: Vec<String>,
    /// What is alive.
    pub live: Vec<LiveRow>,
    /// What has happened, by time.
    pub events: Vec<EventRow>,
    /// The number of handles, alive or not.
    pub handles: u64,
    /// The number of storages, alive or not.
    pub storages: u64,
}

/// The slot of a handle, from its bits.
pub type SlotOf = fn(u64) -> u32;

impl Snapshot {
    /// A snapshot of these handles and events.
    pub fn new(
        library: &str,
        taken_ms: u64,
        devices: Vec<DeviceRow>,
        live: &[LiveHandle],
        recorded: Option<Recorded>,
        slot_of: SlotOf,
    ) -> Snapshot {
        let mut strings = Strings::default();
        let mut numbers = Numbers::of(live, slot_of);
        let rows = live.iter().map(|handle| numbers.row(handle, &mut strings)).collect();
        let mut snapshot = Snapshot { library: library.into(), taken_ms, devices, live: rows, ..Snapshot::default() };
        if let Some(recorded) = recorded {
            snapshot.recorded_ns = recorded.until - recorded.from;
            snapshot.complete_from_ns = recorded.complete_from.saturating_sub(recorded.from);
            snapshot.dropped = recorded.dropped;
            snapshot.site_bytes = recorded.site_bytes;
            let texts: Vec<u64> = recorded.texts.iter().map(|text| strings.index(text)).collect();
            snapshot.events = numbers.resolve(&recorded.events, &texts, recorded.from);
        }
        (snapshot.handles, snapshot.storages) = (numbers.handles, numbers.storages);
        snapshot.strings = strings.texts;
        snapshot
    }

    /// A text of the snapshot.
    pub fn text(&self, index: u64) -> &str {
        self.strings.get(index as usize).map_or("", String::as_str)
    }

    /// The bytes that a row stands for at its line: more than its own if the line is a sample.
    pub fn weight(&self, row: &LiveRow) -> f64 {
        if row.sampled { sample::weight(row.bytes, self.site_bytes) } else { row.bytes as f64 }
    }

    /// The names of the scopes that own a row, from the outermost, as `'service' > 'request'`.
    pub fn path(&self, row: &LiveRow) -> String {
        self.scopes(row).join(" > ")
    }

    /// The names of the scopes that own a row, from the outermost.
    pub fn scopes(&self, row: &LiveRow) -> Vec<String> {
        let mut names = Vec::new();
        let (mut at, mut steps) = (row.owner, self.live.len());
        while let Some(owner) = usize::try_from(at).ok().and_then(|at| self.live.get(at)).filter(|_| steps > 0) {
            names.push(match self.text(owner.name) {
                "" => "scope".to_string(),
                name => format!("'{name}'"),
            });
            (at, steps) = (owner.owner, steps - 1);
        }
        names.reverse();
        names
    }
}

/// Texts, each once.
struct Strings {
    texts: Vec<String>,
    indices: HashMap<String, u64>,
}

impl Default for Strings {
    fn default() -> Strings {
        Strings { texts: vec![String::new()], indices: HashMap::from([(String::new(), 0)]) }
    }
}

impl Strings {
    fn index(&mut self, text: &str) -> u64 {
        if let Some(&index) = self.indices.get(text) {
            return index;
        }
        let index = self.texts.len() as u64;
        self.texts.push(text.into());
        self.indices.insert(text.into(), index);
        index
    }
}

/// The numbers of handles and storages, and what the slots and addresses hold at the moment up to
/// which events have been resolved.
struct Numbers {
    slot_of: SlotOf,
    of_handle: HashMap<u64, i64>,
    handles: u64,
    storages: u64,
    /// The scope in a slot.
    scopes: HashMap<u32, i64>,
    /// The storage at an address.
    at: HashMap<u64, i64>,
}

impl Numbers {
    fn of(live: &[LiveHandle], slot_of: SlotOf) -> Numbers {
        let of_handle: HashMap<u64, i64> = (0..).zip(live).map(|(row, live)| (live.handle, row)).collect();
        let scopes = live.iter().filter(|live| live.kind == "scope");
        let scopes = scopes.map(|live| (slot_of(live.handle), of_handle[&live.handle])).collect();
        Numbers { slot_of, handles: live.len() as u64, of_handle, storages: 0, scopes, at: HashMap::new() }
    }

    fn row(&mut self, live: &LiveHandle, strings: &mut Strings) -> LiveRow {
        LiveRow {
            handle: live.handle,
            owner: if live.owner == 0 { NONE } else { self.of_handle.get(&live.owner).copied().unwrap_or(NONE) },
            kind: strings.index(&live.kind),
            dtype: strings.index(&live.dtype),
            shape: strings.index(&live.shape),
            storage: self.storage(live.storage),
            bytes: live.bytes,
            name: strings.index(&live.name),
            site: strings.index(&live.site),
            age_ms: live.age_ms.map_or(-1, |age| age as i64),
            sampled: live.sampled,
            device: live.device,
        }
    }

    /// The storage at this address at this moment.
    fn storage(&mut self, address: u64) -> i64 {
        if address == 0 {
            return NONE;
        }
        let next = self.storages;
        *self.at.entry(address).or_insert_with(|| {
            self.storages += 1;
            next as i64
        })
    }

    fn handle(&mut self, handle: u64) -> i64 {
        let next = self.handles;
        *self.of_handle.entry(handle).or_insert_with(|| {
            self.handles += 1;
            next as i64
        })
    }

    fn scope(&self, slot: u32) -> i64 {
        match slot {
            0 => NONE,
            Event::CLOSING => CLOSING,
            slot => self.scopes.get(&slot).copied().unwrap_or(NONE),
        }
    }

    fn resolve(&mut self, events: &[Event], texts: &[u64], from: u64) -> Vec<EventRow> {
        let mut rows: Vec<EventRow> = events.iter().rev().map(|event| self.resolved(event, texts, from)).collect();
        rows.reverse();
        rows
    }

    /// An event in the numbers of the snapshot. Afterwards slots and addresses are those before it.
    fn resolved(&mut self, event: &Event, texts: &[u64], from: u64) -> EventRow {
        let Event { id, amount, .. } = *event;
        let text = || if amount == NO_TEXT { 0 } else { texts.get(amount as usize).copied().unwrap_or(0) as i64 };
        let (mut number, mut much) = (id as i64, i64::try_from(amount).unwrap_or(i64::MAX));
        let mut scope = self.scope(event.scope);
        match event.kind {
            EventKind::Allocated | EventKind::Adopted => {
                number = self.storage(id);
                self.at.remove(&id);
            }
            EventKind::Freed | EventKind::Returned => {
                self.at.remove(&id);
                number = self.storage(id);
            }
            EventKind::Made | EventKind::Released => {
                number = self.handle(id);
                much = self.storage(amount);
            }
            EventKind::ScopeOpened => {
                number = self.handle(id);
                self.scopes.remove(&(self.slot_of)(id));
            }
            EventKind::ScopeClosed => {
                number = self.handle(id);
                self.scopes.insert((self.slot_of)(id), number);
            }
            EventKind::Moved | EventKind::Lent | EventKind::LoanEnded => {
                number = self.handle(id);
                much = self.scope(amount as u32);
            }
            EventKind::Mark => much = text(),
            EventKind::WorkspaceNamed => much = text(),
            EventKind::Named | EventKind::Sited => (number, much) = (self.handle(id), text()),
            EventKind::CycleEnded | EventKind::Spilled => scope = i64::from(event.scope),
            EventKind::Refused | EventKind::Collected | EventKind::Trimmed => {}
            EventKind::WorkspaceGrew | EventKind::WorkspaceShrank | EventKind::WorkspaceLearned => {}
        }
        let time = event.time.saturating_sub(from);
        EventRow { time, kind: event.kind, id: number, amount: much, scope, thread: event.thread, tag: event.tag }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use std::time::SystemTime;

    fn event(time: u64, kind: EventKind, id: u64, amount: u64, scope: u32) -> Event {
        Event { time, id, amount, scope, thread: 0, kind, tag: 0 }
    }

    fn recorded(events: Vec<Event>) -> Option<Recorded> {
        let texts = vec!["epoch 1".into()];
        let (started, until) = (SystemTime::UNIX_EPOCH, 100);
        Some(Recorded {
            number: 1,
            started,
            from: 10,
            until,
            events,
            dropped: 0,
            complete_from: 10,
            texts,
            site_bytes: 0,
        })
    }

    /// A handle is its slot plus 1000 for each generation.
    fn slot_of(handle: u64) -> u32 {
        (handle % 1000) as u32
    }

    #[test]
    fn slots_and_addresses_that_are_used_again_are_told_apart() {
        let scope = LiveHandle { handle: 2007, kind: "scope".into(), name: "now".into(), ..LiveHandle::default() };
        let tensor = LiveHandle {
            handle: 1003,
            owner: 2007,
            kind: "tensor".into(),
            storage: 64,
            bytes: 8,
            ..LiveHandle::default()
        };
        use EventKind::*;
        let events = vec![
            event(11, ScopeOpened, 1007, 0, 0),
            event(12, Allocated, 64, 4, 0),
            event(13, Made, 1001, 64, 7),
            event(14, Released, 1001, 64, Event::CLOSING),
            event(15, Freed, 64, 4, 0),
            event(16, ScopeClosed, 1007, 0, 0),
            event(17, ScopeOpened, 2007, 0, 0),
            event(18, Allocated, 64, 8, 0),
            event(19, Made, 1003, 64, 7),
            event(20, Mark, 0, 0, 0),
            event(21, Mark, 0, NO_TEXT, 0),
        ];
        let snapshot = Snapshot::new("0", 0, Vec::new(), &[scope, tensor], recorded(events), slot_of);
        assert_eq!((snapshot.live[1].owner, snapshot.live[1].storage), (0, 0));
        let seen: Vec<_> = snapshot.events.iter().map(|row| (row.time, row.id, row.amount, row.scope)).collect();
        let (old_scope, old_tensor, old_storage) = (2, 3, 1);
        assert_eq!(
            seen,
            [
                (1, old_scope, 0, NONE),
                (2, old_storage, 4, NONE),
                (3, old_tensor, old_storage, old_scope),
                (4, old_tensor, old_storage, CLOSING),
                (5, old_storage, 4, NONE),
                (6, old_scope, 0, NONE),
                (7, 0, 0, NONE),
                (8, 0, 8, NONE),
                (9, 1, 0, 0),
                (10, 0, 4, NONE),
                (11, 0, 0, NONE),
            ]
        );
        assert_eq!((snapshot.handles, snapshot.storages), (4, 2));
        assert_eq!(snapshot.text(4), "epoch 1");
        assert_eq!(snapshot.path(&snapshot.live[1]), "'now'");
    }

    #[test]
    fn the_events_may_begin_in_the_middle() {
        use EventKind::*;
        let events =
            vec![event(11, Released, 1001, 64, 7), event(12, Freed, 64, 4, 0), event(13, ScopeClosed, 1007, 0, 0)];
        let snapshot = Snapshot::new("0", 0, Vec::new(), &[], recorded(events), slot_of);
        let seen: Vec<_> = snapshot.events.iter().map(|row| (row.id, row.amount, row.scope)).collect();
        let (scope, storage, tensor) = (0, 0, 1);
        assert_eq!(seen, [(tensor, storage, scope), (storage, 4, NONE), (scope, 0, NONE)]);
    }
}
