//! What only workspaces on a device show.

use crate::DEVICE;
use crate::world::*;
use tenure::api::{memory, module, optimizer, random, scope, tensor, trainer, workspace};
use tenure::error::Status;

const CPU: i32 = 0;
/// The default device of the scope.
const OF_SCOPE: i32 = -1;

fn on_cpu(config: &str) -> u64 {
    workspace::create(0, "batch", 0, Some(config)).expect("it is right")
}

fn device_of(t: u64) -> i32 {
    tensor::device(t).expect("valid")
}

#[test]
fn what_is_made_in_a_cycle_lies_on_the_device_of_its_workspace() {
    let _world = World::new();
    let batch = make(r#"{"initialSize": 65536}"#);
    assert_eq!(scope::default_device(batch).expect("open"), DEVICE);
    cycle(batch, |scope| {
        let below = scope::push(scope).expect("open");
        for owner in [scope, below] {
            let t = tensor::ones(owner, OF_SCOPE, F32, &[10]).expect("there is room");
            let sum = tensor::add(owner, t, t).expect("there is room");
            assert_eq!((device_of(sum), home(t), home(sum)), (DEVICE, batch, batch));
            assert_eq!(values(sum), [2.0; 10]);
        }
        // Made for another device it lies in the memory of that.
        let here = tensor::ones(scope, CPU, F32, &[10]).expect("there is room");
        assert_eq!((device_of(here), home(here)), (CPU, 0));
        let moved = tensor::to_device(scope, here, DEVICE).expect("there is room");
        assert_eq!((device_of(moved), home(moved)), (DEVICE, batch));
        assert_eq!(home(tensor::zeros(scope, OF_SCOPE, F32, &[0]).expect("no bytes")), 0);
    });
    close(batch);
}

#[test]
fn a_workspace_of_the_processor_leaves_memory_of_the_device_to_its_pool() {
    let _world = World::new();
    let batch = on_cpu(r#"{"initialSize": 65536}"#);
    cycle(batch, |scope| {
        let t = full(scope, 3.0, 10);
        assert_eq!((device_of(t), home(t)), (DEVICE, 0));
        assert_eq!(stats(batch).live, 0);
        assert_eq!(values(t), [3.0; 10]);
    });
    close(batch);
}

#[test]
fn limits_of_scopes_count_both_devices_within_one() {
    let _world = World::new();
    let outer = scope::push(0).expect("a scope");
    scope::set_limit(outer, 100_000).expect("open");
    let batch = workspace::create(outer, "batch", 0, Some(&there(r#"{"initialSize": 65536}"#))).expect("it is right");
    cycle(batch, |scope| {
        full(scope, 1.0, 20_000);
        let here = |n| tensor::ones(scope, CPU, F32, &[n]);
        here(4_000).expect("96,000 bytes");
        refused(here(2_000), Status::LimitExceeded, "holds");
        refused(tensor::ones(scope, DEVICE, F32, &[2_000]), Status::LimitExceeded, "holds");
        here(500).expect("98,000 bytes");
    });
    close(outer);
}

#[test]
fn the_limit_of_the_device_counts_its_blocks() {
    let _world = World::new();
    let live = || memory::stats(DEVICE).expect("it is there").live_bytes;
    let before = live();
    let batch = make(r#"{"initialSize": 1048576, "policyAllocation": "STRICT"}"#);
    assert!(live() >= before + (1 << 20));
    memory::set_limit(DEVICE, live() + 100_000).expect("it is there");
    let more = workspace::create(0, "more", 0, Some(&there(r#"{"initialSize": 1048576}"#)));
    refused(more, Status::LimitExceeded, "workspace 'more'");
    cycle(batch, |scope| {
        full(scope, 1.0, 200_000);
        refused(tensor::full(scope, DEVICE, F32, 1.0.into(), &[100_000]), Status::LimitExceeded, "cuda:0");
    });
    memory::set_limit(DEVICE, 0).expect("it is there");
    close(batch);
    assert_eq!(live(), before);
}

#[test]
fn a_device_that_is_not_there_and_memory_of_the_processor_are_refused() {
    let _world = World::new();
    let asked = |config: &str| workspace::create(0, "batch", 0, Some(config));
    refused(asked(r#"{"device": "cuda:40"}"#), Status::DeviceUnavailable, "cuda:40 is not available");
    refused(asked(r#"{"device": "gpu"}"#), Status::InvalidArgument, "device is \"gpu\"");
    refused(asked(&there(r#"{"policyLocation": "MMAP"}"#)), Status::InvalidArgument, "policyLocation MMAP contradicts");
    let config: serde_json::Value =
        serde_json::from_str(&workspace::config_check(r#"{"device": "cuda:40"}"#).expect("in form")).expect("JSON");
    assert_eq!(config["device"], "cuda:40", "only its workspaces need the device");
}

/// A trained network: its losses, with everything of a step in a workspace or not.
fn losses(config: Option<&str>) -> Vec<f64> {
    random::seed(7).expect("a seed");
    let root = scope::push(0).expect("a scope");
    scope::set_default_device(root, DEVICE).expect("it is there");
    let net = module::sequential(root).expect("there is room");
    for part in [module::linear(root, 6, 16, true), module::relu(root), module::linear(root, 16, 3, true)] {
        module::append(net, part.expect("there is room")).expect("it is new");
    }
    let parameters = module::parameters(root, net, true).expect("open");
    let by = optimizer::adam(root, &parameters, 1e-2, 0.9, 0.999, 1e-8, 0.0, false, false).expect("parameters");
    let trained = trainer::new(root, net, by, 1).expect("one tree");
    let x = tensor::randn(root, OF_SCOPE, F32, &[8, 6]).expect("there is room");
    let y = tensor::randn(root, OF_SCOPE, F32, &[8, 3]).expect("there is room");
    let batch = config.map(make);
    let losses = (0..6).map(|_| {
        let step = |scope: u64| {
            let (a, b) = (tensor::add(scope, x, x).expect("room"), tensor::add(scope, y, y).expect("room"));
            assert_eq!(home(a), batch.unwrap_or(0));
            trainer::step(trained, a, b).expect("it fits")
        };
        match batch {
            Some(batch) => cycle(batch, step),
            None => {
                let inner = scope::push(root).expect("open");
                let loss = step(inner);
                close(inner);
                loss
            }
        }
    });
    let losses: Vec<f64> = losses.collect();
    if let Some(batch) = batch {
        close(batch);
    }
    close(root);
    losses
}

#[test]
fn training_in_cycles_gives_the_same_bits() {
    let _world = World::new();
    let without = losses(None);
    assert!(without[5] < without[0], "{without:?}");
    assert_eq!(losses(Some("{}")), without);
    let ring = r#"{"policyReset": "ENDOFBUFFER_REACHED", "overallocationLimit": 1.0}"#;
    assert_eq!(losses(Some(ring)), without);
}
