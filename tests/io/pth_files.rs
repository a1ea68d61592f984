//! `.pth`: what PyTorch wrote (tests/data/io/make_torch.py) loads with its values, strides and
//! shared memory; what is not a file of tensors says what to do; hostile pickles and archives end
//! in a typed error.

use crate::world::*;
use tenure::error::{Error, Result, Status};
use tenure::internals::TensorInternals;
use tenure::io::pth::Reader;
use tenure::tensor::{DType, Tensor};

fn open(name: &str) -> Reader {
    Reader::open(&data(name)).expect(name)
}

fn one(file: &str, name: &str) -> Tensor {
    open(file).load(&[name], None).expect(name).remove(0)
}

fn refused(file: &str) -> Error {
    Reader::open(&data(file)).map(|reader| reader.names()).expect_err(file)
}

#[test]
fn a_state_dict_has_the_names_shapes_and_values_of_pytorch() {
    let mut file = open("torch_state.pth");
    let names = [
        "fc.bias",
        "fc.weight",
        "norm.bias",
        "norm.num_batches_tracked",
        "norm.running_mean",
        "norm.running_var",
        "norm.weight",
    ];
    assert_eq!(file.names(), names);
    let tensors = file.load(&["fc.weight", "norm.num_batches_tracked"], None).expect("both are there");
    assert_eq!(
        (tensors[0].shape(), tensors[0].to_vec::<f32>().expect("float32")),
        (&[2, 3][..], vec![0., 1., 2., 3., 4., 5.])
    );
    assert_eq!((tensors[1].shape(), tensors[1].to_vec::<i64>().expect("int64")), (&[][..], vec![0]));
    let error = file.load(&["fc.weight", "fc.wait"], None).expect_err("no such name");
    assert_eq!(error.status(), Status::InvalidArgument);
    assert!(error.message().contains("no tensor 'fc.wait' among its 7: 'fc.bias', 'fc.weight'"), "{error}");
}

#[test]
fn every_dtype_and_layout_is_read() {
    for dtype in DType::ALL.into_iter().filter(|&dtype| dtype != DType::Bool && dtype != DType::F32) {
        let read = one("torch_values.pt", dtype.name());
        assert_eq!((read.dtype(), read.shape()), (dtype, &[2, 3][..]));
        let as_f64 = tenure::ops::cast(&read, DType::F64).expect("numbers");
        assert_eq!(as_f64.to_vec::<f64>().expect("float64"), vec![0., 1., 2., 3., 4., 5.], "{dtype}");
    }
    assert_eq!(row_major(&one("torch_values.pt", "bool")), [1, 0]);
    assert_eq!(one("torch_values.pt", "scalar").to_vec::<i64>().expect("int64"), vec![7]);
    assert_eq!(one("torch_values.pt", "empty").shape(), [0, 4]);
    assert_eq!(one("torch_values.pt", "parameter").to_vec::<f32>().expect("float32"), vec![1., 1.]);
    assert_eq!(one("torch_values.pt", "größe").to_vec::<f32>().expect("float32"), vec![1.]);
    assert_eq!(one("torch_tensor.pt", "tensor").to_vec::<i64>().expect("int64"), vec![0, 1, 2]);
}

#[test]
fn windows_of_one_storage_share_memory_as_in_pytorch() {
    let names = ["whole", "transposed", "row", "column", "spread"];
    let read = open("torch_values.pt").load(&names, None).expect("all are there");
    for tensor in &read[1..] {
        assert!(tensor.storage().is_same(read[0].storage()));
    }
    assert_eq!((read[1].shape(), read[1].strides()), (&[4, 3][..], &[1, 4][..]));
    let floats =
        |t: &Tensor| row_major(t).as_chunks::<4>().0.iter().map(|&b| f32::from_le_bytes(b)).collect::<Vec<_>>();
    assert_eq!(floats(&read[2]), [4., 5., 6., 7.]);
    assert_eq!(floats(&read[3]), [2., 6., 10.]);
    assert_eq!(floats(&read[4]), [0.; 4]);
    let doubles = open("torch_values.pt").load(&names, Some(DType::F64)).expect("all are there");
    assert!(doubles[1].storage().is_same(doubles[0].storage()), "also when they are converted");
    assert_eq!(row_major(&doubles[2]), [4f64, 5., 6., 7.].map(f64::to_le_bytes).concat());
    // By itself a window takes no more memory than it needs.
    let row = one("torch_values.pt", "row");
    assert_eq!((floats(&row), row.storage().bytes()), (vec![4., 5., 6., 7.], 16));
}

