//! `Weights`: the tensors of one `.safetensors` file, or of several with an index, as large models
//! are published.
//!
//! Invariant: the index (`model.safetensors.index.json`) says which file beside it has which
//! tensor. A file is opened when a tensor of it is asked for, and it must lie in the folder of the
//! index: a name with a path is refused.

use super::super::file::Source;
use super::super::listing::{Entry, missing};
use super::header::MAX_HEADER;
use super::reader::{Reader, in_file};
use crate::error::{Error, Result};
use crate::tensor::{DType, Tensor};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The tensors of a file or of all files of an index.
pub struct Weights {
    path: PathBuf,
    /// The name of the file of each tensor; empty for a single file.
    file_of: BTreeMap<String, String>,
    /// What the index says beside that.
    metadata: Vec<(String, String)>,
    /// Those that were opened: by their names, or one with an empty name.
    open: BTreeMap<String, Reader>,
}

impl Weights {
    /// Opens a file, or an index, whose name ends in `.json`. Errors: `IO`.
    pub fn open(path: &Path) -> Result<Weights> {
        let mut weights =
            Weights { path: path.to_path_buf(), file_of: BTreeMap::new(), metadata: Vec::new(), open: BTreeMap::new() };
        if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json")) {
            weights.read_index().map_err(|e| in_file(Some(path), e))?;
        } else {
            weights.open.insert(String::new(), Reader::open(path)?);
        }
        Ok(weights)
    }

    /// The names of the tensors, sorted.
    pub fn names(&self) -> Vec<String> {
        match self.open.get("") {
            Some(reader) => reader.names(),
            None => self.file_of.keys().cloned().collect(),
        }
    }

    /// What the files say of each tensor, sorted by name. Errors: `IO`.
    pub fn entries(&mut self) -> Result<Vec<Entry>> {
        let mut entries = Vec::new();
        for file in self.files() {
            let of_file = self.file(&file)?.entries();
            entries.extend(of_file.into_iter().filter(|entry| self.is_in(&entry.name, &file)));
        }
        entries.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(entries)
    }

    /// The metadata of the file, or of the index, sorted by key.
    pub fn metadata(&self) -> &[(String, String)] {
        self.open.get("").map_or(&self.metadata, |reader| reader.metadata())
    }

    /// Reads one tensor, as [`Reader::load`] does. *Returns new.* Errors: those of [`super::load`].
    pub fn load(&mut self, name: &str, wanted: Option<DType>) -> Result<Tensor> {
        self.of(name)?.load(name, wanted)
    }

    /// Tensors on the memory of their files, as [`Reader::map`] makes them. *Returns new.* Errors:
    /// as there.
    pub fn map(&mut self, names: &[&str], wanted: Option<DType>) -> Result<Vec<Tensor>> {
        let mut mapped: Vec<Option<Tensor>> = names.iter().map(|_| None).collect();
        for file in self.files() {
            let at: Vec<usize> = (0..names.len()).filter(|&i| self.is_in(names[i], &file)).collect();
            if at.is_empty() {
                continue;
            }
            let of_file: Vec<&str> = at.iter().map(|&i| names[i]).collect();
            for (i, tensor) in at.into_iter().zip(self.file(&file)?.map(&of_file, wanted)?) {
                mapped[i] = Some(tensor);
            }
        }
        let all = mapped.into_iter().zip(names).map(|(tensor, name)| tensor.ok_or_else(|| self.missing(name)));
        all.collect()
    }

    fn read_index(&mut self) -> Result<()> {
        let mut source = Source::open(&self.path)?;
        if source.left() > MAX_HEADER {
            let text = format!("an index of {} bytes is above the limit of {MAX_HEADER}", source.left());
            return Err(Error::io(text));
        }
        let text = source.bytes(source.left(), "the index")?;
        let wrong = |what: &str| Error::io(format!("not an index of .safetensors files: {what}"));
        let index: Value = serde_json::from_slice(&text).map_err(|e| wrong(&e.to_string()))?;
        let Some(Value::Object(map)) = index.get("weight_map") else { return Err(wrong("it has no 'weight_map'")) };
        for (name, file) in map {
            let file = file.as_str().ok_or_else(|| wrong(&format!("the file of '{name}' is not text")))?;
            let is_beside = !file.is_empty() && !file.contains(['/', '\\', ':', '\0']) && !matches!(file, "." | "..");
            if !is_beside {
                return Err(wrong(&format!("the file of '{name}' is {file:?}, not one beside it")));
            }
            self.file_of.insert(name.clone(), file.into());
        }
        if let Some(Value::Object(entries)) = index.get("metadata") {
            let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_string);
            self.metadata = entries.iter().map(|(key, value)| (key.clone(), text(value))).collect();
        }
        Ok(())
    }

    /// The names of all files.
    fn files(&self) -> Vec<String> {
        if self.open.contains_key("") {
            return vec![String::new()];
        }
        let mut files: Vec<String> = self.file_of.values().cloned().collect();
        files.sort_unstable();
        files.dedup();
        files
    }

    fn is_in(&self, name: &str, file: &str) -> bool {
        file.is_empty() || self.file_of.get(name).is_some_and(|own| own == file)
    }

    /// The file of a tensor.
    fn of(&mut self, name: &str) -> Result<&mut Reader> {
        if self.open.contains_key("") {
            return self.file("");
        }
        let Some(file) = self.file_of.get(name).cloned() else { return Err(self.missing(name)) };
        self.file(&file)
    }

    fn file(&mut self, name: &str) -> Result<&mut Reader> {
        if !self.open.contains_key(name) {
            let folder = self.path.parent().unwrap_or(Path::new(""));
            let opened = Reader::open(&folder.join(name));
            let opened =
                opened.map_err(|e| e.context(format_args!("a file of the index '{}'", self.path.display())))?;
            self.open.insert(name.to_string(), opened);
        }
        Ok(self.open.get_mut(name).expect("it was just opened"))
    }

    #[cold]
    fn missing(&self, name: &str) -> Error {
        in_file(Some(&self.path), missing("tensor", name, self.names().iter()))
    }
}
