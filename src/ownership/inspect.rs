//! What a report asks of the table: names, what is alive, what leaks, which scopes grow.
//!
//! Invariant: nothing here changes an owner, but [`Table::collect`], which is the backstop's
//! release. All of it may be called while other threads work; what it says is then of a moment that
//! has passed.

use super::handle::{Handle, Kind};
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
    /// Which.
    pub handle: Handle,
    /// The scope that owns it.
    pub owner: Option<Handle>,
    /// `f32 [2, 3]`, empty for what is no tensor.
    pub what: String,
    /// What it keeps alive.
    pub charge: Option<StorageCharge>,
    /// If it is a scope with a meter of its own.
    pub measured: Option<Measured>,
    /// Direct members, if it is a scope.
    pub members: u64,
    /// If it is a scope that grows.
    pub growing: Option<LeakEstimate>,
    /// Name, site, age.
    pub metadata: Metadata,
}

/// What an owner holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Held {
    /// How many.
    pub tensors: u64,
    /// What they keep alive that was not counted before.
    pub bytes: u64,
}

impl Held {
    fn add(&mut self, more: Held) {
        self.tensors += more.tensors;
        self.bytes += more.bytes;
    }
}

impl<T: Payload> Table<T> {
    /// Names a handle of any kind. An empty name takes it away.
    pub fn set_name(&'static self, handle: Handle, name: &str) -> Result<()> {
        let _alive = self.pin_any(handle)?;
        let name = (!name.is_empty()).then(|| Arc::from(name));
        self.write(handle, |metadata| metadata.name = name);
        Ok(())
    }

    /// The name of a handle, also of one closed not long ago.
    pub fn name(&'static self, handle: Handle) -> Option<Arc<str>> {
        self.metadata.get(handle)?.name
    }

    /// What is known of a handle, also of one closed not long ago.
    pub fn metadata(&self, handle: Handle) -> Option<Metadata> {
        self.metadata.get(handle)
    }

    /// Says where a handle was made.
    pub fn note_created(&'static self, handle: Handle, site: &str) -> Result<()> {
        let _alive = self.pin_any(handle)?;
        self.write(handle, |metadata| {
            metadata.site = Some(Arc::from(site));
            metadata.since = Some(Instant::now());
        });
        Ok(())
    }

