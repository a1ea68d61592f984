//! Planted faults: each check of the machine finds the one that it is for.

use super::*;
use crate::ptx::parse;

/// A kernel of two addresses and a number, with this body.
fn kernel(body: &str) -> Kernel {
    let text = format!(
        ".version 8.0\n.target sm_70\n.address_size 64\n.visible .entry k(\n.param .u64 p0,\n.param .u64 p1,\n.param .u32 p2\n)\n\
         {{\n.reg .pred %p<9>;\n.reg .b16 %rs<9>;\n.reg .b32 %r<20>;\n.reg .f32 %f<9>;\n.reg .b64 %rd<20>;\n\
         .shared .align 4 .b8 s[256];\nld.param.u64 %rd1, [p0];\nld.param.u64 %rd2, [p1];\nld.param.u32 %r2, [p2];\n\
         mov.u32 %r1, %tid.x;\nmul.wide.u32 %rd3, %r1, 4;\nadd.s64 %rd4, %rd1, %rd3;\nadd.s64 %rd5, %rd2, %rd3;\n{body}\nret;\n}}\n"
    );
    parse(&text).expect("well formed").remove(0)
}

struct Run {
    memory: Memory,
    to: u64,
    from: u64,
}

impl Run {
    /// Two allocations of 32 numbers; the second has 0 to 31.
    fn new() -> Run {
        let mut memory = Memory::new(0);
        let (to, from) = (memory.allocate(128), memory.allocate(128));
        let numbers: Vec<u8> = (0..32u32).flat_map(u32::to_le_bytes).collect();
        memory.write(from, &numbers).expect("inside");
        Run { memory, to, from }
    }

    fn launch(&mut self, kernel: &Kernel, number: u32, threads: u32) -> Result<u64, Fault> {
        let parameters = [&self.to.to_le_bytes()[..], &self.from.to_le_bytes(), &number.to_le_bytes()].concat();
        (0..3).map(|order| launch(kernel, &parameters, (1, threads), &mut self.memory, order)).last().expect("three")
    }

    fn results(&mut self) -> Vec<u32> {
        let bytes = self.memory.read(self.to, 128).expect("inside");
        bytes.chunks(4).map(|four| u32::from_le_bytes(four.try_into().expect("four"))).collect()
    }
}

fn fault(body: &str) -> Fault {
    Run::new().launch(&kernel(body), 0, 32).expect_err("a fault was planted")
}

#[test]
fn a_kernel_without_a_fault_runs() {
    let mut run = Run::new();
    let double = kernel("ld.global.u32 %r3, [%rd5];\nadd.s32 %r4, %r3, %r3;\nst.global.u32 [%rd4], %r4;");
    run.launch(&double, 0, 32).expect("it has none");
    assert_eq!(run.results(), (0..32).map(|i| 2 * i).collect::<Vec<_>>());
}

#[test]
fn a_predicate_that_is_true_is_one() {
    let mut run = Run::new();
    let body = "mov.pred %p1, -1;\nsetp.eq.s32 %p2, %r1, %r1;\nxor.pred %p3, %p1, %p2;\nselp.u32 %r3, 1, 0, %p3;\n\
        st.global.u32 [%rd4], %r3;";
    run.launch(&kernel(body), 0, 32).expect("it has no fault");
    assert_eq!(run.results(), [0; 32]);
}

#[test]
fn values_go_through_shared_memory_behind_a_barrier() {
    let body = "shl.b32 %r3, %r1, 2;\nmov.u32 %r4, s;\nadd.s32 %r5, %r4, %r3;\nst.shared.u32 [%r5], %r1;\nbar.sync 0;\n\
        xor.b32 %r6, %r3, 124;\nadd.s32 %r7, %r4, %r6;\nld.shared.u32 %r8, [%r7];\nst.global.u32 [%rd4], %r8;";
    let mut run = Run::new();
    run.launch(&kernel(body), 0, 32).expect("there is a barrier");
    assert_eq!(run.results(), (0..32).rev().collect::<Vec<_>>());
    let fault = fault(&body.replace("bar.sync 0;\n", ""));
    assert!(matches!(fault.kind, FaultKind::Race | FaultKind::Unwritten), "{fault:?}");
}

#[test]
fn a_race_for_shared_memory_is_found() {
    let fault = fault("mov.u32 %r4, s;\nst.shared.u32 [%r4], %r1;\nbar.sync 0;");
    assert_eq!(fault.kind, FaultKind::Race);
    assert!(fault.text.contains("kernel k, line ") && fault.text.contains("with thread "), "{}", fault.text);
}

#[test]
fn a_race_for_global_memory_is_found() {
    assert_eq!(fault("st.global.u32 [%rd1], %r1;").kind, FaultKind::Race);
}

