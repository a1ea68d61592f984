package dev.tenure;

/**
 * The common type of all exceptions of this library, for code that handles all of them at once.
 * Each is also a {@link RuntimeException}.
 *
 * <pre>{@code
 * try {
 *     serve(request);
 * } catch (RuntimeException e) {
 *     if (e instanceof TenureException failure && failure.status() == Status.LIMIT_EXCEEDED) { ... }
 * }
 * }</pre>
 *
 * <p>It is an interface because some of the exceptions extend the JDK's exception for their kind:
 * {@link ClosedException} and {@link ScopeException} extend {@link IllegalStateException}, and
 * {@link InvalidArgumentException} extends {@link IllegalArgumentException}.
 */
public sealed interface TenureException
        permits BusyException,
                CancelledException,
                ClosedException,
                CloseException,
                InvalidArgumentException,
                NativeMemoryException,
                NotFiniteException,
                ScopeException,
                TensorException {
    /**
     * Returns the status that the native library reported.
     *
     * @return the status; {@link Status#OK} if the native call succeeded and something else failed
     */
    Status status();

    /**
     * Describes what failed, with the values.
     *
     * @return one or more lines of text
     */
    String getMessage();
}
