package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.data.Gguf;
import dev.tenure.nn.BatchNorm1d;
import dev.tenure.nn.Linear;
import dev.tenure.nn.Module;
import dev.tenure.nn.Sequential;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of tensors by name, as far as scenarios do not say it: metadata, choices, archives of others, file systems. */
class NamedFilesTest {
    @TempDir
    private Path folder;

    private static Map<String, Tensor> some() {
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        tensors.put("layer.1.weight", Tensor.of(1f, 2));
        tensors.put("layer.0.weight", Tensor.of(new float[] {3, 4}, 1, 2));
        tensors.put("step\t1\n\\", Tensor.of(7L));
        return tensors;
    }

    private static Path torch(String name) {
        return Path.of(System.getProperty("tenure.root"), "tests", "data", "io", name);
    }

    @Test
    void modulesReadFilesOfPyTorch() {
        for (String file : List.of("torch_state.pth", "torch_lightning.ckpt")) {
            try (Scope scope = Scope.open()) {
                Map<String, Module> parts = new LinkedHashMap<>();
                parts.put("fc", new Linear(3, 2));
                parts.put("norm", new BatchNorm1d(2));
                Module net = new Sequential(parts);
                net.load(torch(file));
                assertArrayEquals(
                        new float[] {0, 1, 2, 3, 4, 5},
                        net.stateDict().get("fc.weight").toFloatArray());
                assertThrows(InvalidArgumentException.class, () -> net.load(torch("torch_values.pt")));
            }
        }
    }

    @Test
    void filesOfPyTorchAreRead() throws IOException {
        Path checkpoint = torch("torch_lightning.ckpt");
        try (Scope scope = Scope.open()) {
            Map<String, Tensor> weights = TorchFile.load(checkpoint, name -> name.startsWith("state_dict."));
            assertEquals(7, weights.size());
            assertArrayEquals(
                    new float[] {0, 1, 2, 3, 4, 5}, weights.get("state_dict.fc.weight").toFloatArray());
            assertEquals(19, TorchFile.names(checkpoint).size());
            assertArrayEquals(
                    new double[] {0, 1},
                    TorchFile.load(checkpoint, "state_dict.fc.bias", DType.F64).toDoubleArray());
            assertThrows(InvalidArgumentException.class, () -> TorchFile.load(checkpoint, "fc.bias"));
            Map<String, Tensor> values = TorchFile.load(torch("torch_values.pt"));
            values.get("row").fill(9);
            assertEquals(9, values.get("whole").get(1, 0).item(), "they share memory");
            TensorEntry entry = TorchFile.entries(torch("torch_values.pt")).get(0);
            assertEquals("bfloat16 torch.BFloat16Storage", entry.name() + " " + entry.storedAs());
            TensorException module =
                    assertThrows(TensorException.class, () -> TorchFile.load(torch("torch_module.pt")));
            assertTrue(module.getMessage().contains("torch.save("), module.getMessage());
            NoSuchFileException missing = (NoSuchFileException) assertThrows(
                            TensorException.class, () -> TorchFile.names(folder.resolve("none.pt")))
                    .getCause();
            assertTrue(missing.getMessage().contains("none.pt"), missing.getMessage());
            assertEquals(scope, values.get("row").scope());
        }
        byte[] bytes = Files.readAllBytes(torch("torch_state.pth"));
        URI zip = URI.create("jar:" + folder.resolve("outer.zip").toUri());
        try (FileSystem other = FileSystems.newFileSystem(zip, Map.of("create", "true"));
                Scope scope = Scope.open()) {
            Path inside = other.getPath("state.pth");
            Files.write(inside, bytes);
            assertEquals(TorchFile.names(torch("torch_state.pth")), TorchFile.names(inside));
            assertArrayEquals(new float[] {0, 1}, TorchFile.load(inside).get("fc.bias").toFloatArray());
        }
    }

