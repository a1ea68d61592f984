//! Recordings and snapshots: every event is written where it happens, the sums are those of the
//! statistics, and wrong use is refused with a typed error.
//!
//! One recording is in progress at a time, so the tests take turns.
#![cfg(not(loom))]

use parking_lot::{Mutex, MutexGuard};
use serde_json::Value;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use tenure::api::{handle, memory, record, scope, tensor, workspace};
use tenure::error::Status;

const CPU: i32 = 0;
const F32: i32 = 1;
const IN_WORKSPACE: i64 = 0x80;

static TURN: Mutex<()> = Mutex::new(());

/// A recording that ends with this.
struct Recording {
    number: u64,
    _turn: MutexGuard<'static, ()>,
}

impl Recording {
    fn of(events: u64) -> Recording {
        let turn = TURN.lock();
        Recording { number: record::start(events, 0).expect("none is in progress"), _turn: turn }
    }
}

impl Drop for Recording {
    fn drop(&mut self) {
        let _ = record::stop(self.number); // a test may have stopped it
    }
}

struct Snapshot(Value);

impl Snapshot {
    fn take() -> Snapshot {
        Snapshot(serde_json::from_str(&record::snapshot().expect("always")).expect("it is JSON"))
    }

    fn column(&self, table: &str, name: &str) -> Vec<i64> {
        self.0[table][name]
            .as_array()
            .expect("a column")
            .iter()
            .map(|value| value.as_i64().expect("an integer"))
            .collect()
    }

    fn number(&self, name: &str) -> u64 {
        self.0[name].as_u64().expect("a number")
    }

    fn text(&self, index: i64) -> &str {
        self.0["strings"][index as usize].as_str().expect("a text")
    }

    /// The kind, id, amount, scope and tag of each event.
    fn events(&self) -> Vec<(i64, i64, i64, i64, i64)> {
        let columns = ["kind", "id", "amount", "scope", "tag"].map(|name| self.column("events", name));
        (0..columns[0].len())
            .map(|at| (columns[0][at], columns[1][at], columns[2][at], columns[3][at], columns[4][at]))
            .collect()
    }

    fn of_kind(&self, kind: i64) -> Vec<(i64, i64, i64, i64)> {
        let events = self.events().into_iter().filter(|event| event.0 == kind);
        events.map(|(_, id, amount, scope, tag)| (id, amount, scope, tag)).collect()
    }

    /// The row of a live handle.
    fn row(&self, handle: u64) -> i64 {
        let hex = format!("{handle:x}");
        let handles = self.0["live"]["handle"].as_array().expect("a column");
        handles.iter().position(|value| *value == hex.as_str()).expect("it is alive") as i64
    }

    fn live_bytes(&self) -> i64 {
        self.0["devices"][0]["live_bytes"].as_i64().expect("a number")
    }

    /// The sum of all changes of live bytes that were recorded.
    fn change(&self) -> i64 {
        let of = |(kind, _, amount, _, tag): (i64, i64, i64, i64, i64)| match kind {
            ALLOCATED if tag & IN_WORKSPACE == 0 => amount,
            FREED if tag & IN_WORKSPACE == 0 => -amount,
            GREW => amount,
            SHRANK => -amount,
            _ => 0,
        };
        self.events().into_iter().map(of).sum()
    }
}

const ALLOCATED: i64 = 1;
const FREED: i64 = 2;
const ADOPTED: i64 = 3;
const RETURNED: i64 = 4;
const MADE: i64 = 5;
const RELEASED: i64 = 6;
const OPENED: i64 = 7;
const CLOSED: i64 = 8;
const MOVED: i64 = 9;
const LENT: i64 = 10;
const LOAN_ENDED: i64 = 11;
const CYCLE: i64 = 12;
const SPILLED: i64 = 13;
const REFUSED: i64 = 14;
const COLLECTED: i64 = 15;
const TRIMMED: i64 = 16;
const MARK: i64 = 17;
const NAMED: i64 = 18;
const GREW: i64 = 19;
const SHRANK: i64 = 20;

