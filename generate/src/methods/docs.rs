//! The documentation of methods: that of the function of `api`, in the form that rustdoc shows.
//!
//! Invariant: nothing is said here that the doc comment of the function does not say, except how a
//! maker takes its element type and its device. Parts for other languages are left out.

use crate::model::{Doc, is_status, pascal};
use crate::reference::{item, wrapped};

/// Errors of handles and of their owners.
const OF_HANDLES: [&str; 3] = ["INVALID_HANDLE", "SCOPE_CLOSED", "SCOPE_CAPPED"];

/// The doc comment of a method whose function has these lines, these parameters with their types in
/// Rust, and this result.
pub fn comment(lines: &[String], types: &[(String, String)], output: &str) -> String {
    let doc = Doc::of(lines);
    let mut parts: Vec<String> = paragraphs(lines).iter().map(|text| in_lines(text)).collect();
    let default = |name: &str, value: &Option<String>| match value.as_deref() {
        None => String::new(),
        Some("[]") => " Usually `&[]`.".into(),
        Some("none") => " Usually `None`.".into(),
        // The name of a variant, as other languages have it.
        Some(value) if value.starts_with(|letter: char| letter.is_ascii_uppercase()) => {
            let ty = types.iter().find(|(param, _)| param == name).map_or("", |(_, ty)| ty);
            format!(" Usually `{ty}::{}`.", pascal(&value.to_lowercase()))
        }
        Some(value) => format!(" Usually `{value}`."),
    };
    let params = doc.params.iter().filter(|param| !param.what.is_empty() && !is_status(&param.name));
    let params = params.filter(|param| !["dtype", "device"].contains(&param.name.as_str()) || param.what.len() > 30);
    let about = |what: &str| what.trim_end_matches('.').to_string() + ".";
    let params: String = params
        .map(|param| {
            item(
                0,
                &plain(&format!("`{}`: {}{}", param.name, about(&param.what), default(&param.name, &param.default))),
            )
        })
        .collect();
    if !params.is_empty() {
        parts.push(params.trim_end().into());
    }
    if output.starts_with("NewTensors") {
        let names: Vec<&str> = doc.results.iter().map(|result| result.name.as_str()).collect();
        let of_each: String =
            doc.results.iter().map(|result| item(0, &plain(&format!("`{}`: {}.", result.name, result.what)))).collect();
        parts.push(format!("Returns `({})`:\n\n{}", names.join(", "), of_each.trim_end()));
    }
    if !doc.errors.is_empty() {
        let errors = doc.errors.iter().filter(|(status, _)| !OF_HANDLES.contains(&status.as_str()));
        let errors: String = errors.map(|(status, when)| item(0, &plain(&format!("`{status}`: {when}.")))).collect();
        if !errors.is_empty() {
            parts.push(format!("# Errors\n\n{}", errors.trim_end()));
        }
    }
    commented(&parts.join("\n\n"))
}

/// The doc comment of a maker that takes options.
pub fn with_options(name: &str, dtype: &str) -> String {
    commented(&wrapped(&format!(
        "[`Tensor::{name}`] with an element type, a device, or both. The element type is {dtype} if the options name none."
    )))
}

/// The doc comment of the methods of a file, from that of the file.
pub fn of_file(lines: &[String]) -> String {
    let text: Vec<String> = paragraphs(lines).iter().map(|text| in_lines(&without_references(text))).collect();
    commented(&text.join("\n\n"))
}

/// A paragraph in lines, none of which begins as an item of a list does: `- ` or `1) `.
fn in_lines(text: &str) -> String {
    let number = |word: &str| word.strip_suffix([')', '.']).is_some_and(|number| number.parse::<u64>().is_ok());
    let mut lines: Vec<String> = Vec::new();
    for mut line in wrapped(&plain(text)).lines() {
        while let (Some(last), Some((word, rest))) = (lines.last_mut(), line.split_once(' '))
            && (word == "-" || number(word))
        {
            last.extend([" ", word]);
            line = rest;
        }
        lines.push(line.into());
    }
    lines.join("\n")
}

/// The text before the items: paragraphs, and the sentences on shapes begin a new one.
fn paragraphs(lines: &[String]) -> Vec<String> {
    let mut paragraphs = vec![String::new()];
    for line in lines.iter().take_while(|line| !line.starts_with("- `")) {
        let last = paragraphs.last_mut().expect("there is one from the start");
        if line.is_empty() || line.starts_with("Shapes: ") {
            paragraphs.push(line.clone());
        } else {
            if !last.is_empty() {
                last.push(' ');
            }
            last.push_str(line);
        }
    }
    paragraphs.retain(|text| !text.is_empty());
    paragraphs
}

/// References are those of handles.
fn without_references(text: &str) -> String {
    text.replace(" All return new references.", "")
        .replace("All return new references; names", "Names")
        .replace("All return new references. ", "")
        .replace("Creates tensors of series", "Tensors of series")
        .replace("All functions return new references owned by `scope`, and fail", "They fail")
}

/// A text without links, whose targets are functions of handles.
fn plain(text: &str) -> String {
    text.replace("[`crate::api::", "`")
        .replace("[`", "`")
        .replace("`]", "`")
        .replace(" of the device or of a scope", " of the device")
}

fn commented(text: &str) -> String {
    text.lines().map(|line| format!("/// {line}").trim_end().to_string() + "\n").collect()
}
