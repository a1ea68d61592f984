//! The members of C#'s `Tensor` that have a receiver or join several tensors.

use super::{
    is_static, making, member_name, name, otherwise, passed, pinned, retried, type_among, type_of, with_defaults, xml,
};
use crate::model::{Function, Kind, Output, Param, pascal};
use crate::shape::{self, Form};

/// The methods, in order.
pub fn methods(functions: &[Function]) -> Vec<String> {
    let mut texts = Vec::new();
    for function in functions {
        let Some(form) = shape::form(function).filter(|form| !shape::is_maker(*form)) else { continue };
        let function = &with_defaults(function);
        texts.push(match form {
            Form::Question => question(function),
            Form::Join => join(function),
            Form::Reduce => reduction(function),
            Form::List => list(function),
            Form::Change | Form::ChangeBinary | Form::ChangeScalar => change(function, form),
            Form::ChangeMixed => asking(function),
            Form::Asking => asking(function),
            Form::Several | Form::Listed => several(function),
            _ => of_operands(function),
        });
        if function.doc().spread {
            texts.push(spreads(function));
        }
    }
    texts
}

/// The parameters with their types, and with the defaults of those that may be omitted.
fn declared(function: &Function, params: &[&Param]) -> String {
    let doc = function.doc();
    let declare = |param: &&Param| {
        let ty = declared_type(function, param);
        // A list that may be given as separate numbers may be omitted without a default.
        let default = doc.otherwise(&param.name).filter(|_| !ty.starts_with("params "));
        let default = default.map_or(String::new(), |value| format!(" = {}", otherwise(param, value)));
        format!("{ty} {}{default}", name(param))
    };
    params.iter().map(declare).collect::<Vec<_>>().join(", ")
}

/// The type of a parameter. A list that is a method's only one may be given as separate numbers.
fn declared_type(function: &Function, param: &Param) -> String {
    match shape::form(function) {
        Some(Form::List | Form::Reduce) => type_of(param.kind).into(),
        _ if is_spread(function, param) => format!("params {}", type_among(param)),
        _ => type_among(param),
    }
}

/// Whether a list is the only one, is last, and is required: then it may be given as separate
/// values.
fn is_spread(function: &Function, param: &Param) -> bool {
    let is_list = |param: &&Param| matches!(param.kind, Kind::Dims | Kind::Axes | Kind::Ints | Kind::Handles);
    let operands = shape::operands(function);
    let doc = function.doc();
    operands.last().is_some_and(|last| last.name == param.name)
        && operands.iter().all(|other| doc.otherwise(&other.name).is_none())
        && operands.iter().filter(is_list).count() == 1
        && is_list(&param)
}

/// A method that returns a new tensor from the receiver and single operands.
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
        "{}{}    public {}Tensor {}({})\n    {{\n{}{}    }}\n",
        xml(&function.doc(), &params, "", ""),
        preferred(&params),
        if among_operands { "static " } else { "" },
        member_name(function),
        declared(function, &params),
        checks(&params),
        making(function, &format!("CurrentScope.OwnerFor({this})"), "Call.OwnerNumber", &arguments, &kept)
    )
}

/// The overloads that take axes as separate numbers, behind what comes before them, and whether
/// they stay.
fn spreads(function: &Function) -> String {
    let operands: Vec<&Param> = shape::operands(function).iter().collect();
    let to = operands.iter().position(|param| param.kind == Kind::Axes).expect("it takes axes");
    let (doc, member, before) = (function.doc(), member_name(function), &operands[..to]);
    let keepdim = *operands.iter().find(|param| param.kind == Kind::Flag).expect("axes may stay");
    let value = |param: &&Param| match param.kind {
        Kind::Axes | Kind::Flag => name(param),
        _ if before.iter().any(|one| one.name == param.name) => name(param),
        _ => otherwise(param, doc.otherwise(&param.name).unwrap_or_default()),
    };
    let all: Vec<String> = operands.iter().map(value).collect();
    let names: String = before.iter().map(|param| name(param) + ", ").collect();
    let declared: String = before.iter().map(|param| format!("{} {}, ", type_among(param), name(param))).collect();
    let short = [before, &operands[to..=to]].concat();
    let long = [before, &[keepdim], &operands[to..=to]].concat();
    format!(
        "{}    public Tensor {member}({declared}params ReadOnlySpan<long> axes) => {member}({names}false, axes);\n\n\
         {}    public Tensor {member}({declared}bool keepDim, params ReadOnlySpan<long> axes) => {member}({});\n",
        xml(&doc, &short, "", ""),
        xml(&doc, &long, "", ""),
        all.join(", ")
    )
}

/// The attribute that makes C# treat a number among the arguments as a number, although it could
/// convert it to a tensor: the overload with more numbers is preferred.
fn preferred(params: &[&Param]) -> String {
    match params.iter().filter(|param| param.kind == Kind::Scalar).count() {
        0 => String::new(),
        n => format!("    [OverloadResolutionPriority({n})]\n"),
    }
}

