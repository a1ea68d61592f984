//! C#'s records.

use super::{FieldType, Record, Span, translated};
use crate::model::pascal;
use std::fmt::Write;

/// A record with the layout of C's.
pub fn record(item: &Record) -> String {
    let layout = format!(" The layout is that of <c>Tenure{}</c>.", item.name);
    let mut text =
        format!("using System.Runtime.InteropServices;\n\nnamespace Tenure;\n\n{}", summary(&item.docs, &layout, ""));
    for field in &item.fields {
        let _ = writeln!(text, "/// <param name=\"{}\">{}</param>", pascal(&field.name), words(&field.docs.join(" ")));
    }
    let fields = item.fields.iter().map(|field| {
        let ty = if field.ty == FieldType::I64 { "long" } else { "ulong" };
        format!("\n    {ty} {}", pascal(&field.name))
    });
    let fields = fields.collect::<Vec<String>>().join(",");
    let _ =
        writeln!(text, "[StructLayout(LayoutKind.Sequential)]\npublic readonly record struct {}({fields});", item.name);
    text
}

fn summary(docs: &[String], more: &str, indent: &str) -> String {
    format!("{indent}/// <summary>{}{more}</summary>\n", words(&docs.join(" ")))
}

fn words(text: &str) -> String {
    let plain = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    translated(text, plain, |span| match span {
        Span::Name(name) => format!("<see cref=\"{}\"/>", pascal(name)),
        Span::Other(code) => format!("<c>{}</c>", plain(code)),
    })
}
