//! What a program in Rust gets when it depends on `tenure`: neither JNI nor what writes the header.
//!
//! Invariant: only the feature `bindings` brings them, and it is off unless someone asks for it. The test asks cargo,
//! because a default feature, or a dependency that turns the feature on, would undo it without a change of the sources.

use std::process::Command;

/// The packages that a program builds which depends on `tenure`, each a line.
fn packages(options: &[&str]) -> String {
    let fixed = ["tree", "--locked", "--offline", "--package", "tenure", "--edges", "normal,build", "--prefix", "none"];
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(fixed).args(options).current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let done = cargo.output().expect("cargo, which has built this, can be run");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).expect("names of packages")
}

/// Whether one of them has this name.
fn has(packages: &str, name: &str) -> bool {
    packages.lines().any(|line| line.split_whitespace().next() == Some(name))
}

#[test]
fn the_crate_has_no_jni_unless_asked() {
    let alone = packages(&[]);
    assert!(has(&alone, "tenure") && has(&alone, "parking_lot"), "{alone}");
    for name in ["jni", "jni-sys", "cbindgen"] {
        assert!(!has(&alone, name), "a program in Rust would build {name}:\n{alone}");
    }
    let asked = packages(&["--features", "bindings"]);
    assert!(has(&asked, "jni") && has(&asked, "cbindgen"), "{asked}");
}

#[test]
fn the_crate_is_no_shared_library() {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--locked", "--offline", "--no-deps", "--format-version", "1"]);
    let done = cargo.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).output().expect("cargo can be run");
    let text = String::from_utf8(done.stdout).expect("JSON");
    let kinds = |package: &str| {
        let (_, rest) = text.split_once(&format!("{{\"name\":\"{package}\",\"version\"")).expect("a member");
        let (_, rest) = rest.split_once("\"targets\":[{\"kind\":[").expect("it has targets");
        rest.split_once(']').expect("it ends").0.to_owned()
    };
    assert_eq!(kinds("tenure"), "\"lib\"");
    assert_eq!(kinds("tenure-native"), "\"cdylib\"");
}
