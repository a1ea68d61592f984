package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tenure.onnx.OnnxLogLevel;
import dev.tenure.onnx.OnnxOptions;
import dev.tenure.onnx.OnnxRunOptions;
import dev.tenure.workspaces.WorkspaceConfig;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Text with a lone surrogate cannot reach the core as it is: it is refused wherever the user hands it in, by its index. */
class LoneSurrogateTest {
    private static final String HIGH = "abc\ud800";
    private static final String LOW = "\udbff\udc00\udfffx";
    private static final String TURNED = "\udc00\ud800";
    private static final String PAIR = "a\ud83d\ude00b";

    @BeforeEach
    void drain() {
        Live.drain();
    }

    @AfterEach
    void nothing() {
        Live.assertNothing();
    }

    private static void refused(String text, Executable call) {
        int index = text.equals(HIGH) ? 3 : text.equals(LOW) ? 2 : 0;
        int unit = text.charAt(index);
        InvalidArgumentException e = assertThrows(InvalidArgumentException.class, call);
        assertEquals(
                String.format("the text has a lone surrogate (U+%04X) at index %d", unit, index), e.getMessage());
        assertEquals(Status.INVALID_ARGUMENT, e.status());
    }

    @Test
    void namesOfScopesAndTensors() {
        for (String text : List.of(HIGH, LOW, TURNED)) {
            refused(text, () -> Scope.open(text));
            refused(text, () -> Scope.options().name(text));
            assertNull(Scope.current());
            try (Scope scope = Scope.open("before")) {
                refused(text, () -> scope.name(text));
                refused(text, () -> scope.child(text));
                assertEquals("before", scope.name());
                Tensor t = Tensor.ones(1);
                refused(text, () -> scope.name(text));
                refused(text, () -> t.name(text));
                refused(text, () -> Parameter.of(text, t));
                assertNull(t.name());
                assertEquals("before", scope.name());
            }
        }
        try (Scope scope = Scope.open(PAIR)) {
            assertEquals(PAIR, scope.name());
            assertEquals(PAIR, scope.ones(1).name(PAIR).name());
        }
    }

    @Test
    void workspaces() {
        for (String text : List.of(HIGH, LOW, TURNED)) {
            refused(text, () -> Workspace.get(text));
            refused(text, () -> Workspace.get(text, WorkspaceConfig.defaults()));
            refused(text, () -> Workspace.find(text));
            refused(text, () -> Workspace.create(text, WorkspaceConfig.defaults()));
            refused(text, () -> WorkspaceConfig.builder().tempFilePath(text));
            try (Scope scope = Scope.open()) {
                Tensor t = scope.ones(1);
                refused(text, () -> t.leverageTo(text));
                refused(text, () -> t.leverageOrDetach(text));
            }
        }
        Workspace of = Workspace.get(PAIR);
        try {
            assertEquals(of, Workspace.find(PAIR));
            assertNull(Workspace.find("\ufffd"));
        } finally {
            of.destroy();
        }
    }

    @Test
    void indicesEquationsAndModels() {
        try (Scope scope = Scope.open()) {
            Tensor t = scope.ones(2, 2);
            for (String text : List.of(HIGH, LOW, TURNED)) {
                refused(text, () -> t.get(text));
                refused(text, () -> t.set(text, t));
                refused(text, () -> Tensor.einsum(text, t));
                refused(text, () -> OnnxOptions.defaults().providers("CPUExecutionProvider", text));
                refused(text, () -> OnnxOptions.defaults().outputs(text));
                refused(text, () -> OnnxRunOptions.create(text, OnnxLogLevel.ERROR));
            }
        }
    }

    @Test
    void keysOfFiles(@TempDir Path folder) {
        Path file = folder.resolve("t.safetensors");
        try (Scope scope = Scope.open()) {
            Tensor t = scope.ones(1);
            for (String text : List.of(HIGH, LOW, TURNED)) {
                Map<String, Tensor> named = new LinkedHashMap<>();
                named.put("first", t);
                named.put(text, t);
                refused(text, () -> SafeTensors.save(file, named));
                assertEquals(false, file.toFile().exists());
            }
            SafeTensors.save(file, Map.of(PAIR, t));
            refused(HIGH, () -> SafeTensors.load(file, HIGH));
            assertEquals(List.of(PAIR), SafeTensors.names(file));
        }
    }
}
