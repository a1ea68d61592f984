//! CSV: a table of typed columns from a text with a row a line.
//!
//! ```text
//!   first pass    the names, the number of rows, and for each column which types all of its fields have
//!   second pass   a tensor for each column, allocated once, and its fields converted
//! ```
//!
//! Invariant: the first pass keeps a few numbers a column and one row, so memory is taken when it is
//! known how much, from the pool and within its limits; only the distinct texts of a column of
//! categories are kept beside it. A row has [`MAX_ROW`] bytes and [`MAX_COLUMNS`] fields at most,
//! because a quote that is never closed would make one row of the rest of the file.

use super::file::{self, Source, in_file};
use super::sniff;
use crate::error::{Error, Result, Status};
use crate::tensor::{DType, Shape, Tensor};
use csv_core::ReadRecordResult;
use std::collections::{HashMap, HashSet};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

/// The most bytes of the fields of a row.
pub const MAX_ROW: usize = 16 << 20;
/// The most fields of a row.
pub const MAX_COLUMNS: usize = 1 << 16;
/// What stands for a missing value where nothing else is said: what pandas takes for one.
pub const MISSING: [&str; 19] = [
    "", "#N/A", "#N/A N/A", "#NA", "-1.#IND", "-1.#QNAN", "-NaN", "-nan", "1.#IND", "1.#QNAN", "<NA>", "N/A", "NA",
    "NULL", "NaN", "None", "n/a", "nan", "null",
];

/// The type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnType {
    /// `true` and `false` in any case, without missing values: bool.
    Bool,
    /// Whole numbers without missing values: int64.
    Int64,
    /// Numbers and missing values, which are NaN: float64. Of truth values, 1 and 0.
    Float64,
    /// Anything else: int64, the position of the text among the sorted distinct texts of the column;
    /// -1 for a missing value.
    Text,
}

impl ColumnType {
    const ALL: [ColumnType; 4] = [ColumnType::Bool, ColumnType::Int64, ColumnType::Float64, ColumnType::Text];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            ColumnType::Bool => "bool",
            ColumnType::Int64 => "int64",
            ColumnType::Float64 => "float64",
            ColumnType::Text => "text",
        }
    }

    /// The type with this name. Errors: `INVALID_ARGUMENT`.
    pub fn named(name: &str) -> Result<ColumnType> {
        ColumnType::ALL.into_iter().find(|one| one.name() == name).ok_or_else(|| {
            Error::argument(format!("'{name}' is not a type of columns (bool, int64, float64 and text are)"))
        })
    }

    /// The dtype of a column of this type.
    pub fn dtype(self) -> DType {
        match self {
            ColumnType::Bool => DType::Bool,
            ColumnType::Float64 => DType::F64,
            ColumnType::Int64 | ColumnType::Text => DType::I64,
        }
    }
}

/// How a file is read.
#[derive(Clone, Debug)]
pub struct Options {
    /// Whether the first row has the names of the columns; without it they are `0`, `1` and so on.
    pub header: bool,
    /// What separates fields.
    pub delimiter: u8,
    /// What a field with delimiters or line breaks in it stands in; doubled, it stands for itself.
    pub quote: u8,
    /// The types of columns by name; those of others follow from their fields.
    pub types: Vec<(String, ColumnType)>,
    /// What stands for a missing value.
    pub missing: Vec<String>,
}

impl Default for Options {
    fn default() -> Options {
        let missing = MISSING.map(String::from).to_vec();
        Options { header: true, delimiter: b',', quote: b'"', types: Vec::new(), missing }
    }
}

/// A column.
#[derive(Clone, Debug)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// Its type.
    pub of: ColumnType,
    /// How many of its values are missing.
    pub missing: u64,
    /// The distinct texts of a column of texts, sorted by their bytes.
    pub categories: Vec<String>,
    /// Its values, `[N]`.
    pub values: Tensor,
}

/// Reads the columns of a file. *Returns new.*
///
/// Errors: `IO` if the file cannot be read, a row has another number of fields than the first, a text
/// is not UTF-8, or a field is not of the type that was asked for its column: the message has the
/// line; `INVALID_ARGUMENT` for options that contradict each other or name no column;
/// `LIMIT_EXCEEDED` and `OUT_OF_MEMORY` as for any tensor.
pub fn read(path: &Path, options: &Options) -> Result<Vec<Column>> {
    let read = Source::open(path).and_then(|source| table(BufReader::new(source.into_reader()), options));
    read.map_err(|e| in_file(path, e))
}

