//! Tests of the output for an enum and for a record, and of the definitions that are refused.

use super::config::{Config, config_of};
use super::read::{enum_of, records_of};
use super::{Asked, Enum, Listed, Record, config_csharp, config_java, csharp, java};

const NUMBERED: &str = r#"
    /// What it was.
    pub enum Kind {
        /// None of `f32` & co.
        NoneOfThem = 0,
        /// Whole.
        I8 = 1,
    }
    impl Kind {
        fn width(self) -> Width { match self { Kind::NoneOfThem | Kind::Other => Width::Zero, Kind::I8 => Width::One } }
        fn name(self) -> &'static str { match self { Kind::NoneOfThem => "none", Kind::I8 => "int8" } }
    }
    impl Width {
        fn bytes(self) -> usize { match self { Width::Zero => 0, Width::One => 1 } }
    }
"#;

const NAMED: &str = r#"named!(
    /// When.
    pub enum Reset {
        /// See [`Config::max_size`].
        AtOnce = "ATONCE",
    }
);"#;

const RECORD: &str = "
    /// What was counted: `a < b`.
    ///
    /// Of all.
    #[repr(C)]
    pub struct Counts {
        /// The most that `live_bytes` was.
        pub peak_bytes: u64,
        /// Now.
        pub live_bytes: i64,
        /// 1 if it was measured, else 0.
        pub measured: Flag,
    }";

fn listed(name: &'static str, outside: &'static str, arguments: Option<&'static [Asked]>) -> Listed {
    Listed { file: "src/x.rs", name, outside, arguments, unknown: None }
}

const ASKED: [Asked; 2] = [
    Asked { methods: "width.bytes", field: "size", docs: "How many.", returned: Some("bytes") },
    Asked { methods: "name", field: "text", docs: "Its name.", returned: None },
];

fn kind(arguments: &[Asked]) -> Enum {
    enum_of(NUMBERED, "Kind", arguments).expect("it is well formed")
}

fn counts() -> Record {
    records_of(RECORD).expect("it is well formed").remove(0)
}

