"""PyTorch's optimizers and schedulers (see README.md in this folder)."""

import os
import sys

import torch

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "numpy"))
import common

common.DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data")
torch.manual_seed(23)

STEPS = 10
KEPT = [0, 1, 9]


def few_digits(t):
    return torch.tensor([float("%.13g" % v) for v in t.double().reshape(-1).tolist()], dtype=t.dtype).reshape(t.shape)


def numbers(settings):
    """Settings by the names of Tenure, which has the two of `betas` apart."""
    settings = dict(settings)
    if "betas" in settings:
        settings["beta1"], settings["beta2"] = settings.pop("betas")
    return {name: float(value) for name, value in settings.items()}


def optimizer(c, kind, dtype=torch.float64, **settings):
    """The parameter after the first, the second and the tenth step. The gradients are given, some of them 0."""
    start = (torch.randn(7, dtype=torch.float64) * 1000).round().div(1000).to(dtype)
    gradients = (torch.randn(STEPS, 7, dtype=torch.float64) * 100).round().div(100).to(dtype)
    gradients[:, 3] = 0
    gradients[4, :] *= 10
    parameter = start.clone().requires_grad_(True)
    by = getattr(torch.optim, kind)([parameter], foreach=False, **settings)
    kept = []
    for step in range(STEPS):
        parameter.grad = gradients[step].clone()
        by.step()
        if step in KEPT:
            kept.append(few_digits(parameter.detach().clone()))
    near = 1e-11 if dtype == torch.float64 else 3e-6
    settings = dict(by.defaults)
    for unused in ["foreach", "capturable", "differentiable", "fused"]:
        settings.pop(unused, None)
    settings = {k: v for k, v in settings.items() if not (kind in ("Adam", "AdamW") and k == "decoupled_weight_decay")}
    c.add(kind, [start.numpy(), gradients.numpy()], torch.stack(kept).numpy(), tolerance=[near, near],
          **numbers(settings))


def optimizers(c):
    every = {
        "SGD": [dict(lr=0.1), dict(lr=0.1, momentum=0.9), dict(lr=0.1, momentum=0.9, dampening=0.3),
                dict(lr=0.1, momentum=0.9, nesterov=True), dict(lr=0.1, weight_decay=0.2),
                dict(lr=0.1, momentum=0.5, weight_decay=0.1, maximize=True)],
        "Adam": [dict(), dict(lr=0.1, betas=(0.5, 0.7)), dict(lr=0.1, amsgrad=True), dict(lr=0.1, weight_decay=0.2),
                 dict(lr=0.1, eps=0.5, maximize=True)],
        "AdamW": [dict(), dict(lr=0.1, weight_decay=0.3), dict(lr=0.1, amsgrad=True, maximize=True)],
        "NAdam": [dict(), dict(lr=0.1, momentum_decay=0.1), dict(lr=0.1, weight_decay=0.2),
                  dict(lr=0.1, weight_decay=0.2, decoupled_weight_decay=True, maximize=True)],
        "RAdam": [dict(), dict(lr=0.1, betas=(0.9, 0.9)), dict(lr=0.1, weight_decay=0.2),
                  dict(lr=0.1, weight_decay=0.2, decoupled_weight_decay=True, maximize=True)],
        "RMSprop": [dict(), dict(lr=0.05, alpha=0.8, momentum=0.9), dict(lr=0.05, centered=True, alpha=0.7),
                    dict(lr=0.05, centered=True, momentum=0.5, weight_decay=0.1, maximize=True)],
        "Adagrad": [dict(), dict(lr=0.1, lr_decay=0.3), dict(lr=0.1, initial_accumulator_value=2.0, eps=0.1),
                    dict(lr=0.1, weight_decay=0.2, maximize=True)],
        "Adadelta": [dict(), dict(lr=0.5, rho=0.5), dict(eps=0.1, weight_decay=0.2), dict(maximize=True)],
        "Adamax": [dict(), dict(lr=0.1, betas=(0.5, 0.6)), dict(lr=0.1, weight_decay=0.2, eps=0.1, maximize=True)],
    }
    for kind, variants in every.items():
        for settings in variants:
            optimizer(c, kind, **settings)
        optimizer(c, kind, dtype=torch.float32, **variants[-1])


