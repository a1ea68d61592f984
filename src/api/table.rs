//! Tables: typed columns by name, read from CSV.

use super::safetensors::lines;
use super::types::{DTypeCode, Disposed, NewTensor, Owner};
use crate::data::Table;
use crate::error::{Error, Result};
use crate::io::csv::{self, ColumnType, Options};
use crate::ownership::{Handle, Kind};
use crate::session::context::within_limits;
use crate::session::own::{own, read_into};
use crate::session::resource::{Object, Resource, TABLE, object};
use crate::session::rows::{Rows, fields};
use crate::tensor::DType;
use std::path::Path;
use std::sync::Arc;

/// A table's handle, borrowed.
pub type TableRef = u64;

/// The handle of a new table.
pub type NewTable = u64;

impl Object for Table {
    const KIND: Kind = Kind::Table;
}

/// Reads a CSV file (RFC 4180) into typed columns. *Returns new.*
///
/// A column is bool if each of its fields is `true` or `false`, else int64 if each is a whole number, else float64 if
/// each is a number; a missing value makes it float64, where it is NaN. Any other column is one of texts: int64, the
/// position of each text among the sorted distinct texts of the column, -1 for a missing value. Blank lines are skipped.
///
/// - `path`: the file, as UTF-8
/// - `header`: whether the first row has the names of the columns; without it they are `0`, `1` and so on
/// - `delimiter`: what separates fields, one byte
/// - `quote`: what fields with delimiters or line breaks stand in, one byte
/// - `types`: the types of columns that are not to be found out, a column a line, its name and `bool`, `int64`,
///   `float64` or `text` separated by a tab
/// - `missing`: what stands for a missing value, one a line; without it what pandas takes for one: nothing, `NA`, `NaN`,
///   `null` and others
/// - `IO`: the file cannot be read, a row has another number of fields than the first, a text is not UTF-8, or a field is
///   not of the type that was asked for
/// - `INVALID_ARGUMENT`: an option is out of range, or names no column
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn read_csv(
    scope: Owner,
    path: &str,
    header: bool,
    delimiter: &str,
    quote: &str,
    types: &str,
    missing: Option<&str>,
) -> Result<NewTable> {
    let options = options(header, delimiter, quote, types, missing)?;
    made(scope, || csv::read(Path::new(path), &options))
}

/// [`read_csv`] of a file whose bytes are in memory; messages call it `file`. *Returns new.* Errors: those of [`read_csv`].
#[allow(clippy::too_many_arguments)] // those of `read_csv`, and two for the path
pub fn read_csv_bytes(
    scope: Owner,
    bytes: &[u8],
    file: &str,
    header: bool,
    delimiter: &str,
    quote: &str,
    types: &str,
    missing: Option<&str>,
) -> Result<NewTable> {
    let options = options(header, delimiter, quote, types, missing)?;
    made(scope, || csv::read_bytes(bytes, &options).map_err(|e| e.context(format_args!("reading '{file}'"))))
}

fn made(scope: Owner, read: impl FnOnce() -> Result<Vec<csv::Column>>) -> Result<NewTable> {
    let columns = within_limits(scope, None, read)?;
    own(scope, Resource::object(Arc::new(Table::new(columns))))
}

fn options(header: bool, delimiter: &str, quote: &str, types: &str, missing: Option<&str>) -> Result<Options> {
    let one = |what: &str, text: &str| match text.as_bytes() {
        &[byte] => Ok(byte),
        _ => Err(Error::argument(format!("{what} {text:?} is not one byte"))),
    };
    let pair = |row: Vec<String>| match <[String; 2]>::try_from(row) {
        Ok([name, of]) => Ok((name, ColumnType::named(&of)?)),
        Err(row) => Err(Error::argument(format!("a line of types has {} fields, not a name and a type", row.len()))),
    };
    let types = fields(types).into_iter().map(pair).collect::<Result<_>>()?;
    let (delimiter, quote) = (one("delimiter", delimiter)?, one("quote", quote)?);
    let missing = missing.map_or_else(|| Options::default().missing, lines);
    Ok(Options { header, delimiter, quote, types, missing })
}

/// The number of rows.
///
///
/// - `rows()`
pub fn rows(table: TableRef) -> Result<u64> {
    Ok(object::<Table>(table)?.rows() as u64)
}

/// The columns in the order of the file: a line for each, with fields separated by tabs: its name, `bool`, `int64`,
/// `float64` or `text`, the number of missing values, and the number of distinct texts of a column of texts, else 0. A
/// tab, a line feed and a backslash in a name are written `\t`, `\n` and `\\`.
pub fn columns(table: TableRef) -> Result<String> {
    let mut rows = Rows::default();
    for column in object::<Table>(table)?.columns() {
        let [missing, distinct] = [column.missing, column.categories.len() as u64].map(|n| n.to_string());
        rows.row(&[&column.name, column.of.name(), &missing, &distinct]);
    }
    Ok(rows.text)
}

/// The distinct texts of a column of texts, sorted by their bytes, one a line, written as names are in [`columns`]; none for
/// any other column. Errors: `INVALID_ARGUMENT` if there is no such column.
pub fn categories(table: TableRef, name: &str) -> Result<String> {
    let mut rows = Rows::default();
    object::<Table>(table)?.column(name)?.categories.iter().for_each(|text| rows.row(&[text]));
    Ok(rows.text)
}

/// The values of a column, `[N]`: bool, int64 or float64, and int64 for texts. *Returns new.*
///
///
/// - `column()`
/// - `name`: the name of the column
/// - `INVALID_ARGUMENT`: there is no column with this name
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn column(scope: Owner, table: TableRef, name: &str) -> Result<NewTensor> {
    let table = object::<Table>(table)?;
    read_into(scope, || table.values(name))
}

/// Columns beside each other as one tensor of a dtype, `[N, C]`. *Returns new.* `names` has the names of the columns, one a
/// line, in the order of the result; an empty text is all of them in the order of the file. Errors: `INVALID_ARGUMENT` if
/// there is no such column.
pub fn tensor(scope: Owner, table: TableRef, names: &str, dtype: DTypeCode) -> Result<NewTensor> {
    let (table, names, dtype) = (object::<Table>(table)?, lines(names), DType::from_code(dtype)?);
    read_into(scope, || table.tensor(&names, dtype))
}

/// *Consumes* the table; tensors that were made of it stay.
pub fn dispose(table: Disposed) -> Result<()> {
    TABLE.dispose(Handle(table), Kind::Table)
}
