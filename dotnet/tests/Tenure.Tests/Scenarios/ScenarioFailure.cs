namespace Tenure.Tests.Scenarios;

/// <summary>A scenario that is written wrongly, or whose promise does not hold. Never an error of the library.</summary>
public sealed class ScenarioFailure(string message) : Exception(message);

/// <summary>What <c>throw</c> throws: the body's own exception.</summary>
internal sealed class BodyFailure() : Exception("thrown by the scenario");
