//! `Display`: a tensor as NumPy's `str` prints an array, character for character.
//!
//! Invariant: the text depends on dtype, shape and values only, never on strides or the device. Each
//! element is read once, so a tensor that another thread writes meanwhile still gives well-formed
//! text. Of a tensor on another device the printed elements are copied, and no others; if the device
//! has failed, the text says dtype, shape and device.
//!
//! The rules are those of `numpy/_core/arrayprint.py` (NumPy 2.4), by default with its default
//! options: 8 digits after the point, at most 75 columns, above 1000 elements three from either end
//! of each dimension. For bfloat16, which NumPy lacks, they are those of float16.

use super::dtype::DType;
use super::half::{BF16, F16};
use super::tensor::Tensor;
use crate::error::{Error, Result};
use std::fmt;

/// How a tensor is printed: NumPy's `set_printoptions`, for one call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrintOptions {
    /// The most digits after the point of a float in an array.
    precision: usize,
    /// Arrays with more elements are summarized.
    threshold: usize,
    /// Elements kept at either end of a summarized dimension.
    edge: i64,
    /// Columns of a line.
    line_width: usize,
}

impl Default for PrintOptions {
    fn default() -> PrintOptions {
        PrintOptions { precision: 8, threshold: 1000, edge: 3, line_width: 75 }
    }
}

impl PrintOptions {
    /// Digits after the point of the smallest double; no float has more.
    const MOST_DIGITS: i64 = 1074;

    /// Errors: `INVALID_ARGUMENT` for a negative number, and for no elements at the edges.
    pub fn new(precision: i64, threshold: i64, edge_items: i64, line_width: i64) -> Result<PrintOptions> {
        let least = |what: &str, value: i64, least: i64| match value < least {
            true => Err(Error::argument(format!("{what} is {value} and must be at least {least}"))),
            false => Ok(usize::try_from(value).unwrap_or(usize::MAX)),
        };
        Ok(PrintOptions {
            precision: least("precision", precision.min(Self::MOST_DIGITS), 0)?,
            threshold: least("threshold", threshold, 0)?,
            // Twice this number is compared with a size.
            edge: least("edge items", edge_items.min(i64::MAX / 2), 1)? as i64,
            line_width: least("line width", line_width, 1)?,
        })
    }
}

impl fmt::Display for Tensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&printed(self, &PrintOptions::default(), self.rank() == 0))
    }
}

impl Tensor {
    /// The text with these options, which NumPy's `array2string` takes: they apply to a scalar as
    /// to the element of an array.
    pub fn to_string_with(&self, options: &PrintOptions) -> String {
        printed(self, options, false)
    }
}

/// `alone` is set for a number without an array around it, which is printed with all its digits.
fn printed(t: &Tensor, options: &PrintOptions, alone: bool) -> String {
    if t.size() == 0 {
        return "[]".into();
    }
    let summarize = t.size() > options.threshold;
    let mut places = Vec::new();
    offsets(t, summarize.then_some(options.edge), 0, 0, &mut places);
    let Ok(elements) = elements(t, &places) else { return format!("{t:?}") };
    let words = words(t, &elements, options, alone);
    if t.rank() == 0 {
        return words.into_iter().next().unwrap_or_default();
    }
    let mut printer = Printer { words: words.into_iter(), shape: t.shape(), summarize, edge: options.edge };
    printer.block(0, " ", options.line_width)
}

/// Puts brackets and line breaks around words that come in row-major order.
struct Printer<'a> {
    words: std::vec::IntoIter<String>,
    shape: &'a [i64],
    summarize: bool,
    edge: i64,
}