    @Test
    void filesOfLlamaCppAreRead() throws IOException {
        Path model = torch("gguf_types.gguf");
        Map<String, Tensor> answers = Npz.load(torch("gguf_types.npz"));
        try (Scope scope = Scope.open()) {
            assertEquals(20, Gguf.names(model).size());
            TensorEntry entry = Gguf.entries(model).get(13);
            assertEquals("Q4_K: Q4_K [2,1024]", entry.toString());
            assertEquals(DType.F32, entry.dtype());
            assertEquals(2 * 4 * 144, entry.nbytes());
            Map<String, String> metadata = Gguf.metadata(model);
            assertEquals("llama", metadata.get("general.architecture"));
            assertEquals("[\"<s>\",\"a\\\"b\",\"ö\"]", metadata.get("tokenizer.ggml.tokens"));
            assertEquals("18446744073709551615", metadata.get("a.uint64"));
            Map<String, Tensor> read = Gguf.load(model, name -> name.startsWith("Q"));
            assertEquals(answers.keySet().stream().sorted().toList(), List.copyOf(read.keySet()));
            read.forEach((name, tensor) -> assertArrayEquals(
                    answers.get(name).toFloatArray(), tensor.toFloatArray(), 0, name));
            assertEquals(DType.F16, Gguf.load(model, "Q8_0", DType.F16).dtype());
            assertEquals(DType.BF16, Gguf.load(model, "BF16").dtype());
            assertEquals(DType.F64, Gguf.load(model, name -> name.equals("I8"), DType.F64).get("I8").dtype());
            long counted = Tenure.stats().liveBytes();
            Tensor mapped = Gguf.map(model, name -> name.equals("F64")).get("F64");
            assertEquals(counted, Tenure.stats().liveBytes(), "no limit counts it");
            assertArrayEquals(new double[] {-2, -1, 0, 1, 2, 3}, mapped.toDoubleArray());
            TensorException unread = assertThrows(TensorException.class, () -> Gguf.load(model));
            assertEquals(Status.UNSUPPORTED, unread.status());
            assertTrue(unread.getMessage().contains("elements are IQ4_NL"), unread.getMessage());
            assertThrows(InvalidArgumentException.class, () -> Gguf.load(model, "none"));
            TensorException other = assertThrows(TensorException.class, () -> SafeTensors.load(model));
            assertTrue(other.getMessage().contains("read it with Gguf"), other.getMessage());
        } finally {
            answers.values().forEach(Tensor::close);
        }
        URI zip = URI.create("jar:" + folder.resolve("gguf.zip").toUri());
        try (FileSystem other = FileSystems.newFileSystem(zip, Map.of("create", "true"));
                Scope scope = Scope.open()) {
            Path inside = other.getPath("model.gguf");
            Files.copy(model, inside);
            assertEquals(Gguf.entries(model), Gguf.entries(inside));
            assertEquals(Gguf.metadata(model), Gguf.metadata(inside));
            assertTrue(Gguf.load(inside, "Q6_K").equal(Gguf.load(model, "Q6_K")));
            assertThrows(InvalidArgumentException.class, () -> Gguf.map(inside));
        }
    }

