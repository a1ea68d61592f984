//! `include/tenure.json`: the C functions, enums and records, for authors of bindings.
//!
//! The header says what is passed; this file says what it means: which handle is owned, borrowed or
//! consumed, which number is the length of which array, and what NULL does. `docs/start/c.md`
//! describes the format. The exports themselves are read, so functions that are written by hand are
//! included. The meaning of a parameter comes from the model, or, for functions written by hand,
//! from its type and name.

mod exports;
mod json;

use crate::model::{Function, Kind, Output};
use crate::types::{self, FieldType};
use crate::{c, version};
use exports::{Argument, Export};
use json::{Object, array, quoted};
use std::path::Path;

/// Enums with a type in C only: their file, and their names in Rust and outside.
const OF_C: [(&str, &str, &str); 5] = [
    ("src/tensor/scalar.rs", "ScalarKind", "ScalarKind"),
    ("src/ownership/metadata.rs", "Level", "LeakLevel"),
    ("src/log/level.rs", "LogLevel", "LogLevel"),
    ("src/session/report/mod.rs", "Format", "ReportFormat"),
    ("src/api/pressure.rs", "CollectorKind", "Collector"),
];

/// What the functions written by hand consume.
const CONSUMED: [(&str, &str); 7] = [
    ("tenure_tensor_dispose", "t"),
    ("tenure_handles_release", "handles"),
    ("tenure_handle_collect", "handles"),
    ("tenure_tape_backward", "tape"),
    ("tenure_tensor_from_dlpack", "managed"),
    ("tenure_tensor_wrap_ticket", "data"),
    ("tenure_tensor_wrap_const_ticket", "data"),
];

/// Where functions written by hand accept NULL.
const NULLABLE: [(&str, &str); 4] = [
    ("tenure_handles_release", "released"),
    ("tenure_handle_collect", "released"),
    ("tenure_onnx_model_load_bytes", "options"),
    ("tenure_onnx_model_load_parts", "options"),
];

/// The text of the file. `generated` are the generated exports, and `nouns` the functions they come
/// from.
pub fn file(root: &Path, generated: &[String], nouns: &[Vec<Function>]) -> Result<String, String> {
    let mut exports = Vec::new();
    for text in generated {
        exports.extend(exports::of(text)?);
    }
    for name in exports::HAND_WRITTEN {
        exports.extend(exports::of(&types::read::source(root, &format!("bindings/c/{name}.rs"))?)?);
    }
    let functions: Vec<&Function> = nouns.iter().flatten().collect();
    let functions: Vec<String> = exports
        .iter()
        .map(|export| function(export, functions.iter().copied().find(|one| one.c_name() == export.name)))
        .collect();
    let (release, abi) = version::numbers(root)?;
    let rank = types::read::source(root, "src/tensor/shape.rs")?;
    let rank = rank.split_once("pub const MAX_RANK: usize = ").and_then(|(_, rest)| rest.split_once(';'));
    let rank = rank.ok_or("src/tensor/shape.rs: no MAX_RANK")?.0;
    Ok(format!(
        "{{\n  \"version\": {},\n  \"abi\": {abi},\n  \"max_rank\": {rank},\n  \"types\": {},\n  \"enums\": {},\n  \
         \"records\": {},\n  \"functions\": {}\n}}\n",
        quoted(&release),
        Object::default().text("TenureHandle", "uint64_t").text("TenureText", "const char *").line(),
        array(&enums(root)?, 2),
        array(&records(root)?, 2),
        array(&functions, 2)
    ))
}

fn enums(root: &Path) -> Result<Vec<String>, String> {
    let coded = types::ENUMS.iter().filter(|listed| listed.arguments.is_some());
    let coded = coded.map(|listed| (listed.file, listed.name, listed.outside));
    coded.chain(OF_C).map(|(file, name, outside)| enumeration(root, file, name, outside)).collect()
}

fn enumeration(root: &Path, file: &str, name: &str, outside: &str) -> Result<String, String> {
    let item = types::read::enum_of(&types::read::source(root, file)?, name, &[])
        .map_err(|why| format!("{file}: {name}: {why}"))?;
    let called = format!("Tenure{}", outside.replace("DType", "Dtype"));
    let values: Vec<String> = item
        .variants
        .iter()
        .map(|variant| {
            let types::Value::Code(code) = &variant.value else {
                return Err(format!("{file}: {name}::{} has no code", variant.name));
            };
            let name = format!("{}_{}", screaming(&called), screaming(&variant.name));
            Ok(Object::default().text("name", &name).raw("value", code).text("doc", &variant.docs.join("\n")).line())
        })
        .collect::<Result<_, String>>()?;
    let head = Object::default().text("name", &called).text("type", "int32_t").text("doc", &item.docs.join("\n"));
    Ok(head.raw("values", array(&values, 4)).line())
}

