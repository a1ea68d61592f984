package dev.tenure.data;

import dev.tenure.Tensor;
import dev.tenure.access.Nouns;
import dev.tenure.access.OtherFiles;
import dev.tenure.internal.Native;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Objects;

/**
 * Reads PNG and JPEG images as tensors of uint8.
 *
 * <pre>{@code
 * Tensor image = Images.load(Path.of("cat.jpg")); // [3, H, W]
 * }</pre>
 *
 * <p>Samples of 16 bits are rounded to 8. The orientation that a camera has noted is not applied.
 * Every method throws a {@link dev.tenure.TensorException} if the image is damaged, was cut off, or
 * has more than 2<sup>28</sup> pixels.
 */
public final class Images {
    private Images() {}

    /**
     * Reads an image with the channels of the file: 1 of grey, 3 of red, green and blue, and one
     * more if it has alpha.
     *
     * @param path the file, on any file system
     * @return a new uint8 tensor, {@code [C, H, W]}
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
     * @return a new uint8 tensor
     * @throws dev.tenure.InvalidArgumentException if {@code channels} is another number
     */
    public static Tensor load(Path path, int channels, boolean channelsLast) {
        Objects.requireNonNull(path, "path");
        return OtherFiles.read(
                path,
                () -> Nouns.get().made(scope -> Native.imageLoad(scope, path.toString(), channels, channelsLast), path),
                (bytes, n, file) -> decoded(bytes, n, channels, channelsLast));
    }

    /**
     * Decodes an image whose bytes are in memory, such as those that a server received.
     *
     * @param bytes the bytes of a PNG or JPEG file
     * @param channels 1 for grey, 3 for red, green and blue, 4 with alpha, 0 for those of the file
     * @param channelsLast whether the result is {@code [H, W, C]}, not {@code [C, H, W]}
     * @return a new uint8 tensor
     * @throws dev.tenure.InvalidArgumentException if {@code channels} is another number
     */
    public static Tensor decode(byte[] bytes, int channels, boolean channelsLast) {
        ByteBuffer copy = ByteBuffer.allocateDirect(Objects.requireNonNull(bytes, "bytes").length);
        copy.put(bytes);
        return decoded(copy, bytes.length, channels, channelsLast);
    }

    private static Tensor decoded(ByteBuffer bytes, long n, int channels, boolean channelsLast) {
        return Nouns.get().made(scope -> Native.imageDecode(scope, bytes, n, channels, channelsLast), bytes);
    }
}
