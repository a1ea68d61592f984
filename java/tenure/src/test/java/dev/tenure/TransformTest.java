package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tenure.data.DataLoader;
import dev.tenure.data.ImageFolder;
import dev.tenure.nn.ColorJitter;
import dev.tenure.nn.Linear;
import dev.tenure.nn.MinMax;
import dev.tenure.nn.Module;
import dev.tenure.nn.Normalize;
import dev.tenure.nn.OneHot;
import dev.tenure.nn.RandomCrop;
import dev.tenure.nn.RandomHorizontalFlip;
import dev.tenure.nn.Resize;
import dev.tenure.nn.Sequential;
import dev.tenure.nn.Standardize;
import dev.tenure.nn.ToTensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Transforms as modules; their numbers are tested in Rust against torchvision's. */
class TransformTest {
    private static final byte[] PNG = Base64.getDecoder()
            .decode("iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVR4nGP4z8DA8J+BkYHh////DAAe9gT9Ce00PgAAAABJRU5ErkJggg==");

    @Test
    void imagesOfAFolderAreReadAndTransformedByBatch(@TempDir Path root) throws IOException {
        for (String name : List.of("cat", "dog")) {
            Files.write(Files.createDirectory(root.resolve(name)).resolve("1.png"), PNG);
        }
        try (Scope scope = Scope.open("pets")) {
            ImageFolder folder = ImageFolder.of(root);
            Module transform = new Sequential(
                    new Resize(4),
                    new RandomCrop(3),
                    new RandomHorizontalFlip(),
                    new ColorJitter(0.2, 0.2),
                    new ToTensor(),
                    new Normalize(new double[] {0.5, 0.5, 0.5}, new double[] {0.25, 0.25, 0.25}));
            float[][] seen = new float[2][];
            for (int ahead = 0; ahead < 2; ahead++) {
                DataLoader loader =
                        folder.loader(3, 2, true, 3, false).transform(0, transform).transform(1, new OneHot(2));
                loader.prefetch(ahead);
                Tensor[] batch = loader.next();
                assertArrayEquals(new long[] {2, 3, 3, 3}, batch[0].shape());
                assertArrayEquals(new long[] {2, 2}, batch[1].shape());
                assertEquals(2, batch[1].sum().item());
                seen[ahead] = batch[0].toFloatArray();
            }
            assertArrayEquals(seen[0], seen[1]);
            Files.write(root.resolve("cat").resolve("1.png"), new byte[] {1});
            DataLoader broken = folder.loader(3, 2, false, 0, false).prefetch(1);
            assertThrows(TensorException.class, broken::next);
        }
        Live.assertNothing();
    }

    @Test
    void columnsAreScaledAsTheyWereMeasured() {
        try (Scope scope = Scope.open("table")) {
            Tensor rows = Tensor.of(new float[] {1, 10, 3, 30}).reshape(2, 2);
            Standardize standardize = new Standardize(2).fit(rows);
            Sequential net = new Sequential(standardize, new Linear(2, 1));
            assertArrayEquals(new float[] {-1, -1, 1, 1}, standardize.call(rows).toFloatArray(), 1e-6f);
            assertArrayEquals(
                    rows.toFloatArray(), standardize.inverse(standardize.call(rows)).toFloatArray(), 1e-5f);
            assertEquals(List.of("0.mean", "0.scale", "1.weight", "1.bias"), List.copyOf(net.stateDict().keySet()));
            MinMax minMax = new MinMax(2).fit(rows);
            assertArrayEquals(new float[] {0, 0, 1, 1}, minMax.call(rows).toFloatArray(), 1e-6f);
            assertArrayEquals(rows.toFloatArray(), minMax.inverse(minMax.call(rows)).toFloatArray(), 1e-5f);
            assertThrows(ShapeMismatchException.class, () -> minMax.fit(Tensor.ones(2, 3)));
            assertThrows(InvalidArgumentException.class, () -> new MinMax(0));
            assertThrows(InvalidArgumentException.class, () -> new Normalize(new double[] {0}, new double[] {0}));
        }
        Live.assertNothing();
    }
}
