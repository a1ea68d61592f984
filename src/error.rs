//! The one error type of the library and the status codes it becomes at the boundary.
//!
//! Invariant: every [`Error`] maps to exactly one [`Status`], and its text names the values that
//! were refused, so that a reader of it in a log of a Java or C# program need not reproduce the
//! call to see what was wrong. Status codes are append-only: they are compiled into programs that
//! were built against an older header.

use safer_ffi::prelude::*;
use std::fmt;

/// What became of a call. The numbers never change; new ones are added at the end.
#[derive_ReprC]
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// The call did what it says.
    Ok = 0,
    /// A handle that has been closed, or that is foreign, forged or of another kind.
    InvalidHandle = 1,
    /// An argument outside what the function accepts.
    InvalidArgument = 2,
    /// Shapes that do not fit each other.
    ShapeMismatch = 3,
    /// Element types that do not fit each other or the operation.
    DtypeMismatch = 4,
    /// Operands on different devices.
    DeviceMismatch = 5,
    /// The system refused memory.
    OutOfMemory = 6,
    /// A limit that was set refused memory.
    LimitExceeded = 7,
    /// The scope that should own the result has been closed.
    ScopeClosed = 8,
    /// The scope that should own the result takes no further members.
    ScopeCapped = 9,
    /// A workspace refused the call.
    Workspace = 10,
    /// The operation does not exist for these operands.
    Unsupported = 11,
    /// The device is not there.
    DeviceUnavailable = 12,
    /// A file could not be read, written or understood.
    Io = 13,
    /// An internal error; please report it: a panic was caught at the boundary.
    Panic = 14,
    /// An internal error; please report it: an invariant did not hold.
    Internal = 15,
    /// More requests at a time than the caller has allowed.
    Busy = 16,
    /// The caller cancelled it.
    Cancelled = 17,
    /// The device has failed, and cannot be used again in this process.
    DeviceFailed = 18,
    /// The loss of a step of training is NaN or infinite.
    NotFinite = 19,
}

impl Status {
    /// Every status, in the order of the codes.
    /// cbindgen:ignore
    pub const ALL: [Status; 20] = [
        Status::Ok,
        Status::InvalidHandle,
        Status::InvalidArgument,
        Status::ShapeMismatch,
        Status::DtypeMismatch,
        Status::DeviceMismatch,
        Status::OutOfMemory,
        Status::LimitExceeded,
        Status::ScopeClosed,
        Status::ScopeCapped,
        Status::Workspace,
        Status::Unsupported,
        Status::DeviceUnavailable,
        Status::Io,
        Status::Panic,
        Status::Internal,
        Status::Busy,
        Status::Cancelled,
        Status::DeviceFailed,
        Status::NotFinite,
    ];

    /// The code as it crosses the boundary.
    pub fn code(self) -> i32 {
        self as i32
    }

    /// The status of a code, `None` for a number that is no status.
    pub fn from_code(code: i32) -> Option<Status> {
        usize::try_from(code).ok().and_then(|i| Status::ALL.get(i)).copied()
    }

