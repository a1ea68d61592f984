//! Handles and scopes: created, used, moved and closed at the same time.

use crate::world::*;
use tenure::error::Status;
use tenure::ownership::{Kind, Owner, Payload};

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
                    assert_eq!(pin.charge().map(|held| held.bytes), Some(1));
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
        // If it was created after the operand had left its scope, it is unowned and must be
        // disposed here.
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
