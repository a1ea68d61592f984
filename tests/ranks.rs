//! Tensors of 9 to 16 axes: every family of operations, against a model that computes each element
//! from its index.
//!
//! Invariant: the operands are views none of whose axes merge, so a kernel walks as many axes as the
//! tensor has. Beyond 16 axes every call is `INVALID_ARGUMENT`.

use std::collections::{BTreeMap, BTreeSet};
use tenure::error::{Result, Status};
use tenure::io::{npy, npz, safetensors};
use tenure::options::PadMode;
use tenure::{DType, MAX_RANK, Tensor};

/// Elements by index: the model of a tensor.
#[derive(Clone, Debug, PartialEq)]
struct Grid {
    dims: Vec<usize>,
    values: Vec<f64>,
}

impl Grid {
    /// Asks for each element, in row-major order.
    fn new(dims: &[usize], mut element: impl FnMut(&[usize]) -> f64) -> Grid {
        let (mut index, mut values) = (vec![0; dims.len()], Vec::new());
        for _ in 0..dims.iter().product() {
            values.push(element(&index));
            for axis in (0..dims.len()).rev() {
                index[axis] += 1;
                if index[axis] < dims[axis] {
                    break;
                }
                index[axis] = 0;
            }
        }
        Grid { dims: dims.to_vec(), values }
    }

    fn of(t: &Tensor) -> Grid {
        let values = t.cast(DType::F64).and_then(|t| t.contiguous()).and_then(|t| t.to_vec::<f64>());
        Grid { dims: t.shape().iter().map(|&n| n as usize).collect(), values: values.expect("numbers") }
    }

    /// An element; along an axis of size 1 every index is the first.
    fn at(&self, index: &[usize]) -> f64 {
        let step = |at: usize, (&n, &i): (&usize, &usize)| at * n + if n == 1 { 0 } else { i };
        self.values[self.dims.iter().zip(&index[index.len() - self.dims.len()..]).fold(0, step)]
    }

    /// Combines the elements whose indices differ in `axes` alone, in row-major order.
    fn folded(&self, axes: &[usize], combine: impl Fn(&[f64]) -> f64) -> Grid {
        let dims: Vec<usize> = (0..self.dims.len()).map(|d| if axes.contains(&d) { 1 } else { self.dims[d] }).collect();
        let mut groups = BTreeMap::<Vec<usize>, Vec<f64>>::new();
        Grid::new(&self.dims, |index| {
            let group = (0..index.len()).map(|d| if axes.contains(&d) { 0 } else { index[d] }).collect();
            groups.entry(group).or_default().push(self.at(index));
            0.0
        });
        Grid::new(&dims, |index| combine(&groups[index]))
    }
}

#[track_caller]
fn is(got: Result<Tensor>, want: &Grid) {
    let got = Grid::of(&got.expect("rank 16 is allowed"));
    assert_eq!(got.dims, want.dims);
    let at = got.values.iter().zip(&want.values).position(|(a, b)| (a - b).abs() > 1e-5 * b.abs().max(1.0));
    assert_eq!(at, None, "{:?} instead of {:?}", at.map(|at| got.values[at]), at.map(|at| want.values[at]));
}

fn ints(dims: &[usize]) -> Vec<i64> {
    dims.iter().map(|&n| n as i64).collect()
}

/// Small distinct integers in a view whose axes are stored in reverse, so that none merge.
fn backwards(dims: &[usize], seed: usize) -> Tensor {
    let n: usize = dims.iter().product();
    let values: Vec<f32> = (0..n).map(|i| ((i * 7919 + seed * 31) % n.max(1)) as f32 - 5.0).collect();
    let reversed: Vec<i64> = dims.iter().rev().map(|&n| n as i64).collect();
    let order: Vec<i64> = (0..dims.len() as i64).rev().collect();
    Tensor::from_slice(&values, &reversed).and_then(|t| t.permute(&order)).expect("small")
}

/// The sizes of a tensor of this rank: nearly all are 2.
fn sizes(rank: usize) -> Vec<usize> {
    (0..rank).map(|d| if d == 4 && rank < 13 { 3 } else { 2 }).collect()
}

/// A tensor of this rank and its model.
fn sample(rank: usize, seed: usize) -> (Tensor, Grid) {
    let t = backwards(&sizes(rank), seed);
    let grid = Grid::of(&t);
    (t, grid)
}

