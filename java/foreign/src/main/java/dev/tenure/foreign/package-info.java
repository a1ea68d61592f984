/**
 * Tensors on memory segments of the JDK, and segments on tensors. Start with
 * {@link dev.tenure.foreign.Segments}.
 */
package dev.tenure.foreign;
