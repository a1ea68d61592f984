//! Promises 1 to 3 for the handle table itself: exactly one release, no handle that reaches
//! another's resource, closing in any order. `loom_handles` checks interleavings; here are the
//! rules, the sizes and real threads.
#![cfg(not(loom))]

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier};
use tenure::error::Status;
use tenure::ownership::{Contents, Handle, Kind, Level, Members, Owner, Payload, PendingReturn, StorageCharge, Table};

struct Probe {
    kind: Kind,
    members: Option<Members>,
    pending: Option<PendingReturn>,
    released: Arc<AtomicUsize>,
    /// The order of releases, if a test asks for it.
    log: Option<(usize, Arc<parking_lot::Mutex<Vec<usize>>>)>,
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
        storage.map(|storage| StorageCharge { storage, bytes: 8 })
    }
    fn from_pending_return(pending: PendingReturn) -> Probe {
        let released = Arc::default();
        Probe { kind: Kind::PendingReturn, members: None, pending: Some(pending), released, log: None }
    }
    fn pending_return(&self) -> Option<&PendingReturn> {
        self.pending.as_ref()
    }
}

impl Drop for Probe {
    fn drop(&mut self) {
        self.released.fetch_add(1, Ordering::SeqCst);
        if let Some((name, log)) = &self.log {
            log.lock().push(*name);
        }
    }
}

#[derive(Clone)]
struct World {
    table: &'static Table<Probe>,
    released: Arc<AtomicUsize>,
    log: Arc<parking_lot::Mutex<Vec<usize>>>,
}

impl World {
    fn new() -> World {
        World { table: Table::leaked(), released: Arc::default(), log: Arc::default() }
    }

    fn make(&self, kind: Kind, owner: Option<Handle>, name: Option<usize>) -> tenure::error::Result<Handle> {
        let members = (kind == Kind::Scope).then(Members::new);
        let log = name.map(|name| (name, self.log.clone()));
        let probe = Probe { kind, members, pending: None, released: self.released.clone(), log };
        self.table.insert(owner.map_or(Owner::Unowned, Owner::Scope), probe)
    }

    fn tensor(&self, owner: Option<Handle>) -> Handle {
        self.make(Kind::Tensor, owner, None).expect("open")
    }

    fn scope(&self, owner: Option<Handle>) -> Handle {
        self.make(Kind::Scope, owner, None).expect("open")
    }

    fn released(&self) -> usize {
        self.released.load(Ordering::SeqCst)
    }

    fn status_of_pin(&self, handle: u64, kind: Kind) -> Option<Status> {
        self.table.pin(Handle(handle), kind).err().map(|error| error.status())
    }
}

#[test]
fn every_altered_bit_of_a_handle_is_found_out() {
    let world = World::new();
    let t = world.tensor(None);
    for bit in 0..64 {
        let forged = t.0 ^ (1 << bit);
        assert_eq!(world.status_of_pin(forged, Kind::Tensor), Some(Status::InvalidHandle), "bit {bit}");
        assert!(world.table.dispose(Handle(forged), Kind::Tensor).is_err(), "bit {bit}");
    }
    for number in [0, 1, u64::MAX, i64::MAX as u64, 1 << 63] {
        assert_eq!(world.status_of_pin(number, Kind::Tensor), Some(Status::InvalidHandle));
    }
    assert_eq!(world.status_of_pin(t.0, Kind::Tensor), None);
    world.table.dispose(t, Kind::Tensor).expect("alive");
    assert_eq!(world.released(), 1);
}

#[test]
fn nothing_moves_to_a_scope_that_was_never_there() {
    let world = World::new();
    let (home, other) = (world.scope(None), world.scope(None));
    let t = world.tensor(Some(home));
    let forged = (0..64).map(|bit| other.0 ^ (1 << bit)).chain([0, 1, u64::MAX, other.0 | 0x3ff_ffff, t.0]);
    for scope in forged.map(Handle) {
        for moved in [world.table.attach(scope, t), world.table.temp_attach(scope, t)] {
            let status = moved.expect_err("forged").status();
            assert!(matches!(status, Status::ScopeClosed | Status::InvalidHandle), "{scope}: {status:?}");
        }
        assert_eq!(world.table.pop(scope, &[t]).expect_err("forged").status(), Status::InvalidHandle, "{scope}");
        assert!(!world.table.try_empty(scope));
    }
    assert_eq!(world.table.owner(t).expect("alive"), Some(home));
}

