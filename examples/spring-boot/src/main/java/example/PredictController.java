package example;

import dev.tenure.InvalidArgumentException;
import dev.tenure.NativeMemoryException;
import dev.tenure.ShapeMismatchException;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** {@code POST /predict} with an array of numbers, 64 a row. */
@RestController
public class PredictController {
    private final Classifier classifier;

    public PredictController(Classifier classifier) {
        this.classifier = classifier;
    }

    @PostMapping("/predict")
    public float[] predict(@RequestBody float[] rows) {
        return classifier.probabilities(rows);
    }

    @ExceptionHandler({ShapeMismatchException.class, InvalidArgumentException.class})
    @ResponseStatus(HttpStatus.BAD_REQUEST)
    public String refuse(IllegalArgumentException wrong) {
        return wrong.getMessage();
    }

    /** The request needs more than its limit; the process is well, and so are the other requests. */
    @ExceptionHandler(NativeMemoryException.class)
    @ResponseStatus(HttpStatus.PAYLOAD_TOO_LARGE)
    public String tooLarge(NativeMemoryException full) {
        return full.getMessage();
    }
}
