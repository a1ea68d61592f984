/** The boundary to the native library and what it takes to wait for the collector; it knows none of the nouns. */
package dev.tenure.internal;
