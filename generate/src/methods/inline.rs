//! The computation of a function of `src/api`, without the handles around it.
//!
//! A function of `api` looks its operands up, computes within the limits of the result's owner, and
//! gives the result a handle: `map(scope, t, |t| autograd::trace(t, offset))`. For a caller in Rust,
//! who has the tensors themselves, `autograd::trace(self, offset)` is all of it. The rules here
//! remove the rest: a look-up is the tensor, a function that looks operands up is replaced by its
//! body, and a closure by its body where it is called.
//!
//! Invariant: an expression without a rule stays as it is. So it either computes on tensors, or the
//! generated method does not compile; it never means something else.

use quote::ToTokens;
use std::collections::{HashMap, HashSet};
use syn::visit_mut::{VisitMut, visit_expr_mut, visit_field_value_mut};
use syn::{Expr, ExprCall, ExprClosure, ItemFn, Pat, Stmt, parse_quote};

/// Look-ups of handles and codes; each takes one argument and may fail.
const LOOKUPS: [&str; 4] = ["tensor", "pinned", "optional", "pins_of"];

/// Functions that look operands up and pass them to their last argument. The first is the owner.
const CALLS: [&str; 6] = ["map", "super::map", "map2", "map3", "several", "map_list"];

/// The values that names stand for.
type Values = HashMap<String, Expr>;

/// Removes handles from the bodies of functions.
pub struct Inliner<'a> {
    /// Functions that take handles, by the path by which they are called.
    helpers: &'a HashMap<String, ItemFn>,
    /// Names of tensors, which are references in a method.
    references: HashSet<String>,
    values: Values,
}

