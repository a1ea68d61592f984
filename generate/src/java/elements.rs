//! Elements passed to and from Java: the same methods for each primitive type, for arrays and for
//! buffers.
//!
//! The core takes bytes and the code of an element type. Types for elements exist in Java only, so
//! the sentences are here and not in `src/api`. A new element type is a row of [`TYPES`].

use super::makers::Of;
use std::fmt::Write;

/// A primitive Java type of elements.
struct Element {
    /// `float`
    java: &'static str,
    /// `F32`
    dtype: &'static str,
    /// Whether there is a buffer of this type, which is not a byte buffer.
    has_buffer: bool,
    /// What its numbers are.
    what: &'static str,
}

const TYPES: [Element; 7] = [
    Element { java: "float", dtype: "F32", has_buffer: true, what: "32-bit floating-point numbers" },
    Element { java: "double", dtype: "F64", has_buffer: true, what: "64-bit floating-point numbers" },
    Element { java: "int", dtype: "I32", has_buffer: true, what: "32-bit integers" },
    Element { java: "long", dtype: "I64", has_buffer: true, what: "64-bit integers" },
    Element { java: "short", dtype: "I16", has_buffer: true, what: "16-bit integers" },
    Element { java: "byte", dtype: "U8", has_buffer: false, what: "unsigned 8-bit integers" },
    Element { java: "boolean", dtype: "BOOL", has_buffer: false, what: "truth values" },
];

impl Element {
    /// `Float`, as in `FloatBuffer`.
    fn boxed(&self) -> String {
        crate::model::pascal(self.java)
    }
}

const FITS: &str = "@throws ShapeMismatchException if the shape does not have as many elements";

/// A method with its Javadoc.
fn method(docs: &[&str], head: &str, body: &[&str]) -> String {
    let docs: Vec<String> = docs.iter().map(|line| line.to_string()).collect();
    let mut text = format!("{}    {head} {{\n", super::comment(&docs, 4));
    for line in body {
        let _ = writeln!(text, "        {line}");
    }
    text + "    }\n\n"
}

/// Methods that create tensors from arrays, and, for `Tensor` itself, from buffers.
pub fn makers(of: Of) -> String {
    let mut text: String = TYPES.iter().map(|element| of_array(element, of)).collect();
    if of == Of::Tensor {
        text += &TYPES.iter().filter(|element| element.has_buffer).map(of_buffer).collect::<String>();
    }
    text
}

/// Tensors of arrays of one type, and for bytes, which are signed as in Java, those of unsigned
/// ones.
fn of_array(element: &Element, of: Of) -> String {
    let Element { java, dtype, what, .. } = element;
    if *java == "byte" {
        let more =
            "The bytes are taken as they are, from -128 to 127; {@link #ofUnsigned(byte...)} takes them as 0 to 255.";
        return of_array_named("of", java, "I8", &format!("signed 8-bit integers. {more}"), of)
            + &of_array_named("ofUnsigned", java, dtype, &format!("{what}, as images have them"), of)
            + &of_array_as(element, of);
    }
    of_array_named("of", java, dtype, what, of) + &of_array_as(element, of)
}

fn of_array_named(name: &str, java: &str, dtype: &str, what: &str, of: Of) -> String {
    let (head, owner, returned) = (of.head(), of.owner(), of.returned());
    let all = match java {
        // A short list is passed as scalars.
        "float" => format!("return Call.floats({owner}, values);"),
        _ => format!("return Create.vector({owner}, DType.{dtype}, values);"),
    };
    let shaped = format!("return Create.array({owner}, DType.{dtype}, values, shape);");
    let what = what.trim_end_matches('.');
    let (of_one, of_more) = (format!("A tensor of one axis, of {what}."), format!("A tensor of {what}."));
    let values = "@param values its elements in row-major order, copied";
    let shape = "@param shape the size along each axis; an empty array for a scalar";
    let docs = [of_more.as_str(), "", values, shape, returned, FITS];
    method(
        &[&of_one, "", "@param values its elements, copied", returned],
        &format!("{head} {name}({java}... values)"),
        &[&all],
    ) + &method(&docs, &format!("{head} {name}({java}[] values, long... shape)"), &[&shaped])
        + &method(
            &docs,
            &format!("{head} {name}({java}[] values, int[] shape)"),
            &[&format!("return {name}(values, Numbers.longs(shape));")],
        )
}

