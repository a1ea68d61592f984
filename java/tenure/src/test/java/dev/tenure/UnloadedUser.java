package dev.tenure;

import dev.tenure.reports.LeakLevel;
import java.util.concurrent.CountDownLatch;

/** What an application does with the library before it is unloaded; {@link UnloadProgram} loads it by its name. */
public final class UnloadedUser {
    private static byte[] garbage = new byte[1];

    private UnloadedUser() {}

    /** Everything that leaves something behind: threads, hooks, thread-locals, entries of the backstop. */
    public static void use() throws InterruptedException {
        Tenure.leakLevel(LeakLevel.ALL);
        CountDownLatch told = new CountDownLatch(1);
        Tenure.onLeak(leak -> told.countDown());
        drop();
        while (told.getCount() > 0) {
            System.gc();
            garbage = new byte[1 << 16];
            Thread.sleep(1);
        }
        Tenure.onLeak(null);
        Tenure.leakLevel(LeakLevel.OFF);
        try (Scope s = Scope.open()) {
            Tensor a = Tensor.ones(2, 2);
            Tape tape = Tape.open();
            Tensor w = tape.watch(a);
            tape.backward(w.matmul(a).sum(), w);
            a.asByteBuffer().put(0, garbage[0]);
        }
        try {
            Tensor.ones(2).reshape(3);
        } catch (ShapeMismatchException expected) {
            Tenure.setMemoryLimit(Device.CPU, 1 << 20);
        }
        try {
            Tensor.ones(1 << 20);
        } catch (NativeMemoryException expected) {
            Tenure.setMemoryLimit(Device.CPU, 0);
        }
        try (Workspace ws = Workspace.create().enter()) {
            Tensor.ones(10);
            ws.isEntered();
        }
    }

    private static void drop() {
        Tensor.ones(3);
        Scope.create().ones(3);
    }
}
