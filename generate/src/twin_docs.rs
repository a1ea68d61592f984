//! The doc comments of the forms that `twins` writes.
//!
//! Invariant: the doc comment of an operation has sentences in a fixed order: what it computes,
//! `Shapes:`, `Dtype:`. Each rule for the dtype of a result, and each reason to fail, has one
//! sentence for each form, listed here. A sentence without a rule is an error of the generator, so
//! no form is described wrongly in silence.

use crate::model::{Doc, Named, NumberForm};
use crate::twins::OUTPUT;

/// The parts of a doc comment's text.
pub struct Sentences {
    what: String,
    shapes: String,
    dtype: String,
}

impl Sentences {
    pub fn of(doc: &Doc) -> Result<Sentences, String> {
        let missing = || format!("has other forms, so its doc comment needs `Shapes:` and `Dtype:`: {}", doc.text);
        let (what, rest) = doc.text.split_once(" Shapes: ").ok_or_else(missing)?;
        let (shapes, dtype) = rest.split_once(" Dtype: ").ok_or_else(missing)?;
        Ok(Sentences { what: what.into(), shapes: shapes.into(), dtype: dtype.into() })
    }
}

/// The rule for the dtype of a result, by the sentence that states it.
#[derive(Clone, Copy, PartialEq)]
enum Rule {
    /// The promoted dtype of two tensors.
    Promoted,
    /// The promoted dtype of two tensors, or float32 for integers.
    PromotedReal,
    /// The promoted dtype of integers or booleans.
    PromotedBits,
    /// Bool, for operands that are compared or tested.
    Compared,
    Truth,
    /// The promoted dtype of three operands, which is computed by several operations.
    Composed,
    /// The receiver's dtype, or float32 for integers.
    Real,
    /// The receiver's dtype, unless the number needs another.
    WithNumber,
    WithBounds,
    /// The receiver's dtype, or int64 for bool.
    KeptNumber,
    Kept,
}

const RULES: [(&str, Rule); 11] = [
    ("the promoted dtype of both operands, or float32 if that is not floating-point", Rule::PromotedReal),
    ("the promoted dtype of both operands, which are integers or bool", Rule::PromotedBits),
    ("the promoted dtype of both operands", Rule::Promoted),
    ("the promoted dtype of ", Rule::Composed),
    ("bool; the operands are compared in their promoted dtype", Rule::Compared),
    ("bool; ", Rule::Truth),
    (REAL, Rule::Real),
    (WITH_NUMBER, Rule::WithNumber),
    ("a float dtype is kept. An integer dtype is kept for integer bounds", Rule::WithBounds),
    ("kept, but bool gives int64", Rule::KeptNumber),
    ("kept", Rule::Kept),
];

const REAL: &str = "a float dtype is kept; integers and bool give float32";
const WITH_NUMBER: &str = "a float dtype is kept. An integer dtype is kept for an integer number and becomes float32 for a \
                           fractional one; bool becomes int64 or float32";

/// The rule that a sentence on the dtype states, and the text after it.
fn rule(dtype: &str) -> Result<(Rule, &str), String> {
    let found = RULES.iter().find_map(|(text, rule)| Some((*rule, dtype.strip_prefix(text)?)));
    found.ok_or_else(|| format!("has other forms, and no rule for its `Dtype: {dtype}`"))
}

/// The text after the sentence on the dtype, without sentences on two tensors or on gradients.
fn further(rest: &str) -> String {
    let rest = rest.split_once(". ").map_or("", |(_, rest)| rest);
    sentences(rest).into_iter().filter(|one| !one.starts_with("Two ")).map(|one| format!(" {one}")).collect()
}

/// The sentences of a text; a full stop inside a code span ends none.
fn sentences(text: &str) -> Vec<String> {
    let (mut all, mut is_code) = (vec![String::new()], false);
    let letters: Vec<char> = text.chars().collect();
    for (i, &letter) in letters.iter().enumerate() {
        is_code ^= letter == '`';
        let starts = letter == ' ' && !is_code && i > 0 && letters[i - 1] == '.';
        if starts && letters.get(i + 1).is_some_and(|next| next.is_uppercase() || next.is_numeric() || *next == '`') {
            all.push(String::new());
        } else {
            all.last_mut().expect("there is one from the start").push(letter);
        }
    }
    all.retain(|one| !one.is_empty());
    all
}

