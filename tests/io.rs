//! Files: what is saved loads again, what NumPy and Hugging Face's package wrote loads, what is broken ends in a typed
//! error that names the file, and a save that fails leaves the file that was there.

use std::fs;
use std::path::{Path, PathBuf};
use tenure::device::Device;
use tenure::error::Status;
use tenure::io::{npy, safetensors};
use tenure::tensor::{DType, Shape, Tensor};

/// A folder of its own for one test, gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("tenure-io-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("the temporary folder is writable");
        Folder(path)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("it is a folder");
        let mut names: Vec<String> =
            entries.map(|e| e.expect("readable").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/io").join(name)
}

/// The 6 values of tests/data/io/make.py.
fn values(dtype: DType) -> Vec<u8> {
    fn bytes<const N: usize>(values: [[u8; N]; 6]) -> Vec<u8> {
        values.concat()
    }
    match dtype {
        DType::F32 => bytes(
            [-0.0, 1.5, -1.0 / 3.0, f32::INFINITY, f32::from_bits(0x7fc0_0000), f32::MIN_POSITIVE]
                .map(f32::to_le_bytes),
        ),
        DType::F64 => bytes(
            [-0.0, 1.5, -1.0 / 3.0, f64::INFINITY, f64::from_bits(0x7ff8 << 48), f64::MIN_POSITIVE]
                .map(f64::to_le_bytes),
        ),
        DType::I32 => bytes([i32::MIN, -2, 0, 1, 258, i32::MAX].map(i32::to_le_bytes)),
        DType::I64 => bytes([i64::MIN, -2, 0, 1, 258, i64::MAX].map(i64::to_le_bytes)),
        DType::U8 => vec![0, 1, 2, 127, 128, 255],
        DType::Bool => vec![1, 0, 0, 1, 1, 0],
    }
}

fn tensor(dtype: DType, bytes: &[u8], dims: &[i64]) -> Tensor {
    Tensor::from_bytes(Device::Cpu, dtype, bytes, &Shape::new(dims).expect("a shape")).expect("it fits")
}

fn sample(dtype: DType) -> Tensor {
    tensor(dtype, &values(dtype), &[2, 3])
}

fn iota(dims: &[i64]) -> Tensor {
    let n: i64 = dims.iter().product();
    let numbers: Vec<i32> = (0..n as i32).collect();
    Tensor::from_slice(&numbers, &Shape::new(dims).expect("a shape")).expect("it fits")
}

/// The bytes of the elements in row-major order, whatever the layout.
fn row_major(tensor: &Tensor) -> Vec<u8> {
    match tensor.as_bytes() {
        Some(bytes) => bytes.to_vec(),
        None => (0..tensor.shape()[0]).flat_map(|i| row_major(&tensor.select(0, i).expect("inside"))).collect(),
    }
}

/// A file of version 1 with this dictionary and these elements.
fn npy_file(dictionary: &str, elements: &[u8]) -> Vec<u8> {
    let mut file = b"\x93NUMPY\x01\x00".to_vec();
    file.extend_from_slice(&(dictionary.len() as u16).to_le_bytes());
    file.extend_from_slice(dictionary.as_bytes());
    file.extend_from_slice(elements);
    file
}

fn npy_header(descr: &str, shape: &str) -> String {
    format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}\n")
}

fn safetensors_file(header: impl AsRef<[u8]>, elements: usize) -> Vec<u8> {
    let header = header.as_ref();
    let mut file = (header.len() as u64).to_le_bytes().to_vec();
    file.extend_from_slice(header);
    file.resize(file.len() + elements, 0);
    file
}

