//! A workspace's memory, compared with malloc and with a bump pointer under a lock as in libnd4j.

use criterion::Criterion;
use std::hint::black_box;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use tenure::api;
use tenure::memory::workspace::{Config, Workspace};
use tenure::tensor::DType;

const BYTES: usize = 4096;
/// The number of requests between two resets, so that the cost of a reset does not count.
const REQUESTS: u64 = 1024;

pub fn run(criterion: &mut Criterion) {
    criterion.bench_function("yardstick.malloc_free_4k", |b| {
        b.iter(|| {
            // SAFETY: the result of malloc is freed once, and free accepts NULL.
            unsafe { libc::free(black_box(libc::malloc(black_box(BYTES)))) }
        });
    });
    let pointer = Mutex::new(0usize);
    criterion.bench_function("yardstick.locked_bump_4k", |b| {
        b.iter(|| {
            let mut offset = pointer.lock().expect("nobody panics");
            let at = *offset;
            *offset = (at + black_box(BYTES)) % (REQUESTS as usize * BYTES);
            black_box(at)
        });
    });
    let config = Config { initial_size: REQUESTS * BYTES as u64, ..Config::default() };
    let workspace = Workspace::new("bench", config).expect("there is room");
    criterion.bench_function("rust.workspace_alloc_4k", |b| {
        b.iter_custom(|rounds| {
            let mut time = Duration::ZERO;
            let mut left = rounds;
            while left > 0 {
                let now = left.min(REQUESTS);
                workspace.begin_cycle().expect("none is open");
                let start = Instant::now();
                (0..now).for_each(|_| request(&workspace));
                time += start.elapsed();
                workspace.end_cycle(|_| ());
                left -= now;
            }
            time
        });
    });
    criterion.bench_function("rust.workspace_cycle_64", |b| {
        b.iter(|| {
            workspace.begin_cycle().expect("none is open");
            (0..64).for_each(|_| request(&workspace));
            workspace.end_cycle(|_| ())
        });
    });
}

/// The same through handles, which is part of the wrappers' figures.
pub fn by_handle(criterion: &mut Criterion) {
    let entered = api::workspace::create(0, "bench", 0, None).expect("there is room");
    criterion.bench_function("rust.workspace_empty", |b| {
        b.iter(|| {
            api::workspace::enter(black_box(entered), 0).expect("free");
            api::workspace::leave(black_box(entered), &[]).expect("entered");
        });
    });
    let thousand = |scope: u64| {
        for _ in 0..1000 {
            black_box(api::tensor::empty(scope, 0, DType::F32.code(), &[1024]).expect("there is room"));
        }
    };
    criterion.bench_function("rust.workspace_1000", |b| {
        b.iter(|| {
            let (scope, _) = api::workspace::enter(entered, 0).expect("free");
            thousand(scope);
            api::workspace::leave(entered, &[]).expect("entered");
        });
    });
    criterion.bench_function("rust.scope_1000", |b| {
        b.iter(|| {
            let scope = api::scope::push(0).expect("there are handles");
            thousand(scope);
            api::scope::close(scope).expect("open");
        });
    });
    api::workspace::destroy(entered).expect("open");
}

/// How many bytes the process grows from a thousand to a million cycles of a few tensors.
pub fn steady_rss_growth() -> f64 {
    let workspace = api::workspace::create(0, "steady", 0, None).expect("there is room");
    let cycles = |n: u32| {
        for _ in 0..n {
            let (scope, _) = api::workspace::enter(workspace, 0).expect("free");
            for _ in 0..4 {
                api::tensor::ones(scope, 0, DType::F32.code(), &[1024]).expect("there is room");
            }
            api::workspace::leave(workspace, &[]).expect("entered");
        }
    };
    cycles(1000);
    let before = resident();
    cycles(1_000_000);
    let grown = resident().saturating_sub(before);
    api::workspace::destroy(workspace).expect("open");
    grown as f64
}

/// The resident memory of this process.
fn resident() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").expect("Linux says so");
    let pages = text.split_whitespace().nth(1).and_then(|pages| pages.parse::<u64>().ok());
    pages.expect("the second number is that") * 4096
}

/// Requests 4 KiB and releases them.
fn request(workspace: &Workspace) {
    let allocation = workspace.allocate(black_box(BYTES)).expect("there is room");
    black_box(allocation.as_ptr());
    workspace.release(allocation);
}