#[test]
fn a_checkpoint_of_lightning_is_read_past_the_objects_of_python() {
    let mut file = open("torch_lightning.ckpt");
    let names = file.names();
    for name in ["state_dict.fc.weight", "optimizer_states.0.state.0.exp_avg", "optimizer_states.0.state.3.step"] {
        assert!(names.contains(&name.to_owned()), "{name} of {names:?}");
    }
    assert_eq!(names.len(), 7 + 4 * 3);
    let average = file.load(&["optimizer_states.0.state.0.exp_avg"], None).expect("there").remove(0);
    assert_eq!(average.to_vec::<f32>().expect("float32"), vec![0.5; 6]);
}

#[test]
fn what_holds_no_tensors_by_name_says_how_to_convert_it() {
    for (file, says) in [
        ("torch_module.pt", "holds a __main__.Net, which only Python code can make"),
        ("torch_script.pt", "torch.save(torch.jit.load(path).state_dict(), path)"),
        ("torch_legacy.pth", "wrote before version 1.6; convert it in Python: torch.save("),
    ] {
        let error = refused(file);
        assert_eq!(error.status(), Status::Unsupported, "{error}");
        assert!(error.message().contains(says) && error.message().contains(file), "{error}");
    }
    assert_eq!(refused("int32.npy").status(), Status::Io);
}

#[test]
fn a_tensor_without_an_equal_here_is_refused_by_itself() {
    let mut file = open("torch_unsupported.pt");
    assert_eq!(file.names(), ["complex", "fine", "quantized", "rank17", "sparse"]);
    assert_eq!(file.load(&["fine"], None).expect("an ordinary one")[0].to_vec::<f32>().expect("float32"), vec![1., 1.]);
    for (name, says) in [
        ("complex", "tensor 'complex': its elements are of torch.ComplexFloatStorage"),
        ("sparse", "it is made by torch._utils._rebuild_sparse_tensor"),
        ("quantized", "it is made by torch._utils._rebuild_qtensor"),
        ("rank17", "rank 17 is above the limit of 16"),
    ] {
        let error = file.load(&["fine", name], None).expect_err(name);
        assert_eq!(error.status(), Status::Unsupported);
        assert!(error.message().contains(says), "{error}");
    }
}

/// A zip archive of stored records. Checksums are 0, which no reader of ours looks at.
fn archive(records: &[(&str, &[u8])]) -> Vec<u8> {
    let (mut file, mut directory) = (Vec::new(), Vec::new());
    for (name, bytes) in records {
        let start = file.len() as u32;
        let mut common = [20u16, 0, 0, 0, 0].map(u16::to_le_bytes).concat();
        common.extend([0, bytes.len() as u32, bytes.len() as u32].map(u32::to_le_bytes).concat());
        common.extend([name.len() as u16, 0].map(u16::to_le_bytes).concat());
        file.extend([b"PK\x03\x04", &common[..], name.as_bytes(), bytes].concat());
        directory
            .extend([b"PK\x01\x02\x14\x00", &common[..], &[0; 10], &start.to_le_bytes(), name.as_bytes()].concat());
    }
    let (count, start, length) = (records.len() as u16, file.len() as u32, directory.len() as u32);
    file.extend(directory);
    file.extend([&b"PK\x05\x06\0\0\0\0"[..], &count.to_le_bytes(), &count.to_le_bytes()].concat());
    file.extend([&length.to_le_bytes()[..], &start.to_le_bytes(), &[0, 0]].concat());
    file
}

fn read(records: &[(&str, &[u8])]) -> Result<Vec<Tensor>> {
    let bytes = archive(records);
    let mut file = Reader::of_bytes(&bytes, "made.pth")?;
    let names = file.names();
    file.load(&names.iter().map(String::as_str).collect::<Vec<_>>(), None)
}

