//! A launch of a kernel, thread by thread.
//!
//! Invariant: a thread runs until it waits at a barrier or ends; a block goes on when all its
//! threads wait at one barrier. So a kernel whose result depends on the order of threads without a
//! barrier is found: by the marks of `memory`, and by those of shared memory, which are told apart
//! by the barriers between them. Blocks and threads run in an order that changes from launch to
//! launch.

use crate::memory::{Memory, Refused};
use crate::ptx::{Combine, Compare, Instruction, Kernel, Kind, Op, Operand, Rounding, Space, Ty};

/// Instructions of one thread after which it is taken for endless.
const ENDLESS: u64 = 20_000_000;

/// What a launch has done wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    pub kind: FaultKind,
    /// Which kernel, thread, line and byte.
    pub text: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultKind {
    Address,
    Misaligned,
    Unwritten,
    Race,
    Barrier,
    Endless,
    Program,
}

/// Runs `blocks` blocks of `threads` threads. `order` changes in which order they run. Returns the
/// number of instructions.
pub fn launch(
    kernel: &Kernel,
    parameters: &[u8],
    (blocks, threads): (u32, u32),
    memory: &mut Memory,
    order: u64,
) -> Result<u64, Fault> {
    let mut machine =
        Machine { kernel, parameters, blocks, threads, memory, block: 0, phase: 0, shared: Vec::new(), steps: 0 };
    let mut done = Ok(());
    for i in 0..blocks {
        machine.block = if order.is_multiple_of(2) { i } else { blocks - 1 - i };
        done = machine.run_block(order);
        if done.is_err() {
            break;
        }
    }
    let steps = machine.steps;
    memory.forget();
    done.map(|()| steps)
}

struct Machine<'a> {
    kernel: &'a Kernel,
    parameters: &'a [u8],
    blocks: u32,
    threads: u32,
    memory: &'a mut Memory,
    block: u32,
    /// Barriers of this block so far, and one.
    phase: u32,
    shared: Vec<SharedByte>,
    steps: u64,
}

/// A byte of shared memory, with the last thread that has written and read it, as thread + 1, and the
/// barrier before that.
#[derive(Clone, Copy, Default)]
struct SharedByte {
    value: u8,
    is_written: bool,
    writer: (u32, u32),
    reader: (u32, u32),
}

struct Thread {
    id: u32,
    registers: Vec<u64>,
    next: usize,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Runs,
    /// At the barrier of this instruction.
    Waits(usize),
    Ended,
}

/// Values that no thread may rely on.
const GARBAGE: u64 = 0xdbdb_dbdb_dbdb_dbdb;

