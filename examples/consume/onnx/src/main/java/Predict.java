import dev.tenure.Scope;
import dev.tenure.Tensor;
import dev.tenure.Tenure;
import dev.tenure.onnx.OnnxModel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;

/** Runs a model with the ONNX Runtime that {@code tenure-onnx} brings. */
class Predict {
    public static void main(String[] args) {
        try (Scope scope = Scope.open()) {
            OnnxModel model = OnnxModel.load(Path.of("affine.onnx"));
            Map<String, Tensor> named = model.run(Map.of("x", Tensor.ones(1, 3)));
            System.out.println(Arrays.toString(named.get("y").toFloatArray()));
        }
        System.out.println(Tenure.stats().liveBytes() + " bytes live");
    }
}
