//! The members of C#'s `Tensor` that have a receiver, or join several tensors.

use super::{is_static, making, member_name, name, passed, retried, type_of, xml};
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
            Form::Change | Form::ChangeBinary | Form::ChangeScalar => change(function, form),
            _ => of_operands(function),
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

/// A new tensor of the receiver and single operands.
fn of_operands(function: &Function) -> String {
    let among_operands = is_static(function);
    let receiver = &function.params[1];
    let operands = shape::operands(function).iter();
    let params: Vec<&Param> = among_operands.then_some(receiver).into_iter().chain(operands).collect();
    let this = if among_operands { name(receiver) } else { "this".into() };
    let handle = if among_operands { passed(receiver) } else { "Handle".into() };
    let arguments: Vec<String> = [handle].into_iter().chain(shape::operands(function).iter().map(passed)).collect();
    let kept: Vec<String> = (!among_operands).then(|| "this".to_string()).into_iter().chain(tensors(&params)).collect();
    format!(
        "{}    public {}Tensor {}({})\n    {{\n{}{}    }}\n",
        xml(&function.doc(), &params, "", ""),
        if among_operands { "static " } else { "" },
        member_name(function),
        declared(function, &params),
        checks(&params),
        making(function, &format!("CurrentScope.OwnerFor({this})"), "Call.OwnerNumber", &arguments, &kept)
    )
}

/// The names of those that are tensors.
fn tensors(params: &[&Param]) -> Vec<String> {
    params.iter().filter(|param| param.kind == Kind::Handle).map(|param| name(param)).collect()
}

/// The lines that refuse null.
fn checks(params: &[&Param]) -> String {
    let check = |tensor: &String| format!("        ArgumentNullException.ThrowIfNull({tensor});\n");
    tensors(params).iter().map(check).collect()
}

/// What changes the receiver. With another tensor it may need memory to convert that.
fn change(function: &Function, form: Form) -> String {
    let params: Vec<&Param> = shape::operands(function).iter().collect();
    let arguments: Vec<String> = ["Handle".to_string()].into_iter().chain(params.iter().copied().map(passed)).collect();
    let call = format!("Native.{}({})", function.c_name(), arguments.join(", "));
    let call = match form {
        Form::ChangeBinary => {
            format!("int status, attempt = 0;\n{}", retried(&format!("        status = {call};\n"), "        "))
        }
        _ => format!("int status = {call};\n"),
    };
    let kept: String = tensors(&params).iter().map(|tensor| format!("        GC.KeepAlive({tensor});\n")).collect();
    format!(
        "{}    public void {}({})\n    {{\n{}        {call}        GC.KeepAlive(this);\n{kept}        \
         Errors.Check(status);\n    }}\n",
        xml(&function.doc(), &params, "", ""),
        member_name(function),
        declared(function, &params),
        checks(&params)
    )
}

/// A list of axes or a shape, also as `int`s, as arrays of .NET have them.
fn list(function: &Function) -> String {
    let params: Vec<&Param> = shape::operands(function).iter().collect();
    let (member, list, docs) = (member_name(function), name(params[0]), xml(&function.doc(), &params, "", ""));
    format!(
        "{docs}    [OverloadResolutionPriority(1)]\n    public Tensor {member}({})\n    {{\n{}    }}\n\n\
         {docs}    public Tensor {member}(int[] {list}) => {member}((ReadOnlySpan<long>)IntShape.Of({list}));\n",
        declared(function, &params),
        of_list(function)
    )
}

/// The body of what takes the receiver, a list of numbers, and whether the axes of it stay.
fn of_list(function: &Function) -> String {
    let operands = shape::operands(function).iter().map(passed);
    let arguments: Vec<String> = ["Handle".to_string()].into_iter().chain(operands).collect();
    making(function, "CurrentScope.OwnerFor(this)", "Call.OwnerNumber", &arguments, &["this".into()])
}

/// A reduction, first the overload that keeps no axis.
fn reduction(function: &Function) -> String {
    let [axes, keepdim] = shape::operands(function) else { unreachable!("the form says so") };
    let (member, doc) = (member_name(function), function.doc());
    format!(
        "{}    public Tensor {member}(params ReadOnlySpan<long> axes) => {member}(false, axes);\n\n\
         {}    public Tensor {member}(bool keepDim, params ReadOnlySpan<long> axes)\n    {{\n{}    }}\n",
        xml(&doc, &[axes], "", ""),
        xml(&doc, &[keepdim, axes], "", ""),
        of_list(function)
    )
}

/// A static method of several tensors, and of a list of them.
fn join(function: &Function) -> String {
    let params: Vec<&Param> = shape::operands(function).iter().collect();
    let (member, list, docs) = (member_name(function), name(params[0]), xml(&function.doc(), &params, "", ""));
    let others = declared(function, &params[1..]);
    let names: Vec<String> = params[1..].iter().map(|param| name(param)).collect();
    let arguments: Vec<String> = params.iter().copied().map(passed).collect();
    format!(
        "{docs}    [OverloadResolutionPriority(1)]\n    public static Tensor {member}(ReadOnlySpan<Tensor> {list}, {others})\n    \
         {{\n        ulong[] handles = Call.Handles({list});\n{}    }}\n\n\
         {docs}    public static Tensor {member}(IEnumerable<Tensor> {list}, {others}) => \
         {member}(Call.Listed({list}), {});\n",
        making(function, &format!("Call.OwnerFor({list})"), "Call.OwnerNumber", &arguments, &[]),
        names.join(", ")
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
