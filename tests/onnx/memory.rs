//! The memory of sessions and results: limits, statistics, workspaces.

use crate::world::{CPU, F32, file, floats, in_scope, ints, library, live, model, options, read_floats};
use std::collections::BTreeSet;
use tenure::api::{log, memory, onnx_model, onnx_run_options, scope, tensor, workspace};
use tenure::error::{Result, Status};

#[test]
fn results_follow_the_rules_of_ownership() {
    let library = library();
    in_scope(|root| {
        let model = model(root, &library, "affine").expect("a good model");
        let (inner, other) = (scope::push(root).expect("open"), scope::push(root).expect("open"));
        let x = floats(inner, &[1.0, 2.0, 3.0], &[1, 3]);
        let beside = onnx_model::run(0, model, None, &[x]).expect("it fits")[0];
        assert_eq!(scope::owner(beside).expect("alive"), inner, "beside the first input");
        let named = onnx_model::run(other, model, None, &[x]).expect("it fits")[0];
        assert_eq!(scope::owner(named).expect("alive"), other);
        scope::close(other).expect("open");
        assert_eq!(onnx_model::run(other, model, None, &[x]).expect_err("closed").status(), Status::ScopeClosed);
    });
}

#[test]
fn a_session_counts_as_its_scope_s() {
    let library = library();
    in_scope(|root| {
        let before = live();
        let keep = model(root, &library, "keep").expect("a good model");
        let held = live() - before;
        assert!(held >= 1 << 20, "{held} bytes for a matrix of 1 MiB");
        let stats = scope::stats(root).expect("open");
        assert!(stats.bytes >= 1 << 20 && stats.bytes <= held, "{stats:?}");
        let x = tensor::ones(root, CPU, F32, &[1, 512]).expect("memory");
        let y = onnx_model::run(0, keep, None, &[x]).expect("it fits")[0];
        assert_eq!(read_floats(y), [1024.0; 512]);
        onnx_model::dispose(keep).expect("open");
        assert_eq!(scope::stats(root).expect("open").bytes, live() - before, "the two tensors are left");
        // A limit that the session would exceed.
        let small = scope::push(root).expect("open");
        scope::set_limit(small, 1 << 19).expect("open");
        let error = model(small, &library, "keep").expect_err("more than the limit");
        assert_eq!(error.status(), Status::LimitExceeded, "{error}");
        assert_eq!(scope::stats(small).expect("open").bytes, 0);
    });
}

#[test]
fn a_limit_that_a_run_passes_leaves_the_session_usable() {
    let library = library();
    in_scope(|root| {
        let grow = model(root, &library, "grow").expect("a good model");
        let inner = scope::push(root).expect("open");
        scope::set_limit(inner, 1 << 20).expect("open");
        let (few, many) = (ints(inner, &[1000], &[1]), ints(inner, &[10 << 20], &[1]));
        let before = live();
        for _ in 0..3 {
            let error = onnx_model::run(0, grow, None, &[many]).expect_err("40 MiB");
            assert_eq!(error.status(), Status::LimitExceeded, "{error}");
            assert_eq!(live(), before, "what the run had taken is free");
            let sum = onnx_model::run(0, grow, None, &[few]).expect("4000 bytes")[0];
            assert_eq!(read_floats(sum), [1000.0]);
            tensor::dispose(sum).expect("alive");
        }
        // More than any machine has.
        let absurd = ints(root, &[1 << 60], &[1]);
        let error = onnx_model::run(root, grow, None, &[absurd]).expect_err("4 EiB");
        assert!(matches!(error.status(), Status::OutOfMemory | Status::InvalidArgument), "{error:?}");
    });
}

#[test]
fn a_limit_of_the_process_holds_for_runs() {
    let library = library();
    in_scope(|root| {
        let grow = model(root, &library, "grow").expect("a good model");
        let many = ints(root, &[10 << 20], &[1]);
        let limit = memory::stats(CPU).expect("the processor").limit_bytes;
        memory::set_limit(CPU, live() + (32 << 20)).expect("the processor");
        let result = onnx_model::run(root, grow, None, &[many]);
        memory::set_limit(CPU, limit).expect("the processor");
        assert_eq!(result.expect_err("40 MiB").status(), Status::LimitExceeded);
        let sum = onnx_model::run(root, grow, None, &[many]).expect("the limit is gone")[0];
        assert_eq!(read_floats(sum), [(10 << 20) as f32]);
    });
}

