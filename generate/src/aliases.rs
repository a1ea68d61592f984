//! Functions by a second name, which an item of their doc comment gives:
//!
//! ```text
//! - `alias: cat`
//! ```
//!
//! Invariant: an alias takes what the function takes, in the same order, and its body is one call
//! of it; so each language has both names through the same rules as any other function.

use crate::model::Doc;
use quote::ToTokens;

/// The functions that are aliases of this one, as Rust.
pub fn of(item: &syn::ItemFn, lines: &[String], doc: &Doc) -> Result<Vec<String>, String> {
    doc.aliases.iter().map(|alias| alias_of(item, lines, alias)).collect()
}

fn alias_of(item: &syn::ItemFn, lines: &[String], alias: &str) -> Result<String, String> {
    let mut signature = item.sig.clone();
    signature.ident = syn::parse_str(alias).map_err(|error| format!("has the alias '{alias}': {error}"))?;
    let name = |input: &syn::FnArg| match input {
        syn::FnArg::Typed(input) => input.pat.to_token_stream().to_string(),
        syn::FnArg::Receiver(_) => String::new(),
    };
    let arguments: Vec<String> = item.sig.inputs.iter().map(name).collect();
    let original = item.sig.ident.to_string();
    let docs: String =
        documented(lines, &original).iter().map(|line| format!("/// {line}").trim_end().to_string() + "\n").collect();
    Ok(format!("{docs}pub {} {{ super::{original}({}) }}\n", signature.to_token_stream(), arguments.join(", ")))
}

/// The doc comment of the function behind the other name, without the items of forms that an alias
/// does not have.
fn documented(lines: &[String], original: &str) -> Vec<String> {
    let is_left =
        |line: &&String| !["- `alias: ", "- `in_place`", "- `spread`"].iter().any(|item| line.starts_with(item));
    let first = format!("Another name for `{}`.", original.trim_end_matches("_scalar"));
    [first].into_iter().chain(lines.iter().filter(is_left).cloned()).collect()
}

/// `src/api/tensor/aliases.rs`.
pub fn file(aliases: &[String]) -> String {
    let types = ["Axes", "Dims", "NewTensor", "OptionalTensorRef", "Owner", "Scalar", "TensorRef", "TensorRefs"];
    let used =
        |name: &&str| aliases.iter().any(|text| text.split(|c: char| !c.is_alphanumeric()).any(|word| word == *name));
    let types: Vec<&str> = types.into_iter().filter(used).collect();
    let head = format!(
        "//! {}\n//!\n//! Operations by a second name, which PyTorch or NumPy has for them.\n\n\
         use crate::api::types::{{{}}};\nuse crate::error::Result;\n",
        crate::notice("src/api/tensor"),
        types.join(", ")
    );
    aliases.iter().fold(head, |text, alias| text + "\n" + alias)
}
