//! Tests of the output for a function of each form, and of the inputs that are refused.

use crate::model::Function;
use crate::{c, csharp, fuzz, handles, java, jni, read, scenarios};

fn sample(text: &str) -> Vec<Function> {
    read::parsed("tensor", "tensor/math", text).expect("every type has a rule")
}

fn refused(text: &str) -> String {
    read::parsed("tensor", "tensor/math", text).expect_err("it has no rule")
}

const SUM: &str = "/// The sum over `axes`, see [`mean`].
pub fn sum(scope: Owner, t: TensorRef, axes: Axes, keepdim: bool) -> Result<NewTensor> { todo!() }";

#[test]
fn a_list_of_axes_in_c() {
    let text = c::exports("tensor", &sample(SUM));
    assert!(text.contains("/// The sum over `axes`, see `tenure_tensor_mean`.\n"), "{text}");
    assert!(text.contains("axes: *const i64, n_axes: u64, keepdim: u8, out: *mut TenureHandle) -> Status"), "{text}");
    let call = "tensor::sum(scope, t, slice(axes, n_axes, \"axes\")?, keepdim != 0)";
    assert!(text.contains(call), "{text}");
    assert!(text.contains("use super::super::args::{call_out, slice};"), "{text}");
}

#[test]
fn a_list_of_axes_comes_last_in_java_and_twice() {
    let functions = sample(SUM);
    let rows = jni::rows("tensor", &functions);
    assert!(rows.contains("c\"sum\" c\"(JJZIJJJJ)J\""), "{rows}");
    assert!(rows.contains("c\"sum\" c\"(JJZ[J)J\""), "{rows}");
    let native = jni::declarations(&functions);
    assert!(
        native.contains("public static native long sum(long scope, long t, boolean keepdim, long[] axes);"),
        "{native}"
    );
}

#[test]
fn a_list_of_axes_in_csharp() {
    let text = csharp::imports(&[sample(SUM)]);
    let import = "int tenure_tensor_sum(ulong scope, ulong t, long* axes, ulong n_axes, byte keepdim, ulong* result);";
    assert!(text.contains(import), "{text}");
}

#[test]
fn closing_twice_is_no_error_in_java_alone() {
    let functions = sample("/// Ends it.\npub fn end(t: Disposed) -> Result<()> { todo!() }");
    assert!(jni::rows("tensor", &functions).contains("named(\"end\", tensor::end(t)).or(Ok(()))"));
    assert!(c::exports("tensor", &functions).contains("call(|| named(\"end\", tensor::end(t)))"));
}

#[test]
fn a_name_that_is_a_keyword_of_rust_is_none_elsewhere() {
    let functions = sample("/// Chooses.\npub fn where_(t: TensorRef) -> Result<bool> { todo!() }");
    assert_eq!(functions[0].c_name(), "tenure_tensor_where");
    assert_eq!(functions[0].java_name(), "where");
}

#[test]
fn what_has_no_rule_is_refused_by_name() {
    let why = refused("/// x\npub fn odd(t: &Tensor) -> Result<()> { todo!() }");
    assert!(why.contains("tensor::odd") && why.contains("&Tensor"), "{why}");
    let why = refused("/// x\npub fn odd(t: TensorRef) -> Result<Vec<f32>> { todo!() }");
    assert!(why.contains("Vec<f32>"), "{why}");
    let why = refused("/// x\npub fn odd(t: TensorRef) -> u64 { todo!() }");
    assert!(why.contains("no Result"), "{why}");
    assert!(refused("pub fn odd(t: TensorRef) -> Result<()> { todo!() }").contains("no doc comment"));
}

#[test]
fn what_is_not_public_is_left_out() {
    assert!(sample("pub(super) fn inner(t: &Tensor) {} fn own() {}").is_empty());
}

#[test]
fn a_record_is_filled_by_the_call_in_c_and_its_numbers_are_returned_to_java() {
    let functions = sample("/// Counts.\npub fn counts(t: TensorRef) -> Result<ScopeStats> { todo!() }");
    let text = c::exports("tensor", &functions);
    assert!(text.contains("use crate::api::records::{ScopeStats};"), "{text}");
    assert!(text.contains("out: *mut ScopeStats) -> Status"), "{text}");
    assert!(text.contains("call_out(out, || named(\"counts\", tensor::counts(t)))"), "{text}");
    assert!(
        jni::rows("tensor", &functions).contains("env.new_longs(&named(\"counts\", tensor::counts(t))?.numbers())")
    );
    assert!(jni::declarations(&functions).contains("public static native long[] counts(long t);"));
    assert!(csharp::imports(&[functions]).contains("tenure_tensor_counts(ulong t, ScopeStats* result);"));
}

#[test]
fn records_go_to_an_array_with_their_count() {
    let functions = sample("/// Rows.\npub fn rows(t: TensorRef) -> Result<Vec<WorkspaceCycle>> { todo!() }");
    let text = c::exports("tensor", &functions);
    assert!(text.contains("out: *mut WorkspaceCycle, cap_out: u64, n_out: *mut u64) -> Status"), "{text}");
    assert!(text.contains("call_array(out, cap_out, n_out, || named(\"rows\", tensor::rows(t)))"), "{text}");
    let rows = jni::rows("tensor", &functions);
    assert!(rows.contains("named(\"rows\", tensor::rows(t))?.iter().flat_map(|row| row.numbers())"), "{rows}");
    let import = "tenure_tensor_rows(ulong t, WorkspaceCycle* result, ulong cap_out, ulong* n_out);";
    assert!(csharp::imports(&[functions]).contains(import));
}

