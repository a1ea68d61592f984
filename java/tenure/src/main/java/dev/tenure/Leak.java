package dev.tenure;

import java.util.Optional;

/** Something that is alive and that nobody closed, or that the garbage collector had to free. */
public final class Leak extends Described {
    Leak(String[] row) {
        super(row);
    }

    /**
     * The scopes that own it, the outermost first.
     *
     * @return such as {@code 'model' > 'epoch'}; empty if no scope owns it
     */
    public Optional<String> path() {
        return text(7);
    }

    /**
     * Whether the garbage collector has freed it.
     *
     * @return false if it is still alive
     */
    public boolean collected() {
        return text(9).filter("collected"::equals).isPresent();
    }

    /** As a line of a report. */
    @Override
    public String toString() {
        return super.toString() + path().map(path -> ", in " + path).orElse("")
                + (collected() ? ", freed by the collector" : ", alive");
    }
}
