# shellcheck shell=bash
# Flat JSON objects, of numbers, booleans and plain strings, as the demo and the benchmarks write them: read and
# merged without a tool that a fresh machine lacks. Not a parser: a value holds no comma and no brace.

# json_pairs FILE...: "KEY<tab>VALUE" for each pair; of a key that comes twice, the last one.
json_pairs() {
  cat "$@" | sed 's/[,{}]/\n/g' |
    sed -n 's/^[[:space:]]*"\([^"]*\)"[[:space:]]*:[[:space:]]*\(.*[^[:space:]]\)[[:space:]]*$/\1\t\2/p' |
    awk -F '\t' '{ value[$1] = $2 } END { for (key in value) print key "\t" value[key] }' | LC_ALL=C sort
}

# json_get KEY FILE...: the value, or nothing.
json_get() {
  local key=$1
  shift
  json_pairs "$@" | awk -F '\t' -v key="$key" '$1 == key { print $2 }'
}

# json_object: "KEY<tab>VALUE" lines on standard input, as one object, a pair a line.
json_object() {
  awk -F '\t' 'BEGIN { print "{" } { printf "%s  \"%s\": %s", (NR > 1 ? ",\n" : ""), $1, $2 } END { print "\n}" }'
}
