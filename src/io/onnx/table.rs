//! `Table`: the functions of ONNX Runtime's C API that are called here.
//!
//! Invariant: a function is found by its position in `OrtApi`, the table that `OrtGetApiBase`
//! returns. Its header, `onnxruntime_c_api.h`, promises that a position never changes and that new
//! functions are added at the end. So a table of [`VERSION`], or of any later release, has all of
//! them.
//!
//! Objects of ONNX Runtime are plain addresses here: each function takes the objects that its name
//! says.

use std::ffi::{c_char, c_int, c_void};

/// An object of ONNX Runtime.
pub(super) type Object = *mut c_void;
/// The result of most functions: null, or the reason of a failure.
pub(super) type Status = *mut c_void;
/// A path as `ORTCHAR_T`.
pub(super) type Path = *const crate::memory::PathUnit;
/// A null-terminated text.
pub(super) type Text = *const c_char;

/// Receives a record of the log: a parameter, the level, category, log id, line and text.
pub(super) type Logger = unsafe extern "system" fn(*mut c_void, c_int, Text, Text, Text, Text);

/// The version of the table: that of ONNX Runtime 1.18, the first one with allocators that can be
/// asked for memory that stays.
pub(super) const VERSION: u32 = 18;

/// `ORT_LOGGING_LEVEL_WARNING`, for records that belong to no model.
pub(super) const LOG_WARNING: c_int = 2;
/// `OrtDeviceAllocator`.
pub(super) const DEVICE_ALLOCATOR: c_int = 0;
/// `OrtMemTypeDefault`.
pub(super) const DEFAULT_MEMORY: c_int = 0;
/// `ONNX_TYPE_TENSOR`.
pub(super) const TENSOR: c_int = 1;
/// `ONNX_TYPE_SEQUENCE`.
pub(super) const SEQUENCE: c_int = 2;
/// `ONNX_TYPE_MAP`.
pub(super) const MAP: c_int = 3;
/// `ONNX_TYPE_OPTIONAL`.
pub(super) const OPTIONAL: c_int = 6;

/// `OrtApiBase`.
#[repr(C)]
pub(super) struct Base {
    pub(super) get_table: unsafe extern "system" fn(version: u32) -> *const *const c_void,
    pub(super) get_version: unsafe extern "system" fn() -> Text,
}

/// Defines [`Table`] and the function that reads it.
macro_rules! functions {
    ($($name:ident = $place:literal, ($($ty:ty),*) $(-> $result:ty)?;)*) => {
        /// The functions, which are called as in C; the position of each in `OrtApi` follows its
        /// name in the list below.
        pub(super) struct Table {
            $(pub(super) $name: unsafe extern "system" fn($($ty),*) $(-> $result)?,)*
        }

        impl Table {
            /// Reads the table.
            ///
            /// # Safety
            /// The address is that of an `OrtApi` of [`VERSION`] or later.
            pub(super) unsafe fn read(table: *const *const c_void) -> Table {
                // SAFETY: the table has the promised length, and the function at each position has
                // this type.
                unsafe {
                    Table {
                        $($name: std::mem::transmute::<
                            *const c_void,
                            unsafe extern "system" fn($($ty),*) $(-> $result)?,
                        >(table.add($place).read()),)*
                    }
                }
            }
        }
    };
}

