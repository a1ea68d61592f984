//! Commands that check conditions.

use super::read::{bytes, contents, display, dtype, integers, number, values};
use super::run::{Live, Run};
use super::words::Word;
use super::{Answer, Fault, Kind, words_of, wrong};
use std::fmt::Debug;
use tenure::api::records::{FloatInfo, IntegerInfo};
use tenure::api::{self, counter, handle, optimizer, report, scope, tensor};
use tenure::tensor::DType;

/// Runs `name` if it belongs to this family.
pub fn command(run: &mut Run, name: &str, args: &[Word]) -> Option<Answer> {
    let run = &*run;
    let checked = match name {
        "expect_values" => expect_values(run, args),
        "expect_close" => expect_close(run, args),
        "expect_same" => expect_same(run, args),
        "expect_shape" => pair(run, args, |t, want| equal(&*tensor::shape(t)?, &*integers(want)?)),
        "expect_strides" => pair(run, args, |t, want| equal(&*tensor::strides(t)?, &*integers(want)?)),
        "expect_dtype" => pair(run, args, |t, want| equal(DType::from_code(tensor::dtype(t)?)?, dtype(want)?)),
        "expect_can_cast" | "expect_result_type" | "expect_isdtype" | "expect_finfo" | "expect_iinfo" => {
            expect_of_dtype(name, args)
        }
        "expect_contiguous" => pair(run, args, |t, want| equal(tensor::is_contiguous(t)?, number(want)?)),
        "expect_setting" => expect_setting(run, args),
        "expect_item" => pair(run, args, expect_item),
        "expect_element" => expect_element(run, args),
        "expect_text" => pair(run, args, |t, want| equal(tensor::to_string(t)?, want.text.clone())),
        "expect_use_count" => pair(run, args, |t, want| equal(tensor::use_count(t)?, number(want)?)),
        "expect_owner" => expect_owner(run, args),
        "expect_scope" => expect_scope(run, args),
        "expect_live" => expect_live(run, args),
        "expect_capped" => expect_capped(run, args),
        "expect_members" => expect_members(run, args),
        "expect_name" => expect_name(run, args),
        "expect_dump" => expect_dump(run, args),
        "expect_counter" => expect_counter(run, args),
        _ => return None,
    };
    Some(checked.map(|()| Vec::new()))
}

pub type Checked = Result<(), Fault>;

fn equal<T: PartialEq + Debug>(got: T, want: T) -> Checked {
    if got == want { Ok(()) } else { wrong(format!("{want:?} was wanted, it is {got:?}")) }
}

fn pair(run: &Run, args: &[Word], check: impl FnOnce(u64, &Word) -> Checked) -> Checked {
    let [t, want] = words_of(args)?;
    check(run.tensor(t)?, want)
}

fn expect_values(run: &Run, args: &[Word]) -> Checked {
    let [t, want] = words_of(args)?;
    let (kind, got) = contents(run.tensor(t)?)?;
    let (got, want) = (values(kind, &got), values(kind, &bytes(kind, want)?));
    if got.len() == want.len() && got.iter().zip(&want).all(|(a, b)| a.is(*b)) {
        return Ok(());
    }
    wrong(format!("{} was wanted, it is {}", display(&want), display(&got)))
}

fn expect_close(run: &Run, args: &[Word]) -> Checked {
    let [t, want, tolerance] = words_of(args)?;
    let tolerance: f64 = number(tolerance)?;
    let (kind, got) = contents(run.tensor(t)?)?;
    let (got, want) = (values(kind, &got), values(DType::F64, &bytes(DType::F64, want)?));
    let close = |got: f64, want: f64| {
        got == want || got.is_nan() && want.is_nan() || (got - want).abs() <= tolerance * want.abs().max(1.0)
    };
    // An infinite expected value has an infinite tolerance, so only itself is accepted.
    let fits = |got: f64, want: f64| close(got, want) && (want.is_finite() || want.is_nan() || got == want);
    if got.len() == want.len() && got.iter().zip(&want).all(|(a, b)| fits(a.float(), b.float())) {
        return Ok(());
    }
    wrong(format!("{} was wanted, it is {}", display(&want), display(&got)))
}

