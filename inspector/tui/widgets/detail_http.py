"""The HTTP exchange of a record as a page: request beside answer, header by header, and who put each there."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from textual.strip import Strip

from inspector.analysis.http_parts import Header, HttpPart
from inspector.tui.cells import Line, Span, head, width_of
from inspector.tui.glyphs import in_glyphs
from inspector.tui.numbers import counted, size
from inspector.tui.roles import Roles
from inspector.tui.widgets.page_text import labelled, paragraph, section
from inspector.tui.widgets.page_view import PageLine, block
from inspector.wire.text import visible_bytes

BESIDE: Final = 100
"""Cells from which on the answer stands beside the request."""

_WHOSE: Final = {"us": "by us", "you": "by you", "server": "", "": ""}
"""That the server put its own headers into its answer goes without saying."""
_MASKED: Final = re.compile("(‹[^›]*›)")
_CONNECTION_AT: Final = 15
_MOST_LINES: Final = 40
"""Of an event stream, around one message."""


@dataclass(frozen=True, slots=True)
class Framing:
    """What an event stream has around a message: the bytes before and after it, and its size; None: no message."""

    before: bytes
    size: int | None = None
    after: bytes = b""


def http_page(part: HttpPart, framing: Framing | None, width: int, roles: Roles) -> list[PageLine]:
    """The page."""
    if width < BESIDE:
        return [
            PageLine(section("Request", width, roles, fact=f"exchange {part.number}")),
            *block(_request(part, width, roles)),
            PageLine(Line(roles).strip(width)),
            PageLine(section("Answer", width, roles)),
            *block(_answer(part, framing, width, roles)),
        ]
    left = (width - 1) // 2
    right = width - left - 1
    return block(
        _beside(
            [_head("Request", f"exchange {part.number}", left, roles), *_request(part, left, roles)],
            [_head("Answer", "", right, roles), *_answer(part, framing, right, roles)],
            left,
            right,
            roles,
        )
    )


def http_text(part: HttpPart) -> str:
    """The exchange as text, as it would be written on the wire: request, blank line, answer."""
    sides = (
        (part.request_line, part.request_headers),
        (part.status_line, part.response_headers),
    )
    texts = ["\n".join([line, *(f"{one.name}: {one.value}" for one in headers)]) for line, headers in sides if line]
    if part.connection:
        texts.append("\n".join(f"{fact.label}: {fact.text}" for fact in part.connection))
    return "\n\n".join([*texts, part.failure] if part.failure else texts)


def _head(title: str, fact: str, width: int, roles: Roles) -> Strip:
    line = Line(roles)
    line.write("  ")
    line.write(title, "faint")
    line.right(fact, width - 2, "faint")
    return line.strip(width)


def _request(part: HttpPart, width: int, roles: Roles) -> list[Strip]:
    if not part.request_line:
        return paragraph("Its request is not among the records.", width, roles, role="muted")
    rows = _exact([(part.request_line, "bold")], width - 3, width, roles)
    for header in part.request_headers:
        rows += header_rows(header, width, roles)
    if part.connection:
        rows.append(Line(roles).strip(width))
    for fact in part.connection:
        rows += labelled(fact.label, [(fact.text, "")], width, roles, value_at=_CONNECTION_AT)
    if part.hops > 0:
        rows += paragraph(f"after {counted(part.hops, 'redirect')}; this is the last hop", width, roles, role="muted")
    return rows


def _answer(part: HttpPart, framing: Framing | None, width: int, roles: Roles) -> list[Strip]:
    rows: list[Strip] = []
    if part.status_line:
        rows += _exact([(part.status_line, "bold")], width - 3, width, roles)
    elif not part.failure:
        rows += paragraph("No answer yet.", width, roles, role="muted")
    for header in part.response_headers:
        rows += header_rows(header, width, roles)
    if framing is not None:
        rows += [Line(roles).strip(width), *_framing(framing, width, roles)]
    if part.failure:
        line = Line(roles)
        line.write("  ")
        line.write(roles.glyphs.error, "error bold")
        first, *others = paragraph(part.failure, width, roles, at=4, role="error")
        rows += [Strip.join([line.strip(4), first.crop(4)]), *others]
    return rows


def header_rows(header: Header, width: int, roles: Roles) -> list[Strip]:
    """One header, whole, in as many rows as it needs; what is masked in it in a role of its own."""
    whose = _WHOSE[header.whose]
    spans: list[Span] = [(f"{header.name}: ", "muted")]
    spans += [
        (text, "redacted italic" if number % 2 else "") for number, text in enumerate(_MASKED.split(header.value))
    ]
    rows = _exact(spans, width - 3 - (width_of(whose) + 2 if whose else 0), width, roles)
    if whose:
        line = Line(roles)
        line.write(whose, "faint")
        at = width - 2 - width_of(whose)
        rows[0] = Strip.join([rows[0].crop(0, at), line.strip(width - at)])
    return rows


def _framing(framing: Framing, width: int, roles: Roles) -> list[Strip]:
    lines = framing.before.splitlines()[:_MOST_LINES]
    rows: list[Strip] = []
    for number, raw in enumerate(lines):
        spans: list[Span] = [(visible_bytes(raw), "process")]
        if framing.size is not None and number == len(lines) - 1:
            spans.append((f"{in_glyphs('…', roles.glyphs)} {size(framing.size)}", "muted"))
        rows += _exact(spans, width - 3, width, roles)
    for raw in framing.after.splitlines()[:_MOST_LINES]:
        if raw.strip():
            rows += _exact([(visible_bytes(raw), "process")], width - 3, width, roles)
    return rows


def _exact(spans: Sequence[Span], cells: int, width: int, roles: Roles) -> list[Strip]:
    """Text with all its blanks, in rows of `cells`, the further ones indented. It is visible already."""
    cells = max(cells, 8)
    rows: list[Line] = []
    room = 0
    for text, role in spans:
        while text:
            if room <= 0:
                rows.append(Line(roles))
                rows[-1].write("  " if len(rows) == 1 else "    ")
                room = cells if len(rows) == 1 else cells - 2
            # Only so much of the text is looked at as can be in the row, or a long header would cost its square.
            piece = head(text[: 4 * room + 32], room)
            if not piece:
                room = 0
                continue
            rows[-1].foreign(piece, room, role, reference=False)
            room -= width_of(piece)
            text = text[len(piece) :]
    return [row.strip(width) for row in rows] or [Line(roles).strip(width)]


def _beside(left: list[Strip], right: list[Strip], wide: int, other: int, roles: Roles) -> list[Strip]:
    rule = Line(roles)
    rule.write(roles.glyphs.upright, "line")
    upright, empty = rule.strip(1), Line(roles)
    rows = []
    for number in range(max(len(left), len(right))):
        first = left[number] if number < len(left) else empty.strip(wide)
        second = right[number] if number < len(right) else empty.strip(other)
        rows.append(Strip.join([first, upright, second]))
    return rows
