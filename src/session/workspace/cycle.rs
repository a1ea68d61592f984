//! Entering and leaving: the life of a cycle.
//!
//! Invariant: a refused call has changed nothing: every check that can refuse runs before anything
//! is released. Leaving and closing never fail because of the calling thread. The end of a cycle
//! removes handles from its scope under the lock of the entries and releases them afterwards,
//! because a release may call back, and a copy may have to wait for another call.

use super::copy_out::{below, move_out_to};
use super::lookup::{PinnedState, state};
use super::pins;
use crate::error::{Error, Result};
use crate::log::WORKSPACE;
use crate::memory::Releasing;
use crate::memory::workspace::CycleReport;
use crate::ownership::{Handle, Kind, Removed};
use crate::record::{self, EventKind};
use crate::session::known;
use crate::session::resource::{Resource, TABLE};
use crate::session::source::{Entries, Entry, MemorySource, Notes, WorkspaceState, refused, stale};
use std::cell::Cell;

/// Begins a cycle, or enters the open one again. Returns the scope to make current, and the number
/// of the cycle.
pub(crate) fn enter(workspace: u64, outer: u64) -> Result<(u64, u64)> {
    let known = known::with(workspace, |state, entries| (!state.is_ring()).then(|| enter_in(state, entries, outer)));
    if let Some(entered) = known {
        return entered;
    }
    let state = state(workspace)?;
    let mut emptying = Emptying { removed: TABLE.nothing_removed(), checked: None, has_begun: false };
    let entered = loop {
        match state.entries.with(|entries| emptying.next(&state, entries, outer))? {
            Entering::Entered(entered) => break entered,
            Entering::Check(scope) => pins::refuse(&state, scope)?,
            Entering::Release => release(&state, &mut emptying.removed),
        }
    };
    known::remember(workspace, &state);
    Ok(entered)
}

fn enter_in(state: &WorkspaceState, entries: &mut Entries, outer: u64) -> Result<(u64, u64)> {
    let memory = &state.workspace;
    let is_begun = entries.depth() > 0;
    if is_begun && state.config().use_cycle_detector {
        let text = format!("is entered again in its cycle {} (useCycleDetector)", memory.moment().0);
        return Err(refused(state, &text));
    }
    let cycle = if is_begun { memory.cycle()? } else { memory.begin_cycle()? };
    entries.enter(state.entries.this_thread(), outer);
    Ok((state.scope_of(cycle), cycle))
}

/// The next step of a thread that enters.
enum Entering {
    /// The scope and the number of the cycle.
    Entered((u64, u64)),
    /// Look for pins of this scope's members, without the lock.
    Check(u64),
    /// Release what was removed, without the lock.
    Release,
}

/// Entering a ring takes the block of the oldest cycle; the members of that cycle are removed
/// first.
struct Emptying {
    removed: Removed<Resource>,
    /// How many times the workspace had been entered when the pins were checked.
    checked: Option<u64>,
    /// Whether something was removed; from then on nothing may refuse.
    has_begun: bool,
}

impl Emptying {
    /// Decides the next step, under the lock of the entries.
    fn next(&mut self, state: &WorkspaceState, entries: &mut Entries, outer: u64) -> Result<Entering> {
        if entries.depth() > 0 || !state.is_ring() {
            return enter_in(state, entries, outer).map(Entering::Entered);
        }
        let memory = &state.workspace;
        let next = memory.cycle()? + 1;
        let scope = state.scope_of(next);
        if state.config().strict && !self.has_begun && self.checked != Some(entries.count()) {
            self.checked = Some(entries.count());
            return Ok(Entering::Check(scope));
        }
        let ending = next.saturating_sub(state.config().cycles_held());
        let tag = stale::tag(memory.number(), ending);
        TABLE.remove_members(Handle(scope), self.has_begun, Some(tag), &mut self.removed)?;
        if self.removed.is_empty() {
            return enter_in(state, entries, outer).map(Entering::Entered);
        }
        self.has_begun = true;
        Ok(Entering::Release)
    }
}

