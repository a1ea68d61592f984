//! Scopes: nodes of a tree that own handles. Which scope is *current* is up to the wrappers; here each call names a
//! scope.
//!
//! A tensor that leaves a workspace through one of these functions is copied out of it, and keeps its handle.

use super::memory::amount;
use super::own::own_scope;
pub use super::records::ScopeStats;
use super::resource::{Resource, TABLE};
use super::threads;
use super::types::{AnyRef, AnyRefs, Bytes, Disposed, NewScope, ScopeRef};
use super::workspace::{MemorySource, below, kept_in, move_out_to, moving, refuse_lending};
use crate::error::{Error, Result, Status};
use crate::ownership::{Handle, Kind, SOURCES};
use std::sync::atomic::AtomicU64;

/// In place of a number of endings.
const NEVER_TOO_LATE: u64 = u64::MAX;

/// Opens a new scope that is a member of `parent`; with 0 it is a root. *Returns new.* Errors: `SCOPE_CLOSED` if the
/// parent is closed.
pub fn push(parent: ScopeRef) -> Result<NewScope> {
    own_scope(parent, NEVER_TOO_LATE, MemorySource::default)
}

/// Opens a new scope, like [`push`], but the memory of everything that it and the scopes below it own comes from the
/// pool, even inside a workspace. *Returns new.* Errors: `SCOPE_CLOSED` if the parent is closed.
pub fn push_outside(parent: ScopeRef) -> Result<NewScope> {
    push_since(parent, NEVER_TOO_LATE, true)
}

/// Opens a new scope, like [`push`], for a caller that opened it when the counter [`endings`] had this value, and tells
/// the core only when it is first used. With `outside` it is like [`push_outside`]. *Returns new.* Errors:
/// `SCOPE_CLOSED` if the parent is closed, or has been emptied since.
pub fn push_since(parent: ScopeRef, endings: u64, outside: bool) -> Result<NewScope> {
    if outside {
        TABLE.note_sources();
        return own_scope(parent, endings, || MemorySource::Pool);
    }
    own_scope(parent, endings, MemorySource::default)
}

/// Whether a scope is open, and has not been emptied (by [`close_all_but`], or at the end of a workspace's cycle) since
/// the counter [`endings`] had this value. Any number is accepted: if it is not a scope, it is not open.
pub fn is_open(scope: ScopeRef, endings: u64) -> Result<bool> {
    Ok(TABLE.is_open_since(Handle(scope), endings))
}

/// The counter of scopes that ended together with another one: because the scope above them was closed or emptied. A
/// caller that found a scope open needs to ask again only when the counter has changed. It is never 0, and stays valid
/// for the life of the process.
pub fn endings() -> &'static AtomicU64 {
    TABLE.endings()
}

/// Adds one to [`endings`]: the caller has closed a scope that it had not told the core about, and other scopes may lie
/// below it.
pub fn ended() -> Result<()> {
    TABLE.end_some();
    Ok(())
}

/// Moves those handles of `keep` that this scope or a scope below it owns to the parent of this scope, then closes this
/// scope. Without a parent they become unowned; from a workspace that is entered, they move to the scope that was given
/// with this thread's last entry. *Consumes* the scope.
///
/// If this fails, nothing has moved and the scope is still open. Errors: `INVALID_HANDLE` if the scope or a kept handle
/// is closed; `INVALID_ARGUMENT` if the scope itself is to be kept; `SCOPE_CLOSED` if the parent is being closed;
/// `SCOPE_CAPPED` or `LIMIT_EXCEEDED` if it does not admit a handle; `WORKSPACE` if the scope of a workspace's cycle is
/// to be kept; `OUT_OF_MEMORY` if a tensor must be copied out of a workspace.
pub fn pop(scope: ScopeRef, keep: AnyRefs) -> Result<()> {
    let has_sources = TABLE.rules() & SOURCES != 0;
    match keep {
        [] => return TABLE.close(Handle(scope)),
        &[one] if !has_sources => return TABLE.pop(Handle(scope), &[Handle(one)]),
        _ => {}
    }
    let handles: Vec<Handle> = keep.iter().copied().map(Handle).collect();
    if !has_sources {
        return TABLE.pop(Handle(scope), &handles);
    }
    let kept = below(scope, keep)?;
    match kept_in(scope) {
        // What is kept from a workspace that is entered goes to where it was entered from.
        Some(target) => move_out_to(scope, &kept, target)?,
        None => moving(&kept, owner(scope)?, || TABLE.escape(Handle(scope), &handles))?,
    }
    // If another thread closed it meanwhile, that has done what was to be done.
    let _ = TABLE.close(Handle(scope));
    Ok(())
}

