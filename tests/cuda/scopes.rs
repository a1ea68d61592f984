//! The default device of a scope, properties of devices, and modules that are moved.

use super::*;
use std::path::PathBuf;
use tenure::api::{data_loader, device, memory, module, npy, optimizer, random, safetensors, scheduler, scope, tensor};
use tenure::error::Status;

const CPU: i32 = 0;
const CUDA: i32 = 1 << 16;
const OF_SCOPE: i32 = -1;
const F32: i32 = DType::F32 as i32;
const I64: i32 = DType::I64 as i32;

/// A root scope whose default device is the GPU.
fn on_cuda() -> u64 {
    cuda();
    let made = scope::push(0).expect("a scope");
    scope::set_default_device(made, CUDA).expect("the device is there");
    made
}

fn values(t: u64) -> Vec<f32> {
    let here = tensor::to_device(0, t, CPU).expect("it can be copied");
    let mut bytes = vec![0u8; 4 * tensor::size(here).expect("open") as usize];
    tensor::copy_to(here, &mut bytes[..]).expect("as many bytes");
    tensor::dispose(here).expect("open");
    bytes.chunks(4).map(|four| f32::from_le_bytes(four.try_into().expect("four"))).collect()
}

fn file(name: &str) -> (PathBuf, String) {
    let path = std::env::temp_dir().join(format!("tenure-cuda-{}-{name}", std::process::id()));
    let text = path.to_str().expect("UTF-8").to_owned();
    (path, text)
}

#[test]
fn properties_and_reasons_of_devices() {
    cuda();
    assert_eq!(device::reason(CUDA).expect("a code"), "");
    assert_eq!(device::reason(CPU).expect("a code"), "");
    assert!(device::cuda_count().expect("no call fails") >= 1);
    let found = device::properties(CUDA).expect("it is there");
    assert!(found.free_bytes > 0 && found.free_bytes <= found.total_bytes, "{found:?}");
    assert!(found.compute_major >= 7 && found.compute_minor < 10, "{found:?}");
    assert!(!device::name(CUDA).expect("it is there").is_empty());
    assert_eq!(device::name(CPU).expect("a code"), "cpu");
    let reason = device::reason(CUDA + 40).expect("a code");
    assert!(reason.contains("cuda:40 is not available: the driver sees"), "{reason}");
    assert_eq!(device::properties(CUDA + 40).expect_err("none").status(), Status::DeviceUnavailable);
    let error = device::properties(CPU).expect_err("the processor");
    assert_eq!(error.message(), "cpu has no properties of a CUDA device");
    assert_eq!(device::name(-1).expect_err("no code of a device").status(), Status::InvalidArgument);
}

#[test]
fn every_maker_follows_the_default_of_its_scope() {
    let outer = on_cuda();
    let inner = scope::push(outer).expect("open");
    let mut bytes = Vec::new();
    for number in [1f32, 2.0, 3.0, 4.0] {
        bytes.extend(number.to_le_bytes());
    }
    for seed in 0..2 {
        let makers: [&dyn Fn(u64, i32) -> tenure::error::Result<u64>; 18] = [
            &|s, d| tensor::zeros(s, d, F32, &[2, 2]),
            &|s, d| tensor::ones(s, d, F32, &[2, 2]),
            &|s, d| tensor::full(s, d, F32, 7.5.into(), &[2, 1, 1, 1, 1, 2]),
            &|s, d| tensor::arange(s, d, F32, 0.into(), 9.into(), 2.into()),
            &|s, d| tensor::linspace(s, d, F32, 0.0, 1.0, 7),
            &|s, d| tensor::logspace(s, d, F32, 0.0, 1.0, 7, 10.0),
            &|s, d| tensor::eye(s, d, F32, 3, 4),
            &|s, d| tensor::rand(s, d, F32, &[3, 5]),
            &|s, d| tensor::randn(s, d, F32, &[3, 5]),
            &|s, d| tensor::randint(s, d, F32, 0, 9, &[4]),
            &|s, d| tensor::randperm(s, d, F32, 9),
            &|s, d| tensor::normal(s, d, F32, 1.0, 2.0, &[3]),
            &|s, d| tensor::uniform(s, d, F32, 1.0, 2.0, &[3]),
            &|s, d| tensor::from_data(s, d, F32, &bytes[..], &[2, 2]),
            &|s, d| tensor::from_data_as(s, d, F32, F32, &bytes[..], &[4]),
            &|s, d| tensor::tril_indices(s, d, F32, 3, 3, 0),
            &|s, d| tensor::fftfreq(s, d, F32, 8, 1.0),
            &|s, d| tensor::from_data_as(s, d, I64, F32, &bytes[..], &[4]),
        ];
        for (i, make) in makers.iter().enumerate() {
            random::seed(seed).expect("a seed");
            let there = make(inner, OF_SCOPE).unwrap_or_else(|error| panic!("maker {i}: {error}"));
            assert_eq!(tensor::device(there).expect("open"), CUDA, "maker {i}");
            random::seed(seed).expect("a seed");
            let here = make(inner, CPU).expect("on the processor");
            assert_eq!(tensor::device(here).expect("open"), CPU, "maker {i} with a device");
            let cast = |t| tensor::cast(0, t, F32).expect("float32");
            assert_eq!(values(cast(there)), values(cast(here)), "maker {i}");
        }
    }
    assert_eq!(scope::default_device(inner).expect("open"), CUDA);
    scope::set_default_device(inner, CPU).expect("there");
    let own = tensor::zeros(inner, OF_SCOPE, F32, &[1]).expect("small");
    assert_eq!(tensor::device(own).expect("open"), CPU, "the nearest default holds");
    let unowned = tensor::zeros(0, OF_SCOPE, F32, &[1]).expect("small");
    assert_eq!(tensor::device(unowned).expect("open"), CPU, "without a scope it is the processor");
    tensor::dispose(unowned).expect("open");
    let live = memory::stats(CUDA).expect("there").live_bytes;
    assert!(live > 0);
    scope::close(outer).expect("open");
    assert_eq!(memory::stats(CUDA).expect("there").live_bytes, 0, "the scope closes what is on the device");
    let error = scope::default_device(inner).expect_err("closed");
    assert_eq!(error.status(), Status::InvalidHandle);
}