impl Machine<'_> {
    fn run_block(&mut self, order: u64) -> Result<(), Fault> {
        self.phase = 1;
        self.shared = vec![SharedByte::default(); self.kernel.shared_bytes];
        let count = self.threads;
        let start: Vec<u64> = self.kernel.registers.iter().map(|&bytes| GARBAGE & mask(bytes.into())).collect();
        if !self.kernel.code.iter().any(|instruction| instruction.op == Op::Barrier) {
            let mut thread = Thread { id: 0, registers: start.clone(), next: 0, state: State::Runs };
            for i in 0..count {
                (thread.id, thread.next, thread.state) = (shuffled(i, count, order), 0, State::Runs);
                thread.registers.copy_from_slice(&start);
                self.run_thread(&mut thread)?;
            }
            return Ok(());
        }
        let make = |i| Thread { id: shuffled(i, count, order), registers: start.clone(), next: 0, state: State::Runs };
        let mut threads: Vec<Thread> = (0..count).map(make).collect();
        loop {
            for thread in threads.iter_mut().filter(|thread| thread.state == State::Runs) {
                self.run_thread(thread)?;
            }
            let first = threads[0].state;
            if let Some(other) = threads.iter().find(|thread| thread.state != first) {
                let at = |state| match state {
                    State::Waits(at) => format!("waits at line {}", self.kernel.code[at].line),
                    _ => "has ended".to_owned(),
                };
                let text = format!(
                    "kernel {}: a divergent barrier: thread {} of block {} {}, thread {} {}",
                    self.kernel.name,
                    threads[0].id,
                    self.block,
                    at(first),
                    other.id,
                    at(other.state)
                );
                return Err(Fault { kind: FaultKind::Barrier, text });
            }
            if first == State::Ended {
                return Ok(());
            }
            self.phase += 1;
            threads.iter_mut().for_each(|thread| thread.state = State::Runs);
        }
    }

    fn run_thread(&mut self, thread: &mut Thread) -> Result<(), Fault> {
        let kernel = self.kernel;
        let mut steps = 0;
        while let Some(instruction) = kernel.code.get(thread.next) {
            steps += 1;
            if steps > ENDLESS {
                return Err(self.fault(FaultKind::Endless, instruction, thread.id, "does not end"));
            }
            let at = thread.next;
            thread.next += 1;
            if let Some((register, wanted)) = instruction.guard
                && (thread.registers[usize::from(register)] != 0) != wanted
            {
                continue;
            }
            match instruction.op {
                Op::Return => {
                    thread.next = kernel.code.len();
                    break;
                }
                Op::Branch => thread.next = instruction.target,
                Op::Barrier => {
                    self.steps += steps;
                    thread.state = State::Waits(at);
                    return Ok(());
                }
                Op::Load(space) => self.load(space, instruction, thread)?,
                Op::Store(space) => self.store(space, instruction, thread)?,
                Op::AtomicOr => self.atomic_or(instruction, thread)?,
                Op::Pack => self.pack(instruction, thread),
                Op::Unpack => self.unpack(instruction, thread),
                _ => {
                    let values = [0, 1, 2, 3].map(|i| self.value(instruction.sources[i], thread));
                    let result = compute(instruction, values)
                        .map_err(|what| self.fault(FaultKind::Program, instruction, thread.id, what))?;
                    self.put(thread, instruction.registers[0], result);
                    // The second result of a comparison is its opposite.
                    if let (Op::Set { .. }, Some(&second)) = (instruction.op, instruction.registers.get(1)) {
                        self.put(thread, second, u64::from(result == 0));
                    }
                }
            }
        }
        self.steps += steps;
        thread.state = State::Ended;
        Ok(())
    }

    #[inline]
    fn put(&self, thread: &mut Thread, register: u16, value: u64) {
        let at = usize::from(register);
        thread.registers[at] = value & mask(self.kernel.registers[at].into());
    }

    #[inline]
    fn value(&self, operand: Operand, thread: &Thread) -> u64 {
        match operand {
            Operand::Register(register) => thread.registers[usize::from(register)],
            Operand::Not(register) => u64::from(thread.registers[usize::from(register)] == 0),
            Operand::Immediate(value) => value,
            Operand::Thread => thread.id.into(),
            Operand::Threads => self.threads.into(),
            Operand::Block => self.block.into(),
            Operand::Blocks => self.blocks.into(),
        }
    }

    fn pack(&self, instruction: &Instruction, thread: &mut Thread) {
        let (result, parts) = instruction.registers.split_first().expect("the parser gave it a result");
        let bytes = instruction.ty.bytes / parts.len();
        let value = parts.iter().enumerate().fold(0, |value, (i, &part)| {
            value | (thread.registers[usize::from(part)] & mask(bytes)) << (8 * bytes * i)
        });
        self.put(thread, *result, value);
    }

    fn unpack(&self, instruction: &Instruction, thread: &mut Thread) {
        let value = self.value(instruction.sources[0], thread);
        let bytes = instruction.ty.bytes / instruction.registers.len();
        for (i, &register) in instruction.registers.iter().enumerate() {
            self.put(thread, register, value >> (8 * bytes * i) & mask(bytes));
        }
    }

    /// The address of an access, which is a multiple of all its bytes.
    fn address(&self, instruction: &Instruction, thread: &Thread, count: usize) -> Result<u64, Fault> {
        let address = self.value(instruction.sources[0], thread).wrapping_add_signed(instruction.offset);
        let bytes = (instruction.ty.bytes * count) as u64;
        if !address.is_multiple_of(bytes) {
            let what = format!("a misaligned access of {bytes} bytes at {address:#x}");
            return Err(self.fault(FaultKind::Misaligned, instruction, thread.id, &what));
        }
        Ok(address)
    }

    fn load(&mut self, space: Space, instruction: &Instruction, thread: &mut Thread) -> Result<(), Fault> {
        let (bytes, count) = (instruction.ty.bytes, instruction.registers.len());
        let start = self.address(instruction, thread, count)?;
        for (i, &register) in instruction.registers.iter().enumerate() {
            let address = start + (i * bytes) as u64;
            let value = match space {
                Space::Param => self.parameter(address, bytes),
                Space::Shared => self.load_shared(address, bytes, thread.id),
                Space::Global => self.memory.load(address, bytes, self.block * self.threads + thread.id),
            };
            let value = value.map_err(|refused| self.refused(refused, address, instruction, thread.id))?;
            let value = if instruction.ty.kind == Kind::Signed { signed(value, bytes) as u64 } else { value };
            self.put(thread, register, value);
        }
        Ok(())
    }

    fn store(&mut self, space: Space, instruction: &Instruction, thread: &Thread) -> Result<(), Fault> {
        let (bytes, count) = (instruction.ty.bytes, instruction.registers.len().max(1));
        let start = self.address(instruction, thread, count)?;
        for i in 0..count {
            let address = start + (i * bytes) as u64;
            let value = match instruction.registers.get(i) {
                Some(&register) => thread.registers[usize::from(register)],
                None => self.value(instruction.sources[1], thread),
            };
            let stored = match space {
                Space::Param => Err(Refused::Stray),
                Space::Shared => self.store_shared(address, bytes, value, thread.id),
                Space::Global => self.memory.store(address, bytes, value, self.block * self.threads + thread.id),
            };
            stored.map_err(|refused| self.refused(refused, address, instruction, thread.id))?;
        }
        Ok(())
    }

    fn atomic_or(&mut self, instruction: &Instruction, thread: &Thread) -> Result<(), Fault> {
        let address = self.address(instruction, thread, 1)?;
        let bits = self.value(instruction.sources[1], thread);
        let done = self.memory.atomic_or(address, instruction.ty.bytes, bits);
        done.map_err(|refused| self.refused(refused, address, instruction, thread.id))
    }

    fn parameter(&self, address: u64, bytes: usize) -> Result<u64, Refused> {
        let at = usize::try_from(address).map_err(|_| Refused::Stray)?;
        let found = self.parameters.get(at..at + bytes).ok_or(Refused::Stray)?;
        let mut value = [0; 8];
        value[..bytes].copy_from_slice(found);
        Ok(u64::from_le_bytes(value))
    }

    fn shared_bytes(&mut self, address: u64, bytes: usize) -> Result<&mut [SharedByte], Refused> {
        let at = usize::try_from(address).map_err(|_| Refused::Stray)?;
        self.shared.get_mut(at..at.saturating_add(bytes)).ok_or(Refused::Stray)
    }

    fn load_shared(&mut self, address: u64, bytes: usize, thread: u32) -> Result<u64, Refused> {
        let phase = self.phase;
        let mut value = 0;
        for (i, byte) in self.shared_bytes(address, bytes)?.iter_mut().enumerate() {
            if !byte.is_written {
                return Err(Refused::Unwritten);
            }
            let (writer, since) = byte.writer;
            if since == phase && writer != thread + 1 {
                return Err(Refused::Race { other: Some(writer - 1) });
            }
            let is_first = byte.reader.1 != phase || byte.reader.0 == thread + 1;
            byte.reader = (if is_first { thread + 1 } else { u32::MAX }, phase);
            value |= u64::from(byte.value) << (8 * i);
        }
        Ok(value)
    }

    fn store_shared(&mut self, address: u64, bytes: usize, value: u64, thread: u32) -> Result<(), Refused> {
        let phase = self.phase;
        for (i, byte) in self.shared_bytes(address, bytes)?.iter_mut().enumerate() {
            for (other, since) in [byte.writer, byte.reader] {
                if since == phase && other != thread + 1 {
                    return Err(Refused::Race { other: (other != u32::MAX).then(|| other - 1) });
                }
            }
            *byte = SharedByte {
                value: (value >> (8 * i)) as u8,
                is_written: true,
                writer: (thread + 1, phase),
                reader: byte.reader,
            };
        }
        Ok(())
    }

    #[cold]
    fn refused(&self, refused: Refused, address: u64, instruction: &Instruction, thread: u32) -> Fault {
        let bytes = instruction.ty.bytes;
        let (kind, what) = match refused {
            Refused::Stray => (
                FaultKind::Address,
                format!("an access of {bytes} bytes at {address:#x}, which are not within one allocation"),
            ),
            Refused::Unwritten => {
                (FaultKind::Unwritten, format!("reads {bytes} bytes at {address:#x}, which nothing has written"))
            }
            Refused::Race { other: Some(other) } => {
                (FaultKind::Race, format!("a race for {bytes} bytes at {address:#x} with thread {other} of the launch"))
            }
            Refused::Race { other: None } => (FaultKind::Race, format!("a race for {bytes} bytes at {address:#x}")),
        };
        self.fault(kind, instruction, thread, &what)
    }

    #[cold]
    fn fault(&self, kind: FaultKind, instruction: &Instruction, thread: u32, what: &str) -> Fault {
        let (name, line) = (&self.kernel.name, instruction.line);
        Fault { kind, text: format!("kernel {name}, line {line}, thread {thread} of block {}: {what}", self.block) }
    }
}

