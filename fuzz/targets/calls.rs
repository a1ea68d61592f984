//! Any bytes as a program of calls to the C ABI: with handles that are alive, stale, forged,
//! bit-flipped and of another kind, with sizes that overflow, NULL pointers, and now and then from
//! another thread. No call may panic, report a defect of the library, or write an output when it
//! failed; and when every live handle is released, nothing is left.
//!
//! A program is a list of calls: a byte or two say which, the bytes after it are its arguments;
//! bytes that are missing are 0. A sanitizer sees what is read outside of an argument, since each
//! is allocated at its exact size.

use std::ffi::{CString, c_char, c_void};
use std::path::PathBuf;
use std::sync::{LazyLock, Mutex};
use tenure::Status;

/// What a failed call must not have written.
const UNWRITTEN: u64 = 0x5a5a_5a5a_5a5a_5a5a;
/// Calls of one program, so that no input takes seconds.
const MOST_CALLS: usize = 400;
/// From here on a call takes two bytes.
const LAST: u8 = 249;
/// Bytes that may be alive, so that no tensor takes long to compute.
const MEMORY: u64 = 1 << 20;
/// This and what comes after it are defects of the library.
const STATUS_PANIC: i32 = 14;
/// Where in `TenureMemoryStats` the live bytes are.
const LIVE_BYTES: usize = 3;

/// The C type of each kind of argument, named as the method of [`Arguments`] that makes one.
macro_rules! c_type {
    (handle) => { u64 };
    (out) => { *mut u64 };
    (handles) => { *const u64 };
    (as_many) => { *const u64 };
    (room) => { *mut u64 };
    (made) => { *mut u64 };
    (grads) => { *mut u64 };
    (info) => { *mut c_void };
    (int) => { i32 };
    (device) => { i32 };
    (dtype) => { i32 };
    (long) => { i64 };
    (ulong) => { u64 };
    (byte) => { u8 };
    (double) => { f64 };
    (some_double) => { *const f64 };
    (some_long) => { *const i64 };
    (kind) => { i32 };
    (bits) => { i64 };
    (dims) => { *const i64 };
    (axes) => { *const i64 };
    (sizes) => { *mut i64 };
    (n) => { u64 };
    (data) => { *const c_void };
    (text) => { *const c_char };
    (names) => { *const *const c_char };
    (path) => { *const c_char };
    (config) => { *const c_char };
    (buffer) => { *mut c_char };
}

macro_rules! calls {
    ($($name:ident($($kind:ident),*);)*) => {
        unsafe extern "C" {
            $(fn $name($(_: c_type!($kind)),*) -> Status;)*
        }

        /// Every function of the C ABI that a program can call.
        pub const NAMES: &[&str] = &[$(stringify!($name)),*];

        const CALLS: &[fn(&mut Arguments<'_, '_>) -> i32] = &[
            $(|_arguments| {
                // SAFETY: each pointer is NULL, or points to as much as the length after it says.
                unsafe { $name($(_arguments.$kind()),*) }.code()
            }),*
        ];
    };
}