fn records(root: &Path) -> Result<Vec<String>, String> {
    let record = |record: &types::Record| {
        let field = |field: &types::Field| {
            let ty = match field.ty {
                FieldType::U64 | FieldType::Flag => "uint64_t",
                FieldType::I64 => "int64_t",
                FieldType::F64 => "double",
            };
            let is = if field.ty == FieldType::Flag { "flag" } else { "number" };
            let named = Object::default().text("name", &field.name).text("type", ty).text("is", is);
            named.text("doc", &field.docs.join("\n")).line()
        };
        let fields: Vec<String> = record.fields.iter().map(field).collect();
        let head = Object::default().text("name", &format!("Tenure{}", record.name));
        head.text("doc", &record.docs.join("\n")).raw("fields", array(&fields, 4)).line()
    };
    Ok(types::read::records(root)?.iter().map(record).collect())
}

fn function(export: &Export, model: Option<&Function>) -> String {
    let params: Vec<String> = export.arguments.iter().map(|one| parameter(export, one, model)).collect();
    let mut head = Object::default().text("name", &export.name).text("returns", &export.returns);
    if let Some(model) = model.filter(|model| model.noun == "tensor" && model.makes_tensors()) {
        head = head.raw("gradient", model.has_gradient);
    }
    head.raw("params", array(&params, 4)).text("doc", &export.docs).line()
}

fn parameter(export: &Export, argument: &Argument, model: Option<&Function>) -> String {
    let param = model.and_then(|model| Some((model, model.params.iter().find(|param| param.name == argument.name)?)));
    let named = Object::default().text("name", &argument.name).text("type", &argument.ty);
    let Some((model, param)) = param else { return unnamed(named, export, argument, model).line() };
    let doc = model.doc();
    let is_owner = param.kind == Kind::Handle && param.of.is_empty() && param.name == "scope";
    let is = match param.kind {
        Kind::Handle | Kind::OptionalHandle if !is_owner => "borrowed",
        Kind::Handle | Kind::OptionalHandle => "owner",
        Kind::Disposed => "consumed",
        Kind::Handles | Kind::Dims | Kind::Axes | Kind::Ints => "array",
        Kind::DType | Kind::Enum | Kind::Code => "code",
        Kind::Device => "device",
        Kind::Flag => "flag",
        Kind::Text | Kind::OptionalText => "text",
        Kind::Scalar => "bits",
        Kind::Integer | Kind::Unsigned | Kind::Real | Kind::OptionalReal | Kind::OptionalInteger => "number",
    };
    let of = match param.kind {
        Kind::Handles => "borrowed".into(),
        Kind::Dims => "sizes".into(),
        Kind::Axes => "axes".into(),
        Kind::Ints => "integers".into(),
        Kind::DType | Kind::Enum | Kind::Code => c::enumeration(param),
        _ if is == "borrowed" => param.of.clone(),
        _ => String::new(),
    };
    let null = match param.kind {
        Kind::OptionalText | Kind::OptionalReal | Kind::OptionalInteger => "none",
        Kind::Text => "error",
        _ if is == "array" => "if_empty",
        _ => "",
    };
    let zero = if param.kind == Kind::OptionalHandle { "none" } else { "" };
    let length = if is == "array" { format!("n_{}", param.name) } else { String::new() };
    named
        .text("is", is)
        .text("of", &of)
        .text("length", &length)
        .text("null", null)
        .text("zero", zero)
        .text("default", doc.otherwise(&param.name).unwrap_or_default())
        .text("doc", doc.param(&param.name))
        .line()
}

