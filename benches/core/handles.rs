//! The handle table alone, with a resource of 64 bytes.

use criterion::Criterion;
use std::hint::black_box;
use tenure::ownership::{Kind, Members, Owner, Payload, Table};

struct Small([u64; 8]);

impl Payload for Small {
    fn kind(&self) -> Kind {
        Kind::Tensor
    }
    fn members(&self) -> Option<&Members> {
        None
    }
    fn bytes(&self) -> u64 {
        self.0[0]
    }
}

pub fn run(criterion: &mut Criterion) {
    static TABLE: Table<Small> = Table::new();
    let insert = || TABLE.insert(Owner::Nobody, Small([1; 8])).expect("there are slots");
    criterion.bench_function("rust.handle_create_dispose", |b| {
        b.iter(|| TABLE.dispose(black_box(insert()), Kind::Tensor).expect("just made"));
    });
    let handle = insert();
    criterion.bench_function("rust.handle_lookup", |b| {
        b.iter(|| TABLE.pin(black_box(handle), Kind::Tensor).expect("alive").bytes());
    });
    TABLE.dispose(handle, Kind::Tensor).expect("alive");
}