def schedule(c, kind, make, steps=24, lr=0.5, by=None, **args):
    """The learning rates, the first before any step, and the momenta where they are changed."""
    by = by or (lambda p: torch.optim.SGD([p], lr=lr, momentum=0.9))
    optimizer = by(torch.zeros(1, requires_grad=True))
    scheduler = make(optimizer)
    group = optimizer.param_groups[0]
    momentum = (lambda: group["betas"][0]) if "betas" in group else (lambda: group["momentum"])
    rows = [[group["lr"], momentum()]]
    for step in range(steps):
        optimizer.step()
        scheduler.step()
        rows.append([group["lr"], momentum()])
    out = few_digits(torch.tensor(rows, dtype=torch.float64))
    c.add(kind, [torch.tensor([lr], dtype=torch.float64).numpy()], out.numpy(), tolerance=[1e-10, 1e-10], **args)


def schedules(c):
    L = torch.optim.lr_scheduler
    schedule(c, "step", lambda o: L.StepLR(o, 5, gamma=0.3), step_size=5, gamma=0.3)
    schedule(c, "multi_step", lambda o: L.MultiStepLR(o, [3, 7, 7, 15], gamma=0.5), milestones=[3, 7, 7, 15], gamma=0.5)
    schedule(c, "constant", lambda o: L.ConstantLR(o, factor=0.25, total_iters=6), factor=0.25, total_iters=6)
    schedule(c, "linear", lambda o: L.LinearLR(o, start_factor=0.1, end_factor=0.8, total_iters=9),
             start_factor=0.1, end_factor=0.8, total_iters=9)
    schedule(c, "exponential", lambda o: L.ExponentialLR(o, gamma=0.9), gamma=0.9)
    schedule(c, "polynomial", lambda o: L.PolynomialLR(o, total_iters=11, power=2.5), total_iters=11, power=2.5)
    schedule(c, "cosine", lambda o: L.CosineAnnealingLR(o, 8, eta_min=0.05), t_max=8, eta_min=0.05)
    for mult in [1, 2]:
        schedule(c, "cosine_warm_restarts", lambda o: L.CosineAnnealingWarmRestarts(o, 4, T_mult=mult, eta_min=0.01),
                 t_0=4, t_mult=mult, eta_min=0.01)
    for cosine in [True, False]:
        for three in [True, False]:
            schedule(c, "one_cycle",
                     lambda o: L.OneCycleLR(o, 0.8, total_steps=25, pct_start=0.4, three_phase=three,
                                            anneal_strategy="cos" if cosine else "linear"),
                     max_lr=0.8, total_steps=25, pct_start=0.4, cosine=cosine, cycle_momentum=True,
                     base_momentum=0.85, max_momentum=0.95, div_factor=25.0, final_div_factor=1e4, three_phase=three)
    schedule(c, "one_cycle", lambda o: L.OneCycleLR(o, 0.8, total_steps=25, cycle_momentum=False),
             max_lr=0.8, total_steps=25, pct_start=0.3, cosine=True, cycle_momentum=False,
             base_momentum=0.85, max_momentum=0.95, div_factor=25.0, final_div_factor=1e4, three_phase=False)
    for mode, code in [("triangular", 0), ("triangular2", 1), ("exp_range", 2)]:
        schedule(c, "cyclic", lambda o: L.CyclicLR(o, 0.1, 0.6, step_size_up=3, step_size_down=5, mode=mode, gamma=0.95),
                 base_lr=0.1, max_lr=0.6, up=3, down=5, mode=code, gamma=0.95, cycle_momentum=True,
                 base_momentum=0.8, max_momentum=0.9)
    schedule(c, "sequential",
             lambda o: L.SequentialLR(o, [L.LinearLR(o, start_factor=0.1, total_iters=4), L.StepLR(o, 3, gamma=0.5),
                                          L.CosineAnnealingLR(o, 5)], milestones=[4, 12]))
    from torch.optim.swa_utils import SWALR
    for epochs, strategy in [(4, "cos"), (5, "linear"), (0, "cos")]:
        schedule(c, "swa", lambda o: SWALR(o, swa_lr=0.05, anneal_epochs=epochs, anneal_strategy=strategy),
                 swa_lr=0.05, anneal_epochs=epochs, cosine=strategy == "cos")
    schedule(c, "lambda", lambda o: L.LambdaLR(o, lambda epoch: [1.0, 0.5, 0.7, 0.2][min(epoch, 3)]))
    for mode, threshold_mode, minimum in [("min", "rel", 0.02), ("max", "abs", 0.0)]:
        optimizer = torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=0.5)
        plateau = L.ReduceLROnPlateau(optimizer, mode=mode, factor=0.3, patience=1, threshold=0.05,
                                      threshold_mode=threshold_mode, cooldown=2, min_lr=minimum)
        metrics = [3.0, 2.5, 2.49, 2.48, 2.47, 2.46, 2.2, 2.2, 2.2, 2.2, 2.2, 2.9, 3.1, 3.1, 3.1, 3.1, 3.1, 3.1, 3.1]
        rates = []
        for metric in metrics:
            plateau.step(metric)
            rates.append(optimizer.param_groups[0]["lr"])
        c.add("plateau", [torch.tensor(metrics, dtype=torch.float64).numpy()],
              torch.tensor(rates, dtype=torch.float64).numpy(), tolerance=[1e-10, 1e-10], maximize=mode == "max",
              relative=threshold_mode == "rel", factor=0.3, patience=1, threshold=0.05, cooldown=2, min_lr=minimum)


