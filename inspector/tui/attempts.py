"""From the model to what is shown of the attempts to connect: plain data out of plain data."""

from collections.abc import Mapping
from typing import Final

from inspector.analysis.death import Death
from inspector.analysis.handshake import Handshake
from inspector.analysis.identity import Identity
from inspector.analysis.items import METHOD_OF
from inspector.protocol.terms import Mode
from inspector.tui.model import Model
from inspector.tui.numbers import duration
from inspector.tui.widgets.handshake_page import HandshakeAttempt, HandshakeStep, step_of
from inspector.wire.json import Json

_REFUSED: Final = {
    "modern only": "The server is modern only, and legacy was asked for.",
    "no common version": "No common version.",
    "refused": "The server refused initialize.",
    "no usable answer": "The answer to initialize cannot be used.",
    "endpoint refused": "The endpoint event leads nowhere.",
    "authorization needed": "The server wants authorization.",
    "no endpoint event": "No MCP server answered at this address.",
}
"""What the last step of an attempt that came to nothing says, by its verdict, as a sentence."""


_OBSERVED: Final = "Read from what the client and the server said to each other: nothing here was asked by us."
_OPENINGS: Final = {"server/discover", "initialize"}


def attempts(model: Model, ours: Mapping[str, Json], now: float | None = None) -> tuple[HandshakeAttempt, ...]:
    """The attempts to connect, oldest first. `ours` is what we declare now.

    `now`, in seconds of the session, gives what is awaited a clock.
    """
    handshakes = model.session.handshakes
    return tuple(_attempt(model, ours, at, at == len(handshakes), now) for at in range(1, len(handshakes) + 1))


def _attempt(model: Model, ours: Mapping[str, Json], number: int, last: bool, now: float | None) -> HandshakeAttempt:
    handshake = model.session.handshakes[number - 1]
    identity = model.identities.get(number, model.identity if last else None)
    if identity is not None and identity.era is None:
        identity = None
    problem, sentence, hint = _problem(handshake, model.session.death if last else None, last)
    asked = handshake.version_asked
    observed = bool(handshake.observed) and not handshake.steps
    steps = tuple(step_of(step.decision) for step in handshake.steps or handshake.observed)
    return HandshakeAttempt(
        id=f"attempt-{number}",
        mode=_mode(handshake, observed=observed),
        observed=observed,
        steps=(*steps, *_awaited(model, now)) if last else steps,
        era=handshake.era,
        version=handshake.version,
        problem=problem,
        hint=hint,
        sentence=sentence,
        remark=_OBSERVED if observed else f"Version {asked} was asked for." if asked else "",
        asked=asked,
        supported=identity.supported if identity is not None else None,
        ours=_declared(identity, ours, observed=observed),
        theirs=identity.capabilities if identity is not None else None,
        server_info=identity.server_info if identity is not None else None,
        kept=_kept(model) if last and identity is not None and identity.era == "modern" else (),
        instructions=identity.instructions if identity is not None else None,
        label=f"{number} {handshake.version or '–'}",
        lists=model.offers.get(number),
        listed=sum(len(one.records) for one in model.offers.get(number, {}).values()),
    )


def _kept(model: Model) -> tuple[tuple[str, str], ...]:
    """What the server's hints say of each list (`2026-07-28 server/utilities/caching`)."""
    told = []
    for listing in model.catalog.lists.values():
        if listing.received_at is not None and listing.fresh_until is not None:
            lasts = listing.fresh_until - listing.received_at
            words = f"fresh for {duration(lasts)} · {listing.scope}" if lasts else "not to be kept"
            told.append((METHOD_OF[listing.kind], f"{words} · changed since" if listing.stale else words))
    return tuple(told)


def _awaited(model: Model, now: float | None) -> tuple[HandshakeStep, ...]:
    """The step that is under way, with its clock."""
    status = model.session.status
    if now is None or status.state != "connecting" or not status.waits_for:
        return ()
    # In tenths, so that a page is laid out no more often than its clock moves.
    return (HandshakeStep(status.waits_for, state="running", elapsed=round(max(now - status.since, 0.0), 1)),)


def _declared(identity: Identity | None, ours: Mapping[str, Json], *, observed: bool) -> Mapping[str, Json]:
    """What the client declared: of ours in the modern era what it declares now, for that may change at any time."""
    said = {} if identity is None or (identity.era == "modern" and not observed) else identity.declared
    return said if said or observed else ours


def _mode(handshake: Handshake, *, observed: bool) -> Mode:
    """As the records have it; where they do not tell, what was tried first does as far as it can."""
    if observed:
        actions = {step.decision.action for step in handshake.observed}
        return ("auto" if len(actions & _OPENINGS) == 2 else "legacy") if "initialize" in actions else "modern"
    if handshake.mode is not None:
        return handshake.mode
    first = handshake.steps[0].decision.action if handshake.steps else ""
    return "legacy" if first == "initialize" else "auto"


def _problem(handshake: Handshake, death: Death | None, last: bool) -> tuple[str, str, str]:
    """What is wrong with an attempt, why, and what to do; empty where nothing is, or while it is under way."""
    if handshake.era is not None:
        return "", "", ""
    if handshake.cut_short:
        return "Cut short.", "It was given up before anything had come of it, which says nothing of the server.", ""
    steps = handshake.steps or handshake.observed
    verdict = steps[-1].decision.verdict if steps else ""
    if verdict in _REFUSED:
        return _REFUSED[verdict], "", ""
    if handshake.over and verdict.startswith(("not modern", "legacy,")) and handshake.era is None:
        return "The server is not modern, and only modern was asked for.", "", ""
    if death is not None:
        return death.title, "", " ".join(filter(None, (death.cause or death.reason, death.remedy)))
    return ("", "", "") if last else ("It came to no connection.", "", "")
