//! Files: what is saved loads again, what NumPy and Hugging Face's package wrote loads, what is broken ends in a typed
//! error that names the file, and a save that fails leaves the file that was there.

mod npy_files;
mod paths;
mod safetensors_files;
mod world;
