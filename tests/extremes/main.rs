//! Calls every operation with integers on which computed sizes, strides and offsets would wrap. A
//! call must return a result or a typed error: no panic (overflow checks are on, so nothing wraps
//! either), no internal error, and no call that does not terminate.
//!
//! `ci/test` runs this in the release profile too, so that the shipped code is tested.
#![cfg(not(loom))]

mod models;

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use tenure::api::tensor;
use tenure::error::{Result, Status};
use tenure::tensor::{DType, Scalar};

const CPU: i32 = 0;
/// The number of calls of one operation on one tensor.
const CALLS: usize = 200;
/// A limit of memory. No call needs more, so a wrong size cannot exhaust the machine.
const MEMORY: u64 = 16 << 20;
/// A call that takes this long counts as not terminating; the longest takes milliseconds.
const HANGS: Duration = Duration::from_secs(60);

/// Integers that are likely to cause wrapping.
pub const EXTREMES: [i64; 22] = [
    i64::MIN,
    i64::MIN + 1,
    -(1 << 62),
    -(1 << 53),
    -(1 << 32) - 2,
    -(1 << 31),
    -1,
    0,
    (1 << 16) + 1,
    (1 << 22),
    i32::MAX as i64,
    1 << 31,
    (1 << 32) - 1,
    1 << 32,
    (1 << 32) + 2,
    1 << 53,
    1 << 60,
    1 << 61,
    1 << 62,
    (1 << 62) + 1,
    i64::MAX - 1,
    i64::MAX,
];

macro_rules! calls {
    ($($name:ident($($kind:ident),*);)*) => {
        const ALL: &[(&str, Call)] = &[$((stringify!($name), |_with| {
            catch_unwind(AssertUnwindSafe(|| tensor::$name($(_with.$kind()),*).map(Made::handles)))
                .unwrap_or_else(|_| Err(tenure::error::Error::new(Status::Panic, "it panicked")))
        })),*];
    };
}

include!("calls.rs");

type Call = fn(&Arguments) -> Result<Vec<u64>>;

/// The results of an operation, as handles to release.
trait Made {
    fn handles(self) -> Vec<u64>;
}

impl Made for () {
    fn handles(self) -> Vec<u64> {
        Vec::new()
    }
}

impl Made for u64 {
    fn handles(self) -> Vec<u64> {
        vec![self]
    }
}

impl<const N: usize> Made for [u64; N] {
    fn handles(self) -> Vec<u64> {
        self.to_vec()
    }
}

impl Made for Vec<u64> {
    fn handles(self) -> Vec<u64> {
        self
    }
}

/// SplitMix64: the same arguments in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    /// An ordinary integer, or one of the extremes.
    fn integer(&mut self) -> i64 {
        if self.below(2) == 0 { self.below(8) as i64 - 2 } else { EXTREMES[self.below(EXTREMES.len())] }
    }
}

/// The arguments of one call, recorded for the message of a failure.
struct Arguments<'a> {
    random: RefCell<Random>,
    tensors: &'a [u64],
    /// The operands of list parameters: pairs of tensors, and lists of integers.
    pairs: &'a [[u64; 2]],
    lists: &'a [Vec<i64>],
    /// The first tensor of the call.
    receiver: u64,
    is_first: Cell<bool>,
    given: RefCell<Vec<String>>,
}

impl<'a> Arguments<'a> {
    fn note<T: std::fmt::Debug>(&self, value: T) -> T {
        self.given.borrow_mut().push(format!("{value:?}"));
        value
    }

    fn owner(&self) -> u64 {
        0
    }

    fn tensor(&self) -> u64 {
        let random = &mut *self.random.borrow_mut();
        let again = random.below(2) == 0; // so that shapes match
        let handle = if self.is_first.replace(false) || again {
            self.receiver
        } else {
            self.tensors[random.below(self.tensors.len())]
        };
        self.note(tensor::shape(handle).expect("it is alive"));
        handle
    }

    fn optional(&self) -> u64 {
        if self.random.borrow_mut().below(2) == 0 { self.note(0) } else { self.tensor() }
    }

