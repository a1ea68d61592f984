package dev.tenure;

import static dev.tenure.ScenarioValues.device;
import static dev.tenure.ScenarioValues.dtype;
import static dev.tenure.ScenarioValues.integers;
import static dev.tenure.ScenarioValues.number;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The commands that make results, and those that change a tensor, by the public methods of {@link Tensor}. */
final class ScenarioOperations {
    private final Function<String, NativeResource> names;
    private final Function<String, Path> paths;

    ScenarioOperations(Function<String, NativeResource> names, Function<String, Path> paths) {
        this.names = names;
        this.paths = paths;
    }

    /** The command's results; empty if it has none; null if it is none of these. */
    List<NativeResource> run(String command, List<String> arguments) {
        NativeResource made = make(command, arguments);
        if (made == null) {
            made = arithmetic(command, arguments);
        }
        if (made == null) {
            made = shape(command, arguments);
        }
        if (made != null) {
            return List.of(made);
        }
        if (command.equals("tape_backward")) {
            Tensor[] wrt = tensors(arguments.subList(2, arguments.size()));
            return List.of(tape(arguments.get(0)).backward(tensor(arguments.get(1)), wrt));
        }
        return inPlace(command, arguments) ? List.of() : null;
    }

    private Tensor tensor(String name) {
        return (Tensor) names.apply(name);
    }

    private Tape tape(String name) {
        return (Tape) names.apply(name);
    }

    private Tensor[] tensors(List<String> list) {
        return list.stream().map(this::tensor).toArray(Tensor[]::new);
    }

    /** What {@code in} makes, by the methods of the scope itself. */
    private Tensor makeIn(Scope s, String command, List<String> a) {
        return switch (command) {
            case "zeros" -> s.zeros(dtype(a.get(0)), integers(a.get(1)));
            case "ones" -> s.ones(dtype(a.get(0)), integers(a.get(1)));
            case "full" -> s.full(dtype(a.get(0)), integers(a.get(2)), number(a.get(1)));
            case "arange" -> s.arange(dtype(a.get(0)), number(a.get(1)), number(a.get(2)), number(a.get(3)));
            case "from_values" -> ScenarioValues.tensorIn(s, dtype(a.get(0)), integers(a.get(1)), a.get(2));
            case "rand" -> s.rand(dtype(a.get(0)), integers(a.get(1)));
            case "randn" -> s.randn(dtype(a.get(0)), integers(a.get(1)));
            case "alias" -> s.alias(tensor(a.get(0)));
            default -> throw new AssertionError("'" + command + "' makes nothing that a scope can be named for");
        };
    }

    private NativeResource make(String command, List<String> a) {
        return switch (command) {
            case "zeros" -> Tensor.zeros(dtype(a.get(0)), integers(a.get(1)));
            case "ones" -> Tensor.ones(dtype(a.get(0)), integers(a.get(1)));
            case "full" -> Tensor.full(dtype(a.get(0)), integers(a.get(2)), number(a.get(1)));
            case "arange" -> Tensor.arange(dtype(a.get(0)), number(a.get(1)), number(a.get(2)), number(a.get(3)));
            case "from_values" -> ScenarioValues.tensor(dtype(a.get(0)), integers(a.get(1)), a.get(2));
            case "rand" -> Tensor.rand(dtype(a.get(0)), integers(a.get(1)));
            case "randn" -> Tensor.randn(dtype(a.get(0)), integers(a.get(1)));
            case "alias" -> tensor(a.get(0)).alias();
            case "npy_load" -> Tensor.loadNpy(paths.apply(a.get(0)));
            case "safetensors_load" -> SafeTensors.load(paths.apply(a.get(0)), a.get(1));
            case "concat" -> Tensor.concat(Long.parseLong(a.get(0)), tensors(a.subList(1, a.size())));
            case "stack" -> Tensor.stack(Long.parseLong(a.get(0)), tensors(a.subList(1, a.size())));
            case "in" -> makeIn((Scope) names.apply(a.get(0)), a.get(1), a.subList(2, a.size()));
            case "counter_start" -> Tenure.measure();
            case "tape_open" -> Tape.open();
            case "tape_watch" -> tape(a.get(0)).watch(tensor(a.get(1)));
            case "sgd_create" ->
                Sgd.create(tensors(a.subList(2, a.size())), number(a.get(0)), number(a.get(1)));
            default -> null;
        };
    }

