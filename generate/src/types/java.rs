//! Java's enums and records.

use super::{Asked, Enum, Field, FieldType, Listed, Record, Span, Value, Variant, translated};
use crate::java::comment;
use crate::model::camel;
use std::fmt::Write;

/// An enum. Constants with a code also have properties that the Rust enum defines, and are found by
/// code.
pub fn enumeration(listed: &Listed, item: &Enum) -> Result<String, String> {
    let docs: Vec<String> = item.docs.iter().map(|text| words(text)).collect();
    let mut text = format!("{}public enum {} {{\n", comment(&docs, 0), listed.outside);
    let constants = item.variants.iter().enumerate().map(|(i, variant)| constant(listed, i, variant));
    text += &constants.collect::<Result<Vec<String>, String>>()?.join(",\n");
    match listed.arguments {
        Some(arguments) => text += &coded(listed, arguments, item)?,
        None => text.push_str("\n}\n"),
    }
    Ok(text)
}

/// An enum with members that call the core.
pub fn with_members(text: &str, members: &str) -> String {
    let body = text.trim_end().trim_end_matches('}');
    format!(
        "import dev.tenure.access.Records;\nimport dev.tenure.internal.Native;\nimport dev.tenure.results.*;\n\
         import java.util.Objects;\n\n{body}\n{members}}}\n"
    )
}

/// The text after the constants of an enum with codes: the code, and each constant's other
/// properties.
fn coded(listed: &Listed, arguments: &[Asked], item: &Enum) -> Result<String, String> {
    let name = listed.outside;
    let fields: String =
        arguments.iter().map(|asked| format!("    private final {} {};\n", asked.ty(), asked.field)).collect();
    let params: String = arguments.iter().map(|asked| format!(", {} {}", asked.ty(), asked.field)).collect();
    let sets: String = arguments.iter().map(|asked| format!("        this.{0} = {0};\n", asked.field)).collect();
    let methods: String = arguments.iter().map(|asked| accessor(name, asked)).collect();
    // Options of operations are never returned.
    let returned = super::java_package(name) != "options";
    let first = codes(item)?;
    let at = if first == 0 { "code".to_string() } else { format!("code - {first}") };
    let of = match listed.unknown {
        Some(unknown) => format!("{at} < BY_CODE.length ? BY_CODE[{at}] : {unknown}"),
        None => format!("BY_CODE[{at}]"),
    };
    let by_code = format!("    private static final {name}[] BY_CODE = values();\n\n");
    let found = format!(
        "\n{methods}    /** The one with a code. */\n    static {name} of(int code) {{\n        return {of};\n    }}\n"
    );
    let (by_code, found) = if returned { (by_code, found) } else { (String::new(), String::new()) };
    Ok(format!(
        ";

{by_code}    private final int code;
{fields}
    {name}(int code{params}) {{
        this.code = code;
{sets}    }}

    /**
     * The number that crosses the boundary.
     *
     * @return the code
     */
    public int code() {{
        return code;
    }}
{found}}}
"
    ))
}

/// The first code, if the others are consecutive, so that a constant is found by its index.
fn codes(item: &Enum) -> Result<i64, String> {
    let code = |i: usize| match item.variants[i].value {
        Value::Code(code) => code,
        Value::Name(_) => i as i64,
    };
    match (0..item.variants.len()).find(|&i| code(i) != code(0) + i as i64) {
        Some(i) => Err(format!("{} has code {}, {} was to come", item.variants[i].name, code(i), code(0) + i as i64)),
        None => Ok(code(0)),
    }
}

/// How a caller reads a property of a constant; for a name, also how the constant is found by it.
fn accessor(name: &str, asked: &Asked) -> String {
    match asked.returned {
        Some(returned) => format!(
            "{}    public {} {field}() {{\n        return {field};\n    }}\n\n",
            comment(&[asked.docs.into(), String::new(), format!("@return {returned}")], 4),
            asked.ty(),
            field = asked.field
        ),
        None => format!(
            "    /** {} */
    @Override
    public String toString() {{
        return {field};
    }}

    /** The one with this name. */
    static java.util.Optional<{name}> named(String {field}) {{
        return java.util.Arrays.stream(BY_CODE).filter(one -> one.{field}.equals({field})).findFirst();
    }}

",
            asked.docs,
            field = asked.field
        ),
    }
}

fn constant(listed: &Listed, i: usize, variant: &Variant) -> Result<String, String> {
    let docs: Vec<String> = variant.docs.iter().map(|text| words(text)).collect();
    let name = match &variant.value {
        Value::Name(name) => name.clone(),
        Value::Code(_) => screaming(&variant.name),
    };
    let arguments = match (listed.arguments, &variant.value) {
        (Some(_), Value::Code(code)) => {
            let all = [vec![code.to_string()], variant.arguments.clone()].concat();
            format!("({})", all.join(", "))
        }
        // A constant without its own code is passed as its index.
        (None, Value::Code(code)) if *code != i as i64 => {
            return Err(format!("{}::{} has code {code}, but is number {i} in Java", listed.name, variant.name));
        }
        _ => String::new(),
    };
    Ok(format!("{}    {name}{arguments}", comment(&docs, 4)))
}

