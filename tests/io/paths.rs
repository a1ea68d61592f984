//! The file system: links, permissions, devices, a full disk. A failed save leaves the old file.

use crate::world::*;
use std::fs;
use std::path::{Path, PathBuf};
use tenure::device::Device;
use tenure::error::Status;
use tenure::io::{npy, safetensors};
use tenure::tensor::DType;

#[test]
fn paths_that_are_no_files_are_refused() {
    let folder = Folder::new("paths");
    let a = sample(DType::F32);
    fs::write(folder.file("file"), b"x").expect("writable");
    fs::create_dir(folder.file("folder")).expect("writable");
    let missing = folder.file("missing").join("a.npy");
    let inside_file = folder.file("file").join("a.npy");
    let nul = folder.file("a\0b");
    let too_long = folder.file(&"x".repeat(300));
    for path in [&folder.file("folder"), &missing, &inside_file, &nul, &too_long, Path::new("")] {
        let errors = [
            ("reading", npy::load(path).map(drop)),
            ("reading", safetensors::load(path, "a").map(drop)),
            ("reading", safetensors::names(path).map(drop)),
            ("writing", npy::save(path, &a)),
            ("writing", safetensors::save(path, &[("a", &a)])),
        ];
        for (doing, result) in errors {
            let error = result.expect_err("it is no file");
            assert_eq!(error.status(), Status::Io, "{error}");
            assert!(error.message().starts_with(&format!("{doing} '{}': ", path.display())), "{error}");
        }
    }
    assert!(npy::load(&folder.file("folder")).expect_err("a folder").message().ends_with("it is a directory"));
    assert_eq!(folder.names(), ["file", "folder"], "nothing was left behind");
    assert_eq!(fs::read_dir(folder.file("folder")).expect("still a folder").count(), 0);
}

#[cfg(unix)]
#[test]
fn saving_keeps_links_and_permissions_and_takes_long_names() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::new("unix");
    let a = sample(DType::I32);
    fs::write(folder.file("real.npy"), b"old").expect("writable");
    fs::set_permissions(folder.file("real.npy"), fs::Permissions::from_mode(0o640)).expect("ours");
    symlink("real.npy", folder.file("link.npy")).expect("writable");
    npy::save(&folder.file("link.npy"), &a).expect("it can be written");
    assert!(folder.file("link.npy").is_symlink(), "the link is still one");
    let mode = fs::metadata(folder.file("real.npy")).expect("there").permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
    assert_eq!(row_major(&npy::load(&folder.file("real.npy")).expect("readable")), values(DType::I32));
    let long = folder.file(&"x".repeat(255));
    npy::save(&long, &a).expect("as long as a name can be");
    assert_eq!(folder.names(), ["link.npy".to_string(), "real.npy".into(), "x".repeat(255)]);
}

#[cfg(unix)]
#[test]
fn saving_through_a_link_to_nothing_makes_what_it_names() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new("dangling");
    let a = sample(DType::I32);
    fs::create_dir(folder.file("target")).expect("writable");
    symlink("target/second", folder.file("first")).expect("writable");
    symlink("../real.npy", folder.file("target").join("second")).expect("writable");
    npy::save(&folder.file("first"), &a).expect("it can be written");
    assert!(folder.file("first").is_symlink() && folder.file("target").join("second").is_symlink());
    assert!(!folder.file("real.npy").is_symlink());
    assert_eq!(row_major(&npy::load(&folder.file("real.npy")).expect("whole")), values(DType::I32));
    safetensors::save(&folder.file("first"), &[("a", &a)]).expect("now there is a file to replace");
    assert_eq!(safetensors::names(&folder.file("real.npy")).expect("replaced"), ["a"]);
    assert!(folder.file("first").is_symlink() && folder.file("target").join("second").is_symlink());
    let absolute = folder.file("absolute");
    symlink(folder.file("far.npy"), &absolute).expect("writable");
    npy::save(&absolute, &a).expect("it can be written");
    assert!(absolute.is_symlink() && folder.file("far.npy").is_file());
    assert_eq!(folder.names(), ["absolute", "far.npy", "first", "real.npy", "target"]);
}

#[cfg(unix)]
#[test]
fn links_that_lead_nowhere_are_errors_and_stay() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new("nowhere");
    let a = sample(DType::I32);
    symlink("missing/a.npy", folder.file("link")).expect("writable");
    symlink("ring", folder.file("ring")).expect("writable");
    for name in ["link", "ring"] {
        let error = npy::save(&folder.file(name), &a).expect_err("there is no such folder");
        assert_eq!(error.status(), Status::Io, "{error}");
        assert!(folder.file(name).is_symlink(), "{name}");
    }
    let missing = folder.file("missing");
    let wanted = format!("no new file can be made in '{}': ", missing.display());
    let error = npy::save(&folder.file("link"), &a).expect_err("there is no such folder");
    assert!(error.message().contains(&wanted), "{error}");
    assert_eq!(folder.names(), ["link", "ring"]);
}

