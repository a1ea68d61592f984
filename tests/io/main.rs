//! Files: a saved file loads again, files of NumPy and Hugging Face's package load, a broken file
//! gives a typed error that names it, and a failed save leaves the old file.

mod npy_files;
mod paths;
mod pth_files;
mod safetensors_files;
mod world;