fn expect_same(run: &Run, args: &[Word]) -> Checked {
    let [a, b] = words_of(args)?;
    let (a, b) = (run.tensor(a)?, run.tensor(b)?);
    equal(&*tensor::shape(a)?, &*tensor::shape(b)?)?;
    let ((kind_a, bytes_a), (kind_b, bytes_b)) = (contents(a)?, contents(b)?);
    equal(kind_a, kind_b)?;
    if bytes_a == bytes_b {
        return Ok(());
    }
    wrong(format!("{} and {} differ", display(&values(kind_a, &bytes_a)), display(&values(kind_b, &bytes_b))))
}

fn expect_setting(run: &Run, args: &[Word]) -> Checked {
    let [by, group, name, want] = words_of(args)?;
    equal(optimizer::setting(run.handle(Kind::Optimizer, by)?, number(group)?, &name.text)?, number::<f64>(want)?)
}

fn expect_item(t: u64, want: &Word) -> Checked {
    let (got, want): (f64, f64) = (tensor::item(t)?, number(want)?);
    if got == want || got.is_nan() && want.is_nan() { Ok(()) } else { equal(got, want) }
}

/// The element, as a double and where it is an integer as one.
fn expect_element(run: &Run, args: &[Word]) -> Checked {
    let [t, indices, want] = words_of(args)?;
    let (t, indices) = (run.tensor(t)?, integers(indices)?);
    equal(tensor::get_f64(t, &indices)?, number(want)?)?;
    match want.text.parse::<i64>() {
        Ok(want) if !DType::from_code(tensor::dtype(t)?)?.is_float() => equal(tensor::get_i64(t, &indices)?, want),
        _ => Ok(()),
    }
}

fn expect_of_dtype(name: &str, args: &[Word]) -> Checked {
    let Some((first, rest)) = args.split_first() else { return wrong("of which dtype?") };
    let code = dtype(first)?.code();
    if name == "expect_finfo" {
        let [bits, eps, max, min, smallest_normal] = words_of(rest)?;
        let want = FloatInfo {
            bits: number(bits)?,
            eps: number(eps)?,
            max: number(max)?,
            min: number(min)?,
            smallest_normal: number(smallest_normal)?,
        };
        return equal(api::dtype::finfo(code)?, want);
    }
    if name == "expect_iinfo" {
        let [bits, max, min] = words_of(rest)?;
        let want = IntegerInfo { bits: number(bits)?, max: number(max)?, min: number(min)? };
        return equal(api::dtype::iinfo(code)?, want);
    }
    let [other, want] = words_of(rest)?;
    match name {
        "expect_result_type" => equal(api::dtype::result_type(code, dtype(other)?.code())?, dtype(want)?.code()),
        "expect_can_cast" => equal(api::dtype::can_cast(code, dtype(other)?.code())?, number(want)?),
        _ => {
            let kinds = ["BOOL", "SIGNED_INTEGER", "UNSIGNED_INTEGER", "INTEGRAL", "REAL_FLOATING", "NUMERIC"];
            let Some(kind) = kinds.iter().position(|kind| other.is(kind)) else { return wrong("no such kind") };
            equal(api::dtype::isdtype(code, kind as i32)?, number(want)?)
        }
    }
}

fn expect_owner(run: &Run, args: &[Word]) -> Checked {
    let [name, want] = words_of(args)?;
    let want = if want.is("none") { 0 } else { run.handle(Kind::Scope, want)? };
    let got = scope::owner(run.any(name)?.handle)?;
    if got == want { Ok(()) } else { wrong(format!("{want:#x} should own it, {got:#x} does")) }
}