/// A permutation of `0..count` that depends on `order`.
fn shuffled(i: u32, count: u32, order: u64) -> u32 {
    match order % 3 {
        0 => i,
        1 => count - 1 - i,
        _ => {
            let half = count / 2;
            if i < count - half { i + half } else { i - (count - half) }
        }
    }
}

#[inline]
fn mask(bytes: usize) -> u64 {
    if bytes >= 8 { u64::MAX } else { (1 << (8 * bytes)) - 1 }
}

#[inline]
fn signed(value: u64, bytes: usize) -> i64 {
    let places = 64 - 8 * bytes as u32;
    ((value << places) as i64) >> places
}

fn compute(instruction: &Instruction, [a, b, c, _]: [u64; 4]) -> Result<u64, &'static str> {
    let ty = instruction.ty;
    match instruction.op {
        // A predicate that is true is written as -1.
        Op::Mov if ty.kind == Kind::Predicate => Ok(u64::from(a != 0)),
        Op::Mov => Ok(a),
        Op::Select => Ok(if c != 0 { a } else { b }),
        Op::Convert { from, rounding } => convert(ty, from, rounding, a),
        Op::Set { compare, unordered, combine } => {
            let holds = compared(compare, unordered, ty, a, b);
            Ok(u64::from(match combine {
                Combine::Alone => holds,
                Combine::And => holds && c != 0,
                Combine::Or => holds || c != 0,
                Combine::Xor => holds ^ (c != 0),
            }))
        }
        op if ty.kind == Kind::Float && ty.bytes == 4 => {
            let [x, y, z] = [a, b, c].map(|bits| f32::from_bits(bits as u32));
            float32(op, x, y, z).map(|value| value.to_bits().into())
        }
        op if ty.kind == Kind::Float => {
            let [x, y, z] = [a, b, c].map(f64::from_bits);
            float64(op, x, y, z).map(f64::to_bits)
        }
        Op::FunnelLeft => Ok(u64::from((((b << 32 | a & mask(4)) << (c & 31)) >> 32) as u32)),
        Op::FunnelRight => Ok(u64::from(((b << 32 | a & mask(4)) >> (c & 31)) as u32)),
        Op::Permute => Ok(permuted(a, b, c)),
        Op::Lop3(table) => Ok((0..32).fold(0, |value, bit| {
            let index = (a >> bit & 1) << 2 | (b >> bit & 1) << 1 | c >> bit & 1;
            value | u64::from(table >> index & 1) << bit
        })),
        op => integer(op, ty, a, b, c),
    }
}

