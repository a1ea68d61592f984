//! The order of the house: which source file may name which.
//!
//! Invariant: no two files import each other, directly or through others. No two folders do, with
//! all their files. Between rooms imports go down only, as listed in `ROOMS`. So each file and each
//! folder can be read, tested and replaced knowing only what is below it.
//!
//! The test reads the sources. It follows a `use` through re-exports, including globs, to the file
//! that defines the item. A `mod.rs` depends on what it re-exports from its own files, so a file
//! below it that names an item of the `mod.rs` closes a circle. Code under `#[cfg(test)]` does not
//! count. Methods are not seen, because `impl` blocks of one type may be in several files.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Each room with the rooms that it may name. A room is the first segment of a module path.
const ROOMS: [(&str, &[&str]); 20] = [
    ("bindings", &["api", "tensor", "device", "error"]),
    (
        "api",
        &[
            "session",
            "nn",
            "data",
            "io",
            "autograd",
            "ops",
            "ownership",
            "tensor",
            "memory",
            "threads",
            "device",
            "log",
            "record",
            "error",
        ],
    ),
    (
        "session",
        &[
            "nn",
            "io",
            "autograd",
            "ops",
            "ownership",
            "tensor",
            "memory",
            "threads",
            "device",
            "locks",
            "log",
            "record",
            "error",
        ],
    ),
    ("nn", &["autograd", "ops", "tensor", "device", "error"]),
    ("data", &["io", "ops", "tensor", "device", "error"]),
    ("io", &["ops", "tensor", "memory", "threads", "device", "log", "error"]),
    ("ownership", &["memory", "locks", "record", "error"]),
    ("autograd", &["ops", "tensor", "device", "error"]),
    ("ops", &["tensor", "threads", "device", "error"]),
    ("tensor", &["memory", "device", "error"]),
    ("memory", &["device", "locks", "log", "record", "error"]),
    ("threads", &["locks", "log", "error"]),
    ("device", &["log", "error"]),
    ("locks", &[]),
    ("log", &[]),
    ("record", &["locks"]),
    ("error", &[]),
    // What a program in Rust names beside the rooms.
    ("options", &["autograd", "ops", "tensor"]),
    ("random", &["ops"]),
    ("internals", &["tensor", "memory", "threads", "device", "error"]),
];

#[test]
fn no_files_import_each_other_in_circles() {
    let house = House::read();
    let circles = circles(&house.arrows());
    let text: Vec<String> = circles.iter().map(|circle| circle.join("\n    ")).collect();
    assert!(circles.is_empty(), "{} circles of imports:\n    {}", circles.len(), text.join("\n\n    "));
}

/// The files of two folders may name each other without a circle of files, and still neither folder
/// can be read or moved without the other.
#[test]
fn no_folders_need_each_other_in_circles() {
    let house = House::read();
    let arrows = house.arrows();
    let circles: Vec<Vec<String>> =
        house.folders().iter().flat_map(|folder| circles(&house.arrows_in(folder, &arrows))).collect();
    let text: Vec<String> = circles.iter().map(|circle| circle.join("\n    ")).collect();
    assert!(circles.is_empty(), "{} circles of folders:\n    {}", circles.len(), text.join("\n\n    "));
}

