//! Products: by cuBLAS where it is there, else by kernels of our own.

use super::bits::numbers;
use super::*;
use tenure::ops::*;

/// With cuBLAS of the fake driver.
fn with_blas() {
    if std::env::var_os("TENURE_TEST_GPU").is_none() {
        // SAFETY: no other thread of this program reads the environment.
        unsafe { std::env::set_var("TENURE_CUBLAS", driver::library()) };
    }
}

/// The product on the device, against the processor's of the same elements in float64.
fn close(what: &str, a: &Tensor, b: &Tensor, on: &dyn Fn(&Tensor) -> Tensor) {
    let got = matmul(&on(&there(a)), &on(&there(b))).unwrap_or_else(|error| panic!("{what}: {error}"));
    let wide = |t: &Tensor| cast(t, DType::F64).expect("a cast");
    let (a, b) = (wide(&on(a)), wide(&on(b)));
    let wanted = matmul(&a, &b).expect("a product");
    let absolute = |t: &Tensor| unary(UnaryOp::Abs, t).expect("sizes");
    let sizes = matmul(&absolute(&a), &absolute(&b)).expect("a product").to_vec::<f64>().expect("float64");
    assert_eq!((got.device(), got.shape()), (cuda(), wanted.shape()), "{what}");
    let unit = match got.dtype() {
        DType::F64 => 1e-15,
        DType::F32 => 6e-8 * (a.shape()[a.rank() - 1] + 1) as f64,
        DType::F16 => 1e-3,
        _ => 8e-3,
    };
    let got = wide(&here(&got)).to_vec::<f64>().expect("float64");
    for ((got, wanted), size) in got.iter().zip(wanted.to_vec::<f64>().expect("float64")).zip(sizes) {
        assert!((got - wanted).abs() <= unit * size + 1e-7, "{what}: {got} {wanted}");
    }
}

fn products() {
    let same: &dyn Fn(&Tensor) -> Tensor = &|t| t.clone();
    let turned: &dyn Fn(&Tensor) -> Tensor = &|t| t.transpose(-2, -1).expect("a view");
    let part: &dyn Fn(&Tensor) -> Tensor = &|t| t.slice(-1, 1, 4, 1).expect("a view");
    for dtype in [DType::F32, DType::F64, DType::F16, DType::BF16] {
        let make = |seed, dims: &[i64]| numbers(seed, dtype, dims);
        for (a, b, how) in [
            (&[3i64, 5][..], &[5i64, 7][..], same),
            (&[5, 3], &[7, 5], turned),
            (&[1, 5], &[5, 1], same),
            (&[5, 1], &[1, 5], turned),
            (&[4, 5], &[3, 6], part),
            (&[2, 3, 5], &[2, 5, 4], same),
            (&[2, 3, 5], &[5, 4], same),
            (&[3, 5], &[2, 5, 4], same),
            (&[2, 1, 3, 5], &[4, 5, 2], same),
            (&[6, 2, 3], &[6, 4, 2], turned),
        ] {
            close(&format!("{dtype} {a:?} {b:?}"), &make(90, a), &make(91, b), how);
        }
    }
}

#[test]
fn products_by_blas() {
    with_blas();
    products();
    let gpu = tenure::device::cuda::device(0).expect("it is there");
    assert!(std::env::var_os("TENURE_CUBLAS").is_none() || gpu.has_blas().expect("it works"));
}

#[test]
fn products_by_kernels() {
    // SAFETY: no other thread of this program reads the environment.
    unsafe { std::env::set_var("TENURE_CUBLAS", "off") };
    tenure::api::log::set_level(3).expect("no other logger is there");
    products();
    let records = tenure::api::log::records(0).expect("any");
    let said = "3\tdevice\t\tcuBLAS is not used for products on cuda:0: TENURE_CUBLAS is off\tabsent\n";
    assert_eq!(records.matches(said).count(), 1, "{records}");
    assert_eq!(records.matches("3\tdevice\t\tthe CUDA driver was opened; it is for CUDA 1").count(), 1, "{records}");
    assert!(!tenure::device::cuda::device(0).expect("it is there").has_blas().expect("it works"));
}

#[test]
fn what_blas_of_the_fake_refuses_a_kernel_computes() {
    with_blas();
    let fake = fake::Fake::open();
    let (a, b) = (numbers(92, DType::F32, &[3, 5]), numbers(93, DType::F32, &[5, 7]));
    let product = || here(&matmul(&there(&a), &there(&b)).expect("a product"));
    let by_blas = product();
    fake.fail("cublasGemmStridedBatchedEx", 0, 7);
    let launches = || tenure::device::cuda::device(0).expect("there").launches();
    let before = launches();
    let by_kernel = product();
    assert_eq!(launches(), before + 1);
    assert_eq!(by_kernel.shape(), by_blas.shape());
}

#[test]
fn a_large_product_has_the_terms_order_of_a_small_one() {
    // SAFETY: no other thread of this program reads the environment.
    unsafe { std::env::set_var("TENURE_CUBLAS", "off") };
    let (a, b) = (numbers(94, DType::F32, &[1030, 11]), numbers(95, DType::F32, &[11, 1025]));
    let (a, b) = (there(&a), there(&b));
    let whole = here(&matmul(&a, &b).expect("a product"));
    let corner = matmul(&a.slice(0, 1000, 1030, 1).expect("a view"), &b.slice(1, 1000, 1025, 1).expect("a view"));
    let wanted = whole.slice(0, 1000, 1030, 1).expect("a view").slice(1, 1000, 1025, 1).expect("a view");
    assert_eq!(raw(&here(&corner.expect("a product"))), raw(&wanted));
    let turned = matmul(
        &there(&here(&b.transpose(0, 1).expect("a view")))
            .transpose(0, 1)
            .expect("a view")
            .transpose(0, 1)
            .expect("a view"),
        &a.transpose(0, 1).expect("a view"),
    );
    assert_eq!(raw(&here(&turned.expect("a product").transpose(0, 1).expect("a view"))), raw(&whole));
}