#[test]
fn a_default_that_is_not_there_is_refused() {
    cuda();
    let root = scope::push(0).expect("a scope");
    let error = scope::set_default_device(root, CUDA + 40).expect_err("not there");
    assert_eq!(error.status(), Status::DeviceUnavailable);
    assert_eq!(scope::default_device(root).expect("open"), CPU);
    assert_eq!(scope::set_default_device(root, 77).expect_err("no code").status(), Status::InvalidArgument);
    scope::close(root).expect("open");
    assert_eq!(scope::set_default_device(root, CPU).expect_err("closed").status(), Status::InvalidHandle);
}

#[test]
fn files_and_batches_are_copied_to_the_default_device() {
    let root = on_cuda();
    let t = tensor::arange(root, CPU, F32, 0.into(), 6.into(), 1.into()).expect("small");
    let ((npy_path, npy_file), (st_path, st_file)) = (file("one.npy"), file("one.safetensors"));
    let there = tensor::to_device(root, t, CUDA).expect("small");
    npy::save(&npy_file, there).expect("from the device");
    safetensors::save(&st_file, &["a"], &[there]).expect("from the device");
    let read = [
        npy::load(root, &npy_file).expect("it was written"),
        npy::load_as(root, &npy_file, F32).expect("it was written"),
        safetensors::load(root, &st_file, "a").expect("it was written"),
        safetensors::load_list(root, &st_file, "a", 0).expect("it was written")[0],
    ];
    for read in read {
        assert_eq!(tensor::device(read).expect("open"), CUDA);
        assert_eq!(values(read), [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]);
    }
    let loader = data_loader::new(root, &[t], 4, false, 0, false).expect("a loader");
    let batch = data_loader::next(root, loader).expect("there are rows");
    assert_eq!(tensor::device(batch[0]).expect("open"), CUDA);
    assert_eq!(values(batch[0]), [0.0, 1.0, 2.0, 3.0]);
    scope::close(root).expect("open");
    for path in [npy_path, st_path] {
        std::fs::remove_file(path).expect("it was written");
    }
}

/// The operation does not know in which module it is; the module does.
#[test]
fn a_module_without_a_kernel_names_itself() {
    cuda();
    let root = scope::push(0).expect("a scope");
    let net = module::sequential(root).expect("empty");
    module::add(net, "turn", module::rotate(root, 30.0, 0, 0.0).expect("nearest")).expect("it has no parent");
    let x = tensor::ones(root, CUDA, F32, &[1, 1, 2, 2]).expect("small");
    let error = module::forward(root, net, x).expect_err("there is no kernel");
    assert_eq!(error.status(), Status::Unsupported);
    let wanted = "Rotate: this operation is not available on cuda:0: copy the tensor with to(cpu)";
    assert!(error.message().ends_with(wanted), "{error}");
    let all = module::forward_all(root, net, &[x]).expect_err("there is no kernel");
    assert!(all.message().ends_with(wanted), "{all}");
    scope::close(root).expect("open");
}

