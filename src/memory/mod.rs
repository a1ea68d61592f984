//! Memory: storages, the pool they come from, limits and accounting.
//!
//! A storage first gets its bytes approved by `account`, then a block from `local` without a lock,
//! from `pool` if the thread has none, and from `platform` if the pool has none.
#![allow(unsafe_code)] // this module manages raw memory

mod account;
mod classes;
mod context;
mod decay;
mod devices;
#[cfg(feature = "internals")]
pub mod faults;
#[cfg(not(feature = "internals"))]
mod faults;
#[cfg(feature = "internals")]
pub mod guard;
#[cfg(not(feature = "internals"))]
mod guard;
mod lent;
mod limit;
mod local;
mod mapping;
mod platform;
mod pool;
mod pressure;
mod processor;
mod region;
mod spans;
mod stats;
mod storage;
#[cfg(any(test, feature = "internals"))]
pub mod test_device;
mod threads;
mod threshold;
pub(crate) mod tickets;
#[cfg(feature = "internals")]
pub mod workspace;
#[cfg(not(feature = "internals"))]
pub(crate) mod workspace;

pub(crate) use context::{AllocationContext, Releasing, hold, note_refused, release, room};
pub(crate) use mapping::FileMapping;
pub(crate) use platform::{
    BadAlloc, Library, PathUnit, free_space, is_mapped, library_file, map as pages, path_units, system_thread,
};
pub(crate) use pressure::Collected;
pub use stats::{PoolStats, reset_peak, set_limit, stats, trim, trim_all};
pub(crate) use stats::{all_stats, count_out_of_memory, require_bytes, require_room_for};

#[cfg(not(feature = "internals"))]
pub(crate) use decay::{decay, end_decay, set_decay};

// What the tests of this crate look into, which is public for them alone: see the top of
// src/lib.rs.
#[cfg(feature = "internals")]
pub use decay::{decay, end_decay, give_idle_back, set_decay};
#[cfg(feature = "internals")]
pub use pressure::{
    relieved, relieving, set_collector, set_unowned_threshold, unowned_threshold, word as pressure_word,
};
#[cfg(not(feature = "internals"))]
pub(crate) use pressure::{
    relieved, relieving, set_collector, set_unowned_threshold, unowned_threshold, word as pressure_word,
};
#[cfg(feature = "internals")]
pub use stats::{cpu_stats, set_managed_max, take_peak};
#[cfg(not(feature = "internals"))]
pub(crate) use stats::{cpu_stats, set_managed_max, take_peak};
#[cfg(feature = "internals")]
pub use {storage::Lent, storage::Storage, threshold::Collector, threshold::Took};
#[cfg(not(feature = "internals"))]
pub(crate) use {storage::Lent, storage::Storage, threshold::Collector, threshold::Took};