fn ones(owner: u64, n: i64) -> u64 {
    tensor::ones(owner, CPU, F32, &[n]).expect("memory")
}

#[test]
fn a_tensor_s_life_is_recorded_with_its_owner() {
    let _recording = Recording::of(1000);
    let root = scope::push(0).expect("open");
    let t = ones(root, 25);
    handle::set_name(t, "weight").expect("alive");
    let snapshot = Snapshot::take();
    let (scope_row, row) = (snapshot.row(root), snapshot.row(t));
    let storage = snapshot.column("live", "storage")[row as usize];
    assert_eq!(snapshot.column("live", "owner")[row as usize], scope_row);
    assert_eq!(snapshot.column("live", "bytes")[row as usize], 100);
    assert_eq!(snapshot.text(snapshot.column("live", "dtype")[row as usize]), "float32");
    assert_eq!(snapshot.text(snapshot.column("live", "shape")[row as usize]), "[25]");
    assert_eq!(snapshot.of_kind(OPENED), [(scope_row, 0, -1, 0)]);
    assert_eq!(snapshot.of_kind(ALLOCATED), [(storage, 100, -1, 0)]);
    assert_eq!(snapshot.of_kind(MADE), [(row, storage, scope_row, i64::from(F32))]);
    assert_eq!(
        snapshot.of_kind(NAMED).iter().map(|event| (event.0, snapshot.text(event.1))).collect::<Vec<_>>(),
        [(row, "weight")]
    );
    scope::close(root).expect("open");
    let snapshot = Snapshot::take();
    let [made, released] = [snapshot.of_kind(MADE)[0], snapshot.of_kind(RELEASED)[0]];
    assert_eq!((released.0, released.1), (made.0, made.1), "the same handle and storage");
    assert_eq!(released.2, -2, "with its scope");
    assert_eq!(snapshot.of_kind(FREED)[0].1, 100);
    assert_eq!(snapshot.of_kind(CLOSED).len(), 1);
    assert_eq!(snapshot.change(), 0);
}

#[test]
fn moves_and_loans_are_recorded_with_both_owners() {
    let _recording = Recording::of(1000);
    let (outer, other) = (scope::push(0).expect("open"), scope::push(0).expect("open"));
    let inner = scope::push(outer).expect("open");
    let t = ones(inner, 1);
    scope::keep(t).expect("alive");
    scope::attach(other, t).expect("alive");
    scope::temp_attach(inner, t).expect("alive");
    scope::close(inner).expect("open");
    scope::detach(t).expect("alive");
    let snapshot = Snapshot::take();
    let inner_id = snapshot.of_kind(OPENED)[2].0;
    let [t, outer, other] = [t, outer, other].map(|handle| snapshot.row(handle));
    assert_eq!(snapshot.of_kind(MOVED), [(t, inner_id, outer, 0), (t, outer, other, 0), (t, other, -1, 0)]);
    assert_eq!(snapshot.of_kind(LENT), [(t, other, inner_id, 0)]);
    assert_eq!(snapshot.of_kind(LOAN_ENDED), [(t, inner_id, other, 0)]);
}

#[test]
fn what_is_refused_collected_trimmed_and_marked_is_recorded() {
    let _recording = Recording::of(1000);
    let root = scope::push(0).expect("open");
    scope::set_limit(root, 100).expect("open");
    tensor::ones(root, CPU, F32, &[100]).expect_err("400 bytes");
    let t = ones(0, 1);
    assert_eq!(handle::collect(&[t]), 1);
    memory::trim(CPU).expect("it is there");
    record::mark("epoch 3").expect("always");
    let snapshot = Snapshot::take();
    assert_eq!(snapshot.of_kind(REFUSED).first().map(|event| event.1), Some(400));
    assert_eq!(snapshot.of_kind(COLLECTED).iter().map(|event| event.1).sum::<i64>(), 1);
    assert_eq!(snapshot.of_kind(TRIMMED).len(), 1);
    assert_eq!(snapshot.of_kind(MARK).iter().map(|event| snapshot.text(event.1)).collect::<Vec<_>>(), ["epoch 3"]);
    scope::close(root).expect("open");
}

