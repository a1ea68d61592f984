//! Gradients of gradients beyond what `finite::check` does for every rule: operands that depend on
//! each other, parts that are computed again, and third derivatives.

use super::finite::{check, differences, loss, positive, read, signed, total};
use tenure::autograd::nn::{self, ConvSettings, PoolSettings, RecurrentSettings};
use tenure::autograd::{self, Tape};
use tenure::error::Result;
use tenure::nn::modules;
use tenure::ops::nn::Cell;
use tenure::ops::{BinaryOp, ReduceOp, UnaryOp};
use tenure::random;
use tenure::tensor::{DType, Tensor};

/// The gradient of one operand does not go through another that was computed from it.
#[test]
fn operands_that_depend_on_each_other() {
    check(&[signed(&[3, 4], 1)], |x| {
        let weight = autograd::reduce(ReduceOp::Sum, &x[0], &[0], false)?;
        nn::layer_norm(&x[0], &[4], Some(&weight), Some(&weight), 1e-3)
    });
    check(&[signed(&[2, 3, 4], 1)], |x| {
        nn::scaled_dot_product_attention(&x[0], &autograd::unary(UnaryOp::Tanh, &x[0])?, &x[0], None, true, None)
    });
}

/// An LSTM whose states are projected is composed of recorded operations.
#[test]
fn a_projected_lstm() {
    let how = RecurrentSettings {
        cell: Cell::Lstm,
        has_biases: true,
        layers: 1,
        bidirectional: true,
        batch_first: false,
        dropout: 0.0,
    };
    let weights =
        |seed| [signed(&[12, 2], seed), signed(&[12, 2], seed + 1), signed(&[12], seed + 2), signed(&[12], seed + 3)];
    let mut inputs = vec![signed(&[3, 2, 2], 1), signed(&[2, 2, 2], 2), signed(&[2, 2, 3], 3)];
    inputs.extend(weights(4).into_iter().chain([signed(&[2, 3], 8)]).chain(weights(9)).chain([signed(&[2, 3], 13)]));
    check(&inputs, |x| {
        let weights: Vec<&Tensor> = x[3..].iter().collect();
        let (out, h, c) = nn::recurrent(&x[0], &x[1], Some(&x[2]), &weights, how)?;
        let c = c.expect("an LSTM has one");
        autograd::concat_flat(&[&out, &h, &c])
    });
}

/// What is computed again draws the same numbers.
#[test]
fn a_checkpointed_part_with_dropout() {
    let net = modules::sequential();
    net.add("0", &modules::linear(6, 8, true).expect("small")).expect("it has none");
    net.add("1", &modules::tanh()).expect("it has none");
    net.add("2", &modules::dropout(0.5).expect("a share")).expect("it has none");
    net.set_checkpointed(true);
    random::seed(5);
    let tape = Tape::new();
    let x = tape.watch(&Tensor::randn(&[4, 6]).expect("small")).expect("float32");
    let sum = net.run(&x).expect("it fits").square().expect("small").sum_all().expect("small");
    let recorded = autograd::gradients(&sum, &[&x]).expect("it is recorded").remove(0);
    let kernels = tape.backward(&sum, &[&x]).expect("the tape is open").remove(0);
    let wide = |t: &Tensor| read(&t.cast(DType::F64).expect("small"));
    for (got, want) in wide(&recorded).into_iter().zip(wide(&kernels)) {
        assert!((got - want).abs() < 1e-5 * (1.0 + want.abs()), "{got}, by kernels {want}");
    }
}

/// The gradients of recorded gradients, recorded once more, by differences of those before.
#[test]
fn third_derivatives() {
    let how = ConvSettings { stride: &[], padding: &[1], dilation: &[], output_padding: &[], groups: 1 };
    thrice(&[signed(&[1, 2, 4], 1), signed(&[3, 2, 2], 2)], &|x| nn::conv::<1>(&x[0], &x[1], None, &how));
    thrice(&[signed(&[1, 2, 3], 1), signed(&[2, 2, 2], 2)], &|x| nn::conv_transpose::<1>(&x[0], &x[1], None, &how));
    thrice(&[signed(&[2, 3], 1), signed(&[3, 2], 2)], &|x| autograd::matmul(&x[0], &x[1]));
    thrice(&[signed(&[2, 3], 1), signed(&[4, 3], 2)], &|x| nn::linear(&x[0], &x[1], None));
    thrice(&[signed(&[2, 3], 1)], &|x| autograd::unary(UnaryOp::Tanh, &x[0]));
    thrice(&[positive(&[2, 3], 1), signed(&[2, 3], 2)], &|x| autograd::binary(BinaryOp::Pow, &x[0], &x[1]));
    thrice(&[signed(&[2, 4], 1)], &|x| autograd::softmax(&x[0], 1));
    thrice(&[signed(&[3, 4], 1)], &|x| nn::layer_norm(&x[0], &[4], None, None, 1e-2));
    let pool = PoolSettings { kernel: &[2], ..PoolSettings::default() };
    thrice(&[signed(&[1, 2, 6], 1)], &|x| nn::avg_pool::<1>(&x[0], &pool));
    thrice(&[signed(&[1, 2, 6], 1)], &|x| Ok(nn::max_pool::<1>(&x[0], &pool)?.0));
}

type Function<'a> = &'a dyn Fn(&[Tensor]) -> Result<Tensor>;

fn thrice(inputs: &[Tensor], f: Function) {
    let (tape, xs, value) = of_second(inputs, f).expect("all are recorded");
    let of_second_again = loss(&value).expect("a number");
    let wrt: Vec<&Tensor> = xs.iter().collect();
    let third = tape.backward(&of_second_again, &wrt).expect("the tape is open");
    for (i, third) in third.iter().enumerate() {
        let want = differences(inputs, i, &|moved| Ok(of_second(moved, f)?.2.untracked()));
        for (at, (got, want)) in read(third).into_iter().zip(want).enumerate() {
            assert!((got - want).abs() < 1e-4 * (1.0 + want.abs()), "input {i}, element {at}: {got}, {want}");
        }
    }
}

/// A number that depends on the second derivatives of the squares of `f`, its tape, and the inputs there.
fn of_second(inputs: &[Tensor], f: Function) -> Result<(Tape, Vec<Tensor>, Tensor)> {
    let tape = Tape::new();
    let xs = inputs.iter().map(|x| tape.watch(x)).collect::<Result<Vec<Tensor>>>()?;
    let wrt: Vec<&Tensor> = xs.iter().collect();
    let square = |t: &Tensor| autograd::binary(BinaryOp::Mul, t, t);
    let first = autograd::gradients(&loss(&square(&f(&xs)?)?)?, &wrt)?;
    let squares = first.iter().map(square).collect::<Result<Vec<Tensor>>>()?;
    let second = autograd::gradients(&total(&squares)?, &wrt)?;
    let value = total(&second)?;
    Ok((tape, xs, value))
}
