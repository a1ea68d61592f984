//! Copying out: a tensor that leaves a workspace is copied to other memory.
//!
//! Invariant: a handle owned by a scope is never in the memory of a workspace other than the one
//! that the scope's new tensors would come from. So the end of a cycle leaves no memory pinned by a
//! valid handle.

use crate::autograd;
use crate::error::{Error, Result, Status};
use crate::ownership::{Handle, Kind, Pin, Replaced, SOURCES};
use crate::session::context::{self, within_limits};
use crate::session::location::{copied, lies_in};
use crate::session::own::own;
use crate::session::pause::Pause;
use crate::session::resource::{Resource, TABLE, tensor};
use crate::session::source::{MemorySource, stale};
use crate::tensor::Tensor;
use parking_lot::Mutex;
use std::cell::LazyCell;
use std::collections::HashSet;

/// Held while tensors get other memory: two threads copying out the same tensor would each see the
/// other using it. No thread waits under it for another call to end, and nothing that may call back
/// is released under it.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// A copy in the memory of `scope`, owned by it; for 0, unowned and in the pool's memory. An alias
/// if the tensor is in that memory already.
pub(crate) fn leverage(scope: u64, t: u64) -> Result<u64> {
    let t = tensor(t)?;
    let owner = (scope != 0).then_some(Handle(scope));
    let result = if lies_in(&t) == context::number(owner) {
        t.clone()
    } else {
        within_limits(scope, None, || autograd::copy(&t))?
    };
    own(scope, Resource::Tensor(result))
}

/// Moves handles of any kind to `to`, 0 for none, by calling `relocate`. Tensors that leave a
/// workspace are copied out, all or nothing: the copies are made first, and the originals are put
/// back if the move is refused.
///
/// A tensor that another call uses is copied when that call ends. Until then this thread waits,
/// with nothing locked and nothing pinned, and tries again.
pub(crate) fn moving(members: &[u64], to: u64, relocate: impl FnOnce() -> Result<()>) -> Result<()> {
    if TABLE.features_in_use() & SOURCES == 0 || all_in_the_pool(members) || leaving(members, to).is_empty() {
        return relocate();
    }
    // Dropping the last pin releases its resource, which may call back, so it is not done under the
    // lock.
    let (mut olds, mut pins) = (Vec::new(), Vec::new());
    let mut pause = Pause::default();
    let result = loop {
        {
            let _alone = ONE_AT_A_TIME.lock();
            match copy_out(members, to, &mut olds) {
                Ok(true) => {
                    pins.extend(members.iter().filter_map(|&member| TABLE.pin_any(Handle(member)).ok()));
                    break relocate();
                }
                Ok(false) => {}
                Err(error) => break Err(error),
            }
        }
        pause.wait();
    };
    drop(pins);
    if result.is_err() {
        put_back(olds);
    }
    result
}

/// Moves handles that are below `within`, or anywhere if that is 0, to a scope; they become unowned
/// if that is 0 or closed. Handles that another thread has moved elsewhere stay there.
pub(crate) fn move_out_to(within: u64, handles: &[u64], target: u64) -> Result<()> {
    let members: Vec<Handle> = handles.iter().copied().map(Handle).collect();
    let target = if TABLE.owner(Handle(target)).is_ok() { target } else { 0 };
    let scope = |number: u64| (number != 0).then_some(Handle(number));
    moving(handles, target, || TABLE.move_all(scope(within), &members, scope(target)))
}

/// The members of `handles` that this scope or one below it owns, each once.
pub(crate) fn below(scope: u64, handles: &[u64]) -> Result<Vec<u64>> {
    let mut below = Vec::with_capacity(handles.len());
    for &handle in handles {
        if TABLE.lies_below(Handle(handle), Handle(scope))? && !below.contains(&handle) {
            below.push(handle);
        }
    }
    Ok(below)
}

