using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using Tenure.Reports;
using Xunit;

namespace Tenure.Tests;

/// <summary>A program that loads this library in a context of its own can let go of it again, whatever it did there.</summary>
public sealed class UnloadTests
{
    private const int Enough = 20_000;

    public static TheoryData<string> Uses => ["tensors", "pressure", "finalizers", "level", "listener removed", "listener left"];

    [Theory]
    [MemberData(nameof(Uses))]
    public void ACollectibleContextUnloads(string use)
    {
        try
        {
            WeakReference context = UseAndUnload(use);
            // Bounded only so that a context that stays fails the test.
            for (int i = 0; i < 200 && context.IsAlive; i++)
            {
                GC.Collect();
                GC.WaitForPendingFinalizers();
                Thread.Sleep(50);
            }
            Assert.False(context.IsAlive);
        }
        finally
        {
            // Of the native library there is one, which the context has told its level.
            TenureRuntime.LeakLevel = LeakLevel.Off;
            TenureRuntime.SetUnownedThreshold(0);
        }
    }

    [Fact]
    public void ASecondContextChangesNeitherTheThreadsNorTheLeakLevelOfTheProcess()
    {
        long threads = TenureRuntime.Threads();
        try
        {
            TenureRuntime.SetThreads(3);
            TenureRuntime.LeakLevel = LeakLevel.Sampled;
            SettingsOfASecondContext();
            Assert.Equal(3, TenureRuntime.Threads());
            int level;
            unsafe
            {
                Assert.Equal(0, Interop.Native.tenure_leak_level(&level));
            }
            Assert.Equal((int)LeakLevel.Sampled, level);
        }
        finally
        {
            TenureRuntime.LeakLevel = LeakLevel.Off;
            TenureRuntime.SetThreads(threads);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void SettingsOfASecondContext()
    {
        var context = new AssemblyLoadContext("settings", isCollectible: true);
        Assembly library = context.LoadFromAssemblyPath(typeof(Tensor).Assembly.Location);
        Make(library, 1);
        object level = library.GetType("Tenure.TenureRuntime")!.GetProperty("LeakLevel")!.GetValue(null)!;
        Assert.Equal((int)LeakLevel.Sampled, (int)level);
        context.Unload();
    }

    [Fact]
    public void TypesOfACollectibleContextAreNotHeldByWhatIsKnownOfThem()
    {
        WeakReference context = EscapeAndUnload();
        for (int i = 0; i < 200 && context.IsAlive; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
            Thread.Sleep(50);
        }
        Assert.False(context.IsAlive);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference UseAndUnload(string use)
    {
        var context = new AssemblyLoadContext(use, isCollectible: true);
        Assembly library = context.LoadFromAssemblyPath(typeof(Tensor).Assembly.Location);
        Assert.NotSame(typeof(Tensor).Assembly, library);
        Type runtime = library.GetType("Tenure.TenureRuntime")!;
        switch (use)
        {
            case "tensors":
                Make(library, 10);
                break;
            case "pressure":
                Call(runtime, "SetUnownedThreshold", 1L << 20, Activator.CreateInstance(library.GetType("Tenure.Device")!)!);
                Make(library, Enough);
                break;
            case "finalizers":
                Call(library.GetType("Tenure.Interop.Finalizers")!, "Wait", 0UL); // for nobody
                break;
            case "level":
                runtime.GetProperty("LeakLevel")!.SetValue(null, Enum.ToObject(library.GetType("Tenure.Reports.LeakLevel")!, 2));
                Make(library, 10);
                break;
            default:
                Listen(runtime, library, remove: use == "listener removed");
                break;
        }
        context.Unload();
        return new WeakReference(context);
    }

    private static void Listen(Type runtime, Assembly library, bool remove)
    {
        EventInfo found = runtime.GetEvent("LeakFound")!;
        // Bound to something of that context, so that only the library can hold it.
        var handler = Delegate.CreateDelegate(
            found.EventHandlerType!,
            typeof(UnloadTests).GetMethod(nameof(Ignore), BindingFlags.NonPublic | BindingFlags.Static)!.MakeGenericMethod(library.GetType("Tenure.Reports.Leak")!));
        found.AddEventHandler(null, handler);
        if (remove)
        {
            found.RemoveEventHandler(null, handler);
        }
    }

    private static void Ignore<T>(T leak) => GC.KeepAlive(leak);

    /// <summary>Unowned tensors that are forgotten.</summary>
    private static void Make(Assembly library, int count)
    {
        MethodInfo scalar = library.GetType("Tenure.Tensor")!.GetMethod("Scalar")!;
        // A number converts to the library's own type of one.
        Type number = library.GetType("Tenure.Scalar")!;
        object one = number.GetMethod("op_Implicit", [typeof(double)])!.Invoke(null, [1.0])!;
        object f32 = Enum.ToObject(library.GetType("Tenure.DType")!, 1);
        for (int i = 0; i < count; i++)
        {
            scalar.Invoke(null, [one, f32]);
        }
    }

    private static void Call(Type type, string method, params object[] arguments) =>
        type.GetMethod(method, BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic)!.Invoke(null, arguments);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference EscapeAndUnload()
    {
        var context = new AssemblyLoadContext("plugin", isCollectible: true);
        Assembly bodies = context.LoadFromAssemblyPath(typeof(FSharp.Bodies).Assembly.Location);
        Type module = bodies.GetType(typeof(FSharp.Bodies).FullName!)!;
        LeakLevel before = TenureRuntime.LeakLevel;
        TenureRuntime.LeakLevel = LeakLevel.All;
        var result = (ITuple)module.GetMethod("Run")!.Invoke(null, ["record"])!;
        TenureRuntime.LeakLevel = before;
        TenureRuntime.ForgetLeaks();
        ((Tensor)result[1]!).Dispose();
        ((Tensor)result[2]!).Dispose();
        context.Unload();
        return new WeakReference(context);
    }
}
