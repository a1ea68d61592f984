// Data loaders. Their members are generated (DataLoader.g.cs).

using System.Collections;
using Tenure.Interop;

namespace Tenure.Data;

/// <summary>Goes through the rows of tensors in batches, shuffled by a seed, epoch after epoch.</summary>
/// <remarks>It holds its own references to the storages of the tensors. Threads that share a loader get each batch
/// once.</remarks>
/// <example><code>
/// var loader = DataLoader.Of([images, labels], 64, shuffle: true, seed: 42);
/// for (int epoch = 0; epoch &lt; 10; epoch++)
/// {
///     foreach (Tensor[] batch in loader)
///     {
///         Tape tape = Tape.Open();
///         Tensor[] watched = net.Watch(tape);
///         Tensor loss = net.Call(batch[0]).CrossEntropy(batch[1]);
///         optimizer.Step(tape.Backward(loss, watched));
///     } // a batch and everything that its step made are freed before the next one is made
/// }
/// </code></example>
public sealed unsafe partial class DataLoader : NativeResource, IEnumerable<Tensor[]>
{
    /// <summary>Returns the next batch: a new tensor for each tensor of the loader, with its rows.</summary>
    /// <returns>The batch, which the current scope owns, else the caller. It is empty at the end of an epoch; the next
    /// one then is the first of the next epoch.</returns>
    /// <exception cref="ClosedException">This is closed.</exception>
    /// <exception cref="NativeMemoryException">There is not enough memory; the call may be repeated.</exception>
    public Tensor[] Next()
    {
        ulong width, count = 0;
        Errors.Check(Native.tenure_data_loader_width(Handle, &width));
        Scope? owner = CurrentScope.Get();
        ulong[] made = new ulong[width];
        int status, attempt = 0;
        fixed (ulong* batch = made)
        {
            do
            {
                status = Native.tenure_data_loader_next(Call.Number(owner), Handle, batch, width, &count);
            }
            while (Pressure.Retry(status, ref attempt));
        }
        GC.KeepAlive(owner);
        GC.KeepAlive(this);
        Errors.Check(status);
        return Call.AdoptAll(made[..(int)count], owner);
    }

    /// <summary>Goes through the batches that are left of this epoch. Each has a scope of its own, which is current in
    /// the body of the loop and is closed before the next batch is made, and when the loop is left.</summary>
    /// <returns>An enumerator; a batch has a tensor for each tensor of the loader.</returns>
    /// <exception cref="ClosedException">This is closed.</exception>
    public IEnumerator<Tensor[]> GetEnumerator()
    {
        while (true)
        {
            using Scope scope = Scope.Open("batch");
            Tensor[] batch = Next();
            if (batch.Length == 0)
            {
                yield break;
            }
            yield return batch;
        }
    }

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}
