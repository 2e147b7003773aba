"""From the model to what the fixed lines and the places show: plain data out of plain data."""

import errno
import os
from dataclasses import replace
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Final

from inspector.analysis.session import Status
from inspector.client import Options
from inspector.config.target import Target, display
from inspector.recording.plan import Plan
from inspector.tui.model import Model
from inspector.tui.widgets.catalogue_rows import CatalogueGroup, group_of
from inspector.tui.widgets.places_line import HELD, PLACES, Place
from inspector.tui.widgets.status_line import State, StatusFacts
from inspector.wire.text import visible

if TYPE_CHECKING:
    from inspector.transports.auth.wish import Wish

PROBE_SHOWN: Final = 1.0
"""Seconds of silence from which on the probe is counted down."""

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
    follows: bool = False,
    probe: float | None = None,
    created: str = "",
    watch: str = "",
    asked: str = "",
    signing: bool = False,
) -> StatusFacts:
    """The status line. `now` in seconds of the session; `probe` after how many seconds silence means legacy.

    `asked` is what a person is waited for to do while an authorization goes on (`signing`), in which no clock runs.
    `replay` is the recording that is open; it `follows` what comes into it.
    """
    status = model.session.status
    word, waiting, state = "", None, _STATES[status.state]
    if replay is not None and follows:
        state, word = "followed", f"live · {replay.name}"
    elif replay is not None:
        state, word = "replay", f"recording {created[:10]} · {replay.name}"
    elif status.state == "connecting" and signing:
        word = "" if asked else "connecting · authorization"
    elif status.state == "connecting":
        word = f"connecting · {status.waits_for}" if status.waits_for else "connecting"
        waiting = max(now - status.since, 0.0)
        if probe is not None and probe > waiting >= PROBE_SHOWN:
            word = f"probing · {ceil(probe - waiting)} s left · L treats it as legacy"
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
        watch=watch,
        asked=asked,
    )


def title_of(facts: StatusFacts, questions: int) -> str:
    """The title of the terminal: who is waited for, in which state, and with whom; foreign text as it came."""
    waited = f"⚑{questions} " if questions else ""
    server = facts.server or (facts.word.partition(" · ")[0] if facts.state != "none" else "")
    state = {"failed": "✗ ", "disconnected": "○ ", "replay": "▪ ", "followed": "● "}.get(facts.state, "")
    return waited + state + " · ".join(filter(None, (facts.era, server, "inspector")))


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
    return " · ".join((*parts, f"recording {recording}", *_authorization_words(options.authorization)))


def _authorization_words(wish: "Wish | None") -> tuple[str, ...]:
    """What was said of signing in; nothing where nothing was."""
    if wish is None:
        return ("no authorization",)
    parts = [wish.grant.replace("_", " ") if wish.grant != "authorization_code" else ""]
    parts.append(f"client {visible(wish.client_id)[:40]}" if wish.client_id else "")
    parts.append(f"scopes {visible(' '.join(wish.scopes))[:60]}" if wish.scopes else "")
    return tuple(filter(None, parts))


def places(model: Model, *, questions: int, held: int | None = None, asked: bool = False) -> tuple[Place, ...]:
    """The places line; `held` messages wait, None: nothing can be; somebody is `asked` to sign in."""
    errors, warnings = model.levels["error"], model.levels["warning"]
    status = model.session.status
    shaken: tuple[tuple[str, str], ...] = ()
    if status.state in ("connected", "exited", "disconnected") and status.era:
        shaken = (("✓", "success"),)
    elif status.state == "failed":
        shaken = (("✗", "error"),)
    if asked:
        shaken = (("⚑", "waiting"),)
    found = []
    if errors:
        found.append((f"✗{errors}", "error"))
    if warnings:
        found.append((f"▲{warnings}", "warning"))
    badges = {
        "handshake": shaken,
        "answers": ((f"⚑{questions}", "waiting"),) if questions else (),
        "findings": tuple(found),
        "held": ((f"⚑{held}", "waiting"),) if held else (),
    }
    shown = PLACES if held is None else (*PLACES, HELD)
    return tuple(replace(place, badges=badges.get(place.id, ())) for place in shown)


def groups(model: Model) -> tuple[CatalogueGroup, ...]:
    """The groups of the catalogue."""
    return tuple(group_of(listing) for listing in model.catalog.lists.values())
