package segments;

import dev.tenure.DType;
import dev.tenure.Scope;
import dev.tenure.Tensor;
import dev.tenure.foreign.Segments;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** A tensor on a segment, and a segment on its double, which both end with the scope. */
public final class Hello {
    private Hello() {}

    public static void main(String[] args) {
        MemorySegment ended;
        try (Scope scope = Scope.open()) {
            MemorySegment numbers = Segments.arena(scope).allocateFrom(ValueLayout.JAVA_FLOAT, 1, 2);
            Tensor doubled = Segments.wrap(DType.F32, numbers).mul(2);
            ended = Segments.of(doubled, Segments.arena(scope));
            System.out.println("the second is " + ended.getAtIndex(ValueLayout.JAVA_FLOAT, 1));
        }
        System.out.println("it is alive: " + ended.scope().isAlive());
    }
}
