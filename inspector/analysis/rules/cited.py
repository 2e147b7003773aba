"""The clause that a finding cites: that of the revision which is spoken, where its demands name the rule.

A rule has one clause of its own, most often of the newest revision that has it; to the author of a server of another
revision it is that one's which says what is wrong.
"""

from functools import cache
from typing import Final

from inspector.analysis.musts import clauses
from inspector.wire.versions import REVISIONS

_KEPT: Final = frozenset(REVISIONS)


@cache
def cited(rule: str, clause: str, version: str) -> str:
    """The clause for a rule in a revision; the rule's own where the revision is unknown or demands nothing of it.

    Of several the one on the page of the rule's own, and with its anchor if there is one.
    """
    own, _, page = clause.partition(" ")
    if version not in _KEPT or own not in _KEPT or own == version:
        return clause
    there = clauses(version).get(rule, ())
    for alike in (page, page.partition("#")[0] + "#", ""):
        for one in there:
            if one.partition(" ")[2].startswith(alike):
                return one
    return clause
