package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.ScenarioFile.Command;
import dev.tenure.ScenarioFile.Word;
import dev.tenure.internal.Native;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One run of one scenario: its names, its folder, and its commands through the public classes. */
final class ScenarioRun {
    private final ScenarioFile file;
    private final Path folder;
    private final Map<String, NativeResource> bound = new LinkedHashMap<>();
    private final Set<NativeResource> forged = Collections.newSetFromMap(new java.util.IdentityHashMap<>());
    private final ScenarioOperations operations = new ScenarioOperations(this::resource, this::path);
    private final ScenarioChecks checks = new ScenarioChecks(this::resource, this::path);
    private final ScenarioWorkspaces workspaces = new ScenarioWorkspaces(this::resource);
    private final ScenarioModels models = new ScenarioModels(this::resource, this::path);
    private final ScenarioValuesOfModels values = new ScenarioValuesOfModels(this::resource);
    private Live start;

    ScenarioRun(ScenarioFile file, Path folder) {
        this.file = file;
        this.folder = folder;
    }

    /** What a scenario's {@code throw} throws. */
    private static final class Thrown extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** Already says where. */
    private static final class Located extends AssertionError {
        private static final long serialVersionUID = 1L;

        Located(String where, Throwable cause) {
            super(where + ": " + cause, cause);
        }
    }

    void run() {
        start = Live.now();
        checks.start(start);
        try {
            execute(file.commands());
        } finally {
            release();
        }
        assertEquals(start, Live.now(), () -> file.path().getFileName() + ": alive at the end, and at the start");
    }

    private void release() {
        List<NativeResource> newestFirst = new ArrayList<>(bound.values());
        Collections.reverse(newestFirst);
        newestFirst.removeAll(forged);
        newestFirst.stream().filter(r -> !(r instanceof Scope)).forEach(NativeResource::close);
        newestFirst.stream().filter(r -> r instanceof Scope).forEach(r -> ((Scope) r).closeForGood());
        Tenure.setMemoryLimit(TestDevice.DEVICE, 0);
    }

    private void execute(List<Command> commands) {
        for (Command command : commands) {
            try {
                execute(command);
            } catch (Thrown | Located e) {
                throw e;
            } catch (Throwable e) {
                throw new Located(file.path().getFileName() + ":" + command.line(), e);
            }
        }
    }

    private void execute(Command command) throws Exception {
        List<String> words = command.texts();
        switch (command.first()) {
            case "using" -> using(command, words.get(1));
            case "run" -> scope(words.get(1)).run(() -> execute(command.body()));
            case "thread" -> thread(command);
            case "throw" -> throw new Thrown();
            case "expect_error" -> expectError(command.words());
            default -> line(command.words(), true);
        }
    }

    private void using(Command command, String name) {
        try {
            if (command.end().isEmpty()) {
                Scope.using(() -> body(command, name));
            } else {
                List<NativeResource> returned = Scope.using(() -> {
                    body(command, name);
                    return command.end().stream().map(this::resource).toList();
                });
                assertEquals(command.end().size(), returned.size());
            }
        } catch (Thrown e) {
            assertTrue(command.body().stream().anyMatch(c -> c.first().equals("throw")), "thrown elsewhere");
        }
    }

    private void body(Command command, String name) {
        bind(name, created(Current.scope()));
        execute(command.body());
    }

    private void thread(Command command) throws InterruptedException {
        Throwable[] failure = new Throwable[1];
        Thread thread = new Thread(() -> execute(command.body()));
        thread.setUncaughtExceptionHandler((t, e) -> failure[0] = e);
        thread.start();
        thread.join();
        if (failure[0] != null) {
            throw (Error) failure[0];
        }
    }

    private void expectError(List<Word> words) {
        Status wanted = Status.valueOf(words.get(1).text());
        boolean text = words.get(2).quoted();
        Live before = Live.now();
        try {
            line(words.subList(text ? 3 : 2, words.size()), false);
        } catch (RuntimeException e) {
            if (!(e instanceof TenureException failure)) {
                throw e;
            }
            assertEquals(wanted, failure.status(), e::getMessage);
            if (text) {
                assertTrue(e.getMessage().contains(words.get(2).text()), e::getMessage);
            }
            assertEquals(before, Live.now(), "alive after the failure, and before it");
            return;
        }
        throw new AssertionError("wanted " + wanted + ", nothing was thrown");
    }

