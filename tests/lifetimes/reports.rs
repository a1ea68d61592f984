//! What users see of lifetimes: reports, growth, leaks, pressure, limits; and that the sums are
//! right whatever threads do.

use crate::world::{rounds, there};
use crate::{DEVICE, world};
use std::sync::MutexGuard;
use tenure::api::{counter, handle, leak, memory, report, scope, tensor, workspace};
use tenure::error::Status;
use tenure::tensor::DType;

/// What reports say after a shape.
const ON: &str = if DEVICE == 0 { "" } else { " on cuda:0" };
const F32: i32 = DType::F32 as i32;
const U8: i32 = DType::U8 as i32;

pub fn alone() -> MutexGuard<'static, ()> {
    let guard = world::alone();
    leak::forget().expect("it never fails");
    leak::set_level(0).expect("a level");
    guard
}

fn zeros(owner: u64, n: i64) -> u64 {
    tensor::zeros(owner, DEVICE, F32, &[n]).expect("room")
}

fn word() -> i32 {
    memory::pressure_word().load(std::sync::atomic::Ordering::Relaxed)
}

fn unowned() -> u64 {
    memory::stats(DEVICE).expect("it is there").unowned_bytes
}

#[test]
fn a_scope_that_something_slips_into_each_cycle_is_named_with_what_feeds_it() {
    let _alone = alone();
    let trainer = scope::push(0).expect("a scope");
    handle::set_name(trainer, "trainer").expect("alive");
    let steady = scope::push(0).expect("a scope");
    for _ in 0..10 {
        for parent in [trainer, steady] {
            let batch = scope::push(parent).expect("open");
            zeros(batch, 100);
            if parent == trainer {
                let slipped = zeros(batch, 5);
                handle::note(slipped, "Train.java:31").expect("alive");
                scope::attach(trainer, slipped).expect("open");
            }
            scope::close(batch).expect("open");
        }
    }
    let text = report::growing(0).expect("a format");
    assert!(text.contains("'trainer' gains 1.0 members a cycle (10 cycles so far), 20 B a cycle"), "{text}");
    assert!(text.contains(&format!("10 x float32 [5]{ON} at Train.java:31")), "{text}");
    assert_eq!(text.matches("a cycle (").count(), 1, "the steady one is not named: {text}");
    let rows = report::growing(2).expect("a format");
    let fields: Vec<&str> = rows.trim_end().split('\t').collect();
    assert_eq!(fields[1..7], ["trainer", "'trainer'", "10", "200", "10", "1.000"]);
    assert!(report::dump(trainer, 0).expect("open").contains("GROWING by 1.0 members"));
    let json: serde_json::Value = serde_json::from_str(&report::growing(1).expect("a format")).expect("JSON");
    assert_eq!(json[0]["growing"]["fed_by"][0]["count"], 10);
    scope::close(trainer).and(scope::close(steady)).expect("open");
}

#[test]
fn a_scope_that_something_escapes_to_each_cycle_is_named() {
    let _alone = alone();
    let trainer = scope::push(0).expect("a scope");
    for _ in 0..10 {
        let batch = scope::push(trainer).expect("open");
        let loss = zeros(batch, 5);
        scope::pop(batch, &[loss]).expect("open");
    }
    let text = report::growing(0).expect("a format");
    assert!(text.contains("gains 1.0 members a cycle (10 cycles so far), 20 B a cycle"), "{text}");
    scope::close(trainer).expect("open");
}

#[test]
fn the_dump_is_json_whatever_names_hold_and_however_deep_it_is() {
    let _alone = alone();
    let root = scope::push(0).expect("a scope");
    handle::set_name(root, "a \"quoted\" \\ name\n\u{1}").expect("alive");
    zeros(root, 4);
    let mut deepest = root;
    for _ in 0..100_000 {
        deepest = scope::push(deepest).expect("open");
    }
    zeros(deepest, 8);
    let json = report::dump(root, 1).expect("open");
    assert!(json.contains("\"shape\": [8]") && json.ends_with("]}]}"), "{}", &json[json.len() - 40..]);
    assert!(report::dump(0, 0).expect("a format").contains("tensors, 48 B"));
    scope::close(root).expect("open");

    let root = scope::push(0).expect("a scope");
    handle::set_name(root, "a \"quoted\" \\ name\n\u{1}").expect("alive");
    let t = zeros(root, 4);
    tensor::reshape(root, t, &[2, 2]).expect("it fits");
    let child = scope::push(root).expect("open");
    zeros(child, 8);
    let json: serde_json::Value = serde_json::from_str(&report::dump(root, 1).expect("open")).expect("JSON");
    let node = &json["roots"][0];
    assert_eq!(node["name"], "a \"quoted\" \\ name\n\u{1}");
    assert_eq!((&node["bytes"], &node["tensors"]), (&48.into(), &3.into()), "a view holds the same bytes");
    assert_eq!(node["children"][0]["bytes"], 32, "the largest first");
    assert_eq!(report::dump(root, 7).expect_err("no format").status(), Status::InvalidArgument);
    scope::close(root).expect("open");
    assert_eq!(report::dump(root, 0).expect_err("closed").status(), Status::InvalidHandle);
}

