//! The classes of the kinds of modules in Java and C#, and the page that lists them.
//!
//! Invariant: a kind is a function of `src/api/module` with an item such as `Linear::new()`. Its
//! class has only constructors, with the function's parameters. A class whose item is of the form
//! `Sequential::of()` is written by hand. A list of numbers, such as the size of a kernel, may be
//! one number for all axes.

use crate::model::{Doc, Function, Kind, Param, escaped, spans};
use crate::types::exceptions::thrown;
use crate::{csharp, java, notice, shape};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The files of the functions of modules, in the order of the page.
pub const FILES: [&str; 13] = [
    "module/tree",
    "module/linear",
    "module/activation",
    "module/dropout",
    "module/conv",
    "module/pool",
    "module/norm",
    "module/recurrent",
    "module/sequence",
    "module/transformer",
    "module/shape",
    "module/transform",
    "module/container",
];

/// A kind: its class and the function that makes it.
struct KindOf<'a> {
    class: String,
    by_hand: bool,
    function: &'a Function,
    doc: Doc,
}

impl<'a> KindOf<'a> {
    fn of(function: &'a Function) -> Option<KindOf<'a>> {
        let doc = function.doc();
        let new = doc.members.iter().find(|member| member.name == "new" || member.name == "of")?;
        Some(KindOf { class: new.class.clone()?, by_hand: new.name == "of", function, doc })
    }

    /// The parameters beside the owner.
    fn params(&self) -> &'a [Param] {
        &self.function.params[1..]
    }
}

/// The classes of both languages, and the page.
pub fn files(root: &Path, functions: &[Function]) -> Vec<(PathBuf, String)> {
    let kinds: Vec<KindOf> = functions.iter().filter_map(KindOf::of).filter(|kind| !kind.by_hand).collect();
    let mut files: Vec<(PathBuf, String)> = kinds
        .iter()
        .map(|kind| {
            let file = root.join(format!("java/tenure/src/main/java/dev/tenure/nn/{}.java", kind.class));
            (file, java_class(kind))
        })
        .collect();
    files.push((root.join("dotnet/src/Tenure/Nn/Kinds.g.cs"), csharp_classes(&kinds)));
    files.push((root.join("docs/modules.md"), page(functions)));
    files
}

fn java_class(kind: &KindOf) -> String {
    let class = &kind.class;
    let mut text = format!("// {}\npackage dev.tenure.nn;\n\n", notice("src/api/module"));
    text += "import dev.tenure.internal.Native;\n";
    let enums: Vec<&str> =
        kind.params().iter().filter(|param| param.kind == Kind::Enum).map(|param| param.of.as_str()).collect();
    enums.iter().for_each(|of| text += &format!("import dev.tenure.options.{of};\n"));
    if !enums.is_empty() {
        text += "import java.util.Objects;\n";
    }
    text += "\n";
    text += &java::comment(&[java_words(&kind.doc.text)], 0);
    let _ = writeln!(text, "public final class {class} extends Module {{");
    let params = kind.params();
    let required = params.iter().take_while(|param| kind.doc.otherwise(&param.name).is_none()).count();
    let has_lists = params.iter().any(|param| param.kind == Kind::Ints);
    let mut constructors = Vec::new();
    for count in required..=params.len() {
        for as_numbers in if has_lists { vec![true, false] } else { vec![false] } {
            let of_lists = params[..count].iter().any(|param| param.kind == Kind::Ints);
            if as_numbers && !of_lists {
                continue; // the same as without
            }
            constructors.push(java_constructor(kind, count, as_numbers));
        }
    }
    format!("{text}{}}}\n", constructors.join("\n"))
}

/// How a parameter is passed to the core; null is refused by its name.
fn java_passed(param: &Param) -> String {
    let name = shape::name(param);
    match param.kind {
        Kind::Enum => format!("Objects.requireNonNull({name}, \"{name}\").code()"),
        _ => java::passed(param),
    }
}

/// A constructor of the first `count` parameters; with `as_numbers` each list is one number.
fn java_constructor(kind: &KindOf, count: usize, as_numbers: bool) -> String {
    let params = kind.params();
    let is_one = |param: &Param| as_numbers && param.kind == Kind::Ints;
    let declare = |param: &Param| {
        let ty = match param.kind {
            _ if is_one(param) => "long",
            Kind::Enum => &param.of,
            Kind::OptionalReal => "Double",
            Kind::OptionalInteger => "Long",
            _ => java::type_of(param),
        };
        format!("{ty} {}", shape::name(param))
    };
    let declared: Vec<String> = params[..count].iter().map(declare).collect();
    let mut lines = vec![java_words(&format!("Makes one. {}", owned())), String::new()];
    lines.extend(params[..count].iter().map(|param| {
        let one = if is_one(param) { ", the same for all axes" } else { "" };
        format!("@param {} {}{one}", shape::name(param), java_words(kind.doc.param(&param.name)))
    }));
    lines.extend(
        thrown(&kind.doc)
            .iter()
            .map(|(exception, when)| format!("@throws dev.tenure.{exception} if {}", java_words(when))),
    );
    let body = if count == params.len() && !as_numbers {
        // The list comes last where Java calls the core.
        let (lists, others): (Vec<&Param>, Vec<&Param>) = params.iter().partition(|param| param.is_list());
        let arguments: Vec<String> =
            std::iter::once("scope".to_string()).chain(others.into_iter().chain(lists).map(java_passed)).collect();
        format!("super(scope -> Native.{}({}));", kind.function.java_name(), arguments.join(", "))
    } else {
        let arguments: Vec<String> = params
            .iter()
            .enumerate()
            .map(|(i, param)| match kind.doc.otherwise(&param.name) {
                _ if i < count && is_one(param) => format!("new long[] {{{}}}", shape::name(param)),
                Some(value) if i >= count && is_number(param, value) => value.to_string(),
                Some(value) if i >= count => java::otherwise(param, value),
                _ => shape::name(param),
            })
            .collect();
        format!("this({});", arguments.join(", "))
    };
    let head = format!("    public {}(", kind.class);
    let line = format!("{head}{}) {{", declared.join(", "));
    let line = if line.len() <= 120 { line } else { format!("{head}\n            {}) {{", declared.join(", ")) };
    java::comment(&lines, 4) + &format!("{line}\n        {body}\n    }}\n")
}

