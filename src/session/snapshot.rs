//! Snapshots: what is alive in this process, with its owners, and the events of the recording in
//! progress.

use super::resource::{Parts, TABLE};
use crate::device::Device;
use crate::memory;
use crate::ownership::{Entry, Handle};
use crate::record::{self, DeviceRow, LiveHandle, Snapshot};
use std::time::{SystemTime, UNIX_EPOCH};

/// A snapshot of this moment.
pub(crate) fn snapshot() -> Snapshot {
    // The events last: what is freed meanwhile is then undone by its event.
    let live: Vec<LiveHandle> = TABLE.entries().into_iter().map(live).collect();
    let devices = memory::all_stats().map(device).collect();
    let taken_ms = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64);
    let slot_of = |handle| Handle(handle).slot();
    Snapshot::new(env!("CARGO_PKG_VERSION"), taken_ms, devices, &live, record::events(), slot_of)
}

fn live(entry: Entry) -> LiveHandle {
    let Parts { dtype, shape, .. } = Parts::of(&entry.what);
    let text = |of: Option<&str>| of.unwrap_or_default().to_string();
    LiveHandle {
        handle: entry.handle.0,
        owner: entry.owner.map_or(0, |owner| owner.0),
        kind: entry.handle.kind().map_or_else(String::new, |kind| kind.to_string()),
        dtype: dtype.into(),
        shape: shape.into(),
        storage: entry.charge.map_or(0, |charge| charge.storage as u64),
        bytes: entry.charge.map_or(0, |charge| charge.bytes),
        name: text(entry.metadata.name.as_deref()),
        site: text(entry.metadata.site.as_deref()),
        age_ms: entry.metadata.since.map(|since| since.elapsed().as_millis() as u64),
        sampled: entry.metadata.sampled,
        device: entry.device,
    }
}

fn device((device, stats): (Device, memory::PoolStats)) -> DeviceRow {
    DeviceRow {
        device: device.to_string(),
        live_bytes: stats.live_bytes,
        peak_bytes: stats.peak_bytes,
        reserved_bytes: stats.reserved_bytes,
        limit_bytes: stats.limit_bytes,
        unowned_bytes: stats.unowned_bytes,
    }
}
