//! Refused input: files, tensors, options, libraries. A failure leaves nothing behind.

use crate::world::{CPU, F32, file, floats, in_scope, ints, library, model, options, read_floats};
use tenure::api::{onnx_model, scope, tensor};
use tenure::error::Status;

#[test]
fn without_onnx_runtime_the_error_says_what_to_add() {
    in_scope(|root| {
        let path = file("affine").to_string_lossy().into_owned();
        let nowhere = options("/no/such/onnxruntime.so", "");
        let error = onnx_model::load(root, &path, Some(&nowhere)).expect_err("there is none");
        assert_eq!(error.status(), Status::Unsupported);
        for part in ["/no/such/onnxruntime.so", "TENURE_ONNXRUNTIME", "tenure.onnxruntime", "Microsoft.ML.OnnxRuntime"]
        {
            assert!(error.message().contains(part), "{error}");
        }
        // A library other than ONNX Runtime.
        let other = match std::env::consts::OS {
            "windows" => "kernel32.dll",
            "macos" => "libSystem.dylib",
            _ => "libm.so.6",
        };
        let error = onnx_model::load(root, &path, Some(&options(other, ""))).expect_err("it is no ONNX Runtime");
        assert!(error.message().contains("no function OrtGetApiBase"), "{error}");
        let error = onnx_model::load(root, &path, Some("{\"lib\": 1}")).expect_err("no such option");
        assert_eq!((error.status(), error.message()), (Status::InvalidArgument, "a model has no option 'lib'"));
    });
}

