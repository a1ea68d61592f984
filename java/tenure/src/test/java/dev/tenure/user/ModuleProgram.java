package dev.tenure.user;

import dev.tenure.Tenure;

/** Uses the library as a module, from outside of it. */
public final class ModuleProgram {
    private ModuleProgram() {}

    public static void main(String[] arguments) {
        System.out.println(Tenure.class.getModule() + ", " + Tenure.version());
    }
}
