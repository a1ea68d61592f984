# shellcheck shell=bash disable=SC2034,SC2154 # ci/lib.sh and ci/setup set variables, ci/cross reads some
# The platforms that there is a native library for: how it is built with zig, and what it may be. Sourced by ci/cross.
#
# A platform has the name that Maven's os-maven-plugin gives it, which is the classifier of its jar.

platforms=(linux-x86_64 linux-aarch_64 linux-musl-x86_64 linux-musl-aarch_64 osx-x86_64 osx-aarch_64 windows-x86_64)
# Windows: not x86_64-pc-windows-gnu, for which Rust writes all code as one section, of which the
# linker can leave out nothing (1.4 MiB of 8.9).
declare -A target_of=(
  [linux-x86_64]=x86_64-unknown-linux-gnu
  [linux-aarch_64]=aarch64-unknown-linux-gnu
  [linux-musl-x86_64]=x86_64-unknown-linux-musl
  [linux-musl-aarch_64]=aarch64-unknown-linux-musl
  [osx-x86_64]=x86_64-apple-darwin
  [osx-aarch_64]=aarch64-apple-darwin
  [windows-x86_64]=x86_64-pc-windows-gnullvm
)
glibc_floor=2.17                      # of 2012: every distribution that is still maintained has it
declare -A macos_floor=([osx-x86_64]=10.12 [osx-aarch_64]=11.0) # the oldest that Rust's standard library runs on
most_mib=16 # of a library, stripped; ci/packaging reads it here
cross_tools=$root/target/tools/cross

# library_of NAME: what the file is called there.
library_of() {
  case $1 in
    osx-*) echo libtenure.dylib ;;
    windows-*) echo tenure.dll ;;
    *) echo libtenure.so ;;
  esac
}

# want_cross NAME...: zig and cargo-zigbuild as wheels, Rust's libraries of these platforms, and LLVM's tools that read them.
want_cross() {
  local name targets=()
  for name; do targets+=("${target_of[$name]}"); done
  if [[ ! -e $cross_tools/wanted.txt ]] || ! cmp -s ci/cross-tools.txt "$cross_tools/wanted.txt"; then
    echo "installing zig and cargo-zigbuild into target/tools/cross"
    rm -rf "$cross_tools"
    mkdir -p "$cross_tools"
    python3 -m pip --version >/dev/null 2>&1 || apt_install python3-pip
    python3 -m pip install --quiet --disable-pip-version-check --root-user-action=ignore --no-deps \
      --only-binary=:all: --require-hashes --target "$cross_tools" -r ci/cross-tools.txt
    cp ci/cross-tools.txt "$cross_tools/wanted.txt"
  fi
  on_path rustup || { echo "rustup installs Rust's libraries of other systems, and is missing: https://rustup.rs"; return 1; }
  rustup target add "${targets[@]}"
  rustup component add llvm-tools
}

# What these wheels and LLVM's tools need to be found. Nothing of a build is written beside the one for this machine.
cross_path() {
  local tools
  tools=$(rustc --print sysroot)/lib/rustlib/$(rustc -vV | sed -n 's/^host: //p')/bin
  export PYTHONPATH=$cross_tools PATH=$cross_tools/bin:$tools:$PATH CARGO_TARGET_DIR=$root/target/cross
}

# rust_flags FLAG...: for cargo, along with what keeps the paths of this machine out of a library, and with those of
# .cargo/config.toml, which cargo does not read when the environment has some.
rust_flags() {
  local flag flags=("--remap-path-prefix=$root=tenure" "--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo" "$@") all=
  mapfile -t -O ${#flags[@]} flags < <(sed -n 's/^ *"\(-C.*\)",$/\1/p' .cargo/config.toml)
  for flag in "${flags[@]}"; do all+=${all:+$'\x1f'}$flag; done
  export CARGO_ENCODED_RUSTFLAGS=$all
}

# cross_build NAME: builds the library and lays it out, stripped, with its debug symbols elsewhere.
cross_build() {
  local name=$1 target=${target_of[$1]} library wanted cargo=cargo-zigbuild linked=()
  library=$(library_of "$name") wanted=$target
  mkdir -p "$CARGO_TARGET_DIR"
  case $name in
    linux-musl-*)
      rust_flags -Ctarget-feature=-crt-static # else Rust makes no shared library
      linked=(-Clinker="$root/ci/link-folded")
      ;;
    linux-*)
      rust_flags
      wanted+=.$glibc_floor
      # zig writes the older table of names too.
      # shellcheck disable=SC2054
      linked=(-Clinker="$root/ci/link-folded" -Clink-arg=-Wl,--hash-style=gnu)
      ;;
    osx-*)
      rust_flags
      export MACOSX_DEPLOYMENT_TARGET=${macos_floor[$name]}
      macos_libraries
      cargo=cargo
      # Rust's own linker: zig does not take the list of exports here either, and it signs a library before it is stripped.
      linked=(-Clinker=rust-lld -Clinker-flavor=ld64.lld "-Lnative=$cross_tools/macos" -Clink-arg=-x -Clink-arg=-S
        -Clink-arg=-install_name -Clink-arg=@rpath/libtenure.dylib)
      ;;
    windows-*) # zig does not take Rust's list of exports, and would offer every function there is
      rust_flags
      { echo EXPORTS && wanted_exports; } >"$CARGO_TARGET_DIR/tenure.def"
      linked=(-Clink-arg="$CARGO_TARGET_DIR/tenure.def")
      # zig asks for debug symbols, with which its linker keeps what nothing calls; it reads options here too.
      export _LINK_=/OPT:REF,ICF
      ;;
  esac
  export TENURE_LINK_TARGET=$target
  CARGO_PROFILE_RELEASE_DEBUG=line-tables-only CARGO_PROFILE_RELEASE_STRIP=none SOURCE_DATE_EPOCH=0 \
    "$cargo" rustc -p tenure-native --lib --release --locked --target "$wanted" -- "${linked[@]}"
  lay_out "$name" "$CARGO_TARGET_DIR/$target/release/$library"
}

