//! Scopes: nodes of a tree that own handles. *Current* is the wrappers' affair; here a scope is named in each call.
//!
//! What leaves a workspace by any of these functions is copied out of it, under the same handle.

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

/// A new scope that is a member of `parent`; 0 makes a root. *Returns new.* Errors: `SCOPE_CLOSED`.
pub fn push(parent: ScopeRef) -> Result<NewScope> {
    own_scope(parent, NEVER_TOO_LATE, MemorySource::default)
}

/// As [`push`]; the memory of what it owns, and of what scopes below it own, comes from the pool, also in a workspace.
/// *Returns new.* Errors: `SCOPE_CLOSED`.
pub fn push_outside(parent: ScopeRef) -> Result<NewScope> {
    push_since(parent, NEVER_TOO_LATE, true)
}

/// As [`push`] for a caller that opened the scope when there were so many [`endings`], and tells the core at its first use:
/// `SCOPE_CLOSED` also if `parent` has been emptied since. `outside` as [`push_outside`]. *Returns new.*
pub fn push_since(parent: ScopeRef, endings: u64, outside: bool) -> Result<NewScope> {
    if outside {
        TABLE.note_sources();
        return own_scope(parent, endings, || MemorySource::Pool);
    }
    own_scope(parent, endings, MemorySource::default)
}

/// Whether a scope is open, and has not been emptied (by [`close_all_but`], or at the end of a workspace's cycle) since there
/// were so many [`endings`]. Any number may be asked for: what is no scope is not open.
pub fn is_open(scope: ScopeRef, endings: u64) -> Result<bool> {
    Ok(TABLE.is_open_since(Handle(scope), endings))
}

/// Counts how often scopes have ended with another: closed with the one above them, or when that was emptied. Who found a
/// scope open asks again when it is another number. Never 0. It is good for the life of the process.
pub fn endings() -> &'static AtomicU64 {
    TABLE.endings()
}

/// Counts one of [`endings`]: a scope has closed of which the core never heard, and others may lie below it.
pub fn ended() -> Result<()> {
    TABLE.end_some();
    Ok(())
}

/// Moves those of `keep` that this scope or one below it owns to its parent (unowned if it has none), then closes it.
/// *Consumes* the scope. Errors: `INVALID_HANDLE`, `INVALID_ARGUMENT`, `SCOPE_CLOSED`: then it is still open.
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

/// As [`pop`] of one handle. Returns the scope that owns it when that is done; 0 for none, and for one that is closing.
pub fn pop_one(scope: ScopeRef, kept: AnyRef) -> Result<ScopeRef> {
    pop(scope, &[kept])?;
    Ok(owner(kept).unwrap_or(0)) // another thread may have closed it since
}

/// Releases everything that the scope owns, scopes below it included, newest first. *Consumes.*
pub fn close(scope: Disposed) -> Result<()> {
    TABLE.close(Handle(scope))
}

/// Moves a handle of any kind to the parent of the scope that owns it, unowned if that has none; from a workspace that is
/// entered, to the scope that was given with this thread's last entry, or, where that has none, with the last.
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

/// Moves a handle of any kind to `scope`. Errors leave it where it was: `SCOPE_CLOSED`, `INVALID_HANDLE`,
/// `INVALID_ARGUMENT` for a scope that would own itself.
pub fn attach(scope: ScopeRef, handle: AnyRef) -> Result<()> {
    moving(&[handle], scope, || TABLE.attach(Handle(scope), Handle(handle)))
}

/// Takes a handle of any kind out of its scope: it is the caller's to dispose.
pub fn detach(handle: AnyRef) -> Result<()> {
    moving(&[handle], 0, || TABLE.detach(Handle(handle)))
}

/// Refuses a handle of any kind that another scope owns than `scope` and those below it; what is unowned passes. For what
/// acts on the members of one scope only. *Borrows both.* Errors: `INVALID_ARGUMENT` names both scopes.
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

/// The scope that owns a handle of any kind, 0 if it is unowned. *Borrows.*
pub fn owner(handle: AnyRef) -> Result<ScopeRef> {
    TABLE.owner(Handle(handle)).map(|owner| owner.map_or(0, |scope| scope.0))
}

