//! Folders of images by class: `root/cat/1.png`, `root/dog/2.jpg`, as torchvision's `ImageFolder`.
//!
//! Invariant: classes and files are sorted by their names' bytes, so a label means the same on every
//! machine, whatever the order of the file system.

use super::file::{in_file, refused};
use crate::error::{Error, Result};
use std::path::{Path, PathBuf};

/// Folders within folders that are gone through: links may make a circle.
const MAX_DEPTH: usize = 16;
const ENDINGS: [&str; 3] = ["png", "jpg", "jpeg"];

/// The files of a folder, by class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImageFolder {
    /// The names of the classes, sorted: the folders within the root.
    pub classes: Vec<String>,
    /// The paths of the images with their classes' positions, class by class, sorted in each.
    pub files: Vec<(PathBuf, usize)>,
}

/// Lists the PNG and JPEG files below each folder in `root`, by the endings of their names. No file
/// is opened.
///
/// Errors: `IO` if a folder cannot be read, a name is not UTF-8, there is no class, or a class has no
/// image.
pub fn image_folder(root: &Path) -> Result<ImageFolder> {
    listed(root).map_err(|e| in_file(root, e))
}

fn listed(root: &Path) -> Result<ImageFolder> {
    let mut folder = ImageFolder::default();
    for (name, path) in entries(root)? {
        if !path.is_dir() {
            continue;
        }
        let (class, before) = (folder.classes.len(), folder.files.len());
        collect(&path, 0, &mut |file| folder.files.push((file, class)))?;
        if folder.files.len() == before {
            return Err(Error::io(format!("class '{name}' has no file that ends with .png, .jpg or .jpeg")));
        }
        folder.classes.push(name);
    }
    if folder.classes.is_empty() {
        return Err(Error::io("it has no folders: each class needs one, with its images"));
    }
    Ok(folder)
}

fn collect(folder: &Path, depth: usize, found: &mut impl FnMut(PathBuf)) -> Result<()> {
    if depth == MAX_DEPTH {
        return Err(Error::io(format!("more than {MAX_DEPTH} folders in each other: {}", folder.display())));
    }
    for (_, path) in entries(folder)? {
        if path.is_dir() {
            collect(&path, depth + 1, found)?;
            continue;
        }
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        if ENDINGS.iter().any(|one| one.eq_ignore_ascii_case(ending)) {
            found(path);
        }
    }
    Ok(())
}

/// What is in a folder, sorted by name.
fn entries(folder: &Path) -> Result<Vec<(String, PathBuf)>> {
    let mut entries = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(refused)? {
        let path = entry.map_err(refused)?.path();
        let name = path.file_name().and_then(|name| name.to_str());
        let name = name.ok_or_else(|| Error::io(format!("the name of {path:?} is not UTF-8")))?;
        entries.push((name.to_string(), path));
    }
    entries.sort_unstable();
    Ok(entries)
}
