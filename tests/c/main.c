/* The C ABI as a C program uses it: scopes, aliases, errors, and nothing left at the end.
 * Compiled as C11 and as C++17 with all warnings as errors.
 *   test [REPORT]    prints "N passed, M failed"; writes each check to the file REPORT in JUnit's XML */
#include "tenure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int passed;
static int failed;
static FILE *report;

/* What is checked is C, which may hold the characters that XML keeps for itself. */
static void write_escaped(const char *text) {
    for (; *text != 0; text++) {
        switch (*text) {
            case '<': fputs("&lt;", report); break;
            case '>': fputs("&gt;", report); break;
            case '&': fputs("&amp;", report); break;
            case '"': fputs("&quot;", report); break;
            default: fputc(*text, report);
        }
    }
}

static void check(int ok, const char *what, int line) {
    if (report != NULL) {
        fprintf(report, "<testcase classname=\"main.c\" name=\"line %d: ", line);
        write_escaped(what);
        fputs(ok ? "\"/>\n" : "\"><failure/></testcase>\n", report);
    }
    if (ok) {
        passed++;
    } else {
        failed++;
        fprintf(stderr, "main.c:%d: %s\n", line, what);
    }
}

#define CHECK(condition) check((condition), #condition, __LINE__)
#define OK(call) check((call) == TENURE_STATUS_OK, #call, __LINE__)

static const int32_t CPU = 0;

static TenureMemoryStats stats(void) {
    TenureMemoryStats now;
    memset(&now, 0, sizeof now);
    OK(tenure_memory_stats(CPU, &now));
    return now;
}

/* The text of the last error has this in it; that of an operation begins with its name. */
static int says(const char *part) {
    char text[256];
    uint64_t needed = 0;
    return tenure_last_error_message(text, sizeof text, &needed) == TENURE_STATUS_OK &&
           strstr(text, part) != NULL;
}

static void version(void) {
    char text[32];
    uint64_t needed = 0;
    CHECK(tenure_abi_version() == TENURE_ABI_VERSION);
    CHECK(strcmp(tenure_status_name(TENURE_STATUS_OK), "OK") == 0);
    CHECK(strcmp(tenure_status_name(TENURE_STATUS_SHAPE_MISMATCH), "SHAPE_MISMATCH") == 0);
    CHECK(strcmp(tenure_status_name(-1), "UNKNOWN") == 0);
    OK(tenure_version(NULL, 0, &needed));
    CHECK(needed > 1 && needed <= sizeof text);
    OK(tenure_version(text, sizeof text, &needed));
    CHECK(strlen(text) + 1 == needed);
    OK(tenure_version(text, 2, &needed));
    CHECK(strlen(text) == 1);
}

static void a_scope_owns_what_is_made_in_it(void) {
    const int64_t dims[2] = {2, 3};
    TenureHandle root = 0, inner = 0, a = 0, b = 0, c = 0, kept = 0;
    TenureScopeStats owned;
    double value = 0.0;
    OK(tenure_scope_push(0, &root));
    OK(tenure_scope_push(root, &inner));
    OK(tenure_tensor_full(inner, CPU, TENURE_DTYPE_F32, TENURE_F64(2.5), dims, 2, &a));
    OK(tenure_tensor_ones(inner, CPU, TENURE_DTYPE_F32, dims, 2, &b));
    OK(tenure_tensor_add(0, a, b, &c)); /* owned by the scope of a */
    OK(tenure_tensor_sum(inner, c, NULL, 0, 0, &kept));
    OK(tenure_scope_stats(inner, &owned));
    CHECK(owned.members == 4 && owned.tensors == 4 && owned.bytes == 3 * 24 + 4);
    OK(tenure_scope_pop(inner, &kept, 1));
    CHECK(tenure_tensor_item(c, &value) == TENURE_STATUS_INVALID_HANDLE);
    CHECK(says("the tensor is closed (set TENURE_LEAKS=ALL"));
    OK(tenure_tensor_item(kept, &value));
    CHECK(value == 21.0);
    CHECK(tenure_scope_close(inner) == TENURE_STATUS_INVALID_HANDLE);
    CHECK(tenure_tensor_zeros(inner, CPU, TENURE_DTYPE_F32, dims, 2, &a) == TENURE_STATUS_SCOPE_CLOSED);
    OK(tenure_scope_close(root));
}

static void an_alias_is_an_owner_of_its_own(void) {
    const int64_t dims[1] = {3};
    const float values[3] = {1.0f, 2.0f, 3.0f};
    float seen[3] = {0.0f, 0.0f, 0.0f};
    TenureHandle t = 0, alias = 0;
    uint64_t count = 0;
    OK(tenure_tensor_from_data(0, CPU, TENURE_DTYPE_F32, values, sizeof values, dims, 1, &t));
    OK(tenure_tensor_alias(0, t, &alias));
    CHECK(alias != t);
    OK(tenure_tensor_use_count(t, &count));
    CHECK(count == 2);
    OK(tenure_tensor_dispose(t));
    CHECK(tenure_tensor_dispose(t) == TENURE_STATUS_INVALID_HANDLE);
    OK(tenure_tensor_add_scalar_in_place(alias, TENURE_F64(0.5)));
    OK(tenure_tensor_copy_to(alias, seen, sizeof seen));
    CHECK(seen[0] == 1.5f && seen[2] == 3.5f);
    OK(tenure_tensor_dispose(alias));
}

static void a_result_is_the_operands_owners_or_unowned(void) {
    const int64_t dims[1] = {2};
    TenureHandle scope = 0, t = 0, beside = 0, unowned = 0, owner = 0;
    OK(tenure_scope_push(0, &scope));
    OK(tenure_tensor_ones(scope, CPU, TENURE_DTYPE_F32, dims, 1, &t));
    OK(tenure_tensor_neg(0, t, &beside));
    OK(tenure_scope_owner(beside, &owner));
    CHECK(owner == scope);
    OK(tenure_tensor_neg(TENURE_UNOWNED, t, &unowned));
    OK(tenure_scope_owner(unowned, &owner));
    CHECK(owner == 0);
    OK(tenure_scope_close(scope));
    OK(tenure_tensor_dispose(unowned));
}