/// Leaves a workspace once. The last leaving ends the cycle: the handles in `keep` move to the
/// scope that the workspace was entered from, and the rest is released.
pub(crate) fn leave(workspace: u64, keep: &[u64]) -> Result<()> {
    if keep.is_empty()
        && let Some(ended) = known::with(workspace, |state, entries| try_leave_fast(workspace, state, entries))
    {
        if ended.is_some()
            && let Ok(state) = state(workspace)
        {
            log_end(&state, ended);
        }
        return Ok(());
    }
    let state = state(workspace)?;
    let look = |entries: &mut Entries| {
        let entry = entries.of(state.entries.this_thread())?;
        let is_cycle = entries.depth() == 1;
        if !is_cycle {
            entries.leave(entry);
        }
        Some((entry, is_cycle, entries.count()))
    };
    let Some((entry, is_cycle, count)) = state.entries.with(look) else {
        return Err(not_entered(&state));
    };
    if !is_cycle {
        return Ok(());
    }
    let removed = SPARE.try_with(Cell::take).ok().flatten().unwrap_or_else(|| TABLE.nothing_removed());
    let mut leaving = Leaving { entry, checked: count, removed, has_begun: false };
    leaving.may_end(&state, workspace)?;
    let kept = if keep.is_empty() { Vec::new() } else { below(workspace, keep)? };
    if !kept.is_empty() {
        move_out_to(workspace, &kept, entry.keep_in)?;
    }
    loop {
        match state.entries.with(|entries| leaving.next(&state, entries)) {
            Next::Left(ended) => {
                log_end(&state, ended);
                break;
            }
            Next::Release => {
                release(&state, &mut leaving.removed);
                leaving.may_end(&state, workspace)?;
            }
            Next::Gone if leaving.has_begun || !kept.is_empty() => break,
            // What the cycle owns may be alive until the other call returns, so this call does not
            // end the cycle.
            Next::Gone => return Err(not_entered(&state)),
        }
    }
    let _ = SPARE.try_with(|spare| spare.set(Some(leaving.removed)));
    Ok(())
}

fn not_entered(state: &WorkspaceState) -> Error {
    refused(state, "is left but not entered")
}

thread_local! {
    /// An empty list with the capacity that the last cycle's end needed.
    static SPARE: Cell<Option<Removed<Resource>>> = const { Cell::new(None) };
}

/// The next step of a thread that leaves the outermost level.
enum Next {
    Left(Ended),
    /// Release what was removed, or check the pins again, without the lock.
    Release,
    /// Another call has ended the cycle: the workspace was destroyed, or left on another thread.
    Gone,
}

/// A thread that leaves the outermost level.
struct Leaving {
    entry: Entry,
    /// How many times the workspace had been entered when the pins were last checked.
    checked: u64,
    removed: Removed<Resource>,
    /// Whether something was removed; from then on nothing may refuse.
    has_begun: bool,
}

impl Leaving {
    /// Under `strict`, fails if something pins memory that the cycle's end takes away.
    fn may_end(&self, state: &WorkspaceState, workspace: u64) -> Result<()> {
        if self.has_begun || state.is_ring() || !state.config().strict {
            return Ok(());
        }
        pins::refuse(state, workspace)
    }

    /// Decides the next step, under the lock of the entries.
    fn next(&mut self, state: &PinnedState, entries: &mut Entries) -> Next {
        if !entries.has(self.entry) {
            return Next::Gone;
        }
        if entries.depth() > 1 {
            entries.leave(self.entry);
            return Next::Left(None);
        }
        if state.config().strict && !self.has_begun && self.checked != entries.count() {
            self.checked = entries.count();
            return Next::Release;
        }
        let memory = &state.workspace;
        if !state.is_ring() {
            let tag = stale::tag(memory.number(), memory.moment().0);
            // If the workspace was closed meanwhile, the closing thread empties it.
            let workspace = Handle(state.handle());
            let _ = TABLE.remove_members(workspace, self.has_begun, Some(tag), &mut self.removed);
            if !self.removed.is_empty() {
                self.has_begun = true;
                return Next::Release;
            }
        }
        let ended = end_memory(state, &mut entries.notes);
        entries.leave(self.entry);
        Next::Left(ended)
    }
}

/// Releases what the end of a cycle has removed. A release may call back, so no lock is held.
fn release(state: &WorkspaceState, removed: &mut Removed<Resource>) {
    let memory = &state.workspace;
    let _own = memory.is_open_to_this_thread().then(|| Releasing::enter(memory));
    removed.release();
}