#[test]
fn a_barrier_that_some_threads_do_not_reach_is_found() {
    let fault = fault("setp.lt.u32 %p1, %r1, 7;\n@%p1 bra $L1;\nbar.sync 0;\n$L1:");
    assert_eq!(fault.kind, FaultKind::Barrier);
    let two = "setp.lt.u32 %p1, %r1, 7;\n@%p1 bra $L1;\nbar.sync 0;\nbra $L2;\n$L1:\nbar.sync 0;\n$L2:";
    assert_eq!(self::fault(two).kind, FaultKind::Barrier, "two barriers are not one");
}

#[test]
fn a_stray_access_is_found() {
    let fault = fault("st.global.u32 [%rd4+128], %r1;");
    assert_eq!(fault.kind, FaultKind::Address);
    assert!(fault.text.contains("not within one allocation"), "{}", fault.text);
    assert_eq!(self::fault("mov.u32 %r4, s;\nst.shared.u32 [%r4+256], %r1;").kind, FaultKind::Address);
}

#[test]
fn a_misaligned_access_is_found() {
    assert_eq!(fault("ld.global.u32 %r3, [%rd5+2];").kind, FaultKind::Misaligned);
    assert_eq!(fault("ld.global.v2.u32 {%r3, %r4}, [%rd5+4];").kind, FaultKind::Misaligned);
}

#[test]
fn a_read_of_what_nothing_has_written_is_found() {
    assert_eq!(fault("ld.global.u32 %r3, [%rd4];").kind, FaultKind::Unwritten);
    assert_eq!(fault("mov.u32 %r4, s;\nld.shared.u32 %r5, [%r4];").kind, FaultKind::Unwritten);
}

#[test]
fn a_kernel_that_does_not_end_is_found() {
    assert_eq!(fault("$L1:\nbra $L1;").kind, FaultKind::Endless);
}

#[test]
fn what_is_not_understood_or_not_exact_is_refused() {
    let entry = |line: &str| {
        parse(&format!(
            ".visible .entry k(\n.param .u64 p0\n)\n{{\n.reg .f32 %f<3>;\n.reg .b32 %r<3>;\n{line};\nret;\n}}"
        ))
    };
    entry("add.rn.f32 %f1, %f2, %f2").expect("exact");
    for line in [
        "ex2.approx.f32 %f1, %f2",
        "add.ftz.f32 %f1, %f2, %f2",
        "frobnicate.b32 %r1, %r2",
        "mov.u32 %r1, %r9",
        "bra $L9",
        "ld.local.u32 %r1, [%r2]",
    ] {
        let error = entry(line).expect_err(line);
        assert!(error.starts_with("k: line 4"), "{error}");
    }
}

#[test]
fn halves_convert_as_their_format_says() {
    for bits in 0..=u16::MAX {
        let value = half_to_float(bits);
        if value.is_nan() {
            continue;
        }
        assert_eq!(float_to_half(value), bits, "{value}");
    }
    for (x, bits) in [(65519.9, 0x7bff), (65520.0, 0x7c00), (-65520.0, 0xfc00), (2f32.powi(-25), 0), (2.9e-8 * 1.1, 1)]
    {
        assert_eq!(float_to_half(x), bits, "{x}");
    }
}

#[test]
fn integers_divide_shift_and_multiply_as_a_gpu_does() {
    let s32 = Ty { kind: Kind::Signed, bytes: 4 };
    let u64_ = Ty { kind: Kind::Unsigned, bytes: 8 };
    let low = |value: i32| u64::from(value as u32);
    assert_eq!(integer(Op::Shr, s32, low(-8), 40, 0), Ok(u64::MAX), "only the sign is left");
    assert_eq!(integer(Op::Shl, s32, 1, 32, 0), Ok(0));
    assert_eq!(integer(Op::Div, s32, low(-7), 2, 0).map(|value| value as i32), Ok(-3));
    assert_eq!(integer(Op::MulHigh, u64_, u64::MAX, u64::MAX, 0), Ok(u64::MAX - 1));
    assert_eq!(integer(Op::Insert(32), u64_, 0x1_2345_6789, 0xaaaa_bbbb_cccc_dddd, 32), Ok(0x2345_6789_cccc_dddd));
    assert_eq!(integer(Op::Insert(3), u64_, 0xff, 0, 4), Ok(0x70));
    assert_eq!(integer(Op::LeadingZeros, u64_, 1 << 40, 0, 0), Ok(23));
    assert_eq!(integer(Op::LeadingZeros, s32, 0, 0, 0), Ok(32));
    assert_eq!(permuted(0x3322_1100, 0x7766_5544, 0x0123), 0x0011_2233);
    assert_eq!(
        convert(s32, Ty { kind: Kind::Float, bytes: 4 }, Some(Rounding::IntegerZero), f32::NAN.to_bits().into()),
        Ok(0)
    );
}
