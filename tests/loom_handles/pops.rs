//! A scope closes while one member escapes, in one step if it has no other members.

use crate::world::{World, check};
use tenure::error::Status;
use tenure::ownership::{Handle, Kind};

/// A scope below another, with a member.
fn nested(world: &World) -> (Handle, Handle, Handle) {
    let parent = world.scope(None);
    let scope = world.scope(Some(parent));
    (parent, scope, world.tensor(Some(scope)))
}

#[test]
fn an_escape_racing_the_close_of_the_parent_frees_once() {
    check(|world| {
        let (parent, scope, t) = nested(&world);
        world.race(move |w| drop(w.table.pop(scope, &[t])), move |w| w.table.close(parent).expect("open"));
        world.assert_gone(3);
    });
}

#[test]
fn an_escape_racing_a_disposal_of_what_escapes_frees_once() {
    check(|world| {
        let (parent, scope, t) = nested(&world);
        let (popped, _) =
            world.race(move |w| w.table.pop(scope, &[t]), move |w| w.table.dispose(t, Kind::Tensor).expect("ours"));
        if let Err(error) = popped {
            assert_eq!(error.status(), Status::InvalidHandle);
            world.table.close(scope).expect("refused: it is still open");
        }
        assert_eq!(world.table.stats(parent).expect("open").members, 0);
        world.table.close(parent).expect("open");
        world.assert_gone(3);
    });
}

#[test]
fn two_closes_of_which_one_lets_something_escape_leave_it_whole_or_free_it() {
    check(|world| {
        let (parent, scope, t) = nested(&world);
        let (popped, _) = world.race(move |w| w.table.pop(scope, &[t]), move |w| drop(w.table.close(scope)));
        let escaped = world.table.pin(t, Kind::Tensor).is_ok();
        assert!(escaped || popped.is_err(), "who is told that it escaped has it");
        assert_eq!(world.table.stats(parent).expect("open").members, u64::from(escaped));
        world.table.close(parent).expect("open");
        world.assert_gone(3);
    });
}

#[test]
fn an_escape_racing_a_creation_in_the_scope_orphans_nothing() {
    check(|world| {
        let (parent, scope, t) = nested(&world);
        let (popped, made) = world.race(move |w| w.table.pop(scope, &[t]), move |w| w.try_tensor(Some(scope)));
        popped.expect("open");
        assert_eq!(world.table.owner(t).expect("escaped"), Some(parent));
        if let Ok(made) = made {
            assert!(world.table.pin(made, Kind::Tensor).is_err(), "it was in time, so it went with the scope");
        }
        assert_eq!(world.table.stats(parent).expect("open").members, 1);
        world.table.close(parent).expect("open");
        world.assert_gone(4);
    });
}

#[test]
fn an_escape_from_a_scope_in_use_ends_it_with_that_use() {
    check(|world| {
        let (parent, scope, t) = nested(&world);
        world.race(move |w| w.table.pop(scope, &[t]).expect("open"), move |w| drop(w.table.members(scope)));
        assert_eq!(world.table.members(parent).expect("open"), [t]);
        world.table.close(parent).expect("open");
        world.assert_gone(3);
    });
}

#[test]
fn long_what_is_lent_goes_home_or_escapes_when_another_thread_closes_the_scope() {
    check(|world| {
        let (parent, scope, t) = nested(&world);
        let origin = world.scope(None);
        let lent = world.tensor(Some(origin));
        world.table.temp_attach(scope, lent).expect("both are open");
        let (popped, _) = world.race(move |w| w.table.pop(scope, &[lent, t]), move |w| drop(w.table.close(scope)));
        let home = if popped.is_ok() { parent } else { origin };
        assert_eq!(world.table.owner(lent).expect("alive in either case"), Some(home));
        assert_eq!(world.table.pin(t, Kind::Tensor).is_ok(), popped.is_ok());
        world.table.close(parent).and(world.table.close(origin)).expect("open");
        world.assert_gone(5);
    });
}
