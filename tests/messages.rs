//! Every message of the core is listed in `docs/troubleshooting.md`.
//!
//! Invariant: each status except `OK` is a section of the page, and each text of an `Error` in the
//! sources is a row of the page's tables, with an ellipsis for each value. So every new error needs
//! advice for users.
//!
//! The test reads the sources: the string literals in calls of `Error::new` and similar functions.
//! It does not see texts that are composed elsewhere.

use std::fs;
use std::path::{Path, PathBuf};
use tenure::error::Status;

const CALLS: [&str; 5] = ["Error::new(", "Error::argument(", "Error::shape(", "Error::dtype(", "Error::io("];

#[test]
fn every_status_is_a_section() {
    let page = page();
    let missing: Vec<&str> = Status::ALL
        .into_iter()
        .filter(|status| *status != Status::Ok)
        .map(Status::name)
        .filter(|name| !page.lines().any(|line| line == format!("## {name}")))
        .collect();
    assert!(missing.is_empty(), "docs/troubleshooting.md has no section {missing:?}");
}

#[test]
fn every_message_is_a_row() {
    let page = page();
    let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| <a id=")).collect();
    let mut looked = 0;
    let mut missing = Vec::new();
    for folder in ["src", "bindings"] {
        for file in sources(&root().join(folder)) {
            let text = fs::read_to_string(&file).expect("a source can be read");
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            for message in messages(code) {
                looked += 1;
                let parts = fixed_parts(&message);
                if !rows.iter().any(|row| has_in_order(row, &parts)) {
                    missing.push(format!("{}: {message}", file.display()));
                }
            }
        }
    }
    assert!(looked > 100, "only {looked} messages were found in the sources");
    assert!(missing.is_empty(), "docs/troubleshooting.md has no row for\n  {}", missing.join("\n  "));
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn page() -> String {
    fs::read_to_string(root().join("docs/troubleshooting.md")).expect("the page can be read")
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder of sources can be read") {
        let path = entry.expect("its entries can be read").path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

/// The literals of the errors in this code.
fn messages(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    for call in CALLS {
        for (at, _) in code.match_indices(call) {
            let mut rest = code[at + call.len()..].trim_start();
            if let Some(status) = rest.strip_prefix("Status::") {
                let Some((_, after)) = status.split_once(',') else { continue };
                rest = after.trim_start();
            }
            rest = rest.strip_prefix("format!(").unwrap_or(rest).trim_start();
            if let Some(literal) = rest.strip_prefix('"') {
                found.push(until_quote(literal));
            }
        }
    }
    found
}

/// The text of a literal up to its closing quote.
fn until_quote(literal: &str) -> String {
    let mut text = String::new();
    let mut characters = literal.chars();
    while let Some(character) = characters.next() {
        match character {
            '"' => break,
            '\\' => match characters.next() {
                Some('\n') => characters = characters.as_str().trim_start().chars(),
                other => text.extend(other),
            },
            _ => text.push(character),
        }
    }
    text
}

/// The constant parts of a message: the text between the values.
fn fixed_parts(message: &str) -> Vec<&str> {
    let parts = message.split('{').map(|part| part.split_once('}').map_or(part, |(_, after)| after));
    parts.map(str::trim).filter(|part| !part.is_empty()).collect()
}

/// Whether a row contains these parts in order.
fn has_in_order(row: &str, parts: &[&str]) -> bool {
    let mut rest = row;
    parts.iter().all(|part| match rest.split_once(part) {
        Some((_, after)) => {
            rest = after;
            true
        }
        None => false,
    })
}
