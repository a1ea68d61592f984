/**
 * Native tensors whose memory is freed when its scope ends. Start with {@link dev.tenure.Scope}.
 */
@SuppressWarnings("module") // a module that is named below is compiled after this one
module dev.tenure {
    // Annotations, which are not needed at run time.
    requires static com.google.errorprone.annotations;
    requires static org.jspecify;

    // For Tenure.registerMXBean and events of JDK Flight Recorder; nothing else needs them.
    requires static java.management;
    requires static jdk.jfr;

    // tenure-foreign, which a JDK from 22 on has: segments need the addresses of tensors.
    exports dev.tenure.access to dev.tenure.foreign;

    exports dev.tenure;
    exports dev.tenure.data;
    exports dev.tenure.models;
    exports dev.tenure.nn;
    exports dev.tenure.onnx;
    exports dev.tenure.optim;
    exports dev.tenure.options;
    exports dev.tenure.reports;
    exports dev.tenure.results;
    exports dev.tenure.workspaces;

    uses dev.tenure.EscapeRule; // for types of other languages and libraries in results
}
