"""The demands of revision 2025-03-26. Source: `docs/specification/2025-03-26/**`, `schema/2025-03-26/schema.ts`.

Those on clients stand with the newest revision alone.
"""

from typing import Final

from inspector.analysis.musts.lasting import EVERY, MARCH_AND_JUNE, SINCE_MARCH
from inspector.analysis.musts.must import ELSEWHERE, INSIDE, PROVOKED, Inventory, Must, seen, unseen

_OWN: Final[tuple[Must, ...]] = (
    # messages
    unseen("basic/index#batching", "Receive batches.", PROVOKED),
    # lifecycle
    unseen("basic/lifecycle#initialization", "Take initialize in no batch.", PROVOKED),
    # authorization
    unseen("basic/authorization#overview", "Implement OAuth 2.1 with its measures of safety.", ELSEWHERE),
    seen(
        "basic/authorization#example-authorization-code-grant",
        "Answer 401 where authorization is needed and missing.",
        "challenge-missing",
    ),
    unseen(
        "basic/authorization#authorization-base-url",
        "Take the base of the authorization URLs from that of the server, without its path.",
        ELSEWHERE,
    ),
    unseen(
        "basic/authorization#fallbacks-for-servers-without-metadata-discovery",
        "Serve the default paths where there is no metadata.",
        ELSEWHERE,
    ),
    unseen(
        "basic/authorization#security-considerations",
        "Keep tokens safe, expire and rotate them, and serve all endpoints by HTTPS.",
        ELSEWHERE,
    ),
    unseen("basic/authorization#security-considerations", "Check the URIs that are redirected to.", ELSEWHERE),
    unseen(
        "basic/authorization#session-binding-requirements",
        "Bind a token to the session of the third party, check that one, and end with it.",
        INSIDE,
    ),
    unseen(
        "basic/authorization#security-considerations-1",
        "Check redirects of third parties, keep their tokens safe, and time out.",
        INSIDE,
    ),
)

INVENTORY: Final = Inventory((*EVERY, *SINCE_MARCH, *MARCH_AND_JUNE, *_OWN))
