//! `Run`: one scenario in progress, with the bindings of names and the current scopes.
//!
//! Invariant: at the end everything that was bound is released, and the live counts must be those
//! of the start. So a scenario cannot affect the counts of the next one.

use super::words::{BlockKind, Line, Step, Wanted, Word, is_name, parse};
use super::{
    Answer, Bound, Failure, Fault, Kind, checks, files, make, models, modules, onnx_values, ops, owners, read,
    workspaces, wrong,
};
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI32, Ordering};
use tenure::api;
use tenure::error::{Error, Status};

const CPU: i32 = 0;
/// The device of this process's scenarios.
static DEVICE: AtomicI32 = AtomicI32::new(CPU);

/// From now on scenarios run on this device: makers make tensors there, the bytes are those of its
/// memory, and the limit is its limit.
pub fn run_on(device: i32) {
    api::debug::set_default_device(device).expect("the device is there");
    DEVICE.store(device, Ordering::Release);
}

/// The device that scenarios run on.
pub fn device() -> i32 {
    DEVICE.load(Ordering::Acquire)
}

/// Whether scenarios run on a device whose memory the host cannot read.
pub fn is_elsewhere() -> bool {
    device() != CPU
}

/// What is alive in the process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Live {
    pub handles: u64,
    pub tensors: u64,
    pub scopes: u64,
    /// Of the device that scenarios run on.
    pub bytes: u64,
    /// Of the processor, if that is another device.
    pub here: u64,
    pub unowned: u64,
}

impl Live {
    /// The current counts.
    pub fn now() -> Live {
        let stats = api::memory::stats(device()).expect("it was there before");
        let here = api::memory::stats(CPU).expect("the processor is a device").live_bytes;
        Live {
            handles: stats.live_handles,
            tensors: stats.live_tensors,
            scopes: stats.live_scopes,
            bytes: stats.live_bytes,
            here: if is_elsewhere() { here } else { 0 },
            unowned: stats.unowned_bytes,
        }
    }
}

/// Runs the scenario of a file.
pub fn run_file(path: &Path) -> Result<(), Failure> {
    let text = std::fs::read_to_string(path).map_err(|error| Failure { line: 0, text: error.to_string() })?;
    run_text(&path.file_stem().expect("a file has a name").to_string_lossy(), &text)
}

/// Runs the scenario of a text; `name` names its temporary folder.
pub fn run_text(name: &str, text: &str) -> Result<(), Failure> {
    run_with(name, text, None, |_| (), |_| ())
}

/// Like [`run_file`], but `faults` tries each command before it counts.
pub fn run_file_with(path: &Path, faults: Faulty) -> Result<(), Failure> {
    let text = std::fs::read_to_string(path).map_err(|error| Failure { line: 0, text: error.to_string() })?;
    run_with(&path.file_stem().expect("a file has a name").to_string_lossy(), &text, Some(faults), |_| (), |_| ())
}

/// Like [`run_text`]; `look` sees what is bound, newest last, before it is released. This includes
/// the results of a last command without names.
pub fn run_looking(name: &str, text: &str, look: impl FnOnce(&[Bound])) -> Result<(), Failure> {
    run_with(name, text, None, |_| (), look)
}

/// Like [`run_looking`]; `given` binds names before the first line, for resources that no command
/// creates.
pub fn run_given(
    name: &str,
    text: &str,
    given: impl FnOnce(&mut Run),
    look: impl FnOnce(&[Bound]),
) -> Result<(), Failure> {
    run_with(name, text, None, given, look)
}

/// Runs a command any number of times. Each try except the last must fail and change nothing; the
/// result of the last one counts.
pub type Faulty = fn(&mut Run, &str, &mut dyn FnMut(&mut Run) -> Answer) -> Answer;

fn run_with(
    name: &str,
    text: &str,
    faults: Option<Faulty>,
    given: impl FnOnce(&mut Run),
    look: impl FnOnce(&[Bound]),
) -> Result<(), Failure> {
    let steps = parse(text)?;
    let last_line = text.lines().count();
    let folder = std::env::temp_dir().join(format!("tenure-scenario-{}-{name}", std::process::id()));
    let mut run = Run {
        start: Live::now(),
        names: HashMap::new(),
        bound: Vec::new(),
        current: Vec::new(),
        entered: Vec::new(),
        named: None,
        faults,
        folder,
    };
    given(&mut run);
    let body = run.steps(&steps).map(|_| ());
    look(&run.bound);
    let end = run.end().map_err(|text| Failure { line: last_line, text });
    if run.folder.exists() {
        std::fs::remove_dir_all(&run.folder).expect("nobody else has it");
    }
    body.and(end)
}

/// How the steps of a body ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ended {
    Normally,
    ByThrow,
}

