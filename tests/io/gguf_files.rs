//! `.gguf`: what Python's gguf package wrote (tests/data/io/make_gguf.py) loads with its names,
//! shapes, metadata and the bits of its dequantisation; damaged and hostile files end in a typed
//! error.

use crate::world::*;
use tenure::error::{Error, Result, Status};
use tenure::internals::TensorInternals;
use tenure::io::{Entry, gguf::Reader, npy, npz, safetensors};
use tenure::tensor::{DType, Tensor};

fn open(name: &str) -> Reader {
    Reader::open(&data(name)).expect(name)
}

fn entry(name: &str) -> Entry {
    open("gguf_types.gguf").entries().into_iter().find(|entry| entry.name == name).expect(name)
}

#[test]
fn dequantised_elements_have_the_bits_of_the_gguf_package() {
    let mut answers = npz::Reader::open(&data("gguf_types.npz")).expect("the answers");
    let mut file = open("gguf_types.gguf");
    for name in ["Q4_0", "Q4_1", "Q5_0", "Q5_1", "Q8_0", "Q2_K", "Q3_K", "Q4_K", "Q5_K", "Q6_K"] {
        let answer = answers.load(name, None).expect(name);
        let read = file.load(name, None).expect(name);
        assert_eq!((read.dtype(), read.shape()), (DType::F32, answer.shape()), "{name}");
        assert_eq!(row_major(&read), row_major(&answer), "{name}");
        let halves = file.load(name, Some(DType::F16)).expect(name);
        assert_eq!(row_major(&halves), row_major(&tenure::ops::cast(&answer, DType::F16).expect("floats")), "{name}");
    }
}

#[test]
fn other_elements_are_read_as_they_are() {
    let mut file = open("gguf_types.gguf");
    for (name, dtype) in [
        ("F64", DType::F64),
        ("F32", DType::F32),
        ("F16", DType::F16),
        ("BF16", DType::BF16),
        ("I8", DType::I8),
        ("I16", DType::I16),
        ("I32", DType::I32),
        ("I64", DType::I64),
    ] {
        let read = file.load(name, None).expect(name);
        assert_eq!((read.dtype(), read.shape()), (dtype, &[2, 3][..]));
        let numbers = tenure::ops::cast(&read, DType::F64).expect("numbers");
        assert_eq!(numbers.to_vec::<f64>().expect("float64"), [-2., -1., 0., 1., 2., 3.], "{dtype}");
    }
    assert_eq!(file.load("größe", None).expect("there").to_vec::<f32>().expect("float32"), [1.]);
}

#[test]
fn entries_say_what_is_there_without_reading_it() {
    let q4 = entry("Q4_K");
    assert_eq!((q4.stored.as_str(), q4.shape.as_slice(), q4.bytes), ("Q4_K", &[2, 1024][..], 2 * 4 * 144));
    assert_eq!((q4.dtype, q4.widened), (Some(DType::F32), Some(DType::F32)));
    assert_eq!(entry("Q4_0").shape, [2, 3, 64], "outermost first, as in PyTorch");
    let unread = entry("IQ4_NL");
    assert_eq!((unread.stored.as_str(), unread.dtype, unread.bytes), ("IQ4_NL", None, 18));
    assert_eq!(entry("BF16").dtype, Some(DType::BF16));
    let names = open("gguf_types.gguf").names();
    assert_eq!(names.len(), 20);
    assert!(names.is_sorted());
}

