//! The recorder: the chunks of all threads, of which the oldest are dropped.
//!
//! Invariant: a thread writes to its own chunk, and takes the recorder's lock only to get the next
//! one. At most as many events are kept as the recording was started with, plus one chunk for each
//! thread that writes at the same time; dropped events are counted. A thread that still writes when a recording is
//! stopped writes into a chunk that has no reader any more, and keeps that one chunk until it writes
//! to another recording or ends.

use super::chunk::Chunk;
use super::event::{Event, EventKind};
use super::sample;
use parking_lot::Mutex;
use quanta::Clock;
use std::cell::Cell;
use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::SystemTime;

/// The most events of a recording, which are 2 GiB.
pub const MOST_EVENTS: u64 = 1 << 26;
/// The most events of a chunk: 128 KiB.
const CHUNK: u64 = 4096;
/// Chunks that a small recording has at least, so that dropping one drops a small part.
const CHUNKS: u64 = 16;
/// Texts of marks and names that a recording keeps, and their bytes.
const MOST_TEXTS: usize = 1 << 16;
const LONGEST_TEXT: usize = 256;
/// The index that stands for a text that was not kept.
pub const NO_TEXT: u64 = u64::MAX;

/// Why a recording cannot be started or stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// A recording is in progress; this is its number.
    Running(u64),
    /// This recording is not in progress.
    Over,
    /// 0, or more than [`MOST_EVENTS`].
    Size,
}

/// What was recorded so far.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// The number of the recording.
    pub number: u64,
    /// When it was started.
    pub started: SystemTime,
    /// The time of its start, and the time now, on the clock of the events.
    pub from: u64,
    /// See `from`.
    pub until: u64,
    /// The events that are kept, by time.
    pub events: Vec<Event>,
    /// The number of events that were dropped.
    pub dropped: u64,
    /// The time of the last event that was dropped: later events are all here.
    pub complete_from: u64,
    /// Texts of marks, names and lines.
    pub texts: Vec<Arc<str>>,
    /// The mean of the bytes between two sampled lines; 0 if lines are not sampled.
    pub site_bytes: u64,
}

struct Recording {
    number: u64,
    started: SystemTime,
    from: u64,
    /// Events of a chunk.
    chunk: usize,
    /// Chunks that may be kept.
    chunks: usize,
    full: VecDeque<Arc<Chunk>>,
    /// The chunks that threads write to.
    current: Vec<Arc<Chunk>>,
    /// Those of `current` whose thread has ended: the next thread goes on in one.
    left: Vec<Arc<Chunk>>,
    threads: u16,
    dropped: u64,
    complete_from: u64,
    texts: Vec<Arc<str>>,
    /// Of the texts.
    indices: HashMap<Arc<str>, u64>,
    site_bytes: u64,
}

/// The number of the recording in progress; 0 if there is none.
static ON: AtomicU64 = AtomicU64::new(0);
static RECORDING: Mutex<Option<Recording>> = Mutex::new(None);
static LAST: AtomicU64 = AtomicU64::new(0);
/// Events that had no memory, or no thread-local part because their thread was ending.
static LOST: AtomicU64 = AtomicU64::new(0);
/// The processor's counter where it has one that never stops, and its value at the first use. An event has one
/// reading of a clock, which is most of its cost: the system's clock takes 26 ns where the counter takes 10.
/// Making it compares both for half a millisecond, and at most 200 ms.
static CLOCK: LazyLock<(Clock, u64)> = LazyLock::new(|| {
    let clock = Clock::new();
    let first = clock.raw();
    (clock, first)
});

/// A thread's part of the recording.
struct Local {
    recording: Cell<u64>,
    thread: Cell<u16>,
    chunk: Cell<Option<Arc<Chunk>>>,
}

thread_local! {
    static LOCAL: Local = const { Local { recording: Cell::new(0), thread: Cell::new(0), chunk: Cell::new(None) } };
}

/// Whether events are recorded.
#[inline(always)]
pub fn is_on() -> bool {
    ON.load(Ordering::Relaxed) != 0
}

