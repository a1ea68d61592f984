//! Python's pickle format, read without Python: what a file of `torch.save` says of its tensors.
//!
//! Invariant: nothing that a pickle names is called. A fixed list of names (`rebuild` in this file)
//! describes tensors, sizes and dictionaries; any other name makes an [`Node::Object`], of which no
//! more is known. Nodes are shared by their number, so an object that a pickle repeats takes no
//! memory again. There are at most `MAX_NODES` of them.
//!
//! Source: `pickletools.py` of Python 3.12 for the instructions (protocols 2 to 5 in binary form),
//! `torch/_utils.py` and `torch/serialization.py` of PyTorch 2.9 for what the names mean.

use crate::error::{Error, Result};
use std::collections::HashMap;
use std::ops::Range;

/// The most values that a pickle may describe; 100,000 tensors need about a third of it. It bounds
/// the stack, the marks and the memo too.
const MAX_NODES: usize = 1 << 22;

/// The most axes that are read; PyTorch has no more than 64.
const MAX_AXES: usize = 64;
/// The most axes of all tensors together: many tensors may repeat one long list of sizes.
const MAX_ALL_AXES: usize = 1 << 22;

/// The position of a node in [`Pickle::nodes`].
pub(super) type Id = u32;

/// A value that a pickle describes.
#[derive(Debug)]
pub(super) enum Node {
    /// None, a boolean, a float or bytes: without tensors.
    Plain,
    Int(i64),
    /// UTF-8 in the pickle.
    Text(Range<usize>),
    /// A list, a tuple or a set.
    List(Vec<Id>),
    Dict(Vec<(Id, Id)>),
    /// A class or function, by module and name.
    Global(Range<usize>, Range<usize>),
    Storage(Storage),
    /// Boxed, because it is much larger than the others.
    Tensor(Box<Tensor>),
    /// An object that only Python can make, of this class.
    Object(Id),
    /// A tensor of a kind that has no elements in memory, such as a sparse one, by the function
    /// that makes it.
    Unsupported(Id),
}

/// The bytes of one or several tensors.
#[derive(Clone, Debug)]
pub(super) struct Storage {
    /// The class that names the type of the elements.
    pub class: Id,
    /// The name of the record in the archive.
    pub key: Range<usize>,
}

/// A window of a storage.
#[derive(Debug)]
pub(super) struct Tensor {
    pub storage: Storage,
    /// The first element.
    pub offset: i64,
    pub shape: Vec<i64>,
    pub strides: Vec<i64>,
    /// The type of the elements where the storage has none.
    pub dtype: Option<Id>,
}

/// What a pickle describes.
pub(super) struct Pickle<'a> {
    bytes: &'a [u8],
    nodes: Vec<Node>,
    root: Id,
}

impl<'a> Pickle<'a> {
    /// Reads a whole pickle. Errors: `IO` for one that is cut, damaged or too large.
    pub fn read(bytes: &'a [u8]) -> Result<Pickle<'a>> {
        let mut machine =
            Machine { bytes, at: 0, nodes: vec![], stack: vec![], marks: vec![], memo: HashMap::new(), axes: 0 };
        let root = machine.run()?;
        Ok(Pickle { bytes, nodes: machine.nodes, root })
    }

    pub fn root(&self) -> Id {
        self.root
    }

    pub fn node(&self, id: Id) -> &Node {
        &self.nodes[id as usize]
    }

    /// A text that was checked to be UTF-8 when it was read.
    pub fn text(&self, range: &Range<usize>) -> &'a str {
        std::str::from_utf8(&self.bytes[range.clone()]).expect("it was checked when it was read")
    }

    /// A class or function as `module.name`; empty for anything else.
    pub fn path(&self, id: Id) -> String {
        match self.node(id) {
            Node::Global(module, name) => format!("{}.{}", self.text(module), self.text(name)),
            _ => String::new(),
        }
    }
}

/// The stack machine that a pickle is a program of.
struct Machine<'a> {
    bytes: &'a [u8],
    at: usize,
    nodes: Vec<Node>,
    stack: Vec<Id>,
    /// Heights of the stack that MARK has noted.
    marks: Vec<usize>,
    memo: HashMap<u32, Id>,
    /// The axes of all tensors so far.
    axes: usize,
}

