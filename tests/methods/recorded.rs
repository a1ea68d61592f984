//! What a program in Rust relies on beyond results: recording by a tape, broadcasting, messages,
//! defaults of makers, and chains of methods and operators.

use tenure::error::Status;
use tenure::{DType, Device, Result, Tape, Tensor};

#[test]
fn a_tape_records_methods() -> Result<()> {
    let x = Tensor::from_slice(&[1.0f32, -2.0, 3.0, 0.5], &[2, 2])?;
    let tape = Tape::new();
    let watched = tape.watch(&x)?;
    let loss = watched.relu()?.square()?.sum_all()?;
    let gradients = tape.backward(&loss, &[&watched])?;
    assert_eq!(gradients[0].to_vec::<f32>().expect("float32"), vec![2.0f32, 0.0, 6.0, 1.0]);
    // A view and a product record too.
    let tape = Tape::new();
    let watched = tape.watch(&x)?;
    let loss = watched.transpose(0, 1)?.matmul(&Tensor::ones(&[2, 1])?)?.slice(0, 0, 1, 1)?.sum_all()?;
    let gradients = tape.backward(&loss, &[&watched])?;
    assert_eq!(gradients[0].to_vec::<f32>().expect("float32"), vec![1.0f32, 0.0, 1.0, 0.0]);
    Ok(())
}

#[test]
fn operands_broadcast_and_errors_name_both_shapes() -> Result<()> {
    let (rows, column) = (Tensor::ones(&[2, 3])?, Tensor::full(2, &[2, 1])?);
    assert_eq!(rows.add(&column)?.shape(), [2, 3]);
    assert_eq!((&rows + &column)?.to_vec::<f32>().expect("float32"), vec![3.0f32; 6]);
    let error = rows.add(&Tensor::ones(&[4])?).expect_err("3 and 4 do not broadcast");
    assert_eq!(error.status(), Status::ShapeMismatch);
    assert!(error.message().contains("[2,3]") && error.message().contains("[4]"), "{error}");
    let error = Tensor::concat(&[], 0).expect_err("there is nothing to join");
    assert_eq!(error.message(), "concat of no tensors");
    let error = rows.sum(&[2], false).expect_err("there are two axes");
    assert!(error.message().contains('2'), "{error}");
    Ok(())
}

#[test]
fn makers_have_defaults_and_take_options() -> Result<()> {
    assert_eq!((Tensor::zeros(&[2])?.dtype(), Tensor::zeros(&[2])?.device()), (DType::F32, Device::Cpu));
    assert_eq!(Tensor::ones_with(DType::I32, &[2])?.to_vec::<i32>().expect("int32"), vec![1i32, 1]);
    assert_eq!(
        Tensor::full_with((DType::F64, Device::Cpu), 0.5, &[1])?.to_vec::<f64>().expect("float64"),
        vec![0.5f64]
    );
    assert_eq!(Tensor::eye_with(Device::Cpu, 2, 2)?.to_vec::<f32>().expect("float32"), vec![1.0f32, 0.0, 0.0, 1.0]);
    assert_eq!(Tensor::randperm(4)?.dtype(), DType::I64);
    assert_eq!(
        Tensor::arange_with(DType::F32, 0, 1, 0.25)?.to_vec::<f32>().expect("float32"),
        vec![0.0f32, 0.25, 0.5, 0.75]
    );
    let error = Tensor::zeros(&[-1]).expect_err("a size is negative");
    assert_eq!(error.status(), Status::InvalidArgument);
    Ok(())
}

#[test]
fn numbers_keep_their_kind() -> Result<()> {
    let odd = (1i64 << 53) + 1; // no double is this number
    let t = Tensor::from_slice(&[odd], &[1])?;
    assert_eq!(t.add_scalar(odd)?.to_vec::<i64>().expect("int64"), vec![2 * odd]);
    assert_eq!(t.add_scalar(0.5)?.dtype(), DType::F32);
    assert_eq!(t.eq_scalar(odd)?.to_vec::<u8>().expect("bytes"), vec![1u8]);
    t.fill_(7)?;
    assert_eq!(t.item_i64()?, 7);
    Ok(())
}

#[test]
fn several_results_are_a_tuple() -> Result<()> {
    let t = Tensor::from_slice(&[3.0f32, 1.0, 2.0], &[3])?;
    let (values, indices) = t.sort(0, true)?;
    assert_eq!(
        (values.to_vec::<f32>().expect("float32"), indices.to_vec::<i64>().expect("int64")),
        (vec![3.0f32, 2.0, 1.0], vec![0i64, 2, 1])
    );
    let parts = t.split(&[1, 2], 0)?;
    assert_eq!(parts.iter().map(|part| part.size()).collect::<Vec<_>>(), [1, 2]);
    Ok(())
}

#[test]
fn in_place_methods_change_the_tensor_and_its_views() -> Result<()> {
    let t = Tensor::zeros(&[2, 2])?;
    let row = t.select(0, 1)?;
    row.add_scalar_(2)?;
    row.mul_(&Tensor::from_slice(&[1.0f32, 3.0], &[2])?)?;
    assert_eq!(t.to_vec::<f32>().expect("float32"), vec![0.0f32, 0.0, 2.0, 6.0]);
    Ok(())
}
