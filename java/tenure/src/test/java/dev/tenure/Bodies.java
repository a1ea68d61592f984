package dev.tenure;

/** Opens the scope that {@link Scope#using} opens, for tests that close it in other ways than that. */
final class Bodies {
    private Bodies() {}

    static Scope open() {
        Object[] cell = Current.cell();
        Scope scope = Scope.forBody(cell);
        Scope.openForBody(cell, scope);
        return scope;
    }
}