#[test]
fn npy_round_trips_every_dtype_and_layout() {
    let folder = Folder::new("npy_round");
    let path = folder.file("größe.npy");
    for dtype in DType::ALL {
        let whole = sample(dtype);
        let flat = tensor(dtype, &values(dtype), &[6]);
        for view in [
            whole.clone(),
            whole.transpose(0, 1).expect("two axes"),
            whole.slice(1, 1, 3, 1).expect("inside"),
            whole.select(0, 1).expect("inside"),
            flat.slice(0, 0, 6, 2).expect("inside").unsqueeze(0).expect("rank 2"),
            flat.select(0, 2).expect("inside"),
            flat.unsqueeze(0).expect("rank 2").expand(&[4, 6]).expect("4 rows"),
            flat.slice(0, 3, 3, 1).expect("empty"),
            tensor(dtype, &values(dtype), &[1, 2, 1, 1, 3, 1, 1, 1]),
        ] {
            npy::save(&path, &view).expect("it can be written");
            let loaded = npy::load(&path).expect("it can be read");
            assert_eq!((loaded.dtype(), loaded.shape()), (dtype, view.shape()));
            assert_eq!(row_major(&loaded), row_major(&view), "{view:?}");
            assert!(loaded.is_contiguous());
            assert_eq!(loaded.storage().ref_count(), 1, "nobody else keeps what was loaded");
        }
        assert_eq!((whole.storage().ref_count(), flat.storage().ref_count()), (1, 1), "saving keeps nothing");
    }
    assert_eq!(folder.names(), ["größe.npy"]);
}

#[test]
fn npy_headers_are_numpys() {
    let folder = Folder::new("npy_header");
    for (dtype, descr) in DType::ALL.into_iter().zip(["<f4", "<f8", "<i4", "<i8", "|u1", "|b1"]) {
        for (dims, shape) in [(&[2, 3][..], "(2, 3, )"), (&[6], "(6, )"), (&[1, 6], "(1, 6, )")] {
            npy::save(&folder.file("a.npy"), &tensor(dtype, &values(dtype), dims)).expect("it can be written");
            let file = fs::read(folder.file("a.npy")).expect("it is there");
            let start = 10 + usize::from(u16::from_le_bytes([file[8], file[9]]));
            let header = String::from_utf8_lossy(&file[10..start]).replace(' ', "");
            let expected = format!("{{'descr':'{descr}','fortran_order':False,'shape':{},}}\n", shape.replace(' ', ""));
            assert_eq!((&file[..8], header), (&b"\x93NUMPY\x01\x00"[..], expected));
            assert_eq!((start % 16, &file[start..]), (0, &values(dtype)[..]), "elements are aligned and as in memory");
        }
    }
}

#[test]
fn npy_loads_what_numpy_wrote() {
    for dtype in DType::ALL {
        let name = dtype.name();
        let mut files = vec![format!("{name}.npy"), format!("{name}_fortran.npy")];
        if dtype.size() > 1 {
            files.push(format!("{name}_big.npy"));
        }
        for file in files {
            let loaded = npy::load(&data(&file)).expect("NumPy wrote it");
            assert_eq!((loaded.dtype(), loaded.shape()), (dtype, &[2, 3][..]), "{file}");
            assert_eq!(row_major(&loaded), values(dtype), "{file}");
        }
    }
    for file in ["version2.npy", "version3.npy"] {
        assert_eq!(row_major(&npy::load(&data(file)).expect("NumPy wrote it")), values(DType::F64), "{file}");
    }
    let cube = npy::load(&data("cube_fortran.npy")).expect("NumPy wrote it");
    assert_eq!((cube.shape(), cube.strides()), (&[2, 3, 4][..], &[1, 2, 6][..]), "a view of the file's order");
    assert_eq!(row_major(&cube), row_major(&iota(&[2, 3, 4])));
    let scalar = npy::load(&data("scalar.npy")).expect("NumPy wrote it");
    assert_eq!((scalar.rank(), row_major(&scalar)), (0, 2.5f32.to_le_bytes().to_vec()));
    assert_eq!(npy::load(&data("empty.npy")).expect("NumPy wrote it").shape(), [3, 0, 2]);
}

