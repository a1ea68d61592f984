//! Java's members, with their Javadoc.

use super::{Argument, Member, linked};
use crate::handles::package;
use crate::java::{comment, throws};
use crate::model::{Kind, Output, Param, camel, escaped, pascal, spans};
use crate::shape;

/// The members for the region of a class.
pub fn members(all: &[Member]) -> String {
    all.iter().map(member).collect::<Vec<String>>().join("\n")
}

fn member(member: &Member) -> String {
    let Some(list) = member.several() else {
        return without_defaults(member, "") + &documented(member, &member.taken(), &method(member, ""));
    };
    let rest = member.taken().len() > 1;
    let array = if rest { "Tensor[]" } else { "Tensor..." };
    let name = shape::name(list);
    let pass = |param: &Param| match param.kind {
        Kind::Handles => format!("Arguments.array(\"{name}\", {name}, Tensor[]::new)"),
        _ => shape::name(param),
    };
    let passed: Vec<String> = member.taken().into_iter().map(pass).collect();
    let listed = "List<? extends Tensor>";
    let of_list = format!(
        "{} {{\n        {}{}({});\n    }}\n",
        head(member, &member.taken(), listed),
        if result(member) == "void" { "" } else { "return " },
        camel(&member.member.name),
        passed.join(", ")
    );
    let all = member.taken();
    without_defaults(member, array)
        + &without_defaults(member, listed)
        + &documented(member, &all, &method(member, array))
        + "\n"
        + &documented(member, &all, &of_list)
}

/// The overload without the parameters that have a default, if there are any: Java has no defaults.
fn without_defaults(member: &Member, list: &str) -> String {
    let all = member.taken();
    let given: Vec<&Param> = all.iter().copied().filter(|param| member.doc.otherwise(&param.name).is_none()).collect();
    if given.len() == all.len() {
        return String::new();
    }
    let pass = |param: &&Param| match member.doc.otherwise(&param.name) {
        Some(value) => crate::java::otherwise(param, value),
        None => shape::name(param),
    };
    let code = format!(
        "{} {{\n        {}{}({});\n    }}\n",
        head(member, &given, list),
        if result(member) == "void" { "" } else { "return " },
        camel(&member.member.name),
        all.iter().map(pass).collect::<Vec<String>>().join(", ")
    );
    documented(member, &given, &code) + "\n"
}

fn documented(member: &Member, params: &[&Param], code: &str) -> String {
    let text = words(&member.text());
    let result = result(member);
    let mut lines = vec![text.clone(), String::new()];
    let is_value = member.function.output != Output::Nothing && member.function.output != Output::Handle;
    if is_value {
        let mut letters = text.trim_end_matches('.').chars();
        let first = letters.next().map_or_else(String::new, |first| first.to_lowercase().to_string());
        lines[0] = match text.split_once(". ") {
            Some(_) => text.clone(),
            None => format!("{{@return {first}{}}}", letters.as_str()),
        };
    }
    for param in params {
        let said = member.doc.param(&param.name);
        let said = if said.is_empty() { shape::meaning(param.kind) } else { said };
        lines.push(format!("@param {} {}", shape::name(param), words(said)));
    }
    if member.member.returns_self {
        lines.push("@return this".into());
    } else if is_value && !lines[0].starts_with("{@return") {
        lines.push("@return the result".into()); // the text says which, in several sentences
    } else if member.function.output == Output::Handle {
        let owner = "which the current scope owns; without one it is the caller's";
        lines.push(match result.as_str() {
            "Tensor" => "@return a new tensor".into(),
            class => format!("@return a new {{@code {class}}}, {owner}"),
        });
    }
    // Spell out the package, because an import that only Javadoc uses counts as unused.
    let package = if is_elsewhere(member) { "@throws dev.tenure." } else { "@throws " };
    lines.extend(throws(&member.doc).iter().map(|line| line.replacen("@throws ", package, 1)));
    if lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    comment(&lines, 4) + code
}

