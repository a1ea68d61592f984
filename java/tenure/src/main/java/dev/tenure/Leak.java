package dev.tenure;

import java.util.Optional;

/** Something that is alive and that nobody closed, or that the garbage collector had to free; or an exported buffer. */
public final class Leak extends Described {
    Leak(String[] row) {
        super(row);
    }

    /** A buffer over a tensor's memory: the tensor that holds this for it has no other owner. */
    static Leak buffer(Leak holder) {
        return new Leak(holder.row("buffer"));
    }

    /** Whether it is alive, or was made in the last so many milliseconds, as far as that was recorded. */
    boolean isSince(long ms) {
        return !collected() || age().filter(age -> age.toMillis() <= ms).isPresent();
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

    /**
     * What lay in a scope that the garbage collector freed, and in the scopes below it: groups of equals, the largest first.
     *
     * @return such as {@code 12 x float32 [64,10] at com.acme.Train.step(Train.java:31); 1 x tape; and 3 more}; empty for
     *     anything else
     */
    public Optional<String> contents() {
        return text(10);
    }

    /** As a line of a report. */
    @Override
    public String toString() {
        return super.toString() + path().map(path -> ", in " + path).orElse("")
                + (collected() ? ", freed by the collector" : ", alive")
                + contents().map(contents -> ": " + contents).orElse("");
    }
}
