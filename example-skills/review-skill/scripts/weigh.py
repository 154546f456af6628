#!/usr/bin/env python3
"""Prints what each skill below a directory costs, and when.

    weigh.py DIR

For each SKILL.md: the characters of the frontmatter (read for every task), lines and
estimated tokens of the body (read when the skill is used), and each other text file
(read on demand), the heaviest first. A token is taken as 4 bytes, which is rough.
Exits 0, or 2 when called wrongly or without a skill. Reads only.
"""

import os
import sys

BYTES_PER_TOKEN = 4
BODY_LINES, BODY_TOKENS = 500, 5000  # beyond this a body is reported as long


def skills(root):
    """Yields every directory with a SKILL.md, in order."""
    for directory, below, files in os.walk(root):
        below.sort()
        if "SKILL.md" in files:
            yield directory


def split(text):
    """Returns frontmatter and body of a SKILL.md."""
    lines = text.splitlines(keepends=True)
    if lines and lines[0].rstrip() == "---":
        for i, line in enumerate(lines[1:], 1):
            if line.rstrip() == "---":
                return "".join(lines[1:i]), "".join(lines[i + 1 :])
    return "", text


def tokens(size):
    return (size + BYTES_PER_TOKEN - 1) // BYTES_PER_TOKEN


def others(directory):
    """Returns (size, path, is text) of all other files, those of nested skills left out."""
    found = []
    for at, below, files in os.walk(directory):
        if at != directory and "SKILL.md" in files:
            below.clear()
            continue
        for name in files:
            path = os.path.join(at, name)
            if path == os.path.join(directory, "SKILL.md") or not os.path.isfile(path):
                continue
            with open(path, "rb") as file:
                data = file.read()
            try:
                is_text = bool(data.decode("utf-8")) and b"\0" not in data
            except UnicodeDecodeError:
                is_text = False
            found.append((len(data), os.path.relpath(path, directory), is_text))
    return sorted(found, key=lambda f: (-f[0], f[1]))


def weigh(directory):
    with open(os.path.join(directory, "SKILL.md"), encoding="utf-8-sig", errors="replace") as file:
        front, body = split(file.read())
    lines, cost = len(body.splitlines()), tokens(len(body.encode()))
    long = "  (long)" if lines > BODY_LINES or cost > BODY_TOKENS else ""
    print(directory)
    print(f"  always     {len(front):6} characters")
    print(f"  when used  {cost:6} tokens, {lines} lines{long}")
    for size, path, is_text in others(directory):
        amount = f"{tokens(size):6} tokens" if is_text else f"{size:6} bytes, not text"
        print(f"  on demand  {amount}  {path}")


def main(arguments):
    if len(arguments) != 1 or not os.path.isdir(arguments[0]):
        print("usage: weigh.py DIR", file=sys.stderr)
        return 2
    found = list(skills(arguments[0]))
    if not found:
        print(f"weigh.py: no SKILL.md below {arguments[0]}", file=sys.stderr)
        return 2
    for directory in found:
        weigh(directory)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
