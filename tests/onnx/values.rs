//! Values that are not tensors of numbers: strings, sequences, maps, absent values. The answers are
//! those of ONNX Runtime's Python package.

use crate::world::{CPU, F32, I64, file, floats, in_scope, ints, library, live, model, options, read_floats};
use tenure::api::{batcher, onnx_model, onnx_run_options, onnx_value, scope, tensor, workspace};
use tenure::error::{Error, Status};

const U8: i32 = 5;

/// A value of strings.
fn strings(scope: u64, texts: &[&str], dims: &[i64]) -> u64 {
    of_bytes(scope, &texts.iter().map(|text| text.as_bytes()).collect::<Vec<&[u8]>>(), dims).expect("good strings")
}

fn of_bytes(scope: u64, texts: &[&[u8]], dims: &[i64]) -> tenure::error::Result<u64> {
    let ends = texts.iter().scan(0, |end, text| {
        *end += text.len() as i64;
        Some(*end)
    });
    parts(scope, &texts.concat(), &std::iter::once(0).chain(ends).collect::<Vec<i64>>(), dims)
}

fn parts(scope: u64, bytes: &[u8], ends: &[i64], dims: &[i64]) -> tenure::error::Result<u64> {
    let bytes = tensor::from_data(scope, CPU, U8, bytes, &[bytes.len() as i64]).expect("memory");
    let ends = ints(scope, ends, &[ends.len() as i64]);
    let value = onnx_value::of_strings(scope, bytes, ends, dims);
    [bytes, ends].into_iter().for_each(|t| tensor::dispose(t).expect("alive"));
    value
}

fn read_bytes(t: u64) -> Vec<u8> {
    let mut bytes = vec![0; tensor::shape(t).expect("alive").elements()];
    tensor::copy_to(t, &mut bytes).expect("alive");
    bytes
}

fn read_ints(t: u64) -> Vec<i64> {
    let mut bytes = vec![0; 8 * tensor::shape(t).expect("alive").elements()];
    tensor::copy_to(t, &mut bytes).expect("alive");
    bytes.chunks(8).map(|b| i64::from_ne_bytes(b.try_into().expect("8 bytes"))).collect()
}

fn texts_of(scope: u64, value: u64) -> Vec<String> {
    let [bytes, ends] = onnx_value::strings(scope, value).expect("strings");
    let (bytes, ends) = (read_bytes(bytes), read_ints(ends));
    ends.windows(2)
        .map(|pair| String::from_utf8_lossy(&bytes[pair[0] as usize..pair[1] as usize]).into_owned())
        .collect()
}

fn floats_of(scope: u64, value: u64) -> Vec<f32> {
    read_floats(onnx_value::tensor(scope, value).expect("a tensor"))
}

/// The tensors of a sequence.
fn list_of(scope: u64, value: u64) -> Vec<Vec<f32>> {
    let n = onnx_value::size(value).expect("alive") as i64;
    (0..n).map(|i| floats_of(scope, onnx_value::get(scope, value, i).expect("there"))).collect()
}

fn info(value: u64) -> String {
    onnx_value::info(value).expect("alive").trim_end().to_owned()
}

fn run(scope: u64, model: u64, inputs: &[u64]) -> Vec<u64> {
    onnx_model::run_values(scope, model, None, inputs).expect("they fit")
}

/// Loads a model and runs it once.
fn ran(scope: u64, library: &str, name: &str, inputs: &[u64]) -> Vec<u64> {
    run(scope, model(scope, library, name).expect(name), inputs)
}

fn close(a: &[f32], b: &[f32]) {
    assert_eq!(a.len(), b.len());
    assert!(a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-6), "{a:?} {b:?}");
}

