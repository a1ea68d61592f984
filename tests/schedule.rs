//! Schedules against PyTorch's rates (tests/torch), and what they refuse.

mod common;

use common::numpy::{self, Case};
use std::sync::Arc;
use tenure::error::{Error, Result, Status};
use tenure::nn::optim::{Adam, Optimizer, Sgd};
use tenure::nn::schedule::{
    Constant, CosineAnnealing, Cyclic, CyclicMode, Exponential, Linear, MultiStep, OneCycle, Plateau, Polynomial,
    Schedule, Scheduler, Sequence, Step, SwaLr, Table, WarmRestarts,
};
use tenure::tensor::{Shape, Tensor};

fn optimizer(lr: f64) -> Optimizer {
    let p = Tensor::from_slice(&[1.0f64], &Shape::new(&[1]).expect("small")).expect("small");
    Optimizer::new(vec![p], Sgd { lr, momentum: 0.9, ..Sgd::default() }).expect("a parameter")
}

fn steps(case: &Case, name: &str) -> u64 {
    case.int(name) as u64
}

fn schedule(case: &Case) -> Arc<dyn Schedule> {
    let momentum = || case.flag("cycle_momentum").then(|| (case.float("base_momentum"), case.float("max_momentum")));
    match case.op.as_str() {
        "step" => Arc::new(Step { step_size: steps(case, "step_size"), gamma: case.float("gamma") }),
        "multi_step" => {
            let milestones = case.ints("milestones").into_iter().map(|at| at as u64).collect();
            Arc::new(MultiStep { milestones, gamma: case.float("gamma") })
        }
        "constant" => Arc::new(Constant { factor: case.float("factor"), total_iters: steps(case, "total_iters") }),
        "linear" => Arc::new(Linear {
            start_factor: case.float("start_factor"),
            end_factor: case.float("end_factor"),
            total_iters: steps(case, "total_iters"),
        }),
        "exponential" => Arc::new(Exponential { gamma: case.float("gamma") }),
        "polynomial" => Arc::new(Polynomial { total_iters: steps(case, "total_iters"), power: case.float("power") }),
        "cosine" => Arc::new(CosineAnnealing { t_max: steps(case, "t_max"), eta_min: case.float("eta_min") }),
        "cosine_warm_restarts" => Arc::new(WarmRestarts {
            t_0: steps(case, "t_0"),
            t_mult: steps(case, "t_mult"),
            eta_min: case.float("eta_min"),
        }),
        "one_cycle" => Arc::new(OneCycle {
            max_lr: case.float("max_lr"),
            total_steps: steps(case, "total_steps"),
            pct_start: case.float("pct_start"),
            cosine: case.flag("cosine"),
            momentum: momentum(),
            div_factor: case.float("div_factor"),
            final_div_factor: case.float("final_div_factor"),
            three_phase: case.flag("three_phase"),
        }),
        "cyclic" => Arc::new(Cyclic {
            base_lr: case.float("base_lr"),
            max_lr: case.float("max_lr"),
            step_size_up: steps(case, "up"),
            step_size_down: steps(case, "down"),
            mode: CyclicMode::from_code(case.int("mode") as i32).expect("a code"),
            gamma: case.float("gamma"),
            momentum: momentum(),
        }),
        "sequential" => {
            let first = Arc::new(Linear { start_factor: 0.1, end_factor: 1.0, total_iters: 4 });
            let pair = Sequence::of(first, 4, Arc::new(Step { step_size: 3, gamma: 0.5 }));
            Arc::new(Sequence::of(Arc::new(pair), 12, Arc::new(CosineAnnealing { t_max: 5, eta_min: 0.0 })))
        }
        "swa" => Arc::new(SwaLr {
            swa_lr: case.float("swa_lr"),
            anneal_epochs: steps(case, "anneal_epochs"),
            cosine: case.flag("cosine"),
        }),
        "lambda" => Arc::new(Table { factors: vec![1.0, 0.5, 0.7, 0.2] }),
        other => panic!("{other} is not a schedule"),
    }
}

fn column(rows: &[[f64; 2]]) -> Result<Tensor> {
    Tensor::from_slice(&rows.concat(), &Shape::new(&[rows.len() as i64, 2])?)
}