    private Tensor arithmetic(String command, List<String> a) {
        return switch (command) {
            case "add" -> tensor(a.get(0)).add(tensor(a.get(1)));
            case "sub" -> tensor(a.get(0)).sub(tensor(a.get(1)));
            case "mul" -> tensor(a.get(0)).mul(tensor(a.get(1)));
            case "div" -> tensor(a.get(0)).div(tensor(a.get(1)));
            case "pow" -> tensor(a.get(0)).pow(tensor(a.get(1)));
            case "maximum" -> tensor(a.get(0)).maximum(tensor(a.get(1)));
            case "minimum" -> tensor(a.get(0)).minimum(tensor(a.get(1)));
            case "eq" -> tensor(a.get(0)).eq(tensor(a.get(1)));
            case "ne" -> tensor(a.get(0)).ne(tensor(a.get(1)));
            case "lt" -> tensor(a.get(0)).lt(tensor(a.get(1)));
            case "le" -> tensor(a.get(0)).le(tensor(a.get(1)));
            case "gt" -> tensor(a.get(0)).gt(tensor(a.get(1)));
            case "ge" -> tensor(a.get(0)).ge(tensor(a.get(1)));
            case "add_scalar" -> tensor(a.get(0)).add(number(a.get(1)));
            case "sub_scalar" -> tensor(a.get(0)).sub(number(a.get(1)));
            case "rsub_scalar" -> tensor(a.get(0)).rsub(number(a.get(1)));
            case "mul_scalar" -> tensor(a.get(0)).mul(number(a.get(1)));
            case "div_scalar" -> tensor(a.get(0)).div(number(a.get(1)));
            case "rdiv_scalar" -> tensor(a.get(0)).rdiv(number(a.get(1)));
            case "pow_scalar" -> tensor(a.get(0)).pow(number(a.get(1)));
            case "maximum_scalar" -> tensor(a.get(0)).maximum(number(a.get(1)));
            case "minimum_scalar" -> tensor(a.get(0)).minimum(number(a.get(1)));
            case "eq_scalar" -> tensor(a.get(0)).eq(number(a.get(1)));
            case "ne_scalar" -> tensor(a.get(0)).ne(number(a.get(1)));
            case "lt_scalar" -> tensor(a.get(0)).lt(number(a.get(1)));
            case "le_scalar" -> tensor(a.get(0)).le(number(a.get(1)));
            case "gt_scalar" -> tensor(a.get(0)).gt(number(a.get(1)));
            case "ge_scalar" -> tensor(a.get(0)).ge(number(a.get(1)));
            case "neg" -> tensor(a.get(0)).neg();
            case "exp" -> tensor(a.get(0)).exp();
            case "log" -> tensor(a.get(0)).log();
            case "sqrt" -> tensor(a.get(0)).sqrt();
            case "abs" -> tensor(a.get(0)).abs();
            case "relu" -> tensor(a.get(0)).relu();
            case "sigmoid" -> tensor(a.get(0)).sigmoid();
            case "softplus" -> tensor(a.get(0)).softplus();
            case "gelu" -> tensor(a.get(0)).gelu();
            case "gelu_tanh" -> tensor(a.get(0)).geluTanh();
            case "tanh" -> tensor(a.get(0)).tanh();
            case "where" -> tensor(a.get(0)).where(tensor(a.get(1)), tensor(a.get(2)));
            case "matmul" -> tensor(a.get(0)).matmul(tensor(a.get(1)));
            case "cross_entropy" -> tensor(a.get(0)).crossEntropy(tensor(a.get(1)));
            case "nll_loss" -> tensor(a.get(0)).nllLoss(tensor(a.get(1)));
            default -> null;
        };
    }