/// Functions of a file whose functions become members.
fn of_file(file: &str, text: &str) -> Vec<Function> {
    read::parsed("tensor", file, text).expect("every type has a rule")
}

const FULL: &str = "/// A tensor of one value, `a < b`; see [`crate::api::random::seed`].
///
/// - `value`: every element
/// - `OUT_OF_MEMORY`: there is no memory for it
/// - `LIMIT_EXCEEDED`: a limit would be passed
/// - `DEVICE_UNAVAILABLE`: there is no such device
pub fn full(scope: Owner, device: DeviceCode, dtype: DTypeCode, value: f64, dims: Dims) -> Result<NewTensor> { todo!() }";

const SLICE: &str = "/// A view, as [`item_i64`].
///
/// - `axis`: which one
/// - `step` = 1: how far
/// - `INVALID_ARGUMENT`: there is no such axis
pub fn slice(scope: Owner, t: TensorRef, axis: i64, step: i64) -> Result<NewTensor> { todo!() }";

const WHERE: &str = "/// Chooses.
///
/// - `condition`: of truth values
pub fn where_(scope: Owner, condition: TensorRef, a: TensorRef, b: TensorRef) -> Result<NewTensor> { todo!() }";

const CONCAT: &str = "/// Joins.
pub fn concat(scope: Owner, tensors: TensorRefs, axis: i64) -> Result<NewTensor> { todo!() }";

#[test]
fn a_maker_in_java_is_a_method_of_the_tensor_and_of_the_scope() {
    use crate::java::makers::{Of, makers};
    let text = makers(&of_file("tensor/create", FULL), Of::Tensor);
    for head in [
        "full(long[] shape, double value) {\n        return full(DType.F32, Device.OF_SCOPE, shape, value);",
        "full(DType dtype, long[] shape, double value) {\n        return full(dtype, Device.OF_SCOPE, shape, value);",
        "full(DType dtype, Device device, long[] shape, double value) {\n        Objects.requireNonNull(dtype",
        "full(int[] shape, double value) {\n        return full(Numbers.longs(shape), value);",
    ] {
        assert!(text.contains(&format!("public static Tensor {head}")), "{head} in {text}");
    }
    assert!(text.contains("Current.scope(),\n                scope -> shape.length <= Call.INLINE"), "{text}");
    let text = makers(&of_file("tensor/create", FULL), Of::Scope);
    assert!(text.contains("public Tensor full(") && text.contains("which this scope owns"), "{text}");
    assert!(text.contains("return Call.made(\n                this,\n"), "{text}");
}

#[test]
fn what_a_maker_in_java_says_is_what_its_doc_comment_says() {
    let text = crate::java::makers::makers(&of_file("tensor/create", FULL), crate::java::makers::Of::Tensor);
    let summary = "A tensor of one value, {@code a < b}; see {@link Tenure#seed(long)}. It is float32, on the\n     * \
                   default device of its scope.\n";
    assert!(text.contains(summary), "{text}");
    let thrown = "@throws NativeMemoryException if there is no memory for it, or a limit would be passed\n";
    assert!(text.contains(thrown), "{text}");
    let without_device = text.split("public static").next().expect("there is a first overload");
    assert!(!without_device.contains("@throws TensorException"), "{without_device}");
    assert!(text.contains("@throws TensorException if there is no such device"), "{text}");
}

#[test]
fn a_maker_in_csharp_is_a_method_of_the_tensor_and_of_the_scope() {
    let [(_, tensor), (_, scope)] =
        csharp::classes(&of_file("tensor/create", FULL)).map(|(class, text)| (class, text.concat()));
    for head in [
        "[OverloadResolutionPriority(1)]\n    public static Tensor Full(double value, params ReadOnlySpan<long> shape) =>",
        "Tensor Full(ReadOnlySpan<long> shape, double value, DType dtype = DType.F32, Device? device = null) =>",
        "Tensor Full(int[] shape, double value, DType dtype = DType.F32, Device? device = null) =>",
    ] {
        assert!(tensor.contains(head), "{head} in {tensor}");
    }
    assert!(tensor.contains("Scope? owner = CurrentScope.Get();"), "{tensor}");
    assert!(scope.contains("Scope? owner = this;") && !scope.contains("static"), "{scope}");
    assert!(scope.contains("see <see cref=\"TenureRuntime.Seed\"/>"), "{scope}");
    let call = "(Call.Number(owner), device.Code, (int)dtype, value, list, (ulong)shape.Length, &result);";
    assert!(scope.contains(call), "{scope}");
}

#[test]
fn a_maker_may_take_an_integer() {
    let text = "/// x\npub fn eye(scope: Owner, device: DeviceCode, dtype: DTypeCode, n: i64) -> Result<NewTensor> { todo!() }";
    let functions = of_file("tensor/create", text);
    let java = crate::java::makers::makers(&functions, crate::java::makers::Of::Scope);
    assert!(
        java.contains("public Tensor eye(DType dtype, long n) {\n        return eye(dtype, Device.OF_SCOPE, n);"),
        "{java}"
    );
    let [csharp, _] = csharp::classes(&functions).map(|(_, text)| text.concat());
    assert!(csharp.contains("Tensor Eye(long n, DType dtype = DType.F32, Device? device = null)\n"), "{csharp}");
}

