# shellcheck shell=bash
# How many tests passed, failed and were skipped, read off the closing lines of each test runner; and what failed.
# Each counter reads a log on its standard input and prints "PASSED FAILED SKIPPED". tests/ci holds real logs and
# the sums they must give.

# Without colours, which would hide the lines.
plain_text() {
  sed 's/\x1b[[(][0-9;]*[A-Za-z]//g'
}

# count COUNTER STATUS LOG: the counter's sums, made honest: a command that failed without counting a failure, or
# that counted nothing at all, is one failure.
count() {
  local passed=0 failed=0 skipped=0
  if [[ $1 == check ]]; then
    if (($2 == 0)); then echo 1 0 0; else echo 0 1 0; fi
    return
  fi
  read -r passed failed skipped < <(plain_text <"$3" | "count_$1")
  if (($2 != 0 && failed == 0 || passed + failed + skipped == 0)); then
    failed=$((failed + 1))
  fi
  echo "$passed" "$failed" "$skipped"
}

# cargo test: one "test result:" line for each test binary.
count_cargo() {
  awk '/^test result: / {
      for (i = 2; i <= NF; i++) {
        if ($i ~ /^passed/) p += $(i - 1)
        if ($i ~ /^failed/) f += $(i - 1)
        if ($i ~ /^ignored/) s += $(i - 1)
      }
    }
    END { print p + 0, f + 0, s + 0 }'
}

# Maven Surefire: a line for each class, which names it and its time, then one total for each module, which does not.
count_surefire() {
  awk '/Tests run: [0-9]+, Failures: [0-9]+, Errors: [0-9]+, Skipped: [0-9]+$/ && !/Time elapsed/ {
      sub(/.*Tests run: /, ""); split($0, n, /[^0-9]+/)
      p += n[1] - n[2] - n[3] - n[4]; f += n[2] + n[3]; s += n[4]
    }
    END { print p + 0, f + 0, s + 0 }'
}

# Microsoft.Testing.Platform, by `dotnet test` or `dotnet run`: a summary whose figures stand a line each.
count_dotnet() {
  awk '/^Test run summary:/ { on = 1 }
    on && /^ *failed: [0-9]+ *$/ { f += $2 }
    on && /^ *succeeded: [0-9]+ *$/ { p += $2 }
    on && /^ *skipped: [0-9]+ *$/ { s += $2; on = 0 }
    END { print p + 0, f + 0, s + 0 }'
}

# Our own programs and scripts: a line "N passed, N failed", with ", N skipped" where there are any.
count_plain() {
  awk '/^[0-9]+ passed, [0-9]+ failed(, [0-9]+ skipped)?$/ { p += $1; f += $3; s += $5 }
    END { print p + 0, f + 0, s + 0 }'
}

# failures_COUNTER: the lines of a log that tell what failed, for the excerpt that a failed step prints; nothing
# where the end of the log tells it best.
failures_check() { :; }
failures_plain() { :; }
failures_cargo() { awk '/^---- .* stdout ----$/ { left = 16 } left-- > 0'; }
failures_surefire() { awk '/^\[ERROR\] Failures:|^\[ERROR\] Errors:/ { on = 1 } /Tests run:.*Skipped: [0-9]+$/ { on = 0 } on && /^\[ERROR\]/'; }
failures_dotnet() { awk '/^failed / { left = 12 } left-- > 0'; }
