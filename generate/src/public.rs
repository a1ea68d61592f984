//! What a program in Rust can name of the crate, from its sources.
//!
//! Invariant: `tests/public.txt` lists every public path, so that nothing becomes public by accident: a new line there is
//! a decision. Left out is what follows from the signatures of `src/api`, which `include/tenure.json` and
//! `docs/operations.md` list: the functions of `api`, and the generated methods of `Tensor`.
//!
//! The crate is read as a program has it, without features. A re-export is followed to the item that it names; methods
//! are found in all files. Items that only a macro defines are listed by the re-export that names them.

use crate::types::read::source;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use syn::punctuated::Punctuated;
use syn::{Attribute, Fields, ImplItem, Item, Meta, Token, TraitItem, Type, UseTree, Visibility};

/// The list, from the root of the checkout.
pub const FILE: &str = "tests/public.txt";

/// A module: its items, and whether it is generated.
struct Module {
    items: Vec<Item>,
    is_generated: bool,
}

/// A path from the crate's root.
type Segments = Vec<String>;

/// The modules of the crate.
struct Crate(BTreeMap<Segments, Module>);

/// Where an item is defined: its module and its name.
type Place = (Segments, String);

/// Every public path of the crate with the kind of the item, sorted.
pub fn paths(root: &Path) -> Result<BTreeSet<String>, String> {
    let mut modules = BTreeMap::new();
    load(root, Vec::new(), "src", "src/lib.rs", &mut modules)?;
    let found = Crate(modules);
    let mut paths = BTreeSet::new();
    found.list(&[], "tenure", &mut paths)?;
    // The prelude has second names of types: what is in them is listed under the first ones.
    let is_inside = |path: &str| path.strip_prefix("tenure::prelude::").is_some_and(|rest| rest.contains("::"));
    paths.retain(|line| !line.split(' ').nth(1).is_some_and(is_inside));
    Ok(paths)
}

/// Reads a file and the modules that it declares, whose files lie in `folder`.
fn load(
    root: &Path,
    path: Segments,
    folder: &str,
    file: &str,
    into: &mut BTreeMap<Segments, Module>,
) -> Result<(), String> {
    let text = source(root, file)?;
    let parsed = syn::parse_file(&text).map_err(|error| format!("{file}: {error}"))?;
    for item in &parsed.items {
        let Item::Mod(module) = item else { continue };
        if module.content.is_some() || !is_on(&module.attrs) {
            continue;
        }
        let name = module.ident.to_string();
        let (plain, nested) = (format!("{folder}/{name}.rs"), format!("{folder}/{name}/mod.rs"));
        let file = if root.join(&plain).exists() { plain } else { nested };
        load(root, [path.clone(), vec![name.clone()]].concat(), &format!("{folder}/{name}"), &file, into)?;
    }
    insert(path, parsed.items, text.starts_with("//! Generated"), into);
    Ok(())
}

/// Adds a module, and those inside of it.
fn insert(path: Segments, items: Vec<Item>, is_generated: bool, into: &mut BTreeMap<Segments, Module>) {
    for item in &items {
        if let Item::Mod(module) = item
            && let Some((_, inner)) = &module.content
            && is_on(&module.attrs)
        {
            insert([path.clone(), vec![module.ident.to_string()]].concat(), inner.clone(), is_generated, into);
        }
    }
    into.insert(path, Module { items, is_generated });
}

/// Whether a program has the item: it is not for tests, for the model checker, or of a feature.
fn is_on(attributes: &[Attribute]) -> bool {
    attributes.iter().filter(|one| one.path().is_ident("cfg")).all(|one| {
        let condition: Result<Meta, _> = one.parse_args();
        condition.map_or(true, |condition| holds(&condition).unwrap_or(true))
    })
}

/// Whether a condition holds; `None` if that depends on the system.
fn holds(condition: &Meta) -> Option<bool> {
    let inner = || match condition {
        Meta::List(list) => list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated).ok(),
        _ => None,
    };
    match condition.path().get_ident()?.to_string().as_str() {
        "feature" | "test" | "loom" => Some(false),
        "not" => holds(inner()?.first()?).map(|holds| !holds),
        "any" => inner()?.iter().map(holds).try_fold(false, |any, one| Some(any || one?)),
        "all" => inner()?.iter().map(holds).try_fold(true, |all, one| Some(all && one?)),
        _ => None,
    }
}

impl Crate {
    /// Lists what a module makes public, under this name.
    fn list(&self, path: &[String], name: &str, paths: &mut BTreeSet<String>) -> Result<(), String> {
        for item in &self.0[path].items {
            let Some((vis, attributes, ident)) = head(item) else { continue };
            if !matches!(vis, Visibility::Public(_)) || !is_on(attributes) {
                continue;
            }
            match item {
                Item::Use(item) => {
                    for (target, name_here) in leaves(&item.tree, &[]) {
                        self.list_named(path, &target, &format!("{name}::{name_here}"), paths)?;
                    }
                }
                _ => self.list_item((path.to_vec(), ident), name, paths)?,
            }
        }
        Ok(())
    }

