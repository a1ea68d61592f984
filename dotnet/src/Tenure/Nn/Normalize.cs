// Normalization of images by numbers that the caller has. The core computes it.

using Tenure.Interop;

namespace Tenure.Nn;

/// <summary>Subtracts a mean from each channel and divides it by a standard deviation: <c>[..., C, H, W]</c>. Both are no
/// part of the state dict.</summary>
/// <example><code>
/// Module transform = new Sequential(
///     new Resize(256), new CenterCrop(224), new ToTensor(),
///     new Normalize([0.485, 0.456, 0.406], [0.229, 0.224, 0.225]));
/// </code></example>
public sealed unsafe class Normalize : Module
{
    /// <summary>Makes one. The current scope owns it; without one it is the caller's.</summary>
    /// <param name="mean">A number for each channel.</param>
    /// <param name="std">A number for each channel, not 0.</param>
    /// <exception cref="InvalidArgumentException">A deviation is 0.</exception>
    /// <exception cref="ShapeMismatchException">There are more or fewer deviations than means.</exception>
    /// <exception cref="NativeMemoryException">There is not enough memory.</exception>
    public Normalize(double[] mean, double[] std)
        : base((owner, made) => Made(owner, mean, std, made))
    {
    }

    private static int Made(ulong owner, double[] mean, double[] std, ulong* made)
    {
        ArgumentNullException.ThrowIfNull(mean);
        ArgumentNullException.ThrowIfNull(std);
        using Tensor means = Tensor.Of(mean);
        using Tensor deviations = Tensor.Of(std);
        return Native.tenure_module_normalize(owner, means.Handle, deviations.Handle, made);
    }
}