#[test]
fn npy_names_what_it_does_not_support() {
    for (file, descr) in [
        ("float16", "'<f2'"),
        ("uint16", "'<u2'"),
        ("complex", "'<c8'"),
        ("text", "'<U2'"),
        ("object", "'|O'"),
        ("record", "[('x', '<f4'), ('y', '<i4', (2,2,)), ]"),
        ("time", "'<M8[s]'"),
    ] {
        let path = data(&format!("{file}.npy"));
        let error = npy::load(&path).expect_err(file);
        let ours = "float32, float64, int32, int64, uint8, bool";
        let expected = format!("reading '{}': elements are {descr}, not one of {ours}", path.display());
        assert_eq!((error.status(), error.message()), (Status::Unsupported, &expected[..]));
    }
    let error = npy::load(&data("rank9.npy")).expect_err("9 dimensions");
    assert_eq!(error.status(), Status::Unsupported);
    assert!(error.message().ends_with("rank 9 is above the limit of 8"), "{error}");
}

#[test]
fn npy_takes_what_is_unusual_but_right() {
    let bytes = [0, 2, 255];
    let loose = "{\"shape\":(3,),\"descr\":\"|b1\",\"fortran_order\":False}";
    let loaded = npy::load_bytes(&npy_file(loose, &bytes)).expect("a dictionary in another order");
    assert_eq!(loaded.as_bytes(), Some(&[0, 1, 1][..]), "any byte that is not 0 is true");
    let list = npy::load_bytes(&npy_file(&npy_header("<u1", "[3]"), &bytes));
    assert_eq!(list.expect("a list of sizes").as_bytes(), Some(&bytes[..]));
    let longer = npy::load_bytes(&npy_file(&npy_header("|u1", "(2,)"), &bytes));
    assert_eq!(longer.expect("NumPy reads several arrays after one another").as_bytes(), Some(&bytes[..2]));
}

