package dev.tenure.internal;

import java.nio.Buffer;
import java.nio.ByteBuffer;

/**
 * The native methods, one for each function of the core that Java uses. {@code scope} is the owner
 * of the result (0: the owner of the first operand, or else unowned), handles are {@code long}, and
 * every failure is thrown.
 *
 * <p>The library registers all of them when it is loaded, and refuses to load if one is missing
 * here, so that the two sides cannot diverge. Shapes and axes of up to four numbers are passed as
 * scalars, {@code n} of {@code v0} to {@code v3}, because reading a Java array costs more than
 * creating a tensor.
 */
public final class Native {
    static {
        NativeLoader.load();
    }

    private Native() {}

    // Methods are written by hand if they pass Java memory, return two numbers, or exist only for
    // Java. The rest is below.
    // The library.
    public static native int abiVersion();

    public static native String version();

    /** Throws if the text has a lone surrogate, as every call that takes text does. */
    public static native void checkText(String text);

    /**
     * Four bytes of the library: an int that is not 0 while more bytes are unowned than the
     * threshold allows.
     */
    public static native ByteBuffer pressureWord();

    /** Four bytes of the library, which change with each record of ONNX Runtime's log. */
    public static native ByteBuffer logWord();

    /** Four bytes of the library: the number of sampled handles whose line is not known yet. */
    public static native ByteBuffer recordWaiting();

    /**
     * Eight bytes of the library: the count of scopes that have ended with another, see
     * {@link Endings}.
     */
    public static native ByteBuffer endings();

    // Handles of every kind.
    /** Has no effect on a handle that is stale or of another kind. */
    public static native void tensorDispose(long tensor);

    /**
     * Releases the first {@code n} handles and skips stale ones. Returns how many were released.
     */
    public static native long release(long[] handles, int n);

    public static native boolean isLive(long handle);

    /** As {@link #release}, for the backstop. */
    public static native long collect(long[] handles, int n);

    // Creation.
    /** Makes a float32 tensor of one dimension with {@code n} elements, at most 4. */
    public static native long ofFloats(long scope, int device, int n, float v0, float v1, float v2, float v3);

    /** From a primitive array of element type {@code elements}, converted to {@code dtype}. */
    public static native long fromArray(
            long scope, int device, int dtype, int elements, Object array, long[] shape);

    /**
     * Makes a tensor from {@code nbytes} of a direct buffer, {@code offset} bytes after its start.
     */
    public static native long fromBuffer(
            long scope, int device, int dtype, Buffer buffer, long offset, long nbytes, long[] shape);

    // Elements.
    /**
     * Copies the elements to a primitive array, converted to {@code dtype}; if {@code exact},
     * another type is an error.
     */
    public static native Object toArray(long tensor, int dtype, boolean exact);

    public static native void copyToArray(long tensor, int dtype, Object array);

    public static native void copyFromArray(long tensor, int dtype, Object array);

    /** To rows that begin {@code offset + i * stride} elements after the start of the array; 0 is the size of a row. */
    public static native void copyToArrayRows(long tensor, int dtype, Object array, long offset, long stride);

    public static native void copyFromArrayRows(long tensor, int dtype, Object array, long offset, long stride);

    /** With {@code dtype} 0 the elements may have any type. */
    public static native void copyToBuffer(long tensor, int dtype, Buffer buffer, long offset, long nbytes);

    public static native void copyFromBuffer(long tensor, int dtype, Buffer buffer, long offset, long nbytes);

    /** The memory of a contiguous tensor; the caller keeps the handle valid for as long as the buffer lives. */
    public static native ByteBuffer data(long tensor);

    public static native ByteBuffer dataConst(long tensor);

    /**
     * Makes a tensor on the memory of a DLPack structure at {@code address}, which is consumed on
     * success.
     */
    public static native long fromDlpack(long scope, long address, int versioned, int copy);

    /**
     * Makes a tensor on the memory of a direct buffer. The ticket comes back by {@link #returned} when
     * nothing uses the memory any more, and if this fails at once.
     */
    public static native long wrap(
            long scope, int dtype, Buffer buffer, long offset, long nbytes, boolean readOnly, long[] shape, long ticket);

    /** As {@link #wrap}, on memory at an address. */
    public static native long wrapAddress(
            long scope, int dtype, long address, long nbytes, boolean readOnly, long[] shape, long ticket);

    /** The address of a contiguous tensor's elements; the caller keeps the handle valid for as long as it is used. */
    public static native long address(long tensor, boolean readOnly);

    /** The first ticket of a new lender, who counts on from it. */
    public static native long lender();

    /** Takes tickets that came back to the lender of this one, as many as there is room for, and returns how many. */
    public static native int returned(long ticket, long[] tickets);

    /** Returns the address of a DLPack structure, whose deleter the caller calls. */
    public static native long toDlpack(long tensor, int versioned);

    // Gradients.
    /** Replaces the handles in {@code tensors} by those of their gradients. */
    public static native void tapeBackward(long scope, long tape, long loss, long[] tensors);

    // Workspaces.
    /** Returns the scope to make current. */
    public static native long workspaceEnter(long workspace, long outer);

    /** As the method below that keeps resources, but without an array. */
    public static native void workspaceLeave(long workspace);

    public static native long workspaceCycle(long workspace);

    /** Writes the workspace that a tensor lies in, 0 for none, and the cycle. */
    public static native void tensorWorkspace(long tensor, long[] out);

    // Files.
    public static native String[] safetensorsNames(String path);

    // Files as bytes, for file systems that only Java can read: the first n of a direct buffer;
    // messages contain `file`.
    public static native long npyLoadBytes(long scope, ByteBuffer bytes, long n, String file, int dtype);

    public static native long onnxModelLoadBytes(long scope, ByteBuffer bytes, long n, String options);

    public static native long onnxModelLoadParts(
            long scope,
            ByteBuffer bytes,
            long at,
            long n,
            String[] names,
            ByteBuffer[] files,
            long[] parts,
            String options);

    public static native byte[] npyToBytes(long tensor);

    public static native byte[] safetensorsToBytes(String[] names, long[] tensors, String metadata);

    public static native String[] safetensorsNamesBytes(ByteBuffer bytes, long n, String file);

    public static native String safetensorsEntriesBytes(ByteBuffer bytes, long n, String file);

    public static native String safetensorsMetadataBytes(ByteBuffer bytes, long n, String file);

    public static native int safetensorsLoadListBytes(
            long scope, ByteBuffer bytes, long n, String file, String names, int dtype, long[] made);

    public static native byte[] npzToBytes(String[] names, long[] tensors, boolean compressed);

    public static native String npzEntriesBytes(ByteBuffer bytes, long n, String file);

    public static native int npzLoadListBytes(
            long scope, ByteBuffer bytes, long n, String file, String names, int dtype, long[] made);

    public static native String ggufEntriesBytes(ByteBuffer bytes, long n, String file);

    public static native String ggufMetadataBytes(ByteBuffer bytes, long n, String file);

    public static native int ggufLoadListBytes(
            long scope, ByteBuffer bytes, long n, String file, String names, int dtype, long[] made);

    public static native String pthEntriesBytes(ByteBuffer bytes, long n, String file);

    public static native int pthLoadListBytes(
            long scope, ByteBuffer bytes, long n, String file, String names, int dtype, long[] made);

    public static native int dataLoaderNext(long scope, long dataLoader, long[] made);

    public static native long idxLoadBytes(long scope, ByteBuffer bytes, long n, String file);

    public static native long imageDecode(
            long scope, ByteBuffer bytes, long n, long channels, boolean channelsLast, boolean asBytes);

    public static native byte[] imageToBytes(long tensor, boolean channelsLast);

    public static native long tableReadCsvBytes(
            long scope,
            ByteBuffer bytes,
            long n,
            String file,
            boolean header,
            String delimiter,
            String quote,
            String types,
            String missing);

    public static native String recordLoadBytes(ByteBuffer bytes, long n, String file);

    public static native byte[] recordExportBytes(String snapshot, int format);

    public static native byte[] recordPageBytes(String snapshot, String html);

    // <generated by ci/generate from src/api; do not edit>
    public static native long zeros(long scope, int device, int dtype, int n, long v0, long v1, long v2, long v3);

    public static native long zeros(long scope, int device, int dtype, long[] dims);

    public static native long empty(long scope, int device, int dtype, int n, long v0, long v1, long v2, long v3);

    public static native long empty(long scope, int device, int dtype, long[] dims);

    public static native long ones(long scope, int device, int dtype, int n, long v0, long v1, long v2, long v3);

    public static native long ones(long scope, int device, int dtype, long[] dims);

    public static native long full(
            long scope, int device, int dtype, int valueKind, long value, int n, long v0, long v1, long v2, long v3);

    public static native long full(long scope, int device, int dtype, int valueKind, long value, long[] dims);

    public static native long rand(long scope, int device, int dtype, int n, long v0, long v1, long v2, long v3);

    public static native long rand(long scope, int device, int dtype, long[] dims);

    public static native long randn(long scope, int device, int dtype, int n, long v0, long v1, long v2, long v3);

    public static native long randn(long scope, int device, int dtype, long[] dims);

    public static native long arange(
            long scope, int device, int dtype, int startKind, long start, int endKind, long end, int stepKind, long step);

    public static native long linspace(long scope, int device, int dtype, double start, double end, long steps);

    public static native long linspaceEndpoint(
            long scope, int device, int dtype, double start, double end, long steps, boolean endpoint);

    public static native long logspace(
            long scope, int device, int dtype, double start, double end, long steps, double radix);

    public static native long eye(long scope, int device, int dtype, long rows, long columns);

    public static native long eyeDiagonal(long scope, int device, int dtype, long rows, long columns, long diagonal);

    public static native long randint(
            long scope, int device, int dtype, long low, long high, int n, long v0, long v1, long v2, long v3);

    public static native long randint(long scope, int device, int dtype, long low, long high, long[] dims);

    public static native long randperm(long scope, int device, int dtype, long n);

    public static native long normal(
            long scope, int device, int dtype, double mean, double std, int n, long v0, long v1, long v2, long v3);

    public static native long normal(long scope, int device, int dtype, double mean, double std, long[] dims);

    public static native long uniform(
            long scope, int device, int dtype, double low, double high, int n, long v0, long v1, long v2, long v3);

    public static native long uniform(long scope, int device, int dtype, double low, double high, long[] dims);

    public static native long trilIndices(long scope, int device, int dtype, long rows, long columns, long diagonal);

    public static native long triuIndices(long scope, int device, int dtype, long rows, long columns, long diagonal);

    public static native long zerosLike(long scope, long t);

    public static native long onesLike(long scope, long t);

