package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The behaviour that all languages share: tests/scenarios/*.txt. */
class ScenarioTest {
    private static final Path FOLDER = Path.of(System.getProperty("tenure.root"), "tests", "scenarios");

    @TestFactory
    Stream<DynamicTest> scenarios() throws IOException {
        Live.drain();
        List<Path> files;
        try (Stream<Path> all = Files.list(FOLDER)) {
            files = all.filter(path -> path.toString().endsWith(".txt")).sorted().toList();
        }
        assertTrue(files.size() >= 60, () -> files.size() + " scenarios in " + FOLDER);
        Stream<DynamicTest> each = files.stream()
                .filter(path -> !TestDevice.isElsewhere() || ScenarioFile.runsOnDevices(path))
                .map(path -> DynamicTest.dynamicTest(path.getFileName().toString(), () -> run(path)));
        return Stream.concat(each, Stream.of(DynamicTest.dynamicTest("nothing is left alive", Live::assertNothing)));
    }

    private static void run(Path path) throws IOException {
        assumeFalse(ScenarioModels.needsLibrary(path.getFileName().toString()), "TENURE_ONNXRUNTIME names no library");
        Path folder = Files.createTempDirectory("tenure-scenario-");
        try {
            new ScenarioRun(ScenarioFile.read(path), folder).run();
        } catch (AssertionError e) {
            Live.drain(); // what a failed scenario left must not be counted by the next
            throw e;
        } finally {
            try (Stream<Path> left = Files.list(folder)) {
                left.forEach(file -> assertTrue(file.toFile().delete()));
            }
            Files.delete(folder);
        }
    }
}