    private Tensor shape(String command, List<String> a) {
        return switch (command) {
            case "reshape" -> tensor(a.get(0)).reshape(integers(a.get(1)));
            case "expand" -> tensor(a.get(0)).expand(integers(a.get(1)));
            case "permute" -> tensor(a.get(0)).permute(integers(a.get(1)));
            case "transpose" -> tensor(a.get(0)).transpose(integer(a, 1), integer(a, 2));
            case "slice" -> tensor(a.get(0)).slice(integer(a, 1), integer(a, 2), integer(a, 3), integer(a, 4));
            case "select" -> tensor(a.get(0)).select(integer(a, 1), integer(a, 2));
            case "squeeze" -> tensor(a.get(0)).squeeze(integer(a, 1));
            case "squeeze_all" -> tensor(a.get(0)).squeeze();
            case "unsqueeze" -> tensor(a.get(0)).unsqueeze(integer(a, 1));
            case "contiguous" -> tensor(a.get(0)).contiguous();
            case "copy" -> tensor(a.get(0)).copy();
            case "cast" -> tensor(a.get(0)).cast(dtype(a.get(1)));
            case "to_device" -> tensor(a.get(0)).toDevice(device(a.get(1)));
            case "sum" -> tensor(a.get(0)).sum(keepdim(a), axes(a));
            case "mean" -> tensor(a.get(0)).mean(keepdim(a), axes(a));
            case "max" -> tensor(a.get(0)).max(keepdim(a), axes(a));
            case "min" -> tensor(a.get(0)).min(keepdim(a), axes(a));
            case "argmax" -> tensor(a.get(0)).argmax(keepdim(a), axes(a));
            case "softmax" -> tensor(a.get(0)).softmax(integer(a, 1));
            case "log_softmax" -> tensor(a.get(0)).logSoftmax(integer(a, 1));
            case "index_select" -> tensor(a.get(0)).indexSelect(integer(a, 1), tensor(a.get(2)));
            case "one_hot" -> tensor(a.get(0)).oneHot(integer(a, 1));
            default -> null;
        };
    }

    private boolean inPlace(String command, List<String> a) {
        switch (command) {
            case "add_in_place" -> tensor(a.get(0)).addInPlace(tensor(a.get(1)));
            case "sub_in_place" -> tensor(a.get(0)).subInPlace(tensor(a.get(1)));
            case "mul_in_place" -> tensor(a.get(0)).mulInPlace(tensor(a.get(1)));
            case "div_in_place" -> tensor(a.get(0)).divInPlace(tensor(a.get(1)));
            case "add_scalar_in_place" -> tensor(a.get(0)).addInPlace(number(a.get(1)));
            case "sub_scalar_in_place" -> tensor(a.get(0)).subInPlace(number(a.get(1)));
            case "mul_scalar_in_place" -> tensor(a.get(0)).mulInPlace(number(a.get(1)));
            case "div_scalar_in_place" -> tensor(a.get(0)).divInPlace(number(a.get(1)));
            case "fill" -> tensor(a.get(0)).fill(number(a.get(1)));
            case "zero" -> tensor(a.get(0)).zero();
            case "copy_from" -> ScenarioValues.copyFrom(tensor(a.get(0)), a.get(1));
            case "sgd_step" -> ((Sgd) names.apply(a.get(0))).step(tensors(a.subList(1, a.size())));
            case "seed" -> Tenure.seed(Long.parseLong(a.get(0)));
            case "npy_save" -> tensor(a.get(1)).saveNpy(paths.apply(a.get(0)));
            case "safetensors_save" -> save(paths.apply(a.get(0)), a.subList(1, a.size()));
            default -> {
                return false;
            }
        }
        return true;
    }

    private void save(Path path, List<String> pairs) {
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        String[] names = new String[pairs.size() / 2];
        long[] handles = new long[names.length];
        for (int i = 0; i < names.length; i++) {
            names[i] = pairs.get(2 * i);
            handles[i] = tensor(pairs.get(2 * i + 1)).handle;
            tensors.put(names[i], tensor(pairs.get(2 * i + 1)));
        }
        if (tensors.size() == names.length) {
            SafeTensors.save(path, tensors);
        } else {
            Native.safetensorsSave(path.toString(), names, handles); // a map cannot say this
        }
    }

    private static long integer(List<String> arguments, int i) {
        return Long.parseLong(arguments.get(i));
    }

    private static long[] axes(List<String> arguments) {
        return arguments.size() > 1 ? integers(arguments.get(1)) : new long[0];
    }

    private static boolean keepdim(List<String> arguments) {
        return arguments.size() > 2 && arguments.get(2).equals("keepdim");
    }
}
