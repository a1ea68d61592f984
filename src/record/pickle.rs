//! Python's pickle, protocol 2: dictionaries, lists, texts and numbers, which is what PyTorch's
//! viewer of memory snapshots reads.
//!
//! Invariant: no object of Python is named, so reading such a file runs nothing.

/// A value.
pub(super) enum Item {
    Int(u64),
    Bool(bool),
    Text(String),
    List(Vec<Item>),
    Dict(Vec<(&'static str, Item)>),
}

/// Entries that are appended at a time: the viewer's stack is limited.
const BATCH: usize = 1000;

impl Item {
    pub(super) fn text(text: &str) -> Item {
        Item::Text(text.into())
    }

    pub(super) fn dict<const N: usize>(entries: [(&'static str, Item); N]) -> Item {
        Item::Dict(Vec::from(entries))
    }
}

/// The bytes of a pickle.
pub(super) fn write(item: &Item) -> Vec<u8> {
    let mut out = vec![0x80, 2];
    put(&mut out, item);
    out.push(b'.');
    out
}

/// Writes a value. Its depth is that of the format, which is fixed.
fn put(out: &mut Vec<u8>, item: &Item) {
    match item {
        Item::Int(number) => put_int(out, *number),
        Item::Bool(value) => out.push(if *value { 0x88 } else { 0x89 }),
        Item::Text(text) => put_text(out, text),
        Item::List(items) => {
            out.push(b']');
            for batch in items.chunks(BATCH) {
                out.push(b'(');
                batch.iter().for_each(|item| put(out, item));
                out.push(b'e');
            }
        }
        Item::Dict(entries) => {
            out.extend_from_slice(b"}(");
            for (name, value) in entries {
                put_text(out, name);
                put(out, value);
            }
            out.push(b'u');
        }
    }
}

fn put_int(out: &mut Vec<u8>, number: u64) {
    match u8::try_from(number) {
        Ok(byte) => out.extend_from_slice(&[b'K', byte]),
        Err(_) => {
            // LONG1: a length, and as many bytes of two's complement, the lowest first.
            let bytes = number.to_le_bytes();
            let used = 8 - number.leading_zeros() as usize / 8;
            let is_negative = bytes[used - 1] >= 0x80;
            out.extend_from_slice(&[0x8a, (used + usize::from(is_negative)) as u8]);
            out.extend_from_slice(&bytes[..used]);
            out.extend(is_negative.then_some(0));
        }
    }
}

fn put_text(out: &mut Vec<u8>, text: &str) {
    let text = &text[..text.floor_char_boundary(u32::MAX as usize)];
    out.push(b'X');
    out.extend_from_slice(&(text.len() as u32).to_le_bytes());
    out.extend_from_slice(text.as_bytes());
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    /// Python's `pickle.dumps` writes the same, apart from its memo.
    #[test]
    fn values_are_those_of_protocol_2() {
        let item = Item::dict([
            ("a", Item::Int(255)),
            ("b", Item::List(vec![Item::Int(256), Item::Bool(true), Item::text("é")])),
            ("c", Item::dict([])),
        ]);
        let expected = b"\x80\x02}(X\x01\x00\x00\x00aK\xffX\x01\x00\x00\x00b](\x8a\x02\x00\x01\x88X\x02\x00\x00\x00\xc3\xa9eX\x01\x00\x00\x00c}(uu.";
        assert_eq!(write(&item), expected);
        let ints = [0x8000u64, 0x7fff, u64::MAX, 1 << 40];
        let bytes = ints.map(|int| write(&Item::Int(int))[2..].to_vec());
        assert_eq!(bytes[0], b"\x8a\x03\x00\x80\x00.");
        assert_eq!(bytes[1], b"\x8a\x02\xff\x7f.");
        assert_eq!(bytes[2], b"\x8a\x09\xff\xff\xff\xff\xff\xff\xff\xff\x00.");
        assert_eq!(bytes[3], b"\x8a\x06\x00\x00\x00\x00\x00\x01.");
    }

    #[test]
    fn long_lists_are_appended_in_batches() {
        let list = Item::List((0..2001).map(|_| Item::Bool(false)).collect());
        assert_eq!(write(&list).iter().filter(|&&byte| byte == b'e').count(), 3);
    }
}
