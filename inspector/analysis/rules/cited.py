"""The clause that a finding cites: that of the revision which is spoken.

A rule has one clause of its own, most often of the newest revision that has it; to the author of a server of another
revision it is that one's which says what is wrong. It is the one by which the demands of that revision name the rule,
else the same place in that revision, wherever it stands there. Only what a revision has no word of (a transport that
came later, or is gone) is cited by the revision that has it.
"""

from collections.abc import Mapping
from functools import cache
from typing import Final

from inspector.analysis.musts import clauses
from inspector.wire.versions import LEGACY, REVISIONS

_KEPT: Final = frozenset(REVISIONS)
_OLDEST, _SECOND, _THIRD, _FOURTH = "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"

_PAGES: Final = {
    "basic/transports/index": "basic/transports",
    "basic/transports/streamable-http": "basic/transports",
    "basic/patterns/cancellation": "basic/utilities/cancellation",
    "basic/patterns/progress": "basic/utilities/progress",
    "basic/authorization/index": "basic/authorization",
}
"""Pages that have another name in the legacy revisions."""

_POST: Final = "basic/transports#sending-messages-to-the-server"
_RESPONSES: Final = {_OLDEST: "basic/messages#responses", _SECOND: "basic/index#responses"}
_JSON_SCHEMA: Final = dict.fromkeys((_OLDEST, _SECOND, _THIRD), "server/tools#tool")
_STREAMABLE: Final = {"": _POST, _OLDEST: f"{_SECOND} {_POST}"}

_PLACES: Final[Mapping[str, Mapping[str, str]]] = {
    "basic/index#responses": {_OLDEST: "basic/messages#responses"},
    "basic/index#notifications": {_OLDEST: "basic/messages#notifications"},
    "basic/index#error-responses": {**_RESPONSES, _THIRD: "basic/index#responses"},
    "basic/index#result-responses": {**_RESPONSES, _THIRD: "basic/index#responses"},
    "basic/index#json-schema-usage": _JSON_SCHEMA,
    "basic/index#ref-resolution": {**_JSON_SCHEMA, _FOURTH: "basic/index#json-schema-usage"},
    "basic/index#resulttype": {"": "2026-07-28 basic/index#resulttype"},
    "basic/transports/index": {_OLDEST: "RFC 8259#section-8.1"},  # that revision says nothing of an encoding
    "basic/transports/streamable-http#sending-messages": _STREAMABLE,
    "basic/transports/streamable-http#receiving-messages": {
        "": "basic/transports#listening-for-messages-from-the-server",
        _OLDEST: "basic/transports#http-with-sse",
    },
    "basic/transports#http-with-sse": {"": f"{_OLDEST} basic/transports#http-with-sse"},
    "basic/patterns/cancellation#timeouts": {"": "basic/lifecycle#timeouts", _OLDEST: "basic/lifecycle#error-handling"},
    "basic/authorization/index#token-requirements": {_OLDEST: f"{_SECOND} basic/authorization#token-requirements"},
    "client/elicitation#elicitation-requests": {_THIRD: "client/elicitation#creating-elicitation-requests"},
    "client/elicitation#requested-schema": {_THIRD: "client/elicitation#request-schema"},
    "client/elicitation#url-elicitation-required-error": {
        "": f"{_FOURTH} client/elicitation#url-elicitation-required-error"
    },
    "deprecated": {
        "": "basic/transports#backwards-compatibility",
        _OLDEST: f"{_SECOND} basic/transports#backwards-compatibility",
    },
    "server/tools#tool-names": dict.fromkeys((_OLDEST, _SECOND, _THIRD), "server/tools#tool"),
    "server/resources#custom-uri-schemes": dict.fromkeys((_OLDEST, _SECOND), "server/resources#resource"),
    "server/resources#annotations": {_SECOND: "server/resources#resource"},
    "io.modelcontextprotocol/tasks#task-creation": {_FOURTH: "basic/utilities/tasks#task"},
}
"""Places that are elsewhere in a legacy revision, by the clause without its revision: by the revision, or for all that
are not named. A whole clause is that of another."""


@cache
def cited(rule: str, clause: str, version: str) -> str:
    """The clause for a rule in a revision; the rule's own where the revision is unknown, or where it is of an RFC.

    Of several demands the one on the page of the rule's own clause, and with its anchor if there is one.
    """
    own, _, place = clause.partition(" ")
    if version not in _KEPT or own == version:
        return clause
    there = clauses(version).get(rule, ()) if own in _KEPT else ()
    for alike in (place, place.partition("#")[0] + "#", ""):
        for one in there:
            if one.partition(" ")[2].startswith(alike):
                return one
    return _elsewhere(clause, place if own in _KEPT else clause, version)


def _elsewhere(clause: str, place: str, version: str) -> str:
    if version not in LEGACY:
        return clause
    known = _PLACES.get(place, {})
    found = known.get(version, known.get("", ""))
    if not found:
        if place == clause:
            return clause  # of an RFC, or of an extension that all revisions have alike
        page, sign, anchor = place.partition("#")
        found = f"{_PAGES.get(page, page)}{sign}{anchor}"
    return found if " " in found else f"{version} {found}"