#[test]
fn a_table_with_strings() {
    let library = library();
    in_scope(|root| {
        let titanic = model(root, &library, "titanic").expect("strings are no obstacle");
        assert_eq!(onnx_model::inputs(titanic).expect("open"), "sex\t0\tstring\tN\t1\nage\t1\tN\t1\n");
        let sex = strings(root, &["male", "female", "?"], &[3, 1]);
        let age = floats(root, &[3.0, 4.0, 5.0], &[3, 1]);
        let named = onnx_model::run_values(root, titanic, Some("age\nsex"), &[age, sex]).expect("they fit");
        assert_eq!(floats_of(root, named[0]), [0.0, 3.0, 1.0, 4.0, -1.0, 5.0]);
        assert_eq!(info(named[0]), "tensor\tfloat32\t6\t3\t2");
        let age = onnx_value::of_tensor(root, age).expect("a tensor");
        assert_eq!(floats_of(root, run(root, titanic, &[sex, age])[0]), [0.0, 3.0, 1.0, 4.0, -1.0, 5.0]);
    });
}

#[test]
fn a_classifier_with_maps() {
    let library = library();
    in_scope(|root| {
        let classifier = model(root, &library, "classifier").expect("maps are no obstacle");
        let outputs = onnx_model::outputs(classifier).expect("open");
        assert_eq!(outputs, "label\t4\tN\nprob\t0\tsequence of map of int64 to float32\n");
        let x = floats(root, &[1.0, 2.0, 3.0, 1.0], &[2, 2]);
        let error = onnx_model::run(root, classifier, None, &[x]).expect_err("one is a sequence");
        assert_eq!(error.status(), Status::Unsupported);
        let text = "output 'prob' is sequence of map of int64 to float32, not a tensor of numbers: run it with runValues, \
                    or load the model with the option outputs(\"label\"), which are tensors";
        assert!(error.message().ends_with(text), "{error}");
        let results = run(root, classifier, &[x]);
        assert_eq!(read_ints(onnx_value::tensor(root, results[0]).expect("a tensor")), [1, 0]);
        let prob = results[1];
        assert_eq!(info(prob), "maps\tsequence of map of int64 to float32\t2");
        let keys = onnx_value::keys(root, prob).expect("maps");
        assert_eq!(read_ints(onnx_value::tensor(root, keys).expect("int64")), [0, 1, 0, 1]);
        assert_eq!(read_ints(onnx_value::starts(root, prob).expect("maps")), [0, 2, 4]);
        let values = onnx_value::values(root, prob).expect("maps");
        close(&floats_of(root, values), &[0.119_202_92, 0.880_797, 0.982_013_76, 0.017_986_21]);
        let second = onnx_value::get(root, prob, 1).expect("two rows");
        assert_eq!(info(second), "map\tmap of int64 to float32\t2");
        let values = onnx_value::values(root, second).expect("a map");
        close(&floats_of(root, values), &[0.982_013_76, 0.017_986_21]);

        let flowers = ran(root, &library, "flowers", &[x]);
        assert_eq!(texts_of(root, flowers[0]), ["tulipán", "rose"]);
        let keys = onnx_value::keys(root, flowers[1]).expect("maps");
        assert_eq!(texts_of(root, keys), ["rose", "tulipán", "rose", "tulipán"]);
        let none = floats(root, &[], &[0, 2]);
        let empty = ran(root, &library, "flowers", &[none]);
        assert_eq!(info(empty[0]), "string\tstring\t0\t0");
        assert!(texts_of(root, empty[0]).is_empty());
        assert_eq!(info(empty[1]), "maps\tsequence of map of string to float32\t0");
        let keys = onnx_value::keys(root, empty[1]).expect("no maps are maps too");
        assert_eq!(texts_of(root, keys), [""; 0]);
    });
}

#[test]
fn operators_on_strings() {
    let library = library();
    in_scope(|root| {
        let (a, b) = (strings(root, &["The", "rose", "oak tree"], &[3]), strings(root, &["a", "", "c"], &[3]));
        let results = ran(root, &library, "texts", &[a, b]);
        let texts = |i: usize| texts_of(root, results[i]);
        assert_eq!(texts(0), ["rose", "oak tree"]);
        assert_eq!(texts(1), ["Thea", "rose", "oak treec"]);
        assert_eq!(texts(2), ["The", "", "rose", "", "oak", "tree"]);
        assert_eq!(info(results[2]), "string\tstring\t6\t3\t2");
        assert_eq!(read_ints(onnx_value::tensor(root, results[3]).expect("numbers")), [1, 1, 2]);
        assert_eq!(read_bytes(onnx_value::tensor(root, results[4]).expect("booleans")), [0, 1, 0]);
        assert_eq!(texts(5), ["?", "flower", "?"]);
        let words = strings(root, &["to", "be", "or", "not", "to", "be"], &[6]);
        assert_eq!(floats_of(root, ran(root, &library, "counts", &[words])[0]), [2.0, 2.0, 2.0]);
        let ids = ints(root, &[2, 1, 7], &[3]);
        assert_eq!(texts_of(root, ran(root, &library, "encode", &[ids])[0]), ["two", "one", "many"]);
    });
}

