//! Which CUDA driver tests use: the fake one, which cargo builds beside their programs, or with
//! `TENURE_TEST_GPU` the system's.

use std::ffi::OsString;
use std::sync::Once;

/// The fake driver.
pub(crate) fn library() -> OsString {
    let program = std::env::current_exe().expect("a program has a path");
    let name = format!("{}tenure_fake_cuda{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let beside = program.parent().expect("it lies in a folder").join(name);
    assert!(beside.exists(), "{} is missing: cargo builds it as a dependency of the tests", beside.display());
    beside.into_os_string()
}

/// Names the driver. It is called before the library looks for one.
pub(crate) fn name() {
    static NAMED: Once = Once::new();
    NAMED.call_once(|| {
        if std::env::var_os("TENURE_TEST_GPU").is_none() {
            // SAFETY: no other thread of this program reads the environment: nothing of the library
            // was called before.
            unsafe { std::env::set_var("TENURE_CUDA", library()) };
        }
    });
}