const RANKS: [usize; 4] = [9, 11, 13, 16];

#[test]
fn elements_of_operands_that_broadcast() {
    for rank in RANKS {
        let (a, x) = sample(rank, 1);
        let half: Vec<usize> = (1..rank).map(|d| if d % 2 == 0 { 1 } else { x.dims[d] }).collect();
        let other: Vec<usize> = (0..rank).map(|d| if d % 3 == 0 { x.dims[d] } else { 1 }).collect();
        let (b, c) = (backwards(&half, 2), backwards(&other, 3));
        let (y, z) = (Grid::of(&b), Grid::of(&c));
        is(a.add(&b), &Grid::new(&x.dims, |i| x.at(i) + y.at(i)));
        is(b.mul(&a), &Grid::new(&x.dims, |i| x.at(i) * y.at(i)));
        is(a.sub_scalar(2), &Grid::new(&x.dims, |i| x.at(i) - 2.0));
        is(a.abs(), &Grid::new(&x.dims, |i| x.at(i).abs()));
        is(a.lt(&b), &Grid::new(&x.dims, |i| f64::from(x.at(i) < y.at(i))));
        is(a.cast(DType::I64), &x);
        is(
            a.cast(DType::F16).and_then(|a| a.add(&a)),
            &Grid::new(&x.dims, |i| nearest_half(2.0 * nearest_half(x.at(i)))),
        );
        let condition = a.lt(&b).expect("they broadcast");
        is(condition.where_(&b, &c), &Grid::new(&x.dims, |i| if x.at(i) < y.at(i) { y.at(i) } else { z.at(i) }));
        is(a.addcmul(&b, &c, 0.5), &Grid::new(&x.dims, |i| x.at(i) + 0.5 * y.at(i) * z.at(i)));
        let stretched: Vec<i64> = x.dims.iter().map(|&n| n as i64).collect();
        is(c.expand(&stretched).and_then(|c| c.copy()), &Grid::new(&x.dims, |i| z.at(i)));
    }
}

fn nearest_half(x: f64) -> f64 {
    tenure::F16::from_f64(x).to_f32().into()
}

#[test]
fn reductions_over_every_other_axis() {
    for rank in RANKS {
        let (a, x) = sample(rank, 1);
        for start in [0, 1] {
            let axes: Vec<usize> = (start..rank).step_by(2).collect();
            let named = ints(&axes);
            is(a.sum(&named, true), &x.folded(&axes, |v| v.iter().sum()));
            is(a.mean(&named, true), &x.folded(&axes, |v| v.iter().sum::<f64>() / v.len() as f64));
            is(a.amax(&named, true), &x.folded(&axes, |v| v.iter().copied().fold(f64::MIN, f64::max)));
            let small = a.sign().and_then(|a| a.prod(&named, true));
            is(small, &x.folded(&axes, |v| v.iter().map(|&v| if v == 0.0 { 0.0 } else { v.signum() }).product()));
            let positive = a.gt(&Tensor::zeros(&[1]).expect("small")).expect("a comparison");
            is(positive.any(&named, true), &x.folded(&axes, |v| f64::from(v.iter().any(|&v| v > 0.0))));
            is(positive.all(&named, true), &x.folded(&axes, |v| f64::from(v.iter().all(|&v| v > 0.0))));
            is(
                positive.count_nonzero(&named, true),
                &x.folded(&axes, |v| v.iter().filter(|&&v| v > 0.0).count() as f64),
            );
            let greatest = |v: &[f64]| (0..v.len()).fold(0, |best, i| if v[i] > v[best] { i } else { best }) as f64;
            is(a.argmax(&named, true), &x.folded(&axes, greatest));
            let norm = |v: &[f64]| v.iter().map(|v| v * v).sum::<f64>().sqrt();
            is(a.vector_norm(2.0, &named, true), &x.folded(&axes, norm));
            let kept: Vec<i64> = (0..rank).filter(|d| !axes.contains(d)).map(|d| x.dims[d] as i64).collect();
            assert_eq!(a.sum(&named, false).expect("sums").shape(), kept);
        }
        is(a.sum_all(), &Grid { dims: vec![], values: vec![x.values.iter().sum()] });
        let (median, _) = a.median(-1, true).expect("it has elements");
        is(Ok(median), &x.folded(&[rank - 1], |v| v.iter().copied().fold(f64::MAX, f64::min)));
        is(a.quantile(0.5, 3, true), &x.folded(&[3], |v| v.iter().sum::<f64>() / v.len() as f64));
    }
}

