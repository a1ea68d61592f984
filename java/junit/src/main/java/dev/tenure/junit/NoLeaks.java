package dev.tenure.junit;

import dev.tenure.LeakCheck;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;

/**
 * Fails each test that leaks native resources, including in its {@code @BeforeEach} and
 * {@code @AfterEach} methods, and names the lines that made them.
 *
 * <pre>{@code
 * @ExtendWith(NoLeaks.class)
 * class ModelTest {
 *     @Test
 *     void itPredicts() {
 *         try (Scope s = Scope.open()) {
 *             ...
 *         }
 *     }
 * }
 * }</pre>
 *
 * <p>Resources that were alive before a test do not count, so fixtures may be made in
 * {@code @BeforeAll}. A test that has failed already keeps its own failure. The check covers the
 * whole process: tests with it must not run in parallel with other tests that use tensors.
 */
public final class NoLeaks implements BeforeEachCallback, AfterEachCallback {
    private static final Namespace NAMESPACE = Namespace.create(NoLeaks.class);

    /** Called by JUnit. */
    public NoLeaks() {}

    @Override
    public void beforeEach(ExtensionContext context) {
        store(context).put(LeakCheck.class, LeakCheck.begin());
    }

    /**
     * Ends the check.
     *
     * @throws AssertionError if the test leaked
     */
    @Override
    public void afterEach(ExtensionContext context) {
        LeakCheck check = store(context).remove(LeakCheck.class, LeakCheck.class);
        if (check == null) {
            return; // beforeEach has failed
        }
        if (context.getExecutionException().isPresent()) {
            check.cancel();
        } else {
            check.close();
        }
    }

    private static Store store(ExtensionContext context) {
        return context.getStore(NAMESPACE);
    }
}