#[test]
fn a_leak_is_named_with_its_site_age_and_scopes() {
    let _alone = alone();
    let before = handle::live().expect("it never fails");
    leak::set_level(2).expect("a level");
    let model = scope::push(0).expect("a scope");
    handle::set_name(model, "model").expect("alive");
    let t = zeros(model, 6);
    handle::note(t, "Main.java:12").expect("alive");
    let text = leak::report(0, &before).expect("a format");
    let line = format!("float32 [6]{ON}, 24 B in 'model', alive for 0.0 s, made at Main.java:12");
    assert!(text.contains(&line), "{text}");
    let rows = leak::report(2, &before).expect("a format");
    let row = rows.lines().find(|row| row.starts_with("tensor\t")).expect("the tensor's");
    let fields: Vec<&str> = row.split('\t').collect();
    assert_eq!((fields[3], fields[4], fields[5]), ("float32", "[6]", "24"));
    assert_eq!(fields[7..11], ["'model'", "Main.java:12", "alive", ""]);
    assert!(fields[11].starts_with(&format!("float32 [6]{ON}, 24 B in 'model', alive for ")), "{row}");
    assert_eq!(leak::report(2, &handle::live().expect("it never fails")).expect("a format"), "", "all are ignored");

    assert_eq!(handle::collect(&[t, t, 0]), 1, "the backstop skips what is stale");
    let rows = leak::report(2, &handle::live().expect("it never fails")).expect("a format");
    let line = format!("float32 [6]{ON}, 24 B in 'model', freed by the collector, made at Main.java:12");
    assert!(rows.ends_with(&format!("'model'\tMain.java:12\tcollected\t\t{line}\n")), "{rows}");
    leak::forget().expect("it never fails");
    assert_eq!(leak::report(2, &handle::live().expect("it never fails")).expect("a format"), "");
    leak::set_level(0).expect("a level");
    let u = zeros(model, 1);
    assert_eq!(handle::collect(&[u]), 1);
    assert_eq!(
        leak::report(2, &handle::live().expect("it never fails")).expect("a format"),
        "",
        "at level OFF nothing is remembered"
    );
    assert_eq!(leak::set_level(3).expect_err("no level").status(), Status::InvalidArgument);
    scope::close(model).expect("open");
}

#[test]
fn the_error_of_something_closed_says_where() {
    let _alone = alone();
    let model = scope::push(0).expect("a scope");
    handle::set_name(model, "model").expect("alive");
    let (t, u) = (zeros(model, 1), zeros(model, 2));
    handle::set_name(t, "weight").expect("alive");
    handle::note(t, "Main.java:12").expect("alive");
    handle::note_closed(t, "Main.java:40").expect("alive");
    tensor::dispose(t).expect("alive");
    let text = tensor::size(t).expect_err("closed").to_string();
    let wanted = format!("tensor 'weight' is closed: closed at Main.java:40 (float32 [1]{ON}), made at Main.java:12");
    assert_eq!(text, wanted);
    handle::note_closed(model, "Main.java:50").expect("open");
    scope::close(model).expect("open");
    let text = tensor::size(u).expect_err("closed").to_string();
    let wanted = format!("tensor is closed: closed at Main.java:50, with scope 'model' (float32 [2]{ON})");
    assert_eq!(text, wanted);
}

#[test]
fn records_of_the_closed_are_pruned() {
    let _alone = alone();
    let s = scope::push(0).expect("a scope");
    let kept = zeros(s, 1);
    handle::note(kept, "kept").expect("alive");
    let mut first = 0;
    for i in 0..20_000 {
        let t = zeros(s, 1);
        handle::note(t, "passing").expect("alive");
        tensor::dispose(t).expect("alive");
        first = if i == 0 { t } else { first };
    }
    assert!(!tensor::size(first).expect_err("closed").to_string().contains("passing"), "pruned long ago");
    let text = leak::report(0, &[]).expect("a format");
    assert!(text.contains("made at kept"), "the record of what is alive stays: {text}");
    scope::close(s).expect("open");
}

