//! The log of ONNX Runtime: passes its records on to ours.
//!
//! Invariant: ONNX Runtime calls [`logged`] on any thread and while holding locks of its own, so no
//! code of a host runs there: a record is kept, and read later. What is recorded is decided by the
//! level of the model or of the run; the level of our own records does not matter. A Rust program
//! gets them in its own logger.

use super::table::Text;
use crate::log::{ONNX, keep};
use std::ffi::{CStr, c_int, c_void};
use std::panic::catch_unwind;

/// The severity of a record. The numbers are ONNX Runtime's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(i32)]
pub enum Severity {
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

impl Severity {
    /// Every level, in the order of the numbers.
    pub const ALL: [Severity; 5] =
        [Severity::Verbose, Severity::Info, Severity::Warning, Severity::Error, Severity::Fatal];

    /// Its name in options.
    pub fn name(self) -> &'static str {
        ["VERBOSE", "INFO", "WARNING", "ERROR", "FATAL"][self as usize]
    }

    /// The level of its records in our log, where lower is more serious.
    fn level(self) -> i32 {
        Severity::Fatal as i32 - self as i32
    }
}

/// Keeps a record for a host; a logger of the program gets it too.
fn pass(level: Severity, id: String, text: String) {
    let of_crate = match level {
        Severity::Verbose => log::Level::Debug,
        Severity::Info => log::Level::Info,
        Severity::Warning => log::Level::Warn,
        Severity::Error | Severity::Fatal => log::Level::Error,
    };
    if !crate::log::is_host() {
        log::log!(target: ONNX, of_crate, "[{id}] {text}");
    }
    // An id tells a host that the record is ONNX Runtime's own; many sessions have none.
    let id = if id.is_empty() { String::from("Default") } else { id };
    keep(level.level(), "onnx", id, text, "");
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
        let level = usize::try_from(level).ok().and_then(|level| Severity::ALL.get(level)).copied();
        pass(level.unwrap_or(Severity::Fatal), text(id), format!("{}: {}", text(location), text(message)));
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log::{after, word};
    use std::sync::atomic::Ordering;

    #[test]
    fn a_record_of_onnx_runtime_is_kept_with_its_id() {
        let (before, word_before) = (after(0).last().map_or(0, |record| record.number), word().load(Ordering::Acquire));
        // SAFETY: one text is null, and the others are null-terminated.
        unsafe {
            logged(std::ptr::null_mut(), 2, c"onnx".as_ptr(), c"mine".as_ptr(), std::ptr::null(), c"odd".as_ptr())
        };
        let records = after(before);
        let mine = records.iter().find(|record| record.id == "mine").expect("it was kept");
        assert_eq!((mine.level, mine.category.as_str(), mine.text.as_str()), (2, "onnx", ": odd"));
        assert_ne!(word().load(Ordering::Acquire), word_before);
    }

    #[test]
    fn severities_are_levels_of_the_log() {
        let levels = Severity::ALL.map(Severity::level);
        assert_eq!(levels, [4, 3, 2, 1, 0]);
    }
}