/// The state of a scenario in progress.
pub struct Run {
    /// What was alive before the first line.
    pub start: Live,
    /// The scopes that were made current, innermost last; closed ones are skipped.
    pub current: Vec<u64>,
    /// The entered workspaces, and the positions of their scopes in `current`, counted from 1.
    pub entered: Vec<(u64, usize)>,
    /// The owner named by `in s`, while its command runs.
    pub named: Option<u64>,
    faults: Option<Faulty>,
    names: HashMap<String, Bound>,
    /// The values of `names`, in the order in which they were bound.
    bound: Vec<Bound>,
    folder: PathBuf,
}

impl Run {
    /// The owner of new resources: the innermost current scope that is open, 0 for none.
    pub fn owner(&self) -> u64 {
        if let Some(scope) = self.named {
            return scope;
        }
        let is_open = |&&scope: &&u64| api::scope::owner(scope).is_ok();
        self.current.iter().rev().find(is_open).copied().unwrap_or(0)
    }

    /// The resource that a name is bound to.
    pub fn any(&self, word: &Word) -> Result<Bound, Fault> {
        match self.names.get(&word.text) {
            Some(bound) if is_name(word) => Ok(*bound),
            _ => wrong(format!("'{}' is bound to nothing", word.text)),
        }
    }

    /// The handle that a name of this kind is bound to.
    pub fn handle(&self, kind: Kind, word: &Word) -> Result<u64, Fault> {
        match self.any(word)? {
            bound if bound.kind == kind => Ok(bound.handle),
            bound => wrong(format!("'{}' is a {}, a {kind} is needed", word.text, bound.kind)),
        }
    }

    /// The tensor that a name is bound to.
    pub fn tensor(&self, word: &Word) -> Result<u64, Fault> {
        self.handle(Kind::Tensor, word)
    }

    /// Like [`Run::tensor`], or 0 for the word `none`.
    pub fn optional_tensor(&self, word: &Word) -> Result<u64, Fault> {
        if word.is("none") { Ok(0) } else { self.tensor(word) }
    }

    /// The tensors that names are bound to.
    pub fn tensors(&self, words: &[Word]) -> Result<Vec<u64>, Fault> {
        words.iter().map(|word| self.tensor(word)).collect()
    }

    /// A path below the scenario's own folder.
    pub fn path(&self, word: &Word) -> Result<String, Fault> {
        match word.text.strip_prefix("$TMP/") {
            Some(rest) => {
                std::fs::create_dir_all(&self.folder).expect("the temporary folder can be written");
                Ok(self.folder.join(rest).to_string_lossy().into_owned())
            }
            None => wrong(format!("path '{}' does not begin with $TMP/", word.text)),
        }
    }

    fn steps(&mut self, steps: &[Step]) -> Result<Ended, Failure> {
        for step in steps {
            match step {
                Step::Throw => return Ok(Ended::ByThrow),
                Step::Command(line) => self.line(line).map_err(|fault| failure(line.number, fault))?,
                Step::Block { kind: BlockKind::Using, line, args, body, end, escapes } => {
                    self.using(*line, args, body, *end, escapes)?;
                }
                Step::Block { kind: BlockKind::Run, line, args, body, .. } => {
                    let scope = match args.as_slice() {
                        [scope] => self.handle(Kind::Scope, scope),
                        _ => wrong("run takes one scope"),
                    };
                    let before = self.current.len();
                    self.current.push(scope.map_err(|fault| failure(*line, fault))?);
                    self.steps(body)?;
                    self.current.truncate(before);
                }
                Step::Block { kind: BlockKind::Thread, line, args, body, .. } => {
                    if !args.is_empty() {
                        return Err(failure(*line, Fault::Scenario("thread takes nothing".into())));
                    }
                    let before = std::mem::take(&mut self.current);
                    let ended = std::thread::scope(|threads| threads.spawn(|| self.steps(body)).join());
                    ended.expect("a step catches its panics")?;
                    self.current = before;
                }
            }
        }
        Ok(Ended::Normally)
    }

    fn using(
        &mut self,
        line: usize,
        args: &[Word],
        body: &[Step],
        end: usize,
        escapes: &[Word],
    ) -> Result<(), Failure> {
        let [name] = args else { return Err(failure(line, Fault::Scenario("using takes one name".into()))) };
        let opened = self.free(&name.text).and_then(|()| Ok(api::scope::push(self.owner())?));
        let scope = opened.map_err(|fault| failure(line, fault))?;
        self.bind(&name.text, Bound { kind: Kind::Scope, handle: scope, forged: false });
        let before = self.current.len();
        self.current.push(scope);
        let ended = self.steps(body)?;
        self.current.truncate(before);
        let closed = match ended {
            Ended::ByThrow => ignore_closed(api::scope::close(scope)).map_err(Fault::from),
            Ended::Normally => escapes
                .iter()
                .map(|word| self.any(word).map(|bound| bound.handle))
                .collect::<Result<Vec<u64>, Fault>>()
                .and_then(|keep| Ok(ignore_closed(api::scope::pop(scope, &keep))?)),
        };
        closed.map_err(|fault| failure(end, fault))
    }

