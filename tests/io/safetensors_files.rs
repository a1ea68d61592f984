//! `.safetensors`: the tests of `.npy`, and byte for byte the output of the reference
//! implementation.

use crate::world::*;
use std::fs;
use tenure::error::Status;
use tenure::internals::TensorInternals;
use tenure::io::safetensors;
use tenure::tensor::{DType, Tensor};

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
    names.extend(["scalar", "empty", "größe"].map(String::from));
    names.sort();
    assert_eq!(safetensors::names(&path).expect("readable"), names);
    for dtype in DType::ALL {
        let loaded = safetensors::load(&path, dtype.name()).expect("there");
        assert_eq!((loaded.dtype(), loaded.shape()), (dtype, &[2, 3][..]));
        assert_eq!(row_major(&loaded), values(dtype));
    }
    assert_eq!(safetensors::load(&path, "scalar").expect("there").to_vec::<i64>().expect("int64"), vec![7]);
    assert_eq!(safetensors::load(&path, "empty").expect("there").shape(), [0, 4]);
    assert_eq!(
        safetensors::load(&path, "größe").expect("there").to_vec::<f64>().expect("float64"),
        vec![0.0, 1.0, 2.0]
    );
    let error = safetensors::load(&path, "whole").expect_err("no such tensor");
    assert_eq!(error.status(), Status::InvalidArgument);
    assert!(error.message().contains("there is no tensor 'whole' among its 16: 'bfloat16', 'bool'"), "{error}");
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
fn safetensors_reader_goes_on_after_a_tensor_that_was_refused() {
    let header = "{\"a\":{\"dtype\":\"U64\",\"shape\":[16384],\"data_offsets\":[0,131072]},\
                  \"b\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[131072,131073]}}";
    let mut file = safetensors_file(header, 131073);
    let (start, end) = (8 + header.len(), file.len());
    file[start..start + 8].fill(0xff);
    file[end - 1] = 7;
    let mut reader = safetensors::Reader::of_bytes(&file, "a.safetensors").expect("it is whole");
    let error = reader.load("a", Some(DType::I64)).expect_err("above int64");
    assert_eq!(error.status(), Status::Unsupported, "{error}");
    assert_eq!(reader.load("b", None).expect("behind it").to_vec::<u8>().expect("bytes"), vec![7]);
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
        ("empty", vec![], "not a .safetensors file: it has less than 8 bytes; the file is empty"),
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
        ("negative", one("[-4]", 0, 16, 16), "invalid value: integer `-4`"),
        ("size in a float", one("[4.0]", 0, 16, 16), "invalid type: floating point"),
        ("2^65 in a size", one("[36893488147419103232]", 0, 16, 16), "invalid type: floating point"),
        (
            "2^58 elements",
            one("[288230376151711744]", 0, 1 << 60, 16),
            "names 1152921504606846976 bytes of elements, 16",
        ),
        ("2^60 elements", one("[1152921504606846976]", 0, 1 << 62, 16), "has too many elements"),
        ("2^62 elements", one("[4611686018427387904]", 0, 1 << 63, 16), "has too many elements"),
        ("2^64 elements", one("[4294967296,4294967296]", 0, 16, 16), "has too many elements"),
        ("2^64 in all", safetensors_file(format!("{{{}}}", large.join(",")), 16), "bytes of elements, 16 are there"),
        ("end before start", one("[4]", 16, 0, 16), "tensor 'a' has bytes 16 to 0, after 0"),
        ("gap in front", one("[4]", 4, 20, 20), "tensor 'a' has bytes 4 to 20, after 0"),
        ("gap", two(entry("a", "[1]", 0, 4), entry("b", "[2]", 8, 16)), "tensor 'b' has bytes 8 to 16, after"),
        ("overlap", two(entry("a", "[4]", 0, 16), entry("b", "[2]", 8, 16)), "tensor 'b' has bytes 8 to 16, after"),
        ("same place", two(entry("a", "[4]", 0, 16), entry("b", "[4]", 0, 16)), "has bytes 0 to 16, after 16"),
        ("out of range", two(entry("a", "[4]", 0, 16), entry("b", "[4]", 16, 32)), "names 32 bytes of elements, 16"),
        ("offset of 2^64", one("[4]", 0, max, 16), "F32 of shape [4] take 16 bytes"),
        ("shape and offsets", one("[3]", 0, 16, 16), "has 16 bytes, F32 of shape [3] take 12 bytes"),
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
    let deep = safetensors::load_bytes(&one("[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,4]", 0, 16, 16), "a")
        .expect_err("17 dimensions");
    assert_eq!((deep.status(), deep.message()), (Status::Unsupported, "tensor 'a': rank 17 is above the limit of 16"));
    let zero = safetensors::load_bytes(&one("[0,9223372036854775807]", 0, 0, 0), "a").expect_err("strides overflow");
    assert_eq!(zero.status(), Status::Io);
    assert_eq!(safetensors::load_bytes(&good, "a").expect("the table changes a good file").shape(), [2, 2]);
}
