//! CSV: columns have the types of their fields, and a malformed table is an error that names its line.

use crate::world::*;
use std::fs;
use tenure::data::Table;
use tenure::error::Status;
use tenure::io::csv::{self, Column, ColumnType, Options};
use tenure::tensor::DType;

fn read(text: &str) -> Vec<Column> {
    csv::read_bytes(text.as_bytes(), &Options::default()).expect("a table")
}

fn numbers(column: &Column) -> Vec<f64> {
    match column.of {
        ColumnType::Float64 => column.values.to_vec::<f64>().expect("its dtype"),
        ColumnType::Bool => row_major(&column.values).into_iter().map(f64::from).collect(),
        _ => column.values.to_vec::<i64>().expect("its dtype").into_iter().map(|n| n as f64).collect(),
    }
}

#[test]
fn columns_have_the_types_of_their_fields() {
    let columns = read(
        "\u{feff}age,price,ok,city, note \r\n30,1.5,true,Rom,\r\n\r\n-4,NA,FALSE,\"Bad \"\"Ems\"\"\nLahn\",NA\n 7 ,2e3,True,,null\n",
    );
    let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
    assert_eq!(names, ["age", "price", "ok", "city", "note"]);
    let types: Vec<ColumnType> = columns.iter().map(|column| column.of).collect();
    use ColumnType::{Bool, Float64, Int64, Text};
    assert_eq!(types, [Int64, Float64, Bool, Text, Float64]);
    let dtypes: Vec<DType> = columns.iter().map(|column| column.values.dtype()).collect();
    assert_eq!(dtypes, [DType::I64, DType::F64, DType::Bool, DType::I64, DType::F64]);
    assert_eq!(numbers(&columns[0]), [30.0, -4.0, 7.0]);
    assert_eq!(numbers(&columns[1])[0], 1.5);
    assert!(numbers(&columns[1])[1].is_nan());
    assert_eq!(numbers(&columns[1])[2], 2000.0);
    assert_eq!(numbers(&columns[2]), [1.0, 0.0, 1.0]);
    assert_eq!(numbers(&columns[3]), [1.0, 0.0, -1.0]);
    assert_eq!(columns[3].categories, ["Bad \"Ems\"\nLahn", "Rom"]);
    assert!(numbers(&columns[4]).iter().all(|value| value.is_nan()));
    assert_eq!(columns.iter().map(|column| column.missing).collect::<Vec<_>>(), [0, 1, 0, 1, 3]);
}

#[test]
fn whole_numbers_and_truths_with_missing_values_are_float64() {
    let columns = read("a,b,c\n1,true,9223372036854775807\n,,9223372036854775808\n");
    assert!(columns.iter().all(|column| column.of == ColumnType::Float64));
    assert_eq!((numbers(&columns[0])[0], numbers(&columns[1])[0]), (1.0, 1.0));
    assert_eq!(numbers(&columns[2])[1], 9.223372036854776e18);
    let no_rows = read("a,b\n");
    assert_eq!(no_rows[0].values.shape(), [0]);
    let twice = read("x,x,x.1,x\n1,2,3,4\n");
    let names: Vec<&str> = twice.iter().map(|column| column.name.as_str()).collect();
    assert_eq!(names, ["x", "x.1", "x.1.1", "x.2"]);
}

#[test]
fn options_say_how_a_file_is_read() {
    let folder = Folder::new("csv");
    let path = folder.file("größe.csv");
    fs::write(&path, "01;'a;b';-\n10;'c''d';5").expect("writable");
    let options = Options {
        header: false,
        delimiter: b';',
        quote: b'\'',
        types: vec![("0".into(), ColumnType::Text)],
        missing: vec!["-".into()],
    };
    let columns = csv::read(&path, &options).expect("a table");
    assert_eq!(columns[0].categories, ["01", "10"]);
    assert_eq!(columns[1].categories, ["a;b", "c'd"]);
    assert!(numbers(&columns[2])[0].is_nan());
    assert_eq!(numbers(&columns[2])[1], 5.0);
}

#[test]
fn what_is_no_table_is_refused_with_its_line() {
    let asked = |name: &str, of| Options { types: vec![(name.into(), of)], ..Options::default() };
    let long = format!("a\n\"{}", "x".repeat(csv::MAX_ROW + 10));
    for (text, options, part) in [
        ("a,b\n1,2\n\n1,2,3\n", Options::default(), "line 4: 3 fields, where the first row has 2"),
        ("a,b\r\n1,2\r\n\r\n1\r\n", Options::default(), "line 4: 1 fields"),
        ("a\n1\n\"x\ny\"\n2,3\n", Options::default(), "line 5: 2 fields"),
        ("a\n1\nx\n", asked("a", ColumnType::Int64), "line 3, column 'a': \"x\" is not an int64"),
        ("a\n1\nNA\n", asked("a", ColumnType::Int64), "line 3, column 'a': \"NA\" is not an int64"),
        ("a\n1\n", asked("a", ColumnType::Bool), "line 2, column 'a': \"1\" is not true or false"),
        ("a\nx\n", asked("a", ColumnType::Float64), "\"x\" is not a number"),
        ("", Options::default(), "the file is empty"),
        ("\n\n", Options::default(), "the file has no row"),
        ("<!DOCTYPE html><p>404, sorry", Options::default(), "an HTML page"),
        ("PK\x03\x04\0\0", Options::default(), "ZIP archive"),
        (&long, Options::default(), "line 2: a row of more than 16777216 bytes: is a quote not closed?"),
        (&",".repeat(csv::MAX_COLUMNS + 1), Options::default(), "line 1: a row of more than 65536 fields"),
    ] {
        let error = csv::read_bytes(text.as_bytes(), &options).expect_err(part);
        assert_eq!(error.status(), Status::Io, "{error}");
        assert!(error.message().contains(part), "{error} has no {part:?}");
    }
    for (bytes, part) in [
        (&b"a\n\xff\xfe\n"[..], "line 2, column 'a'"),
        (b"a\xff\n1\n", "the header is not UTF-8"),
        (b"\xff\xfea\0", "UTF-16"),
    ] {
        let error = csv::read_bytes(bytes, &Options::default()).expect_err(part);
        assert!(error.message().contains(part), "{error} has no {part:?}");
    }
    for options in [
        asked("b", ColumnType::Bool),
        Options { delimiter: b'"', ..Options::default() },
        Options { quote: b'\n', ..Options::default() },
    ] {
        let error = csv::read_bytes(b"a\n1\n", &options).expect_err("as asked");
        assert_eq!(error.status(), Status::InvalidArgument, "{error}");
    }
}

#[test]
fn a_table_names_the_columns_that_it_has() {
    let table = Table::new(read("age,city\n30,Rom\n"));
    let refused = table.values("town").expect_err("no such column");
    assert_eq!(refused.status(), Status::InvalidArgument);
    assert_eq!(refused.message(), "there is no column 'town' among its 2: 'age', 'city'");
    assert_eq!(table.tensor(&["town".into()], DType::F32).expect_err("the same").message(), refused.message());
}
