package dev.tenure;

import dev.tenure.nn.Linear;
import dev.tenure.nn.Sequential;
import dev.tenure.reports.DeviceProperties;
import dev.tenure.reports.Leak;
import dev.tenure.workspaces.WorkspaceConfig;
import java.util.Arrays;
import java.util.List;

/** Uses the first CUDA device; run by {@link GpuTest} on the driver of {@code fake/cuda}. */
final class GpuProgram {
    private static final Device GPU = Device.cuda(0);

    private GpuProgram() {}

    public static void main(String[] arguments) {
        properties();
        makers();
        arrays();
        limits();
        workspaces();
        threads();
        modules();
        leaks();
        forgotten();
        System.out.println("all is as it should be");
    }

    private static void check(boolean right, Object what) {
        if (!right) {
            throw new AssertionError(what);
        }
    }

    private static void properties() {
        check(Device.cudaCount() >= 1 && GPU.isAvailable() && GPU.whyUnavailable().isEmpty(), "there is one");
        DeviceProperties properties = GPU.properties();
        check(!GPU.name().isEmpty() && properties.computeMajor() >= 7, properties);
        check(properties.freeBytes() <= properties.totalBytes() && properties.freeBytes() > 0, properties);
    }

    private static void makers() {
        long before = Tenure.stats(GPU).liveBytes();
        try (Scope scope = Scope.open(Scope.options().name("gpu").device(GPU))) {
            check(scope.defaultDevice().equals(GPU), scope.defaultDevice());
            List<Tensor> made = List.of(
                    Tensor.zeros(2, 3),
                    Tensor.full(new long[] {2}, 1.5),
                    Tensor.arange(0, 5),
                    Tensor.linspace(0, 1, 3),
                    Tensor.eye(2),
                    Tensor.rand(2),
                    Tensor.randn(2),
                    Tensor.randint(0, 9, 3),
                    Tensor.randperm(4),
                    Tensor.of(new float[] {1, 2, 3}),
                    Tensor.of(new float[] {1, 2, 3, 4, 5, 6}),
                    Tensor.of(new double[] {1, 2}),
                    Tensor.scalar(3),
                    scope.ones(2));
            for (Tensor t : made) {
                check(t.device().equals(GPU), t);
            }
            check(Tensor.ones(DType.F32, Device.CPU, 2).device().equals(Device.CPU), "an explicit device wins");
            try (Scope inner = Scope.open()) {
                check(Tensor.ones(1).device().equals(GPU), "a scope below inherits");
                inner.setDefaultDevice(Device.CPU);
                check(Tensor.ones(1).device().equals(Device.CPU), "until it has its own");
            }
            float[] values = Tensor.of(new float[] {1, 2, 3}).mul(2).toDevice(Device.CPU).toFloatArray();
            check(Arrays.equals(values, new float[] {2, 4, 6}), Arrays.toString(values));
            check(Tenure.debugDump().contains("cuda:0"), Tenure.debugDump());
        }
        check(Tensor.ones(1).device().equals(Device.CPU), "without a scope it is the processor");
        check(Tenure.stats(GPU).liveBytes() == before, "the scope has closed them");
    }

    /** What goes to arrays and text is copied from the device, and back to it. */
    private static void arrays() {
        try (Scope scope = Scope.open(Scope.options().device(GPU))) {
            Tensor t = Tensor.of(new float[] {1, 2, 3, 4}).reshape(2, 2);
            check(t.toString().equals("[[1. 2.]\n [3. 4.]]"), t);
            check(Arrays.equals(t.transpose(0, 1).toFloatArray(), new float[] {1, 3, 2, 4}), "a view");
            check(Arrays.equals(t.toDoubleArray(), new double[] {1, 2, 3, 4}), "another type");
            float[] rows = {9, 9, 9, 9, 9, 9, 9};
            t.copyTo(rows, 1, 3);
            check(Arrays.equals(rows, new float[] {9, 1, 2, 9, 3, 4, 9}), Arrays.toString(rows));
            t.copyFrom(new float[] {5, 6, 7, 8});
            check(t.getDouble(1, 0) == 7, t);
            t.select(1, 1).copyFrom(new float[] {0, 10, 20}, 1);
            check(Arrays.equals(t.toFloatArray(), new float[] {5, 10, 7, 20}), t);
            check(t.device().equals(GPU), t.device());
            try {
                t.asByteBuffer();
                throw new AssertionError("memory of a device has no buffer");
            } catch (TensorException refused) {
                check(refused.status() == Status.UNSUPPORTED, refused);
            }
        }
    }