    public static native long emptyLike(long scope, long t);

    public static native long randLike(long scope, long t);

    public static native long randnLike(long scope, long t);

    public static native long fullLike(long scope, long t, int valueKind, long value);

    public static native long randintLike(long scope, long t, long low, long high);

    public static native long zerosLikeDtype(long scope, long t, int dtype);

    public static native long onesLikeDtype(long scope, long t, int dtype);

    public static native long emptyLikeDtype(long scope, long t, int dtype);

    public static native long fullLikeDtype(long scope, long t, int valueKind, long value, int dtype);

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

    public static native boolean isReadOnly(long t);

    public static native String toString(long t);

    public static native String toStringFormat(long t, long precision, long threshold, long edgeItems, long lineWidth);

    public static native long reshape(long scope, long t, int n, long v0, long v1, long v2, long v3);

    public static native long reshape(long scope, long t, long[] dims);

    public static native long reshapeCopy(long scope, long t, int copy, long[] dims);

    public static native long view(long scope, long t, int n, long v0, long v1, long v2, long v3);

    public static native long view(long scope, long t, long[] dims);

    public static native long permute(long scope, long t, int n, long v0, long v1, long v2, long v3);

    public static native long permute(long scope, long t, long[] axes);

    public static native long transpose(long scope, long t, long first, long second);

    public static native long slice(long scope, long t, long axis, long start, long end, long step);

    public static native long select(long scope, long t, long axis, long index);

    public static native long squeeze(long scope, long t, long axis);

    public static native long squeezeAllAxes(long scope, long t);

    public static native long unsqueeze(long scope, long t, long axis);

    public static native long expand(long scope, long t, int n, long v0, long v1, long v2, long v3);

    public static native long expand(long scope, long t, long[] dims);

    public static native int split(long scope, long t, long axis, long[] sizes, long[] made);

    public static native int splitScalar(long scope, long t, long size, long axis, long[] made);

    public static native int chunk(long scope, long t, long chunks, long axis, long[] made);

    public static native int unbind(long scope, long t, long axis, long[] made);

    public static native int meshgrid(long scope, long[] tensors, boolean xy, long[] made);

    public static native long narrow(long scope, long t, long axis, long start, long length);

    public static native long movedim(long scope, long t, long[] source, long[] destination);

    public static native long flatten(long scope, long t, long start, long end);

    public static native long unflatten(long scope, long t, long axis, long[] sizes);

    public static native long diagonal(long scope, long t, long offset, long first, long second);

    public static native long unfold(long scope, long t, long axis, long size, long step);

    public static native long broadcastTo(long scope, long t, int n, long v0, long v1, long v2, long v3);

    public static native long broadcastTo(long scope, long t, long[] dims);

    public static native long swapaxes(long scope, long t, long first, long second);

    public static native long matrixTranspose(long scope, long t);

    public static native long squeezeAxes(long scope, long t, int n, long v0, long v1, long v2, long v3);

    public static native long squeezeAxes(long scope, long t, long[] axes);

    public static native int broadcastTensors(long scope, long[] tensors, long[] made);

    public static native double item(long t);

    public static native long itemI64(long t);

    public static native long copy(long scope, long t);

    public static native long contiguous(long scope, long t);

    public static native long leverage(long scope, long t);

    public static native long cast(long scope, long t, int dtype);

    public static native long castCopy(long scope, long t, int dtype, int copy);

    public static native long toDevice(long scope, long t, int device);

    public static native long add(long scope, long t, long other);

    public static native long addScalar(long scope, long t, int otherKind, long other);

    public static native void addInPlace(long t, long other);

    public static native void addInto(long t, long other, long output);

    public static native void addScalarInPlace(long t, int otherKind, long other);

    public static native long sub(long scope, long t, long other);

    public static native long subScalar(long scope, long t, int otherKind, long other);

    public static native long rsubScalar(long scope, long t, int otherKind, long other);

    public static native void subInPlace(long t, long other);

    public static native void subInto(long t, long other, long output);

    public static native void subScalarInPlace(long t, int otherKind, long other);

    public static native void rsubScalarInPlace(long t, int otherKind, long other);

    public static native long mul(long scope, long t, long other);

    public static native long mulScalar(long scope, long t, int otherKind, long other);

    public static native void mulInPlace(long t, long other);

    public static native void mulInto(long t, long other, long output);

    public static native void mulScalarInPlace(long t, int otherKind, long other);

    public static native long div(long scope, long t, long other);

    public static native long divScalar(long scope, long t, int otherKind, long other);

    public static native long rdivScalar(long scope, long t, int otherKind, long other);

    public static native void divInPlace(long t, long other);

    public static native void divInto(long t, long other, long output);

    public static native void divScalarInPlace(long t, int otherKind, long other);

    public static native void rdivScalarInPlace(long t, int otherKind, long other);

    public static native long pow(long scope, long t, long exponent);

    public static native long powScalar(long scope, long t, int exponentKind, long exponent);

    public static native long rpowScalar(long scope, long t, int otherKind, long other);

    public static native void powInPlace(long t, long exponent);

    public static native void powScalarInPlace(long t, int exponentKind, long exponent);

    public static native void rpowScalarInPlace(long t, int otherKind, long other);

    public static native long maximum(long scope, long t, long other);

    public static native long maximumScalar(long scope, long t, int otherKind, long other);

    public static native void maximumInPlace(long t, long other);

    public static native void maximumInto(long t, long other, long output);

    public static native void maximumScalarInPlace(long t, int otherKind, long other);

    public static native long minimum(long scope, long t, long other);

    public static native long minimumScalar(long scope, long t, int otherKind, long other);

    public static native void minimumInPlace(long t, long other);

    public static native void minimumInto(long t, long other, long output);

    public static native void minimumScalarInPlace(long t, int otherKind, long other);

    public static native long eq(long scope, long t, long other);

    public static native long eqScalar(long scope, long t, int otherKind, long other);

    public static native long ne(long scope, long t, long other);

    public static native long neScalar(long scope, long t, int otherKind, long other);

    public static native long lt(long scope, long t, long other);

    public static native long ltScalar(long scope, long t, int otherKind, long other);

    public static native long le(long scope, long t, long other);

    public static native long leScalar(long scope, long t, int otherKind, long other);

    public static native long gt(long scope, long t, long other);

    public static native long gtScalar(long scope, long t, int otherKind, long other);

    public static native long ge(long scope, long t, long other);

    public static native long geScalar(long scope, long t, int otherKind, long other);

    public static native long neg(long scope, long t);

    public static native void negInPlace(long t);

    public static native void negInto(long t, long output);

    public static native long exp(long scope, long t);

    public static native void expInPlace(long t);

    public static native void expInto(long t, long output);

    public static native long log(long scope, long t);

    public static native void logInPlace(long t);

    public static native void logInto(long t, long output);

    public static native long sqrt(long scope, long t);

    public static native void sqrtInPlace(long t);

    public static native void sqrtInto(long t, long output);

    public static native long abs(long scope, long t);

    public static native void absInPlace(long t);

    public static native void absInto(long t, long output);

    public static native long relu(long scope, long t);

    public static native void reluInPlace(long t);

    public static native void reluInto(long t, long output);

    public static native long sigmoid(long scope, long t);

    public static native void sigmoidInPlace(long t);

    public static native void sigmoidInto(long t, long output);

    public static native long tanh(long scope, long t);

    public static native void tanhInPlace(long t);

    public static native void tanhInto(long t, long output);

    public static native long softplus(long scope, long t);

    public static native void softplusInPlace(long t);

    public static native long erf(long scope, long t);

    public static native void erfInPlace(long t);

    public static native long erfc(long scope, long t);

    public static native void erfcInPlace(long t);

    public static native long gelu(long scope, long t);

    public static native void geluInPlace(long t);

    public static native long geluTanh(long scope, long t);

    public static native void geluTanhInPlace(long t);

    public static native long where(long scope, long condition, long a, long b);

    public static native long whereTensorScalar(long scope, long condition, long a, int bKind, long b);

    public static native long whereScalarTensor(long scope, long condition, int aKind, long a, long b);

    public static native long whereScalarScalar(long scope, long condition, int aKind, long a, int bKind, long b);

    public static native long matmul(long scope, long t, long other);

    public static native void matmulInto(long t, long other, long output);

    public static native long softmax(long scope, long t, long axis);

    public static native long logSoftmax(long scope, long t, long axis);

    public static native long softmaxDtype(long scope, long t, long axis, int dtype);

    public static native long logSoftmaxDtype(long scope, long t, long axis, int dtype);

    public static native long crossEntropy(long scope, long t, long targets);

    public static native long nllLoss(long scope, long t, long targets);

    public static native long concat(long scope, long[] tensors, long axis);

    public static native long cat(long scope, long[] tensors, long axis);

    public static native long concatFlat(long scope, long[] tensors);

    public static native long stack(long scope, long[] tensors, long axis);

    public static native long hstack(long scope, long[] tensors);

    public static native long vstack(long scope, long[] tensors);

    public static native long indexSelect(long scope, long t, long axis, long index);

    public static native long oneHot(long scope, long t, long classes);

    public static native long exp2(long scope, long t);

    public static native void exp2InPlace(long t);

    public static native long expm1(long scope, long t);

    public static native void expm1InPlace(long t);

    public static native long log2(long scope, long t);

    public static native void log2InPlace(long t);

    public static native long log10(long scope, long t);

    public static native void log10InPlace(long t);

    public static native long log1p(long scope, long t);

    public static native void log1pInPlace(long t);

    public static native long rsqrt(long scope, long t);

    public static native void rsqrtInPlace(long t);

    public static native long reciprocal(long scope, long t);

    public static native void reciprocalInPlace(long t);

    public static native long square(long scope, long t);

    public static native void squareInPlace(long t);

    public static native long sin(long scope, long t);

    public static native void sinInPlace(long t);

    public static native long cos(long scope, long t);

    public static native void cosInPlace(long t);

    public static native long tan(long scope, long t);

    public static native void tanInPlace(long t);

    public static native long asin(long scope, long t);

    public static native void asinInPlace(long t);

    public static native long acos(long scope, long t);

    public static native void acosInPlace(long t);

    public static native long atan(long scope, long t);

    public static native void atanInPlace(long t);

    public static native long sinh(long scope, long t);

    public static native void sinhInPlace(long t);

    public static native long cosh(long scope, long t);

    public static native void coshInPlace(long t);

    public static native long asinh(long scope, long t);

    public static native void asinhInPlace(long t);

    public static native long acosh(long scope, long t);

    public static native void acoshInPlace(long t);

    public static native long atanh(long scope, long t);

    public static native void atanhInPlace(long t);

