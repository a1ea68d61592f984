/**
 * What lies between the nouns and the boundary, and is not exported: leaks, memory pressure, records, files, and what a kind of
 * resource in a package of its own needs of the nouns.
 */
@NullMarked
package dev.tenure.access;

import org.jspecify.annotations.NullMarked;