    fn line(&mut self, line: &Line) -> Result<(), Fault> {
        for (at, name) in line.results.iter().enumerate() {
            self.free(name)?;
            if line.results[..at].contains(name) {
                return wrong(format!("'{name}' is named twice"));
            }
        }
        let Some(wanted) = &line.fails else {
            let made = self.command(line)?;
            if made.len() != line.results.len() {
                let text = format!("{} makes {} results, {} are named", line.command, made.len(), line.results.len());
                self.bound.extend(made);
                return wrong(text);
            }
            for (name, bound) in line.results.iter().zip(made) {
                self.bind(name, bound);
            }
            return Ok(());
        };
        let status = read::status(&wanted.status)?;
        let before = Live::now();
        match self.command(line) {
            Err(Fault::Library(error)) => expected(wanted, status, &error)?,
            Err(fault) => return Err(fault),
            Ok(made) => {
                self.bound.extend(made);
                return wrong(format!("{} was wanted, it succeeded", wanted.status));
            }
        }
        match Live::now() {
            after if after == before => Ok(()),
            after => wrong(format!("the failed call changed what is alive: {before:?} to {after:?}")),
        }
    }

    /// Runs one command. A panic becomes the status that the bindings would return for it.
    fn command(&mut self, line: &Line) -> Answer {
        match self.faults {
            Some(faults) => faults(self, &line.command, &mut |run| run.tried(line)),
            None => self.tried(line),
        }
    }

    fn tried(&mut self, line: &Line) -> Answer {
        type Family = fn(&mut Run, &str, &[Word]) -> Option<Answer>;
        const FAMILIES: [Family; 9] = [
            make::command,
            ops::command,
            owners::command,
            workspaces::command,
            models::command,
            onnx_values::command,
            modules::command,
            files::command,
            checks::command,
        ];
        let call = AssertUnwindSafe(|| FAMILIES.iter().find_map(|family| family(self, &line.command, &line.args)));
        match catch_unwind(call) {
            Ok(Some(answer)) => answer,
            Ok(None) => wrong(format!("unknown command '{}'", line.command)),
            Err(_) => Err(Error::new(Status::Panic, "the library panicked").into()),
        }
    }

    /// The elements of all open tensors that are bound, except for views larger than the limit.
    pub fn elements(&self) -> Vec<(u64, Vec<u8>)> {
        let is_small = |bound: &Bound| api::tensor::nbytes(bound.handle).is_ok_and(|bytes| bytes < 1 << 20);
        let tensors = self.bound.iter().filter(|bound| bound.kind == Kind::Tensor && !bound.forged && is_small(bound));
        let elements = |bound: &Bound| read::contents(bound.handle).ok().map(|(_, bytes)| (bound.handle, bytes));
        tensors.filter_map(elements).collect()
    }

    /// Whether the memory of results may outlive its tensors, in a cycle of a workspace.
    pub fn is_in_cycle(&self) -> bool {
        !self.entered.is_empty()
    }

    fn free(&self, name: &str) -> Result<(), Fault> {
        if self.names.contains_key(name) { wrong(format!("'{name}' is bound already")) } else { Ok(()) }
    }

    /// Binds an unused name.
    pub fn bind(&mut self, name: &str, bound: Bound) {
        self.names.insert(name.to_owned(), bound);
        self.bound.push(bound);
    }

    /// Releases what is left, and compares the live counts with those of the start.
    fn end(&mut self) -> Result<(), String> {
        let owned: Vec<Bound> = self.bound.iter().rev().filter(|bound| !bound.forged).copied().collect();
        let (scopes, others): (Vec<Bound>, Vec<Bound>) = owned.into_iter().partition(|b| b.kind == Kind::Scope);
        for bound in others.into_iter().chain(scopes) {
            if let Err(error) = release(bound) {
                return Err(format!("releasing what is left: {error:?}"));
            }
        }
        api::memory::set_limit(device(), 0).expect("it was there before");
        match Live::now() {
            now if now == self.start => Ok(()),
            now => Err(format!("alive at the start: {:?}, at the end: {now:?}", self.start)),
        }
    }
}

/// Releases what a name is bound to; succeeds if that has already been released.
pub fn release(bound: Bound) -> Result<(), Error> {
    ignore_closed(bound.kind.dispose(bound.handle))
}

fn ignore_closed(result: Result<(), Error>) -> Result<(), Error> {
    match result {
        Err(error) if error.status() == Status::InvalidHandle => Ok(()),
        other => other,
    }
}

fn expected(wanted: &Wanted, status: Status, error: &Error) -> Result<(), Fault> {
    if error.status() != status {
        return wrong(format!("{} was wanted, it failed with {error:?}", wanted.status));
    }
    match &wanted.message {
        Some(text) if !error.message().contains(text.as_str()) => {
            wrong(format!("the message should contain '{text}': '{}'", error.message()))
        }
        _ => Ok(()),
    }
}

fn failure(line: usize, fault: Fault) -> Failure {
    let text = match fault {
        Fault::Library(error) => format!("{error:?}"),
        Fault::Scenario(text) => text,
    };
    Failure { line, text }
}
