//! A module of PTX as NVRTC writes it, parsed into instructions for `machine`.
//!
//! Invariant: what is not understood is an error with its line, never skipped: directives that
//! change no result are named here. Registers are 64 bits wide; a value is kept as the low bits
//! that its register declares.

use std::collections::HashMap;

/// How the bits of a value are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// No arithmetic.
    Bits,
    Unsigned,
    Signed,
    Float,
    Predicate,
}

/// A type of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ty {
    pub kind: Kind,
    pub bytes: usize,
}

impl Ty {
    fn of(text: &str) -> Option<Ty> {
        let (kind, bits) = match text.split_at_checked(1)? {
            ("b", bits) => (Kind::Bits, bits),
            ("u", bits) => (Kind::Unsigned, bits),
            ("s", bits) => (Kind::Signed, bits),
            ("f", bits) => (Kind::Float, bits),
            _ if text == "pred" => return Some(Ty { kind: Kind::Predicate, bytes: 1 }),
            _ => return None,
        };
        let bytes = match bits {
            "8" => 1,
            "16" => 2,
            "32" => 4,
            "64" => 8,
            _ => return None,
        };
        Some(Ty { kind, bytes })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    Global,
    Shared,
    Param,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compare {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    /// Neither is NaN.
    Num,
    /// One is NaN.
    Nan,
}

/// How a predicate is combined with a third operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combine {
    Alone,
    And,
    Or,
    Xor,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// To the nearest representable number, ties to even.
    Nearest,
    Zero,
    /// To an integer.
    IntegerNearest,
    IntegerZero,
    IntegerDown,
    IntegerUp,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    Mov,
    /// Several registers as one value, the lowest first.
    Pack,
    Unpack,
    Add,
    Sub,
    MulLow,
    MulHigh,
    MulWide,
    MadLow,
    MadWide,
    Fma,
    Div,
    Rem,
    Rcp,
    Sqrt,
    Min,
    Max,
    And,
    Or,
    Xor,
    Not,
    Neg,
    Abs,
    Shl,
    Shr,
    /// Funnel shift to the left, the amount taken modulo 32.
    FunnelLeft,
    FunnelRight,
    Permute,
    Lop3(u8),
    /// This many low bits of the first operand put into the second, at the place that the third
    /// names.
    Insert(u8),
    LeadingZeros,
    Set {
        compare: Compare,
        unordered: bool,
        combine: Combine,
    },
    Select,
    Convert {
        from: Ty,
        rounding: Option<Rounding>,
    },
    Load(Space),
    Store(Space),
    /// Sets bits in global memory, whichever threads do so.
    AtomicOr,
    Branch,
    Barrier,
    Return,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    Register(u16),
    /// A predicate register, negated.
    Not(u16),
    Immediate(u64),
    /// `%tid.x`, `%ntid.x`, `%ctaid.x`, `%nctaid.x`.
    Thread,
    Threads,
    Block,
    Blocks,
}

/// The predicate register under which an instruction runs, and the value that it must have.
pub type Guard = (u16, bool);

/// One instruction.
#[derive(Clone, Debug)]
pub struct Instruction {
    pub op: Op,
    pub ty: Ty,
    pub guard: Option<Guard>,
    /// What is written; for a store of a vector what is read.
    pub registers: Vec<u16>,
    pub sources: [Operand; 4],
    /// Added to the address.
    pub offset: i64,
    pub target: usize,
    /// The line in the body of the kernel.
    pub line: usize,
}

/// A kernel.
#[derive(Clone, Debug)]
pub struct Kernel {
    pub name: String,
    /// Where each parameter begins, and its bytes.
    pub parameters: Vec<(usize, usize)>,
    pub parameter_bytes: usize,
    pub shared_bytes: usize,
    /// The bytes of each register.
    pub registers: Vec<u8>,
    pub code: Vec<Instruction>,
}

/// The kernels of a module. The error names the line that is not understood.
pub fn parse(text: &str) -> Result<Vec<Kernel>, String> {
    let mut kernels = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(".entry ") {
        let after = &rest[at + ".entry ".len()..];
        let open = after.find('(').ok_or("an entry without parameters")?;
        let close = after.find(')').ok_or("parameters without an end")?;
        let body_start = after.find('{').ok_or("an entry without a body")?;
        let body_end = body_end(&after[body_start..]).ok_or("a body without an end")? + body_start;
        let mut parser = Parser::default();
        let parameters = parser.parameters(&after[open + 1..close])?;
        let body = &after[body_start + 1..body_end];
        let name = after[..open].trim().to_owned();
        let code = parser.body(body).map_err(|error| format!("{name}: {error}"))?;
        kernels.push(Kernel {
            name,
            parameters,
            parameter_bytes: parser.parameter_bytes,
            shared_bytes: parser.shared_bytes,
            registers: parser.widths,
            code,
        });
        rest = &after[body_end..];
    }
    if kernels.is_empty() { Err("a module without a kernel".to_owned()) } else { Ok(kernels) }
}

fn body_end(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

#[derive(Default)]
struct Parser {
    registers: HashMap<String, u16>,
    widths: Vec<u8>,
    /// Parameters and shared variables by their address in their space.
    symbols: HashMap<String, u64>,
    parameter_bytes: usize,
    shared_bytes: usize,
    labels: HashMap<String, usize>,
}

/// Directives in a body that change no result.
const IGNORED: [&str; 2] = [".pragma", ".loc"];

impl Parser {
    fn parameters(&mut self, list: &str) -> Result<Vec<(usize, usize)>, String> {
        let mut all = Vec::new();
        for declared in list.split(',').map(str::trim).filter(|text| !text.is_empty()) {
            let words: Vec<&str> = declared.split_whitespace().collect();
            let (Some(&name), true) = (words.last(), words[0] == ".param") else {
                return Err(format!("a parameter that is not understood: {declared}"));
            };
            let ty = words.iter().rev().skip(1).find_map(|word| Ty::of(word.trim_start_matches('.')));
            let ty = ty.ok_or_else(|| format!("a parameter without a type: {declared}"))?;
            let align = words.iter().position(|word| *word == ".align").and_then(|at| words[at + 1].parse().ok());
            let (name, bytes) = match name.split_once('[') {
                Some((name, count)) => (name, ty.bytes * count.trim_end_matches(']').parse::<usize>().unwrap_or(0)),
                None => (name, ty.bytes),
            };
            self.parameter_bytes = self.parameter_bytes.next_multiple_of(align.unwrap_or(ty.bytes));
            self.symbols.insert(name.to_owned(), self.parameter_bytes as u64);
            all.push((self.parameter_bytes, bytes));
            self.parameter_bytes += bytes;
        }
        Ok(all)
    }

    fn body(&mut self, body: &str) -> Result<Vec<Instruction>, String> {
        let mut statements = Vec::new();
        for (number, line) in body.lines().enumerate() {
            let line = line.split("//").next().unwrap_or_default().trim().trim_end_matches(';').trim();
            if line.is_empty() || line == "{" || line == "}" || IGNORED.iter().any(|start| line.starts_with(start)) {
                continue;
            }
            let fail = |what: String| format!("line {}: {what}: {line}", number + 1);
            if let Some(label) = line.strip_suffix(':') {
                self.labels.insert(label.to_owned(), statements.len());
            } else if let Some(declared) = line.strip_prefix(".reg ") {
                self.declare(declared).ok_or_else(|| fail("registers that are not understood".to_owned()))?;
            } else if line.starts_with(".shared") {
                self.share(line).ok_or_else(|| fail("memory that is not understood".to_owned()))?;
            } else if line.starts_with('.') {
                return Err(fail("a directive that is not understood".to_owned()));
            } else {
                statements.push((number + 1, line));
            }
        }
        let instruction = |&(number, line): &(usize, &str)| {
            self.instruction(line, number).map_err(|what| format!("line {number}: {what}: {line}"))
        };
        statements.iter().map(instruction).collect()
    }

    /// `.b32 %r<5>` declares `%r0` to `%r4`.
    fn declare(&mut self, text: &str) -> Option<()> {
        let mut words = text.split_whitespace();
        let ty = Ty::of(words.next()?.trim_start_matches('.'))?;
        for name in words.flat_map(|word| word.split(',')).filter(|name| !name.is_empty()) {
            let names = match name.split_once('<') {
                Some((start, count)) => {
                    (0..count.trim_end_matches('>').parse::<usize>().ok()?).map(|i| format!("{start}{i}")).collect()
                }
                None => vec![name.to_owned()],
            };
            for name in names {
                self.registers.insert(name, u16::try_from(self.widths.len()).ok()?);
                self.widths.push(ty.bytes as u8);
            }
        }
        Some(())
    }

    /// `.shared .align 4 .b8 name[4224]`
    fn share(&mut self, line: &str) -> Option<()> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (name, bytes) = words.last()?.split_once('[')?;
        let align = words.iter().position(|word| *word == ".align").and_then(|at| words[at + 1].parse().ok());
        let at = self.shared_bytes.next_multiple_of(align.unwrap_or(8));
        self.symbols.insert(name.to_owned(), at as u64);
        let ty = words.iter().rev().skip(1).find_map(|word| Ty::of(word.trim_start_matches('.')))?;
        self.shared_bytes = at + ty.bytes * bytes.trim_end_matches(']').parse::<usize>().ok()?;
        Some(())
    }

    fn instruction(&self, line: &str, number: usize) -> Result<Instruction, String> {
        let (guard, line) = self.guard(line)?;
        let (mnemonic, operands) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let parts: Vec<&str> = mnemonic.split('.').collect();
        let types: Vec<Ty> = parts[1..].iter().filter_map(|part| Ty::of(part)).collect();
        let ty = types.last().copied().unwrap_or(Ty { kind: Kind::Bits, bytes: 4 });
        let operands = split_operands(operands);
        let op = operation(&parts, &types, &operands)?;
        // A conversion is named by its result first.
        let ty = if matches!(op, Op::Convert { .. }) { types[0] } else { ty };
        let sources = [Operand::Immediate(0); 4];
        let mut made =
            Instruction { op, ty, guard, registers: Vec::new(), sources, offset: 0, target: 0, line: number };
        let operand = |at: usize| operands.get(at).ok_or("an operand is missing").copied();
        match op {
            Op::Return | Op::Barrier => {}
            Op::Branch => {
                made.target = *self.labels.get(operand(0)?).ok_or("a label that is not there")?;
            }
            Op::Load(_) => {
                made.registers = self.list(operand(0)?)?;
                (made.sources[0], made.offset) = self.address(operand(1)?)?;
            }
            Op::Store(_) | Op::AtomicOr => {
                (made.sources[0], made.offset) = self.address(operand(0)?)?;
                if operand(1)?.starts_with('{') {
                    made.registers = self.list(operand(1)?)?;
                } else {
                    made.sources[1] = self.source(operand(1)?)?;
                }
            }
            Op::Pack => {
                made.registers = [self.list(operand(0)?)?, self.list(operand(1)?)?].concat();
            }
            Op::Unpack => {
                made.registers = self.list(operand(0)?)?;
                made.sources[0] = self.source(operand(1)?)?;
            }
            _ => {
                made.registers = self.list(operand(0)?)?;
                let given = &operands[1..];
                if given.len() > 4 {
                    return Err("too many operands".to_owned());
                }
                for (place, text) in made.sources.iter_mut().zip(given) {
                    *place = self.source(text)?;
                }
            }
        }
        Ok(made)
    }

    fn guard<'a>(&self, line: &'a str) -> Result<(Option<Guard>, &'a str), String> {
        let Some(rest) = line.strip_prefix('@') else { return Ok((None, line)) };
        let (name, rest) = rest.split_once(char::is_whitespace).ok_or("a guard alone")?;
        let (name, wanted) = name.strip_prefix('!').map_or((name, true), |name| (name, false));
        let register = self.registers.get(name).ok_or("a guard that is not a register")?;
        Ok((Some((*register, wanted)), rest.trim_start()))
    }

