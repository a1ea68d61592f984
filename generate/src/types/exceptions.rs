//! The exceptions of Java and C#: a class for each family of statuses that `src/error.rs` names.
//!
//! Invariant: only `src/error.rs` says which status is thrown as which exception. This file adds
//! what is specific to a language: the standard exception that each one extends, and members other
//! than the status.

use super::read::{choice, enum_of};
use super::{Span, java, translated};
use crate::java::comment;
use crate::model::Doc;
use std::fmt::Write;
use std::sync::LazyLock;

/// An exception, with the statuses that it is thrown for.
#[derive(Debug)]
pub struct Family {
    /// `ShapeMismatch`
    pub name: String,
    /// `ShapeMismatchException`
    pub class: String,
    pub docs: Vec<String>,
    /// The names of the variants of `Status`.
    pub statuses: Vec<String>,
}

/// What a language adds to it.
struct Idiom {
    name: &'static str,
    /// The standard exceptions of Java and C# that it extends.
    java: &'static str,
    csharp: &'static str,
    /// A further paragraph of Javadoc, and of C#'s docs.
    java_more: &'static str,
    csharp_more: &'static str,
}

/// The exception whose subclasses are those based on its class below.
const GENERAL: &str = "InvalidArgumentException";

const fn idiom(name: &'static str, java: &'static str, csharp: &'static str) -> Idiom {
    Idiom { name, java, csharp, java_more: "", csharp_more: "" }
}

const IDIOMS: [Idiom; 11] = [
    idiom("Closed", "IllegalStateException", "ObjectDisposedException"),
    idiom("InvalidArgument", "IllegalArgumentException", "ArgumentException"),
    idiom("ShapeMismatch", GENERAL, GENERAL),
    idiom("DTypeMismatch", GENERAL, GENERAL),
    idiom("DeviceMismatch", GENERAL, GENERAL),
    idiom("NativeMemory", "RuntimeException", "OutOfMemoryException"),
    idiom("Scope", "IllegalStateException", "InvalidOperationException"),
    Idiom {
        java_more: "Of a file (status {@link Status#IO}) its cause is the {@link java.io.IOException} that \
                    {@code java.nio} would throw: a {@link java.nio.file.NoSuchFileException}, an {@link \
                    java.nio.file.AccessDeniedException}, another {@link java.nio.file.FileSystemException} with what \
                    the system said, or a plain one when the file was read and not understood. It is not checked, since \
                    most callers cannot go on; who can, looks at {@link #getCause()}.",
        csharp_more: "That of a file (<see cref=\"Status.Io\"/>) carries the <see cref=\"IOException\"/> that .NET has for \
                      it as its <see cref=\"Exception.InnerException\"/>: a <see cref=\"FileNotFoundException\"/> or a \
                      <see cref=\"DirectoryNotFoundException\"/> where there is no such file or folder.",
        ..idiom("Tensor", "RuntimeException", "Exception")
    },
    idiom("Busy", "RuntimeException", "InvalidOperationException"),
    idiom("Cancelled", "java.util.concurrent.CancellationException", "OperationCanceledException"),
    idiom("NotFinite", "ArithmeticException", "ArithmeticException"),
];

static FAMILIES: LazyLock<Vec<Family>> = LazyLock::new(|| {
    families_of(include_str!("../../../src/error.rs")).unwrap_or_else(|why| panic!("src/error.rs: {why}"))
});

/// Every exception, in the order of the codes.
pub fn families() -> &'static [Family] {
    &FAMILIES
}

/// The class that is thrown for a status, by the status's name in docs, such as `IO`.
pub fn class_of(status: &str) -> Option<&'static str> {
    let has_it = |family: &&Family| family.statuses.iter().any(|name| name != "Ok" && java::screaming(name) == status);
    FAMILIES.iter().find(has_it).map(|family| family.class.as_str())
}

/// The exceptions that a doc comment names, and when each is thrown; two reasons for one exception
/// are one sentence.
pub fn thrown(doc: &Doc) -> Vec<(&'static str, String)> {
    let mut thrown: Vec<(&'static str, String)> = Vec::new();
    for (status, when) in &doc.errors {
        let name = class_of(status).expect("the reader refuses what is not a status");
        match thrown.iter_mut().find(|(other, _)| *other == name) {
            Some((_, before)) => *before = format!("{before}, or {when}"),
            None => thrown.push((name, when.clone())),
        }
    }
    thrown
}

/// The families of the text of `src/error.rs`.
pub fn families_of(text: &str) -> Result<Vec<Family>, String> {
    let statuses = enum_of(text, "Status", &[])?.variants;
    let mut families = Vec::new();
    for variant in enum_of(text, "Exception", &[])?.variants {
        let mut names = Vec::new();
        for status in &statuses {
            if choice(text, "Status", &status.name, "exception")? == variant.name {
                names.push(status.name.clone());
            }
        }
        if names.is_empty() {
            return Err(format!("nothing is thrown as Exception::{}", variant.name));
        }
        let class = format!("{}Exception", variant.name);
        families.push(Family { name: variant.name, class, docs: variant.docs, statuses: names });
    }
    Ok(families)
}

fn idiom_of(family: &Family) -> Result<&'static Idiom, String> {
    let known = IDIOMS.iter().find(|idiom| idiom.name == family.name);
    known.ok_or_else(|| format!("Exception::{} has no row in generate/src/types/exceptions.rs", family.name))
}

