package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.internal.Native;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What moves while a scope closes belongs to exactly one scope, or the call throws and it is where it was. */
class AttachRaceTest {
    private int moved;
    private int refused;

    @BeforeEach
    void start() {
        Live.drain();
    }

    /** A tensor at home, and where it shall go. */
    private static final class Trial {
        final Scope home = Scope.create();
        final Scope target = Scope.create();
        final Tensor tensor = home.attach(Tensor.of(42f));
        boolean threw;

        /** Notes whether this was refused. */
        void attempt(Runnable move) {
            try {
                move.run();
            } catch (ScopeException | ClosedException e) {
                threw = true;
            }
        }

        void closeBoth() {
            home.close();
            target.close();
            assertTrue(tensor.isClosed());
        }
    }

    private void count(Trial trial) {
        moved += trial.threw ? 0 : 1;
        refused += trial.threw ? 1 : 0;
    }

    private void bothHappened() {
        assertTrue(moved > 0 && refused > 0, moved + " moved, " + refused + " refused");
        Live.assertNothing();
    }

    @Test
    void attachWhileTheTargetCloses() {
        Duel.run(Duel.ROUNDS, Trial::new, trial -> trial.attempt(() -> trial.target.attach(trial.tensor)),
                trial -> trial.target.close(), trial -> {
                    count(trial);
                    assertEquals(trial.threw ? 1 : 0, trial.home.stats().members());
                    assertEquals(!trial.threw, trial.tensor.isClosed());
                    if (trial.threw) {
                        assertSame(trial.home, trial.tensor.scope());
                        assertEquals(42, trial.tensor.item());
                    }
                    trial.closeBoth();
                });
        bothHappened();
    }

    @Test
    void attachWhileItsHomeCloses() {
        Duel.run(Duel.ROUNDS, Trial::new, trial -> trial.attempt(() -> trial.target.attach(trial.tensor)),
                trial -> trial.home.close(), trial -> {
                    count(trial);
                    assertEquals(trial.threw ? 0 : 1, trial.target.stats().members());
                    assertEquals(trial.threw, trial.tensor.isClosed());
                    if (!trial.threw) {
                        assertSame(trial.target, trial.tensor.scope());
                        assertEquals(42, trial.tensor.item());
                    }
                    trial.closeBoth();
                });
        bothHappened();
    }

    @Test
    void detachWhileItsHomeCloses() {
        Duel.run(Duel.ROUNDS, Trial::new, trial -> trial.attempt(trial.tensor::detachFromScope), trial -> trial.home.close(),
                trial -> {
                    count(trial);
                    assertEquals(trial.threw, trial.tensor.isClosed());
                    trial.tensor.close();
                    trial.closeBoth();
                });
        bothHappened();
    }

    @Test
    void creationWhileTheScopeCloses() {
        Duel.run(Duel.ROUNDS, Trial::new, trial -> trial.attempt(() -> trial.home.run(() -> {
            Tensor made = Tensor.of(1f);
            assertFalse(made.scope() != null && made.scope() != trial.home);
            made.close();
            trial.tensor.mul(2); // not closed
        })), trial -> trial.home.close(), trial -> {
            count(trial);
            trial.closeBoth();
        });
        assertTrue(moved > 0 && refused > 0, moved + " made, " + refused + " refused");
        Live.drain(); // made when the scope was closed already: nobody's
    }

    /** What a body returns, from a scope whose parent closes meanwhile. */
    @Test
    void escapeWhileTheParentCloses() {
        Duel.run(Duel.ROUNDS, Trial::new, trial -> trial.attempt(() -> trial.home.run(() -> {
            Tensor escaped = Scope.using(() -> Tensor.of(1f));
            if (escaped.scope() == null) {
                escaped.close(); // the parent was closed before the body began
            }
        })), trial -> trial.home.close(), trial -> {
            count(trial);
            trial.closeBoth();
        });
        Live.drain();
    }

    /** What a body returns while another thread closes its scope: it is the parent's, or closed, and nothing else is left. */
    @Test
    void escapeWhileItsScopeCloses() {
        Duel.run(Duel.ROUNDS, () -> new Escaping(Scope.create()), trial -> {
            trial.returned = trial.parent.run(() -> Scope.using(() -> {
                Tensor made = Tensor.of(1f);
                trial.inner = made.scope();
                return made;
            }));
        }, Escaping::closeInner, trial -> {
            assertEquals(trial.returned.isClosed() ? 0 : 1, trial.parent.stats().members());
            trial.parent.close();
        });
        Live.assertNothing(); // whether one ever comes in time is the machine's affair
    }

