"""From the model to what the fixed lines and the places show: plain data out of plain data."""

import errno
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from inspector.analysis.session import Status
from inspector.client import Options
from inspector.config.target import Target, display
from inspector.protocol.negotiation import Mode
from inspector.recording.plan import Plan
from inspector.tui.model import Model
from inspector.tui.widgets.catalogue_rows import CatalogueGroup, group_of
from inspector.tui.widgets.handshake_page import HandshakeAttempt, step_of
from inspector.tui.widgets.places_line import PLACES, Place
from inspector.tui.widgets.status_line import State, StatusFacts
from inspector.wire.json import Json

_STATES: dict[str, State] = {
    "none": "none",
    "connecting": "connecting",
    "connected": "connected",
    "failed": "failed",
    "disconnected": "disconnected",
    "exited": "failed",
}

_FULL = {os.strerror(errno.ENOSPC), os.strerror(errno.EDQUOT)}


def _ended(status: Status) -> str:
    if status.signal is not None:
        return f"exited, signal {status.signal}"
    if status.code is not None:
        return f"exited, code {status.code}"
    return "disconnected" if status.state == "disconnected" else "no connection"


def status_facts(
    model: Model,
    *,
    now: float,
    target: Target | None,
    recorded: bool,
    unrecorded: str = "",
    replay: Path | None = None,
    created: str = "",
) -> StatusFacts:
    """The status line. `now` in seconds of the session."""
    status = model.session.status
    word, waiting, state = "", None, _STATES[status.state]
    if replay is not None:
        state, word = "replay", f"recording {created[:10]} · {replay.name}"
    elif status.state == "connecting":
        word = f"connecting · {status.waits_for}" if status.waits_for else "connecting"
        waiting = max(now - status.since, 0.0)
    elif status.state in ("failed", "exited", "disconnected"):
        word = _ended(status)
    elif status.state == "none":
        word = "no server" if target is None else "connecting"
    # What a server offered is of interest after its end; its era chip stays, so that one sees what it was.
    return StatusFacts(
        state=state,
        era=status.era or "",
        version=status.version,
        word=word,
        waiting=waiting,
        server=status.server_name,
        server_version=status.server_version,
        transport=status.transport or "",
        target=display(target) if target is not None and replay is None else "",
        in_flight=status.in_flight if state == "connected" else 0,
        median=None if status.median_ms is None else status.median_ms / 1000,
        session=_short(status.http_session),
        recorded=now if recorded and replay is None else None,
        unrecorded=unrecorded,
    )


def _short(session: str) -> str:
    return session if len(session) <= 8 else f"{session[:4]}…{session[-2:]}"


def unrecorded(problem: str) -> str:
    """Why nothing is recorded any more, in the few words that the status line has room for."""
    if not problem:
        return ""
    reason = problem.partition(": ")[2].partition(" (")[0] or problem
    return "disk full" if reason in _FULL else reason[:1].lower() + reason[1:]


def options_words(options: Options, plan: Plan) -> str:
    """What one connects with, in a line."""
    recording = "on" if plan.path is not None or plan.folder is not None else "off"
    parts = (f"mode {options.mode}", f"version {options.version or 'any'}", "environment as here")
    return " · ".join((*parts, f"recording {recording}"))


def places(model: Model, *, questions: int) -> tuple[Place, ...]:
    """The places line."""
    errors, warnings = model.levels["error"], model.levels["warning"]
    status = model.session.status
    shaken: tuple[tuple[str, str], ...] = ()
    if status.state in ("connected", "exited", "disconnected") and status.era:
        shaken = (("✓", "success"),)
    elif status.state == "failed":
        shaken = (("✗", "error"),)
    found = []
    if errors:
        found.append((f"✗{errors}", "error"))
    if warnings:
        found.append((f"▲{warnings}", "warning"))
    badges = {
        "handshake": shaken,
        "answers": ((f"⚑{questions}", "waiting"),) if questions else (),
        "findings": tuple(found),
    }
    return tuple(replace(place, badges=badges.get(place.id, ())) for place in PLACES)


def groups(model: Model) -> tuple[CatalogueGroup, ...]:
    """The groups of the catalogue."""
    return tuple(group_of(listing) for listing in model.catalog.lists.values())


def attempts(model: Model, modes: Sequence[Mode], ours: Mapping[str, Json]) -> tuple[HandshakeAttempt, ...]:
    """The attempts to connect, oldest first. `modes` are those they were made in, as far as that is known."""
    shown = []
    handshakes = model.session.handshakes
    death = model.session.death
    for number, handshake in enumerate(handshakes):
        last = number == len(handshakes) - 1
        failed = last and handshake.era is None and death is not None
        identity = model.identity
        current = last and identity.era is not None
        shown.append(
            HandshakeAttempt(
                id=f"attempt-{number + 1}",
                mode=modes[number] if number < len(modes) else "auto",
                steps=tuple(step_of(step.decision) for step in handshake.steps),
                era=handshake.era,
                version=handshake.version,
                problem=death.title if failed and death is not None else "",
                hint=death.reason if failed and death is not None else "",
                supported=identity.supported if current else None,
                ours=identity.declared or ours if current else ours,
                theirs=identity.capabilities if current else None,
                instructions=identity.instructions if current else None,
                label=f"{number + 1} {handshake.version or '–'}",
            )
        )
    return tuple(shown)
