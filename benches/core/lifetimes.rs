//! The cost of the wrappers' calls in the core: by handle, but without crossing a language
//! boundary.

use criterion::Criterion;
use std::hint::black_box;
use tenure::api::{record, scope, tensor};
use tenure::tensor::DType;

/// What a tensor that is made and closed records: an allocation, a handle made, the handle released, the memory freed.
pub const EVENTS: f64 = 4.0;

/// Must run before any workspace exists: from then on each move looks up where its tensor is.
pub fn run(criterion: &mut Criterion) {
    let outer = scope::push(0).expect("there are handles");
    let other = scope::push(0).expect("there are handles");
    let make = |owner: u64| {
        let four = black_box([0u8; 16]);
        tensor::from_data(owner, 0, DType::F32.code(), &four, &[4]).expect("there is room")
    };
    criterion.bench_function("rust.create_close", |b| {
        b.iter(|| tensor::dispose(make(outer)).expect("alive"));
    });
    let recording = record::start(1 << 20, 0) // of which no line is sampled
        .expect("nothing else records");
    criterion.bench_function("rust.create_close_recorded", |b| {
        b.iter(|| tensor::dispose(make(outer)).expect("alive"));
    });
    record::stop(recording).expect("in progress");
    criterion.bench_function("rust.scope_1", |b| {
        b.iter(|| {
            let body = scope::push(outer).expect("there are handles");
            make(body);
            scope::close(body).expect("open");
        });
    });
    criterion.bench_function("rust.escape_1", |b| {
        b.iter(|| {
            let body = scope::push(outer).expect("there are handles");
            let escaping = make(body);
            scope::pop(body, &[escaping]).expect("both are open");
            tensor::dispose(escaping).expect("alive");
        });
    });
    let moved = make(outer);
    criterion.bench_function("rust.attach_twice", |b| {
        b.iter(|| {
            scope::attach(other, moved).expect("open");
            scope::attach(outer, moved).expect("open");
        });
    });
    for scope in [outer, other] {
        scope::close(scope).expect("open");
    }
}
