#!/usr/bin/env bash
# Sends generated requests, valid and invalid, to the shipped site with schemathesis, and checks every response against the
# OpenAPI description that the service publishes. Installs schemathesis into a virtual environment outside the project. If
# Python or its package index cannot be reached, says so and passes.
#
# usage: scripts/fuzz_described_api.sh [EXAMPLES]   requests generated per operation and phase, 40 unless given
set -uo pipefail
cd "$(dirname "$0")/.."

version=4.32.5
examples=${1:-40}
tools="${TMPDIR:-/tmp}/catchword-schemathesis-$version"

if [ ! -x "$tools/bin/schemathesis" ]; then
  python3 -m venv "$tools" && "$tools/bin/pip" install --quiet --disable-pip-version-check --retries 1 --timeout 15 \
    "schemathesis==$version"
  if [ ! -x "$tools/bin/schemathesis" ]; then
    rm -rf "$tools"
    echo "skipped: schemathesis $version cannot be installed here"
    exit 0
  fi
fi

. scripts/serve_site.sh
# With both stamps, so that answers carry validators.
serve_site --commit 0123456789abcdef0123456789abcdef01234567

config="$PWD/scripts/fuzz_described_api.toml"
# Run in the temporary folder, since schemathesis writes files to the current one.
(cd "$work" && "$tools/bin/schemathesis" --config-file "$config" run "$url/api/openapi.json" \
  --max-examples "$examples" --continue-on-failure --seed 1 --no-color) >"$work/report" 2>&1
status=$?
# Cut lines: some addresses are thousands of characters long.
cut -c 1-400 "$work/report" | tail -n 150
if grep '"msg":"Failed while answering' "$work/server.log" | head -n 20 | cut -c 1-2000 | grep .; then status=1; fi
exit "$status"