fn pickled(body: &[u8]) -> Result<Vec<Tensor>> {
    read(&[("made/data.pkl", &[b"\x80\x02", body, b"."].concat()), ("made/data/0", &[0, 0, 128, 63, 0, 0, 0, 64])])
}

fn text(text: &str) -> Vec<u8> {
    [b"X", &(text.len() as u32).to_le_bytes()[..], text.as_bytes()].concat()
}

fn int(n: i64) -> Vec<u8> {
    [b"\x8a\x08", &n.to_le_bytes()[..]].concat()
}

/// A float32 tensor of record `key`.
fn tensor_of(key: &str, offset: i64, shape: &[i64], strides: &[i64]) -> Vec<u8> {
    let tuple = |of: &[i64]| [b"(", &of.iter().copied().flat_map(int).collect::<Vec<_>>()[..], b"t"].concat();
    let storage =
        [b"(", &text("storage")[..], b"ctorch\nFloatStorage\n", &text(key), &text("cpu"), &int(2), b"tQ"].concat();
    let call = b"ctorch._utils\n_rebuild_tensor_v2\n(";
    [call, &storage[..], &int(offset), &tuple(shape), &tuple(strides), b"\x89", b"}", b"tR"].concat()
}

fn named(entries: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let pairs = entries.iter().flat_map(|(name, value)| [text(name), value.clone()].concat()).collect::<Vec<_>>();
    [b"}(", &pairs[..], b"u"].concat()
}

#[test]
fn both_byte_orders_are_read() {
    let pickle = [b"\x80\x02", &named(&[("a", tensor_of("0", 0, &[2], &[1]))])[..], b"."].concat();
    let file = |order: &[u8], bytes: &[u8]| {
        read(&[("m/data.pkl", &pickle), ("m/byteorder", order), ("m/data/0", bytes)]).expect("whole")[0]
            .to_vec::<f32>()
            .expect("float32")
    };
    assert_eq!(file(b"little", &[0, 0, 128, 63, 0, 0, 0, 64]), [1., 2.]);
    assert_eq!(file(b"big", &[63, 128, 0, 0, 64, 0, 0, 0]), [1., 2.]);
}

#[test]
fn a_window_beyond_its_record_is_refused() {
    let fits = pickled(&named(&[("a", tensor_of("0", 1, &[1, 3], &[5, 0]))])).expect("the last element, three times");
    assert_eq!(row_major(&fits[0]), [0, 0, 0, 64].repeat(3));
    for (offset, shape, strides) in [
        (0, &[3][..], &[1][..]),
        (1, &[2], &[1]),
        (2, &[1], &[1]),
        (-1, &[1], &[1]),
        (0, &[2], &[-1]),
        (0, &[2], &[1, 1]),
        (0, &[-1], &[1]),
        (0, &[i64::MAX, 2], &[1, 1]),
        (0, &[1 << 31, 1 << 31], &[0, 0]),
        (i64::MAX, &[2], &[i64::MAX]),
        (0, &[1 << 40], &[1 << 40]),
    ] {
        let error = pickled(&named(&[("a", tensor_of("0", offset, shape, strides))])).expect_err("beyond");
        assert_eq!(error.status(), Status::Io, "{offset} {shape:?} {strides:?}: {error}");
    }
    let error = pickled(&named(&[("a", tensor_of("7", 0, &[1], &[1]))])).expect_err("no record");
    assert!(error.message().contains("tensor 'a': its record 'data/7' is not in the archive"), "{error}");
}

