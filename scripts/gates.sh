# Names, runs and counts gates: commands that pass or fail. Source this file at the root of the repository.
passed=0
failed=0
# The names of those that failed.
broken=()
# How many gates may run at a time. What each of several says is printed as a whole when it ends.
at_once=${at_once:-1}
reports=$(mktemp -d)
# An end before time ends the gates that run, each of which is a group of processes.
trap 'for pid in "${groups[@]}"; do kill -- "-$pid" 2>/dev/null; done; rm -rf "$reports"' EXIT
# By number: the names of the gates that run, their groups of processes, and when they began.
declare -A names=() groups=() began=()
started=0

# gate NAME COMMAND [ARGUMENT...]: runs alone.
gate() {
  settle 0
  echo "== $1"
  local from=$SECONDS
  "${@:2}"
  count "$1" $? "$from"
}

# beside NAME COMMAND [ARGUMENT...]: like gate, for what other programs do not disturb.
beside() {
  if ((at_once == 1)); then gate "$@"; return; fi
  settle $((at_once - 1))
  local report=$reports/$((++started))
  names[$started]=$1
  began[$started]=$SECONDS
  set -m
  # The name is there once the status is whole.
  { "${@:2}" </dev/null >"$report" 2>&1; echo $? >"$report.status"; mv "$report.status" "$report.ended"; } &
  groups[$started]=$!
  set +m
}

# fault PROGRAM [OPTION...]: runs a program of test/faults, beside others.
fault() {
  beside "fault: $*" run_fault "$@"
}

# bounded PROGRAM [OPTION...]: like fault, but alone, for programs with a bound on time that a busy machine can break.
bounded() {
  gate "fault: $*" run_fault "$@"
}

# measured PROGRAM [OPTION...]: like bounded, with one retry, for programs whose verdict depends on time or memory alone, which other
# processes on the machine can disturb. Not for programs that look for lost or leaked data, where one failure is enough.
measured() {
  gate "fault: $*" run_fault_twice "$@"
}

run_fault() {
  node scripts/run.mjs "test/faults/$1.ts" "${@:2}"
}

run_fault_twice() {
  run_fault "$@" || { echo 'retry:' && run_fault "$@"; }
}

# settle LEFT: waits until at most so many gates run, and tells of each that ends.
settle() {
  local each
  while ((${#names[@]} > $1)); do
    for each in "${!names[@]}"; do
      [ -e "$reports/$each.ended" ] || continue
      echo "== ${names[$each]}"
      cat "$reports/$each"
      count "${names[$each]}" "$(cat "$reports/$each.ended")" "${began[$each]}"
      unset "names[$each]" "groups[$each]" "began[$each]"
    done
    ((${#names[@]} <= $1)) || sleep 0.2
  done
}

# count NAME STATUS BEGINNING
count() {
  if (($2 == 0)); then passed=$((passed + 1)); else failed=$((failed + 1)); broken+=("$1"); echo "FAILED: $1"; fi
  echo "-- $((SECONDS - $3)) s"
}

# Prints the last line and sets the exit code.
conclude() {
  settle 0
  ((failed == 0)) || printf 'Failed: %s\n' "${broken[@]}"
  echo "$passed passed, $failed failed"
  [ "$failed" -eq 0 ]
}