#[test]
fn arrows_between_rooms_go_down() {
    let house = House::read();
    let mut wrong = Vec::new();
    for (from, targets) in house.arrows() {
        let from_room = room_of(&from);
        for to in targets {
            let to_room = room_of(&to);
            let may = ROOMS.iter().find(|(room, _)| *room == from_room).map(|(_, may)| *may);
            let is_root = from_room == "lib" || to_room == "lib";
            if from_room != to_room && !is_root && !may.is_some_and(|may| may.contains(&to_room.as_str())) {
                wrong.push(format!("{from} names {to}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} arrows go up:\n    {}", wrong.len(), wrong.join("\n    "));
}

/// Only these files call the system or distinguish systems; such code elsewhere would be tested on
/// one system only.
#[test]
fn only_the_platform_s_files_know_systems() {
    let words = ["libc", "windows_sys", "target_os", "target_family", "unix", "linux", "macos"];
    let mut wrong = Vec::new();
    for (file, module) in &House::read().files {
        if !file.starts_with("src/memory/platform/") {
            let found = identifiers(&module.code).filter(|word| words.contains(word));
            wrong.extend(found.map(|word| format!("{file}: {word}")));
        }
    }
    assert!(wrong.is_empty(), "{} names of systems:\n    {}", wrong.len(), wrong.join("\n    "));
}

/// The shared library is the crate with its bindings: code of its own would be code that no test of the crate runs.
#[test]
fn the_native_library_adds_nothing() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    list(&root.join("native/src"), &mut files);
    assert_eq!(files, [root.join("native/src/lib.rs")]);
    let code = without_comments(&std::fs::read_to_string(&files[0]).expect("it was just listed"));
    assert_eq!(code.trim(), "use ::tenure as _;");
}

/// The first segment of a file's module path.
fn room_of(file: &str) -> String {
    let inner = file.strip_prefix("src/").unwrap_or(file);
    inner.split('/').next().unwrap_or(inner).trim_end_matches(".rs").to_owned()
}

/// One source file: its module path, its code without comments, strings and tests, and its
/// re-exports.
struct Module {
    path: Vec<String>,
    code: String,
    /// Each `use`: the path, the name that it introduces, `*` for all names, and whether it is
    /// public in some way.
    uses: Vec<Use>,
    /// The names of the items that the code defines.
    defined: BTreeSet<String>,
}

#[derive(Clone)]
struct Use {
    path: Vec<String>,
    name: String,
    is_public: bool,
}

struct House {
    files: BTreeMap<String, Module>,
    by_path: BTreeMap<Vec<String>, String>,
}

impl House {
    fn read() -> House {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut found = Vec::new();
        list(&root.join("src"), &mut found);
        list(&root.join("bindings"), &mut found);
        let (mut files, mut by_path, mut tests) = (BTreeMap::new(), BTreeMap::new(), BTreeSet::new());
        for file in found {
            let name = file.strip_prefix(root).expect("below the root").to_string_lossy().replace('\\', "/");
            let path = module_path(&name);
            let plain = without_comments(&std::fs::read_to_string(&file).expect("it was just listed"));
            let (code, test_files) = without_tests(&plain);
            tests.extend(test_files.into_iter().map(|test| [path.clone(), vec![test]].concat()));
            let (uses, code) = uses_of(&without_declarations(&code));
            by_path.insert(path.clone(), name.clone());
            let defined = defined_in(&code);
            files.insert(name, Module { path, code, uses, defined });
        }
        for test in tests {
            if let Some(file) = by_path.remove(&test) {
                files.remove(&file);
            }
        }
        House { files, by_path }
    }

    /// For each file, the other files that it names.
    fn arrows(&self) -> BTreeMap<String, BTreeSet<String>> {
        let mut arrows = BTreeMap::new();
        for (file, module) in &self.files {
            let mut targets = BTreeSet::new();
            let paths = paths_of(&module.code);
            for entry in &module.uses {
                let is_named_here = paths.iter().any(|path| path[0] == entry.name);
                let full = self.absolute(&module.path, &entry.path);
                // A folder depends on re-exports of its own items; any other re-export is resolved
                // for those that name it.
                if entry.is_public && !is_named_here && !full.starts_with(&module.path) {
                    continue;
                }
                let is_module = self.by_path.contains_key(&full);
                if !is_module || !is_named_here {
                    targets.extend(self.resolve(&full));
                    continue;
                }
                // An imported module counts by its items that are named.
                for path in paths.iter().filter(|path| path[0] == entry.name) {
                    targets.extend(self.resolve(&[full.clone(), path[1..].to_vec()].concat()));
                }
            }
            let imported: BTreeSet<&String> = module.uses.iter().map(|entry| &entry.name).collect();
            for path in paths.iter().filter(|path| path.len() > 1 && !imported.contains(&path[0])) {
                let is_ours = matches!(path[0].as_str(), "crate" | "super" | "self");
                let is_child = self.by_path.contains_key(&[module.path.clone(), vec![path[0].clone()]].concat());
                if is_ours || is_child {
                    targets.extend(self.resolve(&self.absolute(&module.path, path)));
                }
            }
            targets.remove(file);
            arrows.insert(file.clone(), targets);
        }
        arrows
    }

    /// Every module that has files below it.
    fn folders(&self) -> BTreeSet<Vec<String>> {
        self.by_path.keys().filter_map(|path| path.split_last()).map(|(_, folder)| folder.to_vec()).collect()
    }

    /// For each file and folder in a folder, its siblings that it names, itself or by a file in it.
    fn arrows_in(
        &self,
        folder: &[String],
        all: &BTreeMap<String, BTreeSet<String>>,
    ) -> BTreeMap<String, BTreeSet<String>> {
        let entry = |file: &String| {
            let path = &self.files[file].path;
            (path.starts_with(folder) && path.len() > folder.len()).then(|| path[..folder.len() + 1].join("::"))
        };
        let mut arrows: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (from, targets) in all {
            let Some(from) = entry(from) else { continue };
            let targets = targets.iter().filter_map(entry).filter(|to| *to != from);
            arrows.entry(from.clone()).or_default().extend(targets);
        }
        arrows
    }

    /// A path from the crate's root.
    fn absolute(&self, at: &[String], path: &[String]) -> Vec<String> {
        let mut base = at.to_vec();
        let mut rest = path;
        match rest.first().map(String::as_str) {
            Some("crate") => {
                base.clear();
                rest = &rest[1..];
            }
            Some("self") => rest = &rest[1..],
            _ => {}
        }
        while rest.first().is_some_and(|first| first == "super") {
            base.pop();
            rest = &rest[1..];
        }
        base.extend_from_slice(rest);
        base
    }

    /// The file that defines the item of a path; `None` for an item of another crate.
    fn resolve(&self, path: &[String]) -> Option<String> {
        let mut seen = BTreeSet::new();
        let mut path = path.to_vec();
        loop {
            let depth = (0..=path.len()).rev().find(|&n| self.by_path.contains_key(&path[..n]))?;
            let file = &self.by_path[&path[..depth]];
            let Some(item) = path.get(depth) else { return Some(file.clone()) };
            let module = &self.files[file];
            let passed_on = self.passed_on(module, item).filter(|_| seen.insert((file.clone(), item.clone())));
            let Some(entry) = passed_on else {
                let is_own = depth > 0 || !matches!(item.as_str(), "std" | "core" | "alloc");
                return is_own.then(|| file.clone());
            };
            let target = self.absolute(&module.path, &entry.path);
            if !self.by_path.contains_key(&target[..1.min(target.len())]) {
                return None; // of another crate
            }
            let rest = if entry.name == "*" { depth } else { depth + 1 };
            path = [target, path[rest..].to_vec()].concat();
        }
    }

    /// The import by which a module has this name, if it does not define it; an import of the same
    /// name may be a module.
    fn passed_on<'a>(&self, module: &'a Module, item: &str) -> Option<&'a Use> {
        if module.defined.contains(item) {
            return None;
        }
        let has_it = |entry: &&Use| {
            let of = self.by_path.get(&self.absolute(&module.path, &entry.path)).map(|file| &self.files[file]);
            of.is_some_and(|of| {
                of.defined.contains(item) || of.uses.iter().any(|inner| inner.is_public && inner.name == item)
            })
        };
        let mut globs = module.uses.iter().filter(|entry| entry.is_public && entry.name == "*");
        module.uses.iter().find(|entry| entry.name == item).or_else(|| globs.find(has_it))
    }
}

fn list(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            list(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

fn module_path(file: &str) -> Vec<String> {
    let inner = file.strip_prefix("src/").unwrap_or(file).trim_end_matches(".rs");
    let inner = inner.strip_suffix("/mod").unwrap_or(inner);
    if inner == "lib" { Vec::new() } else { inner.split('/').map(str::to_owned).collect() }
}

/// Code without comments and without the text of literals.
fn without_comments(source: &str) -> String {
    let (mut out, mut rest) = (String::new(), source);
    while let Some(c) = rest.chars().next() {
        if rest.starts_with("//") {
            rest = rest.find('\n').map_or("", |end| &rest[end..]);
        } else if rest.starts_with("/*") {
            rest = rest.find("*/").map_or("", |end| &rest[end + 2..]);
        } else if rest.starts_with("r#\"") {
            rest = rest[3..].find("\"#").map_or("", |end| &rest[3 + end + 2..]);
        } else if c == '"' {
            rest = after_text(&rest[1..]);
        } else if let Some(literal) = character(rest) {
            rest = &rest[literal..];
        } else {
            out.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    out
}

fn after_text(text: &str) -> &str {
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return &text[at + 1..],
            _ => {}
        }
    }
    ""
}

/// The length of the character literal at the start; `None` for a lifetime.
fn character(code: &str) -> Option<usize> {
    let inner = code.strip_prefix('\'')?;
    let first = inner.chars().next()?;
    let end = if first == '\\' { inner[2..].find('\'')? + 2 } else { first.len_utf8() };
    inner[end..].starts_with('\'').then_some(end + 2)
}

/// Code without test modules, and the names of test modules that are files.
fn without_tests(code: &str) -> (String, Vec<String>) {
    let (mut out, mut files) = (String::new(), Vec::new());
    let mut rest = code;
    while let Some(at) = ["#[cfg(test)]", "#[cfg(all(test,"].iter().filter_map(|mark| rest.find(mark)).min() {
        out.push_str(&rest[..at]);
        rest = rest[at + rest[at..].find(")]").expect("an attribute ends") + 2..].trim_start();
        let end = rest.find([';', '{']).expect("an attribute stands before an item");
        let head = rest[..end].trim().to_owned();
        let is_block = rest[end..].starts_with('{');
        if let Some(name) = head.strip_prefix("mod ").filter(|_| !is_block) {
            files.push(name.to_owned());
        }
        rest = if is_block { after_block(&rest[end..]) } else { &rest[end + 1..] };
    }
    out.push_str(rest);
    (out, files)
}

/// Code without `mod name;` and without the paths in `pub(in path)`, which name no item.
fn without_declarations(code: &str) -> String {
    let mut out = String::new();
    for line in code.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        if !matches!(words[..], ["mod", name] | [_, "mod", name] if name.ends_with(';')) {
            out.push_str(line);
            out.push('\n');
        }
    }
    while let Some((start, end)) = inline_module(&out) {
        // Inside, `super` is the file itself.
        let inner = out[start..end].replace("super::", "self::");
        out.replace_range(start..end, &inner.replacen("mod ", "impl ", 1));
    }
    while let Some(at) = out.find("pub(in ") {
        let end = at + out[at..].find(')').expect("closed");
        out.replace_range(at + "pub(".len()..end, "super");
    }
    out
}

/// The start and the end of the first module in braces.
fn inline_module(code: &str) -> Option<(usize, usize)> {
    let mut from = 0;
    while let Some(at) = code[from..].find("mod ").map(|at| from + at) {
        let end = at + code[at..].find([';', '{'])?;
        let line = code[..at].rfind('\n').map_or(0, |line| line + 1);
        let is_declaration = matches!(code[line..at].trim(), "" | "pub" | "pub(crate)" | "pub(super)");
        if is_declaration && code[end..].starts_with('{') {
            return Some((at, code.len() - after_block(&code[end..]).len()));
        }
        from = at + 4;
    }
    None
}

fn after_block(code: &str) -> &str {
    let mut depth = 0;
    for (at, c) in code.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return &code[at + 1..];
        }
    }
    ""
}

