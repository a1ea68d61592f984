//! The model: the public functions of `src/api` as every back end sees them.
//!
//! Invariant: a back end looks at nothing else. What a parameter or a result is, is said once, by
//! the name of its type in the signature (`src/api/types.rs` explains each name), and never guessed
//! from the name of the parameter.

/// What a parameter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A handle that the call borrows, or the scope that will own the result.
    Handle,
    /// A handle that the call disposes of.
    Disposed,
    /// Several handles, borrowed.
    Handles,
    /// Sizes, a list of 64-bit integers.
    Dims,
    /// Axes, the same.
    Axes,
    /// One 64-bit integer with a sign: an axis, an index, a bound.
    Integer,
    /// One without: a number of bytes, a thread.
    Unsigned,
    /// A double.
    Scalar,
    /// The code of an enum.
    Code,
    Flag,
    Text,
    /// A text, or none.
    OptionalText,
}

/// What a function gives back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    Nothing,
    /// A handle: of a new reference, which is the caller's, or of a scope, borrowed.
    Handle,
    /// Handles, borrowed.
    Handles,
    F64,
    I64,
    U64,
    I32,
    U32,
    Flag,
    /// Sizes or strides.
    Shape,
    /// A record, by its name.
    Record(&'static str),
    /// Several.
    Records(&'static str),
    Text,
    /// A text, or none: in C that is an empty one.
    OptionalText,
}

/// A parameter.
#[derive(Clone, Debug)]
pub struct Param {
    pub name: String,
    pub kind: Kind,
}

/// A public function.
#[derive(Clone, Debug)]
pub struct Function {
    /// The noun, as `tensor`.
    pub noun: String,
    /// The module of `api` that it is in: the noun but for reports.
    pub module: String,
    /// Its name in Rust, as `where_`.
    pub name: String,
    /// The file of `src/api` that it stands in, as `tensor/math`.
    pub file: String,
    /// The lines of its doc comment, without a leading space.
    pub docs: Vec<String>,
    /// Whether a tape records it.
    pub has_gradient: bool,
    pub params: Vec<Param>,
    pub output: Output,
}

impl Function {
    /// The name without the underscore that keeps it from being a keyword of Rust.
    pub fn verb(&self) -> &str {
        self.name.trim_end_matches('_')
    }

    /// `tenure_<noun>_<verb>`.
    pub fn c_name(&self) -> String {
        format!("tenure_{}_{}", self.noun, self.verb())
    }

    /// The name of the native method of Java: the verb alone for a tensor, which is what most
    /// functions are of.
    pub fn java_name(&self) -> String {
        let name =
            if self.noun == "tensor" { self.verb().to_string() } else { format!("{}_{}", self.noun, self.verb()) };
        camel(&name)
    }

    /// What its doc comment says, in parts.
    pub fn doc(&self) -> Doc {
        Doc::of(&self.docs)
    }

    /// How Rust calls it, as `tensor::where_`.
    pub fn path(&self) -> String {
        format!("{}::{}", self.module, self.name)
    }

    /// Whether it consumes a handle.
    pub fn disposes(&self) -> bool {
        self.params.iter().any(|param| param.kind == Kind::Disposed)
    }

    /// The parameter that is a list of integers, of which there is at most one.
    pub fn list(&self) -> Option<&Param> {
        self.params.iter().find(|param| matches!(param.kind, Kind::Dims | Kind::Axes))
    }
}

/// A doc comment in parts: paragraphs, then a list of what each parameter is and when it fails:
///
/// ```text
/// The sum, element by element.
///
/// - `other`: the other operand
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Doc {
    pub text: String,
    /// A parameter's name and what it is.
    pub params: Vec<(String, String)>,
    /// A status and when it is returned.
    pub errors: Vec<(String, String)>,
}

impl Doc {
    fn of(lines: &[String]) -> Doc {
        let joined = lines.join("\n");
        let (text, list) = joined.split_once("\n\n- `").unwrap_or((&joined, ""));
        let mut doc = Doc { text: text.replace('\n', " "), ..Doc::default() };
        for item in list.split("\n- `").filter(|item| !item.is_empty()) {
            let (name, what) = item.split_once("`:").unwrap_or((item, ""));
            let pair = (name.to_string(), what.split_whitespace().collect::<Vec<_>>().join(" "));
            let is_status = name.chars().all(|letter| letter.is_uppercase() || letter == '_');
            if is_status { doc.errors.push(pair) } else { doc.params.push(pair) }
        }
        doc
    }

    /// What is said of this parameter.
    pub fn param(&self, name: &str) -> &str {
        self.params.iter().find(|(param, _)| param == name).map_or("", |(_, what)| what)
    }
}

/// `SHAPE_MISMATCH` as the exception of Java and C#, `ShapeMismatchException`.
pub fn exception(status: &str) -> String {
    let words = status.split('_').map(|word| match word {
        "DTYPE" => "DType".to_string(),
        word => word[..1].to_string() + &word[1..].to_lowercase(),
    });
    words.collect::<String>() + "Exception"
}

/// `add_in_place` as `AddInPlace`.
pub fn pascal(name: &str) -> String {
    camel(&format!("_{name}"))
}

/// `add_in_place` as `addInPlace`.
pub fn camel(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default().to_string();
    words.fold(first, |mut text, word| {
        let mut letters = word.chars();
        text.extend(letters.next().map(|letter| letter.to_ascii_uppercase()));
        text.push_str(letters.as_str());
        text
    })
}
