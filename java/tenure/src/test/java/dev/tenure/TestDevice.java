package dev.tenure;

import dev.tenure.internal.Native;
import dev.tenure.reports.MemoryStats;
import dev.tenure.workspaces.WorkspaceConfig;

/**
 * The device of this run of the tests: the processor, or what the variable
 * {@code TENURE_TEST_DEVICE} names. Where no scope has a default device, it is the default, so that
 * tests run on it as they are. Those with the tag {@code host} are about the processor's memory: a
 * run on another device leaves them out.
 */
final class TestDevice {
    static final Device DEVICE = named(System.getenv().getOrDefault("TENURE_TEST_DEVICE", "cpu"));

    static {
        if (isElsewhere()) {
            Native.debugSetDefaultDevice(DEVICE.code());
        }
    }

    private TestDevice() {}

    static Device named(String name) {
        return name.equals("cpu") ? Device.CPU : Device.cuda(Integer.parseInt(name.substring("cuda:".length())));
    }

    /** Whether the host cannot read the memory of the device. */
    static boolean isElsewhere() {
        return !DEVICE.equals(Device.CPU);
    }

    /** How often something is done: the fake driver interprets its kernels, which takes its time. */
    static int rounds(int here) {
        return isElsewhere() ? Math.max(here / 100, 4) : here;
    }

    static MemoryStats stats() {
        return Tenure.stats(DEVICE);
    }

    /** For a workspace whose block lies on the device. */
    static WorkspaceConfig.Builder workspace() {
        return WorkspaceConfig.builder().device(DEVICE);
    }

    /** What reports say of a tensor's device, after its shape. */
    static String on() {
        return isElsewhere() ? " on " + DEVICE : "";
    }
}
