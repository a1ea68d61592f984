package dev.tenure;

import java.util.ArrayList;
import java.util.List;

/**
 * Opens scopes where the stack ends; run by {@link DeepTest} in a JVM that compiles all but the method that follows the
 * opening. So the stack often ends in that one, as it does under load, when the compiler is late.
 */
final class DeepProgram {
    /** What the JVM interprets. */
    static final List<String> OPTIONS = List.of(
            "-Xbatch", "-XX:CompileCommand=quiet", "-XX:CompileCommand=exclude,dev.tenure.access.Flight::isOn",
            "-XX:CompileCommand=exclude,jdk.jfr.FlightRecorder::isInitialized");

    private static final int WARM_UP = 20_000;
    private static final int THREADS = 300;
    private static final int COLLECTIONS = 500;

    private DeepProgram() {}

    public static void main(String[] arguments) throws InterruptedException {
        List<Runnable> calls = List.of(() -> Scope.using(() -> Tensor.ones(1)), () -> Scope.using(() -> {}));
        for (int i = 0; i < WARM_UP; i++) {
            calls.forEach(Runnable::run);
        }
        List<String> current = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Runnable call = calls.get(i % calls.size());
            Thread thread = new Thread(null, () -> {
                DeepTest.makeAtTheEnd(call);
                Abandoned.close();
                if (Scope.current() != null) {
                    current.add(Scope.current().toString());
                }
            }, "deep", 512_000 + 16 * i);
            thread.start();
            thread.join();
        }
        for (int i = 0; i < COLLECTIONS && Tenure.stats().liveHandles() > 0; i++) {
            System.gc();
            Thread.sleep(2);
        }
        long alive = Tenure.stats().liveHandles();
        System.out.println(current.size() + " scopes stayed current, " + alive + " handles are alive");
    }
}
