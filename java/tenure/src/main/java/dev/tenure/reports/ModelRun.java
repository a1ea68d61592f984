package dev.tenure.reports;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A run of a model that has just ended: what listeners of
 * {@link dev.tenure.Tenure#addModelRunListener} get.
 *
 * @param kind {@code onnx} for a run of an {@code OnnxModel}, {@code batcher} for a request to a
 *     {@code Batcher}, {@code predictor} for a call of a {@code Predictor}; a predictor's call
 *     contains the run of its model or the request to its batcher, which is a run of its own
 * @param model the name of the model or of the batcher, of a predictor that of what it computes
 *     with; null if it has none, or was closed
 * @param duration how long the caller waited
 * @param error what the run threw; null if it returned
 */
public record ModelRun(String kind, @Nullable String model, Duration duration, @Nullable Throwable error) {}
