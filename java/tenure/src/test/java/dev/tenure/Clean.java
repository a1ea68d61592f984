package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * For {@link ExtendWith}: every test begins with nothing alive, what earlier ones left to the collector freed, and fails if
 * it leaves something, or a scope current.
 */
final class Clean implements BeforeEachCallback, AfterEachCallback {
    @Override
    public void beforeEach(ExtensionContext context) {
        Live.drain();
    }

    @Override
    public void afterEach(ExtensionContext context) {
        assertNull(Current.scope());
        Live.assertNothing();
    }
}