#[test]
fn an_error_of_memory_says_who_holds_it() {
    let _alone = alone();
    let model = scope::push(0).expect("a scope");
    handle::set_name(model, "model").expect("alive");
    let batch = scope::push(model).expect("open");
    handle::set_name(batch, "batch").expect("alive");
    zeros(model, 256);
    let viewed = zeros(batch, 1024);
    tensor::reshape(batch, viewed, &[32, 32]).expect("it fits");
    let nobodys = zeros(0, 2048);
    let live = memory::stats(DEVICE).expect("it is there").live_bytes;
    memory::set_limit(DEVICE, live + 100).expect("it is there");
    let error = tensor::zeros(batch, DEVICE, F32, &[4096]).expect_err("no room");
    memory::set_limit(DEVICE, 0).expect("it is there");
    assert_eq!(error.status(), Status::LimitExceeded);
    let text = report::explain(error).to_string();
    let wanted =
        "held by: no scope 8.0 KiB in 1 tensors, 'model' > 'batch' 4.0 KiB in 2 tensors, 'model' 1.0 KiB in 1 tensors";
    assert!(text.contains("16384 bytes asked for") && text.contains(wanted), "{text}");
    let other = report::explain(tensor::size(0).expect_err("no handle"));
    assert!(!other.to_string().contains("held by"), "{other}");
    tensor::dispose(nobodys).and(scope::close(model)).expect("open");
}

#[test]
fn what_nobody_owns_is_counted_once_a_storage_and_calls_for_a_collection() {
    let _alone = alone();
    let start = unowned();
    memory::set_unowned_threshold(DEVICE, 8 << 20).expect("it is there");
    let s = scope::push(0).expect("a scope");
    let owned: Vec<u64> = (0..20).map(|_| zeros(s, 1 << 18)).collect();
    assert_eq!((word(), unowned()), (0, start), "scopes never come here");

    let t = zeros(0, 1 << 18);
    let views = [tensor::alias(0, t).expect("alive"), tensor::reshape(0, t, &[512, 512]).expect("it fits")];
    assert_eq!(unowned() - start, 1 << 20, "one storage, three handles");
    scope::attach(s, t).expect("open");
    tensor::dispose(views[0]).expect("alive");
    assert_eq!(unowned() - start, 1 << 20, "the view is still unowned");
    tensor::dispose(views[1]).expect("alive");
    assert_eq!(unowned(), start);
    scope::detach(t).expect("alive");
    assert_eq!(unowned() - start, 1 << 20);

    let mut nobodys: Vec<u64> = (0..9).map(|_| zeros(0, 1 << 18)).collect();
    assert_ne!(word(), 0, "10 MiB are unowned, 8 are allowed");
    memory::relieving(DEVICE).expect("it is there");
    assert_eq!(handle::collect(&nobodys[..4]), 4);
    // Other threads allocate meanwhile, which does not count as having survived the collection.
    nobodys.extend((0..4).map(|_| zeros(0, 1 << 18)));
    memory::relieved(DEVICE).expect("it is there");
    assert_eq!(word(), 0);
    nobodys.extend((0..3).map(|_| zeros(0, 1 << 18)));
    assert_eq!(word(), 0, "6 MiB survived: the next is due above 14");
    nobodys.extend((0..2).map(|_| zeros(0, 1 << 18)));
    assert_ne!(word(), 0, "15 MiB");

    handle::release(&nobodys);
    tensor::dispose(t).expect("alive");
    assert_eq!((word(), unowned()), (0, start));
    nobodys = (0..9).map(|_| zeros(0, 1 << 18)).collect();
    assert_ne!(word(), 0, "what survived has gone since, so the threshold is the base again");
    handle::release(&nobodys);
    memory::set_unowned_threshold(DEVICE, 0).expect("it is there");
    scope::close(s).expect("open");
    assert!(owned.into_iter().all(|t| tensor::size(t).is_err()));
}

#[test]
fn many_that_hold_next_to_nothing_call_for_a_collection_too() {
    let _alone = alone();
    let start = unowned();
    memory::set_unowned_threshold(DEVICE, 8 << 20).expect("it is there");
    let make = |n: usize| (0..n).map(|_| zeros(0, 1)).collect::<Vec<u64>>();
    let first = make(40_000);
    assert_eq!(word(), 0, "40,000 slots and headers are 7.3 MiB");
    let second = make(10_000);
    assert_ne!(word(), 0, "50,000 are 9.2");
    assert_eq!(unowned() - start, 200_000, "what is reported is their data");
    memory::relieving(DEVICE).expect("it is there");
    assert_eq!(handle::collect(&first), 40_000);
    memory::relieved(DEVICE).expect("it is there");
    let third = make(40_000);
    assert_eq!(word(), 0, "1.8 MiB survived: the next is due above 9.8");
    let fourth = make(10_000);
    assert_ne!(word(), 0);
    handle::release(&[second, third, fourth].concat());
    assert_eq!((word(), unowned()), (0, start));
    memory::set_unowned_threshold(DEVICE, 0).expect("it is there");
}