/// An index that differs along one axis.
fn moved(index: &[usize], axis: usize, to: usize) -> Vec<usize> {
    let mut index = index.to_vec();
    index[axis] = to;
    index
}

#[test]
fn lines_along_each_axis() {
    for rank in [9, 16] {
        let (a, x) = sample(rank, 1);
        for axis in [0, 4, rank - 1] {
            let named = axis as i64;
            let n = x.dims[axis];
            let before = |i: &[usize]| (0..=i[axis]).map(|k| x.at(&moved(i, axis, k))).collect::<Vec<f64>>();
            is(a.cumsum(named), &Grid::new(&x.dims, |i| before(i).iter().sum()));
            is(a.cummax(named), &Grid::new(&x.dims, |i| before(i).iter().copied().fold(f64::MIN, f64::max)));
            let sorted = |i: &[usize]| {
                let mut line: Vec<f64> = (0..n).map(|k| x.at(&moved(i, axis, k))).collect();
                line.sort_by(f64::total_cmp);
                line[i[axis]]
            };
            is(a.sort(named, false).map(|(values, _)| values), &Grid::new(&x.dims, sorted));
            is(a.roll(&[1], &[named]), &Grid::new(&x.dims, |i| x.at(&moved(i, axis, (i[axis] + n - 1) % n))));
            let mut fewer = x.dims.clone();
            fewer[axis] -= 1;
            let step = |i: &[usize]| x.at(&moved(i, axis, i[axis] + 1)) - x.at(i);
            is(a.diff(1, named), &Grid::new(&fewer, step));
            let total = |i: &[usize]| (0..n).map(|k| (x.at(&moved(i, axis, k)) / 1e3).exp()).sum::<f64>();
            let softmax = a.div_scalar(1e3).and_then(|a| a.softmax(named));
            is(softmax, &Grid::new(&x.dims, |i| (x.at(i) / 1e3).exp() / total(i)));
        }
        let axes: Vec<usize> = (0..rank).step_by(2).collect();
        let turned = |i: &[usize]| -> Vec<usize> {
            (0..rank).map(|d| if d % 2 == 0 { x.dims[d] - 1 - i[d] } else { i[d] }).collect()
        };
        is(a.flip(&ints(&axes)), &Grid::new(&x.dims, |i| x.at(&turned(i))));
    }
}

#[test]
fn views_up_to_sixteen_axes() {
    let (a, x) = sample(16, 1);
    let order: Vec<usize> = (0..16).map(|d| (d * 5 + 3) % 16).collect();
    let back = |i: &[usize]| {
        let mut index = vec![0; 16];
        (0..16).for_each(|d| index[order[d]] = i[d]);
        index
    };
    is(a.permute(&ints(&order)), &Grid::new(&x.dims, |i| x.at(&back(i))));
    is(a.transpose(2, 13), &Grid::new(&x.dims, |i| x.at(&moved(&moved(i, 2, i[13]), 13, i[2]))));
    is(a.permute(&ints(&order)).and_then(|p| p.contiguous()), &Grid::new(&x.dims, |i| x.at(&back(i))));
    is(a.movedim(&[15, 0], &[0, 15]), &Grid::new(&x.dims, |i| x.at(&moved(&moved(i, 15, i[0]), 0, i[15]))));
    let flat = Grid { dims: vec![1 << 16], values: x.values.clone() };
    is(a.reshape(&[-1]), &flat);
    is(a.reshape(&[256, -1]).and_then(|t| t.reshape(&ints(&x.dims))), &x);
    is(a.flatten(1, -1), &Grid { dims: vec![2, 1 << 15], values: x.values.clone() });
    is(a.select(7, 1), &Grid::new(&x.dims[1..], |i| x.at(&[&i[..7], &[1], &i[7..]].concat())));
    let (b, y) = sample(15, 2);
    is(
        b.unsqueeze(8),
        &Grid::new(&[&y.dims[..8], &[1], &y.dims[8..]].concat(), |i| y.at(&[&i[..8], &i[9..]].concat())),
    );
    is(b.unsqueeze(-1).and_then(|t| t.squeeze(-1)), &y);
    is(b.unsqueeze(15).and_then(|t| t.squeeze_all_axes()), &y);
    let windows = Grid::new(&[&y.dims[..3], &[1], &y.dims[4..], &[2]].concat(), |i| y.at(&moved(&i[..15], 3, i[15])));
    is(b.unfold(3, 2, 1), &windows);
    is(
        a.diagonal(0, 4, 11),
        &Grid::new(&x.dims[..15], |i| x.at(&[&i[..4], &[i[14]], &i[4..10], &[i[14]], &i[10..14]].concat())),
    );
    let ones = Tensor::ones(&[1; 16]).expect("small");
    assert_eq!(ones.squeeze_all_axes().expect("a view").shape(), &[0i64; 0]);
    assert_eq!(ones.squeeze_axes(&[0, 15, -2]).expect("a view").shape(), &[1; 13]);
    let parts = a.split(&[1, 1], 9).expect("two halves");
    is(Tensor::concat(&parts.iter().collect::<Vec<_>>(), 9), &x);
}

