package dev.tenure;

import java.util.Map;
import java.util.Objects;

/**
 * What a {@link Workspace} is to do: how large its block is, how it learns that, and what becomes of what does not fit.
 *
 * <pre>{@code
 * WorkspaceConfig config = WorkspaceConfig.builder().maxSize(1L << 30).policySpill(SpillPolicy.FAIL).build();
 * }</pre>
 *
 * <p>Sizes are bytes; each request is rounded up to 64. Which values contradict each other the core knows: {@link
 * #check()}, {@link Builder#build()} and whoever makes a workspace refuse them with the names of both parameters.
 *
 * @param initialSize bytes committed at creation; 0: learn (default: 0)
 * @param maxSize the most bytes that the block may have; 0: no such limit. Beyond it {@code policySpill} decides
 *     (default: 0)
 * @param minSize the fewest bytes that are learned (default: 0)
 * @param overallocationLimit ratio on top of the initial or learned size under {@link AllocationPolicy#OVERALLOCATE}
 *     (default: 0.3)
 * @param policyAllocation where requests are met (default: OVERALLOCATE)
 * @param policyLearning how the size of the block is found (default: OPTIMIZED)
 * @param cyclesBeforeInitialization cycles that {@link LearningPolicy#TRAINING} looks at first (default: 1)
 * @param policyMirroring whether there is a second plane (default: DISABLED)
 * @param policySpill what becomes of a request that the block has no room for (default: EXTERNAL)
 * @param tempBlockSize requests outside the block of up to so many bytes share slabs of that size; 0: each has its
 *     own (default: 0)
 * @param policyReset when memory is used anew (default: BLOCK_LEFT)
 * @param policyLocation where the block lies (default: RAM)
 * @param tempFilePath the folder of the file under {@link LocationPolicy#MMAP}; empty: the system's (default: empty)
 * @param useCycleDetector refuses entering what is entered already, reports handles alive at the end of a cycle, and
 *     flags external bytes that grow cycle after cycle (default: false)
 * @param workspaceMode who shares a block (default: ENABLED)
 * @param helperAllowFallback when the device plane fails the host's is used and that counted; else it is an error
 *     (default: true)
 * @param helperMinSize requests of fewer bytes never go to the device plane (default: 0)
 * @param strict a cycle of which something is held from outside cannot be left; else its block is handed over to who
 *     holds it (default: false)
 */