#[test]
fn npy_refuses_hostile_files() {
    let good = npy_file(&npy_header("<f4", "(2, 3)"), &[0; 24]);
    let f4 = |shape: &str| npy_file(&npy_header("<f4", shape), &[0; 24]);
    let dict = |text: &str| npy_file(text, &[0; 24]);
    let with = |at: usize, byte: u8| {
        let mut file = good.clone();
        file[at] = byte;
        file
    };
    let mut v2 = b"\x93NUMPY\x02\x00\xff\xff\xff\xff".to_vec();
    v2.extend_from_slice(&good[10..]);
    let table: Vec<(&str, Vec<u8>, &str)> = vec![
        ("empty", vec![], "not a .npy file: it has 0 bytes and begins with []"),
        ("magic alone", good[..6].to_vec(), "not a .npy file: it has 6 bytes"),
        ("wrong magic", with(0, b'P'), "not a .npy file: it has "),
        ("zip", b"PK\x03\x04\x14\x00\x00\x00\x08\x00".to_vec(), "begins with [50, 4b, 03, 04, 14, 00]"),
        ("version 4", with(6, 4), "version 4.0 of the .npy format is not known"),
        ("version 1.1", with(7, 1), "version 1.1 of the .npy format is not known"),
        ("no length", good[..9].to_vec(), "the bytes of the header's length take 2 bytes, 1 are left"),
        ("header beyond the file", with(9, 0x20), "the bytes of the header take 8252 bytes, 84 are left"),
        ("header of 4 GiB", v2, "a header of 4294967295 bytes is above the limit of 16384"),
        ("cut header", good[..40].to_vec(), "the bytes of the header take 60 bytes, 30 are left"),
        ("cut elements", good[..good.len() - 1].to_vec(), "float32 elements of shape [2,3] take 24 bytes, 23 are left"),
        ("no elements", good[..70].to_vec(), "float32 elements of shape [2,3] take 24 bytes, 0 are left"),
        ("2^59 elements", f4("(576460752303423488,)"), "take 2305843009213693952 bytes, 24 are left"),
        ("2^60 elements", f4("(1152921504606846976,)"), "shape [1152921504606846976] has too many elements"),
        ("2^63 elements", f4("(9223372036854775808,)"), "shape [9223372036854775808] has too many elements"),
        ("2^64 elements", f4("(4294967296, 4294967296)"), "are too many elements"),
        ("2^64 in one size", f4("(18446744073709551616,)"), "are too many elements"),
        ("hexadecimal size", f4("(0xffffffff, 0xffffffff)"), "the word 'xffffffff' at byte"),
        ("0 and huge", f4("(0, 9223372036854775807)"), "has too many elements"),
        ("negative", f4("(-1,)"), "the number at byte 51 is negative"),
        ("sum", f4("(1--5,)"), "is negative"),
        ("float", f4("(2.5,)"), "not a header of an array: byte 0x2e at"),
        ("no tuple", f4("6"), "shape must be list or tuple"),
        ("words for sizes", f4("('a',)"), "dimension must be an integer"),
        ("shape of None", f4("None"), "shape must be list or tuple"),
        ("no shape", dict("{'descr': '<f4', 'fortran_order': False}"), "missing key 'shape'"),
        ("no descr", dict("{'shape': (6,), 'fortran_order': False}"), "missing key 'descr'"),
        ("no order", dict("{'shape': (6,), 'descr': '<f4'}"), "missing key 'fortran_order'"),
        ("order 3", dict("{'shape': (6,), 'descr': '<f4', 'fortran_order': 3}"), "'fortran_order' value is not a bool"),
        ("a list", dict("[1, 2]"), "expected a python dict literal"),
        ("no header", dict(""), "could not parse Python expression"),
        ("junk", dict("}}}}(((("), "could not parse Python expression"),
        ("number as key", dict("{1: 2}"), "key is not string"),
        ("open string", dict("{'descr': '<f4"), "the string at byte 10 has no end or an escape"),
        ("escape", dict("{'sh\\x61pe': (6,)}"), "the string at byte 1 has no end or an escape"),
        ("bytes", dict("{b'descr': '<f4'}"), "the word 'b' at byte 1"),
        ("code", dict("__import__('os')"), "not a header of an array: byte 0x5f at 0"),
        ("deep lists", dict(&"[".repeat(8000)), "more than 6 brackets inside one another"),
        ("deep sets", dict(&"{".repeat(7)), "more than 6 brackets inside one another"),
        ("unknown type", npy_file(&npy_header("<q8", "(3,)"), &[0; 24]), "invalid type string"),
        ("empty type", npy_file(&npy_header("", "(3,)"), &[0; 24]), "invalid type string"),
        ("type of 2^64", npy_file(&npy_header("|V18446744073709551616", "(3,)"), &[0; 24]), "invalid type string"),
        ("not UTF-8", npy_file("{'descr': '<f4', 'fortran_order': False, 'shape': (6,)}", &[0; 24]), ""),
    ];
    let folder = Folder::new("npy_hostile");
    let path = folder.file("a.npy");
    for (what, mut bytes, text) in table {
        let text = if what == "not UTF-8" {
            bytes[12] = 0xff;
            "could not parse utf-8"
        } else {
            text
        };
        fs::write(&path, &bytes).expect("writable");
        let error = npy::load(&path).expect_err(what);
        assert_eq!(error.status(), Status::Io, "{what}: {error}");
        assert!(error.message().starts_with(&format!("reading '{}': ", path.display())), "{what}: {error}");
        assert!(error.message().contains(text), "{what}: {error}");
        assert_eq!(npy::load_bytes(&bytes).expect_err(what).status(), Status::Io);
    }
}

