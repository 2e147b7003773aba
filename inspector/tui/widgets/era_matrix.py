"""Who can talk to whom: the table of eras, with the cell lit that we are in.

Source: `2026-07-28 basic/versioning#compatibility-matrix`.
"""

from collections.abc import Sequence
from typing import Final, Literal

from textual.strip import Strip

from inspector.tui.cells import Line
from inspector.tui.roles import Roles
from inspector.wire.versions import LEGACY, Era, era_of

Mode = Literal["auto", "modern", "legacy"]
ServerKind = Literal["modern", "dual", "legacy"]
Outcome = Literal["modern", "legacy", "no common"]

CLIENTS: Final[dict[Mode, str]] = {"modern": "modern", "auto": "dual", "legacy": "legacy"}
SERVERS: Final[tuple[ServerKind, ...]] = ("modern", "dual", "legacy")
OUTCOMES: Final[dict[Mode, tuple[Outcome, Outcome, Outcome]]] = {
    "modern": ("modern", "modern", "no common"),
    "auto": ("modern", "modern", "legacy"),
    "legacy": ("no common", "legacy", "legacy"),
}
"""By what we are, then by what the server is, in the order of `SERVERS`."""


_LEGACY_VERDICTS: Final = ("not modern", "legacy", "HTTP+SSE")
"""How verdicts on a modern probe begin that only a legacy server gets (`protocol.probe`)."""


def acting_as(mode: Mode, asked: str, first: str) -> Mode:
    """Which kind of client we were. `asked` is the version that was pinned, `first` the method that came first.

    In mode auto a pinned version settles the era, and where `initialize` came first there was no modern probe.
    """
    if mode != "auto":
        return mode
    if asked:
        return "legacy" if era_of(asked) == "legacy" else "modern"
    return "legacy" if first == "initialize" else "auto"


def server_kind(
    mode: Mode, era: Era | None, supported: Sequence[object] | None, verdicts: Sequence[str] = ()
) -> ServerKind | None:
    """What the server is, as far as an attempt shows it; None where two kinds would have answered the same.

    `mode` is what we acted as; `supported` is the list of versions that a modern server gave; `verdicts` are those of
    the steps, which tell of a server that was not of the one era that was asked for.
    """
    if era is None and mode == "modern" and any(one.startswith(_LEGACY_VERDICTS) for one in verdicts):
        return "legacy"
    if era is None and mode == "legacy" and "modern only" in verdicts:
        return "modern"
    if era == "legacy":
        if any(one == "legacy" for one in verdicts):
            return None  # it is dual, and yet no modern version is common: the table has no such cell
        # A dual server would have answered our modern probe; without a probe nobody knows.
        return "legacy" if mode == "auto" else None
    if era == "modern" and supported is not None:
        return "dual" if any(version in LEGACY for version in supported) else "modern"
    return None


def matrix_rows(mode: Mode, server: ServerKind | None, width: int, roles: Roles, *, airy: bool) -> list[Strip]:
    """The table, `width` cells wide; our row is bold, and the cell is lit if the server's kind is known.

    `airy`: with whole words in the heads and blank rows between.
    """
    first = 18 if width >= 60 else 15
    step = max(min((width - first - 1) // 3, 17), 11)
    heads = ("modern server", "dual-era server", "legacy server") if step >= 16 else ("modern", "dual-era", "legacy")
    line = Line(roles)
    line.fill_to(2)
    line.write("" if step >= 16 else "we ╲ server" if roles.glyphs.thin == "─" else "we \\ server", "faint")
    for number, head in enumerate(heads):
        line.fill_to(first + number * step)
        line.write(head, "muted")
    rows = [line.strip(width)]
    for client, name in CLIENTS.items():
        line = Line(roles)
        line.fill_to(2)
        line.write(f"{name} client" if step >= 16 else name, "bold" if client == mode else "muted")
        for number, outcome in enumerate(OUTCOMES[client]):
            role = "faint" if outcome == "no common" else outcome
            if client == mode and SERVERS[number] == server:
                line.fill_to(first + number * step - 1)
                lit = "error" if outcome == "no common" else outcome
                line.styled(f" {roles.glyphs.on} {outcome} ", roles.chip(lit))
            else:
                line.fill_to(first + number * step)
                line.write(outcome, role)
        if airy:
            rows.append(Line(roles).strip(width))
        rows.append(line.strip(width))
    return rows


def matrix_note(
    mode: Mode, era: Era | None, supported: Sequence[object] | None, server: ServerKind | None = None
) -> str:
    """What the table leaves open, and the key that tells it. `server` is its kind, as far as that is known."""
    if era is None and server == "legacy":
        return "A legacy server, and we were modern only: A falls back to initialize, L begins with it."
    if era is None and server == "modern":
        return "A modern server, and we were legacy only: A and M speak its way."
    if era == "legacy" and mode == "legacy":
        return "Only legacy was tried, so the server may speak modern too: A finds out."
    if era == "legacy":
        return "We are a dual client in mode auto: the modern probe came first and was not understood."
    if era == "modern":
        other = next((version for version in reversed(LEGACY) if version in (supported or ())), None)
        if other is not None:
            return f"The server names {other} too: L connects as legacy."
        return "The server names no legacy version." if supported is not None else ""
    return ""
