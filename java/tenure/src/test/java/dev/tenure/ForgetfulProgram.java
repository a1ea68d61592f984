package dev.tenure;

import java.util.function.Supplier;

/**
 * Forgets tensors, scopes, models and buffers, and makes garbage until the collector has freed all of them; run by {@link
 * CollectorsTest}. Never asks for a collection itself.
 */
final class ForgetfulProgram {
    private static final int TIMES = 3000;
    private static final long GARBAGE = 32L << 30; // more than any collector lets pass
    private static final int PIECE = 1 << 16;

    /** Garbage that has lived a while, so that the old generation is collected too: what is forgotten may lie there. */
    private static final byte[][] RECENT = new byte[(48 << 20) / PIECE][];

    private ForgetfulProgram() {}

    public static void main(String[] arguments) {
        for (int i = 0; i < TIMES; i++) {
            Tensor.zeros(1000);
            Scope scope = Scope.create();
            scope.run(() -> Tensor.zeros(1000));
            scope.child().run(() -> Tensor.zeros(1000));
            buffer().get();
        }
        ModelTest.predictor().predict(new float[2]);
        Live before = Live.now();
        if (before.equals(Live.NOTHING)) { // a concurrent collector may have freed most of it
            throw new IllegalStateException("freed before there was any garbage: " + before);
        }
        for (int made = 0; !Live.now().equals(Live.NOTHING); made++) {
            RECENT[made % RECENT.length] = new byte[PIECE];
            if (made > GARBAGE / PIECE) {
                throw new IllegalStateException("alive after " + GARBAGE + " bytes of garbage: " + Live.now());
            }
        }
        System.out.println("all was freed: " + before);
    }

    private static Supplier<Byte> buffer() {
        try (Tensor t = Tensor.zeros(1000)) {
            var bytes = t.asByteBuffer();
            return bytes::get;
        }
    }
}
