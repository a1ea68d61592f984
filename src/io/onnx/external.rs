//! Finds the other files that a model refers to for the data of its tensors, and checks their
//! paths. On the way it finds the inputs and outputs that have no dimensions, since ONNX Runtime
//! does not distinguish them from those with any number of dimensions.
//!
//! Invariant: ONNX Runtime gets a model only if each of these files is in the model's folder.
//! Release 1.22 reads any path, so an untrusted model could read whatever the process can; newer
//! releases refuse this themselves.
//!
//! The file is protobuf: nested messages, each a list of numbered fields. `onnx.proto` defines
//! which numbers lead to a tensor or a shape; all others are skipped unread, so a model of gigabytes is not
//! read twice. A message that cannot be parsed is refused.

use super::super::sniff;
use super::table::{Object, Status, Table};
use crate::error::{Error, Result};
use crate::memory::{FileMapping, PathUnit, path_units};
use std::collections::HashSet;
use std::ffi::c_void;
use std::fs::File;
use std::io::{BufReader, Cursor, Read, Seek};
use std::path::{Component, Path, PathBuf};

/// The maximum nesting of messages, the same as in protobuf itself.
const MOST_DEPTH: usize = 100;
/// The maximum length of a name or a path.
const LONGEST: u64 = 4096;
/// ONNX Runtime's placeholder for a path when data is in memory; in a file it would be read as an
/// address.
const ADDRESS: &str = "_ORT_MEM_ADDR_";

/// What is found in the file of a model.
#[derive(Default)]
pub(super) struct Seen {
    /// The files that it keeps data in.
    pub(super) files: Vec<PathBuf>,
    /// The names of the inputs and outputs that are stated to have no dimensions.
    pub(super) scalars: HashSet<String>,
}

/// Checks the files that the model in this file refers to. `IO` if one is outside its folder, does
/// not exist, or cannot be parsed.
pub(super) fn check_file(path: &Path) -> Result<Seen> {
    // ONNX Runtime's own format, recognised by the file name, contains no paths.
    if path.extension().is_some_and(|extension| extension == "ort") {
        return Ok(Seen::default());
    }
    let file = File::open(path).map_err(|error| Error::io(error.to_string()))?;
    let length = file.metadata().map_err(|error| Error::io(error.to_string()))?.len();
    let folder = match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    let mut first = Vec::new();
    let start = (&file).take(sniff::LOOKED_AT as u64).read_to_end(&mut first).and_then(|_| (&file).rewind());
    start.map_err(|error| Error::io(error.to_string()))?;
    let found = Found::model(file, length)
        .map_err(|error| Error::io(format!("{}; {}", error.message(), sniff::seems(&first, length))))?;
    let files = found.locations.iter().map(|location| inside(folder, location)).collect::<Result<_>>()?;
    Ok(Seen { files, scalars: found.scalars })
}

/// The files that a model of bytes keeps data in, in memory.
pub(super) struct Parts<'a> {
    /// By their names in the model, sorted.
    files: Vec<(String, Bytes<'a>)>,
    scalars: HashSet<String>,
}

enum Bytes<'a> {
    Given(&'a [u8]),
    Mapped(FileMapping),
}

impl Bytes<'_> {
    fn all(&self) -> &[u8] {
        match self {
            Bytes::Given(bytes) => bytes,
            // SAFETY: the mapping has this many bytes for as long as it is borrowed, and nothing
            // here writes them.
            Bytes::Mapped(file) => unsafe { std::slice::from_raw_parts(file.start().as_ptr(), file.bytes()) },
        }
    }
}