calls! {
    tenure_version(buffer, n, out);
    tenure_last_error_message(buffer, n, out);
    tenure_random_seed(ulong);
    tenure_init_calculate_gain(int, double, info);
    tenure_handles_release(handles, n, out);
    tenure_memory_stats(device, info);
    tenure_memory_devices(buffer, n, out);
    tenure_memory_trim(device);
    tenure_memory_reset_peak(device);
    tenure_memory_pressure(info);
    tenure_device_cuda_count(out);
    tenure_device_reason(device, buffer, n, out);
    tenure_device_name(device, buffer, n, out);
    tenure_device_properties(device, info);
    tenure_memory_relieving(device);
    tenure_memory_relieved(device);
    tenure_memory_set_unowned_threshold(device, ulong);
    tenure_scope_push(handle, out);
    tenure_scope_pop(handle, handles, n);
    tenure_scope_pop_one(handle, handle, out);
    tenure_scope_close(handle);
    tenure_scope_keep(handle);
    tenure_scope_attach(handle, handle);
    tenure_scope_detach(handle);
    tenure_scope_owner(handle, out);
    tenure_scope_stats(handle, info);
    tenure_scope_named_stats(text, info);
    tenure_scope_temp_attach(handle, handle);
    tenure_scope_ret(handle, handle);
    tenure_scope_close_all_but(handle, handles, n);
    tenure_scope_set_capped(handle, byte);
    tenure_scope_is_capped(handle, info);
    tenure_scope_set_limit(handle, ulong);
    tenure_scope_measure(handle);
    tenure_scope_members(handle, room, n, out);
    tenure_scope_dump(handle, int, buffer, n, out);
    tenure_scope_growing(int, buffer, n, out);
    tenure_scope_push_outside(handle, out);
    tenure_workspace_create(handle, text, ulong, config, out);
    tenure_workspace_get(text, ulong, config, out);
    tenure_workspace_find(text, ulong, out);
    tenure_workspace_enter(handle, handle, out, out);
    tenure_workspace_leave(handle, handles, n);
    tenure_workspace_toggle(handle, byte);
    tenure_workspace_initialize(handle);
    tenure_workspace_destroy(handle);
    tenure_workspace_stats(handle, info);
    tenure_workspace_cycle(handle, out, out);
    tenure_workspace_history(handle, info, n, out);
    tenure_workspace_report(handle, byte, buffer, n, out);
    tenure_workspace_misuses(buffer, n, out);
    tenure_workspace_config(handle, buffer, n, out);
    tenure_workspace_config_check(config, buffer, n, out);
    tenure_handle_set_name(handle, text);
    tenure_handle_name(handle, buffer, n, out);
    tenure_handle_note(handle, text);
    tenure_handle_note_closed(handle, text);
    tenure_handle_live(room, n, out);
    tenure_handle_unshared_bytes(handle, info);
    tenure_handle_collect(handles, n, out);
    tenure_leak_set_level(int);
    tenure_leak_set_initial_level(int, info);
    tenure_leak_level(info);
    tenure_leak_report(int, handles, n, buffer, n, out);
    tenure_leak_forget();
    tenure_counter_start(handle, out);
    tenure_counter_read(handle, info);
    tenure_counter_dispose(handle);
    tenure_tensor_workspace(handle, out, out);
    tenure_tensor_leverage(handle, handle, out);
    tenure_tensor_zeros(handle, device, dtype, dims, n, out);
    tenure_tensor_empty(handle, device, dtype, dims, n, out);
    tenure_tensor_ones(handle, device, dtype, dims, n, out);
    tenure_tensor_full(handle, device, dtype, kind, bits, dims, n, out);
    tenure_tensor_rand(handle, device, dtype, dims, n, out);
    tenure_tensor_randn(handle, device, dtype, dims, n, out);
    tenure_tensor_arange(handle, device, dtype, kind, bits, kind, bits, kind, bits, out);
    tenure_tensor_from_data(handle, device, dtype, data, n, dims, n, out);
    tenure_tensor_from_data_as(handle, device, dtype, dtype, data, n, dims, n, out);
    tenure_tensor_alias(handle, handle, out);
    tenure_tensor_share(handle, out);
    tenure_tensor_dispose(handle);
    tenure_tensor_use_count(handle, info);
    tenure_tensor_dtype(handle, info);
    tenure_tensor_device(handle, info);
    tenure_tensor_rank(handle, info);
    tenure_tensor_size(handle, info);
    tenure_tensor_nbytes(handle, info);
    tenure_tensor_item(handle, info);
    tenure_tensor_is_contiguous(handle, info);
    tenure_tensor_is_read_only(handle, info);
    tenure_tensor_shape(handle, sizes, n, info);
    tenure_tensor_strides(handle, sizes, n, info);
    tenure_tensor_to_string(handle, buffer, n, out);
    tenure_tensor_copy_to(handle, buffer, n);
    tenure_tensor_copy_from(handle, data, n);
    tenure_tensor_copy_to_as(handle, dtype, buffer, n);
    tenure_tensor_copy_from_as(handle, dtype, data, n);
    tenure_tensor_copy_to_rows(handle, dtype, buffer, n, long, long);
    tenure_tensor_copy_from_rows(handle, dtype, data, n, long, long);
    tenure_tensor_data(handle, info, info);
    tenure_tensor_reshape(handle, handle, dims, n, out);
    tenure_tensor_permute(handle, handle, axes, n, out);
    tenure_tensor_transpose(handle, handle, long, long, out);
    tenure_tensor_slice(handle, handle, long, long, long, long, out);
    tenure_tensor_select(handle, handle, long, long, out);
    tenure_tensor_squeeze(handle, handle, long, out);
    tenure_tensor_squeeze_all_axes(handle, handle, out);
    tenure_tensor_unsqueeze(handle, handle, long, out);
    tenure_tensor_expand(handle, handle, axes, n, out);
    tenure_tensor_contiguous(handle, handle, out);
    tenure_tensor_copy(handle, handle, out);
    tenure_tensor_cast(handle, handle, dtype, out);
    tenure_tensor_to_device(handle, handle, device, out);
    tenure_tensor_add(handle, handle, handle, out);
    tenure_tensor_add_scalar(handle, handle, kind, bits, out);
    tenure_tensor_sub(handle, handle, handle, out);
    tenure_tensor_sub_scalar(handle, handle, kind, bits, out);
    tenure_tensor_rsub_scalar(handle, handle, kind, bits, out);
    tenure_tensor_mul(handle, handle, handle, out);
    tenure_tensor_mul_scalar(handle, handle, kind, bits, out);
    tenure_tensor_div(handle, handle, handle, out);
    tenure_tensor_div_scalar(handle, handle, kind, bits, out);
    tenure_tensor_rdiv_scalar(handle, handle, kind, bits, out);
    tenure_tensor_pow(handle, handle, handle, out);
    tenure_tensor_pow_scalar(handle, handle, kind, bits, out);
    tenure_tensor_maximum(handle, handle, handle, out);
    tenure_tensor_maximum_scalar(handle, handle, kind, bits, out);
    tenure_tensor_minimum(handle, handle, handle, out);
    tenure_tensor_minimum_scalar(handle, handle, kind, bits, out);
    tenure_tensor_neg(handle, handle, out);
    tenure_tensor_exp(handle, handle, out);
    tenure_tensor_log(handle, handle, out);
    tenure_tensor_sqrt(handle, handle, out);
    tenure_tensor_abs(handle, handle, out);
    tenure_tensor_relu(handle, handle, out);
    tenure_tensor_sigmoid(handle, handle, out);
    tenure_tensor_softplus(handle, handle, out);
    tenure_tensor_gelu(handle, handle, out);
    tenure_tensor_gelu_tanh(handle, handle, out);
    tenure_tensor_tanh(handle, handle, out);
    tenure_tensor_eq(handle, handle, handle, out);
    tenure_tensor_eq_scalar(handle, handle, kind, bits, out);
    tenure_tensor_ne(handle, handle, handle, out);
    tenure_tensor_ne_scalar(handle, handle, kind, bits, out);
    tenure_tensor_lt(handle, handle, handle, out);
    tenure_tensor_lt_scalar(handle, handle, kind, bits, out);
    tenure_tensor_le(handle, handle, handle, out);
    tenure_tensor_le_scalar(handle, handle, kind, bits, out);
    tenure_tensor_gt(handle, handle, handle, out);
    tenure_tensor_gt_scalar(handle, handle, kind, bits, out);
    tenure_tensor_ge(handle, handle, handle, out);
    tenure_tensor_ge_scalar(handle, handle, kind, bits, out);
    tenure_tensor_sum(handle, handle, axes, n, byte, out);
    tenure_tensor_mean(handle, handle, axes, n, byte, out);
    tenure_tensor_max(handle, handle, axes, n, byte, out);
    tenure_tensor_min(handle, handle, axes, n, byte, out);
    tenure_tensor_argmax(handle, handle, axes, n, byte, out);
    tenure_tensor_where(handle, handle, handle, handle, out);
    tenure_tensor_matmul(handle, handle, handle, out);
    tenure_tensor_softmax(handle, handle, long, out);
    tenure_tensor_log_softmax(handle, handle, long, out);
    tenure_tensor_cross_entropy(handle, handle, handle, out);
    tenure_tensor_nll_loss(handle, handle, handle, out);
    tenure_tensor_concat(handle, handles, n, long, out);
    tenure_tensor_stack(handle, handles, n, long, out);
    tenure_tensor_index_select(handle, handle, long, handle, out);
    tenure_tensor_one_hot(handle, handle, long, out);
    tenure_tensor_add_in_place(handle, handle);
    tenure_tensor_add_scalar_in_place(handle, kind, bits);
    tenure_tensor_sub_in_place(handle, handle);
    tenure_tensor_sub_scalar_in_place(handle, kind, bits);
    tenure_tensor_mul_in_place(handle, handle);
    tenure_tensor_mul_scalar_in_place(handle, kind, bits);
    tenure_tensor_div_in_place(handle, handle);
    tenure_tensor_div_scalar_in_place(handle, kind, bits);
    tenure_tensor_fill(handle, kind, bits);
    tenure_tensor_zero(handle);
    tenure_tape_open(handle, out);
    tenure_tape_watch(handle, handle, handle, out);
    tenure_tape_backward(handle, handle, handle, handles, n, grads);
    tenure_tape_dispose(handle);
    tenure_no_grad_open(handle, out);
    tenure_no_grad_dispose(handle);
    tenure_optimizer_sgd(handle, handles, n, double, double, double, double, byte, byte, out);
    tenure_optimizer_adam(handle, handles, n, double, double, double, double, double, byte, byte, out);
    tenure_optimizer_adam_w(handle, handles, n, double, double, double, double, double, byte, byte, out);
    tenure_optimizer_n_adam(handle, handles, n, double, double, double, double, double, double, byte, byte, out);
    tenure_optimizer_r_adam(handle, handles, n, double, double, double, double, double, byte, byte, out);
    tenure_optimizer_rms_prop(handle, handles, n, double, double, double, double, double, byte, byte, out);
    tenure_optimizer_adagrad(handle, handles, n, double, double, double, double, double, byte, out);
    tenure_optimizer_adadelta(handle, handles, n, double, double, double, double, byte, out);
    tenure_optimizer_adamax(handle, handles, n, double, double, double, double, double, byte, out);
    tenure_optimizer_lbfgs(handle, handles, n, double, long, long, double, double, long, byte, out);
    tenure_optimizer_step(handle, handles, n);
    tenure_optimizer_step_loss(handle, double, handles, n, info);
    tenure_optimizer_cancel_step(handle);
    tenure_optimizer_set_master_weights(handle, byte);
    tenure_optimizer_step_leaves(handle);
    tenure_optimizer_zero_gradients(handle);
    tenure_optimizer_add_param_group(handle, handles, n, double, double);
    tenure_optimizer_clip_grad_norm(handles, n, double, double, byte, info);
    tenure_optimizer_clip_grad_value(handles, n, double);
    tenure_optimizer_param_groups(handle, info);
    tenure_optimizer_setting(handle, long, text, info);
    tenure_optimizer_set_setting(handle, long, text, double);
    tenure_optimizer_set_learning_rate(handle, double);
    tenure_optimizer_state_dict(handle, buffer, n, out);
    tenure_optimizer_state_tensor(handle, handle, text, out);
    tenure_optimizer_save(handle, path);
    tenure_optimizer_load(handle, path);
    tenure_optimizer_dispose(handle);
    tenure_scheduler_step_lr(handle, handle, long, double, out);
    tenure_scheduler_multi_step_lr(handle, handle, handle, double, out);
    tenure_scheduler_constant_lr(handle, handle, double, long, out);
    tenure_scheduler_linear_lr(handle, handle, double, double, long, out);
    tenure_scheduler_exponential_lr(handle, handle, double, out);
    tenure_scheduler_polynomial_lr(handle, handle, long, double, out);
    tenure_scheduler_swa_lr(handle, handle, double, long, byte, out);
    tenure_scheduler_cosine_annealing_lr(handle, handle, long, double, out);
    tenure_scheduler_cosine_annealing_warm_restarts(handle, handle, long, long, double, out);
    tenure_scheduler_one_cycle_lr(
        handle, handle, double, long, double, byte, byte, double, double, double, double, byte, out
    );
    tenure_scheduler_cyclic_lr(
        handle, handle, double, double, long, long, int, double, byte, double, double, out
    );
    tenure_scheduler_lambda_lr(handle, handle, handle, out);
    tenure_scheduler_reduce_lr_on_plateau(
        handle, handle, byte, double, long, double, byte, long, double, double, out
    );
    tenure_scheduler_then(handle, handle, handle, long, out);
    tenure_scheduler_step(handle);
    tenure_scheduler_step_metric(handle, double);
    tenure_scheduler_last_epoch(handle, info);
    tenure_scheduler_state_dict(handle, buffer, n, out);
    tenure_scheduler_load_state_dict(handle, text);
    tenure_scheduler_dispose(handle);
    tenure_data_loader_new(handle, handles, n, long, byte, long, byte, out);
    tenure_data_loader_next(handle, handle, made, n, info);
    tenure_data_loader_width(handle, info);
    tenure_data_loader_batches(handle, info);
    tenure_data_loader_epoch(handle, info);
    tenure_data_loader_batch(handle, info);
    tenure_data_loader_seek(handle, long, long);
    tenure_data_loader_dispose(handle);
    tenure_trainer_new(handle, handle, handle, int, out);
    tenure_trainer_set_loss_setting(handle, text, double);
    tenure_trainer_set_loss_weight(handle, handle);
    tenure_trainer_set_scheduler(handle, handle, byte);
    tenure_trainer_clip_grad_norm(handle, double, double);
    tenure_trainer_clip_grad_value(handle, double);
    tenure_trainer_accumulate(handle, long);
    tenure_trainer_scale_loss(handle, double, double, double, long);
    tenure_trainer_loss_scale(handle, info);
    tenure_trainer_average(handle, handle, byte, long, byte);
    tenure_trainer_step(handle, handle, handle, info);
    tenure_trainer_evaluate(handle, handle, handle, info);
    tenure_trainer_validate(handle, handle, handle, info);
    tenure_trainer_predict(handle, handle, handle, out);
    tenure_trainer_add_metric(handle, handle);
    tenure_trainer_set_loader(handle, handle);
    tenure_trainer_check_loader(handle, handle);
    tenure_trainer_stop_early(handle, long, double);
    tenure_trainer_end_epoch(handle, info);
    tenure_trainer_checkpoint_to(handle, path, long);
    tenure_trainer_checkpoint_now(handle);
    tenure_trainer_set_stop_requested(handle, byte);
    tenure_trainer_is_stop_requested(handle, info);
    tenure_trainer_steps(handle, info);
    tenure_trainer_updates(handle, info);
    tenure_trainer_epoch(handle, info);
    tenure_trainer_best(handle, info);
    tenure_trainer_grad_norm(handle, info);
    tenure_trainer_progress(handle, long, buffer, n, out);
    tenure_trainer_history(handle, buffer, n, out);
    tenure_trainer_history_svg(handle, buffer, n, out);
    tenure_trainer_save_history(handle, path);
    tenure_trainer_save(handle, path);
    tenure_trainer_load(handle, path);
    tenure_trainer_dispose(handle);
    tenure_metric_accuracy(handle, double, out);
    tenure_metric_top_k(handle, long, out);
    tenure_metric_precision(handle, int, double, out);
    tenure_metric_recall(handle, int, double, out);
    tenure_metric_f1(handle, int, double, out);
    tenure_metric_roc_auc(handle, out);
    tenure_metric_pr_auc(handle, out);
    tenure_metric_mae(handle, out);
    tenure_metric_rmse(handle, out);
    tenure_metric_r2(handle, out);
    tenure_metric_perplexity(handle, long, out);
    tenure_metric_update(handle, handle, handle);
    tenure_metric_value(handle, info);
    tenure_metric_confusion_matrix(handle, handle, out);
    tenure_metric_reset(handle);
    tenure_metric_kind(handle, buffer, n, out);
    tenure_metric_dispose(handle);
    tenure_npy_load(handle, path, out);
    tenure_npy_save(path, handle);
    tenure_safetensors_save(path, names, n, as_many);
    tenure_safetensors_names(path, buffer, n, out);
    tenure_safetensors_load(handle, path, text, out);
    tenure_tensor_item_i64(handle, info);
    tenure_onnx_model_load(handle, path, config, out);
    tenure_onnx_model_load_bytes(handle, data, n, config, out);
    tenure_onnx_model_run(handle, handle, text, handles, n, made, n, info);
    tenure_onnx_model_run_with_options(handle, handle, handle, text, handles, n, made, n, info);
    tenure_onnx_model_inputs(handle, buffer, n, out);
    tenure_onnx_model_outputs(handle, buffer, n, out);
    tenure_onnx_model_metadata(handle, buffer, n, out);
    tenure_onnx_model_end_profiling(handle, buffer, n, out);
    tenure_onnx_model_warm_up(handle, handle, config);
    tenure_log_records(ulong, buffer, n, out);
    tenure_log_word(out);
    tenure_onnx_model_dispose(handle);
    tenure_batcher_of_onnx_model(handle, handle, long, long, long, long, long, out);
    tenure_batcher_of_module(handle, handle, long, long, long, long, long, out);
    tenure_batcher_run(handle, handle, text, handles, n, made, n, info);
    tenure_batcher_stats(handle, info);
    tenure_batcher_dispose(handle);
    tenure_onnx_run_options_create(handle, config, out);
    tenure_onnx_run_options_cancel(handle);
    tenure_onnx_run_options_is_cancelled(handle, out);
    tenure_onnx_run_options_dispose(handle);
    tenure_onnx_model_run_values(handle, handle, text, handles, n, made, n, info);
    tenure_onnx_model_run_values_with_options(handle, handle, handle, text, handles, n, made, n, info);
    tenure_onnx_value_of_tensor(handle, handle, out);
    tenure_onnx_value_of_strings(handle, handle, handle, dims, n, out);
    tenure_onnx_value_of_raw_data(handle, text, handle, dims, n, out);
    tenure_onnx_value_of_sequence(handle, handles, n, out);
    tenure_onnx_value_of_map(handle, handle, handle, out);
    tenure_onnx_value_absent(handle, out);
    tenure_onnx_value_info(handle, buffer, n, out);
    tenure_onnx_value_size(handle, info);
    tenure_onnx_value_tensor(handle, handle, out);
    tenure_onnx_value_strings(handle, handle, out, out);
    tenure_onnx_value_raw_data(handle, handle, out);
    tenure_onnx_value_get(handle, handle, long, out);
    tenure_onnx_value_keys(handle, handle, out);
    tenure_onnx_value_values(handle, handle, out);
    tenure_onnx_value_starts(handle, handle, out);
    tenure_onnx_value_dispose(handle);
    tenure_tensor_data_const(handle, info, info);
    tenure_safetensors_load_many(handle, path, names, n, grads);
    tenure_scope_check_owns(handle, handle);
    tenure_scope_push_since(handle, ulong, byte, out);
    tenure_scope_is_open(handle, ulong, info);
    tenure_scope_ended();
    tenure_scope_endings(info);
    tenure_workspace_misuse_rows(buffer, n, out);
    tenure_workspace_config_row(config, buffer, n, out);
    tenure_memory_unowned_threshold(device, info);
    tenure_pressure_refused(int, ulong, out);
    tenure_pressure_high(int, ulong, out);
    tenure_pressure_only_try(int, ulong, out);
    tenure_pressure_next(ulong, out);
    tenure_pressure_waits(ulong, info);
    tenure_pressure_over(ulong, byte, ulong);
    tenure_pressure_leave(ulong, out);
    tenure_tensor_export(handle, out);
    tenure_leak_begin(info);
    tenure_leak_since(ulong, int, buffer, n, out);
    tenure_leak_unreported(int, buffer, n, out);
    tenure_leak_set_reported(handles, n);
    tenure_leak_exported(int, buffer, n, out);
    tenure_leak_found_count(info);
    tenure_leak_found(ulong, ulong, int, buffer, n, out);
    tenure_tensor_split(handle, handle, axes, n, long, made, n, info);
    tenure_tensor_split_scalar(handle, handle, long, long, made, n, info);
    tenure_tensor_chunk(handle, handle, long, long, made, n, info);
    tenure_tensor_unbind(handle, handle, long, made, n, info);
    tenure_tensor_meshgrid(handle, handles, n, byte, made, n, info);
    tenure_tensor_linspace(handle, device, dtype, double, double, long, out);
    tenure_tensor_logspace(handle, device, dtype, double, double, long, double, out);
    tenure_tensor_eye(handle, device, dtype, long, long, out);
    tenure_tensor_randint(handle, device, dtype, long, long, dims, n, out);
    tenure_tensor_randperm(handle, device, dtype, long, out);
    tenure_tensor_normal(handle, device, dtype, double, double, dims, n, out);
    tenure_tensor_uniform(handle, device, dtype, double, double, dims, n, out);
    tenure_tensor_tril_indices(handle, device, dtype, long, long, long, out);
    tenure_tensor_triu_indices(handle, device, dtype, long, long, long, out);
    tenure_tensor_zeros_like(handle, handle, out);
    tenure_tensor_ones_like(handle, handle, out);
    tenure_tensor_empty_like(handle, handle, out);
    tenure_tensor_rand_like(handle, handle, out);
    tenure_tensor_randn_like(handle, handle, out);
    tenure_tensor_full_like(handle, handle, kind, bits, out);
    tenure_tensor_gather(handle, handle, long, handle, out);
    tenure_tensor_take(handle, handle, handle, out);
    tenure_tensor_scatter(handle, handle, long, handle, handle, out);
    tenure_tensor_scatter_scalar(handle, handle, long, handle, kind, bits, out);
    tenure_tensor_scatter_add(handle, handle, long, handle, handle, out);
    tenure_tensor_index_add(handle, handle, long, handle, handle, kind, bits, out);
    tenure_tensor_index_copy(handle, handle, long, handle, handle, out);
    tenure_tensor_index_fill(handle, handle, long, handle, kind, bits, out);
    tenure_tensor_masked_select(handle, handle, handle, out);
    tenure_tensor_masked_fill(handle, handle, handle, kind, bits, out);
    tenure_tensor_masked_scatter(handle, handle, handle, handle, out);
    tenure_tensor_flip(handle, handle, axes, n, out);
    tenure_tensor_repeat(handle, handle, dims, n, out);
    tenure_tensor_tile(handle, handle, dims, n, out);
    tenure_tensor_tril(handle, handle, long, out);
    tenure_tensor_triu(handle, handle, long, out);
    tenure_tensor_diag(handle, handle, long, out);
    tenure_tensor_diag_embed(handle, handle, long, long, long, out);
    tenure_tensor_unique_values(handle, handle, out);
    tenure_tensor_nonzero(handle, handle, out);
    tenure_tensor_bincount(handle, handle, handle, long, out);
    tenure_tensor_histc(handle, handle, long, double, double, out);
    tenure_tensor_bernoulli(handle, handle, out);
    tenure_tensor_take_along_dim(handle, handle, handle, axes, n, out);
    tenure_tensor_index(handle, handle, handles, n, out);
    tenure_tensor_index_put(handle, handle, handles, n, handle, byte, out);
    tenure_tensor_scatter_in_place(handle, long, handle, handle);
    tenure_tensor_scatter_scalar_in_place(handle, long, handle, kind, bits);
    tenure_tensor_scatter_add_in_place(handle, long, handle, handle);
    tenure_tensor_index_add_in_place(handle, long, handle, handle, kind, bits);
    tenure_tensor_index_copy_in_place(handle, long, handle, handle);
    tenure_tensor_index_fill_in_place(handle, long, handle, kind, bits);
    tenure_tensor_index_put_in_place(handle, handles, n, handle, byte);
    tenure_tensor_masked_fill_in_place(handle, handle, kind, bits);
    tenure_tensor_masked_scatter_in_place(handle, handle, handle);
    tenure_tensor_repeat_interleave(handle, handle, long, axes, n, out);
    tenure_tensor_repeat_interleave_counts(handle, handle, handle, axes, n, out);
    tenure_tensor_argsort(handle, handle, long, byte, out);
    tenure_tensor_searchsorted(handle, handle, handle, byte, out);
    tenure_tensor_bucketize(handle, handle, handle, byte, out);
    tenure_tensor_multinomial(handle, handle, long, byte, out);
    tenure_tensor_sort(handle, handle, long, byte, out, out);
    tenure_tensor_topk(handle, handle, long, long, byte, out, out);
    tenure_tensor_kthvalue(handle, handle, long, long, byte, out, out);
    tenure_tensor_unique(handle, handle, out, out, out, out);
    tenure_tensor_unique_counts(handle, handle, out, out);
    tenure_tensor_unique_inverse(handle, handle, out, out);
    tenure_tensor_roll(handle, handle, axes, n, axes, n, out);
    tenure_tensor_scatter_reduce(handle, handle, long, handle, handle, int, byte, out);
    tenure_tensor_pad(handle, handle, axes, n, int, kind, bits, out);
    tenure_tensor_linear(handle, handle, handle, handle, out);
    tenure_tensor_embedding(handle, handle, handle, some_long, out);
    tenure_tensor_dropout(handle, handle, double, byte, out);
    tenure_tensor_normalize(handle, handle, double, long, double, out);
    tenure_tensor_pixel_shuffle(handle, handle, long, out);
    tenure_tensor_pixel_unshuffle(handle, handle, long, out);
    tenure_tensor_interpolate(handle, handle, axes, n, some_double, int, byte, out);
    tenure_tensor_scaled_dot_product_attention(handle, handle, handle, handle, handle, byte, some_double, out);
    tenure_tensor_conv1d(handle, handle, handle, handle, axes, n, axes, n, axes, n, long, out);
    tenure_tensor_conv2d(handle, handle, handle, handle, axes, n, axes, n, axes, n, long, out);
    tenure_tensor_conv3d(handle, handle, handle, handle, axes, n, axes, n, axes, n, long, out);
    tenure_tensor_conv_transpose1d(handle, handle, handle, handle, axes, n, axes, n, axes, n, long, axes, n, out);
    tenure_tensor_conv_transpose2d(handle, handle, handle, handle, axes, n, axes, n, axes, n, long, axes, n, out);
    tenure_tensor_conv_transpose3d(handle, handle, handle, handle, axes, n, axes, n, axes, n, long, axes, n, out);
    tenure_tensor_max_pool1d(handle, handle, axes, n, axes, n, axes, n, axes, n, byte, out);
    tenure_tensor_max_pool1d_with_indices(handle, handle, axes, n, axes, n, axes, n, axes, n, byte, out, out);
    tenure_tensor_max_pool2d(handle, handle, axes, n, axes, n, axes, n, axes, n, byte, out);
    tenure_tensor_max_pool2d_with_indices(handle, handle, axes, n, axes, n, axes, n, axes, n, byte, out, out);
    tenure_tensor_max_pool3d(handle, handle, axes, n, axes, n, axes, n, axes, n, byte, out);
    tenure_tensor_max_pool3d_with_indices(handle, handle, axes, n, axes, n, axes, n, axes, n, byte, out, out);
    tenure_tensor_avg_pool1d(handle, handle, axes, n, axes, n, axes, n, byte, byte, out);
    tenure_tensor_avg_pool2d(handle, handle, axes, n, axes, n, axes, n, byte, byte, some_long, out);
    tenure_tensor_avg_pool3d(handle, handle, axes, n, axes, n, axes, n, byte, byte, some_long, out);
    tenure_tensor_adaptive_max_pool1d(handle, handle, axes, n, out);
    tenure_tensor_adaptive_max_pool1d_with_indices(handle, handle, axes, n, out, out);
    tenure_tensor_adaptive_avg_pool1d(handle, handle, axes, n, out);
    tenure_tensor_adaptive_max_pool2d(handle, handle, axes, n, out);
    tenure_tensor_adaptive_max_pool2d_with_indices(handle, handle, axes, n, out, out);
    tenure_tensor_adaptive_avg_pool2d(handle, handle, axes, n, out);
    tenure_tensor_adaptive_max_pool3d(handle, handle, axes, n, out);
    tenure_tensor_adaptive_max_pool3d_with_indices(handle, handle, axes, n, out, out);
    tenure_tensor_adaptive_avg_pool3d(handle, handle, axes, n, out);
    tenure_tensor_layer_norm(handle, handle, axes, n, handle, handle, double, out);
    tenure_tensor_rms_norm(handle, handle, axes, n, handle, some_double, out);
    tenure_tensor_group_norm(handle, handle, long, handle, handle, double, out);
    tenure_tensor_batch_norm(handle, handle, handle, handle, handle, handle, byte, double, double, out);
    tenure_tensor_instance_norm(handle, handle, handle, handle, handle, handle, byte, double, double, out);
    tenure_tensor_lstm(handle, handle, handle, handle, handles, n, byte, long, byte, byte, double, byte, out, out, out);
    tenure_tensor_gru(handle, handle, handle, handles, n, byte, long, byte, byte, double, byte, out, out);
    tenure_tensor_lstm_cell(handle, handle, handle, handle, handle, handle, handle, handle, out, out);
    tenure_tensor_gru_cell(handle, handle, handle, handle, handle, handle, handle, out);
    tenure_tensor_mse_loss(handle, handle, handle, int, out);
    tenure_tensor_l1_loss(handle, handle, handle, int, out);
    tenure_tensor_smooth_l1_loss(handle, handle, handle, int, double, out);
    tenure_tensor_huber_loss(handle, handle, handle, int, double, out);
    tenure_tensor_binary_cross_entropy(handle, handle, handle, handle, int, out);
    tenure_tensor_binary_cross_entropy_with_logits(handle, handle, handle, handle, int, handle, out);
    tenure_tensor_kl_div(handle, handle, handle, int, byte, out);
    tenure_tensor_cross_entropy_options(handle, handle, handle, handle, long, int, double, out);
    tenure_tensor_nll_loss_options(handle, handle, handle, handle, long, int, out);
    tenure_tensor_cosine_similarity(handle, handle, handle, long, double, out);
    tenure_tensor_cosine_embedding_loss(handle, handle, handle, handle, double, int, out);
    tenure_tensor_narrow(handle, handle, long, long, long, out);
    tenure_tensor_movedim(handle, handle, axes, n, axes, n, out);
    tenure_tensor_flatten(handle, handle, long, long, out);
    tenure_tensor_unflatten(handle, handle, long, axes, n, out);
    tenure_tensor_diagonal(handle, handle, long, long, long, out);
    tenure_tensor_unfold(handle, handle, long, long, long, out);
    tenure_tensor_broadcast_to(handle, handle, dims, n, out);
    tenure_tensor_swapaxes(handle, handle, long, long, out);
    tenure_tensor_logical_and(handle, handle, handle, out);
    tenure_tensor_logical_or(handle, handle, handle, out);
    tenure_tensor_logical_xor(handle, handle, handle, out);
    tenure_tensor_logical_not(handle, handle, out);
    tenure_tensor_isnan(handle, handle, out);
    tenure_tensor_isinf(handle, handle, out);
    tenure_tensor_isfinite(handle, handle, out);
    tenure_tensor_bitwise_and(handle, handle, handle, out);
    tenure_tensor_bitwise_or(handle, handle, handle, out);
    tenure_tensor_bitwise_xor(handle, handle, handle, out);
    tenure_tensor_bitwise_not(handle, handle, out);
    tenure_tensor_bitwise_left_shift(handle, handle, handle, out);
    tenure_tensor_bitwise_right_shift(handle, handle, handle, out);
    tenure_tensor_erf(handle, handle, out);
    tenure_tensor_erfc(handle, handle, out);
    tenure_tensor_exp2(handle, handle, out);
    tenure_tensor_expm1(handle, handle, out);
    tenure_tensor_log2(handle, handle, out);
    tenure_tensor_log10(handle, handle, out);
    tenure_tensor_log1p(handle, handle, out);
    tenure_tensor_rsqrt(handle, handle, out);
    tenure_tensor_reciprocal(handle, handle, out);
    tenure_tensor_square(handle, handle, out);
    tenure_tensor_sin(handle, handle, out);
    tenure_tensor_cos(handle, handle, out);
    tenure_tensor_tan(handle, handle, out);
    tenure_tensor_asin(handle, handle, out);
    tenure_tensor_acos(handle, handle, out);
    tenure_tensor_atan(handle, handle, out);
    tenure_tensor_sinh(handle, handle, out);
    tenure_tensor_cosh(handle, handle, out);
    tenure_tensor_asinh(handle, handle, out);
    tenure_tensor_acosh(handle, handle, out);
    tenure_tensor_atanh(handle, handle, out);
    tenure_tensor_lgamma(handle, handle, out);
    tenure_tensor_digamma(handle, handle, out);
    tenure_tensor_logit(handle, handle, out);
    tenure_tensor_logit_eps(handle, handle, double, out);
    tenure_tensor_frac(handle, handle, out);
    tenure_tensor_floor(handle, handle, out);
    tenure_tensor_ceil(handle, handle, out);
    tenure_tensor_round(handle, handle, out);
    tenure_tensor_trunc(handle, handle, out);
    tenure_tensor_sign(handle, handle, out);
    tenure_tensor_round_decimals(handle, handle, long, out);
    tenure_tensor_nan_to_num(handle, handle, out);
    tenure_tensor_nan_to_num_values(handle, handle, double, double, double, out);
    tenure_tensor_clamp_scalar(handle, handle, kind, bits, kind, bits, out);
    tenure_tensor_clamp(handle, handle, handle, handle, out);
    tenure_tensor_floor_divide(handle, handle, handle, out);
    tenure_tensor_floor_divide_scalar(handle, handle, kind, bits, out);
    tenure_tensor_remainder(handle, handle, handle, out);
    tenure_tensor_remainder_scalar(handle, handle, kind, bits, out);
    tenure_tensor_fmod(handle, handle, handle, out);
    tenure_tensor_fmod_scalar(handle, handle, kind, bits, out);
    tenure_tensor_atan2(handle, handle, handle, out);
    tenure_tensor_hypot(handle, handle, handle, out);
    tenure_tensor_copysign(handle, handle, handle, out);
    tenure_tensor_copysign_scalar(handle, handle, kind, bits, out);
    tenure_tensor_logaddexp(handle, handle, handle, out);
    tenure_tensor_xlogy(handle, handle, handle, out);
    tenure_tensor_xlogy_scalar(handle, handle, kind, bits, out);
    tenure_tensor_lerp(handle, handle, handle, handle, out);
    tenure_tensor_lerp_scalar(handle, handle, handle, kind, bits, out);
    tenure_tensor_addcmul(handle, handle, handle, handle, kind, bits, out);
    tenure_tensor_addcdiv(handle, handle, handle, handle, kind, bits, out);
    tenure_tensor_isclose(handle, handle, handle, double, double, byte, out);
    tenure_tensor_allclose(handle, handle, double, double, byte, info);
    tenure_tensor_equal(handle, handle, info);
    tenure_tensor_silu(handle, handle, out);
    tenure_tensor_mish(handle, handle, out);
    tenure_tensor_selu(handle, handle, out);
    tenure_tensor_softsign(handle, handle, out);
    tenure_tensor_hardsigmoid(handle, handle, out);
    tenure_tensor_hardswish(handle, handle, out);
    tenure_tensor_log_sigmoid(handle, handle, out);
    tenure_tensor_relu6(handle, handle, out);
    tenure_tensor_leaky_relu(handle, handle, double, out);
    tenure_tensor_elu(handle, handle, double, out);
    tenure_tensor_celu(handle, handle, double, out);
    tenure_tensor_hardtanh(handle, handle, double, double, out);
    tenure_tensor_neg_in_place(handle);
    tenure_tensor_exp_in_place(handle);
    tenure_tensor_log_in_place(handle);
    tenure_tensor_sqrt_in_place(handle);
    tenure_tensor_abs_in_place(handle);
    tenure_tensor_relu_in_place(handle);
    tenure_tensor_sigmoid_in_place(handle);
    tenure_tensor_tanh_in_place(handle);
    tenure_tensor_softplus_in_place(handle);
    tenure_tensor_erf_in_place(handle);
    tenure_tensor_erfc_in_place(handle);
    tenure_tensor_gelu_in_place(handle);
    tenure_tensor_gelu_tanh_in_place(handle);
    tenure_tensor_exp2_in_place(handle);
    tenure_tensor_expm1_in_place(handle);
    tenure_tensor_log2_in_place(handle);
    tenure_tensor_log10_in_place(handle);
    tenure_tensor_log1p_in_place(handle);
    tenure_tensor_rsqrt_in_place(handle);
    tenure_tensor_reciprocal_in_place(handle);
    tenure_tensor_sin_in_place(handle);
    tenure_tensor_cos_in_place(handle);
    tenure_tensor_tan_in_place(handle);
    tenure_tensor_asin_in_place(handle);
    tenure_tensor_acos_in_place(handle);
    tenure_tensor_atan_in_place(handle);
    tenure_tensor_sinh_in_place(handle);
    tenure_tensor_cosh_in_place(handle);
    tenure_tensor_asinh_in_place(handle);
    tenure_tensor_acosh_in_place(handle);
    tenure_tensor_atanh_in_place(handle);
    tenure_tensor_lgamma_in_place(handle);
    tenure_tensor_digamma_in_place(handle);
    tenure_tensor_frac_in_place(handle);
    tenure_tensor_floor_in_place(handle);
    tenure_tensor_ceil_in_place(handle);
    tenure_tensor_round_in_place(handle);
    tenure_tensor_trunc_in_place(handle);
    tenure_tensor_sign_in_place(handle);
    tenure_tensor_square_in_place(handle);
    tenure_tensor_pow_in_place(handle, handle);
    tenure_tensor_pow_scalar_in_place(handle, kind, bits);
    tenure_tensor_logit_in_place(handle);
    tenure_tensor_logit_eps_in_place(handle, double);
    tenure_tensor_round_decimals_in_place(handle, long);
    tenure_tensor_nan_to_num_in_place(handle);
    tenure_tensor_nan_to_num_values_in_place(handle, double, double, double);
    tenure_tensor_clamp_scalar_in_place(handle, kind, bits, kind, bits);
    tenure_tensor_clamp_in_place(handle, handle, handle);
    tenure_tensor_floor_divide_in_place(handle, handle);
    tenure_tensor_floor_divide_scalar_in_place(handle, kind, bits);
    tenure_tensor_remainder_in_place(handle, handle);
    tenure_tensor_remainder_scalar_in_place(handle, kind, bits);
    tenure_tensor_fmod_in_place(handle, handle);
    tenure_tensor_fmod_scalar_in_place(handle, kind, bits);
    tenure_tensor_atan2_in_place(handle, handle);
    tenure_tensor_hypot_in_place(handle, handle);
    tenure_tensor_copysign_in_place(handle, handle);
    tenure_tensor_copysign_scalar_in_place(handle, kind, bits);
    tenure_tensor_xlogy_in_place(handle, handle);
    tenure_tensor_xlogy_scalar_in_place(handle, kind, bits);
    tenure_tensor_lerp_in_place(handle, handle, handle);
    tenure_tensor_lerp_scalar_in_place(handle, handle, kind, bits);
    tenure_tensor_addcmul_in_place(handle, handle, handle, kind, bits);
    tenure_tensor_addcdiv_in_place(handle, handle, handle, kind, bits);
    tenure_tensor_logical_and_in_place(handle, handle);
    tenure_tensor_logical_or_in_place(handle, handle);
    tenure_tensor_logical_xor_in_place(handle, handle);
    tenure_tensor_logical_not_in_place(handle);
    tenure_tensor_bitwise_and_in_place(handle, handle);
    tenure_tensor_bitwise_or_in_place(handle, handle);
    tenure_tensor_bitwise_xor_in_place(handle, handle);
    tenure_tensor_bitwise_left_shift_in_place(handle, handle);
    tenure_tensor_bitwise_right_shift_in_place(handle, handle);
    tenure_tensor_bitwise_not_in_place(handle);
    tenure_tensor_silu_in_place(handle);
    tenure_tensor_mish_in_place(handle);
    tenure_tensor_selu_in_place(handle);
    tenure_tensor_softsign_in_place(handle);
    tenure_tensor_hardsigmoid_in_place(handle);
    tenure_tensor_hardswish_in_place(handle);
    tenure_tensor_log_sigmoid_in_place(handle);
    tenure_tensor_relu6_in_place(handle);
    tenure_tensor_leaky_relu_in_place(handle, double);
    tenure_tensor_elu_in_place(handle, double);
    tenure_tensor_celu_in_place(handle, double);
    tenure_tensor_hardtanh_in_place(handle, double, double);
    tenure_tensor_prod(handle, handle, axes, n, byte, out);
    tenure_tensor_amax(handle, handle, axes, n, byte, out);
    tenure_tensor_amin(handle, handle, axes, n, byte, out);
    tenure_tensor_argmin(handle, handle, axes, n, byte, out);
    tenure_tensor_all(handle, handle, axes, n, byte, out);
    tenure_tensor_any(handle, handle, axes, n, byte, out);
    tenure_tensor_count_nonzero(handle, handle, axes, n, byte, out);
    tenure_tensor_logsumexp(handle, handle, axes, n, byte, out);
    tenure_tensor_var(handle, handle, axes, n, double, byte, out);
    tenure_tensor_std(handle, handle, axes, n, double, byte, out);
    tenure_tensor_norm(handle, handle, double, axes, n, byte, out);
    tenure_tensor_cumsum(handle, handle, long, out);
    tenure_tensor_cumprod(handle, handle, long, out);
    tenure_tensor_cummax(handle, handle, long, out);
    tenure_tensor_cummin(handle, handle, long, out);
    tenure_tensor_diff(handle, handle, long, long, out);
    tenure_tensor_median(handle, handle, long, byte, out, out);
    tenure_tensor_quantile(handle, handle, double, long, byte, out);
    tenure_tensor_dot(handle, handle, handle, out);
    tenure_tensor_vecdot(handle, handle, handle, long, out);
    tenure_tensor_outer(handle, handle, handle, out);
    tenure_tensor_bmm(handle, handle, handle, out);
    tenure_tensor_trace(handle, handle, long, out);
    tenure_tensor_cross(handle, handle, handle, long, out);
    tenure_tensor_kron(handle, handle, handle, out);
    tenure_tensor_tensordot(handle, handle, handle, long, out);
    tenure_tensor_tensordot_axes(handle, handle, handle, axes, n, axes, n, out);
    tenure_tensor_matrix_power(handle, handle, long, out);
    tenure_tensor_einsum(handle, text, handles, n, out);
    tenure_tensor_get(handle, handle, text, out);
    tenure_tensor_set(handle, text, handle);
    tenure_tensor_set_scalar(handle, text, kind, bits);
    tenure_scope_owns_for_good(handle, handle, info);
    tenure_tensor_logaddexp_in_place(handle, handle);
    tenure_tensor_linspace_endpoint(handle, device, dtype, double, double, long, byte, out);
    tenure_tensor_eye_diagonal(handle, device, dtype, long, long, long, out);
    tenure_tensor_matrix_transpose(handle, handle, out);
    tenure_tensor_squeeze_axes(handle, handle, axes, n, out);
    tenure_tensor_broadcast_tensors(handle, handles, n, made, n, info);
    tenure_tensor_atan2_scalar(handle, handle, kind, bits, out);
    tenure_tensor_hypot_scalar(handle, handle, kind, bits, out);
    tenure_tensor_logaddexp_scalar(handle, handle, kind, bits, out);
    tenure_tensor_nextafter(handle, handle, handle, out);
    tenure_tensor_positive(handle, handle, out);
    tenure_tensor_signbit(handle, handle, out);
    tenure_tensor_bitwise_and_scalar(handle, handle, long, out);
    tenure_tensor_bitwise_or_scalar(handle, handle, long, out);
    tenure_tensor_bitwise_xor_scalar(handle, handle, long, out);
    tenure_tensor_bitwise_left_shift_scalar(handle, handle, long, out);
    tenure_tensor_bitwise_right_shift_scalar(handle, handle, long, out);
    tenure_tensor_searchsorted_sorter(handle, handle, handle, byte, handle, out);
    tenure_tensor_cumulative_sum(handle, handle, long, byte, out);
    tenure_tensor_cumulative_prod(handle, handle, long, byte, out);
    tenure_tensor_diff_prepend_append(handle, handle, long, long, handle, handle, out);
    tenure_tensor_bitwise_and_scalar_in_place(handle, long);
    tenure_tensor_bitwise_or_scalar_in_place(handle, long);
    tenure_tensor_bitwise_xor_scalar_in_place(handle, long);
    tenure_tensor_bitwise_left_shift_scalar_in_place(handle, long);
    tenure_tensor_bitwise_right_shift_scalar_in_place(handle, long);
    tenure_tensor_atan2_scalar_in_place(handle, kind, bits);
    tenure_tensor_hypot_scalar_in_place(handle, kind, bits);
    tenure_tensor_logaddexp_scalar_in_place(handle, kind, bits);
    tenure_tensor_nextafter_in_place(handle, handle);
    tenure_tensor_randint_like(handle, handle, long, long, out);
    tenure_tensor_where_tensor_scalar(handle, handle, handle, kind, bits, out);
    tenure_tensor_det(handle, handle, out);
    tenure_tensor_slogdet(handle, handle, out, out);
    tenure_tensor_inv(handle, handle, out);
    tenure_tensor_pinv(handle, handle, some_double, out);
    tenure_tensor_solve(handle, handle, handle, out);
    tenure_tensor_solve_triangular(handle, handle, handle, byte, byte, byte, out);
    tenure_tensor_lstsq(handle, handle, handle, some_double, out, out, out, out);
    tenure_tensor_cholesky(handle, handle, byte, out);
    tenure_tensor_cholesky_solve(handle, handle, handle, byte, out);
    tenure_tensor_qr(handle, handle, byte, out, out);
    tenure_tensor_svd(handle, handle, byte, out, out, out);
    tenure_tensor_svdvals(handle, handle, out);
    tenure_tensor_eigh(handle, handle, byte, out, out);
    tenure_tensor_eigvalsh(handle, handle, byte, out);
    tenure_tensor_matrix_rank(handle, handle, some_double, out);
    tenure_tensor_matrix_norm(handle, handle, int, axes, n, byte, out);
    tenure_tensor_vector_norm(handle, handle, double, axes, n, byte, out);
    tenure_tensor_fft(handle, handle, some_long, long, int, out);
    tenure_tensor_ifft(handle, handle, some_long, long, int, out);
    tenure_tensor_rfft(handle, handle, some_long, long, int, out);
    tenure_tensor_irfft(handle, handle, some_long, long, int, out);
    tenure_tensor_hfft(handle, handle, some_long, long, int, out);
    tenure_tensor_ihfft(handle, handle, some_long, long, int, out);
    tenure_tensor_fft2(handle, handle, axes, n, int, out);
    tenure_tensor_ifft2(handle, handle, axes, n, int, out);
    tenure_tensor_rfft2(handle, handle, axes, n, int, out);
    tenure_tensor_irfft2(handle, handle, axes, n, int, out);
    tenure_tensor_fftn(handle, handle, axes, n, axes, n, int, out);
    tenure_tensor_ifftn(handle, handle, axes, n, axes, n, int, out);
    tenure_tensor_rfftn(handle, handle, axes, n, axes, n, int, out);
    tenure_tensor_irfftn(handle, handle, axes, n, axes, n, int, out);
    tenure_tensor_fftshift(handle, handle, axes, n, out);
    tenure_tensor_ifftshift(handle, handle, axes, n, out);
    tenure_tensor_fftfreq(handle, device, dtype, long, double, out);
    tenure_tensor_rfftfreq(handle, device, dtype, long, double, out);
    tenure_threads_count(info);
    tenure_threads_end_idle();
    tenure_scope_limit_threads(handle, long);
    tenure_scope_set_default_device(handle, device);
    tenure_scope_default_device(handle, info);
    tenure_tensor_to_string_format(handle, long, long, long, long, buffer, n, out);
    tenure_tensor_sum_dtype(handle, handle, dtype, axes, n, byte, out);
    tenure_tensor_prod_dtype(handle, handle, dtype, axes, n, byte, out);
    tenure_tensor_mean_dtype(handle, handle, dtype, axes, n, byte, out);
    tenure_tensor_cumsum_dtype(handle, handle, long, dtype, out);
    tenure_tensor_cumulative_sum_dtype(handle, handle, long, dtype, byte, out);
    tenure_tensor_cumprod_dtype(handle, handle, long, dtype, out);
    tenure_tensor_cumulative_prod_dtype(handle, handle, long, dtype, byte, out);
    tenure_tensor_trace_dtype(handle, handle, long, dtype, out);
    tenure_tensor_unique_axis(handle, handle, long, out, out, out, out);
    tenure_tensor_median_all_axes(handle, handle, out);
    tenure_tensor_quantile_all_axes(handle, handle, double, out);
    tenure_tensor_quantile_interpolation(handle, handle, handle, axes, n, byte, int, out);
    tenure_tensor_embedding_max_norm(handle, handle, handle, some_long, double, double, byte, out);
    tenure_dtype_finfo(dtype, info);
    tenure_dtype_iinfo(dtype, info);
    tenure_dtype_can_cast(dtype, dtype, info);
    tenure_dtype_result_type(dtype, dtype, info);
    tenure_dtype_isdtype(dtype, int, info);
    tenure_tensor_rpow_scalar(handle, handle, kind, bits, out);
    tenure_tensor_nextafter_scalar(handle, handle, kind, bits, out);
    tenure_tensor_logical_and_scalar(handle, handle, kind, bits, out);
    tenure_tensor_logical_or_scalar(handle, handle, kind, bits, out);
    tenure_tensor_logical_xor_scalar(handle, handle, kind, bits, out);
    tenure_tensor_reshape_copy(handle, handle, dims, n, int, out);
    tenure_tensor_cast_copy(handle, handle, dtype, int, out);
    tenure_tensor_where_scalar_tensor(handle, handle, kind, bits, handle, out);
    tenure_tensor_where_scalar_scalar(handle, handle, kind, bits, kind, bits, out);
    tenure_tensor_softmax_dtype(handle, handle, long, dtype, out);
    tenure_tensor_log_softmax_dtype(handle, handle, long, dtype, out);
    tenure_tensor_concat_flat(handle, handles, n, out);
    tenure_tensor_rfloordiv_scalar(handle, handle, kind, bits, out);
    tenure_tensor_rmod_scalar(handle, handle, kind, bits, out);
    tenure_tensor_nanmedian(handle, handle, long, byte, out, out);
    tenure_tensor_nanmedian_all_axes(handle, handle, out);
    tenure_tensor_nanquantile(handle, handle, double, long, byte, out);
    tenure_tensor_nanquantile_all_axes(handle, handle, double, out);
    tenure_tensor_nanquantile_interpolation(handle, handle, handle, axes, n, byte, int, out);
    tenure_tensor_norm_dtype(handle, handle, double, axes, n, byte, dtype, out);
    tenure_tensor_matrix_norm_dtype(handle, handle, int, axes, n, byte, dtype, out);
    tenure_tensor_vector_norm_dtype(handle, handle, double, axes, n, byte, dtype, out);
    tenure_tensor_nextafter_scalar_in_place(handle, kind, bits);
    tenure_tensor_maximum_in_place(handle, handle);
    tenure_tensor_minimum_in_place(handle, handle);
    tenure_tensor_maximum_scalar_in_place(handle, kind, bits);
    tenure_tensor_minimum_scalar_in_place(handle, kind, bits);
    tenure_tensor_rsub_scalar_in_place(handle, kind, bits);
    tenure_tensor_rdiv_scalar_in_place(handle, kind, bits);
    tenure_tensor_rpow_scalar_in_place(handle, kind, bits);
    tenure_tensor_rfloordiv_scalar_in_place(handle, kind, bits);
    tenure_tensor_rmod_scalar_in_place(handle, kind, bits);
    tenure_tensor_logical_and_scalar_in_place(handle, kind, bits);
    tenure_tensor_logical_or_scalar_in_place(handle, kind, bits);
    tenure_tensor_logical_xor_scalar_in_place(handle, kind, bits);
    tenure_tensor_zeros_like_dtype(handle, handle, dtype, out);
    tenure_tensor_ones_like_dtype(handle, handle, dtype, out);
    tenure_tensor_empty_like_dtype(handle, handle, dtype, out);
    tenure_tensor_full_like_dtype(handle, handle, kind, bits, dtype, out);
    tenure_tensor_ratan2_scalar(handle, handle, kind, bits, out);
    tenure_tensor_rcopysign_scalar(handle, handle, kind, bits, out);
    tenure_tensor_rnextafter_scalar(handle, handle, kind, bits, out);
    tenure_tensor_rlshift_scalar(handle, handle, long, out);
    tenure_tensor_rrshift_scalar(handle, handle, long, out);
    tenure_tensor_get_at(handle, handle, axes, n, out);
    tenure_tensor_set_at(handle, axes, n, handle);
    tenure_tensor_set_at_scalar(handle, axes, n, kind, bits);
    tenure_memory_set_decay(device, long);
    tenure_memory_decay(device, info);
    tenure_tensor_uniform_in_place(handle, double, double);
    tenure_tensor_normal_in_place(handle, double, double);
    tenure_tensor_trunc_normal_in_place(handle, double, double, double, double);
    tenure_tensor_xavier_uniform_in_place(handle, double);
    tenure_tensor_xavier_normal_in_place(handle, double);
    tenure_tensor_kaiming_uniform_in_place(handle, double, int, int);
    tenure_tensor_kaiming_normal_in_place(handle, double, int, int);
    tenure_tensor_orthogonal_in_place(handle, double);
    tenure_tensor_eye_in_place(handle);
    tenure_tensor_dirac_in_place(handle, long);
    tenure_tensor_view(handle, handle, dims, n, out);
    tenure_tensor_cat(handle, handles, n, long, out);
    tenure_tensor_hstack(handle, handles, n, out);
    tenure_tensor_vstack(handle, handles, n, out);
    tenure_tensor_clip_scalar(handle, handle, kind, bits, kind, bits, out);
    tenure_tensor_clip(handle, handle, handle, handle, out);
    tenure_tensor_cov(handle, handle, double, out);
    tenure_tensor_corrcoef(handle, handle, out);
    tenure_tensor_addmm(handle, handle, handle, handle, double, double, out);
    tenure_tensor_baddbmm(handle, handle, handle, handle, double, double, out);
    tenure_tensor_get_f64(handle, axes, n, info);
    tenure_tensor_get_i64(handle, axes, n, info);
    tenure_npy_load_as(handle, path, dtype, out);
    tenure_npz_save(path, text, handles, n, byte);
    tenure_npz_entries(path, buffer, n, out);
    tenure_npz_load(handle, path, text, out);
    tenure_npz_load_as(handle, path, text, dtype, out);
    tenure_npz_load_list(handle, path, text, dtype, made, n, info);
    tenure_pth_entries(path, buffer, n, out);
    tenure_pth_load(handle, path, text, out);
    tenure_pth_load_list(handle, path, text, dtype, made, n, info);
    tenure_idx_load(handle, path, out);
    tenure_image_load(handle, path, long, byte, byte, out);
    tenure_image_decode(handle, data, n, long, byte, byte, out);
    tenure_image_save(path, handle, byte);
    tenure_image_folder_classes(path, buffer, n, out);
    tenure_image_folder_files(path, buffer, n, out);
    tenure_table_read_csv(handle, path, byte, text, text, text, text, out);
    tenure_table_rows(handle, info);
    tenure_table_columns(handle, buffer, n, out);
    tenure_table_categories(handle, text, buffer, n, out);
    tenure_table_column(handle, handle, text, out);
    tenure_table_tensor(handle, handle, text, dtype, out);
    tenure_table_dispose(handle);
    tenure_safetensors_save_list(path, text, handles, n, text);
    tenure_safetensors_entries(path, buffer, n, out);
    tenure_safetensors_metadata(path, buffer, n, out);
    tenure_safetensors_load_as(handle, path, text, dtype, out);
    tenure_safetensors_load_list(handle, path, text, dtype, made, n, info);
    tenure_safetensors_map(handle, path, text, made, n, info);
    tenure_onnx_model_optional_inputs(handle, buffer, n, out);
    tenure_onnx_model_run_into(handle, text, handles, n, handles, n);
    tenure_tensor_add_into(handle, handle, handle);
    tenure_tensor_sub_into(handle, handle, handle);
    tenure_tensor_mul_into(handle, handle, handle);
    tenure_tensor_div_into(handle, handle, handle);
    tenure_tensor_maximum_into(handle, handle, handle);
    tenure_tensor_minimum_into(handle, handle, handle);
    tenure_tensor_neg_into(handle, handle);
    tenure_tensor_exp_into(handle, handle);
    tenure_tensor_log_into(handle, handle);
    tenure_tensor_sqrt_into(handle, handle);
    tenure_tensor_abs_into(handle, handle);
    tenure_tensor_relu_into(handle, handle);
    tenure_tensor_sigmoid_into(handle, handle);
    tenure_tensor_tanh_into(handle, handle);
    tenure_tensor_matmul_into(handle, handle, handle);
    tenure_log_set_level(int);
    tenure_log_set_initial_level(int, info);
    tenure_log_level(info);
    tenure_record_start(ulong, ulong, info);
    tenure_record_waiting(info);
    tenure_record_is_sampled(handle, info);
    tenure_record_site(handle, text);
    tenure_record_serve(ulong, text, info);
    tenure_record_address(ulong, buffer, n, out);
    tenure_record_stop_serving(ulong);
    tenure_record_stop(ulong);
    tenure_record_dropped(ulong, info);
    tenure_record_mark(text);
    tenure_record_snapshot(buffer, n, out);
    tenure_record_save(path);
    tenure_record_load(path, buffer, n, out);
    tenure_record_since(text, text, buffer, n, out);
    tenure_record_export(text, path, int);
    tenure_record_page(text, text, path);
    tenure_tensor_margin_ranking_loss(handle, handle, handle, handle, double, int, out);
    tenure_tensor_hinge_loss(handle, handle, handle, double, int, out);
    tenure_tensor_hinge_embedding_loss(handle, handle, handle, double, int, out);
    tenure_tensor_soft_margin_loss(handle, handle, handle, int, out);
    tenure_tensor_triplet_margin_loss(handle, handle, handle, handle, double, double, double, byte, int, out);
    tenure_tensor_multi_margin_loss(handle, handle, handle, long, double, handle, int, out);
    tenure_tensor_multilabel_margin_loss(handle, handle, handle, int, out);
    tenure_tensor_multilabel_soft_margin_loss(handle, handle, handle, handle, int, out);
    tenure_tensor_gaussian_nll_loss(handle, handle, handle, handle, byte, double, int, out);
    tenure_tensor_poisson_nll_loss(handle, handle, handle, byte, byte, double, int, out);
    tenure_tensor_quantile_loss(handle, handle, handle, double, int, out);
    tenure_tensor_masked_cross_entropy(handle, handle, handle, handle, handle, int, out);
    tenure_module_custom(handle, text, out);
    tenure_module_add(handle, text, handle);
    tenure_module_append(handle, handle, info);
    tenure_module_register_parameter(handle, text, handle);
    tenure_module_register_buffer(handle, text, handle, byte);
    tenure_module_forward(handle, handle, handle, out);
    tenure_module_forward_all(handle, handle, handles, n, made, n, info);
    tenure_module_averaged(handle, handle, some_double, byte, out);
    tenure_module_update_average(handle, handle);
    tenure_module_averaged_updates(handle, info);
    tenure_module_set_checkpointed(handle, byte);
    tenure_module_reset_statistics(handle);
    tenure_module_update_statistics(handle, handle);
    tenure_module_set_training(handle, byte);
    tenure_module_is_training(handle, info);
    tenure_module_kind(handle, buffer, n, out);
    tenure_module_path(handle, buffer, n, out);
    tenure_module_child_names(handle, buffer, n, out);
    tenure_module_children(handle, room, n, out);
    tenure_module_child(handle, path, out);
    tenure_module_parameter_names(handle, byte, buffer, n, out);
    tenure_module_parameters(handle, handle, byte, made, n, info);
    tenure_module_buffer_names(handle, buffer, n, out);
    tenure_module_buffers(handle, handle, made, n, info);
    tenure_module_state_names(handle, buffer, n, out);
    tenure_module_state(handle, handle, made, n, info);
    tenure_module_get(handle, handle, path, out);
    tenure_module_get_all(handle, handle, text, made, n, info);
    tenure_module_load_state(handle, text, handles, n, byte, byte, buffer, n, out);
    tenure_module_save(handle, path);
    tenure_module_load(handle, path, byte, byte, buffer, n, out);
    tenure_module_to_dtype(handle, dtype);
    tenure_module_set_frozen(handle, byte);
    tenure_module_parameter_count(handle, byte, info);
    tenure_module_summary(handle, dims, n, dtype, buffer, n, out);
    tenure_module_describe(handle, buffer, n, out);
    tenure_module_copy(handle, handle, out);
    tenure_module_tie(handle, path, text);
    tenure_module_watch(handle, handle, handle, made, n, info);
    tenure_module_dispose(handle);
    tenure_module_linear(handle, long, long, byte, out);
    tenure_module_bilinear(handle, long, long, long, byte, out);
    tenure_module_relu(handle, out);
    tenure_module_sigmoid(handle, out);
    tenure_module_tanh(handle, out);
    tenure_module_gelu(handle, byte, out);
    tenure_module_silu(handle, out);
    tenure_module_mish(handle, out);
    tenure_module_selu(handle, out);
    tenure_module_softsign(handle, out);
    tenure_module_hardsigmoid(handle, out);
    tenure_module_hardswish(handle, out);
    tenure_module_log_sigmoid(handle, out);
    tenure_module_relu6(handle, out);
    tenure_module_leaky_relu(handle, double, out);
    tenure_module_elu(handle, double, out);
    tenure_module_celu(handle, double, out);
    tenure_module_hardtanh(handle, double, double, out);
    tenure_module_softplus(handle, double, double, out);
    tenure_module_tanhshrink(handle, out);
    tenure_module_hardshrink(handle, double, out);
    tenure_module_softshrink(handle, double, out);
    tenure_module_threshold(handle, double, double, out);
    tenure_module_glu(handle, long, out);
    tenure_module_prelu(handle, long, double, out);
    tenure_module_rrelu(handle, double, double, out);
    tenure_module_softmax(handle, long, out);
    tenure_module_log_softmax(handle, long, out);
    tenure_module_softmin(handle, long, out);
    tenure_module_dropout(handle, double, out);
    tenure_module_dropout1d(handle, double, out);
    tenure_module_dropout2d(handle, double, out);
    tenure_module_dropout3d(handle, double, out);
    tenure_module_conv1d(handle, long, long, axes, n, axes, n, axes, n, axes, n, long, byte, int, out);
    tenure_module_conv2d(handle, long, long, axes, n, axes, n, axes, n, axes, n, long, byte, int, out);
    tenure_module_conv3d(handle, long, long, axes, n, axes, n, axes, n, axes, n, long, byte, int, out);
    tenure_module_conv_transpose1d(handle, long, long, axes, n, axes, n, axes, n, axes, n, long, byte, axes, n, out);
    tenure_module_conv_transpose2d(handle, long, long, axes, n, axes, n, axes, n, axes, n, long, byte, axes, n, out);
    tenure_module_conv_transpose3d(handle, long, long, axes, n, axes, n, axes, n, axes, n, long, byte, axes, n, out);
    tenure_module_max_pool1d(handle, axes, n, axes, n, axes, n, axes, n, byte, out);
    tenure_module_max_pool2d(handle, axes, n, axes, n, axes, n, axes, n, byte, out);
    tenure_module_max_pool3d(handle, axes, n, axes, n, axes, n, axes, n, byte, out);
    tenure_module_avg_pool1d(handle, axes, n, axes, n, axes, n, byte, byte, out);
    tenure_module_avg_pool2d(handle, axes, n, axes, n, axes, n, byte, byte, out);
    tenure_module_avg_pool3d(handle, axes, n, axes, n, axes, n, byte, byte, out);
    tenure_module_adaptive_max_pool1d(handle, axes, n, out);
    tenure_module_adaptive_avg_pool1d(handle, axes, n, out);
    tenure_module_adaptive_max_pool2d(handle, axes, n, out);
    tenure_module_adaptive_avg_pool2d(handle, axes, n, out);
    tenure_module_adaptive_max_pool3d(handle, axes, n, out);
    tenure_module_adaptive_avg_pool3d(handle, axes, n, out);
    tenure_module_batch_norm1d(handle, long, double, some_double, byte, byte, out);
    tenure_module_batch_norm2d(handle, long, double, some_double, byte, byte, out);
    tenure_module_batch_norm3d(handle, long, double, some_double, byte, byte, out);
    tenure_module_instance_norm1d(handle, long, double, some_double, byte, byte, out);
    tenure_module_instance_norm2d(handle, long, double, some_double, byte, byte, out);
    tenure_module_instance_norm3d(handle, long, double, some_double, byte, byte, out);
    tenure_module_layer_norm(handle, axes, n, double, byte, byte, out);
    tenure_module_rms_norm(handle, axes, n, some_double, byte, out);
    tenure_module_group_norm(handle, long, long, double, byte, out);
    tenure_module_embedding(handle, long, long, some_long, some_double, double, byte, out);
    tenure_module_lstm(handle, long, long, long, byte, byte, double, byte, long, out);
    tenure_module_gru(handle, long, long, long, byte, byte, double, byte, out);
    tenure_module_multihead_attention(handle, long, long, double, byte, byte, byte, byte, some_long, some_long, byte, byte, out);
    tenure_module_transformer_encoder_layer(handle, long, long, long, double, byte, double, byte, byte, out);
    tenure_module_transformer_encoder(handle, long, long, long, long, double, byte, double, byte, byte, byte, out);
    tenure_module_flatten(handle, long, long, out);
    tenure_module_unflatten(handle, long, axes, n, out);
    tenure_module_zero_pad1d(handle, axes, n, out);
    tenure_module_zero_pad2d(handle, axes, n, out);
    tenure_module_zero_pad3d(handle, axes, n, out);
    tenure_module_constant_pad1d(handle, axes, n, double, out);
    tenure_module_constant_pad2d(handle, axes, n, double, out);
    tenure_module_constant_pad3d(handle, axes, n, double, out);
    tenure_module_reflection_pad1d(handle, axes, n, out);
    tenure_module_reflection_pad2d(handle, axes, n, out);
    tenure_module_reflection_pad3d(handle, axes, n, out);
    tenure_module_replication_pad1d(handle, axes, n, out);
    tenure_module_replication_pad2d(handle, axes, n, out);
    tenure_module_replication_pad3d(handle, axes, n, out);
    tenure_module_circular_pad1d(handle, axes, n, out);
    tenure_module_circular_pad2d(handle, axes, n, out);
    tenure_module_circular_pad3d(handle, axes, n, out);
    tenure_module_upsample(handle, axes, n, some_double, int, byte, out);
    tenure_module_pixel_shuffle(handle, long, out);
    tenure_module_pixel_unshuffle(handle, long, out);
    tenure_module_sequential(handle, out);
    tenure_module_residual(handle, out);
    tenure_module_parallel(handle, some_long, out);
    tenure_module_list(handle, out);
    tenure_module_dict(handle, out);
    tenure_module_identity(handle, out);
    tenure_tensor_ctc_loss(handle, handle, handle, handle, handle, long, int, byte, out);
    tenure_module_global_max_pool1d(handle, out);
    tenure_module_global_avg_pool1d(handle, out);
    tenure_module_global_max_pool2d(handle, out);
    tenure_module_global_avg_pool2d(handle, out);
    tenure_module_global_max_pool3d(handle, out);
    tenure_module_global_avg_pool3d(handle, out);
    tenure_module_local_response_norm(handle, long, double, double, double, out);
    tenure_module_rnn(handle, long, long, long, byte, byte, byte, double, byte, out);
    tenure_module_rnn_cell(handle, long, long, byte, byte, out);
    tenure_module_lstm_cell(handle, long, long, byte, out);
    tenure_module_gru_cell(handle, long, long, byte, out);
    tenure_module_embedding_bag(handle, long, long, int, byte, some_long, some_double, double, byte, out);
    tenure_module_positional_encoding(handle, long, double, long, byte, out);
    tenure_module_transformer_decoder_layer(handle, long, long, long, double, byte, double, byte, byte, out);
    tenure_module_transformer_decoder(handle, long, long, long, long, double, byte, double, byte, byte, byte, out);
    tenure_module_join_add(handle, out);
    tenure_module_join_multiply(handle, out);
    tenure_module_join_concat(handle, long, out);
    tenure_module_graph(handle, text, out);
    tenure_module_graph_add(handle, text, handle, text);
    tenure_module_graph_outputs(handle, text);
    tenure_tensor_requires_grad(handle, byte);
    tenure_tensor_is_leaf(handle, info);
    tenure_tensor_has_gradient(handle, info);
    tenure_tensor_gradient(handle, handle, out);
    tenure_tensor_zero_gradients(handle);
    tenure_tensor_backward(handle, byte);
    tenure_tensor_detached(handle, handle, out);
    tenure_module_requires_grad(handle, byte);
    tenure_module_zero_gradients(handle);
    tenure_tensor_backward_from(handle, handle, byte);
    tenure_data_loader_padded(handle, handles, n, double, long, byte, long, byte, out);
    tenure_data_loader_images(handle, text, handle, long, long, byte, long, byte, out);
    tenure_data_loader_numbers(handle, long, long, long, byte, long, byte, out);
    tenure_data_loader_stream(handle, long, long, byte, byte, out);
    tenure_data_loader_subset(handle, handle);
    tenure_data_loader_weighted(handle, handle, long, byte);
    tenure_data_loader_shard(handle, long, long);
    tenure_data_loader_transform(handle, long, handle);
    tenure_data_loader_prefetch(handle, long, long);
    tenure_module_to_tensor(handle, byte, out);
    tenure_module_normalize(handle, handle, handle, out);
    tenure_module_resize(handle, axes, n, int, out);
    tenure_module_center_crop(handle, axes, n, out);
    tenure_module_random_crop(handle, axes, n, axes, n, double, byte, out);
    tenure_module_random_resized_crop(handle, axes, n, double, double, double, double, int, out);
    tenure_module_random_horizontal_flip(handle, double, out);
    tenure_module_random_vertical_flip(handle, double, out);
    tenure_module_pad_image(handle, axes, n, double, out);
    tenure_module_rotate(handle, double, int, double, out);
    tenure_module_random_rotation(handle, double, int, double, out);
    tenure_module_grayscale(handle, long, out);
    tenure_module_color_jitter(handle, double, double, double, double, out);
    tenure_module_one_hot(handle, long, out);
    tenure_module_standardize(handle, long, out);
    tenure_module_min_max(handle, long, out);
    tenure_module_fit_columns(handle, handle);
    tenure_module_inverse_columns(handle, handle, handle, out);
    tenure_tensor_gradients(handle, handle, handles, n, made, n, info);
    tenure_module_to_device(handle, device);
    tenure_gguf_entries(path, buffer, n, out);
    tenure_gguf_metadata(path, buffer, n, out);
    tenure_gguf_load(handle, path, text, out);
    tenure_gguf_load_as(handle, path, text, dtype, out);
    tenure_gguf_load_list(handle, path, text, dtype, made, n, info);
    tenure_gguf_map(handle, path, text, made, n, info);
    tenure_tensor_lender(out);
    tenure_tensor_returned(n, made, n, info);
}

