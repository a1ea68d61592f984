//! Creating workspaces, and what has to be forgotten when one ends.

use super::misuse;
use crate::device::Device;
use crate::error::{Error, Result};
use crate::memory::workspace::{Config, Workspace};
use crate::ownership::Handle;
use crate::session::own::own_scope;
use crate::session::resource::TABLE;
use crate::session::source::{MemorySource, WorkspaceState, stale};
use crate::session::{context, known};
use std::sync::Arc;

/// A thread numbered by the caller may run on any thread of the system, so its memory is shared.
pub(super) fn build(parent: u64, name: &str, config: Config, thread: u64) -> Result<u64> {
    let device = config.device;
    let memory = if thread != 0 { Workspace::shared(name, config)? } else { Workspace::new(name, config)? };
    TABLE.note_sources();
    let state = Arc::new(WorkspaceState::new(memory, thread, on_end));
    let handle = own_scope(parent, u64::MAX, || MemorySource::Workspace(Arc::clone(&state)))?;
    state.set_handle(handle);
    let cycles = if state.is_ring() { state.config().cycles_held() } else { 0 };
    let mut scopes = Vec::new();
    for _ in 0..cycles {
        match own_scope(handle, u64::MAX, || MemorySource::RingCycle(Arc::clone(&state))) {
            Ok(cycle) => scopes.push(cycle),
            Err(error) => {
                let _ = TABLE.close(Handle(handle));
                return Err(error);
            }
        }
    }
    state.set_ring(scopes);
    if device != Device::Cpu {
        context::set_default_device(handle, device)?;
    }
    stale::add(&state);
    if !name.is_empty() {
        TABLE.set_name(Handle(handle), name)?;
        for &cycle in state.ring() {
            TABLE.set_name(Handle(cycle), name)?;
        }
    }
    Ok(handle)
}

/// Called when a workspace has ended; `depth` is how often it was entered then.
fn on_end(state: &WorkspaceState, depth: usize) {
    if depth > 0 {
        misuse::ended_while_entered(state, depth);
    }
    context::forget(&state.workspace);
    known::tidy();
    // A thread that has it cached looks it up again, and frees it then.
    TABLE.end_epoch();
}

/// A configuration's parameters by name.
pub(super) fn config_of(json: &str) -> Result<serde_json::Map<String, serde_json::Value>> {
    serde_json::from_str(json).map_err(|error| Error::argument(format!("a workspace configuration: {error}")))
}
