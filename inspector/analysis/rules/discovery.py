"""Rules about what a server says of itself: versions, capabilities, its name, and whether it keeps to that."""

from collections.abc import Iterable, Iterator
from typing import Final

from inspector.analysis.reading import Reading
from inspector.analysis.rules.entries import icon_addresses
from inspector.analysis.rules.finding import MODERN_ONLY, NOTHING, SINCE_2025_11, Hit, Memory, Rule
from inspector.analysis.rules.metas import wrong_key
from inspector.analysis.rules.shapes import Sort, few, final, meta_of, odd_members, result_of
from inspector.analysis.words import brief, short
from inspector.protocol.envelope import SERVER_INFO
from inspector.protocol.exchanges import Settled
from inspector.wire.json import MISSING, Json
from inspector.wire.jsonrpc import Error, Result
from inspector.wire.methods import LISTS

_DISCOVER: Final = "2026-07-28 server/discover"
_OPENING: Final = ("server/discover", "initialize")
_METHOD_NOT_FOUND: Final = -32601
_CAPABILITY_OF: Final = {
    "tools/list": "tools",
    "tools/call": "tools",
    "resources/list": "resources",
    "resources/templates/list": "resources",
    "resources/read": "resources",
    "prompts/list": "prompts",
    "prompts/get": "prompts",
    "completion/complete": "completions",
}
_WITHOUT_COMPLETIONS: Final = "2024-11-05"
_MUST_ANSWER: Final = ("tools/list", "resources/list", "prompts/list", "completion/complete")
_FLAGS: Final = ("listChanged", "subscribe")
_IMPLEMENTATION: Final[dict[str, Sort]] = {"name": "a string", "version": "a string"}
_IMPLEMENTATION_MORE: Final[dict[str, Sort]] = {
    "title": "a string",
    "description": "a string",
    "websiteUrl": "a string",
    "icons": "an array",
}


def _where(reading: Reading, change: Settled) -> tuple[int, ...]:
    return change.exchange.seq, reading.record.seq


def _shape(reading: Reading, change: Settled, memory: Memory) -> Iterator[Hit]:
    result = final(change)
    if result is None:
        return
    # What claims nothing of the modern era may be a legacy server's idea of an answer to a method it does not know.
    claims = "supportedVersions" in result or "resultType" in result
    for wrong in odd_members(
        result,
        {"supportedVersions": "an array of strings", "capabilities": "an object"},
        {"instructions": "a string"},
    ):
        text = f"in the result of server/discover {wrong}"
        yield (text, _where(reading, change)) if claims else (text, _where(reading, change), "warning")
    if result.get("supportedVersions") == []:
        yield "in the result of server/discover supportedVersions is empty", _where(reading, change)


def _capabilities(reading: Reading, change: Settled, memory: Memory) -> Iterator[Hit]:
    yield from few(_capability_problems(reading, result_of(change).get("capabilities")))


def _capability_problems(reading: Reading, capabilities: Json) -> Iterator[Hit]:
    if not isinstance(capabilities, dict):
        return
    here = (reading.record.seq,)
    for name, value in capabilities.items():
        if not isinstance(value, dict):
            yield f"the capability {short(name, 40)} is {brief(value, 40)}, not an object", here
            continue
        for flag in _FLAGS:
            if flag in value and not isinstance(value[flag], bool):
                yield f"{short(name, 40)}.{flag} is {brief(value[flag], 40)}, neither true nor false", here


def _extension_names(reading: Reading, change: Settled, memory: Memory) -> Iterator[Hit]:
    capabilities = result_of(change).get("capabilities")
    extensions = capabilities.get("extensions") if isinstance(capabilities, dict) else None
    for name in few(extensions if isinstance(extensions, dict) else ()):
        wrong = wrong_key(name) if "/" in name else "has no prefix"
        if wrong:
            yield f"the extension {short(name, 60)} {wrong}", (reading.record.seq,)


def _info(reading: Reading, change: Settled, memory: Memory) -> Iterator[Hit]:
    result, here = result_of(change), (reading.record.seq,)
    info = meta_of(result).get(SERVER_INFO, MISSING)
    if info is MISSING:
        return  # it should be there, and another rule says so
    if not isinstance(info, dict):
        yield f"serverInfo is {brief(info, 40)}, not an object", here
        return
    for wrong in odd_members(info, _IMPLEMENTATION, _IMPLEMENTATION_MORE):
        yield f"in serverInfo {wrong}", here


def _addresses(reading: Reading, change: Settled, memory: Memory) -> Iterator[Hit]:
    result, here = result_of(change), (reading.record.seq,)
    info = meta_of(result).get(SERVER_INFO, result.get("serverInfo"))
    if not isinstance(info, dict):
        return
    site = info.get("websiteUrl")
    if isinstance(site, str) and not site.lower().startswith(("https://", "http://")):
        yield f"the websiteUrl {short(site, 60)} is no web address, and clients do not open it", here
    for wrong in few(icon_addresses(info.get("icons"))):
        yield f"of the server, {wrong}", here