#[test]
fn rates_are_pytorchs() {
    numpy::check("../../torch/data/schedules", |case, inputs| {
        if case.op == "plateau" {
            return plateau(case, &inputs[0]);
        }
        let by = optimizer(tenure::ops::item(&inputs[0])?);
        let scheduler = Scheduler::new(schedule(case), &by)?;
        let now = || Ok([by.get(0, "lr")?, by.get(0, "momentum")?]);
        let mut rows = vec![now()?];
        for step in 1..=24 {
            scheduler.step(&by)?;
            assert_eq!(scheduler.last_epoch(), step);
            rows.push(now()?);
        }
        column(&rows)
    });
}

fn plateau(case: &Case, metrics: &Tensor) -> Result<Tensor> {
    let by = optimizer(0.5);
    let how = Plateau {
        maximize: case.flag("maximize"),
        factor: case.float("factor"),
        patience: steps(case, "patience"),
        threshold: case.float("threshold"),
        relative: case.flag("relative"),
        cooldown: steps(case, "cooldown"),
        min_lr: case.float("min_lr"),
        eps: 1e-8,
    };
    let scheduler = Scheduler::plateau(how, &by)?;
    let mut rates = Vec::new();
    for i in 0..metrics.size() as i64 {
        scheduler.step_metric(&by, tenure::ops::item(&metrics.select(0, i)?)?)?;
        rates.push(by.get(0, "lr")?);
    }
    Tensor::from_slice(&rates, &Shape::new(&[rates.len() as i64])?)
}

#[test]
fn a_state_goes_on_where_it_was() {
    let (a, b) = (optimizer(0.5), optimizer(0.5));
    let make = |by: &Optimizer| Scheduler::new(Arc::new(Exponential { gamma: 0.9 }), by).expect("a gamma");
    let (first, second) = (make(&a), make(&b));
    (0..4).for_each(|_| first.step(&a).expect("endless"));
    second.load_state_dict(&first.state_dict()).expect("its own words");
    first.step(&a).expect("endless");
    second.step(&b).expect("endless");
    assert_eq!(a.get(0, "lr").expect("there"), b.get(0, "lr").expect("there"));
    let how = Plateau {
        maximize: false,
        factor: 0.5,
        patience: 1,
        threshold: 0.0,
        relative: true,
        cooldown: 0,
        min_lr: 0.0,
        eps: 0.0,
    };
    let (first, second) =
        (Scheduler::plateau(how.clone(), &a).expect("in range"), Scheduler::plateau(how, &b).expect("in range"));
    first.step_metric(&a, 1.0).expect("a metric");
    first.step_metric(&a, 2.0).expect("a metric");
    second.load_state_dict(&first.state_dict()).expect("its own words");
    second.step_metric(&b, 2.0).expect("a metric");
    assert!((b.get(0, "lr").expect("there") - 0.5 * 0.5 * 0.9f64.powi(5)).abs() < 1e-15);
}

#[test]
fn groups_that_come_later_begin_with_their_own_rate() {
    let by = optimizer(0.5);
    let scheduler = Scheduler::new(Arc::new(Exponential { gamma: 0.5 }), &by).expect("a gamma");
    let p = Tensor::from_slice(&[1.0f64], &Shape::new(&[1]).expect("small")).expect("small");
    by.add_group(vec![p], &[("lr", 0.8)]).expect("a group");
    scheduler.step(&by).expect("endless");
    assert_eq!((by.get(0, "lr").expect("there"), by.get(1, "lr").expect("there")), (0.25, 0.4));
}

