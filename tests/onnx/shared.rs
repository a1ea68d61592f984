//! Models of one file with shared weights: the option `sharedWeights`.

use crate::world::{CPU, F32, file, floats, in_scope, library, live, options, read_floats};
use std::path::{Path, PathBuf};
use std::sync::Barrier;
use std::time::{Duration, SystemTime};
use tenure::api::{log, onnx_model, scope, tensor};
use tenure::error::{Result, Status};

/// The level of the log at which sharing is recorded.
const INFO: i32 = 3;

/// Loads a model that shares its weights, with these further options.
fn shared(scope: u64, library: &str, path: &Path, fields: &str) -> Result<u64> {
    let fields = format!("\"sharedWeights\": true, \"threads\": 1{fields}");
    onnx_model::load(scope, &path.to_string_lossy(), Some(&options(library, &fields)))
}

/// The output of `keep` for ones, which needs its matrix of 1 MiB.
fn compute(model: u64) -> Vec<f32> {
    let x = tensor::ones(0, CPU, F32, &[1, 512]).expect("memory");
    let y = onnx_model::run(0, model, None, &[x]).expect("it fits")[0];
    let values = read_floats(y);
    [x, y].into_iter().for_each(|t| tensor::dispose(t).expect("alive"));
    values
}

fn row(model: u64) -> Vec<f32> {
    let x = floats(0, &[1.0, 2.0, 3.0], &[1, 3]);
    let y = onnx_model::run(0, model, None, &[x]).expect("it fits")[0];
    let values = read_floats(y);
    [x, y].into_iter().for_each(|t| tensor::dispose(t).expect("alive"));
    values
}

#[test]
fn the_weights_are_there_once_until_the_last_model_closes() {
    let library = library();
    in_scope(|root| {
        let before = live();
        let all: Vec<u64> = (0..8).map(|_| shared(root, &library, &file("keep"), "").expect("a good model")).collect();
        let held = live() - before;
        assert!((1 << 20..2 << 20).contains(&held), "{held} bytes for eight models");
        assert_eq!(scope::stats(root).expect("open").bytes, held, "a scope counts them once");
        let alone = crate::world::model(root, &library, "keep").expect("a good model");
        assert!(live() - before >= held + (1 << 20), "one without the option has its own");
        let expected = compute(alone);
        onnx_model::dispose(alone).expect("open");
        // The first loaded model is disposed first, then the others from the end.
        onnx_model::dispose(all[0]).expect("open");
        for &model in all[1..].iter().rev() {
            assert_eq!((compute(model), live() - before), (expected.clone(), held));
            onnx_model::dispose(model).expect("open");
        }
        assert_eq!(live(), before, "the weights went with the last");
        let again = shared(root, &library, &file("keep"), "").expect("a good model");
        assert_eq!((compute(again), live() - before), (expected, held));
        log::set_level(INFO).expect("no other logger is there");
        shared(root, &library, &file("keep"), "").expect("a good model");
        log::set_level(0).expect("no other logger is there");
        let records = log::records(0).expect("any");
        assert!(records.contains("shares the session of another model"), "{records}");
    });
}

#[test]
fn other_options_have_a_session_of_their_own() {
    let library = library();
    in_scope(|root| {
        let load = |fields: &str| shared(root, &library, &file("keep"), fields).expect("a good model");
        // Without optimization the matrix is computed in each run, so the next model can use
        // nothing of it.
        load(", \"optimization\": \"NONE\"");
        let none = live();
        load("");
        let mut held = live();
        assert!(held >= none + (1 << 20));
        load(", \"outputs\": [\"y\"]");
        assert_eq!(live(), held, "which outputs are computed is the model's own");
        let profile = std::env::temp_dir().join(format!("tenure-shared-{}", std::process::id()));
        let profile = format!(", \"profile\": \"{}\"", profile.to_string_lossy().replace('\\', "\\\\"));
        let others = [
            ", \"deterministic\": true",
            ", \"memoryPattern\": false",
            ", \"logSeverity\": \"ERROR\"",
            ", \"providers\": [\"CPUExecutionProvider\"]",
            &profile,
            &profile,
        ];
        for other in others {
            let model = load(other);
            assert!(live() >= held + (1 << 20), "{other}");
            assert_eq!(compute(model), [1024.0; 512]);
            held = live();
            let written = onnx_model::end_profiling(model).expect("open");
            if !written.is_empty() {
                std::fs::remove_file(written).expect("it is ours");
            }
        }
    });
}

#[test]
fn each_scope_is_charged_in_full_and_the_process_once() {
    let library = library();
    in_scope(|root| {
        let (one, other, small) = (scope::push(root), scope::push(root), scope::push(root));
        let (one, other, small) = (one.expect("open"), other.expect("open"), small.expect("open"));
        let before = live();
        shared(one, &library, &file("keep"), "").expect("a good model");
        let held = live() - before;
        scope::set_limit(small, 1 << 19).expect("open");
        let error = shared(small, &library, &file("keep"), "").expect_err("the limit is half of it");
        assert_eq!(error.status(), Status::LimitExceeded, "{error}");
        assert_eq!((scope::stats(small).expect("open").bytes, live() - before), (0, held));
        let model = shared(other, &library, &file("keep"), "").expect("a good model");
        let bytes = |scope| scope::stats(scope).expect("open").bytes;
        assert_eq!((bytes(one), bytes(other), bytes(root), live() - before), (held, held, held, held));
        scope::close(one).expect("open");
        assert_eq!((bytes(other), bytes(root), live() - before), (held, held, held));
        assert_eq!(compute(model), [1024.0; 512]);
        scope::close(other).expect("open");
        assert_eq!((bytes(root), live()), (0, before));
    });
}

