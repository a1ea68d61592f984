package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.internal.Native;
import dev.tenure.workspaces.WorkspaceConfig;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A negative number of bytes is most often an overflow of {@code int}: it is refused, never taken for "no limit". */
@ExtendWith(Clean.class)
class NegativeLimitTest {
    private static final int OVERFLOWN = Integer.parseInt("2048") * 1024 * 1024;

    private static void assertRefused(org.junit.jupiter.api.function.Executable call) {
        InvalidArgumentException e = assertThrows(InvalidArgumentException.class, call);
        assertTrue(e.getMessage().contains("-2147483648"), e.getMessage());
    }

    @Test
    void ofTheMemory() {
        long before = TestDevice.stats().limitBytes();
        assertRefused(() -> Tenure.setMemoryLimit(TestDevice.DEVICE, OVERFLOWN));
        assertEquals(before, TestDevice.stats().limitBytes());
    }

    @Test
    @Tag("host")
    void ofWhatNobodyOwns() {
        Tenure.setUnownedThreshold(Device.CPU, 0); // an earlier test may have made it grow
        long before = Native.memoryUnownedThreshold(0);
        assertRefused(() -> Tenure.setUnownedThreshold(Device.CPU, OVERFLOWN));
        assertEquals(before, Native.memoryUnownedThreshold(0));
        Tenure.setMemoryLimit(Device.CPU, 1L << 30); // the threshold still follows the limit
        try {
            assertTrue(Native.memoryUnownedThreshold(0) <= 1L << 28, Native.memoryUnownedThreshold(0) + " bytes");
        } finally {
            Tenure.setMemoryLimit(Device.CPU, 0);
        }
        assertEquals(before, Native.memoryUnownedThreshold(0));
    }

    @Test
    void ofAScope() {
        try (Scope scope = Scope.open()) {
            scope.limit(100);
            assertRefused(() -> scope.limit(OVERFLOWN));
            assertEquals(100, scope.limit());
            assertRefused(() -> scope.child(Scope.options().limit(OVERFLOWN)));
            assertEquals(0, scope.stats().scopes());
        }
        assertRefused(() -> Scope.open(Scope.options().limit(OVERFLOWN)));
        assertRefused(() -> Scope.create(Scope.options().limit(OVERFLOWN)));
        assertNull(Current.scope());
    }

    @Test
    void ofAWorkspace() {
        Map<String, Function<WorkspaceConfig.Builder, WorkspaceConfig.Builder>> sizes = Map.of(
                "initialSize", b -> b.initialSize(OVERFLOWN),
                "maxSize", b -> b.maxSize(OVERFLOWN),
                "minSize", b -> b.minSize(OVERFLOWN),
                "tempBlockSize", b -> b.tempBlockSize(OVERFLOWN),
                "helperMinSize", b -> b.helperMinSize(OVERFLOWN),
                "cyclesBeforeInitialization", b -> b.cyclesBeforeInitialization(OVERFLOWN));
        sizes.forEach((name, set) -> {
            InvalidArgumentException e =
                    assertThrows(InvalidArgumentException.class, () -> set.apply(TestDevice.workspace()).build());
            assertTrue(e.getMessage().contains(name), e.getMessage());
        });
    }
}
