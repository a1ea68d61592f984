//! NumPy's answers: reads `tests/numpy/data/*.json` (format in `tests/numpy/README.md`) and checks
//! kernels.
//!
//! Every case runs once for each combination of layouts of its operands, so that the same data
//! finds kernels that are right on contiguous memory only.
#![allow(dead_code)] // each test binary uses a part of it

use serde_json::Value;
use tenure::device::Device;
use tenure::error::Result;
use tenure::tensor::{BF16, DType, F16, Shape, Tensor};

/// One call and NumPy's answer to it.
pub struct Case {
    /// The name of the operation.
    pub op: String,
    args: Value,
    inputs: Vec<Array>,
    expected: Expected,
    tolerance: (f64, f64),
    in_place: bool,
}

enum Expected {
    Output(Array),
    /// The name of a status.
    Error(String),
}

/// A dense array as stored in the file.
struct Array {
    dtype: DType,
    shape: Vec<i64>,
    /// Native-endian elements in row-major order.
    bytes: Vec<u8>,
}

/// The layout of an operand in memory.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Form {
    Contiguous,
    Transposed,
    Sliced,
    Expanded,
}

const FORMS: [Form; 4] = [Form::Contiguous, Form::Transposed, Form::Sliced, Form::Expanded];

/// Runs `call` on every case of `data/<file>.json` and compares. Panics with the cases that differ.
pub fn check(file: &str, call: impl Fn(&Case, &[Tensor]) -> Result<Tensor>) {
    let mut failures = Vec::new();
    let cases = load(file);
    assert!(!cases.is_empty(), "{file} has no cases");
    for (number, case) in cases.iter().enumerate() {
        for (forms, tensors) in case.layouts() {
            if let Err(difference) = case.compare(call(case, &tensors)) {
                let Case { op, args, .. } = case;
                let shapes: Vec<String> = tensors.iter().map(|t| format!("{t:?}")).collect();
                failures.push(format!("case {number} {op} {args} on {shapes:?} {forms:?}: {difference}"));
            }
        }
    }
    let shown = failures.iter().take(20).cloned().collect::<Vec<_>>().join("\n");
    assert!(failures.is_empty(), "{} differ from NumPy:\n{shown}", failures.len());
}

/// The cases of `data/<file>.json`.
pub fn load(file: &str) -> Vec<Case> {
    let path = format!("{}/tests/numpy/data/{file}.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    let parsed: Value = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{path}: {e}"));
    parsed.as_array().expect("a list of cases").iter().map(Case::parse).collect()
}

impl Case {
    fn parse(value: &Value) -> Case {
        let expected = match value.get("error") {
            Some(status) => Expected::Error(status.as_str().expect("a status name").to_owned()),
            None => Expected::Output(Array::parse(&value["output"])),
        };
        let tolerance = value.get("tolerance").map_or((0.0, 0.0), |t| (float(&t[0]), float(&t[1])));
        Case {
            op: value["op"].as_str().expect("op").to_owned(),
            args: value["args"].clone(),
            inputs: value["inputs"].as_array().expect("inputs").iter().map(Array::parse).collect(),
            expected,
            tolerance,
            in_place: value.get("in_place").is_some_and(|v| v == true),
        }
    }

    /// Whether there is an argument of this name.
    pub fn has(&self, name: &str) -> bool {
        self.args.get(name).is_some()
    }

    /// An argument that is a number.
    pub fn float(&self, name: &str) -> f64 {
        float(&self.args[name])
    }

    /// An argument that is an integer.
    pub fn int(&self, name: &str) -> i64 {
        self.args[name].as_i64().unwrap_or_else(|| panic!("{} has no integer {name}", self.op))
    }

    /// An argument that is a list of integers.
    pub fn ints(&self, name: &str) -> Vec<i64> {
        let list = self.args[name].as_array().unwrap_or_else(|| panic!("{} has no list {name}", self.op));
        list.iter().map(|v| v.as_i64().expect("an integer")).collect()
    }

    /// An argument that is a list of integers, or one integer.
    pub fn int_or_ints(&self, name: &str) -> Vec<i64> {
        if self.args[name].is_i64() { vec![self.int(name)] } else { self.ints(name) }
    }

    /// An argument that is true or false.
    pub fn flag(&self, name: &str) -> bool {
        self.args[name].as_bool().unwrap_or_else(|| panic!("{} has no flag {name}", self.op))
    }

    /// An argument that is a string.
    pub fn text(&self, name: &str) -> &str {
        self.args[name].as_str().unwrap_or_else(|| panic!("{} has no text {name}", self.op))
    }