impl<'a> Parts<'a> {
    /// Finds what the model needs: among those that are given, by their names in it, or in this
    /// folder. `IO` if one is neither, or the model cannot be parsed.
    pub(super) fn of(bytes: &[u8], given: &[(&'a str, &'a [u8])], folder: Option<&str>) -> Result<Parts<'a>> {
        // ONNX Runtime's own format, recognised in the same way, contains no paths.
        if bytes.get(4..8) == Some(b"ORTM") {
            return Ok(Parts { files: Vec::new(), scalars: HashSet::new() });
        }
        let found = Found::model(Cursor::new(bytes), bytes.len() as u64).map_err(|error| named(error, bytes))?;
        let mut names = found.locations;
        names.sort_unstable();
        names.dedup();
        let file = |name: String| -> Result<(String, Bytes<'a>)> {
            let found = match (given.iter().find(|(own, _)| *own == name), folder) {
                (Some((_, bytes)), _) if !name.contains(ADDRESS) => Bytes::Given(bytes),
                (_, Some(folder)) => Bytes::Mapped(mapped(&inside(Path::new(folder), &name)?, &name)?),
                _ => {
                    return Err(Error::io(format!(
                        "its data is in file '{name}', and bytes have no folder: give the bytes of that file by its name, or \
                         the option folder"
                    )));
                }
            };
            Ok((name, found))
        };
        Ok(Parts { files: names.into_iter().map(file).collect::<Result<_>>()?, scalars: found.scalars })
    }

    /// The names of the inputs and outputs that are stated to have no dimensions.
    pub(super) fn scalars(&self) -> &HashSet<String> {
        &self.scalars
    }

    /// The files with their names, sorted by them.
    pub(super) fn files(&self) -> Vec<(&str, &[u8])> {
        self.files.iter().map(|(name, bytes)| (name.as_str(), bytes.all())).collect()
    }

    /// Adds the files to the options of a session, which copies what it needs of them when it is
    /// made.
    pub(super) fn add_to(&self, table: &Table, options: Object) -> Status {
        if self.files.is_empty() {
            return std::ptr::null_mut();
        }
        let units: Vec<Vec<PathUnit>> =
            self.files.iter().map(|(name, _)| path_units(Path::new(name)).unwrap_or_else(|| vec![0])).collect();
        let names: Vec<*const PathUnit> = units.iter().map(|units| units.as_ptr()).collect();
        let starts: Vec<*const c_void> = self.files.iter().map(|(_, bytes)| bytes.all().as_ptr().cast()).collect();
        let sizes: Vec<usize> = self.files.iter().map(|(_, bytes)| bytes.all().len()).collect();
        // SAFETY: as many names, which end in 0 (also the empty one for a name that is not a path),
        // as addresses and sizes; ONNX Runtime does not write the bytes.
        unsafe { (table.add_external_files)(options, names.as_ptr(), starts.as_ptr(), sizes.as_ptr(), sizes.len()) }
    }
}

fn mapped(path: &Path, name: &str) -> Result<FileMapping> {
    let file = File::open(path).and_then(|file| FileMapping::open(&file));
    file.map_err(|error| Error::io(format!("its data is in file '{name}': {error}")))
}

/// The error of bytes that are not a model, with what they seem to be.
fn named(error: Error, bytes: &[u8]) -> Error {
    let first = &bytes[..bytes.len().min(sniff::LOOKED_AT)];
    Error::io(format!("{}; {}", error.message(), sniff::seems(first, bytes.len() as u64)))
}

fn inside(folder: &Path, location: &str) -> Result<PathBuf> {
    let refused = |why: &str| Err(Error::io(format!("its data is in file '{location}', {why}")));
    let is_below = |part: Component| matches!(part, Component::Normal(_) | Component::CurDir);
    if location.contains(ADDRESS) || !Path::new(location).components().all(is_below) {
        return refused("which is outside of its folder");
    }
    match (folder.canonicalize(), folder.join(location).canonicalize()) {
        (Ok(folder), Ok(file)) if file.starts_with(&folder) => Ok(file),
        (Ok(_), Ok(_)) => refused("which is outside of its folder"),
        (_, Err(error)) | (Err(error), _) => refused(&error.to_string()),
    }
}

/// The messages on the way to a path or to the shape of an input or output.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Message {
    Model,
    Training,
    Function,
    /// The graph of the model.
    Main,
    /// Another graph.
    Graph,
    Node,
    Attribute,
    Sparse,
    Tensor,
    /// A name and a value.
    Entry,
    /// An input or output of the model, with its type.
    Port,
    Type,
    OptionalType,
    TensorType,
    Shape,
    Dimension,
}

/// The message type of a field of another message, by the numbers of `onnx.proto`; `None` for
/// fields that lead to neither.
fn message(of: Message, field: u32) -> Option<Message> {
    use Message::*;
    Some(match (of, field) {
        (Model, 7) => Main,
        (Training, 1 | 2) | (Attribute, 6 | 11) => Graph,
        (Model, 20) => Training,
        (Model, 25) => Function,
        (Main | Graph, 1) | (Function, 7) => Node,
        (Node, 5) | (Function, 11) => Attribute,
        (Main | Graph, 5) | (Attribute, 5 | 10) | (Sparse, 1 | 2) => Tensor,
        (Main | Graph, 15) | (Attribute, 22 | 23) => Sparse,
        (Tensor, 13) => Entry,
        (Main, 11 | 12) => Port,
        (Port, 2) | (OptionalType, 1) => Type,
        (Type, 1) => TensorType,
        (Type, 9) => OptionalType,
        (TensorType, 2) => Shape,
        (Shape, 1) => Dimension,
        _ => return None,
    })
}