/// Methods for types that Java has no arrays for, from arrays of a wider type or of one of the same
/// size.
fn of_array_as(element: &Element, of: Of) -> String {
    let Element { java, dtype, .. } = element;
    let what = match *java {
        "float" => "A tensor of floating-point numbers, {@code F16} and {@code BF16} among them: each is rounded.",
        "double" | "int" | "long" | "short" => {
            "A tensor of another element type than the array has: each number is converted as {@link Tensor#cast} converts it."
        }
        "byte" => "A tensor of 8-bit integers: {@code I8} takes the bytes as they are, {@code U8} as 0 to 255.",
        _ => return String::new(),
    };
    let (head, owner, returned) = (of.head(), of.owner(), of.returned());
    let body = match *java {
        "float" | "double" | "int" | "long" | "short" => {
            format!("return Create.array({owner}, dtype, DType.{dtype}, values, shape);")
        }
        _ => {
            format!("return Create.array({owner}, dtype, dtype == DType.I8 ? DType.I8 : DType.{dtype}, values, shape);")
        }
    };
    let (of_dtype, values) = ("@param dtype the element type of the tensor", "copied");
    let flat = [what, "", of_dtype, &format!("@param values its elements along its one axis, {values}"), returned];
    let docs = [
        what,
        "",
        of_dtype,
        &format!("@param values its elements in row-major order, {values}"),
        "@param shape the size along each axis; an empty array for a scalar",
        returned,
        FITS,
    ];
    let along_one =
        ["Objects.requireNonNull(values, \"values\");", "return of(dtype, values, new long[] {values.length});"];
    method(&flat, &format!("{head} of(DType dtype, {java}[] values)"), &along_one)
        + &method(&docs, &format!("{head} of(DType dtype, {java}[] values, long... shape)"), &[&body])
        + &method(
            &docs,
            &format!("{head} of(DType dtype, {java}[] values, int[] shape)"),
            &["return of(dtype, values, Numbers.longs(shape));"],
        )
}

/// The sentence on the element types that an array of this type can hold.
fn refused(element: &Element) -> String {
    let types = match element.java {
        "float" => "F32, F16 or BF16",
        "byte" => "U8 or I8",
        "short" => "I16 or U16, whose bits are taken",
        "int" => "I32 or U32, whose bits are taken",
        "long" => "I64 or U64, whose bits are taken",
        _ => element.dtype,
    };
    format!("@throws DTypeMismatchException if the elements are not {types}")
}

/// How a conversion to this type treats numbers that it cannot hold.
fn converted(element: &Element) -> &'static str {
    match element.java {
        "float" | "double" => "A number that this type cannot hold is rounded to the nearest that it can.",
        "boolean" => "0 is false, every other number is true.",
        "byte" => {
            "The bytes of {@code I8} stay as they are; any other number becomes one of {@code U8}, from 0 to 255: a \
             fraction is rounded toward zero and cut to that range, NaN becomes 0, and of an integer the low 8 bits \
             stay."
        }
        _ => {
            "A fraction is rounded toward zero and cut to the range of this type, NaN becomes 0, and of a wider \
             integer the low bits stay."
        }
    }
}

fn of_buffer(element: &Element) -> String {
    let Element { java, dtype, .. } = element;
    let (boxed, head) = (element.boxed(), Of::Tensor.head());
    let of_more = "A tensor of what a buffer holds from its position to its limit. The buffer does not change; a direct \
                   one in native order is read where it is.";
    let of_one = of_more.replacen("A tensor", "A tensor of one axis,", 1);
    let flat = [of_one.as_str(), "", "@param values the elements, copied", Of::Tensor.returned()];
    let docs = [
        of_more,
        "",
        "@param values the elements in row-major order, copied",
        "@param shape the size along each axis; an empty array for a scalar",
        Of::Tensor.returned(),
        FITS,
    ];
    let along_one =
        ["Objects.requireNonNull(values, \"values\");", "return of(values, new long[] {values.remaining()});"];
    let body = [
        "Objects.requireNonNull(values, \"values\");",
        "Objects.requireNonNull(shape, \"shape\");",
        "if (isNative(values, values.order())) {",
        &format!("    return fromBuffer(DType.{dtype}, values, shape);"),
        "}",
        &format!("{java}[] copy = new {java}[values.remaining()];"),
        "values.duplicate().get(copy);",
        "return of(copy, shape);",
    ];
    let of_ints = ["return of(values, Numbers.longs(shape));"];
    method(&flat, &format!("{head} of({boxed}Buffer values)"), &along_one)
        + &method(&docs, &format!("{head} of({boxed}Buffer values, long... shape)"), &body)
        + &method(&docs, &format!("{head} of({boxed}Buffer values, int[] shape)"), &of_ints)
}

/// Methods that copy elements to and from arrays and buffers.
pub fn copies() -> String {
    let arrays: String = TYPES.iter().map(array_copies).collect();
    let buffers: String = TYPES.iter().filter(|element| element.has_buffer).map(buffer_copies).collect();
    arrays + &buffers
}

