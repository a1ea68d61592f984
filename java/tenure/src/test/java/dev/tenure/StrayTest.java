package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.reports.LeakLevel;
import dev.tenure.reports.LogLevel;
import dev.tenure.user.Maker;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is made on a thread without a scope, while another has one, is reported, once for each line. */
class StrayTest {
    private final Logger logger = Logger.getLogger("dev.tenure.leaks");
    private final Queue<LogRecord> records = new ConcurrentLinkedQueue<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord record) {
            records.add(record);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        Live.drain();
        logger.setUseParentHandlers(false);
        logger.addHandler(handler);
    }

    @AfterEach
    void silence() {
        Tenure.leakLevel(LeakLevel.OFF);
        Tenure.logLevel(LogLevel.WARNING);
        logger.removeHandler(handler);
        logger.setUseParentHandlers(true);
        Live.drain();
        Tenure.forgetLeaks();
    }

    private static void on(String name, Runnable body) throws InterruptedException {
        List<Throwable> failures = new ArrayList<>();
        Thread thread = new Thread(body, name);
        thread.setUncaughtExceptionHandler((where, failure) -> failures.add(failure));
        thread.start();
        thread.join();
        assertEquals(List.of(), failures);
    }

    /** In one test, because a line that was reported is not again. */
    @Test
    void aStrayTensorIsReportedOnceWithItsLine() throws InterruptedException {
        try (Scope scope = Scope.open()) { // reports are off
            on("stray", () -> Maker.stray().close());
        }
        Tenure.leakLevel(LeakLevel.ALL);
        on("stray", () -> Maker.stray().close()); // no thread has a scope
        Maker.stray().close();
        try (Scope scope = Scope.open()) {
            Maker.stray();
            on("stray", scope.wrap(() -> Maker.stray().close()));
            on("stray", () -> Scope.using(() -> Maker.stray().close()));
            on("stray", () -> Tensor.ones(1).detachFromScope().close());
            Tenure.logLevel(LogLevel.ERROR);
        }
        assertEquals(List.of(), texts("Maker.stray"));
        Tenure.logLevel(LogLevel.WARNING);
        try (Scope scope = Scope.open()) {
            on("stray", () -> Maker.stray().close());
            on("stray", () -> Maker.stray().close());
        }
        List<String> texts = texts("Maker.stray");
        assertEquals(1, texts.size(), texts::toString);
        String caller = Thread.currentThread().getName();
        String wanted = "a tensor that was made at " + Maker.STRAY + " on thread 'stray' has no owner";
        assertTrue(texts.get(0).startsWith(wanted), texts.get(0));
        assertTrue(texts.get(0).contains("one is on thread '" + caller + "': wrap the task"), texts.get(0));
        assertEquals(Level.WARNING, records.peek().getLevel());
    }

    /** A thread whose scope has closed has none, and what runs in a scope has one. */
    @Test
    void onlyAScopeThatIsCurrentNowCounts() throws InterruptedException {
        Tenure.leakLevel(LeakLevel.ALL);
        Scope.open().close();
        Scope closedElsewhere = Scope.open();
        on("closer", closedElsewhere::close);
        on("alone", () -> Maker.alone().close());
        assertEquals(List.of(), texts("Maker.alone"));
        try (Scope scope = Scope.create()) {
            scope.run(() -> {
                try {
                    on("alone", () -> Maker.alone().close());
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
        }
        assertEquals(1, texts(Maker.ALONE).size(), records::toString);
    }

    private List<String> texts(String part) {
        return records.stream().map(LogRecord::getMessage).filter(text -> text.contains(part)).toList();
    }
}
