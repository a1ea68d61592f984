//! Single elements of Java's `Tensor`: read and written by their indices, without a tensor for
//! each.
//!
//! An array of indices for each read costs more than the read, so there is an overload for each
//! number of indices up to four, and one for an array.

use super::{comment, throws, words};
use crate::model::Function;
use crate::shape;

const INDICES: [&str; 4] = ["i", "j", "k", "l"];

/// How a kind of number is read or written.
struct Access {
    /// The function of the core.
    verb: &'static str,
    /// `double getDouble`
    head: &'static str,
    /// What is written, with how it crosses.
    value: Option<(&'static str, &'static str)>,
}

const ACCESSES: [Access; 5] = [
    Access { verb: "get_f64", head: "double getDouble", value: None },
    Access { verb: "get_i64", head: "long getLong", value: None },
    Access {
        verb: "set_at_scalar",
        head: "void setItem",
        value: Some(("double", "Numbers.REAL, Double.doubleToRawLongBits(value)")),
    },
    Access { verb: "set_at_scalar", head: "void setItem", value: Some(("long", "Numbers.INTEGER, value")) },
    Access { verb: "set_at_scalar", head: "void setItem", value: Some(("boolean", "Numbers.TRUTH, value ? 1 : 0")) },
];

/// The methods for the region of `Tensor.java`.
pub fn elements(functions: &[Function]) -> String {
    let mut text = String::new();
    for access in &ACCESSES {
        if let Some(function) = functions.iter().find(|function| function.verb() == access.verb) {
            for count in 1..=INDICES.len() {
                text += &method(function, access, Some(&INDICES[..count]));
            }
            text += &method(function, access, None);
        }
    }
    text
}

/// The overload with these indices, or with an array of them.
fn method(function: &Function, access: &Access, indices: Option<&[&str]>) -> String {
    let doc = function.doc();
    let mut lines = vec![words(&doc.text), String::new()];
    let mut declared = Vec::new();
    if let Some((ty, _)) = access.value {
        declared.push(format!("{ty} value"));
        lines.push(format!("@param value {}", words(doc.param("value"))));
    }
    match indices {
        Some(indices) => {
            for (axis, index) in indices.iter().enumerate() {
                declared.push(format!("long {index}"));
                lines.push(format!("@param {index} the index of axis {axis}; a negative one counts from the end"));
            }
        }
        None => {
            declared.push("long[] indices".into());
            lines.push(format!("@param indices {}", words(doc.param("indices"))));
        }
    }
    if access.value.is_none() {
        lines.push("@return the element".into());
    }
    lines.extend(throws(&doc));
    let value = access.value.map_or(String::new(), |(_, passed)| format!(", {passed}"));
    let passed = match indices {
        Some(indices) => {
            let padded: Vec<&str> = indices.iter().copied().chain(["0"; 4]).take(4).collect();
            format!("{}, {}", indices.len(), padded.join(", "))
        }
        None => "indices".into(),
    };
    let check = if indices.is_none() { "        Objects.requireNonNull(indices, \"indices\");\n" } else { "" };
    let call = format!("Native.{}(handle{value}, {passed})", function.java_name());
    let body = match access.value {
        Some(_) => format!("        {call};\n        KeepAlive.done(this);\n"),
        None => format!("        return KeepAlive.value({call}, this);\n"),
    };
    debug_assert!(shape::list(function).is_some(), "the indices cross as scalars");
    format!("{}    public {}({}) {{\n{check}{body}    }}\n\n", comment(&lines, 4), access.head, declared.join(", "))
}