    fn tensors(&self) -> &'a [u64] {
        let pair = &self.pairs[self.random.borrow_mut().below(self.pairs.len())];
        self.note(pair.map(|handle| tensor::shape(handle).expect("it is alive")));
        pair
    }

    fn integer(&self) -> i64 {
        let value = self.random.borrow_mut().integer();
        self.note(value)
    }

    fn integers(&self) -> &'a [i64] {
        self.note(&self.lists[self.random.borrow_mut().below(self.lists.len())])
    }

    fn number(&self) -> f64 {
        const NUMBERS: [f64; 8] = [0.0, 1.0, -1.0, 0.5, 3.0, 1e300, f64::INFINITY, f64::NAN];
        let value = NUMBERS[self.random.borrow_mut().below(NUMBERS.len())];
        self.note(value)
    }

    fn scalar(&self) -> Scalar {
        let kind = self.random.borrow_mut().below(3);
        match kind {
            0 => Scalar::F64(self.number()),
            1 => Scalar::I64(self.integer()),
            _ => Scalar::U64(self.integer() as u64),
        }
    }

    fn optional_number(&self) -> Option<f64> {
        let is_given = self.random.borrow_mut().below(2) == 0;
        is_given.then(|| self.number())
    }

    fn optional_integer(&self) -> Option<i64> {
        let is_given = self.random.borrow_mut().below(2) == 0;
        is_given.then(|| self.integer())
    }

    fn dtype(&self) -> i32 {
        let dtype = DType::ALL[self.random.borrow_mut().below(DType::ALL.len())];
        self.note(dtype).code()
    }

    fn device(&self) -> i32 {
        CPU
    }

    fn code(&self) -> i32 {
        let code = self.random.borrow_mut().below(5) as i32;
        self.note(code)
    }

    fn flag(&self) -> bool {
        let flag = self.random.borrow_mut().below(2) == 1;
        self.note(flag)
    }
}

/// Ordinary tensors, tensors without elements, and scalars.
fn operands() -> Vec<u64> {
    #[rustfmt::skip] // one line for each kind
    let shapes: [&[i64]; 15] = [
        &[5], &[2, 3], &[3, 3], &[1, 2, 4], &[1, 2, 4, 4], &[1, 1, 3, 4, 4], &[1, 64, 3], &[1, 64, 2, 2],
        &[0], &[0, 3], &[2, 0, 3], &[1, 2, 0, 4], &[1, 2, 1, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 3, 1],
        &[], &[1],
    ];
    let mut all = Vec::new();
    for dims in shapes {
        all.push(tensor::ones(0, CPU, DType::F32.code(), dims).expect("small"));
        all.push(tensor::ones(0, CPU, DType::I64.code(), dims).expect("small"));
    }
    all
}

/// One test at a time in a process, because the limit applies to all of it.
fn turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    let turn = TURN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    tenure::api::memory::set_limit(CPU, MEMORY).expect("a limit");
    turn
}

/// Lists of up to six integers, some with repetitions; now and then about as many as there can be axes.
fn lists() -> Vec<Vec<i64>> {
    let random = &mut Random(7);
    let one = |_| {
        let length = if random.below(20) == 0 { 14 + random.below(5) } else { random.below(7) };
        let (same, first) = (random.below(3) == 0, random.integer());
        (0..length).map(|_| if same { first } else { random.integer() }).collect()
    };
    (0..4000).map(one).collect()
}

#[test]
fn no_integer_wraps_panics_or_hangs() {
    let _turn = turn();
    let now = Watched::start();
    let (mut failures, lists) = (Vec::new(), lists());
    for (number, (name, call)) in ALL.iter().enumerate() {
        let failed = failures.len();
        let tensors = operands();
        let pairs: Vec<[u64; 2]> = tensors.windows(3).flat_map(|w| [[w[0], w[0]], [w[0], w[2]]]).collect();
        for turn in 0..CALLS * tensors.len() {
            let with = Arguments {
                random: RefCell::new(Random((number * 1_000_003 + turn) as u64)),
                tensors: &tensors,
                pairs: &pairs,
                lists: &lists,
                receiver: tensors[turn % tensors.len()],
                is_first: Cell::new(true),
                given: RefCell::default(),
            };
            now.begin(number, turn);
            match call(&with) {
                Ok(made) => made.into_iter().for_each(|handle| tensor::dispose(handle).expect("it was just made")),
                Err(error) if matches!(error.status(), Status::Panic | Status::Internal) => {
                    failures.push(format!("{name}({}): {error:?}", with.given.borrow().join(", ")));
                }
                Err(_) => {}
            }
            if failures.len() >= failed + 3 {
                break;
            }
        }
        tensors.into_iter().for_each(|handle| tensor::dispose(handle).expect("it is alive"));
    }
    now.end();
    assert!(failures.is_empty(), "{} calls:\n{}", failures.len(), failures.join("\n"));
}

/// Ends the process if a call does not terminate, and names the call.
struct Watched(Arc<AtomicU64>);

impl Watched {
    fn start() -> Watched {
        let now = Arc::new(AtomicU64::new(0));
        let seen = now.clone();
        std::thread::spawn(move || {
            let mut last = (0, 0);
            loop {
                std::thread::sleep(Duration::from_secs(1));
                let call = seen.load(Ordering::Relaxed);
                last = if call == last.0 { (call, last.1 + 1) } else { (call, 0) };
                if call == u64::MAX {
                    return;
                }
                if last.1 >= HANGS.as_secs() {
                    let (name, turn) = (ALL[(call >> 32) as usize].0, call as u32);
                    eprintln!("{name}, call {turn}, has no end");
                    std::process::exit(1);
                }
            }
        });
        Watched(now)
    }

    fn begin(&self, number: usize, turn: usize) {
        self.0.store((number as u64) << 32 | turn as u64, Ordering::Relaxed);
    }

    fn end(&self) {
        self.0.store(u64::MAX, Ordering::Relaxed);
    }
}