public record WorkspaceConfig(
        long initialSize,
        long maxSize,
        long minSize,
        double overallocationLimit,
        AllocationPolicy policyAllocation,
        LearningPolicy policyLearning,
        long cyclesBeforeInitialization,
        MirroringPolicy policyMirroring,
        SpillPolicy policySpill,
        long tempBlockSize,
        ResetPolicy policyReset,
        LocationPolicy policyLocation,
        String tempFilePath,
        boolean useCycleDetector,
        WorkspaceMode workspaceMode,
        boolean helperAllowFallback,
        long helperMinSize,
        boolean strict) {
    private static final WorkspaceConfig DEFAULTS = new Builder().unchecked();

    /**
     * A configuration of these values; nothing is null, and an absent path is the empty one.
     *
     * @param initialSize see above
     * @param maxSize see above
     * @param minSize see above
     * @param overallocationLimit see above
     * @param policyAllocation see above
     * @param policyLearning see above
     * @param cyclesBeforeInitialization see above
     * @param policyMirroring see above
     * @param policySpill see above
     * @param tempBlockSize see above
     * @param policyReset see above
     * @param policyLocation see above
     * @param tempFilePath see above
     * @param useCycleDetector see above
     * @param workspaceMode see above
     * @param helperAllowFallback see above
     * @param helperMinSize see above
     * @param strict see above
     */
    public WorkspaceConfig {
        Objects.requireNonNull(policyAllocation, "policyAllocation");
        Objects.requireNonNull(policyLearning, "policyLearning");
        Objects.requireNonNull(policyMirroring, "policyMirroring");
        Objects.requireNonNull(policySpill, "policySpill");
        Objects.requireNonNull(policyReset, "policyReset");
        Objects.requireNonNull(policyLocation, "policyLocation");
        Objects.requireNonNull(workspaceMode, "workspaceMode");
        tempFilePath = tempFilePath == null ? "" : tempFilePath;
    }

    /**
     * The configuration in which all have their default.
     *
     * @return always the same one
     */
    public static WorkspaceConfig defaults() {
        return DEFAULTS;
    }

    /**
     * A builder in which all have their default.
     *
     * @return a new builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * A builder that begins with these values.
     *
     * @return a new builder
     */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.initialSize = initialSize;
        builder.maxSize = maxSize;
        builder.minSize = minSize;
        builder.overallocationLimit = overallocationLimit;
        builder.policyAllocation = policyAllocation;
        builder.policyLearning = policyLearning;
        builder.cyclesBeforeInitialization = cyclesBeforeInitialization;
        builder.policyMirroring = policyMirroring;
        builder.policySpill = policySpill;
        builder.tempBlockSize = tempBlockSize;
        builder.policyReset = policyReset;
        builder.policyLocation = policyLocation;
        builder.tempFilePath = tempFilePath;
        builder.useCycleDetector = useCycleDetector;
        builder.workspaceMode = workspaceMode;
        builder.helperAllowFallback = helperAllowFallback;
        builder.helperMinSize = helperMinSize;
        builder.strict = strict;
        return builder;
    }

    /**
     * Asks the core whether these values agree.
     *
     * @return this
     * @throws InvalidArgumentException if they do not; it names the parameters
     */
    public WorkspaceConfig check() {
        Native.workspaceConfigCheck(toJson());
        return this;
    }

    /**
     * Reads a configuration: an object of some of the parameters, by their names; enums are strings.
     *
     * @param json such as {@code {"maxSize": 1048576, "policySpill": "FAIL"}}
     * @return the configuration; what is absent has its default
     * @throws InvalidArgumentException if the text is not that, a parameter is not known, comes twice or has another
     *     type, or parameters contradict each other; it names them
     */
    public static WorkspaceConfig fromJson(String json) {
        Objects.requireNonNull(json, "json");
        return read(Native.workspaceConfigCheck(json));
    }

    /** What the core writes: every parameter. */
    static WorkspaceConfig read(String canonical) {
        Map<String, String> fields = FlatJson.object(canonical);
        return new WorkspaceConfig(
                Long.parseLong(fields.get("initialSize")),
                Long.parseLong(fields.get("maxSize")),
                Long.parseLong(fields.get("minSize")),
                Double.parseDouble(fields.get("overallocationLimit")),
                AllocationPolicy.valueOf(fields.get("policyAllocation")),
                LearningPolicy.valueOf(fields.get("policyLearning")),
                Long.parseLong(fields.get("cyclesBeforeInitialization")),
                MirroringPolicy.valueOf(fields.get("policyMirroring")),
                SpillPolicy.valueOf(fields.get("policySpill")),
                Long.parseLong(fields.get("tempBlockSize")),
                ResetPolicy.valueOf(fields.get("policyReset")),
                LocationPolicy.valueOf(fields.get("policyLocation")),
                fields.get("tempFilePath"),
                Boolean.parseBoolean(fields.get("useCycleDetector")),
                WorkspaceMode.valueOf(fields.get("workspaceMode")),
                Boolean.parseBoolean(fields.get("helperAllowFallback")),
                Long.parseLong(fields.get("helperMinSize")),
                Boolean.parseBoolean(fields.get("strict")));
    }

    /**
     * All parameters as JSON.
     *
     * @return an object, in one line
     */
    public String toJson() {
        return "{\"initialSize\":" + initialSize
                + ",\"maxSize\":" + maxSize
                + ",\"minSize\":" + minSize
                + ",\"overallocationLimit\":" + number(overallocationLimit)
                + ",\"policyAllocation\":" + '"' + policyAllocation.name() + '"'
                + ",\"policyLearning\":" + '"' + policyLearning.name() + '"'
                + ",\"cyclesBeforeInitialization\":" + cyclesBeforeInitialization
                + ",\"policyMirroring\":" + '"' + policyMirroring.name() + '"'
                + ",\"policySpill\":" + '"' + policySpill.name() + '"'
                + ",\"tempBlockSize\":" + tempBlockSize
                + ",\"policyReset\":" + '"' + policyReset.name() + '"'
                + ",\"policyLocation\":" + '"' + policyLocation.name() + '"'
                + ",\"tempFilePath\":" + FlatJson.quoted(tempFilePath)
                + ",\"useCycleDetector\":" + useCycleDetector
                + ",\"workspaceMode\":" + '"' + workspaceMode.name() + '"'
                + ",\"helperAllowFallback\":" + helperAllowFallback
                + ",\"helperMinSize\":" + helperMinSize
                + ",\"strict\":" + strict
                + '}';
    }

    /** JSON has no word for what is no number: the core refuses it by its name. */
    private static String number(double value) {
        return Double.isFinite(value) ? Double.toString(value) : FlatJson.quoted(Double.toString(value));
    }

    /** Makes a {@link WorkspaceConfig}; each method sets the parameter of its name. */
    public static final class Builder {
        private long initialSize;
        private long maxSize;
        private long minSize;
        private double overallocationLimit = 0.3;
        private AllocationPolicy policyAllocation = AllocationPolicy.OVERALLOCATE;
        private LearningPolicy policyLearning = LearningPolicy.OPTIMIZED;
        private long cyclesBeforeInitialization = 1;
        private MirroringPolicy policyMirroring = MirroringPolicy.DISABLED;
        private SpillPolicy policySpill = SpillPolicy.EXTERNAL;
        private long tempBlockSize;
        private ResetPolicy policyReset = ResetPolicy.BLOCK_LEFT;
        private LocationPolicy policyLocation = LocationPolicy.RAM;
        private String tempFilePath = "";
        private boolean useCycleDetector;
        private WorkspaceMode workspaceMode = WorkspaceMode.ENABLED;
        private boolean helperAllowFallback = true;
        private long helperMinSize;
        private boolean strict;

        private Builder() {}

        /**
         * The configuration.
         *
         * @return a new one
         * @throws InvalidArgumentException if parameters are out of range or contradict each other; it names them
         */
        public WorkspaceConfig build() {
            return unchecked().check();
        }

        private WorkspaceConfig unchecked() {
            return new WorkspaceConfig(
                    initialSize,
                    maxSize,
                    minSize,
                    overallocationLimit,
                    policyAllocation,
                    policyLearning,
                    cyclesBeforeInitialization,
                    policyMirroring,
                    policySpill,
                    tempBlockSize,
                    policyReset,
                    policyLocation,
                    tempFilePath,
                    useCycleDetector,
                    workspaceMode,
                    helperAllowFallback,
                    helperMinSize,
                    strict);
        }

        /**
         * Sets {@link WorkspaceConfig#initialSize()}.
         *
         * @param initialSize bytes committed at creation; 0: learn
         * @return this
         */
        public Builder initialSize(long initialSize) {
            this.initialSize = initialSize;
            return this;
        }

        /**
         * Sets {@link WorkspaceConfig#maxSize()}.
         *
         * @param maxSize the most bytes that the block may have; 0: no such limit. Beyond it {@code
         *     policySpill} decides
         * @return this
         */
        public Builder maxSize(long maxSize) {
            this.maxSize = maxSize;
            return this;
        }

        /**
         * Sets {@link WorkspaceConfig#minSize()}.
         *
         * @param minSize the fewest bytes that are learned
         * @return this
         */
        public Builder minSize(long minSize) {
            this.minSize = minSize;
            return this;
        }

        /**
         * Sets {@link WorkspaceConfig#overallocationLimit()}.
         *
         * @param overallocationLimit ratio on top of the initial or learned size under {@link
         *     AllocationPolicy#OVERALLOCATE}
         * @return this
         */
        public Builder overallocationLimit(double overallocationLimit) {
            this.overallocationLimit = overallocationLimit;
            return this;
        }

        /**
         * Sets {@link WorkspaceConfig#policyAllocation()}.
         *
         * @param policyAllocation where requests are met
         * @return this
         */
        public Builder policyAllocation(AllocationPolicy policyAllocation) {
            Objects.requireNonNull(policyAllocation, "policyAllocation");
            this.policyAllocation = policyAllocation;
            return this;
        }

        /**
         * Sets {@link WorkspaceConfig#policyLearning()}.
         *
         * @param policyLearning how the size of the block is found
         * @return this
         */
        public Builder policyLearning(LearningPolicy policyLearning) {
            Objects.requireNonNull(policyLearning, "policyLearning");
            this.policyLearning = policyLearning;
            return this;
        }

        /**
         * Sets {@link WorkspaceConfig#cyclesBeforeInitialization()}.
         *
         * @param cyclesBeforeInitialization cycles that {@link LearningPolicy#TRAINING} looks at first
         * @return this
         */
        public Builder cyclesBeforeInitialization(long cyclesBeforeInitialization) {
            this.cyclesBeforeInitialization = cyclesBeforeInitialization;
            return this;
        }

        /**
         * Sets {@link WorkspaceConfig#policyMirroring()}.
         *
         * @param policyMirroring whether there is a second plane
         * @return this
         */
        public Builder policyMirroring(MirroringPolicy policyMirroring) {
            Objects.requireNonNull(policyMirroring, "policyMirroring");
            this.policyMirroring = policyMirroring;
            return this;
        }

        /**
         * Sets {@link WorkspaceConfig#policySpill()}.
         *
         * @param policySpill what becomes of a request that the block has no room for
         * @return this
         */
        public Builder policySpill(SpillPolicy policySpill) {
            Objects.requireNonNull(policySpill, "policySpill");
            this.policySpill = policySpill;
            return this;
        }

        /**
         * Sets {@link WorkspaceConfig#tempBlockSize()}.
         *
         * @param tempBlockSize requests outside the block of up to so many bytes share slabs of that size; 0:
         *     each has its own
         * @return this
         */
        public Builder tempBlockSize(long tempBlockSize) {
            this.tempBlockSize = tempBlockSize;
            return this;
        }

        /**
         * Sets {@link WorkspaceConfig#policyReset()}.
         *
         * @param policyReset when memory is used anew
         * @return this
         */
        public Builder policyReset(ResetPolicy policyReset) {
            Objects.requireNonNull(policyReset, "policyReset");
            this.policyReset = policyReset;
            return this;
        }

        /**
         * Sets {@link WorkspaceConfig#policyLocation()}.
         *
         * @param policyLocation where the block lies
         * @return this
         */
        public Builder policyLocation(LocationPolicy policyLocation) {
            Objects.requireNonNull(policyLocation, "policyLocation");
            this.policyLocation = policyLocation;
            return this;
        }

        /**
         * Sets {@link WorkspaceConfig#tempFilePath()}.
         *
         * @param tempFilePath the folder of the file under {@link LocationPolicy#MMAP}; empty or null: the system's
         * @return this
         */
        public Builder tempFilePath(String tempFilePath) {
            this.tempFilePath = tempFilePath;
            return this;
        }

        /**
         * Sets {@link WorkspaceConfig#useCycleDetector()}.
         *
         * @param useCycleDetector refuses entering what is entered already, reports handles alive at the end
         *     of a cycle, and flags external bytes that grow cycle after cycle
         * @return this
         */
        public Builder useCycleDetector(boolean useCycleDetector) {
            this.useCycleDetector = useCycleDetector;
            return this;
        }

        /**
         * Sets {@link WorkspaceConfig#workspaceMode()}.
         *
         * @param workspaceMode who shares a block
         * @return this
         */
        public Builder workspaceMode(WorkspaceMode workspaceMode) {
            Objects.requireNonNull(workspaceMode, "workspaceMode");
            this.workspaceMode = workspaceMode;
            return this;
        }

        /**
         * Sets {@link WorkspaceConfig#helperAllowFallback()}.
         *
         * @param helperAllowFallback when the device plane fails the host's is used and that counted; else it
         *     is an error
         * @return this
         */
        public Builder helperAllowFallback(boolean helperAllowFallback) {
            this.helperAllowFallback = helperAllowFallback;
            return this;
        }

        /**
         * Sets {@link WorkspaceConfig#helperMinSize()}.
         *
         * @param helperMinSize requests of fewer bytes never go to the device plane
         * @return this
         */
        public Builder helperMinSize(long helperMinSize) {
            this.helperMinSize = helperMinSize;
            return this;
        }

        /**
         * Sets {@link WorkspaceConfig#strict()}.
         *
         * @param strict a cycle of which something is held from outside cannot be left; else its block is
         *     handed over to who holds it
         * @return this
         */
        public Builder strict(boolean strict) {
            this.strict = strict;
            return this;
        }
    }
}
