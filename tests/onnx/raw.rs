//! Elements that no dtype has: float8 and integers of 4 bits. The answers are those of ONNX Runtime's
//! C interface. And the ranks of inputs and outputs.

use crate::world::{CPU, floats, in_scope, library, model, read_floats};
use tenure::api::{batcher, onnx_model, onnx_value, tensor};
use tenure::error::{Result, Status};

const U8: i32 = 5;

fn bytes(scope: u64, bytes: &[u8], dims: &[i64]) -> u64 {
    tensor::from_data(scope, CPU, U8, bytes, dims).expect("memory")
}

fn raw(scope: u64, element: &str, of: &[u8], dims: &[i64]) -> Result<u64> {
    let bytes = bytes(scope, of, &[of.len() as i64]);
    let value = onnx_value::of_raw_data(scope, element, bytes, dims);
    tensor::dispose(bytes).expect("alive");
    value
}

fn read(scope: u64, value: u64) -> Vec<u8> {
    let t = onnx_value::raw_data(scope, value).expect("raw data");
    let mut bytes = vec![0; tensor::shape(t).expect("alive").elements()];
    tensor::copy_to(t, &mut bytes).expect("alive");
    bytes
}

fn info(value: u64) -> String {
    onnx_value::info(value).expect("alive").trim_end().to_owned()
}

fn floats_of(scope: u64, value: u64) -> Vec<f32> {
    read_floats(onnx_value::tensor(scope, value).expect("a tensor"))
}

const KINDS: [&str; 4] = ["float8e4m3fn", "float8e4m3fnuz", "float8e5m2", "float8e5m2fnuz"];

#[test]
fn float8_of_four_kinds() {
    let library = library();
    in_scope(|root| {
        let float8 = model(root, &library, "float8").expect("a model with float8 can be loaded");
        let inputs = onnx_model::inputs(float8).expect("open");
        assert!(inputs.starts_with("x\t1\tn\nfloat8e4m3fn\t0\tfloat8e4m3fn\tm\n"), "{inputs}");
        let numbers = [1.0, -2.5, 0.1, 1e9];
        let x = floats(root, &numbers, &[4]);
        let given: [&[u8]; 4] = [&[0x38, 0xb8, 0x7e], &[0x40, 0xc0, 0x80], &[0x3c, 0xbc, 0x7c], &[0x40, 0xc0, 0x80]];
        let inputs: Vec<u64> = std::iter::once(x)
            .chain(KINDS.iter().zip(given).map(|(kind, of)| raw(root, kind, of, &[3]).expect("3 bytes")))
            .collect();
        assert_eq!(info(inputs[1]), "raw\tfloat8e4m3fn\t3\t3");
        let results = onnx_model::run_values(root, float8, None, &inputs).expect("they fit");
        let wanted: [&[u8]; 4] = [
            &[0x38, 0xc2, 0x1d, 0x7e],
            &[0x40, 0xca, 0x25, 0x7f],
            &[0x3c, 0xc1, 0x2e, 0x7b],
            &[0x40, 0xc5, 0x32, 0x7f],
        ];
        for ((kind, &value), wanted) in KINDS.iter().zip(&results).zip(wanted) {
            assert_eq!((info(value), read(root, value)), (format!("raw\t{kind}\t4\t4"), wanted.to_vec()));
        }
        let back = |i: usize| floats_of(root, results[4 + i]);
        assert_eq!(back(0), [1.0, -1.0, 448.0]);
        assert_eq!(back(2), [1.0, -1.0, f32::INFINITY]);
        for i in [1, 3] {
            assert_eq!(back(i)[..2], [1.0, -1.0]);
            assert!(back(i)[2].is_nan(), "{:?}", back(i));
        }
        // What was computed goes in again, without leaving the library.
        let again = [x, results[0], results[1], results[2], results[3]];
        let results = onnx_model::run_values(root, float8, None, &again).expect("they fit");
        assert_eq!(floats_of(root, results[4]), [1.0, -2.5, 0.101_562_5, 448.0]);
        onnx_model::warm_up(root, float8, None).expect("zeros");
    });
}

#[test]
fn two_integers_of_4_bits_share_a_byte() {
    let library = library();
    in_scope(|root| {
        let four = model(root, &library, "four_bits").expect("a model with int4 can be loaded");
        let x = floats(root, &[1.0, -1.5, 3.0], &[3]);
        let signed = raw(root, "int4", &[0xe1, 0x0f], &[3]).expect("2 bytes");
        let unsigned = raw(root, "uint4", &[0xe1, 0x0f], &[3]).expect("2 bytes");
        let results = onnx_model::run_values(root, four, None, &[x, signed, unsigned]).expect("they fit");
        assert_eq!(info(results[0]), "raw\tint4\t3\t3");
        assert_eq!(read(root, results[0]), [0xd2, 0x06]);
        assert_eq!((info(results[1]), read(root, results[1])), ("raw\tuint4\t3\t3".into(), vec![0x02, 0x06]));
        assert_eq!(floats_of(root, results[2]), [0.5, -1.0, -0.5]);
        assert_eq!(floats_of(root, results[3]), [0.5, 7.0, 7.5]);
        let error = onnx_model::run_values(root, four, None, &[x, unsigned, unsigned]).expect_err("another type");
        assert_eq!(error.status(), Status::DtypeMismatch);
        assert!(error.message().contains("input 'int4': uint4 given, int4 expected"), "{error}");
    });
}