    public static native long lgamma(long scope, long t);

    public static native void lgammaInPlace(long t);

    public static native long digamma(long scope, long t);

    public static native void digammaInPlace(long t);

    public static native long logit(long scope, long t);

    public static native void logitInPlace(long t);

    public static native long logitEps(long scope, long t, double eps);

    public static native void logitEpsInPlace(long t, double eps);

    public static native long frac(long scope, long t);

    public static native void fracInPlace(long t);

    public static native long floor(long scope, long t);

    public static native void floorInPlace(long t);

    public static native long ceil(long scope, long t);

    public static native void ceilInPlace(long t);

    public static native long round(long scope, long t);

    public static native void roundInPlace(long t);

    public static native long trunc(long scope, long t);

    public static native void truncInPlace(long t);

    public static native long sign(long scope, long t);

    public static native void signInPlace(long t);

    public static native long roundDecimals(long scope, long t, long decimals);

    public static native void roundDecimalsInPlace(long t, long decimals);

    public static native long nanToNum(long scope, long t);

    public static native void nanToNumInPlace(long t);

    public static native long nanToNumValues(long scope, long t, double nan, double posinf, double neginf);

    public static native void nanToNumValuesInPlace(long t, double nan, double posinf, double neginf);

    public static native long clampScalar(long scope, long t, int minKind, long min, int maxKind, long max);

    public static native long clipScalar(long scope, long t, int minKind, long min, int maxKind, long max);

    public static native void clampScalarInPlace(long t, int minKind, long min, int maxKind, long max);

    public static native long clamp(long scope, long t, long min, long max);

    public static native long clip(long scope, long t, long min, long max);

    public static native void clampInPlace(long t, long min, long max);

    public static native long floorDivide(long scope, long t, long divisor);

    public static native long floorDivideScalar(long scope, long t, int divisorKind, long divisor);

    public static native long rfloordivScalar(long scope, long t, int otherKind, long other);

    public static native void floorDivideInPlace(long t, long divisor);

    public static native void floorDivideScalarInPlace(long t, int divisorKind, long divisor);

    public static native void rfloordivScalarInPlace(long t, int otherKind, long other);

    public static native long remainder(long scope, long t, long divisor);

    public static native long remainderScalar(long scope, long t, int divisorKind, long divisor);

    public static native long rmodScalar(long scope, long t, int otherKind, long other);

    public static native void remainderInPlace(long t, long divisor);

    public static native void remainderScalarInPlace(long t, int divisorKind, long divisor);

    public static native void rmodScalarInPlace(long t, int otherKind, long other);

    public static native long fmod(long scope, long t, long divisor);

    public static native long fmodScalar(long scope, long t, int divisorKind, long divisor);

    public static native void fmodInPlace(long t, long divisor);

    public static native void fmodScalarInPlace(long t, int divisorKind, long divisor);

    public static native long atan2(long scope, long t, long other);

    public static native long atan2Scalar(long scope, long t, int otherKind, long other);

    public static native long ratan2Scalar(long scope, long t, int otherKind, long other);

    public static native void atan2InPlace(long t, long other);

    public static native void atan2ScalarInPlace(long t, int otherKind, long other);

    public static native long hypot(long scope, long t, long other);

    public static native long hypotScalar(long scope, long t, int otherKind, long other);

    public static native void hypotInPlace(long t, long other);

    public static native void hypotScalarInPlace(long t, int otherKind, long other);

    public static native long copysign(long scope, long t, long other);

    public static native long copysignScalar(long scope, long t, int otherKind, long other);

    public static native long rcopysignScalar(long scope, long t, int otherKind, long other);

    public static native void copysignInPlace(long t, long other);

    public static native void copysignScalarInPlace(long t, int otherKind, long other);

    public static native long logaddexp(long scope, long t, long other);

    public static native long logaddexpScalar(long scope, long t, int otherKind, long other);

    public static native void logaddexpInPlace(long t, long other);

    public static native void logaddexpScalarInPlace(long t, int otherKind, long other);

    public static native long xlogy(long scope, long t, long other);

    public static native long xlogyScalar(long scope, long t, int otherKind, long other);

    public static native void xlogyInPlace(long t, long other);

    public static native void xlogyScalarInPlace(long t, int otherKind, long other);

    public static native long lerp(long scope, long t, long end, long weight);

    public static native void lerpInPlace(long t, long end, long weight);

    public static native long lerpScalar(long scope, long t, long end, int weightKind, long weight);

    public static native void lerpScalarInPlace(long t, long end, int weightKind, long weight);

    public static native long addcmul(long scope, long t, long a, long b, int valueKind, long value);

    public static native void addcmulInPlace(long t, long a, long b, int valueKind, long value);

    public static native long addcdiv(long scope, long t, long a, long b, int valueKind, long value);

    public static native void addcdivInPlace(long t, long a, long b, int valueKind, long value);

    public static native long isclose(long scope, long t, long other, double rtol, double atol, boolean equalNan);

    public static native boolean allclose(long t, long other, double rtol, double atol, boolean equalNan);

    public static native boolean equal(long t, long other);

    public static native long nextafter(long scope, long t, long other);

    public static native long nextafterScalar(long scope, long t, int otherKind, long other);

    public static native long rnextafterScalar(long scope, long t, int otherKind, long other);

    public static native void nextafterInPlace(long t, long other);

    public static native void nextafterScalarInPlace(long t, int otherKind, long other);

    public static native long positive(long scope, long t);

    public static native long silu(long scope, long t);

    public static native void siluInPlace(long t);

    public static native long mish(long scope, long t);

    public static native void mishInPlace(long t);

    public static native long selu(long scope, long t);

    public static native void seluInPlace(long t);

    public static native long softsign(long scope, long t);

    public static native void softsignInPlace(long t);

    public static native long hardsigmoid(long scope, long t);

    public static native void hardsigmoidInPlace(long t);

    public static native long hardswish(long scope, long t);

    public static native void hardswishInPlace(long t);

    public static native long logSigmoid(long scope, long t);

    public static native void logSigmoidInPlace(long t);

    public static native long relu6(long scope, long t);

    public static native void relu6InPlace(long t);

    public static native long leakyRelu(long scope, long t, double negativeSlope);

    public static native void leakyReluInPlace(long t, double negativeSlope);

    public static native long elu(long scope, long t, double alpha);

    public static native void eluInPlace(long t, double alpha);

    public static native long celu(long scope, long t, double alpha);

    public static native void celuInPlace(long t, double alpha);

    public static native long hardtanh(long scope, long t, double min, double max);

    public static native void hardtanhInPlace(long t, double min, double max);

    public static native long logicalAnd(long scope, long t, long other);

    public static native long logicalAndScalar(long scope, long t, int otherKind, long other);

    public static native void logicalAndInPlace(long t, long other);

    public static native void logicalAndScalarInPlace(long t, int otherKind, long other);

    public static native long logicalOr(long scope, long t, long other);

    public static native long logicalOrScalar(long scope, long t, int otherKind, long other);

    public static native void logicalOrInPlace(long t, long other);

    public static native void logicalOrScalarInPlace(long t, int otherKind, long other);

    public static native long logicalXor(long scope, long t, long other);

    public static native long logicalXorScalar(long scope, long t, int otherKind, long other);

    public static native void logicalXorInPlace(long t, long other);

    public static native void logicalXorScalarInPlace(long t, int otherKind, long other);

    public static native long logicalNot(long scope, long t);

    public static native void logicalNotInPlace(long t);

    public static native long isnan(long scope, long t);

    public static native long isinf(long scope, long t);

    public static native long isfinite(long scope, long t);

    public static native long signbit(long scope, long t);

    public static native long bitwiseAnd(long scope, long t, long other);

    public static native long bitwiseAndScalar(long scope, long t, long other);

    public static native void bitwiseAndInPlace(long t, long other);

    public static native void bitwiseAndScalarInPlace(long t, long other);

    public static native long bitwiseOr(long scope, long t, long other);

    public static native long bitwiseOrScalar(long scope, long t, long other);

    public static native void bitwiseOrInPlace(long t, long other);

    public static native void bitwiseOrScalarInPlace(long t, long other);

    public static native long bitwiseXor(long scope, long t, long other);

    public static native long bitwiseXorScalar(long scope, long t, long other);

    public static native void bitwiseXorInPlace(long t, long other);

    public static native void bitwiseXorScalarInPlace(long t, long other);

    public static native long bitwiseNot(long scope, long t);

    public static native void bitwiseNotInPlace(long t);

    public static native long bitwiseLeftShift(long scope, long t, long other);

    public static native long bitwiseLeftShiftScalar(long scope, long t, long other);

    public static native long rlshiftScalar(long scope, long t, long other);

    public static native void bitwiseLeftShiftInPlace(long t, long other);

    public static native void bitwiseLeftShiftScalarInPlace(long t, long other);

    public static native long bitwiseRightShift(long scope, long t, long other);

    public static native long bitwiseRightShiftScalar(long scope, long t, long other);

    public static native long rrshiftScalar(long scope, long t, long other);

    public static native void bitwiseRightShiftInPlace(long t, long other);

    public static native void bitwiseRightShiftScalarInPlace(long t, long other);

    public static native long get(long scope, long t, String index);

    public static native void set(long t, String index, long value);

    public static native void setScalar(long t, String index, int valueKind, long value);

    public static native long getAt(long scope, long t, long[] indices);

    public static native double getF64(long t, int n, long v0, long v1, long v2, long v3);

    public static native double getF64(long t, long[] indices);

    public static native long getI64(long t, int n, long v0, long v1, long v2, long v3);

    public static native long getI64(long t, long[] indices);

    public static native void setAt(long t, long value, long[] indices);

    public static native void setAtScalar(long t, int valueKind, long value, int n, long v0, long v1, long v2, long v3);

    public static native void setAtScalar(long t, int valueKind, long value, long[] indices);

    public static native long gather(long scope, long t, long axis, long index);

    public static native long takeAlongDim(long scope, long t, long index, long[] axes);

    public static native long take(long scope, long t, long index);

    public static native long index(long scope, long t, long[] indices);

    public static native long scatter(long scope, long t, long axis, long index, long source);

    public static native long scatterScalar(long scope, long t, long axis, long index, int valueKind, long value);

    public static native long scatterAdd(long scope, long t, long axis, long index, long source);

    public static native long scatterReduce(
            long scope, long t, long axis, long index, long source, int reduce, boolean includeSelf);

    public static native long indexAdd(
            long scope, long t, long axis, long index, long source, int alphaKind, long alpha);

    public static native long indexCopy(long scope, long t, long axis, long index, long source);

    public static native long indexFill(long scope, long t, long axis, long index, int valueKind, long value);

