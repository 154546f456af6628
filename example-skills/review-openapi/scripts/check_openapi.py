#!/usr/bin/env python3
"""Checks an OpenAPI 3.x description (JSON) for what needs no judgement.

    check_openapi.py FILE

Reported are:
  - references ($ref) that lead nowhere in the file
  - path parameters in the path but not declared, or declared but not in the path
  - operations without operationId, or with one that another operation has
  - operations without a summary or description
  - operations without any 2xx, and without any 4xx or default answer
  - a body in GET, HEAD or DELETE
  - schemas and other components that nothing refers to
  - operations that no security requirement covers
  - servers that are not https (localhost excepted)

Prints "PLACE: what is wrong", where PLACE is a JSON pointer. References into other
files are not followed. Exits 0 without findings, 1 with some, 2 when called wrongly
or when the file is no OpenAPI 3 description in JSON. Reads only.
"""

import json
import re
import sys

METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]


def pointer(*parts):
    """Returns the JSON pointer of a place."""
    return "".join("/" + str(p).replace("~", "~0").replace("/", "~1") for p in parts)


def resolve(document, ref):
    """Returns what a reference inside the file names; raises LookupError."""
    node = document
    for part in ref[1:].split("/")[1:]:
        part = part.replace("~1", "/").replace("~0", "~")
        if isinstance(node, list) and part.isdigit():
            node = node[int(part)]
        elif isinstance(node, dict):
            node = node[part]
        else:
            raise LookupError(part)
    return node


def follow(document, node):
    """Returns the node, behind its reference where it is one."""
    for _ in range(10):
        ref = node.get("$ref") if isinstance(node, dict) else None
        if not isinstance(ref, str) or not ref.startswith("#"):
            break
        try:
            node = resolve(document, ref)
        except LookupError:
            break
    return node if isinstance(node, dict) else {}


def references(node, *at):
    """Yields every reference of a document with its place."""
    stack = [(node, at)]
    while stack:
        node, at = stack.pop()
        if isinstance(node, dict):
            if isinstance(node.get("$ref"), str):
                yield node["$ref"], at
            children = node.items()
        elif isinstance(node, list):
            children = enumerate(node)
        else:
            continue
        stack.extend((child, at + (key,)) for key, child in children)


def operations(document):
    """Yields (path, method, path item, operation)."""
    for path, item in document.get("paths", {}).items():
        item = follow(document, item)
        for method in METHODS:
            if isinstance(item.get(method), dict):
                yield path, method, item, item[method]


def check_references(document):
    for ref, at in references(document):
        if ref.startswith("#"):
            try:
                resolve(document, ref)
            except LookupError:
                yield pointer(*at), f"the reference {ref} leads nowhere"


def check_unused(document):
    used = {ref for ref, _ in references(document)}
    for kind, entries in document.get("components", {}).items():
        if kind == "securitySchemes" or kind.startswith("x-") or not isinstance(entries, dict):
            continue
        for name in entries:
            place = pointer("components", kind, name)
            # A mapping of a discriminator names schemas without $ref.
            if not any(ref == "#" + place or ref.startswith(f"#{place}/") for ref in used):
                yield place, "nothing refers to it (a discriminator may still name it)"


def check_parameters(document):
    for path, method, item, operation in operations(document):
        declared = set()
        for parameter in item.get("parameters", []) + operation.get("parameters", []):
            parameter = follow(document, parameter)
            if parameter.get("in") == "path":
                declared.add(parameter.get("name"))
        template = set(re.findall(r"\{([^{}]+)\}", path))
        at = pointer("paths", path, method)
        for name in sorted(template - declared):
            yield at, f"the path parameter {name!r} is not declared"
        for name in sorted(str(d) for d in declared - template):
            yield at, f"the declared path parameter {name!r} is not in the path"


def check_operations(document):
    seen = {}
    for path, method, _, operation in operations(document):
        at = pointer("paths", path, method)
        identity = operation.get("operationId")
        if not identity:
            yield at, "there is no operationId"
        elif identity in seen:
            yield at, f"the operationId {identity!r} is also that of {seen[identity]}"
        seen.setdefault(identity, at)
        if not operation.get("summary") and not operation.get("description"):
            yield at, "there is neither summary nor description"
        if method in ("get", "head", "delete") and "requestBody" in operation:
            yield at, f"{method.upper()} has a request body, which many clients cannot send"
        answers = operation.get("responses", {})
        if not any(re.match(r"[23]", code) for code in answers):
            yield at, "no answer for success is described"
        if not any(code == "default" or code.startswith("4") for code in answers):
            yield at, "no answer for a wrong request (4xx or default) is described"


def check_security(document):
    for path, method, _, operation in operations(document):
        if "security" not in operation and not document.get("security"):
            yield pointer("paths", path, method), "no security requirement covers it; write security: [] if that is meant"
    for i, server in enumerate(document.get("servers", [])):
        url = str(server.get("url", "")) if isinstance(server, dict) else ""
        if url.startswith("http://") and not re.match(r"http://(localhost|127\.0\.0\.1)\b", url):
            yield pointer("servers", i), f"the server {url} is not https"


CHECKS = [check_references, check_unused, check_parameters, check_operations, check_security]


def load(path):
    """Returns the description; raises OSError or ValueError."""
    with open(path, encoding="utf-8-sig") as file:
        document = json.load(file)
    version = document.get("openapi") if isinstance(document, dict) else None
    if not str(version).startswith("3."):
        raise ValueError('no "openapi": "3.…" at the top; is it an OpenAPI 3 description in JSON?')
    for part in ("paths", "components"):
        if not isinstance(document.get(part, {}), dict):
            raise ValueError(f"{part!r} is not an object")
    return document


def main(arguments):
    if len(arguments) != 1:
        print("usage: check_openapi.py FILE", file=sys.stderr)
        return 2
    try:
        document = load(arguments[0])
    except (OSError, ValueError) as error:
        print(f"check_openapi.py: {arguments[0]}: {error}", file=sys.stderr)
        return 2
    findings = sorted(f for check in CHECKS for f in check(document))
    for place, message in findings:
        print(f"{place}: {message}")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
