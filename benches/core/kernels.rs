//! The kernels that measure a whole machine: a matrix product and an addition from memory.

use criterion::Criterion;
use tenure::api::{scope, tensor};
use tenure::tensor::DType;

pub fn run(criterion: &mut Criterion) {
    let root = scope::push(0).expect("there are handles");
    let ones = |dims: &[i64]| tensor::ones(root, 0, DType::F32.code(), dims).expect("there is room");
    let (a, b) = (ones(&[1024, 1024]), ones(&[1024, 1024]));
    criterion.bench_function("rust.matmul_1024", |bench| {
        bench.iter(|| tensor::dispose(tensor::matmul(root, a, b).expect("shapes fit")).expect("just made"));
    });
    let (a, b) = (ones(&[16 << 20]), ones(&[16 << 20]));
    criterion.bench_function("rust.add_16m", |bench| {
        bench.iter(|| tensor::dispose(tensor::add(root, a, b).expect("shapes fit")).expect("just made"));
    });
    scope::close(root).expect("open");
}
