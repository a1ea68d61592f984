//! The ring: the most recent records, kept for readers.
//!
//! Invariant: records have consecutive numbers from 1 on. The last [`ROOM`] are kept, so the ring
//! takes at most that many times [`LONGEST`] bytes. A reader learns how many records it has missed,
//! and several readers do not disturb each other. The lock is held for a push or a copy only.

use super::level::LogLevel;
use parking_lot::Mutex;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicI32, Ordering};

/// One record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Consecutive, from 1 on.
    pub number: u64,
    /// The code of a [`LogLevel`]; 0 is fatal, which only records of ONNX Runtime are.
    pub level: i32,
    /// What it is about, such as "memory".
    pub category: String,
    /// The log id of a model or of a run; empty for records of this library.
    pub id: String,
    /// What has happened.
    pub text: String,
    /// The name of what has happened, which stays while texts change; empty for records of ONNX
    /// Runtime.
    pub event: String,
}

/// Records that are kept.
const ROOM: usize = 256;
/// The maximum bytes of a record's text; the rest is cut off.
const LONGEST: usize = 4096;
/// The event of the record that replaces those that have been dropped.
const MISSED: &str = "missed";

struct Ring {
    records: VecDeque<Record>,
    /// The number of the last record.
    last: u64,
}

static RING: Mutex<Ring> = Mutex::new(Ring { records: VecDeque::new(), last: 0 });
static WORD: AtomicI32 = AtomicI32::new(0);

/// A value that changes with each record: the lower bits of its number.
pub fn word() -> &'static AtomicI32 {
    &WORD
}

/// The kept records with a number greater than this. If some have been dropped, the first result
/// tells how many, with the number of the last of them.
pub fn after(number: u64) -> Vec<Record> {
    let mut records: Vec<Record> =
        RING.lock().records.iter().filter(|record| record.number > number).cloned().collect();
    if let Some(gone) = records.first().map(|first| first.number - 1).filter(|&gone| gone > number) {
        let text = format!("{} records were missed", gone - number);
        let (level, category) = (LogLevel::Warning as i32, "library".into());
        records.insert(0, Record { number: gone, level, category, id: String::new(), text, event: MISSED.into() });
    }
    records
}

/// Keeps a record: the code of its level, its category, an id, a text and the name of its event.
pub fn keep(level: i32, category: &str, id: String, mut text: String, event: &str) {
    if text.len() > LONGEST {
        text.truncate(text.floor_char_boundary(LONGEST));
    }
    let (category, event) = (category.to_string(), event.to_string());
    let mut ring = RING.lock();
    ring.last += 1;
    let number = ring.last;
    if ring.records.len() == ROOM {
        ring.records.pop_front();
    }
    ring.records.push_back(Record { number, level, category, id, text, event });
    WORD.store((number & 0x7fff_ffff) as i32, Ordering::Release);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_records_are_kept_with_their_numbers() {
        let before = after(0).last().map_or(0, |record| record.number);
        keep(2, "onnx", "mine".into(), "odd".into(), "");
        let records = after(before);
        let mine = records.iter().find(|record| record.id == "mine").expect("it was kept");
        assert_eq!((mine.level, mine.category.as_str(), mine.text.as_str()), (2, "onnx", "odd"));
        for _ in 0..ROOM + 1 {
            keep(3, "memory", "more".into(), "é".repeat(LONGEST), "trimmed");
        }
        let records = after(before);
        assert_eq!(records.len(), 1 + ROOM);
        assert!(records.windows(2).all(|pair| pair[0].number + 1 == pair[1].number), "consecutive");
        let gone = records[0].number - before;
        assert!(gone >= 2, "the first have gone");
        assert_eq!((&records[0].text, &*records[0].event), (&format!("{gone} records were missed"), MISSED));
        assert_eq!(records[1].event, "trimmed");
        assert!(records.iter().all(|record| record.text.len() <= LONGEST));
        assert!(word().load(Ordering::Acquire) as u64 >= records[ROOM].number);
        assert_eq!(after(records[0].number).len(), ROOM, "the number of missed records is reported once");
    }
}
