package dev.tenure.junit;

import dev.tenure.Scope;
import dev.tenure.Tensor;
import dev.tenure.Tenure;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests of which some leak; {@link NoLeaksTest} runs them. Its name keeps it out of the build's own run. */
@ExtendWith(NoLeaks.class)
class Leaky {
    static final List<AutoCloseable> HELD = new ArrayList<>();
    static final List<ByteBuffer> EXPORTED = new ArrayList<>();
    private Tensor fixture;

    @BeforeAll
    static void fixtureForAll() {
        HELD.add(Tensor.ones(5));
    }

    @AfterEach
    void closeFixture() {
        if (fixture != null) {
            fixture.close();
        }
    }

    @Test
    void closesAll() {
        fixture = Tensor.ones(1);
        try (Scope s = Scope.open()) {
            Tensor.ones(2).add(1);
        }
        Tensor.ones(3).close();
    }

    @Test
    void forgetsATensor() {
        HELD.add(Tensor.ones(2, 3).name("forgotten"));
    }

    @Test
    void forgetsAScope() {
        Scope scope = Scope.create();
        HELD.add(scope);
        scope.zeros(7);
    }

    @Test
    void leavesItToTheCollector() throws InterruptedException {
        long freed = Tenure.stats().backstopFreed();
        drop();
        while (Tenure.stats().backstopFreed() == freed) {
            System.gc();
            Thread.sleep(1);
        }
    }

    private static void drop() {
        Tensor.zeros(11);
    }

    @Test
    void dropsWhatIsFoundLater() {
        drop();
    }

    @Test
    void meetsTheCollector() throws InterruptedException {
        collectAllBut(HELD.size());
    }

    static void collectAllBut(int tensors) throws InterruptedException {
        for (int i = 0; Tenure.stats().liveTensors() > tensors; i++) {
            if (i == 500) {
                throw new IllegalStateException("alive: " + Tenure.stats());
            }
            System.gc();
            Thread.sleep(2);
        }
    }

    @Test
    void exportsABuffer() {
        try (Tensor t = Tensor.ones(3)) {
            EXPORTED.add(t.asByteBuffer());
        }
    }

    @Test
    void failsByItself() {
        HELD.add(Tensor.ones(1));
        throw new IllegalStateException("its own");
    }
}
