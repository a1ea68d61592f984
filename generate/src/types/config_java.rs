//! Java's `WorkspaceConfig`: a record, its builder, and its JSON.

use super::config::{Config, Default, Parameter, Type};
use super::translated;
use crate::java::comment;
use crate::types::Span;
use std::fmt::Write;

const EXAMPLE: [&str; 5] = [
    "<pre>{@code",
    "WorkspaceConfig.Builder bounded = WorkspaceConfig.builder().maxSize(1L << 30);",
    "WorkspaceConfig config = bounded.policySpill(SpillPolicy.FAIL).build();",
    "}</pre>",
    "",
];

/// The class, whole.
pub fn class(config: &Config) -> String {
    let all = &config.parameters;
    let components = list(all, ",\n", |p| format!("        {} {}", ty(p), p.name));
    let checks: String = all.iter().filter_map(check).map(|line| format!("        {line}\n")).collect();
    let copies: String = all.iter().map(|p| format!("        builder.{name} = {name};\n", name = p.name)).collect();
    let reads = list(all, ",\n", |p| format!("                {}", read(p)));
    let fields: String =
        all.iter().map(|p| format!("        private {} {}{};\n", ty(p), p.name, initial(p, config))).collect();
    let names = list(all, ",\n", |p| format!("                    {}", p.name));
    let setters = list(all, "\n", |p| setter(p, config));
    let see = list(all, "\n", |p| format!("     * @param {} see above", p.name));
    format!(
        "import dev.tenure.Device;\nimport dev.tenure.internal.Native;\nimport dev.tenure.internal.NativeLoader;\nimport dev.tenure.internal.Rows;\nimport dev.tenure.internal.Text;\nimport java.util.Map;\nimport java.util.Objects;\nimport org.jspecify.annotations.Nullable;\n\n{docs}public record WorkspaceConfig(\n{components}) {{\n    \
         private static final WorkspaceConfig DEFAULTS = new Builder().unchecked();\n\n    \
         /**\n     * A configuration of these values; nothing is null, and an absent path is the empty one.\n     *\n{see}\n     */\n    \
         public WorkspaceConfig {{\n{checks}    }}\n\n{factories}    \
         public Builder toBuilder() {{\n        Builder builder = new Builder();\n{copies}        return builder;\n    }}\n\n\
         {reader}    private static WorkspaceConfig read(String row) {{\n        \
         Map<String, String> fields = Rows.pairs(Rows.of(row).get(0), 0);\n        return new WorkspaceConfig(\n{reads});\n    }}\n\n\
         {json}    /** Makes a {{@link WorkspaceConfig}}; each method sets the parameter of its name. */\n    \
         public static final class Builder {{\n{fields}\n        private Builder() {{}}\n\n{BUILD}        \
         private WorkspaceConfig unchecked() {{\n            return new WorkspaceConfig(\n{names});\n        }}\n\n\
         {setters}    }}\n}}\n",
        docs = class_docs(config),
        factories = FACTORIES,
        reader = READER,
        json = json(all),
    )
}

const FACTORIES: &str = "    /**
     * The configuration in which all have their default.
     *
     * @return always the same one
     */
    public static WorkspaceConfig defaults() {
        return DEFAULTS;
    }

    /**
     * A builder in which all have their default.
     *
     * @return a new builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * A builder that begins with these values.
     *
     * @return a new builder
     */
";

const READER: &str = "    /**
     * Asks the core whether these values agree.
     *
     * @return this
     * @throws dev.tenure.InvalidArgumentException if they do not; it names the parameters
     */
    public WorkspaceConfig check() {
        NativeLoader.require();
        Native.workspaceConfigCheck(toJson());
        return this;
    }

    /**
     * Reads a configuration: an object of some of the parameters, by their names; enums are strings.
     *
     * @param json such as {@code {\"maxSize\": 1048576, \"policySpill\": \"FAIL\"}}
     * @return the configuration; what is absent has its default
     * @throws dev.tenure.InvalidArgumentException if the text is not that, a parameter is not known, comes twice or has another
     *     type, or parameters contradict each other; it names them
     */
    public static WorkspaceConfig fromJson(String json) {
        Objects.requireNonNull(json, \"json\");
        NativeLoader.require();
        return read(Native.workspaceConfigRow(json));
    }

    /** What the core answers: the name and the value of every parameter. */
";

const BUILD: &str = "        /**
         * The configuration.
         *
         * @return a new one
         * @throws dev.tenure.InvalidArgumentException if parameters are out of range or contradict each other; it names them
         */
        public WorkspaceConfig build() {
            return unchecked().check();
        }

";

fn class_docs(config: &Config) -> String {
    let mut docs = Vec::new();
    for (i, text) in config.docs.iter().enumerate() {
        let text = words(text, config);
        docs.push(if i == 0 { text } else { format!("<p>{text}") });
        docs.push(String::new());
        if i == 0 {
            docs.extend(EXAMPLE.map(str::to_string));
        }
    }
    let parameters = config.parameters.iter();
    docs.extend(
        parameters.map(|p| format!("@param {} {} (default: {})", p.name, phrase(p, config), default_words(p, config))),
    );
    comment(&docs, 0)
}

/// The description of a parameter, without the capital letter and the full stop of a sentence.
fn phrase(parameter: &Parameter, config: &Config) -> String {
    let text = words(&parameter.docs, config);
    let mut letters = text.strip_suffix('.').unwrap_or(&text).chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().to_string() + letters.as_str())
}

