//! Elements at positions of an index, masks, and elements that only move: the processor's bits, and
//! its errors.

use super::bits::{each, numbers, same, same_in_place};
use super::*;
use tenure::error::Result;
use tenure::ops::*;

/// Both devices, for operands of any shapes; errors have the same text.
pub(crate) fn both(what: &str, operands: &[&Tensor], f: &dyn Fn(&[&Tensor]) -> Result<Tensor>) {
    let device: Vec<Tensor> = operands.iter().map(|t| there(t)).collect();
    match (f(operands), f(&device.iter().collect::<Vec<_>>())) {
        (Ok(wanted), Ok(got)) => {
            assert_eq!(got.device(), cuda(), "{what}");
            assert_eq!((got.dtype(), got.shape()), (wanted.dtype(), wanted.shape()), "{what}");
            assert_eq!(raw(&here(&got)), raw(&wanted), "{what}: {wanted:?}");
        }
        (Err(wanted), Err(got)) => {
            assert_eq!((got.status(), got.message()), (wanted.status(), wanted.message()), "{what}");
        }
        (wanted, got) => panic!("{what}: {wanted:?} on the processor, {got:?} on the device"),
    }
}

/// What an operation in place leaves behind, on both devices.
pub(crate) fn both_in_place(
    what: &str,
    t: &Tensor,
    operands: &[&Tensor],
    f: &dyn Fn(&Tensor, &[&Tensor]) -> Result<()>,
) {
    both(what, &[&[t], operands].concat(), &|all| {
        let changed = copy(all[0])?;
        let done = f(&changed, &all[1..]);
        // Nothing is written if it fails.
        if done.is_err() {
            assert_eq!(raw(&here(&changed)), raw(&here(all[0])), "{what}");
        }
        done.map(|()| changed)
    });
}

fn ints(dims: &[i64], values: &[i64]) -> Tensor {
    Tensor::from_slice(values, &shape(dims)).expect("as many")
}

const MOVED: [DType; 6] = [DType::F32, DType::F64, DType::BF16, DType::U8, DType::U32, DType::Bool];

#[test]
fn slices_by_their_index() {
    let index = ints(&[4], &[2, 0, -1, 2]);
    for dtype in MOVED {
        let t = Random(40).tensor(dtype, &[5, 3, 7]);
        for axis in 0..3 {
            both("index_select", &[&t, &index], &|t| index_select(t[0], axis, t[1]));
        }
        let turned = |t: &Tensor| t.transpose(0, 2).expect("a view");
        both("index_select of a view", &[&t, &index], &|t| index_select(&turned(t[0]), 1, t[1]));
    }
    let t = Random(41).tensor(DType::F32, &[5, 3]);
    for (values, dtype) in [(&[0i64, 5][..], DType::I32), (&[-6, 9], DType::I64), (&[], DType::I16), (&[1], DType::F32)]
    {
        let index = cast(&ints(&[values.len() as i64], values), dtype).expect("a cast");
        both("an index out of range", &[&t, &index], &|t| index_select(t[0], 0, t[1]));
    }
    both("of nothing", &[&t.slice(1, 0, 0, 1).expect("a view"), &ints(&[2], &[1, 7])], &|t| {
        index_select(&t[0].slice(1, 0, 0, 1)?, 0, t[1])
    });
    both("words", &[&t, &index], &|t| look_up(t[0], t[1]));
    both("words", &[&t, &ints(&[2], &[4, 0])], &|t| look_up(t[0], t[1]));
}

#[test]
fn gathered_elements() {
    let index = ints(&[3, 2], &[1, -1, 0, 2, 2, -3]);
    for dtype in MOVED {
        let t = Random(42).tensor(dtype, &[3, 3]);
        for axis in 0..2 {
            both("gather", &[&t, &index], &|t| gather(t[0], axis, t[1]));
        }
        both("take", &[&t, &index], &|t| take(t[0], t[1]));
        both("take_along_dim", &[&t, &index], &|t| take_along_dim(t[0], t[1], None));
        both("index", &[&t, &ints(&[2, 1], &[0, 2]), &ints(&[3], &[1, 1, 0])], &|t| index_of(t));
        both("index of rows", &[&t, &ints(&[4], &[0, 2, 2, -1])], &|t| index_of(t));
    }
    let t = Random(43).tensor(DType::F64, &[3, 3]);
    both("gather out of range", &[&t, &ints(&[1, 3], &[0, 3, 9])], &|t| gather(t[0], 1, t[1]));
    both("index out of range", &[&t, &ints(&[2], &[0, 1]), &ints(&[2], &[0, -4])], &|t| index_of(t));
}

fn index_of(t: &[&Tensor]) -> Result<Tensor> {
    index(t[0], &t[1..])
}

