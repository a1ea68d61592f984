//! The signatures of a function in each language, as rows of a table.

use crate::csharp;
use crate::fsharp;
use crate::java;
use crate::model::{Function, Kind, Output, Param, camel};
use crate::shape::{self, Form};

/// The table of a function.
pub fn table(function: &Function) -> String {
    let mut rows = Vec::new();
    if let Some(form) = shape::form(function) {
        rows.push(("Java", java_of(function, form)));
        rows.push(("C#", csharp_of(function, form)));
        rows.extend(fsharp::heads(function).into_iter().take(2).map(|head| ("F#", head)));
    }
    rows.push(("C", c_of(function)));
    rows.push(("Rust", rust_of(function)));
    let rows: String = rows.iter().map(|(language, text)| format!("| {language} | `{text}` |\n")).collect();
    format!("| | |\n|---|---|\n{rows}")
}

/// Whether a member has no receiver.
fn is_static(function: &Function, form: Form) -> bool {
    shape::is_maker(form)
        || form == Form::Join
        || function.params.get(1).is_some_and(|param| param.kind == Kind::Handles)
}

fn params_of(function: &Function, form: Form) -> Vec<&Param> {
    let operands = shape::operands(function).iter();
    match shape::is_maker(form) {
        true => operands.chain([&function.params[2], &function.params[1]]).collect(),
        false => operands.collect(),
    }
}

/// Parameters with their types, and what they are where a caller leaves them out.
fn declared(function: &Function, form: Form, ty: &dyn Fn(&Param) -> String, name: &dyn Fn(&Param) -> String) -> String {
    let doc = function.doc();
    let declare = |param: &Param| {
        let default = match param.kind {
            Kind::DType if shape::is_maker(form) => Some(shape::default_dtype(function)),
            Kind::Device if shape::is_maker(form) => Some("CPU"),
            _ => doc.otherwise(&param.name),
        };
        let default = default.map_or(String::new(), |value| format!(" = {value}"));
        format!("{} {}{default}", ty(param), name(param))
    };
    params_of(function, form).into_iter().map(declare).collect::<Vec<_>>().join(", ")
}

fn java_of(function: &Function, form: Form) -> String {
    let name = java::method_name(function);
    let ty = |param: &Param| match param.kind {
        Kind::Scalar => "number".to_string(),
        _ => java::type_among(param).replace("@Nullable ", ""),
    };
    let result = match function.output {
        Output::Nothing => "void".to_string(),
        Output::Tensors(_) => java::results::name(function),
        Output::TensorList => "List<Tensor>".into(),
        Output::Handle => "Tensor".into(),
        Output::F64 => "double".into(),
        Output::Flag => "boolean".into(),
        Output::DType => "DType".into(),
        Output::Device => "Device".into(),
        Output::Shape => "long[]".into(),
        Output::I32 | Output::U32 => "int".into(),
        _ => "long".into(),
    };
    let class = if is_static(function, form) { "Tensor." } else { "" };
    format!("{result} {class}{name}({})", declared(function, form, &ty, &shape::name))
}

fn csharp_of(function: &Function, form: Form) -> String {
    let name = csharp::member_name(function);
    let result = match function.output {
        Output::Nothing => "void".to_string(),
        Output::Tensors(_) => {
            let doc = function.doc();
            let names: Vec<String> =
                doc.results.iter().map(|result| format!("Tensor {}", crate::model::pascal(&result.name))).collect();
            format!("({})", names.join(", "))
        }
        Output::TensorList => "Tensor[]".into(),
        Output::Handle => "Tensor".into(),
        Output::F64 => "double".into(),
        Output::Flag => "bool".into(),
        Output::DType => "DType".into(),
        Output::Device => "Device".into(),
        Output::Shape if name == "Shape" => "Shape".into(),
        Output::Shape => "long[]".into(),
        Output::I32 | Output::U32 => "int".into(),
        _ => "long".into(),
    };
    if form == Form::Question && function.file == "tensor/info" {
        return format!("{result} {name}");
    }
    let class = if is_static(function, form) { "Tensor." } else { "" };
    format!("{result} {class}{name}({})", declared(function, form, &csharp::type_among, &csharp::name))
}

fn c_of(function: &Function) -> String {
    let mut names: Vec<String> = Vec::new();
    for param in &function.params {
        if param.kind == Kind::Scalar {
            names.push(format!("{}_kind", param.name));
        }
        names.push(param.name.clone());
        if param.is_list() || param.kind == Kind::Handles {
            names.push(format!("n_{}", param.name));
        }
    }
    match function.output {
        Output::Nothing => {}
        Output::Tensors(_) => names.extend(function.doc().results.into_iter().map(|result| result.name)),
        Output::TensorList => names.extend(["out".into(), "cap_out".into(), "n_out".into()]),
        Output::Shape => names.extend(["dims".into(), "cap_dims".into(), "n_dims".into()]),
        _ => names.push("out".into()),
    }
    format!("{}({})", function.c_name(), names.join(", "))
}

fn rust_of(function: &Function) -> String {
    let names: Vec<&str> = function.params.iter().map(|param| param.name.as_str()).collect();
    format!("{}({})", function.path(), names.join(", "))
}

/// A call in Java, of the words of a scenario.
pub fn call(function: &Function, form: Form, values: &dyn Fn(&Param) -> String) -> String {
    let name = java::method_name(function);
    let receiver = function.params.get(1).filter(|_| !is_static(function, form));
    let params: Vec<&Param> = match form {
        Form::Shaped | Form::Counted => java::makers::ordered(function),
        Form::Reduce if values(&function.params[3]) == "false" => vec![&function.params[2]],
        Form::Reduce => vec![&function.params[3], &function.params[2]],
        Form::Join => {
            let (lists, others): (Vec<&Param>, Vec<&Param>) =
                shape::operands(function).iter().partition(|param| param.kind == Kind::Handles);
            others.into_iter().chain(lists).collect()
        }
        _ => shape::operands(function).iter().collect(),
    };
    let given: Vec<String> =
        params.into_iter().filter(|param| param.kind != Kind::Device || !shape::is_maker(form)).map(values).collect();
    let receiver = receiver.map_or("Tensor".to_string(), values);
    format!("{receiver}.{}({})", camel(&name), given.join(", "))
}
