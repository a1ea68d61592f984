package dev.tenure;

import dev.tenure.optim.Optimizer;
import dev.tenure.workspaces.WorkspaceConfig;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Calls what makes handles when the Java heap has room for ever fewer objects, so that the call
 * fails at each of its own allocations in turn; run by {@link HeapTest} in a small heap. Nothing
 * may stay alive natively that no object closes.
 */
final class HeapProgram {
    private static final int STEPS = 24; // objects that there is room for, from none on
    private static final int TRIES = 20;
    private static final int GRADIENTS = 2_000;

    private static Object[] filler;

    private HeapProgram() {}

    private interface Call {
        void make();
    }

    public static void main(String[] arguments) throws InterruptedException {
        Tensor x = Tensor.ones(2, 2);
        Tensor[] many = new Tensor[GRADIENTS];
        java.util.Arrays.fill(many, x);
        Scope closed = Scope.create();
        closed.ones(1);
        WorkspaceConfig config = WorkspaceConfig.builder().initialSize(4096).build();
        Workspace ring = Workspace.create("ring", WorkspaceConfig.defaults());
        List<Call> calls = List.of(
                () -> x.neg(),
                () -> x.add(x),
                () -> x.add(1),
                () -> x.sum(),
                () -> Tensor.zeros(2),
                () -> Tensor.of(1f),
                () -> Tensor.concat(0, x, x),
                () -> Parameter.of("p", x),
                () -> Tape.open(),
                () -> Optimizer.sgd(List.of(x), 0.1, 0.9),
                () -> Tenure.measure(),
                () -> x.asByteBuffer(),
                () -> Scope.create().ones(1),
                () -> Scope.create(Scope.options().name("named")).child().ones(1),
                () -> Scope.using(() -> x.neg()),
                () -> Workspace.create("made", config),
                () -> leave(ring.enter()));
        Thread.sleep(1); // the JDK's classes for it are loaded while there is room
        int failed = 0;
        for (int i = 0; i < calls.size(); i++) {
            failed += failures(i, calls.get(i));
        }
        Tape[] tape = new Tape[1];
        Tensor[] watched = new Tensor[GRADIENTS];
        for (int room = 0; room < 16; room++) {
            try (Scope s = Scope.create()) {
                backward(s, x, tape, watched, room << 13);
            }
        }
        x.close();
        closed.close();
        ring.destroy();
        collectUntil("what could not be wrapped is freed", () -> Live.now().equals(Live.NOTHING));
        System.out.println("nothing is lost after " + failed + " failures");
    }

    private static void leave(Workspace entered) {
        entered.close();
    }

    private static int failures(int number, Call call) throws InterruptedException {
        call.make(); // classes are loaded while there is room
        collectUntil("the first is freed", () -> Tenure.stats().liveTensors() <= 3);
        int failed = 0;
        for (int i = 0; i < TRIES && failed == 0; i++) { // the collector may have found room after all
            failed = failuresWhenFull(call);
        }
        if (failed == 0) {
            throw new IllegalStateException("call " + number + " never failed");
        }
        return failed;
    }

    private static int failuresWhenFull(Call call) {
        int failed = 0;
        fill();
        for (int room = 0; room < STEPS; room++) {
            try {
                call.make();
            } catch (OutOfMemoryError e) {
                failed++;
            }
            filler = (Object[]) filler[0];
        }
        filler = null;
        return failed;
    }

    private static void collectUntil(String what, BooleanSupplier condition) throws InterruptedException {
        for (int i = 0; !condition.getAsBoolean(); i++) {
            if (i == 500) {
                throw new IllegalStateException(what + ": not so; alive: " + Live.now());
            }
            System.gc();
            Thread.sleep(2);
        }
    }

    /** The last objects are of the smallest size, and let go one by one. */
    private static void fill() {
        for (int elements = 1 << 16; elements >= 1; elements /= 16) {
            try {
                while (true) {
                    Object[] next = new Object[elements];
                    next[0] = filler;
                    filler = next;
                }
            } catch (OutOfMemoryError full) {
                continue; // with smaller ones
            }
        }
    }

    private static void backward(Scope s, Tensor x, Tape[] tape, Tensor[] watched, int room) {
        s.run(() -> {
            tape[0] = Tape.open();
            for (int i = 0; i < watched.length; i++) {
                watched[i] = tape[0].watch(x);
            }
        });
        Tensor loss = s.run(() -> watched[0].sum()).detachFromScope(); // nobody owns the gradients
        byte[] spare = new byte[room];
        fill();
        try {
            spare = null;
            tape[0].backward(loss, watched);
        } catch (OutOfMemoryError expected) {
            loss.isClosed();
        } finally {
            filler = null;
        }
        loss.close();
        java.lang.ref.Reference.reachabilityFence(spare);
    }
}
