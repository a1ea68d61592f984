//! What is written of a record, and what is refused.

use super::read::records_of;
use super::{Record, csharp, java};

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

fn counts() -> Record {
    records_of(RECORD).expect("it is well formed").remove(0)
}

#[test]
fn a_record_in_java_is_read_from_numbers() {
    let text = java::record(&counts());
    let head = "/**\n * What was counted: {@code a < b}.\n *\n * <p>Of all.\n *\n \
                * @param peakBytes the most that {@code liveBytes} was\n * @param liveBytes now\n \
                * @param measured whether it was measured\n */\npublic record Counts(\n        long peakBytes,\n        \
                long liveBytes,\n        boolean measured) {\n";
    assert!(text.starts_with(head), "{text}");
    assert!(text.contains("NUMBERS = 3;"), "{text}");
    let read = "numbers[at],\n                numbers[at + 1],\n                numbers[at + 2] != 0);";
    assert!(text.contains(read), "{text}");
}

#[test]
fn a_record_in_csharp_has_the_layout_of_c() {
    let text = csharp::record(&counts());
    let summary = "What was counted: <c>a &lt; b</c>. Of all. The layout is that of <c>TenureCounts</c>.</summary>";
    assert!(text.contains(summary), "{text}");
    assert!(text.contains("<param name=\"PeakBytes\">The most that <see cref=\"LiveBytes\"/> was.</param>"), "{text}");
    let head = "[StructLayout(LayoutKind.Sequential)]\npublic readonly record struct Counts(\n    ulong PeakBytes,\n    \
                long LiveBytes,\n    ulong Measured);";
    assert!(text.contains(head), "{text}");
}

#[test]
fn a_record_is_a_row_of_numbers_for_jni() {
    let text = crate::jni::records(&[counts()]);
    assert!(text.contains("[i64; 3]"), "{text}");
    assert!(text.contains("[self.peak_bytes as i64, self.live_bytes, self.measured as i64]"), "{text}");
}

#[test]
fn a_record_that_is_no_row_of_numbers_is_refused() {
    let refused = |from: &str, to: &str| records_of(&RECORD.replace(from, to)).expect_err("it is no row of numbers");
    assert_eq!(refused("#[repr(C)]", ""), "Counts: is not #[repr(C)]");
    assert_eq!(refused("i64", "i32"), "Counts: live_bytes is of type i32, not u64, i64 or Flag");
    assert_eq!(refused("/// Now.", ""), "Counts: live_bytes has no doc comment");
}