impl Printer<'_> {
    /// The text of one index of each dimension before `axis`, without its indentation.
    fn block(&mut self, axis: usize, indent: &str, width: usize) -> String {
        let size = self.shape[axis];
        let cut = self.summarize && size > 2 * self.edge;
        let parts = if cut { 2 * self.edge } else { size };
        if axis + 1 == self.shape.len() {
            return self.row(parts, cut, indent, width.saturating_sub(1));
        }
        let inner_indent = format!("{indent} ");
        let separator = "\n".repeat(self.shape.len() - axis - 1);
        let mut text = String::from("[");
        for part in 0..parts {
            if part > 0 {
                text.push_str(&separator);
                text.push_str(indent);
            }
            if cut && part == self.edge {
                text.push_str("...");
                text.push_str(&separator);
                text.push_str(indent);
            }
            text.push_str(&self.block(axis + 1, &inner_indent, width.saturating_sub(1)));
        }
        text.push(']');
        text
    }

    /// The last dimension: words side by side, with a line break before a word that does not fit.
    fn row(&mut self, parts: i64, cut: bool, indent: &str, width: usize) -> String {
        let (mut text, mut line) = (String::new(), indent.to_string());
        for part in 0..parts {
            if cut && part == self.edge {
                extend(&mut text, &mut line, "...", width, indent);
                line.push(' ');
            }
            let word = self.words.next().unwrap_or_default();
            extend(&mut text, &mut line, &word, width, indent);
            if part + 1 < parts {
                line.push(' ');
            }
        }
        text.push_str(&line);
        format!("[{}]", &text[indent.len()..])
    }
}

/// Appends a word to the line; ends the line first if the word does not fit and a new line is
/// wider.
fn extend(text: &mut String, line: &mut String, word: &str, width: usize, indent: &str) {
    if line.len() + word.len() > width && line.len() > indent.len() {
        text.push_str(line.trim_end());
        text.push('\n');
        line.clear();
        line.push_str(indent);
    }
    line.push_str(word);
}

/// Every printed element, formatted, in row-major order.
fn words(t: &Tensor, elements: &[u8], options: &PrintOptions, alone: bool) -> Vec<String> {
    let floats = |values: Vec<Float>| match alone {
        true => values.into_iter().map(scalar_float).collect(),
        false => array_of(&values, options.precision),
    };
    match t.dtype() {
        DType::F32 => floats(all::<f32>(elements).map(Float::F32).collect()),
        DType::F64 => floats(all::<f64>(elements).map(Float::F64).collect()),
        DType::F16 => floats(all::<F16>(elements).map(|x| Float::F16(x.to_f32())).collect()),
        DType::BF16 => floats(all::<BF16>(elements).map(|x| Float::BF16(x.to_f32())).collect()),
        DType::I8 => aligned(all::<i8>(elements).map(|x| x.to_string()).collect()),
        DType::I16 => aligned(all::<i16>(elements).map(|x| x.to_string()).collect()),
        DType::I32 => aligned(all::<i32>(elements).map(|x| x.to_string()).collect()),
        DType::I64 => aligned(all::<i64>(elements).map(|x| x.to_string()).collect()),
        DType::U8 => aligned(all::<u8>(elements).map(|x| x.to_string()).collect()),
        DType::U16 => aligned(all::<u16>(elements).map(|x| x.to_string()).collect()),
        DType::U32 => aligned(all::<u32>(elements).map(|x| x.to_string()).collect()),
        DType::U64 => aligned(all::<u64>(elements).map(|x| x.to_string()).collect()),
        DType::Bool => elements.iter().map(|&x| boolean(x != 0, t.rank() == 0)).collect(),
    }
}

/// The offsets of the printed elements, in elements from the first one, in row-major order.
fn offsets(tensor: &Tensor, edge: Option<i64>, axis: usize, base: i64, out: &mut Vec<i64>) {
    let Some(&size) = tensor.shape().get(axis) else {
        out.push(base);
        return;
    };
    let stride = tensor.strides()[axis];
    // Indices in between are not visited: an expanded dimension may have 2^59.
    let cut = edge.filter(|edge| size > 2 * edge);
    let (head, tail) = cut.map_or((size, size), |edge| (edge, size - edge));
    for i in (0..head).chain(tail..size) {
        offsets(tensor, edge, axis + 1, base + i * stride, out);
    }
}

