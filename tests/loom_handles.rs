//! The handle table and the scopes under the model checker: every interleaving of a few steps on two or three threads.
//!
//! Run with `RUSTFLAGS="--cfg loom" cargo test --profile loom --test loom_handles`. In a normal build this file is empty.
#![cfg(loom)]

use loom::thread;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tenure::error::Status;
use tenure::ownership::{Handle, Holding, Kind, Members, Owner, Payload, StandIn, Table};

/// A resource that counts its releases.
struct Probe {
    kind: Kind,
    members: Option<Members>,
    stand_in: Option<StandIn>,
    released: Arc<AtomicUsize>,
    /// Which of the two it is, where one takes another's place.
    number: usize,
}

impl Payload for Probe {
    fn kind(&self) -> Kind {
        self.kind
    }
    fn members(&self) -> Option<&Members> {
        self.members.as_ref()
    }
    fn holding(&self) -> Option<Holding> {
        let storage = (self.kind == Kind::Tensor).then_some(std::ptr::from_ref(self) as usize);
        storage.map(|storage| Holding { storage, bytes: 1 })
    }
    fn from_stand_in(stand_in: StandIn) -> Probe {
        Probe { kind: Kind::StandIn, members: None, stand_in: Some(stand_in), released: Arc::default(), number: 0 }
    }
    fn stand_in(&self) -> Option<&StandIn> {
        self.stand_in.as_ref()
    }
}

impl Drop for Probe {
    fn drop(&mut self) {
        self.released.fetch_add(1, Ordering::SeqCst);
    }
}

/// A table of this execution and the count of releases in it.
#[derive(Clone)]
struct World {
    table: &'static Table<Probe>,
    released: Arc<AtomicUsize>,
}

impl World {
    fn new() -> World {
        World { table: Table::leaked(), released: Arc::new(AtomicUsize::new(0)) }
    }

    fn probe(&self, kind: Kind) -> Probe {
        let members = (kind == Kind::Scope).then(Members::new);
        Probe { kind, members, stand_in: None, released: self.released.clone(), number: 0 }
    }

    fn tensor(&self, owner: Option<Handle>) -> Handle {
        self.try_tensor(owner).expect("its owner is open")
    }

    fn try_tensor(&self, owner: Option<Handle>) -> tenure::error::Result<Handle> {
        self.table.insert(owner.map_or(Owner::Nobody, Owner::Scope), self.probe(Kind::Tensor))
    }

    fn scope(&self, owner: Option<Handle>) -> Handle {
        let owner = owner.map_or(Owner::Nobody, Owner::Scope);
        self.table.insert(owner, self.probe(Kind::Scope)).expect("its owner is open")
    }

    /// Runs both at once and waits for them.
    fn race<A: Send + 'static, B: Send + 'static>(
        &self,
        a: impl FnOnce(World) -> A + Send + 'static,
        b: impl FnOnce(World) -> B + Send + 'static,
    ) -> (A, B) {
        let (first, second) = (self.clone(), self.clone());
        let other = thread::spawn(move || a(first));
        let result = b(second);
        (other.join().expect("no panic"), result)
    }

    fn released(&self) -> usize {
        self.released.load(Ordering::SeqCst)
    }

    /// At the end: this many resources were made, all have been released, once each.
    fn assert_gone(&self, made: usize) {
        assert_eq!(self.released(), made);
        for kind in Kind::ALL {
            assert_eq!(self.table.live(kind), 0, "{kind}");
        }
    }
}

fn check(model: impl Fn(World) + Send + Sync + 'static) {
    let mut builder = loom::model::Builder::new();
    // More than three switches away from a thread that could go on find nothing here but take hours.
    builder.preemption_bound = Some(3);
    builder.check(move || model(World::new()));
}

#[test]
fn two_disposals_release_once() {
    check(|world| {
        let t = world.tensor(None);
        let (a, b) = world.race(move |w| w.table.dispose(t, Kind::Tensor), move |w| w.table.dispose(t, Kind::Tensor));
        assert_eq!(usize::from(a.is_ok()) + usize::from(b.is_ok()), 1);
        world.assert_gone(1);
    });
}

#[test]
fn a_use_racing_a_disposal_sees_the_resource_or_an_error() {
    check(|world| {
        let t = world.tensor(None);
        let (used, disposed) = world.race(
            move |w| match w.table.pin(t, Kind::Tensor) {
                Ok(pin) => {
                    loom::thread::yield_now();
                    assert_eq!(pin.holding().map(|held| held.bytes), Some(1));
                    assert_eq!(w.released(), 0, "released while in use");
                    true
                }
                Err(error) => {
                    assert_eq!(error.status(), Status::InvalidHandle);
                    false
                }
            },
            move |w| w.table.dispose(t, Kind::Tensor).is_ok(),
        );
        let _ = used;
        assert!(disposed);
        world.assert_gone(1);
    });
}

