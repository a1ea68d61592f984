/**
 * The boundary to the native library, and its loading and support; nothing here depends on the
 * public classes.
 */
package dev.tenure.internal;
