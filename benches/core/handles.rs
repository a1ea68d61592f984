//! The handle table alone, with a resource of 64 bytes.

use criterion::Criterion;
use std::hint::black_box;
use tenure::ownership::{Kind, Members, Owner, Payload, PendingReturn, StorageCharge, Table};

struct Small([u64; 8]);

impl Payload for Small {
    fn kind(&self) -> Kind {
        Kind::Tensor
    }
    fn members(&self) -> Option<&Members> {
        None
    }
    fn charge(&self) -> Option<StorageCharge> {
        None
    }
    fn from_pending_return(_: PendingReturn) -> Small {
        unreachable!("nothing is lent here")
    }
    fn pending_return(&self) -> Option<&PendingReturn> {
        None
    }
}

pub fn run(criterion: &mut Criterion) {
    static TABLE: Table<Small> = Table::new();
    let insert = || TABLE.insert(Owner::Unowned, Small([1; 8])).expect("there are slots");
    criterion.bench_function("rust.handle_create_dispose", |b| {
        b.iter(|| TABLE.dispose(black_box(insert()), Kind::Tensor).expect("just made"));
    });
    let handle = insert();
    criterion.bench_function("rust.handle_lookup", |b| {
        b.iter(|| TABLE.pin(black_box(handle), Kind::Tensor).expect("alive").0[0]);
    });
    TABLE.dispose(handle, Kind::Tensor).expect("alive");
}