    /// Says where a handle is about to be closed. What closes with a scope is described by that
    /// scope's line.
    pub fn note_closed(&'static self, handle: Handle, site: &str) -> Result<()> {
        let pin = self.pin_any(handle)?;
        let what = pin.describe();
        self.write(handle, |metadata| {
            metadata.closed.get_or_insert_with(|| {
                Arc::from(if what.is_empty() { site.to_owned() } else { format!("{site} ({what})") })
            });
        });
        drop(pin);
        if handle.is(Kind::Scope) {
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

    /// Sets that.
    pub fn set_level(&self, level: Level) {
        self.metadata.set_level(level);
    }

    /// As [`Table::set_level`], unless it was set before; OFF sets nothing. Returns the level that holds.
    pub fn set_initial_level(&self, level: Level) -> Level {
        self.metadata.set_initial_level(level);
        self.level()
    }

    /// Says that only a collector frees this, because its memory was handed out: it is no leak.
    pub fn set_exported(&'static self, handle: Handle) {
        self.write(handle, |metadata| metadata.exported = true);
    }

    /// The backstop's release: handles that are not valid any more are skipped. What is freed is
    /// counted. Unless it was exported or the level is OFF it is remembered as a leak, a scope with
    /// what `contents` says of it before. True when this call released it.
    pub fn collect(
        &'static self,
        handle: Handle,
        contents: impl FnOnce(Handle) -> Contents,
        release: impl FnOnce() -> bool,
    ) -> bool {
        let Ok(pin) = self.pin_any(handle) else { return false };
        let own_bytes = pin.charge().map_or(0, |charge| charge.bytes);
        drop(pin);
        let is_noted = self.level() != Level::Off;
        let leak = is_noted.then(|| self.entry(handle)).flatten().filter(|entry| !entry.metadata.exported);
        let found = leak.map(|entry| {
            let contents = if handle.is(Kind::Scope) { contents(handle) } else { Contents::default() };
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

    /// What those held, views included.
    pub fn collected_bytes(&self) -> u64 {
        self.metadata.collected_bytes()
    }

    /// A new moment, for a check that begins: what is alive now was made before it.
    pub fn begin_check(&'static self) -> u64 {
        let live = self.live_handles();
        self.leaks.begin(live, |handle| self.is_live(handle))
    }

    /// The first moment that a live handle was made before: one to come, if it was made since the
    /// newest.
    pub fn made_before(&self, handle: Handle) -> u64 {
        self.leaks.made_before(handle)
    }

    /// Of all that the backstop ever found those from one number to another, without what
    /// [`Table::forget_found`] has forgotten.
    pub fn found(&self, numbers: Range<u64>) -> Vec<Found> {
        self.leaks.found(numbers)
    }

    /// How many leaks the backstop has found, forgotten ones included.
    pub fn found_count(&self) -> u64 {
        self.leaks.found_count()
    }

    /// Forgets what the backstop found, and that it was reported.
    pub fn forget_found(&self) {
        self.leaks.forget_found(|handle| self.is_live(handle));
    }

    /// A check has failed because of these. What is neither alive nor found is skipped.
    pub fn set_reported(&self, handles: &[u64]) {
        self.leaks.set_reported(handles, |handle| self.is_live(handle));
    }

    /// Whether a check has failed because of this.
    pub fn is_reported(&self, handle: Handle) -> bool {
        self.leaks.is_reported(handle)
    }

    /// Every live handle, in no order.
    pub fn live_handles(&'static self) -> Vec<Handle> {
        self.each_live().collect()
    }

    fn each_live(&'static self) -> impl Iterator<Item = Handle> {
        let live = |index| self.slots.get(index)?.live_handle(index).filter(|handle| handle.kind().is_some());
        (1..self.slots.end()).filter_map(live)
    }

    /// How many tensors each scope owns itself, and how many bytes they keep alive, each storage
    /// once; `None` is what no scope owns. For an error of memory: it takes none for each handle,
    /// and tens of nanoseconds.
    pub fn held(&'static self) -> HashMap<Option<Handle>, Held> {
        let mut all = HashMap::<Option<Handle>, Held>::new();
        let mut shared = HashSet::new();
        let (mut owner, mut run) = (None, Held::default()); // neighbours mostly have one owner
        for pin in self.each_live().filter_map(|handle| self.pin_any(handle).ok()) {
            let Some(charge) = pin.charge() else { continue };
            if pin.owner() != owner {
                all.entry(owner).or_default().add(run);
                (owner, run) = (pin.owner(), Held::default());
            }
            let counts = !pin.is_shared() || shared.insert(charge.storage);
            run.add(Held { tensors: 1, bytes: if counts { charge.bytes } else { 0 } });
        }
        all.entry(owner).or_default().add(run);
        all.retain(|_, held| held.tensors > 0);
        all
    }

    /// Everything alive.
    pub fn entries(&'static self) -> Vec<Entry> {
        self.live_handles().into_iter().filter_map(|handle| self.entry(handle)).collect()
    }

    /// Everything alive that this scope and those below it own, without itself.
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
            scopes.extend(members.iter().filter(|handle| handle.is(Kind::Scope)));
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
        let (what, charge) = (pin.describe(), pin.charge());
        let is_scope = handle.is(Kind::Scope);
        let measured = if is_scope { self.reading(&pin, handle) } else { None };
        let members = pin.members().map_or(0, |members| u64::from(members.count()));
        drop(pin);
        Some(Entry {
            handle,
            owner,
            what,
            charge,
            measured,
            members,
            growing,
            metadata: self.metadata.get(handle).unwrap_or_default(),
        })
    }

    /// How a message calls a scope: its name in quotes, else its number.
    pub fn title(&'static self, scope: Handle) -> String {
        self.name(scope).map_or_else(|| format!("scope {scope}"), |name| format!("'{name}'"))
    }

    fn write(&'static self, handle: Handle, change: impl FnOnce(&mut Metadata)) {
        let is_live = |handle: Handle| self.slots.get(handle.slot()).is_some_and(|slot| slot.is_live(handle));
        self.metadata.write(handle, is_live, change);
    }
}