/// Not even the root user can create files there.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_takes_no_files_is_named() {
    let path = Path::new("/proc/tenure.npy");
    let error = npy::save(path, &sample(DType::I32)).expect_err("/proc takes none");
    assert_eq!(error.status(), Status::Io);
    assert!(error.message().starts_with("writing '/proc/tenure.npy': no new file can be made in '/proc': "), "{error}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_device_is_written_and_stays_a_device() {
    use std::os::unix::fs::FileTypeExt;
    let a = sample(DType::F32);
    npy::save(Path::new("/dev/null"), &a).expect("it takes everything");
    let full = Path::new("/dev/full");
    for result in [npy::save(full, &a), safetensors::save(full, &[("a", &a)])] {
        let error = result.expect_err("no space");
        assert_eq!(error.status(), Status::Io);
        assert!(error.message().starts_with("writing '/dev/full': No space left on device"), "{error}");
    }
    assert!(fs::metadata(full).expect("there").file_type().is_char_device());
    let error = npy::load(Path::new("/dev/zero")).expect_err("it has no end");
    assert_eq!((error.status(), error.message()), (Status::Io, "reading '/dev/zero': it is not a regular file"));
}

/// A view of one element may have more bytes than any disk or memory.
#[test]
fn what_no_disk_has_room_for_is_refused_before_a_byte_is_written() {
    let folder = Folder::new("huge");
    fs::write(folder.file("old"), b"as it was").expect("writable");
    let huge = iota(&[1]).expand(&[1 << 57]).expect("one element");
    for name in ["old", "new"] {
        let path = folder.file(name);
        for result in [npy::save(&path, &huge), safetensors::save(&path, &[("a", &huge), ("b", &sample(DType::F32))])] {
            let error = result.expect_err("no disk is so large");
            assert_eq!(error.status(), Status::Io);
            let text = format!("writing '{}': the file needs 5764607523034", path.display());
            let end = format!(" are free in '{}'", folder.0.display());
            assert!(error.message().starts_with(&text) && error.message().ends_with(&end), "{error}, not {text}");
        }
    }
    assert_eq!(folder.names(), ["old"]);
    assert_eq!(fs::read(folder.file("old")).expect("there"), b"as it was");
    // More bytes in memory than the process's limit.
    let limit = tenure::memory::stats(Device::Cpu).expect("the processor").limit_bytes;
    let wide = iota(&[1]).expand(&[(limit / 4) as i64 + 1]).expect("one element");
    for result in [npy::to_bytes(&wide), safetensors::to_bytes(&[("a", &wide)])] {
        let error = result.expect_err("the limit has not so much");
        assert_eq!(error.status(), Status::LimitExceeded, "{error}");
        assert!(error.message().contains(&format!("the limit of cpu is {limit}")), "{error}");
    }
}

/// A limit on the size of files in a separate process simulates a full disk: this test runs itself
/// again.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_the_file_that_was_there() {
    const ROLE: &str = "TENURE_TEST_FULL_DISK";
    let large = iota(&[64, 1024]);
    if let Some(path) = std::env::var_os(ROLE) {
        let folder = Folder(PathBuf::from(path));
        let transposed = large.transpose(0, 1).expect("two axes");
        for name in ["old", "new"] {
            let path = folder.file(name);
            for result in [
                npy::save(&path, &large),
                npy::save(&path, &transposed),
                safetensors::save(&path, &[("small", &sample(DType::F32)), ("large", &large)]),
            ] {
                let error = result.expect_err("larger than the limit");
                assert_eq!(error.status(), Status::Io, "{error}");
                assert!(error.message().contains("File too large"), "{error}");
            }
        }
        assert_eq!(folder.names(), ["old"], "no new file, no part of one");
        assert_eq!(fs::read(folder.file("old")).expect("there"), b"as it was");
        npy::save(&folder.file("old"), &sample(DType::F32)).expect("a small one fits");
        return;
    }
    let folder = Folder::new("full");
    fs::write(folder.file("old"), b"as it was").expect("writable");
    let program = std::env::current_exe().expect("this test");
    let output = std::process::Command::new("sh")
        .args([
            "-c",
            "trap '' XFSZ; ulimit -f 16; exec \"$0\" --exact paths::a_full_disk_leaves_the_file_that_was_there",
        ])
        .arg(program)
        .env(ROLE, &folder.0)
        .output()
        .expect("there is a shell");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("1 passed"), "{text}");
}