#[test]
fn safetensors_round_trip_every_dtype_and_layout() {
    let folder = Folder::new("st_round");
    let path = folder.file("a.safetensors");
    let mut named: Vec<(String, Tensor)> = Vec::new();
    for dtype in DType::ALL {
        let whole = sample(dtype);
        named.push((format!("{dtype}.transposed"), whole.transpose(0, 1).expect("two axes")));
        named.push((format!("{dtype}.slice \"1\""), whole.slice(1, 0, 3, 2).expect("inside")));
        named.push((format!("{dtype}.größe"), whole.select(1, 2).expect("inside").select(0, 0).expect("inside")));
        named.push((format!("{dtype}.empty"), whole.slice(0, 1, 1, 1).expect("empty")));
        named.push((dtype.name().to_string(), whole));
    }
    named.push((String::new(), iota(&[1, 2, 1, 1, 3, 1, 1, 1])));
    let pairs: Vec<(&str, &Tensor)> = named.iter().map(|(name, tensor)| (&name[..], tensor)).collect();
    safetensors::save(&path, &pairs).expect("it can be written");
    let mut names: Vec<&str> = pairs.iter().map(|(name, _)| *name).collect();
    names.sort();
    assert_eq!(safetensors::names(&path).expect("readable"), names);
    for (name, tensor) in &named {
        let loaded = safetensors::load(&path, name).expect(name);
        assert_eq!((loaded.dtype(), loaded.shape()), (tensor.dtype(), tensor.shape()), "{name}");
        assert_eq!(row_major(&loaded), row_major(tensor), "{name}");
        assert_eq!((loaded.storage().ref_count(), loaded.offset()), (1, 0));
    }
    safetensors::save(&path, &[]).expect("no tensors are a file too");
    assert_eq!(safetensors::names(&path).expect("readable"), [""; 0]);
    assert_eq!(folder.names(), ["a.safetensors"]);
}

#[test]
fn safetensors_bytes_are_those_of_the_reference_implementation() {
    use ::safetensors::tensor::{Dtype, TensorView, serialize};
    let folder = Folder::new("st_bytes");
    let (a, b, c) = (sample(DType::U8), sample(DType::F64), sample(DType::F32));
    let (one, two) = (folder.file("1.safetensors"), folder.file("2.safetensors"));
    safetensors::save(&one, &[("a", &a), ("b", &b), ("c", &c), ("aa", &b)]).expect("it can be written");
    safetensors::save(&two, &[("aa", &b), ("c", &c), ("b", &b), ("a", &a)]).expect("it can be written");
    let view = |dtype, tensor: &'static [u8]| TensorView::new(dtype, vec![2, 3], tensor).expect("it fits");
    let leak = |dtype| &*values(dtype).leak();
    let expected = serialize(
        [
            ("c", view(Dtype::F32, leak(DType::F32))),
            ("b", view(Dtype::F64, leak(DType::F64))),
            ("aa", view(Dtype::F64, leak(DType::F64))),
            ("a", view(Dtype::U8, leak(DType::U8))),
        ],
        None,
    )
    .expect("it can be written");
    assert_eq!(fs::read(one).expect("there"), expected);
    assert_eq!(fs::read(two).expect("there"), expected, "the order of the call does not matter");
}

#[test]
fn safetensors_load_what_python_wrote() {
    let path = data("python.safetensors");
    let mut names = DType::ALL.map(|d| d.name().to_string()).to_vec();
    names.extend(["half", "scalar", "empty", "größe"].map(String::from));
    names.sort();
    assert_eq!(safetensors::names(&path).expect("readable"), names);
    for dtype in DType::ALL {
        let loaded = safetensors::load(&path, dtype.name()).expect("there");
        assert_eq!((loaded.dtype(), loaded.shape()), (dtype, &[2, 3][..]));
        assert_eq!(row_major(&loaded), values(dtype));
    }
    assert_eq!(safetensors::load(&path, "scalar").expect("there").as_slice::<i64>(), Some(&[7][..]));
    assert_eq!(safetensors::load(&path, "empty").expect("there").shape(), [0, 4]);
    assert_eq!(safetensors::load(&path, "größe").expect("there").as_slice::<f64>(), Some(&[0.0, 1.0, 2.0][..]));
    let error = safetensors::load(&path, "half").expect_err("float16");
    assert_eq!(error.status(), Status::Unsupported);
    assert!(error.message().contains("tensor 'half': elements are F16, not one of float32"), "{error}");
    let error = safetensors::load(&path, "whole").expect_err("no such tensor");
    assert_eq!(error.status(), Status::InvalidArgument);
    assert!(error.message().contains("there is no tensor 'whole' among its 10: 'bool', 'empty'"), "{error}");
}