def lbfgs(c):
    """The parameter after the first, the second and the tenth step of L-BFGS, and then the loss that each step began
    with. The function is `sum((s x - 1)^2) + 0.1 sum((x[1:] - x[:-1]^2)^2)`."""
    variants = [dict(), dict(lr=0.5, max_iter=3), dict(max_iter=4, history_size=2),
                dict(max_iter=4, line_search_fn="strong_wolfe"),
                dict(lr=3.0, max_iter=2, max_eval=9, line_search_fn="strong_wolfe"),
                dict(lr=20.0, max_iter=2, history_size=1, line_search_fn="strong_wolfe"),
                dict(max_iter=5, tolerance_grad=1e-2), dict(max_iter=5, tolerance_change=1e-3)]
    for dtype, settings in [(torch.float64, v) for v in variants] + [(torch.float32, variants[1])]:
        start = (torch.randn(6, dtype=torch.float64) * 1000).round().div(1000).to(dtype)
        scales = torch.tensor([1.0, 2.0, 0.5, 3.0, 1.5, 0.25], dtype=dtype)
        x = start.clone().requires_grad_(True)
        by = torch.optim.LBFGS([x], **settings)

        def closure():
            by.zero_grad()
            loss = ((scales * x - 1) ** 2).sum() + 0.1 * ((x[1:] - x[:-1] ** 2) ** 2).sum()
            loss.backward()
            return loss

        rows, losses = [], []
        for step in range(STEPS):
            losses.append(float(by.step(closure).detach()))
            if step in KEPT:
                rows.append(x.detach().clone())
        state = by.state[x]
        counts = torch.tensor([state["func_evals"], state["n_iter"]], dtype=dtype)
        out = torch.cat(rows + [torch.tensor(losses, dtype=dtype), counts])
        near = 1e-8 if dtype == torch.float64 else 1e-4
        group = by.param_groups[0]
        c.add("LBFGS", [start.numpy(), scales.numpy()], few_digits(out).numpy(), tolerance=[near, near],
              lr=float(group["lr"]), max_iter=group["max_iter"], max_eval=group["max_eval"],
              tolerance_grad=group["tolerance_grad"], tolerance_change=group["tolerance_change"],
              history_size=group["history_size"], line_search_fn=int(group["line_search_fn"] is not None))


def averages(c):
    """The averaged weight and buffer after each of several updates of a batch normalization's weight and mean."""
    from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

    for decay in [None, 0.75, 0.3]:
        for use_buffers in [False, True]:
            model = torch.nn.BatchNorm1d(4, dtype=torch.float64)
            how = dict(multi_avg_fn=get_ema_multi_avg_fn(decay)) if decay is not None else dict()
            averaged = AveragedModel(model, use_buffers=use_buffers, **how)
            weights = (torch.randn(5, 4, dtype=torch.float64) * 100).round().div(100)
            means = (torch.randn(5, 4, dtype=torch.float64) * 100).round().div(100)
            rows = []
            for weight, mean in zip(weights, means):
                with torch.no_grad():
                    model.weight.copy_(weight)
                    model.running_mean.copy_(mean)
                averaged.update_parameters(model)
                rows += [averaged.module.weight.detach().clone(), averaged.module.running_mean.detach().clone()]
            c.add("average", [weights.numpy(), means.numpy()], few_digits(torch.stack(rows)).numpy(),
                  tolerance=[1e-12, 1e-12], decay=-1.0 if decay is None else decay, use_buffers=use_buffers)


