//! Runs `tests/scenarios/*.txt` through `tenure::api`: one behaviour, three languages (Java and C# run the same files).
//!
//! The counts of live handles and bytes are the process's, so everything here runs one after another, under one lock.

mod every_operation;
mod scenario_runner;

use scenario_runner::{Failure, Live, needs_library, run_file, run_text};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

fn alone() -> MutexGuard<'static, ()> {
    ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner)
}

fn files() -> Vec<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios");
    let entries = std::fs::read_dir(&folder).expect("the folder is there");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("it can be read").path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "txt"));
    files.sort();
    files
}

/// Every scenario holds, and nothing is alive after the last.
#[test]
fn every_scenario_holds() {
    let _alone = alone();
    let files = files();
    assert!(files.len() >= 60, "{} scenarios: some are missing", files.len());
    let mut failures = Vec::new();
    for file in &files {
        let name = file.file_stem().expect("a file has a name").to_string_lossy();
        if needs_library(&name) {
            eprintln!("skipped: {name}, since TENURE_ONNXRUNTIME names no library");
        } else if let Err(Failure { line, text }) = run_file(file) {
            failures.push(format!("{}:{line}: {text}", file.display()));
        }
    }
    assert!(failures.is_empty(), "{} of {} scenarios:\n{}", failures.len(), files.len(), failures.join("\n"));
    assert_eq!(Live::now(), Live { handles: 0, tensors: 0, scopes: 0, bytes: 0, unowned: 0 });
    println!("{} scenarios hold", files.len());
}

/// Every status is met in a scenario, as every binding has to translate each.
#[test]
fn every_status_occurs() {
    let texts: Vec<String> = files().iter().map(|file| std::fs::read_to_string(file).expect("it is text")).collect();
    for status in &tenure::error::Status::ALL[1..] {
        let wanted = format!("expect_error {} ", status.name());
        assert!(texts.iter().any(|text| text.contains(&wanted)), "no scenario has '{wanted}'");
    }
}

