package example;

import dev.tenure.Scope;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/** A request is a scope: what a request makes is freed when it ends, and never passes its limit. */
@Component
public class RequestScope extends OncePerRequestFilter {
    private final long limit;

    public RequestScope(@Value("${tenure.request-limit}") long limit) {
        this.limit = limit;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        try (Scope scope = Scope.open(Scope.options().name(request.getRequestURI()).limit(limit))) {
            chain.doFilter(request, response);
        }
    }
}