static void failures_leave_outputs_alone_and_say_why(void) {
    const int64_t dims[2] = {2, 3}, four[1] = {4}, negative[2] = {2, -3};
    const TenureHandle untouched = 42;
    TenureHandle out = 42, scope = 0, a = 0, b = 0;
    uint64_t live;
    uint64_t needed = 0;
    OK(tenure_scope_push(0, &scope));
    OK(tenure_tensor_zeros(scope, CPU, TENURE_DTYPE_F32, dims, 2, &a));
    OK(tenure_tensor_zeros(scope, CPU, TENURE_DTYPE_F32, four, 1, &b));
    live = stats().live_handles;
    CHECK(tenure_tensor_add(scope, a, b, &out) == TENURE_STATUS_SHAPE_MISMATCH);
    CHECK(says("shapes [2,3] and [4] do not broadcast"));
    CHECK(tenure_tensor_zeros(scope, CPU, TENURE_DTYPE_F32, negative, 2, &out) == TENURE_STATUS_INVALID_ARGUMENT);
    CHECK(tenure_tensor_zeros(scope, CPU, 99, dims, 2, &out) == TENURE_STATUS_INVALID_ARGUMENT);
    CHECK(tenure_tensor_zeros(scope, CPU, TENURE_DTYPE_F32, NULL, 2, &out) == TENURE_STATUS_INVALID_ARGUMENT);
    CHECK(says("dims is NULL"));
    CHECK(tenure_tensor_zeros(scope, 1 << 16, TENURE_DTYPE_F32, dims, 2, &out) == TENURE_STATUS_DEVICE_UNAVAILABLE);
    CHECK(tenure_tensor_add(scope, a, scope, &out) == TENURE_STATUS_INVALID_HANDLE);
    CHECK(tenure_tensor_add(scope, 0, a, &out) == TENURE_STATUS_INVALID_HANDLE);
    CHECK(tenure_tensor_add(scope, a, a, NULL) == TENURE_STATUS_INVALID_ARGUMENT);
    CHECK(says("out is NULL"));
    CHECK(tenure_npy_load(scope, "no/such/file.npy", &out) == TENURE_STATUS_IO);
    CHECK(tenure_npy_load(scope, NULL, &out) == TENURE_STATUS_INVALID_ARGUMENT);
    CHECK(tenure_last_error_message(NULL, 8, &needed) == TENURE_STATUS_INVALID_ARGUMENT);
    CHECK(tenure_debug_raise(TENURE_STATUS_WORKSPACE) == TENURE_STATUS_WORKSPACE);
    CHECK(tenure_debug_raise(TENURE_STATUS_PANIC) == TENURE_STATUS_PANIC);
    CHECK(says("internal error; please report it"));
    CHECK(out == untouched);
    CHECK(stats().live_handles == live);
    OK(tenure_scope_close(scope));
}

static void gradients(void) {
    const int64_t dims[1] = {2};
    const float values[2] = {3.0f, -4.0f};
    float gradient[2] = {0.0f, 0.0f};
    TenureHandle scope = 0, x = 0, tape = 0, w = 0, square = 0, loss = 0, grad = 0, sgd = 0;
    double first = 0.0;
    OK(tenure_scope_push(0, &scope));
    OK(tenure_tensor_from_data(scope, CPU, TENURE_DTYPE_F32, values, sizeof values, dims, 1, &x));
    OK(tenure_optimizer_sgd(scope, &x, 1, 0.25, 0.0, 0.0, 0.0, 0, 0, &sgd));
    OK(tenure_tape_open(scope, &tape));
    OK(tenure_tape_watch(scope, tape, x, &w));
    OK(tenure_tensor_mul(scope, w, w, &square));
    OK(tenure_tensor_sum(scope, square, NULL, 0, 0, &loss));
    OK(tenure_tensor_dispose(square)); /* the tape holds what it needs */
    OK(tenure_tape_backward(scope, tape, loss, &w, 1, &grad));
    CHECK(tenure_tape_dispose(tape) == TENURE_STATUS_INVALID_HANDLE); /* consumed */
    OK(tenure_tensor_copy_to(grad, gradient, sizeof gradient));
    CHECK(gradient[0] == 6.0f && gradient[1] == -8.0f);
    OK(tenure_optimizer_step(sgd, &grad, 1));
    OK(tenure_tensor_select(scope, x, 0, 0, &w));
    OK(tenure_tensor_item(w, &first));
    CHECK(first == 1.5);
    OK(tenure_scope_close(scope));
}

static void outputs_may_be_inputs(void) {
    const int64_t dims[1] = {2};
    const float values[2] = {3.0f, -4.0f};
    float gradient[2] = {0.0f, 0.0f};
    TenureHandle scope = 0, tape = 0, x = 0, square = 0, loss = 0, both[2] = {0, 0};
    OK(tenure_scope_push(0, &scope));
    OK(tenure_tensor_from_data(scope, CPU, TENURE_DTYPE_F32, values, sizeof values, dims, 1, &x));
    OK(tenure_tape_open(scope, &tape));
    OK(tenure_tape_watch(scope, tape, x, &both[0]));
    OK(tenure_tensor_mul(scope, both[0], both[0], &square));
    OK(tenure_tensor_sum(scope, square, NULL, 0, 0, &loss));
    both[1] = square;
    OK(tenure_tape_backward(scope, tape, loss, both, 2, both));
    OK(tenure_tensor_copy_to(both[0], gradient, sizeof gradient));
    CHECK(gradient[0] == 6.0f && gradient[1] == -8.0f);
    OK(tenure_tensor_copy_to(both[1], gradient, sizeof gradient));
    CHECK(gradient[0] == 1.0f && gradient[1] == 1.0f);
    OK(tenure_tensor_neg(scope, x, &x)); /* of a scope, so the old one stays owned */
    OK(tenure_tensor_stack(scope, both, 2, 0, both));
    OK(tenure_scope_close(scope));
}

static void a_tensors_own_memory_is_a_buffer_too(void) {
    const int64_t dims[2] = {2, 2};
    const int32_t values[4] = {1, 2, 3, 4};
    TenureHandle scope = 0, t = 0, turned = 0;
    void *data = NULL;
    int32_t *at;
    uint64_t n_bytes = 0;
    OK(tenure_scope_push(0, &scope));
    OK(tenure_tensor_from_data(scope, CPU, TENURE_DTYPE_I32, values, sizeof values, dims, 2, &t));
    OK(tenure_tensor_transpose(scope, t, 0, 1, &turned));
    OK(tenure_tensor_data(t, &data, &n_bytes));
    at = (int32_t *)data;
    CHECK(n_bytes == sizeof values);
    OK(tenure_tensor_copy_to(t, data, n_bytes));
    CHECK(memcmp(at, values, sizeof values) == 0);
    OK(tenure_tensor_copy_to(turned, data, n_bytes)); /* the elements as they were before any was written */
    CHECK(at[0] == 1 && at[1] == 3 && at[2] == 2 && at[3] == 4);
    OK(tenure_tensor_copy_from(turned, data, n_bytes));
    CHECK(at[0] == 1 && at[1] == 2 && at[2] == 3 && at[3] == 4);
    OK(tenure_scope_close(scope));
}

