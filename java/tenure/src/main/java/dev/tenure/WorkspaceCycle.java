package dev.tenure;

import java.util.ArrayList;
import java.util.List;

/**
 * A cycle of a workspace that was left, in bytes unless said.
 *
 * @param cycle its number, from 1
 * @param offset used of the block, rounding included
 * @param spilled taken outside the block
 * @param pinned not released at its end
 * @param learned the size of the block as learned by then
 * @param refused whether the block could not be made as large as that
 */
public record WorkspaceCycle(long cycle, long offset, long spilled, long pinned, long learned, boolean refused) {
    private static final int NUMBERS = 6;

    static List<WorkspaceCycle> of(long[] rows) {
        List<WorkspaceCycle> cycles = new ArrayList<>(rows.length / NUMBERS);
        for (int i = 0; i < rows.length; i += NUMBERS) {
            cycles.add(new WorkspaceCycle(
                    rows[i], rows[i + 1], rows[i + 2], rows[i + 3], rows[i + 4], rows[i + 5] != 0));
        }
        return List.copyOf(cycles);
    }
}
