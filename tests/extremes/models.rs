//! Compares views and windows with plain models in 128-bit integers, which cannot wrap here: a
//! result is mathematically right, or the integer is refused.

use super::{CPU, EXTREMES, turn};
use tenure::api::tensor;
use tenure::error::{Result, Status};
use tenure::tensor::DType;

/// The numbers 1, 2, ... as a vector.
fn counted(n: i64) -> u64 {
    tensor::arange(0, CPU, DType::I64.code(), 1.into(), (n + 1).into(), 1.into()).expect("small")
}

fn values(made: u64) -> Vec<i64> {
    let t = tenure::api::tensor::copy(0, made).expect("small");
    let (size, mut bytes) = (tensor::size(t).expect("alive") as usize, Vec::new());
    bytes.resize(size * 8, 0u8);
    tensor::copy_to(t, &mut bytes[..]).expect("as many bytes");
    for handle in [t, made] {
        tensor::dispose(handle).expect("it is alive");
    }
    bytes.chunks_exact(8).map(|b| i64::from_ne_bytes(b.try_into().expect("eight"))).collect()
}

/// The largest element of a new tensor.
fn greatest(made: u64) -> f64 {
    let most = tensor::amax(0, made, &[], false).expect("it has elements");
    let found = tensor::item(most).expect("one element");
    for handle in [most, made] {
        tensor::dispose(handle).expect("it is alive");
    }
    found
}

fn refused(found: Result<u64>, what: &str) {
    let error = found.expect_err(what);
    let typed = [Status::InvalidArgument, Status::ShapeMismatch, Status::LimitExceeded, Status::OutOfMemory];
    assert!(typed.contains(&error.status()), "{what}: {error:?}");
}

/// The indices of Python's `range(size)[start:end:step]`.
fn python_slice(size: i64, start: i64, end: i64, step: i64) -> Vec<i64> {
    let (size, step) = (i128::from(size), i128::from(step));
    let (least, most) = if step > 0 { (0, size) } else { (-1, size - 1) };
    let bound = |i: i64| {
        let i = i128::from(i);
        (if i < 0 { i + size } else { i }).clamp(least, most)
    };
    let (mut at, end, mut indices) = (bound(start), bound(end), Vec::new());
    while (step > 0 && at < end) || (step < 0 && at > end) {
        indices.push(at as i64);
        at += step;
    }
    indices
}

#[test]
fn slices_are_pythons_whatever_the_integers() {
    let _turn = turn();
    let bounds = || EXTREMES.into_iter().chain(-6..=6);
    for size in [0, 1, 5] {
        let t = counted(size);
        for start in bounds() {
            for end in bounds() {
                for step in EXTREMES.into_iter().chain([-3, -2, 1, 2, 3]) {
                    let what = format!("[{start}:{end}:{step}] of {size}");
                    let sliced = tensor::slice(0, t, 0, start, end, step);
                    if step == 0 {
                        refused(sliced, &what);
                        continue;
                    }
                    let wanted: Vec<i64> = python_slice(size, start, end, step).iter().map(|i| i + 1).collect();
                    assert_eq!(values(sliced.expect(&what)), wanted, "{what}");
                }
            }
        }
        tensor::dispose(t).expect("it is alive");
    }
}

/// A view without elements stays within its storage, however often it is sliced.
#[test]
fn slices_of_nothing_do_not_move() {
    let _turn = turn();
    let mut t = tensor::zeros(0, CPU, DType::F64.code(), &[1 << 30, 0, 1 << 20]).expect("no elements");
    for _ in 0..100 {
        let next = tensor::slice(0, t, 0, 1 << 29, i64::MAX, 1).and_then(|half| {
            let whole = tensor::expand(0, half, &[-1, -1, -1]);
            tensor::dispose(half)?;
            whole
        });
        tensor::dispose(t).expect("it is alive");
        t = next.expect("a view of nothing");
        let selected = tensor::select(0, t, 2, -1).expect("the last of 2^20");
        let narrowed = tensor::narrow(0, selected, 0, 0, 0).expect("none");
        assert_eq!(tensor::shape(narrowed).expect("alive")[..], [0, 0]);
        for handle in [selected, narrowed] {
            tensor::dispose(handle).expect("it is alive");
        }
        if tensor::shape(t).expect("alive")[0] == 0 {
            break;
        }
    }
    tensor::dispose(t).expect("it is alive");
}

#[test]
fn pads_take_away_and_add_what_they_say() {
    let _turn = turn();
    for size in [0i64, 1, 5] {
        let t = counted(size);
        for before in EXTREMES.into_iter().chain(-6..=6) {
            for after in EXTREMES.into_iter().chain(-6..=6) {
                let what = format!("{size} padded by {before} and {after}");
                let padded = tensor::pad(0, t, &[before, after], 0, 7.0.into());
                let length = i128::from(size) + i128::from(before) + i128::from(after);
                let taken = i128::from(before.min(0)) + i128::from(after.min(0));
                if i128::from(size) + taken < 0 || length > 1 << 21 {
                    refused(padded, &what);
                    continue;
                }
                let inside = |i: i64| (0..size).contains(&i);
                let wanted: Vec<i64> = (-before..size + after).map(|i| if inside(i) { i + 1 } else { 7 }).collect();
                assert_eq!(values(padded.expect(&what)), wanted, "{what}");
            }
        }
        tensor::dispose(t).expect("it is alive");
    }
}

