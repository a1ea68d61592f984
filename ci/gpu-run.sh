#!/usr/bin/env bash
# What a CUDA device of this machine does: the program of a pack, which `ci/gpu pack` puts there under the name `run`.
#   run [--out FOLDER] [--fake LIBRARY]
#     --out FOLDER      where gpu.json and the logs go; the folder `gpu` of the current one unless told
#     --fake LIBRARY    on the driver of fake/cuda in place of NVIDIA's: short shapes, and no rates
#
# In this order: the device and its driver; the processor's bits on large tensors, for every kernel; the
# tests of tests/cuda and tests/workspace_cuda, a process each; compute-sanitizer; programs of Java; rates,
# also of PyTorch. compute-sanitizer and PyTorch may be absent, which is not a failure.
#
# gpu.json is one flat object: of each step "passed", "failed" or "absent", and figures by their names. The exit status
# is 0 if nothing failed, 1 if something did, 3 without a device.
#
# It needs what every Linux has: bash, coreutils, grep, sed, awk, tar, gzip.
set -euo pipefail
pack=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=gpu
fake=
large=large::every_kernel_has_the_processors_bits_on_large_tensors
steps=() # in order, each with what became of it: NAME=OUTCOME

while (($#)); do
  case $1 in
    --out | --fake)
      [[ -n ${2:-} ]] || { echo "run: $1 needs a value" >&2; exit 2; }
      if [[ $1 == --out ]]; then out=$2; else fake=$(realpath "$2"); fi
      shift 2
      ;;
    *)
      sed -n '3,5s/^# *//p' "${BASH_SOURCE[0]}" >&2
      exit 2
      ;;
  esac
done

# figure KEY VALUE: a number or a truth value of gpu.json.
# text KEY TEXT: a string, without the characters that JSON escapes.
figure() { printf '  "%s": %s\n' "$1" "$2" >>"$work/figures"; }
text() { figure "$1" "\"$(tr -cs 'A-Za-z0-9 ._:+()/-' ' ' <<<"$2" | sed 's/ *$//')\""; }

# outcome STEP passed|failed|absent [WHY]
outcome() {
  steps+=("$1=$2")
  text "$1" "$2"
  printf '%-7s %-12s %s\n' "$2" "$1" "${3:-}"
}

# within SECONDS COMMAND...: ends it, and what it started, once its time is up.
within() {
  timeout -k 5 "$@"
}

# step NAME SECONDS COMMAND...: its output goes to NAME.log.
step() {
  local name=$1 status=0 start=$SECONDS
  shift
  within "$@" >"$out/$name.log" 2>&1 </dev/null || status=$?
  case $status in
    0) outcome "$name" passed "$((SECONDS - start)) s" ;;
    124 | 137) outcome "$name" failed "ran past $1 s; $out/$name.log" ;;
    *) outcome "$name" failed "exit status $status; $out/$name.log" ;;
  esac
}

