"""What is wrong with a block of content: text, image, audio, a link, an embedded resource.

Source: `schema/<revision>/schema.ts`, ContentBlock; `2026-07-28 server/tools#tool-result`,
`server/prompts#promptmessage`, `server/resources#resource-contents`, `#annotations`.
"""

import re
from collections.abc import Iterator
from typing import Final

from inspector.analysis.rules.shapes import Sort, is_a, odd, odd_members
from inspector.analysis.words import brief, short
from inspector.wire.json import MISSING, Json

_SINCE: Final = {"audio": "2025-03-26", "resource_link": "2025-06-18"}
_NEEDS: Final[dict[str, dict[str, Sort]]] = {
    "text": {"text": "a string"},
    "image": {"data": "a string", "mimeType": "a string"},
    "audio": {"data": "a string", "mimeType": "a string"},
    "resource_link": {"uri": "a string", "name": "a string"},
    "resource": {"resource": "an object"},
}
_LINK: Final[dict[str, Sort]] = {
    "title": "a string",
    "description": "a string",
    "mimeType": "a string",
    "size": "a number",
}
_BASE64: Final = re.compile(r"[A-Za-z0-9+/]*={0,2}", re.ASCII)
_LOOKED_AT: Final = 64 * 1024
"""Characters at the beginning and at the end of binary data that are looked at."""
_MIME: Final = re.compile(r"[\w!#$&^.+-]+/[\w!#$&^.+-]+(?:\s*;.*)?", re.ASCII | re.DOTALL)
_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:", re.ASCII)
_NOT_IN_URI: Final = re.compile(r"[^!#$%&'()*+,\-./0-9:;=?@A-Z\[\]_a-z~]|%(?![0-9A-Fa-f]{2})")
_TIME: Final = re.compile(
    r"\d{4}-\d{2}(?:-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?)?", re.A
)


def block_problems(block: Json, version: str) -> Iterator[str]:
    """What is wrong with a block of content, each as a clause."""
    if not isinstance(block, dict):
        yield f"is {brief(block, 40)}, not an object"
        return
    kind = block.get("type", MISSING)
    if not isinstance(kind, str) or kind not in _NEEDS:
        yield "has no type" if kind is MISSING else f"is of type {brief(kind, 40)}, which there is not"
        return
    if version and version < _SINCE.get(kind, ""):
        yield f"is of type {kind}, which {version} does not have"
    for wrong in odd_members(block, _NEEDS[kind], _LINK if kind == "resource_link" else {}):
        yield f"of type {kind}: {wrong}"
    yield from annotation_problems(block)
    if kind in ("image", "audio"):
        yield from binary_problems(block, "data")
        mime = block.get("mimeType")
        if isinstance(mime, str) and not _MIME.fullmatch(mime):
            yield f"of type {kind}: mimeType is {brief(mime, 40)}, which is no media type"
    elif kind == "resource" and isinstance(block.get("resource"), dict):
        for wrong in contents_problems(block["resource"]):
            yield f"of type resource: {wrong}"
    elif kind == "resource_link" and isinstance(block.get("uri"), str):
        wrong = uri_problem(block["uri"])
        if wrong:
            yield f"of type resource_link: the uri {short(block['uri'], 60)} {wrong}"


def contents_problems(contents: Json) -> Iterator[str]:
    """What is wrong with the contents of a resource, each as a clause."""
    if not isinstance(contents, dict):
        yield f"the contents are {brief(contents, 40)}, not an object"
        return
    yield from odd_members(
        contents, {"uri": "a string"}, {"mimeType": "a string", "text": "a string", "blob": "a string"}
    )
    if "text" not in contents and "blob" not in contents:
        yield "neither text nor blob is there"
    elif "text" in contents and "blob" in contents:
        yield "text and blob are both there"
    yield from binary_problems(contents, "blob")
    uri = contents.get("uri")
    if isinstance(uri, str):
        wrong = uri_problem(uri)
        if wrong:
            yield f"the uri {short(uri, 60)} {wrong}"


def binary_problems(holder: dict[str, Json], member: str) -> Iterator[str]:
    """What is wrong with binary data: it is not Base64. Of long data only the beginning and the end are looked at."""
    data = holder.get(member)
    if not isinstance(data, str):
        return
    if len(data) % 4:
        yield f"{member} has {len(data)} characters, no multiple of 4 as Base64 has"
    elif not _BASE64.fullmatch(data if len(data) <= 2 * _LOOKED_AT else data[:_LOOKED_AT] + data[-_LOOKED_AT:]):
        yield f"{member} is not Base64"


def annotation_problems(holder: dict[str, Json]) -> Iterator[str]:
    """What is wrong with the annotations of a resource or of a block of content."""
    notes = holder.get("annotations", MISSING)
    if notes is MISSING:
        return
    if not isinstance(notes, dict):
        yield f"annotations is {brief(notes, 40)}, not an object"
        return
    audience = notes.get("audience", MISSING)
    if audience is not MISSING and not (
        is_a(audience, "an array") and all(one in ("user", "assistant") for one in audience)
    ):
        yield f"annotations.audience is {brief(audience, 40)}, not a list of user and assistant"
    priority = notes.get("priority", MISSING)
    if priority is not MISSING and not (is_a(priority, "a number") and 0 <= priority <= 1):
        yield f"annotations.priority is {brief(priority, 40)}, not a number from 0 to 1"
    wrong = odd(notes, "lastModified", "a string")
    modified = notes.get("lastModified")
    if wrong or (isinstance(modified, str) and not _TIME.fullmatch(modified)):
        yield (
            f"annotations.{wrong}" if wrong else f"annotations.lastModified is {brief(modified, 40)}, no ISO 8601 time"
        )


def uri_problem(uri: str) -> str:
    """What is wrong with a URI, as the end of a sentence; an empty text if nothing is (RFC 3986)."""
    if not _SCHEME.match(uri):
        return "has no scheme"
    found = _NOT_IN_URI.search(uri)
    return f"has {brief(found.group(), 20)} in it, which a URI encodes" if found else ""
