//! The names of the tensors that a pickle describes: the keys and positions that lead to each.
//!
//! Invariant: the walk ends for every pickle. Objects may be shared (each step of a chain of
//! dictionaries may hold the next one twice) and may contain themselves, so depth, steps and the
//! bytes of all names and descriptions are limited. The text of a key is looked at only if its
//! value can lead to a tensor.

use super::pickle::{Id, Node, Pickle, Tensor};
use crate::error::{Error, Result, Status};
use crate::io::stored::Stored;
use crate::tensor::DType;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry as Slot;

/// The deepest nesting of dictionaries and lists.
const MAX_DEPTH: usize = 100;
/// The most dictionaries, lists and tensors that are visited; one that is reached in two ways
/// counts twice.
const MAX_VISITS: usize = 1 << 20;
/// The most other values that are passed over.
const MAX_STEPS: usize = 1 << 24;
/// The most bytes of all names and descriptions together.
const MAX_TEXT: usize = 128 << 20;
/// The name of the only tensor of a file that is nothing but a tensor.
const ALONE: &str = "tensor";

/// A tensor as the file describes it; nothing of it has been checked against the records.
pub(super) struct Described {
    pub kind: Kind,
    /// The class of the storage, the dtype, or the function that makes it: `torch.FloatStorage`.
    pub class: String,
    pub offset: i64,
    pub shape: Vec<i64>,
    pub strides: Vec<i64>,
}

impl Described {
    fn bytes(&self) -> usize {
        let kind = match &self.kind {
            Kind::Elements { key, .. } => key.len(),
            Kind::Unsupported(why) => why.len(),
        };
        kind + self.class.len() + size_of::<i64>() * (self.shape.len() + self.strides.len())
    }
}

/// Where the elements are, if they can be read.
pub(super) enum Kind {
    Elements {
        key: String,
        stored: Stored,
    },
    /// Why not.
    Unsupported(String),
}

/// The tensors by name. Errors: `UNSUPPORTED` if there are none, `IO` for a name that is there
/// twice or cannot be one.
pub(super) fn of(pickle: &Pickle) -> Result<BTreeMap<String, Described>> {
    let mut walk =
        Walk { pickle, open: Vec::new(), found: BTreeMap::new(), visits: 0, steps: 0, text: 0, object: None };
    walk.open.push((String::new(), pickle.root(), 0));
    while let Some((name, id, depth)) = walk.open.pop() {
        walk.visit(name, id, depth)?;
    }
    match (walk.found.is_empty(), walk.object) {
        (true, Some(class)) => Err(Error::new(
            Status::Unsupported,
            format!(
                "it holds a {class}, which only Python code can make, and no tensors by name; save the parameters in \
                 Python: torch.save(torch.load(path, weights_only=False).state_dict(), path)"
            ),
        )),
        _ => Ok(walk.found),
    }
}

struct Walk<'a> {
    pickle: &'a Pickle<'a>,
    /// What is to be visited: name, value, depth.
    open: Vec<(String, Id, usize)>,
    found: BTreeMap<String, Described>,
    visits: usize,
    steps: usize,
    text: usize,
    /// The class of the first object that was met.
    object: Option<String>,
}