/// A parameter that the model does not have: a length, an output, or any of a function written by
/// hand.
fn unnamed(named: Object, export: &Export, argument: &Argument, model: Option<&Function>) -> Object {
    let (name, ty) = (argument.name.as_str(), argument.ty.as_str());
    let listed = |list: &[(&str, &str)]| list.contains(&(export.name.as_str(), name));
    let null = if listed(&NULLABLE) { "none" } else { "error" };
    if let Some(array) = name.strip_prefix("n_") {
        let (is, null) = if ty == "uint64_t" { ("length", "") } else { ("count", null) };
        return named.text("is", is).text("of", array).text("null", null);
    }
    if let Some(array) = name.strip_prefix("cap_") {
        return named.text("is", "room").text("of", array);
    }
    let is_written = ty.ends_with('*') && !ty.starts_with("const ");
    if listed(&CONSUMED) {
        let is_list = ty.ends_with('*') && export.has(&format!("n_{name}"));
        let length = if is_list { format!("n_{name}") } else { String::new() };
        return named.text("is", "consumed").text("length", &length).text("null", null_of_list(is_list, is_written));
    }
    // An array without its own length has the length of the array before it.
    let own = [format!("n_{name}"), format!("cap_{name}")];
    let of_others = || export.arguments.iter().find(|one| one.name.starts_with("n_") && one.ty == "uint64_t");
    let length = match ty {
        _ if export.has(&own[1]) => own[1].clone(),
        _ if export.has(&own[0]) && !ty.contains("**") => own[0].clone(),
        "TenureHandle *" | "const TenureHandle *" if model.is_none() && !name.starts_with("out") => {
            of_others().map(|one| one.name.clone()).unwrap_or_default()
        }
        _ => String::new(),
    };
    if ty == "const char *" {
        return named.text("is", "text").text("null", null);
    }
    if ty.ends_with('*') {
        let is_new = ty == "TenureHandle *" && model.is_none_or(makes);
        let is = if is_written { "result" } else { "array" };
        let of = match ty {
            "TenureHandle *" if is_new => "new",
            "TenureHandle *" | "const TenureHandle *" => "borrowed",
            "void *" | "const void *" => "bytes",
            "char *" => "text",
            _ => "",
        };
        let null = if length.is_empty() { null } else { "if_empty" };
        return named.text("is", is).text("of", of).text("length", &length).text("null", null);
    }
    let (is, of) = match (ty, name) {
        ("TenureHandle", "scope") if export.arguments.iter().any(|one| one.ty == "TenureHandle *") => ("owner", ""),
        ("TenureHandle", _) => ("borrowed", ""),
        ("uint8_t", _) => ("flag", ""),
        ("int32_t", "device") => ("device", ""),
        ("int32_t", "copy") => ("code", "TenureCopyMode"),
        ("int32_t", _) if name.ends_with("_kind") => ("code", "TenureScalarKind"),
        ("int32_t", _) => ("code", "TenureDtype"),
        _ => ("number", ""),
    };
    named.text("is", is).text("of", of)
}

fn null_of_list(is_list: bool, is_pointer: bool) -> &'static str {
    match (is_list, is_pointer) {
        (true, _) => "if_empty",
        (false, true) => "error",
        (false, false) => "",
    }
}

/// Whether the handles that a function of the model returns are new references.
fn makes(function: &Function) -> bool {
    match function.output {
        Output::Handle => !function.makes.is_empty(),
        Output::Tensors(_) | Output::TensorList => true,
        _ => false,
    }
}

/// Converts `DtypeKind` to `DTYPE_KIND` and keeps `BF16`: the names that cbindgen gives enum
/// values.
fn screaming(name: &str) -> String {
    let mut text = String::new();
    let mut after_lower = false;
    for letter in name.chars() {
        if after_lower && letter.is_uppercase() {
            text.push('_');
        }
        after_lower = letter.is_lowercase();
        text.extend(letter.to_uppercase());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{exports, function};
    use crate::{c, read};

    fn lines(source: &str) -> String {
        let functions = read::parsed("tensor", "tensor/math", source).expect("every type has a rule");
        let exports = exports::of(&c::exports("tensor", &functions)).expect("it is Rust");
        exports.iter().zip(&functions).map(|(export, model)| function(export, Some(model))).collect()
    }

    #[test]
    fn a_parameter_says_what_it_is_and_what_null_does() {
        let text = lines(
            "/// Scales `t`.\n///\n/// - `by` = none: how much, \"as is\" if none\n\
             pub fn scale(scope: Owner, t: TensorRef, by: Option<f64>, axes: Axes) -> Result<NewTensor> { todo!() }",
        );
        let has = |part: &str| assert!(text.contains(part), "{part} in {text}");
        has(r#"{"name": "scope", "type": "TenureHandle", "is": "owner"}"#);
        has(r#"{"name": "t", "type": "TenureHandle", "is": "borrowed", "of": "tensor"}"#);
        has(
            r#""name": "by", "type": "const double *", "is": "number", "null": "none", "default": "none", "doc": "how"#,
        );
        has(
            r#"{"name": "axes", "type": "const int64_t *", "is": "array", "of": "axes", "length": "n_axes", "null": "if_empty"}"#,
        );
        has(r#"{"name": "n_axes", "type": "uint64_t", "is": "length", "of": "axes"}"#);
        has(r#"{"name": "out", "type": "TenureHandle *", "is": "result", "of": "new", "null": "error"}"#);
        has(r#"\"as is\""#);
    }

    #[test]
    fn a_text_has_room_and_a_count() {
        let text = lines("/// Its name.\npub fn name(t: TensorRef) -> Result<String> { todo!() }");
        let has = |part: &str| assert!(text.contains(part), "{part} in {text}");
        has(
            r#"{"name": "buf", "type": "char *", "is": "result", "of": "text", "length": "cap_buf", "null": "if_empty"}"#,
        );
        has(r#"{"name": "cap_buf", "type": "uint64_t", "is": "room", "of": "buf"}"#);
        has(r#"{"name": "n_buf", "type": "uint64_t *", "is": "count", "of": "buf", "null": "error"}"#);
    }
}
