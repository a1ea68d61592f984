//! The generated part of C#'s `WorkspaceConfig`: its properties, and its JSON.

use super::config::{Config, Default, Parameter, Type};
use super::translated;
use crate::model::{escaped, pascal};
use crate::types::Span;

/// The generated part of the record.
pub fn part(config: &Config) -> String {
    let all = &config.parameters;
    let properties: String = all.iter().map(|p| property(p, config)).collect();
    let writes: String = all.iter().map(|p| format!("        {}\n", write(p))).collect();
    let reads: String = all.iter().map(|p| format!("        {} = {},\n", p.pascal(), read(p))).collect();
    format!(
        "using System.Text.Json;\n\nnamespace Tenure.Workspaces;\n\npublic sealed partial record WorkspaceConfig\n{{\n{properties}    \
         private void Write(Utf8JsonWriter writer)\n    {{\n{writes}    }}\n\n    \
         private static WorkspaceConfig Read(JsonElement of) => new()\n    {{\n{reads}    }};\n}}\n"
    )
}

fn property(parameter: &Parameter, config: &Config) -> String {
    let default = match &parameter.default {
        Default::Literal(literal) if literal == "0" || literal == "false" => String::new(),
        Default::Literal(literal) => format!(" = {literal};"),
        Default::EmptyText => " = \"\";".into(),
        Default::Cpu => String::new(),
        Default::Variant(variant) => format!(" = {};", member(variant, config)),
    };
    format!(
        "    /// <summary>{}</summary>\n    public {} {} {{ get; init; }}{default}\n\n",
        words(&parameter.docs, config),
        ty(parameter),
        parameter.pascal(),
    )
}

/// Converts `Allocation::Overallocate` to `AllocationPolicy.Overallocate`.
fn member(variant: &str, config: &Config) -> String {
    let name = variant.split("::").nth(1).unwrap_or_default();
    config.names.get(variant).map_or_else(String::new, |(outside, _)| format!("{outside}.{name}"))
}

fn ty(parameter: &Parameter) -> &'static str {
    match parameter.ty {
        Type::Count => "long",
        Type::Ratio => "double",
        Type::Flag => "bool",
        Type::Text => "string",
        Type::Device => "Device",
        Type::Enum(name) => name,
    }
}

fn write(parameter: &Parameter) -> String {
    let (name, value) = (&parameter.name, parameter.pascal());
    match parameter.ty {
        Type::Count => format!("writer.WriteNumber(\"{name}\", {value});"),
        Type::Ratio => format!("WriteNumber(writer, \"{name}\", {value});"),
        Type::Flag => format!("writer.WriteBoolean(\"{name}\", {value});"),
        Type::Text => format!("writer.WriteString(\"{name}\", {value});"),
        Type::Device => format!("writer.WriteString(\"{name}\", {value}.ToString());"),
        Type::Enum(ty) => format!("WriteName(writer, \"{name}\", {ty}Names.All, (int){value});"),
    }
}

fn read(parameter: &Parameter) -> String {
    let field = format!("of.GetProperty(\"{}\")", parameter.name);
    match parameter.ty {
        Type::Count => format!("{field}.GetInt64()"),
        Type::Ratio => format!("{field}.GetDouble()"),
        Type::Flag => format!("{field}.GetBoolean()"),
        Type::Text => format!("{field}.GetString() ?? \"\""),
        Type::Device => format!("ParseDevice({field}.GetString() ?? \"\")"),
        Type::Enum(ty) => format!("({ty})Array.IndexOf({ty}Names.All, {field}.GetString())"),
    }
}

fn words(text: &str, config: &Config) -> String {
    translated(text, escaped, |span| match span {
        Span::Other(code) => match config.parameters.iter().find(|p| p.name == code) {
            Some(parameter) => format!("<see cref=\"{}\"/>", parameter.pascal()),
            None if config.names.contains_key(code) => format!("<see cref=\"{}\"/>", member(code, config)),
            None => format!("<c>{}</c>", escaped(code)),
        },
        Span::Linked(_, name) | Span::Primitive(name) | Span::Name(name) => {
            format!("<see cref=\"{}\"/>", pascal(name))
        }
    })
}