#[test]
fn modules_are_made_on_and_moved_to_devices() {
    cuda();
    let root = scope::push(0).expect("a scope");
    random::seed(3).expect("a seed");
    let here = module::linear(root, 3, 2, true).expect("small");
    let on = on_cuda();
    random::seed(3).expect("a seed");
    let there = module::linear(on, 3, 2, true).expect("small");
    let weight = |m| module::get(root, m, "weight").expect("a parameter");
    assert_eq!(tensor::device(weight(there)).expect("open"), CUDA);
    assert_eq!(values(weight(there)), values(weight(here)), "drawn from the one stream");
    let x = tensor::ones(root, CPU, F32, &[4, 3]).expect("small");
    let error = module::forward(root, there, x).expect_err("two devices");
    assert_eq!(error.status(), Status::DeviceMismatch);
    assert!(error.message().contains("cpu and cuda:0"), "{error}");
    module::to_device(here, CUDA).expect("there");
    assert_eq!(tensor::device(weight(here)).expect("open"), CUDA);
    let there_x = tensor::to_device(root, x, CUDA).expect("small");
    let y = module::forward(root, here, there_x).expect("one device");
    module::to_device(here, CPU).expect("and back");
    assert_eq!(tensor::device(weight(here)).expect("open"), CPU);
    let wanted = values(module::forward(root, here, x).expect("one device"));
    for (a, b) in values(y).iter().zip(wanted) {
        assert!((a - b).abs() <= 1e-6, "{a} {b}");
    }
    let error = module::to_device(here, CUDA + 40).expect_err("not there");
    assert_eq!(error.status(), Status::DeviceUnavailable);
    assert_eq!(tensor::device(weight(here)).expect("open"), CPU, "nothing has moved");
    scope::close(on).expect("open");
    scope::close(root).expect("open");
}

#[test]
fn tied_parameters_stay_tied_and_buffers_move() {
    cuda();
    let root = scope::push(0).expect("a scope");
    let net = module::sequential(root).expect("small");
    for part in [module::linear(root, 4, 4, false), module::linear(root, 4, 4, false)] {
        module::append(net, part.expect("small")).expect("a part");
    }
    module::append(net, module::batch_norm1d(root, 4, 1e-5, Some(0.1), true, true).expect("small")).expect("a part");
    module::tie(net, "1.weight", "0.weight").expect("of one shape");
    let before = memory::stats(CUDA).expect("there").live_bytes;
    module::to_device(net, CUDA).expect("there");
    let moved = memory::stats(CUDA).expect("there").live_bytes - before;
    assert_eq!(moved, 4 * (16 + 4 * 4) + 8, "the tied weight moves once");
    for buffer in module::buffers(root, net).expect("open") {
        assert_eq!(tensor::device(buffer).expect("open"), CUDA);
    }
    let (path, text) = file("state.safetensors");
    module::save(net, &text).expect("from the device");
    module::load(net, &text, true, false).expect("to the device");
    let zero = module::get(root, net, "0.weight").expect("a parameter");
    assert_eq!(tensor::device(zero).expect("open"), CUDA);
    tensor::fill(zero, 2.0.into()).expect("in place");
    assert_eq!(values(module::get(root, net, "1.weight").expect("a parameter")), vec![2.0; 16], "still one parameter");
    std::fs::remove_file(path).expect("it was written");
    scope::close(root).expect("open");
}

/// A program's module has parameters of its own handles, which its `forward` reads.
#[test]
fn the_handle_of_a_parameter_moves_with_it() {
    cuda();
    let root = scope::push(0).expect("a scope");
    let own = module::custom(root, "Own").expect("small");
    let weight = tensor::ones(root, CPU, F32, &[3]).expect("small");
    module::register_parameter(own, "weight", weight).expect("a free name");
    for device in [CUDA, CPU] {
        module::to_device(own, device).expect("it is there");
        assert_eq!(tensor::device(weight).expect("open"), device);
        assert_eq!(values(weight), [1.0; 3]);
    }
    scope::close(root).expect("open");
}

/// Numbers that the library reads from a tensor may lie on the default device.
#[test]
fn numbers_of_a_call_are_read_from_the_device() {
    let root = on_cuda();
    let weight = tensor::ones(root, OF_SCOPE, F32, &[2]).expect("small");
    let by = optimizer::sgd(root, &[weight], 0.1, 0.0, 0.0, 0.0, false, false).expect("a parameter");
    let steps = tensor::arange(root, OF_SCOPE, I64, 1.into(), 3.into(), 1.into()).expect("small");
    let made = scheduler::multi_step_lr(root, by, steps, 0.5).expect("two numbers");
    scheduler::step(made).expect("the first milestone");
    assert_eq!(optimizer::setting(by, 0, "lr").expect("a setting"), 0.05);
    let shares = tensor::full(root, OF_SCOPE, F32, 2.0.into(), &[1]).expect("small");
    let error =
        tensor::quantile_interpolation(root, weight, shares, &[], false, 0).expect_err("a share is from 0 to 1");
    assert_eq!(error.status(), Status::InvalidArgument, "{error}");
    scope::close(root).expect("open");
}
