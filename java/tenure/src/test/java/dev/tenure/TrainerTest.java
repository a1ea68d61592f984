package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.data.DataLoader;
import dev.tenure.models.FitOptions;
import dev.tenure.models.Metric;
import dev.tenure.models.Trainer;
import dev.tenure.nn.Linear;
import dev.tenure.nn.Module;
import dev.tenure.nn.ReLU;
import dev.tenure.nn.Sequential;
import dev.tenure.optim.Optimizer;
import dev.tenure.options.Loss;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The loop of training, and that a step has the bits of the calls one by one. What a trainer computes is tested in Rust. */
@ExtendWith(Clean.class)
class TrainerTest {
    static Module net() {
        return new Sequential(new Linear(4, 8), new ReLU(), new Linear(8, 3));
    }

    static Trainer trainer(Module net) {
        return Trainer.of(net, Optimizer.adam(net.parameters(), 0.05), Loss.CROSS_ENTROPY);
    }

    private static Tensor[] data(int rows) {
        Tensor x = Tensor.randn(rows, 4);
        return new Tensor[] {x, x.slice(1, 0, 3).argmax(1)};
    }

    private static float[] weights(Module net) {
        return net.parameters().get(0).toFloatArray();
    }

    @Test
    void aStepHasTheBitsOfTheCallsOneByOne() {
        try (Scope scope = Scope.open()) {
            Tenure.seed(3);
            Module net = net();
            Module other = net.copy();
            Trainer trainer = trainer(net);
            Optimizer adam = Optimizer.adam(other.parameters(), 0.05);
            Tensor[] batch = data(16);
            for (int i = 0; i < 5; i++) {
                double loss = trainer.step(batch[0], batch[1]);
                try (Scope step = Scope.open()) {
                    Tape tape = Tape.open();
                    Tensor[] watched = other.watch(tape);
                    Tensor expected = other.call(batch[0]).crossEntropy(batch[1]);
                    adam.step(tape.backward(expected, watched));
                    assertEquals(expected.item(), loss);
                    assertSame(step, Scope.current());
                }
                assertArrayEquals(weights(other), weights(net));
            }
            assertSame(scope, Scope.current());
        }
    }

    @Test
    void fitTrainsValidatesAndCalls(@TempDir Path folder) throws IOException {
        try (Scope scope = Scope.open()) {
            Tenure.seed(4);
            Trainer trainer = trainer(net());
            trainer.addMetric(Metric.accuracy());
            DataLoader batches = DataLoader.of(data(64), 16, true, 1, false);
            List<String> calls = new ArrayList<>();
            List<Double> losses = new ArrayList<>();
            FitOptions options = FitOptions.defaults()
                    .progress(false)
                    .validation(DataLoader.of(data(32), 32))
                    .beforeEpoch(t -> calls.add("epoch " + t.epoch()))
                    .afterEpoch(t -> calls.add("end " + t.epoch()))
                    .beforeBatch(t -> Tensor.ones(1)) // freed with the batch
                    .afterBatch((t, loss) -> losses.add(loss));
            long before = 0;
            assertTrue(trainer.fit(batches, 1, options));
            before = Tenure.stats().liveTensors();
            assertTrue(trainer.fit(batches, 8, options));
            assertEquals(before, Tenure.stats().liveTensors());
            assertEquals(List.of("epoch 0", "end 1", "epoch 1", "end 2"), calls.subList(0, 4));
            assertEquals(8 * 4, losses.size());
            assertEquals(32, trainer.steps());
            assertTrue(losses.get(31) < losses.get(0));
            trainer.saveHistory(folder.resolve("h.csv"));
            trainer.saveHistory(folder.resolve("h.svg"));
            List<String> csv = Files.readAllLines(folder.resolve("h.csv"));
            assertEquals("epoch,loss,validation_loss,learning_rate,bytes,accuracy", csv.get(0));
            assertEquals(9, csv.size());
            assertTrue(Files.readString(folder.resolve("h.svg")).startsWith("<svg "));
            assertSame(scope, Scope.current());
        }
    }

    @Test
    void aLoaderWithoutTargetsIsRefusedBeforeTheFirstStep() {
        try (Scope scope = Scope.open()) {
            Trainer trainer = trainer(net());
            DataLoader batches = DataLoader.of(data(16), 8);
            DataLoader inputs = DataLoader.of(List.of(Tensor.ones(4, 2)), 2);
            FitOptions options = FitOptions.defaults().progress(false).validation(inputs);
            assertThrows(InvalidArgumentException.class, () -> trainer.fit(batches, 1, options));
            assertThrows(InvalidArgumentException.class, () -> trainer.fit(inputs, 1));
            assertEquals(0, trainer.steps());
            assertSame(scope, Scope.current());
        }
    }

