//! The configuration of a workspace: parameters with a default each, in Java a record with a
//! builder, in C# a record with an initializer; in both they go to the core as JSON.
//!
//! Invariant: the order is that of the fields in Rust, since a record of Java has it in its
//! constructor. Whether values agree is the core's to say, and nothing here checks it.

use super::read::{enum_of, paragraphs};
use super::{ENUMS, Listed, Value, csharp, java};
use crate::java::comment;
use crate::model::{camel, pascal};
use crate::read::written;
use quote::ToTokens;
use std::fmt::Write;

/// Where it is defined, and what it is called there.
pub const FILE: &str = "src/memory/workspace/config.rs";
const NAME: &str = "Config";

/// A parameter.
pub struct Parameter {
    name: String,
    docs: String,
    kind: Kind,
    default: Default,
}

#[derive(Clone, Copy)]
enum Kind {
    Size,
    Ratio,
    Text,
    Switch,
    /// An enum that is called so outside.
    Policy(&'static str),
}

/// A default in Java and in C#.
struct Default {
    java: String,
    csharp: String,
}

/// The parameters of a file.
pub fn parameters(text: &str) -> Result<Vec<Parameter>, String> {
    let file = syn::parse_file(text).map_err(|error| error.to_string())?;
    let found = file.items.iter().find_map(|item| match item {
        syn::Item::Struct(item) if item.ident == NAME => Some(item),
        _ => None,
    });
    let defaults = defaults(&file).ok_or("there is no `impl Default for Config` of one expression")?;
    let fields = found.ok_or("there is no such struct")?.fields.iter();
    fields.map(|field| parameter(text, field, &defaults)).collect()
}

/// The expression of each field.
fn defaults(file: &syn::File) -> Option<Vec<(String, syn::Expr)>> {
    let body = file.items.iter().find_map(|item| match item {
        syn::Item::Impl(item) if item.trait_.as_ref().is_some_and(|(_, name, _)| name.is_ident("Default")) => {
            item.items.first()
        }
        _ => None,
    })?;
    let syn::ImplItem::Fn(body) = body else { return None };
    let [syn::Stmt::Expr(syn::Expr::Struct(value), None)] = body.block.stmts.as_slice() else { return None };
    Some(value.fields.iter().map(|field| (field.member.to_token_stream().to_string(), field.expr.clone())).collect())
}

fn parameter(text: &str, field: &syn::Field, defaults: &[(String, syn::Expr)]) -> Result<Parameter, String> {
    let name = field.ident.as_ref().ok_or("has a field without a name")?.to_string();
    let docs = paragraphs(&field.attrs, &name)?.join(" ");
    let expr = defaults.iter().find(|(other, _)| *other == name).ok_or_else(|| format!("{name} has no default"))?;
    let expr = expr.1.to_token_stream().to_string().replace(' ', "");
    let same = |value: &str| Default { java: value.into(), csharp: value.into() };
    let (name, kind, default) = match written(&field.ty).as_str() {
        "u64" => (camel(&name), Kind::Size, same(&expr)),
        "f64" => (camel(&name), Kind::Ratio, same(&expr)),
        "bool" => (camel(&name), Kind::Switch, same(&expr)),
        "String" if expr == "String::new()" => (camel(&name), Kind::Text, same("\"\"")),
        ty => {
            let listed = listed(ty).ok_or_else(|| format!("{name} is of type {ty}, which is none that is listed"))?;
            (policy_name(&name, listed.outside), Kind::Policy(listed.outside), default_of(text, listed, &expr)?)
        }
    };
    Ok(Parameter { name, docs, kind, default })
}

fn listed(ty: &str) -> Option<&'static Listed> {
    ENUMS.iter().find(|listed| listed.file == FILE && listed.name == ty)
}

/// `allocation` of an `AllocationPolicy` is `policyAllocation`; any other is called as its type.
fn policy_name(field: &str, outside: &str) -> String {
    if outside.ends_with("Policy") { format!("policy{}", pascal(field)) } else { lower(outside) }
}

fn lower(name: &str) -> String {
    name[..1].to_lowercase() + &name[1..]
}

fn upper(name: &str) -> String {
    name[..1].to_uppercase() + &name[1..]
}

fn default_of(text: &str, listed: &Listed, expr: &str) -> Result<Default, String> {
    let variant = expr.rsplit("::").next().unwrap_or_default();
    let item = enum_of(text, listed.name, &[])?;
    let found = item.variants.iter().find(|other| other.name == variant);
    match &found.ok_or_else(|| format!("{expr} is no variant"))?.value {
        Value::Name(name) => {
            Ok(Default { java: format!("{}.{name}", listed.outside), csharp: format!("{}.{variant}", listed.outside) })
        }
        Value::Code(_) => Err(format!("{expr} has no name")),
    }
}

