package dev.tenure;

import dev.tenure.internal.Native;
import dev.tenure.optim.Optimizer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Calls natives of every signature, and makes some of them fail; run by {@link ChildJvmTest}. */
final class ChildProgram {
    private ChildProgram() {}

    public static void main(String[] arguments) throws IOException {
        Path folder = Files.createTempDirectory("tenure-child-");
        for (int i = 0; i < 50; i++) {
            try (Scope s = Scope.open()) {
                walk(folder);
                s.child().attach(Tensor.ones(2));
                s.stats();
            }
        }
        for (Status status : Status.values()) {
            try {
                Native.debugRaise(status.code());
            } catch (RuntimeException e) {
                if (!(e instanceof TenureException) || e.getMessage() == null) {
                    throw e;
                }
            }
        }
        try (var files = Files.list(folder)) {
            files.forEach(file -> file.toFile().delete());
        }
        Files.delete(folder);
        System.out.println("walked through everything: " + Tenure.version() + " " + Tenure.stats());
    }

    private static void walk(Path folder) {
        Tensor a = Tensor.of(1f, 2, 3, 4).reshape(2, 2);
        Tensor b = Tensor.of(new float[] {1, 2, 3, 4, 5, 6, 7, 8}, 1, 1, 2, 1, 2, 2).squeeze().sum(false, 0);
        Tensor c = Tensor.concat(0, a, b).add(a.mean()).gt(3).where(a.unsqueeze(0).select(0, 0).sum(), a.max());
        c.addInPlace(Tensor.ones(2));
        c.fill(2);
        c.copyTo(new float[8]);
        c.copyFrom(FloatBuffer.wrap(c.toFloatArray()));
        ByteBuffer direct = ByteBuffer.allocateDirect(32);
        c.copyTo(direct);
        c.copyFrom(direct);
        c.asByteBuffer().putFloat(0, 7);
        c.toString().length();
        c.shape()[0] += c.strides()[0] + c.rank();
        Tape tape = Tape.open();
        Tensor w = tape.watch(a);
        Tensor[] gradients = tape.backward(w.matmul(b).relu().logSoftmax(1).nllLoss(Tensor.of(0, 1)), w);
        Optimizer.sgd(List.of(a), 0.1, 0.9).step(gradients);
        a.saveNpy(folder.resolve("a.npy"));
        Tensor.loadNpy(folder.resolve("a.npy")).close();
        SafeTensors.save(folder.resolve("a.safetensors"), Map.of("a", a, "b", b));
        SafeTensors.load(folder.resolve("a.safetensors"));
        a.useCount();
        Scope.using(() -> a.mul(2)).close();
        a.close();
        try {
            a.add(b);
        } catch (ClosedException expected) {
            a.close();
        }
    }
}