/// The doc comment of the form with a number, `number`, instead of the tensor `second`.
pub fn with_number(doc: &Doc, form: &NumberForm, second: &str, number: &str) -> Result<Doc, String> {
    let is_right = form.name == "scalar";
    let said = Sentences::of(doc)?;
    let what = if form.text.is_empty() { numbered(&said.what, second) } else { form.text.clone() };
    let (rule, rest) = rule(&said.dtype)?;
    let shifts = doc.errors.iter().any(|(_, when)| when.ends_with("or both are bool"));
    let dtype = match rule {
        Rule::Promoted => WITH_NUMBER,
        Rule::PromotedReal => REAL,
        Rule::PromotedBits if shifts => "kept; an integer dtype",
        Rule::PromotedBits => "kept; an integer dtype or bool",
        Rule::Compared => {
            "bool. A float tensor is compared with the number rounded to its dtype, an integer or bool tensor with the exact \
             number"
        }
        Rule::Truth => "bool; an operand of any dtype",
        _ => return Err(format!("has a form with a number, and no rule for its `Dtype: {}`", said.dtype)),
    };
    let mut errors = Vec::new();
    let mut range = match rule {
        Rule::Promoted => Some("the number is out of range for the integer dtype".to_string()),
        Rule::PromotedBits if shifts => Some("the number is out of range for the dtype".to_string()),
        Rule::PromotedBits => Some("the number is out of range for the dtype; bool holds 0 and 1".to_string()),
        _ => None,
    };
    for (status, when) in doc.errors.iter().filter(|(status, _)| status != "SHAPE_MISMATCH") {
        let when = match when.strip_prefix("the promoted dtype is an integer dtype and ") {
            Some(rest) => {
                range = None;
                let (operand, is) = rest.split_once(" is ").unwrap_or((rest, ""));
                let operand = operand.trim_start_matches("an ").trim_start_matches("a ");
                match is_right {
                    true => {
                        format!("the result has an integer dtype, and the {operand} is {is} or out of range for it")
                    }
                    false => format!(
                        "the result has an integer dtype, and an element is {is} or the number is out of range for it"
                    ),
                }
            }
            None => when
                .replace("both operands are bool", "this tensor is bool and the number is a truth value")
                .replace("an operand is floating-point, or both are bool", "this tensor is floating-point or bool")
                .replace("an operand is", "this tensor is"),
        };
        errors.push((status.clone(), when));
    }
    if let Some(range) = range {
        errors.insert(0, ("INVALID_ARGUMENT".into(), range));
    }
    let param = Named { name: number.into(), what: number_meaning(doc.param(second), is_right), default: None };
    let text = format!("{what} Shapes: `[...] -> [...]`. Dtype: {dtype}.{}", further(rest));
    Ok(Doc { text, params: vec![param], errors, ..Doc::default() })
}

/// Turns a sentence on matching elements into one on a number.
fn numbered(what: &str, second: &str) -> String {
    let what = what
        .replace(&format!("the matching element of `{second}`"), "a number")
        .replace("each two matching elements", "each element and a number")
        .replace("both elements are", "each element and a number are both")
        .replace("of two elements", "of each element and a number")
        .replace("of matching elements", "of each element and a number")
        .replace(&format!("`{second}`"), "a number");
    // In formulas the other operand is `y`.
    let spans =
        what.split('`').enumerate().map(|(i, part)| if i % 2 == 1 { with_name(part, second) } else { part.into() });
    spans.collect::<Vec<String>>().join("`")
}

/// A formula with another name for `y`.
fn with_name(formula: &str, name: &str) -> String {
    let letters: Vec<char> = formula.chars().collect();
    let is_alone = |i: usize| {
        let is_word = |at: Option<&char>| at.is_some_and(|letter| letter.is_alphanumeric() || *letter == '_');
        letters[i] == 'y' && !is_word(i.checked_sub(1).and_then(|i| letters.get(i))) && !is_word(letters.get(i + 1))
    };
    (0..letters.len()).map(|i| if is_alone(i) { name.to_string() } else { letters[i].to_string() }).collect()
}

