/** Tests with JUnit 5 that fail when they leak native resources: {@link dev.tenure.junit.NoLeaks}. */
package dev.tenure.junit;
