package dev.tenure.examples;

import dev.tenure.ClosedException;
import dev.tenure.Scope;
import dev.tenure.Tensor;
import dev.tenure.Tenure;
import dev.tenure.Workspace;
import dev.tenure.workspaces.MirroringPolicy;
import dev.tenure.workspaces.ResetPolicy;
import dev.tenure.workspaces.WorkspaceConfig;

/**
 * The sample of ND4J's decision record on workspaces (deeplearning4j, ADRs/0024), in our names, then what the record
 * promises beside it. It says what it does, and fails where a promise does not hold.
 */
public final class WorkspaceSample {
    private static final long SIZE = 64L << 20; // the record has 1 GB

    private WorkspaceSample() {}

    /**
     * Runs all of it.
     *
     * @param arguments none
     */
    public static void main(String[] arguments) {
        sample();
        nested();
        ring();
        must(Tenure.stats().liveHandles() == 0, "nothing is alive at the end");
    }

    /** The record's own: a configuration, a workspace, a tensor in it, an operation in place. */
    private static void sample() {
        WorkspaceConfig config = WorkspaceConfig.builder()
                .initialSize(SIZE)
                .policyMirroring(MirroringPolicy.HOST_ONLY)
                .build();
        Tensor kept;
        Workspace workspace = Workspace.create("sample", config);
        try (Workspace cycle = workspace.enter()) {
            try (Tensor input = Tensor.ones(32, 32)) {
                input.mulInPlace(2);
                must(input.workspace() == workspace, "input lies in the workspace");
                must(input.sum().item() == 2048, "and is twice ones");
            }
            kept = Tensor.full(new long[] {4}, 3);
        }
        try {
            kept.sum();
            must(false, "a tensor of a cycle that was left is closed");
        } catch (ClosedException e) {
            System.out.println("refused: " + e.getMessage());
        }
        must(workspace.workspaceStats().committed() >= SIZE, "the block is there for the next cycle");
        workspace.destroy();
    }

    /** Workspaces in workspaces: what stays, what is copied to the other, what is detached. */
    private static void nested() {
        try (Scope program = Scope.open()) {
            Workspace outer = Workspace.get("outer");
            Workspace inner = Workspace.get("inner");
            Tensor best = null;
            for (int epoch = 0; epoch < 3; epoch++) {
                try (Workspace ofEpoch = outer.enter()) {
                    Tensor sum = Tensor.zeros(8);
                    for (int batch = 0; batch < 4; batch++) {
                        try (Workspace ofBatch = inner.enter()) {
                            Tensor loss = Tensor.full(new long[] {8}, epoch + batch).mul(2);
                            sum.addInPlace(loss);
                            Tensor copy = loss.leverageTo("outer");
                            must(copy.workspace() == outer, "leveraged to the outer workspace");
                            copy.close();
                        }
                    }
                    must(sum.mean().item() == 8 * epoch + 12, "the sum of epoch " + epoch + " outlived its batches");
                    try (Scope out = Scope.outOfWorkspaces()) {
                        must(Tensor.ones(2).workspace() == null, "out of workspaces it is the pool's");
                    }
                    best = sum.moveToOuterScope();
                    sum = sum.alias().detachFromScope();
                    sum.close();
                }
            }
            must(best != null && best.mean().item() == 28, "the last sum outlived its epoch");
            System.out.print(inner.report());
            inner.destroy();
            outer.destroy();
        }
    }

    /** Prefetching: batch c is read while batch c + 1 is written. */
    private static void ring() {
        Workspace ring = Workspace.create("prefetch", WorkspaceConfig.builder()
                .policyReset(ResetPolicy.ENDOFBUFFER_REACHED)
                .overallocationLimit(1)
                .build());
        Tensor last = null;
        for (int batch = 0; batch < 10; batch++) {
            try (Workspace cycle = ring.enter()) {
                Tensor next = Tensor.full(new long[] {1000}, batch);
                if (last != null) {
                    must(last.mean().item() == batch - 1, "batch " + (batch - 1) + " is read while the next is made");
                }
                last = next;
            }
        }
        ring.destroy();
    }

    private static void must(boolean holds, String what) {
        System.out.println((holds ? "ok: " : "NOT SO: ") + what);
        if (!holds) {
            throw new IllegalStateException(what);
        }
    }
}
