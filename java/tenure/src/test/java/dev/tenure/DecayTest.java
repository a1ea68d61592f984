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
        Tenure.setDecay(Device.CPU, DEFAULT);
    }

    @Test
    void whatNobodyUsesGoesBack() throws InterruptedException {
        Tenure.trim(Device.CPU);
        long before = Tenure.stats().reservedBytes();
        Tenure.setDecay(Device.CPU, Duration.ofMillis(20));
        try (Scope scope = Scope.create()) {
            for (int i = 0; i < 20_000; i++) {
                scope.zeros(256); // small blocks
            }
            scope.zeros(8 * MIB);
            assertTrue(Tenure.stats().reservedBytes() >= before + 48 * MIB);
        }
        for (int i = 0; i < 10_000 && Tenure.stats().reservedBytes() > before + 4 * MIB; i++) {
            Thread.sleep(5);
        }
        assertTrue(Tenure.stats().reservedBytes() <= before + 4 * MIB, () -> Tenure.stats().toString());
    }

    @Test
    void periodsAreMillisecondsAndMore() {
        assertEquals(DEFAULT, Tenure.decay(Device.CPU));
        for (Duration period : new Duration[] {Duration.ofMillis(1), Duration.ofDays(300), Duration.ofSeconds(Long.MAX_VALUE)}) {
            Tenure.setDecay(Device.CPU, period);
            boolean fits = period.compareTo(Duration.ofMillis(Long.MAX_VALUE)) < 0;
            assertEquals(fits ? period : Duration.ofMillis(Long.MAX_VALUE), Tenure.decay(Device.CPU));
        }
        Tenure.setDecay(Device.CPU, DEFAULT);
        for (Duration period : new Duration[] {Duration.ZERO, Duration.ofNanos(999_999), Duration.ofMillis(-1), Duration.ofSeconds(Long.MIN_VALUE)}) {
            InvalidArgumentException e =
                    assertThrows(InvalidArgumentException.class, () -> Tenure.setDecay(Device.CPU, period));
            assertTrue(e.getMessage().contains("it takes 1 at least"), e.getMessage());
        }
        List<Executable> elsewhere =
                List.of(() -> Tenure.setDecay(Device.cuda(0), DEFAULT), () -> Tenure.decay(Device.cuda(0)));
        for (Executable call : elsewhere) {
            assertEquals(Status.DEVICE_UNAVAILABLE, assertThrows(TensorException.class, call).status());
        }
        assertEquals(DEFAULT, Tenure.decay(Device.CPU));
    }
}