#[test]
fn what_has_a_default_may_be_left_out() {
    let functions = of_file("tensor/view", SLICE);
    let java = crate::java::methods::methods(&functions);
    assert!(java.contains("public Tensor slice(long axis) {\n        return slice(axis, 1);"), "{java}");
    assert!(java.contains("scope -> Native.slice(scope, handle, axis, step)"), "{java}");
    assert!(java.contains("A view, as {@link Tensor#itemLong}."), "{java}");
    let [csharp, _] = csharp::classes(&functions).map(|(_, text)| text.concat());
    assert!(csharp.contains("public Tensor Slice(long axis, long step = 1)\n"), "{csharp}");
    assert!(csharp.contains("A view, as <see cref=\"Tensor.ItemInt64\"/>."), "{csharp}");
}

#[test]
fn other_tensors_are_checked_and_live_to_the_end_of_the_call() {
    let functions = of_file("tensor/math", WHERE);
    let java = crate::java::methods::methods(&functions);
    assert!(
        java.contains("public Tensor where(Tensor a, Tensor b) {\n        Objects.requireNonNull(a, \"a\");"),
        "{java}"
    );
    assert!(java.contains("KeepAlive.done(a, b);"), "{java}");
    let [csharp, _] = csharp::classes(&functions).map(|(_, text)| text.concat());
    assert!(csharp.contains("public static Tensor Where(Tensor condition, Tensor a, Tensor b)"), "{csharp}");
    assert!(csharp.contains("ArgumentNullException.ThrowIfNull(condition);"), "{csharp}");
    assert!(csharp.contains("Call.Adopt(status, result, owner, condition, a, b);"), "{csharp}");
}

#[test]
fn a_shape_of_java_sees_to_operands_and_refusals_in_one_method() {
    let text = crate::java::calls::shapes();
    let binary = text.split("static Tensor ").find(|method| method.starts_with("binary(")).expect("there is one");
    for line in [
        "Scope owner = Current.ownerFor(a);",
        "made = core.call(Current.ofResult(owner), a.handle, b.handle);",
        "refused, () -> core.call(Current.ofResult(owner), a.handle, b.handle));",
        "result.handle = made;",
        "Reference.reachabilityFence(owner);",
        "Reference.reachabilityFence(a);",
        "Reference.reachabilityFence(b);",
    ] {
        assert!(binary.contains(line), "{line} in {binary}");
    }
    assert!(
        text.contains("made = Native.ofFloats(Current.handle(owner), Device.OF_SCOPE.code(), n, v0, v1, v2, v3);"),
        "{text}"
    );
}

#[test]
fn in_csharp_each_call_is_whole() {
    let functions = [of_file("tensor/math", CONCAT), of_file("tensor/reduce", SUM)].concat();
    let [text, _] = csharp::classes(&functions).map(|(_, text)| text.concat());
    for line in [
        "fixed (ulong* list = handles)\n",
        "status = Native.tenure_tensor_concat(Call.OwnerNumber(owner), list, (ulong)handles.Length, axis, &result);",
        "Call.KeepAlive(tensors);\n        return made;",
        "public Tensor Sum(params ReadOnlySpan<long> axes) => Sum(false, axes);",
        "Handle, list, (ulong)axes.Length, keepDim ? (byte)1 : (byte)0, &result);",
    ] {
        assert!(text.contains(line), "{line} in {text}");
    }
    let text = "/// x\npub fn add_in_place(t: TensorRef, other: TensorRef) -> Result<()> {}
                /// x\npub fn fill(t: TensorRef, value: f64) -> Result<()> {}";
    let [text, _] = csharp::classes(&of_file("tensor/in_place", text)).map(|(_, text)| text.concat());
    assert!(
        text.contains(
            "while (Pressure.Retry(status, ref attempt));\n        GC.KeepAlive(this);\n        GC.KeepAlive(other);"
        ),
        "{text}"
    );
    assert!(
        text.contains("int status = Native.tenure_tensor_fill(Handle, value);\n        GC.KeepAlive(this);"),
        "{text}"
    );
}

#[test]
fn several_tensors_come_last_in_java_and_first_in_csharp() {
    let functions = of_file("tensor/math", CONCAT);
    let java = crate::java::methods::methods(&functions);
    assert!(java.contains("public static Tensor concat(long axis, Tensor... tensors) {"), "{java}");
    assert!(java.contains("return concat(axis, Arguments.array(\"tensors\", tensors, Tensor[]::new));"), "{java}");
    let [csharp, _] = csharp::classes(&functions).map(|(_, text)| text.concat());
    assert!(csharp.contains("public static Tensor Concat(ReadOnlySpan<Tensor> tensors, long axis)"), "{csharp}");
}

#[test]
fn a_list_may_be_of_ints() {
    let functions =
        of_file("tensor/view", "/// x\npub fn permute(scope: Owner, t: TensorRef, axes: Axes) -> Result<NewTensor> {}");
    let java = crate::java::methods::methods(&functions);
    assert!(java.contains("permute(int[] axes) {\n        return permute(Numbers.longs(axes, \"axes\"));"), "{java}");
    let [csharp, _] = csharp::classes(&functions).map(|(_, text)| text.concat());
    assert!(csharp.contains("Permute(int[] axes) => Permute((ReadOnlySpan<long>)IntShape.Of(axes));"), "{csharp}");
}

