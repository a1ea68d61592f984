// PNG and JPEG images.

using Tenure.Interop;

namespace Tenure.Data;

/// <summary>Reads PNG and JPEG images as tensors of uint8.</summary>
/// <remarks>Samples of 16 bits are rounded to 8. The orientation that a camera has noted is not applied.</remarks>
/// <example><code>
/// Tensor image = Images.Load("cat.jpg"); // [3, H, W]
/// </code></example>
public static unsafe class Images
{
    /// <summary>Reads an image.</summary>
    /// <param name="path">The file.</param>
    /// <param name="channels">1 for grey, 3 for red, green and blue, 4 with alpha; 0 for those of the file: 1 of grey,
    /// 3 of red, green and blue, and one more if it has alpha.</param>
    /// <param name="channelsLast">Whether the result is <c>[H, W, C]</c>, not <c>[C, H, W]</c>.</param>
    /// <returns>A new uint8 tensor.</returns>
    /// <exception cref="TensorException">The file cannot be read, is damaged, was cut off, or has more than 2^28
    /// pixels.</exception>
    /// <exception cref="InvalidArgumentException"><paramref name="channels"/> is another number.</exception>
    public static Tensor Load(string path, int channels = 0, bool channelsLast = false)
    {
        NativeText.Check(path, nameof(path));
        Scope? owner = CurrentScope.Get();
        ulong result;
        int status, attempt = 0;
        do
        {
            status = Native.tenure_image_load(
                Call.Number(owner), path, channels, channelsLast ? (byte)1 : (byte)0, &result);
        }
        while (Pressure.Retry(status, ref attempt));
        Errors.CheckFile(status, path);
        return Call.Adopt(status, result, owner);
    }

    /// <summary>Decodes an image whose bytes are in memory, such as those that a server received.</summary>
    /// <param name="bytes">The bytes of a PNG or JPEG file.</param>
    /// <param name="channels">1 for grey, 3 for red, green and blue, 4 with alpha, 0 for those of the file.</param>
    /// <param name="channelsLast">Whether the result is <c>[H, W, C]</c>, not <c>[C, H, W]</c>.</param>
    /// <returns>A new uint8 tensor.</returns>
    /// <exception cref="TensorException">The image is damaged, was cut off, or has more than 2^28 pixels.</exception>
    /// <exception cref="InvalidArgumentException"><paramref name="channels"/> is another number.</exception>
    public static Tensor Decode(ReadOnlySpan<byte> bytes, int channels = 0, bool channelsLast = false)
    {
        Scope? owner = CurrentScope.Get();
        ulong result;
        int status, attempt = 0;
        fixed (byte* data = bytes)
        {
            do
            {
                status = Native.tenure_image_decode(
                    Call.Number(owner), data, (ulong)bytes.Length, channels, channelsLast ? (byte)1 : (byte)0, &result);
            }
            while (Pressure.Retry(status, ref attempt));
        }
        return Call.Adopt(status, result, owner);
    }
}
