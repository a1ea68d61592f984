//! The state dict: parameters and persistent buffers by their paths, as PyTorch's `state_dict` has
//! them.
//!
//! Invariant: loading is all or nothing. Every name and every shape is checked, and every value
//! converted, before the first value is written, and an error lists every name and shape that does
//! not fit.

use super::cell::{Role, Slot};
use super::tree::Module;
use crate::autograd;
use crate::error::{Error, Result, Status};
use crate::ops::{self, optim::check_device};
use crate::tensor::{Shape, Tensor, shape};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Prefixes that wrappers of a module put before its names: `DataParallel` and `torch.compile`.
const PREFIXES: [&str; 2] = ["module.", "_orig_mod."];
/// How many names of a kind an error lists.
const LISTED: usize = 20;
/// The counter of batch normalization, which files older than PyTorch 0.4.1 do not have.
const COUNTER: &str = "num_batches_tracked";

/// How a state is loaded.
#[derive(Clone, Copy, Debug)]
pub struct LoadOptions {
    /// Missing and unexpected names are errors.
    pub strict: bool,
    /// The prefixes `module.` and `_orig_mod.` are taken away.
    pub strip_prefixes: bool,
}

/// What was not loaded where loading is not strict.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Loaded {
    /// Names of the module that the state does not have, whose values stay.
    pub missing: Vec<String>,
    /// Names of the state that the module does not have.
    pub unexpected: Vec<String>,
}

impl Module {
    /// The parameters and persistent buffers of this module and all below it.
    pub fn state(self: &Arc<Module>) -> Vec<(String, Arc<Slot>)> {
        self.all_slots().into_iter().filter(|(_, slot)| slot.role() != Role::Transient).collect()
    }

    /// The same, each storage under its first name only: what a file needs.
    pub fn state_once(self: &Arc<Module>) -> Vec<(String, Arc<Slot>)> {
        let mut seen = HashSet::new();
        self.state().into_iter().filter(|(_, slot)| seen.insert(Arc::as_ptr(&slot.cell()))).collect()
    }

    /// Writes the values of a state into the parameters and buffers, whose dtypes they get.
    ///
    /// Errors, all before anything has changed: `INVALID_ARGUMENT` for missing and unexpected names
    /// where loading is strict, for a name that is given twice, and for a value that cannot be
    /// written because its elements overlap; `SHAPE_MISMATCH` for other shapes, strict or not. The
    /// message lists all of them. `num_batches_tracked` may be missing: it becomes 0 where loading
    /// is strict, and stays otherwise. So may a name that is tied to another one that is there.
    pub fn load(self: &Arc<Module>, given: &[(&str, &Tensor)], how: LoadOptions) -> Result<Loaded> {
        let mut by_name = HashMap::new();
        for &(name, value) in given {
            let name = if how.strip_prefixes { stripped(name) } else { name };
            if by_name.insert(name, value).is_some() {
                return Err(Error::argument(format!("the state has two tensors '{name}'")));
            }
        }
        let state = self.state();
        let known: HashSet<&str> = state.iter().map(|(name, _)| name.as_str()).collect();
        let there: HashSet<_> = state
            .iter()
            .filter(|(name, _)| by_name.contains_key(name.as_str()))
            .map(|(_, slot)| Arc::as_ptr(&slot.cell()))
            .collect();
        let is_missing = |name: &str, slot: &Slot| {
            !by_name.contains_key(name) && !there.contains(&Arc::as_ptr(&slot.cell())) && !is_counter(name)
        };
        let missing = state.iter().filter(|(name, slot)| is_missing(name, slot)).map(|(name, _)| name.clone());
        let mut unexpected: Vec<String> =
            by_name.keys().filter(|name| !known.contains(*name)).map(|name| name.to_string()).collect();
        unexpected.sort_unstable();
        let loaded = Loaded { missing: missing.collect(), unexpected };
        let found = || state.iter().filter_map(|(name, slot)| Some((name, slot, *by_name.get(name.as_str())?)));
        let ill_shaped: Vec<String> = found()
            .filter(|(_, slot, value)| value.shape() != slot.value().shape())
            .map(|(name, slot, value)| {
                let (want, got) = (shape::display(slot.value().shape()), shape::display(value.shape()));
                format!("'{name}' has shape {got}, not {want}")
            })
            .collect();
        refuse(&loaded, &ill_shaped, how.strict)?;
        // A value of this module, such as another layer's weight, may be written before it is read.
        let own: Vec<Tensor> = state.iter().map(|(_, slot)| slot.value()).collect();
        let apart = |value: Tensor| {
            let is_shared = own.iter().any(|own| own.storage().may_share(value.storage()));
            if is_shared { autograd::copy(&value) } else { Ok(value) }
        };
        let mut ready = Vec::new();
        for (name, slot, value) in found() {
            let to = slot.value().untracked();
            if to.overlaps_itself() {
                return Err(Error::argument(format!(
                    "'{name}' has elements that overlap (it was expanded or unfolded)"
                )));
            }
            to.storage().require_writable()?;
            check_device(&to)?;
            let same = autograd::cast(&value.untracked(), to.dtype()).and_then(apart);
            let same = same.and_then(|same| ops::to_device(&same, to.device()));
            ready.push((to, same.map_err(|error| error.context(format_args!("loading '{name}'")))?));
        }
        for (name, slot) in &state {
            if is_counter(name) && !by_name.contains_key(name.as_str()) && how.strict {
                let to = slot.value().untracked();
                ready.push((to.clone(), Tensor::zeroed(to.device(), to.dtype(), &Shape::new(to.shape())?)?));
            }
        }
        for (to, value) in &ready {
            autograd::copy_into(to, value)?;
        }
        Ok(loaded)
    }
}

/// The error that lists everything that does not fit, if there is anything.
fn refuse(loaded: &Loaded, ill_shaped: &[String], strict: bool) -> Result<()> {
    let mut parts = Vec::new();
    let quoted = |names: &[String]| names.iter().map(|name| format!("'{name}'")).collect::<Vec<_>>();
    if strict && !loaded.missing.is_empty() {
        parts.push(format!("missing: {}", listed(&quoted(&loaded.missing))));
    }
    if strict && !loaded.unexpected.is_empty() {
        parts.push(format!("unexpected: {}", listed(&quoted(&loaded.unexpected))));
    }
    if !ill_shaped.is_empty() {
        parts.push(listed(ill_shaped));
    }
    if parts.is_empty() {
        return Ok(());
    }
    let status = if ill_shaped.is_empty() { Status::InvalidArgument } else { Status::ShapeMismatch };
    Err(Error::new(status, format!("the state does not fit: {}", parts.join("; "))))
}

fn listed(all: &[String]) -> String {
    let more = all.len().saturating_sub(LISTED);
    let shown = all[..all.len() - more].join(", ");
    if more > 0 { format!("{shown} and {more} more") } else { shown }
}

fn is_counter(path: &str) -> bool {
    path.rsplit('.').next() == Some(COUNTER)
}

fn stripped(mut name: &str) -> &str {
    while let Some(rest) = PREFIXES.iter().find_map(|prefix| name.strip_prefix(prefix)) {
        name = rest;
    }
    name
}
