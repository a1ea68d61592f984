//! Copying out: what leaves a workspace gets memory of its own.
//!
//! Invariant: a handle owned by a scope never lies in the memory of a workspace other than the one that the scope's new
//! tensors would come from. So the end of a cycle pins nothing that anyone can still name.

use super::node::Ground;
use super::place;
use crate::api::resource::{PinnedTensor, Resource, TABLE, own, owner_for, tensor, within_limits};
use crate::autograd;
use crate::error::{Error, Result, Status};
use crate::ops;
use crate::ownership::{Handle, Kind, PLACES, Pin};
use crate::tensor::Tensor;
use parking_lot::Mutex;
use std::collections::HashSet;

/// Held by who waits to be the only user of a tensor. Whoever takes it has nothing pinned, and pins after that: else two
/// could wait for each other.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// A copy in the memory of what `scope` owns, owned by it; 0 is nobody, whose memory is the pool's. An alias where it lies
/// there already.
pub(in crate::api) fn leverage(scope: u64, t: u64) -> Result<u64> {
    let t = tensor(t)?;
    let owner = (scope != 0).then_some(Handle(scope));
    let result = if lies_in(&t) == place::number(owner) {
        t.clone()
    } else {
        within_limits(scope, None, || autograd::copy(&t))?
    };
    own(scope, Resource::Tensor(result))
}

/// The workspace that a tensor lies in, by its number.
pub(super) fn lies_in(t: &Tensor) -> Option<u64> {
    t.storage().workspace().map(|(number, _)| number)
}

/// Whether the result of an operation is a view of a workspace's memory that its owner does not lie in.
#[cold]
#[inline(never)]
pub(in crate::api) fn is_elsewhere(scope: u64, operand: &PinnedTensor, result: &Tensor) -> bool {
    let Some(number) = lies_in(result) else { return false };
    place::number(owner_for(scope, Some(operand))) != Some(number)
}

/// The same elements in other memory, contiguous, on the same tape.
pub(in crate::api) fn copied(t: &Tensor) -> Result<Tensor> {
    let copy = ops::copy(t)?;
    Ok(match t.track() {
        Some(track) => copy.tracked(track.clone()),
        None => copy,
    })
}

/// Moves handles of any kind by `relocate` to `to`, 0 for nobody; what leaves a workspace by that is copied out, all or
/// nothing: the copies are made first, and put back when moving is refused.
pub(in crate::api) fn moving(members: &[u64], to: u64, relocate: impl FnOnce() -> Result<()>) -> Result<()> {
    if TABLE.rules() & PLACES == 0 || all_in_the_pool(members) || leaving(members, to).is_empty() {
        return relocate();
    }
    let _alone = ONE_AT_A_TIME.lock();
    let mut moved = Vec::new();
    for handle in leaving(members, to) {
        let Ok(pin) = TABLE.pin(Handle(handle), Kind::Tensor) else { continue };
        let copy = within_limits(to, None, || copied(tensor_of(&pin)))?;
        moved.push((pin, copy));
    }
    let mut olds: Vec<(Pin<'static, Resource>, Resource)> = Vec::with_capacity(moved.len());
    for (mut pin, copy) in moved {
        // One that was closed meanwhile is not moved either: who named it is told by `relocate`.
        if let Ok(old) = TABLE.replace(&mut pin, Resource::Tensor(copy)) {
            olds.push((pin, old));
        }
    }
    let result = relocate();
    if result.is_err() {
        for (mut pin, old) in olds {
            let _ = TABLE.replace(&mut pin, old);
        }
    }
    result
}

/// Whether these are tensors that no workspace has to do with, as nearly all are: one look at each then is enough.
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

/// The tensors at or below these handles whose memory would not be that of their owner, each once.
fn leaving(members: &[u64], to: u64) -> Vec<u64> {
    let home = place::number((to != 0).then_some(Handle(to)));
    let (mut found, mut seen) = (Vec::new(), HashSet::new());
    let mut pending: Vec<(u64, Option<u64>)> = members.iter().map(|&member| (member, home)).collect();
    while let Some((handle, home)) = pending.pop() {
        match Handle(handle).kind() {
            Some(Kind::Tensor) => {
                let leaves = tensor(handle).is_ok_and(|t| lies_in(&t).is_some_and(|number| Some(number) != home));
                if leaves && seen.insert(handle) {
                    found.push(handle);
                }
            }
            Some(Kind::Scope) => {
                let Some(home) = home_below(handle, home) else { continue };
                let below = TABLE.members(Handle(handle)).unwrap_or_default();
                pending.extend(below.into_iter().map(|member| (member.0, home)));
            }
            _ => {}
        }
    }
    found
}

/// Where the memory of what a scope owns comes from, when `above` is that of its parent. `None`: it is closed.
fn home_below(scope: u64, above: Option<u64>) -> Option<Option<u64>> {
    let pin = TABLE.pin(Handle(scope), Kind::Scope).ok()?;
    let Resource::Scope(node) = &*pin else { return None };
    Some(match node.ground() {
        Ground::Inherit => above,
        Ground::Outside => None,
        Ground::Workspace(plot) => plot.memory(false).map(|memory| memory.number()),
        Ground::Part(plot) => plot.memory(true).map(|memory| memory.number()),
    })
}

/// `WORKSPACE` when lending to `scope` would take a tensor out of the workspace whose memory it has.
pub(in crate::api) fn refuse_lending(scope: u64, handle: u64) -> Result<()> {
    if TABLE.rules() & PLACES == 0 || all_in_the_pool(&[handle]) {
        return Ok(());
    }
    let Some(&first) = leaving(&[handle], scope).first() else { return Ok(()) };
    let t = tensor(first)?;
    let what = format!("{} tensor of shape {}", t.dtype(), t.to_shape());
    let name = lies_in(&t)
        .and_then(super::tombs::workspace)
        .map_or_else(String::new, |plot| format!(" of workspace '{}'", plot.workspace.name()));
    let scope = TABLE.title(Handle(scope));
    let text = format!(
        "a {what} lies in the memory{name}: it cannot be lent to {scope}, which does not; attach copies it out"
    );
    Err(Error::new(Status::Workspace, text))
}
