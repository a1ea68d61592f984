//! The single random stream: `seed`, `rand`, `randn`.
//!
//! Invariant: what a program draws depends on its seed and its calls only, never on the machine,
//! the thread or the version of a compiler. The stream is ChaCha with 8 rounds (RFC 7539's block
//! function, 64-bit block counter from 0, nonce 0), keyed with the seed as 8 little-endian bytes
//! and 24 zero bytes, and read as little-endian 32-bit words. A 64-bit draw is two words, the low
//! one first. The program starts as after `seed(0)`.
//!
//! A program may run a part of its code in another stream ([`in_stream`]), which changes nothing of
//! this one: what a data loader draws for a row must not depend on the thread that makes it.
//!
//! - `rand` of float32 takes one word `w` for each element: `(w >> 8) / 2^24`.
//! - `rand` of float16 and bfloat16 takes one word `w` for each element too: its upper 11 or 8
//!   bits, divided by 2^11 or 2^8.
//! - `rand` of float64 takes one 64-bit draw `d` for each element: `(d >> 11) / 2^53`.
//! - `randn` takes two 64-bit draws `d`, `e` for every two elements, and for a last single one,
//!   whatever the dtype: with `u = ((d >> 11) + 1) / 2^53` in (0,1] and `v = (e >> 11) / 2^53`,
//!   they are `r cos(2 pi v)` and `r sin(2 pi v)` with `r = sqrt(-2 ln u)` (Box and Muller 1958).
//!   They are computed in float64 with the functions of the `libm` crate, which are plain
//!   arithmetic and so the same everywhere. Float32 elements are these numbers rounded, and halves
//!   are the float32 numbers rounded.

use super::cpu;
use super::device::made_here;
use crate::device::Device;
use crate::error::{Error, Result};
use crate::tensor::{DType, FloatType, Host, Shape, Tensor};
use parking_lot::Mutex;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

/// `None` until the first draw or seed, because keying is not a constant expression.
static GENERATOR: Mutex<Option<Generator>> = Mutex::new(None);

thread_local! {
    /// What this thread has drawn since [`drawing`] began; `None` outside of it.
    static DRAWN: Cell<Option<Drawn>> = const { Cell::new(None) };
    /// The stream that this thread draws from in the place of the program's, in [`in_stream`].
    static OWN: RefCell<Option<ChaCha8Rng>> = const { RefCell::new(None) };
    /// What this thread draws since [`noting`] began; `None` outside of it.
    static NOTED: RefCell<Option<Vec<Place>>> = const { RefCell::new(None) };
    /// Where this thread draws from in [`replayed`]; `None` outside of it.
    static REPLAYED: RefCell<Option<VecDeque<Place>>> = const { RefCell::new(None) };
}

struct Generator {
    rng: ChaCha8Rng,
    /// The number of times the stream was started.
    starts: u64,
}

/// A part of the stream that was drawn without a gap: the words from `first` up to, but not
/// including, `end`.
#[derive(Clone, Copy, Default)]
struct Drawn {
    starts: u64,
    first: u128,
    end: u128,
}

/// A number from the stream, a multiple of 2^-53 in [0,1).
pub fn draw_unit() -> f64 {
    draw(cpu::random::unit)
}

/// Restarts the stream. The same seed gives the same values.
pub fn seed(seed: u64) {
    let mut generator = GENERATOR.lock();
    let starts = generator.as_ref().map_or(0, |generator| generator.starts) + 1;
    *generator = Some(Generator { rng: keyed([seed, 0, 0]), starts });
}

/// The number of times the stream was started, and the number of words drawn since.
pub fn position() -> (u64, u128) {
    GENERATOR.lock().as_ref().map_or((0, 0), |generator| (generator.starts, generator.rng.get_word_pos()))
}

/// Where the stream is: the seed, and the number of words drawn since.
pub fn stream() -> (u64, u128) {
    GENERATOR.lock().as_ref().map_or((0, 0), |generator| {
        let [a, b, c, d, e, f, g, h, ..] = generator.rng.get_seed();
        (u64::from_le_bytes([a, b, c, d, e, f, g, h]), generator.rng.get_word_pos())
    })
}

/// Goes on where [`stream`] was.
pub fn set_stream(key: u64, words: u128) {
    seed(key);
    if let Some(generator) = GENERATOR.lock().as_mut() {
        generator.rng.set_word_pos(words);
    }
}

/// Runs `call`. If it fails, the stream is set back, unless another thread has drawn or seeded
/// meanwhile. So a program that retries draws the same values.
pub fn drawing<R>(call: impl FnOnce() -> Result<R>) -> Result<R> {
    let outer = DRAWN.replace(Some(Drawn::default()));
    let result = call();
    let drawn = DRAWN.replace(outer).filter(|drawn| result.is_err() && drawn.first < drawn.end);
    if let Some(drawn) = drawn
        && let Some(generator) = GENERATOR.lock().as_mut()
        && (generator.starts, generator.rng.get_word_pos()) == (drawn.starts, drawn.end)
    {
        generator.rng.set_word_pos(drawn.first);
    }
    result
}

/// Runs `body` on this thread with draws from a stream of its own, which is ChaCha8 keyed with the
/// three numbers as 8 little-endian bytes each, and 8 zero bytes. The program's stream stays where
/// it is.
pub fn in_stream<R>(key: [u64; 3], body: impl FnOnce() -> R) -> R {
    struct Restore(Option<ChaCha8Rng>);
    impl Drop for Restore {
        fn drop(&mut self) {
            OWN.replace(self.0.take());
        }
    }
    let _restore = Restore(OWN.replace(Some(keyed(key))));
    body()
}

