/**
 * Not exported: the layer between the public classes and the native methods, with leaks, memory
 * pressure, records, files, and access to internals for kinds of resources in other packages.
 */
@NullMarked
package dev.tenure.access;

import org.jspecify.annotations.NullMarked;
