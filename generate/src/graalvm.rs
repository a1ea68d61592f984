//! What a native image of GraalVM must keep for JNI, because it finds no class by name that was not
//! declared.
//!
//! The library looks up `Native`, registers its methods, and constructs the exceptions. Both lists
//! are read from generated text; `Native.java` also contains the methods that are written by hand.

use crate::types::exceptions::Family;

/// The path of the file below the resources of the module `dev.tenure`.
pub const FILE: &str =
    "java/tenure/src/main/resources/META-INF/native-image/dev.tenure/tenure/reachability-metadata.json";

/// The metadata, from the text of `Native.java`.
pub fn metadata(native: &str, families: &[Family]) -> Result<String, String> {
    let mut types = vec![of_type("dev.tenure.internal.Native", "methods", &methods(native)?)];
    types.push(of_type("dev.tenure.internal.Version", "fields", &["{\"name\": \"LIBRARY\"}".into()]));
    for family in families {
        let constructor = method("<init>", &["int", "java.lang.String"]);
        types.push(of_type(&format!("dev.tenure.{}", family.class), "methods", &[constructor]));
    }
    types.push(of_type("java.lang.LinkageError", "methods", &[method("<init>", &["java.lang.String"])]));
    types.push(of_type("java.lang.String", "methods", &[]));
    let types = types.join(",\n");
    Ok(format!(
        "{{\n  \"reflection\": [\n{types}\n  ],\n  \"resources\": [\n    {{\"glob\": \"META-INF/native/tenure/**\"}},\n    {{\"glob\": \"dev/tenure/reports/memory-page.html\"}}\n  ]\n}}\n"
    ))
}

fn of_type(name: &str, what: &str, members: &[String]) -> String {
    let members = members.iter().map(|member| format!("\n        {member}")).collect::<Vec<_>>().join(",");
    let end = if members.is_empty() { "" } else { "\n      " };
    format!(
        "    {{\n      \"type\": \"{name}\",\n      \"jniAccessible\": true,\n      \"{what}\": [{members}{end}]\n    }}"
    )
}

/// The native methods that `Native.java` declares.
fn methods(native: &str) -> Result<Vec<String>, String> {
    let declarations = native.split("static native ").skip(1);
    declarations
        .map(|rest| {
            let malformed = || format!("internal/Native.java: '{}' is no declaration", &rest[..rest.len().min(40)]);
            let (head, arguments) =
                rest.split_once(");").ok_or_else(malformed)?.0.split_once('(').ok_or_else(malformed)?;
            let name = head.rsplit(' ').next().ok_or_else(malformed)?;
            let types = arguments.split(',').filter_map(|argument| argument.split_whitespace().next());
            let types = types.map(full_name).collect::<Result<Vec<_>, _>>()?;
            Ok(method(name, &types.iter().map(String::as_str).collect::<Vec<_>>()))
        })
        .collect()
}

fn method(name: &str, types: &[&str]) -> String {
    let types: Vec<String> = types.iter().map(|ty| format!("\"{ty}\"")).collect();
    format!("{{\"name\": \"{name}\", \"parameterTypes\": [{}]}}", types.join(", "))
}

/// The name of a type in GraalVM's metadata.
fn full_name(ty: &str) -> Result<String, String> {
    let (element, array) = ty.strip_suffix("[]").map_or((ty, ""), |element| (element, "[]"));
    let package = match element {
        "boolean" | "byte" | "int" | "long" | "float" | "double" => "",
        "String" | "Object" => "java.lang.",
        "Buffer" | "ByteBuffer" => "java.nio.",
        other => return Err(format!("internal/Native.java: {other} has no rule in generate/src/graalvm.rs")),
    };
    Ok(format!("{package}{element}{array}"))
}

#[cfg(test)]
mod tests {
    use super::metadata;

    #[test]
    fn every_native_method_is_announced() {
        let text = "public static native int a();\n public static native long b(\n    long x, String[] y);";
        let json = metadata(text, &[]).expect("every type has a rule");
        assert!(json.contains("{\"name\": \"a\", \"parameterTypes\": []}"), "{json}");
        assert!(json.contains("{\"name\": \"b\", \"parameterTypes\": [\"long\", \"java.lang.String[]\"]}"), "{json}");
        assert!(metadata("static native void c(Path p);", &[]).is_err());
    }
}
