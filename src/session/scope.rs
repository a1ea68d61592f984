//! Scopes: opening them, and moving handles between them. What leaves a workspace by a move is copied out of it.
//!
//! Invariant: a move that is refused has changed nothing. Where no scope of the process has a memory source of its own,
//! which [`SOURCES`] says, a move is one call of the table.

use super::own::own_scope;
use super::resource::{Resource, TABLE};
use super::source::MemorySource;
use super::workspace::{below, kept_in, move_out_to, moving, refuse_lending};
use crate::error::{Error, Result, Status};
use crate::ownership::{Handle, Kind, SOURCES};

/// In place of a number of endings.
const NEVER_TOO_LATE: u64 = u64::MAX;

/// A new scope below `parent`, which has not been emptied since the counter had the value `endings`. With `outside` the
/// memory of what it owns comes from the pool, even in a workspace.
#[inline(always)]
pub(crate) fn push(parent: u64, endings: Option<u64>, outside: bool) -> Result<u64> {
    let endings = endings.unwrap_or(NEVER_TOO_LATE);
    if outside {
        TABLE.note_sources();
        return own_scope(parent, endings, || MemorySource::Pool);
    }
    own_scope(parent, endings, MemorySource::default)
}

/// Closes a scope after what is in `keep` has moved out of it, all or nothing.
pub(crate) fn pop(scope: u64, keep: &[u64]) -> Result<()> {
    let has_sources = TABLE.features_in_use() & SOURCES != 0;
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

/// Moves a handle to the parent of the scope that owns it; out of a workspace to where that was entered from.
pub(crate) fn keep(handle: u64) -> Result<()> {
    if TABLE.features_in_use() & SOURCES == 0 {
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

/// Moves a handle to a scope.
pub(crate) fn attach(scope: u64, handle: u64) -> Result<()> {
    moving(&[handle], scope, || TABLE.attach(Handle(scope), Handle(handle)))
}

/// Takes a handle out of the scope that owns it.
pub(crate) fn detach(handle: u64) -> Result<()> {
    moving(&[handle], 0, || TABLE.detach(Handle(handle)))
}

/// `INVALID_ARGUMENT` unless `scope` or a scope below it owns a handle, or the handle is unowned.
pub(crate) fn check_owns(scope: u64, handle: u64) -> Result<()> {
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

/// The scope that owns a handle; 0 if there is none.
pub(crate) fn owner(handle: u64) -> Result<u64> {
    TABLE.owner(Handle(handle)).map(|owner| owner.map_or(0, |scope| scope.0))
}

/// Lends a handle to a scope.
pub(crate) fn temp_attach(scope: u64, handle: u64) -> Result<()> {
    refuse_lending(scope, handle)?;
    TABLE.temp_attach(Handle(scope), Handle(handle))
}

/// Moves a handle to the parent of `scope`.
pub(crate) fn ret(scope: u64, handle: u64) -> Result<()> {
    if TABLE.features_in_use() & SOURCES == 0 {
        return TABLE.ret(Handle(scope), Handle(handle));
    }
    out_of(0, scope, handle, || TABLE.ret(Handle(scope), Handle(handle)))
}

/// Releases what a scope owns except `keep`, which then all lie in it; all or nothing.
pub(crate) fn close_all_but(scope: u64, keep: &[u64]) -> Result<()> {
    let handles: Vec<Handle> = keep.iter().copied().map(Handle).collect();
    if keep.is_empty() || TABLE.features_in_use() & SOURCES == 0 {
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

/// Limits the threads that compute what this scope, or a scope below it, will own; 0 removes the limit.
pub(crate) fn limit_threads(scope: u64, count: u16) -> Result<()> {
    let scope = TABLE.pin(Handle(scope), Kind::Scope)?;
    if let Resource::Scope(node) = &*scope {
        node.set_threads(count);
        TABLE.note_threads();
    }
    Ok(())
}