#[test]
fn scattered_elements() {
    use ScatterReduce::*;
    let index = ints(&[4, 3], &[0, 1, 2, 2, 1, 0, 0, 0, 0, -1, 2, 1]);
    for dtype in DTYPES {
        let (t, source) = (numbers(44, dtype, &[4, 3]), numbers(45, dtype, &[4, 3]));
        for reduce in [None, Some(Sum), Some(Prod), Some(Amax), Some(Amin)] {
            for axis in 0..2 {
                let what = format!("scatter of {dtype} along {axis}, {reduce:?}");
                let put = |t: &[&Tensor]| scatter(t[0], axis, t[2], Source::Tensor(t[1]), reduce);
                both(&what, &[&t, &source, &index], &put);
                both(&what, &[&t, &source, &index], &|t| scatter(t[0], axis, t[2], Source::Value(1i64.into()), reduce));
                both_in_place(&what, &t, &[&source, &index], &|t, of| {
                    scatter_in_place(t, axis, of[1], Source::Tensor(of[0]), reduce)
                });
            }
        }
        for reduce in [Sum, Prod, Mean, Amax, Amin] {
            for include in [true, false] {
                let what = format!("scatter_reduce of {dtype}, {reduce:?}, {include}");
                both(&what, &[&t, &source, &index], &|t| scatter_reduce(t[0], 0, t[2], t[1], reduce, include));
            }
        }
    }
    let special = Random(46).tensor(DType::F32, &[40]);
    let many = ints(&[40], &(0..40).map(|i| i * i % 7).collect::<Vec<_>>());
    for reduce in [Sum, Prod, Amax, Amin] {
        both("special values", &[&special, &many], &|t| scatter(t[0], 0, t[1], Source::Tensor(t[0]), Some(reduce)));
    }
}

#[test]
fn slices_are_written_and_added_in_order() {
    let index = ints(&[6], &[3, 0, 3, 3, -1, 0]);
    for dtype in DTYPES {
        let (t, source) = (numbers(47, dtype, &[4, 5]), numbers(48, dtype, &[6, 5]));
        for reduce in [None, Some(ScatterReduce::Sum)] {
            let what = format!("index_add of {dtype}, {reduce:?}");
            both(&what, &[&t, &source, &index], &|t| index_scatter(t[0], 0, t[2], Source::Tensor(t[1]), reduce));
            both_in_place(&what, &t, &[&source, &index], &|t, of| {
                index_scatter_in_place(t, 0, of[1], Source::Tensor(of[0]), reduce)
            });
        }
    }
    let (t, source) = (numbers(47, DType::F32, &[4, 5]), numbers(48, DType::F32, &[6, 5]));
    let wrong = ints(&[6], &[3, 0, 4, 3, -1, 9]);
    let add = Some(ScatterReduce::Sum);
    both("out of range", &[&t, &source, &wrong], &|t| index_scatter(t[0], 0, t[2], Source::Tensor(t[1]), add));
    both_in_place("out of range", &t, &[&source, &wrong], &|t, of| {
        index_scatter_in_place(t, 0, of[1], Source::Tensor(of[0]), add)
    });
    both_in_place("of its own rows", &t, &[&ints(&[4], &[1, 2, 3, 0])], &|t, of| {
        index_scatter_in_place(t, 0, of[0], Source::Tensor(t), add)
    });
}

#[test]
fn values_at_several_indices() {
    let (i, j) = (ints(&[3, 1], &[0, 2, -1]), ints(&[2], &[1, 1]));
    for dtype in DTYPES {
        let (t, values) = (numbers(49, dtype, &[3, 4, 2]), numbers(50, dtype, &[3, 2, 2]));
        for accumulate in [false, true] {
            let what = format!("index_put of {dtype}, {accumulate}");
            both(&what, &[&t, &i, &j, &values], &|t| index_put(t[0], &[t[1], t[2]], t[3], accumulate));
            both(&what, &[&t, &i, &j, &values], &|t| {
                index_put(t[0], &[t[1], t[2]], &t[3].select(0, 0)?.select(0, 0)?, accumulate)
            });
            both_in_place(&what, &t, &[&i, &values], &|t, of| {
                index_put_in_place(t, &[&of[0].select(1, 0)?], &of[1].select(0, 1)?.slice(0, 0, 1, 1)?, accumulate)
            });
        }
    }
}

