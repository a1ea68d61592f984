//! Commands about ONNX models. Their scenarios need a library of ONNX Runtime; see the README.

use super::read;
use super::run::Run;
use super::words::Word;
use super::{Answer, Fault, Kind, one, several, some_words_of, words_of, wrong};
use tenure::api::{onnx_model, onnx_run_options};

/// Runs `name` if it belongs to this family.
pub fn command(run: &mut Run, name: &str, args: &[Word]) -> Option<Answer> {
    Some(match name {
        "onnx_load" => load(run, args, false),
        "onnx_load_bytes" => load(run, args, true),
        "onnx_run" => compute(run, args),
        "onnx_run_named" => compute_named(run, args),
        "onnx_run_options" => run_options(run, args),
        "onnx_run_into" => compute_into(run, args),
        "onnx_load_parts" => load_parts(run, args),
        "onnx_run_with" => compute_with(run, args),
        "onnx_cancel" => cancel(run, args),
        "onnx_warm_up" => warm_up(run, args),
        "expect_cancelled" => expect_cancelled(run, args),
        _ => return None,
    })
}

/// Whether a scenario of this name needs a library of ONNX Runtime.
pub fn needs_library(name: &str) -> bool {
    name.starts_with("onnx_")
}

fn library() -> Option<String> {
    std::env::var("TENURE_ONNXRUNTIME").ok().filter(|path| !path.is_empty())
}

/// `m = onnx_load MODEL OPTION=VALUE...`.
fn load(run: &Run, args: &[Word], from_bytes: bool) -> Answer {
    let ([model], options) = some_words_of(args)?;
    let path = if model.text.starts_with("$TMP/") { run.path(model)? } else { file(&model.text) };
    let options = options_of(options)?;
    let owner = run.owner();
    if !from_bytes {
        return one(Kind::OnnxModel, onnx_model::load(owner, &path, Some(&options))?);
    }
    let Ok(bytes) = std::fs::read(&path) else { return wrong(format!("there is no {path}")) };
    one(Kind::OnnxModel, onnx_model::load_bytes(owner, &bytes, Some(&options))?)
}

fn file(name: &str) -> String {
    format!("{}/tests/onnx/data/{name}.onnx", env!("CARGO_MANIFEST_DIR"))
}

/// The options as JSON, with the library and one thread.
fn options_of(words: &[Word]) -> Result<String, Fault> {
    let Some(library) = library() else { return wrong("TENURE_ONNXRUNTIME names no library") };
    let mut fields = serde_json::json!({ "library": library, "threads": 1 });
    for word in words {
        match word.text.split_once('=') {
            Some(("shared_weights", value)) => fields["sharedWeights"] = (value == "true").into(),
            Some(("outputs", names)) => fields["outputs"] = names.split(',').collect::<Vec<&str>>().into(),
            _ => return wrong(format!("'{}' is no option of a model", word.text)),
        }
    }
    Ok(fields.to_string())
}

/// `y... = onnx_run m x...`.
fn compute(run: &Run, args: &[Word]) -> Answer {
    let ([model], inputs) = some_words_of(args)?;
    let (model, inputs) = (run.handle(Kind::OnnxModel, model)?, run.tensors(inputs)?);
    several(&onnx_model::run(run.owner(), model, None, &inputs)?)
}

/// `y... = onnx_run_named m NAME x ...`.
fn compute_named(run: &Run, args: &[Word]) -> Answer {
    let ([model], pairs) = some_words_of(args)?;
    if !pairs.len().is_multiple_of(2) {
        return wrong("names and tensors come in pairs");
    }
    let names: Vec<&str> = pairs.iter().step_by(2).map(|name| name.text.as_str()).collect();
    let inputs = pairs.iter().skip(1).step_by(2).map(|x| run.tensor(x)).collect::<Result<Vec<u64>, Fault>>()?;
    let model = run.handle(Kind::OnnxModel, model)?;
    several(&onnx_model::run(run.owner(), model, Some(&names.join("\n")), &inputs)?)
}

/// `onnx_run_into m N x... y...`: N inputs, and then a tensor for each output.
fn compute_into(run: &Run, args: &[Word]) -> Answer {
    let ([model, count], given) = some_words_of(args)?;
    let (model, given) = (run.handle(Kind::OnnxModel, model)?, run.tensors(given)?);
    let Some((inputs, outputs)) = given.split_at_checked(read::number(count)?) else { return wrong("so many inputs") };
    onnx_model::run_into(model, None, inputs, outputs)?;
    Ok(Vec::new())
}

/// `m = onnx_load_parts MODEL NAME FILE`: of its bytes and those of a file beside it, by its name
/// in the model.
fn load_parts(run: &Run, args: &[Word]) -> Answer {
    let [model, name, part] = words_of(args)?;
    let (path, options) = (file(&model.text), options_of(&[])?);
    let folder = std::path::Path::new(&path).parent().expect("a folder");
    let (Ok(bytes), Ok(data)) = (std::fs::read(&path), std::fs::read(folder.join(&part.text))) else {
        return wrong(format!("there is no {path}"));
    };
    let parts = [(name.text.as_str(), &data[..])];
    one(Kind::OnnxModel, onnx_model::load_parts(run.owner(), &bytes, &parts, Some(&options))?)
}

fn run_options(run: &Run, args: &[Word]) -> Answer {
    let [] = words_of(args)?;
    one(Kind::OnnxRunOptions, onnx_run_options::create(run.owner(), None)?)
}

/// `y... = onnx_run_with o m x...`.
fn compute_with(run: &Run, args: &[Word]) -> Answer {
    let ([options, model], inputs) = some_words_of(args)?;
    let (options, model) = (run.handle(Kind::OnnxRunOptions, options)?, run.handle(Kind::OnnxModel, model)?);
    several(&onnx_model::run_with_options(run.owner(), model, options, None, &run.tensors(inputs)?)?)
}

fn cancel(run: &Run, args: &[Word]) -> Answer {
    let [options] = words_of(args)?;
    onnx_run_options::cancel(run.handle(Kind::OnnxRunOptions, options)?)?;
    Ok(Vec::new())
}

fn warm_up(run: &Run, args: &[Word]) -> Answer {
    let [model] = words_of(args)?;
    onnx_model::warm_up(run.owner(), run.handle(Kind::OnnxModel, model)?, None)?;
    Ok(Vec::new())
}

fn expect_cancelled(run: &Run, args: &[Word]) -> Answer {
    let [options, wanted] = words_of(args)?;
    let found = onnx_run_options::is_cancelled(run.handle(Kind::OnnxRunOptions, options)?)?;
    if found == read::flag(wanted)? {
        Ok(Vec::new())
    } else {
        wrong(format!("{} was wanted, it is {found}", wanted.text))
    }
}
