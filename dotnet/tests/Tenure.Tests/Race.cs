using System.Runtime.ExceptionServices;
using Tenure.Models;

namespace Tenure.Tests;

/// <summary>Two threads that meet over one thing, a hundred thousand times; on a device a thousand times.</summary>
/// <remarks>They go through the things side by side, each waiting a little for the other before the next one. When the caller's
/// thread came first it is given a longer way the next time, else a shorter one: so they soon arrive together, on any machine.</remarks>
internal sealed class Race<T>
{
    private const int Batch = 500;
    // A few microseconds. Who takes longer was interrupted, and need not be waited for; but a driver that interprets its
    // kernels takes that long for each, and the other thread would be through the batch before the first was over.
    private const int Spins = 100;
    private static readonly int Patience = TestDevice.IsElsewhere ? int.MaxValue : Spins;
    private static readonly int Step = TestDevice.IsElsewhere ? 100 : 1;
    private static readonly int LongestWay = 400 * Step;
    // The caller's side, when it is second, mostly throws, and exceptions are what takes the time here: one in so many will do.
    private const int Lost = 8;

    private readonly T[] _things = new T[Batch];
    private Exception? _failure;
    private int _here;
    private int _there;
    private int _way;

    /// <param name="make">The thing of a round; the caller's thread.</param>
    /// <param name="here">What the caller's thread does with it, and whether it came first.</param>
    /// <param name="there">What the other thread does with it at the same time.</param>
    /// <param name="judge">Looks at it when both are done; the caller's thread.</param>
    /// <param name="rounds">How often.</param>
    internal void Run(Func<int, T> make, Func<T, int, bool> here, Action<T, int> there, Action<T, int> judge, int rounds)
    {
        rounds = TestDevice.Rounds(rounds);
        using var batch = new Barrier(2);
        bool over = false;
        var other = new Thread(() =>
        {
            batch.SignalAndWait();
            for (int first = 0; !over; first += Batch)
            {
                EachThere(first, there);
                batch.SignalAndWait();
                batch.SignalAndWait();
            }
        });
        other.Start();
        try
        {
            for (int first = 0; first < rounds && _failure is null; first += Batch)
            {
                for (int i = 0; i < Batch; i++)
                {
                    _things[i] = make(first + i);
                }
                batch.SignalAndWait();
                EachHere(first, here);
                batch.SignalAndWait();
                for (int i = 0; i < Batch && _failure is null; i++)
                {
                    judge(_things[i], first + i);
                }
            }
        }
        finally
        {
            over = true;
            batch.SignalAndWait();
            other.Join();
            Array.Clear(_things);
        }
        if (_failure is not null)
        {
            ExceptionDispatchInfo.Throw(_failure);
        }
    }

    private void EachHere(int first, Func<T, int, bool> here)
    {
        try
        {
            for (int i = 0; i < Batch; i++)
            {
                Meet(ref _here, ref _there, first + i);
                Thread.SpinWait(Math.Max(0, _way));
                bool won = here(_things[i], first + i);
                _way = Math.Clamp(_way + (Step * (won ? 1 : -Lost)), -LongestWay, LongestWay);
            }
        }
        catch (Exception error)
        {
            _failure = error;
        }
    }

    private void EachThere(int first, Action<T, int> there)
    {
        try
        {
            for (int i = 0; i < Batch; i++)
            {
                Meet(ref _there, ref _here, first + i);
                Thread.SpinWait(Math.Max(0, -_way));
                there(_things[i], first + i);
            }
        }
        catch (Exception error)
        {
            _failure = error;
        }
    }

    private void Meet(ref int mine, ref int others, int round)
    {
        Volatile.Write(ref mine, round);
        for (int i = 0; i < Patience && Volatile.Read(ref others) < round && Volatile.Read(ref _failure) is null; i++)
        {
            if (i < Spins)
            {
                Thread.SpinWait(1);
            }
            else
            {
                Thread.Yield();
            }
        }
    }
}

/// <summary>See <see cref="Race{T}"/>.</summary>
internal static class Race
{
    private const int Rounds = 100_000;

    /// <inheritdoc cref="Race{T}.Run"/>
    public static void Run<T>(
        Func<int, T> make, Func<T, int, bool> here, Action<T, int> there, Action<T, int> judge, int rounds = Rounds) =>
        new Race<T>().Run(make, here, there, judge, rounds);

    /// <summary>For two that do the same: nobody can say who was first, so each is late in turn.</summary>
    public static void Run<T>(Func<int, T> make, Action<T, int> here, Action<T, int> there, Action<T, int> judge) =>
        Run(
            make,
            (thing, round) =>
            {
                here(thing, round);
                return round % 9 != 0;
            },
            there,
            judge);

    /// <summary>What a use of something that may be closed at any moment came to: true when it gave an answer.</summary>
    public static bool Answered(Action use)
    {
        try
        {
            use();
            return true;
        }
        catch (Exception error) when (error is ClosedException or ScopeException)
        {
            return false;
        }
    }
}
