package dev.tenure;

/** How tensors are made in a scope that one holds, current or not; {@link Scope} inherits it. */
abstract sealed class ScopeFactory extends ScopeNode permits ScopeMembers {
    ScopeFactory(long number, Scope parent, boolean reclaimEarly) {
        super(number, parent, reclaimEarly);
    }
}
