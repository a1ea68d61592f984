// Folders of images by class.

using Tenure.Interop;

namespace Tenure.Data;

/// <summary>A folder of images by class: <c>root/cat/1.png</c>, <c>root/dog/2.jpg</c>. A class is a folder in the root,
/// and its images are the PNG and JPEG files below it, by the endings of their names.</summary>
/// <remarks>Classes and files are sorted by their names, so labels are the same on every machine.</remarks>
/// <example><code>
/// var folder = ImageFolder.Of("pets");
/// Tensor image = folder.Load(0, 3);
/// string name = folder.Classes[folder.Labels[0]];
/// </code></example>
public sealed unsafe class ImageFolder
{
    private ImageFolder(string[] classes, string[][] files)
    {
        Classes = classes;
        Files = [.. files.Select(row => row[0])];
        Labels = [.. files.Select(row => (int)Rows.Number(row[1]))];
    }

    /// <summary>The names of the classes, sorted.</summary>
    public IReadOnlyList<string> Classes { get; }

    /// <summary>The images, class by class.</summary>
    public IReadOnlyList<string> Files { get; }

    /// <summary>The position of each image's class in <see cref="Classes"/>.</summary>
    public IReadOnlyList<int> Labels { get; }

    /// <summary>The number of images.</summary>
    public int Size => Files.Count;

    /// <summary>Lists the images of a folder. No image is read.</summary>
    /// <param name="root">The folder.</param>
    /// <exception cref="TensorException">The folder cannot be read, has no folders, or one of them has no
    /// image.</exception>
    public static ImageFolder Of(string root)
    {
        NativeText.Check(root, nameof(root));
        string classes = NamedTensors.Text(root, (buffer, room, needed) =>
            Native.tenure_image_folder_classes(root, buffer, room, needed));
        string files = NamedTensors.Text(root, (buffer, room, needed) =>
            Native.tenure_image_folder_files(root, buffer, room, needed));
        return new ImageFolder([.. Rows.Of(classes).Select(row => row[0])], [.. Rows.Of(files)]);
    }

    /// <summary>Makes a loader of the images and their labels, uint8 <c>[B, C, H, W]</c> and int64 <c>[B]</c>. An image is
    /// read when its batch is made, by the threads of <see cref="DataLoader.Prefetch"/> if there are any. Images of
    /// different sizes need a <see cref="DataLoader.Transform"/> that gives them one size.</summary>
    /// <param name="channels">1 for grey, 3 for red, green and blue, 4 with alpha, 0 for those of each file.</param>
    /// <param name="batchSize">Rows of a batch, above 0; the last batch of an epoch may have fewer.</param>
    /// <param name="shuffle">Whether each epoch has an order of its own, which the seed decides.</param>
    /// <param name="seed">The seed of the order, and of what transforms draw.</param>
    /// <param name="dropLast">Whether a last batch with fewer rows is left out.</param>
    /// <returns>A new <c>DataLoader</c>, which the current scope owns; without one it is the caller's.</returns>
    /// <exception cref="InvalidArgumentException"><paramref name="batchSize"/> is not above 0, or another number of
    /// channels.</exception>
    public DataLoader Loader(int channels, long batchSize, bool shuffle = false, long seed = 0, bool dropLast = false)
    {
        using Tensor labels = Tensor.Of(Labels.Select(label => (long)label).ToArray());
        return DataLoader.OfImages(Rows.Column(Files), labels, channels, batchSize, shuffle, seed, dropLast);
    }

    /// <summary>Reads an image.</summary>
    /// <param name="index">Which one.</param>
    /// <param name="channels">1 for grey, 3 for red, green and blue, 4 with alpha, 0 for those of the file.</param>
    /// <returns>A new uint8 tensor, <c>[C, H, W]</c>; samples of 16 bits are rounded to 8.</returns>
    /// <exception cref="InvalidArgumentException">There is no such image, or another number of channels.</exception>
    public Tensor Load(int index, int channels = 0) => (uint)index < (uint)Files.Count
        ? Images.Load(Files[index], channels, asBytes: true)
        : throw new InvalidArgumentException($"there is no image {index} among {Files.Count}");
}
