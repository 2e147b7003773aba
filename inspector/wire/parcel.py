"""A message as a person wants it to cross, right or wrong: its bytes, and all that goes with them."""

from dataclasses import dataclass

from inspector.wire.events import Headers


@dataclass(frozen=True, slots=True)
class Parcel:
    """What is put on the wire as it is, and nothing beside it.

    `raw` and `end` are all that is written on stdio. Over HTTP `raw` is the body of a request with the method `verb`
    and exactly these headers, in their order, repeated ones included; only what HTTP itself cannot do without is
    added where it is not among them (Host, Content-Length).
    """

    raw: bytes
    end: bytes = b"\n"
    headers: Headers = ()
    verb: str = "POST"

    @property
    def lines(self) -> tuple[tuple[bytes, bytes], ...]:
        """What a reader of lines gets: each line without its end, and the end (LF, CR LF, or none for the last)."""
        parts = (self.raw + self.end).split(b"\n")
        lines = [(part[:-1], b"\r\n") if part.endswith(b"\r") else (part, b"\n") for part in parts[:-1]]
        return (*lines, (parts[-1], b"")) if parts[-1] else tuple(lines)
