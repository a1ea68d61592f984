package dev.tenure.onnx;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.tenure.ClosedException;
import dev.tenure.DType;
import dev.tenure.InvalidArgumentException;
import dev.tenure.NativeResource;
import dev.tenure.Scope;
import dev.tenure.Tensor;
import dev.tenure.access.Nouns;
import dev.tenure.internal.Arguments;
import dev.tenure.internal.KeepAlive;
import dev.tenure.internal.Native;
import dev.tenure.internal.NativeLoader;
import dev.tenure.internal.Rows;
import dev.tenure.internal.Text;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * An input or output of an {@link OnnxModel}: a tensor of numbers or of strings, a sequence, a map, or
 * an optional value that is absent.
 *
 * <pre>{@code
 * try (Scope scope = Scope.open()) {
 *     Map<String, OnnxValue> results = model.runValues(Map.of(
 *             "sex", OnnxValue.of(new String[] {"male", "female"}, 2, 1),
 *             "age", OnnxValue.of(Tensor.of(new float[] {22, 38}, 2, 1))));
 *     List<Map<Long, Float>> scores = results.get("prob").maps(Long.class, Float.class);
 * }
 * }</pre>
 *
 * <p>A value does not depend on a model, and never changes, except that a tensor in it shares its
 * elements with the tensor that it was made of. Its memory counts against the limits of the scope that
 * owns it: the bytes of all strings and tensors in it, and 8 bytes for each string.
 */
public final class OnnxValue extends NativeResource {
    private String @Nullable [] info;

    /**
     * Makes a value of a tensor, which shares its memory; a tensor of a workspace is copied.
     *
     * @param tensor the tensor, of any shape and element type
     * @return a new value, which the current scope owns; without a current scope it is unowned
     * @throws ClosedException if the tensor is closed
     */
    public static OnnxValue of(Tensor tensor) {
        Objects.requireNonNull(tensor, "tensor");
        Nouns nouns = Nouns.get();
        try {
            return made(scope -> Native.onnxValueOfTensor(scope, nouns.handle(tensor)));
        } finally {
            KeepAlive.done(tensor);
        }
    }

    /**
     * Makes a tensor of one string, with no dimensions.
     *
     * @param text the string
     * @return a new value, which the current scope owns; without a current scope it is unowned
     * @throws InvalidArgumentException if the string has half a surrogate pair
     */
    public static OnnxValue of(String text) {
        return strings(new String[] {Objects.requireNonNull(text, "text")}, new long[0]);
    }

    /**
     * Makes a tensor of strings, which models get as UTF-8.
     *
     * @param texts the strings in row-major order; they may contain any characters, NUL among them
     * @param shape the sizes of the tensor; none for one dimension with all strings
     * @return a new value, which the current scope owns; without a current scope it is unowned
     * @throws InvalidArgumentException if a string has half a surrogate pair, or a size is negative
     * @throws dev.tenure.ShapeMismatchException if the shape has another number of elements
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public static OnnxValue of(String[] texts, long... shape) {
        Objects.requireNonNull(texts, "texts");
        Objects.requireNonNull(shape, "shape");
        return strings(texts, shape.length == 0 ? new long[] {texts.length} : shape.clone());
    }

    /**
     * Makes a tensor of elements that no {@link DType} has, such as float8 or int4, from their bytes. It
     * shares their memory; bytes of a workspace are copied.
     *
     * @param element {@code float8e4m3fn}, {@code float8e4m3fnuz}, {@code float8e5m2},
     *     {@code float8e5m2fnuz}, {@code uint4} or {@code int4}
     * @param bytes uint8 of any shape: a byte for each element, or for two elements of 4 bits, of which
     *     the first is in the low half
     * @param shape the sizes of the tensor
     * @return a new value, which the current scope owns; without a current scope it is unowned
     * @throws InvalidArgumentException if there is no such element type, or a size is negative
     * @throws dev.tenure.ShapeMismatchException if the shape needs another number of bytes
     * @throws dev.tenure.DTypeMismatchException if the bytes are not uint8
     * @throws ClosedException if the tensor of bytes is closed
     */
    public static OnnxValue ofRawData(String element, Tensor bytes, long... shape) {
        Objects.requireNonNull(element, "element");
        Objects.requireNonNull(bytes, "bytes");
        long[] sizes = Objects.requireNonNull(shape, "shape").clone();
        Nouns nouns = Nouns.get();
        try {
            return made(scope -> Native.onnxValueOfRawData(scope, element, nouns.handle(bytes), sizes));
        } finally {
            KeepAlive.done(bytes);
        }
    }

