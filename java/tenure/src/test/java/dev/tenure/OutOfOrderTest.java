package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Scopes closed in any order: a closed one is never current, and captures nothing. */
@ExtendWith(Clean.class)
class OutOfOrderTest {
    /** JavaCPP and ND4J: the closed one stays current and takes what is made later. */
    @Test
    void theMiddleOneClosesFirst() {
        Scope outer = Scope.open();
        Scope middle = Scope.open();
        Scope inner = Scope.open();
        middle.close(); // and inner with it
        Tensor t = Tensor.ones(1);
        assertSame(outer, t.scope());
        inner.close();
        assertSame(outer, Current.scope());
        assertFalse(t.isClosed());
        outer.close();
        assertTrue(t.isClosed());
    }

    @Test
    void theOuterOneClosesFirst() {
        Scope outer = Scope.open();
        Scope inner = Scope.open();
        Tensor t = Tensor.ones(1);
        outer.close();
        assertTrue(t.isClosed());
        assertNull(Current.scope());
        try (Tensor nobodys = Tensor.ones(1)) {
            assertNull(nobodys.scope());
            inner.close();
            assertEquals(1, nobodys.item());
        }
    }

    /** A scope that is not below the one that was current before it. */
    @Test
    void siblingsOverlap() {
        Scope a = Scope.open();
        Scope b = Scope.open().detachFromScope();
        a.close();
        assertSame(b, Tensor.ones(1).scope());
        Scope c = Scope.open();
        assertSame(b, c.scope());
        b.close();
        assertNull(Current.scope());
    }

    /** 1,000 orders of 12 scopes: always the innermost open one is current, and owns what is made. */
    @Test
    void anyOrder() {
        Random random = new Random(5);
        for (int round = 0; round < 1000; round++) {
            List<Scope> opened = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                Scope scope = Scope.open();
                opened.add(random.nextInt(3) == 0 ? scope.detachFromScope() : scope);
                Tensor.ones(1);
            }
            List<Scope> closing = new ArrayList<>(opened);
            Collections.shuffle(closing, random);
            for (Scope scope : closing) {
                scope.close();
                Scope wanted = innermostOpen(opened);
                assertSame(wanted, Current.scope());
                Tensor t = Tensor.ones(1);
                assertSame(wanted, t.scope());
                if (wanted == null) {
                    t.close();
                }
            }
            Live.assertNothing();
        }
    }

    private static Scope innermostOpen(List<Scope> opened) {
        Scope innermost = null;
        for (Scope scope : opened) {
            if (!scope.isClosed()) {
                innermost = scope;
            }
        }
        return innermost;
    }
}
