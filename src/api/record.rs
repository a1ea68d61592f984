//! Recording memory events, and snapshots of who holds what.
//!
//! One recording is in progress in a process at a time. A snapshot is text in the format of a
//! `*.tenure-memory.json` file, so it owns nothing, and every function that takes one also takes what a file holds.
//! `docs/reference/memory-file.md` describes the format.

use super::types::{AnyRef, SnapshotFormatCode};
use crate::error::{Error, Result, Status};
use crate::io;
use crate::ownership::Handle;
use crate::record::{self, Difference, MOST_EVENTS, Refused, Snapshot, SnapshotFormat};
use crate::session::resource::TABLE;
use crate::session::snapshot;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::atomic::AtomicI32;

/// Starts to record memory events on all threads, and returns the number of the recording, which [`stop`] takes. An
/// event takes 32 bytes; if more happen, the oldest are dropped and counted. Each thread that allocates may keep up to
/// 4096 events beyond that number. No limit counts the memory of a recording.
///
/// The line that made a tensor is recorded for a sample: one each `site_bytes` on average, and each tensor of twice as
/// much and more; 0 samples none. The core cannot see the stack of the caller's language: [`is_sampled`] says for which
/// new handles the caller passes a line to [`site`].
///
/// Errors: `INVALID_ARGUMENT` for a number of events outside of 1 to 67,108,864 or of bytes above the maximum of int64,
/// `BUSY` while another recording is in progress.
///
///
/// - `events`: how many events are kept
/// - `site_bytes`: the mean of the bytes between two samples
pub fn start(events: u64, site_bytes: u64) -> Result<u64> {
    if i64::try_from(site_bytes).is_err() {
        return Err(Error::argument(format!("{} bytes between two samples: it takes 0 or more", site_bytes as i64)));
    }
    record::start(events, site_bytes).map_err(|refused| match refused {
        Refused::Running(number) => {
            Error::new(Status::Busy, format!("recording {number} is in progress: one at a time"))
        }
        _ => Error::argument(format!("a recording of {} events: it takes from 1 to {MOST_EVENTS}", events as i64)),
    })
}

/// Stops this recording and frees its events; a snapshot that was taken before has its own copy. Errors:
/// `INVALID_HANDLE` if it is not in progress.
///
///
/// - `recording`: the number of the recording
pub fn stop(recording: u64) -> Result<()> {
    record::stop(recording)
        .map_err(|_| Error::new(Status::InvalidHandle, format!("recording {recording} is not in progress")))
}

/// How many events of this recording have been dropped so far. Errors: `INVALID_HANDLE` if it is not in progress.
///
///
/// - `recording`: the number of the recording
pub fn dropped(recording: u64) -> Result<u64> {
    match record::dropped(recording) {
        Some(dropped) => Ok(dropped),
        None => Err(Error::new(Status::InvalidHandle, format!("recording {recording} is not in progress"))),
    }
}

/// Whether this new handle is a sample whose line is wanted. Each sample is asked about once, within a second, and only
/// while [`waiting`] is not 0.
///
///
/// - `handle`: the handle that was made just now
pub fn is_sampled(handle: AnyRef) -> Result<bool> {
    Ok(record::take_sample(handle))
}

/// Says which line made a sample, as people read it. Errors: `INVALID_HANDLE`.
///
///
/// - `handle`: the handle of which [`is_sampled`] says so
/// - `site`: the line
pub fn site(handle: AnyRef, site: &str) -> Result<()> {
    TABLE.note_sampled(Handle(handle), site)?;
    record::site(handle, site);
    Ok(())
}

/// A word with the number of samples whose line is not known yet. A wrapper looks at it after a call that made
/// something, and then asks [`is_sampled`]. It stays valid for the life of the process.
pub fn waiting() -> &'static AtomicI32 {
    record::sample_word()
}

/// Adds a mark to the recording in progress, such as the beginning of an epoch; without one it does nothing. At most
/// 256 bytes of the label are kept.
///
///
/// - `Tenure::mark()`
/// - `label`: what the mark says
pub fn mark(label: &str) -> Result<()> {
    if record::is_on() {
        record::mark(label);
    }
    Ok(())
}

/// What is alive now, with its owners, and the events of the recording in progress, as the text of a
/// `*.tenure-memory.json` file. It is exact if no other thread creates or frees anything meanwhile.
pub fn snapshot() -> Result<String> {
    Ok(record::to_json(&snapshot::snapshot()))
}

/// Writes a snapshot to a file, whole or not at all. Errors: `IO`.
///
///
/// - `path`: the file
pub fn save(path: &str) -> Result<()> {
    io::write_whole(Path::new(path), record::to_json(&snapshot::snapshot()).as_bytes())
}

/// Reads a `*.tenure-memory.json` file, and returns the text of the snapshot. Errors: `IO` if it cannot be read or says
/// what is wrong: another version, a truncated file, a number that is out of range.
///
///
/// - `path`: the file
pub fn load(path: &str) -> Result<String> {
    let text = io::read_whole(Path::new(path))?;
    read(&text, &format!("'{path}'"))?;
    Ok(text)
}

