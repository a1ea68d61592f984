package example;

import dev.tenure.Scope;
import dev.tenure.Tensor;
import dev.tenure.Tenure;
import org.springframework.stereotype.Component;

/** A linear classifier of 64 inputs and 10 classes. Its weights live until the application stops. */
@Component
public class Classifier {
    public static final int INPUTS = 64;

    private final Tensor w;
    private final Tensor b;

    public Classifier(Scope application) {
        Tenure.seed(42);
        Scope weights = application.child("weights");
        w = weights.randn(INPUTS, 10);
        b = weights.zeros(10);
        weights.cap(); // a tensor of a request that ends up here is an error from now on
    }

    /** The probabilities of the classes, for each row of {@code rows}. Tensors belong to the current scope. */
    public float[] probabilities(float[] rows) {
        Tensor x = Tensor.of(rows, rows.length / INPUTS, INPUTS);
        return x.matmul(w).add(b).softmax(1).toFloatArray();
    }
}
