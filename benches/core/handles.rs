//! The handle table alone, with a resource of 64 bytes.

use criterion::Criterion;
use std::hint::black_box;
use tenure::ownership::{Holding, Kind, Members, Owner, Payload, StandIn, Table};

struct Small([u64; 8]);

impl Payload for Small {
    fn kind(&self) -> Kind {
        Kind::Tensor
    }
    fn members(&self) -> Option<&Members> {
        None
    }
    fn holding(&self) -> Option<Holding> {
        None
    }
    fn from_stand_in(_: StandIn) -> Small {
        unreachable!("nothing is lent here")
    }
    fn stand_in(&self) -> Option<&StandIn> {
        None
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
        b.iter(|| TABLE.pin(black_box(handle), Kind::Tensor).expect("alive").0[0]);
    });
    TABLE.dispose(handle, Kind::Tensor).expect("alive");
}
