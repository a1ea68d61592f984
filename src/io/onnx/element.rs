//! The element types that ONNX and this library share.

use crate::error::{Error, Result, Status};
use crate::tensor::DType;
use std::ffi::c_int;

/// The code of strings, which have no dtype.
pub(super) const STRING: c_int = 8;

/// The names of `ONNXTensorElementDataType` by code, from 0 on.
const NAMES: [&str; 24] = [
    "undefined",
    "float32",
    "uint8",
    "int8",
    "uint16",
    "int16",
    "int32",
    "int64",
    "string",
    "bool",
    "float16",
    "float64",
    "uint32",
    "uint64",
    "complex64",
    "complex128",
    "bfloat16",
    "float8e4m3fn",
    "float8e4m3fnuz",
    "float8e5m2",
    "float8e5m2fnuz",
    "uint4",
    "int4",
    "float4e2m1",
];

/// The code of a dtype.
pub(super) fn code(dtype: DType) -> c_int {
    match dtype {
        DType::F32 => 1,
        DType::U8 => 2,
        DType::U16 => 4,
        DType::U32 => 12,
        DType::U64 => 13,
        DType::I8 => 3,
        DType::I16 => 5,
        DType::I32 => 6,
        DType::I64 => 7,
        DType::Bool => 9,
        DType::F16 => 10,
        DType::F64 => 11,
        DType::BF16 => 16,
    }
}

/// The dtype of a code; `UNSUPPORTED` with the name of the type if it has none.
pub(super) fn dtype(code: c_int) -> Result<DType> {
    DType::ALL.into_iter().find(|&dtype| self::code(dtype) == code).ok_or_else(|| {
        Error::new(Status::Unsupported, format!("its elements are {}, which no value holds", name(code)))
    })
}

/// The name of a code.
pub(super) fn name(code: c_int) -> String {
    let name = usize::try_from(code).ok().and_then(|code| NAMES.get(code));
    name.map_or_else(|| format!("element type {code}"), |name| (*name).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_come_back_and_others_are_named() {
        for dtype in DType::ALL {
            assert_eq!(super::dtype(code(dtype)).expect("one of ours"), dtype);
            assert_eq!(NAMES[code(dtype) as usize], dtype.name());
        }
        assert!(dtype(8).expect_err("strings").message().contains("string"));
        assert!(dtype(99).expect_err("no type").message().contains("99"));
    }
}
