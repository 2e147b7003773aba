"""Rules about `_meta` in what a server sends: how its keys are formed, and what trace context looks like.

Source: `2026-07-28 basic/index#meta`; W3C Trace Context, `traceparent` header field values.
"""

import re
from collections.abc import Iterator
from typing import Final

from inspector.analysis.reading import Reading, params_of
from inspector.analysis.rules.finding import MODERN_ONLY, SINCE_2025_06, Hit, Memory, Rule
from inspector.analysis.rules.shapes import few
from inspector.analysis.words import brief, short
from inspector.protocol.exchanges import News, Settled
from inspector.wire.json import MISSING, Json
from inspector.wire.jsonrpc import Result
from inspector.wire.methods import LISTS

_META: Final = "2026-07-28 basic/index#meta"
_LABEL: Final = re.compile(r"[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?")
_NAME: Final = re.compile(r"(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)?")
_TRACEPARENT: Final = re.compile(r"(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-.*)?")
_BAGGAGE: Final = re.compile(r"[\x20-\x7e\t]*")
_HOLDERS: Final = ("_meta", *LISTS.values())
_ENTRIES: Final = 200
"""How many entries of a list are looked at: they are made alike."""


def wrong_key(key: str) -> str:
    """What is wrong with a key of `_meta`, as the end of a sentence; an empty text if nothing is."""
    prefix, slash, name = key.rpartition("/")
    if slash:
        if "/" in prefix:
            return "has more than one slash"
        if not all(_LABEL.fullmatch(label) for label in prefix.split(".")):
            return "has a prefix that is no series of labels with dots between them"
    return "" if _NAME.fullmatch(name) else "has a name that does not begin and end with a letter or digit"


def _metas(thing: Settled | News) -> Iterator[tuple[str, Json]]:
    """Each `_meta` in what came, with whose it is."""
    if isinstance(thing, News):
        params = params_of(thing.notification)
        if "_meta" in params:
            yield short(thing.notification.method, 60), params["_meta"]
        return
    result = thing.answer.result if isinstance(thing.answer, Result) else None
    if not isinstance(result, dict):
        return
    if "_meta" in result:
        yield f"the result of {short(thing.exchange.method, 60)}", result["_meta"]
    entries = result.get(LISTS.get(thing.exchange.method, ""))
    for entry in entries[:_ENTRIES] if isinstance(entries, list) else ():
        if isinstance(entry, dict) and "_meta" in entry:
            yield f"{thing.exchange.method}: {brief(entry.get('name', entry.get('uri')), 60)}", entry["_meta"]


def _keys(reading: Reading, thing: Settled | News, memory: Memory) -> Iterator[Hit]:
    yield from few(_key_problems(reading, thing))


def _key_problems(reading: Reading, thing: Settled | News) -> Iterator[Hit]:
    """One for each key, whoever has it: entries of a list have the same."""
    first: dict[str, str] = {}
    more: dict[str, int] = {}
    for whose, meta in _metas(thing):
        if not isinstance(meta, dict):
            yield f"{whose}: _meta is {brief(meta, 40)}, not an object", (reading.record.seq,)
            continue
        for key in meta:
            if key in first:
                more[key] = more.get(key, 0) + 1
            elif wrong_key(key):
                first[key] = whose
    for key, whose in first.items():
        others = f" (and in {more[key]} more)" if key in more else ""
        yield f"{whose}: the key {short(key, 60)} of _meta {wrong_key(key)}{others}", (reading.record.seq,)


def _trace(reading: Reading, thing: Settled | News, memory: Memory) -> Iterator[Hit]:
    for whose, meta in _metas(thing):
        if not isinstance(meta, dict):
            continue
        parent = meta.get("traceparent", MISSING)
        if parent is not MISSING and not (isinstance(parent, str) and _TRACEPARENT.fullmatch(parent)):
            yield f"{whose}: traceparent is {brief(parent, 60)}, which is none", (reading.record.seq,)
        for name in ("tracestate", "baggage"):
            value = meta.get(name, MISSING)
            if value is not MISSING and not (isinstance(value, str) and _BAGGAGE.fullmatch(value)):
                yield f"{whose}: {name} is {brief(value, 60)}, no list in visible ASCII", (reading.record.seq,)


RULES: Final = (
    Rule(
        "meta-key",
        "A key of _meta that is not formed as it must be",
        "error",
        _META,
        "Form keys as name or com.example/name: labels of letters, digits and hyphens, the name of those, _ and dots.",
        (Result, News),
        _keys,
        once=True,
        revisions=SINCE_2025_06,
        members=_HOLDERS,
    ),
    Rule(
        "trace-context",
        "Trace context that is not of its standard's form",
        "error",
        _META,
        "Give traceparent, tracestate and baggage as W3C Trace Context and W3C Baggage have them.",
        (Result, News),
        _trace,
        once=True,
        revisions=MODERN_ONLY,
        members=_HOLDERS,
    ),
)