    private static final class Escaping {
        final Scope parent;
        volatile Scope inner;
        Tensor returned;

        Escaping(Scope parent) {
            this.parent = parent;
        }

        void closeInner() {
            for (int spins = 0; spins < 10_000 && inner == null; spins++) {
                Thread.onSpinWait();
            }
            if (inner != null) { // else this comes first, or too early
                inner.close();
            }
        }
    }

    @Test
    void moveToOuterScopeWhileTheInnerCloses() {
        Duel.run(Duel.ROUNDS, () -> {
            Trial trial = new Trial();
            trial.target.attach(trial.home);
            return trial;
        }, trial -> trial.attempt(trial.tensor::moveToOuterScope), trial -> trial.home.close(), trial -> {
            count(trial);
            assertEquals(trial.threw, trial.tensor.isClosed());
            assertEquals(trial.threw ? 0 : 1, trial.target.stats().members());
            trial.closeBoth();
        });
        bothHappened();
    }

    /** Two scopes want one tensor: one of them has it, and frees it. */
    @Test
    void twoThreadsAttachToDifferentScopes() {
        Duel.run(Duel.ROUNDS, Trial::new, trial -> trial.target.attach(trial.tensor),
                trial -> trial.home.child().attach(trial.tensor), trial -> {
                    long inTarget = trial.target.stats().tensors();
                    assertEquals(1, inTarget + trial.home.stats().tensors());
                    trial.home.close();
                    assertEquals(inTarget == 0, trial.tensor.isClosed());
                    trial.closeBoth();
                });
        Live.assertNothing();
    }

    /** However two moves follow each other, its wrapper says in the end what the core says: also where one leads to where it was. */
    @Test
    void twoThreadsMoveItAwayAndBack() {
        Duel.run(Duel.ROUNDS, Trial::new, trial -> trial.target.attach(trial.tensor),
                trial -> trial.home.attach(trial.tensor), trial -> {
                    assertEquals(Native.scopeOwner(trial.tensor.handle), trial.tensor.scope().handle());
                    trial.closeBoth();
                });
        Live.assertNothing();
    }

    /** One of them is refused, or they follow each other: they never lie below each other. */
    @Test
    void twoThreadsMoveTwoScopesBelowEachOther() {
        Duel.run(Duel.ROUNDS, Trial::new, trial -> belowAndOut(trial.home, trial.target),
                trial -> belowAndOut(trial.target, trial.home), trial -> {
                    sayTheSame(trial.home);
                    sayTheSame(trial.target);
                    assertTrue(trial.home.isOpen() && trial.target.isOpen());
                    trial.closeBoth();
                });
        Live.assertNothing();
    }

    private static void belowAndOut(Scope scope, Scope other) {
        try {
            scope.moveTo(other);
        } catch (InvalidArgumentException | ScopeException e) {
            // that lies below this
        }
        other.detachFromScope();
    }

    private static void sayTheSame(Scope scope) {
        Scope parent = scope.parent();
        assertEquals(Native.scopeOwner(scope.handle()), parent == null ? 0 : parent.handle());
    }

    /** A result of what nobody owns is nobody's, or its operand's new owner's: its wrapper says which. */
    @Test
    void aResultWhileItsOperandMoves() {
        Tensor[] result = new Tensor[1];
        Duel.run(Duel.ROUNDS, () -> {
            Trial trial = new Trial();
            trial.tensor.detachFromScope();
            return trial;
        }, trial -> result[0] = trial.tensor.alias(), trial -> trial.target.attach(trial.tensor), trial -> {
            Scope owner = result[0].scope();
            assertEquals(Native.scopeOwner(result[0].handle), owner == null ? 0 : owner.handle());
            result[0].close();
            trial.closeBoth();
        });
        Live.assertNothing();
    }

