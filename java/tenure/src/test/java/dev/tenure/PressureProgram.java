package dev.tenure;

import dev.tenure.reports.MemoryStats;

/** Forgets tensors in a JVM that does not collect when it is asked to; run by {@link PressureTest}. */
final class PressureProgram {
    private static final long MIB = 1 << 20;
    private static final long ELEMENTS = MIB / Float.BYTES;

    private PressureProgram() {}

    public static void main(String[] arguments) {
        for (int i = 0; i < 3000; i++) {
            Tensor.empty(ELEMENTS);
        }
        MemoryStats stats = Tenure.stats();
        System.out.println(stats);
        // The threshold, and what two young collections may have missed.
        if (stats.peakBytes() < 512 * MIB) {
            System.out.println("bounded");
        }
        Tenure.setMemoryLimit(Device.CPU, stats.liveBytes() + MIB);
        try {
            Tensor held = Tensor.empty(1000 * ELEMENTS);
            throw new IllegalStateException("not refused: " + held);
        } catch (NativeMemoryException e) {
            System.out.println(e.getMessage());
            if (e.getMessage().contains("-XX:+DisableExplicitGC")) {
                System.out.println("said why");
            }
        }
    }
}
