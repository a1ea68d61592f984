package dev.tenure.spring;

import dev.tenure.Scope;
import dev.tenure.ScopeFlow;
import dev.tenure.ScopeOptions;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.springframework.util.unit.DataSize;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.context.request.async.CallableProcessingInterceptor;
import org.springframework.web.context.request.async.WebAsyncManager;
import org.springframework.web.context.request.async.WebAsyncUtils;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * A request is a scope: what it makes is freed when it has ended.
 *
 * <p>Invariant: the scope is current on each thread that handles the request for Spring: that of the
 * first dispatch, that of a {@link Callable} or {@code StreamingResponseBody} that the handler
 * returned, and that of the dispatch afterwards. It is closed once, by the thread that ends the
 * request: at the end of the first dispatch, or, if that began asynchronous processing, when the
 * container has completed it, whether by a result, an error or a time-out.
 */
final class RequestScopeFilter extends OncePerRequestFilter {
    static final String NAME = "request";
    private static final String ATTRIBUTE = RequestScopeFilter.class.getName() + ".SCOPE";

    private final Scope parent;
    private final long limit;

    RequestScopeFilter(Scope parent, DataSize limit) {
        this.parent = parent;
        this.limit = limit == null ? 0 : limit.toBytes();
    }

    @Override
    protected boolean shouldNotFilterAsyncDispatch() {
        return false;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (request.getAttribute(ATTRIBUTE) instanceof Scope again) {
            in(again, () -> chain.doFilter(request, response));
            return;
        }
        ScopeOptions options = Scope.options().name(NAME);
        Scope scope = parent.child(limit == 0 ? options : options.limit(limit));
        request.setAttribute(ATTRIBUTE, scope);
        WebAsyncManager manager = WebAsyncUtils.getAsyncManager(request);
        manager.registerCallableInterceptor(ATTRIBUTE, new OnTheThreadOfACallable(scope));
        boolean isOver = true;
        try {
            in(scope, () -> chain.doFilter(request, response));
            if (request.isAsyncStarted()) {
                request.getAsyncContext().addListener(new AtTheEnd(scope), request, response);
                isOver = false; // not before: if the listener is refused, nobody else closes the scope
            }
        } finally {
            if (isOver) {
                request.removeAttribute(ATTRIBUTE);
                scope.close();
            }
        }
    }

    /** A part of the handling of a request. */
    private interface Part {
        void run() throws ServletException, IOException;
    }

    private static void in(Scope scope, Part part) throws ServletException, IOException {
        ScopeFlow before = ScopeFlow.current();
        enter(scope);
        try {
            part.run();
        } finally {
            before.makeCurrent();
        }
    }

    /** Makes {@code scope} current on this thread, until another flow is made current. */
    private static void enter(Scope scope) {
        scope.run(() -> ScopeFlow.current().fork()).makeCurrent();
    }

    /** Spring calls it on the thread that it gives to a task. */
    private static final class OnTheThreadOfACallable implements CallableProcessingInterceptor {
        private final Scope scope;
        private ScopeFlow before; // one task runs at a time

        OnTheThreadOfACallable(Scope scope) {
            this.scope = scope;
        }

        @Override
        public <T> void preProcess(NativeWebRequest request, Callable<T> task) {
            before = ScopeFlow.current();
            enter(scope);
        }

        @Override
        public <T> void postProcess(NativeWebRequest request, Callable<T> task, Object result) {
            before.makeCurrent();
        }
    }

    /** Closes the scope when the container has completed an asynchronous request. */
    private record AtTheEnd(Scope scope) implements AsyncListener {
        @Override
        public void onComplete(AsyncEvent event) {
            scope.close();
        }

        @Override
        public void onStartAsync(AsyncEvent event) {
            // Asynchronous processing has begun anew, which has forgotten its listeners.
            event.getAsyncContext().addListener(this, event.getSuppliedRequest(), event.getSuppliedResponse());
        }

        // The container completes the request after these.

        @Override
        public void onTimeout(AsyncEvent event) {}

        @Override
        public void onError(AsyncEvent event) {}
    }
}