/// Whether `scope`, 0 for nobody, owns a handle of any kind, and not on loan. *Borrows both.*
pub fn owns_for_good(scope: ScopeRef, handle: AnyRef) -> Result<bool> {
    TABLE.owns_for_good(Some(Handle(scope)).filter(|_| scope != 0), Handle(handle))
}

/// Lends a handle of any kind to `scope`: when that closes it goes back to its place, and is unowned if it was before;
/// and is released if its origin has closed. A member of `scope` stays what it is. Being attached, kept, detached or
/// disposed ends a loan. Errors leave it where it was: `SCOPE_CLOSED`, `SCOPE_CAPPED`, `LIMIT_EXCEEDED`, `INVALID_HANDLE`,
/// `INVALID_ARGUMENT`, and `WORKSPACE` for what has the memory of a workspace that `scope` does not lie in.
pub fn temp_attach(scope: ScopeRef, handle: AnyRef) -> Result<()> {
    refuse_lending(scope, handle)?;
    TABLE.temp_attach(Handle(scope), Handle(handle))
}

/// Moves a handle of any kind to the parent of `scope`, unowned if that has none.
pub fn ret(scope: ScopeRef, handle: AnyRef) -> Result<()> {
    if TABLE.rules() & SOURCES == 0 {
        return TABLE.ret(Handle(scope), Handle(handle));
    }
    out_of(0, scope, handle, || TABLE.ret(Handle(scope), Handle(handle)))
}

/// Releases everything that the scope owns but `keep`; those of them that a scope below owns move to it. It stays open.
/// Errors: `INVALID_HANDLE`, `SCOPE_CAPPED`, `LIMIT_EXCEEDED`: then nothing has been released.
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

/// No further members but child scopes: `SCOPE_CAPPED` from now on; or any again.
///
/// - `cap(capped = true) -> self`: takes no further members from here on, but scopes below it: what tries to join it
///   throws. What it owns stays, and what was lent comes back
/// - `uncap(capped = false) -> self`: takes members again
/// - `INVALID_HANDLE`: it is closed
pub fn set_capped(scope: ScopeRef, capped: bool) -> Result<()> {
    TABLE.set_capped(Handle(scope), capped)
}

/// Whether it takes no further members.
///
/// - `is_capped()`
/// - `INVALID_HANDLE`: it is closed
pub fn is_capped(scope: ScopeRef) -> Result<bool> {
    TABLE.is_capped(Handle(scope))
}

/// The most bytes that this scope and all below it may keep alive; 0 for no limit. A limit below what they hold now stops
/// growth, it frees nothing. From here on peaks are kept, too. Errors: `INVALID_ARGUMENT` for a negative number.
pub fn set_limit(scope: ScopeRef, bytes: Bytes) -> Result<()> {
    TABLE.set_limit(Handle(scope), amount(bytes, "a limit")?)
}

/// Limits on how many threads operations compute whose results this scope, or one below it, is to own. In-place operations
/// and optimizers have no result, and keep the limit of the process.
///
/// - `limit_threads() -> self`
/// - `count`: how many, the caller's included; 0 for no limit of its own
/// - `INVALID_ARGUMENT`: it is negative or above 1024
/// - `INVALID_HANDLE`: it is closed
pub fn limit_threads(scope: ScopeRef, count: i64) -> Result<()> {
    let count = u16::try_from(threads::checked(count)?).expect("it was just compared with less");
    let scope = TABLE.pin(Handle(scope), Kind::Scope)?;
    if let Resource::Scope(node) = &*scope {
        node.set_threads(count);
        TABLE.note_threads();
    }
    Ok(())
}

/// Keeps peaks of this scope and all below it from here on, see [`stats`].
///
/// - `measure() -> self`: keeps the peaks of this scope and all below it from here on, see `stats()`
/// - `INVALID_HANDLE`: it is closed
pub fn measure(scope: ScopeRef) -> Result<()> {
    TABLE.measure(Handle(scope))
}

/// The direct members, oldest first. *Borrows.*
pub fn members(scope: ScopeRef) -> Result<Vec<AnyRef>> {
    Ok(TABLE.members(Handle(scope))?.into_iter().map(|handle| handle.0).collect())
}

/// What the scope and all below it own at this moment.
///
/// - `stats()`
/// - `INVALID_HANDLE`: it is closed
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
