package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** All exceptions of the library have one type in common. */
@ExtendWith(Clean.class)
class TenureExceptionTest {
    @Test
    void eachExceptionOfTheLibraryIsOne() throws Exception {
        List<String> names = new ArrayList<>();
        for (Class<?> type : PublicTypes.all()) {
            if (Throwable.class.isAssignableFrom(type)) {
                assertTrue(TenureException.class.isAssignableFrom(type), type.getName());
                names.add(type.getSimpleName());
            }
        }
        assertEquals(12, names.size(), names.toString());
    }

    @Test
    void itSaysTheStatus() {
        Tensor closed = Tensor.ones(1);
        closed.close();
        assertEquals(Status.INVALID_HANDLE, failure(closed::item).status());
        try (Scope s = Scope.open()) {
            TenureException shape = failure(() -> Tensor.ones(2).add(Tensor.ones(3)));
            assertEquals(Status.SHAPE_MISMATCH, shape.status());
            assertInstanceOf(InvalidArgumentException.class, shape); // and so are those of dtypes and devices
            assertTrue(shape.getMessage().contains("3"), shape.getMessage());
            s.cap();
            assertEquals(Status.SCOPE_CAPPED, failure(() -> Tensor.ones(1)).status());
        }
        assertEquals(Status.IO, failure(() -> Tensor.loadNpy(Path.of("no such file"))).status());
        assertEquals(Status.OK, failure(() -> {
            try (Scope s = Scope.open()) {
                s.own(() -> {
                    throw new java.io.IOException("mine");
                });
            }
        }).status());
    }

    private static TenureException failure(Runnable call) {
        return assertInstanceOf(TenureException.class, assertThrows(RuntimeException.class, call::run));
    }
}