functions! {
    get_error_code = 1, (*const c_void) -> c_int;
    get_error_message = 2, (*const c_void) -> Text;
    create_session = 7, (Object, Path, Object, *mut Object) -> Status;
    create_session_from_array = 8, (Object, *const c_void, usize, Object, *mut Object) -> Status;
    run = 9, (Object, Object, *const Text, *const Object, usize, *const Text, usize, *mut Object) -> Status;
    create_session_options = 10, (*mut Object) -> Status;
    enable_profiling = 14, (Object, Path) -> Status;
    disable_mem_pattern = 17, (Object) -> Status;
    set_session_log_severity = 22, (Object, c_int) -> Status;
    set_optimization = 23, (Object, c_int) -> Status;
    set_intra_op_threads = 24, (Object, c_int) -> Status;
    set_inter_op_threads = 25, (Object, c_int) -> Status;
    session_input_count = 30, (Object, *mut usize) -> Status;
    session_output_count = 31, (Object, *mut usize) -> Status;
    session_optional_count = 32, (Object, *mut usize) -> Status;
    session_input_type = 33, (Object, usize, *mut Object) -> Status;
    session_output_type = 34, (Object, usize, *mut Object) -> Status;
    session_optional_type = 35, (Object, usize, *mut Object) -> Status;
    session_input_name = 36, (Object, usize, Object, *mut *mut c_char) -> Status;
    session_output_name = 37, (Object, usize, Object, *mut *mut c_char) -> Status;
    session_optional_name = 38, (Object, usize, Object, *mut *mut c_char) -> Status;
    create_run_options = 39, (*mut Object) -> Status;
    set_run_log_verbosity = 40, (Object, c_int) -> Status;
    set_run_log_severity = 41, (Object, c_int) -> Status;
    set_run_tag = 42, (Object, Text) -> Status;
    terminate_runs = 46, (Object) -> Status;
    create_owned_tensor = 48, (Object, *const i64, usize, c_int, *mut Object) -> Status;
    create_tensor = 49, (Object, *mut c_void, usize, *const i64, usize, c_int, *mut Object) -> Status;
    tensor_data = 51, (Object, *mut *mut c_void) -> Status;
    string_bytes = 53, (Object, *mut usize) -> Status;
    string_content = 54, (Object, *mut c_void, usize, *mut usize, usize) -> Status;
    type_as_tensor = 55, (Object, *mut Object) -> Status;
    type_kind = 56, (Object, *mut c_int) -> Status;
    element_type = 60, (Object, *mut c_int) -> Status;
    dimension_count = 61, (Object, *mut usize) -> Status;
    dimensions = 62, (Object, *mut i64, usize) -> Status;
    symbolic_dimensions = 63, (Object, *mut Text, usize) -> Status;
    tensor_type_and_shape = 65, (Object, *mut Object) -> Status;
    value_kind = 67, (Object, *mut c_int) -> Status;
    create_cpu_memory_info = 69, (c_int, c_int, *mut Object) -> Status;
    allocator_free = 76, (Object, *mut c_void) -> Status;
    default_allocator = 78, (*mut Object) -> Status;
    inner_value = 80, (Object, c_int, Object, *mut Object) -> Status;
    inner_count = 81, (Object, *mut usize) -> Status;
    create_value = 82, (*const Object, usize, c_int, *mut Object) -> Status;
    release_env = 92, (Object);
    release_status = 93, (Object);
    release_memory_info = 94, (Object);
    release_session = 95, (Object);
    release_value = 96, (Object);
    release_run_options = 97, (Object);
    release_type = 98, (Object);
    release_tensor_type = 99, (Object);
    release_session_options = 100, (Object);
    type_as_map = 103, (Object, *mut Object) -> Status;
    type_as_sequence = 104, (Object, *mut Object) -> Status;
    map_key = 105, (Object, *mut c_int) -> Status;
    map_value = 106, (Object, *mut Object) -> Status;
    sequence_element = 107, (Object, *mut Object) -> Status;
    end_profiling = 110, (Object, Object, *mut *mut c_char) -> Status;
    session_metadata = 111, (Object, *mut Object) -> Status;
    metadata_producer = 112, (Object, Object, *mut *mut c_char) -> Status;
    metadata_graph = 113, (Object, Object, *mut *mut c_char) -> Status;
    metadata_domain = 114, (Object, Object, *mut *mut c_char) -> Status;
    metadata_description = 115, (Object, Object, *mut *mut c_char) -> Status;
    metadata_lookup = 116, (Object, Object, Text, *mut *mut c_char) -> Status;
    metadata_version = 117, (Object, *mut i64) -> Status;
    release_metadata = 118, (Object);
    share_threads = 120, (Object) -> Status;
    create_threading = 121, (*mut Object) -> Status;
    release_threading = 122, (Object);
    metadata_keys = 123, (Object, Object, *mut *mut *mut c_char, *mut i64) -> Status;
    available_providers = 125, (*mut *mut *mut c_char, *mut c_int) -> Status;
    release_providers = 126, (*mut *mut c_char, c_int) -> Status;
    set_config = 130, (Object, Text, Text) -> Status;
    set_shared_intra_op_threads = 147, (Object, c_int) -> Status;
    set_shared_inter_op_threads = 148, (Object, c_int) -> Status;
    set_shared_spinning = 149, (Object, c_int) -> Status;
    create_env = 151, (Logger, *mut c_void, c_int, Text, Object, *mut Object) -> Status;
    register_allocator = 176, (Object, Object) -> Status;
    has_value = 192, (Object, *mut c_int) -> Status;
    append_provider = 216, (Object, Text, *const Text, *const Text, usize) -> Status;
    type_as_optional = 250, (Object, *mut Object) -> Status;
    optional_element = 251, (Object, *mut Object) -> Status;
    string_buffer = 252, (Object, usize, usize, *mut *mut c_char) -> Status;
    set_deterministic = 273, (Object, bool) -> Status;
    add_external_files = 279, (Object, *const Path, *const *const c_void, *const usize, usize) -> Status;
}
