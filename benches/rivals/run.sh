# shellcheck shell=bash disable=SC2154 # ci/bench and ci/lib.sh set the variables
# The rivals' table: fetches who is compared, builds our worker and Java's, and lets drive.py measure. Sourced by ci/bench.
#
# What is fetched lies in the cache of the user, not in the checkout: PyTorch alone is 2.5 GB.

rival_home=${XDG_CACHE_HOME:-$HOME/.cache}/tenure/rivals
rival_python=$rival_home/python/bin/python
rival_java=$PWD/target/rivals

fetch_python() {
  if "$rival_python" -c 'import numpy, torch' 2>/dev/null; then return; fi
  python3 -m venv "$rival_home/python"
  "$rival_python" -m pip install --quiet --disable-pip-version-check numpy torch
}

fetch_java() {
  mkdir -p "$rival_java/classes"
  mvn -q -B -ntp -f benches/rivals/pom.xml org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath \
    -Dmdep.outputFile="$rival_java/classpath"
  "$JAVA_HOME/bin/javac" -d "$rival_java/classes" -cp "$(<"$rival_java/classpath")" \
    benches/rivals/src/main/java/dev/tenure/rivals/*.java
}

# ours: the command of our worker. It is one JVM for all figures, as a program is.
ours() {
  local options=
  if (($(jdk_version "$JAVA_HOME") >= 22)); then options=--enable-native-access=ALL-UNNAMED; fi
  echo "env TENURE_LIBRARY=$root/$native $JAVA_HOME/bin/java $options -cp $(
    find "$root"/java/{tenure,examples,bench}/target -maxdepth 1 -name "*-$(version).jar" | paste -s -d :
  ) dev.tenure.bench.Rivals"
}

compare_rivals() {
  local machine options=() csharp=()
  if [[ -z ${missing[C#]:-} ]]; then
    csharp=("csharp=env TENURE_LIBRARY=$root/$native dotnet run --project dotnet/bench/Tenure.Bench -c Release --no-build -- rivals")
  fi
  read -r -a options <<<"${TENURE_RIVALS:-}" # such as "--only add --rounds 2", to try one
  machine=$(cargo bench --locked --bench core --no-run --message-format json 2>/dev/null |
    sed -n 's/.*"executable":"\([^"]*core-[^"]*\)".*/\1/p' | tail -n 1)
  # One thread each but where a figure says otherwise, which PyTorch and Tenure are then told.
  OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 MKL_NUM_THREADS=1 python3 benches/rivals/drive.py "$out" "${options[@]}" -- \
    "machine=$machine --turns" "hand=$machine --turns" "tenure=$(ours)" \
    "${csharp[@]}" \
    "torch=$rival_python benches/rivals/torch_numpy.py torch" "numpy=$rival_python benches/rivals/torch_numpy.py numpy" \
    "djl=$JAVA_HOME/bin/java -cp $rival_java/classes:$(<"$rival_java/classpath") dev.tenure.rivals.Djl" \
    "nd4j=$JAVA_HOME/bin/java -cp $rival_java/classes:$(<"$rival_java/classpath") dev.tenure.rivals.Nd4jWorker"
}

mkdir -p "$out"
step "build: native library" check build_native
step "build: Java" check build_java
if [[ -n ${missing[C#]:-} ]]; then skip C# "${missing[C#]}"; else step "build: C#" check build_dotnet; fi
within 3600 step "fetch: PyTorch, NumPy" check fetch_python
within 3600 step "fetch: DJL, ND4J" check fetch_java
within "$bench_limit" show "$out/rivals.json" compare_rivals
close