/// Every `use`, taken apart, and the code without them.
fn uses_of(code: &str) -> (Vec<Use>, String) {
    let (mut uses, mut out, mut rest) = (Vec::new(), String::new(), code);
    while let Some(at) = next_use(rest) {
        let line = rest[..at].rfind('\n').map_or(0, |end| end + 1);
        let is_public = rest[line..at].contains("pub");
        out.push_str(&rest[..line]);
        let end = at + rest[at..].find(';').expect("a use ends");
        let tree: String = rest[at + 4..end].split_whitespace().collect::<Vec<_>>().join(" ");
        expand(&tree, &[], is_public, &mut uses);
        rest = &rest[end + 1..];
    }
    out.push_str(rest);
    (uses, out)
}

/// The position of the next `use` declaration.
fn next_use(code: &str) -> Option<usize> {
    let mut from = 0;
    loop {
        let at = from + code[from..].find("use ")?;
        let line = code[..at].rfind('\n').map_or(0, |end| end + 1);
        let before = code[line..at].trim();
        if before.is_empty() || before == "pub" || (before.starts_with("pub(") && before.ends_with(')')) {
            return Some(at);
        }
        from = at + 4;
    }
}

fn expand(tree: &str, base: &[String], is_public: bool, uses: &mut Vec<Use>) {
    let tree = tree.trim();
    if let Some(open) = tree.find('{') {
        let segments = tree[..open].split("::").map(str::trim).filter(|segment| !segment.is_empty());
        let base = [base.to_vec(), segments.map(str::to_owned).collect()].concat();
        let inner = &tree[open + 1..tree.rfind('}').expect("closed")];
        branches(inner).into_iter().for_each(|branch| expand(branch, &base, is_public, uses));
        return;
    }
    let (path, alias) = tree.split_once(" as ").map_or((tree, None), |(path, alias)| (path, Some(alias.trim())));
    let segments = path.split("::").map(|segment| segment.trim().to_owned());
    let mut path = [base.to_vec(), segments.collect()].concat();
    let is_glob = path.last().is_some_and(|last| last == "*");
    if is_glob || path.last().is_some_and(|last| last == "self") {
        path.pop();
    }
    let Some(last) = path.last() else { return };
    let name = if is_glob { "*".to_owned() } else { alias.map_or_else(|| last.clone(), str::to_owned) };
    uses.push(Use { path, name, is_public });
}

