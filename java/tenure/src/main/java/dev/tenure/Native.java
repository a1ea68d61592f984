package dev.tenure;

import java.nio.Buffer;
import java.nio.ByteBuffer;

/**
 * The native methods, one for each function of the core that Java uses, in its words: {@code scope} is the owner of the
 * result (0: the owner of the first operand, else nobody), handles are {@code long}, and every failure is thrown.
 *
 * <p>The library registers all of them when it is loaded and refuses to load when one is missing here, so that the two
 * sides cannot drift apart. Shapes and axes of up to four numbers cross as scalars, {@code n} of {@code v0} to
 * {@code v3}, since reading a Java array costs more than creating a tensor.
 */
final class Native {
    static {
        NativeLoader.load();
    }

    private Native() {}

    // The library.
    static native int abiVersion();

    static native String version();

    static native void debugRaise(int status);

    static native void seed(long seed);

    /** The statistics in the order of {@link MemoryStats}. */
    static native void memoryStats(int device, long[] out);

    static native void memorySetLimit(int device, long bytes);

    static native void memoryTrim(int device);

    static native void memoryResetPeak(int device);

    /** A collection is about to be asked for. */
    static native void memoryRelieving(int device);

    /** What it found has been released: the next is due when the base has been added to what survived. */
    static native void memoryRelieved(int device);

    static native void memorySetUnownedThreshold(int device, long bytes);

    static native void memorySetManagedMax(long bytes);

    /** Four bytes of the library: an int that is not 0 while more is unowned than the threshold allows. */
    static native ByteBuffer pressureWord();

    // Handles of every kind.
    // These four release; what is not valid any more, or of another kind, is left alone in silence.
    static native void tensorDispose(long tensor);

    static native void scopeClose(long scope);

    static native void tapeDispose(long tape);

    static native void sgdDispose(long sgd);

    /** Releases the first {@code n}; those not valid any more are skipped. Returns how many were released. */
    static native long release(long[] handles, int n);

    static native boolean isLive(long handle);

    static native long scopePush(long parent);

    static native void scopePopOne(long scope, long kept);

    static native void scopePop(long scope, long[] keep);

    static native void scopeKeep(long handle);

    static native void scopeAttach(long scope, long handle);

    static native void scopeDetach(long handle);

    static native long scopeOwner(long handle);

    /** Members, tensors, scopes, bytes, peak tensors, peak bytes, limit, 1 if measured. */
    static native void scopeStats(long scope, long[] out);

    static native void scopeTempAttach(long scope, long handle);

    static native void scopeRet(long scope, long handle);

    static native void scopeCloseAllBut(long scope, long[] keep);

    static native void scopeSetCapped(long scope, boolean capped);

    static native boolean scopeIsCapped(long scope);

    static native void scopeSetLimit(long scope, long bytes);

    static native void scopeMeasure(long scope);

    static native long[] scopeMembers(long scope);

    /** Format: 0 text, 1 JSON, 2 rows of the direct members. Scope 0: the whole process. */
    static native String scopeDump(long scope, int format);

    static native String growing(int format);

    static native void handleSetName(long handle, String name);

    /** Null when it has none. */
    static native String handleName(long handle);

    static native void handleNote(long handle, String site);

    static native void handleNoteClosed(long handle, String site);

    static native long[] liveHandles();

    /** The backstop's release of the first {@code n}. Returns how many were released. */
    static native long collect(long[] handles, int n);

    static native void leakSetLevel(int level);

    static native int leakLevel();

    static native String leakReport(int format, long[] ignoring);

    static native void leakForget();

    static native long counterStart(long scope);

    /** Ten numbers, in the order of {@code tenure.h}'s TenureCounterStats. */
    static native void counterRead(long counter, long[] out);

    static native void counterDispose(long counter);

    // Creation.
    static native long zeros(long scope, int device, int dtype, int n, long v0, long v1, long v2, long v3);

    static native long zeros(long scope, int device, int dtype, long[] shape);

    /** Elements that are whatever the memory held. */
    static native long empty(long scope, int device, int dtype, int n, long v0, long v1, long v2, long v3);

    static native long empty(long scope, int device, int dtype, long[] shape);

    static native long ones(long scope, int device, int dtype, int n, long v0, long v1, long v2, long v3);

    static native long ones(long scope, int device, int dtype, long[] shape);

    static native long full(
            long scope, int device, int dtype, double value, int n, long v0, long v1, long v2, long v3);

    static native long full(long scope, int device, int dtype, double value, long[] shape);

    static native long rand(long scope, int device, int dtype, int n, long v0, long v1, long v2, long v3);