/// The bytes of `b` and `a` that the four digits of `c` choose.
fn permuted(a: u64, b: u64, c: u64) -> u64 {
    let bytes = b << 32 | a & mask(4);
    (0..4).fold(0, |value, i| {
        let digit = c >> (4 * i) & 15;
        let byte = bytes >> (8 * (digit & 7)) & 0xff;
        let byte = if digit & 8 != 0 { if byte & 0x80 != 0 { 0xff } else { 0 } } else { byte };
        value | byte << (8 * i)
    })
}

fn compared(compare: Compare, unordered: bool, ty: Ty, a: u64, b: u64) -> bool {
    use std::cmp::Ordering;
    let order = match ty.kind {
        Kind::Float if ty.bytes == 4 => f32::from_bits(a as u32).partial_cmp(&f32::from_bits(b as u32)),
        Kind::Float => f64::from_bits(a).partial_cmp(&f64::from_bits(b)),
        Kind::Signed => Some(signed(a, ty.bytes).cmp(&signed(b, ty.bytes))),
        _ => Some((a & mask(ty.bytes)).cmp(&(b & mask(ty.bytes)))),
    };
    match compare {
        Compare::Num => return order.is_some(),
        Compare::Nan => return order.is_none(),
        _ => {}
    }
    let Some(order) = order else { return unordered };
    match compare {
        Compare::Eq => order == Ordering::Equal,
        Compare::Ne => order != Ordering::Equal,
        Compare::Lt => order == Ordering::Less,
        Compare::Le => order != Ordering::Greater,
        Compare::Gt => order == Ordering::Greater,
        _ => order != Ordering::Less,
    }
}