#[test]
fn cycles_and_spills_are_recorded_and_a_workspace_counts_as_its_memory() {
    let _recording = Recording::of(10_000);
    let before = memory::stats(CPU).expect("it is there").live_bytes as i64;
    let ws = workspace::create(0, "cycles", 1, Some(r#"{"overallocationLimit": 0}"#)).expect("a workspace");
    for n in [1000, 1000, 2000] {
        let (inner, _) = workspace::enter(ws, 0).expect("between cycles");
        ones(inner, n);
        let snapshot = Snapshot::take();
        assert_eq!(snapshot.change(), snapshot.live_bytes() - before, "in the cycle with {n}");
        workspace::leave(ws, &[]).expect("entered");
    }
    let snapshot = Snapshot::take();
    assert_eq!(snapshot.of_kind(CYCLE).iter().map(|event| event.2).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(snapshot.of_kind(CYCLE).iter().map(|event| event.1).collect::<Vec<_>>(), [0, 4032, 0]);
    assert_eq!(
        snapshot.of_kind(SPILLED).iter().map(|event| (event.1, event.2)).collect::<Vec<_>>(),
        [(4032, 1), (8000, 3)]
    );
    scope::close(ws).expect("open");
    let snapshot = Snapshot::take();
    assert_eq!((snapshot.change(), snapshot.live_bytes()), (0, before));
}

#[test]
fn adopted_memory_is_recorded_and_not_counted() {
    let _recording = Recording::of(1000);
    let mut bytes = [0u8; 8];
    unsafe extern "C" fn release(_: *mut std::ffi::c_void) {}
    let lent = tenure::memory::Lent { release: Some(release), context: std::ptr::null_mut() };
    // SAFETY: the bytes outlive the storage, and nothing else uses them.
    let storage = unsafe {
        tenure::memory::Storage::foreign(
            tenure::device::Device::Cpu,
            std::ptr::NonNull::from(&mut bytes).cast(),
            8,
            lent,
        )
    };
    drop(storage.expect("a header"));
    let snapshot = Snapshot::take();
    assert_eq!((snapshot.of_kind(ADOPTED)[0].1, snapshot.of_kind(RETURNED)[0].1, snapshot.change()), (8, 8, 0));
    assert_eq!(snapshot.of_kind(ADOPTED)[0].0, snapshot.of_kind(RETURNED)[0].0);
}

/// Live bytes at each moment, from the snapshot back, are those that the statistics said then.
#[test]
fn walking_back_through_the_events_gives_the_bytes_of_each_moment() {
    let _recording = Recording::of(100_000);
    let root = scope::push(0).expect("open");
    let (mut alive, mut expected) = (Vec::new(), Vec::new());
    for step in 0..200u64 {
        if step % 3 == 2 && !alive.is_empty() {
            tensor::dispose(alive.swap_remove(step as usize * 7 % alive.len())).expect("alive");
        } else {
            alive.push(ones(root, (step * 37 % 300) as i64));
            let sum = tensor::add(0, alive[0], alive[0]).expect("memory"); // with what the operation needs
            tensor::dispose(sum).expect("alive");
        }
        record::mark(&step.to_string()).expect("always");
        expected.push(memory::stats(CPU).expect("it is there").live_bytes as i64);
    }
    scope::close(root).expect("open");
    let snapshot = Snapshot::take();
    let mut bytes = snapshot.live_bytes();
    let mut seen = HashMap::new();
    for (kind, _, amount, _, tag) in snapshot.events().into_iter().rev() {
        match kind {
            MARK => drop(seen.insert(snapshot.text(amount).to_string(), bytes)),
            ALLOCATED if tag & IN_WORKSPACE == 0 => bytes -= amount,
            FREED if tag & IN_WORKSPACE == 0 => bytes += amount,
            GREW => bytes -= amount,
            SHRANK => bytes += amount,
            _ => {}
        }
    }
    for (step, expected) in expected.into_iter().enumerate() {
        assert_eq!(seen[&step.to_string()], expected, "step {step}");
    }
}

#[test]
fn a_full_recording_drops_the_oldest_and_counts_them() {
    let recording = Recording::of(64);
    for step in 0..1000 {
        record::mark(&step.to_string()).expect("always");
    }
    let snapshot = Snapshot::take();
    let kept: Vec<i64> =
        snapshot.of_kind(MARK).iter().map(|event| snapshot.text(event.1).parse().expect("a number")).collect();
    assert!((60..=68).contains(&kept.len()), "{}", kept.len());
    assert_eq!(kept, ((1000 - kept.len() as i64)..1000).collect::<Vec<_>>(), "the last ones, in order");
    assert_eq!(snapshot.number("dropped"), 1000 - kept.len() as u64);
    assert_eq!(record::dropped(recording.number).expect("it runs"), snapshot.number("dropped"));
    assert!(snapshot.number("complete_from_ns") > 0);
}

#[test]
fn wrong_use_is_refused_with_the_reason() {
    let recording = Recording::of(1);
    let error = record::start(10, 0).expect_err("one at a time");
    assert_eq!(error.status(), Status::Busy);
    assert!(error.message().contains(&format!("recording {} is in progress", recording.number)), "{error}");
    for number in [0, recording.number + 1, u64::MAX] {
        assert_eq!(record::stop(number).expect_err("another").status(), Status::InvalidHandle);
        assert_eq!(record::dropped(number).expect_err("another").status(), Status::InvalidHandle);
    }
    record::mark("kept").expect("always");
    record::stop(recording.number).expect("it runs");
    let error = record::stop(recording.number).expect_err("it is over");
    assert_eq!(error.status(), Status::InvalidHandle);
    assert_eq!(error.message(), format!("recording {} is not in progress", recording.number));
    for events in [0, (1 << 26) + 1, u64::MAX] {
        let error = record::start(events, 0).expect_err("out of range");
        assert_eq!(error.status(), Status::InvalidArgument);
        assert!(error.message().contains("from 1 to 67108864"), "{error}");
    }
    let error = record::start(1, u64::MAX).expect_err("out of range");
    assert_eq!(error.message(), "-1 bytes between two samples: it takes 0 or more");
    record::mark("of nothing").expect("it does nothing");
    let snapshot = Snapshot::take();
    assert_eq!((snapshot.number("recorded_ns"), snapshot.events().len()), (0, 0));
}

fn waiting() -> i32 {
    record::waiting().load(Ordering::Relaxed)
}

#[test]
fn sampled_tensors_wait_for_their_line_and_keep_it() {
    let turn = TURN.lock();
    let recording = Recording { number: record::start(1000, 1 << 20).expect("none is in progress"), _turn: turn };
    let root = scope::push(0).expect("open");
    let large = ones(root, 1 << 19); // 2 MiB, twice the mean, so always
    assert_eq!(waiting(), 1);
    let view = tensor::alias(root, large).expect("alive");
    assert_eq!(waiting(), 1, "a second handle of a storage is no sample");
    assert!(!record::is_sampled(view).expect("always") && record::is_sampled(large).expect("always"));
    assert!(!record::is_sampled(large).expect("always"), "it is asked about once");
    assert_eq!(waiting(), 0);
    record::site(large, "Main.java:7").expect("alive");
    assert_eq!(record::site(12345, "x").expect_err("no handle").status(), Status::InvalidHandle);
    let snapshot = Snapshot::take();
    assert_eq!(snapshot.number("site_bytes"), 1 << 20);
    let [sites, sampled] = ["site", "sampled"].map(|name| snapshot.column("live", name));
    let rows: Vec<_> = sites.iter().zip(&sampled).filter(|(site, _)| snapshot.text(**site) == "Main.java:7").collect();
    assert!(rows.len() == 1 && *rows[0].1 == 1, "{rows:?}");
    let lines = |snapshot: &Snapshot| {
        let events = snapshot.column("events", "kind").into_iter().zip(snapshot.column("events", "amount"));
        events.filter(|&(kind, _)| kind == 23).map(|(_, text)| snapshot.text(text).to_string()).collect::<Vec<_>>()
    };
    assert_eq!(lines(&snapshot), ["Main.java:7"]);
    let (mut sampled, n) = (0, 2000);
    for _ in 0..n {
        let small = ones(root, 1 << 14); // 64 KiB: one in 16.5
        sampled += u32::from(record::is_sampled(small).expect("always"));
        tensor::dispose(small).expect("alive");
    }
    assert!((60..200).contains(&sampled), "{sampled} of {n}");
    record::stop(recording.number).expect("it runs");
    assert!(!record::is_sampled(ones(root, 1 << 20)).expect("always") && waiting() == 0, "nothing is recorded");
    scope::close(root).expect("open");
}

#[test]
fn workspaces_say_their_name_and_what_they_learn() {
    let _recording = Recording::of(10_000);
    let batch = workspace::create(0, "recorded batch", 1, None).expect("a name");
    for _ in 0..3 {
        let (inner, _) = workspace::enter(batch, 0).expect("between cycles");
        ones(inner, 1000);
        workspace::leave(batch, &[]).expect("entered");
    }
    let snapshot = Snapshot::take();
    let [kinds, ids, amounts] = ["kind", "id", "amount"].map(|name| snapshot.column("events", name));
    let of = |wanted: i64| -> Vec<(i64, i64)> {
        let events = kinds.iter().zip(ids.iter().zip(&amounts)).filter(|(kind, _)| **kind == wanted);
        events.map(|(_, (&id, &amount))| (id, amount)).collect()
    };
    let (named, learned, cycles) = (of(22), of(21), of(12));
    let number = cycles[0].0;
    assert!(
        !named.is_empty() && named.iter().all(|&(id, text)| id == number && snapshot.text(text) == "recorded batch")
    );
    assert!(learned.last().is_some_and(|&(id, bytes)| id == number && bytes >= 4000), "{learned:?}");
    workspace::destroy(batch).expect("it is there");
}

#[test]
fn the_page_is_served_and_wrong_use_is_refused() {
    let html = "<p>@SNAPSHOT@</p>";
    let server = record::serve(0, html).expect("a free port");
    let address = record::address(server).expect("it runs");
    let (host, token) = address.trim_start_matches("http://").split_once('/').expect("a token");
    let mut stream = std::net::TcpStream::connect(host).expect("it listens");
    std::io::Write::write_all(&mut stream, format!("GET /{token} HTTP/1.1\r\nHost: {host}\r\n\r\n").as_bytes())
        .expect("open");
    let answer = std::io::read_to_string(stream).expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 200 OK") && answer.contains("<p>{\"format\": \"tenure-memory\""), "{answer}");
    let port: u64 = host.rsplit(':').next().and_then(|port| port.parse().ok()).expect("a port");
    let busy = record::serve(port, html).expect_err("in use");
    assert_eq!((busy.status(), busy.message()), (Status::Busy, &*format!("port {port} is in use")));
    let range = record::serve(65_536, html).expect_err("no port");
    assert_eq!((range.status(), range.message()), (Status::InvalidArgument, "port 65536 is not from 0 to 65535"));
    assert_eq!(record::serve(0, "no mark").expect_err("no mark").status(), Status::InvalidArgument);
    record::stop_serving(server).expect("it runs");
    let over = record::stop_serving(server).expect_err("it is over");
    assert_eq!((over.status(), over.message()), (Status::InvalidHandle, &*format!("page {server} is not served")));
    assert_eq!(record::address(server).expect_err("it is over").status(), Status::InvalidHandle);
}

/// Threads allocate, mark and free while others start, stop and read recordings. Nothing is torn,
/// and nothing is left.
#[test]
fn a_recording_may_start_and_stop_while_threads_write() {
    let _turn = TURN.lock();
    let (live, is_over) = (memory::stats(CPU).expect("it is there").live_tensors, AtomicBool::new(false));
    std::thread::scope(|threads| {
        for _ in 0..3 {
            threads.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    let root = scope::push(0).expect("open");
                    (0..20).for_each(|n| _ = ones(root, n));
                    record::mark("turn").expect("always");
                    scope::close(root).expect("open");
                }
            });
        }
        for turn in 0..60 {
            let number = record::start(1 + turn * 50, 1).expect("only this thread starts one");
            std::thread::yield_now();
            let text = record::snapshot().expect("always");
            let file = serde_json::from_str::<Value>(&text).expect("it is JSON");
            assert!(file["events"]["time"].is_array());
            record::since(&text, &text).expect("it is a snapshot of this version");
            record::stop(number).expect("it runs");
        }
        is_over.store(true, Ordering::Relaxed);
    });
    assert_eq!(memory::stats(CPU).expect("it is there").live_tensors, live);
}

