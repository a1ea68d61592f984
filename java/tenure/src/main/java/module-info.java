/**
 * Native tensors whose memory goes exactly when its owner says so. Start with {@link dev.tenure.Scope}.
 */
module dev.tenure {
    exports dev.tenure;
}