#[test]
fn a_stale_handle_never_reaches_the_slot_s_next_resource() {
    check(|world| {
        let old = world.tensor(None);
        let (stale, new) = world.race(
            move |w| (w.table.dispose(old, Kind::Tensor).is_ok(), w.table.pin(old, Kind::Tensor).is_ok()),
            move |w| w.tensor(None),
        );
        assert_eq!(stale, (true, false));
        assert!(world.table.pin(old, Kind::Tensor).is_err());
        assert!(world.table.dispose(new, Kind::Tensor).is_ok());
        world.assert_gone(2);
    });
}

#[test]
fn creation_racing_the_close_of_its_scope_is_owned_or_refused() {
    check(|world| {
        let scope = world.scope(None);
        let (made, closed) = world.race(move |w| w.try_tensor(Some(scope)), move |w| w.table.close(scope).is_ok());
        assert!(closed);
        if let Err(error) = made {
            assert_eq!(error.status(), Status::ScopeClosed);
        }
        world.assert_gone(2);
    });
}

#[test]
fn a_result_beside_an_operand_whose_scope_closes_is_never_orphaned() {
    check(|world| {
        let scope = world.scope(None);
        let operand = world.tensor(Some(scope));
        let (made, _) = world.race(
            move |w| {
                let pin = w.table.pin(operand, Kind::Tensor).ok()?;
                w.table.insert(Owner::Beside(&pin), w.probe(Kind::Tensor)).ok()
            },
            move |w| w.table.close(scope).expect("open"),
        );
        // Made after the operand had left its scope it is unowned, and the caller's to dispose.
        if let Some(handle) = made {
            let _ = world.table.dispose(handle, Kind::Tensor);
        }
        assert_eq!(world.table.live(Kind::Tensor), 0);
        assert_eq!(world.table.live(Kind::Scope), 0);
    });
}

#[test]
fn disposing_a_member_while_its_scope_closes_releases_once() {
    check(|world| {
        let scope = world.scope(None);
        let (a, b) = (world.tensor(Some(scope)), world.tensor(Some(scope)));
        world.race(
            move |w| {
                let _ = w.table.dispose(a, Kind::Tensor);
                let _ = w.table.dispose(b, Kind::Tensor);
            },
            move |w| w.table.close(scope).expect("open"),
        );
        world.assert_gone(3);
    });
}

#[test]
fn neighbours_leave_one_list_at_once() {
    check(|world| {
        let scope = world.scope(None);
        let (a, b) = (world.tensor(Some(scope)), world.tensor(Some(scope)));
        world.race(
            move |w| w.table.dispose(a, Kind::Tensor).expect("ours"),
            move |w| w.table.dispose(b, Kind::Tensor).expect("ours"),
        );
        assert_eq!(world.table.stats(scope).expect("open").members, 0);
        world.table.close(scope).expect("open");
        world.assert_gone(3);
    });
}

#[test]
fn two_attaches_of_an_unowned_handle_leave_it_in_one_scope() {
    check(|world| {
        let (a, b, t) = (world.scope(None), world.scope(None), world.tensor(None));
        world.race(move |w| w.table.attach(a, t).expect("open"), move |w| w.table.attach(b, t).expect("open"));
        let members = |scope| world.table.stats(scope).expect("open").members;
        assert_eq!(members(a) + members(b), 1);
        world.table.close(a).expect("open");
        world.table.close(b).expect("open");
        world.assert_gone(3);
    });
}

#[test]
fn attach_racing_the_close_of_the_target_moves_or_leaves() {
    check(|world| {
        let (from, to) = (world.scope(None), world.scope(None));
        let t = world.tensor(Some(from));
        let (moved, _) = world.race(move |w| w.table.attach(to, t), move |w| w.table.close(to).expect("open"));
        match moved {
            Ok(()) => assert!(world.table.pin(t, Kind::Tensor).is_err(), "it moved in, so it went with the scope"),
            Err(error) => {
                assert_eq!(error.status(), Status::ScopeClosed);
                assert_eq!(world.table.owner(t).expect("alive"), Some(from), "refused: it stays where it was");
            }
        }
        world.table.close(from).expect("open");
        world.assert_gone(3);
    });
}

#[test]
fn attach_racing_a_disposal_never_links_a_vacant_slot() {
    check(|world| {
        let (scope, t) = (world.scope(None), world.tensor(None));
        world.race(move |w| drop(w.table.attach(scope, t)), move |w| w.table.dispose(t, Kind::Tensor).expect("ours"));
        assert_eq!(world.table.stats(scope).expect("open").members, 0);
        world.table.close(scope).expect("open");
        world.assert_gone(2);
    });
}

