"""What may be a secret, or private, and was left in a copy: only its owner can tell."""

import math
import re
from collections import Counter
from dataclasses import dataclass
from typing import Final

from inspector.recording.known_secrets import PLACEHOLDER
from inspector.recording.secret_names import header_is_harmless, says_secret
from inspector.wire.events import HttpRequest, HttpResponse, Record, Unknown

_MAIL: Final = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}+@[\w-]{1,63}(?:\.[\w-]{1,63})*\.[A-Za-z]{2,}")
_HOME: Final = re.compile(r"(?:/home/|/Users/|[A-Za-z]:(?:\\\\)+Users(?:\\\\)+)[\w.-]+")
_ADDRESS: Final = re.compile(r"(?<![\w.])(?!127\.)(?:\d{1,3}\.){3}\d{1,3}(?![\w.])")
_PRIVATE: Final = (
    ("an e-mail address", _MAIL, "@"),
    ("a home folder", _HOME, ("/home/", "Users")),
    ("an IP address", _ADDRESS, "."),
)
_WORD: Final = re.compile(r"\\u[0-9a-fA-F]{4}|\\.|([A-Za-z0-9+_-]{20,}={0,2})")
_UUID: Final = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_OBJECT: Final = re.compile(r'"([A-Za-z_$][\w.$-]{0,63}+)\\?"\s*+:\s*+\{')
_BLOB: Final = 256  # from here on a run of digits is data, which may hold anything
_RANDOM: Final = 3.3  # bits a character; words and numbers of versions have less
_SHOWN: Final = 4  # characters of it that are told
_MOST: Final = 500
_SESSION: Final = "the name of a session"
_OURS: Final = ("mcp-param-", "mcp-method", "mcp-name", "mcp-protocol-version")


@dataclass(frozen=True, slots=True)
class Doubt:
    """`what` it looks like, `where`, how it begins, and the numbers of the records that have it (at most 20)."""

    what: str
    where: str
    begins: str
    records: tuple[int, ...]


class Doubts:
    """Gathers them: `look` at each record of a copy and its line."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str, str], list[int]] = {}
        self._of_headers: set[str] = set()

    def look(self, record: Record, line: str) -> None:
        """Remember what this record leaves open."""
        event = record.event
        if isinstance(event, HttpRequest):
            for name, value in event.headers:
                if not (header_is_harmless(name) or name.lower().startswith(_OURS) or PLACEHOLDER.search(value)):
                    what = "a header that is not well known" if not _is_session(name) else _SESSION
                    self._add(what, f"headers/{name.lower()}", value, record.seq)
        elif isinstance(event, HttpResponse):
            for name, value in event.headers:
                if _is_session(name) and not PLACEHOLDER.search(value):
                    self._add(_SESSION, f"headers/{name.lower()}", value, record.seq)
        elif isinstance(event, Unknown):
            self._add("a record that nobody could read by its kind", event.kind, "", record.seq)
        for what, pattern, signs in _PRIVATE:
            if any(sign in line for sign in signs):  # many times as fast as to look for the pattern
                for found in pattern.finditer(line):
                    self._add(what, "text", found[0], record.seq)
        for found in _OBJECT.finditer(line):
            if says_secret(found[1]):
                self._add("an object whose name says secret", found[1], "", record.seq)
        for found in _WORD.finditer(line):
            if found[1] and found[1] not in self._of_headers and (what := _looks_like(found[1])):
                self._add(what, "text", found[1], record.seq)

    def _add(self, what: str, where: str, text: str, seq: int) -> None:
        if where.startswith("headers/"):
            self._of_headers.add(text)
        key = (what, where, text)
        if key in self._found or len(self._found) < _MOST:
            records = self._found.setdefault(key, [])
            if len(records) < 20 and records[-1:] != [seq]:
                records.append(seq)

    def all(self) -> tuple[Doubt, ...]:
        """Each once, in the order in which they came."""
        return tuple(
            Doubt(what, where, text[:_SHOWN], tuple(records)) for (what, where, text), records in self._found.items()
        )


def _is_session(name: str) -> bool:
    return "session" in name.lower()


def _looks_like(word: str) -> str:
    if len(word) >= _BLOB:
        return "data in base64 or hexadecimal digits"
    plain = word.rstrip("=")
    if _UUID.search(plain) or not any(one.isdigit() for one in plain) or not any(one.isalpha() for one in plain):
        return ""
    bits = -sum(many / len(plain) * math.log2(many / len(plain)) for many in Counter(plain).values())
    return "a long random word, as keys are" if bits >= _RANDOM else ""
