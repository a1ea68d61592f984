/**
 * Native memory as meters of Micrometer. Bind {@link dev.tenure.micrometer.TenureMetrics} to a
 * registry.
 */
package dev.tenure.micrometer;