#[test]
fn strings_may_be_a_part_of_the_bytes() {
    in_scope(|root| {
        let value = parts(root, b"xxabcyy", &[2, 3, 5], &[2]).expect("two texts");
        assert_eq!(texts_of(root, value), ["a", "bc"]);
        let [bytes, _] = onnx_value::strings(root, value).expect("strings");
        assert_eq!(read_bytes(bytes), b"abc");
    });
}

#[test]
fn strings_come_back_as_they_were() {
    let library = library();
    in_scope(|root| {
        let words = model(root, &library, "words").expect("strings");
        let long = "x".repeat(100_000);
        let all = ["", "a\0b", "tulipán", "\u{1f339}", "line\nbreak\ttab", &long, "\0", "ends"];
        let same = run(root, words, &[strings(root, &all, &[8])])[0];
        assert_eq!(texts_of(root, same), all);
        // And into a model once more, without its leaving the library.
        assert_eq!(texts_of(root, run(root, words, &[same])[0]), all);
        let none = run(root, words, &[strings(root, &[], &[0])])[0];
        assert_eq!((info(none), texts_of(root, none).len()), ("string\tstring\t0\t0".to_owned(), 0));
        let scalar = strings(root, &["one"], &[]);
        assert_eq!((info(scalar), texts_of(root, scalar)), ("string\tstring\t1".to_owned(), vec!["one".to_owned()]));
        let error = onnx_model::run_values(root, words, None, &[scalar]).expect_err("a vector is wanted");
        assert_eq!(error.status(), Status::ShapeMismatch);
    });
}

#[test]
fn a_million_strings() {
    let library = library();
    in_scope(|root| {
        let n = 1_000_000;
        let (bytes, ends) = (b"0123456789".repeat(n / 10), (0..=n as i64).collect::<Vec<i64>>());
        let start = std::time::Instant::now();
        let all = parts(root, &bytes, &ends, &[n as i64]).expect("memory");
        let same = ran(root, &library, "words", &[all])[0];
        let [back, offsets] = onnx_value::strings(root, same).expect("strings");
        assert!(read_bytes(back) == bytes && read_ints(offsets) == ends);
        assert!(start.elapsed().as_secs() < 30, "{:?}", start.elapsed());
    });
}

