"""Rules about authorization over HTTP: how a request without it is refused.

Source: `2025-06-18 basic/authorization#authorization-server-location`, `RFC 9110#section-15.5.2`: every 401 has a
challenge. The revision is often not known yet where it comes.
"""

from collections.abc import Iterable
from typing import Final

from inspector.analysis.reading import Reading
from inspector.analysis.rules.finding import ALL, NOTHING, Hit, Memory, Rule
from inspector.protocol.exchanges import WebEnded

_SINCE_2025_03: Final = ALL[1:]
"""The revisions that have authorization."""


def _challenge(reading: Reading, change: WebEnded, memory: Memory) -> Iterable[Hit]:
    web, request = change.web, memory.life.requests.get(change.web.number)
    if web.status != 401 or request is None or request.url != reading.identity.target:
        return NOTHING
    return (
        NOTHING if web.header("www-authenticate") else (("401 came without WWW-Authenticate", (reading.record.seq,)),)
    )


RULES: Final = (
    Rule(
        "challenge-missing",
        "A 401 that does not say how to be authorized",
        "error",
        "2025-06-18 basic/authorization#authorization-server-location",
        "Send WWW-Authenticate with a 401, and in it resource_metadata: where the metadata of the resource is.",
        (WebEnded,),
        _challenge,
        once=True,
        revisions=_SINCE_2025_03,
    ),
)
