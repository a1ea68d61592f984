# shellcheck shell=bash disable=SC2154 # ci/lib.sh sets the variables
# Builds what the commands run: the native library, the jars, the .NET assemblies. Sourced after ci/setup.
#
# Maven and MSBuild need seconds to find that nothing changed, so a build of theirs is left out when the names,
# sizes and times of its inputs are those of the last good build. cargo finds that out by itself, at once.

native=target/release/libtenure.so

build_native() {
  cargo build --release --locked
  cargo build --release --locked -p tenure-fake-cuda # a driver for the tests of Java and C#
}

# What `nextest ci --workspace` would build first.
build_rust_tests() {
  want_tool cargo-nextest
  cargo nextest run --locked --run-ignored all --profile ci --workspace --no-run
}

# nextest PROFILE OPTION...: Rust's tests, each a process of its own, and the report of .config/nextest.toml's profile.
nextest() {
  local profile=$1 status=0 written=target/nextest/$1/junit.xml
  shift
  want_tool cargo-nextest
  rm -f "$written"
  RUST_BACKTRACE=0 cargo nextest run --locked --run-ignored all --profile "$profile" "$@" || status=$?
  cp "$written" "$TENURE_REPORTS/" || status=$((status ? status : 1))
  return "$status"
}

# needing_onnx: the tests that cannot run, as a filter of nextest: without a library those of models, without the models of
# others those of them. Nothing where all can run.
needing_onnx() {
  if [[ -z ${TENURE_ONNXRUNTIME:-} ]]; then
    echo 'test(/^needs_onnx_/) or (binary(onnx) and not test(=errors::without_onnx_runtime_the_error_says_what_to_add))'
  elif [[ -z ${TENURE_ONNX_MODELS:-} ]]; then
    echo 'binary(onnx) and test(/^real::/)'
  fi
}

# model_check PROFILE: the models of the handle table, with loom's own atomics, over every interleaving of their threads.
model_check() {
  nextest "$1" --features loom --test 'loom*'
}

# fingerprint PATH...: of every file below, less what the builds write there.
fingerprint() {
  find "$@" -type f -not -path '*/target/*' -not -path '*/obj/*' -not -path '*/bin/*' -printf '%p %s %T@\n' |
    sort | cksum
}

# unless_fresh STAMP "PATH..." COMMAND...: runs the command unless its inputs are as they were when it last
# succeeded. The stamp lies among the outputs, so that what deletes them deletes it too.
unless_fresh() {
  local stamp=$1 inputs=() now
  read -r -a inputs <<<"$2"
  shift 2
  now=$(fingerprint "${inputs[@]}")
  if [[ -r $stamp && $(<"$stamp") == "$now" ]]; then
    echo "nothing changed since the last build"
    return 0
  fi
  rm -f "$stamp"
  "$@"
  mkdir -p "$(dirname "$stamp")"
  echo "$now" >"$stamp"
}

# A module for segments of the JDK is built where there is a JDK that has them: see java/pom.xml.
maven() {
  local version home options=()
  read -r version home < <(jdks | tail -n 1) || true
  if ((${version:-0} >= 22)); then options=("-Dtenure.jdk22=$home"); fi
  mvn -B -ntp -f java/pom.xml "${options[@]}" "$@"
}

# foreign: that module in a list of them, where it can be built.
foreign() {
  local version
  read -r version _ < <(jdks | tail -n 1) || true
  if ((${version:-0} >= 22)); then echo ,foreign; fi
}

build_java() {
  unless_fresh java/tenure/target/package.stamp "java $native" maven -DskipTests package
}

# Javadoc, Dokka and Scaladoc of every module that has users; they write below target.
build_java_documentation() {
  unless_fresh java/junit/target/javadoc.stamp java java_documentation
}

java_documentation() {
  maven -pl "tenure,junit,micrometer,spring$(foreign)" -DskipTests package javadoc:javadoc
  rm -rf java/kotlin/target/dokka java/scala/*/target/site
  mkdir -p java/scala/3/target/site/scaladocs # Scaladoc does not make it
  maven -Pdocs -pl "tenure,junit,micrometer,spring$(foreign),kotlin,scala,scala/2.13,scala/3" -DskipTests package
}

# The tests of .NET need its own folder: there lies the global.json that names their runner.
net() {
  (cd dotnet && dotnet "$@")
}

build_dotnet() {
  unless_fresh dotnet/src/Tenure/bin/build.stamp "dotnet $native" \
    net build Tenure.slnx -c Release -nodeReuse:false
}

# version: the one of everything.
version() {
  sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -n 1
}

# java_main CLASS [OPTION...]: runs a main class of java/examples or java/bench from the jars, with what jvm_options
# holds for the JVM. The library is named in the environment, which the JVMs that such a program starts inherit.
java_main() {
  jvm_main "$(find java/{tenure,examples,bench}/target -maxdepth 1 -name "*-$(version).jar" | paste -s -d :)" "$@"
}

# jvm_example LANGUAGE CLASS [OPTION...]: runs a main class of java/examples/kotlin or java/examples/scala.
jvm_example() {
  jvm_main "java/examples/$1/target/classes:$(<"java/examples/$1/target/class-path.txt")" "${@:2}"
}

# jvm_main CLASS-PATH CLASS [OPTION...]
jvm_main() {
  local path=$1 class=$2 options
  shift 2
  read -r -a options <<<"${jvm_options:-}"
  # From 22 on the JVM warns of native access that was not granted; 17 does not know the option.
  if (($(jdk_version "$JAVA_HOME") >= 22)); then options+=(--enable-native-access=ALL-UNNAMED); fi
  TENURE_LIBRARY=$root/$native "$JAVA_HOME/bin/java" "${options[@]}" -cp "$path" "$class" "$@"
}

# dotnet_main PROJECT ARGUMENT...: runs what build_dotnet built.
dotnet_main() {
  local project=$1
  shift
  dotnet run --project "$project" -c Release --no-build -- "$@"
}

# readme_example LANGUAGE FILE: writes the README's example in that language to a file of target/readme.
readme_example() {
  mkdir -p target/readme
  awk -v language="$1" '$0 == "```" language { on = 1; next } on && /^```$/ { exit } on' README.md >"target/readme/$2"
  [[ -s target/readme/$2 ]]
}

# link_c PROGRAM SOURCE...: a C program with the native library, found again at run time.
link_c() {
  local program=$1
  shift
  mkdir -p "$(dirname "$program")"
  cc -std=c11 -Wall -Wextra -pedantic -Werror -O1 -g -Iinclude "$@" -o "$program" \
    -Ltarget/release -ltenure -lm -Wl,-rpath,"$root/target/release"
}
