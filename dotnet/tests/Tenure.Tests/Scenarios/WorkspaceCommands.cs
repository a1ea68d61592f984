using System.Globalization;
using System.Text.Json.Nodes;
using Tenure.Workspaces;

namespace Tenure.Tests.Scenarios;

/// <summary>The commands about workspaces that do something.</summary>
internal sealed class WorkspaceCommands(Runner runner)
{
    /// <summary>Runs the command of <paramref name="words"/> if it is one of these; returns what its names are to be bound to.</summary>
    public NativeResource[]? Run(Words words)
    {
        switch (words.Command)
        {
            case "workspace":
                return [Create(words)];
            case "enter":
                Workspace(words).Enter();
                return [];
            case "leave":
                Leave(words);
                return [];
            case "toggle_off":
                Workspace(words).ToggleOff();
                return [];
            case "toggle_on":
                Workspace(words).ToggleOn();
                return [];
            case "initialize":
                Workspace(words).Initialize();
                return [];
            case "destroy":
                Workspace(words).Destroy();
                return [];
            case "open_outside":
                Scope outside = Scope.OutOfWorkspaces();
                outside.Known();
                return [outside];
            case "leverage":
                Tensor tensor = runner.Get<Tensor>(words.Next());
                string target = words.Next();
                return [target == "none" ? tensor.LeverageOrDetach("there is none of this name") : tensor.LeverageTo(runner.Get<Scope>(target))];
            default:
                return null;
        }
    }

    private Workspace Workspace(Words words) => runner.Get<Workspace>(words.Next());

    /// <summary>The block lies on the device of the scenario.</summary>
    private static Workspace Create(Words words)
    {
        string name = words.Text();
        var config = new JsonObject();
        while (words.Left > 0)
        {
            string word = words.Text();
            if (word.Split('=', 2) is not [var parameter, var value])
            {
                throw new ScenarioFailure($"{word} is not PARAMETER=VALUE");
            }
            config[parameter] = value is "true" or "false"
                ? value == "true"
                : long.TryParse(value, CultureInfo.InvariantCulture, out long whole)
                    ? whole
                    : double.TryParse(value, CultureInfo.InvariantCulture, out double number) ? number : value;
        }
        config["device"] = TestDevice.Device.ToString();
        return Tenure.Workspace.Create(name, WorkspaceConfig.FromJson(config.ToJsonString()));
    }

    private void Leave(Words words)
    {
        Workspace left = Workspace(words);
        var kept = new List<NativeResource>();
        while (words.Left > 0)
        {
            kept.Add(runner.Get<NativeResource>(words.Next()));
        }
        left.Leave([.. kept]);
    }
}