/// What a model has that is looked for, and the message that is being read.
#[derive(Default)]
struct Found {
    /// Every path.
    locations: Vec<String>,
    scalars: HashSet<String>,
    has_graph: bool,
    /// Of an entry: whether it is a path, and its values.
    is_location: bool,
    values: Vec<String>,
    /// Of an input or output: its name, and its number of dimensions if there is a shape.
    name: Option<String>,
    rank: Option<usize>,
}

impl Found {
    /// Reads a model of this many bytes, which has a graph.
    fn model(from: impl Read + Seek, length: u64) -> Result<Found> {
        let found = Found::read(from, length)?;
        if found.has_graph { Ok(found) } else { Err(Error::io("it is not a model: it has no graph")) }
    }

    /// Reads messages of this many bytes.
    fn read(from: impl Read + Seek, length: u64) -> Result<Found> {
        let mut reader = Reader { from: BufReader::new(from), at: 0 };
        let mut open = vec![(Message::Model, length)];
        let mut found = Found::default();
        while let Some(&(inside, end)) = open.last() {
            if reader.at == end {
                open.pop();
                found.close(inside);
                continue;
            }
            let tag = reader.varint()? as u32; // as protobuf reads it
            let field = tag >> 3;
            let bytes = match tag & 7 {
                0 => {
                    reader.varint()?;
                    0
                }
                1 => 8,
                2 => reader.varint()?,
                5 => 4,
                _ => return Err(reader.malformed()),
            };
            let left = end.checked_sub(reader.at).ok_or_else(|| reader.malformed())?;
            if bytes > left {
                let is_graph = message(inside, field) == Some(Message::Main) && tag & 7 == 2;
                return Err(if is_graph { cut(bytes, left) } else { reader.malformed() });
            }
            let stop = reader.at + bytes;
            let is_bytes = tag & 7 == 2;
            match message(inside, field).filter(|_| is_bytes) {
                Some(_) if open.len() == MOST_DEPTH => return Err(reader.malformed()),
                Some(message) => {
                    found.open(message);
                    open.push((message, stop));
                }
                None if inside == Message::Entry && is_bytes && bytes > 0 => found.entry(field, reader.text(bytes)?),
                None if (inside, field) == (Message::Port, 1) && is_bytes && bytes <= LONGEST => {
                    found.name = String::from_utf8(reader.bytes(bytes)?).ok();
                }
                None => reader.skip(bytes)?,
            }
        }
        Ok(found)
    }

    fn open(&mut self, message: Message) {
        match message {
            Message::Main => self.has_graph = true,
            Message::Port => (self.name, self.rank) = (None, None),
            Message::Shape => self.rank = self.rank.or(Some(0)),
            Message::Dimension => self.rank = self.rank.map(|rank| rank + 1),
            _ => {}
        }
    }

    fn close(&mut self, message: Message) {
        match message {
            Message::Entry => {
                if std::mem::take(&mut self.is_location) {
                    self.locations.append(&mut self.values);
                }
                self.values.clear();
            }
            Message::Port if self.rank == Some(0) => self.scalars.extend(self.name.take()),
            _ => {}
        }
    }

    fn entry(&mut self, field: u32, text: String) {
        self.is_location |= field == 1 && text == "location";
        if field == 2 {
            self.values.push(text);
        }
    }
}

/// The error of a file that ends inside of its graph.
fn cut(bytes: u64, left: u64) -> Error {
    Error::io(format!("its graph takes {bytes} bytes, {left} are left: it was cut off, or is still being written"))
}

struct Reader<R> {
    from: BufReader<R>,
    at: u64,
}

impl<R: Read + Seek> Reader<R> {
    fn malformed(&self) -> Error {
        Error::io(format!("it is not a model: byte {} cannot be read", self.at))
    }

