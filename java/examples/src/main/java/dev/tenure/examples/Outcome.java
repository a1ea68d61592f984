package dev.tenure.examples;

/** What an example promises of itself: a program of which one thing does not hold ends with 1. */
final class Outcome {
    private Outcome() {}

    /** Prints what was checked, and ends the program with 1 if it does not hold. */
    static void check(String what, boolean holds) {
        System.out.println((holds ? "ok: " : "WRONG: ") + what);
        if (!holds) {
            System.exit(1);
        }
    }
}