/// A collection scans all memory in use, so the number of collections grows as its logarithm.
#[test]
fn what_stays_in_use_is_not_looked_over_for_each_base_more() {
    let _alone = alone();
    memory::set_unowned_threshold(DEVICE, 1 << 20).expect("it is there");
    let mut asked = 0;
    let mut in_use = Vec::new();
    for _ in 0..400 {
        in_use.push(zeros(0, 1 << 18));
        if word() != 0 {
            memory::relieving(DEVICE).expect("it is there");
            memory::relieved(DEVICE).expect("it is there");
            asked += 1;
        }
    }
    assert!((15..40).contains(&asked), "{asked} times for 400 MiB");
    handle::release(&in_use);
    assert_eq!(word(), 0);
    in_use = (0..4).map(|_| zeros(0, 1 << 18)).collect();
    assert_ne!(word(), 0, "what was in use has gone, and so has its quarter");
    handle::release(&in_use);
    memory::set_unowned_threshold(DEVICE, 0).expect("it is there");
}

#[test]
fn a_request_that_fails_is_no_peak() {
    let _alone = alone();
    memory::set_limit(DEVICE, i64::MAX as u64).expect("it is there");
    memory::reset_peak(DEVICE).expect("it is there");
    let before = memory::stats(DEVICE).expect("it is there");
    let error = tensor::zeros(0, DEVICE, U8, &[1 << 58]).expect_err("no machine has it");
    memory::set_limit(DEVICE, 0).expect("it is there");
    assert_eq!(error.status(), Status::OutOfMemory);
    let after = memory::stats(DEVICE).expect("it is there");
    assert_eq!((after.peak_bytes, after.live_bytes), (before.peak_bytes, before.live_bytes));
    assert_eq!(after.out_of_memory, before.out_of_memory + 1);
}

/// The kept members may be at any positions among very many.
#[test]
fn what_is_kept_may_lie_anywhere_between_very_many() {
    let _alone = alone();
    let model = scope::push(0).expect("a scope");
    let all: Vec<u64> = (0..1000).map(|_| zeros(model, 1)).collect();
    let kept: Vec<u64> = all.iter().enumerate().filter(|(i, _)| i % 7 < 3 || *i > 900).map(|(_, &t)| t).collect();
    scope::close_all_but(model, &kept).expect("open");
    assert_eq!(scope::members(model).expect("open"), kept);
    scope::close(model).expect("open");
}

#[test]
fn a_peak_of_tensors_is_the_most_that_were_alive() {
    let _alone = alone();
    let c = counter::start(0).expect("a counter");
    for n in [1000, 1000, 700, 1000] {
        let made: Vec<u64> = (0..n).map(|_| zeros(0, 1)).collect();
        assert_eq!(handle::release(&made), n);
    }
    assert_eq!(counter::read(c).expect("open").peak_tensors, 1000, "one thread, exactly");
    counter::dispose(c).expect("open");
}

/// As if a collector's thread freed what the program's thread creates.
#[test]
fn what_another_thread_closes_is_no_peak() {
    let _alone = alone();
    let c = counter::start(0).expect("a counter");
    let (send, receive) = std::sync::mpsc::sync_channel::<u64>(100);
    let closer = std::thread::spawn(move || receive.iter().for_each(|t| tensor::dispose(t).expect("open")));
    (0..rounds(20_000)).for_each(|_| send.send(zeros(0, 1)).expect("it listens"));
    drop(send);
    closer.join().expect("no panic");
    // 100 wait, each thread holds one, and each may deviate by what it does between two looks.
    let stats = counter::read(c).expect("open");
    assert!((1..=102 + 1300).contains(&stats.peak_tensors), "{stats:?}");
    counter::dispose(c).expect("open");
}

#[test]
fn a_thread_that_ends_is_no_peak() {
    let _alone = alone();
    for _ in 0..rounds(2000) {
        let (done, is_done) = std::sync::mpsc::channel();
        let thread = std::thread::spawn(move || {
            tensor::dispose(zeros(0, 16)).expect("alive");
            done.send(()).expect("it is waited for");
        });
        is_done.recv().expect("it says so");
        let c = counter::start(0).expect("a counter");
        let stats = counter::read(c).expect("alive");
        counter::dispose(c).expect("alive");
        thread.join().expect("it does not panic");
        assert_eq!((stats.bytes, stats.peak_bytes), (0, 0));
    }
}