#[test]
fn operators_on_sequences() {
    let library = library();
    in_scope(|root| {
        let x = floats(root, &[1.0, 2.0, 3.0, 4.0, 5.0], &[5]);
        let sequences = model(root, &library, "sequences").expect("sequences");
        assert!(onnx_model::outputs(sequences).expect("open").starts_with("parts\t0\tsequence of float32 tensors\n"));
        let results = run(root, sequences, &[x]);
        assert_eq!(list_of(root, results[0]), [vec![1.0, 2.0], vec![3.0, 4.0], vec![5.0]]);
        assert_eq!(info(results[0]), "sequence\tsequence of float32 tensors\t3");
        assert_eq!(read_ints(onnx_value::tensor(root, results[1]).expect("a number")), [3]);
        assert_eq!(floats_of(root, results[2]), [3.0, 4.0]);
        assert_eq!(list_of(root, results[3]), [vec![1.0, 2.0], vec![5.0], vec![1.0, 2.0, 3.0, 4.0, 5.0]]);
        assert_eq!(floats_of(root, results[4]), [1.0, 2.0, 5.0, 1.0, 2.0, 3.0, 4.0, 5.0]);
        assert_eq!(list_of(root, results[5]), vec![vec![1.0, 2.0, 3.0, 4.0, 5.0]; 2]);
        assert_eq!(info(results[6]), "sequence\tempty sequence\t0");
        // Sequences as inputs: of results, of tensors, and empty ones.
        let append = model(root, &library, "append").expect("sequences");
        let after = run(root, append, &[results[0], x])[0];
        assert_eq!(list_of(root, after), [vec![1.0, 2.0], vec![3.0, 4.0], vec![5.0], vec![1.0, 2.0, 3.0, 4.0, 5.0]]);
        let given = onnx_value::of_sequence(root, &[x]).expect("a sequence of a tensor");
        assert_eq!(list_of(root, run(root, append, &[given, x])[0]).len(), 2);
        let empty = onnx_value::of_sequence(root, &[]).expect("an empty one");
        for before in [empty, results[6]] {
            assert_eq!(list_of(root, run(root, append, &[before, x])[0]), [[1.0, 2.0, 3.0, 4.0, 5.0]]);
        }
        // A view that is not contiguous.
        let (turned, wide) = (tensor::transpose(0, floats(root, &[1.0, 2.0, 3.0, 4.0], &[2, 2]), 0, 1), x);
        let turned = onnx_value::of_sequence(root, &[turned.expect("a matrix")]).expect("a sequence");
        assert_eq!(list_of(root, run(root, append, &[turned, wide])[0])[0], [1.0, 3.0, 2.0, 4.0]);
        let words = [strings(root, &["a"], &[1]), strings(root, &["b", "c\0"], &[2])];
        let before = onnx_value::of_sequence(root, &words).expect("a sequence of strings");
        let results = ran(root, &library, "append_words", &[before, words[1]]);
        let third = onnx_value::get(root, results[0], 2).expect("three");
        assert_eq!(
            (texts_of(root, third), texts_of(root, results[1])),
            (vec!["b".into(), "c\0".into()], vec!["a".into()])
        );
        let results = ran(root, &library, "append_words", &[empty, words[1]]);
        assert_eq!(onnx_value::size(results[0]).expect("alive"), 1);
        let numbers = onnx_value::of_sequence(root, &[ints(root, &[1, 2], &[2])]).expect("a sequence");
        let same = ran(root, &library, "same_sequence", &[numbers])[0];
        let first = onnx_value::get(root, same, 0).expect("one");
        assert_eq!(read_ints(onnx_value::tensor(root, first).expect("numbers")), [1, 2]);
    });
}

#[test]
fn loops_and_branches_with_sequences() {
    let library = library();
    in_scope(|root| {
        let x = floats(root, &[1.0, 2.0, 3.0], &[3]);
        let empty = onnx_value::of_sequence(root, &[]).expect("an empty one");
        let parts = ran(root, &library, "loop_sequence", &[ints(root, &[3], &[]), x, empty])[0];
        assert_eq!(list_of(root, parts), [vec![1.0], vec![1.0, 2.0], vec![1.0, 2.0, 3.0]]);
        let is = |is: u8| tensor::from_data(root, CPU, 6, &[is], &[]).expect("memory");
        assert_eq!(list_of(root, ran(root, &library, "if_sequence", &[is(1), x])[0]).len(), 1);
        assert_eq!(list_of(root, ran(root, &library, "if_sequence", &[is(0), x])[0]).len(), 2);
        let optional = model(root, &library, "if_optional").expect("optional values");
        assert_eq!(onnx_model::outputs(optional).expect("open"), "y\t0\toptional sequence of float32 tensors\n");
        assert_eq!(info(run(root, optional, &[is(1), x])[0]), "absent\tabsent value\t0");
        assert_eq!(list_of(root, run(root, optional, &[is(0), x])[0]), [[1.0, 2.0, 3.0]]);
    });
}