#[test]
fn an_enum_with_codes_in_java_is_found_by_code_and_by_name() {
    let text = java::enumeration(&listed("Kind", "Kind", Some(&ASKED)), &kind(&ASKED)).expect("it has codes");
    let constants = "    /** None of {@code float} & co. */\n    NONE_OF_THEM(0, 0, \"none\"),\n    /** Whole. */\n    \
                     I8(1, 1, \"int8\");\n";
    assert!(text.starts_with(&format!("/** What it was. */\npublic enum Kind {{\n{constants}")), "{text}");
    for part in [
        "    Kind(int code, int size, String text) {\n        this.code = code;\n        this.size = size;\n",
        "    /**\n     * How many.\n     *\n     * @return bytes\n     */\n    public int size() {\n",
        "    public String toString() {\n        return text;",
        "filter(one -> one.text.equals(text)).findFirst();",
        "    static Kind of(int code) {\n        return BY_CODE[code];\n    }\n}\n",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let mut known = listed("Kind", "Kind", Some(&[]));
    known.unknown = Some("I8");
    let item = enum_of("/// E.\nenum Kind {\n/// A.\nA = 1 }", "Kind", &[]).expect("it is well formed");
    let text = java::enumeration(&known, &item).expect("it has codes");
    assert!(text.contains("return code - 1 < BY_CODE.length ? BY_CODE[code - 1] : I8;"), "{text}");
    let item = enum_of("/// E.\nenum Kind {\n/// A.\nA = 1,\n/// C.\nC = 3 }", "Kind", &[]).expect("it is well formed");
    assert_eq!(java::enumeration(&known, &item).expect_err("2 is missing"), "C has code 3, 2 was to come");
}

#[test]
fn an_enum_whose_constants_have_names_has_a_class_with_them_in_csharp() {
    let text = "/// E.\nenum Kind {\n/// A.\nF32 = 1,\n/// B.\nBool = 2 }
                impl Kind { fn name(self) -> &'static str { match self { Kind::F32 => \"float32\", Kind::Bool => \"bool\" } } }";
    let item = enum_of(text, "Kind", &ASKED[1..]).expect("it is well formed");
    let text = csharp::enumeration(&listed("Kind", "DType", Some(&ASKED[1..])), &item);
    for part in [
        "if (typeof(T) == typeof(float))\n        {\n            return DType.F32;",
        "use float or bool\");",
        "\"float32\" => DType.F32,",
        "DType.Bool => \"bool\",",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

const FAILING: &str = "
    /// S.
    enum Status {
        /// Fine.
        Ok = 0,
        /// A.
        ShapeMismatch = 1,
        /// B.
        OutOfMemory = 2,
        /// C.
        LimitExceeded = 3,
    }
    impl Status {
        fn exception(self) -> Exception {
            match self {
                Status::ShapeMismatch => Exception::ShapeMismatch,
                Status::OutOfMemory | Status::LimitExceeded => Exception::NativeMemory,
                Status::Ok => Exception::Tensor,
            }
        }
    }
    /// E.
    enum Exception {
        /// Shapes that differ.
        ShapeMismatch = 0,
        /// No `memory`.
        NativeMemory = 1,
    }";

#[test]
fn an_exception_is_a_class_for_its_statuses() {
    use super::exceptions::{class_of, csharp, families_of, java, jni};
    let families = families_of(FAILING).expect("it is well formed");
    let texts: Vec<String> = families.iter().map(|family| java(family).expect("it is known")).collect();
    let sub =
        "/** Shapes that differ. */\npublic final class ShapeMismatchException extends InvalidArgumentException {\n";
    assert!(texts[0].starts_with(sub), "{}", texts[0]);
    assert!(texts[0].contains("super(status, message);"), "{}", texts[0]);
    let own = "/** No {@code memory}. */\npublic final class NativeMemoryException extends RuntimeException implements \
               TenureException {\n";
    assert!(texts[1].starts_with(own) && texts[1].contains("this.status = Status.of(status);"), "{}", texts[1]);
    let text = csharp(&families).expect("they are known");
    for part in [
        "internal NativeMemoryException(string message, Status status = Status.OutOfMemory, Exception? inner = null) : \
         base(message, inner) => Status = status;",
        "public sealed class ShapeMismatchException : InvalidArgumentException\n",
        ": base(message, status, inner)\n",
        "Status.OutOfMemory or Status.LimitExceeded => new NativeMemoryException(message, status),",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert!(jni(&families).contains("[&CStr; 2] = [\n    c\"dev/tenure/ShapeMismatchException\",\n"));
    assert_eq!((class_of("IO"), class_of("OK"), class_of("axis")), (Some("TensorException"), None, None));
    let why = families_of(&FAILING.replace("Exception::NativeMemory", "Exception::Tensor")).expect_err("unused");
    assert_eq!(why, "nothing is thrown as Exception::NativeMemory");
    let new = families_of(&FAILING.replace("NativeMemory", "Fresh")).expect("it is well formed");
    assert_eq!(java(&new[1]).expect_err("no idiom"), "Exception::Fresh has no row in generate/src/types/exceptions.rs");
}

#[test]
fn an_enum_without_codes_in_java_is_whole_and_has_its_name_outside() {
    let text = java::enumeration(&listed("Kind", "Sort", None), &kind(&[])).expect("codes count from 0");
    assert!(text.starts_with("/** What it was. */\npublic enum Sort {\n    /** None of"), "{text}");
    assert!(text.ends_with("    I8\n}\n"), "{text}");
}

#[test]
fn a_constant_of_java_without_a_code_stands_in_the_place_of_its_code() {
    let item = enum_of("/// E.\nenum E {\n/// A.\nA = 1 }", "E", &[]).expect("it is well formed");
    let why = java::enumeration(&listed("E", "E", None), &item).expect_err("1 is not the first place");
    assert_eq!(why, "E::A has code 1, but is number 0 in Java");
}

#[test]
fn an_enum_with_codes_in_csharp() {
    let text = csharp::enumeration(&listed("Kind", "Kind", None), &kind(&[]));
    let constant = "    /// <summary>None of <see cref=\"float\"/> &amp; co.</summary>\n    NoneOfThem = 0,\n";
    assert!(text.contains(constant), "{text}");
    assert!(!text.contains("Names"), "{text}");
}

#[test]
fn an_enum_with_names_has_them_in_both_languages() {
    let item = enum_of(NAMED, "Reset", &[]).expect("it is well formed");
    let text = java::enumeration(&listed("Reset", "Reset", None), &item).expect("it has no codes");
    assert!(text.contains("/** See {@link WorkspaceConfig#maxSize()}. */\n    ATONCE\n}\n"), "{text}");
    let text = csharp::enumeration(&listed("Reset", "Reset", None), &item);
    assert!(text.contains("See <see cref=\"WorkspaceConfig.MaxSize\"/>.</summary>\n    AtOnce,\n}\n"), "{text}");
    assert!(text.contains("class ResetNames\n{\n    internal static readonly string[] All = [\"ATONCE\"];"), "{text}");
}

#[test]
fn a_record_in_java_is_read_from_numbers() {
    let text = java::record(&counts());
    let head = "/**\n * What was counted: {@code a < b}.\n *\n * <p>Of all.\n *\n \
                * @param peakBytes the most that {@code liveBytes} was\n * @param liveBytes now\n \
                * @param measured whether it was measured\n */\npublic record Counts(\n        long peakBytes,\n        \
                long liveBytes,\n        boolean measured) {}\n";
    assert_eq!(text, head);
    let text = java::readers(&[counts()]);
    let list = "static List<Counts> countsList(long[] numbers) {\n        return IntStream.range(0, numbers.length / 3)\n                \
                .mapToObj(i -> counts(numbers, i * 3))";
    assert!(text.contains(list), "{text}");
    let read = "static Counts counts(long[] numbers, int at) {\n        return new Counts(\n                numbers[at],\n                numbers[at + 1],\n                numbers[at + 2] != 0);";
    assert!(text.contains(read), "{text}");
}

#[test]
fn a_record_in_csharp_has_the_layout_of_c() {
    let text = csharp::record(&counts());
    let summary = "What was counted: <c>a &lt; b</c>. Of all. The layout is that of <c>TenureCounts</c>.</summary>";
    assert!(text.contains(summary), "{text}");
    assert!(text.contains("<param name=\"PeakBytes\">The most that <see cref=\"LiveBytes\"/> was.</param>"), "{text}");
    let head = "[StructLayout(LayoutKind.Sequential)]\npublic readonly record struct Counts(\n    long PeakBytes,\n    \
                long LiveBytes,\n    bool Measured);";
    assert!(text.contains(head), "{text}");
}

#[test]
fn a_record_is_a_row_of_numbers_for_jni() {
    let text = crate::jni::records(&[counts()]);
    assert!(text.contains("[i64; 3]"), "{text}");
    assert!(text.contains("[self.peak_bytes as i64, self.live_bytes, self.measured as i64]"), "{text}");
}

#[test]
fn codes_are_explicit_and_only_ever_added() {
    let refused = |variants: &str| {
        let text = format!("/// E.\npub enum E {{\n/// A.\nA = 0,\n{variants}}}");
        enum_of(&text, "E", &[]).expect_err("the codes would not last")
    };
    assert_eq!(refused("/// B.\nB"), "B has no explicit code");
    assert_eq!(refused("/// B.\nB = 0"), "B has code 0 after 0: codes are only ever added, at the end");
    assert_eq!(refused("/// B.\nB = 2,\n/// C.\nC = 1"), "C has code 1 after 2: codes are only ever added, at the end");
    assert_eq!(refused("B = 1"), "B has no doc comment");
}

#[test]
fn what_a_method_does_not_say_of_a_variant_is_refused() {
    let refused = |methods| {
        enum_of(NUMBERED, "Kind", &[Asked { methods, field: "", docs: "", returned: None }])
            .expect_err("there is no such arm")
    };
    assert_eq!(refused("size"), "Kind::size has no arm for NoneOfThem");
    assert_eq!(refused("width"), "width ends at Width::Zero, which is no literal");
    assert_eq!(enum_of(NUMBERED, "Other", &[]).expect_err("another name"), "there is no such enum");
}

#[test]
fn a_float_of_a_record_crosses_by_its_bits() {
    let text =
        "/// Of floats.\n#[repr(C)]\npub struct Floats {\n/// How many.\npub bits: u64,\n/// How fine.\npub eps: f64 }";
    let all = records_of(text).expect("it is well formed");
    assert!(java::record(&all[0]).contains("\n        long bits,\n        double eps)"));
    assert!(java::readers(&all).contains("numbers[at],\n                Double.longBitsToDouble(numbers[at + 1])"));
    assert!(csharp::record(&all[0]).contains("\n    long Bits,\n    double Eps)"));
    assert!(crate::jni::records(&all).contains("[self.bits as i64, self.eps.to_bits() as i64]"));
}

#[test]
fn a_record_that_is_no_row_of_numbers_is_refused() {
    let refused = |from: &str, to: &str| records_of(&RECORD.replace(from, to)).expect_err("it is no row of numbers");
    assert_eq!(refused("#[repr(C)]", ""), "Counts: is not #[repr(C)]");
    assert_eq!(refused("i64", "i32"), "Counts: live_bytes is of type i32, not u64, i64, f64 or Flag");
    assert_eq!(refused("/// Now.", ""), "Counts: live_bytes has no doc comment");
}

const CONFIG: &str = "
    /// What to do.
    pub struct Config {
        /// The most; beyond it `policySpill` decides, see [`Spill::Fail`].
        pub max_size: u64,
        /// What becomes of the rest.
        pub spill: Spill,
        /// Who shares it.
        pub mode: Mode,
        /// Whether it is strict.
        pub strict: bool,
    }
    impl Default for Config {
        fn default() -> Config {
            Config { max_size: 0, spill: Spill::Fail, mode: Mode::Enabled, strict: true }
        }
    }";

fn config() -> Config {
    let names = [("Spill::Fail", ("SpillPolicy", "FAIL")), ("Mode::Enabled", ("WorkspaceMode", "ENABLED"))];
    let names = names.map(|(variant, (outside, name))| (variant.to_string(), (outside, name.to_string())));
    config_of(CONFIG, names.into()).expect("it is well formed")
}

#[test]
fn a_parameter_has_one_name_everywhere() {
    let names: Vec<String> = config().parameters.into_iter().map(|parameter| parameter.name).collect();
    assert_eq!(names, ["maxSize", "policySpill", "workspaceMode", "strict"]);
}

#[test]
fn a_configuration_in_java_has_a_builder_with_the_defaults() {
    let text = config_java::class(&config());
    for expected in [
        " * @param maxSize the most; beyond it {@code policySpill} decides, see {@link SpillPolicy#FAIL}\n *     (default: 0)",
        "public record WorkspaceConfig(\n        long maxSize,\n        SpillPolicy policySpill,\n",
        "        private long maxSize;\n        private SpillPolicy policySpill = SpillPolicy.FAIL;\n",
        "        private boolean strict = true;\n",
        "        public Builder policySpill(SpillPolicy policySpill) {\n            Objects.requireNonNull(policySpill, ",
        "                Boolean.parseBoolean(fields.get(\"strict\")));\n",
        "        return \"{\\\"maxSize\\\":\" + maxSize\n",
    ] {
        assert!(text.contains(expected), "{expected}\nis not in\n{text}");
    }
}

#[test]
fn a_configuration_in_csharp_has_properties_with_the_defaults() {
    let text = config_csharp::part(&config());
    for expected in [
        "    /// <summary>The most; beyond it <see cref=\"PolicySpill\"/> decides, see <see cref=\"SpillPolicy.Fail\"/>.</summary>\n    \
         public long MaxSize { get; init; }\n",
        "    public SpillPolicy PolicySpill { get; init; } = SpillPolicy.Fail;\n",
        "    public bool Strict { get; init; } = true;\n",
        "        WriteName(writer, \"workspaceMode\", WorkspaceModeNames.All, (int)WorkspaceMode);\n",
        "        Strict = of.GetProperty(\"strict\").GetBoolean(),\n",
    ] {
        assert!(text.contains(expected), "{expected}\nis not in\n{text}");
    }
}

#[test]
fn a_parameter_without_a_rule_is_an_error() {
    let refused = |text: &str| config_of(text, Default::default()).err().unwrap_or_default();
    assert_eq!(
        refused(&CONFIG.replace("max_size: u64", "max_size: u32")),
        "max_size is of type u32, which has no rule"
    );
    assert_eq!(refused(&CONFIG.replace("max_size: 0, ", "")), "max_size has no default");
    assert_eq!(refused(&CONFIG.replace("/// Who shares it.", "")), "mode has no doc comment");
}
