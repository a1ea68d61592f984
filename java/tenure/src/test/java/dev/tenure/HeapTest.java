package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** A Java heap that is full, or a stack that ends, loses no handle. */
class HeapTest {
    @Test
    void whatCannotBeWrappedIsFreed() {
        List<String> options = List.of("-Xmx16m", "-Xms16m", "-XX:+UseSerialGC");
        ChildJvm.Output output = ChildJvm.run(HeapProgram.class, options);
        assertEquals(0, output.code(), output.text());
        assertTrue(output.contains("nothing is lost after"), output.text());
    }
}