/// A place in a stream: the numbers that it is keyed with, and the number of words before it.
type Place = ([u64; 3], u128);

/// Where the draws of a call began, in order.
#[derive(Clone, Default)]
pub struct Draws(Vec<Place>);

/// Runs `call`, and also returns where it drew. Other threads may draw meanwhile.
pub fn noting<R>(call: impl FnOnce() -> Result<R>) -> Result<(R, Draws)> {
    let outer = NOTED.replace(Some(Vec::new()));
    let result = call();
    let noted = NOTED.replace(outer).unwrap_or_default();
    NOTED.with_borrow_mut(|outer| outer.iter_mut().for_each(|outer| outer.extend(&noted)));
    Ok((result?, Draws(noted)))
}

/// Runs `call`, which draws the same numbers again. The stream of the process stays where it is.
pub fn replayed<R>(draws: &Draws, call: impl FnOnce() -> R) -> R {
    struct Outer(Option<VecDeque<Place>>);
    impl Drop for Outer {
        fn drop(&mut self) {
            REPLAYED.set(self.0.take());
        }
    }
    let _outer = Outer(REPLAYED.replace(Some(draws.0.iter().copied().collect())));
    call()
}

/// Values evenly distributed in [0,1): multiples of 2^-24 (float32), 2^-53 (float64), 2^-11
/// (float16) or 2^-8 (bfloat16). Returns new.
///
/// Errors: an integer dtype is `DTYPE_MISMATCH`; those of [`Tensor::uninit`].
pub fn rand(device: Device, dtype: DType, shape: &Shape) -> Result<Tensor> {
    let float = require_float("rand", dtype)?;
    // The stream is the processor's.
    made_here(device, |device| {
        let t = Tensor::uninit(device, dtype, shape)?;
        write_uniform(t.host()?, float);
        Ok(t)
    })
}

/// Values of the normal distribution with mean 0 and variance 1. Returns new. Errors as for
/// [`rand`].
pub fn randn(device: Device, dtype: DType, shape: &Shape) -> Result<Tensor> {
    let float = require_float("randn", dtype)?;
    made_here(device, |device| {
        let t = Tensor::uninit(device, dtype, shape)?;
        write_normal(t.host()?, float);
        Ok(t)
    })
}

/// The values of [`rand`] into a contiguous tensor that may be written.
pub(super) fn write_uniform(to: Host, float: FloatType) {
    draw(|rng| cpu::random::uniform(rng, to, float));
}

/// The values of [`randn`] into a contiguous tensor that may be written.
pub(super) fn write_normal(to: Host, float: FloatType) {
    draw(|rng| cpu::random::normal(rng, to, float));
}

/// Writes 1 where a float32 draw of [`rand`] is below `probability`, otherwise 0.
pub(super) fn keep(to: &mut [u8], probability: f64) {
    draw(|rng| cpu::random::keep(rng, to, probability));
}

/// The stream of these numbers. The program's has the seed alone, and zeros.
pub(super) fn keyed(numbers: [u64; 3]) -> ChaCha8Rng {
    let mut key = [0; 32];
    for (bytes, number) in key.chunks_exact_mut(8).zip(numbers) {
        bytes.copy_from_slice(&number.to_le_bytes());
    }
    ChaCha8Rng::from_seed(key)
}

/// Runs `body` with the generator. The values of one tensor are adjacent in the stream.
pub(super) fn draw<R>(body: impl FnOnce(&mut ChaCha8Rng) -> R) -> R {
    if let Some((key, first)) = REPLAYED.with_borrow_mut(|places| places.as_mut().and_then(VecDeque::pop_front)) {
        let mut rng = keyed(key);
        rng.set_word_pos(first);
        note(&rng);
        return body(&mut rng);
    }
    if let Some(mut own) = OWN.take() {
        note(&own);
        let result = body(&mut own);
        OWN.replace(Some(own));
        return result;
    }
    let mut generator = GENERATOR.lock();
    let Generator { rng, starts } = generator.get_or_insert_with(|| Generator { rng: keyed([0; 3]), starts: 0 });
    let (starts, first) = (*starts, rng.get_word_pos());
    note(rng);
    let result = body(rng);
    if let Some(before) = DRAWN.get() {
        let goes_on = (before.starts, before.end) == (starts, first) && before.first < before.end;
        let first = if goes_on { before.first } else { first };
        DRAWN.set(Some(Drawn { starts, first, end: rng.get_word_pos() }));
    }
    result
}

fn note(rng: &ChaCha8Rng) {
    NOTED.with_borrow_mut(|noted| noted.iter_mut().for_each(|noted| noted.push((key_of(rng), rng.get_word_pos()))));
}

/// The numbers that a stream is keyed with.
fn key_of(rng: &ChaCha8Rng) -> [u64; 3] {
    let seed = rng.get_seed();
    [0, 1, 2].map(|i| u64::from_le_bytes(std::array::from_fn(|byte| seed[8 * i + byte])))
}

pub(super) fn require_float(what: &str, dtype: DType) -> Result<FloatType> {
    dtype.float().ok_or_else(|| Error::dtype(format!("{what} makes floating-point numbers, not {dtype}")))
}
