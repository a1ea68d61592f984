//! Writes what follows from the signatures of `src/api`, and from the enums and records that cross
//! the boundary, so that nobody writes it a second time.
//!
//! ```text
//!   src/api/*.rs       --read-->        model  --c, jni, csharp, ...-->  files, committed
//!   enums and records  --types::read-->        --types::java, ...------>
//! ```
//!
//! `ci/generate` runs it; `ci/generate --check` writes nothing and fails if a file is not what it
//! would write. The single source is the Rust function itself, its typed signature and doc comment,
//! and no table beside it: a table would have to name every function once more, and nothing would
//! hold the two together but another check.

mod c;
mod csharp;
mod fuzz;
mod handles;
mod java;
mod jni;
mod model;
mod read;
mod reference;
mod scenarios;
mod shape;
#[cfg(test)]
mod tests;
mod types;

use crate::types::{CONFIG, ENUMS, RECORDS_FILE};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

/// A noun and the files of `src/api` that its functions are in, both in the order of the reference.
const NOUNS: [(&str, &[&str]); 14] = [
    ("tensor", &shape::FILES),
    ("scope", &["scope", "report/mod"]),
    ("handle", &["handle"]),
    ("leak", &["leak"]),
    ("counter", &["counter"]),
    ("memory", &["memory"]),
    ("pressure", &["pressure"]),
    ("workspace", &["workspace/mod", "workspace/registry", "workspace/cycle", "workspace/stats", "workspace/report"]),
    ("tape", &["tape"]),
    ("sgd", &["sgd"]),
    ("npy", &["npy"]),
    ("safetensors", &["safetensors"]),
    ("random", &["random"]),
    ("debug", &["debug"]),
];

/// What ends a generated region of a file that is otherwise written by hand.
const REGION_END: &str = "// </generated>";

fn main() -> ExitCode {
    let check = std::env::args().any(|argument| argument == "--check");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the package lies in the checkout");
    let result = outputs(root).and_then(|outputs| if check { compare(&outputs) } else { write(&outputs) });
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("generate: {why}");
            ExitCode::FAILURE
        }
    }
}

/// Every generated file with its text.
fn outputs(root: &Path) -> Result<Vec<(PathBuf, String)>, String> {
    let mut outputs = Vec::new();
    let mut nouns = Vec::new();
    for (noun, files) in NOUNS {
        let functions = read::functions(root, noun, files)?;
        outputs.push((root.join(format!("bindings/c/generated/{noun}.rs")), formatted(&c::exports(noun, &functions))?));
        outputs
            .push((root.join(format!("bindings/jni/generated/{noun}.rs")), formatted(&jni::rows(noun, &functions))?));
        nouns.push(functions);
    }
    let names = NOUNS.map(|(noun, _)| noun);
    outputs.push((root.join("bindings/c/generated/mod.rs"), formatted(&c::modules(&names))?));
    outputs.push((root.join("bindings/jni/generated/mod.rs"), formatted(&jni::modules(&names))?));
    outputs.push((root.join("dotnet/src/Tenure/Interop/Native.g.cs"), csharp::imports(&nouns)));
    let tensors = &nouns[0];
    let kinds = nouns.iter().filter(|functions| handles::is_kind(functions));
    let kinds: Vec<&str> = kinds.map(|functions| functions[0].noun.as_str()).collect();
    for (class, text) in csharp::members(tensors) {
        outputs.push((root.join(format!("dotnet/src/Tenure/{class}.g.cs")), text));
    }
    outputs.push((root.join("docs/operations.md"), reference::page(tensors)));
    outputs.push((root.join("tests/scenario_runner/generated.rs"), formatted(&scenarios::rust(tensors, &kinds))?));
    let calls = root.join("fuzz/targets/calls.rs");
    let text = types::read::source(root, "fuzz/targets/calls.rs")?;
    outputs.push((calls, fuzz::with_calls(&text, tensors).map_err(|why| format!("fuzz/targets/calls.rs: {why}"))?));
    let java_test = root.join("java/tenure/src/test/java/dev/tenure/ScenarioCommands.java");
    outputs.push((java_test, scenarios::java(tensors, &kinds)));
    let csharp_test = root.join("dotnet/tests/Tenure.Tests/Scenarios/Commands.g.cs");
    outputs.push((csharp_test, scenarios::csharp(tensors, &kinds)));
    let declarations: String = nouns.iter().map(|functions| jni::declarations(functions)).collect();
    let of_tensors = [
        java::makers::makers(tensors, java::makers::Of::Tensor),
        java::elements::makers(java::makers::Of::Tensor),
        java::methods::methods(tensors),
        java::elements::copies(),
        handles::java("tensor"),
    ]
    .concat();
    let of_scopes =
        [java::makers::makers(tensors, java::makers::Of::Scope), java::elements::makers(java::makers::Of::Scope)]
            .concat();
    let mut regions: Vec<(String, String)> =
        vec![("internal/Native".into(), declarations), ("Tensor".into(), of_tensors), ("Scope".into(), of_scopes)];
    for noun in &kinds {
        regions.push((handles::class(noun), handles::java(noun)));
        outputs.push((root.join(format!("dotnet/src/Tenure/{}.g.cs", handles::class(noun))), handles::csharp(noun)));
    }
    for (file, region) in regions {
        let path = root.join(format!("java/tenure/src/main/java/dev/tenure/{file}.java"));
        let text = with_region(&path, "src/api", &region)?;
        outputs.push((path, text));
    }
    outputs.extend(types(root)?);
    Ok(outputs)
}

