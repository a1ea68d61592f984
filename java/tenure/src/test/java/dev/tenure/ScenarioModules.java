package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tenure.nn.Add;
import dev.tenure.nn.AveragedModel;
import dev.tenure.nn.Concat;
import dev.tenure.nn.Embedding;
import dev.tenure.nn.EmbeddingBag;
import dev.tenure.nn.GRUCell;
import dev.tenure.nn.Graph;
import dev.tenure.nn.Identity;
import dev.tenure.nn.LSTM;
import dev.tenure.nn.Linear;
import dev.tenure.nn.Module;
import dev.tenure.nn.MultiheadAttention;
import dev.tenure.nn.RNN;
import dev.tenure.nn.ReLU;
import dev.tenure.nn.Sequential;
import dev.tenure.options.EmbeddingBagMode;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The commands of modules, by their public methods. */
final class ScenarioModules {
    private ScenarioModules() {}

    static List<NativeResource> run(
            String command,
            ScenarioWords w,
            Function<String, Module> modules,
            Function<String, ?> names,
            Function<String, Path> paths) {
        if (command.equals("module")) {
            return List.of(make(w.text(0), w.after(1)));
        }
        Module m = modules.apply(w.text(0));
        switch (command) {
            case "module_add" -> m.add(w.text(1), modules.apply(w.text(2)));
            case "module_call" -> {
                return List.of(m.call(w.tensor(1)));
            }
            case "module_call_all" -> {
                Tensor[] inputs = new Tensor[w.words().size() - 1];
                for (int i = 0; i < inputs.length; i++) {
                    inputs[i] = w.optionalTensor(i + 1);
                }
                return List.of(m.callAll(inputs));
            }
            case "module_node" ->
                ((Graph) m).addNode(w.text(1), modules.apply(w.text(2)), texts(w.after(3)));
            case "module_outputs" -> ((Graph) m).setOutputs(texts(w.after(1)));
            case "module_get" -> {
                return List.of(m.get(w.text(1)));
            }
            case "module_watch" -> {
                return List.of(m.watch((Tape) names.apply(w.text(1))));
            }
            case "module_copy" -> {
                return List.of(m.copy());
            }
            case "module_average" -> {
                return List.of(new AveragedModel(m, w.optionalNumber(1), false));
            }
            case "module_average_update" -> ((AveragedModel) m).updateParameters(modules.apply(w.text(1)));
            case "module_checkpoint" -> m.checkpoint(w.flag(1));
            case "module_training" -> {
                if (w.flag(1)) {
                    m.train();
                } else {
                    m.eval();
                }
            }
            case "module_freeze" -> {
                if (w.flag(1)) {
                    m.freeze();
                } else {
                    m.unfreeze();
                }
            }
            case "module_requires_grad" -> m.requiresGrad(w.flag(1));
            case "module_zero_gradients" -> m.zeroGradients();
            case "module_tie" -> m.tie(w.text(1), w.text(2));
            case "module_load" -> m.loadStateDict(pairs(w.after(3)), w.flag(1), w.flag(2));
            case "module_save" -> m.save(paths.apply(w.text(1)));
            case "module_read" -> m.load(paths.apply(w.text(1)));
            case "expect_state" -> expectState(m, w.after(1));
            default -> throw new AssertionError("no command '" + command + "'");
        }
        return List.of();
    }

    private static Module make(String kind, ScenarioWords w) {
        return switch (kind) {
            case "Linear" -> new Linear(w.integer(0), w.integer(1), w.flag(2));
            case "ReLU" -> new ReLU();
            case "Identity" -> new Identity();
            case "Sequential" -> new Sequential();
            case "Concat" -> new Concat(w.integer(0));
            case "Add" -> new Add();
            case "GRUCell" -> new GRUCell(w.integer(0), w.integer(1));
            case "RNN" -> new RNN(w.integer(0), w.integer(1));
            case "EmbeddingBag" -> new EmbeddingBag(w.integer(0), w.integer(1), EmbeddingBagMode.SUM);
            case "Embedding" -> new Embedding(w.integer(0), w.integer(1), null, w.number(2));
            case "LSTM" ->
                new LSTM(w.integer(0), w.integer(1), 1, true, false, 0, false, w.integer(2));
            case "MultiheadAttention" -> attention(w);
            case "Graph" -> new Graph(texts(w));
            default -> throw new AssertionError("no kind '" + kind + "'");
        };
    }

    private static Module attention(ScenarioWords w) {
        return w.words().size() == 2
                ? new MultiheadAttention(w.integer(0), w.integer(1), 0, true, true, true, true)
                : new MultiheadAttention(
                        w.integer(0), w.integer(1), 0, true, true, true, true, w.integer(2), w.integer(3), true, true);
    }

    private static String[] texts(ScenarioWords w) {
        return w.words().toArray(String[]::new);
    }

    private static Map<String, Tensor> pairs(ScenarioWords w) {
        Map<String, Tensor> pairs = new LinkedHashMap<>();
        for (int i = 0; i < w.words().size(); i += 2) {
            pairs.put(w.text(i), w.tensor(i + 1));
        }
        return pairs;
    }

    private static void expectState(Module m, ScenarioWords w) {
        StringBuilder found = new StringBuilder();
        m.stateDict().forEach((name, value) -> {
            found.append(name).append(' ').append(Arrays.toString(value.shape()).replace(" ", "")).append('\n');
            value.close();
        });
        StringBuilder wanted = new StringBuilder();
        for (int i = 0; i < w.words().size(); i += 2) {
            wanted.append(w.text(i)).append(' ').append(w.text(i + 1)).append('\n');
        }
        assertEquals(wanted.toString(), found.toString());
    }
}
