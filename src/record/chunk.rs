//! A chunk: the events that one thread has written, one after the other.
//!
//! Invariant: only one thread writes. An event is written before the length includes it, and never
//! again while the chunk has readers; so a reader on another thread sees whole events, and needs no
//! lock.

use super::event::Event;
use crate::locks::sync::{AtomicU64, Ordering};

/// Room for a fixed number of events.
pub struct Chunk {
    /// The number of events so far.
    len: AtomicU64,
    words: Vec<AtomicU64>,
}

/// The words of an event.
const WORDS: usize = 4;

impl Chunk {
    /// An empty chunk for so many events; `None` if the system refuses the memory.
    pub fn new(events: usize) -> Option<Chunk> {
        let mut words = Vec::new();
        words.try_reserve_exact(events * WORDS).ok()?;
        words.resize_with(events * WORDS, || AtomicU64::new(0));
        Some(Chunk { len: AtomicU64::new(0), words })
    }

    /// The same memory without its events.
    pub fn emptied(self) -> Chunk {
        Chunk { len: AtomicU64::new(0), words: self.words }
    }

    /// The number of events.
    pub fn len(&self) -> usize {
        self.len.load(Ordering::Acquire) as usize
    }

    /// Appends an event; false if the chunk is full. Only the thread that owns the chunk calls
    /// this.
    pub fn push(&self, event: Event) -> bool {
        let len = self.len.load(Ordering::Relaxed);
        let at = len as usize * WORDS;
        let Some(slot) = self.words.get(at..at + WORDS) else { return false };
        for (word, value) in slot.iter().zip(event.words()) {
            word.store(value, Ordering::Relaxed);
        }
        self.len.store(len + 1, Ordering::Release);
        true
    }

    /// The events that were written before this call, oldest first.
    pub fn events(&self) -> impl DoubleEndedIterator<Item = Event> + '_ {
        let written = self.len() * WORDS;
        self.words[..written]
            .chunks_exact(WORDS)
            .filter_map(|words| Event::from_words([0, 1, 2, 3].map(|word| words[word].load(Ordering::Relaxed))))
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::record::EventKind;

    fn event(time: u64) -> Event {
        Event { time, id: time, amount: !time, scope: 0, thread: 0, kind: EventKind::Mark, tag: 0 }
    }

    #[test]
    fn a_chunk_takes_as_many_events_as_it_has_room_for() {
        for room in [1, 2, 7] {
            let chunk = Chunk::new(room as usize).expect("a few bytes");
            assert!((0..room).all(|time| chunk.push(event(time))));
            assert!(!chunk.push(event(room)), "it is full");
            assert_eq!(
                (chunk.len(), chunk.events().collect::<Vec<_>>()),
                (room as usize, (0..room).map(event).collect())
            );
            let chunk = chunk.emptied();
            assert!(chunk.len() == 0 && chunk.push(event(9)));
            assert_eq!(chunk.events().collect::<Vec<_>>(), [event(9)]);
        }
        assert!(Chunk::new(usize::MAX / 64).is_none(), "more than any machine has");
    }

    #[test]
    fn a_reader_sees_whole_events_while_another_thread_writes() {
        let chunk = Chunk::new(10_000).expect("320 KB");
        std::thread::scope(|scope| {
            scope.spawn(|| (0..10_000).for_each(|time| assert!(chunk.push(event(time)))));
            for _ in 0..100 {
                let seen: Vec<Event> = chunk.events().collect();
                assert!(seen.iter().zip(0..).all(|(seen, time)| *seen == event(time)));
            }
        });
        assert_eq!(chunk.len(), 10_000);
    }
}
