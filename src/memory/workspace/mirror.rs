//! Mirroring: a second plane beside the block, in device memory.
//!
//! ```text
//!   host     [ a |  b  | c |   free   ]     where the arena's pointer advances
//!   device   [ a |  b  | c |   free   ]     the same offsets, allocated on the first use of the device
//! ```
//!
//! Invariant: at least one side of each allocation is current. A caller that requests a side gets
//! it current: it is copied there first if it is not, and a write makes the other side stale.
//! Nothing is copied without a request, and a cycle's data is discarded when the next one begins.
//!
//! A plane is memory of a device's pool; the device's limit counts it, and its stream copies in
//! order.

use super::super::devices;
use super::super::pool::Pool;
use super::config::{Config, Mirroring};
use crate::device::Device;
use crate::error::{Error, Result, Status};
use parking_lot::RwLock;
use std::collections::HashMap;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU64, Ordering};

/// The side that requests the bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The processor.
    Host,
    /// The device.
    Device,
}

/// The purpose of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Both sides stay current.
    Read,
    /// The other side is stale from now on.
    Write,
}

/// Where the bytes are current.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Address {
    /// In the processor's memory; also for the device, if it is not used for these bytes or has
    /// failed.
    Host(NonNull<u8>),
    /// In the device's memory.
    Device(u64),
}

/// Statistics of mirroring.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MirrorCounts {
    /// Copies from host to device.
    pub copies_in: u64,
    /// Copies from device to host.
    pub copies_out: u64,
    /// How many times the device was requested and failed, so that the host was used instead
    /// (`helperAllowFallback`).
    pub fallbacks: u64,
    /// How many requests for it were smaller than `helperMinSize`.
    pub small: u64,
    /// Bytes that are reserved there.
    pub reserved: u64,
}

/// The device that has the second planes.
static PLANE: RwLock<Option<Device>> = RwLock::new(None);

/// Sets the device of the second planes of future workspaces under policyMirroring ENABLED; with
/// `None` they have none. Existing workspaces keep theirs.
pub fn set_plane(device: Option<Device>) {
    *PLANE.write() = device;
}

/// The second plane of a workspace that is configured to have one. Errors: `UNSUPPORTED` if the
/// process has no device.
pub(super) fn of(name: &str, config: &Config) -> Result<Option<Mirror>> {
    if config.mirroring != Mirroring::Enabled {
        return Ok(None);
    }
    let device = *PLANE.read();
    match device {
        Some(device) => {
            let (min_size, allow_fallback) = (config.helper_min_size, config.helper_allow_fallback);
            Ok(Some(Mirror { plane: devices::of(device)?, min_size, allow_fallback, counts: Default::default() }))
        }
        None => {
            let text = format!("workspace '{name}': policyMirroring ENABLED needs a device plane");
            Err(Error::new(Status::Unsupported, text))
        }
    }
}

/// The second plane of one workspace.
pub(super) struct Mirror {
    plane: &'static Pool,
    min_size: u64,
    allow_fallback: bool,
    counts: [AtomicU64; 5],
}

const COPIES_IN: usize = 0;
const COPIES_OUT: usize = 1;
const FALLBACKS: usize = 2;
const SMALL: usize = 3;
const RESERVED: usize = 4;

impl Mirror {
    pub(super) fn counts(&self) -> MirrorCounts {
        let [copies_in, copies_out, fallbacks, small, reserved] =
            [COPIES_IN, COPIES_OUT, FALLBACKS, SMALL, RESERVED].map(|i| self.counts[i].load(Ordering::Acquire));
        MirrorCounts { copies_in, copies_out, fallbacks, small, reserved }
    }

    fn count(&self, what: usize) {
        self.counts[what].fetch_add(1, Ordering::AcqRel);
    }
}

/// Which sides of an allocation are current.
#[derive(Clone, Copy)]
struct Current {
    host: bool,
    device: bool,
}

/// The other side of a segment; it ends with the segment.
#[derive(Default)]
pub(super) struct Twin {
    reserved: Option<Reserved>,
    /// By offset, the allocations of one cycle that were requested on the device.
    current: HashMap<usize, Current>,
    cycle: u64,
}

