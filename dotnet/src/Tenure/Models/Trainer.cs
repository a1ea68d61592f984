// Trainers. Their members are generated (Trainer.g.cs), except the loop and those that name a file.

using System.Runtime.InteropServices;
using Tenure.Data;
using Tenure.Interop;

namespace Tenure.Models;

/// <summary>Trains a module: each step is one call of the core, and epochs, metrics and checkpoints are built
/// in.</summary>
/// <remarks>A step has the bits of the same calls one by one, and leaves nothing alive. The module has parts of this
/// library only; one with a <c>Forward</c> in C# is trained with a <see cref="Tape"/>.</remarks>
/// <example><code>
/// var trainer = Trainer.Of(net, Optimizer.Adam(net.Parameters, 1e-3), Loss.CrossEntropy);
/// trainer.AddMetric(Metric.Accuracy());
/// trainer.Fit(batches, 10, new FitOptions { Validation = rest });
/// trainer.SaveHistory("curves.svg");
/// </code></example>
public sealed unsafe partial class Trainer : NativeResource
{
    /// <summary>Trains until <paramref name="epochs"/> epochs have ended, <c>StopEarly</c> ends it, or <c>RequestStop</c>
    /// was called. There are three levels of scopes: the training, each epoch, each batch; what is made in one is freed at
    /// its end. A request to stop ends it after the batch, and <c>Checkpoint</c> is called.</summary>
    /// <remarks>To go on from a checkpoint, call <c>SetLoader</c> and <see cref="Load"/> before.</remarks>
    /// <param name="loader">Batches of an input and a target each.</param>
    /// <param name="epochs">The number of epochs in all, with those that were trained before.</param>
    /// <param name="options">What else to do.</param>
    /// <returns>Whether training has come to its end, or else was asked to stop before.</returns>
    /// <exception cref="NotFiniteException">The loss of a step is NaN or infinite.</exception>
    /// <exception cref="ClosedException">This, its module or a loader is closed.</exception>
    public bool Fit(DataLoader loader, long epochs, FitOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(loader);
        options ??= FitOptions.Default;
        if (options.Validation is { } validation)
        {
            CheckLoader(validation);
        }
        SetLoader(loader);
        using PosixSignalRegistration? interrupts = options.StopOnInterrupt ? StopOnInterrupt() : null;
        using Scope training = Scope.Open("training");
        bool isOver = Epoch >= epochs;
        while (!isOver)
        {
            using Scope epoch = Scope.Open("epoch");
            options.BeforeEpoch?.Invoke(this);
            if (!TrainEpoch(loader, epochs, options))
            {
                Checkpoint();
                return false;
            }
            ValidateEpoch(options);
            isOver = EndEpoch() || Epoch >= epochs;
            Show(options, epochs, isEnd: true);
            options.AfterEpoch?.Invoke(this);
        }
        return true;
    }

    /// <summary>Asks for an end at the first interrupt. The next one ends the process.</summary>
    private PosixSignalRegistration StopOnInterrupt() => PosixSignalRegistration.Create(PosixSignal.SIGINT, signal =>
    {
        signal.Cancel = !IsStopRequested;
        RequestStop();
    });

    /// <summary>Returns false if it was asked to stop.</summary>
    private bool TrainEpoch(DataLoader loader, long epochs, FitOptions options)
    {
        long shown = 0;
        foreach (Tensor[] batch in loader)
        {
            options.BeforeBatch?.Invoke(this);
            double loss = Step(batch[0], batch[1]);
            options.AfterBatch?.Invoke(this, loss);
            if (Environment.TickCount64 - shown > 100)
            {
                Show(options, epochs, isEnd: false);
                shown = Environment.TickCount64;
            }
            if (IsStopRequested)
            {
                return false;
            }
        }
        return true;
    }

    private void ValidateEpoch(FitOptions options)
    {
        if (options.Validation is not { } validation)
        {
            return;
        }
        foreach (Tensor[] batch in validation)
        {
            Validate(batch[0], batch[1]);
        }
    }

    /// <summary>Prints where training is: within an epoch on a terminal only, over the line before.</summary>
    private void Show(FitOptions options, long epochs, bool isEnd)
    {
        bool isTerminal = !Console.IsOutputRedirected;
        if (options.Progress && (isTerminal || isEnd))
        {
            string line = Progress(epochs);
            Console.Write(isTerminal ? $"\r\u001b[K{line}{(isEnd ? "\n" : "")}" : line + Environment.NewLine);
        }
    }

    /// <summary>Writes a checkpoint as a <c>.safetensors</c> file: the weights, the states of the optimizer and the
    /// scheduler, the random stream of the process, the position of the loader, and the course of the epochs. The file is
    /// replaced as a whole.</summary>
    /// <param name="path">The file.</param>
    /// <exception cref="TensorException">The file cannot be written, and an existing one has not changed; the inner
    /// exception is an <see cref="IOException"/>.</exception>
    /// <exception cref="ClosedException">This is closed.</exception>
    public void Save(string path)
    {
        NativeText.Check(path, nameof(path));
        int status = Native.tenure_trainer_save(Handle, path);
        GC.KeepAlive(this);
        Errors.CheckFile(status, path);
    }

    /// <summary>Goes on from a checkpoint of a trainer with such a module, optimizer and scheduler: further steps give the
    /// bits that they would have given without the interruption. The random stream of the process is set too. If this
    /// fails, nothing has changed.</summary>
    /// <param name="path">The file.</param>
    /// <exception cref="InvalidArgumentException">It is the checkpoint of another module, optimizer or scheduler, or the
    /// loader has fewer batches.</exception>
    /// <exception cref="ShapeMismatchException">A tensor has another shape.</exception>
    /// <exception cref="TensorException">The file cannot be read, or is not a checkpoint; the inner exception is an
    /// <see cref="IOException"/>.</exception>
    /// <exception cref="NativeMemoryException">There is not enough memory.</exception>
    /// <exception cref="ClosedException">This is closed.</exception>
    public void Load(string path)
    {
        NativeText.Check(path, nameof(path));
        int status, attempt = 0;
        do
        {
            status = Native.tenure_trainer_load(Handle, path);
        }
        while (Pressure.Retry(status, ref attempt));
        GC.KeepAlive(this);
        Errors.CheckFile(status, path);
    }

    /// <summary>Writes the history: the picture to a path that ends in <c>.svg</c>, otherwise the CSV. The file is replaced
    /// as a whole.</summary>
    /// <param name="path">The file.</param>
    /// <exception cref="TensorException">The file cannot be written; the inner exception is an
    /// <see cref="IOException"/>.</exception>
    /// <exception cref="ClosedException">This is closed.</exception>
    public void SaveHistory(string path)
    {
        NativeText.Check(path, nameof(path));
        int status = Native.tenure_trainer_save_history(Handle, path);
        GC.KeepAlive(this);
        Errors.CheckFile(status, path);
    }
}
