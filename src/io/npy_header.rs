//! The header of a `.npy` file: a dictionary as Python writes it, with the element type, the order
//! and the sizes.
//!
//! Invariant: the parser accepts only that dictionary, not other Python: strings without escapes,
//! decimal numbers, brackets nested no deeper than [`MAX_DEPTH`]. Every byte is read once or twice,
//! so the cost of a header is proportional to its length. The output is byte for byte what NumPy 2
//! writes.

use super::npy_type;
use super::stored::Stored;
use crate::error::{Error, Result, Status};
use crate::tensor::{DType, MAX_RANK, Shape};

/// The maximum nesting of brackets: an array of numbers has two levels, a structured type a few
/// more.
const MAX_DEPTH: u32 = 6;
/// NumPy leaves room for the first size to grow to this many digits.
const GROWTH_DIGITS: usize = 21;
/// The elements begin at a multiple of this.
const ALIGNMENT: usize = 64;

/// The contents of a header.
pub(super) struct Header {
    pub stored: Stored,
    /// Whether the byte order of elements differs from this machine's.
    pub swapped: bool,
    /// Whether the first index changes fastest (Fortran order).
    pub fortran: bool,
    pub shape: Shape,
}

/// The dictionary of a header, with elements of any type and any number of sizes.
pub(super) struct Dictionary {
    /// The element type as it is written, with its quotes.
    pub descr: String,
    pub fortran: bool,
    /// None is negative.
    pub dims: Vec<i64>,
}

/// Reads the header of an array that a tensor can have.
///
/// Errors: `IO` for anything other than an array header, `UNSUPPORTED` for another element type and
/// for more than 16 dimensions.
pub(super) fn read(text: &[u8]) -> Result<Header> {
    let Dictionary { descr, fortran, dims } = dictionary(text)?;
    let (stored, swapped) = npy_type::elements(&descr)?;
    if dims.len() > MAX_RANK {
        let text = format!("rank {} is above the limit of {MAX_RANK}", dims.len());
        return Err(Error::new(Status::Unsupported, text));
    }
    let shape = Shape::new(&dims).map_err(|e| Error::io(e.message()))?;
    Ok(Header { stored, swapped, fortran, shape })
}

/// Reads the dictionary. Errors: `IO`.
pub(super) fn dictionary(text: &[u8]) -> Result<Dictionary> {
    // Versions 1 and 2 are Latin-1, and only a name of a field can have more than ASCII.
    let text = String::from_utf8_lossy(text);
    let mut parser = Parser { text: &text, at: 0 };
    let (mut descr, mut fortran, mut dims) = (None, None, None);
    parser.expect('{', "a dictionary")?;
    while !parser.takes('}') {
        let key = parser.string("a key")?;
        parser.expect(':', "a colon")?;
        let again = match key {
            "descr" => descr.replace(parser.literal()?).is_some(),
            "fortran_order" => fortran.replace(parser.boolean()?).is_some(),
            "shape" => dims.replace(parser.sizes()?).is_some(),
            _ => return Err(not_a_header(format_args!("the key '{key}'"))),
        };
        if again {
            return Err(not_a_header(format_args!("the key '{key}' is there twice")));
        }
        if !parser.takes(',') {
            parser.expect('}', "a comma or the end of the dictionary")?;
            break;
        }
    }
    parser.end()?;
    let missing = |key: &str| not_a_header(format_args!("the key '{key}' is missing"));
    let descr = descr.ok_or_else(|| missing("descr"))?;
    let fortran = fortran.ok_or_else(|| missing("fortran_order"))?;
    let dims = dims.ok_or_else(|| missing("shape"))?;
    Ok(Dictionary { descr: descr.to_owned(), fortran, dims })
}