impl Parameter {
    fn java_type(&self) -> &'static str {
        match self.kind {
            Kind::Size => "long",
            Kind::Ratio => "double",
            Kind::Text => "String",
            Kind::Switch => "boolean",
            Kind::Policy(outside) => outside,
        }
    }

    fn csharp_type(&self) -> &'static str {
        match self.kind {
            Kind::Text => "string",
            Kind::Switch => "bool",
            _ => self.java_type(),
        }
    }

    /// Its default in words, of an enum without the type.
    fn default_words(&self) -> &str {
        match self.kind {
            Kind::Text => "empty",
            Kind::Policy(_) => self.default.java.rsplit('.').next().unwrap_or_default(),
            _ => &self.default.java,
        }
    }

    /// Whether a field of the type has the default already.
    fn is_zero(&self) -> bool {
        matches!(self.default.java.as_str(), "0" | "false")
    }
}

/// The region of `WorkspaceConfig.java`: what is written by hand follows, and ends the record.
pub fn java(parameters: &[Parameter]) -> String {
    let docs = |parameter: &Parameter| java::sentence(&parameter.docs);
    let mut lines = vec![
        "What a {@link Workspace} is to do: how large its block is, how it learns that, and what becomes of what \
         does not fit."
            .to_string(),
        String::new(),
        "<p>Sizes are bytes; each request is rounded up to 64. Which values contradict each other the core knows: \
         {@link #check()}, {@link Builder#build()} and whoever makes a workspace refuse them with the names of both \
         parameters."
            .to_string(),
        String::new(),
    ];
    lines.extend(parameters.iter().map(|parameter| {
        format!("@param {} {} (default: {})", parameter.name, docs(parameter), parameter.default_words())
    }));
    let mut given = vec![
        "A configuration of these values; nothing is null, and an absent path is the empty one.".into(),
        String::new(),
    ];
    given.extend(parameters.iter().map(|parameter| format!("@param {} see above", parameter.name)));
    let list = |each: &dyn Fn(&Parameter) -> String, between: &str| -> String {
        parameters.iter().map(each).collect::<Vec<String>>().join(between)
    };
    let mut text = format!(
        "{}public record WorkspaceConfig(\n        {}) {{\n{}    public WorkspaceConfig {{\n",
        comment(&lines, 0),
        list(&|parameter| format!("{} {}", parameter.java_type(), parameter.name), ",\n        "),
        comment(&given, 4)
    );
    for parameter in parameters {
        let name = &parameter.name;
        let _ = match parameter.kind {
            Kind::Policy(_) => writeln!(text, "        Objects.requireNonNull({name}, \"{name}\");"),
            Kind::Text => writeln!(text, "        {name} = {name} == null ? \"\" : {name};"),
            _ => Ok(()),
        };
    }
    let _ = write!(
        text,
        "    }}\n\n    /**\n     * A builder that begins with these values.\n     *\n     * @return a new builder\n     */\n    \
         public Builder toBuilder() {{\n        Builder builder = new Builder();\n        {}\n        return builder;\n    }}\n\n    \
         /** Reads what the core wrote: every parameter is there. */\n    \
         static WorkspaceConfig read(String canonical) {{\n        Map<String, String> fields = FlatJson.object(canonical);\n        \
         return new WorkspaceConfig(\n                {});\n    }}\n\n    /**\n     * A flat object with every parameter, by the names \
         that all languages share.\n     *\n     * @return JSON\n     */\n    public String toJson() {{\n        return \"{{\"\n                \
         + {}\n                + '}}';\n    }}\n\n",
        list(&|parameter| format!("builder.{0} = {0};", parameter.name), "\n        "),
        list(&java_read, ",\n                "),
        list(&java_written, " + ','\n                + "),
    );
    text + &builder(parameters)
}

fn java_read(parameter: &Parameter) -> String {
    let field = format!("fields.get(\"{}\")", parameter.name);
    match parameter.kind {
        Kind::Size => format!("Long.parseLong({field})"),
        Kind::Ratio => format!("Double.parseDouble({field})"),
        Kind::Text => field,
        Kind::Switch => format!("Boolean.parseBoolean({field})"),
        Kind::Policy(outside) => format!("{outside}.valueOf({field})"),
    }
}

fn java_written(parameter: &Parameter) -> String {
    let name = &parameter.name;
    let value = match parameter.kind {
        Kind::Ratio => format!("number({name})"),
        Kind::Text => format!("FlatJson.quoted({name})"),
        Kind::Policy(_) => format!("'\"' + {name}.name() + '\"'"),
        _ => name.clone(),
    };
    format!("\"\\\"{name}\\\":\" + {value}")
}