/// Starts a recording of this many events, and returns its number. Lines are sampled, on average one each so many bytes;
/// 0 samples none.
pub fn start(events: u64, site_bytes: u64) -> Result<u64, Refused> {
    if events == 0 || events > MOST_EVENTS {
        return Err(Refused::Size);
    }
    let (from, started) = (now(), SystemTime::now()); // without the lock, since the first one takes its time
    let mut recording = RECORDING.lock();
    if let Some(running) = &*recording {
        return Err(Refused::Running(running.number));
    }
    let number = LAST.fetch_add(1, Ordering::Relaxed) + 1;
    let chunk = (events / CHUNKS).clamp(1, CHUNK);
    LOST.store(0, Ordering::Relaxed);
    *recording = Some(Recording {
        number,
        started,
        from,
        chunk: chunk as usize,
        chunks: (events / chunk) as usize,
        full: VecDeque::new(),
        current: Vec::new(),
        left: Vec::new(),
        threads: 0,
        dropped: 0,
        complete_from: 0,
        texts: Vec::new(),
        indices: HashMap::new(),
        site_bytes,
    });
    sample::set_mean(site_bytes);
    ON.store(number, Ordering::Release);
    Ok(number)
}

/// Stops this recording, and frees its events.
pub fn stop(number: u64) -> Result<(), Refused> {
    let mut recording = RECORDING.lock();
    match &*recording {
        Some(running) if running.number == number => {
            ON.store(0, Ordering::Release);
            sample::set_mean(0);
            let ended = recording.take();
            drop(recording);
            drop(ended); // without the lock, since it may be large
            Ok(())
        }
        _ => Err(Refused::Over),
    }
}

/// What was recorded so far; `None` if nothing is recorded now.
pub fn events() -> Option<Recorded> {
    let (mut recorded, chunks) = {
        let recording = RECORDING.lock();
        let running = recording.as_ref()?;
        let recorded = Recorded {
            number: running.number,
            started: running.started,
            from: running.from,
            until: now(),
            events: Vec::new(),
            dropped: running.dropped + LOST.load(Ordering::Relaxed),
            complete_from: running.complete_from.max(running.from),
            texts: running.texts.clone(),
            site_bytes: running.site_bytes,
        };
        (recorded, running.full.iter().chain(&running.current).cloned().collect::<Vec<_>>())
    };
    let events = chunks.iter().flat_map(|chunk| chunk.events());
    recorded.events = events.filter(|event| event.time <= recorded.until).collect();
    recorded.events.sort_by_key(|event| event.time);
    Some(recorded)
}

/// How many events of this recording were dropped; `None` if it is not in progress.
pub fn dropped(number: u64) -> Option<u64> {
    let recording = RECORDING.lock();
    let running = recording.as_ref().filter(|running| running.number == number)?;
    Some(running.dropped + LOST.load(Ordering::Relaxed))
}

/// Records a mark with this text; does nothing if nothing is recorded.
pub fn mark(text: &str) {
    if let Some(index) = keep(text) {
        write(EventKind::Mark, 0, index, 0, 0);
    }
}

/// Records the name of a handle; does nothing if nothing is recorded.
pub fn name(handle: u64, text: &str) {
    if let Some(index) = keep(text) {
        write(EventKind::Named, handle, index, 0, 0);
    }
}

/// Records the line that made a handle, which was sampled; does nothing if nothing is recorded.
pub fn site(handle: u64, text: &str) {
    if let Some(index) = keep(text) {
        write(EventKind::Sited, handle, index, 0, 0);
    }
}

/// Records the name and the learned size of a workspace; does nothing if nothing is recorded.
pub fn workspace(number: u64, name: &str, learned: u64) {
    if let Some(index) = keep(name) {
        write(EventKind::WorkspaceNamed, number, index, 0, 0);
        write(EventKind::WorkspaceLearned, number, learned, 0, 0);
    }
}

/// Keeps a text, and returns its index; the same one for the same text.
fn keep(text: &str) -> Option<u64> {
    let text = &text[..text.floor_char_boundary(LONGEST_TEXT)];
    let mut recording = RECORDING.lock();
    let running = recording.as_mut()?;
    if let Some(&index) = running.indices.get(text) {
        return Some(index);
    }
    if running.texts.len() == MOST_TEXTS {
        return Some(NO_TEXT);
    }
    let (index, text) = (running.texts.len() as u64, Arc::<str>::from(text));
    running.indices.insert(Arc::clone(&text), index);
    running.texts.push(text);
    Some(index)
}