fn default_words(parameter: &Parameter, config: &Config) -> String {
    match &parameter.default {
        Default::Literal(literal) => literal.clone(),
        Default::EmptyText => "empty".into(),
        Default::Cpu => "{@link Device#CPU}".into(),
        Default::Variant(variant) => config.names.get(variant).map_or_else(String::new, |(_, name)| name.clone()),
    }
}

fn words(text: &str, config: &Config) -> String {
    translated(text, str::to_string, |span| match span {
        Span::Other(code) => match config.names.get(code) {
            Some((outside, name)) => format!("{{@link {outside}#{name}}}"),
            None => format!("{{@code {code}}}"),
        },
        Span::Linked(_, name) | Span::Primitive(name) | Span::Name(name) => format!("{{@code {name}}}"),
    })
}

fn list(all: &[Parameter], between: &str, one: impl Fn(&Parameter) -> String) -> String {
    all.iter().map(one).collect::<Vec<String>>().join(between)
}

fn ty(parameter: &Parameter) -> &'static str {
    match parameter.ty {
        Type::Count => "long",
        Type::Ratio => "double",
        Type::Flag => "boolean",
        Type::Text => "String",
        Type::Device => "Device",
        Type::Enum(name) => name,
    }
}

fn check(parameter: &Parameter) -> Option<String> {
    let name = &parameter.name;
    match parameter.ty {
        Type::Enum(_) | Type::Device => Some(format!("Objects.requireNonNull({name}, \"{name}\");")),
        Type::Text => Some(format!("{name} = {name} == null ? \"\" : Text.checked({name}, \"{name}\");")),
        _ => None,
    }
}

fn read(parameter: &Parameter) -> String {
    let field = format!("fields.get(\"{}\")", parameter.name);
    match parameter.ty {
        Type::Count => format!("Long.parseLong({field})"),
        Type::Ratio => format!("Double.parseDouble({field})"),
        Type::Flag => format!("Boolean.parseBoolean({field})"),
        Type::Text => field,
        Type::Device => format!("device({field})"),
        Type::Enum(name) => format!("{name}.valueOf({field})"),
    }
}

/// ` = value`, or nothing if Java's own initial value is the default.
fn initial(parameter: &Parameter, config: &Config) -> String {
    match &parameter.default {
        Default::Literal(literal) if literal == "0" || literal == "false" => String::new(),
        Default::Literal(literal) => format!(" = {literal}"),
        Default::EmptyText => " = \"\"".into(),
        Default::Cpu => " = Device.CPU".into(),
        Default::Variant(variant) => {
            config.names.get(variant).map_or_else(String::new, |(outside, name)| format!(" = {outside}.{name}"))
        }
    }
}

fn setter(parameter: &Parameter, config: &Config) -> String {
    let (name, ty) = (&parameter.name, ty(parameter));
    let docs = [
        format!("Sets {{@link WorkspaceConfig#{name}()}}."),
        String::new(),
        format!("@param {name} {}", phrase(parameter, config)),
        "@return this".to_string(),
    ];
    let check = match parameter.ty {
        Type::Enum(_) | Type::Device => format!("            Objects.requireNonNull({name}, \"{name}\");\n"),
        Type::Text => format!(
            "            if ({name} != null) {{\n                Text.checked({name}, \"{name}\");\n            }}\n"
        ),
        _ => String::new(),
    };
    let absent = if parameter.ty == Type::Text { "@Nullable " } else { "" };
    format!(
        "{docs}        public Builder {name}({absent}{ty} {name}) {{\n{check}            this.{name} = {name};\n            \
         return this;\n        }}\n",
        docs = comment(&docs, 8)
    )
}

fn json(all: &[Parameter]) -> String {
    let mut text = String::from(
        "    /**\n     * All parameters as JSON.\n     *\n     * @return an object, in one line\n     */\n    \
         public String toJson() {\n        return \"{",
    );
    for (i, parameter) in all.iter().enumerate() {
        let name = &parameter.name;
        let start = if i == 0 { "" } else { "                + \"," };
        let value = match parameter.ty {
            Type::Count | Type::Flag => name.clone(),
            Type::Ratio => format!("number({name})"),
            Type::Text => format!("quoted({name})"),
            Type::Device => format!("quoted({name}.toString())"),
            Type::Enum(_) => format!("quoted({name}.name())"),
        };
        let _ = writeln!(text, "{start}\\\"{name}\\\":\" + {value}");
    }
    text + "                + '}';\n    }\n\n    \
            /** JSON has no word for what is no number: the core refuses it by its name. */\n    \
            private static String number(double value) {\n        \
            return Double.isFinite(value) ? Double.toString(value) : quoted(Double.toString(value));\n    }\n\n"
        + DEVICE
        + QUOTED
}

const DEVICE: &str = "    /** The device of a name that the core has written. */
    private static Device device(String name) {
        return name.equals(\"cpu\") ? Device.CPU : Device.cuda(Integer.parseInt(name.substring(\"cuda:\".length())));
    }

";

const QUOTED: &str = "    /** With quotes, and what JSON does not allow between them escaped. */
    private static String quoted(String text) {
        StringBuilder out = new StringBuilder(\"\\\"\");
        for (char c : text.toCharArray()) {
            if (c == '\"' || c == '\\\\') {
                out.append('\\\\').append(c);
            } else {
                out.append(c < ' ' ? String.format(\"\\\\u%04x\", (int) c) : String.valueOf(c));
            }
        }
        return out.append('\"').toString();
    }

";