/// Functions of floats. A GPU's NaN is always the same, whatever its operands were.
macro_rules! floats {
    ($name:ident, $t:ty, $nan:expr) => {
        fn $name(op: Op, x: $t, y: $t, z: $t) -> Result<$t, &'static str> {
            let value = match op {
                Op::Add => x + y,
                Op::Sub => x - y,
                Op::MulLow => x * y,
                Op::Fma => x.mul_add(y, z),
                Op::Div => x / y,
                Op::Rcp => 1.0 / x,
                Op::Sqrt => x.sqrt(),
                // Of NaN and a number the number; -0 is less than 0.
                Op::Min => match (x.is_nan(), y.is_nan()) {
                    (true, _) => y,
                    (_, true) => x,
                    _ if x == y => {
                        if x.is_sign_negative() {
                            x
                        } else {
                            y
                        }
                    }
                    _ => x.min(y),
                },
                Op::Max => match (x.is_nan(), y.is_nan()) {
                    (true, _) => y,
                    (_, true) => x,
                    _ if x == y => {
                        if x.is_sign_negative() {
                            y
                        } else {
                            x
                        }
                    }
                    _ => x.max(y),
                },
                Op::Neg => return Ok(-x),
                Op::Abs => return Ok(x.abs()),
                _ => return Err("an operation that floats do not have"),
            };
            Ok(if value.is_nan() { <$t>::from_bits($nan) } else { value })
        }
    };
}