/// A scenario that is not so fails at its line: a runner that lets things pass would prove nothing.
#[test]
fn what_is_not_so_fails() {
    let _alone = alone();
    let cases = [
        ("t = zeros f32 [2]", "the first line is not a comment"),
        ("# p\nfrobnicate t", "unknown command 'frobnicate'"),
        ("# p\nexpect_error INVALID_ARGUMENT frobnicate t", "unknown command"),
        ("# p\nt = zeros f32", "it takes 2 words"),
        ("# p\nt = zeros f32 [2] [3]", "it takes 2 words"),
        ("# p\nexpect_error INVALID_ARGUMENT t = zeros f32 [-1] cpu", "it takes 2 words"),
        ("# p\nt = zeros f32 2", "'2' is not a list"),
        ("# p\nt = zeros float [2]", "'float' is not a dtype"),
        ("# p\nu = neg t", "'t' is bound to nothing"),
        ("# p\nexpect_error INVALID_HANDLE u = neg t", "'t' is bound to nothing"),
        ("# p\nt = zeros f32 [2]\n\nt = zeros f32 [2]", "'t' is bound already"),
        ("# p\ns = open\nu = neg s", "'s' is a scope, a tensor is needed"),
        ("# p\nzeros f32 [2]", "zeros makes 1 results, 0 are named"),
        ("# p\nt = fill t 1", "'t' is bound to nothing"),
        ("# p\nt = zeros f32 [-1]", "INVALID_ARGUMENT"),
        ("# p\nexpect_error INVALID_ARGUMENT t = zeros f32 [2]", "it succeeded"),
        ("# p\nexpect_error SHAPE_MISMATCH t = zeros f32 [-1]", "SHAPE_MISMATCH was wanted"),
        ("# p\nexpect_error INVALID_ARGUMENT \"moon\" t = zeros f32 [-1]", "should contain 'moon'"),
        ("# p\nexpect_error NO_SUCH t = zeros f32 [-1]", "'NO_SUCH' is not a status"),
        ("# p\nt = zeros f32 [2]\nexpect_values t [0,1]", "[0,1] was wanted, it is [0,0]"),
        ("# p\nt = zeros f32 [2]\nexpect_values t [0]", "[0] was wanted, it is [0,0]"),
        ("# p\nt = zeros f32 [1]\nexpect_close t [0.1] 0.01", "[0.1] was wanted"),
        ("# p\nt = zeros f32 [1]\nexpect_close t [inf] 1", "[inf] was wanted"),
        ("# p\nt = zeros f32 [1]\nexpect_close t [nan] 1", "[NaN] was wanted"),
        ("# p\nt = zeros f32 [2]\nu = zeros f32 [1,2]\nexpect_same t u", "[1, 2] was wanted"),
        ("# p\nt = zeros f32 [2]\nu = zeros i32 [2]\nexpect_same t u", "was wanted"),
        ("# p\nt = zeros f32 [2]\nu = ones f32 [2]\nexpect_same t u", "differ"),
        ("# p\nt = zeros f32 [2]\nexpect_shape t [3]", "[3] was wanted"),
        ("# p\nt = zeros f32 [2]\nexpect_strides t [3]", "[3] was wanted"),
        ("# p\nt = zeros f32 [2]\nexpect_dtype t i32", "was wanted"),
        ("# p\nt = zeros f32 [2]\nexpect_contiguous t false", "false was wanted"),
        ("# p\nt = zeros f32 [1]\nexpect_item t 1", "1.0 was wanted"),
        ("# p\nt = zeros f32 [1]\nexpect_text t \"[1.]\"", "was wanted"),
        ("# p\nt = zeros f32 [1]\nexpect_use_count t 2", "2 was wanted"),
        ("# p\nt = zeros f32 [1]\ns = open\nexpect_owner t s", "should own it"),
        ("# p\ns = open\nt = zeros f32 [1]\nexpect_owner t none", "should own it"),
        ("# p\ns = open\nexpect_scope s tensors 1", "1 tensors were wanted, there are 0"),
        ("# p\ns = open\nexpect_scope s moons 1", "'moons' is not counted"),
        ("# p\nexpect_live scopes 1", "1 scopes were wanted, there are 0"),
        ("# p\nexpect_live scopes", "pairs"),
        ("# p\nusing s", "the block has no end"),
        ("# p\nend", "end without a block"),
        ("# p\nthread\nend t", "only a using block returns something"),
        ("# p\nthrow", "throw stands alone"),
        ("# p\nusing s\nend t", "'t' is bound to nothing"),
        ("# p\nt = zeros f32 [2]x\"", "a quote inside the word"),
        ("# p\nexpect_text t \"a", "a quote is missing"),
        ("# p\nt = npy_load /etc/hosts", "does not begin with $TMP/"),
        ("# p\nthread\nfrobnicate\nend", "unknown command"),
        ("# p\nm = zeros f32 [2]\ny = onnx_run m", "'m' is a tensor, a onnx_model is needed"),
        ("# p\no = onnx_run_options\nexpect_cancelled o true", "true was wanted, it is false"),
    ];
    for (text, wanted) in cases {
        let failure = run_text("refused", text).expect_err(text);
        assert!(failure.text.contains(wanted), "{text}\nshould fail with '{wanted}', not '{}'", failure.text);
        let after = Live::now();
        assert_eq!(after, Live { handles: 0, tensors: 0, scopes: 0, bytes: 0, unowned: 0 }, "left by {text}");
    }
}

/// A failure names the line, of a command in a block as of any other.
#[test]
fn failures_name_the_line() {
    let _alone = alone();
    let failure = run_text("line", "# p\n\nusing s\n  frobnicate\nend").expect_err("an unknown command");
    assert_eq!(failure.line, 4);
    let failure = run_text("line", "# p\nusing s\n  thread\nend").expect_err("one end is missing");
    assert_eq!(failure.line, 2);
}