#[test]
fn errors_say_what_the_number_is() {
    let world = World::new();
    let (t, s) = (world.tensor(None), world.scope(None));
    let text = |handle: Handle, kind| world.table.pin(handle, kind).err().expect("refused").to_string();
    assert_eq!(text(Handle(0), Kind::Tensor), "handle 0 is never a tensor");
    assert_eq!(text(s, Kind::Tensor), format!("{s} is a scope handle, a tensor is needed"));
    assert_eq!(text(t, Kind::Scope), format!("{t} is a tensor handle, a scope is needed"));
    let foreign = Handle(t.0 ^ (1 << 30));
    assert_eq!(text(foreign, Kind::Tensor), format!("{foreign} was issued by another copy of the library"));
    let future = Handle(t.0 + (1 << 38));
    assert_eq!(text(future, Kind::Tensor), format!("{future} was never issued as a tensor handle"));
    world.table.dispose(t, Kind::Tensor).expect("alive");
    let hint = "(set TENURE_LEAKS=ALL, or -Dtenure.leaks=ALL in Java, to see what it was and where it was closed)";
    assert_eq!(text(t, Kind::Tensor), format!("the tensor is closed {hint}"));
    world.table.close(s).expect("open");
    let refused = world.make(Kind::Tensor, Some(s), None).expect_err("closed");
    assert_eq!(refused.status(), Status::ScopeClosed);
    assert_eq!(refused.message(), format!("the scope is closed and owns nothing any more {hint}"));
}

#[test]
fn a_refused_creation_changes_nothing() {
    let world = World::new();
    let closed = world.scope(None);
    world.table.close(closed).expect("open");
    let tensor = world.tensor(None);
    let before = world.released();
    for (owner, status) in [
        (closed, Status::ScopeClosed),
        (tensor, Status::InvalidHandle),
        (Handle(closed.0 ^ (1 << 30)), Status::InvalidHandle),
        (Handle(closed.0 + (1 << 40)), Status::InvalidHandle),
    ] {
        assert_eq!(world.make(Kind::Tensor, Some(owner), None).expect_err("refused").status(), status);
    }
    assert_eq!(world.released(), before + 4, "the four resources that found no owner");
    assert_eq!(world.table.live(Kind::Tensor), 1);
}

#[test]
fn closing_releases_newest_first_through_child_scopes() {
    let world = World::new();
    let root = world.scope(None);
    let name = |kind, owner, name| world.make(kind, Some(owner), Some(name)).expect("open");
    name(Kind::Tensor, root, 1);
    let child = name(Kind::Scope, root, 2);
    name(Kind::Tensor, root, 3);
    name(Kind::Tensor, child, 4);
    name(Kind::Tape, child, 5);
    world.table.close(root).expect("open");
    // The child is released after the resources that it owns.
    assert_eq!(*world.log.lock(), [3, 5, 4, 2, 1]);
}

#[test]
fn a_hundred_thousand_nested_scopes_close_without_a_deep_stack() {
    let world = World::new();
    let root = world.scope(None);
    let mut at = root;
    for _ in 0..100_000 {
        world.tensor(Some(at));
        at = world.scope(Some(at));
    }
    assert_eq!(world.table.stats(root).expect("open").scopes, 100_000);
    world.table.close(root).expect("open");
    assert_eq!(world.released(), 200_001);
    assert_eq!(world.table.live(Kind::Scope), 0);
}

#[test]
fn popping_moves_what_is_kept_and_closes_the_rest() {
    let world = World::new();
    let outer = world.scope(None);
    let inner = world.scope(Some(outer));
    let deeper = world.scope(Some(inner));
    let (kept, lost) = (world.tensor(Some(inner)), world.tensor(Some(inner)));
    let from_below = world.tensor(Some(deeper));
    let (elsewhere, unowned) = (world.tensor(Some(outer)), world.tensor(None));
    world.table.pop(inner, &[kept, from_below, elsewhere, unowned, kept]).expect("all alive");
    let owner = |t| world.table.owner(t).expect("alive");
    assert_eq!((owner(kept), owner(from_below)), (Some(outer), Some(outer)));
    assert_eq!((owner(elsewhere), owner(unowned)), (Some(outer), None));
    assert!(world.table.pin(lost, Kind::Tensor).is_err());
    world.table.pop(outer, &[kept]).expect("alive");
    assert_eq!(owner(kept), None, "a root has no parent");
}