#[test]
fn what_is_refused_changes_nothing() {
    let by = optimizer(0.5);
    let try_one = |schedule: Arc<dyn Schedule>| Scheduler::new(schedule, &by).err().expect("refused");
    let one_cycle = OneCycle {
        max_lr: 1.0,
        total_steps: 3,
        pct_start: 0.3,
        cosine: true,
        momentum: None,
        div_factor: 25.0,
        final_div_factor: 1e4,
        three_phase: false,
    };
    let of = |change: &dyn Fn(&mut OneCycle)| {
        let mut one = one_cycle.clone();
        change(&mut one);
        Arc::new(one) as Arc<dyn Schedule>
    };
    let linear = |steps| Arc::new(Linear { start_factor: 0.1, end_factor: 1.0, total_iters: steps });
    let refused: Vec<(Error, &str)> = vec![
        (try_one(Arc::new(Step { step_size: 0, gamma: 0.1 })), "StepLR: step_size 0 is not a number of steps"),
        (try_one(Arc::new(Step { step_size: 1, gamma: -0.1 })), "StepLR: gamma -0.1 is not"),
        (try_one(linear(0)), "LinearLR: total_iters 0"),
        (try_one(Arc::new(MultiStep { milestones: vec![], gamma: 0.1 })), "at least one milestone"),
        (try_one(Arc::new(MultiStep { milestones: vec![3, 2], gamma: 0.1 })), "milestone 2 comes after 3"),
        (try_one(Arc::new(CosineAnnealing { t_max: 0, eta_min: 0.0 })), "t_max 0"),
        (try_one(Arc::new(Table { factors: vec![] })), "at least one factor"),
        (try_one(Arc::new(Table { factors: vec![f64::NAN] })), "factor NaN"),
        (try_one(of(&|one| one.total_steps = 0)), "total_steps 0"),
        (try_one(of(&|one| one.pct_start = 1.5)), "pct_start 1.5 is not from 0 to 1"),
        (try_one(of(&|one| one.div_factor = 0.0)), "div_factor 0 is not a finite number above 0"),
        (try_one(of(&|one| one.momentum = Some((f64::NAN, 1.0)))), "base_momentum NaN"),
        (try_one(Arc::new(Sequence::of(linear(3), 0, linear(3)))), "milestone 0 does not come after 0"),
        (try_one(Arc::new(Sequence::of(of(&|_| ()), 9, linear(3)))), "3 steps does not last 9 steps"),
    ];
    for (error, part) in refused {
        assert_eq!(error.status(), Status::InvalidArgument, "{error}");
        assert!(error.message().contains(part), "{error} without '{part}'");
    }
    assert_eq!(by.get(0, "lr").expect("there"), 0.5);
    let at_the_top = of(&|one| (one.total_steps, one.pct_start) = (10, 0.1));
    assert_eq!(at_the_top.rate(0, 0.5), 1.0, "its way up has no steps");
    let scheduler = Scheduler::new(of(&|_| ()), &by).expect("three steps");
    (0..3).for_each(|_| scheduler.step(&by).expect("one of three"));
    let last = by.get(0, "lr").expect("there");
    let error = scheduler.step(&by).expect_err("no fourth");
    assert!(error.message().contains("step 4 of a schedule of 3 steps"), "{error}");
    scheduler.step_metric(&by, 1.0).expect_err("it looks at none");
    let texts = [
        "",
        "[]",
        "{}",
        r#"{"last_epoch": -1}"#,
        r#"{"last_epoch": 18446744073709551615}"#,
        r#"{"last_epoch": 1, "base_lrs": ["a"]}"#,
    ];
    for text in texts {
        scheduler.load_state_dict(text).expect_err(text);
    }
    assert_eq!((by.get(0, "lr").expect("there"), scheduler.last_epoch()), (last, 3));
}

#[test]
fn momentum_of_adam_is_its_first_beta() {
    let p = Tensor::from_slice(&[1.0f64], &Shape::new(&[1]).expect("small")).expect("small");
    let by = Optimizer::new(vec![p.clone()], Adam::default()).expect("a parameter");
    let cyclic = Cyclic {
        base_lr: 0.1,
        max_lr: 0.2,
        step_size_up: 2,
        step_size_down: 2,
        mode: CyclicMode::Triangular,
        gamma: 1.0,
        momentum: Some((0.5, 0.75)),
    };
    Scheduler::new(Arc::new(cyclic.clone()), &by).expect("it has betas");
    assert_eq!(by.get(0, "beta1").expect("there"), 0.75);
    let without = Optimizer::new(vec![p], tenure::nn::optim::Adagrad::default()).expect("a parameter");
    let error = Scheduler::new(Arc::new(cyclic), &without).err().expect("it has no momentum");
    assert!(error.message().contains("'beta1' is not a setting of Adagrad"), "{error}");
    assert_eq!(without.get(0, "lr").expect("there"), 1e-2);
}
