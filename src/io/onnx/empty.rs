//! Empty sequences.
//!
//! The C API of ONNX Runtime makes none, but the operator `SequenceEmpty` does. So a model of this
//! operator is written here, loaded and run, which takes a fraction of a millisecond.

use super::options::Options;
use super::runtime::{Failure, Owned, Runtime};
use super::session::Session;
use super::types::Type;
use crate::error::{Error, Result, Status};
use std::ptr::{null, null_mut};

/// An empty sequence of this type. `UNSUPPORTED` if its values are not tensors.
pub(super) fn object(runtime: &'static Runtime, ty: &Type) -> Result<Owned> {
    let model = model(ty)?;
    let session = Session::load(runtime, "an empty sequence", &Options::default(), |runtime, options, session| {
        // SAFETY: the bytes are valid during the call, and the result has room.
        unsafe {
            let create = runtime.table.create_session_from_array;
            create(runtime.env, model.as_ptr().cast(), model.len(), options, session)
        }
    })?;
    let (mut value, output) = (null_mut(), c"y".as_ptr());
    // SAFETY: the session has no inputs and this output, and the result has room.
    let answer = unsafe {
        let run = runtime.table.run;
        run(session.object.object, null_mut(), null(), null(), 0, &output, 1, &mut value)
    };
    runtime.check(answer).map_err(Failure::at_run)?;
    Ok(Owned::new(value, runtime.table.release_value))
}

/// The bytes of a model `() -> y` of this type.
fn model(ty: &Type) -> Result<Vec<u8>> {
    let Type::Sequence(of) = ty else { return Err(Error::argument(format!("an empty sequence is not {ty}"))) };
    let Type::Tensor(element, _) = &**of else {
        return Err(Error::new(Status::Unsupported, format!("ONNX Runtime has no way to make an empty {ty}")));
    };
    let code = element.code() as u64;
    let attribute = [text(1, b"dtype"), number(3, code), number(20, 2)].concat();
    let node = [text(2, b"y"), text(4, b"SequenceEmpty"), text(5, &attribute)].concat();
    let described = text(4, &text(1, &text(1, &number(1, code))));
    let output = [text(1, b"y"), text(2, &described)].concat();
    let graph = [text(1, &node), text(2, b"empty"), text(12, &output)].concat();
    Ok([number(1, 8), text(7, &graph), text(8, &number(2, 17))].concat())
}

/// A field of protobuf with a number.
fn number(field: u64, value: u64) -> Vec<u8> {
    [varint(field << 3), varint(value)].concat()
}

/// A field of protobuf with bytes: a text, or a message.
fn text(field: u64, bytes: &[u8]) -> Vec<u8> {
    [varint(field << 3 | 2), varint(bytes.len() as u64), bytes.to_vec()].concat()
}

fn varint(mut value: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}