static void handing_memory_out_counts_as_a_write(void) {
    const int64_t dims[1] = {2};
    const float values[2] = {3.0f, -4.0f};
    TenureHandle scope = 0, tape = 0, x = 0, w = 0, square = 0, loss = 0, grad = 0;
    void *data = NULL;
    const void *seen = NULL;
    uint64_t n_bytes = 0;
    OK(tenure_scope_push(0, &scope));
    OK(tenure_tensor_from_data(scope, CPU, TENURE_DTYPE_F32, values, sizeof values, dims, 1, &x));
    OK(tenure_tensor_data(x, &data, &n_bytes)); /* before it is saved: the tape cannot know */
    OK(tenure_tape_open(scope, &tape));
    OK(tenure_tape_watch(scope, tape, x, &w));
    OK(tenure_tensor_mul(scope, w, w, &square));
    OK(tenure_tensor_sum(scope, square, NULL, 0, 0, &loss));
    OK(tenure_tensor_data_const(x, &seen, &n_bytes));
    CHECK(seen == data && n_bytes == sizeof values && ((const float *)seen)[1] == -4.0f);
    OK(tenure_tape_backward(scope, tape, loss, &w, 1, &grad));
    OK(tenure_tape_open(scope, &tape));
    OK(tenure_tape_watch(scope, tape, x, &w));
    OK(tenure_tensor_mul(scope, w, w, &square));
    OK(tenure_tensor_sum(scope, square, NULL, 0, 0, &loss));
    OK(tenure_tensor_data(x, &data, &n_bytes));
    CHECK(tenure_tape_backward(scope, tape, loss, &w, 1, &grad) == TENURE_STATUS_INVALID_ARGUMENT);
    CHECK(says("mul: a saved value of shape [2] was changed in place, or its memory handed out"));
    OK(tenure_scope_close(scope));
}

static void many_tensors_of_a_file_at_once(void) {
    enum { N = 3 };
    const char *names[N] = {"c", "a", "b"};
    const char *wrong[N] = {"a", "b", "d"};
    const char *path = "tenure_main_c.safetensors";
    TenureHandle scope = 0, saved[N] = {0, 0, 0}, loaded[N] = {7, 7, 7};
    uint64_t live;
    double value = 0.0;
    int i;
    OK(tenure_scope_push(0, &scope));
    for (i = 0; i < N; i++) OK(tenure_tensor_full(scope, CPU, TENURE_DTYPE_F64, TENURE_I64(i), NULL, 0, &saved[i]));
    OK(tenure_safetensors_save(path, names, N, saved));
    live = stats().live_handles;
    CHECK(tenure_safetensors_load_many(scope, path, wrong, N, loaded) == TENURE_STATUS_INVALID_ARGUMENT);
    CHECK(stats().live_handles == live && loaded[0] == 7);
    OK(tenure_safetensors_load_many(scope, path, names, N, loaded));
    for (i = 0; i < N; i++) {
        OK(tenure_tensor_item(loaded[i], &value));
        CHECK(value == i);
    }
    OK(tenure_safetensors_load_many(scope, path, NULL, 0, NULL));
    CHECK(tenure_safetensors_load_many(scope, path, names, N, NULL) == TENURE_STATUS_INVALID_ARGUMENT);
    CHECK(says("tensors is NULL"));
    OK(tenure_scope_close(scope));
    CHECK(remove(path) == 0);
}

/* A table, an image and an .idx file, whose bytes are written here. */
static void files_of_data_are_read(void) {
    TenureHandle scope = 0, table = 0, ages = 0, made = 0;
    const char *path = "tenure_main_c.csv";
    FILE *file = fopen(path, "wb");
    CHECK(file != NULL && fputs("age;city\n30;Rome\n-4;\n", file) >= 0 && fclose(file) == 0);
    CHECK(tenure_scope_push(0, &scope) == TENURE_STATUS_OK);
    CHECK(tenure_table_read_csv(scope, path, 1, ";", "\"", "", NULL, &table) == TENURE_STATUS_OK);
    uint64_t rows = 0, needed = 0;
    CHECK(tenure_table_rows(table, &rows) == TENURE_STATUS_OK && rows == 2);
    char text[64];
    CHECK(tenure_table_columns(table, text, sizeof text, &needed) == TENURE_STATUS_OK);
    CHECK(strcmp(text, "age\tint64\t0\t0\ncity\ttext\t1\t1\n") == 0);
    CHECK(tenure_table_column(scope, table, "age", &ages) == TENURE_STATUS_OK);
    int64_t values[2] = {0, 0};
    CHECK(tenure_tensor_copy_to(ages, values, sizeof values) == TENURE_STATUS_OK && values[0] == 30 && values[1] == -4);
    CHECK(tenure_table_column(scope, table, "none", &made) == TENURE_STATUS_INVALID_ARGUMENT);
    CHECK(tenure_table_read_csv(scope, path, 1, ";;", "\"", "", NULL, &made) == TENURE_STATUS_INVALID_ARGUMENT);
    CHECK(tenure_idx_load(scope, path, &made) == TENURE_STATUS_IO && made == 0);
    CHECK(tenure_image_load(scope, path, 0, 0, 0, &made) == TENURE_STATUS_IO && made == 0);
    CHECK(tenure_image_decode(scope, (const uint8_t *)"\x89PNG", 4, 0, 0, 0, &made) == TENURE_STATUS_IO && made == 0);
    CHECK(tenure_image_folder_classes(path, text, sizeof text, &needed) == TENURE_STATUS_IO);
    CHECK(tenure_table_dispose(table) == TENURE_STATUS_OK);
    CHECK(tenure_table_rows(table, &rows) == TENURE_STATUS_INVALID_HANDLE);
    OK(tenure_scope_close(scope));
    CHECK(remove(path) == 0);
}

