//! Commands about values of models that are not tensors of numbers; see the README.

use super::read;
use super::run::Run;
use super::words::Word;
use super::{Answer, Fault, Kind, one, some_words_of, words_of, wrong};
use tenure::api::{onnx_model, onnx_value, tensor};
use tenure::tensor::DType;

/// Runs `name` if it belongs to this family.
pub fn command(run: &mut Run, name: &str, args: &[Word]) -> Option<Answer> {
    Some(match name {
        "value_tensor" => of_tensor(run, args),
        "value_strings" => of_strings(run, args),
        "value_sequence" => of_sequence(run, args),
        "value_map" => of_map(run, args),
        "value_absent" => absent(run, args),
        "value_get_tensor" => get_tensor(run, args),
        "value_get" => get(run, args),
        "value_keys" => part(run, args, onnx_value::keys),
        "value_values" => part(run, args, onnx_value::values),
        "onnx_run_values" => compute(run, args),
        "expect_value" => expect_value(run, args),
        "expect_texts" => expect_texts(run, args),
        _ => return None,
    })
}

fn value(run: &Run, word: &Word) -> Result<u64, Fault> {
    run.handle(Kind::OnnxValue, word)
}

fn all(run: &Run, words: &[Word]) -> Result<Vec<u64>, Fault> {
    words.iter().map(|word| value(run, word)).collect()
}

fn of_tensor(run: &Run, args: &[Word]) -> Answer {
    let [t] = words_of(args)?;
    one(Kind::OnnxValue, onnx_value::of_tensor(run.owner(), run.tensor(t)?)?)
}

/// `v = value_strings DIMS TEXT...`. The tensors that it is made of go at once, also if it fails.
fn of_strings(run: &Run, args: &[Word]) -> Answer {
    let ([dims], texts) = some_words_of(args)?;
    let mut bytes = Vec::new();
    let mut ends = vec![0i64];
    for text in texts {
        bytes.extend(text.text.as_bytes());
        ends.push(bytes.len() as i64);
    }
    let ends: Vec<u8> = ends.iter().flat_map(|end| end.to_ne_bytes()).collect();
    let shape = read::integers(dims)?;
    let letters = tensor::from_data(0, 0, DType::U8 as i32, &bytes, &[bytes.len() as i64])?;
    let made = tensor::from_data(0, 0, DType::I64 as i32, &ends, &[texts.len() as i64 + 1]).and_then(|ends| {
        let made = onnx_value::of_strings(run.owner(), letters, ends, &shape);
        tensor::dispose(ends).expect("just made");
        made
    });
    tensor::dispose(letters).expect("just made");
    one(Kind::OnnxValue, made?)
}

fn of_sequence(run: &Run, args: &[Word]) -> Answer {
    one(Kind::OnnxValue, onnx_value::of_sequence(run.owner(), &all(run, args)?)?)
}

fn of_map(run: &Run, args: &[Word]) -> Answer {
    let [keys, values] = words_of(args)?;
    one(Kind::OnnxValue, onnx_value::of_map(run.owner(), value(run, keys)?, value(run, values)?)?)
}

fn absent(run: &Run, args: &[Word]) -> Answer {
    let [] = words_of(args)?;
    one(Kind::OnnxValue, onnx_value::absent(run.owner())?)
}

fn get_tensor(run: &Run, args: &[Word]) -> Answer {
    let [v] = words_of(args)?;
    one(Kind::Tensor, onnx_value::tensor(run.owner(), value(run, v)?)?)
}

fn get(run: &Run, args: &[Word]) -> Answer {
    let [v, index] = words_of(args)?;
    one(Kind::OnnxValue, onnx_value::get(run.owner(), value(run, v)?, read::number(index)?)?)
}

fn part(run: &Run, args: &[Word], of: fn(u64, u64) -> tenure::error::Result<u64>) -> Answer {
    let [v] = words_of(args)?;
    one(Kind::OnnxValue, of(run.owner(), value(run, v)?)?)
}

/// `y... = onnx_run_values m v...`.
fn compute(run: &Run, args: &[Word]) -> Answer {
    let ([model], inputs) = some_words_of(args)?;
    let (model, inputs) = (run.handle(Kind::OnnxModel, model)?, all(run, inputs)?);
    let made = onnx_model::run_values(run.owner(), model, None, &inputs)?;
    Ok(made.into_iter().flat_map(|handle| one(Kind::OnnxValue, handle)).flatten().collect())
}

/// `expect_value v TYPE SIZE`.
fn expect_value(run: &Run, args: &[Word]) -> Answer {
    let [v, wanted, size] = words_of(args)?;
    let (info, found) = (onnx_value::info(value(run, v)?)?, onnx_value::size(value(run, v)?)?);
    let named = info.split('\t').nth(1).unwrap_or_default().trim_end();
    if named == wanted.text && found == read::number::<u64>(size)? {
        return Ok(Vec::new());
    }
    wrong(format!("{} of {} was wanted, it is {named} of {found}", wanted.text, size.text))
}

/// `expect_texts v TEXT...`.
fn expect_texts(run: &Run, args: &[Word]) -> Answer {
    let ([v], texts) = some_words_of(args)?;
    let parts = onnx_value::strings(0, value(run, v)?)?;
    let [letters, ends] = parts.map(read::contents);
    parts.into_iter().for_each(|part| tensor::dispose(part).expect("just made"));
    let ((_, letters), (_, ends)) = (letters?, ends?);
    let ends: Vec<usize> = ends.as_chunks::<8>().0.iter().map(|end| i64::from_ne_bytes(*end) as usize).collect();
    let found: Vec<String> =
        ends.windows(2).map(|pair| String::from_utf8_lossy(&letters[pair[0]..pair[1]]).into_owned()).collect();
    if found.iter().eq(texts.iter().map(|text| &text.text)) {
        return Ok(Vec::new());
    }
    wrong(format!("{:?} was wanted, it is {found:?}", texts.iter().map(|text| &text.text).collect::<Vec<_>>()))
}