    @Test
    void aStopEndsAfterTheBatchAndResumingHasTheSameBits(@TempDir Path folder) {
        try (Scope scope = Scope.open()) {
            Tenure.seed(5);
            Tensor[] data = data(40);
            Module net = net();
            Module other = net.copy();
            Trainer whole = trainer(net);
            FitOptions quiet = FitOptions.defaults().progress(false);
            whole.fit(DataLoader.of(data, 8, true, 9, false), 3, quiet);

            Trainer first = trainer(other);
            first.checkpointTo(folder.toString());
            FitOptions stopping = quiet.afterBatch((t, loss) -> {
                if (t.steps() == 7) {
                    t.requestStop();
                }
            });
            assertFalse(first.fit(DataLoader.of(data, 8, true, 9, false), 3, stopping));
            assertEquals(7, first.steps());
            Module resumed = net();
            Trainer second = trainer(resumed);
            DataLoader loader = DataLoader.of(data, 8, true, 9, false);
            second.setLoader(loader);
            second.load(folder.resolve("last.safetensors"));
            assertEquals(7, second.steps());
            assertTrue(second.fit(loader, 3, quiet));
            assertArrayEquals(weights(net), weights(resumed));
            assertEquals(whole.best(), second.best());
        }
    }

    @Test
    void aLossThatIsNotFiniteIsAnException() {
        try (Scope scope = Scope.open()) {
            Trainer trainer = trainer(net());
            Tensor x = Tensor.full(new long[] {2, 4}, Double.NaN);
            NotFiniteException e = assertThrows(
                    NotFiniteException.class, () -> trainer.step(x, Tensor.zeros(DType.I64, 2)));
            assertEquals(Status.NOT_FINITE, e.status());
            assertTrue(e.getMessage().contains("step 0: the loss is NaN; the input is not finite"), e.getMessage());
            assertThrows(TensorException.class, () -> trainer.save(Path.of("/no/such/folder/a.safetensors")));
            DataLoader one = DataLoader.of(List.of(x), 1);
            assertThrows(InvalidArgumentException.class, () -> trainer.fit(one, 1));
            trainer.close();
            assertThrows(ClosedException.class, () -> trainer.step(x, x));
        }
    }

    @Test
    void metricsAccumulate() {
        try (Scope scope = Scope.open()) {
            Metric accuracy = Metric.accuracy();
            assertTrue(Double.isNaN(accuracy.value()));
            accuracy.update(Tensor.of(new float[] {0.1f, 0.9f, 0.8f}, 3), Tensor.of(new long[] {0, 1, 0}, 3));
            accuracy.update(Tensor.of(new float[] {0.7f}, 1), Tensor.of(new long[] {1}, 1));
            assertEquals(0.75, accuracy.value());
            assertArrayEquals(new long[] {1, 1, 0, 2}, accuracy.confusionMatrix().toLongArray());
            assertEquals("accuracy", accuracy.kind());
            accuracy.reset();
            assertTrue(Double.isNaN(accuracy.value()));
        }
    }

    @Test
    void anInterruptEndsFitAfterTheBatchWithACheckpoint(@TempDir Path folder) throws Exception {
        String said = interrupted(folder, "stops");
        assertTrue(said.contains("stopped after a batch"), said);
        try (Scope scope = Scope.open()) {
            Trainer resumed = trainer(net());
            Tensor x = Tensor.randn(8, 4);
            resumed.setLoader(DataLoader.of(List.of(x, x.slice(1, 0, 3).argmax(1)), 1, true, 1, false));
            resumed.load(folder.resolve("last.safetensors"));
            assertTrue(resumed.steps() >= 1);
        }
    }

    @Test
    void withoutTheSettingAnInterruptEndsTheProgram(@TempDir Path folder) throws Exception {
        String said = interrupted(folder, "ends");
        assertFalse(said.contains("stopped after a batch"), said);
    }

    @Test
    void aTrainingThatEndsTheProgramDoesNotWaitForItself(@TempDir Path folder) {
        ChildJvm.Output output = ChildJvm.run(InterruptedProgram.class, List.of(), folder.toString(), "exits");
        assertEquals(3, output.code(), output.text());
    }

    /** What a program printed that was interrupted in its training. */
    private static String interrupted(Path folder, String way) throws Exception {
        List<String> options = List.of("-Dtenure.library=" + ChildJvm.LIBRARY);
        Process child = ChildJvm.builder(InterruptedProgram.class, options, folder.toString(), way).start();
        BufferedReader lines = child.inputReader();
        String first = lines.readLine();
        while (first != null && !first.equals("training")) {
            first = lines.readLine();
        }
        child.toHandle().destroy(); // a JVM ends in the same way as at Ctrl-C; its output stays readable
        String rest = lines.lines().collect(Collectors.joining("\n"));
        child.waitFor();
        return rest;
    }
}
