//! `tests/methods/calls.rs`: each operation as a function of handles and as a method, for the test
//! that calls both with the same arguments.

use super::{Param, Source, Sources};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The whole file.
pub fn file(sources: &Sources) -> Result<String, String> {
    let (mut rows, mut imports) = (String::new(), BTreeSet::new());
    for function in &sources.functions {
        rows += &row(function)?;
        for param in function.params() {
            if let Some(name) = enumeration(&param.ty) {
                let table = sources.names.get(&function.file).and_then(|names| names.get(name));
                let path = table.ok_or_else(|| format!("{} does not import {name}", function.file))?;
                imports.insert(path.replace("crate::", "tenure::"));
            }
        }
    }
    let uses: String = imports.iter().map(|path| format!("use {path};\n")).collect();
    let notice = crate::notice("src/api/tensor");
    crate::formatted(&format!(
        "//! {notice}\n\nuse super::{{Call, made}};\n{uses}use tenure::api::tensor;\nuse tenure::tensor::Tensor;\n\n\
         /// Each operation in both ways, with the kinds of its parameters.\npub const CALLS: &[Call] = &[\n{rows}];\n"
    ))
}

/// The name of the enum whose code a type is.
fn enumeration(ty: &str) -> Option<&str> {
    ty.strip_suffix("Code").filter(|name| !["DType", "Device"].contains(name))
}

fn row(function: &Source) -> Result<String, String> {
    let (params, name) = (function.params(), function.item.sig.ident.to_string());
    let kinds: String = params.iter().map(|param| kind(&param.ty)).collect::<Result<_, String>>()?;
    let mut handles: Vec<String> = params.iter().enumerate().map(|(at, param)| argument(at, param, true)).collect();
    if function.makes() {
        handles.insert(0, "0".into());
    }
    let tensors: Vec<String> = params.iter().enumerate().map(|(at, param)| argument(at, param, false)).collect();
    let method = function.name();
    let called = match (function.receiver(), function.is_maker()) {
        (Some(_), _) => format!("{}.{method}({})", tensors[0], tensors[1..].join(", ")),
        (None, true) => format!("Tensor::{method}_with((a.dtype(1), a.device(0)), {})", tensors[2..].join(", ")),
        (None, false) => format!("Tensor::{method}({})", tensors.join(", ")),
    };
    let mut row = String::new();
    let _ = writeln!(
        row,
        "Call {{ name: \"{name}\", kinds: \"{kinds}\", handles: |a| made(tensor::{name}({})), methods: |a| made({called}) }},",
        handles.join(", ")
    );
    Ok(row)
}

/// The letter of a kind of parameter.
fn kind(ty: &str) -> Result<char, String> {
    Ok(match ty {
        "TensorRef" => 't',
        "OptionalTensorRef" => 'o',
        "TensorRefs" => 's',
        "Dims" | "Axes" | "Ints" => 'l',
        "i64" => 'i',
        "f64" => 'r',
        "Scalar" | "ScalarValue" => 'x',
        "Option<f64>" => 'q',
        "Option<i64>" => 'j',
        "DTypeCode" => 'y',
        "DeviceCode" => 'v',
        "bool" => 'f',
        "&str" => 'w',
        ty if enumeration(ty).is_some() => 'e',
        ty => return Err(format!("no rule for a parameter of {ty}")),
    })
}

/// The argument of a call: with handles and codes, or with tensors and enums.
fn argument(at: usize, param: &Param, is_handle: bool) -> String {
    let accessor = match (param.ty.as_str(), is_handle) {
        ("TensorRef", true) => "handle",
        ("TensorRef", false) => "tensor",
        ("OptionalTensorRef", true) => "optional_handle",
        ("OptionalTensorRef", false) => "optional",
        ("TensorRefs", true) => return format!("&a.handles({at})"),
        ("TensorRefs", false) => return format!("&a.tensors({at})"),
        ("Dims" | "Axes" | "Ints", _) => "list",
        ("i64", _) => "integer",
        ("f64", _) => "real",
        ("Scalar" | "ScalarValue", _) => "scalar",
        ("Option<f64>", _) => "optional_real",
        ("Option<i64>", _) => "optional_integer",
        ("DTypeCode", true) => return format!("a.dtype({at}).code()"),
        ("DTypeCode", false) => "dtype",
        ("DeviceCode", true) => return format!("a.device({at}).code()"),
        ("DeviceCode", false) => "device",
        ("bool", _) => "flag",
        ("&str", _) => "text",
        (_, true) => "code",
        (ty, false) => return format!("{}::from_code(a.code({at}))?", ty.trim_end_matches("Code")),
    };
    format!("a.{accessor}({at})")
}