struct Reserved {
    plane: &'static Pool,
    start: NonNull<u8>,
    bytes: usize,
}

// SAFETY: it owns its memory, of which the host only has the address.
unsafe impl Send for Reserved {}

impl Reserved {
    /// The address of an offset on the device.
    fn at(&self, offset: usize) -> NonNull<u8> {
        assert!(offset < self.bytes);
        // SAFETY: the offset is within the allocation.
        unsafe { self.start.add(offset) }
    }
}

impl Drop for Reserved {
    fn drop(&mut self) {
        self.plane.give_charged(self.start, self.bytes);
    }
}

impl Twin {
    /// The bytes of the allocation on the requested side.
    pub(super) fn on(&mut self, mirror: &Mirror, at: &At, side: Side, access: Access) -> Result<Address> {
        if self.cycle != at.cycle {
            // The offsets now belong to other allocations.
            self.current.clear();
            self.cycle = at.cycle;
        }
        match side {
            Side::Host => self.on_host(mirror, at, access),
            Side::Device if (at.bytes as u64) < mirror.min_size => {
                mirror.count(SMALL);
                Ok(Address::Host(at.host))
            }
            Side::Device => match self.on_device(mirror, at, access) {
                // This can only fail if the bytes are not current on the device, and then they are
                // on the host.
                Err(_) if mirror.allow_fallback => {
                    mirror.count(FALLBACKS);
                    self.on_host(mirror, at, access)
                }
                result => result,
            },
        }
    }

    fn on_host(&mut self, mirror: &Mirror, at: &At, access: Access) -> Result<Address> {
        if let Some(current) = self.current.get_mut(&at.offset) {
            if !current.host {
                let reserved = self.reserved.as_ref().expect("the device's side is current, so there is one");
                // SAFETY: the allocation has this many bytes on both sides.
                unsafe { mirror.plane.memory().stream().copy_out(at.host.as_ptr(), reserved.at(at.offset), at.bytes)? };
                mirror.count(COPIES_OUT);
                current.host = true;
            }
            current.device &= access == Access::Read;
        }
        Ok(Address::Host(at.host))
    }

    fn on_device(&mut self, mirror: &Mirror, at: &At, access: Access) -> Result<Address> {
        let address = self.reserve(mirror, at.segment_bytes)?.at(at.offset);
        let current = self.current.entry(at.offset).or_insert(Current { host: true, device: false });
        if !current.device {
            // SAFETY: the allocation has this many bytes on both sides.
            unsafe { mirror.plane.memory().stream().copy_in(address, at.host.as_ptr(), at.bytes)? };
            mirror.count(COPIES_IN);
            current.device = true;
        }
        current.host &= access == Access::Read;
        Ok(Address::Device(address.addr().get() as u64))
    }

    /// Reserves as many bytes as the segment has now. A block grows between cycles, when its
    /// contents are no longer needed.
    fn reserve(&mut self, mirror: &Mirror, bytes: usize) -> Result<&Reserved> {
        if self.reserved.as_ref().is_none_or(|reserved| reserved.bytes < bytes) {
            self.end(mirror);
            let (start, _) = mirror.plane.take_charged(bytes)?;
            mirror.counts[RESERVED].fetch_add(bytes as u64, Ordering::AcqRel);
            self.reserved = Some(Reserved { plane: mirror.plane, start, bytes });
        }
        Ok(self.reserved.as_ref().expect("it was there or has just been made"))
    }

    /// Frees the reserved memory with the segment.
    pub(super) fn end(&mut self, mirror: &Mirror) {
        if let Some(reserved) = self.reserved.take() {
            mirror.counts[RESERVED].fetch_sub(reserved.bytes as u64, Ordering::AcqRel);
        }
    }
}

/// The position of an allocation on both sides.
pub(super) struct At {
    pub(super) host: NonNull<u8>,
    pub(super) offset: usize,
    pub(super) bytes: usize,
    pub(super) cycle: u64,
    /// The size of its segment.
    pub(super) segment_bytes: usize,
}
