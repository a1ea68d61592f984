//! `Library`: a library that the program opens while it runs, and that nothing was linked to.
//!
//! Invariant: what was opened stays loaded until the process ends, so an address that was found in
//! it stays good.

use super::system;
use std::ffi::{CStr, c_void};
use std::path::Path;
use std::ptr::NonNull;

/// A library that was opened. See the top of the file.
#[derive(Clone, Copy, Debug)]
pub struct Library(NonNull<c_void>);

// SAFETY: it is a number for the system's loader, which every thread may ask.
unsafe impl Send for Library {}
// SAFETY: as above.
unsafe impl Sync for Library {}

/// Throws `std::bad_alloc`, as C++'s own allocators do.
pub type BadAlloc = unsafe extern "C-unwind" fn() -> !;

impl Library {
    /// Opens a library by its path, or by its name, which the system's loader then looks for. The
    /// error is what the loader says.
    ///
    /// # Safety
    /// The code that the library runs when it is loaded does what its makers say.
    pub unsafe fn open(name: &Path) -> Result<Library, String> {
        // SAFETY: as the caller says.
        unsafe { system::open_library(name) }.map(Library)
    }

    /// The address of a symbol, if the library has it.
    pub fn symbol(&self, name: &CStr) -> Option<NonNull<c_void>> {
        // SAFETY: the library was opened and is never closed.
        unsafe { system::symbol(self.0, name) }
    }

    /// What throws `std::bad_alloc` through frames of the library, which is written in C++; `None` if its
    /// runtime cannot be found.
    pub fn bad_alloc(&self) -> Option<BadAlloc> {
        // SAFETY: the library was opened and is never closed.
        let address = unsafe { system::bad_alloc(self.0) }?;
        // SAFETY: the symbol is that of a function of C++'s runtime which takes nothing and throws.
        Some(unsafe { std::mem::transmute::<NonNull<c_void>, BadAlloc>(address) })
    }
}

#[cfg(test)]
#[cfg(not(miri))]
mod tests {
    use super::*;

    #[test]
    fn a_library_that_is_not_there_says_why() {
        // SAFETY: nothing is loaded.
        let refused = unsafe { Library::open(Path::new("/no/such/library.so")) };
        assert!(refused.expect_err("there is none").contains("/no/such/library.so"));
    }
}