#[test]
fn files_that_are_no_models() {
    let library = library();
    in_scope(|root| {
        let good = std::fs::read(file("affine")).expect("it is there");
        let folder = std::env::temp_dir().join(format!("tenure-onnx-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder for temporary files");
        let path = folder.join("bad.onnx");
        let refused = |bytes: &[u8]| {
            std::fs::write(&path, bytes).expect("writable");
            let options = options(&library, "");
            let error = onnx_model::load(root, &path.to_string_lossy(), Some(&options)).expect_err("no model");
            assert!(error.message().contains("bad.onnx"), "{error}");
            let error = onnx_model::load_bytes(root, bytes, Some(&options)).expect_err("no model");
            assert!(error.message().contains("bytes"), "{error}");
            error.status()
        };
        assert_eq!(refused(b""), Status::Io);
        let error = onnx_model::load_bytes(root, b"", Some(&options(&library, ""))).expect_err("nothing");
        let text = "loading model of 0 bytes: it is not a model: it has no graph; the file is empty: ";
        assert!(error.message().starts_with(text), "{error}");
        let cut =
            onnx_model::load_bytes(root, &good[..good.len() / 2], Some(&options(&library, ""))).expect_err("a half");
        assert!(cut.message().contains("bytes, ") && cut.message().contains("are left: it was cut off"), "{cut}");
        assert_eq!(refused(b"this is text"), Status::Io);
        for n in [1, 10, good.len() / 2, good.len() - 1] {
            assert_eq!(refused(&good[..n]), Status::Io, "{n} bytes");
        }
        std::fs::remove_dir_all(&folder).expect("it is ours");
        for (name, status, part) in [
            ("no_such_file", Status::Io, "No such file"),
            ("later", Status::Io, "Opset 9999"),
            ("unknown", Status::Io, "NoSuchOperator"),
            ("missing", Status::Io, "missing.bin"),
            ("outside", Status::Io, "'../models.py', which is outside of its folder"),
        ] {
            let error = model(root, &library, name).expect_err(name);
            assert_eq!(error.status(), status, "{name}: {error}");
            assert!(error.message().contains(name) && error.message().contains(part), "{name}: {error}");
            assert!(!error.message().contains("onnxruntime_src"), "{name}: {error}");
        }
    });
}

#[test]
fn inputs_that_do_not_fit() {
    let library = library();
    in_scope(|root| {
        let sum = model(root, &library, "sum").expect("a good model");
        let (a, b) = (floats(root, &[1.0; 6], &[2, 3]), floats(root, &[1.0; 6], &[3, 2]));
        let refused = |names, inputs: &[u64]| onnx_model::run(0, sum, names, inputs).expect_err("it does not fit");
        let error = refused(None, &[a, b]);
        assert_eq!(error.status(), Status::ShapeMismatch);
        assert!(error.message().contains("'rows' is 2 by input 'a' and 3 by input 'b'"), "{error}");
        assert!(error.message().contains("'columns' is 3 by input 'a' and 2 by input 'b'"), "{error}");
        let error = refused(None, &[a]);
        assert!(error.message().ends_with("1 tensors given, the model takes 2: 'a', 'b'"), "{error}");
        let error = refused(Some("a\nc"), &[a, b]);
        assert!(error.message().ends_with("input 'b' is missing; there is no input 'c', only 'a', 'b'"), "{error}");
        let error = refused(None, &[a, ints(root, &[1], &[1])]);
        assert_eq!(error.status(), Status::DtypeMismatch);
        assert!(error.message().contains("int64 given, float32 expected; input 'b': shape [1] given"), "{error}");
        assert!(error.message().contains("sum.onnx"), "{error}");
        let closed = floats(root, &[1.0], &[1]);
        tensor::dispose(closed).expect("alive");
        assert_eq!(refused(None, &[a, closed]).status(), Status::InvalidHandle);
        let z = onnx_model::run(0, sum, None, &[a, a]).expect("the session is as it was")[0];
        assert_eq!(read_floats(z), [2.0; 6]);
    });
}

#[test]
fn an_operation_that_refuses_its_values() {
    let library = library();
    in_scope(|root| {
        let pick = model(root, &library, "pick").expect("a good model");
        let error = onnx_model::run(0, pick, None, &[ints(root, &[1, 9], &[2])]).expect_err("there are five");
        assert_eq!(error.status(), Status::InvalidArgument);
        assert!(error.message().contains("pick.onnx") && error.message().contains('9'), "{error}");
        let picked = onnx_model::run(0, pick, None, &[ints(root, &[4, 0], &[2])]).expect("both are there")[0];
        assert_eq!(read_floats(picked), [4.0, 0.0]);
    });
}

#[test]
fn options_that_cannot_be() {
    let library = library();
    in_scope(|root| {
        let path = file("affine").to_string_lossy().into_owned();
        let refused = |fields| onnx_model::load(root, &path, Some(&options(&library, fields))).expect_err(fields);
        let error = refused("\"providers\": [\"CUDAExecutionProvider\"]");
        assert_eq!(error.status(), Status::Unsupported);
        assert!(error.message().contains("'CUDAExecutionProvider' is not in this ONNX Runtime 1."), "{error}");
        assert!(error.message().contains("CPUExecutionProvider"), "{error}");
        let error = refused("\"outputs\": [\"w\"]");
        assert!(error.message().contains("there is no output 'w', only 'y'"), "{error}");
        let error = refused("\"outputs\": [\"y\", \"w\", \"y\"]");
        assert_eq!(error.status(), Status::InvalidArgument);
        assert!(error.message().ends_with("output 'y' is asked for twice"), "{error}");
    });
}

#[test]
fn a_model_with_two_outputs_of_one_name() {
    let library = library();
    in_scope(|root| {
        let mut bytes = std::fs::read(file("affine")).expect("it is there");
        // A second graph, which protobuf merges with the first: output 'y', without a type.
        bytes.extend([0x3a, 5, 0x62, 3, 0x0a, 1, b'y']);
        let error = onnx_model::load_bytes(root, &bytes, Some(&options(&library, ""))).expect_err("which 'y'?");
        assert_eq!(error.status(), Status::Io, "{error}");
        println!("{error}");
    });
}

#[test]
fn handles_of_models() {
    let library = library();
    in_scope(|root| {
        let model = model(root, &library, "affine").expect("a good model");
        let x = tensor::ones(root, CPU, F32, &[1, 3]).expect("memory");
        let status = |result: tenure::error::Result<Vec<u64>>| result.expect_err("it is none").status();
        assert_eq!(status(onnx_model::run(0, x, None, &[x])), Status::InvalidHandle);
        assert_eq!(status(onnx_model::run(0, model, None, &[model])), Status::InvalidHandle);
        assert_eq!(onnx_model::inputs(0).expect_err("none").status(), Status::InvalidHandle);
        let inner = scope::push(root).expect("open");
        scope::attach(inner, model).expect("open");
        scope::close(inner).expect("open");
        assert_eq!(status(onnx_model::run(0, model, None, &[x])), Status::InvalidHandle);
        assert_eq!(onnx_model::dispose(model).expect_err("closed").status(), Status::InvalidHandle);
    });
}