    /**
     * Makes a sequence, which shares the memory of the values; maps are copied.
     *
     * @param values tensors of one element type, or strings, or maps; none for an empty sequence, which
     *     fits any input that is a sequence of tensors
     * @return a new value, which the current scope owns; without a current scope it is unowned
     * @throws InvalidArgumentException if a value is a sequence or absent, or two have different types
     * @throws ClosedException if a value is closed
     */
    public static OnnxValue ofSequence(OnnxValue... values) {
        Arguments.notNull("values", values);
        long[] handles = handles(values);
        try {
            return made(scope -> Native.onnxValueOfSequence(scope, handles));
        } finally {
            KeepAlive.done(values);
        }
    }

    /**
     * Makes a sequence, which shares the memory of the values; maps are copied.
     *
     * @param values tensors of one element type, or strings, or maps
     * @return a new value, which the current scope owns; without a current scope it is unowned
     * @throws InvalidArgumentException if a value is a sequence or absent, or two have different types
     * @throws ClosedException if a value is closed
     */
    public static OnnxValue ofSequence(List<OnnxValue> values) {
        return ofSequence(Arguments.array("values", values, OnnxValue[]::new));
    }

    /**
     * Makes a map.
     *
     * @param map keys that are all {@code Long} or all {@code String}; values that are all
     *     {@code Float}, {@code Double}, {@code Long} or {@code String}
     * @return a new value, which the current scope owns; without a current scope it is unowned
     * @throws InvalidArgumentException if the map is empty, or keys or values are of other or different
     *     types
     */
    public static OnnxValue ofMap(Map<?, ?> map) {
        Objects.requireNonNull(map, "map");
        List<Object> keys = new ArrayList<>();
        List<Object> values = new ArrayList<>();
        map.forEach((key, value) -> {
            keys.add(Objects.requireNonNull(key, "map: null as a key"));
            values.add(Objects.requireNonNull(value, () -> "map: null for '" + key + "'"));
        });
        try (OnnxValue column = column("key", keys); OnnxValue others = column("value", values)) {
            return ofMap(column, others);
        }
    }

    /**
     * Makes a map of its keys and its values, which are copied.
     *
     * @param keys int64 or strings, each once, in one dimension
     * @param values numbers or strings, as many
     * @return a new value, which the current scope owns; without a current scope it is unowned
     * @throws InvalidArgumentException if keys or values are of another type or have several dimensions, or
     *     a key is there twice
     * @throws dev.tenure.ShapeMismatchException if there are more keys than values, or fewer
     */
    public static OnnxValue ofMap(OnnxValue keys, OnnxValue values) {
        Objects.requireNonNull(keys, "keys");
        Objects.requireNonNull(values, "values");
        try {
            return made(scope -> Native.onnxValueOfMap(scope, keys.handle(), values.handle()));
        } finally {
            KeepAlive.done(keys, values);
        }
    }

    /**
     * Makes the absent value of an optional input.
     *
     * @return a new value, which the current scope owns; without a current scope it is unowned
     */
    public static OnnxValue absent() {
        return made(Native::onnxValueAbsent);
    }

    /**
     * {@return whether it is a tensor of numbers}
     *
     * @throws ClosedException if this was closed before it was first asked about
     */
    public boolean isTensor() {
        return info()[0].equals("tensor");
    }

    /** {@return whether it is a tensor of strings} */
    public boolean isStrings() {
        return info()[0].equals("string");
    }

    /** {@return whether it is a tensor of elements that no dtype has, such as float8 or int4} */
    public boolean isRawData() {
        return info()[0].equals("raw");
    }

    /** {@return whether it is a sequence, of maps too} */
    public boolean isSequence() {
        return info()[0].equals("sequence") || info()[0].equals("maps");
    }

    /** {@return whether it is a map} */
    public boolean isMap() {
        return info()[0].equals("map");
    }

    /** {@return whether it is an optional value that is absent} */
    public boolean isAbsent() {
        return info()[0].equals("absent");
    }

    /** {@return what it is, such as {@code string} or {@code sequence of map of int64 to float32}} */
    public String type() {
        return info()[1];
    }

    /** {@return the sizes of a tensor, outermost first; none for anything else} */
    public long[] shape() {
        String[] row = info();
        return Arrays.stream(row, 3, row.length).mapToLong(Long::parseLong).toArray();
    }

