//! What a CUDA device refuses, and in which words.

use super::*;
use tenure::error::Status;
use tenure::ops::*;

#[test]
fn a_device_that_is_not_there_is_named_with_the_reason() {
    cuda();
    let error = Device::Cuda(40).require().expect_err("no machine has so many");
    assert_eq!(error.status(), Status::DeviceUnavailable);
    assert!(error.message().contains("device cuda:40 is not available: the driver sees "), "{error}");
    let error = zeros(Device::Cuda(900), DType::F32, &shape(&[1])).expect_err("out of range");
    assert!(error.message().contains("indices go up to 63"), "{error}");
}

#[test]
fn the_device_says_what_it_is() {
    cuda().require().expect("it is there");
    let gpu = tenure::device::cuda::device(0).expect("it is there");
    let found = gpu.properties();
    assert!(!found.name.is_empty() && found.memory > 1 << 20 && found.capability >= (7, 0), "{found:?}");
    assert!(tenure::device::cuda::count() >= 1);
}

#[test]
fn operands_on_two_devices_are_refused() {
    let a = zeros(Device::Cpu, DType::F32, &shape(&[2])).expect("small");
    let b = zeros(cuda(), DType::F32, &shape(&[2])).expect("small");
    for (a, b) in [(&a, &b), (&b, &a)] {
        let error = binary(BinaryOp::Add, a, b).expect_err("two devices");
        assert_eq!(error.status(), Status::DeviceMismatch);
        assert!(error.message().contains("cpu") && error.message().contains("cuda:0"), "{error}");
    }
    let error = binary_in_place(BinaryOp::Add, &a, &b).expect_err("two devices");
    assert_eq!(error.status(), Status::DeviceMismatch);
}

#[test]
fn an_operation_without_a_kernel_says_what_to_do() {
    let t = ones(cuda(), DType::F32, &shape(&[2, 2])).expect("small");
    let refused = [
        nn::antialiased("interpolate", &t, [3, 3], nn::InterpolateMode::Linear).map(drop),
        unique_along(&t, 0).map(drop),
        linalg::det(&t).map(drop),
    ];
    for result in refused {
        let error = result.expect_err("there is no kernel");
        assert_eq!(error.status(), Status::Unsupported, "{error}");
        assert!(error.message().contains("on cuda:0: copy the tensor with to(cpu)"), "{error}");
    }
    assert_eq!(raw(&here(&t)), raw(&ones(Device::Cpu, DType::F32, &shape(&[2, 2])).expect("small")), "unchanged");
}

#[test]
fn elements_travel_both_ways_in_any_layout() {
    let mut random = Random(30);
    for dtype in DTYPES {
        let t = random.tensor(dtype, &[6, 50]);
        let turned = t.transpose(0, 1).expect("a view");
        assert_eq!(raw(&here(&there(&turned))), raw(&turned));
        let device = there(&t);
        assert_eq!(raw(&here(&device.transpose(0, 1).expect("a view"))), raw(&turned));
        assert_eq!(
            raw(&here(&device.slice(1, 3, 40, 3).expect("a view"))),
            raw(&t.slice(1, 3, 40, 3).expect("a view"))
        );
    }
    // More than all pinned slots together.
    let long: Vec<f32> = (0..3_000_000).map(|i| i as f32).collect();
    let t = Tensor::from_slice(&long, &shape(&[3_000_000])).expect("12 MB");
    assert_eq!(here(&there(&t)).to_vec::<f32>().expect("float32"), long);
}
