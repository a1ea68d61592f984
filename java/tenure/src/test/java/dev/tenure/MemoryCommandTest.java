package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.access.Main;
import dev.tenure.reports.MemorySnapshot;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The command line of the jar does what tests/memory-command.txt says, as the .NET tool does. */
@ExtendWith(Clean.class)
class MemoryCommandTest {
    private static final Path CASES = Path.of(System.getProperty("tenure.root"), "tests", "memory-command.txt");
    private static final boolean IS_LINUX = System.getProperty("os.name").equals("Linux");

    @TempDir
    Path folder;

    private final List<String> wrong = new ArrayList<>();

    @Test
    void eachCaseOfTheListDoesWhatItSays() throws IOException {
        files();
        List<String> lines = Files.readAllLines(CASES).stream().filter(line -> !line.startsWith("#")).toList();
        int cases = 0;
        for (String block : String.join("\n", lines).split("\n\n+")) {
            if (!block.isBlank()) {
                cases++;
                check(block.strip().split("\n"));
            }
        }
        assertEquals(List.of(), wrong);
        assertTrue(cases > 30, cases + " cases");
    }

    private void files() throws IOException {
        Path a = folder.resolve("a.json");
        try (Scope scope = Scope.open("saved scope")) {
            Tensor.zeros(3);
            MemorySnapshot.take().save(a);
            Tensor.zeros(10);
            MemorySnapshot.take().save(folder.resolve("later.json"));
        }
        String text = Files.readString(a);
        Files.writeString(folder.resolve("version.json"), text.replace("\"version\": 1", "\"version\": 2"));
        Files.writeString(folder.resolve("cut.json"), text.substring(0, text.length() / 2));
        Files.writeString(folder.resolve("empty.json"), "");
        Files.writeString(folder.resolve("text.json"), "hello");
        Files.createDirectory(folder.resolve("directory"));
    }

    private void check(String[] block) throws IOException {
        List<String> expected = Arrays.stream(block).map(line -> line.replace("{folder}", folder.toString())).toList();
        if (expected.contains("linux") && !IS_LINUX) {
            return;
        }
        Stream<String> given = Arrays.stream(expected.get(0).substring(1).strip().split(" ")).filter(word -> !word.isEmpty());
        Stream<String> arguments = given.map(word -> word.replace("\"\"", ""));
        boolean isHelp = expected.get(0).endsWith("help"); // the jar's, not the subcommand's
        Result result = run(Stream.concat(isHelp ? Stream.of() : Stream.of("memory"), arguments).toArray(String[]::new));
        for (String line : expected.subList(1, expected.size())) {
            String[] words = line.split(" ", 2);
            boolean holds = switch (words[0]) {
                case "status" -> Integer.parseInt(words[1]) == result.status;
                case "out" -> result.out.contains(words[1]);
                case "err" -> result.err.contains(words[1]);
                case "file" -> Files.size(folder.resolve(words[1])) > 0;
                case "none" -> Files.notExists(folder.resolve(words[1]));
                case "linux" -> true;
                default -> throw new IOException("a case has the line " + line);
            };
            report(holds, block[0], line, result);
        }
        report(says(expected, "out ") || result.out.isEmpty(), block[0], "no output", result);
        report(says(expected, "err ") || result.err.isEmpty(), block[0], "no error", result);
    }

    private static boolean says(List<String> expected, String kind) {
        return expected.stream().anyMatch(line -> line.startsWith(kind));
    }

    private void report(boolean holds, String arguments, String line, Result result) {
        if (!holds) {
            wrong.add(arguments + ": not '" + line + "' but " + result);
        }
    }

    @Test
    void itHasOneSubcommand() {
        String[][] others = {{}, {"memory"}, {"other"}, {"other", "a"}, {"a", "--csv", "b"}};
        for (String[] arguments : others) {
            Result result = run(arguments);
            assertEquals(2, result.status);
            assertTrue(result.err.startsWith("usage: memory FILE"), result.err);
        }
    }

    @Test
    void outputThatCannotBeWrittenIsAFailure() throws IOException {
        files();
        OutputStream full = new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                throw new IOException("No space left on device");
            }
        };
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        String a = folder.resolve("a.json").toString();
        int status = Main.run(new String[] {"memory", a, "--since", a}, new PrintStream(full), new PrintStream(err, true));
        assertEquals(1, status);
        assertEquals("standard output cannot be written", err.toString().strip());
        assertFalse(Files.exists(folder.resolve("a.json.html")));
    }

    private record Result(int status, String out, String err) {}

    private static Result run(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int status = Main.run(arguments, print(out), print(err));
        return new Result(status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private static PrintStream print(OutputStream to) {
        return new PrintStream(to, true, StandardCharsets.UTF_8);
    }
}
