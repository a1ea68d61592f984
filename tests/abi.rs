//! Compares the declarations of C, Java and C# with the core. A function, a parameter or a code
//! that exists in one place only fails here, before a wrong call can be made. The enums and records
//! of Java and C# are generated, and `ci/lint` compares them.
//!
//! The sources are read as text: the header as cbindgen writes it, the wrappers as their formatters
//! leave them. Text that a reader cannot parse is a failure and is never skipped; so is a missing
//! file.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use tenure::error::Status;
use tenure::tensor::DType;

const HEADER: &str = "include/tenure.h";
const JAVA: &str = "java/tenure/src/main/java/dev/tenure";
const CSHARP: &str = "dotnet/src/Tenure";
const JNI: [&str; 2] = ["bindings/jni", "bindings/jni/generated"];

fn at(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn read(path: &str) -> String {
    std::fs::read_to_string(at(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The text without comments. Strings are kept, because none of them contains `//`.
fn code(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("/*") {
        out.push_str(&rest[..start]);
        rest = rest[start..].split_once("*/").expect("a comment ends").1;
    }
    out.push_str(rest);
    out.lines().map(|line| line.split("//").next().unwrap_or("").to_owned() + "\n").collect()
}

/// Removes the functions for macros of the header, which the library does not export.
fn without_inline(text: &str) -> String {
    let mut parts = text.split("static inline ");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once("\n}").expect("a function ends").1)
}

/// The text between the first `open` after `start` and the `close` after that.
fn between<'a>(text: &'a str, start: &str, open: char, close: char) -> &'a str {
    let (_, rest) = text.split_once(start).unwrap_or_else(|| panic!("'{start}' is not there"));
    let (_, rest) = rest.split_once(open).unwrap_or_else(|| panic!("no '{open}' after '{start}'"));
    rest.split_once(close).unwrap_or_else(|| panic!("no '{close}' after '{start}'")).0
}

fn one_space(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Declared functions: the type of the result and the types of the parameters.
type Functions = BTreeMap<String, (String, Vec<String>)>;

/// The C type of a parameter or a result: a handle is its number, and `const` does not affect the
/// layout.
fn c_type(text: &str) -> String {
    let text = text.replace("const", " ").replace('*', " * ");
    let words = text.split_whitespace().map(|word| match word {
        "TenureHandle" => "uint64_t",
        "TenureStatus" => "int32_t",
        "TenureText" => "char *",
        other => other,
    });
    words.collect::<Vec<_>>().join(" ")
}

fn header_functions() -> Functions {
    let text = without_inline(&code(&read(HEADER)));
    let mut functions = Functions::new();
    // Lines of the preprocessor end without a semicolon, and macros contain names of functions.
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with('#')).collect();
    for declaration in lines.join("\n").split(';').filter(|part| part.contains("tenure_")) {
        let declaration = one_space(declaration);
        let declaration = declaration.trim_start_matches("extern \"C\" {").trim();
        let (head, arguments) = declaration.split_once('(').expect(declaration);
        let arguments = arguments.trim_end_matches(')');
        let (result, name) = head.rsplit_once(' ').expect(declaration);
        let arguments = arguments.split(',').filter(|argument| *argument != "void").map(|argument| {
            let end = argument.rfind(|c: char| !c.is_alphanumeric() && c != '_').expect("a type and a name") + 1;
            c_type(&argument[..end])
        });
        let old = functions.insert(name.to_owned(), (c_type(result), arguments.collect()));
        assert!(old.is_none(), "{name} is declared twice");
    }
    assert!(functions.len() > 100, "{HEADER} was not understood: {} functions", functions.len());
    functions
}

/// The codes of an enum in the header, by name without the prefix.
fn header_codes(name: &str, prefix: &str) -> BTreeMap<String, i32> {
    let text = code(&read(HEADER));
    let body = between(&text, &format!("enum {name}\n"), '{', '}');
    codes(body).into_iter().map(|(name, code)| (name.trim_start_matches(prefix).to_owned(), code)).collect()
}

/// Parses `NAME = 1, ...` to a map.
fn codes(body: &str) -> BTreeMap<String, i32> {
    let entries = body.split(',').map(str::trim).filter(|entry| !entry.is_empty());
    let pair = |entry: &str| {
        let (name, code) = entry.split_once('=').unwrap_or_else(|| panic!("'{entry}' has no explicit code"));
        (name.trim().to_owned(), code.trim().parse().expect("a number"))
    };
    entries.map(pair).collect()
}

fn statuses() -> BTreeMap<String, i32> {
    Status::ALL.into_iter().map(|status| (status.name().to_owned(), status.code())).collect()
}

fn dtypes() -> BTreeMap<String, i32> {
    let name = |dtype: DType| match dtype {
        DType::F32 => "F32",
        DType::F64 => "F64",
        DType::I32 => "I32",
        DType::I64 => "I64",
        DType::U8 => "U8",
        DType::Bool => "BOOL",
        DType::F16 => "F16",
        DType::BF16 => "BF16",
        DType::I8 => "I8",
        DType::I16 => "I16",
        DType::U16 => "U16",
        DType::U32 => "U32",
        DType::U64 => "U64",
    };
    DType::ALL.into_iter().map(|dtype| (name(dtype).to_owned(), dtype.code())).collect()
}

/// The enums of the header have the names and codes of the core.
#[test]
fn header_codes_are_the_cores() {
    assert_eq!(header_codes("TenureStatus", "TENURE_STATUS_"), statuses());
    assert_eq!(header_codes("TenureDtype", "TENURE_DTYPE_"), dtypes());
}

/// A device code is `kind << 16 | index` everywhere: 0 for the host, 0x10000 for the first CUDA
/// device.
#[test]
fn device_codes_agree() {
    use tenure::device::Device;
    assert_eq!((Device::Cpu.code(), Device::Cuda(0).code(), Device::Cuda(3).code()), (0, 0x1_0000, 0x1_0003));
    let java = one_space(&code(&read(&format!("{JAVA}/Device.java"))));
    assert!(java.contains("CPU = new Device(0)") && java.contains("int CUDA = 1;"));
    assert!(java.contains("new Device(CUDA << 16 | index)"));
    let csharp = one_space(&code(&read(&format!("{CSHARP}/Device.cs"))));
    assert!(csharp.contains("Device Cpu => default;") && csharp.contains("new Device((1 << 16) | index)"));
}

fn csharp_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.expect("it can be read").path();
        let name = path.file_name().expect("it has one").to_string_lossy().into_owned();
        if path.is_dir() && name != "obj" && name != "bin" {
            csharp_files(&path, files);
        } else if name.starts_with("Native") && name.ends_with(".cs") {
            files.push(path);
        }
    }
}

