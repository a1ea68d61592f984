//! `src/api/tensor/methods`: the operations as methods of Rust's `Tensor`, one file for each file of
//! `src/api/tensor`.
//!
//! A method has the name of the function in C, except that `..._in_place` ends with an underscore,
//! as in PyTorch. The first tensor is `self`; without one the method is a function of the type. Its
//! body is the computation of the function of `api` ([`inline`]), and its documentation is that
//! function's ([`docs`]). What has no place in Rust, or is written by hand there, is in [`OMITTED`].
//!
//! Invariant: every function of a tensor is a method or in that list, and `tests/methods` calls both.

mod calls;
mod docs;
mod inline;

use crate::model::Doc;
use crate::{aliases, read, twins};
use inline::Inliner;
use quote::ToTokens;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use syn::visit::Visit;

/// Functions that are not generated as methods, and why.
pub const OMITTED: [(&str, &str); 38] = [
    ("alias", "`clone`"),
    ("share", "a handle of its own"),
    ("export", "a handle of its own"),
    ("dispose", "`drop`"),
    ("leverage", "a move between workspaces, which own handles"),
    ("use_count", "`storage().ref_count()`"),
    ("dtype", "by hand"),
    ("device", "by hand"),
    ("rank", "by hand"),
    ("size", "by hand"),
    ("nbytes", "by hand"),
    ("shape", "by hand"),
    ("strides", "by hand"),
    ("is_contiguous", "by hand"),
    ("is_read_only", "by hand"),
    ("to_string", "`Display`"),
    ("to_string_format", "`to_string_with`"),
    ("from_data", "`from_slice` and `from_bytes`"),
    ("from_data_as", "`from_slice` and `cast`"),
    ("copy_to", "`to_vec`"),
    ("copy_to_as", "`cast` and `to_vec`"),
    ("copy_to_rows", "`cast` and `to_vec`"),
    ("copy_from", "`autograd::copy_bytes_from`"),
    ("copy_from_as", "`autograd::copy_into`"),
    ("copy_from_rows", "`autograd::copy_into`"),
    ("data", "`host`"),
    ("data_const", "`host`"),
    ("from_dlpack", "`dlpack::Managed`"),
    ("requires_grad", "by hand, returns the leaf"),
    ("is_leaf", "by hand"),
    ("has_gradient", "`gradient`"),
    ("gradient", "by hand"),
    ("zero_gradients", "`zero_gradient`"),
    ("backward", "by hand"),
    ("backward_from", "by hand"),
    ("gradients", "by hand"),
    ("detached", "`untracked`"),
    ("to_dlpack", "`dlpack::export`"),
];

/// Functions whose body takes a short way to a handle; this is what they compute.
const BODIES: [(&str, &str); 2] = [
    ("zeros", "{ shaped(scope, device, dtype, dims, ops::zeros) }"),
    ("empty", "{ shaped(scope, device, dtype, dims, ops::empty) }"),
];

/// What a method needs beyond the imports of the file of its function.
const IMPORTS: [(&str, &str); 4] = [
    ("Result", "crate::error::Result"),
    ("Scalar", "crate::tensor::Scalar"),
    ("Tensor", "crate::tensor::Tensor"),
    ("TensorOptions", "crate::tensor::TensorOptions"),
];

/// Files of functions that only other functions of `api` call.
const SHARED: [&str; 1] = ["tensor/family"];

/// A function of `src/api/tensor`, written or generated.
struct Source {
    /// The file, such as `math`.
    file: String,
    item: syn::ItemFn,
    lines: Vec<String>,
}

/// All functions, and what their bodies name.
struct Sources {
    functions: Vec<Source>,
    /// What each file is about.
    about: BTreeMap<String, Vec<String>>,
    helpers: HashMap<String, syn::ItemFn>,
    /// The path of each name that a file imports or defines.
    names: BTreeMap<String, BTreeMap<String, String>>,
}

/// The files of the methods, and the one of their test.
pub fn files(root: &Path, files: &[&str]) -> Result<Vec<(PathBuf, String)>, String> {
    let sources = Sources::read(root, files)?;
    let mut outputs = Vec::new();
    let mut modules = String::new();
    for file in files {
        let name = file.trim_start_matches("tensor/");
        let text = sources.file(name)?;
        if !text.is_empty() {
            let _ = writeln!(modules, "mod {name};");
            outputs.push((root.join(format!("src/api/tensor/methods/{name}.rs")), text));
        }
    }
    let head = format!(
        "//! {}\n//!\n//! The operations as methods of `Tensor`: what the functions beside this folder compute, on tensors \
         instead of handles.\n\n",
        crate::notice("src/api/tensor")
    );
    outputs.push((root.join("src/api/tensor/methods/mod.rs"), crate::formatted(&(head + &modules))?));
    outputs.push((root.join("tests/methods/calls.rs"), calls::file(&sources)?));
    Ok(outputs)
}

