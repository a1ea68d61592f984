//! policyMirroring ENABLED, with the test device as the second plane: equal offsets, copies only on
//! first use by the other side, and the effects of `helperMinSize` and `helperAllowFallback`.

use std::ptr::NonNull;
use std::sync::{Mutex, MutexGuard};
use tenure::device::Device;
use tenure::error::Status;
use tenure::memory::workspace::*;
use tenure::memory::{self, Storage, test_device};

/// Ends the open cycle.
fn leave(workspace: &Workspace) -> CycleReport {
    let mut report = None;
    workspace.end_cycle(|ended| report = Some(*ended));
    report.expect("a cycle is open")
}

/// The test device, whose memory the host cannot access.
struct Plane {
    _turn: MutexGuard<'static, ()>,
}

fn at(address: Address) -> NonNull<u8> {
    let Address::Device(address) = address else { panic!("on the host") };
    NonNull::new(std::ptr::without_provenance_mut(address as usize)).expect("no memory is at 0")
}

impl Plane {
    fn fill(&self, address: Address, bytes: usize, value: u8) {
        // SAFETY: the caller got the address for this many bytes.
        unsafe { test_device::stream().fill(at(address), value, bytes) }.expect("it works");
    }

    fn first(&self, address: Address) -> u8 {
        let mut first = 0;
        // SAFETY: the caller got the address for at least one byte.
        unsafe { test_device::stream().copy_out(&mut first, at(address), 1) }.expect("it works");
        first
    }

    fn reserved(&self) -> u64 {
        memory::stats(Device::Test).expect("it is there").live_bytes
    }

    fn set_broken(&self, broken: bool) {
        test_device::fail_with(broken.then_some(Status::DeviceUnavailable));
    }
}

/// The process has one such device, so one test runs at a time.
static TURN: Mutex<()> = Mutex::new(());

fn with_device() -> Plane {
    let turn = TURN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    set_plane(Some(Device::Test));
    Plane { _turn: turn }
}

fn mirrored() -> Config {
    Config { mirroring: Mirroring::Enabled, ..Config::default() }
}

fn workspace(config: Config) -> Workspace {
    Workspace::new("mirrored", config).expect("there is a device")
}

fn write(allocation: &Allocation, value: u8) {
    let Address::Host(at) = allocation.on(Side::Host, Access::Write).expect("the host is there") else {
        panic!("the host's side is the host's")
    };
    // SAFETY: the allocation has this many bytes.
    unsafe { at.as_ptr().write_bytes(value, allocation.bytes()) };
}

fn read(allocation: &Allocation) -> u8 {
    let Address::Host(at) = allocation.on(Side::Host, Access::Read).expect("the host is there") else {
        panic!("the host's side is the host's")
    };
    // SAFETY: the allocation has at least one byte.
    unsafe { at.as_ptr().read() }
}

#[test]
fn a_side_is_copied_when_it_is_asked_for_and_not_current() {
    let device = with_device();
    let workspace = workspace(mirrored());
    workspace.begin_cycle().expect("free");
    let a = workspace.allocate(1000).expect("there is room");
    write(&a, 7);
    assert_eq!(workspace.mirror(), Some(MirrorCounts::default()), "nobody has asked the device");
    let on = a.on(Side::Device, Access::Read).expect("it works");
    assert_eq!(device.first(on), 7);
    assert_eq!(read(&a), 7);
    let again = a.on(Side::Device, Access::Read).expect("it works");
    assert_eq!(again, on);
    let counts = workspace.mirror().expect("mirrored");
    assert_eq!((counts.copies_in, counts.copies_out), (1, 0), "both sides are current");
    device.fill(a.on(Side::Device, Access::Write).expect("it works"), 1000, 9);
    assert_eq!(read(&a), 9);
    write(&a, 3);
    assert_eq!(device.first(a.on(Side::Device, Access::Read).expect("it works")), 3);
    let counts = workspace.mirror().expect("mirrored");
    assert_eq!((counts.copies_in, counts.copies_out), (2, 1));
    workspace.release(a);
    leave(&workspace);
}