/// Magic, version 1.0, length and dictionary, in front of elements in C order.
///
/// Errors: `UNSUPPORTED` for bfloat16, for which NumPy has no type.
pub(super) fn write(dtype: DType, dims: &[i64]) -> Result<Vec<u8>> {
    let descr = npy_type::descr_of(dtype).ok_or_else(|| {
        let text = format!("a .npy file has no {dtype}: cast it to float32 first, or write a .safetensors file");
        Error::new(Status::Unsupported, text)
    })?;
    let sizes: Vec<String> = dims.iter().map(i64::to_string).collect();
    let comma = if dims.len() == 1 { "," } else { "" };
    let shape = format!("({}{comma})", sizes.join(", "));
    let mut text = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}");
    let growth = sizes.first().map_or(0, |first| GROWTH_DIGITS.saturating_sub(first.len()));
    text.push_str(&" ".repeat(growth));
    const BEFORE: usize = 10; // magic, version and length
    let end = (BEFORE + text.len() + 1).next_multiple_of(ALIGNMENT);
    text.push_str(&" ".repeat(end - BEFORE - text.len() - 1));
    text.push('\n');
    // 16 sizes have at most 320 digits.
    let length = u16::try_from(text.len()).expect("the dictionary of an array of rank 16 is short");
    Ok([b"\x93NUMPY\x01\x00", &length.to_le_bytes()[..], text.as_bytes()].concat())
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Parser<'a> {
    /// The next non-blank character.
    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        let start = rest.trim_start_matches([' ', '\t', '\r', '\n']);
        self.at += rest.len() - start.len();
        start.chars().next()
    }

    /// Skips this character if it is the next one.
    fn takes(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += if found { wanted.len_utf8() } else { 0 };
        found
    }

    fn expect(&mut self, wanted: char, what: &str) -> Result<()> {
        if self.takes(wanted) { Ok(()) } else { Err(self.wanted(what)) }
    }

    /// Fails unless only blanks are left.
    fn end(&mut self) -> Result<()> {
        if self.peek().is_none() { Ok(()) } else { Err(self.wanted("the end")) }
    }

    /// A string without escapes, without its quotes.
    fn string(&mut self, what: &str) -> Result<&'a str> {
        let Some(quote @ ('\'' | '"')) = self.peek() else { return Err(self.wanted(what)) };
        let inside = &self.text[self.at + 1..];
        let end = inside.find([quote, '\\', '\n']).filter(|&end| inside[end..].starts_with(quote));
        let end =
            end.ok_or_else(|| not_a_header(format_args!("the string at byte {} has no end or an escape", self.at)))?;
        self.at += end + 2;
        Ok(&inside[..end])
    }

    fn boolean(&mut self) -> Result<bool> {
        self.peek();
        let rest = &self.text[self.at..];
        let (word, value) = if rest.starts_with("True") { ("True", true) } else { ("False", false) };
        if !rest.starts_with(word) {
            return Err(self.wanted("True or False"));
        }
        self.at += word.len();
        Ok(value)
    }

    /// A tuple or a list of sizes.
    fn sizes(&mut self) -> Result<Vec<i64>> {
        self.peek();
        let (start, tuple) = (self.at, self.takes('('));
        if !tuple {
            self.expect('[', "a tuple or list of sizes")?;
        }
        let close = if tuple { ')' } else { ']' };
        let (mut sizes, mut comma) = (Vec::new(), true);
        while !self.takes(close) {
            if !comma {
                return Err(self.wanted("a comma"));
            }
            sizes.push(self.size()?);
            comma = self.takes(',');
        }
        // In Python (3) is the number 3.
        if tuple && sizes.len() == 1 && !comma {
            return Err(not_a_header(format_args!("the shape at byte {start} is not a tuple")));
        }
        Ok(sizes)
    }

    fn size(&mut self) -> Result<i64> {
        self.peek();
        let rest = &self.text[self.at..];
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        if digits == 0 {
            return Err(self.wanted("a size"));
        }
        let size = rest[..digits].parse();
        let size = size.map_err(|_| not_a_header(format_args!("the size {} is too large", &rest[..digits])))?;
        self.at += digits;
        // Python 2 writes 3L for a long.
        self.at += usize::from(rest[digits..].starts_with('L'));
        Ok(size)
    }

    /// The text of a type: a string, or brackets with strings and numbers in them.
    fn literal(&mut self) -> Result<&'a str> {
        self.peek();
        let (start, mut depth) = (self.at, 0u32);
        loop {
            match self.peek() {
                Some('\'' | '"') => drop(self.string("a type")?),
                Some('(' | '[' | '{') => {
                    depth += 1;
                    self.at += 1;
                }
                Some(')' | ']' | '}') if depth > 0 => {
                    depth -= 1;
                    self.at += 1;
                }
                Some('0'..='9' | ',' | ':') if depth > 0 => self.at += 1,
                _ => return Err(self.wanted("a type")),
            }
            if depth > MAX_DEPTH {
                return Err(not_a_header(format_args!("more than {MAX_DEPTH} brackets inside one another")));
            }
            if depth == 0 {
                return Ok(&self.text[start..self.at]);
            }
        }
    }

    #[cold]
    fn wanted(&mut self, what: &str) -> Error {
        match self.peek() {
            Some(found) => not_a_header(format_args!("{what} was expected at byte {}, not {found:?}", self.at)),
            None => not_a_header(format_args!("{what} was expected at its end")),
        }
    }
}

#[cold]
fn not_a_header(what: std::fmt::Arguments) -> Error {
    Error::io(format!("not a header of an array: {what}"))
}