fn builder(parameters: &[Parameter]) -> String {
    let mut text = "    /** Makes a {@link WorkspaceConfig}; each method sets the parameter of its name. */\n    \
                    public static final class Builder {\n"
        .to_string();
    for parameter in parameters {
        let value = if parameter.is_zero() { String::new() } else { format!(" = {}", parameter.default.java) };
        let _ = writeln!(text, "        private {} {}{value};", parameter.java_type(), parameter.name);
    }
    let names: Vec<&str> = parameters.iter().map(|parameter| parameter.name.as_str()).collect();
    let _ = write!(
        text,
        "\n        private Builder() {{}}\n\n        /**\n         * The configuration.\n         *\n         * @return a new one\n         \
         * @throws InvalidArgumentException if parameters are out of range or contradict each other; it names them\n         */\n        \
         public WorkspaceConfig build() {{\n            return unchecked().check();\n        }}\n\n        \
         private WorkspaceConfig unchecked() {{\n            return new WorkspaceConfig(\n                    {});\n        }}\n",
        names.join(",\n                    ")
    );
    for parameter in parameters {
        let (name, ty) = (&parameter.name, parameter.java_type());
        let lines = [
            format!("Sets {{@link WorkspaceConfig#{name}()}}."),
            String::new(),
            format!("@param {name} {}", java::sentence(&parameter.docs)),
            "@return this".into(),
        ];
        let check = match parameter.kind {
            Kind::Policy(_) => format!("            Objects.requireNonNull({name}, \"{name}\");\n"),
            _ => String::new(),
        };
        let _ = write!(
            text,
            "\n{}        public Builder {name}({ty} {name}) {{\n{check}            this.{name} = {name};\n            \
             return this;\n        }}\n",
            comment(&lines, 8)
        );
    }
    text + "    }\n\n"
}

/// `WorkspaceConfig.g.cs`.
pub fn csharp(parameters: &[Parameter]) -> String {
    let mut text = "using System.Text;\nusing System.Text.Json;\n\nnamespace Tenure;\n\n\
                    public sealed unsafe partial record WorkspaceConfig\n{\n"
        .to_string();
    for parameter in parameters {
        let value = if parameter.is_zero() { String::new() } else { format!(" = {};", parameter.default.csharp) };
        let _ = writeln!(
            text,
            "    /// <summary>{}</summary>\n    public {} {} {{ get; init; }}{value}\n",
            csharp::words(&parameter.docs),
            parameter.csharp_type(),
            upper(&parameter.name)
        );
    }
    let list = |each: &dyn Fn(&Parameter) -> String| -> String { parameters.iter().map(each).collect() };
    let _ = write!(
        text,
        "    /// <summary>A flat object with every parameter, by the names that all languages share.</summary>\n    \
         public string ToJson()\n    {{\n        using var stream = new MemoryStream();\n        \
         using (var writer = new Utf8JsonWriter(stream))\n        {{\n            writer.WriteStartObject();\n{}            \
         writer.WriteEndObject();\n        }}\n        return Encoding.UTF8.GetString(stream.ToArray());\n    }}\n\n    \
         /// <summary>Reads what the core wrote: every parameter is there, once.</summary>\n    \
         internal static WorkspaceConfig Parse(string canonical)\n    {{\n        \
         using JsonDocument document = JsonDocument.Parse(canonical);\n        JsonElement of = document.RootElement;\n        \
         int Index(string name, string[] names) => Array.IndexOf(names, of.GetProperty(name).GetString());\n        \
         return new WorkspaceConfig\n        {{\n{}        }};\n    }}\n}}\n",
        list(&csharp_written),
        list(&csharp_read)
    );
    text
}

fn csharp_written(parameter: &Parameter) -> String {
    let (name, member) = (&parameter.name, upper(&parameter.name));
    let call = match parameter.kind {
        Kind::Size => format!("writer.WriteNumber(\"{name}\", {member})"),
        Kind::Ratio => format!("WriteNumber(writer, \"{name}\", {member})"),
        Kind::Text => format!("writer.WriteString(\"{name}\", {member})"),
        Kind::Switch => format!("writer.WriteBoolean(\"{name}\", {member})"),
        Kind::Policy(outside) => format!("WriteName(writer, \"{name}\", {outside}Names.All, (int){member})"),
    };
    format!("            {call};\n")
}

fn csharp_read(parameter: &Parameter) -> String {
    let (name, member) = (&parameter.name, upper(&parameter.name));
    let field = format!("of.GetProperty(\"{name}\")");
    let value = match parameter.kind {
        Kind::Size => format!("{field}.GetInt64()"),
        Kind::Ratio => format!("{field}.GetDouble()"),
        Kind::Text => format!("{field}.GetString() ?? \"\""),
        Kind::Switch => format!("{field}.GetBoolean()"),
        Kind::Policy(outside) => format!("({outside})Index(\"{name}\", {outside}Names.All)"),
    };
    format!("            {member} = {value},\n")
}