#[test]
fn both_planes_have_equal_offsets_and_go_together() {
    let device = with_device();
    let workspace = workspace(Config { initial_size: 1 << 20, ..mirrored() });
    for cycle in 0..3 {
        workspace.begin_cycle().expect("free");
        let all: Vec<Allocation> = (1..20).map(|i| workspace.allocate(i * 100).expect("there is room")).collect();
        let base = match all[0].on(Side::Device, Access::Read).expect("it works") {
            Address::Device(address) => address - all[0].offset() as u64,
            Address::Host(_) => panic!("the device is there"),
        };
        for (i, a) in all.iter().enumerate() {
            write(a, i as u8 + cycle);
            let on = a.on(Side::Device, Access::Read).expect("it works");
            assert_eq!(on, Address::Device(base + a.offset() as u64));
            assert_eq!(device.first(on), i as u8 + cycle, "what an earlier cycle had there is of no interest");
        }
        all.into_iter().for_each(|a| workspace.release(a));
        leave(&workspace);
    }
    assert_eq!(device.reserved(), workspace.committed(), "one plane for one block");
    assert_eq!(workspace.mirror().expect("mirrored").reserved, workspace.committed());
    workspace.destroy();
    assert_eq!(device.reserved(), 0);
    assert_eq!(workspace.mirror().expect("mirrored").reserved, 0);
}

#[test]
fn a_cycle_finds_nothing_of_the_one_before_on_either_side() {
    let device = with_device();
    let workspace = workspace(Config { initial_size: 4096, ..mirrored() });
    workspace.begin_cycle().expect("free");
    let before = workspace.allocate(100).expect("room");
    device.fill(before.on(Side::Device, Access::Write).expect("it works"), 100, 5);
    workspace.release(before);
    leave(&workspace);
    workspace.begin_cycle().expect("free");
    let now = workspace.allocate(100).expect("room");
    // SAFETY: the allocation has this many bytes.
    unsafe { now.as_ptr().write_bytes(6, 100) };
    assert_eq!(read(&now), 6, "not what the device had there");
    workspace.release(now);
    leave(&workspace);
}

#[test]
fn a_block_that_grows_has_a_larger_plane() {
    let device = with_device();
    let config = Config { spill: Spill::Reallocate, allocation: AllocationPolicy::Strict, ..mirrored() };
    let workspace = workspace(config);
    for bytes in [100, 100, 50_000, 50_000] {
        workspace.begin_cycle().expect("free");
        let a = workspace.allocate(bytes).expect("room");
        device.fill(a.on(Side::Device, Access::Write).expect("it works"), bytes, 5);
        assert_eq!(read(&a), 5);
        workspace.release(a);
        leave(&workspace);
    }
    assert_eq!(device.reserved(), workspace.committed());
}

#[test]
fn a_pinned_block_keeps_its_other_plane_until_its_last_pin() {
    let device = with_device();
    let workspace = workspace(Config { initial_size: 4096, ..mirrored() });
    workspace.begin_cycle().expect("free");
    let pinned = workspace.allocate(100).expect("there is room");
    device.fill(pinned.on(Side::Device, Access::Write).expect("it works"), 100, 5);
    leave(&workspace);
    workspace.begin_cycle().expect("free");
    let other = workspace.allocate(100).expect("there is room");
    device.fill(other.on(Side::Device, Access::Write).expect("it works"), 100, 6);
    assert_eq!((read(&pinned), read(&other)), (5, 6));
    workspace.release(other);
    leave(&workspace);
    workspace.destroy();
    assert!(device.reserved() > 0);
    pinned.release();
    assert_eq!(device.reserved(), 0);
}

