// What Trainer.Fit does besides training.

using Tenure.Data;

namespace Tenure.Models;

/// <summary>What <see cref="Trainer.Fit(DataLoader, long, FitOptions?)"/> does besides training:
/// <c>new FitOptions { Validation = loader }</c>.</summary>
/// <remarks>A function is called on the thread that trains. What it makes belongs to the scope of the batch or the epoch
/// and is freed at its end. An exception that it throws ends the training and comes out of <c>Fit</c>.</remarks>
public sealed record FitOptions
{
    internal static readonly FitOptions Default = new();

    /// <summary>The loader of the batches that each epoch is validated with, an input and a target each; null for
    /// none.</summary>
    public DataLoader? Validation { get; init; }

    /// <summary>Whether the progress is printed to the standard output: a bar where that is a terminal, otherwise a line
    /// for each epoch.</summary>
    public bool Progress { get; init; } = true;

    /// <summary>Whether Ctrl-C ends the training after its batch, instead of the process: <c>Fit</c> writes a checkpoint, if
    /// <c>CheckpointTo</c> was called, and returns false. A second Ctrl-C ends the process.</summary>
    public bool StopOnInterrupt { get; init; }

    /// <summary>Called before each epoch.</summary>
    public Action<Trainer>? BeforeEpoch { get; init; }

    /// <summary>Called after each epoch, when its losses are in the history.</summary>
    public Action<Trainer>? AfterEpoch { get; init; }

    /// <summary>Called before the step of each batch.</summary>
    public Action<Trainer>? BeforeBatch { get; init; }

    /// <summary>Called after the step of each batch, with its mean loss.</summary>
    public Action<Trainer, double>? AfterBatch { get; init; }
}