fn words(text: &str) -> String {
    let code = |code: &str| match linked(code) {
        Some((class, name)) => format!("{{@link {class}#{}()}}", camel(name)),
        None => format!("{{@code {code}}}"),
    };
    spans(text, escaped, code, |link| format!("{{@link Tensor#{}}}", camel(link)))
}

/// Whether its class lies in another package than the nouns.
fn is_elsewhere(member: &Member) -> bool {
    package(&pascal(&member.function.noun)).is_some()
}

/// The type of the result.
fn result(member: &Member) -> String {
    match member.function.output {
        Output::Nothing if member.member.returns_self => pascal(&member.function.noun),
        Output::Nothing => "void".into(),
        Output::Handle => pascal(&member.function.makes),
        Output::Flag => "boolean".into(),
        Output::F64 => "double".into(),
        Output::Text => "String".into(),
        Output::DType => "DType".into(),
        Output::Device => "Device".into(),
        Output::Record(name) => name.into(),
        Output::Records(name) => format!("List<{name}>"),
        _ => "long".into(),
    }
}

/// The head of a method, with this type for its list of tensors.
fn head(member: &Member, params: &[&Param], list: &str) -> String {
    let declare = |param: &&Param| {
        let ty = match param.kind {
            Kind::Handles => list.to_string(),
            Kind::Enum => param.of.clone(),
            Kind::Handle => pascal(&param.of),
            _ => crate::java::type_of(param).into(),
        };
        format!("{ty} {}", shape::name(param))
    };
    let params: Vec<String> = params.iter().map(declare).collect();
    let kept = if member.is_static() { "static " } else { "" };
    let ignored = if member.member.returns_self { "    @CanIgnoreReturnValue\n" } else { "" };
    format!("{ignored}    public {kept}{} {}({})", result(member), camel(&member.member.name), params.join(", "))
}

fn method(member: &Member, list: &str) -> String {
    let mut lines: Vec<String> = member.taken().into_iter().filter_map(checked).collect();
    // What makes a handle asks for the current scope, which requires the library too.
    if member.is_static() && member.function.output != Output::Handle {
        lines.insert(0, "NativeLoader.require();".into());
    }
    let handles = member.several().map(shape::name);
    let call = call(member);
    let operands = member.taken().into_iter().filter(|param| param.kind == Kind::Handle).map(shape::name);
    let kept: Vec<String> =
        (!member.is_static()).then(|| "this".to_string()).into_iter().chain(operands).chain(handles.clone()).collect();
    let done = (!kept.is_empty()).then(|| format!("KeepAlive.done({});", kept.join(", ")));
    let listed = handles.map(|name| {
        format!("long[] handles = {}.handles({name});", if is_elsewhere(member) { "Nouns.get()" } else { "Call" })
    });
    match member.function.output {
        Output::Nothing => {
            lines.extend(listed);
            lines.push(if member.may_need_memory() {
                format!("{}.change(() -> {call});", if is_elsewhere(member) { "Nouns.get()" } else { "Call" })
            } else {
                format!("{call};")
            });
            lines.extend(done);
            lines.extend(member.is_static().then(|| "Log.check();".to_string()));
            lines.extend(member.member.returns_self.then(|| "return this;".to_string()));
        }
        Output::Handle if member.function.makes == "tensor" => {
            let is_tensor = |param: &&Param| param.kind == Kind::Handle && param.of == "tensor";
            let operand = member.taken().into_iter().find(is_tensor).map(shape::name);
            lines.push(match (operand, is_elsewhere(member)) {
                (Some(operand), true) => format!("Tensor made = Nouns.get().from({operand}, scope -> {call});"),
                (Some(operand), false) => format!("Tensor made = Call.from({operand}, scope -> {call});"),
                (None, true) => format!("Tensor made = Nouns.get().made(scope -> {call}, this);"),
                (None, false) => format!("Tensor made = Call.made(Current.scope(), scope -> {call}, this);"),
            });
            lines.extend(done);
            lines.push("return made;".into());
        }
        Output::Handle => {
            let class = result(member);
            let current = if is_elsewhere(member) { "Nouns.get().current()" } else { "Current.scope()" };
            lines.push(format!("Scope owner = {current};"));
            lines.extend(listed);
            let made = if is_elsewhere(member) {
                format!("Nouns.get().owned(new {class}(0), owner, scope -> {call})")
            } else {
                format!(
                    "NativeResource.owned(\n                new {class}(0), owner, () -> Call.handle(owner, scope -> {call}))"
                )
            };
            match done {
                Some(done) => lines.extend([format!("{class} made = {made};"), done, "return made;".into()]),
                None => lines.push(format!("return {made};")),
            }
        }
        _ => {
            // A flag is retried as the number that it is.
            let (one, is) = if member.function.output == Output::Flag { (" ? 1 : 0", " != 0") } else { ("", "") };
            let is_retried = member.may_need_memory() && matches!(member.function.output, Output::F64 | Output::Flag);
            let call = match (is_retried, is_elsewhere(member)) {
                (true, true) => format!("Nouns.get().result(() -> {call}{one}){is}"),
                (true, false) => format!("Call.number(() -> {call}{one}){is}"),
                (false, _) => call,
            };
            let asked = value(member, &call);
            match done.filter(|_| listed.is_some() || kept.len() > 1) {
                Some(done) => {
                    lines.extend(listed);
                    lines.extend([format!("{} result = {asked};", result(member)), done, "return result;".into()]);
                }
                None => lines.push(format!("return {asked};")),
            }
        }
    }
    let body: String = lines.iter().map(|line| format!("        {line}\n")).collect();
    format!("{} {{\n{body}    }}\n", head(member, &member.taken(), list))
}

