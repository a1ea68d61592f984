package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** CUDA devices: what is said where there is none, and programs on the driver of {@code fake/cuda}. */
class GpuTest {
    @Test
    void aDeviceThatIsNotThereSaysWhy() {
        Device none = Device.cuda(63);
        assertFalse(none.isAvailable());
        assertTrue(none.whyUnavailable().startsWith("device cuda:63 is not available: "), none.whyUnavailable());
        TensorException refused = assertThrows(TensorException.class, none::name);
        assertEquals(Status.DEVICE_UNAVAILABLE, refused.status());
        assertEquals(none.whyUnavailable(), refused.getMessage());
        assertThrows(TensorException.class, none::properties);
        assertThrows(TensorException.class, () -> Scope.open(Scope.options().device(none)));
        assertEquals("cpu", Device.CPU.name());
        assertTrue(Device.CPU.isAvailable());
        assertThrows(InvalidArgumentException.class, Device.CPU::properties);
        assertTrue(Device.cudaCount() >= 0);
    }

    @Test
    void theProcessorIsTheDefault() {
        try (Scope scope = Scope.open(Scope.options().device(Device.CPU))) {
            assertEquals(Device.CPU, scope.defaultDevice());
            assertEquals(Device.CPU, Tensor.zeros(2).device());
        }
    }

    @Test
    void aProgramRunsOnTheFakeDriver() {
        Path fake = Path.of(ChildJvm.LIBRARY).resolveSibling(System.mapLibraryName("tenure_fake_cuda"));
        assumeTrue(Files.exists(fake), "cargo build --release -p tenure-fake-cuda makes " + fake);
        ProcessBuilder builder = ChildJvm.builder(GpuProgram.class, List.of("-Dtenure.library=" + ChildJvm.LIBRARY));
        builder.environment().put("TENURE_CUDA", fake.toString());
        ChildJvm.Output output = ChildJvm.run(builder);
        assertEquals(0, output.code(), output.text());
        assertTrue(output.contains("all is as it should be"), output.text());
    }
}
