"""The revisions of the specification and their eras: an enumerated set, not an ordered scalar.

Theory: a revision is a name, not a number. What follows from it (the era, the headers, who may ask whom) is looked up
in a row of this table and never computed by comparing strings; a name that is not here is unknown, not "newer".
Source: `2026-07-28 basic/versioning#terminology` and the changelog of each revision.
"""

from dataclasses import dataclass
from typing import Final, Literal

Era = Literal["modern", "legacy"]
"""Modern carries version and capabilities in each request's `_meta`; legacy opens with `initialize`."""


@dataclass(frozen=True, slots=True)
class Revision:
    """One revision and what differs between it and its neighbours."""

    name: str
    era: Era
    version_header: bool  # MCP-Protocol-Version on HTTP
    receives_batches: bool  # JSON-RPC batches must be understood
    resumes_streams: bool  # Last-Event-ID
    elicits: bool  # servers may send elicitation/create
    elicits_url: bool


REVISIONS: Final = {
    revision.name: revision
    for revision in (
        Revision("2024-11-05", "legacy", False, False, False, False, False),
        Revision("2025-03-26", "legacy", False, True, True, False, False),
        Revision("2025-06-18", "legacy", True, False, True, True, False),
        Revision("2025-11-25", "legacy", True, False, True, True, True),
        Revision("2026-07-28", "modern", True, False, False, True, True),
    )
}
"""Every revision we speak, oldest first."""

MODERN: Final = tuple(name for name, revision in REVISIONS.items() if revision.era == "modern")
LEGACY: Final = tuple(name for name, revision in REVISIONS.items() if revision.era == "legacy")
LATEST_MODERN: Final = MODERN[-1]
LATEST_LEGACY: Final = LEGACY[-1]


def era_of(version: str) -> Era | None:
    """The era of a revision that we speak, or None for a name that we do not know."""
    revision = REVISIONS.get(version)
    return revision.era if revision else None


def best_common(offered: object, ours: tuple[str, ...]) -> str | None:
    """The newest of `ours` (oldest first) that a peer's list names; None if its list is unusable or has none."""
    if not isinstance(offered, list | tuple):
        return None
    return next((version for version in reversed(ours) if version in offered), None)
