// Making a scope current: for its own block, for a body, for work on other threads.

using Tenure.Interop;

namespace Tenure;

public partial class Scope
{
    // Set where this was opened. What was current outside, and the execution contexts without and with this scope: going
    // back to the former is a third of the price of writing it anew.
    private ExecutionContext? _before;
    private ExecutionContext? _within;

    /// <summary>What was current where this was opened.</summary>
    internal object? Outer { get; private set; }

    /// <summary>Runs <paramref name="body"/> with this scope current, on whatever thread this is.</summary>
    /// <remarks>A body that is asynchronous goes on in the scope after each <c>await</c>. The scope stays open.</remarks>
    public T Run<T>(Func<T> body)
    {
        ArgumentNullException.ThrowIfNull(body);
        Frame frame = CurrentScope.Enter(this);
        try
        {
            return body();
        }
        finally
        {
            CurrentScope.Restore(frame);
        }
    }

    /// <inheritdoc cref="Run{T}"/>
    public void Run(Action body)
    {
        ArgumentNullException.ThrowIfNull(body);
        Frame frame = CurrentScope.Enter(this);
        try
        {
            body();
        }
        finally
        {
            CurrentScope.Restore(frame);
        }
    }

    /// <summary>A delegate that runs <paramref name="body"/> with this scope current, whoever calls it, wherever.</summary>
    /// <remarks>For threads, timers and callbacks that no execution context flows into. Tasks need it only when they are
    /// started outside the scope.</remarks>
    public Action Wrap(Action body)
    {
        ArgumentNullException.ThrowIfNull(body);
        return () => Run(body);
    }

    /// <inheritdoc cref="Wrap(Action)"/>
    public Action<T> Wrap<T>(Action<T> body)
    {
        ArgumentNullException.ThrowIfNull(body);
        return argument => Run(() => body(argument));
    }

    /// <inheritdoc cref="Wrap(Action)"/>
    public Func<T> Wrap<T>(Func<T> body)
    {
        ArgumentNullException.ThrowIfNull(body);
        return () => Run(body);
    }

    /// <inheritdoc cref="Wrap(Action)"/>
    public Func<T, TResult> Wrap<T, TResult>(Func<T, TResult> body)
    {
        ArgumentNullException.ThrowIfNull(body);
        return argument => Run(() => body(argument));
    }

    /// <summary>As <see cref="Wrap(Action)"/>, as what a <see cref="Thread"/> is made with.</summary>
    public ThreadStart WrapThread(Action body)
    {
        ArgumentNullException.ThrowIfNull(body);
        return () => Run(body);
    }

    /// <summary>Starts a task on <paramref name="scheduler"/>, the pool's by default, in which this scope is current.</summary>
    public Task<T> Start<T>(Func<T> body, TaskScheduler? scheduler = null, CancellationToken cancellation = default) =>
        Task.Factory.StartNew(Wrap(body), cancellation, TaskCreationOptions.DenyChildAttach, scheduler ?? TaskScheduler.Default);

    /// <inheritdoc cref="Start{T}"/>
    public Task Start(Action body, TaskScheduler? scheduler = null, CancellationToken cancellation = default) =>
        Task.Factory.StartNew(Wrap(body), cancellation, TaskCreationOptions.DenyChildAttach, scheduler ?? TaskScheduler.Default);

    /// <summary>The execution context of this flow with this scope current, for <see cref="ExecutionContext.Run"/>.</summary>
    /// <exception cref="InvalidOperationException">The flow of execution contexts is suppressed here.</exception>
    public ExecutionContext CaptureContext() => Run(ExecutionContext.Capture)
        ?? throw new InvalidOperationException("the flow of the execution context is suppressed: there is none to capture");

    /// <summary>Makes this current, inside <paramref name="outer"/>.</summary>
    private void Enter(object? outer)
    {
        Outer = outer;
        var before = ExecutionContext.Capture();
        CurrentScope.Set(this);
        if (before is not null)
        {
            _before = before;
            _within = ExecutionContext.Capture();
        }
    }

    /// <summary>Ends what <see cref="Enter"/> began, if this flow is still in it.</summary>
    private void Leave()
    {
        ExecutionContext? within = _within;
        if (within is not null && ExecutionContext.Capture() == within)
        {
            // Nothing else has been set in the block, so what was before is all there is to go back to.
            ExecutionContext.Restore(_before!);
        }
        else
        {
            CurrentScope.Leave(this, Outer);
        }
        _before = null;
        _within = null;
    }
}