#[test]
fn a_question_is_a_method_in_java_and_a_property_in_csharp() {
    let functions =
        of_file("tensor/info", "/// The type. It stays.\npub fn dtype(t: TensorRef) -> Result<DTypeCode> {}");
    let java = crate::java::methods::methods(&functions);
    let method = "    /** {@return the type} It stays. */\n    public DType dtype() {\n        return DType.of((int) \
                  KeepAlive.value(Native.dtype(handle), this));\n    }\n";
    assert_eq!(java.trim_end(), method.trim_end());
    let [csharp, _] = csharp::classes(&functions).map(|(_, text)| text.concat());
    assert!(csharp.contains("public DType DType\n    {\n        get\n"), "{csharp}");
    assert!(csharp.contains("return (DType)result;"), "{csharp}");
}

#[test]
fn a_doc_comment_that_lists_what_is_no_parameter_is_refused() {
    let why = refused("/// x\n///\n/// - `axes`: over these\npub fn odd(t: TensorRef) -> Result<()> { todo!() }");
    assert!(why.contains("`axes`, which is neither a parameter nor a status"), "{why}");
}

#[test]
fn an_operation_is_a_command_of_each_runner() {
    let functions =
        [of_file("tensor/create", FULL), of_file("tensor/view", SLICE), of_file("tensor/math", CONCAT)].concat();
    let rust = scenarios::rust(&functions, &["tape"]);
    assert!(rust.contains("\"slice\" => words_of(args).and_then(|[t, axis, step]| one("), "{rust}");
    assert!(rust.contains("\"full\" => words_of(args).and_then(|[dtype, value, dims]|"), "{rust}");
    assert!(rust.contains("Kind::Tape => api::tape::dispose(handle)"), "{rust}");
    assert!(rust.contains("some_words_of(args).and_then(|([axis], rest)|"), "{rust}");
    let java = scenarios::java(&functions, &["tape"]);
    assert!(java.contains("case \"slice\" -> w.tensor(0).slice(w.integer(1), w.integer(2));"), "{java}");
    assert!(java.contains("case \"full\" -> Tensor.full(w.dtype(0), w.integers(2), w.number(1));"), "{java}");
    assert!(java.contains("case \"full\" -> scope.full(w.dtype(0), w.integers(2), w.number(1));"), "{java}");
    assert!(java.contains("case \"tape\" -> new Tape(handle);"), "{java}");
    assert!(java.contains("case \"concat\" -> Tensor.concat(w.integer(0), w.tensors(1));"), "{java}");
    let csharp = scenarios::csharp(&functions, &["tape"]);
    assert!(csharp.contains("return t.Slice(axis, step);"), "{csharp}");
    assert!(csharp.contains("return scope.Full(dtype, value, shape);"), "{csharp}");
    assert!(csharp.contains("\"tape\" => new Tape(handle, null),"), "{csharp}");
    assert!(csharp.contains("return Tenure.Tensor.Concat(tensors, axis);"), "{csharp}");
}

#[test]
fn a_kind_of_handle_is_known_by_the_names_of_its_types_and_its_dispose() {
    let text = "/// Makes.\npub fn open(scope: Owner) -> Result<NewLens> { todo!() }
                /// Looks.\npub fn look(lens: LensRef) -> Result<u64> { todo!() }
                /// Ends.\npub fn dispose(lens: Disposed) -> Result<()> { todo!() }";
    let functions = read::parsed("lens", "lens", text).expect("every type has a rule");
    assert!(handles::is_kind(&functions) && !handles::is_kind(&functions[..2]));
    assert!(c::exports("lens", &functions).contains("tenure_lens_open(scope: TenureHandle, out: *mut TenureHandle)"));
    let java = handles::java("lens");
    assert!(java.contains("    Lens(long handle) {\n        super(handle, null);"), "{java}");
    assert!(
        java.contains("@Override\n    @CanIgnoreReturnValue\n    public Lens moveTo(Scope scope) {\n        super.moveTo(scope);\n        return this;"),
        "{java}"
    );
    assert!(java.contains("void dispose() {\n        Native.lensDispose(handle);"), "{java}");
    assert_eq!(handles::permits(&["tape", "lens"]), "        permits Tensor, Scope, Tape, Lens\n");
    let subclass = handles::overrides("Frame", &handles::OF_TENSORS);
    let lent = "public Frame tempAttach(Scope scope) {\n        super.tempAttach(scope);\n        return this;";
    assert!(subclass.contains(lent) && subclass.matches("@Override").count() == 6, "{subclass}");
    let csharp = handles::csharp("lens");
    assert!(csharp.contains("internal Lens(ulong handle, object? holder)"), "{csharp}");
    assert!(csharp.contains("int Release() => Native.tenure_lens_dispose(Handle);"), "{csharp}");
}

