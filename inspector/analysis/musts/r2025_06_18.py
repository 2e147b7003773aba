"""The demands of revision 2025-06-18. Source: `docs/specification/2025-06-18/**`, `schema/2025-06-18/schema.ts`.

Those on clients stand with the newest revision alone.
"""

from typing import Final

from inspector.analysis.musts.lasting import EVERY, MARCH_AND_JUNE, SINCE_JUNE, SINCE_MARCH
from inspector.analysis.musts.must import Inventory, Must, seen

_OWN: Final[tuple[Must, ...]] = (
    # messages
    seen("basic/index#messages", "Send and take no batches: each message stands by itself.", "batch"),
    # lifecycle
    seen(
        "basic/lifecycle#operation",
        "Respect the version that was agreed on.",
        "not-of-revision",
        "elicitation-url-revision",
    ),
    # authorization
    seen("basic/authorization#authorization-server-location", "Send WWW-Authenticate with 401.", "challenge-missing"),
    # what is asked of the client
    seen("client/elicitation#user-interaction-model", "Ask for nothing sensitive.", "elicitation-secret"),
    seen("client/elicitation#security-considerations", "Request no sensitive information.", "elicitation-secret"),
)

INVENTORY: Final = Inventory((*EVERY, *SINCE_MARCH, *MARCH_AND_JUNE, *SINCE_JUNE, *_OWN))