#[test]
fn rolls_turn_by_the_remainder() {
    let _turn = turn();
    for size in [1i64, 5] {
        let t = counted(size);
        for shift in EXTREMES {
            let turned = tensor::roll(0, t, &[shift], &[0]).expect("any shift");
            let at = |i: i64| (i128::from(i) - i128::from(shift)).rem_euclid(i128::from(size)) as i64 + 1;
            assert_eq!(values(turned), (0..size).map(at).collect::<Vec<_>>(), "{size} rolled by {shift}");
        }
        tensor::dispose(t).expect("it is alive");
    }
}

#[test]
fn diagonals_may_lie_anywhere() {
    let _turn = turn();
    let t = counted(6);
    let matrix = tensor::reshape(0, t, &[2, 3]).expect("six");
    for offset in EXTREMES.into_iter().chain(-3..=3) {
        let on = |i: i64, j: i64| i128::from(j) - i128::from(i) - i128::from(offset);
        let all = || (0..2).flat_map(|i| (0..3).map(move |j| (i, j)));
        let kept = |keep: &dyn Fn(i128) -> bool| -> Vec<i64> {
            all().map(|(i, j)| if keep(on(i, j)) { i * 3 + j + 1 } else { 0 }).collect()
        };
        assert_eq!(values(tensor::tril(0, matrix, offset).expect("any")), kept(&|d| d <= 0), "tril {offset}");
        assert_eq!(values(tensor::triu(0, matrix, offset).expect("any")), kept(&|d| d >= 0), "triu {offset}");
        let wanted: Vec<i64> = all().filter(|&(i, j)| on(i, j) == 0).map(|(i, j)| i * 3 + j + 1).collect();
        match tensor::diagonal(0, matrix, offset, 0, 1) {
            Ok(made) => assert_eq!(values(made), wanted, "diagonal {offset}"),
            other => refused(other, &format!("diagonal {offset}")),
        }
        match tensor::trace(0, matrix, offset) {
            Ok(made) => assert_eq!(values(made), [wanted.iter().sum::<i64>()], "trace {offset}"),
            other => refused(other, &format!("trace {offset}")),
        }
    }
    for handle in [t, matrix] {
        tensor::dispose(handle).expect("it is alive");
    }
}

/// A window that reaches beyond the padding, and one whose volume overflows an integer.
#[test]
fn windows_larger_than_integers_are_counted_or_refused() {
    let _turn = turn();
    let ones = tensor::ones(0, CPU, DType::F32.code(), &[1, 1, 5, 5, 5]).expect("small");
    let image = tensor::ones(0, CPU, DType::F32.code(), &[1, 1, 5, 5]).expect("small");
    for kernel in EXTREMES.into_iter().filter(|&k| !(1..=5).contains(&k)) {
        for padding in EXTREMES.into_iter().chain([kernel / 2]) {
            for ceil in [false, true] {
                let what = format!("kernel {kernel}, padding {padding}, ceil {ceil}");
                let means = [
                    tensor::avg_pool2d(0, image, &[kernel], &[1], &[padding], ceil, true, None),
                    tensor::avg_pool3d(0, ones, &[kernel], &[kernel], &[padding], ceil, true, None),
                ];
                for (mean, axes) in means.into_iter().zip([2, 3]) {
                    let Ok(made) = mean else {
                        refused(mean, &what);
                        continue;
                    };
                    // All of the input is in the window: the mean of 5^axes ones over the number of
                    // positions of the window that are in the padded input.
                    let places = i128::from(kernel).min(5 + 2 * i128::from(padding)) as f64;
                    let (most, wanted) = (greatest(made), f64::from((5.0 / places).powi(axes) as f32));
                    assert!((most - wanted).abs() <= wanted * 1e-5, "{what}: {most}, and not {wanted}");
                }
            }
        }
    }
    for handle in [ones, image] {
        tensor::dispose(handle).expect("it is alive");
    }
}

/// The padded copy of an input has channels times the elements of a plane: here 2^6 times 2^58,
/// which would wrap to 0.
#[test]
fn a_convolution_too_large_to_count_is_refused() {
    let _turn = turn();
    let ones = |dims: &[i64]| tensor::ones(0, CPU, DType::F32.code(), dims).expect("small");
    let (x, weight) = (ones(&[1, 64, 1, 1]), ones(&[1, 64, 2, 2]));
    let far = 1 << 28;
    refused(tensor::conv2d(0, x, weight, 0, &[far], &[far / 2], &[far], 1), "2^64 elements");
    for handle in [x, weight] {
        tensor::dispose(handle).expect("it is alive");
    }
}