    /// Lists what a re-export of `from` names, under the name that it gets.
    fn list_named(
        &self,
        from: &[String],
        target: &[String],
        name: &str,
        paths: &mut BTreeSet<String>,
    ) -> Result<(), String> {
        let place = self.resolve(from, target).ok_or_else(|| format!("{name}: {} is not found", target.join("::")))?;
        let outer = name.rsplit_once("::").map_or(name, |(outer, _)| outer);
        let (before, last) = (paths.len(), name.rsplit("::").next().unwrap_or(name).to_owned());
        self.list_as(place, outer, &last, paths)?;
        if paths.len() == before && !paths.iter().any(|line| line.ends_with(&format!(" {name}"))) {
            paths.insert(format!("item {name}")); // a macro defines it
        }
        Ok(())
    }

    fn list_item(&self, place: Place, outer: &str, paths: &mut BTreeSet<String>) -> Result<(), String> {
        let last = place.1.clone();
        self.list_as(place, outer, &last, paths)
    }

    /// Lists an item, and what is public inside of it.
    fn list_as(&self, place: Place, outer: &str, last: &str, paths: &mut BTreeSet<String>) -> Result<(), String> {
        let name = format!("{outer}::{last}");
        let inside = [place.0.clone(), vec![place.1.clone()]].concat();
        if self.0.contains_key(&inside) && self.item(&place).is_none_or(|item| matches!(item, Item::Mod(_))) {
            paths.insert(format!("mod {name}"));
            // The functions of `api` follow from its signatures: its modules are listed, and not what is in them.
            return if place.0 == ["api"] { Ok(()) } else { self.list(&inside, &name, paths) };
        }
        let Some(item) = self.item(&place) else { return Ok(()) };
        let kind = match item {
            Item::Fn(_) => "fn",
            Item::Struct(item) => {
                list_fields(&item.fields, &name, paths);
                "struct"
            }
            Item::Enum(item) => {
                for variant in item.variants.iter().filter(|variant| is_on(&variant.attrs)) {
                    paths.insert(format!("variant {name}::{}", variant.ident));
                }
                "enum"
            }
            Item::Trait(item) => {
                for part in &item.items {
                    match part {
                        TraitItem::Fn(method) => paths.insert(format!("fn {name}::{}", method.sig.ident)),
                        TraitItem::Const(one) => paths.insert(format!("const {name}::{}", one.ident)),
                        _ => false,
                    };
                }
                "trait"
            }
            Item::Const(_) => "const",
            Item::Static(_) => "static",
            Item::Type(_) => "type",
            _ => return Ok(()),
        };
        paths.insert(format!("{kind} {name}"));
        self.list_methods(&place, &name, paths);
        Ok(())
    }

    /// Lists the public methods and constants of a type, in whatever file they are written by hand.
    fn list_methods(&self, place: &Place, name: &str, paths: &mut BTreeSet<String>) {
        for (path, module) in self.0.iter().filter(|(_, module)| !module.is_generated) {
            for item in &module.items {
                let Item::Impl(item) = item else { continue };
                let Type::Path(of) = &*item.self_ty else { continue };
                let of: Segments = of.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
                let is_inherent = item.trait_.is_none() && is_on(&item.attrs);
                if !is_inherent || of.last() != Some(&place.1) || self.resolve(path, &of).as_ref() != Some(place) {
                    continue;
                }
                for part in &item.items {
                    match part {
                        ImplItem::Fn(method) if is_public(&method.vis, &method.attrs) => {
                            paths.insert(format!("fn {name}::{}", method.sig.ident));
                        }
                        ImplItem::Const(one) if is_public(&one.vis, &one.attrs) => {
                            paths.insert(format!("const {name}::{}", one.ident));
                        }
                        _ => {}
                    }
                }
            }
        }
    }

    /// Where the item is defined that `path`, written in the module `from`, names.
    fn resolve(&self, from: &[String], path: &[String]) -> Option<Place> {
        self.resolve_within(from, path, 0)
    }

