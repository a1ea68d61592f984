//! C#'s enums and records.

use super::{Enum, FieldType, Listed, Record, Span, Value, namespace, translated};
use crate::model::{escaped, pascal};
use std::fmt::Write;

/// An enum and, if its variants have names in the C interface, a class with the names.
pub fn enumeration(listed: &Listed, item: &Enum) -> String {
    let name = listed.outside;
    let mut text = format!("namespace {};\n\n{}public enum {name}\n{{\n", namespace(name), summary(&item.docs, "", ""));
    let mut names = Vec::new();
    for variant in &item.variants {
        text += &summary(&variant.docs, "", "    ");
        let _ = match &variant.value {
            Value::Code(code) => writeln!(text, "    {} = {code},", variant.name),
            Value::Name(name) => {
                names.push(format!("\"{name}\""));
                writeln!(text, "    {},", variant.name)
            }
        };
    }
    text.push_str("}\n");
    if !names.is_empty() {
        let _ = write!(
            text,
            "\n/// <summary>The names by which the core knows them, in their order.</summary>\n\
             internal static class {name}Names\n{{\n    internal static readonly string[] All = [{}];\n}}\n",
            names.join(", ")
        );
    }
    if listed.arguments.is_some_and(|arguments| !arguments.is_empty()) {
        text += &of_names(item);
    }
    text
}

/// An enum of C# has no methods, so a class next to it has the names of its constants, and which
/// constant holds the values of a .NET type. The name is the last argument of a constant.
fn of_names(item: &Enum) -> String {
    let row = |variant: &super::Variant| (variant.name.clone(), variant.arguments.last().cloned().unwrap_or_default());
    let rows: Vec<(String, String)> = item.variants.iter().map(row).collect();
    let plain = |name: &str| name.trim_matches('"').to_string();
    let all: Vec<String> = rows.iter().map(|(_, name)| plain(name)).collect();
    let types: Vec<&str> = rows.iter().map(|(variant, _)| primitive(&variant.to_lowercase())).collect();
    let of: String = rows
        .iter()
        .zip(&types)
        .filter(|(_, ty)| !ty.is_empty())
        .map(|((variant, _), ty)| {
            format!(
                "        if (typeof(T) == typeof({ty}))\n        {{\n            return DType.{variant};\n        }}\n"
            )
        })
        .collect();
    let named: String = rows.iter().map(|(variant, name)| format!("        {name} => DType.{variant},\n")).collect();
    let name: String = rows.iter().map(|(variant, name)| format!("        DType.{variant} => {name},\n")).collect();
    let types: Vec<&str> = types.into_iter().filter(|ty| !ty.is_empty()).collect();
    let (last, others) = types.split_last().unwrap_or((&"", &[]));
    format!(
        "
/// <summary>From .NET's types to element types and back.</summary>
public static partial class DTypes
{{
    /// <summary>The element type that holds values of <typeparamref name=\"T\"/>.</summary>
    /// <exception cref=\"DTypeMismatchException\">No element type does.</exception>
    public static DType Of<T>() where T : unmanaged
    {{
{of}        throw new DTypeMismatchException($\"{{typeof(T)}} is not an element type: use {others} or {last}\");
    }}

    /// <summary>The element type of that name, null for none.</summary>
    internal static DType? Named(string name) => name switch
    {{
{named}        _ => null,
    }};

    /// <summary>The name as it is printed: {all}.</summary>
    public static string Name(this DType dtype) => dtype switch
    {{
{name}        _ => $\"dtype {{(int)dtype}}\",
    }};
}}
",
        others = others.join(", "),
        all = all.join(", ")
    )
}

/// C#'s name of a primitive Rust type; empty if it has none.
fn primitive(name: &str) -> &'static str {
    match name {
        "f32" => "float",
        "f64" => "double",
        "i32" => "int",
        "i64" => "long",
        "u8" => "byte",
        "f16" => "Half",
        "bf16" => "",
        "i8" => "sbyte",
        "i16" => "short",
        "u16" => "ushort",
        "u32" => "uint",
        "u64" => "ulong",
        _ => "bool",
    }
}

/// A record with the layout of the C struct. Every integer is a `long`, the type of .NET's own
/// counts and sizes, because the core's integers never exceed 2^63 - 1.
pub fn record(item: &Record) -> String {
    let layout = format!(" The layout is that of <c>Tenure{}</c>.", item.name);
    let mut text = format!(
        "using System.Runtime.InteropServices;\n\nnamespace {};\n\n{}",
        namespace(&item.name),
        summary(&item.docs, &layout, "")
    );
    for field in &item.fields {
        let _ = writeln!(text, "/// <param name=\"{}\">{}</param>", pascal(&field.name), words(&said(field)));
    }
    // A boolean is the low byte of the core's integer, and the next field is at a multiple of 8
    // again.
    let are_flags = |pair: &[super::Field]| pair.iter().all(|field| field.ty == FieldType::Flag);
    assert!(!item.fields.windows(2).any(are_flags), "{}: two flags in a row have no layout in C#", item.name);
    let ty = |field: &super::Field| match field.ty {
        FieldType::F64 => "double",
        FieldType::Flag => "bool",
        _ => "long",
    };
    let fields = item.fields.iter().map(|field| format!("\n    {} {}", ty(field), pascal(&field.name)));
    let fields = fields.collect::<Vec<String>>().join(",");
    let _ =
        writeln!(text, "[StructLayout(LayoutKind.Sequential)]\npublic readonly record struct {}({fields});", item.name);
    text
}

/// The description of a field; for a boolean, what true means.
fn said(field: &super::Field) -> String {
    let text = field.docs.join(" ");
    let when = text.strip_prefix("1 if ").and_then(|text| text.strip_suffix(", else 0."));
    match when {
        Some(when) if field.ty == FieldType::Flag => format!("Whether {when}."),
        _ => text,
    }
}

fn summary(docs: &[String], more: &str, indent: &str) -> String {
    format!("{indent}/// <summary>{}{more}</summary>\n", words(&docs.join(" ")))
}

fn words(text: &str) -> String {
    translated(text, escaped, |span| match span {
        Span::Linked(ty, field) => format!("<see cref=\"{ty}.{}\"/>", pascal(field)),
        Span::Primitive(name) => format!("<see cref=\"{}\"/>", primitive(name)),
        Span::Name(name) => format!("<see cref=\"{}\"/>", pascal(name)),
        Span::Other(code) => format!("<c>{}</c>", escaped(code)),
    })
}