    /**
     * Returns the strings of a tensor of strings, in row-major order. Bytes of a model that are not
     * UTF-8 become U+FFFD.
     *
     * @return the strings
     * @throws InvalidArgumentException if it is not a tensor of strings
     * @throws ClosedException if this is closed
     */
    public String[] strings() {
        Nouns nouns = Nouns.get();
        Tensor[] parts = nouns.several(nouns.current(), 2, (scope, made) -> {
            Native.onnxValueStrings(scope, handle(), made);
            return made.length;
        });
        KeepAlive.done(this);
        try (Tensor bytes = parts[0];
                Tensor offsets = parts[1]) {
            byte[] all = bytes.toByteArray();
            long[] ends = offsets.toLongArray();
            String[] texts = new String[ends.length - 1];
            for (int i = 0; i < texts.length; i++) {
                texts[i] = new String(all, (int) ends[i], (int) (ends[i + 1] - ends[i]), StandardCharsets.UTF_8);
            }
            return texts;
        }
    }

    /**
     * Returns the values of a sequence: {@link #get} of each.
     *
     * @return new values, which the current scope owns
     * @throws InvalidArgumentException if it is not a sequence
     */
    public List<OnnxValue> list() {
        if (!isSequence()) {
            throw new InvalidArgumentException("the value is " + type() + ", not a sequence");
        }
        List<OnnxValue> values = new ArrayList<>();
        for (long i = 0; i < size(); i++) {
            values.add(get(i));
        }
        return values;
    }

    /**
     * Returns the entries of a map, in the order of ONNX Runtime.
     *
     * @param <K> the type of the keys
     * @param <V> the type of the values
     * @param key {@code Long.class} or {@code String.class}
     * @param value {@code Float.class}, {@code Double.class}, {@code Long.class} or {@code String.class}
     * @return a new map
     * @throws InvalidArgumentException if it is not a map, or its keys or values are of another type
     */
    public <K, V> Map<K, V> map(Class<K> key, Class<V> value) {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(value, "value");
        if (!isMap()) {
            throw new InvalidArgumentException("the value is " + type() + ", not a map");
        }
        return entries(key, value).get(0);
    }

    /**
     * Returns the entries of a sequence of maps, such as the probabilities that scikit-learn's
     * classifiers give for each row: a few calls of the core, however many maps there are.
     *
     * @param <K> the type of the keys
     * @param <V> the type of the values
     * @param key {@code Long.class} or {@code String.class}
     * @param value {@code Float.class}, {@code Double.class}, {@code Long.class} or {@code String.class}
     * @return new maps
     * @throws InvalidArgumentException if it is not a sequence of maps, or keys or values are of another
     *     type
     */
    public <K, V> List<Map<K, V>> maps(Class<K> key, Class<V> value) {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(value, "value");
        if (!info()[0].equals("maps")) {
            throw new InvalidArgumentException("the value is " + type() + ", not a sequence of maps");
        }
        return entries(key, value);
    }

    /**
     * Converts the value to an object of Java: a {@code String[]} for strings, a {@code List} for a
     * sequence, a {@code Map} for a map, {@code null} if it is absent, and for numbers a {@link Tensor},
     * which the current scope owns; for raw data a tensor of its bytes.
     *
     * @return the object; null if it is absent
     * @throws ClosedException if this is closed
     */
    public @Nullable Object toObject() {
        switch (info()[0]) {
            case "tensor":
                return tensor();
            case "raw":
                return rawData();
            case "string":
                return strings();
            case "map":
                return entries(Object.class, Object.class).get(0);
            case "maps":
                return entries(Object.class, Object.class);
            case "sequence":
                List<@Nullable Object> values = new ArrayList<>();
                for (long i = 0; i < size(); i++) {
                    try (OnnxValue one = get(i)) {
                        values.add(one.toObject());
                    }
                }
                return values;
            default:
                return null;
        }
    }

    /** Returns what it is, with the sizes of a tensor: {@code OnnxValue(string [2, 1])}. */
    @Override
    public String toString() {
        try {
            String sizes = isTensor() || isStrings() || isRawData() ? " " + Arrays.toString(shape()) : "";
            return isClosed() ? super.toString() : "OnnxValue(" + type() + sizes + ")";
        } catch (ClosedException e) {
            return super.toString(); // by another thread, since it was asked
        }
    }

