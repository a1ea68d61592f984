package example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.Tenure;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.client.TestRestTemplate;
import org.springframework.http.ResponseEntity;

/** Starts the service and sends it requests. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
class ApplicationTest {
    /** The weights: 64 x 10 and 10 numbers of 4 bytes. */
    private static final int WEIGHTS = (Classifier.INPUTS * 10 + 10) * 4;

    @Autowired
    private TestRestTemplate http;

    @Test
    void requestsLeaveOnlyTheWeights() throws Exception {
        ExecutorService clients = Executors.newFixedThreadPool(4);
        List<Future<ResponseEntity<float[]>>> answers = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            float[] rows = new float[Classifier.INPUTS * (1 + i % 5)];
            answers.add(clients.submit(() -> http.postForEntity("/predict", rows, float[].class)));
        }
        for (int i = 0; i < answers.size(); i++) {
            float[] probabilities = answers.get(i).get().getBody();
            assertEquals(10 * (1 + i % 5), probabilities.length);
            assertEquals(0.1f, probabilities[0], 1e-6f);
        }
        clients.shutdown();
        awaitWeightsOnly();
    }

    @Test
    void aWrongRequestIsTold() {
        ResponseEntity<String> answer = http.postForEntity("/predict", new float[65], String.class);
        assertEquals(400, answer.getStatusCode().value());
        assertTrue(answer.getBody().contains("65"), answer.getBody());
    }

    @Test
    void aRequestAboveItsLimitFailsAlone() throws Exception {
        // Input, product, sum and result of 100,000 rows take more than 16 MiB.
        ResponseEntity<String> answer = http.postForEntity("/predict", new float[64 * 100_000], String.class);
        assertEquals(413, answer.getStatusCode().value());
        assertTrue(answer.getBody().contains("limit"), answer.getBody());
        assertEquals(200, http.postForEntity("/predict", new float[64], String.class).getStatusCode().value());
        awaitWeightsOnly();
    }

    @Test
    void memoryIsAMetric() {
        String metric = http.getForObject("/actuator/metrics/tenure.memory.used", String.class);
        assertTrue(metric.contains("\"value\":" + WEIGHTS + ".0"), metric);
    }

    /** The filter closes the scope after the answer has been sent, so the client may look too early. */
    private static void awaitWeightsOnly() throws InterruptedException {
        for (int i = 0; i < 200 && Tenure.stats().liveBytes() != WEIGHTS; i++) {
            Thread.sleep(10);
        }
        assertEquals(WEIGHTS, Tenure.stats().liveBytes(), Tenure::debugDump);
    }
}
