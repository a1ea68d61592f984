//! Records for the host's log.
//!
//! The library writes records by the crate `log`. A host that sets a level gets them: they are kept in a ring, a word
//! changes with each, and a wrapper reads them after a call of its own or on a thread of its own. So no logger runs
//! while a lock of the library is held. A Rust program sets no level here: the records go to its own logger.

use super::types::LogLevelCode;
use crate::error::{Error, Result, Status};
use crate::log::{self, LIBRARY, LogLevel, THREADS};
use crate::session::rows::Rows;
use crate::{memory, ops, threads};
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};

/// The level in force; OFF until a host sets one.
pub fn level() -> Result<LogLevelCode> {
    Ok(log::level() as i32)
}

/// Sets which records are kept from now on, those of this level and of more important ones. The first level from INFO
/// on also records the version of the library, its file and its threads. Errors: `INVALID_ARGUMENT` for another number;
/// `UNSUPPORTED` if the program has a logger of its own for the crate `log`.
///
///
/// - `level`: how important a record must be
pub fn set_level(level: LogLevelCode) -> Result<()> {
    installed(log::set_level(checked(level)?))
}

/// Sets the level like [`set_level`], unless it was set before. Returns the level in force. For the value that the
/// process was started with: several copies of a wrapper may read it, each when it is loaded, and none of them overrides
/// what the program has set since. Errors: those of [`set_level`].
///
///
/// - `level`: how important a record must be
pub fn set_initial_level(level: LogLevelCode) -> Result<LogLevelCode> {
    installed(log::set_initial_level(checked(level)?))?;
    self::level()
}

/// The kept records whose number is above `after`: lines of a number, a level (0 FATAL of ONNX Runtime, 1 ERROR, 2
/// WARNING, 3 INFO, 4 DEBUG, 5 TRACE), a category (`device`, `library`, `memory`, `onnx`, `threads`, `workspace`), the
/// log id of the model or run (empty for all but ONNX Runtime's own records), a text, and the name of the event (empty
/// for ONNX Runtime's own records), such as `learned`. Fields are separated by tabs; inside a field tab, line feed and
/// backslash are `\t`, `\n`, `\\`. Later versions may add fields at the end. Numbers are consecutive from 1 on. The last
/// 256 records are kept; if others have been dropped since `after`, the first line says how many.
///
///
/// - `after`: the number of the last record that was read, 0 at first
pub fn records(after: u64) -> Result<String> {
    let mut rows = Rows::default();
    for record in log::after(after) {
        let (number, level) = (record.number.to_string(), record.level.to_string());
        rows.row(&[&number, &level, &record.category, &record.id, &record.text, &record.event]);
    }
    Ok(rows.text)
}

/// A word that changes with each record. A wrapper looks at it after a call, and then reads [`records`]. It stays valid
/// for the life of the process.
pub fn word() -> &'static AtomicI32 {
    log::word()
}

fn checked(level: LogLevelCode) -> Result<LogLevel> {
    LogLevel::from_code(level).ok_or_else(|| {
        Error::argument(format!(
            "{level} is not the code of a log level (0 off, 1 error, 2 warning, 3 info, 4 debug, 5 trace)"
        ))
    })
}

fn installed(is_installed: bool) -> Result<()> {
    if !is_installed {
        return Err(Error::new(Status::Unsupported, "the program has a logger of its own for the crate 'log'"));
    }
    if log::level() >= LogLevel::Info {
        introduce();
    }
    Ok(())
}

/// Records which library this is, once.
fn introduce() {
    static IS_DONE: AtomicBool = AtomicBool::new(false);
    if IS_DONE.swap(true, Ordering::AcqRel) {
        return;
    }
    let file = memory::library_file().map_or("an unknown file".into(), |file| file.display().to_string());
    ::log::info!(target: LIBRARY, event = "opened"; "Tenure {} was opened from {file}; kernels for {}", super::VERSION, ops::instruction_set());
    ::log::info!(target: THREADS, event = "chosen"; "{}", threads::described());
}