/// Leaves an inner level, or a cycle with nothing left to release or to check. `None` if neither is
/// the case.
fn try_leave_fast(workspace: u64, state: &WorkspaceState, entries: &mut Entries) -> Option<Ended> {
    let is_cycle = entries.depth() == 1;
    let is_simple = !is_cycle || (!state.config().strict && !state.is_ring() && TABLE.try_empty(Handle(workspace)));
    if !is_simple {
        return None;
    }
    let entry = entries.of(state.entries.this_thread())?;
    entries.leave(entry);
    Some(if is_cycle { end_memory(state, &mut entries.notes) } else { None })
}

/// The end of a cycle that is worth a record, which is written without the lock.
type Ended = Option<Box<(CycleReport, u64)>>;

/// Ends the cycle of the memory; nothing can refuse any more.
fn end_memory(state: &WorkspaceState, notes: &mut Notes) -> Ended {
    let memory = &state.workspace;
    let learned_before = memory.moment().1;
    let had_block = learned_before > 0;
    let mut ended = None;
    memory.end_cycle(|row| {
        notes.see(row, had_block);
        if record::is_on() {
            record_end(state, row, learned_before);
        }
        let is_notable = row.learned != learned_before || row.refused || (had_block && row.spilled > 0);
        if is_notable && log::max_level() >= log::Level::Warn {
            ended = Some(Box::new((*row, learned_before)));
        }
    });
    ended
}

#[cold]
#[inline(never)]
fn record_end(state: &WorkspaceState, row: &CycleReport, learned_before: u64) {
    const AGAIN: u64 = 64; // cycles, after which a recording may have dropped the name
    let (workspace, cycle) = (state.workspace.number(), row.cycle as u32);
    if row.learned != learned_before || row.cycle % AGAIN == 1 {
        record::workspace(workspace, state.workspace.name(), row.learned);
    }
    record::write(EventKind::CycleEnded, workspace, row.offset, cycle, 0);
    if row.spilled > 0 {
        record::write(EventKind::Spilled, workspace, row.spilled, cycle, 0);
    }
}

/// Logs what a cycle has changed.
#[inline]
fn log_end(state: &WorkspaceState, ended: Ended) {
    if let Some(ended) = ended {
        log_ended(state, &ended.0, ended.1);
    }
}

#[cold]
fn log_ended(state: &WorkspaceState, row: &CycleReport, learned_before: u64) {
    let (name, CycleReport { cycle, learned, spilled, .. }) = (state.workspace.name(), row);
    if row.refused {
        log::warn!(
            target: WORKSPACE, event = "refused";
            "workspace '{name}': the block of {learned} bytes that cycle {cycle} needs was refused; it is tried again"
        );
    }
    if *learned != learned_before {
        log::info!(
            target: WORKSPACE, event = "learned";
            "workspace '{name}' has learned a size of {learned} bytes in cycle {cycle}"
        );
    }
    if *spilled > 0 && learned_before > 0 {
        log::debug!(
            target: WORKSPACE, event = "spilled";
            "workspace '{name}': {spilled} bytes of cycle {cycle} were outside its block of {learned_before} bytes"
        );
    }
}

/// The scope to which handles kept from this scope go, if it is an entered workspace or a cycle of
/// one.
pub(crate) fn kept_in(scope: u64) -> Option<u64> {
    let pin = TABLE.pin(Handle(scope), Kind::Scope).ok()?;
    let Resource::Scope(node) = &*pin else { return None };
    let (MemorySource::Workspace(state) | MemorySource::RingCycle(state)) = node.source() else { return None };
    let thread = state.entries.this_thread();
    let kept_in = state.entries.with(|entries| entries.of(thread)).map(|entry| entry.keep_in);
    // A ring's cycle keeps its members between cycles too.
    let parent = || TABLE.owner(Handle(state.handle())).ok().flatten().map_or(0, |parent| parent.0);
    kept_in.or_else(|| state.is_ring().then(parent))
}

/// Sends requests to the pool, or to the block again.
pub(crate) fn toggle(workspace: u64, on: bool) -> Result<()> {
    let state = state(workspace)?;
    require_entered(&state, "toggled")?;
    if on { state.workspace.toggle_on() } else { state.workspace.toggle_off() }
}

fn require_entered(state: &WorkspaceState, doing: &str) -> Result<()> {
    match state.entries.with(|entries| entries.depth() == 0) {
        true => Err(refused(state, &format!("is {doing} but not entered"))),
        false => Ok(()),
    }
}

/// Sizes the block between two cycles.
pub(crate) fn initialize(workspace: u64) -> Result<()> {
    let state = state(workspace)?;
    state.workspace.initialize().map(drop)
}
