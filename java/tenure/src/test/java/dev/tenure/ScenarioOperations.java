package dev.tenure;

import dev.tenure.data.DataLoader;
import dev.tenure.internal.Native;
import dev.tenure.internal.Rows;
import dev.tenure.nn.Module;
import dev.tenure.optim.Optimizer;
import dev.tenure.optim.Scheduler;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The commands that make results or change a tensor and are not generated ({@link ScenarioCommands}), by the public
 * methods.
 */
final class ScenarioOperations {
    private final Function<String, NativeResource> names;
    private final Function<String, Path> paths;

    ScenarioOperations(Function<String, NativeResource> names, Function<String, Path> paths) {
        this.names = names;
        this.paths = paths;
    }

    /** The command's results; empty if it has none; null if it is none of these. */
    List<NativeResource> run(String command, List<String> arguments) {
        ScenarioWords w = new ScenarioWords(names, arguments);
        NativeResource made = ScenarioCommands.make(command, w);
        if (made == null) {
            made = ScenarioCommands.compute(command, w);
        }
        if (made == null) {
            made = make(command, w);
        }
        if (made != null) {
            return List.of(made);
        }
        Tensor[] several = ScenarioCommands.several(command, w);
        if (several != null) {
            return List.of(several);
        }
        if (command.startsWith("module") || command.equals("expect_state")) {
            return ScenarioModules.run(command, w, name -> (Module) names.apply(name), names, paths);
        }
        if (command.equals("tape_backward")) {
            return List.of(tape(w).backward(w.tensor(1), w.tensors(2)));
        }
        if (command.equals("data_loader_next")) {
            return List.of(((DataLoader) names.apply(w.text(0))).next());
        }
        return ScenarioCommands.change(command, w) || act(command, w) ? List.of() : null;
    }

    private Scheduler scheduler(ScenarioWords w, int at) {
        return (Scheduler) names.apply(w.text(at));
    }

    private Optimizer optimizer(ScenarioWords w, int at) {
        return (Optimizer) names.apply(w.text(at));
    }

    private static Optimizer optimizer(String rule, Tensor[] parameters, double rate) {
        return switch (rule) {
            case "sgd" -> Optimizer.sgd(parameters, rate);
            case "adam" -> Optimizer.adam(parameters, rate);
            case "adam_w" -> Optimizer.adamW(parameters, rate);
            case "n_adam" -> Optimizer.nAdam(parameters, rate);
            case "r_adam" -> Optimizer.rAdam(parameters, rate);
            case "rms_prop" -> Optimizer.rmsProp(parameters, rate);
            case "adagrad" -> Optimizer.adagrad(parameters, rate);
            case "adadelta" -> Optimizer.adadelta(parameters, rate);
            case "adamax" -> Optimizer.adamax(parameters, rate);
            case "lbfgs", "lbfgs_strong_wolfe" ->
                Optimizer.lbfgs(parameters, rate, 20, 0, 1e-7, 1e-9, 100, rule.equals("lbfgs_strong_wolfe"));
            default -> throw new AssertionError("'" + rule + "' is not a rule");
        };
    }

    private Tape tape(ScenarioWords w) {
        return (Tape) names.apply(w.text(0));
    }

    private NativeResource make(String command, ScenarioWords w) {
        return switch (command) {
            case "from_values" -> ScenarioValues.tensor(w.dtype(0), w.integers(1), w.text(2));
            case "npy_load" -> Tensor.loadNpy(paths.apply(w.text(0)));
            case "npy_load_as" -> Tensor.loadNpy(paths.apply(w.text(0)), w.dtype(1));
            case "npz_load" -> Npz.load(paths.apply(w.text(0)), w.text(1));
            case "safetensors_load_as" -> SafeTensors.load(paths.apply(w.text(0)), w.text(1), w.dtype(2));
            case "safetensors_map" -> SafeTensors.map(paths.apply(w.text(0)), w.text(1)::equals).get(w.text(1));
            case "safetensors_load" -> SafeTensors.load(paths.apply(w.text(0)), w.text(1));
            case "in" -> makeIn((Scope) names.apply(w.text(0)), w.text(1), w.after(2));
            case "counter_start" -> Tenure.measure();
            case "tape_open" -> Tape.open();
            case "no_grad_open" -> NoGrad.open();
            case "tape_watch" -> tape(w).watch(w.tensor(1));
            case "optimizer_sgd" -> Optimizer.sgd(w.tensors(2), w.number(0), w.number(1));
            case "scheduler_step_lr" -> Scheduler.stepLr(optimizer(w, 0), w.integer(1), w.number(2));
            case "scheduler_linear_lr" ->
                Scheduler.linearLr(optimizer(w, 0), w.number(1), w.number(2), w.integer(3));
            case "scheduler_cosine_lr" -> Scheduler.cosineAnnealingLr(optimizer(w, 0), w.integer(1), w.number(2));
            case "scheduler_plateau" ->
                Scheduler.reduceLrOnPlateau(
                        optimizer(w, 0), false, w.number(1), w.integer(2), 1e-4, true, 0, 0, 1e-8);
            case "scheduler_then" -> scheduler(w, 0).then(scheduler(w, 1), w.integer(2));
            case "data_loader" ->
                DataLoader.of(
                        w.tensors(4), w.integer(0), w.text(1).equals("true"), w.integer(2), w.text(3).equals("true"));
            case "optimizer_create" -> optimizer(w.text(0), w.tensors(2), w.number(1));
            case "optimizer_state" -> optimizer(w, 0).stateTensor(w.text(1));
            default -> null;
        };
    }