/// Gives each tensor that would leave its workspace other memory, and adds its old memory to
/// `olds`. Returns false if another call uses one of them: the tensors before it have other memory
/// already, and the caller tries again.
fn copy_out(members: &[u64], to: u64, olds: &mut Vec<(Handle, Resource)>) -> Result<bool> {
    let mut moved = Vec::new();
    for handle in leaving(members, to) {
        let Ok(pin) = TABLE.pin(Handle(handle), Kind::Tensor) else { continue };
        if pin.is_used_elsewhere() {
            return Ok(false); // before anything is copied in vain
        }
        let copy = within_limits(to, None, || copied(tensor_of(&pin)))?;
        moved.push((Handle(handle), pin, copy));
    }
    for (handle, mut pin, copy) in moved {
        match TABLE.replace(&mut pin, Resource::Tensor(copy)) {
            Ok(Replaced::Old(old)) => olds.push((handle, old)),
            Ok(Replaced::InUse(_)) => return Ok(false),
            // A handle that was closed meanwhile is not moved: `relocate` reports the error to the
            // caller.
            Err(_) => {}
        }
    }
    Ok(true)
}

/// Undoes [`copy_out`], waiting in the same way.
fn put_back(olds: Vec<(Handle, Resource)>) {
    let mut pause = Pause::default();
    for (handle, mut old) in olds {
        // If the handle was closed meanwhile, there is nothing to put back.
        while let Ok(mut pin) = TABLE.pin(handle, Kind::Tensor) {
            if !belongs(&old, pin.owner()) {
                break; // another thread has moved it out of the workspace meanwhile
            }
            match TABLE.replace(&mut pin, old) {
                Ok(Replaced::InUse(again)) => old = again,
                Ok(Replaced::Old(_)) | Err(_) => break,
            }
            drop(pin);
            pause.wait();
        }
    }
}

/// Whether this tensor is in the memory that `owner`'s new tensors get.
fn belongs(tensor: &Resource, owner: Option<Handle>) -> bool {
    matches!(tensor, Resource::Tensor(tensor) if lies_in(tensor) == context::number(owner))
}

/// Whether all of these are tensors in the pool's memory, as nearly all are; then checking each
/// once is enough.
fn all_in_the_pool(members: &[u64]) -> bool {
    members.iter().all(|&member| {
        Handle(member).kind() == Some(Kind::Tensor) && tensor(member).is_ok_and(|t| lies_in(&t).is_none())
    })
}

fn tensor_of<'a>(pin: &'a Pin<'static, Resource>) -> &'a Tensor {
    match &**pin {
        Resource::Tensor(tensor) => tensor,
        _ => unreachable!("the table compared the kind"),
    }
}

/// The tensors at or below these handles whose memory would not match their owner's, each once.
fn leaving(members: &[u64], to: u64) -> Vec<u64> {
    // Computed on demand: the way up from a deep target is long, and most scopes that move are
    // empty.
    let target = LazyCell::new(|| context::number((to != 0).then_some(Handle(to))));
    let (mut found, mut seen) = (Vec::new(), HashSet::new());
    let mut pending: Vec<(u64, Option<Option<u64>>)> = members.iter().map(|&member| (member, None)).collect();
    while let Some((handle, above)) = pending.pop() {
        let source = || above.unwrap_or_else(|| *target);
        match Handle(handle).kind() {
            Some(Kind::Tensor) => {
                let leaves = tensor(handle).is_ok_and(|t| lies_in(&t).is_some_and(|number| Some(number) != source()));
                if leaves && seen.insert(handle) {
                    found.push(handle);
                }
            }
            Some(Kind::Scope) => {
                let below = TABLE.members(Handle(handle)).unwrap_or_default();
                if below.is_empty() {
                    continue;
                }
                let Some(source) = source_below(handle, source()) else { continue };
                pending.extend(below.into_iter().map(|member| (member.0, Some(source))));
            }
            _ => {}
        }
    }
    found
}

/// The source of a scope's new tensors, given `parent`, its parent's source. `None` if the scope is
/// closed.
fn source_below(scope: u64, parent: Option<u64>) -> Option<Option<u64>> {
    let pin = TABLE.pin(Handle(scope), Kind::Scope).ok()?;
    let Resource::Scope(node) = &*pin else { return None };
    Some(match node.source() {
        MemorySource::Inherit => parent,
        MemorySource::Pool => None,
        MemorySource::Workspace(state) => state.memory(false).map(|memory| memory.number()),
        MemorySource::RingCycle(state) => state.memory(true).map(|memory| memory.number()),
    })
}

