"""What goes around a request: `_meta` in the modern era, and the headers of Streamable HTTP.

Source: `2026-07-28 basic/index#meta`, `2026-07-28 basic/transports/streamable-http#request-metadata`,
`2025-06-18 basic/transports#protocol-version-header`.
"""

import base64
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from inspector.wire.json import MISSING, Json
from inspector.wire.methods import METHODS
from inspector.wire.versions import REVISIONS, Era

PREFIX: Final = "io.modelcontextprotocol/"
SERVER_INFO: Final = PREFIX + "serverInfo"
SUBSCRIPTION_ID: Final = PREFIX + "subscriptionId"


@dataclass(frozen=True, slots=True)
class Speech:
    """How we speak: the era, the version that is declared, and who and what we say we are."""

    era: Era
    version: str
    capabilities: Mapping[str, Json] = field(default_factory=dict)
    client_info: Mapping[str, Json] | None = None
    log_level: str | None = None

    def as_version(self, era: Era, version: str) -> "Speech":
        """The same speaker in another era or version."""
        return replace(self, era=era, version=version)


def dress(speech: Speech, params: Mapping[str, Json], progress_token: Json = MISSING) -> dict[str, Json]:
    """`params` with the `_meta` that the era asks for. Members that the person put there win over ours."""
    given = params.get("_meta")
    meta: dict[str, Json] = {}
    if speech.era == "modern":
        meta[PREFIX + "protocolVersion"] = speech.version
        if speech.client_info is not None:
            meta[PREFIX + "clientInfo"] = dict(speech.client_info)
        meta[PREFIX + "clientCapabilities"] = dict(speech.capabilities)
        if speech.log_level:
            meta[PREFIX + "logLevel"] = speech.log_level
    if progress_token is not MISSING:
        meta["progressToken"] = progress_token
    if isinstance(given, dict):
        meta.update(given)
    dressed = dict(params)
    if meta or given is not None:
        dressed["_meta"] = meta
    return dressed


def http_headers(speech: Speech, method: str, params: Mapping[str, Json], schema: Json = None) -> dict[str, str]:
    """The headers that mirror a message. `schema` is the called tool's inputSchema."""
    if speech.era == "legacy":
        revision = REVISIONS.get(speech.version)
        known = revision is None or revision.version_header
        return {"MCP-Protocol-Version": speech.version} if known and method != "initialize" else {}
    meta = params.get("_meta")
    declared = meta.get(PREFIX + "protocolVersion") if isinstance(meta, dict) else None
    headers = {"MCP-Protocol-Version": declared if isinstance(declared, str) else speech.version, "Mcp-Method": method}
    table = METHODS.get(method)
    name = params.get(table.name_param) if table and table.name_param else None
    if isinstance(name, str):
        headers["Mcp-Name"] = header_value(name)
    if method == "tools/call" and schema is not None:
        headers.update(param_headers(schema, params.get("arguments", {})))
    return headers


_PLAIN: Final = re.compile(r"[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?|")


def header_value(text: str) -> str:
    """A value as a header may carry it: plain, or `=?base64?…?=` where plain would not be safe or clear."""
    looks_encoded = text.startswith("=?base64?") and text.endswith("?=")
    if _PLAIN.fullmatch(text) and not looks_encoded:
        return text
    return f"=?base64?{base64.b64encode(text.encode('utf-8', 'surrogatepass')).decode()}?="


_TOKEN: Final = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
_ANNOTATION: Final = "x-mcp-header"
_LARGEST_EXACT: Final = 2**53 - 1


@dataclass(frozen=True, slots=True)
class Annotation:
    """One usable `x-mcp-header`: the property names that lead to the value, and the header it becomes."""

    path: tuple[str, ...]
    header: str