    private void line(List<Word> words, boolean bind) {
        List<String> texts = words.stream().map(Word::text).toList();
        int equals = -1;
        for (int i = 0; i < words.size() && equals < 0; i++) {
            equals = !words.get(i).quoted() && texts.get(i).equals("=") ? i : -1;
        }
        List<String> names = texts.subList(0, Math.max(equals, 0));
        String command = texts.get(equals + 1);
        List<String> arguments = texts.subList(equals + 2, texts.size());
        try {
            List<NativeResource> results = command(command, arguments);
            if (bind) {
                assertEquals(names.size(), results.size(), "results of " + command);
                for (int i = 0; i < names.size(); i++) {
                    bind(names.get(i), results.get(i));
                }
            }
        } catch (IndexOutOfBoundsException e) {
            throw new AssertionError(command + " needs more words", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<NativeResource> command(String command, List<String> a) throws IOException {
        switch (command) {
            case "open" -> {
                return List.of(created(Scope.open()));
            }
            case "open_outside" -> {
                return List.of(created(Scope.outOfWorkspaces()));
            }
            case "create" -> {
                return List.of(created(a.isEmpty() ? Scope.create() : scope(a.get(0)).child()));
            }
            case "nest" -> {
                return nest(Integer.parseInt(a.get(0)), Long.parseLong(a.get(1)));
            }
            case "forge" -> {
                return List.of(forge(a.get(0), a.get(1)));
            }
            case "close", "dispose" -> resource(a.get(0)).close();
            case "keep" -> assertSame(resource(a.get(1)), scope(a.get(0)).keep(resource(a.get(1))));
            case "attach" -> assertSame(resource(a.get(1)), scope(a.get(0)).attach(resource(a.get(1))));
            case "move_out" -> assertSame(resource(a.get(0)), resource(a.get(0)).moveToOuterScope());
            case "detach" -> assertSame(resource(a.get(0)), resource(a.get(0)).detachFromScope());
            case "move_to" -> assertSame(resource(a.get(0)), resource(a.get(0)).moveTo(scope(a.get(1))));
            case "temp_attach" -> assertSame(resource(a.get(1)), scope(a.get(0)).tempAttach(resource(a.get(1))));
            case "ret" -> assertSame(resource(a.get(1)), scope(a.get(0)).ret(resource(a.get(1))));
            case "close_all_but" ->
                scope(a.get(0)).closeAllBut(
                        a.stream().skip(1).map(this::resource).toArray(NativeResource[]::new));
            case "cap" -> assertSame(scope(a.get(0)), scope(a.get(0)).cap());
            case "uncap" -> assertSame(scope(a.get(0)), scope(a.get(0)).uncap());
            case "scope_limit" -> scope(a.get(0)).limit(Long.parseLong(a.get(1)));
            case "measure" -> scope(a.get(0)).measure();
            case "set_name" -> assertSame(resource(a.get(0)), resource(a.get(0)).name(a.get(1)));
            case "limit" -> limit(a.get(0));
            case "raise" -> Native.debugRaise(Status.valueOf(a.get(0)).code());
            case "write_hex" -> Files.write(path(a.get(0)), HexFormat.of().parseHex(a.get(1)));
            case "truncate_file" -> truncate(path(a.get(0)), Long.parseLong(a.get(1)));
            default -> {
                List<NativeResource> ofWorkspaces = workspaces.run(command, a);
                if (ofWorkspaces != null) {
                    return ofWorkspaces;
                }
                List<NativeResource> ofModels = models.run(command, a);
                if (ofModels != null) {
                    return ofModels;
                }
                List<NativeResource> ofValues = values.run(command, a);
                if (ofValues != null) {
                    return ofValues;
                }
                if (command.startsWith("expect_") && !command.equals("expect_state")) {
                    checks.run(command, a);
                    return List.of();
                }
                List<NativeResource> results = operations.run(command, a);
                if (results == null) {
                    throw new AssertionError("unknown command " + command);
                }
                return results;
            }
        }
        return List.of();
    }

    private NativeResource forge(String kind, String word) {
        long handle = 0;
        if (!word.equals("0")) {
            String[] parts = word.split("\\^0x");
            handle = resource(parts[0]).handle() ^ (parts.length > 1 ? Long.parseUnsignedLong(parts[1], 16) : 0);
        }
        NativeResource made = switch (kind) {
            case "tensor" -> new Tensor(handle, null);
            case "scope" -> new Scope(handle != 0 ? handle : -1, null); // 0 in a Scope: not created yet
            default -> ScenarioCommands.forge(kind, handle);
        };
        assertNotNull(made, () -> "unknown kind " + kind);
        forged.add(made);
        return made;
    }

    /** Scenarios count scopes in the core, which hears of one at its first use only. */
    private static Scope created(Scope scope) {
        scope.handle();
        return scope;
    }

    private static List<NativeResource> nest(int levels, long bytes) {
        Scope outer = Scope.create().limit(bytes);
        Scope inner = outer;
        for (int i = 1; i < levels; i++) {
            inner = inner.child().limit(bytes);
        }
        return List.of(outer, inner);
    }

    private void limit(String bytes) {
        Tenure.setMemoryLimit(TestDevice.DEVICE, switch (bytes) {
            case "default" -> 0;
            case "none" -> Long.MAX_VALUE;
            default -> (bytes.startsWith("-") ? 0 : start.bytes()) + Long.parseLong(bytes);
        });
    }

    private static void truncate(Path path, long length) throws IOException {
        try (RandomAccessFile target = new RandomAccessFile(path.toFile(), "rw")) {
            target.setLength(length);
        }
    }

    private void bind(String name, NativeResource resource) {
        if (bound.put(name, resource) != null) {
            throw new AssertionError(name + " is bound twice");
        }
    }

    private NativeResource resource(String name) {
        NativeResource resource = bound.get(name);
        if (resource == null) {
            throw new AssertionError(name + " is not bound");
        }
        return resource;
    }

    private Scope scope(String name) {
        return (Scope) resource(name);
    }

    private Path path(String word) {
        return folder.resolve(word.substring("$TMP/".length()));
    }
}
