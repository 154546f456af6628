#!/usr/bin/env python3
"""Prints the version that follows another one by semantic versioning.

    next_version.py VERSION major|minor|patch [--pre LABEL]

A leading "v" is kept. Without --pre, a candidate that the step still covers becomes
final: 1.5.0-rc.2 and minor give 1.5.0. With --pre rc the next candidate is printed:
1.4.2 and minor give 1.5.0-rc.1, 1.5.0-rc.1 gives 1.5.0-rc.2. Exits 2 when called
wrongly.
"""

import argparse
import re

FORM = re.compile(
    r"(v?)(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)"
    r"(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+[0-9A-Za-z.-]+)?"
)
STEPS = ["major", "minor", "patch"]


def next_version(version, step, label=None):
    """Returns the next version; raises ValueError for a version of another form."""
    found = FORM.fullmatch(version)
    if not found:
        raise ValueError(f"{version!r} is not like 1.4.2, v1.4.2 or 1.5.0-rc.1")
    lead, pre = found[1], found[5]
    numbers = [int(n) for n in found.group(2, 3, 4)]
    place = STEPS.index(step)
    # A candidate has made a step already; the step covers it if no number behind
    # the step's own is set.
    covered = pre is not None and not any(numbers[place + 1 :])
    if not covered:
        numbers[place] += 1
        numbers[place + 1 :] = [0] * (2 - place)
    core = lead + ".".join(map(str, numbers))
    if label is None:
        return core
    return f"{core}-{label}.{candidate(pre, label) if covered else 1}"


def candidate(pre, label):
    """Returns the number after that of pre, 1 where pre has another label."""
    found = re.fullmatch(re.escape(label) + r"\.(\d+)", pre)
    return int(found[1]) + 1 if found else 1


def main():
    parser = argparse.ArgumentParser(description="Prints the next semantic version.")
    parser.add_argument("version")
    parser.add_argument("step", choices=STEPS)
    parser.add_argument("--pre", metavar="LABEL", help="print a candidate, such as rc")
    arguments = parser.parse_args()
    if arguments.pre is not None and not re.fullmatch(r"[0-9A-Za-z-]+", arguments.pre):
        parser.error("a label holds letters, digits and hyphens only")
    try:
        print(next_version(arguments.version, arguments.step, arguments.pre))
    except ValueError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