    public static native long indexPut(long scope, long t, long[] indices, long values, boolean accumulate);

    public static native long maskedSelect(long scope, long t, long mask);

    public static native long maskedFill(long scope, long t, long mask, int valueKind, long value);

    public static native long maskedScatter(long scope, long t, long mask, long source);

    public static native void scatterInPlace(long t, long axis, long index, long source);

    public static native void scatterScalarInPlace(long t, long axis, long index, int valueKind, long value);

    public static native void scatterAddInPlace(long t, long axis, long index, long source);

    public static native void indexAddInPlace(long t, long axis, long index, long source, int alphaKind, long alpha);

    public static native void indexCopyInPlace(long t, long axis, long index, long source);

    public static native void indexFillInPlace(long t, long axis, long index, int valueKind, long value);

    public static native void indexPutInPlace(long t, long[] indices, long values, boolean accumulate);

    public static native void maskedFillInPlace(long t, long mask, int valueKind, long value);

    public static native void maskedScatterInPlace(long t, long mask, long source);

    public static native long flip(long scope, long t, int n, long v0, long v1, long v2, long v3);

    public static native long flip(long scope, long t, long[] axes);

    public static native long repeat(long scope, long t, int n, long v0, long v1, long v2, long v3);

    public static native long repeat(long scope, long t, long[] dims);

    public static native long tile(long scope, long t, int n, long v0, long v1, long v2, long v3);

    public static native long tile(long scope, long t, long[] dims);

    public static native long repeatInterleave(long scope, long t, long repeats, long[] axes);

    public static native long repeatInterleaveCounts(long scope, long t, long repeats, long[] axes);

    public static native long pad(long scope, long t, int mode, int valueKind, long value, long[] pads);

    public static native long tril(long scope, long t, long diagonal);

    public static native long triu(long scope, long t, long diagonal);

    public static native long diag(long scope, long t, long diagonal);

    public static native long diagEmbed(long scope, long t, long diagonal, long first, long second);

    public static native long argsort(long scope, long t, long axis, boolean descending);

    public static native long uniqueValues(long scope, long t);

    public static native long nonzero(long scope, long t);

    public static native long searchsorted(long scope, long t, long values, boolean right);

    public static native long bucketize(long scope, long t, long boundaries, boolean right);

    public static native long histc(long scope, long t, long bins, double min, double max);

    public static native long bernoulli(long scope, long t);

    public static native long multinomial(long scope, long t, long samples, boolean replacement);

    public static native long searchsortedSorter(long scope, long t, long values, boolean right, long sorter);

    public static native void sort(long scope, long t, long axis, boolean descending, long[] made);

    public static native void topk(long scope, long t, long k, long axis, boolean largest, long[] made);

    public static native void kthvalue(long scope, long t, long k, long axis, boolean keepdim, long[] made);

    public static native void unique(long scope, long t, long[] made);

    public static native void uniqueAxis(long scope, long t, long axis, long[] made);

    public static native void uniqueCounts(long scope, long t, long[] made);

    public static native void uniqueInverse(long scope, long t, long[] made);

    public static native long roll(long scope, long t, long[] shifts, long[] axes);

    public static native long bincount(long scope, long t, long weights, long minlength);

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

    public static native long prod(long scope, long t, boolean keepdim, int n, long v0, long v1, long v2, long v3);

    public static native long prod(long scope, long t, boolean keepdim, long[] axes);

    public static native long amax(long scope, long t, boolean keepdim, int n, long v0, long v1, long v2, long v3);

    public static native long amax(long scope, long t, boolean keepdim, long[] axes);

    public static native long amin(long scope, long t, boolean keepdim, int n, long v0, long v1, long v2, long v3);

    public static native long amin(long scope, long t, boolean keepdim, long[] axes);

    public static native long argmin(long scope, long t, boolean keepdim, int n, long v0, long v1, long v2, long v3);

    public static native long argmin(long scope, long t, boolean keepdim, long[] axes);

    public static native long all(long scope, long t, boolean keepdim, int n, long v0, long v1, long v2, long v3);

    public static native long all(long scope, long t, boolean keepdim, long[] axes);

    public static native long any(long scope, long t, boolean keepdim, int n, long v0, long v1, long v2, long v3);

    public static native long any(long scope, long t, boolean keepdim, long[] axes);

    public static native long countNonzero(
            long scope, long t, boolean keepdim, int n, long v0, long v1, long v2, long v3);

    public static native long countNonzero(long scope, long t, boolean keepdim, long[] axes);

    public static native long logsumexp(long scope, long t, boolean keepdim, int n, long v0, long v1, long v2, long v3);

    public static native long logsumexp(long scope, long t, boolean keepdim, long[] axes);

    public static native long sumDtype(long scope, long t, int dtype, boolean keepdim, long[] axes);

    public static native long prodDtype(long scope, long t, int dtype, boolean keepdim, long[] axes);

    public static native long meanDtype(long scope, long t, int dtype, boolean keepdim, long[] axes);

    public static native long var(long scope, long t, double correction, boolean keepdim, long[] axes);

    public static native long std(long scope, long t, double correction, boolean keepdim, long[] axes);

    public static native long norm(long scope, long t, double p, boolean keepdim, long[] axes);

    public static native long cov(long scope, long t, double correction);

    public static native long corrcoef(long scope, long t);

    public static native long cumsum(long scope, long t, long axis);

    public static native long cumprod(long scope, long t, long axis);

    public static native long cummax(long scope, long t, long axis);

    public static native long cummin(long scope, long t, long axis);

    public static native long diff(long scope, long t, long n, long axis);

    public static native void median(long scope, long t, long axis, boolean keepdim, long[] made);

    public static native long medianAllAxes(long scope, long t);

    public static native long quantile(long scope, long t, double q, long axis, boolean keepdim);

    public static native long quantileAllAxes(long scope, long t, double q);

    public static native long quantileInterpolation(
            long scope, long t, long q, boolean keepdim, int interpolation, long[] axes);

    public static native long cumulativeSum(long scope, long t, long axis, boolean includeInitial);

    public static native long cumulativeProd(long scope, long t, long axis, boolean includeInitial);

    public static native long cumsumDtype(long scope, long t, long axis, int dtype);

    public static native long cumulativeSumDtype(long scope, long t, long axis, int dtype, boolean includeInitial);

    public static native long cumprodDtype(long scope, long t, long axis, int dtype);

    public static native long cumulativeProdDtype(long scope, long t, long axis, int dtype, boolean includeInitial);

    public static native long diffPrependAppend(long scope, long t, long n, long axis, long prepend, long append);

    public static native void nanmedian(long scope, long t, long axis, boolean keepdim, long[] made);

    public static native long nanmedianAllAxes(long scope, long t);

    public static native long nanquantile(long scope, long t, double q, long axis, boolean keepdim);

    public static native long nanquantileAllAxes(long scope, long t, double q);

    public static native long nanquantileInterpolation(
            long scope, long t, long q, boolean keepdim, int interpolation, long[] axes);

    public static native long normDtype(long scope, long t, double p, boolean keepdim, int dtype, long[] axes);

    public static native long dot(long scope, long t, long other);

    public static native long vecdot(long scope, long t, long other, long axis);

    public static native long outer(long scope, long t, long other);

    public static native long bmm(long scope, long t, long other);

    public static native long addmm(long scope, long t, long mat1, long mat2, double beta, double alpha);

    public static native long baddbmm(long scope, long t, long batch1, long batch2, double beta, double alpha);

    public static native long trace(long scope, long t, long offset);

    public static native long traceDtype(long scope, long t, long offset, int dtype);

    public static native long cross(long scope, long t, long other, long axis);

    public static native long kron(long scope, long t, long other);

    public static native long tensordot(long scope, long t, long other, long axes);

    public static native long tensordotAxes(long scope, long t, long other, long[] ofThis, long[] ofOther);

    public static native long matrixPower(long scope, long t, long n);

    public static native long einsum(long scope, String equation, long[] tensors);

    public static native long det(long scope, long t);

    public static native void slogdet(long scope, long t, long[] made);

    public static native long inv(long scope, long t);

    public static native long pinv(long scope, long t, boolean hasRtol, double rtol);

    public static native long solve(long scope, long t, long b);

    public static native long solveTriangular(
            long scope, long t, long b, boolean upper, boolean left, boolean unitriangular);

    public static native void lstsq(long scope, long t, long b, boolean hasRtol, double rtol, long[] made);

    public static native long cholesky(long scope, long t, boolean upper);

    public static native long choleskySolve(long scope, long t, long factor, boolean upper);

    public static native void qr(long scope, long t, boolean complete, long[] made);

    public static native void svd(long scope, long t, boolean fullMatrices, long[] made);

    public static native long svdvals(long scope, long t);

    public static native void eigh(long scope, long t, boolean upper, long[] made);

    public static native long eigvalsh(long scope, long t, boolean upper);

    public static native long matrixRank(long scope, long t, boolean hasRtol, double rtol);

    public static native long matrixNorm(long scope, long t, int ord, boolean keepdim, long[] axes);

    public static native long vectorNorm(long scope, long t, double ord, boolean keepdim, long[] axes);

    public static native long matrixNormDtype(long scope, long t, int ord, boolean keepdim, int dtype, long[] axes);

    public static native long vectorNormDtype(long scope, long t, double ord, boolean keepdim, int dtype, long[] axes);

    public static native long fft(long scope, long t, boolean hasN, long n, long axis, int norm);

    public static native long ifft(long scope, long t, boolean hasN, long n, long axis, int norm);

    public static native long rfft(long scope, long t, boolean hasN, long n, long axis, int norm);

    public static native long irfft(long scope, long t, boolean hasN, long n, long axis, int norm);

    public static native long hfft(long scope, long t, boolean hasN, long n, long axis, int norm);

    public static native long ihfft(long scope, long t, boolean hasN, long n, long axis, int norm);

    public static native long fft2(long scope, long t, int norm, long[] sizes);

    public static native long ifft2(long scope, long t, int norm, long[] sizes);

    public static native long rfft2(long scope, long t, int norm, long[] sizes);

    public static native long irfft2(long scope, long t, int norm, long[] sizes);

    public static native long fftn(long scope, long t, int norm, long[] sizes, long[] axes);

    public static native long ifftn(long scope, long t, int norm, long[] sizes, long[] axes);

    public static native long rfftn(long scope, long t, int norm, long[] sizes, long[] axes);

    public static native long irfftn(long scope, long t, int norm, long[] sizes, long[] axes);

    public static native long fftshift(long scope, long t, int n, long v0, long v1, long v2, long v3);

    public static native long fftshift(long scope, long t, long[] axes);