    /// An argument that is the name of a dtype.
    pub fn dtype(&self, name: &str) -> DType {
        dtype(self.text(name))
    }

    /// New operands in every combination of layouts that they can have. With more than three
    /// operands, all but the first have the same layout.
    fn layouts(&self) -> Vec<(Vec<Form>, Vec<Tensor>)> {
        let mut combinations: Vec<(Vec<Form>, Vec<Tensor>)> = vec![(Vec::new(), Vec::new())];
        for (i, input) in self.inputs.iter().enumerate() {
            let mut longer = Vec::new();
            for (forms, tensors) in &combinations {
                for form in FORMS {
                    if self.inputs.len() > 3 && i > 1 && form != forms[1] {
                        continue;
                    }
                    if self.in_place && i == 0 && form == Form::Expanded {
                        continue;
                    }
                    // New tensors for each combination, because an in-place operation must not
                    // change the next one.
                    let copies = self.inputs[..i].iter().zip(forms).map(|(a, f)| a.tensor(*f).expect("made before"));
                    let copies: Vec<Tensor> = if self.in_place { copies.collect() } else { tensors.clone() };
                    if let Some(tensor) = input.tensor(form) {
                        longer.push(([&forms[..], &[form]].concat(), [copies, vec![tensor]].concat()));
                    }
                }
            }
            combinations = longer;
        }
        combinations
    }

    fn compare(&self, result: Result<Tensor>) -> std::result::Result<(), String> {
        match (&self.expected, result) {
            (Expected::Output(wanted), Ok(tensor)) => wanted.compare(&tensor, self.tolerance),
            (Expected::Output(_), Err(error)) => Err(format!("failed: {error:?}")),
            (Expected::Error(status), Ok(tensor)) => Err(format!("gave {tensor:?} instead of {status}")),
            (Expected::Error(status), Err(error)) if error.status().name() == status => Ok(()),
            (Expected::Error(status), Err(error)) => Err(format!("failed with {error:?} instead of {status}")),
        }
    }
}

impl Array {
    fn parse(value: &Value) -> Array {
        let dtype = dtype(value["dtype"].as_str().expect("dtype"));
        let shape = value["shape"].as_array().expect("shape").iter().map(|v| v.as_i64().expect("a size")).collect();
        let mut bytes = Vec::new();
        for v in value["data"].as_array().expect("data") {
            match dtype {
                DType::F32 => bytes.extend((float(v) as f32).to_ne_bytes()),
                DType::F64 => bytes.extend(float(v).to_ne_bytes()),
                DType::I32 => bytes.extend((v.as_i64().expect("an integer") as i32).to_ne_bytes()),
                DType::I64 => bytes.extend(v.as_i64().expect("an integer").to_ne_bytes()),
                DType::F16 => bytes.extend(F16::from_f64(float(v)).to_bits().to_ne_bytes()),
                DType::BF16 => bytes.extend(BF16::from_f64(float(v)).to_bits().to_ne_bytes()),
                DType::I8 => bytes.extend((v.as_i64().expect("an integer") as i8).to_ne_bytes()),
                DType::I16 => bytes.extend((v.as_i64().expect("an integer") as i16).to_ne_bytes()),
                DType::U16 => bytes.extend((v.as_u64().expect("an integer") as u16).to_ne_bytes()),
                DType::U32 => bytes.extend((v.as_u64().expect("an integer") as u32).to_ne_bytes()),
                DType::U64 => bytes.extend(v.as_u64().expect("an integer").to_ne_bytes()),
                DType::U8 | DType::Bool => bytes.push(v.as_u64().expect("a byte") as u8),
            }
        }
        Array { dtype, shape, bytes }
    }

    /// These elements as a tensor with this layout; `None` if they cannot have it.
    fn tensor(&self, form: Form) -> Option<Tensor> {
        match form {
            Form::Contiguous => Some(make(self.dtype, &self.shape, &self.bytes)),
            Form::Transposed => self.transposed(),
            Form::Sliced => Some(self.sliced()),
            Form::Expanded => self.expanded(),
        }
    }

    /// Stored in column-major order.
    fn transposed(&self) -> Option<Tensor> {
        let rank = self.shape.len();
        if rank < 2 {
            return None;
        }
        let reversed: Vec<i64> = self.shape.iter().rev().copied().collect();
        let mut bytes = vec![0; self.bytes.len()];
        for (from, index) in indices(&self.shape).into_iter().enumerate() {
            let mirrored: Vec<i64> = index.into_iter().rev().collect();
            self.copy_element(from, &mut bytes, row_major(&reversed, &mirrored));
        }
        let axes: Vec<i64> = (0..rank as i64).rev().collect();
        Some(make(self.dtype, &reversed, &bytes).permute(&axes).expect("each axis once"))
    }