/// The C type of a C# type.
fn csharp_type(text: &str) -> String {
    let (base, stars) = text.split_at(text.find('*').unwrap_or(text.len()));
    let base = match base.trim() {
        "byte" if !stars.is_empty() => "byte",
        "byte" => "uint8_t",
        "int" => "int32_t",
        "uint" => "uint32_t",
        "long" => "int64_t",
        "ulong" => "uint64_t",
        "double" => "double",
        "void" => "void",
        "string" | "string?" => "char *",
        "MemoryStats" => "TenureMemoryStats",
        "ScopeStats" => "TenureScopeStats",
        "CounterStats" => "TenureCounterStats",
        "BatcherStats" => "TenureBatcherStats",
        "WorkspaceStats" => "TenureWorkspaceStats",
        "WorkspaceCycle" => "TenureWorkspaceCycle",
        "FloatInfo" => "TenureFloatInfo",
        "IntegerInfo" => "TenureIntegerInfo",
        "DeviceProperties" => "TenureDeviceProperties",
        other => panic!("C# declares a parameter of type {other}"),
    };
    one_space(&format!("{base} {}", stars.replace('*', " * ")))
}

fn csharp_functions() -> Functions {
    let mut files = Vec::new();
    csharp_files(&at(CSHARP), &mut files);
    let mut functions = Functions::new();
    for file in files {
        let text = code(&std::fs::read_to_string(&file).expect("it is text"));
        for declaration in text.split("static partial ").skip(1).filter(|part| !part.starts_with("class")) {
            let declaration = declaration.split_once(';').expect("a declaration ends").0;
            let (head, arguments) = declaration.split_once('(').expect("parameters");
            let (result, name) = head.split_once(' ').expect("a type and a name");
            let arguments = arguments.trim_end().trim_end_matches(')').split(',').map(str::trim);
            let arguments = arguments.filter(|argument| !argument.is_empty());
            let types = arguments.map(|argument| csharp_type(argument.rsplit_once(' ').expect("a type and a name").0));
            let old = functions.insert(name.to_owned(), (csharp_type(result), types.collect()));
            assert!(old.is_none(), "{name} is declared twice");
        }
    }
    functions
}