#[test]
fn metadata_is_text_or_json() {
    let expected = [
        ("a.bool", "true"),
        ("a.flags", "[true,false]"),
        ("a.float32", "1e-5"),
        ("a.float64", "1e300"),
        ("a.int16", "-32768"),
        ("a.int32", "-2147483648"),
        ("a.int64", "-9223372036854775808"),
        ("a.int8", "-128"),
        ("a.numbers", "[1,-2,3]"),
        ("a.text", "tab\tund größe"),
        ("a.uint16", "65535"),
        ("a.uint32", "4294967295"),
        ("a.uint64", "18446744073709551615"),
        ("a.uint8", "255"),
        ("general.architecture", "llama"),
        ("tokenizer.ggml.tokens", r#"["<s>","a\"b","ö"]"#),
    ];
    let mut file = open("gguf_types.gguf");
    let expected = expected.map(|(key, value)| (key.to_string(), value.to_string()));
    assert_eq!(file.metadata().expect("valid"), expected);
    assert!(file.load("F32", None).is_ok(), "after it was read, too");
}

#[test]
fn version_2_and_another_alignment_are_read() {
    let mut file = open("gguf_aligned.gguf");
    assert_eq!(file.load("b", None).expect("there").to_vec::<f32>().expect("float32"), [0., 1., 2.]);
    assert_eq!(file.load("a", None).expect("there").shape(), [2, 1, 2]);
    assert!(file.metadata().expect("valid").contains(&("general.alignment".into(), "128".into())));
    let error = Reader::open(&data("gguf_big.gguf")).map(|file| file.names()).expect_err("big-endian");
    assert_eq!(error.status(), Status::Unsupported);
    assert!(error.message().contains("big-endian .gguf file of version 3"), "{error}");
}

#[test]
fn what_is_not_quantised_is_mapped_and_the_file_stays_as_it_is() {
    let folder = Folder::new("gguf-map");
    let path = folder.file("a.gguf");
    std::fs::copy(data("gguf_types.gguf"), &path).expect("a copy");
    let before = std::fs::read(&path).expect("readable");
    let mut file = Reader::open(&path).expect("valid");
    let mapped = file.map(&["F64", "Q4_K", "I16"], None).expect("all are there");
    let read = |name: &str, file: &mut Reader| file.load(name, None).expect("there");
    for (tensor, name) in mapped.iter().zip(["F64", "Q4_K", "I16"]) {
        assert_eq!(row_major(tensor), row_major(&read(name, &mut file)), "{name}");
    }
    assert!(mapped[0].storage().is_foreign() && mapped[2].storage().is_foreign());
    assert!(!mapped[1].storage().is_foreign());
    let as_f32 = file.map(&["F64"], Some(DType::F32)).expect("it is converted").remove(0);
    assert!(!as_f32.storage().is_foreign());
    tenure::ops::fill(&mapped[0], 9.0).expect("writable");
    assert_eq!(std::fs::read(&path).expect("readable"), before);
}

#[test]
fn a_tensor_that_is_not_read_leaves_the_others() {
    let mut file = open("gguf_types.gguf");
    let error = file.load("IQ4_NL", None).expect_err("not read");
    assert_eq!(error.status(), Status::Unsupported);
    assert!(
        error.message().contains("gguf_types.gguf': tensor 'IQ4_NL': elements are IQ4_NL, which is not"),
        "{error}"
    );
    assert_eq!(file.load("IQ4_NL", Some(DType::F32)).expect_err("not read").status(), Status::Unsupported);
    let missing = file.load("Q4", None).expect_err("no such name");
    assert_eq!(missing.status(), Status::InvalidArgument);
    assert!(missing.message().contains("there is no tensor 'Q4' among its 20: 'BF16'"), "{missing}");
    assert!(file.load("F32", None).is_ok());
}

#[test]
fn readers_of_other_formats_name_it_and_it_names_theirs() {
    let bytes = std::fs::read(data("gguf_types.gguf")).expect("readable");
    for error in [npy::load_bytes(&bytes).expect_err("another"), safetensors::names_bytes(&bytes).expect_err("another")]
    {
        assert!(error.message().contains("a GGUF file of llama.cpp: read it with Gguf"), "{error}");
    }
    for (name, says) in [
        ("python.safetensors", "a .safetensors file: read it with SafeTensors"),
        ("torch_state.pth", "a PyTorch checkpoint (.pt, .pth, .bin): read it with TorchFile"),
        ("scalar.npy", "a NumPy array (.npy): read it with Tensor.loadNpy"),
    ] {
        let error = Reader::open(&data(name)).map(|file| file.names()).expect_err("another");
        assert_eq!(error.status(), Status::Io);
        assert!(
            error.message().contains("not a .gguf file: it seems to be ") && error.message().contains(says),
            "{error}"
        );
    }
    assert!(refused(&[]).contains("the file is empty"));
}

/// A file written by hand.
#[derive(Clone)]
struct Made {
    keys: Vec<u8>,
    n_keys: u64,
    infos: Vec<u8>,
    n_infos: u64,
    data: usize,
}

fn text(text: &str) -> Vec<u8> {
    [&(text.len() as u64).to_le_bytes()[..], text.as_bytes()].concat()
}

/// The types of values in a file.
const U32: u32 = 4;
const TEXT: u32 = 8;
const ARRAY: u32 = 9;

impl Made {
    fn new() -> Made {
        Made { keys: Vec::new(), n_keys: 0, infos: Vec::new(), n_infos: 0, data: 0 }
    }

    fn key(mut self, key: &str, kind: u32, value: &[u8]) -> Made {
        self.keys.extend([&text(key)[..], &kind.to_le_bytes(), value].concat());
        self.n_keys += 1;
        self
    }

    /// Sizes innermost first, as the format has them.
    fn tensor(mut self, name: &str, sizes: &[u64], kind: u32, at: u64) -> Made {
        self.infos.extend(text(name));
        self.infos.extend((sizes.len() as u32).to_le_bytes());
        sizes.iter().for_each(|size| self.infos.extend(size.to_le_bytes()));
        self.infos.extend([&kind.to_le_bytes()[..], &at.to_le_bytes()].concat());
        self.n_infos += 1;
        self
    }

    fn data(mut self, bytes: usize) -> Made {
        self.data = bytes;
        self
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes = [&b"GGUF\x03\0\0\0"[..], &self.n_infos.to_le_bytes(), &self.n_keys.to_le_bytes()].concat();
        bytes.extend([&self.keys[..], &self.infos].concat());
        bytes.resize(bytes.len().next_multiple_of(32) + self.data, 0);
        bytes
    }
}

fn all_of(bytes: &[u8]) -> Result<Vec<Tensor>> {
    let mut file = Reader::of_bytes(bytes, "made.gguf")?;
    file.metadata()?;
    file.names().iter().map(|name| file.load(name, None)).collect()
}

fn error_of(bytes: &[u8]) -> Error {
    all_of(bytes).expect_err("refused")
}

fn refused(bytes: &[u8]) -> String {
    let error = error_of(bytes);
    assert_eq!(error.status(), Status::Io, "{error}");
    error.message().to_owned()
}

#[test]
fn hostile_tensors_are_refused_with_their_values() {
    let made = Made::new();
    let huge = 1u64 << 62;
    for (file, says) in [
        (made.clone().tensor("a", &[8], 0, 8).data(64), "byte 8, which is not a multiple of the alignment 32"),
        (made.clone().tensor("a", &[8], 0, 32).data(32), "its 32 bytes from byte 96 on end beyond the 96 of the file"),
        (made.clone().tensor("a", &[8], 0, !31).data(32), "from byte 18446744073709551615 on end beyond the 96"),
        (made.clone().tensor("a", &[huge, huge], 0, 0).data(32), "has too many elements"),
        (made.clone().tensor("a", &[huge, 4], 30, 0).data(32), "has too many elements"),
        (made.clone().tensor("a", &[huge], 24, 0).data(32), "its 4611686018427387904 bytes from byte 64 on"),
        (made.clone().tensor("a", &[33], 2, 0).data(64), "Q4_0 has blocks of 32, which do not divide the 33 columns"),
        (
            made.clone().tensor("a", &[32], 12, 0).data(256),
            "Q4_K has blocks of 256, which do not divide the 32 columns",
        ),
        (made.clone().tensor("a", &[], 8, 0).data(64), "Q8_0 has blocks of 32, which do not divide the 1 columns"),
        (made.clone().tensor("a", &[1; 65], 0, 0).data(64), "tensor 'a' has 65 sizes, the limit is 64"),
        (made.clone().tensor("a", &[1], 0, 0).tensor("a", &[1], 0, 32).data(64), "tensor 'a' is there twice"),
        (made.clone().tensor("a\0", &[1], 0, 0).data(64), "the name \"a\\0\" has a NUL in it"),
        (
            made.clone().tensor("b", &[9], 0, 0).tensor("a", &[1], 0, 32).data(64),
            "tensor 'a' begins at byte 128, before tensor 'b' ends at 132",
        ),
        (made.clone().tensor("b", &[8], 0, 0).tensor("a", &[8], 0, 0).data(64), "begins at byte 96, before tensor"),
    ] {
        let message = refused(&file.bytes());
        assert!(message.contains(says) && message.contains("reading 'made.gguf'"), "{message}");
    }
    for (kind, says) in [(4, "elements are type 4"), (9999, "elements are type 9999"), (15, "elements are Q8_K")] {
        let error = error_of(&made.clone().tensor("a", &[256], kind, 0).data(512).bytes());
        assert_eq!(error.status(), Status::Unsupported);
        assert!(error.message().contains(says), "{error}");
    }
    let rank17 = error_of(&made.clone().tensor("a", &[1; 17], 0, 0).data(32).bytes());
    assert_eq!(rank17.status(), Status::Unsupported);
    assert!(rank17.message().contains("rank 17 is above the limit of 16"), "{rank17}");
    let empty = all_of(&made.tensor("a", &[0, 3], 2, 1 << 40).bytes()).expect("no elements");
    assert_eq!(empty[0].shape(), [3, 0]);
}

#[test]
fn hostile_metadata_is_refused_with_its_values() {
    let array = |kind: u32, count: u64| [&kind.to_le_bytes()[..], &count.to_le_bytes()].concat();
    let made = Made::new();
    let huge = 1u64 << 62;
    let nested = |depth: usize| (0..depth).flat_map(|_| array(ARRAY, 1)).chain(array(U32, 0)).collect::<Vec<u8>>();
    for (file, says) in [
        (made.clone().key("a", TEXT, &huge.to_le_bytes()), "a text take 4611686018427387904 bytes"),
        (made.clone().key("a", ARRAY, &array(U32, huge)), "4611686018427387904 items of an array take"),
        (made.clone().key("a", ARRAY, &array(TEXT, huge)), "4611686018427387904 items of an array take"),
        (made.clone().key("a", ARRAY, &array(ARRAY, 1000)), "1000 items of an array take 12000 bytes"),
        (made.clone().key("a", ARRAY, &array(77, 1)), "a value has type 77, which the format does not have"),
        (made.clone().key("a", 13, &[0; 8]), "metadata 'a': a value has type 13"),
        (made.clone().key("a", ARRAY, &nested(8)), "its arrays are nested deeper than 8"),
        (made.clone().key("a", U32, &[0; 4]).key("a", U32, &[0; 4]), "the key 'a' is there twice"),
        (made.clone().key("a\0", U32, &[0; 4]), "has a NUL in it"),
        (made.clone().key(&"k".repeat(65_536), U32, &[0; 4]), "a key of 65536 bytes is above the limit of 65535"),
        (made.clone().key("general.alignment", U32, &[0; 4]), "0 is not a power of two up to 1048576"),
        (made.clone().key("general.alignment", U32, &48u32.to_le_bytes()), "48 is not a power of two"),
        (made.clone().key("general.alignment", U32, &(1u32 << 21).to_le_bytes()), "2097152 is not a power of two"),
        (made.clone().key("general.alignment", TEXT, &text("32")), "it has type 8 instead of 4, uint32"),
    ] {
        let message = refused(&file.bytes());
        assert!(message.contains(says), "{message}");
    }
    assert!(all_of(&made.clone().key("a", ARRAY, &nested(7)).bytes()).is_ok());
    let odd = [&3u64.to_le_bytes()[..], b"a\xff\0"].concat();
    let odd = made.key("a", TEXT, &odd).key("b", 6, &f32::NAN.to_le_bytes()).bytes();
    let texts = Reader::of_bytes(&odd, "made.gguf").and_then(|mut file| file.metadata()).expect("valid");
    assert_eq!(texts, [("a".into(), "a\u{fffd}\0".into()), ("b".into(), "NaN".into())]);
}

#[test]
fn hostile_counts_and_versions_are_refused() {
    let mut bytes = Made::new().tensor("a", &[1], 0, 0).data(32).bytes();
    for (at, what) in [(8, "tensors"), (16, "entries of metadata")] {
        let mut file = bytes.clone();
        file[at..at + 8].copy_from_slice(&(1u64 << 62).to_le_bytes());
        assert!(refused(&file).contains(&format!("4611686018427387904 {what} are above the limit of 1048576")));
        file[at..at + 8].copy_from_slice(&(1u64 << 20).to_le_bytes());
        refused(&file);
    }
    for version in [0u32, 1, 4, u32::MAX] {
        bytes[4..8].copy_from_slice(&version.to_le_bytes());
        let error = error_of(&bytes);
        assert_eq!(error.status(), Status::Unsupported, "{error}");
        assert!(error.message().contains(&format!("version {version} of the .gguf format")), "{error}");
    }
}

#[test]
fn a_file_that_is_cut_at_any_byte_is_refused() {
    for name in ["gguf_types.gguf", "gguf_aligned.gguf"] {
        let whole = std::fs::read(data(name)).expect("readable");
        // What is behind the last element is padding.
        let end = (0..=whole.len()).find(|&n| all_but_unread(&whole[..n]).is_ok()).expect("the whole file is valid");
        assert!(whole.len() - end < 128, "{name} is whole from byte {end} on");
        for length in (end..=whole.len()).rev() {
            assert!(all_but_unread(&whole[..length]).is_ok());
        }
        for length in 0..end {
            let error = all_but_unread(&whole[..length]).expect_err("cut");
            assert_eq!(error.status(), Status::Io, "{name} cut to {length}: {error}");
        }
    }
}

fn all_but_unread(bytes: &[u8]) -> Result<()> {
    let mut file = Reader::of_bytes(bytes, "cut.gguf")?;
    file.metadata()?;
    let names = file.names();
    names.iter().filter(|name| *name != "IQ4_NL").try_for_each(|name| file.load(name, None).map(drop))
}