    fn varint(&mut self) -> Result<u64> {
        let mut value = 0;
        for shift in (0..70).step_by(7) {
            let mut byte = [0];
            self.from.read_exact(&mut byte).map_err(|_| self.malformed())?;
            self.at += 1;
            value |= u64::from(byte[0] & 0x7f).checked_shl(shift).unwrap_or(0);
            if byte[0] < 0x80 {
                return Ok(value);
            }
        }
        Err(self.malformed())
    }

    fn text(&mut self, bytes: u64) -> Result<String> {
        if bytes > LONGEST {
            return Err(self.malformed());
        }
        String::from_utf8(self.bytes(bytes)?).map_err(|_| self.malformed())
    }

    /// At most [`LONGEST`] bytes.
    fn bytes(&mut self, bytes: u64) -> Result<Vec<u8>> {
        let mut read = vec![0; bytes as usize];
        self.from.read_exact(&mut read).map_err(|_| self.malformed())?;
        self.at += bytes;
        Ok(read)
    }

    fn skip(&mut self, bytes: u64) -> Result<()> {
        let offset = i64::try_from(bytes).map_err(|_| self.malformed())?;
        self.from.seek_relative(offset).map_err(|_| self.malformed())?;
        self.at += bytes;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A field that holds bytes.
    fn field(number: u8, inside: &[u8]) -> Vec<u8> {
        let mut bytes = vec![number << 3 | 2];
        if number > 15 {
            bytes = vec![number << 3 & 0x7f | 0x82, number >> 4];
        }
        assert!(inside.len() < 0x80);
        bytes.push(inside.len() as u8);
        bytes.extend(inside);
        bytes
    }

    fn tensor(location: &str) -> Vec<u8> {
        let entry = [field(1, b"location"), field(2, location.as_bytes())].concat();
        field(13, &entry)
    }

    fn found(model: &[u8]) -> Vec<String> {
        Found::read(Cursor::new(model), model.len() as u64).expect("well formed").locations
    }

    #[test]
    fn every_way_to_a_tensor_is_gone() {
        let t = tensor("w");
        let attribute = |number| field(5, &field(number, &t)); // of a node
        let graphs = [
            field(5, &t),
            field(15, &field(1, &t)),
            field(15, &field(2, &t)),
            field(1, &attribute(5)),
            field(1, &attribute(10)),
            field(1, &field(5, &field(22, &field(1, &t)))),
            field(1, &field(5, &field(23, &field(2, &t)))),
            field(1, &field(5, &field(6, &field(5, &t)))),
            field(1, &field(5, &field(11, &field(5, &t)))),
        ];
        for graph in &graphs {
            assert_eq!(found(&field(7, graph)), ["w"]);
            assert_eq!(found(&field(20, &field(1, graph))), ["w"]);
            assert_eq!(found(&field(20, &field(2, graph))), ["w"]);
        }
        assert_eq!(found(&field(25, &field(7, &attribute(5)))), ["w"]);
        assert_eq!(found(&field(25, &field(11, &field(5, &t)))), ["w"]);
        let other = [field(1, b"offset"), field(2, b"12")].concat();
        assert!(found(&field(7, &field(5, &field(13, &other)))).is_empty());
        let numbers =
            [vec![8, 3], field(2, b"me"), vec![0x5d, 1, 2, 3, 4], vec![0x61, 1, 2, 3, 4, 5, 6, 7, 8]].concat();
        assert!(found(&numbers).is_empty());
        assert_eq!(found(&[numbers, field(7, &graphs[0])].concat()), ["w"]);
    }

    #[test]
    fn scalars_are_those_with_a_shape_of_no_dimensions() {
        let port = |name: &str, ty: &[u8]| [field(1, name.as_bytes()), field(2, ty)].concat();
        let tensor = |shape: &[u8]| field(1, &[vec![8, 1], shape.to_vec()].concat());
        let (none, scalar) = (tensor(b""), tensor(&field(2, b"")));
        let vector = tensor(&field(2, &field(1, &[8, 3])));
        let sequence = field(4, &field(1, &scalar));
        let optional = field(9, &field(1, &scalar));
        let ports = [
            field(11, &port("open", &none)),
            field(11, &port("scalar", &scalar)),
            field(11, &port("vector", &vector)),
            field(11, &port("sequence", &sequence)),
            field(12, &port("optional", &optional)),
            field(13, &port("inside", &scalar)),
            field(12, &field(2, &scalar)),
            // Another graph, inside of a node.
            field(1, &field(5, &field(6, &field(11, &port("branch", &scalar))))),
        ];
        let model = field7(&ports.concat());
        let found = Found::read(Cursor::new(&model), model.len() as u64).expect("well formed");
        assert_eq!(found.scalars, HashSet::from(["scalar".to_owned(), "optional".to_owned()]));
    }

    /// The graph of a model, of any length.
    fn field7(inside: &[u8]) -> Vec<u8> {
        [&[0x3a, (inside.len() & 0x7f) as u8 | 0x80, (inside.len() >> 7) as u8], inside].concat()
    }

    #[test]
    fn what_cannot_be_followed_is_refused() {
        let model = field(7, &field(5, &tensor("w")));
        for n in 1..model.len() {
            assert!(Found::read(Cursor::new(&model[..n]), n as u64).is_err(), "{n} bytes");
        }
        assert!(Found::read(Cursor::new([0x0b, 0x0c]), 2).is_err(), "groups");
        assert!(Found::read(Cursor::new([0x80; 20]), 20).is_err(), "a number without an end");
        let error = Found::read(Cursor::new(&model[..9]), 9).err().expect("it is cut off");
        assert!(error.message().starts_with("its graph takes 17 bytes, 7 are left: it was cut off"), "{error}");
        let error = Found::model(Cursor::new([8, 8]), 2).err().expect("a version alone");
        assert_eq!(error.message(), "it is not a model: it has no graph");
        let huge = [0x3a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01];
        assert!(Found::read(Cursor::new(huge), huge.len() as u64).is_err(), "longer than the file");
        let mut deep = Vec::new();
        for _ in 0..60 {
            // A graph in an attribute of a node, nested repeatedly.
            for number in [6, 5, 1] {
                let length = deep.len();
                let mut head = vec![number << 3 | 2, (length & 0x7f) as u8 | 0x80, (length >> 7) as u8];
                head.append(&mut deep);
                deep = head;
            }
        }
        let mut model = vec![0x3a, (deep.len() & 0x7f) as u8 | 0x80, (deep.len() >> 7) as u8];
        model.append(&mut deep);
        assert!(Found::read(Cursor::new(&model), model.len() as u64).is_err(), "deeper than protobuf goes");
    }

    #[test]
    fn a_path_must_lie_below() {
        let folder = std::env::temp_dir().join(format!("tenure-external-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("model/parts")).expect("a folder for temporary files");
        std::fs::write(folder.join("model/parts/w.bin"), b"1").expect("writable");
        std::fs::write(folder.join("secret"), b"1").expect("writable");
        let model = folder.join("model");
        for good in ["parts/w.bin", "./parts/w.bin"] {
            inside(&model, good).expect(good);
        }
        let absolute = folder.join("secret").display().to_string();
        let bad = ["../secret", "parts/../../secret", &absolute, "*/_ORT_MEM_ADDR_/*", "parts/none.bin"];
        for bad in bad {
            assert!(inside(&model, bad).expect_err(bad).message().contains(bad));
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(folder.join("secret"), model.join("link")).expect("a link");
            let error = inside(&model, "link").expect_err("it leads outside");
            assert!(error.message().contains("outside of its folder"));
        }
        std::fs::remove_dir_all(&folder).expect("it is ours");
    }

    #[test]
    fn bytes_have_the_files_that_are_given() {
        let model = field(7, &field(5, &tensor("w")));
        let error = Parts::of(&model, &[("v", b"1")], None).err().expect("another file");
        assert!(error.message().contains("'w', and bytes have no folder: give the bytes"), "{error}");
        assert_eq!(Parts::of(&model, &[("w", b"123")], None).expect("it is given").files(), [("w", &b"123"[..])]);
        assert!(Parts::of(&model, &[], Some("/no/such/folder")).is_err());
        let none = Parts::of(&field(7, &field(5, &field(8, b"w"))), &[], None).expect("no file");
        assert!(none.files().is_empty());
        let address = field(7, &field(5, &tensor("*/_ORT_MEM_ADDR_/*")));
        assert!(Parts::of(&address, &[("*/_ORT_MEM_ADDR_/*", b"1")], None).is_err(), "it would be read as an address");
        let error = Parts::of(b"<!DOCTYPE html>", &[], None).err().expect("a page");
        assert!(error.message().contains("an HTML page"), "{error}");
    }
}
