package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.internal.Native;
import dev.tenure.reports.ScopeStats;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Scopes as nodes that one holds: names, options, parents, members, sweeping. */
@ExtendWith(Clean.class)
class ScopeTreeTest {
    @Test
    void parentsAndRoots() {
        try (Scope root = Scope.create(); Scope a = root.child("a"); Scope b = Scope.create(a)) {
            assertNull(root.parent());
            assertSame(root, root.root());
            assertSame(a, b.parent());
            assertSame(root, b.root());
            b.moveToOuterScope();
            assertSame(root, b.parent());
            b.detachFromScope();
            assertNull(b.parent());
            assertSame(b, b.root());
            assertSame(a, b.moveTo(a).parent());
            assertNull(Scope.create((Scope) null).parent());
        }
    }

    @Test
    void namesAreThereBeforeAndAfterTheFirstUse() {
        try (Scope model = Scope.open("model"); Scope epoch = model.child("epoch")) {
            assertFalse(model.isCreated());
            assertEquals("model", model.name());
            assertEquals("Scope('model' open)", model.toString());
            Tensor t = epoch.ones(2).name("weight");
            assertEquals("model", model.name());
            assertEquals("epoch", Native.handleName(epoch.handle()));
            assertEquals("weight", t.name());
            assertNull(epoch.ones(1).name());
            epoch.name("epoch 2");
            assertTrue(model.debugDump().contains("'epoch 2': 2 tensors"), model::debugDump);
            assertTrue(model.debugDumpJson().contains("\"epoch 2\""), model::debugDumpJson);
            epoch.close();
            ClosedException e = assertThrows(ClosedException.class, t::size);
            assertTrue(e.getMessage().contains("'weight'"), e::getMessage);
            e = assertThrows(ClosedException.class, epoch::stats);
            assertTrue(e.getMessage().contains("'epoch 2'"), e::getMessage);
        }
    }

    @Test
    void whatWasClosedUnbornSaysItsNameToo() {
        Scope scope = Scope.create(Scope.options().name("never used"));
        scope.close();
        ClosedException e = assertThrows(ClosedException.class, scope::stats);
        assertTrue(e.getMessage().contains("'never used'"), e::getMessage);
        assertEquals("Scope('never used' closed)", scope.toString());
    }

    @Test
    void optionsAreWhatTheyAreCalled() {
        ScopeOptions options = Scope.options().name("small").limit(1000).measured();
        try (Scope s = Scope.open(options)) {
            assertEquals("small", s.name());
            assertEquals(1000, s.limit());
            Tensor.ones(100).close();
            NativeMemoryException e = assertThrows(NativeMemoryException.class, () -> Tensor.ones(300));
            assertEquals(Status.LIMIT_EXCEEDED, e.status());
            assertTrue(e.getMessage().contains("'small'"), e::getMessage);
            assertEquals(new ScopeStats(0, 0, 0, 0, 1, 400, 1000, true), s.stats());
            assertNotSame(s, s.limit(0).child(Scope.options()));
            assertEquals(0, s.limit());
            assertFalse(s.isCapped());
            assertThrows(ScopeException.class, () -> s.cap().attach(Tensor.ones(1)));
            assertTrue(s.isCapped());
            assertEquals(1, s.child().ones(1).item());
            assertEquals(1, s.uncap().ones(1).item());
        }
        try (Scope unlimited = Scope.create()) {
            assertFalse(unlimited.stats().measured());
            assertTrue(unlimited.measure().stats().measured());
        }
    }

    @Test
    void membersSayWhatTheyAre() {
        try (Scope s = Scope.create()) {
            Tensor weight = s.of(new float[] {1, 2, 3, 4, 5, 6}, 2, 3).name("a\tb\\c");
            s.child("below").ones(1);
            s.run(() -> Tape.open());
            List<Member> members = s.members();
            assertEquals(List.of("tensor", "scope", "tape"), members.stream().map(Member::kind).toList());
            Member first = members.get(0);
            assertEquals(Optional.of("a\tb\\c"), first.name());
            assertEquals(Optional.of(DType.F32), first.dtype());
            assertArrayEquals(new long[] {2, 3}, first.shape());
            assertEquals(24, first.bytes());
            assertEquals(Optional.empty(), first.age());
            assertEquals(Optional.empty(), first.site());
            assertTrue(first.toString().startsWith("float32 [2,3]" + TestDevice.on() + " 'a\tb\\c', 24 B in an unnamed scope"), first.toString());
            assertEquals(Optional.of("below"), members.get(1).name());
            assertEquals(Optional.empty(), members.get(1).dtype());
            try (Tensor alias = first.alias()) {
                assertSame(s, alias.scope());
                alias.fill(7);
                assertEquals(42, weight.sum().item());
            }
            assertThrows(IllegalStateException.class, members.get(1)::alias);
            weight.close();
            assertThrows(ClosedException.class, first::alias);
        }
    }

