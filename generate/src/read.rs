//! Reads the functions of `src/api` into the model.
//!
//! A public function that no rule here can map is an error, unless [`BY_HAND`] lists it, so nothing
//! is omitted silently.

use crate::aliases;
use crate::model::{Doc, Function, Kind, Named, Output, Param, VALUE, snake};
use crate::twins::{self, Twin};
use crate::types::exceptions::class_of;
use crate::types::{ENUMS, RECORDS};
use std::path::Path;

/// Functions whose bindings are written by hand, and why: they pass the caller's memory, which each
/// language represents differently; or they return two numbers; or they are for one language only.
const BY_HAND: [&str; 54] = [
    "tensor::from_data",
    "tensor::from_data_as",
    "tensor::copy_to",
    "tensor::copy_to_as",
    "tensor::copy_to_rows",
    "tensor::copy_from_rows",
    "tensor::copy_from",
    "tensor::copy_from_as",
    "tensor::data",
    "tensor::data_const",
    "tensor::from_dlpack",
    "tensor::to_dlpack",
    "tensor::dispose", // next to the functions that release several handles
    "tape::backward",
    "npy::load_bytes",
    "npy::to_bytes",
    "safetensors::save",
    "safetensors::to_bytes",
    "safetensors::names",
    "safetensors::names_bytes",
    "safetensors::load_bytes",
    "safetensors::load_many",
    "safetensors::load_list_bytes",
    "safetensors::entries_bytes",
    "safetensors::metadata_bytes",
    "npz::to_bytes",
    "npz::entries_bytes",
    "npz::load_list_bytes",
    "pth::entries_bytes",
    "pth::load_list_bytes",
    "gguf::entries_bytes",
    "gguf::metadata_bytes",
    "gguf::load_list_bytes",
    "data_loader::next", // C gets no batch without room for all of it
    "data_loader::next_within",
    "idx::load_bytes",
    "image::decode",
    "image::to_bytes",
    "table::read_csv_bytes",
    "record::load_bytes",
    "record::export_bytes",
    "record::page_bytes",
    "onnx_model::load_bytes",
    "onnx_model::load_parts",
    "log::word",
    "report::explain", // for errors, in Rust
    "memory::pressure_word",
    "record::waiting",
    "scope::endings",
    "workspace::enter",
    "workspace::cycle",
    "workspace::of_tensor",
    "handle::release",
    "handle::collect",
];

/// The functions of these files of `src/api`, in the order of the files, which is that of the
/// header and of the reference.
pub fn functions(root: &Path, noun: &str, files: &[&str]) -> Result<Vec<Function>, String> {
    let mut functions = Vec::new();
    for file in files {
        let path = root.join(format!("src/api/{file}.rs"));
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        functions.extend(parsed(noun, file, &text).map_err(|why| format!("{}: {why}", path.display()))?);
    }
    Ok(functions)
}

/// The functions of a file of `src/api`.
pub fn parsed(noun: &str, file: &str, text: &str) -> Result<Vec<Function>, String> {
    let module = file.split('/').next().expect("split gives one part at least");
    let mut functions = Vec::new();
    let parsed = syn::parse_file(text).map_err(|error| error.to_string())?;
    let has_gradients = docs(&parsed.attrs).iter().any(|line| line == "- `gradient`: yes");
    for item in parsed.items {
        let syn::Item::Fn(item) = item else { continue };
        let name = format!("{module}::{}", item.sig.ident);
        if !matches!(item.vis, syn::Visibility::Public(_)) || BY_HAND.contains(&name.as_str()) {
            continue;
        }
        let with_name = |why| format!("{name}: {why}");
        let mut read = function(noun, file, module, &item).map_err(with_name)?;
        let doc = read.doc();
        let refuses = doc.errors.iter().any(|(status, _)| status == "UNSUPPORTED");
        read.has_gradient = doc.has_gradient.unwrap_or(has_gradients && read.makes_tensors() && !refuses);
        let has_gradient = read.has_gradient;
        functions.push(read);
        for text in aliases::of(&item, &docs(&item.attrs), &doc).map_err(with_name)? {
            let item = syn::parse_str(&text).map_err(|error| format!("{name}: {error}: {text}"))?;
            let mut read = function(noun, file, module, &item).map_err(with_name)?;
            read.has_gradient = has_gradient;
            functions.push(read);
        }
        for twin in twins::of(&item, &doc).map_err(with_name)? {
            let item = syn::parse_str(&twin.text).map_err(|error| format!("{name}: {error}: {}", twin.text))?;
            let file = if twin.in_place { twins::IN_PLACE } else { file };
            let mut read = function(noun, file, module, &item).map_err(with_name)?;
            read.has_gradient = has_gradient && !twin.in_place;
            functions.push(read);
        }
    }
    Ok(functions)
}