#[test]
fn safetensors_refuse_names_that_cannot_be() {
    let folder = Folder::new("st_names");
    let path = folder.file("a.safetensors");
    let a = sample(DType::F32);
    for (pairs, text) in [
        (&[("x", &a), ("y", &a), ("x", &a)][..], "two tensors are named 'x'"),
        (&[("__metadata__", &a)], "a tensor cannot be named \"__metadata__\""),
        (&[("a\0b", &a)], "a tensor cannot be named \"a\\0b\""),
    ] {
        let error = safetensors::save(&path, pairs).expect_err(text);
        let expected = format!("writing '{}': {text}", path.display());
        assert_eq!((error.status(), error.message()), (Status::InvalidArgument, &expected[..]));
    }
    assert_eq!(folder.names(), [""; 0], "nothing was begun");
}

#[test]
fn safetensors_refuse_hostile_files() {
    let entry = |name: &str, shape: &str, start: u64, end: u64| {
        format!("\"{name}\":{{\"dtype\":\"F32\",\"shape\":{shape},\"data_offsets\":[{start},{end}]}}")
    };
    let one = |shape: &str, start, end, elements| {
        safetensors_file(format!("{{{}}}", entry("a", shape, start, end)), elements)
    };
    let two = |first: String, second: String| safetensors_file(format!("{{{first},{second}}}"), 16);
    let header = |text: &str| safetensors_file(text, 16);
    let good = one("[2,2]", 0, 16, 16);
    let max = u64::MAX;
    // Nine tensors of nearly 2^61 bytes: the sum of the offsets comes close to 2^64.
    let large: Vec<String> = (0..8)
        .map(|i| entry(&i.to_string(), "[576460752303423487]", i * 2305843009213693948, (i + 1) * 2305843009213693948))
        .collect();
    let table: Vec<(&str, Vec<u8>, &str)> = vec![
        ("empty", vec![], "the bytes of the header's length take 8 bytes, 0 are left"),
        ("length alone", good[..8].to_vec(), "the bytes of the header take"),
        (
            "header beyond the file",
            1000u64.to_le_bytes().to_vec(),
            "the bytes of the header take 1000 bytes, 0 are left",
        ),
        ("header of 2^64", max.to_le_bytes().to_vec(), "a header of 18446744073709551615 bytes is above the limit"),
        ("cut", good[..good.len() - 1].to_vec(), "its header names 16 bytes of elements, 15 are there"),
        ("longer", [&good[..], &[0]].concat(), "its header names 16 bytes of elements, 17 are there"),
        ("no header", header(""), "its header is not understood: EOF while parsing"),
        ("no JSON", header("{\"a\":"), "its header is not understood: EOF while parsing"),
        ("an array", header("[]"), "invalid type: sequence, expected an object of tensors"),
        ("more JSON", header("{}{}"), "trailing characters"),
        ("not UTF-8", safetensors_file(b"{\"\xff\":1}", 0), "its header is not understood"),
        ("half a surrogate", header("{\"\\ud800\":1}"), "its header is not understood"),
        ("deep", header(&format!("{{\"a\":{}", "[".repeat(100_000))), "its header is not understood"),
        ("deep metadata", header(&format!("{{\"__metadata__\":{}", "{\"a\":".repeat(100_000))), "not understood"),
        ("metadata of numbers", header("{\"__metadata__\":{\"a\":1}}"), "expected a string"),
        ("no offsets", header("{\"a\":{\"dtype\":\"F32\",\"shape\":[4]}}"), "missing field `data_offsets`"),
        (
            "unknown type",
            header("{\"a\":{\"dtype\":\"F128\",\"shape\":[1],\"data_offsets\":[0,16]}}"),
            "unknown variant",
        ),
        ("negative", one("[-4]", 0, 16, 16), "invalid value: integer `-4`"),
        ("size in a float", one("[4.0]", 0, 16, 16), "invalid type: floating point"),
        ("2^65 in a size", one("[36893488147419103232]", 0, 16, 16), "invalid type: floating point"),
        (
            "2^58 elements",
            one("[288230376151711744]", 0, 1 << 60, 16),
            "names 1152921504606846976 bytes of elements, 16",
        ),
        ("2^60 elements", one("[1152921504606846976]", 0, 1 << 62, 16), "overflow"),
        ("2^62 elements", one("[4611686018427387904]", 0, 1 << 63, 16), "overflow"),
        ("2^64 elements", one("[4294967296,4294967296]", 0, 16, 16), "overflow"),
        ("2^64 in all", safetensors_file(format!("{{{}}}", large.join(",")), 16), "bytes of elements, 16 are there"),
        ("end before start", one("[4]", 16, 0, 16), "invalid offset for tensor `a`"),
        ("gap in front", one("[4]", 4, 20, 20), "invalid offset for tensor `a`"),
        ("gap", two(entry("a", "[1]", 0, 4), entry("b", "[2]", 8, 16)), "invalid offset for tensor `b`"),
        ("overlap", two(entry("a", "[4]", 0, 16), entry("b", "[2]", 8, 16)), "invalid offset for tensor `b`"),
        ("same place", two(entry("a", "[4]", 0, 16), entry("b", "[4]", 0, 16)), "invalid offset for tensor"),
        ("out of range", two(entry("a", "[4]", 0, 16), entry("b", "[4]", 16, 32)), "names 32 bytes of elements, 16"),
        ("offset of 2^64", one("[4]", 0, max, 16), "invalid shape, data type, or offset"),
        ("shape and offsets", one("[3]", 0, 16, 16), "invalid shape, data type, or offset"),
        ("twice", two(entry("a", "[4]", 0, 16), entry("a", "[4]", 0, 16)), "'a' is there twice"),
        ("twice by escape", two(entry("a", "[4]", 0, 16), entry("\\u0061", "[4]", 0, 16)), "'a' is there twice"),
        ("metadata twice", header("{\"__metadata__\":{},\"__metadata__\":{}}"), "'__metadata__' is there twice"),
        ("NUL in a name", two(entry("a", "[4]", 0, 16), entry("a\\u0000", "[0]", 16, 16)), "has a NUL in it"),
    ];
    let folder = Folder::new("st_hostile");
    let path = folder.file("a.safetensors");
    for (what, bytes, text) in table {
        fs::write(&path, &bytes).expect("writable");
        let context = format!("reading '{}': ", path.display());
        for error in [safetensors::load(&path, "a").expect_err(what), safetensors::names(&path).expect_err(what)] {
            assert_eq!(error.status(), Status::Io, "{what}: {error}");
            assert!(error.message().starts_with(&context) && error.message().contains(text), "{what}: {error}");
        }
        assert_eq!(safetensors::load_bytes(&bytes, "a").expect_err(what).status(), Status::Io);
        assert_eq!(safetensors::names_bytes(&bytes).expect_err(what).status(), Status::Io);
    }
    let deep = safetensors::load_bytes(&one("[1,1,1,1,1,1,1,1,4]", 0, 16, 16), "a").expect_err("9 dimensions");
    assert_eq!((deep.status(), deep.message()), (Status::Unsupported, "tensor 'a': rank 9 is above the limit of 8"));
    let zero = safetensors::load_bytes(&one("[0,9223372036854775807]", 0, 0, 0), "a").expect_err("strides overflow");
    assert_eq!(zero.status(), Status::Io);
    assert_eq!(safetensors::load_bytes(&good, "a").expect("the table changes a good file").shape(), [2, 2]);
}

