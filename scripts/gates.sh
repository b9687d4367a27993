# Gates, which are commands that pass or fail: they are named, run and counted. To be sourced at the root of the repository.
passed=0
failed=0

# gate NAME COMMAND [ARGUMENT...]
gate() {
  local name=$1
  shift
  echo "== $name"
  if "$@"; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "FAILED: $name"; fi
}

# fault PROGRAM [OPTION...]: a program of test/faults as a gate.
fault() {
  gate "fault: $*" run_fault "$@"
}

# measured PROGRAM [OPTION...]: a fault whose verdict hangs on time or memory alone. What else runs on the machine may spoil it
# once; what is spoilt twice is the program's own doing. Not for a program that looks for what was lost or leaked: once is enough.
measured() {
  gate "fault: $*" run_fault_twice "$@"
}

run_fault() {
  node scripts/run.mjs "test/faults/$1.ts" "${@:2}"
}

run_fault_twice() {
  run_fault "$@" || { echo 'once more:' && run_fault "$@"; }
}

# The last line and the exit code.
conclude() {
  echo "$passed passed, $failed failed"
  [ "$failed" -eq 0 ]
}
