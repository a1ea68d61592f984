//! The model: the public functions of `src/api` in the form that every back end reads.
//!
//! Invariant: back ends read nothing else, and this file uses no other one. The meaning of a
//! parameter or a result is stated once, by the name of its type in the signature
//! (`src/api/types.rs` explains each name). It is never guessed from the name of the parameter.

/// The kind of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A handle that the call borrows, or the scope that will own the result.
    Handle,
    /// A handle that the call disposes of.
    Disposed,
    /// A handle that the call borrows, or 0 for none.
    OptionalHandle,
    /// Several handles, borrowed.
    Handles,
    /// Sizes: a list of 64-bit integers.
    Dims,
    /// Axes: a list of 64-bit integers.
    Axes,
    /// Other integers: a list of 64-bit integers.
    Ints,
    /// A signed 64-bit integer: an axis, an index, a bound.
    Integer,
    /// An unsigned 64-bit integer: a number of bytes, a thread.
    Unsigned,
    /// A double.
    Real,
    /// A number in the caller's type: in C a kind and 64 bits. If a truth value may be passed,
    /// [`Param::of`] is [`VALUE`].
    Scalar,
    /// A double, or none.
    OptionalReal,
    /// A signed 64-bit integer, or none.
    OptionalInteger,
    /// The code of an element type.
    DType,
    /// The code of a device.
    Device,
    /// The code of an enum that has a type in Java and C#, named by [`Param::of`].
    Enum,
    /// The code of any other enum.
    Code,
    Flag,
    Text,
    /// A text, or none.
    OptionalText,
}

