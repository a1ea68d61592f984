//! The zip archive that `torch.save` writes: which records it has, and where their bytes lie in the
//! file.
//!
//! Invariant: each record is a range inside the file. Records are stored, never compressed (PyTorch
//! maps them), and together they have no more bytes than the file, so a file can hold no more than
//! its length.

use crate::error::{Error, Result, Status};
use std::collections::HashMap;
use std::io::{Read, Seek};
use zip::{CompressionMethod, ZipArchive};

/// The records of an archive.
pub(super) struct Archive {
    /// The folder in the archive that all records lie in, with its slash.
    folder: String,
    records: HashMap<String, Record>,
}

/// The bytes of a record.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record {
    /// The position in the file.
    pub start: u64,
    pub bytes: u64,
}

impl Archive {
    /// Reads the directory of the archive. Errors: `IO` if it is damaged or was not written by
    /// PyTorch, `UNSUPPORTED` for compressed records and for programs of TorchScript.
    pub fn read(reader: &mut (impl Read + Seek), length: u64) -> Result<Archive> {
        let mut zip = ZipArchive::new(reader).map_err(|e| Error::io(format!("its zip archive is damaged: {e}")))?;
        let mut records = HashMap::with_capacity(zip.len());
        let (mut packed, mut sum) = (None, 0u64);
        for i in 0..zip.len() {
            let damaged = |e| Error::io(format!("entry {i} of its archive is damaged: {e}"));
            let entry = zip.by_index_raw(i).map_err(damaged)?;
            let name = entry.name().map_err(damaged)?.into_owned();
            if entry.compression() != CompressionMethod::Stored || entry.encrypted() {
                packed.get_or_insert_with(|| name.clone());
            }
            // What the record takes in the file: the other size, which the directory also states,
            // may be any number.
            let record = Record { start: entry.data_start().unwrap_or(u64::MAX), bytes: entry.compressed_size() };
            if record.start.checked_add(record.bytes).is_none_or(|end| end > length) {
                return Err(Error::io(format!("its record '{name}' ends beyond the file")));
            }
            sum = sum.saturating_add(record.bytes);
            records.insert(name, record);
        }
        if packed.is_none() && sum > length {
            return Err(Error::io(format!("its records claim {sum} bytes of its {length}, so some share theirs")));
        }
        let archive = Archive { folder: String::new(), records }.of_torch()?;
        match packed {
            None => Ok(archive),
            Some(name) => {
                let text = format!("its record '{name}' is compressed or encrypted, which torch.save does not do");
                Err(Error::new(Status::Unsupported, text))
            }
        }
    }

    /// The record of this name in the archive's folder.
    pub fn record(&self, name: &str) -> Option<Record> {
        self.records.get(&format!("{}{name}", self.folder)).copied()
    }

    fn of_torch(mut self) -> Result<Archive> {
        let pickles = || self.records.keys().filter_map(|name| name.strip_suffix("data.pkl"));
        let folder = pickles().filter(|folder| folder.ends_with('/') || folder.is_empty()).min_by_key(|f| f.len());
        let Some(folder) = folder.map(str::to_owned) else {
            let text = "it is a zip archive without data.pkl, so it is not a file of torch.save";
            let is_npz = self.records.keys().any(|name| name.ends_with(".npy"));
            let way_out =
                if is_npz { ": it seems to be an archive of NumPy arrays (.npz): read it with Npz" } else { "" };
            return Err(Error::io(format!("{text}{way_out}")));
        };
        self.folder = folder;
        if self.record("constants.pkl").is_some() {
            let text = "it is a TorchScript program; save its parameters in Python: \
                        torch.save(torch.jit.load(path).state_dict(), path)";
            return Err(Error::new(Status::Unsupported, text));
        }
        Ok(self)
    }
}
