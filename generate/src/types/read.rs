//! Reads records from their Rust source.
//!
//! What has no rule here is an error, and so is a field that is not of 64 bits or has no comment.

use super::{Field, FieldType, RECORDS, RECORDS_FILE, Record};
use crate::read::{docs, written};
use quote::ToTokens;
use std::path::Path;

/// Every record.
pub fn records(root: &Path) -> Result<Vec<Record>, String> {
    let records = records_of(&source(root, RECORDS_FILE)?).map_err(|why| format!("{RECORDS_FILE}: {why}"))?;
    let names: Vec<&str> = records.iter().map(|record| record.name.as_str()).collect();
    if names != RECORDS {
        return Err(format!("{RECORDS_FILE} has {names:?}, generate/src/types lists {RECORDS:?}"));
    }
    Ok(records)
}

fn source(root: &Path, file: &str) -> Result<String, String> {
    std::fs::read_to_string(root.join(file)).map_err(|error| format!("{file}: {error}"))
}

/// The public structs of a file.
pub fn records_of(text: &str) -> Result<Vec<Record>, String> {
    let items = syn::parse_file(text).map_err(|error| error.to_string())?.items;
    let structs = items.into_iter().filter_map(|item| match item {
        syn::Item::Struct(item) => Some(item),
        _ => None,
    });
    structs.map(|item| record(&item).map_err(|why| format!("{}: {why}", item.ident))).collect()
}

fn record(item: &syn::ItemStruct) -> Result<Record, String> {
    let name = item.ident.to_string();
    if !item.attrs.iter().any(|attribute| attribute.to_token_stream().to_string().replace(' ', "") == "#[repr(C)]") {
        return Err("is not #[repr(C)]".into());
    }
    let mut fields = Vec::new();
    for field in &item.fields {
        let name = field.ident.as_ref().ok_or("has a field without a name")?.to_string();
        let ty = match written(&field.ty).as_str() {
            "u64" => FieldType::U64,
            "i64" => FieldType::I64,
            "Flag" => FieldType::Flag,
            other => return Err(format!("{name} is of type {other}, not u64, i64 or Flag")),
        };
        fields.push(Field { docs: paragraphs(&field.attrs, &name)?, name, ty });
    }
    Ok(Record { docs: paragraphs(&item.attrs, &name)?, name, fields })
}

/// A doc comment, a line for each paragraph.
fn paragraphs(attributes: &[syn::Attribute], of: &str) -> Result<Vec<String>, String> {
    let lines = docs(attributes);
    if lines.is_empty() {
        return Err(format!("{of} has no doc comment"));
    }
    Ok(lines.split(String::is_empty).map(|lines| lines.join(" ")).collect())
}