    private static void limits() {
        try (Scope scope = Scope.open(Scope.options().device(GPU).limit(4000))) {
            Tensor.zeros(900);
            try {
                Tensor.zeros(200);
                throw new AssertionError("the scope has no limit");
            } catch (NativeMemoryException refused) {
                check(refused.status() == Status.LIMIT_EXCEEDED, refused);
            }
        }
        Tenure.setMemoryLimit(GPU, Tenure.stats(GPU).liveBytes() + 10_000);
        try (Scope scope = Scope.open(Scope.options().device(GPU))) {
            try {
                Tensor.zeros(3000);
                throw new AssertionError("the device has no limit");
            } catch (NativeMemoryException refused) {
                check(refused.getMessage().contains("cuda:0"), refused);
            }
        }
        Tenure.setMemoryLimit(GPU, 0);
    }

    private static void workspaces() {
        long before = Tenure.stats(GPU).liveBytes();
        WorkspaceConfig config = WorkspaceConfig.builder().device(GPU).build();
        check(WorkspaceConfig.fromJson(config.toJson()).equals(config), config);
        Workspace steps = Workspace.create(config);
        check(steps.config().device().equals(GPU), steps.config());
        Tensor kept = null;
        for (int step = 0; step < 3; step++) {
            if (kept != null) {
                kept.close();
            }
            try (Workspace cycle = steps.enter()) {
                Tensor x = Tensor.full(new long[] {100}, step);
                Tensor sum = x.add(1);
                check(sum.device().equals(GPU) && Tensor.ones(DType.F32, Device.CPU, 2).device().equals(Device.CPU), sum);
                check(step == 0 || cycle.workspaceStats().live() == 800, cycle.workspaceStats());
                kept = sum.moveToOuterScope();
            }
            check(kept.device().equals(GPU) && kept.toDevice(Device.CPU).getDouble(99) == step + 1, kept);
        }
        kept.close();
        steps.destroy();
        check(Tenure.stats(GPU).liveBytes() == before, Tenure.debugDump());
    }

    private static void threads() {
        try (Scope scope = Scope.open(Scope.options().device(GPU))) {
            Device[] seen = new Device[1];
            Thread thread = new Thread(scope.wrap((Runnable) () -> seen[0] = Tensor.ones(1).device()));
            thread.start();
            thread.join();
            check(seen[0].equals(GPU), "it follows the scope to other threads");
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void modules() {
        try (Scope scope = Scope.open()) {
            Sequential net = new Sequential(new Linear(3, 4), new Linear(4, 2));
            Tensor x = Tensor.ones(5, 3);
            float[] wanted = net.call(x).toFloatArray();
            net.toDevice(GPU);
            check(net.get("0.weight").device().equals(GPU), "moved");
            try {
                net.call(x);
                throw new AssertionError("operands on two devices");
            } catch (DeviceMismatchException refused) {
                check(refused.getMessage().contains("cpu") && refused.getMessage().contains("cuda:0"), refused);
            }
            float[] there = net.call(x.toDevice(GPU)).toDevice(Device.CPU).toFloatArray();
            for (int i = 0; i < wanted.length; i++) {
                check(Math.abs(wanted[i] - there[i]) < 1e-5, Arrays.toString(there));
            }
            try (Scope gpu = Scope.open(Scope.options().device(GPU))) {
                check(new Linear(2, 2).get("weight").device().equals(GPU), "made on the default device");
            }
        }
    }

    private static void leaks() {
        LeakCheck leaks = LeakCheck.begin();
        try (Tensor leaked = Tensor.zeros(DType.F32, GPU, 2, 3)) {
            List<Leak> found = leaks.leaks();
            check(found.size() == 1 && Arrays.equals(found.get(0).shape(), new long[] {2, 3}), found);
            check(found.get(0).dtype().get() == DType.F32 && found.get(0).toString().contains("on cuda:0"), found);
        }
        leaks.close();
    }

    private static void forgotten() {
        for (int i = 0; i < 100; i++) {
            Tensor.zeros(DType.F32, GPU, 1000);
        }
        for (int i = 0; i < 50 && Tenure.stats(GPU).liveBytes() > 100_000; i++) {
            System.gc();
            try {
                Thread.sleep(20);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            Tensor.ones(1).close();
        }
        check(Tenure.stats(GPU).liveBytes() <= 100_000, Tenure.stats(GPU));
    }
}
