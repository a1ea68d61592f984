//! Modules through the API: ownership, what a tape records, what is refused, and that nothing is left
//! behind.

use std::sync::{Mutex, MutexGuard, PoisonError};
use tenure::api::types::*;
use tenure::api::{handle, memory, module, optimizer, report, scope, tape, tensor, workspace};
use tenure::error::{Result, Status};
use tenure::tensor::DType;

/// Live counts are those of the process: one test at a time.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

const F32: i32 = DType::F32 as i32;

/// A scope; what it owns goes with it.
struct Root(u64);

impl Root {
    fn new() -> Root {
        Root(scope::push(0).expect("a scope"))
    }
}

impl Drop for Root {
    fn drop(&mut self) {
        scope::close(self.0).expect("open");
    }
}

fn of(scope: Owner, shape: &[i64], values: &[f32]) -> Result<u64> {
    let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_ne_bytes()).collect();
    tensor::from_data(scope, 0, F32, &bytes[..], shape)
}

fn values(t: u64) -> Vec<f32> {
    let mut bytes = vec![0; tensor::size(t).expect("open") as usize * 4];
    tensor::copy_to(t, &mut bytes[..]).expect("there is room");
    bytes.chunks(4).map(|value| f32::from_ne_bytes(value.try_into().expect("four bytes"))).collect()
}

/// `Sequential` of `fc`, a `Linear` from 2 to 2, and `act`, a `ReLU`.
fn net(scope: Owner) -> Result<u64> {
    let net = module::sequential(scope)?;
    module::add(net, "fc", module::linear(scope, 2, 2, true)?)?;
    module::add(net, "act", module::relu(scope)?)?;
    Ok(net)
}

fn refused<T: std::fmt::Debug>(result: Result<T>, status: Status, part: &str) {
    let error = result.expect_err("it is refused");
    assert_eq!(error.status(), status, "{}", error.message());
    assert!(error.message().contains(part), "{part:?} is not in {:?}", error.message());
}

fn live() -> (u64, u64) {
    let stats = memory::stats(0).expect("the processor");
    (stats.live_handles, stats.live_bytes)
}

#[test]
fn closing_a_module_leaves_nothing() {
    let _alone = alone();
    let before = live();
    let root = Root::new();
    let net = net(root.0).expect("made");
    let x = of(root.0, &[1, 2], &[1.0, 2.0]).expect("made");
    let members = scope::stats(root.0).expect("open").members;
    let y = module::forward(root.0, net, x).expect("it fits");
    assert_eq!(scope::stats(root.0).expect("open").members, members + 1, "all but the result is freed");
    tensor::dispose(y).expect("alive");
    module::dispose(net).expect("open");
    refused(module::forward(root.0, net, x), Status::InvalidHandle, "closed");
    drop(root);
    assert_eq!(live(), before);
}