/// Converts `InvalidHandle` to `INVALID_HANDLE` and keeps `BF16`: a word begins at a capital after
/// another letter.
pub fn screaming(name: &str) -> String {
    let mut text = String::new();
    let mut was_capital = true;
    for letter in name.chars() {
        if letter.is_uppercase() && !was_capital {
            text.push('_');
        }
        was_capital = letter.is_uppercase();
        text.extend(letter.to_uppercase());
    }
    text
}

/// The whole record.
pub fn record(item: &Record) -> String {
    let mut docs = Vec::new();
    for (i, text) in item.docs.iter().enumerate() {
        docs.push(if i == 0 { words(text) } else { format!("<p>{}", words(text)) });
        docs.push(String::new());
    }
    docs.extend(item.fields.iter().map(|field| format!("@param {} {}", camel(&field.name), phrase(field))));
    let mut text = format!("{}public record {}(", comment(&docs, 0), item.name);
    for (i, field) in item.fields.iter().enumerate() {
        let comma = if i == 0 { "" } else { "," };
        let ty = match field.ty {
            FieldType::Flag => "boolean",
            FieldType::F64 => "double",
            FieldType::U64 | FieldType::I64 => "long",
        };
        let _ = write!(text, "{comma}\n        {ty} {}", camel(&field.name));
    }
    text + ") {}\n"
}

/// The class that reads all records.
pub fn readers(records: &[Record]) -> String {
    let mut text = String::new();
    for record in records {
        let package = super::java_package(&record.name);
        if package.is_empty() {
            continue;
        }
        let _ = writeln!(text, "import dev.tenure.{package}.{};", record.name);
    }
    text.push_str("import java.util.List;\nimport java.util.stream.IntStream;\n");
    let mut imports: Vec<&str> = text.lines().collect();
    imports.sort_unstable();
    let methods: Vec<String> = records.iter().map(reader).collect();
    format!(
        "{}\n\n/** Reads records from the core's numbers. */\npublic final class Records {{\n    private Records() {{}}\n\n{}}}\n",
        imports.join("\n"),
        methods.join("\n")
    )
}

fn reader(item: &Record) -> String {
    let numbers = item.fields.iter().enumerate().map(|(i, field)| {
        let at = if i == 0 { "at".to_string() } else { format!("at + {i}") };
        match field.ty {
            FieldType::Flag => format!("                numbers[{at}] != 0"),
            FieldType::F64 => format!("                Double.longBitsToDouble(numbers[{at}])"),
            FieldType::U64 | FieldType::I64 => format!("                numbers[{at}]"),
        }
    });
    let name = &item.name;
    let method = name[..1].to_lowercase() + &name[1..];
    format!(
        "    /** The one whose numbers begin at {{@code at}}. */\n    \
         public static {name} {method}(long[] numbers, int at) {{\n        return new {name}(\n{numbers});\n    }}\n\n    \
         /** All of a list. */\n    public static List<{name}> {method}List(long[] numbers) {{\n        \
         return IntStream.range(0, numbers.length / {count})\n                \
         .mapToObj(i -> {method}(numbers, i * {count}))\n                .toList();\n    }}\n",
        count = item.fields.len(),
        numbers = numbers.collect::<Vec<String>>().join(",\n")
    )
}

/// The text of `@param`: the sentence without its capital letter and its full stop; for a boolean,
/// what true means.
fn phrase(field: &Field) -> String {
    let text = words(&field.docs.join(" "));
    let text = text.strip_suffix('.').unwrap_or(&text);
    if field.ty == FieldType::Flag
        && let Some(when) = text.strip_prefix("1 if ").and_then(|text| text.strip_suffix(", else 0"))
    {
        return format!("whether {when}");
    }
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().to_string() + letters.as_str())
}

fn words(text: &str) -> String {
    translated(text, str::to_string, |span| match span {
        Span::Linked(ty, field) => format!("{{@link {ty}#{}()}}", camel(field)),
        Span::Primitive(name) => {
            let name = match name {
                "f32" => "float",
                "f64" => "double",
                "i32" | "u32" => "int",
                "i64" | "u64" => "long",
                "u8" | "i8" => "byte",
                "i16" | "u16" => "short",
                _ => "boolean",
            };
            format!("{{@code {name}}}")
        }
        Span::Name(name) => format!("{{@code {}}}", camel(name)),
        Span::Other(code) => format!("{{@code {code}}}"),
    })
}