    /** It leaves its borrower, or comes home first and leaves that: its wrapper says which of the two it was. */
    @Test
    void whatIsLentMovesOutWhileItsBorrowerCloses() {
        Scope[] roots = {Scope.create(), Scope.create()};
        Scope[] borrower = new Scope[1];
        int[] outcomes = new int[2];
        Duel.run(Duel.ROUNDS, () -> {
            borrower[0] = roots[0].child();
            return roots[1].child().ones(1).tempAttach(borrower[0]);
        }, AttachRaceTest::moveOut, tensor -> borrower[0].close(), tensor -> {
            assertEquals(Native.scopeOwner(tensor.handle), tensor.scope().handle());
            outcomes[tensor.scope() == roots[0] ? 0 : 1]++;
            roots[0].closeAllBut();
            roots[1].closeAllBut();
        });
        assertTrue(outcomes[0] > 0 && outcomes[1] > 0, () -> outcomes[0] + " left, " + outcomes[1] + " came home first");
        roots[0].close();
        roots[1].close();
        Live.assertNothing();
    }

    /** Lent to the cycle that ends, and home again; or to what comes after that. */
    @Test
    void aLoanToAWorkspaceWhileItsCycleEnds() {
        Scope home = Scope.create();
        Workspace workspace = Workspace.create("cycles", WorkspaceTest.SIZED);
        Duel.run(Duel.ROUNDS, () -> {
            workspace.enter();
            return home.ones(1);
        }, tensor -> workspace.tempAttach(tensor), tensor -> workspace.close(), tensor -> {
            assertEquals(Native.scopeOwner(tensor.handle), tensor.scope().handle());
            tensor.close();
        });
        home.close();
        workspace.destroy();
        Live.assertNothing();
    }

    /** Whether a scope is open is asked while all that lies beside it is ended; the core has heard of every other one. */
    @Test
    void whetherAScopeIsOpenWhileItEnds() {
        try (Scope scope = Scope.create()) {
            int[] made = new int[1];
            Duel.run(Duel.ROUNDS, () -> {
                Scope child = scope.child();
                if (made[0]++ % 2 == 0) {
                    child.handle();
                }
                return child;
            }, child -> {
                for (int i = 0; i < 100 && child.isOpen(); i++) {
                    Thread.onSpinWait();
                }
            }, child -> scope.closeAllBut(), child -> assertTrue(child.isClosed()));
        }
        Live.assertNothing();
    }

    /** Refused while it is on its way home. */
    private static void moveOut(Tensor tensor) {
        for (boolean out = false; !out; ) {
            try {
                assertNotNull(tensor.scope()); // what is asked on the way decides nothing
                tensor.moveToOuterScope();
                out = true;
            } catch (ScopeException e) {
                assertEquals(Status.SCOPE_CLOSED, e.status());
            }
        }
    }

    /** What a body returns, and another thread has taken away, stays where that has put it. */
    @Test
    void escapeWhileItMovesElsewhere() {
        escapeWhileItMoves(tensor -> tensor);
    }

    /** As before, on the way of what returns several. */
    @Test
    void escapeInAListWhileItMovesElsewhere() {
        escapeWhileItMoves(List::of);
    }

    private static void escapeWhileItMoves(Function<Tensor, Object> returned) {
        Scope other = Scope.create();
        Tensor[] escaping = new Tensor[1];
        Duel.run(Duel.ROUNDS, () -> {
            Scope body = Bodies.open();
            escaping[0] = body.ones(1);
            return body;
        }, body -> body.closeKeeping(returned.apply(escaping[0])), body -> other.attach(escaping[0]), body -> {
            assertSame(other, escaping[0].scope());
            assertEquals(other.handle(), Native.scopeOwner(escaping[0].handle));
            escaping[0].close();
        });
        other.close();
        Live.assertNothing();
    }

    /** What a body returns goes to where its scope was lent, or to where that has come home to. */
    @Test
    void escapeWhileTheBorrowerOfTheBodysScopeCloses() {
        Scope home = Scope.create();
        Scope[] borrower = new Scope[1];
        Tensor[] escaping = new Tensor[1];
        Duel.run(Duel.ROUNDS, () -> {
            borrower[0] = Scope.create();
            return home.run(() -> {
                Scope body = Bodies.open();
                borrower[0].tempAttach(body);
                escaping[0] = body.ones(1);
                Current.left();
                return body;
            });
        }, body -> {
            try {
                body.closeKeeping(escaping[0]);
            } catch (ScopeException e) {
                body.close(); // the borrower was just closing
            }
        }, body -> borrower[0].close(), body -> {
            if (!escaping[0].isClosed()) {
                assertEquals(Native.scopeOwner(escaping[0].handle), escaping[0].scope().handle());
            }
            home.closeAllBut();
        });
        home.close();
        Live.assertNothing();
    }
}
