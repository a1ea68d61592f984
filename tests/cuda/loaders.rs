//! Data loaders whose rows lie on a device: the batches are those of the processor, and lie there.

use super::*;
use tenure::data::{Loader, Options};
use tenure::error::Status;

const OPTIONS: Options = Options { batch_size: 4, shuffle: true, seed: 7, drop_last: false };

fn list(values: &[i64]) -> Tensor {
    Tensor::from_slice(values, &[values.len() as i64]).expect("a list")
}

/// The batches of an epoch from the device are those from the processor.
fn same_epoch(from_device: &Loader, plain: &Loader) {
    loop {
        let batches = (from_device.next().expect("memory"), plain.next().expect("memory"));
        let (Some(there), Some(here)) = &batches else {
            assert!(batches.0.is_none() && batches.1.is_none(), "as many batches");
            return;
        };
        for (there, here) in there.iter().zip(here) {
            assert_eq!((there.device(), there.shape()), (cuda(), here.shape()));
            assert_eq!(raw(there), raw(here));
        }
    }
}

#[test]
fn rows_of_a_device_in_batches_that_threads_make_ahead() {
    let rows = [Random(1).tensor(DType::F32, &[23, 3]), Random(2).tensor(DType::U8, &[23])];
    for ahead in [0, 3] {
        let plain = Loader::new(rows.to_vec(), OPTIONS).expect("rows");
        let loader = Loader::new(rows.iter().map(there).collect(), OPTIONS).expect("rows");
        loader.prefetch(ahead, 2).expect("in range");
        same_epoch(&loader, &plain);
        same_epoch(&loader, &plain);
    }
}

#[test]
fn rows_on_two_devices_in_one_batch() {
    let (x, y) = (Random(3).tensor(DType::F64, &[5, 2]), list(&[0, 1, 2, 3, 4]));
    let options = Options { shuffle: false, ..OPTIONS };
    let loader = Loader::new(vec![there(&x), y.clone()], options).expect("rows");
    let batch = loader.next().expect("memory").expect("a batch");
    assert_eq!([batch[0].device(), batch[1].device()], [cuda(), Device::Cpu], "each where its rows are");
}

#[test]
fn a_subset_and_weights_that_lie_on_a_device() {
    let rows = list(&[0, 10, 20, 30, 40]);
    let (plain, loader) = (Loader::new(vec![rows.clone()], OPTIONS), Loader::new(vec![there(&rows)], OPTIONS));
    let (plain, loader) = (plain.expect("rows"), loader.expect("rows"));
    plain.subset(&list(&[4, 1, 3])).expect("they are rows");
    loader.subset(&there(&list(&[4, 1, 3]))).expect("they are rows");
    same_epoch(&loader, &plain);
    plain.weighted(&list(&[0, 3, 1]), 6, true).expect("some weigh");
    loader.weighted(&there(&list(&[0, 3, 1])), 6, true).expect("some weigh");
    same_epoch(&loader, &plain);
}

#[test]
fn rows_of_different_lengths_are_padded_where_they_lie() {
    let rows = [&[1, 2, 3][..], &[], &[4]].map(list);
    let plain = Loader::padded(rows.to_vec(), Scalar::I64(-1), OPTIONS).expect("rows");
    let loader = Loader::padded(rows.iter().map(there).collect(), Scalar::I64(-1), OPTIONS).expect("rows");
    same_epoch(&loader, &plain);
    let mixed = Loader::padded(vec![list(&[1]), there(&list(&[2]))], Scalar::I64(0), OPTIONS).map(|_| ());
    assert_eq!(mixed.map_err(|error| error.status()), Err(Status::DeviceMismatch));
}