#[test]
fn optional_values() {
    let library = library();
    in_scope(|root| {
        let (x, absent) = (floats(root, &[1.0, 2.0], &[2]), onnx_value::absent(root).expect("a handle"));
        let has = model(root, &library, "has").expect("optional values");
        assert_eq!(onnx_model::inputs(has).expect("open"), "x\t0\toptional float32 tensor\tN\n");
        let answer = |results: Vec<u64>| read_bytes(onnx_value::tensor(root, results[0]).expect("a boolean"))[0];
        assert_eq!(answer(run(root, has, &[x])), 1);
        assert_eq!(answer(run(root, has, &[absent])), 0);
        let of_sequence = model(root, &library, "has_sequence").expect("optional values");
        let sequence = onnx_value::of_sequence(root, &[ints(root, &[1], &[1])]).expect("a sequence");
        assert_eq!(answer(run(root, of_sequence, &[sequence])), 1);
        assert_eq!(answer(run(root, of_sequence, &[absent])), 0);
        assert_eq!(floats_of(root, ran(root, &library, "get", &[x])[0]), [1.0, 2.0]);
        let some = ran(root, &library, "some", &[x]);
        assert_eq!((floats_of(root, some[0]), info(some[1])), (vec![1.0, 2.0], "absent\tabsent value\t0".to_owned()));
        assert_eq!(answer(run(root, has, &[some[1]])), 0, "absent is absent, whatever its type was");
        let error = onnx_model::run_values(root, has, None, &[ints(root, &[1], &[1])]).expect_err("float32");
        assert!(error.message().contains("int64 given, optional float32 tensor expected"), "{error}");
    });
}

#[test]
fn maps_as_inputs() {
    let library = library();
    in_scope(|root| {
        let of = |keys, values| onnx_value::of_map(root, keys, values);
        let number = |values: &[f32]| {
            onnx_value::of_tensor(root, floats(root, values, &[values.len() as i64])).expect("a tensor")
        };
        let map = of(strings(root, &["age", "x"], &[2]), number(&[3.0, 1.0])).expect("a map");
        assert_eq!(info(map), "map\tmap of string to float32\t2");
        let dictionary = model(root, &library, "dictionary").expect("maps");
        assert_eq!(onnx_model::inputs(dictionary).expect("open"), "x\t0\tmap of string to float32\n");
        assert_eq!(floats_of(root, run(root, dictionary, &[map])[0]), [0.0, 3.0]);
        let key = onnx_value::of_tensor(root, ints(root, &[2], &[1])).expect("a tensor");
        let sparse = of(key, number(&[5.0])).expect("a map");
        assert_eq!(floats_of(root, ran(root, &library, "cast_map", &[sparse])[0]), [0.0, 0.0, 5.0, 0.0]);
        let error = onnx_model::run_values(root, dictionary, None, &[sparse]).expect_err("other keys");
        assert_eq!(error.status(), Status::DtypeMismatch);
        assert!(
            error.message().contains("map of int64 to float32 given, map of string to float32 expected"),
            "{error}"
        );
        let refused = |keys, values| {
            let error: Error = of(keys, values).expect_err("no map");
            (error.status(), error.message().to_owned())
        };
        let twice = refused(strings(root, &["a", "b", "a"], &[3]), number(&[1.0, 2.0, 3.0]));
        assert_eq!(twice, (Status::InvalidArgument, "the key 'a' is there twice".into()));
        let four = onnx_value::of_tensor(root, ints(root, &[4, 4], &[2])).expect("a tensor");
        assert_eq!(refused(four, number(&[1.0, 2.0])).1, "the key 4 is there twice");
        assert_eq!(refused(key, number(&[])), (Status::ShapeMismatch, "a map has 1 keys and 0 values".into()));
        assert_eq!(refused(number(&[1.0]), key).0, Status::InvalidArgument);
        assert_eq!(refused(map, key).0, Status::InvalidArgument);
        // A sequence of maps, which keeps each of them.
        let other = of(strings(root, &["rent"], &[1]), number(&[7.0])).expect("a map");
        let both = onnx_value::of_sequence(root, &[map, other]).expect("maps of the same types");
        assert_eq!(info(both), "maps\tsequence of map of string to float32\t2");
        let second = onnx_value::get(root, both, 1).expect("two");
        assert_eq!(floats_of(root, run(root, dictionary, &[second])[0]), [7.0, 0.0]);
    });
}

