package dev.tenure.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.Scope;
import dev.tenure.Tensor;
import dev.tenure.Tenure;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/** Requests to an application that runs. */
class RequestScopeTest {
    private static final AtomicReference<Tensor> MADE = new AtomicReference<>();
    private static final AtomicReference<DeferredResult<String>> DEFERRED = new AtomicReference<>();

    private static ServletWebServerApplicationContext application;

    @BeforeAll
    static void start() {
        SpringApplication program = new SpringApplication(Program.class);
        application = (ServletWebServerApplicationContext) program.run(
                "--server.port=0", "--server.address=127.0.0.1", "--tenure.web.request-scopes=true", "--tenure.web.request-limit=1MB",
                "--spring.main.banner-mode=off", "--logging.level.root=warn", "--spring.application.name=shop",
                "--management.endpoints.web.exposure.include=tenureMemory,metrics");
    }

    @AfterAll
    static void stop() {
        application.close();
        Tenure.assertNoLeaks();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Handlers.class)
    static class Program {}

    @RestController
    static class Handlers {
        private static String scopes() {
            Scope scope = Scope.current();
            MADE.set(Tensor.zeros(100));
            return scope.name() + " of " + scope.parent().name();
        }

        @GetMapping("/plain")
        String plain() {
            return scopes();
        }

        @GetMapping("/failing")
        String failing() {
            throw new IllegalStateException(scopes());
        }

        @GetMapping("/large")
        String large() {
            return Tensor.zeros(1 << 20).toString();
        }

        @GetMapping("/callable")
        Callable<String> callable() {
            Scope first = Scope.current();
            Tensor input = Tensor.ones(3);
            return () -> scopes() + (Scope.current() == first && !input.isClosed() ? ", the same" : ", another")
                    + (Thread.currentThread().getName().contains("exec") ? "" : ", another thread");
        }

        @GetMapping("/stream")
        StreamingResponseBody stream() {
            return out -> out.write(scopes().getBytes());
        }

        @GetMapping("/future")
        CompletableFuture<String> future() {
            Scope request = Scope.current();
            MADE.set(Tensor.zeros(100));
            return CompletableFuture.supplyAsync(() -> {
                await(() -> false, 50);
                return request.isClosed() || MADE.get().isClosed() ? "closed" : "open";
            });
        }

        @GetMapping("/deferred")
        DeferredResult<String> deferred() {
            MADE.set(Tensor.zeros(100));
            DeferredResult<String> result = new DeferredResult<>(100L, "late");
            DEFERRED.set(result);
            return result;
        }
    }

    private static HttpResponse<String> get(String path) throws IOException, InterruptedException {
        URI address = URI.create("http://127.0.0.1:" + application.getWebServer().getPort() + path);
        return HttpClient.newHttpClient().send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
    }

    /** The scope is closed after the answer was sent, so a client may look too early. */
    private static void assertAllIsFreed() {
        await(() -> MADE.get().isClosed() && Tenure.stats().liveBytes() == 0, 10_000);
        assertTrue(MADE.get().isClosed());
        assertEquals(0, Tenure.stats().liveBytes(), Tenure::debugDump);
    }

    private static void await(java.util.function.BooleanSupplier done, long millis) {
        long end = System.nanoTime() + millis * 1_000_000;
        while (!done.getAsBoolean() && System.nanoTime() < end) {
            try {
                Thread.sleep(5);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    @Test
    void whatAHandlerMakesIsFreedWhenTheRequestHasEnded() throws Exception {
        assertEquals("request of shop", get("/plain").body());
        assertAllIsFreed();
        assertEquals(500, get("/failing").statusCode());
        assertAllIsFreed();
        assertEquals(500, get("/large").statusCode(), "above its limit");
        assertEquals("request of shop", get("/plain").body());
        assertAllIsFreed();
    }

    @Test
    void theScopeIsCurrentOnTheThreadOfATask() throws Exception {
        assertEquals("request of shop, the same, another thread", get("/callable").body());
        assertAllIsFreed();
        assertEquals("request of shop", get("/stream").body());
        assertAllIsFreed();
    }

    @Test
    void anAsynchronousRequestKeepsItsScopeUntilItHasEnded() throws Exception {
        assertEquals("open", get("/future").body());
        assertAllIsFreed();
        assertEquals("late", get("/deferred").body());
        assertTrue(DEFERRED.get().isSetOrExpired());
        assertAllIsFreed();
    }

    @Test
    void noThreadOfTheServerKeepsAScopeCurrent() throws Exception {
        for (int i = 0; i < 50; i++) {
            get("/callable");
        }
        assertAllIsFreed();
        assertNull(Scope.current());
        assertEquals(0, application.getBean(Scope.class).members().size());
    }

    @Test
    void theEndpointAnswers() throws Exception {
        HttpResponse<String> dump = get("/actuator/tenureMemory");
        assertEquals(200, dump.statusCode());
        assertTrue(dump.headers().firstValue("content-type").orElse("").startsWith("application/json"));
        assertTrue(dump.body().startsWith("{"), dump.body());
        HttpResponse<String> page = get("/actuator/tenureMemory/page");
        assertTrue(page.body().contains("<h1>Native memory</h1>"));
        assertTrue(page.headers().firstValue("content-type").orElse("").startsWith("text/html"));
        assertEquals(404, get("/actuator/tenureMemory/other").statusCode());
        assertTrue(get("/actuator/metrics/tenure.memory.used").body().contains("tenure.memory.used"));
        assertFalse(get("/actuator/metrics").body().contains("tenure.scope.memory.used"), "no scope is named");
    }
}