unsafe extern "C" {
    fn tenure_memory_set_limit(device: i32, bytes: u64) -> Status;
}

/// The bytes of the program that are left.
struct Input<'a>(&'a [u8]);

impl Input<'_> {
    fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    /// Which call this byte begins: one byte does for the first of them, and the last of its values
    /// takes another.
    fn which(&mut self, first: u8) -> usize {
        if first < LAST { usize::from(first) } else { usize::from(LAST) + usize::from(self.byte()) }
    }

    fn word(&mut self) -> u64 {
        u64::from_le_bytes(std::array::from_fn(|_| self.byte()))
    }

    /// For most bytes an ordinary value, so that programs are short and most calls succeed; for
    /// some any word.
    fn of<T: Copy>(&mut self, common: &[T], rare: &[T], any: impl Fn(u64) -> T) -> T {
        match self.byte() {
            255 => any(self.word()),
            byte @ 240..=254 => rare[usize::from(byte - 240) % rare.len()],
            byte => common[usize::from(byte) % common.len()],
        }
    }
}

/// Makes the arguments of one call, and keeps them until it has returned.
struct Arguments<'i, 'h> {
    input: Input<'i>,
    /// Every handle that was ever returned, oldest first.
    handles: &'h [u64],
    outs: Vec<Box<[u64]>>,
    words: Vec<Box<[u64]>>,
    bytes: Vec<Box<[u8]>>,
    texts: Vec<CString>,
    pointers: Vec<Box<[*const c_char]>>,
    /// The length of what was made last.
    length: usize,
    /// The kind of the number whose bits come next.
    number: i32,
}

