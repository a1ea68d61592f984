//! The records for a host's log: each is written when it should be, at its level, with its
//! category.
//!
//! The level and the ring belong to the process, so the tests take turns.
#![cfg(not(loom))]

use parking_lot::{Mutex, MutexGuard};
use std::sync::atomic::Ordering;
use tenure::api::{device, handle, log, memory, onnx_model, report, scope, tensor, threads, workspace};
use tenure::error::{Error, Status};

const OFF: i32 = 0;
const WARNING: i32 = 2;
const INFO: i32 = 3;
const DEBUG: i32 = 4;
const CPU: i32 = 0;
const F32: i32 = 1;

static TURN: Mutex<()> = Mutex::new(());

/// The records from now on, up to a level.
struct Records {
    after: u64,
    _turn: MutexGuard<'static, ()>,
}

impl Records {
    fn at(level: i32) -> Records {
        let turn = TURN.lock();
        log::set_level(level).expect("no other logger is there");
        Records { after: last(), _turn: turn }
    }

    /// The level, category and text of each record of this category.
    fn of(&self, category: &str) -> Vec<(i32, String)> {
        let fields = rows(self.after).into_iter().filter(|row| row[2] == category);
        fields.map(|row| (row[1].parse().expect("a level"), row[4].clone())).collect()
    }

    /// The events of this category, in order.
    fn events(&self, category: &str) -> Vec<String> {
        rows(self.after).into_iter().filter(|row| row[2] == category).map(|mut row| row.remove(5)).collect()
    }

    fn has(&self, category: &str, level: i32, part: &str) -> bool {
        self.of(category).iter().any(|(of, text)| *of == level && text.contains(part))
    }
}

impl Drop for Records {
    fn drop(&mut self) {
        log::set_level(OFF).expect("no other logger is there");
    }
}

fn rows(after: u64) -> Vec<Vec<String>> {
    let text = log::records(after).expect("any");
    let rows: Vec<Vec<_>> = text.lines().map(|line| line.split('\t').map(str::to_string).collect()).collect();
    assert!(rows.iter().all(|row| row.len() == 6 && !row[5].is_empty()), "each has an event: {rows:?}");
    rows
}

fn last() -> u64 {
    rows(0).last().map_or(0, |row| row[0].parse().expect("a number"))
}

fn ones(owner: u64, n: i64) -> tenure::error::Result<u64> {
    tensor::ones(owner, CPU, F32, &[n])
}

#[test]
fn the_first_level_that_shows_it_records_the_library_and_its_threads() {
    let records = Records::at(WARNING);
    log::set_level(INFO).expect("no other logger is there");
    let version = format!("Tenure {} was opened from ", tenure::api::VERSION);
    let all = rows(0);
    let opened: Vec<_> = all.iter().filter(|row| row[2] == "library" && row[4].starts_with(&version)).collect();
    assert_eq!(opened.len(), 1, "once: {all:?}");
    let program = std::env::current_exe().expect("it runs");
    let name = program.file_name().expect("a file").to_str().expect("ASCII");
    assert!(
        opened[0][4].contains(name) && opened[0][4].contains(std::env::consts::ARCH.split('_').next().expect("x86"))
    );
    threads::set(3).expect("not many");
    threads::set(0).expect("the default");
    assert!(records.has("threads", INFO, "3 (set by the program)"));
    assert!(records.has("threads", INFO, "(the processors that this process may use)"));
}

#[test]
fn a_level_is_checked_and_an_initial_one_overrides_nothing() {
    let _records = Records::at(WARNING);
    for wrong in [-1, 6, i32::MAX] {
        let error = log::set_level(wrong).expect_err("no such level");
        assert_eq!(error.status(), Status::InvalidArgument);
        assert!(error.message().contains(&format!("{wrong} is not the code of a log level")), "{error}");
    }
    assert_eq!(log::set_initial_level(DEBUG).expect("a level"), WARNING, "the program has set one");
    assert_eq!(log::level().expect("always"), WARNING);
}

#[test]
fn nothing_is_recorded_below_the_level() {
    let records = Records::at(INFO);
    memory::trim(CPU).expect("it is there");
    assert!(records.of("memory").is_empty());
    log::set_level(OFF).expect("no other logger is there");
    let word = log::word().load(Ordering::Acquire);
    report::explain(Error::new(Status::LimitExceeded, "while it is off"));
    assert_eq!(log::word().load(Ordering::Acquire), word);
}

