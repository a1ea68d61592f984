//! Runs `tests/scenarios/*.txt` through `tenure::api`: one behaviour in three languages, because
//! Java and C# run the same files.
//!
//! The counts of live handles and bytes belong to the process, so everything here runs one after
//! another, under one lock.

#[path = "common/driver.rs"]
mod driver;
mod every_operation;
mod scenario_runner;

use scenario_runner::{
    Answer, Failure, Fault, Live, Run, needs_library, run_file, run_file_with, run_on, run_text, wrong,
};
use std::path::{Path, PathBuf};
#[cfg(debug_assertions)]
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tenure::error::Status;
#[cfg(debug_assertions)]
use tenure::memory::faults::{Faults, REASON, Which};
#[cfg(debug_assertions)]
use tenure::ops;

static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

fn alone() -> MutexGuard<'static, ()> {
    ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner)
}

/// All scenario files, with and without models.
fn files() -> Vec<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios");
    let entries = std::fs::read_dir(&folder).expect("the folder is there");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("it can be read").path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "txt"));
    files.sort();
    files
}

fn name_of(file: &Path) -> String {
    file.file_stem().expect("a file has a name").to_string_lossy().into_owned()
}

/// Runs the scenarios of models, or all others. Nothing may be alive after the last one.
fn all_hold(of_models: bool, least: usize, run: impl Fn(&Path) -> Result<(), Failure>) {
    let mut files = files();
    files.retain(|file| needs_library(&name_of(file)) == of_models);
    assert!(files.len() >= least, "{} scenarios: some are missing", files.len());
    let mut failures = Vec::new();
    for file in &files {
        if let Err(Failure { line, text }) = run(file) {
            failures.push(format!("{}:{line}: {text}", file.display()));
        }
    }
    assert!(failures.is_empty(), "{} of {} scenarios:\n{}", failures.len(), files.len(), failures.join("\n"));
    assert_eq!(Live::now(), Live::default());
    println!("{} scenarios hold", files.len());
}

/// Every scenario holds.
#[test]
fn every_scenario_holds() {
    let _alone = alone();
    all_hold(false, 60, run_file);
}

const CPU: i32 = 0;
const CUDA: i32 = 1 << 16;

/// Every scenario holds on a device too, but those whose second line says why not. Where the reason
/// is an operation that the device has not, that must be so.
#[test]
fn every_scenario_holds_on_a_device() {
    let _alone = alone();
    driver::name();
    run_on(CUDA);
    let left_out = std::cell::Cell::new(0);
    all_hold(false, 60, |file| {
        let text = std::fs::read_to_string(file).expect("it is text");
        let Some(reason) = text.lines().nth(1).and_then(|line| line.strip_prefix("# only on cpu: ")) else {
            return run_file(file);
        };
        left_out.set(left_out.get() + 1);
        match reason.starts_with("no kernel: ").then(|| run_file(file)) {
            Some(Ok(())) => Err(Failure { line: 2, text: "it holds on a device: the line must go".into() }),
            Some(Err(Failure { line, text })) if !text.contains("UNSUPPORTED") => Err(Failure { line, text }),
            _ => Ok(()),
        }
    });
    println!("{} of them are the processor's", left_out.get());
    run_on(CPU);
}

/// Scenarios that expect the sizes of blocks. If a block cannot grow, its cycle ends without an
/// error and the block is smaller.
#[cfg(debug_assertions)]
const OF_GROWTH: [&str; 7] = [
    "workspaces_cycles_before_initialization",
    "workspaces_max_size",
    "workspaces_min_size",
    "workspaces_overallocation_limit",
    "workspaces_policy_allocation",
    "workspaces_policy_learning",
    "workspaces_report",
];

/// The scenarios of models. Without a library it fails, but `ci/test` counts it as skipped, by its
/// name.
#[test]
fn needs_onnx_every_scenario_of_models_holds() {
    let _alone = alone();
    all_hold(true, 9, run_file);
}

