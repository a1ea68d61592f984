//! The digits step through the public functions, as a user writes it: a scope for each batch, a
//! tape, an optimizer.

use super::floor::{BATCH, CLASSES, HIDDEN, INPUTS, LEARNING_RATE};
use criterion::Criterion;
use tenure::api::{optimizer, scope, tape, tensor};
use tenure::error::Result;
use tenure::tensor::DType;

struct Model {
    root: u64,
    x: u64,
    targets: u64,
    params: [u64; 4],
    optimizer: u64,
}

impl Model {
    fn new() -> Result<Model> {
        let root = scope::push(0)?;
        let f32s = |dims: &[i64]| tensor::rand(root, 0, DType::F32.code(), dims);
        let (inputs, hidden, classes) = (INPUTS as i64, HIDDEN as i64, CLASSES as i64);
        let params = [f32s(&[inputs, hidden])?, f32s(&[hidden])?, f32s(&[hidden, classes])?, f32s(&[classes])?];
        for p in params {
            tensor::mul_scalar_in_place(p, 0.2.into())?;
        }
        let optimizer = optimizer::sgd(root, &params, LEARNING_RATE.into(), 0.9, 0.0, 0.0, false, false)?;
        let x = f32s(&[BATCH as i64, inputs])?;
        let targets: Vec<u8> = (0..BATCH as i64).flat_map(|i| (i % classes).to_ne_bytes()).collect();
        let targets = tensor::from_data(root, 0, DType::I64.code(), &targets, &[BATCH as i64])?;
        Ok(Model { root, x, targets, params, optimizer })
    }

    fn step(&self) -> Result<()> {
        let batch = scope::push(self.root)?;
        let tape = tape::open(batch)?;
        let mut p = [0; 4];
        for (watched, &param) in p.iter_mut().zip(&self.params) {
            *watched = tape::watch(batch, tape, param)?;
        }
        let hidden = tensor::relu(batch, tensor::add(batch, tensor::matmul(batch, self.x, p[0])?, p[1])?)?;
        let logits = tensor::add(batch, tensor::matmul(batch, hidden, p[2])?, p[3])?;
        let loss = tensor::cross_entropy(batch, logits, self.targets)?;
        let grads = tape::backward(batch, tape, loss, &p)?;
        optimizer::step(self.optimizer, &grads)?;
        scope::close(batch)
    }
}

pub fn run(criterion: &mut Criterion) {
    let model = Model::new().expect("there is room");
    criterion.bench_function("rust.digits_step", |b| b.iter(|| model.step().expect("shapes fit")));
    scope::close(model.root).expect("open");
}
