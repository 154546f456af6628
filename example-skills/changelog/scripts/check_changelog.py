#!/usr/bin/env python3
"""Checks the form of a changelog.

    check_changelog.py FILE

Prints "FILE:LINE: what is wrong" for each finding. Exits 0 without findings,
1 with some, 2 when called wrongly or when the file cannot be read. Reads only.
"""

import datetime
import re
import sys

KINDS = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]
VERSION = re.compile(
    r"## \[?(?P<version>\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?)\]?"
    r"(?: - (?P<date>\d{4}-\d{2}-\d{2})(?: \[YANKED\])?)?$"
)
UNRELEASED = re.compile(r"## \[?Unreleased\]?$", re.IGNORECASE)


def precedence(version):
    """Returns a key that sorts versions as semantic versioning does."""
    core, _, pre = version.partition("-")
    numbers = tuple(int(n) for n in core.split("."))
    if not pre:
        return (numbers, 1, ())
    parts = ((0, int(p), "") if p.isdigit() else (1, 0, p) for p in pre.split("."))
    return (numbers, 0, tuple(parts))


class Check:
    def __init__(self):
        self.findings = []
        self.versions = {}  # version -> line
        self.last = None  # the version above
        self.in_version = False
        self.kinds = []  # of the current version
        self.open_kind = None  # (line, kind) without an entry so far

    def report(self, line, text):
        self.findings.append((line, text))

    def line(self, number, text):
        if text.startswith("## "):
            self.close_kind()
            self.heading(number, text)
        elif text.startswith("### "):
            self.close_kind()
            self.kind(number, text[4:].strip())
        elif re.match(r"[-*] ", text):
            self.open_kind = None
            if self.in_version and not self.kinds:
                self.report(number, "the entry stands under no kind, such as ### Added")

    def heading(self, number, text):
        self.in_version, self.kinds = True, []
        if UNRELEASED.match(text):
            if self.versions:
                self.report(number, "Unreleased belongs above all versions")
            return
        found = VERSION.match(text)
        if not found:
            self.report(number, "the heading is neither Unreleased nor like ## [1.2.3] - 2026-03-04")
            return
        self.date(number, found["date"])
        self.order(number, found["version"])

    def date(self, number, date):
        if date is None:
            self.report(number, "the version has no date")
            return
        try:
            datetime.date.fromisoformat(date)
        except ValueError:
            self.report(number, f"{date} is not a day of the calendar")

    def order(self, number, version):
        if version in self.versions:
            self.report(number, f"version {version} stands on line {self.versions[version]} too")
        elif self.last and precedence(version) > precedence(self.last):
            self.report(number, f"version {version} is newer than {self.last} above it")
        self.versions.setdefault(version, number)
        self.last = version

    def kind(self, number, kind):
        if not self.in_version:
            return
        if kind not in KINDS:
            self.report(number, f"{kind!r} is no kind; the kinds are {', '.join(KINDS)}")
        elif kind in self.kinds:
            self.report(number, f"the kind {kind} stands twice in this version")
        self.kinds.append(kind)
        self.open_kind = (number, kind)

    def close_kind(self):
        if self.open_kind:
            self.report(self.open_kind[0], f"the kind {self.open_kind[1]} has no entry")
        self.open_kind = None


def check(text):
    """Returns the findings of a changelog as (line, text), in order."""
    c, fence = Check(), None
    for number, line in enumerate(text.splitlines(), 1):
        mark = re.match(r" {0,3}(```+|~~~+)", line)
        if mark and fence is None:
            fence = mark[1]
        elif mark and mark[1].startswith(fence):
            fence = None
        elif fence is None:
            c.line(number, line.rstrip())
    c.close_kind()
    if not c.in_version:
        c.report(1, "there is no version; begin with ## [Unreleased]")
    return sorted(c.findings)


def main(arguments):
    if len(arguments) != 1:
        print("usage: check_changelog.py FILE", file=sys.stderr)
        return 2
    try:
        with open(arguments[0], encoding="utf-8-sig") as file:
            text = file.read()
    except (OSError, UnicodeDecodeError) as error:
        print(f"check_changelog.py: {error}", file=sys.stderr)
        return 2
    findings = check(text)
    for line, message in findings:
        print(f"{arguments[0]}:{line}: {message}")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
