//! C#'s members, with their XML docs.

use super::{Argument, Member, linked};
use crate::csharp::{name, passed, retried, sentence, spelled, type_of};
use crate::model::{Kind, Output, Param, escaped, pascal, spans};
use std::fmt::Write;

/// The members of a class.
pub fn members(all: &[Member]) -> Vec<String> {
    all.iter().map(member).collect()
}

fn member(member: &Member) -> String {
    let docs = documented(member);
    let Some(list) = member.several() else { return docs + &code(member, "") };
    let (rest, list) = (member.taken().len() > 1, name(list));
    let span = if rest { "ReadOnlySpan<Tensor>" } else { "params ReadOnlySpan<Tensor>" };
    let pass = |param: &Param| match param.kind {
        Kind::Handles => format!("Call.Listed({list})"),
        _ => name(param),
    };
    let passed: Vec<String> = member.taken().into_iter().map(pass).collect();
    format!(
        "{docs}    [OverloadResolutionPriority(1)]\n{}\n{docs}{} => {}({});\n",
        code(member, span),
        head(member, "IEnumerable<Tensor>"),
        spelled(&member.member.name),
        passed.join(", ")
    )
}

fn documented(member: &Member) -> String {
    let mut text = format!("    /// <summary>{}</summary>\n", words(&member.text()));
    let extended = member.function.params.first().filter(|_| member.is_of_dtypes());
    for param in extended.into_iter().chain(member.taken()) {
        let what = words(&sentence(member.doc.param(&param.name)));
        let _ = writeln!(text, "    /// <param name=\"{}\">{what}</param>", name(param));
    }
    if member.function.output == Output::Handle {
        let otherwise = if member.taken().is_empty() {
            "; without one it is the caller's"
        } else {
            ", else that of the first tensor"
        };
        let class = result(member);
        let _ =
            writeln!(text, "    /// <returns>A new <c>{class}</c>, which the current scope owns{otherwise}.</returns>");
    }
    for (exception, when) in crate::types::exceptions::thrown(&member.doc) {
        let _ = writeln!(text, "    /// <exception cref=\"{exception}\">{}</exception>", words(&sentence(&when)));
    }
    text
}

fn words(text: &str) -> String {
    let code = |code: &str| match linked(code) {
        Some(("", name)) => format!("<see cref=\"{}\"/>", pascal(name)),
        Some((class, name)) => format!("<see cref=\"{class}.{}\"/>", pascal(name)),
        None => format!("<c>{}</c>", escaped(code)),
    };
    spans(text, escaped, code, |link| format!("<see cref=\"Tensor.{}\"/>", spelled(link)))
}

/// The type of the result.
fn result(member: &Member) -> String {
    match member.function.output {
        Output::Nothing => "void".into(),
        Output::Handle => pascal(&member.function.makes),
        Output::Flag => "bool".into(),
        Output::F64 => "double".into(),
        Output::Text => "string".into(),
        Output::DType => "DType".into(),
        Output::Device => "Device".into(),
        Output::Record(name) => name.into(),
        Output::Records(name) => format!("IReadOnlyList<{name}>"),
        _ => "long".into(),
    }
}

/// The first words of members that change a resource, although they return something.
const VERBS: [&str; 1] = ["end"];

/// Whether it is a property: a member that describes or counts a resource.
fn is_property(member: &Member) -> bool {
    let is_value =
        !matches!(member.function.output, Output::Nothing | Output::Handle | Output::Text | Output::Records(_));
    let name = &member.member.name;
    let is_verb = VERBS.iter().any(|verb| name.strip_prefix(verb).is_some_and(|rest| rest.starts_with('_')));
    is_value && !is_verb && !member.is_static() && !member.is_of_dtypes() && member.taken().is_empty()
}

fn head(member: &Member, list: &str) -> String {
    let declare = |param: &Param| {
        let ty = match param.kind {
            Kind::Handles => list.to_string(),
            Kind::Enum => param.of.clone(),
            Kind::Handle => pascal(&param.of),
            kind => type_of(kind).into(),
        };
        let default = match param.kind {
            // A static member is about a device, and any other moves something to one.
            Kind::Device if member.is_static() => " = default".to_string(),
            _ => {
                let value = member.doc.otherwise(&param.name).map(|value| crate::csharp::otherwise(param, value));
                value.map_or(String::new(), |value| format!(" = {value}"))
            }
        };
        format!("{ty} {}{default}", name(param))
    };
    let mut params: Vec<String> = member.taken().into_iter().map(declare).collect();
    if member.is_of_dtypes() {
        params.insert(0, "this DType dtype".into());
    }
    let kept = if member.is_static() || member.is_of_dtypes() { "static " } else { "" };
    format!("    public {kept}{} {}({})", result(member), spelled(&member.member.name), params.join(", "))
}

fn code(member: &Member, list: &str) -> String {
    let lines = body(member);
    let indented = |indent: &str| lines.iter().map(|line| format!("{indent}{line}\n")).collect::<String>();
    if is_property(member) {
        let (ty, name) = (result(member), spelled(&member.member.name));
        return format!(
            "    public {ty} {name}\n    {{\n        get\n        {{\n{}        }}\n    }}\n",
            indented("            ")
        );
    }
    format!("{}\n    {{\n{}    }}\n", head(member, list), indented("        "))
}

