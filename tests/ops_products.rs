//! Products of vectors, matrices and tensors against NumPy's answers (tests/torch).

mod common;

use common::numpy::check;
use tenure::autograd;
use tenure::tensor::Tensor;

#[test]
fn products_are_numpys() {
    check("../../torch/data/products", |case, t| match case.op.as_str() {
        "einsum" => autograd::einsum(case.text("equation"), &t.iter().collect::<Vec<&Tensor>>()),
        "dot" => autograd::matmul(&t[0], &t[1]),
        "vecdot" => autograd::vecdot(&t[0], &t[1], case.int("axis")),
        "outer" => autograd::outer(&t[0], &t[1]),
        "bmm" => autograd::bmm(&t[0], &t[1]),
        "trace" => autograd::trace(&t[0], case.int("offset")),
        "cross" => autograd::cross(&t[0], &t[1], case.int("axis")),
        "kron" => autograd::kron(&t[0], &t[1]),
        "tensordot" => autograd::tensordot_last(&t[0], &t[1], case.int("n")),
        "tensordot_with" => autograd::tensordot(&t[0], &t[1], &case.ints("a"), &case.ints("b")),
        "matrix_power" => autograd::matrix_power(&t[0], case.int("n")),
        op => panic!("{op} is no product"),
    });
}
