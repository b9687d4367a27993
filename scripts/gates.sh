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
  gate "fault: $*" node scripts/run.mjs "test/faults/$1.ts" "${@:2}"
}

# The last line and the exit code.
conclude() {
  echo "$passed passed, $failed failed"
  [ "$failed" -eq 0 ]
}
