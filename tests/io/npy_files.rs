//! `.npy`: a saved file loads again, NumPy's files load, and broken files give a typed error.

use crate::world::*;
use std::fs;
use tenure::error::Status;
use tenure::internals::TensorInternals;
use tenure::io::npy;
use tenure::tensor::DType;

/// The dtypes that NumPy has.
fn numpys() -> impl Iterator<Item = DType> {
    DType::ALL.into_iter().filter(|dtype| *dtype != DType::BF16)
}

#[test]
fn npy_has_no_bfloat16() {
    let folder = Folder::new("npy_bfloat16");
    let path = folder.file("a.npy");
    let text = "a .npy file has no bfloat16: cast it to float32 first, or write a .safetensors file";
    let error = npy::save(&path, &sample(DType::BF16)).expect_err("NumPy has no such type");
    assert_eq!(error.status(), Status::Unsupported);
    assert!(error.message().ends_with(text), "{error}");
    assert_eq!(npy::to_bytes(&sample(DType::BF16)).expect_err("as above").message(), text);
    assert_eq!(folder.names(), [""; 0], "nothing was begun");
}

#[test]
fn npy_round_trips_every_dtype_and_layout() {
    let folder = Folder::new("npy_round");
    let path = folder.file("größe.npy");
    for dtype in numpys() {
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
fn npy_files_are_numpys_byte_for_byte() {
    let folder = Folder::new("npy_header");
    let path = folder.file("a.npy");
    for dtype in numpys() {
        npy::save(&path, &sample(dtype)).expect("it can be written");
        let numpys = fs::read(data(&format!("{}.npy", dtype.name()))).expect("it is there");
        assert_eq!(fs::read(&path).expect("it is there"), numpys, "{dtype}");
    }
    for (dims, shape) in [(&[][..], "()"), (&[6], "(6,)"), (&[1, 6], "(1, 6)"), (&[0], "(0,)")] {
        npy::save(&path, &iota(dims)).expect("it can be written");
        let file = fs::read(&path).expect("it is there");
        let start = 10 + usize::from(u16::from_le_bytes([file[8], file[9]]));
        let header = std::str::from_utf8(&file[10..start]).expect("text");
        let expected = format!("{{'descr': '<i4', 'fortran_order': False, 'shape': {shape}, }}");
        assert_eq!((header.trim_end(), start % 64, header.ends_with('\n')), (&expected[..], 0, true));
    }
}

#[test]
fn npy_loads_what_numpy_wrote() {
    for dtype in numpys() {
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
    for (file, reason) in [
        ("complex", "elements are '<c8', complex numbers: save the real and the imaginary part by themselves"),
        ("text", "elements are '<U2', text: no tensor holds it"),
        (
            "object",
            "elements are '|O', Python objects, whose reading would run code: save numbers, as in \
             numpy.save(path, a.astype('float64'))",
        ),
        (
            "record",
            "elements are [('x', '<f4'), ('y', '<i4', (2, 2))], records with fields: save each field as an array of its own",
        ),
        ("time", "elements are '<M8[s]', dates or spans of time: save a.view('int64')"),
    ] {
        let path = data(&format!("{file}.npy"));
        let error = npy::load(&path).expect_err(file);
        let expected = format!("reading '{}': {reason}", path.display());
        assert_eq!((error.status(), error.message()), (Status::Unsupported, &expected[..]));
    }
    let wide = npy::load_as(&data("uint16.npy"), Some(DType::I64)).expect("int64 holds uint16");
    assert_eq!(wide.dtype(), DType::I64);
    let error = npy::load(&data("rank17.npy")).expect_err("17 dimensions");
    assert_eq!(error.status(), Status::Unsupported);
    assert!(error.message().ends_with("rank 17 is above the limit of 16"), "{error}");
}

#[test]
fn npy_takes_what_is_unusual_but_right() {
    let bytes = [0, 2, 255];
    let loose = "{\"shape\":(3,),\"descr\":\"|b1\",\"fortran_order\":False}";
    let loaded = npy::load_bytes(&npy_file(loose, &bytes)).expect("a dictionary in another order");
    assert_eq!(row_major(&loaded), [0, 1, 1], "any byte that is not 0 is true");
    let list = npy::load_bytes(&npy_file(&npy_header("<u1", "[3]"), &bytes));
    assert_eq!(row_major(&list.expect("a list of sizes")), bytes);
    let longer = npy::load_bytes(&npy_file(&npy_header("|u1", "(2,)"), &bytes));
    assert_eq!(row_major(&longer.expect("NumPy reads several arrays after one another")), bytes[..2]);
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
        ("empty", vec![], "not a .npy file: the file is empty"),
        ("magic alone", good[..6].to_vec(), "not a .npy file: it has 6 bytes"),
        ("wrong magic", with(0, b'P'), "not a .npy file: it has "),
        ("zip", b"PK\x03\x04\x14\x00\x00\x00\x08\x00".to_vec(), "it seems to be a ZIP archive: unpack it first"),
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
        ("2^63 elements", f4("(9223372036854775808,)"), "the size 9223372036854775808 is too large"),
        ("2^64 elements", f4("(4294967296, 4294967296)"), "shape [4294967296,4294967296] has too many elements"),
        ("2^64 in one size", f4("(18446744073709551616,)"), "the size 18446744073709551616 is too large"),
        ("hexadecimal size", f4("(0xffffffff, 0xffffffff)"), "a comma was expected at byte 52, not 'x'"),
        ("0 and huge", f4("(0, 9223372036854775807)"), "has too many elements"),
        ("negative", f4("(-1,)"), "a size was expected at byte 51, not '-'"),
        ("sum", f4("(1--5,)"), "a comma was expected at byte 52, not '-'"),
        ("float", f4("(2.5,)"), "not a header of an array: a comma was expected at byte 52, not '.'"),
        ("no tuple", f4("6"), "a tuple or list of sizes was expected at byte 50, not '6'"),
        ("words for sizes", f4("('a',)"), "a size was expected at byte 51, not"),
        ("shape of None", f4("None"), "a tuple or list of sizes was expected at byte 50, not 'N'"),
        ("no shape", dict("{'descr': '<f4', 'fortran_order': False}"), "the key 'shape' is missing"),
        ("no descr", dict("{'shape': (6,), 'fortran_order': False}"), "the key 'descr' is missing"),
        ("no order", dict("{'shape': (6,), 'descr': '<f4'}"), "the key 'fortran_order' is missing"),
        (
            "order 3",
            dict("{'shape': (6,), 'descr': '<f4', 'fortran_order': 3}"),
            "True or False was expected at byte 49, not '3'",
        ),
        ("a list", dict("[1, 2]"), "a dictionary was expected at byte 0, not '['"),
        ("a number in brackets", f4("(6)"), "the shape at byte 50 is not a tuple"),
        ("two commas", f4("(6,,)"), "a size was expected at byte 53, not ','"),
        ("open tuple", f4("(6"), "a size was expected at byte 54, not '}'"),
        ("another key", dict("{'descr': '<f4', 'fortran_order': False, 'shape': (6,), 'x': 1}"), "the key 'x'"),
        ("a key twice", dict("{'descr': '<f4', 'descr': '<f4'}"), "the key 'descr' is there twice"),
        (
            "more behind it",
            dict("{'descr': '<f4', 'fortran_order': False, 'shape': (6,)} x"),
            "the end was expected at",
        ),
        ("no type", dict("{'descr': None}"), "a type was expected at byte 10, not 'N'"),
        ("open type", dict("{'descr': ['<f4'"), "a type was expected at its end"),
        ("no header", dict(""), "a dictionary was expected at its end"),
        ("junk", dict("}}}}(((("), "a dictionary was expected at byte 0, not '}'"),
        ("number as key", dict("{1: 2}"), "a key was expected at byte 1, not '1'"),
        ("open string", dict("{'descr': '<f4"), "the string at byte 10 has no end or an escape"),
        ("escape", dict("{'sh\\x61pe': (6,)}"), "the string at byte 1 has no end or an escape"),
        ("bytes", dict("{b'descr': '<f4'}"), "a key was expected at byte 1, not 'b'"),
        ("code", dict("__import__('os')"), "a dictionary was expected at byte 0, not '_'"),
        ("deep lists", dict(&format!("{{'descr': {}", "[".repeat(8000))), "more than 6 brackets inside one another"),
        ("deep sets", dict(&format!("{{'descr': {}", "{".repeat(7))), "more than 6 brackets inside one another"),
        ("unknown type", npy_file(&npy_header("<q8", "(3,)"), &[0; 24]), "'<q8' is not a NumPy type"),
        ("empty type", npy_file(&npy_header("", "(3,)"), &[0; 24]), "'' is not a NumPy type"),
        ("type of 2^64", npy_file(&npy_header("|V18446744073709551616", "(3,)"), &[0; 24]), "is not a NumPy type"),
        ("not UTF-8", npy_file("{'descr': '<f4', 'fortran_order': False, 'shape': (6,)}", &[0; 24]), ""),
    ];
    let folder = Folder::new("npy_hostile");
    let path = folder.file("a.npy");
    for (what, mut bytes, text) in table {
        let text = if what == "not UTF-8" {
            bytes[12] = 0xff;
            "the key '"
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
