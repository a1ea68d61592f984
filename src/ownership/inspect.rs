//! The table's functions for reports: names, live handles, leaks, growing scopes.
//!
//! Invariant: nothing here changes an owner, except [`Table::collect`], the backstop's release. All
//! of it may be called while other threads work; the results then describe a moment that has
//! passed.

use super::handle::Handle;
use super::leak_heuristic::LeakEstimate;
use super::leaks::{Contents, Found};
use super::metadata::{Level, Metadata};
use super::meter::{Measured, StorageCharge};
use super::table::{Payload, Table};
use crate::error::Result;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;

/// One live handle as a report sees it.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The handle.
    pub handle: Handle,
    /// The scope that owns it.
    pub owner: Option<Handle>,
    /// `f32 [2, 3]`, empty for anything other than a tensor.
    pub what: String,
    /// The storage it keeps alive.
    pub charge: Option<StorageCharge>,
    /// Memory that it keeps alive besides: the gradient of a leaf.
    pub second_charge: Option<StorageCharge>,
    /// The device of its memory, as in the tag of an allocation of a recording.
    pub device: u8,
    /// Peaks and limit, if it is a scope with a meter of its own.
    pub measured: Option<Measured>,
    /// Direct members, if it is a scope.
    pub members: u64,
    /// The estimated growth, if it is a scope that grows.
    pub growing: Option<LeakEstimate>,
    /// Name, site, age.
    pub metadata: Metadata,
}

impl Entry {
    /// All the memory that it keeps alive.
    pub fn charges(&self) -> impl Iterator<Item = StorageCharge> {
        self.charge.into_iter().chain(self.second_charge)
    }

    /// The bytes of that memory.
    pub fn bytes(&self) -> u64 {
        self.charges().map(|held| held.bytes).sum()
    }
}

/// What an owner holds directly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Held {
    /// The number of tensors.
    pub tensors: u64,
    /// The bytes they keep alive that have not been counted before.
    pub bytes: u64,
}

impl Held {
    fn add(&mut self, more: Held) {
        self.tensors += more.tensors;
        self.bytes += more.bytes;
    }
}

impl<T: Payload> Table<T> {
    /// Names a handle of any kind. An empty name removes the name.
    pub fn set_name(&'static self, handle: Handle, name: &str) -> Result<()> {
        let _alive = self.pin_any(handle)?;
        let name = (!name.is_empty()).then(|| Arc::from(name));
        self.write(handle, |metadata| metadata.name = name);
        Ok(())
    }

    /// The name of a handle, also if it was closed recently.
    pub fn name(&'static self, handle: Handle) -> Option<Arc<str>> {
        self.metadata.get(handle)?.name
    }

    /// The handles of this name, some of which may have been closed recently.
    pub(super) fn handles_named(&self, name: &str) -> Vec<Handle> {
        self.metadata.named(name)
    }

    /// The metadata of a handle, also if it was closed recently.
    pub fn metadata(&self, handle: Handle) -> Option<Metadata> {
        self.metadata.get(handle)
    }

    /// Records where a handle was created.
    pub fn note_created(&'static self, handle: Handle, site: &str) -> Result<()> {
        let _alive = self.pin_any(handle)?;
        self.write(handle, |metadata| {
            metadata.site = Some(Arc::from(site));
            metadata.since = Some(Instant::now());
        });
        Ok(())
    }

    /// As [`Table::note_created`], for a handle that was sampled by bytes.
    pub fn note_sampled(&'static self, handle: Handle, site: &str) -> Result<()> {
        self.note_created(handle, site)?;
        self.write(handle, |metadata| metadata.sampled = true);
        Ok(())
    }

