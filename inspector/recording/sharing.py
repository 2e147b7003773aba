"""A copy of a recording for others: redacted anew, by all rules, with a word on what went and what may be left.

While a session is recorded, a secret is found from the moment on that something gives it away. Here the whole session
is read first, so that it is gone from before that moment too, from the pieces of a body that it is cut over, and from
inside base64 and hexadecimal digits. What was taken out is in the copy in no form, and neither are the rules that the
person added: they are told by number.
"""

import re
from base64 import urlsafe_b64decode
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Any, Final

from inspector.recording.doubts import Doubt, Doubts
from inspector.recording.format import FORMAT, KINDS, VERSION, Redaction, encode, encode_header, parse_line
from inspector.recording.known_secrets import KnownSecrets
from inspector.recording.own_rules import OwnRules
from inspector.recording.reading import Recording
from inspector.recording.redaction import Redactor
from inspector.wire.events import Decision, HttpBody, Record, Sent

_NUMBERED: Final = re.compile(r"‹secret (\d{1,9})›")
_CODED: Final = re.compile(r"\\u[0-9a-fA-F]{4}|\\.|([A-Za-z0-9+/_-]{8,}={0,2})")
_INNER: Final = re.compile(rb"[A-Za-z0-9+/_-]{8,}={0,2}")
_HEX: Final = re.compile(r"[0-9a-fA-F]{12,}")
_LEAST: Final = 6  # letters of a secret that is looked for in decoded bytes: a shorter one is there by chance
_LARGE: Final = 4096  # bytes; up to here one pattern is faster than many searches
_MOST_TOLD: Final = 100  # doubts in the copy


@dataclass(frozen=True, slots=True)
class Copy:
    """The lines of a copy, each without its LF, and what is to be said of it.

    `taken` is how often something was taken out, by rule; it counts what had been when the session was recorded.
    `secrets` is how many different ones this copy took out. `doubts` is what was left, though it may be a secret.
    """

    lines: Sequence[str]
    taken: Counter[str]
    secrets: int
    doubts: tuple[Doubt, ...]


def copy_to_share(recording: Recording, own: OwnRules | None = None) -> Copy:
    """Copy a recording that was read as a whole."""
    known = KnownSecrets(_first_free(recording), inf)
    names = recording.header.target.get("headers")
    headers = [(name, "") for name in names if isinstance(name, str)] if isinstance(names, list) else []
    redactor = Redactor(headers, own=own, known=known, thorough=True)
    header, joined = recording.header, _joined(recording.records, redactor)
    redactor.redact_header(header)
    for record in joined:
        redactor.redact(record)
    sweep = _Sweep(known)
    doubts = Doubts()
    earlier = recording.redacted or {}
    taken: Counter[str] = Counter()
    lines = [sweep.text(encode_header(replace(redactor.redact_header(header), version=VERSION)))]
    last = 0.0
    for before in joined:
        record, found = redactor.redact(before)
        if before is not recording.records[before.seq - 1]:
            found = (Redaction("joined", "text"), *found)
        found = tuple(dict.fromkeys((*earlier.get(record.seq, ()), *found)))
        line, more = sweep(record, found)
        taken.update(each.rule for each in (*found, *more))
        lines.append(line)
        doubts.look(record, line)
        last = record.at
    told = doubts.all()
    lines.append(encode(_word(len(lines), last, taken, known, told)))
    return Copy(lines, taken, len(known), told)


def _first_free(recording: Recording) -> int:
    """The number after the highest that a placeholder in the recording has: one number is one secret."""
    texts: Iterable[str] = (encode(record) for record in recording.records)
    numbers = (int(each) for text in (encode_header(recording.header), *texts) for each in _NUMBERED.findall(text))
    return max(numbers, default=0) + 1


def _word(seq: int, at: float, taken: Counter[str], known: KnownSecrets, doubts: Sequence[Doubt]) -> Record:
    total = sum(taken.values())
    because = (
        f"This is a copy for others; taken out, counted by rule and record: {total:,}. New secrets: {len(known):,}."
    )
    data: dict[str, Any] = {
        "redacted": dict(sorted(taken.items())),
        "unsure": [
            {"records": list(doubt.records), "what": doubt.what, "where": doubt.where} for doubt in doubts[:_MOST_TOLD]
        ],
    }
    return Record(seq, at, Decision("recording", "share", "redacted", because, data=data))


