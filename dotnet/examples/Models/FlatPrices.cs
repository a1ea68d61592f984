using Tenure.Data;
using Tenure.Models;
using Tenure.Nn;
using Tenure.Optim;
using Tenure.Options;

namespace Tenure.Examples.Models;

/// <summary>The price of a flat from a table: columns of different scales are standardized, and their means and deviations
/// are a part of the model, so that the file has all that a prediction needs.</summary>
internal static class FlatPrices
{
    private const int TrainRows = 500;

    /// <summary>Takes rows as they are in the table, and returns prices as they are in the table.</summary>
    private sealed class Prices : Module
    {
        public Prices(long inputs)
        {
            Price = Add("price", new Standardize(1));
            Columns = Add("columns", new Standardize(inputs));
            Layers = Add("layers", new Sequential(
                new Linear(inputs, 32), new ReLU(), new Linear(32, 32), new ReLU(), new Linear(32, 1)));
        }

        public Standardize Price { get; }

        public Standardize Columns { get; }

        public Module Layers { get; }

        protected override Tensor Forward(Tensor rows) => Price.Inverse(Layers.Call(Columns.Call(rows)));
    }

    public static int Run()
    {
        string file = Path.GetTempFileName();
        try
        {
            using Scope all = Scope.Open("flats");
            Run(Table.ReadCsv(Path.Combine("data", "flats.csv")), file);
        }
        finally
        {
            File.Delete(file);
        }
        Outcome.Check("nothing is alive at the end", TenureRuntime.Stats().LiveBytes == 0);
        return Outcome.Code;
    }

    private static void Run(Table flats, string file)
    {
        foreach (TableColumn column in flats.Columns)
        {
            Console.WriteLine($"{column.Name}: {column.Type.ToString().ToLowerInvariant()}");
        }
        Tensor numbers = flats.Tensor(["rooms", "area", "built", "station", "balcony"]);
        Tensor towns = flats.Column("town").OneHot().Cast(DType.F32); // a column for each town
        Tensor rows = Tensor.Concat([numbers, towns], axis: 1);
        Tensor prices = flats.Tensor(["price"]);
        Tensor unseen = rows[TrainRows..], expected = prices[TrainRows..];

        TenureRuntime.Seed(1);
        var model = new Prices(rows.Shape[1]);
        Train(model, rows[..TrainRows], prices[..TrainRows]);
        Tensor predicted = model.Call(unseen);
        for (int i = 0; i < 3; i++)
        {
            Console.WriteLine($"a flat for {expected[i, 0].Item():F0}: predicted {predicted[i, 0].Item():F0}");
        }
        double error = ((predicted - expected) / expected).Abs().Mean().Item();
        Outcome.Check($"flats that it has not seen are {100 * error:F2} % off", error < 0.06);

        model.Save(file);
        Console.WriteLine($"saved: {string.Join(", ", model.StateDict().Keys)}");
        var again = new Prices(rows.Shape[1]);
        again.Load(file);
        Outcome.Check("the loaded model predicts the same bits", again.Call(unseen).Equal(predicted));
    }

    /// <summary>Measures the columns, then trains the layers on standardized rows and prices.</summary>
    private static void Train(Prices model, Tensor rows, Tensor prices)
    {
        model.Columns.Fit(rows);
        model.Price.Fit(prices);
        var trainer = Trainer.Of(model.Layers, Optimizer.Adam(model.Layers.Parameters(), 0.005), Loss.Mse);
        var batches = DataLoader.Of([model.Columns.Call(rows), model.Price.Call(prices)], 50, shuffle: true, seed: 1);
        trainer.Fit(batches, 100, new FitOptions { Progress = false });
        Console.WriteLine($"{trainer.Epoch} epochs, loss {trainer.Best:F6}");
    }
}
