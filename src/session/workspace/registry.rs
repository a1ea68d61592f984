//! Workspaces by name: one for each name and thread, or in mode SINGLE one for each name.
//!
//! Invariant: a registration names a handle that was created for it; if that handle has been
//! closed, the next request creates a new one. When a system thread ends, it closes the workspaces
//! that were created for it. Numbers of such threads are never reused, and are larger than any
//! number that a caller passes.

use super::build::{build, config_of};
use super::lookup::state;
use crate::error::{Error, Result, Status};
use crate::memory::workspace::{Config, Mode};
use crate::ownership::Handle;
use crate::session::resource::TABLE;
use crate::session::source::WorkspaceState;
use parking_lot::Mutex;
use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};

/// The thread number of workspaces that all threads share.
const ALL: u64 = 0;

static REGISTRY: Mutex<Option<Registry>> = Mutex::new(None);

/// For each name its threads and their handles, which may be closed. A program may use very many
/// names, each once.
#[derive(Default)]
struct Registry {
    names: HashMap<String, Vec<Registration>>,
    count: usize,
    /// The size at which closed registrations are removed.
    prune_at: usize,
}

/// A thread and its handle.
type Registration = (u64, u64);

impl Registry {
    /// The first open registration of a name whose thread `wanted` accepts.
    fn find(&self, name: &str, wanted: impl Fn(u64) -> bool) -> Option<u64> {
        self.names
            .get(name)?
            .iter()
            .find(|registration| wanted(registration.0) && is_open(registration))
            .map(|registration| registration.1)
    }

    /// The workspace for this thread. A shared workspace is the only one of its name, so with
    /// `single` any other one of the name is found too and then reported as different.
    fn find_for(&self, name: &str, thread: u64, single: bool) -> Option<u64> {
        self.find(name, |of| of == ALL || of == thread).or_else(|| self.find(name, |_| single))
    }

    fn add(&mut self, name: &str, registration: Registration) {
        if self.count >= self.prune_at {
            self.retain(is_open);
            self.prune_at = self.count * 2 + 16;
        }
        self.names.entry(name.to_owned()).or_default().push(registration);
        self.count += 1;
    }

    fn retain(&mut self, mut keep: impl FnMut(&Registration) -> bool) {
        self.count = 0;
        self.names.retain(|_, registry| {
            registry.retain(&mut keep);
            self.count += registry.len();
            !registry.is_empty()
        });
    }
}

/// Takes no pin, because the end of a pin might release the workspace under the registry's lock.
fn is_open(registration: &Registration) -> bool {
    TABLE.is_live(Handle(registration.1))
}

/// A thread of the system.
struct ThreadGuard {
    /// 0 = not numbered yet.
    number: Cell<u64>,
}

thread_local! {
    static GUARD: ThreadGuard = const { ThreadGuard { number: Cell::new(0) } };
}

impl ThreadGuard {
    fn number(&self) -> u64 {
        static NEXT: AtomicU64 = AtomicU64::new(1 << 63);
        if self.number.get() == 0 {
            self.number.set(NEXT.fetch_add(1, Ordering::Relaxed));
        }
        self.number.get()
    }
}

impl Drop for ThreadGuard {
    fn drop(&mut self) {
        let number = self.number.get();
        if number == 0 {
            return;
        }
        let mut ended = Vec::new();
        if let Some(registry) = REGISTRY.lock().as_mut() {
            registry.retain(|registration| {
                let is_mine = registration.0 == number;
                ended.extend(is_mine.then_some(registration.1));
                !is_mine
            });
        }
        for handle in ended {
            // It may already have been closed through its handle.
            let _ = TABLE.close(Handle(handle));
        }
    }
}

/// The number of a thread: the caller's, or for 0 the number of the current thread.
pub(super) fn number_of(thread: u64) -> Result<u64> {
    match thread {
        0 => GUARD
            .try_with(ThreadGuard::number)
            .map_err(|_| Error::new(Status::Workspace, "this thread is ending: it gets no workspace any more")),
        1..=0x7fff_ffff_ffff_ffff => Ok(thread),
        _ => Err(Error::argument(format!("thread {thread} is not a number below 2^63"))),
    }
}

