//! Memory that the host reads and writes, and peaks of the processor's memory: what a device has
//! not.

use crate::reports::{self, ROWS, handles};
use crate::world::alone;
use tenure::api::{counter, handle, leak, memory as api_memory, tensor};
use tenure::device::Device;
use tenure::error::Status;
use tenure::memory::{self, Storage};
use tenure::tensor::DType;

fn alloc(bytes: usize) -> Storage {
    Storage::alloc(Device::Cpu, bytes).expect("there is room")
}

#[test]
fn blocks_are_aligned_and_do_not_overlap() {
    let _alone = alone();
    let mut random = 1u64;
    let mut held: Vec<(Storage, u8)> = Vec::new();
    for step in 0..20_000u64 {
        random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let pick = (random >> 33) as usize;
        if held.len() > 200 || (pick.is_multiple_of(3) && !held.is_empty()) {
            let (storage, mark) = held.swap_remove(pick % held.len());
            // SAFETY: the storage is alive and this many bytes long.
            let bytes = unsafe {
                std::slice::from_raw_parts(storage.host().expect("on the processor").as_ptr(), storage.bytes())
            };
            assert!(bytes.iter().all(|&byte| byte == mark), "step {step}: a live block was overwritten");
        } else {
            let size = if pick.is_multiple_of(10) { pick % 300_000 } else { pick % 3_000 };
            let storage = alloc(size);
            assert_eq!(storage.addr() % 64, 0);
            let mark = step as u8;
            // SAFETY: as above.
            unsafe { storage.host().expect("on the processor").as_ptr().write_bytes(mark, size) };
            held.push((storage, mark));
        }
    }
}

/// A thread remembers its own peak; what happened before a reset does not count afterwards.
#[test]
fn a_peak_taken_anew_holds_nothing_of_another_thread_s_past() {
    let _alone = alone();
    let (ask, asked) = std::sync::mpsc::channel::<()>();
    let (tell, told) = std::sync::mpsc::channel::<()>();
    let other = std::thread::spawn(move || {
        drop(alloc(1));
        drop(alloc(40_000)); // less than its credit, so it is not reported
        tell.send(()).expect("the test runs");
        asked.recv().expect("the test runs");
        memory::cpu_stats(); // records what this thread has counted
    });
    told.recv().expect("it runs");
    memory::take_peak();
    let live = memory::cpu_stats().live_bytes;
    ask.send(()).expect("it runs");
    other.join().expect("no panic");
    assert_eq!(memory::take_peak(), live);
}

#[test]
fn zeroed_is_zero_whether_fresh_or_reused() {
    let _alone = alone();
    for bytes in [100, 50_000, 4 << 20] {
        for _ in 0..3 {
            let storage = Storage::zeroed(Device::Cpu, bytes).expect("there is room");
            // SAFETY: it is alive and has this many bytes.
            let seen =
                unsafe { std::slice::from_raw_parts_mut(storage.host().expect("on the processor").as_ptr(), bytes) };
            assert!(seen.iter().all(|&byte| byte == 0));
            seen.fill(0xff);
        }
    }
}

#[test]
fn exported_memory_is_listed_apart_and_no_leak_when_the_collector_frees_it() {
    let _alone = reports::alone();
    leak::set_level(2).expect("a level");
    let t = tensor::zeros(0, 0, DType::F32 as i32, &[6]).expect("room");
    let buffer = tensor::export(t).expect("alive");
    handle::note(buffer, "Main.java:7").expect("alive");
    let view = tensor::share(t).expect("alive");
    assert_eq!(handles(leak::report(ROWS, &[t])), [view], "what is shared is to be closed");
    let rows = leak::exported(ROWS).expect("a format");
    assert!(
        rows.starts_with(&format!("buffer\t{buffer}\t\tfloat32\t[6]\t24\t")) && rows.lines().count() == 1,
        "{rows}"
    );
    assert!(leak::exported(1).expect("a format").contains(r#""kind": "buffer""#));
    let text = leak::exported(0).expect("a format");
    assert!(
        text.starts_with("buffer of float32 [6], 24 B, alive for ") && text.contains("made at Main.java:7"),
        "{text}"
    );
    let freed = api_memory::stats(0).expect("the processor").backstop_freed;
    assert_eq!(handle::collect(&[buffer, buffer, view, t]), 3);
    assert_eq!(api_memory::stats(0).expect("the processor").backstop_freed, freed + 3);
    assert_eq!(leak::exported(ROWS).expect("a format"), "");
    assert_eq!(handles(leak::report(ROWS, &[])), [view, t], "these had to be closed");
}

#[test]
fn a_request_that_fails_is_no_peak_of_a_counter() {
    let _alone = alone();
    let c = counter::start(0).expect("a counter");
    api_memory::set_limit(0, i64::MAX as u64).expect("the processor");
    let error = tensor::zeros(0, 0, DType::U8 as i32, &[1 << 58]).expect_err("no machine has it");
    api_memory::set_limit(0, 0).expect("the processor");
    assert_eq!(error.status(), Status::OutOfMemory);
    let stats = counter::read(c).expect("alive");
    assert_eq!((stats.peak_bytes, stats.bytes, stats.out_of_memory), (0, 0, 1));
    counter::dispose(c).expect("alive");
}