impl<'a> Inliner<'a> {
    /// `receiver` is the parameter that becomes `self`; the parameters of `tensors` become
    /// references, options or slices of them.
    pub fn new(helpers: &'a HashMap<String, ItemFn>, receiver: Option<&str>, tensors: &[String]) -> Inliner<'a> {
        let references = tensors.iter().cloned().chain(["self".to_string()]).collect();
        let values = receiver.map(|name| (name.to_string(), parse_quote!(self))).into_iter().collect();
        Inliner { helpers, references, values }
    }

    /// The statements of the method.
    pub fn body(&mut self, block: &syn::Block) -> Vec<Stmt> {
        let mut block = block.clone();
        self.block(&mut block);
        block.stmts
    }

    fn is_reference(&self, expr: &Expr) -> bool {
        ident(expr).is_some_and(|name| self.references.contains(&name))
    }

    /// Replaces names by their values, statement by statement. A `let` of a name, a code or a
    /// closure that is called once becomes a value; any other stays.
    fn block(&mut self, block: &mut syn::Block) {
        let outer = self.values.clone();
        let mut pending: std::collections::VecDeque<Stmt> = std::mem::take(&mut block.stmts).into();
        while let Some(statement) = pending.pop_front() {
            match statement {
                Stmt::Local(local) => block.stmts.extend(self.local(local, pending.make_contiguous())),
                Stmt::Expr(mut expr, None) => {
                    self.visit_expr_mut(&mut expr);
                    match expr {
                        Expr::Block(inner) if inner.attrs.is_empty() && pending.is_empty() => {
                            block.stmts.extend(inner.block.stmts);
                        }
                        expr => block.stmts.push(Stmt::Expr(expr, None)),
                    }
                }
                mut other => {
                    self.visit_stmt_mut(&mut other);
                    block.stmts.push(other);
                }
            }
        }
        self.values = outer;
    }

    /// What is left of a `let`.
    fn local(&mut self, mut local: syn::Local, rest: &[Stmt]) -> Vec<Stmt> {
        self.visit_local_mut(&mut local);
        let Some(init) = &local.init else { return vec![Stmt::Local(local)] };
        if let Some((_, otherwise)) = &init.diverge {
            // `let Some(first) = pins.first() else { ... }`, where the first one is only asked for its owner.
            if let Expr::MethodCall(call) = &*init.expr
                && call.method == "first"
            {
                let tensors = &call.receiver;
                return vec![parse_quote!(if #tensors.is_empty() { #otherwise })];
            }
            return vec![Stmt::Local(local)];
        }
        let pairs: Vec<(Pat, Expr)> = match (&local.pat, &*init.expr) {
            (Pat::Tuple(names), Expr::Tuple(values)) if names.elems.len() == values.elems.len() => {
                names.elems.iter().cloned().zip(values.elems.iter().cloned()).collect()
            }
            (pat, expr) => vec![(pat.clone(), expr.clone())],
        };
        let mut left = Vec::new();
        for (pat, value) in pairs {
            let uses = |name: &str| rest.iter().map(|one| occurrences(&one.to_token_stream(), name)).sum::<usize>();
            match &pat {
                Pat::Ident(name) if is_value(&value, || uses(&name.ident.to_string())) => {
                    self.values.insert(name.ident.to_string(), value);
                }
                _ => {
                    names_of(&pat).iter().for_each(|name| drop(self.values.remove(name)));
                    left.push(parse_quote!(let #pat = #value;));
                }
            }
        }
        left
    }

    /// What a call becomes; `None` if it stays. Its arguments are without handles by now.
    fn called(&self, call: &ExprCall) -> Option<Expr> {
        let args: Vec<Expr> = call.args.iter().cloned().collect();
        let name = call.func.to_token_stream().to_string().replace(' ', "");
        match (name.as_str(), args.as_slice()) {
            (name, [_, operands @ .., f]) if CALLS.contains(&name) => Some(self.applied(f, operands)),
            ("within_limits", [_, _, f]) => Some(self.applied(f, &[])),
            ("own_beside" | "own_all_beside", [_, _, made]) => Some(owned(made)),
            ("own", [_, Expr::Call(resource)]) => Some(owned(resource.args.first()?)),
            ("borrowed", [tensors]) => Some(without_reference(tensors)),
            (name, args) => match self.helpers.get(name) {
                Some(helper) => Some(self.inlined(helper, args)),
                None if matches!(&*call.func, Expr::Paren(_) | Expr::Closure(_) | Expr::Reference(_)) => {
                    Some(self.applied(&call.func, args))
                }
                None => None,
            },
        }
    }

    /// The body of a helper with these arguments.
    fn inlined(&self, helper: &ItemFn, args: &[Expr]) -> Expr {
        let names = helper.sig.inputs.iter().filter_map(|input| match input {
            syn::FnArg::Typed(input) => ident_of(&input.pat),
            syn::FnArg::Receiver(_) => None,
        });
        let block = &helper.block;
        self.with(names.zip(args.iter().cloned()).collect(), parse_quote!(#block))
    }

    /// A function, or a closure, called with these arguments.
    fn applied(&self, f: &Expr, args: &[Expr]) -> Expr {
        match f {
            Expr::Reference(f) => self.applied(&f.expr, args),
            Expr::Paren(f) => self.applied(&f.expr, args),
            Expr::Closure(closure) => {
                let names = closure.inputs.iter().map(|pat| ident_of(pat).unwrap_or_default());
                self.with(names.zip(args.iter().cloned()).collect(), (*closure.body).clone())
            }
            f => parse_quote!(#f(#(#args),*)),
        }
    }

    /// An expression with these values of its names, and no others: its own have been replaced.
    fn with(&self, values: Values, mut expr: Expr) -> Expr {
        let mut inner = Inliner { helpers: self.helpers, references: self.references.clone(), values };
        inner.visit_expr_mut(&mut expr);
        expr
    }
}

impl VisitMut for Inliner<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Closure(closure) => return self.visit_closure(closure),
            Expr::Block(inner) => {
                self.block(&mut inner.block);
                if let [Stmt::Expr(only, None)] = inner.block.stmts.as_slice() {
                    *expr = only.clone();
                }
                return;
            }
            Expr::If(chosen) => {
                self.visit_expr_mut(&mut chosen.cond);
                self.block(&mut chosen.then_branch);
                if let Some((_, otherwise)) = &mut chosen.else_branch {
                    self.visit_expr_mut(otherwise);
                    if !matches!(&**otherwise, Expr::If(_) | Expr::Block(_)) {
                        **otherwise = parse_quote!({ #otherwise });
                    }
                }
                return;
            }
            _ => visit_expr_mut(self, expr),
        }
        let replaced = match &*expr {
            Expr::Path(_) => ident(expr).and_then(|name| self.values.get(&name).cloned()),
            Expr::Call(call) => self.called(call),
            Expr::Try(tried) => found(&tried.expr),
            Expr::Reference(reference) => match &*reference.expr {
                Expr::Unary(star) if self.is_reference(&star.expr) => Some((*star.expr).clone()),
                inner => self.is_reference(inner).then(|| inner.clone()),
            },
            Expr::MethodCall(call) if call.method == "as_deref" && self.is_reference(&call.receiver) => {
                Some((*call.receiver).clone())
            }
            _ => None,
        };
        if let Some(replaced) = replaced {
            *expr = replaced;
        }
    }

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        self.block(block);
    }

    fn visit_field_value_mut(&mut self, field: &mut syn::FieldValue) {
        visit_field_value_mut(self, field);
        let syn::Member::Named(name) = &field.member else { return };
        let is_short = ident(&field.expr).as_deref() == Some(&name.to_string());
        field.colon_token = if is_short { None } else { Some(Default::default()) };
    }
}

impl Inliner<'_> {
    /// The names of a closure's parameters are its own.
    fn visit_closure(&mut self, closure: &mut ExprClosure) {
        let outer = self.values.clone();
        for name in closure.inputs.iter().flat_map(names_of) {
            self.values.remove(&name);
        }
        self.visit_expr_mut(&mut closure.body);
        self.values = outer;
        let body = closure.body.to_token_stream();
        for pat in &mut closure.inputs {
            if matches!(pat, Pat::Ident(name) if occurrences(&body, &name.ident.to_string()) == 0) {
                *pat = parse_quote!(_); // it was an argument of what has been replaced
            }
        }
    }
}

/// The argument of a look-up.
fn found(looked_up: &Expr) -> Option<Expr> {
    let Expr::Call(call) = looked_up else { return None };
    let name = call.func.to_token_stream().to_string().replace(' ', "");
    if name == "device_for" {
        return call.args.last().cloned(); // a tensor of Rust has no scope with a default device
    }
    let is_lookup = LOOKUPS.contains(&name.as_str()) || name.ends_with("::from_code");
    if is_lookup { call.args.first().cloned() } else { None }
}

/// The result of a call that would have had an owner.
fn owned(made: &Expr) -> Expr {
    match made {
        Expr::Try(made) => (*made.expr).clone(),
        made => parse_quote!(Ok(#made)),
    }
}

fn without_reference(expr: &Expr) -> Expr {
    match expr {
        Expr::Reference(reference) => (*reference.expr).clone(),
        expr => expr.clone(),
    }
}

/// Whether a `let` of it is not needed: it is a name, or a closure that is called once.
fn is_value(expr: &Expr, uses: impl Fn() -> usize) -> bool {
    match expr {
        Expr::Path(_) => ident(expr).is_some(),
        Expr::Closure(_) => uses() == 1,
        _ => false,
    }
}

/// How often the name occurs.
fn occurrences(tokens: &proc_macro2::TokenStream, name: &str) -> usize {
    let count = |tree: proc_macro2::TokenTree| match tree {
        proc_macro2::TokenTree::Group(group) => occurrences(&group.stream(), name),
        proc_macro2::TokenTree::Ident(found) => usize::from(found == name),
        _ => 0,
    };
    tokens.clone().into_iter().map(count).sum()
}

/// The name that an expression is.
fn ident(expr: &Expr) -> Option<String> {
    let Expr::Path(path) = expr else { return None };
    path.path.get_ident().map(ToString::to_string)
}

fn ident_of(pat: &Pat) -> Option<String> {
    match pat {
        Pat::Ident(name) => Some(name.ident.to_string()),
        Pat::Type(typed) => ident_of(&typed.pat),
        _ => None,
    }
}

fn names_of(pat: &Pat) -> Vec<String> {
    match pat {
        Pat::Tuple(tuple) => tuple.elems.iter().flat_map(names_of).collect(),
        pat => ident_of(pat).into_iter().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The body of a method, for a function and the functions that it may call.
    fn body(text: &str, helpers: &[(&str, &str)]) -> String {
        let item: ItemFn = syn::parse_str(text).expect("a function");
        let parsed = |(path, text): &(&str, &str)| (path.to_string(), syn::parse_str(text).expect("a function"));
        let helpers = helpers.iter().map(parsed).collect();
        let tensors = ["t", "other", "bias", "tensors"].map(String::from);
        let statements = Inliner::new(&helpers, Some("t"), &tensors).body(&item.block);
        statements.iter().map(|one| one.to_token_stream().to_string().replace(' ', "")).collect::<Vec<_>>().join("|")
    }

    #[test]
    fn the_computation_is_left() {
        let text = "fn f() { map(scope, t, |t| autograd::trace(t, offset)) }";
        assert_eq!(body(text, &[]), "autograd::trace(self,offset)");
        assert_eq!(body("fn f() { map2(scope, t, other, autograd::kron) }", &[]), "autograd::kron(self,other)");
        let text = "fn f() { let (bias, mode) = (optional(bias)?, Mode::from_code(mode)?);
            map2(scope, t, other, |t, w| nn::linear(t, w, bias.as_deref(), mode)) }";
        assert_eq!(body(text, &[]), "nn::linear(self,other,bias,mode)");
        let text =
            "fn f() { let how = Settings { stride, bias: bias.as_deref() }; map(scope, t, |t| nn::pool(t, &how)) }";
        assert_eq!(body(text, &[]), "lethow=Settings{stride,bias};|nn::pool(self,&how)");
    }

    #[test]
    fn helpers_become_their_bodies() {
        let change = "fn change(t: TensorRef, f: Compute) { autograd::computed_in_place(&*tensor(t)?, &[], f) }";
        let unary = "fn unary(t: TensorRef, op: UnaryOp) { change(t, &|t, target| ops::unary_to(op, t, target)) }";
        let text = "fn f() { family::unary(t, UnaryOp::Neg) }";
        assert_eq!(
            body(text, &[("family::unary", unary), ("change", change)]),
            "autograd::computed_in_place(self,&[],&|t,target|ops::unary_to(UnaryOp::Neg,t,target))"
        );
        let pair = "fn pair(t: TensorRef, other: TensorRef) {
            let (t, other) = (tensor(t)?, tensor(other)?);
            autograd::computed_in_place(&t, &[&other], &|t, target| f(t, &other, target)) }";
        assert_eq!(
            body("fn f() { pair(t, other) }", &[("pair", pair)]),
            "autograd::computed_in_place(self,&[other],&|t,target|f(t,other,target))"
        );
    }

    #[test]
    fn several_tensors_are_a_slice() {
        let text = "fn f() { let pins = pins_of(tensors)?;
            let Some(first) = pins.first() else { return Err(none()) };
            own_beside(scope, first, within_limits(scope, Some(first), || autograd::stack(&borrowed(&pins), axis))?) }";
        assert_eq!(body(text, &[]), "iftensors.is_empty(){returnErr(none())}|autograd::stack(tensors,axis)");
    }

    #[test]
    fn a_closure_that_is_called_twice_stays() {
        let text = "fn f() { map(scope, t, |t| { let of = |x| ops::full(t, x); ops::where_(t, &of(a)?, &of(b)?) }) }";
        assert_eq!(body(text, &[]), "letof=|x|ops::full(self,x);|ops::where_(self,&of(a)?,&of(b)?)");
    }
}
