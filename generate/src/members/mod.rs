//! The public members of Java and C# that are one call of the core, other than the operations on
//! tensors. A doc comment of `src/api` names each of them.
//!
//! Invariant: a member has the docs and the parameters of its function, except for the arguments
//! that it fixes. The receiver is the operand of the class's own noun; without one the member is
//! static.

mod csharp;
mod java;

use crate::model::{self, Doc, Function, Kind, Output, Param, pascal};

pub use csharp::members as csharp;
pub use java::members as java;

/// A member and the function that it calls.
pub struct Member<'a> {
    function: &'a Function,
    member: model::Member,
    doc: Doc,
}

/// Every member of a class.
pub fn of_class<'a>(class: &str, nouns: &'a [Vec<Function>]) -> Vec<Member<'a>> {
    let mut members = Vec::new();
    for function in nouns.iter().flatten() {
        let doc = function.doc();
        // For a function of tensors the item only names the member that `shape` derives from it.
        let is_name = function.overload().is_some();
        for member in doc.members.iter().filter(|_| !is_name) {
            if member.class.clone().unwrap_or_else(|| pascal(&function.noun)) == class {
                let mut of = Member { function, member: member.clone(), doc: doc.clone() };
                // A member without a resource cannot find one closed.
                let names_any = of.taken().iter().any(|param| matches!(param.kind, Kind::Handle | Kind::Handles));
                let may_be_closed = names_any || !of.is_static();
                of.doc.errors.retain(|(status, _)| may_be_closed || status != "INVALID_HANDLE");
                members.push(of);
            }
        }
    }
    members
}

/// What an argument of the core's function is.
enum Argument<'a> {
    /// The owner of what is made.
    Owner,
    Receiver,
    Fixed(&'a str),
    Taken(&'a Param),
}

impl Member<'_> {
    fn arguments(&self) -> Vec<Argument<'_>> {
        let argument = |(i, param)| self.argument(i, param);
        self.function.params.iter().enumerate().map(argument).collect()
    }

    fn argument<'b>(&'b self, i: usize, param: &'b Param) -> Argument<'b> {
        match self.member.fixed.iter().find(|(name, _)| *name == param.name) {
            Some((_, value)) => Argument::Fixed(value),
            None if i == 0 && self.function.output == Output::Handle => Argument::Owner,
            None if param.of == self.function.noun && self.is_first_of_its_noun(i) => Argument::Receiver,
            None if i == 0 && self.is_of_dtypes() => Argument::Receiver,
            None => Argument::Taken(param),
        }
    }

    /// Whether no parameter before it is of the function's own noun: a second one is an operand.
    fn is_first_of_its_noun(&self, i: usize) -> bool {
        !self.function.params[..i].iter().any(|param| param.of == self.function.noun)
    }

    fn is_static(&self) -> bool {
        !self.arguments().iter().any(|argument| matches!(argument, Argument::Receiver))
    }

    /// Whether scopes are asked for their number, which is created on first use.
    fn is_of_scopes(&self) -> bool {
        self.function.noun == "scope" || self.function.noun == "workspace"
    }

    /// Whether the receiver is an element type, which is a code and cannot be closed or collected.
    fn is_of_dtypes(&self) -> bool {
        self.function.noun == "dtype"
    }

    fn taken(&self) -> Vec<&Param> {
        let taken = self.arguments().into_iter().filter_map(|argument| match argument {
            Argument::Taken(param) => Some(param),
            _ => None,
        });
        taken.collect()
    }

    /// The list of tensors that it takes.
    fn several(&self) -> Option<&Param> {
        self.taken().into_iter().find(|param| param.kind == Kind::Handles)
    }

    /// Whether a refusal of memory is retried after the collector has freed something.
    fn may_need_memory(&self) -> bool {
        self.doc.errors.iter().any(|(status, _)| status == "OUT_OF_MEMORY")
    }

    /// What the member does, as a sentence.
    fn text(&self) -> String {
        let text = if self.member.text.is_empty() { &self.doc.text } else { &self.member.text };
        let mut text = text.clone();
        for note in ["*Returns new.*", "*Borrows.*", "*Consumes.*"] {
            text = text.replace(note, "");
        }
        let text = text.trim().trim_end_matches('.');
        let mut letters = text.chars();
        letters.next().map_or_else(String::new, |first| format!("{}{}.", first.to_uppercase(), letters.as_str()))
    }
}

/// The class, empty for the member's own class, and the name of the member that a code span such as
/// `toggle_on()` or `Scope::stats()` names.
fn linked(code: &str) -> Option<(&str, &str)> {
    let path = code.strip_suffix("()")?;
    let (class, name) = path.split_once("::").unwrap_or(("", path));
    name.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_').then_some((class, name))
}
