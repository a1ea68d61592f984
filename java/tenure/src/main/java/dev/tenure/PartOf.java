package dev.tenure;

/**
 * The place of a resource that is a part of another one for good, such as a parameter of a module:
 * it is freed with the whole. It keeps {@code whole} reachable, and both have the same owner.
 */
record PartOf(NativeResource whole) {}