fn body(member: &Member) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for param in member.taken() {
        match param.kind {
            Kind::Handle => lines.push(format!("ArgumentNullException.ThrowIfNull({});", name(param))),
            Kind::Text => lines.push(format!("NativeText.Check({0}, nameof({0}));", name(param))),
            Kind::Handles => lines.push(format!("ulong[] handles = Call.Handles({});", name(param))),
            _ => {}
        }
    }
    let mut arguments: Vec<String> = member.arguments().into_iter().map(|one| argument(member, one)).collect();
    let core = member.function.c_name();
    let is_object = !member.is_static() && !member.is_of_dtypes();
    let receiver = is_object.then(|| "GC.KeepAlive(this);".to_string());
    match member.function.output {
        Output::Text | Output::Records(_) => {
            // Read the number once, although the text contains it several times.
            if let Some(at) = arguments.iter().position(|argument| argument == "Known()" || argument == "Handle") {
                lines.push(format!("ulong handle = {};", arguments[at]));
                arguments[at] = "handle".into();
            }
            arguments.extend(["buffer".into(), "room".into(), "needed".into()]);
            let read = match member.function.output {
                Output::Records(name) => format!("Call.Read<{name}>"),
                _ => "NativeText.Read".into(),
            };
            let call = format!("{read}((buffer, room, needed) => Native.{core}({}))", arguments.join(", "));
            match receiver {
                Some(kept) => lines.extend([format!("var result = {call};"), kept, "return result;".into()]),
                None => lines.push(format!("return {call};")),
            }
        }
        Output::Handle => making(member, &mut lines, &arguments),
        _ => asking(member, &mut lines, arguments, receiver),
    }
    lines
}

fn argument(member: &Member, argument: Argument) -> String {
    let is_flag = |value: &str| value == "true" || value == "false";
    match argument {
        Argument::Owner if member.function.makes == "tensor" => "Call.OwnerNumber(owner)".into(),
        Argument::Owner => "Call.Number(owner)".into(),
        Argument::Receiver if member.function.noun == "scope" => "Known()".into(),
        Argument::Receiver if member.is_of_dtypes() => "(int)dtype".into(),
        Argument::Receiver => "Handle".into(),
        Argument::Fixed(value) if is_flag(value) => if value == "true" { "1" } else { "0" }.into(),
        Argument::Fixed(value) => value.into(),
        Argument::Taken(param) => passed(param),
    }
}

/// A call that creates something, or makes a change that may need memory, is retried.
fn called(member: &Member, call: &str, lines: &mut Vec<String>) {
    let status = format!("    status = Native.{call};\n");
    let retried = retried(&status.replacen("    ", "", 1), "");
    if member.several().is_some() {
        lines.extend(["fixed (ulong* list = handles)".to_string(), "{".into()]);
        lines.extend(retried.lines().map(|line| format!("    {line}")));
        lines.push("}".into());
    } else {
        lines.extend(retried.lines().map(str::to_string));
    }
}

fn making(member: &Member, lines: &mut Vec<String>, arguments: &[String]) {
    let tensor = member.taken().into_iter().find(|param| param.kind == Kind::Handle && param.of == "tensor").map(name);
    let several = member.several().map(name);
    let owner = match (&tensor, &several) {
        (Some(tensor), _) => format!("CurrentScope.OwnerFor({tensor})"),
        (None, Some(list)) => format!("Call.OwnerFor({list})"),
        (None, None) => "CurrentScope.Get()".into(),
    };
    lines.extend([format!("Scope? owner = {owner};"), "ulong made;".into(), "int status, attempt = 0;".into()]);
    called(member, &format!("{}({}, &made)", member.function.c_name(), arguments.join(", ")), lines);
    lines.extend(several.map(|list| format!("Call.KeepAlive({list});")));
    if member.function.makes != "tensor" {
        let operands = member.taken().into_iter().filter(|param| param.kind == Kind::Handle).map(name);
        let receiver = (!member.is_static()).then(|| "this".to_string());
        lines.extend(receiver.into_iter().chain(operands).map(|kept| format!("GC.KeepAlive({kept});")));
    }
    if member.function.makes == "tensor" {
        let receiver = (!member.is_static()).then(|| "this".to_string());
        let kept: Vec<String> = receiver.into_iter().chain(tensor).collect();
        lines.push(format!("return Call.Adopt(status, made, owner, {});", kept.join(", ")));
    } else {
        lines.push(format!("return new {}(made, Call.Made(status, made, owner));", result(member)));
    }
}

/// A query, or a change.
fn asking(member: &Member, lines: &mut Vec<String>, mut arguments: Vec<String>, receiver: Option<String>) {
    let answer = match member.function.output {
        Output::Nothing => None,
        Output::Flag => Some(("byte".to_string(), "result != 0")),
        Output::Record(name) => Some((name.to_string(), "result")),
        Output::DType => Some(("int".to_string(), "(DType)result")),
        Output::Device => Some(("int".to_string(), "new Device(result)")),
        Output::I64 => Some(("long".to_string(), "result")),
        Output::F64 => Some(("double".to_string(), "result")),
        _ => Some(("ulong".to_string(), "(long)result")),
    };
    if let Some((ty, _)) = &answer {
        lines.push(format!("{ty} result;"));
        arguments.push("&result".into());
    }
    let call = format!("{}({})", member.function.c_name(), arguments.join(", "));
    // A list is pinned around the call, which is written for calls that are tried again.
    if member.may_need_memory() || member.several().is_some() {
        lines.push("int status, attempt = 0;".into());
        called(member, &call, lines);
    } else {
        lines.push(format!("int status = Native.{call};"));
    }
    lines.extend(member.several().map(|list| format!("Call.KeepAlive({});", name(list))));
    lines.extend(receiver);
    let operands = member.taken().into_iter().filter(|param| param.kind == Kind::Handle).map(name);
    lines.extend(operands.map(|kept| format!("GC.KeepAlive({kept});")));
    lines.push("Errors.Check(status);".into());
    let is_command = member.is_static() && answer.is_none();
    lines.extend(is_command.then(|| "Logs.Check();".to_string()));
    lines.extend(answer.map(|(_, value)| format!("return {value};")));
}
