package dev.tenure;

/**
 * A workspace at one moment, in bytes unless said: {@code committed = live + unreferenced + padding + free}.
 *
 * <p>Of a workspace that is another thread's, committed, pinned, gradientDeferred, cycle, depth and learned are
 * exact; its block counts as free.
 *
 * @param allocated asked for in the cycles that are valid, in the block and outside, released or not
 * @param live in the block and not released
 * @param unreferenced in the block and released, but not yet to be used again
 * @param padding in the block, lost to rounding up to 64
 * @param free in the block, not yet handed out
 * @param committed the block
 * @param spilled taken outside because the block had no room
 * @param toggledOff taken outside while the workspace was toggled off
 * @param pinned of cycles that have ended, and held still
 * @param adopted owned by it or a scope below it, but with memory from elsewhere
 * @param borrowed lent to it or a scope below it
 * @param gradientStandard gradients in the block
 * @param gradientExternal gradients outside it
 * @param gradientDeferred gradients of cycles that have ended, held still
 * @param cycle the number of the last cycle that was entered; of a sum, of all cycles
 * @param depth how often it is entered
 * @param learned the size that was learned for the block; 0: none yet
 * @param workspaces workspaces that this is the sum of
 */
public record WorkspaceStats(
        long allocated,
        long live,
        long unreferenced,
        long padding,
        long free,
        long committed,
        long spilled,
        long toggledOff,
        long pinned,
        long adopted,
        long borrowed,
        long gradientStandard,
        long gradientExternal,
        long gradientDeferred,
        long cycle,
        long depth,
        long learned,
        long workspaces) {
    private static final int NUMBERS = 18;

    /** The sum over all for 0. */
    static WorkspaceStats of(long workspace) {
        long[] s = new long[NUMBERS];
        Native.workspaceStats(workspace, s);
        return new WorkspaceStats(
                s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7], s[8], s[9], s[10], s[11], s[12], s[13], s[14], s[15],
                s[16], s[17]);
    }
}
