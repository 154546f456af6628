#!/bin/sh
# Checks the form of a Git commit message.
#
#   check-message.sh FILE     (FILE may be - for standard input)
#
# Lines that begin with "#" are ignored, as Git ignores them. Prints
# "LINE: what is wrong" for each finding. Exits 0 without findings, 1 with some,
# 2 when called wrongly. Reads only. An awk that knows no UTF-8 counts bytes, so a
# line with many accents may then be reported a little early.
set -eu

if [ "$#" -ne 1 ]; then
	echo "usage: check-message.sh FILE" >&2
	exit 2
fi
if [ "$1" != - ] && { [ ! -f "$1" ] || [ ! -r "$1" ]; }; then
	echo "check-message.sh: cannot read $1" >&2
	exit 2
fi

awk '
function finding(line, text) { print line ": " text; bad = 1 }

/^#/ { next }

!subject_line {
	if ($0 ~ /^[ \t]*$/) next
	subject_line = NR
	if (length($0) > 72) finding(NR, "the subject has " length($0) " characters, keep it under 73")
	if ($0 ~ /\.$/) finding(NR, "the subject ends with a full stop")
	if ($0 ~ /^[ \t]/) finding(NR, "the subject begins with a blank")
	words = tolower($0)
	sub(/^[a-z]+(\([^)]*\))?!?: */, "", words)
	if (words ~ /^(added|adds|adding|fixed|fixes|fixing|changed|changes|changing|removed|removes|removing|updated|updates|updating) /)
		finding(NR, "the subject is not imperative: write add, fix, change, remove")
	if (words ~ /(^| )(various|misc|stuff)( |$)/)
		finding(NR, "the subject hides what it does behind a word like various")
	next
}

NR == subject_line + 1 {
	if ($0 !~ /^[ \t]*$/) finding(NR, "the line after the subject is not empty")
	next
}

# A long word, such as a link, cannot be wrapped; a quoted or indented line is
# output and stays as it was.
length($0) > 72 && $0 ~ /[^ \t][ \t]+[^ \t]/ && $0 !~ /^([ \t]|>)/ && $0 !~ /^[A-Za-z-]+: / && $0 !~ /https?:/ {
	finding(NR, "the line has " length($0) " characters, wrap at 72")
}

END {
	if (!subject_line) finding(1, "the message is empty")
	exit bad
}
' "$1"