#[test]
fn a_refused_limit_names_the_scope_the_bytes_and_the_holders() {
    let records = Records::at(WARNING);
    let root = scope::push(0).expect("open");
    handle::set_name(root, "requests").expect("open");
    scope::set_limit(root, 1000).expect("open");
    ones(root, 200).expect("800 bytes");
    let error = ones(root, 100).expect_err("400 more");
    report::explain(error);
    let said = records.of("memory");
    assert!(said.iter().any(|(level, _)| *level == WARNING), "{said:?}");
    for part in ["scope 'requests'", "400 bytes", "1000", "held by: 'requests' 800 B in 1 tensors"] {
        assert!(records.has("memory", WARNING, part), "{part}: {said:?}");
    }
    let again = ones(root, 100).expect_err("400 more");
    report::explain(again);
    assert_eq!(records.of("memory").len(), said.len(), "one a second");
    assert_eq!(records.events("memory")[0], "refused");
    scope::close(root).expect("open");
}

#[test]
fn the_backstop_and_a_trim_are_recorded() {
    let records = Records::at(DEBUG);
    let t = ones(0, 1 << 20).expect("4 MiB");
    assert_eq!(handle::collect(&[t, t]), 1);
    assert!(records.has("memory", DEBUG, "the backstop freed 1 handles"));
    memory::trim(CPU).expect("it is there");
    let said = records.of("memory");
    let trimmed = said.iter().find_map(|(_, text)| text.strip_prefix("trimmed cpu: ")).expect("it was recorded");
    let bytes: u64 = trimmed.split(' ').next().expect("a word").parse().expect("a number");
    assert!(bytes >= 4 << 20, "{trimmed}");
    assert_eq!(records.events("memory"), ["collected", "trimmed"]);
}

#[test]
fn a_workspace_records_what_it_learned_and_what_it_spilled() {
    let records = Records::at(DEBUG);
    let ws = workspace::create(0, "batches", 1, Some(r#"{"overallocationLimit": 0}"#)).expect("a workspace");
    let cycle = |elements: i64| {
        let (inner, _) = workspace::enter(ws, 0).expect("between cycles");
        ones(inner, elements).expect("memory");
        workspace::leave(ws, &[]).expect("entered");
    };
    cycle(1000);
    assert!(records.has("workspace", INFO, "workspace 'batches' has learned a size of 4032 bytes in cycle 1"));
    assert!(!records.has("workspace", DEBUG, "outside"), "nothing is outside of a block that is not there");
    cycle(1000);
    assert_eq!(records.of("workspace").len(), 1, "an ordinary cycle is not worth a record");
    cycle(2000);
    assert!(records.has("workspace", DEBUG, "8000 bytes of cycle 3 were outside its block of 4032 bytes"));
    assert_eq!(records.events("workspace")[..2], ["learned", "spilled"]);
    scope::close(ws).expect("open");
}

#[test]
fn a_block_that_was_refused_is_a_warning() {
    let records = Records::at(WARNING);
    let root = scope::push(0).expect("open");
    let config = r#"{"overallocationLimit": 3, "policySpill": "REALLOCATE"}"#;
    let ws = workspace::create(root, "large", 1, Some(config)).expect("a workspace");
    let before = memory::stats(CPU).expect("it is there");
    memory::set_limit(CPU, before.live_bytes + (48 << 20)).expect("a limit");
    let (inner, _) = workspace::enter(ws, 0).expect("between cycles");
    ones(inner, 4 << 20).expect("16 MiB");
    workspace::leave(ws, &[]).expect("entered");
    memory::set_limit(CPU, 0).expect("the default");
    assert!(records.has("workspace", WARNING, "workspace 'large': the block of"), "{:?}", records.of("workspace"));
    scope::close(root).expect("open");
}

#[test]
fn an_absent_library_is_a_warning_that_says_where_it_was_looked_for() {
    let records = Records::at(DEBUG);
    let options = r#"{"library": ["/no/such/onnxruntime.so", "/nor/this.so"]}"#;
    let empty_graph = [0x3a, 0];
    onnx_model::load_bytes(0, &empty_graph, Some(options)).expect_err("there is no library");
    for path in ["/no/such/onnxruntime.so", "/nor/this.so"] {
        assert!(records.has("onnx", DEBUG, path) && records.has("onnx", WARNING, path), "{:?}", records.of("onnx"));
    }
}

#[test]
fn the_driver_of_a_gpu_is_recorded_once_with_the_reason() {
    let records = Records::at(WARNING);
    let count = device::cuda_count().expect("always");
    assert!(records.of("device").is_empty(), "a machine without a GPU is nothing unusual");
    log::set_level(INFO).expect("no other logger is there");
    for _ in 0..3 {
        assert_eq!(device::cuda_count().expect("always"), count);
    }
    let reason = device::reason(1 << 16).expect("a device code");
    let said = records.of("device");
    assert!(said.len() == 1 && said[0].0 == INFO, "{said:?}");
    match records.events("device")[0].as_str() {
        "opened" => assert!(said[0].1.starts_with("the CUDA driver was opened; it is for CUDA "), "{said:?}"),
        _ => {
            let why = said[0].1.strip_prefix("CUDA devices cannot be used: ").expect("the reason");
            assert!(reason.ends_with(why) && !why.is_empty(), "{reason}: {said:?}");
        }
    }
}