/// The description of a number that replaces tensors with this description.
fn number_meaning(tensors: &str, is_right: bool) -> String {
    let one = tensors.strip_prefix("the ").and_then(|rest| rest.strip_suffix('s'));
    match one.filter(|one| is_right && (!one.contains(' ') || one.ends_with(" coordinate"))) {
        Some(one) => format!("the {one}, the same for every element"),
        None => "the number, the same for every element".into(),
    }
}

/// The doc comment of the in-place form, with these tensors other than the receiver.
pub fn in_place(doc: &Doc, others: &[&str]) -> Result<(Doc, Sentences), String> {
    let said = Sentences::of(doc)?;
    let what = sentences(&said.what).into_iter().filter(|one| !one.contains("gradient"));
    let (rule, rest) = rule(&said.dtype)?;
    let named: Vec<String> = others.iter().map(|name| format!("`{name}`")).collect();
    let all = named.join(" and ");
    let many = others.len() > 1;
    let shapes = match others {
        [] => "`[...] -> [...]`.".to_string(),
        _ => {
            format!("{all} {} to the shape of this tensor, which stays.", if many { "broadcast" } else { "broadcasts" })
        }
    };
    let temporary = match rule {
        Rule::Composed => " The result is computed in temporaries first.".to_string(),
        Rule::Truth => format!(
            " Temporaries are used unless {} bool.",
            if others.is_empty() { "this tensor is" } else { "both tensors are" }
        ),
        _ if others.is_empty() => String::new(),
        _ => format!(" A temporary is used if {all} has another dtype, or overlaps this tensor elsewhere."),
    };
    let kept = match rule {
        Rule::Truth => "kept; true becomes 1 and false 0".to_string(),
        Rule::Kept => format!("kept{}", first(rest)).replace("are copied unchanged", "stay as they are"),
        _ if others.is_empty() => "kept".into(),
        _ => "kept; the result is converted to it".into(),
    };
    let both_bool = doc.errors.iter().any(|(_, when)| when.contains("bool"));
    let mismatch = match rule {
        Rule::Truth | Rule::Compared => None,
        Rule::Real | Rule::PromotedReal => Some("this tensor is not floating-point".to_string()),
        Rule::KeptNumber => Some("this tensor is bool".into()),
        Rule::WithBounds => Some(
            "this tensor has an integer dtype and a bound is fractional, or this tensor is bool and has a bound".into(),
        ),
        Rule::WithNumber => Some(format!(
            "this tensor has an integer dtype and the number is fractional, or this tensor is bool{}",
            if both_bool { "" } else { " and the number is not a truth value" }
        )),
        Rule::Promoted => Some(format!(
            "the promoted dtype is floating-point and this tensor is not, or this tensor is bool{}",
            if both_bool { String::new() } else { format!(" and {all} is not") }
        )),
        Rule::PromotedBits => Some(format!(
            "an operand is floating-point, or this tensor is bool{}",
            if both_bool && doc.errors.iter().any(|(_, when)| when.ends_with("or both are bool")) {
                String::new()
            } else {
                format!(" and {all} is not")
            }
        )),
        Rule::Composed => Some(
            "the result would be floating-point and this tensor is not, or this tensor is bool and the result is not"
                .into(),
        ),
        Rule::Kept => None,
    };
    let mut errors: Vec<(String, String)> = Vec::new();
    let mut argument = String::new();
    if !others.is_empty() {
        let does = if many { "do" } else { "does" };
        errors.push(("SHAPE_MISMATCH".into(), format!("{all} {does} not broadcast to the shape of this tensor")));
    }
    for (status, when) in &doc.errors {
        match status.as_str() {
            "SHAPE_MISMATCH" | "UNSUPPORTED" => {}
            "INVALID_ARGUMENT" => argument = format!("{when}, "),
            "DTYPE_MISMATCH" if mismatch.is_some() => {}
            _ => errors.push((status.clone(), when.clone())),
        }
    }
    errors.extend(mismatch.map(|when| ("DTYPE_MISMATCH".to_string(), when)));
    errors.push((
        "INVALID_ARGUMENT".into(),
        format!("{argument}this tensor is recorded on a tape, or its elements overlap"),
    ));
    if !others.is_empty() {
        errors.push(("UNSUPPORTED".into(), format!("{} is recorded on a tape", named.join(" or "))));
    }
    let members = doc.members.iter().cloned();
    let members = members.map(|mut member| {
        member.name += "_in_place";
        member
    });
    let doc = Doc { params: doc.params.clone(), errors, members: members.collect(), ..Doc::default() };
    let dtype = format!("{kept}.{}{temporary}", further(rest));
    Ok((doc, Sentences { what: what.collect::<Vec<_>>().join(" "), shapes, dtype }))
}

