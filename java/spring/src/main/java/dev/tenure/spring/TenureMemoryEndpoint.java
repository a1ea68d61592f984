package dev.tenure.spring;

import dev.tenure.Tenure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/**
 * Who holds native memory, as an endpoint of the actuator: {@code /actuator/tenureMemory} is the dump
 * as JSON, {@code /actuator/tenureMemory/page} the page for people. Both have the names of scopes
 * and tensors, and the lines that made them where these are recorded: like other endpoints that
 * show the inside of an application, it is not exposed until it is named.
 */
@Endpoint(id = "tenureMemory")
public class TenureMemoryEndpoint {
    /** Makes the endpoint. */
    public TenureMemoryEndpoint() {}

    /**
     * Returns all scopes and what they own.
     *
     * @return JSON, as {@link Tenure#debugDumpJson()}
     */
    @ReadOperation(produces = "application/json")
    public String dump() {
        return Tenure.debugDumpJson();
    }

    /**
     * Returns the page of {@link Tenure#memoryPage}.
     *
     * @param view {@code page}
     * @return HTML; null for another view, which the actuator answers by 404
     * @throws IOException if there is no room for a temporary file
     */
    @ReadOperation(produces = "text/html;charset=UTF-8")
    public String view(@Selector String view) throws IOException {
        if (!view.equals("page")) {
            return null;
        }
        Path file = Files.createTempFile("tenure-memory", ".html");
        try {
            Tenure.memoryPage(file);
            return Files.readString(file);
        } finally {
            Files.delete(file);
        }
    }
}
