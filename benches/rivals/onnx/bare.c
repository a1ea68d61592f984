/* The same models by ONNX Runtime's C API with IO binding: inputs and outputs bound once, and nothing in the loop but the
   run. A worker of drive.py: bare LIBRARY MLP MAGIKA SILERO.

   The functions are found by their places in OrtApi, which never change (see src/io/onnx/table.rs): so no header is needed. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef void *Status;
typedef struct {
  void **(*get_table)(uint32_t);
  const char *(*get_version)(void);
} Base;

static void **api;
static void *env, *memory;

#define CALL(place, types, ...) check(((Status(*) types)api[place])(__VA_ARGS__))

static void check(Status status) {
  if (status != NULL) {
    fprintf(stderr, "bare: %s\n", ((const char *(*)(void *))api[2])(status));
    exit(1);
  }
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e9 + time.tv_nsec;
}

static void *session_of(const char *path) {
  void *options, *session;
  CALL(10, (void **), &options);
  CALL(24, (void *, int), options, 1);
  CALL(25, (void *, int), options, 1);
  CALL(7, (void *, const char *, void *, void **), env, path, options, &session);
  return session;
}

/* Element types of ONNX: 1 float, 6 int32, 7 int64. */
static void *tensor(void *data, size_t bytes, const int64_t *dims, size_t rank, int type) {
  void *value;
  CALL(49, (void *, void *, size_t, const int64_t *, size_t, int, void **), memory, data, bytes, dims, rank, type, &value);
  return value;
}

static double timed(void *session, void *binding, double milliseconds) {
  double end = now() + milliseconds * 1e6, least = 1e30;
  for (long n = 1;;) {
    double start = now();
    for (long i = 0; i < n; i++) CALL(133, (void *, void *, void *), session, NULL, binding);
    double took = now() - start;
    if (took < 2e6) {
      n *= 2;
      continue;
    }
    if (took / n < least) least = took / n;
    if (now() > end) return least;
  }
}

static float pixels[784], scores[10], sound[576], speech[1], state[256], next[256];
static int32_t bytes[32 * 2048];
static float labels[32 * 214];
static int64_t rate = 16000;

static void bind(void *binding, int place, const char *name, void *value) {
  CALL(place, (void *, const char *, void *), binding, name, value);
}

/* A session and what is bound to it; NULL for a figure that is not measured here. */
static void *bound(const char *key, char **files, void **session) {
  void *binding = NULL;
  int64_t rows = strcmp(key, "onnx_magika_32") == 0 ? 32 : 1;
  int is_mlp = strcmp(key, "onnx_mlp_1") == 0 || strcmp(key, "onnx_mlp_into") == 0, is_silero = strcmp(key, "onnx_silero") == 0;
  if (!is_mlp && !is_silero && strcmp(key, "onnx_magika_1") != 0 && rows == 1) return NULL;
  *session = session_of(files[is_mlp ? 0 : is_silero ? 2 : 1]);
  CALL(134, (void *, void **), *session, &binding);
  if (is_mlp) {
    bind(binding, 136, "x", tensor(pixels, sizeof pixels, (int64_t[]){1, 784}, 2, 1));
    bind(binding, 137, "y", tensor(scores, sizeof scores, (int64_t[]){1, 10}, 2, 1));
  } else if (is_silero) {
    bind(binding, 136, "input", tensor(sound, sizeof sound, (int64_t[]){1, 576}, 2, 1));
    bind(binding, 136, "state", tensor(state, sizeof state, (int64_t[]){2, 1, 128}, 3, 1));
    bind(binding, 136, "sr", tensor(&rate, sizeof rate, NULL, 0, 7));
    bind(binding, 137, "output", tensor(speech, sizeof speech, (int64_t[]){1, 1}, 2, 1));
    bind(binding, 137, "stateN", tensor(next, sizeof next, (int64_t[]){2, 1, 128}, 3, 1));
  } else {
    bind(binding, 136, "bytes", tensor(bytes, (size_t)rows * 2048 * 4, (int64_t[]){rows, 2048}, 2, 6));
    bind(binding, 137, "target_label", tensor(labels, (size_t)rows * 214 * 4, (int64_t[]){rows, 214}, 2, 1));
  }
  return binding;
}

int main(int argc, char **argv) {
  char line[256], key[64], known[64] = "";
  void *library = argc == 5 ? dlopen(argv[1], RTLD_NOW) : NULL, *session = NULL, *binding = NULL;
  if (library == NULL) {
    fprintf(stderr, "usage: bare LIBRARY MLP MAGIKA SILERO\n");
    return 2;
  }
  Base *(*base)(void);
  *(void **)&base = dlsym(library, "OrtGetApiBase");
  api = base()->get_table(18);
  CALL(3, (int, const char *, void **), 3, "bare", &env);
  CALL(69, (int, int, void **), 0, 0, &memory);
  for (size_t i = 0; i < sizeof bytes / sizeof *bytes; i++) bytes[i] = (int32_t)(i * 31 % 257);
  for (size_t i = 0; i < 784; i++) pixels[i] = (i % 255) / 255.0f;
  printf("ONNX Runtime %s by C with IO binding\n", base()->get_version());
  fflush(stdout);
  while (fgets(line, sizeof line, stdin) != NULL) {
    int threads;
    double milliseconds;
    if (sscanf(line, "measure %63s %d %lf", key, &threads, &milliseconds) != 3) return 2;
    if (strcmp(key, known) != 0) { /* sessions of earlier figures stay: there are four */
      strcpy(known, key);
      binding = bound(key, argv + 2, &session);
    }
    if (binding == NULL) {
      puts("-");
    } else {
      printf("%f\n", timed(session, binding, milliseconds));
    }
    fflush(stdout);
  }
  return 0;
}