/// Records an event, if a recording is in progress. Called after [`is_on`].
#[cold]
#[inline(never)]
pub fn write(kind: EventKind, id: u64, amount: u64, scope: u32, tag: u8) {
    let number = ON.load(Ordering::Acquire);
    if number == 0 {
        return;
    }
    let is_written = LOCAL.try_with(|local| {
        if local.recording.get() != number && !local.join(number) {
            return true; // it was stopped meanwhile
        }
        let event = Event { time: now(), id, amount, scope, thread: local.thread.get(), kind, tag };
        match local.chunk.take() {
            Some(chunk) if chunk.push(event) => {
                local.chunk.set(Some(chunk));
                true
            }
            full => local.push_to_next(number, full, event),
        }
    });
    if is_written != Ok(true) {
        LOST.fetch_add(1, Ordering::Relaxed);
    }
}

/// Nanoseconds since the first use.
#[inline(always)]
fn now() -> u64 {
    let (clock, first) = &*CLOCK;
    clock.delta_as_nanos(*first, clock.raw())
}

impl Local {
    /// Begins to write to this recording; false if it is over.
    fn join(&self, number: u64) -> bool {
        let mut recording = RECORDING.lock();
        let Some(running) = recording.as_mut().filter(|running| running.number == number) else { return false };
        self.chunk.set(None);
        self.recording.set(number);
        self.thread.set(running.threads);
        running.threads = running.threads.wrapping_add(1);
        true
    }

    /// Writes to the next chunk; false if there is no memory for one.
    fn push_to_next(&self, number: u64, full: Option<Arc<Chunk>>, event: Event) -> bool {
        let (room, oldest) = {
            let mut recording = RECORDING.lock();
            let Some(running) = recording.as_mut().filter(|running| running.number == number) else { return true };
            if let Some(full) = full {
                running.put_full(full);
            }
            while let Some(chunk) = running.left.pop() {
                if chunk.push(event) {
                    self.chunk.set(Some(chunk));
                    return true;
                }
                running.put_full(chunk);
            }
            (running.chunk, running.drop_beyond(1))
        };
        // Without the lock, because a new chunk is zeroed. The oldest one is used again unless a reader
        // has it, so a full recording takes no memory from the system.
        let emptied = oldest.and_then(Arc::into_inner).map(Chunk::emptied);
        let chunk = emptied.or_else(|| Chunk::new(room)).map(Arc::new);
        let mut dropped = None;
        {
            let mut recording = RECORDING.lock();
            let Some(running) = recording.as_mut().filter(|running| running.number == number) else { return true };
            match &chunk {
                Some(chunk) => {
                    chunk.push(event);
                    running.current.push(Arc::clone(chunk));
                    dropped = running.drop_beyond(0); // other threads may have added one meanwhile
                }
                None => running.complete_from = running.complete_from.max(event.time),
            }
        }
        drop(dropped);
        let is_written = chunk.is_some();
        self.chunk.set(chunk);
        is_written
    }
}

impl Recording {
    /// A thread does not write to this chunk any more.
    fn put_full(&mut self, chunk: Arc<Chunk>) {
        if let Some(at) = self.current.iter().position(|current| Arc::ptr_eq(current, &chunk)) {
            self.current.swap_remove(at);
            self.full.push_back(chunk);
        }
    }

    /// Drops the oldest full chunk if these new ones make more than may be kept.
    fn drop_beyond(&mut self, new: usize) -> Option<Arc<Chunk>> {
        if self.full.len() + self.current.len() + new <= self.chunks {
            return None;
        }
        let oldest = self.full.pop_front()?;
        self.dropped += oldest.len() as u64;
        self.complete_from = self.complete_from.max(oldest.events().next_back().map_or(0, |event| event.time));
        Some(oldest)
    }
}

/// When the thread ends, its events stay, and the rest of its chunk is for another thread.
impl Drop for Local {
    fn drop(&mut self) {
        if let Some(chunk) = self.chunk.take() {
            let mut recording = RECORDING.lock();
            if let Some(running) = recording.as_mut().filter(|running| running.number == self.recording.get()) {
                running.left.push(chunk);
            }
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    #[test]
    fn times_are_nanoseconds_of_the_system_clock() {
        now();
        let around = || {
            let earliest = Instant::now();
            (earliest, now(), Instant::now())
        };
        let (first, then) = (around(), Duration::from_millis(20));
        std::thread::sleep(then);
        let second = around();
        let passed = Duration::from_nanos(second.1 - first.1);
        let (least, most) = (second.0 - first.2, second.2 - first.0);
        let tolerance = most / 100; // what comparing the two clocks for half a millisecond may be wrong by
        assert!(passed + tolerance >= least && passed <= most + tolerance, "{passed:?} in {least:?} to {most:?}");
    }
}
