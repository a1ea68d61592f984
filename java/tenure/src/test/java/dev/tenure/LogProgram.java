package dev.tenure;

/** Uses the library once; run by {@link LogTest}, which reads what is logged. */
final class LogProgram {
    private LogProgram() {}

    public static void main(String[] arguments) {
        System.out.println(Tenure.stats().liveHandles());
        System.out.println(Device.cudaCount());
    }
}
