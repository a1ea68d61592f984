//! Tens of thousands of files that a seeded generator derives from good ones. Each gives a tensor
//! or a typed error, never a panic, and no single allocation is out of proportion to the file.

use std::alloc::{GlobalAlloc, Layout, System};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use tenure::error::{Result, Status};
use tenure::io::{npy, safetensors};
use tenure::tensor::Tensor;

/// The largest single allocation since it was set to 0.
static LARGEST: AtomicUsize = AtomicUsize::new(0);

struct Watched;

// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Watched {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        LARGEST.fetch_max(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        LARGEST.fetch_max(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, ptr: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        LARGEST.fetch_max(size, Ordering::Relaxed);
        // SAFETY: the caller's promise is passed on.
        unsafe { System.realloc(ptr, layout, size) }
    }

    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise is passed on.
        unsafe { System.dealloc(ptr, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Watched = Watched;

/// SplitMix64: the same files in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }
}

/// Texts that are written into a file: parts of headers, and numbers at which something overflows.
const WORDS: [&[u8]; 27] = [
    b"1048576",
    b"0",
    b"-1",
    b"9223372036854775807",
    b"18446744073709551615",
    b"1152921504606846976",
    b"(",
    b")",
    b"[",
    b"]",
    b"{",
    b"}",
    b"'",
    b"\"",
    b"\\",
    b",",
    b":",
    b"True",
    b"None",
    b"<f8",
    b">i4",
    b"|b1",
    b"\xff\xff\xff\xff",
    b"\0\0\0\0",
    b"F64",
    b"BF16",
    b"\"data_offsets\":[0,",
];

/// A few changes, most of them in the first 200 bytes, where the headers are.
fn mutate(file: &mut Vec<u8>, random: &mut Random) {
    for _ in 0..=random.below(4) {
        let reach = if random.below(4) == 0 { file.len() } else { file.len().min(200) };
        let at = random.below(reach);
        match random.below(8) {
            0 if at < file.len() => file[at] ^= 1 << random.below(8),
            1 if at < file.len() => file[at] = random.next() as u8,
            2 => file.truncate(at),
            3 => {
                let end = (at + random.below(16)).min(file.len());
                file.drain(at..end);
            }
            4 => {
                let end = (at + random.below(64)).min(file.len());
                let piece = file[at..end].to_vec();
                let to = random.below(file.len() + 1);
                file.splice(to..to, piece);
            }
            5 => {
                let word = WORDS[random.below(WORDS.len())];
                file.splice(at..at, word.iter().copied());
            }
            6 => {
                let word = WORDS[random.below(WORDS.len())];
                let end = (at + word.len()).min(file.len());
                file.splice(at..end, word.iter().copied());
            }
            _ => {
                // Another digit: the likeliest way to a valid header with another meaning.
                if let Some(digit) = file.iter().skip(at).position(u8::is_ascii_digit) {
                    let (at, small) = (at + digit, [b'0' + random.below(10) as u8]);
                    let number = if random.below(2) == 0 { &small } else { WORDS[random.below(6)] };
                    file.splice(at..=at, number.iter().copied());
                }
            }
        }
    }
}

fn seeds(extension: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/io");
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).expect("in the repository").map(|e| e.expect("readable").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == extension));
    paths.sort();
    paths.iter().map(|path| std::fs::read(path).expect("in the repository")).collect()
}

/// Loads `count` mutated files, and counts how many of them gave tensors.
fn run(
    seeds: &[Vec<u8>],
    seed: u64,
    count: usize,
    refusals: &[Status],
    load: impl Fn(&[u8]) -> Result<Tensor>,
) -> usize {
    assert!(!seeds.is_empty());
    let (mut random, mut tensors) = (Random(seed), 0);
    for i in 0..count {
        let mut file = seeds[random.below(seeds.len())].clone();
        mutate(&mut file, &mut random);
        LARGEST.store(0, Ordering::Relaxed);
        let result = load(&file);
        let largest = LARGEST.load(Ordering::Relaxed);
        assert!(largest <= 16 * file.len() + 16384, "file {i}: {largest} bytes at once for {} of file", file.len());
        match result {
            Ok(tensor) => {
                tensors += 1;
                assert!(tensor.nbytes() <= file.len(), "file {i}: {tensor:?} out of {} bytes", file.len());
                assert!(!tensor.to_string().is_empty());
            }
            Err(error) => assert!(refusals.contains(&error.status()), "file {i}: {error:?}"),
        }
    }
    tensors
}

/// One test for both formats, because the watched allocator belongs to the whole process.
#[test]
fn mutated_files_load_or_are_refused() {
    let count = 20_000;
    let refusals = [Status::Io, Status::Unsupported];
    let tensors = run(&seeds("npy"), 1, count, &refusals, npy::load_bytes);
    assert!((count / 50..count / 2).contains(&tensors), "{tensors} of {count} mutated files were tensors");

    let refusals = [Status::Io, Status::Unsupported, Status::InvalidArgument];
    let tensors = run(&seeds("safetensors"), 2, count, &refusals, |file| {
        let names = safetensors::names_bytes(file)?;
        let first = names.first().map_or("", String::as_str);
        safetensors::load_bytes(file, first)
    });
    assert!((count / 50..count / 2).contains(&tensors), "{tensors} of {count} mutated files were tensors");
}