/* Strings are made of their bytes and of where each begins, and read in the same form; a model gets and gives values. */
static void strings_are_bytes_and_offsets(void) {
    static const char model_bytes[] =
        "\x08\x08\x12\x0c\x74\x65\x6e\x75\x72\x65\x20\x74\x65\x73\x74\x73\x3a\x43\x0a\x16\x0a\x04\x77\x6f"
        "\x72\x64\x12\x04\x73\x61\x6d\x65\x22\x08\x49\x64\x65\x6e\x74\x69\x74\x79\x12\x05\x77\x6f\x72\x64"
        "\x73\x5a\x10\x0a\x04\x77\x6f\x72\x64\x12\x08\x0a\x06\x08\x08\x12\x02\x0a\x00\x62\x10\x0a\x04\x73"
        "\x61\x6d\x65\x12\x08\x0a\x06\x08\x08\x12\x02\x0a\x00\x42\x04\x0a\x00\x10\x11";
    const char bytes[] = "ros\0oak";
    const int64_t offsets[] = {0, 4, 4, 7}, n_bytes = 7, n_offsets = 4, shape[] = {3, 1}, wrong[] = {2};
    const char *library = getenv("TENURE_ONNXRUNTIME");
    TenureHandle scope = 0, all = 0, at = 0, texts = 0, read = 0, starts = 0, sequence = 0, model = 0, made = 0, result = 0;
    char text[64], copy[8], options[4096];
    int64_t back[4] = {9, 9, 9, 9};
    uint64_t needed = 0, size = 0;
    OK(tenure_scope_push(0, &scope));
    OK(tenure_tensor_from_data(scope, CPU, TENURE_DTYPE_U8, bytes, 7, &n_bytes, 1, &all));
    OK(tenure_tensor_from_data(scope, CPU, TENURE_DTYPE_I64, offsets, sizeof offsets, &n_offsets, 1, &at));
    CHECK(tenure_onnx_value_of_strings(scope, all, at, wrong, 1, &texts) == TENURE_STATUS_SHAPE_MISMATCH && texts == 0);
    CHECK(tenure_onnx_value_of_strings(scope, all, at, NULL, 2, &texts) == TENURE_STATUS_INVALID_ARGUMENT && texts == 0);
    CHECK(tenure_onnx_value_of_strings(scope, all, at, shape, 2, NULL) == TENURE_STATUS_INVALID_ARGUMENT);
    OK(tenure_onnx_value_of_strings(scope, all, at, shape, 2, &texts));
    OK(tenure_onnx_value_info(texts, text, sizeof text, &needed));
    CHECK(strcmp(text, "string\tstring\t3\t3\t1\n") == 0);
    OK(tenure_onnx_value_strings(scope, texts, &read, &starts));
    OK(tenure_tensor_copy_to(read, copy, 7));
    OK(tenure_tensor_copy_to(starts, back, sizeof back));
    CHECK(memcmp(copy, bytes, 7) == 0 && memcmp(back, offsets, sizeof offsets) == 0);
    CHECK(tenure_onnx_value_tensor(scope, texts, &made) == TENURE_STATUS_INVALID_ARGUMENT && made == 0);
    OK(tenure_onnx_value_of_sequence(scope, &texts, 1, &sequence));
    OK(tenure_onnx_value_size(sequence, &size));
    CHECK(size == 1);
    CHECK(tenure_onnx_value_get(scope, sequence, 1, &made) == TENURE_STATUS_INVALID_ARGUMENT && made == 0);
    OK(tenure_onnx_value_dispose(sequence));
    CHECK(tenure_onnx_value_size(sequence, &size) == TENURE_STATUS_INVALID_HANDLE);
    if (library != NULL && library[0] != 0 && strchr(library, '\\') == NULL && strlen(library) < sizeof options - 32) {
        sprintf(options, "{\"library\": \"%s\", \"threads\": 1}", library);
        OK(tenure_onnx_model_load_bytes(scope, model_bytes, sizeof model_bytes - 1, options, &model));
        OK(tenure_onnx_model_inputs(model, text, sizeof text, &needed));
        CHECK(strcmp(text, "word\t0\tstring\t?\n") == 0);
        CHECK(tenure_onnx_model_run_values(scope, model, NULL, &texts, 1, &result, 1, &needed) == TENURE_STATUS_SHAPE_MISMATCH);
        CHECK(tenure_onnx_model_run(scope, model, NULL, &all, 1, &result, 1, &needed) == TENURE_STATUS_DTYPE_MISMATCH);
        OK(tenure_onnx_value_of_strings(scope, all, at, shape, 1, &made));
        OK(tenure_onnx_model_run_values(scope, model, "word", &made, 1, &result, 1, &needed));
        CHECK(needed == 1);
        OK(tenure_onnx_value_strings(scope, result, &read, &starts));
        OK(tenure_tensor_copy_to(read, copy, 7));
        CHECK(memcmp(copy, bytes, 7) == 0);
    }
    OK(tenure_scope_close(scope));
}

/* A batch for which there is no room comes again. */
static void a_batch_waits_for_room(void) {
    const int64_t values[3] = {5, 6, 7}, dims[1] = {3};
    TenureHandle scope = 0, x = 0, loader = 0, batch[2] = {0, 0};
    uint64_t count = 9;
    OK(tenure_scope_push(0, &scope));
    OK(tenure_tensor_from_data(scope, CPU, TENURE_DTYPE_I64, values, sizeof values, dims, 1, &x));
    TenureHandle both[2] = {x, x};
    OK(tenure_data_loader_new(scope, both, 2, 2, 0, 0, 0, &loader));
    OK(tenure_data_loader_prefetch(loader, 1, 1));
    OK(tenure_data_loader_next(scope, loader, batch, 1, &count));
    CHECK(count == 2 && batch[0] == 0);
    OK(tenure_data_loader_next(scope, loader, NULL, 0, &count));
    CHECK(count == 2);
    OK(tenure_data_loader_next(scope, loader, batch, 2, &count));
    int64_t rows[2] = {0, 0};
    OK(tenure_tensor_copy_to(batch[1], rows, sizeof rows));
    CHECK(count == 2 && rows[0] == 5 && rows[1] == 6);
    OK(tenure_data_loader_next(scope, loader, batch, 2, &count));
    OK(tenure_data_loader_next(scope, loader, NULL, 0, &count));
    CHECK(count == 0);
    CHECK(tenure_data_loader_shard(loader, 1, 1) == TENURE_STATUS_INVALID_ARGUMENT);
    OK(tenure_scope_close(scope));
}

static void any_byte_but_0_is_true(void) {
    const int64_t dims[1] = {4};
    const uint8_t bytes[4] = {2, 0, 255, 1};
    uint8_t seen[4] = {9, 9, 9, 9};
    TenureHandle scope = 0, t = 0, u = 0, other = 0;
    void *data = NULL;
    uint64_t n_bytes = 0;
    int64_t sum = 0;
    OK(tenure_scope_push(0, &scope));
    OK(tenure_tensor_zeros(scope, CPU, TENURE_DTYPE_BOOL, dims, 1, &t));
    OK(tenure_tensor_ones(scope, CPU, TENURE_DTYPE_BOOL, dims, 1, &other));
    OK(tenure_tensor_data(t, &data, &n_bytes));
    memcpy(data, bytes, n_bytes);
    OK(tenure_tensor_sum(scope, t, NULL, 0, 0, &u));
    OK(tenure_tensor_item_i64(u, &sum));
    CHECK(sum == 3);
    OK(tenure_tensor_copy_to(t, seen, sizeof seen));
    CHECK(seen[0] == 1 && seen[1] == 0 && seen[2] == 1 && seen[3] == 1);
    OK(tenure_tensor_eq(scope, t, other, &u));
    OK(tenure_tensor_copy_to(u, seen, sizeof seen));
    CHECK(seen[0] == 1 && seen[1] == 0 && seen[2] == 1 && seen[3] == 1);
    OK(tenure_scope_close(scope));
}