    /// The name as the header writes it, without its prefix.
    pub fn name(self) -> &'static str {
        match self {
            Status::Ok => "OK",
            Status::InvalidHandle => "INVALID_HANDLE",
            Status::InvalidArgument => "INVALID_ARGUMENT",
            Status::ShapeMismatch => "SHAPE_MISMATCH",
            Status::DtypeMismatch => "DTYPE_MISMATCH",
            Status::DeviceMismatch => "DEVICE_MISMATCH",
            Status::OutOfMemory => "OUT_OF_MEMORY",
            Status::LimitExceeded => "LIMIT_EXCEEDED",
            Status::ScopeClosed => "SCOPE_CLOSED",
            Status::ScopeCapped => "SCOPE_CAPPED",
            Status::Workspace => "WORKSPACE",
            Status::Unsupported => "UNSUPPORTED",
            Status::DeviceUnavailable => "DEVICE_UNAVAILABLE",
            Status::Io => "IO",
            Status::Panic => "PANIC",
            Status::Internal => "INTERNAL",
            Status::Busy => "BUSY",
            Status::Cancelled => "CANCELLED",
            Status::DeviceFailed => "DEVICE_FAILED",
            Status::NotFinite => "NOT_FINITE",
        }
    }

    /// What the wrappers throw for it. `OK` is never thrown.
    pub(crate) fn exception(self) -> Exception {
        match self {
            Status::InvalidHandle => Exception::Closed,
            Status::InvalidArgument => Exception::InvalidArgument,
            Status::ShapeMismatch => Exception::ShapeMismatch,
            Status::DtypeMismatch => Exception::DTypeMismatch,
            Status::DeviceMismatch => Exception::DeviceMismatch,
            Status::OutOfMemory | Status::LimitExceeded => Exception::NativeMemory,
            Status::ScopeClosed | Status::ScopeCapped | Status::Workspace => Exception::Scope,
            Status::Busy => Exception::Busy,
            Status::Cancelled => Exception::Cancelled,
            Status::NotFinite => Exception::NotFinite,
            Status::Ok
            | Status::Unsupported
            | Status::DeviceUnavailable
            | Status::DeviceFailed
            | Status::Io
            | Status::Panic
            | Status::Internal => Exception::Tensor,
        }
    }
}

/// The exceptions of the wrappers: each is thrown for a family of statuses. `ci/generate` writes a
/// class of Java and of C# for each, called as the variant is, with `Exception` behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exception {
    /// A tensor, scope, tape or optimizer was used after it was closed, or after the scope that
    /// owned it was.
    Closed = 0,
    /// An argument outside what the operation accepts; the message names the values.
    InvalidArgument = 1,
    /// Shapes that do not fit each other; the message names them.
    ShapeMismatch = 2,
    /// Element types that do not fit each other or the operation.
    DTypeMismatch = 3,
    /// Operands on different devices.
    DeviceMismatch = 4,
    /// Native memory was refused, by the system or by a limit. Nothing was changed by the call.
    NativeMemory = 5,
    /// A scope refused the call: it is closed, takes no further members, or is a workspace that
    /// cannot do it.
    Scope = 6,
    /// An operation that does not exist, a device or file that cannot be used, or an internal error
    /// of the library.
    Tensor = 7,
    /// More requests at a time than were allowed to wait, or one has waited for too long. It can be
    /// made again later.
    Busy = 8,
    /// The run of a model was cancelled. The model can be used again.
    Cancelled = 9,
    /// The loss of a step of training is NaN or infinite; the message names the step and the first
    /// module whose output is. Nothing was changed by the step.
    NotFinite = 10,
}

/// What went wrong: a status and a sentence with the values.
///
/// It is one pointer wide, so that a `Result` of a handle stays in registers on the hot paths; the
/// text is built only on the way out of a call that has failed already.
pub struct Error(Box<Inner>);

struct Inner {
    status: Status,
    message: String,
}

/// The result of everything here that can fail.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// An error of this status with this text.
    #[cold]
    pub fn new(status: Status, message: impl Into<String>) -> Error {
        Error(Box::new(Inner { status, message: message.into() }))
    }

    /// `INVALID_ARGUMENT` with this text.
    #[cold]
    pub fn argument(message: impl Into<String>) -> Error {
        Error::new(Status::InvalidArgument, message)
    }

    /// `SHAPE_MISMATCH` with this text.
    #[cold]
    pub fn shape(message: impl Into<String>) -> Error {
        Error::new(Status::ShapeMismatch, message)
    }

    /// `DTYPE_MISMATCH` with this text.
    #[cold]
    pub fn dtype(message: impl Into<String>) -> Error {
        Error::new(Status::DtypeMismatch, message)
    }

    /// `IO` with this text.
    #[cold]
    pub fn io(message: impl Into<String>) -> Error {
        Error::new(Status::Io, message)
    }

    /// The status that this error becomes at the boundary.
    pub fn status(&self) -> Status {
        self.0.status
    }

    /// The sentence with the values.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The same error with what was being done put in front: "reading 'a.npy': ...".
    #[cold]
    pub fn context(mut self, doing: impl fmt::Display) -> Error {
        self.0.message = format!("{doing}: {}", self.0.message);
        self
    }
}