    /** What {@code in} makes, by the methods of the scope itself. */
    private static Tensor makeIn(Scope scope, String command, ScenarioWords w) {
        Tensor made = ScenarioCommands.makeIn(scope, command, w);
        if (made != null) {
            return made;
        }
        return switch (command) {
            case "from_values" -> ScenarioValues.tensorIn(scope, w.dtype(0), w.integers(1), w.text(2));
            case "alias" -> scope.alias(w.tensor(0));
            default -> throw new AssertionError("'" + command + "' makes nothing that a scope can be named for");
        };
    }

    private boolean act(String command, ScenarioWords w) {
        switch (command) {
            case "copy_from" -> ScenarioValues.copyFrom(w.tensor(0), w.text(1));
            case "data_loader_seek" ->
                ((DataLoader) names.apply(w.text(0))).seek(w.integer(1), w.integer(2));
            case "data_loader_subset" -> ((DataLoader) names.apply(w.text(0))).subset(w.tensor(1));
            case "data_loader_weighted" ->
                ((DataLoader) names.apply(w.text(0)))
                        .weighted(w.tensor(1), w.integer(2), w.text(3).equals("true"));
            case "data_loader_shard" ->
                ((DataLoader) names.apply(w.text(0))).shard(w.integer(1), w.integer(2));
            case "scheduler_step" -> scheduler(w, 0).step();
            case "scheduler_metric" -> scheduler(w, 0).step(w.number(1));
            case "optimizer_step_leaves" -> optimizer(w, 0).step();
            case "optimizer_zero_gradients" -> optimizer(w, 0).zeroGradients();
            case "optimizer_step_closure" -> stepClosure(optimizer(w, 0), w.tensor(1), w.tensor(2));
            case "optimizer_step" -> optimizer(w, 0).step(w.tensors(1));
            case "optimizer_add" -> optimizer(w, 0).addParamGroup(w.tensors(3), w.number(1), w.number(2));
            case "optimizer_set" -> optimizer(w, 0).setSetting(w.integer(1), w.text(2), w.number(3));
            case "optimizer_save" -> optimizer(w, 1).save(paths.apply(w.text(0)));
            case "optimizer_load" -> optimizer(w, 1).load(paths.apply(w.text(0)));
            case "seed" -> Tenure.seed(w.integer(0));
            case "npy_save" -> w.tensor(1).saveNpy(paths.apply(w.text(0)));
            case "safetensors_save" -> save(paths.apply(w.text(0)), w.after(1), command);
            case "npz_save" -> save(paths.apply(w.text(0)), w.after(1), command);
            case "npz_save_compressed" -> save(paths.apply(w.text(0)), w.after(1), command);
            case "set_element" -> setElement(w);
            default -> {
                return false;
            }
        }
        return true;
    }

    private static void stepClosure(Optimizer optimizer, Tensor parameter, Tensor target) {
        optimizer.step(() -> {
            optimizer.zeroGradients();
            Tensor loss = parameter.sub(target).square().square().sum();
            loss.backward();
            return loss;
        });
    }

    private static void save(Path path, ScenarioWords pairs, String command) {
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        String[] names = new String[pairs.words().size() / 2];
        long[] handles = new long[names.length];
        for (int i = 0; i < names.length; i++) {
            names[i] = pairs.text(2 * i);
            handles[i] = pairs.tensor(2 * i + 1).handle;
            tensors.put(names[i], pairs.tensor(2 * i + 1));
        }
        if (tensors.size() < names.length) { // a map cannot say this
            switch (command) {
                case "safetensors_save" ->
                    Native.safetensorsSaveList(path.toString(), Rows.column(names), handles, null);
                default -> Native.npzSave(path.toString(), Rows.column(names), handles, false);
            }
            return;
        }
        switch (command) {
            case "safetensors_save" -> SafeTensors.save(path, tensors);
            case "npz_save" -> Npz.save(path, tensors);
            default -> Npz.saveCompressed(path, tensors);
        }
    }

    /** By the method of the number's type and of as many indices. */
    private static void setElement(ScenarioWords w) {
        Tensor t = w.tensor(0);
        long[] at = w.integers(1);
        String value = w.text(2);
        if (w.isTruth(2)) {
            t.setItem(Boolean.parseBoolean(value), at);
        } else if (value.matches("-?[0-9]+") && at.length == 2) {
            t.setItem(Long.parseLong(value), at[0], at[1]);
        } else if (value.matches("-?[0-9]+")) {
            t.setItem(Long.parseLong(value), at);
        } else {
            t.setItem(ScenarioValues.number(value), at);
        }
    }
}