#[test]
fn a_refused_pop_leaves_the_scope_open_and_all_members_in_it() {
    let world = World::new();
    let scope = world.scope(None);
    let (t, gone) = (world.tensor(Some(scope)), world.tensor(Some(scope)));
    world.table.dispose(gone, Kind::Tensor).expect("alive");
    for (keep, status) in [
        ([t, gone], Status::InvalidHandle),
        ([t, Handle(0)], Status::InvalidHandle),
        ([t, scope], Status::InvalidArgument),
    ] {
        assert_eq!(world.table.pop(scope, &keep).expect_err("refused").status(), status);
        assert_eq!(world.table.owner(t).expect("alive"), Some(scope));
    }
    world.table.close(scope).expect("still open");
}

#[test]
fn a_refused_pop_leaves_what_is_lent_on_loan() {
    let world = World::new();
    let (origin, capped) = (world.scope(None), world.scope(None));
    let scope = world.scope(Some(capped));
    let (lent, t) = (world.scope(Some(origin)), world.tensor(Some(scope)));
    world.table.temp_attach(scope, lent).expect("both are open");
    world.table.set_capped(capped, true).expect("open");
    assert_eq!(world.table.pop(scope, &[lent, t]).expect_err("capped").status(), Status::ScopeCapped);
    assert_eq!(
        world.table.move_all(Some(scope), &[lent, t], Some(capped)).expect_err("capped").status(),
        Status::ScopeCapped
    );
    let owner = |t| world.table.owner(t).expect("alive");
    assert_eq!((owner(lent), owner(t)), (Some(scope), Some(scope)));
    world.table.close(scope).expect("still open");
    assert_eq!(owner(lent), Some(origin));
}

/// Scopes lend one tensor on, to each other and back, and close in any order. Model: a path of
/// every step. When a scope closes, its entries are removed from the path, and the tensor belongs
/// to the last remaining one; with none left it is released.
#[test]
fn what_is_lent_on_lies_where_a_way_of_every_step_leads() {
    const SCOPES: usize = 5;
    let world = World::new();
    let mut seed = 0x9e37_79b9_7f4a_7c15u64;
    let mut below = |n: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 32) as usize % n
    };
    for _ in 0..3000 {
        let scopes: Vec<Handle> = (0..SCOPES).map(|_| world.scope(None)).collect();
        let mut open = [true; SCOPES];
        let origin = Some(below(SCOPES + 1)).filter(|&i| i < SCOPES);
        let t = world.tensor(origin.map(|i| scopes[i]));
        let mut way = vec![origin]; // `None` is unowned
        for _ in 0..30 {
            let i = below(SCOPES);
            if !open[i] {
                world.table.temp_attach(scopes[i], t).expect_err("it is closed");
            } else if below(8) == 0 {
                world.table.close(scopes[i]).expect("open");
                open[i] = false;
                way.retain(|&place| place != Some(i));
            } else if !way.is_empty() {
                world.table.temp_attach(scopes[i], t).expect("all are open");
                way.push(Some(i));
            }
            let owner = way.last().map(|place| place.map(|i| scopes[i]));
            assert_eq!(world.table.owner(t).ok(), owner, "{way:?}");
            if let Some(owner) = owner {
                let for_good = |scope| world.table.owns_for_good(scope, t).expect("alive");
                assert_eq!(for_good(owner), way.len() == 1 || way.iter().all(|&place| place == way[0]), "{way:?}");
                assert!(!for_good(if owner.is_none() { Some(scopes[0]) } else { None }));
            }
            assert!(world.table.live(Kind::PendingReturn) <= SCOPES as u64, "one place in each, whatever the way");
        }
        for scope in scopes {
            let _ = world.table.close(scope); // some are closed
        }
        let is_nobodys = world.table.owner(t).is_ok();
        assert_eq!(is_nobodys, origin.is_none());
        if is_nobodys {
            world.table.dispose(t, Kind::Tensor).expect("alive");
        }
        assert_eq!(world.table.live(Kind::PendingReturn), 0);
    }
}