#[test]
fn elements_by_position() {
    let (a, x) = sample(16, 1);
    let index = Tensor::from_slice(&[1i64, 0, 1], &[3]).expect("small");
    let mut three = x.dims.clone();
    three[6] = 3;
    is(a.index_select(6, &index), &Grid::new(&three, |i| x.at(&moved(i, 6, [1, 0, 1][i[6]]))));
    let named = backwards(&x.dims, 3).remainder_scalar(2).and_then(|t| t.cast(DType::I64)).expect("positions");
    let at = Grid::of(&named);
    is(a.gather(9, &named), &Grid::new(&x.dims, |i| x.at(&moved(i, 9, at.at(i) as usize))));
    let added = Grid::new(&x.dims, |i| {
        (0..2).map(|k| moved(i, 9, k)).filter(|j| at.at(j) as usize == i[9]).map(|j| x.at(&j)).sum()
    });
    is(Tensor::zeros(&ints(&x.dims)).and_then(|t| t.scatter_add(9, &named, &a)), &added);
    // A position for each of the 16 axes, and for the first alone.
    let columns: Vec<Tensor> =
        (0..16).map(|d| Tensor::from_slice(&[i64::from(d % 2 == 0), 1, 0], &[3]).expect("small")).collect();
    let found = [1, 0].map(|even| (0..16).map(|d| if d % 2 == 0 { 1 } else { 1 - even }).collect::<Vec<usize>>());
    let picked = vec![x.at(&found[0]), x.at(&found[1]), x.at(&[0; 16])];
    let all: Vec<&Tensor> = columns.iter().collect();
    is(a.index(&all), &Grid { dims: vec![3], values: picked });
    let put = |i: &[usize]| {
        let hits = [&found[0][..], &found[1][..], &[0; 16]].iter().filter(|hit| **hit == i).count();
        x.at(i) + 10.0 * hits as f64
    };
    is(a.index_put(&all, &Tensor::full(10.0, &[3]).expect("small"), true), &Grid::new(&x.dims, put));
    is(a.get("1, ..., ::-1, 0"), &Grid::new(&x.dims[2..], |i| x.at(&[&[1], &i[..13], &[1 - i[13]], &[0]].concat())));
    is(a.get("None, 1"), &Grid::new(&[&[1], &x.dims[1..]].concat(), |i| x.at(&[&[1], &i[1..]].concat())));
    is(
        a.get("None, ::-1, ..., 1"),
        &Grid::new(&[&[1], &x.dims[..15]].concat(), |i| x.at(&[&[1 - i[1]], &i[2..], &[1]].concat())),
    );
    let mask = a.gt(&Tensor::full(40_000.0, &[1]).expect("small")).expect("a mask");
    let chosen: Vec<f64> = x.values.iter().copied().filter(|&v| v > 40_000.0).collect();
    is(a.masked_select(&mask), &Grid { dims: vec![chosen.len()], values: chosen.clone() });
    is(a.masked_fill(&mask, -1), &Grid::new(&x.dims, |i| if x.at(i) > 40_000.0 { -1.0 } else { x.at(i) }));
    let places = mask.nonzero().expect("positions");
    assert_eq!(places.shape(), &[chosen.len() as i64, 16]);
    let places = Grid::of(&places);
    let values: Vec<f64> =
        places.values.chunks(16).map(|row| x.at(&row.iter().map(|&i| i as usize).collect::<Vec<_>>())).collect();
    assert_eq!(values, chosen);
    let copy = a.copy().expect("a copy");
    copy.set("..., 1, 0", &Tensor::full(7.0, &[1]).expect("small")).expect("a place");
    is(Ok(copy), &Grid::new(&x.dims, |i| if i[14..] == [1, 0] { 7.0 } else { x.at(i) }));
}

