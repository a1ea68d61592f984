//! Gives the library the name by which a program asks the system's loader for the driver. A loader
//! that has opened it by its path then finds it by that name, before any driver of the system.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "linux") {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libcuda.so");
    }
}