impl Error {
    /// The same error with the operation that refused in front, unless its text begins with that,
    /// or with the name that a longer one goes on from: `max_pool2d: ` of
    /// `max_pool2d_with_indices`.
    #[cold]
    fn within(self, operation: &str) -> Error {
        let text = self.message();
        let word = &text[..text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len())];
        let is_stem = operation.strip_prefix(word).is_some_and(|rest| rest.starts_with('_'));
        let is_named = word == operation || is_stem && text[word.len()..].starts_with(": ");
        if is_named { self } else { self.context(operation) }
    }
}

/// What an operation has returned, with its name in front of an error:
/// `add: shapes [2,3] and [2] do not broadcast`. The bindings call it for every operation, so that
/// no operation has to name itself.
#[inline]
pub fn named<T>(operation: &str, result: Result<T>) -> Result<T> {
    result.map_err(|error| error.within(operation))
}

/// A number of bytes as messages have it: "4194304 bytes (4.0 MiB)".
pub fn in_bytes(n: u64) -> String {
    format!("{n} bytes{}", mebibytes(n))
}

/// The same where the word is not repeated: "4194304 (4.0 MiB)".
pub fn amount(n: u64) -> String {
    format!("{n}{}", mebibytes(n))
}

/// Nothing below one MiB, and for the greatest number, which stands for no limit.
fn mebibytes(n: u64) -> String {
    const MIB: u64 = 1 << 20;
    if n < MIB || n == u64::MAX { String::new() } else { format!(" ({:.1} MiB)", n as f64 / MIB as f64) }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.0.status.name(), self.0.message)
    }
}

impl std::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_statuses_are_each_others_inverse() {
        for (code, status) in Status::ALL.into_iter().enumerate() {
            assert_eq!(status.code(), code as i32);
            assert_eq!(Status::from_code(code as i32), Some(status));
        }
        assert_eq!(Status::from_code(-1), None);
        assert_eq!(Status::from_code(Status::ALL.len() as i32), None);
    }

    #[test]
    fn an_operation_is_named_once() {
        let refused = |text: &str| Err::<(), Error>(Error::shape(text));
        let text = |operation, text| named(operation, refused(text)).expect_err("it was refused").to_string();
        assert_eq!(text("add", "shapes [2,3] and [2] do not broadcast"), "add: shapes [2,3] and [2] do not broadcast");
        assert_eq!(text("concat", "concat of no tensors"), "concat of no tensors");
        assert_eq!(text("std", "std: of int64"), "std: of int64");
        assert_eq!(text("cat", "category"), "cat: category");
        assert_eq!(text("max_pool2d_with_indices", "max_pool2d: a kernel"), "max_pool2d: a kernel");
        assert_eq!(text("index_put", "index 5 is out of range"), "index_put: index 5 is out of range");
    }

    #[test]
    fn large_numbers_of_bytes_are_also_in_mebibytes() {
        assert_eq!(in_bytes(1023), "1023 bytes");
        assert_eq!(in_bytes(4 << 20), "4194304 bytes (4.0 MiB)");
        assert_eq!(amount(3 << 19), "1572864 (1.5 MiB)");
        assert_eq!(amount(u64::MAX), "18446744073709551615");
    }

    #[test]
    fn context_goes_in_front() {
        let error = Error::io("2 bytes missing").context("reading 'a.npy'");
        assert_eq!(error.to_string(), "reading 'a.npy': 2 bytes missing");
        assert_eq!(error.status(), Status::Io);
    }
}