    static native long rand(long scope, int device, int dtype, long[] shape);

    static native long randn(long scope, int device, int dtype, int n, long v0, long v1, long v2, long v3);

    static native long randn(long scope, int device, int dtype, long[] shape);

    static native long arange(long scope, int device, int dtype, double start, double end, double step);

    /** A float32 tensor of one dimension of {@code n} elements, at most 4. */
    static native long ofFloats(long scope, int device, int n, float v0, float v1, float v2, float v3);

    /** From a primitive array; its element type and {@code dtype} agree. */
    static native long fromArray(long scope, int device, int dtype, Object array, long[] shape);

    /** From {@code nbytes} of a direct buffer, {@code offset} bytes after its start. */
    static native long fromBuffer(
            long scope, int device, int dtype, Buffer buffer, long offset, long nbytes, long[] shape);

    static native long alias(long scope, long tensor);

    /** Of nobody, and never a copy. */
    static native long share(long tensor);

    // What a tensor is.
    static native long useCount(long tensor);

    static native int dtype(long tensor);

    static native int device(long tensor);

    static native int rank(long tensor);

    static native long size(long tensor);

    static native long[] shape(long tensor);

    static native long[] strides(long tensor);

    static native boolean isContiguous(long tensor);

    static native long nbytes(long tensor);

    static native double item(long tensor);

    static native String string(long tensor);

    // Its elements.
    /** The elements as a new primitive array. */
    static native Object toArray(long tensor, int dtype);

    static native void copyToArray(long tensor, int dtype, Object array);

    static native void copyFromArray(long tensor, int dtype, Object array);

    /** With {@code dtype} 0 the elements may be of any type. */
    static native void copyToBuffer(long tensor, int dtype, Buffer buffer, long offset, long nbytes);

    static native void copyFromBuffer(long tensor, int dtype, Buffer buffer, long offset, long nbytes);

    /** The memory of a contiguous tensor; the caller keeps the handle valid for as long as the buffer lives. */
    static native ByteBuffer data(long tensor);

    // Views and copies.
    static native long reshape(long scope, long tensor, int n, long v0, long v1, long v2, long v3);

    static native long reshape(long scope, long tensor, long[] shape);

    static native long expand(long scope, long tensor, int n, long v0, long v1, long v2, long v3);

    static native long expand(long scope, long tensor, long[] shape);

    static native long permute(long scope, long tensor, int n, long v0, long v1, long v2, long v3);

    static native long permute(long scope, long tensor, long[] axes);

    static native long transpose(long scope, long tensor, long axis0, long axis1);

    static native long slice(long scope, long tensor, long axis, long start, long end, long step);

    static native long select(long scope, long tensor, long axis, long index);

    static native long squeeze(long scope, long tensor, long axis);

    static native long squeezeAll(long scope, long tensor);

    static native long unsqueeze(long scope, long tensor, long axis);

    static native long contiguous(long scope, long tensor);

    static native long copy(long scope, long tensor);

    static native long cast(long scope, long tensor, int dtype);

    static native long toDevice(long scope, long tensor, int device);

    // Arithmetic and comparison.
    static native long add(long scope, long a, long b);

    static native long sub(long scope, long a, long b);

    static native long mul(long scope, long a, long b);

    static native long div(long scope, long a, long b);

    static native long pow(long scope, long a, long b);

    static native long maximum(long scope, long a, long b);

    static native long minimum(long scope, long a, long b);

    static native long eq(long scope, long a, long b);

    static native long ne(long scope, long a, long b);

    static native long lt(long scope, long a, long b);

    static native long le(long scope, long a, long b);

    static native long gt(long scope, long a, long b);

    static native long ge(long scope, long a, long b);

    static native long addScalar(long scope, long a, double b);

    static native long subScalar(long scope, long a, double b);

    static native long rsubScalar(long scope, long a, double b);

    static native long mulScalar(long scope, long a, double b);

    static native long divScalar(long scope, long a, double b);

    static native long rdivScalar(long scope, long a, double b);

    static native long powScalar(long scope, long a, double b);

    static native long maximumScalar(long scope, long a, double b);

    static native long minimumScalar(long scope, long a, double b);

    static native long eqScalar(long scope, long a, double b);

    static native long neScalar(long scope, long a, double b);

    static native long ltScalar(long scope, long a, double b);

    static native long leScalar(long scope, long a, double b);

    static native long gtScalar(long scope, long a, double b);

    static native long geScalar(long scope, long a, double b);

    static native long neg(long scope, long tensor);

    static native long exp(long scope, long tensor);

    static native long log(long scope, long tensor);

