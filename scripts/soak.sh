#!/usr/bin/env bash
# Runs the programs of test/faults with large figures, one after the other, which takes many hours. Runs all, even when
# some fail. Ends with the line "N passed, N failed".
set -uo pipefail
cd "$(dirname "$0")/.."
. scripts/gates.sh

fault soak --minutes 480
measured fair_turns --seconds 30
measured hostile_pages --pairs 5000
fault drain --cycles 50
fault hot_swap --swaps 50 --bad 20
measured slow_clients --clients 5000
measured floods --milliseconds 30000 --senders 256 --bound 200
measured memory_level --searches 50000
fault byte_mutation --requests 1000000
fault kill9 --cycles 2000
fault power_loss --points 1000
fault failing_server_disk --nth 40 --kills 200
fault covering_syncs --posts 20000 --clients 32
fault damaged_stores --flips 1000 --cuts 200
fault backups --backups 50
fault cut_answers --rounds 10000
fault roll_ups --kills 100
measured scheduler_secret --rounds 1000000
fault hostile_requests --payloads 10000 --workers 2
fault mcp_messages --messages 50000
measured crafted_artefacts --crafts 20000
fault postgres_stops --stops 50 --terminations 500 --poolers 50
fault same_key --together 10
fault cluster_failures --swaps 20 --restarts 10 --prove
measured streamed_site --pages 200000 --megabytes 2500
fault racing_bodies --rounds 10000
fault database_outage --seconds 600
fault database_hangs --seconds 300
fault mixed_versions --clients 16 --milliseconds 30000 --keys 2000

gate 'the service does what its description says' bash scripts/fuzz_described_api.sh 200
gate 'official programs judge MCP' bash scripts/mcp_judges.sh
gate 'the search box works on sites of other generators' node scripts/run.mjs test/package/search_box_on_sites.ts
gate 'site generators have the search in their pages' npm run --silent integrations
gate 'real sites are baked' npm run --silent corpora

conclude