/// The whole class of Java.
pub fn java(family: &Family) -> Result<String, String> {
    let (class, idiom) = (&family.class, idiom_of(family)?);
    let mut docs: Vec<String> = family.docs.iter().map(|text| plain(text, "{@code ", "}")).collect();
    if !idiom.java_more.is_empty() {
        docs.extend([String::new(), format!("<p>{}", idiom.java_more)]);
    }
    let docs = comment(&docs, 0);
    let serial = "    private static final long serialVersionUID = 1L;\n\n";
    if idiom.java == GENERAL {
        return Ok(format!(
            "{docs}public final class {class} extends {GENERAL} {{\n{serial}    /** Called by the library. */\n    \
             {class}(int status, String message) {{\n        super(status, message);\n    }}\n}}\n"
        ));
    }
    let below: Vec<String> =
        IDIOMS.iter().filter(|idiom| idiom.java == GENERAL).map(|i| format!("{}Exception", i.name)).collect();
    let is_general = class == GENERAL;
    let (kind, permits, last) = match is_general {
        true => ("sealed", format!("\n        permits {}", below.join(", ")), "final "),
        false => ("final", String::new(), ""),
    };
    let (import, of_users) = match family.name.as_str() {
        "Closed" => (NULLABLE, OF_CLOSED),
        "InvalidArgument" => (NULLABLE, OF_ARGUMENT),
        _ => ("", ""),
    };
    Ok(format!(
        "{import}{docs}public {kind} class {class} extends {} implements TenureException{permits} {{\n{serial}    \
         /** Which status of the library this is. */\n    private final Status status;\n\n    \
         /** Called by the library. */\n    {class}(int status, String message) {{\n        super(message);\n        \
         this.status = Status.of(status);\n    }}\n\n{of_users}    \
         @Override\n    public {last}Status status() {{\n        return status;\n    }}\n}}\n",
        idiom.java
    ))
}

const NULLABLE: &str = "import org.jspecify.annotations.Nullable;\n\n";

/// Code of any package and language that refuses an argument without the core throws the same
/// exception.
const OF_ARGUMENT: &str = "    /**
     * For what refuses an argument itself.
     *
     * @param message what is wrong, with the values
     */
    public InvalidArgumentException(String message) {
        this(message, null);
    }

    /**
     * For what refuses an argument itself.
     *
     * @param message what is wrong, with the values
     * @param cause what was thrown instead; null for nothing
     */
    public InvalidArgumentException(String message, @Nullable Throwable cause) {
        super(message, cause);
        this.status = Status.INVALID_ARGUMENT;
    }

";

/// Code of another package throws it too, for a closed resource.
const OF_CLOSED: &str = "    /**
     * For what is closed with a scope of its own.
     *
     * @param message what is closed
     * @param cause what was thrown instead; null for nothing
     */
    public ClosedException(String message, @Nullable Throwable cause) {
        super(message, cause);
        this.status = Status.INVALID_HANDLE;
    }

";

/// C#'s classes, and the function that creates the exception of a status.
pub fn csharp(families: &[Family]) -> Result<String, String> {
    let mut text = String::from("namespace Tenure;\n\n");
    let (mut made, mut rest) = (String::new(), String::new());
    for family in families {
        let (class, idiom) = (&family.class, idiom_of(family)?);
        let first = family.statuses.iter().find(|name| *name != "Ok").ok_or("there is no status but Ok")?;
        let docs: Vec<String> = family.docs.iter().map(|text| plain(text, "<c>", "</c>")).collect();
        let _ = writeln!(text, "/// <summary>{}</summary>", docs.join(" "));
        if !idiom.csharp_more.is_empty() {
            let _ = writeln!(text, "/// <remarks>{}</remarks>", idiom.csharp_more);
        }
        let (sealed, base, own) = match idiom.csharp {
            GENERAL => ("sealed ", GENERAL.to_string(), ""),
            base if class == GENERAL => ("", format!("{base}, ITenureException"), OWN),
            base => ("sealed ", format!("{base}, ITenureException"), OWN),
        };
        let (up, set) = match own {
            "" => ("message, status, inner", "\n    {\n    }\n"),
            _ => ("message, inner", " => Status = status;\n"),
        };
        let _ = write!(
            text,
            "public {sealed}class {class} : {base}\n{{\n    internal {class}(string message, Status status = \
             Status.{first}, Exception? inner = null) : base({up}){set}{own}}}\n\n"
        );
        let statuses: Vec<String> = family.statuses.iter().map(|name| format!("Status.{name}")).collect();
        let pattern = statuses.join(" or ");
        let is_rest = statuses.contains(&"Status.Ok".to_string());
        let (arms, arm) = if is_rest { (&mut rest, "_") } else { (&mut made, pattern.as_str()) };
        let _ = writeln!(arms, "        {arm} => new {class}(message, status),");
    }
    Ok(format!(
        "{text}/// <summary>What a status is thrown as.</summary>\ninternal static class Exceptions\n{{\n    \
         internal static Exception Of(Status status, string message) => status switch\n    {{\n{made}{rest}    }};\n}}\n"
    ))
}

const OWN: &str = "\n    /// <summary>The status the core returned.</summary>\n    public Status Status { get; }\n";

/// The classes that JNI throws, in the order of the codes.
pub fn jni(families: &[Family]) -> String {
    let names: String = families.iter().map(|family| format!("    c\"dev/tenure/{}\",\n", family.class)).collect();
    format!(
        "/// The class of each `Exception`, in the order of its codes.\n\
         pub(super) const EXCEPTIONS: [&CStr; {}] = [\n{names}];\n",
        families.len()
    )
}

fn plain(text: &str, start: &str, end: &str) -> String {
    translated(text, str::to_string, |span| match span {
        Span::Linked(_, code) | Span::Primitive(code) | Span::Name(code) | Span::Other(code) => {
            format!("{start}{code}{end}")
        }
    })
}