    public static native long ifftshift(long scope, long t, int n, long v0, long v1, long v2, long v3);

    public static native long ifftshift(long scope, long t, long[] axes);

    public static native long fftfreq(long scope, int device, int dtype, long n, double d);

    public static native long rfftfreq(long scope, int device, int dtype, long n, double d);

    public static native long linear(long scope, long t, long weight, long bias);

    public static native long embedding(long scope, long t, long indices, boolean hasPaddingIndex, long paddingIndex);

    public static native long embeddingMaxNorm(
            long scope, long t, long indices, boolean hasPaddingIndex, long paddingIndex, double maxNorm, double normType, boolean scaleGradByFreq);

    public static native long dropout(long scope, long t, double p, boolean training);

    public static native long normalize(long scope, long t, double p, long axis, double eps);

    public static native long pixelShuffle(long scope, long t, long factor);

    public static native long pixelUnshuffle(long scope, long t, long factor);

    public static native long interpolate(
            long scope, long t, boolean hasScale, double scale, int mode, boolean alignCorners, long[] size);

    public static native long scaledDotProductAttention(
            long scope, long t, long key, long value, long mask, boolean causal, boolean hasScale, double scale);

    public static native long conv1d(
            long scope, long t, long weight, long bias, long groups, long[] stride, long[] padding, long[] dilation);

    public static native long conv2d(
            long scope, long t, long weight, long bias, long groups, long[] stride, long[] padding, long[] dilation);

    public static native long conv3d(
            long scope, long t, long weight, long bias, long groups, long[] stride, long[] padding, long[] dilation);

    public static native long convTranspose1d(
            long scope, long t, long weight, long bias, long groups, long[] stride, long[] padding, long[] outputPadding, long[] dilation);

    public static native long convTranspose2d(
            long scope, long t, long weight, long bias, long groups, long[] stride, long[] padding, long[] outputPadding, long[] dilation);

    public static native long convTranspose3d(
            long scope, long t, long weight, long bias, long groups, long[] stride, long[] padding, long[] outputPadding, long[] dilation);

    public static native long maxPool1d(
            long scope, long t, boolean ceilMode, long[] kernel, long[] stride, long[] padding, long[] dilation);

    public static native void maxPool1dWithIndices(
            long scope, long t, boolean ceilMode, long[] kernel, long[] stride, long[] padding, long[] dilation, long[] made);

    public static native long maxPool2d(
            long scope, long t, boolean ceilMode, long[] kernel, long[] stride, long[] padding, long[] dilation);

    public static native void maxPool2dWithIndices(
            long scope, long t, boolean ceilMode, long[] kernel, long[] stride, long[] padding, long[] dilation, long[] made);

    public static native long maxPool3d(
            long scope, long t, boolean ceilMode, long[] kernel, long[] stride, long[] padding, long[] dilation);

    public static native void maxPool3dWithIndices(
            long scope, long t, boolean ceilMode, long[] kernel, long[] stride, long[] padding, long[] dilation, long[] made);

    public static native long avgPool1d(
            long scope, long t, boolean ceilMode, boolean countIncludePad, long[] kernel, long[] stride, long[] padding);

    public static native long avgPool2d(
            long scope, long t, boolean ceilMode, boolean countIncludePad, boolean hasDivisor, long divisor, long[] kernel, long[] stride, long[] padding);

    public static native long avgPool3d(
            long scope, long t, boolean ceilMode, boolean countIncludePad, boolean hasDivisor, long divisor, long[] kernel, long[] stride, long[] padding);

    public static native long adaptiveMaxPool1d(long scope, long t, long[] size);

    public static native void adaptiveMaxPool1dWithIndices(long scope, long t, long[] size, long[] made);

    public static native long adaptiveAvgPool1d(long scope, long t, long[] size);

    public static native long adaptiveMaxPool2d(long scope, long t, long[] size);

    public static native void adaptiveMaxPool2dWithIndices(long scope, long t, long[] size, long[] made);

    public static native long adaptiveAvgPool2d(long scope, long t, long[] size);

    public static native long adaptiveMaxPool3d(long scope, long t, long[] size);

    public static native void adaptiveMaxPool3dWithIndices(long scope, long t, long[] size, long[] made);

    public static native long adaptiveAvgPool3d(long scope, long t, long[] size);

    public static native long layerNorm(long scope, long t, long weight, long bias, double eps, long[] normalizedShape);

    public static native long rmsNorm(
            long scope, long t, long weight, boolean hasEps, double eps, long[] normalizedShape);

    public static native long groupNorm(long scope, long t, long groups, long weight, long bias, double eps);

    public static native long batchNorm(
            long scope, long t, long runningMean, long runningVar, long weight, long bias, boolean training, double momentum, double eps);

    public static native long instanceNorm(
            long scope, long t, long runningMean, long runningVar, long weight, long bias, boolean useInputStats, double momentum, double eps);

    public static native void lstm(
            long scope, long t, long h, long c, long[] weights, boolean hasBiases, long layers, boolean bidirectional, boolean batchFirst, double dropout, boolean training, long[] made);

    public static native void gru(
            long scope, long t, long h, long[] weights, boolean hasBiases, long layers, boolean bidirectional, boolean batchFirst, double dropout, boolean training, long[] made);

    public static native void lstmCell(
            long scope, long t, long h, long c, long inputWeight, long hiddenWeight, long inputBias, long hiddenBias, long[] made);

    public static native long gruCell(
            long scope, long t, long h, long inputWeight, long hiddenWeight, long inputBias, long hiddenBias);

    public static native long mseLoss(long scope, long t, long target, int reduction);

    public static native long l1Loss(long scope, long t, long target, int reduction);

    public static native long smoothL1Loss(long scope, long t, long target, int reduction, double beta);

    public static native long huberLoss(long scope, long t, long target, int reduction, double delta);

    public static native long binaryCrossEntropy(long scope, long t, long target, long weight, int reduction);

    public static native long binaryCrossEntropyWithLogits(
            long scope, long t, long target, long weight, int reduction, long posWeight);

    public static native long klDiv(long scope, long t, long target, int reduction, boolean logTarget);

    public static native long crossEntropyOptions(
            long scope, long t, long targets, long weight, long ignoreIndex, int reduction, double labelSmoothing);

    public static native long nllLossOptions(
            long scope, long t, long targets, long weight, long ignoreIndex, int reduction);

    public static native long cosineSimilarity(long scope, long t, long other, long axis, double eps);

    public static native long cosineEmbeddingLoss(
            long scope, long t, long other, long target, double margin, int reduction);

    public static native long marginRankingLoss(
            long scope, long t, long other, long target, double margin, int reduction);

    public static native long hingeLoss(long scope, long t, long target, double margin, int reduction);

    public static native long hingeEmbeddingLoss(long scope, long t, long target, double margin, int reduction);

    public static native long softMarginLoss(long scope, long t, long target, int reduction);

    public static native long tripletMarginLoss(
            long scope, long t, long positive, long negative, double margin, double p, double eps, boolean swap, int reduction);

    public static native long multiMarginLoss(
            long scope, long t, long targets, long p, double margin, long weight, int reduction);

    public static native long multilabelMarginLoss(long scope, long t, long targets, int reduction);

    public static native long multilabelSoftMarginLoss(long scope, long t, long target, long weight, int reduction);

    public static native long gaussianNllLoss(
            long scope, long t, long target, long var, boolean full, double eps, int reduction);

    public static native long poissonNllLoss(
            long scope, long t, long target, boolean logInput, boolean full, double eps, int reduction);

    public static native long quantileLoss(long scope, long t, long target, double q, int reduction);

    public static native long maskedCrossEntropy(
            long scope, long t, long targets, long mask, long weight, int reduction);

    public static native long ctcLoss(
            long scope, long t, long targets, long inputLengths, long targetLengths, long blank, int reduction, boolean zeroInfinity);

    public static native void fill(long t, int valueKind, long value);

    public static native void zero(long t);

    public static native void uniformInPlace(long t, double low, double high);

    public static native void normalInPlace(long t, double mean, double std);

    public static native void truncNormalInPlace(long t, double mean, double std, double a, double b);

    public static native void xavierUniformInPlace(long t, double gain);

    public static native void xavierNormalInPlace(long t, double gain);

    public static native void kaimingUniformInPlace(long t, double a, int mode, int nonlinearity);

    public static native void kaimingNormalInPlace(long t, double a, int mode, int nonlinearity);

    public static native void orthogonalInPlace(long t, double gain);

    public static native void eyeInPlace(long t);

    public static native void diracInPlace(long t, long groups);

    public static native void requiresGrad(long t, boolean requires);

    public static native boolean isLeaf(long t);

    public static native boolean hasGradient(long t);

    public static native long gradient(long scope, long t);

    public static native void zeroGradients(long t);

    public static native void backward(long t, boolean retain);

    public static native void backwardFrom(long t, long gradient, boolean retain);

    public static native int gradients(long scope, long t, long[] wrt, long[] made);

    public static native long detached(long scope, long t);

    public static native long scopePush(long parent);

    public static native long scopePushOutside(long parent);

    public static native long scopePushSince(long parent, long endings, boolean outside);

    public static native boolean scopeIsOpen(long scope, long endings);

    public static native void scopeEnded();

    public static native void scopePop(long scope, long[] keep);

    public static native long scopePopOne(long scope, long kept);

    public static native void scopeClose(long scope);

    public static native void scopeKeep(long handle);

    public static native void scopeAttach(long scope, long handle);

    public static native void scopeDetach(long handle);

    public static native void scopeCheckOwns(long scope, long handle);

    public static native long scopeOwner(long handle);

    public static native boolean scopeOwnsForGood(long scope, long handle);

    public static native void scopeTempAttach(long scope, long handle);

    public static native void scopeRet(long scope, long handle);

    public static native void scopeCloseAllBut(long scope, long[] keep);

    public static native void scopeSetCapped(long scope, boolean capped);

    public static native boolean scopeIsCapped(long scope);

    public static native void scopeSetLimit(long scope, long bytes);

    public static native void scopeLimitThreads(long scope, long count);

    public static native void scopeSetDefaultDevice(long scope, int device);

    public static native int scopeDefaultDevice(long scope);

    public static native void scopeMeasure(long scope);

    public static native long[] scopeMembers(long scope);

    public static native long[] scopeStats(long scope);

    public static native long[] scopeNamedStats(String name);

    public static native String scopeDump(long scope, int format);

    public static native String scopeGrowing(int format);

    public static native void handleSetName(long handle, String name);

    public static native String handleName(long handle);

    public static native long[] handleLive();

    public static native long handleUnsharedBytes(long handle);

    public static native void handleNote(long handle, String site);

