#!/bin/sh
# Reports lines that end in blanks. Replace the check by the one your skill needs;
# keep the promises: it only reads, prints "FILE:LINE: what is wrong", and exits
# 0 when all is well, 1 when there are findings, 2 when it was called wrongly.
set -eu

if [ "$#" -eq 0 ]; then
	echo "usage: check.sh FILE..." >&2
	exit 2
fi

status=0
for file in "$@"; do
	if [ ! -f "$file" ] || [ ! -r "$file" ]; then
		echo "check.sh: cannot read $file" >&2
		exit 2
	fi
	lines=$(grep -n '[[:blank:]]$' "$file" | cut -d: -f1)
	for line in $lines; do
		echo "$file:$line: the line ends in blanks"
		status=1
	done
done
exit "$status"