    private String[] info() {
        String[] known = info;
        if (known == null) {
            known = Rows.of(KeepAlive.value(Native.onnxValueInfo(handle()), this)).get(0);
            info = known;
        }
        return known;
    }

    private <K, V> List<Map<K, V>> entries(Class<K> key, Class<V> value) {
        try (OnnxValue keys = keys();
                OnnxValue values = values();
                Tensor starts = Nouns.get().made(scope -> Native.onnxValueStarts(scope, handle()), this)) {
            IntFunction<K> keyAt = keys.elements("keys", key);
            IntFunction<V> valueAt = values.elements("values", value);
            long[] ends = starts.toLongArray();
            List<Map<K, V>> maps = new ArrayList<>(ends.length - 1);
            for (int i = 0; i + 1 < ends.length; i++) {
                Map<K, V> map = new LinkedHashMap<>();
                for (int j = (int) ends[i]; j < ends[i + 1]; j++) {
                    map.put(keyAt.apply(j), valueAt.apply(j));
                }
                maps.add(map);
            }
            return maps;
        }
    }

    /** The elements of a tensor as objects of this class. */
    private <T> IntFunction<T> elements(String what, Class<T> type) {
        IntFunction<?> all;
        Class<?> is;
        if (isStrings()) {
            String[] texts = strings();
            all = i -> texts[i];
            is = String.class;
        } else {
            try (Tensor tensor = tensor()) {
                switch (tensor.dtype()) {
                    case F32, F16, BF16 -> {
                        float[] floats = tensor.toFloatArray();
                        all = i -> floats[i];
                        is = Float.class;
                    }
                    case F64 -> {
                        double[] doubles = tensor.toDoubleArray();
                        all = i -> doubles[i];
                        is = Double.class;
                    }
                    default -> {
                        long[] longs = tensor.toLongArray();
                        all = i -> longs[i];
                        is = Long.class;
                    }
                }
            }
        }
        if (!type.isAssignableFrom(is)) {
            throw new InvalidArgumentException("the " + what + " of the map are " + type() + ", read them as "
                    + is.getSimpleName() + ", not " + type.getSimpleName());
        }
        return i -> type.cast(all.apply(i));
    }

    /** A tensor of one dimension of objects that have one type. */
    private static OnnxValue column(String what, List<Object> objects) {
        if (objects.isEmpty()) {
            throw new InvalidArgumentException("map: an empty map has no types; make it of a tensor of keys and one of values");
        }
        Class<?> type = objects.get(0).getClass();
        for (Object object : objects) {
            if (object.getClass() != type) {
                throw new InvalidArgumentException("map: one " + what + " is " + type.getSimpleName() + " and another "
                        + object.getClass().getSimpleName());
            }
        }
        if (type == String.class) {
            return of(objects.toArray(String[]::new));
        }
        try (Tensor tensor = numbers(what, type, objects)) {
            return of(tensor);
        }
    }

