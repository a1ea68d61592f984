package dev.tenure.examples;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tenure.BusyException;
import dev.tenure.Tenure;
import dev.tenure.reports.BatcherStats;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Says what kind of file each argument is, and serves the same over HTTP.
 *
 * <pre>
 *   FileTypes MODELS FILE...      a line for each file
 *   FileTypes MODELS --serve PORT     curl --data-binary @FILE http://localhost:PORT/kind
 *   FileTypes MODELS --demo       10,000 requests of eight clients; figures in target/demo
 * </pre>
 *
 * <p>{@code MODELS} is the folder {@code magika} of its package of PyPI. C#'s twin is {@code dotnet/examples/FileTypes}.
 */
public final class FileTypes {
    private static final int CLIENTS = 8;
    private static final int REQUESTS = 10_000;
    private static final int WARM_UP = 4_000;
    private static final int MOST_FILES = 200;

    private FileTypes() {}

    /**
     * See the class.
     *
     * @param arguments the folder of the model, then what to do
     * @throws Exception if a file cannot be read, or a port not be used
     */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length < 2) {
            System.err.println("usage: FileTypes MODELS FILE... | --serve PORT | --demo");
            System.exit(2);
        }
        Path folder = Path.of(arguments[0]);
        switch (arguments[1]) {
            case "--serve" -> {
                FileKinds kinds = new FileKinds(folder);
                HttpServer server = serve(kinds, Integer.parseInt(arguments[2]));
                Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                    server.stop(1);
                    kinds.close();
                }));
            }
            case "--demo" -> demo(folder, Path.of(""));
            default -> {
                try (FileKinds kinds = new FileKinds(folder)) {
                    for (String file : Arrays.copyOfRange(arguments, 1, arguments.length)) {
                        FileKinds.Kind kind = kinds.of(Files.readAllBytes(Path.of(file)));
                        System.out.println(file + ": " + kind.label() + " (" + kind.mime() + ")");
                    }
                }
            }
        }
    }

    /** A server that has begun; it ends with {@code stop}. */
    private static HttpServer serve(FileKinds kinds, int port) throws IOException {
        kinds.warmUp();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.setExecutor(Executors.newFixedThreadPool(CLIENTS));
        server.createContext("/kind", exchange -> answer(exchange, kinds));
        server.start();
        return server;
    }

    private static void answer(HttpExchange exchange, FileKinds kinds) throws IOException {
        try (exchange) {
            byte[] file = exchange.getRequestBody().readAllBytes();
            try {
                byte[] json = kinds.of(file).json().getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().set("Content-Type", "application/json");
                exchange.sendResponseHeaders(200, json.length);
                exchange.getResponseBody().write(json);
            } catch (BusyException e) {
                exchange.getResponseHeaders().set("Retry-After", "1");
                exchange.sendResponseHeaders(503, -1);
            }
        }
    }

    private static void demo(Path folder, Path root) throws Exception {
        List<Path> names = files(root);
        List<byte[]> contents = new ArrayList<>();
        for (Path name : names) {
            contents.add(Files.readAllBytes(root.resolve(name)));
        }
        Path out = Files.createDirectories(root.resolve("target").resolve("demo"));
        try (FileKinds kinds = new FileKinds(folder)) {
            List<String> expected = new ArrayList<>();
            List<String> lines = new ArrayList<>();
            for (int i = 0; i < names.size(); i++) {
                expected.add(kinds.ofAlone(contents.get(i)).json());
                lines.add(names.get(i).toString().replace('\\', '/') + " " + expected.get(i));
            }
            Files.write(out.resolve("java_kinds.txt"), lines);
            HttpServer server = serve(kinds, 0);
            try {
                URI uri = URI.create("http://localhost:" + server.getAddress().getPort() + "/kind");
                ask(uri, WARM_UP, contents, expected);
                double before = residentMib();
                Asked asked = ask(uri, REQUESTS, contents, expected);
                double growth = residentMib() - before;
                BatcherStats stats = kinds.stats();
                System.out.printf(
                        Locale.ROOT,
                        "Java: %d requests of %d clients, p50 %.2f ms, p99 %.2f ms, %.2f files a run, resident memory %+.1f MiB%n",
                        REQUESTS, CLIENTS, asked.ms(0.5), asked.ms(0.99), (double) stats.rows() / stats.runs(), growth);
                Files.writeString(
                        out.resolve("java_served.json"),
                        String.format(
                                Locale.ROOT,
                                "{\"java.served_requests\": %d, \"java.served_identical\": %b, \"java.served_p50_ms\": %.3f, "
                                        + "\"java.served_p99_ms\": %.3f, \"java.served_rss_growth_mib\": %.1f}%n",
                                asked.nanos().length, asked.wrong() == 0, asked.ms(0.5), asked.ms(0.99), growth));
            } finally {
                server.stop(0);
                ((ExecutorService) server.getExecutor()).shutdown();
            }
        }
        Tenure.assertNoLeaks();
        long live = Tenure.stats().liveBytes();
        System.out.println("Java: " + live + " live bytes at the end");
        Files.writeString(out.resolve("java_served_end.json"), "{\"java.served_live_bytes_end\": " + live + "}\n");
    }

    /** Answers that were not as expected, and how long each took. */
    private record Asked(int wrong, long[] nanos) {
        double ms(double part) {
            return nanos[(int) (part * (nanos.length - 1))] / 1e6;
        }
    }

    /** So many requests of eight clients. */
    private static Asked ask(URI uri, int requests, List<byte[]> contents, List<String> expected) throws Exception {
        long[] nanos = new long[requests];
        AtomicInteger next = new AtomicInteger();
        AtomicInteger wrong = new AtomicInteger();
        HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
        List<Future<?>> all = new ArrayList<>();
        for (int c = 0; c < CLIENTS; c++) {
            all.add(threads.submit(() -> {
                for (int i = next.getAndIncrement(); i < requests; i = next.getAndIncrement()) {
                    int file = i % contents.size();
                    long began = System.nanoTime();
                    HttpRequest request = HttpRequest.newBuilder(uri)
                            .POST(HttpRequest.BodyPublishers.ofByteArray(contents.get(file)))
                            .build();
                    HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
                    nanos[i] = System.nanoTime() - began;
                    if (response.statusCode() != 200 || !response.body().equals(expected.get(file))) {
                        wrong.incrementAndGet();
                    }
                }
                return null;
            }));
        }
        threads.shutdown();
        for (Future<?> one : all) {
            one.get();
        }
        Arrays.sort(nanos);
        return new Asked(wrong.get(), nanos);
    }

    /** Files of this repository, the same in each language. */
    private static List<Path> files(Path root) throws IOException {
        List<Path> found = new ArrayList<>();
        for (String folder : List.of("ci", "data", "docs", "include", "src")) {
            try (Stream<Path> below = Files.walk(root.resolve(folder))) {
                below.filter(Files::isRegularFile).filter(file -> !file.toString().contains("__pycache__")).forEach(found::add);
            }
        }
        found.sort((a, b) -> a.toString().replace('\\', '/').compareTo(b.toString().replace('\\', '/')));
        return found.subList(0, Math.min(MOST_FILES, found.size()));
    }

    private static double residentMib() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) {
            return 0;
        }
        String line = Files.readAllLines(status).stream().filter(text -> text.startsWith("VmRSS")).findFirst().orElseThrow();
        return Double.parseDouble(line.replaceAll("[^0-9]", "")) / 1024;
    }
}
