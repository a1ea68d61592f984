/**
 * Native tensors whose memory goes exactly when its owner says so. Start with {@link dev.tenure.Scope}.
 */
module dev.tenure {
    requires static org.jspecify; // annotations, which nothing looks at when a program runs

    exports dev.tenure;
    exports dev.tenure.models;
    exports dev.tenure.reports;
    exports dev.tenure.workspaces;

    uses dev.tenure.EscapeRule; // types of other languages and libraries in results
}
