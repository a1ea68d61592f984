//! Lifetimes of tensors on a device: limits, scopes, reports, and what the collector frees.

use super::*;
use tenure::api::{handle, leak, memory, record, report, scope, tensor};
use tenure::error::Status;

const CUDA: i32 = 1 << 16;
const F32: i32 = DType::F32 as i32;

fn live() -> u64 {
    memory::stats(CUDA).expect("it is there").live_bytes
}

fn on_cuda(parent: u64) -> u64 {
    cuda();
    let made = scope::push(parent).expect("a scope");
    scope::set_default_device(made, CUDA).expect("it is there");
    made
}

#[test]
fn a_scope_limits_bytes_wherever_they_are() {
    let root = on_cuda(0);
    scope::set_limit(root, 4096).expect("open");
    let kept = tensor::zeros(root, -1, F32, &[512]).expect("within the limit");
    let error = tensor::zeros(root, -1, F32, &[600]).expect_err("beyond the limit");
    assert_eq!(error.status(), Status::LimitExceeded);
    let here = tensor::zeros(root, 0, F32, &[600]).expect_err("bytes of both devices count");
    assert_eq!(here.status(), Status::LimitExceeded);
    assert_eq!(scope::stats(root).expect("open").bytes, 2048);
    tensor::dispose(kept).expect("open");
    tensor::zeros(root, -1, F32, &[600]).expect("there is room again");
    scope::close(root).expect("open");
    assert_eq!(live(), 0);
}

#[test]
fn closing_keeping_and_lending_move_no_byte() {
    let root = on_cuda(0);
    let inner = on_cuda(root);
    let kept = tensor::ones(inner, -1, F32, &[100]).expect("small");
    let lost = tensor::ones(inner, -1, F32, &[100]).expect("small");
    let view = tensor::slice(inner, lost, 0, 0, 10, 1).expect("inside");
    let bytes = live();
    scope::keep(kept).expect("there is a parent");
    let lender = scope::push(root).expect("open");
    scope::temp_attach(lender, kept).expect("open");
    scope::close(lender).expect("open");
    assert_eq!(live(), bytes);
    assert_eq!(scope::owner(kept).expect("open"), root, "it came back");
    scope::keep(view).expect("there is a parent");
    scope::close(inner).expect("open");
    assert_eq!(live(), 800, "the view keeps its storage");
    assert_eq!(tensor::device(view).expect("open"), CUDA);
    scope::close(root).expect("open");
    assert_eq!(live(), 0);
}

#[test]
fn reports_name_the_device() {
    let root = on_cuda(0);
    handle::set_name(root, "epoch").expect("open");
    tensor::ones(root, -1, F32, &[2, 3]).expect("small");
    tensor::ones(root, 0, F32, &[2, 3]).expect("small");
    let dump = report::dump(0, 0).expect("a dump");
    assert!(dump.contains("\ncuda:0: 24 B live, "), "{dump}");
    assert!(dump.contains("1 x float32 [2,3] on cuda:0, 24 B"), "{dump}");
    assert!(dump.contains("1 x float32 [2,3], 24 B"), "{dump}");
    scope::close(root).expect("open");
}

#[test]
fn what_was_forgotten_is_freed_by_the_collector() {
    cuda();
    let forgotten: Vec<u64> = (0..20).map(|_| tensor::zeros(0, CUDA, F32, &[1000]).expect("small")).collect();
    assert_eq!(live(), 80_000);
    assert_eq!(handle::collect(&forgotten), 20, "the wrapper's objects are gone");
    assert_eq!(live(), 0);
    assert_eq!(memory::stats(CUDA).expect("there").backstop_freed, 20);
}

/// Format 1 is JSON, for dumps and leak reports.
const JSON: i32 = 1;

fn parsed(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap_or_else(|e| panic!("{e}: {text}"))
}

#[test]
fn dumps_have_the_totals_of_each_device() {
    let root = on_cuda(0);
    tensor::ones(root, -1, F32, &[2, 3]).expect("small");
    tensor::ones(root, -1, F32, &[500]).expect("small");
    tensor::ones(root, 0, F32, &[7]).expect("small");
    let dump = parsed(&report::dump(0, JSON).expect("a dump"));
    let there = memory::stats(CUDA).expect("it is there");
    assert_eq!((&dump["device"], &dump["live_bytes"]), (&"cpu".into(), &28.into()));
    let device = &dump["devices"][0];
    assert_eq!((&device["device"], &device["live_bytes"]), (&"cuda:0".into(), &2024.into()));
    assert_eq!(device["peak_bytes"], there.peak_bytes);
    assert_eq!(device["reserved_bytes"], there.reserved_bytes);
    assert_eq!(device["limit_bytes"], there.limit_bytes);
    let tensors = dump["roots"][0]["children"].as_array().expect("a list");
    let shown: Vec<_> = tensors.iter().map(|t| (t["shape"].to_string(), t["device"].as_str())).collect();
    let wanted = [("[500]", Some("cuda:0")), ("[7]", None), ("[2,3]", Some("cuda:0"))];
    assert_eq!(shown, wanted.map(|(shape, device)| (shape.to_string(), device)));
    let taken = parsed(&record::snapshot().expect("a snapshot"));
    let strings: Vec<&str> = taken["strings"].as_array().expect("a list").iter().filter_map(|s| s.as_str()).collect();
    assert!(strings.contains(&"[2,3]") && !strings.iter().any(|s| s.contains(" on ")), "{strings:?}");
    scope::close(root).expect("open");
}

#[test]
fn leak_reports_say_where_the_bytes_are() {
    cuda();
    leak::set_level(2).expect("a level");
    let moment = leak::begin().expect("a moment");
    let forgotten = tensor::ones(0, CUDA, F32, &[2, 3]).expect("small");
    let here = tensor::ones(0, 0, F32, &[2, 3]).expect("small");
    let text = leak::since(moment, 0).expect("a report");
    assert!(text.contains("float32 [2,3] on cuda:0, 24 B") && text.contains("float32 [2,3], 24 B"), "{text}");
    let leaks = parsed(&leak::since(moment, JSON).expect("a report"));
    let devices: Vec<_> = leaks.as_array().expect("a list").iter().map(|leak| leak["device"].as_str()).collect();
    assert!(devices.len() == 2 && devices.contains(&Some("cuda:0")) && devices.contains(&None), "{leaks:#}");
    let rows = leak::since(moment, 2).expect("rows");
    let shapes: Vec<&str> = rows.lines().map(|row| row.split('\t').nth(4).expect("a shape")).collect();
    assert_eq!(shapes, ["[2,3]", "[2,3]"]);
    tensor::dispose(forgotten).expect("open");
    tensor::dispose(here).expect("open");
}
