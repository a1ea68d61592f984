//! The other forms of an elementwise operation, from the items of its doc comment:
//!
//! ```text
//! - `in_place`
//! - `scalar: Scalar`: Adds a number to each element: `x + other`.
//! - `rsub: Scalar, in_place`: Subtracts each element from a number: `other - x`.
//! ```
//!
//! `in_place` is a form that writes its result to the first tensor, `out` one that writes it to
//! another tensor of the caller's, `scalar` a form with a number instead of the last tensor, and
//! any other name a form with a number on the left. Without its own text a form has that of the
//! function, with the number named. Invariant: the body of a form is the same call of
//! `api::tensor::family` with the suffix of the form, and its doc comment has the same parts, so
//! that it reads as if it were written by hand.

use crate::model::{Doc, NumberForm};
use crate::twin_docs::{self, Sentences};
use quote::ToTokens;

/// The file of the in-place functions, for the reference.
pub const IN_PLACE: &str = "tensor/in_place";

/// A function that was generated from another one.
pub struct Twin {
    pub text: String,
    pub in_place: bool,
}

/// The parts of a function that its forms are made of.
struct Original<'a> {
    name: String,
    doc: &'a Doc,
    /// The parameters after the owner, with their types.
    params: Vec<(String, String)>,
    /// The function of `family`, and its arguments after the owner.
    family: String,
    args: Vec<String>,
}

/// The other forms of a function; empty if its doc comment names none.
pub fn of(item: &syn::ItemFn, doc: &Doc) -> Result<Vec<Twin>, String> {
    if !doc.in_place && !doc.out && doc.forms.is_empty() {
        return Ok(Vec::new());
    }
    let original = Original::of(item, doc)?;
    let mut twins = Vec::new();
    for form in &doc.forms {
        twins.push(Twin { text: original.with_number(form, false)?, in_place: false });
    }
    if doc.in_place {
        twins.push(Twin { text: original.in_place()?, in_place: true });
    }
    if doc.out {
        twins.push(Twin { text: original.output_form()?, in_place: true });
    }
    for form in &doc.forms {
        if form.in_place || form.name == SCALAR && doc.in_place {
            twins.push(Twin { text: original.with_number(form, true)?, in_place: true });
        }
    }
    Ok(twins)
}

/// The tensor that a result is written into; `out` is a word of C#.
pub const OUTPUT: &str = "output";

/// The form with a number on the right.
const SCALAR: &str = "scalar";

impl Original<'_> {
    fn of<'a>(item: &syn::ItemFn, doc: &'a Doc) -> Result<Original<'a>, String> {
        let wrong = || "has other forms, so its body must be one call of `family`, with the owner first".to_string();
        let [syn::Stmt::Expr(syn::Expr::Call(call), None)] = item.block.stmts.as_slice() else { return Err(wrong()) };
        let path = call.func.to_token_stream().to_string().replace(' ', "");
        let family = path.strip_prefix("family::").ok_or_else(wrong)?.to_string();
        let mut args = call.args.iter().map(|arg| arg.to_token_stream().to_string());
        if args.next().as_deref() != Some("scope") {
            return Err(wrong());
        }
        let param = |input: &syn::FnArg| match input {
            syn::FnArg::Typed(input) => {
                (input.pat.to_token_stream().to_string(), input.ty.to_token_stream().to_string().replace(' ', ""))
            }
            syn::FnArg::Receiver(_) => (String::new(), String::new()),
        };
        let params = item.sig.inputs.iter().skip(1).map(param).collect();
        Ok(Original { name: item.sig.ident.to_string(), doc, params, family, args: args.collect() })
    }

    /// The names of the tensors other than the receiver.
    fn others(&self) -> Vec<&str> {
        let others = self.params.iter().skip(1).filter(|(_, ty)| ty.ends_with("TensorRef"));
        others.map(|(name, _)| name.as_str()).collect()
    }

    /// The form with a number instead of the second tensor.
    fn with_number(&self, form: &NumberForm, in_place: bool) -> Result<String, String> {
        let is_right = form.name == SCALAR;
        let second = self.params.get(1).ok_or("has a form with a number and no second operand")?.0.clone();
        let number = if is_right { second.clone() } else { "other".to_string() };
        let stem = if is_right { format!("{}_scalar", self.name) } else { format!("{}_scalar", form.name) };
        let mut twin = Original {
            name: stem,
            doc: self.doc,
            params: self.params.clone(),
            family: format!("{}_{}", self.family, if is_right { SCALAR } else { "reversed" }),
            args: self.args.clone(),
        };
        twin.params[1] = (number.clone(), form.number.clone());
        for arg in twin.args.iter_mut().filter(|arg| **arg == second) {
            *arg = number.clone();
        }
        let doc = twin_docs::with_number(self.doc, form, &second, &number)?;
        let twin = Original { doc: &doc, ..twin };
        if in_place { twin.in_place() } else { Ok(twin.text(true, &doc, &Sentences::of(&doc)?)) }
    }

    /// The form that writes to the receiver.
    fn in_place(&self) -> Result<String, String> {
        let (doc, sentences) = twin_docs::in_place(self.doc, &self.others())?;
        let twin = Original {
            name: format!("{}_in_place", self.name),
            doc: &doc,
            params: self.params.clone(),
            family: format!("{}_in_place", self.family),
            args: self.args.clone(),
        };
        Ok(twin.text(false, &doc, &sentences))
    }

    /// Written to a tensor of the caller's, the last of the tensors.
    fn output_form(&self) -> Result<String, String> {
        let (doc, sentences) = twin_docs::into_output(self.doc)?;
        let tensors = self.params.iter().filter(|(_, ty)| ty.ends_with("TensorRef")).count();
        let mut twin = Original {
            name: format!("{}_into", self.name),
            doc: &doc,
            params: self.params.clone(),
            family: format!("{}_into", self.family),
            args: self.args.clone(),
        };
        twin.params.insert(tensors, (OUTPUT.into(), "TensorRef".into()));
        twin.args.insert(tensors, OUTPUT.into());
        Ok(twin.text(false, &doc, &sentences))
    }

    /// The text of a function that creates a tensor or writes to one.
    fn text(&self, makes: bool, doc: &Doc, sentences: &Sentences) -> String {
        let mut params: Vec<String> = self.params.iter().map(|(name, ty)| format!("{name}: {ty}")).collect();
        let mut args = self.args.clone();
        if makes {
            params.insert(0, "scope: Owner".into());
            args.insert(0, "scope".into());
        }
        format!(
            "{}pub fn {}({}) -> Result<{}> {{\n    family::{}({})\n}}\n",
            twin_docs::comment(doc, sentences),
            self.name,
            params.join(", "),
            if makes { "NewTensor" } else { "()" },
            self.family,
            args.join(", ")
        )
    }
}

/// The whole file.
pub fn file(twins: &[Twin]) -> String {
    let head = format!(
        "//! {}\n//!\n//! Element-wise operations with a number in the place of a tensor, and in place. In place, a function \
         returns nothing, and\n//! writing through a view changes the storage that all its views and aliases share.\n\n\
         use super::family;\nuse crate::api::types::{{NewTensor, OptionalTensorRef, Owner, Scalar, ScalarValue, TensorRef}};\n\
         use crate::autograd;\nuse crate::error::Result;\n\
         use crate::ops::{{BinaryOp, BitOp, CompareOp, LogicOp, PairOp, RealOp, UnaryOp}};\n",
        crate::notice("src/api/tensor")
    );
    twins.iter().fold(head, |text, twin| text + "\n" + &twin.text)
}
