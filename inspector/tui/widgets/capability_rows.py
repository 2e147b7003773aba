"""What both sides declared, as the rows of one table."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from inspector.wire.json import Json

_SERVERS: Final = ("tools", "resources", "prompts", "logging", "completions")
_CLIENTS: Final = ("elicitation", "sampling", "roots")
_OFFICIAL: Final = "io.modelcontextprotocol/"
_KNOWN: Final = (*_SERVERS, *_CLIENTS, "tasks", "extensions", "experimental")


@dataclass(frozen=True, slots=True)
class CapabilityRow:
    """One capability: what each side said of it, in a few words; empty for declared without more, None for not."""

    name: str
    ours: str | None
    theirs: str | None
    offered_by_server: bool
    """Whether it is one of those that a server declares, so that its absence says something."""


def capability_rows(ours: Mapping[str, Json], theirs: Mapping[str, Json]) -> list[CapabilityRow]:
    """The capabilities that either side declared, and those that a server could have, in the specification's order.

    Names beyond the specification's come last, as they were sent; among them each extension as a row of its own.
    """
    ours, theirs = _apart(ours), _apart(theirs)
    others = [name for name in (*ours, *theirs) if name not in _KNOWN]
    wanted = [name for name in _KNOWN if name in _SERVERS or name in ours or name in theirs]
    return [
        CapabilityRow(name, _words(ours, name), _words(theirs, name), name in _SERVERS)
        for name in (*wanted, *dict.fromkeys(others))
    ]


def _apart(declared: Mapping[str, Json]) -> dict[str, Json]:
    """The declaration with each extension by itself: `extension ui` for one of the specification's own."""
    extensions = declared.get("extensions")
    if not isinstance(extensions, dict) or not extensions:
        return dict(declared)
    told = {f"extension {name.removeprefix(_OFFICIAL)}": value for name, value in extensions.items()}
    return {name: value for name, value in declared.items() if name != "extensions"} | told


def _words(declared: Mapping[str, Json], name: str) -> str | None:
    if name not in declared:
        return None
    value = declared[name]
    if isinstance(value, dict):
        return ", ".join(member for member, detail in value.items() if detail is not False and detail is not None)
    return ""
