package dev.tenure.examples;

import dev.tenure.Scope;
import dev.tenure.Tensor;
import dev.tenure.models.Batcher;
import dev.tenure.models.Batching;
import dev.tenure.models.Predictor;
import dev.tenure.models.Translator;
import dev.tenure.onnx.OnnxModel;
import dev.tenure.onnx.OnnxOptions;
import dev.tenure.reports.BatcherStats;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Says what kind of file some bytes are, with the model Magika and the rules around it. Any number of threads may ask at
 * once: what they ask for at the same time is computed together.
 */
final class FileKinds implements AutoCloseable {
    private static final int SIDE = 1024; // bytes of the beginning, and of the end, that the model sees
    private static final int BLOCK = 4096; // bytes in which those are looked for, since white space is left out
    private static final int PADDING = 256;
    private static final int FEWEST = 8; // bytes that the model can say something of
    private static final double SURE = 0.5;
    private static final int JOINED = 8; // files of one run at most

    /** A kind of file. */
    record Kind(String label, String mime, boolean isText) {
        /** As the server writes it. */
        String json() {
            return "{\"kind\":\"" + label + "\",\"mime\":\"" + mime + "\"}";
        }
    }

    /** What the model says. */
    private record Guess(int label, float score) {}

    private final Scope scope;
    private final Map<String, Kind> kinds = new HashMap<>();
    private final Map<String, Double> thresholds = new HashMap<>();
    private final Map<String, String> instead = new HashMap<>();
    private final String[] labels;
    private final OnnxModel session;
    private final Batcher batcher;
    private final Predictor<int[], Guess> together;
    private final Predictor<int[], Guess> alone;

    /** With the model of the folder {@code magika} of its package of PyPI. */
    FileKinds(Path folder) throws IOException {
        Path model = modelIn(folder);
        // The JDK reads no JSON; these files are flat enough for expressions.
        String config = Files.readString(model.resolve("config.min.json"));
        labels = texts(within(config, "target_labels_space", "[", "]"));
        pairs(within(config, "thresholds", "{", "}")).forEach((label, least) -> thresholds.put(label, Double.valueOf(least)));
        instead.putAll(pairs(within(config, "overwrite_map", "{", "}")));
        String all = Files.readString(folder.resolve("config").resolve("content_types_kb.min.json"));
        Pattern one = Pattern.compile("\"([^\"]+)\":\\{\"mime_type\":\"([^\"]*)\".*?\"is_text\":(true|false)}");
        for (Matcher kind = one.matcher(all.replaceAll("\\s*([:,{}])\\s*", "$1")); kind.find(); ) {
            kinds.put(kind.group(1), new Kind(kind.group(1), kind.group(2), Boolean.parseBoolean(kind.group(3))));
        }
        Translator<int[], Guess> translator = Translator.of(bytes -> Tensor.of(bytes), FileKinds::best);
        Batching batching = Batching.defaults().size(JOINED).timeout(Duration.ofSeconds(10));
        scope = Scope.create().name("file kinds");
        try {
            OnnxModel loaded = scope.run(() -> OnnxModel.load(model.resolve("model.onnx"), OnnxOptions.defaults().threads(1)));
            session = loaded.name("magika");
            Batcher joining = scope.run(() -> Batcher.of(loaded, batching));
            batcher = joining;
            together = scope.run(() -> Predictor.of(joining, translator));
            alone = scope.run(() -> Predictor.of(loaded, translator));
        } catch (Throwable e) {
            scope.close();
            throw e;
        }
    }

    /** Takes the memory that runs of each size need, so that a server has its full size before its first request. */
    void warmUp() {
        String input = session.inputs().get(0).name();
        for (int files = JOINED; files > 0; files--) {
            session.warmUp(Map.of(input, new long[] {files, 2 * SIDE}));
        }
    }

    /** What kind of file has these bytes; what other threads ask for meanwhile is computed in the same run. */
    Kind of(byte[] file) {
        return of(file, together);
    }

    /** The same, computed by itself. */
    Kind ofAlone(byte[] file) {
        return of(file, alone);
    }

    private Kind of(byte[] file, Predictor<int[], Guess> predictor) {
        if (file.length == 0) {
            return kind("empty");
        }
        int[] bytes = seen(file);
        if (file.length < FEWEST || bytes[FEWEST - 1] == PADDING) {
            return kind(isText(Arrays.copyOf(file, Math.min(file.length, BLOCK))) ? "txt" : "unknown");
        }
        Guess guess = predictor.predict(bytes);
        String label = labels[guess.label()];
        Kind kind = kind(instead.getOrDefault(label, label));
        if (guess.score() >= thresholds.getOrDefault(label, SURE)) {
            return kind;
        }
        return kind(kind.isText() ? "txt" : "unknown");
    }

    private Kind kind(String label) {
        return kinds.getOrDefault(label, new Kind(label, "application/octet-stream", false));
    }

    /** The bytes that the model sees: of the beginning and of the end, without white space around. */
    private static int[] seen(byte[] file) {
        int[] seen = new int[2 * SIDE];
        Arrays.fill(seen, PADDING);
        int from = 0;
        int last = Math.min(BLOCK, file.length);
        while (from < last && isSpace(file[from])) {
            from++;
        }
        for (int i = 0; i < SIDE && from + i < last; i++) {
            seen[i] = file[from + i] & 0xff;
        }
        int first = Math.max(0, file.length - BLOCK);
        int to = file.length;
        while (to > first && isSpace(file[to - 1])) {
            to--;
        }
        for (int i = 1; i <= SIDE && to - i >= first; i++) {
            seen[2 * SIDE - i] = file[to - i] & 0xff;
        }
        return seen;
    }

    private static boolean isSpace(byte b) {
        return b == ' ' || b >= 9 && b <= 13;
    }

    private static boolean isText(byte[] bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    /** How requests were joined. */
    BatcherStats stats() {
        return batcher.stats();
    }

    @Override
    public void close() {
        scope.close();
    }

    /** What stands between two marks behind a name. */
    private static String within(String json, String name, String open, String close) {
        int from = json.indexOf(open, json.indexOf("\"" + name + "\"")) + 1;
        return json.substring(from, json.indexOf(close, from));
    }

    private static String[] texts(String list) {
        return Pattern.compile("\"([^\"]*)\"").matcher(list).results().map(text -> text.group(1)).toArray(String[]::new);
    }

    private static Map<String, String> pairs(String object) {
        Map<String, String> pairs = new HashMap<>();
        Pattern.compile("\"([^\"]*)\"\\s*:\\s*\"?([^,\"]*)\"?")
                .matcher(object)
                .results()
                .forEach(pair -> pairs.put(pair.group(1), pair.group(2)));
        return pairs;
    }

    /** The folder of the model: there is one. */
    private static Path modelIn(Path folder) throws IOException {
        try (Stream<Path> models = Files.list(folder.resolve("models"))) {
            return models.sorted().findFirst().orElseThrow();
        }
    }

    private static Guess best(Tensor scores) {
        float[] all = scores.toFloatArray();
        int best = 0;
        for (int i = 1; i < all.length; i++) {
            best = all[i] > all[best] ? i : best;
        }
        return new Guess(best, all[best]);
    }
}
