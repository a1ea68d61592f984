package dev.tenure.rivals;

import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import java.util.function.Supplier;

/** DJL with its PyTorch engine, each result closed at once. */
public final class Djl {
    private static final int SIDE = 4096;
    private final NDManager manager = NDManager.newBaseManager();

    private Djl() {}

    public static void main(String[] arguments) throws Exception {
        Engine engine = Engine.getEngine("PyTorch");
        Turns.take("DJL " + Engine.getDjlVersion() + ", PyTorch " + engine.getVersion(), new Djl()::work, DjlTraining::amount);
    }

    private Runnable work(String key) throws Exception {
        Runnable training = DjlTraining.work(key);
        if (training != null) {
            return training;
        }
        Supplier<NDArray> made = made(key);
        return made == null ? null : () -> made.get().close();
    }

    private Supplier<NDArray> made(String key) {
        NDArray small = normal(16, 16);
        if (key.startsWith("matmul_")) {
            String[] words = key.split("_");
            int n = Integer.parseInt(words[1]);
            DataType type = words[2].equals("f64") ? DataType.FLOAT64 : DataType.FLOAT32;
            NDArray a = normal(n, n).toType(type, false);
            return () -> a.matMul(a);
        }
        if (key.endsWith("_32k") || key.endsWith("_16m")) {
            NDArray x = normal(key.endsWith("k") ? 32 << 10 : 16 << 20);
            return switch (key.substring(0, key.length() - 4)) {
                case "exp" -> x::exp;
                case "tanh" -> x::tanh;
                case "sigmoid" -> () -> x.getNDArrayInternal().sigmoid();
                case "gelu" -> () -> x.getNDArrayInternal().gelu();
                case "erf" -> x::erf;
                default -> null;
            };
        }
        return switch (key) {
            case "add_16" -> () -> small.add(small);
            case "mul_16" -> () -> small.mul(small);
            case "relu_16" -> () -> small.getNDArrayInternal().relu();
            case "softmax_4096x1000" -> {
                NDArray x = normal(SIDE, 1000);
                yield () -> x.softmax(1);
            }
            case "conv2d_64_56" -> {
                NDArray x = normal(1, 64, 56, 56);
                NDArray weight = normal(64, 64, 3, 3);
                Shape one = new Shape(1, 1);
                yield () -> {
                    try (NDList out = ai.djl.nn.convolutional.Conv2d.conv2d(x, weight, null, one, one, one, 1)) {
                        return out.singletonOrThrow().duplicate();
                    }
                };
            }
            default -> table(key);
        };
    }

    private Supplier<NDArray> table(String key) {
        if (!key.endsWith("_4096")) {
            return null;
        }
        NDArray x = normal(SIDE, SIDE);
        NDArray row = normal(SIDE);
        int[] first = {0};
        int[] second = {1};
        return switch (key) {
            case "sum0_4096" -> () -> x.sum(first);
            case "sum1_4096" -> () -> x.sum(second);
            case "max0_4096" -> () -> x.max(first);
            case "max1_4096" -> () -> x.max(second);
            case "argmax0_4096" -> () -> x.argMax(0);
            case "argmax1_4096" -> () -> x.argMax(1);
            case "add_row_4096" -> () -> x.add(row);
            default -> null;
        };
    }

    private NDArray normal(long... shape) {
        return manager.randomNormal(new Shape(shape));
    }
}
