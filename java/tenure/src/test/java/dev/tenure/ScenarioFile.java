package dev.tenure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** A scenario as its file has it: commands, and blocks of commands. The grammar is in tests/scenarios/README.md. */
record ScenarioFile(Path path, List<Command> commands) {
    private static final List<String> BLOCKS = List.of("using", "run", "thread");

    /** A word; a quoted one is never a keyword. */
    record Word(String text, boolean quoted) {}

    /** One line; with a block its body, and the words after the block's {@code end}. */
    record Command(int line, List<Word> words, List<Command> body, List<String> end) {
        String first() {
            return words.get(0).text;
        }

        List<String> texts() {
            return words.stream().map(Word::text).toList();
        }
    }

    /** Whether it holds on any device: the second line says why if it does not. Models are the processor's. */
    static boolean runsOnDevices(Path path) {
        try {
            return !path.getFileName().toString().startsWith("onnx_") && !Files.readAllLines(path).get(1).startsWith("# only on cpu: ");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static ScenarioFile read(Path path) throws IOException {
        List<Command> lines = new ArrayList<>();
        int number = 0;
        for (String line : Files.readAllLines(path)) {
            number++;
            String text = line.strip();
            if (!text.isEmpty() && !text.startsWith("#")) {
                lines.add(new Command(number, words(text), List.of(), List.of()));
            }
        }
        List<Command> commands = new ArrayList<>();
        Iterator<Command> rest = lines.iterator();
        while (rest.hasNext()) {
            commands.add(block(rest.next(), rest));
        }
        return new ScenarioFile(path, commands);
    }

    private static Command block(Command head, Iterator<Command> rest) {
        if (!BLOCKS.contains(head.first())) {
            return head;
        }
        List<Command> body = new ArrayList<>();
        while (rest.hasNext()) {
            Command next = rest.next();
            if (next.first().equals("end")) {
                List<String> end = next.texts();
                return new Command(head.line, head.words, body, end.subList(1, end.size()));
            }
            body.add(block(next, rest));
        }
        throw new AssertionError("line " + head.line + ": " + head.first() + " has no end");
    }

    private static List<Word> words(String text) {
        List<Word> words = new ArrayList<>();
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i);
            if (c == ' ' || c == '\t') {
                i++;
            } else if (c == '"') {
                StringBuilder word = new StringBuilder();
                for (i++; text.charAt(i) != '"'; i++) {
                    char next = text.charAt(i);
                    if (next == '\\') {
                        next = text.charAt(++i);
                        next = next == 'n' ? '\n' : next;
                    }
                    word.append(next);
                }
                i++;
                words.add(new Word(word.toString(), true));
            } else {
                int start = i;
                while (i < text.length() && text.charAt(i) != ' ' && text.charAt(i) != '\t') {
                    i++;
                }
                words.add(new Word(text.substring(start, i), false));
            }
        }
        return words;
    }
}