impl Sources {
    fn read(root: &Path, files: &[&str]) -> Result<Sources, String> {
        let mut sources =
            Sources { functions: Vec::new(), about: BTreeMap::new(), helpers: HashMap::new(), names: BTreeMap::new() };
        for file in SHARED.iter().chain(files) {
            let path = root.join(format!("src/api/{file}.rs"));
            let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            sources
                .add(file.trim_start_matches("tensor/"), &text)
                .map_err(|why| format!("{}: {why}", path.display()))?;
        }
        Ok(sources)
    }

    fn add(&mut self, file: &str, text: &str) -> Result<(), String> {
        let parsed = syn::parse_file(text).map_err(|error| error.to_string())?;
        self.about.insert(file.into(), read::docs(&parsed.attrs));
        for item in parsed.items {
            match item {
                syn::Item::Use(item) => {
                    flatten(&item.tree, String::new(), self.names.entry(file.into()).or_default());
                }
                syn::Item::Fn(item) => self.add_function(file, item)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn add_function(&mut self, file: &str, item: syn::ItemFn) -> Result<(), String> {
        let name = item.sig.ident.to_string();
        if takes_handles(&item) {
            let paths =
                if file == "family" { [format!("family::{name}"), name] } else { [format!("super::{name}"), name] };
            for path in paths {
                self.helpers.insert(path, item.clone());
            }
        } else {
            let path = format!("crate::api::tensor::{file}::{name}");
            self.names.entry(file.into()).or_default().insert(name, path);
        }
        if !matches!(item.vis, syn::Visibility::Public(_)) {
            return Ok(());
        }
        let lines = read::docs(&item.attrs);
        let doc = Doc::of(&lines);
        let (twins, aliases) = (twins::of(&item, &doc)?, aliases::of(&item, &lines, &doc)?);
        let others = twins.into_iter().map(|twin| twin.text).chain(aliases);
        let others: Vec<syn::ItemFn> = others
            .map(|text| syn::parse_str(&text).map_err(|error| format!("{error}: {text}")))
            .collect::<Result<_, String>>()?;
        for item in std::iter::once(item).chain(others) {
            if !OMITTED.iter().any(|(name, _)| item.sig.ident == name) {
                self.functions.push(Source { file: file.into(), lines: read::docs(&item.attrs), item });
            }
        }
        Ok(())
    }

    /// The file of the methods of these functions; empty without any.
    fn file(&self, file: &str) -> Result<String, String> {
        let functions: Vec<&Source> = self.functions.iter().filter(|function| function.file == file).collect();
        if functions.is_empty() {
            return Ok(String::new());
        }
        let methods: String = functions
            .iter()
            .map(|function| function.method(self).map_err(|why| format!("{file}: {}: {why}", function.item.sig.ident)))
            .collect::<Result<_, String>>()?;
        let about = docs::of_file(self.about.get(file).expect("it was read"));
        let block = format!("impl Tensor {{ {methods} }}");
        let parsed: syn::ItemImpl = syn::parse_str(&block).map_err(|error| format!("{file}: {error}: {block}"))?;
        let uses: String = self.imports(file, &parsed).iter().map(|path| format!("use {path};\n")).collect();
        let notice = crate::notice(&format!("src/api/tensor/{file}.rs"));
        crate::formatted(&format!("//! {notice}\n\n{uses}\n{about}{block}\n"))
    }

    /// The paths that the methods need imported, by the names they begin with.
    fn imports(&self, file: &str, block: &syn::ItemImpl) -> BTreeSet<String> {
        let mut heads = Heads::default();
        heads.visit_item_impl(block);
        let own = self.names.get(file).into_iter();
        let tables: Vec<_> = own.chain(self.names.values()).collect();
        let found = |name: &String| {
            let listed = IMPORTS.iter().find(|(known, _)| known == name).map(|(_, path)| path.to_string());
            let imported = || tables.iter().find_map(|table| table.get(name).cloned());
            listed.or_else(imported).filter(|path| path.starts_with("crate::")) // the others are for handles
        };
        heads.found.iter().filter_map(found).collect()
    }
}

/// The first names of all paths, without those of parameters.
#[derive(Default)]
struct Heads {
    found: BTreeSet<String>,
    params: BTreeSet<String>,
}

impl<'ast> Visit<'ast> for Heads {
    fn visit_signature(&mut self, signature: &'ast syn::Signature) {
        let name = |input: &syn::FnArg| match input {
            syn::FnArg::Typed(input) => input.pat.to_token_stream().to_string(),
            syn::FnArg::Receiver(_) => "self".into(),
        };
        self.params = signature.inputs.iter().map(name).collect();
        syn::visit::visit_signature(self, signature);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let first = path.segments.first().map(|segment| segment.ident.to_string());
        let is_param = |name: &String| path.segments.len() == 1 && self.params.contains(name);
        self.found.extend(first.filter(|name| !is_param(name)));
        syn::visit::visit_path(self, path);
    }
}

/// Whether it looks handles up: then its body is a part of the methods that call it.
fn takes_handles(item: &syn::ItemFn) -> bool {
    let Some(syn::FnArg::Typed(first)) = item.sig.inputs.first() else { return false };
    ["Owner", "TensorRef", "TensorRefs", "u64"].contains(&read::written(&first.ty).as_str())
}

/// The names that a `use` introduces, with their paths.
fn flatten(tree: &syn::UseTree, path: String, names: &mut BTreeMap<String, String>) {
    let below = |name: &syn::Ident| if path.is_empty() { name.to_string() } else { format!("{path}::{name}") };
    match tree {
        syn::UseTree::Path(tree) => flatten(&tree.tree, below(&tree.ident), names),
        syn::UseTree::Name(tree) if tree.ident == "self" => {
            names.insert(path.rsplit("::").next().unwrap_or_default().into(), path.clone());
        }
        syn::UseTree::Name(tree) => drop(names.insert(tree.ident.to_string(), below(&tree.ident))),
        syn::UseTree::Rename(tree) => {
            names.insert(tree.rename.to_string(), format!("{} as {}", below(&tree.ident), tree.rename));
        }
        syn::UseTree::Group(tree) => tree.items.iter().for_each(|tree| flatten(tree, path.clone(), names)),
        syn::UseTree::Glob(_) => {}
    }
}

/// A parameter: its name, and its type in `api`.
struct Param {
    name: String,
    ty: String,
}

impl Source {
    fn params(&self) -> Vec<Param> {
        let typed = self.item.sig.inputs.iter().filter_map(|input| match input {
            syn::FnArg::Typed(input) => Some(input),
            syn::FnArg::Receiver(_) => None,
        });
        let all =
            typed.map(|input| Param { name: input.pat.to_token_stream().to_string(), ty: read::written(&input.ty) });
        all.filter(|param| param.ty != "Owner").collect()
    }

    /// The name of the method.
    fn name(&self) -> String {
        let name = self.item.sig.ident.to_string();
        match name.strip_suffix("_in_place") {
            Some(stem) => format!("{stem}_"),
            None if ["fill", "zero"].contains(&name.as_str()) => format!("{name}_"), // as in PyTorch
            None => name,
        }
    }

    fn is_maker(&self) -> bool {
        self.params().first().is_some_and(|param| param.ty == "DeviceCode")
    }

    /// The parameter that is `self`.
    fn receiver(&self) -> Option<String> {
        self.params().first().filter(|param| param.ty == "TensorRef").map(|param| param.name.clone())
    }

    /// Whether its function takes the owner of its results.
    fn makes(&self) -> bool {
        self.params().len() < self.item.sig.inputs.len()
    }

    /// The type of the result, without `Result`, in `api`.
    fn output(&self) -> Result<String, String> {
        let syn::ReturnType::Type(_, ty) = &self.item.sig.output else { return Err("returns no Result".into()) };
        let text = read::written(ty);
        let inner = text.strip_prefix("Result<").and_then(|rest| rest.strip_suffix('>'));
        inner.map(str::to_string).ok_or_else(|| format!("returns {text}"))
    }

    /// The methods as text: for a maker two, with and without options.
    fn method(&self, sources: &Sources) -> Result<String, String> {
        let output = self.output()?;
        let params = self.params();
        let (receiver, name) = (self.receiver(), self.name());
        let tensors: Vec<String> =
            params.iter().filter(|param| param.ty.contains("TensorRef")).map(|param| param.name.clone()).collect();
        let block = match BODIES.iter().find(|(name, _)| self.item.sig.ident == name) {
            Some((_, body)) => syn::parse_str(body).map_err(|error| error.to_string())?,
            None => (*self.item.block).clone(),
        };
        let mut statements = Inliner::new(&sources.helpers, receiver.as_deref(), &tensors).body(&block);
        if output.starts_with("NewTensors") {
            in_a_tuple(&mut statements)?;
        }
        let body: String = statements.iter().map(|statement| statement.to_token_stream().to_string() + " ").collect();
        let mut declared: Vec<String> = receiver.iter().map(|_| "&self".to_string()).collect();
        let mut first = String::new();
        let types: Vec<(String, String)> = params.iter().map(|param| (param.name.clone(), rust(&param.ty))).collect();
        let doc = docs::comment(&self.lines, &types, &output);
        let rest = if self.is_maker() { &params[2..] } else { &params[declared.len()..] };
        for param in rest {
            declared.push(format!("{}: {}", param.name, rust(&param.ty)));
            if param.ty.starts_with("Scalar") {
                let _ = write!(first, "let {0}: Scalar = {0}.into(); ", param.name);
            }
        }
        let allowed = if declared.len() > 7 { "#[allow(clippy::too_many_arguments)] // PyTorch's\n" } else { "" };
        let returned = returned(&output)?;
        if !self.is_maker() {
            let list = declared.join(", ");
            return Ok(format!(
                "{doc}#[inline]\n{allowed}pub fn {name}({list}) -> Result<{returned}> {{ {first}{body} }}\n\n"
            ));
        }
        let list = declared.join(", ");
        let passed: String = rest.iter().map(|param| format!(", {}", param.name)).collect();
        let dtype = crate::shape::default_dtype_of(&Doc::of(&self.lines));
        Ok(format!(
            "{doc}#[inline]\npub fn {name}({list}) -> Result<Tensor> {{ \
             Tensor::{name}_with(TensorOptions::default(){passed}) }}\n\n\
             {}#[inline]\n{allowed}pub fn {name}_with(options: impl Into<TensorOptions>, {list}) -> Result<Tensor> {{ \
             let (device, dtype) = options.into().or(DType::{dtype}); {first}{body} }}\n\n",
            docs::with_options(&name, crate::shape::dtype_name(dtype)),
        ))
    }
}

/// Several results, which are an array, in a tuple.
fn in_a_tuple(statements: &mut [syn::Stmt]) -> Result<(), String> {
    let Some(syn::Stmt::Expr(last, None)) = statements.last_mut() else { return Err("ends without a result".into()) };
    if let syn::Expr::MethodCall(call) = &*last
        && call.method == "map"
        && call.args.to_token_stream().to_string().replace(' ', "") == "<[_;2]>::from"
    {
        *last = (*call.receiver).clone(); // it was a tuple
        return Ok(());
    }
    if let syn::Expr::Call(call) = &*last
        && let Some(syn::Expr::Array(results)) = call.args.first()
    {
        let results = &results.elems;
        *last = syn::parse_quote!(Ok((#results)));
        return Ok(());
    }
    *last = syn::parse_quote!(#last.map(Into::into));
    Ok(())
}

/// A type of a parameter as a caller in Rust has it.
fn rust(ty: &str) -> String {
    match ty {
        "TensorRef" => "&Tensor".into(),
        "OptionalTensorRef" => "Option<&Tensor>".into(),
        "TensorRefs" => "&[&Tensor]".into(),
        "Dims" | "Axes" | "Ints" => "&[i64]".into(),
        "Scalar" | "ScalarValue" => "impl Into<Scalar>".into(),
        ty => ty.strip_suffix("Code").unwrap_or(ty).into(),
    }
}

/// The type of a result as a caller in Rust has it.
fn returned(output: &str) -> Result<String, String> {
    Ok(match output {
        "NewTensor" => "Tensor".into(),
        "Vec<NewTensor>" => "Vec<Tensor>".into(),
        "()" | "f64" | "i64" | "bool" => output.into(),
        several => {
            let n = several.strip_prefix("NewTensors<").and_then(|rest| rest.strip_suffix('>'));
            let n: usize =
                n.and_then(|n| n.parse().ok()).ok_or_else(|| format!("no rule for a result of {several}"))?;
            format!("({})", vec!["Tensor"; n].join(", "))
        }
    })
}
