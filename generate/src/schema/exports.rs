//! The exported functions of `bindings/c`, with their types in the header.

use crate::read::{docs, written};
use crate::types::RECORDS;

/// The files of `bindings/c` with functions that are written by hand.
pub const HAND_WRITTEN: [&str; 9] =
    ["library", "memory", "scope", "workspace", "handle", "tensor_memory", "optimize", "files", "onnx"];

/// A function of the header.
pub struct Export {
    pub name: String,
    pub returns: String,
    /// What the function does, without the sentences that apply to all pointers.
    pub docs: String,
    pub arguments: Vec<Argument>,
}

/// A parameter of a function.
pub struct Argument {
    pub name: String,
    /// The type in C.
    pub ty: String,
}

impl Export {
    /// Whether it has a parameter of this name.
    pub fn has(&self, name: &str) -> bool {
        self.arguments.iter().any(|one| one.name == name)
    }
}

/// The functions of a Rust file, in order.
pub fn of(text: &str) -> Result<Vec<Export>, String> {
    let items = syn::parse_file(text).map_err(|error| error.to_string())?.items;
    let functions = items.into_iter().filter_map(|item| match item {
        syn::Item::Fn(item) if item.sig.abi.is_some() => Some(item),
        _ => None,
    });
    functions.map(|item| export(&item)).collect()
}

fn export(item: &syn::ItemFn) -> Result<Export, String> {
    let name = item.sig.ident.to_string();
    let mut arguments = Vec::new();
    for input in &item.sig.inputs {
        let syn::FnArg::Typed(input) = input else { return Err(format!("{name} takes self")) };
        let syn::Pat::Ident(argument) = &*input.pat else { return Err(format!("{name}: a parameter without a name")) };
        let ty = of_c(&input.ty).map_err(|why| format!("{name}: {why}"))?;
        arguments.push(Argument { name: argument.ident.to_string(), ty });
    }
    let returns = match &item.sig.output {
        syn::ReturnType::Type(_, ty) => of_c(ty).map_err(|why| format!("{name}: {why}"))?,
        syn::ReturnType::Default => return Err(format!("{name} returns nothing")),
    };
    let docs = docs(&item.attrs);
    let own: Vec<&str> = docs.iter().map(String::as_str).take_while(|line| *line != "# Safety").collect();
    Ok(Export { name, returns, docs: own.join("\n").trim().to_string(), arguments })
}

/// The C spelling of a Rust type.
fn of_c(ty: &syn::Type) -> Result<String, String> {
    if let syn::Type::Ptr(pointer) = ty {
        let inner = of_c(&pointer.elem)?;
        let space = if inner.ends_with('*') { "" } else { " " };
        if pointer.const_token.is_some() && inner.ends_with('*') {
            return Ok(format!("{inner}const *"));
        }
        let constant = if pointer.const_token.is_some() { "const " } else { "" };
        return Ok(format!("{constant}{inner}{space}*"));
    }
    let name = written(ty);
    Ok(match name.as_str() {
        "i64" => "int64_t".into(),
        "u64" => "uint64_t".into(),
        "f64" => "double".into(),
        "i32" => "int32_t".into(),
        "u32" => "uint32_t".into(),
        "u8" => "uint8_t".into(),
        "c_char" => "char".into(),
        "c_void" => "void".into(),
        "Status" => "TenureStatus".into(),
        "TenureHandle" | "TenureText" => name,
        record if RECORDS.contains(&record) => format!("Tenure{record}"),
        other => return Err(format!("no rule for {other}; see generate/src/schema/exports.rs")),
    })
}