#[test]
fn what_is_no_value_is_refused() {
    in_scope(|root| {
        let refused = |result: tenure::error::Result<u64>| {
            let error = result.expect_err("no value");
            (error.status(), error.message().to_owned())
        };
        let texts = |texts: &[&[u8]], dims: &[i64]| refused(of_bytes(root, texts, dims));
        let two = texts(&[b"a", b"b"], &[3]);
        assert_eq!(two, (Status::ShapeMismatch, "2 texts for the shape [3], which has 3 elements".into()));
        assert_eq!(texts(&[b"a"], &[-1]).0, Status::InvalidArgument);
        assert_eq!(texts(&[b"a"], &[1 << 62, 1 << 62]).0, Status::InvalidArgument);
        assert_eq!(texts(&[b"a"], &[1 << 58]).0, Status::ShapeMismatch);
        let utf8 = texts(&[b"good", b"b\xff", b""], &[3]);
        assert_eq!(utf8, (Status::InvalidArgument, "text 1 is not UTF-8 from its byte 1 on".into()));
        assert_eq!(texts(&[b"", b"", b"\xed\xa0\x80"], &[3]).1, "text 2 is not UTF-8 from its byte 0 on");
        assert_eq!(texts(&[b"\xc3", b"\xa1"], &[2]).1, "text 1 begins in the middle of a character");
        let ends = |ends: &[i64]| refused(parts(root, b"abc", ends, &[ends.len() as i64 - 1])).1;
        assert_eq!(ends(&[0, 2, 1]), "text 1 is from byte 2 to byte 1");
        assert_eq!(ends(&[-1, 2]), "text 0 is from byte -1 to byte 2");
        assert_eq!(ends(&[0, 4]), "the texts are from byte 0 to byte 4, of 3 bytes");
        assert_eq!(ends(&[i64::MIN, i64::MAX]), format!("text 0 is from byte {} to byte {}", i64::MIN, i64::MAX));
        let (bytes, ints) = (tensor::ones(root, CPU, U8, &[3]).expect("memory"), ints(root, &[0, 3], &[2]));
        assert_eq!(refused(onnx_value::of_strings(root, ints, bytes, &[1])).0, Status::DtypeMismatch);
        let flat = tensor::ones(root, CPU, U8, &[3, 1]).expect("memory");
        assert_eq!(refused(onnx_value::of_strings(root, flat, ints, &[1])).0, Status::InvalidArgument);
        let nothing = tensor::ones(root, CPU, I64, &[0]).expect("memory");
        assert_eq!(refused(onnx_value::of_strings(root, bytes, nothing, &[])).0, Status::InvalidArgument);
        let (x, words) = (floats(root, &[1.0], &[1]), strings(root, &["a"], &[1]));
        let mixed = refused(onnx_value::of_sequence(root, &[x, words]));
        let text = "a sequence holds values of one type; its value 0 is float32 and its value 1 is string";
        assert_eq!(mixed, (Status::InvalidArgument, text.into()));
        let absent = onnx_value::absent(root).expect("a handle");
        let text = "a sequence holds tensors, strings or maps; its value 1 is absent value";
        assert_eq!(refused(onnx_value::of_sequence(root, &[x, absent])).1, text);
        assert_eq!(refused(onnx_value::of_sequence(root, &[x, root])).0, Status::InvalidHandle);
        assert_eq!(refused(onnx_value::tensor(root, words)).1, "the value is string [1], not a tensor of numbers");
        assert_eq!(refused(onnx_value::keys(root, words)).0, Status::InvalidArgument);
        let one = onnx_value::of_sequence(root, &[x]).expect("a sequence");
        for i in [-1, 1, i64::MAX, i64::MIN] {
            let text = format!("there is no value {i} in sequence of float32 tensors of size 1");
            assert_eq!(refused(onnx_value::get(root, one, i)), (Status::InvalidArgument, text));
        }
        assert_eq!(refused(onnx_value::get(root, words, 0)).1, "string [1] is not a sequence");
        onnx_value::dispose(words).expect("alive");
        assert_eq!(refused(onnx_value::get(root, words, 0)).0, Status::InvalidHandle);
        assert_eq!(onnx_value::dispose(words).expect_err("closed").status(), Status::InvalidHandle);
    });
}