/// Each command of each scenario, with a fault at each of its requests for memory. It must fail
/// with the right status, change nothing, and then succeed without the fault.
#[cfg(debug_assertions)] // faults exist in debug builds only
#[test]
fn every_request_of_every_command_may_be_refused() {
    let _alone = alone();
    refuse_all(false, 60, 10_000);
}

/// As above, for models.
#[cfg(debug_assertions)]
#[test]
fn needs_onnx_every_request_of_models_may_be_refused() {
    let _alone = alone();
    refuse_all(true, 9, 100);
}

/// Commands that consume what was recorded, also if memory runs out in the middle.
#[cfg(debug_assertions)]
const CONSUMING: [&str; 3] = ["tape_backward", "backward", "backward_from"];

/// Whether a refused request may leave a change behind: see
/// `every_request_of_backward_may_be_refused`; a step by a closure is many calls.
#[cfg(debug_assertions)]
fn is_not_one_change(command: &str) -> bool {
    CONSUMING.contains(&command) || command == "optimizer_step_closure"
}

/// `backward` consumes its tape if memory runs out in the middle. So each of its requests is
/// refused in a separate run of the scenario, which ends there and leaves nothing behind.
#[cfg(debug_assertions)]
#[test]
fn every_request_of_backward_may_be_refused() {
    let _alone = alone();
    REFUSED.store(0, Ordering::Relaxed);
    for file in files() {
        let text = std::fs::read_to_string(&file).expect("it is text");
        let is_one = |line: &&str| line.split_whitespace().any(|word| CONSUMING.contains(&word));
        let calls = text.lines().filter(is_one).count() as u64;
        if calls == 0 {
            continue;
        }
        for call in 0..calls {
            for n in 0.. {
                AT.store(call, Ordering::Relaxed);
                NTH.store(n, Ordering::Relaxed);
                let before = REFUSED.load(Ordering::Relaxed);
                let result = run_file_with(&file, with_a_fault_in_backward);
                assert_eq!(Live::now(), Live::default(), "{file:?} {call} {n}");
                let is_refused = REFUSED.load(Ordering::Relaxed) > before;
                match result {
                    Err(Failure { text, .. }) if is_refused => {
                        assert!(text.contains(REASON), "{file:?} {call} {n}: {text}")
                    }
                    Err(Failure { line, text }) => panic!("{file:?}:{line}: {text}"),
                    Ok(()) if is_refused => {}
                    Ok(()) => break,
                }
            }
        }
    }
    let refused = REFUSED.load(Ordering::Relaxed);
    println!("{refused} requests were refused");
    assert!(refused > 100, "{refused} requests were refused");
}

/// The number of the call of `backward` that is refused.
#[cfg(debug_assertions)]
static AT: AtomicU64 = AtomicU64::new(0);
/// The number of the request that is refused, or of the first one.
#[cfg(debug_assertions)]
static NTH: AtomicU64 = AtomicU64::new(0);

#[cfg(debug_assertions)]
fn with_a_fault_in_backward(run: &mut Run, command: &str, call: &mut dyn FnMut(&mut Run) -> Answer) -> Answer {
    if !CONSUMING.contains(&command) || AT.fetch_sub(1, Ordering::Relaxed) != 0 {
        return call(run);
    }
    let faults = Faults::after(NTH.load(Ordering::Relaxed) as u32, Which::One);
    let answer = call(run);
    REFUSED.fetch_add(faults.refused(), Ordering::Relaxed);
    answer
}