#[test]
fn moves_in_opposite_directions_do_not_wait_for_each_other() {
    check(|world| {
        let (a, b) = (world.scope(None), world.scope(None));
        let (in_a, in_b) = (world.tensor(Some(a)), world.tensor(Some(b)));
        world.race(move |w| w.table.attach(b, in_a).expect("open"), move |w| w.table.attach(a, in_b).expect("open"));
        assert_eq!(world.table.owner(in_a).expect("alive"), Some(b));
        assert_eq!(world.table.owner(in_b).expect("alive"), Some(a));
        world.table.close(a).expect("open");
        world.table.close(b).expect("open");
        world.assert_gone(4);
    });
}

#[test]
fn keeping_while_the_parent_closes_frees_once() {
    check(|world| {
        let parent = world.scope(None);
        let child = world.scope(Some(parent));
        let t = world.tensor(Some(child));
        world.race(move |w| drop(w.table.keep(t)), move |w| w.table.close(parent).expect("open"));
        world.assert_gone(3);
    });
}

#[test]
fn two_closes_of_one_scope_drain_it_once() {
    check(|world| {
        let parent = world.scope(None);
        let child = world.scope(Some(parent));
        world.tensor(Some(child));
        let (a, b) = world.race(move |w| w.table.close(child).is_ok(), move |w| w.table.close(parent).is_ok());
        assert!(b, "the parent was open");
        let _ = a;
        world.assert_gone(3);
    });
}

/// A tensor of `a` that is lent to `b`.
fn lent(world: &World) -> (Handle, Handle, Handle) {
    let (a, b) = (world.scope(None), world.scope(None));
    let t = world.tensor(Some(a));
    world.table.temp_attach(b, t).expect("both are open");
    (a, b, t)
}

#[test]
fn lending_racing_the_close_of_the_borrower_leaves_it_with_its_origin() {
    check(|world| {
        let (a, b) = (world.scope(None), world.scope(None));
        let t = world.tensor(Some(a));
        let (lent, closed) = world.race(move |w| w.table.temp_attach(b, t), move |w| w.table.close(b));
        if let Err(error) = lent {
            assert_eq!(error.status(), Status::ScopeClosed);
        }
        closed.expect("closed once");
        assert_eq!(world.table.owner(t).expect("alive"), Some(a));
        assert_eq!(world.table.members(a).expect("open"), vec![t]);
        world.table.close(a).expect("open");
        world.assert_gone(3);
    });
}

#[test]
fn a_loan_whose_origin_and_borrower_close_at_once_is_released_once() {
    check(|world| {
        let (a, b, _) = lent(&world);
        let (first, second) = world.race(move |w| w.table.close(a), move |w| w.table.close(b));
        first.and(second).expect("each closed once");
        world.assert_gone(3);
    });
}

#[test]
fn a_loan_disposed_while_it_comes_home_leaves_no_place_behind() {
    check(|world| {
        let (a, b, t) = lent(&world);
        let (disposed, closed) = world.race(move |w| w.table.dispose(t, Kind::Tensor), move |w| w.table.close(b));
        disposed.and(closed).expect("each once");
        assert_eq!(world.table.stats(a).expect("open").members, 0);
        world.table.close(a).expect("open");
        world.assert_gone(3);
    });
}

#[test]
fn a_loan_given_away_while_it_comes_home_ends_in_one_scope() {
    check(|world| {
        let (a, b, t) = lent(&world);
        let c = world.scope(None);
        let (moved, closed) = world.race(move |w| w.table.attach(c, t), move |w| w.table.close(b));
        moved.expect("neither it nor the target was closed");
        closed.expect("once");
        assert_eq!(world.table.owner(t).expect("alive"), Some(c));
        assert_eq!(world.table.stats(a).expect("open").members, 0);
        world.table.close(a).and(world.table.close(c)).expect("open");
        world.assert_gone(4);
    });
}

#[test]
fn a_chain_whose_two_borrowers_close_at_once_comes_home() {
    check(|world| {
        let (a, b, t) = lent(&world);
        let c = world.scope(None);
        world.table.temp_attach(c, t).expect("all are open");
        let (first, second) = world.race(move |w| w.table.close(b), move |w| w.table.close(c));
        first.and(second).expect("each once");
        assert_eq!(world.table.owner(t).expect("alive"), Some(a));
        world.table.close(a).expect("open");
        world.assert_gone(4);
    });
}

/// Both come home under one taking of the locks, unless one of them goes first.
fn two_lent(world: &World) -> (Handle, Handle, [Handle; 2]) {
    let (a, b, first) = lent(world);
    let second = world.tensor(Some(a));
    world.table.temp_attach(b, second).expect("both are open");
    (a, b, [first, second])
}

