package dev.tenure.bench;

import dev.tenure.Scope;
import dev.tenure.Tensor;
import dev.tenure.Workspace;
import dev.tenure.examples.Digits;
import dev.tenure.examples.Network;
import dev.tenure.optim.Optimizer;
import java.nio.file.Path;

/** What a cycle of a workspace costs. */
final class Workspaces {
    private static final int TENSORS = 1000;
    private static final long ELEMENTS = 1024; // 4 KiB

    private Workspaces() {}

    /** 1,000 tensors of 4 KiB, entering and leaving included; for one. */
    static double thousand() {
        double median = Stopwatch.median(n -> {
            for (int i = 0; i < n; i++) {
                try (Workspace cycle = Workspace.get("thousand").enter()) {
                    for (int k = 0; k < TENSORS; k++) {
                        Tensor.empty(ELEMENTS);
                    }
                }
            }
        }) / TENSORS;
        Workspace.get("thousand").destroy();
        return median;
    }

    /** Found by its name, entered and left. */
    static double empty() {
        double median = Stopwatch.median(n -> {
            for (int i = 0; i < n; i++) {
                Workspace.get("empty").enter().close();
            }
        });
        Workspace.get("empty").destroy();
        return median;
    }

    /** A step of the digits' training, microseconds. */
    static double digits(Path file) {
        try (Scope s = Scope.open()) {
            Digits digits = Digits.load(file);
            Network network = Network.random(42);
            Optimizer sgd = network.optimizer();
            Workspace workspace = Workspace.get("digits");
            double median = Stopwatch.median(n -> {
                for (int i = 0; i < n; i++) {
                    long from = (long) (i % Main.FULL_BATCHES) * Main.BATCH;
                    network.step(workspace, sgd, digits, from, from + Main.BATCH);
                }
            }) / 1e3;
            workspace.destroy();
            return median;
        }
    }
}