    public static native void handleNoteClosed(long handle, String site);

    public static native int leakLevel();

    public static native void leakSetLevel(int level);

    public static native int leakSetInitialLevel(int level);

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

    public static native String memoryDevices();

    public static native void memorySetLimit(int device, long bytes);

    public static native void memoryTrim(int device);

    public static native void memorySetDecay(int device, long millis);

    public static native long memoryDecay(int device);

    public static native void memoryResetPeak(int device);

    public static native void memoryRelieving(int device);

    public static native void memoryRelieved(int device);

    public static native void memorySetUnownedThreshold(int device, long bytes);

    public static native long memoryUnownedThreshold(int device);

    public static native void memorySetManagedMax(long bytes);

    public static native long deviceCudaCount();

    public static native String deviceReason(int device);

    public static native String deviceName(int device);

    public static native long[] deviceProperties(int device);

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

    public static native long noGradOpen(long scope);

    public static native void noGradDispose(long noGrad);

    public static native long optimizerSgd(
            long scope, long[] parameters, double learningRate, double momentum, double dampening, double weightDecay, boolean nesterov, boolean maximize);

    public static native long optimizerAdam(
            long scope, long[] parameters, double learningRate, double beta1, double beta2, double eps, double weightDecay, boolean amsgrad, boolean maximize);

    public static native long optimizerAdamW(
            long scope, long[] parameters, double learningRate, double beta1, double beta2, double eps, double weightDecay, boolean amsgrad, boolean maximize);

    public static native long optimizerNAdam(
            long scope, long[] parameters, double learningRate, double beta1, double beta2, double eps, double weightDecay, double momentumDecay, boolean decoupledWeightDecay, boolean maximize);

    public static native long optimizerRAdam(
            long scope, long[] parameters, double learningRate, double beta1, double beta2, double eps, double weightDecay, boolean decoupledWeightDecay, boolean maximize);

    public static native long optimizerRmsProp(
            long scope, long[] parameters, double learningRate, double alpha, double eps, double weightDecay, double momentum, boolean centered, boolean maximize);

    public static native long optimizerAdagrad(
            long scope, long[] parameters, double learningRate, double lrDecay, double weightDecay, double initialAccumulatorValue, double eps, boolean maximize);

    public static native long optimizerAdadelta(
            long scope, long[] parameters, double learningRate, double rho, double eps, double weightDecay, boolean maximize);

    public static native long optimizerAdamax(
            long scope, long[] parameters, double learningRate, double beta1, double beta2, double eps, double weightDecay, boolean maximize);

    public static native long optimizerLbfgs(
            long scope, long[] parameters, double learningRate, long maxIter, long maxEval, double toleranceGrad, double toleranceChange, long historySize, boolean strongWolfe);

    public static native boolean optimizerStepLoss(long optimizer, double loss, long[] gradients);

    public static native void optimizerCancelStep(long optimizer);

    public static native void optimizerSetMasterWeights(long optimizer, boolean hasMasters);

    public static native void optimizerStep(long optimizer, long[] gradients);

    public static native void optimizerStepLeaves(long optimizer);

    public static native void optimizerZeroGradients(long optimizer);

    public static native void optimizerAddParamGroup(
            long optimizer, long[] parameters, double learningRate, double weightDecay);

    public static native double optimizerClipGradNorm(
            long[] gradients, double maxNorm, double normType, boolean errorIfNonfinite);

    public static native void optimizerClipGradValue(long[] gradients, double clipValue);

    public static native long optimizerParamGroups(long optimizer);

    public static native double optimizerSetting(long optimizer, long group, String name);

    public static native void optimizerSetSetting(long optimizer, long group, String name, double value);

    public static native void optimizerSetLearningRate(long optimizer, double learningRate);

    public static native String optimizerStateDict(long optimizer);

    public static native long optimizerStateTensor(long scope, long optimizer, String name);

    public static native void optimizerSave(long optimizer, String path);

    public static native void optimizerLoad(long optimizer, String path);

    public static native void optimizerDispose(long optimizer);

    public static native long schedulerStepLr(long scope, long optimizer, long stepSize, double gamma);

    public static native long schedulerMultiStepLr(long scope, long optimizer, long milestones, double gamma);

    public static native long schedulerConstantLr(long scope, long optimizer, double factor, long totalIters);

    public static native long schedulerLinearLr(
            long scope, long optimizer, double startFactor, double endFactor, long totalIters);

    public static native long schedulerExponentialLr(long scope, long optimizer, double gamma);

    public static native long schedulerPolynomialLr(long scope, long optimizer, long totalIters, double power);

    public static native long schedulerSwaLr(
            long scope, long optimizer, double learningRate, long annealEpochs, boolean cosine);

    public static native long schedulerCosineAnnealingLr(long scope, long optimizer, long tMax, double etaMin);

    public static native long schedulerCosineAnnealingWarmRestarts(
            long scope, long optimizer, long t0, long tMult, double etaMin);

    public static native long schedulerOneCycleLr(
            long scope, long optimizer, double maxLr, long totalSteps, double pctStart, boolean cosine, boolean cycleMomentum, double baseMomentum, double maxMomentum, double divFactor, double finalDivFactor, boolean threePhase);

    public static native long schedulerCyclicLr(
            long scope, long optimizer, double baseLr, double maxLr, long stepSizeUp, long stepSizeDown, int mode, double gamma, boolean cycleMomentum, double baseMomentum, double maxMomentum);

    public static native long schedulerLambdaLr(long scope, long optimizer, long factors);

    public static native long schedulerReduceLrOnPlateau(
            long scope, long optimizer, boolean maximize, double factor, long patience, double threshold, boolean relative, long cooldown, double minLr, double eps);

    public static native long schedulerThen(long scope, long scheduler, long next, long milestone);

    public static native void schedulerStep(long scheduler);

    public static native void schedulerStepMetric(long scheduler, double metric);

    public static native long schedulerLastEpoch(long scheduler);

    public static native String schedulerStateDict(long scheduler);

    public static native void schedulerLoadStateDict(long scheduler, String state);

    public static native void schedulerDispose(long scheduler);

    public static native long moduleCustom(long scope, String className);

    public static native void moduleAdd(long module, String name, long child);

    public static native long moduleAppend(long module, long child);

    public static native void moduleRegisterParameter(long module, String name, long tensor);

    public static native void moduleRegisterBuffer(long module, String name, long tensor, boolean isPersistent);

    public static native long moduleForward(long scope, long module, long tensor);

    public static native int moduleForwardAll(long scope, long module, long[] tensors, long[] made);

    public static native void moduleSetTraining(long module, boolean isTraining);

    public static native boolean moduleIsTraining(long module);

    public static native void moduleSetCheckpointed(long module, boolean isRecomputed);

    public static native void moduleResetStatistics(long module);

    public static native void moduleUpdateStatistics(long module, long x);

    public static native String moduleKind(long module);

    public static native String modulePath(long module);

    public static native String moduleChildNames(long module);

    public static native long[] moduleChildren(long module);

    public static native long moduleChild(long module, String path);

    public static native String moduleParameterNames(long module, boolean onlyTrained);

    public static native int moduleParameters(long scope, long module, boolean onlyTrained, long[] made);

    public static native String moduleBufferNames(long module);

    public static native int moduleBuffers(long scope, long module, long[] made);

    public static native String moduleStateNames(long module);

    public static native int moduleState(long scope, long module, long[] made);

    public static native long moduleGet(long scope, long module, String path);

    public static native int moduleGetAll(long scope, long module, String paths, long[] made);

    public static native String moduleLoadState(
            long module, String names, long[] tensors, boolean isStrict, boolean stripPrefixes);

    public static native void moduleSave(long module, String path);

    public static native String moduleLoad(long module, String path, boolean isStrict, boolean stripPrefixes);

    public static native void moduleToDtype(long module, int dtype);

    public static native void moduleToDevice(long module, int device);

    public static native void moduleSetFrozen(long module, boolean isFrozen);

    public static native void moduleRequiresGrad(long module, boolean requires);

    public static native void moduleZeroGradients(long module);

    public static native long moduleParameterCount(long module, boolean onlyTrained);

    public static native String moduleSummary(long module, int dtype, int n, long v0, long v1, long v2, long v3);

    public static native String moduleSummary(long module, int dtype, long[] shape);

    public static native String moduleDescribe(long module);

    public static native long moduleCopy(long scope, long module);

    public static native void moduleTie(long module, String path, String other);

    public static native int moduleWatch(long scope, long module, long tape, long[] made);

    public static native void moduleDispose(long module);

    public static native long moduleLinear(long scope, long inFeatures, long outFeatures, boolean bias);

    public static native long moduleBilinear(
            long scope, long in1Features, long in2Features, long outFeatures, boolean bias);

    public static native long moduleRelu(long scope);

    public static native long moduleSigmoid(long scope);

    public static native long moduleTanh(long scope);

    public static native long moduleGelu(long scope, boolean approximateTanh);

    public static native long moduleSilu(long scope);

    public static native long moduleMish(long scope);

    public static native long moduleSelu(long scope);

    public static native long moduleSoftsign(long scope);

    public static native long moduleHardsigmoid(long scope);

    public static native long moduleHardswish(long scope);

    public static native long moduleLogSigmoid(long scope);

    public static native long moduleRelu6(long scope);

    public static native long moduleLeakyRelu(long scope, double negativeSlope);

    public static native long moduleElu(long scope, double alpha);

    public static native long moduleCelu(long scope, double alpha);

    public static native long moduleHardtanh(long scope, double min, double max);

    public static native long moduleSoftplus(long scope, double beta, double threshold);

    public static native long moduleTanhshrink(long scope);

    public static native long moduleHardshrink(long scope, double lambda);

    public static native long moduleSoftshrink(long scope, double lambda);

    public static native long moduleThreshold(long scope, double threshold, double value);

    public static native long moduleGlu(long scope, long axis);

    public static native long modulePrelu(long scope, long numParameters, double init);

    public static native long moduleRrelu(long scope, double lower, double upper);

    public static native long moduleSoftmax(long scope, long axis);

    public static native long moduleLogSoftmax(long scope, long axis);

    public static native long moduleSoftmin(long scope, long axis);

    public static native long moduleDropout(long scope, double p);

    public static native long moduleDropout1d(long scope, double p);

    public static native long moduleDropout2d(long scope, double p);

    public static native long moduleDropout3d(long scope, double p);

    public static native long moduleConv1d(
            long scope, long inChannels, long outChannels, long groups, boolean bias, int paddingMode, long[] kernelSize, long[] stride, long[] padding, long[] dilation);