# macos_libraries: what macOS offers, as zig describes it, under each name that Rust asks for.
macos_libraries() {
  local name
  mkdir -p "$cross_tools/macos"
  for name in System c m iconv; do
    ln -sf "$cross_tools/ziglang/lib/libc/darwin/libSystem.tbd" "$cross_tools/macos/lib$name.tbd"
  done
}

# wanted_exports: what every library offers, and nothing else: the functions of tenure.h and what a JVM looks for. An inline
# function, and the macros that call it, are of the header alone.
wanted_exports() {
  { grep -vE '^(static inline|#define) ' include/tenure.h | grep -oE '\btenure_[a-z0-9_]+\(' | tr -d '('; printf 'JNI_OnLoad\nJNI_OnUnload\n'; } | sort -u
}

# lay_out NAME FILE
lay_out() {
  local to=target/natives/$1 debug=target/natives-debug/$1 library
  library=$(library_of "$1")
  rm -rf "$to" "$debug"
  mkdir -p "$to" "$debug"
  case $1 in
    osx-*) cp "$2" "$to/$library" ;; # its linker has stripped and signed it
    *)
      llvm-objcopy --only-keep-debug "$2" "$debug/$library.debug"
      llvm-objcopy --strip-all "--add-gnu-debuglink=$debug/$library.debug" "$2" "$to/$library"
      ;;
  esac
  if [[ $1 == windows-* ]]; then cp "${2%/*}/libtenure.dll.a" "$to/"; fi # what a C program is linked with
}

# exports FILE: the names of the functions that it offers, sorted.
exports() {
  case $1 in
    *.dll) llvm-readobj --coff-exports "$1" | sed -n 's/^ *Name: //p' ;;
    *.dylib) llvm-nm --defined-only --extern-only --format=just-symbols "$1" | sed 's/^_//' ;;
    *) llvm-nm -D --defined-only --format=just-symbols "$1" ;;
  esac | grep -v '^$' | sort
}

# needed FILE: the libraries that it asks its system for.
needed() {
  case $1 in
    *.dll) llvm-readobj --coff-imports "$1" | sed -n 's/^ *Name: //p' ;;
    *) llvm-readobj --needed-libs "$1" | sed -n '/NeededLibraries \[/,/^\]/s/^ *\([^] ].*\)/\1/p' | grep -v 'NeededLibraries' ;;
  esac | grep -vxF @rpath/libtenure.dylib | sort -u
}

# What each system has from the start.
declare -A system_libraries=(
  [linux]='libc\.so\.6|libm\.so\.6|libdl\.so\.2|libpthread\.so\.0|librt\.so\.1|ld-linux-x86-64\.so\.2|ld-linux-aarch64\.so\.1'
  [linux-musl]='libc\.so'
  [osx]='/usr/lib/libSystem\.B\.dylib'
  [windows]='(KERNEL32|kernel32|ntdll|api-ms-win-[a-z0-9-]+|bcryptprimitives|ADVAPI32|USERENV|WS2_32)\.dll'
)

# cross_check NAME: whether the library is what the top of ci/cross says, and a line that says what it is.
cross_check() {
  local name=$1 file libraries bytes floor
  file=target/natives/$name/$(library_of "$name")
  libraries=${system_libraries[${name%-*}]}
  exports "$file" >"target/natives-debug/$name/exports.txt"
  wanted_exports | diff - "target/natives-debug/$name/exports.txt" || { echo "$file does not export what tenure.h declares"; return 1; }
  if needed "$file" | grep -vxE "$libraries"; then
    echo "$file needs a library that is not the system's"
    return 1
  fi
  bytes=$(wc -c <"$file")
  if ((bytes >= most_mib << 20)); then
    echo "$file has $bytes bytes, which is too many"
    return 1
  fi
  if grep -qaF "$root" "$file"; then
    echo "$file holds a path of this machine"
    return 1
  fi
  floor=$(floor_of "$name" "$file")
  printf '%s: %d.%d MiB, %d exports, needs %s; %s; sha256 %.16s\n' "$name" $((bytes >> 20)) $(((bytes & 0xfffff) * 10 >> 20)) \
    "$(wc -l <"target/natives-debug/$name/exports.txt")" "$(needed "$file" | paste -s -d ' ')" "$floor" \
    "$(sha256sum <"$file")" | tee "target/natives-debug/$name/about.txt"
}

# floor_of NAME FILE: the oldest system that it runs on, as the file says; a failure if that is not the one promised.
floor_of() {
  local said
  case $1 in
    linux-musl-*) echo "any musl" ;;
    linux-*)
      said=$(llvm-readobj --version-info "$2" | grep -oE 'GLIBC_[0-9.]+' | sort -uV | tail -n 1)
      at_least "GLIBC_$glibc_floor" "$said" || { echo "$2 needs $said" >&2; return 1; }
      echo "highest symbol $said"
      ;;
    osx-*)
      said=$(llvm-objdump --macho --private-headers "$2" | awk '/minos|^ *version [0-9]/ { print $2; exit }')
      [[ $said == "${macos_floor[$1]}" ]] || { echo "$2 is for macOS $said" >&2; return 1; }
      echo "macOS $said"
      ;;
    windows-*) echo "Windows $(llvm-readobj --file-headers "$2" | sed -n 's/^ *MajorOperatingSystemVersion: //p') and the UCRT" ;;
  esac
}