/// What follows from the definitions of enums and records.
fn types(root: &Path) -> Result<Vec<(PathBuf, String)>, String> {
    let mut outputs = Vec::new();
    let java_file = |name: &str| {
        root.join("java/tenure/src/main/java/dev/tenure").join(types::java_package(name)).join(format!("{name}.java"))
    };
    let csharp_file = |name: &str| {
        let folder = types::namespace(name).replace('.', "/");
        root.join("dotnet/src").join(folder).join(format!("{name}.g.cs"))
    };
    let java_text = |from: &str, name: &str, text: &str| {
        let below = types::java_package(name);
        let dot = if below.is_empty() { "" } else { "." };
        format!("// {}\npackage dev.tenure{dot}{below};\n\n{text}", notice(from))
    };
    let csharp_text = |from: &str, text: &str| {
        format!("// <auto-generated>{}</auto-generated>\n#nullable enable\n\n{text}", notice(from))
    };
    for listed in &ENUMS {
        let item = types::read::enumeration(root, listed)?;
        let text = types::java::enumeration(listed, &item)?;
        let path = java_file(listed.outside);
        let text = match listed.arguments.is_some() {
            true => with_region(&path, listed.file, &text)?,
            false => java_text(listed.file, listed.outside, &text),
        };
        outputs.push((path, text));
        let text = types::csharp::enumeration(listed, &item);
        outputs.push((csharp_file(listed.outside), csharp_text(listed.file, &text)));
    }
    let records = types::read::records(root)?;
    for record in &records {
        outputs.push((java_file(&record.name), java_text(RECORDS_FILE, &record.name, &types::java::record(record))));
        outputs.push((csharp_file(&record.name), csharp_text(RECORDS_FILE, &types::csharp::record(record))));
    }
    let readers = types::java::readers(&records);
    outputs.push((java_file("Records"), java_text(RECORDS_FILE, "Records", &readers)));
    let config = types::config::config(root)?;
    let text = types::config_java::class(&config);
    outputs.push((java_file("WorkspaceConfig"), java_text(CONFIG, "WorkspaceConfig", &text)));
    outputs.push((csharp_file("WorkspaceConfig"), csharp_text(CONFIG, &types::config_csharp::part(&config))));
    outputs.push((root.join("bindings/jni/generated/records.rs"), formatted(&jni::records(&records))?));
    Ok(outputs)
}

fn notice(from: &str) -> String {
    format!("Generated by ci/generate from {from}; do not edit.")
}

/// The text of a file with its region that is generated from `source` replaced.
fn with_region(path: &Path, source: &str, region: &str) -> Result<String, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let start = format!("// <generated by ci/generate from {source}; do not edit>");
    let missing = || format!("{}: no region '{start}' to '{REGION_END}'", path.display());
    let (before, rest) = text.split_once(&start).ok_or_else(missing)?;
    let (_, after) = rest.split_once(REGION_END).ok_or_else(missing)?;
    Ok(format!("{before}{start}\n{region}    {REGION_END}{after}"))
}

/// Rust as `cargo fmt` writes it.
fn formatted(text: &str) -> Result<String, String> {
    use std::io::Write;
    let failed = |error: std::io::Error| format!("rustfmt: {error}");
    let mut child = Command::new("rustfmt")
        .args(["--edition", "2024", "--config", "max_width=120,use_small_heuristics=Max"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    child.stdin.take().expect("it is piped").write_all(text.as_bytes()).map_err(failed)?;
    let output = child.wait_with_output().map_err(failed)?;
    if !output.status.success() {
        return Err("rustfmt refused what was generated".into());
    }
    String::from_utf8(output.stdout).map_err(|error| error.to_string())
}

fn write(outputs: &[(PathBuf, String)]) -> Result<(), String> {
    for (path, text) in outputs {
        if std::fs::read_to_string(path).is_ok_and(|old| old == *text) {
            continue; // an unchanged file keeps its time, so that nothing is built again
        }
        std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))?;
        println!("wrote {}", path.display());
    }
    Ok(())
}

fn compare(outputs: &[(PathBuf, String)]) -> Result<(), String> {
    let differs = |(path, text): &&(PathBuf, String)| !std::fs::read_to_string(path).is_ok_and(|old| old == *text);
    let stale: Vec<String> = outputs.iter().filter(differs).map(|(path, _)| path.display().to_string()).collect();
    if stale.is_empty() { Ok(()) } else { Err(format!("not up to date: {}; run ci/generate", stale.join(", "))) }
}
