//! Finds what still holds memory of a cycle that is about to end, for `strict`.
//!
//! Invariant: a check changes nothing. A storage is pinned if it has more references than handles
//! below the scope to be emptied, or if a call uses one of these handles. Memory of the cycle
//! without a handle is pinned by the holder of its reference. A tape's references do not count as
//! handles, wherever the tape itself is owned: close the tape, or call backward, first.

use crate::error::Result;
use crate::ownership::{Handle, Kind};
use crate::session::location::lies_in;
use crate::session::resource::{TABLE, tensor};
use crate::session::source::{WorkspaceState, refused};
use std::collections::HashMap;

/// The most pins that an error names.
const NAMED: usize = 3;

/// The holders of one storage.
struct Held {
    handles: usize,
    references: usize,
    in_use: bool,
    bytes: u64,
    what: String,
}

impl Held {
    fn is_pinned(&self) -> bool {
        self.in_use || self.references > self.handles
    }
}

/// A `WORKSPACE` error if emptying this scope, the workspace or a cycle of its ring, would leave
/// memory of the cycle pinned.
pub(super) fn refuse(state: &WorkspaceState, scope: u64) -> Result<()> {
    let memory = &state.workspace;
    let storages = below(scope, memory.number())?;
    let named: u64 = storages.iter().map(|held| held.bytes).sum();
    let (cycle, outstanding) = memory.outstanding();
    let nameless = outstanding.saturating_sub(named);
    let mut pinned: Vec<&Held> = storages.iter().filter(|held| held.is_pinned()).collect();
    if pinned.is_empty() && nameless == 0 {
        return Ok(());
    }
    pinned.sort_by(|a, b| b.bytes.cmp(&a.bytes).then_with(|| a.what.cmp(&b.what)));
    let bytes = nameless + pinned.iter().map(|held| held.bytes).sum::<u64>();
    let mut by: Vec<String> =
        pinned.iter().take(NAMED).map(|held| format!("{} ({} bytes)", held.what, held.bytes)).collect();
    if pinned.len() > NAMED {
        by.push(format!("{} more tensors", pinned.len() - NAMED));
    }
    if nameless > 0 {
        by.push(format!("{nameless} bytes without a handle, by a tape or another holder"));
    }
    let by = by.join(", ");
    Err(refused(state, &format!("cannot end cycle {cycle}: {bytes} bytes are still held: {by} (strict)")))
}

/// The storages of this workspace that handles below a scope hold.
fn below(scope: u64, number: u64) -> Result<Vec<Held>> {
    let mut storages: HashMap<usize, Held> = HashMap::new();
    for entry in TABLE.entries_below(Handle(scope))? {
        if entry.handle.kind() != Some(Kind::Tensor) {
            continue;
        }
        let Ok(t) = tensor(entry.handle.0) else { continue };
        if lies_in(&t) != Some(number) {
            continue;
        }
        let storage = t.storage();
        let held = storages.entry(storage.id()).or_insert_with(|| Held {
            handles: 0,
            references: storage.ref_count(),
            in_use: false,
            bytes: storage.bytes() as u64,
            what: match &entry.metadata.name {
                Some(name) => format!("{} '{name}'", entry.what),
                None => entry.what.clone(),
            },
        });
        held.handles += 1;
        held.in_use |= t.is_used_elsewhere();
    }
    Ok(storages.into_values().collect())
}
