//! The commands of the three runners of `tests/scenarios` that are one operation each, so that a
//! new operation has its command in all of them.
//!
//! A command has the name of the C function without `tenure_tensor_`. Its words are the operands in
//! the order of the signature, except that several tensors come last; a reduction may omit its
//! axes. A command with several results has as many names before its `=`. A missing optional tensor
//! or number is the word `none`, and a code is a number. Queries have commands of the form
//! `expect_...`, which are not generated.

mod csharp;
mod java;
mod rust;

use crate::model::{Function, Kind, Param};
use crate::shape::{self, Form};

pub use csharp::commands as csharp;
pub use java::commands as java;
pub use rust::commands as rust;

/// A function that is a command.
#[derive(Clone, Copy)]
struct Command<'a> {
    function: &'a Function,
    form: Form,
}

/// The effect of a command.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Does {
    /// Creates a tensor without operands.
    Make,
    /// Computes a tensor from others.
    Compute,
    /// Computes several tensors.
    Several,
    /// Changes a tensor, and has no result.
    Change,
}

impl Command<'_> {
    fn does(&self) -> Does {
        match self.form {
            Form::Shaped | Form::Counted => Does::Make,
            Form::Change | Form::ChangeBinary | Form::ChangeScalar | Form::ChangeMixed => Does::Change,
            Form::Several | Form::Listed => Does::Several,
            _ => Does::Compute,
        }
    }

    /// The parameters in the order of the words. New tensors are on the host.
    fn words(&self) -> Vec<&Param> {
        let owner = usize::from(self.does() != Does::Change);
        let is_word = |param: &&Param| self.does() != Does::Make || param.kind != Kind::Device;
        let words = self.function.params[owner..].iter().filter(is_word);
        let (several, single): (Vec<&Param>, Vec<&Param>) = words.partition(|param| param.kind == Kind::Handles);
        single.into_iter().chain(several).collect()
    }
}

fn all(functions: &[Function], does: Does) -> Vec<Command<'_>> {
    let commands = functions.iter().filter_map(|function| Some(Command { function, form: shape::form(function)? }));
    let is_question = |command: &Command| matches!(command.form, Form::Question | Form::Asking);
    commands.filter(|command| !is_question(command) && command.does() == does).collect()
}
