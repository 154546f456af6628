#!/usr/bin/env bash
# Measures skillpack serve against what net/http can do, in one run on loopback: requests
# a second for skills/get, resources/read and skills/list, of
#   bare    a handler that writes the same bytes (bench/bare)
#   direct  skillpack serve, its request log to a file
#   quiet   the same with --log-level=warn
#   sdk     the same with --direct=false, every answer by the SDK
# Contestants take turns, ROUNDS times SECONDS_EACH; told are the medians of the rounds, and
# of the ratios in each round. Exit code 1 if a ratio is under its bound (unless ASSERT=0),
# a request failed, or the answers differ.
set -euo pipefail
cd "$(dirname "$0")/.."
ROUNDS=${ROUNDS:-5} SECONDS_EACH=${SECONDS_EACH:-3}
CONNECTIONS=${CONNECTIONS:-32} THREADS=${THREADS:-1} ASSERT=${ASSERT:-1}

work=$(mktemp -d)
pids=()
declare -A url pid
finish() {
  for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
  wait || true
  rm -rf "$work"
}
trap finish EXIT
trap 'exit 130' INT TERM

export CGO_ENABLED=0 # as make build has it
go build -trimpath -o "$work/skillpack" ./cmd/skillpack
go build -trimpath -o "$work/gen" ./bench/gen
go build -trimpath -o "$work/bare" ./bench/bare
"$work/gen" -even "$work/skills"
"$work/skillpack" build "$work/skills" -o "$work/catalog.json" --quiet

# request NAME METHOD PARAMS [HEADER]... writes a request as a client of 2026-07-28 sends it.
request() {
  local name=$1 method=$2 params=$3
  shift 3
  {
    printf '%s\n' 'Content-Type: application/json' 'Accept: application/json, text/event-stream' \
      'MCP-Protocol-Version: 2026-07-28' "Mcp-Method: $method" "$@" ''
    printf '{"jsonrpc":"2.0","id":1,"method":"%s","params":{%s"_meta":{%s,%s,%s}}}\n' "$method" "$params" \
      '"io.modelcontextprotocol/protocolVersion":"2026-07-28"' \
      '"io.modelcontextprotocol/clientInfo":{"name":"bench","version":"1.0.0"}' \
      '"io.modelcontextprotocol/clientCapabilities":{}'
  } >"$work/$name.request"
}
guide=skill://team-00/skill-000/references/guide.md
request get skills/get '"uri":"skill://team-00/skill-000/SKILL.md",'
request read resources/read "\"uri\":\"$guide\"," "Mcp-Name: $guide"
request list skills/list ''
request list-gzip skills/list '' 'Accept-Encoding: gzip'

# start NAME COMMAND... starts a server and waits until it says at which URL it is.
start() {
  local name=$1
  shift
  "$@" >"$work/$name.out" 2>>"$work/$name.err" &
  pids+=($!)
  pid[$name]=$!
  for _ in {1..100}; do
    url[$name]=$(grep -osh 'http://127\.0\.0\.1:[0-9]*/mcp' "$work/$name.out" "$work/$name.err" | head -1 || true)
    [ -z "${url[$name]}" ] || return 0
    kill -0 $! 2>/dev/null || break
    sleep 0.1
  done
  echo "$name did not start:" >&2
  cat "$work/$name.err" >&2
  exit 1
}
serve() { start "$1" "$work/skillpack" serve "$work/catalog.json" --http 127.0.0.1:0 "${@:2}"; }
serve direct
serve quiet --log-level=warn
serve sdk --direct=false
for case in get read list; do
  start "bare-$case" "$work/bare" -request "$work/$case.request" "${url[direct]}" "${url[quiet]}" "${url[sdk]}"
done
start bare-list-gzip "$work/bare" -request "$work/list-gzip.request" "${url[direct]}" "${url[quiet]}"

# size CASE prints the bytes of the answer.
size() { cut -d' ' -f1 "$work/bare-$1.out"; }

# ticks PID prints the processor time of a process, in 1/100 s.
ticks() { sed 's/.*) //' "/proc/$1/stat" | awk '{print $12 + $13}'; }

# measure CASE CONTESTANT adds the requests a second of one turn to the results.
measure() {
  local case=$1 who=$2 server=$2 before requests micros failures
  [ "$who" != bare ] || server=bare-$case
  before=$(ticks "${pid[$server]}")
  wrk --timeout 60s -t "$THREADS" -c "$CONNECTIONS" -d "${SECONDS_EACH}s" -s bench/request.lua "${url[$server]}" -- "$work/$case.request" >"$work/wrk"
  read -r _ requests micros failures < <(grep '^RESULT' "$work/wrk")
  if [ "$failures" != 0 ] || [ "$requests" = 0 ]; then
    echo "$who, $case: $requests requests, $failures failed" >&2
    cat "$work/wrk" >&2
    exit 1
  fi
  echo $((requests * 1000000 / micros)) >>"$work/$case.$who"
  echo $((($(ticks "${pid[$server]}") - before) * 10000 / requests)) >>"$work/$case.$who.cpu"
  if [ -f "$work/$who.err" ]; then : >"$work/$who.err"; fi # appended to, so this frees the disk
}

median() { sort -g | sed -n "$(((ROUNDS + 1) / 2))p"; }
of() { median <"$work/$1.$2"; }

failed=0
# ratio CASE A B [BOUND] prints the ratio of two contestants and notes where it is too low.
ratio() {
  paste "$work/$1.$2" "$work/$1.$3" | awk '{print $1 / $2}' | median | awk -v bound="${4:-0}" -v what="$2/$3" '{
    printf "  %s %.2f%s%s", what, $1, bound ? " (at least " bound ")" : "", $1 < bound ? " FAILED" : ""
    exit $1 < bound }' || failed=1
}

for ((round = 1; round <= ROUNDS; round++)); do
  # One after the other on the same case, so that they share what else the machine does.
  for case in get read list; do
    for who in bare direct quiet sdk; do measure "$case" "$who"; done
  done
  for who in bare direct quiet; do measure list-gzip "$who"; done
done


echo "$ROUNDS rounds of $SECONDS_EACH s, wrk -t$THREADS -c$CONNECTIONS, $(nproc) cores, load $(cut -d' ' -f1 /proc/loadavg); request log of direct and sdk to a file"

# table TITLE SUFFIX prints the medians of all contestants.
table() {
  local case who
  printf '%-10s %8s %8s %8s %8s %8s   %s\n' '' bytes bare direct quiet sdk "$1"
  for case in get read list list-gzip; do
    printf '%-10s %8s' "$case" "$(size "$case")"
    for who in bare direct quiet sdk; do
      if [ -f "$work/$case.$who" ]; then printf ' %8s' "$(of "$case" "$who$2")"; else printf ' %8s' -; fi
    done
    echo
  done
}
table 'requests/s' ''
table 'microseconds of processor time in the server, a request' .cpu
for case in get read list list-gzip; do
  printf '%-10s' "$case"
  case $case in
    list-gzip) ratio $case direct bare 0.7 ;;
    # net/http itself sends no 15 times as many listings as the SDK's door: most of the
    # time goes into sending. So here the processor time in the server is held to it.
    list) ratio $case direct bare 0.85; ratio $case direct sdk; ratio $case sdk.cpu direct.cpu 10 ;;
    *) ratio $case direct bare 0.85; ratio $case direct sdk 5 ;;
  esac
  ratio $case quiet bare
  echo
done
if [ "$failed" = 1 ] && [ "$ASSERT" != 0 ]; then exit 1; fi
