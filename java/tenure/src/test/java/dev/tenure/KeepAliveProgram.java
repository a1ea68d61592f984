package dev.tenure;

import java.lang.ref.Reference;

/**
 * Calls whose operands nothing refers to but the call itself, while another thread collects without a pause; run by {@link
 * KeepAliveTest}, all of it compiled, since only compiled code forgets what it no longer needs. {@code TENURE_SOAK_SECONDS} in
 * the environment makes it go on for longer.
 */
final class KeepAliveProgram {
    private static final int MANY = 1_000_000; // the core is at the last one milliseconds after the call
    private static final int ROUNDS = 8;
    private static final int CHAINS = 1_000;
    private static final long SECOND = 1_000_000_000;

    private static volatile boolean done;

    private KeepAliveProgram() {}

    public static void main(String[] arguments) throws InterruptedException {
        Thread collector = new Thread(() -> {
            while (!done) {
                System.gc();
            }
        });
        collector.start();
        try {
            Tensor first = Tensor.of(1f);
            for (int i = 0; i < ROUNDS; i++) {
                check(MANY + 1, Tensor.concat(0, manyAndOne(first)).sum().item());
            }
            Reference.reachabilityFence(first);
            Tensor x = Tensor.ones(100);
            long end = System.nanoTime() + Long.parseLong(System.getenv().getOrDefault("TENURE_SOAK_SECONDS", "0")) * SECOND;
            for (long i = 0; i < CHAINS || System.nanoTime() < end; i++) {
                check(400, x.mul(Tensor.of(2f)).add(Tensor.of(2f)).sum().item());
                check(3, Tensor.of(1, 2, 3, 4f).reshape(2, 2).slice(0, 1, 2).select(1, 0).squeeze().item());
            }
            Reference.reachabilityFence(x);
        } finally {
            done = true;
            collector.join();
        }
        System.out.println("every operand lived through its call");
    }

    private static Tensor[] manyAndOne(Tensor first) {
        Tensor[] all = new Tensor[MANY];
        java.util.Arrays.fill(all, first);
        all[MANY - 1] = Tensor.of(2f);
        return all;
    }

    private static void check(double expected, double actual) {
        if (expected != actual) {
            throw new IllegalStateException("expected " + expected + ", got " + actual);
        }
    }
}