    public static native long moduleConv2d(
            long scope, long inChannels, long outChannels, long groups, boolean bias, int paddingMode, long[] kernelSize, long[] stride, long[] padding, long[] dilation);

    public static native long moduleConv3d(
            long scope, long inChannels, long outChannels, long groups, boolean bias, int paddingMode, long[] kernelSize, long[] stride, long[] padding, long[] dilation);

    public static native long moduleConvTranspose1d(
            long scope, long inChannels, long outChannels, long groups, boolean bias, long[] kernelSize, long[] stride, long[] padding, long[] outputPadding, long[] dilation);

    public static native long moduleConvTranspose2d(
            long scope, long inChannels, long outChannels, long groups, boolean bias, long[] kernelSize, long[] stride, long[] padding, long[] outputPadding, long[] dilation);

    public static native long moduleConvTranspose3d(
            long scope, long inChannels, long outChannels, long groups, boolean bias, long[] kernelSize, long[] stride, long[] padding, long[] outputPadding, long[] dilation);

    public static native long moduleMaxPool1d(
            long scope, boolean ceilMode, long[] kernelSize, long[] stride, long[] padding, long[] dilation);

    public static native long moduleMaxPool2d(
            long scope, boolean ceilMode, long[] kernelSize, long[] stride, long[] padding, long[] dilation);

    public static native long moduleMaxPool3d(
            long scope, boolean ceilMode, long[] kernelSize, long[] stride, long[] padding, long[] dilation);

    public static native long moduleAvgPool1d(
            long scope, boolean ceilMode, boolean countIncludePad, long[] kernelSize, long[] stride, long[] padding);

    public static native long moduleAvgPool2d(
            long scope, boolean ceilMode, boolean countIncludePad, long[] kernelSize, long[] stride, long[] padding);

    public static native long moduleAvgPool3d(
            long scope, boolean ceilMode, boolean countIncludePad, long[] kernelSize, long[] stride, long[] padding);

    public static native long moduleAdaptiveMaxPool1d(long scope, long[] outputSize);

    public static native long moduleAdaptiveAvgPool1d(long scope, long[] outputSize);

    public static native long moduleAdaptiveMaxPool2d(long scope, long[] outputSize);

    public static native long moduleAdaptiveAvgPool2d(long scope, long[] outputSize);

    public static native long moduleAdaptiveMaxPool3d(long scope, long[] outputSize);

    public static native long moduleAdaptiveAvgPool3d(long scope, long[] outputSize);

    public static native long moduleGlobalMaxPool1d(long scope);

    public static native long moduleGlobalAvgPool1d(long scope);

    public static native long moduleGlobalMaxPool2d(long scope);

    public static native long moduleGlobalAvgPool2d(long scope);

    public static native long moduleGlobalMaxPool3d(long scope);

    public static native long moduleGlobalAvgPool3d(long scope);

    public static native long moduleBatchNorm1d(
            long scope, long numFeatures, double eps, boolean hasMomentum, double momentum, boolean affine, boolean trackRunningStats);

    public static native long moduleBatchNorm2d(
            long scope, long numFeatures, double eps, boolean hasMomentum, double momentum, boolean affine, boolean trackRunningStats);

    public static native long moduleBatchNorm3d(
            long scope, long numFeatures, double eps, boolean hasMomentum, double momentum, boolean affine, boolean trackRunningStats);

    public static native long moduleInstanceNorm1d(
            long scope, long numFeatures, double eps, boolean hasMomentum, double momentum, boolean affine, boolean trackRunningStats);

    public static native long moduleInstanceNorm2d(
            long scope, long numFeatures, double eps, boolean hasMomentum, double momentum, boolean affine, boolean trackRunningStats);

    public static native long moduleInstanceNorm3d(
            long scope, long numFeatures, double eps, boolean hasMomentum, double momentum, boolean affine, boolean trackRunningStats);

    public static native long moduleLayerNorm(
            long scope, double eps, boolean elementwiseAffine, boolean bias, long[] normalizedShape);

    public static native long moduleRmsNorm(
            long scope, boolean hasEps, double eps, boolean elementwiseAffine, long[] normalizedShape);

    public static native long moduleGroupNorm(long scope, long numGroups, long numChannels, double eps, boolean affine);

    public static native long moduleLocalResponseNorm(long scope, long size, double alpha, double beta, double k);

    public static native long moduleRnn(
            long scope, long inputSize, long hiddenSize, long numLayers, boolean relu, boolean bias, boolean batchFirst, double dropout, boolean bidirectional);

    public static native long moduleLstm(
            long scope, long inputSize, long hiddenSize, long numLayers, boolean bias, boolean batchFirst, double dropout, boolean bidirectional, long projSize);

    public static native long moduleGru(
            long scope, long inputSize, long hiddenSize, long numLayers, boolean bias, boolean batchFirst, double dropout, boolean bidirectional);

    public static native long moduleRnnCell(long scope, long inputSize, long hiddenSize, boolean bias, boolean relu);

    public static native long moduleLstmCell(long scope, long inputSize, long hiddenSize, boolean bias);

    public static native long moduleGruCell(long scope, long inputSize, long hiddenSize, boolean bias);

    public static native long moduleEmbedding(
            long scope, long numEmbeddings, long embeddingDim, boolean hasPaddingIdx, long paddingIdx, boolean hasMaxNorm, double maxNorm, double normType, boolean scaleGradByFreq);

    public static native long moduleEmbeddingBag(
            long scope, long numEmbeddings, long embeddingDim, int mode, boolean includeLastOffset, boolean hasPaddingIdx, long paddingIdx, boolean hasMaxNorm, double maxNorm, double normType, boolean scaleGradByFreq);

    public static native long modulePositionalEncoding(
            long scope, long dModel, double dropout, long maxLen, boolean batchFirst);

    public static native long moduleMultiheadAttention(
            long scope, long embedDim, long numHeads, double dropout, boolean bias, boolean batchFirst, boolean needWeights, boolean averageAttnWeights, boolean hasKdim, long kdim, boolean hasVdim, long vdim, boolean addBiasKv, boolean addZeroAttn);

    public static native long moduleTransformerEncoderLayer(
            long scope, long dModel, long nhead, long dimFeedforward, double dropout, boolean gelu, double layerNormEps, boolean batchFirst, boolean normFirst);

    public static native long moduleTransformerEncoder(
            long scope, long dModel, long nhead, long numLayers, long dimFeedforward, double dropout, boolean gelu, double layerNormEps, boolean batchFirst, boolean normFirst, boolean finalNorm);

    public static native long moduleTransformerDecoderLayer(
            long scope, long dModel, long nhead, long dimFeedforward, double dropout, boolean gelu, double layerNormEps, boolean batchFirst, boolean normFirst);

    public static native long moduleTransformerDecoder(
            long scope, long dModel, long nhead, long numLayers, long dimFeedforward, double dropout, boolean gelu, double layerNormEps, boolean batchFirst, boolean normFirst, boolean finalNorm);

    public static native long moduleFlatten(long scope, long startDim, long endDim);

    public static native long moduleUnflatten(long scope, long axis, long[] unflattenedSize);

    public static native long moduleZeroPad1d(long scope, long[] padding);

    public static native long moduleZeroPad2d(long scope, long[] padding);

    public static native long moduleZeroPad3d(long scope, long[] padding);

    public static native long moduleConstantPad1d(long scope, double value, long[] padding);

    public static native long moduleConstantPad2d(long scope, double value, long[] padding);

    public static native long moduleConstantPad3d(long scope, double value, long[] padding);

    public static native long moduleReflectionPad1d(long scope, long[] padding);

    public static native long moduleReflectionPad2d(long scope, long[] padding);

    public static native long moduleReflectionPad3d(long scope, long[] padding);

    public static native long moduleReplicationPad1d(long scope, long[] padding);

    public static native long moduleReplicationPad2d(long scope, long[] padding);

    public static native long moduleReplicationPad3d(long scope, long[] padding);

    public static native long moduleCircularPad1d(long scope, long[] padding);

    public static native long moduleCircularPad2d(long scope, long[] padding);

    public static native long moduleCircularPad3d(long scope, long[] padding);

    public static native long moduleUpsample(
            long scope, boolean hasScaleFactor, double scaleFactor, int mode, boolean alignCorners, long[] size);

    public static native long modulePixelShuffle(long scope, long upscaleFactor);

    public static native long modulePixelUnshuffle(long scope, long downscaleFactor);

    public static native long moduleToTensor(long scope, boolean channelsLast);

    public static native long moduleNormalize(long scope, long mean, long std);

    public static native long moduleResize(long scope, int mode, long[] size);

    public static native long moduleCenterCrop(long scope, long[] size);

    public static native long moduleRandomCrop(
            long scope, double fill, boolean padIfNeeded, long[] size, long[] padding);

    public static native long moduleRandomResizedCrop(
            long scope, double minScale, double maxScale, double minRatio, double maxRatio, int mode, long[] size);

    public static native long moduleRandomHorizontalFlip(long scope, double p);

    public static native long moduleRandomVerticalFlip(long scope, double p);

    public static native long modulePadImage(long scope, double fill, long[] padding);

    public static native long moduleRotate(long scope, double degrees, int mode, double fill);

    public static native long moduleRandomRotation(long scope, double degrees, int mode, double fill);

    public static native long moduleGrayscale(long scope, long numOutputChannels);

    public static native long moduleColorJitter(
            long scope, double brightness, double contrast, double saturation, double hue);

    public static native long moduleOneHot(long scope, long numClasses);

    public static native long moduleStandardize(long scope, long numFeatures);

    public static native long moduleMinMax(long scope, long numFeatures);

    public static native void moduleFitColumns(long module, long rows);

    public static native long moduleInverseColumns(long scope, long module, long x);

    public static native long moduleSequential(long scope);

    public static native long moduleResidual(long scope);

    public static native long moduleParallel(long scope, boolean hasAxis, long axis);

    public static native long moduleList(long scope);

    public static native long moduleDict(long scope);

    public static native long moduleIdentity(long scope);

    public static native long moduleJoinAdd(long scope);

    public static native long moduleJoinMultiply(long scope);

    public static native long moduleJoinConcat(long scope, long axis);

    public static native long moduleGraph(long scope, String inputs);

    public static native void moduleGraphAdd(long module, String name, long child, String inputs);

    public static native void moduleGraphOutputs(long module, String outputs);

    public static native long moduleAveraged(
            long scope, long module, boolean hasDecay, double decay, boolean useBuffers);

    public static native void moduleUpdateAverage(long module, long source);

    public static native long moduleAveragedUpdates(long module);

    public static native long dataLoaderNew(
            long scope, long[] tensors, long batchSize, boolean shuffle, long seed, boolean dropLast);