impl Arguments<'_, '_> {
    fn handle(&mut self) -> u64 {
        let newest = |back: usize| self.handles.iter().rev().nth(back).copied().unwrap_or(0);
        match self.input.byte() {
            0 => 0,
            1 => u64::MAX,
            2 => self.input.word(),
            back @ 3..=15 => newest(usize::from(back)) ^ (1 << (self.input.byte() % 64)),
            back @ 16..=127 => newest(usize::from(back - 16) % self.handles.len().max(1)),
            back => newest(usize::from(back - 128) % self.handles.len().clamp(1, 8)),
        }
    }

    fn handles(&mut self) -> *const u64 {
        let handles: Box<[u64]> = (0..self.input.byte() % 6).map(|_| self.handle()).collect();
        self.keep_words(handles)
    }

    /// As many as the length before it says.
    fn as_many(&mut self) -> *const u64 {
        let handles: Vec<u64> = (0..self.length).map(|_| self.handle()).collect();
        self.keep_words(handles.into())
    }

    fn out(&mut self) -> *mut u64 {
        if self.input.0.first() == Some(&254) {
            self.input.byte();
            return std::ptr::null_mut();
        }
        self.outs.push(Box::new([UNWRITTEN]));
        self.outs.last_mut().expect("just pushed").as_mut_ptr()
    }

