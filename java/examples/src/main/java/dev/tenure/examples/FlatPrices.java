package dev.tenure.examples;

import dev.tenure.DType;
import dev.tenure.Scope;
import dev.tenure.Tensor;
import dev.tenure.Tenure;
import dev.tenure.data.DataLoader;
import dev.tenure.data.Table;
import dev.tenure.data.TableColumn;
import dev.tenure.models.FitOptions;
import dev.tenure.models.Trainer;
import dev.tenure.nn.Linear;
import dev.tenure.nn.Module;
import dev.tenure.nn.ReLU;
import dev.tenure.nn.Sequential;
import dev.tenure.nn.Standardize;
import dev.tenure.optim.Optimizer;
import dev.tenure.options.Loss;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * The price of a flat from a table: columns of different scales are standardized, and their means and deviations are a
 * part of the model, so that the file has all that a prediction needs.
 */
public final class FlatPrices {
    private static final int TRAIN = 500;

    private FlatPrices() {}

    /** Takes rows as they are in the table, and returns prices as they are in the table. */
    private static final class Prices extends Module {
        private final Standardize columns;
        private final Standardize price = add("price", new Standardize(1));
        private final Module layers;

        Prices(long inputs) {
            columns = add("columns", new Standardize(inputs));
            layers = add("layers", new Sequential(new Linear(inputs, 32), new ReLU(), new Linear(32, 32), new ReLU(), new Linear(32, 1)));
        }

        @Override
        protected Tensor forward(Tensor rows) {
            return price.inverse(layers.call(columns.call(rows)));
        }
    }

    /**
     * Learns, saves, loads, and compares.
     *
     * @param arguments none
     * @throws IOException if no file can be made
     */
    public static void main(String[] arguments) throws IOException {
        Path file = Files.createTempFile("flats", ".safetensors");
        try (Scope all = Scope.open("flats")) {
            run(Table.readCsv(Path.of("data", "flats.csv")), file);
        } finally {
            Files.delete(file);
        }
        Outcome.check("nothing is alive at the end", Tenure.stats().liveBytes() == 0);
    }

    private static void run(Table flats, Path file) {
        for (TableColumn column : flats.columns()) {
            System.out.printf("%s: %s%n", column.name(), column.type().toString().toLowerCase(Locale.ROOT));
        }
        Tensor numbers = flats.tensor(List.of("rooms", "area", "built", "station", "balcony"), DType.F32);
        Tensor towns = flats.column("town").oneHot().cast(DType.F32); // a column for each town
        Tensor rows = Tensor.concat(1, numbers, towns);
        Tensor prices = flats.tensor(List.of("price"), DType.F32);
        Tensor unseen = rows.slice(0, TRAIN, flats.rows());
        Tensor expected = prices.slice(0, TRAIN, flats.rows());

        Tenure.seed(1);
        Prices model = new Prices(rows.shape()[1]);
        train(model, rows.slice(0, 0, TRAIN), prices.slice(0, 0, TRAIN));
        Tensor predicted = model.call(unseen);
        for (int i = 0; i < 3; i++) {
            System.out.printf(Locale.ROOT, "a flat for %.0f: predicted %.0f%n", expected.getDouble(i, 0), predicted.getDouble(i, 0));
        }
        double error = predicted.sub(expected).div(expected).abs().mean().item();
        Outcome.check(String.format(Locale.ROOT, "flats that it has not seen are %.2f %% off", 100 * error), error < 0.06);

        model.save(file);
        System.out.println("saved: " + String.join(", ", model.stateDict().keySet()));
        Prices again = new Prices(rows.shape()[1]);
        again.load(file);
        Outcome.check("the loaded model predicts the same bits", again.call(unseen).equal(predicted));
    }

    /** Measures the columns, then trains the layers on standardized rows and prices. */
    private static void train(Prices model, Tensor rows, Tensor prices) {
        model.columns.fit(rows);
        model.price.fit(prices);
        Trainer trainer = Trainer.of(model.layers, Optimizer.adam(model.layers.parameters(), 0.005), Loss.MSE);
        List<Tensor> scaled = List.of(model.columns.call(rows), model.price.call(prices));
        trainer.fit(DataLoader.of(scaled, 50, true, 1, false), 100, FitOptions.defaults().progress(false));
        System.out.printf(Locale.ROOT, "%d epochs, loss %.6f%n", trainer.epoch(), trainer.best());
    }
}