#[test]
fn of_two_loans_that_come_home_together_one_may_be_disposed() {
    check(|world| {
        let (a, b, [first, second]) = two_lent(&world);
        let (disposed, closed) = world.race(move |w| w.table.dispose(first, Kind::Tensor), move |w| w.table.close(b));
        disposed.and(closed).expect("each once");
        assert_eq!(world.table.members(a).expect("open"), vec![second]);
        world.table.close(a).expect("open");
        world.assert_gone(4);
    });
}

#[test]
fn a_loan_that_pins_no_borrower_never_joins_what_came_after_it() {
    check(|world| {
        let (a, b) = (world.scope(None), world.scope(None));
        let t = world.tensor(Some(a));
        let (_, next) = world.race(
            move |w| w.table.temp_attach(b, t).is_ok(),
            move |w| {
                w.table.close(b).expect("closed once");
                w.scope(None)
            },
        );
        assert_eq!(world.table.owner(t).expect("alive"), Some(a), "home again, or never away");
        assert_eq!(world.table.members(next).expect("open"), vec![]);
        world.table.close(next).expect("open");
        world.table.close(a).expect("open");
        world.assert_gone(4);
    });
}

#[test]
fn an_attach_that_pins_no_target_never_joins_what_came_after_it() {
    check(|world| {
        let (a, b) = (world.scope(None), world.scope(None));
        let t = world.tensor(Some(a));
        let (moved, next) = world.race(
            move |w| w.table.attach(b, t),
            move |w| {
                w.table.close(b).expect("closed once");
                w.scope(None)
            },
        );
        // Attached in time it went with `b`; else it is where it was, and the scope that has the slot now is empty.
        assert_eq!(moved.is_ok(), world.table.owner(t).is_err());
        assert_eq!(world.table.members(next).expect("open"), vec![]);
        world.table.close(next).expect("open");
        world.table.close(a).expect("open");
        world.assert_gone(4);
    });
}

/// Another resource under the same handle: `2` after `1`.
fn replace(world: &World, t: Handle) -> bool {
    let Ok(mut pin) = world.table.pin(t, Kind::Tensor) else { return false };
    let mut new = world.probe(Kind::Tensor);
    new.number = 2;
    match world.table.replace(&mut pin, new) {
        Ok(old) => {
            assert_eq!(old.number, 0);
            assert_eq!(pin.number, 2);
            true
        }
        Err(error) => {
            assert_eq!(error.status(), Status::InvalidHandle);
            false
        }
    }
}

#[test]
fn a_use_racing_an_exchange_sees_one_of_the_two_for_as_long_as_it_lasts() {
    check(|world| {
        let scope = world.scope(None);
        let t = world.tensor(Some(scope));
        let (_, replaced) = world.race(
            move |w| {
                let pin = w.table.pin(t, Kind::Tensor).expect("nobody closes it");
                let seen = pin.number;
                loom::thread::yield_now();
                assert_eq!(pin.number, seen, "exchanged while in use");
            },
            move |w| replace(&w, t),
        );
        assert!(replaced);
        assert_eq!(world.table.pin(t, Kind::Tensor).expect("valid").number, 2);
        world.table.close(scope).expect("open");
        world.assert_gone(3);
    });
}

#[test]
fn an_exchange_racing_a_disposal_releases_both_once() {
    check(|world| {
        let t = world.tensor(None);
        let (disposed, _) =
            world.race(move |w| w.table.dispose(t, Kind::Tensor).is_ok(), move |w| replace(&w, t) as usize);
        assert!(disposed);
        assert_eq!(world.table.live(Kind::Tensor), 0);
        assert!(matches!(world.released(), 1 | 2), "the first, and the second if it was made");
    });
}

#[test]
fn an_exchange_racing_the_close_of_the_scope_releases_both_once() {
    check(|world| {
        let scope = world.scope(None);
        let t = world.tensor(Some(scope));
        let (closed, _) = world.race(move |w| w.table.close(scope).is_ok(), move |w| replace(&w, t) as usize);
        assert!(closed);
        for kind in Kind::ALL {
            assert_eq!(world.table.live(kind), 0, "{kind}");
        }
    });
}

#[test]
fn an_exchange_of_nobody_s_racing_its_attachment_stays_what_it_became() {
    check(|world| {
        let scope = world.scope(None);
        let t = world.tensor(None);
        let (attached, replaced) =
            world.race(move |w| w.table.attach(scope, t).is_ok(), move |w| replace(&w, t) as usize);
        assert!(attached);
        assert_eq!(replaced, 1);
        assert_eq!(world.table.pin(t, Kind::Tensor).expect("valid").number, 2);
        world.table.close(scope).expect("open");
        world.assert_gone(3);
    });
}