#[test]
fn inputs_that_do_not_fit() {
    let library = library();
    in_scope(|root| {
        let titanic = model(root, &library, "titanic").expect("strings");
        let (sex, age) = (strings(root, &["male", "male"], &[2, 1]), floats(root, &[1.0; 3], &[3, 1]));
        let refused = |inputs: &[u64]| onnx_model::run_values(root, titanic, None, inputs).expect_err("no fit");
        let error = refused(&[sex, age]);
        assert_eq!(error.status(), Status::ShapeMismatch);
        assert!(error.message().ends_with("'N' is 2 by input 'sex' and 3 by input 'age'"), "{error}");
        let error = refused(&[age, sex]);
        assert_eq!(error.status(), Status::DtypeMismatch);
        let text = "input 'sex': float32 given, string expected; values are run with runValues; input 'age': string given, float32 expected";
        assert!(error.message().contains(text), "{error}");
        assert!(refused(&[sex]).message().ends_with("1 tensors given, the model takes 2: 'sex', 'age'"));
        assert_eq!(
            onnx_model::run(root, titanic, None, &[age, age]).expect_err("strings").status(),
            Status::DtypeMismatch
        );
        assert_eq!(
            onnx_model::run(root, titanic, None, &[sex, age]).expect_err("no tensor").status(),
            Status::InvalidHandle
        );
        onnx_value::dispose(sex).expect("alive");
        assert_eq!(refused(&[sex, age]).status(), Status::InvalidHandle);
        let classifier = model(root, &library, "classifier").expect("maps");
        let x = floats(root, &[1.0; 2], &[1, 2]);
        let out = [ints(root, &[0], &[1]), ints(root, &[0], &[1])];
        let error = onnx_model::run_into(classifier, None, &[x], &out).expect_err("one is a sequence");
        assert_eq!(error.status(), Status::Unsupported);
    });
}

#[test]
fn warm_ups_batchers_and_chosen_outputs() {
    let library = library();
    in_scope(|root| {
        for name in ["titanic", "classifier", "texts", "append", "loop_sequence", "has", "words"] {
            let model = model(root, &library, name).expect(name);
            onnx_model::warm_up(root, model, None).expect(name);
            let error = batcher::of_onnx_model(root, model, 4, 0, 1, 4, 0).expect_err("no tensors");
            assert!(error.message().contains("a batcher joins tensors of numbers, and "), "{error}");
        }
        let dictionary = model(root, &library, "dictionary").expect("maps");
        let error = onnx_model::warm_up(root, dictionary, None).expect_err("which keys?");
        assert_eq!(error.status(), Status::Unsupported);
        let titanic = model(root, &library, "titanic").expect("strings");
        onnx_model::warm_up(root, titanic, Some("{\"sex\": [4, 1], \"age\": [4, 1]}")).expect("shapes of strings");
        let path = file("classifier").to_string_lossy().into_owned();
        let label = options(&library, "\"outputs\": [\"label\"]");
        let label = onnx_model::load(root, &path, Some(&label)).expect("a tensor");
        let x = floats(root, &[1.0, 2.0], &[1, 2]);
        assert_eq!(read_ints(onnx_model::run(root, label, None, &[x]).expect("a tensor")[0]), [1]);
    });
}

#[test]
fn a_cancelled_run() {
    let library = library();
    in_scope(|root| {
        let (words, options) = (model(root, &library, "words").expect("strings"), onnx_run_options::create(root, None));
        let (options, word) = (options.expect("a handle"), strings(root, &["a"], &[1]));
        let run = || onnx_model::run_values_with_options(root, words, options, None, &[word]);
        assert_eq!(texts_of(root, run().expect("nobody cancels")[0]), ["a"]);
        onnx_run_options::cancel(options).expect("open");
        assert_eq!(run().expect_err("cancelled").status(), Status::Cancelled);
    });
}

