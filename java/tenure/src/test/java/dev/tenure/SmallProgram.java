package dev.tenure;

import dev.tenure.reports.MemoryStats;

/**
 * Forgets scopes that own very many small tensors, more than the memory limit allows to be alive at a time; run by {@link
 * PressureTest} in a heap that is hardly touched by that.
 */
final class SmallProgram {
    private static final int SCOPES = 4_000;
    private static final int TENSORS = 1_000;

    private SmallProgram() {}

    public static void main(String[] arguments) {
        Tenure.setMemoryLimit(Device.CPU, 256 << 20);
        for (int i = 0; i < SCOPES; i++) {
            Scope scope = Scope.create();
            for (int j = 0; j < TENSORS; j++) {
                scope.ones(1);
            }
        }
        MemoryStats stats = Tenure.stats();
        System.out.println(stats);
        // 192 bytes and a number each are 1.37 million.
        if (stats.peakTensors() < 1_500_000) {
            System.out.println("bounded");
        }
    }
}
