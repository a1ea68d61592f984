package dev.tenure;

/**
 * What a scope and all scopes below it own at this moment.
 *
 * @param members handles of every kind
 * @param tensors tensors among them
 * @param scopes scopes among them
 * @param bytes bytes of those tensors' elements; two views of one storage count each
 */
public record ScopeStats(long members, long tensors, long scopes, long bytes) {}