def _nameless(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    result = final(change)
    if result is None or "supportedVersions" not in result or SERVER_INFO in meta_of(result):
        return NOTHING
    where = " in its _meta: serverInfo stands beside it" if "serverInfo" in result else ""
    return ((f"the result of server/discover does not say who the server is{where}", (reading.record.seq,)),)


def _refused(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    code = change.answer.code if isinstance(change.answer, Error) else None
    method = change.exchange.method
    capability = _CAPABILITY_OF[method]
    if code != _METHOD_NOT_FOUND or capability not in reading.identity.capabilities:
        return NOTHING
    return ((f"{capability} is declared, and {method} is not there (−32601)", _where(reading, change)),)


def _served(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    method = change.exchange.method
    capability = _CAPABILITY_OF[method]
    if capability in reading.identity.capabilities or reading.identity.era is None:
        return NOTHING
    result = final(change)
    if not result:
        return NOTHING
    if not memory.introduced or (capability == "completions" and reading.identity.version == "2024-11-05"):
        return NOTHING  # nobody was asked what there is; and the first revision has no such capability
    if capability == "completions" and reading.identity.version == _WITHOUT_COMPLETIONS:
        return NOTHING  # it has the method, and no capability for it
    member = LISTS.get(method)
    if member is not None and not result.get(member):
        return NOTHING
    text = f"{method} is answered, though {capability} is not declared"
    return ((text, _where(reading, change)),)


def _undiscovered(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    code = change.answer.code if isinstance(change.answer, Error) else None
    if code != _METHOD_NOT_FOUND or not memory.modern_results:
        return NOTHING
    text = "server/discover is not there (−32601), and other requests are answered as this revision has it"
    return ((text, (memory.modern_results, reading.record.seq)),)


RULES: Final = (
    Rule(
        "discover-shape",
        "A DiscoverResult without versions or capabilities, or with odd ones",
        "error",
        _DISCOVER + "#discoverresult",
        "Give supportedVersions as a list of revisions, and capabilities as an object.",
        (Result,),
        _shape,
        revisions=MODERN_ONLY,
        methods=("server/discover",),
    ),
    Rule(
        "discover-missing",
        "A modern server without server/discover",
        "error",
        "2026-07-28 basic/versioning#protocol-version-negotiation",
        "Implement server/discover.",
        (Error,),
        _undiscovered,
        revisions=MODERN_ONLY,
        methods=("server/discover",),
    ),
    Rule(
        "capability-shape",
        "A capability that is no object, or a flag in it that is neither true nor false",
        "error",
        _DISCOVER + "#discoverresult",
        "Each capability is an object, an empty one if there is nothing to add.",
        (Result,),
        _capabilities,
        methods=_OPENING,
    ),
    Rule(
        "extension-name",
        "An extension whose name is not formed as it must be",
        "error",
        "2026-07-28 basic/versioning#extension-negotiation",
        "Name an extension with a prefix of dotted labels, as com.example/thing.",
        (Result,),
        _extension_names,
        revisions=MODERN_ONLY,
        methods=("server/discover",),
    ),
    Rule(
        "server-info-shape",
        "A serverInfo without name or version, or with odd ones",
        "error",
        "2026-07-28 basic/index#meta",
        "Give the server a name and a version, both strings.",
        (Result,),
        _info,
        revisions=MODERN_ONLY,
        methods=("server/discover",),
    ),
    Rule(
        "server-address",
        "An address in serverInfo that clients must refuse",
        "warning",
        "2026-07-28 basic/index#icons",
        "Give websiteUrl as an https address, and icons over https from the server's own origin or as data: URIs.",
        (Result,),
        _addresses,
        revisions=SINCE_2025_11,
        methods=_OPENING,
    ),
    Rule(
        "server-info-missing",
        "A server that does not say who it is",
        "info",
        _DISCOVER + "#discoverresult",
        "Put io.modelcontextprotocol/serverInfo with name and version into the _meta of results.",
        (Result,),
        _nameless,
        revisions=MODERN_ONLY,
        methods=("server/discover",),
    ),
    Rule(
        "declared-missing",
        "A method of a declared capability that is not there",
        "error",
        "2026-07-28 server/tools#capabilities",
        "Answer the methods of each capability that you declare, or do not declare it.",
        (Error,),
        _refused,
        methods=_MUST_ANSWER,
    ),
    Rule(
        "undeclared-offer",
        "A capability that is offered and not declared",
        "error",
        "2026-07-28 server/tools#capabilities",
        "Declare the capability, so that clients ask for what it offers.",
        (Result,),
        _served,
        methods=tuple(_CAPABILITY_OF),
    ),
)