    /// Room for some handles.
    fn room(&mut self) -> *mut u64 {
        self.length = usize::from(self.input.byte() % 10);
        self.grads()
    }

    /// Room for some new handles.
    fn made(&mut self) -> *mut u64 {
        self.length = usize::from(self.input.byte() % 10);
        self.outs.push(vec![UNWRITTEN; self.length].into_boxed_slice());
        self.outs.last_mut().expect("just pushed").as_mut_ptr()
    }

    /// Room for as many handles as were passed last.
    fn grads(&mut self) -> *mut u64 {
        let room = vec![UNWRITTEN; self.length].into_boxed_slice();
        self.keep_words(room).cast_mut()
    }

    /// Enough for every struct that a function fills, and a history of a few rows.
    fn info(&mut self) -> *mut c_void {
        let info = self.keep_words(vec![UNWRITTEN; 64].into_boxed_slice());
        self.length = 5;
        info.cast_mut().cast()
    }

    fn int(&mut self) -> i32 {
        self.input.of(&[0, 1, 2], &[3, -1, i32::MIN, i32::MAX], |word| word as i32)
    }

    fn device(&mut self) -> i32 {
        self.input.of(&[0], &[1, 2, 256, -1], |word| word as i32)
    }

    fn dtype(&mut self) -> i32 {
        self.input.of(&[1, 1, 1, 2, 3, 4, 5, 6], &[0, 7, -1], |word| word as i32)
    }

