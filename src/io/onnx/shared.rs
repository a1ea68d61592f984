//! `Shared`: values that are loaded once for all who request the same.
//!
//! A model with the option `sharedWeights` uses the session of another model that is alive and was
//! loaded from the same file or bytes with the same options. ONNX Runtime could also share single
//! weights (`AddInitializer`), but it identifies them by name only. If it rewrites weights while
//! loading the graph, for example transposes them, the other model computes wrong results.
//!
//! Invariant: the table keeps nothing alive, and its lock is not held while something is loaded or
//! dropped. If another thread is loading the same value, a request waits for it, and loads the
//! value itself if the other thread fails.

use super::session::Session;
use crate::error::Result;
use parking_lot::{Condvar, Mutex};
use std::hash::{BuildHasher, Hash, RandomState};
use std::path::PathBuf;
use std::sync::{Arc, LazyLock, Weak};

/// Identifies a loaded value: a hash with this many bits, by keys that are random for each process.
pub(super) type Key = [u64; 2];

static HASHERS: LazyLock<[RandomState; 2]> = LazyLock::new(Default::default);

/// The key of a value.
pub(super) fn key(of: &(impl Hash + ?Sized)) -> Key {
    HASHERS.each_ref().map(|hasher| hasher.hash_one(of))
}

/// The key of files in their current state: paths, lengths, and times of creation and change.
/// `None` if these cannot be read.
pub(super) fn files_key(files: &[PathBuf]) -> Option<Key> {
    let state = |file: &PathBuf| {
        let about = file.metadata().ok()?;
        Some((file.canonicalize().ok()?, about.len(), about.modified().ok()?, about.created().ok()))
    };
    let states: Option<Vec<_>> = files.iter().map(state).collect();
    Some(key(&states?))
}

/// Values that are loaded once for all requests for the same key.
pub(super) struct Shared<T> {
    entries: Mutex<Vec<Entry<T>>>,
    changed: Condvar,
}

struct Entry<T> {
    key: Key,
    /// `None` while it is being loaded.
    loaded: Option<Weak<T>>,
}

/// The sessions of the process that may be shared.
pub(super) static SESSIONS: Shared<Session> = Shared::new();

impl<T> Shared<T> {
    pub(super) const fn new() -> Shared<T> {
        Shared { entries: Mutex::new(Vec::new()), changed: Condvar::new() }
    }

    /// Returns the live value of this key, or loads it with `load`. A new value is shared only if
    /// the key is the same after loading, because a file that changed meanwhile may have been read
    /// partly. Without a key the value is not shared.
    pub(super) fn get(&self, key: impl Fn() -> Option<Key>, load: impl FnOnce() -> Result<T>) -> Result<Arc<T>> {
        let Some(before) = key() else { return load().map(Arc::new) };
        let mut entries = self.entries.lock();
        loop {
            // Remove dead entries. Their references are weak, so nothing is dropped here.
            entries.retain(|entry| entry.loaded.as_ref().is_none_or(|loaded| loaded.strong_count() > 0));
            match entries.iter().find(|entry| entry.key == before).map(|entry| &entry.loaded) {
                None => break,
                Some(None) => self.changed.wait(&mut entries),
                Some(Some(loaded)) => {
                    if let Some(loaded) = loaded.upgrade() {
                        return Ok(loaded);
                    }
                }
            }
        }
        entries.push(Entry { key: before, loaded: None });
        drop(entries);
        let mut turn = Turn { shared: self, key: before, loaded: None };
        let loaded = Arc::new(load()?);
        turn.loaded = (key() == Some(before)).then(|| Arc::downgrade(&loaded));
        Ok(loaded)
    }
}

/// A load in progress. Its end, even by a panic, wakes the waiting threads.
struct Turn<'a, T> {
    shared: &'a Shared<T>,
    key: Key,
    loaded: Option<Weak<T>>,
}

impl<T> Drop for Turn<'_, T> {
    fn drop(&mut self) {
        let mut entries = self.shared.entries.lock();
        if let Some(at) = entries.iter().position(|entry| entry.key == self.key) {
            match self.loaded.take() {
                Some(loaded) => entries[at].loaded = Some(loaded),
                None => drop(entries.swap_remove(at)),
            }
        }
        self.shared.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn get(shared: &Shared<u32>, number: u64, load: u32) -> Arc<u32> {
        shared.get(|| Some(key(&number)), || Ok(load)).expect("it loads")
    }

    #[test]
    fn what_is_alive_is_had_again_and_nothing_is_kept_alive() {
        let shared = Shared::new();
        let (first, other) = (get(&shared, 1, 10), get(&shared, 2, 20));
        let second = get(&shared, 1, 11);
        assert!(Arc::ptr_eq(&first, &second));
        assert_eq!((*second, *other), (10, 20));
        drop(first);
        assert_eq!(*get(&shared, 1, 12), 10, "the second has it yet");
        drop((second, other));
        assert_eq!(*get(&shared, 1, 13), 13);
        assert_eq!(shared.entries.lock().len(), 1, "what has gone is forgotten");
    }

    #[test]
    fn what_changes_while_it_is_loaded_is_not_shared() {
        let (shared, version) = (Shared::new(), AtomicUsize::new(0));
        let load = || {
            version.fetch_add(1, Ordering::Relaxed);
            Ok(7)
        };
        let first = shared.get(|| Some(key(&version.load(Ordering::Relaxed))), load).expect("it loads");
        version.store(0, Ordering::Relaxed);
        let second = shared.get(|| Some(key(&version.load(Ordering::Relaxed))), || Ok(8)).expect("it loads");
        assert_eq!((*first, *second), (7, 8));
        let alone = shared.get(|| None, || Ok(9)).expect("it loads");
        assert_eq!((*alone, shared.entries.lock().len()), (9, 1));
    }

    #[test]
    fn others_wait_and_load_it_themselves_after_a_failure() {
        let (shared, loads) = (Shared::new(), AtomicUsize::new(0));
        let load = || {
            let n = loads.fetch_add(1, Ordering::Relaxed);
            std::thread::sleep(std::time::Duration::from_millis(5));
            match n {
                0 => Err(Error::io("the first fails")),
                1 => panic!("and the second panics"),
                _ => Ok(n),
            }
        };
        let ask = || shared.get(|| Some(key("same")), load).map_err(drop);
        let all: Vec<_> = std::thread::scope(|threads| {
            let asking: Vec<_> = (0..8).map(|_| threads.spawn(ask)).collect();
            asking.into_iter().map(|asked| asked.join()).collect()
        });
        let panicked = all.iter().filter(|one| one.is_err()).count();
        let failed = all.iter().filter(|one| matches!(one, Ok(Err(())))).count();
        let got = all.iter().filter(|one| matches!(one, Ok(Ok(loaded)) if **loaded == 2)).count();
        assert_eq!((panicked, failed, got, loads.into_inner()), (1, 1, 6, 3));
    }
}
