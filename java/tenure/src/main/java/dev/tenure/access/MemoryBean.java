package dev.tenure.access;

import dev.tenure.Device;
import dev.tenure.Tenure;
import dev.tenure.reports.Growth;
import dev.tenure.reports.MemoryMXBean;
import dev.tenure.reports.MemorySnapshot;
import dev.tenure.reports.MemoryStats;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;
import javax.management.InstanceAlreadyExistsException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * The bean that monitors of the JVM read, and its registration.
 *
 * <p>Invariant: nothing here is loaded unless the program asks for the bean, because the server of
 * beans keeps the class loader of this library until the bean is unregistered, and its module,
 * {@code java.management}, may be absent. Another copy of the library, of another class loader, has
 * the plain name if it came first; then this one gets a number.
 */
public final class MemoryBean implements MemoryMXBean {
    private static final String NAME = "dev.tenure:type=Memory";
    private static final int MOST_COPIES = 1000;

    /** The name of the bean; null if it is not registered. No lock, since listeners of the server are called. */
    private static final AtomicReference<ObjectName> REGISTERED = new AtomicReference<>();

    private MemoryBean() {}

    /** Registers the bean unless it is registered, and returns its name. */
    static String register() {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        try {
            while (true) {
                ObjectName before = REGISTERED.get();
                if (before != null && server.isRegistered(before)) {
                    return before.getCanonicalName();
                }
                ObjectName name = firstFree(server);
                if (REGISTERED.compareAndSet(before, name)) {
                    return name.getCanonicalName();
                }
                server.unregisterMBean(name); // another thread was faster
            }
        } catch (JMException e) {
            throw new IllegalStateException("the bean could not be registered: " + e.getMessage(), e);
        }
    }

    /** Registers a bean by the first name that no other copy of the library has. */
    private static ObjectName firstFree(MBeanServer server) throws JMException {
        for (int copy = 1; ; copy++) {
            ObjectName name = new ObjectName(copy == 1 ? NAME : NAME + ",copy=" + copy);
            try {
                server.registerMBean(new MemoryBean(), name);
                return name;
            } catch (InstanceAlreadyExistsException e) {
                if (copy == MOST_COPIES) {
                    throw e;
                }
            }
        }
    }

    /** Removes the bean. If it is not registered, this has no effect. */
    static void unregister() {
        ObjectName name = REGISTERED.getAndSet(null);
        try {
            if (name != null) {
                ManagementFactory.getPlatformMBeanServer().unregisterMBean(name);
            }
        } catch (JMException e) {
            return; // somebody else has removed it
        }
    }

    private static MemoryStats stats() {
        return Tenure.stats();
    }

    @Override
    public long getLiveBytes() {
        return stats().liveBytes();
    }

    @Override
    public long getPeakBytes() {
        return stats().peakBytes();
    }

    @Override
    public long getReservedBytes() {
        return stats().reservedBytes();
    }

    @Override
    public long getPeakReservedBytes() {
        return stats().peakReservedBytes();
    }

    @Override
    public long getLimitBytes() {
        return stats().limitBytes();
    }

    @Override
    public long getUnownedBytes() {
        return stats().unownedBytes();
    }

    @Override
    public long getForeignBytes() {
        return stats().foreignBytes();
    }

    @Override
    public long getLiveTensors() {
        return stats().liveTensors();
    }

    @Override
    public long getPeakTensors() {
        return stats().peakTensors();
    }

    @Override
    public long getLiveScopes() {
        return stats().liveScopes();
    }

    @Override
    public long getLiveWorkspaces() {
        return stats().liveWorkspaces();
    }

    @Override
    public long getAllocations() {
        return stats().allocations();
    }

    @Override
    public long getRefusals() {
        return stats().refusals();
    }

    @Override
    public long getBackstopFreed() {
        return stats().backstopFreed();
    }

    @Override
    public long getCollections() {
        return stats().collections();
    }

    @Override
    public long getLeaks() {
        return stats().leaks();
    }

    @Override
    public List<DeviceMemory> getDevices() {
        return Tenure.devices().stream().<DeviceMemory>map(OfDevice::new).toList();
    }

    @Override
    public List<String> getGrowing() {
        return Tenure.growing().stream().map(MemoryBean::line).toList();
    }

    private static String line(Growth scope) {
        return String.format(
                Locale.ROOT, "%s gains %.1f members a cycle (%d cycles so far): %s",
                scope.path(), scope.membersPerCycle(), scope.cycles(), scope.fedBy());
    }

    @Override
    public String debugDump() {
        return Tenure.debugDump();
    }

    @Override
    public String debugDumpJson() {
        return Tenure.debugDumpJson();
    }

    @Override
    public void memoryPage(String file) {
        Tenure.memoryPage(Path.of(file));
    }

    @Override
    public void saveSnapshot(String file) {
        MemorySnapshot.take().save(Path.of(file));
    }

    @Override
    public void trim() {
        Tenure.devices().forEach(Tenure::trim);
    }

    @Override
    public void resetPeak() {
        Tenure.devices().forEach(Tenure::resetPeak);
    }

    private record OfDevice(String name, MemoryStats stats) implements DeviceMemory {
        OfDevice(Device device) {
            this(device.toString(), Tenure.stats(device));
        }

        @Override
        public String getDevice() {
            return name;
        }

        @Override
        public long getLiveBytes() {
            return stats.liveBytes();
        }

        @Override
        public long getPeakBytes() {
            return stats.peakBytes();
        }

        @Override
        public long getReservedBytes() {
            return stats.reservedBytes();
        }

        @Override
        public long getPeakReservedBytes() {
            return stats.peakReservedBytes();
        }

        @Override
        public long getLimitBytes() {
            return stats.limitBytes();
        }
    }
}