#[test]
fn threads_that_load_at_once_share_too() {
    let library = library();
    in_scope(|root| {
        let before = live();
        shared(root, &library, &file("keep"), "").map(onnx_model::dispose).expect("good").expect("open");
        for round in 0..30 {
            // In every third round one of them has a limit that is too small to load; the others
            // load nevertheless.
            let begin = Barrier::new(4);
            let peak = std::thread::scope(|threads| {
                let load = |i: usize| {
                    let (begin, library) = (&begin, &library);
                    threads.spawn(move || {
                        let own = scope::push(root).expect("open");
                        let is_refused = round % 3 == 0 && i == 0;
                        scope::set_limit(own, if is_refused { 1 << 19 } else { 0 }).expect("open");
                        begin.wait();
                        let model = shared(own, library, &file("keep"), "");
                        begin.wait();
                        let held = live();
                        begin.wait(); // nothing may fail before this, because the others would wait for ever
                        assert_eq!(model.is_err(), is_refused);
                        model.into_iter().for_each(|model| assert_eq!(compute(model), [1024.0; 512]));
                        scope::close(own).expect("open");
                        held
                    })
                };
                let all: Vec<_> = (0..4).map(load).collect();
                all.into_iter().map(|thread| thread.join().expect("no panic")).max()
            });
            assert!(peak.expect("four") - before < 2 << 20, "more than one session");
            assert_eq!(live(), before);
        }
    });
}

/// A folder with copies of these test files.
fn folder(name: &str, files: &[&str]) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("tenure-shared-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for temporary files");
    for name in files {
        let path = file("affine").with_file_name(name);
        std::fs::copy(path, folder.join(name)).expect("writable");
    }
    folder
}

/// Replaces a float that the file contains once, and changes the file's time.
fn change(path: &Path, from: f32, to: f32) {
    let mut bytes = std::fs::read(path).expect("it is ours");
    let at = bytes.windows(4).position(|four| four == from.to_le_bytes()).expect("it has this weight");
    bytes[at..at + 4].copy_from_slice(&to.to_le_bytes());
    std::fs::write(path, bytes).expect("it is ours");
    let file = std::fs::File::options().write(true).open(path).expect("it is ours");
    file.set_modified(SystemTime::now() + Duration::from_secs(2)).expect("it is ours");
}

#[test]
fn a_file_that_has_changed_is_another() {
    let library = library();
    in_scope(|root| {
        let folder = folder("changed", &["affine.onnx", "beside.onnx", "beside.bin"]);
        for (name, changed, weight, before, after) in [
            ("affine.onnx", "affine.onnx", 0.5, [14.5, 139.5], [16.0, 139.5]),
            ("beside.onnx", "beside.bin", 1.0, [14.0, 140.0], [15.0, 140.0]),
        ] {
            let load = || shared(root, &library, &folder.join(name), "").expect("a good model");
            let old = load();
            assert_eq!(row(old), before);
            change(&folder.join(changed), weight, 2.0);
            let new = load();
            assert_eq!((row(old), row(new)), (before.to_vec(), after.to_vec()), "{name}");
        }
        // Links to one file are one file.
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(file("keep"), folder.join("a.onnx")).expect("a link");
            std::os::unix::fs::symlink(file("keep"), folder.join("b.onnx")).expect("a link");
            shared(root, &library, &folder.join("a.onnx"), "").expect("a good model");
            let held = live();
            shared(root, &library, &folder.join("b.onnx"), "").expect("a good model");
            assert_eq!(live(), held);
        }
        std::fs::remove_dir_all(&folder).expect("it is ours");
    });
}

#[test]
fn the_same_bytes_share_too() {
    let library = library();
    in_scope(|root| {
        let text = options(&library, "\"sharedWeights\": true, \"threads\": 1");
        let load = |bytes: &[u8]| onnx_model::load_bytes(root, bytes, Some(&text)).expect("a good model");
        let bytes = std::fs::read(file("keep")).expect("a model");
        load(&bytes);
        let held = live();
        assert_eq!((compute(load(&bytes.clone())), live()), (vec![1024.0; 512], held));
        let mut affine = std::fs::read(file("affine")).expect("a model");
        let first = load(&affine);
        let at = affine.windows(4).position(|four| four == 0.5f32.to_le_bytes()).expect("it has this weight");
        affine[at..at + 4].copy_from_slice(&2f32.to_le_bytes());
        let second = load(&affine);
        assert_eq!((row(first), row(second)), (vec![14.5, 139.5], vec![16.0, 139.5]));
        for _ in 0..2 {
            let error = onnx_model::load_bytes(root, b"no model", Some(&text)).expect_err("text");
            assert_eq!(error.status(), Status::Io);
        }
    });
}

#[test]
fn one_may_close_while_another_runs() {
    let library = library();
    in_scope(|root| {
        for _ in 0..50 {
            let load = || shared(root, &library, &file("affine"), "").expect("a good model");
            let (first, second) = (load(), load());
            std::thread::scope(|threads| {
                threads.spawn(|| onnx_model::dispose(first).expect("open"));
                assert_eq!(row(second), [14.5, 139.5]);
            });
            onnx_model::dispose(second).expect("open");
        }
    });
}
