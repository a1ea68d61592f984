# shellcheck shell=bash
# How many tests passed, failed and were skipped, and what failed: read from the report files that the test runners
# write, never from what they print. ci/reports.py reads the files; tests/ci holds real ones and the sums they must give.

# count COUNTER STATUS FOLDER: "PASSED FAILED SKIPPED". For the counter `check` that is one passed or failed, by the
# exit status alone. A command that failed without reporting a failure, or that reported no test at all, is one failure.
count() {
  local passed=0 failed=0 skipped=0
  if [[ $1 == check ]]; then
    if (($2 == 0)); then echo 1 0 0; else echo 0 1 0; fi
    return
  fi
  read -r passed failed skipped < <(python3 ci/reports.py count "$3") || true
  if (($2 != 0 && failed == 0 || passed + failed + skipped == 0)); then
    failed=$((failed + 1))
  fi
  echo "$passed" "$failed" "$skipped"
}

# skipped FOLDER: the name of each test that was skipped.
skipped() {
  python3 ci/reports.py skipped "$1"
}

# failures FOLDER: the name of each test that failed, and what was said of it.
failures() {
  python3 ci/reports.py failures "$1"
}
