package dev.tenure.examples;

import dev.tenure.DType;
import dev.tenure.Device;
import dev.tenure.Scope;
import dev.tenure.Tape;
import dev.tenure.Tensor;
import dev.tenure.Tenure;
import dev.tenure.nn.Embedding;
import dev.tenure.nn.Linear;
import dev.tenure.nn.Module;
import dev.tenure.nn.PositionalEncoding;
import dev.tenure.nn.TransformerEncoder;
import dev.tenure.optim.Optimizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A transformer that learns Shakespeare's sonnets, character by character, and writes some of its own while it learns.
 *
 * <pre>
 *   CharacterTransformer            3,000 steps, a few minutes
 *   CharacterTransformer --short    seconds: it has learned words' lengths and the ends of lines by then
 *   CharacterTransformer --device cuda:0
 * </pre>
 */
public final class CharacterTransformer extends Module {
    private static final int CONTEXT = 32; // how many characters it sees
    private static final int FEATURES = 48;
    private static final int BATCH = 16;

    private final Module characters;
    private final Module positions = add("positions", new PositionalEncoding(FEATURES, 0, CONTEXT, true));
    private final Module layers = add("layers", new TransformerEncoder(FEATURES, 4, 2, 4 * FEATURES, 0, true, 1e-5, true, true, true));
    private final Module head;
    private final Tensor later = buffer("later", Tensor.ones(DType.BOOL, CONTEXT, CONTEXT).triu(1));

    private CharacterTransformer(int alphabet) {
        characters = add("characters", new Embedding(alphabet, FEATURES));
        head = add("head", new Linear(FEATURES, alphabet));
    }

    /** Characters, {@code [N, L]}, to a score for each that may follow each of them, {@code [N, L, alphabet]}. */
    @Override
    protected Tensor forward(Tensor text) {
        long length = text.shape()[1];
        Tensor mask = later.slice(0, 0, length).slice(1, 0, length); // no character sees a later one
        Tensor x = positions.call(characters.call(text));
        return head.call(layers.callAll(x, mask, null)[0]);
    }

    /**
     * Learns, and writes.
     *
     * @param arguments {@code --short} and {@code --device cuda:0}, one of them, or nothing
     * @throws IOException if the text cannot be read
     */
    public static void main(String[] arguments) throws IOException {
        boolean isShort = List.of(arguments).contains("--short");
        Device device = TrainingDevice.takeFrom(new ArrayList<>(List.of(arguments)));
        String text = Files.readString(Path.of("data", "sonnets.txt"));
        double loss;
        try (Scope training = Scope.open(Scope.options().name("training").device(device))) {
            loss = learn(text, isShort ? 300 : 3000, isShort ? 100 : 500);
        }
        Outcome.check(String.format(Locale.ROOT, "the loss went down to %.4f", loss), loss < (isShort ? 2.3 : 1.2));
        Outcome.check("nothing is alive at the end", Tenure.stats(device).liveBytes() == 0);
    }

    private static double learn(String text, int steps, int every) {
        String alphabet = text.chars().sorted().distinct().mapToObj(Character::toString).collect(Collectors.joining());
        System.out.printf("%d characters, an alphabet of %d%n", text.length(), alphabet.length());
        Tensor all = encode(text, alphabet);
        Tenure.seed(1);
        CharacterTransformer net = new CharacterTransformer(alphabet.length());
        Optimizer adam = Optimizer.adamW(net.parameters(), 3e-3);
        System.out.printf("%d parameters%n", net.parameterCount());
        double mean = 0; // of the last hundred steps or so
        for (int step = 1; step <= steps; step++) {
            double loss = step(net, adam, all);
            mean = step == 1 ? loss : 0.97 * mean + 0.03 * loss;
            if (step % every == 0) {
                System.out.printf(Locale.ROOT, "%nstep %d, loss %.4f%n", step, mean);
                System.out.println(net.write("Shall I compare", 120, alphabet));
            }
        }
        System.out.println();
        return mean;
    }

    /** A step on windows of the text that begin anywhere: each character is to say the next one. */
    private static double step(CharacterTransformer net, Optimizer adam, Tensor all) {
        try (Scope step = Scope.open("step")) {
            Tensor begins = Tensor.randint(0, all.size() - CONTEXT, BATCH, 1);
            Tensor windows = all.take(begins.add(Tensor.arange(CONTEXT + 1))); // [BATCH, CONTEXT + 1]
            Tensor next = windows.slice(1, 1, CONTEXT + 1).reshape(-1);
            Tape tape = Tape.open();
            Tensor[] watched = net.watch(tape);
            Tensor scores = net.call(windows.slice(1, 0, CONTEXT));
            Tensor loss = scores.reshape(next.size(), -1).crossEntropy(next);
            adam.step(tape.backward(loss, watched));
            return loss.item();
        }
    }

    /** Goes on from {@code begin}: draws a character by the scores, puts it to the others, and looks again. */
    private String write(String begin, int length, String alphabet) {
        eval();
        StringBuilder text = new StringBuilder(begin);
        while (text.length() < length) {
            try (Scope character = Scope.open("character")) {
                String seen = text.substring(Math.max(0, text.length() - CONTEXT));
                Tensor scores = call(encode(seen, alphabet).unsqueeze(0)).select(0, 0).select(0, -1);
                Tensor drawn = scores.div(0.7).softmax().toDevice(Device.CPU).multinomial(1); // below 1: what is likely becomes likelier
                text.append(alphabet.charAt((int) drawn.item()));
            }
        }
        train();
        return text.toString();
    }

    /** The position of each character in the alphabet, int64. */
    private static Tensor encode(String text, String alphabet) {
        return Tensor.of(text.chars().mapToLong(alphabet::indexOf).toArray());
    }
}
