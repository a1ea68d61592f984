//! The configuration of workspaces: a struct of parameters, each with a default.
//!
//! The struct of Rust is the definition: its fields in their order, their types, doc comments and
//! defaults. From it follow Java's record with its builder, C#'s properties, and how both read and
//! write the JSON that crosses the boundary. What has no rule here is an error.

use super::read::{enumeration, paragraphs, source};
use super::{CONFIG, ENUMS, Value};
use crate::model::{camel, pascal};
use crate::read::written;
use quote::ToTokens;
use std::collections::HashMap;
use std::path::Path;

/// A configuration.
pub struct Config {
    pub docs: Vec<String>,
    pub parameters: Vec<Parameter>,
    /// Of `Allocation::Overallocate` the enum outside, `AllocationPolicy`, and the name, `OVERALLOCATE`.
    pub names: HashMap<String, (&'static str, String)>,
}

/// One of its parameters.
pub struct Parameter {
    /// As JSON and Java write it: `policyAllocation`.
    pub name: String,
    pub docs: String,
    pub ty: Type,
    pub default: Default,
}

/// What a parameter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    Count,
    Ratio,
    Flag,
    Text,
    /// The enum of this name outside.
    Enum(&'static str),
}

/// What a parameter is if nobody says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Default {
    /// A literal that is the same in all languages.
    Literal(String),
    EmptyText,
    /// A variant, as `Allocation::Overallocate`.
    Variant(String),
}

impl Parameter {
    /// As C# writes it: `PolicyAllocation`.
    pub fn pascal(&self) -> String {
        pascal(&self.name)
    }
}

/// The configuration of `src/memory/workspace/config.rs`.
pub fn config(root: &Path) -> Result<Config, String> {
    let mut names = HashMap::new();
    for listed in ENUMS.iter().filter(|listed| listed.file == CONFIG) {
        for variant in enumeration(root, listed)?.variants {
            let Value::Name(name) = variant.value else { return Err(format!("{} has no names", listed.name)) };
            names.insert(format!("{}::{}", listed.name, variant.name), (listed.outside, name));
        }
    }
    config_of(&source(root, CONFIG)?, names).map_err(|why| format!("{CONFIG}: Config: {why}"))
}

/// The struct `Config` and what its `Default` says.
pub fn config_of(text: &str, names: HashMap<String, (&'static str, String)>) -> Result<Config, String> {
    let file = syn::parse_file(text).map_err(|error| error.to_string())?;
    let found = file.items.iter().find_map(|item| match item {
        syn::Item::Struct(item) if item.ident == "Config" => Some(item),
        _ => None,
    });
    let found = found.ok_or("there is no such struct")?;
    let defaults = defaults(&file)?;
    let mut parameters = Vec::new();
    for field in &found.fields {
        let field_name = field.ident.as_ref().ok_or("has a field without a name")?.to_string();
        let ty = parameter_type(&written(&field.ty)).map_err(|why| format!("{field_name} {why}"))?;
        let written = defaults.get(&field_name).ok_or_else(|| format!("{field_name} has no default"))?;
        parameters.push(Parameter {
            name: outside(&field_name, ty),
            docs: paragraphs(&field.attrs, &field_name)?.join(" "),
            ty,
            default: default(written),
        });
    }
    Ok(Config { docs: paragraphs(&found.attrs, "Config")?, parameters, names })
}

fn parameter_type(rust: &str) -> Result<Type, String> {
    Ok(match rust {
        "u64" => Type::Count,
        "f64" => Type::Ratio,
        "bool" => Type::Flag,
        "String" => Type::Text,
        other => {
            let listed = ENUMS.iter().find(|listed| listed.file == CONFIG && listed.name == other);
            Type::Enum(listed.ok_or_else(|| format!("is of type {other}, which has no rule"))?.outside)
        }
    })
}

/// A policy is called `policyReset`, the workspace's mode `workspaceMode`, and all others as their field.
fn outside(field: &str, ty: Type) -> String {
    match ty {
        Type::Enum(name) if name.ends_with("Policy") => format!("policy{}", pascal(field)),
        Type::Enum(name) => camel(&snake(name)),
        _ => camel(field),
    }
}

/// `WorkspaceMode` as `workspace_mode`.
fn snake(name: &str) -> String {
    let mut text = String::new();
    for (i, letter) in name.char_indices() {
        if i > 0 && letter.is_uppercase() {
            text.push('_');
        }
        text.extend(letter.to_lowercase());
    }
    text
}

/// Of each field the expression that `Default::default` gives it.
fn defaults(file: &syn::File) -> Result<HashMap<String, String>, String> {
    let body = file.items.iter().find_map(|item| match item {
        syn::Item::Impl(item)
            if written(&item.self_ty) == "Config"
                && item.trait_.as_ref().is_some_and(|(_, path, _)| path.is_ident("Default")) =>
        {
            item.items.iter().find_map(|item| match item {
                syn::ImplItem::Fn(item) => Some(&item.block.stmts),
                _ => None,
            })
        }
        _ => None,
    });
    let Some([syn::Stmt::Expr(syn::Expr::Struct(literal), _)]) = body.map(Vec::as_slice) else {
        return Err("its Default is no struct literal".into());
    };
    let fields = literal.fields.iter().map(|field| {
        let name = field.member.to_token_stream().to_string();
        (name, field.expr.to_token_stream().to_string().replace(' ', ""))
    });
    Ok(fields.collect())
}

fn default(expression: &str) -> Default {
    match expression {
        "String::new()" => Default::EmptyText,
        variant if variant.contains("::") => Default::Variant(variant.to_string()),
        literal => Default::Literal(literal.to_string()),
    }
}
