package dev.tenure.junit;

import dev.tenure.LeakCheck;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;

/**
 * Fails each test that leaves native resources behind, its {@code @BeforeEach} and {@code @AfterEach} methods included,
 * and names the lines that made them.
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
 * <p>What was alive before a test does not count; so fixtures may be made in {@code @BeforeAll}. A test that has failed
 * already fails for its own reason only. It looks at the whole process: tests that it watches must not run in parallel
 * with others that use tensors.
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
            return; // it did not begin
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