#[test]
fn raw_data_shares_memory() {
    in_scope(|root| {
        let four = bytes(root, &[1, 2, 3, 4], &[2, 2]);
        let value = onnx_value::of_raw_data(root, "float8e5m2", four, &[4]).expect("4 bytes");
        tensor::fill(four, 9.0.into()).expect("alive");
        assert_eq!(read(root, value), [9; 4]);
        let turned = tensor::transpose(0, bytes(root, &[1, 2, 3, 4], &[2, 2]), 0, 1).expect("a matrix");
        let copied = onnx_value::of_raw_data(root, "uint4", turned, &[8, 1]).expect("8 elements");
        assert_eq!((read(root, copied), info(copied)), (vec![1, 3, 2, 4], "raw\tuint4\t8\t8\t1".into()));
        let none = raw(root, "int4", &[], &[0, 3]).expect("nothing");
        assert_eq!((read(root, none), info(none)), (vec![], "raw\tint4\t0\t0\t3".into()));
        let both = onnx_value::of_sequence(root, &[value, value]).expect("of one type");
        assert_eq!(info(both), "sequence\tsequence of float8e5m2 tensors\t2");
    });
}

#[test]
fn raw_data_that_cannot_be() {
    let library = library();
    in_scope(|root| {
        let refused = |element: &str, of: &[u8], dims: &[i64]| {
            let error = raw(root, element, of, dims).expect_err("no raw data");
            (error.status(), error.message().to_owned())
        };
        let text = "raw data has elements of float8e4m3fn, float8e4m3fnuz, float8e5m2, float8e5m2fnuz, uint4, int4, not \
                    'complex64'";
        assert_eq!(refused("complex64", &[1], &[1]), (Status::InvalidArgument, text.into()));
        let many = refused("int4", &[1, 2, 3], &[3]);
        assert_eq!(many, (Status::ShapeMismatch, "3 bytes for int4 [3], which has 2".into()));
        assert_eq!(refused("float8e5m2", &[1], &[1 << 62]).0, Status::InvalidArgument);
        assert_eq!(refused("float8e5m2", &[1], &[1 << 50]).0, Status::ShapeMismatch);
        assert_eq!(refused("float8e5m2", &[1], &[-1]).0, Status::InvalidArgument);
        let x = floats(root, &[1.0], &[1]);
        let error = onnx_value::of_raw_data(root, "int4", x, &[2]).expect_err("floats");
        assert_eq!((error.status(), error.message()), (Status::DtypeMismatch, "raw data is uint8, not float32"));
        let value = raw(root, "int4", &[1], &[2]).expect("a byte");
        let message = |result: Result<u64>| result.expect_err("another kind").message().to_owned();
        let text = "the value is int4 [2], not a tensor of numbers; its bytes are raw data";
        assert_eq!(message(onnx_value::tensor(root, value)), text);
        let other = onnx_value::of_tensor(root, x).expect("a tensor");
        assert_eq!(message(onnx_value::raw_data(root, other)), "the value is float32 [1], not raw data");
        assert!(message(onnx_value::of_map(root, value, other)).starts_with("a map has int64 or string keys"));
        let keys = onnx_value::of_tensor(root, crate::world::ints(root, &[1, 2], &[2])).expect("a tensor");
        assert!(message(onnx_value::of_map(root, keys, value)).contains("is not a tensor of numbers or strings"));
        let float8 = model(root, &library, "float8").expect("a good model");
        let error = onnx_model::run(root, float8, None, &[x; 5]).expect_err("not tensors");
        assert!(
            error.message().contains("float32 given, float8e4m3fn expected; values are run with runValues"),
            "{error}"
        );
    });
}

#[test]
fn any_rank_and_no_dimensions_differ() {
    let library = library();
    in_scope(|root| {
        let ranks = model(root, &library, "ranks").expect("a good model");
        assert_eq!(onnx_model::inputs(ranks).expect("open"), "open\t1\t...\nscalar\t1\n");
        assert_eq!(onnx_model::outputs(ranks).expect("open"), "scaled\t1\t...\nminus\t1\n");
        let from_bytes = std::fs::read(crate::world::file("ranks")).expect("it is there");
        let options = crate::world::options(&library, "");
        let same = onnx_model::load_bytes(root, &from_bytes, Some(&options)).expect("a good model");
        assert_eq!(onnx_model::inputs(same).expect("open"), "open\t1\t...\nscalar\t1\n");
        let (two, one) = (floats(root, &[2.0], &[]), floats(root, &[2.0], &[1]));
        for dims in [&[][..], &[1], &[1, 1, 1]] {
            let results = onnx_model::run(0, ranks, None, &[floats(root, &[3.0], dims), two]).expect("any rank");
            assert_eq!(&*tensor::shape(results[0]).expect("alive"), dims);
            assert_eq!((read_floats(results[0]), read_floats(results[1])), (vec![6.0], vec![-2.0]));
        }
        let error = onnx_model::run(0, ranks, None, &[two, one]).expect_err("a vector");
        assert_eq!(error.status(), Status::ShapeMismatch);
        assert!(error.message().ends_with("input 'scalar': shape [1] given, [] expected"), "{error}");
        let outputs = [floats(root, &[0.0], &[1]), floats(root, &[0.0], &[1])];
        let error = onnx_model::run_into(ranks, None, &[one, two], &outputs).expect_err("a vector");
        assert!(error.message().ends_with("output 'minus': shape [1] given, the model computes []"), "{error}");
        let error = batcher::of_onnx_model(root, ranks, 8, 0, 1, 8, 0).expect_err("a scalar has no rows");
        assert!(error.message().contains("input 'scalar' does not exist: it is a scalar"), "{error}");
        // A model with open ranks is not refused for its shapes.
        onnx_model::warm_up(root, ranks, None).expect("zeros");
    });
}
