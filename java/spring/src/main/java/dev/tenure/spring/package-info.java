/**
 * Tenure in Spring Boot: nothing has to be named, since the starter configures itself. What it does
 * is set by {@link dev.tenure.spring.TenureProperties}.
 */
package dev.tenure.spring;