#[test]
fn pieces_are_joined_up_to_sixteen_axes() {
    let ((a, x), (b, y)) = (sample(15, 1), sample(15, 2));
    let two = |i: &[usize], at: usize| {
        let rest = [&i[..at], &i[at + 1..]].concat();
        if i[at] == 0 { x.at(&rest) } else { y.at(&rest) }
    };
    for at in [0, 7, 15] {
        let dims = [&x.dims[..at], &[2], &x.dims[at..]].concat();
        is(Tensor::stack(&[&a, &b], at as i64), &Grid::new(&dims, |i| two(i, at)));
    }
    let (c, z) = sample(16, 3);
    let mut twice = z.dims.clone();
    twice[5] = 4;
    is(Tensor::concat(&[&c, &c], 5), &Grid::new(&twice, |i| z.at(&moved(i, 5, i[5] % 2))));
    let error = Tensor::stack(&[&c, &c], 0).expect_err("17 axes");
    assert_eq!(error.status(), Status::InvalidArgument);
    assert!(error.message().ends_with("rank 17 is above the limit of 16"), "{error}");
}

#[test]
fn surrounded_and_repeated() {
    let dims = [1, 2, 1, 1, 2, 1, 2, 1, 1, 2, 1, 2, 1, 1, 2, 2];
    let a = backwards(&dims, 1);
    let x = Grid::of(&a);
    let wide: Vec<usize> = dims.iter().enumerate().map(|(d, &n)| if d % 4 == 0 { n + 1 } else { n }).collect();
    let pads: Vec<i64> = (0..16).rev().flat_map(|d| [i64::from(d % 4 == 0), 0]).collect();
    let inside = |i: &[usize]| {
        let from: Option<Vec<usize>> =
            (0..16).map(|d| if d % 4 == 0 { i[d].checked_sub(1) } else { Some(i[d]) }).collect();
        from.map_or(9.0, |from| x.at(&from))
    };
    is(a.pad(&pads, PadMode::Constant, 9), &Grid::new(&wide, inside));
    let times: Vec<usize> = (0..16).map(|d| 1 + d % 2).collect();
    let many: Vec<usize> = (0..16).map(|d| dims[d] * times[d]).collect();
    let source = |i: &[usize]| x.at(&(0..16).map(|d| i[d] % dims[d]).collect::<Vec<_>>());
    is(a.tile(&ints(&times)), &Grid::new(&many, source));
    is(a.repeat(&ints(&times)), &Grid::new(&many, source));
    let mut double = dims.to_vec();
    double[9] = 4;
    is(a.repeat_interleave(2, &[9]), &Grid::new(&double, |i| x.at(&moved(i, 9, i[9] / 2))));
}

/// The Kronecker product has no limit of half the rank.
#[test]
fn kronecker_products_of_any_rank() {
    let all_twos = |rank: usize| vec![2; rank];
    for (a, b) in [
        (all_twos(8), all_twos(8)),
        (all_twos(9), all_twos(9)),
        ([all_twos(7), vec![1; 9]].concat(), [vec![2, 1, 3], vec![1; 12], vec![2]].concat()),
        ([vec![1; 6], all_twos(4), vec![3, 1, 2]].concat(), [vec![2], vec![1; 6], vec![3, 2, 2]].concat()),
        (vec![2; 4], [vec![1; 8], all_twos(8)].concat()),
        ([vec![2, 1], all_twos(7), vec![1; 5], vec![2, 2]].concat(), [all_twos(4), vec![1; 5], all_twos(7)].concat()),
    ] {
        let (s, t) = (backwards(&a, 1), backwards(&b, 2));
        let (x, y) = (Grid::of(&s), Grid::of(&t));
        let rank = a.len().max(b.len());
        let full = |dims: &[usize]| [vec![1; rank - dims.len()], dims.to_vec()].concat();
        let (p, q) = (full(&a), full(&b));
        let dims: Vec<usize> = p.iter().zip(&q).map(|(m, n)| m * n).collect();
        let element = |i: &[usize]| {
            let (i_a, i_b): (Vec<usize>, Vec<usize>) = i.iter().zip(&q).map(|(&i, &n)| (i / n, i % n)).unzip();
            x.at(&i_a) * y.at(&i_b)
        };
        is(s.kron(&t), &Grid::new(&dims, element));
    }
}

