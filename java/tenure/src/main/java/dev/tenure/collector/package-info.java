/**
 * Use of the garbage collector: freeing the resources that it found unreachable, and triggering
 * collections.
 */
package dev.tenure.collector;
