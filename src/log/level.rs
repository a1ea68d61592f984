//! How important a record is.

/// The least important records that are kept: those of this level and of all above it in this list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(i32)]
pub enum LogLevel {
    /// No records.
    Off = 0,
    /// Failures.
    Error = 1,
    /// What a program should know, such as a refused limit or a missing library.
    Warning = 2,
    /// What happens rarely, such as the size that a workspace has learned.
    Info = 3,
    /// What happens often, such as each trim of a pool.
    Debug = 4,
    /// All records.
    Trace = 5,
}

impl LogLevel {
    /// Every level, in the order of the codes.
    /// cbindgen:ignore
    pub const ALL: [LogLevel; 6] =
        [LogLevel::Off, LogLevel::Error, LogLevel::Warning, LogLevel::Info, LogLevel::Debug, LogLevel::Trace];

    /// The level of this code.
    pub fn from_code(code: i32) -> Option<LogLevel> {
        LogLevel::ALL.into_iter().find(|&level| level as i32 == code)
    }
}
