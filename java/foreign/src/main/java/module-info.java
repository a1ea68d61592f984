/**
 * Tensors on memory segments of the JDK, and segments on tensors: {@link dev.tenure.foreign.Segments}.
 */
module dev.tenure.foreign {
    requires transitive dev.tenure;

    exports dev.tenure.foreign;
}
