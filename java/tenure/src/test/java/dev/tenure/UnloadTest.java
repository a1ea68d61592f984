package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.collector.BackstopFaults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application that used the library can be unloaded: nothing of the library keeps its class loader. */
class UnloadTest {
    @Test
    void aClassLoaderThatUsedItIsCollected(@TempDir Path folder) throws IOException {
        Path main = folder.resolve("main").resolve(UnloadProgram.class.getName().replace('.', '/') + ".class");
        Files.createDirectories(main.getParent());
        Files.copy(Path.of(System.getProperty("tenure.test.classes"))
                .resolve(UnloadProgram.class.getName().replace('.', '/') + ".class"), main);
        List<String> options = List.of("-Dtenure.library=" + ChildJvm.LIBRARY, "-Xmx128m");
        ChildJvm.Output output = ChildJvm.run(ChildJvm.builderOn(
                folder.resolve("main").toString(), UnloadProgram.class, options,
                System.getProperty("tenure.classes"), System.getProperty("tenure.test.classes")));
        assertEquals(0, output.code(), output.text());
        assertTrue(output.contains("all were collected"), output.text());
        assertFalse(output.contains("Exception"), output.text());
    }

    /** Daemons end when there is nothing to do, and are there again when there is. */
    @Test
    void theDaemonEndsAndStartsAgain() throws InterruptedException {
        Live.drain();
        for (int i = 0; i < 3; i++) {
            Tensor.ones(1);
            assertTrue(isRunning("tenure-backstop"));
            Live.drain();
            for (int k = 0; isRunning("tenure-backstop"); k++) {
                assertTrue(k < 6_000, "it is there after a minute");
                System.gc(); // what a parent has closed is registered until it is collected
                Thread.sleep(10);
            }
        }
    }

    /** The stack may end where it is started, and nothing be registered any more. */
    @Test
    void theDaemonThatCouldNotBeStartedIsStartedLater() throws InterruptedException {
        Live.drain();
        for (int k = 0; isRunning("tenure-backstop"); k++) {
            assertTrue(k < 6_000, "it is there after a minute");
            System.gc();
            Thread.sleep(10);
        }
        BackstopFaults faults = BackstopFaults.starting(thread -> {
            throw new StackOverflowError("for a test");
        });
        try (faults) {
            Tensor.ones(1);
            assertFalse(isRunning("tenure-backstop"));
        }
        Live.drain();
    }

    private static boolean isRunning(String name) {
        return Thread.getAllStackTraces().keySet().stream().anyMatch(thread -> thread.getName().equals(name));
    }
}
