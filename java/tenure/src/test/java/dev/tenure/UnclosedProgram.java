package dev.tenure;

/** Makes 3,000 tensors of 1 MiB, then on 24 threads 2,400 of 2 MB, and closes none; run by {@link CollectorsTest}. */
final class UnclosedProgram {
    private static final int TENSORS = 3000;
    private static final int THREADS = 24;
    private static final int OF_EACH = 100;
    private static final long MIB = 1 << 18; // float32

    private UnclosedProgram() {}

    public static void main(String[] arguments) throws InterruptedException {
        for (int i = 0; i < TENSORS; i++) {
            Tensor.empty(MIB).select(0, 0).fill(1);
        }
        long one = Tenure.stats().peakBytes() >> 20;
        Thread[] threads = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) {
            threads[i] = new Thread(() -> {
                for (int k = 0; k < OF_EACH; k++) {
                    Tensor.empty(2 * MIB).select(0, 0).fill(1);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("peak MiB: " + one + " " + (Tenure.stats().peakBytes() >> 20));
    }
}
