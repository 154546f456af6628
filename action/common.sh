# Shared by the scripts of the action.
set -euo pipefail
folder=$RUNNER_TEMP/skillpack
mkdir -p "$folder"

skillpack() { "$folder/bin/skillpack" "$@"; }

# wrong_input NAME WHAT... ends the step for an input.
wrong_input() {
  local said="the input \"$1\" ${*:2}"
  echo "::error title=skillpack::${said//[$'\r\n']/ }"
  exit 2
}

# is_true NAME VALUE tells the words of a boolean input apart, as YAML spells them.
is_true() {
  case $2 in
    true | True | TRUE) return 0 ;;
    false | False | FALSE | '') return 1 ;;
  esac
  wrong_input "$1" "is \"$2\"; expected true or false"
}

# add_args NAME TEXT adds the lines of an input to the array args.
add_args() {
  local arg
  while IFS= read -r arg; do
    if [[ $arg =~ ^-[^=[:space:]]*[[:space:]]+[^[:space:]] ]]; then
      wrong_input "$1" "has the line \"$arg\"; write the flag and its value on a line each"
    fi
    [ -z "$arg" ] || args+=("$arg")
  done <<<"$2"
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
