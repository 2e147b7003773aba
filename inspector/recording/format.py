"""One record, one line: how each event is spelled in a recording, and read again.

The members of a line follow the fields of its event by their types (`values.CODECS`), so a new field needs no code.
Reading never trusts: a line that is no record raises `BadLine`, and a known kind whose fields do not fit comes back as
`Unknown` with all that stood there.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from json import JSONDecoder
from operator import attrgetter
from typing import Any, Final, get_type_hints

from inspector.errors import UsageError
from inspector.recording.values import (
    CODECS,
    LARGEST,
    Read,
    Unfit,
    Write,
    quoted,
    read_base64,
    read_float,
    read_text,
    text_names,
    write_any,
)
from inspector.wire import events, json
from inspector.wire.events import Event, Record, Unknown

FORMAT: Final = "mcp-recording"
VERSION: Final = 1

MIGRATIONS: Final[dict[int, Callable[[dict[str, Any]], dict[str, Any]]]] = {}
"""For each version before ours, how the members of one of its lines become those of the next version.

A change that an older reader would take for something else (a member that means another thing, one that is gone) makes
a new version, and needs its entry here. A new kind, or a new field that has a default, is no such change.
"""

KINDS: Final[dict[str, type[Any]]] = {
    "opened": events.Opened,
    "sent": events.Sent,
    "received": events.Received,
    "stderr": events.Stderr,
    "http-request": events.HttpRequest,
    "http-response": events.HttpResponse,
    "http-body": events.HttpBody,
    "sse": events.SseBlock,
    "http-end": events.HttpEnd,
    "exited": events.Exited,
    "closed": events.Closed,
    "began": events.Began,
    "decision": events.Decision,
    "note": events.Note,
}

_LONGEST: Final = 1e9  # seconds; a session does not last thirty years


class BadLine(ValueError):
    """The line is no record; the text says why, in a few words."""


@dataclass(frozen=True, slots=True)
class Redaction:
    """Something was taken out of a record: by which rule, and where.

    `path` names the field, then the place in it; `**` stands for members that are not told: `text/**/password`.
    """

    rule: str
    path: str


@dataclass(frozen=True, slots=True)
class Header:
    """The first line. `created` is ISO 8601 in UTC; `inspector` the version that wrote; `target` what was spoken to.

    Of a recording without a header, all are empty.
    """

    created: str = ""
    inspector: str = ""
    target: Mapping[str, Any] = field(default_factory=dict)
    version: int = VERSION


class _Kind:
    """How one kind of event is written and read; made once from the event's fields."""

    def __init__(self, name: str, event: type[Any]) -> None:
        self.name = name
        self.event = event
        self.writers: list[tuple[str, Any, Write]] = []
        self.readers: dict[str, tuple[str, Read]] = {}
        self.values: Callable[[Any], tuple[Any, ...]] = _values_of([each.name for each in fields(event)])
        hints = get_type_hints(event)
        for each in fields(event):
            write, read = CODECS[hints[each.name]]
            default = each.default_factory() if each.default_factory is not MISSING else each.default
            self.writers.append((each.name, default, write))
            if hints[each.name] is bytes:
                text, base64 = text_names(each.name)
                self.readers[text] = (each.name, read_text)
                self.readers[base64] = (each.name, read_base64)
            else:
                self.readers[each.name] = (each.name, read)


def _values_of(names: Sequence[str]) -> Callable[[Any], tuple[Any, ...]]:
    """What gives the values of these attributes, all of them at once: of a flood each event is asked for them."""
    if len(names) == 1:
        return lambda event: (getattr(event, names[0]),)
    return attrgetter(*names)


_BY_NAME: Final = {name: _Kind(name, event) for name, event in KINDS.items()}
_BY_EVENT: Final = {kind.event: kind for kind in _BY_NAME.values()}
_PLAIN: Final = [name for name in KINDS if name != "decision"]  # a list: what is looked up may be unhashable
_scan: Final = JSONDecoder().raw_decode
_OURS: Final = frozenset({"seq", "at", "kind", "redacted"})


def encode(record: Record, redacted: Sequence[Redaction] = ()) -> str:
    """The line of a record, without its LF; `redacted` is what was taken out of it before."""
    event = record.event
    at = record.at if math.isfinite(record.at) else 0.0
    if isinstance(event, Unknown):
        parts = [f'{{"seq": {record.seq}, "at": {at!r}, "kind": {quoted(event.kind)}']
        for name, value in event.fields.items():
            if name not in _OURS:
                parts.append(f", {quoted(name)}{write_any('', value)[4:]}")
    else:
        kind = _BY_EVENT[type(event)]
        parts = [f'{{"seq": {record.seq}, "at": {at!r}, "kind": "{kind.name}"']
        for (name, default, write), value in zip(kind.writers, kind.values(event), strict=True):
            if value is not default and value != default:
                parts.append(write(name, value))
    if redacted:
        parts.append(write_any("redacted", [{"rule": each.rule, "path": each.path} for each in redacted]))
    parts.append("}")
    return "".join(parts)


