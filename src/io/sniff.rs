//! What a file seems to be whose content is not what its name says, and what to do about it.
//!
//! Invariant: only the first bytes and the length are looked at, and nothing is decided by them: a
//! reader asks when it has found the file to be none of its own, and adds the answer to its error.

/// How many bytes from the start of a file are worth passing.
pub(super) const LOOKED_AT: usize = 512;

/// A kind of file that begins with these bytes at this offset.
struct Signature {
    at: usize,
    bytes: &'static [u8],
    is: &'static str,
    advice: &'static str,
}

const UNPACK: &str = "decompress it first";
const CONVERT: &str =
    "convert it in Python: safetensors.torch.save_file(torch.load(path, weights_only=True), 'x.safetensors')";
const IMAGE: &str = "decode it with an image library, and pass the pixels";
const READ_IMAGE: &str = "read it with Images";

const SIGNATURES: [Signature; 28] = [
    Signature {
        at: 0,
        bytes: b"version https://git-lfs.github.com/spec/",
        is: "a Git LFS pointer, a text that stands for the file",
        advice: "fetch the file itself with 'git lfs pull'",
    },
    Signature { at: 0, bytes: b"\x93NUMPY", is: "a NumPy array (.npy)", advice: "read it with Tensor.loadNpy" },
    Signature { at: 0, bytes: b"\x1f\x8b", is: "compressed with gzip", advice: UNPACK },
    Signature { at: 0, bytes: b"\x28\xb5\x2f\xfd", is: "compressed with Zstandard", advice: UNPACK },
    Signature { at: 0, bytes: b"BZh", is: "compressed with bzip2", advice: UNPACK },
    Signature { at: 0, bytes: b"\xfd7zXZ\x00", is: "compressed with xz", advice: UNPACK },
    Signature { at: 0, bytes: b"7z\xbc\xaf\x27\x1c", is: "a 7z archive", advice: "unpack it first" },
    Signature { at: 0, bytes: b"Rar!", is: "a RAR archive", advice: "unpack it first" },
    Signature { at: 257, bytes: b"ustar", is: "a tar archive", advice: "unpack it first" },
    Signature { at: 0, bytes: b"\x80\x02\x8a\x0al\xfc\x9cF\xf9 j\xa8P\x19", is: OLD_TORCH, advice: CONVERT },
    Signature {
        at: 0,
        bytes: b"\x89HDF\r\n\x1a\n",
        is: "an HDF5 file, as Keras writes it",
        advice: "read it in Python with h5py, and save its arrays as .npy or .safetensors",
    },
    Signature { at: 0, bytes: b"GGUF", is: "a GGUF file of llama.cpp", advice: "read it with Gguf" },
    Signature {
        at: 4,
        bytes: b"TFL3",
        is: "a TensorFlow Lite model",
        advice: "convert it to ONNX, for example with tf2onnx",
    },
    Signature {
        at: 4,
        bytes: b"ORTM",
        is: "a model in ONNX Runtime's own format (.ort)",
        advice: "name it with the ending .ort",
    },
    Signature { at: 0, bytes: b"ARROW1", is: "an Arrow file", advice: "read it with an Arrow library" },
    Signature { at: 0, bytes: b"PAR1", is: "a Parquet file", advice: "read it with a Parquet library" },
    Signature { at: 0, bytes: b"\x89PNG", is: "a PNG image", advice: READ_IMAGE },
    Signature { at: 0, bytes: b"\xff\xd8\xff", is: "a JPEG image", advice: READ_IMAGE },
    Signature { at: 0, bytes: b"GIF8", is: "a GIF image", advice: IMAGE },
    Signature { at: 8, bytes: b"WEBP", is: "a WebP image", advice: IMAGE },
    Signature { at: 8, bytes: b"WAVE", is: "a WAV sound", advice: "decode it with an audio library" },
    Signature { at: 0, bytes: b"%PDF", is: "a PDF document", advice: "check the link that it came from" },
    Signature { at: 0, bytes: b"\x7fELF", is: "a program or library of Linux", advice: "check which file was copied" },
    Signature { at: 0, bytes: b"SQLite format 3", is: "an SQLite database", advice: "check which file was copied" },
    Signature {
        at: 0,
        bytes: b"MATLAB 5.0",
        is: "a MATLAB file",
        advice: "read it in Python with scipy.io.loadmat, and save its arrays",
    },
    Signature {
        at: 0,
        bytes: b"<?xml",
        is: "an XML document, such as the error of a store of files",
        advice: "download the file again",
    },
    Signature { at: 0, bytes: b"PK\x05\x06", is: "an empty ZIP archive", advice: "check what wrote it" },
    Signature { at: 0, bytes: b"MZ", is: "a program or library of Windows", advice: "check which file was copied" },
];

const OLD_TORCH: &str = "a PyTorch checkpoint (.pt, .pth, .bin) of a version before 1.6";

/// What the file seems to be and what to do, as the end of a message:
/// `it seems to be ...: do this`. `first` are its first bytes, up to [`LOOKED_AT`], and `length` is
/// that of the file.
pub(super) fn seems(first: &[u8], length: u64) -> String {
    if length == 0 {
        return "the file is empty: what should have written it did not, or a download failed".into();
    }
    match known(first) {
        Some((is, advice)) => format!("it seems to be {is}: {advice}"),
        None if first.iter().all(|&byte| byte == 0) => {
            "it begins with zeros only: a download or a copy was probably interrupted; fetch it again".into()
        }
        None if is_text(first) => {
            format!("it is text that begins with {:?}: check which file was copied", start_of(first))
        }
        None => format!("it has {length} bytes and begins with {:02x?}", &first[..first.len().min(6)]),
    }
}