#[test]
fn masks() {
    for dtype in DTYPES {
        let t = Random(51).tensor(dtype, &[9, 37]);
        let mask = Random(52).tensor(DType::Bool, &[9, 37]);
        let row = Random(53).tensor(DType::Bool, &[37]);
        for mask in [&mask, &row] {
            let what = format!("of {dtype} by a mask");
            both(&what, &[&t, mask], &|t| masked_select(t[0], t[1]));
            both(&what, &[&t, mask], &|t| masked_fill(t[0], t[1], 1i64));
            both_in_place(&what, &t, &[mask], &|t, of| masked_fill_in_place(t, of[0], 1i64));
            both(&what, &[&t, mask], &|t| masked_scatter(t[0], t[1], &t[0].transpose(0, 1)?));
            both_in_place(&what, &t, &[mask], &|t, of| masked_scatter_in_place(t, of[0], &copy(t)?));
        }
        both("nonzero", &[&t], &|t| nonzero(t[0]));
        both("index by a mask", &[&t, &mask], &|t| index_of(t));
        both("rows by a mask", &[&t, &mask.select(1, 0).expect("a view")], &|t| index_of(t));
        both_in_place("values by a mask", &t, &[&mask], &|t, of| {
            index_put_in_place(t, of, &full(t.device(), dtype, 1i64, &shape(&[]))?, false)
        });
    }
    let t = Random(54).tensor(DType::F32, &[4]);
    let mask = Random(52).tensor(DType::Bool, &[4]);
    both("too few", &[&t, &mask], &|t| masked_scatter(t[0], t[1], &t[0].slice(0, 0, 0, 1)?));
    both("nonzero of nothing", &[&t], &|t| nonzero(&t[0].slice(0, 0, 0, 1)?));
    both("nonzero of one", &[&t], &|t| nonzero(&t[0].select(0, 2)?));
    let long = cast(&numbers(55, DType::F32, &[10_000]), DType::I32).expect("a cast");
    both("nonzero of several blocks", &[&long], &|t| nonzero(t[0]));
    let classes = ints(&[2, 3], &[0, 3, 1, 2, 2, 0]);
    for count in [-1, 4, 7, 3, -2] {
        both("one_hot", &[&classes], &|t| one_hot(t[0], count));
    }
    both("one_hot of a negative", &[&ints(&[2], &[0, -1])], &|t| one_hot(t[0], 3));
}

#[test]
fn elements_that_only_move() {
    each(56, &MOVED, &|t| {
        let one = std::slice::from_ref(t);
        for axes in [&[][..], &[0], &[1], &[0, 1]] {
            same("flip", one, &|t| flip(&t[0], axes));
        }
        same("roll", one, &|t| roll(&t[0], &[3, -1], &[0, 1]));
        same("roll of all", one, &|t| roll(&t[0], &[5], &[]));
        same("repeat", one, &|t| repeat(&t[0], &[2, 1, 3]));
        same("tile", one, &|t| tile(&t[0], &[2]));
        same("repeat_interleave", one, &|t| repeat_interleave(&t[0], 3, 0));
        same("concat", one, &|t| concat(&[&t[0], &t[0]], 1));
        same("concat", one, &|t| concat(&[&t[0], &t[0], &t[0]], 0));
        same("stack", one, &|t| stack(&[&t[0], &t[0]], -1));
        same("pad", one, &|t| pad_constant(&t[0], &[1, 2, -1, 3], 1i64));
        same("diagonal", one, &|t| diag(&t[0], 1));
        for side in [Triangle::Lower, Triangle::Upper] {
            for offset in [-40, -2, 0, 1, 50, i64::MAX, i64::MIN] {
                same("triangle", one, &|t| triangle(&t[0], side, offset));
            }
        }
    });
    let (a, b) = (numbers(57, DType::F32, &[2, 3]), numbers(58, DType::I16, &[2, 1]));
    both("concat of two dtypes", &[&a, &b], &|t| concat(t, 1));
    both("concat with nothing", &[&a, &b], &|t| concat(&[&t[0].slice(1, 0, 0, 1)?, t[0]], 1));
    let vector = numbers(59, DType::F64, &[5]);
    both("diag", &[&vector], &|t| diag(t[0], -2));
    both("repeats", &[&vector, &ints(&[5], &[0, 2, 1, 0, 3])], &|t| index_select(t[0], 0, &repeats_index(t[1], 5)?));
    for mode in [PadMode::Reflect, PadMode::Replicate, PadMode::Circular] {
        both("pad by elements", &[&vector], &|t| index_select(t[0], 0, &pad_index(t[0], mode, 5, (2, 3))?));
    }
    let eyes = |device| eye(device, DType::F32, 4, 5, 1).expect("small");
    assert_eq!(raw(&here(&eyes(cuda()))), raw(&eyes(Device::Cpu)));
    let corner = |device| triangle_indices((device, DType::I32), Triangle::Upper, 4, 5, 1).expect("small");
    assert_eq!(raw(&here(&corner(cuda()))), raw(&corner(Device::Cpu)));
    each(60, &DTYPES, &|t| same_in_place("one element", t, &|t| set_element(t, &[1, 2], Scalar::I64(1))));
}