/// Threads create, move, lend, return and close at random in a tree with limits. At the end every
/// meter matches the contents of the scopes, and when the root closes nothing is left.
#[test]
fn meters_agree_with_the_scopes_whatever_threads_do() {
    let _alone = alone();
    let start = memory::stats(DEVICE).expect("it is there");
    let root = scope::push(0).expect("a scope");
    scope::set_limit(root, 100_000).expect("open");
    let homes: Vec<u64> = (0..4).map(|_| scope::push(root).expect("open")).collect();
    scope::set_limit(homes[0], 20_000).expect("open");
    scope::measure(homes[1]).expect("open");
    let outside = scope::push(0).expect("a scope");
    std::thread::scope(|threads| {
        for seed in 1..=3u64 {
            let homes = &homes;
            threads.spawn(move || mess(seed, homes, outside));
        }
    });
    for &scope in homes.iter().chain([&root, &outside]) {
        let stats = scope::stats(scope).expect("open");
        if stats.limit_bytes > 0 {
            assert!(stats.bytes <= stats.limit_bytes && stats.peak_bytes <= stats.limit_bytes, "{stats:?}");
            // Exactly the remaining bytes fit, so the meter matches the contents of the scope.
            let left = (stats.limit_bytes - stats.bytes) as i64;
            let root_left = {
                let root = scope::stats(root).expect("open");
                (root.limit_bytes - root.bytes) as i64
            };
            let fits = left.min(root_left);
            let t = tensor::zeros(scope, DEVICE, U8, &[fits]).expect("exactly what is left");
            tensor::zeros(scope, DEVICE, U8, &[1]).expect_err("one more does not fit");
            tensor::dispose(t).expect("alive");
        }
    }
    scope::close(root).and(scope::close(outside)).expect("open");
    let end = memory::stats(DEVICE).expect("it is there");
    assert_eq!((end.live_handles, end.live_bytes), (start.live_handles, start.live_bytes));
    assert_eq!(end.unowned_bytes, start.unowned_bytes);
}

fn mess(seed: u64, homes: &[u64], outside: u64) {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut next = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    let mut tensors = vec![0u64; 16];
    let mut scopes = vec![0u64; 6];
    for _ in 0..30_000 {
        let home = homes[next(homes.len())];
        let (t, s) = (next(tensors.len()), next(scopes.len()));
        // Each of these may be refused, by a limit, a cap or a close, and has then changed nothing.
        match next(10) {
            0 | 1 => {
                let owner = if next(2) == 0 { home } else { scopes[s] };
                if owner != 0
                    && let Ok(made) = tensor::zeros(owner, DEVICE, U8, &[next(3000) as i64])
                {
                    let _ = tensor::dispose(std::mem::replace(&mut tensors[t], made));
                }
            }
            2 => {
                let made = scope::push(home).expect("homes stay open");
                if scopes[s] != 0 {
                    let _ = scope::close(scopes[s]);
                }
                scopes[s] = made;
            }
            3 => drop(scope::attach(scopes[s], tensors[t])),
            4 => drop(scope::temp_attach(scopes[s], tensors[t])),
            5 => drop(scope::attach(if next(4) == 0 { outside } else { home }, scopes[s])),
            6 => drop(scope::temp_attach(home, scopes[s])),
            7 => drop(scope::keep(tensors[t])),
            8 => drop(scope::attach(scopes[next(6)], scopes[s])),
            _ => {
                if let Ok(view) = tensor::alias(0, tensors[t]) {
                    let old = std::mem::replace(&mut tensors[next(16)], view);
                    let _ = tensor::dispose(old);
                }
            }
        }
    }
    for scope in scopes {
        let _ = scope::close(scope);
    }
    for t in tensors {
        let _ = tensor::dispose(t);
    }
}

/// A chain of loans may be longer than a stack is deep, whichever end of it is released first.
#[test]
fn what_is_lent_on_to_very_many_is_released_on_any_stack() {
    const SCOPES: usize = 10_000;
    let _alone = alone();
    let before = memory::stats(DEVICE).expect("it is there");
    let lend_often = || {
        let home = scope::push(0)?;
        let t = zeros(home, 1);
        let borrowers = (0..SCOPES).map(|_| scope::push(0)).collect::<Result<Vec<u64>, _>>()?;
        borrowers.iter().try_for_each(|&borrower| scope::temp_attach(borrower, t))?;
        Ok::<_, tenure::error::Error>((home, borrowers, t))
    };
    for end in 0..5 {
        let (home, borrowers, t) = lend_often().expect("all are open");
        match end {
            0 => tensor::dispose(t).expect("alive"),
            1 => scope::attach(home, t).expect("alive"),
            2 => scope::close(home).expect("open"),
            3 => {
                borrowers.iter().try_for_each(|&borrower| scope::close(borrower)).expect("open");
                assert_eq!(home, scope::owner(t).expect("it is home"));
            }
            _ => scope::detach(t).and_then(|()| tensor::dispose(t)).expect("alive"),
        }
        for scope in borrowers.into_iter().chain([home]) {
            let _ = scope::close(scope);
        }
        assert!(scope::owner(t).is_err());
    }
    assert_eq!(before.live_handles, memory::stats(DEVICE).expect("it is there").live_handles);
}

