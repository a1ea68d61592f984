//! Metrics against scikit-learn's answers (tests/sklearn), and what they refuse.

use serde_json::Value;
use tenure::error::{Result, Status};
use tenure::nn::trainer::{Average, Metric, MetricKind};
use tenure::tensor::Tensor;

fn of(case: &Value) -> MetricKind {
    let average = match case["average"].as_str() {
        Some("micro") => Average::Micro,
        Some("weighted") => Average::Weighted,
        _ => Average::Macro,
    };
    match case["metric"].as_str().expect("a name") {
        "accuracy" => MetricKind::Accuracy(0.5),
        "top_k" => MetricKind::TopK(case["k"].as_i64().expect("a number")),
        "precision" => MetricKind::Precision(average, 0.5),
        "recall" => MetricKind::Recall(average, 0.5),
        "f1" => MetricKind::F1(average, 0.5),
        "roc_auc" => MetricKind::RocAuc,
        "pr_auc" => MetricKind::PrAuc,
        "mae" => MetricKind::Mae,
        "rmse" => MetricKind::Rmse,
        "r2" => MetricKind::R2,
        "perplexity" => MetricKind::Perplexity(-100),
        other => panic!("{other} is not a metric"),
    }
}

/// Rows of numbers or of rows of numbers.
fn floats(rows: &Value) -> Result<Tensor> {
    let rows = rows.as_array().expect("rows");
    let width = rows[0].as_array().map(|row| row.len() as i64);
    let number = |value: &Value| value.as_f64().expect("a number");
    let values: Vec<f64> = match width {
        Some(_) => rows.iter().flat_map(|row| row.as_array().expect("a row").iter().map(number)).collect(),
        None => rows.iter().map(number).collect(),
    };
    let dims: Vec<i64> = [Some(rows.len() as i64), width].into_iter().flatten().collect();
    Tensor::from_slice(&values, &dims)
}

fn classes(rows: &Value) -> Result<Tensor> {
    let values: Vec<i64> = rows.as_array().expect("rows").iter().map(|row| row.as_i64().expect("a class")).collect();
    Tensor::from_slice(&values, &[values.len() as i64])
}

#[test]
fn values_are_scikit_learns_whatever_the_batches() -> Result<()> {
    let text = include_str!("sklearn/data/metrics.json");
    let cases: Vec<Value> = serde_json::from_str(text).expect("JSON");
    assert!(cases.len() > 25);
    for case in &cases {
        let metric = Metric::new(of(case))?;
        assert!(metric.value().is_nan());
        let parts = case["x"].as_array().expect("batches").iter().zip(case["y"].as_array().expect("batches"));
        for (x, y) in parts {
            let is_number = y[0].is_f64();
            metric.update(&floats(x)?, &if is_number { floats(y)? } else { classes(y)? })?;
        }
        let (got, want) = (metric.value(), case["value"].as_f64().expect("a number"));
        assert!((got - want).abs() <= 1e-12 * want.abs().max(1.0), "{case}: {got}, not {want}");
        if let Some(confusion) = case["confusion"].as_array() {
            let want: Vec<i64> = confusion
                .iter()
                .flat_map(|row| row.as_array().expect("a row"))
                .map(|n| n.as_i64().expect("a count"))
                .collect();
            assert_eq!(metric.confusion()?.to_vec::<i64>().expect("int64"), want, "{case}");
        }
        metric.reset();
        assert!(metric.value().is_nan());
    }
    Ok(())
}

fn refused<T: std::fmt::Debug>(result: Result<T>, status: Status, part: &str) {
    let error = result.expect_err("it is refused");
    assert_eq!(error.status(), status, "{}", error.message());
    assert!(error.message().contains(part), "{part:?} is not in {:?}", error.message());
}

#[test]
fn a_refused_batch_changes_nothing() -> Result<()> {
    let numbers = |values: &[f64], dims: &[i64]| Tensor::from_slice(values, dims);
    let metric = Metric::new(MetricKind::Accuracy(0.5))?;
    metric.update(&numbers(&[0.1, 0.9], &[2, 1])?, &Tensor::from_slice(&[0i64, 1], &[2])?)?;
    let (x, y) = (numbers(&[0.1, 0.9, 0.5], &[3])?, Tensor::from_slice(&[0i64, 1], &[2])?);
    refused(metric.update(&x, &y), Status::ShapeMismatch, "the prediction has shape [3], the target [2]");
    let three = Tensor::from_slice(&[0i64, 1, 2], &[3])?;
    refused(metric.update(&x, &three), Status::InvalidArgument, "class 2 is out of range for 2 classes");
    let halves = numbers(&[0.0, 1.0, 0.5], &[3])?;
    refused(metric.update(&x, &halves), Status::InvalidArgument, "0.5 is not a class");
    let many = numbers(&[0.1; 9], &[3, 3])?;
    refused(metric.update(&many, &three), Status::ShapeMismatch, "scores of one class");
    assert_eq!((metric.value(), metric.confusion()?.to_vec::<i64>()?), (1.0, vec![1, 0, 0, 1]));
    refused(Metric::new(MetricKind::TopK(0)).map(|metric| metric.name()), Status::InvalidArgument, "top 0");
    refused(Metric::new(MetricKind::F1(Average::Micro, f64::NAN)).map(|m| m.name()), Status::InvalidArgument, "NaN");
    let auc = Metric::new(MetricKind::RocAuc)?;
    refused(auc.confusion(), Status::InvalidArgument, "roc_auc does not count rows by class");
    refused(
        auc.update(&numbers(&[f64::NAN], &[1])?, &Tensor::from_slice(&[1i64], &[1])?),
        Status::InvalidArgument,
        "NaN",
    );
    auc.update(&numbers(&[0.2, 0.3], &[2])?, &Tensor::from_slice(&[1i64, 1], &[2])?)?;
    assert!(auc.value().is_nan(), "all rows are of one class");
    Ok(())
}