#[cfg(debug_assertions)]
fn refuse_all(of_models: bool, files: usize, least: u64) {
    let hold = |faults| {
        REFUSED.store(0, Ordering::Relaxed);
        all_hold(of_models, files, |file| match OF_GROWTH.contains(&name_of(file).as_str()) {
            true => run_file(file),
            false => run_file_with(file, faults),
        });
        REFUSED.load(Ordering::Relaxed)
    };
    let refuse = |which, first| {
        IS_ALL.store(which == Which::AllFrom, Ordering::Relaxed);
        NTH.store(first, Ordering::Relaxed);
        hold(with_faults)
    };
    let requests = hold(counting);
    let with_all_later = refuse(Which::AllFrom, 0);
    // A call that succeeds without one request is done, and its later requests are not refused, so
    // each request is the first one in some run.
    let alone: Vec<u64> = (0..).map(|first| refuse(Which::One, first)).take_while(|refused| *refused > 0).collect();
    println!("of {requests} requests {with_all_later} were refused with all later ones, {alone:?} alone");
    assert!(with_all_later >= requests, "a call has found its way without memory");
    let refused = with_all_later + alone.iter().sum::<u64>();
    assert!(refused > least, "{refused} requests were refused");
}

#[cfg(debug_assertions)]
fn counting(run: &mut Run, command: &str, call: &mut dyn FnMut(&mut Run) -> Answer) -> Answer {
    if is_not_one_change(command) {
        return call(run);
    }
    let faults = Faults::count();
    let answer = call(run);
    REFUSED.fetch_add(faults.requests(), Ordering::Relaxed);
    answer
}

/// The number of calls that had a request refused.
#[cfg(debug_assertions)]
static REFUSED: AtomicU64 = AtomicU64::new(0);

#[cfg(debug_assertions)]
static IS_ALL: AtomicBool = AtomicBool::new(false);

#[cfg(debug_assertions)]
fn with_faults(run: &mut Run, command: &str, call: &mut dyn FnMut(&mut Run) -> Answer) -> Answer {
    let which = if IS_ALL.load(Ordering::Relaxed) { Which::AllFrom } else { Which::One };
    if is_not_one_change(command) {
        return call(run);
    }
    for n in NTH.load(Ordering::Relaxed) as u32..100_000 {
        let (live, elements, position) = (Live::now(), run.elements(), ops::position());
        let faults = Faults::after(n, which);
        let answer = call(run);
        let refused = faults.refused();
        drop(faults);
        REFUSED.fetch_add(u64::from(refused > 0), Ordering::Relaxed);
        let error = match answer {
            Err(Fault::Library(error)) if refused > 0 => error,
            done => return done, // nothing was refused, or the call succeeded without it
        };
        let about = format!("{command}, {which:?} {n}");
        if !matches!(error.status(), Status::OutOfMemory | Status::LimitExceeded) {
            return wrong(format!("{about}: {error:?}"));
        }
        let mut now = Live::now();
        if run.is_in_cycle() {
            now.bytes = live.bytes; // the rest is released with the cycle, as the end of the scenario checks
        }
        if now != live {
            return wrong(format!("{about} changed what is alive: {live:?} to {now:?}"));
        }
        if run.elements() != elements {
            return wrong(format!("{about} changed elements"));
        }
        if ops::position() != position {
            return wrong(format!("{about} has drawn random numbers"));
        }
    }
    wrong("it asks for memory without an end")
}

/// Every status occurs in a scenario, because every binding has to translate each one.
#[test]
fn every_status_occurs() {
    let texts: Vec<String> = files().iter().map(|file| std::fs::read_to_string(file).expect("it is text")).collect();
    for status in &Status::ALL[1..] {
        let wanted = format!("expect_error {} ", status.name());
        assert!(texts.iter().any(|text| text.contains(&wanted)), "no scenario has '{wanted}'");
    }
}

/// A scenario with a false condition fails at its line; a runner that accepts everything would
/// prove nothing.
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
        assert_eq!(after, Live::default(), "left by {text}");
    }
}

/// A failure names its line, for a command in a block too.
#[test]
fn failures_name_the_line() {
    let _alone = alone();
    let failure = run_text("line", "# p\n\nusing s\n  frobnicate\nend").expect_err("an unknown command");
    assert_eq!(failure.line, 4);
    let failure = run_text("line", "# p\nusing s\n  thread\nend").expect_err("one end is missing");
    assert_eq!(failure.line, 2);
}
