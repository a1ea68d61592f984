//! The configuration of workspaces: a struct of parameters, each with a default.
//!
//! The Rust struct is the definition: the order of its fields, their types, doc comments and
//! defaults. Java's record with its builder, C#'s properties, and the code of both for the JSON of
//! the C interface follow from it. A field without a rule here is an error.

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
    /// For `Allocation::Overallocate`, the enum's name outside, `AllocationPolicy`, and the name of
    /// the variant, `OVERALLOCATE`.
    pub names: HashMap<String, (&'static str, String)>,
}

/// One of its parameters.
pub struct Parameter {
    /// The name in JSON and Java: `policyAllocation`.
    pub name: String,
    pub docs: String,
    pub ty: Type,
    pub default: Default,
}

/// The type of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    Count,
    Ratio,
    Flag,
    Text,
    Device,
    /// The enum of this name outside of Rust.
    Enum(&'static str),
}

/// The default of a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Default {
    /// A literal that is the same in all languages.
    Literal(String),
    EmptyText,
    /// The processor.
    Cpu,
    /// A variant, such as `Allocation::Overallocate`.
    Variant(String),
}

impl Parameter {
    /// The name in C#: `PolicyAllocation`.
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

/// The struct `Config` with the values of its `Default`.
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
        "Device" => Type::Device,
        other => {
            let listed = ENUMS.iter().find(|listed| listed.file == CONFIG && listed.name == other);
            Type::Enum(listed.ok_or_else(|| format!("is of type {other}, which has no rule"))?.outside)
        }
    })
}

/// The name outside: `policyReset` for a policy, `workspaceMode` for the workspace's mode, and the
/// name of the field for all others.
fn outside(field: &str, ty: Type) -> String {
    match ty {
        Type::Enum(name) if name.ends_with("Policy") => format!("policy{}", pascal(field)),
        Type::Enum(name) => camel(&snake(name)),
        _ => camel(field),
    }
}

/// Converts `WorkspaceMode` to `workspace_mode`.
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

/// The expression that `Default::default` gives each field.
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
        "Device::Cpu" => Default::Cpu,
        variant if variant.contains("::") => Default::Variant(variant.to_string()),
        literal => Default::Literal(literal.to_string()),
    }
}