/// Closes a scope, like [`pop`], and keeps one handle. Returns the scope that owns the handle afterwards, 0 if it is
/// unowned or its owner is being closed. Errors: those of [`pop`].
pub fn pop_one(scope: ScopeRef, kept: AnyRef) -> Result<ScopeRef> {
    pop(scope, &[kept])?;
    Ok(owner(kept).unwrap_or(0)) // another thread may have closed it since
}

/// Closes a scope: releases everything that it owns, newest first, including the scopes below it. *Consumes* the scope.
/// Errors: `INVALID_HANDLE` if it is closed already.
pub fn close(scope: Disposed) -> Result<()> {
    TABLE.close(Handle(scope))
}

/// Moves a handle of any kind to the parent of the scope that owns it; without a parent it becomes unowned. From a
/// workspace that is entered, it moves to the scope that was given with this thread's last entry, or, if this thread
/// has made none, with the last entry of any thread.
///
/// If this fails, the handle stays where it was. Errors: `INVALID_HANDLE` if it is closed; `SCOPE_CLOSED` if a scope is
/// being closed; `SCOPE_CAPPED` or `LIMIT_EXCEEDED` if the parent does not admit it; `WORKSPACE` for the scope of a
/// workspace's cycle; `OUT_OF_MEMORY` if a tensor must be copied out of a workspace.
pub fn keep(handle: AnyRef) -> Result<()> {
    if TABLE.rules() & SOURCES == 0 {
        return TABLE.keep(Handle(handle));
    }
    loop {
        let from = owner(handle)?;
        if from == 0 {
            return TABLE.keep(Handle(handle));
        }
        match out_of(from, from, handle, || TABLE.keep(Handle(handle))) {
            // What it was lent to closes on another thread: it returns from there, and is looked for again.
            Err(error) if error.status() == Status::InvalidHandle => {
                if owner(handle)? == from {
                    return Err(Error::new(Status::ScopeClosed, "the scope that owns it is being closed"));
                }
            }
            result => return result,
        }
    }
}

/// Moves a handle out of `scope` by `relocate`, which moves it to the parent; out of a workspace that is entered to where
/// it was entered from, if it lies below `within` or that is 0.
fn out_of(within: u64, scope: u64, handle: u64, relocate: impl FnOnce() -> Result<()>) -> Result<()> {
    match kept_in(scope) {
        Some(target) => move_out_to(within, &[handle], target),
        None => moving(&[handle], owner(scope)?, relocate),
    }
}

/// Moves a handle of any kind to `scope`, which then owns it.
///
/// If this fails, the handle stays where it was. Errors: `INVALID_HANDLE` if it is closed; `SCOPE_CLOSED` if the scope
/// is; `SCOPE_CAPPED` or `LIMIT_EXCEEDED` if the scope does not admit it; `INVALID_ARGUMENT` if a scope would own
/// itself; `WORKSPACE` for the scope of a workspace's cycle; `OUT_OF_MEMORY` if a tensor must be copied out of a
/// workspace.
pub fn attach(scope: ScopeRef, handle: AnyRef) -> Result<()> {
    moving(&[handle], scope, || TABLE.attach(Handle(scope), Handle(handle)))
}

