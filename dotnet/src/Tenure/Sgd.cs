// Stochastic gradient descent with momentum. Its members are generated (Sgd.g.cs).

namespace Tenure;

/// <summary>Changes parameters along their gradients: v = momentum * v + g, then p -= learningRate * v (as PyTorch).</summary>
/// <remarks>It holds references of its own to the parameters' storage.</remarks>
public sealed partial class Sgd : NativeResource;
