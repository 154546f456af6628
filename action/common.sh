# Shared by the scripts of the action.
set -euo pipefail
folder=$RUNNER_TEMP/skillpack
mkdir -p "$folder"

skillpack() { "$folder/bin/skillpack" "$@"; }

# is_true tells the words of a boolean input apart.
is_true() {
  case $1 in
    true) return 0 ;;
    false | '') return 1 ;;
  esac
  echo '::error title=skillpack::a boolean input is neither true nor false'
  exit 2
}

# verbatim prints files to the log. A line of them that looks like a command to the
# runner is none: names of files come from whoever sent the change.
verbatim() {
  local mark
  mark=$(head -c 16 /dev/urandom | od -An -tx1 | tr -d ' \n')
  echo "::stop-commands::$mark"
  awk 1 "$@"
  echo "::$mark::"
}

# block prints at most 400 lines of a file as a block of markdown that nothing in it
# can end.
block() {
  local lines
  lines=$(awk 'END { print NR }' "$1")
  echo
  head -n 400 "$1" | sed 's/^/    /'
  echo
  if [ "$lines" -gt 400 ]; then
    printf 'The log has all %d lines.\n\n' "$lines"
  fi
}
