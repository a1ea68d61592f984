package dev.tenure.foreign;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tenure.DType;
import dev.tenure.Scope;
import dev.tenure.Tensor;
import dev.tenure.Tenure;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

/** What docs/ownership.md shows of segments. */
class GuideTest {
    @Test
    void segmentsEndWithTheirScope() throws InterruptedException {
        PrintStream out = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true));
        try (Scope scope = Scope.open()) {
            Arena arena = Segments.arena(scope); // closed when the scope closes
            MemorySegment samples = arena.allocate(ValueLayout.JAVA_FLOAT, 6);
            Tensor t = Segments.wrap(DType.F32, samples, 2, 3); // no copy
            t.fill(2);
            MemorySegment doubled = Segments.of(t.mul(2), arena); // the result's own memory
            System.out.println(doubled.get(ValueLayout.JAVA_FLOAT, 20)); // prints 4.0
        }
        System.setOut(out);
        assertEquals("4.0", printed.toString().strip());
        for (int i = 0; i < 200 && Tenure.stats().liveHandles() > 0; i++) {
            Thread.sleep(20);
        }
        assertEquals(0, Tenure.stats().liveHandles());
    }
}
