"""Rules about content: of tool results, prompt messages and resources."""

from collections.abc import Iterable, Iterator
from typing import Final

from inspector.analysis.reading import Reading
from inspector.analysis.rules.blocks import block_problems, contents_problems
from inspector.analysis.rules.finding import NOTHING, SINCE_2025_06, Hit, Memory, Rule
from inspector.analysis.rules.shapes import alike, few, final
from inspector.analysis.words import brief, short
from inspector.protocol.exchanges import Settled
from inspector.wire.json import MISSING, Json, NotJson, parse
from inspector.wire.jsonrpc import Result

_READ_AS_JSON: Final = 256 * 1024
_BLOCKS: Final = 200
"""How many blocks of a result are looked at."""


def _about(change: Settled) -> str:
    return f"{change.exchange.method} {short(change.exchange.name or '', 60)}".rstrip()


def _tool(reading: Reading, change: Settled, memory: Memory) -> Iterator[Hit]:
    content = (final(change) or {}).get("content")
    blocks = content if isinstance(content, list) else []
    found = (f"block {n + 1} {wrong}" for n, one in _first(blocks) for wrong in block_problems(one, _version(reading)))
    for wrong in few(found):
        yield f"{_about(change)}: {wrong}", (change.exchange.seq, reading.record.seq)


def _version(reading: Reading) -> str:
    return reading.identity.version


def _first(values: list[Json]) -> Iterable[tuple[int, Json]]:
    return enumerate(values[:_BLOCKS])


def _prompt(reading: Reading, change: Settled, memory: Memory) -> Iterator[Hit]:
    result = final(change)
    if result is None:
        return
    for wrong in few(_message_problems(result.get("messages", MISSING), reading.identity.version)):
        yield f"{_about(change)}: {wrong}", (change.exchange.seq, reading.record.seq)


def _message_problems(messages: Json, version: str) -> Iterator[str]:
    if not isinstance(messages, list):
        yield "messages is missing" if messages is MISSING else f"messages is {brief(messages, 40)}, not an array"
        return
    for number, message in _first(messages):
        if not isinstance(message, dict):
            yield f"message {number + 1} is {brief(message, 40)}, not an object"
            continue
        if message.get("role") not in ("user", "assistant"):
            yield f"message {number + 1} has the role {brief(message.get('role'), 40)}, neither user nor assistant"
        for wrong in block_problems(message.get("content"), version):
            yield f"the content of message {number + 1} {wrong}"


def _resource(reading: Reading, change: Settled, memory: Memory) -> Iterator[Hit]:
    result = final(change)
    if result is None:
        return
    contents, where = result.get("contents", MISSING), (change.exchange.seq, reading.record.seq)
    if not isinstance(contents, list):
        what = "missing" if contents is MISSING else f"{brief(contents, 40)}, not an array"
        yield f"{_about(change)}: contents is {what}", where
        return
    for wrong in few(wrong for _, one in _first(contents) for wrong in contents_problems(one)):
        yield f"{_about(change)}: {wrong}", where


def _nothing(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    if (final(change) or {}).get("contents") != []:
        return NOTHING
    text = f"{_about(change)}: contents is empty, which says neither that it is empty nor that it is not there"
    return ((text, (change.exchange.seq, reading.record.seq)),)


def _structured(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    """Text that reads as JSON and says another thing than the structure beside it."""
    result = final(change) or {}
    value, content = result.get("structuredContent", MISSING), result.get("content")
    if value is MISSING or not isinstance(content, list) or result.get("isError") is True:
        return NOTHING
    texts = [one.get("text") for one in content if isinstance(one, dict) and one.get("type") == "text"]
    where = (change.exchange.seq, reading.record.seq)
    if not texts:
        return ((f"{_about(change)}: structuredContent stands alone, without its text in content", where, "info"),)
    if len(texts) != 1 or not isinstance(texts[0], str) or texts[0].lstrip()[:1] not in ("{", "["):
        return NOTHING
    if len(texts[0]) > _READ_AS_JSON:
        return NOTHING
    try:
        said = parse(texts[0])
    except NotJson:
        return NOTHING
    # Libraries wrap what is no object in a member of their own; the text then has it bare.
    bare = next(iter(value.values())) if isinstance(value, dict) and len(value) == 1 else MISSING
    if alike(said, value) or alike(said, bare) or (isinstance(bare, list) and len(bare) == 1 and alike(said, bare[0])):
        return NOTHING
    return ((f"{_about(change)}: the JSON in content is another than structuredContent", where),)


RULES: Final = (
    Rule(
        "tool-block",
        "A block of a tool's content that is of no type, or lacks what its type needs",
        "error",
        "2026-07-28 server/tools#tool-result",
        "Give each block its type and what belongs to it; binary data is Base64, with a media type.",
        (Result,),
        _tool,
        methods=("tools/call",),
    ),
    Rule(
        "prompt-message",
        "A prompt whose messages are not formed as they must be",
        "error",
        "2026-07-28 server/prompts#promptmessage",
        "Give each message the role user or assistant, and one block of content.",
        (Result,),
        _prompt,
        methods=("prompts/get",),
    ),
    Rule(
        "resource-contents",
        "Contents of a resource that are not formed as they must be",
        "error",
        "2026-07-28 server/resources#resource-contents",
        "Give each its uri and either text, or blob as Base64.",
        (Result,),
        _resource,
        methods=("resources/read",),
    ),
    Rule(
        "resource-empty",
        "A resource without contents",
        "warning",
        "2026-07-28 server/resources#error-handling",
        "Answer with −32602 if there is no such resource, and with an empty text if it is empty.",
        (Result,),
        _nothing,
        methods=("resources/read",),
    ),
    Rule(
        "structured-content-text",
        "Text beside structuredContent that says another thing, or none at all",
        "warning",
        "2026-07-28 server/tools#structured-content",
        "Put the same JSON into a block of text, for clients that read no structure.",
        (Result,),
        _structured,
        revisions=SINCE_2025_06,
        methods=("tools/call",),
        members=("structuredContent",),
    ),
)