static void an_integer_element_is_read_without_loss(void) {
    const int64_t value = 9007199254740993;
    int64_t seen = 0;
    TenureHandle t = 0, f = 0;
    OK(tenure_tensor_from_data(0, CPU, TENURE_DTYPE_I64, &value, sizeof value, NULL, 0, &t));
    OK(tenure_tensor_item_i64(t, &seen));
    CHECK(seen == value);
    OK(tenure_tensor_cast(0, t, TENURE_DTYPE_F64, &f));
    CHECK(tenure_tensor_item_i64(f, &seen) == TENURE_STATUS_DTYPE_MISMATCH);
    CHECK(says("an integer item needs an integer or bool tensor, not float64"));
    OK(tenure_tensor_dispose(f));
    OK(tenure_tensor_dispose(t));
}

static void a_number_is_exact(void) {
    const int64_t dims[1] = {1};
    TenureHandle t = 0, sum = 0, equal = 0, truth = 0;
    int64_t value = 0;
    OK(tenure_tensor_full(0, CPU, TENURE_DTYPE_I64, TENURE_I64(9007199254740993), dims, 1, &t));
    OK(tenure_tensor_item_i64(t, &value));
    CHECK(value == 9007199254740993);
    OK(tenure_tensor_add_scalar(0, t, TENURE_U64(2), &sum));
    OK(tenure_tensor_item_i64(sum, &value));
    CHECK(value == 9007199254740995);
    OK(tenure_tensor_eq_scalar(0, t, TENURE_I64(9007199254740993), &equal));
    OK(tenure_tensor_item_i64(equal, &value));
    CHECK(value == 1);
    OK(tenure_tensor_clamp_scalar_in_place(sum, TENURE_I64(INT64_MIN), TENURE_F64(7.0)));
    OK(tenure_tensor_item_i64(sum, &value));
    CHECK(value == 7);
    OK(tenure_tensor_full(0, CPU, TENURE_DTYPE_BOOL, TENURE_BOOL(2), dims, 1, &truth));
    OK(tenure_tensor_item_i64(truth, &value));
    CHECK(value == 1);
    CHECK(tenure_tensor_fill(t, TENURE_U64(UINT64_MAX)) == TENURE_STATUS_INVALID_ARGUMENT);
    CHECK(says("18446744073709551615 is out of range for int64"));
    CHECK(tenure_tensor_fill(t, TENURE_F64(0.5)) == TENURE_STATUS_INVALID_ARGUMENT);
    CHECK(says("0.5 is not an integer"));
    CHECK(tenure_tensor_fill(t, 4, 0) == TENURE_STATUS_INVALID_ARGUMENT);
    CHECK(says("4 is not the kind of a scalar"));
    OK(tenure_tensor_dispose(t));
    OK(tenure_tensor_dispose(sum));
    OK(tenure_tensor_dispose(equal));
    OK(tenure_tensor_dispose(truth));
}

static void a_workspace_gives_and_takes_back(void) {
    const int64_t dims[1] = {100};
    TenureHandle outer = 0, batch = 0, scope = 0, t = 0, kept = 0, where = 0, outside = 0, copy = 0;
    TenureWorkspaceStats now;
    TenureWorkspaceCycle rows[4];
    uint64_t cycle = 0, round;
    uint64_t n = 0, needed = 0;
    double value = 0.0;
    char text[1024];
    OK(tenure_scope_push(0, &outer));
    CHECK(tenure_workspace_create(0, NULL, 0, NULL, &batch) == TENURE_STATUS_INVALID_ARGUMENT);
    CHECK(tenure_workspace_create(0, "batch", 0, "{\"maxSize\": 1, \"initialSize\": 2}", &batch) ==
          TENURE_STATUS_INVALID_ARGUMENT);
    CHECK(says("initialSize 2 contradicts maxSize 1"));
    OK(tenure_workspace_create(0, "batch", 0, "{\"overallocationLimit\": 0}", &batch));
    for (round = 1; round <= 3; round++) {
        OK(tenure_workspace_enter(batch, outer, &scope, &cycle));
        CHECK(scope == batch && cycle == round);
        OK(tenure_tensor_full(scope, CPU, TENURE_DTYPE_F32, TENURE_F64(2.0), dims, 1, &t));
        OK(tenure_tensor_full(scope, CPU, TENURE_DTYPE_F32, TENURE_F64(3.0), NULL, 0, &kept));
        OK(tenure_tensor_workspace(t, &where, &cycle));
        CHECK(where == batch && cycle == round);
        OK(tenure_workspace_leave(batch, &kept, 1));
        CHECK(tenure_tensor_item(t, &value) == TENURE_STATUS_INVALID_HANDLE);
        CHECK(says("tensor of cycle "));
        OK(tenure_tensor_item(kept, &value));
        CHECK(value == 3.0);
    }
    CHECK(tenure_workspace_leave(batch, NULL, 0) == TENURE_STATUS_WORKSPACE);
    OK(tenure_workspace_stats(batch, &now));
    CHECK(now.cycle == 3 && now.depth == 0 && now.learned == 512 && now.committed == 512 && now.free == 512);
    OK(tenure_workspace_history(batch, rows, 4, &n));
    CHECK(n == 3 && rows[2].cycle == 3 && rows[2].offset == 512 && rows[2].spilled == 0);
    OK(tenure_workspace_report(batch, 1, NULL, 0, &needed));
    CHECK(needed > 1);
    OK(tenure_workspace_config(batch, text, sizeof text, &needed));
    CHECK(needed <= sizeof text && strstr(text, "\"policySpill\":\"EXTERNAL\"") != NULL);
    OK(tenure_workspace_config_check("{}", text, sizeof text, &needed));
    CHECK(tenure_workspace_config_check("{\"x\": 1}", text, sizeof text, &needed) == TENURE_STATUS_INVALID_ARGUMENT);
    OK(tenure_workspace_misuses(NULL, 0, &needed));
    OK(tenure_workspace_enter(batch, 0, &scope, &cycle));
    OK(tenure_scope_push_outside(scope, &outside));
    OK(tenure_tensor_full(outside, CPU, TENURE_DTYPE_F32, TENURE_F64(2.0), dims, 1, &t));
    OK(tenure_tensor_workspace(t, &where, &cycle));
    CHECK(where == 0 && cycle == 0);
    OK(tenure_tensor_leverage(scope, t, &copy));
    OK(tenure_tensor_workspace(copy, &where, &cycle));
    CHECK(where == batch && cycle == 4);
    OK(tenure_workspace_toggle(batch, 0));
    OK(tenure_workspace_destroy(batch));
    CHECK(tenure_workspace_destroy(batch) == TENURE_STATUS_INVALID_HANDLE);
    OK(tenure_workspace_find("loop", 0, &where));
    CHECK(where == 0);
    OK(tenure_workspace_get("loop", 0, "{\"initialSize\": 640}", &batch));
    OK(tenure_workspace_find("loop", 0, &where));
    CHECK(where == batch);
    CHECK(tenure_workspace_get("loop", 0, "{\"initialSize\": 64}", &where) == TENURE_STATUS_INVALID_ARGUMENT);
    CHECK(says("workspace 'loop' is there already with initialSize 640, asked for was 64"));
    CHECK(tenure_workspace_initialize(outer) == TENURE_STATUS_INVALID_ARGUMENT);
    OK(tenure_workspace_initialize(batch));
    OK(tenure_scope_close(batch));
    OK(tenure_scope_close(outer));
}

