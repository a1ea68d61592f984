//! Very many handles: the table takes memory as it is used, and not more than the limit allows. A
//! separate process, because a table never shrinks.

use tenure::api::{memory, tensor};
use tenure::error::Status;
use tenure::tensor::DType;

const F32: i32 = DType::F32 as i32;
const LIMIT: u64 = 300 << 20;

/// Resident bytes; 0 if the system does not report them in this way.
fn resident() -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or("0 kB");
    let bytes = line.trim().trim_end_matches(" kB").parse::<u64>().expect("a number") * 1024;
    assert!(bytes > 0 || cfg!(not(target_os = "linux")));
    bytes
}

#[test]
fn they_are_refused_like_bytes_when_they_take_too_much() {
    memory::set_limit(0, LIMIT).expect("cpu");
    let mut made = Vec::new();
    let refused = loop {
        match tensor::zeros(0, 0, F32, &[1]) {
            Ok(t) => made.push(t),
            Err(error) => break error,
        }
        if made.len() == 1_100_000 {
            // The last segment, as long as all before it, has just begun: the rest of it takes no
            // memory yet.
            assert!(resident() < 1_100_000 * 288, "{} bytes", resident());
        }
    };
    assert_eq!(refused.status(), Status::LimitExceeded);
    assert!(refused.message().contains("handles take") && refused.message().contains("314572800"), "{refused}");
    // 192 bytes and a number each; the table looks every 65,536 handles.
    let least = (LIMIT / 196 - 70_000) as usize;
    assert!((least..least + 140_000).contains(&made.len()), "{} made", made.len());
    let stats = memory::stats(0).expect("cpu");
    assert_eq!((stats.live_tensors, stats.live_bytes), (made.len() as u64, made.len() as u64 * 4));
    assert_eq!(stats.out_of_memory, 1);

    // Released slots are reused, and with a higher limit the table grows.
    let one = made.pop().expect("many were made");
    tensor::dispose(one).expect("open");
    made.push(tensor::zeros(0, 0, F32, &[1]).expect("a slot is free"));
    memory::set_limit(0, LIMIT * 2).expect("cpu");
    made.extend((0..100_000).map(|_| tensor::zeros(0, 0, F32, &[1]).expect("there is room")));
    for t in made {
        tensor::dispose(t).expect("open");
    }
    let stats = memory::stats(0).expect("cpu");
    assert_eq!((stats.live_handles, stats.live_bytes), (0, 0));
}