unpack() {
  tar -xzf "$pack/files.tar.gz" -C "$work"
  local wanted has
  wanted=$(sed -n 's/^glibc //p' "$work/about") has=$(ldd --version 2>/dev/null | sed -n '1s/.* //p')
  if [[ $(printf '%s\n' "$wanted" "$has" | sort -V | tail -n 1) != "$has" ]]; then
    echo "run: this pack was built with glibc $wanted, and this machine has glibc ${has:-of no version that is known}" >&2
    exit 2
  fi
  # The system's own libraries, unless it lacks one.
  if ldd "$work"/bin/* "$work"/java/lib/*.so "$work"/java/lib/server/*.so 2>/dev/null | grep -v libjvm | grep -q 'not found'; then
    export LD_LIBRARY_PATH=$work/lib
  fi
}

# The device, or the one sentence that says why there is none.
probe() {
  local found driver=
  if ! found=$("$work/bin/gpu" probe 2>&1); then
    printf '%s\n' "$found" | tail -n 1 >&2
    exit 3
  fi
  mkdir -p "$out/tests"
  printf '%s\n' "$found" >"$out/probe.log"
  outcome probe passed "$(sed -n 's/^probe name //p' "$out/probe.log")"
  if [[ -n $fake ]]; then
    text device.name "the fake driver of the tests"
    return
  fi
  text device.name "$(sed -n 's/^probe name //p' "$out/probe.log")"
  figure device.memory_bytes "$(sed -n 's/^probe memory_bytes //p' "$out/probe.log")"
  text device.capability "$(sed -n 's/^probe capability //p' "$out/probe.log")"
  text driver.cuda "$(sed -n 's/^probe cuda //p' "$out/probe.log")"
  if command -v nvidia-smi >/dev/null; then
    driver=$(nvidia-smi --query-gpu=driver_version --format=csv,noheader 2>/dev/null | head -n 1) || true
  fi
  if [[ -z $driver && -r /proc/driver/nvidia/version ]]; then
    driver=$(grep -oE '[0-9]+\.[0-9]+(\.[0-9]+)?' /proc/driver/nvidia/version | head -n 1) || true
  fi
  text driver.version "${driver:-unknown}"
}

# Every kernel, on large tensors.
bits() {
  step bits 600 "$work/bin/cuda" --exact "$large" --nocapture --test-threads=1
  local name is
  while read -r name is; do text "bits.$name" "$is"; done < <(sed -nE 's/^.*bits ([a-z]+) (same|differ)$/\1 \2/p' "$out/bits.log")
  figure bits.kernels "$(sed -nE 's/^.*bits kernels ([0-9]+) of [0-9]+$/\1/p' "$out/bits.log" | grep . || echo 0)"
  if [[ -n $fake ]]; then
    outcome patterns absent "a fake driver would take hours"
    return
  fi
  step patterns 600 "$work/bin/gpu" patterns
}

# tests STEP PROGRAM: each test in a process of its own, as nextest runs them, since some set the environment.
tests() {
  local step=$1 program=$work/bin/$2 name passed=0 failed=() start=$SECONDS
  "$program" --list --format terse | sed -n 's/: test$//p' | grep -v -e fake -e "^$large\$" >"$work/list" || true
  while read -r name <&3; do
    if within 300 "$program" --exact "$name" --test-threads=1 >"$out/tests/$2.${name//::/.}.log" 2>&1 </dev/null; then
      passed=$((passed + 1))
      rm "$out/tests/$2.${name//::/.}.log"
    else
      failed+=("$name")
    fi
  done 3<"$work/list"
  figure "$step.passed" "$passed"
  figure "$step.failed" "${#failed[@]}"
  if ((${#failed[@]} || !passed)); then
    text "$step.failures" "${failed[*]-no test was found}"
    outcome "$step" failed "$passed passed, ${#failed[@]} failed: ${failed[*]-}; $out/tests"
  else
    outcome "$step" passed "$passed tests, $((SECONDS - start)) s"
  fi
}

# Every kernel once more on short tensors, where compute-sanitizer looks at each access.
sanitizer() {
  local found candidate
  for candidate in compute-sanitizer /usr/local/cuda/bin/compute-sanitizer; do
    found=$(command -v "$candidate") && break
  done
  if [[ -z ${found:-} || -n $fake ]]; then
    outcome sanitizer absent "no compute-sanitizer${fake:+ for a fake driver}"
    return
  fi
  step sanitizer 600 env TENURE_TEST_GPU=short "$found" --tool memcheck --error-exitcode 9 \
    "$work/bin/cuda" --exact "$large" --test-threads=1
}

# java_step NAME CLASS
java_step() {
  step "$1" 300 env TENURE_LIBRARY="$work/bin/libtenure.so" "$work/java/bin/java" -Xmx512m -cp "$work/jars/*:$work/jars/tests" "$2"
}

# rates_of WHO LOG: the figures that a benchmark has printed.
rates_of() {
  awk -v who="$1" '
    $3 !~ /^[0-9.]+$/ { next }
    $1 == "rate" { name = $2 ~ /gflops$/ ? $2 : $2 "_gb_per_s" }
    $1 == "time" { name = $2 "_" $4 }
    $1 == "rate" || $1 == "time" { value[who "." name] = $3 }
    END { for (name in value) printf "  \"%s\": %s\n", name, value[name] }' "$2" | LC_ALL=C sort
}

# Rates of Tenure, then those of PyTorch, each in a process of its own that measures in the same order.
rates() {
  if [[ -n $fake ]]; then
    outcome rates absent "a fake driver has none"
    outcome pytorch absent "a fake driver has none"
    return
  fi
  step rates 300 "$work/bin/gpu" rates
  rates_of tenure "$out/rates.log" >>"$work/figures"
  if ! python3 -c 'import sys, torch; sys.exit(not torch.cuda.is_available())' >/dev/null 2>&1; then
    outcome pytorch absent "python3 has no torch with CUDA"
    : >"$out/pytorch.log"
  else
    step pytorch 300 env -u LD_LIBRARY_PATH python3 "$work/bench/gpu.py"
    text pytorch.version "$(sed -n 's/^device .* //p' "$out/pytorch.log")"
    rates_of pytorch "$out/pytorch.log" >>"$work/figures"
  fi
  table
}

# Rates beside memcpy, which the copy of a tensor is, and beside PyTorch.
table() {
  awk '
    $1 != "rate" || $3 !~ /^[0-9.]+$/ { next }
    FILENAME == ARGV[1] { if (!($2 in mine)) order[++n] = $2; mine[$2] = $3 }
    FILENAME == ARGV[2] { theirs[$2] = $3 }
    END {
      printf "%-26s %12s %12s %12s\n", "GB/s (GFLOP/s of products)", "Tenure", "of memcpy", "PyTorch"
      for (i = 1; i <= n; i++) {
        share = order[i] ~ /gflops$/ || !mine["copy"] ? "" : sprintf("%.2f", mine[order[i]] / mine["copy"])
        printf "%-26s %12s %12s %12s\n", order[i], mine[order[i]], share, theirs[order[i]]
      }
    }' "$out/rates.log" "$out/pytorch.log"
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unpack
# One cache of compiled kernels for all processes of this run, and none of another run.
export CUDA_CACHE_PATH=$work/cache TENURE_TEST_GPU=1
if [[ -n $fake ]]; then export TENURE_CUDA=$fake TENURE_TEST_GPU=short; fi
text date "$(date -u +%Y-%m-%dT%H:%M:%SZ)"
text commit "$(sed -n 's/^commit //p' "$work/about")"
figure fake "$([[ -n $fake ]] && echo true || echo false)"
probe
bits
tests tests cuda
tests workspaces workspace_cuda
sanitizer
java_step java dev.tenure.GpuProgram
java_step training dev.tenure.examples.DeviceTraining
rates
{
  echo "{"
  sed '$!s/$/,/' "$work/figures"
  echo "}"
} >"$out/gpu.json"
echo "$out/gpu.json"
for each in "${steps[@]}"; do
  if [[ $each == *=failed ]]; then exit 1; fi
done