/// Whether the types match. A pointer to bytes in C# is `char *` or `uint8_t *` in the header.
fn same_type(c: &str, csharp: &str) -> bool {
    match csharp.strip_prefix("byte") {
        Some(stars) => c == format!("char{stars}") || c == format!("uint8_t{stars}"),
        None => c == csharp,
    }
}

/// Every function that C# declares is in the header with the same result and parameters, and vice
/// versa.
#[test]
fn csharp_declares_the_header() {
    let (header, csharp) = (header_functions(), csharp_functions());
    let mut drift = Vec::new();
    for (name, wanted) in &header {
        match csharp.get(name) {
            None => drift.push(format!("C# does not declare {name}")),
            Some(found) => {
                let same = found.1.len() == wanted.1.len()
                    && same_type(&wanted.0, &found.0)
                    && wanted.1.iter().zip(&found.1).all(|(c, cs)| same_type(c, cs));
                if !same {
                    drift.push(format!("{name}: C {wanted:?}, C# {found:?}"));
                }
            }
        }
    }
    drift.extend(csharp.keys().filter(|name| !header.contains_key(*name)).map(|name| format!("C has no {name}")));
    assert!(drift.is_empty(), "{}", drift.join("\n"));
}

/// The JVM's code of a Java type.
fn java_code(java: &str) -> &'static str {
    match java {
        "void" => "V",
        "boolean" => "Z",
        "int" => "I",
        "long" => "J",
        "float" => "F",
        "double" => "D",
        "long[]" => "[J",
        "byte[]" => "[B",
        "String" => "Ljava/lang/String;",
        "String[]" => "[Ljava/lang/String;",
        "Object" => "Ljava/lang/Object;",
        "Buffer" => "Ljava/nio/Buffer;",
        "ByteBuffer" => "Ljava/nio/ByteBuffer;",
        "ByteBuffer[]" => "[Ljava/nio/ByteBuffer;",
        other => panic!("a native method uses {other}"),
    }
}

/// The native methods that Java declares, by name and signature.
fn java_natives() -> BTreeSet<String> {
    let text = code(&read(&format!("{JAVA}/internal/Native.java")));
    let declarations = text.split("static native ").skip(1).map(|rest| rest.split_once(");").expect("an end").0);
    let natives: BTreeSet<String> = declarations
        .map(|declaration| {
            let (head, arguments) = declaration.split_once('(').expect("parameters");
            let (result, name) = head.split_once(' ').expect("a type and a name");
            let arguments = arguments.split(',').map(str::trim).filter(|argument| !argument.is_empty());
            let codes = arguments.map(|argument| java_code(argument.rsplit_once(' ').expect("a type and a name").0));
            format!("{name}({}){}", codes.collect::<String>(), java_code(result))
        })
        .collect();
    assert!(natives.len() > 100, "Native.java was not understood: {} natives", natives.len());
    natives
}

