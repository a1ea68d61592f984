# shellcheck shell=bash
# Steps, their counts, their time limits and the closing line: what the commands in ci/ have in common.
#
# A step is one command whose output goes to target/ci/NAME.log and whose outcome goes to the tally, a file with a
# line per step: name, passed, failed, skipped, why, seconds. The tally is a file, not variables, so that ci/test can call
# ci/lint as a command of its own and still close with the sum of both.
#
# Every step has a time limit. A step that runs past it is stopped, with everything it started, and has failed.

set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
logs=$root/target/ci
# shellcheck source=ci/count.sh
. "$root/ci/count.sh"
# In a container without a locale, JDK 17 names no file beyond ASCII, and tests do.
if [[ -z ${LC_ALL:-}${LC_CTYPE:-}${LANG:-} ]]; then export LC_ALL=C.UTF-8; fi

strict=${CI:+1}       # with CI set or --all, a skipped language is a failure
nightly_too=          # with --nightly: also what a change rarely breaks and what takes minutes
began=$SECONDS
step_failed=0         # did the newest step fail?
step_status=0         # its exit status
step_stopped=         # why it was stopped, if it was
step_pid=
closed=
lanes=()              # the running lanes, as "PID NAME"
in_lane=              # set within a lane: a terminal has one line that changes, and it is not the lane's
# The time limit of a step in seconds, unless `within` gives another one. TENURE_TIME_FACTOR multiplies every limit,
# for a machine that is slower than the one they were chosen on.
step_limit=900

# Reads the options of a command, and opens the tally where no caller has.
begin() {
  for option; do
    case $option in
      --all) strict=1 ;;
      --nightly)
        # shellcheck disable=SC2034
        strict=1 nightly_too=1
        ;;
      *)
        echo "usage: ${0##*/} ${usage:-}[--all] [--nightly]" >&2
        echo "  --all      a language without its toolchain is a failure" >&2
        echo "  --nightly  as --all, and with the checks that a change rarely breaks" >&2
        exit 2
        ;;
    esac
  done
  mkdir -p "$logs"
  if [[ -z ${TENURE_TALLY:-} ]]; then
    export TENURE_TALLY=$logs/${0##*/}.tally
    : >"$TENURE_TALLY"
    outermost=1
  fi
  trap interrupted INT TERM
  trap ended EXIT
}

# A script that stopped before its closing line has failed, and says so in a closing line.
ended() {
  if [[ -n ${outermost:-} && -z $closed ]]; then
    tally "${0##*/} stopped before its end" 0 1 0
    close || true
    exit 1
  fi
}

# A step runs as a process group of its own, so that a Ctrl-C ends what it started too.
interrupted() {
  local lane
  [[ -n $step_pid ]] && kill -TERM -- "-$step_pid" 2>/dev/null
  for lane in "${lanes[@]}"; do kill -TERM "${lane%% *}" 2>/dev/null; done
  printf '\ninterrupted\n' >&2
  trap - EXIT
  exit 130
}

# Without colours, which would hide words.
plain_text() {
  sed 's/\x1b[[(][0-9;]*[A-Za-z]//g'
}

# tally NAME PASSED FAILED SKIPPED [WHY [SECONDS]]
tally() {
  printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$1" "$2" "$3" "$4" "${5:-}" "${6:-0}" >>"$TENURE_TALLY"
}

# within SECONDS step|show ...: that step with this time limit.
within() {
  local step_limit=$1
  shift
  "$@"
}

# step NAME COUNTER COMMAND...: runs it, counts it, says one line. COUNTER is `check` for a command that passes or
# fails as a whole, and `reports` for a test runner: it writes its report files into the folder $TENURE_REPORTS,
# which is empty when the step starts. Always returns 0; step_failed tells.
step() {
  local name=$1 counter=$2 start=$SECONDS log passed failed skipped
  shift 2
  log=$logs/$(tr -cs 'A-Za-z0-9.+#\n' '-' <<<"$name").log
  export TENURE_REPORTS=${log%.log}.reports
  rm -rf "$TENURE_REPORTS"
  mkdir -p "$TENURE_REPORTS"
  run_logged "$name" "$log" "$@"
  read -r passed failed skipped < <(count "$counter" "$step_status" "$TENURE_REPORTS")
  tally "$name" "$passed" "$failed" "$skipped" "" $((SECONDS - start))
  step_failed=$((failed > 0))
  # At once, so that no line of a lane comes between.
  printf '%s\n' "$(told "$name" "$counter" "$passed" "$failed" "$skipped" $((SECONDS - start)) "$log")"
}