/// The names of the parameters that are tensors.
fn tensors(params: &[&Param]) -> Vec<String> {
    let is_tensor = |param: &&&Param| matches!(param.kind, Kind::Handle | Kind::OptionalHandle);
    params.iter().filter(is_tensor).map(|param| name(param)).collect()
}

/// The lines that refuse null, and text with a NUL or an unpaired surrogate.
fn checks(params: &[&Param]) -> String {
    let check = |param: &&Param| match param.kind {
        Kind::Handle => format!("        ArgumentNullException.ThrowIfNull({});\n", name(param)),
        Kind::Text => format!("        NativeText.Check({0}, nameof({0}));\n", name(param)),
        _ => String::new(),
    };
    params.iter().map(check).collect()
}

/// The lines that keep operands reachable up to this point.
fn kept(params: &[&Param]) -> String {
    let single: String = tensors(params).iter().map(|one| format!("        GC.KeepAlive({one});\n")).collect();
    let lists = params.iter().filter(|param| param.kind == Kind::Handles);
    single + &lists.map(|list| format!("        Call.KeepAlive({});\n", name(list))).collect::<String>()
}

/// A method with several results: a named tuple, or an array.
fn several(function: &Function) -> String {
    let is_joined = function.params.get(1).is_some_and(|param| param.kind == Kind::Handles);
    let params: Vec<&Param> = shape::operands(function).iter().collect();
    let receiver = (!is_joined).then(|| "Handle".to_string());
    let mut arguments: Vec<String> = vec!["Call.OwnerNumber(owner)".into()];
    arguments.extend(receiver);
    arguments.extend(params.iter().map(|param| passed(param)));
    let (results, n, end) = match function.output {
        Output::Tensors(n) => {
            let named = |result: &crate::model::Named| format!("Tensor {}", pascal(&result.name));
            let named: Vec<String> = function.doc().results.iter().map(named).collect();
            let all: Vec<String> = (0..n).map(|i| format!("all[{i}]")).collect();
            arguments.extend((0..n).map(|i| format!("results + {i}")));
            (format!("({})", named.join(", ")), n, format!("return ({});", all.join(", ")))
        }
        _ => {
            arguments.extend(["results".into(), "(ulong)made.Length".into(), "&count".into()]);
            ("Tensor[]".into(), 8, "return all;".into())
        }
    };
    let is_list = function.output == Output::TensorList;
    let pinned = pinned(&function.params);
    let call = format!("status = Native.{}({});", function.c_name(), arguments.join(", "));
    let call = pinned.around(|indent| {
        let inner = format!("{indent}    ");
        let retried = retried(&format!("{inner}{call}\n"), &inner);
        format!("{indent}fixed (ulong* results = made)\n{indent}{{\n{retried}{indent}}}\n")
    });
    let first = params.first().map(|param| name(param)).unwrap_or_default();
    let owner = if is_joined { format!("Call.OwnerFor({first})") } else { "CurrentScope.OwnerFor(this)".into() };
    let (count, again, cut) = if is_list {
        let again = format!(
            "        if (count > (ulong)made.Length)\n        {{\n            made = new ulong[count];\n{}        }}\n",
            call.lines().map(|line| format!("    {line}\n")).collect::<String>()
        );
        ("        ulong count = 0;\n", again, "[..(int)count]")
    } else {
        ("", String::new(), "")
    };
    format!(
        "{}    public {}{results} {}({})\n    {{\n{}        Scope? owner = {owner};\n{}        ulong[] made = new ulong[{n}];\n{count}\
         \x20       int status, attempt = 0;\n{call}{again}{}{}        GC.KeepAlive(owner);\n        Errors.Check(status);\n        \
         Tensor[] all = Call.AdoptAll(made{cut}, owner);\n        {end}\n    }}\n",
        xml(&function.doc(), &params, "", ""),
        if is_joined { "static " } else { "" },
        member_name(function),
        declared(function, &params),
        checks(&params),
        pinned.before,
        if is_joined { "" } else { "        GC.KeepAlive(this);\n" },
        kept(&params),
    )
}

/// A query or a change with operands other than the receiver.
fn asking(function: &Function) -> String {
    let params: Vec<&Param> = shape::operands(function).iter().collect();
    let mut arguments: Vec<String> =
        ["Handle".to_string()].into_iter().chain(params.iter().map(|param| passed(param))).collect();
    let (native, result, value) = match function.output {
        Output::F64 => ("double", "double", "result"),
        Output::Flag => ("byte", "bool", "result != 0"),
        Output::Nothing => ("", "void", ""),
        _ => ("long", "long", "result"),
    };
    let asks = function.output != Output::Nothing;
    if asks {
        arguments.push("&result".into());
    }
    let pinned = pinned(&function.params);
    let call = format!("status = Native.{}({});", function.c_name(), arguments.join(", "));
    let call = pinned.around(|indent| retried(&format!("{indent}{call}\n"), indent));
    let (declare, answer) = if asks {
        (format!("        {native} result;\n"), format!("        return {value};\n"))
    } else {
        (String::new(), String::new())
    };
    format!(
        "{}{}    public {result} {}({})\n    {{\n{}{}{declare}        int status, attempt = 0;\n{call}        \
         GC.KeepAlive(this);\n{}        Errors.Check(status);\n{answer}    }}\n",
        xml(&function.doc(), &params, "", ""),
        preferred(&params),
        member_name(function),
        declared(function, &params),
        checks(&params),
        pinned.before,
        kept(&params),
    )
}