#[test]
fn paths_that_are_no_files_are_refused() {
    let folder = Folder::new("paths");
    let a = sample(DType::F32);
    fs::write(folder.file("file"), b"x").expect("writable");
    fs::create_dir(folder.file("folder")).expect("writable");
    let missing = folder.file("missing").join("a.npy");
    let inside_file = folder.file("file").join("a.npy");
    let nul = folder.file("a\0b");
    let too_long = folder.file(&"x".repeat(300));
    for path in [&folder.file("folder"), &missing, &inside_file, &nul, &too_long, Path::new("")] {
        let errors = [
            ("reading", npy::load(path).map(drop)),
            ("reading", safetensors::load(path, "a").map(drop)),
            ("reading", safetensors::names(path).map(drop)),
            ("writing", npy::save(path, &a)),
            ("writing", safetensors::save(path, &[("a", &a)])),
        ];
        for (doing, result) in errors {
            let error = result.expect_err("it is no file");
            assert_eq!(error.status(), Status::Io, "{error}");
            assert!(error.message().starts_with(&format!("{doing} '{}': ", path.display())), "{error}");
        }
    }
    assert!(npy::load(&folder.file("folder")).expect_err("a folder").message().ends_with("it is a directory"));
    assert_eq!(folder.names(), ["file", "folder"], "nothing was left behind");
    assert_eq!(fs::read_dir(folder.file("folder")).expect("still a folder").count(), 0);
}