impl Walk<'_> {
    /// Notes a tensor, or opens what a dictionary or list holds.
    fn visit(&mut self, name: String, id: Id, depth: usize) -> Result<()> {
        match self.pickle.node(id) {
            Node::Tensor(tensor) => self.note(name, self.entry(tensor)),
            Node::Unsupported(function) => {
                let class = self.pickle.path(*function);
                let kind = Kind::Unsupported(format!("it is made by {class}, so it is not a dense tensor"));
                self.note(name, Described { kind, class, offset: 0, shape: vec![], strides: vec![] })
            }
            Node::Dict(entries) => entries.iter().try_for_each(|&(key, value)| {
                if !self.leads(value)? {
                    return Ok(());
                }
                match self.pickle.node(key) {
                    Node::Text(text) => self.open(&name, self.pickle.text(text), value, depth + 1),
                    Node::Int(n) => self.open(&name, &n.to_string(), value, depth + 1),
                    _ => Ok(()), // no text leads to it
                }
            }),
            Node::List(items) => items.iter().enumerate().try_for_each(|(i, &item)| {
                if self.leads(item)? { self.open(&name, &i.to_string(), item, depth + 1) } else { Ok(()) }
            }),
            Node::Object(class) => {
                self.object.get_or_insert_with(|| self.pickle.path(*class));
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Whether a value can lead to a tensor.
    fn leads(&mut self, id: Id) -> Result<bool> {
        self.steps += 1;
        self.check_limits(0)?;
        Ok(!matches!(self.pickle.node(id), Node::Plain | Node::Int(_) | Node::Text(_) | Node::Global(..)))
    }

    /// Has a value visited later.
    fn open(&mut self, path: &str, name: &str, id: Id, depth: usize) -> Result<()> {
        self.visits += 1;
        self.text += path.len() + name.len() + 1;
        self.check_limits(depth)?;
        let name = if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
        self.open.push((name, id, depth));
        Ok(())
    }

    fn check_limits(&self, depth: usize) -> Result<()> {
        if depth > MAX_DEPTH || self.visits > MAX_VISITS || self.steps > MAX_STEPS || self.text > MAX_TEXT {
            return Err(Error::io(format!(
                "its dictionaries and lists are nested deeper than {MAX_DEPTH}, or hold each other too often"
            )));
        }
        Ok(())
    }

    fn note(&mut self, name: String, entry: Described) -> Result<()> {
        // One description may be reached in many ways, and has a copy for each.
        self.text += entry.bytes();
        self.check_limits(0)?;
        let name = if name.is_empty() { ALONE.to_owned() } else { name };
        if name.contains('\0') {
            // Names cross the C boundary with a NUL at their end.
            return Err(Error::io(format!("the name {name:?} has a NUL in it")));
        }
        match self.found.entry(name) {
            Slot::Vacant(slot) => {
                slot.insert(entry);
                Ok(())
            }
            Slot::Occupied(slot) => Err(Error::io(format!("the name '{}' is there twice", slot.key()))),
        }
    }

    fn entry(&self, tensor: &Tensor) -> Described {
        let class = self.pickle.path(tensor.dtype.unwrap_or(tensor.storage.class));
        let kind = match stored(&class) {
            Some(stored) => Kind::Elements { key: self.pickle.text(&tensor.storage.key).to_owned(), stored },
            None => Kind::Unsupported(format!("its elements are of {class}, which tensors here do not have")),
        };
        Described { kind, class, offset: tensor.offset, shape: tensor.shape.clone(), strides: tensor.strides.clone() }
    }
}

/// The type of elements that a class of storages or a dtype of PyTorch names.
fn stored(class: &str) -> Option<Stored> {
    Some(Stored::Ours(match class.strip_prefix("torch.")? {
        "FloatStorage" | "float32" => DType::F32,
        "DoubleStorage" | "float64" => DType::F64,
        "HalfStorage" | "float16" => DType::F16,
        "BFloat16Storage" | "bfloat16" => DType::BF16,
        "CharStorage" | "int8" => DType::I8,
        "ShortStorage" | "int16" => DType::I16,
        "IntStorage" | "int32" => DType::I32,
        "LongStorage" | "int64" => DType::I64,
        "ByteStorage" | "uint8" => DType::U8,
        "BoolStorage" | "bool" => DType::Bool,
        "uint16" => DType::U16,
        "uint32" => DType::U32,
        "uint64" => DType::U64,
        "float8_e4m3fn" => return Some(Stored::F8E4M3),
        "float8_e5m2" => return Some(Stored::F8E5M2),
        "float8_e8m0fnu" => return Some(Stored::F8E8M0),
        _ => return None,
    }))
}
