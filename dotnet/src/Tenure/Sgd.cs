// Stochastic gradient descent with momentum. Its members are generated (Sgd.g.cs).

namespace Tenure;

/// <summary>Stochastic gradient descent with momentum, as in PyTorch: v = momentum * v + g, then p
/// -= learningRate * v.</summary>
/// <remarks>It holds its own references to the parameters' storage.</remarks>
public sealed partial class Sgd : NativeResource;
