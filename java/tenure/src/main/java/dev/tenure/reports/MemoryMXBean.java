package dev.tenure.reports;

import java.util.List;

/**
 * What monitors of the JVM (JConsole, JDK Mission Control, agents that read JMX) see of the native
 * memory, after {@link dev.tenure.Tenure#registerMXBean()} or with the system property {@code
 * tenure.jmx}. The numbers are those of {@link MemoryStats} for the CPU; {@link #getDevices()} has
 * those of each device.
 */
public interface MemoryMXBean {
    /** {@return bytes of live storages as requested, each storage counted once} */
    long getLiveBytes();

    /** {@return the largest value of {@link #getLiveBytes()} so far} */
    long getPeakBytes();

    /** {@return bytes taken from the system: in use, lost to rounding, or kept for the next tensor} */
    long getReservedBytes();

    /** {@return the largest value of {@link #getReservedBytes()} so far} */
    long getPeakReservedBytes();

    /** {@return the limit in force, in bytes} */
    long getLimitBytes();

    /** {@return bytes of live storages that unowned handles keep alive} */
    long getUnownedBytes();

    /** {@return bytes of other libraries, of the program and of mapped files that live storages use} */
    long getForeignBytes();

    /** {@return live tensors; each alias and each view is one} */
    long getLiveTensors();

    /** {@return the largest value of {@link #getLiveTensors()} so far} */
    long getPeakTensors();

    /** {@return live scopes, workspaces included} */
    long getLiveScopes();

    /** {@return workspaces among the scopes} */
    long getLiveWorkspaces();

    /** {@return blocks of memory handed out so far} */
    long getAllocations();

    /** {@return calls that failed because a limit or the system refused memory} */
    long getRefusals();

    /** {@return handles that the program did not close and the garbage collector freed} */
    long getBackstopFreed();

    /** {@return the number of times that the garbage collector was asked to find such handles} */
    long getCollections();

    /** {@return leaks that were found while the leak level was not OFF} */
    long getLeaks();

    /** {@return the memory of each device that this process has used, the CPU first} */
    List<DeviceMemory> getDevices();

    /** {@return the scopes that hold more with each cycle, and what they gain, a line for each} */
    List<String> getGrowing();

    /** {@return all scopes and what they own, as {@link dev.tenure.Tenure#debugDump()}} */
    String debugDump();

    /** {@return what {@link #debugDump()} says, as JSON} */
    String debugDumpJson();

    /**
     * Writes the page that shows who holds native memory, as {@link
     * dev.tenure.Tenure#memoryPage(java.nio.file.Path)}.
     *
     * @param file the path of the file, on the machine of this JVM
     */
    void memoryPage(String file);

    /**
     * Writes a snapshot, as {@link MemorySnapshot#save(java.nio.file.Path)}.
     *
     * @param file the path of the file, on the machine of this JVM
     */
    void saveSnapshot(String file);

    /** Returns memory of each device that no tensor uses to its system. */
    void trim();

    /** Resets the peaks of each device to what is alive now. */
    void resetPeak();

    /** The memory of one device. */
    interface DeviceMemory {
        /** {@return {@code cpu} or, for example, {@code cuda:0}} */
        String getDevice();

        /** {@return bytes of live storages as requested, each storage counted once} */
        long getLiveBytes();

        /** {@return the largest value of {@link #getLiveBytes()} so far} */
        long getPeakBytes();

        /** {@return bytes taken from the system or the device} */
        long getReservedBytes();

        /** {@return the largest value of {@link #getReservedBytes()} so far} */
        long getPeakReservedBytes();

        /** {@return the limit in force, in bytes} */
        long getLimitBytes();
    }
}