    fn long(&mut self) -> i64 {
        self.input.of(&[0, 1, 2, 3, -1, -2, 4, 5], &[8, i64::MIN, i64::MAX, 1 << 40], |word| word as i64)
    }

    fn ulong(&mut self) -> u64 {
        self.input.of(&[0, 1, 100, 1 << 10, 1 << 16, 1 << 20], &[u64::MAX, 1 << 63], |word| word)
    }

    fn byte(&mut self) -> u8 {
        self.input.of(&[0, 1], &[2, 255], |word| word as u8)
    }

    fn double(&mut self) -> f64 {
        let common = [0.0, 1.0, -1.0, 0.5, 2.0, 3.0, 10.0];
        self.input.of(&common, &[1e300, f64::NAN, f64::INFINITY, -0.0, 1e18], f64::from_bits)
    }

    /// NULL for what the call is to choose.
    fn some_double(&mut self) -> *const f64 {
        let number = self.double();
        if self.input.byte().is_multiple_of(4) {
            std::ptr::null()
        } else {
            self.keep_words(Box::new([number.to_bits()])).cast()
        }
    }

    fn some_long(&mut self) -> *const i64 {
        let number = self.long();
        if self.input.byte().is_multiple_of(4) {
            std::ptr::null()
        } else {
            self.keep_words(Box::new([number as u64])).cast()
        }
    }