#[test]
fn memory_is_counted_and_goes_with_its_owner() {
    let library = library();
    in_scope(|root| {
        let words = model(root, &library, "words").expect("strings");
        let long = "x".repeat(10_000);
        let inner = scope::push(root).expect("open");
        let before = live();
        let value = strings(inner, &[&long, &long], &[2]);
        let counted = scope::stats(inner).expect("open").bytes;
        assert!((20_000..21_000).contains(&counted), "{counted}");
        assert!(live() - before >= counted);
        // The result outlives the model's scope and its input.
        let same = run(root, words, &[value])[0];
        scope::close(inner).expect("open");
        assert_eq!(texts_of(root, same), [long.as_str(), &long]);
        // A tensor and its value are counted once in a scope.
        let pair = scope::push(root).expect("open");
        let x = tensor::ones(pair, CPU, F32, &[1000]).expect("memory");
        let alone = scope::stats(pair).expect("open").bytes;
        let value = onnx_value::of_tensor(pair, x).expect("a tensor");
        let back = onnx_value::tensor(pair, value).expect("a tensor");
        assert_eq!(scope::stats(pair).expect("open").bytes, alone);
        tensor::fill(x, tenure::tensor::Scalar::F64(2.0)).expect("alive");
        assert_eq!(read_floats(back), [2.0; 1000], "one memory");
        scope::close(pair).expect("open");
        // A limit refuses strings, and a run, and leaves nothing.
        let small = scope::push(root).expect("open");
        scope::set_limit(small, 15_000).expect("open");
        let before = live();
        let (bytes, ends) = (tensor::ones(root, CPU, U8, &[20_000]), ints(root, &[0, 10_000, 20_000], &[3]));
        let bytes = bytes.expect("memory");
        let error = onnx_value::of_strings(small, bytes, ends, &[2]).expect_err("more than the limit");
        assert_eq!(error.status(), Status::LimitExceeded);
        let error = onnx_model::run_values(small, words, None, &[same]).expect_err("more than the limit");
        assert_eq!(error.status(), Status::LimitExceeded);
        tensor::dispose(bytes).expect("alive");
        tensor::dispose(ends).expect("alive");
        assert_eq!(live(), before);
        assert_eq!(texts_of(root, run(root, words, &[same])[0]).len(), 2, "the model can be used again");
    });
}

#[test]
fn a_value_that_is_closed_during_runs() {
    let library = library();
    in_scope(|root| {
        let words = model(root, &library, "words").expect("strings");
        let texts: Vec<String> = (0..1000).map(|i| format!("a text that is long enough for the heap {i}")).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        for _ in 0..20 {
            let value = strings(root, &texts, &[1000]);
            std::thread::scope(|threads| {
                let running: Vec<_> =
                    (0..3).map(|_| threads.spawn(|| onnx_model::run_values(root, words, None, &[value]))).collect();
                onnx_value::dispose(value).expect("alive");
                for run in running {
                    match run.join().expect("it does not panic") {
                        Ok(results) => assert_eq!(texts_of(root, results[0])[999], texts[999]),
                        Err(error) => assert_eq!(error.status(), Status::InvalidHandle),
                    }
                }
            });
        }
    });
}

#[test]
fn values_of_a_workspace_outlive_its_cycle() {
    let library = library();
    in_scope(|root| {
        let words = model(root, &library, "append").expect("sequences");
        let workspace = workspace::create(root, "serve", 0, Some(r#"{"initialSize": 1048576}"#)).expect("a workspace");
        let (cycle, _) = workspace::enter(workspace, root).expect("it is ours");
        let x = floats(cycle, &[1.0, 2.0], &[2]);
        let given = onnx_value::of_sequence(cycle, &[x]).expect("a copy in the pool");
        let after = run(cycle, words, &[given, x])[0];
        workspace::leave(workspace, &[after]).expect("entered");
        let (cycle, _) = workspace::enter(workspace, root).expect("it is ours");
        floats(cycle, &[9.0; 1000], &[1000]);
        assert_eq!(list_of(root, after), [[1.0, 2.0], [1.0, 2.0]]);
        workspace::leave(workspace, &[]).expect("entered");
    });
}