    /** An archive that Java has written, deflated and with a note among the arrays. */
    @Test
    void archivesOfOthersAreRead() throws IOException {
        Path one = folder.resolve("one.npy");
        Path archive = folder.resolve("arrays.npz");
        try (Scope scope = Scope.open()) {
            Tensor.arange(3).saveNpy(one);
            try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive))) {
                zip.putNextEntry(new ZipEntry("note.txt"));
                zip.write("hello".getBytes(StandardCharsets.UTF_8));
                zip.putNextEntry(new ZipEntry("a.npy"));
                zip.write(Files.readAllBytes(one));
            }
            assertEquals(List.of("a"), Npz.names(archive));
            assertArrayEquals(new long[] {0, 1, 2}, Npz.load(archive).get("a").toLongArray());
            TensorException refused = assertThrows(TensorException.class, () -> Tensor.loadNpy(archive));
            assertTrue(refused.getMessage().contains("ZIP archive"), refused.getMessage());
        }
    }

    @Test
    void namesOfAnyKindComeBackInTheirOrder() throws IOException {
        Path archive = folder.resolve("a.npz");
        try (Scope scope = Scope.open()) {
            Npz.save(archive, some());
            assertEquals(List.copyOf(some().keySet()), Npz.names(archive));
            Npz.saveCompressed(archive, some());
            Map<String, Tensor> arrays = Npz.load(archive);
            assertEquals(List.copyOf(some().keySet()), List.copyOf(arrays.keySet()));
            assertEquals(7, arrays.get("step\t1\n\\").itemLong());
            Map<String, Tensor> weights = Npz.load(archive, Pattern.compile("layer\\..*").asMatchPredicate());
            assertEquals(2, weights.size());
            assertEquals(DType.F64, Npz.load(archive, "layer.1.weight", DType.F64).dtype());
            assertEquals(scope, weights.get("layer.0.weight").scope());
        }
    }

    @Test
    void filesSayWhatTheyHoldWithoutBeingRead() {
        Path file = folder.resolve("a.safetensors");
        try (Scope scope = Scope.open()) {
            SafeTensors.save(file, some(), Map.of("format", "pt", "note", "a\tb\nc"));
            assertEquals(Map.of("format", "pt", "note", "a\tb\nc"), SafeTensors.metadata(file));
            int members = scope.members().size();
            List<TensorEntry> entries = SafeTensors.entries(file);
            assertEquals(members, scope.members().size());
            TensorEntry first = entries.get(0);
            assertEquals("layer.0.weight: F32 [1,2]", first.toString());
            assertEquals(DType.F32, first.dtype());
            assertEquals(8, first.nbytes());
            assertEquals(first, SafeTensors.entries(file).get(0));
            SafeTensors.save(file, some());
            assertEquals(Map.of(), SafeTensors.metadata(file));
        }
    }

    @Test
    void oneTypeThatNoTensorHasLeavesTheOthers() throws IOException {
        byte[] head = ("{\"x\":{\"dtype\":\"F8_E4M3\",\"shape\":[4],\"data_offsets\":[0,4]},"
                        + "\"y\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[4,8]}}")
                .getBytes(StandardCharsets.UTF_8);
        ByteBuffer bytes = ByteBuffer.allocate(8 + head.length + 8).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(head.length).put(head).putInt(0x017eb838).putFloat(1);
        Path file = Files.write(folder.resolve("mixed.safetensors"), bytes.array());
        try (Scope scope = Scope.open()) {
            TensorEntry x = SafeTensors.entries(file).get(0);
            assertNull(x.dtype());
            assertEquals(DType.F32, x.widened());
            TensorException refused = assertThrows(TensorException.class, () -> SafeTensors.load(file));
            assertEquals(Status.UNSUPPORTED, refused.status());
            assertTrue(refused.getMessage().contains("ask for float32"), refused.getMessage());
            Map<String, Tensor> all = SafeTensors.load(file, name -> true, DType.F32);
            assertArrayEquals(new float[] {1, -1, 448, 0.001953125f}, all.get("x").toFloatArray());
        }
    }

    @Test
    void mappedTensorsKeepTheFileAsItIs() throws IOException {
        Path file = folder.resolve("a.safetensors");
        try (Scope scope = Scope.open()) {
            SafeTensors.save(file, some());
            byte[] before = Files.readAllBytes(file);
            long live = Tenure.stats().liveBytes();
            Map<String, Tensor> mapped = SafeTensors.map(file, name -> name.startsWith("layer"));
            assertEquals(live, Tenure.stats().liveBytes(), "no memory is taken for them");
            Tensor weight = mapped.get("layer.1.weight");
            weight.addInPlace(1);
            assertArrayEquals(new float[] {2, 3}, weight.toFloatArray());
            assertArrayEquals(before, Files.readAllBytes(file));
            assertEquals(3, SafeTensors.map(file).size());
            // The file may be replaced as a whole, and removed.
            SafeTensors.save(file, Map.of("other", Tensor.of(9f)));
            Files.delete(file);
            assertArrayEquals(new float[] {3, 4}, mapped.get("layer.0.weight").toFloatArray());
        }
        assertThrows(TensorException.class, () -> SafeTensors.map(folder.resolve("none.safetensors")));
    }

    @Test
    void filesOfOtherFileSystemsAreRead() throws IOException {
        URI uri = URI.create("jar:" + folder.resolve("files.zip").toUri());
        try (FileSystem files = FileSystems.newFileSystem(uri, Map.of("create", "true"));
                Scope scope = Scope.open()) {
            Path archive = files.getPath("a.npz");
            Npz.saveCompressed(archive, some());
            assertEquals(3, Npz.entries(archive).size());
            assertEquals(7, Npz.load(archive, "step\t1\n\\").itemLong());
            assertEquals(1, Npz.load(archive, "step\t1\n\\"::equals).size());
            Path tensors = files.getPath("a.safetensors");
            SafeTensors.save(tensors, some(), Map.of("a", "b"));
            assertEquals(Map.of("a", "b"), SafeTensors.metadata(tensors));
            assertEquals(3, SafeTensors.entries(tensors).size());
            assertEquals(DType.F16, SafeTensors.load(tensors, "layer.1.weight", DType.F16).dtype());
            assertThrows(InvalidArgumentException.class, () -> SafeTensors.map(tensors));
            Path array = files.getPath("a.npy");
            Tensor.of(1f, 2).saveNpy(array);
            assertEquals(DType.I32, Tensor.loadNpy(array, DType.I32).dtype());
            assertEquals(DType.I32, scope.loadNpy(array, DType.I32).dtype());
        }
    }

    @Test
    void whatIsNotThereSaysSo() {
        Path none = folder.resolve("none.npz");
        TensorException missing = assertThrows(TensorException.class, () -> Npz.load(none));
        assertTrue(missing.getCause() instanceof NoSuchFileException, missing.toString());
        assertThrows(TensorException.class, () -> SafeTensors.entries(none));
    }
}
