//! Any bytes as a CSV file: columns of the same length, no longer than the file has bytes, or an
//! error with a status that the function promises.

use tenure::error::Status;
use tenure::io::csv::{self, ColumnType, Options};

pub fn run(bytes: &[u8]) {
    let header = bytes.len().is_multiple_of(2);
    match csv::read_bytes(bytes, &Options { header, ..Options::default() }) {
        Ok(columns) => {
            let rows = columns[0].values.size();
            assert!(rows <= bytes.len());
            for column in columns {
                assert_eq!(column.values.size(), rows);
                if column.of == ColumnType::Text {
                    let codes: Vec<i64> = column.values.to_vec().expect("codes are int64");
                    let most = column.categories.len() as i64;
                    assert!(codes.iter().all(|code| (-1..most).contains(code)));
                    assert!(column.categories.is_sorted_by(|a, b| a < b));
                }
            }
        }
        Err(error) => assert_eq!(error.status(), Status::Io, "{error:?}"),
    }
}