fn expect_scope(run: &Run, args: &[Word]) -> Checked {
    let Some((name, pairs)) = args.split_first() else { return wrong("which scope?") };
    let stats = scope::stats(run.handle(Kind::Scope, name)?)?;
    counts(pairs, |key| match key {
        "members" => Some(stats.members),
        "tensors" => Some(stats.tensors),
        "scopes" => Some(stats.scopes),
        "bytes" => Some(stats.bytes),
        "peak_tensors" => Some(stats.peak_tensors),
        "peak_bytes" => Some(stats.peak_bytes),
        "limit" => Some(stats.limit_bytes),
        "measured" => Some(stats.measured),
        _ => None,
    })
}

fn expect_capped(run: &Run, args: &[Word]) -> Checked {
    let [name, want] = words_of(args)?;
    let want = match want.text.as_str() {
        "true" => true,
        "false" => false,
        other => return wrong(format!("'{other}' is neither true nor false")),
    };
    equal(scope::is_capped(run.handle(Kind::Scope, name)?)?, want)
}

fn expect_members(run: &Run, args: &[Word]) -> Checked {
    let Some((name, want)) = args.split_first() else { return wrong("which scope?") };
    let members = scope::members(run.handle(Kind::Scope, name)?)?;
    let kind = |handle: u64| match tenure::ownership::Handle(handle).kind() {
        Some(tenure::ownership::Kind::Optimizer) => "optimizer".to_owned(),
        kind => kind.map_or_else(String::new, |kind| kind.to_string()),
    };
    let got: Vec<String> = members.into_iter().map(kind).collect();
    let want: Vec<String> = want.iter().map(|word| word.text.clone()).collect();
    equal(got, want)
}

fn expect_name(run: &Run, args: &[Word]) -> Checked {
    let [any, want] = words_of(args)?;
    equal(handle::name(run.any(any)?.handle)?.unwrap_or_default(), want.text.clone())
}

fn expect_dump(run: &Run, args: &[Word]) -> Checked {
    let [name, want] = words_of(args)?;
    let dump = report::dump(run.handle(Kind::Scope, name)?, 0)?;
    if dump.contains(&want.text) { Ok(()) } else { wrong(format!("the dump has no '{}':\n{dump}", want.text)) }
}

fn expect_counter(run: &Run, args: &[Word]) -> Checked {
    let Some((name, pairs)) = args.split_first() else { return wrong("which counter?") };
    let stats = counter::read(run.handle(Kind::Counter, name)?)?;
    counts(pairs, |key| match key {
        "tensors" => u64::try_from(stats.tensors).ok(),
        "bytes" => u64::try_from(stats.bytes).ok(),
        "peak_tensors" => Some(stats.peak_tensors),
        "peak_bytes" => Some(stats.peak_bytes),
        "allocations" => Some(stats.allocations),
        "out_of_memory" => Some(stats.out_of_memory),
        "backstop_freed" => Some(stats.backstop_freed),
        _ => None,
    })
}

fn expect_live(run: &Run, args: &[Word]) -> Checked {
    let (now, start) = (Live::now(), run.start);
    counts(args, |key| match key {
        "handles" => Some(now.handles - start.handles),
        "tensors" => Some(now.tensors - start.tensors),
        "scopes" => Some(now.scopes - start.scopes),
        "bytes" => Some(now.bytes - start.bytes),
        "unowned" => Some(now.unowned - start.unowned),
        _ => None,
    })
}

/// Parses `KEY NUMBER ...`, and compares the number with the count of each key.
pub fn counts(pairs: &[Word], of: impl Fn(&str) -> Option<u64>) -> Checked {
    if pairs.is_empty() || !pairs.len().is_multiple_of(2) {
        return wrong("keys and numbers come in pairs");
    }
    for pair in pairs.chunks_exact(2) {
        let Some(got) = of(&pair[0].text) else { return wrong(format!("'{}' is not counted", pair[0].text)) };
        let want: u64 = number(&pair[1])?;
        if got != want {
            return wrong(format!("{want} {} were wanted, there are {got}", pair[0].text));
        }
    }
    Ok(())
}
