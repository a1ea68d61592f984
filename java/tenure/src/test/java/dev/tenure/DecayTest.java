package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Memory that nobody uses goes back to the system by itself. */
class DecayTest {
    private static final Duration DEFAULT = Duration.ofSeconds(10);
    private static final int MIB = 1 << 20;

    @AfterEach
    void putBack() {
        Tenure.setDecay(TestDevice.DEVICE, DEFAULT);
    }

    @Test
    void whatNobodyUsesGoesBack() throws InterruptedException {
        Tenure.trim(TestDevice.DEVICE);
        long before = TestDevice.stats().reservedBytes();
        Tenure.setDecay(TestDevice.DEVICE, Duration.ofMillis(20));
        try (Scope scope = Scope.create()) {
            for (int i = 0; i < 20_000; i++) {
                scope.zeros(256); // small blocks
            }
            scope.zeros(8 * MIB);
            assertTrue(TestDevice.stats().reservedBytes() >= before + 48 * MIB);
        }
        for (int i = 0; i < 10_000 && TestDevice.stats().reservedBytes() > before + 4 * MIB; i++) {
            Thread.sleep(5);
        }
        assertTrue(TestDevice.stats().reservedBytes() <= before + 4 * MIB, () -> TestDevice.stats().toString());
    }

    @Test
    void periodsAreMillisecondsAndMore() {
        assertEquals(DEFAULT, Tenure.decay(TestDevice.DEVICE));
        for (Duration period : new Duration[] {Duration.ofMillis(1), Duration.ofDays(300), Duration.ofSeconds(Long.MAX_VALUE)}) {
            Tenure.setDecay(TestDevice.DEVICE, period);
            boolean fits = period.compareTo(Duration.ofMillis(Long.MAX_VALUE)) < 0;
            assertEquals(fits ? period : Duration.ofMillis(Long.MAX_VALUE), Tenure.decay(TestDevice.DEVICE));
        }
        Tenure.setDecay(TestDevice.DEVICE, DEFAULT);
        for (Duration period : new Duration[] {Duration.ZERO, Duration.ofNanos(999_999), Duration.ofMillis(-1), Duration.ofSeconds(Long.MIN_VALUE)}) {
            InvalidArgumentException e =
                    assertThrows(InvalidArgumentException.class, () -> Tenure.setDecay(TestDevice.DEVICE, period));
            assertTrue(e.getMessage().contains("it takes 1 at least"), e.getMessage());
        }
        List<Executable> elsewhere =
                List.of(() -> Tenure.setDecay(Device.cuda(40), DEFAULT), () -> Tenure.decay(Device.cuda(40)));
        for (Executable call : elsewhere) {
            assertEquals(Status.DEVICE_UNAVAILABLE, assertThrows(TensorException.class, call).status());
        }
        assertEquals(DEFAULT, Tenure.decay(TestDevice.DEVICE));
    }
}
