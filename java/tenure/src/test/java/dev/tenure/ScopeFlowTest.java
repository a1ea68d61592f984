package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A flow takes its scopes from thread to thread, and leaves those of the threads as they were. */
@ExtendWith(Clean.class)
class ScopeFlowTest {
    private static void elsewhere(Runnable body) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        new Thread(() -> {
            try {
                body.run();
                done.complete(null);
            } catch (Throwable e) {
                done.completeExceptionally(e);
            }
        }).start();
        done.join();
    }

    @Test
    void itGoesOnOnAnotherThread() {
        try (Scope outer = Scope.open(); Scope inner = Scope.open()) {
            ScopeFlow flow = ScopeFlow.current().fork();
            elsewhere(() -> {
                ScopeFlow before = ScopeFlow.current();
                try (Scope own = Scope.open()) {
                    ScopeFlow here = ScopeFlow.current();
                    flow.makeCurrent();
                    assertSame(inner, Scope.current());
                    assertSame(inner, Tensor.ones(2).scope());
                    inner.close();
                    assertSame(outer, Scope.current());
                    here.makeCurrent();
                    assertSame(own, Scope.current());
                }
                assertNull(Scope.current());
                before.makeCurrent();
                assertNull(Scope.current());
            });
            assertSame(outer, Scope.current());
        }
    }

    @Test
    void whatItOpenedBeforeItWasSuspendedIsClosedAfter() {
        ScopeFlow idle = ScopeFlow.current();
        ScopeFlow flow = idle.fork();
        flow.makeCurrent();
        Scope open = Scope.open();
        idle.makeCurrent();
        assertNull(Scope.current());
        elsewhere(() -> {
            flow.makeCurrent();
            Tensor made = Tensor.ones(2);
            open.close();
            assertTrue(made.isClosed());
            assertNull(Scope.current());
        });
    }

    @Test
    void twoFlowsThatBeganAtOnePlaceDoNotSeeEachOther() {
        ScopeFlow own = ScopeFlow.current();
        try (Scope shared = Scope.open()) {
            ScopeFlow first = own.fork();
            ScopeFlow second = own.fork();
            first.makeCurrent();
            Scope.open();
            second.makeCurrent();
            assertSame(shared, Scope.current());
            own.makeCurrent();
            assertSame(shared, Scope.current());
        }
        assertNull(Scope.current());
    }

    @Test
    void aWorkspaceThatItHasEnteredIsLeftOnAnotherThread() {
        Workspace workspace = Workspace.create("flow", TestDevice.workspace().build());
        ScopeFlow idle = ScopeFlow.current();
        ScopeFlow flow = idle.fork();
        flow.makeCurrent();
        workspace.enter();
        Scope entered = Scope.current();
        idle.makeCurrent();
        elsewhere(() -> {
            flow.makeCurrent();
            assertSame(entered, Tensor.ones(2).scope());
            workspace.leave();
            assertNull(Scope.current());
        });
        assertNull(Scope.current());
        workspace.destroy();
    }
}