def annotations(schema: Json) -> tuple[tuple[Annotation, ...], tuple[str, ...]]:
    """The `x-mcp-header` annotations of an inputSchema, and what is wrong with those that may not be.

    Any problem excludes the tool on Streamable HTTP (`2026-07-28 server/tools#x-mcp-header`).
    """
    good: list[Annotation] = []
    problems: list[str] = []
    taken: dict[str, str] = {}
    for path, node, reachable in _walk(schema):
        if _ANNOTATION not in node:
            continue
        where = ".".join(path) or "the root"
        name = node[_ANNOTATION]
        if not reachable:
            problems.append(f"x-mcp-header at {where} is not reached through properties alone")
        elif not isinstance(name, str) or not name:
            problems.append(f"x-mcp-header at {where} is no name")
        elif not _TOKEN.fullmatch(name):
            problems.append(f"x-mcp-header “{name}” at {where} is no valid header name")
        elif name.lower() in taken:
            problems.append(f"x-mcp-header “{name}” at {where} is used before, at {taken[name.lower()]}")
        elif node.get("type") not in ("string", "integer", "boolean"):
            problems.append(f"x-mcp-header “{name}” at {where} is on a type other than string, integer or boolean")
        else:
            taken[name.lower()] = where
            good.append(Annotation(path, f"Mcp-Param-{name}"))
    return tuple(good), tuple(problems)


def _walk(schema: Json, limit: int = 20_000) -> Iterator[tuple[tuple[str, ...], dict[str, Json], bool]]:
    """Every object in a schema with its path, and whether only `properties` lead there. Bounded, no recursion."""
    stack: list[tuple[tuple[str, ...], Json, bool]] = [((), schema, True)]
    seen = 0
    while stack and seen < limit:
        path, node, reachable = stack.pop()
        seen += 1
        if isinstance(node, list):
            stack.extend((path, member, False) for member in node)
        if not isinstance(node, dict):
            continue
        yield path, node, reachable and bool(path)
        for key, member in node.items():
            if key == "properties" and isinstance(member, dict):
                stack.extend(((*path, name), child, reachable) for name, child in member.items())
            elif key not in ("default", "examples", "const", "enum", _ANNOTATION) and isinstance(member, dict | list):
                stack.append((path, member, False))


def param_headers(schema: Json, arguments: Json) -> dict[str, str]:
    """The `Mcp-Param-*` headers of a call: present, non-null values at the annotated paths, as text."""
    headers: dict[str, str] = {}
    for annotation in annotations(schema)[0]:
        text = _header_text(_argument(annotation, arguments))
        if text is not None:
            headers[annotation.header] = header_value(text)
    return headers


@dataclass(frozen=True, slots=True)
class HeaderProblem:
    """An argument that its header may not carry: the property names that lead to it, the header, and why, in a clause
    that follows the argument's name. The texts are the server's, and not safe to show as they are."""

    path: tuple[str, ...]
    header: str
    reason: str


def header_problems(schema: Json, arguments: Json) -> tuple[HeaderProblem, ...]:
    """What `param_headers` would send against the specification: integers beyond ±(2⁵³−1), which others round.

    `2026-07-28 server/tools#x-mcp-header`. Only where headers mirror arguments: modern Streamable HTTP.
    """
    return tuple(
        HeaderProblem(one.path, one.header, f"is beyond ±(2⁵³−1), and the header {one.header} carries no such integer")
        for one in annotations(schema)[0]
        if _is_beyond(_argument(one, arguments))
    )


def _is_beyond(value: Json) -> bool:
    # A float of that size is an integer that was written as 1e300; a boolean is far below.
    return isinstance(value, int | float) and abs(value) > _LARGEST_EXACT


def _argument(annotation: Annotation, arguments: Json) -> Json:
    """The value that an annotation means; MISSING if it is absent."""
    value = arguments
    for name in annotation.path:
        value = value.get(name, MISSING) if isinstance(value, dict) else MISSING
    return value


def _header_text(value: Json) -> str | None:
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):  # an integer may be written as 1.0 or 1e3; other numbers stay as they were written
        return str(int(value)) if value.is_integer() and abs(value) <= _LARGEST_EXACT else repr(value)
    return None
