//! What the linker is told of the native library: its name, and that it stays loaded.

use std::path::PathBuf;

fn main() {
    let api = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../src/api/mod.rs");
    for file in ["build.rs", "../src/api/mod.rs"] {
        println!("cargo:rerun-if-changed={file}");
    }
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux") {
        stay_loaded();
        have_a_soname(abi(&std::fs::read_to_string(api).expect("it is part of the checkout")));
    }
}

/// The version of the C ABI.
fn abi(api: &str) -> u32 {
    let abi = api.split_once("ABI_VERSION: u32 = ").and_then(|(_, rest)| rest.split_once(';'));
    abi.and_then(|(abi, _)| abi.parse().ok()).expect("it has one")
}

/// The name by which a program that was linked to the library asks for it, with the version of the ABI: so a release of
/// another one is not loaded in its place. The link of that name beside the library is for programs that are built here.
fn have_a_soname(abi: u32) {
    let name = format!("libtenure.so.{abi}");
    println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,{name}");
    #[cfg(unix)]
    if let Some(folder) =
        std::env::var("OUT_DIR").ok().map(PathBuf::from).as_deref().and_then(|out| out.ancestors().nth(3))
    {
        // Where it is there already, or cannot be made, the linked program says what it misses.
        let _ = std::os::unix::fs::symlink("libtenure.so", folder.join(name));
    }
}

/// A JVM unloads the library when the class loader that loaded it is collected. Threads that go on
/// have thread-locals of it by then, whose destructors must not be gone, and the handle table and
/// the pool serve the next one that loads it.
fn stay_loaded() {
    println!("cargo:rustc-cdylib-link-arg=-Wl,-z,nodelete");
}