/// The largest part of a device's memory that is copied to print some of its elements; of a larger
/// one, each element is copied by itself.
const WINDOW: usize = 1 << 20;

/// The bytes of the elements at these offsets, one after the other. Errors: those of the device.
fn elements(t: &Tensor, places: &[i64]) -> Result<Vec<u8>> {
    let size = t.dtype().size();
    let mut bytes = vec![0; places.len() * size];
    let parts = bytes.chunks_exact_mut(size).zip(places);
    if let Ok(host) = t.host() {
        for (to, &place) in parts {
            // SAFETY: `offsets` produced an index inside the shape, and every such element is in
            // the storage.
            unsafe {
                host.as_ptr().offset(place as isize * size as isize).copy_to_nonoverlapping(to.as_mut_ptr(), size)
            };
        }
        return Ok(bytes);
    }
    let (least, most) = places.iter().fold((i64::MAX, i64::MIN), |(a, b), &place| (a.min(place), b.max(place)));
    let start = |place: i64| (t.offset() as i64 + place) as usize * size;
    let window = (most - least + 1) as usize * size;
    if window > WINDOW {
        for (to, &place) in parts {
            // SAFETY: `to` has room for one element.
            unsafe { t.storage().copy_out(start(place), to.as_mut_ptr(), size)? };
        }
        return Ok(bytes);
    }
    let mut copied = vec![0; window];
    // SAFETY: `copied` has this many bytes.
    unsafe { t.storage().copy_out(start(least), copied.as_mut_ptr(), window)? };
    for (to, &place) in parts {
        let from = (place - least) as usize * size;
        to.copy_from_slice(&copied[from..from + size]);
    }
    Ok(bytes)
}

/// The elements in these bytes. `T` is their type.
fn all<T: super::Element>(bytes: &[u8]) -> impl Iterator<Item = T> {
    // SAFETY: each chunk has the bytes of one element.
    bytes.chunks_exact(size_of::<T>()).map(|one| unsafe { one.as_ptr().cast::<T>().read_unaligned() })
}

/// Pads all words in front to the width of the widest.
fn aligned(words: Vec<String>) -> Vec<String> {
    let width = words.iter().map(String::len).max().unwrap_or(0);
    words.into_iter().map(|word| format!("{word:>width$}")).collect()
}

fn boolean(value: bool, scalar: bool) -> String {
    // In an array both words have the same width.
    match (value, scalar) {
        (false, _) => "False".into(),
        (true, true) => "True".into(),
        (true, false) => " True".into(),
    }
}

/// A float that keeps its type, on which its shortest round-trip digits depend.
#[derive(Clone, Copy)]
enum Float {
    F32(f32),
    F64(f64),
    /// The same number as a float32.
    F16(f32),
    /// The same number as a float32.
    BF16(f32),
}

impl Float {
    /// The same value as a double, exactly.
    fn value(self) -> f64 {
        match self {
            Float::F32(x) | Float::F16(x) | Float::BF16(x) => f64::from(x),
            Float::F64(x) => x,
        }
    }

    /// The nearest number of the type to `other`, as a double.
    fn like(self, other: f64) -> f64 {
        match self {
            Float::F32(_) => f64::from(other as f32),
            Float::F64(_) => other,
            Float::F16(_) => F16::from_f64(other).to_f32().into(),
            Float::BF16(_) => BF16::from_f64(other).to_f32().into(),
        }
    }

    /// The fewest fraction digits that round-trip, where `text` formats a number with a given
    /// count.
    fn fewest(self, text: impl Fn(f32, usize) -> String) -> String {
        let x = self.value() as f32;
        // The exact value of a half has fewer than 150 fraction digits.
        let texts = (0..150).map(|digits| text(x, digits));
        let back = |text: &String| text.parse().is_ok_and(|back: f64| self.like(back) == self.value());
        texts.into_iter().find(back).unwrap_or_else(|| text(x, 150))
    }

