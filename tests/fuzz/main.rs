//! Runs the fuzz targets without a fuzzer: on the committed seeds, on earlier findings of a fuzzer,
//! and on thousands of inputs that a seeded generator derives from them. `ci/fuzz SECONDS` runs the
//! same targets under libFuzzer.
#![cfg(not(loom))]

#[path = "../../fuzz/targets/calls.rs"]
mod calls;
#[path = "../../fuzz/targets/config.rs"]
mod config;
#[path = "../../fuzz/targets/csv.rs"]
mod csv;
#[path = "../../fuzz/targets/gguf.rs"]
mod gguf;
#[path = "../../fuzz/targets/idx.rs"]
mod idx;
#[path = "../../fuzz/targets/image.rs"]
mod image;
#[path = "../../fuzz/targets/npy.rs"]
mod npy;
#[path = "../../fuzz/targets/npz.rs"]
mod npz;
#[path = "../../fuzz/targets/pth.rs"]
mod pth;
#[path = "../../fuzz/targets/safetensors.rs"]
mod safetensors;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Functions that a fuzzed program does not call: constants, functions that change the process for
/// later programs, and functions that wait for another thread.
const LEFT_OUT: &[&str] = &[
    "tenure_abi_version",
    "tenure_debug_raise",
    "tenure_debug_set_default_device",
    "tenure_memory_set_limit",
    "tenure_memory_set_managed_max",
    "tenure_onnx_model_load_parts", // its files are an array of addresses; the fuzzer of models has their bytes
    "tenure_pressure_set_collector",
    "tenure_pressure_wait_next",
    "tenure_status_name",
    "tenure_tensor_from_dlpack",       // reads any address that it is given
    "tenure_tensor_to_dlpack",         // the lent structure must be returned
    "tenure_tensor_wrap_ticket",       // reads any address that it is given
    "tenure_tensor_wrap_const_ticket", // the same
    "tenure_threads_set",
    "tenure_threads_set_initial",
];

/// SplitMix64: the same inputs in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }

    fn bytes(&mut self, n: usize) -> Vec<u8> {
        (0..n).map(|_| self.next() as u8).collect()
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

/// The contents of the files of some folders, ordered by name.
fn files(folders: &[&str]) -> Vec<Vec<u8>> {
    let mut paths = Vec::new();
    for folder in folders {
        let entries = std::fs::read_dir(root().join(folder)).expect("in the repository");
        paths.extend(entries.map(|entry| entry.expect("readable").path()).filter(|path| path.is_file()));
    }
    paths.sort();
    assert!(!paths.is_empty());
    paths.iter().map(|path| std::fs::read(path).expect("in the repository")).collect()
}

/// A seed with some bytes changed, removed or inserted.
fn mutated(seeds: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut input = seeds[random.below(seeds.len())].clone();
    for _ in 0..=random.below(4) {
        let at = random.below(input.len() + 1);
        let end = (at + random.below(8)).min(input.len());
        let other = &seeds[random.below(seeds.len())];
        let new = match random.below(4) {
            0 => Vec::new(),
            1 => random.bytes(1),
            2 => input[at..end].to_vec(),
            _ => other[other.len().min(at)..other.len().min(end)].to_vec(),
        };
        let kept = if random.below(2) == 0 { end } else { at };
        input.splice(at..kept, new);
    }
    input
}

fn few_under_miri(count: usize) -> usize {
    if cfg!(miri) { count / 200 } else { count }
}

/// One test at a time in a process, because what is alive is counted for all of it.
static TURN: Mutex<()> = Mutex::new(());

fn replay(run: fn(&[u8]), seeds: &[Vec<u8>], count: usize) {
    let _turn = TURN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    seeds.iter().step_by(if cfg!(miri) { 10 } else { 1 }).for_each(|seed| run(seed));
    let mut random = Random(1);
    for _ in 0..few_under_miri(count) {
        run(&mutated(seeds, &mut random));
    }
}

#[test]
fn npy_files() {
    replay(npy::run, &files(&["fuzz/seeds/npy", "tests/data/io"]), 50_000);
}

#[test]
fn npz_files() {
    replay(npz::run, &files(&["fuzz/seeds/npz"]), 20_000);
}

#[test]
fn safetensors_files() {
    replay(safetensors::run, &files(&["fuzz/seeds/safetensors", "tests/data/io"]), 20_000);
}

#[test]
fn pth_files() {
    replay(pth::run, &files(&["tests/data/io"]), 20_000);
}

#[test]
fn gguf_files() {
    replay(gguf::run, &files(&["fuzz/seeds/gguf"]), 20_000);
}

#[test]
fn idx_files() {
    replay(idx::run, &files(&["fuzz/seeds/idx"]), 20_000);
}

#[test]
fn csv_files() {
    replay(csv::run, &files(&["fuzz/seeds/csv"]), 20_000);
}

#[test]
fn images() {
    replay(image::run, &files(&["tests/data/images"]), 5_000);
}

#[test]
fn workspace_configurations() {
    replay(config::run, &files(&["fuzz/seeds/config"]), 50_000);
}

#[test]
fn sequences_of_calls() {
    replay(calls::run, &files(&["fuzz/seeds/calls"]), 200);
    let _turn = TURN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let mut random = Random(2);
    for _ in 0..few_under_miri(1_000) {
        let length = 1 + random.below(2_000);
        calls::run(&random.bytes(length));
    }
}

/// Every function of the C ABI is fuzzed, or listed as left out.
#[test]
fn every_function_of_the_header_can_be_called() {
    let header = std::fs::read_to_string(root().join("include/tenure.h")).expect("in the repository");
    // Functions for macros of the header are not exported.
    let is_declared = |line: &&str| !["//", "#define", "static inline"].iter().any(|start| line.starts_with(start));
    let declared = header.lines().filter(is_declared).flat_map(|line| line.split([' ', '*']));
    let declared: BTreeSet<&str> = declared
        .filter_map(|word| word.split_once('('))
        .map(|(name, _)| name)
        .filter(|n| n.starts_with("tenure_"))
        .collect();
    let known: BTreeSet<&str> = calls::NAMES.iter().chain(LEFT_OUT).copied().collect();
    assert!(declared.len() > 150);
    assert_eq!(known, declared);
}