/// The doc comment of the form that writes its result into a tensor of the caller's.
pub fn into_output(doc: &Doc) -> Result<(Doc, Sentences), String> {
    let mut said = Sentences::of(doc)?;
    let what: Vec<String> = sentences(&said.what).into_iter().filter(|one| !one.contains("gradient")).collect();
    said.what = format!("{} The result is written into `{OUTPUT}`, and no memory is taken for it.", what.join(" "));
    said.shapes = format!("{}, which is that of `{OUTPUT}`.", said.shapes.trim_end_matches('.'));
    said.dtype = format!("{}; it must be that of `{OUTPUT}`.", first(&said.dtype));
    let mut params = doc.params.clone();
    params.push(Named {
        name: OUTPUT.into(),
        what: "the tensor that the result is written into; it may be an operand".into(),
        default: None,
    });
    let mut errors = doc.errors.clone();
    let more = [
        ("SHAPE_MISMATCH", format!("`{OUTPUT}` does not have the shape of the result")),
        ("DTYPE_MISMATCH", format!("`{OUTPUT}` does not have the dtype of the result")),
        ("INVALID_ARGUMENT", format!("`{OUTPUT}` is recorded on a tape, or its elements overlap")),
        ("UNSUPPORTED", "an operand is recorded on a tape".to_string()),
    ];
    for (status, when) in more {
        match errors.iter_mut().find(|(other, _)| other == status) {
            Some((_, said)) => *said = format!("{said}, or {when}"),
            None => errors.push((status.into(), when)),
        }
    }
    Ok((Doc { params, errors, ..Doc::default() }, said))
}

/// The rest of a sentence, as the first sentence.
fn first(rest: &str) -> &str {
    rest.split_once(". ").map_or(rest.trim_end_matches('.'), |(first, _)| first)
}

/// The doc comment as Rust code.
pub fn comment(doc: &Doc, sentences: &Sentences) -> String {
    let mut lines = wrapped(&sentences.what, "");
    lines.extend(wrapped(&format!("Shapes: {} Dtype: {}", sentences.shapes, sentences.dtype), ""));
    let members = doc.members.iter().map(|member| format!("- `{}()`", member.name));
    let params = doc.params.iter().map(|param| {
        let default = param.default.as_ref().map_or(String::new(), |value| format!(" = {value}"));
        format!("- `{}`{default}: {}", param.name, param.what)
    });
    let errors = doc.errors.iter().map(|(status, when)| format!("- `{status}`: {when}"));
    let items: Vec<String> = members.chain(params).chain(errors).collect();
    if !items.is_empty() {
        lines.push(String::new());
    }
    lines.extend(items.iter().flat_map(|item| wrapped(item, "  ")));
    lines.iter().map(|line| format!("/// {line}").trim_end().to_string() + "\n").collect()
}

/// The words in lines, all indented except the first.
fn wrapped(text: &str, indent: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is one from the start");
        if line.is_empty() {
            line.push_str(word);
        } else if line.len() + 1 + word.len() > 116 {
            lines.push(format!("{indent}{word}"));
        } else {
            line.push(' ');
            line.push_str(word);
        }
    }
    lines
}