    /// The fewest digits that round-trip, as `d.ddde-d`.
    fn shortest(self) -> String {
        match self {
            Float::F32(x) => even(x, format!("{x:e}"), |x, digits| format!("{x:.digits$e}")),
            Float::F64(x) => even(x, format!("{x:e}"), |x, digits| format!("{x:.digits$e}")),
            Float::F16(_) | Float::BF16(_) => self.fewest(|x, digits| format!("{x:.digits$e}")),
        }
    }

    /// The same digits without an exponent.
    fn shortest_positional(self) -> String {
        match self {
            Float::F32(x) => even(x, x.to_string(), |x, digits| format!("{x:.digits$}")),
            Float::F64(x) => even(x, x.to_string(), |x, digits| format!("{x:.digits$}")),
            Float::F16(_) | Float::BF16(_) => self.fewest(|x, digits| format!("{x:.digits$}")),
        }
    }

    /// `max / min > 1000`, with the division in the element's own type, like NumPy.
    fn ratio_is_large(max: Float, min: Float) -> bool {
        match (max, min) {
            (Float::F32(max), Float::F32(min)) => max / min > 1000.0,
            (max, min) => max.like(max.value() / min.value()) > 1000.0,
        }
    }

    /// The value from which an exponent is used: ten to the number of digits that the type holds,
    /// at most 1e8.
    fn exponent_from(self) -> f64 {
        match self {
            Float::F32(_) => 1e6,
            Float::F64(_) => 1e8,
            Float::F16(_) | Float::BF16(_) => 1e3,
        }
    }

    /// Whether it is below 0.0001, rounded to its own type.
    fn is_small(self) -> bool {
        self.value() < self.like(1e-4)
    }

    fn abs(self) -> Float {
        match self {
            Float::F32(x) => Float::F32(x.abs()),
            Float::F64(x) => Float::F64(x.abs()),
            Float::F16(x) => Float::F16(x.abs()),
            Float::BF16(x) => Float::BF16(x.abs()),
        }
    }
}

/// If two shortest texts are equally near, Rust chooses the upper one and NumPy the even one, which
/// is the exact value rounded to the same number of digits. (Next to a power of two that may not
/// round-trip; then `shortest` stays.)
fn even<T: std::str::FromStr + PartialEq>(x: T, shortest: String, rounded: impl Fn(&T, usize) -> String) -> String {
    let even = rounded(&x, fraction_len(&shortest));
    if even.parse().is_ok_and(|back: T| back == x) { even } else { shortest }
}

/// Digits between the point and the end or the `e`.
fn fraction_len(text: &str) -> usize {
    let (mantissa, _) = text.split_once('e').unwrap_or((text, ""));
    mantissa.split_once('.').map_or(0, |(_, fraction)| fraction.len())
}

/// A float before padding: the parts before the point (with the sign), after it, and after the `e`.
struct Parts {
    whole: String,
    fraction: String,
    exponent: Option<(char, String)>,
}

/// Floats as NumPy's `FloatingFormat` writes those of one array.
fn array_of(values: &[Float], precision: usize) -> Vec<String> {
    let with_exponent = needs_exponent(values);
    let parts: Vec<Option<Parts>> = values
        .iter()
        .map(|&x| match x.value().is_finite() {
            true if with_exponent => Some(scientific(x, precision)),
            true => Some(positional(x, precision)),
            false => None,
        })
        .collect();
    let finite = || parts.iter().flatten();
    let mut left = finite().map(|p| p.whole.len()).max().unwrap_or(0);
    let right = finite().map(|p| p.fraction.len()).max().unwrap_or(0);
    let exponent = finite().filter_map(|p| p.exponent.as_ref()).map(|(_, digits)| digits.len()).max().unwrap_or(0);
    // The width after the point; without an exponent nothing else is to the right of it.
    let after = if with_exponent { right + 2 + exponent } else { right };
    if finite().count() < values.len() {
        let negative = values.iter().any(|x| x.value() == f64::NEG_INFINITY);
        left = left.max((3 + usize::from(negative)).saturating_sub(after + 1)).max(3usize.saturating_sub(after + 1));
    }
    let word = |(x, parts): (&Float, &Option<Parts>)| match parts {
        None => format!("{:>width$}", non_finite(x.value()), width = left + after + 1),
        Some(Parts { fraction, .. }) if with_exponent && fraction.len() < right => {
            // NumPy pads to the longest width with digits of the exact value, not with zeros.
            let Parts { whole, fraction, exponent: exact } = split_scientific(&format!("{:.right$e}", x.value()));
            let (sign, digits) = exact.unwrap_or(('+', String::new()));
            format!("{whole:>left$}.{fraction}e{sign}{digits:0>exponent$}")
        }
        Some(Parts { whole, fraction, exponent: Some((sign, digits)) }) => {
            format!("{whole:>left$}.{fraction}e{sign}{digits:0>exponent$}")
        }
        Some(Parts { whole, fraction, exponent: None }) => format!("{whole:>left$}.{fraction:<right$}"),
    };
    values.iter().zip(&parts).map(word).collect()
}

