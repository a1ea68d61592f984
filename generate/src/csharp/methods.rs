//! The members of C#'s `Tensor` that have a receiver, or join several tensors.

use super::{is_static, making, member_name, name, passed, type_of, xml};
use crate::model::{Function, Kind, Output, Param};
use crate::shape::{self, Form};

/// Each method, in order.
pub fn methods(functions: &[Function]) -> Vec<String> {
    let mut texts = Vec::new();
    for function in functions {
        let Some(form) = shape::form(function).filter(|form| !shape::is_maker(*form)) else { continue };
        texts.push(match form {
            Form::Question => question(function),
            Form::Join => join(function),
            Form::Reduce => reduction(function),
            Form::List => list(function),
            Form::Mixed if shape::operands(function).len() > 1 => mixed(function),
            form => short(function, form),
        });
    }
    texts
}

/// The parameters with their types, and with their values where a caller may leave them out.
fn declared(function: &Function, params: &[&Param]) -> String {
    let doc = function.doc();
    let declare = |param: &&Param| {
        let default = doc.otherwise(&param.name).map_or(String::new(), |value| format!(" = {value}"));
        format!("{} {}{default}", type_of(param.kind), name(param))
    };
    params.iter().map(declare).collect::<Vec<_>>().join(", ")
}

/// One line on top of a shape of call that there is.
fn short(function: &Function, form: Form) -> String {
    let params: Vec<&Param> = shape::operands(function).iter().collect();
    let mut arguments = vec![format!("&Native.{}", function.c_name()), "this".into()];
    arguments.extend(params.iter().map(|param| match param.kind {
        Kind::Handle => name(param),
        _ => passed(param),
    }));
    let (result, call) = match form {
        Form::Unary => ("Tensor", "Unary"),
        Form::Binary => ("Tensor", "Binary"),
        Form::Change | Form::ChangeBinary | Form::ChangeScalar => ("void", "Change"),
        _ => ("Tensor", "With"),
    };
    format!(
        "{}    public {result} {}({}) => Call.{call}({});\n",
        xml(&function.doc(), &params, "", ""),
        member_name(function),
        declared(function, &params),
        arguments.join(", ")
    )
}

fn mixed(function: &Function) -> String {
    let among_operands = is_static(function);
    let receiver = &function.params[1];
    let operands = shape::operands(function).iter();
    let params: Vec<&Param> = among_operands.then_some(receiver).into_iter().chain(operands).collect();
    let this = if among_operands { name(receiver) } else { "this".into() };
    let handle = if among_operands { passed(receiver) } else { "Handle".into() };
    let arguments: Vec<String> = [handle].into_iter().chain(shape::operands(function).iter().map(passed)).collect();
    let tensors: Vec<String> =
        params.iter().filter(|param| param.kind == Kind::Handle).map(|param| name(param)).collect();
    let checks: String =
        tensors.iter().map(|tensor| format!("        ArgumentNullException.ThrowIfNull({tensor});\n")).collect();
    let kept: Vec<String> =
        (!among_operands).then(|| "this".to_string()).into_iter().chain(tensors.iter().cloned()).collect();
    let owner = format!("CurrentScope.OwnerFor({this})");
    format!(
        "{}    public {}Tensor {}({})\n    {{\n{checks}{}    }}\n",
        xml(&function.doc(), &params, "", ""),
        if among_operands { "static " } else { "" },
        member_name(function),
        declared(function, &params),
        making(function, &owner, "Call.OwnerNumber", &arguments, &kept)
    )
}

/// A list of axes or a shape, also as `int`s, as arrays of .NET have them.
fn list(function: &Function) -> String {
    let params: Vec<&Param> = shape::operands(function).iter().collect();
    let (member, list, docs) = (member_name(function), name(params[0]), xml(&function.doc(), &params, "", ""));
    format!(
        "{docs}    [OverloadResolutionPriority(1)]\n    public Tensor {member}({}) => \
         Call.WithList(&Native.{}, this, {list});\n\n\
         {docs}    public Tensor {member}(int[] {list}) => {member}((ReadOnlySpan<long>)IntShape.Of({list}));\n",
        declared(function, &params),
        function.c_name()
    )
}

/// A reduction, first the overload that keeps no axis.
fn reduction(function: &Function) -> String {
    let [axes, keepdim] = shape::operands(function) else { unreachable!("the form says so") };
    let (member, core, doc) = (member_name(function), function.c_name(), function.doc());
    format!(
        "{}    public Tensor {member}(params ReadOnlySpan<long> axes) => Call.Reduce(&Native.{core}, this, axes, false);\n\n\
         {}    public Tensor {member}(bool keepDim, params ReadOnlySpan<long> axes) => \
         Call.Reduce(&Native.{core}, this, axes, keepDim);\n",
        xml(&doc, &[axes], "", ""),
        xml(&doc, &[keepdim, axes], "", "")
    )
}

/// A static method of several tensors, and of a list of them.
fn join(function: &Function) -> String {
    let params: Vec<&Param> = shape::operands(function).iter().collect();
    let (member, list, docs) = (member_name(function), name(params[0]), xml(&function.doc(), &params, "", ""));
    let others = declared(function, &params[1..]);
    let names: Vec<String> = params[1..].iter().map(|param| name(param)).collect();
    let names = names.join(", ");
    format!(
        "{docs}    [OverloadResolutionPriority(1)]\n    public static Tensor {member}(ReadOnlySpan<Tensor> {list}, {others}) =>\n\
         \x20       Call.Join(&Native.{}, {list}, {names});\n\n\
         {docs}    public static Tensor {member}(IEnumerable<Tensor> {list}, {others}) => \
         {member}(Call.Listed({list}), {names});\n",
        function.c_name()
    )
}

/// What a tensor is, is a property; what it has for an element is a method.
fn question(function: &Function) -> String {
    let docs = xml(&function.doc(), &[], "", "");
    let (member, core) = (member_name(function), function.c_name());
    let (native, result, value) = match function.output {
        Output::Shape => return format!("{docs}    public long[] {member} => Axes(&Native.{core});\n"),
        Output::F64 => ("double", "double", "result"),
        Output::Flag => ("byte", "bool", "result != 0"),
        Output::U32 => ("uint", "int", "(int)result"),
        Output::U64 => ("ulong", "long", "(long)result"),
        Output::DType => ("int", "DType", "(DType)result"),
        Output::Device => ("int", "Device", "new Device(result)"),
        Output::I32 => ("int", "int", "result"),
        _ => ("long", "long", "result"),
    };
    let body = |indent: &str| {
        let lines = [
            &format!("{native} result;"),
            &format!("int status = Native.{core}(Handle, &result);"),
            "GC.KeepAlive(this);",
            "Errors.Check(status);",
            &format!("return {value};"),
        ];
        lines.map(|line| format!("{indent}{line}\n")).concat()
    };
    match function.file.as_str() {
        "tensor/info" => format!(
            "{docs}    public {result} {member}\n    {{\n        get\n        {{\n{}        }}\n    }}\n",
            body("            ")
        ),
        _ => format!("{docs}    public {result} {member}()\n    {{\n{}    }}\n", body("        ")),
    }
}