/// The kind of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    Nothing,
    /// A handle: a new reference, which the caller owns, or a borrowed scope.
    Handle,
    /// Handles, borrowed.
    Handles,
    /// This many new tensors, named by [`Doc::results`].
    Tensors(usize),
    /// A list of new tensors, or of other new handles of one kind, of any length.
    TensorList,
    F64,
    I64,
    U64,
    I32,
    U32,
    /// The code of an element type.
    DType,
    /// The code of a device.
    Device,
    Flag,
    /// Sizes or strides.
    Shape,
    /// A record, by its name.
    Record(&'static str),
    /// Several records, by their name.
    Records(&'static str),
    Text,
    /// A text, or none, which is an empty text in C.
    OptionalText,
}

/// The value of [`Param::of`] for a scalar that becomes an element or is compared with one.
pub const VALUE: &str = "value";

/// A parameter.
#[derive(Clone, Debug)]
pub struct Param {
    pub name: String,
    pub kind: Kind,
    /// For a handle, the noun that its type names, such as `tape`; for the code of an enum, the
    /// name of the enum outside of Rust. Empty for an owner and for everything else.
    pub of: String,
}

impl Param {
    /// Whether it is an optional number.
    pub fn is_optional_number(&self) -> bool {
        matches!(self.kind, Kind::OptionalReal | Kind::OptionalInteger)
    }

    /// Whether it is a list of numbers.
    pub fn is_list(&self) -> bool {
        matches!(self.kind, Kind::Dims | Kind::Axes | Kind::Ints)
    }
}

/// A public function.
#[derive(Clone, Debug)]
pub struct Function {
    /// The noun, such as `tensor`.
    pub noun: String,
    /// The module of `api` that contains it: the noun, except for reports.
    pub module: String,
    /// Its name in Rust, such as `where_`.
    pub name: String,
    /// The file of `src/api` that contains it, such as `tensor/math`.
    pub file: String,
    /// The lines of its doc comment, without a leading space.
    pub docs: Vec<String>,
    /// Whether a tape records it.
    pub has_gradient: bool,
    pub params: Vec<Param>,
    pub output: Output,
    /// The noun of the handle that it creates, such as `tape`; empty if it creates none.
    pub makes: String,
}

impl Function {
    /// The name without the underscore that distinguishes it from a keyword of Rust.
    pub fn verb(&self) -> &str {
        self.name.trim_end_matches('_')
    }

    /// `tenure_<noun>_<verb>`.
    pub fn c_name(&self) -> String {
        format!("tenure_{}_{}", self.noun, self.verb())
    }

    /// The name of the native method of Java. For a tensor it is the verb alone, because most
    /// functions belong to tensors.
    pub fn java_name(&self) -> String {
        let name =
            if self.noun == "tensor" { self.verb().to_string() } else { format!("{}_{}", self.noun, self.verb()) };
        camel(&name)
    }

    /// The member of `Tensor` in Java and C# that it is an overload of, if its own name only says
    /// what it adds: `sum` for `sum_dtype`.
    pub fn overload(&self) -> Option<String> {
        let is_tensors = self.noun == "tensor";
        self.doc().members.into_iter().next().filter(|member| is_tensors && member.class.is_none()).map(|it| it.name)
    }

    /// The name of the member of `Tensor` that it is: that of the function that it is an overload
    /// of, and overloads tell a number from a tensor.
    pub fn member(&self) -> String {
        self.overload().unwrap_or_else(|| self.verb().replace("_scalar", ""))
    }

    /// Its doc comment in parts.
    pub fn doc(&self) -> Doc {
        Doc::of(&self.docs)
    }

    /// The lines of its doc comment that say what it does, without those of its members and other
    /// forms.
    pub fn own_docs(&self) -> Vec<&str> {
        let is_others =
            |name: &str| ["in_place", "out", "spread"].contains(&name) || name.contains('(') || name.contains(": ");
        let mut is_other = false;
        let own = self.docs.iter().filter(|line| {
            if let Some(item) = line.strip_prefix("- `") {
                is_other = item.split('`').next().is_some_and(is_others);
            }
            !is_other
        });
        let mut own: Vec<&str> = own.map(String::as_str).collect();
        while own.last().is_some_and(|line| line.is_empty()) {
            own.pop();
        }
        own
    }

    /// Its path in Rust, such as `tensor::where_`.
    pub fn path(&self) -> String {
        format!("{}::{}", self.module, self.name)
    }

    /// A call of it, which an operation's errors name.
    pub fn named(&self, call: &str) -> String {
        match self.noun.as_str() {
            "tensor" => format!("named(\"{}\", {call})", self.member()),
            _ => call.to_string(),
        }
    }

    /// Whether it returns new tensors, whose owner is its first parameter.
    pub fn makes_tensors(&self) -> bool {
        matches!(self.output, Output::Handle | Output::Tensors(_) | Output::TensorList)
    }

    /// Whether it consumes a handle.
    pub fn disposes(&self) -> bool {
        self.params.iter().any(|param| param.kind == Kind::Disposed)
    }
}

/// A doc comment in parts: paragraphs, then a list of what each parameter is and when the call
/// fails:
///
/// ```text
/// Every `step`-th index of an axis.
///
/// - `axis`: which one
/// - `step` = 1: how far it is to the next index
/// - `INVALID_ARGUMENT`: there is no such axis
/// ```
///
/// A parameter with a value is optional, and the value is its default. Optional parameters come
/// last. `none` is the default of a tensor or a number that may be missing, `[]` that of a list,
/// `REPLICATE` that of an enum.
///
/// `in_place`, `out` and an item with a colon are forms that the generator writes (see `twins`),
/// and `gradient` says whether a tape records the function.
///
/// If there are several results, an item with an arrow names each, in order:
///
/// ```text
/// - `-> values`: the largest
/// ```
///
/// An item with parentheses is a public member of Java and C#, with the arguments that it fixes:
///
/// ```text
/// - `stats()`
/// - `cap(capped = true) -> self`: takes no further members
/// - `Tenure::debug_dump(scope = 0, format = 0)`: all scopes and what they own, as a tree
/// ```
///
/// The member belongs to the noun's class if the item names no other, and is static if no receiver
/// is left. Without a text it has the text of the function. An item that ends with `self` returns
/// its receiver in Java. For a function of tensors the item names the member that the function is
/// an overload of, if that is not its own name: `sum_dtype` has the item `sum()`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Doc {
    pub text: String,
    pub params: Vec<Named>,
    /// A status, and when it is returned.
    pub errors: Vec<(String, String)>,
    pub members: Vec<Member>,
    /// What each of several results is.
    pub results: Vec<Named>,
    /// The item `gradient`, for a function that differs from the others of its file.
    pub has_gradient: Option<bool>,
    /// Whether it has an in-place form.
    pub in_place: bool,
    /// Whether it has a form that writes its result into a tensor of the caller's.
    pub out: bool,
    /// Its forms with a number.
    pub forms: Vec<NumberForm>,
    /// Other names of it.
    pub aliases: Vec<String>,
    /// Whether axes may be given as separate numbers.
    pub spread: bool,
}

/// A form of a function with a number instead of a tensor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NumberForm {
    /// `scalar` for a number on the right; a form with a number on the left has its own name.
    pub name: String,
    /// The type of the number.
    pub number: String,
    /// Whether the form with a number on the left has an in-place form.
    pub in_place: bool,
    /// What it computes; empty if that follows from the function's own text.
    pub text: String,
}

/// A public member of Java and C# that calls the function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Member {
    /// Its class; `None` for the noun's class.
    pub class: Option<String>,
    pub name: String,
    /// The arguments that it fixes, as written in Rust.
    pub fixed: Vec<(String, String)>,
    pub returns_self: bool,
    /// What it does; empty if it does what the function does.
    pub text: String,
}

