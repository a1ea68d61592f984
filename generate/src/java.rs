//! The public methods of Java's `Tensor` that map one to one, with their Javadoc.

use crate::model::{Doc, Function, camel, exception};
use crate::shape::{self, Form};
use std::fmt::Write;

const WIDTH: usize = 100;

/// The methods for the region of `Tensor.java`.
pub fn methods(functions: &[Function]) -> String {
    let mut text = String::new();
    for function in functions {
        let Some(form) = shape::form(function) else { continue };
        if form == Form::Reduce {
            text += &over_axes(function);
        }
        text += &format!("{}{}\n", javadoc(function, form), method(function, form));
    }
    text
}

/// The overload of a reduction that keeps no axis.
fn over_axes(function: &Function) -> String {
    let name = camel(&shape::method(function));
    let doc = function.doc();
    let mut lines = vec![words(&doc.text), String::new(), param(&doc, "axes")];
    lines.push("@return a new tensor without these axes".into());
    lines.extend(throws(&doc));
    format!(
        "{}    public Tensor {name}(long... axes) {{\n        return {name}(false, axes);\n    }}\n\n",
        comment(&lines, 4)
    )
}

fn javadoc(function: &Function, form: Form) -> String {
    let doc = function.doc();
    let mut lines = vec![words(&doc.text), String::new()];
    match (form, shape::operand(function)) {
        (Form::Reduce, _) => lines.extend([param(&doc, "keepdim"), param(&doc, "axes")]),
        (_, Some(operand)) => lines.push(param(&doc, &operand.name)),
        (_, None) => {}
    }
    if !matches!(form, Form::Change | Form::ChangeBinary | Form::ChangeScalar) {
        lines.push("@return a new tensor".into());
    }
    lines.extend(throws(&doc));
    if lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    comment(&lines, 4)
}

fn param(doc: &Doc, name: &str) -> String {
    format!("@param {} {}", camel(name), words(doc.param(name)))
}

fn throws(doc: &Doc) -> Vec<String> {
    doc.errors.iter().map(|(status, when)| format!("@throws {} if {}", exception(status), words(when))).collect()
}

fn method(function: &Function, form: Form) -> String {
    let native = format!("Native::{}", function.java_name());
    let call = format!("Native.{}", function.java_name());
    let name = camel(&shape::method(function));
    let operand = shape::operand(function).map(|param| camel(&param.name)).unwrap_or_default();
    let checked = format!("        Objects.requireNonNull({operand}, \"{operand}\");\n");
    let (head, body) = match form {
        Form::Unary => (format!("Tensor {name}()"), format!("        return Call.unary({native}, this);\n")),
        Form::Binary => (
            format!("Tensor {name}(Tensor {operand})"),
            format!("{checked}        return Call.binary({native}, this, {operand});\n"),
        ),
        Form::Scalar => (
            format!("Tensor {name}(double {operand})"),
            format!("        return Call.scalar({native}, this, {operand});\n"),
        ),
        Form::Integer => (
            format!("Tensor {name}(long {operand})"),
            format!("        return Call.from(this, scope -> {call}(scope, handle, {operand}));\n"),
        ),
        Form::Reduce => (
            format!("Tensor {name}(boolean keepdim, long... axes)"),
            format!(
                "        Objects.requireNonNull(axes, \"axes\");\n        int n = axes.length;\n        return Call.from(\n\
                 \x20               this,\n                scope -> n <= Call.INLINE\n\
                 \x20                       ? {call}(scope, handle, keepdim, n,\n\
                 \x20                               Call.at(axes, 0), Call.at(axes, 1), Call.at(axes, 2), Call.at(axes, 3))\n\
                 \x20                       : {call}(scope, handle, keepdim, axes));\n"
            ),
        ),
        Form::ChangeBinary => (
            format!("void {name}(Tensor {operand})"),
            format!(
                "{checked}        Call.change(() -> {call}(handle, {operand}.handle));\n        Use.done(this, {operand});\n"
            ),
        ),
        Form::ChangeScalar => (
            format!("void {name}(double {operand})"),
            format!("        {call}(handle, {operand});\n        Use.done(this);\n"),
        ),
        Form::Change => (format!("void {name}()"), format!("        {call}(handle);\n        Use.done(this);\n")),
    };
    format!("    public {head} {{\n{body}    }}\n")
}

/// Javadoc for Markdown: `` `x` `` is `{@code x}`.
fn words(text: &str) -> String {
    let mut out = String::new();
    for (i, part) in text.split('`').enumerate() {
        out += &if i % 2 == 1 { format!("{{@code {part}}}") } else { part.to_string() };
    }
    out
}

/// A doc comment of these lines, which are wrapped; one that fits a line is on one.
pub fn comment(lines: &[String], indent: usize) -> String {
    let space = " ".repeat(indent);
    if let [line] = lines
        && indent + "/**  */".len() + line.len() <= WIDTH
    {
        return format!("{space}/** {line} */\n");
    }
    let mut text = format!("{space}/**\n");
    for line in lines {
        let mut rest = format!("{space} *");
        for word in line.split(' ').filter(|word| !word.is_empty()) {
            if rest.len() + 1 + word.len() > WIDTH {
                let _ = writeln!(text, "{rest}");
                rest = format!("{space} *{}", if line.starts_with('@') { "    " } else { "" });
            }
            rest = format!("{rest} {word}");
        }
        let _ = writeln!(text, "{rest}");
    }
    format!("{text}{space} */\n")
}