/// The open workspace of this name and thread; creates it if there is none.
pub(crate) fn get(name: &str, thread: u64, config: Option<&str>) -> Result<u64> {
    let number = number_of(thread)?;
    let wanted = config.map(Config::from_json).transpose()?;
    let single = wanted.as_ref().is_some_and(|config| config.mode == Mode::Single);
    loop {
        if let Some(handle) = registered(name, number, single) {
            match &wanted {
                Some(wanted) if !same(handle, wanted)? => continue, // closed meanwhile
                _ => return Ok(handle),
            }
        }
        let mut registry = REGISTRY.lock();
        let registry = registry.get_or_insert_default();
        if registry.find_for(name, number, single).is_none() {
            // Under the lock, so that two threads that share it do not create two.
            let handle = build(0, name, wanted.unwrap_or_default(), thread)?;
            registry.add(name, (if single { ALL } else { number }, handle));
            return Ok(handle);
        }
    }
}

fn registered(name: &str, thread: u64, single: bool) -> Option<u64> {
    REGISTRY.lock().as_ref()?.find_for(name, thread, single)
}

/// The open workspace of this name and thread; 0 if there is none.
pub(crate) fn find(name: &str, thread: u64) -> Result<u64> {
    let number = number_of(thread)?;
    let registry = REGISTRY.lock();
    let own = |thread| thread == ALL || thread == number;
    Ok(registry.as_ref().and_then(|registry| registry.find(name, own)).unwrap_or(0))
}

/// The handles that are alive because the process keeps them: the workspaces registered here, the
/// cycle scopes of their rings, and everything below those. Members of any other workspace belong
/// to its open cycle, and are a leak if they outlive it. A workspace shared by all threads is not
/// closed by the end of a thread, so it is not included while it holds tensors outside a cycle.
pub(crate) fn kept() -> HashSet<Handle> {
    let registered: Vec<Registration> = {
        let registry = REGISTRY.lock();
        let names = registry.iter().flat_map(|registry| registry.names.values());
        names.flatten().copied().collect()
    };
    let mut kept = HashSet::new();
    for (thread, workspace) in registered {
        let Ok(state) = state(workspace) else { continue };
        if thread == ALL && holds_tensors_outside_of_a_cycle(&state) {
            continue;
        }
        kept.insert(Handle(workspace));
        for &cycle in state.ring() {
            kept.insert(Handle(cycle));
            // If it was closed meanwhile, it owns nothing.
            kept.extend(TABLE.entries_below(Handle(cycle)).unwrap_or_default().into_iter().map(|entry| entry.handle));
        }
    }
    kept
}

fn holds_tensors_outside_of_a_cycle(state: &WorkspaceState) -> bool {
    let is_entered = state.entries.try_with(|entries| entries.depth() > 0).unwrap_or(true);
    !is_entered && TABLE.stats(Handle(state.handle())).is_ok_and(|owned| owned.tensors > 0)
}

/// Whether the workspace is open; `INVALID_ARGUMENT`, naming the difference, if it was created with
/// another configuration.
fn same(handle: u64, wanted: &Config) -> Result<bool> {
    let Ok(state) = state(handle) else { return Ok(false) };
    let (there, asked) = (config_of(&state.config().to_json())?, config_of(&wanted.to_json())?);
    let differ: Vec<String> = there
        .iter()
        .filter(|(name, value)| asked.get(*name) != Some(value))
        .map(|(name, value)| format!("{name} {value}, asked for was {}", asked.get(name).unwrap_or(value)))
        .collect();
    if differ.is_empty() {
        return Ok(true);
    }
    let name = state.workspace.name();
    Err(Error::argument(format!("workspace '{name}' is there already with {}", differ.join("; "))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_used_once_are_not_kept() {
        for i in 0..1000 {
            let handle = get(&format!("request {i}"), 0, None).expect("there is room");
            TABLE.close(Handle(handle)).expect("open");
        }
        let names = |registry: &Option<Registry>| registry.as_ref().map_or(0, |registry| registry.names.len());
        assert!(names(&REGISTRY.lock()) < 100, "{} names", names(&REGISTRY.lock()));
    }
}
