"""One row of the traffic: plain data, every foreign text in it made safe to show."""

from typing import Final, Literal

from inspector.wire.frozen import frozen

Kind = Literal[
    "req", "res", "ask", "ans", "ntf-in", "ntf-out", "err", "run", "web-out", "web-in", "sse", "why", "out", "jot"
]
"""Our request, its answer, the server's request, our answer to it, notifications, stderr, process and connection,
HTTP out and in, other parts of an event stream, decisions, what is no message, and what a person noted."""

Role = Literal["success", "warning", "error", "waiting", "cancelled", "invalid", "decision", "muted", ""]
"""What a status means; the interface knows the sign and colour of each."""

Level = Literal["error", "warning", "info", ""]
"""The level of the worst finding that rests on a record, or an empty text."""

LEVELS: Final[tuple[Level, ...]] = ("", "info", "warning", "error")
"""From none to the worst."""

OUTWARD: Final = frozenset({"req", "ans", "ntf-out", "web-out"})
INWARD: Final = frozenset({"res", "ask", "ntf-in", "out", "err", "web-in", "sse"})
MESSAGES: Final = frozenset({"req", "res", "ask", "ans", "ntf-in", "ntf-out", "out"})
"""The kinds whose record is a message, or stands in the place of one."""

CROSSED: Final = MESSAGES | {"err", "web-out", "web-in", "sse"}
"""The kinds whose record has bytes that crossed."""

FAILED: Final = frozenset({"error", "invalid"})
"""The roles of what went wrong."""


@frozen
class Row:
    """One record as the traffic shows it.

    `at` in seconds since the session began, `took_ms` from the request to this answer, `size` in bytes on the wire.
    `id_text` is `21`, `"a"` or, for what belongs to a request, `~20`. For a line that is no message `name` is its text.
    """

    seq: int
    at: float
    kind: Kind
    method: str = ""
    name: str = ""
    what: str = ""
    id_text: str = ""
    status_text: str = ""
    status_role: Role = ""
    took_ms: float | None = None
    size: int | None = None
    mark: Level = ""
    op: int | None = None

    def marked(self, mark: Level) -> "Row":
        """The same with another mark; `dataclasses.replace` takes five times as long, and a flood may mark each."""
        return Row(
            self.seq,
            self.at,
            self.kind,
            self.method,
            self.name,
            self.what,
            self.id_text,
            self.status_text,
            self.status_role,
            self.took_ms,
            self.size,
            mark,
            self.op,
        )


def searched(row: Row) -> str:
    """The text that a filter's words are looked for in: lower case."""
    return f"{row.method} {row.name} {row.what} {row.id_text} {row.status_text}".lower()