    /// Records where a handle is about to be closed. The members of a scope get the site of the
    /// scope's close.
    pub fn note_closed(&'static self, handle: Handle, site: &str) -> Result<()> {
        let pin = self.pin_any(handle)?;
        let what = pin.describe();
        self.write(handle, |metadata| {
            metadata.closed.get_or_insert_with(|| {
                Arc::from(if what.is_empty() { site.to_owned() } else { format!("{site} ({what})") })
            });
        });
        drop(pin);
        if handle.is_scope() {
            for entry in self.entries_below(handle)? {
                let what = if entry.what.is_empty() { String::new() } else { format!(" ({})", entry.what) };
                let text = match self.name(handle) {
                    Some(name) => format!("{site}, with scope '{name}'{what}"),
                    None => format!("{site}, with its scope{what}"),
                };
                self.write(entry.handle, |metadata| {
                    metadata.closed.get_or_insert_with(|| Arc::from(text));
                });
            }
        }
        Ok(())
    }

    /// How much the wrappers record.
    pub fn level(&self) -> Level {
        self.metadata.level()
    }

    /// Sets how much the wrappers record.
    pub fn set_level(&self, level: Level) {
        self.metadata.set_level(level);
    }

    /// Like [`Table::set_level`], unless it was set before; OFF sets nothing. Returns the level in
    /// force.
    pub fn set_initial_level(&self, level: Level) -> Level {
        self.metadata.set_initial_level(level);
        self.level()
    }

    /// Marks a handle as exported: only a collector frees it, because its memory was handed out, so
    /// it is not a leak.
    pub fn set_exported(&'static self, handle: Handle) {
        self.write(handle, |metadata| metadata.exported = true);
    }

    /// The backstop's release. Handles that are no longer valid are skipped. A freed handle is
    /// counted and, unless it was exported or the level is OFF, recorded as a leak; for a scope,
    /// `contents` is called beforehand to describe its members. Returns true if this call released
    /// it.
    pub fn collect(
        &'static self,
        handle: Handle,
        contents: impl FnOnce(Handle) -> Contents,
        release: impl FnOnce() -> bool,
    ) -> bool {
        let Ok(pin) = self.pin_any(handle) else { return false };
        let own_bytes = pin.charges().iter().flatten().map(|charge| charge.bytes).sum();
        drop(pin);
        let is_noted = self.level() != Level::Off;
        let leak = is_noted.then(|| self.entry(handle)).flatten().filter(|entry| !entry.metadata.exported);
        let found = leak.map(|entry| {
            let contents = if handle.is_scope() { contents(handle) } else { Contents::default() };
            let (path, bytes) = (self.path(entry.owner), own_bytes + contents.bytes);
            let made_before = self.leaks.made_before(handle);
            Found { handle, what: entry.what, bytes, path, contents, metadata: entry.metadata, made_before }
        });
        let released = release();
        if released {
            self.metadata.count_collected(own_bytes);
            if let Some(found) = found {
                self.leaks.add_found(found);
            }
        }
        released
    }

    /// How many handles the backstop has freed.
    pub fn collected(&self) -> u64 {
        self.metadata.collected()
    }

    /// The bytes that those handles held, views included.
    pub fn collected_bytes(&self) -> u64 {
        self.metadata.collected_bytes()
    }

    /// Begins a check and returns its moment: everything alive now was created before it.
    pub fn begin_check(&'static self) -> u64 {
        let live = self.live_handles();
        self.leaks.begin(live, |handle| self.is_live(handle))
    }

    /// The first moment before which a live handle was created; the next one to come, if the handle
    /// was created after the newest moment.
    pub fn made_before(&self, handle: Handle) -> u64 {
        self.leaks.made_before(handle)
    }

    /// The backstop's finds whose numbers are in this range, without those that
    /// [`Table::forget_found`] has removed.
    pub fn found(&self, numbers: Range<u64>) -> Vec<Found> {
        self.leaks.found(numbers)
    }

    /// The number of leaks the backstop has found, including forgotten ones.
    pub fn found_count(&self) -> u64 {
        self.leaks.found_count()
    }

    /// Forgets the leaks that the backstop found, and that they were reported.
    pub fn forget_found(&self) {
        self.leaks.forget_found(|handle| self.is_live(handle));
    }

    /// Records that a check has failed because of these handles. Handles that are neither alive nor
    /// found are skipped.
    pub fn set_reported(&self, handles: &[u64]) {
        self.leaks.set_reported(handles, |handle| self.is_live(handle));
    }

