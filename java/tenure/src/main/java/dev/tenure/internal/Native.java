package dev.tenure.internal;

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
public final class Native {
    static {
        NativeLoader.load();
    }

    private Native() {}

    // Written by hand is what passes memory of Java's, gives two numbers, or is for Java alone. The rest follows below.
    // The library.
    public static native int abiVersion();

    public static native String version();

    /** Four bytes of the library: an int that is not 0 while more is unowned than the threshold allows. */
    public static native ByteBuffer pressureWord();

    /** Eight bytes of the library: how often scopes have ended with another; one that was open then may not be after that. */
    public static native ByteBuffer endings();

    // Handles of every kind.
    /** What is not valid any more, or of another kind, is left alone in silence. */
    public static native void tensorDispose(long tensor);

    /** Releases the first {@code n}; those not valid any more are skipped. Returns how many were released. */
    public static native long release(long[] handles, int n);

    public static native boolean isLive(long handle);

    /** As {@code scopePop} that keeps one, without an array. */
    public static native void scopePopOne(long scope, long kept);

    /** The backstop's release of the first {@code n}. Returns how many were released. */
    public static native long collect(long[] handles, int n);

    // Creation.
    /** A float32 tensor of one dimension of {@code n} elements, at most 4. */
    public static native long ofFloats(long scope, int device, int n, float v0, float v1, float v2, float v3);

    /** From a primitive array; its element type and {@code dtype} agree. */
    public static native long fromArray(long scope, int device, int dtype, Object array, long[] shape);

    /** From {@code nbytes} of a direct buffer, {@code offset} bytes after its start. */
    public static native long fromBuffer(
            long scope, int device, int dtype, Buffer buffer, long offset, long nbytes, long[] shape);

    // Elements.
    /** The elements as a new primitive array. */
    public static native Object toArray(long tensor, int dtype);

    public static native void copyToArray(long tensor, int dtype, Object array);

    public static native void copyFromArray(long tensor, int dtype, Object array);

    /** With {@code dtype} 0 the elements may be of any type. */
    public static native void copyToBuffer(long tensor, int dtype, Buffer buffer, long offset, long nbytes);

    public static native void copyFromBuffer(long tensor, int dtype, Buffer buffer, long offset, long nbytes);

    /** The memory of a contiguous tensor; the caller keeps the handle valid for as long as the buffer lives. */
    public static native ByteBuffer data(long tensor);

    public static native ByteBuffer dataConst(long tensor);

    // Gradients.
    /** Overwrites {@code tensors} with the handles of their gradients. */
    public static native void tapeBackward(long scope, long tape, long loss, long[] tensors);

    // Workspaces.
    /** Returns the scope to make current. */
    public static native long workspaceEnter(long workspace, long outer);

    /** As the one below that keeps some, without an array. */
    public static native void workspaceLeave(long workspace);

    public static native long workspaceCycle(long workspace);

    /** The workspace that a tensor lies in, 0 for none, and the cycle. */
    public static native void tensorWorkspace(long tensor, long[] out);

    // Files.
    public static native void safetensorsSave(String path, String[] names, long[] tensors);

    public static native String[] safetensorsNames(String path);

    public static native void safetensorsLoadMany(long scope, String path, String[] names, long[] handles);

    // Files as bytes, for file systems that only Java knows: the first n of a direct buffer; messages call it `file`.
    public static native long npyLoadBytes(long scope, ByteBuffer bytes, long n, String file);

    public static native byte[] npyToBytes(long tensor);

    public static native byte[] safetensorsToBytes(String[] names, long[] tensors);

    public static native String[] safetensorsNamesBytes(ByteBuffer bytes, long n, String file);

    public static native long safetensorsLoadBytes(long scope, ByteBuffer bytes, long n, String file, String name);

    public static native void safetensorsLoadManyBytes(
            long scope, ByteBuffer bytes, long n, String file, String[] names, long[] handles);

    // <generated by ci/generate from src/api; do not edit>
    public static native long zeros(long scope, int device, int dtype, int n, long v0, long v1, long v2, long v3);

    public static native long zeros(long scope, int device, int dtype, long[] dims);

    public static native long empty(long scope, int device, int dtype, int n, long v0, long v1, long v2, long v3);

    public static native long empty(long scope, int device, int dtype, long[] dims);

    public static native long ones(long scope, int device, int dtype, int n, long v0, long v1, long v2, long v3);

    public static native long ones(long scope, int device, int dtype, long[] dims);

    public static native long full(
            long scope, int device, int dtype, double value, int n, long v0, long v1, long v2, long v3);

    public static native long full(long scope, int device, int dtype, double value, long[] dims);

    public static native long rand(long scope, int device, int dtype, int n, long v0, long v1, long v2, long v3);

    public static native long rand(long scope, int device, int dtype, long[] dims);

    public static native long randn(long scope, int device, int dtype, int n, long v0, long v1, long v2, long v3);