#[test]
fn products_of_batches_of_fourteen_axes() {
    let dims = |batch: &dyn Fn(usize) -> usize, m: usize, n: usize| [(0..14).map(batch).collect(), vec![m, n]].concat();
    let some = |size: usize, of: usize, rest: usize| move |d: usize| if d % of == rest { size } else { 1 };
    let (a, b) = (backwards(&dims(&some(2, 2, 0), 3, 4), 1), backwards(&dims(&some(2, 3, 0), 4, 2), 2));
    let (x, y) = (Grid::of(&a), Grid::of(&b));
    let joint = dims(&|d| if d % 2 == 0 || d % 3 == 0 { 2 } else { 1 }, 3, 2);
    let cell = |i: &[usize]| (0..4).map(|k| x.at(&moved(i, 15, k)) * y.at(&moved(i, 14, k))).sum();
    is(a.matmul(&b), &Grid::new(&joint, cell));
    // Seven axes of each are summed; nine of each stay, in another order.
    let left = backwards(&[2; 16], 1);
    let right = backwards(&[2; 9], 2);
    let (x, y) = (Grid::of(&left), Grid::of(&right));
    let sum = |i: &[usize]| {
        let all = (0..1usize << 7).map(|bits| (0..7).map(|d| bits >> d & 1).collect::<Vec<usize>>());
        all.map(|k| x.at(&[&i[..9], &k[..]].concat()) * y.at(&[&k[..], &i[9..]].concat())).sum()
    };
    let want = Grid::new(&[2; 11], sum);
    is(Tensor::einsum("abcdefghijklmnop,jklmnopqr->abcdefghiqr", &[&left, &right]), &want);
    is(left.tensordot(&right, 7), &want);
    let turned = Tensor::einsum("abcdefghijklmnop->ponmlkjihgfedcba", &[&left]);
    is(turned, &Grid::new(&[2; 16], |i| x.at(&i.iter().rev().copied().collect::<Vec<_>>())));
    is(Tensor::einsum("...,...->...", &[&left, &left]), &Grid::new(&[2; 16], |i| x.at(i) * x.at(i)));
    let error = Tensor::einsum("abcdefghijklmnop,q->abcdefghijklmnopq", &[&left, &Tensor::ones(&[2]).expect("small")])
        .expect_err("17 axes");
    assert_eq!(error.status(), Status::InvalidArgument);
    assert!(error.message().contains("the result would have 17 axes"), "{error}");
}

#[test]
fn slices_that_are_unique() {
    let dims = [1, 2, 1, 2, 1, 1, 4, 1, 1, 2, 1, 1, 1, 2, 1, 1];
    let a = backwards(&dims, 1).remainder_scalar(3).expect("small numbers");
    let joined = Tensor::concat(&[&a, &a], 6).expect("as many axes");
    let (values, _, inverse, _) = joined.unique_axis(6).expect("slices");
    let (x, y) = (Grid::of(&values), Grid::of(&a));
    let slice = |g: &Grid, k: usize| {
        let mut one = g.dims.clone();
        one[6] = 1;
        Grid::new(&one, |i| g.at(&moved(i, 6, k))).values.iter().map(|&v| v as i64).collect::<Vec<i64>>()
    };
    let wanted: BTreeSet<Vec<i64>> = (0..4).map(|k| slice(&y, k)).collect();
    let got: Vec<Vec<i64>> = (0..x.dims[6]).map(|k| slice(&x, k)).collect();
    assert_eq!(got, wanted.into_iter().collect::<Vec<_>>(), "in order, each once");
    let inverse = inverse.to_vec::<i64>().expect("positions");
    assert!((0..8).all(|k| got[inverse[k] as usize] == slice(&y, k % 4)));
}