    /// Whether a check has failed because of this handle.
    pub fn is_reported(&self, handle: Handle) -> bool {
        self.leaks.is_reported(handle)
    }

    /// Every live handle, in no particular order.
    pub fn live_handles(&'static self) -> Vec<Handle> {
        self.each_live().collect()
    }

    fn each_live(&'static self) -> impl Iterator<Item = Handle> {
        let live = |index| self.slots.get(index)?.live_handle(index).filter(|handle| handle.kind().is_some());
        (1..self.slots.end()).filter_map(live)
    }

    /// The number of tensors each scope owns directly, and the bytes they keep alive, each storage
    /// once; `None` is for unowned tensors. Used for memory errors: it allocates nothing per
    /// handle, and takes tens of nanoseconds for each.
    pub fn held(&'static self) -> HashMap<Option<Handle>, Held> {
        let mut all = HashMap::<Option<Handle>, Held>::new();
        let mut shared = HashSet::new();
        let (mut owner, mut run) = (None, Held::default()); // neighbours mostly have one owner
        for pin in self.each_live().filter_map(|handle| self.pin_any(handle).ok()) {
            if pin.charge().is_none() {
                continue;
            }
            if pin.owner() != owner {
                all.entry(owner).or_default().add(run);
                (owner, run) = (pin.owner(), Held::default());
            }
            let mut counted = |charge: &StorageCharge| !pin.is_shared() || shared.insert(charge.storage);
            let bytes = pin.charges().into_iter().flatten().filter(&mut counted).map(|charge| charge.bytes).sum();
            run.add(Held { tensors: 1, bytes });
        }
        all.entry(owner).or_default().add(run);
        all.retain(|_, held| held.tensors > 0);
        all
    }

    /// Entries of all live handles.
    pub fn entries(&'static self) -> Vec<Entry> {
        self.live_handles().into_iter().filter_map(|handle| self.entry(handle)).collect()
    }

    /// Entries of everything that this scope and the scopes below it own, without the scope itself.
    pub fn entries_below(&'static self, scope: Handle) -> Result<Vec<Entry>> {
        let mut entries = Vec::new();
        let mut scopes = vec![scope];
        let mut first = true;
        while let Some(scope) = scopes.pop() {
            let members = match self.members(scope) {
                Ok(members) => members,
                Err(error) if first => return Err(error),
                Err(_) => continue, // closed meanwhile
            };
            first = false;
            scopes.extend(members.iter().filter(|handle| handle.is_scope()));
            entries.extend(members.into_iter().filter_map(|handle| self.entry(handle)));
        }
        Ok(entries)
    }

    /// One handle, if it is live.
    pub fn entry(&'static self, handle: Handle) -> Option<Entry> {
        let pin = self.pin_any(handle).ok()?;
        let owner = pin.owner();
        let growing =
            pin.members().and_then(|members| members.leak_heuristic().lock().as_ref()?.growing(members.cycles()));
        let (what, [charge, second_charge], device) = (pin.describe(), pin.charges(), pin.device());
        let is_scope = handle.is_scope();
        let measured = if is_scope { self.reading(&pin, handle) } else { None };
        let members = pin.members().map_or(0, |members| u64::from(members.count()));
        drop(pin);
        Some(Entry {
            handle,
            owner,
            what,
            charge,
            second_charge,
            device,
            measured,
            members,
            growing,
            metadata: self.metadata.get(handle).unwrap_or_default(),
        })
    }

    /// How messages refer to a scope: its name in quotes, or else the line that made it, if that
    /// was recorded.
    pub fn title(&'static self, scope: Handle) -> String {
        let metadata = self.metadata.get(scope).unwrap_or_default();
        match (metadata.name, metadata.site) {
            (Some(name), _) => format!("'{name}'"),
            (None, Some(site)) => format!("the scope of {site}"),
            (None, None) => "an unnamed scope".into(),
        }
    }

    fn write(&'static self, handle: Handle, change: impl FnOnce(&mut Metadata)) {
        let is_live = |handle: Handle| self.slots.get(handle.slot()).is_some_and(|slot| slot.is_live(handle));
        self.metadata.write(handle, is_live, change);
    }
}