/// Whether an array of these is written with exponents: if the largest is large, the smallest is
/// small, or their ratio is large.
fn needs_exponent(values: &[Float]) -> bool {
    let mut magnitudes = values.iter().filter(|x| x.value().is_finite() && x.value() != 0.0).map(|x| x.abs());
    let Some(first) = magnitudes.next() else { return false };
    let (min, max) = magnitudes.fold((first, first), |(min, max), x| {
        (if x.value() < min.value() { x } else { min }, if x.value() > max.value() { x } else { max })
    });
    max.value() >= max.exponent_from() || min.is_small() || Float::ratio_is_large(max, min)
}

/// Without an exponent, at most `precision` digits after the point, no zeros at the end.
fn positional(x: Float, precision: usize) -> Parts {
    let mut text = x.shortest_positional();
    if fraction_len(&text) > precision {
        // Too many digits: the exact value is rounded, half to even.
        text = format!("{:.precision$}", x.value());
    }
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    Parts { whole: whole.into(), fraction: fraction.trim_end_matches('0').into(), exponent: None }
}

/// With an exponent of at least two digits, at most `precision` digits after the point, no zeros at
/// the end.
fn scientific(x: Float, precision: usize) -> Parts {
    let mut text = x.shortest();
    if fraction_len(&text) > precision {
        text = format!("{:.precision$e}", x.value());
    }
    let mut parts = split_scientific(&text);
    parts.fraction.truncate(parts.fraction.trim_end_matches('0').len());
    parts
}

/// Splits Rust's exponent format; NumPy's exponent has a sign and at least two digits.
fn split_scientific(text: &str) -> Parts {
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let (sign, digits) = exponent.strip_prefix('-').map_or(('+', exponent), |digits| ('-', digits));
    Parts { whole: whole.into(), fraction: fraction.into(), exponent: Some((sign, format!("{digits:0>2}"))) }
}

/// A float on its own: all its digits, at least one on either side of the point, with an exponent
/// below 1e-4 and from where the digits of the type end.
fn scalar_float(x: Float) -> String {
    let magnitude = x.value().abs();
    if !magnitude.is_finite() {
        return non_finite(x.value()).into();
    }
    let positional_below = match x {
        Float::F32(_) => 1e6,
        Float::F64(_) => 1e16,
        Float::F16(_) | Float::BF16(_) => 1e3,
    };
    if magnitude == 0.0 || (1e-4..positional_below).contains(&magnitude) {
        let text = x.shortest_positional();
        return if text.contains('.') { text } else { text + ".0" };
    }
    let text = x.shortest();
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (sign, digits) = exponent.strip_prefix('-').map_or(('+', exponent), |digits| ('-', digits));
    format!("{mantissa}e{sign}{digits:0>2}")
}

fn non_finite(x: f64) -> &'static str {
    match x {
        x if x.is_nan() => "nan",
        x if x > 0.0 => "inf",
        _ => "-inf",
    }
}
