//! What element types hold, and how they go together: the data type functions of the Python array API standard.

use super::records::{FloatInfo, IntegerInfo};
use super::types::{DTypeCode, DTypeKindCode};
use crate::error::Result;
use crate::tensor::{DType, DTypeKind};

/// The range and the precision of a floating-point element type.
///
/// - `DType::finfo()`
/// - `dtype`: the element type
/// - `DTYPE_MISMATCH`: it is not floating-point
pub fn finfo(dtype: DTypeCode) -> Result<FloatInfo> {
    let found = DType::from_code(dtype)?.finfo()?;
    let (bits, eps, smallest_normal) = (found.bits, found.eps, found.smallest_normal);
    Ok(FloatInfo { bits, eps, max: found.max, min: found.min, smallest_normal })
}

/// The range of an integer element type.
///
/// - `DType::iinfo()`
/// - `dtype`: the element type
/// - `DTYPE_MISMATCH`: it is not of integers
pub fn iinfo(dtype: DTypeCode) -> Result<IntegerInfo> {
    let found = DType::from_code(dtype)?.iinfo()?;
    Ok(IntegerInfo { bits: found.bits, max: found.max, min: found.min })
}

/// Whether every element of this type becomes one of another that promotion would give: bool
/// becomes anything, an integer a wider integer or a float, a float a wider float.
///
/// - `DType::can_cast()`
/// - `dtype`: the element type
/// - `to`: the other one
pub fn can_cast(dtype: DTypeCode, to: DTypeCode) -> Result<bool> {
    Ok(DType::from_code(dtype)?.can_cast(DType::from_code(to)?))
}

/// The element type that an operation on this one and another gives; of more, what their results give, in any
/// order.
///
/// - `DType::result_type()`
/// - `dtype`: the element type
/// - `other`: the other one
pub fn result_type(dtype: DTypeCode, other: DTypeCode) -> Result<DTypeCode> {
    Ok(DType::from_code(dtype)?.promote(DType::from_code(other)?)?.code())
}

/// Whether this element type is of a kind.
///
/// - `DType::isdtype()`
/// - `dtype`: the element type
/// - `kind`: which one
pub fn isdtype(dtype: DTypeCode, kind: DTypeKindCode) -> Result<bool> {
    Ok(DType::from_code(dtype)?.is_kind(DTypeKind::from_code(kind)?))
}
