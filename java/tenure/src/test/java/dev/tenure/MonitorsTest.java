package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.reports.MemoryMXBean;
import dev.tenure.reports.MemoryStats;
import dev.tenure.reports.ScopeStats;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import javax.management.InstanceNotFoundException;
import javax.management.JMX;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The JVM's monitors see the library's own numbers if they were asked to, and the library does without them. */
@ExtendWith(Clean.class)
class MonitorsTest {
    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();

    @AfterEach
    void remove() {
        Tenure.unregisterMXBean();
    }

    @Test
    void theBeanHasTheNumbersOfStats() throws Exception {
        ObjectName name = new ObjectName(Tenure.registerMXBean());
        assertEquals("dev.tenure:type=Memory", name.toString());
        assertEquals(name.toString(), Tenure.registerMXBean(), "the second call has no effect");
        MemoryMXBean bean = JMX.newMXBeanProxy(server, name, MemoryMXBean.class);
        try (Scope scope = Scope.open("requests").limit(4000)) {
            long workspaces = bean.getLiveWorkspaces();
            Workspace workspace = Workspace.create();
            Tensor.zeros(100).alias();
            assertThrows(NativeMemoryException.class, () -> Tensor.zeros(1000));
            MemoryStats stats = Tenure.stats();
            assertEquals(400, bean.getLiveBytes());
            assertEquals(2, bean.getLiveTensors());
            assertEquals(workspaces + 1, bean.getLiveWorkspaces());
            assertTrue(stats.refusals() > 0, "the limit of a scope counts");
            assertEquals(
                    List.of(
                            stats.peakBytes(), stats.reservedBytes(), stats.peakReservedBytes(), stats.limitBytes(),
                            stats.unownedBytes(), stats.peakTensors(), stats.liveScopes(), stats.allocations(),
                            stats.refusals(), stats.backstopFreed(), stats.collections(), stats.leaks(),
                            stats.foreignBytes()),
                    List.of(
                            bean.getPeakBytes(), bean.getReservedBytes(), bean.getPeakReservedBytes(), bean.getLimitBytes(),
                            bean.getUnownedBytes(), bean.getPeakTensors(), bean.getLiveScopes(), bean.getAllocations(),
                            bean.getRefusals(), bean.getBackstopFreed(), bean.getCollections(), bean.getLeaks(),
                            bean.getForeignBytes()));
            assertEquals("cpu", bean.getDevices().get(0).getDevice());
            assertEquals(400, bean.getDevices().get(0).getLiveBytes());
            CompositeData[] devices = (CompositeData[]) server.getAttribute(name, "Devices");
            assertEquals(stats.limitBytes(), devices[0].get("limitBytes"));
            assertTrue(bean.debugDump().contains("'requests'"), bean.debugDump());
            assertTrue(bean.debugDumpJson().contains("\"requests\""), bean.debugDumpJson());
            workspace.destroy();
            assertEquals(workspaces, bean.getLiveWorkspaces());
        }
        bean.resetPeak();
        assertEquals(0, bean.getPeakBytes());
        Tenure.unregisterMXBean();
        assertThrows(InstanceNotFoundException.class, () -> server.getAttribute(name, "LiveBytes"));
    }

    @Test
    void theBeanWritesPagesAndNamesWhatGrows(@TempDir Path folder) throws Exception {
        MemoryMXBean bean = JMX.newMXBeanProxy(server, new ObjectName(Tenure.registerMXBean()), MemoryMXBean.class);
        Path page = folder.resolve("memory.html");
        bean.memoryPage(page.toString());
        assertTrue(Files.readString(page).startsWith("<!"));
        bean.saveSnapshot(folder.resolve("a.tenure-memory.json").toString());
        assertTrue(Files.size(folder.resolve("a.tenure-memory.json")) > 100);
        try (Scope trainer = Scope.open("trainer")) {
            for (int i = 0; i < 10; i++) {
                try (Scope batch = Scope.open()) {
                    Tensor.zeros(5).moveToOuterScope();
                }
            }
            List<String> growing = bean.getGrowing();
            assertEquals(1, growing.size(), growing::toString);
            String line = "'trainer' gains 1.0 members a cycle (10 cycles so far): ";
            assertTrue(growing.get(0).startsWith(line), growing::toString);
        }
    }

    @Test
    void scopesOfANameAreSummed() {
        try (Scope service = Scope.open()) {
            Scope first = service.child("requests");
            first.zeros(10);
            first.child("requests").zeros(20); // inside of one of the name: once
            service.child("requests").zeros(30);
            service.child("others").zeros(1000);
            ScopeStats stats = Tenure.scopeStats("requests");
            assertEquals(240, stats.bytes());
            assertEquals(3, stats.tensors());
            assertEquals(0, stats.peakBytes());
            assertFalse(stats.measured());
            assertEquals(0, Tenure.scopeStats("nothing").members());
        }
        assertEquals(0, Tenure.scopeStats("requests").members(), "closed");
        assertEquals(List.of(Device.CPU), Tenure.devices());
    }

    @Test
    void aCopyOfAnotherClassLoaderHasANumber() {
        ChildJvm.Output output = ChildJvm.run(MonitorsProgram.class, List.of(), "copies");
        assertTrue(output.contains("copy: dev.tenure:copy=2,type=Memory"), output.text());
        assertTrue(output.contains("own: dev.tenure:type=Memory"), output.text());
        assertTrue(output.contains("live bytes of the copy: 28"), output.text());
    }

    @Test
    void aPropertyRegistersTheBean() {
        ChildJvm.Output output = ChildJvm.run(MonitorsProgram.class, List.of("-Dtenure.jmx=true"), "wait");
        assertTrue(output.contains("dev.tenure:type=Memory has 12 bytes"), output.text());
    }

    @Test
    void theLibraryDoesWithoutTheModulesOfMonitors() {
        ChildJvm.Output output = ChildJvm.run(MonitorsProgram.class, List.of("--limit-modules", "java.base"), "plain");
        assertEquals(0, output.code(), output.text());
        assertTrue(output.contains("refused: UNSUPPORTED the module java.management is absent"), output.text());
        assertTrue(output.contains("6.0"), output.text());
    }

    @Test
    void theBeanIsOnlyThereIfAskedFor() {
        try (Scope scope = Scope.open()) {
            Tensor.zeros(1);
            assertEquals(Set.of(), server.queryNames(nameLike("dev.tenure:*"), null));
        }
    }

    private static ObjectName nameLike(String pattern) {
        try {
            return new ObjectName(pattern);
        } catch (javax.management.MalformedObjectNameException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