def _parse(text: str) -> Any:
    # Most lines hold no number whose digits matter, and reading those without our hooks halves the time to open a file.
    try:
        value, end = _scan(text)
        if (end == len(text) or text[end:].isspace()) and type(value) is dict and value.get("kind") in _PLAIN:
            return value
    except (ValueError, RecursionError):
        pass
    return json.parse(text)


def parse_line(line: str | bytes) -> dict[str, Any]:
    """The JSON object of a line. Raises `BadLine`; a line end is white space to JSON, a CR before it included."""
    try:
        value = _parse(line if isinstance(line, str) else line.decode())
    except UnicodeDecodeError:
        raise BadLine("not UTF-8") from None
    except json.NotJson as error:
        raise BadLine("nested too deeply" if "deep" in error.reason else "not JSON") from None
    if type(value) is not dict:
        raise BadLine("no JSON object")
    return value


def is_readable(version: int) -> bool:
    """Whether recordings of this version are read: ours, and those before it that have a migration."""
    return version == VERSION or version in MIGRATIONS


def need_readable(version: int) -> None:
    """Raise UsageError, with what to do, for a version that `is_readable` denies; -1 stands for none at all."""
    if is_readable(version):
        return
    told = f"version {version}" if 0 <= version <= LARGEST else "of no version that there can be"
    newer = version > VERSION
    raise UsageError(
        "The recording is of a version that this inspector does not read.",
        why=f"It is {told}; this inspector reads version {VERSION}.",
        hint="Open it with the inspector that wrote it, or a newer one."
        if newer
        else "Look at the first line of the file, which should be as the inspector wrote it.",
    )


def migrated(members: dict[str, Any], version: int) -> dict[str, Any]:
    """The members of a line of that version, as ours has them."""
    for older in range(version, VERSION):
        members = MIGRATIONS[older](members)
    return members


def read_event(members: dict[str, Any]) -> Event:
    """The event of a line's members. Raises `BadLine` if they have no kind."""
    name = members.get("kind")
    if type(name) is not str:
        raise BadLine("no kind")
    kind = _BY_NAME.get(name)
    if kind is not None:
        readers = kind.readers
        values = {}
        try:
            for member, value in members.items():
                found = readers.get(member)
                if found is not None:
                    values[found[0]] = found[1](value)
            event: Event = kind.event(**values)
            return event
        except (Unfit, TypeError):  # TypeError: a field without default is missing
            pass
    return Unknown(name, {member: value for member, value in members.items() if member not in _OURS})


def read_place(members: dict[str, Any]) -> tuple[int | None, float | None]:
    """`seq` and `at` of a line, each None where it is missing or cannot be meant."""
    seq, at = members.get("seq"), members.get("at")
    if type(seq) is not int or not 0 < seq <= LARGEST:
        seq = None
    try:
        seconds: float | None = read_float(at)
    except Unfit:
        seconds = None
    return seq, seconds if seconds is not None and 0 <= seconds < _LONGEST else None


def read_redacted(members: dict[str, Any]) -> tuple[Redaction, ...]:
    """What a line says was taken out of it; what does not fit is passed over."""
    listed = members.get("redacted")
    if type(listed) is not list:
        return ()
    return tuple(
        Redaction(each["rule"], each["path"])
        for each in listed
        if type(each) is dict and type(each.get("rule")) is str and type(each.get("path")) is str
    )


def decode(line: str | bytes, version: int = VERSION) -> Record:
    """The record of a line of a recording of `version`; a missing `seq` or `at` is 0. Raises `BadLine` for none."""
    members = migrated(parse_line(line), version)
    seq, at = read_place(members)
    return Record(seq or 0, at or 0.0, read_event(members))


def encode_header(header: Header) -> str:
    """The first line, without its LF."""
    return (
        f'{{"format": "{FORMAT}", "version": {header.version}, "created": {quoted(header.created)}, '
        f'"inspector": {quoted(header.inspector)}{write_any("target", header.target)}}}'
    )


def read_header(members: dict[str, Any]) -> Header | None:
    """The header that a line holds, of any version (-1: none); None if it is no header. Wrong types become empty."""
    if members.get("format") != FORMAT:
        return None
    version, created, inspector, target = (members.get(name) for name in ("version", "created", "inspector", "target"))
    return Header(
        created if type(created) is str else "",
        inspector if type(inspector) is str else "",
        target if type(target) is dict else {},
        version if type(version) is int else -1,
    )