    public static native long randn(long scope, int device, int dtype, long[] dims);

    public static native long arange(long scope, int device, int dtype, double start, double end, double step);

    public static native long alias(long scope, long t);

    public static native long share(long t);

    public static native long export(long t);

    public static native long useCount(long t);

    public static native int dtype(long t);

    public static native int device(long t);

    public static native int rank(long t);

    public static native long size(long t);

    public static native long nbytes(long t);

    public static native long[] shape(long t);

    public static native long[] strides(long t);

    public static native boolean isContiguous(long t);

    public static native String toString(long t);

    public static native long reshape(long scope, long t, int n, long v0, long v1, long v2, long v3);

    public static native long reshape(long scope, long t, long[] dims);

    public static native long permute(long scope, long t, int n, long v0, long v1, long v2, long v3);

    public static native long permute(long scope, long t, long[] axes);

    public static native long transpose(long scope, long t, long first, long second);

    public static native long slice(long scope, long t, long axis, long start, long end, long step);

    public static native long select(long scope, long t, long axis, long index);

    public static native long squeeze(long scope, long t, long axis);

    public static native long squeezeAll(long scope, long t);

    public static native long unsqueeze(long scope, long t, long axis);

    public static native long expand(long scope, long t, int n, long v0, long v1, long v2, long v3);

    public static native long expand(long scope, long t, long[] dims);

    public static native double item(long t);

    public static native long itemI64(long t);

    public static native long copy(long scope, long t);

    public static native long contiguous(long scope, long t);

    public static native long leverage(long scope, long t);

    public static native long cast(long scope, long t, int dtype);

    public static native long toDevice(long scope, long t, int device);

    public static native long add(long scope, long t, long other);

    public static native long sub(long scope, long t, long other);

    public static native long mul(long scope, long t, long other);

    public static native long div(long scope, long t, long other);

    public static native long pow(long scope, long t, long exponent);

    public static native long maximum(long scope, long t, long other);

    public static native long minimum(long scope, long t, long other);

    public static native long addScalar(long scope, long t, double other);

    public static native long subScalar(long scope, long t, double other);

    public static native long mulScalar(long scope, long t, double other);

    public static native long divScalar(long scope, long t, double other);

    public static native long powScalar(long scope, long t, double exponent);

    public static native long maximumScalar(long scope, long t, double other);

    public static native long minimumScalar(long scope, long t, double other);

    public static native long rsubScalar(long scope, long t, double other);

    public static native long rdivScalar(long scope, long t, double other);

    public static native long eq(long scope, long t, long other);

    public static native long eqScalar(long scope, long t, double other);

    public static native long ne(long scope, long t, long other);

    public static native long neScalar(long scope, long t, double other);

    public static native long lt(long scope, long t, long other);

    public static native long ltScalar(long scope, long t, double other);

    public static native long le(long scope, long t, long other);

    public static native long leScalar(long scope, long t, double other);

    public static native long gt(long scope, long t, long other);

    public static native long gtScalar(long scope, long t, double other);

    public static native long ge(long scope, long t, long other);

    public static native long geScalar(long scope, long t, double other);

    public static native long neg(long scope, long t);

    public static native long exp(long scope, long t);

    public static native long log(long scope, long t);

    public static native long sqrt(long scope, long t);

    public static native long abs(long scope, long t);

    public static native long relu(long scope, long t);

    public static native long sigmoid(long scope, long t);

    public static native long tanh(long scope, long t);

    public static native long softplus(long scope, long t);

    public static native long gelu(long scope, long t);

    public static native long geluTanh(long scope, long t);

    public static native long where(long scope, long condition, long a, long b);

    public static native long matmul(long scope, long t, long other);

    public static native long softmax(long scope, long t, long axis);

    public static native long logSoftmax(long scope, long t, long axis);

    public static native long crossEntropy(long scope, long t, long targets);

    public static native long nllLoss(long scope, long t, long targets);

    public static native long concat(long scope, long[] tensors, long axis);

    public static native long stack(long scope, long[] tensors, long axis);

    public static native long indexSelect(long scope, long t, long axis, long index);

    public static native long oneHot(long scope, long t, long classes);

    public static native long sum(long scope, long t, boolean keepdim, int n, long v0, long v1, long v2, long v3);

    public static native long sum(long scope, long t, boolean keepdim, long[] axes);

    public static native long mean(long scope, long t, boolean keepdim, int n, long v0, long v1, long v2, long v3);

    public static native long mean(long scope, long t, boolean keepdim, long[] axes);

    public static native long max(long scope, long t, boolean keepdim, int n, long v0, long v1, long v2, long v3);

    public static native long max(long scope, long t, boolean keepdim, long[] axes);

    public static native long min(long scope, long t, boolean keepdim, int n, long v0, long v1, long v2, long v3);

    public static native long min(long scope, long t, boolean keepdim, long[] axes);

