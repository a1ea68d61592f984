//! The shapes of calls that create a tensor on hot paths: the generated region of Java's `Call`.
//!
//! Invariant: each shape is one method that calls no other method in between, because the JIT
//! compiler does not inline calls that are nested 15 deep. So the steps around the call of the
//! core, which all shapes share, are written once here and not in a Java method.

use std::fmt::Write;

/// A shape.
struct Shape {
    docs: &'static str,
    /// The name of the method and its parameters.
    head: &'static str,
    /// The lines before the call.
    before: &'static [&'static str],
    /// The call of the core, up to the arguments after the owner.
    core: &'static str,
    /// The number of the owner: one for results of operands, another for new tensors.
    number: &'static str,
    arguments: &'static str,
    /// The operands, which stay reachable until the core has returned.
    kept: &'static [&'static str],
}

const OF_RESULT: &str = "Current.ofResult(owner)";
const OF_NEW: &str = "Current.handle(owner)";

const SHAPES: [Shape; 6] = [
    Shape {
        docs: "A function of one tensor.",
        head: "unary(Unary core, Tensor t)",
        before: &["Scope owner = Current.ownerFor(t);"],
        core: "core.call",
        number: OF_RESULT,
        arguments: "t.handle",
        kept: &["t"],
    },
    Shape {
        docs: "A function of two tensors, of which the first decides who owns the result.",
        head: "binary(Binary core, Tensor a, Tensor b)",
        before: &["Scope owner = Current.ownerFor(a);"],
        core: "core.call",
        number: OF_RESULT,
        arguments: "a.handle, b.handle",
        kept: &["a", "b"],
    },
    Shape {
        docs: "A function of a tensor and a real number.",
        head: "real(Real core, Tensor t, double number)",
        before: &["Scope owner = Current.ownerFor(t);"],
        core: "core.call",
        number: OF_RESULT,
        arguments: "t.handle, number",
        kept: &["t"],
    },
    Shape {
        docs: "A function of a tensor and a number, which crosses as its kind and its bits.",
        head: "scalar(Scalar core, Tensor t, int kind, long bits)",
        before: &["Scope owner = Current.ownerFor(t);"],
        core: "core.call",
        number: OF_RESULT,
        arguments: "t.handle, kind, bits",
        kept: &["t"],
    },
    Shape {
        docs: "A tensor of a shape, in {@code owner}.",
        head: "create(Scope owner, Maker core, LongMaker more, DType dtype, Device device, long[] shape)",
        before: &[
            "Objects.requireNonNull(dtype, \"dtype\");",
            "Objects.requireNonNull(device, \"device\");",
            "Objects.requireNonNull(shape, \"shape\");",
            "int n = shape.length;",
            "if (n > INLINE) {",
            "    return made(owner, scope -> more.call(scope, device.code(), dtype.code(), shape), shape);",
            "}",
            "long v0 = at(shape, 0);",
            "long v1 = at(shape, 1);",
            "long v2 = at(shape, 2);",
            "long v3 = at(shape, 3);",
        ],
        core: "core.call",
        number: OF_NEW,
        arguments: "device.code(), dtype.code(), n, v0, v1, v2, v3",
        kept: &[],
    },
    Shape {
        docs: "A float32 tensor of one dimension, in {@code owner}; a short list crosses as scalars.",
        head: "floats(Scope owner, float[] values)",
        before: &[
            "Objects.requireNonNull(values, \"values\");",
            "int n = values.length;",
            "if (n > INLINE) {",
            "    return Create.array(owner, DType.F32, values, n);",
            "}",
            "float v0 = n > 0 ? values[0] : 0;",
            "float v1 = n > 1 ? values[1] : 0;",
            "float v2 = n > 2 ? values[2] : 0;",
            "float v3 = n > 3 ? values[3] : 0;",
        ],
        core: "Native.ofFloats",
        number: OF_NEW,
        arguments: "Device.OF_SCOPE.code(), n, v0, v1, v2, v3",
        kept: &[],
    },
];

/// The region of `Call.java`.
pub fn shapes() -> String {
    SHAPES.iter().map(shape).collect::<Vec<String>>().join("\n")
}

fn shape(shape: &Shape) -> String {
    let Shape { docs, head, core, number, arguments, .. } = shape;
    let before: String = shape.before.iter().map(|line| format!("        {line}\n")).collect();
    let mut text = format!(
        "    /** {docs} */
    static Tensor {head} {{
{before}        Tensor result = fresh(owner);
        Backstop.Entry watched = watched(result, owner);
        long made;
        try {{
            made = {core}({number}, {arguments});
        }} catch (NativeMemoryException refused) {{
            made = Pressure.retry(
                    refused, () -> {core}({number}, {arguments}));
        }}
        result.handle = made;
        if (watched != null) {{
            watched.handle = made;
        }}
        noted(result, owner);
        Reference.reachabilityFence(owner);
"
    );
    for operand in shape.kept {
        let _ = writeln!(text, "        Reference.reachabilityFence({operand});");
    }
    text + "        return result;\n    }\n"
}
