package dev.tenure.junit;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import dev.tenure.LeakCheck;
import dev.tenure.Tensor;
import dev.tenure.Tenure;
import dev.tenure.reports.LeakLevel;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** A test that leaks fails, and its failure names the line. */
class NoLeaksTest {
    @AfterEach
    void close() {
        closeHeld();
        assertEquals(LeakLevel.OFF, Tenure.leakLevel());
        Tenure.forgetLeaks();
        Tenure.assertNoLeaks();
    }

    private static void closeHeld() {
        Leaky.HELD.forEach(held -> assertDoesNotThrow(held::close));
        Leaky.HELD.clear();
    }

    @Test
    void aTestThatClosesAllPasses() {
        assertEquals(Optional.empty(), failure("closesAll"));
    }

    @Test
    void aForgottenTensorFailsItsTest() {
        String message = failure("forgetsATensor").orElseThrow().getMessage();
        assertTrue(message.contains("float32 [2,3] 'forgotten', 24 B"), message);
        assertTrue(message.contains("dev.tenure.junit.Leaky.forgetsATensor(Leaky.java:44)"), message);
    }

    @Test
    void aForgottenScopeFailsItsTest() {
        String message = failure("forgetsAScope").orElseThrow().getMessage();
        assertTrue(message.contains("scope"), message);
        assertTrue(message.contains("Leaky.forgetsAScope(Leaky.java:49)"), message);
        assertTrue(message.contains("Leaky.forgetsAScope(Leaky.java:51)"), message);
    }

    @Test
    void whatTheCollectorHadToFreeFailsItsTest() {
        String message = failure("leavesItToTheCollector").orElseThrow().getMessage();
        assertTrue(message.contains("freed by the collector"), message);
        assertTrue(message.contains("Leaky.drop(Leaky.java:65)"), message);
    }

    /**
     * It fails the test that leaked it, and no other: neither the one in which the collector finds
     * it, nor any later one.
     */
    @Test
    void aLeakThatIsFoundLaterFailsOnlyItsOwnTest() {
        String message = failure("dropsWhatIsFoundLater").orElseThrow().getMessage();
        assertTrue(message.contains("Leaky.drop("), message);
        assertEquals(Optional.empty(), failure("meetsTheCollector"));
        assertEquals(Optional.empty(), failure("closesAll"));
        assertEquals(Optional.empty(), failure("closesAll"));
        closeHeld();
        Tenure.assertNoLeaks(); // it has failed a test already
    }

    private static void collect() {
        closeHeld();
        LeakLevel before = Tenure.leakLevel();
        Tenure.leakLevel(LeakLevel.ALL);
        assertDoesNotThrow(() -> Leaky.collectAllBut(0));
        Tenure.leakLevel(before);
    }

    @Test
    void aBufferIsNoLeak() {
        assertEquals(Optional.empty(), failure("exportsABuffer"));
        Leaky.EXPORTED.clear();
        collect();
        assertEquals(Optional.empty(), failure("closesAll"));
    }

    @Test
    void aTestThatFailsByItselfFailsForThatOnly() {
        Throwable failure = failure("failsByItself").orElseThrow();
        assertEquals("its own", failure.getMessage());
        assertEquals(0, failure.getSuppressed().length);
    }

    @Test
    void aCheckMayStandAlone() {
        LeakCheck check = LeakCheck.begin();
        Tensor t = Tensor.ones(1);
        assertEquals(1, check.leaks().size());
        AssertionError e = assertThrows(AssertionError.class, check::close);
        assertTrue(e.getMessage().contains("NoLeaksTest.java"), e::getMessage);
        check.close();
        t.close();
        try (LeakCheck another = LeakCheck.begin()) {
            Tensor.ones(1).close();
            assertTrue(another.leaks().isEmpty());
        }
    }

    /** Of one test of {@link Leaky}. */
    private static Optional<Throwable> failure(String method) {
        TestExecutionResult[] results = new TestExecutionResult[1];
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(selectMethod(Leaky.class, method))
                                .build(),
                        new TestExecutionListener() {
                            @Override
                            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                                if (test.isTest()) {
                                    results[0] = result;
                                }
                            }
                        });
        return results[0].getThrowable();
    }
}