#[test]
fn a_module_is_a_scope_node_for_statistics_limits_and_dumps() {
    let _alone = alone();
    let root = Root::new();
    let net = net(root.0).expect("made");
    let stats = scope::stats(root.0).expect("open");
    assert_eq!((stats.members, stats.tensors, stats.scopes), (5, 2, 0));
    assert_eq!(stats.bytes, 24);
    assert_eq!(scope::members(net).expect("open").len(), 2);
    let dump = report::dump(root.0, 0).expect("open");
    assert!(dump.contains("module Sequential"), "{dump}");
    assert!(dump.contains("module Linear 'fc'"), "{dump}");
    assert!(dump.contains("'weight'"), "{dump}");
    let json = report::dump(root.0, 1).expect("open");
    assert!(json.contains(r#""kind": "module""#) && json.contains(r#""class": "Linear""#), "{json}");
    let parsed: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
    assert_eq!(parsed["roots"][0]["children"][0]["kind"], "module");
    let small = scope::push(root.0).expect("a scope");
    scope::set_limit(small, 100).expect("open");
    refused(module::linear(small, 100, 100, true), Status::LimitExceeded, "limit is 100");
    assert_eq!(scope::stats(small).expect("open").members, 0, "a module is made whole or not at all");
    refused(scope::attach(small, module::linear(root.0, 10, 10, true).expect("made")), Status::LimitExceeded, "limit");
    scope::attach(small, module::linear(root.0, 2, 2, true).expect("made")).expect("24 bytes fit");
    refused(scope::attach(net, small), Status::InvalidHandle, "module handle");
}

#[test]
fn a_parameter_stays_with_its_module_and_is_named_by_its_path() {
    let _alone = alone();
    let root = Root::new();
    let outer = module::sequential(root.0).expect("made");
    module::add(outer, "encoder", net(root.0).expect("made")).expect("it is no part yet");
    let linear = module::child(outer, "encoder.fc").expect("there");
    let weight = scope::members(linear).expect("open")[0];
    let other = scope::push(root.0).expect("a scope");
    let moves: [Result<()>; 6] = [
        scope::attach(other, weight),
        scope::temp_attach(other, weight),
        scope::detach(weight),
        scope::keep(weight),
        scope::ret(other, weight),
        scope::pop(other, &[weight]).and_then(|()| scope::attach(root.0, weight)),
    ];
    for moved in moves {
        refused(moved, Status::InvalidArgument, "parameter 'encoder.fc.weight' stays with its module");
    }
    refused(scope::detach(linear), Status::InvalidArgument, "module 'encoder.fc' stays with the Sequential");
    assert_eq!(scope::owner(weight).expect("alive"), root.0, "the scope that owns the whole");
    let inner = scope::push(root.0).expect("a scope");
    scope::attach(inner, outer).expect("a whole module moves");
    refused(scope::pop(inner, &[weight]), Status::InvalidArgument, "stays with its module");
    scope::pop(inner, &[weight, outer]).expect("a parameter goes with its module");
    assert_eq!(scope::owner(outer).expect("alive"), root.0);
    // Results beside a parameter belong to the scope of the module, not to the module.
    let result = tensor::relu(0, weight).expect("computed");
    assert_eq!(scope::owner(result).expect("alive"), root.0);
    assert_eq!(scope::members(linear).expect("open").len(), 2);
}

#[test]
fn a_module_without_a_scope_is_unowned_and_so_is_what_its_parameters_give() {
    let _alone = alone();
    let before = live();
    let net = net(0).expect("made");
    assert_eq!(scope::owner(net).expect("alive"), 0);
    let linear = module::child(net, "fc").expect("there");
    let weight = scope::members(linear).expect("open")[0];
    let result = tensor::relu(0, weight).expect("computed");
    assert_eq!(scope::owner(result).expect("alive"), 0);
    handle::release(&[result, net]);
    assert_eq!(live(), before);
}

#[test]
fn a_closed_part_is_named_by_the_call_of_the_whole() {
    let _alone = alone();
    let root = Root::new();
    let net = net(root.0).expect("made");
    module::dispose(module::child(net, "fc").expect("there")).expect("open");
    let x = of(root.0, &[1, 2], &[1.0, 2.0]).expect("made");
    refused(module::forward(root.0, net, x), Status::InvalidHandle, "module 'fc': the Linear is closed");
}

#[test]
fn errors_of_computing_name_the_part() {
    let _alone = alone();
    let root = Root::new();
    let outer = module::sequential(root.0).expect("made");
    module::add(outer, "encoder", net(root.0).expect("made")).expect("no part yet");
    let x = of(root.0, &[1, 3], &[1.0, 2.0, 3.0]).expect("made");
    refused(module::forward(root.0, outer, x), Status::ShapeMismatch, "module 'encoder': module 'fc': ");
}

#[test]
fn a_tape_records_user_operations_on_registered_parameters_too() {
    let _alone = alone();
    let root = Root::new();
    let own = module::custom(root.0, "Scale").expect("made");
    let factor = of(root.0, &[2], &[3.0, 4.0]).expect("made");
    module::register_parameter(own, "factor", factor).expect("the name is free");
    let x = of(root.0, &[2], &[5.0, 6.0]).expect("made");
    let on = tape::open(root.0).expect("a tape");
    let watched = module::watch(root.0, own, on).expect("open");
    let loss = tensor::sum(root.0, tensor::mul(root.0, factor, x).expect("same shape"), &[], false).expect("summed");
    let gradients = tape::backward(root.0, on, loss, &watched).expect("recorded");
    assert_eq!(values(gradients[0]), [5.0, 6.0]);
    // Afterwards the same handle computes without a tape.
    assert_eq!(values(tensor::mul(root.0, factor, x).expect("same shape")), [15.0, 24.0]);
    refused(module::forward(root.0, own, x), Status::Unsupported, "forward of Scale");
}

#[test]
fn registering_refuses_names_and_ties_what_is_a_parameter_already() {
    let _alone = alone();
    let root = Root::new();
    let own = module::custom(root.0, "Own").expect("made");
    let w = of(root.0, &[2], &[1.0, 2.0]).expect("made");
    for name in ["", "a.b", "a\nb"] {
        refused(module::register_parameter(own, name, w), Status::InvalidArgument, "cannot be a name");
    }
    module::register_parameter(own, "a", w).expect("the name is free");
    refused(module::register_buffer(own, "a", w, true), Status::InvalidArgument, "has a member 'a' already");
    module::register_parameter(own, "b", w).expect("tied");
    assert_eq!(module::parameter_names(own, false).expect("open"), "a\n");
    assert_eq!(module::state_names(own).expect("open"), "a\nb\n");
    assert_eq!(module::parameter_count(own, false).expect("open"), 2);
    let mean = of(root.0, &[1], &[0.0]).expect("made");
    let scratch = of(root.0, &[1], &[0.0]).expect("made");
    module::register_buffer(own, "mean", mean, true).expect("free");
    module::register_buffer(own, "scratch", scratch, false).expect("free");
    assert_eq!(module::state_names(own).expect("open"), "a\nb\nmean\n");
    assert_eq!(module::buffer_names(own).expect("open"), "mean\nscratch\n");
}

#[test]
fn threads_append_under_numbers_of_their_own() {
    let _alone = alone();
    let root = Root::new();
    let net = module::sequential(root.0).expect("made");
    let append = || {
        let numbers = (0..50).map(|_| module::append(net, module::identity(root.0).expect("made")).expect("appended"));
        numbers.collect::<Vec<u64>>()
    };
    let mut numbers: Vec<u64> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(append)).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect()
    });
    numbers.sort_unstable();
    assert_eq!(numbers, (0..200).collect::<Vec<u64>>());
    let names: String = (0..200).map(|i| format!("{i}\n")).collect();
    assert_eq!(module::child_names(net).expect("open"), names);
    let named = module::sequential(root.0).expect("made");
    module::add(named, "1", module::identity(root.0).expect("made")).expect("free");
    refused(module::append(named, module::identity(root.0).expect("made")), Status::InvalidArgument, "member '1'");
}

