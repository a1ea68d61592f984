//! Workspaces by name: one for each name and thread, or under SINGLE one for each name.
//!
//! Invariant: a line names a handle that was made for it; one that has been closed is made anew when it is asked for. A
//! thread of the system that ends closes those that were made for it. Numbers of such threads are never used twice,
//! and are above all that a caller gives.

use super::plot::plot;
use super::{build, config_of};
use crate::api::resource::TABLE;
use crate::error::{Error, Result, Status};
use crate::memory::workspace::{Config, Mode};
use crate::ownership::Handle;
use parking_lot::Mutex;
use std::cell::Cell;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

/// The thread of those that all threads share.
const ALL: u64 = 0;

type Lines = HashMap<String, Vec<(u64, u64)>>;

/// For each name the threads and their handles.
static LINES: Mutex<Option<Lines>> = Mutex::new(None);

/// A thread of the system.
struct Tenant {
    /// 0 = it has none yet.
    number: Cell<u64>,
}

thread_local! {
    static TENANT: Tenant = const { Tenant { number: Cell::new(0) } };
}

impl Tenant {
    fn number(&self) -> u64 {
        static NEXT: AtomicU64 = AtomicU64::new(1 << 63);
        if self.number.get() == 0 {
            self.number.set(NEXT.fetch_add(1, Ordering::Relaxed));
        }
        self.number.get()
    }
}

impl Drop for Tenant {
    fn drop(&mut self) {
        let number = self.number.get();
        if number == 0 {
            return;
        }
        let mut ended = Vec::new();
        if let Some(lines) = LINES.lock().as_mut() {
            lines.retain(|_, threads| {
                ended.extend(threads.extract_if(.., |line| line.0 == number).map(|line| line.1));
                !threads.is_empty()
            });
        }
        for handle in ended {
            // It may have been closed by its handle.
            let _ = TABLE.close(Handle(handle));
        }
    }
}

/// The number of a thread: the caller's, or for 0 this thread of the system.
pub(super) fn number_of(thread: u64) -> Result<u64> {
    match thread {
        0 => TENANT
            .try_with(Tenant::number)
            .map_err(|_| Error::new(Status::Workspace, "this thread is ending: it gets no workspace any more")),
        1..=0x7fff_ffff_ffff_ffff => Ok(thread),
        _ => Err(Error::argument(format!("thread {thread} is not a number below 2^63"))),
    }
}

/// Without those that are closed.
fn open(lines: &mut Lines, name: &str) -> Vec<(u64, u64)> {
    let Some(threads) = lines.get_mut(name) else { return Vec::new() };
    threads.retain(|line| plot(line.1).is_ok());
    threads.clone()
}

fn line(threads: &[(u64, u64)], thread: u64) -> Option<u64> {
    threads.iter().find(|line| line.0 == ALL || line.0 == thread).map(|line| line.1)
}

/// The workspace of this name and thread, 0 for this thread of the system; made when there is none, with its defaults
/// unless `config` says otherwise. It belongs to the process: closed it is made anew, and with its thread it goes.
/// *Borrows.* Errors: `INVALID_ARGUMENT` for a configuration that is refused or is not that of the one there is.
pub fn get(name: &str, thread: u64, config: Option<&str>) -> Result<u64> {
    let number = number_of(thread)?;
    let wanted = config.map(Config::from_json).transpose()?;
    let mut lines = LINES.lock();
    let lines = lines.get_or_insert_default();
    let threads = open(lines, name);
    let single = wanted.as_ref().is_some_and(|config| config.mode == Mode::Single);
    // What all threads share stands alone, so it differs from any other there is.
    let found = line(&threads, number).or_else(|| threads.first().filter(|_| single).map(|line| line.1));
    if let Some(handle) = found {
        if let Some(wanted) = &wanted {
            same(handle, wanted)?;
        }
        return Ok(handle);
    }
    let wanted = wanted.unwrap_or_default();
    let handle = build(0, name, wanted, thread)?;
    lines.entry(name.to_owned()).or_default().push((if single { ALL } else { number }, handle));
    Ok(handle)
}

/// As [`get`], 0 when there is none.
pub fn find(name: &str, thread: u64) -> Result<u64> {
    let number = number_of(thread)?;
    let mut lines = LINES.lock();
    Ok(lines.as_mut().and_then(|lines| line(&open(lines, name), number)).unwrap_or(0))
}

/// `INVALID_ARGUMENT` naming what differs.
fn same(handle: u64, wanted: &Config) -> Result<()> {
    let plot = plot(handle)?;
    let (there, asked) = (config_of(&plot.config().to_json())?, config_of(&wanted.to_json())?);
    let differ: Vec<String> = there
        .iter()
        .filter(|(name, value)| asked.get(*name) != Some(value))
        .map(|(name, value)| format!("{name} {value}, asked for was {}", asked.get(name).unwrap_or(value)))
        .collect();
    if differ.is_empty() {
        return Ok(());
    }
    let name = plot.workspace.name();
    Err(Error::argument(format!("workspace '{name}' is there already with {}", differ.join("; "))))
}
