//! Loans: lent, returned, disposed and moved at the same time.

use crate::world::*;
use tenure::error::Status;
use tenure::ownership::{Handle, Kind};

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

#[test]
fn lending_back_racing_the_close_of_the_borrower_leaves_it_with_its_origin() {
    check(|world| {
        let (a, b, t) = lent(&world);
        let (back, closed) = world.race(move |w| w.table.temp_attach(a, t), move |w| w.table.close(b));
        back.and(closed).expect("neither it nor the target was closed");
        assert_eq!(world.table.members(a).expect("open"), vec![t]);
        world.table.close(a).expect("open");
        world.assert_gone(3);
    });
}

#[test]
fn lending_back_racing_the_close_of_the_origin_leaves_it_with_the_borrower() {
    check(|world| {
        let (a, b, t) = lent(&world);
        let (_, closed) = world.race(move |w| w.table.temp_attach(a, t).is_ok(), move |w| w.table.close(a));
        closed.expect("once");
        assert_eq!(world.table.members(b).expect("open"), vec![t]);
        world.table.close(b).expect("open");
        world.assert_gone(3);
    });
}

#[test]
fn lending_back_racing_the_emptying_of_the_place_in_between_leaves_a_way_further_back() {
    check(|world| {
        let (z, a, t) = lent(&world);
        let b = world.scope(None);
        world.table.temp_attach(b, t).expect("all are open");
        let (back, emptied) = world.race(move |w| w.table.temp_attach(a, t), move |w| w.table.close_all_but(a, &[]));
        back.and(emptied).expect("all are open");
        world.table.close(b).and(world.table.close(a)).expect("open");
        assert_eq!(world.table.members(z).expect("open"), vec![t]);
        world.table.close(z).expect("open");
        world.assert_gone(4);
    });
}

/// Both return under one lock, unless one of them is released first.
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
        // If it was attached in time it was closed with `b`; otherwise it stayed, and the scope
        // that has the slot now is empty.
        assert_eq!(moved.is_ok(), world.table.owner(t).is_err());
        assert_eq!(world.table.members(next).expect("open"), vec![]);
        world.table.close(next).expect("open");
        world.table.close(a).expect("open");
        world.assert_gone(4);
    });
}

/// Creates a handle; one thread attaches it to `a` while another lends it to `b` and closes `b`.
/// Whichever is first, it ends in `a`: a loan made before ends with the attachment, one made
/// afterwards returns from `b`.
fn attach_racing_a_loan(make: impl Fn(&World, Handle) -> Handle + Send + Sync + 'static, made: usize) {
    check(move |world| {
        let (a, b) = (world.scope(None), world.scope(None));
        let x = make(&world, a);
        let (attached, lent) = world
            .race(move |w| w.table.attach(a, x), move |w| w.table.temp_attach(b, x).and_then(|()| w.table.close(b)));
        attached.and(lent).expect("all are open");
        assert_eq!(world.table.owner(x).expect("nobody closed it"), Some(a));
        assert_eq!(world.table.members(a).expect("open"), vec![x]);
        world.table.close(a).expect("open");
        world.assert_gone(made);
    });
}

#[test]
fn attaching_what_nobody_owns_never_ends_a_loan_that_is_made_after() {
    attach_racing_a_loan(|world, _| world.tensor(None), 3);
}

#[test]
fn attaching_a_member_to_its_own_scope_never_ends_a_loan_that_is_made_after() {
    attach_racing_a_loan(|world, a| world.tensor(Some(a)), 3);
}

#[test]
fn attaching_a_scope_never_ends_a_loan_that_is_made_after() {
    attach_racing_a_loan(|world, _| world.scope(None), 3);
}

#[test]
fn detaching_never_ends_a_loan_that_is_made_after() {
    check(|world| {
        let (a, b) = (world.scope(None), world.scope(None));
        let t = world.tensor(Some(a));
        let (detached, lent) =
            world.race(move |w| w.table.detach(t), move |w| w.table.temp_attach(b, t).and_then(|()| w.table.close(b)));
        detached.and(lent).expect("all are open");
        assert_eq!(world.table.owner(t).expect("nobody closed it"), None);
        world.table.dispose(t, Kind::Tensor).and(world.table.close(a)).expect("open");
        world.assert_gone(3);
    });
}