/// Whether a file that begins like this is certainly none of rows of text.
pub(super) fn is_not_rows(first: &[u8]) -> bool {
    // Two letters of a header may be those of another kind of file.
    let is_plain =
        is_text(first) && !without_blanks(first).starts_with(b"<") && !first.starts_with(b"version https://git");
    first.contains(&0) || !is_plain && known(first).is_some()
}

/// The kind of file that its first bytes show, and what to do about it.
fn known(first: &[u8]) -> Option<(String, String)> {
    if first.starts_with(b"PK\x03\x04") {
        let (is, advice) = archive(first);
        return Some((is.into(), advice.into()));
    }
    let text = without_blanks(first);
    if starts_like(text, b"<!doctype html") || starts_like(text, b"<html") || starts_like(text, b"<head") {
        let advice = "the link gave a page, such as a login or an error, instead of the file; download it again";
        return Some(("an HTML page".into(), advice.into()));
    }
    if let Some(found) =
        SIGNATURES.iter().find(|one| first.get(one.at..).is_some_and(|from| from.starts_with(one.bytes)))
    {
        return Some((found.is.into(), found.advice.into()));
    }
    if text.starts_with(b"{") && is_text(first) {
        let is = format!("JSON text that begins with {:?}", start_of(first));
        return Some((is, "it may be the answer of a server, or the index of files beside it".into()));
    }
    if first.starts_with(&[0x80]) && first.get(1).is_some_and(|version| (2..=5).contains(version)) {
        let advice =
            "files of this kind run code when they are read; save numbers in Python with numpy.save or safetensors";
        return Some(("a Python pickle (.pkl, .pt)".into(), advice.into()));
    }
    if let &[0, 0, 8 | 9 | 11..=14, 1..=8, ..] = first {
        return Some(("an .idx file, such as those of MNIST".into(), "read it with Idx".into()));
    }
    if first.get(8) == Some(&b'{') && first.get(5..8) == Some(&[0, 0, 0]) {
        return Some(("a .safetensors file".into(), "read it with SafeTensors".into()));
    }
    None
}

/// What a ZIP archive holds, by the name of its first member.
fn archive(first: &[u8]) -> (&'static str, &'static str) {
    let length = first.get(26..28).map_or(0, |two| usize::from(two[0]) | usize::from(two[1]) << 8);
    let name = first.get(30..).map_or(&[][..], |rest| &rest[..length.min(rest.len())]);
    if name.ends_with(b".npy") {
        return ("an archive of NumPy arrays (.npz)", "read it with Npz");
    }
    if name.ends_with(b"data.pkl")
        || name.ends_with(b"/version")
        || name.ends_with(b"/byteorder")
        || name.contains(&b'/') && name.ends_with(b".format_version")
    {
        return ("a PyTorch checkpoint (.pt, .pth, .bin)", "read it with TorchFile");
    }
    ("a ZIP archive", "unpack it first")
}

fn without_blanks(first: &[u8]) -> &[u8] {
    first.strip_prefix(b"\xef\xbb\xbf").unwrap_or(first).trim_ascii_start()
}

fn starts_like(text: &[u8], lower: &[u8]) -> bool {
    text.get(..lower.len()).is_some_and(|start| start.eq_ignore_ascii_case(lower))
}

fn is_text(first: &[u8]) -> bool {
    first.iter().all(|&byte| matches!(byte, b'\t' | b'\n' | b'\r' | 0x20..=0x7e))
}

/// The first line, or what of it a message has room for.
fn start_of(text: &[u8]) -> String {
    let line = text.split(|&byte| byte == b'\n' || byte == b'\r').next().unwrap_or_default();
    String::from_utf8_lossy(&line[..line.len().min(40)]).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_mistakes_are_named_with_what_to_do() {
        let zip = |name: &[u8]| [b"PK\x03\x04".as_slice(), &[0; 22], &[name.len() as u8, 0, 0, 0], name].concat();
        for (bytes, part) in [
            (b"version https://git-lfs.github.com/spec/v1\noid".to_vec(), "git lfs pull"),
            (b"\xef\xbb\xbf\n<!DOCTYPE html><html>".to_vec(), "an HTML page: the link gave a page"),
            (b"\x1f\x8b\x08\x00".to_vec(), "gzip: decompress it first"),
            (zip(b"weights.npy"), "(.npz): read it with Npz"),
            (zip(b"archive/data.pkl"), "PyTorch checkpoint"),
            (zip(b"readme.txt"), "a ZIP archive: unpack it first"),
            (b"\x80\x04\x95".to_vec(), "a Python pickle"),
            (b"\x89HDF\r\n\x1a\n".to_vec(), "HDF5"),
            (
                b"{\"error\": \"not found\"}".to_vec(),
                "JSON text that begins with \"{\\\"error\\\": \\\"not found\\\"}\"",
            ),
            (b"404: Not Found".to_vec(), "it is text that begins with \"404: Not Found\""),
            (vec![0; 64], "zeros only"),
            (vec![1, 2, 0xff], "it has 3 bytes and begins with [01, 02, ff]"),
            (vec![], "the file is empty"),
        ] {
            let found = seems(&bytes, bytes.len() as u64);
            assert!(found.contains(part), "{found:?} has no {part:?}");
        }
    }
}