#[cfg(unix)]
#[test]
fn saving_keeps_links_and_permissions_and_takes_long_names() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::new("unix");
    let a = sample(DType::I32);
    fs::write(folder.file("real.npy"), b"old").expect("writable");
    fs::set_permissions(folder.file("real.npy"), fs::Permissions::from_mode(0o640)).expect("ours");
    symlink("real.npy", folder.file("link.npy")).expect("writable");
    npy::save(&folder.file("link.npy"), &a).expect("it can be written");
    assert!(folder.file("link.npy").is_symlink(), "the link is still one");
    let mode = fs::metadata(folder.file("real.npy")).expect("there").permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
    assert_eq!(row_major(&npy::load(&folder.file("real.npy")).expect("readable")), values(DType::I32));
    let long = folder.file(&"x".repeat(255));
    npy::save(&long, &a).expect("as long as a name can be");
    assert_eq!(folder.names(), ["link.npy".to_string(), "real.npy".into(), "x".repeat(255)]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_device_is_written_and_stays_a_device() {
    use std::os::unix::fs::FileTypeExt;
    let a = sample(DType::F32);
    npy::save(Path::new("/dev/null"), &a).expect("it takes everything");
    let full = Path::new("/dev/full");
    for result in [npy::save(full, &a), safetensors::save(full, &[("a", &a)])] {
        let error = result.expect_err("no space");
        assert_eq!(error.status(), Status::Io);
        assert!(error.message().starts_with("writing '/dev/full': No space left on device"), "{error}");
    }
    assert!(fs::metadata(full).expect("there").file_type().is_char_device());
    let error = npy::load(Path::new("/dev/zero")).expect_err("it has no end");
    assert_eq!((error.status(), error.message()), (Status::Io, "reading '/dev/zero': it is not a regular file"));
}

/// The disk is made full by a limit on the size of files, for a process of its own: this test runs itself again.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_the_file_that_was_there() {
    const ROLE: &str = "TENURE_TEST_FULL_DISK";
    let large = iota(&[64, 1024]);
    if let Some(path) = std::env::var_os(ROLE) {
        let folder = Folder(PathBuf::from(path));
        let transposed = large.transpose(0, 1).expect("two axes");
        for name in ["old", "new"] {
            let path = folder.file(name);
            for result in [
                npy::save(&path, &large),
                npy::save(&path, &transposed),
                safetensors::save(&path, &[("small", &sample(DType::F32)), ("large", &large)]),
            ] {
                let error = result.expect_err("larger than the limit");
                assert_eq!(error.status(), Status::Io, "{error}");
                assert!(error.message().contains("File too large"), "{error}");
            }
        }
        assert_eq!(folder.names(), ["old"], "no new file, no part of one");
        assert_eq!(fs::read(folder.file("old")).expect("there"), b"as it was");
        npy::save(&folder.file("old"), &sample(DType::F32)).expect("a small one fits");
        return;
    }
    let folder = Folder::new("full");
    fs::write(folder.file("old"), b"as it was").expect("writable");
    let program = std::env::current_exe().expect("this test");
    let output = std::process::Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 16; exec \"$0\" --exact a_full_disk_leaves_the_file_that_was_there"])
        .arg(program)
        .env(ROLE, &folder.0)
        .output()
        .expect("there is a shell");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("1 passed"), "{text}");
}