    static native long sqrt(long scope, long tensor);

    static native long abs(long scope, long tensor);

    static native long relu(long scope, long tensor);

    static native long sigmoid(long scope, long tensor);

    static native long tanh(long scope, long tensor);

    static native long where(long scope, long condition, long a, long b);

    // In place.
    static native void addInPlace(long tensor, long other);

    static native void subInPlace(long tensor, long other);

    static native void mulInPlace(long tensor, long other);

    static native void divInPlace(long tensor, long other);

    static native void addScalarInPlace(long tensor, double other);

    static native void subScalarInPlace(long tensor, double other);

    static native void mulScalarInPlace(long tensor, double other);

    static native void divScalarInPlace(long tensor, double other);

    static native void fill(long tensor, double value);

    static native void zero(long tensor);

    // Reductions and products.
    static native long sum(long scope, long tensor, boolean keepdim, int n, long v0, long v1, long v2, long v3);

    static native long sum(long scope, long tensor, boolean keepdim, long[] axes);

    static native long mean(long scope, long tensor, boolean keepdim, int n, long v0, long v1, long v2, long v3);

    static native long mean(long scope, long tensor, boolean keepdim, long[] axes);

    static native long max(long scope, long tensor, boolean keepdim, int n, long v0, long v1, long v2, long v3);

    static native long max(long scope, long tensor, boolean keepdim, long[] axes);

    static native long min(long scope, long tensor, boolean keepdim, int n, long v0, long v1, long v2, long v3);

    static native long min(long scope, long tensor, boolean keepdim, long[] axes);

    static native long argmax(long scope, long tensor, boolean keepdim, int n, long v0, long v1, long v2, long v3);

    static native long argmax(long scope, long tensor, boolean keepdim, long[] axes);

    static native long matmul(long scope, long a, long b);

    static native long softmax(long scope, long tensor, long axis);

    static native long logSoftmax(long scope, long tensor, long axis);

    static native long crossEntropy(long scope, long logits, long targets);

    static native long nllLoss(long scope, long logProbabilities, long targets);

    // Joins and indices.
    static native long concat(long scope, long[] tensors, long axis);

    static native long stack(long scope, long[] tensors, long axis);

    static native long indexSelect(long scope, long tensor, long axis, long index);

    static native long oneHot(long scope, long tensor, long classes);

    // Gradients and training.
    static native long tapeOpen(long scope);

    static native long tapeWatch(long scope, long tape, long tensor);

    /** Overwrites {@code tensors} with the handles of their gradients. */
    static native void tapeBackward(long scope, long tape, long loss, long[] tensors);

    static native long sgdCreate(long scope, long[] parameters, double lr, double momentum);

    static native void sgdStep(long sgd, long[] gradients);

    // Workspaces. A config is JSON, null for the defaults, or for the workspace there is.
    /** Thread as of {@link #workspaceGet}. */
    static native long workspaceCreate(long parent, String name, long thread, String config);

    /** Thread 0: this native thread; any other number: a thread of the caller's counting. */
    static native long workspaceGet(String name, long thread, String config);

    /** 0 when there is none. */
    static native long workspaceFind(String name, long thread);

    /** Returns the scope to make current. */
    static native long workspaceEnter(long workspace, long outer);

    static native void workspaceLeave(long workspace);

    static native void workspaceLeave(long workspace, long[] keep);

    static native void workspaceToggle(long workspace, boolean on);

    static native void workspaceInitialize(long workspace);

    static native void workspaceDestroy(long workspace);

    /** The fields of {@code TenureWorkspaceStats}, in their order. Workspace 0: the sum over all. */
    static native void workspaceStats(long workspace, long[] out);

    static native long workspaceCycle(long workspace);

    /** Six numbers a cycle, the fields of {@code TenureWorkspaceCycle}; the oldest first. */
    static native long[] workspaceHistory(long workspace);

    static native String workspaceReport(long workspace, boolean json);

    static native String workspaceMisuses();

    static native String workspaceConfig(long workspace);

    /** The same configuration with every parameter. */
    static native String workspaceConfigCheck(String json);

    /** The workspace that a tensor lies in, 0 for none, and the cycle. */
    static native void tensorWorkspace(long tensor, long[] out);

    static native long leverage(long scope, long tensor);

    static native long scopePushOutside(long parent);

    // Files.
    static native long npyLoad(long scope, String path);

    static native void npySave(String path, long tensor);

    static native void safetensorsSave(String path, String[] names, long[] tensors);

    static native String[] safetensorsNames(String path);

    static native long safetensorsLoad(long scope, String path, String name);
}