    private static Tensor numbers(String what, Class<?> type, List<Object> objects) {
        if (type == Long.class || type == Integer.class) {
            return Tensor.of(objects.stream().mapToLong(one -> ((Number) one).longValue()).toArray());
        }
        if (type == Double.class) {
            return Tensor.of(objects.stream().mapToDouble(one -> (Double) one).toArray());
        }
        if (type != Float.class) {
            throw new InvalidArgumentException(
                    "map: a " + what + " is Long, Float, Double or String, not " + type.getSimpleName());
        }
        float[] floats = new float[objects.size()];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = (Float) objects.get(i);
        }
        return Tensor.of(floats);
    }

    private static OnnxValue strings(String[] texts, long[] shape) {
        NativeLoader.require();
        long[] ends = new long[texts.length + 1];
        byte[] all = new byte[Math.max(16, 8 * Math.min(texts.length, 1 << 24))];
        int n = 0;
        for (int i = 0; i < texts.length; i++) {
            byte[] text = Text.checked(texts[i], "texts[" + i + "]").getBytes(StandardCharsets.UTF_8);
            if (text.length > all.length - n) {
                all = Arrays.copyOf(all, room(all.length, (long) n + text.length));
            }
            System.arraycopy(text, 0, all, n, text.length);
            n += text.length;
            ends[i + 1] = n;
        }
        Nouns nouns = Nouns.get();
        try (Tensor bytes = Tensor.of(DType.U8, ByteBuffer.wrap(all, 0, n), n); Tensor offsets = Tensor.of(ends)) {
            return made(scope -> Native.onnxValueOfStrings(scope, nouns.handle(bytes), nouns.handle(offsets), shape));
        }
    }

    private static int room(int now, long needed) {
        if (needed > Integer.MAX_VALUE - 8) {
            throw new InvalidArgumentException("texts: they have more than 2147483639 bytes");
        }
        return (int) Math.min(Integer.MAX_VALUE - 8, Math.max(needed, 2L * now));
    }

    /** The handles in the core. */
    static long[] handles(OnnxValue[] values) {
        return Arrays.stream(values).mapToLong(OnnxValue::handle).toArray();
    }

    private static OnnxValue made(LongUnaryOperator core) {
        NativeLoader.require();
        Nouns nouns = Nouns.get();
        return nouns.owned(new OnnxValue(0), nouns.current(), core);
    }

    // <generated by ci/generate from src/api; do not edit>
    /**
     * {@return the number of values of a sequence, of entries of a map, or of elements of a tensor;
     * 0 for an absent value}
     */
    public long size() {
        return KeepAlive.value(Native.onnxValueSize(handle()), this);
    }

    /**
     * The tensor of a value, on the same memory.
     *
     * @return a new tensor
     * @throws dev.tenure.InvalidArgumentException if it is not a tensor of numbers
     */
    public Tensor tensor() {
        Tensor made = Nouns.get().made(scope -> Native.onnxValueTensor(scope, handle()), this);
        KeepAlive.done(this);
        return made;
    }

    /**
     * The bytes of a tensor of elements that no dtype has, such as float8 or int4, on the same
     * memory: a row of uint8. Two elements of 4 bits share a byte, the first in the low half.
     *
     * @return a new tensor
     * @throws dev.tenure.InvalidArgumentException if it is not a tensor of such elements
     */
    public Tensor rawData() {
        Tensor made = Nouns.get().made(scope -> Native.onnxValueRawData(scope, handle()), this);
        KeepAlive.done(this);
        return made;
    }

    /**
     * A value of a sequence: a map is copied, and anything else shares its memory.
     *
     * @param index which one, from 0 on
     * @return a new {@code OnnxValue}, which the current scope owns; without one it is the caller's
     * @throws dev.tenure.InvalidArgumentException if it is not a sequence, or has no value with
     *     this index
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public OnnxValue get(long index) {
        Scope owner = Nouns.get().current();
        OnnxValue made = Nouns.get().owned(new OnnxValue(0), owner, scope -> Native.onnxValueGet(scope, handle(), index));
        KeepAlive.done(this);
        return made;
    }

    /**
     * The keys of a map, or of all maps of a sequence one after the other: int64 or strings, of one
     * dimension.
     *
     * @return a new {@code OnnxValue}, which the current scope owns; without one it is the caller's
     * @throws dev.tenure.InvalidArgumentException if it is neither a map nor a sequence of maps
     */
    public OnnxValue keys() {
        Scope owner = Nouns.get().current();
        OnnxValue made = Nouns.get().owned(new OnnxValue(0), owner, scope -> Native.onnxValueKeys(scope, handle()));
        KeepAlive.done(this);
        return made;
    }

    /**
     * The values of a map, or of all maps of a sequence one after the other, in the order of the
     * keys: numbers or strings, of one dimension.
     *
     * @return a new {@code OnnxValue}, which the current scope owns; without one it is the caller's
     * @throws dev.tenure.InvalidArgumentException if it is neither a map nor a sequence of maps
     */
    public OnnxValue values() {
        Scope owner = Nouns.get().current();
        OnnxValue made = Nouns.get().owned(new OnnxValue(0), owner, scope -> Native.onnxValueValues(scope, handle()));
        KeepAlive.done(this);
        return made;
    }

    /** Of a handle; 0 for one that the core is about to make. */
    OnnxValue(long handle) {
        super(handle, null);
    }

    @Override
    @CanIgnoreReturnValue
    public OnnxValue name(String name) {
        super.name(name);
        return this;
    }

    @Override
    @CanIgnoreReturnValue
    public OnnxValue moveToOuterScope() {
        super.moveToOuterScope();
        return this;
    }

    @Override
    @CanIgnoreReturnValue
    public OnnxValue moveTo(Scope scope) {
        super.moveTo(scope);
        return this;
    }

    @Override
    @CanIgnoreReturnValue
    public OnnxValue detachFromScope() {
        super.detachFromScope();
        return this;
    }

    /** @hidden */
    @Override
    protected void dispose() {
        Native.onnxValueDispose(handle());
    }
    // </generated>
}