static void handles_of_all_kinds_go_at_once(void) {
    const int64_t dims[1] = {1000};
    TenureHandle handles[4] = {0, 0, 0, 0};
    uint64_t released = 0;
    OK(tenure_scope_push(0, &handles[0]));
    OK(tenure_tensor_zeros(0, CPU, TENURE_DTYPE_F64, dims, 1, &handles[1]));
    OK(tenure_tape_open(0, &handles[2]));
    handles[3] = handles[1]; /* a stale one by then */
    OK(tenure_handles_release(handles, 4, &released));
    CHECK(released == 3);
}

static void who_does_not_count_releases_all_the_same(void) {
    const int64_t dims[1] = {10};
    uint64_t live = stats().live_handles;
    TenureHandle handles[2] = {0, 0};
    OK(tenure_tensor_zeros(0, CPU, TENURE_DTYPE_F64, dims, 1, &handles[0]));
    OK(tenure_tensor_zeros(0, CPU, TENURE_DTYPE_F64, dims, 1, &handles[1]));
    OK(tenure_handles_release(handles, 1, NULL));
    OK(tenure_handle_collect(handles + 1, 1, NULL));
    CHECK(stats().live_handles == live);
    CHECK(tenure_handles_release(NULL, 1, NULL) == TENURE_STATUS_INVALID_ARGUMENT);
    CHECK(says("handles is NULL"));
    OK(tenure_handles_release(NULL, 0, NULL));
}

/* The log is emptied by what reads it: a call that fails for its pointers must not have read it. */
static void pointers_are_looked_at_before_anything_is_done(void) {
    char text[64];
    TenureHandle none = 0;
    CHECK(tenure_leak_report(TENURE_REPORT_FORMAT_TEXT, NULL, 0, text, sizeof text, NULL) ==
          TENURE_STATUS_INVALID_ARGUMENT);
    CHECK(says("n_buf is NULL"));
    CHECK(tenure_tensor_shape(none, NULL, TENURE_MAX_RANK, NULL) == TENURE_STATUS_INVALID_ARGUMENT);
    CHECK(says("n_dims is NULL"));
    CHECK(tenure_handle_name(none, NULL, 8, NULL) == TENURE_STATUS_INVALID_ARGUMENT);
    CHECK(says("n_buf is NULL"));
}

/* An array of TENURE_MAX_RANK sizes has room for every shape; a smaller one may not have. */
static void shapes_of_sixteen_dimensions_fit(void) {
    int64_t dims[TENURE_MAX_RANK + 1], got[TENURE_MAX_RANK];
    for (int i = 0; i <= TENURE_MAX_RANK; i++) {
        dims[i] = 1 + i % 3 / 2;
    }
    TenureHandle t = 0, none = 0;
    uint64_t n = 0;
    OK(tenure_tensor_ones(0, CPU, TENURE_DTYPE_F32, dims, TENURE_MAX_RANK, &t));
    OK(tenure_tensor_shape(t, got, TENURE_MAX_RANK, &n));
    CHECK(n == TENURE_MAX_RANK && memcmp(got, dims, sizeof got) == 0);
    CHECK(tenure_tensor_shape(t, got, 8, &n) == TENURE_STATUS_INVALID_ARGUMENT);
    CHECK(says("room for 8 dimensions, 16 needed"));
    CHECK(tenure_tensor_zeros(0, CPU, TENURE_DTYPE_F32, dims, TENURE_MAX_RANK + 1, &none) ==
          TENURE_STATUS_INVALID_ARGUMENT);
    CHECK(says("rank 17 is above the limit of 16"));
    CHECK(tenure_tensor_unsqueeze(0, t, 0, &none) == TENURE_STATUS_INVALID_ARGUMENT && none == 0);
    OK(tenure_tensor_dispose(t));
}

static double element(TenureHandle t, uint64_t at) {
    const void *data = NULL;
    uint64_t n_data = 0;
    OK(tenure_tensor_data_const(t, &data, &n_data));
    CHECK(at < n_data / sizeof(double));
    return ((const double *)data)[at];
}

static void a_number_that_may_be_left_out_is_a_pointer(void) {
    const int64_t dims[2] = {2, 1};
    const double values[2] = {1, 3}, no_scale = 0;
    TenureHandle scope = 0, q = 0, plain = 0, flat = 0;
    OK(tenure_scope_push(0, &scope));
    OK(tenure_tensor_from_data(scope, CPU, TENURE_DTYPE_F64, values, sizeof values, dims, 2, &q));
    OK(tenure_tensor_scaled_dot_product_attention(scope, q, q, q, 0, 0, NULL, &plain));
    OK(tenure_tensor_scaled_dot_product_attention(scope, q, q, q, 0, 0, &no_scale, &flat));
    CHECK(element(flat, 0) == 2 && element(flat, 1) == 2);
    CHECK(element(plain, 0) > 2);
    OK(tenure_scope_close(scope));
}

static void indices_are_integers_too(void) {
    const int64_t dims[2] = {2, 3}, corner[2] = {1, -1}, far[1] = {2}, many[3] = {0, 0, 0};
    const double values[6] = {0, 1, 2, 3, 4, 5};
    TenureHandle scope = 0, t = 0, row = 0, number = 0, text = 0;
    uint64_t rank = 9;
    OK(tenure_scope_push(0, &scope));
    OK(tenure_tensor_from_data(scope, CPU, TENURE_DTYPE_F64, values, sizeof values, dims, 2, &t));
    OK(tenure_tensor_get_at(scope, t, corner, 2, &number));
    OK(tenure_tensor_get(scope, t, "1, -1", &text));
    OK(tenure_tensor_rank(number, &rank));
    CHECK(rank == 0 && element(number, 0) == 5 && element(text, 0) == 5);
    OK(tenure_tensor_get_at(scope, t, corner, 1, &row));
    CHECK(element(row, 0) == 3 && element(row, 2) == 5);
    OK(tenure_tensor_set_at_scalar(t, corner, 2, TENURE_F64(9)));
    CHECK(element(t, 5) == 9);
    OK(tenure_tensor_set_at(t, NULL, 0, number));
    CHECK(element(t, 0) == 9);
    CHECK(tenure_tensor_get_at(scope, t, far, 1, &row) == TENURE_STATUS_INVALID_ARGUMENT);
    CHECK(tenure_tensor_get_at(scope, t, many, 3, &row) == TENURE_STATUS_INVALID_ARGUMENT);
    CHECK(says("[0, 0, 0] names 3 axes, shape [2,3] has 2"));
    OK(tenure_scope_close(scope));
}

