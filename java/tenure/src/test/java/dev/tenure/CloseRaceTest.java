package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is used on one thread while another closes it, or what owns it: the right value, or a typed error. */
class CloseRaceTest {
    private int right;
    private int failed;

    @BeforeEach
    void start() {
        Live.drain();
    }

    @AfterEach
    void end() {
        Live.drain();
    }

    /** A scope that is current nowhere, and a member. */
    private record Trial(Scope scope, Tensor member) {
        static Trial make() {
            Scope scope = Scope.create();
            return new Trial(scope, scope.attach(Tensor.of(42f)));
        }
    }

    /** {@code use} gives 43, or fails as it must. */
    private Consumer<Trial> expecting43(java.util.function.ToDoubleFunction<Trial> use) {
        return trial -> {
            try {
                assertEquals(43, use.applyAsDouble(trial));
                right++;
            } catch (ClosedException e) {
                assertEquals(Status.INVALID_HANDLE, e.status());
                failed++;
            } catch (ScopeException e) {
                assertEquals(Status.SCOPE_CLOSED, e.status());
                failed++;
            }
        };
    }

    private void bothHappened(int rounds) {
        assertEquals(rounds, right + failed);
        assertTrue(right > 0 && failed > 0, right + " right, " + failed + " failed");
    }

    @Test
    void anOperationWhileItsTensorIsClosed() {
        int rounds = Duel.run(Duel.ROUNDS, () -> Tensor.of(42f), tensor -> expecting43(t -> {
            try (Tensor sum = t.member.add(1)) {
                return sum.item();
            }
        }).accept(new Trial(null, tensor)), Tensor::close, tensor -> {});
        bothHappened(rounds);
        Live.assertNothing();
    }

    @Test
    void anOperationWhileTheScopeThatGetsItsResultIsClosed() {
        int rounds = Duel.run(Duel.ROUNDS, Trial::make, expecting43(trial -> trial.member.add(1).item()), trial -> trial.scope.close(),
                trial -> assertTrue(trial.member.isClosed()));
        bothHappened(rounds);
        Live.assertNothing();
    }

    @Test
    void aScopeBelowIsMadeAndUsedWhileTheOneAboveIsClosed() {
        int rounds = Duel.run(Duel.ROUNDS, Trial::make, expecting43(trial -> {
            Scope child = trial.scope.child();
            Tensor[] sum = new Tensor[1];
            child.run(() -> sum[0] = trial.member.add(1));
            return sum[0].item();
        }), trial -> trial.scope.close(), trial -> {});
        bothHappened(rounds);
    }

    @Test
    void twoThreadsCloseOneTensor() {
        long before = TestDevice.stats().allocations();
        int rounds = Duel.run(Duel.ROUNDS, () -> Tensor.of(1f), Tensor::close, Tensor::close, tensor -> assertTrue(tensor.isClosed()));
        Live.assertNothing();
        assertEquals(rounds, TestDevice.stats().allocations() - before);
    }

    @Test
    void twoThreadsCloseOneScope() {
        Duel.run(Duel.ROUNDS, Trial::make, trial -> trial.scope.close(), trial -> trial.scope.close(),
                trial -> assertTrue(trial.member.isClosed()));
        Live.assertNothing();
    }

    @Test
    void aMemberAndItsScopeAreClosedAtOnce() {
        Duel.run(Duel.ROUNDS, Trial::make, trial -> trial.member.close(), trial -> trial.scope.close(),
                trial -> assertTrue(trial.member.isClosed()));
        Live.assertNothing();
    }
}
