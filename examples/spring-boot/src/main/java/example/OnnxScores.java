package example;

import dev.tenure.BusyException;
import dev.tenure.Scope;
import dev.tenure.Tensor;
import dev.tenure.models.Predictor;
import dev.tenure.models.Translator;
import dev.tenure.models.Batcher;
import dev.tenure.models.Batching;
import dev.tenure.onnx.OnnxModel;
import java.nio.file.Path;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Scores of rows by a model of ONNX, where {@code model.path} names one. Requests at the same time are one run. */
@RestController
@ConditionalOnProperty("model.path")
public class OnnxScores implements AutoCloseable {
    private final Scope scope = Scope.create(Scope.options().name("models"));
    private final Predictor<float[], Float> scores;

    public OnnxScores(@Value("${model.path}") Path path) {
        Translator<float[], Float> translator = Translator.of(row -> Tensor.of(row), y -> y.toFloatArray()[0]);
        Batching batching = Batching.defaults().timeout(Duration.ofSeconds(1));
        scores = scope.run(() -> Predictor.of(Batcher.of(OnnxModel.load(path), batching), translator));
    }

    @PostMapping("/score")
    public float score(@RequestBody float[] row) {
        return scores.predict(row);
    }

    @ExceptionHandler(BusyException.class)
    @ResponseStatus(HttpStatus.SERVICE_UNAVAILABLE)
    public void busy() {}

    /** Spring calls it when the last request has ended. */
    @Override
    public void close() {
        scope.close();
    }
}