static void element_types_say_what_they_hold(void) {
    TenureFloatInfo floats = {0, 0, 0, 0, 0};
    TenureIntegerInfo integers = {0, 0, 0};
    int32_t both = 0;
    uint8_t is_so = 2;
    OK(tenure_dtype_finfo(TENURE_DTYPE_F16, &floats));
    CHECK(floats.bits == 16 && floats.max == 65504.0 && floats.min == -65504.0);
    CHECK(floats.eps == 0.0009765625 && floats.smallest_normal == 0.00006103515625);
    OK(tenure_dtype_iinfo(TENURE_DTYPE_I8, &integers));
    CHECK(integers.bits == 8 && integers.max == 127 && integers.min == -128);
    CHECK(tenure_dtype_iinfo(TENURE_DTYPE_F16, &integers) == TENURE_STATUS_DTYPE_MISMATCH);
    CHECK(integers.bits == 8);
    OK(tenure_dtype_result_type(TENURE_DTYPE_U8, TENURE_DTYPE_I8, &both));
    CHECK(both == TENURE_DTYPE_I16);
    OK(tenure_dtype_can_cast(TENURE_DTYPE_U8, TENURE_DTYPE_I8, &is_so));
    CHECK(is_so == 0);
    OK(tenure_dtype_isdtype(TENURE_DTYPE_U8, 3, &is_so));
    CHECK(is_so == 1);
    CHECK(tenure_dtype_isdtype(TENURE_DTYPE_U8, 6, &is_so) == TENURE_STATUS_INVALID_ARGUMENT);
}

/* As dlpack.h has them. */
typedef struct {
    void *data;
    int32_t device_type, device_id, ndim;
    uint8_t code, bits;
    uint16_t lanes;
    int64_t *shape, *strides;
    uint64_t byte_offset;
} DLTensor;

typedef struct DLManagedTensorVersioned {
    uint32_t major, minor;
    void *manager_ctx;
    void (*deleter)(struct DLManagedTensorVersioned *self);
    uint64_t flags;
    DLTensor dl_tensor;
} DLManagedTensorVersioned;

typedef struct DLManagedTensor {
    DLTensor dl_tensor;
    void *manager_ctx;
    void (*deleter)(struct DLManagedTensor *self);
} DLManagedTensor;

static void count_one(DLManagedTensorVersioned *self) {
    TenureHandle scope = 0;
    ++*(int *)self->manager_ctx;
    OK(tenure_scope_push(0, &scope)); /* it may call the library */
    OK(tenure_scope_close(scope));
}

static void tensors_of_other_libraries_are_on_one_memory(void) {
    float values[4] = {1.0f, 2.0f, 3.0f, 4.0f};
    int64_t dims[2] = {2, 2}, strides[2] = {1, 2};
    int deleted = 0;
    DLManagedTensorVersioned lent;
    TenureHandle scope = 0, t = 0, sum = 0;
    double value = 0.0;
    memset(&lent, 0, sizeof lent);
    lent.major = 1;
    lent.manager_ctx = &deleted;
    lent.deleter = count_one;
    lent.dl_tensor.data = values;
    lent.dl_tensor.device_type = 1;
    lent.dl_tensor.ndim = 2;
    lent.dl_tensor.code = 2;
    lent.dl_tensor.bits = 32;
    lent.dl_tensor.lanes = 1;
    lent.dl_tensor.shape = dims;
    lent.dl_tensor.strides = strides;
    OK(tenure_scope_push(0, &scope));
    CHECK(tenure_tensor_from_dlpack(scope, NULL, 1, 0, &t) == TENURE_STATUS_INVALID_ARGUMENT);
    CHECK(tenure_tensor_from_dlpack(scope, &lent, 1, 0, NULL) == TENURE_STATUS_INVALID_ARGUMENT);
    lent.dl_tensor.bits = 64;
    lent.dl_tensor.code = 5;
    CHECK(tenure_tensor_from_dlpack(scope, &lent, 1, 0, &t) == TENURE_STATUS_UNSUPPORTED);
    CHECK(says("no element type is of DLPack code 5 with 64 bits and 1 lanes"));
    CHECK(t == 0 && deleted == 0);
    lent.dl_tensor.bits = 32;
    lent.dl_tensor.code = 2;
    OK(tenure_tensor_from_dlpack(scope, &lent, 1, 2, &t));
    OK(tenure_tensor_mul_scalar_in_place(t, TENURE_F64(10.0)));
    CHECK(values[0] == 10.0f && values[3] == 40.0f);
    values[1] = 5.0f;
    OK(tenure_tensor_sum(scope, t, NULL, 0, 0, &sum));
    OK(tenure_tensor_item(sum, &value));
    CHECK(value == 85.0);
    CHECK(deleted == 0);
    OK(tenure_scope_close(scope));
    CHECK(deleted == 1);
}

static void tensors_are_lent_to_other_libraries(void) {
    const int64_t dims[2] = {2, 3};
    TenureHandle t = 0, back = 0;
    void *address = NULL;
    DLManagedTensorVersioned *versioned;
    DLManagedTensor *unversioned;
    uint64_t count = 0;
    OK(tenure_tensor_full(0, CPU, TENURE_DTYPE_F64, TENURE_F64(2.5), dims, 2, &t));
    CHECK(tenure_tensor_to_dlpack(t, 1, NULL) == TENURE_STATUS_INVALID_ARGUMENT);
    CHECK(tenure_tensor_to_dlpack(t + 1, 1, &address) == TENURE_STATUS_INVALID_HANDLE);
    OK(tenure_tensor_to_dlpack(t, 1, &address));
    versioned = (DLManagedTensorVersioned *)address;
    CHECK(versioned->major == 1 && versioned->flags == 0);
    OK(tenure_tensor_to_dlpack(t, 0, &address));
    unversioned = (DLManagedTensor *)address;
    OK(tenure_tensor_dispose(t));
    CHECK(unversioned->dl_tensor.ndim == 2 && unversioned->dl_tensor.shape[1] == 3);
    CHECK(unversioned->dl_tensor.code == 2 && unversioned->dl_tensor.bits == 64 && unversioned->dl_tensor.lanes == 1);
    CHECK(unversioned->dl_tensor.strides[0] == 3 && unversioned->dl_tensor.strides[1] == 1);
    CHECK(((double *)unversioned->dl_tensor.data)[5] == 2.5);
    unversioned->deleter(unversioned);
    CHECK(stats().live_bytes == 48);
    OK(tenure_tensor_from_dlpack(0, versioned, 1, 0, &back));
    OK(tenure_tensor_use_count(back, &count));
    CHECK(count == 1);
    OK(tenure_tensor_dispose(back));
}