/// Each of them would keep a chunk of its own, and the first ones would be dropped for the last.
#[test]
fn many_threads_that_end_leave_all_their_events() {
    let recording = Recording::of(1000);
    for _ in 0..200 {
        std::thread::spawn(|| record::mark("one").expect("always")).join().expect("it does not panic");
    }
    assert_eq!(record::dropped(recording.number).expect("it runs"), 0);
    let snapshot = Snapshot::take();
    assert_eq!(snapshot.of_kind(MARK).len(), 200);
    let times = snapshot.column("events", "time");
    assert!(times.is_sorted(), "by time, whichever chunk they are from");
}

#[test]
fn snapshots_are_written_read_compared_and_exported() {
    let _recording = Recording::of(1000);
    let folder = std::env::temp_dir().join(format!("tenure-record-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = |name: &str| folder.join(name).to_str().expect("UTF-8").to_string();
    let root = scope::push(0).expect("open");
    handle::set_name(root, "</script>").expect("open");
    let earlier = record::snapshot().expect("always");
    let t = ones(root, 10);
    handle::note(t, "Train.java:31").expect("alive");
    let later = record::snapshot().expect("always");
    let text = record::since(&later, &earlier).expect("both are snapshots");
    for part in ["1 new handles with 40 bytes", "'</script>'", "Train.java:31", "float32 [10], 40 bytes"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    record::save(&path("now.tenure-memory.json")).expect("there is room");
    let loaded = record::load(&path("now.tenure-memory.json")).expect("it was just written");
    assert!(record::since(&loaded, &later).expect("both are snapshots").contains("0 new handles"));
    for (format, name, part) in [
        (0, "a.json", "\"tenure-memory\""),
        (1, "a.csv", ",allocated,"),
        (2, "a.folded", "Train.java:31;float32 [10] 40\n"),
        (3, "a.speedscope.json", "\"Train.java:31\""),
        (4, "a.pickle", "device_traces"),
    ] {
        record::export(&later, &path(name), format).expect("there is room");
        let bytes = std::fs::read(path(name)).expect("it was just written");
        assert!(String::from_utf8_lossy(&bytes).contains(part), "{name}");
    }
    record::page(&later, "<i>@SNAPSHOT@</i>", &path("page.html")).expect("there is room");
    let page = std::fs::read_to_string(path("page.html")).expect("it was just written");
    assert!(page.starts_with("<i>{\"format\"") && page.contains("\\u003c/script>") && !page.contains("</script>"));
    let error = record::page(&later, "<i></i>", &path("b")).expect_err("no mark");
    assert_eq!(error.status(), Status::InvalidArgument);
    let error = record::export(&later, &path("b"), 5).expect_err("no such format");
    assert_eq!(error.status(), Status::InvalidArgument);
    let error = record::export("{}", &path("b"), 0).expect_err("not a snapshot");
    assert!(error.status() == Status::Io && error.message().contains("its format is not"), "{error}");
    let error = record::load(&path("absent")).expect_err("no such file");
    assert!(error.status() == Status::Io && error.message().contains("absent"), "{error}");
    assert_eq!(record::load(folder.to_str().expect("UTF-8")).expect_err("a folder").status(), Status::Io);
    assert_eq!(record::save(&path("no/such/folder")).expect_err("no folder").status(), Status::Io);
    if std::path::Path::new("/dev/full").exists() {
        assert_eq!(record::save("/dev/full").expect_err("a full disk").status(), Status::Io);
    }
    std::fs::remove_dir_all(&folder).expect("it is there");
    scope::close(root).expect("open");
}