/// A `WORKSPACE` error if lending to `scope` would take a tensor out of the workspace whose memory
/// it uses.
pub(crate) fn refuse_lending(scope: u64, handle: u64) -> Result<()> {
    if TABLE.features_in_use() & SOURCES == 0 || all_in_the_pool(&[handle]) {
        return Ok(());
    }
    let Some(&first) = leaving(&[handle], scope).first() else { return Ok(()) };
    let t = tensor(first)?;
    let what = format!("{} tensor of shape {}", t.dtype(), t.to_shape());
    let name = lies_in(&t)
        .and_then(stale::workspace)
        .map_or_else(String::new, |state| format!(" of workspace '{}'", state.workspace.name()));
    let scope = TABLE.title(Handle(scope));
    let text = format!(
        "a {what} lies in the memory{name}: it cannot be lent to {scope}, which does not; attach copies it out"
    );
    Err(Error::new(Status::Workspace, text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::{scope, tensor as tensors, workspace};
    use crate::tensor::DType;
    use std::sync::mpsc;
    use std::time::Duration;

    /// A tensor in a cycle of a workspace of this thread.
    fn in_a_cycle() -> (u64, u64) {
        let batch = workspace::create(0, "batch", 0, Some(r#"{"initialSize": 65536}"#)).expect("it is right");
        let (scope, _) = workspace::enter(batch, 0).expect("open");
        (batch, tensors::ones(scope, 0, DType::F32 as i32, &[4]).expect("there is room"))
    }

    #[test]
    fn who_waits_for_a_tensor_that_is_in_use_keeps_nobody_else_from_moving() {
        let (first, used) = in_a_cycle();
        let pin = tensor(used).expect("alive");
        std::thread::scope(|threads| {
            let (tell, told) = mpsc::channel();
            let waits = tell.clone();
            threads.spawn(move || waits.send(("used", scope::detach(used))));
            threads.spawn(move || {
                let (batch, other) = in_a_cycle();
                std::thread::sleep(Duration::from_millis(50)); // until the first has started
                let moved = scope::detach(other);
                let _ = tell.send(("other", moved));
                scope::close(batch).expect("open");
                tensors::dispose(other).expect("alive");
            });
            let (who, moved) = told.recv_timeout(Duration::from_secs(60)).unwrap_or(("nobody", Ok(())));
            drop(pin); // otherwise a failing test would hang
            assert_eq!(who, "other", "the first to be done");
            moved.expect("alive");
            let (who, moved) = told.recv().expect("it ends now");
            assert_eq!(who, "used");
            moved.expect("alive");
        });
        assert_eq!(lies_in(&tensor(used).expect("alive")), None, "it was copied out once nobody used it");
        scope::close(first).expect("open");
        tensors::dispose(used).expect("it has left");
    }

    #[test]
    fn who_waits_to_leave_keeps_nobody_out_of_the_workspace() {
        let shared = workspace::create(0, "batch", 0, Some(r#"{"workspaceMode": "SINGLE"}"#)).expect("it is right");
        let (scope, _) = workspace::enter(shared, 0).expect("open");
        let used = tensors::ones(scope, 0, DType::F32 as i32, &[4]).expect("there is room");
        let pin = tensor(used).expect("alive");
        std::thread::scope(|threads| {
            let waiting = threads.spawn(|| workspace::leave(shared, &[used]));
            let (tell, told) = mpsc::channel();
            threads.spawn(move || {
                std::thread::sleep(Duration::from_millis(50)); // until the first waits
                let stats = workspace::stats(shared).expect("open");
                let (_, cycle) = workspace::enter(shared, 0).expect("open");
                workspace::leave(shared, &[]).expect("entered");
                tell.send((stats.depth, cycle)).expect("it is waited for");
            });
            let seen = told.recv_timeout(Duration::from_secs(60));
            drop(pin); // otherwise a failing test would hang
            assert_eq!(seen, Ok((1, 1)));
            waiting.join().expect("no panic").expect("entered");
        });
        assert_eq!(lies_in(&tensor(used).expect("alive")), None);
        scope::close(shared).and(tensors::dispose(used)).expect("open");
    }

    #[test]
    fn what_is_refused_is_put_back_where_it_was() {
        let (batch, t) = in_a_cycle();
        let before = lies_in(&tensor(t).expect("alive"));
        assert!(before.is_some());
        let capped = scope::push(0).expect("a scope");
        scope::set_capped(capped, true).expect("open");
        scope::attach(capped, t).expect_err("it is capped");
        assert_eq!(lies_in(&tensor(t).expect("alive")), before);
        scope::close(capped).and(scope::close(batch)).expect("open");
    }
}