    public static native long argmax(long scope, long t, boolean keepdim, int n, long v0, long v1, long v2, long v3);

    public static native long argmax(long scope, long t, boolean keepdim, long[] axes);

    public static native void addInPlace(long t, long other);

    public static native void addScalarInPlace(long t, double other);

    public static native void subInPlace(long t, long other);

    public static native void subScalarInPlace(long t, double other);

    public static native void mulInPlace(long t, long other);

    public static native void mulScalarInPlace(long t, double other);

    public static native void divInPlace(long t, long other);

    public static native void divScalarInPlace(long t, double other);

    public static native void fill(long t, double value);

    public static native void zero(long t);

    public static native long scopePush(long parent);

    public static native long scopePushOutside(long parent);

    public static native long scopePushSince(long parent, long endings, boolean outside);

    public static native boolean scopeIsOpen(long scope, long endings);

    public static native void scopeEnded();

    public static native void scopePop(long scope, long[] keep);

    public static native void scopeClose(long scope);

    public static native void scopeKeep(long handle);

    public static native void scopeAttach(long scope, long handle);

    public static native void scopeDetach(long handle);

    public static native void scopeCheckOwns(long scope, long handle);

    public static native long scopeOwner(long handle);

    public static native void scopeTempAttach(long scope, long handle);

    public static native void scopeRet(long scope, long handle);

    public static native void scopeCloseAllBut(long scope, long[] keep);

    public static native void scopeSetCapped(long scope, boolean capped);

    public static native boolean scopeIsCapped(long scope);

    public static native void scopeSetLimit(long scope, long bytes);

    public static native void scopeMeasure(long scope);

    public static native long[] scopeMembers(long scope);

    public static native long[] scopeStats(long scope);

    public static native String scopeDump(long scope, int format);

    public static native String scopeGrowing(int format);

    public static native void handleSetName(long handle, String name);

    public static native String handleName(long handle);

    public static native long[] handleLive();

    public static native void handleNote(long handle, String site);

    public static native void handleNoteClosed(long handle, String site);

    public static native int leakLevel();

    public static native void leakSetLevel(int level);

    public static native String leakReport(int format, long[] ignoring);

    public static native long leakBegin();

    public static native String leakSince(long moment, int format);

    public static native String leakUnreported(int format);

    public static native void leakSetReported(long[] handles);

    public static native String leakExported(int format);

    public static native long leakFoundCount();

    public static native String leakFound(long after, long until, int format);

    public static native void leakForget();

    public static native long counterStart(long scope);

    public static native long[] counterRead(long counter);

    public static native void counterDispose(long counter);

    public static native long[] memoryStats(int device);

    public static native void memorySetLimit(int device, long bytes);

    public static native void memoryTrim(int device);

    public static native void memoryResetPeak(int device);

    public static native void memoryRelieving(int device);

    public static native void memoryRelieved(int device);

    public static native void memorySetUnownedThreshold(int device, long bytes);

    public static native long memoryUnownedThreshold(int device);

    public static native void memorySetManagedMax(long bytes);

    public static native void pressureSetCollector(int collector);

    public static native long pressureRefused(int collector, long thread);

    public static native long pressureHigh(int collector, long thread);

    public static native long pressureOnlyTry(int collector, long thread);

    public static native long pressureNext(long ticket);

    public static native long pressureWaitNext(long ticket);

    public static native boolean pressureWaits(long ticket);

    public static native void pressureOver(long ticket, boolean found, long used);

    public static native long pressureLeave(long ticket);

    public static native long workspaceCreate(long parent, String name, long thread, String config);

    public static native String workspaceMisuses();

    public static native String workspaceMisuseRows();

    public static native void workspaceDestroy(long workspace);

    public static native String workspaceConfig(long workspace);

    public static native String workspaceConfigCheck(String json);

    public static native String workspaceConfigRow(String json);

    public static native long workspaceGet(String name, long thread, String config);

    public static native long workspaceFind(String name, long thread);

    public static native void workspaceLeave(long workspace, long[] keep);

    public static native void workspaceToggle(long workspace, boolean on);

    public static native void workspaceInitialize(long workspace);

    public static native long[] workspaceStats(long workspace);

    public static native long[] workspaceHistory(long workspace);

    public static native String workspaceReport(long workspace, boolean asJson);

    public static native long tapeOpen(long scope);

    public static native long tapeWatch(long scope, long tape, long tensor);

    public static native void tapeDispose(long tape);

    public static native long sgdCreate(long scope, long[] parameters, double learningRate, double momentum);

    public static native void sgdStep(long sgd, long[] gradients);

    public static native void sgdDispose(long sgd);

    public static native long npyLoad(long scope, String path);

    public static native void npySave(String path, long t);

    public static native long safetensorsLoad(long scope, String path, String name);

    public static native void randomSeed(long seed);

    public static native void debugRaise(int status);

    // </generated>
}
