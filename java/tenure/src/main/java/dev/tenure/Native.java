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

    // Written by hand is what passes memory of Java's, fills a record, or is for Java alone. The rest follows below.
    // The library.
    static native int abiVersion();

    static native String version();

    /** The statistics in the order of {@link MemoryStats}. */
    static native void memoryStats(int device, long[] out);

    /** Four bytes of the library: an int that is not 0 while more is unowned than the threshold allows. */
    static native ByteBuffer pressureWord();

    // Handles of every kind.
    /** What is not valid any more, or of another kind, is left alone in silence. */
    static native void tensorDispose(long tensor);

    /** Releases the first {@code n}; those not valid any more are skipped. Returns how many were released. */
    static native long release(long[] handles, int n);

    static native boolean isLive(long handle);

    /** As {@code scopePop} that keeps one, without an array. */
    static native void scopePopOne(long scope, long kept);

    /** Members, tensors, scopes, bytes, peak tensors, peak bytes, limit, 1 if measured. */
    static native void scopeStats(long scope, long[] out);

    /** The backstop's release of the first {@code n}. Returns how many were released. */
    static native long collect(long[] handles, int n);

    /** That of something that only the collector ever frees. Returns whether it was released. */
    static native boolean collectExported(long handle);

    /** Ten numbers, in the order of {@code tenure.h}'s TenureCounterStats. */
    static native void counterRead(long counter, long[] out);

    // Creation.
    /** A float32 tensor of one dimension of {@code n} elements, at most 4. */
    static native long ofFloats(long scope, int device, int n, float v0, float v1, float v2, float v3);

    /** From a primitive array; its element type and {@code dtype} agree. */
    static native long fromArray(long scope, int device, int dtype, Object array, long[] shape);

    /** From {@code nbytes} of a direct buffer, {@code offset} bytes after its start. */
    static native long fromBuffer(
            long scope, int device, int dtype, Buffer buffer, long offset, long nbytes, long[] shape);

    // Elements.
    /** The elements as a new primitive array. */
    static native Object toArray(long tensor, int dtype);

    static native void copyToArray(long tensor, int dtype, Object array);

    static native void copyFromArray(long tensor, int dtype, Object array);

    /** With {@code dtype} 0 the elements may be of any type. */
    static native void copyToBuffer(long tensor, int dtype, Buffer buffer, long offset, long nbytes);

    static native void copyFromBuffer(long tensor, int dtype, Buffer buffer, long offset, long nbytes);

    /** The memory of a contiguous tensor; the caller keeps the handle valid for as long as the buffer lives. */
    static native ByteBuffer data(long tensor);

    static native ByteBuffer dataConst(long tensor);

    // Gradients.
    /** Overwrites {@code tensors} with the handles of their gradients. */
    static native void tapeBackward(long scope, long tape, long loss, long[] tensors);

    // Workspaces.
    /** Returns the scope to make current. */
    static native long workspaceEnter(long workspace, long outer);

    /** As the one below that keeps some, without an array. */
    static native void workspaceLeave(long workspace);

    /** The fields of {@code TenureWorkspaceStats}, in their order. Workspace 0: the sum over all. */
    static native void workspaceStats(long workspace, long[] out);

    static native long workspaceCycle(long workspace);

    /** Six numbers a cycle, the fields of {@code TenureWorkspaceCycle}; the oldest first. */
    static native long[] workspaceHistory(long workspace);

    /** The workspace that a tensor lies in, 0 for none, and the cycle. */
    static native void tensorWorkspace(long tensor, long[] out);

    // Files.
    static native void safetensorsSave(String path, String[] names, long[] tensors);

    static native String[] safetensorsNames(String path);

    static native void safetensorsLoadMany(long scope, String path, String[] names, long[] handles);

    // Files as bytes, for file systems that only Java knows: the first n of a direct buffer; messages call it `file`.
    static native long npyLoadBytes(long scope, ByteBuffer bytes, long n, String file);

    static native byte[] npyToBytes(long tensor);

    static native byte[] safetensorsToBytes(String[] names, long[] tensors);

    static native String[] safetensorsNamesBytes(ByteBuffer bytes, long n, String file);

    static native long safetensorsLoadBytes(long scope, ByteBuffer bytes, long n, String file, String name);

    static native void safetensorsLoadManyBytes(
            long scope, ByteBuffer bytes, long n, String file, String[] names, long[] handles);

    // <generated by ci/generate from src/api; do not edit>
    static native long zeros(long scope, int device, int dtype, int n, long v0, long v1, long v2, long v3);

    static native long zeros(long scope, int device, int dtype, long[] dims);

    static native long empty(long scope, int device, int dtype, int n, long v0, long v1, long v2, long v3);

    static native long empty(long scope, int device, int dtype, long[] dims);

    static native long ones(long scope, int device, int dtype, int n, long v0, long v1, long v2, long v3);

    static native long ones(long scope, int device, int dtype, long[] dims);

    static native long full(long scope, int device, int dtype, double value, int n, long v0, long v1, long v2, long v3);

    static native long full(long scope, int device, int dtype, double value, long[] dims);

    static native long rand(long scope, int device, int dtype, int n, long v0, long v1, long v2, long v3);

    static native long rand(long scope, int device, int dtype, long[] dims);

    static native long randn(long scope, int device, int dtype, int n, long v0, long v1, long v2, long v3);

    static native long randn(long scope, int device, int dtype, long[] dims);

    static native long arange(long scope, int device, int dtype, double start, double end, double step);

    static native long alias(long scope, long t);

    static native long share(long t);

    static native long useCount(long t);

    static native int dtype(long t);

    static native int device(long t);

    static native int rank(long t);

    static native long size(long t);

    static native long nbytes(long t);

    static native long[] shape(long t);

    static native long[] strides(long t);

    static native boolean isContiguous(long t);

    static native String toString(long t);

    static native long reshape(long scope, long t, int n, long v0, long v1, long v2, long v3);

    static native long reshape(long scope, long t, long[] dims);

    static native long permute(long scope, long t, int n, long v0, long v1, long v2, long v3);

    static native long permute(long scope, long t, long[] axes);

    static native long transpose(long scope, long t, long a, long b);

    static native long slice(long scope, long t, long axis, long start, long end, long step);

    static native long select(long scope, long t, long axis, long index);

    static native long squeeze(long scope, long t, long axis);

    static native long squeezeAll(long scope, long t);

    static native long unsqueeze(long scope, long t, long axis);

    static native long expand(long scope, long t, int n, long v0, long v1, long v2, long v3);

    static native long expand(long scope, long t, long[] dims);

    static native double item(long t);

    static native long itemI64(long t);

    static native long copy(long scope, long t);

    static native long contiguous(long scope, long t);

    static native long leverage(long scope, long t);

    static native long cast(long scope, long t, int dtype);

    static native long toDevice(long scope, long t, int device);

    static native long add(long scope, long t, long other);

    static native long sub(long scope, long t, long other);

    static native long mul(long scope, long t, long other);

    static native long div(long scope, long t, long other);

    static native long pow(long scope, long t, long exponent);

    static native long maximum(long scope, long t, long other);

    static native long minimum(long scope, long t, long other);

    static native long addScalar(long scope, long t, double other);

    static native long subScalar(long scope, long t, double other);

    static native long mulScalar(long scope, long t, double other);

    static native long divScalar(long scope, long t, double other);

    static native long powScalar(long scope, long t, double exponent);

    static native long maximumScalar(long scope, long t, double other);

    static native long minimumScalar(long scope, long t, double other);

    static native long rsubScalar(long scope, long t, double other);

    static native long rdivScalar(long scope, long t, double other);

    static native long eq(long scope, long t, long other);

    static native long eqScalar(long scope, long t, double other);

    static native long ne(long scope, long t, long other);

    static native long neScalar(long scope, long t, double other);

    static native long lt(long scope, long t, long other);

    static native long ltScalar(long scope, long t, double other);

    static native long le(long scope, long t, long other);

    static native long leScalar(long scope, long t, double other);

    static native long gt(long scope, long t, long other);

    static native long gtScalar(long scope, long t, double other);

    static native long ge(long scope, long t, long other);

    static native long geScalar(long scope, long t, double other);

    static native long neg(long scope, long t);

    static native long exp(long scope, long t);

    static native long log(long scope, long t);

    static native long sqrt(long scope, long t);

    static native long abs(long scope, long t);

    static native long relu(long scope, long t);

    static native long sigmoid(long scope, long t);

    static native long tanh(long scope, long t);

    static native long softplus(long scope, long t);

    static native long gelu(long scope, long t);

    static native long geluTanh(long scope, long t);

    static native long where(long scope, long cond, long a, long b);

    static native long matmul(long scope, long t, long other);

    static native long softmax(long scope, long t, long axis);

    static native long logSoftmax(long scope, long t, long axis);

    static native long crossEntropy(long scope, long t, long targets);

    static native long nllLoss(long scope, long t, long targets);

    static native long concat(long scope, long[] tensors, long axis);

    static native long stack(long scope, long[] tensors, long axis);

    static native long indexSelect(long scope, long t, long axis, long index);

    static native long oneHot(long scope, long t, long classes);

    static native long sum(long scope, long t, boolean keepdim, int n, long v0, long v1, long v2, long v3);

    static native long sum(long scope, long t, boolean keepdim, long[] axes);

    static native long mean(long scope, long t, boolean keepdim, int n, long v0, long v1, long v2, long v3);

    static native long mean(long scope, long t, boolean keepdim, long[] axes);

    static native long max(long scope, long t, boolean keepdim, int n, long v0, long v1, long v2, long v3);

    static native long max(long scope, long t, boolean keepdim, long[] axes);

    static native long min(long scope, long t, boolean keepdim, int n, long v0, long v1, long v2, long v3);

    static native long min(long scope, long t, boolean keepdim, long[] axes);

    static native long argmax(long scope, long t, boolean keepdim, int n, long v0, long v1, long v2, long v3);

    static native long argmax(long scope, long t, boolean keepdim, long[] axes);

    static native void addInPlace(long t, long other);

    static native void addScalarInPlace(long t, double other);

    static native void subInPlace(long t, long other);

    static native void subScalarInPlace(long t, double other);

    static native void mulInPlace(long t, long other);

    static native void mulScalarInPlace(long t, double other);

    static native void divInPlace(long t, long other);

    static native void divScalarInPlace(long t, double other);

    static native void fill(long t, double value);

    static native void zero(long t);

    static native long scopePush(long parent);

    static native long scopePushOutside(long parent);

    static native void scopePop(long scope, long[] keep);

    static native void scopeClose(long scope);

    static native void scopeKeep(long handle);

    static native void scopeAttach(long scope, long handle);

    static native void scopeDetach(long handle);

    static native void scopeCheckOwns(long scope, long handle);

    static native long scopeOwner(long handle);

    static native void scopeTempAttach(long scope, long handle);

    static native void scopeRet(long scope, long handle);

    static native void scopeCloseAllBut(long scope, long[] keep);

    static native void scopeSetCapped(long scope, boolean capped);

    static native boolean scopeIsCapped(long scope);

    static native void scopeSetLimit(long scope, long bytes);

    static native void scopeMeasure(long scope);

    static native long[] scopeMembers(long scope);

    static native String scopeDump(long scope, int format);

    static native String scopeGrowing(int format);

    static native void handleSetName(long handle, String name);

    static native String handleName(long handle);

    static native long[] handleLive();

    static native void handleNote(long handle, String site);

    static native void handleNoteClosed(long handle, String site);

    static native int leakLevel();

    static native void leakSetLevel(int level);

    static native String leakReport(int format, long[] ignoring);

    static native void leakForget();

    static native long counterStart(long scope);

    static native void counterDispose(long counter);

    static native void memorySetLimit(int device, long bytes);

    static native void memoryTrim(int device);

    static native void memoryResetPeak(int device);

    static native void memoryRelieving(int device);

    static native void memoryRelieved(int device);

    static native void memorySetUnownedThreshold(int device, long bytes);

    static native void memorySetManagedMax(long bytes);

    static native long workspaceCreate(long parent, String name, long thread, String config);

    static native String workspaceMisuses();

    static native void workspaceDestroy(long workspace);

    static native String workspaceConfig(long workspace);

    static native String workspaceConfigCheck(String json);

    static native long workspaceGet(String name, long thread, String config);

    static native long workspaceFind(String name, long thread);

    static native void workspaceLeave(long workspace, long[] keep);

    static native void workspaceToggle(long workspace, boolean on);

    static native void workspaceInitialize(long workspace);

    static native String workspaceReport(long workspace, boolean asJson);

    static native long tapeOpen(long scope);

    static native long tapeWatch(long scope, long tape, long t);

    static native void tapeDispose(long tape);

    static native long sgdCreate(long scope, long[] params, double lr, double momentum);

    static native void sgdStep(long sgd, long[] grads);

    static native void sgdDispose(long sgd);

    static native long npyLoad(long scope, String path);

    static native void npySave(String path, long t);

    static native long safetensorsLoad(long scope, String path, String name);

    static native void randomSeed(long seed);

    static native void debugRaise(int status);

    // </generated>
}
