package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.models.Trainer;
import dev.tenure.nn.AveragedModel;
import dev.tenure.nn.Linear;
import dev.tenure.nn.Module;
import dev.tenure.optim.Optimizer;
import dev.tenure.options.Loss;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** That averages, scaled losses and checkpointing reach the core. What they compute is tested in Rust. */
@ExtendWith(Clean.class)
class TrainerOptionsTest {
    private static final class Own extends Module {
        @Override
        protected Tensor forward(Tensor x) {
            return x.relu();
        }
    }

    @Test
    void aTrainerKeepsAnAverage() {
        try (Scope scope = Scope.open()) {
            Module net = new Linear(2, 1, false);
            Trainer trainer = Trainer.of(net, Optimizer.sgd(net.parameters(), 0.1), Loss.MSE);
            AveragedModel mean = new AveragedModel(net);
            AveragedModel byHand = new AveragedModel(net, 0.5);
            trainer.average(mean);
            Tensor x = Tensor.ones(3, 2);
            Tensor y = Tensor.zeros(3, 1);
            float[] sum = new float[2];
            for (int i = 0; i < 2; i++) {
                trainer.step(x, y);
                byHand.updateParameters(net);
                float[] now = net.get("weight").toFloatArray();
                sum[0] += now[0];
                sum[1] += now[1];
            }
            assertEquals(2, mean.updates());
            float[] averaged = mean.get("module.weight").toFloatArray();
            assertArrayEquals(new float[] {sum[0] / 2, sum[1] / 2}, averaged, 1e-6f);
            assertArrayEquals(averaged, byHand.get("module.weight").toFloatArray(), 1e-6f);
            assertArrayEquals(mean.call(x).toFloatArray(), trainer.predict(x).toFloatArray());
            assertEquals(List.of("n_averaged", "module.weight"), List.copyOf(mean.stateDict().keySet()));
            assertThrows(InvalidArgumentException.class, () -> new AveragedModel(net, 2));
            assertThrows(InvalidArgumentException.class, () -> new AveragedModel(new Own()));
            assertThrows(NullPointerException.class, () -> new AveragedModel(null));
            assertThrows(InvalidArgumentException.class, () -> trainer.average(net));
        }
    }

    @Test
    void aScaledLossGrowsAndShrinks() {
        try (Scope scope = Scope.open()) {
            Module net = new Linear(2, 1, false).to(DType.F16);
            Optimizer sgd = Optimizer.sgd(net.parameters(), 0.01);
            sgd.setMasterWeights();
            Trainer trainer = Trainer.of(net, sgd, Loss.MSE);
            assertEquals(1.0, trainer.lossScale());
            trainer.scaleLoss(1 << 24, 2, 0.5, 1000);
            Tensor x = Tensor.ones(3, 2).cast(DType.F16);
            Tensor y = Tensor.ones(3, 1).mul(3).cast(DType.F16);
            trainer.step(x, y);
            assertEquals(1 << 23, trainer.lossScale());
            assertEquals(0, trainer.updates());
            for (int i = 0; i < 20; i++) {
                trainer.step(x, y);
            }
            assertTrue(trainer.updates() > 5, () -> trainer.updates() + " updates");
            assertThrows(InvalidArgumentException.class, () -> trainer.scaleLoss(0, 2, 0.5, 1));
        }
    }

    @Test
    void lbfgsTrainsInOneCall() {
        try (Scope scope = Scope.open()) {
            Module net = new Linear(2, 1, false);
            Trainer trainer = Trainer.of(net, Optimizer.lbfgs(net.parameters()), Loss.MSE);
            Tensor x = Tensor.of(1f, 2f, 3f, 5f).reshape(2, 2);
            double loss = 1;
            for (int i = 0; i < 5; i++) {
                loss = trainer.step(x, Tensor.ones(2, 1));
            }
            assertTrue(loss < 1e-6, "the loss is " + loss);
        }
    }

    @Test
    void aCheckpointedModuleHasTheSameGradients() {
        try (Scope scope = Scope.open()) {
            Module net = new Linear(3, 2);
            Tensor x = Tensor.rand(4, 3);
            float[][] gradients = new float[2][];
            for (int i = 0; i < 2; i++) {
                net.checkpoint(i == 1);
                Tape tape = Tape.open();
                Tensor[] watched = net.watch(tape);
                Tensor loss = net.call(x).pow(2).sum();
                gradients[i] = tape.backward(loss, watched)[0].toFloatArray();
            }
            assertArrayEquals(gradients[0], gradients[1]);
        }
    }
}