/// The line that refuses null, if the parameter can be null.
fn checked(param: &Param) -> Option<String> {
    let name = shape::name(param);
    match param.kind {
        Kind::Handles => Some(format!("Arguments.notNull(\"{name}\", {name});")),
        Kind::Handle | Kind::Device | Kind::Text | Kind::DType | Kind::Enum => {
            Some(format!("Objects.requireNonNull({name}, \"{name}\");"))
        }
        _ => None,
    }
}

fn call(member: &Member) -> String {
    let argument = |argument: Argument| match argument {
        Argument::Owner => "scope".to_string(),
        Argument::Receiver if member.is_of_scopes() || is_elsewhere(member) => "handle()".into(),
        Argument::Receiver if member.is_of_dtypes() => "code".into(),
        Argument::Receiver => "handle".into(),
        Argument::Fixed(value) => value.to_string(),
        Argument::Taken(param) if param.kind == Kind::Handles => "handles".into(),
        Argument::Taken(param) if param.kind == Kind::Handle && is_elsewhere(member) => {
            format!("Nouns.get().handle({})", shape::name(param))
        }
        Argument::Taken(param) => crate::java::passed(param),
    };
    let arguments: Vec<String> = member.arguments().into_iter().map(argument).collect();
    format!("Native.{}({})", member.function.java_name(), arguments.join(", "))
}

/// Converts the result of the core to Java's type; the receiver is kept alive until then.
fn value(member: &Member, call: &str) -> String {
    let call = if member.is_static() || member.is_of_dtypes() {
        call.to_string()
    } else {
        format!("KeepAlive.value({call}, this)")
    };
    match member.function.output {
        Output::Record(name) => format!("Records.{}({call}, 0)", first_small(name)),
        Output::Records(name) => format!("Records.{}List({call})", first_small(name)),
        Output::DType => format!("of({call})"),
        Output::Device => format!("Device.of((int) {call})"),
        _ => call,
    }
}

/// `ScopeStats` as `scopeStats`.
fn first_small(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().to_string() + letters.as_str())
}
