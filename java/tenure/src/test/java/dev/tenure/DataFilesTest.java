package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.data.ColumnType;
import dev.tenure.data.CsvOptions;
import dev.tenure.data.Idx;
import dev.tenure.data.ImageFolder;
import dev.tenure.data.Images;
import dev.tenure.data.Table;
import dev.tenure.data.TableColumn;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables, images and .idx files. What the core reads in them is tested there. */
class DataFilesTest {
    /** Red, green; blue, white. */
    private static final byte[] PNG = Base64.getDecoder().decode(
            "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVR4nGP4z8DA8J+BkYHh////DAAe9gT9Ce00PgAAAABJRU5ErkJggg==");

    @TempDir
    Path folder;

    private Scope scope;

    @BeforeEach
    void open() {
        Live.drain();
        scope = Scope.open("test");
    }

    @AfterEach
    void close() {
        scope.close();
        Live.assertNothing();
    }

    @Test
    void aTableHasTypedColumns() throws IOException {
        Path path = Files.writeString(folder.resolve("größe.csv"), "age,city,ok\n30,Rom,true\n-4,,false\n7,Ä\\t,true\n");
        Table table = Table.readCsv(path);
        assertEquals(3, table.rows());
        assertEquals(
                List.of(
                        new TableColumn("age", ColumnType.INT64, 0, 0),
                        new TableColumn("city", ColumnType.TEXT, 1, 2),
                        new TableColumn("ok", ColumnType.BOOL, 0, 0)),
                table.columns());
        assertEquals(List.of("Rom", "Ä\\t"), table.categories("city"));
        assertEquals(List.of(), table.categories("age"));
        assertArrayEquals(new long[] {30, -4, 7}, table.column("age").toLongArray());
        Tensor both = table.tensor(List.of("ok", "city"), DType.F32);
        assertArrayEquals(new float[] {1, 0, 0, -1, 1, 1}, both.toFloatArray());
        assertArrayEquals(new long[] {3, 3}, table.tensor(DType.F64).shape());
        assertThrows(InvalidArgumentException.class, () -> table.column("none"));
        assertThrows(InvalidArgumentException.class, () -> table.categories("none"));
        assertThrows(InvalidArgumentException.class, () -> table.tensor(List.of(), DType.F32));
        table.close();
        assertThrows(ClosedException.class, table::rows);
        assertThrows(ClosedException.class, table::columns);
        both.add(1);
    }

    @Test
    void optionsSayHowATableIsRead() throws IOException {
        Path path = Files.writeString(folder.resolve("a.csv"), "01;'a;b'\n10;-\n");
        CsvOptions options = CsvOptions.defaults()
                .header(false)
                .delimiter(';')
                .quote('\'')
                .type("0", ColumnType.TEXT)
                .missing("-");
        Table table = Table.readCsv(path, options);
        assertEquals(List.of("01", "10"), table.categories("0"));
        assertEquals(1, table.columns().get(1).missing());
        CsvOptions other = CsvOptions.defaults().type("none", ColumnType.BOOL);
        assertThrows(InvalidArgumentException.class, () -> Table.readCsv(path, other));
        assertThrows(InvalidArgumentException.class, () -> Table.readCsv(path, CsvOptions.defaults().delimiter('ä')));
        Files.writeString(path, "a,b\n1,2\n3\n");
        TensorException ragged = assertThrows(TensorException.class, () -> Table.readCsv(path));
        assertTrue(ragged.getMessage().contains("line 3: 1 fields, where the first row has 2"), ragged.getMessage());
        assertInstanceOf(IOException.class, ragged.getCause());
        TensorException missing = assertThrows(TensorException.class, () -> Table.readCsv(folder.resolve("none.csv")));
        assertInstanceOf(NoSuchFileException.class, missing.getCause());
    }

    @Test
    void imagesAndFoldersOfThem() throws IOException {
        assertArrayEquals(new long[] {3, 2, 2}, Images.decode(PNG, 0, false).shape());
        assertArrayEquals(
                new long[] {255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255}, Images.decode(PNG, 3, true).toLongArray());
        assertThrows(InvalidArgumentException.class, () -> Images.decode(PNG, 2, true));
        assertThrows(TensorException.class, () -> Images.decode(new byte[] {1, 2}, 0, true));
        for (String name : List.of("b", "a")) {
            Files.write(Files.createDirectory(folder.resolve(name)).resolve("1.png"), PNG);
        }
        ImageFolder images = ImageFolder.of(folder);
        assertEquals(List.of("a", "b"), images.classes());
        assertEquals(List.of(0, 1), images.labels());
        assertEquals(2, images.size());
        assertEquals(folder.resolve("b/1.png"), images.files().get(1));
        assertArrayEquals(new long[] {76, 150, 29, 255}, images.load(1, 1).toLongArray());
        assertThrows(TensorException.class, () -> ImageFolder.of(folder.resolve("a")));
    }

    @Test
    void imagesOf16BitsAreUint16AndWritten() throws IOException {
        Path wide = Path.of(System.getProperty("tenure.root"), "tests/data/images/wide_rgb.png");
        Tensor image = Images.load(wide);
        assertEquals(DType.U16, image.dtype());
        assertArrayEquals(new long[] {3, 5, 7}, image.shape());
        assertEquals(65535, image.getLong(0, 0, 1));
        Tensor bytes = Images.decode(Files.readAllBytes(wide), 0, false, true);
        assertEquals(DType.U8, bytes.dtype());
        assertArrayEquals(new long[] {255, 1}, new long[] {bytes.getLong(1, 0, 1), bytes.getLong(1, 0, 2)});
        Tensor scaled = new dev.tenure.nn.ToTensor().call(image);
        assertEquals(256f / 65535f, scaled.getDouble(2, 0, 2));
        Path file = folder.resolve("out.png");
        Images.save(file, image);
        assertArrayEquals(image.toLongArray(), Images.load(file).toLongArray());
        Images.save(file, Images.decode(PNG, 0, true), true);
        assertArrayEquals(Images.decode(PNG, 0, false).toLongArray(), Images.load(file).toLongArray());
        assertThrows(DTypeMismatchException.class, () -> Images.save(file, scaled));
        assertThrows(ShapeMismatchException.class, () -> Images.save(file, bytes.reshape(105)));
        TensorException e = assertThrows(TensorException.class, () -> Images.save(folder.resolve("no/x.png"), image));
        assertEquals(NoSuchFileException.class, e.getCause().getClass());
        Path folderOfOne = Files.createDirectories(folder.resolve("classes/one"));
        Files.copy(wide, folderOfOne.resolve("1.png"));
        assertEquals(DType.U8, ImageFolder.of(folder.resolve("classes")).load(0, 3).dtype());
    }

    @Test
    void filesOfOtherFileSystemsAreRead() throws IOException {
        byte[] idx = {0, 0, 8, 1, 0, 0, 0, 2, 5, 6};
        Path plain = Files.write(folder.resolve("a.idx"), idx);
        assertArrayEquals(new long[] {5, 6}, Idx.load(plain).toLongArray());
        try (FileSystem zip = FileSystems.newFileSystem(folder.resolve("a.zip"), Map.of("create", "true"))) {
            assertArrayEquals(new long[] {5, 6}, Idx.load(Files.write(zip.getPath("/a.idx"), idx)).toLongArray());
            assertArrayEquals(
                    new long[] {3, 2, 2}, Images.load(Files.write(zip.getPath("/a.png"), PNG)).shape());
            Table table = Table.readCsv(Files.writeString(zip.getPath("/a.csv"), "x\n4\n"));
            assertEquals(4, table.column("x").getLong(0));
        }
    }
}
