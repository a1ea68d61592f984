package dev.tenure.data;

import dev.tenure.Tensor;
import dev.tenure.access.Nouns;
import dev.tenure.access.OtherFiles;
import dev.tenure.internal.KeepAlive;
import dev.tenure.internal.Native;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Objects;

/**
 * Reads PNG and JPEG images as tensors of uint8, or of uint16 if their samples have 16 bits; writes PNG.
 *
 * <pre>{@code
 * Tensor image = Images.load(Path.of("cat.jpg")); // [3, H, W]
 * }</pre>
 *
 * <p>A PNG file may have samples of 16 bits, from 0 to 65535, as medical and depth images do.
 * {@link dev.tenure.nn.ToTensor} makes numbers from 0 to 1 of either. The orientation that a camera has
 * noted is not applied. Every method that reads throws a {@link dev.tenure.TensorException} if the image
 * is damaged, was cut off, or has more than 2<sup>28</sup> pixels.
 */
public final class Images {
    private Images() {}

    /**
     * Reads an image with the channels of the file: 1 of grey, 3 of red, green and blue, and one
     * more if it has alpha.
     *
     * @param path the file, on any file system
     * @return a new uint8 or uint16 tensor, {@code [C, H, W]}
     */
    public static Tensor load(Path path) {
        return load(path, 0, false);
    }

    /**
     * Reads an image with so many channels.
     *
     * @param path the file, on any file system
     * @param channels 1 for grey, 3 for red, green and blue, 4 with alpha, 0 for those of the file
     * @param channelsLast whether the result is {@code [H, W, C]}, not {@code [C, H, W]}
     * @return a new uint8 or uint16 tensor
     * @throws dev.tenure.InvalidArgumentException if {@code channels} is another number
     */
    public static Tensor load(Path path, int channels, boolean channelsLast) {
        return load(path, channels, channelsLast, false);
    }

    /**
     * Reads an image with so many channels, as bytes if that is asked for.
     *
     * @param path the file, on any file system
     * @param channels 1 for grey, 3 for red, green and blue, 4 with alpha, 0 for those of the file
     * @param channelsLast whether the result is {@code [H, W, C]}, not {@code [C, H, W]}
     * @param asBytes whether samples of 16 bits are rounded to 8, so that the result is uint8
     * @return a new uint8 or uint16 tensor
     * @throws dev.tenure.InvalidArgumentException if {@code channels} is another number
     */
    public static Tensor load(Path path, int channels, boolean channelsLast, boolean asBytes) {
        Objects.requireNonNull(path, "path");
        return OtherFiles.read(
                path,
                () -> Nouns.get()
                        .made(scope -> Native.imageLoad(scope, path.toString(), channels, channelsLast, asBytes), path),
                (bytes, n, file) -> decoded(bytes, n, channels, channelsLast, asBytes));
    }

    /**
     * Writes a tensor as a PNG file: samples of uint8 have 8 bits in it, those of uint16 have 16.
     *
     * @param path the file, on any file system; an existing file is replaced
     * @param image a uint8 or uint16 tensor, {@code [C, H, W]} with 1 to 4 channels, or {@code [H, W]}
     * @throws dev.tenure.DTypeMismatchException if {@code image} has another element type
     * @throws dev.tenure.ShapeMismatchException if {@code image} has another shape
     * @throws dev.tenure.TensorException if the file cannot be written; an existing file has not changed
     */
    public static void save(Path path, Tensor image) {
        save(path, image, false);
    }

    /**
     * Writes a tensor as a PNG file: samples of uint8 have 8 bits in it, those of uint16 have 16.
     *
     * @param path the file, on any file system; an existing file is replaced
     * @param image a uint8 or uint16 tensor with 1 to 4 channels, or {@code [H, W]}
     * @param channelsLast whether {@code image} is {@code [H, W, C]}, not {@code [C, H, W]}
     * @throws dev.tenure.DTypeMismatchException if {@code image} has another element type
     * @throws dev.tenure.ShapeMismatchException if {@code image} has another shape
     * @throws dev.tenure.TensorException if the file cannot be written; an existing file has not changed
     */
    public static void save(Path path, Tensor image, boolean channelsLast) {
        Objects.requireNonNull(path, "path");
        long handle = Nouns.get().handle(Objects.requireNonNull(image, "image"));
        OtherFiles.write(
                path,
                () -> Native.imageSave(path.toString(), handle, channelsLast),
                () -> Native.nbytes(handle),
                () -> Native.imageToBytes(handle, channelsLast));
        KeepAlive.done(image);
    }

    /**
     * Decodes an image whose bytes are in memory, such as those that a server received.
     *
     * @param bytes the bytes of a PNG or JPEG file
     * @param channels 1 for grey, 3 for red, green and blue, 4 with alpha, 0 for those of the file
     * @param channelsLast whether the result is {@code [H, W, C]}, not {@code [C, H, W]}
     * @return a new uint8 or uint16 tensor
     * @throws dev.tenure.InvalidArgumentException if {@code channels} is another number
     */
    public static Tensor decode(byte[] bytes, int channels, boolean channelsLast) {
        return decode(bytes, channels, channelsLast, false);
    }

    /**
     * Decodes an image whose bytes are in memory, as bytes if that is asked for.
     *
     * @param bytes the bytes of a PNG or JPEG file
     * @param channels 1 for grey, 3 for red, green and blue, 4 with alpha, 0 for those of the file
     * @param channelsLast whether the result is {@code [H, W, C]}, not {@code [C, H, W]}
     * @param asBytes whether samples of 16 bits are rounded to 8, so that the result is uint8
     * @return a new uint8 or uint16 tensor
     * @throws dev.tenure.InvalidArgumentException if {@code channels} is another number
     */
    public static Tensor decode(byte[] bytes, int channels, boolean channelsLast, boolean asBytes) {
        ByteBuffer copy = ByteBuffer.allocateDirect(Objects.requireNonNull(bytes, "bytes").length);
        copy.put(bytes);
        return decoded(copy, bytes.length, channels, channelsLast, asBytes);
    }

    private static Tensor decoded(ByteBuffer bytes, long n, int channels, boolean channelsLast, boolean asBytes) {
        return Nouns.get().made(scope -> Native.imageDecode(scope, bytes, n, channels, channelsLast, asBytes), bytes);
    }
}