    /// One register, or several in braces or with a bar.
    fn list(&self, text: &str) -> Result<Vec<u16>, String> {
        let names = text.trim_matches(['{', '}']).split([',', '|']).map(str::trim);
        names.map(|name| self.registers.get(name).copied().ok_or_else(|| format!("{name} is not a register"))).collect()
    }

    fn address(&self, text: &str) -> Result<(Operand, i64), String> {
        let inner = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).ok_or("not an address")?;
        match inner.split_once('+') {
            None => Ok((self.source(inner)?, 0)),
            Some((base, offset)) => {
                Ok((self.source(base.trim())?, offset.trim().parse().map_err(|_| "an offset that is not a number")?))
            }
        }
    }

    fn source(&self, text: &str) -> Result<Operand, String> {
        if let Some(name) = text.strip_prefix('!') {
            let register = self.registers.get(name).ok_or_else(|| format!("{name} is not a register"))?;
            return Ok(Operand::Not(*register));
        }
        if let Some(&register) = self.registers.get(text) {
            return Ok(Operand::Register(register));
        }
        if let Some(&address) = self.symbols.get(text) {
            return Ok(Operand::Immediate(address));
        }
        match text {
            "%tid.x" => Ok(Operand::Thread),
            "%ntid.x" => Ok(Operand::Threads),
            "%ctaid.x" => Ok(Operand::Block),
            "%nctaid.x" => Ok(Operand::Blocks),
            _ => immediate(text).map(Operand::Immediate).ok_or_else(|| format!("{text} is not an operand")),
        }
    }
}