fn array_copies(element: &Element) -> String {
    let Element { java, dtype, .. } = element;
    let refused = refused(element);
    let copied = |what: &str, verb: &str| {
        let docs = [
            what,
            "",
            "@param values as long as this tensor is",
            &refused,
            "@throws ShapeMismatchException if the length differs",
        ];
        let call = format!("Native.{verb}Array(handle, DType.{dtype}.code(), values);");
        let body = ["Objects.requireNonNull(values, \"values\");", &call, "KeepAlive.done(this);"];
        method(&docs, &format!("public void {verb}({java}[] values)"), &body)
            + &rows(element, verb, false)
            + &rows(element, verb, true)
    };
    let whole = |exact: bool| format!("return ({java}[]) array(DType.{dtype}, {exact});");
    let boxed = element.boxed();
    method(
        &[
            &format!(
                "The elements in row-major order, each converted as {{@link #cast(DType)}} converts it. {}",
                converted(element)
            ),
            "",
            "@return a new array",
        ],
        &format!("public {java}[] to{boxed}Array()"),
        &[&whole(false)],
    ) + &method(
        &[
            &format!("The elements in row-major order, as {{@link #to{boxed}Array()}}, none of them converted."),
            "",
            "@return a new array",
            &refused,
        ],
        &format!("public {java}[] to{boxed}ArrayExact()"),
        &[&whole(true)],
    ) + &copied("Copies the elements out, in row-major order.", "copyTo")
        + &copied("Copies elements in, in row-major order.", "copyFrom")
}

/// A method that copies to or from a part of an array, and with `apart`, whose rows lie apart.
fn rows(element: &Element, verb: &str, apart: bool) -> String {
    let Element { java, dtype, .. } = element;
    let from = if verb == "copyTo" { "Copies the elements out" } else { "Copies elements in" };
    let (what, ends, stride) = match apart {
        false => (
            format!("{from}, in row-major order, {} a part of an array.", if verb == "copyTo" { "to" } else { "from" }),
            "the part",
            "0",
        ),
        true => (
            format!(
                "{from}, row by row, whatever the strides of this tensor: what index {{@code i}} along the first \
                 axis selects begins at {{@code offset + i * rowStride}}, as the rows of an image do that has a \
                 greater pitch. What is between the rows stays."
            ),
            "the last row",
            "rowStride",
        ),
    };
    let ends = format!("@throws ShapeMismatchException if the array ends before {ends} does");
    let negative = match apart {
        false => "@throws InvalidArgumentException if {@code offset} is negative",
        true => "@throws InvalidArgumentException if a number is negative, or {@code rowStride} is less than a row",
    };
    let refused = refused(element);
    let mut docs = vec![what.as_str(), "", "@param values an array", "@param offset the position of the first element"];
    if apart {
        docs.push("@param rowStride the distance between the starts of two rows, in elements; 0 for the size of a row");
    }
    docs.extend([refused.as_str(), &ends, negative]);
    let parameters = if apart { "int offset, int rowStride" } else { "int offset" };
    let call = format!("Native.{verb}ArrayRows(handle, DType.{dtype}.code(), values, offset, {stride});");
    let body = ["Objects.requireNonNull(values, \"values\");", call.as_str(), "KeepAlive.done(this);"];
    method(&docs, &format!("public void {verb}({java}[] values, {parameters})"), &body)
}

fn buffer_copies(element: &Element) -> String {
    let Element { java, dtype, .. } = element;
    let boxed = element.boxed();
    let refused = refused(element);
    let differs = "@throws ShapeMismatchException if the number of elements differs";
    let copy = format!("    {java}[] copy = new {java}[values.remaining()];");
    let unit = format!("    long unit = DType.{dtype}.size();");
    let native = |verb: &str| {
        format!(
            "    Native.{verb}Buffer(\n                    handle, DType.{dtype}.code(), values, values.position() * unit, values.remaining() * unit);"
        )
    };
    let (to, from) = (native("copyTo"), native("copyFrom"));
    let docs_to = [
        "Copies the elements to a buffer, in row-major order, from its position on; the position does not move.",
        "",
        "@param values where to; {@code remaining()} is {@code size()}",
        &refused,
        differs,
    ];
    let body_to = [
        "Objects.requireNonNull(values, \"values\");",
        "if (values.isReadOnly()) {",
        "    throw new ReadOnlyBufferException();",
        "}",
        "if (isNative(values, values.order())) {",
        &unit,
        &to,
        "    KeepAlive.done(this, values);",
        "} else {",
        &copy,
        "    copyTo(copy);",
        "    values.duplicate().put(copy);",
        "}",
    ];
    let docs_from = [
        "Copies elements in, in row-major order, from a buffer's position to its limit; the position does not move.",
        "",
        "@param values where from; {@code remaining()} is {@code size()}",
        &refused,
        differs,
    ];
    let body_from = [
        "Objects.requireNonNull(values, \"values\");",
        "if (isNative(values, values.order())) {",
        &unit,
        &from,
        "    KeepAlive.done(this, values);",
        "} else {",
        &copy,
        "    values.duplicate().get(copy);",
        "    copyFrom(copy);",
        "}",
    ];
    method(&docs_to, &format!("public void copyTo({boxed}Buffer values)"), &body_to)
        + &method(&docs_from, &format!("public void copyFrom({boxed}Buffer values)"), &body_from)
}