    fn resolve_within(&self, from: &[String], path: &[String], depth: usize) -> Option<Place> {
        if depth > 16 {
            return None;
        }
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => self.resolve_within(&[], rest, depth + 1),
            "self" => self.resolve_within(from, rest, depth + 1),
            "super" => self.resolve_within(from.split_last()?.1, rest, depth + 1),
            _ => {
                let child = [from.to_vec(), vec![first.clone()]].concat();
                if self.0.contains_key(&child) && !rest.is_empty() {
                    return self.resolve_within(&child, rest, depth + 1);
                }
                let here = (from.to_vec(), first.clone());
                if rest.is_empty() && (self.0.contains_key(&child) || self.item(&here).is_some()) {
                    return Some(here);
                }
                let imported = self.0.get(from)?.items.iter().filter_map(|item| match item {
                    Item::Use(item) if is_on(&item.attrs) => Some(leaves(&item.tree, &[])),
                    _ => None,
                });
                let target = imported.flatten().find(|(_, name)| name == first).map(|(target, _)| target);
                let Some(target) = target else { return rest.is_empty().then_some(here) };
                self.resolve_within(from, &[target, rest.to_vec()].concat(), depth + 1)
            }
        }
    }

    /// The item of this name that a module defines itself.
    fn item(&self, (path, name): &Place) -> Option<&Item> {
        self.0.get(path)?.items.iter().find(|item| {
            let found = head(item).filter(|_| !matches!(item, Item::Use(_)));
            found.is_some_and(|(_, attributes, ident)| ident == *name && is_on(attributes))
        })
    }
}

fn is_public(vis: &Visibility, attributes: &[Attribute]) -> bool {
    matches!(vis, Visibility::Public(_)) && is_on(attributes)
}

fn list_fields(fields: &Fields, name: &str, paths: &mut BTreeSet<String>) {
    for field in fields.iter().filter(|field| is_public(&field.vis, &field.attrs)) {
        let field = field.ident.as_ref().map_or_else(|| "0".to_owned(), ToString::to_string);
        paths.insert(format!("field {name}::{field}"));
    }
}

/// The visibility, attributes and name of an item that can be named.
fn head(item: &Item) -> Option<(&Visibility, &[Attribute], String)> {
    Some(match item {
        Item::Fn(item) => (&item.vis, &item.attrs[..], item.sig.ident.to_string()),
        Item::Struct(item) => (&item.vis, &item.attrs[..], item.ident.to_string()),
        Item::Enum(item) => (&item.vis, &item.attrs[..], item.ident.to_string()),
        Item::Trait(item) => (&item.vis, &item.attrs[..], item.ident.to_string()),
        Item::Const(item) => (&item.vis, &item.attrs[..], item.ident.to_string()),
        Item::Static(item) => (&item.vis, &item.attrs[..], item.ident.to_string()),
        Item::Type(item) => (&item.vis, &item.attrs[..], item.ident.to_string()),
        Item::Mod(item) => (&item.vis, &item.attrs[..], item.ident.to_string()),
        Item::Use(item) => (&item.vis, &item.attrs[..], String::new()),
        _ => return None,
    })
}

/// Each path that a `use` names, with the name that it introduces.
fn leaves(tree: &UseTree, before: &[String]) -> Vec<(Segments, String)> {
    match tree {
        UseTree::Path(path) => leaves(&path.tree, &[before.to_vec(), vec![path.ident.to_string()]].concat()),
        UseTree::Name(name) if name.ident == "self" => {
            vec![(before.to_vec(), before.last().cloned().unwrap_or_default())]
        }
        UseTree::Name(name) => vec![([before.to_vec(), vec![name.ident.to_string()]].concat(), name.ident.to_string())],
        UseTree::Rename(name) => {
            vec![([before.to_vec(), vec![name.ident.to_string()]].concat(), name.rename.to_string())]
        }
        UseTree::Group(group) => group.items.iter().flat_map(|tree| leaves(tree, before)).collect(),
        UseTree::Glob(_) => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "\
# What a program in Rust can name, without what follows from the signatures of src/api: see generate/src/public.rs.
# A new line is a decision: what no user needs is pub(crate), or public for tests by src/internals.rs.
# TENURE_WRITE_PUBLIC=1 cargo test -p tenure-generate public_paths writes this file.
";

    #[test]
    fn public_paths_are_those_that_were_decided() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the package lies in the checkout");
        let found = paths(root).expect("the sources can be read");
        if std::env::var_os("TENURE_WRITE_PUBLIC").is_some() {
            let lines: Vec<&str> = found.iter().map(String::as_str).collect();
            std::fs::write(root.join(FILE), format!("{HEAD}{}\n", lines.join("\n"))).expect("it can be written");
        }
        let listed = source(root, FILE).expect("it is committed");
        let listed: BTreeSet<String> =
            listed.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect();
        let (new, gone): (Vec<_>, Vec<_>) = (found.difference(&listed).collect(), listed.difference(&found).collect());
        assert!(new.is_empty() && gone.is_empty(), "{FILE} does not have {new:#?}; it has {gone:#?}, which is gone");
    }

    #[test]
    fn internals_are_not_among_them() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the package lies in the checkout");
        let found = paths(root).expect("the sources can be read");
        for path in ["struct tenure::Tensor", "fn tenure::Tensor::to_vec", "variant tenure::options::PadMode::Reflect"]
        {
            assert!(found.contains(path), "{path} is not found");
        }
        for path in ["tenure::ops", "tenure::autograd", "tenure::internals", "tenure::Tensor::storage"] {
            assert!(!found.iter().any(|line| line.split(' ').nth(1) == Some(path)), "{path} is public");
        }
    }
}