#[test]
fn a_scope_never_comes_to_own_itself() {
    let world = World::new();
    let a = world.scope(None);
    let b = world.scope(Some(a));
    let c = world.scope(Some(b));
    for (target, member) in [(a, a), (c, a), (b, a), (c, b)] {
        assert_eq!(world.table.attach(target, member).expect_err("a ring").status(), Status::InvalidArgument);
    }
    world.table.attach(a, c).expect("up is fine");
    assert_eq!(world.table.owner(c).expect("open"), Some(a));
}

#[test]
fn attach_to_a_closed_scope_leaves_the_member_where_it_was() {
    let world = World::new();
    let (home, closed) = (world.scope(None), world.scope(None));
    let t = world.tensor(Some(home));
    world.table.close(closed).expect("open");
    assert_eq!(world.table.attach(closed, t).expect_err("closed").status(), Status::ScopeClosed);
    assert_eq!(world.table.attach(t, t).expect_err("no scope").status(), Status::InvalidHandle);
    assert_eq!(world.table.owner(t).expect("alive"), Some(home));
}

#[test]
fn statistics_count_the_subtree() {
    let world = World::new();
    let root = world.scope(None);
    let child = world.scope(Some(root));
    world.tensor(Some(root));
    world.tensor(Some(child));
    world.make(Kind::Tape, Some(child), None).expect("open");
    let stats = world.table.stats(root).expect("open");
    assert_eq!((stats.members, stats.tensors, stats.scopes, stats.bytes), (4, 2, 1, 16));
}

/// Many rounds of one race; each side has its own thread for all of them.
fn race(rounds: usize, prepare: impl Fn(&World) -> Vec<Handle>, sides: [fn(&World, &[Handle]); 2]) -> World {
    let world = World::new();
    let shared = Arc::new(parking_lot::RwLock::new(Vec::new()));
    let (start, end) = (Arc::new(Barrier::new(3)), Arc::new(Barrier::new(3)));
    let threads: Vec<_> = sides
        .into_iter()
        .map(|side| {
            let (world, shared, start, end) = (world.clone(), shared.clone(), start.clone(), end.clone());
            std::thread::spawn(move || {
                for _ in 0..rounds {
                    start.wait();
                    side(&world, &shared.read());
                    end.wait();
                }
            })
        })
        .collect();
    for _ in 0..rounds {
        *shared.write() = prepare(&world);
        start.wait();
        end.wait();
    }
    for thread in threads {
        thread.join().expect("no panic");
    }
    for kind in Kind::ALL {
        assert_eq!(world.table.live(kind), 0, "{kind}");
    }
    world
}

/// Few under Miri, which finds a race even if it has no effect.
const ROUNDS: usize = if cfg!(miri) { 20 } else { 20_000 };

#[test]
fn ten_thousands_of_uses_racing_a_close() {
    race(
        ROUNDS,
        |world| {
            let scope = world.scope(None);
            let mut handles = vec![scope];
            handles.extend((0..4).map(|_| world.tensor(Some(scope))));
            handles
        },
        [
            |world, handles| {
                for &t in &handles[1..] {
                    if let Ok(pin) = world.table.pin(t, Kind::Tensor) {
                        assert_eq!(pin.charge().map(|held| held.bytes), Some(8));
                        if let Ok(made) = world.table.insert(Owner::Beside(&pin), probe(world)) {
                            let _ = world.table.dispose(made, Kind::Tensor);
                        }
                    }
                }
            },
            |world, handles| world.table.close(handles[0]).expect("open"),
        ],
    );
}