#[test]
fn results_lie_in_the_workspace_and_the_session_does_not() {
    let library = library();
    in_scope(|root| {
        let workspace = workspace::create(root, "serve", 0, Some(r#"{"initialSize": 1048576}"#)).expect("a workspace");
        let (cycle, _) = workspace::enter(workspace, root).expect("it is ours");
        let keep = model(cycle, &library, "keep").expect("a good model");
        assert!(workspace::stats(workspace).expect("open").live < 1 << 16, "the session is the pool's");
        let x = tensor::ones(cycle, CPU, F32, &[1, 512]).expect("memory");
        let y = onnx_model::run(0, keep, None, &[x]).expect("it fits")[0];
        assert!(workspace::stats(workspace).expect("open").live >= 4096, "input and output are the workspace's");
        scope::keep(y).expect("copied out");
        workspace::leave(workspace, &[]).expect("entered");
        assert_eq!(read_floats(y), [1024.0; 512]);
        workspace::destroy(workspace).expect("open");
    });
}

#[test]
fn nothing_grows_in_the_steady_state() {
    let library = library();
    in_scope(|root| {
        let model = model(root, &library, "affine").expect("a good model");
        let x = floats(root, &[1.0, 2.0, 3.0], &[1, 3]);
        let step = || {
            let inner = scope::push(root).expect("open");
            onnx_model::run(inner, model, None, &[x]).expect("it fits");
            scope::close(inner).expect("open");
        };
        (0..100).for_each(|_| step());
        let (before, system) = (live(), memory::stats(CPU).expect("the processor").system_allocations);
        (0..10_000).for_each(|_| step());
        let stats = memory::stats(CPU).expect("the processor");
        assert_eq!((stats.live_bytes, stats.system_allocations), (before, system));
    });
}

/// Two blocks of 4064 bytes, alive at the same time.
#[test]
fn a_limit_holds_for_all_that_a_run_has_taken_together() {
    let library = library();
    in_scope(|root| {
        let text = options(&library, "\"threads\": 1, \"memoryPattern\": false, \"optimization\": \"NONE\"");
        let grow = onnx_model::load(root, &file("grow").to_string_lossy(), Some(&text)).expect("a good model");
        let n = ints(root, &[1000], &[1]);
        let workspace = workspace::create(root, "serve", 0, Some(r#"{"initialSize": 1048576}"#)).expect("a workspace");
        let (cycle, _) = workspace::enter(workspace, root).expect("it is ours");
        for outer in [root, cycle] {
            let inner = scope::push(outer).expect("open");
            scope::set_limit(inner, 6000).expect("open");
            let error = onnx_model::run(inner, grow, None, &[n]).expect_err("8128 bytes");
            assert_eq!(error.status(), Status::LimitExceeded);
            assert!(error.message().contains("8128"), "{error}");
            // The memory of the run does not count any more.
            let most = tensor::zeros(inner, CPU, F32, &[1400]).expect("5600 bytes");
            tensor::dispose(most).expect("alive");
            scope::set_limit(inner, 9000).expect("open");
            assert_eq!(read_floats(onnx_model::run(inner, grow, None, &[n]).expect("8128 bytes")[0]), [1000.0]);
            scope::close(inner).expect("open");
        }
        workspace::leave(workspace, &[]).expect("entered");
        workspace::destroy(workspace).expect("open");
    });
}

/// 24 kB of input are copied for the run, which returns 16 kB.
#[test]
fn a_limit_holds_for_a_copied_input_and_the_outputs_together() {
    let library = library();
    in_scope(|root| {
        let affine = model(root, &library, "affine").expect("a good model");
        let columns = floats(root, &[1.0; 6000], &[3, 2000]);
        let x = tensor::transpose(root, columns, 0, 1).expect("two axes");
        let inner = scope::push(root).expect("open");
        for _ in 0..3 {
            scope::set_limit(inner, 30_000).expect("open");
            let error = onnx_model::run(inner, affine, None, &[x]).expect_err("40 kB");
            assert_eq!(error.status(), Status::LimitExceeded, "{error}");
            scope::set_limit(inner, 45_000).expect("open");
            let y = onnx_model::run(inner, affine, None, &[x]).expect("40 kB")[0];
            assert_eq!(read_floats(y)[..2], [6.5, 59.5]);
            tensor::dispose(y).expect("alive");
            // The copy does not count any more.
            let most = tensor::zeros(inner, CPU, F32, &[11_000]).expect("44 kB");
            tensor::dispose(most).expect("alive");
        }
    });
}

/// The results of several limits: the number of calls that were refused and that were not, and how
/// much the refused ones had allocated before, which differs with the first allocation that is
/// refused.
#[derive(Default)]
struct Sweep {
    refused: usize,
    done: usize,
    taken: BTreeSet<u64>,
}

/// Makes the call in a scope of each limit. Whether it succeeds or not, nothing is left of it.
fn sweep(root: u64, limits: impl Iterator<Item = u64>, call: impl Fn(u64) -> Result<()>) -> Sweep {
    let (before, mut sweep) = (live(), Sweep::default());
    for limit in limits {
        let inner = scope::push(root).expect("open");
        scope::set_limit(inner, limit).expect("open");
        memory::reset_peak(CPU).expect("the processor");
        match call(inner) {
            Ok(()) => sweep.done += 1,
            Err(error) => {
                assert_eq!(error.status(), Status::LimitExceeded, "{limit}: {error}");
                assert_eq!(live(), before, "what was taken within {limit} bytes is free before the scope closes");
                sweep.refused += 1;
                sweep.taken.insert(memory::stats(CPU).expect("the processor").peak_bytes - before);
            }
        }
        scope::close(inner).expect("open");
        assert_eq!(live(), before, "with {limit} bytes");
    }
    sweep
}

#[test]
fn each_allocation_of_a_run_may_be_refused() {
    let library = library();
    in_scope(|root| {
        for (name, number, most) in [("grow", 1000.0, 16_384), ("count", 10.0, 2048)] {
            let text = options(&library, "\"threads\": 1, \"memoryPattern\": false, \"optimization\": \"NONE\"");
            let path = file(name);
            let model = onnx_model::load(root, &path.to_string_lossy(), Some(&text)).expect("a good model");
            let n = ints(root, &[number as i64], if name == "grow" { &[1] } else { &[] });
            let run = |scope| {
                let results = onnx_model::run(scope, model, None, &[n])?;
                assert_eq!(read_floats(results[0]), [number]);
                Ok(())
            };
            // The limits rise in steps smaller than any allocation.
            let Sweep { refused, done, taken } = sweep(root, (4..most).step_by(32), run);
            println!("{name}: {refused} runs refused, {done} not; the refused ones had taken {taken:?} bytes");
            assert!(taken.len() >= 2 && done >= 2, "{name}: {taken:?}, {done} done");
            run(root).expect("there is no limit");
        }
    });
}

#[test]
fn each_allocation_of_a_load_may_be_refused() {
    let library = library();
    in_scope(|root| {
        for (name, step) in [("keep", 16 << 10), ("mlp", 16 << 10)] {
            let text = options(&library, "\"threads\": 1, \"logSeverity\": \"FATAL\"");
            let path = file(name);
            let load = |scope| onnx_model::load(scope, &path.to_string_lossy(), Some(&text)).map(drop);
            let Sweep { refused, done, taken } = sweep(root, (4096..3 << 20).step_by(step), load);
            println!("{name}: {refused} loads refused, {done} not; the refused ones had taken {taken:?} bytes");
            assert!(taken.len() >= 2 && done >= 2, "{name}: {taken:?}, {done} done");
        }
    });
}

#[test]
fn a_warm_up_takes_the_memory_of_a_request_and_keeps_none() {
    let library = library();
    in_scope(|root| {
        let sum = model(root, &library, "sum").expect("a good model");
        let before = live();
        onnx_model::warm_up(root, sum, None).expect("sizes of 1");
        onnx_model::warm_up(root, sum, Some(r#"{"a": [300, 300], "b": [300, 300]}"#)).expect("they agree");
        assert_eq!(live(), before);
        let system = memory::stats(CPU).expect("the processor").system_allocations;
        let inner = scope::push(root).expect("open");
        let x = tensor::ones(inner, CPU, F32, &[300, 300]).expect("memory");
        onnx_model::run(inner, sum, None, &[x, x]).expect("it fits");
        scope::close(inner).expect("open");
        assert_eq!(memory::stats(CPU).expect("the processor").system_allocations, system, "the memory was there");
        let said = |shapes: &str| onnx_model::warm_up(root, sum, Some(shapes)).expect_err(shapes);
        assert!(said(r#"{"c": [1]}"#).message().contains("a shape for 'c', which is not an input"));
        assert_eq!(said(r#"{"a": [2, 2]}"#).status(), Status::ShapeMismatch, "rows is 2 and 1");
        assert_eq!(said(r#"{"a": [-2, 2]}"#).status(), Status::InvalidArgument);
        assert!(said("[]").message().contains("shapes of inputs are an object, not []"));
        assert!(said("{").message().contains("shapes of inputs"));
        assert!(said(r#"{"a": 1}"#).message().contains("the shape of input 'a' is a list of sizes, not 1"));
        let inner = scope::push(root).expect("open");
        scope::set_limit(inner, 1000).expect("open");
        let error = onnx_model::warm_up(inner, sum, Some(r#"{"a": [300, 300], "b": [300, 300]}"#)).expect_err("360 KB");
        assert_eq!(error.status(), Status::LimitExceeded, "{error}");
    });
}

#[test]
fn the_log_is_kept_for_readers() {
    let library = library();
    in_scope(|root| {
        let read = |after: u64| log::records(after).expect("any");
        let number = |line: &str| line.split('\t').next().and_then(|n| n.parse::<u64>().ok()).expect("a number");
        let before = read(0).lines().last().map_or(0, number);
        let word = log::word().load(std::sync::atomic::Ordering::Acquire);
        let pick = model(root, &library, "pick").expect("a good model");
        let absent = ints(root, &[99], &[1]);
        let options =
            onnx_run_options::create(root, Some(r#"{"logId": "request 7", "logSeverity": "WARNING"}"#)).expect("good");
        onnx_model::run_with_options(root, pick, options, None, &[absent]).expect_err("there are 5");
        assert_ne!(log::word().load(std::sync::atomic::Ordering::Acquire), word);
        let records = read(before);
        assert!(records.lines().any(|line| line.contains("request 7") && line.contains("99")), "{records}");
        let last = records.lines().last().map_or(0, number);
        let quiet =
            onnx_run_options::create(root, Some(r#"{"logId": "quiet", "logSeverity": "FATAL"}"#)).expect("good");
        onnx_model::run_with_options(root, pick, quiet, None, &[absent]).expect_err("there are 5");
        assert!(!read(last).contains("quiet"), "{}", read(last));
    });
}