#[test]
fn a_forgotten_scope_is_reported_with_what_it_held() {
    let _alone = alone();
    leak::set_level(2).expect("a level");
    let epoch = scope::push(0).expect("a scope");
    let batch = scope::push(epoch).expect("open");
    handle::set_name(epoch, "epoch").expect("alive");
    handle::set_name(batch, "batch").expect("alive");
    handle::note(epoch, "Train.java:7").expect("alive");
    let weight = zeros(epoch, 100);
    handle::set_name(weight, "weight").expect("alive");
    tensor::reshape(epoch, weight, &[10, 10]).expect("alive");
    for _ in 0..3 {
        handle::note(zeros(batch, 5), "Train.java:31").expect("alive");
    }
    for n in 1..=10 {
        zeros(batch, n);
    }
    let alive = leak::report(0, &[]).expect("a format");
    assert!(alive.contains("scope 'epoch' with 3 members, alive"), "{alive}");
    assert_eq!(handle::collect(&[epoch]), 1);
    // Each storage once: the view costs nothing.
    let bytes = 400 + 3 * 20 + 4 * 55;
    let text = leak::report(0, &[]).expect("a format");
    let line = text.lines().find(|line| line.starts_with("scope 'epoch'")).expect("it is named");
    let begins = format!("scope 'epoch', {bytes} B in 15 tensors, freed by the collector, made at Train.java:7: ");
    assert!(line.starts_with(&begins), "{line}");
    let (one, three) = (format!("1 x float32 [100]{ON} 'weight'; "), format!("3 x float32 [5]{ON} at Train.java:31; "));
    for part in [&one, &three, "; and 6 more"] {
        assert!(line.contains(part), "{part}: {line}");
    }
    let rows = leak::report(2, &[]).expect("a format");
    let fields: Vec<&str> = rows.trim_end_matches('\n').split('\t').collect();
    assert_eq!((fields[0], fields[2], fields[5], fields[9]), ("scope", "epoch", "680", "collected"));
    assert!(fields[10].starts_with(&format!("{one}3 x ")), "{}", fields[10]);
    assert_eq!(fields[11], line, "one leak has one line, whoever writes it");
    let json: serde_json::Value = serde_json::from_str(&leak::report(1, &[]).expect("a format")).expect("JSON");
    assert_eq!((&json[0]["bytes"], &json[0]["tensors"], &json[0]["more"]), (&680.into(), &15.into(), &6.into()));
    assert_eq!(json[0]["contents"][1]["count"], 3);
    // Collectors look for unowned handles; the members of a scope never were unowned.
    assert_eq!(rows.lines().count(), 1);
}

/// The handles of the rows of a report.
pub fn handles(rows: tenure::error::Result<String>) -> Vec<u64> {
    let rows = rows.expect("a format");
    rows.lines().map(|row| row.split('\t').nth(1).and_then(|field| field.parse().ok()).expect("a number")).collect()
}

/// The format of rows.
pub const ROWS: i32 = 2;

#[test]
fn what_the_process_keeps_by_name_is_no_leak_but_what_an_open_cycle_owns_is() {
    let _alone = alone();
    let moment = leak::begin().expect("it never fails");
    let ring = r#"{"policyReset": "ENDOFBUFFER_REACHED", "overallocationLimit": 1, "initialSize": 4096}"#;
    let ring = workspace::get("leaks of a ring", 0, Some(&there(ring))).expect("it is right");
    let (cycle, _) = workspace::enter(ring, 0).expect("open");
    assert_ne!(cycle, ring);
    zeros(scope::push(cycle).expect("open"), 4);
    workspace::leave(ring, &[]).expect("entered");
    assert_eq!(leak::since(moment, ROWS).expect("a format"), "", "it stays until the ring has come round");
    assert_eq!(leak::report(0, &[]).expect("a format"), "");
    let batch = workspace::get("leaks of a cycle", 0, Some(&there("{}"))).expect("it is right");
    workspace::enter(batch, 0).expect("open");
    let temporary = zeros(batch, 4);
    assert_eq!(handles(leak::since(moment, ROWS)), [temporary]);
    workspace::leave(batch, &[]).expect("entered");
    assert_eq!(leak::since(moment, ROWS).expect("a format"), "");
    let own = workspace::create(0, "leaks of my own", 0, Some(&there("{}"))).expect("it is right");
    assert_eq!(handles(leak::since(moment, ROWS)), [own], "nobody but who made it will destroy it");
    for workspace in [ring, batch, own] {
        workspace::destroy(workspace).expect("open");
    }
}

