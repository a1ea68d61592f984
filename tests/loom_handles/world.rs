//! Helpers of the models: a resource that counts its releases, and two threads that race.

use loom::thread;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tenure::ownership::{Handle, Kind, Members, Owner, Payload, PendingReturn, StorageCharge, Table};

/// A resource that counts its releases.
pub struct Probe {
    pub kind: Kind,
    pub members: Option<Members>,
    pub pending: Option<PendingReturn>,
    pub released: Arc<AtomicUsize>,
    /// Distinguishes the two resources, if one replaces the other.
    pub number: usize,
}

impl Payload for Probe {
    fn kind(&self) -> Kind {
        self.kind
    }
    fn members(&self) -> Option<&Members> {
        self.members.as_ref()
    }
    fn charge(&self) -> Option<StorageCharge> {
        let storage = (self.kind == Kind::Tensor).then_some(std::ptr::from_ref(self) as usize);
        storage.map(|storage| StorageCharge { storage, bytes: 1 })
    }
    fn from_pending_return(pending: PendingReturn) -> Probe {
        Probe { kind: Kind::PendingReturn, members: None, pending: Some(pending), released: Arc::default(), number: 0 }
    }
    fn pending_return(&self) -> Option<&PendingReturn> {
        self.pending.as_ref()
    }
}

impl Drop for Probe {
    fn drop(&mut self) {
        self.released.fetch_add(1, Ordering::SeqCst);
    }
}

/// A table for one execution, and the count of its releases.
#[derive(Clone)]
pub struct World {
    pub table: &'static Table<Probe>,
    pub released: Arc<AtomicUsize>,
}

impl World {
    pub fn new() -> World {
        World { table: Table::leaked(), released: Arc::new(AtomicUsize::new(0)) }
    }

    pub fn probe(&self, kind: Kind) -> Probe {
        let members = (kind == Kind::Scope).then(Members::new);
        Probe { kind, members, pending: None, released: self.released.clone(), number: 0 }
    }

    pub fn tensor(&self, owner: Option<Handle>) -> Handle {
        self.try_tensor(owner).expect("its owner is open")
    }

    pub fn try_tensor(&self, owner: Option<Handle>) -> tenure::error::Result<Handle> {
        self.table.insert(owner.map_or(Owner::Unowned, Owner::Scope), self.probe(Kind::Tensor))
    }

    pub fn scope(&self, owner: Option<Handle>) -> Handle {
        let owner = owner.map_or(Owner::Unowned, Owner::Scope);
        self.table.insert(owner, self.probe(Kind::Scope)).expect("its owner is open")
    }

    /// Runs both at once and waits for them.
    pub fn race<A: Send + 'static, B: Send + 'static>(
        &self,
        a: impl FnOnce(World) -> A + Send + 'static,
        b: impl FnOnce(World) -> B + Send + 'static,
    ) -> (A, B) {
        let (first, second) = (self.clone(), self.clone());
        let other = thread::spawn(move || a(first));
        let result = b(second);
        (other.join().expect("no panic"), result)
    }

    pub fn released(&self) -> usize {
        self.released.load(Ordering::SeqCst)
    }

    /// At the end: this many resources were created, and each was released once.
    pub fn assert_gone(&self, made: usize) {
        assert_eq!(self.released(), made);
        for kind in Kind::ALL {
            assert_eq!(self.table.live(kind), 0, "{kind}");
        }
    }
}

pub fn check(model: impl Fn(World) + Send + Sync + 'static) {
    let mut builder = loom::model::Builder::new();
    // The maximum number of preemptions; ci/loom sets a larger one than ci/test has time for.
    let switches = std::env::var("TENURE_LOOM_SWITCHES");
    builder.preemption_bound = Some(switches.map_or(3, |bound| bound.parse().expect("a number")));
    builder.check(move || model(World::new()));
}
