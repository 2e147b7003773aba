"""The head of an HTTP/1.1 message as the bytes that it is: what is kept of it is kept to the letter.

A proxy must not pass the fields that speak of one connection (`RFC 9110#section-7.6.1`); all others pass in their order
and spelling, repeated ones and odd ones included. `Transfer-Encoding` stays, since the body passes as it is framed.
"""

import re
from dataclasses import dataclass
from typing import Final

from inspector.transports.http_client import readable
from inspector.wire.events import Headers

LIMIT: Final = 256 * 1024
"""Bytes that a head may have."""

_END: Final = re.compile(rb"\r?\n\r?\n")
_LINE: Final = re.compile(rb"[^\n]*\n(?:[ \t][^\n]*\n)*")
_OF_ONE_CONNECTION: Final = frozenset(
    {
        b"connection",
        b"keep-alive",
        b"proxy-connection",
        b"proxy-authorization",
        b"proxy-authenticate",
        b"te",
        b"upgrade",
    }
)
_REQUEST: Final = re.compile(rb"([!#$%&'*+\-.^_`|~0-9A-Za-z]+) (\S+) HTTP/(1\.[01])")
_STATUS: Final = re.compile(rb"HTTP/(1\.[01]) (\d{3})(?: (.*))?", re.DOTALL)


class NotHttp(Exception):
    """What came is no HTTP/1.1; the text says what is wrong, `came` holds its beginning."""

    def __init__(self, reason: str, came: bytes) -> None:
        super().__init__(reason)
        self.came = came[:2000]


def end_of(data: bytes | bytearray, start: int = 0) -> int:
    """Where the head in these bytes ends, its blank line included; -1 if it is not complete."""
    found = _END.search(data, start)
    return -1 if found is None else found.end()


@dataclass(frozen=True, slots=True)
class Head:
    """A start line and fields, each with the line end that it came with. `lines` are the bytes of each field."""

    start: bytes
    lines: tuple[tuple[bytes, bytes], ...]  # the name in lower case, and the whole line
    end: bytes

    @classmethod
    def parse(cls, raw: bytes) -> "Head":
        """Of bytes up to and with the blank line. Raises NotHttp."""
        start, _, rest = raw.partition(b"\n")
        lines: list[tuple[bytes, bytes]] = []
        for found in _LINE.finditer(rest):
            line = found.group()
            name, colon, _ = line.partition(b":")
            if line in (b"\r\n", b"\n"):
                return cls(start + b"\n", tuple(lines), line)
            if not colon:
                raise NotHttp("a line of the head has no colon", raw)
            lines.append((name.strip().lower(), line))
        raise NotHttp("the head has no end", raw)

    def all(self, name: bytes) -> list[bytes]:
        """The values of the fields of that name, which is in lower case."""
        return [_value(line) for key, line in self.lines if key == name]

    def value(self, name: bytes) -> bytes:
        """The values of that name as one, empty where there is none."""
        return b", ".join(self.all(name))

    @property
    def readable(self) -> Headers:
        """The fields as text."""
        return readable((line.partition(b":")[0].strip(), _value(line)) for _, line in self.lines)

    @property
    def closes(self) -> bool:
        """Whether the connection ends behind this message, as far as its head says."""
        options = self._options()
        return b"close" in options or (b"HTTP/1.0" in self.start and b"keep-alive" not in options)

    def _options(self) -> frozenset[bytes]:
        return frozenset(one.strip().lower() for one in self.value(b"connection").split(b","))

    def without(self, *names: bytes) -> "Head":
        """Without the fields of these names."""
        return Head(self.start, tuple(pair for pair in self.lines if pair[0] not in names), self.end)

    def having(self, name: bytes, value: bytes) -> "Head":
        """With this field: in the place of the first of its name, or behind all."""
        key, line = name.lower(), name + b": " + value + b"\r\n"
        lines = list(self.lines)
        at = next((at for at, pair in enumerate(lines) if pair[0] == key), len(lines))
        lines[at:] = [(key, line), *(pair for pair in lines[at:] if pair[0] != key)]
        return Head(self.start, tuple(lines), self.end)

    def passed_on(self) -> tuple["Head", tuple[str, ...]]:
        """Without what speaks of one connection, and the names of what was taken out (`Connection` itself excepted)."""
        named = _OF_ONE_CONNECTION | (self._options() - {b"close", b"keep-alive", b""})
        gone = {key.decode("latin-1") for key, _ in self.lines if key in named}
        return self.without(*named), tuple(sorted(gone - {"connection"}))

    def __bytes__(self) -> bytes:
        return b"".join((self.start, *(line for _, line in self.lines), self.end))


def _value(line: bytes) -> bytes:
    return b" ".join(line.partition(b":")[2].split()) if b"\n" in line[:-1] else line.partition(b":")[2].strip()


def request_of(head: Head) -> tuple[str, str, str]:
    """Verb, target and version (`1.1`) of a request. Raises NotHttp."""
    found = _REQUEST.fullmatch(head.start.rstrip(b"\r\n"))
    if found is None:
        raise NotHttp("the first line is no request of HTTP/1.1", head.start)
    return found[1].decode("latin-1"), found[2].decode("latin-1"), found[3].decode()


def status_of(head: Head) -> tuple[int, str, str]:
    """Status, reason and version of an answer. Raises NotHttp."""
    found = _STATUS.fullmatch(head.start.rstrip(b"\r\n"))
    if found is None:
        raise NotHttp("the first line is no status of HTTP/1.1", head.start)
    return int(found[2]), (found[3] or b"").decode("utf-8", "replace"), f"HTTP/{found[1].decode()}"


def answer(status: int, reason: str, body: bytes, kind: str = "text/plain; charset=utf-8") -> bytes:
    """A whole answer of our own, behind which the connection goes on."""
    head = f"HTTP/1.1 {status} {reason}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body