floats!(float32, f32, 0x7fff_ffff);
floats!(float64, f64, 0x7fff_ffff_ffff_ffff);

/// The low bits, as many as that.
fn mask_of(bits: u64) -> u64 {
    if bits < 64 { (1 << bits) - 1 } else { u64::MAX }
}

fn integer(op: Op, ty: Ty, a: u64, b: u64, c: u64) -> Result<u64, &'static str> {
    let (bits, is_signed) = (8 * ty.bytes as u64, ty.kind == Kind::Signed);
    let [x, y] = [a, b].map(|value| value & mask(ty.bytes));
    let [i, j] = [a, b].map(|value| signed(value, ty.bytes));
    Ok(match op {
        Op::Add => a.wrapping_add(b),
        Op::Sub => a.wrapping_sub(b),
        Op::MulLow => a.wrapping_mul(b),
        Op::MadLow => a.wrapping_mul(b).wrapping_add(c),
        Op::MulHigh if is_signed => ((i128::from(i) * i128::from(j)) >> bits) as u64,
        Op::MulHigh => ((u128::from(x) * u128::from(y)) >> bits) as u64,
        Op::MulWide if is_signed => i.wrapping_mul(j) as u64,
        Op::MulWide => x.wrapping_mul(y),
        Op::MadWide if is_signed => (i.wrapping_mul(j) as u64).wrapping_add(c),
        Op::MadWide => x.wrapping_mul(y).wrapping_add(c),
        // A division by 0 gives all ones on a GPU.
        Op::Div if y == 0 => u64::MAX,
        Op::Div if is_signed => i.wrapping_div(j) as u64,
        Op::Div => x / y,
        Op::Rem if y == 0 => x,
        Op::Rem if is_signed => i.wrapping_rem(j) as u64,
        Op::Rem => x % y,
        Op::Min if is_signed => i.min(j) as u64,
        Op::Min => x.min(y),
        Op::Max if is_signed => i.max(j) as u64,
        Op::Max => x.max(y),
        Op::Insert(length) => {
            let place = mask_of(u64::from(length)) << (c & 63);
            b & !place | (a << (c & 63)) & place
        }
        Op::LeadingZeros => u64::from(x.leading_zeros()) - (64 - bits),
        Op::And => a & b,
        Op::Or => a | b,
        Op::Xor => a ^ b,
        Op::Not if ty.kind == Kind::Predicate => u64::from(a == 0),
        Op::Not => !a,
        Op::Neg => a.wrapping_neg(),
        Op::Abs => i.wrapping_abs() as u64,
        // The amount has 32 bits; too large an amount leaves nothing, or the sign.
        Op::Shl => {
            if b & mask(4) >= bits {
                0
            } else {
                a << (b & mask(4))
            }
        }
        Op::Shr if is_signed => (i >> (b & mask(4)).min(bits - 1)) as u64,
        Op::Shr => {
            if b & mask(4) >= bits {
                0
            } else {
                x >> (b & mask(4))
            }
        }
        _ => return Err("an operation that integers do not have"),
    })
}