#[test]
fn ten_thousands_of_attaches_racing_a_close() {
    race(
        ROUNDS,
        |world| {
            let (from, to) = (world.scope(None), world.scope(None));
            vec![from, to, world.tensor(Some(from)), world.tensor(None), world.scope(Some(from))]
        },
        [
            |world, handles| {
                let [from, to, members @ ..] = handles else { unreachable!("as prepared") };
                for &member in members {
                    if world.table.attach(*to, member).is_ok() {
                        continue;
                    }
                    // Refused: still where it was. An unowned tensor must be disposed here.
                    if let Ok(None) = world.table.owner(member) {
                        world.table.dispose(member, Kind::Tensor).expect("ours");
                    }
                }
                world.table.close(*from).expect("open");
            },
            |world, handles| world.table.close(handles[1]).expect("open"),
        ],
    );
}

#[test]
fn ten_thousands_of_double_disposals() {
    let world = race(
        ROUNDS,
        |world| vec![world.tensor(None), world.tensor(None)],
        [
            |world, handles| handles.iter().for_each(|&t| drop(world.table.dispose(t, Kind::Tensor))),
            |world, handles| handles.iter().rev().for_each(|&t| drop(world.table.dispose(t, Kind::Tensor))),
        ],
    );
    assert_eq!(world.released(), 2 * ROUNDS);
}

fn probe(world: &World) -> Probe {
    Probe { kind: Kind::Tensor, members: None, pending: None, released: world.released.clone(), log: None }
}

#[test]
fn threads_that_end_give_their_slots_and_counts_back() {
    static TABLE: Table<Probe> = Table::new();
    let released = Arc::new(AtomicUsize::new(0));
    for _ in 0..200 {
        let released = released.clone();
        std::thread::spawn(move || {
            let make =
                || Probe { kind: Kind::Tensor, members: None, pending: None, released: released.clone(), log: None };
            let handles: Vec<Handle> =
                (0..100).map(|_| TABLE.insert(Owner::Unowned, make()).expect("there are slots")).collect();
            for handle in handles {
                TABLE.dispose(handle, Kind::Tensor).expect("alive");
            }
        })
        .join()
        .expect("no panic");
    }
    assert_eq!(TABLE.live(Kind::Tensor), 0);
    // If each thread had kept its slots, 200 threads would have needed 20,000.
    let last = TABLE
        .insert(
            Owner::Unowned,
            Probe { kind: Kind::Tensor, members: None, pending: None, released: released.clone(), log: None },
        )
        .expect("there are slots");
    assert!(last.0 & 0x3ff_ffff < 1_000, "slot {} after 200 threads", last.0 & 0x3ff_ffff);
    TABLE.dispose(last, Kind::Tensor).expect("alive");
    assert_eq!(released.load(Ordering::SeqCst), 20_001);
}

#[test]
fn a_panic_while_a_resource_is_made_leaves_neither_a_slot_nor_a_count_behind() {
    let world = World::new();
    let scope = world.scope(None);
    let before = world.tensor(Some(scope));
    world.table.dispose(before, Kind::Tensor).expect("alive");
    let slot = |handle: Handle| handle.0 & 0x3ff_ffff;
    for _ in 0..10 {
        let made = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            world.table.insert_with(Owner::Scope(scope), Kind::Tensor, || panic!("for a test"))
        }));
        assert!(made.is_err());
        assert_eq!(world.table.live(Kind::Tensor), 0);
    }
    assert_eq!(slot(world.tensor(Some(scope))), slot(before), "the slot is free again");
    world.table.close(scope).expect("open");
    assert_eq!(world.released(), 3);
}

/// Between the release of a handle and the record of its leak it is neither alive nor found.
#[test]
fn a_check_that_begins_while_the_backstop_frees_something_does_not_count_that() {
    let world = World::new();
    let table = world.table;
    table.set_level(Level::All);
    let early = world.tensor(None);
    let dispose = |handle| table.dispose(handle, Kind::Tensor).is_ok();
    let contents = |_| Contents::default();
    let mut moments = Vec::new();
    assert!(table.collect(early, contents, || {
        moments.push(table.begin_check());
        dispose(early)
    }));
    let late = world.tensor(None);
    assert!(table.collect(late, contents, || {
        let released = dispose(late);
        moments.push(table.begin_check());
        released
    }));
    let later = world.tensor(None);
    assert!(table.collect(later, contents, || dispose(later)));
    let made_before: Vec<u64> = table.found(0..3).iter().map(|found| found.made_before).collect();
    assert_eq!(made_before[..2], moments);
    assert!(made_before[2] > moments[1]);
}
