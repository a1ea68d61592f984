//! The results of models, and their descriptions.

use crate::world::{CPU, file, floats, in_scope, ints, library, model, options, read_floats};
use tenure::api::{onnx_model, tensor};

#[test]
fn rows_times_a_matrix() {
    let library = library();
    in_scope(|root| {
        let model = model(root, &library, "affine").expect("a good model");
        for rows in [1, 2, 5] {
            let x: Vec<f32> = (0..3 * rows).map(|i| i as f32).collect();
            let x = floats(root, &x, &[rows, 3]);
            let y = onnx_model::run(0, model, None, &[x]).expect("it fits")[0];
            assert_eq!(&*tensor::shape(y).expect("alive"), [rows, 2]);
            let expected = |i: i64| {
                let [a, b, c] = [3 * i, 3 * i + 1, 3 * i + 2].map(|v| v as f32);
                [a + 2.0 * b + 3.0 * c + 0.5, 10.0 * a + 20.0 * b + 30.0 * c - 0.5]
            };
            assert_eq!(read_floats(y), (0..rows).flat_map(expected).collect::<Vec<f32>>());
        }
    });
}

#[test]
fn inputs_by_name_and_those_that_are_not_contiguous() {
    let library = library();
    in_scope(|root| {
        let model = model(root, &library, "sum").expect("a good model");
        let a = floats(root, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], &[2, 3]);
        let b =
            tensor::transpose(0, floats(root, &[10.0, 20.0, 30.0, 40.0, 50.0, 60.0], &[3, 2]), 0, 1).expect("a matrix");
        let z = onnx_model::run(root, model, Some("b\na"), &[b, a]).expect("they fit")[0];
        assert_eq!(read_floats(z), [11.0, 32.0, 53.0, 24.0, 45.0, 66.0]);
        let tail = tensor::slice(0, a, 0, 1, 2, 1).expect("one row");
        let z = onnx_model::run(root, model, None, &[tail, tail]).expect("they fit")[0];
        assert_eq!(read_floats(z), [8.0, 10.0, 12.0], "a view is read where it lies");
    });
}

#[test]
fn all_element_types() {
    let library = library();
    in_scope(|root| {
        let model = model(root, &library, "types").expect("a good model");
        let inputs = [(1, "f32"), (2, "f64"), (3, "i32"), (4, "i64"), (5, "u8"), (6, "bool")];
        let given: Vec<u64> =
            inputs.iter().map(|&(dtype, _)| tensor::ones(root, CPU, dtype, &[2]).expect("memory")).collect();
        let results = onnx_model::run(0, model, None, &given).expect("they fit");
        for (&result, (dtype, name)) in results.iter().zip(inputs) {
            assert_eq!(tensor::dtype(result).expect("alive"), dtype, "{name}");
            let expected = if name == "bool" { 0.0 } else { 4.0 };
            let sum = tensor::sum(0, tensor::cast(0, result, 2).expect("float64"), &[], false).expect("numbers");
            assert_eq!(tensor::item(sum).expect("one"), expected, "{name}");
        }
    });
}

#[test]
fn inputs_and_constants_as_outputs() {
    let library = library();
    in_scope(|root| {
        let model = model(root, &library, "pass").expect("a good model");
        let x = floats(root, &[7.0, 8.0], &[2]);
        let results = onnx_model::run(0, model, None, &[x]).expect("it fits");
        tensor::dispose(x).expect("open");
        onnx_model::dispose(model).expect("open");
        assert_eq!(read_floats(results[0]), [7.0, 8.0], "the result does not need its input");
        assert_eq!(read_floats(results[1]), [1.0, 2.0, 3.0], "nor the model");
    });
}

#[test]
fn empty_tensors() {
    let library = library();
    in_scope(|root| {
        let model = model(root, &library, "affine").expect("a good model");
        let x = floats(root, &[], &[0, 3]);
        let y = onnx_model::run(0, model, None, &[x]).expect("no row is a number of rows")[0];
        assert_eq!(&*tensor::shape(y).expect("alive"), [0, 2]);
    });
}

#[test]
fn what_a_model_says_of_itself() {
    let library = library();
    in_scope(|root| {
        let affine = model(root, &library, "affine").expect("a good model");
        assert_eq!(onnx_model::inputs(affine).expect("open"), "x\t1\tbatch\t3\n");
        assert_eq!(onnx_model::outputs(affine).expect("open"), "y\t1\tbatch\t2\n");
        let about = onnx_model::metadata(affine).expect("open");
        let lines: Vec<&str> = about.lines().collect();
        assert_eq!(lines[..3], ["producer\ttenure tests", "graph\taffine", "domain\tdev.tenure"]);
        assert_eq!(lines[3..5], ["description\trows times a matrix", "version\t7"]);
        assert!(lines[5].starts_with("runtime\t1."));
        assert_eq!(lines[6..], ["author\tTenure", "labels\todd,even"]);
        let types = model(root, &library, "types").expect("a good model");
        assert!(onnx_model::inputs(types).expect("open").ends_with("u8\t5\t?\nbool\t6\t?\n"));
    });
}

#[test]
fn bytes_and_options() {
    let library = library();
    in_scope(|root| {
        let bytes = std::fs::read(file("affine")).expect("it is there");
        let x = floats(root, &[1.0, 1.0, 1.0], &[1, 3]);
        for fields in [
            "",
            "\"threads\": 2",
            "\"optimization\": \"NONE\", \"memoryPattern\": false, \"deterministic\": true",
            "\"providers\": [\"CPUExecutionProvider\"]",
        ] {
            let model = onnx_model::load_bytes(root, &bytes, Some(&options(&library, fields))).expect(fields);
            let y = onnx_model::run(0, model, None, &[x]).expect("it fits")[0];
            assert_eq!(read_floats(y), [6.5, 59.5], "{fields}");
        }
        let types = file("types").to_string_lossy().into_owned();
        let chosen = options(&library, "\"outputs\": [\"i64_out\", \"f32_out\"]");
        let types = onnx_model::load(root, &types, Some(&chosen)).expect("both are there");
        assert_eq!(onnx_model::outputs(types).expect("open"), "i64_out\t4\t?\nf32_out\t1\t?\n");
        let beside = model(root, &library, "beside").expect("its weights lie beside it");
        let y = onnx_model::run(0, beside, None, &[x]).expect("it fits")[0];
        assert_eq!(read_floats(y), [6.0, 60.0]);
    });
}

#[test]
fn the_times_of_operations_go_to_a_file() {
    let library = library();
    in_scope(|root| {
        let prefix = std::env::temp_dir().join(format!("tenure-profile-{}", std::process::id()));
        let fields = format!("\"profile\": {:?}", prefix.to_string_lossy());
        let path = file("grow").to_string_lossy().into_owned();
        let model = onnx_model::load(root, &path, Some(&options(&library, &fields))).expect("a good model");
        onnx_model::run(0, model, None, &[ints(root, &[4], &[1])]).expect("it fits");
        let written = onnx_model::end_profiling(model).expect("open");
        let text = std::fs::read_to_string(&written).expect("it was written");
        std::fs::remove_file(&written).expect("it is ours");
        assert!(text.contains("ReduceSum"), "{text}");
    });
}