/// [`load`] of a file whose bytes are in memory; messages call it `file`.
pub fn load_bytes(bytes: &[u8], file: &str) -> Result<String> {
    let refused = |why: Error| why.context(format_args!("reading '{file}'"));
    let text = std::str::from_utf8(bytes).map_err(|_| refused(Error::io("it is not UTF-8")))?;
    read(text, &format!("'{file}'"))?;
    Ok(text.into())
}

/// What is new and still alive, and what is gone, from one snapshot to a later one of the same process, by scope and by
/// line, as text for people. Errors: `IO` if one of them is not a snapshot.
///
///
/// - `later`: the text of the later snapshot
/// - `earlier`: the text of the earlier one
pub fn since(later: &str, earlier: &str) -> Result<String> {
    let (later, earlier) = (read(later, "the later memory snapshot")?, read(earlier, "the earlier memory snapshot")?);
    Ok(Difference::between(&earlier, &later).text(&later))
}

/// Writes a snapshot to a file, whole or not at all: 0 the file that [`load`] reads, 1 CSV of the events, 2 collapsed
/// stacks of the live bytes for flame graphs, 3 the same for speedscope, 4 PyTorch's memory snapshot. Errors: `IO` if
/// it is not a snapshot or the file cannot be written, `INVALID_ARGUMENT` for another format.
///
///
/// - `snapshot`: the text of the snapshot
/// - `path`: the file
/// - `format`: the format of the file
pub fn export(snapshot: &str, path: &str, format: SnapshotFormatCode) -> Result<()> {
    io::write_whole(Path::new(path), &export_bytes(snapshot, format)?)
}

/// The bytes that [`export`] would write. Errors: those of [`export`].
pub fn export_bytes(snapshot: &str, format: SnapshotFormatCode) -> Result<Vec<u8>> {
    let format = SnapshotFormat::from_code(format).ok_or_else(|| {
        Error::argument(format!(
            "{format} is not the code of a snapshot format (0 JSON, 1 CSV, 2 collapsed stacks, 3 speedscope, 4 PyTorch)"
        ))
    })?;
    Ok(record::export(&read(snapshot, "the memory snapshot")?, format))
}

/// Writes the page that shows a snapshot to a file, whole or not at all. The wrappers carry the page, which is one HTML
/// file: `html` is its text, with the mark `@SNAPSHOT@` where the snapshot goes. Errors: `IO` if it is not a
/// snapshot or the file cannot be written, `INVALID_ARGUMENT` for a template without that mark.
///
///
/// - `snapshot`: the text of the snapshot
/// - `html`: the text of the page
/// - `path`: the file
pub fn page(snapshot: &str, html: &str, path: &str) -> Result<()> {
    io::write_whole(Path::new(path), &page_bytes(snapshot, html)?)
}

/// The bytes that [`page`] would write. Errors: those of [`page`].
pub fn page_bytes(snapshot: &str, html: &str) -> Result<Vec<u8>> {
    const MARK: &str = "@SNAPSHOT@";
    let Some((before, after)) = html.split_once(MARK) else {
        return Err(Error::argument(format!("the template of the page has no {MARK}")));
    };
    let snapshot = record::to_json(&read(snapshot, "the memory snapshot")?);
    // Only texts have this character, and no markup may begin in one.
    Ok([before, &snapshot.replace('<', "\\u003c"), after].concat().into_bytes())
}

/// Serves the page that shows a snapshot of the moment to browsers on this machine, read only, and returns a number,
/// which [`stop_serving`] takes. Only who knows the [`address`] gets the page: it has a token. `html` is the text of the
/// page, as [`page`] takes it. Errors: `INVALID_ARGUMENT` for a port above 65,535 or a template without its mark, `BUSY`
/// for a port in use, `IO` if the system refuses otherwise.
///
///
/// - `port`: the port, 0 for any free one
/// - `html`: the text of the page
pub fn serve(port: u64, html: &str) -> Result<u64> {
    let given =
        u16::try_from(port).map_err(|_| Error::argument(format!("port {} is not from 0 to 65535", port as i64)))?;
    page_bytes(&snapshot()?, html)?;
    let html = html.to_string();
    let made = move || snapshot().and_then(|now| page_bytes(&now, &html)).map_err(|error| error.message().to_string());
    record::serve(given, Box::new(made)).map_err(|error| match error.kind() {
        ErrorKind::AddrInUse => Error::new(Status::Busy, format!("port {port} is in use")),
        _ => Error::io(format!("serving the page on port {port}: {error}")),
    })
}

/// The address of the page that is served. Errors: `INVALID_HANDLE` if it is not served any more.
///
///
/// - `server`: the number that [`serve`] returned
pub fn address(server: u64) -> Result<String> {
    record::address(server).ok_or_else(|| not_served(server))
}

/// Stops serving the page, and waits for the threads that did. Errors: `INVALID_HANDLE` if it is not served any more.
///
///
/// - `server`: the number that [`serve`] returned
pub fn stop_serving(server: u64) -> Result<()> {
    if record::stop_serving(server) { Ok(()) } else { Err(not_served(server)) }
}

fn not_served(server: u64) -> Error {
    Error::new(Status::InvalidHandle, format!("page {server} is not served"))
}

fn read(text: &str, what: &str) -> Result<Snapshot> {
    record::from_json(text).map_err(|why| Error::io(format!("{what} cannot be read: {why}")))
}