    /// The kind of a number, which the first byte of its bits decides too, so that it takes no byte
    /// of its own.
    fn kind(&mut self) -> i32 {
        self.number = match self.input.0.first().copied().unwrap_or(0) {
            byte @ 160..=199 => [0, 0, 2, 3][usize::from(byte % 4)],
            byte @ 200..=202 => [4, -1, i32::MIN][usize::from(byte % 3)],
            _ => 1,
        };
        self.number
    }

    /// The bits of a number of that kind.
    fn bits(&mut self) -> i64 {
        match self.number {
            1 => self.double().to_bits() as i64,
            _ => self.long(),
        }
    }

    fn dims(&mut self) -> *const i64 {
        let common = [2, 3, 2, 3, 1, 4, 8, 16];
        self.some(|input| input.of(&common, &[0, -1, 33, 100, i64::MAX, 1 << 31, i64::MIN], |word| word as i64))
    }

    /// Small numbers: an expanded tensor may be larger than any memory, and computing with it take
    /// for ever.
    fn axes(&mut self) -> *const i64 {
        self.some(|input| input.of(&[0, 1, 2, 3, -1, -2], &[4, 5, 8, 15], |word| word as i64 % 17))
    }

    fn some(&mut self, mut one: impl FnMut(&mut Input<'_>) -> i64) -> *const i64 {
        let count = self.input.of(&[2, 1, 0, 2, 1, 3], &[4, 9, 16, 17], |word| word % 18);
        let words: Box<[u64]> = (0..count).map(|_| one(&mut self.input) as u64).collect();
        self.keep_words(words).cast()
    }

    fn sizes(&mut self) -> *mut i64 {
        let room = usize::from(self.input.byte() % 18);
        self.keep_words(vec![UNWRITTEN; room].into_boxed_slice()).cast_mut().cast()
    }

    fn n(&mut self) -> u64 {
        self.length as u64
    }

    fn data(&mut self) -> *const c_void {
        let length = self.input.of(&[16, 24, 4, 8, 32, 48, 64], &[0, 1, 256], |word| word as usize % 300);
        self.length = length;
        self.bytes.push(vec![0x3f; length].into_boxed_slice());
        self.bytes.last().expect("just pushed").as_ptr().cast()
    }

    fn buffer(&mut self) -> *mut c_char {
        let length = self.input.of(&[4096, 16, 24, 4, 8, 32], &[0, 1, 64], |word| word as usize % 300);
        self.length = length;
        self.bytes.push(vec![0x5a; length].into_boxed_slice());
        self.bytes.last_mut().expect("just pushed").as_mut_ptr().cast()
    }

    fn text(&mut self) -> *const c_char {
        let common: [&[u8]; 8] =
            [b"", b"a", b"b", b"name", b"\xff\xfe", b"\"\\\t\n\x01", "\u{1f600}".as_bytes(), &[b'x'; 300]];
        self.any_text(&common.map(<[u8]>::to_vec))
    }

    fn texts(&mut self) -> *const *const c_char {
        let texts = [self.text(), self.text(), self.text(), self.text(), self.text(), self.text()];
        self.pointers.push(Box::new(texts));
        self.pointers.last().expect("just pushed").as_ptr()
    }

    /// As many of them as the next length says.
    fn names(&mut self) -> *const *const c_char {
        let texts = self.texts();
        self.length = usize::from(self.input.byte() % 7);
        texts
    }

    fn path(&mut self) -> *const c_char {
        let in_folder = |name: &str| FOLDER.join(name).into_os_string().into_encoded_bytes();
        let paths = [in_folder("a"), in_folder("b"), in_folder(""), in_folder("none/a"), Vec::new(), vec![0xff; 300]];
        self.any_text(&paths)
    }

    fn config(&mut self) -> *const c_char {
        let file = format!(r#"{{"policyLocation":"MMAP","tempFilePath":{:?},"initialSize":65536}}"#, FOLDER.as_path());
        let common: [&str; 13] = [
            "",
            "{}",
            r#"{"initialSize":65536}"#,
            r#"{"initialSize":4096,"policySpill":"FAIL"}"#,
            r#"{"initialSize":4096,"policySpill":"REALLOCATE"}"#,
            r#"{"policyAllocation":"OVERALLOCATE","overallocationLimit":1.5}"#,
            r#"{"initialSize":16384,"policyReset":"ENDOFBUFFER_REACHED"}"#,
            r#"{"policyLearning":"FIRST_LOOP"}"#,
            r#"{"workspaceMode":"SINGLE","strict":true}"#,
            r#"{"initialSize":1099511627776}"#,
            r#"{"useCycleDetector":true,"cyclesBeforeInitialization":2}"#,
            r#"{"minSize":5,"maxSize":2}"#,
            &file,
        ];
        self.any_text(&common.map(|text| text.as_bytes().to_vec()))
    }

    /// One of these, or NULL.
    fn any_text(&mut self, common: &[Vec<u8>]) -> *const c_char {
        let which = usize::from(self.input.byte()) % (common.len() + 1);
        let Some(text) = common.get(which) else { return std::ptr::null() };
        self.texts.push(CString::new(text.clone()).expect("none holds a NUL"));
        self.texts.last().expect("just pushed").as_ptr()
    }

    fn keep_words(&mut self, words: Box<[u64]>) -> *const u64 {
        self.length = words.len();
        self.words.push(words);
        self.words.last_mut().expect("just pushed").as_mut_ptr()
    }
}

/// Where the files of this process go.
static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = std::env::temp_dir().join(format!("tenure-fuzz-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the temporary folder is writable");
    folder
});

/// One program at a time: what is alive is counted for the process.
static TURN: Mutex<()> = Mutex::new(());

/// Runs one program.
pub fn run(bytes: &[u8]) {
    let _turn = TURN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    // SAFETY: it takes numbers.
    assert_eq!(unsafe { tenure_memory_set_limit(0, MEMORY) }, Status::Ok);
    let mut handles = Vec::new();
    let mut input = Input(bytes);
    for _ in 0..MOST_CALLS {
        if input.0.is_empty() {
            break;
        }
        let which = input.byte();
        input = if which < 250 {
            let which = input.which(which);
            one(which, input, &mut handles)
        } else {
            let (first, handles) = (input.byte(), &mut handles);
            let which = input.which(first);
            std::thread::scope(|scope| scope.spawn(move || one(which, input, handles)).join().expect("no panic"))
        };
    }
    release_all();
}

/// One call; what is left of the program.
fn one<'a>(which: usize, input: Input<'a>, handles: &mut Vec<u64>) -> Input<'a> {
    let which = which % CALLS.len();
    let name = NAMES[which];
    // Miri has neither what gemm asks of the processor nor all that files need.
    if cfg!(miri) && ["matmul", "npy", "safetensors"].iter().any(|part| name.contains(part)) {
        return input;
    }
    let mut arguments = Arguments {
        input,
        handles,
        outs: Vec::new(),
        words: Vec::new(),
        bytes: Vec::new(),
        texts: Vec::new(),
        pointers: Vec::new(),
        length: 0,
        number: 0,
    };
    let status = CALLS[which](&mut arguments);
    assert!((0..STATUS_PANIC).contains(&status), "{name} returned {status}: {}", last_error());
    let made: Vec<u64> = arguments.outs.iter().flatten().copied().collect();
    let input = arguments.input;
    assert!(status == 0 || made.iter().all(|&out| out == UNWRITTEN), "{name} returned {status} and wrote an output");
    // Lengths and counts are written to outputs too; they are smaller than any handle.
    handles.extend(made.into_iter().filter(|&out| out != UNWRITTEN && out > 0xffff));
    input
}

