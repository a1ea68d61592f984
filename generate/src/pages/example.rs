//! The examples of `generate/data/examples.txt`: calls as in the scenarios, with what they print.

use super::{needs_example, signature};
use crate::model::{Function, Kind, Param};
use crate::shape::{self, Form};
use crate::types::ENUMS;
use crate::types::read::enumeration;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

const FILE: &str = "generate/data/examples.txt";

/// All examples, by the command that each calls.
pub struct Examples {
    calls: BTreeMap<String, Example>,
    /// What each operand is, as written in a program.
    operands: BTreeMap<String, String>,
    /// Commands that have none, for a reason.
    without: BTreeSet<String>,
    /// The constants of each enum, in the order of their codes.
    enums: BTreeMap<String, Vec<String>>,
}

struct Example {
    words: Vec<String>,
    printed: Vec<String>,
}

impl Examples {
    pub fn read(root: &Path) -> Result<Examples, String> {
        let text = std::fs::read_to_string(root.join(FILE)).map_err(|error| format!("{FILE}: {error}"))?;
        let mut enums = BTreeMap::new();
        for listed in &ENUMS {
            let variants = enumeration(root, listed)?.variants.into_iter();
            let constants = variants.map(|variant| crate::model::snake(&variant.name).to_uppercase()).collect();
            enums.insert(listed.outside.to_string(), constants);
        }
        let mut all = Examples { calls: BTreeMap::new(), operands: BTreeMap::new(), without: BTreeSet::new(), enums };
        let mut last = String::new();
        for line in text.lines() {
            if let Some(call) = line.strip_prefix("> ") {
                let mut words = words(call);
                last = words.remove(0);
                all.calls.insert(last.clone(), Example { words, printed: Vec::new() });
            } else if let Some(printed) = line.strip_prefix('|') {
                let example = all.calls.get_mut(&last).ok_or_else(|| format!("{FILE}: an output without a call"))?;
                example.printed.push(printed.strip_prefix(' ').unwrap_or(printed).to_string());
            } else if let Some(reason) = line.strip_prefix("! ") {
                let names = reason.split(": ").next().unwrap_or_default();
                all.without.extend(names.split(' ').map(str::to_string));
            } else if let Some((name, value)) = line.split_once(" = ").filter(|_| !line.starts_with('#')) {
                all.operands.insert(name.to_string(), nested(value).ok_or_else(|| format!("{FILE}: {line}"))?);
            }
        }
        Ok(all)
    }

    /// The example of a function, with its operands and what it prints; none where there is none.
    pub fn of(&self, function: &Function) -> Option<Result<String, String>> {
        let example = self.calls.get(function.verb())?;
        let form = shape::form(function)?;
        let value = |param: &Param| self.value(function, form, example, param);
        let call = signature::call(function, form, &value);
        if example.printed.is_empty() {
            return Some(Err(format!("{FILE}: '{}' prints nothing yet", function.verb())));
        }
        let used = |name: &&String| example.words.contains(name);
        let operands: Vec<String> =
            self.operands.keys().filter(used).map(|name| format!("{name} = {}\n", self.operands[name])).collect();
        let printed: String = example.printed.iter().map(|line| format!("{line}\n")).collect();
        Some(Ok(format!("```text\n{}{call}\n\n{printed}```\n", operands.concat())))
    }

    /// A word of the call as Java writes it.
    fn value(&self, function: &Function, form: Form, example: &Example, param: &Param) -> String {
        let first = usize::from(function.makes_tensors());
        let is_word =
            |other: &&Param| other.kind != Kind::Handles && (!shape::is_maker(form) || other.kind != Kind::Device);
        let words: Vec<&Param> = function.params[first..].iter().filter(is_word).collect();
        if param.kind == Kind::Handles {
            let tensors = example.words[words.len().min(example.words.len())..].join(", ");
            return if form == Form::Join { tensors } else { format!("new Tensor[] {{{tensors}}}") };
        }
        let at = words.iter().position(|other| other.name == param.name).unwrap_or_default();
        let word = example.words.get(at).map_or("false", String::as_str);
        let is_last = shape::operands(function).last().is_some_and(|last| last.name == param.name);
        let is_spread = matches!(form, Form::List | Form::Reduce | Form::Shaped) && (is_last || form == Form::Reduce);
        match param.kind {
            Kind::Dims | Kind::Axes | Kind::Ints => {
                let numbers = word.trim_matches(['[', ']']).replace(',', ", ");
                if is_spread { numbers } else { format!("new long[] {{{numbers}}}") }
            }
            Kind::OptionalHandle | Kind::OptionalReal | Kind::OptionalInteger if word == "none" => "null".into(),
            Kind::DType => format!("DType.{}", word.to_uppercase()),
            Kind::Device => format!("Device.{}", word.to_uppercase()),
            Kind::Text => format!("\"{word}\""),
            Kind::Enum => {
                let constants = self.enums.get(&param.of).map_or(&[][..], Vec::as_slice);
                let constant = word.parse::<usize>().ok().and_then(|code| constants.get(code));
                format!("{}.{}", param.of, constant.map_or("", String::as_str))
            }
            _ => word.into(),
        }
    }

    /// An error for an operation without an example, and for an example of none.
    pub fn all_are_used(&self, tensors: &[Function]) -> Result<(), String> {
        let members =
            |function: &&Function| self.calls.contains_key(function.verb()) || self.without.contains(function.verb());
        let with: BTreeSet<String> = tensors.iter().filter(members).map(Function::member).collect();
        let wanted = tensors.iter().filter(|function| needs_example(function)).map(Function::member);
        let missing: BTreeSet<String> = wanted.filter(|member| !with.contains(member)).collect();
        if !missing.is_empty() {
            return Err(format!("{FILE} has no example of {}", missing.into_iter().collect::<Vec<_>>().join(" ")));
        }
        match self.calls.keys().find(|call| !tensors.iter().any(|function| function.verb() == *call)) {
            Some(call) => Err(format!("{FILE}: there is no operation '{call}'")),
            None => Ok(()),
        }
    }
}

/// The words of a call; what stands in quotes is one.
fn words(call: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (at, part) in call.split('"').enumerate() {
        match at % 2 {
            0 => words.extend(part.split(' ').filter(|word| !word.is_empty()).map(str::to_string)),
            _ => words.push(part.to_string()),
        }
    }
    words
}

/// `from_values f32 [2,2] [1,2,3,4]` as `[[1, 2], [3, 4]]`, with the dtype behind it where that is
/// not float32.
fn nested(value: &str) -> Option<String> {
    let [_, dtype, dims, values] = value.split(' ').collect::<Vec<_>>().try_into().ok()?;
    let dims: Vec<usize> = dims.trim_matches(['[', ']']).split(',').filter_map(|size| size.parse().ok()).collect();
    let values: Vec<&str> = values.trim_matches(['[', ']']).split(',').collect();
    let values: Vec<String> = match dtype {
        "bool" => values.iter().map(|value| (if *value == "1" { "true" } else { "false" }).to_string()).collect(),
        _ => values.iter().map(|value| value.to_string()).collect(),
    };
    let text = list(&dims, &values);
    Some(if ["f32", "bool"].contains(&dtype) { text } else { format!("{text} of {}", dtype.to_uppercase()) })
}

fn list(dims: &[usize], values: &[String]) -> String {
    match dims {
        [] => values.join(", "),
        [_] => format!("[{}]", values.join(", ")),
        [size, rest @ ..] => {
            let parts = values.chunks(values.len() / (*size).max(1)).map(|part| list(rest, part));
            format!("[{}]", parts.collect::<Vec<_>>().join(", "))
        }
    }
}
