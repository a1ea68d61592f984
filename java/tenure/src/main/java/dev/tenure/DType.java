package dev.tenure;

/** What a tensor's elements are.. */
public enum DType {
    /** 32-bit floating point: {@code float}. */
    F32(1, 4, "float32"),
    /** 64-bit floating point: {@code double}. */
    F64(2, 8, "float64"),
    /** 32-bit signed integer: {@code int}. */
    I32(3, 4, "int32"),
    /** 64-bit signed integer: {@code long}. */
    I64(4, 8, "int64"),
    /** 8-bit unsigned integer: a {@code byte} whose bits mean 0 to 255. */
    U8(5, 1, "uint8"),
    /** True or false, a byte each: {@code boolean}. */
    BOOL(6, 1, "bool");

    private static final DType[] BY_CODE = {null, F32, F64, I32, I64, U8, BOOL};

    private final int code;
    private final int size;
    private final String text;

    DType(int code, int size, String text) {
        this.code = code;
        this.size = size;
        this.text = text;
    }

    /**
     * The number that crosses the boundary.
     *
     * @return the code
     */
    public int code() {
        return code;
    }

    /**
     * Bytes of one element.
     *
     * @return 1, 4 or 8
     */
    public int size() {
        return size;
    }

    /** The name that NumPy uses: {@code float32}. */
    @Override
    public String toString() {
        return text;
    }

    static DType of(int code) {
        return BY_CODE[code];
    }
}