const LENS: &str = "/// Grinds a lens. *Returns new.*
///
/// - `open()`
/// - `glass`: of these
/// - `width` = 2: how wide
/// - `OUT_OF_MEMORY`: there is no memory for it
pub fn open(scope: Owner, glass: TensorRefs, width: f64) -> Result<NewLens> { todo!() }
/// Turns it, or back.
///
/// - `turn(on = true) -> self`: turns it, see `turn_back()`
/// - `turn_back(on = false) -> self`: undoes `turn()`
/// - `INVALID_HANDLE`: it is closed
pub fn turn(lens: LensRef, on: bool) -> Result<()> { todo!() }
/// What it has seen.
///
/// - `stats()`
/// - `total(lens = 0)`: what all have seen
/// - `INVALID_HANDLE`: it is closed
pub fn counts(lens: LensRef) -> Result<ScopeStats> { todo!() }
/// All that it says.
///
/// - `Room::text(lens = 0, format = 1)`: what is in the room
pub fn dump(lens: LensRef, format: FormatCode) -> Result<String> { todo!() }
/// Sees through it.
///
/// - `see()`
/// - `tensor`: what to see
pub fn see(scope: Owner, lens: LensRef, tensor: TensorRef) -> Result<NewTensor> { todo!() }
/// No member.
pub fn hidden(lens: LensRef) -> Result<u64> { todo!() }";

fn lens() -> [Vec<Function>; 1] {
    [read::parsed("lens", "lens", LENS).expect("every type has a rule")]
}

