/**
 * Support for JUnit 5 tests that fail if they leak native resources:
 * {@link dev.tenure.junit.NoLeaks}.
 */
package dev.tenure.junit;