#[test]
fn what_is_smaller_than_helper_min_size_never_goes_there() {
    let device = with_device();
    let workspace = workspace(Config { helper_min_size: 1000, ..mirrored() });
    workspace.begin_cycle().expect("free");
    let (small, large) = (workspace.allocate(999).expect("room"), workspace.allocate(1000).expect("room"));
    assert!(matches!(small.on(Side::Device, Access::Write).expect("it works"), Address::Host(_)));
    assert_eq!(device.reserved(), 0);
    assert!(matches!(large.on(Side::Device, Access::Write).expect("it works"), Address::Device(_)));
    assert_eq!(workspace.mirror().expect("mirrored").small, 1);
    workspace.release(small);
    workspace.release(large);
    leave(&workspace);
}

#[test]
fn a_device_that_fails_is_replaced_by_the_host_and_counted_or_is_an_error() {
    let device = with_device();
    for allowed in [true, false] {
        let workspace = workspace(Config { helper_allow_fallback: allowed, ..mirrored() });
        workspace.begin_cycle().expect("free");
        let a = workspace.allocate(100).expect("room");
        write(&a, 1);
        device.set_broken(true);
        let result = a.on(Side::Device, Access::Write);
        device.set_broken(false);
        match result {
            Ok(address) => assert!(allowed && matches!(address, Address::Host(_))),
            Err(error) => {
                assert!(!allowed);
                assert_eq!(
                    (error.status(), error.message()),
                    (Status::DeviceUnavailable, "a test has the device fail")
                );
            }
        }
        assert_eq!(workspace.mirror().expect("mirrored").fallbacks, u64::from(allowed));
        assert_eq!(read(&a), 1, "a failed call has changed nothing");
        workspace.release(a);
        leave(&workspace);
    }
}

/// The host's bytes are then stale, and returning them would give wrong numbers.
#[test]
fn what_only_the_device_has_is_an_error_while_it_fails() {
    let device = with_device();
    let workspace = workspace(mirrored());
    workspace.begin_cycle().expect("free");
    let a = workspace.allocate(100).expect("room");
    device.fill(a.on(Side::Device, Access::Write).expect("it works"), 100, 8);
    device.set_broken(true);
    assert_eq!(a.on(Side::Host, Access::Read).expect_err("it cannot be copied").status(), Status::DeviceUnavailable);
    device.set_broken(false);
    assert_eq!(read(&a), 8);
    workspace.release(a);
    leave(&workspace);
}

#[test]
fn pieces_outside_have_a_plane_too() {
    let device = with_device();
    let workspace = workspace(Config { initial_size: 64, learning: Learning::None, ..mirrored() });
    workspace.begin_cycle().expect("free");
    let outside = workspace.allocate(5000).expect("room");
    assert!(outside.is_external());
    device.fill(outside.on(Side::Device, Access::Write).expect("it works"), 5000, 4);
    assert_eq!(read(&outside), 4);
    workspace.release(outside);
    leave(&workspace);
    assert_eq!(device.reserved(), 0, "freed with the cycle");
}

#[test]
fn without_a_device_it_is_refused_and_the_pool_has_none() {
    let _device = with_device();
    set_plane(None);
    let error = Workspace::new("w", mirrored()).err().expect("no device");
    assert_eq!(error.status(), Status::Unsupported);
    assert_eq!(error.message(), "workspace 'w': policyMirroring ENABLED needs a device plane");
    for mirroring in [Mirroring::Disabled, Mirroring::HostOnly] {
        let workspace = workspace(Config { mirroring, ..Config::default() });
        workspace.begin_cycle().expect("free");
        let a = workspace.allocate(10).expect("room");
        write(&a, 2);
        assert_eq!(read(&a), 2);
        let error = a.on(Side::Device, Access::Read).expect_err("one plane only");
        assert_eq!(error.message(), "workspace 'mirrored' has no device plane (policyMirroring)");
        workspace.release(a);
        leave(&workspace);
    }
    let pool = Storage::alloc(tenure::device::Device::Cpu, 100).expect("room");
    assert!(matches!(pool.on(Side::Host, Access::Write), Ok(Address::Host(_))));
    assert_eq!(pool.on(Side::Device, Access::Read).expect_err("none").status(), Status::Unsupported);
}