    /// Every second element of each dimension of a buffer whose other elements are different.
    fn sliced(&self) -> Tensor {
        if self.shape.is_empty() {
            let bytes = [vec![1; self.bytes.len()], self.bytes.clone()].concat();
            return make(self.dtype, &[2], &bytes).select(0, 1).expect("in range");
        }
        let padded: Vec<i64> = self.shape.iter().map(|d| 2 * d + 1).collect();
        let count = padded.iter().product::<i64>() as usize;
        let mut bytes = vec![1; count * self.dtype.size()];
        for (from, index) in indices(&self.shape).into_iter().enumerate() {
            let spread: Vec<i64> = index.into_iter().map(|i| 2 * i + 1).collect();
            self.copy_element(from, &mut bytes, row_major(&padded, &spread));
        }
        let mut tensor = make(self.dtype, &padded, &bytes);
        for axis in 0..self.shape.len() as i64 {
            tensor = tensor.slice(axis, 1, i64::MAX, 2).expect("in range");
        }
        tensor
    }

    /// Dimensions along which the elements repeat are stored once, with a stride of 0.
    fn expanded(&self) -> Option<Tensor> {
        let mut stored = self.shape.clone();
        for (axis, size) in stored.iter_mut().enumerate() {
            if *size > 1 && self.repeats_along(axis) {
                *size = 1;
            }
        }
        if stored == self.shape || self.bytes.is_empty() {
            return None;
        }
        let mut bytes = vec![0; stored.iter().product::<i64>() as usize * self.dtype.size()];
        for (to, index) in indices(&stored).into_iter().enumerate() {
            self.copy_element(row_major(&self.shape, &index), &mut bytes, to);
        }
        Some(make(self.dtype, &stored, &bytes).expand(&self.shape).expect("sizes of 1 stretch"))
    }

    fn repeats_along(&self, axis: usize) -> bool {
        indices(&self.shape).into_iter().enumerate().all(|(at, mut index)| {
            index[axis] = 0;
            self.element(at) == self.element(row_major(&self.shape, &index))
        })
    }

    fn element(&self, at: usize) -> &[u8] {
        let size = self.dtype.size();
        &self.bytes[at * size..][..size]
    }

    fn copy_element(&self, from: usize, to_bytes: &mut [u8], to: usize) {
        let size = self.dtype.size();
        to_bytes[to * size..][..size].copy_from_slice(self.element(from));
    }

    fn compare(&self, got: &Tensor, tolerance: (f64, f64)) -> std::result::Result<(), String> {
        if (got.dtype(), got.shape()) != (self.dtype, &self.shape[..]) {
            return Err(format!("{got:?} instead of {} of {:?}", self.dtype, self.shape));
        }
        for (i, bytes) in elements(got).iter().enumerate() {
            if !near(self.dtype, bytes, self.element(i), tolerance) {
                let (got, wanted) = (show(self.dtype, bytes), show(self.dtype, self.element(i)));
                return Err(format!("element {i} is {got} instead of {wanted}"));
            }
        }
        Ok(())
    }
}

/// The elements of a tensor of any layout in row-major order, without a kernel of the library.
pub fn elements(tensor: &Tensor) -> Vec<Vec<u8>> {
    let size = tensor.dtype().size();
    bytes_in_order(tensor).expect("on the processor").chunks(size).map(<[u8]>::to_vec).collect()
}

/// The text of one element of this dtype.
pub fn show(dtype: DType, bytes: &[u8]) -> String {
    match dtype {
        DType::F32 => format!("{:?}", f32::from_ne_bytes(bytes.try_into().expect("4 bytes"))),
        DType::F64 => format!("{:?}", f64::from_ne_bytes(bytes.try_into().expect("8 bytes"))),
        DType::I32 => i32::from_ne_bytes(bytes.try_into().expect("4 bytes")).to_string(),
        DType::I64 => i64::from_ne_bytes(bytes.try_into().expect("8 bytes")).to_string(),
        DType::U8 | DType::Bool => bytes[0].to_string(),
        DType::I8 => (bytes[0] as i8).to_string(),
        DType::I16 => i16::from_ne_bytes(bytes.try_into().expect("2 bytes")).to_string(),
        DType::U16 => u16::from_ne_bytes(bytes.try_into().expect("2 bytes")).to_string(),
        DType::U32 => u32::from_ne_bytes(bytes.try_into().expect("4 bytes")).to_string(),
        DType::U64 => u64::from_ne_bytes(bytes.try_into().expect("8 bytes")).to_string(),
        DType::F16 | DType::BF16 => half(dtype, bytes).to_string(),
    }
}