/// Like [`read`], for a file whose bytes are in memory.
pub fn read_bytes(bytes: &[u8], options: &Options) -> Result<Vec<Column>> {
    table(std::io::Cursor::new(bytes), options)
}

fn table(mut reader: impl BufRead + Seek, options: &Options) -> Result<Vec<Column>> {
    let Options { delimiter, quote, .. } = options;
    if delimiter == quote || [*delimiter, *quote].iter().any(|byte| matches!(byte, b'\n' | b'\r' | 0)) {
        let [delimiter, quote] = [delimiter, quote].map(|byte| byte.escape_ascii());
        return Err(Error::argument(format!("delimiter '{delimiter}' and quote '{quote}' cannot be told apart")));
    }
    let start = check_kind(&mut reader)?;
    let missing: HashSet<&[u8]> = options.missing.iter().map(String::as_bytes).collect();
    let mut rows = Rows::new(&mut reader, options);
    let mut guesses: Vec<Guess> = Vec::new();
    let mut names = Vec::new();
    let mut count = 0u64;
    while let Some(row) = rows.next()? {
        if guesses.is_empty() {
            guesses.resize_with(row.len(), Guess::default);
            names = names_of(&row, options.header)?;
            if options.header {
                continue;
            }
        }
        row.expect_fields(guesses.len())?;
        guesses.iter_mut().zip(row.fields()).for_each(|(guess, field)| guess.see(field, missing.contains(field)));
        count += 1;
    }
    if guesses.is_empty() {
        return Err(Error::io("the file has no row"));
    }
    let types = types_of(&names, &guesses, &options.types)?;
    let shape = Shape::new(&[count as i64])?;
    let mut columns = Vec::with_capacity(names.len());
    for of in types {
        columns.push(Building {
            of,
            values: Tensor::zeroed(crate::device::Device::Cpu, of.dtype(), &shape)?,
            codes: HashMap::new(),
            missing: 0,
        });
    }
    reader.seek(SeekFrom::Start(start)).map_err(file::refused)?;
    let mut rows = Rows::new(&mut reader, options);
    fill(&mut rows, options.header, &names, &mut columns, &missing, count)?;
    names.into_iter().zip(columns).map(|(name, column)| column.finish(name)).collect()
}

/// The second pass.
fn fill(
    rows: &mut Rows<impl BufRead>,
    header: bool,
    names: &[String],
    columns: &mut [Building],
    missing: &HashSet<&[u8]>,
    count: u64,
) -> Result<()> {
    let mut at = 0;
    let mut is_header = header;
    while let Some(row) = rows.next()? {
        if std::mem::take(&mut is_header) {
            continue;
        }
        row.expect_fields(columns.len())?;
        if at == count {
            break;
        }
        for (i, (column, field)) in columns.iter_mut().zip(row.fields()).enumerate() {
            let put = column.put(at as usize, field, missing.contains(field));
            put.map_err(|why| Error::io(format!("line {}, column '{}': {why}", row.line, names[i])))?;
        }
        at += 1;
    }
    if at != count {
        return Err(Error::io("the file was changed while it was read"));
    }
    Ok(())
}

/// Looks at the first bytes, and skips a byte order mark: the position of the first row.
fn check_kind(reader: &mut (impl BufRead + Seek)) -> Result<u64> {
    let mut first = Vec::new();
    reader.take(sniff::LOOKED_AT as u64).read_to_end(&mut first).map_err(file::refused)?;
    let length = reader.seek(SeekFrom::End(0)).map_err(file::refused)?;
    if first.starts_with(&[0xff, 0xfe]) || first.starts_with(&[0xfe, 0xff]) {
        return Err(Error::io("it is text in UTF-16: save it as UTF-8"));
    }
    if first.is_empty() || sniff::is_not_rows(&first) {
        return Err(Error::io(format!("not a CSV file: {}", sniff::seems(&first, length))));
    }
    let start = if first.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
    reader.seek(SeekFrom::Start(start)).map_err(file::refused)?;
    Ok(start)
}

/// The names of columns: the fields of the header, or their positions. A name that comes again gets
/// a number after it, as in pandas: `x`, `x.1`.
fn names_of(row: &Row, header: bool) -> Result<Vec<String>> {
    if !header {
        return Ok((0..row.len()).map(|i| i.to_string()).collect());
    }
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut names = Vec::with_capacity(row.len());
    for field in row.fields() {
        let name = std::str::from_utf8(field).map_err(|_| row.fault("the header is not UTF-8"))?.trim();
        if name.contains('\0') {
            return Err(row.fault(format!("the name {name:?} has a NUL in it")));
        }
        let mut unique = name.to_string();
        while let Some(times) = seen.get_mut(&unique) {
            unique = format!("{name}.{times}");
            *times += 1;
        }
        seen.insert(unique.clone(), 1);
        names.push(unique);
    }
    Ok(names)
}