/// The operands between commas, those in braces and brackets as one.
fn split_operands(text: &str) -> Vec<&str> {
    let (mut all, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, c) in text.char_indices() {
        match c {
            '{' | '[' => depth += 1,
            '}' | ']' => depth -= 1,
            ',' if depth == 0 => {
                all.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    let last = text[start..].trim();
    if !last.is_empty() {
        all.push(last);
    }
    all
}

/// `0f3F800000`, `0d3FF0000000000000`, or an integer.
fn immediate(text: &str) -> Option<u64> {
    if let Some(bits) = text.strip_prefix("0f") {
        return u32::from_str_radix(bits, 16).ok().map(u64::from);
    }
    if let Some(bits) = text.strip_prefix("0d") {
        return u64::from_str_radix(bits, 16).ok();
    }
    if let Some(bits) = text.strip_prefix("0x") {
        return u64::from_str_radix(bits, 16).ok();
    }
    text.parse::<i64>().map(|value| value as u64).or_else(|_| text.parse::<u64>()).ok()
}

fn operation(parts: &[&str], types: &[Ty], operands: &[&str]) -> Result<Op, String> {
    let has = |part: &str| parts[1..].contains(&part);
    let refused = ["approx", "ftz", "full", "sat"].iter().find(|part| has(part));
    if let Some(part) = refused {
        return Err(format!(".{part} has other bits than the processor"));
    }
    let space = if has("param") {
        Space::Param
    } else if has("shared") {
        Space::Shared
    } else {
        Space::Global
    };
    let op = match parts[0] {
        "mov" if operands[0].starts_with('{') => Op::Unpack,
        "mov" if operands.get(1).is_some_and(|text| text.starts_with('{')) => Op::Pack,
        "mov" | "cvta" => Op::Mov,
        "add" => Op::Add,
        "sub" => Op::Sub,
        "mul" if has("wide") => Op::MulWide,
        "mul" if has("hi") => Op::MulHigh,
        "mul" => Op::MulLow,
        "mad" if has("wide") => Op::MadWide,
        "mad" if has("lo") => Op::MadLow,
        "fma" => Op::Fma,
        "div" => Op::Div,
        "rem" => Op::Rem,
        "rcp" => Op::Rcp,
        "sqrt" => Op::Sqrt,
        "min" => Op::Min,
        "max" => Op::Max,
        "and" => Op::And,
        "or" => Op::Or,
        "xor" => Op::Xor,
        "not" => Op::Not,
        "neg" => Op::Neg,
        "abs" => Op::Abs,
        "shl" => Op::Shl,
        "shr" => Op::Shr,
        "shf" if has("l") && has("wrap") => Op::FunnelLeft,
        "shf" if has("r") && has("wrap") => Op::FunnelRight,
        "prmt" => Op::Permute,
        "lop3" => Op::Lop3(operands.get(4).and_then(|table| immediate(table)).ok_or("lop3 without a table")? as u8),
        "bfi" => Op::Insert(operands.get(4).and_then(|bits| immediate(bits)).ok_or("bfi without a length")? as u8),
        "clz" => Op::LeadingZeros,
        "setp" => comparison(&parts[1..])?,
        "selp" => Op::Select,
        "cvt" => {
            Op::Convert { from: *types.get(1).ok_or("a conversion of one type")?, rounding: rounding(&parts[1..]) }
        }
        "ld" if !has("local") => Op::Load(space),
        "st" if !has("local") => Op::Store(space),
        "red" if has("global") && has("or") => Op::AtomicOr,
        "bra" => Op::Branch,
        "bar" | "barrier" => Op::Barrier,
        "ret" | "exit" => Op::Return,
        other => return Err(format!("an instruction that is not known: {other}")),
    };
    Ok(op)
}

fn rounding(parts: &[&str]) -> Option<Rounding> {
    parts.iter().find_map(|part| match *part {
        "rn" => Some(Rounding::Nearest),
        "rz" => Some(Rounding::Zero),
        "rni" => Some(Rounding::IntegerNearest),
        "rzi" => Some(Rounding::IntegerZero),
        "rmi" => Some(Rounding::IntegerDown),
        "rpi" => Some(Rounding::IntegerUp),
        _ => None,
    })
}

fn comparison(parts: &[&str]) -> Result<Op, String> {
    let (compare, unordered) = match parts[0] {
        "eq" => (Compare::Eq, false),
        "ne" => (Compare::Ne, false),
        "lt" | "lo" => (Compare::Lt, false),
        "le" | "ls" => (Compare::Le, false),
        "gt" | "hi" => (Compare::Gt, false),
        "ge" | "hs" => (Compare::Ge, false),
        "equ" => (Compare::Eq, true),
        "neu" => (Compare::Ne, true),
        "ltu" => (Compare::Lt, true),
        "leu" => (Compare::Le, true),
        "gtu" => (Compare::Gt, true),
        "geu" => (Compare::Ge, true),
        "num" => (Compare::Num, false),
        "nan" => (Compare::Nan, false),
        other => return Err(format!("a comparison that is not known: {other}")),
    };
    let combine = match parts.get(1) {
        Some(&"and") => Combine::And,
        Some(&"or") => Combine::Or,
        Some(&"xor") => Combine::Xor,
        _ => Combine::Alone,
    };
    Ok(Op::Set { compare, unordered, combine })
}