# told NAME COUNTER PASSED FAILED SKIPPED SECONDS LOG: what is printed of a step when it has ended.
told() {
  report "$1" "$(outcome "$2" "$3" "$4" "$5")" "$6"
  if (($5)); then skipped "$TENURE_REPORTS" | sed 's/^/      skipped: /'; fi
  if ((step_failed)); then
    printf '      %s; from %s:\n' "${step_stopped:-exit status $step_status}" "${7#"$root"/}"
    excerpt "$2" "$7" | cut -c1-400 | sed 's/^/      | /'
  fi
}

# lane NAME COMMAND...: runs steps of a command beside those that follow, until join_lanes. Both use the same tally. For
# steps that keep one core busy and write to other folders than their neighbours.
lane() {
  local name=$1
  shift
  # shellcheck disable=SC2030
  ( lanes=() in_lane=1 step_pid=; trap interrupted TERM; "$@" ) &
  # shellcheck disable=SC2031
  lanes+=("$! $name")
}

# Waits for all lanes. One that stopped before its end has failed.
join_lanes() {
  local lane
  for lane in "${lanes[@]}"; do
    wait "${lane%% *}" || tally "${lane#* } stopped before its end" 0 1 0
  done
  lanes=()
}

# show NAME COMMAND...: a step whose output is worth seeing: it goes to the terminal as it comes, and counts as one.
show() {
  local name=$1 start=$SECONDS
  shift
  printf '\n%s\n' "$name"
  set -m
  ( set -euo pipefail; "$@" ) </dev/null &
  step_pid=$!
  set +m
  step_stopped=
  while kill -0 "$step_pid" 2>/dev/null; do
    sleep 0.1
    stop_when_late "$name" "$start"
  done
  finished
  step_failed=$((step_status != 0))
  tally "$name" $((!step_failed)) "$step_failed" 0 "" $((SECONDS - start))
  report "$name" "" $((SECONDS - start))
  if [[ -n $step_stopped ]]; then printf '      %s\n' "$step_stopped"; fi
}

# outcome COUNTER PASSED FAILED SKIPPED: the middle of a step's line.
outcome() {
  if [[ $1 == check ]]; then
    return 0
  fi
  printf '%s passed, %s failed' "$2" "$3"
  if (($4)); then printf ', %s skipped' "$4"; fi
}

# excerpt COUNTER LOG: what the reports say of each failure, or else the end of the log.
excerpt() {
  local found=
  if [[ $1 == reports ]]; then found=$(failures "$TENURE_REPORTS" | sed -n 1,60p); fi
  if [[ -n $found ]]; then printf '%s\n' "$found"; else plain_text <"$2" | tail -n 40; fi
}

report() {
  local word=ok
  if ((step_failed)); then word=FAIL; fi
  printf '%-5s %-46s %-28s %4s s\n' "$word" "$1" "$2" "$3"
}

# Runs a command with its output in a log, and leaves its exit status in step_status: were it returned, a caller
# would write `|| ...`, and in such a place bash ignores `set -e` in everything below. On a terminal a line shows
# what the command is doing; elsewhere (CI) a step says every half minute that it is still there.
run_logged() {
  local name=$1 log=$2 start=$SECONDS said=$SECONDS frames="|/-\\" turn=0
  shift 2
  set -m
  ( set -euo pipefail; "$@" ) >"$log" 2>&1 </dev/null &
  step_pid=$!
  set +m
  step_stopped=
  while kill -0 "$step_pid" 2>/dev/null; do
    stop_when_late "$name" "$start"
    # shellcheck disable=SC2031
    if [[ -t 1 && -n $in_lane ]]; then
      sleep 0.2
    elif [[ -t 1 ]]; then
      printf '\r\033[K%s     %s  %s s  %s' "${frames:turn++%4:1}" "$name" $((SECONDS - start)) "$(tail_line "$log")"
      sleep 0.2
    else
      sleep 0.2
      if ((SECONDS - said >= 30)); then
        said=$SECONDS
        printf '...   %s, %s s\n' "$name" $((SECONDS - start))
      fi
    fi
  done
  if [[ -t 1 ]]; then printf '\r\033[K'; fi
  finished
  if [[ -n $step_stopped ]]; then printf '\n%s\n' "$step_stopped" >>"$log"; fi
}

