//! Whose memory a session and its results are: limits, statistics, workspaces.

use crate::world::{CPU, F32, floats, in_scope, ints, library, live, model, read_floats};
use tenure::api::{memory, onnx_model, scope, tensor, workspace};
use tenure::error::Status;

#[test]
fn results_follow_the_rules_of_ownership() {
    let Some(library) = library() else { return };
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
    let Some(library) = library() else { return };
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
        // A limit that the session would pass.
        let small = scope::push(root).expect("open");
        scope::set_limit(small, 1 << 19).expect("open");
        let error = model(small, &library, "keep").expect_err("more than the limit");
        assert_eq!(error.status(), Status::LimitExceeded, "{error}");
        assert_eq!(scope::stats(small).expect("open").bytes, 0);
    });
}

#[test]
fn a_limit_that_a_run_passes_leaves_the_session_usable() {
    let Some(library) = library() else { return };
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
    let Some(library) = library() else { return };
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
    let Some(library) = library() else { return };
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
    let Some(library) = library() else { return };
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
