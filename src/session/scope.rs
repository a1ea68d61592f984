//! Scopes: opening them, and moving handles between them. A handle that leaves a workspace is
//! copied out of it.
//!
//! Invariant: a refused move has changed nothing. If no scope of the process has a memory source of
//! its own, which [`SOURCES`] indicates, a move is one call of the table.

use super::own::own_scope;
use super::resource::{Resource, TABLE};
use super::source::MemorySource;
use super::workspace::{below, kept_in, move_out_to, moving, refuse_lending};
use crate::error::{Error, Result, Status};
use crate::ownership::{Handle, Kind, SOURCES};

/// Passed instead of an ending counter: the check always succeeds.
const NEVER_TOO_LATE: u64 = u64::MAX;

/// Opens a scope below `parent`; fails if `parent` was emptied after its counter had the value
/// `endings`. With `outside`, its members get memory from the pool, even in a workspace.
#[inline(always)]
pub(crate) fn push(parent: u64, endings: Option<u64>, outside: bool) -> Result<u64> {
    let endings = endings.unwrap_or(NEVER_TOO_LATE);
    if outside {
        TABLE.note_sources();
        return own_scope(parent, endings, || MemorySource::Pool);
    }
    own_scope(parent, endings, MemorySource::default)
}

/// Moves the handles in `keep` to the parent and then closes the scope; all or nothing. A part of a
/// module moves with the module if that is in `keep` too.
pub(crate) fn pop(scope: u64, keep: &[u64]) -> Result<()> {
    keeping_wholes(keep, |keep| pop_kept(scope, keep))
}

/// Runs `moving` with `keep`, and if a part of a module cannot be moved, once more without the
/// parts of modules that are in `keep` themselves.
fn keeping_wholes(keep: &[u64], moving: impl Fn(&[u64]) -> Result<()>) -> Result<()> {
    let refused = match moving(keep) {
        Err(error) if error.status() == Status::InvalidArgument => error,
        result => return result,
    };
    let is_part = |&handle: &u64| {
        let mut owner = owner(handle).unwrap_or(0);
        while Handle(owner).kind() == Some(Kind::Module) {
            if keep.contains(&owner) {
                return true;
            }
            owner = self::owner(owner).unwrap_or(0); // closed meanwhile
        }
        false
    };
    let wholes: Vec<u64> = keep.iter().copied().filter(|handle| !is_part(handle)).collect();
    if wholes.len() == keep.len() { Err(refused) } else { moving(&wholes) }
}

fn pop_kept(scope: u64, keep: &[u64]) -> Result<()> {
    let has_sources = TABLE.features_in_use() & SOURCES != 0;
    match keep {
        [] => return TABLE.close_kind(Handle(scope), Kind::Scope),
        &[one] if !has_sources => return TABLE.pop(Handle(scope), &[Handle(one)]),
        _ => {}
    }
    let handles: Vec<Handle> = keep.iter().copied().map(Handle).collect();
    if !has_sources {
        return TABLE.pop(Handle(scope), &handles);
    }
    let kept = below(scope, keep)?;
    match kept_in(scope) {
        // Handles kept from an entered workspace go to the scope it was entered from.
        Some(target) => move_out_to(scope, &kept, target)?,
        None => moving(&kept, owner(scope)?, || TABLE.escape(Handle(scope), &handles))?,
    }
    // If another thread closed it meanwhile, there is nothing left to do.
    let _ = TABLE.close(Handle(scope));
    Ok(())
}

/// Moves a handle to the parent of the scope that owns it, or out of a workspace to the scope it
/// was entered from.
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
            // Its borrower is being closed on another thread: the handle returns to its owner, so
            // look again.
            Err(error) if error.status() == Status::InvalidHandle => {
                if owner(handle)? == from {
                    return Err(Error::new(Status::ScopeClosed, "the scope that owns it is being closed"));
                }
            }
            result => return result,
        }
    }
}

/// Moves a handle out of `scope`: by `relocate`, which moves it to the parent, or, if `scope` is an
/// entered workspace, to the scope it was entered from. In that case, only if the handle is below
/// `within` or `within` is 0.
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

/// Removes a handle from the scope that owns it.
pub(crate) fn detach(handle: u64) -> Result<()> {
    moving(&[handle], 0, || TABLE.detach(Handle(handle)))
}

/// Fails with `INVALID_ARGUMENT` unless the handle is unowned or `scope` or a scope below it owns
/// it.
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

/// The scope that owns a handle, 0 if there is none.
pub(crate) fn owner(handle: u64) -> Result<u64> {
    TABLE.owner(Handle(handle)).map(|owner| owner.map_or(0, |scope| scope.0))
}

/// The scope that owns a handle, 0 if there is none; for a part of a module, the scope that owns
/// the module.
pub(crate) fn owning_scope(handle: u64) -> Result<u64> {
    let mut owner = owner(handle)?;
    while Handle(owner).kind() == Some(Kind::Module) {
        owner = self::owner(owner).unwrap_or(0); // closed meanwhile
    }
    Ok(owner)
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

/// Releases everything a scope owns except `keep`, which it then owns directly; all or nothing.
pub(crate) fn close_all_but(scope: u64, keep: &[u64]) -> Result<()> {
    keeping_wholes(keep, |keep| close_others(scope, keep))
}

fn close_others(scope: u64, keep: &[u64]) -> Result<()> {
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

/// Limits the number of threads that compute results owned by this scope or a scope below it; 0
/// removes the limit.
pub(crate) fn limit_threads(scope: u64, count: u16) -> Result<()> {
    let scope = TABLE.pin(Handle(scope), Kind::Scope)?;
    if let Resource::Scope(node) = &*scope {
        node.set_threads(count);
        TABLE.note_threads();
    }
    Ok(())
}