impl Member {
    /// The member of an item such as `Tenure::trim(device = 0) -> self`.
    fn of(item: &str, text: String) -> Member {
        let (head, returns_self) = item.strip_suffix(" -> self").map_or((item, false), |head| (head, true));
        let (name, fixed) = head.trim_end_matches(')').split_once('(').unwrap_or((head, ""));
        let (class, name) = name.split_once("::").map_or((None, name), |(class, name)| (Some(class.to_string()), name));
        let fixed = fixed.split(", ").filter_map(|one| one.split_once(" = "));
        let fixed = fixed.map(|(param, value)| (param.to_string(), value.to_string())).collect();
        Member { class, name: name.to_string(), fixed, returns_self, text }
    }
}

/// The part of a doc comment on one parameter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Named {
    pub name: String,
    pub what: String,
    pub default: Option<String>,
}

impl Doc {
    pub fn of(lines: &[String]) -> Doc {
        let joined = lines.join("\n");
        let (text, list) = joined.split_once("\n\n- `").unwrap_or((&joined, ""));
        let mut doc = Doc { text: text.split_whitespace().collect::<Vec<_>>().join(" "), ..Doc::default() };
        for item in list.split("\n- `").filter(|item| !item.is_empty()) {
            let (name, rest) = item.split_once('`').unwrap_or((item, ""));
            let (default, what) = rest.split_once(':').unwrap_or((rest, ""));
            let what = what.split_whitespace().collect::<Vec<_>>().join(" ");
            // A parameter of that name is described by more than a word.
            if name == "gradient" && matches!(what.as_str(), "yes" | "no") {
                doc.has_gradient = Some(what == "yes");
            } else if name == "in_place" {
                doc.in_place = true;
            } else if name == "spread" {
                doc.spread = true;
            } else if let Some(alias) = name.strip_prefix("alias: ") {
                doc.aliases.push(alias.to_string());
            } else if name == "out" {
                doc.out = true;
            } else if let Some((name, number)) = name.split_once(": ") {
                let (number, in_place) = number.split_once(", ").map_or((number, false), |(number, _)| (number, true));
                let what = rest.strip_prefix(':').unwrap_or_default();
                let text = what.split_whitespace().collect::<Vec<_>>().join(" ");
                doc.forms.push(NumberForm { name: name.into(), number: number.into(), in_place, text });
            } else if is_status(name) {
                doc.errors.push((name.to_string(), what));
            } else if let Some(name) = name.strip_prefix("-> ") {
                doc.results.push(Named { name: name.to_string(), what, default: None });
            } else if name.contains('(') {
                let what = rest.strip_prefix(':').unwrap_or_default();
                doc.members.push(Member::of(name, what.split_whitespace().collect::<Vec<_>>().join(" ")));
            } else {
                let default = default.trim().strip_prefix("= ").map(str::to_string);
                doc.params.push(Named { name: name.to_string(), what, default });
            }
        }
        doc
    }

    /// The docs of an overload with these parameters, without errors of parameters that it lacks,
    /// such as a device.
    pub fn about(&self, params: &[&Param]) -> Doc {
        let has_device = params.iter().any(|param| param.kind == Kind::Device);
        let mut doc = self.clone();
        doc.errors.retain(|(status, _)| has_device || status != "DEVICE_UNAVAILABLE");
        doc
    }

    /// The text on this parameter.
    pub fn param(&self, name: &str) -> &str {
        self.named(name).map_or("", |param| &param.what)
    }

    /// The default of this parameter.
    pub fn otherwise(&self, name: &str) -> Option<&str> {
        self.named(name)?.default.as_deref()
    }

    fn named(&self, name: &str) -> Option<&Named> {
        self.params.iter().find(|param| param.name == name)
    }
}

/// Whether this is the name of a status, such as `SHAPE_MISMATCH`.
pub fn is_status(name: &str) -> bool {
    name.chars().all(|letter| letter.is_ascii_uppercase() || letter == '_')
}

/// A text as Javadoc and C#'s XML have it.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A doc comment with `code` applied to each code span, `link` to each link to a function, and
/// `plain` to the rest.
pub fn spans(
    text: &str,
    plain: impl Fn(&str) -> String,
    code: impl Fn(&str) -> String,
    link: impl Fn(&str) -> String,
) -> String {
    let is_function = |name: &str| name.chars().all(|letter| letter.is_lowercase() || "_:0123456789".contains(letter));
    let mut out = String::new();
    for (i, part) in text.replace("[`", "`[").replace("`]", "]`").split('`').enumerate() {
        let linked = part.strip_prefix('[').and_then(|part| part.strip_suffix(']')).filter(|name| is_function(name));
        out += &match linked {
            _ if i % 2 == 0 => plain(part),
            Some(name) => link(name),
            None => code(part),
        };
    }
    out
}

/// Converts `add_in_place` to `AddInPlace`.
pub fn pascal(name: &str) -> String {
    camel(&format!("_{name}"))
}

/// Converts `OnnxModel` to `onnx_model`.
pub fn snake(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !text.is_empty() {
            text.push('_');
        }
        text.extend(letter.to_lowercase());
    }
    text
}

/// Converts `add_in_place` to `addInPlace`.
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