/// A row of a JNI table: the Java name, the signature, and the Rust types of parameters and result.
struct Row {
    name: String,
    signature: String,
    arguments: Vec<String>,
    result: String,
}

/// Reads the rows `c"name" c"(J)V" |env, t: u64| -> () { ... }`.
fn jni_rows() -> Vec<Row> {
    let mut rows = Vec::new();
    let files = |folder: &str| std::fs::read_dir(at(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
    for path in JNI.into_iter().flat_map(files).map(|entry| entry.expect("it can be read").path()) {
        if path.is_dir() {
            continue;
        }
        let text = code(&std::fs::read_to_string(&path).expect("it is text"));
        for part in text.split("natives! {").skip(1) {
            for row in part.split("\n    c\"").skip(1) {
                let row = one_space(row);
                let (name, rest) = row.split_once("\" c\"").unwrap_or_else(|| panic!("{row}"));
                let (signature, rest) = rest.split_once("\" |").unwrap_or_else(|| panic!("{row}"));
                let (arguments, rest) = rest.split_once("| -> ").unwrap_or_else(|| panic!("{row}"));
                let arguments = arguments.split(',').skip(1).map(str::trim).filter(|argument| !argument.is_empty());
                rows.push(Row {
                    name: name.to_owned(),
                    signature: signature.to_owned(),
                    arguments: arguments.map(|a| a.split_once(": ").expect("a type").1.to_owned()).collect(),
                    result: rest.split_once(" {").expect("a body").0.to_owned(),
                });
            }
        }
    }
    rows
}

/// Every native method that Java declares is registered with its signature, and vice versa.
#[test]
fn jni_registers_what_java_declares() {
    let rows = jni_rows();
    let registered: BTreeSet<String> = rows.iter().map(|row| format!("{}{}", row.name, row.signature)).collect();
    assert_eq!(registered.len(), rows.len(), "a native is registered twice");
    let declared = java_natives();
    let missing: Vec<&String> = declared.difference(&registered).collect();
    let extra: Vec<&String> = registered.difference(&declared).collect();
    assert!(missing.is_empty() && extra.is_empty(), "not registered: {missing:?}, not declared: {extra:?}");
}

/// The JVM codes of a signature's parameters and of its result.
fn parameters(signature: &str) -> (Vec<String>, String) {
    let (inside, result) = signature.strip_prefix('(').and_then(|rest| rest.split_once(')')).expect(signature);
    let mut codes = Vec::new();
    let mut at = inside;
    while !at.is_empty() {
        let array = at.len() - at.trim_start_matches('[').len();
        let end = if at[array..].starts_with('L') { at.find(';').expect(signature) + 1 } else { array + 1 };
        codes.push(at[..end].to_owned());
        at = &at[end..];
    }
    (codes, result.to_owned())
}

/// Whether the JVM passes this Rust type for this code.
fn passes(code: &str, rust: &str) -> bool {
    match code {
        "V" => rust == "()",
        "Z" => matches!(rust, "bool" | "u8"),
        "I" => matches!(rust, "i32" | "u32"),
        "J" => matches!(rust, "i64" | "u64"),
        "F" => rust == "f32",
        "D" => rust == "f64",
        _ => rust == "Object",
    }
}

/// The Rust function of each row has the types of its signature, which the JVM does not check.
#[test]
fn jni_functions_fit_their_signatures() {
    let mut drift = Vec::new();
    for row in jni_rows() {
        let (codes, result) = parameters(&row.signature);
        let fits = codes.len() == row.arguments.len()
            && codes.iter().zip(&row.arguments).all(|(code, rust)| passes(code, rust))
            && passes(&result, &row.result);
        if !fits {
            drift.push(format!("{}{}: {:?} -> {}", row.name, row.signature, row.arguments, row.result));
        }
    }
    assert!(drift.is_empty(), "{}", drift.join("\n"));
}