def _joined(records: Sequence[Record], redactor: Redactor) -> list[Record]:
    """The records; where pieces of one body say together what none says alone, the first has all that is left."""
    out = list(records)
    for run in _runs(records):
        pieces = [_raw(record) for record in run]
        whole, alone = _redacted(redactor, b"".join(pieces)), [_redacted(redactor, piece) for piece in pieces]
        if whole != b"".join(alone):
            for number, record in enumerate(run):
                event: Any = record.event
                out[record.seq - 1] = replace(record, event=replace(event, raw=b"" if number else whole))
    return out


def _runs(records: Iterable[Record]) -> Iterator[list[Record]]:
    """Pieces of one text, in order, two at least: of a body, and of a line of ours that was left open."""
    bodies: dict[int, list[Record]] = {}
    line: list[Record] = []
    for record in records:
        event = record.event
        if isinstance(event, HttpBody):
            bodies.setdefault(event.http, []).append(record)
        elif isinstance(event, Sent) and event.http is None:
            line.append(record)
            if event.end:
                if len(line) > 1:
                    yield line
                line = []
    for run in (*bodies.values(), line):
        if len(run) > 1:
            yield run


def _raw(record: Record) -> bytes:
    event = record.event
    return event.raw if isinstance(event, HttpBody | Sent) else b""


def _redacted(redactor: Redactor, raw: bytes) -> bytes:
    event = redactor.redact(Record(1, 0.0, HttpBody(0, raw)))[0].event
    return event.raw if isinstance(event, HttpBody) else raw


class _Sweep:
    """Makes the line of a redacted record, and looks through it for what no rule of a field can see."""

    def __init__(self, known: KnownSecrets) -> None:
        self._known = known
        self._secrets = {
            secret.encode("utf-8", "surrogateescape"): place
            for secret, place in known.hunted().items()
            if len(secret) >= _LEAST
        }
        ordered = sorted(self._secrets, key=len, reverse=True)
        self._pattern = re.compile(b"|".join(map(re.escape, ordered)) or b"(?!)")

    def __call__(self, record: Record, found: Sequence[Redaction]) -> tuple[str, Sequence[Redaction]]:
        """The line, and what was taken out of it beyond `found`."""
        line = encode(record, found)
        words = self._without_words(line)
        more = [Redaction("value", "**")] if words != line else []
        if self._without_digits(words) != words:
            more.append(Redaction("encoded", "**"))
        return self.text(encode(record, (*found, *more))) if more else line, more

    def text(self, line: str) -> str:
        """A line without them."""
        return self._without_digits(self._without_words(line))

    def _without_words(self, line: str) -> str:
        """Secrets are names sometimes: of members, headers, variables. The names of our own fields stay."""
        swept = self._known.replace(line, lambda: True)
        if swept == line:
            return line
        before, after = parse_line(line), parse_line(swept)
        ours = before.get("kind", before.get("format")) in (*KINDS, FORMAT)
        fixed = ("seq", "at", "kind", "format", "version") if ours else ("seq", "at")
        if (ours and before.keys() != after.keys()) or any(before.get(name) != after.get(name) for name in fixed):
            return line
        return swept

    def _without_digits(self, line: str) -> str:
        return _CODED.sub(self._place, line)

    def _place(self, found: re.Match[str]) -> str:
        for data in _decoded_twice(found[1] or ""):
            if len(data) < _LARGE:
                if secret := self._pattern.search(data):
                    return self._secrets[secret[0]]
            else:
                for each, place in self._secrets.items():
                    if each in data:
                        return place
        return found[0]


def _decoded_twice(digits: str) -> Iterator[bytes]:
    """What a run of digits may mean, and what the digits in that may."""
    for data in _decoded(digits):
        yield data
        for inner in _INNER.findall(data) if len(data) < _LARGE else ():
            yield from _decoded(inner.decode())


def _decoded(digits: str) -> Iterator[bytes]:
    """What a run of digits may mean: it may begin with letters that are none of them."""
    if len(digits) < _LEAST:
        return
    plain = digits.rstrip("=").replace("+", "-").replace("/", "_")
    for skip in range(4):
        part = plain[skip:]
        part = part[: len(part) - (len(part) % 4 == 1)]
        yield urlsafe_b64decode(part + "=" * (-len(part) % 4))
    for run in _HEX.findall(digits):
        for skip in range(2):
            part = run[skip:]
            yield bytes.fromhex(part[: len(part) // 2 * 2])