fn types_of(names: &[String], guesses: &[Guess], asked: &[(String, ColumnType)]) -> Result<Vec<ColumnType>> {
    let mut types: Vec<ColumnType> = guesses.iter().map(Guess::best).collect();
    let places: HashMap<&str, usize> = names.iter().enumerate().map(|(i, name)| (name.as_str(), i)).collect();
    for (name, of) in asked {
        match places.get(name.as_str()) {
            Some(&i) => types[i] = *of,
            None => return Err(super::listing::missing("column", name, names.iter())),
        }
    }
    Ok(types)
}

/// Which types all fields of a column so far have.
struct Guess {
    bools: bool,
    whole: bool,
    numbers: bool,
    any: bool,
    missing: bool,
}

impl Default for Guess {
    fn default() -> Guess {
        Guess { bools: true, whole: true, numbers: true, any: false, missing: false }
    }
}

impl Guess {
    fn see(&mut self, field: &[u8], is_missing: bool) {
        if is_missing {
            self.missing = true;
            return;
        }
        self.any = true;
        self.bools = self.bools && truth(field).is_some();
        self.whole = self.whole && whole(field).is_some();
        self.numbers = self.numbers && (self.whole || number(field).is_some());
    }

    fn best(&self) -> ColumnType {
        match self {
            Guess { any: false, .. } => ColumnType::Float64,
            Guess { bools: true, missing: false, .. } => ColumnType::Bool,
            Guess { whole: true, missing: false, .. } => ColumnType::Int64,
            Guess { bools: true, .. } | Guess { numbers: true, .. } => ColumnType::Float64,
            _ => ColumnType::Text,
        }
    }
}

fn truth(field: &[u8]) -> Option<bool> {
    let field = field.trim_ascii();
    match field {
        _ if field.eq_ignore_ascii_case(b"true") => Some(true),
        _ if field.eq_ignore_ascii_case(b"false") => Some(false),
        _ => None,
    }
}

fn whole(field: &[u8]) -> Option<i64> {
    std::str::from_utf8(field.trim_ascii()).ok()?.parse().ok()
}

fn number(field: &[u8]) -> Option<f64> {
    std::str::from_utf8(field.trim_ascii()).ok()?.parse().ok()
}

/// A column that is being filled.
struct Building {
    of: ColumnType,
    values: Tensor,
    /// The distinct texts, numbered in the order in which they come.
    codes: HashMap<String, i64>,
    missing: u64,
}

impl Building {
    /// Converts a field. The error is what is wrong with it.
    fn put(&mut self, at: usize, field: &[u8], is_missing: bool) -> std::result::Result<(), String> {
        self.missing += u64::from(is_missing);
        let shown = || format!("{:?}", String::from_utf8_lossy(&field[..field.len().min(40)]));
        let not = |what: &str| format!("{} is not {what}", shown());
        match self.of {
            ColumnType::Bool => match truth(field) {
                Some(value) if !is_missing => self.write(at, u8::from(value)),
                _ => return Err(not("true or false")),
            },
            ColumnType::Int64 => match whole(field) {
                Some(value) if !is_missing => self.write(at, value),
                _ => return Err(not("an int64")),
            },
            ColumnType::Float64 if is_missing => self.write(at, f64::NAN),
            ColumnType::Float64 => match number(field).or_else(|| truth(field).map(f64::from)) {
                Some(value) => self.write(at, value),
                None => return Err(not("a number")),
            },
            ColumnType::Text if is_missing => self.write(at, -1i64),
            ColumnType::Text => {
                let text = std::str::from_utf8(field).map_err(|_| format!("{} is not UTF-8", shown()))?;
                let next = self.codes.len() as i64;
                let code = match self.codes.get(text) {
                    Some(&code) => code,
                    None => *self.codes.entry(text.to_string()).or_insert(next),
                };
                self.write(at, code);
            }
        }
        Ok(())
    }

    fn write<T: Copy + crate::tensor::Element>(&self, at: usize, value: T) {
        let cells = self.values.host().ok().and_then(|host| host.cells::<T>());
        cells.expect("it was made on the processor with this dtype")[at].set(value);
    }

