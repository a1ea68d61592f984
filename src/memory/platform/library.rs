//! `Library`: a library that is loaded at run time and not linked.
//!
//! Invariant: an opened library stays loaded until the process ends, so an address found in it
//! stays valid.

use super::system;
use std::ffi::{CStr, c_void};
use std::path::Path;
use std::ptr::NonNull;

/// A loaded library.
#[derive(Clone, Copy, Debug)]
pub struct Library(NonNull<c_void>);

// SAFETY: it is an identifier for the system's loader, which any thread may call.
unsafe impl Send for Library {}
// SAFETY: as above.
unsafe impl Sync for Library {}

/// Throws `std::bad_alloc`, as C++'s own allocators do.
pub type BadAlloc = unsafe extern "C-unwind" fn() -> !;

impl Library {
    /// Opens a library by its path, or by a name that the system's loader resolves. The error is
    /// the loader's message.
    ///
    /// # Safety
    /// The initialisation code of the library is sound to run.
    pub unsafe fn open(name: &Path) -> Result<Library, String> {
        // SAFETY: the caller vouches for the library.
        unsafe { system::open_library(name) }.map(Library)
    }

    /// The address of a symbol, if the library has it.
    pub fn symbol(&self, name: &CStr) -> Option<NonNull<c_void>> {
        // SAFETY: the library was opened and is never closed.
        unsafe { system::symbol(self.0, name) }
    }

    /// The function that throws `std::bad_alloc` through frames of the library, which is written in
    /// C++; `None` if its runtime cannot be found.
    pub fn bad_alloc(&self) -> Option<BadAlloc> {
        // SAFETY: the library was opened and is never closed.
        let address = unsafe { system::bad_alloc(self.0) }?;
        // SAFETY: the symbol is a function of the C++ runtime that takes no arguments and throws.
        Some(unsafe { std::mem::transmute::<NonNull<c_void>, BadAlloc>(address) })
    }
}

#[cfg(test)]
#[cfg(not(miri))]
mod tests {
    use super::*;

    #[test]
    fn a_library_that_is_not_there_says_why() {
        // SAFETY: no library is loaded.
        let refused = unsafe { Library::open(Path::new("/no/such/library.so")) };
        assert!(refused.expect_err("there is none").contains("/no/such/library.so"));
    }
}