/// Whether a number that may be left out is this number then, and not none.
fn is_number(param: &Param, default: &str) -> bool {
    param.is_optional_number() && default != "none"
}

fn owned() -> &'static str {
    "The current scope owns it; without one it is the caller's."
}

fn java_words(text: &str) -> String {
    spans(text, escaped, |code| format!("{{@code {code}}}"), |link| format!("{{@code {link}}}"))
}

fn csharp_classes(kinds: &[KindOf]) -> String {
    let classes: String = kinds.iter().map(csharp_class).collect::<Vec<String>>().join("\n");
    format!(
        "// <auto-generated>{}</auto-generated>\n#nullable enable\n\nusing Tenure.Interop;\nusing Tenure.Options;\n\n\
         namespace Tenure.Nn;\n\n{classes}",
        notice("src/api/module")
    )
}

fn csharp_class(kind: &KindOf) -> String {
    let class = &kind.class;
    let params: Vec<&Param> = kind.params().iter().collect();
    let summary = csharp::xml(&Doc { text: kind.doc.text.clone(), ..Doc::default() }, &[], "", "");
    let summary: String = summary.lines().map(|line| format!("{}\n", line.trim_start())).collect();
    let mut text = format!("{summary}public sealed unsafe class {class} : Module\n{{\n");
    let constructor = Doc { text: format!("Makes one. {}", owned()), ..kind.doc.clone() };
    text += &csharp::xml(&constructor, &params, "", "");
    let declare = |param: &&Param| {
        let ty = match param.kind {
            Kind::Ints => "Sizes".to_string(),
            _ => csharp::type_among(param),
        };
        let default = kind.doc.otherwise(&param.name);
        let value = |value: &str| match is_number(param, value) {
            true => value.to_string(),
            false => csharp::otherwise(param, value),
        };
        let default = default.map_or(String::new(), |default| format!(" = {}", value(default)));
        format!("{ty} {}{default}", csharp::name(param))
    };
    let declared: Vec<String> = params.iter().map(declare).collect();
    let _ = writeln!(text, "    public {class}({})", declared.join(", "));
    let parts: Vec<String> = params.iter().map(|param| csharp_passed(param)).collect();
    let arguments: String = parts.iter().map(|part| format!(", {part}")).collect();
    let pinned: Vec<&&Param> = params.iter().filter(|param| param.kind == Kind::Ints).collect();
    let core = format!("Native.{}(owner{arguments}, made)", kind.function.c_name());
    if pinned.is_empty() && !params.iter().any(|param| param.is_optional_number()) {
        let _ = writeln!(text, "        : base((owner, made) => {core})\n    {{\n    }}\n}}");
        return text;
    }
    let _ = writeln!(text, "        : base((owner, made) =>\n        {{");
    for param in params.iter().filter(|param| param.is_optional_number()) {
        let name = csharp::name(param);
        let ty = if param.kind == Kind::OptionalReal { "double" } else { "long" };
        let _ = writeln!(text, "            {ty} {name}Value = {name}.GetValueOrDefault();");
    }
    for param in &pinned {
        let name = csharp::name(param);
        let _ = writeln!(text, "            fixed (long* {name}List = {name}.Values)");
    }
    let _ = writeln!(
        text,
        "            {{\n                return {core};\n            }}\n        }})\n    {{\n    }}\n}}"
    );
    text
}

fn csharp_passed(param: &Param) -> String {
    let name = csharp::name(param);
    match param.kind {
        Kind::Ints => format!("{name}List, (ulong){name}.Values.Length"),
        _ => csharp::passed(param),
    }
}

/// `docs/modules.md`.
fn page(functions: &[Function]) -> String {
    let mut text = "<!-- Generated by ci/generate from src/api/module; do not edit. -->\n# Kinds of modules\n\n\
                    Each kind is a class of Java's `dev.tenure.nn` and of C#'s `Tenure.Nn`, and a function of C. Names, \
                    defaults,\nparameters and initial values are those of `torch.nn`. \
                    [Modules](guides/modules.md) says how they are used.\n\n"
        .to_string();
    text += "| class | C | settings | what it computes |\n|---|---|---|---|\n";
    for kind in functions.iter().filter_map(KindOf::of) {
        let settings: Vec<String> = kind
            .params()
            .iter()
            .map(|param| {
                let default = kind.doc.otherwise(&param.name);
                default.map_or_else(|| format!("`{}`", param.name), |value| format!("`{} = {value}`", param.name))
            })
            .collect();
        let what = kind.doc.text.replace('|', "\\|");
        let _ =
            writeln!(text, "| `{}` | `{}` | {} | {what} |", kind.class, kind.function.c_name(), settings.join(", "));
    }
    text
}
