# Source this file at the root of the repository. `serve_site [OPTION...]` serves the shipped site until the script ends, and sets `url`
# to its address and `work` to a temporary folder, which has the log of the server, `server.log`.
serve_site() {
  work=$(mktemp -d)
  node scripts/run.mjs bin/catchword serve site --port 0 --feedback memory: "$@" >"$work/server.log" 2>&1 &
  server=$!
  trap 'kill "$server" 2>/dev/null; wait "$server" 2>/dev/null; rm -rf "$work"' EXIT
  for _ in $(seq 1 240); do
    url=$(grep -o '"url":"[^"]*"' "$work/server.log" | head -n 1 | cut -d'"' -f4)
    [ -n "$url" ] && return
    sleep 0.5
  done
  cat "$work/server.log"
  exit 1
}
