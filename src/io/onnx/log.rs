//! The log of ONNX Runtime: its most recent records, kept for readers.
//!
//! ONNX Runtime calls [`logged`] on any thread and while holding locks of its own, so no caller
//! code runs there: a record is kept, and read later ([`after`]) without locks.
//!
//! Invariant: records have consecutive numbers from 1 on. The last [`ROOM`] are kept. A reader
//! learns how many it has missed, and several readers do not disturb each other. The log takes at
//! most `ROOM` records of [`LONGEST`] bytes each.

use super::table::Text;
use parking_lot::Mutex;
use std::collections::VecDeque;
use std::ffi::{CStr, c_int, c_void};
use std::panic::catch_unwind;
use std::sync::atomic::{AtomicI32, Ordering};

/// The severity of a record. The numbers are ONNX Runtime's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(i32)]
pub enum LogLevel {
    /// Detailed progress.
    Verbose = 0,
    /// Information.
    Info = 1,
    /// Possible problems.
    Warning = 2,
    /// Failures.
    Error = 3,
    /// Failures after which the process cannot continue.
    Fatal = 4,
}

impl LogLevel {
    /// Every level, in the order of the numbers.
    pub const ALL: [LogLevel; 5] =
        [LogLevel::Verbose, LogLevel::Info, LogLevel::Warning, LogLevel::Error, LogLevel::Fatal];

    /// Its name in options.
    pub fn name(self) -> &'static str {
        ["VERBOSE", "INFO", "WARNING", "ERROR", "FATAL"][self as usize]
    }
}

/// One record of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Consecutive, from 1 on.
    pub number: u64,
    /// How serious it is.
    pub level: LogLevel,
    /// The log id of the model or of the run.
    pub id: String,
    /// The category, and the line of ONNX Runtime's source before it.
    pub text: String,
}

/// Records that are kept.
const ROOM: usize = 256;
/// The maximum bytes of a record's text; the rest is cut off.
const LONGEST: usize = 4096;

struct Log {
    records: VecDeque<Record>,
    /// The number of the last record.
    last: u64,
}

static LOG: Mutex<Log> = Mutex::new(Log { records: VecDeque::new(), last: 0 });
static WORD: AtomicI32 = AtomicI32::new(0);

/// A value that changes with each record: the lower bits of its number.
pub fn word() -> &'static AtomicI32 {
    &WORD
}

/// The kept records with a number greater than this. If some have been dropped, the first result
/// tells how many, with the number of the last of them.
pub fn after(number: u64) -> Vec<Record> {
    let mut records: Vec<Record> = LOG.lock().records.iter().filter(|record| record.number > number).cloned().collect();
    if let Some(gone) = records.first().map(|first| first.number - 1).filter(|&gone| gone > number) {
        let text = format!("{} records of ONNX Runtime were missed", gone - number);
        records.insert(0, Record { number: gone, level: LogLevel::Warning, id: "tenure".into(), text });
    }
    records
}

/// Keeps a record.
fn keep(level: LogLevel, id: String, mut text: String) {
    if text.len() > LONGEST {
        let end = (0..=LONGEST).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
        text.truncate(end);
    }
    let mut log = LOG.lock();
    log.last += 1;
    let number = log.last;
    if log.records.len() == ROOM {
        log.records.pop_front();
    }
    log.records.push_back(Record { number, level, id, text });
    WORD.store((number & 0x7fff_ffff) as i32, Ordering::Release);
}

/// The callback of ONNX Runtime for each record.
///
/// # Safety
/// Each text is null or null-terminated.
pub(super) unsafe extern "system" fn logged(
    _: *mut c_void,
    level: c_int,
    _category: Text,
    id: Text,
    location: Text,
    message: Text,
) {
    // SAFETY: the caller guarantees the texts, which are copied.
    let text = |text: Text| unsafe {
        if text.is_null() { String::new() } else { CStr::from_ptr(text).to_string_lossy().into_owned() }
    };
    // No panic may leave this function, because the caller is written in C++.
    let _ = catch_unwind(|| {
        let level = usize::try_from(level).ok().and_then(|level| LogLevel::ALL.get(level)).copied();
        keep(level.unwrap_or(LogLevel::Fatal), text(id), format!("{}: {}", text(location), text(message)));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_records_are_kept_with_their_numbers() {
        let before = after(0).last().map_or(0, |record| record.number);
        // SAFETY: one text is null, and the others are null-terminated.
        unsafe {
            logged(std::ptr::null_mut(), 2, c"onnx".as_ptr(), c"mine".as_ptr(), std::ptr::null(), c"odd".as_ptr())
        };
        let records = after(before);
        let mine = records.iter().find(|record| record.id == "mine").expect("it was kept");
        assert_eq!((mine.level, mine.text.as_str()), (LogLevel::Warning, ": odd"));
        for _ in 0..ROOM + 1 {
            keep(LogLevel::Info, "more".into(), "é".repeat(LONGEST));
        }
        let records = after(before);
        assert_eq!(records.len(), 1 + ROOM);
        assert!(records.windows(2).all(|pair| pair[0].number + 1 == pair[1].number), "consecutive");
        let gone = records[0].number - before;
        assert!(gone >= 2, "the first have gone");
        assert_eq!(records[0].text, format!("{gone} records of ONNX Runtime were missed"));
        assert!(records.iter().all(|record| record.text.len() <= LONGEST));
        assert!(word().load(Ordering::Acquire) as u64 >= records[ROOM].number);
        assert_eq!(after(records[0].number).len(), ROOM, "whoever has been told is not told again");
    }
}
