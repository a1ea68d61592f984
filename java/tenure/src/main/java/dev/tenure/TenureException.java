package dev.tenure;

/**
 * What each exception of this library is, beside a {@link RuntimeException}: for code that handles all of them at once.
 *
 * <pre>{@code
 * try {
 *     serve(request);
 * } catch (RuntimeException e) {
 *     if (e instanceof TenureException failure && failure.status() == Status.LIMIT_EXCEEDED) { ... }
 * }
 * }</pre>
 *
 * <p>It is an interface because each of them is also the exception that the JDK has for its kind: {@link ClosedException}
 * and {@link ScopeException} an {@link IllegalStateException}, {@link InvalidArgumentException} an {@link
 * IllegalArgumentException}.
 */
public sealed interface TenureException
        permits BusyException,
                CancelledException,
                ClosedException,
                CloseException,
                InvalidArgumentException,
                NativeMemoryException,
                ScopeException,
                TensorException {
    /**
     * What the native library reported.
     *
     * @return the status; {@link Status#OK} where that did all it was asked and something else failed
     */
    Status status();

    /**
     * What failed, with the values.
     *
     * @return one or more lines of text
     */
    String getMessage();
}