def statistics(c):
    """The running statistics that `update_bn` computes from three batches."""
    from torch.optim.swa_utils import update_bn

    model = torch.nn.Sequential(torch.nn.Linear(2, 3, dtype=torch.float64), torch.nn.BatchNorm1d(3, dtype=torch.float64))
    with torch.no_grad():
        model[0].weight.copy_((model[0].weight * 100).round() / 100)
        model[0].bias.copy_((model[0].bias * 100).round() / 100)
    model.eval()
    batches = (torch.randn(3, 5, 2, dtype=torch.float64) * 100).round().div(100)
    update_bn(batches, model)
    out = torch.stack([model[1].running_mean, model[1].running_var])
    c.add("update_bn", [model[0].weight.detach().numpy(), model[0].bias.detach().numpy(), batches.numpy()],
          few_digits(out).numpy(), tolerance=[1e-12, 1e-12])


def scaler(c):
    """The scale after each step, where 1 marks a step with a gradient that is not finite."""
    course = [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0]
    for init, growth, backoff, interval in [(65536.0, 2.0, 0.5, 3), (8.0, 1.5, 0.25, 2), (2.0**126, 4.0, 0.5, 1)]:
        by = torch.amp.GradScaler("cpu", init_scale=init, growth_factor=growth, backoff_factor=backoff,
                                  growth_interval=interval)
        p = torch.ones(1, requires_grad=True)
        sgd = torch.optim.SGD([p], lr=0.5)
        scales = []
        for is_bad in course:
            sgd.zero_grad()
            by.scale(p.sum() * 0.5).backward()
            if is_bad:
                p.grad.fill_(float("inf"))
            by.step(sgd)
            by.update()
            scales.append(by.get_scale())
        c.add("scale", [torch.tensor(course, dtype=torch.float64).numpy()],
              torch.tensor(scales, dtype=torch.float64).numpy(), tolerance=[0.0, 0.0],
              init=init, growth=growth, backoff=backoff, interval=interval)


def scaled_losses(c):
    """The scale, the weights and the bias after each step; an input of a step that is marked 1 is infinite, 2 NaN."""
    course = [0, 1, 0, 0, 2, 2, 0, 0]
    for init, growth, backoff, interval in [(1024.0, 2.0, 0.5, 2), (64.0, 4.0, 0.25, 1)]:
        by = torch.amp.GradScaler("cpu", init_scale=init, growth_factor=growth, backoff_factor=backoff,
                                  growth_interval=interval)
        net = torch.nn.Linear(3, 1)
        for p in net.parameters():
            p.data.copy_((torch.randn(p.shape) * 100).round().div(100))
        start = [net.weight.detach().clone(), net.bias.detach().clone()]
        x, y = [(torch.randn(len(course), 4, n) * 100).round().div(100) for n in [3, 1]]
        sgd = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.5)
        out = []
        for step, mark in enumerate(course):
            given = x[step].clone()
            if mark:
                given[1, 2] = [None, float("inf"), float("nan")][mark]
            sgd.zero_grad()
            by.scale(torch.nn.functional.mse_loss(net(given), y[step])).backward()
            by.step(sgd)
            by.update()
            out.append(torch.cat([torch.tensor([by.get_scale()]), net.weight.detach()[0], net.bias.detach()]))
        c.add("scaled", [torch.tensor(course).numpy(), start[0].numpy(), start[1].numpy(), x.numpy(), y.numpy()],
              torch.stack(out).numpy(), tolerance=[2e-5, 2e-5], init=init, growth=growth, backoff=backoff, interval=interval)


def main():
    import warnings

    warnings.simplefilter("ignore")
    for name, part in [("optimizers", optimizers), ("schedules", schedules), ("lbfgs", lbfgs), ("averages", averages),
                       ("update_bn", statistics), ("scales", scaler), ("scaled_losses", scaled_losses)]:
        cases = common.Cases(name)
        part(cases)
        cases.write()


main()
