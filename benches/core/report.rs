//! Criterion's medians as one flat JSON object.

use serde_json::{Map, Value};
use std::fs;
use std::path::{Path, PathBuf};

/// How a measured time becomes a figure: its key, criterion's name, and the conversion from
/// nanoseconds.
type Figure = (&'static str, &'static str, fn(f64) -> f64);

const ADD_ELEMENTS: f64 = 16.0 * 1024.0 * 1024.0;
const MATMUL_FLOP: f64 = 2.0 * 1024.0 * 1024.0 * 1024.0;

/// Bytes per nanosecond are gigabytes per second, operations per nanosecond are gigaflops.
const FIGURES: [Figure; 23] = [
    ("yardstick.malloc_free_64", "yardstick.malloc_free_64", |ns| ns),
    ("yardstick.atomic_add", "yardstick.atomic_add", |ns| ns),
    // A copy reads and writes 64 MiB.
    ("yardstick.memcpy_gbs", "yardstick.memcpy_64m", |ns| 2.0 * 4.0 * ADD_ELEMENTS / ns),
    ("yardstick.gemm_peak_gflops", "yardstick.fma", |ns| super::yardsticks::FMA_FLOP / ns),
    ("rust.handle_create_dispose", "rust.handle_create_dispose", |ns| ns),
    ("rust.handle_lookup", "rust.handle_lookup", |ns| ns),
    ("rust.create_close", "rust.create_close", |ns| ns),
    ("rust.create_close_recorded", "rust.create_close_recorded", |ns| ns),
    ("rust.scope_1", "rust.scope_1", |ns| ns),
    ("rust.escape_1", "rust.escape_1", |ns| ns),
    ("rust.attach", "rust.attach_twice", |ns| ns / 2.0),
    ("yardstick.malloc_free_4k", "yardstick.malloc_free_4k", |ns| ns),
    ("yardstick.locked_bump_4k", "yardstick.locked_bump_4k", |ns| ns),
    ("rust.workspace_alloc_4k", "rust.workspace_alloc_4k", |ns| ns),
    ("rust.workspace_cycle_64", "rust.workspace_cycle_64", |ns| ns),
    ("rust.workspace_empty", "rust.workspace_empty", |ns| ns),
    ("rust.workspace_1000_per_tensor", "rust.workspace_1000", |ns| ns / 1e3),
    ("rust.scope_1000_per_tensor", "rust.scope_1000", |ns| ns / 1e3),
    ("floor.matmul_1024_gflops", "floor.matmul_1024", |ns| MATMUL_FLOP / ns),
    ("rust.matmul_1024_gflops", "rust.matmul_1024", |ns| MATMUL_FLOP / ns),
    // An addition reads two operands and writes one result.
    ("rust.add_16m_gbs", "rust.add_16m", |ns| 3.0 * 4.0 * ADD_ELEMENTS / ns),
    ("floor.digits_us_per_step", "floor.digits_step", |ns| ns / 1e3),
    ("rust.digits_us_per_step", "rust.digits_step", |ns| ns / 1e3),
];

/// Writes `target/bench/rust.json` with every figure that criterion has measured.
pub fn write() {
    let target = target();
    let mut figures = Map::new();
    for (key, name, convert) in FIGURES {
        let file = target.join("criterion").join(name).join("new/estimates.json");
        let Ok(text) = fs::read_to_string(&file) else {
            eprintln!("{key}: not measured in this run");
            continue;
        };
        let estimates: Value = serde_json::from_str(&text).expect("criterion writes JSON");
        let median = estimates["median"]["point_estimate"].as_f64().expect("criterion writes a median");
        let rounded = (convert(median) * 100.0).round() / 100.0;
        figures.insert(key.to_owned(), rounded.into());
    }
    let hundredths = |figure: f64| (figure * 100.0).round() / 100.0;
    let measured = |key: &str| figures.get(key).and_then(Value::as_f64);
    if let (Some(with), Some(without)) = (measured("rust.create_close_recorded"), measured("rust.create_close")) {
        figures
            .insert("rust.recorded_event".to_owned(), hundredths((with - without) / super::lifetimes::EVENTS).into());
    }
    for (key, figure) in [
        ("workspace.steady_rss_growth_bytes", super::workspaces::steady_rss_growth()),
        ("yardstick.malloc_1000_pairs", hundredths(super::yardsticks::malloc_pairs(1000))),
        ("yardstick.malloc_1000000_pairs", hundredths(super::yardsticks::malloc_pairs(1_000_000))),
        ("yardstick.touch_940_mib_s", hundredths(super::yardsticks::first_touch())),
    ] {
        figures.insert(key.to_owned(), figure.into());
    }
    let folder = target.join("bench");
    fs::create_dir_all(&folder).expect("target is writable");
    let text = serde_json::to_string_pretty(&figures).expect("numbers and texts");
    fs::write(folder.join("rust.json"), text + "\n").expect("target is writable");
}

fn target() -> PathBuf {
    match std::env::var_os("CARGO_TARGET_DIR") {
        Some(folder) => folder.into(),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("target"),
    }
}