/// The functions that are generated for functions in these files of `src/api`: their other forms,
/// and their aliases.
pub fn written_for(root: &Path, files: &[&str]) -> Result<(Vec<Twin>, Vec<String>), String> {
    let (mut twins, mut aliases) = (Vec::new(), Vec::new());
    for file in files {
        let path = root.join(format!("src/api/{file}.rs"));
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        for item in syn::parse_file(&text).map_err(|error| format!("{}: {error}", path.display()))?.items {
            let syn::Item::Fn(item) = item else { continue };
            let lines = docs(&item.attrs);
            let doc = Doc::of(&lines);
            let with_name = |why| format!("{}: {}: {why}", path.display(), item.sig.ident);
            twins.extend(twins::of(&item, &doc).map_err(with_name)?);
            aliases.extend(aliases::of(&item, &lines, &doc).map_err(with_name)?);
        }
    }
    Ok((twins, aliases))
}

fn function(noun: &str, file: &str, module: &str, item: &syn::ItemFn) -> Result<Function, String> {
    let mut params = Vec::new();
    for input in &item.sig.inputs {
        let syn::FnArg::Typed(input) = input else { return Err("takes self".into()) };
        let syn::Pat::Ident(name) = &*input.pat else { return Err("has a parameter without a name".into()) };
        let ty = written(&input.ty);
        let of = ty.strip_suffix("Ref").map(|of| snake(of.trim_start_matches("Optional")));
        let of = of.or_else(|| (ty == "ScalarValue").then(|| VALUE.into()));
        let of = of.or_else(|| enumeration(&ty).or_else(|| code(&ty)).map(str::to_string)).unwrap_or_default();
        params.push(Param { name: name.ident.to_string(), kind: kind(&ty)?, of });
    }
    let syn::ReturnType::Type(_, returned) = &item.sig.output else { return Err("returns no Result".into()) };
    let returned = written(returned);
    let output = output(&returned)?;
    let makes = match output {
        Output::Handle => returned.strip_prefix("Result<New").map_or("", |rest| rest.trim_end_matches('>')),
        _ => "",
    };
    let makes = snake(makes);
    let docs = docs(&item.attrs);
    if docs.is_empty() {
        return Err("has no doc comment".into());
    }
    let function = Function {
        noun: noun.into(),
        module: module.into(),
        file: file.into(),
        name: item.sig.ident.to_string(),
        docs,
        has_gradient: false, // set by `parsed`, which sees the whole file
        params,
        output,
        makes,
    };
    if let Output::Tensors(n) = function.output {
        let (doc, named) = (function.doc(), function.doc().results.len());
        if n != named {
            return Err(format!("returns {n} tensors, and its doc comment names {named} of them"));
        }
        let is_param = |result: &&Named| function.params.iter().any(|param| param.name == result.name);
        if let Some(result) = doc.results.iter().find(is_param) {
            return Err(format!("`{}` is a parameter and a result", result.name));
        }
    }
    let (doc, params) = (function.doc(), &function.params);
    let unknown =
        doc.params.iter().map(|param| &param.name).filter(|name| !params.iter().any(|param| param.name == **name));
    let mut unknown =
        unknown.chain(doc.errors.iter().map(|(status, _)| status).filter(|status| class_of(status).is_none()));
    match unknown.next() {
        Some(name) => Err(format!("its doc comment lists `{name}`, which is neither a parameter nor a status")),
        None => Ok(function),
    }
}

