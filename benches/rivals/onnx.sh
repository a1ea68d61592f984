# shellcheck shell=bash disable=SC2154 # ci/bench and ci/lib.sh set the variables
# Models of ONNX, from Java and C#, beside ONNX Runtime by C with IO binding and by its Java API, and DJL with its engine of
# it. Sourced by ci/bench.

out=$out/onnx
rival_java=$PWD/target/rivals/onnx
tests=$PWD/tests/onnx/data

fetch_onnx() {
  mkdir -p "$rival_java/classes"
  mvn -q -B -ntp -f benches/rivals/onnx/pom.xml org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath \
    -Dmdep.outputFile="$rival_java/classpath"
  "$JAVA_HOME/bin/javac" -d "$rival_java/classes" -cp "$(<"$rival_java/classpath"):$(our_jar)" \
    benches/rivals/onnx/{OnnxWorker,OfDjl}.java benches/rivals/src/main/java/dev/tenure/rivals/Turns.java
  cc -std=c11 -Wall -Wextra -Werror -O2 benches/rivals/onnx/bare.c -o "$rival_java/bare" -ldl
}

our_jar() {
  find "$root"/java/tenure/target -maxdepth 1 -name "*-$(version).jar"
}

# worker NAME: a JVM for all figures, as a program is.
worker() {
  local options=
  if (($(jdk_version "$JAVA_HOME") >= 22)); then options=--enable-native-access=ALL-UNNAMED; fi
  echo "env TENURE_LIBRARY=$root/$native $JAVA_HOME/bin/java $options -Xms256m -Xmx256m -XX:+AlwaysPreTouch -cp" \
    "$rival_java/classes:$(<"$rival_java/classpath"):$(our_jar) dev.tenure.rivals.OnnxWorker $1 $tests $TENURE_ONNX_MODELS"
}

compare_onnx() {
  local options=() magika
  read -r -a options <<<"${TENURE_RIVALS:-}" # such as "--only onnx_mlp --rounds 2", to try one
  magika=$(find "$TENURE_ONNX_MODELS/magika/models" -name model.onnx -print -quit)
  python3 benches/rivals/drive.py "$out" --onnx "${options[@]}" -- \
    "tenure=$(worker tenure)" "onnxruntime=$(worker onnxruntime)" "djl=$(worker djl)" \
    "csharp=env TENURE_LIBRARY=$root/$native dotnet run --project dotnet/bench/Tenure.Bench -c Release --no-build -- onnx-rivals $tests $TENURE_ONNX_MODELS" \
    "bare=$rival_java/bare $TENURE_ONNXRUNTIME $tests/mlp.onnx $magika $TENURE_ONNX_MODELS/silero_vad/data/silero_vad.onnx"
}

TENURE_ONNXRUNTIME=${TENURE_ONNXRUNTIME-$(ci/onnxruntime)}
TENURE_ONNX_MODELS=${TENURE_ONNX_MODELS-$(ci/onnxruntime --models)}
export TENURE_ONNXRUNTIME TENURE_ONNX_MODELS
mkdir -p "$out"
if [[ -z $TENURE_ONNXRUNTIME || -z $TENURE_ONNX_MODELS ]]; then
  skip "models of ONNX" "ci/onnxruntime finds no library or no models"
else
  step "build: native library" check build_native
  step "build: Java" check build_java
  step "build: C#" check build_dotnet
  within 3600 step "fetch: ONNX Runtime's Java API, DJL" check fetch_onnx
  within "$bench_limit" show "$out/rivals.json" compare_onnx
fi
close
