package dev.tenure;

/** What went wrong, as every language names it. The codes are part of the binary interface and never change. */
public enum Status {
    /** The call did what it says; never in an exception. */
    OK(0),
    /** What was named is closed, or never was. */
    INVALID_HANDLE(1),
    /** An argument outside what the function accepts. */
    INVALID_ARGUMENT(2),
    /** Shapes that do not fit each other. */
    SHAPE_MISMATCH(3),
    /** Element types that do not fit each other or the operation. */
    DTYPE_MISMATCH(4),
    /** Operands on different devices. */
    DEVICE_MISMATCH(5),
    /** The system refused memory. */
    OUT_OF_MEMORY(6),
    /** A limit that was set refused memory. */
    LIMIT_EXCEEDED(7),
    /** The scope that should own the result has been closed. */
    SCOPE_CLOSED(8),
    /** The scope that should own the result takes no further members. */
    SCOPE_CAPPED(9),
    /** A workspace refused the call. */
    WORKSPACE(10),
    /** The operation does not exist for these operands. */
    UNSUPPORTED(11),
    /** The device is not there. */
    DEVICE_UNAVAILABLE(12),
    /** A file could not be read, written or understood. */
    IO(13),
    /** A defect of the library: a panic was caught at the boundary. */
    PANIC(14),
    /** A defect of the library: an invariant did not hold. */
    INTERNAL(15);

    private final int code;

    Status(int code) {
        this.code = code;
    }

    /**
     * The number that crosses the boundary.
     *
     * @return the code
     */
    public int code() {
        return code;
    }

    /** The status of a code; the library is never newer than these classes, so there is one. */
    static Status of(int code) {
        for (Status status : values()) {
            if (status.code == code) {
                return status;
            }
        }
        return INTERNAL;
    }
}