fn convert(to: Ty, from: Ty, rounding: Option<Rounding>, a: u64) -> Result<u64, &'static str> {
    match (to.kind, from.kind) {
        (Kind::Float, Kind::Float) => float_to_float(to, from, rounding, a),
        (Kind::Float, kind) => {
            let exact =
                if kind == Kind::Signed { i128::from(signed(a, from.bytes)) } else { (a & mask(from.bytes)).into() };
            match (to.bytes, rounding) {
                (4, Some(Rounding::Nearest)) => Ok((exact as f32).to_bits().into()),
                (8, Some(Rounding::Nearest)) => Ok((exact as f64).to_bits()),
                _ => Err("a conversion to a float that is not known"),
            }
        }
        (kind, Kind::Float) => {
            let value = match from.bytes {
                4 => f64::from(f32::from_bits(a as u32)),
                8 => f64::from_bits(a),
                _ => return Err("a conversion of a half to an integer"),
            };
            let whole = to_integer(value, rounding).ok_or("a conversion to an integer without its rounding")?;
            // A GPU saturates; NaN is 0, but of a float64 as 64 bits it is the least number.
            let nan = if value.is_nan() && to.bytes == 8 { Some(1u64 << 63) } else { None };
            Ok(nan.unwrap_or(match (kind, to.bytes) {
                (Kind::Signed, 8) => whole as i64 as u64,
                (Kind::Signed, bytes) => {
                    let top = (1i64 << (8 * bytes - 1)) - 1;
                    (whole as i64).clamp(-top - 1, top) as u64
                }
                (_, 8) => whole as u64,
                (_, bytes) => (whole as u64).min(mask(bytes)),
            }))
        }
        (_, Kind::Signed) => Ok(signed(a, from.bytes) as u64 & mask(to.bytes)),
        _ => Ok(a & mask(from.bytes) & mask(to.bytes)),
    }
}

fn to_integer(value: f64, rounding: Option<Rounding>) -> Option<f64> {
    match rounding? {
        Rounding::IntegerNearest => Some(value.round_ties_even()),
        Rounding::IntegerZero => Some(value.trunc()),
        Rounding::IntegerDown => Some(value.floor()),
        Rounding::IntegerUp => Some(value.ceil()),
        Rounding::Nearest | Rounding::Zero => None,
    }
}

fn float_to_float(to: Ty, from: Ty, rounding: Option<Rounding>, a: u64) -> Result<u64, &'static str> {
    let same = to.bytes == from.bytes;
    let value = match from.bytes {
        2 => f64::from(half_to_float(a as u16)),
        4 => f64::from(f32::from_bits(a as u32)),
        _ => f64::from_bits(a),
    };
    let value = if same && rounding.is_some() {
        to_integer(value, rounding).ok_or("a rounding that is not known")?
    } else {
        value
    };
    if value.is_nan() {
        return Ok(match to.bytes {
            2 => 0x7fff,
            4 => 0x7fff_ffff,
            _ => 0x7fff_ffff_ffff_ffff,
        });
    }
    match (to.bytes, rounding) {
        (8, _) => Ok(value.to_bits()),
        (4, _) if from.bytes < 4 || same => Ok((value as f32).to_bits().into()),
        (4, Some(Rounding::Nearest)) => Ok((value as f32).to_bits().into()),
        (2, Some(Rounding::Nearest)) if from.bytes == 4 => Ok(float_to_half(value as f32).into()),
        _ => Err("a conversion of floats that is not known"),
    }
}

/// A binary16 by its definition.
fn half_to_float(bits: u16) -> f32 {
    let (sign, exponent, mantissa) = (bits >> 15, i32::from(bits >> 10 & 31), f32::from(bits & 1023));
    let size = match exponent {
        31 if mantissa == 0.0 => f32::INFINITY,
        31 => f32::NAN,
        0 => mantissa * 2f32.powi(-24),
        _ => (1024.0 + mantissa) * 2f32.powi(exponent - 25),
    };
    if sign == 1 { -size } else { size }
}

/// The nearest binary16, ties to even.
fn float_to_half(x: f32) -> u16 {
    let sign = u16::from(x.is_sign_negative()) << 15;
    let size = f64::from(x.abs());
    if size >= 65520.0 {
        return sign | 0x7c00;
    }
    // The unit of the last place: 2^-24 below the normal numbers.
    let exponent = if size < 2f64.powi(-14) { -14 } else { (size.to_bits() >> 52) as i32 - 1023 };
    let units = (size / 2f64.powi(exponent - 10)).round_ties_even() as u16;
    // A mantissa that rounds up to 2048 carries into the exponent by itself.
    sign | (((exponent + 14) as u16) << 10).wrapping_add(units)
}

#[cfg(test)]
mod tests;