fn last_error() -> String {
    let (mut text, mut needed) = (vec![0_u8; 1024], 0);
    // SAFETY: both point to as much as is said.
    unsafe { tenure_last_error_message(text.as_mut_ptr().cast(), text.len() as u64, &raw mut needed) };
    String::from_utf8_lossy(&text).trim_end_matches('\0').to_owned()
}

/// Releases what is alive, and finds nothing left.
fn release_all() {
    let (mut live, mut released) = (vec![0_u64; 10 * MOST_CALLS], 0);
    let mut stats = [0_u64; 64];
    // SAFETY: each pointer points to as much as is said.
    unsafe {
        let count = |live: &mut Vec<u64>| {
            let mut count = 0;
            assert_eq!(tenure_handle_live(live.as_mut_ptr(), live.len() as u64, &raw mut count), Status::Ok);
            usize::try_from(count).expect("a count")
        };
        let alive = count(&mut live).min(live.len());
        assert_eq!(tenure_handles_release(live.as_ptr(), alive as u64, &raw mut released), Status::Ok);
        let left = count(&mut live);
        assert_eq!(left, 0, "handles are still alive: {:x?}", &live[..left.min(live.len())]);
        tenure_leak_forget();
        tenure_leak_set_level(0);
        tenure_memory_set_unowned_threshold(0, 0);
        tenure_memory_set_decay(0, 10_000);
        assert_eq!(tenure_memory_stats(0, stats.as_mut_ptr().cast()), Status::Ok);
    }
    assert_eq!(stats[LIVE_BYTES], 0, "bytes are alive and no handle is");
}
