//! Commands about files.

use super::ops::nothing;
use super::read::{dtype, integers, number};
use super::run::Run;
use super::words::Word;
use super::{Answer, Fault, Kind, one, some_words_of, words_of, wrong};
use tenure::api::{npy, npz, optimizer, safetensors};

/// Runs `name` if it belongs to this family.
pub fn command(run: &mut Run, name: &str, args: &[Word]) -> Option<Answer> {
    Some(match name {
        "npy_save" => npy_save(run, args),
        "npy_load" => npy_load(run, args),
        "safetensors_save" => safetensors_save(run, args),
        "npy_load_as" => npy_load_as(run, args),
        "npz_save" => npz_save(run, args, false),
        "npz_save_compressed" => npz_save(run, args, true),
        "npz_load" => npz_load(run, args),
        "safetensors_load" => safetensors_load(run, args),
        "safetensors_load_as" => safetensors_load_as(run, args),
        "safetensors_map" => safetensors_map(run, args),
        "expect_entry" => expect_entry(run, args),
        "optimizer_save" => of_optimizer(run, args, optimizer::save),
        "optimizer_load" => of_optimizer(run, args, optimizer::load),
        "expect_names" => expect_names(run, args),
        "write_hex" => write_hex(run, args),
        "truncate_file" => truncate_file(run, args),
        _ => return None,
    })
}

fn npy_save(run: &Run, args: &[Word]) -> Answer {
    let [path, t] = words_of(args)?;
    npy::save(&run.path(path)?, run.tensor(t)?)?;
    Ok(Vec::new())
}

fn npy_load(run: &Run, args: &[Word]) -> Answer {
    let [path] = words_of(args)?;
    one(Kind::Tensor, npy::load(run.owner(), &run.path(path)?)?)
}

fn of_optimizer(run: &Run, args: &[Word], f: fn(u64, &str) -> tenure::error::Result<()>) -> Answer {
    let [path, by] = words_of(args)?;
    nothing(f(run.handle(Kind::Optimizer, by)?, &run.path(path)?))
}

fn npy_load_as(run: &Run, args: &[Word]) -> Answer {
    let [path, wanted] = words_of(args)?;
    one(Kind::Tensor, npy::load_as(run.owner(), &run.path(path)?, dtype(wanted)?.code())?)
}

fn npz_save(run: &Run, args: &[Word], compressed: bool) -> Answer {
    let ([path], pairs) = some_words_of(args)?;
    let (names, tensors) = named(run, pairs)?;
    npz::save(&run.path(path)?, &names.join("\n"), &tensors, compressed)?;
    Ok(Vec::new())
}

fn npz_load(run: &Run, args: &[Word]) -> Answer {
    let [path, name] = words_of(args)?;
    one(Kind::Tensor, npz::load(run.owner(), &run.path(path)?, &name.text)?)
}

/// Names and tensors, which come in pairs.
pub fn named<'a>(run: &Run, pairs: &'a [Word]) -> Result<(Vec<&'a str>, Vec<u64>), Fault> {
    if !pairs.len().is_multiple_of(2) {
        return wrong("names and tensors come in pairs");
    }
    let names: Vec<&str> = pairs.iter().step_by(2).map(|name| name.text.as_str()).collect();
    let tensors = pairs.iter().skip(1).step_by(2).map(|t| run.tensor(t)).collect::<Result<Vec<u64>, _>>()?;
    Ok((names, tensors))
}

fn safetensors_save(run: &Run, args: &[Word]) -> Answer {
    let ([path], pairs) = some_words_of(args)?;
    let (names, tensors) = named(run, pairs)?;
    safetensors::save(&run.path(path)?, &names, &tensors)?;
    Ok(Vec::new())
}

fn safetensors_load(run: &Run, args: &[Word]) -> Answer {
    let [path, name] = words_of(args)?;
    one(Kind::Tensor, safetensors::load(run.owner(), &run.path(path)?, &name.text)?)
}

fn safetensors_load_as(run: &Run, args: &[Word]) -> Answer {
    let [path, name, wanted] = words_of(args)?;
    let code = dtype(wanted)?.code();
    one(Kind::Tensor, safetensors::load_as(run.owner(), &run.path(path)?, &name.text, code)?)
}

fn safetensors_map(run: &Run, args: &[Word]) -> Answer {
    let [path, name] = words_of(args)?;
    super::several(&safetensors::map(run.owner(), &run.path(path)?, &name.text)?)
}

/// What a file says of a tensor, by the ending of its name.
fn expect_entry(run: &Run, args: &[Word]) -> Answer {
    let [path, name, stored, kind, shape] = words_of(args)?;
    let file = run.path(path)?;
    let rows = if file.ends_with(".npz") { npz::entries(&file)? } else { safetensors::entries(&file)? };
    let code = if kind.is("none") { 0 } else { dtype(kind)?.code() };
    let Some(row) = rows.lines().map(|row| row.split('\t').collect::<Vec<_>>()).find(|row| row[0] == name.text) else {
        return wrong(format!("the entries are {rows:?}"));
    };
    let sizes: Vec<String> = integers(shape)?.iter().map(i64::to_string).collect();
    if row[1] != stored.text || row[2] != code.to_string() || row[5..] != sizes[..] {
        return wrong(format!("the entry is {row:?}"));
    }
    Ok(Vec::new())
}

fn expect_names(run: &Run, args: &[Word]) -> Answer {
    let ([path], wanted) = some_words_of(args)?;
    let names = safetensors::names(&run.path(path)?)?;
    if names.iter().ne(wanted.iter().map(|word| &word.text)) {
        return wrong(format!("the names are {names:?}"));
    }
    Ok(Vec::new())
}

fn write_hex(run: &Run, args: &[Word]) -> Answer {
    let [path, hex] = words_of(args)?;
    let pairs = hex.text.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).unwrap_or("?"));
    let bytes: Result<Vec<u8>, _> = pairs.map(|pair| u8::from_str_radix(pair, 16)).collect();
    let Some(bytes) = bytes.ok().filter(|_| hex.text.len().is_multiple_of(2)) else {
        return wrong(format!("'{}' is not hexadecimal", hex.text));
    };
    std::fs::write(run.path(path)?, bytes).expect("the folder can be written");
    Ok(Vec::new())
}

fn truncate_file(run: &Run, args: &[Word]) -> Answer {
    let [path, size] = words_of(args)?;
    let file = std::fs::OpenOptions::new().write(true).open(run.path(path)?);
    let Ok(file) = file else { return wrong(format!("there is no file '{}'", path.text)) };
    file.set_len(number(size)?).expect("the file can be written");
    Ok(Vec::new())
}