    @Test
    void sweepingKeepsWhatIsNamed() {
        try (Scope s = Scope.open("s")) {
            Tensor gone = Tensor.ones(1);
            Tensor kept = Tensor.ones(1);
            Scope below = Scope.open();
            Tensor lifted = Tensor.ones(1);
            Tensor goneBelow = Tensor.ones(1);
            Scope staying = below.child();
            Tensor inside = staying.ones(1);
            try (Scope elsewhere = Scope.create()) {
                Tensor others = elsewhere.ones(1);
                s.closeAllBut(kept, lifted, staying, others);
                assertSame(elsewhere, others.scope());
            }
            assertTrue(gone.isClosed() && goneBelow.isClosed() && below.isClosed());
            assertFalse(below.isOpen());
            assertSame(s, lifted.scope());
            assertSame(s, staying.parent());
            assertEquals(1, inside.item());
            // The scope that was opened in it was current, and is so no more.
            assertSame(s, Tensor.ones(1).scope());
            assertTrue(staying.isOpen());
            assertSame(staying, staying.ones(1).scope());
            below.close();
            Scope later = s.child();
            assertTrue(later.isOpen());
            s.closeAllBut();
            assertFalse(later.isOpen() || staying.isOpen());
            assertEquals(0, s.stats().members());
        }
    }

    @Test
    void sweepingWhatNobodyUsedYet() {
        try (Scope s = Scope.create()) {
            Scope notCreated = s.child();
            s.closeAllBut();
            assertFalse(notCreated.isOpen());
            assertThrows(ScopeException.class, () -> notCreated.ones(1));
            assertEquals(0, s.stats().members());
        }
    }

    @Test
    void retGoesToTheParentOfTheScopeThatIsAsked() {
        try (Scope outer = Scope.create(); Scope inner = outer.child()) {
            Tensor t = inner.child().ones(1);
            assertSame(t, inner.ret(t));
            assertSame(outer, t.scope());
            assertSame(t, outer.ret(t));
            assertNull(t.scope());
            t.close();
        }
    }

    @Test
    void aMemberThatNothingReachesGoesEarlyWhenAskedTo() {
        ScopeOptions options = Scope.options().reclaimEarly();
        try (Scope s = Scope.open(options)) {
            Tensor kept = Tensor.ones(5);
            drop(s);
            Live.collectUntil("the dropped members are freed", () -> s.stats().tensors() == 1);
            assertSame(s, kept.scope());
            assertEquals(5, kept.sum().item());
            kept.moveToOuterScope();
            assertNull(kept.scope());
            assertSame(s, s.attach(kept).scope());
        }
    }

    private static void drop(Scope s) {
        for (int i = 0; i < 1000; i++) {
            assertSame(s, Tensor.ones(1).scope());
        }
        s.attach(Tensor.ones(1).detachFromScope());
        s.run(() -> Tape.open());
    }

    @Test
    void aMemberOfAForgottenScopeThatReclaimsEarlyKeepsItOpen() {
        Tensor member = Scope.create(Scope.options().reclaimEarly()).ones(7);
        for (int i = 0; i < 20; i++) {
            System.gc();
            assertEquals(7, member.sum().item());
        }
        member.scope().close();
    }

    /** Each look may rest on the one before: so between any two something above changes, in all the ways there are. */
    @Test
    void whatIsAboveIsSeenToChangeHoweverDeep() {
        try (Scope root = Scope.create(); Scope other = Scope.create()) {
            Scope a = root.child();
            Scope b = a.child();
            Scope c = b.child();
            Scope d = c.child();
            assertTrue(c.isOpen() && d.isOpen());
            other.attach(b);
            assertTrue(d.isOpen());
            a.close();
            assertTrue(d.isOpen());
            root.tempAttach(b);
            assertTrue(d.isOpen());
            Scope borrower = Scope.create();
            borrower.tempAttach(c);
            assertTrue(d.isOpen());
            borrower.close();
            assertTrue(d.isOpen());
            root.closeAllBut(b);
            assertTrue(d.isOpen());
            c.detachFromScope();
            b.close();
            assertTrue(c.isOpen() && d.isOpen());
            other.attach(c);
            assertTrue(d.isOpen());
            other.closeAllBut();
            assertFalse(c.isOpen() || d.isOpen());
            Scope last = other.child().child().child();
            assertTrue(last.isOpen());
            other.close();
            assertFalse(last.isOpen());
        }
    }

    @Test
    void whatIsAboveIsSeenToCloseOnAnotherThread() throws Exception {
        for (int round = 0; round < 2_000; round++) {
            Scope top = Scope.create();
            Scope low = top.child().child();
            Thread closer = new Thread(top::close);
            closer.start();
            List<Scope> lowest = new ArrayList<>();
            try {
                while (closer.isAlive() && lowest.size() < 1_000) {
                    lowest.add(low.child());
                    lowest.get(lowest.size() - 1).isOpen();
                }
            } catch (ScopeException closed) {
                assertFalse(low.isOpen());
            }
            closer.join();
            assertFalse(low.isOpen() || lowest.stream().anyMatch(Scope::isOpen));
        }
    }
}
