#!/usr/bin/env bash
# Lets programs of the Model Context Protocol judge /mcp of the shipped site: the conformance package, with the scenarios that a
# product cannot pass in scripts/mcp_expected_failures_*.yaml, and the inspector. Installs them outside the project. If they cannot be
# installed, says so and passes.
set -uo pipefail
cd "$(dirname "$0")/.."

conformance=0.2.0-alpha.12
inspector=2.12.0
tools="${TMPDIR:-/tmp}/catchword-mcp-judges-$conformance-$inspector"
node="$PWD/node_modules/.bin/node"

if [ ! -d "$tools/node_modules/@modelcontextprotocol/inspector" ]; then
  mkdir -p "$tools"
  echo '{"private":true}' >"$tools/package.json"
  npm install --prefix "$tools" --ignore-scripts --no-audit --no-fund --silent \
    "@modelcontextprotocol/conformance@$conformance" "@modelcontextprotocol/inspector@$inspector"
  if [ ! -d "$tools/node_modules/@modelcontextprotocol/inspector" ]; then
    rm -rf "$tools"
    echo 'skipped: the conformance package and the inspector cannot be installed here'
    exit 0
  fi
fi

. scripts/serve_site.sh
serve_site

status=0
for revision in 2026-07-28 2025-11-25; do
  (cd "$work" && "$node" "$tools/node_modules/.bin/conformance" server --url "$url/mcp" --requirements "$revision" \
    --expected-failures "$OLDPWD/scripts/mcp_expected_failures_$revision.yaml") >"$work/report" 2>&1 || status=1
  echo "conformance $revision:"
  sed -n '/=== SUMMARY ===/,$p' "$work/report"
done

inspect() {
  "$node" "$tools/node_modules/.bin/mcp-inspector" --cli "$url/mcp" --transport http "$@"
}
inspect --method tools/list | grep -q '"contents"' || { echo 'the inspector lists no tools'; status=1; }
inspect --method tools/call --tool-name search --tool-arg query='entity tag' | grep -q 'glossary/entity-tag' ||
  { echo 'the inspector finds no page'; status=1; }
inspect --method resources/list | grep -q 'catchword:///pages/' || { echo 'the inspector lists no resources'; status=1; }
[ "$status" -eq 0 ] && echo 'the inspector lists tools and resources, and finds a page'
exit "$status"
