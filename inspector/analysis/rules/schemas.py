"""Rules about the schemas of tools, and about results that do not fit theirs."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from inspector.analysis.reading import Reading
from inspector.analysis.rules.conforming import departures
from inspector.analysis.rules.finding import NOTHING, SINCE_2025_06, SINCE_2025_11, Check, Hit, Memory, Rule
from inspector.analysis.rules.schema_faults import dialect, faults, network_references
from inspector.analysis.rules.shapes import few, final
from inspector.analysis.words import brief, short
from inspector.protocol.exchanges import Settled
from inspector.wire.events import Received
from inspector.wire.json import MISSING, Json
from inspector.wire.jsonrpc import Result

_USAGE: Final = "2026-07-28 basic/index#json-schema-usage"
_MEMBERS: Final = ("inputSchema", "outputSchema")


def _each(problems: Callable[[Json, str], Iterator[str]]) -> Check:
    """The check that asks of each schema of the tools on the page."""

    def check(reading: Reading, change: Settled, memory: Memory) -> Iterator[Hit]:
        for item in memory.page:
            for member in _MEMBERS:
                schema = item.raw.get(member) if isinstance(item.raw, dict) else None
                for wrong in few(problems(schema, reading.identity.version)) if isinstance(schema, dict) else ():
                    yield f"tool {short(item.label, 80)}: {member}: {wrong}", (reading.record.seq,)

    return check


def _references(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    event = reading.record.event
    if isinstance(event, Received) and b'"$ref"' not in event.raw:
        return NOTHING  # which spares looking through all schemas
    return _each(lambda schema, version: network_references(schema))(reading, change, memory)


def _faults(schema: Json, version: str) -> Iterator[str]:
    # Only since 2025-11-25 is there a default dialect (`2025-11-25 basic/index#json-schema-usage`).
    return faults(schema, any_dialect=version not in SINCE_2025_11)


def _dialect(schema: Json) -> Iterator[str]:
    if dialect(schema) is None:
        yield f"$schema is {brief(schema['$schema'], 60)}, which is no dialect of JSON Schema that is known"


def _departs(reading: Reading, change: Settled, memory: Memory) -> Iterator[Hit]:
    result, name = final(change), change.exchange.name
    schema = memory.schemas.get(name, MISSING) if name is not None else MISSING
    if result is None or "structuredContent" not in result or schema is MISSING or result.get("isError") is True:
        return
    for wrong in few(departures(schema, result["structuredContent"]), 3):
        text = f"the structuredContent of {short(name or '', 60)} does not fit its outputSchema: {wrong}"
        yield text, (change.exchange.seq, reading.record.seq)


RULES: Final = (
    Rule(
        "schema-invalid",
        "A schema of a tool that is no valid JSON Schema",
        "error",
        _USAGE,
        "Mend the schema: readers with a validator refuse the tool.",
        (Result,),
        _each(_faults),
        once=True,
        methods=("tools/list",),
    ),
    Rule(
        "schema-reference",
        "A schema of a tool that refers to the network",
        "warning",
        "2026-07-28 basic/index#ref-resolution",
        "Put what the $ref leads to into $defs: clients may not fetch it.",
        (Result,),
        _references,
        once=True,
        methods=("tools/list",),
    ),
    Rule(
        "schema-dialect",
        "A schema of a tool in a dialect that clients may not have",
        "warning",
        _USAGE,
        "Use JSON Schema 2020-12, which all must support, and leave $schema out.",
        (Result,),
        _each(lambda schema, version: _dialect(schema)),
        once=True,
        revisions=SINCE_2025_11,
        methods=("tools/list",),
    ),
    Rule(
        "structured-content-schema",
        "structuredContent that does not fit the tool's outputSchema",
        "error",
        "2026-07-28 server/tools#output-schema",
        "Make the result fit the outputSchema, or the outputSchema the result.",
        (Result,),
        _departs,
        revisions=SINCE_2025_06,
        methods=("tools/call",),
        members=("structuredContent",),
    ),
)
