//! Files: a saved file loads again, files of NumPy, Pillow and Hugging Face's package load, a broken file
//! gives a typed error that names it, and a failed save leaves the old file.

mod csv_files;
mod gguf_files;
mod idx_files;
mod image_files;
mod npy_files;
mod paths;
mod pth_files;
mod safetensors_files;
mod world;
