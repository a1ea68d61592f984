package dev.tenure;

/**
 * The owner of what {@link Scope#tempAttach} has lent: the scope that borrows, and where the loan came from, which is
 * what stands in a {@link NativeResource#owner}: another loan, in a chain. It keeps all of them reachable, so that the
 * backstop cannot close the origin while what was lent is in use.
 */
record Loan(Scope.Generation borrower, Object origin) {
    /** Whether the borrower still has it. */
    boolean isOut() {
        return !borrower.over && borrower.scope.isOpen();
    }
}