/// The parts of a list in braces.
fn branches(inner: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, c) in inner.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&inner[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&inner[start..]);
    parts.into_iter().filter(|part| !part.trim().is_empty()).collect()
}

/// The names of the items of the code.
fn defined_in(code: &str) -> BTreeSet<String> {
    let kinds = ["fn", "struct", "enum", "union", "trait", "type", "const", "static"];
    let words: Vec<&str> = identifiers(code).collect();
    words.windows(2).filter(|pair| kinds.contains(&pair[0])).map(|pair| pair[1].to_owned()).collect()
}

/// Every name in the code, with the names that follow it after `::`.
fn paths_of(code: &str) -> Vec<Vec<String>> {
    let mut paths: Vec<Vec<String>> = Vec::new();
    let mut rest = code;
    while let Some(start) = rest.find(|c: char| c.is_alphabetic() || c == '_') {
        let is_continued = rest[..start].ends_with("::");
        rest = &rest[start..];
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let name = rest[..end].to_owned();
        match paths.last_mut().filter(|_| is_continued && start == 2) {
            Some(path) => path.push(name),
            None => paths.push(vec![name]),
        }
        rest = &rest[end..];
    }
    paths
}

fn identifiers(code: &str) -> impl Iterator<Item = &str> {
    code.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// The groups of files that name each other, each in an order in which it can be read.
fn circles(arrows: &BTreeMap<String, BTreeSet<String>>) -> Vec<Vec<String>> {
    let reach = |from: &String| {
        let (mut seen, mut pending) = (BTreeSet::new(), vec![from]);
        while let Some(at) = pending.pop() {
            for next in arrows.get(at).into_iter().flatten() {
                if seen.insert(next) {
                    pending.push(next);
                }
            }
        }
        seen
    };
    let reached: BTreeMap<&String, BTreeSet<&String>> = arrows.keys().map(|file| (file, reach(file))).collect();
    let mut groups: BTreeSet<Vec<String>> = BTreeSet::new();
    for (file, seen) in &reached {
        if seen.contains(file) {
            let group = seen.iter().filter(|other| reached.get(*other).is_some_and(|back| back.contains(file)));
            let group: BTreeSet<&String> = group.copied().collect();
            let named = |from: &String| {
                let to: Vec<&str> = arrows[from].iter().filter(|to| group.contains(to)).map(String::as_str).collect();
                format!("{from} -> {}", to.join(", "))
            };
            groups.insert(group.iter().copied().map(named).collect());
        }
    }
    groups.into_iter().collect()
}