#[test]
fn changed_in_place_through_a_view() {
    let (_, x) = sample(16, 1);
    let a = backwards(&x.dims, 1);
    let every_other: Vec<usize> = (0..16).map(|d| if d % 2 == 0 { 2 } else { 1 }).collect();
    let b = backwards(&every_other, 2);
    let y = Grid::of(&b);
    a.add_(&b).expect("it broadcasts");
    is(Ok(a.copy().expect("a copy")), &Grid::new(&x.dims, |i| x.at(i) + y.at(i)));
    let part = a.slice(3, 1, 2, 1).and_then(|a| a.slice(12, 0, 1, 1)).expect("a view");
    part.fill_(3).expect("none overlap");
    let filled = |i: &[usize]| if i[3] == 1 && i[12] == 0 { 3.0 } else { x.at(i) + y.at(i) };
    is(Ok(a.copy().expect("a copy")), &Grid::new(&x.dims, filled));
    let stretched = Tensor::ones(&[1; 16]).and_then(|t| t.expand(&[2; 16])).expect("a view");
    assert_eq!(stretched.fill_(1).expect_err("its elements overlap").status(), Status::InvalidArgument);
}

#[test]
fn printed_with_sixteen_brackets() {
    let t = Tensor::from_slice(&[1i64, 2, 3, 4], &[1, 1, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2]).expect("small");
    let (open, close) = ("[".repeat(16), "]".repeat(16));
    let inner = format!("{}{}", " ".repeat(5), "[".repeat(11));
    assert_eq!(t.to_string(), format!("{open}1 2{}{}{inner}3 4{close}", "]".repeat(11), "\n".repeat(11)));
}

#[test]
fn files_and_back() {
    let (a, x) = sample(16, 1);
    is(npy::load_bytes(&npy::to_bytes(&a).expect("bytes")), &x);
    is(safetensors::load_bytes(&safetensors::to_bytes(&[("a", &a)]).expect("bytes"), "a"), &x);
    let zip = npz::to_bytes(&[("a", &a)], true).expect("bytes");
    is(npz::Reader::of_bytes(&zip, "a.npz").and_then(|mut file| file.load("a", None)), &x);
}

/// Each of these would have 17 axes.
#[test]
fn seventeen_axes_are_refused() {
    let (t, mask) = (Tensor::ones(&[1; MAX_RANK]).expect("small"), Tensor::ones(&[1]).expect("small"));
    let seventeen = [1i64; MAX_RANK + 1];
    let index = Tensor::from_slice(&[0i64], &[1, 1]).expect("small");
    let yes = mask.cast(DType::Bool).and_then(|mask| mask.reshape(&[])).expect("a boolean");
    let whole = t.cast(DType::I64).expect("zeros and ones");
    let calls: [(&str, Result<Tensor>); 18] = [
        ("zeros", Tensor::zeros(&seventeen)),
        ("from_slice", Tensor::from_slice(&[1.0f32], &seventeen)),
        ("rand", Tensor::rand(&seventeen)),
        ("reshape", t.reshape(&seventeen)),
        ("expand", t.expand(&seventeen)),
        ("unsqueeze", t.unsqueeze(0)),
        ("unsqueeze", t.unsqueeze(-1)),
        ("stack", Tensor::stack(&[&t], 16)),
        ("unfold", t.unfold(0, 1, 1)),
        ("unflatten", t.unflatten(3, &[1, 1])),
        ("repeat", t.repeat(&seventeen)),
        ("tile", t.tile(&seventeen)),
        ("index", t.index(&[&index])),
        ("index", t.index(&[&yes])),
        ("get", t.get("None")),
        ("one_hot", whole.one_hot(2)),
        ("diag_embed", t.diag_embed(0, -2, -1)),
        ("einsum", Tensor::einsum("...,a->...a", &[&t, &mask])),
    ];
    for (name, made) in calls {
        let error = made.expect_err(name);
        assert_eq!(error.status(), Status::InvalidArgument, "{name}: {error}");
        assert!(error.message().contains("17"), "{name} names the number of axes: {error}");
    }
    for error in [t.permute(&[0; 17]), t.sum(&[16], false), t.flip(&[-17]), t.transpose(0, 16)] {
        assert_eq!(error.expect_err("there is no axis 16").status(), Status::InvalidArgument);
    }
    let long = vec![0i64; 100_000];
    for made in [Tensor::zeros(&long), t.reshape(&long), t.expand(&long), t.tile(&long), t.repeat(&long)] {
        let status = made.expect_err("far too many").status();
        assert!([Status::InvalidArgument, Status::ShapeMismatch].contains(&status), "{status:?}");
    }
}
