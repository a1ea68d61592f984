package dev.tenure;

import dev.tenure.data.DataLoader;
import dev.tenure.models.FitOptions;
import dev.tenure.models.Trainer;
import java.util.List;

/** Trains until it is interrupted, or ends itself; run by {@link TrainerTest}. */
final class InterruptedProgram {
    private InterruptedProgram() {}

    public static void main(String[] arguments) {
        if (arguments[1].equals("stops")) {
            // The JVM ends when its hooks have: what follows `fit` may come too late otherwise.
            Thread main = Thread.currentThread();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                try {
                    main.join();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }));
        }
        try (Scope scope = Scope.open()) {
            Trainer trainer = TrainerTest.trainer(TrainerTest.net());
            trainer.checkpointTo(arguments[0]);
            Tensor x = Tensor.randn(8, 4);
            FitOptions options = FitOptions.defaults()
                    .progress(false)
                    .stopOnInterrupt(!arguments[1].equals("ends"))
                    .afterBatch((of, loss) -> {
                        if (of.steps() == 1) {
                            System.out.println("training");
                        } else if (arguments[1].equals("exits")) {
                            System.exit(3);
                        }
                    });
            DataLoader batches = DataLoader.of(List.of(x, x.slice(1, 0, 3).argmax(1)), 1, true, 1, false);
            trainer.fit(batches, Long.MAX_VALUE, options);
            System.out.println("stopped after a batch");
        }
    }
}
