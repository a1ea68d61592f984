//! Another resource under the same handle, while other threads use or close it.

use crate::world::*;
use tenure::error::Status;
use tenure::ownership::{Handle, Kind, Replaced};

/// Puts another resource under the same handle: `2` instead of `0`. Retries as long as other
/// threads use it.
fn replace(world: &World, t: Handle) -> bool {
    let mut new = world.probe(Kind::Tensor);
    new.number = 2;
    loop {
        let Ok(mut pin) = world.table.pin(t, Kind::Tensor) else { return false };
        match world.table.replace(&mut pin, new) {
            Ok(Replaced::Old(old)) => {
                assert_eq!(old.number, 0);
                assert_eq!(pin.number, 2);
                return true;
            }
            Ok(Replaced::InUse(back)) => new = back,
            Err(error) => {
                assert_eq!(error.status(), Status::InvalidHandle);
                return false;
            }
        }
        drop(pin);
        loom::thread::yield_now();
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
        assert_eq!(world.released(), 2, "the first, and the one that took its place or was refused");
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