#[test]
fn names_of_a_state_are_any_text() {
    let _alone = alone();
    let root = Root::new();
    let own = module::custom(root.0, "Own").expect("made");
    let w = of(root.0, &[1], &[1.0]).expect("made");
    module::register_parameter(own, "w\\n", w).expect("the name is free");
    assert_eq!(module::state_names(own).expect("open"), "w\\\\n\n");
    let other = of(root.0, &[1], &[2.0]).expect("made");
    let load = |names: &str, given: &[u64]| module::load_state(own, names, given, false, false).expect("it fits");
    for (name, missing) in [("w\r", "w\r"), ("a\\nb", "a\\nb"), ("", "")] {
        let rows = load(&format!("{name}\n"), &[other]);
        assert_eq!(rows, format!("missing\tw\\\\n\nunexpected\t{missing}\n"));
    }
    assert_eq!(load("w\\\\n", &[other]), "");
    let got = module::get_all(root.0, own, "w\\\\n\nw\\\\n\n").expect("it is there");
    assert_eq!(got.iter().map(|&t| values(t)).collect::<Vec<_>>(), [[2.0], [2.0]]);
    refused(module::get_all(root.0, own, "w\\\\n\nv\n"), Status::InvalidArgument, "there is no 'v'");
}

#[test]
fn a_tensor_of_a_workspace_is_copied_when_it_becomes_a_parameter() {
    let _alone = alone();
    let root = Root::new();
    let own = module::custom(root.0, "Own").expect("made");
    let batch = workspace::create(0, "batch", 0, Some(r#"{"initialSize": 65536}"#)).expect("it is right");
    let (cycle, _) = workspace::enter(batch, 0).expect("open");
    let w = of(cycle, &[2], &[1.0, 2.0]).expect("made");
    module::register_parameter(own, "w", w).expect("free");
    let linear = module::linear(cycle, 2, 2, true).expect("made");
    workspace::leave(batch, &[linear]).expect("entered");
    assert_eq!(values(w), [1.0, 2.0], "the handle is the module's, in other memory");
    assert_eq!(values(module::get(root.0, own, "w").expect("there")), [1.0, 2.0]);
    let x = of(root.0, &[1, 2], &[1.0, 1.0]).expect("made");
    module::forward(root.0, linear, x).expect("it has left the workspace whole");
    module::dispose(linear).expect("open");
    scope::close(batch).expect("open");
}

#[test]
fn dtypes_are_converted_all_at_once_and_ties_stay() {
    let _alone = alone();
    let root = Root::new();
    let net = net(root.0).expect("made");
    refused(module::to_dtype(net, DType::I64 as i32), Status::DtypeMismatch, "int64");
    module::to_dtype(net, DType::F64 as i32).expect("floating");
    let weight = module::get(root.0, net, "fc.weight").expect("there");
    assert_eq!(tensor::dtype(weight).expect("open"), DType::F64 as i32);
    let member = scope::members(module::child(net, "fc").expect("there")).expect("open")[0];
    assert_eq!(tensor::dtype(member).expect("open"), DType::F64 as i32, "the handle follows");
}

#[test]
fn modules_nest_at_most_128_deep() {
    let _alone = alone();
    let root = Root::new();
    let top = module::sequential(root.0).expect("made");
    let mut at = top;
    for _ in 1..128 {
        let next = module::sequential(root.0).expect("made");
        module::add(at, "in", next).expect("not too deep");
        at = next;
    }
    let below = module::identity(root.0).expect("made");
    refused(module::add(at, "in", below), Status::InvalidArgument, "129 modules deep");
    let x = of(root.0, &[1], &[7.0]).expect("made");
    assert_eq!(values(module::forward(root.0, top, x).expect("computed")), [7.0]);
}

#[test]
fn a_summary_has_a_row_for_each_module() {
    let _alone = alone();
    let root = Root::new();
    let net = net(root.0).expect("made");
    let table = module::summary(net, &[5, 2], F32).expect("it fits");
    let rows: Vec<Vec<&str>> = table.lines().map(|row| row.split_whitespace().collect()).collect();
    assert_eq!(rows[1], ["Sequential", "[5,2]", "0", "0"]);
    assert_eq!(rows[2], ["fc", "Linear", "[5,2]", "6", "24"]);
    assert_eq!(rows[3], ["act", "ReLU", "[5,2]", "0", "0"]);
    assert_eq!(table.lines().last(), Some("6 parameters, 0 of them frozen; 24 bytes"));
    assert!(module::is_training(net).expect("open"), "the mode is as it was");
    let text = module::describe(net).expect("open");
    assert_eq!(text, "Sequential(\n  (fc): Linear(in_features=2, out_features=2, bias=True)\n  (act): ReLU()\n)");
}

#[test]
fn many_threads_call_one_module_while_it_is_closed() {
    let _alone = alone();
    let before = live();
    for _ in 0..50 {
        let root = Root::new();
        let net = net(root.0).expect("made");
        let x = of(root.0, &[1, 2], &[1.0, 2.0]).expect("made");
        std::thread::scope(|threads| {
            for _ in 0..4 {
                threads.spawn(|| {
                    for _ in 0..20 {
                        match module::forward(u64::MAX, net, x) {
                            Ok(y) => tensor::dispose(y).expect("mine"),
                            Err(error) => assert_eq!(error.status(), Status::InvalidHandle, "{}", error.message()),
                        }
                    }
                });
            }
            module::dispose(net).expect("open");
        });
    }
    assert_eq!(live(), before);
}

#[test]
fn scopes_and_modules_are_closed_by_their_own_functions() {
    let _alone = alone();
    let root = Root::new();
    let net = net(root.0).expect("made");
    refused(module::dispose(root.0), Status::InvalidHandle, "scope handle");
    refused(scope::pop(net, &[]), Status::InvalidHandle, "module handle");
    assert!(module::is_training(net).expect("open"));
}

#[test]
fn a_state_made_of_the_module_itself_is_read_before_it_is_written() {
    let _alone = alone();
    let root = Root::new();
    let own = module::custom(root.0, "Own").expect("made");
    let a = of(root.0, &[2], &[1.0, 2.0]).expect("made");
    let b = of(root.0, &[2], &[3.0, 4.0]).expect("made");
    module::register_parameter(own, "a", a).expect("free");
    module::register_parameter(own, "b", b).expect("free");
    module::load_state(own, "a\nb\n", &[b, a], true, false).expect("it fits");
    assert_eq!((values(a), values(b)), (vec![3.0, 4.0], vec![1.0, 2.0]));
}

#[test]
fn a_parameter_that_was_frozen_is_not_recorded_on_the_tape_before() {
    let _alone = alone();
    let root = Root::new();
    let net = module::sequential(root.0).expect("made");
    for name in ["0", "1"] {
        module::add(net, name, module::linear(root.0, 2, 2, true).expect("made")).expect("free");
    }
    let (first, second) = (tape::open(root.0).expect("a tape"), tape::open(root.0).expect("a tape"));
    module::watch(root.0, net, first).expect("open");
    module::set_frozen(module::child(net, "0").expect("there"), true).expect("open");
    let watched = module::watch(root.0, net, second).expect("open");
    let x = of(root.0, &[1, 2], &[1.0, 2.0]).expect("made");
    let y = module::forward(root.0, net, x).expect("one tape records it");
    let loss = tensor::sum(root.0, y, &[], false).expect("summed");
    assert_eq!(tape::backward(root.0, second, loss, &watched).expect("recorded").len(), 2);
}

#[test]
fn prelu_keeps_infinities() {
    let _alone = alone();
    let root = Root::new();
    let prelu = module::prelu(root.0, 1, 0.25).expect("made");
    let x = of(root.0, &[3], &[f32::INFINITY, f32::NEG_INFINITY, -2.0]).expect("made");
    let y = module::forward(root.0, prelu, x).expect("computed");
    assert_eq!(values(y), [f32::INFINITY, f32::NEG_INFINITY, -0.5]);
}

#[test]
fn moving_a_module_to_the_device_that_it_is_on_changes_nothing() {
    const CPU: i32 = 0;
    let _alone = alone();
    let before = live();
    {
        let root = Root::new();
        let net = module::linear(root.0, 2, 1, true).expect("made");
        module::requires_grad(net, true).expect("float32");
        let parameters = module::parameters(root.0, net, true).expect("open");
        let by = optimizer::sgd(root.0, &parameters, 0.5, 0.0, 0.0, 0.0, false, false).expect("leaves");
        for _ in 0..2 {
            module::to_device(net, CPU).expect("there");
            let weight = values(parameters[0]);
            let x = of(root.0, &[1, 2], &[1.0, 2.0]).expect("made");
            let y = module::forward(root.0, net, x).expect("computed");
            tensor::backward(y, false).expect("one element");
            optimizer::step_leaves(by).expect("there are gradients");
            assert_eq!(values(parameters[0]), [weight[0] - 0.5, weight[1] - 1.0]);
            optimizer::zero_gradients(by).expect("open");
        }
    }
    assert_eq!(live(), before);
}

#[test]
fn an_optimizer_goes_on_with_the_parameters_of_a_module_that_was_converted() {
    let _alone = alone();
    let before = live();
    {
        let root = Root::new();
        let net = module::linear(root.0, 2, 1, false).expect("made");
        module::requires_grad(net, true).expect("float32");
        let parameters = module::parameters(root.0, net, true).expect("open");
        let by = optimizer::sgd(root.0, &parameters, 0.5, 0.9, 0.0, 0.0, false, false).expect("leaves");
        let weight_of = |net| {
            let now = module::parameters(root.0, net, true).expect("open");
            values(tensor::cast(root.0, now[0], F32).expect("room"))
        };
        let mut now = DType::F32;
        // By momentum: the second and third updates need the state of the one before.
        for (next, factor) in [(DType::F64, 1.0), (DType::F32, 1.9), (DType::F32, 2.71)] {
            let x = of(root.0, &[1, 2], &[1.0, 2.0]).expect("made");
            let x = tensor::cast(root.0, x, now.code()).expect("room");
            let y = module::forward(root.0, net, x).expect("computed");
            tensor::backward(y, false).expect("one element");
            let weight = weight_of(net);
            module::to_dtype(net, next.code()).expect("floating-point");
            optimizer::step_leaves(by).expect("there are gradients");
            for ((new, old), x) in weight_of(net).iter().zip(weight).zip([1.0, 2.0]) {
                assert!((new - (old - 0.5 * factor * x)).abs() < 1e-5, "{next}: {new} after {old}");
            }
            optimizer::zero_gradients(by).expect("open");
            now = next;
        }
    }
    assert_eq!(live(), before);
}

/// `fc`, a `Linear` from 3 to 2, and `norm`, a `BatchNorm1d` of 2, as tests/data/io/make_torch.py
/// has them.
fn of_pytorch(scope: Owner) -> Result<u64> {
    let net = module::sequential(scope)?;
    module::add(net, "fc", module::linear(scope, 3, 2, true)?)?;
    module::add(net, "norm", module::batch_norm1d(scope, 2, 1e-5, Some(0.1), true, true)?)?;
    Ok(net)
}

#[test]
fn a_state_is_loaded_from_the_files_that_pytorch_writes() {
    let _alone = alone();
    let file = |name: &str| format!("{}/tests/data/io/{name}", env!("CARGO_MANIFEST_DIR"));
    let before = live();
    {
        let root = Root::new();
        // A state dict, and a checkpoint of Lightning, which holds the state of an optimizer too.
        for name in ["torch_state.pth", "torch_lightning.ckpt"] {
            let net = of_pytorch(root.0).expect("made");
            module::load(net, &file(name), true, false).expect(name);
            let parameters = module::parameters(root.0, net, true).expect("open");
            let read: Vec<Vec<f32>> = parameters.iter().map(|&t| values(t)).collect();
            assert_eq!(
                read,
                [vec![0.0, 1.0, 2.0, 3.0, 4.0, 5.0], vec![0.0, 1.0], vec![0.0, 1.0], vec![0.0, 1.0]],
                "{name}"
            );
        }
        let net = of_pytorch(root.0).expect("made");
        refused(module::load(net, &file("torch_module.pt"), true, false), Status::Unsupported, "state_dict");
        refused(module::load(net, &file("torch_legacy.pth"), true, false), Status::Unsupported, "before version 1.6");
        refused(module::load(net, &file("torch_values.pt"), true, false), Status::InvalidArgument, "'fc.weight'");
        refused(module::load(net, &file("no_such.pth"), true, false), Status::Io, "no_such.pth");
    }
    assert_eq!(live(), before);
}