impl Machine<'_> {
    fn run(&mut self) -> Result<Id> {
        loop {
            let start = self.at;
            let op = self.byte()?;
            if op == b'.' {
                return self.pop();
            }
            let done = self.step(op).and_then(|()| self.check_heights());
            done.map_err(|e| e.context(format_args!("its pickle at byte {start}")))?;
        }
    }

    fn step(&mut self, op: u8) -> Result<()> {
        match op {
            0x80 => self.byte().map(drop),  // PROTO
            0x95 => self.take(8).map(drop), // FRAME
            b'(' => {
                self.marks.push(self.stack.len());
                Ok(())
            }
            b'0' => self.pop().map(drop),
            b'1' => self.marked().map(drop), // POP_MARK
            b'2' => self.top().map(|id| self.stack.push(id)),
            b'N' | 0x88 | 0x89 => self.push(Node::Plain), // None, True, False
            b'G' => self.take(8).and_then(|_| self.push(Node::Plain)),
            b'K' => self.number(1),
            b'M' => self.number(2),
            b'J' => self.number(4),
            0x8a | 0x8b => self.long(if op == 0x8a { 1 } else { 4 }),
            b'X' | 0x8c | 0x8d | b'T' | b'U' => self.text(match op {
                b'X' | b'T' => 4,
                0x8d => 8,
                _ => 1,
            }),
            b'B' | b'C' | 0x8e | 0x96 => {
                self.sized(match op {
                    b'B' => 4,
                    b'C' => 1,
                    _ => 8,
                })?;
                self.push(Node::Plain)
            }
            b']' | b')' | 0x8f => self.push(Node::List(Vec::new())),
            b'}' => self.push(Node::Dict(Vec::new())),
            0x85..=0x87 => self.tuple(usize::from(op - 0x84)),
            b't' | b'l' | 0x91 => self.marked().and_then(|items| self.push(Node::List(items))),
            b'd' => self.marked().and_then(|items| self.push(Node::Dict(pairs(&items)?))),
            b'a' => self.pop().and_then(|item| self.append(&[item])),
            b'e' | 0x90 => self.marked().and_then(|items| self.append(&items)),
            b's' => self.set_item(),
            b'u' => self.marked().and_then(|items| self.set(pairs(&items)?)),
            b'c' => self.global(),
            0x93 => self.stack_global(),
            b'R' | 0x81 => self.reduce(), // NEWOBJ takes a class and its arguments in the same way
            0x92 => self.pop().and_then(|_| self.reduce()), // NEWOBJ_EX, less the arguments by name
            b'b' => self.pop().map(drop), // BUILD: attributes are no tensors of ours
            b'q' | b'r' => self.put(op),
            0x94 => self.memoize(),
            b'h' | b'j' => self.get(op),
            b'Q' => self.persistent(),
            _ => Err(Error::io(format!("instruction 0x{op:02x} is not one that torch.save writes"))),
        }
    }

    /// What is pushed again and again without a node would otherwise grow without a bound.
    fn check_heights(&self) -> Result<()> {
        let highest = self.stack.len().max(self.marks.len()).max(self.memo.len());
        if highest > MAX_NODES { Err(Error::io("its stack is too high")) } else { Ok(()) }
    }

    fn byte(&mut self) -> Result<u8> {
        self.take(1).map(|range| self.bytes[range.start])
    }

    /// The next bytes of the pickle.
    fn take(&mut self, n: usize) -> Result<Range<usize>> {
        let left = self.bytes.len() - self.at;
        if n > left {
            return Err(Error::io(format!("its pickle ends early: {n} bytes are needed, {left} are left")));
        }
        self.at += n;
        Ok(self.at - n..self.at)
    }

    /// As many bytes as the number before them says, which takes `width` bytes.
    fn sized(&mut self, width: usize) -> Result<Range<usize>> {
        let n = self.unsigned(width)?;
        self.take(usize::try_from(n).unwrap_or(usize::MAX))
    }

    fn unsigned(&mut self, width: usize) -> Result<u64> {
        let range = self.take(width)?;
        Ok(self.bytes[range].iter().rev().fold(0, |n, &byte| n << 8 | u64::from(byte)))
    }

    fn push(&mut self, node: Node) -> Result<()> {
        if self.nodes.len() == MAX_NODES {
            return Err(Error::io(format!("it describes more than {MAX_NODES} values")));
        }
        self.stack.push(self.nodes.len() as Id);
        self.nodes.push(node);
        Ok(())
    }

    fn pop(&mut self) -> Result<Id> {
        if self.marks.last().is_some_and(|&mark| mark >= self.stack.len()) {
            return Err(empty());
        }
        self.stack.pop().ok_or_else(empty)
    }

    fn top(&self) -> Result<Id> {
        self.stack.last().copied().ok_or_else(empty)
    }

    /// Pops everything above the newest mark, and the mark.
    fn marked(&mut self) -> Result<Vec<Id>> {
        let mark = self.marks.pop().filter(|&mark| mark <= self.stack.len()).ok_or_else(empty)?;
        Ok(self.stack.split_off(mark))
    }

    /// A little-endian integer; only that of four bytes has a sign.
    fn number(&mut self, width: usize) -> Result<()> {
        let n = self.unsigned(width)?;
        self.push(Node::Int(if width == 4 { i64::from(n as u32 as i32) } else { n as i64 }))
    }

    /// A little-endian integer of any length in two's complement; one beyond int64 cannot be the
    /// size of a tensor.
    fn long(&mut self, width: usize) -> Result<()> {
        let range = self.sized(width)?;
        let bytes = &self.bytes[range];
        let Some(&last) = bytes.last() else { return self.push(Node::Int(0)) };
        if bytes.len() > 8 {
            return self.push(Node::Plain);
        }
        let sign = if last < 0x80 { 0 } else { -1 };
        let n = bytes.iter().rev().fold(sign, |n, &byte| n << 8 | i64::from(byte));
        self.push(Node::Int(n))
    }

    fn text(&mut self, width: usize) -> Result<()> {
        let range = self.sized(width)?;
        self.utf8(&range)?;
        self.push(Node::Text(range))
    }

    fn utf8(&self, range: &Range<usize>) -> Result<()> {
        let checked = std::str::from_utf8(&self.bytes[range.clone()]);
        checked.map(drop).map_err(|e| Error::io(format!("a text is not UTF-8: {e}")))
    }

    fn tuple(&mut self, n: usize) -> Result<()> {
        let mut items = (0..n).map(|_| self.pop()).collect::<Result<Vec<Id>>>()?;
        items.reverse();
        self.push(Node::List(items))
    }

    fn append(&mut self, items: &[Id]) -> Result<()> {
        match self.top().map(|id| &mut self.nodes[id as usize])? {
            Node::List(list) => list.extend_from_slice(items),
            Node::Object(_) => {} // such as a deque
            _ => return Err(Error::io("items are appended to what is not a list")),
        }
        Ok(())
    }

    fn set_item(&mut self) -> Result<()> {
        let (value, key) = (self.pop()?, self.pop()?);
        self.set(vec![(key, value)])
    }

    fn set(&mut self, items: Vec<(Id, Id)>) -> Result<()> {
        match self.top().map(|id| &mut self.nodes[id as usize])? {
            Node::Dict(dict) => dict.extend(items),
            Node::Object(_) => {}
            _ => return Err(Error::io("entries are set in what is not a dictionary")),
        }
        Ok(())
    }

    /// Two lines: module and name.
    fn global(&mut self) -> Result<()> {
        let (module, name) = (self.line()?, self.line()?);
        self.push(Node::Global(module, name))
    }

    fn line(&mut self) -> Result<Range<usize>> {
        let rest = &self.bytes[self.at..];
        let n = rest.iter().position(|&byte| byte == b'\n').ok_or_else(|| Error::io("a name has no end"))?;
        let range = self.take(n + 1)?;
        let range = range.start..range.end - 1;
        self.utf8(&range)?;
        Ok(range)
    }

    fn stack_global(&mut self) -> Result<()> {
        let (name, module) = (self.pop()?, self.pop()?);
        match (&self.nodes[module as usize], &self.nodes[name as usize]) {
            (Node::Text(module), Node::Text(name)) => {
                let global = Node::Global(module.clone(), name.clone());
                self.push(global)
            }
            _ => Err(Error::io("the name of a class is not a text")),
        }
    }

    fn put(&mut self, op: u8) -> Result<()> {
        let key = self.unsigned(if op == b'q' { 1 } else { 4 })? as u32;
        let top = self.top()?;
        self.memo.insert(key, top);
        Ok(())
    }

    fn memoize(&mut self) -> Result<()> {
        let (key, top) = (self.memo.len() as u32, self.top()?);
        self.memo.insert(key, top);
        Ok(())
    }

    fn get(&mut self, op: u8) -> Result<()> {
        let key = self.unsigned(if op == b'h' { 1 } else { 4 })? as u32;
        let id = *self.memo.get(&key).ok_or_else(|| Error::io(format!("it reads memo {key}, which is not there")))?;
        self.stack.push(id);
        Ok(())
    }

    /// A storage: `("storage", class, key, location, number of elements)`.
    fn persistent(&mut self) -> Result<()> {
        let id = self.pop()?;
        let bad = || Error::io("a storage is not described as torch.save does");
        let [kind, class, key, _, elements] = *self.items(id).and_then(|items| items.get(..5)).ok_or_else(bad)? else {
            unreachable!("five were taken")
        };
        match (&self.nodes[kind as usize], &self.nodes[key as usize], &self.nodes[elements as usize]) {
            (Node::Text(kind), Node::Text(key), Node::Int(_)) if &self.bytes[kind.clone()] == b"storage" => {
                let storage = Storage { class, key: key.clone() };
                self.push(Node::Storage(storage))
            }
            _ => Err(bad()),
        }
    }

    fn items(&self, id: Id) -> Option<&[Id]> {
        match &self.nodes[id as usize] {
            Node::List(items) => Some(items),
            _ => None,
        }
    }

    fn integers(&self, id: Id) -> Option<Vec<i64>> {
        let int = |&id: &Id| if let Node::Int(n) = self.nodes[id as usize] { Some(n) } else { None };
        self.items(id).filter(|items| items.len() <= MAX_AXES)?.iter().map(int).collect()
    }

    /// A call of a name with a tuple of arguments, described and not done.
    fn reduce(&mut self) -> Result<()> {
        let (args, callee) = (self.pop()?, self.pop()?);
        self.rebuild(callee, args)
    }

    fn rebuild(&mut self, callee: Id, args: Id) -> Result<()> {
        let Node::Global(module, name) = &self.nodes[callee as usize] else {
            return self.push(Node::Object(callee));
        };
        // As bytes: to check a long name for UTF-8 at each call would make the cost quadratic.
        let of = |range: &Range<usize>| &self.bytes[range.clone()];
        let args = self.items(args).ok_or_else(|| Error::io("arguments are not a tuple"))?;
        // A few, since a long list of arguments may be used by many calls.
        let args = args[..args.len().min(8)].to_vec();
        match (of(module), of(name), args.as_slice()) {
            // Protocol 2 sets the entries of a dictionary afterwards.
            (b"collections", b"OrderedDict" | b"defaultdict", _) => self.push(Node::Dict(Vec::new())),
            (b"torch._utils", b"_rebuild_tensor" | b"_rebuild_tensor_v2", &[storage, offset, shape, strides, ..]) => {
                self.tensor([storage, offset, shape, strides], None)
            }
            (b"torch._utils", b"_rebuild_tensor_v3", &[storage, offset, shape, strides, _, _, dtype, ..]) => {
                self.tensor([storage, offset, shape, strides], Some(dtype))
            }
            (b"torch._utils", b"_rebuild_parameter" | b"_rebuild_parameter_with_state", &[tensor, ..]) => {
                self.stack.push(tensor);
                Ok(())
            }
            // A subclass of Tensor: how its elements are rebuilt, its class, the arguments of that.
            (b"torch._tensor", b"_rebuild_from_type_v2", &[function, _, args, ..]) => self.once(function, args),
            (b"torch", b"Size", &[sizes]) => {
                self.stack.push(sizes);
                Ok(())
            }
            (b"torch._utils", name, _) if name.starts_with(b"_rebuild") => self.push(Node::Unsupported(callee)),
            _ => self.push(Node::Object(callee)),
        }
    }

    /// A rebuilding that another one names: of tensors alone, so that none goes deeper.
    fn once(&mut self, function: Id, args: Id) -> Result<()> {
        match &self.nodes[function as usize] {
            Node::Global(module, _) if &self.bytes[module.clone()] == b"torch._utils" => self.rebuild(function, args),
            _ => self.push(Node::Unsupported(function)),
        }
    }

    fn tensor(&mut self, [storage, offset, shape, strides]: [Id; 4], dtype: Option<Id>) -> Result<()> {
        let described =
            (&self.nodes[storage as usize], &self.nodes[offset as usize], self.integers(shape), self.integers(strides));
        let (Node::Storage(storage), &Node::Int(offset), Some(shape), Some(strides)) = described else {
            return Err(Error::io("a tensor is not described as torch.save does"));
        };
        let tensor = Box::new(Tensor { storage: storage.clone(), offset, shape, strides, dtype });
        self.axes += tensor.shape.len() + tensor.strides.len();
        if self.axes > MAX_ALL_AXES {
            return Err(Error::io(format!("its tensors have more than {MAX_ALL_AXES} sizes and strides")));
        }
        self.push(Node::Tensor(tensor))
    }
}

fn pairs(items: &[Id]) -> Result<Vec<(Id, Id)>> {
    match items.as_chunks::<2>() {
        (pairs, []) => Ok(pairs.iter().map(|&[key, value]| (key, value)).collect()),
        _ => Err(Error::io("a dictionary has a key without a value")),
    }
}

fn empty() -> Error {
    Error::io("its pickle takes more from its stack than is there")
}
