package dev.tenure.rivals;

import java.util.function.Supplier;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.api.ops.impl.transforms.strict.GELU;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.linalg.ops.transforms.Transforms;

/** ND4J on the processor, each result closed at once. */
public final class Nd4jWorker {
    private static final int SIDE = 4096;

    private Nd4jWorker() {}

    public static void main(String[] arguments) throws Exception {
        Turns.take("ND4J, " + Nd4j.getBackend().getClass().getSimpleName(), Nd4jWorker::work);
    }

    private static Runnable work(String key) {
        Supplier<INDArray> made = made(key);
        return made == null ? null : () -> {
            INDArray result = made.get();
            if (result.closeable()) {
                result.close();
            }
        };
    }

    private static Supplier<INDArray> made(String key) {
        if (key.startsWith("matmul_")) {
            String[] words = key.split("_");
            int n = Integer.parseInt(words[1]);
            INDArray a = Nd4j.randn(words[2].equals("f64") ? DataType.DOUBLE : DataType.FLOAT, n, n);
            return () -> a.mmul(a);
        }
        if (key.endsWith("_32k") || key.endsWith("_16m")) {
            INDArray x = normal(key.endsWith("k") ? 32 << 10 : 16 << 20);
            return switch (key.substring(0, key.length() - 4)) {
                case "exp" -> () -> Transforms.exp(x);
                case "tanh" -> () -> Transforms.tanh(x);
                case "sigmoid" -> () -> Transforms.sigmoid(x);
                case "gelu" -> () -> Nd4j.exec(new GELU(x, Nd4j.createUninitialized(DataType.FLOAT, x.shape())));
                default -> null;
            };
        }
        INDArray small = normal(16, 16);
        return switch (key) {
            case "add_16" -> () -> small.add(small);
            case "mul_16" -> () -> small.mul(small);
            case "relu_16" -> () -> Transforms.relu(small, true);
            case "softmax_4096x1000" -> {
                INDArray x = normal(SIDE, 1000);
                yield () -> Transforms.softmax(x);
            }
            default -> table(key);
        };
    }

    private static Supplier<INDArray> table(String key) {
        if (!key.endsWith("_4096")) {
            return null;
        }
        INDArray x = normal(SIDE, SIDE);
        INDArray row = normal(SIDE);
        return switch (key) {
            case "sum0_4096" -> () -> x.sum(0);
            case "sum1_4096" -> () -> x.sum(1);
            case "max0_4096" -> () -> x.max(0);
            case "max1_4096" -> () -> x.max(1);
            case "argmax0_4096" -> () -> Nd4j.argMax(x, 0);
            case "argmax1_4096" -> () -> Nd4j.argMax(x, 1);
            case "transposed_4096" -> () -> x.transpose().dup('c');
            case "add_row_4096" -> () -> x.addRowVector(row);
            default -> null;
        };
    }

    private static INDArray normal(long... shape) {
        return Nd4j.randn(DataType.FLOAT, shape);
    }
}
