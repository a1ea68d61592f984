using System.Reflection;
using System.Text.Json;

namespace Snippets;

/// <summary>Runs the snippets of the pages, each in a flow of its own, and writes what each has printed and what is wrong
/// with it. Nothing that a snippet has made may be alive when it has ended, unless its line of the list says so.</summary>
public static class Run
{
    private const int Seconds = 60;
    private static (string Place, string Type, string Part) s_expected;

    /// <summary>A statement that was to throw has not, or something else.</summary>
    public sealed class Wrong(string message) : Exception(message);

    public static void Expect(string place, string type, string part) => s_expected = (place, type, part);

    public static void Missed() => throw new Wrong($"{s_expected.Place}: nothing was thrown; expected {s_expected.Type}");

    public static void Thrown(Exception found)
    {
        if (found is Wrong)
        {
            throw found;
        }
        bool named = false;
        for (Type? one = found.GetType(); one != null; one = one.BaseType)
        {
            named |= one.Name == s_expected.Type;
        }
        if (!named || !found.Message.Contains(s_expected.Part))
        {
            throw new Wrong($"{s_expected.Place}: expected {s_expected.Type}: {s_expected.Part}; thrown was {found.GetType().Name}: {found.Message}");
        }
    }

    public static void Main(string[] arguments)
    {
        TextWriter before = Console.Out;
        TextWriter beforeError = Console.Error;
        foreach (string row in File.ReadAllLines(arguments[0]))
        {
            string[] cells = row.Split('\t');
            var printed = new StringWriter();
            TextWriter both = TextWriter.Synchronized(printed);
            Console.SetOut(both);
            Console.SetError(both);
            var wrong = new List<string>();
            try
            {
                Guarded(cells[1], cells[2] != "", wrong);
            }
            finally
            {
                Console.SetOut(before);
                Console.SetError(beforeError);
            }
            File.WriteAllText(Path.Combine(arguments[1], cells[0] + ".out"), printed.ToString());
            File.WriteAllText(Path.Combine(arguments[1], cells[0] + ".json"), JsonSerializer.Serialize(wrong));
        }
        Environment.Exit(0);
    }

    private static void Guarded(string name, bool leaves, List<string> wrong)
    {
        Tenure.LeakSnapshot since = Tenure.TenureRuntime.Snapshot();
        Tenure.Reports.LeakLevel level = Tenure.TenureRuntime.LeakLevel;
        Tenure.TenureRuntime.LeakLevel = Tenure.Reports.LeakLevel.All;
        Task task = Task.Run(() => Start(name));
        try
        {
            if (!task.Wait(TimeSpan.FromSeconds(Seconds)))
            {
                wrong.Add($"still runs after {Seconds} s");
            }
            else if (!leaves)
            {
                Tenure.TenureRuntime.AssertNoLeaks(since);
            }
        }
        catch (AggregateException thrown)
        {
            wrong.Add(Told(thrown.InnerException!));
        }
        catch (Tenure.LeakException leak)
        {
            wrong.Add("alive after the snippet, or left to the collector: " + leak.Message);
        }
        Tenure.TenureRuntime.LeakLevel = level;
        Tenure.TenureRuntime.ForgetLeaks();
    }

    /// <summary>The program, or the method of the snippet and the tests of the classes beside it.</summary>
    private static async Task Start(string name)
    {
        try
        {
            Type? snippet = Type.GetType(name + ".Snippet");
            IEnumerable<Type> types = Assembly.GetExecutingAssembly().GetTypes().Where(one => one.Namespace == name);
            if (snippet == null)
            {
                MethodInfo main = types.Select(one => one.GetMethod("Main", (BindingFlags)60)).First(one => one != null)!;
                await Ended(main.Invoke(null, main.GetParameters().Length == 0 ? [] : [Array.Empty<string>()]));
                return;
            }
            await Ended(snippet.GetMethod("Start")!.Invoke(null, []));
            foreach (MethodInfo test in types.SelectMany(one => one.GetMethods()).Where(IsTest))
            {
                await Ended(test.Invoke(Activator.CreateInstance(test.DeclaringType!), []));
            }
        }
        catch (TargetInvocationException wrapped)
        {
            System.Runtime.ExceptionServices.ExceptionDispatchInfo.Throw(wrapped.InnerException!);
        }
    }

    private static bool IsTest(MethodInfo method) => method.GetCustomAttributes().Any(one => one.GetType().Name == "FactAttribute");

    private static Task Ended(object? result) => result as Task ?? Task.CompletedTask;

    private static string Told(Exception thrown)
    {
        if (thrown is Wrong)
        {
            return thrown.Message;
        }
        string line = System.Text.RegularExpressions.Regex.Match(thrown.StackTrace ?? "", @"\.md:line (\d+)").Groups[1].Value;
        return $"threw{(line == "" ? "" : $" in line {line}")} {thrown.GetType().Name}: {thrown.Message}";
    }
}