#[test]
fn a_workspace_of_all_threads_is_a_leak_if_it_holds_tensors_outside_of_a_cycle() {
    let _alone = alone();
    let moment = leak::begin().expect("it never fails");
    let ring = r#"{"workspaceMode": "SINGLE", "policyReset": "ENDOFBUFFER_REACHED", "overallocationLimit": 1}"#;
    let ring = workspace::get("leaks of a shared ring", 0, Some(&there(ring))).expect("it is right");
    let (cycle, _) = workspace::enter(ring, 0).expect("open");
    let t = zeros(cycle, 4);
    assert_eq!(leak::since(moment, ROWS).expect("a format"), "", "it is in its cycle");
    workspace::leave(ring, &[]).expect("entered");
    let listed = handles(leak::since(moment, ROWS));
    assert!(listed.contains(&ring) && listed.contains(&t), "{listed:?}");
    let text = leak::since(moment, 0).expect("a format");
    assert!(text.contains("'leaks of a shared ring'"), "{text}");
    let single =
        workspace::get("leaks of all threads", 0, Some(&there(r#"{"workspaceMode": "SINGLE"}"#))).expect("it is right");
    workspace::destroy(ring).expect("open");
    assert_eq!(leak::since(moment, ROWS).expect("a format"), "", "it holds nothing");
    let late = zeros(single, 4);
    let listed = handles(leak::since(moment, ROWS));
    assert!(listed.contains(&single) && listed.contains(&late), "{listed:?}");
    workspace::destroy(single).expect("open");
}

#[test]
fn a_check_counts_what_was_made_since_it_began_alive_or_found() {
    let _alone = alone();
    leak::set_level(2).expect("a level");
    let [earlier, forgotten, closed] = [1, 2, 3].map(|n| zeros(0, n));
    assert_eq!(handle::collect(&[forgotten]), 1);
    let outer = leak::begin().expect("it never fails");
    tensor::dispose(closed).expect("alive");
    assert_eq!(leak::since(outer, ROWS).expect("a format"), "", "found before it began");
    let alive = zeros(0, 4);
    assert_eq!(handles(leak::since(outer, ROWS)), [alive]);
    let inner = leak::begin().expect("it never fails");
    assert_eq!(leak::since(inner, ROWS).expect("a format"), "");
    assert_eq!(handle::collect(&[earlier]), 1);
    assert_eq!(handles(leak::since(outer, ROWS)), [alive], "what the collector finds late was made before");
    let made = zeros(0, 5);
    assert_eq!(handle::collect(&[alive, made]), 2);
    assert_eq!(handles(leak::since(inner, ROWS)), [made]);
    assert_eq!(handles(leak::since(outer, ROWS)), [alive, made]);
    assert_eq!(handles(leak::since(0, ROWS)), [forgotten, earlier, alive, made], "0 is the beginning");
    assert_eq!(leak::since(inner + 1, ROWS).expect("a format"), "", "a moment to come");
    let last = leak::begin().expect("it never fails");
    assert_eq!(leak::since(last, ROWS).expect("a format"), "");
    assert_eq!(handles(leak::since(inner, ROWS)), [made], "a later check changes nothing for an earlier one");
    leak::forget().expect("it never fails");
    assert_eq!(leak::since(0, ROWS).expect("a format"), "");
}

#[test]
fn a_leak_is_reported_by_one_check() {
    let _alone = alone();
    leak::set_level(2).expect("a level");
    let [alive, found] = [1, 2].map(|n| zeros(0, n));
    assert_eq!(handle::collect(&[found]), 1);
    let mut reported = handles(leak::unreported(ROWS));
    assert_eq!(reported, [alive, found]);
    assert_eq!(handles(leak::unreported(ROWS)), reported, "to ask changes nothing");
    let unknown = alive ^ (1 << 40);
    reported.push(unknown);
    leak::set_reported(&reported).expect("it never fails");
    let later = zeros(0, 3);
    assert_eq!(handles(leak::unreported(ROWS)), [later]);
    assert_eq!(handle::collect(&[alive]), 1);
    assert_eq!(handles(leak::unreported(ROWS)), [later], "it was reported when it was alive");
    assert_eq!(handles(leak::since(0, ROWS)), [later, found, alive], "a list of all lists it");
    leak::set_reported(&[later]).expect("it never fails");
    leak::forget().expect("it never fails");
    assert_eq!(leak::unreported(ROWS).expect("a format"), "", "what is alive stays reported");
    tensor::dispose(later).expect("alive");
}

#[test]
fn a_listener_hears_of_each_leak_once() {
    let _alone = alone();
    leak::set_level(1).expect("a level");
    let leaked = |n| {
        let t = zeros(0, n);
        assert_eq!(handle::collect(&[t]), 1);
        t
    };
    let start = leak::found_count().expect("it never fails");
    let [first, second] = [1, 2].map(leaked);
    let told = leak::found_count().expect("it never fails");
    assert_eq!(told, start + 2);
    assert_eq!(handles(leak::found(start, told, ROWS)), [first, second]);
    let third = leaked(3);
    assert_eq!(handles(leak::found(start, told, ROWS)), [first, second], "the third is for the next time");
    assert_eq!(handles(leak::found(told, told + 1, ROWS)), [third]);
    leak::forget().expect("it never fails");
    assert_eq!(leak::found_count().expect("it never fails"), told + 1);
    let fourth = leaked(4);
    assert_eq!(handles(leak::found(told, u64::MAX, ROWS)), [fourth], "what is forgotten is told to nobody");
    assert_eq!(handles(leak::found(told + 1, told + 2, ROWS)), [fourth]);
    assert_eq!(leak::found(u64::MAX, 0, ROWS).expect("a format"), "");
}

#[test]
fn negative_limits_are_refused_by_their_number() {
    let _alone = alone();
    let s = scope::push(0).expect("a scope");
    let limit = memory::stats(DEVICE).expect("it is there").limit_bytes;
    for negative in [-1i64, -2_147_483_648, i64::MIN] {
        let tries = [
            memory::set_limit(DEVICE, negative as u64),
            memory::set_unowned_threshold(DEVICE, negative as u64),
            scope::set_limit(s, negative as u64),
        ];
        for refused in tries {
            let error = refused.expect_err("negative");
            assert_eq!(error.status(), Status::InvalidArgument);
            assert!(error.message().contains(&format!("{negative} bytes")), "{error}");
        }
    }
    assert_eq!(memory::stats(DEVICE).expect("it is there").limit_bytes, limit);
    assert_eq!(scope::stats(s).expect("open").measured, 0, "nothing was begun either");
    scope::set_limit(s, i64::MAX as u64).expect("the largest");
    scope::set_limit(s, 0).expect("none");
    scope::close(s).expect("open");
}

#[test]
fn the_scopes_of_a_name_are_summed() {
    let _alone = alone();
    let service = scope::push(0).expect("a scope");
    let named = |parent, name: &str| {
        let child = scope::push(parent).expect("open");
        handle::set_name(child, name).expect("alive");
        child
    };
    let first = named(service, "requests");
    let inner = named(first, "requests");
    let second = named(service, "requests");
    let shared = zeros(first, 10);
    tensor::alias(second, shared).expect("alive");
    zeros(inner, 20);
    zeros(named(service, "others"), 1000);
    scope::set_limit(second, 1 << 20).expect("open");
    let stats = scope::named_stats("requests").expect("any name");
    assert_eq!(
        (stats.bytes, stats.tensors, stats.scopes),
        (120, 3, 1),
        "the storage of both once, the inner scope once"
    );
    assert_eq!((stats.peak_bytes, stats.limit_bytes, stats.measured), (0, 0, 0));
    scope::close(second).expect("open");
    assert_eq!(
        scope::named_stats("requests").expect("any name").tensors,
        2,
        "closed scopes keep their names for a while"
    );
    handle::set_name(first, "renamed").expect("alive");
    assert_eq!(scope::named_stats("requests").expect("any name").bytes, 80, "the inner one alone");
    scope::close(service).expect("open");
    assert_eq!(scope::named_stats("requests").expect("any name"), scope::named_stats("nothing").expect("any name"));
}

#[test]
fn what_was_refused_and_what_leaked_is_counted() {
    let _alone = alone();
    leak::set_level(1).expect("a level");
    let before = memory::stats(DEVICE).expect("it is there");
    let tight = scope::push(0).expect("a scope");
    scope::set_limit(tight, 100).expect("open");
    let refused = tensor::zeros(tight, DEVICE, F32, &[1000]).expect_err("more than the limit");
    report::explain(refused);
    assert_eq!(handle::collect(&[zeros(0, 3)]), 1);
    let now = memory::stats(DEVICE).expect("it is there");
    assert_eq!((now.refusals, now.leaks), (before.refusals + 1, before.leaks + 1));
    scope::close(tight).expect("open");
    leak::forget().expect("it never fails");
    assert_eq!(memory::stats(DEVICE).expect("it is there").leaks, now.leaks, "a counter never falls");
    assert!(memory::devices().expect("it never fails").starts_with("0\tcpu\n"));
}

#[test]
fn of_a_new_tensor_alone_bytes_are_not_shared() {
    let _alone = alone();
    let owner = scope::push(0).expect("a scope");
    let t = zeros(owner, 8);
    assert_eq!(handle::unshared_bytes(t).expect("alive"), 32);
    let view = tensor::reshape(owner, t, &[2, 4]).expect("it fits");
    assert_eq!(handle::unshared_bytes(view).expect("alive"), 0);
    assert_eq!(handle::unshared_bytes(owner).expect("alive"), 0, "a scope");
    scope::close(owner).expect("open");
    assert_eq!(handle::unshared_bytes(t).expect_err("closed").status(), Status::InvalidHandle);
}