    public static native long dataLoaderPadded(
            long scope, long[] rows, double value, long batchSize, boolean shuffle, long seed, boolean dropLast);

    public static native long dataLoaderImages(
            long scope, String files, long labels, long channels, long batchSize, boolean shuffle, long seed, boolean dropLast);

    public static native long dataLoaderNumbers(
            long scope, long size, long width, long batchSize, boolean shuffle, long seed, boolean dropLast);

    public static native long dataLoaderStream(
            long scope, long width, long batchSize, boolean shuffle, boolean dropLast);

    public static native void dataLoaderSubset(long dataLoader, long rows);

    public static native void dataLoaderWeighted(long dataLoader, long weights, long count, boolean replacement);

    public static native void dataLoaderShard(long dataLoader, long index, long count);

    public static native void dataLoaderTransform(long dataLoader, long column, long module);

    public static native void dataLoaderPrefetch(long dataLoader, long batches, long threads);

    public static native long dataLoaderBatches(long dataLoader);

    public static native long dataLoaderWidth(long dataLoader);

    public static native long dataLoaderEpoch(long dataLoader);

    public static native long dataLoaderBatch(long dataLoader);

    public static native void dataLoaderSeek(long dataLoader, long epoch, long batch);

    public static native void dataLoaderDispose(long dataLoader);

    public static native long trainerNew(long scope, long module, long optimizer, int loss);

    public static native void trainerSetLossSetting(long trainer, String name, double value);

    public static native void trainerSetLossWeight(long trainer, long weight);

    public static native void trainerSetScheduler(long trainer, long scheduler, boolean eachStep);

    public static native void trainerClipGradNorm(long trainer, double maxNorm, double normType);

    public static native void trainerClipGradValue(long trainer, double clipValue);

    public static native void trainerAccumulate(long trainer, long batches);

    public static native void trainerScaleLoss(
            long trainer, double initial, double growthFactor, double backoffFactor, long growthInterval);

    public static native double trainerLossScale(long trainer);

    public static native void trainerAverage(
            long trainer, long averaged, boolean eachStep, long skippedEpochs, boolean evaluates);

    public static native double trainerStep(long trainer, long x, long y);

    public static native double trainerEvaluate(long trainer, long x, long y);

    public static native double trainerValidate(long trainer, long x, long y);

    public static native long trainerPredict(long scope, long trainer, long x);

    public static native void trainerAddMetric(long trainer, long metric);

    public static native void trainerSetLoader(long trainer, long loader);

    public static native void trainerCheckLoader(long trainer, long loader);

    public static native void trainerStopEarly(long trainer, long patience, double minDelta);

    public static native void trainerCheckpointTo(long trainer, String folder, long every);

    public static native boolean trainerEndEpoch(long trainer);

    public static native void trainerCheckpointNow(long trainer);

    public static native void trainerSetStopRequested(long trainer, boolean isRequested);

    public static native boolean trainerIsStopRequested(long trainer);

    public static native long trainerSteps(long trainer);

    public static native long trainerUpdates(long trainer);

    public static native long trainerEpoch(long trainer);

    public static native double trainerBest(long trainer);

    public static native double trainerGradNorm(long trainer);

    public static native String trainerProgress(long trainer, long epochs);

    public static native String trainerHistory(long trainer);

    public static native String trainerHistorySvg(long trainer);

    public static native void trainerSaveHistory(long trainer, String path);

    public static native void trainerSave(long trainer, String path);

    public static native void trainerLoad(long trainer, String path);

    public static native void trainerDispose(long trainer);

    public static native long metricAccuracy(long scope, double threshold);

    public static native long metricTopK(long scope, long k);

    public static native long metricPrecision(long scope, int average, double threshold);

    public static native long metricRecall(long scope, int average, double threshold);

    public static native long metricF1(long scope, int average, double threshold);

    public static native long metricRocAuc(long scope);

    public static native long metricPrAuc(long scope);

    public static native long metricMae(long scope);

    public static native long metricRmse(long scope);

    public static native long metricR2(long scope);

    public static native long metricPerplexity(long scope, long ignoreIndex);

    public static native void metricUpdate(long metric, long prediction, long target);

    public static native double metricValue(long metric);

    public static native long metricConfusionMatrix(long scope, long metric);

    public static native void metricReset(long metric);

    public static native String metricKind(long metric);

    public static native void metricDispose(long metric);

    public static native long tableReadCsv(
            long scope, String path, boolean header, String delimiter, String quote, String types, String missing);

    public static native long tableRows(long table);

    public static native String tableColumns(long table);

    public static native String tableCategories(long table, String name);

    public static native long tableColumn(long scope, long table, String name);

    public static native long tableTensor(long scope, long table, String names, int dtype);

    public static native void tableDispose(long table);

    public static native long npyLoad(long scope, String path);

    public static native long npyLoadAs(long scope, String path, int dtype);

    public static native void npySave(String path, long t);

    public static native void npzSave(String path, String names, long[] tensors, boolean compressed);

    public static native String npzEntries(String path);

    public static native long npzLoad(long scope, String path, String name);

    public static native long npzLoadAs(long scope, String path, String name, int dtype);

    public static native int npzLoadList(long scope, String path, String names, int dtype, long[] made);

    public static native void safetensorsSaveList(String path, String names, long[] tensors, String metadata);

    public static native String safetensorsEntries(String path);

    public static native String safetensorsMetadata(String path);

    public static native long safetensorsLoad(long scope, String path, String name);

    public static native long safetensorsLoadAs(long scope, String path, String name, int dtype);

    public static native int safetensorsLoadList(long scope, String path, String names, int dtype, long[] made);

    public static native int safetensorsMap(long scope, String path, String names, long[] made);

    public static native String pthEntries(String path);

    public static native long pthLoad(long scope, String path, String name);

    public static native int pthLoadList(long scope, String path, String names, int dtype, long[] made);

    public static native String ggufEntries(String path);

    public static native String ggufMetadata(String path);

    public static native long ggufLoad(long scope, String path, String name);

    public static native long ggufLoadAs(long scope, String path, String name, int dtype);

    public static native int ggufLoadList(long scope, String path, String names, int dtype, long[] made);

    public static native int ggufMap(long scope, String path, String names, long[] made);

    public static native long idxLoad(long scope, String path);

    public static native long imageLoad(long scope, String path, long channels, boolean channelsLast, boolean asBytes);

    public static native void imageSave(String path, long t, boolean channelsLast);

    public static native String imageFolderClasses(String path);

    public static native String imageFolderFiles(String path);

    public static native long onnxModelLoad(long scope, String path, String options);

    public static native int onnxModelRun(long scope, long model, String names, long[] inputs, long[] made);

    public static native int onnxModelRunWithOptions(
            long scope, long model, long options, String names, long[] inputs, long[] made);

    public static native void onnxModelRunInto(long model, String names, long[] inputs, long[] outputs);

    public static native int onnxModelRunValues(long scope, long model, String names, long[] inputs, long[] made);

    public static native int onnxModelRunValuesWithOptions(
            long scope, long model, long options, String names, long[] inputs, long[] made);

    public static native void onnxModelWarmUp(long scope, long model, String shapes);

    public static native String onnxModelInputs(long model);

    public static native String onnxModelOptionalInputs(long model);

    public static native String onnxModelOutputs(long model);

    public static native String onnxModelMetadata(long model);

    public static native String onnxModelEndProfiling(long model);

    public static native void onnxModelDispose(long model);

    public static native long batcherOfOnnxModel(
            long scope, long model, long size, long delay, long parallel, long capacity, long timeout);

    public static native long batcherOfModule(
            long scope, long module, long size, long delay, long parallel, long capacity, long timeout);

    public static native int batcherRun(long scope, long batcher, String names, long[] inputs, long[] made);

    public static native long[] batcherStats(long batcher);

    public static native void batcherDispose(long batcher);

    public static native long onnxRunOptionsCreate(long scope, String options);

    public static native void onnxRunOptionsCancel(long options);

    public static native boolean onnxRunOptionsIsCancelled(long options);

    public static native void onnxRunOptionsDispose(long options);

    public static native long onnxValueOfTensor(long scope, long t);

    public static native long onnxValueOfStrings(
            long scope, long bytes, long offsets, int n, long v0, long v1, long v2, long v3);

    public static native long onnxValueOfStrings(long scope, long bytes, long offsets, long[] shape);

    public static native long onnxValueOfRawData(
            long scope, String element, long bytes, int n, long v0, long v1, long v2, long v3);

    public static native long onnxValueOfRawData(long scope, String element, long bytes, long[] shape);

    public static native long onnxValueOfSequence(long scope, long[] values);

    public static native long onnxValueOfMap(long scope, long keys, long values);

    public static native long onnxValueAbsent(long scope);

    public static native String onnxValueInfo(long value);

    public static native long onnxValueSize(long value);

    public static native long onnxValueTensor(long scope, long value);

    public static native long onnxValueRawData(long scope, long value);

    public static native void onnxValueStrings(long scope, long value, long[] made);

    public static native long onnxValueGet(long scope, long value, long index);

    public static native long onnxValueKeys(long scope, long value);

    public static native long onnxValueValues(long scope, long value);

    public static native long onnxValueStarts(long scope, long value);

    public static native void onnxValueDispose(long value);

    public static native void randomSeed(long seed);

    public static native double initCalculateGain(int nonlinearity, double slope);

    public static native long[] dtypeFinfo(int dtype);

    public static native long[] dtypeIinfo(int dtype);

    public static native boolean dtypeCanCast(int dtype, int to);

    public static native int dtypeResultType(int dtype, int other);

    public static native boolean dtypeIsdtype(int dtype, int kind);

    public static native void threadsSet(long count);

    public static native void threadsSetInitial(long count);

    public static native long threadsCount();

    public static native void threadsEndIdle();

    public static native int logLevel();

    public static native void logSetLevel(int level);

    public static native int logSetInitialLevel(int level);

    public static native String logRecords(long after);

    public static native long recordStart(long events, long siteBytes);

    public static native void recordStop(long recording);

    public static native long recordDropped(long recording);

    public static native boolean recordIsSampled(long handle);

    public static native void recordSite(long handle, String site);

    public static native void recordMark(String label);

    public static native String recordSnapshot();

    public static native void recordSave(String path);

    public static native String recordLoad(String path);

    public static native String recordSince(String later, String earlier);

    public static native void recordExport(String snapshot, String path, int format);

    public static native void recordPage(String snapshot, String html, String path);

    public static native long recordServe(long port, String html);

    public static native String recordAddress(long server);

    public static native void recordStopServing(long server);

    public static native void debugRaise(int status);

    public static native void debugSetDefaultDevice(int device);

    // </generated>
}