#[test]
fn sorted_elements() {
    for dtype in DTYPES {
        for t in [Random(61).tensor(dtype, &[5, 37]), numbers(62, dtype, &[1]), numbers(62, dtype, &[0, 3])] {
            for axis in 0..t.rank() as i64 {
                for descending in [false, true] {
                    let what = format!("sort of {t:?} along {axis}, {descending}");
                    // Of a NaN any bits will do, and of equal zeros each keeps its sign.
                    both(&what, &[&t], &|t| Ok(sort(t[0], axis, descending)?.0));
                    both(&what, &[&t], &|t| argsort(t[0], axis, descending));
                }
            }
        }
        let t = Random(63).tensor(dtype, &[4, 50]);
        both("topk", &[&t], &|t| Ok(topk(t[0], 7, 1, true)?.0));
        both("topk", &[&t], &|t| Ok(topk(t[0], 3, 0, false)?.1));
        both("kthvalue", &[&t], &|t| Ok(kthvalue(t[0], 20, 1, false)?.1));
    }
    let long = numbers(64, DType::F32, &[2, 5000]);
    both("sort of several chunks", &[&long], &|t| argsort(t[0], 1, true));
    let equal = cast(&numbers(65, DType::F32, &[3000]), DType::I8).expect("a cast");
    both("a stable sort", &[&equal], &|t| argsort(t[0], 0, false));
}

#[test]
fn scans_and_short_rows() {
    for dtype in DTYPES {
        let t = numbers(66, dtype, &[3, 21, 5]);
        for op in [ScanOp::Sum, ScanOp::Prod, ScanOp::Max, ScanOp::Min] {
            for axis in 0..3 {
                both(&format!("{op:?} of {dtype} along {axis}"), &[&t], &|t| scan(op, t[0], axis));
            }
        }
    }
    let special = Random(67).tensor(DType::F32, &[2, 300]);
    for op in [ScanOp::Sum, ScanOp::Max, ScanOp::Min] {
        both("of special values", &[&special], &|t| scan(op, t[0], 1));
    }
    for dtype in [DType::F32, DType::F64] {
        for n in [600, 4095, 4096, 5000] {
            let t = numbers(68, dtype, &[2, n]);
            both(&format!("softmax of {n}"), &[&t], &|t| softmax(t[0], 1));
            both(&format!("log_softmax of {n}"), &[&t], &|t| log_softmax(t[0], 1));
        }
        let special = Random(69).tensor(dtype, &[2, 4096]);
        both("softmax of special values", &[&special], &|t| softmax(t[0], 1));
    }
}

#[test]
fn positions_that_are_sorted_keep_their_order() {
    use ScatterReduce::*;
    let index = ints(&[100], &(0..100).map(|i| (i * i * 7 + 3) % 11 - i % 2 * 11).collect::<Vec<_>>());
    for dtype in DTYPES {
        let (t, source) = (numbers(120, dtype, &[2, 11, 3]), numbers(121, dtype, &[2, 100, 3]));
        for reduce in [None, Some(Sum), Some(Prod), Some(Amax), Some(Amin)] {
            let what = format!("many slices of {dtype}, {reduce:?}");
            both(&what, &[&t, &source, &index], &|t| index_scatter(t[0], 1, t[2], Source::Tensor(t[1]), reduce));
            let lines = |t: &Tensor| reshape(&t.transpose(0, 1)?.select(1, 0)?.select(1, 1)?, &[-1]);
            both(&what, &[&t, &source, &index], &|t| {
                scatter(&lines(t[0])?, 0, t[2], Source::Tensor(&lines(t[1])?), reduce)
            });
        }
        let many = index_select(&t, 1, &index).expect("in range");
        both("many values", &[&t, &many, &index], &|t| {
            index_put(&t[0].transpose(0, 1)?, &[t[2]], &t[1].transpose(0, 1)?, true)
        });
    }
    let wrong = binary_scalar(BinaryOp::Add, &index, 11i64).expect("a sum");
    let (t, source) = (numbers(120, DType::F32, &[11, 3]), numbers(121, DType::F32, &[100, 3]));
    both("many out of range", &[&t, &source, &wrong], &|t| {
        index_scatter(t[0], 0, t[2], Source::Tensor(t[1]), Some(Sum))
    });
    let long = ints(&[3000], &(0..3000).map(|i| i * 37 % 500).collect::<Vec<_>>());
    let (t, source) = (numbers(122, DType::F32, &[500]), numbers(123, DType::F32, &[3000]));
    both("several chunks", &[&t, &source, &long], &|t| scatter(t[0], 0, t[2], Source::Tensor(t[1]), Some(Sum)));
}