/// Takes a handle of any kind out of the scope that owns it. It becomes unowned, and the caller must dispose of it.
///
/// If this fails, the handle stays where it was. Errors: `INVALID_HANDLE` if it is closed; `WORKSPACE` for the scope of
/// a workspace's cycle; `LIMIT_EXCEEDED` or `OUT_OF_MEMORY` if a tensor must be copied out of a workspace.
pub fn detach(handle: AnyRef) -> Result<()> {
    moving(&[handle], 0, || TABLE.detach(Handle(handle)))
}

/// Fails unless `scope` or a scope below it owns a handle of any kind; an unowned handle passes. For operations that
/// act on the members of one scope only. *Borrows both.* Errors: `INVALID_ARGUMENT`, which names both scopes, and
/// `INVALID_HANDLE` if one of them is closed.
pub fn check_owns(scope: ScopeRef, handle: AnyRef) -> Result<()> {
    let owner = owner(handle)?;
    if owner == 0 || TABLE.lies_below(Handle(handle), Handle(scope))? {
        return Ok(());
    }
    let kind = Handle(handle).kind().map_or_else(String::new, |kind| kind.to_string());
    let (owner, scope) = (TABLE.title(Handle(owner)), TABLE.title(Handle(scope)));
    Err(Error::argument(format!(
        "the {kind} belongs to {owner}, not to {scope} or a scope below that: \
         call the method of the {kind} itself, which asks for no scope"
    )))
}

/// The scope that owns a handle of any kind; 0 if it is unowned or its owner is being closed. *Borrows.* Errors:
/// `INVALID_HANDLE` if the handle is closed.
pub fn owner(handle: AnyRef) -> Result<ScopeRef> {
    TABLE.owner(Handle(handle)).map(|owner| owner.map_or(0, |scope| scope.0))
}

/// Whether `scope` owns a handle of any kind other than on loan; with 0, whether it is unowned. *Borrows both.* Errors:
/// `INVALID_HANDLE` if the handle is closed.
pub fn owns_for_good(scope: ScopeRef, handle: AnyRef) -> Result<bool> {
    TABLE.owns_for_good(Some(Handle(scope)).filter(|_| scope != 0), Handle(handle))
}

/// Lends a handle of any kind to `scope`. When that scope closes, the handle returns to its origin: the scope that
/// owned it before, or no scope if it was unowned. If the origin has closed by then, the handle is released. A handle
/// that `scope` owns already stays as it is. Attaching, keeping, detaching or disposing of a handle ends its loan.
///
/// If this fails, the handle stays where it was. Errors: `INVALID_HANDLE` if it is closed; `SCOPE_CLOSED` if the scope
/// is; `SCOPE_CAPPED` or `LIMIT_EXCEEDED` if the scope does not admit it; `INVALID_ARGUMENT` if a scope would own
/// itself; `WORKSPACE` if the handle has memory of a workspace that `scope` does not lie in, or is the scope of a
/// workspace's cycle.
pub fn temp_attach(scope: ScopeRef, handle: AnyRef) -> Result<()> {
    refuse_lending(scope, handle)?;
    TABLE.temp_attach(Handle(scope), Handle(handle))
}

/// Moves a handle of any kind to the parent of `scope`; without a parent it becomes unowned. Errors: those of [`keep`].
pub fn ret(scope: ScopeRef, handle: AnyRef) -> Result<()> {
    if TABLE.rules() & SOURCES == 0 {
        return TABLE.ret(Handle(scope), Handle(handle));
    }
    out_of(0, scope, handle, || TABLE.ret(Handle(scope), Handle(handle)))
}