/// A type as text without spaces.
pub fn written(ty: &syn::Type) -> String {
    quote::quote!(#ty).to_string().replace(' ', "")
}

fn kind(ty: &str) -> Result<Kind, String> {
    Ok(match ty {
        "Owner" => Kind::Handle,
        "Disposed" => Kind::Disposed,
        "TensorRefs" | "AnyRefs" => Kind::Handles,
        "OptionalTensorRef" => Kind::OptionalHandle,
        "Dims" => Kind::Dims,
        "Axes" => Kind::Axes,
        "Ints" => Kind::Ints,
        "i64" => Kind::Integer,
        "u64" | "Bytes" => Kind::Unsigned,
        "f64" => Kind::Real,
        "Scalar" | "ScalarValue" => Kind::Scalar,
        "Option<f64>" => Kind::OptionalReal,
        "Option<i64>" => Kind::OptionalInteger,
        "DTypeCode" => Kind::DType,
        "DeviceCode" => Kind::Device,
        "CollectorCode" | "FormatCode" | "LevelCode" | "LogLevelCode" | "StatusCode" => Kind::Code,
        "bool" => Kind::Flag,
        "&str" => Kind::Text,
        "Option<&str>" => Kind::OptionalText,
        code if enumeration(code).is_some() => Kind::Enum,
        handle if is_name(handle) && handle.ends_with("Ref") => Kind::Handle,
        other => return Err(format!("no rule for a parameter of type {other}; see src/api/types.rs")),
    })
}

fn output(ty: &str) -> Result<Output, String> {
    let inner = ty.strip_prefix("Result<").and_then(|rest| rest.strip_suffix('>'));
    Ok(match inner.ok_or_else(|| format!("returns {ty}, which is no Result"))? {
        "()" => Output::Nothing,
        "Vec<AnyRef>" => Output::Handles,
        "Vec<NewTensor>" | "Vec<NewOnnxValue>" => Output::TensorList,
        "f64" => Output::F64,
        "i64" => Output::I64,
        "u64" | "Bytes" => Output::U64,
        "i32" | "LevelCode" | "LogLevelCode" => Output::I32,
        "DTypeCode" => Output::DType,
        "DeviceCode" => Output::Device,
        "u32" => Output::U32,
        "bool" => Output::Flag,
        "Shape" => Output::Shape,
        "String" => Output::Text,
        "Option<String>" => Output::OptionalText,
        several if several.starts_with("NewTensors<") => {
            let n = several["NewTensors<".len()..].trim_end_matches('>').parse();
            Output::Tensors(n.map_err(|_| format!("how many are {several}?"))?)
        }
        handle if is_name(handle) && (handle.starts_with("New") || handle.ends_with("Ref")) => Output::Handle,
        other => return record(other).ok_or(format!("no rule for a result of type {other}; see src/api/types.rs")),
    })
}

/// The name outside of Rust of the enum whose code a type is, such as `ReductionCode`. Dtypes,
/// statuses and codes that are plain numbers there have their own rules.
fn enumeration(ty: &str) -> Option<&'static str> {
    let name = ty.strip_suffix("Code")?;
    let listed =
        ENUMS.iter().find(|listed| listed.name == name && !["DType", "Status", "Level", "LogLevel"].contains(&name))?;
    Some(listed.outside)
}

/// The same for a code that has no type in Java and C#, or one written by hand.
fn code(ty: &str) -> Option<&'static str> {
    Some(match ty {
        "DTypeCode" => "DType",
        "CollectorCode" => "Collector",
        "FormatCode" => "ReportFormat",
        "LevelCode" => "LeakLevel",
        "LogLevelCode" => "LogLevel",
        "StatusCode" => "Status",
        _ => return None,
    })
}

/// Whether a type is a single name: each kind of handle has its own `Ref` and `New`.
fn is_name(ty: &str) -> bool {
    ty.chars().all(char::is_alphanumeric)
}

fn record(ty: &str) -> Option<Output> {
    let known = |name: &str| RECORDS.into_iter().find(|record| *record == name);
    match ty.strip_prefix("Vec<").and_then(|rest| rest.strip_suffix('>')) {
        Some(inner) => known(inner).map(Output::Records),
        None => known(ty).map(Output::Record),
    }
}

pub fn docs(attributes: &[syn::Attribute]) -> Vec<String> {
    let text = |attribute: &syn::Attribute| {
        let syn::Meta::NameValue(pair) = &attribute.meta else { return None };
        let syn::Expr::Lit(literal) = &pair.value else { return None };
        let syn::Lit::Str(text) = &literal.lit else { return None };
        // rustdoc needs the whole path in a link to another noun; all others use noun and verb.
        pair.path.is_ident("doc").then(|| text.value().trim().replace("[`crate::api::", "[`"))
    };
    attributes.iter().filter_map(text).collect()
}
