# Names, runs and counts gates: commands that pass or fail. Source this file at the root of the repository.
passed=0
failed=0

# gate NAME COMMAND [ARGUMENT...]
gate() {
  local name=$1
  shift
  echo "== $name"
  if "$@"; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "FAILED: $name"; fi
}

# fault PROGRAM [OPTION...]: runs a program of test/faults as a gate.
fault() {
  gate "fault: $*" run_fault "$@"
}

# measured PROGRAM [OPTION...]: like fault, with one retry, for programs whose verdict depends on time or memory alone, which other
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

# Prints the last line and sets the exit code.
conclude() {
  echo "$passed passed, $failed failed"
  [ "$failed" -eq 0 ]
}
