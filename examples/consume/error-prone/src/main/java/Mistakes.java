import dev.tenure.Scope;
import dev.tenure.Tensor;
import dev.tenure.Workspace;

/** Each line that ends in a comment is an error of the check that the comment names; the others are right. */
public class Mistakes {
    public static void main(String[] args) {
        Scope kept = Scope.open(); // MustBeClosedChecker
        kept.close();
        try (Scope s = Scope.open()) {
            Tensor a = Tensor.ones(2, 3);
            a.add(1); // CheckReturnValue
            a.addInPlace(1);
            Tensor.zeros(4); // CheckReturnValue
            s.alias(a); // CheckReturnValue
            Tensor sum = a.add(a);
            sum.name("sum");
            sum.moveTo(s);
            s.keep(a);
            s.limit(1 << 20);
            Scope.using(() -> a.mul(2));
            Tensor[] pair = Scope.using(() -> new Tensor[] {a.mul(2), a.mul(3)});
            System.out.println(pair.length);
        }
        Scope held = Scope.create();
        held.run(() -> Tensor.ones(1));
        held.close();
        Scope.create(); // CheckReturnValue
    }

    static void workspaces() {
        try (Workspace ws = Workspace.create()) {
            Workspace entered = ws.enter(); // MustBeClosedChecker
            entered.close();
            try (Workspace cycle = ws.enter()) {
                System.out.println(cycle.cycle());
            }
            ws.destroy();
        }
    }
}