#[test]
fn a_hostile_pickle_ends_in_a_typed_error() {
    let deep = [b"]".repeat(200_000), b"a".repeat(199_999)].concat();
    let tensor = tensor_of("0", 0, &[1], &[1]);
    // Each dictionary holds the one before it twice: 2^60 ways to the tensor.
    let mut doubling = [&named(&[("a", tensor.clone())])[..], b"q\x00"].concat();
    for _ in 0..60 {
        doubling = [&doubling[..], b"0}(", &text("a"), b"h\x00", &text("b"), b"h\x00uq\x00"].concat();
    }
    let long = "n".repeat(1 << 16);
    let mut names = [&named(&[("a", tensor.clone())])[..], b"q\x00"].concat();
    for _ in 0..99 {
        names = [&names[..], b"0}(", &text(&long), b"h\x00", &text("b"), b"h\x00uq\x00"].concat();
    }
    for (what, body) in [
        ("deep", deep),
        ("doubling", doubling),
        ("long names", names),
        ("itself", [b"}q\x00(", &text("a")[..], b"h\x00u"].concat()),
        ("no value", b"}(".to_vec()),
        ("a mark only", b"(".to_vec()),
        ("marks only", b"(".repeat((1 << 22) + 1)),
        ("one value again and again", [&b"N"[..], &b"2".repeat(1 << 22)].concat()),
        ("an empty stack", b"0".to_vec()),
        ("below a mark", b"N(0".to_vec()),
        ("no memo", b"h\x05".to_vec()),
        ("an odd number of items", [b"}(", &text("a")[..], b"u"].concat()),
        ("append to a number", b"K\x01K\x02a".to_vec()),
        ("set in a list", b"]K\x01K\x02s".to_vec()),
        ("a text of 2^63 bytes", [b"\x8d", &[0xff; 8][..]].concat()),
        ("not UTF-8", b"X\x01\x00\x00\x00\xff".to_vec()),
        ("an unknown instruction", b"\xff".to_vec()),
        ("arguments that are no tuple", b"cos\nsystem\nK\x01R".to_vec()),
        ("a storage of two", b"K\x01K\x02\x86Q".to_vec()),
        ("a tensor of numbers", b"ctorch._utils\n_rebuild_tensor_v2\n(K\x01K\x01K\x01K\x01tR".to_vec()),
        ("twice", named(&[("a", tensor.clone()), ("a", tensor.clone())])),
        ("twice by a dot", named(&[("a.b", tensor.clone()), ("a", named(&[("b", tensor.clone())]))])),
        ("a NUL in a name", named(&[("a\0b", tensor.clone())])),
    ] {
        let error = pickled(&body).expect_err(what);
        assert_eq!(error.status(), Status::Io, "{what}: {error}");
    }
    // Nothing is called: a call of os.system is only described, as an object.
    let error = pickled(&[b"cos\nsystem\n(", &text("touch it")[..], b"tR"].concat()).expect_err("no tensors");
    assert_eq!(error.status(), Status::Unsupported);
    assert!(error.message().contains("it holds a os.system"), "{error}");
    assert!(pickled(b"}").expect("no tensors at all").is_empty());
}

#[test]
fn records_that_share_bytes_are_refused() {
    let file = archive(&[("made/data.pkl", b"\x80\x02}."), ("made/data/0", &[0; 4096])]);
    // The entry of the directory before its end, once more under another name.
    let (end, entry) = (file.len() - 22, 46 + "made/data/0".len());
    let mut again = file[end - entry..end].to_vec();
    again[entry - 1] = b'1';
    let mut file = [&file[..end], &again, &file[end..]].concat();
    let (count, length) = (end + entry + 8, end + entry + 12);
    file[count] += 1;
    file[count + 2] += 1;
    file[length] += entry as u8;
    let error = Reader::of_bytes(&file, "made.pth").map(|file| file.names()).expect_err("shared");
    assert_eq!(error.status(), Status::Io, "{error}");
}

#[test]
fn a_file_cut_anywhere_ends_in_a_typed_error() {
    for file in ["torch_state.pth", "torch_tensor.pt"] {
        let whole = std::fs::read(data(file)).expect("in the repository");
        for length in 0..whole.len() {
            let error = Reader::of_bytes(&whole[..length], "cut.pth").map(|file| file.names()).expect_err("cut");
            assert_eq!(error.status(), Status::Io, "{length}: {error}");
        }
    }
    let pickle = named(&[("a", tensor_of("0", 0, &[1], &[1]))]);
    for length in 0..pickle.len() {
        let error = read(&[("m/data.pkl", &pickle[..length])]).expect_err("cut");
        assert_eq!(error.status(), Status::Io, "{length}: {error}");
    }
}