/* The text of a snapshot, a file or a comparison, which the caller frees. */
static char *text_of(TenureStatus (*read)(const void *from, char *text, uint64_t room, uint64_t *needed), const void *from) {
    uint64_t needed = 0;
    char *text;
    OK(read(from, NULL, 0, &needed));
    /* A recording goes on while it is read, so the second text may be longer. */
    needed += 4096;
    text = (char *)calloc(1, needed);
    if (text == NULL) abort();
    OK(read(from, text, needed, &needed));
    return text;
}

static TenureStatus snapshot(const void *from, char *text, uint64_t room, uint64_t *needed) {
    (void)from;
    return tenure_record_snapshot(text, room, needed);
}

static TenureStatus saved(const void *path, char *text, uint64_t room, uint64_t *needed) {
    return tenure_record_load((const char *)path, text, room, needed);
}

static TenureStatus compared(const void *pair, char *text, uint64_t room, uint64_t *needed) {
    const char *const *both = (const char *const *)pair;
    return tenure_record_since(both[0], both[1], text, room, needed);
}

static int is_a_file(const char *path) {
    FILE *file = fopen(path, "rb");
    int has_content = file != NULL && fgetc(file) != EOF;
    if (file != NULL) fclose(file);
    remove(path);
    return has_content;
}

static void a_recording_is_saved_read_compared_and_exported(void) {
    const int64_t dims[1] = {1000};
    const char *file = "test.tenure-memory.json", *other = "test-export";
    const char *both[2];
    char *earlier, *later, *read, *difference;
    TenureHandle scope = 0, t = 0;
    uint64_t recording = 0, dropped = 1;
    int32_t format;
    OK(tenure_record_start(1 << 10, 0, &recording));
    OK(tenure_scope_push(0, &scope));
    earlier = text_of(snapshot, NULL);
    OK(tenure_record_mark("epoch 1"));
    OK(tenure_tensor_zeros(scope, CPU, TENURE_DTYPE_F32, dims, 1, &t));
    OK(tenure_handle_set_name(t, "a </script> name"));
    later = text_of(snapshot, NULL);
    OK(tenure_record_dropped(recording, &dropped));
    CHECK(dropped == 0);
    CHECK(strstr(later, "epoch 1") != NULL && strstr(later, "a <") != NULL);
    CHECK(strstr(earlier, "epoch 1") == NULL);
    OK(tenure_record_save(file));
    read = text_of(saved, file);
    CHECK(strstr(read, "epoch 1") != NULL);
    both[0] = read;
    both[1] = earlier;
    difference = text_of(compared, both);
    CHECK(strstr(difference, "1 new handles with 4000 bytes, 0 gone with 0 bytes") != NULL);
    for (format = TENURE_SNAPSHOT_FORMAT_JSON; format <= TENURE_SNAPSHOT_FORMAT_PYTORCH; format++) {
        OK(tenure_record_export(read, other, format));
        CHECK(is_a_file(other));
    }
    CHECK(tenure_record_export(read, other, 5) == TENURE_STATUS_INVALID_ARGUMENT);
    CHECK(tenure_record_export("{}", other, 0) == TENURE_STATUS_IO);
    OK(tenure_record_page(read, "<script>@SNAPSHOT@</script>", other));
    CHECK(is_a_file(other));
    CHECK(tenure_record_page(read, "no mark", other) == TENURE_STATUS_INVALID_ARGUMENT);
    free(difference);
    free(read);
    free(later);
    free(earlier);
    CHECK(is_a_file(file));
    OK(tenure_scope_close(scope));
    OK(tenure_record_stop(recording));
}

static void a_recording_is_started_and_stopped_once(void) {
    uint64_t recording = 0, untouched = 42, needed = 0;
    CHECK(tenure_record_start(0, 0, &untouched) == TENURE_STATUS_INVALID_ARGUMENT);
    CHECK(tenure_record_start(UINT64_C(67108865), 0, &untouched) == TENURE_STATUS_INVALID_ARGUMENT);
    CHECK(says("67108865") && untouched == 42);
    OK(tenure_record_start(1, 0, &recording));
    CHECK(tenure_record_start(1, 0, &untouched) == TENURE_STATUS_BUSY);
    CHECK(untouched == 42);
    OK(tenure_record_stop(recording));
    CHECK(tenure_record_stop(recording) == TENURE_STATUS_INVALID_HANDLE);
    CHECK(tenure_record_dropped(recording, &untouched) == TENURE_STATUS_INVALID_HANDLE);
    CHECK(tenure_record_save("/no/such/folder/file") == TENURE_STATUS_IO);
    CHECK(tenure_record_load("/no/such/file", NULL, 0, &needed) == TENURE_STATUS_IO);
    OK(tenure_record_mark("without a recording"));
}

int main(int count, char **arguments) {
    if (count > 1) {
        report = fopen(arguments[1], "w");
        if (report == NULL) {
            perror(arguments[1]);
            return 1;
        }
        fputs("<testsuite name=\"tests/c\">\n", report);
    }
    version();
    a_scope_owns_what_is_made_in_it();
    an_alias_is_an_owner_of_its_own();
    a_result_is_the_operands_owners_or_unowned();
    failures_leave_outputs_alone_and_say_why();
    gradients();
    outputs_may_be_inputs();
    a_tensors_own_memory_is_a_buffer_too();
    handing_memory_out_counts_as_a_write();
    many_tensors_of_a_file_at_once();
    files_of_data_are_read();
    strings_are_bytes_and_offsets();
    a_batch_waits_for_room();
    any_byte_but_0_is_true();
    an_integer_element_is_read_without_loss();
    a_number_is_exact();
    a_workspace_gives_and_takes_back();
    handles_of_all_kinds_go_at_once();
    who_does_not_count_releases_all_the_same();
    pointers_are_looked_at_before_anything_is_done();
    shapes_of_sixteen_dimensions_fit();
    a_number_that_may_be_left_out_is_a_pointer();
    indices_are_integers_too();
    element_types_say_what_they_hold();
    tensors_of_other_libraries_are_on_one_memory();
    tensors_are_lent_to_other_libraries();
    a_recording_is_saved_read_compared_and_exported();
    a_recording_is_started_and_stopped_once();
    CHECK(stats().live_handles == 0);
    CHECK(stats().live_bytes == 0);
    printf("%d passed, %d failed\n", passed, failed);
    if (report != NULL) {
        fputs("</testsuite>\n", report);
        if (fclose(report) != 0) failed++;
    }
    return failed == 0 ? 0 : 1;
}
