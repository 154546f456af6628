#!/bin/sh
# Asks an MCP server for its listing of skills and prints the answer as it came.
#
#   list-skills.sh [URL] [CURSOR]     (default: http://127.0.0.1:8080/mcp)
#
# Sends one skills/list request of protocol revision 2026-07-28, with the cursor of
# an earlier answer ("nextCursor") where one is given. Exits 0 for an answer with a
# listing, 1 for any other answer, 2 when the server cannot be reached. Needs curl.
set -eu

url=${1:-http://127.0.0.1:8080/mcp}
revision=2026-07-28
meta='"_meta":{"io.modelcontextprotocol/protocolVersion":"'$revision'","io.modelcontextprotocol/clientCapabilities":{}}'
cursor=
if [ "$#" -gt 1 ]; then
	case $2 in
	*[!A-Za-z0-9._~+/=:-]*)
		echo "list-skills.sh: a cursor holds no such characters: $2" >&2
		exit 2
		;;
	esac
	cursor='"cursor":"'$2'",'
fi

answer=$(curl --silent --show-error --max-time 30 "$url" \
	--header 'Content-Type: application/json' \
	--header 'Accept: application/json, text/event-stream' \
	--header "MCP-Protocol-Version: $revision" \
	--header 'Mcp-Method: skills/list' \
	--data '{"jsonrpc":"2.0","id":1,"method":"skills/list","params":{'"$cursor$meta"'}}') || exit 2

printf '%s\n' "$answer"
case $answer in
*'"skills":['*) exit 0 ;;
*) exit 1 ;;
esac
