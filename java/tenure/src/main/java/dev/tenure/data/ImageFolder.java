package dev.tenure.data;

import dev.tenure.InvalidArgumentException;
import dev.tenure.Tensor;
import dev.tenure.access.OtherFiles;
import dev.tenure.internal.Native;
import dev.tenure.internal.Rows;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * A folder of images by class: {@code root/cat/1.png}, {@code root/dog/2.jpg}. A class is a folder in
 * the root, and its images are the PNG and JPEG files below it, by the endings of their names.
 *
 * <pre>{@code
 * ImageFolder folder = ImageFolder.of(Path.of("pets"));
 * Tensor image = folder.load(0, 3);
 * String name = folder.classes().get(folder.labels().get(0));
 * }</pre>
 *
 * <p>Classes and files are sorted by their names, so labels are the same on every machine.
 *
 * @param classes the names of the classes, sorted
 * @param files the images, class by class
 * @param labels the position of each image's class in {@code classes}
 */
public record ImageFolder(List<String> classes, List<Path> files, List<Integer> labels) {
    /**
     * Copies the lists.
     *
     * @param classes the names of the classes
     * @param files the images
     * @param labels the position of each image's class
     */
    public ImageFolder {
        classes = copied("classes", classes);
        files = copied("files", files);
        labels = copied("labels", labels);
    }

    /**
     * Lists the images of a folder. No image is read.
     *
     * @param root the folder, on the default file system
     * @return the images by class
     * @throws dev.tenure.TensorException if the folder cannot be read, has no folders, or one of
     *     them has no image
     */
    public static ImageFolder of(Path root) {
        Objects.requireNonNull(root, "root");
        List<String> classes = OtherFiles.direct(root, path -> Rows.of(Native.imageFolderClasses(path))).stream()
                .map(row -> row[0])
                .toList();
        List<String[]> files = OtherFiles.direct(root, path -> Rows.of(Native.imageFolderFiles(path)));
        return new ImageFolder(
                classes,
                files.stream().map(row -> Path.of(row[0])).toList(),
                files.stream().map(row -> Integer.valueOf(row[1])).toList());
    }

    private static <T> List<T> copied(String name, List<T> list) {
        Objects.requireNonNull(list, name);
        for (T one : list) {
            Objects.requireNonNull(one, name);
        }
        return List.copyOf(list);
    }

    /** {@return the number of images} */
    public int size() {
        return files.size();
    }

    /**
     * Makes a loader of the images and their labels, uint8 {@code [B, C, H, W]} and int64 {@code [B]}.
     * An image is read when its batch is made, by the threads of {@link DataLoader#prefetch} if there
     * are any. Images of different sizes need a {@link DataLoader#transform} that gives them one size.
     *
     * @param channels 1 for grey, 3 for red, green and blue, 4 with alpha, 0 for those of each file
     * @param batchSize rows of a batch, above 0; the last batch of an epoch may have fewer
     * @param shuffle whether each epoch has an order of its own, which the seed decides
     * @param seed the seed of the order, and of what transforms draw
     * @param dropLast whether a last batch with fewer rows is left out
     * @return a new {@code DataLoader}, which the current scope owns; without one it is the
     *     caller's
     * @throws InvalidArgumentException if {@code batchSize} is not above 0, a file is not on the default
     *     file system, or for another number of channels
     */
    public DataLoader loader(int channels, long batchSize, boolean shuffle, long seed, boolean dropLast) {
        for (Path file : files) {
            if (file.getFileSystem() != FileSystems.getDefault()) {
                throw new InvalidArgumentException(file + " is not on the default file system");
            }
        }
        String lines = Rows.column(files.stream().map(Path::toString).toArray(String[]::new));
        long[] numbers = labels.stream().mapToLong(Integer::longValue).toArray();
        return DataLoader.ofImages(lines, numbers, channels, batchSize, shuffle, seed, dropLast);
    }

    /**
     * Reads an image.
     *
     * @param index which one
     * @param channels 1 for grey, 3 for red, green and blue, 4 with alpha, 0 for those of the file
     * @return a new uint8 tensor, {@code [C, H, W]}; samples of 16 bits are rounded to 8
     * @throws InvalidArgumentException if there is no such image, or for another number of channels
     */
    public Tensor load(int index, int channels) {
        if (index < 0 || index >= files.size()) {
            throw new InvalidArgumentException("there is no image " + index + " among " + files.size());
        }
        return Images.load(files.get(index), channels, false, true);
    }
}
