//! What is written of a function of each shape, and what is refused.

use crate::model::Function;
use crate::{c, csharp, jni, read};

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
    assert!(text.contains("axes: *const i64, n_axes: u32, keepdim: u8, out: *mut TenureHandle) -> Status"), "{text}");
    let call = "tensor::sum(scope, t, slice(axes, n_axes as usize, \"axes\")?, keepdim != 0)";
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
    assert!(native.contains("static native long sum(long scope, long t, boolean keepdim, long[] axes);"), "{native}");
}

#[test]
fn a_list_of_axes_in_csharp() {
    let text = csharp::imports(&[sample(SUM)]);
    let import = "int tenure_tensor_sum(ulong scope, ulong t, long* axes, uint n_axes, byte keepdim, ulong* result);";
    assert!(text.contains(import), "{text}");
}

#[test]
fn closing_twice_is_no_error_in_java_alone() {
    let functions = sample("/// Ends it.\npub fn end(t: Disposed) -> Result<()> { todo!() }");
    assert!(jni::rows("tensor", &functions).contains("tensor::end(t).or(Ok(()))"));
    assert!(c::exports("tensor", &functions).contains("call(|| tensor::end(t))"));
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
    assert!(text.contains("call_out(out, || tensor::counts(t))"), "{text}");
    assert!(jni::rows("tensor", &functions).contains("env.new_longs(&tensor::counts(t)?.numbers())"));
    assert!(jni::declarations(&functions).contains("static native long[] counts(long t);"));
    assert!(csharp::imports(&[functions]).contains("tenure_tensor_counts(ulong t, ScopeStats* result);"));
}

#[test]
fn records_go_to_an_array_with_their_count() {
    let functions = sample("/// Rows.\npub fn rows(t: TensorRef) -> Result<Vec<WorkspaceCycle>> { todo!() }");
    let text = c::exports("tensor", &functions);
    assert!(text.contains("out: *mut WorkspaceCycle, cap: usize, count: *mut usize) -> Status"), "{text}");
    assert!(text.contains("put_array(&tensor::rows(t)?, out, cap, count)"), "{text}");
    let rows = jni::rows("tensor", &functions);
    assert!(rows.contains("tensor::rows(t)?.iter().flat_map(|row| row.numbers())"), "{rows}");
    let import = "tenure_tensor_rows(ulong t, WorkspaceCycle* result, nuint cap, nuint* count);";
    assert!(csharp::imports(&[functions]).contains(import));
}