# stop_when_late NAME START: ends the running step and everything in its process group once its time is up. A
# process that ignores TERM gets KILL five seconds later.
stop_when_late() {
  local limit=$((step_limit * ${TENURE_TIME_FACTOR:-1})) i
  if ((SECONDS - $2 < limit)); then return 0; fi
  step_stopped="step $1 ran past $limit s, stopped"
  kill -TERM -- "-$step_pid" 2>/dev/null || true
  for ((i = 0; i < 50; i++)); do
    kill -0 -- "-$step_pid" 2>/dev/null || break
    sleep 0.1
  done
  kill -KILL -- "-$step_pid" 2>/dev/null || true
}

# Takes the exit status of the step that has ended. One that was stopped has failed, whatever it made of the signal.
finished() {
  step_status=0
  wait "$step_pid" || step_status=$?
  if [[ -n $step_stopped ]]; then step_status=124; fi
  step_pid=
}

# The last line of a log, short, for a terminal.
tail_line() {
  tail -n 1 "$1" 2>/dev/null | tr '\r' '\n' | tail -n 1 | plain_text | cut -c1-$((${COLUMNS:-100} - 40))
}

# skip LANGUAGE WHY: says so, and counts one skipped; one failed in CI or with --all. Only once for a language. Of
# a WHY in two parts, "reason; remedy", the closing line gives the reason.
skip() {
  if cut -f 1 "$TENURE_TALLY" | grep -qxF "$1"; then return 0; fi
  if [[ -n $strict ]]; then
    printf 'FAIL  %s: %s. A language that is left out is a failure here (CI is set, or --all was given).\n' "$1" "$2"
    tally "$1" 0 1 0 "$2"
  else
    printf 'skip  %s is skipped: %s\n' "$1" "$2"
    tally "$1" 0 0 1 "$1: ${2%%;*}"
  fi
}

# passed, failed, skipped and the names of what was skipped as a whole, over the tally.
totals() {
  awk -F '\t' '{ p += $2; f += $3; s += $4; if ($4 && $5 != "") why = why (why == "" ? "" : "; ") $5 }
    END { printf "%d\t%d\t%d\t%s\n", p, f, s, why }' "$TENURE_TALLY"
}

# The ten slowest steps, where there are more than ten.
slowest() {
  if (($(wc -l <"$TENURE_TALLY") > 10)); then
    printf 'slowest steps:\n'
    sort -t $'\t' -k 6,6nr "$TENURE_TALLY" | awk -F '\t' 'NR <= 10 { printf "%6d s  %s\n", $6, $1 }'
  fi
}

# The closing line, and the exit status: 0 when something passed and nothing failed. A command that another one
# called leaves the line to its caller. For TENURE_CLOSING=plain what was skipped is named on the line above.
close() {
  local passed failed skipped why line
  closed=1
  IFS=$'\t' read -r passed failed skipped why < <(totals)
  if [[ -n ${outermost:-} ]]; then
    slowest
    awk -F '\t' '$3 { printf "failed: %s (%d)\n", $1, $3 }' "$TENURE_TALLY"
    line="$passed passed, $failed failed"
    if ((skipped)); then line+=", $skipped skipped"; fi
    printf '%s in %d min %02d s\n' "${0##*/}" $(((SECONDS - began) / 60)) $(((SECONDS - began) % 60))
    if [[ -n $why && ${TENURE_CLOSING:-} == plain ]]; then
      printf 'skipped: %s\n' "$why"
    elif [[ -n $why ]]; then
      line+=" ($why)"
    fi
    printf '%s\n' "$line"
  fi
  ((failed == 0 && passed > 0))
}