    /// Renumbers texts by their order.
    fn finish(self, name: String) -> Result<Column> {
        let Building { of, values, codes, missing } = self;
        let mut sorted: Vec<(String, i64)> = codes.into_iter().collect();
        sorted.sort_unstable();
        if of == ColumnType::Text {
            let mut ranks = vec![0i64; sorted.len()];
            sorted.iter().enumerate().for_each(|(rank, (_, code))| ranks[*code as usize] = rank as i64);
            let host = values.host()?;
            let cells = host.cells::<i64>().expect("codes are int64");
            cells.iter().filter(|cell| cell.get() >= 0).for_each(|cell| cell.set(ranks[cell.get() as usize]));
        }
        let categories = sorted.into_iter().map(|(text, _)| text).collect();
        Ok(Column { name, of, missing, categories, values })
    }
}

/// The rows of a text, one at a time in the same memory.
struct Rows<'a, R> {
    reader: &'a mut R,
    parser: csv_core::Reader,
    /// Line feeds that the parser has not seen, because they were skipped between rows.
    skipped: u64,
    fields: Vec<u8>,
    ends: Vec<usize>,
}

/// A row: its line, and its fields until the next one is read.
struct Row<'a> {
    line: u64,
    fields: &'a [u8],
    ends: &'a [usize],
}

impl<'a, R: BufRead> Rows<'a, R> {
    fn new(reader: &'a mut R, options: &Options) -> Rows<'a, R> {
        let parser = csv_core::ReaderBuilder::new().delimiter(options.delimiter).quote(options.quote).build();
        Rows { reader, parser, skipped: 0, fields: vec![0; 1 << 12], ends: vec![0; 1 << 6] }
    }

    /// Skips blank lines and the line feed after a carriage return, so that a row's line is known.
    fn skip_breaks(&mut self) -> Result<()> {
        loop {
            let input = self.reader.fill_buf().map_err(file::refused)?;
            let breaks = input.iter().take_while(|byte| matches!(byte, b'\n' | b'\r')).count();
            self.skipped += input[..breaks].iter().filter(|&&byte| byte == b'\n').count() as u64;
            let is_all = breaks == input.len() && breaks > 0;
            self.reader.consume(breaks);
            if !is_all {
                return Ok(());
            }
        }
    }

    /// The next row; blank lines are skipped. Errors: `IO`.
    fn next(&mut self) -> Result<Option<Row<'_>>> {
        self.skip_breaks()?;
        let (mut written, mut ended) = (0, 0);
        let line = self.parser.line() + self.skipped;
        loop {
            let input = self.reader.fill_buf().map_err(file::refused)?;
            let (result, read, wrote, ends) =
                self.parser.read_record(input, &mut self.fields[written..], &mut self.ends[ended..]);
            self.reader.consume(read);
            written += wrote;
            ended += ends;
            match result {
                ReadRecordResult::InputEmpty => {}
                ReadRecordResult::OutputFull if self.fields.len() >= MAX_ROW => {
                    let text = format!("line {line}: a row of more than {MAX_ROW} bytes: is a quote not closed?");
                    return Err(Error::io(text));
                }
                ReadRecordResult::OutputEndsFull if self.ends.len() >= MAX_COLUMNS => {
                    return Err(Error::io(format!("line {line}: a row of more than {MAX_COLUMNS} fields")));
                }
                ReadRecordResult::OutputFull => self.fields.resize(self.fields.len() * 2, 0),
                ReadRecordResult::OutputEndsFull => self.ends.resize(self.ends.len() * 2, 0),
                ReadRecordResult::Record => {
                    return Ok(Some(Row { line, fields: &self.fields[..written], ends: &self.ends[..ended] }));
                }
                ReadRecordResult::End => return Ok(None),
            }
        }
    }
}

impl Row<'_> {
    fn len(&self) -> usize {
        self.ends.len()
    }

    fn fields(&self) -> impl Iterator<Item = &[u8]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(self.ends).map(|(start, &end)| &self.fields[start..end])
    }

    fn expect_fields(&self, count: usize) -> Result<()> {
        match self.len() {
            have if have == count => Ok(()),
            have => Err(self.fault(format!("{have} fields, where the first row has {count}"))),
        }
    }

    #[cold]
    fn fault(&self, why: impl std::fmt::Display) -> Error {
        Error::new(Status::Io, format!("line {}: {why}", self.line))
    }
}