/// A change of the receiver. With another tensor it may need memory to convert that one.
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
        "{}{}    public void {}({})\n    {{\n{}        {call}        GC.KeepAlive(this);\n{kept}        \
         Errors.Check(status);\n    }}\n",
        xml(&function.doc(), &params, "", ""),
        preferred(&params),
        member_name(function),
        declared(function, &params),
        checks(&params)
    )
}

/// A method with a list of axes or a shape, also as `int`s, which .NET's own arrays use.
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

/// The body of a method with the receiver, a list of numbers, and a flag that keeps the axes.
fn of_list(function: &Function) -> String {
    let operands = shape::operands(function).iter().map(passed);
    let arguments: Vec<String> = ["Handle".to_string()].into_iter().chain(operands).collect();
    making(function, "CurrentScope.OwnerFor(this)", "Call.OwnerNumber", &arguments, &["this".into()])
}

/// A reduction: first the overload that keeps no axis.
fn reduction(function: &Function) -> String {
    let [axes, keepdim] = shape::operands(function) else { unreachable!("the form says so") };
    let (member, doc) = (member_name(function), function.doc());
    // The priority makes a literal 0 an axis, which otherwise could also be an element type.
    format!(
        "{}    [OverloadResolutionPriority(1)]\n    public Tensor {member}(params ReadOnlySpan<long> axes) => {member}(false, axes);\n\n\
         {}    public Tensor {member}(bool keepDim, params ReadOnlySpan<long> axes)\n    {{\n{}    }}\n",
        xml(&doc, &[axes], "", ""),
        xml(&doc, &[keepdim, axes], "", ""),
        of_list(function)
    )
}

/// A static method of several tensors, and one of a list of them.
fn join(function: &Function) -> String {
    let params: Vec<&Param> = shape::operands(function).iter().collect();
    let of_all = |list: &str, passed: &str| -> (String, String) {
        let doc = function.doc();
        let one = |param: &&Param| match param.kind {
            Kind::Handles => (format!("{list} {}", name(param)), format!("{passed}({})", name(param))),
            _ => {
                let default = doc.otherwise(&param.name).map(|value| format!(" = {}", otherwise(param, value)));
                (format!("{} {}{}", type_among(param), name(param), default.unwrap_or_default()), name(param))
            }
        };
        let (declared, given): (Vec<String>, Vec<String>) = params.iter().map(one).unzip();
        (declared.join(", "), given.join(", "))
    };
    let tensors = params.iter().find(|param| param.kind == Kind::Handles).expect("the form says so");
    let (member, list, docs) = (member_name(function), name(tensors), xml(&function.doc(), &params, "", ""));
    let spread = if is_spread(function, tensors) { "params " } else { "" };
    let (declared, _) = of_all(&format!("{spread}ReadOnlySpan<Tensor>"), "");
    let (of_list, given) = of_all("IEnumerable<Tensor>", "Call.Listed");
    let arguments: Vec<String> = params.iter().copied().map(passed).collect();
    // Parameters before the list are checked before it.
    let listed = match checks(&params).as_str() {
        "" => format!(" => {member}({given});\n"),
        checks => format!("\n    {{\n{checks}        return {member}({given});\n    }}\n"),
    };
    format!(
        "{docs}    [OverloadResolutionPriority(1)]\n    public static Tensor {member}({declared})\n    \
         {{\n{}        ulong[] handles = Call.Handles({list});\n{}    }}\n\n\
         {docs}    public static Tensor {member}({of_list}){listed}",
        checks(&params),
        making(function, &format!("Call.OwnerFor({list})"), "Call.OwnerNumber", &arguments, &[])
    )
}

/// A query: a property if it describes the tensor, a method if it reads an element.
fn question(function: &Function) -> String {
    let docs = xml(&function.doc(), &[], "", "");
    let (member, core) = (member_name(function), function.c_name());
    let (native, result, value) = match function.output {
        Output::Shape if member == "Shape" => {
            return format!("{docs}    public Shape Shape => new((ReadOnlySpan<long>)Axes(&Native.{core}));\n");
        }
        Output::Shape => return format!("{docs}    public long[] {member} => Axes(&Native.{core});\n"),
        Output::F64 => ("double", "double", "result"),
        Output::Flag => ("byte", "bool", "result != 0"),
        Output::U32 => ("ulong", "int", "(int)result"),
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
