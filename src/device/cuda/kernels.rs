//! The kernels: PTX that `ci/kernels` has compiled from `kernels/*.cu`, packed in `kernels.bin`,
//! which is part of the library.
//!
//! ```text
//!   u64  checksum of the sources          u32  kernels          u32  bytes of the text
//!   for each kernel    u32 start in the text, u32 bytes, u8 length of its name, its name
//!   the text, as an LZMA stream: a module of PTX for each kernel, each ending with a zero
//! ```
//!
//! Invariant: the archive is the one of the sources beside it; a test compares the checksum. Each
//! kernel is a module of its own, so the driver compiles the one that is used and not its family.

use std::collections::HashMap;
use std::ffi::CStr;
use std::sync::OnceLock;

static ARCHIVE: &[u8] = include_bytes!("kernels.bin");

/// The module of a kernel; `None` for a name that no kernel has.
pub fn module(name: &str) -> Option<&'static CStr> {
    static INDEX: OnceLock<Index> = OnceLock::new();
    let index = INDEX.get_or_init(|| Index::read(ARCHIVE).expect("the archive was written by ci/kernels"));
    let &(start, bytes) = index.kernels.get(name)?;
    CStr::from_bytes_with_nul(index.text().get(start..start + bytes)?).ok()
}

/// The names of all kernels, in order.
#[cfg(feature = "internals")]
pub fn names() -> Vec<String> {
    let index = Index::read(ARCHIVE).expect("the archive was written by ci/kernels");
    let mut names: Vec<String> = index.kernels.into_keys().map(str::to_owned).collect();
    names.sort();
    names
}

/// The checksum of the sources that the archive was compiled from.
#[cfg(test)]
fn checksum() -> u64 {
    Reader(ARCHIVE).number(8).expect("the archive was written by ci/kernels")
}

struct Index {
    /// Where the module of a kernel starts in the text, and its bytes.
    kernels: HashMap<&'static str, (usize, usize)>,
    stream: &'static [u8],
    bytes: usize,
    text: OnceLock<Vec<u8>>,
}

impl Index {
    fn read(archive: &'static [u8]) -> Option<Index> {
        let mut reader = Reader(archive);
        reader.number(8)?;
        let [count, bytes] = [reader.number(4)?, reader.number(4)?].map(|number| number as usize);
        let mut kernels = HashMap::with_capacity(count);
        for _ in 0..count {
            let [start, bytes, length] = [4, 4, 1].map(|size| reader.number(size).map(|number| number as usize));
            let name = std::str::from_utf8(reader.take(length?)?).ok()?;
            kernels.insert(name, (start?, bytes?));
        }
        Some(Index { kernels, stream: reader.0, bytes, text: OnceLock::new() })
    }

    /// The modules of all kernels, unpacked at the first use.
    fn text(&self) -> &[u8] {
        self.text.get_or_init(|| {
            let mut text = Vec::with_capacity(self.bytes);
            lzma_rs::lzma_decompress(&mut &*self.stream, &mut text).expect("the archive was written by ci/kernels");
            text
        })
    }
}

/// Little-endian numbers and texts, one after another.
struct Reader(&'static [u8]);

impl Reader {
    fn take(&mut self, bytes: usize) -> Option<&'static [u8]> {
        let (taken, rest) = self.0.split_at_checked(bytes)?;
        self.0 = rest;
        Some(taken)
    }

    fn number(&mut self, bytes: usize) -> Option<u64> {
        Some(self.take(bytes)?.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// As `ci/kernels` computes it: FNV-1a over the names and texts of the sources.
    fn checksum_of(folder: &Path) -> u64 {
        let files =
            std::fs::read_dir(folder).expect("the sources are there").map(|entry| entry.expect("readable").path());
        let is_source = |path: &std::path::PathBuf| path.extension().is_some_and(|end| end == "cu" || end == "cuh");
        let mut files: Vec<_> = files.filter(is_source).collect();
        files.sort();
        let mut sum = 0xcbf2_9ce4_8422_2325u64;
        for file in files {
            let name = file.file_name().expect("a file").to_string_lossy().into_owned();
            let text = std::fs::read(&file).expect("readable");
            for byte in [name.as_bytes(), &[0], &text[..], &[0]].concat() {
                sum = (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
        sum
    }

    #[test]
    fn the_archive_was_compiled_from_the_sources_beside_it() {
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/device/cuda/kernels");
        assert_eq!(checksum(), checksum_of(&sources), "run ci/kernels");
    }

    #[test]
    fn every_kernel_is_a_module_with_one_entry_of_its_name() {
        let index = Index::read(ARCHIVE).expect("well formed");
        assert!(index.kernels.len() > 100);
        for name in index.kernels.keys() {
            let text = module(name).expect("it is in the index").to_str().expect("ASCII");
            assert!(text.starts_with(".version 8.0") && text.contains(&format!(".entry {name}(")), "{name}");
            assert_eq!(text.matches(".entry ").count(), 1, "{name}");
        }
        assert!(module("no_such_kernel").is_none());
    }
}
