//! Reads enums and records from their Rust sources.
//!
//! Anything without a rule here is an error. So are definitions that would not be stable: a code
//! that is not explicit or not above the one before it, a field that does not have 64 bits, and
//! anything without a doc comment.

use super::{Asked, Enum, Field, FieldType, Listed, RECORDS, RECORDS_FILE, Record, Value, Variant};
use crate::read::{docs, written};
use quote::ToTokens;
use std::path::Path;

/// The enum of a row of the list.
pub fn enumeration(root: &Path, listed: &Listed) -> Result<Enum, String> {
    let text = source(root, listed.file)?;
    enum_of(&text, listed.name, listed.arguments.unwrap_or_default())
        .map_err(|why| format!("{}: {}: {why}", listed.file, listed.name))
}

/// Every record.
pub fn records(root: &Path) -> Result<Vec<Record>, String> {
    let records = records_of(&source(root, RECORDS_FILE)?).map_err(|why| format!("{RECORDS_FILE}: {why}"))?;
    let names: Vec<&str> = records.iter().map(|record| record.name.as_str()).collect();
    if names != RECORDS {
        return Err(format!("{RECORDS_FILE} has {names:?}, generate/src/types lists {RECORDS:?}"));
    }
    Ok(records)
}

/// The text of a file of the checkout.
pub fn source(root: &Path, file: &str) -> Result<String, String> {
    std::fs::read_to_string(root.join(file)).map_err(|error| format!("{file}: {error}"))
}

/// The enum with this name, also if a macro defines it.
pub fn enum_of(text: &str, name: &str, arguments: &[Asked]) -> Result<Enum, String> {
    let file = syn::parse_file(text).map_err(|error| error.to_string())?;
    let found = file.items.iter().find_map(|item| match item {
        syn::Item::Enum(item) if item.ident == name => Some(item.clone()),
        syn::Item::Macro(call) => {
            syn::parse2::<syn::ItemEnum>(call.mac.tokens.clone()).ok().filter(|item| item.ident == name)
        }
        _ => None,
    });
    let found = found.ok_or("there is no such enum")?;
    let mut variants: Vec<Variant> = Vec::new();
    for item in &found.variants {
        let variant = item.ident.to_string();
        let value = value(item).map_err(|why| format!("{variant} {why}"))?;
        if let (Value::Code(code), Some(Value::Code(last))) = (&value, variants.last().map(|last| &last.value))
            && code <= last
        {
            return Err(format!("{variant} has code {code} after {last}: codes are only ever added, at the end"));
        }
        let arguments = arguments.iter().map(|asked| answer(&file, name, &variant, asked.methods));
        let arguments = arguments.collect::<Result<_, _>>()?;
        variants.push(Variant { docs: paragraphs(&item.attrs, &variant)?, name: variant, value, arguments });
    }
    Ok(Enum { docs: paragraphs(&found.attrs, name)?, variants })
}

fn value(variant: &syn::Variant) -> Result<Value, String> {
    let Some((_, syn::Expr::Lit(literal))) = &variant.discriminant else { return Err("has no explicit code".into()) };
    match &literal.lit {
        syn::Lit::Int(code) => Ok(Value::Code(code.base10_parse().map_err(|error| error.to_string())?)),
        syn::Lit::Str(name) => Ok(Value::Name(name.value())),
        _ => Err("has neither a number nor a name".into()),
    }
}

/// The literal that methods return for a variant: `width.bytes` is the result of `bytes` for the
/// variant that `width` returns. Each method is a `match` on variants.
fn answer(file: &syn::File, ty: &str, variant: &str, methods: &str) -> Result<String, String> {
    let (mut ty, mut variant) = (ty.to_string(), variant.to_string());
    for method in methods.split('.') {
        let arm = arm(file, &ty, &variant, method).ok_or_else(|| format!("{ty}::{method} has no arm for {variant}"))?;
        match arm {
            syn::Expr::Path(path) if path.path.segments.len() == 2 => {
                (ty, variant) = (path.path.segments[0].ident.to_string(), path.path.segments[1].ident.to_string());
            }
            literal => return Ok(literal.to_token_stream().to_string()),
        }
    }
    Err(format!("{methods} ends at {ty}::{variant}, which is no literal"))
}

/// The variant that a method, which is a `match` on variants, returns for a variant.
pub fn choice(text: &str, ty: &str, variant: &str, method: &str) -> Result<String, String> {
    let file = syn::parse_file(text).map_err(|error| error.to_string())?;
    match arm(&file, ty, variant, method) {
        Some(syn::Expr::Path(path)) if path.path.segments.len() == 2 => Ok(path.path.segments[1].ident.to_string()),
        _ => Err(format!("{ty}::{method} gives no variant for {variant}")),
    }
}

fn arm<'a>(file: &'a syn::File, ty: &str, variant: &str, method: &str) -> Option<&'a syn::Expr> {
    let impls = file.items.iter().filter_map(|item| match item {
        syn::Item::Impl(item) if item.trait_.is_none() && written(&item.self_ty) == ty => Some(&item.items),
        _ => None,
    });
    let body = impls.flatten().find_map(|item| match item {
        syn::ImplItem::Fn(item) if item.sig.ident == method => Some(&item.block.stmts),
        _ => None,
    })?;
    let [syn::Stmt::Expr(syn::Expr::Match(choice), _)] = body.as_slice() else { return None };
    let pattern = format!("{ty}::{variant}");
    let fits = |arm: &&syn::Arm| {
        let patterns = arm.pat.to_token_stream().to_string().replace(' ', "");
        patterns.split('|').any(|other| other == pattern)
    };
    choice.arms.iter().find(fits).map(|arm| &*arm.body)
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
            "f64" => FieldType::F64,
            "Flag" => FieldType::Flag,
            other => return Err(format!("{name} is of type {other}, not u64, i64, f64 or Flag")),
        };
        fields.push(Field { docs: paragraphs(&field.attrs, &name)?, name, ty });
    }
    Ok(Record { docs: paragraphs(&item.attrs, &name)?, name, fields })
}

/// The paragraphs of a doc comment, one line each.
pub fn paragraphs(attributes: &[syn::Attribute], of: &str) -> Result<Vec<String>, String> {
    let lines = docs(attributes);
    if lines.is_empty() {
        return Err(format!("{of} has no doc comment"));
    }
    Ok(lines.split(String::is_empty).map(|lines| lines.join(" ")).collect())
}