fn bytes_in_order(t: &Tensor) -> Result<Vec<u8>> {
    match t.dtype() {
        DType::F32 => t.to_vec::<f32>().map(|s| s.iter().flat_map(|v| v.to_ne_bytes()).collect()),
        DType::F64 => t.to_vec::<f64>().map(|s| s.iter().flat_map(|v| v.to_ne_bytes()).collect()),
        DType::I32 => t.to_vec::<i32>().map(|s| s.iter().flat_map(|v| v.to_ne_bytes()).collect()),
        DType::I64 => t.to_vec::<i64>().map(|s| s.iter().flat_map(|v| v.to_ne_bytes()).collect()),
        DType::U8 | DType::Bool => t.to_vec::<u8>(),
        DType::I8 => t.to_vec::<i8>().map(|s| s.iter().flat_map(|v| v.to_ne_bytes()).collect()),
        DType::I16 => t.to_vec::<i16>().map(|s| s.iter().flat_map(|v| v.to_ne_bytes()).collect()),
        DType::U16 => t.to_vec::<u16>().map(|s| s.iter().flat_map(|v| v.to_ne_bytes()).collect()),
        DType::U32 => t.to_vec::<u32>().map(|s| s.iter().flat_map(|v| v.to_ne_bytes()).collect()),
        DType::U64 => t.to_vec::<u64>().map(|s| s.iter().flat_map(|v| v.to_ne_bytes()).collect()),
        DType::F16 => t.to_vec::<F16>().map(|s| s.iter().flat_map(|v| v.to_bits().to_ne_bytes()).collect()),
        DType::BF16 => t.to_vec::<BF16>().map(|s| s.iter().flat_map(|v| v.to_bits().to_ne_bytes()).collect()),
    }
}

/// The value of a 16-bit float.
fn half(dtype: DType, bytes: &[u8]) -> f64 {
    let bits = u16::from_ne_bytes(bytes.try_into().expect("2 bytes"));
    f64::from(if dtype == DType::F16 { F16::from_bits(bits).to_f32() } else { BF16::from_bits(bits).to_f32() })
}

/// Whether two elements are equal, both NaN, or differ by at most the tolerance.
fn near(dtype: DType, got: &[u8], wanted: &[u8], (relative, absolute): (f64, f64)) -> bool {
    let (got, wanted) = match dtype {
        DType::F32 => {
            let value = |b: &[u8]| f64::from(f32::from_ne_bytes(b.try_into().expect("4 bytes")));
            (value(got), value(wanted))
        }
        DType::F64 => {
            let value = |b: &[u8]| f64::from_ne_bytes(b.try_into().expect("8 bytes"));
            (value(got), value(wanted))
        }
        DType::F16 | DType::BF16 => (half(dtype, got), half(dtype, wanted)),
        _ => return got == wanted,
    };
    got == wanted
        || (got.is_nan() && wanted.is_nan())
        || (got.is_finite() && wanted.is_finite() && (got - wanted).abs() <= relative * wanted.abs() + absolute)
}

fn make(dtype: DType, shape: &[i64], bytes: &[u8]) -> Tensor {
    let shape = Shape::new(shape).expect("a small shape");
    Tensor::from_bytes(Device::Cpu, dtype, bytes, &shape).expect("memory for a small tensor")
}

/// Every index of a shape in row-major order.
fn indices(shape: &[i64]) -> Vec<Vec<i64>> {
    let mut all = vec![Vec::new()];
    for &dim in shape {
        all = all.iter().flat_map(|index| (0..dim).map(|i| [&index[..], &[i]].concat())).collect();
    }
    all
}

fn row_major(shape: &[i64], index: &[i64]) -> usize {
    shape.iter().zip(index).fold(0, |at, (dim, i)| at * dim + i) as usize
}

fn dtype(name: &str) -> DType {
    DType::ALL.into_iter().find(|d| d.name() == name).unwrap_or_else(|| panic!("{name} is no dtype"))
}

fn float(value: &Value) -> f64 {
    match value.as_str() {
        Some("nan") => f64::NAN,
        Some("inf") => f64::INFINITY,
        Some("-inf") => f64::NEG_INFINITY,
        Some(text) => panic!("{text} is no number"),
        None => value.as_f64().unwrap_or_else(|| panic!("{value} is no number")),
    }
}