/// Releases everything that the scope owns except the handles in `keep`; those of them that a scope below it owns move
/// to this scope. The scope stays open.
///
/// If this fails, nothing has been released. Errors: `INVALID_HANDLE` if the scope or a kept handle is closed;
/// `SCOPE_CAPPED` or `LIMIT_EXCEEDED` if the scope does not admit a handle from below; `OUT_OF_MEMORY` if a tensor must
/// be copied out of a workspace.
pub fn close_all_but(scope: ScopeRef, keep: AnyRefs) -> Result<()> {
    let handles: Vec<Handle> = keep.iter().copied().map(Handle).collect();
    if keep.is_empty() || TABLE.rules() & SOURCES == 0 {
        return TABLE.close_all_but(Handle(scope), &handles);
    }
    let mut kept = None;
    moving(&below(scope, keep)?, scope, || {
        kept = Some(TABLE.gather(Handle(scope), &handles)?);
        Ok(())
    })?;
    kept.into_iter().for_each(|kept| TABLE.close_others(kept));
    Ok(())
}

/// Caps a scope, so that nothing but child scopes can join it (`SCOPE_CAPPED`), or removes the cap.
///
///
/// - `cap(capped = true) -> self`: caps this scope: from now on nothing but child scopes can join it, and any other
///   attempt throws. What it owns stays, and what it has lent still returns
/// - `uncap(capped = false) -> self`: removes the cap: the scope admits new members again
/// - `INVALID_HANDLE`: this scope is closed
pub fn set_capped(scope: ScopeRef, capped: bool) -> Result<()> {
    TABLE.set_capped(Handle(scope), capped)
}

/// Whether this scope is capped and admits no new members except child scopes.
///
///
/// - `is_capped()`
/// - `INVALID_HANDLE`: this scope is closed
pub fn is_capped(scope: ScopeRef) -> Result<bool> {
    TABLE.is_capped(Handle(scope))
}

/// Sets the most bytes that this scope and all scopes below it may keep alive; 0 means no limit. A limit below what
/// they hold now prevents growth, but frees nothing. From now on their peaks are kept too. Errors: `INVALID_ARGUMENT`
/// for a negative number, `INVALID_HANDLE` if the scope is closed.
pub fn set_limit(scope: ScopeRef, bytes: Bytes) -> Result<()> {
    TABLE.set_limit(Handle(scope), amount(bytes, "a limit")?)
}

/// Limits how many threads compute the operations whose results this scope, or a scope below it, will own. In-place
/// operations and optimizers have no result, and follow the limit of the process.
///
///
/// - `limit_threads() -> self`
/// - `count`: the number of threads, the caller's included; 0 removes the limit of this scope
/// - `INVALID_ARGUMENT`: the number is negative or above 1024
/// - `INVALID_HANDLE`: this scope is closed
pub fn limit_threads(scope: ScopeRef, count: i64) -> Result<()> {
    let count = u16::try_from(threads::checked(count)?).expect("it was just compared with less");
    let scope = TABLE.pin(Handle(scope), Kind::Scope)?;
    if let Resource::Scope(node) = &*scope {
        node.set_threads(count);
        TABLE.note_threads();
    }
    Ok(())
}

/// Starts to keep the peaks of this scope and all scopes below it, which [`stats`] returns.
///
///
/// - `measure() -> self`: starts to keep the peaks of this scope and all scopes below it, which `stats()` returns
/// - `INVALID_HANDLE`: this scope is closed
pub fn measure(scope: ScopeRef) -> Result<()> {
    TABLE.measure(Handle(scope))
}

/// The direct members of a scope, oldest first. *Borrows.* Errors: `INVALID_HANDLE` if the scope is closed.
pub fn members(scope: ScopeRef) -> Result<Vec<AnyRef>> {
    Ok(TABLE.members(Handle(scope))?.into_iter().map(|handle| handle.0).collect())
}

/// What this scope and all scopes below it own at this moment.
///
///
/// - `stats()`
/// - `INVALID_HANDLE`: this scope is closed
pub fn stats(scope: ScopeRef) -> Result<ScopeStats> {
    let owned = TABLE.stats(Handle(scope))?;
    Ok(ScopeStats {
        members: owned.members,
        tensors: owned.tensors,
        scopes: owned.scopes,
        bytes: owned.bytes,
        peak_tensors: owned.peak_tensors,
        peak_bytes: owned.peak_bytes,
        limit_bytes: owned.limit,
        measured: u64::from(owned.measured),
    })
}
