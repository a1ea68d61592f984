// PNG and JPEG images.

using Tenure.Interop;

namespace Tenure.Data;

/// <summary>Reads PNG and JPEG images as tensors of uint8, or of uint16 if their samples have 16 bits; writes PNG.</summary>
/// <remarks>A PNG file may have samples of 16 bits, from 0 to 65535, as medical and depth images do.
/// <see cref="Nn.ToTensor"/> makes numbers from 0 to 1 of either. The orientation that a camera has noted is not
/// applied.</remarks>
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
    /// <param name="asBytes">Whether samples of 16 bits are rounded to 8, so that the result is uint8.</param>
    /// <returns>A new uint8 or uint16 tensor.</returns>
    /// <exception cref="TensorException">The file cannot be read, is damaged, was cut off, or has more than 2^28
    /// pixels.</exception>
    /// <exception cref="InvalidArgumentException"><paramref name="channels"/> is another number.</exception>
    public static Tensor Load(string path, int channels = 0, bool channelsLast = false, bool asBytes = false)
    {
        NativeText.Check(path, nameof(path));
        Scope? owner = CurrentScope.Get();
        ulong result;
        int status, attempt = 0;
        do
        {
            status = Native.tenure_image_load(
                Call.Number(owner), path, channels, Flag(channelsLast), Flag(asBytes), &result);
        }
        while (Pressure.Retry(status, ref attempt));
        Errors.CheckFile(status, path);
        return Call.Adopt(status, result, owner);
    }

    /// <summary>Decodes an image whose bytes are in memory, such as those that a server received.</summary>
    /// <param name="bytes">The bytes of a PNG or JPEG file.</param>
    /// <param name="channels">1 for grey, 3 for red, green and blue, 4 with alpha, 0 for those of the file.</param>
    /// <param name="channelsLast">Whether the result is <c>[H, W, C]</c>, not <c>[C, H, W]</c>.</param>
    /// <param name="asBytes">Whether samples of 16 bits are rounded to 8, so that the result is uint8.</param>
    /// <returns>A new uint8 or uint16 tensor.</returns>
    /// <exception cref="TensorException">The image is damaged, was cut off, or has more than 2^28 pixels.</exception>
    /// <exception cref="InvalidArgumentException"><paramref name="channels"/> is another number.</exception>
    public static Tensor Decode(ReadOnlySpan<byte> bytes, int channels = 0, bool channelsLast = false, bool asBytes = false)
    {
        Scope? owner = CurrentScope.Get();
        ulong result;
        int status, attempt = 0;
        fixed (byte* data = bytes)
        {
            do
            {
                status = Native.tenure_image_decode(
                    Call.Number(owner), data, (ulong)bytes.Length, channels, Flag(channelsLast), Flag(asBytes), &result);
            }
            while (Pressure.Retry(status, ref attempt));
        }
        return Call.Adopt(status, result, owner);
    }

    /// <summary>Writes a tensor as a PNG file: samples of uint8 have 8 bits in it, those of uint16 have 16.</summary>
    /// <param name="path">The file; an existing one is replaced.</param>
    /// <param name="image">A uint8 or uint16 tensor with 1 to 4 channels, or <c>[H, W]</c>.</param>
    /// <param name="channelsLast">Whether it is <c>[H, W, C]</c>, not <c>[C, H, W]</c>.</param>
    /// <exception cref="DTypeMismatchException"><paramref name="image"/> has another element type.</exception>
    /// <exception cref="ShapeMismatchException"><paramref name="image"/> has another shape.</exception>
    /// <exception cref="TensorException">The file cannot be written; an existing file has not changed.</exception>
    public static void Save(string path, Tensor image, bool channelsLast = false)
    {
        NativeText.Check(path, nameof(path));
        ArgumentNullException.ThrowIfNull(image);
        int status = Native.tenure_image_save(path, image.Handle, Flag(channelsLast));
        GC.KeepAlive(image);
        Errors.CheckFile(status, path);
    }

    private static byte Flag(bool value) => value ? (byte)1 : (byte)0;
}
