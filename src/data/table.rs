//! `Table`: typed columns of the same length, by name, and tensors of them.
//!
//! Invariant: a column keeps the tensor that the reader made; a caller gets a copy, so what is
//! written to it does not change the table.

use crate::error::Result;
use crate::io::csv::Column;
use crate::io::missing;
use crate::ops;
use crate::tensor::{DType, Tensor};

/// Columns by name.
pub struct Table {
    columns: Vec<Column>,
}

impl Table {
    /// A table of columns of the same length with different names.
    pub fn new(columns: Vec<Column>) -> Table {
        Table { columns }
    }

    /// The columns, in the order of the file.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, |column| column.values.size())
    }

    /// The column with this name. Errors: `INVALID_ARGUMENT`.
    pub fn column(&self, name: &str) -> Result<&Column> {
        let found = self.columns.iter().find(|column| column.name == name);
        found.ok_or_else(|| missing("column", name, self.columns.iter().map(|column| &column.name)))
    }

    /// The values of a column, `[N]`. *Returns new.* Errors: `INVALID_ARGUMENT`, `OUT_OF_MEMORY`,
    /// `LIMIT_EXCEEDED`.
    pub fn values(&self, name: &str) -> Result<Tensor> {
        ops::copy(&self.column(name)?.values)
    }

    /// Columns beside each other as one tensor, `[N, C]`; no name for all. *Returns new.* Errors:
    /// those of [`Table::values`].
    pub fn tensor(&self, names: &[String], dtype: DType) -> Result<Tensor> {
        let chosen: Vec<&Column> = if names.is_empty() {
            self.columns.iter().collect()
        } else {
            names.iter().map(|name| self.column(name)).collect::<Result<_>>()?
        };
        let cast: Vec<Tensor> = chosen.iter().map(|column| ops::cast(&column.values, dtype)).collect::<Result<_>>()?;
        ops::stack(&cast.iter().collect::<Vec<_>>(), 1)
    }
}
