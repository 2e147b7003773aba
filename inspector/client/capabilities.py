"""What we declare, part by part: each can be switched off, to see what a server does without it. Pure.

The parts have names: a member (`roots`), a member of it (`roots.listChanged`), and an extension by its own name
(`io.modelcontextprotocol/tasks`).
"""

from collections.abc import Mapping
from typing import Final

from inspector.client.options import CAPABILITIES
from inspector.errors import UsageError
from inspector.transports.auth.wish import Grant
from inspector.wire.json import Json

GRANTS: Final[Mapping[Grant, str]] = {
    "client_credentials": "io.modelcontextprotocol/oauth-client-credentials",
    "enterprise": "io.modelcontextprotocol/enterprise-managed-authorization",
}
"""The extensions that are declared by whoever gets a token in such a way, and by nobody else
(`docs/extensions/auth/overview#specification`: they are never active by default)."""

_EXTENSIONS: Final = "extensions"
_ELICITATION: Final = "elicitation"
_MODES: Final = ("form", "url")


def switches(declared: Mapping[str, Json]) -> dict[str, bool]:
    """Every part by its name, and whether it is declared: those that we can answer for, then others that are there.

    `elicitation` without a mode means the form (`2026-07-28 client/elicitation#capabilities`).
    """
    there = _names(_spelled_out(declared))
    return {name: name in there for name in dict.fromkeys([*_names(CAPABILITIES), *there])}


def switched(declared: Mapping[str, Json], name: str, *, on: bool) -> dict[str, Json]:
    """What is declared once the part is on, or off; `declared` stays as it is.

    A part that goes takes its own parts along, and one that comes brings what it is part of. The last mode of
    elicitation takes elicitation along, since without a mode it would mean the form. Raises UsageError for a name that
    is none, with those that there are.
    """
    if name not in switches(declared):
        known = ", ".join(switches(declared))
        raise UsageError(f"{name} is no capability of ours.", why=f"There are {known}.")
    above, part = (_EXTENSIONS, name) if _is_extension(declared, name) else _split(name)
    others = {member: value for member, value in declared.items() if member != above}
    full: Json = CAPABILITIES.get(above, {})
    if not part:
        return {**declared, above: full} if on else others
    value = _spelled_out(declared).get(above)
    parts = {member: value[member] for member in value if member != part} if isinstance(value, dict) else {}
    if on:
        return {**declared, above: {**parts, part: full.get(part, {}) if isinstance(full, dict) else {}}}
    gone = above not in declared or (not parts and above in (_EXTENSIONS, _ELICITATION))
    return others if gone else {**declared, above: parts}


def with_grant(declared: Mapping[str, Json], grant: Grant) -> Mapping[str, Json]:
    """What is declared with the extension that a way of getting a token belongs to, if it belongs to one, and without
    those of the other ways."""
    name, known = GRANTS.get(grant), declared.get(_EXTENSIONS, {})
    if not isinstance(known, dict):
        return declared
    kept = {member: value for member, value in known.items() if member not in GRANTS.values() or member == name}
    wanted = kept if name is None else {name: {}} | kept
    return declared if wanted.keys() == known.keys() else {**declared, _EXTENSIONS: wanted}


def _split(name: str) -> tuple[str, str]:
    above, _, part = name.partition(".")
    return above, part


def _is_extension(declared: Mapping[str, Json], name: str) -> bool:
    return any(name in (of.get(_EXTENSIONS) or {}) for of in (CAPABILITIES, declared))


def _spelled_out(declared: Mapping[str, Json]) -> Mapping[str, Json]:
    elicitation: Json = declared.get(_ELICITATION)
    without = isinstance(elicitation, dict) and not any(mode in elicitation for mode in _MODES)
    return {**declared, _ELICITATION: {**elicitation, "form": {}}} if without else declared


def _names(declared: Mapping[str, Json]) -> list[str]:
    names: list[str] = []
    for member, value in declared.items():
        parts = list(value) if isinstance(value, dict) else []
        if member == _EXTENSIONS:
            names += parts
        else:
            names += [member, *(f"{member}.{part}" for part in parts)]
    return names