#[test]
fn members_that_a_doc_comment_names_are_methods_of_java() {
    let nouns = lens();
    let text = crate::members::java(&crate::members::of_class("Lens", &nouns));
    for part in [
        "@throws NativeMemoryException if there is no memory for it\n     */\n    public static Lens open(Tensor[] glass, double width) {\n        \
         Arguments.notNull(\"glass\", glass);\n        Scope owner = Current.scope();\n",
        "new Lens(0), owner, () -> Call.handle(owner, scope -> Native.lensOpen(scope, handles, width)));\n        \
         KeepAlive.done(glass);\n",
        "open(List<? extends Tensor> glass, double width) {\n        return open(Arguments.array(\"glass\", glass, Tensor[]::new), width);",
        "     * Turns it, see {@link #turnBack()}.\n     *\n     * @return this\n     * @throws ClosedException if it is closed\n",
        "    @CanIgnoreReturnValue\n    public Lens turn() {\n        Native.lensTurn(handle, true);\n        KeepAlive.done(this);\n        return this;",
        "{@return what it has seen}",
        "return Records.scopeStats(KeepAlive.value(Native.lensCounts(handle), this), 0);",
        "    /** {@return what all have seen} */\n    public static ScopeStats total() {\n        NativeLoader.require();\n        return Records.scopeStats(Native.lensCounts(0), 0);",
        "Tensor made = Call.from(tensor, scope -> Native.lensSee(scope, handle, tensor.handle));",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert!(!text.contains("hidden") && !text.contains("dump") && !text.contains("Returns new"), "{text}");
    let room = crate::members::java(&crate::members::of_class("Room", &nouns));
    assert!(
        room.contains(
            "public static String text() {\n        NativeLoader.require();\n        return Native.lensDump(0, 1);"
        ),
        "{room}"
    );
}

#[test]
fn members_that_a_doc_comment_names_are_properties_and_methods_of_csharp() {
    let nouns = lens();
    let text = crate::members::csharp(&crate::members::of_class("Lens", &nouns)).concat();
    for part in [
        "[OverloadResolutionPriority(1)]\n    public static Lens Open(ReadOnlySpan<Tensor> glass, double width = 2)\n",
        "status = Native.tenure_lens_open(Call.Number(owner), list, (ulong)handles.Length, width, &made);",
        "return new Lens(made, Call.Made(status, made, owner));",
        "Open(IEnumerable<Tensor> glass, double width = 2) => Open(Call.Listed(glass), width);",
        "/// <summary>Undoes <see cref=\"Turn\"/>.</summary>\n    /// <exception cref=\"ClosedException\">It is closed.</exception>\n    \
         public void TurnBack()\n    {\n        int status = Native.tenure_lens_turn(Handle, 0);\n        GC.KeepAlive(this);",
        "public ScopeStats Stats\n    {\n        get\n",
        "public static ScopeStats Total()\n    {\n        ScopeStats result;\n        int status = Native.tenure_lens_counts(0, &result);",
        "return Call.Adopt(status, made, owner, this, tensor);",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let room = crate::members::csharp(&crate::members::of_class("Room", &nouns)).concat();
    let call = "return NativeText.Read((buffer, room, needed) => Native.tenure_lens_dump(0, 1, buffer, room, needed));";
    assert!(room.contains(call), "{room}");
}

#[test]
fn members_of_element_types_take_one_as_their_receiver() {
    let text = "/// What both give.\n///\n/// - `DType::both()`\n/// - `dtype`: the one\n/// - `other`: the other\n\
        pub fn both(dtype: DTypeCode, other: DTypeCode) -> Result<DTypeCode> { todo!() }\n\
        /// Whether it is of a kind.\n///\n/// - `DType::is()`\n/// - `dtype`: the one\n/// - `kind`: which\n\
        pub fn is(dtype: DTypeCode, kind: DTypeKindCode) -> Result<bool> { todo!() }";
    let nouns = [crate::read::parsed("dtype", "dtype", text).expect("it is well formed")];
    let all = crate::members::of_class("DType", &nouns);
    let text = crate::members::java(&all);
    assert!(
        text.contains("public DType both(DType other) {\n        Objects.requireNonNull(other, \"other\");\n"),
        "{text}"
    );
    assert!(text.contains("return of(Native.dtypeBoth(code, other.code()));"), "{text}");
    assert!(text.contains("public boolean is(DTypeKind kind) {"), "{text}");
    let text = crate::members::csharp(&all).concat();
    assert!(text.contains("/// <param name=\"dtype\">The one.</param>\n"), "{text}");
    assert!(
        text.contains("public static DType Both(this DType dtype, DType other)\n    {\n        int result;\n"),
        "{text}"
    );
    assert!(
        text.contains("Native.tenure_dtype_both((int)dtype, (int)other, &result);\n        Errors.Check(status);"),
        "{text}"
    );
    assert!(text.contains("public static bool Is(this DType dtype, DTypeKind kind)"), "{text}");
}

#[test]
fn the_header_does_not_speak_of_members() {
    let text = c::exports("lens", &lens()[0]);
    assert!(text.contains("/// Turns it, or back.\n///\n/// - `INVALID_HANDLE`: it is closed\n"), "{text}");
    assert!(!text.contains("turn_back") && !text.contains("stats()"), "{text}");
}

#[test]
fn elements_of_java_cross_as_each_primitive_type() {
    use crate::java::elements::{copies, makers};
    use crate::java::makers::Of;
    let tensor = makers(Of::Tensor);
    assert!(tensor.contains("public static Tensor of(double... values) {\n        return Create.vector("), "{tensor}");
    assert!(tensor.contains("public static Tensor of(byte[] values, int[] shape) {"), "{tensor}");
    assert!(tensor.contains("public static Tensor of(LongBuffer values, long... shape) {"), "{tensor}");
    let scope = makers(Of::Scope);
    assert!(
        scope.contains("public Tensor of(boolean[] values, long... shape) {\n        return Create.array(this"),
        "{scope}"
    );
    assert!(!scope.contains("Buffer"), "{scope}");
    let copies = copies();
    assert!(
        copies.contains("public boolean[] toBooleanArray() {\n        return (boolean[]) array(DType.BOOL, false)"),
        "{copies}"
    );
    assert!(copies.contains("public void copyFrom(FloatBuffer values) {"), "{copies}");
    assert!(!copies.contains("ByteBuffer"), "{copies}");
}

#[test]
fn a_call_of_the_fuzzer_is_added_at_the_end_once() {
    let functions = [of_file("tensor/view", SLICE), of_file("tensor/math", CONCAT)].concat();
    let text = "calls! {\n    tenure_tensor_slice(handle);\n    tenure_last(out);\n}\n\nunsafe extern \"C\" { }";
    let added = fuzz::with_calls(text, &functions, &[]).expect("it ends as it does");
    let line = "    tenure_last(out);\n    tenure_tensor_concat(handle, handles, n, long, out);\n}\n";
    assert!(added.contains(line) && added.matches("tenure_tensor_slice").count() == 1, "{added}");
    assert_eq!(fuzz::with_calls(&added, &functions, &[]).expect("it ends as it did"), added);
}

#[test]
fn in_fsharp_the_tensor_comes_last() {
    let text = crate::fsharp::module(&of_file(
        "tensor/reduce",
        "/// Adds up.\npub fn sum(scope: Owner, t: TensorRef, axes: Axes, keepdim: bool) -> Result<NewTensor> { todo!() }",
    ));
    assert!(text.contains("    let sum (t: Tensor) = t.Sum(ReadOnlySpan<int64>.Empty)\n"), "{text}");
    assert!(text.contains(
        "    let sumOverKeep (axes: int64 list) (t: Tensor) = t.Sum(true, ReadOnlySpan(List.toArray axes))\n"
    ));
    let text = crate::fsharp::module(&of_file(
        "tensor/view",
        "/// Cuts.\n///\n/// - `step` = 1: how far\n/// - `SHAPE_MISMATCH`: no axis\n\
         pub fn slice(scope: Owner, t: TensorRef, end: i64, step: i64) -> Result<NewTensor> { todo!() }",
    ));
    assert!(text.contains("    let slice (``end``: int64) (t: Tensor) = t.Slice(``end``)\n"), "{text}");
    assert!(text.contains("    let sliceWith (``end``: int64) (step: int64) (t: Tensor) = t.Slice(``end``, step)\n"));
    let text_of_twins = crate::fsharp::module(&of_file(
        "tensor/math",
        "/// Shares.\n///\n/// - `axis` = -1: which one\n\
         pub fn softmax(scope: Owner, t: TensorRef, axis: i64) -> Result<NewTensor> { todo!() }\n\
         /// Shares in another type.\n///\n/// - `softmax()`\n/// - `axis`: which one\n/// - `dtype`: of the result\n\
         pub fn softmax_dtype(scope: Owner, t: TensorRef, axis: i64, dtype: DTypeCode) -> Result<NewTensor> { todo!() }",
    ));
    let twins = [of_file(
        "tensor/math",
        "/// Shares.\n///\n/// - `softmax()`\n\
         pub fn softmax_dtype(scope: Owner, t: TensorRef, dtype: DTypeCode) -> Result<NewTensor> { todo!() }",
    )];
    assert!(crate::members::of_class("Tensor", &twins).is_empty(), "it is made by its shape alone");
    assert_eq!(crate::shape::method(&twins[0][0]), "softmax");
    assert!(text_of_twins.contains("    let softmaxWith (axis: int64) (t: Tensor) ="), "{text_of_twins}");
    assert!(text_of_twins.contains("    let softmaxAs (axis: int64) (dtype: DType) (t: Tensor) ="), "{text_of_twins}");
    let t = text.find("name=\"t\"").expect("the tensor is documented");
    assert!(text.find("name=\"end\"").is_some_and(|end| end < t), "after the other parameters");
    assert!(text.find("ShapeMismatchException").is_some_and(|thrown| t < thrown), "before what is thrown");
}

#[test]
fn a_number_is_what_each_language_has_numbers_for() {
    let text = "/// x\n///\n/// - `value` = 1: the number\n\
                pub fn addcmul(scope: Owner, t: TensorRef, a: TensorRef, value: Scalar) -> Result<NewTensor> {}\n\
                /// x\npub fn fill(t: TensorRef, value: ScalarValue) -> Result<()> {}\n\
                /// x\npub fn clamp_scalar(scope: Owner, t: TensorRef, min: Scalar, max: Scalar) -> Result<NewTensor> {}";
    let functions = of_file("tensor/math", text);
    let exported = c::exports("tensor", &functions);
    assert!(
        exported.contains("tenure_tensor_fill(t: TenureHandle, value_kind: i32, value: i64) -> Status"),
        "{exported}"
    );
    assert!(exported.contains("tensor::fill(t, Scalar::from_parts(value_kind, value)?)"), "{exported}");
    let rows = jni::rows("tensor", &functions);
    assert!(rows.contains("c\"fill\" c\"(JIJ)V\"\n    |env, t: u64, value_kind: i32, value: i64|"), "{rows}");
    let java = java::methods::methods(&functions);
    for line in [
        "fill(double value) {\n        Native.fill(handle, Numbers.REAL, Double.doubleToRawLongBits(value));",
        "fill(long value) {\n        Native.fill(handle, Numbers.INTEGER, value);",
        "fill(boolean value) {\n        Native.fill(handle, Numbers.TRUTH, value ? 1 : 0);",
        "addcmul(Tensor a) {\n        return addcmul(a, 1);",
        "clamp(long min, double max) {",
        "clamp(double min, long max) {",
    ] {
        assert!(java.contains(line), "{line} in {java}");
    }
    assert!(!java.contains("addcmul(Tensor a, boolean value)"), "{java}");
    let [(_, csharp), _] = csharp::classes(&functions);
    let csharp = csharp.concat();
    for line in [
        "public Tensor Addcmul(Tensor a, Scalar? value = null)",
        "a.Handle, (value ?? 1).Kind, (value ?? 1).Bits, &result)",
        "public void Fill(Scalar value)",
        "Native.tenure_tensor_fill(Handle, value.Kind, value.Bits);",
    ] {
        assert!(csharp.contains(line), "{line} in {csharp}");
    }
}

const HALVE: &str = "/// Divides each element by the matching element of `divisor`: `x / y`. It has no gradient.
/// Shapes: `[...], [...] -> [...]`, broadcast. Dtype: the promoted dtype of both operands.
///
/// - `divisor`: the divisors
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `INVALID_ARGUMENT`: the promoted dtype is an integer dtype and a divisor is 0
/// - `in_place`
/// - `scalar: Scalar`
/// - `rhalve: Scalar, in_place`: Divides a number by each element: `other / x`.
pub fn halve(scope: Owner, t: TensorRef, divisor: TensorRef) -> Result<NewTensor> {
    family::pair(scope, t, divisor, PairOp::Halve)
}";

#[test]
fn forms_that_a_doc_comment_names_are_functions() {
    let functions = sample(HALVE);
    let names: Vec<&str> = functions.iter().map(|function| function.name.as_str()).collect();
    let forms = ["halve_scalar", "rhalve_scalar", "halve_in_place", "halve_scalar_in_place", "rhalve_scalar_in_place"];
    assert_eq!(names, [&["halve"][..], &forms].concat());
    let number = functions[1].doc();
    assert!(
        number.text.starts_with("Divides each element by a number: `x / divisor`. It has no gradient."),
        "{number:?}"
    );
    assert_eq!(number.param("divisor"), "the divisor, the same for every element");
    let out_of_range = "the result has an integer dtype, and the divisor is 0 or out of range for it";
    assert_eq!(number.errors, [("INVALID_ARGUMENT".to_string(), out_of_range.to_string())]);
    let in_place = functions[3].doc();
    assert!(
        in_place.text.starts_with(
            "Divides each element by the matching element of `divisor`: `x / y`. Shapes: `divisor` broadcasts"
        ),
        "{in_place:?}"
    );
    let statuses: Vec<&str> = in_place.errors.iter().map(|(status, _)| status.as_str()).collect();
    assert_eq!(statuses, ["SHAPE_MISMATCH", "DTYPE_MISMATCH", "INVALID_ARGUMENT", "UNSUPPORTED"]);
}

#[test]
fn a_form_has_the_body_of_its_function() {
    let item = syn::parse_str(HALVE).expect("it is well formed");
    let twins = crate::twins::of(&item, &sample(HALVE)[0].doc()).expect("every sentence has a rule");
    let bodies = [
        "family::pair_scalar(scope, t, divisor, PairOp :: Halve)",
        "family::pair_reversed(scope, t, other, PairOp :: Halve)",
    ];
    for (twin, body) in twins.iter().zip(bodies) {
        assert!(twin.text.contains(body), "{}", twin.text);
    }
    assert!(twins[4].text.contains("family::pair_reversed_in_place(t, other, PairOp :: Halve)"), "{}", twins[4].text);
}

#[test]
fn a_form_without_a_rule_for_its_sentences_is_refused() {
    assert!(
        refused(&HALVE.replace("the promoted dtype of both", "the wider dtype of both"))
            .contains("no rule for its `Dtype:")
    );
    assert!(refused(&HALVE.replace("family::pair(", "pair(")).contains("must be one call of `family`"));
    assert!(
        refused(&HALVE.replace("`in_place`\n", "`INVALID_THING`: never\n"))
            .contains("neither a parameter nor a status")
    );
}

#[test]
fn the_model_looks_at_no_other_file() {
    assert!(!include_str!("model.rs").contains("crate::"));
}

const NAMED_CONCAT: &str = "/// Joins tensors.
///
/// - `axis` = 0: which one
/// - `alias: cat`
pub fn concat(scope: Owner, tensors: TensorRefs, axis: i64) -> Result<NewTensor> { todo!() }";

#[test]
fn an_alias_is_a_function_of_its_own() {
    let functions = sample(NAMED_CONCAT);
    let names: Vec<&str> = functions.iter().map(|function| function.name.as_str()).collect();
    assert_eq!(names, ["concat", "cat"]);
    assert_eq!(functions[1].doc().text, "Another name for `concat`. Joins tensors.");
    assert!(c::exports("tensor", &functions).contains("named(\"cat\", tensor::cat(scope, "));
    let item = syn::parse_str(NAMED_CONCAT).expect("a function");
    let doc = functions[0].doc();
    let texts = crate::aliases::of(&item, &functions[0].docs, &doc).expect("a name");
    assert!(texts[0].contains("{ super::concat(scope, tensors, axis) }"), "{texts:?}");
}

#[test]
fn a_join_takes_its_tensors_first_too() {
    let text = java::methods::methods(&sample(NAMED_CONCAT));
    for head in ["long axis, Tensor... tensors", "Tensor... tensors", "List<? extends Tensor> tensors, long axis"] {
        assert!(text.contains(&format!("public static Tensor concat({head}) {{")), "{head}: {text}");
    }
    assert!(text.contains("        return concat(0, tensors);\n"), "{text}");
}

const STD: &str = "/// The deviation.
///
/// - `axes` = []: which ones
/// - `correction` = 1: how many less
/// - `keepdim` = false: whether they stay
/// - `spread`
pub fn std(scope: Owner, t: TensorRef, axes: Axes, correction: f64, keepdim: bool) -> Result<NewTensor> { todo!() }";

#[test]
fn axes_may_be_separate_numbers() {
    let text = java::methods::methods(&sample(STD));
    assert!(text.contains("public Tensor std(long... axes) {\n        return std(false, axes);"), "{text}");
    assert!(text.contains("public Tensor std(boolean keepdim, long... axes) {\n        return std(axes, 1, keepdim);"));
    let [(_, members), _] = csharp::classes(&sample(STD));
    let text = members.concat();
    assert!(text.contains("public Tensor Std(params ReadOnlySpan<long> axes) => Std(false, axes);"), "{text}");
    assert!(text.contains("Std(bool keepDim, params ReadOnlySpan<long> axes) => Std(axes, 1, keepDim);"), "{text}");
    assert!(
        crate::fsharp::module(&sample(STD)).contains("let stdOverKeep (axes: int64 list) (t: Tensor) = t.Std(true, ")
    );
}

const RANDPERM: &str = "/// A permutation.
///
/// - `n`: how many
/// - `dtype` = I64: of the result
pub fn randperm(scope: Owner, device: DeviceCode, dtype: DTypeCode, n: i64) -> Result<NewTensor> { todo!() }";

#[test]
fn a_maker_has_the_dtype_that_its_doc_says() {
    use crate::java::makers::{Of, makers};
    let functions = read::parsed("tensor", "tensor/like", RANDPERM).expect("every type has a rule");
    let text = makers(&functions, Of::Tensor);
    assert!(text.contains("It is int64, on the default device of its scope."), "{text}");
    assert!(text.contains("randperm(long n) {\n        return randperm(DType.I64, Device.OF_SCOPE, n);"), "{text}");
    let [(_, members), _] = csharp::classes(&functions);
    assert!(members.concat().contains("RandPerm(long n, DType dtype = DType.I64, Device? device = null)"));
}

/// A reader of the header looks for the function that a comment names.
#[test]
fn the_header_names_functions_that_it_declares() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the package lies in the checkout");
    let header = std::fs::read_to_string(root.join("include/tenure.h")).expect("it is committed");
    let (comments, code): (Vec<&str>, Vec<&str>) = header.lines().partition(|line| line.trim_start().starts_with("//"));
    let code = code.join("\n");
    let named = comments.iter().flat_map(|line| line.split('`').skip(1).step_by(2));
    let is_function =
        |name: &&str| name.starts_with("tenure_") && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    let missing: std::collections::BTreeSet<&str> =
        named.filter(is_function).filter(|name| !code.contains(&format!("{name}("))).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
